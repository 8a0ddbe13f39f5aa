"""The officer's answer: the legal action that scores best, the first of those that are equal.

It reads nothing that its side does not know: of raiders at sea that have not been seen only how many there are.
"""

from aw_agents.declared import Officer
from aw_agents.officer_play import best_by
from aw_agents.world_at_war.officer import invasions, islands, landings, meetings, ways
from aw_agents.world_at_war.officer.doctrine import DOCTRINES
from aw_agents.world_at_war.tuned import TUNED
from aw_env.core.engine.compiling import rule, rule_with_arrays
from aw_env.games.world_at_war.records.kinds import (
    PLACES,
    Box,
    Condition,
    Decision,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules.bases import is_overstacked, may_change_base
from aw_env.games.world_at_war.rules.convoys import FORCE, hunting_factors, may_hunt, protecting_factors
from aw_env.games.world_at_war.rules.damage import is_afloat, is_of_one_factor, is_sound
from aw_env.games.world_at_war.rules.errands import are_displaced, is_invasion
from aw_env.games.world_at_war.rules.raid_combat import american_factors
from aw_env.games.world_at_war.rules.raids import is_of_the_south
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.suez import in_both_boxes
from aw_env.games.world_at_war.rules.units import units_of

TRANSPORT = 5.0
USUAL_RAIDER = 3.0
"""Factors of a raider that has not been seen."""


@rule_with_arrays
def score(book, game, doctrine, action):
    """How good an answer is, among the answers to the same decision.  The ways of ships, which the enemy sees, stay
    those that were measured before."""
    ways = game.way.copy()
    found = score_of(book, game, doctrine, action)
    game.way[0], game.way[1] = ways[0], ways[1]
    return found


@rule
def score_of(book, game, doctrine, action):
    """The same, which measures ways."""
    if is_on_hexes(book):
        return score_on_hexes(book, game, doctrine, action)
    raids_transports = Phase.MISSIONS <= game.phase <= Phase.RETURN or game.phase == Phase.INTERCEPTION
    if book.theatre == Theatre.PACIFIC and not raids_transports:
        return score_there(book, game, doctrine, action)
    return score_anywhere(book, game, doctrine, action)


@rule
def score_on_hexes(book, game, doctrine, action):
    """The same in the Mediterranean."""
    decision = game.decision
    if game.phase == Phase.INVASIONS:
        return invasions.score_invasion(book, game, doctrine, action)
    if game.phase == Phase.INTERCEPTION:
        return score_out(book, game, doctrine, action)
    if decision == Decision.PATROL or decision == Decision.PATROL_WITH:
        return meetings.score_patrol(book, game, doctrine, action)
    if game.phase == Phase.MISSIONS:
        return score_from_bases(book, game, doctrine, action)
    if decision == Decision.FORM or decision == Decision.UNDER:
        return score_hiding(action)
    if decision == Decision.COUNTER_TO:
        return meetings.score_new_airbase(book, game, doctrine, action)
    if decision == Decision.SUPPLY_LINE:
        return score_yes(action, ways.is_line_worth_it(book, game, doctrine, int(game.cursor)))
    return score_anywhere(book, game, doctrine, action)


@rule
def score_anywhere(book, game, doctrine, action):
    """What is judged alike wherever a war is fought."""
    decision = game.decision
    if decision == Decision.BUILD:
        return score_build(book, doctrine, action)
    if decision == Decision.RAID:
        return score_raid(book, game, doctrine, action)
    if decision == Decision.OPPOSE:
        return score_yes(action, game.turn > doctrine.oppose)
    if decision == Decision.ENGAGE or decision == Decision.ESCORT:
        return score_engaging(book, doctrine, action)
    if decision == Decision.WITHHOLD:
        return score_withholding(book, game, doctrine, action)
    if decision == Decision.SCREEN:
        return score_screening(book, doctrine, action)
    if decision == Decision.FIGHT:
        return score_yes(action, is_worth_fighting(book, game, doctrine))
    if decision == Decision.SURPLUS or decision == Decision.EXCESS:
        return score_aim(book, game, doctrine, action)
    if decision == Decision.INTERCEPT:
        if game.convoy > 0:
            return score_hunt(book, game, doctrine, action)
        return score_interception(book, game, doctrine, action)
    if decision == Decision.PROTECT:
        return score_protection(book, game, doctrine, action)
    if decision == Decision.EMBARK:
        return score_embarking(book, game, doctrine, action)
    if decision == Decision.TROOP:
        return float(int(action == Option.INFANTRY))
    if decision == Decision.CARRY:
        return float(game.strength[action - FIRST_UNIT])
    if decision == Decision.TRANSFER and game.power == Side.ALLIES:
        return score_asw(game, action)
    if decision == Decision.REDEPLOY:
        return score_redeployment(book, game, action)
    if decision == Decision.PART:
        return float(int(action == Option.ALL))
    if decision == Decision.OVERSTACKED:
        return -float(game.strength[action - FIRST_UNIT])
    if decision == Decision.WITHDRAW:
        return score_yes(action, is_worth_leaving(book, game, doctrine))
    if decision == Decision.BASE_CHANGE:
        return score_base_change(book, game, doctrine, action)
    if decision == Decision.DESTINATION or decision == Decision.RETURN:
        return score_port(book, game, action)
    if decision == Decision.STRIKE:
        return score_strike(book, game, action)
    if decision == Decision.HARBOUR:
        return score_harbour(book, game, action)
    if decision == Decision.AT_SEA or decision == Decision.SUPPLY_LINE:
        return score_yes(action, True)
    if Option.COUNT_0 <= action <= Option.COUNT_9:
        return float(int(action))
    if decision == Decision.SHIFT:
        return float(int(action == Option.DONE))
    return -float(int(action))


@rule
def score_hiding(action):
    """Whatever may lie under counters in port does."""
    return float(int(action != Option.DONE))


@rule
def score_there(book, game, doctrine, action):
    """How good an answer is among the islands."""
    decision = game.decision
    if decision == Decision.BUILD:
        return islands.score_build_there(book, game, doctrine, action)
    if decision == Decision.BASE_CHANGE:
        return islands.score_ship_that_moves(book, game, doctrine, action)
    if decision == Decision.DESTINATION:
        return islands.score_base(book, game, action - FIRST_PLACE)
    if decision == Decision.TARGET:
        return islands.score_target(book, game, doctrine, action)
    if decision == Decision.TIME:
        return islands.score_time(book, game, action)
    if decision == Decision.FORCE:
        return islands.score_force(book, game, doctrine, action)
    if decision == Decision.SUBMARINE:
        return score_yes(action, True)
    if is_of_aircraft(decision):
        return score_aircraft(book, game, doctrine, action)
    if decision == Decision.SCREEN:
        return score_screening(book, doctrine, action)
    if decision == Decision.SURPLUS or decision == Decision.EXCESS:
        return score_aim(book, game, doctrine, action)
    if decision == Decision.WITHDRAW:
        return score_yes(action, islands.score_withdrawal(book, game, doctrine))
    if decision >= Decision.INVADE and decision <= Decision.LAND:
        return landings.score_landing(book, game, doctrine, action)
    return -float(int(action))


@rule
def is_of_aircraft(decision):
    """Whether squadrons are asked about, or a submarine's aim, which is like theirs."""
    return (decision == Decision.TORPEDO) | ((decision >= Decision.PLANES) & (decision <= Decision.STRIKE_WITH))


@rule
def score_aircraft(book, game, doctrine, action):
    """How many squadrons come, patrol, attack others and cover, and at what they strike."""
    decision = game.decision
    if decision == Decision.PLANES:
        return islands.score_planes(book, game, doctrine, action)
    if decision == Decision.CAP:
        return islands.score_cap(book, game, doctrine, action)
    if decision == Decision.COUNTERAIR:
        return islands.score_counterair(book, game, doctrine, action)
    if decision == Decision.COVER:
        return islands.score_cover(book, game, doctrine, action)
    if decision == Decision.STRIKE_WITH:
        return islands.score_bombers(game, action)
    return islands.score_bombs(book, game, action)


@rule
def score_out(book, game, doctrine, action):
    """How good an answer is while ships are out on a map of hexes."""
    decision = game.decision
    if decision == Decision.COUNTER and are_displaced(game):  # straight on
        return float(int(action == Option.DONE))
    if decision == Decision.COUNTER:
        return ways.score_way(book, game, doctrine, action)
    if decision == Decision.PROTECT and is_invasion(game):
        return invasions.score_company(book, game, doctrine, action)
    if decision == Decision.PROTECT:
        return meetings.score_company(book, game, doctrine, action)
    if decision == Decision.INTERCEPT:
        return meetings.score_meeting(book, game, doctrine, action)
    if decision == Decision.TIME or decision == Decision.SUBMARINE:
        return score_yes(action, True)
    if decision == Decision.TARGET:
        return meetings.score_target(book, game, action)
    if is_of_aircraft(decision):
        return score_aircraft(book, game, doctrine, action)
    if decision == Decision.SCREEN:
        return score_screening(book, doctrine, action)
    if decision == Decision.WITHDRAW:
        return score_yes(action, meetings.is_worth_leaving(book, game, doctrine))
    if decision == Decision.FIGHT:
        return score_yes(action, not meetings.is_worth_leaving(book, game, doctrine))
    if decision == Decision.LOSSES:
        return float(int(action == Option.AIRCRAFT))
    if decision == Decision.HOME:
        return -float(int(action))
    return score_aim(book, game, doctrine, action)


@rule
def score_from_bases(book, game, doctrine, action):
    """How good an answer is as squadrons of bases are sent at ships in port."""
    if game.decision == Decision.TARGET:
        return meetings.score_flight(book, game, doctrine, action)
    return score_aircraft(book, game, doctrine, action)


@rule
def score_embarking(book, game, doctrine, action):
    """Whatever may be carried over the sea, in the movement phase alone; on a map of hexes squadrons only to where they
    are nearer to the enemy."""
    if action == Option.DONE:
        return 0.5
    if game.phase != Phase.MOVEMENT:
        return 0.0
    if not is_on_hexes(book):
        return 1.0
    if invasions.are_to_invade(book, game, doctrine, action - FIRST_PLACE):
        return 0.0
    return meetings.score_cargo(book, game, doctrine, action - FIRST_PLACE)


@rule
def score_yes(action, wanted):
    """Yes or no."""
    return float(int((action == Option.YES) == wanted))


@rule
def score_asw(game, action):
    """ASW is where submarines are, in proportion to them."""
    southern, count = int(game.submarines[Box.INDIAN]), action - Option.COUNT_0
    return -float(abs(count * in_both_boxes(game, Side.AXIS.value) - southern * in_both_boxes(game, Side.ALLIES.value)))


@rule
def score_build(book, doctrine, action):
    """Transports, and ships by their factors; fast heavy ships first."""
    if action == Option.DONE:
        return 0.0
    if action == Option.TRANSPORT:
        return TRANSPORT
    ship = action - FIRST_UNIT
    return doctrine.mend * book.factors[ship] * (2 - book.slow[ship]) / 2


@rule
def score_raid(book, game, doctrine, action):
    """The strongest ships first, as many groups and ships as the doctrine says; from Suez whenever there are BRPs."""
    forming = game.groups - 1
    full = game.ships_in[forming] >= doctrine.group_ships
    enough = game.groups > doctrine.groups or game.turn > doctrine.last_raid
    if action == Option.DONE:
        return 5.5 if full or enough else 0.5
    ship = action - FIRST_UNIT
    must = 10.0 * game.at_sea[ship] + 6.0 * float(int(is_of_the_south(book, game, ship)))
    return 1.0 + 0.5 * book.factors[ship] + must * float(int(not full))


@rule
def score_engaging(book, doctrine, action):
    """The ship that a die sends."""
    unit = action - FIRST_UNIT
    weight = doctrine.heavy if book.kind[unit] <= Kind.CARRIER else doctrine.light
    if is_of_one_factor(book, unit):
        return weight
    return weight * book.factors[unit]


@rule
def score_withholding(book, game, doctrine, action):
    """The strongest raider is withheld from weak defenders, and no other."""
    if action == Option.DONE:
        return 1.0
    others = 0
    for unit in units_of(game):
        others += int(game.in_group[unit] == game.group and game.held[unit] == 1)
    if others > 0 or defending_factors(book, game) > doctrine.withhold:
        return 0.0
    return 1.0 + book.factors[action - FIRST_UNIT]


@rule
def score_screening(book, doctrine, action):
    if action == Option.DONE:
        return 0.0
    return doctrine.screen if book.kind[action - FIRST_UNIT] <= Kind.CARRIER else -1.0


@rule
def defending_factors(book, game):
    """Factors of sound ships that engage the group that is resolved; destroyers do not count."""
    factors = 0.0
    for unit in units_of(game):
        if game.against[unit] == game.group and is_sound(game, unit):
            factors += book.factors[unit]
    return factors


@rule
def is_worth_fighting(book, game, doctrine):
    """Whether raiders on their way home are fought: more factors than theirs, or damaged ones."""
    damaged = 0
    for ship in units_of(game):
        damaged += int(game.seen_in[ship] == game.group and game.condition[ship] == Condition.DAMAGED)
    ours = defending_factors(book, game) + doctrine.damaged * damaged
    return ours >= doctrine.odds * raiding_factors(book, game)


@rule
def score_aim(book, game, doctrine, action):
    """Capital ships before light ones, the weakest first, and held fire last."""
    if action == Option.HOLD:
        return 0.0
    if action == Option.LIGHT or action == Option.JOIN:
        return 3.0
    target = action - FIRST_UNIT
    return 3.0 + doctrine.double + game.hits[target] - 0.5 * book.factors[target]


@rule
def score_base_change(book, game, doctrine, action):
    """Raiders go to the port from which nobody meets them, slow battleships to the SW box, where they protect convoys;
    all others stay."""
    if action == Option.DONE:
        return 0.5
    if is_on_hexes(book):
        return 0.0
    unit = action - FIRST_UNIT
    if not is_sound(game, unit):  # from an SW box to port
        return 1.0
    if book.side[unit] != Side.AXIS:
        return float(int(is_convoy_guard(book, game, unit) and guards(book, game) < doctrine.guards))
    if is_of_one_factor(book, unit) or book.unseen_route[game.place[unit]] == 1:
        return 0.0
    for place in range(PLACES):
        if book.unseen_route[place] == 1 and may_change_base(book, game, unit, place):
            return 1.0
    return 0.0


@rule
def is_convoy_guard(book, game, unit):
    """Whether an Allied ship does more for convoys than against raiders: a slow battleship of a western port."""
    return (
        book.slow[unit] == 1
        and book.kind[unit] == Kind.CAPITAL
        and may_change_base(book, game, unit, int(book.box_place[Box.ATLANTIC]))
    )


@rule
def guards(book, game):
    """Factors of capital ships in the Atlantic SW box."""
    factors = 0.0
    for unit in units_of(game):
        if book.kind[unit] == Kind.CAPITAL and game.place[unit] == book.box_place[Box.ATLANTIC]:
            factors += book.factors[unit] * float(int(book.side[unit] == Side.ALLIES))
    return factors


@rule
def score_port(book, game, action):
    """Ports from which nobody is met first; for Allied ships that have been chosen to move, the SW box.  Those that
    have engaged raiders go home."""
    place = action - FIRST_PLACE
    if game.phase == Phase.RETURN and game.power == Side.ALLIES:
        return float(int(place == game.place[game.subject]))
    to_convoys = game.power == Side.ALLIES and place == book.box_place[Box.ATLANTIC]
    return 100.0 * (book.unseen_route[place] + float(int(to_convoys))) - float(int(action))


@rule
def score_redeployment(book, game, action):
    """Only what is too much for its port, small ships first."""
    if action == Option.DONE:
        return 0.5
    unit = action - FIRST_UNIT
    return float(int(is_overstacked(book, game, int(game.place[unit])))) * (2.0 - 0.1 * game.strength[unit])


@rule
def hunters_known(book, game):
    """Factors of sound enemy ships in ports from which the convoy can be met."""
    factors = 0.0
    for unit in units_of(game):
        if book.side[unit] == Side.AXIS and is_sound(game, unit) and book.lane[game.place[unit]] > 0:
            factors += game.strength[unit]
    return factors


@rule
def score_protection(book, game, doctrine, action):
    """The strongest ships first, slow ones before fast, until there are enough for what the enemy has in reach; those
    of a second power, with which no ten factors sail, last (20.162C)."""
    enough = protecting_factors(book, game) >= doctrine.protect * hunters_known(book, game)
    if action == Option.DONE:
        return 0.5 if enough else 0.1
    unit = action - FIRST_UNIT
    if enough or is_of_one_factor(book, unit):
        return 0.0
    american = american_factors(book, game, FORCE)
    others = protecting_factors(book, game) - american if book.nation[unit] == Nation.US else american
    return 0.4 if others > 0 else 1.0 + book.factors[unit] + book.slow[unit]


@rule
def score_hunt(book, game, doctrine, action):
    """All capital ships and cruisers of the port, the strongest first, if they are enough for those that protect."""
    ours = hunting_factors(book, game)
    for unit in units_of(game):
        if game.place[unit] == game.subject and may_hunt(book, game, unit) and not is_of_one_factor(book, unit):
            ours += book.factors[unit]
    wanted = ours >= doctrine.hunt * protecting_factors(book, game)
    if action == Option.DONE:
        return 0.5
    unit = action - FIRST_UNIT
    return (1.0 + book.factors[unit]) * float(int(wanted and not is_of_one_factor(book, unit)))


@rule
def score_interception(book, game, doctrine, action):
    """Fast ships, the strongest first, until there are enough for those raiders."""
    chosen = 0.0
    for unit in units_of(game):
        if game.against[unit] == game.group:
            chosen += book.factors[unit]
    enough = chosen >= doctrine.intercept * raiding_factors(book, game)
    if action == Option.DONE:
        return 0.5 if enough else 0.1
    unit = action - FIRST_UNIT
    if book.slow[unit] == 1 or is_of_one_factor(book, unit) or enough:
        return 0.0
    return 1.0 + book.factors[unit]


@rule
def raiding_factors(book, game):
    """Factors of the group that is resolved, as far as they have been seen."""
    factors, seen = 0.0, 0
    for ship in units_of(game):
        if game.seen_in[ship] == game.group and is_afloat(game, ship):
            seen += 1
            factors += book.factors[ship] * float(int(is_sound(game, ship)))
    return factors + USUAL_RAIDER * max(0, game.ships_in[game.group - 1] - seen)


@rule
def is_worth_leaving(book, game, doctrine):
    """Whether a side leaves a battle on the way: the enemy is so much stronger."""
    ours, theirs = defending_factors(book, game), raiding_factors(book, game)
    if game.power == Side.AXIS:
        ours, theirs = theirs, ours
    return theirs > doctrine.leave * ours


@rule
def score_strike(book, game, action):
    """The largest ship that is sound, and light ships rather than none; ships sunk in port last."""
    if action < FIRST_UNIT:
        return 0.5 * float(int(action == Option.LIGHT))
    target = action - FIRST_UNIT
    return 0.1 + book.factors[target] * float(int(is_afloat(game, target))) + float(int(is_sound(game, target)))


@rule
def score_harbour(book, game, action):
    """The largest fast ship that is sound."""
    if action == Option.DONE:
        return 0.0
    ship = action - FIRST_UNIT
    return book.factors[ship] * (2.0 - book.slow[ship]) * float(int(is_sound(game, ship)))


best = best_by(__name__, score)


@rule
def choose(book, game, doctrine, mask):
    """The officer's answer."""
    return best(book, game, doctrine, mask)


OFFICER = Officer(__name__, choose, DOCTRINES, TUNED)
"""What the players of declared games take in place of a rule of thumb."""
