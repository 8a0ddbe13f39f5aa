"""What an attack does: negated, missed, aborted, damaged or destroyed (RES, DMG, MR-25); all but aborts waits for the
end of the phase."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.record import MOST_PENDING
from aw_env.games.naval_miniatures.records.terms import (
    NOBODY,
    Decision,
    Effect,
    Event,
    Option,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.dice import defense, gain, next_against, next_for, passes
from aw_env.games.naval_miniatures.rules.sight import is_concealed
from aw_env.games.naval_miniatures.rules.units import (
    armor_of,
    called,
    effect_of,
    is_aircraft,
    is_among,
    is_time_for,
    kind_of,
    side_of,
    spend,
    vital_of,
)
from aw_env.naval.dice import FACES

CONCEALED, CONCEALED_CLOSE = 5, 6
"""The least die that saves a unit in fog or smoke, and that from an attacker in its own sector (LOS.6, LOS.7)."""
TORPEDO_HIT = 2
"""Damage of a torpedo hit (UNIT.18, RES.17)."""


@rule
def resolve(book, game, unit, events):
    """The attack under way takes its effect.  True: a bomber that it has aborted may press its attack."""
    weapon, target = int(game.weapon), int(game.target)
    flawed = breaks_flaw(book, game, unit, weapon, target)
    torpedo = weapon == Weapon.TORPEDO
    hits = game.successes > 0 if torpedo else game.successes >= armor_of(book, game, target)
    if not hits and not flawed:
        note(events, Event.MISSED, called(game, unit), called(game, target), 0)
        return False
    if is_negated(book, game, unit, weapon, target, events):
        return False
    if flawed:
        doom(game, target, events)
    elif torpedo:
        torpedo_damage(book, game, unit, target, events)
    elif game.successes >= vital_of(book, game, target) and not survives(book, game, unit, weapon, target, events):
        doom(game, target, events)
    elif is_aircraft(book, game, target):
        return abort(book, game, unit, target, events)
    else:
        damage(game, target, 1, events)
    stop(book, game, unit, target, events)
    return False


# --- dice that save the target ---------------------------------------------------------------------------


@rule
def is_negated(book, game, unit, weapon, target, events):
    """Whether a die of the target's makes the attack do nothing: one for each ability, in the order of their numbers,
    then one for concealment; the first that saves it ends this (AB.chase_the_salvoes, AB.high_speed_evasion, LOS.6,
    MR-25)."""
    card = int(game.card[target])
    k = next_against(book, game, target, Effect.NEGATE.value, weapon, unit, -1)
    while k >= 0:
        spend(book, game, target, k)
        if negates(game, target, int(book.least[card, k]), int(book.ability[card, k]), events):
            return True
        k = next_against(book, game, target, Effect.NEGATE.value, weapon, unit, k)
    least = concealing_die(book, game, unit, target)
    return least > 0 and negates(game, target, least, NOBODY, events)


@rule
def concealing_die(book, game, unit, target):
    """The least die with which fog or smoke saves the target; 0: there is none (LOS.6, LOS.7)."""
    if not is_concealed(book, game, game.place[target]):
        return 0
    return CONCEALED_CLOSE if game.place[target] == game.place[unit] else CONCEALED


@rule
def negates(game, target, least, ability, events):
    """A die for the target; this or more saves it."""
    die = roll(game, FACES)
    note(events, Event.NEGATED, called(game, target), 1 if die >= least else 0, ability)
    note_die(events, die)
    return die >= least


@rule
def breaks_flaw(book, game, unit, weapon, target):
    """Whether enough natural 6s of a battleship's attack find the target's flaw (AB.fatal_flaw, MR-52)."""
    needed = flaw_of(book, game, unit, weapon, target)
    return 0 < needed <= game.sixes


@rule
def flaw_of(book, game, unit, weapon, target):
    """How many natural 6s of an attack find the target's flaw; 0: none does."""
    needed = 0
    k = next_against(book, game, target, Effect.FLAW.value, weapon, unit, -1)
    while k >= 0:
        sixes = int(book.amount[game.card[target], k])
        needed = sixes if needed == 0 else min(needed, sixes)
        k = next_against(book, game, target, Effect.FLAW.value, weapon, unit, k)
    return needed


