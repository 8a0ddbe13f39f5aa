"""What learning needs of this game."""

import numpy as np

from aw_agents.learnable import Learnable
from aw_agents.naval_miniatures.candidate_play import play_candidates, play_corrected
from aw_agents.naval_miniatures.officer.doctrine import DOCTRINES
from aw_agents.naval_miniatures.officer.officer import decide_all
from aw_agents.naval_miniatures.play import ScriptedPlayer
from aw_agents.naval_miniatures.scope import scope_of, vocabulary
from aw_agents.naval_miniatures.tuned import SHIPPED, war_of
from aw_env.core.declare.columns import SUMMARY
from aw_env.games.naval_miniatures.observation.candidates import write_candidates
from aw_env.games.naval_miniatures.observation.observing import SIGHT, observe
from aw_env.games.naval_miniatures.records.terms import Decision

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
)
