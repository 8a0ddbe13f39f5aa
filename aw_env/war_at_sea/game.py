"""War at Sea as the faces of `core` want it: its names, compiled functions and words in one `Ruleset`."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from aw_env.core.engine.ledger import LEDGER
from aw_env.core.fields import names_of
from aw_env.core.infos import Infos
from aw_env.core.rules import Ruleset
from aw_env.core.speech import Speech
from aw_env.war_at_sea.engine import advance, play_random, redraw
from aw_env.war_at_sea.observation import columns
from aw_env.war_at_sea.observation.candidates import write_candidates
from aw_env.war_at_sea.observation.updating import SIGHT
from aw_env.war_at_sea.observation.writing import observe
from aw_env.war_at_sea.printed import load
from aw_env.war_at_sea.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    NO_SUBJECT,
    PLACE_SUBJECTS,
    Decision,
    Phase,
    Side,
)
from aw_env.war_at_sea.soundness import before_asking, check_soundness
from aw_env.war_at_sea.view import View, seen_by

NAME = "war_at_sea_v0"
SEATS = tuple(side.name.lower() for side in Side)
"""Names of the agents, in the order of their seats."""
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
POINT_REWARD_A_TURN = 0.1
"""With `reward="victory_points"`: ten points in each turn of the game weigh as much as winning it."""


def ruleset(scenario: str | Path, options: Sequence[str] = ()) -> Ruleset:
    """The rules of a scenario, by its name or the path of its file.  Raises ConfigError (a ValueError)."""
    if not isinstance(scenario, str | Path):
        raise ValueError(f"scenario={scenario!r}: a name or the path of a file")
    if isinstance(options, str):
        raise ValueError(f"options={options!r}: a list of names, as in options=[{options!r}]")
    if _is_shipped(scenario):
        return _shipped(str(scenario), tuple(options))
    return _rules(scenario, tuple(options))


def _is_shipped(scenario: str | Path) -> bool:
    """Whether this names one of the scenarios in `configs`, and not a file."""
    return isinstance(scenario, str) and Path(scenario).name == scenario and not scenario.endswith(".toml")


@lru_cache(maxsize=8)
def _shipped(scenario: str, options: tuple[str, ...]) -> Ruleset:
    return _rules(scenario, options)


def _rules(name_or_path: str | Path, options: tuple[str, ...]) -> Ruleset:
    scenario = load.scenario(name_or_path, options)
    source = name_or_path if _is_shipped(name_or_path) else Path(name_or_path).resolve()
    turns = int(scenario.books["last_turn"][0]) - int(scenario.templates["turn"][0]) + 1
    return Ruleset(
        name=NAME,
        scenario=scenario,
        players=len(SEATS),
        options=tuple(scenario.file.in_play),
        settings={},
        seats=SEATS,
        sides=tuple(Side),
        n_actions=ACTIONS,
        ledger=np.dtype([*((name, LEDGER[name]) for name in names_of(LEDGER)), *SIGHT], align=True),
        account=names_of(LEDGER),
        layouts=columns.LAYOUTS,
        widths=columns.WIDTHS,
        point_reward=POINT_REWARD_A_TURN / turns,
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
        made_by=partial(ruleset, source, options),
    )


_INFOS = Infos(np.array([kind not in NO_SUBJECT for kind in Decision]))


def _check_record(scenario: load.Scenario, games: np.ndarray) -> None:
    check_soundness(scenario.books[0], scenario.templates[0], games)


def _in_words(module: str, function: str, scenario: load.Scenario, *about: Any) -> Any:
    """What is said to people, by modules that most runs never need."""
    return getattr(import_module(f"aw_env.war_at_sea.words.{module}"), function)(scenario, *about)


def _speech() -> Speech:
    from aw_env.war_at_sea import speech

    return speech.SPEECH


def _draw(function: str, scenario: load.Scenario, view: View) -> Any:
    from aw_env.war_at_sea import render

    return getattr(render, function)(scenario, view)


def _info_for(scenario: load.Scenario, games: np.ndarray, seat: int) -> dict[str, int]:
    """See `core.rules.Ruleset.info_for`."""
    return _INFOS.informer(seen_by(scenario.books, games, seat))()


def _is_secret(scenario: load.Scenario, games: np.ndarray, seat: int) -> bool:
    """See `core.rules.Ruleset.is_secret`."""
    return _info_for(scenario, games, seat)["decision"] == Decision.SECRET_MOVEMENT


def _info_in_words(scenario: load.Scenario, info: Mapping[str, int]) -> dict[str, Any]:
    """See `core.rules.Ruleset.info_in_words`."""
    decision, subject = Decision(info["decision"]), info["subject"]
    names = scenario.names.places if decision in PLACE_SUBJECTS else scenario.names.units
    return {
        **info,
        "phase": Phase(info["phase"]).name.lower(),
        "decision": decision.name.lower(),
        "subject": None if subject < 0 else names[subject].id,
    }
