"""§5.4-5.6, §7.1, §7.7: areas are selected one after another, and combat in each is fought to a finish."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    BOTH_SIDES,
    FIRST_PLACE_ACTION,
    GROUPS,
    NOBODY,
    NOWHERE,
    POWERS,
    Action,
    Decision,
    Event,
    Phase,
)
from aw_env.games.admirals_war.rules import asw, merchants
from aw_env.games.admirals_war.rules.counters import (
    WITH_HILFSKREUZERS,
    WITH_SUBMARINES,
    allow_areas,
    areas_of,
    at_sea,
    fights,
    home_theatre,
    stand_down,
)
from aw_env.games.admirals_war.rules.options.hidden_submarines import is_hidden, supposed_here
from aw_env.games.admirals_war.rules.options.italian_ineffectiveness import waver
from aw_env.games.admirals_war.rules.options.task_forces import forget_task_forces
from aw_env.games.admirals_war.rules.options.turn_eleven import closed_areas
from aw_env.games.admirals_war.rules.options.vichy import end_opposition, in_last_fight
from aw_env.games.admirals_war.rules.participants import both_present
from aw_env.games.admirals_war.rules.retreat import begin_round, offer_landings
from aw_env.games.admirals_war.rules.war_entry import ATTACKS, PEARL_HARBOR_DONE, takes_part
from aw_env.naval.groups import ALL, QUIET_LIMIT

# --- §7.1: selecting an area ---------------------------------------------------------------------------


@rule
def select_area(book, game, events):
    """Powers take turns selecting an area with units in their own theatre (§7.1, §7.12); but Japan's surprise attacks
    come first (§19.62), and hidden submarines that are alone act last (§26)."""
    if game.attack == ATTACKS:
        push(game, Step.PEARL_HARBOR, book.raid_area)
        return False
    if game.attack == PEARL_HARBOR_DONE:
        push(game, Step.INDONESIA, book.second_area)
        return False
    frame = top(game)
    waiting = areas_waiting(book, game)
    for turn in range(POWERS):
        power = (frame[CURSOR] + turn) % POWERS
        if waiting & areas_of(book, home_theatre(power)) != 0:
            frame[CURSOR] = power
            return ask(book, game, Decision.COMBAT_AREA, power, NOBODY)
    merchants.trade_where_nobody_looks(book, game, events)
    pop(game)
    return False


@rule
def areas_waiting(book, game):
    """Areas with units where combat has not been resolved yet (§7.12) and the war is not over (§21.2), as a set; hidden
    submarines do not count (§26)."""
    areas = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if at_sea(game, unit) and not is_hidden(book, game, unit):
            areas |= bit(game.place[unit])
    for area in range(AREAS):
        areas &= ~(int(game.resolved[area] != 0) << area)
    return areas & ~closed_areas(book, game)


@rule
def mask_combat_area(book, game, mask):
    """Any area of the power's theatre that has units and has not been resolved (§7.1, §7.12)."""
    allow_areas(mask, areas_waiting(book, game) & areas_of(book, home_theatre(game.power)))


@rule
def take_combat_area(game, action):
    """Combat is fought there next; then the next power selects."""
    top(game)[CURSOR] += 1
    push(game, Step.AREA, action - FIRST_PLACE_ACTION)


# --- §5.4-5.6: one area --------------------------------------------------------------------------------

GATHERING, ROUNDS, AFTER_ROUND, VICTORY, LAST_LANDINGS, DONE = range(6)
RAIDS_ARE_OVER = 1
"""Cursor of a combat that has begun again after its air raids (§22.511)."""


@rule
def follows_surprise_attacks(book, game, area):
    """Whether combat in the area has begun already, with the surprise attacks of this turn (§19.8, §19.83)."""
    return area == book.second_area and game.hostilities == 1 and game.hostilities_since == game.turn


