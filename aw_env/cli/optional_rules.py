"""What the optional rules are, as a table."""

from collections.abc import Iterable

from rich.table import Table

from aw_env.core.offers import OptionOffered


def table(rules: Iterable[OptionOffered], title: str) -> Table:
    """What each of these rules does, whom the rulebook says it helps, and what it needs."""
    rows = Table("option", "rule", "helps", "what it does", title=title, show_lines=True)
    for rule in rules:
        needs = f" Needs {', '.join(rule.needs)}." if rule.needs else ""
        without = f" Not with {', '.join(rule.excludes)}." if rule.excludes else ""
        rows.add_row(rule.name, rule.rule, rule.helps, f"{rule.effect}{needs}{without}")
    return rows
