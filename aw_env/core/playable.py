"""A game as whoever looks for one sees it: what its public face says of it (`aw_env.games` finds them)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aw_env.core.config.folder import configs_folder
from aw_env.core.packages import named, room

if TYPE_CHECKING:
    from aw_env.core.offers import ScenarioOffered
    from aw_env.core.ruleset import Ruleset

USUAL: Mapping[str, Any] = {"players": 2, "victory": "team"}
"""What tables, ladders and commands ask for besides a scenario and optional rules, as a game has it that knows no
other."""
OF_SCENARIOS = ("offered", "printed.check")
"""The rooms that follow from the scenarios of a game alone."""


@dataclass(frozen=True)
class Setting:
    """What a game is made with besides a scenario and optional rules.  usual: what it is where nothing is said.
    before: the argument of a public function in front of which it stands; in one without that it is the last.  meaning:
    what it may be, in words."""

    name: str
    usual: Any
    before: str
    meaning: str


@dataclass(frozen=True)
class Measured:
    """What `aw-env bench` measures of a game.

    lengths: by scenario, over how many random games their length is taken.  targets: rates aimed at, by what is
    measured.  chess: by scenario, how many times as fast as OpenSpiel's chess it shall be.
    """

    lengths: Mapping[str, int]
    targets: Mapping[str, str] = field(default_factory=dict)
    chess: Mapping[str, int] = field(default_factory=dict)


class RoomsLater(Mapping[str, Any]):
    """Rooms that are imported when one is asked for, so that nobody waits for rules who only asks what is printed.

    scenarios: `module:NAME` of a `core.rooms.shelf.ScenarioShelf`, which stands in the place of the rooms `offered` and
    `printed.check`.  declared: that of a `core.rooms.game.Declared`, from which all others follow; "": there are none.
    """

    def __init__(self, scenarios: str, declared: str = "") -> None:
        self._scenarios, self._declared = scenarios, declared

    @cached_property
    def _others(self) -> Mapping[str, Any]:
        return named(self._declared).rooms if self._declared else {}

    def __getitem__(self, name: str) -> Any:
        return named(self._scenarios) if name in OF_SCENARIOS else self._others[name]

    def __iter__(self) -> Iterator[str]:
        return iter({**dict.fromkeys(OF_SCENARIOS), **self._others})

    def __len__(self) -> int:
        return sum(1 for _ in self)


@dataclass(frozen=True)
class Playable:
    """A game.

    name: as its entry point is called.  module: its public face, after the last part of whose name its rulesets are
    called.  package: where its rooms are (`core.ruleset`).  players: under `aw_env.players.PLAYERS` packages offer
    players of it; "": under `aw_env.players`.  scenario: what is played when none is named.  warm_up: a short one.
    settings: what its rulesets are made with besides a scenario and options.  rulebook: the numbered rules
    (`table.rulebook`).  guides: a folder of guides to a first game, a file a scenario (`table.guide`).  tests: the
    folder of its tests, in a checkout.  rooms: what stands in the place of those that the package has not, by their
    names (`core.rooms`).
    """

    name: str
    title: str
    module: str
    package: str
    scenario: str
    warm_up: str
    measured: Measured
    players: str = ""
    settings: tuple[Setting, ...] = ()
    rulebook: Path | None = None
    guides: Path | None = None
    tests: str = ""
    rooms: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @property
    def face(self) -> Any:
        """Its public module."""
        return import_module(self.module)

    @property
    def is_declared(self) -> bool:
        """Whether its rules are declared (`core.rooms.game.Declared`)."""
        return "engine" in self.rooms

    def room(self, name: str) -> Any:
        """A module of its package, or what stands in its place."""
        return room(self.package, name, self.rooms)

    def scenarios(self) -> "tuple[ScenarioOffered, ...]":
        """The scenarios that come with it."""
        return tuple(map(self.offer, self.room("offered").names()))

    def offer(self, scenario: str) -> "ScenarioOffered":
        """What can be chosen of a scenario, by its name or the path of its file.  Raises ConfigError, a ValueError."""
        return self.room("offered").offer(scenario)

    def ruleset(self, scenario: str | Path, options: Sequence[str] = (), bid: float = 0, **settings: Any) -> "Ruleset":
        """The rules of a scenario.  bid: points for the side of the first seat, below 0 for the other, besides those
        that the scenario gives.  settings: `players` and `victory`, which some games know only as they usually are.
        Raises ValueError, ConfigError among others, for a scenario, a bid or a setting that there is not."""
        own = {setting.name for setting in self.settings}
        for name, value in settings.items():
            if name not in own and value != USUAL[name]:
                raise ValueError(f"{name}={value!r}: {self.title} knows {USUAL[name]!r} only")
        known = {name: value for name, value in settings.items() if name in own} | ({"bid": float(bid)} if bid else {})
        return self.room("game").ruleset(scenario, options=tuple(options), **known)


def of_this_house(name: str, declared: str = "", **told: Any) -> Playable:
    """A game of which all lies where the games that come with `aw_env` have it: its face, its package, its scenarios
    and its `rules.csv`, its players and its tests, each by its name.

    declared: what its module `game` calls its `core.rooms.game.Declared`, if it has one.  told: the rest of a
    `Playable`.
    """
    package = f"aw_env.games.{name}"
    return Playable(
        name=name,
        module=f"aw_env.{name}_v0",
        package=package,
        players=name,
        rulebook=configs_folder() / name / "rules.csv",
        tests=f"tests/{name}",
        rooms=RoomsLater(f"{package}.printed.load:SCENARIOS", f"{package}.game:{declared}" if declared else ""),
        **told,
    )
