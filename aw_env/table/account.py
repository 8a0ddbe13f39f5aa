"""The running account of a game: events in words, moves of many ships gathered into one line."""

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from aw_env.core.faces.game import EventInWords

STYLES = {
    "turn": "bold reverse",
    "phase": "bold cyan",
    "combat_begins": "bold yellow",
    "round_begins": "yellow",
    "attack": "",
    "hits": "red",
    "sunk": "bold red",
    "disabled": "bold yellow",
    "captured": "bold magenta",
    "retreats": "bold",
    "victory_points": "bold green",
    "bonus": "bold green",
    "penalty": "bold green",
    "game_over": "bold reverse",
    "no_base": "bold red",
    "revealed": "bold yellow",
}
"""Style of an event by its kind."""
GATHERED = ("moved", "speed_roll", "returned", "arrived", "group", "pursues", "task_force", "strikes", "roll_to_move")
"""Events that are told together when many units do the same without dice."""
PLURALS = {
    "patrols": "patrol",
    "raids": "raid",
    "flies": "fly",
    "sails": "sail",
    "returns": "return",
    "arrives": "arrive",
    "pursues": "pursue",
    "retreats": "retreat",
    "does": "do",
    "joins": "join",
    "leaves": "leave",
    "puts": "put",
    "stays": "stay",
    "is": "are",
}


class Account:
    """Prints events as they come.  Moves wait until something else happens, or `flush`, and are told by destination."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self._waiting: dict[str, list[str]] = {}
        self._seat: int | None = None

    def turn_to(self, seat: int) -> None:
        """A seat answers now: moves of another are told before its own."""
        if seat != self._seat:
            self.flush()
        self._seat = seat

    def tell(self, events: Iterable[EventInWords]) -> None:
        """Print events, the moves among them later."""
        for kind, subjects, dice, words in events:
            if kind in GATHERED and not dice:
                self._waiting.setdefault(words[len(subjects[0]) :].strip(), []).append(subjects[0])
            else:
                self.flush()
                if kind == "combat_begins":
                    self.console.print()
                self.line(words, STYLES.get(kind, "default"), indent=kind not in ("turn", "phase", "combat_begins"))

    def flush(self) -> None:
        """Print the moves that wait."""
        waiting, self._waiting = self._waiting, {}
        for what, units in waiting.items():
            self.line(f"{in_a_row(units)} {plural(what) if len(units) > 1 else what}")

    def line(self, words: str, style: str = "default", indent: bool = True) -> None:
        """Print a line of the account."""
        self.console.print(Text(f"  {words}" if indent else words, style), soft_wrap=False)


def in_a_row(names: list[str]) -> str:
    """Names as a list in a sentence: "Kaga, Akagi and Soryu"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def plural(what: str) -> str:
    """What one unit does, done by several."""
    verb, _, rest = what.partition(" ")
    return f"{PLURALS.get(verb, verb)} {rest}"
