"""The ladder: a file of players and the games between them, which plays on wherever most is to be learned."""

from aw_agents.ladder.file import Ladder
from aw_agents.ladder.playing import play

__all__ = ["Ladder", "play"]
