"""A learned policy that compares the legal actions, as compiled code: a trunk over the summary, a score for each row of
the layout "candidates".

The same numbers as the network that `aw_agents.learned.candidate_policy` trains with torch.  Columns of 0, hidden units
that are silent and illegal actions cost nothing here.
"""

from typing import NamedTuple

import numpy as np

from aw_agents.networks.network import add_scaled, drawn, likeliest, squashed
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays

ACTION = 0
"""The column of a row that holds 1 + the number of its action, 0 where there is no row: the first in every game."""


class CandidateNetwork(NamedTuple):
    """The weights.  Layers are stored so that one input's weights lie together."""

    columns: np.ndarray
    """int64 `(inputs,)`: the columns of the summary that it reads."""
    scale: np.ndarray
    """float32 `(inputs,)`: what they are multiplied with."""
    row_columns: np.ndarray
    """int64 `(row inputs,)`: the columns of a candidate that it reads."""
    row_scale: np.ndarray
    """float32 `(row inputs,)`."""
    table: np.ndarray
    """int64 `(3,)`: of the rows of candidates the first column, their number and their width."""
    output_of_action: np.ndarray
    """int64 `(ACTIONS,)`: the row of `action` that belongs to an action, -1 for none."""
    first: np.ndarray
    """float32 `(inputs, hidden)`: the trunk."""
    first_bias: np.ndarray
    """float32 `(hidden,)`."""
    second: np.ndarray
    """float32 `(hidden, context)`."""
    second_bias: np.ndarray
    """float32 `(context,)`."""
    row: np.ndarray
    """float32 `(row inputs, features)`: what a candidate says by itself."""
    row_bias: np.ndarray
    """float32 `(features,)`."""
    action: np.ndarray
    """float32 `(outputs, features)`: what is learned of each action."""
    gate: np.ndarray
    """float32 `(context, features)`: how much each feature matters in this context."""
    gate_bias: np.ndarray
    """float32 `(features,)`."""
    plain: np.ndarray
    """float32 `(features, mixed)`: features as they are."""
    gated: np.ndarray
    """float32 `(features, mixed)`: features times their gates."""
    mixed: np.ndarray
    """float32 `(context, mixed)`."""
    mixed_bias: np.ndarray
    """float32 `(mixed,)`."""
    head: np.ndarray
    """float32 `(mixed,)`: the logit."""
    value: np.ndarray
    """float32 `(context,)`: what the seat may still expect to earn."""
    value_bias: np.ndarray
    """float32 `(1,)`."""


LEARNED = CandidateNetwork._fields[CandidateNetwork._fields.index("first") :]
"""The fields that are learned."""


@rule_with_arrays
def candidate_logits(weights, observation, mask):
    """float32 `(ACTIONS,)`: a logit for each legal action that has a row, -inf for the others."""
    context = trunk(weights, observation)
    base = weights.mixed_bias.copy()
    add_all(base, context, weights.mixed)
    gate = weights.gate_bias.copy()
    add_all(gate, context, weights.gate)
    mixing = weights.plain.copy()
    for k in range(gate.size):
        add_scaled(mixing[k], gate[k], weights.gated[k])
    found = np.full(mask.size, -np.inf, np.float32)
    first, rows, width = weights.table
    for number in range(rows):
        row = observation[first + number * width :]
        action = int(row[ACTION]) - 1
        if action < 0:
            break
        found[action] = score(weights, row, action, base, mixing)
    return found


@rule_with_arrays
def trunk(weights, observation):
    """float32 `(context,)`: what matters of the summary."""
    first = weights.first_bias.copy()
    add_read(first, observation, weights.columns, weights.scale, weights.first)
    context = weights.second_bias.copy()
    add_all(context, first, weights.second)
    return context


@rule_with_arrays
def value_of(weights, observation):
    """What the trunk makes of a summary, as one number."""
    value = weights.value_bias[0]
    context = trunk(weights, observation)
    for k in range(context.size):
        value += max(context[k], np.float32(0.0)) * weights.value[k]
    return value


@rule_with_arrays
def score(weights, row, action, base, mixing):
    """The logit of one candidate."""
    features = weights.row_bias.copy()
    output = weights.output_of_action[action]
    if output >= 0:
        add_scaled(features, np.float32(1.0), weights.action[output])
    add_read(features, row, weights.row_columns, weights.row_scale, weights.row)
    mixed = base.copy()
    add_all(mixed, features, mixing)
    total = np.float32(0.0)
    for k in range(mixed.size):
        total += max(mixed[k], np.float32(0.0)) * weights.head[k]
    return total


@rule
def add_read(total, row, columns, scale, layer):
    """`total += squashed(row * scale) @ layer`, over the columns that are read."""
    for k in range(columns.size):
        value = row[columns[k]]
        if value != 0:
            add_scaled(total, np.float32(squashed(value * scale[k])), layer[k])


@rule
def add_all(total, hidden, layer):
    """`total += relu(hidden) @ layer`."""
    for k in range(hidden.size):
        if hidden[k] > 0.0:
            add_scaled(total, hidden[k], layer[k])


@rule_with_arrays
def chosen(weights, observation, mask, greedy, generator):
    """The likeliest action, or one drawn with the probabilities of the policy."""
    found = candidate_logits(weights, observation, mask)
    return likeliest(found) if greedy else drawn(found, generator)


@compiled
def choose_all(weights, observations, masks, greedy, generator, actions):
    """Fill `actions`, int64 `(n,)`, with an answer to each row of `observations`, int16 of the layout "candidates".
    generator: int64 `(4,)`, for policies that draw."""
    for i in range(observations.shape[0]):
        actions[i] = chosen(weights, observations[i], masks[i], greedy, generator)


@compiled
def logits_of_all(weights, observations, masks, found):
    """Fill `found`, float32 `(n, ACTIONS)`, with the logits of each row; -inf where there is none."""
    for i in range(observations.shape[0]):
        found[i] = candidate_logits(weights, observations[i], masks[i])


@compiled
def values_of_all(weights, observations, values):
    """Fill `values`, float32 `(n,)`, with what the seat of each row may still expect to earn."""
    for i in range(observations.shape[0]):
        values[i] = value_of(weights, observations[i])
