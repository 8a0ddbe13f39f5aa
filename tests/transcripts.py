"""Writes the pages of `docs/` that show a game at the command line, from orders that a person typed.

python -m tests.transcripts
"""

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import aw_agents
from aw_env import admirals_war_v0, world_at_war_v0
from aw_env.cli.play import Play
from aw_env.core.drawn.text import WIDTH
from aw_env.core.faces.game import Game
from aw_env.core.saves import write_file
from aw_env.games import playing
from aw_env.games.admirals_war.records.terms import Decision, Side
from aw_env.games.admirals_war.view import View
from aw_env.games.world_at_war.records import kinds as raiders
from aw_env.table.keeping import Sitting
from aw_env.table.table import step_of
from tests.test_campaign_table import campaign_of

DOCS = Path(__file__).resolve().parent.parent / "docs"
OPPONENT = "scripted"


class Typist:
    """The keyboard: prepared lines where a step begins, `commit` where that is asked, the first choice elsewhere, and
    `quit` at the end."""

    def __init__(self, typed: Callable[[View], Iterable[str]], ends: Callable[[View], bool]) -> None:
        self.play: Play | None = None
        self._typed, self._ends = typed, ends
        self._step: tuple | None = None
        self._lines: list[str] = []

    def isatty(self) -> bool:
        """Not a terminal: what is typed is shown."""
        return False

    def readline(self) -> str:
        """The next line."""
        game = self.play.game
        if self._ends(game.view()):
            return "quit\n"
        if step_of(game) != self._step:
            self._step, self._lines = step_of(game), list(self._typed(game.view()))
        committing = self.play.console.export_text(clear=False).endswith("commit> ")
        return (self._lines.pop(0) if self._lines else "commit" if committing else "1") + "\n"


def told(game: Game, seat: int, typist: Typist) -> str:
    """All that is printed for a person at a seat."""
    output = Console(width=WIDTH, record=True, file=open("/dev/null", "w"), emoji=False)
    bots = {
        other: aw_agents.load(OPPONENT, playing(game.rules.name).players)
        for other in range(len(game.rules.seats))
        if other != seat
    }
    for other, bot in bots.items():
        bot.begin(1, game.seed + other)
    keyboard, sys.stdin = sys.stdin, typist
    try:
        seats = game.rules.seats
        sitting = Sitting(scenario=game.rules.scenario.name, people=(seats[seat],))
        typist.play = Play(game, bots, output, sitting)
        typist.play.run()
    finally:
        sys.stdin = keyboard
    return "\n".join(line.rstrip() for line in output.export_text().splitlines())


# --- a turn of the campaign ------------------------------------------------------------------------------

CAMPAIGN_SEED = 5
CAMPAIGN_ORDERS = {
    Decision.ARRIVAL: [
        "where Hood",
        "4 battleships to gibraltar",
        "2 carriers to suez",
        "4 cruisers to trincomalee",
        "rest british to england",
    ],
    Decision.PATROL_ORDER: [
        "why",
        "all cruisers in trin to bay of bengal",
        "3 sound cruisers in england to north sea",
        "2 battleships in england to western approaches",
        "all in gib to western med",
        "rest stay",
    ],
    Decision.AIR_UNIT: ["RAF to North Sea"],
    Decision.AIR_ORDER: ["North Sea"],
}
"""What is typed when a step begins in which such a decision is asked."""
CAMPAIGN_PAGE = """# A turn of the campaign at the command line

`aw-env play -s campaign --side british --opponent {opponent}`: the first turn, from the set-up to the end.
The lines after `british>` were typed. Written by `python -m tests.transcripts`.

```text
{told}
```
"""


def campaign_turn() -> str:
    """The page of the campaign: the first turn, as one of four players."""
    with TemporaryDirectory() as folder:
        game = admirals_war_v0.game(campaign_of(1, Path(folder)), players=4, seed=CAMPAIGN_SEED)
    typist = Typist(lambda view: CAMPAIGN_ORDERS.get(view.decision, ()), lambda view: False)
    return CAMPAIGN_PAGE.format(opponent=OPPONENT, told=told(game, 0, typist))


# --- the attack on Pearl Harbor --------------------------------------------------------------------------

