"""From what is printed to the two records."""

from collections.abc import Iterable, Mapping
from typing import Any, get_args

import numpy as np

from aw_env.core.declare.fields import ByTurn
from aw_env.core.engine.layout import records
from aw_env.core.printed.packing import bits, by_turn, pack_printed
from aw_env.core.printed.waters import listed
from aw_env.games.world_at_war.printed.material import BoxName, Campaign, Landings, Pacific, Printed, Result, Troops
from aw_env.games.world_at_war.printed.positions import pack_position
from aw_env.games.world_at_war.records.kinds import (
    BASE_CHANGE,
    BETWEEN_PORTS,
    FLOWN,
    LEG,
    NOBODY,
    PLACES,
    STRAITS,
    TURNS,
    Box,
    Ground,
    Kind,
    Side,
    Switch,
)
from aw_env.games.world_at_war.records.record import BATTLE_LIGHTS, RECORDS
from aw_env.naval.seas import Sea

FIRST_HITS = 2
"""The least roll of the tables."""
FAR = 99
"""Hexes that no ship goes."""


def pack_book(printed: Printed, file: Any) -> np.ndarray:
    """An array of one record of the book."""
    books = records(RECORDS.book.dtype, 1)
    book, campaign = books[0], printed.campaigns[file.campaign]
    pack_printed(RECORDS.book, book, _tables(printed, file.campaign), printed.numbers)
    book["seat_of_power"] = [*Side]
    book["last_turn"] = file.last_turn
    book["options"] = sum(1 << Switch[name.upper()] for name in file.in_play)
    for number, unit in enumerate(printed.units):
        book["side"][number] = Side[unit.side.upper()]
        if unit.campaign != file.campaign:
            book["factors"][number] = 0
    book["of_side"] = book["side"] == np.array(Side)[:, None]
    rows = [k for k, u in enumerate(printed.units) if u.campaign == file.campaign and u.kind in ("dd", "cve")]
    for row, number in enumerate(rows):
        book["row"][number] = row % BATTLE_LIGHTS
    pack_sisters(book, [k for k, unit in enumerate(printed.units) if unit.campaign == file.campaign])
    _pack_tables(printed, book)
    for name, sign in (("allies", 1), ("axis", -1)):
        broken = campaign.ultra[name].value if name in campaign.ultra else ()
        book["ultra"] += sign * by_turn(ByTurn.SO_FAR, broken, TURNS + 1)
    if campaign.pacific:
        _pack_islands(printed, book, file.campaign, campaign.pacific)
        if _has_raiders(file):
            numbers = printed.place_numbers
            book["raids_to"][[numbers[port] for port in campaign.pacific.raider_ports.value]] = Box.PACIFIC
            for port in campaign.pacific.held_by_raiders.value:
                ours = (book["arrives_at"] == numbers[port]) & (book["side"] == Side.ALLIES)
                book["arrives_at"][ours] = numbers[campaign.pacific.instead.value]
        _pack_troops(printed, file, book, campaign.pacific)
    _leave_out(printed, book, file.in_play)
    if printed.sea:
        _pack_sea(printed, book, printed.sea)
        _pack_own_troops(printed, book, campaign)
        _pack_squadrons(book, campaign.squadrons, printed.place_numbers)
        for id, objective in campaign.invasions.items():
            book["prize"][printed.place_numbers[id]] = objective.worth.value
        for number, place in enumerate(printed.board.places.values()):
            book["lost_from"][number] = _value(place.lost_from)
    pack_legs(book)
    book["threshold"] = round(2 * (file.threshold + file.bid))
    book["draw_within"] = 2 * file.draw_within
    return books


def _tables(printed: Printed, campaign: str) -> dict[str, Any]:
    """What is printed, of the board what a campaign has of it."""
    board = printed.board
    boxes = (board.sw_boxes.get(box) for box in get_args(BoxName))
    return {
        "units": printed.units,
        "board": board.places,
        "places": [place if place.campaign == campaign else None for place in board.places.values()],
        "sw_boxes": [box if box and board.places[box.place].campaign == campaign else None for box in boxes],
        "tables": printed.tables,
        "campaign": printed.campaigns[campaign],
    }


