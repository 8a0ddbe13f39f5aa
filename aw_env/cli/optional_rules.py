"""What the optional rules are, as a table."""

from collections.abc import Mapping

from rich.table import Table

from aw_env.games.admirals_war.printed.charts import OptionalRule


def table(rules: Mapping[str, OptionalRule], title: str) -> Table:
    """What each of these rules does, whom the rulebook says it helps, and what it needs."""
    rows = Table("option", "rule", "helps", "what it does", title=title, show_lines=True)
    for id, rule in rules.items():
        helps = f"{rule.advantage}, {rule.extent}" if rule.extent else rule.advantage
        needs = f" Needs {', '.join(rule.requires)}." if rule.requires else ""
        without = f" Not with {', '.join(rule.excludes)}." if rule.excludes else ""
        rows.add_row(id, f"{rule.rule}", helps, f"{rule.effect}{needs}{without}")
    return rows
