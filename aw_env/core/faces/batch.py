"""The batch face: thousands of games a call, arrays rewritten in place, all cores."""

import os
import threading
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from aw_env.core.arguments import checked_actions, checked_seed, whole_number, yes_or_no
from aw_env.core.engine.arrays import scale_rows
from aw_env.core.engine.compiling import code_for, records
from aw_env.core.engine.ledger import CLEAR, PASS, RESTART, START, WRITE, random_actions, seed_random
from aw_env.core.engine.masks import first_illegal
from aw_env.core.errors import IllegalAction, NotReady, StuckGame
from aw_env.core.faces.game import LISTED, MOST_DECISIONS, check_settings, fresh_seed, point_reward
from aw_env.core.faces.spaces import BOUND, checked_dtype
from aw_env.core.faces.threads import Parts, Threads
from aw_env.core.players import Answering, CompiledPlayer, begin
from aw_env.core.ruleset import Ruleset

FEWEST_A_THREAD = 64
"""Games that make a thread worth its while."""
MOST_UNASKED = 100
"""Games on end that may pass without a question to the caller's seat."""
MOST_GAMES, MOST_THREADS = 1 << 20, 1024
"""The greatest `num_envs` and `num_threads`."""


def usable_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


BROKEN_OFF = "an exception has interrupted a step or reset of this batch: reset() restarts its games"
CLOSED = "this batch is closed: reset() restarts its games"
IN_USE = "another thread is stepping this batch: one thread at a time may, or give each a batch of its own"


def guarded(array: np.ndarray) -> np.ndarray:
    """A view that cannot be written to: the rules trust their own arrays and check no bounds."""
    view = array.view()
    view.flags.writeable = False
    return view


