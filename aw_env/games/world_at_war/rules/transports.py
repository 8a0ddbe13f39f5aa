"""Transports: what they do, what their lack costs, and where they sail (20.6, 21.42)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    NOBODY,
    PLACES,
    Box,
    Cargo,
    Convoy,
    Decision,
    Event,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules.bases import is_open
from aw_env.games.world_at_war.rules.convoys import set_out

EVERY = 5
LINES, OIL, GRANTS = 0, 1, 2
"""Steps of a supply phase."""


@rule
def pay_penalty(book, game, events):
    """A BRP for each transport below the optimal level (20.633, 20.634)."""
    lacking = int(book.optimum)
    for box in range(BOXES):
        lacking -= int(game.transports[box])
    lacking = min(max(lacking, 0), int(book.optimum), int(game.brps[Side.ALLIES]))
    if lacking > 0:
        game.brps[Side.ALLIES] -= lacking
        game.points[Side.AXIS] += lacking * int(book.worth[Worth.PENALTY])
        note(events, Event.PENALTY, lacking, 0, 0)


@rule
def is_in_play(book, box):
    """Whether the scenario has an SW box."""
    return book.box_place[box] >= 0


@rule
def allow_stations(book, game, mask):
    """A new transport goes where there are fewer than the minimum, else anywhere (20.621A)."""
    below_minimum = False
    for box in range(BOXES):
        below_minimum = below_minimum or (is_in_play(book, box) and game.transports[box] < book.minimum[box])
    for box in range(BOXES):
        if is_in_play(book, box) and (not below_minimum or game.transports[box] < book.minimum[box]):
            mask[FIRST_PLACE + book.box_place[box]] = 1


@rule
def allow_boxes(book, mask):
    """A transport that was damaged sails to any SW box (20.66)."""
    for box in range(BOXES):
        if is_in_play(book, box):
            mask[FIRST_PLACE + book.box_place[box]] = 1


@rule
def box_named(book, place):
    """The SW box that a place is."""
    for box in range(BOXES):
        if book.box_place[box] == place:
            return box
    return NOBODY


@rule
def station(book, game, action, events):
    """A new transport takes its station; it is not used this turn (20.621C)."""
    box = box_named(book, action - FIRST_PLACE)
    game.transports[box] += 1
    game.new_transports[box] += 1
    note(events, Event.STATIONED, box, 0, 0)


# --- what they do (20.64) --------------------------------------------------------------------------------


@rule
def usable(game, box):
    """Transports that may be used: each once a turn, and none that is new (20.64, 20.621C)."""
    return max(0, available(game, box) - int(game.used_transports[box]))


@rule
def available(game, box):
    """The undamaged ones (20.636A); or, of those damaged by the enemy just now, one for every five that there were at
    the end of the last player turn (20.636B)."""
    undamaged = int(game.transports[box]) - int(game.new_transports[box])
    every_fifth = (int(game.had_sailed[box]) + EVERY - 1) // EVERY
    some = min(int(game.damaged_now[box]), every_fifth, undamaged + int(game.damaged_now[box]))
    return max(undamaged, some)


@rule
def most_oil(book, game):
    """Oil counters that may be shipped: one for the first available transport and one for each two more, whatever else
    these do (20.64A); each uses one."""
    ladder = (available(game, Box.ATLANTIC) + 1) // 2
    wanted = int(book.demand[0])
    return max(0, min(min(wanted, ladder) - int(game.shipped[Cargo.OIL]), may_sail(game)))


@rule
def may_sail(game):
    """Transports that may sail to Britain: none once an activity there has been aborted (21.315)."""
    return usable(game, Box.ATLANTIC) * int(game.cut == 0)


@rule
def ask_tasks(book, game, events):
    """Supply lines, oil and grants, one after the other, before movement and again after combat for what is still
    wanted (21.42, 21.56); those to Britain sail together (21.65I).  True when asked."""
    if game.step == LINES:
        while game.cursor < PLACES:
            if wants_line(book, game, int(game.cursor)):
                return ask(book, game, Decision.SUPPLY_LINE, Side.ALLIES, game.cursor)
            game.cursor += 1
        game.step = OIL
    if game.step == OIL:
        return ask(book, game, Decision.OIL, Side.ALLIES, NOBODY)
    if game.step == GRANTS and game.turn >= book.grants_from:
        return ask(book, game, Decision.GRANTS, Side.ALLIES, NOBODY)
    convoy = Convoy.SUPPLY.value if game.phase == Phase.SUPPLY else Convoy.SUPPLY_AGAIN.value
    set_out(game, convoy, events)
    return False


@rule
def wants_line(book, game, place):
    """Whether a supply line is wanted from a box, and not kept yet."""
    if book.supply_box[place] < 0 or game.kept[place] == 1:
        return False
    ours = Side.ALLIES.value
    return is_open(book, game, place, ours) and is_open(book, game, int(book.line_end[place]), ours)  # 21.65C, D


@rule
def mask_supply_line(book, game, mask):
    """A line from a box takes a transport (20.64B)."""
    box = int(book.supply_box[game.subject])
    mask[Option.YES] = int((may_sail(game) if box == Box.ATLANTIC else usable(game, box)) > 0)
    mask[Option.NO] = 1


@rule
def take_supply_line(book, game, action, events):
    """A transport sails; nobody meets one in the Indian Ocean."""
    if action == Option.YES:
        box = int(book.supply_box[game.subject])
        game.used_transports[box] += 1
        if box == Box.ATLANTIC:
            game.laden[Cargo.LINE] += 1
        else:
            game.kept[game.subject] = 1
            note(events, Event.SUPPLIED, game.subject, 1, 0)
    game.cursor += 1


@rule
def miss_lines(book, game, events):
    """A line that is wanted and not kept scores for the Axis (H)."""
    for place in range(PLACES):
        if wants_line(book, game, place):
            game.points[Side.AXIS] += int(book.worth[Worth.SUPPLY_LINE])
            note(events, Event.SUPPLIED, place, 0, 0)


@rule
def allow_counts(mask, most):
    for count in range(most + 1):
        mask[Option.COUNT_0 + count] = 1


@rule
def mask_oil(book, game, mask):
    allow_counts(mask, most_oil(book, game))


@rule
def mask_grants(book, game, mask):
    """A transport carries five BRPs (20.64D)."""
    allow_counts(mask, max(0, min(int(book.demand[1]) - int(game.shipped[Cargo.GRANT]), may_sail(game))))


@rule
def most_escorts(book, game):
    """Transports that may carry troops which redeploy, five factors each (20.64C)."""
    return min(int(book.demand[2]), may_sail(game)) if game.turn >= book.troops_from else 0


@rule
def take_task(game, action):
    """So many transports carry oil, or BRPs."""
    load(game, Cargo.OIL.value if game.step == OIL else Cargo.GRANT.value, action - Option.COUNT_0)
    game.step += 1


@rule
def load(game, cargo, count):
    """So many transports sail with a cargo."""
    game.used_transports[Box.ATLANTIC] += count
    game.laden[cargo] += count
    game.shipped[cargo] += count


# --- redeployment (20.622) -------------------------------------------------------------------------------


@rule
def may_leave(book, game, box):
    """Whether a transport may leave an SW box: one above the initial level, which has not come this turn (20.622A)."""
    return game.transports[box] > max(int(book.minimum[box]), int(game.shifted[box]))


@rule
def in_port(game):
    """Transports that were damaged, and repaired in port at no cost (20.66)."""
    waiting = 0
    for box in range(BOXES):
        waiting += int(game.damaged[box])
    return waiting


@rule
def sail_again(book, game, action, events):
    """One of them takes its station in an SW box, for use in the next player turn (20.66)."""
    to = box_named(book, action - FIRST_PLACE)
    for box in range(BOXES):
        if game.damaged[box] > 0:
            game.damaged[box] -= 1
            game.transports[to] += 1
            game.shifted[to] += 1
            note(events, Event.STATIONED, to, 0, 0)
            return


@rule
def mask_shift(book, game, mask):
    """The SW box that a transport goes to, from another with one to spare."""
    mask[Option.DONE] = 1
    for box in range(BOXES):
        for other in range(BOXES):
            if box != other and is_in_play(book, box) and is_in_play(book, other) and may_leave(book, game, other):
                mask[FIRST_PLACE + book.box_place[box]] = 1


@rule
def shift_transport(book, game, action, events):
    box = box_named(book, action - FIRST_PLACE)
    for other in range(BOXES):
        if other != box and is_in_play(book, other) and may_leave(book, game, other):
            game.transports[other] -= 1
            game.new_transports[other] = min(int(game.new_transports[other]), int(game.transports[other]))
            game.transports[box] += 1
            game.shifted[box] += 1
            note(events, Event.SHIFTED, other, box, 0)
            return
