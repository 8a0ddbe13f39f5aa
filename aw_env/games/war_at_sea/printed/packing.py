"""From printed material and a scenario file to the records of a book and of a first position."""

from collections.abc import Iterable

import numpy as np

from aw_env.core.engine.compiling import records
from aw_env.games.war_at_sea.printed.material import NationRules, Printed, Unit
from aw_env.games.war_at_sea.printed.scenario import ScenarioFile, UnitState
from aw_env.games.war_at_sea.records.book import BOOK
from aw_env.games.war_at_sea.records.state import GAME, STATE
from aw_env.games.war_at_sea.records.terms import (
    NEUTRAL,
    NOWHERE,
    Box,
    Kind,
    Nation,
    OptionalRule,
    Phase,
    Side,
)

CRUISER = "CA"
"""Type of the counters that a nation's `cruiser_waters` are for."""


def _bits(ids: Iterable[str], numbers: dict[str, int]) -> int:
    """A set of named things as bits."""
    return sum(1 << numbers[id] for id in set(ids))


def pack_book(printed: Printed, file: ScenarioFile) -> np.ndarray:
    """An array of one BOOK."""
    books = records(BOOK, 1)
    book = books[0]
    _pack_units(book, printed, file)
    _pack_areas(book, printed)
    _pack_ports(book, printed)
    _pack_special_rules(book, printed)
    for number, turn in printed.chart.turns.items():
        book["new_u_boats"][int(number)] = turn.new_u_boats.value
        book["release_die"][int(number)] = turn.us_release_die.value if turn.us_release_die else 0
        book["oiling_die"][int(number)] = turn.oiling_die.value if turn.oiling_die else 0
    book["options"] = sum(1 << OptionalRule[name.upper()] for name in set(file.in_play))
    book["seat_of_power"] = list(Side)
    book["last_turn"] = file.last_turn
    book["bid"] = round(2 * file.bid)
    return books


def _pack_units(book: np.void, printed: Printed, file: ScenarioFile) -> None:
    defense: dict[str, int] = {}
    for name in file.in_play:
        defense.update(printed.options[name].defense)
    for number, unit in enumerate(printed.units):
        nation = printed.board.nations[unit.nation]
        values = {
            "nation": Nation[unit.nation.upper()],
            "side": Side[nation.side.upper()],
            "kind": Kind[unit.kind.upper()],
            "attack": unit.attack,
            "defense": defense.get(unit.id, unit.defense),
            "speed": unit.speed or 0,
            "airstrike": unit.airstrike,
            "arrives_on": unit.arrives_turn or 0,
            "arrives_at": _bits(unit.arrives_at, printed.port_numbers),
            "waters": _bits(_waters(unit, nation, printed), printed.area_numbers),
            "bases": _bits(nation.bases, printed.port_numbers),
        }
        if unit.kind in ("ship", "carrier"):
            values |= {"bonus": nation.surface_bonus, "sails_on": nation.sails_on}
            values |= {"by_release": nation.released, "oils": nation.oils}
        for field, value in values.items():
            book[field][number] = value


def _waters(unit: Unit, nation: NationRules, printed: Printed) -> list[str]:
    """The areas that a unit may enter: convoys keep to their route (14.3)."""
    if unit.kind == "convoy":
        return [stop.area for stop in printed.board.convoys.route]
    if unit.type == CRUISER and nation.cruiser_waters is not None:
        return nation.cruiser_waters
    return nation.waters


def _pack_areas(book: np.void, printed: Printed) -> None:
    numbers, ports = printed.area_numbers, printed.port_numbers
    for id, area in printed.board.areas.items():
        book["points"][numbers[id]] = [area.allies_points.value, area.axis_points.value]
        for side in Side:
            for disabled in range(2):
                returns = area.returns(side.name.lower(), bool(disabled))
                book["returns"][numbers[id], side, disabled] = _bits(returns, ports)
    for link in printed.board.links:
        first, second = (numbers[id] for id in link.between)
        book["adjacent"][first] |= 1 << second
        book["adjacent"][second] |= 1 << first
    book["oiling_areas"] = _bits((id for id, area in printed.board.areas.items() if area.oiling), numbers)


