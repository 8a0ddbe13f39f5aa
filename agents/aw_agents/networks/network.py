"""A learned policy as compiled code: two hidden layers over the observation, a logit for each legal action.

The same numbers as the network that `aw_agents.learned.policy` trains with torch, at the price of a few microseconds
a decision: most columns of an observation are 0 and most actions illegal, and neither costs anything here.
"""

import math
from typing import NamedTuple

import numpy as np

from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.dice import below

UNKNOWN_ACTION = -20.0
"""Logit of a legal action that the network has never seen (one of another scenario)."""


class Network(NamedTuple):
    """The weights.  Layers are stored so that one input's weights lie together."""

    columns: np.ndarray
    """int64 `(inputs,)`: the columns of the observation that it reads."""
    scale: np.ndarray
    """float32 `(inputs,)`: what they are multiplied with."""
    first: np.ndarray
    """float32 `(inputs, hidden)`."""
    first_bias: np.ndarray
    """float32 `(hidden,)`."""
    second: np.ndarray
    """float32 `(hidden, hidden)`."""
    second_bias: np.ndarray
    """float32 `(hidden,)`."""
    head: np.ndarray
    """float32 `(outputs, hidden)`."""
    head_bias: np.ndarray
    """float32 `(outputs,)`."""
    output_of_action: np.ndarray
    """int64 `(ACTIONS,)`: the output that speaks for an action, -1 for none."""


def of_nothing() -> Network:
    """Weights for players that have none."""
    none, no_matrix = np.zeros(0, np.float32), np.zeros((0, 0), np.float32)
    nowhere = np.zeros(0, np.int64)
    return Network(np.zeros(0, np.int64), none, no_matrix, none, no_matrix, none, no_matrix, none, nowhere)


@rule
def squashed(value):
    """Sign and logarithm: small numbers stay as they are, large ones do not shout."""
    return math.log1p(value) if value >= 0.0 else -math.log1p(-value)


@rule_with_arrays
def logits(weights, observation, mask):
    """float32 `(ACTIONS,)`: a logit for each legal action, -inf for the others."""
    first = weights.first_bias.copy()
    for k in range(weights.columns.size):
        value = observation[weights.columns[k]]
        if value != 0:
            add_scaled(first, np.float32(squashed(value * weights.scale[k])), weights.first[k])
    second = weights.second_bias.copy()
    for k in range(first.size):
        if first[k] > 0.0:  # ReLU
            add_scaled(second, first[k], weights.second[k])
    for k in range(second.size):
        second[k] = max(second[k], np.float32(0.0))
    found = np.full(mask.size, -np.inf, np.float32)
    for action in range(mask.size):
        if mask[action] == 1:
            output = weights.output_of_action[action]
            found[action] = UNKNOWN_ACTION if output < 0 else speaks_for(weights, output, second)
    return found


@rule
def add_scaled(total, factor, row):
    """`total += factor * row`."""
    for k in range(total.size):
        total[k] += factor * row[k]


@rule
def speaks_for(weights, output, hidden):
    """One logit."""
    total = weights.head_bias[output]
    for k in range(hidden.size):
        total += weights.head[output, k] * hidden[k]
    return total


@rule_with_arrays
def likeliest(found):
    """The legal action with the greatest logit."""
    return int(np.argmax(found))


@rule_with_arrays
def drawn(found, generator):
    """A legal action drawn with the probabilities of the policy."""
    top = found.max()
    total = 0.0
    for action in range(found.size):
        if found[action] > -np.inf:
            total += math.exp(found[action] - top)
    left = total * (below(generator, 1 << 24) + 0.5) / (1 << 24)
    last = 0
    for action in range(found.size):
        if found[action] > -np.inf:
            last = action
            left -= math.exp(found[action] - top)
            if left <= 0.0:
                return action
    return last