@rule
def resolve_area(book, game, events):
    """ASW (§5.42), LBA strikes, rounds of combat until one side is left (§5.61), its air raids, the last landings
    (§5.62)."""
    frame = top(game)
    if frame[STAGE] == GATHERING:
        gather(book, game, frame[SUBJECT])
        if not follows_surprise_attacks(book, game, frame[SUBJECT]):
            note(events, Event.COMBAT_BEGINS, frame[SUBJECT], 0, 0)
        frame[STAGE] = ROUNDS
        push(game, Step.STRIKES, frame[SUBJECT])
        if asw.lurking(game):
            push(game, Step.ASW, frame[SUBJECT])
    elif frame[STAGE] == ROUNDS:
        if both_present(game):
            if not waver(book, game, events):
                frame[STAGE] = AFTER_ROUND
                begin_round(game, frame[SUBJECT])
        else:
            frame[STAGE] = VICTORY
            if game.combat_round == 0 and game.kinds_here & WITH_SUBMARINES != 0:
                push(game, Step.SUBMARINE_ATTACKS, frame[SUBJECT])  # a round passes without fire (§14.31, §7.13)
    elif frame[STAGE] == AFTER_ROUND:
        if not both_present(game):
            frame[STAGE] = VICTORY
            offer_landings(book, game, 3)
        elif game.quiet_rounds[ALL] >= QUIET_LIMIT:
            note(events, Event.STALEMATE, frame[SUBJECT], 0, 0)
            frame[STAGE] = LAST_LANDINGS
        else:
            frame[STAGE] = ROUNDS
            push(game, Step.RETREAT, frame[SUBJECT])
    elif frame[STAGE] == VICTORY:
        frame[STAGE] = LAST_LANDINGS
        if frame[CURSOR] != RAIDS_ARE_OVER:
            push(game, Step.AIR_RAIDS, frame[SUBJECT])
    elif frame[STAGE] == LAST_LANDINGS:
        frame[STAGE] = DONE
        push(game, Step.LANDINGS, frame[SUBJECT])
        top(game)[STAGE] = BOTH_SIDES
    else:
        if game.kinds_here & WITH_HILFSKREUZERS != 0 and game.phase == Phase.COMBAT:
            merchants.pay_unopposed_raiders(book, game, frame[SUBJECT], events)
        game.resolved[frame[SUBJECT]] = 1
        if not in_last_fight(game):
            end_opposition(book, game, events)
        disperse(book, game)
        pop(game)
    return False


@rule
def gather(book, game, area):
    """Line up the units that take part in combat in the area (§7.33, §19.11), and note what else is there."""
    game.area = area
    game.kinds_here |= supposed_here(book)
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and not is_hidden(book, game, unit):
            game.kinds_here |= bit(book.kind[unit])
            if fights(book, unit) and takes_part(game, unit):
                game.here[game.units_here] = unit
                game.units_here += 1
            else:
                game.others_here += 1


@rule
def line_up_anew(book, game, area):
    """The same while the combat is under way, when units have come (§19.73): those that are there stay as they are."""
    for k in range(game.units_here):
        game.here[k] = NOBODY
    game.units_here = 0
    game.others_here = 0
    game.kinds_here = 0
    gather(book, game, area)


@rule
def disperse(book, game):
    """The combat is over and leaves no trace but what it did."""
    for k in range(game.units_here):
        stand_down(game, int(game.here[k]))
        game.here[k] = NOBODY
    game.units_here = 0
    game.others_here = 0
    game.kinds_here = 0
    game.area = NOWHERE
    game.combat_round = 0
    game.retreating = NOBODY
    game.battle_group = ALL
    game.action = Action.NONE
    forget_task_forces(book, game)
    game.formed = 0
    game.shots_fired = 0
    game.could_attack = 0
    game.short_of_fuel = 0
    game.italians_left = 0
    game.hunting = NOBODY
    for group in range(GROUPS + 1):
        game.quiet_rounds[group] = 0
        game.held_rounds[group] = 0
        game.line_rounds[group] = 0
