"""Phases D to G: who attacks whom with what (ADF, AAT, SUR, TOR, ATT)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note
from aw_env.core.engine.sets import bit, has, lowest
from aw_env.core.engine.stack import CURSOR, STAGE, SUBJECT, ask, pop, push, top
from aw_env.games.naval_miniatures.records.terms import (
    AFLOAT,
    EFFECTS,
    FIRST_UNIT_ACTION,
    FIRST_WEAPON_ACTION,
    GUNNERY,
    IN_THE_AIR,
    NOBODY,
    ROWS,
    WEAPONS,
    Condition,
    Decision,
    Effect,
    Event,
    Option,
    Phase,
    Step,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.dice import adds_to, has_weapon, is_asked, note_attack, roll_attack, value_at
from aw_env.games.naval_miniatures.rules.results import resolve
from aw_env.games.naval_miniatures.rules.sight import sees
from aw_env.games.naval_miniatures.rules.units import (
    called,
    distance,
    effect_of,
    first_of,
    is_aircraft,
    is_among,
    is_certain_to_go,
    is_left,
    is_ship,
    is_submarine,
    is_time_for,
    kind_of,
    next_with,
    on_map,
    side_of,
    spend,
    usable,
    within,
)

ALONE = 1 << Weapon.ASW | 1 << Weapon.SMOKE
"""In the surface attack phase, what shuts out all else (SUR.2, AB.lay_smoke_screen)."""


@rule
def weapons_of_phase(phase):
    """The weapons of a phase with attacks."""
    if phase == Phase.AIR_DEFENSE:
        return 1 << Weapon.ANTIAIR
    if phase == Phase.AIR_ATTACK:
        return IN_THE_AIR
    return AFLOAT if phase == Phase.SURFACE_ATTACK else 1 << Weapon.TORPEDO


@rule
def acts_in_phase(book, game, unit):
    """Whether a unit is one of those that attack in this phase; who was aborted in it still does (ADF.1, AAT.2, SUR.1,
    TOR.1, DMG.4)."""
    if not on_map(game, unit):
        return False
    if game.phase == Phase.AIR_DEFENSE:
        return not is_submarine(book, game, unit)
    if game.phase == Phase.AIR_ATTACK:
        return is_aircraft(book, game, unit) and (game.aborted[unit] == 0 or game.pressing[unit] == 1)
    if game.phase == Phase.SURFACE_ATTACK:
        return is_ship(book, game, unit)
    return not is_aircraft(book, game, unit)


# --- what may be used, and at whom -----------------------------------------------------------------------


@rule
def may_use(book, game, unit, weapon):
    """Whether a unit may use a weapon of the phase now, whatever there is to attack."""
    if not has(weapons_of_phase(game.phase), weapon) or not has_weapon(book, game, unit, weapon):
        return False
    if game.pressing[unit] == 1 and game.phase == Phase.AIR_ATTACK and weapon != Weapon.BOMB:
        return False
    if has(GUNNERY, weapon) and (game.mended[unit] == 1 or game.mending[unit] != NOBODY):
        return False
    if has(game.used, weapon):
        return has_second(book, game, unit, weapon)
    return not is_shut_out(game, weapon)


@rule
def is_shut_out(game, weapon):
    """Whether other weapons that a unit has used in this phase shut one out: all of an aircraft do, and of a ship those
    that are used alone (AAT.3, SUR.2)."""
    if game.used == 0:
        return False
    return game.phase == Phase.AIR_ATTACK or game.used & ALONE != 0 or has(ALONE, weapon)


@rule
def has_second(book, game, unit, weapon):
    """Whether a unit that has used a weapon may use it once more (AB.antiair_specialist, AB.bristling_with_guns,
    AB.audacious_attack)."""
    return next_with(book, game, unit, Effect.SECOND_ATTACK, weapon, -1) >= 0 and not has(game.twice, weapon)


@rule
def is_second_target(book, game, unit, weapon, target):
    """Whether a target is another than that of the weapon's first attack, as a second one needs."""
    return game.earlier[weapon] == NOBODY or second_attack(book, game, unit, weapon, target) >= 0


