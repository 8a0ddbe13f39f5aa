"""What the optional rules of a scenario are, as a table."""

from rich.table import Table

from aw_env.admirals_war.printed.load import shipped
from aw_env.admirals_war.printed.scenario import read_scenario, scenario_file


def table(scenario: str) -> Table:
    """The optional rules that a scenario allows.  Raises ConfigError for a wrong scenario."""
    printed = shipped()
    allowed = read_scenario(scenario_file(scenario, printed), printed).options
    rows = Table("option", "rule", "helps", "what it does", title=f"Optional rules of {scenario}", show_lines=True)
    for id, rule in printed.charts.options.items():
        if id in allowed:
            helps = f"{rule.advantage}, {rule.extent}" if rule.extent else rule.advantage
            needs = f" Needs {', '.join(rule.requires)}." if rule.requires else ""
            without = f" Not with {', '.join(rule.excludes)}." if rule.excludes else ""
            rows.add_row(id, f"{rule.rule}", helps, f"{rule.effect}{needs}{without}")
    return rows
