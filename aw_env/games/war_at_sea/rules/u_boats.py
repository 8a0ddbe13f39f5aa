"""8: anti-submarine warfare and the attacks of U-boats."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import first_of, is_empty, without_first
from aw_env.core.engine.stack import CURSOR, SUBJECT, ask, pop, push, top
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.records.terms import (
    EVENT_DICE,
    FIRST_UNIT_ACTION,
    NOBODY,
    Decision,
    Event,
    Kind,
    Option,
    Side,
)
from aw_env.games.war_at_sea.rules.counters import attack, put, sink, units_in, units_of
from aw_env.games.war_at_sea.rules.damage import DISABLES, HIT, shoot, take_effect
from aw_env.naval.dice import roll_die

ASW_DICE = 3
"""Dice of a convoy and of a carrier; other ships have one (8.3)."""


@rule
def asw_dice(book, game, area):
    """The dice of all Allied vessels in an area (8.3); damaged carriers have theirs too (H.20)."""
    dice = 0
    there = units_of(game, Side.ALLIES.value, area)
    while not is_empty(there):
        unit = first_of(there)
        dice += 1 if book.kind[unit] == Kind.SHIP else ASW_DICE
        there = without_first(there)
    return dice


@rule
def first_u_boat(book, game, area):
    """The first U-boat in an area, or NOBODY."""
    there = units_in(game, area)
    while not is_empty(there):
        unit = first_of(there)
        if book.kind[unit] == Kind.U_BOAT:
            return unit
        there = without_first(there)
    return NOBODY


@rule
def hunt(book, game, area, events):
    """All Allied vessels hunt the U-boats of an area (8.3): each 6 sinks one, then each 5 sends one home (8.4)."""
    dice = asw_dice(book, game, area)
    sunk = 0
    disabled = 0
    for shot in range(dice):
        if shot % EVENT_DICE == 0:
            note(events, Event.ASW, area, dice if shot == 0 else 0, 0)
        die = roll_die(game)
        note_die(events, die)
        if die == HIT:
            sunk += 1
        elif die == DISABLES:
            disabled += 1
    for hit in range(sunk + disabled):
        unit = first_u_boat(book, game, area)
        if unit == NOBODY:
            return
        if hit < sunk:
            sink(game, unit, events)
        else:
            note(events, Event.DISABLED, unit, 0, 0)
            put(game, unit, book.u_boat_home)


@rule
def attack_with_u_boats(book, game, events):
    """Each U-boat that is left names a target before any of them rolls (8.5)."""
    frame = top(game)
    area = frame[SUBJECT]
    while frame[CURSOR] < game.units:
        unit = int(game.roster[frame[CURSOR]])
        if game.place[unit] == area and book.kind[unit] == Kind.U_BOAT:
            return ask(book, game, Decision.U_BOAT_TARGET, Side.AXIS.value, unit)
        frame[CURSOR] += 1
    there = units_in(game, area)
    while not is_empty(there):
        unit = first_of(there)
        if game.target[unit] != NOBODY:
            shoot(game, unit, int(game.target[unit]), attack(book, game, unit), 0, events)
        there = without_first(there)
    take_effect(book, game, area, events)
    pop(game)
    push(game, Step.LEAVING, area)
    return False


@rule
def mask_u_boat_target(game, mask):
    """Any Allied ship or convoy in the area, or hold."""
    mask[Option.HOLD] = 1
    area = int(game.place[game.subject])
    there = units_of(game, Side.ALLIES.value, area)
    while not is_empty(there):
        unit = first_of(there)
        mask[FIRST_UNIT_ACTION + unit] = 1
        there = without_first(there)


@rule
def take_target(game, action):
    """A unit aims at another, or holds."""
    top(game)[CURSOR] += 1
    if action >= FIRST_UNIT_ACTION:
        game.target[game.subject] = action - FIRST_UNIT_ACTION
        game.attackers_on[action - FIRST_UNIT_ACTION] += 1
