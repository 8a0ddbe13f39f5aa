"""A position in a scenario file: where a battle begins in the midst; checked, packed, and written from a record."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import numpy as np
import tomli_w
from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.engine.layout import CURSOR, STAGE, STEP, SUBJECT
from aw_env.core.printed.keys import Keys, one_among, table_of, words_of
from aw_env.core.printed.named import Named
from aw_env.core.printed.packing import bits
from aw_env.core.printed.scenarios import Scenario
from aw_env.games.naval_miniatures.printed.fleets import all_called, names_in, never_on_carriers, own_side, takes_nation
from aw_env.games.naval_miniatures.printed.material import GONE, Printed, SideName
from aw_env.games.naval_miniatures.printed.zones import Features, SectorId
from aw_env.games.naval_miniatures.records.record import LAST_TURN, STATE
from aw_env.games.naval_miniatures.records.terms import (
    ASHORE,
    CONVOY_CARD,
    FLEET,
    NOBODY,
    NOWHERE,
    PLANES,
    SUBMARINES,
    UNITS,
    Effect,
    Phase,
    Side,
    Step,
)

KEYS = Keys(STATE, UNITS)
"""The fields of the record that a file speaks of."""
AIRBASE = "airbase"
OF_MISSIONS = ("aborted", "pressing", "draws_fire")
OF_AIRCRAFT = ("base", "rearming", *OF_MISSIONS)


class UnitState(table_of("UnitKeys", KEYS.of_unit)):  # type: ignore[misc]  # the keys are known when it runs
    """A unit of a position, and what it is now: a key for each field of the record that has one.

    card: `convoy_ship` for one of these.  side: left out, that of its card.  place: a sector, or "gone".  base: of an
    aircraft that is not on a mission, the carrier, named as views name it ("shokaku_2" for the second in its fleet), or
    "airbase".  spent, lent: abilities of its own that it has used, once a game and in this turn.  marks: abilities of
    the enemy that have marked it.  mends: the ship that it repairs, named likewise.
    """

    card: Annotated[str, Named("unit")]
    side: SideName | None = None
    place: Annotated[str, Named("place")] | None = None
    base: str | None = None
    spent: list[str] = []
    lent: list[str] = []


class Position(table_of("GameKeys", KEYS.of_game, begins_at=(one_among(words_of(Phase)[Phase.SET_UP :]), "set_up"))):  # type: ignore[misc]  # the keys are known when it runs
    """Where a battle begins: with its set-up, or with a phase of a turn; then `units` are the fleets.

    turn: which of the battle it is (MR-53).  first_player: of that turn.  score: as it stands, a bid counted.
    claimed: sectors whose objectives are taken.  smoke: by sector, the turn at whose end it goes.
    """

    turn: Annotated[int, Field(ge=1, le=LAST_TURN)] = 1
    claimed: list[SectorId] = []
    units: Annotated[list[UnitState], Field(max_length=UNITS)] = []

    @property
    def phase(self) -> Phase:
        """The phase with which it begins."""
        return Phase[self.begins_at.upper()]


class Stood(NamedTuple):
    """A unit of a position with its number, and where the file tells of it."""

    number: int
    row: Any
    state: UnitState
    where: str

    @property
    def side(self) -> Side:
        """Whom it fights for."""
        return Side(self.number // FLEET)

    @property
    def in_sector(self) -> bool:
        """Whether it is in a sector."""
        return self.state.place not in (None, GONE)


def stood(file: Any, printed: Printed) -> dict[str, Stood]:
    """The units of a position by their ids, in roster order: by card, equal cards as they stand in the file."""
    fleets: dict[Side, list[tuple[int, int]]] = {side: [] for side in Side}
    for k, state in enumerate(file.units):
        card = printed.numbers["unit"][state.card]
        side = Side[state.side.upper()] if state.side else own_side(printed.card(card))
        if side is None:
            side = Side[file.convoy.escort.upper()] if file.convoy else Side.ALLIES
        fleets[side].append((card, k))
    told = {side * FLEET + n: one for side, fleet in fleets.items() for n, one in enumerate(sorted(fleet))}
    names = all_called({number: card for number, (card, _) in told.items()}, printed)
    return {
        names[number].id: Stood(number, printed.card(card), file.units[k], f"units[{k + 1}]")
        for number, (card, k) in told.items()
    }


def fleet_of(side: Side, units: Iterable[Stood]) -> list[str]:
    """The cards of a side's fleet, without convoy ships."""
    return [unit.row.id for unit in units if unit.side == side and not unit.row.is_convoy_ship]


# --- checks --------------------------------------------------------------------------------------------------


