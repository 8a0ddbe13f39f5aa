"""The part that all layouts share: the turn, the tracks, the decision and the unit or place that it is about."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import STAGE, top
from aw_env.games.admirals_war.observation.columns import (
    FIRST_ASKED,
    FIRST_DECISION,
    FIRST_PHASE,
    FIRST_PLAYED,
    FIRST_RULE,
    FIRST_SUBJECT,
    General,
    Subject,
)
from aw_env.games.admirals_war.observation.facts import signed, subject_is_place, subject_is_unit
from aw_env.games.admirals_war.records.state import RAIDING, REFUELLED, THEATRE
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    NOWHERE,
    POWERS,
    Action,
    Decision,
    Kind,
    Nation,
    OptionalRule,
    Phase,
    Power,
    Theatre,
)
from aw_env.games.admirals_war.rules.bonuses import air_bonus, gunnery_bonus
from aw_env.games.admirals_war.rules.counters import airstrike, armor, gunnery, speed
from aw_env.games.admirals_war.rules.options.hidden_submarines import are_hidden, is_hidden
from aw_env.games.admirals_war.rules.options.task_forces import in_task_forces, intention_of, is_sighted

UNCERTAIN_GROUPS = 4
"""US groups of uncertain whereabouts (§3.15)."""
RULES = len(OptionalRule)
"""Optional rules that there are."""


@rule
def write_general(book, game, seat, mine, observation):
    """`General`, the phase, the decision and its subject."""
    sign = 1 - 2 * mine
    observation[General.SIDE] = mine
    observation[General.TURN] = game.turn
    observation[General.TURNS_LEFT] = book.last_turn - game.turn
    observation[General.LEAD_ATLANTIC] = sign * game.victory_points[Theatre.ATLANTIC]
    observation[General.LEAD_PACIFIC] = sign * game.victory_points[Theatre.PACIFIC]
    observation[General.GAIN_ATLANTIC] = sign * (
        game.victory_points[Theatre.ATLANTIC] - game.points_at_turn[Theatre.ATLANTIC]
    )
    observation[General.GAIN_PACIFIC] = sign * (
        game.victory_points[Theatre.PACIFIC] - game.points_at_turn[Theatre.PACIFIC]
    )
    observation[General.MY_ARMOR_SUNK] = game.armor_sunk[mine]
    observation[General.THEIR_ARMOR_SUNK] = game.armor_sunk[1 - mine]
    observation[General.HOSTILITIES] = game.hostilities
    observation[General.TURNS_OF_WAR] = game.hostilities * (game.turn - game.hostilities_since)
    observation[General.ATTACK] = game.attack
    observation[General.UNGUARDED] = game.unguarded
    observation[General.SHORT_OF_FUEL] = game.short_of_fuel
    observation[General.PROVOCATION] = game.provocation
    observation[General.PROVOKED] = game.provoked
    observation[General.ITALY] = game.surrender_turn != 0
    if game.decision == Decision.RETREAT:
        observation[General.THEY_DECLARED_RETREAT] = has(top(game)[STAGE], 1 - mine)
    if game.area != NOWHERE:
        observation[General.RETREATING] = signed(game.retreating, mine)
        observation[General.ROUND] = game.combat_round
        observation[General.PURSUED_GROUP] = game.battle_group
        observation[General.QUIET_ROUNDS] = game.quiet_rounds[game.battle_group]
        observation[General.HELD_ROUNDS] = game.held_rounds[game.battle_group]
        observation[General.AIR_ACTION] = game.action == Action.AIR or game.action == Action.COMBINED
        observation[General.SURFACE_ACTION] = game.action == Action.SURFACE or game.action == Action.COMBINED
    if game.phase < Phase.OVER:
        observation[FIRST_PHASE + game.phase] = 1
    for power in range(POWERS):
        observation[FIRST_PLAYED + power] = book.seat_of_power[power] == seat
    if book.options != 0:
        write_what_rules_changed(book, game, seat, observation)
    if game.over == 1:
        return
    observation[General.CHOOSING] = game.seat == seat
    if game.decision != Decision.NONE:
        observation[FIRST_DECISION + game.decision - 1] = 1
        observation[FIRST_ASKED + game.power] = 1
    if subject_is_unit(game):
        write_subject(book, game, game.subject, mine, observation)
    elif subject_is_place(game.decision):
        observation[FIRST_SUBJECT + Subject.PLACE] = game.subject


@optional()
@rule
def write_rules_in_play(book, observation):
    """The optional rules."""
    for number in range(RULES):
        observation[FIRST_RULE + number] = has(book.options, number)


@optional()
@rule
def write_what_rules_changed(book, game, seat, observation):
    """What optional rules have changed; what is secret, for the seat that knows it alone."""
    observation[General.CATAPULT] = game.catapult
    observation[General.TORCH] = game.torch
    observation[General.TYPE_XXI] = game.turn >= game.type_xxi_from
    observation[General.WARNED] = game.warned
    observation[General.ITALY_NEUTRAL] = game.italy_neutral
    if are_hidden(book):
        count_hidden(book, game, observation)
    if book.seat_of_power[Power.AMERICAN] == seat:
        observation[General.FACES_CENTRAL] = game.faces_central
        observation[General.FACES_HAWAII] = game.faces_hawaii
        for group in range(UNCERTAIN_GROUPS):
            observation[General.GROUP_W + group] = 1 + game.uncertain_at[group]


@rule
def hidden_column(nation):
    """The column that counts the hidden submarines of a nation."""
    if nation == Nation.US:
        return General.HIDDEN_US.value
    if nation == Nation.GERMAN:
        return General.HIDDEN_GERMAN.value
    return General.HIDDEN_ITALIAN.value if nation == Nation.ITALIAN else General.HIDDEN_JAPANESE.value


@rule
def count_hidden(book, game, observation):
    """How many submarines of each nation are hidden, which everyone knows (§26.0)."""
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_hidden(book, game, unit):
            observation[hidden_column(book.nation[unit])] += 1


@rule
def write_subject(book, game, unit, mine, observation):
    """`Subject`: the unit that the decision is about."""
    row = observation[FIRST_SUBJECT:]
    row[Subject.IS_UNIT] = 1
    row[Subject.MINE] = game.controller[unit] & 1 == mine
    row[Subject.GUNNERY] = gunnery(book, game, unit)
    row[Subject.GUNNERY_BONUS] = gunnery_bonus(book, game, unit)
    row[Subject.AIRSTRIKE] = airstrike(book, game, unit)
    row[Subject.AIR_BONUS] = air_bonus(book, game, unit)
    row[Subject.ARMOR] = armor(book, game, unit)
    row[Subject.DAMAGE] = game.damage[unit]
    row[Subject.SPEED] = speed(book, game, unit)
    row[Subject.RAIDING] = marked(game, unit, RAIDING)
    row[Subject.CARRIER] = book.carrier[unit]
    row[Subject.LBA] = book.kind[unit] == Kind.LBA
    row[Subject.AMPHIBIOUS] = book.kind[unit] == Kind.AMPHIBIOUS
    row[Subject.SUBMARINE] = book.kind[unit] == Kind.SUBMARINE
    row[Subject.HILFSKREUZER] = book.kind[unit] == Kind.HILFSKREUZER
    row[Subject.SUPPORT] = book.kind[unit] == Kind.OILER or book.kind[unit] == Kind.HUNTER_KILLER
    row[Subject.REFUELLED] = marked(game, unit, REFUELLED)
    row[Subject.THEATRE] = marked(game, unit, THEATRE)
    row[Subject.AT_SEA] = 0 <= game.place[unit] < AREAS
    row[Subject.PLACE] = game.place[unit]
    if in_task_forces(book):
        row[Subject.TASK_FORCE] = game.task_force[unit]
        row[Subject.INTENTION] = intention_of(game, unit)
        row[Subject.SIGHTED] = is_sighted(game, unit)
