"""Writes `docs/campaign_turn.md`: the first turn of a campaign at the command line, as one of four players.

python -m tests.campaign_turn docs/campaign_turn.md
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

import aw_agents
from aw_env import admirals_war_v0
from aw_env.admirals_war.records.terms import Decision
from aw_env.admirals_war.render.text import WIDTH
from aw_env.cli.play import Play
from aw_env.core.saves import write_file
from aw_env.table.table import step_of
from tests.test_campaign_table import campaign_of

SEED = 5
ORDERS = {
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
"""What is typed when a step begins in which such a decision is asked; then the first choice is taken."""
BEGINNING = """# A turn of the campaign at the command line

`aw-env play -s campaign --side british --opponent {opponent}`: the first turn, from the set-up to the end.
The lines after `british>` were typed. Written by `python -m tests.campaign_turn docs/campaign_turn.md`.

```text
"""


class Typist:
    """The keyboard: prepared orders where a step begins, the first choice elsewhere."""

    def __init__(self) -> None:
        self.play: Play | None = None
        self._step: tuple | None = None
        self._lines: list[str] = []

    def isatty(self) -> bool:
        """Not a terminal: what is typed is shown."""
        return False

    def readline(self) -> str:
        """The next line."""
        game = self.play.game
        if step_of(game) != self._step:
            self._step, self._lines = step_of(game), list(ORDERS.get(game.view().decision, ()))
        return (self._lines.pop(0) if self._lines else "1") + "\n"


def transcript(opponent: str) -> str:
    """The page."""
    typist, output = Typist(), Console(width=WIDTH, record=True, file=open("/dev/null", "w"), emoji=False)
    with TemporaryDirectory() as folder:
        game = admirals_war_v0.game(campaign_of(1, Path(folder)), players=4, seed=SEED)
    bots = {seat: aw_agents.load(opponent) for seat in (1, 2, 3)}
    for seat, bot in bots.items():
        bot.begin(1, SEED + seat)
    keyboard, sys.stdin = sys.stdin, typist
    try:
        typist.play = Play(game, bots, output)
        typist.play.run()
    finally:
        sys.stdin = keyboard
    text = "\n".join(line.rstrip() for line in output.export_text().splitlines())
    return BEGINNING.format(opponent=opponent) + text + "\n```\n"


if __name__ == "__main__":
    write_file(Path(sys.argv[1]), transcript("scripted"))
