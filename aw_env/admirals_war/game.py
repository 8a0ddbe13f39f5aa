"""Admirals' War as the faces of `core` want it: its names, compiled functions and words in one `Ruleset`."""

from collections.abc import Mapping
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from aw_env.admirals_war.engine import ACCOUNT, advance, play_random, redraw
from aw_env.admirals_war.observation import columns
from aw_env.admirals_war.observation.candidates import write_candidates
from aw_env.admirals_war.observation.updating import SIGHT
from aw_env.admirals_war.observation.writing import observe
from aw_env.admirals_war.printed import load
from aw_env.admirals_war.records.limits import check_record
from aw_env.admirals_war.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    NO_SUBJECT,
    PLACE_SUBJECTS,
    SECRET,
    Decision,
    Phase,
    Power,
    Side,
    Victory,
)
from aw_env.admirals_war.soundness import before_asking, check_soundness
from aw_env.admirals_war.view import View, cover_the_eyes
from aw_env.core.engine.compiling import records
from aw_env.core.engine.ledger import LEDGER
from aw_env.core.fields import names_of
from aw_env.core.infos import Infos
from aw_env.core.rules import Ruleset
from aw_env.core.speech import Speech

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
    if not isinstance(scenario, str | Path):
        raise ValueError(f"scenario={scenario!r}: a name or the path of a file")
    if victory not in VICTORIES:
        raise ValueError(f"victory={victory!r}: there are {' and '.join(map(repr, VICTORIES))}")
    if isinstance(options, str):
        raise ValueError(f"options={options!r}: a list of names, as in options=[{options!r}]")
    if type(players) is not int or players not in SEATS:
        raise ValueError(f"players={players!r}: there are {' and '.join(map(str, SEATS))}")
    if _is_shipped(scenario):
        return _shipped(scenario, players, tuple(options), victory)
    return _rules(scenario, players, tuple(options), victory)


def _is_shipped(scenario: str | Path) -> bool:
    """Whether this names one of the scenarios in `configs`, and not a file."""
    return isinstance(scenario, str) and Path(scenario).name == scenario and not scenario.endswith(".toml")


@lru_cache(maxsize=8)
def _shipped(scenario: str, players: int, options: tuple[str, ...], victory: str) -> Ruleset:
    return _rules(scenario, players, options, victory)


def _rules(name_or_path: str | Path, players: int, options: tuple[str, ...], victory: str) -> Ruleset:
    scenario = load.scenario(name_or_path, load.shipped(), players, options, victory)
    source = name_or_path if _is_shipped(name_or_path) else Path(name_or_path).resolve()
    account = [(name, LEDGER[name]) for name in names_of(LEDGER)] + ACCOUNT
    return Ruleset(
        name=NAME,
        scenario=scenario,
        players=players,
        options=tuple(scenario.file.in_play),
        settings={"victory": victory},
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
        complete={columns.CANDIDATES: write_candidates},
        observe=observe,
        play_random=play_random,
        check_record=partial(_check_record, scenario),
        is_secret=partial(_is_secret, scenario),
        redraw=redraw,
        before_asking=before_asking,
        informer=_INFOS.informer,
        info_for=partial(_info_for, scenario),
        infos=_INFOS.of_all,
        info_in_words=partial(_info_in_words, scenario),
        describe_action=partial(_in_words, "narrate", "describe_action", scenario),
        action_named=partial(_in_words, "understand", "action_named", scenario),
        describe_decision=partial(_in_words, "narrate", "describe_decision", scenario),
        describe_event=partial(_in_words, "accounts", "happening", scenario),
        view=partial(View, scenario),
        draw={"ansi": partial(_draw, "ansi", scenario), "rgb_array": partial(_draw, "picture", scenario)},
        scene=partial(_draw, "scene", scenario),
        speech=_speech,
        made_by=partial(ruleset, source, players, options, victory),
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


def _speech() -> Speech:
    from aw_env.admirals_war import speech

    return speech.SPEECH


def _draw(function: str, scenario: load.Scenario, view: View) -> Any:
    from aw_env.admirals_war import render

    return getattr(render, function)(scenario, view)


_INFOS = Infos(np.array([kind not in NO_SUBJECT for kind in Decision]))


def _info_for(scenario: load.Scenario, games: np.ndarray, seat: int) -> dict[str, int]:
    """See `core.rules.Ruleset.info_for`."""
    seen = records(games.dtype, 1)
    seen[:1] = games[:1]
    cover_the_eyes(scenario.books, seen, seat)
    return _INFOS.informer(seen)()


def _is_secret(scenario: load.Scenario, games: np.ndarray, seat: int) -> bool:
    """See `core.rules.Ruleset.is_secret`."""
    return _info_for(scenario, games, seat)["decision"] in SECRET


def _info_in_words(scenario: load.Scenario, info: Mapping[str, int]) -> dict[str, Any]:
    """See `core.rules.Ruleset.info_in_words`."""
    decision, subject = Decision(info["decision"]), info["subject"]
    return {
        **info,
        "phase": Phase(info["phase"]).name.lower(),
        "decision": decision.name.lower(),
        "subject": None if subject < 0 else _subject_id(scenario, decision, subject),
    }


def _subject_id(scenario: load.Scenario, decision: Decision, subject: int) -> str:
    names = scenario.names
    return names.place(subject).id if decision in PLACE_SUBJECTS else names.units[subject].id
