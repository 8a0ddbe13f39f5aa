"""The file of a tournament."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from aw_agents.arena.manner import Manner
from aw_agents.ladder.file import MOST_SEED, Settings
from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.core.limits import Name, NameOrPath
from aw_env.games import FIRST, named

Entry = Annotated[str, Field(min_length=1, max_length=1000)]


class Clock(Table):
    """`[clock]`: how many seconds a program has; see `arena.manner.Manner`."""

    decision: Annotated[float, Field(gt=0)] = 60.0
    game: Annotated[float, Field(gt=0)] | None = None
    increment: Annotated[float, Field(ge=0)] = 0.0


class Limits(Table):
    """`[limits]`: what a program may hold, in MiB, and how many processes it may run."""

    memory: Annotated[int, Field(ge=16)] = 4096
    processes: Annotated[int, Field(ge=1)] = 64


class Tournament(Table):
    """What is played, by whom, and for how long."""

    entries: Annotated[list[Entry], Field(min_length=2, max_length=200)]
    """Players by name, checkpoints, TOML files of players, programs (`exec:COMMAND`)."""
    game: Name = FIRST
    scenario: NameOrPath = ""
    """By default the game's usual one."""
    options: list[Name] = []
    players: Literal[2, 4] = 2
    victory: Name = "team"
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = 0
    format: Literal["round robin", "swiss"] = "round robin"
    rounds: Annotated[int, Field(ge=1, le=100_000)] = 20
    """Times that everybody meets everybody, or rounds of a Swiss tournament, at most."""
    top: Annotated[int, Field(ge=0)] = 0
    """It ends early when the order of the first so many places is certain; 0: it does not."""
    certain: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    """The probability with which that order is right."""
    same_dice: bool = True
    """The games of a meeting, one from each seat, throw the same dice for the same decisions."""
    opening: Annotated[int, Field(ge=0)] = 0
    """Decisions that are taken before the players begin; each meeting has an opening of its own, as fair as can be."""
    replays: Annotated[int, Field(ge=0, le=100_000)] = 0
    """The latest so many games are kept, to be replayed."""
    clock: Clock = Clock()
    limits: Limits = Limits()

    @property
    def ladder(self) -> Settings:
        """What the ladder of its games plays."""
        manner = Manner(
            same_dice=self.same_dice, opening=self.opening, decision=self.clock.decision, game=self.clock.game,
            increment=self.clock.increment, memory=self.limits.memory, processes=self.limits.processes,
        )  # fmt: skip
        scenario = self.scenario or named(self.game).scenario
        return Settings(
            scenario=scenario, players=self.players, victory=self.victory, options=tuple(self.options), seed=self.seed,
            game=self.game, manner=manner,
        )  # fmt: skip


def read(file: Path) -> Tournament:
    """The tournament of a file.  Raises ConfigError, a ValueError, that names the key."""
    tournament: Tournament = check_tables(file, read_toml(file), Tournament)
    twice = {entry for entry in tournament.entries if tournament.entries.count(entry) > 1}
    if twice:
        raise ConfigError(file, "entries", f"{min(twice)!r} is entered twice")
    if tournament.format == "swiss" and tournament.players != 2:
        raise ConfigError(file, "format", "a Swiss tournament is for two players")
    if len(tournament.entries) < tournament.players:
        raise ConfigError(file, "entries", f"{tournament.players} entries or more are needed")
    try:
        tournament.ladder.rules()
    except ValidationError as error:
        raise ConfigError(file, "", str(error.errors()[0]["msg"])) from None
    return tournament