def _pack_ports(book: np.void, printed: Printed) -> None:
    for number, port in enumerate(printed.board.ports.values()):
        book["port_side"][number] = NEUTRAL if port.side == "neutral" else Side[port.side.upper()]
        book["touches"][number] = _bits(port.touches.value, printed.area_numbers)
        book["active_from"][number], book["active_to"][number] = port.active
        book["repair_points"][number] = port.repairs.value
        book["repairs_from"][number] = port.repairs_from.value if port.repairs_from else 1


def _pack_special_rules(book: np.void, printed: Printed) -> None:
    board, places, ports = printed.board, printed.place_numbers, printed.port_numbers
    book["marker_strength"] = board.air_markers.strength.value
    book["marker_places"] = [_bits(board.air_markers.allies.value, places), _bits(board.air_markers.axis.value, places)]
    book["u_boat_home"], book["most_u_boats"] = places[board.u_boats.home], board.u_boats.most.value
    book["convoy_next"] = book["convoy_port"] = NOWHERE
    for stop, after in zip(board.convoys.route, [*board.convoys.route[1:], None], strict=True):
        area = places[stop.area]
        book["convoy_next"][area] = NOWHERE if after is None else places[after.area]
        book["convoy_port"][area], book["convoy_points"][area] = places[stop.port], stop.points
    book["convoy_refuge"] = places[board.convoys.refuge]
    book["oilers_failed_to"] = places[board.oilers.failed_to]
    book["oiled_ports"] = _bits(board.oilers.ports, ports)
    takeover = board.takeover
    book["takeover_turn"], book["takeover_nation"] = takeover.turn, Nation[takeover.nation.upper()]
    book["takeover_area"], book["takeover_held"] = places[takeover.area], takeover.held_turns
    book["takeover_dice"] = [takeover.allied_die, takeover.scuttled_die]
    book["takeover_from"], book["takeover_to"] = places[takeover.leave], places[takeover.enter]
    book["taken_waters"] = _bits(takeover.waters, printed.area_numbers)
    book["taken_bases"] = [_bits(takeover.allies_bases, ports), _bits(takeover.axis_bases, ports)]


def pack_game(printed: Printed, file: ScenarioFile) -> np.ndarray:
    """An array of one GAME: the first position, with the dice not seeded."""
    games = records(GAME, 1)
    game = games[0]
    STATE.fresh(game)
    game["turn"], game["phase"] = file.turn, Phase[file.begins_at.upper()]
    game["lead"], game["held_turns"] = file.lead, file.held_turns
    for area, side in file.flags.items():
        game["flag"][printed.area_numbers[area]] = Side[side.upper()]
    for side, place in file.air_markers.items():
        game["marker"][Side[side.upper()]] = printed.place_numbers[place]
    game["units"] = len(printed.units)
    game["roster"][: len(printed.units)] = range(len(printed.units))
    for number, unit in enumerate(printed.units):
        state = file.units.get(unit.id) or _on_the_chart(unit, file)
        side = state.side or printed.board.nations[unit.nation].side
        game["side"][number] = Side[side.upper()]
        game["place"][number] = game["origin"][number] = printed.place_numbers[state.place]
        game["damage"][number] = state.damage
        for mark in ("released", "refuelled", "taken_over"):
            STATE.write_at(game, mark, number, int(getattr(state, mark)))
    return games


def _on_the_chart(unit: Unit, file: ScenarioFile) -> UnitState:
    """The state of a unit that the file does not name: it waits for its turn, or is out of play."""
    waits = not file.only_these_units and (unit.kind == "u_boat" or (unit.arrives_turn or 0) >= file.turn)
    box = Box.NOT_YET_ARRIVED if waits else Box.OUT_OF_PLAY
    return UnitState(place=box.name.lower())
