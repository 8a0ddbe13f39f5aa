"""The games that are installed, for commands and agents that are told which is played (`--game`).

A package brings a game by an entry point in the group `aw_env.games`, `name = "package.face_v0:GAME"`, which leads to
the game's `Playable` in its public face.  It is loaded when the game is used.  A package may offer the same
`Playable` again in the group `aw_env.games.without_rules`, from a module that imports no rules: it is then found there.
"""

from contextlib import suppress
from functools import cache

from aw_env.core.engine.first_start import say_once
from aw_env.core.packages import CannotLoad, loaded, offered
from aw_env.core.playable import Playable

GROUP = "aw_env.games"
"""The group of entry points under which packages offer games."""
WITHOUT_RULES = "aw_env.games.without_rules"
"""The group under which they offer them from modules that import no rules."""
USUAL_GAME = "aw_env.usual_game"
"""The group of the one entry point that is called as the game that is meant where none is named."""


def names() -> tuple[str, ...]:
    """The names of the games that are installed, sorted."""
    return tuple(offered(GROUP))


def listed() -> str:
    """The names of the games, in words."""
    return ", ".join([f"{FIRST} (the default)", *(name for name in names() if name != FIRST)])


def named(name: str) -> Playable:
    """A game by its name.  Raises ValueError that lists them, and CannotLoad, a ValueError, where it is broken."""
    if name not in names():
        raise ValueError(f"--game {name}: choose from {', '.join(names())}")
    return _loaded(name)


def having(scenario: str) -> list[str]:
    """The names of the games that come with a scenario of this name, but for broken ones."""
    found = []
    for name in names():
        with suppress(ValueError):
            found += [name] if scenario in named(name).room("offered").names() else []
    return found


def playing(ruleset: str) -> Playable:
    """The game whose rulesets have a name, as records and saves have it.  Raises ValueError for a name that is none,
    and CannotLoad, a ValueError, where the game is broken."""
    for name in names():
        if rulesets_of(name) == ruleset:
            return _loaded(name)
    raise ValueError(f"there is no game {ruleset!r}: choose from {', '.join(names())}")


def rulesets_of(name: str) -> str:
    """What the rulesets of a game are called, which is not loaded for that: as its public face is."""
    return offered(GROUP)[name].module.rpartition(".")[2]


def installed() -> list[Playable]:
    """The games that are installed.  One that is broken is named once, in a line."""
    found = []
    for name in names():
        try:
            found.append(_loaded(name))
        except CannotLoad as error:
            say_once(f"the game {error}")
    return found


@cache
def _loaded(name: str) -> Playable:
    return loaded(offered(WITHOUT_RULES).get(name) or offered(GROUP)[name])


def _usual() -> str:
    found = offered(USUAL_GAME)
    if not found:
        raise ImportError("the games are not installed: run `pip install -e .` in the checkout of aw_env again")
    return next(iter(found))


FIRST = _usual()
"""The game that is meant when none is named; records, ladders and checkpoints that do not say it are of it."""
FIRST_RULESETS = rulesets_of(FIRST)
"""What its rulesets are called."""
