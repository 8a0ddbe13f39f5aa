"""§14 Submarines and anti-submarine warfare; §15.2 what Hilfskreuzers do to merchant shipping."""

from aw_env.admirals_war.records.state import DISABLED, RAIDING, TRADED
from aw_env.admirals_war.records.steps import Homing, Step
from aw_env.admirals_war.records.terms import (
    EVENT_DICE,
    FIRST_BOX,
    FIRST_UNIT_ACTION,
    NOBODY,
    POWERS,
    Box,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    OptionalRule,
    Power,
    Side,
    Theatre,
)
from aw_env.admirals_war.rules.bonuses import asw_bonus_in, asw_bonus_of, gunnery_bonus
from aw_env.admirals_war.rules.counters import (
    WITH_HILFSKREUZERS,
    WITH_HUNTER_KILLERS,
    WITH_SUBMARINES,
    at_sea,
    combat_order,
    destroy,
    first_side,
    holds_a_place_on,
    home_theatre,
    lap,
    send_home,
    side,
    speed,
)
from aw_env.admirals_war.rules.fire import send_disabled_home, shoot, take_effect_on
from aw_env.admirals_war.rules.minor_navies import fights_for_italy
from aw_env.admirals_war.rules.movement import waters_of
from aw_env.admirals_war.rules.options.german_carriers import is_type_xxi
from aw_env.admirals_war.rules.options.hidden_submarines import (
    are_hidden,
    areas_with_hidden,
    is_hidden,
    is_in_play,
    note_swept,
    reveal,
    tell,
)
from aw_env.admirals_war.rules.options.italian_ineffectiveness import ALONE
from aw_env.admirals_war.rules.options.reserve import plays
from aw_env.admirals_war.rules.options.task_forces import force_speed, in_task_forces
from aw_env.admirals_war.rules.options.turn_eleven import is_over
from aw_env.admirals_war.rules.retreat import group_speed
from aw_env.admirals_war.rules.tracks import move_track
from aw_env.admirals_war.rules.war_entry import hunters_wanted, may_hunt, provoke, takes_part
from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.dice import roll_die
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top


@rule
def alike(book, game, unit, other):
    """Whether it makes no difference which of two units is meant."""
    return (
        book.kind[unit] == book.kind[other]
        and book.nation[unit] == book.nation[other]
        and book.gunnery[unit] == book.gunnery[other]
        and book.gunnery_bonus_from[unit] == book.gunnery_bonus_from[other]
        and book.speed[unit] == book.speed[other]
        and is_type_xxi(book, game, unit) == is_type_xxi(book, game, other)
    )


# --- §5.36, §14.1: raider side up ----------------------------------------------------------------------


@rule
def inverting(book, game, events):
    """When raiders have moved, a power may turn its submarines raider side up, one of a nation an area (§14.1)."""
    frame = top(game)
    power = frame[SUBJECT]
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if game.controller[unit] == power and may_invert(book, game, unit, frame[CURSOR]):
            return ask(book, game, Decision.INVERSION, power, unit)
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def may_invert(book, game, unit, position):
    """A submarine at sea whose nation has not turned one there (§14.1) and declined for none like it; `position` is
    its own in the roster."""
    if book.kind[unit] != Kind.SUBMARINE or not at_sea(game, unit) or book.raider_side[unit] == 0:
        return False
    for k in range(game.units):
        other = int(game.roster[k])
        if book.kind[other] == Kind.SUBMARINE and game.place[other] == game.place[unit]:
            if book.nation[other] == book.nation[unit] and marked(game, other, RAIDING) == 1:
                return False
            if k < position and alike(book, game, unit, other):
                return False
    return True


@rule
def mask_inversion(mask):
    """May, not must (§5.36)."""
    mask[Option.INVERT] = 1
    mask[Option.STAY] = 1


@rule
def take_inversion(book, game, action, events):
    """The submarine turns raider, or stays a patroller."""
    top(game)[CURSOR] += 1
    if action == Option.INVERT:
        mark(game, game.subject, RAIDING, 1)
        tell(book, game, Event.INVERTED, game.subject, game.place[game.subject], 0, events)


# --- §14.2: anti-submarine warfare ---------------------------------------------------------------------


@rule
def lurking(game):
    """Whether the area has units that hunt or are hunted in ASW only: it is resolved there before combat (§14.21)."""
    return game.kinds_here >= WITH_SUBMARINES


