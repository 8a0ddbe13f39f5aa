"""The functions of a game's public face, which every game has alike.

    DOORS = Doors(GAME, ruleset, LAYOUT, shipped_names, PLACES, UNITS)
    vec_env = DOORS.vec_env

A game's own settings, such as the number of players, stand among the arguments as `Setting.before` says, and the
scenario is by default the game's: `inspect.signature` and `help` show the functions as if the game had written them.
Type checkers are told what all games share; they do not look into other arguments.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, Signature, cleandoc, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo.utils import wrappers

from aw_env.core.declare.columns import Layouts
from aw_env.core.engine.ledger import seed_of_game
from aw_env.core.faces.aec import GameEnv, wrapped
from aw_env.core.faces.batch import VecEnv
from aw_env.core.faces.game import Game
from aw_env.core.faces.one_seat import BOTH, OneSeatVecEnv, with_last_observations
from aw_env.core.faces.single_agent import SingleAgentEnv
from aw_env.core.playable import Playable, Setting
from aw_env.core.players import CompiledPlayer, Player, loaded, loaded_later
from aw_env.core.ruleset import Ruleset

if TYPE_CHECKING:
    from aw_env.core.faces.rllib import RLlibVecEnv
    from aw_env.core.faces.sb3 import SB3VecEnv
    from aw_env.core.faces.tianshou import TianshouVecEnv
    from aw_env.core.faces.torchrl import TorchRLEnv
    from aw_env.core.faces.vector import GymnasiumVecEnv

AS_THE_GAME_SAYS = ""
"""In place of the game's usual scenario."""
OPENED = (
    "env", "game", "game_seed", "gymnasium_vec_env", "observation_columns", "observation_scale", "observation_tables",
    "one_seat_vec_env", "raw_env", "rllib_env", "sb3_vec_env", "single_agent_env", "tianshou_vec_env", "torchrl_env",
    "vec_env",
)  # fmt: skip
"""The functions here that are public."""
PUBLIC = sorted(("GAME", "IllegalAction", "SaveError", "n_actions", *OPENED))
"""All that the public module of a game offers."""


