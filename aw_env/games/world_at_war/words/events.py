"""How events are told."""

from typing import Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.rooms.phrases import terms_in, told_in
from aw_env.core.rooms.words import THE_UNIT, begun, team_named
from aw_env.core.said.events import EventRow, Named
from aw_env.core.said.naming import place_name
from aw_env.core.said.wording import capital, so_many
from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Aboard,
    Box,
    Cargo,
    Convoy,
    Event,
    Ground,
    GroundResult,
    Option,
    Phase,
    PlaceKind,
    Side,
    Theatre,
)
from aw_env.naval.sides import ALLIES_AND_AXIS

TERMS = terms_in(
    configs_folder() / "world_at_war" / "terms.toml",
    Option,
    phases=Phase,
    convoys=Convoy,
    at_sea=Convoy,
    results=GroundResult,
)
SW_UNITS = {Side.AXIS: "submarine", Side.ALLIES: "ASW factor"}
"""What sails the SW boxes besides transports (20.13)."""


def _place(scenario: Any, number: int) -> str:
    return str(scenario.names.place(number).name)


def the_place(scenario: Any, number: int) -> str:
    """A place as it stands in a sentence: Brest, the Atlantic SW box."""
    name = place_name(scenario, number)
    return f"the {name}" if name.endswith(" box") else name


def the_group(number: int) -> str:
    """A raider group."""
    return Option.numbered(Option.GROUP_1 + number - 1).meaning


def the_convoy(kind: int) -> str:
    """What transports do together."""
    return f"the {TERMS.called['convoys'][Convoy(kind)]}"


def is_at_sea(scenario: Any, number: int) -> bool:
    """Whether a place is a sea: a hex of patrols that is called after no cape."""
    is_hex = scenario.books[0]["place_kind"][number] == PlaceKind.SEA
    return bool(is_hex) and not _place(scenario, number).startswith("Cape")


def where(scenario: Any, number: int) -> str:
    """A place of a map of hexes as it stands in a sentence: Taranto, Cape Matapan, the Ionian Sea."""
    name = _place(scenario, number)
    return f"the {name.replace('Sea o', 'sea o')}" if is_at_sea(scenario, number) else the_place(scenario, number)


def waters(scenario: Any, number: int) -> str:
    """Where ships patrol: off an island or a cape, or in a sea."""
    return f"{'in' if is_at_sea(scenario, number) else 'off'} {where(scenario, number)}"


def ships_of(scenario: Any, number: int) -> str:
    """Ships by their port, or by where they patrol."""
    patrol = scenario.books[0]["place_kind"][number] == PlaceKind.SEA
    return f"ships {waters(scenario, number) if patrol else f'of {the_place(scenario, number)}'}"


def boat_of(scenario: Any, number: int) -> str:
    """A submarine by its port, or by where it patrols."""
    patrol = scenario.books[0]["place_kind"][number] == PlaceKind.SEA
    return f"the submarine {waters(scenario, number)}" if patrol else f"a submarine of {the_place(scenario, number)}"


def stands_at(unit: Any) -> int:
    """The number of the place where a unit is, as far as it is known: the hex in which it patrols (21.41), or where the
    counter is under which it is (20.164A), or its port."""
    if unit.on_patrol != NOWHERE:
        return int(unit.on_patrol)
    return unit.place_number if unit.berth == NOWHERE else int(unit.berth)


NAMED = {
    "side": team_named(ALLIES_AND_AXIS),
    "unit": THE_UNIT,
    "place": Named(_place, lambda scenario, number, article: the_place(scenario, number)),
    "waters": Named(_place, lambda scenario, number, spec: waters(scenario, number)),
    "box": Named(lambda scenario, box: f"the {Box(box).name.capitalize()}{' Ocean' if box == Box.INDIAN else ''}"),
    "group": begun(the_group),
    "convoy": begun(the_convoy),
    "troops": Named(lambda scenario, kind: Ground(kind).name.lower()),
}
"""What numbers of events are, as `events.toml` calls it."""


