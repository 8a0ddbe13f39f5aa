"""The running account of a game: events in words, moves of many ships gathered into one line."""

from collections.abc import Callable, Iterable

from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from aw_env.core.faces.game import EventInWords, Game

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
    "points": "bold green",
    "scores": "bold green",
    "convoy_scores": "bold green",
    "disengages": "bold",
    "no_port": "bold red",
    "bonus": "bold green",
    "penalty": "bold green",
    "game_over": "bold reverse",
    "no_base": "bold red",
    "revealed": "bold yellow",
    "damaged": "red",
    "aborted": "yellow",
    "crippled": "bold yellow",
    "destroyed": "bold red",
    "lost": "bold red",
    "claimed": "bold green",
    "score": "bold green",
}
"""Style of an event by its kind."""
GATHERED = (
    "moved",
    "deployed",
    "speed_roll",
    "returned",
    "arrived",
    "group",
    "pursues",
    "task_force",
    "strikes",
    "roll_to_move",
    "in_force",
    "on_patrol",
    "protects",
    "goes_along",
    "hunts",
    "to_aid",
    "at_home",
    "patrol_ends",
)
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
    "reaches": "reach",
    "puts": "put",
    "stays": "stay",
    "is": "are",
    "goes": "go",
    "moves": "move",
    "appears": "appear",
    "starts": "start",
    "protects": "protect",
    "comes": "come",
}


class Account:
    """Prints events as they come.  Moves wait until something else happens, or `flush`, and are told by destination.

    side_of: the name of the side of a unit, by its name, with which its lines begin; "" for what is no unit.
    """

    def __init__(self, console: Console, side_of: Callable[[str], str] = lambda unit: "") -> None:
        self.console = console
        self._side_of = side_of
        self._waiting: dict[tuple[str, str], list[tuple[str, str]]] = {}
        self._seat: int | None = None

    def turn_to(self, seat: int) -> None:
        """A seat answers now: moves of another are told before its own."""
        if seat != self._seat:
            self.flush()
        self._seat = seat

    def tell(self, events: Iterable[EventInWords]) -> None:
        """Print events, the moves among them later."""
        for kind, subjects, dice, words in events:
            if does := told_together((kind, subjects, dice, words)):
                self._waiting.setdefault((self._label(subjects[0]), plural(does)), []).append((subjects[0], does))
            else:
                self.flush()
                if kind == "combat_begins":
                    self.console.print()
                whose = self._label(subjects[0]) if subjects and words.startswith(subjects[0]) else ""
                indent = kind not in ("turn", "phase", "combat_begins")
                self.line(whose + words, STYLES.get(kind, "default"), indent)

    def flush(self) -> None:
        """Print the moves that wait."""
        waiting, self._waiting = self._waiting, {}
        for (label, together), told in waiting.items():
            units = [unit for unit, does in told]
            self.line(f"{label}{in_a_row(units)} {together if len(units) > 1 else told[0][1]}")

    def _label(self, unit: str) -> str:
        side = self._side_of(unit)
        return f"{side}: " if side else ""

    def line(self, words: str, style: str = "default", indent: bool = True) -> None:
        """Print a line of the account."""
        self.console.print(Padding(Text(words, style), (0, 0, 0, 2 if indent else 0), expand=False))


def sides_of(game: Game) -> dict[str, str]:
    """The name of the side of each unit, by its name."""
    speech, view = game.rules.speech(), game.view()
    return {unit.name: speech.sides[speech.side_of(view, unit.number)].title for unit in view.names.units}


def sides_in(game: Callable[[], Game]) -> Callable[[str], str]:
    """Tells the name of the side of a unit, by its name, in the game as it stands; "" for what is no unit."""
    return lambda name: sides_of(game()).get(name, "")


def told_together(event: EventInWords) -> str:
    """What a unit does, where others that do the same are told of with it in one line; "" for anything else."""
    kind, subjects, dice, words = event
    return words[len(subjects[0]) :].strip() if kind in GATHERED and not dice else ""


def in_a_row(names: list[str]) -> str:
    """Names as a list in a sentence: "Kaga, Akagi and Soryu"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]


def plural(what: str) -> str:
    """What one unit does, done by several."""
    verb, _, rest = what.partition(" ")
    return f"{PLURALS.get(verb, verb)} {rest}"
