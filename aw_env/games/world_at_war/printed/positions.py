"""A position in a scenario file: where a war begins in the midst; checked, packed, and written from a record."""

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import tomli_w
from pydantic import field_validator

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.printed.keys import Keys, one_among, table_of
from aw_env.core.printed.named import Named
from aw_env.core.printed.scenarios import Scenario, check_no_position
from aw_env.games.world_at_war.printed.material import Place, Printed, SideName, Turn
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    TURNS,
    UNITS,
    Box,
    Cargo,
    Condition,
    Convoy,
    Kind,
    Phase,
    Side,
    Switch,
)
from aw_env.games.world_at_war.records.record import RECORDS

KEYS = Keys(RECORDS.state, UNITS)
"""The fields of the record that a file speaks of."""
LOST = "lost"
"""In the place of a unit's place."""
BEGINNINGS = (
    Phase.START, Phase.CONSTRUCTION, Phase.SUPPLY, Phase.MOVEMENT, Phase.MISSIONS, Phase.SUPPLY_AGAIN,
    Phase.REDEPLOYMENT,
)  # fmt: skip
"""Phases with which a position can begin: neither raiders nor a convoy are out."""
OF_ONE_SIDE = {Phase.SUPPLY: "allies", Phase.MISSIONS: "axis", Phase.SUPPLY_AGAIN: "allies"}
LOADED_IN = {
    Convoy.SUPPLY: Phase.SUPPLY,
    Convoy.SEA_TRANSPORT: Phase.MOVEMENT,
    Convoy.SUPPLY_AGAIN: Phase.SUPPLY_AGAIN,
    Convoy.ESCORT: Phase.REDEPLOYMENT,
}
"""The phase in which a convoy is loaded."""
LAST_OF_RAIDS = Phase.SUBMARINES
OF_BOXES = ("transports", "new_transports", "used_transports", "damaged", "submarines", "new_submarines", "asw")


class UnitState(table_of("UnitKeys", KEYS.of_unit)):  # type: ignore[misc]  # the keys are known when it runs
    """A unit that is otherwise than it arrived: a key for each field of the record that has one.

    place: where it is based, or "lost".  Of a row of one-factor ships `strength` is how many are there; 0: they are in
    other rows; of a ship 0: she is awaited.
    """

    place: str | None = None


BEGINS_AT = one_among(phase.name.lower() for phase in BEGINNINGS) | None


class Position(table_of("GameKeys", KEYS.of_game, begins_at=(BEGINS_AT, None))):  # type: ignore[misc]  # the same
    """Where a war begins: with its opening, or with a phase of a player turn.

    turn: its number.  moving: whose player turn it is.  units: those that are otherwise than they arrived, by their
    ids: `hood = "gibraltar"`, `hood = "lost"`, or what is said of each field.  What is told by side or by SW box is 0
    where it is left out; the transports that are left over of the pool are not built.
    """

    turn: Turn = 1
    moving: SideName = "axis"
    units: dict[Annotated[str, Named("unit")], UnitState] = {}

    @field_validator("units", mode="before")
    @classmethod
    def _place_alone_too(cls, units: Any) -> Any:
        if not isinstance(units, dict):
            return units
        return {id: {"place": told} if isinstance(told, str) else told for id, told in units.items()}

    @property
    def phase(self) -> Phase:
        """The phase with which it begins."""
        return Phase[str(self.begins_at).upper()]


# --- checks --------------------------------------------------------------------------------------------------


