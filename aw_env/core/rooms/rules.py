"""The compiled rules of a game that is declared: what it has of its own, and what every game has."""

from collections.abc import Callable, Mapping
from typing import Any

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dispatch import Questions, questions_and_answers, steps_on_stack
from aw_env.core.engine.entry_points import entry_points
from aw_env.core.engine.ledger import Play, keep_the_margin_alone, pay_the_lead, pay_the_winner
from aw_env.core.rooms import observing
from aw_env.core.rooms.records import Records

Rule = Callable[..., Any]


@rule
def straight_away(book, game, events):
    """`begin` of a game that has nothing to do before its first question."""


class Rules:
    """The rules of a game of two sides.

    module: where it is made, on whose sources the compiled code depends.  proceed: `proceed(book, game, events)`: play
    on to the next question and ask it (`core.engine.stack.ask`), True then, or False when `game.over` is set; called
    again with nothing answered it asks the same; or the rule of each step of a sequence of play on a stack
    (`core.engine.stack`).  questions: for each decision `mask` and `take`, which are handed those of `book`, `game`,
    `mask`, `action` and `events` that their parameters name, or a table of these by where the question is asked
    (`core.engine.dispatch`).  margin: `margin(book, game)`, what decides the game, as a lead of the first side.
    begin: `begin(book, game, events)`, what comes before.
    redraw: `redraw(book, game, seat)`, draws anew what a seat cannot know.  advise: `advise(book, game, mask)`, the
    answer of `scripted`, from what the seat may know.  seen: how it is seen, where the game says that itself.

    Its entry points are those of `core.engine.entry_points.EntryPoints`, `observe` and `write_candidates`.
    Raises ValueError for a game with secrets without `redraw`.
    """

    def __init__(
        self,
        module: str,
        records: Records,
        proceed: Rule | Mapping[Any, Rule],
        questions: Questions,
        margin: Rule,
        begin: Rule = straight_away,
        redraw: Rule = observing.nothing,
        advise: Rule | None = None,
        seen: observing.Observed | None = None,
    ) -> None:
        if records.has_secrets and redraw is observing.nothing:
            raise ValueError("what one side does not know of the other is drawn anew for searches: give `redraw`")
        self.module, self.records = module, records
        self.margin, self.redraw_secrets, self.advise = margin, redraw, advise
        self.seen = seen or observing.observed(module, records, margin)
        _, self.SIGHT, self.show, self.write, self.observe, self.show_choices, self.write_candidates = self.seen
        proceed = steps_on_stack(module, proceed) if isinstance(proceed, Mapping) else proceed
        self.fill_mask, answer = questions_and_answers(module, questions)
        self.play = Play(
            proceed, self.fill_mask, answer, begin, margin, keep_the_margin_alone, pay_the_lead, pay_the_winner,
            self.show, redraw,
        )  # fmt: skip
        made = entry_points(module, self.play)
        self.advance, self.play_random, self.start, self.apply, self.redraw, self.legal_actions, self.take = made