@rule
def second_attack(book, game, unit, weapon, target):
    """Which of its effects lets a unit attack a target after another, with the same weapon: a number below EFFECTS, or
    -1."""
    earlier = int(game.earlier[weapon])
    if target == earlier:
        return -1
    together = game.place[target] == game.place[earlier]
    k = next_with(book, game, unit, Effect.SECOND_ATTACK, weapon, -1)
    while k >= 0 and together and has(book.only[game.card[unit], k], Condition.OTHER_SECTOR):
        k = next_with(book, game, unit, Effect.SECOND_ATTACK, weapon, k)
    return k


@rule
def fits(book, game, unit, weapon, target):
    """Whether a weapon is for targets of this type (RNG.1, ATT.6, ATT.7, UNIT.17)."""
    if weapon == Weapon.ANTIAIR:
        return is_aircraft(book, game, target)
    if weapon == Weapon.ASW:
        return is_submarine(book, game, target)
    if is_ship(book, game, target):
        return True
    if not is_submarine(book, game, target):
        return False
    away = distance(book, game, unit, target)
    k = next_with(book, game, unit, Effect.SUBMARINES_TOO, weapon, -1)
    while k >= 0 and not within(book, int(book.reach[game.card[unit], k]), away):
        k = next_with(book, game, unit, Effect.SUBMARINES_TOO, weapon, k)
    return k >= 0


@rule
def may_attack(book, game, unit, weapon, target):
    """Whether a target is one for a weapon now: on the map, of the right type, with a number at its range and in sight;
    none whose end is certain, and no aborted aircraft (ATT.5, ATT.8, ATT.9, RES.11, MR-20, MR-22)."""
    if not on_map(game, target) or game.aborted[target] == 1 or is_certain_to_go(book, game, target):
        return False
    if not fits(book, game, unit, weapon, target):
        return False
    if value_at(book, game, unit, weapon, distance(book, game, unit, target)) == 0:
        return False
    if not is_second_target(book, game, unit, weapon, target):
        return False
    return sees(book, game, int(game.place[unit]), int(game.place[target]))


@rule
def is_forced_away(book, game, unit, weapon, target):
    """Whether enemy aircraft that draw its fire keep a fighter from another target (AB.draw_the_cap, MR-45)."""
    if weapon != Weapon.ANTIAIR or game.draws_fire[target] == 1:
        return False
    enemy = side_of(target)
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if game.draws_fire[other] == 1 and game.place[other] == game.place[unit]:
            k = effect_of(book, game, other, Effect.DRAW_FIRE)
            if is_among(int(book.by[game.card[other], k]), kind_of(book, game, unit)):
                if may_attack(book, game, unit, weapon, other):
                    return True
    return False


@rule
def is_target(book, game, unit, weapon, target):
    """Whether a unit may name a target for a weapon."""
    if not may_attack(book, game, unit, weapon, target):
        return False
    return not is_forced_away(book, game, unit, weapon, target)


@rule
def has_target(book, game, unit, weapon):
    """Whether there is anything to attack with a weapon; smoke needs nothing."""
    if weapon == Weapon.SMOKE:
        return True
    longest = int(book.longest[game.card[unit], weapon])
    enemy = 1 - side_of(unit)
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, target) and distance(book, game, unit, target) <= longest:  # asked first, for few are
            if may_attack(book, game, unit, weapon, target):
                return True
    return False


@rule
def can_act(book, game, unit):
    """Whether a unit has something to do in this phase now."""
    if not acts_in_phase(book, game, unit):
        return False
    card = int(game.card[unit])
    weapons = weapons_of_phase(game.phase) & int(book.armed[card])
    if weapons == 0:
        return False
    nearest = sectors_to_enemy(book, game, unit)  # looked for once, for most weapons do not reach anybody
    while weapons != 0:
        weapon = lowest(weapons)
        weapons &= weapons - 1
        if nearest <= book.longest[card, weapon] or weapon == Weapon.SMOKE:
            if may_use(book, game, unit, weapon) and has_target(book, game, unit, weapon):
                return True
    return False


