"""§22 French fleet dilemma: Operation Catapult, the armistice, Operation Lila, and what the French do about Torch."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, STEP, SUBJECT, ask, pop, push, top
from aw_env.games.admirals_war.records.state import RAIDING
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import (
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    NOBODY,
    NOWHERE,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Power,
    Side,
    Theatre,
)
from aw_env.games.admirals_war.rules.air_raids import take_effect_in_place
from aw_env.games.admirals_war.rules.basing import recall_french
from aw_env.games.admirals_war.rules.capture import defends, may_fall_to, surrounded_by
from aw_env.games.admirals_war.rules.combat import DONE, RAIDS_ARE_OVER, ROUNDS, gather, line_up_anew
from aw_env.games.admirals_war.rules.control import areas_controlled, reveal_deniers
from aw_env.games.admirals_war.rules.counters import (
    airstrike,
    allow_ports,
    at_sea,
    gunnery,
    in_port,
    open_to,
    put,
    stand_down,
    touched,
)
from aw_env.games.admirals_war.rules.fire import attack
from aw_env.games.admirals_war.rules.minor_navies import (
    ALLIED,
    GERMAN,
    SCUTTLED,
    change_sides,
    commission,
    is_afloat,
    is_home,
    scuttle,
)
from aw_env.games.admirals_war.rules.options.turn_eleven import has_come
from aw_env.games.admirals_war.rules.options.vichy import (
    AFRICA_BOX,
    AIMING,
    AIMING_BACK,
    ASKED,
    FIRING,
    FIRING_BACK,
    HOMEWARD,
    OPPOSED,
    PUT_OFF,
    TOULON_BOX,
    anyone_in,
    box_up,
    is_dilemma,
    is_vichy,
)
from aw_env.naval.dice import roll_die
from aw_env.naval.groups import ALL, NO_GROUP

LEAST_TO_REFUSE = 2
"""Least total with which the French do not surrender their fleet (§22.31)."""
MOST_FOR_TOULON = 3
"""Greatest die that sends an undamaged ship to the Toulon box (§22.32)."""
LILA_AT_AFRICA, LILA_AT_TOULON, TORCH_AT_TOULON = range(3)
"""Tables of the book's `seizure`: Table 6 twice, and Table 7."""
WELL_PLANNED = 5
"""The turn from which Operation Lila is better planned than printed, and before which it is worse (Table 6)."""
MOST_TO_OPPOSE = 2
"""Greatest total with which the French oppose Torch (§22.5)..."""
BITTERNESS = 2
"""...and what Operation Catapult takes off it."""
ROLLING, PLACING = range(2)
"""Stages of a seizure: the next ship's fate, and where she goes."""


# --- §22.1: Operation Catapult -------------------------------------------------------------------------


@optional(otherwise=False)
@rule
def may_launch(book, game):
    """Before the French return to base for good, if a British unit could attack them (§22.1)."""
    if not is_dilemma(book) or game.turn != book.french_last_turn or game.turn == book.last_turn:
        return False
    for k in range(game.units):
        if reaches_the_french(book, game, int(game.roster[k])):
            return True
    return False


@rule
def reaches_the_french(book, game, unit):
    """A British ship or LBA at sea with something to attack with, and a French ship within its reach (§22.11)."""
    nation = book.nation[unit]
    british = nation == Nation.BRITISH or nation == Nation.AUSTRALIAN or nation == Nation.DUTCH
    if not british or not at_sea(game, unit) or not is_armed_against(book, game, unit, Kind.SHIP):
        return False
    for k in range(game.units):
        if is_in_reach(book, game, int(game.roster[k]), int(game.place[unit])):
            return True
    return False


@rule
def is_armed_against(book, game, unit, kind):
    """Guns or aircraft against a ship; against LBA only aircraft (§22.12)."""
    return airstrike(book, game, unit) > 0 or (gunnery(book, game, unit) > 0 and kind != Kind.LBA)


