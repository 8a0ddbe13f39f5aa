"""The games as the learner sees them: only the columns and actions that the scenario uses."""

from typing import Any

import numpy as np
from gymnasium import spaces
from stable_baselines3.common.vec_env import VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices

from aw_agents.scopes import Scope
from aw_env.core.faces.sb3 import SB3VecEnv


class Narrowed(VecEnvWrapper):
    """A `SB3VecEnv` with the columns and actions of a scope alone."""

    venv: SB3VecEnv

    def __init__(self, venv: SB3VecEnv, scope: Scope) -> None:
        numbers = np.iinfo(np.int16)
        box = spaces.Box(numbers.min, numbers.max, (len(scope.columns),), np.int16)
        super().__init__(venv, box, spaces.Discrete(len(scope.actions)))
        self.scope = scope

    def reset(self) -> np.ndarray:
        """int16 `(num_envs, columns)`."""
        return self.venv.reset()[:, self.scope.columns]

    def step_async(self, actions: np.ndarray) -> None:
        """Outputs of the network become actions of the game."""
        self.venv.step_async(self.scope.actions[actions])

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        """See `SB3VecEnv.step_wait`."""
        observations, rewards, ended, infos = self.venv.step_wait()
        for i in np.flatnonzero(ended).tolist():
            infos[i]["terminal_observation"] = infos[i]["terminal_observation"][self.scope.columns]
        return observations[:, self.scope.columns], rewards, ended, infos

    def action_masks(self) -> np.ndarray:
        """bool `(num_envs, actions)`."""
        return self.venv.action_masks()[:, self.scope.actions]

    def env_method(
        self, method_name: str, *method_args: Any, indices: VecEnvIndices = None, **method_kwargs: Any
    ) -> list[Any]:
        """`action_masks` of each game."""
        if method_name != "action_masks":
            return self.venv.env_method(method_name, *method_args, indices=indices, **method_kwargs)
        masks = self.action_masks()
        return [masks[i] for i in self._get_indices(indices)]
