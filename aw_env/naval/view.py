"""What a seat may know of a war: sea areas with flags, ports, units that fight there in rounds."""

from enum import IntEnum
from functools import cached_property
from typing import Any

from aw_env.core.engine.ledger import IN_TURN
from aw_env.core.printed.names import PlaceName
from aw_env.core.seen.view import AnyDecision, AnyPhase, Counter, GameView


class WarUnit(Counter):
    """A unit now."""

    @property
    def _kind_of_place(self) -> str:
        return "" if self.place_number < 0 else self.view.names.places[self.place_number].kind

    @property
    def at_sea(self) -> bool:
        """In a sea area."""
        return self._kind_of_place == "area"

    @property
    def in_port(self) -> bool:
        """In a port or base."""
        return self._kind_of_place not in ("", "area", "box")

    @property
    def target(self) -> int | None:
        """Number of the unit that it attacks."""
        target = self.view.values_of_units("target")[self.number]
        return None if target < 0 else target

    @property
    def attackers(self) -> int:
        """How many attack it."""
        return self.attackers_on


class WarView(GameView[AnyPhase, AnyDecision, Any, Any]):
    """What a seat may know of a war."""

    sides: type[IntEnum]

    @staticmethod
    def side_of_seat(seat: int) -> int:
        """The sides have their seats in turn."""
        return IN_TURN[seat]

    @cached_property
    def areas(self) -> tuple[Any, ...]:
        """The sea areas that may be entered."""
        return tuple(place for place in self.names.places if place and place.kind == "area" and self.in_use(place))

    @cached_property
    def ports(self) -> tuple[Any, ...]:
        """The ports and bases in use."""
        ports = (place for place in self.names.places if place and place.kind not in ("area", "box"))
        return tuple(port for port in ports if self.in_use(port))

    def in_use(self, place: Any) -> bool:
        """Whether a sea area, port or base has a part in this game."""
        return True

    def area_number(self, area: str) -> int:
        """Number of a sea area by its id.  Raises LookupError for what is none."""
        number = self.names.place_number(area)
        if self.names.place(number).kind != "area":
            raise LookupError(f'"{area}" is no sea area')
        return number

    def port_number(self, port: str) -> int:
        """Number of a port or base among these, by its id.  Raises LookupError for what is none."""
        number = self.names.place_number(port)
        if self.names.place(number).kind in ("area", "box"):
            raise LookupError(f'"{port}" is no port or base')
        return number - self.scenario.printed.first_port

    def flag(self, area: str) -> Any:
        """The side that controls a sea area, or None.  Raises LookupError for an unknown one."""
        return self.side(self.record["flag"][self.area_number(area)])

    def side(self, number: int) -> Any:
        """A side by its number in the record; None for a number that means nobody."""
        return None if number < 0 else self.sides(number)

    def place(self, number: int) -> PlaceName | None:
        """A place by its number in the record; None for a number that means nowhere."""
        return None if number < 0 else self.names.place(int(number))

    # --- the combat that is resolved -----------------------------------------------------------------------

    @property
    def round(self) -> int:
        """Number of the round of combat in the area, 0 before the first."""
        return int(self.record["combat_round"])

    def resolved(self, area: str) -> bool:
        """Whether combat in a sea area is over for this turn.  Raises LookupError for an unknown one."""
        return bool(self.record["resolved"][self.area_number(area)])
