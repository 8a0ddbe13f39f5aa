"""The manner in which one game is played: from which opening, with which dice, and how long a program may think."""

import time
from typing import Annotated, Any, Literal, NamedTuple, cast

import numpy as np
from pydantic import ConfigDict, Field
from pydantic.dataclasses import dataclass

from aw_agents.arena.hosts import Outcome, Players
from aw_agents.arena.match import Match
from aw_agents.bots.process import Limits
from aw_env.core.engine.dice import TALLIES
from aw_env.core.engine.ledger import PASS, WRITE, key_dice_of, seed_of_game
from aw_env.core.engine.ledger import reseed as throw_others
from aw_env.core.errors import PlayerFailed
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset
from aw_env.games import playing
from aw_env.recording import record_of_actions

OPENER = "scripted"
"""Who plays openings, and plays on from them to see whether they are fair."""
AT_RANDOM = 0.25
"""Of its answers in an opening that are drawn by lot, so that there are many openings."""
OPENINGS_TRIED = 8
"""Of these that which is nearest to fair is taken, unless one before it is fair."""
GAMES_TO_JUDGE = 40
"""In which the opener plays on from each."""
FAIR = 0.1
"""How far from one half its score may be."""

Seconds = Annotated[float, Field(gt=0, le=1e6)]


@dataclass(frozen=True, config=ConfigDict(strict=True, extra="forbid"))
class Manner:
    """How each game is played.

    same_dice: the dice follow from the seed and what is decided, so that games with one seed have the same luck
    wherever they do not differ; else only their first dice are the same.  opening: decisions that are taken before the
    players begin, 0: none.  decision, game, increment: seconds of a program for a line of decisions, for a game, and
    what it has more after each line; None: no limit for a game.  memory: MiB that a program may hold.  processes: how
    many it may run.
    """

    same_dice: bool = False
    opening: Annotated[int, Field(ge=0, le=10_000)] = 0
    decision: Seconds = 60.0
    game: Seconds | None = None
    increment: Annotated[float, Field(ge=0, le=1e6)] = 0.0
    memory: Annotated[int, Field(ge=16, le=1 << 20)] = 4096
    processes: Annotated[int, Field(ge=1, le=10_000)] = 64

    @property
    def limits(self) -> Limits:
        """Of programs."""
        return Limits(
            decision=self.decision, game=self.game, increment=self.increment, memory=self.memory << 20,
            processes=self.processes,
        )  # fmt: skip


class GameTask(NamedTuple):
    """One game to be played in some manner, as a task (`arena.hosts.Task`).

    players: names by seat.  recorded: the name or path of the scenario where the outcome is to have the game's record;
    else "".
    """

    key: Any
    players: tuple[str, ...]
    seed: int
    manner: Manner
    recorded: str = ""

    def done(self, rules: Ruleset, players: Players) -> Outcome:
        """Play it.  A player that fails, or is not there, loses it."""
        seated, missing = [], {}
        for seat, name in enumerate(self.players):
            try:
                player = players.at(seat, name)
            except ValueError as error:
                player, missing[seat] = load("random", playing(rules.name).players), str(error)
            if hasattr(player, "limits"):
                player.limits = self.manner.limits
            seated.append(player)
        game = OneGame(rules, seated, self.seed, self.manner, bool(self.recorded))
        for seat, reason in missing.items():
            game.give_up(seat, reason)
        game.play()
        record = game.record(self.recorded) if self.recorded else None
        return Outcome(game.score, game.points, tuple(game.forfeits), tuple(game.seconds), record)


class KeyedMatch(Match):
    """A match in which dice follow from `key` and what is decided, where it is not None."""

    key: int | None = None

    def __init__(self, rules: Ruleset, players: list[Any], games: int, seed: int) -> None:
        self._tallies = np.zeros((games, TALLIES), np.int32)
        super().__init__(rules, players, games, seed, numbers=np.zeros(games, int))
        self.advance(np.full(games, PASS), WRITE)

    def advance(self, actions: np.ndarray, tasks: int) -> None:
        """See `Match.advance`."""
        if self.key is not None:
            for i in np.flatnonzero(actions >= 0).tolist():
                key_dice_of(self.games, i, self.key, self._tallies[i])
        super().advance(actions, tasks)


