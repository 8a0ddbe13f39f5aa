"""What learning needs of this game."""

from aw_agents.war_at_sea.officer.doctrine import DOCTRINES
from aw_agents.war_at_sea.play import ScriptedPlayer
from aw_agents.war_at_sea.tuned import war_of
from aw_agents.learnable import Learnable

LEARNABLE = Learnable(officer=ScriptedPlayer, doctrines=DOCTRINES, war_of=war_of)
