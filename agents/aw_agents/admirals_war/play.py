"""The players that are compiled with the rules (`aw_env.core.players.CompiledPlayer`): `random`, `scripted`, and the
entry point through which learned ones play."""

from aw_agents import house
from aw_agents.admirals_war.officer.doctrine import DOCTRINES
from aw_agents.admirals_war.officer.officer import choose, decide
from aw_agents.network_play import NO_NETWORK, entry_point
from aw_env.games.admirals_war.engine import PLAY
from aw_env.games.admirals_war.observation.columns import SUMMARY_WIDTH
from aw_env.games.admirals_war.observation.observing import show_to
from aw_env.games.admirals_war.records import terms

play = entry_point(__name__, PLAY, choose, show_to, terms, SUMMARY_WIDTH)


def _without_network(books, games, first, last, plays, player, generators, doctrines):
    play(books, games, first, last, plays, player, generators, NO_NETWORK, doctrines)


STAFF = house.Staff(_without_network, decide, DOCTRINES)


class RandomPlayer(house.RandomPlayer):
    """`random` of Admirals' War."""

    staff = STAFF


class ScriptedPlayer(house.ScriptedPlayer):
    """The staff officer of Admirals' War (`aw_agents.admirals_war.officer`)."""

    staff = STAFF
