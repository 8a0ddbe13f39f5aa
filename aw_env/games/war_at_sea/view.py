"""A read-only view of a game in Python, for agents that reason, the command line, the narrator and tests.

    view.ships_in("north_sea")                 # [UnitView, ...]
    view.unit("bismarck").damage               # 3
    view.flag("barents")                       # Side.ALLIES, Side.AXIS or None

The view of a seat holds no choice of the other side before both have chosen (5.5, 12.9), nor which British ship lies
where while they lie face down (19.3).
"""

import numpy as np

from aw_env.core.printed.names import PlaceName
from aw_env.core.seen.view import told_by
from aw_env.games.war_at_sea.observation.visible import blindfold
from aw_env.games.war_at_sea.printed.scenario import to_scenario
from aw_env.games.war_at_sea.records.book import PRINTED
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.terms import (
    NOWHERE,
    Decision,
    Kind,
    OptionalRule,
    Phase,
    Side,
)
from aw_env.games.war_at_sea.rules import counters
from aw_env.naval.view import WarUnit, WarView


class UnitView(WarUnit):
    """A unit now.  Factors are those that count at the moment (7.5, 7.6); `printed_...` are those on the counter."""

    attack = told_by(counters.attack)
    """Its shots in surface combat."""
    airstrike = told_by(counters.airstrike)
    """Its airstrike factor."""
    speed = told_by(counters.speed)
    """Its speed."""

    @property
    def bonus(self) -> int:
        """What is added to its dice in surface combat (11.5)."""
        return 0 if self.damage else self.printed_bonus

    @property
    def hit_points(self) -> int:
        """Damage points that would sink it (7.4)."""
        return self.defense + 1 - self.damage

    @property
    def carrier(self) -> bool:
        """A carrier."""
        return self.kind == Kind.CARRIER

    @property
    def in_battle(self) -> bool:
        """Whether it takes part in the surface combat that is fought, as all in the area do, or those in a pursuit."""
        area, group = int(self.view.record["area"]), int(self.view.record["battle_group"])
        with_them = self.place_number == area != NOWHERE and self.group == group
        return with_them and self.kind != Kind.U_BOAT and not self.disengaged


class View(WarView[Phase, Decision]):
    """What a seat may know of a game, or (seat None) everything but the dice to come."""

    state, printed, counters = STATE, PRINTED, UnitView
    phases, sides, decisions_asked = Phase, Side, Decision

    @staticmethod
    def conceal(books: np.ndarray, games: np.ndarray, seat: int) -> None:
        """British ships that lie face down (19.3)."""
        if int(books["options"][0]) >> OptionalRule.FACE_DOWN & 1:
            blindfold(books, games, 0, seat)

    @property
    def bid(self) -> float:
        """Points added to that before the result is read."""
        return float(self._book["bid"]) / 2

    def points(self, area: str) -> tuple[int, int]:
        """Points that control of a sea area is worth: to the Allies, to the Axis (2.1)."""
        allies, axis = self._book["points"][self.area_number(area)].tolist()
        return allies, axis

    def is_active(self, port: str) -> bool:
        """Whether a port may be used on this turn (2.4, 2.5).  Raises LookupError."""
        return bool(self.by_rule(counters.is_active, self.port_number(port)))

    def marker(self, side: Side) -> PlaceName | None:
        """Where a side's land-based aircraft strike this turn; None before that is known, or nowhere."""
        return self.place(self.record["marker"][side])

    def face_down(self, place: str) -> int:
        """British ships that lie there face down, as the observer sees it (19.3).  Raises LookupError."""
        return int(self.record["face_down"][self.names.place_number(place)])

    def ships_in(self, place: str, side: Side | None = None) -> list[UnitView]:
        """The units in a place, of one side or both.  Raises LookupError for an unknown place."""
        return [unit for unit in self.units_in(place) if side in (None, unit.side)]

    @property
    def area(self) -> PlaceName | None:
        """The sea area that is being resolved."""
        return self.place(self.record["area"])

    def touches(self, port: str) -> set[int]:
        """The numbers of the sea areas that a port lies on.  Raises LookupError."""
        on = int(self._book["touches"][self.port_number(port)])
        return {area.number for area in self.areas if on >> area.number & 1}

    def to_scenario(self) -> str:
        """See `GameView.to_scenario`."""
        return to_scenario(self.scenario, self.record)


view_of = View.of
