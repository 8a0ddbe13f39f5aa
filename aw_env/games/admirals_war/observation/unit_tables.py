"""The layout "units": a row for every counter, and one for every place."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.columns import (
    FIRST_PLACE_ROW,
    FIRST_UNIT_ROW,
    PLACE_ROW_WIDTH,
    UNIT_ROW_WIDTH,
    PlaceRow,
    UnitRow,
)
from aw_env.games.admirals_war.observation.facts import held, repair_points_left, signed, subject_is_unit
from aw_env.games.admirals_war.records.state import (
    COMMITTED,
    DISABLED,
    FIRING,
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
from aw_env.games.admirals_war.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOBODY, NOWHERE
from aw_env.games.admirals_war.rules.bonuses import air_bonus, armor_bonus, gunnery_bonus
from aw_env.games.admirals_war.rules.control import points_of
from aw_env.games.admirals_war.rules.counters import airstrike, armor, gunnery, speed
from aw_env.games.admirals_war.rules.options.task_forces import in_task_forces, intention_of, is_sighted


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
