"""Legal actions as a part of the observation, for learners that are given nothing else."""

from typing import Any

import gymnasium
import numpy as np
from gymnasium.utils import RecordConstructorArgs

from aw_env.core.faces.single_agent import SingleAgentEnv
from aw_env.core.faces.spaces import observation_with_mask


class MaskInObservation(gymnasium.ObservationWrapper, RecordConstructorArgs):
    """A `SingleAgentEnv` whose observations are `{"observation": int16 or float32 (columns,), "action_mask": int8
    (n_actions,)}`; the mask is all 0 when the game has ended.  All else is as in the environment within."""

    def __init__(self, env: gymnasium.Env) -> None:
        RecordConstructorArgs.__init__(self)
        super().__init__(env)
        within = env.unwrapped
        if not isinstance(within, SingleAgentEnv):
            raise TypeError(f"{env}: no environment of one seat of a game (core.faces.single_agent)")
        self.within = within
        self.observation_space = observation_with_mask(within.rules, within.game.layout, within.dtype)

    def observation(self, observation: np.ndarray) -> dict[str, Any]:
        """With the mask of the decision that is waited for."""
        return {"observation": observation, "action_mask": self.within.game.action_mask}
