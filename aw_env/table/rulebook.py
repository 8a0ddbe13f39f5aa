"""The numbered paragraphs of a game's rulebook, with titles in our own words (`Playable.rulebook`)."""

import csv
from dataclasses import dataclass
from functools import cache

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


@cache
def titles(game: str = FIRST) -> dict[str, str]:
    """Title of each numbered paragraph of a game's rulebook."""
    return {rule.number: rule.title for rule in index(game)}
