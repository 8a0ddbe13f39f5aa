"""Players: three ways to write one, from the fastest to the simplest.

`aw_env` imports no player: it takes objects that have one of these shapes, or `load`s one by the name under which an
installed package offers it.  Every player may have a method `begin(num_games, seed)`, called before games
begin: a player with randomness of its own seeds it there, and games with the same seed are then the same games.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from aw_env.core.errors import PlayerFailed
from aw_env.core.packages import loaded as loaded_from
from aw_env.core.packages import offered

if TYPE_CHECKING:  # the command line names players, and needs no numbers for that
    import numpy as np

ENTRY_POINTS = "aw_env.players"
"""The group of entry points under which packages offer players: `name = "package.module:maker"`."""
OF_EVERY_GAME = "of_every_game"
"""After the group and a point: players of any game that is named and has none of that name of its own.  What such an
entry point leads to is called with the game and gives the maker."""
CHECKPOINT, SETTINGS = "checkpoint", "settings"
"""The entry points that are called with a path: of a trained player's files, and of a TOML file that describes a
player."""
PROGRAM, MODEL = "exec", "llm"
"""The entry points that are called with the command line of a program which plays, and with the name of a language
model.  Who may name players need not be who may run programs or pays for models, so that they stand in no list."""
_called: dict[str, str] = {}
"""Players by the names that this process gives them."""


@runtime_checkable
class CompiledPlayer(Protocol):
    """A player that is compiled with the rules, and plays thousands of games inside one call."""

    def begin(self, num_games: int, seed: int) -> None:
        """Get ready for `num_games` games."""

    def play(self, books: "np.ndarray", games: "np.ndarray", first: int, last: int, plays: "np.ndarray") -> None:
        """Take every decision in `games[first:last]` of a seat that this player holds.

        `plays` is int8 of shape `(len(games), seats)`: 1 where this player holds the seat of the game.  Go on with each
        game until it is over or another seat is to act; leave alone a game that is over or in which no seat is held.
        May be called from several threads at once on ranges that do not overlap.
        """


@runtime_checkable
class BatchPolicy(Protocol):
    """A policy that decides in many games at once from their observations, such as a neural network."""

    def act_batch(self, observations: "np.ndarray", action_masks: "np.ndarray") -> "np.ndarray":
        """Observations int16 `(k, columns)`, masks int8 `(k, n_actions)`: the action chosen in each, `(k,)`."""


@runtime_checkable
class Agent(Protocol):
    """A player of one game at a time."""

    def act(self, view: Any, observation: "dict[str, np.ndarray]", info: dict[str, Any]) -> int:
        """The action chosen, from its seat's view of the game, `{"observation", "action_mask"}` and the info."""


@runtime_checkable
class Sitter(Protocol):
    """A player that is told in which games it sits, what happens in them, and how they end; such as a program.  Where
    one fails, the games that it was asked about are lost to it, and the others go on.
    """

    @property
    def batch(self) -> int:
        """How many decisions it takes at a time."""

    @property
    def wants_events(self) -> bool:
        """Whether it wishes to hear what happens."""

    def sit(self, number: int, rules: Any, seat: int) -> None:
        """A game begins, or goes on after the player has failed, in which it has a seat.  rules: a `Ruleset`."""

    def question(
        self, number: int, rules: Any, games: "np.ndarray", mask: "np.ndarray", events: Sequence[str] | None
    ) -> Any:
        """What it is to be asked in a game, the first of `games`: nothing but what the seat to act may see.  mask:
        int8 `(n_actions,)`.  events: what the seat has heard of since its last decision, None where that is not
        told."""

    def answer(self, questions: Sequence[Any]) -> list[int]:
        """The action for each question, of different games.  Raises PlayerFailed; it then sits in no game any more."""

    def rise(self, number: int, points: Mapping[str, float], margin: int, reason: str) -> None:
        """A game has ended.  points: of each seat.  reason: why, if it was not played to its end; else ""."""


Player = CompiledPlayer | BatchPolicy | Agent
"""A player of any of the three shapes."""


class Appraisal(NamedTuple):
    """What a player thinks of an action: its value to the seat, the standard error, and the number of trials."""

    action: int
    value: float
    error: float
    trials: int


@runtime_checkable
class Adviser(Protocol):
    """A player of one game at a time that can explain what it thinks of the actions it has compared."""

    def advise(
        self, view: Any, observation: "dict[str, np.ndarray]", info: dict[str, Any]
    ) -> tuple[int, list[Appraisal]]:
        """With the arguments of `Agent.act`: the action chosen, and the actions compared, the best first."""


class Leaning(NamedTuple):
    """What a player thinks of an action: how likely it would choose it, and its value to the seat; None where it does
    not say."""

    action: int
    probability: float | None
    value: float | None


class Opinion(NamedTuple):
    """What a player thinks of a decision.  value: of the position to the seat to act, by the player's own measure; None
    where it does not say.  leanings: the actions, the best first."""

    value: float | None
    leanings: list[Leaning]


@runtime_checkable
class Commentator(Protocol):
    """A player of one game at a time whose opinion of a decision can be shown beside the board.  It may say by an
    attribute `scale`, in words, what its values mean."""

    def opinion(self, view: Any, observation: "dict[str, np.ndarray]", info: dict[str, Any]) -> Opinion:
        """With the arguments of `Agent.act`."""


def leanings_of(logits: "np.ndarray") -> list[Leaning]:
    """The answers of a policy, the likeliest first.  logits: float `(n_actions,)`, -inf for what it never does."""
    import numpy as np

    chances = np.exp(logits - logits.max(), dtype=np.float64)
    chances /= chances.sum()
    likeliest = np.argsort(-chances, kind="stable")[: np.isfinite(logits).sum()]
    return [Leaning(int(action), float(chances[action]), None) for action in likeliest]


