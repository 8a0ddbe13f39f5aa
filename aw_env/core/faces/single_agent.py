"""The Gymnasium face: the caller plays one seat, opponents play the others."""

from collections.abc import Callable, Mapping
from typing import Any

import gymnasium
import numpy as np

from aw_env.core.arguments import checked_actions
from aw_env.core.errors import IllegalAction, NotReady
from aw_env.core.faces.aec import RENDER_MODES, check_render_mode
from aw_env.core.faces.game import Game
from aw_env.core.faces.one_seat import known_options, learner_seats, seat_drawn
from aw_env.core.faces.spaces import actions, as_dtype, checked_dtype, observation_box
from aw_env.core.faces.window import Window
from aw_env.core.players import Agent, Answering, BatchPolicy, CompiledPlayer, begin, shape_of

ON_ILLEGAL = ("raise", "lose", "random")


class SingleAgentEnv(gymnasium.Env):
    """A game as a `gymnasium.Env`; opponents play inside `step` and `reset`.

    game: the game to play.  opponent: a player (`core.players`), or a function without arguments that returns one when
    it is first needed.  side: the caller's seat by name, or "both" to change seats from game to game.  on_illegal:
    what an illegal action does: "raise" IllegalAction, "lose" the game at once (reward -1), or play a "random" legal
    action instead.  dtype: of observations, "int16", or "float32" for scaled ones (`core.faces.spaces`).

    Observations are int16 or float32 `(columns,)`.  The reward of a step is the sum of the seat's rewards since its
    last decision, those during the opponents' decisions and at the end of the game included.

    If an opponent fails (`PlayerFailed`), or another exception interrupts a step, the game is as it was before.

    An info holds `action_mask`, int8 `(n_actions,)` (all 0 when the game has ended), and as int64 `turn`, `phase`,
    `decision`, `subject` (see `core.ruleset.Ruleset.informer`) and `seat`, the caller's, an index of `rules.seats`.
    When the game has ended there is `margin`, and unless it was truncated `result`, both from the caller's point of
    view.  `info_in_words()` and `describe()` put them into words.
    """

    def __init__(
        self,
        game: Game,
        opponent: CompiledPlayer | BatchPolicy | Agent | Callable[[], Any],
        side: str,
        on_illegal: str = "raise",
        render_mode: str | None = None,
        dtype: str = "float32",
    ) -> None:
        check_render_mode(render_mode)
        if on_illegal not in ON_ILLEGAL:
            raise ValueError(f"on_illegal={on_illegal!r}: choose from {', '.join(map(repr, ON_ILLEGAL))}")
        rules = game.rules
        self.metadata = {"render_modes": RENDER_MODES, "render_fps": 2}
        self.render_mode = render_mode
        self.rules, self.game = rules, game
        self.dtype = checked_dtype(dtype)
        self.observation_space = observation_box(rules, game.layout, self.dtype)
        self.action_space = actions(rules)
        self._seats = learner_seats(rules, side)
        self._opponent = opponent
        self._player: Any = None
        self._shape: type | None = None
        self._on_illegal = on_illegal
        self._plays = np.zeros((1, len(rules.seats)), np.int8)
        self._lost = False
        self._games_begun = 0
        self._window: Window | None = None
        self._not_ready = "no game has begun: reset() begins one"
        self._ended_unasked: float | None = None
        """The reward of a game that has ended before its user was asked: any action then only ends it."""
        self.seat = self._seats[0]

    @property
    def opponent(self) -> CompiledPlayer | BatchPolicy | Agent:
        """The player of the other seats, loaded when first needed."""
        if self._player is None:
            found: Any = self._opponent
            self._shape = shape_of(found)
            if self._shape is None:
                found = found()
                self._shape = shape_of(found)
            if self._shape is None:
                raise TypeError(f"opponent: {found!r} is not a player (core.players)")
            self._player = found
        return self._player

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a new game.  options: `{"dice": [...]}` are the first dice of the game; `{"side": name}` chooses the
        caller's seat for this game.  With `side="both"` and a seed, the seat follows from the seed.  Raises ValueError
        for other options, and PlayerFailed."""
        given = known_options(options, ("dice", "side"))
        super().reset(seed=seed)
        if seed is not None:
            self._games_begun = seat_drawn(seed, len(self._seats))
        if given.get("side") is not None:
            self.seat = learner_seats(self.rules, given["side"])[0]
        else:
            self.seat = self._seats[self._games_begun % len(self._seats)]
        self._games_begun += 1
        self._lost = False
        self._plays[:] = 1
        self._plays[0, self.seat] = 0
        own = int(self.np_random.integers(2**62))
        self._not_ready = "an exception interrupted reset(): call it again to start a game"
        begin(self.opponent, 1, own)
        self.game.reset(own if seed is None else seed, given.get("dice"))
        earned = self._let_others_play()
        self._ended_unasked = earned if self.game.ended else None
        self._not_ready = ""
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Play an action for the caller's seat, then the opponents until it is to act again or the game has ended.
        Raises IllegalAction, PlayerFailed, which names the opponent, and NotReady; all leave the game unchanged."""
        if self._not_ready:
            raise NotReady(self._not_ready)
        if self._ended_unasked is not None:
            reward, self._ended_unasked = self._ended_unasked, None
            return self._observation(), reward, self.game.over, self.game.truncated, self._info()
        game = self.game
        before = game.mark()
        try:
            if not self._apply(action):
                return self._observation(), -1.0, True, False, {**self._info(), "illegal": np.True_}
            reward = float(game.rewards[self.seat]) + self._let_others_play()
        except BaseException:
            game.go_back_to(before)
            raise
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, game.over, game.truncated, self._info()

    def _apply(self, action: int) -> bool:
        """Answer, or do what an illegal action does; False when it has lost the game."""
        game = self.game
        try:
            game.apply(action)
        except IllegalAction:
            if self._on_illegal == "raise" or game.ended or self._lost:
                raise
            if self._on_illegal == "lose":
                self._lost = True
                return False
            game.apply(self.np_random.choice(game.legal_actions()))
        return True

    def _let_others_play(self) -> float:
        """What the user's seat earns while the opponents choose."""
        earned = 0.0
        game = self.game
        while not game.ended and game.seat != self.seat:
            self._opponent_answers()
            earned += float(game.rewards[self.seat])
        return earned

    def _opponent_answers(self) -> None:
        """A compiled opponent plays on until the user is asked; the others answer once.  Raises PlayerFailed."""
        game, opponent = self.game, self._player
        with Answering(opponent):
            if self._shape is CompiledPlayer:
                game.let_play(opponent, self._plays)
                return
            if self._shape is Agent:
                seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
                action = opponent.act(game.view(game.seat), seen, game.info())
            else:
                answers = opponent.act_batch(game.observe(game.seat)[None], game.action_mask[None])
                action = checked_actions(answers, 1)[0]
            game.apply(action)

    def action_masks(self) -> np.ndarray:
        """bool `(n_actions,)`: the legal actions; all False when the game has ended."""
        return self.game.action_mask.astype(bool)

    def _observation(self) -> np.ndarray:
        return as_dtype(self.rules, self.game.layout, self.dtype, self.game.observe(self.seat))

    def _info(self) -> dict[str, Any]:
        game, sign = self.game, self.rules.sign(self.seat)
        info = {"action_mask": game.action_mask, **game.info_for(self.seat), "seat": np.int64(self.seat)}
        if game.ended:
            info["margin"] = np.int64(sign * game.margin)
        if game.result is not None:
            info["result"] = np.int64(sign * game.result)
        return info

    def describe(self) -> str:
        """The pending decision in words."""
        return self.game.describe(self.seat)

    def info_in_words(self, info: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """An info (None: that of the pending decision) with names in place of numbers."""
        words = self.game.info_in_words(self._info() if info is None else info)
        return {**words, "seat": self.rules.seats[words["seat"]]}

    def view(self) -> Any:
        """A read-only view of what the caller's seat may know."""
        return self.game.view(self.seat)

    def actions(self) -> list[tuple[int, str]]:
        """The legal actions as (index, words)."""
        return self.game.actions()

    def render(self) -> str | np.ndarray | None:
        """A str for "ansi", uint8 `(height, width, 3)` for "rgb_array"; "human" shows the picture in a window."""
        if self.render_mode is None:
            return None
        if self.render_mode == "human":
            if self._window is None:
                self._window = Window(self.rules.scenario.title)
            self._window.show(self.rules.picture(self.view()))
            return None
        return self.rules.draw(self.render_mode, self.view())

    def close(self) -> None:
        """Close the window of `render_mode="human"`.  `step` then raises NotReady until `reset`."""
        self._not_ready = "this environment is closed: reset() begins a game"
        if self._window is not None:
            self._window.close()
            self._window = None

    def __getstate__(self) -> dict[str, Any]:
        """All but the window, which is opened again when needed."""
        return {**self.__dict__, "_window": None}
