"""The network as torch trains it: MaskablePPO's policy with one trunk for actions and value."""

from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn


class Trunk(BaseFeaturesExtractor):
    """Scale, sign and logarithm, two hidden layers: `aw_agents.admirals_war.network` plays the same numbers."""

    scale: torch.Tensor

    def __init__(self, space: spaces.Box, scale: np.ndarray, hidden: tuple[int, int]) -> None:
        super().__init__(space, hidden[1])
        self.register_buffer("scale", torch.as_tensor(scale, dtype=torch.float32))
        self.first = nn.Linear(space.shape[0], hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        """float32 `(n, columns)` to `(n, hidden)`."""
        scaled = observations * self.scale
        squashed = torch.sign(scaled) * torch.log1p(torch.abs(scaled))
        return torch.relu(self.second(torch.relu(self.first(squashed))))


def policy_settings(scale: np.ndarray, hidden: tuple[int, int]) -> dict[str, Any]:
    """The `policy_kwargs` of `MaskablePPO`."""
    return {
        "net_arch": [],
        "features_extractor_class": Trunk,
        "features_extractor_kwargs": {"scale": scale, "hidden": hidden},
        "optimizer_kwargs": {"eps": 1e-5},
    }


def weights_of(policy: MaskableActorCriticPolicy) -> dict[str, np.ndarray]:
    """The weights that choose actions, as `aw_agents.admirals_war.network.Network` lays them out; copies."""
    trunk, head = policy.features_extractor, policy.action_net
    assert isinstance(trunk, Trunk) and isinstance(head, nn.Linear), "made with `policy_settings`"
    return {
        "first": _array(trunk.first.weight).T.copy(),
        "first_bias": _array(trunk.first.bias).copy(),
        "second": _array(trunk.second.weight).T.copy(),
        "second_bias": _array(trunk.second.bias).copy(),
        "head": _array(head.weight).copy(),
        "head_bias": _array(head.bias).copy(),
    }


def _array(parameter: torch.Tensor) -> np.ndarray:
    return parameter.detach().cpu().numpy()