FIRST_HUNTS, SECOND_HUNTS, ESCORTS_LEAVE, MERCHANTS = range(4)


@rule
def anti_submarine_warfare(book, game, events):
    """Side after side hunts (§14.21), Hunter-Killer groups go home (§14.22), and what is left under the sea attacks
    merchants (§5.42)."""
    frame = top(game)
    area = frame[SUBJECT]
    if frame[STAGE] == FIRST_HUNTS or frame[STAGE] == SECOND_HUNTS:
        first = first_side(book.area_theatre[area])
        of_side = first if frame[STAGE] == FIRST_HUNTS else 1 - first
        if of_side == Side.ALLIES and hunters_wanted(book, game, area) and anything_to_hunt(book, game, area, of_side):
            return ask(book, game, Decision.HUNTING_NAVY, Power.AMERICAN, area)
        frame[STAGE] += 1
        hunt(book, game, area, of_side, events)
        return False
    if frame[STAGE] == ESCORTS_LEAVE:
        if game.kinds_here & WITH_HUNTER_KILLERS != 0 and escort_leaves(book, game, area):
            return False
        frame[STAGE] = MERCHANTS
        push(game, Step.TRADE, area)
        return False
    pop(game)
    return False


@rule
def escort_leaves(book, game, area):
    """A Hunter-Killer group goes home (§14.22).  False when there is none any more."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.HUNTER_KILLER and game.place[unit] == area:
            send_home(game, unit, area, Homing.ORDINARY)
            return True
    return False


@rule
def hunt(book, game, area, of_side, events):
    """A side's ASW roll in the area: a die for each factor, against all the other's submarines together (§14.24)."""
    factors = 0
    bonus = asw_bonus_in(book, game, area)
    all_lined_up = game.others_here == 0  # most areas: then the line need be gone through only, not the roster
    for k in range(game.units_here if all_lined_up else game.units):
        unit = int(game.here[k]) if all_lined_up else int(game.roster[k])
        if game.place[unit] == area and side(game, unit) == of_side and takes_part(game, unit) and may_hunt(game, unit):
            factors += asw_factors(book, unit, marked(game, unit, RAIDING))
            bonus += asw_bonus_of(book, game, unit)
    if factors > 0 and anything_to_hunt(book, game, area, of_side):
        roll_for_asw(game, area, of_side, factors, bonus, events)


@rule
def anything_to_hunt(book, game, area, of_side):
    """Whether a side hunts in the area: there is a unit to hunt, or a hidden submarine may be there (§26.0)."""
    return submarines_may_be(book, game, area, 1 - of_side) or count_quarry(book, game, area, of_side) > 0


@optional(otherwise=False)
@rule
def submarines_may_be(book, game, area, of_side):
    """With hidden submarines, whether a side has any in play whose waters include the area, seen or not."""
    if not are_hidden(book):
        return False
    for k in range(book.boats):
        unit = int(book.boat[k])
        if is_in_play(book, game, unit) and side(game, unit) == of_side and takes_part(game, unit):
            if has(waters_of(book, game, unit), area):
                return True
    return False


@rule
def count_quarry(book, game, area, of_side):
    """How many units a side could hunt in the area (§14.24)."""
    quarry = 0
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and side(game, unit) != of_side and takes_part(game, unit):
            quarry += hunted(book, game, unit)
    return quarry


@rule
def hunted(book, game, unit):
    """1 for patrolling submarines, oilers and Hilfskreuzers (§14.241, §14.32), else 0."""
    if book.kind[unit] == Kind.SUBMARINE:
        return 1 if marked(game, unit, RAIDING) == 0 else 0
    return 1 if book.kind[unit] == Kind.OILER or book.kind[unit] == Kind.HILFSKREUZER else 0


@rule
def asw_factors(book, unit, raiding):
    """1 for a patrolling ship, 3 for a patrolling carrier or an amphibious unit, the attack factor of an LBA; nothing
    for raiders, nor for ships that are hunted themselves (§14.21)."""
    if book.kind[unit] == Kind.AMPHIBIOUS:
        return 3
    if book.kind[unit] == Kind.LBA:
        return int(book.airstrike[unit])
    if book.kind[unit] != Kind.SHIP or raiding == 1:
        return 0
    return 3 if book.carrier[unit] == 1 else 1


@rule
def roll_for_asw(game, area, of_side, factors, bonus, events):
    """6 and more sinks a submarine, 5 sends one home (§14.24)."""
    hits = 0
    disabled = 0
    for rolled in range(factors):
        if rolled % EVENT_DICE == 0:
            note(events, Event.ASW, area, factors if rolled == 0 else 0, bonus)
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= 6:
            hits += 1
        elif die + bonus == 5:
            disabled += 1
    if hits + disabled > 0:
        push(game, Step.ASW_LOSSES, 1 - of_side)
        frame = top(game)
        frame[CURSOR] = hits
        frame[STAGE] = disabled


@rule
def take_losses(book, game, events):
    """Hits are taken first, then disabled results (§14.24), each by the unit whose turn it is (§14.241-14.243)."""
    frame = top(game)
    while frame[CURSOR] + frame[STAGE] > 0:
        sinking = frame[CURSOR] > 0
        unit = next_loss(book, game, frame[SUBJECT], sinking)
        if unit == NOBODY:
            note_swept(book, game, game.area, frame[SUBJECT])
            break
        if not next_losses_alike(book, game, frame[SUBJECT], unit, sinking):
            return ask(book, game, Decision.ASW_LOSS, game.controller[unit], game.area)
        if lose(book, game, unit, events):
            return False
    pop(game)
    return False


LAST_RANK = 3
"""Rank of a Type XXI in the order of losses."""


@rule
def loss_rank(book, game, unit):
    """The order of losses: oilers, Hilfskreuzers, submarines, those of Type XXI (§14.241, §14.242)."""
    if book.kind[unit] == Kind.OILER:
        return 0
    if book.kind[unit] == Kind.HILFSKREUZER:
        return 1
    return LAST_RANK if is_type_xxi(book, game, unit) else 2


@rule
def exposed(book, game, unit, of_side, sinking):
    """A unit that the hunt may take; those of Type XXI ignore disabled results (§14.243)."""
    if game.place[unit] != game.area or side(game, unit) != of_side or hunted(book, game, unit) == 0:
        return False
    return sinking or not is_type_xxi(book, game, unit)


@rule
def next_loss(book, game, of_side, sinking):
    """The first unit, in roster order, of those whose turn it is; NOBODY if no unit is left."""
    found = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if exposed(book, game, unit, of_side, sinking):
            if found == NOBODY or loss_rank(book, game, unit) < loss_rank(book, game, found):
                found = unit
    return found


@rule
def equal_loss(book, game, unit, other, sinking):
    """Whether the other unit's turn to be lost is the same as the unit's."""
    return exposed(book, game, other, side(game, unit), sinking) and loss_rank(book, game, other) == loss_rank(
        book, game, unit
    )


@rule
def next_losses_alike(book, game, of_side, unit, sinking):
    """Whether it makes no difference which of the units whose turn it is goes."""
    for k in range(game.units):
        other = int(game.roster[k])
        if equal_loss(book, game, unit, other, sinking) and not alike(book, game, unit, other):
            return False
    return True


@rule
def mask_asw_loss(book, game, mask):
    """Any of the units whose turn it is: their owner chooses among equals."""
    frame = top(game)
    sinking = frame[CURSOR] > 0
    unit = next_loss(book, game, frame[SUBJECT], sinking)
    for k in range(game.units):
        other = int(game.roster[k])
        if equal_loss(book, game, unit, other, sinking):
            mask[FIRST_UNIT_ACTION + other] = 1


@rule
def take_asw_loss(book, game, action, events):
    """The owner's choice goes."""
    lose(book, game, action - FIRST_UNIT_ACTION, events)