RAID_SEED = 15
RAID_OPTIONS = ("pearl_harbor_tension", "tora_tora")
RAID_ORDERS = {
    (Decision.RAID_FORCE, 0): [
        "why",
        "Akagi, Kaga, Soryu, Hiryu, Ryujo, Kongo, Hiei, Haruna, Kirishima, Tone join",
        "rest stay",
    ],
    (Decision.PATROL_ORDER, 0): [
        "Nagato, Mutsu, Fuso, Yamashiro to Home Islands",
        "Takao, Atago, Maya, Chokai to Marianas",
        "I-boat 1 to Hawaiian Islands",
        "rest in yokosuka turn raider",
        "rest stay",
    ],
    (Decision.AIR_UNIT, 0): ["21AF to Marshalls", "22AF to Marianas", "23AF to Bismarck", "24AF to French Polynesia"],
    (Decision.AMPHIBIOUS_ORDER, 0): ["all to Indonesia"],
    (Decision.RAID_ORDER, 0): ["all to Indonesia"],
    (Decision.INVERSION, 0): ["turn raider"],
    (Decision.STRIKE_TARGET, 1): ["why", "Akagi, Kaga attack Enterprise", "Soryu attack Maryland", "rest attack 7AF"],
    (Decision.STRIKE_TARGET, 2): ["Akagi attack West Virginia", "Kaga attack Maryland", "rest attack Tennessee"],
    (Decision.RETREAT, 0): ["why", "remain"],
    (Decision.NAMING, 0): ["why", "Akagi, Kaga uncertain", "rest attack California"],
    (Decision.SUBMARINE_TARGET, 0): ["Lexington"],
    (Decision.RETURN_TO_BASE, 0): ["Truk"],
    (Decision.AIR_TARGET, 1): ["Akagi, Kaga attack Saratoga"],
    (Decision.RETURN_TO_BASE, 1): ["all to Yokosuka"],
    (Decision.RETREAT, 1): ["retreat"],
    (Decision.JOIN_GROUP, 1): [
        "Hiei, Haruna, Kirishima, Kaga, Ryujo join Kongo",
        "new group",
        "Hiryu, Tone join Soryu",
    ],
    (Decision.ACTION_TYPE, 2): ["surface action"],
    (Decision.CARRIER_FIRE, 2): ["all silent"],
    (Decision.SURFACE_TARGET, 2): ["Kongo, Hiei attack New Orleans", "rest attack Chester"],
    (Decision.JOIN_GROUP, 2): ["all join Kongo"],
    (Decision.ACTION_TYPE, 3): ["surface action"],
    (Decision.CARRIER_FIRE, 3): ["all silent"],
    (Decision.SURFACE_TARGET, 3): ["rest attack Chicago"],
    (Decision.RETURN_TO_BASE, 2): ["all to Yokosuka"],
}
"""What is typed when a step begins in which such a decision is asked, by the round of combat or of surprise."""
RAID_PARTS = (
    ("29 units to be asked", "Patrolling ships move."),
    ("Raiding ships move.", "Pacific, turn 1 of 10: Raiding"),
    ("Combat.", "Pacific, turn 1 of 10: Combat"),
    ("5 units to be asked: Akagi", "Combat in Indonesia."),
)
"""The parts of the transcript that are shown: each from the line that begins so up to the next that begins so."""
LEFT_OUT = "[...]"
"""What stands where lines are left out.  The words of the page before the transcript tell of this one game."""
RAID_PAGE = """# The attack on Pearl Harbor at the command line

```sh
aw-env play -s pacific --side axis --opponent {opponent} --seed {seed} --option pearl_harbor_tension --option tora_tora
```

Two [optional rules](optional_rules.md) change how the war in the Pacific begins.

Pearl Harbor tension (§23) gives the raid force fuel for ten ships. The American player divides the faces of a die
among three areas in secret, and before the first bomb two secret dice for each US group of uncertain whereabouts say
where it is: twice off Hawaii, and the whole group lies in Pearl Harbor. Every shot of the first raid is one better,
the air unit of the port answers the second, and US carriers have no bonus in the turn of the attack. If the Japanese
stay for a third round, each carrier names her target, or waits for a group that may be near, before anyone learns
where the groups are.

Tora, Tora ... uh-oh (§24) may let a warning get through: once the targets of the first raid are named, up to four
dice are rolled, and the first that is no 1 or 2 breaks the chain. The third success costs Japan the first raid. The
fourth costs it the second as well and sends the fleet to sea. For each raid that is lost the Japanese may stay one
round longer.

In this game one group is caught in port and the other three are close by; two of the four steps of the warning
succeed; and the Japanese stay for a third round and bring all their ships home. The Japanese seat sees neither the
faces nor the secret dice. What is shown begins when the raid force is formed, on turn 1, and ends with the combat off
Hawaii; `{left_out}` stands where the other forces of both sides move, the board is shown, and other questions are
asked. The lines after `axis>` were typed. Written by `python -m tests.transcripts`.

```text
{told}
```
"""


def parts_of(text: str, parts: Sequence[tuple[str, str]]) -> str:
    """The parts of a text, with a sign where lines between them are left out."""
    lines, at, shown = text.splitlines(), 0, []
    for first, after in parts:
        begin = next(number for number in range(at, len(lines)) if lines[number].startswith(first))
        at = next(number for number in range(begin, len(lines)) if lines[number].startswith(after))
        shown += ["", LEFT_OUT, "", *lines[begin:at]] if shown else lines[begin:at]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(shown)).strip()


