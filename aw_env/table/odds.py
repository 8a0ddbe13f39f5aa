"""What may come of an answer, or of orders, told before they are given: a battle calculator for every game.

It plays on, again and again, from positions that the seat cannot tell from its own: what it does not know is drawn anew
(`Game.clone(reseed, seat)`), so that nothing is told by it.  Dice are keyed (`core.engine.dice.key_dice`): all that is
compared meets the same luck wherever it does not differ.  The staff officer answers for all seats, until the battle is
over or, where none is fought, the turn.
"""

import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.engine.dice import TALLIES
from aw_env.core.faces.game import Game
from aw_env.core.players import begin, load, player_names
from aw_env.core.said.wording import UnknownWords, first_few, so_many, verb_of
from aw_env.games import playing
from aw_env.table.in_turn import InTurn, words_of
from aw_env.table.levels import WITHOUT_MEASUREMENTS
from aw_env.table.orders import Orders
from aw_env.table.phrases import Phrase, parted
from aw_env.table.session import Session
from aw_env.table.table import Table, answer_of, step_of

FEWEST, MOST_TRIALS = 4, 60
"""Trials of each line of play: the first is made whatever time it takes, the others while there is time."""
MOST_LINES = 6
"""Answers that are compared at once."""
MOST_DECISIONS = 2000
"""Decisions of a trial, after which it is taken as it stands."""
SECONDS = 4.0
"""For all trials, where a person waits at a terminal."""
MOST_LOST = 3
"""Units that are named as lost most often."""
FIRST_SEED = 7_301_117
"""The seed of the first trial: always the same ones, which tell nothing of the game's own dice."""


class Line(NamedTuple):
    """A line of play.  words: what the seat does.  orders: to units in this step.  in_turn: answers to the question and
    to those of its kind that follow.  Without either `action` answers."""

    words: str
    action: int | None = None
    orders: Orders | None = None
    in_turn: InTurn | None = None


class Trial(NamedTuple):
    """What one trial has come to.  points: of the seat's side, and what it would score if the turn ended then, above
    those of the enemy, less what it is now.  own, enemy: names of units lost."""

    points: float
    own: frozenset[str]
    enemy: frozenset[str]


@dataclass(frozen=True)
class Odds:
    """What comes of a line of play.

    points: on average; error: its standard error.  own, enemy: units lost on average.  often: units that are lost most
    often, each with its side's title and how often.
    """

    words: str
    trials: int
    points: float
    error: float
    own: float
    enemy: float
    often: tuple[tuple[str, str, float], ...]


@dataclass(frozen=True)
class Prospects:
    """Lines of play, compared.  until: what is played on to, in words.  left_out: answers that are not compared."""

    until: str
    lines: tuple[Odds, ...]
    left_out: int = 0

    def in_words(self) -> list[str]:
        """A line for each."""
        told = [f"{line.words}: {in_words(line)}" for line in self.lines]
        others = f"{so_many(self.left_out, 'other choice')} {verb_of(self.left_out > 1, 'are')} not compared"
        more = [f"{others}: name {'them' if self.left_out > 1 else 'it'}"] if self.left_out else []
        head = f"Until {self.until}, as the staff officer plays on for both sides, {self.lines[0].trials} times:"
        return [head, *told, *more]


def in_words(line: Odds) -> str:
    """What comes of a line of play: "you lose 1.2, the enemy 2.5 (Akagi 60%); points +0.8 ± 0.4"."""
    often = ", ".join(f"{name} {100 * share:.0f}%" for name, _, share in line.often)
    lost = f"you lose {line.own:.1f}, the enemy {line.enemy:.1f}" + (f" ({often})" if often else "")
    return f"{lost}; points {line.points + 0.0:+.1f} ± {line.error:.1f}"


def officer(game: Game) -> Any:
    """Who answers in trials: a quick player that every game has."""
    group = playing(game.rules.name).players
    name = next(name for name in WITHOUT_MEASUREMENTS if name in player_names(group))
    player = load(name, group)
    begin(player, 1, 0)
    return player


