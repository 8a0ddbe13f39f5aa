"""What learning needs of a game: its officer, and the compiled functions with which a learned player plays it.

A package brings that of a game by an entry point in the group `aw_agents.learnable` that is called as the game; a
training finds it through the ruleset.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from aw_agents.doctrines import Doctrines
from aw_agents.house import Tuned
from aw_agents.scopes import Scope, Vocabulary
from aw_env.core.config.errors import unknown
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.declare.decisions import Decisions
from aw_env.core.packages import loaded, offered
from aw_env.core.playable import Playable
from aw_env.core.ruleset import Ruleset
from aw_env.games import playing


@dataclass(frozen=True)
class Learnable:
    """A game as learners see it."""

    officer: Callable[..., Any]
    """`officer(doctrines, name)`: the staff officer as a compiled player."""
    doctrines: Doctrines
    """What doctrines it can have."""
    tuned: Path
    """The file of those that tunings have found."""
    war_of: Callable[[np.ndarray], str]
    """`war_of(books)`: which of the doctrines' wars is fought."""
    decide_all: Callable[..., None]
    """Compiled: `decide_all(books, games, masks, actions, doctrines)`: the officer's answers to what games wait for."""
    kinds: type[Decisions]
    """Its kinds of decisions."""
    vocabulary: Callable[[], Vocabulary]
    """What its learners can read and say."""
    scope_of: Callable[[Ruleset], Scope]
    """What the games of a scenario can use of it."""
    play_candidates: Callable[..., None]
    """Compiled: `play_candidates(books, games, first, last, plays, greedy, generators, network, sights)`: a policy that
    compares candidates plays."""
    play_corrected: Callable[..., None]
    """Compiled: `play_corrected(books, games, first, last, plays, doctrines, corrections, sights)`: the officer plays,
    put right by `networks.corrections.Corrections`."""
    write_candidates: Callable[..., None]
    """Compiled: `Ruleset.complete` of the layout "candidates"."""
    observe: Callable[..., None]
    """Compiled: `Ruleset.observe`."""
    summary: int
    """The number by which `observe` knows the layout "summary"."""
    sight: np.dtype
    """What is kept beside a row of observations (`observation.updating`)."""
    play_summaries: Callable[..., None] | None = None
    """Compiled: `play_summaries(books, games, first, last, plays, greedy, generators, network)`: a policy that reads
    the summary alone plays.  None for a game that is learned by comparing candidates only."""


def learnable_by_rooms(
    game: Playable, officer: Any, tuned: Tuned, decide_all: Callable[..., None], play: Any, scope: Any, **own: Any
) -> Learnable:
    """A game as learners see it, as far as its rooms tell.

    officer: the class of its staff officer.  tuned, decide_all: see above.  play: what has `play_candidates` and
    `play_corrected`.  scope: what has `vocabulary` and `scope_of`.  own: what else it has, as `Learnable` has it.
    """
    return Learnable(
        officer=officer,
        doctrines=officer.staff.doctrines,
        tuned=tuned.shipped,
        war_of=tuned.war_of,
        decide_all=decide_all,
        kinds=game.room("records.terms").Decision,
        vocabulary=scope.vocabulary,
        scope_of=scope.scope_of,
        play_candidates=play.play_candidates,
        play_corrected=play.play_corrected,
        write_candidates=game.room("observation.candidates").write_candidates,
        observe=game.room("observation.observing").observe,
        summary=SUMMARY,
        sight=np.dtype(game.room("engine").SIGHT, align=True),
        **own,
    )


OF_DECLARED_GAMES = "of_declared_games"
"""After a group and a point: what makes that of a game which is declared (`aw_env.core.rooms`) and brings none."""
GROUP = "aw_agents.learnable"
"""The group of entry points under which packages bring what learning needs of their games."""


@cache
def learnable(ruleset_name: str) -> Learnable:
    """That of a game, by the name of its rulesets.  Raises ValueError."""
    return offered_for(GROUP, ruleset_name, "learned")


def offered_for(group: str, ruleset_name: str, done: str) -> Any:
    """What a group of entry points has for a game, by the name of its rulesets.  Raises ValueError, which says that
    the game cannot be `done`."""
    game, known = playing(ruleset_name), offered(group)
    if game.name in known:
        return loaded(known[game.name])
    if game.is_declared:
        for offer in offered(f"{group}.{OF_DECLARED_GAMES}").values():
            return loaded(offer)(game)
    raise ValueError(f"{game.name} cannot be {done}: no installed package provides what that needs ({group})")


def set_of_kinds(setting: str, named: Sequence[str], kinds: type[Decisions]) -> int:
    """Kinds of decisions of a game, by the names that a setting lists, as a set.  Raises ValueError that names the
    setting for one that there is not."""
    by_name = {kind.name.lower(): kind for kind in kinds}
    for name in named:
        if name not in by_name:
            raise ValueError(f'{setting}: "{name}": {unknown(name, "kind of decision", by_name)}')
    return sum(1 << by_name[name] for name in {*named})
