"""A game without places, units or phases, for tests of what may be left out: by turns one or two sticks are taken from
two heaps, and who takes the last loses.  Each side has secret numbers that are nobody else's business."""

from enum import IntEnum

from aw_env.core.engine.dice import below
from aw_env.new_game import (
    NOTHING,
    Asked,
    Decisions,
    Declared,
    Die,
    Drawing,
    Field,
    Opening,
    Options,
    Records,
    Rules,
    Sight,
    Team,
    Told,
    Words,
    ask,
    finish,
    has,
    note,
    number,
    one_of,
    rule,
    subset,
    team_named,
)  # fmt: skip

MOST = 5


class Side(IntEnum):
    FIRST = 0
    SECOND = 1


class Decision(Decisions):
    NONE = NOTHING, "nothing"
    TAKE = NOTHING, "how many sticks, and of which heap"


class Option(Options):
    ONE_LEFT = "one of the left heap"
    TWO_LEFT = "two of the left heap"
    ONE_RIGHT = "one of the right heap"
    TWO_RIGHT = "two of the right heap"


class Event(IntEnum):
    NONE = 0
    TAKES = 1  # a: side, b: sticks, c: heap


_SECRET = {"sight": Sight.ONE_PLAYER}
RECORDS = Records(
    Side,
    Decision,
    Option,
    Event,
    fields=(
        Field("heaps", "i1", number(0, MOST), "sticks", (2,)),
        Field("turn_of", "i1", one_of(Side), "who is next"),
        Field("empty", "i1", subset(2, "heaps"), "heaps that are empty"),
        Field("first_number", "i1", number(0, 9), "the secret of the first side", player=0, **_SECRET),
        Field("second_number", "i1", number(0, 9), "that of the second", player=1, **_SECRET),
        Field("taken", "i1", number(0, 2 * MOST), "sticks taken", (2,), by=Side),
        Field("kept", "i1", number(-1, 9), "what a side keeps to itself", (2,), -1, by=Side, sight=Sight.ITS_SIDE),
        Field("charms", "i1", subset(4, "charms"), "its charms", (2, 2), by=Side, sight=Sight.ITS_SIDE),
    ),
    die=Die(10),
)


@rule
def begin(book, game, events):
    game.first_number = below(game.generator, 10)
    game.second_number = below(game.generator, 10)
    for side in range(2):
        keep(game, side)


@rule
def keep(game, side):
    game.kept[side] = below(game.generator, 10)
    game.charms[side, 1] = below(game.generator, 16)


@rule
def proceed(book, game, events):
    for heap in range(2):
        if game.heaps[heap] == 0:
            game.empty |= 1 << heap
    if game.empty == 3:
        finish(game, 1 - 2 * int(game.turn_of))
        return False
    return ask(book, game, Decision.TAKE, game.turn_of, -1)


@rule
def margin(book, game):
    return 0


@rule
def mask_take(game, mask):
    for heap in range(2):
        for sticks in range(2):
            mask[2 * heap + sticks] = int(game.heaps[heap] > sticks and not has(game.empty, heap))


@rule
def take(game, action, events):
    game.heaps[action // 2] -= 1 + action % 2
    game.taken[game.turn_of] += 1 + action % 2
    note(events, Event.TAKES, game.turn_of, 1 + action % 2, action // 2)
    game.turn_of = 1 - game.turn_of
    game.turn += 1


@rule
def redraw(book, game, seat):
    if seat == 0:
        game.second_number = below(game.generator, 10)
    else:
        game.first_number = below(game.generator, 10)
    keep(game, 1 - seat)


SIDES = (
    Team("first", "First", False, "#b82622", "#f0c8be", "red"),
    Team("second", "Second", False, "#1e549e", "#a2c8ee", "blue"),
)
WORDS = Words(
    SIDES,
    {Decision.TAKE: Asked("which sticks?", (), "There must be so many in the heap.")},
    {Event.TAKES: Told("{0:take} {b:stick} of the {c:right|left} heap.", (team_named(SIDES),))},
)
DRAWING = Drawing(shown=("heaps", "empty", "turn_of", "taken"))
RULES = Rules(__name__, RECORDS, proceed, {Decision.TAKE: (mask_take, take)}, margin, begin=begin, redraw=redraw)
SCENARIOS = {"sticks": Opening("Sticks", 99, begins={"heaps": [3, MOST]})}
STICKS = Declared(__name__, "Sticks", RULES, WORDS, SCENARIOS, DRAWING)
