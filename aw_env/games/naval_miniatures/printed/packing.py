"""From printed material and a scenario file to the records of a book and of a first position: what their declarations
do not say."""

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from aw_env.core.engine.layout import records
from aw_env.core.printed.packing import pack_printed
from aw_env.games.naval_miniatures.printed import sectors
from aw_env.games.naval_miniatures.printed.cards import ATTACKS
from aw_env.games.naval_miniatures.printed.material import GivenFleets, Printed
from aw_env.games.naval_miniatures.printed.positions import pack_position
from aw_env.games.naval_miniatures.printed.scales import Scale
from aw_env.games.naval_miniatures.printed.scenario import ScenarioFile, house_fleets, limits_of
from aw_env.games.naval_miniatures.printed.zones import FACES, Features
from aw_env.games.naval_miniatures.records.record import ANY_RANGE, BOOK, GAME, LAST_TURN, MOST_POINTS, PRINTED, STATE
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    CARDS,
    PRINTED_WEAPONS,
    RANGES,
    ROWS,
    SECTORS,
    SHIPS,
    Effect,
    Fleets,
    Kind,
    Phase,
    Side,
    Terrain,
    Weapon,
)

OWN_ZONE, FIRST_ZONE, FIRST_CONVOY_ZONE = 0, 1, 1 + FACES
"""Numbers of battle zones: that of a file, those of the die, those of the die of the convoy scenario."""
BY_ABILITY = {weapon: Effect[weapon.name] for weapon in (Weapon.PAYLOAD, Weapon.MISSILE, Weapon.SMOKE)}
"""The weapons that abilities give, and what these do."""


def pack_book(printed: Printed, file: ScenarioFile) -> np.ndarray:
    """An array of one BOOK.  file: made ready (`scenario.ready`)."""
    books = records(BOOK, 1)
    book = books[0]
    nobody = [None] * (CARDS - len(printed.cards))
    cards = [*printed.cards, *nobody, printed.convoy_ship]
    scale = printed.scales.of(file.points)
    pack_printed(PRINTED, book, {"units": cards, "file": file, "scale": scale}, printed.numbers)
    for number, card in enumerate(cards):
        if card is not None:
            _pack_card(book, number, card, printed)
    _pack_map(book)
    _pack_zones(book, printed, file)
    _pack_fleets(book, printed, file)
    _pack_battle(book, printed, file, scale)
    return books


# --- cards ---------------------------------------------------------------------------------------------------


def _pack_card(book: np.void, number: int, card: Any, printed: Printed) -> None:
    values = [getattr(card, f"{weapon}_{range_}") or 0 for weapon, range_ in ATTACKS]
    book["attack"][number] = np.reshape(values, (PRINTED_WEAPONS, RANGES))
    for position, (id, packed) in enumerate(printed.deeds(card)):
        for name, value in packed.items():
            book[name][number, position] = value
        book["ability"][number, position] = printed.numbers["ability"][id]
        book["mark"][number, position] = printed.numbers["mark"].get(id, 0)
        book["effects"][number] |= 1 << packed["does"]
        if book["worth"][number, packed["does"]] == 0:
            book["worth"][number, packed["does"]] = max(1, packed["amount"])
        if packed["does"] == Effect.MARK:
            for field in ("weapons", "by", "amount"):  # what a mark on a ship does for others
                book[f"mark_{field}"][printed.numbers["mark"][id]] = packed[field]
    book["armed"][number], book["longest"][number] = _armed(book, number), _longest(book, number)
    book["force"][number] = _force(book, number)


def _force(book: np.void, number: int) -> list[int]:
    """What a card adds to each of `FORCE`."""
    kind, dice = int(book["kind"][number]), book["attack"][number, :, 0]
    kinds = [1 << kind & SHIPS > 0, kind == Kind.SUBMARINE, 1 << kind & AIRCRAFT > 0]
    counted = (Weapon.MAIN, Weapon.TORPEDO, Weapon.BOMB, Weapon.ANTIAIR, Weapon.ASW)
    hull = 0 if kinds[2] else int(book["hull"][number])
    return [*map(int, kinds), hull, *(int(dice[weapon]) for weapon in counted), int(book["cost"][number])]


def _armed(book: np.void, number: int) -> int:
    """The weapons of a card: of what is printed those with dice at some range (ATT.8), and those of its abilities."""
    printed = [weapon for weapon in range(PRINTED_WEAPONS) if (book["attack"][number, weapon] > 0).any()]
    given = [weapon for weapon, effect in BY_ABILITY.items() if int(book["effects"][number]) >> effect & 1]
    return sum(1 << weapon for weapon in [*printed, *given])


