"""What a position at the beginning of a turn is worth, as compiled code: a trunk over the summary, and one number.

The same numbers as the network that `aw_agents.training.values` trains with torch.
"""

from typing import NamedTuple

import numpy as np

from aw_agents.networks.candidate_network import value_of
from aw_env.core.engine.compiling import rule, rule_with_arrays

POINT_OF_LEAD = 0.05
"""What a victory point of lead weighs beside a game won, which is 1, where nothing is known of positions."""


class Valuation(NamedTuple):
    """The weights, laid out as `candidate_network.CandidateNetwork` lays out its own."""

    columns: np.ndarray
    """int64 `(inputs,)`: the columns of the summary that it reads; none: it knows nothing, and the lead counts."""
    scale: np.ndarray
    """float32 `(inputs,)`: what they are multiplied with."""
    first: np.ndarray
    """float32 `(inputs, hidden)`."""
    first_bias: np.ndarray
    """float32 `(hidden,)`."""
    second: np.ndarray
    """float32 `(hidden, context)`."""
    second_bias: np.ndarray
    """float32 `(context,)`."""
    value: np.ndarray
    """float32 `(context,)`."""
    value_bias: np.ndarray
    """float32 `(1,)`."""
    point: np.ndarray
    """float32 `(1,)`: what a point of the final lead weighs beside a game won."""


LEARNED = Valuation._fields[Valuation._fields.index("first") :]
"""The fields that a file holds."""


def of_the_lead(point: float = POINT_OF_LEAD) -> Valuation:
    """For games of which nothing has been learned.  point: what a point of the final lead weighs beside a game won."""
    none, no_matrix = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    nothing = (np.zeros(0, np.int64), none, no_matrix, none, no_matrix, none, none)
    return Valuation(*nothing, value_bias=np.zeros(1, np.float32), point=np.full(1, point, np.float32))


@rule
def is_learned(valuation):
    """Whether it knows anything of positions."""
    return valuation.columns.size > 0


@rule_with_arrays
def expected(valuation, observation):
    """What the seat that sees this summary may expect in the end: between -1 and 1, and its lead."""
    return float(value_of(valuation, observation))
