"""What a game costs a language model in messages and tokens, with one question a message or orders for a whole step.

    python -m benchmarks.messages --games 2
    python -m benchmarks.messages --game admirals_war --scenarios campaign --ways "orders by group"

A clerk stands in for the model and answers as the staff officer would, in a line or two: a number; or everything that
the step still asks, by groups of units that do the same; or that, with the answers in a battle as standing orders
("always ..."), which the officer might not have given later.  The clerk plays each side against the officer, and is
asked again for anything it cannot order this way.  Tokens are estimated at four letters each, prompts and replies
together.
"""

import argparse
from collections.abc import Callable, Sequence
from typing import Any

from aw_agents.arena.match import Match
from aw_agents.llm.chat import Message, Reply, tokens_of
from aw_agents.llm.intentions import Intentions, Misread
from aw_agents.llm.player import Budget, Conversation, LanguageModel
from aw_agents.llm.prompt import ALWAYS, ANSWER
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.games import named, names
from aw_env.table.orders import questions_ahead
from aw_env.table.table import answer_of

UNBOUND = Budget(calls=10**6, tokens=10**9)
USUAL = {"admirals_war": ("midway", "campaign")}
"""Scenarios by game; of others the usual one."""
SEED = 1


class Clerk:
    """Answers as an officer (`aw_agents.llm.chat.Asked`).  write: the lines of his answer to a question."""

    model = "clerk"

    def __init__(self, officer: Any, write: Callable[[Game, Intentions, Any], list[str]]) -> None:
        self._officer, self._write = officer, write
        self.before: tuple[Game, Intentions] | None = None

    def ask(self, messages: list[Message], most_tokens: int) -> Reply:
        """The answer to the question that is `before` him."""
        assert self.before is not None
        text = "\n".join([ANSWER, *self._write(*self.before, self._officer)])
        return Reply(text, tokens_of(text) + sum(tokens_of(one["content"]) for one in messages))


class Ordering(LanguageModel):
    """A language model that shows its clerk what it is asked."""

    def __init__(self, clerk: Clerk, game: str) -> None:
        super().__init__(clerk, game, UNBOUND)
        self._clerk = clerk

    def _by_the_model(self, game: Game, conversation: Conversation) -> int | None:
        self._clerk.before = game, conversation.intentions
        return super()._by_the_model(game, conversation)


def one_question(game: Game, intentions: Intentions, officer: Any) -> list[str]:
    """The number of a choice."""
    return [str(game.legal_actions().index(answer_of(officer, game)) + 1)]


def by_group(game: Game, intentions: Intentions, officer: Any) -> list[str]:
    """The answer to the question, and orders to the units that are asked later in the step, by what they do."""
    alike: dict[str, list[str]] = {}
    for question in questions_ahead(game, intentions.orders):
        unit = question.view(question.seat).subject_unit
        if unit is not None:
            words = dict(question.actions())[answer_of(officer, question)]
            alike.setdefault(words, []).append(unit.name)
    lines = [f"{', '.join(dict.fromkeys(units))} {words}" for words, units in alike.items()]
    return [*one_question(game, intentions, officer), *_understood(game, intentions, lines)]


def with_standing_orders(game: Game, intentions: Intentions, officer: Any) -> list[str]:
    """The same; what is answered to a question of no unit is answered always."""
    lines = by_group(game, intentions, officer)
    words = dict(game.actions())[answer_of(officer, game)]
    if game.view(game.seat).subject_unit is None:
        lines += _understood(game, intentions, [f"{ALWAYS} {words}"])
    return lines


def _understood(game: Game, intentions: Intentions, lines: Sequence[str]) -> list[str]:
    """Those lines that can be carried out, one after the other."""
    kept: list[str] = []
    first = "1"
    for line in lines:
        trial = Intentions(intentions.orders.copy(), intentions.standing)
        try:
            trial.understand(game, "\n".join([ANSWER, first, *kept, line]))
        except Misread:
            continue
        kept.append(line)
    return kept


WAYS = {"one question": one_question, "orders by group": by_group, "and standing orders": with_standing_orders}


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each scenario, seat and way."""
    parser = argparse.ArgumentParser(description="What a game costs a language model.")
    parser.add_argument("--games", type=int, default=1, help="games from each seat")
    parser.add_argument("--game", choices=names(), nargs="*", help="games to play; by default all")
    parser.add_argument("--scenarios", nargs="*", default=())
    parser.add_argument("--ways", nargs="*", choices=[*WAYS], default=[*WAYS])
    given = parser.parse_args(arguments)
    print("game", "scenario", "seat", "way", "games", "messages", "at most", "tokens", "misread", sep="\t", flush=True)
    for name in given.game or names():
        game = named(name)
        for scenario in given.scenarios or USUAL.get(name, (game.scenario,)):
            rules = game.ruleset(scenario)
            for seat, called in enumerate(rules.seats):
                for way in given.ways:
                    model = Ordering(Clerk(load("scripted", game.players), WAYS[way]), name)
                    players = [load("scripted", game.players) for _ in rules.seats]
                    players[seat] = model
                    Match(rules, players, given.games, SEED).play()
                    calls, tokens = ([getattr(one, what) for one in model.costs] for what in ("calls", "tokens"))
                    misread = sum(one.misread for one in model.costs)
                    print(name, scenario, called, way, given.games, f"{sum(calls) / len(calls):.0f}", max(calls),
                          f"{sum(tokens) / len(tokens):,.0f}", misread, sep="\t", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
