"""§17 Controlling sea areas, what they score, §1.4 winning."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import marked
from aw_env.core.engine.sets import bit, has
from aw_env.games.admirals_war.records.state import RAIDING
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_PORT,
    NOBODY,
    POWERS,
    UNCONTROLLED,
    Event,
    Kind,
    PortKind,
    Side,
    Theatre,
    Victory,
)
from aw_env.games.admirals_war.rules.counters import airstrike, at_sea, gunnery, home_theatre, is_a_ship, side
from aw_env.games.admirals_war.rules.options.hidden_submarines import areas_with_hidden, is_hidden, reveal
from aw_env.games.admirals_war.rules.options.turn_eleven import closed_areas, is_over
from aw_env.games.admirals_war.rules.options.turn_zero import scores_nothing
from aw_env.games.admirals_war.rules.options.vichy import opposes_torch
from aw_env.games.admirals_war.rules.tracks import MOST_VICTORY_POINTS, move_track
from aw_env.games.admirals_war.rules.war_entry import a_group_is_assumed_to_patrol

ALLIED_POWERS = 0b0101
"""Bits of the British and the American player."""

# --- §17: control flags --------------------------------------------------------------------------------


@rule
def place_flags(book, game, events):
    """All flags come off; a side puts one where it alone has units that control (§17.13).  Where the war is over the
    flags stay as they are (§21.2)."""
    reveal_deniers(book, game, events)
    areas = int(book.open_areas) & ~closed_areas(book, game)
    axis, allies = areas_controlled(book, game, Side.AXIS), areas_controlled(book, game, Side.ALLIES)
    for area in range(book.areas):
        if has(areas, area):
            flag = Side.AXIS.value if has(axis, area) else Side.ALLIES.value if has(allies, area) else NOBODY
            if flag != NOBODY or game.flag[area] != NOBODY:
                note(events, Event.CONTROL, area, flag, 0)
            game.flag[area] = flag


@rule
def areas_held(game, of_side):
    """The areas that bear a side's flag, as a set."""
    held = 0
    for area in range(AREAS):
        held |= bit(area) * int(game.flag[area] == of_side)
    return held


@rule
def areas_controlled(book, game, of_side):
    """The areas where a side has a controlling unit while no enemy unit there denies it, as a set (§17.21)."""
    return areas_with_units_that(book, game, of_side, True) & ~areas_with_units_that(book, game, 1 - of_side, False)


@rule
def areas_with_units_that(book, game, of_side, control):
    """The areas where a side has a unit that controls them, or else one that denies them to the enemy, as a set; a US
    group may be taken to be in one (§19.21)."""
    areas = 0
    if of_side == Side.ALLIES and a_group_is_assumed_to_patrol(book, game):
        areas = bit(book.assumed_patrol)
    for k in range(game.units):
        unit = int(game.roster[k])
        if at_sea(game, unit) and side(game, unit) == of_side and not has(areas, game.place[unit]):
            if counts_for_control(book, game, unit) if control else denies_control(book, game, unit):
                areas |= bit(game.place[unit])
    return areas


@optional()
@rule
def reveal_deniers(book, game, events):
    """Where a flag would be placed but for hidden submarines, one of them shows itself (§14.28, §26.0)."""
    areas = areas_with_hidden(book, game) & int(book.open_areas) & ~closed_areas(book, game)
    if areas == 0:
        return
    axis = areas & areas_with_units_that(book, game, Side.AXIS, True)
    allies = areas & areas_with_units_that(book, game, Side.ALLIES, True)
    for area in range(book.areas):
        for of_side in range(2):
            if has(allies if of_side == Side.ALLIES else axis, area):
                unit = lone_denier(book, game, area, 1 - of_side)
                if unit != NOBODY:
                    reveal(book, game, unit, events)


@rule
def lone_denier(book, game, area, of_side):
    """The first of the hidden submarines that alone deny control of an area for a side, or NOBODY."""
    found = NOBODY
    if of_side == Side.ALLIES and area == book.assumed_patrol and a_group_is_assumed_to_patrol(book, game):
        return found
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and side(game, unit) == of_side and denies_control(book, game, unit):
            if not is_hidden(book, game, unit):
                return NOBODY
            if found == NOBODY:
                found = unit
    return found


@rule
def counts_for_control(book, game, unit):
    """Patrolling ships that could attack now, and LBA (§17.21, §12.5); no French ships that oppose Torch (§22.512)."""
    if book.kind[unit] == Kind.LBA:
        return True
    if book.kind[unit] != Kind.SHIP or marked(game, unit, RAIDING) == 1 or opposes_torch(book, game, unit):
        return False
    return gunnery(book, game, unit) > 0 or airstrike(book, game, unit) > 0


@rule
def denies_control(book, game, unit):
    """Any unit still there after combat, except oilers and raiding submarines (§17.22, §10.35, §14.28, §14.33)."""
    if book.kind[unit] == Kind.SUBMARINE:
        return marked(game, unit, RAIDING) == 0
    return book.kind[unit] != Kind.OILER and book.kind[unit] != Kind.HUNTER_KILLER


# --- §2.8: victory points ------------------------------------------------------------------------------


