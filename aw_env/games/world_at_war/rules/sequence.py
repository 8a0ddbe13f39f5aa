"""The sequence of a turn: the Axis player turn, then the Allied one, each from construction to redeployment."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dispatch import OTHERWISE, questions_and_answers
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import ask, finish
from aw_env.core.rooms.rules import Rules
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    NOBODY,
    NOWHERE,
    PLACES,
    UNITS,
    Box,
    Condition,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
    Switch,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT, RECORDS
from aw_env.games.world_at_war.rules import (
    africa,
    aid,
    air,
    air_on_hexes,
    air_strikes,
    base_strikes,
    bases,
    battle_rounds,
    boat_hunts,
    boats_on_hexes,
    convoys,
    detection,
    displaced,
    fleet_combat,
    ground_attacks,
    hidden_forces,
    interception,
    invasions,
    invasions_on_hexes,
    island_forces,
    island_raids,
    landing_battles,
    meetings,
    pacific,
    passages,
    patrols,
    port_strikes,
    ports,
    raid_combat,
    raids,
    redeployment,
    redraw,
    redraw_at_sea,
    redraw_islands,
    rows,
    sea_escort,
    sea_patrols,
    sea_transport,
    searches,
    submarines,
    suez,
    task_forces,
    transports,
    troops,
    yards,
)
from aw_env.games.world_at_war.rules.bases import (
    AIRLIFT,
    BASES,
    COUNTERS,
    FORMING,
    HARBOURS,
    HUNTS,
    LOADING,
    PARTING,
    PATROLS,
    TROOPS,
    home_of,
)
from aw_env.games.world_at_war.rules.errands import are_displaced, is_invasion
from aw_env.games.world_at_war.rules.ranges import is_supplied
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.units import units_of

AT_LARGE, AT_SEA = 0, 1
"""Steps of the opening."""


@rule
def proceed(book, game, events):
    """Play on to the next question."""
    if game.displacing > 0 and not are_displaced(game) and not is_under_way(book, game):
        return displaced.displace(book, game, events)
    if game.phase == Phase.OPENING:
        return open_war(book, game)
    if game.phase == Phase.START:
        return start_player_turn(book, game, events)
    if game.phase == Phase.CONSTRUCTION:
        return ask(book, game, Decision.STATION if game.step == 1 else Decision.BUILD, int(game.moving), NOBODY)
    if game.phase == Phase.SUPPLY and book.theatre == Theatre.PACIFIC:
        return ports.ask_supply(book, game)
    if game.phase == Phase.SUPPLY or game.phase == Phase.SUPPLY_AGAIN:
        if is_on_hexes(book):
            return passages.ask_lines(book, game, events)
        return transports.ask_tasks(book, game, events)
    if game.phase == Phase.CONVOY:
        return convoys.conduct(book, game, events)
    if game.phase == Phase.MOVEMENT:
        return move(book, game, events)
    if game.phase == Phase.MISSIONS and is_on_hexes(book) and base_strikes.are_bases_asked(game):
        return base_strikes.fly_from_bases(book, game, events)
    if game.phase == Phase.MISSIONS and is_on_hexes(book):
        return sea_patrols.ask_patrol(book, game)
    if game.phase == Phase.MISSIONS:
        return raids.form_groups(book, game, events)
    if game.phase == Phase.ISLAND_RAIDS:
        return island_raids.raid(book, game, events)
    if game.phase == Phase.INVASIONS and is_on_hexes(book) and troops.HEX <= game.step <= troops.TROOP:
        return invasions_on_hexes.prepare(book, game)
    if game.phase == Phase.INVASIONS:
        return invasions.invade(book, game, events)
    if game.phase == Phase.INTERCEPTION and is_on_hexes(book):
        return passages.sail(book, game, events)
    if game.phase == Phase.INTERCEPTION:
        return interception.intercept(book, game, events)
    if game.phase == Phase.DETECTION:
        return detection.detect(book, game, events)
    if game.phase == Phase.ENGAGEMENT:
        return detection.engage(book, game, events)
    if game.phase == Phase.BATTLE:
        return raid_combat.battle(book, game, events)
    if game.phase == Phase.PREY:
        return raids.attack_transports(book, game, events)
    if game.phase == Phase.RETURN:
        return raids.return_home(book, game, events)
    if game.phase == Phase.SUBMARINES and book.theatre == Theatre.PACIFIC:
        begin_combat(book, game)
        return False
    if game.phase == Phase.SUBMARINES:
        return submarines.fight_submarines(book, game, events)
    if game.phase == Phase.REDEPLOYMENT and is_on_hexes(book) and game.step == sea_escort.ESCORT:
        return sea_escort.escort_troops(book, game, events)
    if game.phase == Phase.REDEPLOYMENT:
        return redeployment.redeploy(book, game, events)
    return end_player_turn(book, game, events)


@rule
def is_under_way(book, game):
    """Whether an invasion on a map of hexes is not over: ships that it displaces wait for that (H)."""
    return game.phase == Phase.INVASIONS and is_on_hexes(book) and game.raiding != NOWHERE


@rule
def begin(book, game, events):
    """The first turn begins."""
    note(events, Event.TURN, game.turn, 0, 0)


@rule
def open_war(book, game):
    """The Allies allocate the transports at large (20.631D); then the Axis may have pocket battleships at sea
    (21.5331).  In the Pacific, and where ships may lie under counters in port, both sides may hide theirs
    (20.164B)."""
    if book.theatre == Theatre.PACIFIC or task_forces.hides_in_port(book):
        return task_forces.ask_forming(book, game, Side.AXIS if game.step == 0 else Side.ALLIES)
    if game.step == AT_LARGE:
        if book.at_large > 0:
            return ask(book, game, Decision.AT_LARGE, Side.ALLIES, NOBODY)
        game.step = AT_SEA
    while game.cursor < UNITS:
        ship = int(game.cursor)
        if book.opens_at_sea[ship] == 1 and game.place[ship] != NOWHERE:
            return ask(book, game, Decision.AT_SEA, Side.AXIS, ship)
        game.cursor += 1
    game.phase, game.moving = Phase.START.value, Side.AXIS.value
    return False


@rule
def mask_at_large(book, mask):
    transports.allow_counts(mask, int(book.at_large))


@rule
def take_at_large(book, game, action):
    game.transports[Box.ATLANTIC] += action - Option.COUNT_0
    game.transports[Box.INDIAN] += int(book.at_large) - (action - Option.COUNT_0)
    game.step, game.cursor = AT_SEA, 0


@rule
def mask_yes_or_no(mask):
    mask[Option.YES] = mask[Option.NO] = 1


@rule
def take_at_sea(book, game, action, events):
    """She waits in the SW box, and must raid on the first turn (21.5331)."""
    if action == Option.YES:
        ship = int(game.subject)
        game.at_sea[ship] = 1
        game.place[ship] = book.box_place[book.raids_to[game.place[ship]]]
        note(events, Event.AT_SEA, ship, 0, 0)
    game.cursor += 1


# --- a player turn ---------------------------------------------------------------------------------------


@rule
def start_player_turn(book, game, events):
    """BRPs come in, all naval units that are supplied now are uninverted (21.71, 21.72A), ships arrive, repairs go
    on."""
    side, turn = int(game.moving), int(game.turn)
    note(events, Event.PLAYER_TURN, side, 0, 0)
    game.brps[side] = book.brps_a_turn[side, turn]
    game.yards[side] = book.yards_a_turn[side, turn]
    if side == Side.AXIS:
        game.southern_brps = book.southern_brps[turn]
        if not is_on_hexes(book):
            suez.fall(book, game, events)
    if book.theatre == Theatre.PACIFIC:
        pacific.begin_player_turn(book, game, events)
    uninvert(book, game, side, False)
    air.embark(book, game, side)
    arrive(book, game, side, events)
    yards.repair_ships(book, game, events)
    if side == Side.ALLIES:
        game.unbuilt += int(book.pool_grows[turn])
        transports.pay_penalty(book, game, events)
    if is_on_hexes(book):
        africa.begin_player_turn(book, game, events)
        invasions.begin_player_turn(book, game, events)
    if book.theatre == Theatre.PACIFIC and has(book.options, Switch.LANDINGS):
        invasions.begin_player_turn(book, game, events)
    game.phase, game.step, game.cursor = Phase.CONSTRUCTION.value, 0, 0
    return False


@rule
def arrive(book, game, side, events):
    """New ships are shown to the enemy where they appear, inverted (20.164F); of escort carriers that join others they
    alone have no function this turn (21.34)."""
    for unit in units_of(game):
        if book.side[unit] == side and is_awaited(book, game, unit):
            is_new = game.place[unit] == NOWHERE
            game.place[unit] = bases.port_with_room(book, game, unit)
            game.inverted[unit] = int(is_new)
            if book.kind[unit] == Kind.CVE:
                game.strength[unit] += book.cves_arrive[game.turn]
                game.spent[unit] = 0 if is_new else book.cves_arrive[game.turn]
                game.condition[unit] = Condition.SOUND.value
            else:
                game.strength[unit] = book.factors[unit]
                game.squadrons[unit] = book.factors[unit] * int(book.kind[unit] == Kind.CARRIER)
            note(events, Event.ARRIVES, unit, game.place[unit], 0)


@rule
def is_awaited(book, game, unit):
    """Whether ships of a unit arrive on this turn: units of other campaigns have no factors, and what a position has
    lost does not come."""
    if book.factors[unit] == 0:
        return False
    if book.kind[unit] == Kind.CVE:
        return book.cves_arrive[game.turn] > 0
    is_lost = game.condition[unit] == Condition.LOST
    return book.arrives[unit] == game.turn and game.turn > 1 and game.place[unit] == NOWHERE and not is_lost


@rule
def uninvert(book, game, side, at_end):
    """All units of a side that are fully supplied can be used again (21.71); at the end of its player turn not those
    that have redeployed after use, but for those that have come to the aid of others since, and for those of a country
    that is not at war (21.72D).  All, supplied or not, may change base and redeploy anew (21.22, 21.72D)."""
    for unit in units_of(game):
        if book.side[unit] == side:
            if may_be_uninverted(book, game, unit):
                is_at_peace = book.nation[unit] == Nation.US and game.turn < book.us_war
                if not at_end or game.redeployed[unit] == 0 or game.spent[unit] > 0 or is_at_peace:
                    game.inverted[unit] = 0
                game.spent[unit] = 0
            game.moved[unit] = game.redeployed[unit] = 0


@rule
def may_be_uninverted(book, game, unit):
    """Whether a unit is fully supplied (21.72A); in the Atlantic all are."""
    if book.theatre == Theatre.ATLANTIC or game.place[unit] == NOWHERE:
        return True
    return is_supplied(book, game, home_of(game, unit))


@rule
def move(book, game, events):
    """Harbour attacks, then base changes, then sea transport (21.441, 21.22, 21.43); in the Pacific task forces are
    formed before, and patrols sail after them.  They are formed first where ships may lie under counters in port."""
    side = int(game.moving)
    if game.step == HARBOURS:
        if has(book.options, Switch.HARBOUR_ATTACK) and game.harbour_attacks[side] > 0:
            return ask(book, game, Decision.HARBOUR, side, NOBODY)
        game.step, game.cursor = after_harbours(book), NOBODY
    if game.step == FORMING:
        return task_forces.ask_forming(book, game, side)
    if game.step == COUNTERS:
        return task_forces.ask_counter(book, game)
    if HUNTS <= game.step <= boat_hunts.ATTACKING:
        return boat_hunts.hunt_boats(book, game, events)
    if game.step == PATROLS and is_on_hexes(book):
        return sea_patrols.ask_patrol(book, game)
    if game.step == PATROLS:
        return patrols.ask_patrol(book, game)
    if (game.step == TROOPS or LOADING <= game.step <= AIRLIFT) and is_on_hexes(book):
        return passages.transport_cargo(book, game, events)
    if game.step == TROOPS:
        return sea_transport.transport_troops(book, game, events)
    if game.step == PARTING:
        return ask(book, game, Decision.PART, side, game.cursor)
    if game.cursor != NOBODY:
        return ask(book, game, Decision.DESTINATION, side, game.cursor)
    return ask(book, game, Decision.BASE_CHANGE, side, NOBODY)


@rule
def after_harbours(book):
    """The next step: in the Pacific task forces form; on a map of hexes submarines are attacked (21.4184C), and patrols
    sail before bases are changed."""
    if is_on_hexes(book):
        return FORMING if task_forces.hides_in_port(book) else HUNTS
    return FORMING if book.theatre == Theatre.PACIFIC else BASES


@rule
def take_harbour(book, game, action, events):
    if action == Option.DONE:
        game.step, game.cursor = HUNTS if is_on_hexes(book) else BASES, NOBODY
        return
    game.harbour_attacks[game.moving] -= 1
    bases.attack_harbour(book, game, action - FIRST_UNIT, events)


@rule
def take_base_change(book, game, action, events):
    """A unit that moves, and is seen, or of a row perhaps a part; or the combat phase begins, in which the Axis raids
    and in the Pacific both sides; before it the Allies transport troops."""
    if action != Option.DONE:
        game.cursor = action - FIRST_UNIT
        task_forces.leave_counter(book, game, int(game.cursor), events)
        game.step = PARTING if rows.can_be_parted(book, game, int(game.cursor)) else BASES
    elif book.theatre == Theatre.PACIFIC:
        game.step = PATROLS
    elif game.moving == Side.AXIS and not is_on_hexes(book):
        game.phase = Phase.MISSIONS.value
        game.step = game.cursor = 0
    else:
        game.step = TROOPS


@rule
def take_form(book, game, action):
    """Ships go under a counter; or no more do, at the beginning of the game or of the movement phase."""
    if action != Option.DONE:
        task_forces.begin_forming(book, game, action - FIRST_PLACE)
    elif game.phase == Phase.MOVEMENT:
        game.step = HUNTS if is_on_hexes(book) else COUNTERS
    elif game.step == 0:
        game.step = 1
    else:
        game.phase, game.moving, game.step = Phase.START.value, Side.AXIS.value, 0


@rule
def take_counter(game, action):
    """A task force that changes base; then other ships do."""
    if action == Option.DONE:
        game.step = BASES
    else:
        game.cursor = action - FIRST_PLACE


@rule
def take_patrol(book, game, action):
    """Another patrol; or the combat phase begins, in which islands are raided."""
    if action == Option.DONE:
        raids_first = game.moving == Side.AXIS and has(book.options, Switch.PACIFIC_RAIDERS)
        game.phase = Phase.MISSIONS.value
        game.step = game.cursor = 0
        if not raids_first:
            begin_combat(book, game)
    else:
        patrols.begin_patrol(book, game, action - FIRST_PLACE)


@rule
def take_part(book, game, action, events):
    """So many of a row move on: a row of their own, or all of it (20.91)."""
    row = int(game.subject)
    count = int(game.strength[row]) if action == Option.ALL else action - Option.COUNT_0
    game.cursor = rows.detach(book, game, row, count, events)
    game.step = BASES if game.phase == Phase.MOVEMENT else redeployment.SHIPS


@rule
def begin_combat(book, game):
    """Islands are invaded, where there are landings, and then raided."""
    game.phase, game.step = Phase.ISLAND_RAIDS.value, island_raids.TARGET
    if has(book.options, Switch.LANDINGS):
        game.phase, game.step = Phase.INVASIONS.value, troops.HEX


@rule
def mask_protect_on_hexes(book, game, mask):
    passages.mask_protect(book, game, mask)
    if is_invasion(game):
        invasions_on_hexes.mask_company(book, game, mask)


@rule
def take_protect_on_hexes(book, game, action, events):
    if is_invasion(game) and action < FIRST_PLACE:
        invasions_on_hexes.take_company(book, game, action, events)
        if action == Option.DONE:
            meetings.name_company(book, game, events)
    else:
        meetings.take_protect(book, game, action, events)


@rule
def take_station(book, game, action, events):
    """A new transport has its box; then others are built."""
    transports.station(book, game, action, events)
    game.step = 0


@rule
def end_player_turn(book, game, events):
    """Overstacked ports lose what is too many (21.112), submarines that have waited go home (21.4184B), units are
    uninverted (21.72B); then it is the other side's turn, or the next turn, or the end."""
    port = redeployment.overstacked_port(book, game)
    if port != NOWHERE:
        return ask(book, game, Decision.OVERSTACKED, int(game.moving), port)
    if is_on_hexes(book):
        if boats_on_hexes.end_patrols(book, game):
            return True
        passages.count_late_lines(book, game)
        hidden_forces.turn_up_all(book, game, int(game.moving), events)
        aid.forget(game)
    uninvert(book, game, int(game.moving), True)
    pacific.make_boats_ready(game)
    if book.theatre == Theatre.PACIFIC:
        game.counters_used[game.moving] = 0  # those that have gone from box to box (21.224)
    if book.theatre != Theatre.PACIFIC:
        rows.combine(book, game, int(game.moving), events)
    if game.moving == Side.ALLIES:
        submarines.count_at_end(game)
        transports.miss_lines(book, game, events)
    if not is_on_hexes(book):
        forget_convoys(game)
    for box in range(BOXES):
        game.new_transports[box] = game.used_transports[box] = game.shifted[box] = 0
    game.phase, game.step, game.cursor = Phase.START.value, 0, 0
    if game.moving == Side.AXIS:
        game.moving = Side.ALLIES.value
        return False
    game.moving = Side.AXIS.value
    if book.theatre == Theatre.PACIFIC:
        pacific.score_control(book, game, events)
    if is_on_hexes(book):
        africa.move_front(book, game, events)
        forget_convoys(game)
    if game.turn == book.last_turn or africa.is_decided(book, game):
        lead = margin(book, game)
        finish(game, int(lead > book.draw_within) - int(-lead > book.draw_within))
        note(events, Event.GAME_OVER, game.result, 0, 0)
        return False
    game.turn += 1
    note(events, Event.TURN, game.turn, 0, 0)
    return False


