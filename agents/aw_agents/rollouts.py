"""Playing on for every seat: what a search asks of a game's compiled rules.

A game's agents have a module `rollouts` with its rules, a `Pilot`, the compiled entry points made of them, apart from
those of other players, so that who meets no search does not compile them, and its `Searchable`
(`aw_agents.search.searchable` finds it).
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np

from aw_agents.luck import ALIKE, MOST_EVENTS, Occasions, count_luck
from aw_agents.networks.candidate_network import CandidateNetwork, chosen
from aw_agents.networks.corrections import Corrections, put_right
from aw_agents.networks.valuation import POINT_OF_LEAD
from aw_agents.officer_play import sizes
from aw_env.core.declare.columns import Layouts
from aw_env.core.declare.decisions import Decisions
from aw_env.core.engine.compiling import compiled, rule_with_arrays
from aw_env.core.engine.dice import TALLIES, key_dice, seed_generator
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.events import HEADER
from aw_env.core.engine.ledger import IN_TURN
from aw_env.core.engine.masks import clear, random_legal
from aw_env.core.engine.sets import has

OFFICERS, RANDOM, LEARNED = range(3)
"""Who plays on: the staff officer, chance, or a learned agent."""
TO_THE_END = 100
"""Turns after which every game is over."""
NO_ACTION = -1


class Pilot(NamedTuple):
    """The rules with which games of one kind are played on."""

    take: Any
    """`take(book, game, action, mask, events)`: carries out an answer; the mask is then of the next decision."""
    fill_mask: Any
    """`fill_mask(book, game, mask)`."""
    choose: Any
    """`choose(book, game, doctrine, mask)`: the officer's answer."""
    show: Any
    """`show(book, game, mask, observation, sight)`: what the seat that is asked sees, in the layout "candidates"."""
    imagine: Any
    """`imagine(book, game, seat)`: puts in place of what a seat does not know something that may be, with the game's
    generator."""
    worth: Any
    """`worth(book, game, seat, valuation, observation)`: what the game is worth to a seat; see `play_on`."""
    sides: Any = IN_TURN
    """Side of each seat, 0 or 1."""
    occasions: Occasions = ALIKE
    """What is known of events whose dice are counted."""


class OfficersMind(NamedTuple):
    """Who plays on without having learned: one or more pairings of players, of which a rollout's seed draws one."""

    policies: np.ndarray
    """int8, `(pairings, sides)`: `OFFICERS` or `RANDOM`."""
    doctrines: np.ndarray
    """The officers', `(pairings, sides)`."""


class NetworksMind(NamedTuple):
    """The same with a learned agent among them, which gives the answer that it likes best."""

    policies: np.ndarray
    """As in `OfficersMind`; `LEARNED` is the agent."""
    doctrines: np.ndarray
    """As there."""
    weights: CandidateNetwork
    observation: np.ndarray
    """int16, `(columns,)`: room for an observation of the layout "candidates", 0 at first."""
    sights: np.ndarray
    """`(1,)`: the line of the game's `SIGHT` that goes with it, 0 at first."""


class CorrectedMind(NamedTuple):
    """The same with an officer among them whom networks put right."""

    policies: np.ndarray
    """As in `OfficersMind`; `LEARNED` is he."""
    doctrines: np.ndarray
    """As there."""
    corrections: Corrections
    observation: np.ndarray
    """As in `NetworksMind`."""
    sights: np.ndarray
    """As there."""


def officers_mind(doctrines: np.ndarray) -> OfficersMind:
    """The officer at every seat, with these doctrines, `(pairings, sides)`."""
    return OfficersMind(np.full(doctrines.shape, OFFICERS, np.int8), doctrines)


