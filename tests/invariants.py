"""What must hold in every game after every decision, checked by compiled code.

A `WATCH` follows a game through its events alone, with its own board; after each decision the record of the game must
say the same.  Control and its victory points are worked out anew from that board.
"""

from enum import IntEnum

import numpy as np

from aw_env.core.declare.decisions import NOTHING, PLACE
from aw_env.core.engine.compiling import compiled, rule
from aw_env.core.engine.events import HEADER, WHISPERED
from aw_env.core.engine.marks import marked
from aw_env.games.admirals_war.records.state import DISABLED, FRAMES, RAIDING, RETREATED, REVERSED
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    GROUPS,
    NOBODY,
    NOWHERE,
    PLACES,
    PORTS,
    UNITS,
    Box,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    OptionalRule,
    Phase,
    Power,
)

MOST_POINTS = 29
"""§2.8."""

WATCH = np.dtype(
    [
        ("place", "i4", UNITS),
        ("raiding", "i4", UNITS),
        ("flag", "i4", AREAS),
        ("owner", "i4", PORTS),
        ("points", "i4", 2),
        ("armor_sunk", "i4", 2),
        ("expected", "i4", 2),  # points for control of areas that events have still to tell
        ("roster", "i4", UNITS),
        ("subject", "i4"),  # of the decision that was answered last
        ("time", "i4"),  # turn and phase as one number
        ("deepest", "i4"),  # most frames in use so far
    ],
    align=True,
)


ABOUT_NOTHING = sum(1 << decision for decision in Decision.on(NOTHING))
ABOUT_A_PLACE = sum(1 << decision for decision in Decision.on(PLACE))
"""Bits of the decisions that are about nothing in particular."""


class Broken(IntEnum):
    """The invariants; `NOTHING` when all hold."""

    NOTHING = 0
    MASK_IS_EMPTY = 1
    MASK_IS_NOT_OF_ZEROS_AND_ONES = 2
    MASK_AFTER_THE_END = 3
    STACK_DEPTH = 4
    EVENTS_OVERFLOW = 5
    ROSTER_CHANGED = 6
    PLACE_OUTSIDE_THE_SCENARIO = 7
    PLACE_WITHOUT_EVENT = 8
    BACK_FROM_OUT_OF_PLAY = 9
    DAMAGE_AT_SEA = 10
    DAMAGE_IN_PORT = 11
    ON_THE_BOTTOM_WITHOUT_REPAIR = 12
    COMBAT_LINEUP = 13
    COMBAT_GROUP = 14
    DISABLED_AT_SEA = 15
    SEAT = 16
    SUBJECT = 17
    TIME_RUNS_BACK = 18
    FLAG_WITHOUT_EVENT = 19
    FLAG_AGAINST_THE_RULE = 20
    POINTS_WITHOUT_EVENT = 21
    POINTS_OF_CONTROL = 22
    POINTS_BEYOND_THE_LIMIT = 23
    OWNER_WITHOUT_EVENT = 24
    ARMOR_SUNK = 25
    RAIDER_WITHOUT_SIDE = 26
    NEUTRAL_ITALIAN_AT_SEA = 27
    IN_A_PART_OF_ANOTHER_PORT = 28
    FOREIGNER_IN_NEUTRAL_ITALY = 29
    JAPAN_ATTACKS_ON_TURN_0 = 30
    HIDDEN = 31


@compiled
def begin_watch(books, games, i, watches, w):
    """Take over the board of a game that has just begun."""
    game, watch = games[i], watches[w]
    for unit in range(UNITS):
        watch.place[unit] = game.place[unit]
        watch.raiding[unit] = marked(game, unit, RAIDING)
        watch.roster[unit] = game.roster[unit]
    for area in range(AREAS):
        watch.flag[area] = game.flag[area]
    for port in range(PORTS):
        watch.owner[port] = game.owner[port]
    for k in range(2):
        watch.points[k] = game.victory_points[k]
        watch.armor_sunk[k] = game.armor_sunk[k]
    watch.subject = game.subject
    watch.time = 0
    watch.deepest = 0


@compiled
def check(books, games, i, watches, w, action, mask, legal, events):
    """Follow the events of one answer and compare.  Returns a `Broken`."""
    book, game, watch = books[0], games[i], watches[w]
    broken = check_mask(game, mask, legal)
    if broken == Broken.NOTHING:
        broken = follow(book, game, watch, action, events)
    if broken == Broken.NOTHING:
        broken = check_board(book, game, watch)
    if broken == Broken.NOTHING:
        broken = check_units(book, game)
    if broken == Broken.NOTHING:
        broken = check_hidden(book, game)
    if broken == Broken.NOTHING:
        broken = check_combat(book, game)
    if broken == Broken.NOTHING:
        broken = check_decision(book, game, watch)
    for k in range(game.units):
        unit = game.roster[k]
        watch.raiding[unit] = marked(game, unit, RAIDING)
    watch.subject = game.subject
    watch.deepest = max(watch.deepest, game.depth)
    return broken.value


