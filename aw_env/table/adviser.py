"""A player of the computer at a person's elbow: says what it would do, or does it for a while."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from aw_env.core.errors import in_words
from aw_env.core.faces.game import Game
from aw_env.core.players import (
    Adviser,
    Appraisal,
    Commentator,
    allow_threads,
    answer_likeliest,
    begin,
    installed_names,
    load,
    unprepared,
)
from aw_env.core.ruleset import Ruleset
from aw_env.core.said.wording import UnknownWords
from aw_env.games import playing
from aw_env.table.levels import Officer, officer_of, player_at
from aw_env.table.table import answer_of, seen_by, step_of

OFFICER = "scripted"
"""The player that plays where none is named, and in place of one that fails."""
MOST_TOLD = 8
"""Answers of which an opinion tells."""


def adviser(name: str, game: Game) -> Any:
    """A player of a game by its name or level, who advises what it likes best.  Raises UnknownWords for a name that is
    none, and for a level that there is not."""
    playable = playing(game.rules.name)
    try:
        player = load(player_at(playable.name, game.rules.scenario.name, name), playable.players)
    except (ValueError, OSError, ImportError) as error:
        raise UnknownWords(in_words(error)) from None
    begin(player, 1, game.seed)
    answer_likeliest(player)
    allow_threads(player, os.cpu_count() or 1)
    return player


def advice_of(player: Any, game: Game) -> tuple[int, list[Appraisal]]:
    """What a player would answer, and the answers that it has compared; none where it does not say."""
    if not isinstance(player, Adviser):
        return answer_of(player, game), []
    return player.advise(*seen_by(game))


@dataclass(frozen=True)
class Choice:
    """An answer in the eyes of a player.  probability: how likely it gives it.  value: what it is worth to the seat."""

    action: int
    words: str
    probability: float | None
    value: float | None


@dataclass(frozen=True)
class OpinionInWords:
    """What a player thinks of a decision (`aw_env.core.players.Opinion`).  choices: the best known first.  scale: what
    its values mean, in words, "" where it tells none: players that disagree may measure otherwise."""

    player: str
    value: float | None
    choices: list[Choice]
    scale: str = ""


@cache
def commentators(group: str = "") -> tuple[str, ...]:
    """The players of a group (`core.players.load`) that can be asked for an opinion and need no file, sorted."""
    return tuple(name for name in installed_names(group) if _tells_opinions(name, group))


def commentators_on(rules: Ruleset) -> list[str]:
    """The same for a game, but those that were trained for another scenario come last."""
    group, scenario = playing(rules.name).players, rules.scenario.name
    return sorted(commentators(group), key=lambda name: bool(unprepared(_commentator(name, group), scenario)))


def _tells_opinions(name: str, group: str) -> bool:
    try:
        return isinstance(load(name, group), Commentator)
    except Exception:  # one that another package offers and cannot make: the table goes on without it
        return False


@cache
def _commentator(name: str, group: str) -> Any:
    player = load(name, group)
    begin(player, 1, 0)
    allow_threads(player, os.cpu_count() or 1)
    return player


def opinion_of(name: str, game: Game) -> OpinionInWords:
    """What a player thinks of the question that is asked, as far as the seat sees it.  Raises UnknownWords for one that
    has no opinions, and where nothing is asked."""
    group = playing(game.rules.name).players
    if name not in commentators(group):
        raise UnknownWords(f"{name!r} has no opinion to tell: {', '.join(commentators(group)) or 'nobody'} has")
    if game.ended:
        raise UnknownWords("the game is over: there is nothing to decide")
    view, *seen = seen_by(game)
    commentator = _commentator(name, group)
    value, leanings = commentator.opinion(view, *seen)
    in_words = game.rules.describe_action
    told = [Choice(one.action, in_words(view, one.action), one.probability, one.value) for one in leanings]
    return OpinionInWords(name, value, told[:MOST_TOLD], scale_of(commentator))


def scale_of(player: Any) -> str:
    """What the values mean that a player tells, in words (`aw_env.core.players.Commentator`); "" where it does not
    say."""
    return str(getattr(player, "scale", ""))


SPANS: dict[str, Callable[[Game, Game], bool]] = {
    "": lambda begun, now: False,
    "step": lambda begun, now: step_of(begun) == step_of(now),
    "combat": lambda begun, now: _turn(begun) == _turn(now) and not now.rules.speech().fighting(now.view()),
    "turn": lambda begun, now: _turn(begun) == _turn(now),
}
"""How long an adviser goes on answering, by the word for it: whether it still does, from where it began to now."""


def _turn(game: Game) -> int:
    return game.view().turn


class Deputy:
    """Answers for one seat for a while.

    words: how long ("", "step", "combat", "turn"), and by which player if not by the officer.  reason: why that is not
    the strongest player of the scenario, "" where it is or one is named.  Raises UnknownWords for other words.
    """

    def __init__(self, game: Game, words: str) -> None:
        span, _, name = words.partition(" ")
        if span and span not in SPANS:
            span, name = "", words
        self._goes_on = SPANS[span]
        self._begun = game.clone()
        officer = Officer(name.strip()) if name.strip() else officer_of(game)
        self.reason = officer.reason
        self._player = adviser(officer.name, game)

    def answer(self, game: Game) -> int:
        """The answer to the question that is asked."""
        return answer_of(self._player, game)

    def answers(self, game: Game) -> bool:
        """Whether it answers the question that is asked: one to its seat, before its time is over."""
        return game.seat == self._begun.seat and self._goes_on(self._begun, game)