def check_position(path: Path, file: Any, printed: Printed) -> None:
    """Raises ConfigError for a position that cannot be, and for a key of one where the war begins with its opening."""
    if file.begins_at is None:
        check_no_position(path, file, Position)
        return
    if file.turn > file.last_turn:
        raise ConfigError(path, "turn", f"is {file.turn}, after the last turn ({file.last_turn})")
    if OF_ONE_SIDE.get(file.phase, file.moving) != file.moving:
        raise ConfigError(path, "begins_at", f"{file.begins_at} is a phase of the other side")
    campaign = printed.campaigns[file.campaign]
    if why := why_no_positions(campaign):
        raise ConfigError(path, "begins_at", why)
    _check_shipping(path, file, campaign)
    _check_indian_ocean(path, file, printed)
    for id, state in file.units.items():
        _check_unit(path, f"units.{id}", state, printed.units[printed.unit_numbers[id]], file, printed)
    at_sea = sum(bool(state.at_sea) for state in file.units.values())
    if file.phase > Phase.START and at_sea > file.brps.get("axis", 0):
        raise ConfigError(path, "brps.axis", f"less than the {at_sea} of the ships at sea, which must raid (21.5331)")
    _check_room(path, file, printed)


def why_no_positions(campaign: Any) -> str:
    """Why a file holds no position of a campaign: what lies on hexes and among islands has no keys yet; "" where it
    does."""
    return "" if campaign.theatre == "atlantic" else f"{campaign.title} has no positions in files yet: saves hold them"


def _check_shipping(path: Path, file: Any, campaign: Any) -> None:
    for key in OF_BOXES:
        for box, count in getattr(file, key).items():
            if box not in campaign.transports and count:
                raise ConfigError(path, f"{key}.{box}", "is no SW box of this campaign (20.63)")
    for box, count in file.new_transports.items():
        if count > file.transports.get(box, 0):
            raise ConfigError(path, f"new_transports.{box}", "more than sail there (20.64)")
    for box, count in file.new_submarines.items():
        if count > file.submarines.get(box, 0):
            raise ConfigError(path, f"new_submarines.{box}", "more than sail there (21.34)")
    pool = pool_of(file, campaign)
    if unbuilt(file, campaign) < 0:
        raise ConfigError(path, "transports", f"more, with those damaged, than the pool of {pool} (20.63)")
    for key, most in (("submarines", campaign.pool["submarines"]), ("asw", campaign.pool["asw"])):
        count = sum(getattr(file, key).values())
        if count and "submarine_warfare" not in file.in_play:
            raise ConfigError(path, key, "are of the optional rule submarine_warfare (20.7)")
        if count > most.value:
            raise ConfigError(path, key, f"more than the pool of {most.value} (20.85)")


def _check_indian_ocean(path: Path, file: Any, printed: Printed) -> None:
    """Raises ConfigError for submarines that sail there while the canal is not the Axis's."""
    canals = [place for place in printed.board.places.values() if place.lost_from]
    if file.submarines.get("indian") and not any(holder_of(canal, file) == "axis" for canal in canals):
        raise ConfigError(path, "submarines.indian", "sail there once the Axis holds Suez (20.71B)")


def pool_of(file: Any, campaign: Any) -> int:
    """The transports that there can be by then (20.631G)."""
    begun = file.turn if has_begun(file, "allies") else file.turn - 1
    grown = sum(number for turn, number in campaign.pool_grows.value if turn <= begun)
    afloat = sum(number.value for number in campaign.transports.values())
    return afloat + campaign.at_large.value + campaign.unbuilt.value + grown


def unbuilt(file: Any, campaign: Any) -> int:
    """The transports of the pool that are left over."""
    return pool_of(file, campaign) - sum(file.transports.values()) - sum(file.damaged.values())


def holder_of(place: Place, file: Any) -> str | None:
    """Whose a place is by then: with the optional rule Suez falls as an Axis player turn begins (20.71B)."""
    turn = place.lost_from.value if place.lost_from and Switch.AXIS_SUEZ.name.lower() in file.in_play else TURNS + 1
    has_fallen = file.turn > turn or (file.turn == turn and has_begun(file, "axis"))
    return "axis" if has_fallen else place.side


def has_begun(file: Any, side: str) -> bool:
    """Whether the player turn of a side has begun on the turn of the position, the start of it being over."""
    if file.moving == side:
        return file.phase > Phase.START
    return side == "axis"


