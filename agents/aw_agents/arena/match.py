"""A match: many games between two players on fixed sides, all games of a step in one call."""

from collections import defaultdict
from dataclasses import dataclass
from operator import index
from typing import Any, NamedTuple

import numpy as np

from aw_env.core.arguments import MOST_SEED, checked_actions, whole_number
from aw_env.core.engine.compiling import records
from aw_env.core.engine.events import hears
from aw_env.core.engine.ledger import CLEAR, PASS, SKIP, START, WRITE
from aw_env.core.errors import PlayerFailed
from aw_env.core.faces.batch import MOST_GAMES
from aw_env.core.faces.game import LISTED
from aw_env.core.players import Agent, Answering, BatchPolicy, CompiledPlayer, Sitter, begin, name_of, shape_of
from aw_env.core.ruleset import Ruleset


class Forfeit(NamedTuple):
    """A game that a seat has lost because its player failed.  reason: how."""

    game: int
    seat: int
    reason: str


@dataclass(frozen=True)
class Score:
    """The games of a match, from the side of its first player (`seat 0`).

    results: int `(games,)`, 1 won, 0 drawn, -1 lost.  margins: int `(games,)`, lead in victory points at the end.
    decisions: int `(games,)`, decisions in each game.
    """

    results: np.ndarray
    margins: np.ndarray
    decisions: np.ndarray

    def of_seat(self, seat: int) -> "Score":
        """The same games from the side of a seat of two."""
        sign = 1 if seat == 0 else -1
        return Score(sign * self.results, sign * self.margins, self.decisions)

    @property
    def points(self) -> float:
        """A win counts 1, a draw one half."""
        return float((self.results + 1).mean() / 2)


def play_match(rules: Ruleset, players: list[Any], games: int, seed: int = 0, layout: str = "summary") -> Score:
    """Play `games` games, `players[seat]` at each seat, and return the results from the side of seat 0.

    The dice depend on `seed` and the number of the game alone, so that two matches with one seed throw the same
    first dice.  Players of any of the three shapes of `aw_env.core.players` may meet.

    Raises ValueError for other arguments, and PlayerFailed, which names the player.
    """
    return played_out(rules, players, games, seed, layout).score


def played_out(rules: Ruleset, players: list[Any], games: int, seed: int = 0, layout: str = "summary") -> "Match":
    """The same games, with the arrays in which they ended."""
    if len(players) != len(rules.seats):
        raise ValueError(f"players: {len(players)} for the {len(rules.seats)} seats of {rules.scenario.name}")
    match = Match(rules, players, games, seed, layout)
    match.play()
    return match