def _has_raiders(file: Any) -> bool:
    """Whether Japan raids the Pacific SW box."""
    return Switch.PACIFIC_RAIDERS.name.lower() in file.in_play


def _leave_out(printed: Printed, book: np.void, in_play: Iterable[str]) -> None:
    """Without an optional rule the units that it brings never arrive, and no place falls."""
    for name, rule in printed.options.items():
        if name not in in_play:
            for unit in rule.brings:
                book["arrives"][printed.unit_numbers[unit]] = 0
    if Switch.AXIS_SUEZ.name.lower() in in_play:
        for number, place in enumerate(printed.board.places.values()):
            book["lost_from"][number] = place.lost_from.value if place.lost_from else 0
    else:
        book["southern_brps"] = 0


def _pack_islands(printed: Printed, book: np.void, campaign: str, pacific: Pacific) -> None:
    board, places = printed.board, printed.place_numbers
    book["hexes"] = FAR
    of_campaign = {places[name]: place for name, place in board.places.items() if place.campaign == campaign}
    for number, place in of_campaign.items():
        book["port_range"][number] = place.range.value if place.range else FAR
        for other, there in of_campaign.items():
            if place.cube and there.cube:
                steps = [abs(one - two) for one, two in zip(place.cube.value, there.cube.value, strict=True)]
                book["hexes"][number, other] = max(steps)
    for number, place in of_campaign.items():
        if place.appears_at:
            for other in of_campaign:
                ways = [far + book["hexes"][places[at], other] for at, far in place.appears_at.value.items()]
                book["hexes"][number, other] = book["hexes"][other, number] = min(*ways, FAR)
        book["hexes"][number, number] = 0
    for name, falls in pacific.falls.items():
        book["falls"][places[name]] = falls.value
    _pack_squadrons(book, pacific.squadrons, places)


def pack_sisters(book: np.void, units: Iterable[int]) -> None:
    """How many cruisers of her nation come right before a cruiser, among the units of a campaign, in order."""
    before = None
    for unit in units:
        are_sisters = before is not None and book["kind"][before] == book["kind"][unit] == Kind.CA
        is_next = are_sisters and book["nation"][before] == book["nation"][unit]
        book["sisters"][unit] = book["sisters"][before] + 1 if is_next else 0
        before = unit


def pack_legs(book: np.void) -> None:
    """Which places lie within a leg of another, or within a base change, as sets: these may end in a port that does not
    reach so far itself (21.3617)."""
    of_one = np.array(book["port_range"])[:, None]
    of_both = np.minimum(of_one, of_one.T)
    for name, limits in (
        ("legs", np.minimum(of_both, LEG)),
        ("serve", np.minimum(of_one.T, LEG)),
        ("in_range", np.minimum(of_one, BASE_CHANGE)),
    ):
        book[name] = (book["hexes"] <= limits) @ (1 << np.arange(PLACES))


def _pack_squadrons(book: np.void, squadrons: Mapping[Any, Mapping[str, Any]], places: Mapping[str, int]) -> None:
    """How many squadrons of a side come to a base on a turn."""
    for side, steps_of in squadrons.items():
        for name, steps in steps_of.items():
            for turn, number in steps.value:
                book["squadrons_arrive"][Side[side.upper()], places[name], turn] = number


def _pack_troops(printed: Printed, file: Any, book: np.void, pacific: Pacific) -> None:
    """What ground units are worth, and when they come where: those whose port raiders hold, to another place."""
    for kind in Ground:
        for side, troops in _troops(pacific.landings, kind):
            numbers = dict(printed.place_numbers)
            if side == Side.ALLIES and _has_raiders(file):
                numbers |= dict.fromkeys(pacific.held_by_raiders.value, numbers[pacific.instead.value])
            _pack_kind(book, side, kind, troops, numbers)


