"""*Admirals' War: WWII at Sea* as an environment: the public module.

    from aw_env import admirals_war_v0

    env = admirals_war_v0.env(scenario="midway")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

| What | |
| --- | --- |
| agents | `"allies"`, `"axis"`; of four players `"british"`, `"japanese"`, `"american"`, `"german"` |
| actions | `Discrete(n_actions)`: an option, a place or a unit; one vocabulary for all scenarios |
| observation | int16 or float32 (`dtype`), layouts "summary", "units" and "candidates" (`docs/observation.md`) |
| reward | +1, 0, -1 at the end ("outcome"); the change of the margin besides ("victory_points") |
| victory | of four players: "team", or "individual" with +1 to the winner and -1/3 to the others |

`docs/api.md` describes every function here.
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
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.observation import columns
from aw_env.games.admirals_war.printed.load import shipped_names
from aw_env.games.admirals_war.records.terms import ACTIONS, FIRST_BOX, UNITS

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

n_actions: int = ACTIONS
"""Size of the action vocabulary, the same for every scenario and number of players."""


def game(
    scenario: str | Path = "midway",
    players: int = 2,
    options: Sequence[str] = (),
    seed: int | None = None,
    observation: str = "summary",
    reward: str = "outcome",
    max_decisions: int | None = None,
    ask_forced: bool = False,
    victory: str = "team",
) -> Game:
    """A game without an environment around it: for the command line, search and tests.

    scenario: the name of a scenario, or the path of a TOML file.  players: 2 or 4.  options: optional rules.
    seed: of the dice; None draws one.  observation: "summary", "units" or "candidates".  reward: "outcome" or
    "victory_points".  max_decisions: the game is broken off after so many.  ask_forced: also ask decisions that have
    one legal answer, which the engine otherwise takes by itself.  victory: of four players, "team" or "individual".

    Raises ConfigError (a ValueError) for a scenario that there is not or that is wrong, ValueError for other
    arguments.
    """
    rules = ruleset(scenario, players, tuple(options), victory)
    return Game(rules, seed, observation, reward, max_decisions, ask_forced)


def raw_env(
    scenario: str | Path = "midway",
    players: int = 2,
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    render_mode: str | None = None,
    max_decisions: int | None = None,
    ask_forced: bool = False,
    victory: str = "team",
    dtype: str = "int16",
) -> GameEnv:
    """The PettingZoo environment without wrappers.  An illegal action raises IllegalAction and changes nothing.

    render_mode: None, "ansi", "rgb_array" or "human".  dtype: of observations, "int16", or "float32" for scaled ones,
    clipped to a bounded box.  Other arguments: see `game`.
    """
    played = game(scenario, players, options, None, observation, reward, max_decisions, ask_forced, victory)
    return GameEnv(played, render_mode, dtype)


def env(**arguments: Any) -> wrappers.OrderEnforcingWrapper:
    """The PettingZoo environment with its usual wrappers: an illegal action ends the game, with -1 for who played
    it.  Arguments: those of `raw_env`, which is `env(...).unwrapped`."""
    return wrapped(raw_env(**arguments))


def vec_env(
    num_envs: int = 1024,
    scenario: str | Path = "midway",
    seed: int | None = None,
    players: int = 2,
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    max_decisions: int | None = None,
    num_threads: int | None = None,
    compiled_players: Mapping[str, CompiledPlayer] | None = None,
    ask_forced: bool = False,
    victory: str = "team",
    dtype: str = "int16",
) -> VecEnv:
    """Many games at once (`core.faces.batch.VecEnv`): one call steps them all, on all cores.

    compiled_players: compiled players by the name of the seat that they play inside the call.  Other arguments:
    see `game` and `core.faces.batch.VecEnv`.
    """
    rules = ruleset(scenario, players, tuple(options), victory)
    return VecEnv(
        rules, num_envs, seed, observation, reward, max_decisions, num_threads, compiled_players, ask_forced, dtype
    )


def game_seed(seed: int, number: int) -> int:
    """The seed of game `number` of a batch: `game(seed=game_seed(0, 5))` plays game 5 of `vec_env(seed=0)`.

    Game i of the batch plays the numbers i, i + num_envs, i + 2 num_envs...
    """
    return int(seed_of_game(seed, number))


def single_agent_env(
    side: str = BOTH,
    opponent: str | Player = "scripted",
    scenario: str | Path = "midway",
    players: int = 2,
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    render_mode: str | None = None,
    max_decisions: int | None = None,
    on_illegal: str = "raise",
    ask_forced: bool = False,
    victory: str = "team",
    dtype: str = "float32",
) -> SingleAgentEnv:
    """A Gymnasium environment of one seat (`core.faces.single_agent.SingleAgentEnv`), with `action_masks()`.

    side: "allies", "axis", or "both" in turn.  opponent: a player, or a name or checkpoint that `core.players.load`
    knows, loaded when it is first needed.  on_illegal: "raise", "lose" or "random".  dtype: of observations, "float32"
    for scaled ones, clipped to a bounded box, or "int16".  Other arguments: see `game`.
    """
    played = game(scenario, players, options, None, observation, reward, max_decisions, ask_forced, victory)
    return SingleAgentEnv(played, loaded_later(opponent), side, on_illegal, render_mode, dtype)


def one_seat_vec_env(
    num_envs: int,
    opponents: Sequence[str | Player] = ("scripted",),
    weights: Sequence[float] | None = None,
    side: str = BOTH,
    scenario: str | Path = "midway",
    seed: int | None = None,
    players: int = 2,
    options: Sequence[str] = (),
    observation: str = "summary",
    reward: str = "outcome",
    max_decisions: int | None = None,
    num_threads: int | None = None,
    ask_forced: bool = False,
    victory: str = "team",
    dtype: str = "int16",
    keep_last_observations: bool = False,
) -> OneSeatVecEnv:
    """Many games in which the caller has one seat each (`core.faces.one_seat.OneSeatVecEnv`).

    opponents: players, or names and checkpoints that `core.players.load` knows; each game draws one by `weights` when
    it begins.  side: "allies", "axis", or "both" in turn.  keep_last_observations: what the caller's seat saw at
    the end of a game is kept.  Other arguments: see `game` and `core.faces.batch.VecEnv`.
    """
    rules = ruleset(scenario, players, tuple(options), victory)
    return OneSeatVecEnv(
        rules,
        num_envs,
        [loaded(player) for player in opponents],
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
    """A Stable-Baselines3 `VecEnv` over the batch (`core.faces.sb3.SB3VecEnv`), for `sb3_contrib.MaskablePPO`.

    opponents: one or several.  settings: the other arguments of `one_seat_vec_env`, from `scenario` to `dtype`, which
    is "float32" here.
    """
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
    """A `gymnasium.vector.VectorEnv` over the batch (`core.faces.vector.GymnasiumVecEnv`), which
    `gymnasium.make_vec("aw_env:aw_env/AdmiralsWar-v0", num_envs)` makes.

    opponent: one or several.  settings: the other arguments of `one_seat_vec_env`, from `scenario` to `dtype`, which is
    "float32" here.
    """
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
    """A TorchRL `EnvBase` of `batch_size=[num_envs]` over the batch (`core.faces.torchrl.TorchRLEnv`).

    Arguments: those of `sb3_vec_env`.
    """
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
    """A Tianshou `BaseVectorEnv` over the batch (`core.faces.tianshou.TianshouVecEnv`).

    Arguments: those of `sb3_vec_env`.
    """
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
    """A `gymnasium.vector.VectorEnv` over the batch as RLlib's runners want it (`core.faces.rllib.RLlibVecEnv`).

    Arguments: those of `sb3_vec_env`.  For RLlib, which tells the number of games with the other settings:

        tune.register_env("admirals_war", lambda config: admirals_war_v0.rllib_env(**config))
        config.environment("admirals_war", env_config={"opponents": "random", "scenario": "midway"})
        config.env_runners(num_envs_per_env_runner=64, gym_env_vectorize_mode="vector_entry_point")
    """
    from aw_env.core.faces.rllib import RLlibVecEnv

    return RLlibVecEnv(
        with_last_observations(one_seat_vec_env, "rllib_env", num_envs, opponents, weights, side, settings)
    )


# --- the observation -----------------------------------------------------------------------------------


def observation_columns(observation: str = "summary") -> list[str]:
    """The name of every column of a layout, such as "area/coral_sea/mine/gunnery" or "unit/yorktown"."""
    names = shipped_names()
    places = [
        f"unused_{number}" if place is None else place.id for number, place in enumerate(names.places[:FIRST_BOX])
    ]
    units = [unit.id for unit in names.units] + [f"unused_{number}" for number in range(len(names.units), UNITS)]
    return [name for name, _, _ in columns.described(observation, places, units)]


def observation_scale(observation: str = "summary") -> np.ndarray:
    """float32 `(columns,)`: an observation times this is of about unit size, for learned agents."""
    return columns.scale(observation).copy()


def observation_tables(observation: str = "summary") -> dict[str, tuple[int, int, int]]:
    """The parts of a layout as name: (first column, rows, columns a row), for networks that read tables."""
    return columns.tables(observation)
