"""How a player searches: the settings, as a word after its name or as a file."""

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from aw_agents.learnable import set_of_kinds
from aw_agents.rollouts import TO_THE_END, Searchable
from aw_agents.search.race import FEWEST_TRIALS, MOST_TRIALS
from aw_env.core.arguments import whole_number
from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Table, check_tables, read_toml

ROLLOUTS = 64
"""Rollouts of a candidate where nothing is said."""
MOST_MILLISECONDS = 3_600_000
SHIPPED, LEAD = "shipped", "lead"
"""Words for a valuation, in place of a file."""


class SearchSettings(Table):
    """The settings of a search; also the keys of its TOML file."""

    name: str = ""
    """What the player is called; by default "search:" and its budget."""
    rollouts: Annotated[int, Field(ge=FEWEST_TRIALS, le=MOST_TRIALS)] | None = None
    """Of a candidate, at most; the others of the race have fewer."""
    milliseconds: Annotated[int, Field(ge=1, le=MOST_MILLISECONDS)] | None = None
    """For a decision, in place of `rollouts`: as many as fit."""
    proposer: str = "tuned"
    """The player whose answer is given unless another is clearly better; the folder of a trained one."""
    candidates: Annotated[int, Field(ge=2, le=64)] = 16
    """Answers compared at a decision: the proposer's, and of the others as many as fit."""
    ranker: str = ""
    """Which others: those that this learned agent likes best, give or take some luck; "": drawn by lot."""
    searched: list[str] | None = None
    """Kinds of decisions that are searched, by default those of the game; the proposer answers all others."""
    turns: Annotated[int, Field(ge=1, le=TO_THE_END)] | None = None
    """To the end of how many turns a rollout is played, from the one in which it begins; by default as many as the game
    says (`rollouts.Searchable`)."""
    policy: str = "tuned"
    """Who plays on in a rollout, at every seat: `scripted`, `tuned`, `random`, or a learned agent that compares the
    legal actions, by its name or its folder; "": the proposer, if it is one of these."""
    opponents: list[str] = Field(default=[], max_length=16)
    """Who plays on at the seats of the other side instead: each rollout's seed draws one of these, of which the policy
    may be one, and no other learned agent."""
    value: str | None = None
    """What a position is worth where a rollout ends before the game: as the valuation says that comes with the package
    ("shipped", where the war has one), as that of a file does, or by the lead alone ("lead"); by default as the game
    says."""
    luck_off: bool = True
    """Whether what dice gave in a rollout beyond what was to be expected is taken off its value, where it is known what
    that is worth (`learned.luck`)."""
    point: Annotated[float, Field(ge=0, le=100)] | None = None
    """What a point of lead counts beside a game won, which is 1, where no valuation says; by default as the game
    says."""
    threads: Annotated[int, Field(ge=0, le=1024)] = 0
    """On how many cores; 0: on as many as whoever lets it play allows."""

    @model_validator(mode="after")
    def _one_budget(self) -> "SearchSettings":
        if self.rollouts is not None and self.milliseconds is not None:
            raise ValueError("say rollouts or milliseconds, not both")
        return self

    @property
    def trials(self) -> int:
        """Rollouts of a candidate, at most."""
        if self.milliseconds is not None:
            return MOST_TRIALS
        return ROLLOUTS if self.rollouts is None else self.rollouts

    @property
    def called(self) -> str:
        """What the player is called."""
        budget = self.trials if self.milliseconds is None else f"{self.milliseconds}ms"
        return self.name or f"search:{budget}"


def settings_of_word(word: str) -> SearchSettings:
    """What is typed after "search:": rollouts, "64", or time, "200ms".  Raises ValueError."""
    found = re.fullmatch(r"([0-9]{1,9})(ms|)", word)
    if found is None:
        raise ValueError(
            f"rollouts={word!r}: a whole number from {FEWEST_TRIALS} to {MOST_TRIALS}, or time as in 200ms"
        )
    number = int(found[1])
    if found[2]:
        return SearchSettings(milliseconds=whole_number("milliseconds", number, 1, MOST_MILLISECONDS))
    return SearchSettings(rollouts=whole_number("rollouts", number, FEWEST_TRIALS, MOST_TRIALS))


def settings_of_file(file: Path, game: Searchable) -> SearchSettings:
    """The settings of a TOML file, for a game.  Raises ConfigError, a ValueError, that names the key."""
    settings = check_tables(file, read_toml(file), SearchSettings)
    try:
        kinds_searched(settings, game)
    except ValueError as error:
        raise ConfigError(file, "", str(error)) from None
    return settings


def kinds_searched(settings: SearchSettings, game: Searchable) -> int:
    """Kinds of decisions of a game that are searched, as a set.  Raises ValueError for one that there is not."""
    if settings.searched is None:
        return sum(1 << kind for kind in game.searched)
    return set_of_kinds("searched", settings.searched, game.kinds)