def check_position(path: Path, file: Any, printed: Printed) -> None:
    """Raises ConfigError for a position that cannot be.  Its fleets are ones that could have been bought."""
    if file.turn > file.last_turn:
        raise ConfigError(path, "turn", f"is {file.turn}, after the last turn ({file.last_turn})")
    if file.zone is None and file.terrain is None:
        raise ConfigError(path, "zone", "a position is in a battle zone of a number, or has its own terrain")
    if file.first_player is None and file.phase > Phase.INITIATIVE:
        raise ConfigError(path, "first_player", "must be there from sea_movement on (INI.5)")
    zone = _zone(file, printed)
    for sector in file.claimed:
        if sector not in zone.objectives or file.convoy or not file.objectives:
            raise ConfigError(path, f'claimed "{sector}"', "is no objective of the battle zone")
    for sector, turn in file.smoke.items():
        if not file.turn <= turn <= file.turn + 1:
            raise ConfigError(path, f"smoke.{sector}", "smoke goes at the end of this turn or of the next (MR-27)")
    units = stood(file, printed)
    _check_convoy_ships(path, file, units.values())
    for unit in units.values():
        _check_unit(path, unit, units, file, printed)
    _check_room(path, units, file, printed)


def _zone(file: Any, printed: Printed) -> Features:
    zones = printed.zones.zones if file.convoy is None else printed.zones.convoy_zones
    return file.terrain or zones[str(file.zone)]


def _check_convoy_ships(path: Path, file: Any, units: Iterable[Stood]) -> None:
    ships = [unit for unit in units if unit.row.is_convoy_ship]
    escort, count = (file.convoy.escort, file.convoy.ships) if file.convoy else ("allies", 0)
    if len(ships) != count or any(ship.side.name.lower() != escort for ship in ships):
        raise ConfigError(path, "units", f"must have {count} convoy ships, those of the escort (CV.1)")
    if file.off > sum(ship.state.place == GONE for ship in ships):
        raise ConfigError(path, "off", "more convoy ships than are gone")


def _check_unit(path: Path, unit: Stood, units: dict[str, Stood], file: Any, printed: Printed) -> None:
    """Raises ConfigError for a unit that cannot be so."""
    state, row, where, flies = unit.state, unit.row, unit.where, unit.row.type == "aircraft"
    if (state.place is None) == (state.base is None):
        raise ConfigError(path, where, f"{row.name} must be in one place: place, or for an aircraft base")
    if (state.damage or 0) >= row.hull:
        raise ConfigError(path, f"{where}.damage", f'{row.name} has {row.hull} hull points: it would be "gone"')
    for key in OF_AIRCRAFT:
        if getattr(state, key) and not flies:
            raise ConfigError(path, f"{where}.{key}", f"is for aircraft; {row.name} is none")
    if (state.rearming or 0) > file.turn:
        raise ConfigError(path, f"{where}.rearming", f"a turn to come: this is turn {file.turn} (RET.2)")
    if state.place != GONE:
        _check_counters(path, unit, file, printed)
    if flies and unit.in_sector and not Phase.AIR_MISSIONS <= file.phase <= Phase.AIR_RETURN:
        raise ConfigError(path, f"{where}.place", "aircraft are on missions from air_missions to air_return")
    if not flies and not printed.can(row, Effect.SHALLOW_DRAFT):
        zone = _zone(file, printed)
        if state.place in zone.islands or state.place in zone.shoals:
            raise ConfigError(path, f"{where}.place", f"{row.name} cannot enter islands and shoals (MAP.1, MAP.2)")
    for key in ("spent", "lent"):
        known = _abilities(row, printed, key)
        for id in getattr(state, key):
            if id not in known:
                raise ConfigError(path, f'{where}.{key} "{id}"', unknown(id, f"ability of {row.name}", known))
    if state.mends is not None:
        ships = {id: other for id, other in units.items() if other.side == unit.side and other.row.type == "ship"}
        fellows = [id for id, other in ships.items() if other is not unit]
        if state.mends not in fellows or not printed.can(row, Effect.MEND_ANOTHER):
            raise ConfigError(path, f"{where}.mends", f"{row.name} repairs no such ship (AB.repair)")
    if state.base not in (None, AIRBASE):
        _check_deck(path, unit, units, file, printed)