@rule
def lose(book, game, unit, events):
    """One hit sinks the unit, or else one disabled result sends it home (§14.24).  True when it has to go home."""
    frame = top(game)
    reveal(book, game, unit, events)
    if frame[CURSOR] > 0:
        frame[CURSOR] -= 1
        destroy(book, game, unit, events)
        return False
    frame[STAGE] -= 1
    mark(game, unit, DISABLED, 1)
    note(events, Event.DISABLED, unit, 0, 0)
    send_home(game, unit, game.area, Homing.ORDINARY)
    return True


# --- §14.26-14.28, §15.21: merchant shipping -----------------------------------------------------------

ATTACKING = 0
"""Stage of a side's attacks on merchants; later stages are one more than the points gained, while it is settled which
Hilfskreuzers have gained them."""

GAINED, CLAIMS = 1, 2
"""`traded` of a Hilfskreuzer: it has gained a point this turn, or has hit and may have."""


@rule
def attack_merchants(book, game, events):
    """Side after side, patrolling submarines and Hilfskreuzers attack enemy merchants and score at once (§14.26)."""
    frame = top(game)
    area = frame[SUBJECT]
    first = first_side(book.area_theatre[area])
    while frame[CURSOR] < 2:
        of_side = first if frame[CURSOR] == 0 else 1 - first
        if frame[STAGE] == ATTACKING:
            frame[STAGE] = 1 + score_trade(book, game, area, of_side, events)
        if not credit_raiders(book, game, area, frame[STAGE] - 1):
            return ask(book, game, Decision.TRADE_RAIDER, first_claim(book, game, area), area)
        frame[STAGE] = ATTACKING
        frame[CURSOR] += 1
    pop(game)
    return False


