"""What the officer does with ships that are met on a map of hexes.  It reads nothing that its side does not know."""

from aw_agents.world_at_war.officer.islands import USUAL_TASK_FORCE, seen_factors
from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    PLACES,
    Decision,
    Ground,
    Kind,
    Option,
    Phase,
    PlaceKind,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.africa import foremost, is_in_africa
from aw_env.games.world_at_war.rules.bases import has_been_used
from aw_env.games.world_at_war.rules.boats_on_hexes import may_send_boat
from aw_env.games.world_at_war.rules.damage import is_afloat, is_heavy, is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.errands import has_cargo
from aw_env.games.world_at_war.rules.island_forces import base_of, brps_for, factors_in
from aw_env.games.world_at_war.rules.landing_battles import may_oppose
from aw_env.games.world_at_war.rules.meetings import dice_against, has_interceptors
from aw_env.games.world_at_war.rules.passages import ports_for
from aw_env.games.world_at_war.rules.port_strikes import lies_there, may_be_struck
from aw_env.games.world_at_war.rules.ranges import FAR, enemy_of
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE, TASK_FORCE
from aw_env.games.world_at_war.rules.units import units_of

A_DIE = 3.5
A_MODIFIER = 0.2
"""What a modifier of one adds to the hits of ships."""
IN_TOUCH, OUT_OF_TOUCH = 6, 9
"""Hexes to the enemy's nearest port within which squadrons are of use, and beyond which they are of none."""


@rule
def score_company(book, game, doctrine, action):
    """The strongest ships first, until there are enough for those of the enemy's port that is strongest, as likely as
    these find them; carriers stay, and destroyers, which carry."""
    enough = factors_in(book, game, int(game.power)) >= doctrine.company * expected_to_meet(book, game)
    if action == Option.DONE:
        return 0.5 if enough else 0.1
    unit = action - FIRST_UNIT
    stays = game.squadrons[unit] > 0 or book.kind[unit] == Kind.DD
    return 0.0 if enough or stays else 1.0 + float(game.strength[unit])


@rule
def expected_to_meet(book, game):
    """Factors of the enemy's place from which most are to be expected, as likely as these find ours."""
    expected = 0.0
    for place in range(PLACES):
        if has_interceptors(book, game, place):
            expected = max(expected, chance(book, game, place) * factors_at(book, game, place, enemy_of(game.power)))
    return expected


@rule
def chance(book, game, place):
    """About how likely ships of a port are to find those that are out."""
    way = float(game.way[enemy_of(game.moving), place])
    expected = A_DIE * dice_against(book, game, place)
    return min(1.0, max(0.0, 0.5 + (expected - way) / A_DIE / 3.0))


@rule
def factors_at(book, game, place, side):
    """Factors of ships that can sail from a port, or from where they patrol, up to those of a task force; destroyers
    stay."""
    factors = 0.0
    for unit in units_of(game):
        if game.squadrons[unit] == 0 and not is_of_one_factor(book, unit) and book.side[unit] == side:
            if base_of(game, unit) == place and is_sound(game, unit) and not has_been_used(book, game, unit):
                factors += game.strength[unit]
    return min(factors, float(MOST_IN_A_FORCE))


@rule
def score_aid(book, game, action):
    """All capital ships and cruisers come to the aid of others."""
    if action == Option.DONE:
        return 0.5
    unit = action - FIRST_UNIT
    is_wanted = not is_of_one_factor(book, unit) and game.squadrons[unit] == 0
    return (1.0 + float(game.strength[unit])) * float(int(is_wanted))


@rule
def score_patrol(book, game, doctrine, action):
    """Task forces patrol as near as can be to the foremost port in Africa, while troops wait to sail."""
    side = int(game.power)
    if game.phase == Phase.MISSIONS:
        return score_mission(book, game, doctrine, action)
    wanted = wants_patrol(book, game, doctrine, side)
    if game.decision == Decision.PATROL_WITH:
        enough = factors_in(book, game, side) >= TASK_FORCE
        if action == Option.DONE:
            return 0.5 if enough else 0.1
        if action == Option.SUBMARINE:
            return 0.4 if wanted else 9.0
        unit = action - FIRST_UNIT
        is_wanted = not enough and not is_of_one_factor(book, unit) and game.squadrons[unit] == 0
        return (1.0 + float(game.strength[unit])) * float(int(is_wanted))
    if action == Option.DONE:
        return 0.5
    port, hex = foremost(book, game, side), action - FIRST_PLACE
    if wanted:
        return 1.0 + 1.0 / (1.0 + float(book.hexes[hex, port]))
    return 1.0 if may_send_boat(book, game, hex) else 0.0


@rule
def wants_patrol(book, game, doctrine, side):
    """Whether a task force is to patrol; if not, submarines are."""
    port = foremost(book, game, side)
    waiting, out = 0, 0.0
    for place in range(PLACES):
        if game.control[place] == side and not is_in_africa(book, place):
            waiting += int(game.infantry[place])
    for unit in units_of(game):
        if book.side[unit] == side and base_of(game, unit) != game.place[unit]:
            out += float(game.strength[unit])
    return (
        port != NOWHERE
        and waiting > 0
        and out <= (doctrine.patrols - 1.0) * TASK_FORCE
        and brps_for(TASK_FORCE) <= game.brps[side]
    )


@rule
def score_mission(book, game, doctrine, action):
    """Carriers strike from the hex that is nearest to the port with most heavy ships, with fast escorts."""
    if game.decision == Decision.PATROL_WITH:
        enough = factors_in(book, game, int(game.power)) >= TASK_FORCE
        if action == Option.DONE:
            return 0.5 if enough else 0.1
        unit = action - FIRST_UNIT
        if game.squadrons[unit] > 0:
            return 3.0
        return (1.0 + 0.1 * game.strength[unit]) * float(int(book.slow[unit] == 0 and not enough))
    if action == Option.DONE:
        return doctrine.sortie
    prize = 0.0
    for place in range(PLACES):
        if may_be_struck(book, game, place, action - FIRST_PLACE):
            prize = max(prize, heavy_factors(book, game, place))
    return prize


