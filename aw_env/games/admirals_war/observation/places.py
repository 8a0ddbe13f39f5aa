"""The layout "summary": what holds for sea areas, ports and bases themselves."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.admirals_war.observation.columns import AREA_WIDTH, FIRST_AREA, FIRST_PORT_ROW, PORT_WIDTH, Area, Port
from aw_env.games.admirals_war.observation.facts import held, repair_points_left, signed
from aw_env.games.admirals_war.records.terms import NOWHERE, UNCONTROLLED
from aw_env.games.admirals_war.rules.control import points_of
from aw_env.games.admirals_war.rules.counters import touched


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
