"""A game that is over, gone through again: what each position was worth, where it turned, and which answers cost most.

A position is worth how often the first side wins (a draw is half of it) when the staff officer plays on for all seats
with other dice.  The game is over, so that nothing of it is secret any more.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.core.engine.ledger import reseed
from aw_env.core.faces.game import Game
from aw_env.core.ruleset import Ruleset
from aw_env.table.odds import officer
from aw_env.table.table import answer_of

TRIES, AGAIN = 40, 200
"""Games that are played on from a position, and from those of which it is told that the game turned there, which are
measured again."""
MOST_POSITIONS = 160
"""Positions that are measured before it is looked more closely at where it turned."""
SUSPECTS = 6
"""Places where it may have turned, and answers that may have cost most, of each side, that are measured again."""
TOLD = 3
CERTAIN = 2.0
"""Standard errors beyond which a difference is one."""
SECONDS = 60.0
FIRST_SEED, FRESH = 5_000_011, 90_000_049
"""Seeds of the first measurement and of those that are made again."""

Tell = Callable[["Analysis"], bool]
"""Is told what is known so far; says whether to go on."""


class Worth(NamedTuple):
    """The share of games that the first side wins, and its standard error."""

    value: float
    error: float


class Turn(NamedTuple):
    """Where a game has turned: at the answer after so many decisions.

    seat: whose it was.  words: the question and the answer.  before, after: the value to the first side.  choice: how
    much of the difference came of the answer; the rest of dice.  error: of the whole difference.
    """

    number: int
    seat: int
    words: str
    before: float
    after: float
    choice: float
    error: float


class Loss(NamedTuple):
    """An answer that has cost its side.  better: what the officer would have answered.  cost: by how much the share of
    games that the side wins is less.  The others as in `Turn`."""

    number: int
    seat: int
    words: str
    better: str
    cost: float
    error: float


@dataclass
class Analysis:
    """What is known of a game.  values: what positions were worth to the first side, by the number of decisions before
    them.  turns: where it turned, in order.  losses: the greatest first.  done: whether all has been measured."""

    values: dict[int, float] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    losses: list[Loss] = field(default_factory=list)
    done: bool = False


class Positions:
    """The positions of a game that has been played, by the number of decisions before them."""

    EVERY = 64

    def __init__(self, game: Game) -> None:
        """game: at its end.  Raises ValueError or StuckGame where its history does not lead there."""
        self.history = list(game.history)
        self._kept = [one.clone() for number, one in enumerate(game.from_the_beginning()) if number % self.EVERY == 0]
        self._laid = dict[int, list[int]]()
        for at, dice in game.dice_laid:
            self._laid.setdefault(at, []).extend(dice)

    def __getitem__(self, number: int) -> Game:
        begun = number // self.EVERY * self.EVERY
        game = self._kept[number // self.EVERY].clone()
        for at in range(begun, number):
            if at in self._laid and at > begun:
                game.script_dice(self._laid[at])
            game.apply(self.history[at])
        return game


class Measure:
    """Plays positions of a game on to the end."""

    def __init__(self, game: Game) -> None:
        self.player = officer(game)
        self._books, self._seats = game.rules.scenario.books, len(game.rules.seats)

    def of(self, game: Game, seeds: Iterable[int], action: int | None = None) -> np.ndarray:
        """What the first side has of each game that goes on from a position, after an answer to its question: 1, 0.5 or
        0."""
        seeds = list(seeds)
        if game.over:
            return np.full(len(seeds), (1 + int(game.result or 0)) / 2)
        games = records(game.view().record.dtype, len(seeds))
        for i, seed in enumerate(seeds):
            one = game if action is None else game.clone(seed)
            if action is not None:
                one.apply(action)
            games[i] = one.view().record
            reseed(games, i, seed)
        self.player.play(self._books, games, 0, len(seeds), np.ones((len(seeds), self._seats), np.int8))
        return (1 + games["result"].astype(np.float64)) / 2


def worth(values: np.ndarray) -> Worth:
    """The mean of some values and its standard error."""
    return Worth(float(values.mean()), float(values.std(ddof=1) / len(values) ** 0.5))


def analysed(game: Game, seconds: float = SECONDS, tell: Tell = lambda so_far: True) -> Analysis:
    """What there is to know of a game that is over; where time runs out, of fewer positions.  tell: is told of it as it
    becomes known, and says whether to go on.  Raises ValueError or StuckGame where the history does not lead there."""
    return _Analyst(game, seconds, tell).analysis()


class _Stopped(Exception):
    """Nobody wants to know any more."""


class _Other(NamedTuple):
    """An answer other than the officer's.  best: his.  cost: what the side has lost by it, as first measured."""

    number: int
    seat: int
    best: int
    cost: float = 0.0


