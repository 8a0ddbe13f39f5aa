"""§7.4-7.5 Fire, damage, and when it takes effect."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.games.admirals_war.records.state import DISABLED, MOST_PENDING, PENDING_DISABLED
from aw_env.games.admirals_war.records.steps import Homing
from aw_env.games.admirals_war.records.terms import EACH_LESS, NOBODY, Event, Kind
from aw_env.games.admirals_war.rules.bonuses import attack_bonus, lowered_damage
from aw_env.games.admirals_war.rules.counters import airstrike, armor, cease_fire, destroy, gunnery, in_port, send_home
from aw_env.games.admirals_war.rules.participants import in_combat_order
from aw_env.naval.dice import roll_die


@rule
def shots_of(book, game, attacker, air):
    """Dice of an attacker: its airstrike factor in an air action, its gunnery factor in a surface action (§7.41,
    §7.42)."""
    return airstrike(book, game, attacker) if air else gunnery(book, game, attacker)


@rule
def attack(book, game, attacker, target, air, disables, events):
    """One attacker's shots at one target in an air or a surface action (§7.41, §7.42).  Returns their number."""
    shots = shots_of(book, game, attacker, air)
    bonus = attack_bonus(book, game, attacker, target, air)
    shoot(book, game, attacker, target, shots, bonus, disables, events)
    return shots


@rule
def shoot(book, game, attacker, target, shots, bonus, disables, events):
    """Shots at one target, and their damage; the results wait until they take effect (§7.4-7.5).

    In raids and in a surprise attack a disabled result has no effect (§9.33, §19.82).
    """
    note(events, Event.ATTACK, attacker, target, bonus)
    hits = 0
    for _ in range(shots):
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= 6:
            hits += 1
        elif die + bonus == 5 and book.kind[target] != Kind.LBA and disables:
            mark(game, target, PENDING_DISABLED, 1)  # §7.44; LBA ignore it, §12.24
    if hits > 0:
        points = score_hits(book, game, attacker, target, hits, events)
        game.pending_damage[target] = min(int(game.pending_damage[target]) + points, MOST_PENDING)


@rule
def score_hits(book, game, attacker, target, hits, events):
    """Damage points: a die for each hit (§7.45), one less against a red armor factor (§3.14) or from the
    French (§22.13); on an amphibious unit in a port or base one point a hit (§9.34)."""
    lowered = lowered_damage(book, game, target)
    note(events, Event.HITS, attacker, target, hits + lowered * EACH_LESS)
    if in_port(game, target) and book.kind[target] == Kind.AMPHIBIOUS:
        return hits
    points = 0
    for _ in range(hits):
        die = roll_die(game)
        note_die(events, die)
        points += max(0, die - lowered)
    return points


@rule
def take_effect(book, game, events):
    """Damage and disabled results of both sides now count."""
    k = 0
    while k < game.units_here:
        if not take_effect_on(book, game, int(game.here[k]), events):
            k += 1


@rule
def take_effect_on(book, game, unit, events):
    """The same for one unit: more damage than armor sinks (§7.46, §7.5, §7.53).  What has made a kamikaze attack is
    eliminated, a carrier disabled (§21.1).  Whether the unit is lost."""
    has_dived = game.kamikaze[unit] == 1 and game.target[unit] != NOBODY
    disabled = 1 if has_dived else marked(game, unit, PENDING_DISABLED)
    game.damage[unit] += game.pending_damage[unit]
    cease_fire(game, unit)
    if game.damage[unit] > armor(book, game, unit) or (has_dived and book.kind[unit] == Kind.LBA):
        destroy(book, game, unit, events)
        return True
    if disabled == 1:
        mark(game, unit, DISABLED, 1)
        note(events, Event.DISABLED, unit, 0, 0)
    return False


@rule
def send_disabled_home(book, game):
    """Disabled units return to base (§7.52), in the order of combat (§5.1).  True while one has to go."""
    for cursor in range(4 * game.units_here):
        unit = in_combat_order(book, game, cursor)
        if unit != NOBODY and marked(game, unit, DISABLED) == 1:
            send_home(game, unit, game.area, Homing.ORDINARY)
            return True
    return False
