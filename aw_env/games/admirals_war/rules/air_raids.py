"""§9 Carrier air raids; the attack on a port or base is the same for LBA (§12.42)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import DISABLED, PURSUED, RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    POWERS,
    Decision,
    Event,
    Kind,
    Option,
    Theatre,
)
from aw_env.games.admirals_war.rules.counters import (
    HELD,
    STRUCK,
    airstrike,
    allow_ports,
    armor,
    destroy,
    fights,
    hostile_to,
    in_port,
    lap,
    side,
    surprise_raid,
    touched,
)
from aw_env.games.admirals_war.rules.fire import attack, send_disabled_home, take_effect
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import (
    aircraft_answer,
    answers,
    mask_answer,
)
from aw_env.games.admirals_war.rules.options.tora_tora import may_be_warned, roll_for_warning
from aw_env.games.admirals_war.rules.options.turn_eleven import ask_for_kamikaze, has_come, may_dive
from aw_env.games.admirals_war.rules.participants import theatre_of_combat
from aw_env.games.admirals_war.rules.repairs import is_a_shipyard

ANSWERING = 2
"""Stage of a raid in which the aircraft in the port attack (§23.32)."""

ASSIGNING, ATTACKING = 0, 1
"""Stages of the step."""

BEGINNING, ANNOUNCED = 0, 1
"""Stages of a raid: kamikaze attacks, where there may be any, are announced when it begins (§21.1)."""


@rule
def air_raids(book, game, events):
    """Carriers of the side left in the area are assigned to places; then place by place is raided (§9.1, §9.23)."""
    frame = top(game)
    if frame[STAGE] == ASSIGNING:
        unit = next_raider(book, game)
        if unit != NOBODY:
            return ask(book, game, Decision.AIR_RAID, game.controller[unit], unit)
        frame[STAGE] = ATTACKING
    if has_come(book, game) and send_disabled_home(book, game):
        return False  # a carrier that has made a kamikaze attack (§21.1)
    for k in range(game.units_here):
        if game.raid_place[game.here[k]] >= FIRST_PORT:
            push(game, Step.RAID, game.raid_place[game.here[k]])
            return False
    for k in range(game.units_here):
        game.raid_place[game.here[k]] = NOWHERE
    pop(game)
    return False


@rule
def next_raider(book, game):
    """The next carrier that may raid and has not been asked, partner after partner in nationality order (§5.1)."""
    for power in range(POWERS):
        for k in range(game.units_here):
            unit = int(game.here[k])
            if game.controller[unit] == power and game.raid_place[unit] == NOWHERE and may_raid(book, game, unit):
                return unit
    return NOBODY


@rule
def may_raid(book, game, unit):
    """A carrier with aircraft that pursued nobody (§9.22); in the ATO only a raiding one (§9.26)."""
    return (
        book.carrier[unit] == 1
        and airstrike(book, game, unit) > 0
        and marked(game, unit, PURSUED) == 0
        and (theatre_of_combat(book, game) == Theatre.PACIFIC or marked(game, unit, RAIDING) == 1)
        and finds_worthwhile_raid(book, game, unit)
    )


@rule
def finds_worthwhile_raid(book, game, unit):
    """Whether a raid could bring anything: some place holds a target (§9.24), or scores by being raided (M.2)."""
    places = raid_places(book, game, unit)
    for port in range(book.ports):
        if has(places, port):
            if scores_if_raided(book, game, port, game.controller[unit]):
                return True
            if holds_raid_target(book, game, FIRST_PORT + port, unit):
                return True
    return False


@rule
def scores_if_raided(book, game, port, power):
    """Whether a raid by carriers of a power still scores there (M.2), and none of them is on the way already."""
    if book.raid_vp[port, power] == 0 or has(game.raided[port], power):
        return False
    for k in range(game.units_here):
        if game.controller[game.here[k]] == power and game.raid_place[game.here[k]] == FIRST_PORT + port:
            return False
    return True


@rule
def raid_places(book, game, unit):
    """Enemy ports and bases that touch the area, as a set; an empty one may be raided too (§9.23, M.2)."""
    places = 0
    for port in range(book.ports):
        if has(touched(book, game, port), game.area) and hostile_to(book, game, port, side(game, unit)):
            places |= bit(port)
    return places


@rule
def mask_air_raid(book, game, mask):
    """One adjacent enemy place, or none (§9.23)."""
    allow_ports(mask, raid_places(book, game, game.subject))
    mask[Option.HOLD] = 1


@rule
def take_air_raid(game, action, events):
    """The carrier is assigned to a place."""
    unit = game.subject
    if action == Option.HOLD:
        game.raid_place[unit] = HELD
    else:
        game.raid_place[unit] = action - FIRST_PLACE_ACTION
        note(events, Event.STRIKES, unit, game.raid_place[unit], 0)


# --- §9.3: the attack on one place ---------------------------------------------------------------------


@rule
def raid(book, game, events):
    """All attackers of a place are given targets there, partner after partner in nationality order (§5.1), then roll;
    nobody shoots back (§9.3, §9.32).  On turn 11 kamikaze attacks are announced before that (§21.1)."""
    frame = top(game)
    place = frame[SUBJECT]
    if frame[STAGE] == ANSWERING:
        return answer_raid(book, game, place, events)
    if frame[CURSOR] == 0:
        clear_raid(game, place)
    if frame[STAGE] == BEGINNING and has_come(book, game) and surprise_raid(game) == 0:
        if announce_next_kamikaze(book, game, place):
            return True
        frame[STAGE] = ANNOUNCED
        frame[CURSOR] = 0
    while frame[CURSOR] < 4 * game.units_here:
        power = lap(frame[CURSOR], game.units_here)
        unit = int(game.here[frame[CURSOR] - power * game.units_here])
        in_turn = game.controller[unit] == power
        if in_turn and attacks(book, game, unit, place) and holds_target(book, game, place, unit):
            return ask(book, game, Decision.STRIKE_TARGET, game.controller[unit], unit)
        frame[CURSOR] += 1
    if may_be_warned(book, game) and roll_for_warning(game, events):
        call_off(game)
        pop(game)
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if attacks(book, game, unit, place):
            if book.carrier[unit] == 1 and game.raided[place - FIRST_PORT] & bit(game.controller[unit]) == 0:
                game.raided[place - FIRST_PORT] |= bit(game.controller[unit])
                note(events, Event.RAIDED, place, game.controller[unit], 0)
            if game.target[unit] != NOBODY:
                attack(book, game, unit, game.target[unit], True, False, events)
            game.raid_place[unit] = STRUCK
    if aircraft_answer(book, game):
        frame[STAGE] = ANSWERING
        frame[CURSOR] = 0
        return False
    take_effect_in_place(book, game, place, events)
    if has_come(book, game):
        end_kamikaze(book, game, events)
    pop(game)
    return False


@rule
def answer_raid(book, game, place, events):
    """In the second raid on Pearl Harbor the air unit there attacks ships at sea; all takes effect at once (§23.32)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if answers(book, game, unit, place):
            return ask(book, game, Decision.STRIKE_TARGET, game.controller[unit], unit)
        frame[CURSOR] += 1
    for k in range(game.units):
        unit = int(game.roster[k])
        if answers(book, game, unit, place) and game.target[unit] != NOBODY:
            attack(book, game, unit, game.target[unit], True, True, events)
            game.target[unit] = NOBODY
    take_effect_in_place(book, game, place, events)
    take_effect(book, game, events)
    pop(game)
    return False