class _Analyst:
    """See `analysed`."""

    def __init__(self, game: Game, seconds: float, tell: Tell) -> None:
        self._game, self._tell, self._begun, self._seconds = game, tell, time.monotonic(), seconds
        self._positions, self._measure = Positions(game), Measure(game)
        self._found = Analysis()

    def analysis(self) -> Analysis:
        """All that is found out in time."""
        try:
            self._measure_course(until=0.3)
            self._find_turns(until=0.6)
            self._find_losses(first_until=0.8, until=1.0)
        except _Stopped:
            return self._found
        self._found.done = True
        self._tell(self._found)
        return self._found

    def _is_late(self, share: float) -> bool:
        """Whether that share of the time has passed.  Raises _Stopped where nobody wants to know any more."""
        if not self._tell(self._found):
            raise _Stopped
        return time.monotonic() > self._begun + share * self._seconds

    def _value(self, number: int) -> float:
        values = self._found.values
        if number not in values:
            seeds = range(FIRST_SEED, FIRST_SEED + TRIES)
            values[number] = float(self._measure.of(self._positions[number], seeds).mean())
            self._found.values = dict(sorted(values.items()))
        return self._found.values[number]

    # --- the course, and where it turned ------------------------------------------------------------------------

    def _measure_course(self, until: float) -> None:
        """Positions evenly spread over the game, ever closer together while there is time."""
        last = step = len(self._positions.history)
        self._value(0)
        self._value(last)
        while step > 1 and len(self._found.values) < MOST_POSITIONS:
            step = (step + 1) // 2
            for number in range(0, last, step):
                if self._is_late(until):
                    return
                self._value(number)

    def _find_turns(self, until: float) -> None:
        """The answers at which the value changed most, each measured again."""
        known = sorted(self._found.values)
        spans = sorted(zip(known, known[1:], strict=False), key=lambda span: -self._change(*span))[:SUSPECTS]
        turns: list[Turn] = []
        for span in spans:
            if self._change(*span) == 0 or (turns and self._is_late(until)):
                break
            if (turn := self._turn(self._closest(*span))) is not None:
                turns.append(turn)
            greatest = sorted(turns, key=lambda turn: -abs(turn.after - turn.before))[:TOLD]
            self._found.turns = sorted(greatest)

    def _change(self, first: int, last: int) -> float:
        return abs(self._value(last) - self._value(first))

    def _closest(self, first: int, last: int) -> int:
        """The answer between two positions at which the value changed most, as far as halves tell."""
        while last - first > 1:
            middle = (first + last) // 2
            first, last = max(((first, middle), (middle, last)), key=lambda span: self._change(*span))
        return first

    def _turn(self, number: int) -> Turn | None:
        """What happened at an answer, measured anew; None where the difference is not certain."""
        position, seeds, played = self._positions[number], range(FRESH, FRESH + AGAIN), self._positions.history[number]
        before = worth(self._measure.of(position, seeds))
        after = worth(self._measure.of(self._positions[number + 1], seeds))
        error = float(np.hypot(before.error, after.error))
        if abs(after.value - before.value) <= CERTAIN * error:
            return None
        choice = float(self._measure.of(position, seeds, played).mean()) - before.value
        return Turn(number, position.seat, _words(position, played), before.value, after.value, choice, error)

    # --- what has cost most -----------------------------------------------------------------------------------

    def _find_losses(self, first_until: float, until: float) -> None:
        """Answers other than the officer's after which the side wins less often, with the same dice to come."""
        others, suspects = self._other_answers(), list[_Other]()
        for at in np.random.default_rng(0).permutation(len(others)):  # where time runs out, from all of the game
            if self._is_late(first_until):
                break
            cost = self._cost(others[at], range(FIRST_SEED, FIRST_SEED + TRIES))
            suspects.append(others[at]._replace(cost=cost.value))
        for one in sorted(suspects, key=lambda one: -one.cost)[: 2 * SUSPECTS]:
            if one.cost <= 0 or self._is_late(until):
                break
            cost = self._cost(one, range(FRESH, FRESH + AGAIN))
            if cost.value > CERTAIN * cost.error and self._known_of(one.seat) < TOLD:
                self._found.losses = sorted([*self._found.losses, self._loss(one, cost)], key=lambda loss: -loss.cost)

    def _known_of(self, seat: int) -> int:
        """How many losses of the side of a seat are known."""
        sides = self._game.rules.sides
        return sum(sides[loss.seat] == sides[seat] for loss in self._found.losses)

    def _other_answers(self) -> list[_Other]:
        """The decisions at which something else was answered than the officer would have."""
        found: list[_Other] = []
        positions = zip(self._game.from_the_beginning(), self._positions.history, strict=False)
        for number, (position, played) in enumerate(positions):
            best = answer_of(self._measure.player, position)
            if best != played:
                found.append(_Other(number, position.seat, best))
        return found

    def _cost(self, one: _Other, seeds: range) -> Worth:
        """How much less often its side wins after an answer than after the officer's."""
        position, played = self._positions[one.number], self._positions.history[one.number]
        lost = self._measure.of(position, seeds, one.best) - self._measure.of(position, seeds, played)
        return worth(self._game.rules.sign(one.seat) * lost)

    def _loss(self, one: _Other, cost: Worth) -> Loss:
        position = self._positions[one.number]
        better = position.rules.describe_action(position.view(), one.best)
        words = _words(position, self._positions.history[one.number])
        return Loss(one.number, one.seat, words, better, cost.value, cost.error)


