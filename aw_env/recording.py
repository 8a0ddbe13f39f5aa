"""A game as one line of JSON: the scenario, the seed and every action with its words.  Enough for a bug report.

    {"game": "GAME_v0", "scenario": "midway", "players": 2, "options": [], "victory": "team", "bid": 0, "seed": 7,
     "digest": "...", "dice": [[12, [6, 3]]], "actions": [[412, "attack Akagi"], ...], "result": 1}

`bid` are points for the side of the first seat, below 0 for the other; a record without it is of a game without.
`dice` are dice laid in front of the generator: before which action, and which.  `keyed`, if it is there, is a key and
before how many actions the dice follow from it and from what is decided.  `result` is that of the Allies, null while
the game is not over.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, cast

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from aw_env.core import saves
from aw_env.core.config.errors import first_finding, in_words, key_path
from aw_env.core.engine.dice import TALLIES
from aw_env.core.faces.game import Game
from aw_env.core.limits import Bid, Count, Die, Name, NameOrPath, Names, Players, Seed
from aw_env.core.playable import Playable
from aw_env.games import playing

MOST_BYTES = 1 << 28
"""A file of recorded games is smaller."""


class RecordError(ValueError):
    """A record of a game that cannot be used; says what is wrong and where."""


Dice = Annotated[tuple[Die, ...], Field(max_length=1000)]
Result = Literal[1, 0, -1]
Keyed = tuple[Seed, Count]
"""A key, and before how many actions the dice follow from it."""


class Record(BaseModel):
    """A recorded game.  actions: (number, words).  dice: (before which action, dice)."""

    model_config = ConfigDict(frozen=True, strict=True)

    game: Name
    scenario: NameOrPath
    players: Players
    options: Names
    victory: Name = "team"
    bid: Bid = 0
    seed: Seed
    digest: Name
    dice: Annotated[tuple[tuple[Count, Dice], ...], Field(max_length=100_000)]
    actions: Annotated[tuple[tuple[Count, NameOrPath], ...], Field(max_length=1_000_000)]
    result: Result | None = None
    keyed: Keyed | None = None

    def new_game(self) -> Game:
        """The game at its beginning.  Raises ConfigError for a scenario that is not there, RecordError for another
        game."""
        make = self.known.ruleset
        rules = make(self.scenario, self.options, self.bid, players=self.players, victory=self.victory)
        return Game(rules, self.seed)

    @property
    def known(self) -> Playable:
        """The game that it is a record of.  Raises RecordError for another than there are."""
        try:
            return playing(self.game)
        except ValueError as error:
            raise RecordError(f"this is a record of {self.game!r}: {error}") from None

    @cached_property
    def _dice_laid(self) -> dict[int, list[int]]:
        laid: dict[int, list[int]] = defaultdict(list)
        for at, dice in self.dice:
            laid[at] += dice
        return laid

    def dice_before(self, number: int) -> tuple[int, ...]:
        """The dice laid before an action, counted from 0."""
        return tuple(self._dice_laid.get(number, ()))

    def apply(self, game: Game, number: int) -> None:
        """Play action `number`, counted from 0, in a game that has played those before.  Raises RecordError."""
        action, words = self.actions[number]
        self._key_dice(game, number)
        try:
            if self.dice_before(number):
                game.script_dice(self.dice_before(number))
            game.apply(action)
        except ValueError as error:
            other = "" if self.digest == game.rules.scenario.digest else " The record belongs to other data."
            raise RecordError(f'action {number + 1} of the record, {action} "{words}": {error}{other}') from None

    def _key_dice(self, game: Game, number: int) -> None:
        if self.keyed is None or number >= self.keyed[1]:
            return
        if number == 0:
            self._tallies[:] = 0
        game.key_dice(self.keyed[0], self._tallies)

    @cached_property
    def _tallies(self) -> np.ndarray:
        return np.zeros(TALLIES, np.int32)


class Recorder:
    """Writes the record of a game as it goes.  It plays along, so that each action has its words.

    path: the file; what is in it before is replaced, if that is a record.  scenario: its name or path, if not the
    scenario's own name.  Raises RecordError for a file that holds something else, OSError for a path that is none.
    """

    def __init__(self, path: str | Path, game: Game, scenario: str | None = None) -> None:
        self.path = Path(path)
        if self.path.is_file() and self.path.stat().st_size:
            read_record(self.path)
        self._along = _PlayedAlong(game, scenario)
        self.write(game)

    def write(self, game: Game) -> None:
        """Write the game so far, whole or not at all.  Raises OSError."""
        saves.write_file(self.path, self._along.record_of(game) + "\n")


class _PlayedAlong:
    """Follows a game and puts each action in words, before it is taken."""

    def __init__(self, game: Game, scenario: str | None) -> None:
        self._rules = game.rules
        self._scenario = str(scenario or game.rules.scenario.name)
        self._begin(game)

    def _begin(self, game: Game) -> None:
        self._played = Game(self._rules, game.seed)
        self._words: list[str] = []

    def record_of(self, game: Game) -> str:
        """The game so far as a line of JSON."""
        told = self._played
        dice = [(at, laid) for at, laid in game.dice_laid if at < len(told.history)]
        if game.seed != told.seed or game.history[: len(told.history)] != told.history or dice != told.dice_laid:
            self._begin(game)
        self._follow(game)
        rules = self._rules
        record = Record(
            game=rules.name,
            scenario=self._scenario,
            players=rules.players,
            options=rules.options,
            victory=rules.settings.get("victory", "team"),
            bid=rules.bid,
            seed=game.seed,
            digest=rules.scenario.digest,
            dice=tuple((at, tuple(dice)) for at, dice in game.dice_laid if dice),
            actions=tuple(zip(game.history, self._words, strict=True)),
            result=cast(Result | None, game.result),
        )
        return json.dumps(record.model_dump())

    def _follow(self, game: Game) -> None:
        """Take what has been played since."""
        played = self._played
        laid: dict[int, list[tuple[int, ...]]] = defaultdict(list)
        for at, dice in game.dice_laid:
            laid[at].append(dice)
        for number in range(len(played.history), len(game.history)):
            action = game.history[number]
            for dice in laid[number]:
                played.script_dice(dice)
            self._words.append(self._rules.describe_action(played.view(), action))
            played.apply(action)


def record_of(game: Game, scenario: str | None = None) -> str:
    """A game so far as a record: one line of JSON.  scenario: its name or path, if not the scenario's own name."""
    return _PlayedAlong(game, scenario).record_of(game)