@rule
def heavy_factors(book, game, port):
    """Factors of the enemy's heavy ships in a port."""
    factors = 0.0
    for unit in units_of(game):
        if lies_there(book, game, unit, port) and is_heavy(book, unit) and is_afloat(game, unit):
            factors += float(game.strength[unit])
    return factors


@rule
def score_target(book, game, action):
    """The port with most heavy ships; where there is none, the own troops."""
    if action == Option.DONE:
        return 0.1
    if game.control[action - FIRST_PLACE] == game.power:
        return 0.5
    return 1.0 + heavy_factors(book, game, action - FIRST_PLACE)


@rule
def score_flight(book, game, doctrine, action):
    """Squadrons of a base fly where they find most ships, heavy ones before others, and are not outnumbered."""
    base = int(game.cursor)
    if action == Option.DONE:
        return doctrine.fly
    place = action - FIRST_PLACE
    return prize_of(book, game, base, place) if base != NOBODY else prize_in_range(book, game, place, place)


@rule
def prize_in_range(book, game, base, airfield):
    """The best that squadrons of a base may find in a port, if they flew from an airfield."""
    best = 0.0
    for port in range(PLACES):
        if may_be_struck(book, game, port, airfield):
            best = max(best, prize_of(book, game, base, port))
    return best


@rule
def prize_of(book, game, base, port):
    """What squadrons of a base may find in a port: nothing where more meet them."""
    ours, theirs = game.airbase[base] - game.flown[base], game.airbase[port] - game.flown[port]
    factors = heavy_factors(book, game, port)
    for unit in units_of(game):
        if lies_there(book, game, unit, port) and not is_heavy(book, unit):
            factors += 0.5 * float(game.strength[unit])
    return factors * float(int(ours > theirs))


@rule
def score_cargo(book, game, doctrine, base):
    """Troops first; then squadrons that find nothing to fly at, if they come to where they do, or that are too far
    from the enemy to fly at anybody, if they come nearer."""
    if ports_for(book, game, base, Ground.INFANTRY.value) != 0:
        return 1.0
    nearest, prize, ports = FAR, 0.0, ports_for(book, game, base, Ground.AIR.value)
    for port in range(PLACES):
        if has(ports, port):
            nearest = min(nearest, hexes_to_enemy(book, game, port))
            prize = max(prize, prize_in_range(book, game, base, port))
    if prize > doctrine.fly and prize_in_range(book, game, base, base) <= doctrine.fly:
        return 1.0
    return float(int(nearest <= IN_TOUCH and hexes_to_enemy(book, game, base) > OUT_OF_TOUCH))


@rule
def score_new_airbase(book, game, doctrine, action):
    """Squadrons come to where they find most ships in range, then as near to the enemy as they can; troops redeploy to
    the first port."""
    if game.phase != Phase.MOVEMENT:
        return -float(int(action))
    port = action - FIRST_PLACE
    prize = prize_in_range(book, game, int(game.cursor), port)
    return (FAR * prize if prize > doctrine.fly else 0.0) - float(hexes_to_enemy(book, game, port))


@rule
def hexes_to_enemy(book, game, place):
    """Hexes by air from a place to the nearest port of the enemy's."""
    nearest = FAR
    for port in range(PLACES):
        if game.control[port] == enemy_of(game.power) and book.place_kind[port] == PlaceKind.PORT:
            nearest = min(nearest, int(book.hexes[place, port]))
    return nearest


@rule
def factors_out(book, game):
    """Factors of the enemy's that are out, as far as they are known."""
    hidden = USUAL_TASK_FORCE * float(game.task_force[enemy_of(game.power)])
    return max(seen_factors(book, game), hidden)


@rule
def is_worth_leaving(book, game, doctrine):
    """Whether a battle is left: the enemy's sound ships that have been seen are so much stronger."""
    side = int(game.power)
    return strength_in(book, game, enemy_of(side)) > doctrine.break_off * strength_in(book, game, side)


@rule
def strength_in(book, game, side):
    """Sound factors of the force of a side, of the enemy's those that have been seen, by how well they fire."""
    strength = 0.0
    for unit in units_of(game):
        factors = int(game.force[unit] if side == game.power else game.force_seen[unit])
        if book.side[unit] == side and factors > 0 and is_sound(game, unit):
            factors = factors if is_of_one_factor(book, unit) else int(book.factors[unit])
            strength += factors * (1.0 + A_MODIFIER * book.drm[book.nation[unit]])
    return strength


@rule
def score_meeting(book, game, doctrine, action):
    """All capital ships and cruisers of the port, the strongest first, and destroyers against cargo, where they are not
    far too few for those that are out, whose errand fails if they only withdraw, and likely enough to find them."""
    place, side = int(game.subject), int(game.power)
    if side == game.moving:
        return score_aid(book, game, action)
    enough = factors_at(book, game, place, side) >= doctrine.meet * factors_out(book, game)
    if action == Option.DONE:
        return 0.5
    unit = action - FIRST_UNIT
    wanted = enough and chance(book, game, place) >= doctrine.find and may_oppose(book, game, unit, place, side)
    if game.squadrons[unit] > 0 or not wanted:
        return 0.0
    if is_of_one_factor(book, unit):
        return doctrine.destroyers * float(int(has_cargo(game)))
    return 1.0 + float(game.strength[unit])
