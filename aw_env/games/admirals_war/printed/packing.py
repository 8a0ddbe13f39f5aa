"""From the printed material and a scenario file to the two records that the rules read: the book and the game."""

from collections.abc import Collection

import numpy as np

from aw_env.core.declare.fields import Field
from aw_env.core.engine.layout import records
from aw_env.core.printed.packing import bits, pack_printed
from aw_env.games.admirals_war.printed.board import Port
from aw_env.games.admirals_war.printed.charts import DISPOSITIONS, EXPANDED
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.options import FIRST_TURN, pack_options
from aw_env.games.admirals_war.printed.scenario import KEYS, RaidPoints, ScenarioFile
from aw_env.games.admirals_war.printed.units import Unit
from aw_env.games.admirals_war.records.book import BOOK, OFF_THE_MAP, PRINTED, plain
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.terms import (
    FOREVER,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    Nation,
    Phase,
    Power,
    Side,
    Theatre,
    Victory,
    side_of,
)
from aw_env.naval.printed import adjacency

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

ATTACK = ("not_this_turn", "possible", "declared", "half_made")
"""How near Japan's attack is, in the order of the numbers of `GAME.attack` (§19.38, §19.41, §19.62)."""

ORIGIN = "origin"
"""The field that says where a unit began the turn: where it is, unless a file says otherwise."""
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


def pack_book(printed: Printed, scenario: ScenarioFile, players: int, victory: str = "team") -> np.ndarray:
    """The book of a scenario: an array of one BOOK.  victory: "team", or "individual" for four players (§1.4)."""
    books = records(BOOK, 1)
    book = books[0]
    tables = {**dict(printed.board), "units": printed.units, "scenario": scenario}
    powers = {power.name.lower(): power for power in Power}
    pack_printed(PRINTED, book, tables, {**printed.numbers, "power": powers})
    _pack_units(book, printed)
    _pack_turn_chart(book, printed)
    _pack_areas(book, printed)
    _pack_ports(book, printed, scenario)
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
        book["power"][number] = power_of(unit)
        book["carrier"][number], book["airborne"][number] = unit.carrier, unit.airborne
        book["gunnery_bonus_from"][number] = 0 if unit.gunnery_bonus else FOREVER
        book["armor_bonus_from"][number] = 0 if unit.armor_bonus else FOREVER
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
        book["unit_type"][number] = types.setdefault((unit.nation, unit.kind, unit.type), len(types))
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
        book["vp_track"][number] = TRACK_OF_FLAG[area.allied_flag.value], TRACK_OF_FLAG[area.axis_flag.value]
    for number, beside in adjacency([link.between for link in printed.board.links], areas).items():
        book["adjacent"][number] = beside


def _pack_ports(book: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    areas, ports = printed.area_numbers, printed.port_numbers
    there = [id for id, port in printed.board.ports.items() if port.option is None or port.option in scenario.in_play]
    book["ports"] = 1 + ports[there[-1]]
    for number, port in enumerate(printed.board.ports.values()):
        book["touches"][number] = bits(areas, [touch.area for touch in port.touches])
        if port.changes_hands:
            book["changes_to"][number] = holder(port.changes_hands.to)
        if port.falls_after:
            book["no_invasion"][number] = not port.falls_after.to_invasion
        book["active_from"][number] = FOREVER if port.active_from == "never" else port.active_from
        _pack_repairs(book, number, port, ports)


def _pack_repairs(book: np.void, number: int, port: Port, ports: dict[str, int]) -> None:
    """§11.1: who repairs how much in a port, and where its points go when it is lost."""
    first = holder(port.owner.value)
    book["first_side"][number] = NOBODY if first == UNCONTROLLED else side_of(first)
    only_for = port.repair_only_for
    book["repair_side"][number] = Side[only_for.value.upper()] if only_for else book["first_side"][number]
    if port.repair_schedule:
        schedule = port.repair_schedule
        book["repair_schedule"][number] = schedule.first, schedule.next, schedule.step, schedule.most
        book["repairs_for"][ports[schedule.if_lost_at]] = number


def _pack_basing(book: np.void, printed: Printed) -> None:
    for name, before_war in printed.board.before_war.items():
        book["before_war_nations"][power(name)] = bits(_NATION_NUMBERS, before_war.nations)
    book["chokes"], book["narrowings"] = len(printed.board.choke_points), len(printed.board.narrowings)


def _pack_war_entry(book: np.void, printed: Printed) -> None:
    areas, ports = printed.area_numbers, printed.port_numbers
    book["pacific"] = bits(areas, [id for id, area in printed.board.areas.items() if area.theatre == "pacific"])
    for row in printed.charts.tables["location_uncertain"].rows:
        after = None if row.most is None else row.most + 1
        book["uncertain_areas"][row.least : after] = areas[row.result]
    for number, unit in enumerate(printed.units):
        for base in printed.board.peace_bases.values():
            if unit.nation in base.nations and unit.set_up_letter in base.letters:
                book["peace_ports"][number][theatre(base.theatre)] = bits(ports, base.ports)
                if base.remain:
                    book["peace_stays"][number] = bits(ports, base.ports)


def _pack_italy_and_france(book: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    italian = [id for id, port in printed.board.ports.items() if port.owner.value == "italian"]
    book["italian_places"] = bits(printed.port_numbers, italian)
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
    book["victory"] = VICTORY[scenario.victory]
    book["open_areas"] = bits(areas, scenario.open_areas(printed))
    book["open_ports"] = bits(ports, scenario.open_ports(printed))
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
    KEYS.pack(game, scenario, printed.numbers)
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
        if of_side.name.lower() not in scenario.held_at_start:
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
        game["place"][numbers[id]] = places[placement.place]

    def usual(field: Field) -> list[int]:
        if field.name == ORIGIN:
            return game["place"].tolist()
        return [printed_value(field.name, unit, scenario.in_play) for unit in printed.units]

    KEYS.pack_units(game, placements, printed.numbers, usual)


def printed_value(field: str, unit: Unit, in_play: Collection[str]) -> int:
    """What a field of a unit is where a scenario file does not say it, with these optional rules in play."""
    if field == "controller":
        return power_of(unit)
    if field == "theatre" and unit.theatre is not None:
        return theatre(unit.theatre)
    if field == "overhaul" and AGING_BRITISH_FLEET in in_play:
        return unit.overhaul
    return STATE[field].fresh
