"""What the optional rules change in the book: each has a function, and most are no more than that."""

from collections.abc import Callable

import numpy as np

from aw_env.games.admirals_war.printed import charts
from aw_env.games.admirals_war.printed.material import Printed
from aw_env.games.admirals_war.printed.scenario import ScenarioFile
from aw_env.games.admirals_war.printed.units import Unit
from aw_env.games.admirals_war.records.terms import Nation, OptionalRule, Role

FIRST_TURN = 1
"""The first turn of the standard game (§2.76)."""
RADAR_FROM, RADAR_GUNNERY = 9, 3
"""§25.0: the turn, and the printed gunnery factor that a ship needs."""
DAMAGE_CONTROL_FROM = 6
"""§28.0: the turn."""


def pack_options(book: np.void, printed: Printed, scenario: ScenarioFile) -> None:
    """Note the optional rules in play, and what they change."""
    in_play = [OptionalRule[id.upper()] for id in scenario.in_play]
    book["options"] = sum(1 << option for option in in_play)
    for option in in_play:
        _name_counters(book, printed, printed.charts.options[option.name.lower()])
        if option in PACK:
            PACK[option](book, printed)
    if OptionalRule.FRENCH_FLEET_DILEMMA in in_play and scenario.more_french:
        book["seizure"] += (1, -1)  # §22.7


def _name_counters(book: np.void, printed: Printed, option: charts.OptionalRule) -> None:
    """Note which counters the rule speaks of."""
    numbers = printed.unit_numbers
    for unit, form in option.begins_as.items():
        for field in ("free_patrol", "free_raid", "free_turn"):
            book[field][numbers[form]] = book[field][numbers[unit]]
    for unit, other in option.placed_like.items():
        if not book["free_patrol"][numbers[unit]] | book["free_raid"][numbers[unit]]:
            for field in ("free_patrol", "free_raid", "free_turn"):
                book[field][numbers[unit]] = book[field][numbers[other]]
    for role, unit in option.roles.items():
        book["role"][Role[role.upper()]] = numbers[unit]
    for unit, name in option.names.items():
        book["namesake"][numbers[unit]] = numbers[name.while_afloat]
        book["instead_of"][numbers[unit]] = numbers[name.instead_of]
        book["named_from"][numbers[unit]] = name.from_turn
    for unit, handed in option.handed_on.items():
        book["namesake"][numbers[unit]] = numbers[handed.lost]
        for number, ship in enumerate(printed.units):
            if ship.ship_class == handed.to_class and ship.id not in {*option.names, *option.handed_on}:
                book["takes_names"][number] = 1


def _turn_0(book: np.void, printed: Printed) -> None:
    """§20: the first turn, with the dates that depend on it; what the French do comes one turn earlier (§20.3); a base
    is apart from the port of which it is a part in the standard game (§20.2)."""
    in_play = [OptionalRule.TURN_0.name.lower()]
    book["first_turn"] = printed.charts.options[in_play[0]].first_turn or 0
    book["active_from"][book["active_from"] == FIRST_TURN] = book["first_turn"]
    book["french_last_turn"] -= 1
    for number, port in enumerate(printed.board.ports.values()):
        book["changes_on"][number] = port.change_turn(in_play)
        if port.part_of and port.brings and int(book["open_ports"]) >> number & 1:
            whole = printed.port_numbers[port.part_of.value]
            book["annex"], book["annexed_to"] = number, whole
            book["touches"][whole] &= ~sum(1 << printed.area_numbers[id] for id in set(port.brings.value))


def _turn_11(book: np.void, printed: Printed) -> None:
    """§21.22-21.223: where ships are sent from the Atlantic theatre."""
    for transfer in printed.charts.options["turn_11"].transfers:
        for nation in transfer.nations:
            for choice, places in enumerate(transfer.to):
                book["transfer_to"][Nation[nation.upper()]][choice] = sum(
                    1 << printed.port_numbers[place] for place in set(places)
                )


def _french_fleet_dilemma(book: np.void, printed: Printed) -> None:
    """§22.4, §22.5: Tables 6 and 7, and what Torch is about."""
    torch, ports = printed.charts.options["french_fleet_dilemma"].torch, printed.port_numbers
    assert torch is not None, "options.toml says it"
    for number, id in enumerate(charts.SEIZURES):
        book["seizure"][number] = [row.least for row in printed.charts.tables[id].rows[1:]]
    book["torch_places"] = sum(1 << ports[place] for place in {*torch.places})
    book["torch_area"] = printed.area_numbers[torch.area]
    book["lila_to"] = sum(1 << ports[place] for place in {*torch.lila_to})


def _gunnery_radar(book: np.void, printed: Printed) -> None:
    """§25.0: big US guns count as red from turn 9 on."""
    for number, unit in enumerate(printed.units):
        if unit.nation == "us" and unit.kind == "ship" and (unit.gunnery or 0) >= RADAR_GUNNERY:
            book["gunnery_bonus_from"][number] = min(book["gunnery_bonus_from"][number], RADAR_FROM)


def _damage_control(book: np.void, printed: Printed) -> None:
    """§28.0: the armor of the US carriers set up at start counts as red from turn 6 on."""
    for number, unit in enumerate(printed.units):
        if is_at_start_carrier(unit):
            book["armor_bonus_from"][number] = min(book["armor_bonus_from"][number], DAMAGE_CONTROL_FROM)


def _greek_navy(book: np.void, printed: Printed) -> None:
    """§30.0: Greek ships base in British places on the Mediterranean only; `board.toml` keeps them there at sea."""
    book["home_bound"] |= 1 << Nation.GREEK


def _aquila(book: np.void, printed: Printed) -> None:
    """§38.1: the aircraft of the Aquila are fighters, and she attacks nobody."""
    aquila = book["role"][Role.AQUILA]
    book["fighters"][aquila], book["airstrike"][aquila] = book["airstrike"][aquila], 0


def is_at_start_carrier(unit: Unit) -> bool:
    """A US carrier that has a letter for setting up (§3.15)."""
    return unit.nation == "us" and unit.carrier and bool(unit.set_up_letter)


PACK: dict[OptionalRule, Callable[[np.void, Printed], None]] = {
    OptionalRule.TURN_0: _turn_0,
    OptionalRule.TURN_11: _turn_11,
    OptionalRule.FRENCH_FLEET_DILEMMA: _french_fleet_dilemma,
    OptionalRule.GUNNERY_RADAR: _gunnery_radar,
    OptionalRule.DAMAGE_CONTROL: _damage_control,
    OptionalRule.GREEK_NAVY: _greek_navy,
    OptionalRule.ITALIAN_NAVAL_BUILDUP_1: _aquila,
}
"""What is done for the rules that change values."""
