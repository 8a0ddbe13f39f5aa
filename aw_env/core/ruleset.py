"""What the faces know of a game: its seats, its vocabulary and a handful of compiled functions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from aw_env.core.arguments import check_scenario, found_again, is_a_name
from aw_env.core.declare.decisions import Mark
from aw_env.core.declare.dice import Die
from aw_env.core.declare.fields import names_of
from aw_env.core.engine.ledger import LEDGER, WRITE
from aw_env.core.errors import SaveError
from aw_env.core.packages import room
from aw_env.core.said.speech import Speech
from aw_env.core.seen.infos import Info, Infos

if TYPE_CHECKING:
    from aw_env.core.drawn.scene import Scene


BID = "bid"
"""What a bid is called among the settings."""


class Scenario(Protocol):
    """The part of a scenario that the faces use."""

    @property
    def name(self) -> str:
        """What it is asked for by."""

    @property
    def title(self) -> str:
        """What people call it."""

    @property
    def books(self) -> np.ndarray:
        """What its games never change: an array of one record."""

    @property
    def templates(self) -> np.ndarray:
        """The position at the start: an array of one record."""

    @property
    def names(self) -> Any:
        """Units and places in words: `units`, `places`, `place(number)`."""

    @property
    def digest(self) -> str:
        """What a save must agree with."""


@dataclass(frozen=True)
class Ruleset:
    """A game as the faces see it.

    A record of the game (an element of `scenario.templates` and its copies) has the fields `over`, `result`,
    `seat`, `decisions`, `forced`, `ask_forced`, `dice_rolled`, `scripted`, `scripted_used`, `script` and
    `generator`.

    What it can do the rooms of the game's package do, which are imported when they are first asked: most runs need no
    words and no pictures.

    | room | what it has |
    | --- | --- |
    | `records.terms` | `ACTIONS`, `EVENT_FIELDS`, `EVENT_DICE`, `Phase`, `Decision` |
    | `engine` | compiled: `advance`, `play_random`, `redraw`; `SIGHT`, what of a line goes with a row; |
    | | `ACCOUNT`, if more than the margin is kept account of |
    | `observation.columns` | `LAYOUT`, those of observations (`core.declare.columns.Layouts`) |
    | `observation.observing`, `.candidates` | compiled: `observe`; `write_candidates` |
    | `view` | `View` |
    | `soundness` | `check_soundness`, `before_asking` |
    | `words.decisions` | `describe_decision`, `describe_action`, `action_named` |
    | `words.accounts` | `happening` |
    | `board` | `scene` |
    | `speech` | `SPEECH` |
    """

    name: str
    """Name and version of the environment, as PettingZoo writes it."""
    package: str
    """Where the rooms are."""
    scenario: Scenario
    seats: tuple[str, ...]
    """Names of the agents, in the order of their seats."""
    sides: tuple[int, ...]
    """Side that each seat plays for: 0 for the side that `result` and `margin` speak of, 1 for the other."""
    options: tuple[str, ...]
    point_reward: float
    """Reward for one point of the margin, in games with `reward="victory_points"`."""
    event_rows: int
    """Events that a buffer holds between two decisions."""
    die: Die
    """The dice that it rolls."""
    made_by: Callable[[], "Ruleset"]
    """Makes the same rules in another process: they are pickled as this function."""
    settings: dict[str, str] = field(default_factory=dict)
    """What the game is made with besides scenario, players and options, by the names of its own arguments."""
    rooms: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    """What stands in the place of those that the package has not, by their names (`core.rooms`)."""

    def room(self, name: str) -> Any:
        """A module of the game's package, or what stands in its place."""
        return room(self.package, name, self.rooms)

    # --- shapes ----------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @cached_property
    def n_actions(self) -> int:
        """Size of the vocabulary of actions."""
        return self.room("records.terms").ACTIONS

    @cached_property
    def event_shape(self) -> tuple[int, int]:
        """Shape of a buffer that holds every event between two decisions."""
        terms = self.room("records.terms")
        return self.event_rows, terms.EVENT_FIELDS + terms.EVENT_DICE

    @cached_property
    def _account(self) -> list[tuple[str, Any]]:
        return [(name, LEDGER[name]) for name in names_of(LEDGER)] + getattr(self.room("engine"), "ACCOUNT", [])

    @cached_property
    def account(self) -> tuple[str, ...]:
        """Fields of a ledger's line that a save keeps."""
        return tuple(name for name, _ in self._account)

    @cached_property
    def ledger(self) -> np.dtype:
        """`core.engine.ledger.LEDGER`, what the game accounts for besides, and what it keeps to bring a row of
        observations up to date: a line stays with its row."""
        return np.dtype([*self._account, *self.room("engine").SIGHT], align=True)

    @cached_property
    def layouts(self) -> dict[str, int]:
        """Number by which `advance` and `observe` know each layout of the observation, by name."""
        return self.room("observation.columns").LAYOUT.numbers

    @cached_property
    def widths(self) -> dict[str, int]:
        """Columns of each layout, by name."""
        return self.room("observation.columns").LAYOUT.widths

    def scale(self, layout: str) -> np.ndarray:
        """float32 `(columns,)`: what brings the columns of a layout to about unit size."""
        return self.room("observation.columns").LAYOUT.scale(layout)

    @property
    def bid(self) -> float:
        """Points that the side of the first seat was given before the game, below 0 the other, besides those of the
        scenario."""
        return float(self.settings.get(BID, 0))

    def sign(self, seat: int) -> int:
        """1 for a seat of the side that `result` and `margin` speak of, -1 for one of the other."""
        return 1 if self.sides[seat] == 0 else -1

    # --- compiled --------------------------------------------------------------------------------------

    @cached_property
    def advance(self) -> Callable[..., int]:
        """`core.engine.ledger.carry_on` for a range of games."""
        return self.room("engine").advance

    @cached_property
    def complete(self) -> dict[str, Callable[..., None]]:
        """For each layout of which `advance` and `observe` write only what has nothing to do with the answers:
        `complete[layout](books, games, first, last, actions, ledger, masks, observations)` writes the rest, for the
        seats that are asked, with the arrays of `advance`."""
        return {"candidates": self.room("observation.candidates").write_candidates}

    @cached_property
    def observe(self) -> Callable[..., None]:
        """`observe(books, games, i, seat, layout, observation)`."""
        return self.room("observation.observing").observe

    @cached_property
    def play_random(self) -> Callable[..., int]:
        """`core.engine.ledger.play_in_turn` of the game."""
        return self.room("engine").play_random

    @cached_property
    def redraw(self) -> Callable[..., None]:
        """`redraw(books, games, i, seat)` draws anew what a seat cannot know; what it has seen stays true."""
        return self.room("engine").redraw

    def advance_in(self, layout: str) -> Callable[..., int]:
        """`advance` for games whose observations are of a layout."""
        complete = self.complete.get(layout)
        return self.advance if complete is None else partial(_advance_and_complete, self.advance, complete)

    # --- what is known of a record ---------------------------------------------------------------------

    def check_record(self, games: np.ndarray) -> None:
        """Raises `SaveError` when a record read from a file, `games[0]`, holds what no game can hold."""
        self.room("soundness").check_soundness(self.scenario.books[0], self.scenario.templates[0], games)

    def before_asking(self, games: np.ndarray) -> None:
        """Take `games[0]` back to the moment before its question was put, so that `ASK_AGAIN` puts it as it was."""
        self.room("soundness").before_asking(games)

    @cached_property
    def _infos(self) -> Infos:
        terms = self.room("records.terms")
        return Infos(terms.Decision, terms.Phase)

    def informer(self, games: np.ndarray) -> Callable[[], Info]:
        """`informer(games)()` is the info of `games[0]` now for the seat that is asked: `turn`, `phase`, `decision`
        (their numbers in the record) and `subject`, the number of the unit or place that the decision is about, or
        -1."""
        return self._infos.informer(games)

    def info_for(self, games: np.ndarray, seat: int) -> Info:
        """The same for any seat."""
        return self.informer(self.room("view").View.blindfolded(self.scenario.books, games, seat))()

    def infos(self, games: np.ndarray) -> dict[str, np.ndarray]:
        """That of every game for the seat that is asked in it, int64 `(len(games),)` each."""
        return self._infos.of_all(games)

    def info_in_words(self, info: Mapping[str, Any], names: Any = None) -> dict[str, Any]:
        """An info with the names of its phase and decision, and the id of its subject (None: of nothing).  names: of
        units and places, where a game has others than the scenario."""
        return self._infos.in_words(self.scenario.names if names is None else names, info)

    def is_secret(self, games: np.ndarray, seat: int) -> bool:
        """Whether a seat may not know what `games[0]` asks."""
        return int(self.info_for(games, seat)["decision"]) in self.room("records.terms").Decision.those(Mark.COVER)

    def view(self, games: np.ndarray, seat: int | None = None) -> Any:
        """A read-only view of `games[0]`, for a seat or (None) of everything."""
        return self.room("view").View(self.scenario, games, seat)

    # --- words and pictures ----------------------------------------------------------------------------

    def describe_action(self, game: Any, action: int) -> str:
        """An action in words, for `games[0]` of an array of games; a view of it will do as well."""
        return self.room("words.decisions").describe_action(self.scenario, game, action)

    def describe_decision(self, game: Any) -> str:
        """The decision that `games[0]`, or a view, waits for, in words."""
        return self.room("words.decisions").describe_decision(self.scenario, game)

    def action_named(self, games: np.ndarray, words: str, legal: list[int]) -> int:
        """The legal action that these words mean, for `games[0]`.  Raises LookupError that lists the choices."""
        return self.room("words.decisions").action_named(self.scenario, games, words, legal)

    def describe_event(self, row: np.ndarray) -> tuple[str, tuple[str, ...], tuple[int, ...], str]:
        """A row of the event buffer as `(kind, subjects, dice, words)`."""
        return self.room("words.accounts").happening(self.scenario, row)

    def speech(self) -> Speech:
        """What people at a table must know of the game."""
        return self.room("speech").SPEECH

    def draw(self, render_mode: str, view: Any) -> str | np.ndarray:
        """The board of a view: of "ansi" a text, of "rgb_array" `picture`."""
        if render_mode == "rgb_array":
            return self.picture(view)
        from aw_env.core.drawn.text import ansi

        return ansi(self.scene(view))

    def picture(self, view: Any) -> np.ndarray:
        """The board of a view, uint8 of shape `(height, width, 3)`, the same for all views of the scenario."""
        from aw_env.core.drawn.picture import picture

        return picture(self.scene(view), self._begun)

    @cached_property
    def _begun(self) -> "Scene":
        return self.scene(self.view(self.scenario.templates))

    def scene(self, view: Any) -> "Scene":
        """What the view may know of the board, which pictures, text and pages are made of."""
        return self.room("board").scene(self.scenario, view)

    # --- the same rules elsewhere ----------------------------------------------------------------------

    def __reduce__(self) -> tuple:
        """Pickled as how they are made, and of which data."""
        return _made_again, (self.made_by, self.scenario.digest)

    def __copy__(self) -> "Ruleset":
        """Nothing in them changes: games share them."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Ruleset":
        return self


def made(make: Callable[..., Ruleset], scenario: str | Path, *rest: Any) -> Ruleset:
    """`make(scenario, *rest)`.  Of scenarios that come with a game, and are never written, the last ones are kept."""
    return _kept(make, str(scenario), *rest) if is_a_name(scenario) else make(scenario, *rest)


@dataclass(frozen=True)
class Rulesets:
    """`ruleset(scenario, options, bid)` of a game whose sides have a seat each.

    name: of its rulesets.  package: where its rooms are.  load: `load(scenario, options, bid=bid)`, a scenario ready to
    play.
    sides: in the order of the seats.  event_rows, die: see `Ruleset`.  point_reward: of a scenario, what
    `reward="victory_points"` pays for a point.
    """

    name: str
    package: str
    load: Callable[..., Any]
    sides: type[IntEnum]
    event_rows: int
    die: Die
    point_reward: Callable[[Any], float]

    @property
    def seats(self) -> tuple[str, ...]:
        """Names of the agents, in the order of their seats."""
        return tuple(side.name.lower() for side in self.sides)

    def __reduce__(self) -> tuple:
        """Pickled as where they stand: `ruleset` in the room `game` of their package."""
        return _standing_in, (self.package,)

    def __call__(self, scenario: str | Path, options: Sequence[str] = (), bid: float = 0) -> Ruleset:
        """The rules of a scenario, by its name or the path of its file, with optional rules and a bid.  Raises
        ValueError, ConfigError among others."""
        check_scenario(scenario, options)
        return made(_rules_of, scenario, self, tuple(options), bid)


def _standing_in(package: str) -> Any:
    return room(package, "game", {}).ruleset


def _rules_of(name_or_path: str | Path, made_by: Rulesets, options: tuple[str, ...], bid: float) -> Ruleset:
    scenario = made_by.load(name_or_path, options, bid=bid)
    return Ruleset(
        name=made_by.name,
        package=made_by.package,
        scenario=scenario,
        seats=made_by.seats,
        sides=tuple(made_by.sides),
        options=tuple(scenario.file.in_play),
        point_reward=made_by.point_reward(scenario),
        event_rows=made_by.event_rows,
        die=made_by.die,
        made_by=partial(made_by, found_again(name_or_path), options, bid),
        settings=settings_with(bid),
    )


def settings_with(bid: float, **settings: str) -> dict[str, str]:
    """The settings of rules with a bid: those without one know nothing of it."""
    return settings | ({BID: f"{bid:g}"} if bid else {})


@lru_cache(maxsize=16)
def _kept(make: Callable[..., Ruleset], scenario: str, *rest: Any) -> Ruleset:
    return make(scenario, *rest)


def turns_of(scenario: Scenario) -> int:
    """How many turns a scenario has."""
    return int(scenario.books["last_turn"][0]) - int(scenario.templates["turn"][0]) + 1


def _advance_and_complete(
    advance: Callable[..., int],
    complete: Callable[..., None],
    books: np.ndarray,
    templates: np.ndarray,
    games: np.ndarray,
    first: int,
    last: int,
    actions: np.ndarray,
    ledger: np.ndarray,
    masks: np.ndarray,
    observations: np.ndarray,
    rewards: np.ndarray,
    layout: int,
    point_reward: float,
    max_decisions: int,
    tasks: int,
    events: np.ndarray,
) -> int:
    """Carry games on, and where observations are written write all of them."""
    stuck = advance(
        books, templates, games, first, last, actions, ledger, masks, observations, rewards, layout, point_reward,
        max_decisions, tasks, events,
    )  # fmt: skip
    if tasks & WRITE:
        complete(books, games, first, last, actions, ledger, masks, observations)
    return stuck


def _made_again(made_by: Callable[[], Ruleset], digest: str) -> Ruleset:
    rules = made_by()
    if rules.scenario.digest != digest:
        raise SaveError(
            f"this was pickled with other data: digest {digest[:12]} of scenario {rules.scenario.name!r}; here it is "
            f"{rules.scenario.digest[:12]} (edited units, board or scenario?)"
        )
    return rules
