"""The games of this package by name, for commands and agents that are told which is played (`--game`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from aw_env.core.rules import Ruleset

FIRST = "admirals_war"
"""The game that is meant when none is named."""


@dataclass(frozen=True)
class Known:
    """A game.  module: its public face.  players: where packages offer players of it (`core.players.load`).  scenario:
    what is played when none is named.  warm_up: a short scenario.  tests: the folder of its tests, in a checkout."""

    name: str
    title: str
    module: str
    players: str
    scenario: str
    warm_up: str
    tests: str

    @property
    def face(self) -> Any:
        """Its public module."""
        return import_module(self.module)

    def ruleset(self, scenario: str | Path, options: Sequence[str] = ()) -> Ruleset:
        """The rules of a scenario for two seats.  Raises ConfigError (a ValueError)."""
        return import_module(f"aw_env.{self.name}.game").ruleset(scenario, options=tuple(options))


SECOND_TESTS = "tests/war_at_sea"
GAMES = {
    known.name: known
    for known in (
        Known(FIRST, "Admirals' War", "aw_env.admirals_war_v0", "", "midway", "engagement", "tests"),
        Known("war_at_sea", "War at Sea", "aw_env.war_at_sea_v0", "war_at_sea", "war_at_sea", "barents", SECOND_TESTS),
    )
}


def named(name: str) -> Known:
    """A game by its name.  Raises ValueError that lists them."""
    if name not in GAMES:
        raise ValueError(f"--game {name}: there are {' and '.join(GAMES)}")
    return GAMES[name]


def played_by(rules: Ruleset) -> Known:
    """The game of these rules."""
    return GAMES[rules.name.removesuffix("_v0")]