@rule
def is_in_reach(book, game, unit, area):
    """A French ship in the area, or in a place that touches it (§22.11)."""
    if book.nation[unit] != Nation.FRENCH or book.kind[unit] != Kind.SHIP:
        return False
    if in_port(game, unit):
        return has(touched(book, game, game.place[unit] - FIRST_PORT), area)
    return game.place[unit] == area


@rule
def launching(book, game, events):
    """The British say whether, and at which ship each unit fires; then the French, as the Germans direct them; then all
    French ships return to base (§22.1, §22.2)."""
    frame = top(game)
    if frame[STAGE] == ASKED:
        return ask(book, game, Decision.CATAPULT, Power.BRITISH, NOBODY)
    while frame[STAGE] == AIMING and frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if reaches_the_french(book, game, unit):
            return ask(book, game, Decision.CATAPULT_TARGET, Power.BRITISH, unit)
        frame[CURSOR] += 1
    if frame[STAGE] == AIMING:
        frame[STAGE] = FIRING
        fire_at_all(book, game, events)
        frame[STAGE] = AIMING_BACK
        frame[CURSOR] = 0
    while frame[STAGE] == AIMING_BACK and frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if may_fire_back(book, game, unit):
            return ask(book, game, Decision.CATAPULT_TARGET, Power.GERMAN, unit)
        frame[CURSOR] += 1
    if frame[STAGE] == AIMING_BACK:
        frame[STAGE] = FIRING_BACK
        fire_at_all(book, game, events)
        for k in range(game.units):
            stand_down(game, int(game.roster[k]))
    recall_french(book, game, events)
    pop(game)
    return False


@rule
def take_launch(game, action, events):
    """It is launched, whatever then happens, or not."""
    game.catapult = int(action == Option.YES)
    note(events, Event.CATAPULT, game.catapult, 0, 0)
    top(game)[STAGE] = AIMING if action == Option.YES else HOMEWARD


@rule
def mask_catapult_target(book, game, mask):
    """Any French ship in reach, or for one of these any British unit that attacked where she is; or hold fire."""
    for k in range(game.units):
        other = int(game.roster[k])
        if may_be_aimed_at(book, game, other):
            mask[FIRST_UNIT_ACTION + other] = 1
    mask[Option.HOLD] = 1


@optional(otherwise=False)
@rule
def may_be_aimed_at(book, game, unit):
    """Whether the unit that is asked may fire at another."""
    if top(game)[STAGE] == AIMING:
        return is_in_reach(book, game, unit, int(game.place[game.subject]))
    return is_fired_back_at(book, game, game.subject, unit)


@rule
def take_catapult_target(game, action):
    """The unit fires at a ship, and where she is; or not at all."""
    top(game)[CURSOR] += 1
    if action == Option.HOLD:
        return
    target = action - FIRST_UNIT_ACTION
    game.target[game.subject] = target
    game.attackers_on[target] += 1
    if top(game)[STAGE] == AIMING:
        game.raid_place[game.subject] = game.place[target]


