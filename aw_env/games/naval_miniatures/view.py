"""A read-only view of a battle in Python, for agents that reason, the command line, the narrator and tests.

    view.unit("hms_ajax_2").hull_left          # 3
    view.ships(Side.AXIS)                      # [UnitView, ...]
    view.unit("bismarck").dice(Weapon.MAIN, 2) # 15
    view.terrain("d5"), view.objectives        # Terrain.OPEN, ["d5", ...]

A unit is named by its card, further ones of the card on its side with a number: `hms_ajax`, `hms_ajax_2`.  One that
fights for the other side than its card's has the name of its side behind that: `hms_ajax_axis`.

While fleets are bought a seat sees its own alone (FLT.4), and of what has been asked so far what it has answered.
"""

from functools import cached_property
from typing import Any

import numpy as np

from aw_env.core.engine.layout import IN_WORD, WORD_SHIFT
from aw_env.core.printed.names import Names, UnitName
from aw_env.core.seen.view import Counter, GameView, told_by
from aw_env.games.naval_miniatures.printed.fleets import names_in
from aw_env.games.naval_miniatures.printed.positions import to_scenario
from aw_env.games.naval_miniatures.printed.sectors import discs
from aw_env.games.naval_miniatures.records.record import PRINTED, STATE
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    CARDS,
    FIRST_CARD_ACTION,
    FIRST_UNIT_ACTION,
    FLEET,
    NOWHERE,
    RANGES,
    SECTORS,
    UNITS,
    Decision,
    Phase,
    Side,
    Terrain,
    Weapon,
)
from aw_env.games.naval_miniatures.rules import fleets, reach, units

FIRST_CARD = FIRST_CARD_ACTION - FIRST_UNIT_ACTION
"""The number of the first card among units: behind all of them."""
assert FIRST_CARD == UNITS


def short(name: str) -> tuple[str, ...]:
    """What people call a unit for short: "Ajax", "Wildcat (2)"; nothing that is a number or a sort of unit."""
    rest = name.partition(" ")[2]
    sort = rest.partition(" (")[0].rpartition(" ")[2].lower()
    return () if not rest[:1].isalpha() and rest[:1] != '"' or sort in ("boat", "ship") else (rest,)


