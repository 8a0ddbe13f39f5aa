"""From the printed material and a scenario file to the two records that the rules read: the book and the game."""

from collections.abc import Collection

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.games.admirals_war.printed.board import Port
from aw_env.games.admirals_war.printed.charts import DISPOSITIONS, EXPANDED
from aw_env.games.admirals_war.printed.keys import GAME_KEYS, UNIT_KEYS, number_of
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.options import FIRST_TURN, pack_options
from aw_env.games.admirals_war.printed.scenario import RaidPoints, ScenarioFile
from aw_env.games.admirals_war.printed.units import Unit
from aw_env.games.admirals_war.records.book import BOOK, OFF_THE_MAP, plain
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.terms import (
    FOREVER,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    UNITS,
    Choke,
    Kind,
    Narrowing,
    Nation,
    Phase,
    PortKind,
    Power,
    Side,
    Theatre,
    Victory,
    side_of,
)

POWER_OF_NATION = {
    "british": Power.BRITISH,
    "australian": Power.BRITISH,
    "dutch": Power.BRITISH,
    "greek": Power.BRITISH,
    "russian": Power.BRITISH,
    "japanese": Power.JAPANESE,
    "us": Power.AMERICAN,
    "french": Power.AMERICAN,
    "german": Power.GERMAN,
    "italian": Power.GERMAN,
}
"""Who moves the units of a nation, and holds its places, when the game starts (§5.1)."""

_NATION_NUMBERS = {nation.name.lower(): int(nation) for nation in Nation}

TRACK_OF_FLAG = {
    "british": Theatre.ATLANTIC,
    "german": Theatre.ATLANTIC,
    "us": Theatre.PACIFIC,
    "japanese": Theatre.PACIFIC,
}
"""Track on which a flag of this nation scores (§2.22)."""

ATTACK = ("not_this_turn", "possible", "declared")
"""How near Japan's attack is, in the order of the numbers of `GAME.attack` (§19.38, §19.41)."""

AGING_BRITISH_FLEET = "aging_british_fleet"
"""The optional rule with which ships begin with overhaul markers (§36.2, Table 8)."""

VICTORY = {
    "theatres": Victory.THEATRES,
    "pacific": Victory.PACIFIC_TRACK,
    "atlantic": Victory.ATLANTIC_TRACK,
    "hold_the_area": Victory.HOLD_THE_AREA,
}


def theatre(name: str) -> Theatre:
    """The theatre of a name in a file."""
    return Theatre[name.upper()]


def power(name: str) -> Power:
    """The power of a name in a file."""
    return Power[name.upper()]


def flag(name: str) -> int:
    """Side that a flag in a file stands for, or NOBODY."""
    return NOBODY if name == "none" else Side[name.upper()]


def holder(name: str) -> int:
    """Power that holds a place of this printed owner or power, or UNCONTROLLED (§2.311, Tables 1-2)."""
    return power(name) if name.upper() in Power.__members__ else POWER_OF_NATION.get(name, UNCONTROLLED)


def power_of(unit: Unit) -> Power:
    """Power that moves a unit when the game starts (§5.1)."""
    return POWER_OF_NATION[unit.nation]


def bits(numbers: dict[str, int], ids: Collection[str]) -> int:
    """A word with the bit of each id's number set."""
    return sum(1 << numbers[id] for id in set(ids))


def pack_book(printed: Printed, scenario: ScenarioFile, players: int, victory: str = "team") -> np.ndarray:
    """The book of a scenario: an array of one BOOK.  victory: "team", or "individual" for four players (§1.4)."""
    books = records(BOOK, 1)
    book = books[0]
    _pack_units(book, printed)
    _pack_turn_chart(book, printed)
    _pack_areas(book, printed)
    _pack_ports(book, printed, scenario)
    _pack_chokes(book, printed)
    _pack_basing(book, printed)
    _pack_war_entry(book, printed)
    _pack_italy_and_france(book, printed, scenario)
    _pack_rules(book, printed, scenario, players)
    book["individual"] = victory == "individual"
    pack_options(book, printed, scenario)
    by_hand = scenario.italy_neutral or book["annex"] != NOWHERE
    return books if scenario.in_play or by_hand else plain(books)


