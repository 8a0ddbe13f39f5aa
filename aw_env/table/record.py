"""A game as one line of JSON: the scenario, the seed and every action with its words.  Enough for a bug report.

    {"game": "admirals_war_v0", "scenario": "midway", "players": 2, "options": [], "victory": "team", "seed": 7,
     "digest": "...", "dice": [[12, [6, 3]]], "actions": [[412, "attack Akagi"], ...], "result": 1}

`dice` are dice laid in front of the generator: before which action, and which.  `result` is that of the Allies, null
while the game is not over.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aw_env.core import saves
from aw_env.core.errors import IllegalAction
from aw_env.core.faces.game import Game


class RecordError(ValueError):
    """A record of a game that cannot be used; says what is wrong and where."""


@dataclass(frozen=True)
class Record:
    """A recorded game.  actions: (number, words).  dice: (before which action, dice)."""

    game: str
    scenario: str
    players: int
    options: tuple[str, ...]
    victory: str
    seed: int
    digest: str
    dice: tuple[tuple[int, tuple[int, ...]], ...]
    actions: tuple[tuple[int, str], ...]
    result: int | None

    def new_game(self) -> Game:
        """The game at its beginning.  Raises ConfigError for a scenario that is not there."""
        from aw_env import admirals_war_v0

        return admirals_war_v0.game(self.scenario, self.players, self.options, self.seed, victory=self.victory)

    def dice_before(self, number: int) -> tuple[int, ...]:
        """The dice laid before an action, counted from 0."""
        return tuple(die for at, dice in self.dice if at == number for die in dice)

    def apply(self, game: Game, number: int) -> None:
        """Play action `number`, counted from 0, in a game that has played those before.  Raises RecordError."""
        action, words = self.actions[number]
        if self.dice_before(number):
            game.script_dice(self.dice_before(number))
        try:
            game.apply(action)
        except IllegalAction as error:
            other = "" if self.digest == game.rules.scenario.digest else " The record belongs to other data."
            raise RecordError(f'action {number + 1} of the record, {action} "{words}": {error}{other}') from None


def record_of(game: Game, scenario: str | None = None) -> str:
    """A game so far as a record: one line of JSON.  scenario: its name or path, if not the scenario's own name."""
    rules = game.rules
    again = Record(
        rules.name,
        scenario or rules.scenario.name,
        rules.players,
        rules.options,
        rules.victory,
        game.seed,
        rules.scenario.digest,
        tuple((at, tuple(dice)) for at, dice in game.dice_laid),
        tuple((action, "") for action in game.history),
        game.result,
    )
    played, actions = Game(rules, again.seed), []
    for number, (action, _) in enumerate(again.actions):
        actions.append([action, rules.describe_action(played.view(), action)])
        again.apply(played, number)
    return json.dumps(
        {
            "game": again.game,
            "scenario": str(again.scenario),
            "players": again.players,
            "options": list(again.options),
            "victory": again.victory,
            "seed": again.seed,
            "digest": again.digest,
            "dice": [[at, list(dice)] for at, dice in again.dice if dice],
            "actions": actions,
            "result": again.result,
        }
    )


def write_record(path: str | Path, game: Game, scenario: str | None = None) -> None:
    """Write the record of a game whole or not at all; what was in the file before is replaced."""
    saves.write_file(path, record_of(game, scenario) + "\n")


def read_record(path: str | Path, number: int = 1) -> Record:
    """Record `number` of a file, one a line, counted from 1.  Raises RecordError, or OSError if it cannot be read."""
    try:
        lines = [line for line in Path(path).read_text("utf-8").splitlines() if line.strip()]
    except UnicodeDecodeError:
        raise RecordError(f"{path}: this is no record of a game, which is a line of JSON") from None
    if not 1 <= number <= len(lines):
        raise RecordError(f"{path}: there is no record {number}; the file holds {len(lines)}")
    try:
        table = json.loads(lines[number - 1])
    except json.JSONDecodeError as error:
        raise RecordError(f"{path}, line {number}, column {error.colno}: not readable as JSON: {error.msg}") from None
    return _checked(f"{path}, line {number}", table)


def _checked(where: str, table: Any) -> Record:
    if not isinstance(table, dict):
        raise RecordError(f"{where}: a record is a JSON object")
    kinds = {"game": str, "scenario": str, "players": int, "options": list, "seed": int, "digest": str}
    kinds |= {"dice": list, "actions": list}
    for key, kind in kinds.items():
        if key not in table:
            raise RecordError(f"{where}: the key {key!r} is missing")
        if not isinstance(table[key], kind) or isinstance(table[key], bool):
            raise RecordError(f"{where}: {key!r} must be a {kind.__name__}, is {table[key]!r}")
    if table.get("result") not in (1, 0, -1, None):
        raise RecordError(f"{where}: 'result' must be 1, 0, -1 or null, is {table['result']!r}")
    for number, entry in enumerate(table["actions"], start=1):
        if not (isinstance(entry, list) and [type(part) for part in entry] == [int, str]):
            raise RecordError(f"{where}: action {number} must be [number, words], is {entry!r}")
    for entry in table["dice"]:
        dice = entry[1] if isinstance(entry, list) and len(entry) == 2 else None
        if not isinstance(dice, list) or not all(type(die) is int and 1 <= die <= 6 for die in dice):
            raise RecordError(f"{where}: an entry of 'dice' must be [before which action, dice], is {entry!r}")
    return Record(
        table["game"],
        table["scenario"],
        table["players"],
        tuple(str(option) for option in table["options"]),
        str(table.get("victory", "team")),
        table["seed"],
        table["digest"],
        tuple((int(at), tuple(dice)) for at, dice in table["dice"]),
        tuple((action, words) for action, words in table["actions"]),
        table.get("result"),
    )
