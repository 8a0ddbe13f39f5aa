"""What learning needs of this game."""

from aw_agents.learnable import learnable_by_rooms
from aw_agents.naval_miniatures import candidate_play
from aw_agents.naval_miniatures.officer.officer import decide_all
from aw_agents.naval_miniatures.play import ScriptedPlayer
from aw_agents.naval_miniatures.tuned import TunedPlayer
from aw_agents.scopes import WholeGame
from aw_env.naval_miniatures_v0 import GAME

LEARNABLE = learnable_by_rooms(GAME, ScriptedPlayer, TunedPlayer.tuned, decide_all, candidate_play, WholeGame(GAME))