def _pack_units(book: np.void, printed: Printed) -> None:
    boats = [number for number, unit in enumerate(printed.units) if unit.kind == "submarine"]
    book["boats"] = len(boats)
    book["boat"][: len(boats)] = boats
    for number, unit in enumerate(printed.units):
        book["nation"][number] = Nation[unit.nation.upper()]
        book["power"][number] = power_of(unit)
        book["kind"][number] = Kind[unit.kind.upper()]
        book["carrier"][number] = unit.carrier
        book["gunnery"][number] = unit.gunnery or 0
        book["gunnery_bonus_from"][number] = 0 if unit.gunnery_bonus else FOREVER
        book["armor"][number] = unit.armor or 0
        book["reverse_armor"][number] = unit.reverse_armor or 0
        book["armor_bonus_from"][number] = 0 if unit.armor_bonus else FOREVER
        book["speed"][number] = unit.speed or 0
        book["airstrike"][number] = unit.airstrike
        book["air_bonus"][number] = unit.air_bonus
        book["raider_side"][number] = unit.raider_side
        book["airborne"][number] = unit.airborne
        book["asw_bonus"][number] = unit.asw_bonus or 0
        book["type_xxi"][number] = unit.type_xxi
        book["waters"][number] = bits(printed.area_numbers, waters(printed, unit))


def waters(printed: Printed, unit: Unit) -> list[str]:
    """The sea areas where a counter may be: those of the first rule about its kind and nation, else all (§14.12)."""
    board = printed.board
    for rule in board.waters.values():
        if unit.kind in rule.kinds and unit.nation in (rule.nations or [unit.nation]):
            return [
                id
                for id, area in board.areas.items()
                if area.theatre == rule.theatre or id in rule.areas or area.allied_flag.value in rule.allied_flags
            ]
    return list(board.areas)


def _pack_turn_chart(book: np.void, printed: Printed) -> None:
    ports, places = printed.port_numbers, printed.place_numbers
    types: dict[tuple[str, str, str], int] = {}
    for number, unit in enumerate(printed.units):
        book["arrives_at"][number] = bits(ports, [place for place in unit.arrives_at if place in ports])
        elsewhere = [places[place] for place in unit.arrives_at if place not in ports]
        book["appears_in"][number] = elsewhere[0] if elsewhere else NOWHERE
        book["leaves_on"][number] = FOREVER if unit.leaves_turn is None else unit.leaves_turn
        book["unit_type"][number] = types.setdefault((unit.nation, unit.kind, unit.type), len(types))
    book["arrive_instead"][:] = NOWHERE
    for id, other in printed.charts.turn_chart.reinforcements_instead.items():
        book["arrive_instead"][ports[id]] = ports[other.value]


def _pack_areas(book: np.void, printed: Printed) -> None:
    areas = printed.area_numbers
    book["areas"] = len(areas)
    exclusive = {id: area.only_allied_nation for id, area in printed.board.areas.items()}
    reserved = {id: nation.value for id, nation in exclusive.items() if nation is not None}
    for name, number in _NATION_NUMBERS.items():
        own = [id for id, nation in reserved.items() if nation == name]
        book["allied_waters"][number] = bits(areas, own or [id for id in areas if id not in reserved])
    for number, area in enumerate(printed.board.areas.values()):
        book["area_theatre"][number] = theatre(area.theatre)
        book["area_asw_bonus"][number] = area.asw_bonus.value if area.asw_bonus else 0
        book["vp"][number] = area.allied_vp.value, area.axis_vp.value
        book["vp_track"][number] = TRACK_OF_FLAG[area.allied_flag.value], TRACK_OF_FLAG[area.axis_flag.value]
    for link in printed.board.links:
        one, other = (areas[id] for id in link.between)
        book["adjacent"][one] |= 1 << other
        book["adjacent"][other] |= 1 << one


