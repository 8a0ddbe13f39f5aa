"""What a seat sees, written into a row of int16: the public state, from the side of the seat.

The columns are those of `columns.py`.  Never written: the generator, dice laid in front of it, and an action
type before both sides have chosen (§7.22).
"""

import numpy as np

from aw_env.admirals_war.observation.columns import (
    AREA_WIDTH,
    AWAY_WIDTH,
    BATTLE_WIDTH,
    FIRST_AREA,
    FIRST_ASKED,
    FIRST_AWAY,
    FIRST_BATTLE,
    FIRST_DECISION,
    FIRST_FLEET,
    FIRST_FORCE,
    FIRST_PHASE,
    FIRST_PLACE_ROW,
    FIRST_PLAYED,
    FIRST_PORT_ROW,
    FIRST_RULE,
    FIRST_SUBJECT,
    FIRST_UNIT,
    FIRST_UNIT_ROW,
    FLEET_WIDTH,
    FORCE_WIDTH,
    GENERAL_WIDTH,
    PLACE_ROW_WIDTH,
    PORT_WIDTH,
    SUMMARY,
    SUMMARY_WIDTH,
    UNIT_ROW_WIDTH,
    Area,
    Away,
    Battle,
    Fleet,
    Force,
    General,
    PlaceRow,
    Port,
    Subject,
    UnitRow,
)
from aw_env.admirals_war.observation.sight import COVERED, as_seen, cover, take_off_cover
from aw_env.admirals_war.records.marks import marked
from aw_env.admirals_war.records.state import (
    COMMITTED,
    DISABLED,
    FIRING,
    GAME,
    HELD,
    PENDING_DISABLED,
    PURSUED,
    RAIDING,
    REFUELLED,
    RETREATED,
    REVERSED,
    STEPS,
    THEATRE,
    TRADED,
)
from aw_env.admirals_war.records.steps import Step
from aw_env.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NO_SUBJECT,
    NOBODY,
    NOWHERE,
    PLACE_SUBJECTS,
    POWERS,
    UNCONTROLLED,
    UNITS,
    Action,
    Box,
    Decision,
    Intention,
    Kind,
    Nation,
    OptionalRule,
    Phase,
    PortKind,
    Power,
    Theatre,
)
from aw_env.admirals_war.rules.bonuses import air_bonus, armor_bonus, gunnery_bonus
from aw_env.admirals_war.rules.control import points_of
from aw_env.admirals_war.rules.counters import (
    airstrike,
    airstrike_after,
    armor,
    gunnery,
    gunnery_after,
    has,
    speed,
    touched,
)
from aw_env.admirals_war.rules.options.french_fleet import may_be_aimed_at
from aw_env.admirals_war.rules.options.hidden_submarines import are_hidden, is_hidden
from aw_env.admirals_war.rules.options.task_forces import goes_for_the_port, in_task_forces, intention_of, is_sighted
from aw_env.admirals_war.rules.repairs import capacity
from aw_env.admirals_war.rules.submarines import asw_factors
from aw_env.core.engine.compiling import compiled, optional, rule, rule_with_arrays
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, top

UNCERTAIN_GROUPS = 4
"""US groups of uncertain whereabouts (§3.15)."""
RULES = len(OptionalRule)
"""Optional rules that there are."""
EVERY_GROUP = -2
"""In place of the number of a group: all of them."""
ABOUT_A_PLACE = sum(1 << decision for decision in PLACE_SUBJECTS)
ABOUT_NOTHING = sum(1 << decision for decision in NO_SUBJECT)
"""Kinds of decisions, as sets, that are not about a unit."""

