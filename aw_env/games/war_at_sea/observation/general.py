"""The part that all layouts share: the game as a whole, what the decision is about, the battle under way."""

from aw_env.core.declare.decisions import PLACE
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import STAGE, top
from aw_env.games.war_at_sea.observation.columns import (
    BATTLE_WIDTH,
    FIRST_BATTLE,
    FIRST_DECISION,
    FIRST_PHASE,
    FIRST_RULE,
    FIRST_SUBJECT,
    FIRST_SUBJECT_KIND,
    FIRST_SUBJECT_NATION,
    FIRST_SUBJECT_PLACE,
    Battle,
    General,
    Subject,
)
from aw_env.games.war_at_sea.records.state import DISABLED, REFUELLED
from aw_env.games.war_at_sea.records.terms import NOBODY, NOWHERE, TURNS, UNITS, Decision, OptionalRule, Side
from aw_env.games.war_at_sea.rules.airstrikes import factors
from aw_env.games.war_at_sea.rules.counters import airstrike, attack, first_in, next_in, plays, speed
from aw_env.games.war_at_sea.rules.surface import in_battle

OPTIONAL_RULES = len(OptionalRule)


@rule
def sign(side, mine):
    """1 for my side, -1 for theirs, 0 for neither."""
    if side == mine:
        return 1
    return -1 if side == 1 - mine else 0


@rule
def write_general(book, game, seat, row):
    """All of it."""
    mine = int(seat) & 1
    for_allies = 1 if mine == Side.ALLIES else -1
    row[General.SIDE] = mine
    row[General.CHOOSING] = 1 if game.seat == seat else 0
    row[General.TURN] = game.turn
    row[General.TURNS_LEFT] = book.last_turn - game.turn
    row[General.LEAD] = for_allies * game.lead
    row[General.BID] = for_allies * book.bid
    row[General.SCORED] = for_allies * game.scored
    row[General.HELD_TURNS] = game.held_turns
    row[General.U_BOATS_WAITING] = game.u_boats_waiting
    if game.turn < TURNS:
        row[General.NEW_U_BOATS] = book.new_u_boats[game.turn + 1]
    row[General.OILING_DIE] = book.oiling_die[game.turn]
    row[General.ROUND] = game.combat_round if game.area != NOWHERE else 0
    row[General.DISENGAGING] = sign(game.disengaging, mine)
    row[General.QUIET_ROUNDS] = game.quiet_rounds[game.battle_group]
    row[General.SHOTS] = game.shots_fired
    if game.decision == Decision.AIR_TARGET:
        row[General.STRIKES_LEFT] = factors(book, game, game.power, game.subject) - top(game)[STAGE]
    row[FIRST_PHASE + game.phase] = 1
    row[FIRST_DECISION + game.decision] = 1
    for option in range(OPTIONAL_RULES):
        row[FIRST_RULE + option] = 1 if plays(book, option) else 0
    write_subject(book, game, row)
    if game.area != NOWHERE:
        write_battle(book, game, mine, row)


ABOUT_A_PLACE = sum(1 << decision for decision in Decision.on(PLACE))


@rule
def is_about_a_place(decision):
    """Whether a decision is about a place."""
    return has(ABOUT_A_PLACE, decision)


@rule
def write_subject(book, game, row):
    """The unit or place that the decision is about."""
    if game.subject == NOBODY:
        return
    if is_about_a_place(game.decision):
        row[FIRST_SUBJECT_PLACE + game.subject] = 1
        return
    unit = int(game.subject)
    row[FIRST_SUBJECT + Subject.UNIT] = 1
    row[FIRST_SUBJECT + Subject.ATTACK] = attack(book, game, unit)
    row[FIRST_SUBJECT + Subject.DEFENSE] = book.defense[unit]
    row[FIRST_SUBJECT + Subject.HIT_POINTS] = book.defense[unit] + 1 - int(game.damage[unit])
    row[FIRST_SUBJECT + Subject.SPEED] = speed(book, game, unit)
    row[FIRST_SUBJECT + Subject.AIRSTRIKE] = airstrike(book, game, unit)
    row[FIRST_SUBJECT + Subject.DAMAGE] = game.damage[unit]
    row[FIRST_SUBJECT + Subject.BONUS] = book.bonus[unit] if game.damage[unit] == 0 else 0
    row[FIRST_SUBJECT + Subject.DISABLED] = marked(game, unit, DISABLED)
    row[FIRST_SUBJECT + Subject.REFUELLED] = marked(game, unit, REFUELLED)
    row[FIRST_SUBJECT + Subject.BOUND_FOR] = 1 + int(game.bound_for[unit])
    row[FIRST_SUBJECT_KIND + book.kind[unit]] = 1
    row[FIRST_SUBJECT_NATION + book.nation[unit]] = 1
    row[FIRST_SUBJECT_PLACE + game.place[unit]] = 1


@rule
def write_battle(book, game, mine, row):
    """Both sides of the battle under way."""
    unit = first_in(game, game.area)
    while unit < UNITS:
        if in_battle(book, game, unit):
            first = FIRST_BATTLE + (0 if game.side[unit] == mine else BATTLE_WIDTH)
            fast = speed(book, game, unit)
            slowest = row[first + Battle.SLOWEST]
            row[first + Battle.VESSELS] += 1
            row[first + Battle.ATTACK] += attack(book, game, unit)
            row[first + Battle.HIT_POINTS] += book.defense[unit] + 1 - int(game.damage[unit])
            row[first + Battle.AIRSTRIKE] += airstrike(book, game, unit)
            row[first + Battle.SLOWEST] = fast if slowest == 0 else min(fast, slowest)
            row[first + Battle.FASTEST] = max(fast, row[first + Battle.FASTEST])
            row[first + Battle.AIMED_AT] += 1 if game.attackers_on[unit] > 0 else 0
        unit = next_in(game, game.area, unit)