@rule
def sectors_to_enemy(book, game, unit):
    """Sectors to the nearest enemy unit on the map; more than any weapon reaches where there is none."""
    nearest = ROWS + 1
    enemy = 1 - side_of(unit)
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        away = int(book.range[game.place[unit], max(0, int(game.place[other]))])  # of all, for then there is no branch
        nearest = min(nearest, away if on_map(game, other) else ROWS + 1)
    return nearest


# --- who attacks (MR-21) ---------------------------------------------------------------------------------


@rule
def attack_with_side(book, game):
    """The units of a side, one at a time, in the order that it likes."""
    side = top(game)[SUBJECT]
    game.used = game.twice = 0
    game.earlier[:] = NOBODY
    if has_aircraft_of_phase(book, game, side):
        for unit in range(first_of(side), first_of(side) + game.fleet[side]):
            if game.acted[unit] == 0 and can_act(book, game, unit):
                return ask(book, game, Decision.FIRE_WHO, side, NOBODY)
    pop(game)
    return False


@rule
def has_aircraft_of_phase(book, game, side):
    """Whether there are those on the map without which nobody attacks in the two phases of the air: the enemy's in air
    defense, then its own (ADF.1, AAT.1)."""
    if game.phase == Phase.AIR_DEFENSE:
        return has_aircraft_out(book, game, 1 - side)
    return game.phase != Phase.AIR_ATTACK or has_aircraft_out(book, game, side)


