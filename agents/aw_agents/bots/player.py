"""`exec:COMMAND`: a player that is a program, asked by the lines of the protocol (docs/protocol.md)."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from typing import Any

import numpy as np

from aw_agents.bots.asking import Position, asked, rules_of
from aw_agents.bots.messages import (
    LONGEST_LINE,
    PROTOCOL,
    Actions,
    Answer,
    Asked,
    Clock,
    Decide,
    GameOver,
    Hello,
    Introduction,
    Message,
    NewGame,
    NotAMessage,
    Quit,
    Trouble,
    line_of,
    said,
)
from aw_agents.bots.process import BotFailed, Limits, Process
from aw_env.core.players import Leaning, Opinion
from aw_env.core.ruleset import Ruleset
from aw_env.games import FIRST, named

ILLEGAL = "chose what is not legal"
"""As much as others may hear of an answer that is none."""
ALONE = 0
"""The number of the game of a player who is asked without being told which it is."""


@dataclass
class Sitting:
    """A game that the program plays.  left: the seconds that it has for the rest of it, None: no limit."""

    seat: int
    left: float | None
    asked: int = 0


@dataclass
class Traffic:
    """What has been asked of a program, and answered: decisions, and the bytes of all lines to it and from it."""

    decisions: int = 0
    sent: int = 0
    received: int = 0


def seed_of_bot(seed: int, number: int) -> int:
    """The seed for a bot's own dice in a game with this number; those of the game do not follow from it."""
    return int(np.random.SeedSequence([seed, number]).generate_state(1)[0])