def _check_unit(path: Path, where: str, state: UnitState, row: Any, file: Any, printed: Printed) -> None:
    """Raises ConfigError for a unit that cannot be so."""
    if row.campaign != file.campaign:
        raise ConfigError(path, where, f"{row.name} is not in this campaign")
    kind, place, places = Kind[row.kind.upper()], place_of(row, state, file), printed.board.places
    if state.place not in (*places, LOST, None):
        problem = f"{unknown(str(state.place), 'place', places)} (or {LOST})"
        raise ConfigError(path, f'{where}.place "{state.place}"', problem)
    if place in (LOST, None):
        for key in sorted(state.model_fields_set - {"place"}):
            raise ConfigError(path, f"{where}.{key}", f"{row.name} is not in play")
        return
    if arrival_of(row, file) is None and row.arrives_turn > 0:
        raise ConfigError(path, f"{where}.place", f"{row.name} arrives on turn {row.arrives_turn} (21.34)")
    if kind != Kind.CVE:
        _check_place(path, where, state, row, places[place], file)
    elif place != row.arrives_at:
        raise ConfigError(path, f"{where}.place", f"{row.name} stay in {places[row.arrives_at].name} (20.42H)")
    condition = state.condition or "sound"
    if kind >= Kind.DD and condition != "sound":
        raise ConfigError(path, f"{where}.condition", f"{row.name} go factor by factor (20.54)")
    if kind > Kind.CARRIER and condition == "sunk_in_port":
        raise ConfigError(path, f"{where}.condition", "only heavy ships are sunk in port (20.522)")
    if places[place].kind == "sw_box" and (state.repair or condition == "sunk_in_port"):
        raise ConfigError(path, where, f"{places[place].name} is no port (20.522, 20.523A)")
    if condition == LOST:
        raise ConfigError(path, f"{where}.condition", f'write place = "{LOST}"')
    if state.repair and condition != "damaged":
        raise ConfigError(path, f"{where}.repair", f"{row.name} is not damaged (20.5212E)")
    lasting = row.factors - 1 if condition != "sound" else row.factors - 2 if places[place].kind == "sw_box" else 0
    if state.hits and state.hits > lasting:
        raise ConfigError(path, f"{where}.hits", "hits short of damage do not last (20.523), as many as factors sink")
    if state.strength and kind < Kind.DD:
        raise ConfigError(path, f"{where}.strength", f"{row.name} has the factors that are printed (20.511C)")
    if state.squadrons and (kind != Kind.CARRIER or state.squadrons > row.factors):
        raise ConfigError(path, f"{where}.squadrons", "a carrier has as many squadrons as factors (20.33)")


def _check_place(path: Path, where: str, state: UnitState, row: Any, place: Place, file: Any) -> None:
    if place.kind == "sw_box":
        still_raids = file.turn == 1 and file.moving == "axis" and file.phase <= Phase.MISSIONS
        is_ready = state.condition in (None, "sound") and not state.inverted
        if row.side == "axis" and not (state.at_sea and row.at_sea and still_raids and is_ready):
            raise ConfigError(path, f"{where}.place", f"{row.name} stays in no SW box (21.5331, 21.537A)")
    elif state.at_sea:
        raise ConfigError(path, f"{where}.at_sea", "who is at sea is in an SW box (21.5331)")
    elif holder_of(place, file) != row.side:
        raise ConfigError(path, f"{where}.place", f"{place.name} is no port of its side (21.11)")
    elif place.opens and place.opens.value > file.turn:
        raise ConfigError(path, f"{where}.place", f"{place.name} is in use from turn {place.opens.value} on")


def _check_room(path: Path, file: Any, printed: Printed) -> None:
    """Raises ConfigError for a place with more than it can base (20.15, 21.113)."""
    there: dict[str, int] = {}
    for row in printed.units:
        state = file.units.get(row.id, UnitState())
        place = place_of(row, state, file) if row.campaign == file.campaign else None
        if place not in (None, LOST) and not state.repair:
            factors = most_of(row, file, printed) if state.strength is None else state.strength
            there[str(place)] = there.get(str(place), 0) + factors
    for place, factors in there.items():
        base = printed.board.places[place]
        if factors > base.capacity.value > 0:
            raise ConfigError(path, "units", f"{base.name} bases {base.capacity.value}, not {factors} (20.15)")