@optional()
@rule
def trade_where_nobody_looks(book, game, events):
    """Sea areas in which there are hidden submarines alone come after all others, the Atlantic ones first (§26)."""
    lurking = areas_with_hidden(book, game)
    for theatre in range(2):
        first = first_side(theatre)
        for area in range(book.areas):
            if not has(lurking, area) or book.area_theatre[area] != theatre:
                continue
            if game.resolved[area] == 0 and not is_over(book, game, theatre):
                score_trade(book, game, area, first, events)
                score_trade(book, game, area, 1 - first, events)


@rule
def score_trade(book, game, area, of_side, events):
    """The attacks of a side's units in the area, and the points they gain together, at most the higher of the area's
    two values (§14.26).  Returns the points."""
    if game.kinds_here & WITH_HILFSKREUZERS == 0 and not any_boat_in(book, game, area):
        return 0
    points = 0
    scorer = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and side(game, unit) == of_side and trades(book, game, unit, area):
            hits = attack_on_merchants(book, game, unit, area, events)
            points += hits
            if hits > 0:
                scorer = unit
                if book.kind[unit] == Kind.HILFSKREUZER:
                    mark(game, unit, TRADED, CLAIMS)
    points = min(points, max(int(book.vp[area, 0]), int(book.vp[area, 1])))
    if points > 0:
        gain(book, game, area, game.controller[scorer], points, events)
    return points


@rule
def trades(book, game, unit, area):
    """Hilfskreuzers (§15.21) and patrolling submarines, these in the PTO only beside an enemy port or base (§14.27) and
    not before Japan has attacked (§19.11)."""
    if book.kind[unit] == Kind.HILFSKREUZER:
        return True
    if book.kind[unit] != Kind.SUBMARINE or marked(game, unit, RAIDING) == 1:
        return False
    if book.area_theatre[area] == Theatre.ATLANTIC:
        return True
    return game.hostilities == 1 and holds_a_place_on(book, game, area, 1 - side(game, unit), False)


@rule
def attack_on_merchants(book, game, unit, area, events):
    """A die for each gunnery factor; each hit counts, disabled results do not (§14.26).  Returns the hits."""
    bonus = gunnery_bonus(book, game, unit)
    reveal(book, game, unit, events)
    note(events, Event.TRADE_ATTACK, unit, area, bonus)
    hits = 0
    for _ in range(book.gunnery[unit]):
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= 6:
            hits += 1
    return hits


@rule
def gain(book, game, area, power, points, events):
    """Points from merchants go at once to the track where the power's points count (§14.26, §2.8); off the US coast
    those of the Germans bring the US nearer to war (§19.47)."""
    if power == Power.GERMAN:
        provoke(book, game, area, points)
    gained = points if power & 1 == Side.ALLIES else -points
    move_track(book, game, home_theatre(power), gained, Event.TRADE_POINTS, events)


@rule
def credit_raiders(book, game, area, points):
    """Settle which of the Hilfskreuzers that hit have gained the points, for these refuel (§15.31).  False while their
    owner has to say so."""
    if game.kinds_here & WITH_HILFSKREUZERS == 0:
        return True
    claims = 0
    unlike = 0
    claimant = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.kind[unit] == Kind.HILFSKREUZER and game.place[unit] == area:
            if marked(game, unit, TRADED) == GAINED:
                points -= 1
            elif marked(game, unit, TRADED) == CLAIMS:
                claims += 1
                if claimant == NOBODY:
                    claimant = unit
                elif not alike(book, game, unit, claimant):
                    unlike += 1
    if 0 < points < claims and unlike > 0:
        return False
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and marked(game, unit, TRADED) == CLAIMS:
            mark(game, unit, TRADED, GAINED if points > 0 else 0)
            points -= 1
    return True


