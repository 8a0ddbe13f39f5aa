"""The players of Naval Miniatures that are compiled with the rules (`aw_env.core.players.CompiledPlayer`)."""

from aw_agents import house
from aw_agents.naval_miniatures.officer.doctrine import DOCTRINES
from aw_agents.naval_miniatures.officer.officer import choose, decide
from aw_agents.officer_play import entry_point
from aw_env.games.naval_miniatures.play import RULES
from aw_env.games.naval_miniatures.records import terms

play = entry_point(__name__, RULES.play, choose, terms)
STAFF = house.Staff(play, decide, DOCTRINES)


class RandomPlayer(house.RandomPlayer):
    """`random` of Naval Miniatures."""

    staff = STAFF


class ScriptedPlayer(house.ScriptedPlayer):
    """The officer of Naval Miniatures (`aw_agents.naval_miniatures.officer`)."""

    staff = STAFF
