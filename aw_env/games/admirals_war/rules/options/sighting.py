"""§29.4 Sighting task forces, and §29.52 which of those that search unseen join a surface action."""

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.sets import bit, has
from aw_env.core.engine.stack import CURSOR, STAGE, pop, push, top
from aw_env.games.admirals_war.records.steps import Step
from aw_env.games.admirals_war.records.terms import FORCES, NOBODY, Decision, Event, Intention, Kind, Option
from aw_env.games.admirals_war.rules.counters import first_of_group, first_side, gunnery, side
from aw_env.games.admirals_war.rules.options.task_forces import PURSUIT_FORCE, ask_force, belongs_to, first_unit
from aw_env.naval.dice import roll_die
from aw_env.naval.groups import NO_GROUP

SIGHTED_WHEN_SEARCHING, SIGHTED_WHEN_HIDING = 4, 2
"""Greatest total that sights a task force (§29.42, §29.43)."""

# --- §29.4: sighting -----------------------------------------------------------------------------------


@optional()
@rule
def sight_all(book, game, events):
    """The first side rolls for each enemy task force, then the other for those of the first (§29.4)."""
    first = first_side(book.area_theatre[game.area])
    for turn in range(2):
        of_side = first if turn == 0 else 1 - first
        advantage = sighting_advantage(book, game, of_side)
        for force in range(1, FORCES + 1):
            if first_unit(game, 1 - of_side, force) != NOBODY:
                sight(game, 1 - of_side, force, advantage, events)


@rule
def sight(game, of_side, force, advantage, events):
    """A task force that lands is seen without a die (§29.41); others on a low one (§29.42, §29.43)."""
    intention = game.intention[of_side, force]
    if intention == Intention.LANDING:
        game.sighted[of_side] |= bit(force)
        return
    die = roll_die(game)
    total = die - advantage
    seen = total <= (SIGHTED_WHEN_HIDING if intention == Intention.HIDING else SIGHTED_WHEN_SEARCHING)
    if seen:
        game.sighted[of_side] |= bit(force)
    note(events, Event.SIGHTING, first_unit(game, of_side, force), total, int(seen))
    note_die(events, die)


@rule
def sighting_advantage(book, game, of_side):
    """One less on the die for control of the area, and one for any land-based air of the side there (§29.44)."""
    advantage = int(game.flag[game.area] == of_side)
    for k in range(game.units_here):
        unit = int(game.here[k])
        if book.kind[unit] == Kind.LBA and side(game, unit) == of_side:
            return advantage + 1
    return advantage


@rule
def gets_away(game, events):
    """In a pursuit a group that has not been sighted goes home, and its pursuers pursue nobody else (§29.62, §8.36).
    Whether it does."""
    if game.retreating == NOBODY or has(game.sighted[game.retreating], PURSUIT_FORCE):
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if game.group[unit] == game.battle_group and side(game, unit) != game.retreating:
            game.group[unit] = NO_GROUP
    note(events, Event.ESCAPES, first_of_group(game, game.battle_group), 0, 0)
    push(game, Step.GOING_HOME, game.battle_group)
    return True


# --- §29.52: who joins a surface action ----------------------------------------------------------------


@rule
def join_action(book, game):
    """Task forces that search unseen may join, those of the first side before the others, where there is or may be an
    enemy."""
    frame = top(game)
    first = first_side(book.area_theatre[game.area])
    while frame[STAGE] < 2:
        of_side = first if frame[STAGE] == 0 else 1 - first
        while frame[CURSOR] < FORCES:
            force = int(frame[CURSOR]) + 1
            if may_join(book, game, of_side, force) and may_meet(book, game, 1 - of_side, frame[STAGE] == 0):
                return ask_force(book, game, Decision.JOIN_ACTION, of_side, force)
            frame[CURSOR] += 1
        frame[STAGE] += 1
        frame[CURSOR] = 0
    pop(game)
    return False


@rule
def may_join(book, game, of_side, force):
    """A task force with a ship or amphibious unit that searches and has not been sighted."""
    intention = game.intention[of_side, force]
    searches = intention == Intention.SEARCHING or intention == Intention.PEARL_HARBOR
    return searches and not has(game.sighted[of_side], force) and sails_in(book, game, of_side, bit(force))


@rule
def sails_in(book, game, of_side, forces):
    """Whether a side has a ship or an amphibious unit in one of a set of task forces: air units take no part in a
    surface action (§7.42)."""
    for k in range(game.units_here):
        unit = int(game.here[k])
        if side(game, unit) == of_side and book.kind[unit] != Kind.LBA and has(forces, game.task_force[unit]):
            return True
    return False


@rule
def may_meet(book, game, enemy, is_still_to_say):
    """Whether an enemy is in the action, or may still join it."""
    if sails_in(book, game, enemy, int(game.exposed[enemy])):
        return True
    for force in range(1, FORCES + 1):
        if is_still_to_say and may_join(book, game, enemy, force):
            return True
    return False


@optional(otherwise=False)
@rule
def shuns_battle(book, game):
    """Whether the task force that is asked has guns and an enemy in the action: then to stay out is to hold fire."""
    of_side = int(game.power) & 1
    if not sails_in(book, game, 1 - of_side, int(game.exposed[1 - of_side])):
        return False
    for k in range(game.units_here):
        unit = int(game.here[k])
        if belongs_to(game, unit, of_side, game.task_force[game.subject]) and gunnery(book, game, unit) > 0:
            return True
    return False


@rule
def take_join_action(book, game, action, events):
    """It is in the action, or not; with an enemy to fight it could have attacked."""
    of_side = int(game.power) & 1
    force = int(game.task_force[game.subject])
    if action == Option.YES:
        game.exposed[of_side] |= bit(force)
        game.striking[of_side] |= bit(force)
    elif shuns_battle(book, game):
        game.could_attack = 1
    note(events, Event.JOINS_ACTION, first_unit(game, of_side, force), int(action == Option.YES), 0)
    top(game)[CURSOR] += 1


@optional(otherwise=False)
@rule
def meet(book, game):
    """Whether both sides are in the surface action."""
    return sails_in(book, game, 0, int(game.exposed[0])) and sails_in(book, game, 1, int(game.exposed[1]))
