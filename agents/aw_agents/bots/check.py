"""`aw-env bot-check COMMAND`: whether a bot keeps to the protocol, for who writes one.

It plays games, and is then asked for one decision of each kind that these have not had, from positions of random games.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from rich.console import Group
from rich.table import Table
from rich.text import Text

from aw_agents.arena.match import Match
from aw_agents.bots.messages import Asked, Introduction
from aw_agents.bots.player import ExecPlayer
from aw_env.core.errors import PlayerFailed
from aw_env.core.faces.batch import VecEnv
from aw_env.core.playable import Playable
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset

BATCH, STEPS = 64, 2000
"""Random games in which other kinds of decisions are looked for, and the decisions of each."""


class Watched(ExecPlayer):
    """A bot, and what it has been asked."""

    def __init__(self, command: str, game: str) -> None:
        super().__init__(command, game)
        self.kinds: Counter[str] = Counter()
        self.met: set[int] = set()
        """The same kinds by number."""
        self.slowest = self.seconds = 0.0

    def question(
        self, number: int, rules: Ruleset, games: np.ndarray, mask: np.ndarray, events: Sequence[str] | None = None
    ) -> Asked:
        """As `ExecPlayer`."""
        self.met.add(int(games["decision"][0]))
        return super().question(number, rules, games, mask, events)

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
    """What was found of a bot; prints itself with rich.

    matches: its games.  single: what it was asked in single positions besides, a reason for each: "" where it answered.
    """

    def __init__(self, bot: Watched, introduced: Introduction, matches: Sequence[Match], single: Sequence[str]) -> None:
        self.bot, self.introduced, self.single = bot, introduced, single
        self.reasons = Counter(forfeit.reason for match in matches for forfeit in match.forfeits)
        self.misanswered = Counter(reason for reason in single if reason)
        self.games = sum(len(match.games) for match in matches)

    @property
    def good(self) -> bool:
        """Whether it has kept to the protocol in all games and positions."""
        return not self.reasons and not self.misanswered

    def __rich__(self) -> Group:
        bot, said = self.bot, self.introduced
        decisions = bot.kinds.total()
        each = max(bot.traffic.decisions, 1)
        told = Table.grid(padding=(0, 2))
        told.add_row("name", f"{said.name} {said.version}".strip())
        told.add_row("is told", ", ".join(said.wants) or "the legal actions only")
        told.add_row("decisions a line", str(said.batch))
        told.add_row("games", f"{self.games}, {self.reasons.total()} of them forfeited")
        told.add_row(
            "decisions", f"{decisions} of {len(bot.kinds)} kinds, {len(self.single)} of them in single positions"
        )
        told.add_row("a second", f"{decisions / max(bot.seconds, 1e-9):,.0f}; at most {bot.slowest:.3f} s for a line")
        traffic = bot.traffic
        told.add_row("bytes a decision", f"{traffic.sent / each:,.0f} to it, {traffic.received / each:,.0f} from it")
        wrong = [Text(f"WRONG in {count} games: {reason}") for reason, count in self.reasons.most_common()]
        wrong += [Text(f"WRONG in {count} positions: {reason}") for reason, count in self.misanswered.most_common()]
        return Group(told, *wrong, Text("keeps to the protocol" if self.good else "does not keep to the protocol"))


def check(command: str, game: Playable, scenario: str | None, games: int, seed: int) -> Checked:
    """Play games with a bot against `random`, as many at each seat, and ask it for a decision of each other kind that
    random games of the scenario, or of all scenarios, have.  Raises ValueError for one that cannot be started."""
    rules = game.ruleset(scenario or game.scenario)
    bot, rival = Watched(command, game.name), load("random", game.players)
    introduced = bot.introduce()
    matches = []
    for seat in range(len(rules.seats)):
        players = [bot if other == seat else rival for other in range(len(rules.seats))]
        matches.append(Match(rules, players, max(1, games // len(rules.seats)), seed))
        matches[-1].play()
    bot.begin(1, seed)
    others = [rules] if scenario else [game.ruleset(offer.name) for offer in game.scenarios()]
    single = [reason for each in others for reason in answers_of_other_kinds(bot, each, seed)]
    bot.close()
    return Checked(bot, introduced, matches, single)


def answers_of_other_kinds(bot: Watched, rules: Ruleset, seed: int) -> Iterator[str]:
    """Ask a bot for a decision of each kind that it has not met and that random games have; why each answer is none, ""
    where it is one."""
    batch = VecEnv(rules, BATCH, seed)
    for _ in range(STEPS):
        games, masks = batch.unguarded
        for kind in {*games["decision"].tolist()} - bot.met:
            at = int(np.argmax(games["decision"] == kind))
            yield answer_in_position(bot, rules, games[at : at + 1], masks[at])
        batch.step(batch.random_actions())
    batch.close()


def answer_in_position(bot: Watched, rules: Ruleset, games: np.ndarray, mask: np.ndarray) -> str:
    """Ask a bot in the middle of a game, which is over after that; as `answers_of_other_kinds`."""
    bot.sit(0, rules, int(games["seat"][0]))
    try:
        bot.answer([bot.question(0, rules, games, mask)])
    except PlayerFailed as error:
        return str(error)
    bot.rise(0, dict.fromkeys(rules.seats, 0.5), 0, "only this position was asked")
    return ""
