"""§19.6-19.8 The surprise attacks on Pearl Harbor and in Indonesia."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import COMMITTED, RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    BOTH_SIDES,
    FIRST_BOX,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Box,
    Decision,
    Event,
    Kind,
    Option,
    OptionalRule,
    Power,
    Side,
)
from aw_env.games.admirals_war.rules.air_raids import take_effect_in_place
from aw_env.games.admirals_war.rules.asw import lurking
from aw_env.games.admirals_war.rules.battle import begin_air_round
from aw_env.games.admirals_war.rules.combat import disperse, gather, line_up_anew
from aw_env.games.admirals_war.rules.counters import (
    STRUCK,
    WITH_SUBMARINES,
    airstrike,
    hostile_to,
    on_the_bottom,
    put,
    side,
    touched,
)
from aw_env.games.admirals_war.rules.fire import attack, send_disabled_home, take_effect
from aw_env.games.admirals_war.rules.options.pearl_harbor_tension import (
    area_of_die,
    find_groups_in_secret,
    forfeit,
    forget_groups,
    found_at,
    hold_to_names,
    names_targets,
)
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.tora_tora import FLEET_AT_SEA, aircraft_are_away, rounds_allowed
from aw_env.games.admirals_war.rules.participants import both_present, present
from aw_env.games.admirals_war.rules.retreat import SILENT, UNPURSUED, begin_round
from aw_env.games.admirals_war.rules.war_entry import NOT_THIS_TURN, PEARL_HARBOR_DONE
from aw_env.naval.dice import roll_die

ON_PATROL, FROM_PORT = 0, 2
"""How a unit gets to sea, in the account: as a patroller like any other, or out of the port in the battle."""

# --- §19.7: Pearl Harbor -------------------------------------------------------------------------------

(
    ARRIVING, FIRST_RAID, SECOND_RAID, JAPAN_DECIDES, GROUPS_APPEAR, SORTIE, HUNT, SUBMARINES, ALLIES_DECIDE,
    ROUND, AFTER_ROUND, AFTER_RETREAT, OUT_OF_FUEL, ALLIED_RAIDS, LAST_LANDINGS, DONE,
) = range(16)  # fmt: skip


@rule
def pearl_harbor(book, game, events):
    """Two air raids on the port (§19.7), the fleet puts to sea (§19.73), and at most two more rounds (§19.76)."""
    frame = top(game)
    stage = frame[STAGE]
    frame[STAGE] = stage + 1
    if stage == ARRIVING:
        begin_war(game)
        gather(book, game, frame[SUBJECT])
        note(events, Event.COMBAT_BEGINS, frame[SUBJECT], 0, 0)
        if plays(book, OptionalRule.PEARL_HARBOR_TENSION):
            find_groups_in_secret(book, game, events)
    elif stage == FIRST_RAID or stage == SECOND_RAID:
        if game.warned < FLEET_AT_SEA and launch(book, game):
            note(events, Event.SURPRISE, FIRST_PORT + int(book.raid_target), stage - ARRIVING, 0)
            push(game, Step.RAID, FIRST_PORT + int(book.raid_target))
    elif stage == JAPAN_DECIDES:
        if send_disabled_home(book, game):  # by the aircraft of the port (§23.32)
            frame[STAGE] = stage
            return False
        land_aircraft(game)
        if names_targets(book, game):
            push(game, Step.NAMING, frame[SUBJECT])
        if present(game, Side.AXIS) and game.warned < FLEET_AT_SEA:
            declare(game, SILENT << Side.ALLIES | UNPURSUED)
    elif stage == GROUPS_APPEAR:
        find_groups(book, game, events)
    elif stage == SORTIE:
        put_to_sea(book, game, events)
    elif stage == HUNT:
        if lurking(game):
            push(game, Step.ASW, frame[SUBJECT])
    elif stage == SUBMARINES:
        if game.kinds_here & WITH_SUBMARINES != 0:
            push(game, Step.SUBMARINE_ATTACKS, frame[SUBJECT])
    elif stage == ALLIES_DECIDE:
        if both_present(game):
            declare(game, SILENT << Side.AXIS | UNPURSUED)
    elif stage == ROUND:
        fight_on(book, game, frame[SUBJECT], events)
    elif stage == AFTER_ROUND:
        end_round(book, game, events)
    elif stage == AFTER_RETREAT:
        go_on(game)
    elif stage == OUT_OF_FUEL:
        if present(game, Side.AXIS):
            declare(game, 1 << Side.AXIS | UNPURSUED)
    elif stage == ALLIED_RAIDS:
        push(game, Step.AIR_RAIDS, frame[SUBJECT])
    elif stage == LAST_LANDINGS:
        push(game, Step.LANDINGS, frame[SUBJECT])
        top(game)[STAGE] = BOTH_SIDES
    else:
        game.resolved[frame[SUBJECT]] = 1
        game.attack = PEARL_HARBOR_DONE
        disperse(book, game)
        pop(game)
    return False


@rule
def begin_war(game):
    """From the first bomb on Japan is at war (§10.13, §19.11)."""
    game.hostilities = 1
    game.hostilities_since = game.turn


@rule
def launch(book, game):
    """Every Japanese carrier in the area attacks the port (§19.7).  Whether there is one."""
    launched = False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.controller[unit] == Power.JAPANESE and book.carrier[unit] == 1 and airstrike(book, game, unit) > 0:
            game.raid_place[unit] = FIRST_PORT + int(book.raid_target)
            launched = True
    return launched


@rule
def land_aircraft(game):
    """The raids are over."""
    for k in range(game.units_here):
        game.raid_place[game.here[k]] = NOWHERE


@rule
def declare(game, terms):
    """Declarations of retreat on special terms: who is not asked, who must, and whether there is a pursuit."""
    push(game, Step.RETREAT, game.area)
    top(game)[STAGE] = terms


@rule
def find_groups(book, game, events):
    """A die for each group of uncertain whereabouts says where it patrols (§19.72, Table 5)."""
    for box in range(FIRST_BOX + Box.UNCERTAIN_W, FIRST_BOX + Box.UNCERTAIN_Z + 1):
        area = NOWHERE
        for k in range(game.units):
            unit = int(game.roster[k])
            if game.place[unit] == box:
                if area == NOWHERE:
                    area = find_group(book, game, box, events)
                patrol(game, unit, area, ON_PATROL, events)
    forget_groups(game)


@rule
def find_group(book, game, box, events):
    """Where a group is: where the secret dice have put it (§23.22), or a die now."""
    area = found_at(game, box - FIRST_BOX - Box.UNCERTAIN_W)
    if area != NOWHERE:
        note(events, Event.TABLE, box, 5, area)
        return area
    die = roll_die(game)
    area = area_of_die(book, game, die)
    note(events, Event.TABLE, box, 5, area)
    note_die(events, die)
    return area


@rule
def patrol(game, unit, area, manner, events):
    """A unit is put on patrol and moves no further this turn (§19.72, §19.73)."""
    put(game, unit, area)
    mark(game, unit, RAIDING, 0)
    mark(game, unit, COMMITTED, 1)
    note(events, Event.MOVED, unit, area, manner)


@rule
def put_to_sea(book, game, events):
    """Allied ships and air units leave the port, ships on the bottom excepted (§19.73); all at sea take part now."""
    area = game.area
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == FIRST_PORT + book.raid_target and side(game, unit) == Side.ALLIES:
            sails = book.kind[unit] == Kind.SHIP and not on_the_bottom(book, game, unit)
            if sails or book.kind[unit] == Kind.LBA:
                patrol(game, unit, area, FROM_PORT, events)
    if names_targets(book, game):
        line_up_anew(book, game, area)
    else:
        disperse(book, game)
        gather(book, game, area)


@rule
def fight_on(book, game, area, events):
    """Normal combat if an Allied fleet is there, else another air raid (§19.761)."""
    if aircraft_are_away(game, top(game)[CURSOR]):
        if both_present(game):
            be_caught(book, game, area, events)
    elif both_present(game):
        as_named = names_targets(book, game) and top(game)[CURSOR] == 0
        begin_round(game, area)
        if as_named:
            hold_to_names(game)
            begin_air_round(book, game, events)
    elif present(game, Side.AXIS):
        if names_targets(book, game):
            forfeit(game)
        push(game, Step.AIR_RAIDS, area)
    else:
        top(game)[STAGE] = OUT_OF_FUEL


@rule
def be_caught(book, game, area, events):
    """An air action in which the aircraft of the Japanese carriers are away (§24.4)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.controller[unit] == Power.JAPANESE and book.carrier[unit] == 1:
            game.raid_place[unit] = STRUCK
    begin_round(game, area)
    begin_air_round(book, game, events)