def _pack_sea(printed: Printed, book: np.void, sea: Sea) -> None:
    """How far it is between places, whichever straits are closed, who closes these, and the hexes between them."""
    numbers, lying = printed.place_numbers, [printed.place_numbers[id] for id in sea.at]
    places = np.ix_(lying, lying)
    book["hexes"] = book["by_water"] = book["water"] = FAR
    book["hexes"][places] = sea.crow()
    for id, place in printed.board.places.items():
        for port, far in (place.appears_at.value if place.appears_at else {}).items():
            book["hexes"][numbers[id], numbers[port]] = far
    for closed in range(1 << STRAITS):
        ways = sea.ways(closed)
        book["by_water"][closed][places] = ways[:, [*sea.at.values()]]
        book["near_by_water"][closed] = (1 << np.arange(PLACES)) @ (book["by_water"][closed] <= BETWEEN_PORTS)
        book["water"][closed][lying, : ways.shape[1]] = ways
        book["to_hex"][closed] = book["water"][closed].T
        book["flown_from"][closed] = (book["to_hex"][closed] <= FLOWN) @ (1 << np.arange(PLACES))
    book["lies_in"] = book["beside"] = NOBODY
    book["lies_in"][lying] = [*sea.at.values()]
    for closed in range(1 << STRAITS):
        around = listed(sea.beside(closed), none=NOBODY)
        book["beside"][closed, : around.shape[0], : around.shape[1]] = around
    for k, strait in enumerate(sea.straits.values()):
        if strait.hex:
            book["shut"][[closed for closed in range(1 << STRAITS) if closed >> k & 1], sea.numbers[strait.hex]] = 1
        book["shut_by_enemy"][k] = bits(numbers, strait.shut_by_enemy)
        book["open_if_held"][k] = bits(numbers, strait.needs)
    for closed in range(1 << STRAITS):
        book["onward"][closed] = _onward(book["water"][closed], book["beside"][closed], book["shut"][closed] == 1)


def _onward(water: np.ndarray, beside: np.ndarray, shut: np.ndarray) -> np.ndarray:
    """By which of the hexes beside one the shortest ways to a place go on, as sets `(places, hexes)`: ships come into a
    closed strait, but not through it (21.211).  water: `(places, hexes)`; beside: `(hexes, sides)`; shut: of hexes."""
    left = water[:, beside]
    goes_on = (beside >= 0) & (left == water[..., None] - 1) & ((left == 0) | ~shut[beside])
    return goes_on @ (1 << np.arange(beside.shape[1]))


def _pack_own_troops(printed: Printed, book: np.void, campaign: Campaign) -> None:
    """The same of ground factors, all of one kind; an air factor takes as many destroyers as one of them (21.434A)."""
    for name, troops in campaign.ground.items():
        _pack_kind(book, Side[name.upper()], Ground.INFANTRY, troops, printed.place_numbers)
    book["ground_factors"][:, Ground.AIR] = 1


def _pack_kind(book: np.void, side: Side, kind: Ground, troops: Troops, numbers: Mapping[str, int]) -> None:
    book["ground_factors"][side, kind], book["ctl"][side, kind] = troops.factors.value, troops.ctl.value
    for name, steps in troops.arrive.items():
        for turn, units in steps.value:
            book["troops_arrive"][kind, numbers[name], turn] += units


def _troops(landings: Landings, kind: Ground) -> list[tuple[Side, Troops]]:
    """The ground units of a kind, by side."""
    return [(Side[name.upper()], troops) for name, troops in getattr(landings, kind.name.lower()).items()]


def _pack_tables(printed: Printed, book: np.void) -> None:
    tables = printed.tables
    for row in tables.naval_attack.rows:
        if row.factors:
            book["hits_by_guns"][row.factors[0] : row.factors[1] + 1, FIRST_HITS:] = row.hits
        if row.squadrons:
            book["hits_by_air"][row.squadrons, FIRST_HITS:] = row.hits
    for table, eliminated, aborted in (
        (tables.air_defense, "shot_down", "turned_back"),
        (tables.air_combat, "air_out", "air_back"),
    ):
        for level, start in enumerate(table.starts, start=1):
            for k, pair in enumerate(table.pairs[start : start + 11]):
                book[eliminated][level, FIRST_HITS + k], book[aborted][level, FIRST_HITS + k] = map(
                    int, pair.split("/")
                )
    book["hits_in_harbour"][FIRST_HITS:] = tables.harbour_attack.hits.value
    book["submarine_hits"][FIRST_HITS:] = tables.submarine_warfare.transports.value
    book["asw_hits"][FIRST_HITS:] = tables.submarine_warfare.submarines.value
    book["torpedo_hits"][FIRST_HITS:] = tables.torpedoes.hits.value
    for odds, results in enumerate(tables.ground_combat.rows, start=1):
        book["ground_results"][odds, 1:] = [get_args(Result).index(result) for result in results]


