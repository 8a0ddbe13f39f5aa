"""Playing on for every seat, for a search (`aw_agents.rollouts`)."""

from aw_agents.admirals_war.candidate_play import show_to_a_network
from aw_agents.admirals_war.officer.officer import choose
from aw_agents.luck import Occasions
from aw_agents.networks.valuation import expected, is_learned
from aw_agents.rollouts import Pilot, Searchable, entry_points
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.core.engine.stack import STAGE, top
from aw_env.games.admirals_war.engine import margin, redraw_secrets, take
from aw_env.games.admirals_war.observation.columns import LAYOUT
from aw_env.games.admirals_war.observation.observing import show_to
from aw_env.games.admirals_war.records import terms
from aw_env.games.admirals_war.records.terms import ACTIONS, Action, Decision, Event, Power, Theatre
from aw_env.games.admirals_war.rules.battle import SECOND_CHOOSES
from aw_env.games.admirals_war.rules.control import track
from aw_env.games.admirals_war.rules.sequence import fill_mask


@rule
def imagine(book, game, seat):
    """Put in place of what a seat does not know something that may be."""
    if game.decision == Decision.ACTION_TYPE and top(game)[STAGE] == SECOND_CHOOSES:
        game.choice[1 - (seat & 1)] = Action.AIR  # one of the two: which, is drawn, and a view has none
    redraw_secrets(book, game, seat)


@rule_with_arrays
def worth(book, game, seat, valuation, observation):
    """What the game is worth to a seat: won or lost, and its lead in victory points (§1.4); before its end what a
    valuation of the sides' games expects, if there is one."""
    sign, point = 1 - 2 * (seat & 1), valuation.point[0]
    if book.individual == 1:
        theatre = Theatre.ATLANTIC if seat == Power.BRITISH or seat == Power.GERMAN else Theatre.PACIFIC
        return float((int(game.winners) >> seat) & 1) + point * sign * track(book, game, theatre)
    if game.over == 0 and is_learned(valuation):
        show_to(book, game, seat, SUMMARY, observation)
        return expected(valuation, observation)
    result = int(game.result) if game.over == 1 else 0
    return sign * (result + point * margin(book, game))


# --- dice whose luck is counted --------------------------------------------------------------------------------------


@rule
def side_of(game, unit):
    """That of who controls a unit."""
    return game.controller[unit] & 1


@rule
def front(book, game, row):
    """The theatre where an event happens: that of its area, or of the power whose unit is in danger."""
    area = game.area
    if row[0] == Event.ASW or row[0] == Event.TRADE_ATTACK:
        area = row[1] if row[0] == Event.ASW else row[2]
    elif row[0] != Event.ACTION_ROLL:
        power = game.controller[row[2]]
        return int(power == Power.AMERICAN or power == Power.JAPANESE)
    return int(book.area_theatre[area]) if area >= 0 else 0


@rule
def stake(book, game, row):
    """Of dice at a unit what that is worth by its printed factors, for what it bears."""
    if row[0] != Event.ATTACK and row[0] != Event.HITS:
        return 0.0
    target = row[2]
    worth = book.gunnery[target] + 2 * book.airstrike[target] + book.armor[target]
    return worth / max(2.0 + 0.5 * book.armor[target], 3.5)


OCCASIONS = Occasions(side_of, front, stake, len(Theatre))
PILOT = Pilot(take, fill_mask, choose, show_to_a_network, imagine, worth, occasions=OCCASIONS)
play_to_a_search, roll_out, roll_out_learned, roll_out_corrected = entry_points(__name__, PILOT, terms, LAYOUT)
SEARCHABLE = Searchable(
    actions=ACTIONS,
    kinds=Decision,
    searched=frozenset(
        {
            Decision.PATROL_ORDER,
            Decision.AIR_ORDER,
            Decision.AMPHIBIOUS_ORDER,
            Decision.RAID_ORDER,
            Decision.STRIKE_ORDER,
            Decision.ACTION_TYPE,
            Decision.RETREAT,
            Decision.ARRIVAL,
        }
    ),
    play_to_a_search=play_to_a_search,
    roll_out=roll_out,
    roll_out_learned=roll_out_learned,
    roll_out_corrected=roll_out_corrected,
    occasions=OCCASIONS,
)