# --- units as they arrive ------------------------------------------------------------------------------------


def arrival_of(row: Any, file: Any) -> str | None:
    """Where a unit is unless more is said: where it has arrived; None while it is awaited."""
    if row.arrives_turn == 0 or (most_cves(row) and file.turn < row.arrives_turn):
        return None
    arrived = row.arrives_turn < file.turn or row.arrives_turn == 1
    if not arrived and row.arrives_turn == file.turn:
        arrived = has_begun(file, row.side)
    return str(row.arrives_at) if arrived else None


def most_cves(row: Any) -> bool:
    """Whether it is the row of escort carriers, which come one by one."""
    return bool(row.kind == Kind.CVE.name.lower())


def place_of(row: Any, state: UnitState, file: Any) -> str | None:
    """Where a unit is."""
    return state.place if state.place is not None else arrival_of(row, file)


def most_of(row: Any, file: Any, printed: Printed) -> int:
    """The factors that have arrived of a unit."""
    if not most_cves(row):
        return int(row.factors)
    begun = file.turn if has_begun(file, row.side) else file.turn - 1
    campaign: Any = printed.campaigns[file.campaign]
    return sum(turn <= begun for turn in campaign.cves_arrive.value)


# --- the record ----------------------------------------------------------------------------------------------


def pack_position(game: np.void, file: Any, printed: Printed) -> None:
    """Write a position into the record of a first position.  file: checked."""
    for field in KEYS.of_game:
        RECORDS.state.write(game, field.name, np.full(field.shape, field.fresh))
    KEYS.pack(game, file, printed.numbers)
    game["turn"], game["phase"], game["moving"] = file.turn, file.phase, Side[file.moving.upper()]
    game["unbuilt"] = unbuilt(file, printed.campaigns[file.campaign])
    for number, place in enumerate(printed.board.places.values()):
        if holder_of(place, file) != place.side:
            game["control"][number] = Side.AXIS
    game["cursor"] = NOBODY if file.phase in (Phase.MOVEMENT, Phase.REDEPLOYMENT) else 0
    states = {}
    for number, row in enumerate(printed.units):
        if row.campaign == file.campaign:
            state = file.units.get(row.id, UnitState())
            game["place"][number], states[row.id] = _packed_place(row, state, file, printed)
    KEYS.pack_units(game, states, printed.numbers)


def _packed_place(row: Any, state: UnitState, file: Any, printed: Printed) -> tuple[int, UnitState]:
    """Where a unit is, and what else is said of it, filled up with what goes without saying."""
    place = place_of(row, state, file)
    if place in (None, LOST):
        condition = "sound" if place is None else LOST
        gone = most_cves(row) or row.arrives_turn == 0 or (place == LOST and row.kind == Kind.DD.name.lower())
        strength = 0 if gone else row.factors
        return NOWHERE, UnitState(condition=condition, strength=strength)
    if state.strength == 0:
        return NOWHERE, UnitState(strength=row.factors if Kind[row.kind.upper()] < Kind.DD else 0)
    told = {key: value for key, value in state.model_dump().items() if value is not None}
    usual: dict[str, Any] = {"strength": most_of(row, file, printed)}
    if row.kind == Kind.CARRIER.name.lower():
        usual["squadrons"] = row.factors
    condition = told.get("condition", "sound")
    if condition == Condition.DAMAGED.name.lower():
        usual["hits"] = row.factors - 1
    return printed.place_numbers[str(place)], UnitState(**(usual | told))


# --- writing -------------------------------------------------------------------------------------------------


