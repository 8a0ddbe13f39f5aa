"""A game as one line of JSON: the scenario, the seed and every action with its words.  Enough for a bug report.

    {"game": "admirals_war_v0", "scenario": "midway", "players": 2, "options": [], "victory": "team", "seed": 7,
     "digest": "...", "dice": [[12, [6, 3]]], "actions": [[412, "attack Akagi"], ...], "result": 1}

`dice` are dice laid in front of the generator: before which action, and which.  `result` is that of the Allies, null
while the game is not over.
"""

import json
from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from aw_env.core import saves
from aw_env.core.arguments import MOST_SEED
from aw_env.core.config.errors import first_finding, in_words, key_path
from aw_env.core.faces.game import Game

MOST_BYTES = 1 << 28
"""A file of recorded games is smaller."""


class RecordError(ValueError):
    """A record of a game that cannot be used; says what is wrong and where."""


Name = Annotated[str, Field(max_length=1000)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]
Dice = Annotated[tuple[Annotated[int, Field(ge=1, le=6)], ...], Field(max_length=1000)]


Result = Literal[1, 0, -1]


class Record(BaseModel):
    """A recorded game.  actions: (number, words).  dice: (before which action, dice)."""

    model_config = ConfigDict(frozen=True, strict=True)

    game: Name
    scenario: Name
    players: Annotated[int, Field(ge=1, le=64)]
    options: Annotated[tuple[Name, ...], Field(max_length=200)]
    victory: Name = "team"
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)]
    digest: Name
    dice: Annotated[tuple[tuple[Count, Dice], ...], Field(max_length=100_000)]
    actions: Annotated[tuple[tuple[Count, Name], ...], Field(max_length=1_000_000)]
    result: Result | None = None

    def new_game(self) -> Game:
        """The game at its beginning.  Raises ConfigError for a scenario that is not there, RecordError for another
        game."""
        from aw_env import admirals_war_v0
        from aw_env.admirals_war.game import NAME

        if self.game != NAME:
            raise RecordError(f"this is a record of {self.game!r}, not of {NAME!r}")
        return admirals_war_v0.game(self.scenario, self.players, self.options, self.seed, victory=self.victory)

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
        try:
            if self.dice_before(number):
                game.script_dice(self.dice_before(number))
            game.apply(action)
        except ValueError as error:
            other = "" if self.digest == game.rules.scenario.digest else " The record belongs to other data."
            raise RecordError(f'action {number + 1} of the record, {action} "{words}": {error}{other}') from None


def record_of(game: Game, scenario: str | None = None) -> str:
    """A game so far as a record: one line of JSON.  scenario: its name or path, if not the scenario's own name."""
    rules = game.rules
    again = Record(
        game=rules.name,
        scenario=str(scenario or rules.scenario.name),
        players=rules.players,
        options=rules.options,
        victory=rules.settings["victory"],
        seed=game.seed,
        digest=rules.scenario.digest,
        dice=tuple((at, tuple(dice)) for at, dice in game.dice_laid if dice),
        actions=tuple((action, "") for action in game.history),
        result=cast(Result | None, game.result),
    )
    played, actions = Game(rules, again.seed), []
    for number, (action, _) in enumerate(again.actions):
        actions.append((action, rules.describe_action(played.view(), action)))
        again.apply(played, number)
    return json.dumps(again.model_dump() | {"actions": actions})


def write_record(path: str | Path, game: Game, scenario: str | None = None) -> None:
    """Write the record of a game whole or not at all; what was in the file before is replaced."""
    saves.write_file(path, record_of(game, scenario) + "\n")


def read_record(path: str | Path, number: int = 1) -> Record:
    """Record `number` of a file, one a line, counted from 1.  Raises RecordError, or OSError if it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        lines = [line for line in data.decode().splitlines() if line.strip()]
    except ValueError:  # no UTF-8, or a path that no file can have
        raise RecordError(f"{path}: this is no record of a game, which is a line of JSON") from None
    if len(data) > MOST_BYTES:
        raise RecordError(f"{path}: longer than {MOST_BYTES} bytes: this is no file of recorded games")
    if not 1 <= number <= len(lines):
        raise RecordError(f"{path}: there is no record {number}; the file holds {len(lines)}")
    return _checked(f"{path}, line {number}", lines[number - 1])


def _checked(where: str, line: str) -> Record:
    try:
        return Record.model_validate_json(line)
    except ValidationError as error:
        finding = first_finding(error)
        if finding["type"] == "json_invalid":
            raise RecordError(f"{where}: not readable as JSON: {finding['ctx']['error']}") from None
        key = key_path(finding["loc"])
        problem = f"{key!r} {in_words(finding, Record)}" if key else "a record is a JSON object"
        raise RecordError(f"{where}: {problem}") from None
