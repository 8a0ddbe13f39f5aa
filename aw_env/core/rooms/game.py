"""A game that is declared: its `Playable` and its public functions, from its rules, its words and its scenarios.

DUEL = Declared(__name__, "A Duel at Sea", RULES, WORDS, SCENARIOS)
GAME = DUEL.game
game, env, raw_env, vec_env = DUEL.doors.game, DUEL.doors.env, DUEL.doors.raw_env, DUEL.doors.vec_env
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Protocol

from numpy.typing import ArrayLike

from aw_env.core.arguments import check_scenario, found_again
from aw_env.core.declare.soundness import before_asking
from aw_env.core.faces.doors import Doors
from aw_env.core.faces.game import Game
from aw_env.core.offers import ScenarioOffered
from aw_env.core.packages import room
from aw_env.core.playable import Measured, Playable
from aw_env.core.printed.names import Names
from aw_env.core.printed.scenarios import Scenario
from aw_env.core.rooms.board import Drawing, scenes_of
from aw_env.core.rooms.rules import Rules
from aw_env.core.rooms.scenario import Opening, Openings
from aw_env.core.rooms.soundness import checks_of
from aw_env.core.rooms.view import view_of
from aw_env.core.rooms.words import Words, speech_of
from aw_env.core.ruleset import Ruleset, made, settings_with
from aw_env.core.seen.guide import guide_of
from aw_env.core.seen.view import Counter

EVENT_ROWS = 256
"""Events that a buffer usually holds between two decisions."""
BEGINNING = """# What a seat sees in {title}

This page is generated from the code.