def _check_counters(path: Path, unit: Stood, file: Any, printed: Printed) -> None:
    """Raises ConfigError for what an aircraft cannot have where it is, or with its card."""
    state, row, where = unit.state, unit.row, unit.where
    if state.rearming and state.base != AIRBASE:
        raise ConfigError(path, f"{where}.rearming", "Rearming counters are for aircraft ashore (RET.2)")
    for key in OF_MISSIONS:
        if getattr(state, key) and not Phase.AIR_DEFENSE <= file.phase <= Phase.AIR_RETURN:
            raise ConfigError(path, f"{where}.{key}", "is so from air_defense to air_return alone (RET.4)")
        if getattr(state, key) and not unit.in_sector and file.phase < Phase.AIR_RETURN:
            raise ConfigError(path, f"{where}.{key}", f"{row.name} is on no mission")
    if state.pressing and not (state.aborted and printed.can(row, Effect.PRESS)):
        raise ConfigError(path, f"{where}.pressing", f"{row.name} presses no attack (AB.press_the_attack)")
    if state.draws_fire and not printed.can(row, Effect.DRAW_FIRE):
        raise ConfigError(path, f"{where}.draws_fire", f"{row.name} draws no fire (AB.draw_the_cap)")


def _abilities(row: Any, printed: Printed, key: str) -> list[str]:
    """The abilities of a card that are used up, or that lend dice."""
    if key == "lent":
        return [id for id in row.has if printed.abilities[id].does(Effect.LENT_DICE)]
    return [id for id in row.has if any(deed.once for deed in printed.abilities[id].effects)]


def _check_deck(path: Path, unit: Stood, units: dict[str, Stood], file: Any, printed: Printed) -> None:
    carriers = [id for id, ship in units.items() if ship.row.capacity and ship.in_sector and ship.side == unit.side]
    where = f"{unit.where}.base"
    if unit.state.base not in carriers:
        problem = unknown(str(unit.state.base), "carrier in its fleet", carriers)
        raise ConfigError(path, f'{where} "{unit.state.base}"', f"{problem} (or {AIRBASE})")
    carrier = units[str(unit.state.base)].row
    if never_on_carriers(unit.row, printed) or file.historical and not takes_nation(carrier, unit.row):
        raise ConfigError(path, where, f"{unit.row.name} cannot be based there (CAR.3, HIS.5)")


def _check_room(path: Path, units: dict[str, Stood], file: Any, printed: Printed) -> None:
    """Raises ConfigError for the first unit for which a sector or a base has no room.  A sector holds as many ships as
    its best escort lets in, wherever she is now (MR-11, MR-42)."""
    scale, there = printed.scales.of(file.points), Counter[tuple[Any, ...]]()
    ships = dict.fromkeys(Side, scale.ships_a_sector)
    for unit in units.values():
        crowds = [deed["amount"] for _, deed in printed.deeds(unit.row) if deed["does"] == Effect.CROWD]
        ships[unit.side] = max([ships[unit.side], *crowds])
    overfull = Phase.AIR_ATTACK <= file.phase <= Phase.AIR_RETURN  # until the return, after carriers are lost (MR-17)
    for unit in units.values():
        key, room = "place", {"ship": ships[unit.side], "submarine": SUBMARINES, "aircraft": PLANES}[unit.row.type]
        if unit.state.base is not None:
            key, carrier = "base", units.get(unit.state.base)
            room = carrier.row.capacity if carrier else len(units) if overfull else scale.airbase
        elif not unit.in_sector:
            continue
        spot = unit.side, unit.state.base or unit.state.place, unit.row.type
        there[spot] += 1
        if there[spot] > room:
            raise ConfigError(path, f"{unit.where}.{key}", f"{unit.row.name} is one too many: there is room for {room}")


# --- the record ----------------------------------------------------------------------------------------------


def pack_position(game: np.void, book: np.void, file: Any, printed: Printed) -> None:
    """Write a position into a fresh record.  file: checked."""
    units = stood(file, printed)
    numbers = {id: unit.number for id, unit in units.items()}
    KEYS.pack(game, file, printed.numbers)
    KEYS.pack_units(game, {id: unit.state for id, unit in units.items()}, {**printed.numbers, "unit": numbers})
    game["turn"], game["phase"], game["zone"] = file.turn, file.phase, book["zone"]
    game["deploys_first"] = max(int(book["deploys_first"]), Side.ALLIES)
    game["smokes"] = (game["smoke"] > 0).sum()
    objectives = {sector: k for k, sector in enumerate(_zone(file, printed).objectives)}
    game["claimed"] = bits(objectives, file.claimed)
    game["units"] = len(units)
    game["roster"][: len(units)] = list(numbers.values())
    for unit in units.values():
        number, state = unit.number, unit.state
        card = game["card"][number] = printed.numbers["unit"][state.card]
        game["fleet"][unit.side] += 1
        game["gone"][number] = state.place == GONE
        game["place"][number] = NOWHERE if state.place is None else printed.numbers["place"][state.place]
        if state.base is not None:
            game["based_on"][number] = ASHORE if state.base == AIRBASE else numbers[state.base]
        damage = int(game["damage"][number])
        game["crippled"][number] = damage > 0 and damage == unit.row.hull - 1
        for key in ("spent", "lent"):
            game[key][number] = sum(1 << k for k, id in _effects(book, card, printed, key) if id in getattr(state, key))
    game["mended"][game["mending"][game["mending"] != NOBODY]] = 1
    game["sunk"] = (game["gone"][game["card"] == CONVOY_CARD]).sum() - file.off
    frame = game["frames"][0]
    frame[STEP], frame[SUBJECT], frame[CURSOR], frame[STAGE] = Step.TURN, file.phase, 0, 0
    game["depth"] = 1


