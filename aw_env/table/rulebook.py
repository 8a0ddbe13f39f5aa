"""The numbered paragraphs of a game's rulebook, with titles in our own words (`Playable.rulebook`)."""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aw_env.core.config.report import Problem
from aw_env.games import FIRST, named

KINDS = ("rule", "section", "component")
"""A rule can be tested; a section is a heading; a component is a description of what is in the box."""


@dataclass(frozen=True)
class NumberedRule:
    """A numbered paragraph of the rulebook.  kind: one of `KINDS`.  scenarios: where it matters, needs: what it needs
    that the game has not, where the list of rules says so."""

    number: str
    kind: str
    title: str
    scenarios: str = ""
    needs: str = ""

    @property
    def chapter(self) -> str:
        """The number before the point."""
        return self.number.split(".")[0]


@cache
def index(game: str = FIRST) -> tuple[NumberedRule, ...]:
    """Every numbered paragraph of a game's rulebook, in its order; none where it is not told."""
    rulebook = named(game).rulebook
    if rulebook is None:
        return ()
    with open(rulebook, newline="", encoding="utf-8") as stream:
        return tuple(
            NumberedRule(row["rule"], row["kind"], row["title"], row.get("scenarios", ""), row.get("needs", ""))
            for row in csv.DictReader(stream)
        )


def wrong_lines(file: Path) -> Iterator[Problem]:
    """What is wrong with a list of rules: each line has a number of its own, a kind and a title.  A folder of printed
    material may do without a list."""
    if not file.exists():
        return
    try:
        with open(file, newline="", encoding="utf-8-sig") as stream:
            rows = list(csv.DictReader(stream, strict=True))
    except (OSError, ValueError, csv.Error) as error:
        yield Problem(file.name, "", f"cannot be read: {error}")
        return
    if not rows:
        yield Problem(file.name, "", "lists no rules")
    numbers: set[str] = set()
    for line, row in enumerate(rows, start=2):
        number, kind = row.get("rule"), row.get("kind")
        if not number or not row.get("title"):
            yield Problem(file.name, f"row {line}", "needs a rule's number and its title")
        elif kind not in KINDS:
            yield Problem(file.name, f"row {line} ({number})", f'kind must be one of {", ".join(KINDS)}, is "{kind}"')
        elif number in numbers:
            yield Problem(file.name, f"row {line} ({number})", "is listed twice")
        numbers.add(number or "")


@cache
def titles(game: str = FIRST) -> dict[str, str]:
    """Title of each numbered paragraph of a game's rulebook."""
    return {rule.number: rule.title for rule in index(game)}