@rule
def score_control(book, game, events):
    """Each side earns the points of the areas it controls; on each track the difference counts (§2.8, §2.22)."""
    for track in range(2):
        gained = 0
        for area in range(book.areas):
            flag = game.flag[area]
            if flag != NOBODY and book.vp_track[area, flag] == track:
                gained += points_of(book, game, area, flag) * (1 if flag == Side.ALLIES else -1)
        move_track(book, game, track, gained, Event.VICTORY_POINTS, events)


@rule
def points_of(book, game, area, of_side):
    """What control of an area scores for a side now: nothing in a theatre, or on a track, where the war is over
    (§2.21, §21.2), nor beside a neutral Italy (§20.4)."""
    if scores_nothing(book, game, area):
        return 0
    if is_over(book, game, book.area_theatre[area]) or is_over(book, game, book.vp_track[area, of_side]):
        return 0
    return int(book.vp[area, of_side])


@rule
def score_bonus(book, game, events):
    """A scenario's own points for holding places and for places raided by carriers (M.2)."""
    for track in range(2):
        gained = 0
        for port in range(book.ports):
            if book.port_theatre[port] != track:
                continue
            if game.owner[port] != UNCONTROLLED:
                gained += place_scores(port, game.owner[port], int(book.place_vp[port]), 0, events)
            for power in range(POWERS):
                if has(game.raided[port], power):
                    gained += place_scores(port, power, int(book.raid_vp[port, power]), 1, events)
        move_track(book, game, track, gained, Event.BONUS, events)


@rule
def place_scores(port, power, points, raided, events):
    """What a place scores for a power, as points of the Allies."""
    gained = points * (1 if power & 1 == Side.ALLIES else -1)
    if gained != 0:
        note(events, Event.SCORES, FIRST_PORT + port, gained, raided)
    return gained


@rule
def pay_neutral_port_penalty(book, game, events):
    """A ship that began the turn in the neutral port and is there still costs its owner a point (§2.343)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if pays_for_neutral_port(book, game, unit):
            gained = -1 if side(game, unit) == Side.ALLIES else 1
            move_track(book, game, home_theatre(game.controller[unit]), gained, Event.PENALTY, events)


@rule
def pays_for_neutral_port(book, game, unit):
    """Whether it is a ship that began the turn in the neutral port, is there still, and whose war is not over."""
    place = game.place[unit]
    if place != game.origin[unit] or not is_neutral_port(book, place) or not is_a_ship(book, unit):
        return False
    return not is_over(book, game, book.port_theatre[place - FIRST_PORT])


@rule
def is_neutral_port(book, place):
    """Whether a place is the neutral port (§2.34)."""
    return FIRST_PORT <= place < FIRST_PORT + book.ports and book.port_kind[place - FIRST_PORT] == PortKind.NEUTRAL


@rule
def track(book, game, theatre):
    """The lead of the Allies on a track, with the handicap."""
    return int(game.victory_points[theatre]) + int(book.handicap[theatre])


@rule
def end_game(book, game, events):
    """The winner is found (§1.4)."""
    game.over = 1
    game.result = result(book, game)
    if book.individual == 1:
        game.winners = individual_winners(book, game)
        allies, axis = game.winners & ALLIED_POWERS, game.winners & ~ALLIED_POWERS
        game.result = (1 if allies != 0 else 0) - (1 if axis != 0 else 0)
    note(events, Event.GAME_OVER, game.result, game.winners, 0)


@rule
def individual_winners(book, game):
    """The players with the most victory points on their own tracks, as bits of their powers; but the British or the
    American only if the partner has won or drawn too, else the better of the Axis players (§1.4)."""
    allies_may = track(book, game, Theatre.ATLANTIC) >= 0 and track(book, game, Theatre.PACIFIC) >= 0
    most = -2 * MOST_VICTORY_POINTS
    found = 0
    for power in range(POWERS):
        if power & 1 == Side.ALLIES and not allies_may:
            continue
        points = own_points(book, game, power)
        if points > most:
            most = points
            found = 0
        if points == most:
            found |= bit(power)
    return found


@rule
def own_points(book, game, power):
    """A player's lead on his own track, negative if his opponent there leads (§2.8)."""
    lead = track(book, game, home_theatre(power))
    return lead if power & 1 == Side.ALLIES else -lead


@rule
def result(book, game):
    """1 when the Allies have won, -1 when the Axis has, 0 for a draw (§1.4)."""
    atlantic = sign(track(book, game, Theatre.ATLANTIC))
    pacific = sign(track(book, game, Theatre.PACIFIC))
    if book.victory == Victory.PACIFIC_TRACK:
        return pacific
    if book.victory == Victory.ATLANTIC_TRACK:
        return atlantic
    if book.victory == Victory.HOLD_THE_AREA:
        return result_of_engagement(book, game)
    return sign(atlantic + pacific)


@rule
def sign(number):
    """1, 0 or -1."""
    return 1 if number > 0 else (-1 if number < 0 else 0)


@rule
def result_of_engagement(book, game):
    """Whoever holds a sea area at the end, or else has sunk more armor factors."""
    for area in range(book.areas):
        if game.flag[area] != NOBODY:
            return 1 if game.flag[area] == Side.ALLIES else -1
    return sign(int(game.armor_sunk[Side.AXIS]) - int(game.armor_sunk[Side.ALLIES]))
