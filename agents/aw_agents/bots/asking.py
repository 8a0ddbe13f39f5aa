"""What a bot is told of a decision: all of it from the view of the seat that is asked."""

import base64
from collections.abc import Collection, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from aw_agents.bots.messages import Asked
from aw_env.core.declare.fields import YES_OR_NO
from aw_env.core.engine.compiling import records
from aw_env.core.ruleset import Ruleset
from aw_env.games import playing

LAYOUTS = {"observation": "summary", "candidates": "candidates"}
"""The layouts of observations, by the wish for them."""


class Position:
    """A game that waits for a decision, as the seat to act may see it; the view is made when it is needed.

    games: an array whose first record is the game.  view: the seat's view of it, if there is one.
    """

    def __init__(self, rules: Ruleset, games: np.ndarray, mask: np.ndarray, view: Any = None) -> None:
        self.rules, self.games, self.mask = rules, games, mask
        if view is not None:
            self.view = view

    @classmethod
    def of_view(cls, rules: Ruleset, view: Any, mask: np.ndarray) -> "Position":
        """What a view is of."""
        games = records(view.record.dtype, 1)
        games[0] = view.record
        return cls(rules, games, mask, view)

    @cached_property
    def view(self) -> Any:
        """The view of the seat to act."""
        return self.rules.view(self.games, int(self.games["seat"][0]))


def asked(
    position: Position, game: int, number: int, wants: Collection[str], events: Sequence[str] | None = None,
    left: float | None = None,
) -> Asked:  # fmt: skip
    """What a bot with such wishes is told of a decision."""
    rules, games = position.rules, position.games
    legal = np.flatnonzero(position.mask).tolist()
    info = rules.info_in_words(rules.informer(games)())
    layouts = [(wish, layout) for wish, layout in LAYOUTS.items() if wish in wants]
    told: dict[str, Any] = {wish: in_base64(observed(rules, games, layout)) for wish, layout in layouts}
    if "words" in wants:
        told["question"] = rules.describe_decision(position.view)
        told["words"] = [rules.describe_action(position.view, action) for action in legal]
    if "events" in wants and events is not None:
        told["events"] = list(events)
    if "view" in wants:
        told["view"] = view_in_json(position.view)
    if "record" in wants:
        told["record"] = in_base64(position.view.record)
    return Asked(
        game=game, number=number, legal=legal, turn=info["turn"], phase=info["phase"].lower(),
        decision=info["decision"].lower(), subject=info["subject"], left=left, **told,
    )  # fmt: skip


def observed(rules: Ruleset, games: np.ndarray, layout: str) -> np.ndarray:
    """int16 `(columns,)`: what the seat to act sees of `games[0]`."""
    seen = np.zeros(rules.widths[layout], np.int16)
    rules.observe(rules.scenario.books, games, 0, int(games["seat"][0]), rules.layouts[layout], seen)
    return seen


def in_base64(array: Any) -> str:
    """The bytes of numbers."""
    return base64.b64encode(np.asarray(array).tobytes()).decode()


def view_in_json(view: Any) -> dict[str, Any]:
    """What a seat may know, by the names of the fields: numbers, or words where a number stands for one."""
    of_units = {*view.fields_of_units}
    told = {field.name: _in_words(view.field(field.name), field.values) for field in view.state
            if field.name not in of_units}  # fmt: skip
    units = [
        {"id": unit.id, "name": unit.name, **{name: _plain(getattr(unit, name)) for name in of_units - {"place"}},
         "place": unit.place}
        for unit in view.units
    ]  # fmt: skip
    return {**told, "units": units}


def _in_words(numbers: np.ndarray, values: Any) -> Any:
    if values == YES_OR_NO:
        return numbers.astype(bool).tolist()
    if values.members is not None and numbers.ndim < 2:
        members = {int(member): member.name.lower() for member in values.members}
        named = [members.get(number, number) for number in numbers.ravel().tolist()]
        return named if numbers.ndim else named[0]
    return numbers.tolist()


def _plain(value: Any) -> Any:
    return value.name.lower() if isinstance(value, IntEnum) else value


@lru_cache(maxsize=16)
def _usual_rules(ruleset: str) -> Ruleset:
    game = playing(ruleset)
    return game.ruleset(game.scenario)


def rules_of(ruleset: str, scenario: Any) -> Ruleset:
    """The rules of a game, for a scenario that a view is of."""
    return replace(_usual_rules(ruleset), scenario=scenario)