@rule
def check_mask(game, mask, legal):
    """Zeros and ones, as many as said; none after the end."""
    count = 0
    for action in range(mask.size):
        if mask[action] < 0 or mask[action] > 1:
            return Broken.MASK_IS_NOT_OF_ZEROS_AND_ONES
        count += mask[action]
    if count != legal:
        return Broken.MASK_IS_NOT_OF_ZEROS_AND_ONES
    if game.over == 1:
        return Broken.MASK_AFTER_THE_END if count > 0 else Broken.NOTHING
    return Broken.MASK_IS_EMPTY if count == 0 else Broken.NOTHING


# --- what the events say -------------------------------------------------------------------------------


@rule
def follow(book, game, watch, action, events):
    """Carry the events of one answer out on the board of the watch."""
    rows = events[HEADER, 0]
    if rows >= events.shape[0] - 1:
        return Broken.EVENTS_OVERFLOW
    if action == Option.DECLINE:
        watch.place[watch.subject] = FIRST_BOX + Box.OUT_OF_PLAY
    scoring = False
    watch.expected[0] = 0
    watch.expected[1] = 0
    for row in range(1, rows + 1):
        event, a, b, c = int(events[row, 0]) % WHISPERED, events[row, 1], events[row, 2], events[row, 3]
        if event == Event.MOVED or event == Event.RETURNED or event == Event.ARRIVED or event == Event.SENT:
            watch.place[a] = b
        elif event == Event.LANDED:
            if book.kind[a] != Kind.SHIP:  # a French ship takes a base and stays at sea (§18.36)
                watch.place[a] = b
        elif event == Event.INVADED:
            watch.place[a] = b
        elif event == Event.VICHY:
            watch.place[a] = b
        elif event == Event.TRANSFERRED:
            watch.place[a] = FIRST_BOX + Box.LBA_TRANSFER
        elif event == Event.SUNK:
            lose(book, game, watch, a, Kind.LBA <= book.kind[a] <= Kind.SUBMARINE)
        elif event == Event.NO_BASE:
            lose(book, game, watch, a, False)
        elif event == Event.WITHDRAWN:
            watch.place[a] = FIRST_BOX + Box.OUT_OF_PLAY
        elif event == Event.EXPECTED:
            watch.place[a] = FIRST_BOX + Box.NOT_YET_ARRIVED
        elif event == Event.REPLACED:
            watch.place[b] = watch.place[a]
            watch.place[a] = FIRST_BOX + Box.OUT_OF_PLAY
        elif event == Event.CAPTURED:
            watch.owner[a - FIRST_PORT] = b
        elif event == Event.FLAG_REMOVED:
            watch.flag[a] = NOBODY
        elif event == Event.PHASE and a == Phase.CONTROL:
            scoring = True
            control_anew(book, game, watch)
        elif event == Event.CONTROL:
            if watch.flag[a] != b:
                return Broken.FLAG_AGAINST_THE_RULE
        elif (
            event == Event.VICTORY_POINTS
            or event == Event.BONUS
            or event == Event.PENALTY
            or event == Event.TRADE_POINTS
        ):
            watch.points[a] = max(-MOST_POINTS, min(MOST_POINTS, watch.points[a] + b))
            if watch.points[a] != c:
                return Broken.POINTS_BEYOND_THE_LIMIT
            if event == Event.VICTORY_POINTS:
                watch.expected[a] -= b
                if not scoring:
                    return Broken.POINTS_OF_CONTROL
    if watch.expected[0] != 0 or watch.expected[1] != 0:
        return Broken.POINTS_OF_CONTROL
    return Broken.NOTHING


@rule
def lose(book, game, watch, unit, comes_back):
    """A unit is lost, for good or until it returns."""
    if not comes_back and book.kind[unit] == Kind.SHIP:
        watch.armor_sunk[game.controller[unit] & 1] += book.armor[unit]
    watch.place[unit] = FIRST_BOX + (Box.RETURNING if comes_back else Box.OUT_OF_PLAY)