@rule
def has_aircraft_out(book, game, side):
    """Whether a side has aircraft on the map."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if on_map(game, unit) and is_aircraft(book, game, unit):
            return True
    return False


@rule
def mask_fire_who(book, game, mask):
    """The units with something to attack, or no more of them."""
    side = int(game.power)
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.acted[unit] == 0 and can_act(book, game, unit):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.END] = 1


@rule
def take_fire_who(game, action):
    """It acts now (MR-21)."""
    if action == Option.END:
        pop(game)
        return
    game.acted[action - FIRST_UNIT_ACTION] = 1
    push(game, Step.ACTIVATION, action - FIRST_UNIT_ACTION)


@rule
def begin_attacks(game):
    """Nobody has attacked in this step yet."""
    game.acted[:] = 0
    game.fired_at_by[:] = NOBODY
    game.fired_at_by_more[:] = 0


# --- one unit's attacks ----------------------------------------------------------------------------------

CHOOSING, LENDING, ADDING, AIMING, FIRING, ROLLING_AGAIN, RESOLVING, AIMING_WITH_MORE = range(8)
"""AIMING_WITH_MORE: with extra dice that have been declared."""


@rule
def activate(book, game, events):
    """Its attacks one after another: weapon, declared extras, target, dice, a second roll, the result (MR-25)."""
    frame = top(game)
    unit = frame[SUBJECT]
    side = side_of(unit)
    if frame[STAGE] == CHOOSING:
        game.bonus = 0
        game.target = NOBODY
        if not can_act(book, game, unit):
            pop(game)
            return False
        if game.phase == Phase.AIR_ATTACK or game.phase == Phase.SURFACE_ATTACK:
            return ask(book, game, Decision.WEAPON, side, unit)
        use(game, Weapon.ANTIAIR.value if game.phase == Phase.AIR_DEFENSE else Weapon.TORPEDO.value)
    if frame[STAGE] == LENDING:
        frame[STAGE] = ADDING
        if has_lender(book, game, unit):
            frame[STAGE] = LENDING
            return ask(book, game, Decision.BOOST, side, unit)
    if frame[STAGE] == ADDING:
        frame[STAGE] = AIMING
        if extra_dice(book, game, unit) >= 0:
            frame[STAGE] = ADDING
            return ask(book, game, Decision.EXTRA, side, unit)
    if frame[STAGE] == AIMING or frame[STAGE] == AIMING_WITH_MORE:
        second = has(game.twice, game.weapon) and game.phase == Phase.TORPEDO_ATTACK
        return ask(book, game, Decision.AGAIN if second else Decision.TARGET, side, unit)
    if frame[STAGE] == FIRING:
        frame[STAGE] = ROLLING_AGAIN
        fire(book, game, unit, Event.ATTACK, events)
    if frame[STAGE] == ROLLING_AGAIN:
        if second_roll(book, game, unit) >= 0:
            return ask(book, game, Decision.REROLL, side, unit)
    frame[STAGE] = CHOOSING
    frame[CURSOR] += 1
    target = int(game.target)
    if resolve(book, game, unit, events):
        push(game, Step.PRESSING, target)
    return False


@rule
def use(game, weapon):
    """A weapon is used, for the first or the second time."""
    game.weapon = weapon
    if has(game.used, weapon):
        game.twice |= bit(weapon)
    game.used |= bit(weapon)
    top(game)[STAGE] = LENDING


@rule
def mask_weapon(book, game, mask):
    """What it can use now; after an attack of a ship, no more (SUR.3, MR-21)."""
    unit = int(game.subject)
    for weapon in range(WEAPONS):
        if may_use(book, game, unit, weapon) and has_target(book, game, unit, weapon):
            mask[FIRST_WEAPON_ACTION + weapon] = 1
    if game.used != 0:
        mask[Option.END] = 1


@rule
def take_weapon(book, game, action, events):
    """It is used; smoke is laid at once, and rises at the end of the phase (MR-27)."""
    unit = int(game.subject)
    if action == Option.END:
        pop(game)
        return
    weapon = action - FIRST_WEAPON_ACTION
    if weapon == Weapon.SMOKE:
        spend(book, game, unit, usable(book, game, unit, Effect.SMOKE))
        game.rising[game.place[unit]] = 1
        note(events, Event.SMOKE, called(game, unit), game.place[unit], 0)
        pop(game)
        return
    if weapon == Weapon.PAYLOAD:
        spend(book, game, unit, usable(book, game, unit, Effect.PAYLOAD))
    elif weapon == Weapon.MISSILE:
        spend(book, game, unit, usable(book, game, unit, Effect.MISSILE))
    use(game, weapon)


# --- lent and extra dice (AB.expert_bomber, AB.rapid_fire, MR-46) ----------------------------------------


@rule
def lends(book, game, lender, unit):
    """Which effect of a unit lends dice to the attack under way, and has not this turn: a number below EFFECTS, or
    -1."""
    card = int(game.card[lender])
    if lender == unit or not has(book.effects[card], Effect.LENT_DICE) or not on_map(game, lender):
        return -1
    for k in range(EFFECTS):
        if book.does[card, k] == Effect.LENT_DICE and not has(game.lent[lender], k) and is_left(book, game, lender, k):
            fit = has(book.weapons[card, k], game.weapon) and is_among(int(book.at[card, k]), kind_of(book, game, unit))
            near = within(book, int(book.reach[card, k]), distance(book, game, lender, unit))
            if fit and near and is_time_for(book, game, lender, k):
                return k
    return -1


@rule
def has_lender(book, game, unit):
    """Whether anybody can lend it dice."""
    side = side_of(unit)
    for lender in range(first_of(side), first_of(side) + game.fleet[side]):
        if lends(book, game, lender, unit) >= 0:
            return True
    return False


@rule
def mask_boost(book, game, mask):
    """Those who can lend it dice, or nobody."""
    unit = int(game.subject)
    side = side_of(unit)
    for lender in range(first_of(side), first_of(side) + game.fleet[side]):
        if lends(book, game, lender, unit) >= 0:
            mask[FIRST_UNIT_ACTION + lender] = 1
    mask[Option.DECLINE] = 1


@rule
def take_boost(book, game, action, events):
    """The dice are lent, for this turn."""
    unit = int(game.subject)
    top(game)[STAGE] = ADDING
    if action != Option.DECLINE:
        lender = action - FIRST_UNIT_ACTION
        k = lends(book, game, lender, unit)
        game.bonus += book.amount[game.card[lender], k]
        game.lent[lender] |= bit(k)
        spend(book, game, lender, k)
        note(events, Event.LENT, called(game, lender), called(game, unit), book.amount[game.card[lender], k])


@rule
def extra_dice(book, game, unit):
    """Which of its effects can add dice to the attack under way, at one target or another, if it is used up: a number
    below EFFECTS, or -1."""
    k = asked_dice(book, game, unit)
    if k < 0 or not is_left(book, game, unit, k):
        return -1
    weapon, enemy = int(game.weapon), 1 - side_of(unit)
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if is_target(book, game, unit, weapon, target) and adds_to(book, game, unit, k, weapon, target):
            return k
    return -1


@rule
def asked_dice(book, game, unit):
    """Which of its effects adds dice once a game: a number below EFFECTS, or -1."""
    card = int(game.card[unit])
    if has(book.effects[card], Effect.DICE):
        for k in range(EFFECTS):
            if is_asked(book, card, k):
                return k
    return -1


@rule
def is_for_extra_dice(book, game, unit, target):
    """Whether the extra dice of the attack under way, where they have been declared, are for this target."""
    if top(game)[STAGE] != AIMING_WITH_MORE:
        return True
    return adds_to(book, game, unit, asked_dice(book, game, unit), int(game.weapon), target)


@rule
def mask_use(mask):
    """Use it now, or not."""
    mask[Option.USE] = 1
    mask[Option.DECLINE] = 1


@rule
def take_extra(book, game, action):
    """The dice are added, and the target is to be one that they are for."""
    unit = int(game.subject)
    top(game)[STAGE] = AIMING
    if action == Option.USE:
        top(game)[STAGE] = AIMING_WITH_MORE
        k = extra_dice(book, game, unit)
        game.bonus += book.amount[game.card[unit], k]
        spend(book, game, unit, k)


# --- target and dice (ATT.9, RES.2) ----------------------------------------------------------------------


@rule
def mask_target(book, game, mask):
    """Its targets; after one attack with antiair, also no more (AB.antiair_specialist)."""
    allow_targets(book, game, mask)
    if has(game.twice, Weapon.ANTIAIR):
        mask[Option.END] = 1


@rule
def mask_again(book, game, mask):
    """Other targets for a second attack, or none (AB.audacious_attack)."""
    allow_targets(book, game, mask)
    mask[Option.DECLINE] = 1


@rule
def allow_targets(book, game, mask):
    """The units at which it may use its weapon."""
    unit = int(game.subject)
    enemy = 1 - side_of(unit)
    for target in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if is_target(book, game, unit, int(game.weapon), target) and is_for_extra_dice(book, game, unit, target):
            mask[FIRST_UNIT_ACTION + target] = 1


@rule
def take_target(book, game, action):
    """It is attacked, unless there is to be no second attack."""
    unit = int(game.subject)
    if action == Option.END or action == Option.DECLINE:
        pop(game)
        return
    game.target = action - FIRST_UNIT_ACTION
    top(game)[STAGE] = FIRING
    weapon = int(game.weapon)
    if game.earlier[weapon] != NOBODY:
        spend(book, game, unit, second_attack(book, game, unit, weapon, int(game.target)))
    game.earlier[weapon] = game.target


@rule
def fire(book, game, unit, event, events):
    """The dice are rolled; gunnery is remembered for those who spot by it (MR-48)."""
    note_attack(game, unit, event, events)
    roll_attack(book, game, unit, events)
    target = int(game.target)
    if game.phase == Phase.SURFACE_ATTACK and has(GUNNERY, game.weapon):
        if game.fired_at_by[target] == NOBODY:
            game.fired_at_by[target] = unit
        elif game.fired_at_by[target] != unit:
            game.fired_at_by_more[target] = 1


# --- a second roll (AB.night_fighter) --------------------------------------------------------------------


@rule
def second_roll(book, game, unit):
    """Which of its effects lets it roll the attack again: a number below EFFECTS, or -1."""
    return next_with(book, game, unit, Effect.REROLL, int(game.weapon), -1)


@rule
def take_reroll(book, game, action, events):
    """All dice are rolled again, and the second result stands; or the first does."""
    unit = int(game.subject)
    top(game)[STAGE] = RESOLVING
    if action == Option.USE:
        spend(book, game, unit, second_roll(book, game, unit))
        fire(book, game, unit, Event.REROLLED, events)
