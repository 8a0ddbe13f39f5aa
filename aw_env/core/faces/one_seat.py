"""A batch in which one seat of each game learns and the others are played by opponents, drawn game by game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from inspect import signature
from itertools import count
from operator import index
from pathlib import Path
from typing import Any

import numpy as np

from aw_env.core.arguments import checked_actions, reset_options, whole_number, yes_or_no
from aw_env.core.engine.ledger import CLEAR, PASS, SKIP, WRITE
from aw_env.core.errors import PlayerFailed
from aw_env.core.faces.batch import BROKEN_OFF, MOST_GAMES, VecEnv, guarded
from aw_env.core.faces.spaces import as_dtype
from aw_env.core.players import Agent, Answering, BatchPolicy, CompiledPlayer, Player, begin, name_of, shape_of
from aw_env.core.ruleset import Ruleset

BOTH = "both"
SCALED = "float32"
"""The dtype of observations that wrappers and networks of frameworks want."""
KEEP = "keep_last_observations"
"""The argument of a game's `one_seat_vec_env` that frameworks need, and their users do not give."""


def learner_seats(rules: Ruleset, side: str) -> list[int]:
    """The seats that a learner takes in turn: one by its name, or all ("both").  Raises ValueError."""
    if side == BOTH:
        return list(range(len(rules.seats)))
    if side not in rules.seats:
        raise ValueError(f"side={side!r}: choose from {', '.join(map(repr, rules.seats))} and {BOTH!r}")
    return [rules.seats.index(side)]


def seat_drawn(seed: int, seats: int) -> int:
    """The number of the seat with which a learner of several begins: it follows from the seed, so that evaluations that
    give each game a seed of its own come to all seats."""
    return int(np.random.default_rng(seed).integers(seats))


def known_options(options: Any, known: Sequence[str], of_what: str = "a game") -> Mapping[str, Any]:
    """The options of `reset`.  Raises ValueError for an unknown one, and for what is no mapping."""
    given = reset_options(options)
    for name in given:
        if name not in known:
            raise ValueError(f"options: {of_what} has no option {name!r}; choose from {', '.join(map(repr, known))}")
    return given


def with_last_observations(
    one_seat: Callable[..., "OneSeatVecEnv"],
    asked: str,
    num_envs: int,
    opponents: str | Path | Player | Sequence[str | Path | Player],
    weights: Sequence[float] | None,
    side: str,
    settings: Mapping[str, Any],
) -> "OneSeatVecEnv":
    """The batch for the function `asked` of a game's face, which has passed on `settings`, by its `one_seat_vec_env`:
    with scaled observations, unless another dtype is asked for.  Raises TypeError for an unknown setting."""
    known = [name for name in signature(one_seat).parameters if name != KEEP]
    for name in settings:
        if name not in known:
            likely = get_close_matches(name, known, n=1)
            meant = f" (did you mean {likely[0]!r}?)" if likely else ""
            raise TypeError(f"{asked}: no argument is named {name!r}{meant}; choose from {', '.join(known)}")
    if isinstance(opponents, str | Path | Player) or not isinstance(opponents, Iterable):
        several = [opponents]
    else:
        several = list(opponents)
    return one_seat(num_envs, several, weights, side, **{KEEP: True, "dtype": SCALED, **settings})


@dataclass(frozen=True)
class _Opponent:
    player: Any
    shape: type
    plays: np.ndarray
    """int8 `(num_envs, seats)`: the seats it holds."""


def _shape_of(player: Any) -> type:
    shape = shape_of(player)
    if shape is None:
        raise TypeError(f"opponents: {player!r} is not a player (core.players)")
    return shape