def record_of_actions(
    begun: Game, scenario: str, actions: Sequence[int], result: Result | None, keyed: Keyed | None
) -> str:
    """A game that was played elsewhere as a record: one line of JSON.  begun: the game at its beginning, which plays
    along, so that each action has its words.  scenario: its name or path."""
    rules, said = begun.rules, []
    record = Record(
        game=rules.name, scenario=scenario, players=rules.players, options=rules.options,
        victory=rules.settings.get("victory", "team"), bid=rules.bid, seed=begun.seed, digest=rules.scenario.digest,
        dice=(), actions=tuple((action, "?") for action in actions), result=result, keyed=keyed,
    )  # fmt: skip
    for number, action in enumerate(actions):
        said.append((action, rules.describe_action(begun.view(), action)))
        record.apply(begun, number)
    return json.dumps(record.model_copy(update={"actions": tuple(said)}).model_dump())


def read_record(path: str | Path, number: int = 1) -> Record:
    """Record `number` of a file, one a line, counted from 1.  Raises RecordError, or OSError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        lines = [line for line in data.decode().splitlines() if line.strip()]
    except ValueError:  # no UTF-8, or a path that no file can have
        raise RecordError(f"{path}: this is not a record of a game, which is one line of JSON") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: longer than {MOST_BYTES} bytes: this is not a file of recorded games")
    if not 1 <= number <= len(lines):
        raise RecordError(f"{path}: there is no record {number}; the file holds {len(lines)}")
    return record_in(lines[number - 1], f"{path}, line {number}")


def record_in(line: str, where: str) -> Record:
    """The record that a line of JSON is.  where: what an error calls it.  Raises RecordError."""
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        finding = first_finding(error)
        if finding["type"] == "json_invalid":
            raise RecordError(f"{where}: not readable as JSON: {finding['ctx']['error']}") from None
        key = key_path(finding["loc"])
        problem = f"{key!r} {in_words(finding, Record)}" if key else "a record is a JSON object"
        raise RecordError(f"{where}: {problem}") from None
