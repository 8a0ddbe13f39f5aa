"""A position of a game as the text of a scenario file, which starts from the same position."""

from typing import Any

import numpy as np
import tomli_w

from aw_env.games.admirals_war.printed.charts import EXPANDED
from aw_env.games.admirals_war.printed.names import Names
from aw_env.games.admirals_war.printed.packing import ATTACK, ORIGIN, VICTORY, holder, printed_value
from aw_env.games.admirals_war.printed.placement import in_lost_place, in_neutral_port
from aw_env.games.admirals_war.printed.scenario import KEYS
from aw_env.games.admirals_war.records.book import OFF_THE_MAP
from aw_env.games.admirals_war.records.terms import (
    FOREVER,
    NOBODY,
    NOWHERE,
    UNCONTROLLED,
    OptionalRule,
    Phase,
    Power,
    Side,
    Theatre,
    Victory,
)


def to_scenario(names: Names, book: np.void, game: np.void, title: str = "A position taken from a game") -> str:
    """The present position and the scenario's own rules as TOML; `load.scenario` of it starts from the same position.

    names: the names of the printed material that `book` and `game` were made from.
    book, game: one element each of an array of BOOK and of GAME.

    A turn is taken up at the beginning of its phase: units that have moved are where they are, a combat begins anew
    with the units at sea there.  What seats have chosen in secret and the dice to come are not written; submarines that
    are hidden from the observer are where they began the turn (§26).
    """
    return tomli_w.dumps({"title": title, **_tables(names, book, _with_hidden_in_port(game))})


def _with_hidden_in_port(game: np.void) -> np.void:
    """The same position with submarines that the observer does not see where they began the turn (§26)."""
    told = game.copy()
    unseen = (told["hidden"] == 1) & (told["place"] == NOWHERE)
    told["place"][unseen] = told["origin"][unseen]
    return told


def _tables(names: Names, book: np.void, game: np.void) -> dict[str, Any]:
    areas = {id: number for id, number in names.printed.area_numbers.items() if _has(book["open_areas"], number)}
    ports = {id: number for id, number in names.printed.port_numbers.items() if _has(book["open_ports"], number)}
    tables: dict[str, Any] = {
        "players": [int(book["seats"])],
        "options": _options(book),
        "in_play": _options(book),
        "turn": int(game["turn"]),
        "last_turn": int(book["last_turn"]),
        "begins_at": Phase(min(int(game["phase"]), Phase.RETURN)).name.lower(),
        "areas": list(areas),
        "places": list(ports),
        "victory": next(name for name, victory in VICTORY.items() if victory == Victory(int(book["victory"]))),
        "flags": {
            id: Side(int(game["flag"][number])).name.lower()
            for id, number in areas.items()
            if game["flag"][number] != NOBODY
        },
        "owners": _owners(names, book, game, ports),
        "hostilities": None if game["hostilities"] else False,
        "attack": ATTACK[int(game["attack"])] if game["attack"] else None,
        **KEYS.told(game, names.printed.numbers, also_fresh=False),
        "held_at_start": _held_at_start(names, game),
        "resolved": _resolved(game, areas),
        "hostilities_on": None if book["hostilities_on"] == FOREVER else int(book["hostilities_on"]),
        "hostilities_since": int(game["hostilities_since"]) if game["hostilities"] else None,
        "victory_points": _tracks(game["victory_points"]),
        "handicap": _tracks(book["handicap"]),
        "vp": _control_points(names, book, areas),
        "place_vp": {id: int(book["place_vp"][number]) for id, number in ports.items() if book["place_vp"][number]},
        "raid_vp": _raid_points(book, ports),
        "assumed_speed_die": {
            power.name.lower(): int(book["assumed_speed_die"][power])
            for power in Power
            if book["assumed_speed_die"][power]
        },
        "raided": {
            id: [power.name.lower() for power in Power if _has(game["raided"][number], power)]
            for id, number in ports.items()
            if game["raided"][number]
        },
        "falls_from": {
            id: int(game["falls_from"][number])
            for id, number in ports.items()
            if book["falls_after"][number] or game["falls_from"][number]
        },
        "more_french": True if _more_french(names, book) else None,
        "armor_sunk": {side.name.lower(): int(game["armor_sunk"][side]) for side in Side if game["armor_sunk"][side]},
        "units": {
            unit.id: _placement(names, book, game, unit.number) for unit in names.units if _in_game(game, unit.number)
        },
        "free_placement": _free_placements(names, book, game),
        "meeting": _meeting(names, book, game),
    }
    return {key: value for key, value in tables.items() if value is not None and value != {} and value != []}


def _held_at_start(names: Names, game: np.void) -> dict[str, list[str]] | None:
    """Who held which sea areas when the turn began, where new flags have been placed since (§16.11)."""
    if game["phase"] != Phase.CAPTURE:
        return None
    held = {side: int(game["held_at_start"][side]) for side in Side}
    areas = names.printed.area_numbers.items()
    return {side.name.lower(): [id for id, number in areas if _has(held[side], number)] for side in Side}


