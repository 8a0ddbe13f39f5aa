"""The players of War at Sea that are compiled with the rules (`aw_env.core.players.CompiledPlayer`)."""

from aw_agents import house
from aw_agents.officer_play import entry_point
from aw_agents.war_at_sea.officer.doctrine import DOCTRINES
from aw_agents.war_at_sea.officer.officer import choose, decide
from aw_env.games.war_at_sea.engine import PLAY
from aw_env.games.war_at_sea.records import terms

play = entry_point(__name__, PLAY, choose, terms)
STAFF = house.Staff(play, decide, DOCTRINES)


class RandomPlayer(house.RandomPlayer):
    """`random` of War at Sea."""

    staff = STAFF


class ScriptedPlayer(house.ScriptedPlayer):
    """The staff officer of War at Sea (`aw_agents.war_at_sea.officer`)."""

    staff = STAFF
