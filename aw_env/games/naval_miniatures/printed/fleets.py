"""Which cards a side may have, and whether a fleet is one that could have been bought."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.printed.keys import words_of
from aw_env.games.naval_miniatures.printed.material import Printed
from aw_env.games.naval_miniatures.printed.scales import Scale
from aw_env.games.naval_miniatures.records.terms import FLEET, Effect, Kind, Nation, Side

NATIONS = {
    Side.ALLIES: words_of(Nation)[: Nation.GERMANY],
    Side.AXIS: words_of(Nation)[Nation.GERMANY : Nation.NONE],
}
"""The countries of each side (SIDE.2, SIDE.3)."""
FRANCE, ITALY, JAPAN = (nation.name.lower() for nation in (Nation.FRANCE, Nation.ITALY, Nation.JAPAN))
BRITAIN, AMERICA = (nation.name.lower() for nation in (Nation.UNITED_KINGDOM, Nation.UNITED_STATES))
ITALY_CHANGES_SIDES = 1943


class Called(NamedTuple):
    """The id and the name of a unit."""

    id: str
    name: str


def own_side(card: Any) -> Side | None:
    """The side of whose countries a card is; None for a convoy ship (SIDE.2, SIDE.3)."""
    return next((side for side in Side if card.nation in NATIONS[side]), None)


def called(printed: Printed, card: int, side: int, before: int) -> Called:
    """How a unit of a side is called, before which so many of its card come in its fleet."""
    row = printed.card(card)
    id, name = row.id, row.name.partition(" (")[0]
    if own_side(row) not in (None, side):
        id, name = f"{id}_{Side(side).name.lower()}", f"{name} ({Side(side).name.title()})"
    return Called(id, name) if not before else Called(f"{id}_{before + 1}", f"{name} ({before + 1})")


def all_called(cards: Mapping[int, int], printed: Printed) -> dict[int, Called]:
    """How the units of both fleets are called, by their numbers, in roster order.  cards: the card of each."""
    before, found = Counter[tuple[int, int]](), {}
    for unit, card in cards.items():
        side = unit // FLEET
        found[unit] = called(printed, card, side, before[side, card])
        before[side, card] += 1
    return found


def names_in(game: np.void, printed: Printed) -> dict[int, Called]:
    """The same for those of a record."""
    return all_called({unit: int(game["card"][unit]) for unit in game["roster"][: game["units"]].tolist()}, printed)


@dataclass(frozen=True)
class Limits:
    """What a side may bring.  cards_of: the side of whose countries its cards are."""

    budget: int
    scale: Scale
    cards_of: Side
    year: int | None
    historical: bool

    def allows(self, card: Any) -> bool:
        """Whether a card may be in its fleet (SIDE.1, OWN.2, HIS.2, HIS.3)."""
        if self.year is not None and card.year > self.year:
            return False
        if card.nation in NATIONS[self.cards_of]:
            return True
        if not self.historical or card.type != "ship":
            return False
        if self.cards_of == Side.AXIS:
            return bool(card.nation == FRANCE)
        return bool(card.nation == ITALY) and self.year is not None and self.year >= ITALY_CHANGES_SIDES


def wrong_with(fleet: Sequence[Any], limits: Limits, printed: Printed) -> str:
    """Why a fleet of these cards could not have been bought; "" where it could."""
    for card in fleet:
        if not limits.allows(card):
            return f'"{card.id}" ({card.nation}, {card.year}) may not be in this fleet'
    if len(fleet) > limits.scale.units:
        return f"has {len(fleet)} units; a fleet of {limits.budget} points has at most {limits.scale.units}"
    cost = sum(card.cost for card in fleet)
    if cost > limits.budget:
        return f"costs {cost} points; it may cost {limits.budget}"
    return _wrong_with_classes(fleet, limits) or _wrong_with_bases(fleet, limits, printed)


def _wrong_with_classes(fleet: Sequence[Any], limits: Limits) -> str:
    """With historical limits: Japan alone (HIS.1), and no more of a class than were built (HIS.4)."""
    if not limits.historical:
        return ""
    nations = {card.nation for card in fleet}
    if JAPAN in nations and len(nations) > 1:
        return "has Japanese units beside others (HIS.1)"
    for card, count in Counter(card.id for card in fleet).items():
        limit = next(known.class_limit for known in fleet if known.id == card)
        if limit is not None and count > limit:
            return f'has {count} of "{card}"; {limit} were built (HIS.4)'
    return ""


def _wrong_with_bases(fleet: Sequence[Any], limits: Limits, printed: Printed) -> str:
    aircraft = [card for card in fleet if card.type == "aircraft"]
    ashore = [card for card in aircraft if never_on_carriers(card, printed)]
    needed = len(ashore) + _overflow(fleet, [card for card in aircraft if card not in ashore], limits.historical)
    if needed <= limits.scale.airbase:
        return ""
    return f"needs bases ashore for {needed} aircraft; the airbase holds {limits.scale.airbase} (LND.3)"


def _overflow(fleet: Sequence[Any], planes: Sequence[Any], historical: bool) -> int:
    """For how many of the planes that carriers can base their capacity is too small (CAR.2, HIS.5)."""
    if not historical:
        return max(0, len(planes) - sum(card.capacity for card in fleet))
    left: Counter[str] = Counter()
    for card in fleet:
        left[card.nation] += card.capacity
    for plane in planes:
        left[plane.nation] -= 1
    lent = min(max(0, left[BRITAIN]), max(0, -left[AMERICA]))
    return sum(max(0, -free) for free in left.values()) - lent


def takes_nation(carrier: Any, plane: Any) -> bool:
    """Whether with historical limits a carrier bases aircraft of this nation (HIS.5)."""
    return bool(carrier.nation == plane.nation) or (carrier.nation, plane.nation) == (BRITAIN, AMERICA)


def never_on_carriers(card: Any, printed: Printed) -> bool:
    """Whether an aircraft is based ashore only (CAR.3)."""
    return card.kind == Kind.PATROL_BOMBER.name.lower() or printed.can(card, Effect.ASHORE)