def to_scenario(scenario: Scenario, game: np.void) -> str:
    """The position as TOML, which starts from the same position, at the start of the phase; before the first turn, the
    scenario as it began.  While raiders are out it is that at which the next groups are formed: those that are out are
    in port, and their BRPs are spent.  While a convoy sails it is that in which it is loaded: its transports have not
    been used, and who protects or has met it is in port.  Raises ValueError where files hold no positions yet."""
    file, printed = scenario.file, scenario.printed
    tables = file.model_dump(exclude_none=True, exclude_defaults=True)
    if game["phase"] == Phase.OPENING:
        return tomli_w.dumps(tables)
    if why := why_no_positions(printed.campaigns[file.campaign]):
        raise ValueError(why)
    phase, game = _beginning(game), _in_port(game, printed)
    kept = {key: value for key, value in tables.items() if key not in Position.model_fields}
    told: dict[str, Any] = {
        **kept,
        "title": scenario.title_of_position,
        "turn": int(game["turn"]),
        "moving": Side(game["moving"]).name.lower(),
        "begins_at": phase.name.lower(),
        **{key: value for key, value in KEYS.told(game, printed.numbers).items() if value},
    }
    position = file.model_copy(update={key: told[key] for key in ("turn", "moving", "begins_at")})
    units = {}
    for number in game["roster"][: game["units"]].tolist():
        if state := _told_of_unit(game, number, position, printed):
            units[printed.units[number].id] = state
    return tomli_w.dumps(told | {"units": units})


def _beginning(game: np.void) -> Phase:
    """The phase at the start of which a position is written."""
    phase = Phase(game["phase"])
    if phase in BEGINNINGS:
        return phase
    if phase == Phase.CONVOY:
        return LOADED_IN[Convoy(game["convoy"])]
    return Phase.REDEPLOYMENT if phase in (LAST_OF_RAIDS, Phase.END) else Phase.MISSIONS


def _in_port(game: np.void, printed: Printed) -> np.void:
    """A record in which who is out is in port, where hits short of damage are repaired at once (20.523), and no
    transport has been used for the convoy that sails or is loaded (20.64).  Who began the war at sea and is in a group,
    or home, is in port too; for others, which must raid, there are BRPs (21.5331)."""
    game, places = game.copy(), printed.board.places
    at_sea = [number for id, number in printed.place_numbers.items() if places[id].kind == "sw_box"]
    for number in np.flatnonzero(game["at_sea"]).tolist():
        if game["in_group"][number] or game["seen_in"][number] or game["place"][number] not in at_sea:
            if game["place"][number] in at_sea:
                game["place"][number] = printed.place_numbers[printed.units[number].arrives_at]
            game["at_sea"][number] = 0
    game["brps"][Side.AXIS] = max(game["brps"][Side.AXIS], game["at_sea"].sum())
    game["hits"][(game["condition"] == Condition.SOUND) & ~np.isin(game["place"], at_sea)] = 0
    for cargo in Cargo:
        game["used_transports"][Box.ATLANTIC] -= game["laden"][cargo]
        game["shipped"][cargo] -= game["laden"][cargo] * (cargo != Cargo.LINE)
    return game


def _told_of_unit(game: np.void, number: int, file: Any, printed: Printed) -> Any:
    """What is to be said of a unit: nothing, if it is as it arrived."""
    row, place = printed.units[number], int(game["place"][number])
    arrived = arrival_of(row, file)
    if place == NOWHERE:
        if game["condition"][number] == Condition.LOST:
            return LOST
        return None if arrived is None else {"strength": 0}
    there = next(id for id, known in printed.place_numbers.items() if known == place)
    _, usual = _packed_place(row, UnitState(), file, printed)
    told = {
        key: value
        for key, value in KEYS.told_of_unit(game, number, printed.numbers).items()
        if value != getattr(usual, key, None)
    }
    if row.kind == Kind.CARRIER.name.lower() and game["squadrons"][number] == 0:
        told["squadrons"] = 0
    if game["condition"][number] == Condition.DAMAGED and game["hits"][number] == 0:
        told["hits"] = 0  # by a critical hit, or in port
    if there != arrived:
        told["place"] = there
    return there if {*told} == {"place"} else told
