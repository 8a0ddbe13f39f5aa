"""What can be played at a table: the scenarios of all games, and a game of one."""

from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from aw_env.core.errors import SaveError
from aw_env.core.faces.game import Game, fresh_seed
from aw_env.core.limits import Bid, Name, Names, Players, Seed
from aw_env.core.offers import ScenarioOffered
from aw_env.games import FIRST, named
from aw_env.table.guide import guide_to


@cache
def scenarios(game: str = FIRST) -> tuple[ScenarioOffered, ...]:
    """The scenarios that come with a game.  Raises ValueError for a game that there is not."""
    return named(game).scenarios()


class Setup(BaseModel):
    """What a game begins with: enough to begin it again.

    bid: points for the side of the first seat, below 0 for the other.  digest: that of the data it was begun with, ""
    before it begins.  dice_known: whether somebody has chosen the seed, or has it from a record, and may know the dice
    to come.  guided: whether the scenario's guide leads through it (`table.guide`).
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    game: Name = FIRST
    scenario: Name
    players: Players = 2
    options: Names = ()
    victory: Name = "team"
    bid: Bid = 0
    seed: Seed = Field(default_factory=fresh_seed)
    digest: Name = ""
    dice_known: bool = False
    guided: bool = False

    def begin(self) -> Game:
        """The game at its beginning.  Raises ValueError for a scenario that does not come with the game, options or
        a bid that do not fit, or a guided game where there is no guide; SaveError if the data have changed since it was
        begun."""
        known = [offered.name for offered in scenarios(self.game)]
        if self.scenario not in known:
            raise ValueError(f"there is no scenario {self.scenario!r}: choose from {', '.join(known)}")
        if self.guided and guide_to(self.game, self.scenario) is None:
            raise ValueError(f"there is no guide to {self.scenario}")
        make = named(self.game).ruleset
        rules = make(self.scenario, self.options, self.bid, players=self.players, victory=self.victory)
        game = Game(rules, self.seed)
        if self.digest and self.digest != game.rules.scenario.digest:
            raise SaveError(
                f"this game of {self.scenario} was begun with other data (edited units, board or scenario?)"
            )
        return game