@rule
def fire_at_all(book, game, events):
    """Unit by unit guns and aircraft, then all damage takes effect (§22.12)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        target = int(game.target[unit])
        if target == NOBODY:
            continue
        if gunnery(book, game, unit) > 0 and book.kind[target] != Kind.LBA:
            attack(book, game, unit, target, False, False, events)
        if airstrike(book, game, unit) > 0:
            attack(book, game, unit, target, True, False, events)
        game.target[unit] = NOBODY
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.attackers_on[unit] > 0:
            take_effect_in_place(book, game, int(game.place[unit]), events)


@rule
def may_fire_back(book, game, unit):
    """A French ship where the British have attacked one, with a target (§22.13)."""
    if book.nation[unit] != Nation.FRENCH or book.kind[unit] != Kind.SHIP:
        return False
    for k in range(game.units):
        if is_fired_back_at(book, game, unit, int(game.roster[k])):
            return True
    return False


@rule
def is_fired_back_at(book, game, unit, target):
    """A British unit that has attacked the place where a French ship is, and against which she is armed (§22.13)."""
    attacked = int(game.raid_place[target])
    if attacked == NOWHERE or attacked != game.place[unit]:
        return False
    return is_armed_against(book, game, unit, book.kind[target])


# --- §22.3: the armistice ------------------------------------------------------------------------------


@optional()
@rule
def sign_the_armistice(book, game, events):
    """When France has left the war: one die for the whole fleet, in place of Table 4 (§22.3)."""
    if game.turn != book.french_last_turn + 1:
        return
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.nation[unit] == Nation.FRENCH:
            commission(book, game, unit, events)
    die = roll_die(game)
    total = die + min(0, int(game.victory_points[Theatre.ATLANTIC]))
    surrendered = total < LEAST_TO_REFUSE
    note(events, Event.ARMISTICE, total, int(surrendered), 0)
    note_die(events, die)
    for k in range(game.units):
        unit = int(game.roster[k])
        if book.nation[unit] != Nation.FRENCH or not in_port(game, unit):
            continue
        if not is_home(book, game, unit) or not is_afloat(book, game, unit):
            scuttle(game, unit, events)
        elif surrendered:
            change_sides(game, unit, Power.GERMAN, events)
            hand_over_damaged(book, game, unit)
        else:
            lay_up(game, unit, events)


@rule
def hand_over_damaged(book, game, unit):
    """Damage up to the armor factor, for want of a trained crew (§22.31, §22.42)."""
    game.damage[unit] = max(int(game.damage[unit]), int(book.armor[unit]))


@rule
def lay_up(game, unit, events):
    """Damaged ships in the Toulon box, each other one in either (§22.32)."""
    if game.damage[unit] > 0:
        box_up(game, unit, TOULON_BOX, events)
        return
    die = roll_die(game)
    box_up(game, unit, TOULON_BOX if die <= MOST_FOR_TOULON else AFRICA_BOX, events)
    note_die(events, die)


# --- §22.4: Operation Lila -----------------------------------------------------------------------------


@rule
def may_seize(book, game):
    """Each turn, but not on the first after France has left the war, while there is a ship to seize (§22.4)."""
    if not is_dilemma(book) or game.turn < book.french_last_turn + 2 or has_come(book, game):
        return False
    return game.turn < book.last_turn and anyone_vichy(game)


@rule
def anyone_vichy(game):
    """Whether there is a ship in either holding box."""
    return anyone_in(game, TOULON_BOX) or anyone_in(game, AFRICA_BOX)


@rule
def declaring_lila(book, game):
    """The Germans say whether they try (§22.4)."""
    return ask(book, game, Decision.LILA, Power.GERMAN, NOBODY)


@rule
def take_lila(game, action, events):
    """It is tried, once and for all, or not this turn."""
    pop(game)
    if action == Option.YES:
        note(events, Event.LILA, 0, 0, 0)
        push(game, Step.SEIZURE, LILA_AT_AFRICA)


@rule
def seizing(book, game, events):
    """Ship by ship a roll on the table, and where she goes if she is German (§22.41, §22.43, §22.522)."""
    frame = top(game)
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if is_vichy(game, unit):
            if frame[STAGE] == PLACING:
                return ask(book, game, Decision.LILA_PLACE, Power.GERMAN, unit)
            if seize(book, game, unit, frame[SUBJECT], events):
                frame[STAGE] = PLACING
                continue
        frame[CURSOR] += 1
    pop(game)
    return False


@rule
def seize(book, game, unit, table, events):
    """A ship's fate.  True if she is German, and has a place to go to."""
    if table == LILA_AT_AFRICA and game.place[unit] == TOULON_BOX:
        table = LILA_AT_TOULON
    first, second = roll_die(game), roll_die(game)
    total = first + second
    if table != TORCH_AT_TOULON:
        total += planning(book, game, table)
    outcome = GERMAN
    if total >= book.seizure[table, 1]:
        outcome = ALLIED
    elif total >= book.seizure[table, 0]:
        outcome = SCUTTLED
    note(events, Event.TABLE, unit, 7 if table == TORCH_AT_TOULON else 6, outcome)
    note_die(events, first)
    note_die(events, second)
    if outcome == SCUTTLED or (outcome == GERMAN and lila_places(book, game) == 0):
        scuttle(game, unit, events)
        return False
    hand_over_damaged(book, game, unit)
    if outcome == ALLIED:
        go_into_exile(book, game, unit, events)
    return outcome == GERMAN