@rule
def end_round(book, game, events):
    """Either side may retreat; after the second round the Japanese must (§19.763).  Allies that retreat after the first
    are pursued for one round (§19.762)."""
    frame = top(game)
    frame[CURSOR] += 1
    land_aircraft(game)
    take_effect_in_place(book, game, FIRST_PORT + int(book.raid_target), events)  # §23.53
    if not present(game, Side.AXIS):
        return
    terms = 1 << Side.AXIS if frame[CURSOR] == rounds_allowed(game) else 0
    if not present(game, Side.ALLIES):
        terms |= UNPURSUED
    game.short_of_fuel = 1
    declare(game, terms)


@rule
def go_on(game):
    """While the Allies were pursued, carriers that did not pursue raid (§19.762), and a round is over after which the
    Japanese may have fuel for more (§24.62); else the next round."""
    frame = top(game)
    if game.retreating == Side.ALLIES:
        if frame[CURSOR] + 1 < rounds_allowed(game):
            game.retreating = NOBODY
            frame[STAGE] = AFTER_ROUND
        push(game, Step.AIR_RAIDS, game.area)
    elif frame[CURSOR] < rounds_allowed(game) and present(game, Side.AXIS):
        frame[STAGE] = ROUND


# --- §19.8: Indonesia ----------------------------------------------------------------------------------