def _resolved(game: np.void, areas: dict[str, int]) -> dict[str, bool] | None:
    """Where combat is over for this turn, while the phase lasts (§7.1)."""
    if game["phase"] != Phase.COMBAT:
        return None
    return {id: True for id, number in areas.items() if game["resolved"][number]}


def _options(book: np.void) -> list[str]:
    return [option.name.lower() for option in OptionalRule if _has(book["options"], option)]


def _more_french(names: Names, book: np.void) -> bool:
    """Whether Table 4 is the expanded one (§18.39)."""
    expanded = [row.least for row in names.printed.charts.tables[EXPANDED].rows[1:]]
    return book["disposition"][1].tolist() == expanded


def _has(word: Any, number: int) -> bool:
    return bool(int(word) >> number & 1)


def _in_game(game: np.void, unit: int) -> bool:
    return int(game["place"][unit]) != NOWHERE


def _tracks(points: Any) -> dict[str, int]:
    return {side.name.lower(): int(points[side]) for side in Theatre if points[side]}


def _owners(names: Names, book: np.void, game: np.void, ports: dict[str, int]) -> dict[str, str]:
    """Owners that differ from those printed for the turn."""
    printed, turn, in_play = names.printed.board.ports, int(game["turn"]), _options(book)
    return {
        id: "uncontrolled" if game["owner"][number] == UNCONTROLLED else Power(int(game["owner"][number])).name.lower()
        for id, number in ports.items()
        if int(game["owner"][number]) != holder(printed[id].owner_on(turn, in_play))
    }


def _control_points(names: Names, book: np.void, areas: dict[str, int]) -> dict[str, dict[str, int]]:
    """Victory points for control that differ from those printed."""
    differing = {}
    for id, number in areas.items():
        area = names.printed.board.areas[id]
        points = {"allies": area.allied_vp.value, "axis": area.axis_vp.value}
        now = {side: int(book["vp"][number][Side[side.upper()]]) for side in points}
        differing[id] = {side: value for side, value in now.items() if value != points[side]}
    return {id: points for id, points in differing.items() if points}


def _raid_points(book: np.void, ports: dict[str, int]) -> list[dict[str, Any]]:
    """One rule for each power and number of points."""
    places: dict[tuple[Power, int], list[str]] = {}
    for id, number in ports.items():
        for power in Power:
            points = int(book["raid_vp"][number][power])
            if points:
                places.setdefault((power, points), []).append(id)
    return [{"power": power.name.lower(), "points": points, "places": ids} for (power, points), ids in places.items()]


def _placement(names: Names, book: np.void, game: np.void, number: int) -> str | dict[str, Any]:
    """The place of a unit, with its state where it is other than a file need say."""
    place = names.place(int(game["place"][number])).id
    unit, in_play = names.printed.units[number], _options(book)
    usual_origin = int(game["place" if _origin_counts(book, game, number) else ORIGIN][number])
    state = KEYS.told_of_unit(
        game,
        number,
        names.printed.numbers,
        lambda field: usual_origin if field.name == ORIGIN else printed_value(field.name, unit, in_play),
    )
    if in_lost_place(book, game, number):
        state["expelled"] = True
    return {"place": place, **state} if state else place


def _origin_counts(book: np.void, game: np.void, unit: int) -> bool:
    """Whether a rule may still ask where the unit began the turn: of who is in the neutral port when all have moved
    (§2.343), and of the Japanese when their patrols begin to move before the war (§19.38)."""
    if in_neutral_port(book, game, unit):
        return bool(game["phase"] <= Phase.RAIDING)
    before_war = game["hostilities"] == 0 and game["phase"] <= Phase.PATROLLING
    return bool(before_war and game["controller"][unit] == Power.JAPANESE)


def _free_placements(names: Names, book: np.void, game: np.void) -> dict[str, dict[str, int | list[str]]]:
    """Free placements of units in the game."""
    areas = names.printed.area_numbers
    found: dict[str, dict[str, int | list[str]]] = {}
    for unit in names.units:
        words = {"patrol": book["free_patrol"][unit.number], "raid": book["free_raid"][unit.number]}
        if _in_game(game, unit.number) and any(words.values()):
            turn = int(book["free_turn"][unit.number])
            found[unit.id] = {} if turn == OFF_THE_MAP else {"turn": turn}
            found[unit.id] |= {
                key: [id for id, number in areas.items() if _has(word, number)] for key, word in words.items() if word
            }
    return found


def _meeting(names: Names, book: np.void, game: np.void) -> dict[str, Any] | None:
    """The chance meeting, while nothing has been drawn for it."""
    pool = [unit for unit in names.units if book["draw_pool"][unit.number]]
    if not book["draw_areas"] or any(_in_game(game, unit.number) for unit in pool):
        return None
    areas = [id for id, number in names.printed.area_numbers.items() if _has(book["draw_areas"], number)]
    draws = {
        side.name.lower(): {
            "units": [unit.id for unit in pool if int(book["power"][unit.number]) & 1 == side],
            "least": int(book["draw_least"][side]),
            "most": int(book["draw_most"][side]),
        }
        for side in Side
    }
    return {"areas": areas, **draws}
