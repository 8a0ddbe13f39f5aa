"""Corrections to an officer, as compiled code: small networks that compare the legal actions, each trained from a
beginning of its own, say by how much an answer is better than the officer's.  Where they agree that another is better
it is given; where they do not know, the officer's stands.
"""

from typing import NamedTuple

import numpy as np

from aw_agents.networks.candidate_network import CandidateNetwork, candidate_logits
from aw_env.core.engine.compiling import compiled, rule, rule_with_arrays
from aw_env.core.engine.masks import count_legal
from aw_env.core.engine.sets import has


class Corrections(NamedTuple):
    """The networks, and when they are asked."""

    networks: tuple[CandidateNetwork, ...]
    """A logit of theirs more is a game won more."""
    kinds: int
    """The kinds of decisions that they correct, as a set."""
    caution: float
    """How much better their mean less one standard deviation must find an answer."""
    ranker: CandidateNetwork
    """Whose likeliest answers are compared, if not all are."""
    shortlist: int
    """How many of these besides the officer's; 0: all."""
    units: np.ndarray
    """uint8 `(units,)`: whether they are asked about a unit; empty: about all."""
    about_units: int
    """The kinds of decisions that are about one, as a set."""


@rule_with_arrays
def leads_of(networks, observation, mask, officers):
    """float32 `(networks, ACTIONS)`: by how much each network finds an answer better than the officer's; -inf for one
    that has no row, and for all where the officer's has none."""
    leads = np.full((len(networks), mask.size), -np.inf, np.float32)
    for k in range(len(networks)):
        logits = candidate_logits(networks[k], observation, mask)
        if logits[officers] != -np.inf:
            leads[k] = logits - logits[officers]
    return leads


@rule_with_arrays
def surely(leads):
    """float32 `(ACTIONS,)`: the networks' mean less one standard deviation."""
    sure = np.full(leads.shape[1], -np.inf, np.float32)
    for action in range(sure.size):
        if leads[0, action] != -np.inf:
            sure[action] = leads[:, action].mean() - leads[:, action].std()
    return sure


@rule_with_arrays
def keep_likeliest(leanings, count, sure):
    """Leave of the answers in `sure` those `count` that the ranker likes best, the officer's not among them."""
    found = np.full(sure.size, -np.inf, np.float32)
    for _ in range(count):
        best = np.argmax(leanings)
        found[best] = sure[best]
        leanings[best] = -np.inf
    sure[:] = found


@rule_with_arrays
def sure_leads(corrections, observation, mask, officers):
    """float32 `(ACTIONS,)`: by how much the networks are sure that an answer is better than the officer's, -inf for one
    that is not compared."""
    sure = surely(leads_of(corrections.networks, observation, mask, officers))
    if corrections.shortlist > 0:
        leanings = candidate_logits(corrections.ranker, observation, mask)
        leanings[officers] = -np.inf
        keep_likeliest(leanings, corrections.shortlist, sure)
    return sure


@rule_with_arrays
def corrected(corrections, observation, mask, officers):
    """The answer that is surest to be better than the officer's, or the officer's."""
    sure = sure_leads(corrections, observation, mask, officers)
    best, most = officers, corrections.caution
    for action in range(sure.size):
        if sure[action] > most:
            best, most = action, float(sure[action])
    return best


@rule
def are_asked(corrections, decision, subject):
    """Whether the networks are asked at a decision of a kind.  subject: the unit that it is about, if it is."""
    if not has(corrections.kinds, decision):
        return False
    if corrections.units.size == 0 or not has(corrections.about_units, decision):
        return True
    return corrections.units[subject] == 1


@rule_with_arrays
def put_right(corrections, show, book, game, mask, observation, sight, officers):
    """The same for the decision of a game: of another kind, or about another unit, the officer's answer stands.

    show, observation, sight: what writes what is seen (`rollouts.Pilot.show`), and where.
    """
    if not are_asked(corrections, game.decision, game.subject) or count_legal(mask) == 1:
        return officers
    show(book, game, mask, observation, sight)
    return corrected(corrections, observation, mask, officers)


@compiled
def correct_all(corrections, observations, masks, answers):
    """Put `answers`, int64 `(n,)`, of the officer to the rows of `observations`, int16 of the layout "candidates",
    right."""
    for i in range(observations.shape[0]):
        answers[i] = corrected(corrections, observations[i], masks[i], answers[i])


@compiled
def judge_all(corrections, observations, masks, officers, found):
    """Write to `found`, float32 `(n, ACTIONS)`, the `sure_leads` of the rows of `observations` and `masks`."""
    for i in range(observations.shape[0]):
        found[i] = sure_leads(corrections, observations[i], masks[i], officers[i])