class UnitView(Counter):
    """A unit now.  What its card says of armor, vital armor and speed is `printed_armor` and so on; without that they
    count as they do at the moment (DMG.6, MR-10)."""

    view: "View"

    @property
    def side(self) -> Side:
        """Whom it fights for."""
        return Side(self.number // FLEET)

    is_ship = told_by(units.is_ship, bool)
    """A ship: no submarine (UNIT.2)."""
    is_aircraft = told_by(units.is_aircraft, bool)
    """An aircraft."""
    is_submarine = told_by(units.is_submarine, bool)
    """A submarine."""
    armor = told_by(units.armor_of)
    """Successes that hit or abort it (UNIT.9)."""
    vital = told_by(units.vital_of)
    """Successes of one attack that destroy it (UNIT.10)."""
    hull_left = told_by(units.hull_left)
    """Damage that destroys it, without what waits for the end of the phase (DMG.10)."""

    @property
    def speed(self) -> int:
        """Sectors that it may move this turn, 0 for aircraft."""
        return 0 if self.is_aircraft else self.view.by_rule(reach.speed_of, self.number)

    @property
    def on_map(self) -> bool:
        """Whether it is in a sector."""
        return self.place_number != NOWHERE

    @property
    def ashore(self) -> bool:
        """Whether it is at the land airbase."""
        return bool(self.based_on == ASHORE)

    @property
    def carrier(self) -> "UnitView | None":
        """The carrier that it is aboard."""
        return self.view.units_by_number.get(self.based_on)

    @property
    def abilities(self) -> dict[str, int]:
        """Its abilities by their ids, each with the number on the card, 0 where it has none."""
        return dict(self.view.scenario.printed.card(self.card).has)

    def dice(self, weapon: Weapon, sectors: int) -> int:
        """The attack value on its card at a range, 0 for a dash."""
        return int(self.attack[weapon][sectors]) if weapon < len(self.attack) and sectors < RANGES else 0

    @property
    def weapons(self) -> list[Weapon]:
        """The weapons on its card."""
        return [Weapon(weapon) for weapon, values in enumerate(self.attack) if any(values)]


class View(GameView[Phase, Decision, UnitView, Any]):
    """What a seat may know of a battle, or (seat None) everything but the dice to come."""

    state, printed, counters, cards = STATE, PRINTED, UnitView, "card"
    phases, decisions_asked = Phase, Decision

    def __init__(self, scenario: Any, games: np.ndarray, seat: int | None = None) -> None:
        super().__init__(scenario, games, seat)
        self.names = self._names()

    def _names(self) -> Names:
        """The sectors; the units as they are called; the cards."""
        named, cards = list(self.scenario.names.units), self.field("card")
        for unit, (id, name) in names_in(self.record, self.scenario.printed).items():
            row = self.scenario.printed.card(cards[unit])
            named[unit] = UnitName(unit, id, name, row.nation, row.kind, row.type, aliases=short(name))
        return Names(named, self.scenario.names.places)

    @staticmethod
    def conceal(books: np.ndarray, games: np.ndarray, seat: int) -> None:
        """While fleets are bought: how often the other side has answered."""
        game = games[0]
        if game["phase"] == Phase.FLEETS and not game["over"]:
            game["decisions"], game["forced"] = game["drafted"][seat].sum(), 0

    # --- the units -----------------------------------------------------------------------------------------

    def ships(self, side: Side | None = None) -> list[UnitView]:
        """The ships on the map, of one side or both."""
        return [unit for unit in self.units if unit.is_ship and unit.on_map and side in (None, unit.side)]

    def submarines(self, side: Side | None = None) -> list[UnitView]:
        """The submarines on the map."""
        return [unit for unit in self.units if unit.is_submarine and unit.on_map and side in (None, unit.side)]

    def aircraft(self, side: Side | None = None) -> list[UnitView]:
        """The aircraft that are left, on missions or at their bases."""
        return [unit for unit in self.units if unit.is_aircraft and not unit.gone and side in (None, unit.side)]

    def left(self, side: Side) -> list[UnitView]:
        """The units that a side has left."""
        return [unit for unit in self.units if unit.side == side and not unit.gone]

    def drafted(self, side: Side) -> dict[str, int]:
        """The cards that a side has bought so far, by their ids; as far as the observer sees them."""
        bought = self.record["drafted"][side].tolist()
        return {self.scenario.printed.cards[card].id: count for card, count in enumerate(bought) if count}

    @property
    def points_to_spend(self) -> int:
        """Points that the side that buys its fleet has left, as far as the observer sees (FLT.1)."""
        return int(self.budget - (self._book["cost"][:CARDS].astype(int) * self.record["drafted"][self.seat]).sum())

    def absence(self, known: Any) -> str:
        """See `GameView.absence`; while fleets are bought, why a card cannot be."""
        card = known.number - FIRST_CARD
        if self.decision != Decision.DRAFT or not isinstance(known, UnitName) or card < 0:
            return super().absence(known)
        cost, left = int(self._book["cost"][card]), self.points_to_spend
        if not self._book["allowed"][self.seat, card]:
            return "may not be in this fleet, by its country or its year"
        if cost > left:
            return f"costs {cost} points, and {left} are left"
        if sum(self.record["drafted"][self.seat].tolist()) >= self.most_units:
            return f"cannot be added: a fleet has at most {self.most_units} units"
        if self.historical and self.record["drafted"][self.seat, card] >= self._book["class_limit"][card]:
            return "cannot be added: no more of its class were built"
        if self.historical and self.by_rule(fleets.mixes_japan, self.seat, card):
            return "cannot be added: Japan fights alone"
        return "cannot be added: there is no base for it"

    # --- the map -------------------------------------------------------------------------------------------

    def terrain(self, sector: str) -> Terrain:
        """What fills a sector (MAP).  Raises LookupError."""
        return Terrain(self._book["terrain"][self.record["zone"], self.names.place_number(sector)])

    def smoke(self, sector: str) -> bool:
        """Whether there is smoke in a sector.  Raises LookupError."""
        return bool(self.record["smoke"][self.names.place_number(sector)])

    def range(self, one: int, other: int) -> int:
        """Sectors from one to another, both by number (RNG.2)."""
        return int(self._book["range"][one, other])

    def crossed(self, one: int, other: int) -> list[int]:
        """The third sectors that the line between two cuts, all by number (LOS.5)."""
        words = self._book["crossed"][one, other].tolist()
        return [sector for sector in range(SECTORS) if words[sector >> WORD_SHIFT] >> (sector & IN_WORD) & 1]

    def crosses_land(self, one: int, other: int, third: int) -> bool:
        """Whether the line between two sectors would cut the land of an island in a third, all by number (LOS.4)."""
        return bool(discs(self.scenario.printed.zones.radius)[one, other, third])

    @cached_property
    def objectives(self) -> list[str]:
        """The sectors of the objectives that nobody has claimed."""
        if not self.objective_points or self.phase == Phase.FLEETS:
            return []
        sectors = enumerate(self._book["objective"][self.record["zone"]].tolist())
        return [self.names.place(s).id for k, s in sectors if s != NOWHERE and not self.claimed >> k & 1]

    @property
    def zone(self) -> str:
        """The name of the battle zone."""
        return self.scenario.printed.zones.name(int(self.record["zone"]))

    def to_scenario(self) -> str:
        """See `GameView.to_scenario`."""
        return to_scenario(self.scenario, self.record)
