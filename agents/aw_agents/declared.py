"""Players, learning and search for games that are declared (`aw_env.core.rooms.game.Declared`) and bring none of their
own: everything is compiled from the game's rules, and its officer is its rule of thumb (`Rules.advise`), or what a
package brings under the entry points `aw_agents.officers`.

`choose` stands for the officer of every such game.
"""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from aw_agents import candidate_play, house, network_play, rollouts
from aw_agents.doctrines import Doctrines, Number
from aw_agents.learnable import Learnable, learnable_by_rooms
from aw_agents.network_play import LEARNED, LEARNED_GREEDY, NO_NETWORK
from aw_agents.officer_play import answers, entry_point
from aw_agents.rollouts import Pilot, Searchable
from aw_agents.scopes import WholeGame
from aw_agents.worth import worth_by
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import mixed
from aw_env.core.engine.entry_points import belonging_to
from aw_env.core.engine.masks import count_legal
from aw_env.core.packages import loaded, offered
from aw_env.core.playable import Playable
from aw_env.games import named

OFFICERS = "aw_agents.officers"
"""The group of entry points under which packages bring officers of declared games, by the name of the game."""


class Officer(NamedTuple):
    """An officer.  module: where it is made.  choose: `choose(book, game, doctrine, mask)`.  doctrines: that it can
    have.  tuned: what `tuned` needs, where there is one.  search: what searches do otherwise than usual, as
    `Searchable` has it.  compares_only: whether the game is learned by comparing candidates alone, so that no network
    that reads summaries is compiled with its players."""

    module: str
    choose: Callable[..., Any]
    doctrines: Doctrines
    tuned: house.Tuned | None = None
    search: Mapping[str, Any] = {}
    compares_only: bool = False


ADVISE: Any = None


# --- rules -----------------------------------------------------------------------------------------------------------


@rule
def by_lot(book, game, mask):
    """The answer of an officer who knows nothing of the game: any, the same whenever it is asked there."""
    skip = mixed(int(game.decisions) * 2 + int(game.forced)) % count_legal(mask)
    action = 0
    while mask[action] == 0 or skip > 0:
        skip -= mask[action]
        action += 1
    return action


def choose(book, game, doctrine, mask):
    """The officer's answer."""
    return ADVISE(book, game, mask)


# --- a game's own ----------------------------------------------------------------------------------------------------


class Staffed:
    """A declared game with everything that players, learners and searches need of it."""

    def __init__(self, game: Playable) -> None:
        self.game, self.rules = game, game.room("engine")
        records, layouts = self.rules.records, self.rules.seen.layouts
        self.records = records
        no_numbers = (Number("nothing", 0.0, 0.0, 0.0, "a rule of thumb reckons with no numbers of its own"),)
        sides: Any = tuple(side.name.lower() for side in records.sides)
        officer = loaded(offered(OFFICERS)[game.name]) if game.name in offered(OFFICERS) else None
        self.doctrines = officer.doctrines if officer else Doctrines(no_numbers, (game.name,), sides)
        self._tuned = officer.tuned if officer and officer.tuned else house.Tuned(Path(), lambda books: game.name)
        self.module: str = officer.module if officer else self.rules.module
        advised = belonging_to(self.module, choose, ADVISE=self.rules.advise or by_lot)
        self.choose = officer.choose if officer else rule(advised)
        self.terms, rules = game.room("records.terms"), self.rules
        self.by_candidates = candidate_play.entry_points(
            self.module, rules.play, self.choose, rules.show_choices, self.terms, layouts
        )
        self._search: Mapping[str, Any] = officer.search if officer else {}
        self._compares_only = bool(officer and officer.compares_only)
        self.play = network_play.entry_point(
            self.module, rules.play, self.choose, rules.write, self.terms, layouts.widths["summary"]
        )
        self.decide, self.decide_all = answers(self.module, self.choose)

    # --- players -------------------------------------------------------------------------------------------------

    @cached_property
    def staff(self) -> house.Staff:
        """What the players of the house need of it."""
        play = self._without_network
        if self._compares_only:
            play = entry_point(self.module, self.rules.play, self.choose, self.terms)
        return house.Staff(play, self.decide, self.doctrines)

    def _without_network(self, books, games, first, last, plays, player, generators, doctrines):
        self.play(books, games, first, last, plays, player, generators, NO_NETWORK, doctrines)

    @cached_property
    def random(self) -> type[house.RandomPlayer]:
        """`random`."""
        return type("RandomPlayer", (house.RandomPlayer,), {"staff": self.staff})

    @cached_property
    def scripted(self) -> type[house.ScriptedPlayer]:
        """`scripted`."""
        return type("ScriptedPlayer", (house.ScriptedPlayer,), {"staff": self.staff})

    @cached_property
    def tuned(self) -> type[house.TunedPlayer]:
        """`tuned`, of a game that brings doctrines."""
        return type("TunedPlayer", (house.TunedPlayer,), {"staff": self.staff, "tuned": self._tuned})

    # --- learning and search ---------------------------------------------------------------------------------------

    def _play_summaries(self, books, games, first, last, plays, greedy, generators, weights):
        player = LEARNED_GREEDY if greedy else LEARNED
        self.play(books, games, first, last, plays, player, generators, weights, self.doctrines.standing)

    @cached_property
    def learnable(self) -> Learnable:
        """What learning needs of it."""
        return learnable_by_rooms(
            self.game, self.scripted, self._tuned, self.decide_all, self.by_candidates, WholeGame(self.game),
            play_summaries=None if self._compares_only else self._play_summaries,
        )  # fmt: skip

    @cached_property
    def searchable(self) -> Searchable:
        """What a search needs of it: usually every decision is searched."""
        rules = self.rules
        pilot = Pilot(
            rules.take, rules.fill_mask, self.choose, self.by_candidates.show_to_a_network,
            rules.redraw_secrets, worth_by(self.module, rules.margin, rules.write),
        )  # fmt: skip
        entries = rollouts.entry_points(self.module, pilot, self.terms, rules.seen.layouts)
        searched = {"searched": frozenset(self.records.decisions), **self._search}
        return Searchable(actions=self.records.actions, kinds=self.records.decisions, **searched, **entries._asdict())


@cache
def staffed(game: str) -> Staffed:
    """A declared game by its name.  Raises ValueError for one that is none."""
    known = named(game)
    if not known.is_declared:
        raise ValueError(f"{game} is not declared: it brings players of its own")
    return Staffed(known)


def random_of(game: str) -> Callable[[], house.RandomPlayer]:
    """What makes `random` of a game."""
    return staffed(game).random


def scripted_of(game: str) -> Callable[[], house.ScriptedPlayer]:
    """What makes `scripted` of a game."""
    return staffed(game).scripted


def learnable_of(game: Playable) -> Learnable:
    """What learning needs of a game."""
    return staffed(game.name).learnable


def searchable_of(game: Playable) -> Searchable:
    """What a search needs of a game."""
    return staffed(game.name).searchable