@rule
def planning(book, game, table):
    """What is added on Table 6: for the turn, for Operation Catapult, and in North Africa if the Axis holds both Malta
    and Tripoli (§22.41)."""
    change = WELL_PLANNED - int(game.turn) + (-1 if game.catapult == 1 else 1)
    if table == LILA_AT_AFRICA and holds_all(book, game, Side.AXIS):
        change -= 1
    return change


@rule
def holds_all(book, game, of_side):
    """Whether a side holds both Malta and Tripoli."""
    for port in range(book.ports):
        if has(book.torch_places, port) and not open_to(book, game, port, of_side):
            return False
    return True


@rule
def go_into_exile(book, game, unit, events):
    """A Free French ship goes to the USA (§22.43)."""
    put(game, unit, FIRST_PORT + int(book.french_exile))
    note(events, Event.RETURNED, unit, game.place[unit], 0)


@rule
def lila_places(book, game):
    """Those of Toulon and Taranto that the Axis holds, as a set (§22.43)."""
    places = 0
    for port in range(book.ports):
        if has(book.lila_to, port) and open_to(book, game, port, Side.AXIS):
            places |= bit(port)
    return places


@rule
def mask_lila_place(book, game, mask):
    """Either."""
    allow_ports(mask, lila_places(book, game))


@rule
def take_lila_place(game, action, events):
    """There, a German ship from now on; then the next."""
    change_sides(game, game.subject, Power.GERMAN, events)
    put(game, game.subject, action - FIRST_PLACE_ACTION)
    note(events, Event.RETURNED, game.subject, game.place[game.subject], 0)
    frame = top(game)
    frame[STAGE] = ROLLING
    frame[CURSOR] += 1


# --- §22.5: Torch --------------------------------------------------------------------------------------


@optional(otherwise=False)
@rule
def is_put_off(book, game, unit, place, events):
    """Whether a landing that would make Torch complete has to wait, because the French oppose it (§22.511)."""
    port = place - FIRST_PORT
    if not is_dilemma(book) or not has(book.torch_places, port) or book.kind[unit] != Kind.AMPHIBIOUS:
        return False
    if game.controller[unit] & 1 != Side.ALLIES or open_to(book, game, port, Side.ALLIES):
        return False
    if not would_hold_all(book, game, bit(port)) or is_held_by_troops(book, game, place):
        return False
    if game.torch >= PUT_OFF:
        return game.torch == PUT_OFF
    if not is_opposed(book, game, events):
        return False
    begin_opposition(book, game, int(game.place[unit]), events)
    return True


@rule
def is_held_by_troops(book, game, place):
    """Whether a defender only costs the Allies their unit (§13.43)."""
    for k in range(game.units):
        if defends(book, game, int(game.roster[k]), place, Side.ALLIES):
            return True
    return False


@rule
def would_hold_all(book, game, more):
    """Whether the Allies hold both Malta and Tripoli with these places besides."""
    for port in range(book.ports):
        if has(book.torch_places & ~more, port) and not open_to(book, game, port, Side.ALLIES):
            return False
    return True


