"""The front in Africa: who is fed there, where it runs, and what that is worth (all of it house rules but 21.23,
and that aircraft support troops, 21.556B)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import FACES, NOWHERE, PLACES, Event, Ground, Side, Switch, Worth
from aw_env.games.world_at_war.rules.air_cargo import SQUADRONS_A_FACTOR
from aw_env.games.world_at_war.rules.pacific import make_ready, take_place
from aw_env.games.world_at_war.rules.seaways import is_on_hexes

FED_BY_A_LINE, A_STEP, LEVEL = 6, 3, 3
"""Ground factors that a supply line from the sea feeds, factors more for one more on the die, and what is taken from
it."""


@rule
def begin_player_turn(book, game, events):
    """Places change hands on the turns of history, before supply is traced, so that they count in this turn already
    (21.36C); squadrons come and are ready, and an island waits for the supply line that its owner keeps."""
    side = int(game.moving)
    for place in range(PLACES):
        changes_on = book.falls[place] if side == Side.ALLIES else book.lost_from[place]
        if changes_on == game.turn and game.control[place] != side and not must_be_invaded(book, game, place, side):
            take_place(book, game, place, side, events)
            lose_troops(game, place, 1 - side, events)
        game.taken[place] = 0
        if game.control[place] == side:
            make_ready(book, game, place)
    for place in range(PLACES):
        if side == Side.ALLIES and game.control[place] == side and book.line_end[place] != NOWHERE:
            game.unsupplied[book.line_end[place]] = int(game.control[book.line_end[place]] == side)


@rule
def must_be_invaded(book, game, place, side):
    """Whether a place does not change hands by itself: with the option `landings`, one of the enemy's with beaches."""
    return has(book.options, Switch.LANDINGS) and book.beach[place] > 0 and game.control[place] == 1 - side


@rule
def lose_troops(game, place, side, events):
    """Troops of a side in a place that has fallen are lost."""
    for _ in range(int(game.infantry[place])):
        note(events, Event.TROOPS_LOST, side, Ground.INFANTRY, 0)
    game.infantry[place] = game.tired_infantry[place] = 0


# --- where it runs ---------------------------------------------------------------------------------------


@rule
def is_in_africa(book, place):
    """Whether ground units of a place are at the front."""
    return book.front[place] > 0


@rule
def foremost(book, game, side):
    """The place of a side that is nearest to the front, nowhere: it holds none."""
    found = NOWHERE
    for place in range(PLACES):
        if is_in_africa(book, place) and game.control[place] == side:
            if found == NOWHERE or is_nearer(book, side, place, found):
                found = place
    return found


@rule
def is_nearer(book, side, place, other):
    """Whether a place of a side lies nearer to the enemy: the Axis comes from the west."""
    further_east = int(book.front[place]) - int(book.front[other])
    return further_east > 0 if side == Side.AXIS else further_east < 0


@rule
def troops_of(book, game, side):
    """Ground factors of a side in Africa."""
    factors = 0
    for place in range(PLACES):
        if is_in_africa(book, place) and game.control[place] == side:
            factors += int(game.infantry[place])
    return factors


@rule
def troops_fed(book, game, side):
    """Of these, those that are supplied: of the Axis six for each line that it has kept to Africa this turn, of the
    Allies all, since Egypt feeds any number."""
    if side == Side.ALLIES:
        return troops_of(book, game, side)
    lines = 0
    for place in range(PLACES):
        if game.kept[place] == 1 and game.control[place] == side:
            lines += int(is_in_africa(book, book.line_end[place]))
    return min(troops_of(book, game, side), FED_BY_A_LINE * lines)


@rule
def strength_of(book, game, side, fed):
    """Factors of a side at the front, so many of them fed: squadrons of carriers support it with no more factors than
    that (21.556B)."""
    squadrons = 0
    for place in range(PLACES):
        if game.control[place] == side:
            squadrons += int(game.over_troops[place])
    return fed + min(fed, squadrons // SQUADRONS_A_FACTOR)


@rule
def is_decided(book, game):
    """Whether the war on a map of hexes is over: the Allies have lost the end of the front in the east."""
    return is_on_hexes(book) and foremost(book, game, Side.ALLIES) == NOWHERE


# --- the end of a turn -----------------------------------------------------------------------------------


@rule
def move_front(book, game, events):
    """At the end of a turn a third of the difference, and a die less three: at two or more, or what the place holds, a
    side that has any factor fed takes the foremost place of its enemy."""
    axis = strength_of(book, game, Side.AXIS, troops_fed(book, game, Side.AXIS))
    allies = strength_of(book, game, Side.ALLIES, troops_fed(book, game, Side.ALLIES))
    if foremost(book, game, Side.AXIS) != NOWHERE:
        lead = axis - allies
        die = roll(game, FACES)
        result = (lead // A_STEP if lead >= 0 else -(-lead // A_STEP)) + die - LEVEL
        note(events, Event.FRONT, axis, allies, 0)
        note_die(events, die)
        if axis > 0 and result >= book.holds[foremost(book, game, Side.ALLIES)]:
            advance(book, game, Side.AXIS.value, events)
        elif allies > 0 and -result >= book.holds[foremost(book, game, Side.AXIS)]:
            advance(book, game, Side.ALLIES.value, events)
    for place in range(PLACES):
        game.over_troops[place] = 0
    score_front(book, game, events)


@rule
def advance(book, game, side, events):
    """A side takes the foremost place of the enemy, and what lies beside it at the front: ships there are displaced
    (21.23), and troops fall back to the next, or are lost."""
    enemy, fallen = 1 - side, 0
    passed = int(book.front[foremost(book, game, enemy)])
    for place in range(PLACES):
        if book.front[place] == passed and game.control[place] == enemy:
            fallen += int(game.infantry[place])
            game.infantry[place] = game.tired_infantry[place] = 0
            take_place(book, game, place, side, events)
    behind = foremost(book, game, enemy)
    if behind != NOWHERE:
        game.infantry[behind] += fallen
    else:
        for _ in range(fallen):
            note(events, Event.TROOPS_LOST, enemy, Ground.INFANTRY, 0)


@rule
def score_front(book, game, events):
    """For each place that the front is beyond its middle; and for its end in the east."""
    last, held = 0, 0
    for place in range(PLACES):
        last = max(last, int(book.front[place]))
        if game.control[place] == Side.AXIS:
            held = max(held, int(book.front[place]))
    lead = held - last // 2
    side = Side.AXIS.value if lead > 0 else Side.ALLIES.value
    points = abs(lead) * int(book.worth[Worth.FRONT])
    if is_decided(book, game):
        points += int(book.worth[Worth.END_OF_FRONT])
    if points > 0:
        game.points[side] += points
        note(events, Event.FRONT_HELD, side, points, 0)
