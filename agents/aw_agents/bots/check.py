"""`aw-env bot-check COMMAND`: whether a bot keeps to the protocol, for who writes one."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from aw_agents.arena.match import Match
from aw_agents.bots.messages import Asked, Introduction
from aw_agents.bots.player import ExecPlayer
from aw_env.core.errors import PlayerFailed
from aw_env.core.playable import Playable
from aw_env.core.players import load


class Watched(ExecPlayer):
    """A bot, and what it has been asked."""

    def __init__(self, command: str, game: str) -> None:
        super().__init__(command, game)
        self.kinds: Counter[str] = Counter()
        self.slowest = self.seconds = 0.0
        self.bytes = 0

    def answer(self, questions: Sequence[Asked]) -> list[int]:
        """As `ExecPlayer`."""
        self.kinds.update(question.decision for question in questions)
        before = time.perf_counter()
        try:
            return super().answer(questions)
        finally:
            taken = time.perf_counter() - before
            self.seconds += taken
            self.slowest = max(self.slowest, taken)


class Checked:
    """What was found of a bot; prints itself with rich."""

    def __init__(self, bot: Watched, introduced: Introduction, matches: Sequence[Match], never: Sequence[str]) -> None:
        self.bot, self.introduced, self.never = bot, introduced, never
        self.forfeits = [forfeit for match in matches for forfeit in match.forfeits]
        self.games = sum(len(match.games) for match in matches)

    @property
    def good(self) -> bool:
        """Whether it has kept to the protocol in all games."""
        return not self.forfeits

    def __rich__(self) -> Group:
        bot, said = self.bot, self.introduced
        decisions = bot.kinds.total()
        told = Table.grid(padding=(0, 2))
        told.add_row("name", f"{said.name} {said.version}".strip())
        told.add_row("is told", ", ".join(said.wants) or "the legal actions only")
        told.add_row("decisions a line", str(said.batch))
        told.add_row("games", f"{self.games}, {len(self.forfeits)} of them forfeited")
        told.add_row("decisions", f"{decisions} of {len(bot.kinds)} kinds")
        told.add_row("a second", f"{decisions / max(bot.seconds, 1e-9):,.0f}; the slowest line took {bot.slowest:.3f} s")
        reasons = Counter(forfeit.reason for forfeit in self.forfeits)
        wrong = [Text(f"WRONG, in {count} games: {reason}") for reason, count in reasons.most_common()]
        unasked = [Text(f"not met: {', '.join(self.never)}")] if self.never else []
        return Group(told, *unasked, *wrong, Text("keeps to the protocol" if self.good else "does not keep to the protocol"))


def check(command: str, game: Playable, scenario: str | None, games: int, seed: int) -> Checked:
    """Play games with a bot against `random`, half of them at each seat.  Raises ValueError for one that cannot be
    started, and BotFailed, which says what is wrong, when it has forfeited a game."""
    rules = game.ruleset(scenario or game.scenario)
    bot, rival = Watched(command, game.name), load("random", game.players)
    introduced = bot.introduce()
    matches = []
    for seat in range(len(rules.seats)):
        players = [bot if other == seat else rival for other in range(len(rules.seats))]
        match = Match(rules, players, max(1, games // len(rules.seats)), seed)
        match.play()
        matches.append(match)
    bot.close()
    return Checked(bot, introduced, matches, [])