class Doors:
    """The public functions of a game.

    game: what it is called, and what its rulesets are made with.  ruleset: `ruleset(scenario, options=..., **settings)`
    of its module `game`.  columns: the layouts of its observations.  names: of its places and counters, after which
    columns are called.  places, units: of how many of them there are columns.

    In the signatures below `*more` and `**own` stand for the settings of a game.
    """

    def __init__(
        self,
        game: Playable,
        ruleset: Callable[..., Ruleset],
        columns: Layouts,
        names: Callable[[], Any],
        places: int,
        units: int,
    ) -> None:
        self._game, self._ruleset, self._columns, self._names = game, ruleset, columns, names
        self._places, self._units = places, units
        for name in OPENED:
            setattr(self, name, _opened(getattr(self, name), game))

    def game(
        self,
        scenario: str | Path = AS_THE_GAME_SAYS,
        *more: Any,
        options: Sequence[str] = (),
        seed: int | None = None,
        observation: str = "summary",
        reward: str = "outcome",
        max_decisions: int | None = None,
        ask_forced: bool = False,
        **own: Any,
    ) -> Game:
        """A game without an environment around it: for the command line, search and tests.

        scenario: the name of a scenario, or the path of a TOML file.  options: optional rules.  seed: of the dice; None
        draws one.  observation: "summary", "units" or "candidates".  reward: "outcome" or "victory_points".
        max_decisions: truncate the game after this many.  ask_forced: also ask for decisions with a single legal
        action, which are otherwise skipped.

        Raises ConfigError (a ValueError) for an unknown or invalid scenario, ValueError for other invalid arguments.
        """
        return Game(self._rules(scenario, options, own), seed, observation, reward, max_decisions, ask_forced)

    def raw_env(
        self,
        scenario: str | Path = AS_THE_GAME_SAYS,
        *more: Any,
        options: Sequence[str] = (),
        observation: str = "summary",
        reward: str = "outcome",
        render_mode: str | None = None,
        max_decisions: int | None = None,
        ask_forced: bool = False,
        dtype: str = "int16",
        **own: Any,
    ) -> GameEnv:
        """The PettingZoo environment without wrappers.  An illegal action raises IllegalAction and changes nothing.

        render_mode: None, "ansi", "rgb_array" or "human".  dtype: of observations, "int16", or "float32" for scaled
        ones, clipped to a bounded box.  Other arguments: see `game`.
        """
        rules = self._rules(scenario, options, own)
        return GameEnv(Game(rules, None, observation, reward, max_decisions, ask_forced), render_mode, dtype)

    def env(self, **arguments: Any) -> wrappers.OrderEnforcingWrapper:
        """The PettingZoo environment with its usual wrappers: an illegal action ends the game, with -1 for its
        agent.  Arguments: those of `raw_env`, which is `env(...).unwrapped`."""
        return wrapped(self.raw_env(**arguments))

    def vec_env(
        self,
        num_envs: int = 1024,
        scenario: str | Path = AS_THE_GAME_SAYS,
        seed: int | None = None,
        *more: Any,
        options: Sequence[str] = (),
        observation: str = "summary",
        reward: str = "outcome",
        max_decisions: int | None = None,
        num_threads: int | None = None,
        compiled_players: Mapping[str, CompiledPlayer] | None = None,
        ask_forced: bool = False,
        dtype: str = "int16",
        **own: Any,
    ) -> VecEnv:
        """Many games at once (`core.faces.batch.VecEnv`): one call steps them all, on all cores.

        compiled_players: compiled players by the name of the seat that they play inside the call.  Other arguments:
        see `game` and `core.faces.batch.VecEnv`.
        """
        rules = self._rules(scenario, options, own)
        return VecEnv(
            rules, num_envs, seed, observation, reward, max_decisions, num_threads, compiled_players, ask_forced, dtype
        )

    def game_seed(self, seed: int, number: int) -> int:
        """The seed of game `number` of a batch: `game(seed=game_seed(0, 5))` plays game 5 of `vec_env(seed=0)`.

        Game i of the batch plays the numbers i, i + num_envs, i + 2 num_envs...
        """
        return int(seed_of_game(seed, number))

    def single_agent_env(
        self,
        side: str = BOTH,
        opponent: str | Player = "scripted",
        scenario: str | Path = AS_THE_GAME_SAYS,
        *more: Any,
        options: Sequence[str] = (),
        observation: str = "summary",
        reward: str = "outcome",
        render_mode: str | None = None,
        max_decisions: int | None = None,
        on_illegal: str = "raise",
        ask_forced: bool = False,
        dtype: str = "float32",
        **own: Any,
    ) -> SingleAgentEnv:
        """A Gymnasium environment of one seat (`core.faces.single_agent.SingleAgentEnv`), with `action_masks()`.

        side: a seat by its name, or "both" to change from game to game.  opponent: a player, or a name or checkpoint
        that `core.players.load` knows, loaded when it is first needed.  on_illegal: "raise", "lose" or "random".
        dtype: of observations, "float32" for scaled ones, clipped to a bounded box, or "int16".  Other arguments: see
        `game`.
        """
        played = Game(self._rules(scenario, options, own), None, observation, reward, max_decisions, ask_forced)
        return SingleAgentEnv(played, loaded_later(opponent, self._game.players), side, on_illegal, render_mode, dtype)

    def one_seat_vec_env(
        self,
        num_envs: int,
        opponents: Sequence[str | Player] = ("scripted",),
        weights: Sequence[float] | None = None,
        side: str = BOTH,
        scenario: str | Path = AS_THE_GAME_SAYS,
        seed: int | None = None,
        *more: Any,
        options: Sequence[str] = (),
        observation: str = "summary",
        reward: str = "outcome",
        max_decisions: int | None = None,
        num_threads: int | None = None,
        ask_forced: bool = False,
        dtype: str = "int16",
        keep_last_observations: bool = False,
        **own: Any,
    ) -> OneSeatVecEnv:
        """Many games in which the caller plays one seat each (`core.faces.one_seat.OneSeatVecEnv`).

        opponents: players, or names and checkpoints that `core.players.load` knows; each game draws one by `weights`
        when it begins.  side: a seat by its name, or "both" to change from game to game.  keep_last_observations: keep
        what the caller's seat saw at the end of a game.  Other arguments: see `game` and `core.faces.batch.VecEnv`.
        """
        return OneSeatVecEnv(
            self._rules(scenario, options, own),
            num_envs,
            [loaded(player, self._game.players) for player in opponents],
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

    # --- for frameworks ----------------------------------------------------------------------------------

    def sb3_vec_env(
        self,
        num_envs: int = 64,
        opponents: str | Player | Sequence[str | Player] = "scripted",
        weights: Sequence[float] | None = None,
        side: str = BOTH,
        **settings: Any,
    ) -> "SB3VecEnv":
        """A Stable-Baselines3 `VecEnv` over the batch (`core.faces.sb3.SB3VecEnv`), for `sb3_contrib.MaskablePPO`.

        opponents: one or several.  settings: the other arguments of `one_seat_vec_env`, from `scenario` to `dtype`,
        which is "float32" here.
        """
        from aw_env.core.faces.sb3 import SB3VecEnv

        return SB3VecEnv(self._batch("sb3_vec_env", num_envs, opponents, weights, side, settings))

    def gymnasium_vec_env(
        self,
        num_envs: int = 64,
        opponent: str | Player | Sequence[str | Player] = "scripted",
        weights: Sequence[float] | None = None,
        side: str = BOTH,
        **settings: Any,
    ) -> "GymnasiumVecEnv":
        """A `gymnasium.vector.VectorEnv` over the batch (`core.faces.vector.GymnasiumVecEnv`), which
        `gymnasium.make_vec` makes.

        opponent: one or several.  settings: the other arguments of `one_seat_vec_env`, from `scenario` to `dtype`,
        which is "float32" here.
        """
        from aw_env.core.faces.vector import GymnasiumVecEnv

        return GymnasiumVecEnv(self._batch("gymnasium_vec_env", num_envs, opponent, weights, side, settings))

    def torchrl_env(
        self,
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

        return TorchRLEnv(self._batch("torchrl_env", num_envs, opponents, weights, side, settings))

    def tianshou_vec_env(
        self,
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

        return TianshouVecEnv(self._batch("tianshou_vec_env", num_envs, opponents, weights, side, settings))

    def rllib_env(
        self,
        num_envs: int = 64,
        opponents: str | Player | Sequence[str | Player] = "scripted",
        weights: Sequence[float] | None = None,
        side: str = BOTH,
        **settings: Any,
    ) -> "RLlibVecEnv":
        """A `gymnasium.vector.VectorEnv` over the batch as RLlib's runners expect it (`core.faces.rllib.RLlibVecEnv`).

        Arguments: those of `sb3_vec_env`.  For RLlib, which passes the number of games with the other settings:

            tune.register_env("war", lambda config: rllib_env(**config))
            config.environment("war", env_config={"opponents": "random"})
            config.env_runners(num_envs_per_env_runner=64, gym_env_vectorize_mode="vector_entry_point")
        """
        from aw_env.core.faces.rllib import RLlibVecEnv

        return RLlibVecEnv(self._batch("rllib_env", num_envs, opponents, weights, side, settings))

    # --- the observation -----------------------------------------------------------------------------------

    def observation_columns(self, observation: str = "summary") -> list[str]:
        """The name of every column of a layout, such as "area/barents/mine/gunnery"."""
        names = self._names()
        places, units = _ids(names.places, self._places), _ids(names.units, self._units)
        return [name for name, _, _ in self._columns.described(observation, places, units)]

    def observation_scale(self, observation: str = "summary") -> np.ndarray:
        """float32 `(columns,)`: multiplied by this, observations are about 1 in size, for learned agents."""
        return self._columns.scale(observation).copy()

    def observation_tables(self, observation: str = "summary") -> dict[str, tuple[int, int, int]]:
        """The tables of a layout as name: (first column, rows, columns per row), for networks that read tables."""
        return self._columns.tables(observation)

    # --- what they share -----------------------------------------------------------------------------------

    def _rules(self, scenario: str | Path, options: Sequence[str], own: Mapping[str, Any]) -> Ruleset:
        return self._ruleset(scenario, options=options, **own)

    def _batch(
        self,
        asked: str,
        num_envs: int,
        opponents: str | Player | Sequence[str | Player],
        weights: Sequence[float] | None,
        side: str,
        settings: Mapping[str, Any],
    ) -> OneSeatVecEnv:
        return with_last_observations(self.one_seat_vec_env, asked, num_envs, opponents, weights, side, settings)


def _ids(known: Sequence[Any], room: int) -> list[str]:
    """The ids of the first things of a kind; there may be more room than things."""
    filled = [*known[:room], *[None] * (room - len(known))]
    return [f"unused_{number}" if thing is None else thing.id for number, thing in enumerate(filled)]


def _opened(method: Callable[..., Any], game: Playable) -> Callable[..., Any]:
    """A method of `Doors` as a function of a game's module, with the game's own settings among its arguments."""
    written, name = signature(method), method.__name__
    has_settings = "own" in written.parameters
    shown = written.replace(parameters=_with_settings(written, game)) if has_settings else written

    @wraps(method)
    def function(*given: Any, **named: Any) -> Any:
        try:
            bound = shown.bind(*given, **named)
        except TypeError as error:
            raise TypeError(f"{name}() {error}") from None
        if not has_settings:
            return method(*given, **named)
        bound.apply_defaults()
        return method(**bound.arguments)

    function.__module__, function.__qualname__ = game.module, name
    function.__signature__ = shown  # type: ignore[attr-defined]
    if has_settings and game.settings:
        meanings = "  ".join(f"{setting.name}: {setting.meaning}" for setting in game.settings)
        function.__doc__ = f"{cleandoc(method.__doc__ or '')}\n\nIn this game also: {meanings}"
    return function


def _with_settings(written: Signature, game: Playable) -> list[Parameter]:
    """Parameters in the order in which they may be given, with the game's scenario and settings."""
    shown = []
    for parameter in written.parameters.values():
        if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            continue
        shown += [_parameter(setting) for setting in game.settings if setting.before == parameter.name]
        if parameter.name == "scenario":
            parameter = parameter.replace(default=game.scenario)
        shown.append(parameter.replace(kind=Parameter.POSITIONAL_OR_KEYWORD))
    said = {parameter.name for parameter in shown}
    return shown + [_parameter(setting) for setting in game.settings if setting.name not in said]


def _parameter(setting: Setting) -> Parameter:
    return Parameter(
        setting.name, Parameter.POSITIONAL_OR_KEYWORD, default=setting.usual, annotation=type(setting.usual)
    )