**Not in an observation:** the dice to come{unseen}."""
"""Of the page that explains the columns of observations."""
RANDOM_GAMES = 300
"""Over how many of them `aw-env bench` takes the length of a scenario."""


class Shelved(Protocol):
    """Scenarios that a game keeps in files, with optional rules."""

    @property
    def words(self) -> Names:
        """The units and places in words."""

    def names(self) -> list[str]:
        """The names of the scenarios, the usual one first, a short one last."""

    def offer(self, scenario: str) -> ScenarioOffered:
        """What can be chosen of a scenario.  Raises ConfigError."""

    def ready(self, scenario: str | Path, options: Sequence[str] = (), *, bid: float = 0, **begins: Any) -> Scenario:
        """A scenario ready to play, with a bid; `in_play` of its `file` are the optional rules.  Raises ConfigError,
        ValueError."""


class Declared:
    """A game of two seats.

    module: its public face, `DUEL_v0` for a game that is called `DUEL`.  scenarios: by name, the usual one first, a
    short one last; or where they are kept.  counter: a unit as views have it.  point_reward: for one point of the
    margin, in games with `reward="victory_points"`, or a function of the scenario that says it.  event_rows: events
    that a buffer holds between two decisions.  package: where its rooms are, if that is not the package of the face.
    to_scenario: `to_scenario(scenario, record)`, the position as a scenario file.  unseen: what a seat does not see
    besides the dice to come, for the page of its observations.  told: what else its `Playable` says, such as its
    `rulebook`; or game: all of that, from a module that imports no rules (`core.playable.RoomsLater`).

    A module in the package that is called as a room (`core.ruleset.Ruleset`), such as `board` or `view`, is used in the
    place of what would follow from the declarations.
    Raises ValueError for a public face that is called otherwise.
    """

    def __init__(
        self,
        module: str,
        title: str,
        rules: Rules,
        words: Words,
        scenarios: Mapping[str, Opening] | Shelved,
        drawing: Drawing | None = None,
        counter: type[Counter] = Counter,
        point_reward: float | Callable[[Scenario], float] = 0.05,
        event_rows: int = EVENT_ROWS,
        package: str = "",
        to_scenario: Callable[[Any, Any], str] | None = None,
        unseen: str = "",
        game: Playable | None = None,
        **told: Any,
    ) -> None:
        self.module, self.title, self.rules, self.words = module, title, rules, words
        self.drawing, self.counter, self._event_rows = drawing or Drawing(), counter, event_rows
        self._point_reward = point_reward if callable(point_reward) else lambda scenario: point_reward
        self.openings: Any = Openings(rules.records, scenarios) if isinstance(scenarios, Mapping) else scenarios
        self._to_scenario, self._unseen, self._told = to_scenario, unseen, told
        beside, _, self.face_name = module.rpartition(".")
        self._game, self.package = game, game.package if game else package or beside
        self.name, version, _ = self.face_name.rpartition("_v")
        if not version:
            raise ValueError(f"{module}: the public module of a game is called as the game with its version: DUEL_v0")

    @cached_property
    def game(self) -> Playable:
        """What it is, for whoever looks for one."""
        if self._game is not None:
            return self._game
        scenarios = self.openings.names()
        usual: dict[str, Any] = {
            "scenario": scenarios[0],
            "warm_up": scenarios[-1],
            "measured": Measured(lengths=dict.fromkeys(scenarios, RANDOM_GAMES)),
            "players": self.name,
        }
        return Playable(
            name=self.name,
            title=self.title,
            module=self.module,
            package=self.package,
            rooms=self.rooms,
            **(usual | self._told),
        )

    @cached_property
    def doors(self) -> Doors:
        """Its public functions."""
        records = self.rules.records
        columns, names = self.rules.seen.layouts, lambda: self.openings.words
        return Doors(self.game, self.ruleset, columns, names, len(records.places), len(records.units))

    def ruleset(self, scenario: str | Path, options: Sequence[str] = (), bid: float = 0) -> Ruleset:
        """The rules of a scenario, by its name, with optional rules and a bid.  Raises ConfigError (a ValueError) for
        another, ValueError for optional rules or bids that there are not."""
        check_scenario(scenario, options)
        if options and isinstance(self.openings, Openings):
            raise ValueError(f"options={[*options]!r}: {self.title} has no optional rules")
        return made(self._rules, scenario, tuple(options), bid)

    def position(self, scenario: str, seed: int | None = None, **begins: ArrayLike) -> Game:
        """A game that begins otherwise than the scenario: `position(scenario, hull=[1, 2])`, for tests of rules.
        Raises as `ruleset`, ValueError for a field that there is not, or a number that the field cannot have."""
        return Game(replace(self.ruleset(scenario), scenario=self.openings.ready(scenario, **begins)), seed)

    def observation_guide(self) -> str:
        """The page that explains the columns of its observations, in Markdown."""
        beginning = BEGINNING.format(title=self.title, unseen=self._unseen)
        return guide_of(beginning, self.rules.seen.layouts, lambda: self.openings.words)()

    def _rules(self, scenario: str | Path, options: tuple[str, ...], bid: float) -> Ruleset:
        records, ready = self.rules.records, self.openings.ready(scenario, options, bid=bid)
        return Ruleset(
            name=self.face_name,
            package=self.package,
            scenario=ready,
            seats=tuple(side.name.lower() for side in records.sides),
            sides=tuple(records.sides),
            options=tuple(getattr(ready.file, "in_play", ())),
            point_reward=self._point_reward(ready),
            event_rows=self._event_rows,
            die=records.die,
            made_by=partial(_made_again, self.module, found_again(scenario), options, bid),
            settings=settings_with(bid),
            rooms=self.rooms,
        )

    @cached_property
    def rooms(self) -> dict[str, Any]:
        """What stands in the place of the rooms that the package has not."""
        records = self.rules.records
        usual = {"view": SimpleNamespace(View=view_of(records, self.counter, self._to_scenario))}
        view = room(self.package, "view", usual).View
        speech = speech_of(records, self.words, view.of)
        said = speech.words
        terms: dict[str, Any] = {"ACTIONS": records.actions, "EVENT_FIELDS": records.event_columns - records.event_dice}
        terms |= {"EVENT_DICE": records.event_dice, "Phase": records.phases, "Decision": records.decisions}
        terms |= {"Option": records.options, "OPTIONS": records.first_place, "UNITS": len(records.units)}
        described = {name: getattr(said, name) for name in ("describe_decision", "describe_action")}
        return {
            "records.terms": SimpleNamespace(**terms),
            "engine": self.rules,
            "observation.columns": SimpleNamespace(LAYOUT=self.rules.seen.layouts),
            "observation.observing": self.rules,
            "observation.candidates": self.rules,
            **usual,
            "soundness": SimpleNamespace(check_soundness=checks_of(records), before_asking=before_asking),
            "words.decisions": SimpleNamespace(action_named=speech.understanding.action_meant, **described),
            "words.accounts": SimpleNamespace(happening=speech.events.happening),
            "board": SimpleNamespace(scene=scenes_of(records, self.words, self.drawing, said)),
            "speech": SimpleNamespace(SPEECH=speech),
            "offered": self.openings,
            "printed.check": self.openings,
            "game": self,
        }


def _made_again(module: str, scenario: str | Path, options: tuple[str, ...], bid: float) -> Ruleset:
    """The same rules in another process."""
    return import_module(module).GAME.ruleset(scenario, options, bid)