@rule
def first_claim(book, game, area):
    """The power whose Hilfskreuzers have hit."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and marked(game, unit, TRADED) == CLAIMS:
            return int(game.controller[unit])
    return NOBODY


@rule
def mask_trade_raider(game, mask):
    """Any Hilfskreuzer that has hit and is not yet credited (§15.31)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == game.subject and marked(game, unit, TRADED) == CLAIMS:
            mask[FIRST_UNIT_ACTION + unit] = 1


@rule
def take_trade_raider(game, action):
    """This one has gained a point."""
    mark(game, action - FIRST_UNIT_ACTION, TRADED, GAINED)


@rule
def pay_unopposed_raiders(book, game, area, events):
    """A point for the Germans at the end of combat where Hilfskreuzers meet no Allied patrolling unit or LBA; each of
    them has gained it (§15.22, §15.31)."""
    raider = NOBODY
    lurker = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] != area:
            continue
        if book.kind[unit] == Kind.HILFSKREUZER:
            raider = unit
        elif side(game, unit) == Side.ALLIES and opposes_raiders(book, game, unit):
            if not is_hidden(book, game, unit):
                return
            lurker = unit
    if raider == NOBODY:
        return
    if lurker != NOBODY:  # it shows itself to prevent the point (§26)
        reveal(book, game, lurker, events)
        return
    gain(book, game, area, game.controller[raider], 1, events)
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == area and book.kind[unit] == Kind.HILFSKREUZER:
            mark(game, unit, TRADED, GAINED)


@rule
def opposes_raiders(book, game, unit):
    """Patrolling ships and submarines, and LBA (§15.22)."""
    if book.kind[unit] == Kind.SHIP or book.kind[unit] == Kind.SUBMARINE:
        return marked(game, unit, RAIDING) == 0
    return book.kind[unit] == Kind.LBA


# --- §14.3: raiding submarines -------------------------------------------------------------------------

NOT_ROLLED = 0
"""Stage of the step while the boat at the cursor has made no targeting roll; else what it rolled (§27.1)."""
TARGETING_ADDS = 2
"""Added to a targeting roll (§27.1)."""


@rule
def raiding_attacks(book, game, events):
    """After a round each raiding submarine in the area may attack and then returns at once (§14.31, §8.26), in the
    order of combat; what it does takes effect before the next (§14.34)."""
    frame = top(game)
    targeting = plays(book, OptionalRule.SUBMARINE_TARGETING)
    if not targeting and send_disabled_home(book, game):
        return False
    frame[CURSOR] = next_raider(book, game, frame[CURSOR])
    if frame[CURSOR] < POWERS * game.units:
        unit = int(game.roster[frame[CURSOR] - lap(frame[CURSOR], game.units) * game.units])
        rolls = targeting and frame[STAGE] == NOT_ROLLED
        decision = Decision.SUBMARINE_ATTEMPT if rolls else Decision.SUBMARINE_TARGET
        return ask(book, game, decision, game.controller[unit], unit)
    if targeting and send_disabled_home(book, game):
        return False
    pop(game)
    return False


@rule
def next_raider(book, game, cursor):
    """The next raiding submarine that may attack, from a cursor on that runs through the roster once for each power in
    the order of combat (§5.1)."""
    if not any_raiding(book, game):
        return POWERS * game.units
    laps = lap(cursor, game.units)
    first = cursor - laps * game.units
    for turn in range(laps, POWERS):
        power = combat_order(book.area_theatre[game.area], turn)
        for k in range(first, game.units):
            unit = int(game.roster[k])
            if game.place[unit] == game.area and game.controller[unit] == power and may_attack(book, game, unit):
                return turn * game.units + k
        first = 0
    return POWERS * game.units


@rule
def any_boat_in(book, game, area):
    """Whether there is a submarine in an area."""
    for k in range(book.boats):
        if game.place[book.boat[k]] == area:
            return True
    return False


@rule
def any_raiding(book, game):
    """Whether there is a raiding submarine in the area at all."""
    for k in range(book.boats):
        unit = int(book.boat[k])
        if game.place[unit] == game.area and marked(game, unit, RAIDING) == 1:
            return True
    return False


@rule
def may_attack(book, game, unit):
    """A raiding submarine with a target, unless its side has retreated (§14.35)."""
    if book.kind[unit] != Kind.SUBMARINE or marked(game, unit, RAIDING) == 0 or has_retreated(book, game, unit):
        return False
    if not takes_part(game, unit):
        return False
    for k in range(game.units_here):
        if may_be_torpedoed(book, game, game.here[k], unit):
            return True
    return False


