"""*War at Sea* as an environment: the public module.

    from aw_env import war_at_sea_v0

    env = war_at_sea_v0.env(scenario="barents")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

| What | |
| --- | --- |
| agents | `"allies"`, `"axis"` |
| actions | `Discrete(n_actions)`: an option, a place or a unit; one vocabulary for all scenarios |
| observation | int16 or float32 (`dtype`), layouts "summary", "units" and "candidates" (`docs/war_at_sea.md`) |
| reward | +1, 0, -1 at the end ("outcome"); the change of the lead besides ("victory_points") |

The functions are those of `aw_env.admirals_war_v0` (`docs/api.md`) without the arguments of four players.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo.utils import wrappers

from aw_env.core.engine.ledger import seed_of_game
from aw_env.core.errors import IllegalAction, SaveError
from aw_env.core.faces.aec import GameEnv, wrapped
from aw_env.core.faces.batch import VecEnv
from aw_env.core.faces.game import Game
from aw_env.core.faces.one_seat import BOTH, OneSeatVecEnv, with_last_observations
from aw_env.core.faces.single_agent import SingleAgentEnv
from aw_env.core.players import CompiledPlayer, Player, loaded, loaded_later
from aw_env.games.war_at_sea.game import ruleset
from aw_env.games.war_at_sea.observation import columns
from aw_env.games.war_at_sea.printed.load import shipped_names
from aw_env.games.war_at_sea.records.terms import ACTIONS, UNITS

if TYPE_CHECKING:
    from aw_env.core.faces.rllib import RLlibVecEnv
    from aw_env.core.faces.sb3 import SB3VecEnv
    from aw_env.core.faces.tianshou import TianshouVecEnv
    from aw_env.core.faces.torchrl import TorchRLEnv
    from aw_env.core.faces.vector import GymnasiumVecEnv

__all__ = [
    "IllegalAction",
    "SaveError",
    "env",
    "game",
    "game_seed",
    "gymnasium_vec_env",
    "n_actions",
    "observation_columns",
    "observation_scale",
    "observation_tables",
    "one_seat_vec_env",
    "raw_env",
    "rllib_env",
    "sb3_vec_env",
    "single_agent_env",
    "tianshou_vec_env",
    "torchrl_env",
    "vec_env",
]

GAME = "war_at_sea"
"""Under `aw_env.players.war_at_sea` packages offer players of this game."""
n_actions: int = ACTIONS
"""Size of the action vocabulary, the same for every scenario."""


def game(
    scenario: str | Path = "war_at_sea",
    options: Sequence[str] = (),
    seed: int | None = None,
    observation: str = "summary",
    reward: str = "outcome",
    max_decisions: int | None = None,
    ask_forced: bool = False,
) -> Game:
    """A game without an environment around it: for the command line, search and tests.

    scenario: "war_at_sea", "barents", or the path of a TOML file.  options: optional rules (19), such as
    "lighter_battleships".  Other arguments, and what is raised: see `aw_env.admirals_war_v0.game`.
    """
    return Game(ruleset(scenario, options), seed, observation, reward, max_decisions, ask_forced)


def raw_env(
    scenario: str | Path = "war_at_sea",
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    render_mode: str | None = None,
    max_decisions: int | None = None,
    ask_forced: bool = False,
    dtype: str = "int16",
) -> GameEnv:
    """The PettingZoo environment without wrappers.  An illegal action raises IllegalAction and changes nothing."""
    played = game(scenario, options, None, observation, reward, max_decisions, ask_forced)
    return GameEnv(played, render_mode, dtype)


def env(**arguments: Any) -> wrappers.OrderEnforcingWrapper:
    """The PettingZoo environment with its usual wrappers: an illegal action ends the game, with -1 for who played
    it.  Arguments: those of `raw_env`, which is `env(...).unwrapped`."""
    return wrapped(raw_env(**arguments))


def vec_env(
    num_envs: int = 1024,
    scenario: str | Path = "war_at_sea",
    seed: int | None = None,
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    max_decisions: int | None = None,
    num_threads: int | None = None,
    compiled_players: Mapping[str, CompiledPlayer] | None = None,
    ask_forced: bool = False,
    dtype: str = "int16",
) -> VecEnv:
    """Many games at once (`core.faces.batch.VecEnv`): one call steps them all, on all cores."""
    rules = ruleset(scenario, options)
    return VecEnv(
        rules, num_envs, seed, observation, reward, max_decisions, num_threads, compiled_players, ask_forced, dtype
    )


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` of a batch: `game(seed=game_seed(0, 5))` plays game 5 of `vec_env(seed=0)`."""
    return int(seed_of_game(seed, number))


def single_agent_env(
    side: str = BOTH,
    opponent: str | Player = "scripted",
    scenario: str | Path = "war_at_sea",
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    render_mode: str | None = None,
    max_decisions: int | None = None,
    on_illegal: str = "raise",
    ask_forced: bool = False,
    dtype: str = "float32",
) -> SingleAgentEnv:
    """A Gymnasium environment of one seat (`core.faces.single_agent.SingleAgentEnv`), with `action_masks()`.

    side: "allies", "axis", or "both" in turn.  opponent: a player, or a name of those of this game.
    """
    played = game(scenario, options, None, observation, reward, max_decisions, ask_forced)
    return SingleAgentEnv(played, loaded_later(opponent, GAME), side, on_illegal, render_mode, dtype)