@rule
def is_opposed(book, game, events):
    """The die for the ships in North Africa; once they have opposed Torch they always do (§22.5, §22.512).  If they do
    not, all is settled (§22.52)."""
    if not anyone_vichy(game):
        return False
    if not anyone_in(game, AFRICA_BOX):
        push(game, Step.SEIZURE, TORCH_AT_TOULON)
        return False
    if game.torch == OPPOSED:
        note(events, Event.TORCH, 0, 1, 0)
        return True
    die = roll_die(game)
    total = die - (BITTERNESS if game.catapult == 1 and british_in_sight(book, game) else 0)
    opposed = total <= MOST_TO_OPPOSE
    note(events, Event.TORCH, total, int(opposed), 0)
    note_die(events, die)
    if not opposed:
        free_north_africa(book, game, events)
        push(game, Step.SEIZURE, TORCH_AT_TOULON)
    return opposed


@rule
def british_in_sight(book, game):
    """Whether the British have a unit at sea in either half of the Mediterranean, which meet in Taranto (§22.5)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.controller[unit] == Power.BRITISH and at_sea(game, unit):
            if has(book.touches[book.italy_falls_with], game.place[unit]):
                return True
    return False


@rule
def free_north_africa(book, game, events):
    """All ships in North Africa are Free French (§22.521)."""
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == AFRICA_BOX:
            go_into_exile(book, game, unit, events)


@rule
def begin_opposition(book, game, area, events):
    """The ships in North Africa appear in the area, under German control, and combat goes on or begins (§22.511)."""
    game.torch = PUT_OFF
    beneath = NOWHERE
    pursuit = False
    for depth in range(game.depth):
        if game.frames[depth][STEP] == Step.AREA:
            beneath = depth
        pursuit = pursuit or game.frames[depth][STEP] == Step.PURSUIT
    for k in range(game.units):
        unit = int(game.roster[k])
        if game.place[unit] == AFRICA_BOX:
            put(game, unit, area)
            mark(game, unit, RAIDING, 0)
            change_sides(game, unit, Power.GERMAN, events)
            note(events, Event.MOVED, unit, area, 0)
            if pursuit:
                game.group[unit] = NO_GROUP
    if beneath == NOWHERE:
        push(game, Step.AREA, area)
        top(game)[STAGE] = ROUNDS
        top(game)[CURSOR] = RAIDS_ARE_OVER
        gather(book, game, area)
        note(events, Event.COMBAT_BEGINS, area, 0, 0)
        return
    line_up_anew(book, game, area)
    frame = game.frames[beneath]
    if frame[STAGE] == DONE:
        frame[CURSOR] = RAIDS_ARE_OVER
    frame[STAGE] = ROUNDS
    game.quiet_rounds[ALL] = 0
    game.held_rounds[ALL] = 0


@optional()
@rule
def meet_the_flags(book, game, events):
    """Before flags are placed that will give Malta or Tripoli away and make Torch complete, the French may come out to
    break control of the sea (§22.512)."""
    if not is_dilemma(book) or game.torch >= PUT_OFF or holds_all(book, game, Side.ALLIES):
        return
    reveal_deniers(book, game, events)
    falling, to_hold = 0, int(book.open_areas) & areas_controlled(book, game, Side.ALLIES)
    for port in range(book.ports):
        if has(book.torch_places, port) and may_fall_to(book, game, port, Side.ALLIES):
            if surrounded_by(book, game, port, Side.ALLIES, to_hold):
                falling |= bit(port)
    if falling == 0 or not would_hold_all(book, game, falling) or not is_opposed(book, game, events):
        return
    push(game, Step.TORCH, book.torch_area)
    begin_opposition(book, game, int(book.torch_area), events)


@rule
def after_the_fight(game):
    """The fight for control of the sea is over: the flags are placed next, and then the French go back."""
    pop(game)
    return False