@rule
def forget_convoys(game):
    """Transports may sail anew."""
    game.cut = 0
    for cargo in range(len(game.shipped)):
        game.shipped[cargo] = 0
    for place in range(PLACES):
        game.kept[place] = 0


@rule
def margin(book, game):
    """The lead of the Allies against the threshold, in half points."""
    return 2 * (int(game.points[Side.ALLIES]) - int(game.points[Side.AXIS])) + int(book.threshold)


@rule
def take_screen(book, game, action):
    """Another ship is screened; or the other side is asked, in secret, or both lines form: in a battle on the way, of a
    convoy or in an SW box."""
    if action != Option.DONE:
        game.held[action - FIRST_UNIT] = 1
        return
    if game.power == Side.ALLIES and not raid_combat.raiders_withhold(game):
        game.step = raid_combat.AXIS_SCREENING
    elif game.phase == Phase.INTERCEPTION:
        interception.line_up(book, game)
    elif game.phase == Phase.CONVOY:
        convoys.line_up(book, game)
    else:
        raid_combat.line_up(book, game)


QUESTIONS = {
    Decision.AT_LARGE: (mask_at_large, take_at_large),
    Decision.AT_SEA: (mask_yes_or_no, take_at_sea),
    Decision.BUILD: (yards.mask_build, yards.take_build),
    Decision.STATION: {
        Phase.CONSTRUCTION: (transports.allow_stations, take_station),
        OTHERWISE: (transports.allow_boxes, transports.sail_again),
    },
    Decision.OIL: (transports.mask_oil, transports.take_task),
    Decision.GRANTS: (transports.mask_grants, transports.take_task),
    Decision.HARBOUR: (bases.mask_harbour, take_harbour),
    Decision.BASE_CHANGE: (bases.mask_base_change, take_base_change),
    Decision.RAID: (raids.mask_raid, raids.take_raid),
    Decision.OPPOSE: (detection.mask_oppose, detection.take_oppose),
    Decision.ENGAGE_GROUP: (detection.mask_engage_group, detection.take_engage_group),
    Decision.ENGAGE: (detection.mask_engage, detection.take_engage),
    Decision.ESCORT: (detection.mask_escort, detection.take_escort),
    Decision.STRIKE: (air.mask_strike, air.take_strike),
    Decision.WITHHOLD: (raid_combat.mask_hold, raid_combat.take_withhold),
    Decision.SURPLUS: (fleet_combat.mask_surplus, fleet_combat.take_surplus),
    Decision.EXCESS: (fleet_combat.mask_excess, fleet_combat.take_excess),
    Decision.RETURN: (raids.mask_return, raids.take_return),
    Decision.DECLINE: (ports.mask_decline, ports.take_decline),
    Decision.FORM: (task_forces.mask_form, take_form),
    Decision.UNDER: (task_forces.mask_under, task_forces.take_under),
    Decision.FORCE: (island_forces.mask_force, island_raids.take_force),
    Decision.TORPEDO: (battle_rounds.mask_torpedo, battle_rounds.take_torpedo),
    Decision.CAP: (air_strikes.mask_cap, air_strikes.take_cap),
    Decision.COUNTERAIR: (air_strikes.mask_counterair, air_strikes.take_counterair),
    Decision.COVER: (air_strikes.mask_cover, air_strikes.take_cover),
    Decision.STRIKE_WITH: (air.mask_strike_with, air.take_strike_with),
    Decision.SHIFT: (transports.mask_shift, redeployment.take_shift),
    Decision.REDEPLOY: (redeployment.mask_redeploy, redeployment.take_redeploy),
    Decision.PART: (rows.mask_part, take_part),
    Decision.TRANSFER: (suez.mask_transfer, redeployment.take_transfer),
    Decision.OVERSTACKED: (redeployment.mask_overstacked, redeployment.take_overstacked),
    Decision.SAIL: (invasions.mask_sail, invasions.take_sail),
    Decision.OPPOSE_LANDING: (landing_battles.mask_oppose_landing, landing_battles.take_oppose_landing),
    Decision.SUPPORT: (ground_attacks.mask_support, ground_attacks.take_support),
    Decision.COVER_LAND: (ground_attacks.mask_support, ground_attacks.take_support),
    Decision.CARRIER_LOSSES: (ground_attacks.mask_carrier_losses, ground_attacks.take_carrier_losses),
    Decision.LOSSES: {
        ground_attacks.are_of_combat: (ground_attacks.mask_losses, ground_attacks.take_losses),
        OTHERWISE: (troops.mask_lost, troops.take_lost),
    },
    Decision.ATTACK_AGAIN: (mask_yes_or_no, ground_attacks.take_again),
    Decision.LAND: (mask_yes_or_no, invasions.take_land),
    Decision.DISPLACE: (pacific.mask_displace, displaced.take_displace),
}
"""What is asked in the same way wherever a war is fought."""
ON_HEXES = {
    Decision.SUPPLY_LINE: (mask_yes_or_no, passages.take_line),
    Decision.COUNTER: {
        are_displaced: (displaced.mask_way, displaced.take_way),
        OTHERWISE: (meetings.mask_route, meetings.take_route),
    },
    Decision.COUNTER_TO: (passages.mask_goal, sea_escort.take_port),
    Decision.TROOPS: {
        Phase.INVASIONS: (invasions_on_hexes.mask_factors, invasions_on_hexes.take_factors),
        OTHERWISE: (passages.mask_troops, passages.take_troops),
    },
    Decision.CARRY: (passages.mask_carry, passages.take_carry),
    Decision.INVADE: (invasions_on_hexes.mask_hex, invasions_on_hexes.take_hex),
    Decision.EMBARK: {
        Phase.INVASIONS: (invasions_on_hexes.mask_bases, invasions_on_hexes.take_base),
        OTHERWISE: (passages.mask_embark, passages.take_embark),
    },
    Decision.TROOP: (passages.mask_kind, passages.take_kind),
    Decision.DESTINATION: {
        Phase.MOVEMENT: (bases.mask_destination, passages.take_destination),
        OTHERWISE: (redeployment.mask_new_base, redeployment.take_new_base),
    },
    Decision.PROTECT: (mask_protect_on_hexes, take_protect_on_hexes),
    Decision.INTERCEPT: (meetings.mask_intercept, meetings.take_intercept),
    Decision.PATROL: (sea_patrols.mask_patrol, sea_patrols.take_patrol),
    Decision.PATROL_WITH: (sea_patrols.mask_patrol_with, sea_patrols.take_patrol_with),
    Decision.TARGET: {
        air_on_hexes.is_countered: (air_on_hexes.mask_counter, air_on_hexes.take_counter),
        Phase.MISSIONS: (base_strikes.mask_flight, base_strikes.take_flight),
        OTHERWISE: (port_strikes.mask_target, port_strikes.take_target),
    },
    Decision.TIME: (mask_yes_or_no, sea_patrols.take_stay),
    Decision.PLANES: (island_raids.mask_planes, air_on_hexes.take_squadrons),
    Decision.SUBMARINE: (mask_yes_or_no, meetings.take_submarine),
    Decision.STRIKE_AT: {
        port_strikes.is_bombed: (port_strikes.mask_strike_at, port_strikes.take_strike_at),
        OTHERWISE: (air_strikes.mask_strike_at, air_strikes.take_strike_at),
    },
    Decision.SCREEN: (battle_rounds.mask_screen, battle_rounds.take_screen),
    Decision.FIGHT: (mask_yes_or_no, searches.take_fight),
    Decision.WITHDRAW: (mask_yes_or_no, landing_battles.take_withdraw),
    Decision.HOME: (boats_on_hexes.mask_home, boats_on_hexes.take_home),
}
"""What means something else on a map of hexes."""
ELSEWHERE = {
    Decision.SUPPLY_LINE: (transports.mask_supply_line, transports.take_supply_line),
    Decision.COUNTER: (task_forces.mask_counter, take_counter),
    Decision.COUNTER_TO: (task_forces.mask_counter_to, task_forces.take_counter_to),
    Decision.TROOPS: {
        Phase.MOVEMENT: (sea_transport.mask_troops, sea_transport.take_troops),
        OTHERWISE: (redeployment.mask_escorts, redeployment.take_escorts),
    },
    Decision.CARRY: (sea_transport.mask_carry, sea_transport.take_carry),
    Decision.INVADE: (invasions.mask_invade, invasions.take_invade),
    Decision.EMBARK: (invasions.mask_embark, invasions.take_embark),
    Decision.TROOP: (invasions.mask_troop, invasions.take_troop),
    Decision.DESTINATION: {
        Phase.MOVEMENT: (bases.mask_destination, bases.take_destination),
        Phase.RETURN: (raids.mask_way_home, raids.take_way_home),
        OTHERWISE: (redeployment.mask_new_base, redeployment.take_new_base),
    },
    Decision.PROTECT: (convoys.mask_protect, convoys.take_protect),
    Decision.INTERCEPT: {
        Phase.CONVOY: (convoys.mask_hunt, convoys.take_hunt),
        OTHERWISE: (interception.mask_intercept, interception.take_intercept),
    },
    Decision.PATROL: (patrols.mask_patrol, take_patrol),
    Decision.PATROL_WITH: (patrols.mask_patrol_with, patrols.take_patrol_with),
    Decision.TARGET: (island_raids.mask_target, island_raids.take_target),
    Decision.TIME: (island_raids.mask_time, island_raids.take_time),
    Decision.PLANES: (island_raids.mask_planes, island_raids.take_planes),
    Decision.SUBMARINE: (mask_yes_or_no, island_raids.take_boat),
    Decision.STRIKE_AT: (air_strikes.mask_strike_at, air_strikes.take_strike_at),
    Decision.SCREEN: {
        Phase.ISLAND_RAIDS: (battle_rounds.mask_screen, battle_rounds.take_screen),
        Phase.INVASIONS: (battle_rounds.mask_screen, battle_rounds.take_screen),
        OTHERWISE: (raid_combat.mask_hold, take_screen),
    },
    Decision.FIGHT: (mask_yes_or_no, detection.take_fight),
    Decision.WITHDRAW: {
        Phase.CONVOY: (mask_yes_or_no, convoys.take_withdraw),
        Phase.ISLAND_RAIDS: (mask_yes_or_no, island_raids.take_withdraw),
        Phase.INVASIONS: (mask_yes_or_no, landing_battles.take_withdraw),
        OTHERWISE: (mask_yes_or_no, interception.take_withdraw),
    },
    Decision.HOME: {
        Phase.ISLAND_RAIDS: (island_raids.mask_home, island_raids.take_home),
        OTHERWISE: (island_raids.mask_home, invasions.take_home),
    },
}
"""The same questions elsewhere."""
mask_on_hexes, take_on_hexes = questions_and_answers(__name__, ON_HEXES, where="_on_hexes")
mask_elsewhere, take_elsewhere = questions_and_answers(__name__, ELSEWHERE, where="_elsewhere")


@rule
def mask_by_theatre(book, game, mask):
    if is_on_hexes(book):
        mask_on_hexes(book, game, mask)
    else:
        mask_elsewhere(book, game, mask)


@rule
def take_by_theatre(book, game, action, events):
    if is_on_hexes(book):
        take_on_hexes(book, game, action, events)
    else:
        take_elsewhere(book, game, action, events)


assert ON_HEXES.keys() == ELSEWHERE.keys()
QUESTIONS |= dict.fromkeys(ON_HEXES, (mask_by_theatre, take_by_theatre))


@rule
def redraw_secrets(book, game, seat):
    """What a seat does not know is drawn anew."""
    redraw_islands.redraw_islands(book, game, seat)
    if is_on_hexes(book):
        redraw_at_sea.redraw_at_sea(book, game, seat)
    redraw.redraw_raids(book, game, seat)


RULES = Rules("aw_env.games.world_at_war.rules.sequence", RECORDS, proceed, QUESTIONS, margin, begin, redraw_secrets)
