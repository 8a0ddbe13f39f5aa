"""What learning needs of this game."""

from aw_agents.admirals_war.officer.doctrine import DOCTRINES
from aw_agents.admirals_war.play import ScriptedPlayer
from aw_agents.admirals_war.tuned import war_of
from aw_agents.learnable import Learnable

LEARNABLE = Learnable(officer=ScriptedPlayer, doctrines=DOCTRINES, war_of=war_of)