# --- what happens to the target --------------------------------------------------------------------------


@rule
def damage(game, target, points, events):
    """Hull points to be lost at the end of the phase (RES.4)."""
    game.hit[target] = min(MOST_PENDING, int(game.hit[target]) + points)
    note(events, Event.DAMAGED, called(game, target), points, 0)


@rule
def doom(game, target, events):
    """A Destroyed counter (RES.5, RES.10)."""
    game.doomed[target] = 1
    note(events, Event.DESTROYED, called(game, target), 0, 0)


@rule
def survives(book, game, unit, weapon, target, events):
    """Whether a die makes what reaches its vital armor one that only hits it (AB.survivor)."""
    k = next_against(book, game, target, Effect.SURVIVE.value, weapon, unit, -1)
    while k >= 0:
        spend(book, game, target, k)
        if passes(game, Event.SURVIVES, target, int(book.least[game.card[target], k]), events):
            return True
        k = next_against(book, game, target, Effect.SURVIVE.value, weapon, unit, k)
    return False


@rule
def torpedo_damage(book, game, unit, target, events):
    """Damage of all its hits, whatever the armor (RES.17)."""
    damage(game, target, damage_of_hit(book, game, unit, int(game.weapon), target) * int(game.successes), events)


@rule
def damage_of_hit(book, game, unit, weapon, target):
    """Damage of one torpedo hit (RES.17, AB.long_lance_torpedoes, AB.torpedo_defense)."""
    points = TORPEDO_HIT + gain(book, game, unit, Effect.TORPEDO_DAMAGE.value, weapon, target)
    return max(0, points - defense(book, game, target, Effect.TORPEDO_DEFENSE.value, weapon, unit))


@rule
def stop(book, game, unit, target, events):
    """A hit may stop a ship for its next movement step (AB.lucky_hit, MR-51)."""
    weapon = int(game.weapon)
    k = next_for(book, game, unit, Effect.STOP.value, weapon, target, -1)
    while k >= 0:
        spend(book, game, unit, k)
        if passes(game, Event.STOPPED, target, int(book.least[game.card[unit], k]), events):
            game.stopped[target] = 1
            return
        k = next_for(book, game, unit, Effect.STOP.value, weapon, target, k)


# --- aborted aircraft (RES.9, DMG.4, AB.press_the_attack) -------------------------------------------------


@rule
def abort(book, game, unit, target, events):
    """An Aborted counter.  True: the aircraft may press its attack, for a ship has aborted it."""
    game.aborted[target] = 1
    note(events, Event.ABORTED, called(game, target), 0, 0)
    k = effect_of(book, game, target, Effect.PRESS)
    if k < 0 or not is_among(int(book.by[game.card[target], k]), kind_of(book, game, unit)):
        return False
    return is_time_for(book, game, target, k)


@rule
def press(book, game):
    """Its owner decides at once."""
    unit = top(game)[SUBJECT]
    return ask(book, game, Decision.PRESS, side_of(unit), unit)


@rule
def take_press(book, game, action, events):
    """A die: a 1 destroys it, enough lets it attack all the same."""
    unit = int(game.subject)
    pop(game)
    if action == Option.USE:
        die = roll(game, FACES)
        attacks = die >= book.least[game.card[unit], effect_of(book, game, unit, Effect.PRESS)]
        note(events, Event.PRESSES, called(game, unit), -1 if die == 1 else int(attacks), 0)
        note_die(events, die)
        if die == 1:
            doom(game, unit, events)
        elif attacks:
            game.pressing[unit] = 1
