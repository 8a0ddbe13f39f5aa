"""What of a game can be chosen before it begins."""

from dataclasses import dataclass


@dataclass(frozen=True)
class OptionOffered:
    """An optional rule that may be chosen.  rule: its number in the rulebook.  helps: whom it helps, if that is known.
    needs, excludes: names of other such rules."""

    name: str
    title: str
    effect: str
    rule: str
    helps: str = ""
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bids:
    """Points that may even out a scenario before it begins: for the side of the first seat, below 0 for the other.
    step: a bid is a multiple of it.  least, most: the limits."""

    step: float
    least: float
    most: float

    def check(self, bid: float) -> None:
        """Raises ValueError for a bid that is not among them."""
        if not (self.least <= bid <= self.most and bid % self.step == 0):
            limits = f"from {self.least:+g} to {self.most:+g}, in steps of {self.step:g}"
            raise ValueError(f"a bid of {bid:+g}: it must be {limits}")


@dataclass(frozen=True)
class ScenarioOffered:
    """A scenario that may be chosen.

    seats: names of the seats by each number of players that it is for.  individual: whether four players may play each
    for himself.  options: those that are chosen or not.  with_values: those that are written with a value, each by the
    name of an example.  bids: those that may even it out, None where there are none.
    """

    name: str
    title: str
    note: str
    seats: dict[int, tuple[str, ...]]
    individual: bool
    options: tuple[OptionOffered, ...]
    with_values: tuple[OptionOffered, ...] = ()
    bids: Bids | None = None
