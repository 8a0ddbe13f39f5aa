"""A player of the computer at a person's elbow: says what it would do, or does it for a while."""

from collections.abc import Callable

from aw_env.admirals_war.records.terms import Phase
from aw_env.admirals_war.words.naming import UnknownWords
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.table.table import answer_of, step_of

OFFICER = "scripted"
"""The player that advises unless another is named."""


def adviser(name: str, seed: int) -> Callable[[Game], int]:
    """A player by its name, as what it answers.  Raises UnknownWords for a name that is none."""
    try:
        player = load(name)
    except (ValueError, OSError, ImportError) as error:
        raise UnknownWords(str(error)) from None
    if hasattr(player, "begin"):
        player.begin(1, seed)
    return lambda game: answer_of(player, game)


SPANS: dict[str, Callable[[Game, Game], bool]] = {
    "": lambda begun, now: False,
    "step": lambda begun, now: step_of(begun) == step_of(now),
    "combat": lambda begun, now: _turn(begun) == _turn(now) and now.view().phase != Phase.COMBAT,
    "turn": lambda begun, now: _turn(begun) == _turn(now),
}
"""How long an adviser goes on answering, by the word for it: whether it still does, from where it began to now."""


def _turn(game: Game) -> int:
    return game.view().turn


class Deputy:
    """Answers for one seat for a while.

    words: how long ("", "step", "combat", "turn"), and by which player if not by the officer.
    Raises UnknownWords for other words.
    """

    def __init__(self, game: Game, words: str) -> None:
        span, _, name = words.partition(" ")
        if span and span not in SPANS:
            span, name = "", words
        self._goes_on = SPANS[span]
        self._begun = game.clone()
        self._advise = adviser(name.strip() or OFFICER, game.seed)

    def answer(self, game: Game) -> int:
        """The answer to the question that is asked."""
        return self._advise(game)

    def answers(self, game: Game) -> bool:
        """Whether it answers the question that is asked: one to its seat, before its time is over."""
        return game.seat == self._begun.seat and self._goes_on(self._begun, game)
