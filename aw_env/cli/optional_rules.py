"""What the optional rules are, as a table."""

from collections.abc import Sequence

from rich.table import Table

from aw_env.core.offers import OptionOffered


def table(rules: Sequence[OptionOffered], title: str) -> Table:
    """What each of these rules does, whom it helps where the printed material says so, and what it needs."""
    helps = any(rule.helps for rule in rules)
    rows = Table("option", "rule", *["helps"] * helps, "what it does", title=title, show_lines=True)
    for rule in rules:
        needs = f" Needs {', '.join(rule.needs)}." if rule.needs else ""
        without = f" Not with {', '.join(rule.excludes)}." if rule.excludes else ""
        rows.add_row(rule.name, rule.rule, *[rule.helps] * helps, f"{rule.effect}{needs}{without}")
    return rows