def _effects(book: np.void, card: int, printed: Printed, key: str) -> list[tuple[int, str]]:
    """Which effects of a card are used up or lend dice, each with its ability."""
    fits = book["once"][card] == 1 if key == "spent" else book["does"][card] == Effect.LENT_DICE
    return [(k, list(printed.abilities)[book["ability"][card, k]]) for k in np.flatnonzero(fits).tolist()]


# --- writing -------------------------------------------------------------------------------------------------


def to_scenario(scenario: Scenario, game: np.void) -> str:
    """The position as TOML, which starts from the same position; before the first turn, the scenario as it began.
    Damage that waits for the end of the phase, and the dice to come, are not written."""
    tables = scenario.file.model_dump(exclude_none=True, exclude_defaults=True)
    if game["phase"] <= Phase.SET_UP:
        return tomli_w.dumps(tables)
    book, printed, places = scenario.books[0], scenario.printed, scenario.names.places
    kept = {key: value for key, value in tables.items() if key not in Position.model_fields and key != "fleets"}
    if scenario.file.terrain is None:
        kept["zone"] = int(game["zone"] - book["zone_of_die"]) + 1
    objectives = [place for k, place in enumerate(book["objective"][game["zone"]]) if int(game["claimed"]) >> k & 1]
    tables = {
        **kept,
        "title": scenario.title_of_position,
        "first": Side(game["deploys_first"]).name.lower(),
        "turn": int(game["turn"]),
        "begins_at": Phase(game["phase"]).name.lower(),
        **{key: value for key, value in KEYS.told(game, printed.numbers, also_fresh=False).items() if value},
        "score": {side.name.lower(): int(game["score"][side]) for side in Side},
        "claimed": [places[place].id for place in objectives],
        "units": _units(scenario, game),
    }
    return tomli_w.dumps(tables)


def _units(scenario: Scenario, game: np.void) -> list[dict[str, Any]]:
    book, printed, places = scenario.books[0], scenario.printed, scenario.names.places
    ids, units = {unit: name.id for unit, name in names_in(game, printed).items()}, []
    numbers = {**printed.numbers, "unit": {id: unit for unit, id in ids.items()}}
    for unit in ids:
        card, base = int(game["card"][unit]), int(game["based_on"][unit])
        row, told = printed.card(card), KEYS.told_of_unit(game, unit, numbers)
        state: dict[str, Any] = {"card": row.id}
        if own_side(row) not in (None, unit // FLEET):
            state["side"] = Side(unit // FLEET).name.lower()
        if base == NOBODY:
            state["place"] = GONE if game["gone"][unit] else places[int(game["place"][unit])].id
        elif base == ASHORE:
            state["base"] = AIRBASE
        elif game["gone"][base]:  # her aircraft are about to go ashore (CAR.6)
            state["base"] = AIRBASE
            told |= {} if printed.can(row, Effect.LOITER) else {"rearming": int(game["turn"])}
        else:
            state["base"] = ids[base]
        if game["phase"] <= Phase.SEA_MOVEMENT:
            told.pop("faster", None)  # but for a run it is settled when the phase begins (MR-47)
            told |= {"faster": run} if (run := _faster_by_a_run(book, game, unit)) else {}
        for key in ("spent", "lent"):
            used = [id for k, id in _effects(book, card, printed, key) if int(game[key][unit]) >> k & 1]
            told |= {key: used} if used else {}
        units.append(state | told)
    return units


def _faster_by_a_run(book: np.void, game: np.void, unit: int) -> int:
    """By how much a high-speed run that has been declared this turn makes a unit faster; one of an earlier turn is
    spent as well, and does so no longer."""
    card = game["card"][unit]
    runs = book["does"][card] == Effect.RUN
    runs &= (int(game["spent"][unit]) >> np.arange(runs.size) & 1) == 1
    amount = int(book["amount"][card][runs].sum())
    return amount if game["no_claims"][unit // FLEET] == 1 and game["faster"][unit] >= amount else 0