@rule
def announce_next_kamikaze(book, game, place):
    """Attackers of the place that are asked for a kamikaze attack (§21.1)."""
    frame = top(game)
    while frame[CURSOR] < game.units_here:
        unit = int(game.here[frame[CURSOR]])
        if attacks(book, game, unit, place) and may_dive(book, game, unit) and holds_target(book, game, place, unit):
            return ask_for_kamikaze(book, game, unit)
        frame[CURSOR] += 1
    return False


@rule
def end_kamikaze(book, game, events):
    """What has made a kamikaze attack is eliminated, a carrier disabled (§21.1)."""
    k = 0
    while k < game.units_here:
        unit = int(game.here[k])
        has_dived = game.kamikaze[unit] == 1
        game.kamikaze[unit] = 0
        if has_dived and book.kind[unit] == Kind.LBA:
            destroy(book, game, unit, events)
            continue
        if has_dived:
            mark(game, unit, DISABLED, 1)
            note(events, Event.DISABLED, unit, 0, 0)
        k += 1


@rule
def call_off(game):
    """The attack is lost (§24.3)."""
    for k in range(game.units_here):
        game.target[game.here[k]] = NOBODY
        game.raid_place[game.here[k]] = STRUCK
    for k in range(game.units):
        if in_port(game, int(game.roster[k])):
            game.attackers_on[game.roster[k]] = 0


