"""What the faces know of a game: its seats, its vocabulary and a handful of compiled functions."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from aw_env.core.declare.dice import Die
from aw_env.core.engine.ledger import WRITE
from aw_env.core.errors import SaveError
from aw_env.core.later import later
from aw_env.core.said.speech import Speech
from aw_env.core.seen.infos import Info

if TYPE_CHECKING:
    from aw_env.core.drawn.scene import Scene


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
    """

    name: str
    """Name and version of the environment, as PettingZoo writes it."""
    scenario: Scenario
    players: int
    options: tuple[str, ...]
    settings: dict[str, str]
    """What the game is made with besides scenario, players and options, by the names of its own arguments."""
    seats: tuple[str, ...]
    """Names of the agents, in the order of their seats."""
    sides: tuple[int, ...]
    """Side that each seat plays for: 0 for the side that `result` and `margin` speak of, 1 for the other."""
    n_actions: int
    ledger: np.dtype
    """`core.engine.ledger.LEDGER`, what the game accounts for besides, and what it keeps to bring a row of observations
    up to date: a line stays with its row."""
    account: tuple[str, ...]
    """Fields of a ledger's line that a save keeps."""
    layouts: dict[str, int]
    """Number by which `advance` and `observe` know each layout of the observation, by name."""
    widths: dict[str, int]
    """Columns of each layout, by name."""
    scale: Callable[[str], np.ndarray]
    """`scale(layout)`: float32 `(columns,)`, what brings its columns to about unit size."""
    point_reward: float
    """Reward for one point of the margin, in games with `reward="victory_points"`."""
    event_shape: tuple[int, int]
    """Shape of a buffer that holds every event between two decisions."""

    advance: Callable[..., int]
    """Compiled: `advance` of a game's `engine`, as `core.engine.ledger.carry_on` for a range of games."""
    complete: dict[str, Callable[..., None]]
    """Compiled, for each layout of which `advance` and `observe` write only what has nothing to do with the answers:
    `complete[layout](books, games, first, last, actions, ledger, masks, observations)` writes the rest, for the seats
    that are asked, with the arrays of `advance`."""
    observe: Callable[..., None]
    """Compiled: `observe(books, games, i, seat, layout, observation)`."""
    play_random: Callable[..., int]
    """Compiled: `core.engine.ledger.play_in_turn` of the game."""

    die: Die
    """The dice that it rolls."""

    is_secret: Callable[[np.ndarray, int], bool]
    """`is_secret(games, seat)`: whether a seat may not know what `games[0]` asks."""
    redraw: Callable[..., None]
    """Compiled: `redraw(books, games, i, seat)` draws anew what a seat cannot know; what it has seen stays true."""

    check_record: Callable[[np.ndarray], None]
    """Raises `SaveError` when a record read from a file, `games[0]`, holds what no game can hold."""
    before_asking: Callable[[np.ndarray], None]
    """Takes `games[0]` back to the moment before its question was put, so that `ASK_AGAIN` puts it as it was."""
    informer: Callable[[np.ndarray], Callable[[], Info]]
    """`informer(games)()` is the info of `games[0]` now for the seat that is asked: `turn`, `phase`, `decision` (their
    numbers in the record) and `subject`, the number of the unit or place that the decision is about, or -1."""
    info_for: Callable[[np.ndarray, int], Info]
    """`info_for(games, seat)`: the same for any seat."""
    infos: Callable[[np.ndarray], dict[str, np.ndarray]]
    """`infos(games)`: that of every game for the seat that is asked in it, int64 `(len(games),)` each."""
    info_in_words: Callable[[Mapping[str, Any]], dict[str, Any]]
    """An info with the names of its phase and decision, and the id of its subject (None: of nothing)."""
    describe_action: Callable[[Any, int], str]
    """`describe_action(games, action)`: an action in words, for `games[0]`; a view of it will do as well."""
    action_named: Callable[[np.ndarray, str, list[int]], int]
    """`action_named(games, words, legal)`: the legal action that these words mean, for `games[0]`.  Raises
    LookupError that lists the choices."""
    describe_decision: Callable[[np.ndarray], str]
    """The decision that `games[0]` waits for, in words."""
    describe_event: Callable[[np.ndarray], tuple[str, tuple[str, ...], tuple[int, ...], str]]
    """A row of the event buffer as `(kind, subjects, dice, words)`."""
    view: Callable[[np.ndarray, int | None], Any]
    """`view(games, seat)`: a read-only view of `games[0]`, for a seat or (None) of everything."""
    scene: "Callable[[Any], Scene]"
    """`scene(view)`: what the view may know of the board, which pictures, text and pages are made of."""

    speech: Callable[[], Speech]
    """What people at a table must know of the game."""
    made_by: Callable[[], "Ruleset"]
    """Makes the same rules in another process: they are pickled as this function."""

    def sign(self, seat: int) -> int:
        """1 for a seat of the side that `result` and `margin` speak of, -1 for one of the other."""
        return 1 if self.sides[seat] == 0 else -1

    def advance_in(self, layout: str) -> Callable[..., int]:
        """`advance` for games whose observations are of a layout."""
        complete = self.complete.get(layout)
        return self.advance if complete is None else partial(_advance_and_complete, self.advance, complete)

    @cached_property
    def draw(self) -> dict[str, Callable[[Any], Any]]:
        """Renderers of a view by render mode: "ansi" gives str, "rgb_array" uint8 of shape (height, width, 3)."""
        begun = cache(lambda: self.scene(self.view(self.scenario.templates, None)))
        picture = later("aw_env.core.drawn.picture", "picture")
        ansi = later("aw_env.core.drawn.text", "ansi")
        return {
            "ansi": lambda view: ansi(self.scene(view)),
            "rgb_array": lambda view: picture(self.scene(view), begun()),
        }

    def __reduce__(self) -> tuple:
        """Pickled as how they are made, and of which data."""
        return _made_again, (self.made_by, self.scenario.digest)

    def __copy__(self) -> "Ruleset":
        """Nothing in them changes: games share them."""
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Ruleset":
        return self


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