AT_A_TIME = 8
"""Units compared at a time: their places fill a word."""
assert UNITS % AT_A_TIME == 0
SEEN_OF_PLACES = (
    "turn",
    "hostilities",
    "italy_neutral",
    "area",
    "decision",
    "held_at_start",
    "flag",
    "resolved",
    "owner",
    "raided",
)
SEEN_OF_UNITS = ("place", "controller", "damage", "due", "marks")
"""Fields of the record on which the columns of places depend: what is written of the place itself, and the units that
are counted there."""
SIGHT = [
    ("written", "i4"),
    ("sighted_by", "i4"),
    ("changed", "i8", UNITS // AT_A_TIME),
    *[(name, GAME[name]) for name in (*SEEN_OF_PLACES, *SEEN_OF_UNITS)],
    *COVERED,
]
"""What is kept beside a row of the layout "summary" so that it can be brought up to date: whether it was written, the
side it was written for, room for what has changed, these fields as they were then, and room for what is covered.  All 0
goes with a row of 0."""


@compiled
def observe(books, games, i, seat, layout, observation):
    """Write what `seat` sees of `games[i]` into `observation`, int16 of the layout's width (`columns.WIDTHS`).

    `layout` is `columns.SUMMARY` or `columns.UNIT_TABLES`.
    """
    write_observation(books[0], games[i], seat, layout, observation)


@rule_with_arrays
def write_observation(book, game, seat, layout, observation):
    """The same for a game inside compiled code, whatever was in the row before."""
    if are_hidden(book):
        write_row_of(book, as_seen(book, game, seat), seat, layout, observation)
    else:
        write_row(book, game, seat, layout, observation)


@rule
def write_row_of(book, seen, seat, layout, observation):
    """Write a row of the record as the seat may see it."""
    write_row(book, seen[0], seat, layout, observation)


@rule
def write_row(book, game, seat, layout, observation):
    """Write a row of a record in which nothing is hidden from the seat."""
    observation[:] = 0
    mine = int(seat) & 1
    write_rules_in_play(book, observation)
    write_general(book, game, seat, mine, observation)
    if layout == SUMMARY:
        for k in range(game.units):
            unit = int(game.roster[k])
            count_unit(book, unit, look(game, unit, game.turn + 1), 1, mine, observation)
        write_points(book, game, mine, observation)
        write_areas(book, game, mine, observation)
        write_ports(book, game, mine, observation)
        show_units(book, game, mine, observation)
    else:
        write_unit_table(book, game, mine, observation)
        write_place_table(book, game, mine, observation)


@rule
def update_observation(book, game, seat, layout, observation, line):
    """Write what `seat`, which is asked, sees into a row that was last written by this function and goes with `line`
    (`SIGHT`).

    From one decision to the next few units change, and places seldom: in a summary only those are written anew, which
    makes it several times as fast.
    """
    cover(book, game, line)
    update_row(book, game, seat, layout, observation, line)
    take_off_cover(book, game, line)


@rule
def update_row(book, game, seat, layout, observation, line):
    """The same for a record in which nothing is hidden from the seat."""
    if layout != SUMMARY:
        write_row(book, game, seat, layout, observation)
        return
    mine = int(seat) & 1
    observation[:FIRST_RULE] = 0
    observation[FIRST_BATTLE:GENERAL_WIDTH] = 0
    observation[FIRST_UNIT:SUMMARY_WIDTH] = 0
    if line.written == 0:
        write_rules_in_play(book, observation)
    write_general(book, game, seat, mine, observation)
    others_turn = line.sighted_by != mine
    if others_turn:
        change_sides(book, observation)
    recount_units(book, game, mine, observation, line)
    anew = others_turn or line.written == 0 or line.turn != game.turn
    if anew or line.italy_neutral != game.italy_neutral:
        write_points(book, game, mine, observation)
    if anew or not areas_as_seen(game, line):
        write_areas(book, game, mine, observation)
        keep_areas(game, line)
    if anew or not ports_as_seen(game, line):
        write_ports(book, game, mine, observation)
        keep_ports(game, line)
    show_units(book, game, mine, observation)
    keep_sight(game, mine, line)


@rule
def signed(of_side, mine):
    """1 for my side, -1 for theirs, 0 for nobody."""
    return int(of_side == mine) - int(of_side == 1 - mine)


@rule
def subject_is_unit(game):
    """Whether the decision waited for is about a unit; the others are about a place or nothing."""
    return not has(ABOUT_A_PLACE | ABOUT_NOTHING, game.decision)


@rule
def subject_is_place(decision):
    """Whether a kind of decision is about a place."""
    return has(ABOUT_A_PLACE, decision)


@rule
def aiming_side(game):
    """The side whose attackers are choosing targets, or NOBODY."""
    if (
        game.decision == Decision.AIR_TARGET
        or game.decision == Decision.SURFACE_TARGET
        or game.decision == Decision.STRIKE_TARGET
        or game.decision == Decision.CATAPULT_TARGET
    ):
        return game.power & 1
    return NOBODY


# --- the part that both layouts share ------------------------------------------------------------------


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


# --- the layout "summary" ------------------------------------------------------------------------------


@rule
def write_points(book, game, mine, observation):
    """`Area`: what control of the sea area scores."""
    for area in range(book.areas):
        if has(book.open_areas, area):
            first = FIRST_AREA + area * AREA_WIDTH
            observation[first + Area.MY_POINTS] = points_of(book, game, area, mine)
            observation[first + Area.THEIR_POINTS] = points_of(book, game, area, 1 - mine)


@rule
def write_areas(book, game, mine, observation):
    """`Area`: whose the sea area is, and whether combat there is still to come."""
    for area in range(book.areas):
        if has(book.open_areas, area):
            first = FIRST_AREA + area * AREA_WIDTH
            observation[first + Area.FLAG] = signed(game.flag[area], mine)
            observation[first + Area.COMBAT] = 1 - game.resolved[area]
    if game.area != NOWHERE:
        observation[FIRST_AREA + game.area * AREA_WIDTH + Area.COMBAT] = 2


@rule
def write_ports(book, game, mine, observation):
    """`Port`: what holds for the place itself."""
    my_powers, their_powers = 0b0101 << mine, 0b0101 << (1 - mine)
    for port in range(book.ports):
        if has(book.open_ports, port):
            first = FIRST_PORT_ROW + port * PORT_WIDTH
            raided = game.raided[port]
            observation[first + Port.OWNER] = held(book, game, port, mine)
            observation[first + Port.RAIDED] = int(raided & my_powers != 0) - int(raided & their_powers != 0)
            observation[first + Port.REPAIRS] = repair_points_left(book, game, port)
            enemy = 1 - (game.owner[port] & 1)
            surrounded = int(touched(book, game, port) & ~int(game.held_at_start[enemy]) == 0)
            observation[first + Port.SURROUNDED] = surrounded * int(game.owner[port] != UNCONTROLLED)


@rule
def repair_points_left(book, game, port):
    """Damage points that a port still takes off this turn (§11.1)."""
    if book.repairs[port] == 0 and book.repairs_for[port] == NOWHERE:
        return 0
    points = capacity(book, game, port)
    for depth in range(game.depth):
        frame = game.frames[depth]
        if frame[STEP] == Step.REPAIRS and frame[CURSOR] == port:
            points -= int(frame[STAGE])
    return points


@rule
def held(book, game, port, mine):
    """1 for a place of my side, -1 for theirs, 0 for a neutral port and one that nobody controls (§2.31)."""
    belongs = int(game.owner[port] != UNCONTROLLED) * int(book.port_kind[port] != PortKind.NEUTRAL)
    return belongs * signed(game.owner[port] & 1, mine)


# --- units counted in the rows of their places -----------------------------------------------------------

UNSEEN = 0
"""How a unit looks that is not in the game (`look`)."""


@rule
def look(game, unit, next_turn):
    """All of a unit's state that the counts of its place depend on, in one number that `count_unit` takes apart again.
    `game` may be a row's memory of it."""
    sides = int(marked(game, unit, RAIDING)) << 7 | (int(game.controller[unit]) & 1) << 8
    return (int(game.place[unit]) + 1) | sides | int(game.due[unit] <= next_turn) << 9 | int(game.damage[unit]) << 10


@rule
def recount_units(book, game, mine, observation, line):
    """Units that look other than when the row was written are taken off where they were and counted where they are."""
    if line.written == 0 or line.turn != game.turn:
        for unit in range(UNITS):
            recount_unit(book, game, unit, mine, observation, line)
        return
    note_changes(game, line)
    k = next_change(line, 0)
    while k < UNITS // AT_A_TIME:
        for unit in range(AT_A_TIME * k, AT_A_TIME * (k + 1)):
            if not unit_as_seen(game, unit, line):
                recount_unit(book, game, unit, mine, observation, line)
        k = next_change(line, k + 1)


@rule
def note_changes(game, line):
    """Mark the units of which anything has changed, a word for `AT_A_TIME` of them."""
    places, places_seen = game.place.view(np.int64), line.place.view(np.int64)
    controllers, controllers_seen = game.controller.view(np.int64), line.controller.view(np.int64)
    damages, damages_seen = game.damage.view(np.int64), line.damage.view(np.int64)
    dues, dues_seen = game.due.view(np.int64), line.due.view(np.int64)
    marks, marks_seen = game.marks.view(np.int64), line.marks.view(np.int64)
    for k in range(UNITS // AT_A_TIME):
        line.changed[k] = (
            (places[k] ^ places_seen[k])
            | (controllers[k] ^ controllers_seen[k])
            | (damages[k] ^ damages_seen[k])
            | (dues[k] ^ dues_seen[k])
            | (marks[2 * k] ^ marks_seen[2 * k])
            | (marks[2 * k + 1] ^ marks_seen[2 * k + 1])
        )


@rule
def next_change(line, k):
    """The first word from number `k` on that `note_changes` has marked; the number of words where there is none."""
    for word in range(k, UNITS // AT_A_TIME):
        if line.changed[np.uintp(word)] != 0:
            return word
    return UNITS // AT_A_TIME


@rule
def unit_as_seen(game, unit, line):
    """Whether nothing of a unit has changed."""
    return (
        line.place[unit] == game.place[unit]
        and line.marks[unit] == game.marks[unit]
        and line.controller[unit] == game.controller[unit]
        and line.damage[unit] == game.damage[unit]
        and line.due[unit] == game.due[unit]
    )


@rule
def recount_unit(book, game, unit, mine, observation, line):
    """Count a unit as it looks now and not as it looked."""
    before = look(line, unit, line.turn + 1) if line.written == 1 else UNSEEN
    now = look(game, unit, game.turn + 1)
    if before != now:
        count_unit(book, unit, before, -1, mine, observation)
        count_unit(book, unit, now, 1, mine, observation)
    line.place[unit] = game.place[unit]
    line.controller[unit] = game.controller[unit]
    line.damage[unit] = game.damage[unit]
    line.due[unit] = game.due[unit]
    line.marks[unit] = game.marks[unit]


@rule
def areas_as_seen(game, line):
    """Whether all is as it was of what `write_areas` tells."""
    return (
        line.area == game.area
        and equal(line.flag.view(np.int32), game.flag.view(np.int32))
        and equal(line.resolved.view(np.int32), game.resolved.view(np.int32))
    )


@rule
def ports_as_seen(game, line):
    """Whether all is as it was of what `write_ports` tells; never while a port repairs, which changes by the point."""
    return (
        line.hostilities == game.hostilities
        and not repairs_now(line)
        and not repairs_now(game)
        and equal(line.held_at_start, game.held_at_start)
        and equal(line.owner.view(np.int16), game.owner.view(np.int16))
        and equal(line.raided.view(np.int16), game.raided.view(np.int16))
    )


@rule
def repairs_now(game):
    """Whether a port is repairing; `game` may be a row's memory of it."""
    return game.decision == Decision.REPAIR or game.decision == Decision.MENDING


@rule
def equal(one, other):
    """Whether two arrays of one size hold the same."""
    differences = 0
    for k in range(one.size):
        differences |= one[k] ^ other[k]
    return differences == 0


@rule
def keep_sight(game, mine, line):
    """Keep for whom the row is written, and what changes too often to be asked for in one place."""
    line.written = 1
    line.sighted_by = mine
    line.turn = game.turn
    line.italy_neutral = game.italy_neutral
    line.decision = game.decision


@rule
def keep_areas(game, line):
    """Keep what `areas_as_seen` compares."""
    line.area = game.area
    keep(line.flag, game.flag)
    keep(line.resolved, game.resolved)


@rule
def keep_ports(game, line):
    """Keep what `ports_as_seen` compares, but for the decision."""
    line.hostilities = game.hostilities
    keep(line.held_at_start, game.held_at_start)
    keep(line.owner, game.owner)
    keep(line.raided, game.raided)


@rule
def keep(one, other):
    """Copy one array into another of its size."""
    for k in range(one.size):
        one[k] = other[k]


@rule
def count_unit(book, unit, looks, times, mine, observation):
    """Add a unit that looks so to the columns of its place, once or -1 times."""
    place = (looks & 127) - 1
    raiding = looks >> 7 & 1
    theirs = looks >> 8 & 1 ^ mine
    damage = looks >> 10
    if place >= FIRST_BOX:
        soon = looks >> 9 & 1
        count_off_the_map(book, unit, place - FIRST_BOX, damage, soon, theirs, times, observation)
    elif place >= FIRST_PORT:
        first = FIRST_PORT_ROW + (place - FIRST_PORT) * PORT_WIDTH
        count_in_port(book, unit, raiding, damage, first, times * (1 - 2 * theirs), observation)
    elif place >= 0:
        first = FIRST_AREA + place * AREA_WIDTH + FIRST_FORCE + theirs * FORCE_WIDTH
        count_at_sea(book, unit, raiding, damage, first, times, observation)


@rule
def change_sides(book, observation):
    """The counts of units as the other side sees them."""
    for area in range(book.areas):
        if has(book.open_areas, area):
            swap(observation, FIRST_AREA + area * AREA_WIDTH + FIRST_FORCE, FORCE_WIDTH)
    for port in range(book.ports):
        if has(book.open_ports, port):
            counts = FIRST_PORT_ROW + port * PORT_WIDTH + Port.SHIPS
            for column in range(PORT_WIDTH - Port.SHIPS):
                observation[np.uintp(counts + column)] = -observation[np.uintp(counts + column)]
    swap(observation, FIRST_AWAY, AWAY_WIDTH)


@rule
def swap(observation, first, width):
    """Exchange two parts of a row that lie side by side."""
    for column in range(first, first + width):
        one, other = np.uintp(column), np.uintp(column + width)
        kept = observation[one]
        observation[one] = observation[other]
        observation[other] = kept


@rule
def add(row, index, value):
    """Add to an element; an unsigned index needs no check for one from the end, which is a tenth of the whole time."""
    row[np.uintp(index)] += value


@rule
def group_in_sight(game):
    """The group of the combat that the decision belongs to: the pursuit that is fought; everyone's while groups are
    formed and pursuers assigned."""
    if game.decision == Decision.JOIN_GROUP or game.decision == Decision.PURSUIT:
        return EVERY_GROUP
    return int(game.battle_group)


@rule
def place_in_question(book, game):
    """The port or base whose units matter now: attacked (§9.24, §12.4, §23.53), invaded (§13.43) or repairing (§11); or
    NOWHERE."""
    if game.decision == Decision.STRIKE_TARGET:
        return int(game.raid_place[game.subject])
    if game.decision == Decision.AIR_TARGET and goes_for_the_port(book, game, game.subject):
        return FIRST_PORT + int(book.raid_target)
    if game.decision == Decision.GARRISON_LOSS or game.decision == Decision.REPAIR:
        return int(game.subject)
    return NOWHERE


@rule
def count_off_the_map(book, unit, box, damage, soon, theirs, times, observation):
    """A unit in a holding box of those that come back (`Away`), or in the one of a fleet (`Fleet`)."""
    away = FIRST_AWAY + theirs * AWAY_WIDTH
    if box == Box.LBA_TRANSFER:
        add(observation, away + Away.TRANSFER, times)
    elif box == Box.RETURNING and soon == 0:
        add(observation, away + Away.LATER, times)
    elif box == Box.RETURNING:
        flies = book.kind[unit] == Kind.LBA
        add(observation, away + (Away.AIR_NEXT_TURN if flies else Away.OTHERS_NEXT_TURN), times)
    elif Box.RAID_FORCE <= box <= Box.VICHY_NORTH_AFRICA:
        fleet = FIRST_FLEET + (box - Box.RAID_FORCE) * FLEET_WIDTH
        add(observation, fleet + Fleet.SHIPS, times)
        add(observation, fleet + Fleet.GUNNERY, times * gunnery_after(book, unit, damage))
        add(observation, fleet + Fleet.HIT_POINTS, times * (int(book.armor[unit]) + 1 - damage))
        add(observation, fleet + Fleet.AIRSTRIKE, times * airstrike_after(book, unit, damage))


@rule
def count_in_port(book, unit, raiding, damage, first, times, observation):
    """A unit in the port or base whose `Port` begins in column `first`; negative times for the enemy's."""
    kind = book.kind[unit]
    if kind == Kind.SHIP:
        add(observation, first + Port.SHIPS, times)
        add(observation, first + Port.CARRIERS, times * int(book.carrier[unit]))
        add(observation, first + Port.GUNNERY, times * gunnery_after(book, unit, damage))
        add(observation, first + Port.DAMAGE, times * damage)
        add(observation, first + Port.RAIDING, times * raiding)
    elif kind == Kind.LBA:
        add(observation, first + Port.LBA, times)
    elif kind == Kind.AMPHIBIOUS:
        add(observation, first + Port.AMPHIBIOUS, times)
    else:
        add(observation, first + Port.OTHERS, times)


@rule
def count_at_sea(book, unit, raiding, damage, first, times, observation):
    """A unit in the sea area where its side's `Force` begins in column `first`."""
    kind = book.kind[unit]
    if kind == Kind.SHIP:
        add(observation, first + Force.PATROLLING + raiding, times)
        add(observation, first + Force.GUNNERY, times * gunnery_after(book, unit, damage))
        add(observation, first + Force.HIT_POINTS, times * (int(book.armor[unit]) + 1 - damage))
        add(observation, first + Force.CARRIER_AIRSTRIKE, times * airstrike_after(book, unit, damage))
    elif kind == Kind.LBA:
        add(observation, first + Force.LBA_AIRSTRIKE, times * int(book.airstrike[unit]))
    elif kind == Kind.AMPHIBIOUS:
        add(observation, first + Force.AMPHIBIOUS, times)
    elif kind == Kind.SUBMARINE:
        add(observation, first + Force.SUBMARINES + raiding, times)
    elif kind == Kind.HILFSKREUZER:
        add(observation, first + Force.HILFSKREUZERS, times)
    else:
        add(observation, first + Force.SUPPORT, times)
    add(observation, first + Force.ASW, times * asw_factors(book, unit, raiding))


# --- units that matter now -----------------------------------------------------------------------------


@rule
def show_units(book, game, mine, observation):
    """`Battle`, and the own columns of the units in the combat being resolved, in the place in question, and of the one
    that the decision is about."""
    i_aim = aiming_side(game) == mine
    place = place_in_question(book, game)
    if place != NOWHERE:
        for k in range(game.units):
            unit = int(game.roster[k])
            if game.place[unit] == place:
                show_unit(book, game, unit, i_aim, mine, observation)
    if game.decision == Decision.CATAPULT_TARGET:
        for k in range(game.units):
            if may_be_aimed_at(book, game, int(game.roster[k])):
                show_unit(book, game, int(game.roster[k]), i_aim, mine, observation)
    if game.others_here > 0:
        for k in range(game.units):
            unit = int(game.roster[k])
            if game.place[unit] == game.area:
                show_in_battle(book, game, unit, i_aim, mine, observation)
    else:
        for k in range(game.units_here):
            show_in_battle(book, game, int(game.here[k]), i_aim, mine, observation)
        show_hidden_in_battle(book, game, i_aim, mine, observation)
    if game.over == 0 and subject_is_unit(game):
        show_unit(book, game, int(game.subject), i_aim, mine, observation)


@optional()
@rule
def show_hidden_in_battle(book, game, i_aim, mine, observation):
    """My hidden submarines in the area of the combat, which do not count as units that are there (§26)."""
    if game.area == NOWHERE:
        return
    for k in range(book.boats):
        unit = int(book.boat[k])
        if game.place[unit] == game.area and is_hidden(book, game, unit):
            show_in_battle(book, game, unit, i_aim, mine, observation)


@rule
def show_in_battle(book, game, unit, i_aim, mine, observation):
    """A unit in the area of the combat, if it belongs to the group that fights."""
    group = group_in_sight(game)
    if group == EVERY_GROUP or game.group[unit] == group:
        theirs = (int(game.controller[unit]) & 1) ^ mine
        count_in_battle(book, game, unit, FIRST_BATTLE + theirs * BATTLE_WIDTH, observation)
        show_unit(book, game, unit, i_aim, mine, observation)


@rule
def count_in_battle(book, game, unit, first, observation):
    """One more unit in the `Battle` that begins in column `first`."""
    kind = book.kind[unit]
    if kind == Kind.SHIP:
        knots = speed(book, game, unit)
        slowest = int(observation[first + Battle.SLOWEST])
        add(observation, first + Battle.SHIPS, 1)
        add(observation, first + Battle.CARRIERS, book.carrier[unit])
        add(observation, first + Battle.GUNNERY, gunnery(book, game, unit))
        add(observation, first + Battle.AIRSTRIKE, airstrike(book, game, unit))
        add(observation, first + Battle.HIT_POINTS, int(book.armor[unit]) + 1 - int(game.damage[unit]))
        observation[first + Battle.SLOWEST] = knots if slowest == 0 else min(knots, slowest)
        observation[first + Battle.FASTEST] = max(knots, int(observation[first + Battle.FASTEST]))
    elif kind == Kind.LBA:
        add(observation, first + Battle.AIRSTRIKE, book.airstrike[unit])
    elif kind == Kind.AMPHIBIOUS:
        add(observation, first + Battle.AMPHIBIOUS, 1)
    if in_task_forces(book):
        count_in_task_force(game, unit, first, observation)


@rule
def count_in_task_force(game, unit, first, observation):
    """One more unit in a task force, by what it does and whether it is sighted (§29)."""
    intention = intention_of(game, unit)
    if intention == Intention.LANDING:
        add(observation, first + Battle.LANDING, 1)
    elif intention == Intention.HIDING:
        add(observation, first + Battle.HIDING, 1)
    elif intention != Intention.NONE:
        add(observation, first + Battle.SEARCHING, 1)
    add(observation, first + Battle.SIGHTED, is_sighted(game, unit))


@rule
def show_unit(book, game, unit, i_aim, mine, observation):
    """The unit's own column (`columns.UNIT_COLUMN_MEANING`).  i_aim: my side is choosing targets."""
    left = armor(book, game, unit) + 1 - int(game.damage[unit])
    if game.controller[unit] & 1 == mine:
        observation[FIRST_UNIT + unit] = max(1, left - int(game.pending_damage[unit]))
    else:
        if i_aim:
            left -= int(game.attackers_on[unit])
        observation[FIRST_UNIT + unit] = -max(1, left)


# --- the layout "units" --------------------------------------------------------------------------------


@rule
def write_unit_table(book, game, mine, observation):
    """`UnitRow` for every counter in the game."""
    subject = int(game.subject) if game.over == 0 and subject_is_unit(game) else NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        row = observation[FIRST_UNIT_ROW + unit * UNIT_ROW_WIDTH :]
        place = int(game.place[unit])
        row[UnitRow.IN_GAME] = 1
        row[UnitRow.MINE] = signed(game.controller[unit] & 1, mine)
        row[UnitRow.POWER] = game.controller[unit]
        row[UnitRow.KIND] = book.kind[unit]
        row[UnitRow.NATION] = book.nation[unit]
        row[UnitRow.PLACE] = place
        row[UnitRow.AT_SEA] = 0 <= place < AREAS
        row[UnitRow.IN_PORT] = FIRST_PORT <= place < FIRST_BOX
        row[UnitRow.SUBJECT] = unit == subject
        row[UnitRow.PRINTED_GUNNERY] = book.gunnery[unit]
        row[UnitRow.GUNNERY] = gunnery(book, game, unit)
        row[UnitRow.GUNNERY_BONUS] = gunnery_bonus(book, game, unit)
        row[UnitRow.CARRIER] = book.carrier[unit]
        row[UnitRow.PRINTED_AIRSTRIKE] = book.airstrike[unit]
        row[UnitRow.AIRSTRIKE] = airstrike(book, game, unit)
        row[UnitRow.AIR_BONUS] = air_bonus(book, game, unit)
        row[UnitRow.ARMOR] = armor(book, game, unit)
        row[UnitRow.ARMOR_BONUS] = armor_bonus(book, game, unit)
        row[UnitRow.PRINTED_SPEED] = book.speed[unit]
        row[UnitRow.SPEED] = speed(book, game, unit)
        row[UnitRow.DAMAGE] = game.damage[unit]
        row[UnitRow.OVERHAUL] = game.overhaul[unit]
        row[UnitRow.RAIDER_SIDE] = book.raider_side[unit]
        row[UnitRow.RAIDING] = marked(game, unit, RAIDING)
        row[UnitRow.DISABLED] = marked(game, unit, DISABLED)
        row[UnitRow.RETREATED] = marked(game, unit, RETREATED)
        row[UnitRow.PURSUED] = marked(game, unit, PURSUED)
        row[UnitRow.ORIGIN] = game.origin[unit]
        row[UnitRow.STEPS] = marked(game, unit, STEPS)
        row[UnitRow.COMMITTED] = marked(game, unit, COMMITTED)
        row[UnitRow.HELD] = marked(game, unit, HELD)
        row[UnitRow.REVERSED] = marked(game, unit, REVERSED)
        row[UnitRow.BOUND_FOR] = game.bound_for[unit]
        row[UnitRow.DUE] = game.due[unit]
        row[UnitRow.THEATRE] = marked(game, unit, THEATRE)
        row[UnitRow.GROUP] = game.group[unit]
        row[UnitRow.FIRING] = marked(game, unit, FIRING)
        row[UnitRow.TARGET] = game.target[unit]
        row[UnitRow.ATTACKERS] = game.attackers_on[unit]
        row[UnitRow.PENDING_DAMAGE] = game.pending_damage[unit]
        row[UnitRow.PENDING_DISABLED] = marked(game, unit, PENDING_DISABLED)
        row[UnitRow.RAID_PLACE] = game.raid_place[unit]
        row[UnitRow.REFUELLED] = marked(game, unit, REFUELLED)
        row[UnitRow.TRADED] = marked(game, unit, TRADED)
        row[UnitRow.KAMIKAZE] = game.kamikaze[unit]
        if in_task_forces(book):
            row[UnitRow.TASK_FORCE] = game.task_force[unit]
            row[UnitRow.INTENTION] = intention_of(game, unit)
            row[UnitRow.SIGHTED] = is_sighted(game, unit)
        row[UnitRow.HIDDEN] = game.hidden[unit]
    if game.area != NOWHERE:
        for k in range(game.units_here):
            unit = int(game.here[k])
            in_battle = game.group[unit] == game.battle_group
            observation[FIRST_UNIT_ROW + unit * UNIT_ROW_WIDTH + UnitRow.IN_BATTLE] = in_battle


@rule
def write_place_table(book, game, mine, observation):
    """`PlaceRow` for every sea area, port and base in the game."""
    for area in range(book.areas):
        if has(book.open_areas, area):
            row = observation[FIRST_PLACE_ROW + area * PLACE_ROW_WIDTH :]
            row[PlaceRow.IN_GAME] = 1
            row[PlaceRow.IS_AREA] = 1
            row[PlaceRow.THEATRE] = book.area_theatre[area]
            row[PlaceRow.HOLDER] = signed(game.flag[area], mine)
            row[PlaceRow.HELD_AT_START] = int(has(game.held_at_start[mine], area)) - int(
                has(game.held_at_start[1 - mine], area)
            )
            row[PlaceRow.MY_POINTS] = points_of(book, game, area, mine)
            row[PlaceRow.THEIR_POINTS] = points_of(book, game, area, 1 - mine)
            row[PlaceRow.RESOLVED] = game.resolved[area]
            row[PlaceRow.HERE] = area == game.area
    my_powers, their_powers = 0b0101 << mine, 0b0101 << (1 - mine)
    for port in range(book.ports):
        if has(book.open_ports, port):
            row = observation[FIRST_PLACE_ROW + (FIRST_PORT + port) * PLACE_ROW_WIDTH :]
            row[PlaceRow.IN_GAME] = 1
            row[PlaceRow.THEATRE] = book.port_theatre[port]
            row[PlaceRow.POWER] = game.owner[port]
            row[PlaceRow.HOLDER] = held(book, game, port, mine)
            row[PlaceRow.MY_POINTS] = book.place_vp[port]
            row[PlaceRow.THEIR_POINTS] = book.place_vp[port]
            row[PlaceRow.KIND] = book.port_kind[port]
            row[PlaceRow.CAPTURABLE] = book.capturable[port]
            row[PlaceRow.LBA_ALLOWED] = book.lba_allowed[port]
            row[PlaceRow.REPAIRS] = book.repairs[port]
            row[PlaceRow.REPAIR_POINTS] = repair_points_left(book, game, port)
            row[PlaceRow.FALLS_FROM] = game.falls_from[port]
            row[PlaceRow.RAIDED_BY_ME] = game.raided[port] & my_powers != 0
            row[PlaceRow.RAIDED_BY_THEM] = game.raided[port] & their_powers != 0
    if game.over == 0 and not subject_is_unit(game) and 0 <= game.subject < FIRST_BOX:
        observation[FIRST_PLACE_ROW + game.subject * PLACE_ROW_WIDTH + PlaceRow.SUBJECT] = 1
