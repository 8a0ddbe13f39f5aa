"""What can be played at a table: scenarios, their optional rules, and a game of them."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from aw_env.admirals_war.printed.charts import OptionalRule
from aw_env.admirals_war.printed.load import known_scenarios, shipped
from aw_env.admirals_war.printed.scenario import ScenarioFile, read_scenario, scenario_file
from aw_env.core.arguments import MOST_SEED
from aw_env.core.errors import SaveError
from aw_env.core.faces.game import Game, fresh_seed

Name = Annotated[str, Field(max_length=200)]


def allowed_in(scenario: str) -> dict[str, OptionalRule]:
    """The optional rules that a scenario allows, by name.  Raises ConfigError for a wrong scenario."""
    printed = shipped()
    allowed = _file(scenario).options
    return {id: rule for id, rule in printed.charts.options.items() if id in allowed}


def _file(scenario: str) -> ScenarioFile:
    printed = shipped()
    return read_scenario(scenario_file(scenario, printed), printed)


@dataclass(frozen=True)
class OptionOffered:
    """An optional rule that may be chosen.  needs, excludes: names of other such rules."""

    name: str
    title: str
    effect: str
    needs: tuple[str, ...]
    excludes: tuple[str, ...]


@dataclass(frozen=True)
class ScenarioOffered:
    """A scenario that may be chosen.

    seats: names of the seats by each number of players that it is for.  individual: whether four players may play each
    for himself.
    """

    name: str
    title: str
    note: str
    seats: dict[int, tuple[str, ...]]
    individual: bool
    options: tuple[OptionOffered, ...]


@cache
def scenarios() -> tuple[ScenarioOffered, ...]:
    """The scenarios that come with the game."""
    return tuple(_offered(name) for name in known_scenarios(shipped()))


def _offered(name: str) -> ScenarioOffered:
    from aw_env.admirals_war.game import SEATS

    file = _file(name)
    options = (
        OptionOffered(id, rule.name, rule.effect, tuple(rule.requires), tuple(rule.excludes))
        for id, rule in allowed_in(name).items()
    )
    seats: dict[int, tuple[str, ...]] = {players: SEATS[players] for players in file.players}
    individual = 4 in file.players and file.victory == "theatres"
    return ScenarioOffered(name, file.title or name, file.note, seats, individual, tuple(options))


class Setup(BaseModel):
    """What a game begins with: enough to begin it again.

    digest: that of the data it was begun with, "" before it begins.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    scenario: Name
    players: Annotated[int, Field(ge=1, le=64)] = 2
    options: Annotated[tuple[Name, ...], Field(max_length=200)] = ()
    victory: Name = "team"
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] = Field(default_factory=fresh_seed)
    digest: Name = ""

    def begin(self) -> Game:
        """The game at its beginning.  Raises ValueError for a scenario that does not come with the game, or options
        that do not fit; SaveError if the data have changed since it was begun."""
        from aw_env import admirals_war_v0

        known = [offered.name for offered in scenarios()]
        if self.scenario not in known:
            raise ValueError(f"there is no scenario {self.scenario!r}: there are {', '.join(known)}")
        game = admirals_war_v0.game(self.scenario, self.players, self.options, self.seed, victory=self.victory)
        if self.digest and self.digest != game.rules.scenario.digest:
            raise SaveError(
                f"this game of {self.scenario} was begun with other data (edited units, board or scenario?)"
            )
        return game
