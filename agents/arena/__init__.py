"""Matches between players, and ratings from them."""

from agents.arena.match import Score, play_match

__all__ = ["Score", "play_match"]
