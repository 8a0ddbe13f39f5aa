"""The PettingZoo face: agents take turns (AEC), one game, fresh arrays."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pydantic import TypeAdapter, ValidationError

from aw_env.core import saves
from aw_env.core.arguments import reset_options
from aw_env.core.errors import NotReady, SaveError
from aw_env.core.faces.game import EventInWords, Game
from aw_env.core.faces.spaces import actions, as_dtype, checked_dtype, observation_with_mask
from aw_env.core.faces.window import Window
from aw_env.core.limits import Name, Reward
from aw_env.core.ruleset import Ruleset

_REWARDS = TypeAdapter(dict[Name, Reward])
RENDER_MODES = ["ansi", "rgb_array", "human"]


def check_render_mode(render_mode: str | None) -> None:
    """Raises ValueError for an unknown mode."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode={render_mode!r}: choose from None, {', '.join(map(repr, RENDER_MODES))}")


def wrapped(env: "GameEnv") -> wrappers.OrderEnforcingWrapper:
    """An environment in PettingZoo's usual wrappers: an illegal action ends the game, with -1 for who played it."""
    ends = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(ends))


class GameEnv(AECEnv):
    """A game as a PettingZoo environment.

    dtype: of observations, "int16", or "float32" for scaled ones (`core.faces.spaces`).

    An observation is `{"observation": int16 or float32 (columns,), "action_mask": int8 (n_actions,)}`, in new arrays,
    from the agent's point of view; the mask of an agent that is not to act is all 0.  An agent may act several times in
    a row.

    An info has four int64 entries, the same for every agent at all times: `turn`, `phase`, `decision`, and `subject`,
    the number of the unit or place that the decision is about, or -1.  `info_in_words()` and `describe()` put them into
    words.
    """

    def __init__(self, game: Game, render_mode: str | None = None, dtype: str = "int16") -> None:
        super().__init__()
        check_render_mode(render_mode)
        self.dtype = checked_dtype(dtype)
        rules = game.rules
        self.metadata = {
            "name": rules.name,
            "render_modes": RENDER_MODES,
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.rules: Ruleset = rules
        self.game = game
        self.possible_agents = list(rules.seats)
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(rules.seats)}
        seen = observation_with_mask(rules, game.layout, self.dtype)
        self._observation_spaces = dict.fromkeys(rules.seats, seen)
        self._action_spaces = {agent: actions(rules) for agent in rules.seats}
        self._nobody_asked = np.zeros(rules.n_actions, np.int8)
        self._no_rewards = np.zeros_like(game.rewards).tobytes()
        self._window: Window | None = None
        self._closed = False

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same object every time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same object every time."""
        return self._action_spaces[agent]

    # --- playing -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.  seed: of the dice; None draws one.  options: `{"dice": [...]}` are the first dice of
        the game; others are ignored, for PettingZoo's users hand on those of other environments.  Raises ValueError
        for what is no dict, and for an invalid seed or dice; the game is then unchanged."""
        self.game.reset(seed, reset_options(options).get("dice"))
        self._closed = False
        self._seat_agents()

    def _seat_agents(self) -> None:
        self.agents = self.possible_agents.copy()
        self._skip_agent_selection = None
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._rewarded = False
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._take_up()

    def _take_up(self) -> None:
        """Who is asked, and what all are told, as the game stands."""
        self.infos = {agent: self.game.info_for(self._seat_of[agent]) for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.game.seat, 0)]
        if self.game.ended:
            self._end()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent sees now, in new arrays.  Raises ValueError for an unknown agent."""
        game, seat = self.game, self._seat(agent)
        mask = self._nobody_asked.copy() if seat != game.seat else game.action_mask
        observation = as_dtype(self.rules, game.layout, self.dtype, game.observe(seat))
        return {"observation": observation, "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """What `agent_selection` sees, has earned and is told.  Raises NotReady if no game is being played."""
        self._check_played()
        return super().last(observe)

    def _check_played(self) -> None:
        """Raises NotReady before the first `reset`, and when every agent has been told that the game is over."""
        if not self.agents:
            raise NotReady("no game is being played: reset() begins one")

    def _seat(self, agent: str) -> int:
        """The seat of an agent.  Raises ValueError for an unknown one."""
        if agent not in self._seat_of:
            raise ValueError(f"agent={agent!r}: choose from {', '.join(self.possible_agents)}")
        return self._seat_of[agent]

    def step(self, action: int | None) -> None:
        """Play an action for `agent_selection`.  Raises IllegalAction (a ValueError), which says who was to decide what
        and which actions are legal, and NotReady if the environment is closed or no game is being played; either leaves
        the game unchanged."""
        if self._closed:
            raise NotReady("this environment is closed: reset() begins a game")
        self._check_played()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        game = self.game
        game.apply(action)  # type: ignore[arg-type]  # None is refused like any other that is none
        self._cumulative_rewards[agent] = 0.0
        earned = game.rewards
        if earned.tobytes() != self._no_rewards:
            self.rewards = dict(zip(self.possible_agents, earned.tolist(), strict=True))
            self._rewarded = True
            self._accumulate_rewards()
        elif self._rewarded:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self._rewarded = False
        if game.ended:
            self._end()
        else:
            self.agent_selection = agent = self.possible_agents[game.seat]
            self.infos[agent] = game.info()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        truncated = self.game.truncated
        for agent in self.agents:
            self.truncations[agent] = truncated
            self.terminations[agent] = not truncated
            self.infos[agent] = self.game.info_for(self._seat_of[agent])

    # --- drawing -------------------------------------------------------------------------------------

    def render(self) -> str | np.ndarray | None:
        """A str for "ansi", uint8 `(height, width, 3)` for "rgb_array"; "human" shows the picture in a window."""
        if self.render_mode is None:
            return None
        view = self.game.view()
        if self.render_mode == "human":
            if self._window is None:
                self._window = Window(self.rules.scenario.title)
            self._window.show(self.rules.picture(view))
            return None
        return self.rules.draw(self.render_mode, view)

    def close(self) -> None:
        """Close the window of `render_mode="human"`.  `step` then raises NotReady until `reset`."""
        self._closed = True
        if self._window is not None:
            self._window.close()
            self._window = None

    # --- beyond PettingZoo -----------------------------------------------------------------------------

    def actions(self) -> list[tuple[int, str]]:
        """The legal actions of the agent to act, as (index, words)."""
        return self.game.actions()

    def describe(self, agent: str | None = None) -> str:
        """The pending decision in words, as an agent may know it; None: as the agent to act knows it."""
        return self.game.describe(None if agent is None else self._seat(agent))

    def info_in_words(self, info: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """An info (None: that of the agent to act) with names in place of numbers."""
        return self.game.info_in_words(info)

    def action_named(self, words: str) -> int:
        """The legal action described by these words.  Raises LookupError, which lists the closest."""
        return self.game.action_named(words)

    def events(self, agent: str | None = None) -> list[EventInWords]:
        """What has happened since the last decision, each event as (kind, subjects, dice, words); for an agent, only
        what it may know."""
        return self.game.events(*([] if agent is None else [self._seat(agent)]))

    def view(self, agent: str | None = None) -> Any:
        """A read-only view of what an agent may know; None: of everything."""
        return self.game.view(None if agent is None else self._seat(agent))

    def script_dice(self, dice: Iterable[int]) -> None:
        """Set the next dice; `scripted_dice_left` and `dice_rolled` tell how many of them have been used."""
        self.game.script_dice(dice)

    @property
    def scripted_dice_left(self) -> int:
        """Scripted dice not yet used."""
        return self.game.scripted_dice_left

    @property
    def dice_rolled(self) -> int:
        """Random dice rolled since the game began."""
        return self.game.dice_rolled

    def save(self) -> bytes:
        """The game as bytes, with the format version, a digest of the data and a checksum."""
        return self.game.save(cumulative=self._cumulative_rewards)

    def restore(self, data: bytes) -> None:
        """Continue from a save.  Raises SaveError if it cannot be used, and leaves the game unchanged."""
        cumulative = self._rewards_kept(data)
        self.game.restore(data)
        self._seat_agents()
        self._cumulative_rewards.update(cumulative)

    def _rewards_kept(self, data: bytes) -> dict[str, float]:
        """The rewards that a save of an environment keeps for agents that have not been asked since."""
        kept: Any = saves.header(data).extra.get("cumulative", {})
        try:
            rewards = _REWARDS.validate_python(kept)
        except ValidationError:
            raise SaveError("this save keeps rewards that no agent can have earned") from None
        if not rewards.keys() <= self._seat_of.keys():
            raise SaveError(f"this save keeps rewards of agents that are not {', '.join(self.possible_agents)}")
        return rewards

    def clone(self, reseed: int | None = None, agent: str | None = None) -> "GameEnv":
        """A copy of the environment in the same position.  It rolls the same dice, or with `reseed` others, as search
        requires.  With `agent` as well, what this agent cannot know is redrawn.  Raises ValueError for an unknown
        agent, or an agent without `reseed`."""
        seat = None if agent is None else self._seat(agent)
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.game = self.game.clone(reseed, seat)
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            if name in self.__dict__:
                setattr(other, name, getattr(self, name).copy())
        if agent is not None and self.agents:
            other._take_up()
        other._window = None
        return other

    def __getstate__(self) -> dict[str, Any]:
        """All but the window, which is opened again when needed."""
        return {**self.__dict__, "_window": None}
