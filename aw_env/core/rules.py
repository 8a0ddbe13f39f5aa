"""What the faces know of a game: its seats, its vocabulary and a handful of compiled functions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

LEDGER = np.dtype(
    [
        ("seat", "i4"),  # whose decision it is
        ("ended", "i4"),  # 1: the game has ended since rewards were last cleared
        ("truncated", "i4"),  # 1: it was broken off at `max_decisions`
        ("result", "i4"),  # of the game that ended, for the first side: 1 won, 0 drawn, -1 lost
        ("margin", "i4"),  # lead of the first side when it ended
        ("decisions", "i4"),  # decisions answered in it
        ("margin_seen", "i4"),  # lead that has already been rewarded
        ("first_duel_seen", "i4"),  # the same where players play alone: lead of seat 0 over seat 3
        ("second_duel_seen", "i4"),  # lead of seat 2 over seat 1
        ("running", "i4"),  # 1: a game is being played
        ("seed", "i8"),  # seed of the batch
        ("number", "i8"),  # number of the game being played: its seed is derived from both
        ("stride", "i8"),  # added to the number when the next game begins; 0: the game's seed is `seed` itself
    ],
    align=True,
)
"""dtype of the line that a face keeps about each game beside its record; a game may add fields of its own."""

PASS = -1
"""In place of an action: leave the game as it is, but account for what has happened in it meanwhile."""
START = -2
"""In place of an action: start the next game."""
SKIP = -3
"""In place of an action: leave the game alone altogether."""

CLEAR, RESTART, WRITE = 1, 2, 4
"""Tasks of `advance`: begin a new account, start the next game where one ends, write what the next seat sees."""


class Scenario(Protocol):
    """The part of a scenario that the faces use."""

    name: str
    title: str
    books: np.ndarray
    templates: np.ndarray
    digest: str


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
    victory: str
    """"team", or "individual": each of four players plays to win alone."""
    seats: tuple[str, ...]
    """Names of the agents, in the order of their seats."""
    sides: tuple[int, ...]
    """Side that each seat plays for: 0 for the side that `result` and `margin` speak of, 1 for the other."""
    n_actions: int
    ledger: np.dtype
    """`LEDGER`, and what the rules keep to bring a row of observations up to date: a line stays with its row."""
    layouts: dict[str, int]
    """Number of each layout of the observation, by name."""
    widths: dict[str, int]
    """Columns of each layout, by name."""
    point_reward: float
    """Reward for one victory point, in games with `reward="victory_points"`."""
    event_shape: tuple[int, int]
    """Shape of a buffer that holds every event between two decisions."""

    advance: Callable[..., None]
    """Compiled: `aw_env.admirals_war.advance.advance`."""
    observe: Callable[..., None]
    """Compiled: `observe(books, games, i, seat, layout, observation)`."""
    reseed: Callable[..., None]
    """Compiled: `reseed(games, i, seed)` gives a game other dice to come."""

    seed_random: Callable[..., None]
    """Compiled: `seed_random(generator, seed)`, for the generator, int64 `(4,)`, of the next two."""
    random_actions: Callable[..., None]
    """Compiled: `random_actions(masks, generator, actions)` draws a legal action in each row."""
    play_random: Callable[..., int]
    """Compiled: `aw_env.admirals_war.advance.play_random`."""

    check_record: Callable[[np.ndarray], None]
    """Raises `SaveError` when a record read from a file holds a number that no game can hold."""
    informer: Callable[[np.ndarray], Callable[[], dict[str, Any]]]
    """`informer(games)()` is the info of `games[0]` now."""
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
    draw: dict[str, Callable[[Any], Any]]
    """Renderers of a view by render mode: "ansi" gives str, "rgb_array" uint8 of shape (height, width, 3)."""
