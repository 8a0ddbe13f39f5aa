"""The games of this package by name, for commands and agents that are told which is played (`--game`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from aw_env.core.faces.game import Game
from aw_env.core.offers import ScenarioOffered
from aw_env.core.ruleset import Ruleset

FIRST = "admirals_war"
"""The game that is meant when none is named."""


@dataclass(frozen=True)
class Known:
    """A game.  module: its public face.  players: where packages offer players of it (`core.players.load`).  scenario:
    what is played when none is named.  warm_up: a short scenario.  tests: the folder of its tests, in a checkout.
    settings: what its rulesets are made with besides scenario and options."""

    name: str
    title: str
    module: str
    players: str
    scenario: str
    warm_up: str
    tests: str
    settings: tuple[str, ...] = ()

    @property
    def face(self) -> Any:
        """Its public module."""
        return import_module(self.module)

    def offered(self) -> tuple[ScenarioOffered, ...]:
        """The scenarios that come with it."""
        return import_module(f"aw_env.games.{self.name}.offered").scenarios()

    def ruleset(self, scenario: str | Path, options: Sequence[str] = (), **settings: Any) -> Ruleset:
        """The rules of a scenario.  settings: `players` and `victory`, which some games know only as they usually are.
        Raises ValueError, ConfigError among others, for a scenario or a setting that there is not."""
        for name, value in settings.items():
            if name not in self.settings and value != USUAL[name]:
                raise ValueError(f"{name}={value!r}: {self.title} knows {USUAL[name]!r} only")
        known = {name: value for name, value in settings.items() if name in self.settings}
        return import_module(f"aw_env.games.{self.name}.game").ruleset(scenario, options=tuple(options), **known)

    def begin(
        self, scenario: str | Path, options: Sequence[str] = (), seed: int | None = None, **settings: Any
    ) -> Game:
        """A game at its beginning.  Raises as `ruleset`."""
        return Game(self.ruleset(scenario, options, **settings), seed)


USUAL = {"players": 2, "victory": "team"}
"""Settings of a game that has no others."""
SECOND_TESTS = "tests/war_at_sea"
GAMES = {
    known.name: known
    for known in (
        Known(FIRST, "Admirals' War", "aw_env.admirals_war_v0", "", "midway", "engagement", "tests", tuple(USUAL)),
        Known("war_at_sea", "War at Sea", "aw_env.war_at_sea_v0", "war_at_sea", "war_at_sea", "barents", SECOND_TESTS),
    )
}


def named(name: str) -> Known:
    """A game by its name.  Raises ValueError that lists them."""
    if name not in GAMES:
        raise ValueError(f"--game {name}: there are {' and '.join(GAMES)}")
    return GAMES[name]


def playing(ruleset: str) -> Known:
    """The game whose rulesets have a name, as records and saves have it.  Raises ValueError for a name that is none."""
    for known in GAMES.values():
        if known.module == f"aw_env.{ruleset}":
            return known
    raise ValueError(f"there is no game {ruleset!r}: there are {', '.join(GAMES)}")
