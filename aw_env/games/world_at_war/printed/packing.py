"""From what is printed to the two records."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.core.printed.packing import bits, pack_printed
from aw_env.games.world_at_war.printed.material import Campaign, Printed
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    TURNS,
    Box,
    Kind,
    Nation,
    PlaceKind,
    Side,
    Switch,
    Worth,
)
from aw_env.games.world_at_war.records.record import BATTLE_LIGHTS, RECORDS

FIRST_HITS = 2
"""The least roll of the tables."""


def pack_book(printed: Printed, file: Any) -> np.ndarray:
    """An array of one record of the book."""
    books = records(RECORDS.book.dtype, 1)
    book, campaign = books[0], printed.campaigns[file.campaign]
    pack_printed(RECORDS.book, book, {"units": printed.units}, printed.numbers)
    book["seat_of_power"] = [*Side]
    book["last_turn"] = file.last_turn
    book["options"] = sum(1 << Switch[name.upper()] for name in file.in_play)
    for number, unit in enumerate(printed.units):
        book["side"][number] = Side[unit.side.upper()]
        if unit.campaign != file.campaign:
            book["factors"][number] = 0
    rows = [k for k, u in enumerate(printed.units) if u.campaign == file.campaign and u.kind in ("dd", "cve")]
    for row, number in enumerate(rows):
        book["row"][number] = row % BATTLE_LIGHTS
    _pack_board(printed, book)
    _pack_tables(printed, book)
    _pack_campaign(book, campaign)
    book["threshold"] = round(2 * (file.threshold - file.bid))
    book["draw_within"] = 2 * file.draw_within
    return books


def _pack_board(printed: Printed, book: np.void) -> None:
    board, places = printed.board, printed.place_numbers
    book["holder"], book["raids_to"], book["supply_box"], book["box_place"] = NOBODY, NOBODY, NOBODY, NOWHERE
    for number, place in enumerate(board.places.values()):
        book["place_kind"][number] = PlaceKind[place.kind.upper()]
        if place.side is not None:
            book["holder"][number] = Side[place.side.upper()]
        book["capacity"][number] = place.capacity.value
        book["opens"][number] = place.opens.value if place.opens else 1
        book["base_changes"][number] = bits(places, place.base_changes.value if place.base_changes else ())
        if place.raids_to:
            book["raids_to"][number] = Box[place.raids_to.value.upper()]
        if place.supply_line:
            book["supply_box"][number] = Box[place.supply_line.value.upper()]
        if place.intercepted_from:
            for port, hexes in place.intercepted_from.value.items():
                book["distance"][number, places[port]] = hexes
        book["spotting"][number] = place.spotting.value if place.spotting else 0
        book["unseen_route"][number] = place.unseen_route
    for name, box in board.sw_boxes.items():
        book["box_place"][Box[name.upper()]] = places[box.place]
        book["minimum"][Box[name.upper()]] = box.minimum.value
        book["defends"][Box[name.upper()]] = bits(places, box.defended_from.value)


def _pack_tables(printed: Printed, book: np.void) -> None:
    tables = printed.tables
    for row in tables.naval_attack.rows:
        if row.factors:
            book["hits_by_guns"][row.factors[0] : row.factors[1] + 1, FIRST_HITS:] = row.hits
        if row.squadrons:
            book["hits_by_air"][row.squadrons, FIRST_HITS:] = row.hits
    for level, start in enumerate(tables.air_defense.starts, start=1):
        for k, pair in enumerate(tables.air_defense.pairs[start : start + 11]):
            out, back = map(int, pair.split("/"))
            book["shot_down"][level, FIRST_HITS + k], book["turned_back"][level, FIRST_HITS + k] = out, back
    book["hits_in_harbour"][FIRST_HITS:] = tables.harbour_attack.hits.value
    book["submarine_hits"][FIRST_HITS:] = tables.submarine_warfare.transports.value
    book["asw_hits"][FIRST_HITS:] = tables.submarine_warfare.submarines.value
    for nation in Nation:
        book["air_drm"][nation] = tables.air_drm[nation.name.lower()].value
        book["drm"][nation] = tables.naval_drm[nation.name.lower()].value


def _pack_campaign(book: np.void, campaign: Campaign) -> None:
    for side in Side:
        name: Any = side.name.lower()
        book["brps_a_turn"][side] = _from_turn_on(campaign.brps[name].value)
        book["yards_a_turn"][side] = _from_turn_on(campaign.yards[name].value)
    book["air_range"] = _so_far(campaign.air_range["allies"].value)
    book["ultra"] = _so_far(campaign.ultra["allies"].value) - _so_far(campaign.ultra["axis"].value)
    for turn, number in campaign.pool_grows.value:
        book["pool_grows"][turn] += number
    for turn in campaign.cves_arrive.value:
        book["cves_arrive"][turn] += 1
    for name in ("us_war", "spotting_from", "optimum", "at_large", "grants_from", "troops_from"):
        book[name] = getattr(campaign, name).value
    book["pool"] = [campaign.pool[name].value for name in ("asw", "submarines")]
    book["demand"] = [campaign.demand[name].value for name in ("oil", "grants", "troops")]
    for worth in Worth:
        book["worth"][worth] = campaign.worth[worth.name.lower()].value


def _from_turn_on(steps: Iterable[list[int]]) -> np.ndarray:
    """A number for each turn."""
    numbers = np.zeros(TURNS + 1, np.int64)
    for turn, number in steps:
        numbers[turn:] = number
    return numbers


def _so_far(turns: Iterable[int]) -> np.ndarray:
    """How often something has happened by each turn."""
    numbers = np.zeros(TURNS + 1, np.int64)
    for turn in turns:
        numbers[turn:] += 1
    return numbers


def pack_game(printed: Printed, file: Any) -> np.ndarray:
    """An array of one record: the first position, with the dice not seeded."""
    games = records(RECORDS.state.dtype, 1)
    game, campaign = games[0], printed.campaigns[file.campaign]
    RECORDS.state.fresh(game)
    game["turn"] = 1
    game["moving"] = Side.AXIS
    game["cursor"] = 0
    roster = [number for number, unit in enumerate(printed.units) if unit.campaign == file.campaign]
    game["units"] = len(roster)
    game["roster"][: len(roster)] = roster
    for number in roster:
        unit = printed.units[number]
        if unit.kind != Kind.CVE.name.lower() and unit.arrives_turn == 1:
            game["place"][number] = printed.place_numbers[unit.arrives_at]
        if unit.kind != Kind.CVE.name.lower():
            game["strength"][number] = unit.factors
        if unit.kind == Kind.CARRIER.name.lower() and unit.arrives_turn == 1:
            game["squadrons"][number] = unit.factors
    for name, transports in campaign.transports.items():
        game["transports"][Box[name.upper()]] = transports.value
    game["unbuilt"] = campaign.unbuilt.value
    if Switch.SUBMARINE_WARFARE.name.lower() in file.in_play:
        game["submarines"][Box.ATLANTIC], game["asw"][Box.ATLANTIC] = campaign.submarines.value, campaign.asw.value
    for side in Side:
        attacks = campaign.harbour_attacks.get(side.name.lower())  # type: ignore[call-overload]
        game["harbour_attacks"][side] = attacks.value if attacks else 0
    return games
