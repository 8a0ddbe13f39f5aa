"""What learning needs of this game."""

import numpy as np

from aw_agents.admirals_war.candidate_play import play_candidates, play_corrected
from aw_agents.admirals_war.officer.doctrine import DOCTRINES, STANDING
from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.admirals_war.play import ScriptedPlayer, play
from aw_agents.admirals_war.scope import scope_of, vocabulary
from aw_agents.admirals_war.tuned import SHIPPED, war_of
from aw_agents.learnable import Learnable
from aw_agents.network_play import LEARNED, LEARNED_GREEDY
from aw_agents.networks.network import Network
from aw_env.core.declare.columns import SUMMARY
from aw_env.games.admirals_war.observation.candidates import write_candidates
from aw_env.games.admirals_war.observation.observing import SIGHT, observe
from aw_env.games.admirals_war.records.terms import Decision


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


LEARNABLE = Learnable(
    officer=ScriptedPlayer,
    doctrines=DOCTRINES,
    tuned=SHIPPED,
    war_of=war_of,
    decide_all=decide_all,
    kinds=Decision,
    vocabulary=vocabulary,
    scope_of=scope_of,
    play_candidates=play_candidates,
    play_corrected=play_corrected,
    write_candidates=write_candidates,
    observe=observe,
    summary=SUMMARY,
    sight=np.dtype(SIGHT, align=True),
    play_summaries=play_summaries,
)
