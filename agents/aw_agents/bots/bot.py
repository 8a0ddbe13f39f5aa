"""`aw-env bot NAME`: a player of ours as a program that speaks the protocol, so that others can play against it."""

import base64
from importlib.metadata import version
from typing import IO, Any

import numpy as np

from aw_agents.bots.messages import (
    LONGEST_LINE,
    PROTOCOL,
    Actions,
    Answer,
    Asked,
    Decide,
    GameOver,
    Hello,
    Introduction,
    Message,
    NewGame,
    Quit,
    Trouble,
    line_of,
    told,
)
from aw_env.core.engine.compiling import records
from aw_env.core.faces.game import Game
from aw_env.core.playable import Playable
from aw_env.core.players import begin, load
from aw_env.core.ruleset import Ruleset
from aw_env.games import named

BATCH = 256
"""Decisions that it takes in a line."""


class Refused(ValueError):
    """What the other side asks for cannot be done.  Says why."""


class Bot:
    """Answers the messages of a table.  player: its name (`aw_env.core.players.load`).  Raises ValueError for a name
    that no game knows when the table has said which is played."""

    def __init__(self, player: str) -> None:
        self.player = player
        self._games: dict[int, tuple[Ruleset, int, Any]] = {}
        self._hello: Hello | None = None

    def answer(self, message: Message) -> Message | None:
        """What it says to a message; None: nothing.  Raises ValueError."""
        if isinstance(message, Hello):
            return self._introduced(message)
        if isinstance(message, NewGame):
            self._begin(message)
        elif isinstance(message, Decide):
            return Actions(actions=[self._decided(asked) for asked in message.decisions])
        elif isinstance(message, GameOver):
            self._games.pop(message.game, None)
        return None

    def _introduced(self, hello: Hello) -> Introduction:
        if hello.protocol != PROTOCOL:
            raise Refused(f"protocol {hello.protocol}; this bot speaks {PROTOCOL}")
        self._hello = hello
        self._make_ready(named(hello.game))
        return Introduction(
            protocol=PROTOCOL, name=self.player, version=version("aw_env"), wants=["record"], batch=BATCH
        )

    def _make_ready(self, game: Playable) -> None:
        """Let the player answer once, so that what has to be compiled is before the clock of a decision runs."""
        position = Game(game.ruleset(game.scenario), seed=0)
        player = load(self.player, game.players)
        begin(player, 1, 0)
        seen = {"observation": np.zeros(0, np.int16), "action_mask": position.action_mask}
        player.act(position.view(position.seat), seen, position.info())

    def _begin(self, begun: NewGame) -> None:
        if self._hello is None:
            raise Refused('"new game" before "hello"')
        game = named(self._hello.game)
        rules = game.ruleset(begun.scenario, begun.options, begun.bid or 0)
        if rules.scenario.digest != begun.digest:
            raise Refused(f"scenario {begun.scenario!r} is made of other data here")
        player = load(self.player, game.players)
        begin(player, 1, begun.seed)
        self._games[begun.game] = rules, rules.seats.index(begun.seat), player

    def _decided(self, asked: Asked) -> Answer:
        if asked.game not in self._games:
            raise Refused(f"game {asked.game} has not begun")
        if asked.record is None:
            raise Refused('this bot plays from the record, for which it has asked ("wants")')
        rules, seat, player = self._games[asked.game]
        games = read_record(rules, asked.record)
        view, mask = rules.view(games, seat), np.zeros(rules.n_actions, np.int8)
        mask[asked.legal] = 1
        seen = {"observation": np.zeros(0, np.int16), "action_mask": mask}
        return Answer(game=asked.game, number=asked.number, action=int(player.act(view, seen, rules.informer(games)())))


def read_record(rules: Ruleset, sent: str) -> np.ndarray:
    """The record of a game as a seat may see it, as an array of one.  Raises Refused."""
    games = records(rules.scenario.templates.dtype, 1)
    try:
        data = base64.b64decode(sent, validate=True)
    except ValueError:
        raise Refused("the record is no base64") from None
    if len(data) != games.nbytes:
        raise Refused(f"the record has {len(data)} bytes; here it has {games.nbytes}")
    games.view(np.uint8, np.ndarray)[:] = np.frombuffer(data, np.uint8)
    return games


def serve(bot: Bot, lines: IO[bytes], out: IO[bytes]) -> None:
    """Answer lines until there are no more, or the table says that it is over."""
    for line in iter(lambda: lines.readline(LONGEST_LINE), b""):
        try:
            message = told(line)
            if isinstance(message, Quit):
                return
            answer = bot.answer(message)
        except ValueError as error:
            answer = Trouble(message=str(error)[:2000])
        if answer is not None:
            out.write(line_of(answer))
            out.flush()
