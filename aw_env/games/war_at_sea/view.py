"""A read-only view of a game in Python, for agents that reason, the command line, the narrator and tests.

    view.ships_in("north_sea")                 # [UnitView, ...]
    view.unit("bismarck").damage               # 3
    view.flag("barents")                       # Side.ALLIES, Side.AXIS or None

A view is a snapshot: it does not change when the game goes on.  It holds neither the generator nor dice laid in front
of it, and the view of a seat holds no choice of the other side before both have chosen (5.5, 12.9), nor which British
ship lies where while they lie face down (19.3).
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from aw_env.core.declare.fields import leave_out
from aw_env.core.seen.view import Counter, GameView, copied
from aw_env.games.war_at_sea.observation.visible import blindfold
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.printed.names import Names, PlaceName, UnitName
from aw_env.games.war_at_sea.printed.scenario_text import to_scenario
from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NO_SUBJECT,
    NOBODY,
    NOWHERE,
    PLACE_SUBJECTS,
    Decision,
    Kind,
    OptionalRule,
    Phase,
    Side,
)


@dataclass(frozen=True)
class UnitView(Counter):
    """A unit now.  Factors are those that count at the moment (7.5, 7.6); `printed_...` are those on the counter."""

    number: int
    label: UnitName
    place: str | None
    """Id of its place; None where the observer does not see it."""
    place_number: int
    kind: Kind
    side: Side
    attack: int
    defense: int
    speed: int
    airstrike: int
    printed_attack: int
    printed_speed: int
    damage: int
    bonus: int
    bound_for: int
    moved: bool
    released: bool
    refuelled: bool
    taken_over: bool
    disabled: bool
    disengaged: bool
    struck: bool
    firing: bool
    group: int
    target: int | None
    attackers: int
    pending_damage: int
    in_battle: bool
    """Whether it takes part in the surface combat that is fought, as all in the area do, or those in a pursuit."""

    @property
    def at_sea(self) -> bool:
        """In a sea area."""
        return 0 <= self.place_number < AREAS

    @property
    def carrier(self) -> bool:
        """A carrier."""
        return self.kind == Kind.CARRIER

    @property
    def in_port(self) -> bool:
        """In a port."""
        return FIRST_PORT <= self.place_number < FIRST_BOX

    @property
    def hit_points(self) -> int:
        """Damage points that would sink it (7.4)."""
        return self.defense + 1 - self.damage


class View(GameView[Phase, Decision, UnitView, PlaceName]):
    """What a seat may know of a game, or (seat None) everything but the dice to come.

    scenario: the scenario that is played.  games: an array whose first record is the game; it is copied.
    """

    state, phases, decisions_asked, about_nothing, about_places = STATE, Phase, Decision, NO_SUBJECT, PLACE_SUBJECTS
    names: Names

    def __init__(self, scenario: Scenario, games: np.ndarray, seat: int | None = None) -> None:
        self.scenario = scenario
        self.names = scenario.names
        self.observer = seat
        self._games = seen_by(scenario.books, games, seat)
        self.record = self._games[0]
        self._book = scenario.books[0]

    # --- the game as a whole ---------------------------------------------------------------------------

    @property
    def lead(self) -> int:
        """Lead of the Allies in points of control, negative for the Axis, without the bid."""
        return int(self.record["lead"])

    @property
    def bid(self) -> float:
        """Points added to that before the result is read."""
        return float(self._book["bid"]) / 2

    def plays(self, option: OptionalRule) -> bool:
        """Whether an optional rule is in play (19)."""
        return bool(int(self._book["options"]) >> option & 1)

    # --- the board -------------------------------------------------------------------------------------

    @property
    def areas(self) -> tuple[PlaceName, ...]:
        """The sea areas."""
        return self.names.places[:AREAS]

    @property
    def ports(self) -> tuple[PlaceName, ...]:
        """The ports."""
        return self.names.places[FIRST_PORT:FIRST_BOX]

    def flag(self, area: str) -> Side | None:
        """The side that controls a sea area.  Raises LookupError for an unknown one."""
        number = int(self.record["flag"][self.area_number(area)])
        return None if number == NOBODY else Side(number)

    def points(self, area: str) -> tuple[int, int]:
        """Points that control of a sea area is worth: to the Allies, to the Axis (2.1)."""
        allies, axis = self._book["points"][self.area_number(area)].tolist()
        return allies, axis

    def is_active(self, port: str) -> bool:
        """Whether a port may be used on this turn (2.4, 2.5).  Raises LookupError."""
        number = self.names.place_number(port) - FIRST_PORT
        return bool(self._book["active_from"][number] <= self.turn <= self._book["active_to"][number])

    def marker(self, side: Side) -> PlaceName | None:
        """Where a side's land-based aircraft strike this turn; None before that is known, or nowhere."""
        place = int(self.record["marker"][side])
        return None if place == NOWHERE else self.names.places[place]

    def face_down(self, place: str) -> int:
        """British ships that lie there face down, as the observer sees it (19.3).  Raises LookupError."""
        return int(self.record["face_down"][self.names.place_number(place)])

    # --- the units -------------------------------------------------------------------------------------

    @cached_property
    def units_by_number(self) -> dict[int, UnitView]:
        """Every unit in the game, by number, in roster order."""
        marks = {name: self.field(name).tolist() for name in _MARKS}
        return {number: self._unit(number, marks) for number in self.record["roster"][: self.record["units"]].tolist()}

    def _unit(self, number: int, marks: dict[str, list[int]]) -> UnitView:
        book, record = self._book, self.record
        printed = {name: int(book[name][number]) for name in ("attack", "defense", "speed", "airstrike", "bonus")}
        damage, place, target = (int(record[name][number]) for name in ("damage", "place", "target"))
        with_them = place == int(record["area"]) != NOWHERE and int(record["group"][number]) == self.battle_group
        crippled = damage >= printed["defense"]
        return UnitView(
            number=number,
            label=self.names.units[number],
            place=None if place == NOWHERE else self.names.places[place].id,
            place_number=place,
            kind=Kind(book["kind"][number]),
            side=Side(record["side"][number]),
            attack=min(1, printed["attack"]) if crippled else printed["attack"],
            defense=printed["defense"],
            speed=max(1, printed["speed"] - damage),
            airstrike=0 if crippled else printed["airstrike"],
            printed_attack=printed["attack"],
            printed_speed=printed["speed"],
            damage=damage,
            bonus=0 if damage else printed["bonus"],
            bound_for=int(record["bound_for"][number]),
            group=int(record["group"][number]),
            target=None if target == NOBODY else target,
            attackers=int(record["attackers_on"][number]),
            pending_damage=int(record["pending_damage"][number]),
            in_battle=with_them and int(book["kind"][number]) != Kind.U_BOAT and not marks["disengaged"][number],
            **{name: bool(values[number]) for name, values in marks.items()},
        )

    def ships_in(self, place: str, side: Side | None = None) -> list[UnitView]:
        """The units in a place, of one side or both.  Raises LookupError for an unknown place."""
        number = self.names.place_number(place)
        return [unit for unit in self.units if unit.place_number == number and side in (None, unit.side)]

    # --- the combat ------------------------------------------------------------------------------------

    @property
    def area(self) -> PlaceName | None:
        """The sea area that is being resolved."""
        number = int(self.record["area"])
        return None if number == NOWHERE else self.names.places[number]

    def touches(self, port: str) -> set[int]:
        """The numbers of the sea areas that a port lies on.  Raises LookupError."""
        on = int(self._book["touches"][self.names.place_number(port) - FIRST_PORT])
        return {area.number for area in self.areas if on >> area.number & 1}

    def to_scenario(self) -> str:
        """The position as a scenario file (TOML): `env(scenario="position.toml")` begins there, at the start of the
        present phase; the dice are not part of it."""
        return to_scenario(self.scenario, self.record)


_MARKS = ("moved", "released", "refuelled", "taken_over", "disabled", "disengaged", "struck", "firing")


def seen_by(books: np.ndarray, games: np.ndarray, seat: int | None) -> np.ndarray:
    """A copy of `games[0]` with what a seat may see of it; the dice to come nobody may."""
    seen = copied(games)
    if seat is not None and int(books["options"][0]) >> OptionalRule.FACE_DOWN & 1:
        blindfold(books, seen, 0, seat)
    leave_out(STATE, seen[0], seat, seat, books[0]["seat_of_power"])
    return seen


def view_of(scenario: Scenario, game: Any) -> View:
    """The view of a game given as a view or as an array of games (the first is meant)."""
    return game if isinstance(game, View) else View(scenario, game)
