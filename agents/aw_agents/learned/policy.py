"""The network as torch trains it: one trunk for the actions and the value."""

import math

import numpy as np
import torch
from torch import nn
from torch.nn import functional

NO_LOGIT = -1e8
"""Logit of an illegal action: its probability is 0, and no gradient comes from it."""


def squashed(observations: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    """Columns times their scale, then sign and logarithm: small numbers stay as they are, large ones do not shout."""
    scaled = observations * scale
    size = scaled.abs().log1p_()  # in place: every new array of megabytes is memory that the system hands out anew
    return torch.copysign(size, scaled, out=size)


class Trunk(nn.Module):
    """Two hidden layers: `aw_agents.networks.network` plays the same numbers."""

    def __init__(self, columns: int, hidden: tuple[int, int]) -> None:
        super().__init__()
        self.first = nn.Linear(columns, hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])

    def forward(self, seen: torch.Tensor, columns: torch.Tensor | None = None) -> torch.Tensor:
        """Squashed observations `(n, columns)` to `(n, hidden)`.

        columns: int64, the columns that `seen` holds, if it holds not all of them; in the others there is 0.
        """
        weight = self.first.weight if columns is None else self.first.weight.index_select(1, columns)
        return torch.relu(self.second(torch.relu(functional.linear(seen, weight, self.first.bias))))


class Policy(nn.Module):
    """A logit for each action and the value of the position, for the seat that is asked."""

    def __init__(self, columns: int, hidden: tuple[int, int], actions: int) -> None:
        super().__init__()
        self.trunk = Trunk(columns, hidden)
        self.action = nn.Linear(hidden[1], actions)
        self.value = nn.Linear(hidden[1], 1)
        gains = {self.trunk.first: math.sqrt(2), self.trunk.second: math.sqrt(2), self.action: 0.01, self.value: 1.0}
        for layer, gain in gains.items():
            nn.init.orthogonal_(layer.weight, gain)
            nn.init.zeros_(layer.bias)

    def forward(
        self, seen: torch.Tensor, brief: bool = False, columns: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits float32 `(n, actions)` and values float32 `(n,)` of what `Trunk` reads.

        brief: the trunk, which is most of the work, reckons in bfloat16.
        """
        with torch.autocast(seen.device.type, torch.bfloat16, enabled=brief):
            hidden = self.trunk(seen, columns)
        hidden = hidden.float()
        return self.action(hidden), self.value(hidden).flatten()


def weights_of(trunk: Trunk, head: nn.Linear) -> dict[str, np.ndarray]:
    """The weights that choose actions, as `aw_agents.networks.network.Network` lays them out; copies."""
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