def _value(number: Any) -> int:
    """A number, 0 where a campaign has none."""
    return number.value if number else 0


def pack_game(printed: Printed, file: Any) -> np.ndarray:
    """An array of one record: the first position, with the dice not seeded."""
    games = records(RECORDS.state.dtype, 1)
    game, campaign = games[0], printed.campaigns[file.campaign]
    pack_printed(RECORDS.state, game, _tables(printed, file.campaign), printed.numbers)
    game["turn"], game["moving"] = 1, Side.AXIS
    hides = Switch.COUNTERS_IN_PORT.name.lower() in file.in_play
    game["cursor"] = NOBODY if campaign.pacific or hides else 0
    roster = [number for number, unit in enumerate(printed.units) if unit.campaign == file.campaign]
    game["units"] = len(roster)
    game["roster"][: len(roster)] = roster
    for number in roster:
        unit = printed.units[number]
        if unit.kind != Kind.CVE.name.lower() and unit.arrives_turn == 1:
            game["place"][number] = printed.place_numbers[unit.arrives_at]
        if unit.kind != Kind.CVE.name.lower() and unit.arrives_turn > 0:
            game["strength"][number] = unit.factors
        if unit.kind == Kind.CARRIER.name.lower() and unit.arrives_turn == 1:
            game["squadrons"][number] = unit.factors
    if Switch.SUBMARINE_WARFARE.name.lower() in file.in_play:
        game["submarines"][Box.ATLANTIC], game["asw"][Box.ATLANTIC] = _value(campaign.submarines), _value(campaign.asw)
    if campaign.pacific and Switch.LANDINGS.name.lower() in file.in_play:
        _pack_ground(printed, file, game, campaign.pacific)
    if Switch.LANDINGS.name.lower() in file.in_play:
        for id, objective in campaign.invasions.items():
            game["garrison"][printed.place_numbers[id]] = objective.garrison.value
    if campaign.ground:
        books = records(RECORDS.book.dtype, 1)
        _pack_own_troops(printed, books[0], campaign)
        game["infantry"] = books["troops_arrive"][0, Ground.INFANTRY, :, 1]
    for name, boats in campaign.boats.items():
        game["boats"][printed.place_numbers[name]] = boats.value
    _set_up_squadrons(printed, game, campaign.pacific.squadrons if campaign.pacific else campaign.squadrons)
    if campaign.pacific and _has_raiders(file):
        held = [printed.place_numbers[port] for port in campaign.pacific.held_by_raiders.value]
        ours = np.isin(game["place"], held)
        game["place"][ours] = printed.place_numbers[campaign.pacific.instead.value]
        game["control"][held] = Side.AXIS
    if file.begins_at is not None:
        pack_position(game, file, printed)
    return games


def _set_up_squadrons(printed: Printed, game: np.void, squadrons: Mapping[Any, Mapping[str, Any]]) -> None:
    """Squadrons of the first turn are there before either side has moved, as ships of the first turn are."""
    books = records(RECORDS.book.dtype, 1)
    _pack_squadrons(books[0], squadrons, printed.place_numbers)
    game["airbase"] = books[0]["squadrons_arrive"][:, :, 1].sum(0)


def _pack_ground(printed: Printed, file: Any, game: np.void, pacific: Pacific) -> None:
    """Garrisons of one-hex islands, and the ground units of the first turn."""
    for id, place in printed.board.places.items():
        if place.campaign == file.campaign and place.one_hex and place.side is not None:
            game["garrison"][printed.place_numbers[id]] = pacific.landings.garrison.value
    books = records(RECORDS.book.dtype, 1)
    _pack_troops(printed, file, books[0], pacific)
    for kind in Ground:
        game[kind.name.lower()] = books["troops_arrive"][0, kind, :, 1]
