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
class ScenarioOffered:
    """A scenario that may be chosen.

    seats: names of the seats by each number of players that it is for.  individual: whether four players may play each
    for himself.  options: those that are chosen or not.  with_values: those that are written with a value, each by the
    name of an example.
    """

    name: str
    title: str
    note: str
    seats: dict[int, tuple[str, ...]]
    individual: bool
    options: tuple[OptionOffered, ...]
    with_values: tuple[OptionOffered, ...] = ()
