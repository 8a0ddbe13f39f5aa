"""The chains of questions that are written from a game's tables, and the entry points that every game has."""

import linecache
from enum import IntEnum

import numpy as np
import pytest

from aw_env.core.engine.compiling import compiled, records, rule
from aw_env.core.engine.dispatch import OTHERWISE, dispatch
from aw_env.core.engine.stack import STUCK
from aw_env.core.packages import has_module
from aw_env.games import names


class Step(IntEnum):
    """Of a game that counts."""

    FIRST = 0
    SECOND = 4
    OPTION = 5


class Decision(IntEnum):
    """Of a game that counts."""

    NONE = 0
    HOW_MANY = 1
    WHERE = 2


class Phase(IntEnum):
    """Of a game that counts."""

    EARLY = 0
    LATE = 1


@rule
def first(game):
    """A step that needs nothing but the game."""
    game.over = 10
    return True


@rule
def second(events, book, game):
    """A step that names what it needs in an order of its own."""
    game.over = book.plus + events[0]
    return False


@rule
def mask_how_many(mask):
    """Two answers."""
    mask[0] = mask[1] = 1


@rule
def take_how_many(game, action):
    """The answer is kept."""
    game.over = 100 + action


@rule
def is_over(game):
    """It holds whatever the phase."""
    return game.over == 1


@rule
def mask_first(mask):
    """One answer."""
    mask[0] = 1


@rule
def mask_second(mask):
    """Another answer."""
    mask[1] = 1


@rule
def mask_third(mask):
    """A third answer."""
    mask[2] = 1


@rule
def take_second(game, action):
    """The answer is kept otherwise."""
    game.over = 200 + action


WHERE = {
    is_over: (mask_third, take_how_many),
    Phase.LATE: (mask_second, take_second),
    OTHERWISE: (mask_first, take_how_many),
}
TABLES = (
    {Step.FIRST: first, Step.SECOND: second},
    {Decision.HOW_MANY: (mask_how_many, take_how_many), Decision.WHERE: WHERE},
)


GAME = np.dtype(
    [("frames", "i4", (2, 4)), ("depth", "i4"), ("decision", "i4"), ("phase", "i4"), ("over", "i4")], align=True
)
BOOK = np.dtype([("plus", "i4")], align=True)
SEQUENCE = dispatch(__name__, *TABLES)
WITH_OPTIONS = dispatch(__name__, *TABLES, {Step.OPTION: first})


@compiled
def carry_out(books, games, events):
    """The step on top."""
    return SEQUENCE.proceed(books[0], games[0], events)


@compiled
def carry_out_with_options(books, games, events):
    """The same in a game with optional rules."""
    return WITH_OPTIONS.proceed(books[0], games[0], events)


@compiled
def ask_and_answer(books, games, mask, action, events):
    """The decision that is waited for."""
    SEQUENCE.fill_mask(books[0], games[0], mask)
    SEQUENCE.answer(books[0], games[0], action, events)


def position(step, decision=Decision.NONE):
    """A book that adds 2, a game at a step, and an event of 3."""
    books, games = records(BOOK, 1), records(GAME, 1)
    books["plus"], games["frames"][0, 0, 0], games["depth"], games["decision"] = 2, step, 1, decision
    return books, games, np.array([3])


@pytest.mark.parametrize(("step", "asks", "over"), [(Step.FIRST, True, 10), (Step.SECOND, False, 5), (3, False, STUCK)])
def test_a_step_is_carried_out_by_its_rule_which_is_given_what_it_names(step, asks, over):
    books, games, events = position(step)
    assert (carry_out(books, games, events), games["over"][0]) == (asks, over)


@pytest.mark.parametrize(
    ("decision", "legal", "over"), [(Decision.HOW_MANY, [1, 1, 0], 101), (Decision.NONE, [0] * 3, 0)]
)
def test_a_decision_is_masked_and_answered_by_its_rules(decision, legal, over):
    mask = np.zeros(3, np.int8)
    books, games, events = position(Step.FIRST, decision)
    ask_and_answer(books, games, mask, 1, events)
    assert mask.tolist() == legal and games["over"][0] == over


@pytest.mark.parametrize(
    ("phase", "before", "legal", "over"),
    [
        (Phase.EARLY, 0, [1, 0, 0], 101),
        (Phase.LATE, 0, [0, 1, 0], 201),
        (Phase.LATE, 1, [0, 0, 1], 101),
        (Phase.EARLY, 1, [0, 0, 1], 101),
    ],
)
def test_what_is_decided_in_several_places_has_rules_for_each_the_first_that_holds(phase, before, legal, over):
    mask = np.zeros(3, np.int8)
    books, games, events = position(Step.FIRST, Decision.WHERE)
    games["phase"], games["over"] = phase, before
    ask_and_answer(books, games, mask, 1, events)
    assert mask.tolist() == legal and games["over"][0] == over


def test_a_table_of_places_says_at_last_what_holds_elsewhere():
    for where in ({Phase.LATE: first}, {OTHERWISE: first, Phase.LATE: first}):
        with pytest.raises(TypeError, match="SECOND: the last place of its table is OTHERWISE"):
            dispatch(__name__, {Step.SECOND: where}, {})


@pytest.mark.parametrize(
    ("step", "asks", "over"), [(Step.OPTION, True, 10), (Step.SECOND, False, 5), (3, False, STUCK)]
)
def test_what_optional_rules_have_stands_in_tables_of_its_own(step, asks, over):
    books, games, events = position(step)
    assert (carry_out_with_options(books, games, events), games["over"][0]) == (asks, over)


def test_what_is_written_is_there_to_be_read():
    made = dispatch(__name__, *TABLES).proceed
    code = getattr(made, "py_func", made).__code__
    assert "    if picked == 4:  # SECOND\n" in linecache.getlines(code.co_filename)


def test_a_rule_that_asks_for_something_else_is_named():
    @rule
    def lost(game, weather):
        """It asks for what no step is given."""

    with pytest.raises(TypeError, match="SECOND: lost asks for 'weather'; it can be given book, game, events"):
        dispatch(__name__, {Step.SECOND: lost}, {})


@pytest.mark.parametrize("name", [name for name in names() if has_module(f"aw_env.games.{name}", "engine")])
def test_the_entry_points_of_a_game_are_its_own(name):
    game = __import__(f"aw_env.games.{name}.engine", fromlist=["engine"])
    for entry in (game.advance, game.start, game.take):
        function = getattr(entry, "py_func", entry)
        assert function.__module__ == game.__name__ and function.__globals__["PLAY"] is game.PLAY
        assert function.__doc__ and not function.__name__.startswith("_")
