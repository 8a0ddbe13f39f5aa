"""A read-only view of a game in Python, for agents that reason, the command line, the narrator and tests.

    view.ships_in("north_sea")                 # [UnitView, ...]
    view.unit("bismarck").damage               # 3
    view.flag("hawaiian_islands")              # Side.ALLIES, Side.AXIS or None

A view is a snapshot: it does not change when the game goes on.  It holds neither the generator nor dice laid in
front of it, and the view of a seat holds no action type of the other side before both have chosen (§7.22), nor its
hidden submarines (§26).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.declare.fields import leave_out
from aw_env.core.engine.compiling import records
from aw_env.core.engine.stack import STAGE, STEP
from aw_env.core.seen.view import Counter, GameView, copied
from aw_env.games.admirals_war.observation.columns import (
    FIRST_PLACE_ROW,
    FIRST_UNIT_ROW,
    PLACE_ROW_WIDTH,
    UNIT_ROW_WIDTH,
    UNIT_TABLES,
    UNIT_TABLES_WIDTH,
    PlaceRow,
    UnitRow,
)
from aw_env.games.admirals_war.observation.observing import observe
from aw_env.games.admirals_war.observation.visible import REFEREE, blindfold
from aw_env.games.admirals_war.printed.load import Names, PlaceName, Scenario, UnitName
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    NO_SUBJECT,
    NOBODY,
    NOWHERE,
    PLACE_SUBJECTS,
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


def cover_the_eyes(books: np.ndarray, games: np.ndarray, seat: int) -> None:
    """Take from `games[0]`, which is a copy, what a seat may not see of hidden submarines (§26)."""
    if int(books["options"][0]) >> OptionalRule.HIDDEN_SUBMARINES & 1:
        blindfold(books, games, 0, seat)


class Lead(NamedTuple):
    """Lead of the Allies on the victory point tracks, negative for the Axis (§2.8)."""

    atlantic: int
    pacific: int


@dataclass(frozen=True)
class UnitView(Counter):
    """A unit now.  Factors are those that count at the moment (§7.6); `printed_...` are those on the counter."""

    number: int
    label: UnitName
    place: str | None
    """Id of its place."""
    place_number: int
    kind: Kind
    power: Power
    side: Side
    gunnery: int
    gunnery_bonus: bool
    airstrike: int
    air_bonus: bool
    armor: int
    armor_bonus: bool
    speed: int
    printed_gunnery: int
    printed_airstrike: int
    printed_speed: int
    damage: int
    overhaul: int
    carrier: bool
    raider_side: bool
    raiding: bool
    disabled: bool
    retreated: bool
    pursued: bool
    committed: bool
    refuelled: bool
    traded: bool
    due: int
    group: int
    firing: bool
    target: int | None
    """Number of the unit it attacks in this action."""
    attackers: int
    pending_damage: int
    in_battle: bool
    task_force: int
    """Number of its task force in the round, 0 for none (§29.1)."""
    intention: Intention
    """What that does."""
    sighted: bool
    hidden: bool
    """A submarine that the other side does not see: for that side it is nowhere (§26)."""
    state: Mapping[str, int]
    """Every field of the unit by its name in the record (`docs/record.md`)."""

    @property
    def at_sea(self) -> bool:
        """In a sea area."""
        return 0 <= self.place_number < AREAS

    @property
    def in_port(self) -> bool:
        """In a port or base."""
        return FIRST_PORT <= self.place_number < FIRST_BOX

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


class _MadeWhenNeeded(Mapping):
    """Units by number, each made when it is first asked for: most questions are about a few of three hundred."""

    def __init__(self, numbers: list[int], make: Callable[[int], UnitView]) -> None:
        self._made: dict[int, UnitView | None] = dict.fromkeys(numbers)
        self._make = make

    def __getitem__(self, number: int) -> UnitView:
        unit = self._made[number]
        if unit is None:
            unit = self._made[number] = self._make(number)
        return unit

    def __contains__(self, number: object) -> bool:
        return number in self._made

    def __iter__(self) -> Iterator[int]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


_UNIT_FIELDS = tuple(field.name for field in STATE if field.shape == (UNITS,))


class _UnitState(Mapping):
    """The fields of one unit, read when they are asked for."""

    def __init__(self, record: np.void, number: int) -> None:
        self._record, self._number = record, number

    def __getitem__(self, name: str) -> int:
        if name not in _UNIT_FIELDS:
            raise KeyError(name)
        return int(STATE.read(self._record, name)[self._number])

    def __iter__(self) -> Iterator[str]:
        return iter(_UNIT_FIELDS)

    def __len__(self) -> int:
        return len(_UNIT_FIELDS)


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
        self._games = copied(games)
        if seat is not None:
            cover_the_eyes(scenario.books, self._games, seat)
        self.record = self._games[0]
        leave_out(STATE, self.record, seat, None if seat is None else seat & 1, scenario.books[0]["seat_of_power"])
        self._book = scenario.books[0]

    # `record` is the copy itself, for the narrator.

    # --- the game as a whole ---------------------------------------------------------------------------

    @property
    def victory_points(self) -> Lead:
        """Lead of the Allies on each track (§2.8)."""
        return Lead(*self.record["victory_points"].tolist())

    @property
    def handicap(self) -> Lead:
        """Points added to the lead of the Allies before the result is read (a bid)."""
        return Lead(*self._book["handicap"].tolist())

    @property
    def armor_sunk(self) -> tuple[int, int]:
        """Armor factors that the Allies and the Axis have lost."""
        return tuple(self.record["armor_sunk"].tolist())

    @property
    def power(self) -> Power | None:
        """The power whose choice it is."""
        return None if self.record["power"] == NOBODY else Power(self.record["power"])

    # --- the board -------------------------------------------------------------------------------------

    @cached_property
    def areas(self) -> list[PlaceName]:
        """The sea areas that may be entered."""
        return [
            self.names.place(area) for area in range(self._book["areas"]) if int(self._book["open_areas"]) >> area & 1
        ]

    @cached_property
    def ports(self) -> list[PlaceName]:
        """The ports and bases in use."""
        numbers = [port for port in range(self._book["ports"]) if int(self._book["open_ports"]) >> port & 1]
        return [self.names.place(FIRST_PORT + port) for port in numbers]

    def flag(self, area: str) -> Side | None:
        """The side that controls a sea area.  Raises LookupError for an unknown one."""
        return self._side(self.record["flag"][self.area_number(area)])

    def flag_at_start(self, area: str) -> Side | None:
        """The side that controlled it when the turn began."""
        held, number = self.record["held_at_start"].tolist(), self.area_number(area)
        return next((side for side in Side if held[side] >> number & 1), None)

    def owner(self, port: str) -> Power | None:
        """The power that holds a port or base.  Raises LookupError for an unknown one."""
        owner = int(self.record["owner"][self._port_number(port)])
        return None if owner == UNCONTROLLED else Power(owner)

    def touches(self, port: str) -> int:
        """The sea areas that a port or base is part of now, a bit each (§2.35, §2.42)."""
        number = self._port_number(port)
        areas, annex = int(self._book["touches"][number]), int(self._book["annex"])
        grown = annex != NOWHERE and number == self._book["annexed_to"]
        joined = grown and self.record["owner"][annex] == self.record["owner"][number]
        return areas | int(self._book["touches"][annex]) if joined else areas

    def raided_by(self, port: str) -> list[Power]:
        """The powers whose carriers have raided a port or base."""
        raided = int(self.record["raided"][self._port_number(port)])
        return [power for power in Power if raided >> power & 1]

    def points(self, area: str) -> tuple[int, int]:
        """Victory points that control of a sea area scores now: for the Allies, for the Axis (§2.21, §21.2)."""
        first = FIRST_PLACE_ROW + self.area_number(area) * PLACE_ROW_WIDTH
        points = self._observed[[first + PlaceRow.MY_POINTS, first + PlaceRow.THEIR_POINTS]]
        return int(points[0]), int(points[1])

    @staticmethod
    def _side(number: int) -> Side | None:
        return None if number == NOBODY else Side(number)

    def _port_number(self, port: str) -> int:
        number = self.names.place_number(port)
        if not FIRST_PORT <= number < FIRST_BOX:
            raise LookupError(f'"{port}" is no port or base')
        return number - FIRST_PORT

    # --- the units -------------------------------------------------------------------------------------

    @cached_property
    def _observed(self) -> np.ndarray:
        """The observation in the layout "units" of what is in `record`, from the side of the Allies."""
        row = np.zeros(UNIT_TABLES_WIDTH, np.int16)
        observe(self.scenario.books, self._games, 0, REFEREE, UNIT_TABLES, row)
        return row

    @cached_property
    def units_by_number(self) -> Mapping[int, UnitView]:
        """Every unit in the game, by number, in roster order."""
        table = self._observed[FIRST_UNIT_ROW : FIRST_UNIT_ROW + UNITS * UNIT_ROW_WIDTH].reshape(UNITS, UNIT_ROW_WIDTH)
        roster = self.record["roster"][: self.record["units"]].tolist()
        return _MadeWhenNeeded(roster, lambda number: self._unit(number, table[number].tolist()))

    def _unit(self, number: int, row: list[int]) -> UnitView:
        place = row[UnitRow.PLACE]
        return UnitView(
            number=number,
            label=self.names.units[number],
            place=None if place == NOWHERE else self.names.place(place).id,
            place_number=place,
            kind=Kind(row[UnitRow.KIND]),
            power=Power(row[UnitRow.POWER]),
            side=Side(row[UnitRow.POWER] & 1),
            gunnery=row[UnitRow.GUNNERY],
            gunnery_bonus=bool(row[UnitRow.GUNNERY_BONUS]),
            airstrike=row[UnitRow.AIRSTRIKE],
            air_bonus=bool(row[UnitRow.AIR_BONUS]),
            armor=row[UnitRow.ARMOR],
            armor_bonus=bool(row[UnitRow.ARMOR_BONUS]),
            speed=row[UnitRow.SPEED],
            printed_gunnery=row[UnitRow.PRINTED_GUNNERY],
            printed_airstrike=row[UnitRow.PRINTED_AIRSTRIKE],
            printed_speed=row[UnitRow.PRINTED_SPEED],
            damage=row[UnitRow.DAMAGE],
            overhaul=row[UnitRow.OVERHAUL],
            carrier=bool(row[UnitRow.CARRIER]),
            raider_side=bool(row[UnitRow.RAIDER_SIDE]),
            raiding=bool(row[UnitRow.RAIDING]),
            disabled=bool(row[UnitRow.DISABLED]),
            retreated=bool(row[UnitRow.RETREATED]),
            pursued=bool(row[UnitRow.PURSUED]),
            committed=bool(row[UnitRow.COMMITTED]),
            refuelled=bool(row[UnitRow.REFUELLED]),
            traded=bool(row[UnitRow.TRADED]),
            due=row[UnitRow.DUE],
            group=row[UnitRow.GROUP],
            firing=bool(row[UnitRow.FIRING]),
            target=None if row[UnitRow.TARGET] == NOBODY else row[UnitRow.TARGET],
            attackers=row[UnitRow.ATTACKERS],
            pending_damage=row[UnitRow.PENDING_DAMAGE],
            in_battle=bool(row[UnitRow.IN_BATTLE]),
            task_force=row[UnitRow.TASK_FORCE],
            intention=Intention(row[UnitRow.INTENTION]),
            sighted=bool(row[UnitRow.SIGHTED]),
            hidden=bool(row[UnitRow.HIDDEN]),
            state=_UnitState(self.record, number),
        )

    def units_in(self, place: str) -> list[UnitView]:
        """The units in a sea area, port, base or box.  Raises LookupError for an unknown place."""
        number = self.names.place_number(place)
        return [unit for unit in self.units if unit.place_number == number]

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
        return self._side(self.record["retreating"])

    @property
    def surprise_round(self) -> int:
        """Which of the two rounds of a surprise attack is being made, on Pearl Harbor or in Indonesia (§19.7, §19.8):
        1, 2, or 0 for none."""
        frames = self.record["frames"][: self.record["depth"]].tolist()
        steps = [frame[STEP] for frame in frames]
        if steps[-2:] == [Step.PEARL_HARBOR, Step.RAID]:
            return int(frames[-2][STAGE]) - 1
        return int(frames[-1][STAGE]) if steps[-1:] == [Step.INDONESIA] else 0

    @property
    def action(self) -> Action:
        """The type of action determined for the round (§7.22)."""
        return Action(self.record["action"])

    def choice(self, side: Side) -> Action:
        """The type of action a side has chosen; NONE while that is not known to the observer (§7.22)."""
        return Action(self.record["choice"][side])

    # --- as a scenario file ------------------------------------------------------------------------------

    def to_scenario(self) -> str:
        """The position as a scenario file (TOML): `env(scenario="position.toml")` begins there.

        The file begins at the start of the present phase; what has been done within the phase, and the dice, are
        not part of it.
        """
        title = self.scenario.title.removesuffix(" (position)")
        return to_scenario(self.names, self._book, self.record, f"{title} (position)")


def view_of(scenario: Scenario, game: Any) -> View:
    """The view of a game given as a view, an array of games (the first is meant) or a record."""
    if isinstance(game, View):
        return game
    games = records(game.dtype, 1)
    games[:1] = game[:1] if game.ndim else game
    return View(scenario, games)