SURPRISE_ROUNDS = 2


@rule
def indonesia(book, game, events):
    """Two rounds of attacks by Japanese carriers and aircraft on everything Allied in the area and in the places beside
    it, without return fire (§19.8); then normal combat (§19.83)."""
    frame = top(game)
    area = frame[SUBJECT]
    if frame[STAGE] == 0:
        gather(book, game, area)
        if game.units_here > 0:
            note(events, Event.COMBAT_BEGINS, area, 0, 0)
        frame[STAGE] = 1
    while frame[STAGE] <= SURPRISE_ROUNDS:
        while frame[CURSOR] < game.units_here:
            unit = int(game.here[frame[CURSOR]])
            if surprises(book, game, unit) and holds_victim(book, game):
                return ask(book, game, Decision.STRIKE_TARGET, Power.JAPANESE, unit)
            frame[CURSOR] += 1
        strike(book, game, int(frame[STAGE]), events)
        frame[CURSOR] = 0
        frame[STAGE] += 1
    game.attack = NOT_THIS_TURN
    occupied = game.units_here > 0
    disperse(book, game)
    pop(game)
    if occupied:
        push(game, Step.AREA, area)
    return False


@rule
def surprises(book, game, unit):
    """Japanese carriers and land-based air attack (§19.81)."""
    if game.controller[unit] != Power.JAPANESE or airstrike(book, game, unit) == 0:
        return False
    return book.carrier[unit] == 1 or book.kind[unit] == Kind.LBA


@rule
def is_victim(book, game, unit):
    """Allied ships and units at sea in the area, or in a port or base beside it (§19.8)."""
    place = game.place[unit]
    if side(game, unit) != Side.ALLIES:
        return False
    if place == game.area:
        return Kind.SHIP <= book.kind[unit] <= Kind.AMPHIBIOUS
    port = place - FIRST_PORT
    beside = 0 <= port < book.ports and has(touched(book, game, port), game.area)
    return beside and hostile_to(book, game, port, Side.AXIS) and Kind.SHIP <= book.kind[unit] <= Kind.AMPHIBIOUS


@rule
def holds_victim(book, game):
    """Whether there is anything to attack."""
    for k in range(game.units):
        if is_victim(book, game, int(game.roster[k])):
            return True
    return False


@rule
def mask_surprise_target(book, game, mask):
    """Any of these, or hold fire (§7.31)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if is_victim(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


@rule
def strike(book, game, which, events):
    """All roll; nothing is disabled (§19.82), and nobody shoots back."""
    announced = False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.target[unit] != NOBODY:
            if not announced:
                note(events, Event.SURPRISE, game.area, which, 0)
                announced = True
            attack(book, game, unit, game.target[unit], True, False, events)
            game.target[unit] = NOBODY
    take_effect(book, game, events)
    for port in range(book.ports):
        if has(touched(book, game, port), game.area):
            take_effect_in_place(book, game, FIRST_PORT + port, events)