@dataclass(frozen=True)
class Searchable:
    """A game as a search sees it."""

    actions: int
    """Size of its vocabulary of actions."""
    kinds: type[Decisions]
    """Its kinds of decisions."""
    searched: frozenset[IntEnum]
    """Those that are searched unless others are named."""
    play_to_a_search: Callable[..., int]
    """Compiled: `play_to_a_search(books, games, i, action, plays, mask, kinds, mind)`, see `answer_until`."""
    roll_out: Callable[..., None]
    """Compiled: `roll_out(books, copies, seat, actions, seeds, values, turns, mind, valuation, chances, lucks)`, see
    `play_on`: by an `OfficersMind`."""
    roll_out_learned: Callable[..., None]
    """The same by a `NetworksMind`."""
    roll_out_corrected: Callable[..., None]
    """The same by a `CorrectedMind`."""
    sides: tuple[int, ...] = IN_TURN
    """Side of each seat, 0 or 1."""
    occasions: Occasions = ALIKE
    """What is known of events whose dice are counted."""
    turns: int = 1
    """To the end of how many turns a rollout is played where nothing is said."""
    value: str = "shipped"
    """What a position is worth where a rollout ends before the game, where nothing is said
    (`search.settings.SearchSettings`)."""
    point: float = POINT_OF_LEAD
    """What a point of lead counts beside a game won where neither a valuation nor the settings say."""


@rule_with_arrays
def officers_answer(pilot, book, game, mind, pairing, mask):
    """What the officer answers, or chance."""
    if mind.policies[pairing, pilot.sides[game.seat]] == RANDOM:
        return random_legal(mask, game.generator)
    return pilot.choose(book, game, mind.doctrines[pairing, pilot.sides[game.seat]], mask)


@rule_with_arrays
def networks_answer(pilot, book, game, mind, pairing, mask):
    """What a learned agent is likeliest to answer, or what the officer or chance does in its place."""
    if mind.policies[pairing, pilot.sides[game.seat]] != LEARNED:
        return officers_answer(pilot, book, game, mind, pairing, mask)
    pilot.show(book, game, mask, mind.observation, mind.sights[0])
    return chosen(mind.weights, mind.observation, mask, True, game.generator)


@rule_with_arrays
def corrected_answer(pilot, book, game, mind, pairing, mask):
    """What an officer answers whom networks put right, or what the officer or chance does in his place."""
    answer = officers_answer(pilot, book, game, mind, pairing, mask)
    if mind.policies[pairing, pilot.sides[game.seat]] != LEARNED:
        return answer
    return put_right(mind.corrections, pilot.show, book, game, mask, mind.observation, mind.sights[0], answer)


@rule_with_arrays
def answer_until(pilot, books, games, i, action, plays, mask, kinds, mind, unheard):
    """Carry out `action` (`NO_ACTION`: none) in game `i`, and let the officer answer for the seats held until one of
    them is asked for a decision of one of the `kinds`, a set.

    plays: int8 `(len(games), seats)`, 1 where the seat of the game is held.  mask: int8 `(actions,)`, which then holds
    the legal answers.  mind: the officer's, of one pairing.  unheard: room for events.  Returns the officer's answer;
    `NO_ACTION` when the game is over or waits for another seat.
    """
    book, game = books[0], games[i]
    if action != NO_ACTION:
        pilot.take(book, game, action, mask, unheard)
    elif game.over == 0:
        clear(mask)
        pilot.fill_mask(book, game, mask)
    while game.over == 0 and plays[i, game.seat] == 1:
        answer = officers_answer(pilot, book, game, mind, 0, mask)
        if has(kinds, game.decision):
            return answer
        pilot.take(book, game, answer, mask, unheard)
    return NO_ACTION


@rule_with_arrays
def take_and_count(pilot, book, game, action, mask, events, chances, luck):
    """Carry out an answer, and count what dice have given (`luck.count_luck`)."""
    events[HEADER, 0] = 0
    pilot.take(book, game, action, mask, events)
    if luck.size:
        count_luck(chances, pilot.occasions, book, game, events, luck)


