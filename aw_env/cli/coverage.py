"""The report behind `aw-env rules`: chapter by chapter, how many rules have a test, and which do not."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from aw_env.cli.rules import Citation, citations, in_chapter
from aw_env.games import FIRST
from aw_env.table.rulebook import NumberedRule, index


@dataclass(frozen=True)
class Report:
    """Which rules the tests cite.

    citations: how many tests cite each number.  unknown: citations of numbers that the rulebook does not have.
    """

    rules: tuple[NumberedRule, ...]
    citations: Counter[str]
    unknown: tuple[Citation, ...]

    def has_test(self, rule: NumberedRule) -> bool:
        """Whether a test cites the rule."""
        return self.citations[rule.number] > 0

    def lost(self, covered: Path) -> list[str]:
        """Numbers in a file, one a line, that no test cites any more.  Raises OSError."""
        wanted = [line.split("#")[0].strip() for line in covered.read_text("utf-8").splitlines()]
        return [number for number in wanted if number and not self.citations[number]]


def report(tests: Path, game: str = FIRST) -> Report:
    """Look through the tests of a game in a folder.  Raises SyntaxError for a file that is no Python."""
    rules, found = index(game), citations(tests)
    known = {rule.number for rule in rules}
    unknown = tuple(cited for cited in found if cited.rule not in known)
    return Report(rules, Counter(cited.rule for cited in found), unknown)


def show(found: Report, console: Console, chapter: str = "", missing: bool = False) -> None:
    """Print the report: of one chapter or section rule by rule, else of every chapter in a line."""
    wanted = [rule for rule in found.rules if not chapter or in_chapter(rule, chapter)]
    if chapter and not wanted:
        console.print(f"The rulebook has no chapter {chapter}.", style="red")
        return
    if chapter or missing:
        console.print(_rule_by_rule(found, wanted, missing))
    else:
        console.print(_by_chapter(found))
    testable = [rule for rule in wanted if rule.kind == "rule"]
    tested = sum(found.has_test(rule) for rule in testable)
    console.print(f"{tested} of {len(testable)} rules have a test, {sum(found.citations.values())} citations in all.")


def _rule_by_rule(found: Report, rules: list[NumberedRule], missing: bool) -> Table:
    told = any(rule.scenarios or rule.needs for rule in rules)
    columns = ("Rule", "Kind", "Tests", "Title", *(["Carried out"] if told else []))
    table = Table(*columns, box=None, pad_edge=False, header_style="dim")
    table.columns[2].justify = "right"
    for rule in rules:
        tests = found.citations[rule.number]
        if missing and (tests or rule.kind != "rule"):
            continue
        style = "green" if tests else "dim" if rule.kind != "rule" else "yellow"
        title = Text(rule.title, "bold" if rule.kind == "section" else style)
        last = [Text(carried_out(rule, tests), "dim")] if told else []
        table.add_row(Text(rule.number, style), Text(rule.kind, "dim"), f"{tests or ''}", title, *last)
    return table


def carried_out(rule: NumberedRule, tests: int) -> str:
    """Where a rule is carried out, or what it waits for: of a game whose list of rules tells of scenarios."""
    if rule.kind != "rule":
        return ""
    if tests:
        return "yes"
    return f"no: needs {rule.needs}" if rule.needs else f"not yet: for {', '.join(rule.scenarios.split())}"


def _by_chapter(found: Report) -> Table:
    table = Table("Chapter", "Title", "Rules", "With a test", box=None, pad_edge=False, header_style="dim")
    table.columns[2].justify = table.columns[3].justify = "right"
    chapters: dict[str, list[NumberedRule]] = {}
    for rule in found.rules:
        chapters.setdefault(rule.chapter, []).append(rule)
    for number, rules in chapters.items():
        testable = [rule for rule in rules if rule.kind == "rule"]
        tested = sum(found.has_test(rule) for rule in testable)
        style = "green" if testable and tested == len(testable) else "yellow" if tested else "dim"
        table.add_row(number, rules[0].title, f"{len(testable)}", Text(f"{tested}", style))
    return table
