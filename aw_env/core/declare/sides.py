"""The sides of a game: what they are called, how they are spoken of, and their colours."""

from dataclasses import dataclass

Colour = str
"""Red, green and blue as pages write them: "#1e549e"."""


@dataclass(frozen=True)
class Side:
    """A side, by the number of its place in the row of all.

    id: in small letters.  title: as sentences and headings have it.  plural: whether it "roll"s or "rolls".  colour: of
    its counters and flags.  water: of a sea area that it controls.  style: its colour in a terminal, as rich calls it.
    """

    id: str
    title: str
    plural: bool
    colour: Colour
    water: Colour
    style: str

    def does(self, verb: str) -> str:
        """The side and what it does: "The Allies roll", "The Axis rolls"."""
        return f"The {self.title} {verb}{'' if self.plural else 's'}"

    def has(self, done: str) -> str:
        """The side and what it has done: "The Allies have won", "The Axis has won"."""
        return f"The {self.title} {'have' if self.plural else 'has'} {done}"