# --- what is asked ------------------------------------------------------------------------------------------------


def of_line(session: Session, words: str, seconds: float) -> Prospects:
    """What comes of the choices of the question; of those that are named, parted by commas, or, with "if" before them,
    of these one after another; or of orders to units, beside what the officer would do.  Raises UnknownWords."""
    game, before, words = session.game, *_without_if(words)
    if not words:
        return of_choices(game, game.legal_actions(), seconds)
    if before and (line := _in_turn(session, words)) is not None:
        return compared(game, [line, Line(AS_THE_OFFICER)], seconds)
    try:
        return of_choices(game, [game.action_named(name) for name in words.split(",") if name.strip()], seconds)
    except UnknownWords as no_choice:
        return _of_orders(session, words, no_choice, seconds)


def _without_if(words: str) -> tuple[bool, str]:
    """Whether "if" stands before words, and the words without it."""
    words = words.strip()
    return words.startswith("if "), words.removeprefix("if ").strip()


def _in_turn(session: Session, words: str) -> Line | None:
    """The answers that words are to questions of one kind, one after another; None where they are none.  Raises
    UnknownWords for one that is no choice, as far as the seat can know."""
    try:
        meant = session.understand(words)
    except UnknownWords:
        return None
    if not isinstance(meant, InTurn):
        return None
    first = meant.copy()
    trial = session.game.clone(FIRST_SEED, session.game.seat)
    while first.goes_on(trial) and first.is_for(trial):
        trial.apply(first.answer(trial))
    return Line(", ".join([*first.given, *words_of(first.left)]), in_turn=meant)


def _of_orders(session: Session, words: str, no_choice: UnknownWords, seconds: float) -> Prospects:
    """What comes of orders to units, with those that wait already."""
    trial = Session(Table(session.game.clone(), {}))
    trial.begin_question()
    trial.orders.waiting |= session.orders.waiting
    trial.orders.words |= session.orders.words
    able: list[str] = []
    for order in parted(words):
        meant = trial.understand(order)
        if not isinstance(meant, Phrase):
            raise no_choice
        given = trial.give(meant)
        if given.unable:
            raise UnknownWords("; ".join(f"{', '.join(names)}: {why}" for why, names in given.unable.items()))
        able += [f"{first_few(names)}: {what}" for what, names in given.able.items()]
    lines = [Line("; ".join(able), orders=trial.orders), Line(AS_THE_OFFICER)]
    return compared(session.game, lines, seconds)


AS_THE_OFFICER = "as the staff officer would"


def of_choices(game: Game, actions: Sequence[int], seconds: float) -> Prospects:
    """What comes of some answers to the question: of many the officer's and the first ones, of one beside his."""
    view, wanted, left_out = game.view(game.seat), list(dict.fromkeys(actions)), 0
    if len(wanted) == 1 or len(wanted) > MOST_LINES:
        best = answer_of(officer(game), game)
        others = [action for action in wanted if action != best]
        left_out = max(0, len(others) + 1 - MOST_LINES)
        wanted = [best, *others][:MOST_LINES]
    describe = game.rules.speech().words.describe_briefly
    return compared(game, [Line(describe(view, action), action) for action in sorted(wanted)], seconds, left_out)


# --- trials -------------------------------------------------------------------------------------------------------


def compared(game: Game, lines: Sequence[Line], seconds: float, left_out: int = 0) -> Prospects:
    """Lines of play of the seat that is asked, each tried as often, with the same luck."""
    player, until = officer(game), time.monotonic() + seconds
    found: list[list[Trial]] = [[] for _ in lines]
    horizon = Horizon(game)
    for number in range(MOST_TRIALS):
        if number >= FEWEST and time.monotonic() >= until:
            break
        for line, trials in zip(lines, found, strict=True):
            trials.append(tried(game, line, FIRST_SEED + number, player, horizon))
    told = tuple(_odds(line.words, trials, horizon) for line, trials in zip(lines, found, strict=True))
    return Prospects(horizon.words, told, left_out)


