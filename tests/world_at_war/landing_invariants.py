"""What must hold of ground units and invasions in every game after every decision (21.51), for `invariants`."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import HEADER, WHISPERED
from aw_env.core.engine.sets import has
from aw_env.games.world_at_war.records.kinds import (
    GROUND_KINDS,
    NOWHERE,
    PLACES,
    UNITS,
    Convoy,
    Decision,
    Event,
    Ground,
    Kind,
    Phase,
    Side,
    Switch,
    Theatre,
)
from aw_env.games.world_at_war.rules.air_cargo import air_factors
from aw_env.games.world_at_war.rules.bases import home_of, is_port
from aw_env.games.world_at_war.rules.battle_rounds import DEFENDING_TORPEDO, FLYING, ROUND, STRUCK, TORPEDO
from aw_env.games.world_at_war.rules.damage import is_of_one_factor
from aw_env.games.world_at_war.rules.errands import is_invasion
from aw_env.games.world_at_war.rules.ground_attacks import MOST_INFANTRY
from aw_env.games.world_at_war.rules.invasions import (
    FORBIDDING,
    IN_EUROPE,
    MOST_MARINES,
    WITH_PORT,
    WITHOUT_PORT,
    can_attack,
    harbour_factors,
    is_eligible,
)
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.island_raids import LEAVE
from aw_env.games.world_at_war.rules.ranges import MISSION, enemy_of
from aw_env.games.world_at_war.rules.routes import THERE
from aw_env.games.world_at_war.rules.task_forces import MOST_IN_A_FORCE
from aw_env.games.world_at_war.rules.troops import (
    A_UNIT,
    CARRIERS,
    COVER,
    EMBARK,
    LOSSES,
    MEET,
    SAIL,
    SUPPORT,
    TROOP,
    carriers_left,
    destroyers_needed,
    fast_factors_free,
    of_kind,
)

LANDED = [
    ("units", "i4", (len(Side), len(Ground))),  # ground units of each side and kind
    ("control", "i4", PLACES),
    ("moving", "i4"),
]
"""What is followed through the events."""


@rule
def begin_landed(game, landed):
    """Take over what a game begins with."""
    for place in range(PLACES):
        landed.control[place] = game.control[place]
    for side in range(2):
        for kind in range(GROUND_KINDS):
            landed.units[side, kind] = units_of(game, side, kind)
    landed.moving = game.moving


@rule
def units_of(game, side, kind):
    """Ground units of a side and a kind."""
    units = 0
    for place in range(PLACES):
        if game.control[place] == side:
            units += of_kind(game.infantry[place], game.marines[place], kind)
    return units


@rule
def follow_landings(landed, events):
    """Count what the events tell of; returns the BRPs that an invasion of the moving side has cost."""
    brps = 0
    for row in range(1, events[HEADER, 0] + 1):
        event, a, b, c = events[row, 0] % WHISPERED, int(events[row, 1]), int(events[row, 2]), int(events[row, 3])
        if event == Event.PLAYER_TURN:
            landed.moving = a
        elif event == Event.FALLS:
            landed.control[a] = b
        elif event == Event.TROOPS_LOST:
            landed.units[a, b] -= 1
        elif event == Event.REINFORCED:
            landed.units[landed.moving, b] += c
        elif event == Event.INVADES:
            brps += b
    return brps


@rule
def is_lawful_landing(book, game, landed):
    """Whether ground units and the invasion that is on its way are as the rules have them."""
    for side in range(2):
        for kind in range(GROUND_KINDS):
            if units_of(game, side, kind) != landed.units[side, kind]:
                return False
    for place in range(PLACES):
        if game.control[place] != landed.control[place] or not are_lawful_troops(book, game, place):
            return False
    if book.theatre == Theatre.MEDITERRANEAN and has(book.options, Switch.LANDINGS):
        return is_lawful_on_hexes(book, game)
    if not has(book.options, Switch.LANDINGS) or book.theatre != Theatre.PACIFIC:  # elsewhere destroyers carry too
        return game.phase != Phase.INVASIONS and not is_invasion(game)
    return is_lawful_invasion(book, game) if game.phase == Phase.INVASIONS else is_at_rest(game)


@rule
def are_lawful_troops(book, game, place):
    """Ground units of one place: none does more than there is, and an island that has been invaded holds no more than
    may stay there (21.517I)."""
    infantry, marines = int(game.infantry[place]), int(game.marines[place])
    if min(game.aboard_infantry[place], game.tired_infantry[place]) < 0:
        return False
    if min(game.aboard_marines[place], game.tired_marines[place]) < 0:
        return False
    if game.aboard_infantry[place] + game.tired_infantry[place] > infantry:
        return False
    if book.theatre == Theatre.MEDITERRANEAN:
        if marines > 0 or not is_lawful_air_cargo(game, place):
            return False
    elif game.aboard_marines[place] + game.tired_marines[place] > marines:
        return False
    if infantry + marines > 0 and game.control[place] < 0:
        return False
    if game.garrison[place] > 0 and book.one_hex[place] + book.beach[place] == 0:
        return False
    if not 0 <= game.supporting[place] <= game.flown[place] or game.over_troops[place] < 0:
        return False
    if game.bridgehead[place] == 1 and book.theatre == Theatre.MEDITERRANEAN:
        return game.garrison[place] == 0 and infantry <= IN_EUROPE * A_UNIT
    if game.bridgehead[place] == 1:
        if book.one_hex[place] == 0 or game.garrison[place] > 0 or marines > MOST_MARINES:
            return False
        return infantry <= (WITH_PORT if is_port(book, game, place) else WITHOUT_PORT)
    return True


@rule
def is_lawful_air_cargo(game, place):
    """Whether no more squadrons of a place sail than are there, and only in sea transport."""
    if game.aboard_marines[place] == 0:
        return True
    sails = game.phase == Phase.MOVEMENT or (game.phase == Phase.INTERCEPTION and game.convoy == Convoy.SEA_TRANSPORT)
    return sails and game.aboard_marines[place] <= air_factors(game.airbase[place])


@rule
def is_at_rest(game):
    """Whether nobody is on his way, outside of invasions, among islands, but squadrons of bases in a raid."""
    supporting = 0
    for place in range(PLACES):
        supporting += int(game.supporting[place])
        if game.aboard_infantry[place] + game.aboard_marines[place] > 0:
            return False
    if supporting != int(game.planes[Side.ALLIES]) + int(game.planes[Side.AXIS]):
        return False
    return game.owed == 0 and game.losses == 0 and carriers_left(game) == 0 and attacking(game) == 0


@rule
def is_lawful_on_hexes(book, game):
    """The same on a map of hexes, where ships are out in a phase of their own."""
    if not is_invasion(game):
        return game.raiding == NOWHERE or game.phase != Phase.INVASIONS
    hex, side = int(game.origin[THERE]), int(game.moving)
    if hex == NOWHERE or game.invaded[hex] == 0 or game.brps[side] < 0:
        return False
    if game.attackers[Ground.INFANTRY] > MOST_INFANTRY * A_UNIT or game.attackers[Ground.MARINES] > 0:
        return False
    if game.phase == Phase.INTERCEPTION:
        return attacking(game) == 0 and game.owed == 0 and (ROUND <= game.step < LEAVE or carries_enough(book, game))
    if game.phase != Phase.INVASIONS:
        return False
    if game.step in (EMBARK, TROOP, SUPPORT, COVER):
        if game.control[hex] != enemy_of(side) or not is_eligible(book, game, hex):
            return False
    if game.step in (EMBARK, TROOP) and harbour_factors(book, game, hex) >= FORBIDDING:
        if book.beaches_apart[hex] == 0:
            return False
    if game.step in (SUPPORT, COVER) and not carries_enough(book, game):
        return False
    return game.owed == 0 or game.step in (CARRIERS, LOSSES)


@rule
def is_cargo_asked(game):
    """Whether the question is what of the cargo is lost."""
    return game.decision == Decision.LOSSES and game.step != LOSSES


@rule
def carries_enough(book, game):
    """Whether all troops that are at sea are on destroyers, or their owner says of which base some are lost (20.59)."""
    if game.unembarked == 1 or is_cargo_asked(game):
        return True
    return carriers_left(game) >= destroyers_needed(book, game, int(game.moving))


@rule
def attacking(game):
    """Ground units that attack."""
    return int(game.attackers[Ground.INFANTRY]) + int(game.attackers[Ground.MARINES])


@rule
def has_losses(game):
    """Whether ships of a force among islands may have been sunk that are counted later: by aircraft, when these have
    struck; by capital ships that have fired at light ships, before these choose (22.5), and by submarines, when the
    round is over."""
    in_the_air = FLYING < game.step <= STRUCK
    return in_the_air or game.decision == Decision.EXCESS or game.step in (TORPEDO, DEFENDING_TORPEDO)


@rule
def is_lawful_invasion(book, game):
    """An invasion that is on its way; what a round has cost is counted when it is over."""
    side, step = int(game.moving), int(game.step)
    if has_losses(game):
        return True
    for unit in range(UNITS):
        if not 0 <= game.carrying[unit] <= game.force[unit] or (game.carrying[unit] > 0 and book.kind[unit] != Kind.DD):
            return False
        if game.force[unit] > 0 and is_of_one_factor(book, unit):
            if game.force[unit] > game.strength[unit] - game.spent[unit]:
                return False
    if game.raiding == NOWHERE:
        return is_at_rest(game)
    if step in (EMBARK, TROOP, SAIL, MEET, SUPPORT, COVER):
        hex = int(game.raiding)
        if book.one_hex[hex] == 0 or game.control[hex] != enemy_of(side):
            return False
    if step in (EMBARK, TROOP, SAIL) and harbour_factors(book, game, int(game.raiding)) >= FORBIDDING:
        return False  # later, patrols that have met it may have come home (21.5153A)
    if step in (MEET, SUPPORT, COVER) and not is_cargo_asked(game):
        if carriers_left(game) != destroyers_needed(book, game, side):
            return False
    if step == SAIL and (carriers_left(game) > 0 or game.most_guns > 0):
        return False
    if step == SAIL and (fast_factors_free(book, game, side) < 0 or not are_in_reach(book, game, side)):
        return False
    if factors_in(book, game, enemy_of(side)) > MOST_IN_A_FORCE or game.attackers[Ground.INFANTRY] > MOST_INFANTRY:
        return False
    return game.owed == 0 or step in (CARRIERS, LOSSES)


@rule
def are_in_reach(book, game, side):
    """Whether all who sail can come to the hex."""
    for unit in range(UNITS):
        if book.side[unit] == side and game.force[unit] > 0 and game.way[side, home_of(game, unit)] > MISSION:
            return False
    return True


@rule
def may_sail_so(book, game, legal):
    """Whether an invasion that may sail can attack at 1:1 (21.5152).  legal: 1: it may sail."""
    if game.phase != Phase.INVASIONS or game.step != SAIL or legal == 0:
        return True
    return can_attack(book, game, int(game.moving))
