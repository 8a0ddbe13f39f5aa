"""Dice of an attack: how many, and what they count (RES.2, ABL.1-ABL.5, DMG.7, DMG.8)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import has
from aw_env.games.naval_miniatures.records.terms import (
    ABILITIES,
    EFFECTS,
    GUNNERY,
    MARKS,
    MOST_DICE,
    NOBODY,
    PRINTED_WEAPONS,
    RANGES,
    Condition,
    Effect,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.units import (
    called,
    distance,
    effect_of,
    first_of,
    is_among,
    is_left,
    is_of_another,
    is_time_for,
    kind_of,
    next_with,
    side_of,
    usable,
    within,
)
from aw_env.naval.dice import FACES

HANDICAPPED = GUNNERY | 1 << Weapon.ANTIAIR | 1 << Weapon.ASW
"""Weapons whose dice count one less for a crippled unit (DMG.8)."""
SUCCESS, TWO = 4, 6
"""The least die that is a success, and the one that is two (ATT.2)."""


@rule
def value_at(book, game, unit, weapon, sectors):
    """The attack value of a weapon at a range; 0: no attack (ATT.8, RNG.3, RNG.4)."""
    card = int(game.card[unit])
    if weapon == Weapon.PAYLOAD:
        k = effect_of(book, game, unit, Effect.PAYLOAD)
        return int(book.amount[card, k]) if k >= 0 and sectors == 0 else 0
    if weapon == Weapon.MISSILE:
        k = effect_of(book, game, unit, Effect.MISSILE)
        if k < 0 or sectors == 0 or not within(book, int(book.reach[card, k]), sectors):
            return 0
        return int(book.attack[card, Weapon.BOMB, 0])
    if weapon >= PRINTED_WEAPONS:
        return 0
    if sectors < RANGES:
        return int(book.attack[card, weapon, sectors])
    k = next_with(book, game, unit, Effect.LONG_RANGE, weapon, -1)
    while k >= 0 and sectors > book.amount[card, k]:
        k = next_with(book, game, unit, Effect.LONG_RANGE, weapon, k)
    return int(book.attack[card, weapon, RANGES - 1]) if k >= 0 else 0


@rule
def has_weapon(book, game, unit, weapon):
    """Whether a unit has a weapon, and has not used it up."""
    if weapon == Weapon.PAYLOAD:
        return usable(book, game, unit, Effect.PAYLOAD) >= 0
    if weapon == Weapon.MISSILE:
        return usable(book, game, unit, Effect.MISSILE) >= 0
    if weapon == Weapon.SMOKE:
        return usable(book, game, unit, Effect.SMOKE) >= 0
    return has(book.armed[game.card[unit]], weapon)


@rule
def dice_at(book, game, unit, weapon, target):
    """Dice of an attack, with all that is added and taken away, at least 1; 0: no attack value (MR-23, GLO.3)."""
    dice = value_at(book, game, unit, weapon, distance(book, game, unit, target))
    if dice == 0:
        return 0
    dice += own_dice(book, game, unit, weapon, target) + dice_of_marks(book, game, unit, weapon, target)
    if weapon == Weapon.TORPEDO and game.crippled[unit] == 1:
        dice -= 1
    return min(MOST_DICE, max(1, dice + int(game.bonus)))


@rule
def own_dice(book, game, unit, weapon, target):
    """Dice that its own abilities add unasked (ABL.1)."""
    return gain(book, game, unit, Effect.DICE.value, weapon, target)


@rule
def gain(book, game, unit, effect, weapon, target):
    """What its own effects of a sort add unasked to its attack at a target: different abilities add up (MR-24)."""
    card = int(game.card[unit])
    gained = 0
    k = next_for(book, game, unit, effect, weapon, target, -1)
    while k >= 0:
        gained += int(book.amount[card, k])
        k = next_for(book, game, unit, effect, weapon, target, k)
    return gained


@rule
def next_for(book, game, unit, effect, weapon, target, after):
    """The next effect of a sort, behind one of a unit's, that helps its attack at a target unasked, of another ability
    (ABL.10): a number below EFFECTS, or -1."""
    card = int(game.card[unit])
    if not has(book.effects[card], effect):
        return -1
    for k in range(after + 1, EFFECTS):
        if book.does[card, k] == effect and not is_asked(book, card, k) and is_left(book, game, unit, k):
            if is_of_another(book, card, k, after) and adds_to(book, game, unit, k, weapon, target):
                return k
    return -1


@rule
def is_asked(book, card, k):
    """Whether an effect is one of dice that are declared (AB.rapid_fire)."""
    return book.does[card, k] == Effect.DICE and book.once[card, k] == 1


@rule
def adds_to(book, game, unit, k, weapon, target):
    """Whether an effect of a unit adds to its own attack at a target."""
    card = int(game.card[unit])
    if not has(book.weapons[card, k], weapon) or not is_among(int(book.at[card, k]), kind_of(book, game, target)):
        return False
    if not within(book, int(book.reach[card, k]), distance(book, game, unit, target)):
        return False
    only = int(book.only[card, k])
    if has(only, Condition.TARGET_DAMAGED) and game.damage[target] == 0:
        return False
    if has(only, Condition.FIRED_AT) and not is_spotted(game, unit, target):
        return False
    return is_time_for(book, game, unit, k)


@rule
def is_spotted(game, unit, target):
    """Whether another own ship has fired at the target in this step (MR-48)."""
    earlier = int(game.fired_at_by[target])
    return earlier != NOBODY and (earlier != unit or game.fired_at_by_more[target] == 1)


@rule
def dice_of_marks(book, game, unit, weapon, target):
    """Dice for marks on the target (AB.pinpointer, AB.scout_cruiser, AB.shadowing)."""
    marks = int(game.marks[target])
    dice = 0
    if marks != 0:
        for mark in range(MARKS):
            if has(marks, mark) and has(book.mark_weapons[mark], weapon):
                if is_among(int(book.mark_by[mark]), kind_of(book, game, unit)):
                    dice += int(book.mark_amount[mark])
    return dice


@rule
def penalty(book, game, unit, weapon, target):
    """What is taken from each die of an attack (ATT.3, ABL.3, MR-24)."""
    taken = 1 if game.crippled[unit] == 1 and has(HANDICAPPED, weapon) else 0
    taken += pressed(book, game, unit, weapon)
    taken += defense(book, game, target, Effect.STEALTH.value, weapon, unit)
    return taken + screen(book, game, unit, weapon, target)


@rule
def pressed(book, game, unit, weapon):
    """What is taken from each die of the bombs of an aircraft that presses its attack (AB.press_the_attack)."""
    k = effect_of(book, game, unit, Effect.PRESS) if game.pressing[unit] == 1 else -1
    if k < 0 or not has(book.weapons[game.card[unit], k], weapon):
        return 0
    return int(book.amount[game.card[unit], k])


@rule
def defense(book, game, owner, effect, weapon, attacker):
    """What its own effects of a sort take from an attack of another: different abilities add up (MR-24)."""
    card = int(game.card[owner])
    taken = 0
    k = next_against(book, game, owner, effect, weapon, attacker, -1)
    while k >= 0:
        taken += int(book.amount[card, k])
        k = next_against(book, game, owner, effect, weapon, attacker, k)
    return taken


@rule
def next_against(book, game, owner, effect, weapon, attacker, after):
    """The next effect of a sort, behind one of a unit's, that counts against an attack of another, of another ability
    (ABL.10): a number below EFFECTS, or -1."""
    card = int(game.card[owner])
    if not has(book.effects[card], effect):
        return -1
    for k in range(after + 1, EFFECTS):
        if book.does[card, k] == effect and is_left(book, game, owner, k):
            if is_of_another(book, card, k, after) and works_against(book, game, owner, k, weapon, attacker):
                return k
    return -1


@rule
def works_against(book, game, owner, k, weapon, attacker):
    """Whether an effect of a unit counts against an attack of another."""
    card = int(game.card[owner])
    if not has(book.weapons[card, k], weapon) or not is_among(int(book.by[card, k]), kind_of(book, game, attacker)):
        return False
    return is_time_for(book, game, owner, k)


@rule
def screen(book, game, unit, weapon, target):
    """What units of its side take from attacks at the target in their sector: of each ability the most that one of
    them does, and different ones add up (AB.escort, ABL.10, MR-24)."""
    taken = 0
    ability, most = next_screen(book, game, unit, weapon, target, -1)
    while ability < ABILITIES:
        taken += most
        ability, most = next_screen(book, game, unit, weapon, target, ability)
    return taken


@rule
def next_screen(book, game, unit, weapon, target, after):
    """The first ability by number, after one of them, with which another unit screens the target, ABILITIES for none;
    and the most that one does with it."""
    side, kind = side_of(target), kind_of(book, game, target)
    ability, most = ABILITIES, 0
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != target and game.place[other] == game.place[target]:
            card = int(game.card[other])
            k = next_against(book, game, other, Effect.SCREEN.value, weapon, unit, -1)
            while k >= 0:
                its = int(book.ability[card, k])
                if after < its <= ability and is_among(int(book.at[card, k]), kind):
                    most = max(most if its == ability else 0, int(book.amount[card, k]))
                    ability = its
                k = next_against(book, game, other, Effect.SCREEN.value, weapon, unit, k)
    return ability, most


@rule
def roll_attack(book, game, unit, events):
    """Roll the dice of the attack under way and count them (ATT.2, ATT.3, RES.16): with torpedoes each 6 is a hit, else
    a 6 is two successes, and a die that is still 4 or more one."""
    weapon, target = int(game.weapon), int(game.target)
    taken = penalty(book, game, unit, weapon, target)
    game.sixes = game.successes = 0
    for _ in range(dice_at(book, game, unit, weapon, target)):
        die = roll(game, FACES)
        note_die(events, die)
        if die == TWO:
            game.sixes += 1
            game.successes += 1 if weapon == Weapon.TORPEDO else 2
        elif weapon != Weapon.TORPEDO and die - taken >= SUCCESS:
            game.successes += 1


@rule
def note_attack(game, unit, event, events):
    """Tell of the attack under way, whose dice follow."""
    note(events, event, called(game, unit), called(game, game.target), game.weapon)


@rule
def passes(game, event, unit, least, events):
    """A die for a unit; whether it is this or more (GLO.2 and abilities)."""
    die = roll(game, FACES)
    note(events, event, called(game, unit), 1 if die >= least else 0, NOBODY)
    note_die(events, die)
    return die >= least
