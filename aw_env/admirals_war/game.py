"""Admirals' War as the faces of `core` want it: its names, compiled functions and words in one `Ruleset`."""

from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from aw_env.admirals_war.engine import ACCOUNT, advance, play_random
from aw_env.admirals_war.observation import columns
from aw_env.admirals_war.observation.writing import SIGHT, observe
from aw_env.admirals_war.printed import load
from aw_env.admirals_war.records.limits import check_record
from aw_env.admirals_war.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    NO_SUBJECT,
    PLACE_SUBJECTS,
    Decision,
    Phase,
    Power,
    Side,
    Victory,
)
from aw_env.admirals_war.soundness import before_asking, check_soundness
from aw_env.admirals_war.view import View
from aw_env.core.engine.ledger import LEDGER
from aw_env.core.rules import Ruleset

NAME = "admirals_war_v0"
SEATS = {2: tuple(side.name.lower() for side in Side), 4: tuple(power.name.lower() for power in Power)}
"""Names of the agents by the number of players, in the order of their seats."""
VICTORIES = ("team", "individual")
"""What four players may play for (§1.4)."""
EVENT_ROWS = 1024
"""Events that a buffer holds between two decisions; a few hundred are the most that happen."""
POINT_REWARD_A_TURN = 0.1
"""With `reward="victory_points"`: ten points in each turn of the game weigh as much as winning it."""
ARMOR_REWARD = 0.02
"""The same for an armor factor sunk, where no victory points are scored (the engagement scenario)."""


def ruleset(scenario: str | Path, players: int = 2, options: tuple[str, ...] = (), victory: str = "team") -> Ruleset:
    """The rules of a scenario, by its name or the path of its file.  Raises ConfigError (a ValueError)."""
    if victory not in VICTORIES:
        raise ValueError(f"victory={victory!r}: there are {' and '.join(map(repr, VICTORIES))}")
    if players not in SEATS:
        raise ValueError(f"players={players!r}: there are {' and '.join(map(str, SEATS))}")
    if isinstance(scenario, str) and Path(scenario).name == scenario and not scenario.endswith(".toml"):
        return _shipped(scenario, players, tuple(options), victory)
    return _rules(scenario, players, tuple(options), victory)


@lru_cache(maxsize=8)
def _shipped(scenario: str, players: int, options: tuple[str, ...], victory: str) -> Ruleset:
    return _rules(scenario, players, options, victory)


def _rules(name_or_path: str | Path, players: int, options: tuple[str, ...], victory: str) -> Ruleset:
    scenario = load.scenario(name_or_path, load.shipped(), players, options, victory)
    account = [(name, LEDGER[name]) for name in LEDGER.names] + ACCOUNT
    return Ruleset(
        name=NAME,
        scenario=scenario,
        players=players,
        options=options,
        victory=victory,
        seats=SEATS[players],
        sides=tuple(seat & 1 for seat in range(players)),
        n_actions=ACTIONS,
        ledger=np.dtype([*account, *SIGHT], align=True),
        account=tuple(name for name, _ in account),
        layouts=columns.LAYOUTS,
        widths=columns.WIDTHS,
        point_reward=_point_reward(scenario),
        event_shape=(EVENT_ROWS, EVENT_FIELDS + EVENT_DICE),
        advance=advance,
        observe=observe,
        play_random=play_random,
        check_record=partial(_check_record, scenario),
        before_asking=before_asking,
        informer=_informer(scenario),
        describe_action=partial(_in_words, "narrate", "describe_action", scenario),
        action_named=partial(_in_words, "understand", "action_named", scenario),
        describe_decision=partial(_in_words, "narrate", "describe_decision", scenario),
        describe_event=partial(_in_words, "accounts", "happening", scenario),
        view=partial(View, scenario),
        draw={"ansi": partial(_draw, "ansi", scenario), "rgb_array": partial(_draw, "picture", scenario)},
    )


def _check_record(scenario: load.Scenario, games: np.ndarray) -> None:
    check_record(games)
    check_soundness(scenario.books[0], scenario.templates[0], games[0])


def _point_reward(scenario: load.Scenario) -> float:
    if scenario.books["victory"][0] == Victory.HOLD_THE_AREA:
        return ARMOR_REWARD
    turns = int(scenario.books["last_turn"][0]) - int(scenario.templates["turn"][0]) + 1
    return POINT_REWARD_A_TURN / turns


def _in_words(module: str, function: str, scenario: load.Scenario, *about: Any) -> Any:
    """What is said to people, by modules that most runs never need."""
    return getattr(import_module(f"aw_env.admirals_war.words.{module}"), function)(scenario, *about)


def _draw(function: str, scenario: load.Scenario, view: View) -> Any:
    from aw_env.admirals_war import render

    return getattr(render, function)(scenario, view)


def _informer(scenario: load.Scenario) -> Callable[[np.ndarray], Callable[[], dict[str, Any]]]:
    """`info` of a decision: its kind by name, the id of the unit or place it is about (None: neither), the turn
    and the phase."""
    decision_names = [kind.name.lower() for kind in Decision]
    phase_names = [kind.name.lower() for kind in Phase]
    unit_ids = [unit.id for unit in scenario.names.units]
    place_ids = [None if place is None else place.id for place in scenario.names.places]
    subject_ids = [
        None if kind in NO_SUBJECT else place_ids if kind in PLACE_SUBJECTS else unit_ids for kind in Decision
    ]

    def informer(games: np.ndarray) -> Callable[[], dict[str, Any]]:
        decision, subject, turn, phase = (games[field] for field in ("decision", "subject", "turn", "phase"))

        def info() -> dict[str, Any]:
            kind = decision[0]
            ids = subject_ids[kind]
            return {
                "decision": decision_names[kind],
                "subject": None if ids is None else ids[subject[0]],
                "turn": int(turn[0]),
                "phase": phase_names[phase[0]],
            }

        return info

    return informer