def _words(position: Game, action: int) -> str:
    return f"{position.describe()} {position.rules.describe_action(position.view(), action)}."


# --- in words ---------------------------------------------------------------------------------------------------------

BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 60


def in_words(rules: Ruleset, found: Analysis) -> list[str]:
    """What is known of a game, line by line."""
    first = rules.speech().sides[0].title
    values = list(found.values.values())
    shown = [values[at * len(values) // min(len(values), MOST_BARS)] for at in range(min(len(values), MOST_BARS))]
    bars = "".join(BARS[min(len(BARS) - 1, int(value * len(BARS)))] for value in shown)
    lines = [f"How often the {first} win from there on, {len(values)} positions from the first to the last: {bars}"]
    lines.append("Where it turned:" if found.turns else "It turned nowhere so that it could be said with certainty.")
    lines += [f"  {turn_in_words(rules, turn)}" for turn in found.turns]
    lines += ["What cost most:"] if found.losses else ["No answer cost its side so much that it could be said."]
    return lines + [f"  {loss_in_words(rules, loss)}" for loss in found.losses]


def turn_in_words(rules: Ruleset, turn: Turn) -> str:
    """Where a game has turned: "87. Axis: ... The Allies win 62% before, 31% after (the answer -6, dice -25)."."""
    dice = turn.after - turn.before - turn.choice
    first = rules.speech().sides[0].title
    parts = f"the answer {_points(turn.choice)}, dice {_points(dice)}"
    return f"{turn.number}. {turn.words} {first} before {turn.before:.0%}, after {turn.after:.0%} ({parts})"


def loss_in_words(rules: Ruleset, loss: Loss) -> str:
    """An answer that has cost its side: "87. Axis: ... Better: ... (12% ± 3%)"."""
    return f"{loss.number}. {loss.words} It cost {loss.cost:.0%} ± {loss.error:.0%}; better: {loss.better}"


def _points(difference: float) -> str:
    return f"{100 * difference + 0.0:+.0f}"
