"""§38.1 Italian naval buildup: the fighters of the Aquila."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.stack import CURSOR, ask, top
from aw_env.games.admirals_war.records.state import DISABLED, PENDING_DISABLED
from aw_env.games.admirals_war.records.terms import (
    FIRST_UNIT_ACTION,
    NOBODY,
    Decision,
    Event,
    Kind,
    Option,
    OptionalRule,
)
from aw_env.games.admirals_war.rules.counters import airstrike, armor, crippled, destroy, side
from aw_env.games.admirals_war.rules.fire import score_hits
from aw_env.games.admirals_war.rules.options.reserve import plays
from aw_env.games.admirals_war.rules.options.task_forces import may_strike
from aw_env.games.admirals_war.rules.participants import in_battle
from aw_env.naval.dice import roll_die


@optional(otherwise=False)
@rule
def ask_interceptor(book, game, attacking):
    """Before the attackers of a side roll, a carrier of the other that has fighters alone may meet one of them."""
    if not plays(book, OptionalRule.ITALIAN_NAVAL_BUILDUP_1) or top(game)[CURSOR] != 0:
        return False
    unit = interceptor(book, game, 1 - attacking)
    if unit == NOBODY or not anyone_to_intercept(book, game, attacking):
        return False
    return ask(book, game, Decision.INTERCEPTION, game.controller[unit], unit)


@rule
def interceptor(book, game, of_side):
    """A carrier with fighters in the battle, neither crippled nor disabled, or NOBODY."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and in_battle(game, unit) and book.fighters[unit] > 0:
            if not crippled(book, game, unit) and may_strike(book, game, unit) and marked(game, unit, DISABLED) == 0:
                return unit
    return NOBODY


@rule
def may_be_intercepted(book, game, unit, attacking):
    """A carrier or an air unit that attacks."""
    flies = book.carrier[unit] == 1 or book.kind[unit] == Kind.LBA
    return side(game, unit) == attacking and in_battle(game, unit) and flies and game.target[unit] != NOBODY


@rule
def anyone_to_intercept(book, game, attacking):
    """Whether there is any."""
    for k in range(game.units_here):
        if may_be_intercepted(book, game, int(game.here[k]), attacking):
            return True
    return False


@rule
def mask_interception(book, game, mask):
    """Any of them, or none."""
    attacking = 1 - side(game, game.subject)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if may_be_intercepted(book, game, unit, attacking):
            mask[FIRST_UNIT_ACTION + unit] = 1
    mask[Option.HOLD] = 1


@rule
def take_interception(book, game, action, events):
    """The fighters roll at once: a 5 aborts the attack; hits abort that of a carrier, and disable her, if their damage
    reaches her airstrike factor (§38.11), and damage an air unit (§38.12)."""
    top(game)[CURSOR] = 1
    if action == Option.HOLD:
        return
    unit = action - FIRST_UNIT_ACTION
    aborted, hits = roll_fighters(game, game.subject, unit, int(book.fighters[game.subject]), events)
    points = score_hits(book, game, game.subject, unit, hits, events) if hits > 0 else 0
    if book.kind[unit] == Kind.LBA:
        game.damage[unit] += points
        if game.damage[unit] > armor(book, game, unit):
            call_back(game, unit, events)
            destroy(book, game, unit, events)
            return
    elif points >= airstrike(book, game, unit):
        aborted = True
        mark(game, unit, PENDING_DISABLED, 1)
    if aborted:
        call_back(game, unit, events)


@rule
def roll_fighters(game, attacker, target, shots, events):
    """Their dice: whether one is a 5, and how many hit."""
    note(events, Event.ATTACK, attacker, target, 0)
    aborted = False
    hits = 0
    for _ in range(shots):
        die = roll_die(game)
        note_die(events, die)
        hits += die == 6
        aborted = aborted or die == 5
    return aborted, hits


@rule
def call_back(game, unit, events):
    """The unit does not attack in this action."""
    target = game.target[unit]
    game.attackers_on[target] = max(0, int(game.attackers_on[target]) - 1)
    game.target[unit] = NOBODY
    note(events, Event.INTERCEPTED, unit, 0, 0)