def allow_threads(player: Any, count: int) -> None:
    """Tell a player that it may compute on so many cores, if it wants to know."""
    if hasattr(player, "allow_threads"):
        player.allow_threads(count)


def answer_likeliest(player: Any) -> None:
    """Tell a player that draws its answers to give the likeliest, if it has such a choice: an attribute `greedy`."""
    if hasattr(player, "greedy"):
        player.greedy = True


def begin(player: CompiledPlayer | BatchPolicy | Agent, num_games: int, seed: int) -> None:
    """Tell a player that games begin, if it wants to know."""
    if hasattr(player, "begin"):
        player.begin(num_games, seed)


def end(player: Any) -> None:
    """Tell a player that there are no more games for now, if it wants to know: a program ends."""
    if hasattr(player, "close"):
        player.close()


def name_of(player: Any) -> str:
    """What a player is called in messages: its `name`, or that of its class."""
    return str(getattr(player, "name", None) or type(player).__name__)


class Answering:
    """While a player answers.  Raises PlayerFailed, which names it, for any exception of its own; also for a
    StopIteration, the `next(...)` of a bot that finds nothing, which `contextlib.contextmanager` would let through."""

    def __init__(self, player: Any) -> None:
        self._player = player

    def __enter__(self) -> None:
        """It is asked."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, Exception):
            said = f"{type(error).__name__}: {error}"
            raise PlayerFailed(f"the player {name_of(self._player)} failed: {said}") from error


def shape_of(player: Any) -> type | None:
    """The first of `CompiledPlayer`, `BatchPolicy` and `Agent`, the fastest first, that a player has; None: none."""
    for shape in (CompiledPlayer, BatchPolicy, Agent):
        if isinstance(player, shape):
            return shape
    return None


def load(name: str | Path, game: str = "") -> Any:
    """A player by its name, with settings after a colon if it takes them ("search:64"), by the command line of a
    program ("exec:./mybot --depth 3"), by that of a language model ("llm:MODEL"), or by the path of its checkpoint or
    of a TOML file that describes it.

    Names are those of the entry points `aw_env.players` of the installed packages, or, if a game is named,
    `aw_env.players.GAME`.  Raises ValueError for an unknown name, with the known ones, CannotLoad (a ValueError) if its
    package is broken, and whatever making the player raises, such as for a damaged checkpoint.
    """
    if str(name) in _called:
        return load(_called[str(name)], game)
    plain, colon, made_with = str(name).partition(":")
    if plain in installed_names(game):
        maker = _maker(plain, game)
        return maker(made_with) if colon else maker()
    if plain in (PROGRAM, MODEL) and colon and plain in _offered(game):
        return _maker(plain, game)(made_with)
    of_path = SETTINGS if Path(name).suffix == ".toml" else CHECKPOINT
    if str(name) and Path(name).exists() and of_path in _offered(game):
        return _maker(of_path, game)(Path(name))
    from aw_env.core.config.errors import did_you_mean  # here, so that who names a player does not wait for Pydantic

    names = player_names(game)
    known = ", ".join(names) or "none is installed"
    raise ValueError(
        f"there is no player {str(name)!r}{did_you_mean(str(name), names)} "
        f"(known: {known}; or the folder of a trained one, exec:COMMAND, or llm:MODEL)"
    )


def call(name: str, player: str) -> None:
    """Give a player a name, from now on in this process: a program, say, that others may choose and not name.  Raises
    ValueError for what is no name, or a player's already."""
    if not name.isidentifier() or name in player_names():
        raise ValueError(f"{name!r} cannot be a player's name: letters, digits and _, and none that is taken")
    _called[name] = player


def loaded(player: str | Path | Player, game: str = "") -> Player:
    """A player as it is, or one that `load` knows.  Raises ValueError."""
    return player if isinstance(player, Player) else load(_named(player), game)


def loaded_later(player: str | Path | Player, game: str = "") -> Player | Callable[[], Player]:
    """A player as it is, or what loads it when it is first needed."""
    return player if isinstance(player, Player) else partial(load, _named(player), game)


def _named(player: Any) -> str | Path:
    """What is no player itself, as a name or path.  Raises ValueError for anything else."""
    if not isinstance(player, str | Path):
        raise ValueError(f"a player is an object with act, act_batch or play, or named: not {player!r}")
    return player


def unprepared(player: Any, scenario: str | Path) -> str:
    """A warning for people when a learned player is to play a scenario that it has not been trained for; else "".  It
    says by its attribute `trained_for` which that is."""
    trained_for = getattr(player, "trained_for", None)
    if trained_for in (None, str(scenario)):
        return ""
    name = getattr(player, "name", "the player")
    return f"{name} was trained for {trained_for!r} and has not learned {str(scenario)!r}"


def player_names(game: str = "") -> list[str]:
    """The names of the players that need no file, sorted: those of packages and those that this process has given."""
    return sorted([*installed_names(game), *_called])


def installed_names(game: str = "") -> list[str]:
    """The names of those of installed packages, sorted."""
    return sorted(_offered(game).keys() - {CHECKPOINT, SETTINGS, PROGRAM, MODEL})


def _maker(name: str, game: str) -> Any:
    """What makes a player that is offered."""
    offer = _offered(game)[name]
    made = loaded_from(offer)
    return made(game) if offer.group.endswith(OF_EVERY_GAME) else made


def _offered(game: str) -> dict[str, EntryPoint]:
    if not game:
        return offered(ENTRY_POINTS)
    return offered(f"{ENTRY_POINTS}.{OF_EVERY_GAME}") | offered(f"{ENTRY_POINTS}.{game}")
