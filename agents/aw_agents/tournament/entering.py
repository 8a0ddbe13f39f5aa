"""The beginning of a tournament."""

from pathlib import Path

from aw_agents.ladder.file import Ladder, WrongLadder
from aw_agents.tournament.settings import Tournament
from aw_env.core.players import load
from aw_env.games import named


def begin(tournament: Tournament, path: Path) -> Ladder:
    """The ladder of its games, with its entries.  Raises ValueError for an entry that cannot play, before the first
    game, and WrongLadder for the ladder of another tournament."""
    if not Ladder.is_begun(path):
        for entry in tournament.entries:
            player = load(entry, named(tournament.game).players)
            if hasattr(player, "close"):
                player.close()
    ladder = Ladder.begin(path, tournament.ladder)
    if not ladder.players:
        ladder.add(tournament.entries)
    if ladder.players != tournament.entries:
        raise WrongLadder(f"{path} is the ladder of other entries: {', '.join(ladder.players)}")
    return ladder
