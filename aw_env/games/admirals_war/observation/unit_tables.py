"""The layout "units": a row for every counter, and one for every place."""

from aw_env.core.engine.compiling import rule
from aw_env.core.seen.writing import in_turn
from aw_env.games.admirals_war.observation.columns import (
    FIRST_PLACE_ROW,
    FIRST_UNIT_ROW,
    LAYOUT,
    PLACE_ROW_WIDTH,
    UNIT_ROW_WIDTH,
    PlaceRow,
    UnitRow,
)
from aw_env.games.admirals_war.observation.facts import held, repair_points_left, subject_unit
from aw_env.games.admirals_war.observation.written import WRITING
from aw_env.games.admirals_war.records.terms import AREAS, FIRST_BOX, FIRST_PORT, NOBODY, NOWHERE

OF_AN_AREA = {
    "IN_GAME": "1",
    "IS_AREA": "1",
    "THEATRE": "area_theatre",
    "HOLDER": "sign(flag, mine)",
    "HELD_AT_START": "int(has(held_at_start[mine], area)) - int(has(held_at_start[1 - mine], area))",
    "MY_POINTS": "points_of(book, game, area, mine)",
    "THEIR_POINTS": "points_of(book, game, area, 1 - mine)",
    "RESOLVED": "",
    "HERE": "game.area == area",
}
OF_A_PORT = {
    "IN_GAME": "1",
    "THEATRE": "port_theatre",
    "POWER": "owner",
    "HOLDER": held,
    "MY_POINTS": "place_vp",
    "THEIR_POINTS": "place_vp",
    "KIND": "port_kind",
    "CAPTURABLE": "",
    "LBA_ALLOWED": "",
    "REPAIRS": "",
    "REPAIR_POINTS": repair_points_left,
    "FALLS_FROM": "",
    "RAIDED_BY_ME": "has_raided(game, port, mine)",
    "RAIDED_BY_THEM": "has_raided(game, port, 1 - mine)",
}
"""What columns of `PlaceRow` hold; the others are 0."""


@rule
def write_battle_and_subject(book, game, mine, row):
    """The units of the combat being resolved, and the place that the decision is about."""
    if game.area != NOWHERE:
        for k in range(game.units_here):
            unit = int(game.here[k])
            in_battle = game.group[unit] == game.battle_group
            row[FIRST_UNIT_ROW + unit * UNIT_ROW_WIDTH + UnitRow.IN_BATTLE] = in_battle
    if game.over == 0 and subject_unit(game) == NOBODY and 0 <= game.subject < FIRST_BOX:
        row[FIRST_PLACE_ROW + game.subject * PLACE_ROW_WIDTH + PlaceRow.SUBJECT] = 1


TABLES = LAYOUT.tables("units")
AREA_ROWS, PORT_ROWS = range(AREAS), range(FIRST_PORT, FIRST_BOX)
write_tables = in_turn(
    "book, game, mine, row",
    WRITING.rows(TABLES["units"], UnitRow, "unit"),
    WRITING.rows(TABLES["places"], PlaceRow, "area", AREA_ROWS, "has(open_areas, area)", OF_AN_AREA),
    WRITING.rows(TABLES["places"], PlaceRow, "port", PORT_ROWS, "has(open_ports, port)", OF_A_PORT),
    write_battle_and_subject,
)
