"""What learning needs of this game."""

import numpy as np

from aw_agents.admirals_war import candidate_play, scope
from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.admirals_war.play import ScriptedPlayer, play
from aw_agents.admirals_war.tuned import TunedPlayer
from aw_agents.learnable import learnable_by_rooms
from aw_agents.network_play import LEARNED, LEARNED_GREEDY
from aw_agents.networks.network import Network
from aw_env.admirals_war_v0 import GAME


def play_summaries(
    books: np.ndarray,
    games: np.ndarray,
    first: int,
    last: int,
    plays: np.ndarray,
    greedy: bool,
    generators: np.ndarray,
    network: Network,
) -> None:
    """See `Learnable.play_summaries`."""
    play(books, games, first, last, plays, LEARNED_GREEDY if greedy else LEARNED, generators, network, STANDING)


LEARNABLE = learnable_by_rooms(
    GAME, ScriptedPlayer, TunedPlayer.tuned, decide_all, candidate_play, scope, play_summaries=play_summaries
)
