"""Matches between players, and ratings from them."""

from agents.arena.match import Score, play_match
from agents.arena.round_robin import RoundRobin, Standing, fit, round_robin

__all__ = ["RoundRobin", "Score", "Standing", "fit", "play_match", "round_robin"]