def _longest(book: np.void, number: int) -> list[int]:
    """The longest range at which a card attacks with each weapon; 0 where it has none."""
    longest = [0] * len(Weapon)
    for weapon, range_ in zip(*book["attack"][number].nonzero(), strict=True):
        longest[weapon] = int(range_)
    for does, weapons, amount, reach in zip(
        *(book[name][number] for name in ("does", "weapons", "amount", "reach")), strict=True
    ):
        if does == Effect.LONG_RANGE:
            longest = [max(far, amount) if weapons >> weapon & 1 else far for weapon, far in enumerate(longest)]
        elif does == Effect.MISSILE:
            longest[Weapon.MISSILE] = ROWS if reach == ANY_RANGE else reach
    return longest


# --- the map -------------------------------------------------------------------------------------------------


def _pack_map(book: np.void) -> None:
    book["row"], book["across"], book["range"] = sectors.MAP.row, sectors.MAP.across, sectors.MAP.ranges
    book["near"], book["crossed"] = sectors.NEAR, sectors.crossed()


def _pack_zones(book: np.void, printed: Printed, file: ScenarioFile) -> None:
    for number, zone in enumerate([file.terrain or Features(), *printed.zones.of_dice]):
        terrain = _terrain(zone, printed)
        book["terrain"][number] = terrain
        book["clear"][number] = _clear(terrain.tobytes(), printed.zones.radius)
        if file.objectives and file.convoy is None:
            objectives = [printed.place_numbers[sector] for sector in zone.objectives]
            book["objective"][number, : len(objectives)] = objectives
    book["zone_of_die"] = FIRST_ZONE if file.convoy is None else FIRST_CONVOY_ZONE
    if file.terrain is not None:
        book["zone"] = OWN_ZONE
    elif file.zone is not None:
        book["zone"] = book["zone_of_die"] + file.zone - 1


def _terrain(zone: Features, printed: Printed) -> np.ndarray:
    terrain = np.full(SECTORS, Terrain.OPEN, np.int8)
    for kind, ids in ((Terrain.ISLAND, zone.islands), (Terrain.SHOAL, zone.shoals), (Terrain.SQUALL, zone.squalls)):
        terrain[[printed.place_numbers[id] for id in ids]] = kind
    return terrain


@lru_cache(maxsize=64)
def _clear(terrain: bytes, radius: Fraction) -> np.ndarray:
    """`sectors.clear`, worked out once for each battle zone."""
    return sectors.clear(np.frombuffer(terrain, np.int8), radius)


# --- fleets and the scenario ---------------------------------------------------------------------------------


def _pack_fleets(book: np.void, printed: Printed, file: ScenarioFile) -> None:
    given = isinstance(file.fleets, GivenFleets)
    book["fleets"] = Fleets.GIVEN if given else Fleets[str(file.fleets).upper()]
    for side in Side:
        limits = limits_of(file, side, printed)
        book["allowed"][side, : len(printed.cards)] = [limits.allows(card) for card in printed.cards]
        if isinstance(file.fleets, GivenFleets):
            _pack_fleet(book["given"][side], file.fleets.of(side), printed)
        elif book["fleets"] == Fleets.HOUSE:
            fleets = house_fleets(file, side, printed)
            book["house_fleets"][side] = len(fleets)
            for number, fleet in enumerate(fleets):
                _pack_fleet(book["house"][side, number], fleet, printed)


def _pack_fleet(cards: np.ndarray, fleet: list[str], printed: Printed) -> None:
    """Write a fleet in the order of its cards' numbers."""
    cards[: len(fleet)] = sorted(printed.numbers["card"][id] for id in fleet)


def _pack_battle(book: np.void, printed: Printed, file: ScenarioFile, scale: Scale) -> None:
    names = {word.partition("=")[0] for word in file.in_play}
    book["win_at"] = scale.win_at if file.win_at is None else file.win_at
    book["objective_points"] = scale.objective if file.objective_points is None else file.objective_points
    book["home_row"] = [0, ROWS - 1] if file.ends == "usual" else [ROWS - 1, 0]
    book["ahead"] = abs(book["row"] - book["home_row"][:, None])
    book["options"] = sum(1 << k for k, name in enumerate(printed.options) if name in names)
    book["seat_of_power"] = list(Side)
    if file.convoy is not None:  # it deploys first (CV.3), and nothing else can end the battle (CV.6)
        book["deploys_first"] = book["escort"]
        book["quiet_limit"], book["win_at"], book["objective_points"] = LAST_TURN, MOST_POINTS, 0


def pack_game(printed: Printed, file: ScenarioFile, book: np.void) -> np.ndarray:
    """An array of one GAME: the first position, with the dice not seeded and, before set-up, the fleets not made."""
    games = records(GAME, 1)
    game = games[0]
    STATE.fresh(game)
    game["phase"], game["turn"] = Phase.FLEETS, 0
    game["score"] = max(0, file.bid), max(0, -file.bid)
    if file.phase > Phase.SET_UP:
        pack_position(game, book, file, printed)
    return games
