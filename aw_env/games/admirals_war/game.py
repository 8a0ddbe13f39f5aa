"""Admirals' War as the faces of `core` want it: its names, compiled functions and words in one `Ruleset`."""

from functools import lru_cache, partial
from pathlib import Path

import numpy as np

from aw_env.core.arguments import check_scenario, is_a_name
from aw_env.core.declare.fields import names_of
from aw_env.core.engine.compiling import records
from aw_env.core.engine.ledger import LEDGER
from aw_env.core.later import later
from aw_env.core.ruleset import Ruleset
from aw_env.core.said.speech import Speech
from aw_env.core.seen.infos import Info, Infos
from aw_env.games.admirals_war.engine import ACCOUNT, advance, play_random, redraw
from aw_env.games.admirals_war.observation import columns
from aw_env.games.admirals_war.observation.candidates import write_candidates
from aw_env.games.admirals_war.observation.observing import observe
from aw_env.games.admirals_war.observation.updating import SIGHT
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.limits import check_record
from aw_env.games.admirals_war.records.terms import (
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
from aw_env.games.admirals_war.soundness import before_asking, check_soundness
from aw_env.games.admirals_war.view import View, cover_the_eyes
from aw_env.naval.dice import DIE

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
    check_scenario(scenario, options)
    if victory not in VICTORIES:
        raise ValueError(f"victory={victory!r}: there are {' and '.join(map(repr, VICTORIES))}")
    if type(players) is not int or players not in SEATS:
        raise ValueError(f"players={players!r}: there are {' and '.join(map(str, SEATS))}")
    if is_a_name(scenario):
        return _shipped(scenario, players, tuple(options), victory)
    return _rules(scenario, players, tuple(options), victory)


@lru_cache(maxsize=8)
def _shipped(scenario: str, players: int, options: tuple[str, ...], victory: str) -> Ruleset:
    return _rules(scenario, players, options, victory)


def _rules(name_or_path: str | Path, players: int, options: tuple[str, ...], victory: str) -> Ruleset:
    scenario = load.scenario(name_or_path, load.shipped(), players, options, victory)
    source = name_or_path if is_a_name(name_or_path) else Path(name_or_path).resolve()
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
        scale=columns.scale,
        point_reward=_point_reward(scenario),
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
        describe_action=later("aw_env.games.admirals_war.words.narrate", "describe_action", scenario),
        action_named=later("aw_env.games.admirals_war.words.understand", "action_named", scenario),
        describe_decision=later("aw_env.games.admirals_war.words.narrate", "describe_decision", scenario),
        describe_event=later("aw_env.games.admirals_war.words.accounts", "happening", scenario),
        view=partial(View, scenario),
        scene=later("aw_env.games.admirals_war.board", "scene", scenario),
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


def _speech() -> Speech:
    from aw_env.games.admirals_war import speech

    return speech.SPEECH


_INFOS = Infos(Decision, Phase, NO_SUBJECT, PLACE_SUBJECTS)


def _info_for(scenario: load.Scenario, games: np.ndarray, seat: int) -> Info:
    """See `core.ruleset.Ruleset.info_for`."""
    seen = records(games.dtype, 1)
    seen[:1] = games[:1]
    cover_the_eyes(scenario.books, seen, seat)
    return _INFOS.informer(seen)()


def _is_secret(scenario: load.Scenario, games: np.ndarray, seat: int) -> bool:
    """See `core.ruleset.Ruleset.is_secret`."""
    return _info_for(scenario, games, seat)["decision"] in SECRET
