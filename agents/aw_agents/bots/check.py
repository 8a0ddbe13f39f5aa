"""`aw-env bot-check COMMAND`: whether a bot keeps to the protocol, for who writes one."""

import time
from collections import Counter
from collections.abc import Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from aw_agents.arena.match import Match
from aw_agents.bots.messages import Asked, Introduction
from aw_agents.bots.player import ExecPlayer
from aw_env.core.playable import Playable
from aw_env.core.players import load


class Watched(ExecPlayer):
    """A bot, and what it has been asked."""

    def __init__(self, command: str, game: str) -> None:
        super().__init__(command, game)
        self.kinds: Counter[str] = Counter()
        self.slowest = self.seconds = 0.0

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

    def __init__(self, bot: Watched, introduced: Introduction, matches: Sequence[Match]) -> None:
        self.bot, self.introduced = bot, introduced
        self.reasons = Counter(forfeit.reason for match in matches for forfeit in match.forfeits)
        self.games = sum(len(match.games) for match in matches)

    @property
    def good(self) -> bool:
        """Whether it has kept to the protocol in all games."""
        return not self.reasons

    def __rich__(self) -> Group:
        bot, said = self.bot, self.introduced
        decisions = bot.kinds.total()
        each = max(bot.traffic.decisions, 1)
        told = Table.grid(padding=(0, 2))
        told.add_row("name", f"{said.name} {said.version}".strip())
        told.add_row("is told", ", ".join(said.wants) or "the legal actions only")
        told.add_row("decisions a line", str(said.batch))
        told.add_row("games", f"{self.games}, {self.reasons.total()} of them forfeited")
        told.add_row("decisions", f"{decisions} of {len(bot.kinds)} kinds")
        told.add_row("a second", f"{decisions / max(bot.seconds, 1e-9):,.0f}; at most {bot.slowest:.3f} s for a line")
        traffic = bot.traffic
        told.add_row("bytes a decision", f"{traffic.sent / each:,.0f} to it, {traffic.received / each:,.0f} from it")
        wrong = [Text(f"WRONG in {count} games: {reason}") for reason, count in self.reasons.most_common()]
        return Group(told, *wrong, Text("keeps to the protocol" if self.good else "does not keep to the protocol"))


def check(command: str, game: Playable, scenario: str | None, games: int, seed: int) -> Checked:
    """Play games with a bot against `random`, as many at each seat.  Raises ValueError for one that cannot be
    started."""
    rules = game.ruleset(scenario or game.scenario)
    bot, rival = Watched(command, game.name), load("random", game.players)
    introduced = bot.introduce()
    matches = []
    for seat in range(len(rules.seats)):
        players = [bot if other == seat else rival for other in range(len(rules.seats))]
        matches.append(Match(rules, players, max(1, games // len(rules.seats)), seed))
        matches[-1].play()
    bot.close()
    return Checked(bot, introduced, matches)