def _carries(scenario: Any, row: EventRow) -> str:
    return f"{{0:carry}} {Aboard(row.c).name.lower()} with {{b:factor}}."


def _sets_out(scenario: Any, row: EventRow) -> str:
    return f"{Aboard(row.c).name.capitalize()} from {{0}} to {{1}} at sea."


def _flies_at(scenario: Any, row: EventRow) -> str:
    return f"Attack on {{1}} from {where(scenario, row.a)}: {{c:squadron}}."


def _is_on_hexes(scenario: Any) -> bool:
    """Whether there are factors of troops, and no units of infantry and marines; nor convoys of transports."""
    return bool(scenario.books[0]["theatre"] == Theatre.MEDITERRANEAN)


def _troops_lost(scenario: Any, row: EventRow) -> str:
    return f"{{0:lose}} {'a factor of troops' if _is_on_hexes(scenario) else 'a unit of {1}'}."


def _reinforced(scenario: Any, row: EventRow) -> str:
    return "{c:factor} of troops {c:=arrive} in {0}." if _is_on_hexes(scenario) else "{c:unit} of {1} in {0}."


def _sought(scenario: Any, row: EventRow) -> str:
    return f"{capital(ships_of(scenario, row.a))} look for them, {how_far(row.b)}{{rolled}}."


def _boat_seeks(scenario: Any, row: EventRow) -> str:
    return f"{capital(boat_of(scenario, row.a))} looks for them, {how_far(row.b)}{{rolled}}."


def how_far(hexes: int) -> str:
    """How far ships are: "5 hexes away"."""
    return f"{so_many(hexes, 'hex')} away" if hexes else "in the same hex"


def _shipped(scenario: Any, row: EventRow) -> str:
    if row.b == Cargo.OIL:
        return "{a:oil counter} shipped."
    return "{a:transport} with BRPs for Britain." if row.b == Cargo.GRANT else "{a:transport} with troops for Britain."


def _aborts(scenario: Any, row: EventRow) -> str:
    """A convoy that does not come through: on a map of hexes some of what it carries, or all, may have been lost."""
    if row.b:
        return "The squadrons turn back."
    return "What it carried does not arrive." if _is_on_hexes(scenario) else "{0:The} turns back."


def _combat(scenario: Any, row: EventRow) -> str:
    return f"Ground combat, {{a}} to {{b}}{{rolled}}: {TERMS.called['results'][GroundResult(row.c)]}."


def _transferred(scenario: Any, row: EventRow) -> str:
    return f"{{a:{SW_UNITS[Side(row.b)]}}} {{a:=sail}} the Indian Ocean."


def _hunts(scenario: Any, row: EventRow) -> str:
    return f"{{0:sail}} against {'them' if _is_on_hexes(scenario) else 'it'}."


def _searches(scenario: Any, row: EventRow) -> str:
    return "{0:look} for the enemy's task force" + ("{rolled}." if row.dice else ", without a die.")


EVENTS = told_in(
    configs_folder() / "world_at_war" / "events.toml",
    Event,
    NAMED,
    words={
        Event.BUILT: lambda scenario, row: f"{('A transport', 'An ASW factor', 'A submarine')[row.a]} is built.",
        Event.SHIPPED: _shipped,
        Event.TRANSFERRED: _transferred,
        Event.HUNTS: _hunts,
        Event.CONVOY_ABORTS: _aborts,
        Event.CARRIES: _carries,
        Event.COUNTER_MOVES: lambda scenario, row: f"A task force goes from {{1}} to {where(scenario, row.c)}.",
        Event.SOUGHT: _sought,
        Event.SEARCHES: _searches,
        Event.SETS_OUT: _sets_out,
        Event.FLIES_AT: _flies_at,
        Event.GROUND_COMBAT: _combat,
        Event.TROOPS_LOST: _troops_lost,
        Event.REINFORCED: _reinforced,
        Event.BOAT_SEEKS: _boat_seeks,
    },
)
