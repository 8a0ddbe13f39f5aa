"""`llm:MODEL`: a player that is a language model.  It answers as people do at the terminal: one message may give orders
for a whole step."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

import numpy as np

from aw_agents.bots.asking import Position, rules_of
from aw_agents.llm.chat import Asked, Chat, Message, NothingMore, tokens_of
from aw_agents.llm.intentions import Intentions, Misread
from aw_agents.llm.prompt import ANSWER, prompt
from aw_agents.search.searchable import searchable
from aw_env.core.faces.game import Game
from aw_env.core.players import begin, load
from aw_env.core.ruleset import Ruleset
from aw_env.games import FIRST, named

ALONE = 0
"""The number of the game of a player who is asked without being told which it is."""


@dataclass(frozen=True)
class Budget:
    """What a game may cost.

    calls: messages to the model in a game; when they are spent, the fallback plays on.  tokens: likewise, of prompts
    and replies together.  prompt, reply: tokens of one of them at most.  fallback: the player that answers what the
    model is not asked, what is misread twice, and what is beyond the budget.  all: 1 asks every question, 0 those that
    a search compares: the others decide little.
    """

    calls: int = 350
    tokens: int = 2_000_000
    prompt: int = 6000
    reply: int = 1500
    fallback: str = "scripted"
    all: int = 0


@dataclass
class Conversation:
    """A game that the model plays.  misread: answers that were of no use."""

    seat: int
    intentions: Intentions = field(default_factory=Intentions)
    events: list[str] = field(default_factory=list)
    calls: int = 0
    tokens: int = 0
    misread: int = 0


@dataclass(frozen=True)
class Question:
    """What it is asked in a game."""

    number: int
    rules: Ruleset
    view: Any
    mask: np.ndarray


class LanguageModel:
    """A language model at any number of games (`aw_env.core.players.Sitter`, `Agent`).

    chat: where it is asked.  game: by its name in `--game`.  costs: of the games that are over, calls, tokens and
    misread answers.
    """

    batch = 1
    wants_events = True

    def __init__(self, chat: Asked, game: str, budget: Budget | None = None) -> None:
        self.chat, self.budget, self.plays_game = chat, budget or Budget(), named(game)
        self.name = f"llm:{chat.model}"
        self._fallback = load(self.budget.fallback, self.plays_game.players)
        self._games: dict[int, Conversation] = {}
        self._asked: frozenset[int] | None = None
        self.costs: list[Conversation] = []

    # --- games -----------------------------------------------------------------------------------------------

    def begin(self, num_games: int, seed: int) -> None:
        """All games so far are over."""
        self._games.clear()
        begin(self._fallback, max(num_games, 1), seed)

    def sit(self, number: int, rules: Ruleset, seat: int) -> None:
        """A game begins, in which it has a seat."""
        self._games[number] = Conversation(seat)

    def rise(self, number: int, points: Mapping[str, float], margin: int, reason: str = "") -> None:
        """A game has ended."""
        if number in self._games:
            self.costs.append(self._games.pop(number))

    def question(
        self, number: int, rules: Ruleset, games: np.ndarray, mask: np.ndarray, events: Sequence[str] | None = None
    ) -> Question:
        """See `aw_env.core.players.Sitter`."""
        self._games[number].events += events or ()
        return Question(number, rules, Position(rules, games, mask).view, mask)

    def answer(self, questions: Sequence[Question]) -> list[int]:
        """The action for each question.  Raises PlayerFailed where the server does not answer."""
        return [self._answer(question) for question in questions]

    def act(self, view: Any, observation: Mapping[str, np.ndarray], info: Mapping[str, Any]) -> int:
        """Its answer for one game, from the seat's view.  Raises PlayerFailed."""
        conversation = self._games.get(ALONE)
        if conversation is None or conversation.seat != int(view.seat):
            self._games[ALONE] = Conversation(int(view.seat))
        rules = rules_of(self.plays_game.module.rpartition(".")[2], view.scenario)
        return self._answer(Question(ALONE, rules, view, observation["action_mask"]))

    # --- answers ---------------------------------------------------------------------------------------------

    def _answer(self, question: Question) -> int:
        conversation, view = self._games[question.number], question.view
        game = Game.of_view(question.rules, view, seed=0)
        intended = conversation.intentions.answer(game)
        if intended is None and int(view.decision) in self._kinds(question.rules):
            intended = self._by_the_model(game, conversation)
        return self._by_the_fallback(question) if intended is None else intended

    def _kinds(self, rules: Ruleset) -> frozenset[int]:
        """The kinds of decisions that it is asked."""
        if self._asked is None:
            known = searchable(rules.name)
            self._asked = frozenset(map(int, known.kinds if self.budget.all else known.searched))
        return self._asked

    def _by_the_fallback(self, question: Question) -> int:
        seen = {"observation": np.zeros(0, np.int16), "action_mask": question.mask}
        games = question.view.record.reshape(1)
        return int(self._fallback.act(question.view, seen, question.rules.informer(games)()))

    def _by_the_model(self, game: Game, conversation: Conversation) -> int | None:
        """Its answer; None if it is misread twice, or has nothing left to spend."""
        messages = prompt(game, conversation.intentions.orders, conversation.events, self.budget.prompt)
        for _ in range(2):
            if not self._can_afford(conversation, messages):
                return None
            try:
                reply = self.chat.ask(messages, self.budget.reply)
            except NothingMore:
                return None
            conversation.calls += 1
            conversation.tokens += reply.tokens
            conversation.events.clear()
            try:
                return conversation.intentions.understand(game, reply.text)
            except Misread as error:
                conversation.misread += 1
                correction = f"That cannot be carried out: {error}\nAnswer again, below a line {ANSWER}."
                messages = [
                    *messages,
                    {"role": "assistant", "content": reply.text[: 4 * self.budget.reply]},
                    {"role": "user", "content": correction},
                ]
        return None

    def _can_afford(self, conversation: Conversation, messages: Sequence[Message]) -> bool:
        expected = sum(tokens_of(one["content"]) for one in messages) + self.budget.reply
        return conversation.calls < self.budget.calls and conversation.tokens + expected <= self.budget.tokens


# --- by name -------------------------------------------------------------------------------------------------


def made_for_game(game: str) -> Callable[[str], LanguageModel]:
    """What makes the players of a game, from what follows "llm:"."""
    return partial(_player, game)


def of_usual_game(said: str) -> LanguageModel:
    """One of the game that is meant where none is named."""
    return _player(FIRST, said)


def _player(game: str, said: str) -> LanguageModel:
    """said: the model, and its budget after commas: "llama-3,calls=15,fallback=tuned".  Raises ValueError."""
    model, *parts = said.split(",")
    if not model:
        raise ValueError("llm: needs the name of a model, such as llm:llama-3")
    return LanguageModel(Chat.of_environment(model), game, budget_of(parts))


def budget_of(parts: Sequence[str]) -> Budget:
    """A budget from texts "key=value".  Raises ValueError."""
    usual: dict[str, Any] = asdict(Budget())
    given: dict[str, Any] = {}
    for part in parts:
        key, _, value = part.partition("=")
        if key not in usual:
            raise ValueError(f"llm: there is no {key!r}; known: {', '.join(usual)}")
        if isinstance(usual[key], str):
            given[key] = value
        elif value.isdecimal():
            given[key] = int(value)
        else:
            raise ValueError(f"llm: {key}={value!r} must be a whole number")
    return Budget(**usual | given)
