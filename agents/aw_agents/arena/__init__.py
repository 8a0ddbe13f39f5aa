"""Matches between players, and ratings from them."""

from aw_agents.arena.match import Score, play_match
from aw_agents.arena.round_robin import RoundRobin, Standing, fit, round_robin

__all__ = ["RoundRobin", "Score", "Standing", "fit", "play_match", "round_robin"]