@rule
def has_retreated(book, game, unit):
    """Whether a boat's side has retreated; 10 MAS stays where the Italians must go (§37.1), and German boats where the
    Germans do (§37.2)."""
    if side(game, unit) != game.retreating:
        return False
    stays = game.italians_left == ALONE or (game.italians_left > 0 and fights_for_italy(book, game, unit))
    return not stays


@rule
def may_be_torpedoed(book, game, target, unit):
    """Enemy ships and amphibious units, nothing else (§14.3); oilers and Hilfskreuzers are left to ASW (§10.32)."""
    of_kind = book.kind[target] == Kind.SHIP or book.kind[target] == Kind.AMPHIBIOUS
    return of_kind and side(game, target) != side(game, unit)


@rule
def mask_submarine_target(book, game, mask):
    """Any enemy ship or amphibious unit in the area, in whatever group (§8.26); or wait for a later round."""
    for k in range(game.units_here):
        target = int(game.here[k])
        if may_be_torpedoed(book, game, target, game.subject) and is_in_reach(book, game, target):
            mask[FIRST_UNIT_ACTION + target] = 1
    mask[Option.HOLD] = 1


@rule
def take_submarine_target(book, game, action, events):
    """One attack with the gunnery factor, at once effective, and home (§14.31, §14.34)."""
    unit = game.subject
    frame = top(game)
    frame[CURSOR] += 1
    frame[STAGE] = NOT_ROLLED
    if action == Option.HOLD:
        return
    reveal(book, game, unit, events)
    target = action - FIRST_UNIT_ACTION
    stopped = marked(game, target, DISABLED)
    shots, bonus = int(book.gunnery[unit]), gunnery_bonus(book, game, unit) + stopped  # §27.1
    shoot(book, game, unit, target, shots, bonus, True, events)
    take_effect_on(book, game, target, events)  # others may have targets that they have named (§23.41)
    if sunk_us_ship(book, game, target) and game.controller[unit] == Power.GERMAN:
        provoke(book, game, game.area, 1)
    send_home(game, unit, game.area, Homing.ORDINARY)
    if plays(book, OptionalRule.SUBMARINE_TARGETING) and marked(game, target, DISABLED) > stopped:
        send_home(game, target, game.area, Homing.ORDINARY)  # the next boat finds nobody just disabled (§27.1)


# --- §27: targeting rolls ------------------------------------------------------------------------------


@rule
def mask_submarine_attempt(mask):
    """To roll, or to wait for a later round (§27.2)."""
    mask[Option.YES] = 1
    mask[Option.HOLD] = 1


@rule
def take_submarine_attempt(book, game, action, events):
    """A die and two: the greatest speed of a unit that the boat may attack now; with none in reach it may try again
    after a later round (§27.1, §27.2)."""
    frame = top(game)
    if action == Option.YES:
        reveal(book, game, game.subject, events)
        die = roll_die(game)
        frame[STAGE] = die + TARGETING_ADDS
        note(events, Event.TARGETING, game.subject, frame[STAGE], 0)
        note_die(events, die)
        for k in range(game.units_here):
            target = int(game.here[k])
            if may_be_torpedoed(book, game, target, game.subject) and is_in_reach(book, game, target):
                return
    frame[STAGE] = NOT_ROLLED
    frame[CURSOR] += 1


@rule
def is_in_reach(book, game, target):
    """Whether a unit is slow enough for the targeting roll, or has just been disabled (§27.1); without the rule each
    is."""
    rolled = top(game)[STAGE]
    return rolled == NOT_ROLLED or pace(book, game, target) <= rolled or marked(game, target, DISABLED) == 1


@rule
def pace(book, game, unit):
    """Speed now; in a retreating group or a task force that of its slowest member (§27.3)."""
    if in_task_forces(book):
        return force_speed(book, game, unit)
    if side(game, unit) == game.retreating and game.group[unit] > 0:
        return group_speed(book, game, game.group[unit])
    return speed(book, game, unit)


@rule
def sunk_us_ship(book, game, target):
    """A US ship that is lost, for the rolls by which the US still stays at peace (§19.47)."""
    return (
        book.kind[target] == Kind.SHIP
        and book.nation[target] == Nation.US
        and game.place[target] == FIRST_BOX + Box.OUT_OF_PLAY
    )