def _pack_ports(book: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    areas, ports = printed.area_numbers, printed.port_numbers
    there = [id for id, port in printed.board.ports.items() if port.option is None or port.option in scenario.in_play]
    book["ports"] = 1 + ports[there[-1]]
    book["shielded_by"][:] = book["opens_with"][:] = book["repairs_for"][:] = NOWHERE
    book["annex"] = book["annexed_to"] = NOWHERE
    book["first_side"][:] = book["repair_side"][:] = NOBODY
    book["changes_on"][:] = FOREVER
    for number, port in enumerate(printed.board.ports.values()):
        book["port_kind"][number] = PortKind[port.kind.value.upper()]
        book["port_theatre"][number] = theatre(port.theatre)
        book["touches"][number] = bits(areas, [touch.area for touch in port.touches])
        if port.returns_from:
            book["returns_from"][number] = bits(areas, port.returns_from.value)
        if port.leads_to:
            book["leads_to"][number] = bits(areas, port.leads_to.value)
        if port.changes_hands:
            book["changes_on"][number] = port.changes_hands.turn
            book["changes_to"][number] = holder(port.changes_hands.to)
        if port.falls_after:
            book["falls_after"][number] = bits(ports, port.falls_after.places)
            book["falls_wait"][number] = port.falls_after.wait
            book["no_invasion"][number] = not port.falls_after.to_invasion
        if port.opens_with:
            book["opens_with"][number] = ports[port.opens_with.value]
        book["french_landing"][number] = port.french_landing is not None and port.french_landing.value
        _pack_repairs(book, number, port, ports)
        book["capturable"][number] = port.capturable
        book["active_from"][number] = FOREVER if port.active_from == "never" else port.active_from
        if port.shielded_by:
            book["shielded_by"][number] = ports[port.shielded_by.value]
        book["lba_allowed"][number] = port.lba_allowed


def _pack_repairs(book: np.void, number: int, port: Port, ports: dict[str, int]) -> None:
    """§11.1: who repairs how much in a port, and where its points go when it is lost."""
    first = holder(port.owner.value)
    book["first_side"][number] = NOBODY if first == UNCONTROLLED else side_of(first)
    book["repairs"][number] = port.repairs
    book["repair_points"][number] = port.repair.value
    only_for = port.repair_only_for
    book["repair_side"][number] = Side[only_for.value.upper()] if only_for else book["first_side"][number]
    if port.repair_schedule:
        schedule = port.repair_schedule
        book["repair_schedule"][number] = schedule.first, schedule.next, schedule.step, schedule.most
        book["repairs_for"][ports[schedule.if_lost_at]] = number


def _pack_chokes(book: np.void, printed: Printed) -> None:
    chokes = printed.board.choke_points
    book["chokes"] = len(chokes)
    for number, choke in enumerate(chokes.values()):
        book["choke_between"][number] = [printed.area_numbers[id] for id in choke.between]
        book["choke_ports"][number] = bits(printed.port_numbers, choke.held_by)
        book["choke_effect"][number] = Choke[choke.effect.upper()]


def _pack_basing(book: np.void, printed: Printed) -> None:
    for name, before_war in printed.board.before_war.items():
        book["before_war_nations"][power(name)] = bits(_NATION_NUMBERS, before_war.nations)
    narrowings = printed.board.narrowings
    book["narrowings"] = len(narrowings)
    for number, narrowing in enumerate(narrowings.values()):
        book["narrow_areas"][number] = bits(printed.area_numbers, narrowing.areas)
        book["narrow_powers"][number] = sum(1 << power(name) for name in set(narrowing.powers))
        book["narrow_when"][number] = Narrowing[narrowing.when.upper()]
        book["narrow_ports"][number] = bits(printed.port_numbers, narrowing.ports)
        book["narrow_else"][number] = bits(printed.port_numbers, narrowing.otherwise)


def _pack_war_entry(book: np.void, printed: Printed) -> None:
    areas, ports, entry = printed.area_numbers, printed.port_numbers, printed.board.war_entry
    pacific = [id for id, area in printed.board.areas.items() if area.theatre == "pacific"]
    book["pacific"] = bits(areas, pacific)
    book["neutral_waters"] = bits(areas, entry.neutral_waters)
    book["watched_from"] = bits(areas, entry.watched_from)
    book["raid_area"] = areas[entry.raid_area]
    book["raid_target"] = ports[entry.raid_target]
    book["raid_base"] = ports[entry.raid_base]
    book["assumed_patrol"] = areas[entry.assumed_patrol]
    book["second_area"] = areas[entry.second_area]
    book["open_base"] = ports[entry.open_base]
    for row in printed.charts.tables["location_uncertain"].rows:
        after = None if row.most is None else row.most + 1
        book["uncertain_areas"][row.least : after] = areas[row.result]
    book["guard"] = printed.unit_numbers[entry.guard]
    for number, unit in enumerate(printed.units):
        for base in printed.board.peace_bases.values():
            if unit.nation in base.nations and unit.set_up_letter in base.letters:
                book["peace_ports"][number][theatre(base.theatre)] = bits(ports, base.ports)
                if base.remain:
                    book["peace_stays"][number] = bits(ports, base.ports)


def _pack_italy_and_france(book: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    ports = printed.port_numbers
    surrender, fleet = printed.board.italian_surrender, printed.board.french_fleet
    book["italy_falls_with"] = ports[surrender.on_fall_of]
    book["italian_refuge"] = ports[surrender.refuge]
    book["italian_harbor"] = ports[surrender.allied_port]
    book["italian_captor"] = power(surrender.allied_power)
    book["italian_places"] = bits(
        ports, [id for id, port in printed.board.ports.items() if port.owner.value == "italian"]
    )
    book["french_homes"] = bits(ports, fleet.home_ports)
    book["french_home"] = ports[fleet.home_ports[0]]
    book["french_yard"] = ports[fleet.new_ships_at]
    book["french_exile"] = ports[fleet.exile]
    book["french_last_turn"] = fleet.last_turn
    for number, id in enumerate(DISPOSITIONS):
        table = printed.charts.tables[EXPANDED if scenario.more_french and id == "french_disposition" else id]
        book["disposition"][number] = [row.least for row in table.rows[1:]]
        for modifier in table.modifiers:
            if modifier.on == "allied_lead":
                book["allied_lead_change"][number] = modifier.change
            elif modifier.on == "point_of_axis_lead":
                book["axis_point_change"][number] = modifier.change
            elif modifier.unit is not None:
                book["disposition_change"][printed.unit_numbers[modifier.unit]] = modifier.change


def _pack_rules(book: np.void, printed: Printed, scenario: ScenarioFile, players: int) -> None:
    areas, ports, units = printed.area_numbers, printed.port_numbers, printed.unit_numbers
    book["seats"] = players
    book["seat_of_power"] = [side_of(power) if players == 2 else power for power in Power]
    book["first_turn"] = FIRST_TURN
    book["last_turn"] = scenario.last_turn
    book["victory"] = VICTORY[scenario.victory]
    book["open_areas"] = bits(areas, scenario.open_areas(printed))
    book["open_ports"] = bits(ports, scenario.open_ports(printed))
    book["hostilities_on"] = FOREVER if scenario.hostilities_on is None else scenario.hostilities_on
    book["handicap"] = scenario.handicap.atlantic, scenario.handicap.pacific
    for name, die in scenario.assumed_speed_die.items():
        book["assumed_speed_die"][power(name)] = die
    differing = [printed.charts.options[id].vp for id in scenario.in_play]
    for id, points in (pair for vp in (*differing, scenario.vp) for pair in vp.items()):
        for side, value in ((Side.ALLIES, points.allies), (Side.AXIS, points.axis)):
            if value is not None:
                book["vp"][areas[id]][side] = value
    for id, worth in scenario.place_vp.items():
        book["place_vp"][ports[id]] = worth
    for raid in scenario.raid_vp:
        for id in raid_places(raid, printed, scenario):
            book["raid_vp"][ports[id]][power(raid.power)] = raid.points
    book["free_turn"][:] = OFF_THE_MAP
    for id, free in scenario.free_placement.items():
        open_areas = scenario.open_areas(printed)
        book["free_patrol"][units[id]] = bits(areas, free.areas(free.patrol, printed, open_areas))
        book["free_raid"][units[id]] = bits(areas, free.areas(free.raid, printed, open_areas))
        book["free_turn"][units[id]] = OFF_THE_MAP if free.turn is None else free.turn
    if scenario.meeting is not None:
        book["draw_areas"] = bits(areas, scenario.meeting.areas)
        for side, draw in ((Side.ALLIES, scenario.meeting.allies), (Side.AXIS, scenario.meeting.axis)):
            book["draw_least"][side], book["draw_most"][side] = draw.least, draw.most
            for id in draw.pool(printed):
                book["draw_pool"][units[id]] = 1


def raid_places(raid: RaidPoints, printed: Printed, scenario: ScenarioFile) -> list[str]:
    """The places in use that a rule about raids means (M.2)."""
    if raid.places is not None:
        return raid.places
    kinds = [kind for kind, wanted in (("port", raid.ports), ("base", raid.bases)) if wanted]
    ports = printed.board.ports
    return [
        id
        for id in scenario.open_ports(printed)
        if ports[id].owner.value == raid.held_by and ports[id].kind.value in kinds
    ]


def pack_game(printed: Printed, scenario: ScenarioFile) -> np.ndarray:
    """The initial position of a scenario: an array of one GAME.  The dice are not seeded."""
    games = records(GAME, 1)
    game = games[0]
    STATE.fresh(game)
    game["turn"] = scenario.turn
    game["phase"] = Phase[scenario.begins_at.upper()]
    game["hostilities"] = scenario.hostilities
    game["attack"] = ATTACK.index(scenario.attack)
    for field in GAME_KEYS:
        game[field.name] = number_of(field, getattr(scenario, field.key), printed.place_numbers)
    game["hostilities_since"] = scenario.hostilities_since if scenario.hostilities else 0
    _place_board(game, printed, scenario)
    _place_units(game, printed, scenario)
    return games


def _place_board(game: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    areas, ports = printed.area_numbers, printed.port_numbers
    if scenario.flags == "printed":
        flags = {id: printed.board.areas[id].start_flag.value for id in scenario.open_areas(printed)}
    else:
        flags = scenario.flags
    for id, name in flags.items():
        game["flag"][areas[id]] = flag(name)
    for of_side in Side:
        game["held_at_start"][of_side] = sum(1 << area for area in np.flatnonzero(game["flag"] == of_side).tolist())
    for id, port in printed.board.ports.items():
        game["owner"][ports[id]] = holder(port.owner_on(scenario.turn, scenario.in_play))
    for id, owner in scenario.owners.items():
        game["owner"][ports[id]] = UNCONTROLLED if owner == "uncontrolled" else power(owner)
    tracks = scenario.victory_points
    game["victory_points"] = game["points_at_turn"] = tracks.atlantic, tracks.pacific
    for id, powers in scenario.raided.items():
        game["raided"][ports[id]] = sum(1 << power(name) for name in set(powers))
    for id, port in printed.board.ports.items():
        if port.falls_after and all(
            _held_by(Side.ALLIES, game["owner"][ports[place]]) for place in port.falls_after.places
        ):
            game["falls_from"][ports[id]] = scenario.turn + port.falls_after.wait
        if port.shielded_by and _held_by(Side.AXIS, game["owner"][ports[port.shielded_by.value]]):
            game["falls_from"][ports[id]] = scenario.turn
    for id, turn in scenario.falls_from.items():
        game["falls_from"][ports[id]] = turn
    for name, factors in scenario.armor_sunk.items():
        game["armor_sunk"][Side[name.upper()]] = factors


def _held_by(side: Side, owner: np.integer) -> bool:
    return owner != UNCONTROLLED and int(owner) & 1 == side


def _place_units(game: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    numbers, places = printed.unit_numbers, printed.place_numbers
    placements = scenario.all_placements(printed)
    roster = sorted(numbers[id] for id in placements)
    game["units"] = len(roster)
    game["roster"][: len(roster)] = roster
    for id, placement in placements.items():
        game["place"][numbers[id]] = game["origin"][numbers[id]] = places[placement.place]
    for field in UNIT_KEYS:
        values = [printed_value(field.name, unit, scenario.in_play) for unit in printed.units]
        values += [field.fresh] * (UNITS - len(values))
        for id, placement in placements.items():
            told = getattr(placement, field.key)
            if told is not None:
                values[numbers[id]] = number_of(field, told, places)
        STATE.write(game, field.name, values)


def printed_value(field: str, unit: Unit, in_play: Collection[str]) -> int:
    """What a field of a unit is where a scenario file does not say it, with these optional rules in play."""
    if field == "controller":
        return power_of(unit)
    if field == "theatre" and unit.theatre is not None:
        return theatre(unit.theatre)
    if field == "overhaul" and AGING_BRITISH_FLEET in in_play:
        return unit.overhaul
    return STATE[field].fresh