def one_seat_vec_env(
    num_envs: int,
    opponents: Sequence[str | Player] = ("scripted",),
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    scenario: str | Path = "war_at_sea",
    seed: int | None = None,
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    max_decisions: int | None = None,
    num_threads: int | None = None,
    ask_forced: bool = False,
    dtype: str = "int16",
    keep_last_observations: bool = False,
) -> OneSeatVecEnv:
    """Many games in which the caller has one seat each (`core.faces.one_seat.OneSeatVecEnv`)."""
    return OneSeatVecEnv(
        ruleset(scenario, options),
        num_envs,
        [loaded(player, GAME) for player in opponents],
        side,
        weights,
        keep_last_observations,
        seed=seed,
        observation=observation,
        reward=reward,
        max_decisions=max_decisions,
        num_threads=num_threads,
        ask_forced=ask_forced,
        dtype=dtype,
    )


def sb3_vec_env(
    num_envs: int = 64,
    opponents: str | Player | Sequence[str | Player] = "scripted",
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    **settings: Any,
) -> "SB3VecEnv":
    """A Stable-Baselines3 `VecEnv` over the batch, for `sb3_contrib.MaskablePPO`.  settings: the other arguments of
    `one_seat_vec_env`, from `scenario` on; `dtype` is "float32" here."""
    from aw_env.core.faces.sb3 import SB3VecEnv

    return SB3VecEnv(
        with_last_observations(one_seat_vec_env, "sb3_vec_env", num_envs, opponents, weights, side, settings)
    )


def gymnasium_vec_env(
    num_envs: int = 64,
    opponent: str | Player | Sequence[str | Player] = "scripted",
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    **settings: Any,
) -> "GymnasiumVecEnv":
    """A `gymnasium.vector.VectorEnv` over the batch, which `gymnasium.make_vec("aw_env:aw_env/WarAtSea-v0", num_envs)`
    makes.  settings: the other arguments of `one_seat_vec_env`, from `scenario` on; `dtype` is "float32" here."""
    from aw_env.core.faces.vector import GymnasiumVecEnv

    return GymnasiumVecEnv(
        with_last_observations(one_seat_vec_env, "gymnasium_vec_env", num_envs, opponent, weights, side, settings)
    )


def torchrl_env(
    num_envs: int = 64,
    opponents: str | Player | Sequence[str | Player] = "scripted",
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    **settings: Any,
) -> "TorchRLEnv":
    """A TorchRL `EnvBase` of `batch_size=[num_envs]` over the batch.  Arguments: those of `sb3_vec_env`."""
    from aw_env.core.faces.torchrl import TorchRLEnv

    return TorchRLEnv(
        with_last_observations(one_seat_vec_env, "torchrl_env", num_envs, opponents, weights, side, settings)
    )


def tianshou_vec_env(
    num_envs: int = 64,
    opponents: str | Player | Sequence[str | Player] = "scripted",
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    **settings: Any,
) -> "TianshouVecEnv":
    """A Tianshou `BaseVectorEnv` over the batch.  Arguments: those of `sb3_vec_env`."""
    from aw_env.core.faces.tianshou import TianshouVecEnv

    return TianshouVecEnv(
        with_last_observations(one_seat_vec_env, "tianshou_vec_env", num_envs, opponents, weights, side, settings)
    )


def rllib_env(
    num_envs: int = 64,
    opponents: str | Player | Sequence[str | Player] = "scripted",
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    **settings: Any,
) -> "RLlibVecEnv":
    """A `gymnasium.vector.VectorEnv` over the batch as RLlib's runners want it: see `aw_env.admirals_war_v0.rllib_env`.
    Arguments: those of `sb3_vec_env`."""
    from aw_env.core.faces.rllib import RLlibVecEnv

    return RLlibVecEnv(
        with_last_observations(one_seat_vec_env, "rllib_env", num_envs, opponents, weights, side, settings)
    )


# --- the observation -----------------------------------------------------------------------------------


def observation_columns(observation: str = "summary") -> list[str]:
    """The name of every column of a layout, such as "area/barents/mine/attack" or "unit/hood/place"."""
    names = shipped_names()
    units = [unit.id for unit in names.units] + [f"unused_{number}" for number in range(len(names.units), UNITS)]
    return [name for name, _, _ in columns.described(observation, [place.id for place in names.places], units)]


def observation_scale(observation: str = "summary") -> np.ndarray:
    """float32 `(columns,)`: an observation times this is of about unit size, for learned agents."""
    return columns.scale(observation).copy()


def observation_tables(observation: str = "summary") -> dict[str, tuple[int, int, int]]:
    """The parts of a layout as name: (first column, rows, columns a row), for networks that read tables."""
    return columns.tables(observation)
