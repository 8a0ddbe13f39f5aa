"""The ladder: a file of players and the games between them, which plays on wherever most is to be learned."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aw_agents.ladder.file import Ladder
    from aw_agents.ladder.playing import play

__all__ = ["Ladder", "play"]


def __getattr__(name: str) -> Any:
    # the command line lists what can be done with ladders, and needs none of the rules for that
    if name == "Ladder":
        from aw_agents.ladder.file import Ladder

        return Ladder
    if name == "play":
        from aw_agents.ladder.playing import play

        return play
    raise AttributeError(name)
