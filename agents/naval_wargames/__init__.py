"""The games as an environment of the library `verifiers`: a language model plays a seat, a player of `aw_agents` the
others.

    vf-eval naval-wargames --env.taskset.game GAME --env.taskset.scenario SCENARIO --select.limit 10 -m MODEL

The model is told and answers what a player `llm:` is told and answers (`aw_agents.llm`).  Task number k is the game
with seed k; with `side = "both"` the model takes the seats in turn.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import verifiers.v1 as vf

from aw_agents.arena.match import Match
from aw_agents.llm.chat import Message, NothingMore, Reply, tokens_of
from aw_agents.llm.player import Budget, LanguageModel
from aw_env.core.faces.game import point_reward
from aw_env.core.faces.one_seat import learner_seats
from aw_env.core.players import load
from aw_env.core.ruleset import Ruleset
from aw_env.games import FIRST, named

__all__ = ["Wargame", "WargameConfig", "Wargames", "WargamesConfig"]


class WargamesConfig(vf.TasksetConfig):
    """Which games."""

    game: str = FIRST
    """By its name in `aw-env --game`."""
    scenario: str | None = None
    """A name, or the path of a file.  None: the game's first."""
    options: list[str] = []
    """Optional rules."""
    side: str = "both"
    """The model's seat; "both": the seats in turn."""
    opponent: str = "scripted"
    """Who plays the other seats: any player of `aw-env arena`."""
    reward: str = "outcome"
    """"outcome" is 1, 0 or -1 at the end; "victory_points" adds what the margin has changed."""
    calls: int = Budget.calls
    """Messages to the model in a game; when they are spent, the fallback plays on."""
    tokens: int = Budget.tokens
    """Of a game, prompts and replies together; likewise."""
    prompt: int = Budget.prompt
    """Tokens of a message to the model."""
    reply: int = Budget.reply
    """Tokens of its reply that are reckoned with."""
    fallback: str = Budget.fallback
    """Who answers what the model is not asked, and what it answers wrongly twice."""
    all: int = Budget.all
    """1: the model is asked every question; 0: those that a search compares."""

    @property
    def budget(self) -> Budget:
        """The model's."""
        return Budget(self.calls, self.tokens, self.prompt, self.reply, self.fallback, self.all)

    def rules(self) -> Ruleset:
        """Those of the games.  Raises ValueError for an unknown game, scenario or option."""
        game = named(self.game)
        return game.ruleset(self.scenario or game.scenarios()[0].name, self.options)


class GameData(vf.TaskData):
    """seed: of the dice.  seat: the model's, an index of `Ruleset.seats`."""

    seed: int
    seat: int


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """A game to be played."""


class Wargames(vf.Taskset[GameTask, WargamesConfig]):
    """Games without end, one a seed from 0 on.  Raises ValueError as `WargamesConfig.rules`, and for an unknown side,
    opponent or reward."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        """See `verifiers.v1.Taskset`."""
        config = self.config
        rules = config.rules()
        seats = learner_seats(rules, config.side)
        point_reward(rules, config.reward)
        load(config.opponent, named(config.game).players)
        return (self._task(rules, seed, seats[seed % len(seats)]) for seed in count())

    def _task(self, rules: Ruleset, seed: int, seat: int) -> GameTask:
        name = f"{rules.scenario.name} {rules.seats[seat]} {seed}"
        return GameTask(GameData(name=name, seed=seed, seat=seat), self.config.task)


class WargameConfig(vf.EnvConfig):
    """admiral: the model's seat; by default it has no tools, only talks, and needs no container."""

    admiral: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class Wargame(vf.Env[WargameConfig]):
    """A game in which a model is asked in an exchange of messages that goes on to its end.

    Reward `game`: see `WargamesConfig`.  Metrics: `points` (a win 1, a draw one half), `margin` in victory points from
    the model's side, `decisions` of the whole game, `misread` answers.  Where the exchange ends before the game, as at
    `max_turns`, the fallback plays on.
    """

    async def run(self, task: GameTask, agents: vf.Agents) -> None:
        """See `verifiers.v1.Env`."""
        taskset: Any = self.taskset
        config: WargamesConfig = taskset.config
        async with agents.admiral.interaction(task) as interaction:
            exchange = Exchange(interaction, asyncio.get_running_loop())
            played = await asyncio.to_thread(play, config, task.data, exchange)
        interaction.trace.record_reward("game", played.reward, 1.0)
        for name, value in played.metrics.items():
            interaction.trace.record_metric(name, value)


@dataclass(frozen=True)
class Exchange:
    """The messages to a model and back, for a game that is played in a thread of its own (`aw_agents.llm.chat.Chat`).

    interaction: `verifiers.v1.Interaction`.  loop: in which it runs.
    """

    interaction: Any
    loop: asyncio.AbstractEventLoop
    model: str = "admiral"

    def ask(self, messages: list[Message], most_tokens: int) -> Reply:
        """The model's reply to what it has not been told yet.  Raises NothingMore where the exchange has ended."""
        told = messages[-1]["content"]
        if not self.interaction.trace.num_turns:
            told = "\n\n".join(one["content"] for one in messages)
        try:
            segment = asyncio.run_coroutine_threadsafe(self.interaction.turn(told), self.loop).result()
        except RuntimeError as error:  # what a turn says of an exchange that is over
            raise NothingMore from error
        if segment.terminated:
            raise NothingMore
        return Reply(segment.last_reply, tokens_of(told) + tokens_of(segment.last_reply))


@dataclass(frozen=True)
class Played:
    """A game that is over."""

    reward: float
    metrics: dict[str, float]


def play(config: WargamesConfig, game: GameData, exchange: Exchange) -> Played:
    """Play a game to its end."""
    rules = config.rules()
    players = [load(config.opponent, named(config.game).players) for _ in rules.seats]
    players[game.seat] = admiral = LanguageModel(exchange, config.game, config.budget)
    match = Match(rules, players, 1, game.seed)
    at_first = int(match.ledger["margin_seen"][0])
    match.play()
    sign, margin = rules.sign(game.seat), int(match.ledger["margin"][0])
    reward = float(match.rewards[0, game.seat]) + point_reward(rules, config.reward) * sign * (margin - at_first)
    metrics = {
        "points": float(match.points[0, game.seat]),
        "margin": float(sign * margin),
        "decisions": float(match.score.decisions[0]),
        "misread": float(sum(one.misread for one in admiral.costs)),
    }
    return Played(reward, metrics)
