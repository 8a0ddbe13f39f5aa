"""What a network that compares candidates reads of some decisions, as arrays."""

from typing import NamedTuple

import numpy as np

from aw_agents.networks.candidate_network import ACTION
from aw_agents.scopes import RowScope, Scope


class Decisions(NamedTuple):
    """What the network reads of some decisions.  The candidates of all lie one after the other."""

    seen: np.ndarray
    """int16 `(n, inputs)`, of the summary; float32 where it is squashed."""
    counts: np.ndarray
    """int64 `(n,)`: how many candidates each has."""
    rows: np.ndarray
    """int16 `(candidates, row inputs)`; float32 where they are squashed."""
    outputs: np.ndarray
    """int64 `(candidates,)`: the output of the network that speaks for the action."""

    def of(self, which: np.ndarray) -> "Decisions":
        """These decisions alone, in this order."""
        counts = self.counts[which]
        first = np.cumsum(self.counts) - self.counts
        within = np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(first[which], counts) + within
        return Decisions(self.seen[which], counts, self.rows[at], self.outputs[at])


def read(observations: np.ndarray, scope: Scope, row_scope: RowScope) -> Decisions:
    """The decisions of observations, int16 `(n, columns)` of the layout "candidates"."""
    first, most, width = scope.vocabulary.table
    rows = observations[:, first:].reshape(len(observations), most, width)
    there = rows[:, :, ACTION] != 0
    actions = rows[there][:, ACTION] - 1
    return Decisions(
        observations.take(scope.columns, 1),
        there.sum(1),
        rows[there].take(row_scope.columns, 1),
        scope.output_of_action[actions],
    )


def together(parts: list[Decisions]) -> Decisions:
    """All of these, one after the other."""
    return Decisions(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
