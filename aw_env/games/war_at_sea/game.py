"""War at Sea as the faces of `core` want it: its names, compiled functions and words in one `Ruleset`."""

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from aw_env.core.arguments import check_scenario, is_a_name
from aw_env.core.declare.fields import names_of
from aw_env.core.engine.ledger import LEDGER
from aw_env.core.later import later
from aw_env.core.ruleset import Ruleset
from aw_env.core.said.speech import Speech
from aw_env.core.seen.infos import Info, Infos
from aw_env.games.war_at_sea.engine import advance, play_random, redraw
from aw_env.games.war_at_sea.observation import columns
from aw_env.games.war_at_sea.observation.candidates import write_candidates
from aw_env.games.war_at_sea.observation.observing import observe
from aw_env.games.war_at_sea.observation.updating import SIGHT
from aw_env.games.war_at_sea.printed import load
from aw_env.games.war_at_sea.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    NO_SUBJECT,
    PLACE_SUBJECTS,
    Decision,
    Phase,
    Side,
)
from aw_env.games.war_at_sea.soundness import before_asking, check_soundness
from aw_env.games.war_at_sea.view import View, seen_by
from aw_env.naval.dice import DIE

NAME = "war_at_sea_v0"
SEATS = tuple(side.name.lower() for side in Side)
"""Names of the agents, in the order of their seats."""
EVENT_ROWS = 512
"""Events that a buffer holds between two decisions."""
POINT_REWARD_A_TURN = 0.1
"""With `reward="victory_points"`: ten points in each turn of the game weigh as much as winning it."""


def ruleset(scenario: str | Path, options: Sequence[str] = ()) -> Ruleset:
    """The rules of a scenario, by its name or the path of its file.  Raises ConfigError (a ValueError)."""
    check_scenario(scenario, options)
    if is_a_name(scenario):
        return _shipped(str(scenario), tuple(options))
    return _rules(scenario, tuple(options))


@lru_cache(maxsize=8)
def _shipped(scenario: str, options: tuple[str, ...]) -> Ruleset:
    return _rules(scenario, options)


def _rules(name_or_path: str | Path, options: tuple[str, ...]) -> Ruleset:
    scenario = load.scenario(name_or_path, options)
    source = name_or_path if is_a_name(name_or_path) else Path(name_or_path).resolve()
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
        scale=columns.scale,
        point_reward=POINT_REWARD_A_TURN / turns,
        event_shape=(EVENT_ROWS, EVENT_FIELDS + EVENT_DICE),
        advance=advance,
        complete={columns.CANDIDATES: write_candidates},
        observe=observe,
        play_random=play_random,
        check_record=partial(_check_record, scenario),
        is_secret=partial(_is_secret, scenario),
        redraw=redraw,
        die=DIE,
        before_asking=before_asking,
        informer=_INFOS.informer,
        info_for=partial(_info_for, scenario),
        infos=_INFOS.of_all,
        info_in_words=partial(_INFOS.in_words, scenario.names),
        describe_action=later("aw_env.games.war_at_sea.words.narrate", "describe_action", scenario),
        action_named=later("aw_env.games.war_at_sea.words.understand", "action_named", scenario),
        describe_decision=later("aw_env.games.war_at_sea.words.narrate", "describe_decision", scenario),
        describe_event=later("aw_env.games.war_at_sea.words.accounts", "happening", scenario),
        view=partial(View, scenario),
        scene=later("aw_env.games.war_at_sea.board", "scene", scenario),
        speech=_speech,
        made_by=partial(ruleset, source, options),
    )


_INFOS = Infos(Decision, Phase, NO_SUBJECT, PLACE_SUBJECTS)


def _check_record(scenario: load.Scenario, games: np.ndarray) -> None:
    check_soundness(scenario.books[0], scenario.templates[0], games)


def _speech() -> Speech:
    from aw_env.games.war_at_sea import speech

    return speech.SPEECH


def _info_for(scenario: load.Scenario, games: np.ndarray, seat: int) -> Info:
    """See `core.ruleset.Ruleset.info_for`."""
    return _INFOS.informer(seen_by(scenario.books, games, seat))()


def _is_secret(scenario: load.Scenario, games: np.ndarray, seat: int) -> bool:
    """See `core.ruleset.Ruleset.is_secret`."""
    return _info_for(scenario, games, seat)["decision"] == Decision.SECRET_MOVEMENT
