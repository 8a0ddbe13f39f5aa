"""7: shots, hits and what they do."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.marks import mark, marked
from aw_env.core.engine.sets import first_of, is_empty, without_first
from aw_env.core.engine.stack import SUBJECT, pop, push, top
from aw_env.games.war_at_sea.records.state import DISABLED, MOST_PENDING, PENDING_DISABLED
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import AREAS, EVENT_DICE, Event
from aw_env.games.war_at_sea.rules.counters import cease_fire, sink, units_in
from aw_env.naval.dice import roll_die

HIT, DISABLES = 6, 5


@rule
def shoot(game, attacker, target, shots, bonus, events):
    """Shots at one target, and the damage of their hits; the results wait until they take effect (7.1-7.3, 11.3)."""
    hits = 0
    game.shots_fired += shots
    for shot in range(shots):
        if shot % EVENT_DICE == 0:
            note(events, Event.ATTACK, attacker, target, bonus)
        die = roll_die(game)
        note_die(events, die)
        if die + bonus >= HIT:
            hits += 1
        elif die + bonus == DISABLES:
            mark(game, target, PENDING_DISABLED, 1)
    if hits > 0:
        note(events, Event.HITS, attacker, target, hits)
        points = int(game.pending_damage[target])
        for _ in range(hits):
            die = roll_die(game)
            note_die(events, die)
            points += die
        game.pending_damage[target] = min(points, MOST_PENDING)


@rule
def take_effect(book, game, place, events):
    """All fire in a place takes effect now."""
    there = units_in(game, place)
    while not is_empty(there):
        unit = first_of(there)
        suffer(book, game, unit, place < AREAS, events)
        there = without_first(there)


@rule
def suffer(book, game, unit, disables, events):
    """Damage and disabled results of a unit count now: more damage than the defense factor sinks (7.4), and sinking
    comes before disabling (7.7).  `disables`: False in port, where a 5 does nothing."""
    damage = int(game.damage[unit]) + int(game.pending_damage[unit])
    disabled = disables and marked(game, unit, PENDING_DISABLED) == 1
    cease_fire(game, unit)
    if damage > book.defense[unit]:
        sink(game, unit, events)
        return
    game.damage[unit] = damage
    if disabled:
        mark(game, unit, DISABLED, 1)
        note(events, Event.DISABLED, unit, 0, 0)


@rule
def send_disabled_home(game):
    """Disabled units of a place go to port, one after another (7.2)."""
    place = top(game)[SUBJECT]
    there = units_in(game, place)
    while not is_empty(there):
        unit = first_of(there)
        if marked(game, unit, DISABLED) == 1:
            push(game, Step.RETURN, unit)
            return False
        there = without_first(there)
    pop(game)
    return False