def raid_typist() -> Typist:
    """The Japanese orders, until the attack is over."""
    return Typist(
        lambda view: RAID_ORDERS.get((view.decision, view.surprise_round or view.round), ()),
        lambda view: view.resolved("hawaiian_islands"),
    )


def pearl_harbor(seed: int = RAID_SEED) -> str:
    """The page of the attack on Pearl Harbor with two optional rules."""
    game = admirals_war_v0.game("pacific", options=RAID_OPTIONS, seed=seed)
    shown = parts_of(told(game, Side.AXIS, raid_typist()), RAID_PARTS)
    return RAID_PAGE.format(opponent=OPPONENT, seed=seed, left_out=LEFT_OUT, told=shown)


# --- a raid of A World at War ----------------------------------------------------------------------------------------

RAIDERS_SEED = 3
RAIDERS_ORDERS = {
    (raiders.Decision.AT_SEA, 1): ["no", "no", "no"],
    (raiders.Decision.RAID, 4): ["why", "Scharnhorst", "Gneisenau", "no more", "no more"],
    (raiders.Decision.BASE_CHANGE, 4): ["Scharnhorst to Bergen; Gneisenau to Bergen", "no more"],
    (raiders.Decision.RETURN, 4): ["Bergen"],
}
"""What is typed when a step begins in which such a decision is asked, by the turn."""
RAIDERS_PARTS = (
    ("Axis: which ship raids with the first group?", "Raiders, turn 4 of 10: Battle"),
    ("Axis: which ships", "Raiders, turn 4 of 10: Raiders return"),
    ("Axis: to which port", "Raiders, turn 4 of 10: Redeployment"),
)
"""The parts that are shown: the boards between them are not."""


def raid_of_raiders() -> str:
    """The raid of the fourth turn, as the Axis sees it."""
    game = world_at_war_v0.game("raiders", seed=RAIDERS_SEED)
    typist = Typist(lambda view: RAIDERS_ORDERS.get((view.decision, view.turn), ()), lambda view: view.turn > 4)
    shown = told(game, Side.AXIS, typist)
    return parts_of(shown[shown.index("Scharnhorst: to Bergen.") :], RAIDERS_PARTS)


# --- a convoy of A World at War that gets through to Malta -----------------------------------------------------------

MALTA_SEED, MALTA_TURN = 87, 2
MALTA_PROTECTORS = ["Ark Royal", "Valiant", "Resolution", "British cruiser 5", "British cruiser 6", "no more"]
MALTA_ORDERS = {
    (raiders.Decision.SUPPLY_LINE, 1): ["no"],
    (raiders.Decision.PLANES, 1): ["none"],
    (raiders.Decision.SUPPLY_LINE, MALTA_TURN): ["yes"],
    (raiders.Decision.PROTECT, MALTA_TURN): MALTA_PROTECTORS,
    (raiders.Decision.CAP, MALTA_TURN): ["two squadrons"],
    (raiders.Decision.WITHDRAW, MALTA_TURN): ["fight on"],
}
"""What is typed when a step begins in which such a decision is asked, by the turn."""
MALTA_PARTS = (
    ("Allies: do three destroyers keep the supply line from Gibraltar", "  Allies: Gibraltar destroyers"),
    ("  Ships of Taranto look for them", "  Round 2."),
    ("  The Allies look for the enemy's task force [5 6 5 3", "Mediterranean, turn"),
)
"""The parts that are shown: the naming of protectors and the rounds in which nobody fires are not."""


def convoy_to_malta() -> str:
    """The supply line from Gibraltar on the second turn, as the Allies see it."""
    game = world_at_war_v0.game("mediterranean", seed=MALTA_SEED)
    typist = Typist(
        lambda view: MALTA_ORDERS.get((view.decision, view.turn), ()),
        lambda view: view.turn == MALTA_TURN and view.decision == raiders.Decision.PATROL,
    )
    shown = told(game, Side.ALLIES, typist)
    return parts_of(shown[shown.index(f"Turn {MALTA_TURN}.") :], MALTA_PARTS)


WORLD_AT_WAR_PAGE = "world_at_war_game.md"
WORLD_AT_WAR_TEXT = re.compile(r"(?<=<!-- python -m tests\.transcripts -->\n\n```text\n).*?(?=\n```)", re.DOTALL)
"""What of the page is written anew, the raid first."""


def world_at_war() -> str:
    """The page of A World at War, with the raid and the convoy."""
    shown = iter((raid_of_raiders(), convoy_to_malta()))
    page = (DOCS / WORLD_AT_WAR_PAGE).read_text("utf-8")
    return WORLD_AT_WAR_TEXT.sub(lambda _: next(shown), page)


PAGES = {"campaign_turn.md": campaign_turn, "pearl_harbor.md": pearl_harbor, WORLD_AT_WAR_PAGE: world_at_war}

if __name__ == "__main__":
    for name, page in PAGES.items():
        write_file(DOCS / name, page())