@rule
def control_anew(book, game, watch):
    """§17.13, §17.21-17.22 (§10.35, §14.22), §19.21 and §2.8: the flags of all areas and the points that they score,
    from the watch's board; on turn 11 none of the Atlantic theatre and none on its track (§21.2), on
    turn 0 none of the Mediterranean while Italy is neutral (§20.4)."""
    over = game.turn == 11 and (book.options >> OptionalRule.TURN_11) & 1 == 1
    unpaid = book.touches[book.italy_falls_with] if game.italy_neutral == 1 else 0
    for area in range(book.areas):
        if (book.open_areas >> area) & 1 == 0 or (over and book.area_theatre[area] == 0):
            continue
        controls = 0  # bit of each side
        denies = 0
        for k in range(game.units):
            unit = game.roster[k]
            if FIRST_BOX + Box.UNCERTAIN_W <= watch.place[unit] <= FIRST_BOX + Box.UNCERTAIN_Z:
                if area == book.assumed_patrol and game.hostilities == 0:
                    controls |= 1
                    denies |= 1
            if watch.place[unit] != area:
                continue
            side = int(game.controller[unit]) & 1
            if game.place[unit] == FIRST_BOX + Box.VICHY_NORTH_AFRICA:  # has opposed Torch until now (§22.512)
                denies |= 2
                continue
            raiding_submarine = book.kind[unit] == Kind.SUBMARINE and watch.raiding[unit] == 1  # §14.33
            if not (book.kind[unit] == Kind.OILER or book.kind[unit] == Kind.HUNTER_KILLER or raiding_submarine):
                denies |= 1 << side
            if book.kind[unit] == Kind.LBA:
                controls |= 1 << side
            elif book.kind[unit] == Kind.SHIP and watch.raiding[unit] == 0 and armed(book, game, unit):
                controls |= 1 << side
        watch.flag[area] = NOBODY
        for side in range(2):
            if (controls >> side) & 1 == 1 and (denies >> (1 - side)) & 1 == 0:
                watch.flag[area] = side
                if (over and book.vp_track[area, side] == 0) or (unpaid >> area) & 1 == 1:
                    continue
                watch.expected[book.vp_track[area, side]] += book.vp[area, side] * (1 - 2 * side)


@rule
def armed(book, game, unit):
    """Whether a ship could attack now: crippled ships keep one gun if they had more, and no aircraft (§7.63, §7.64)."""
    crippled = game.damage[unit] > 0 and game.damage[unit] >= book.armor[unit]
    return book.gunnery[unit] > (1 if crippled else 0) or (book.airstrike[unit] > 0 and not crippled)


# --- what the record says ------------------------------------------------------------------------------


@rule
def check_board(book, game, watch):
    """Nothing has changed on the board but what events have told."""
    for k in range(UNITS):
        if game.roster[k] != watch.roster[k]:
            return Broken.ROSTER_CHANGED
    for k in range(game.units):
        unit = game.roster[k]
        if game.place[unit] != watch.place[unit]:
            out = watch.place[unit] == FIRST_BOX + Box.OUT_OF_PLAY
            return Broken.BACK_FROM_OUT_OF_PLAY if out else Broken.PLACE_WITHOUT_EVENT
    for area in range(AREAS):
        if game.flag[area] != watch.flag[area]:
            return Broken.FLAG_WITHOUT_EVENT
    for port in range(PORTS):
        if book.open_ports >> port & 1 == 1 and game.owner[port] != watch.owner[port]:
            return Broken.OWNER_WITHOUT_EVENT
    for k in range(2):
        if game.victory_points[k] != watch.points[k]:
            return Broken.POINTS_WITHOUT_EVENT
        if game.armor_sunk[k] != watch.armor_sunk[k]:
            return Broken.ARMOR_SUNK
    return Broken.NOTHING


@rule
def disabled_may_wait(game):
    """Disabled units go home one after another, with targeting rolls after the submarines (§27.1)."""
    hunted = game.decision == Decision.SUBMARINE_ATTEMPT or game.decision == Decision.SUBMARINE_TARGET
    return hunted or game.decision == Decision.RETURN_TO_BASE


