"""The network that compares candidates as torch trains it; `aw_agents.networks.candidate_network` plays the same
numbers."""

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from aw_agents.learned.decisions import Decisions
from aw_agents.learned.policy import squashed
from aw_agents.networks.candidate_network import LEARNED
from aw_agents.scopes import RowScope, Scope

NO_LOGIT = -1e9
"""In place of a logit where a decision has no candidate."""


class CandidatePolicy(nn.Module):
    """hidden: units of the trunk's two layers.  features: units of a candidate, before and after it meets the
    context.  dropout: share of these that are silent in training."""

    scale: torch.Tensor
    row_scale: torch.Tensor

    def __init__(
        self, scope: Scope, row_scope: RowScope, hidden: tuple[int, int], features: int, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.dropout = nn.Dropout(dropout)
        self.register_buffer("scale", torch.as_tensor(scope.scale))
        self.register_buffer("row_scale", torch.as_tensor(row_scope.scale))
        self.first = nn.Linear(len(scope.columns), hidden[0])
        self.second = nn.Linear(hidden[0], hidden[1])
        self.row = nn.Linear(len(row_scope.columns), features)
        self.action = nn.Embedding(len(scope.actions), features)
        nn.init.normal_(self.action.weight, std=0.1)
        self.gate = nn.Linear(hidden[1], features)
        self.plain = nn.Linear(features, features, bias=False)
        self.gated = nn.Linear(features, features, bias=False)
        self.mixed = nn.Linear(hidden[1], features)
        self.head = nn.Linear(features, 1, bias=False)
        self.value = nn.Linear(hidden[1], 1)

    def squashed(self, decisions: Decisions) -> Decisions:
        """The decisions with what is seen of them squashed, which whoever asks about them several times does once."""
        seen = squashed(torch.as_tensor(decisions.seen), self.scale)
        rows = squashed(torch.as_tensor(decisions.rows), self.row_scale)
        return decisions._replace(seen=seen.numpy(), rows=rows.numpy())

    def forward(
        self, decisions: Decisions, brief: bool = False, columns: torch.Tensor | None = None
    ) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits float32 `(n, most candidates)`, `NO_LOGIT` where there is none, and values `(n,)`, of decisions that
        are squashed.

        brief: the layers multiply in bfloat16.  columns: int64, those of the summary that `seen` holds, if it holds not
        all that the network reads; in the others there is 0.
        """
        with torch.autocast("cpu", torch.bfloat16, enabled=brief):
            return self._judged(decisions, columns)

    def _judged(self, decisions: Decisions, columns: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        counts = torch.as_tensor(decisions.counts)
        weight = self.first.weight if columns is None else self.first.weight.index_select(1, columns)
        first = functional.linear(torch.as_tensor(decisions.seen), weight, self.first.bias)
        context = functional.relu(self.second(functional.relu(first)))
        rows = torch.as_tensor(decisions.rows)
        features = self.dropout(functional.relu(self.row(rows) + self.action(torch.as_tensor(decisions.outputs))))
        of = torch.repeat_interleave(torch.arange(len(counts)), counts)
        gates = self.gate(context)[of]
        mixed = self.plain(features) + self.gated(features * gates) + self.mixed(context)[of]
        logits = torch.full((len(counts), int(counts.max())), NO_LOGIT)
        within = torch.arange(len(of)) - (torch.cumsum(counts, 0) - counts)[of]
        logits = logits.index_put((of, within), self.head(self.dropout(functional.relu(mixed))).flatten().float())
        return logits, self.value(context).flatten().float()

    @classmethod
    def of_weights(cls, scope: Scope, row_scope: RowScope, weights: dict[str, np.ndarray]) -> "CandidatePolicy":
        """The policy with such weights, laid out as `weights` does."""
        hidden = (weights["first_bias"].size, weights["second_bias"].size)
        policy = cls(scope, row_scope, hidden, weights["row_bias"].size)
        with torch.no_grad():
            for name, parameter in policy.named_parameters():
                part, kind = name.split(".")
                array = weights[f"{part}_bias"] if kind == "bias" else weights[part]
                array = array if part == "action" else array.T.copy()
                parameter.copy_(torch.as_tensor(array).reshape(parameter.shape))
        return policy

    def weights(self) -> dict[str, np.ndarray]:
        """Copies of the weights, as `CandidateNetwork` lays them out."""
        laid_out = {}
        for name, parameter in self.named_parameters():
            part, kind = name.split(".")
            array = parameter.detach().cpu().numpy()
            if kind == "bias":
                laid_out[f"{part}_bias"] = array.copy()
            else:
                laid_out[part] = array.copy() if part == "action" else array.T.copy()
        for part in ("head", "value"):
            laid_out[part] = laid_out[part].flatten()
        return {name: laid_out[name] for name in LEARNED}