@rule
def attacks(book, game, unit, place):
    """Whether a unit attacks what is in the place; paratroops wait until the air units have done so (§13.6)."""
    return game.raid_place[unit] == place and book.airborne[unit] == 0


@rule
def clear_raid(game, place):
    """Nobody has aimed or been hit yet."""
    for k in range(game.units_here):
        game.target[game.here[k]] = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == place:
            game.attackers_on[unit] = 0
            game.pending_damage[unit] = 0


@rule
def raid_target(book, game, target, attacker):
    """Enemy ships, LBA and amphibious units in a place may be attacked there (§9.3, §12.4, §7.33)."""
    return fights(book, target) and side(game, target) != side(game, attacker)


@rule
def holds_raid_target(book, game, place, attacker):
    """Whether there is anything in the place that may be attacked from the air (§9.24, §12.4)."""
    for k in range(game.units):
        target = int(game.roster[k])
        if game.place[target] == place and raid_target(book, game, target, attacker):
            return True
    return False


@rule
def struck_by_this_raid(book, game, target, attacker):
    """The same in the raid under way: the surprise raids strike ships and aircraft only (§19.7)."""
    spared = surprise_raid(game) > 0 and book.kind[target] == Kind.AMPHIBIOUS
    return raid_target(book, game, target, attacker) and not spared


@rule
def holds_target(book, game, place, attacker):
    """Whether there is anything to attack in the place (§9.24)."""
    for k in range(game.units):
        target = int(game.roster[k])
        if game.place[target] == place and struck_by_this_raid(book, game, target, attacker):
            return True
    return False


@rule
def mask_strike_target(book, game, mask):
    """Any enemy unit in the place, or hold fire (§9.24, §7.31), but not in a kamikaze attack (§21.1)."""
    if top(game)[STAGE] == ANSWERING:
        mask_answer(book, game, mask)
        return
    place = top(game)[SUBJECT]
    for k in range(game.units):
        target = int(game.roster[k])
        if game.place[target] == place and struck_by_this_raid(book, game, target, game.subject):
            mask[FIRST_UNIT_ACTION + target] = 1
    mask[Option.HOLD] = 1 - game.kamikaze[game.subject]


@rule
def take_effect_in_place(book, game, place, events):
    """Ships in port take twice their armor; beyond it they rest on the bottom, where repairs are possible (§9.35)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] != place:
            continue
        game.attackers_on[unit] = 0
        if game.pending_damage[unit] == 0:
            continue
        game.damage[unit] += game.pending_damage[unit]
        game.pending_damage[unit] = 0
        if game.damage[unit] <= armor(book, game, unit):
            continue
        afloat = place < FIRST_PORT  # §22.1
        bottomed = not afloat and book.kind[unit] == Kind.SHIP and game.damage[unit] <= 2 * book.armor[unit]
        if bottomed and is_a_shipyard(book, game, place - FIRST_PORT):  # §9.351
            note(events, Event.ON_THE_BOTTOM, unit, place, 0)
        else:
            destroy(book, game, unit, events)