class OneSeatVecEnv(VecEnv):
    """Many games in which the caller plays one seat each; every step is a decision of that seat in every game.

    side: the caller's seat by name, or "both" to change seats from game to game, starting with one that follows from
    the seed of the batch.  opponents: who plays the other seats; each game draws one when it begins, by `weights`
    (None: with equal chances).  An opponent has one of the shapes of `core.players`.  Other arguments: see `VecEnv`.

    After `step`, `earned` float32 `(num_envs,)` holds the rewards of the caller's seat since its last decision, those
    during the opponents' decisions and at the end of the game included; where `ended`, `final_seats` and
    `final_opponents` hold the caller's seat and the number of its opponent.

    If an opponent fails (`PlayerFailed`), or another exception interrupts a step, the games are as they were before the
    step, unless all opponents are compiled: then a `reset` is needed.
    """

    def __init__(
        self,
        rules: Ruleset,
        num_envs: int,
        opponents: Sequence[CompiledPlayer | BatchPolicy | Agent],
        side: str = BOTH,
        weights: Sequence[float] | None = None,
        keep_last_observations: bool = False,
        **settings: Any,
    ) -> None:
        num_envs = whole_number("num_envs", num_envs, 1, MOST_GAMES)
        self._learners = np.array(learner_seats(rules, side))
        self._learner = np.zeros(num_envs, np.int64)
        self._opponent = np.zeros(num_envs, np.int64)
        self._earned = np.zeros(num_envs, np.float32)
        self._final_seats = np.zeros(num_envs, np.int64)
        self._final_opponents = np.zeros(num_envs, np.int64)
        self.last_observations: dict[int, np.ndarray] | None = {} if yes_or_no(KEEP, keep_last_observations) else None
        self._closed_account = np.zeros(num_envs, bool)
        self._known: dict[int, _Opponent] = {}
        self._num_envs_wanted = num_envs
        self._seats = len(rules.seats)
        self._draws = np.random.default_rng(0)
        self.seed = 0
        self.set_opponents(opponents, weights)
        super().__init__(rules, num_envs, **settings)
        if keep_last_observations:
            self._seen_last(0)

    def set_opponents(
        self, opponents: Sequence[CompiledPlayer | BatchPolicy | Agent], weights: Sequence[float] | None = None
    ) -> None:
        """Games that begin from now on draw from these opponents; games in progress keep theirs."""
        if not opponents:
            raise ValueError("opponents: there must be at least one")
        chances = np.ones(len(opponents)) if weights is None else np.asarray(weights, float)
        if chances.shape != (len(opponents),) or (chances < 0).any() or not chances.sum() > 0:
            raise ValueError(f"weights={weights!r}: must be {len(opponents)} numbers, none negative and not all 0")
        for player in opponents:
            _shape_of(player)
        self._forget_all_but(opponents)
        self._pool = np.array([self._number_of(player) for player in opponents])
        self._chances = chances / chances.sum()

    def _forget_all_but(self, opponents: Sequence[Any]) -> None:
        """The numbers of others that sit at no game may be given to new ones: a training's past selves are many."""
        seated = {*self._opponent.tolist(), *self._final_opponents.tolist()}
        for number, known in list(self._known.items()):
            if number not in seated and not any(known.player is player for player in opponents):
                del self._known[number]

    def _number_of(self, player: Any) -> int:
        for number, known in self._known.items():
            if known.player is player:
                return number
        number = next(number for number in count() if number not in self._known)
        plays = np.zeros((self._num_envs_wanted, self._seats), np.int8)
        self._known[number] = _Opponent(player, _shape_of(player), plays)
        begin(player, self._num_envs_wanted, self.seed + number + 1)
        return number

    def _is_asked_in_python(self) -> bool:
        """Whether some opponent is not compiled."""
        return any(known.shape is not CompiledPlayer for known in self._known.values())

    @property
    def learner(self) -> np.ndarray:
        """int64 `(num_envs,)`, read-only: the caller's seat in each game."""
        return guarded(self._learner)

    @property
    def opponent(self) -> np.ndarray:
        """int64 `(num_envs,)`, read-only: the number of the opponent in each game."""
        return guarded(self._opponent)

    @property
    def earned(self) -> np.ndarray:
        """float32 `(num_envs,)`: the rewards of the caller's seat since its last decision."""
        return self._earned.view()

    @property
    def final_seats(self) -> np.ndarray:
        """int64 `(num_envs,)`, read-only: where `ended`, the caller's seat."""
        return guarded(self._final_seats)

    @property
    def final_opponents(self) -> np.ndarray:
        """int64 `(num_envs,)`, read-only: where `ended`, the number of the opponent."""
        return guarded(self._final_opponents)

    def opponent_numbered(self, number: int) -> Any:
        """The opponent with this number in `opponent` or `final_opponents`."""
        return self._known[number].player

    def _begin_players(self) -> None:
        self._turned = seat_drawn(self.seed, len(self._learners))
        self._draws = np.random.default_rng(self.seed)
        for number, known in self._known.items():
            begin(known.player, self.num_envs, self.seed + 1 + number)

    # --- playing -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, sides: Sequence[str | None] | None = None) -> None:
        """Restart every game, with a seed for the batch (None draws one).

        sides: the caller's seat in the first game of each place, as in `side` (None: as usual).  Raises ValueError for
        a wrong number of sides or an unknown one, and leaves the games unchanged.
        """
        if sides is not None and len(sides) != self.num_envs:
            raise ValueError(f"sides: {len(sides)} of them for {self.num_envs} games")
        self._first_seats = {
            i: learner_seats(self.rules, side)[0] for i, side in enumerate(sides or ()) if side is not None
        }
        super().reset(seed)

    def step(self, actions: np.ndarray, playing: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Play one legal action for the caller's seat in every game, then the opponents until it is to act again.

        playing: bool `(num_envs,)`, which games are stepped (None: all); the actions given for the others are ignored.
        Returns `earned` and `ended`.  Raises IllegalAction, ValueError for invalid arguments, NotReady, and
        PlayerFailed, which names the opponent; all leave the games unchanged.
        """
        waiting = None if playing is None else ~self._chosen("playing", playing)
        self._take_turn()
        try:
            if waiting is None:
                self._take(actions)
            else:
                self._take(np.where(waiting, self._masks.argmax(1), checked_actions(actions, self.num_envs)))
                self._commands[waiting] = PASS
            self._do_or_undo(self._play_on)
        finally:
            self._in_use.release()
        return self.earned, self.ended

    def restart(self, which: np.ndarray) -> None:
        """Restart some games, each with its next seed; the others stay as they are.

        which: bool `(num_envs,)`.  A game that is abandoned in this way does not count as `ended`.  Raises ValueError
        for anything else, NotReady, and PlayerFailed; all leave the games unchanged.
        """
        which = self._chosen("which", which)
        self._take_turn()
        try:
            self._do_or_undo(lambda: self._begin_again(which))
        finally:
            self._in_use.release()

    def _begin_again(self, which: np.ndarray) -> None:
        self._closed_account[:] = True  # nobody has earned anything by this
        self._ledger["running"][which] = 0
        self._go_on()
        for told in (self._rewards, self._earned, self._ended):
            told[which] = 0

    def _chosen(self, name: str, which: Any) -> np.ndarray:
        """bool `(num_envs,)`.  Raises ValueError for anything else."""
        given = np.asarray(which)
        if given.shape != (self.num_envs,) or given.dtype != bool:
            raise ValueError(f"{name}: {given.dtype} of shape {given.shape}; must be bool of shape ({self.num_envs},)")
        return given

    def _do_or_undo(self, work: Callable[[], None]) -> None:
        """Do something to the games.  After an exception they are as they were, if opponents that are not compiled
        play; else they ask for a reset."""
        before = self._state() if self._is_asked_in_python() else None
        self._not_ready = BROKEN_OFF
        try:
            work()
        except BaseException:
            if before is not None:
                self._go_back_to(before)
                self._not_ready = ""
            raise
        self._not_ready = ""

    def _play_on(self) -> None:
        if self.last_observations is not None:
            self.last_observations.clear()
        self._earned[:] = 0
        self._closed_account[:] = False
        self._advance(self._commands, CLEAR)
        self._go_on()
        still_open = ~self._closed_account
        self._earned[still_open] = self._rewards[still_open, self._learner[still_open]]
        self._ended[:] = self._ledger["ended"]

    def _arrays(self) -> list[np.ndarray]:
        """All that a step changes but what is drawn with and what was last seen."""
        seated = [known.plays for known in self._known.values()]
        return [*seated, self._games, self._ledger, self._masks, self._observations, self._rewards, self._ended,
                self._earned, self._closed_account, self._learner, self._opponent, self._final_seats,
                self._final_opponents, *([] if self._scaled is None else [self._scaled])]  # fmt: skip

    def _state(self) -> tuple[list[np.ndarray], Mapping[str, Any], dict[int, np.ndarray]]:
        """A copy of what a step changes."""
        copies = [array.copy() for array in self._arrays()]
        return copies, self._draws.bit_generator.state, dict(self.last_observations or {})

    def _go_back_to(self, state: tuple[list[np.ndarray], Mapping[str, Any], dict[int, np.ndarray]]) -> None:
        copies, self._draws.bit_generator.state, last_observations = state
        for array, copy in zip(self._arrays(), copies, strict=True):
            array[:] = copy
        if self.last_observations is not None:
            self.last_observations = last_observations

    def _between_games(self, over: np.ndarray, first: bool) -> None:
        if not first:
            self._close_accounts(over[~self._closed_account[over]])
        begun = (self._ledger["number"][over] + self.num_envs) // self.num_envs
        self._learner[over] = self._learners[(self._turned + over + begun) % len(self._learners)]
        if first:
            for i, seat in self._first_seats.items():
                self._learner[i] = seat
        self._opponent[over] = self._draws.choice(self._pool, over.size, p=self._chances)
        for number, known in self._known.items():
            known.plays[over] = 0
            seated = over[self._opponent[over] == number]
            known.plays[seated] = 1
            known.plays[seated, self._learner[seated]] = 0

    def _close_accounts(self, over: np.ndarray) -> None:
        """The caller's part in these games has ended: note what it earned before the next game begins."""
        self._earned[over] = self._rewards[over, self._learner[over]]
        self._final_seats[over] = self._learner[over]
        self._final_opponents[over] = self._opponent[over]
        self._closed_account[over] = True
        if self.last_observations is not None:
            self.last_observations |= {i: self._seen_last(i) for i in over.tolist()}

    def _seen_last(self, i: int) -> np.ndarray:
        """What the caller's seat sees in a game that has ended."""
        seen = np.zeros_like(self._observations[i])
        self.rules.observe(self.rules.scenario.books, self._games, i, int(self._learner[i]), self._layout, seen)
        return as_dtype(self.rules, self.layout, self.dtype, seen)

    def _others_play(self) -> bool:
        for number in np.unique(self._opponent).tolist():
            known = self._known[number]
            if known.shape is CompiledPlayer:
                self._let_play(known.player, known.plays)
            else:
                self._answer(known, np.flatnonzero((self._opponent == number) & self._waiting()))
        self._advance(np.full(self.num_envs, PASS), 0)
        return bool((self._ledger["running"] == 0).any() or self._waiting().any())

    def _waiting(self) -> np.ndarray:
        running = (self._ledger["running"] == 1) & (self._games["over"] == 0)
        return running & (self._games["seat"] != self._learner)

    def _answer(self, known: _Opponent, waiting: np.ndarray) -> None:
        """One decision of an uncompiled player in each of these games."""
        if not waiting.size:
            return
        commands = np.full(self.num_envs, SKIP)
        commands[waiting] = PASS
        self._advance(commands, WRITE)
        with Answering(known.player):
            if known.shape is BatchPolicy:
                answers = known.player.act_batch(self._observations[waiting], self._masks[waiting])
            else:
                answers = [self._ask(known.player, i) for i in waiting.tolist()]
            actions = checked_actions(answers, len(waiting))
        for i, action in zip(waiting.tolist(), actions.tolist(), strict=True):
            if not 0 <= action < self.rules.n_actions or not self._masks[i, action]:
                raise PlayerFailed(f"the player {name_of(known.player)} failed: {self._illegal(i, action)}")
        commands[waiting] = actions
        self._advance(commands, 0)

    def _ask(self, agent: Agent, i: int) -> int:
        game = self._games[i : i + 1]
        seen = {"observation": self._observations[i].copy(), "action_mask": self._masks[i].copy()}
        return index(agent.act(self.rules.view(game, int(game["seat"][0])), seen, self.rules.informer(game)()))
