"""Games that are over, to be looked at again, decision by decision."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from aw_env.core.faces.game import Game
from aw_env.table import analysis
from aw_env.table.adviser import OFFICER, commentators_on, opinion_of
from aw_env.table.course import Course
from aw_env.web import telling
from aw_env.web.messages import Refused
from aw_env.web.store import Kept

EVERY = 64
"""Decisions from one position that is kept to the next."""
SECONDS_OF_ANALYSIS = 120.0
MARKS = ("turn", "combat_begins")
"""Events that a film is searched for."""


class Film:
    """A game played again.  begin: makes it as it began.  kept: what was played."""

    def __init__(self, begin: Callable[[], Game], kept: Kept) -> None:
        self._history = kept.history
        self._positions: list[Game] = []
        self.marks: list[dict[str, Any]] = []
        self._course = Course()
        game = begin()
        self.seats = game.rules.seats
        self._title, self._advisers = game.rules.scenario.title, commentators_on(game.rules)
        for number in range(len(self._history) + 1):
            if number:
                game.apply(self._history[number - 1])
            self._course.note(game)
            if number % EVERY == 0:
                self._positions.append(game.clone())
            for kind, _, _, words in game.events():
                if kind in MARKS:
                    self.marks.append({"at": number, "kind": kind, "words": words})
        self._end = game
        self._analysis: dict[str, Any] | None = None

    def about(self) -> dict[str, Any]:
        """What there is to see: how many decisions, where turns and battles begin, and whose opinion can be asked."""
        return {
            "title": self._title,
            "decisions": len(self._history),
            "seats": list(self.seats),
            "marks": self.marks,
            "advisers": self._advisers,
            "officer": OFFICER,
        }

    def frame(self, number: int, seat: str) -> dict[str, Any]:
        """The position after so many decisions, what has happened since the one before, who is asked what, and what
        the answer was.

        seat: the name of a seat, which is shown what it may know; "" is shown everything.  Raises Refused.
        """
        if seat and seat not in self.seats:
            raise Refused("unknown", f"there is no seat {seat!r}: choose from {', '.join(self.seats)}")
        game = self._position(number)
        eyes = self.seats.index(seat) if seat else None
        view = game.view(eyes)
        events = game.events() if eyes is None else game.events(eyes)
        return {
            "number": number,
            "scene": telling.scene(game.rules.scene(view)),
            "course": self._course.until(view.turn),
            "words": [words for _, _, _, words in events],
            "asked": game.rules.describe_decision(view),
            "seat": None if game.ended else game.seat_name,
            **(self._choices(game, number) if eyes is None or eyes == game.seat else {"answer": None, "choices": []}),
        }

    def _choices(self, game: Game, number: int) -> dict[str, Any]:
        """What could be answered, and what was."""
        choices = [{"action": action, "words": words} for action, words in game.actions()]
        return {"answer": self._answer(number), "choices": choices}

    def _answer(self, number: int) -> int | None:
        """The action taken after so many decisions, None at the end."""
        return self._history[number] if number < len(self._history) else None

    def opinion(self, number: int, player: str) -> dict[str, Any]:
        """What a player thinks of the question that was asked after so many decisions.  Raises Refused."""
        try:
            return asdict(opinion_of(player, self._position(number)))
        except LookupError as error:
            raise Refused("unknown", str(error)) from None

    # --- the analysis ------------------------------------------------------------------------------------------

    def begin_analysis(self) -> bool:
        """Whether nobody has asked for it yet, and it is to be made now (`analyse`).  Raises Refused."""
        if not self._end.over:
            raise Refused("not_over", "only a game that was played to its end is analysed")
        if self._analysis is not None:
            return False
        self._note(analysis.Analysis())
        return True

    def analyse(self, goes_on: Callable[[], bool]) -> None:
        """Analyse the game, as long as that is wanted."""

        def tell(so_far: analysis.Analysis) -> bool:
            self._note(so_far)
            return goes_on()

        analysis.analysed(self._end, SECONDS_OF_ANALYSIS, tell)

    def _note(self, found: analysis.Analysis) -> None:
        rules = self._end.rules
        turns = [turn._asdict() | {"told": analysis.turn_in_words(rules, turn)} for turn in found.turns]
        losses = [loss._asdict() | {"told": analysis.loss_in_words(rules, loss)} for loss in found.losses]
        self._analysis = {
            "first": rules.speech().sides[0].title,
            "values": [list(value) for value in found.values.items()],
            "turns": turns,
            "losses": losses,
            "done": found.done,
        }

    @property
    def analysis(self) -> dict[str, Any]:
        """What is known by now: `values` to the first side, each with the number of decisions before it; `turns` and
        `losses` as in `aw_env.table.analysis`, with the words for them as `told`; whether it is `done`."""
        assert self._analysis is not None, "it has been begun"
        return self._analysis

    def _position(self, number: int) -> Game:
        """The game after so many decisions.  Raises Refused."""
        if not 0 <= number <= len(self._history):
            raise Refused("unknown", f"there is no frame {number}: there are 0 to {len(self._history)}")
        game = self._positions[number // EVERY].clone()
        for action in self._history[number // EVERY * EVERY : number]:
            game.apply(action)
        return game