@rule_with_arrays
def play_on(
    pilot, answer, books, copies, seat, actions, seeds, values, turns, mind, valuation, mask, observation, events,
    tallies, chances, lucks,
):  # fmt: skip
    """Answer the decision of every copy and play on for all seats to the end of so many turns, the one that is played
    the first of them.

    copies: of one game, `(n,)`, as its record is or as a view of the seat has it; they are played.  seat: who is asked,
    and for whom `values`, float64 `(n,)`, are written.  actions: int64 `(n,)`.  seeds: int64 `(n,)`, 0 or more, of all
    that the seat does not know: the dice to come, the secrets of others, and which pairing of `mind` plays on.  Dice
    are keyed: copies with one seed meet the same luck wherever they do not differ.  answer, mind: who plays on,
    `officers_answer` with an `OfficersMind`, `networks_answer` with a `NetworksMind` or `corrected_answer` with a
    `CorrectedMind`.  valuation: what positions are worth that are not the end of a game.  mask, observation, events,
    tallies: room for legal answers, a summary, events, and `key_dice`.  lucks: float64 `(n, sums, 2)`, 0 at first, for
    what dice gave each side beyond what `chances` let expect (`count_luck`), `(n, 0, 2)` where nobody asks.
    """
    book, pairings = books[0], mind.policies.shape[0]
    for k in range(copies.size):
        game = copies[k]
        seed_generator(game.generator, seeds[k])
        game.scripted = 0
        game.scripted_used = 0
        pilot.imagine(book, game, seat)
        until, pairing = game.turn + turns, seeds[k] % pairings
        tallies[:] = 0
        key_dice(game, seeds[k], tallies)
        take_and_count(pilot, book, game, actions[k], mask, events, chances, lucks[k])
        while game.over == 0 and game.turn < until:
            action = answer(pilot, book, game, mind, pairing, mask)
            key_dice(game, seeds[k], tallies)
            take_and_count(pilot, book, game, action, mask, events, chances, lucks[k])
        values[k] = pilot.worth(book, game, seat, valuation, observation)


# --- the entry points of a game, of which each has its own -----------------------------------------------------------

PILOT: Any = None
ACTIONS = EVENT = WIDTH = 0
"""Its rules; sizes of its vocabulary, of an event and of a summary."""


class EntryPoints(NamedTuple):
    """Those of a game, for its `Searchable`."""

    play_to_a_search: Any
    roll_out: Any
    roll_out_learned: Any
    roll_out_corrected: Any


def entry_points(module: str, pilot: Pilot, terms: ModuleType, layouts: Layouts) -> EntryPoints:
    """Those of a game.  module: where they belong.  terms: of its records."""
    names = {"PILOT": pilot, **sizes(terms), "WIDTH": layouts.widths["summary"]}
    functions = (_play_to_a_search, _roll_out, _roll_out_learned, _roll_out_corrected)
    return EntryPoints(*(compiled(belonging_to(module, function, **names)) for function in functions))


def _play_to_a_search(books, games, i, action, plays, mask, kinds, mind):
    """See `answer_until`."""
    unheard = np.zeros((1, EVENT), np.int16)
    return answer_until(PILOT, books, games, i, action, plays, mask, kinds, mind, unheard)


def _roll_out(books, copies, seat, actions, seeds, values, turns, mind, valuation, chances, lucks):
    """See `play_on`; by an `OfficersMind`."""
    mask, observation, tallies = np.zeros(ACTIONS, np.int8), np.zeros(WIDTH, np.int16), np.zeros(TALLIES, np.int32)
    events = np.zeros((MOST_EVENTS if lucks.size else 1, EVENT), np.int16)
    play_on(
        PILOT, officers_answer, books, copies, seat, actions, seeds, values, turns, mind, valuation, mask, observation,
        events, tallies, chances, lucks,
    )  # fmt: skip


def _roll_out_learned(books, copies, seat, actions, seeds, values, turns, mind, valuation, chances, lucks):
    """See `play_on`; by a `NetworksMind`."""
    mask, observation, tallies = np.zeros(ACTIONS, np.int8), np.zeros(WIDTH, np.int16), np.zeros(TALLIES, np.int32)
    events = np.zeros((MOST_EVENTS if lucks.size else 1, EVENT), np.int16)
    play_on(
        PILOT, networks_answer, books, copies, seat, actions, seeds, values, turns, mind, valuation, mask, observation,
        events, tallies, chances, lucks,
    )  # fmt: skip


def _roll_out_corrected(books, copies, seat, actions, seeds, values, turns, mind, valuation, chances, lucks):
    """See `play_on`; by a `CorrectedMind`."""
    mask, observation, tallies = np.zeros(ACTIONS, np.int8), np.zeros(WIDTH, np.int16), np.zeros(TALLIES, np.int32)
    events = np.zeros((MOST_EVENTS if lucks.size else 1, EVENT), np.int16)
    play_on(
        PILOT, corrected_answer, books, copies, seat, actions, seeds, values, turns, mind, valuation, mask, observation,
        events, tallies, chances, lucks,
    )  # fmt: skip