class Horizon:
    """How far trials are played, and what they are measured against: the position of a game as the seat that is asked
    sees it."""

    def __init__(self, game: Game) -> None:
        view = game.view(game.seat)
        self.seat, self.side = game.seat, game.rules.sides[game.seat]
        self._turn, self._fought = int(view.turn), int(view.fought)
        self.words = "the battle is over" if self._fought >= 0 else "the turn is over"
        self.points, self._lost = self.standing(game, view)
        self.titles = [side.title for side in game.rules.speech().sides]

    def reached(self, game: Game) -> bool:
        """Whether a trial is over."""
        if game.ended:
            return True
        view = game.view(game.seat)
        return int(view.turn) != self._turn or (self._fought >= 0 and int(view.fought) != self._fought)

    def standing(self, game: Game, view: Any) -> tuple[float, dict[str, str]]:
        """The lead of the seat's side in points, with what it would score if the turn ended now, and the units that are
        lost, each with the id of its side."""
        scene, rules = game.rules.scene(view), game.rules
        lead = sum(track.lead for track in scene.tracks)
        if not game.over and int(view.turn) == self._turn:
            first = rules.speech().sides[0].id
            lead += sum(gain.points if gain.side == first else -gain.points for gain in rules.speech().gains(view))
        return rules.sign(self.seat) * lead, {unit.name: unit.side for unit in scene.units if unit.lost}

    def measured(self, game: Game) -> Trial:
        """What a trial has come to."""
        points, lost = self.standing(game, game.view(self.seat))
        own = game.rules.speech().sides[self.side].id
        new = {name: side for name, side in lost.items() if name not in self._lost}
        mine = frozenset(name for name, side in new.items() if side == own)
        return Trial(points - self.points, mine, frozenset(new) - mine)


def tried(game: Game, line: Line, seed: int, player: Any, horizon: Horizon) -> Trial:
    """One trial of a line of play."""
    trial, tallies = game.clone(seed, game.seat), np.zeros(TALLIES, np.int32)
    orders = line.orders.copy() if line.orders is not None else None
    in_turn = line.in_turn.copy() if line.in_turn is not None else None
    action = line.action
    for _ in range(MOST_DECISIONS):
        if action is None:
            if horizon.reached(trial):
                break
            action = _as_ordered(trial, orders, horizon.seat)
            if in_turn is not None:
                action, in_turn = _next_in_turn(trial, in_turn)
        trial.key_dice(seed, tallies)
        trial.apply(answer_of(player, trial) if action is None else action)
        action = None
    return horizon.measured(trial)


def _as_ordered(trial: Game, orders: Orders | None, seat: int) -> int | None:
    """What an order of the seat answers in its step; None where there is none, or it has become impossible."""
    if orders is None or trial.seat != seat or step_of(trial) != orders.step:
        return None
    try:
        return orders.answer(trial)
    except UnknownWords:
        return None


def _next_in_turn(trial: Game, line: InTurn) -> tuple[int | None, InTurn | None]:
    """The next answer of a line, and the line if it goes on: neither where others are asked, or something else."""
    if not line.goes_on(trial) or not line.is_for(trial):
        return None, None
    try:
        return line.answer(trial), line
    except UnknownWords:
        return None, None


def _odds(words: str, trials: Sequence[Trial], horizon: Horizon) -> Odds:
    points = [trial.points for trial in trials]
    lost = [Counter(name for trial in trials for name in getattr(trial, whose)) for whose in ("own", "enemy")]
    titles = horizon.titles if horizon.side == 0 else horizon.titles[::-1]
    most = sorted(
        ((times, name, title) for counted, title in zip(lost, titles, strict=True) for name, times in counted.items()),
        reverse=True,
    )
    return Odds(
        words=words,
        trials=len(trials),
        points=fmean(points),
        error=stdev(points) / len(points) ** 0.5,
        own=lost[0].total() / len(trials),
        enemy=lost[1].total() / len(trials),
        often=tuple((name, title, times / len(trials)) for times, name, title in most[:MOST_LOST]),
    )
