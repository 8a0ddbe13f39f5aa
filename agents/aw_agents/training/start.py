"""The agent that a training goes on from."""

import aw_agents
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.scopes import Scope
from aw_agents.training.experiment import ExperimentError


def agent_at_the_start(key: str, name: str, players: str, scope: Scope) -> CandidatePlayer:
    """The agent that `key` of an experiment names, of the players of a game.  scope: what the scenario uses.  Raises
    ExperimentError unless it compares the legal actions and knows all that may be said in the scenario."""
    start = aw_agents.load(name, players)
    if not isinstance(start, CandidatePlayer):
        raise ExperimentError(f"{key}: {name} is not an agent that compares the legal actions")
    unknown = sorted({*scope.action_names} - {*start.scope.action_names})
    if unknown:
        raise ExperimentError(f"{key}: {name} does not know {unknown[0]}")
    return start
