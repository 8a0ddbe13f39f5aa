"""From printed material and a scenario file to the records of a book and of a first position: what their declarations
do not say."""

import numpy as np

from aw_env.core.engine.layout import records
from aw_env.core.printed.packing import bits, pack_printed
from aw_env.games.war_at_sea.printed.material import NationRules, Printed, Unit
from aw_env.games.war_at_sea.printed.scenario import KEYS, ORIGIN, ScenarioFile, UnitState
from aw_env.games.war_at_sea.records.book import BOOK, PRINTED
from aw_env.games.war_at_sea.records.state import GAME, STATE
from aw_env.games.war_at_sea.records.terms import NEUTRAL, Box, OptionalRule, Phase, Side
from aw_env.naval.printed import adjacency

CRUISER = "CA"
"""Type of the counters that a nation's `cruiser_waters` are for."""


def pack_book(printed: Printed, file: ScenarioFile) -> np.ndarray:
    """An array of one BOOK."""
    books = records(BOOK, 1)
    book = books[0]
    turns = [None, *printed.chart.turns.values()]
    rules = {rule.name.lower(): rule for rule in OptionalRule}
    tables = {**dict(printed.board), "units": printed.units, "turns": turns, "scenario": file}
    pack_printed(PRINTED, book, tables, {**printed.numbers, "rule": rules})
    _pack_units(book, printed, file)
    _pack_board(book, printed)
    book["seat_of_power"] = list(Side)
    book["bid"] = round(2 * file.bid)
    return books


def _pack_units(book: np.void, printed: Printed, file: ScenarioFile) -> None:
    for name in file.in_play:
        for id, defense in printed.options[name].defense.items():
            book["defense"][printed.unit_numbers[id]] = defense
    for number, unit in enumerate(printed.units):
        nation = printed.board.nations[unit.nation]
        book["side"][number] = Side[nation.side.upper()]
        book["waters"][number] = bits(printed.area_numbers, _waters(unit, nation, printed))
        book["bases"][number] = bits(printed.port_numbers, nation.bases)
        if unit.kind in ("ship", "carrier"):
            book["bonus"][number], book["sails_on"][number] = nation.surface_bonus, nation.sails_on
            book["by_release"][number], book["oils"][number] = nation.released, nation.oils


def _waters(unit: Unit, nation: NationRules, printed: Printed) -> list[str]:
    """The areas that a unit may enter: convoys keep to their route (14.3)."""
    if unit.kind == "convoy":
        return [stop.area for stop in printed.board.convoys.route]
    if unit.type == CRUISER and nation.cruiser_waters is not None:
        return nation.cruiser_waters
    return nation.waters


def _pack_board(book: np.void, printed: Printed) -> None:
    board, areas, places = printed.board, printed.area_numbers, printed.place_numbers
    for id, area in board.areas.items():
        for side in Side:
            for disabled in (False, True):
                returns = area.returns(side.name.lower(), disabled)
                book["returns"][areas[id], side, int(disabled)] = bits(printed.port_numbers, returns)
    for number, beside in adjacency([link.between for link in board.links], areas).items():
        book["adjacent"][number] = beside
    book["oiling_areas"] = bits(areas, [id for id, area in board.areas.items() if area.oiling])
    book["port_side"] = [
        NEUTRAL if port.side == "neutral" else Side[port.side.upper()] for port in board.ports.values()
    ]
    for stop, after in zip(board.convoys.route, [*board.convoys.route[1:], None], strict=True):
        area = places[stop.area]
        book["convoy_port"][area], book["convoy_points"][area] = places[stop.port], stop.points
        if after is not None:
            book["convoy_next"][area] = places[after.area]
    book["taken_waters"] = bits(areas, board.takeover.waters)


def pack_game(printed: Printed, file: ScenarioFile) -> np.ndarray:
    """An array of one GAME: the first position, with the dice not seeded."""
    games = records(GAME, 1)
    game, places = games[0], printed.place_numbers
    STATE.fresh(game)
    game["turn"], game["phase"] = file.turn, Phase[file.begins_at.upper()]
    game["units"] = len(printed.units)
    game["roster"][: len(printed.units)] = range(len(printed.units))
    states = {unit.id: file.units.get(unit.id) or _on_the_chart(unit, file) for unit in printed.units}
    for number, (unit, state) in enumerate(zip(printed.units, states.values(), strict=True)):
        game["side"][number] = Side[(state.side or printed.board.nations[unit.nation].side).upper()]
        game["place"][number] = places[state.place]
    KEYS.pack(game, file, printed.numbers)
    KEYS.pack_units(game, states, printed.numbers, lambda field: game["place"].tolist() if field.name == ORIGIN else ())
    return games


def _on_the_chart(unit: Unit, file: ScenarioFile) -> UnitState:
    """The state of a unit that the file does not name: it waits for its turn, or is out of play."""
    waits = not file.only_these_units and (unit.kind == "u_boat" or (unit.arrives_turn or 0) >= file.turn)
    box = Box.NOT_YET_ARRIVED if waits else Box.OUT_OF_PLAY
    return UnitState(place=box.name.lower())