class ExecPlayer:
    """A program at any number of games.  It is started when it is first needed, and again after it has failed.

    command: what runs it, without a shell.  game: by its name in `--game`.  traffic: with it so far.  Raises ValueError
    for a command that cannot be run.
    """

    def __init__(self, command: str, game: str, limits: Limits | None = None) -> None:
        self.command, self.game, self.limits = command, named(game), limits or Limits()
        self.name = f"exec:{command}"
        self._process: Process | None = None
        self._introduced = Introduction(protocol=PROTOCOL, name="?")
        self._sittings: dict[int, Sitting] = {}
        self._seed = 0
        self._thought: dict[int, Opinion] = {}
        self._unsent: list[bytes] = []
        self.traffic = Traffic()
        self.introduce()

    # --- the program -----------------------------------------------------------------------------------------

    def introduce(self) -> Introduction:
        """Start the program if it does not run, and hear what it is.  Raises ValueError for one that cannot be started
        or does not speak the protocol."""
        if self._process is None:
            rules = self.game.ruleset(self.game.scenario)
            hello = Hello(
                engine=f"aw_env {version('aw_env')}", game=self.game.name, ruleset=rules.name, seats=rules.seats,
                actions=rules.n_actions, layouts=dict(rules.widths),
            )  # fmt: skip
            self._process = Process(self.command, self.limits)
            try:
                self._introduced = self._introduction(self._process.ask(line_of(hello), self.limits.start))
            except (BotFailed, NotAMessage) as error:
                self.close()
                raise ValueError(f"{self.name}: {error}") from None
        return self._introduced

    def _introduction(self, line: bytes) -> Introduction:
        answer = said(line)
        if isinstance(answer, Trouble):
            raise BotFailed(f"says: {answer.message}")
        if not isinstance(answer, Introduction):
            raise BotFailed('answered to "hello" with another message')
        if answer.protocol != PROTOCOL:
            raise BotFailed(f"speaks protocol {answer.protocol}; this is {PROTOCOL}")
        return answer

    @property
    def wants_events(self) -> bool:
        """Whether it wishes to hear what happens."""
        return "events" in self._introduced.wants

    @property
    def batch(self) -> int:
        """How many decisions it takes at a time."""
        return self._introduced.batch

    def close(self) -> None:
        """End the program.  It is started again when it is next needed."""
        process, self._process = self._process, None
        self._sittings.clear()
        self._unsent.clear()
        if process is not None:
            try:
                process.send(line_of(Quit()), 1.0)
            except BotFailed:
                process.kill()
            else:
                process.close()

    def _failed(self) -> None:
        """It has failed: whatever it still does is ended."""
        process, self._process = self._process, None
        self._sittings.clear()
        self._unsent.clear()
        if process is not None:
            process.kill()

    # --- games -----------------------------------------------------------------------------------------------

    def begin(self, num_games: int, seed: int) -> None:
        """All games so far are over; those to come have this seed."""
        self._sittings.clear()
        self._unsent.clear()
        self._seed = seed

    def sit(self, number: int, rules: Ruleset, seat: int) -> None:
        """A game begins, in which it has a seat."""
        limits = self.limits
        self._sittings[number] = Sitting(seat, limits.game)
        clock = Clock(decision=limits.decision, game=limits.game, increment=limits.increment)
        self._tell(
            NewGame(
                game=number,
                scenario=rules.scenario.name,
                options=tuple(rules.options),
                seat=rules.seats[seat],
                seed=seed_of_bot(self._seed, number),
                clock=clock,
                digest=rules.scenario.digest,
                bid=rules.bid or None,
            )
        )

    def rise(self, number: int, points: Mapping[str, float], margin: int, reason: str = "") -> None:
        """A game has ended."""
        if self._sittings.pop(number, None) is not None:
            self._tell(GameOver(game=number, points=dict(points), margin=margin, reason=reason))

    def _tell(self, message: Message) -> None:
        """What needs no answer waits for the next question."""
        self._unsent.append(line_of(message))

    # --- answers ---------------------------------------------------------------------------------------------

    def act(self, view: Any, observation: Mapping[str, np.ndarray], info: Mapping[str, Any]) -> int:
        """Its answer for one game, from the seat's view.  Raises BotFailed."""
        rules = rules_of(self._ruleset, view.scenario)
        sitting = self._sittings.get(ALONE)
        if sitting is None or sitting.seat != int(view.seat):
            self.introduce()
            self.sit(ALONE, rules, int(view.seat))
        position = Position.of_view(rules, view, observation["action_mask"])
        return self.answer([self._question(ALONE, position)])[0]

    def opinion(self, view: Any, observation: Mapping[str, np.ndarray], info: Mapping[str, Any]) -> Opinion:
        """See `aw_env.core.players.Commentator`: what it says of its answer."""
        action = self.act(view, dict(observation), info)
        return self._thought.get(ALONE, Opinion(None, [Leaning(action, None, None)]))

    @property
    def _ruleset(self) -> str:
        return self.game.module.rpartition(".")[2]

    def question(
        self, number: int, rules: Ruleset, games: np.ndarray, mask: np.ndarray, events: Sequence[str] | None = None
    ) -> Asked:
        """See `aw_env.core.players.Sitter`."""
        return self._question(number, Position(rules, games, mask), events)

    def _question(self, number: int, position: Position, events: Sequence[str] | None = None) -> Asked:
        sitting = self._sittings[number]
        sitting.asked += 1
        return asked(position, number, sitting.asked, self._introduced.wants, events, sitting.left)

    def answer(self, questions: Sequence[Asked]) -> list[int]:
        """Its answers, the action for each question, of which there may be `batch`.  Raises BotFailed; the program is
        then ended, and whoever goes on with it seats it anew."""
        try:
            return self._answers(questions)
        except ValueError as error:
            self._failed()
            if isinstance(error, NotAMessage):
                raise BotFailed(f"wrote what is no message: {error}", "wrote what is no message") from None
            raise BotFailed(str(error), "does not start again") from None
        except BaseException:
            self._failed()
            raise

    def _answers(self, questions: Sequence[Asked]) -> list[int]:
        self.introduce()
        assert self._process is not None
        line = line_of(Decide(decisions=list(questions)))
        if len(line) > LONGEST_LINE:
            half = len(questions) // 2
            if not half:
                raise BotFailed(f"asks for more of a decision than a line of {LONGEST_LINE} bytes holds")
            return self._answers(questions[:half]) + self._answers(questions[half:])
        sittings = [self._sittings[question.game] for question in questions]
        seconds = min([self.limits.decision, *(one.left for one in sittings if one.left is not None)])
        before = time.monotonic()
        unsent, self._unsent = b"".join(self._unsent), []
        heard = self._process.ask(unsent + line, seconds)
        self.traffic.decisions += len(questions)
        self.traffic.sent += len(unsent) + len(line)
        self.traffic.received += len(heard) + 1
        answer = said(heard)
        for sitting in sittings:
            if sitting.left is not None:
                sitting.left += self.limits.increment - (time.monotonic() - before) / len(sittings)
        if isinstance(answer, Trouble):
            raise BotFailed(f"says: {answer.message}", "gave up")
        if not isinstance(answer, Actions):
            raise BotFailed('answered to "decide" with another message')
        return self._chosen(questions, answer)

    def _chosen(self, questions: Sequence[Asked], answer: Actions) -> list[int]:
        by_game = {one.game: one for one in answer.actions}
        if len(answer.actions) != len(questions) or by_game.keys() != {question.game for question in questions}:
            raise BotFailed(f"answered {len(answer.actions)} decisions, or others, where {len(questions)} were asked")
        return [self._action(question, by_game[question.game]) for question in questions]

    def _action(self, question: Asked, answer: Answer) -> int:
        if answer.number != question.number:
            raise BotFailed(f"answered decision {answer.number} of game {answer.game}; asked was {question.number}")
        action = answer.action
        if action is None:
            if answer.words is None:
                raise BotFailed(f"answered decision {answer.number} of game {answer.game} without an action")
            if question.words is None:
                raise BotFailed('answered by words, which it has not wished for ("wants": ["words"])')
            if answer.words not in question.words:
                legal = "; ".join(question.words[:12])
                raise BotFailed(f"chose {answer.words!r}; legal are: {legal}", ILLEGAL)
            action = question.legal[question.words.index(answer.words)]
        if action not in question.legal:
            some = ", ".join(map(str, question.legal[:12]))
            raise BotFailed(f"chose the illegal action {action}; legal are: {some}", ILLEGAL)
        self._thought.pop(answer.game, None)
        if answer.opinion is not None:
            leanings = [Leaning(one.action, one.probability, one.value) for one in answer.opinion.leanings]
            self._thought[answer.game] = Opinion(answer.opinion.value, leanings or [Leaning(action, None, None)])
        return action


def made_for_game(game: str) -> Callable[[str], ExecPlayer]:
    """What makes the players of a game, from the command that follows "exec:"."""
    return partial(_player, game)


def of_usual_game(command: str) -> ExecPlayer:
    """One of the game that is meant where none is named."""
    return ExecPlayer(command, FIRST)


def _player(game: str, command: str) -> ExecPlayer:
    return ExecPlayer(command, game)