class Match:
    """The arrays of the games under way.

    numbers: int `(games,)`, by which the dice of each follow from `seed` (None: 0, 1, ...): those with one number throw
    the same first dice.  Raises ValueError for what is no player, and for one that says by its attribute `plays` that
    it plays another game.
    """

    def __init__(
        self,
        rules: Ruleset,
        players: list[Any],
        games: int,
        seed: int,
        layout: str = "summary",
        numbers: np.ndarray | None = None,
    ) -> None:
        games = whole_number("games", games, 0, MOST_GAMES)
        seed = whole_number("seed", seed, 0, MOST_SEED)
        for player in players:
            if shape_of(player) is None and not isinstance(player, Sitter):
                raise ValueError(f"{player!r} is not a player (aw_env.core.players)")
            if getattr(player, "plays", rules.name) != rules.name:
                raise ValueError(f"{player.name} plays {player.plays}, not {rules.name}")
        self.rules = rules
        self.players = players
        self.layout = rules.layouts[layout]
        self.carry_on = rules.advance_in(layout)
        self.games = records(rules.scenario.templates.dtype, games)
        self.ledger = records(rules.ledger, games)
        self.ledger["seed"] = seed
        self.ledger["number"] = (np.arange(games) if numbers is None else numbers) - games
        self.ledger["stride"] = games
        self.masks = np.zeros((games, rules.n_actions), np.int8)
        self.observations = np.zeros((games, rules.widths[layout]), np.int16)
        self.rewards = np.zeros((games, len(rules.seats)), np.float32)
        self.sitters = {seat: player for seat, player in enumerate(players) if isinstance(player, Sitter)}
        self.told = any(sitter.wants_events for sitter in self.sitters.values())
        """Whether somebody wishes to hear what happens."""
        self.one_by_one = self.told
        """Whether all players take one decision at a time, compiled ones too."""
        self.events = np.zeros(rules.event_shape if self.told else (1, rules.event_shape[1]), np.int16)
        self.heard: dict[tuple[int, int], list[str]] = defaultdict(list)
        """By game and seat, what has happened since its last decision, in words."""
        self.forfeits: list[Forfeit] = []
        self.plays = [np.zeros((games, len(rules.seats)), np.int8) for _ in players]
        for seat, player in enumerate(players):
            self.plays[seat][:, seat] = 1
            begin(player, games, seed + 1 + seat)
        self.advance(np.full(games, START), CLEAR | WRITE if self.told else CLEAR)
        self._seat_anew(range(games), self.sitters)

    def play(self) -> Score:
        """Let the players play to the end of all games."""
        unheard = self.running if self.sitters else None
        while self.running.any():
            for seat, player in enumerate(self.players):
                self.let_play(seat, player)
            if unheard is not None:
                self._tell_ends(np.flatnonzero(unheard & ~self.running))
                unheard &= self.running
        return self.score

    @property
    def running(self) -> np.ndarray:
        """bool `(games,)`."""
        return self.games["over"] == 0

    @property
    def score(self) -> Score:
        """The result of games that are over."""
        ledger = self.ledger
        return Score(ledger["result"].astype(int), ledger["margin"].astype(int), ledger["decisions"].astype(int))

    @property
    def points(self) -> np.ndarray:
        """float `(games, seats)`: what each seat has of games that are over: a win 1, a draw one half; where each plays
        to win alone (§1.4), its winners share one."""
        if self.rules.settings.get("victory") != "individual":
            return (1 + np.array(self._signs) * self.ledger["result"][:, None]) / 2
        won = self.games["winners"][:, None] >> np.arange(len(self.rules.seats)) & 1
        return won / won.sum(1, keepdims=True)

    @property
    def _signs(self) -> list[int]:
        return [self.rules.sign(seat) for seat in range(len(self.rules.seats))]

    def advance(self, actions: np.ndarray, tasks: int) -> None:
        """One call of the engine for all games; one for each where somebody is told what happens."""
        if not self.told:
            self._carry_on(0, len(self.games), actions, tasks)
            return
        for i in np.flatnonzero(actions != SKIP).tolist():
            self.events[0, 0] = 0
            self._carry_on(i, i + 1, actions, tasks)
            for row in self.events[1 : 1 + self.events[0, 0]]:
                words = self.rules.describe_event(row)[-1]
                for seat in self.sitters:
                    if words and hears(row, self.rules.sides[seat]):
                        self.heard[i, seat].append(words)

    def _carry_on(self, first: int, last: int, actions: np.ndarray, tasks: int) -> None:
        scenario = self.rules.scenario
        self.carry_on(
            scenario.books, scenario.templates, self.games, first, last, actions, self.ledger, self.masks,
            self.observations, self.rewards, self.layout, 0.0, 0, tasks, self.events,
        )  # fmt: skip

    def let_play(self, seat: int, player: CompiledPlayer | BatchPolicy | Agent) -> None:
        """Let a player answer: a compiled one all its decisions, others one in each game that waits for them.  Raises
        PlayerFailed."""
        if isinstance(player, CompiledPlayer) and not self.one_by_one:
            player.play(self.rules.scenario.books, self.games, 0, len(self.games), self.plays[seat])
            self.advance(np.full(len(self.games), PASS), 0)
            return
        waiting = np.flatnonzero(self.running & (self.games["seat"] == seat))
        if not waiting.size:
            return
        commands = np.full(len(self.games), SKIP)
        commands[waiting] = PASS
        self.advance(commands, WRITE)
        if isinstance(player, Sitter):
            self.advance(self._asked_by_lines(seat, player, waiting), 0)
            return
        with Answering(player):
            if isinstance(player, BatchPolicy) and not self.one_by_one:
                answers: Any = player.act_batch(self.observations[waiting], self.masks[waiting])
            else:
                answers = [self.ask(player, i) for i in waiting.tolist()]  # type: ignore[arg-type]  # all can act
            actions = checked_actions(answers, len(waiting))
        for i, action in zip(waiting.tolist(), actions.tolist(), strict=True):
            if not 0 <= action < self.rules.n_actions or not self.masks[i, action]:
                raise self._illegal(player, i, action)
        commands[waiting] = actions
        self.advance(commands, 0)

    def _illegal(self, player: Any, i: int, action: int) -> PlayerFailed:
        legal = np.flatnonzero(self.masks[i]).tolist()
        more = f" and {len(legal) - LISTED} more" if len(legal) > LISTED else ""
        return PlayerFailed(
            f"the player {name_of(player)} chose the illegal action {action} in game {i}. Asked: "
            f"{self.rules.describe_decision(self.games[i : i + 1])} Legal: {', '.join(map(str, legal[:LISTED]))}{more}"
        )

    def ask(self, agent: Agent, i: int) -> int:
        """One game's question to a player of one game at a time."""
        game = self.games[i : i + 1]
        seen = {"observation": self.observations[i].copy(), "action_mask": self.masks[i].copy()}
        return index(agent.act(self.rules.view(game, int(game["seat"][0])), seen, self.rules.informer(game)()))

    # --- players that are told -------------------------------------------------------------------------

    def _asked_by_lines(self, seat: int, sitter: Sitter, waiting: np.ndarray) -> np.ndarray:
        """int64 `(games,)`: the answers of a sitter to the games that wait for it, so many at a time as it takes.  When
        it fails, those about which it is being asked are over."""
        commands = np.full(len(self.games), SKIP)
        for first in range(0, len(waiting), sitter.batch):
            asked = waiting[first : first + sitter.batch].tolist()
            try:
                commands[asked] = sitter.answer([self._question(sitter, i, seat) for i in asked])
            except PlayerFailed as error:
                for i in asked:
                    self._forfeit(i, seat, str(error))
                self._seat_anew(np.flatnonzero(self.running).tolist(), {seat: sitter})
        return commands

    def _question(self, sitter: Sitter, i: int, seat: int) -> Any:
        events = self.heard.pop((i, seat), []) if self.told else None
        return sitter.question(self._number(i, seat), self.rules, self.games[i : i + 1], self.masks[i], events)

    def _forfeit(self, i: int, seat: int, reason: str) -> None:
        """A seat loses a game, at once."""
        self.forfeits.append(Forfeit(i, seat, reason))
        game, line = self.games[i], self.ledger[i]
        game["over"], game["seat"] = 1, -1
        line["running"], line["ended"] = 0, 1
        line["result"], line["decisions"] = -self.rules.sign(seat), game["decisions"]
        if "winners" in game.dtype.names:
            game["winners"] = sum(1 << other for other, sign in enumerate(self._signs) if sign != self.rules.sign(seat))

    def _number(self, i: int, seat: int) -> int:
        """That of a game for a seat: a sitter may have several."""
        return i * len(self.rules.seats) + seat

    def _seat_anew(self, games: Any, sitters: dict[int, Sitter]) -> None:
        for seat, sitter in sitters.items():
            for i in games:
                sitter.sit(self._number(i, seat), self.rules, seat)

    def _tell_ends(self, ended: np.ndarray) -> None:
        if not ended.size:
            return
        reasons = {one.game: f"forfeit of {self.rules.seats[one.seat]}: {one.reason}" for one in self.forfeits}
        points = self.points
        for i in ended.tolist():
            by_seat = dict(zip(self.rules.seats, points[i].tolist(), strict=True))
            for seat, sitter in self.sitters.items():
                sitter.rise(self._number(i, seat), by_seat, int(self.ledger["margin"][i]), reasons.get(i, ""))
