"""What learning needs of this game."""

from aw_agents.learnable import learnable_by_rooms
from aw_agents.scopes import WholeGame
from aw_agents.war_at_sea import candidate_play
from aw_agents.war_at_sea.officer.officer import decide_all
from aw_agents.war_at_sea.play import ScriptedPlayer
from aw_agents.war_at_sea.tuned import TunedPlayer
from aw_env.war_at_sea_v0 import GAME

LEARNABLE = learnable_by_rooms(GAME, ScriptedPlayer, TunedPlayer.tuned, decide_all, candidate_play, WholeGame(GAME))