@rule
def check_units(book, game):
    """Every unit is in one place of the scenario, and no more damaged than it can be there (§7.46, §9.35); on turn 0 no
    neutral is at sea (§20.4), and there is no Japanese attack (§20.5)."""
    if game.turn == 0 and (game.hostilities == 1 or game.attack != 0):
        return Broken.JAPAN_ATTACKS_ON_TURN_0
    for k in range(game.units):
        unit = game.roster[k]
        place, damage = game.place[unit], game.damage[unit]
        armor = book.reverse_armor[unit] if marked(game, unit, REVERSED) == 1 else book.armor[unit]  # §13.52
        if place < 0 or place >= PLACES or damage < 0:
            return Broken.PLACE_OUTSIDE_THE_SCENARIO
        if place < AREAS:
            if (book.open_areas >> place) & 1 == 0:
                return Broken.PLACE_OUTSIDE_THE_SCENARIO
            if damage > armor:
                return Broken.DAMAGE_AT_SEA
            if marked(game, unit, RAIDING) == 1 and book.raider_side[unit] == 0 and marked(game, unit, RETREATED) == 0:
                return Broken.RAIDER_WITHOUT_SIDE
            if marked(game, unit, DISABLED) == 1 and game.over == 0 and not disabled_may_wait(game):
                return Broken.DISABLED_AT_SEA
            if game.italy_neutral == 1 and book.nation[unit] == Nation.ITALIAN:
                return Broken.NEUTRAL_ITALIAN_AT_SEA
        elif place < FIRST_BOX:
            port = place - FIRST_PORT
            joined = port == book.annex and game.owner[port] == game.owner[book.annexed_to]
            if joined and game.controller[unit] & 1 == game.owner[port] & 1:  # the enemy is on his way out (§16.21)
                return Broken.IN_A_PART_OF_ANOTHER_PORT
            if game.italy_neutral == 1 and (book.italian_places >> (place - FIRST_PORT)) & 1 == 1:
                if book.nation[unit] != Nation.ITALIAN:
                    return Broken.FOREIGNER_IN_NEUTRAL_ITALY
            if (book.open_ports >> (place - FIRST_PORT)) & 1 == 0:
                return Broken.PLACE_OUTSIDE_THE_SCENARIO
            if damage > (2 * armor if book.kind[unit] == Kind.SHIP else armor):
                return Broken.DAMAGE_IN_PORT
            if damage > armor and not repairs_ever(book, game, place - FIRST_PORT):
                return Broken.ON_THE_BOTTOM_WITHOUT_REPAIR
    return Broken.NOTHING


@rule
def check_hidden(book, game):
    """Only submarines in play are hidden, from their owner's orders to the end of the turn (§26)."""
    for unit in range(UNITS):
        if game.hidden[unit] == 1:
            in_play = book.kind[unit] == Kind.SUBMARINE and 0 <= game.place[unit] < FIRST_BOX
            in_time = Phase.PATROLLING <= game.phase < Phase.OVER
            if not in_play or not in_time or (book.options >> OptionalRule.HIDDEN_SUBMARINES) & 1 == 0:
                return Broken.HIDDEN
    return Broken.NOTHING


@rule
def repairs_ever(book, game, port):
    """Whether the side in possession ever repairs there (§9.351, §11.12, §11.14)."""
    in_use = book.repairs[port] == 1
    shipyard = book.repairs_for[port]
    if shipyard != NOWHERE and game.owner[shipyard] & 1 != book.repair_side[shipyard]:
        in_use = True
    return in_use and game.owner[port] & 1 == book.repair_side[port]


@rule
def check_combat(book, game):
    """The line-up is the ships, aircraft and amphibious units at sea in the area, in roster order (§7.33), without the
    Japanese before the war (§19.11)."""
    if game.area == NOWHERE:
        return Broken.COMBAT_LINEUP if game.units_here > 0 else Broken.NOTHING
    count = 0
    for k in range(game.units):
        unit = game.roster[k]
        at_peace = game.hostilities == 0 and game.controller[unit] == Power.JAPANESE
        if game.place[unit] == game.area and Kind.SHIP <= book.kind[unit] <= Kind.AMPHIBIOUS and not at_peace:
            if count >= game.units_here or game.here[count] != unit:
                return Broken.COMBAT_LINEUP
            count += 1
            if game.group[unit] < -1 or game.group[unit] > GROUPS + 1 or game.pending_damage[unit] < 0:
                return Broken.COMBAT_GROUP
            if game.retreating == NOBODY and game.group[unit] != 0 and game.group[unit] != GROUPS + 1:
                return Broken.COMBAT_GROUP
    return Broken.COMBAT_LINEUP if count != game.units_here else Broken.NOTHING


@rule
def check_decision(book, game, watch):
    """Time goes on, the stack fits, and the decision is of the seat of its power, about something in the game."""
    time = game.turn * 16 + game.phase
    if time < watch.time:
        return Broken.TIME_RUNS_BACK
    watch.time = time
    if game.over == 1:
        return Broken.NOTHING
    if game.depth < 1 or game.depth > FRAMES:
        return Broken.STACK_DEPTH
    if game.power < 0 or game.power > 3 or game.seat != book.seat_of_power[game.power]:
        return Broken.SEAT
    about = game.decision
    if (ABOUT_NOTHING >> int(about)) & 1 == 1:
        return Broken.NOTHING if game.subject == NOBODY else Broken.SUBJECT
    if (ABOUT_A_PLACE >> int(about)) & 1 == 1:
        return Broken.NOTHING if 0 <= game.subject < PLACES else Broken.SUBJECT
    for k in range(game.units):
        if game.roster[k] == game.subject:
            directed = about == Decision.CATAPULT_TARGET or about == Decision.LILA_PLACE  # French ships (§22.13)
            return Broken.NOTHING if game.controller[game.subject] == game.power or directed else Broken.SUBJECT
    return Broken.SUBJECT