class VecEnv:
    """Many games at once: one call steps them all, in compiled code.

    rules: the rules of the game.  num_envs: the number of games.  seed: of the batch; the seed of each game follows
    from it and the number of the game (`game_seed`), and does not depend on the number of threads.  players: compiled
    players (`core.players.CompiledPlayer`) by the name of the seat that they play inside the call; the caller plays the
    others.  num_threads: None takes one per core.  dtype: of observations, "int16", or "float32" for scaled ones
    (`core.faces.spaces`).  Other arguments: see `core.faces.game.Game`.

    observations: int16 or float32 `(num_envs, columns)`, action_masks: int8 `(num_envs, n_actions)`, seats: int32
    `(num_envs,)`, the seat to act: these are read-only; rewards: float32 `(num_envs, seats)`, ended: bool
    `(num_envs,)`.  All are rewritten in place.  Where `ended`, `results` (for the first side: 1, 0, -1), `margins`,
    `lengths` and `truncated` describe the game that ended; the arrays above already show the next one.

    An exception that interrupts a step (Ctrl-C, an alarm) is raised once all threads have finished.  The step has then
    been taken in every game or in none; if compiled players hold seats, the batch needs a `reset`.
    """

    def __init__(
        self,
        rules: Ruleset,
        num_envs: int,
        seed: int | None = None,
        observation: str = "summary",
        reward: str = "outcome",
        max_decisions: int | None = None,
        num_threads: int | None = None,
        players: Mapping[str, CompiledPlayer] | None = None,
        ask_forced: bool = False,
        dtype: str = "int16",
    ) -> None:
        check_settings(rules, observation, max_decisions)
        dtype = checked_dtype(dtype)
        num_envs = whole_number("num_envs", num_envs, 1, MOST_GAMES)
        first_seed = None if seed is None else checked_seed(seed)
        self.rules = rules
        self.num_envs = num_envs
        self.layout = observation
        self._layout = rules.layouts[observation]
        self._point_reward = point_reward(rules, reward)
        self._max_decisions = 0 if max_decisions is None else int(max_decisions)
        self._templates = rules.scenario.templates.copy()
        self._templates["ask_forced"] = yes_or_no("ask_forced", ask_forced)
        self._games = records(rules.scenario.templates.dtype, num_envs)
        self._ledger = records(rules.ledger, num_envs)
        self._observations = np.zeros((num_envs, rules.widths[observation]), np.int16)
        self.dtype = dtype
        self._scale = rules.scale(observation)
        self._scaled = np.zeros(self._observations.shape, np.float32) if dtype == "float32" else None
        self._masks = np.zeros((num_envs, rules.n_actions), np.int8)
        self._rewards = np.zeros((num_envs, len(rules.seats)), np.float32)
        self._ended = np.zeros(num_envs, bool)
        self._commands = np.zeros(num_envs, np.int64)
        self._random_actions = np.zeros(num_envs, np.int64)
        self._generator = np.zeros(4, np.int64)
        self._held = self._seats_held(players or {})
        self._share_out(num_threads)
        self._not_ready = ""
        self._bind()
        self.reset(first_seed)

    def _seats_held(self, players: Mapping[str, CompiledPlayer]) -> list[tuple[CompiledPlayer, np.ndarray]]:
        held = []
        for name, player in players.items():
            if name not in self.rules.seats:
                raise ValueError(f"players: there is no seat {name!r}; choose from {', '.join(self.rules.seats)}")
            if not isinstance(player, CompiledPlayer):
                raise TypeError(f"players: {player!r} is not a compiled player (core.players.CompiledPlayer)")
            plays = np.zeros((self.num_envs, len(self.rules.seats)), np.int8)
            plays[:, self.rules.seats.index(name)] = 1
            held.append((player, plays))
        if len(held) == len(self.rules.seats):
            raise ValueError("players: at least one seat must be left for the caller")
        return held

    def _share_out(self, num_threads: int | None) -> None:
        if num_threads is None:
            threads = usable_cores()
        else:
            threads = whole_number("num_threads", num_threads, 1, MOST_THREADS, or_none=True)
        parts = max(1, min(threads, self.num_envs // FEWEST_A_THREAD))
        bounds = [self.num_envs * part // parts for part in range(parts + 1)]
        self._parts = list(zip(bounds[:-1], bounds[1:], strict=True))
        self._no_events = [np.zeros((1, self.rules.event_shape[1]), np.int16) for _ in self._parts]

    def _bind(self) -> None:
        """What is not pickled: locks, threads, compiled functions."""
        advance = self.rules.advance_in(self.layout)
        self._handed = (
            (self.rules.scenario.books, self._templates, self._games),
            (self._ledger, self._masks, self._observations, self._rewards, self._layout, self._point_reward,
             self._max_decisions),
        )  # fmt: skip
        # Numba does not survive to be interrupted, so nothing is left to it in a step.
        self._engine = code_for(advance, *self._arguments(self._commands, 0, 0, 0, 0))
        self._first_illegal = code_for(first_illegal, self._masks, self._commands)
        self._draw: Callable[..., Any] | None = None
        self._has_ended = self._ledger["ended"]
        self._in_use = threading.RLock()
        self._threads = Threads(len(self._parts))
        self._under_way: Parts | None = None

    def _in_parts(self, work: Callable[[int, int, int], Any]) -> list[Any]:
        """Call `work(part, first, last)` for each part of the games, on all threads; returns what the calls return.

        Whatever exception breaks this off, every part is done when it goes on.
        """
        self._under_way = parts = Parts(work, self._parts)
        try:
            self._threads.begin(parts)
            parts.wait()
        except BaseException:
            self._finish_what_is_under_way()
            raise
        self._under_way = None
        return [parts.found[part] for part in range(len(self._parts))]

    def _finish_what_is_under_way(self) -> None:
        """After an exception: until all parts are done, however often that is interrupted."""
        while self._under_way is not None:
            try:
                if not self._under_way.finish():
                    self._not_ready = BROKEN_OFF
                self._under_way = None
            except BaseException:  # of a signal, as the one that is being handled
                continue

    # --- playing -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None) -> None:
        """Restart every game, with a seed for the batch (None draws one).

        Raises ValueError for an invalid seed, and NotReady; either leaves the games unchanged.
        """
        seed = fresh_seed() if seed is None else checked_seed(seed)
        self._take_turn(whatever_is_wrong=True)
        try:
            self._not_ready = BROKEN_OFF
            self._begin_games(seed)
            self._not_ready = ""
        finally:
            self._in_use.release()

    def _begin_games(self, seed: int) -> None:
        self.seed = seed
        self._ledger["seed"] = self.seed
        self._ledger["number"] = np.arange(self.num_envs) - self.num_envs
        self._ledger["stride"] = self.num_envs
        self._ledger["running"] = 0
        seed_random(self._generator, self.seed)
        self._begin_players()
        self._go_on(first=True)
        self._rewards[:] = 0
        self._ended[:] = False
        self._ledger["ended"] = 0

    def _take_turn(self, whatever_is_wrong: bool = False) -> None:
        """Keep other threads out until `_in_use` is released.  Raises NotReady where one is in, and for games that are
        closed or that an exception has left in the midst of a step."""
        if not self._in_use.acquire(blocking=False):
            raise NotReady(IN_USE)
        if self._under_way is not None:
            self._finish_what_is_under_way()
        if self._not_ready and not whatever_is_wrong:
            self._in_use.release()
            raise NotReady(self._not_ready)

    def _begin_players(self) -> None:
        for player, _ in self._held:
            begin(player, self.num_envs, self.seed)

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Play one legal action in every game; a game that ends is followed by the next.

        actions: integers `(num_envs,)`.  Returns `rewards` and `ended`.  Raises IllegalAction, which names the
        game and its legal actions, ValueError for anything but actions, and NotReady; all leave the games unchanged.
        """
        self._take_turn()
        try:
            self._take(actions)
            if self._held:
                self._not_ready = BROKEN_OFF
                self._advance(self._commands, CLEAR)
                self._go_on()
                self._not_ready = ""
            else:
                self._advance(self._commands, CLEAR | RESTART | WRITE)
        finally:
            self._ended[:] = self._has_ended
            self._in_use.release()
        return self.rewards, self.ended

    def random_actions(self) -> np.ndarray:
        """int64 `(num_envs,)`, rewritten in place: a random legal action in every game, drawn in compiled code."""
        given = self._masks, self._generator, self._random_actions
        if self._draw is None:
            self._draw = code_for(random_actions, *given)
        self._draw(*given)
        return self._random_actions.view()

    def play_random(self, decisions: int) -> int:
        """Play this many random legal decisions, in one game after another, inside one compiled call and on one core.
        Masks and observations are written at each decision (what `Ruleset.complete` adds to them, and scaled
        observations, only at the end), rewards are not.  Returns the number of games that ended."""
        if self._held:
            raise ValueError("play_random plays every seat: there must be no compiled players")
        decisions = whole_number("decisions", decisions, 0, MOST_DECISIONS)
        rules = self.rules
        self._take_turn()
        try:
            ended = rules.play_random(
                rules.scenario.books, self._templates, self._games, 0, self.num_envs, decisions, self._ledger,
                self._masks, self._observations, self._layout, self._generator, self._no_events[0],
            )  # fmt: skip
            if ended < 0:
                raise self._stuck(-1 - ended)
            if self.layout in rules.complete or self._scaled is not None:
                self._advance(np.full(self.num_envs, PASS), WRITE)
        finally:
            self._in_use.release()
        return ended

    def _take(self, actions: np.ndarray) -> None:
        """Note the action of each game.  Raises IllegalAction or ValueError."""
        actions = checked_actions(actions, self.num_envs)
        self._commands[:] = actions
        i = self._first_illegal(self._masks, self._commands)
        if i >= 0:
            raise self._illegal(i, int(actions[i]))

    def _illegal(self, i: int, action: int) -> IllegalAction:
        game = self._games[i : i + 1]
        legal = np.flatnonzero(self._masks[i]).tolist()
        words = [f"{number} ({self.rules.describe_action(game, number)})" for number in legal[:LISTED]]
        more = f"; and {len(legal) - LISTED} more" if len(legal) > LISTED else ""
        return IllegalAction(
            f"game {i}: action {action} by {self.rules.seats[self._ledger['seat'][i]]} is not legal. "
            f"Asked: {self.rules.describe_decision(game)} Legal: {'; '.join(words)}{more}"
        )

    def _advance(self, commands: np.ndarray, tasks: int) -> None:
        if len(self._parts) == 1:
            stuck = self._carry_on(commands, tasks, 0, *self._parts[0])
        else:
            stuck = max(self._in_parts(partial(self._carry_on, commands, tasks)))
        if stuck:
            raise self._stuck(stuck - 1)

    def _carry_on(self, commands: np.ndarray, tasks: int, part: int, first: int, last: int) -> int:
        stuck = self._engine(*self._arguments(commands, tasks, part, first, last))
        if self._scaled is not None and tasks & WRITE:
            scale_rows(self._observations, first, last, self._scale, BOUND, self._scaled)
        return stuck

    def _arguments(self, commands: np.ndarray, tasks: int, part: int, first: int, last: int) -> tuple[Any, ...]:
        games, kept = self._handed
        return *games, first, last, commands, *kept, tasks, self._no_events[part]

    def _stuck(self, i: int) -> StuckGame:
        return StuckGame(f"game {i}: the rules find no way to continue; the game was stopped")

    def _go_on(self, first: bool = False) -> None:
        """Let the players answer until every game waits for the caller; start new games where they end.  Raises
        ValueError where no game ever does."""
        passing, begun = np.full(self.num_envs, PASS), np.zeros(self.num_envs, np.int64)
        while True:
            over = np.flatnonzero(self._ledger["running"] == 0)
            if over.size:
                begun[over] += 1
                if begun.max() > MOST_UNASKED:
                    raise ValueError(f"the caller's seat is asked nothing in {MOST_UNASKED} games in a row")
                self._between_games(over, first)
                commands = passing.copy()
                commands[over] = START
                self._advance(commands, 0)
            elif not self._others_play():
                break
            first = False
        self._advance(passing, WRITE)

    def _between_games(self, over: np.ndarray, first: bool) -> None:
        """These games have ended (or have never begun) and are about to start."""

    def _others_play(self) -> bool:
        """Let the players answer; whether a game has ended meanwhile or waits for one of them still."""
        if not self._held:
            return False
        for player, plays in self._held:
            self._let_play(player, plays)
        self._advance(np.full(self.num_envs, PASS), 0)
        waiting = self._waiting()
        return bool((self._ledger["running"] == 0).any() or waiting.any())

    def _let_play(self, player: CompiledPlayer, plays: np.ndarray) -> None:
        """Let a player answer for the seats that it holds."""
        books, games = self.rules.scenario.books, self._games
        with Answering(player):
            if len(self._parts) == 1:
                player.play(books, games, *self._parts[0], plays)
            else:
                self._in_parts(lambda _, first, last: player.play(books, games, first, last, plays))

    def _waiting(self) -> np.ndarray:
        """bool `(num_envs,)`: games that wait for a seat held by a player."""
        held = np.zeros((self.num_envs, len(self.rules.seats)), bool)
        for _, plays in self._held:
            held |= plays.astype(bool)
        return held[np.arange(self.num_envs), self._games["seat"]] & (self._games["over"] == 0)

    # --- what is known -------------------------------------------------------------------------------

    @property
    def games(self) -> np.ndarray:
        """The records `(num_envs,)`, read-only."""
        return guarded(self._games)

    @property
    def observations(self) -> np.ndarray:
        """int16 or float32 `(num_envs, columns)`, read-only: what the seat to act sees."""
        return guarded(self._observations if self._scaled is None else self._scaled)

    @property
    def action_masks(self) -> np.ndarray:
        """int8 `(num_envs, n_actions)`, read-only: 1 for each legal action."""
        return guarded(self._masks)

    @property
    def rewards(self) -> np.ndarray:
        """float32 `(num_envs, seats)`: the reward of each seat for the last step."""
        return self._rewards.view()

    @property
    def ended(self) -> np.ndarray:
        """bool `(num_envs,)`: games that ended in the last step."""
        return self._ended.view()

    @property
    def unguarded(self) -> tuple[np.ndarray, np.ndarray]:
        """The records and the masks for compiled functions, which Numba would compile again for read-only arrays.
        Only read them: writing to them can crash the process."""
        return self._games, self._masks

    @property
    def seats(self) -> np.ndarray:
        """int32 `(num_envs,)`, read-only: the seat to act."""
        return guarded(self._ledger["seat"])

    @property
    def sides(self) -> np.ndarray:
        """int64 `(num_envs,)`: the side to act, 0 for the first, 1 for the other."""
        return np.array(self.rules.sides)[self.seats]

    @property
    def results(self) -> np.ndarray:
        """int32 `(num_envs,)`, read-only: where `ended`, the result for the first side."""
        return guarded(self._ledger["result"])

    @property
    def margins(self) -> np.ndarray:
        """int32 `(num_envs,)`, read-only: where `ended`, the lead of the first side at the end."""
        return guarded(self._ledger["margin"])

    @property
    def lengths(self) -> np.ndarray:
        """int32 `(num_envs,)`, read-only: where `ended`, the number of decisions in the game."""
        return guarded(self._ledger["decisions"])

    @property
    def truncated(self) -> np.ndarray:
        """bool `(num_envs,)`: where `ended`, whether the game was truncated at `max_decisions`."""
        return self._ledger["truncated"] == 1

    @property
    def numbers(self) -> np.ndarray:
        """int64 `(num_envs,)`, read-only: the number of the current game, from which its seed follows."""
        return guarded(self._ledger["number"])

    def view(self, i: int, seat: str | None = None) -> Any:
        """A read-only view of game `i`, for a seat; None: of everything."""
        return self.rules.view(self._games[i : i + 1], None if seat is None else self.rules.seats.index(seat))

    def close(self) -> None:
        """Release the threads.  `step` then raises NotReady until the next `reset`."""
        self._take_turn(whatever_is_wrong=True)
        self._not_ready = CLOSED
        self._threads.let_go()
        self._in_use.release()

    def __getstate__(self) -> dict[str, Any]:
        """All but what `_bind` makes."""
        of_code, of_arrays = ("_engine", "_first_illegal", "_draw"), ("_handed", "_has_ended")
        bound = (*of_code, *of_arrays, "_in_use", "_threads", "_under_way")
        return {name: value for name, value in self.__dict__.items() if name not in bound}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update({name: _owned(value) for name, value in state.items()})
        self._bind()


def _owned(value: Any) -> Any:
    """A copy of an array, also in a list or tuple: what comes through shared memory is read-only."""
    if isinstance(value, np.ndarray):
        return np.array(value, subok=True)
    if type(value) in (list, tuple):
        return type(value)(map(_owned, value))
    return value
