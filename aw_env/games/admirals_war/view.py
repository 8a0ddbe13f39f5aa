"""A read-only view of a game in Python, for agents that reason, the command line, the narrator and tests.

    view.ships_in("north_sea")                 # [UnitView, ...]
    view.unit("bismarck").damage               # 3
    view.flag("hawaiian_islands")              # Side.ALLIES, Side.AXIS or None

A view is a snapshot: it does not change when the game goes on.  It holds neither the generator nor dice laid in
front of it, and the view of a seat holds no action type of the other side before both have chosen (§7.22), nor its
hidden submarines (§26).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.declare.columns import UNIT_TABLES
from aw_env.core.engine.layout import STAGE, STEP
from aw_env.games.admirals_war.observation.columns import (
    FIRST_PLACE_ROW,
    FIRST_UNIT_ROW,
    PLACE_ROW_WIDTH,
    UNIT_ROW_WIDTH,
    UNIT_TABLES_WIDTH,
    PlaceRow,
    UnitRow,
)
from aw_env.games.admirals_war.observation.observing import observe
from aw_env.games.admirals_war.observation.visible import REFEREE, blindfold
from aw_env.games.admirals_war.printed.load import PlaceName
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.book import PRINTED
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PORT,
    NOWHERE,
    UNCONTROLLED,
    UNITS,
    Action,
    Decision,
    Intention,
    Kind,
    OptionalRule,
    Phase,
    Power,
    Side,
)
from aw_env.naval.view import WarUnit, WarView

NOW = ("gunnery", "airstrike", "armor", "speed", "task_force", "intention")
"""Numbers of a unit that the rules count from what is printed and what has happened to it: columns of `UnitRow`."""
WHETHER_NOW = ("gunnery_bonus", "air_bonus", "armor_bonus", "in_battle", "sighted")
"""The same for what is so or not."""


class Lead(NamedTuple):
    """Lead of the Allies on the victory point tracks, negative for the Axis (§2.8)."""

    atlantic: int
    pacific: int


class UnitView(WarUnit):
    """A unit now.  Factors are those that count at the moment (§7.6); `printed_...` are those on the counter; `hidden`
    is a submarine that the other side does not see: for that side it is nowhere (§26)."""

    @property
    def state(self) -> Mapping[str, int]:
        """Every field of the unit by its name in the record (`words/record_guide.py` lists them)."""
        return {name: int(self.view.field(name)[self.number]) for name in self.view.fields_of_units}

    @property
    def power(self) -> Power:
        """The power that moves it."""
        return self.controller

    @property
    def side(self) -> Side:
        """Its side."""
        return Side(self.controller & 1)

    @property
    def intention(self) -> Intention:
        """What its task force does in the round (§29.2)."""
        return Intention(self.view.values_of_units("intention")[self.number])

    @property
    def traded(self) -> bool:
        """A Hilfskreuzer that has gained points this turn (§15.31)."""
        return bool(self.view.values_of_units("traded")[self.number])

    @property
    def crippled(self) -> bool:
        """A ship with damage equal to its armor (§7.61)."""
        return self.kind == Kind.SHIP and 0 < self.damage and self.armor <= self.damage

    @property
    def on_the_bottom(self) -> bool:
        """A ship resting on the bottom of a harbour (§9.35)."""
        return self.kind == Kind.SHIP and self.armor < self.damage

    @property
    def hit_points(self) -> int:
        """Damage points that would sink it at sea (§7.46)."""
        return max(0, self.armor + 1 - self.damage)


class View(WarView[Phase, Decision]):
    """What a seat may know of a game, or (seat None) everything but the dice to come."""

    state, printed, counters = STATE, PRINTED, UnitView
    phases, sides, decisions_asked = Phase, Side, Decision

    @staticmethod
    def conceal(books: np.ndarray, games: np.ndarray, seat: int) -> None:
        """Hidden submarines (§26)."""
        if int(books["options"][0]) >> OptionalRule.HIDDEN_SUBMARINES & 1:
            blindfold(books, games, 0, seat)

    # --- the game as a whole ---------------------------------------------------------------------------

    @property
    def victory_points(self) -> Lead:
        """Lead of the Allies on each track (§2.8)."""
        return Lead(*self.record["victory_points"].tolist())

    @property
    def handicap(self) -> Lead:
        """Points added to the lead of the Allies before the result is read (a bid)."""
        return Lead(*self._book["handicap"].tolist())

    # --- the board -------------------------------------------------------------------------------------

    def in_use(self, place: PlaceName) -> bool:
        """Whether the scenario has it."""
        area = place.kind == "area"
        open_places, number = ("open_areas", place.number) if area else ("open_ports", place.number - FIRST_PORT)
        return bool(int(self._book[open_places]) >> number & 1)

    def flag_at_start(self, area: str) -> Side | None:
        """The side that controlled it when the turn began."""
        held, number = self.record["held_at_start"].tolist(), self.area_number(area)
        return next((side for side in Side if held[side] >> number & 1), None)

    def owner(self, port: str) -> Power | None:
        """The power that holds a port or base.  Raises LookupError for an unknown one."""
        owner = int(self.record["owner"][self.port_number(port)])
        return None if owner == UNCONTROLLED else Power(owner)

    def touches(self, port: str) -> int:
        """The sea areas that a port or base is part of now, a bit each (§2.35, §2.42)."""
        number = self.port_number(port)
        areas, annex = int(self._book["touches"][number]), int(self._book["annex"])
        grown = annex != NOWHERE and number == self._book["annexed_to"]
        joined = grown and self.record["owner"][annex] == self.record["owner"][number]
        return areas | int(self._book["touches"][annex]) if joined else areas

    def raided_by(self, port: str) -> list[Power]:
        """The powers whose carriers have raided a port or base."""
        raided = int(self.record["raided"][self.port_number(port)])
        return [power for power in Power if raided >> power & 1]

    def points(self, area: str) -> tuple[int, int]:
        """Victory points that control of a sea area scores now: for the Allies, for the Axis (§2.21, §21.2)."""
        first = FIRST_PLACE_ROW + self.area_number(area) * PLACE_ROW_WIDTH
        points = self._observed[[first + PlaceRow.MY_POINTS, first + PlaceRow.THEIR_POINTS]]
        return int(points[0]), int(points[1])

    # --- the units -------------------------------------------------------------------------------------

    @cached_property
    def _observed(self) -> np.ndarray:
        """The observation in the layout "units" of what is in `record`, from the side of the Allies."""
        row = np.zeros(UNIT_TABLES_WIDTH, np.int16)
        observe(self.scenario.books, self._games, 0, REFEREE, UNIT_TABLES, row)
        return row

    def _values_of_units(self, name: str) -> list[Any]:
        if name not in NOW + WHETHER_NOW:
            return super()._values_of_units(name)
        table = self._observed[FIRST_UNIT_ROW : FIRST_UNIT_ROW + UNITS * UNIT_ROW_WIDTH].reshape(UNITS, UNIT_ROW_WIDTH)
        column = table[:, UnitRow[name.upper()]]
        return (column != 0 if name in WHETHER_NOW else column).tolist()

    @property
    def out_of_sight(self) -> list[UnitView]:
        """The submarines of which the observer does not know where they are (§26)."""
        return [unit for unit in self.units if unit.hidden and unit.place is None]

    def ships_in(self, place: str) -> list[UnitView]:
        """The ships among them."""
        return [unit for unit in self.units_in(place) if unit.kind == Kind.SHIP]

    # --- the combat being resolved -----------------------------------------------------------------------

    @property
    def area(self) -> str | None:
        """Id of the sea area being resolved."""
        area = int(self.record["area"])
        return None if area == NOWHERE else self.names.place(area).id

    @property
    def retreating(self) -> Side | None:
        """The side that retreats from it (§8.1)."""
        return self.side(self.record["retreating"])

    @property
    def surprise_round(self) -> int:
        """Which of the two rounds of a surprise attack is being made, on Pearl Harbor or in Indonesia (§19.7, §19.8):
        1, 2, or 0 for none."""
        frames = self.record["frames"][: self.record["depth"]].tolist()
        steps = [frame[STEP] for frame in frames]
        if steps[-2:] == [Step.PEARL_HARBOR, Step.RAID]:
            return int(frames[-2][STAGE]) - 1
        return int(frames[-1][STAGE]) if steps[-1:] == [Step.INDONESIA] else 0

    def choice(self, side: Side) -> Action:
        """The type of action a side has chosen; NONE while that is not known to the observer (§7.22)."""
        return Action(self.record["choice"][side])

    # --- as a scenario file ------------------------------------------------------------------------------

    def to_scenario(self) -> str:
        """See `GameView.to_scenario`."""
        return to_scenario(self.names, self._book, self.record, self.scenario.title_of_position)


view_of = View.of