class OneGame(KeyedMatch):
    """A match of one game, in which whoever fails loses.  recorded: whether players take one decision at a time, so
    that it can be told.  seconds: what each seat has used.  actions: all answers so far, where they are told."""

    def __init__(self, rules: Ruleset, players: list[Any], seed: int, manner: Manner, recorded: bool = False) -> None:
        self.actions: list[int] = []
        super().__init__(rules, players, 1, seed)
        self.seconds = [0.0] * len(rules.seats)
        self._keyed = self.key = seed
        for action in opening(rules, seed, manner.opening) if manner.opening else ():
            self.advance(np.array([action]), 0)
        self._opened = len(self.actions)
        self.one_by_one |= manner.same_dice or recorded
        if not manner.same_dice:
            self.key = None

    def advance(self, actions: np.ndarray, tasks: int) -> None:
        """See `Match.advance`."""
        if actions[0] >= 0:
            self.actions.append(int(actions[0]))
        super().advance(actions, tasks)

    def record(self, scenario: str) -> str:
        """The game so far as a line of JSON (`aw_env.recording`); it has no result where somebody has failed.
        scenario: its name or path."""
        begun = Game(self.rules, int(seed_of_game(self._keyed, 0)))
        keyed = self._keyed, self._opened if self.key is None else len(self.actions)
        played_out = self.games["over"][0] and not self.forfeits
        result = cast(Literal[1, 0, -1], int(self.score.results[0])) if played_out else None
        return record_of_actions(begun, scenario, self.actions, result, keyed if keyed[1] else None)

    def let_play(self, seat: int, player: Any) -> None:
        """See `Match.let_play`."""
        before = time.monotonic()
        try:
            super().let_play(seat, player)
        except PlayerFailed as error:
            own = error.__cause__
            self.give_up(seat, str(error) if own is None else f"{type(own).__name__}: {own}")
        except Exception as error:  # of a compiled player
            self.give_up(seat, f"{type(error).__name__}: {error}")
        self.seconds[seat] += time.monotonic() - before

    def give_up(self, seat: int, reason: str) -> None:
        """A seat loses the game, unless it is over."""
        if self.running[0]:
            self._forfeit(0, seat, reason)


def opening(rules: Ruleset, seed: int, decisions: int) -> list[int]:
    """The answers with which a game with this seed begins: an officer's, some drawn by lot, that lead to a position
    from which he has won nearly as often on one side as on the other."""
    best, how_unfair = [], np.inf
    for number in range(OPENINGS_TRIED):
        lot = np.random.default_rng((seed, number))
        found, score = _drawn(rules, seed, decisions, lot)
        if abs(score - 0.5) < how_unfair:
            best, how_unfair = found, abs(score - 0.5)
        if how_unfair <= FAIR:
            break
    return best


def _drawn(rules: Ruleset, seed: int, decisions: int, lot: np.random.Generator) -> tuple[list[int], float]:
    """An opening, and what the first seat scores from there."""
    officers = [load(OPENER, playing(rules.name).players) for _ in rules.seats]
    match = KeyedMatch(rules, officers, GAMES_TO_JUDGE, seed)
    match.key = seed
    answers: list[int] = []
    while len(answers) < decisions and match.running[0]:
        answer = match.ask(officers[int(match.games["seat"][0])], 0)
        if lot.random() < AT_RANDOM:
            answer = int(lot.choice(np.flatnonzero(match.masks[0])))
        match.advance(np.full(GAMES_TO_JUDGE, answer), WRITE)
        answers.append(answer)
    if not match.running[0]:
        return answers[: len(answers) // 2], 0.0
    match.key = None
    for i in range(GAMES_TO_JUDGE):
        throw_others(match.games, i, int(seed_of_game(seed, i)))
    match.play()
    return answers, float(match.points[:, 0].mean())
