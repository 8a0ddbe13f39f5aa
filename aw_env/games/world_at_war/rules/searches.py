"""Task forces that meet at sea on a map of hexes look for each other, round by round (20.252D, E; 22.4, 22.521 and 23.7
as the rulings have them).

Where both sides have a task force each has a number from one to six: from the round of that number on it is active,
before that distant.  A distant one fights with ships only if it has been found, by an active one, and with its fast
ships; aircraft strike what has been found.

`game.detected` says of each side the number of its task force, 0 where nobody looks for anybody, from `FOUND` on how
often it has found the enemy's in this round, and at `FIGHTING` whether ships fight in it.
"""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import roll
from aw_env.core.engine.events import note, note_die
from aw_env.core.engine.stack import ask
from aw_env.games.world_at_war.records.kinds import FACES, NOBODY, Decision, Event, Option
from aw_env.games.world_at_war.rules.aid import searching
from aw_env.games.world_at_war.rules.air import is_fully_operational
from aw_env.games.world_at_war.rules.battle_rounds import (
    AFTER,
    FLYING,
    ROUND,
    SCREENS,
    can_stand,
    line_up,
    sound_factors,
)
from aw_env.games.world_at_war.rules.damage import is_sound
from aw_env.games.world_at_war.rules.island_forces import factors_in
from aw_env.games.world_at_war.rules.ranges import enemy_of
from aw_env.games.world_at_war.rules.seaways import is_on_hexes
from aw_env.games.world_at_war.rules.surprise import FOUND
from aw_env.games.world_at_war.rules.task_forces import TASK_FORCE
from aw_env.games.world_at_war.rules.units import units_of

FIGHTING = 4
ENGAGING, EVADING = 31, 32
"""Steps beside those of raids (`battle_rounds`, `island_raids`): whether a distant task force that has been found is
engaged, and whether it evades."""
NOT_YET, BY_SHIPS = -1, 1
MOST_IN_SEARCH = 11
"""Dice of a search: for squadrons, cards and rounds, for a task force that is active or a carrier."""


@rule
def number_task_forces(book, game, events):
    """A battle begins: where two task forces meet each has its number by a die (H)."""
    forget_search(game)
    if min(factors_in(book, game, 0), factors_in(book, game, 1)) < TASK_FORCE:
        return
    number_of(game, int(game.moving), events)
    number_of(game, enemy_of(game.moving), events)


@rule
def number_of(game, side, events):
    """The task force of a side has its number."""
    die = roll(game, FACES)
    game.detected[side] = die
    note(events, Event.TASK_FORCE_NUMBER, side, die, 0)
    note_die(events, die)


@rule
def forget_search(game):
    """Nobody looks for anybody."""
    for k in range(len(game.detected)):
        game.detected[k] = 0


@rule
def begin_search(game):
    """A round begins, in which nobody has been found yet."""
    for side in range(2):
        game.detected[FOUND + side] = NOT_YET
    game.detected[FIGHTING] = 0


@rule
def is_active(game, side):
    """Whether the task force of a side is active: from the round of its number on."""
    return game.detected[side] <= game.rounds


@rule
def look(book, game, events):
    """In each round both look for each other before aircraft strike, and it is settled before ships fire whether they
    do.  True when asked."""
    if game.detected[game.moving] == 0:
        return False
    if game.step == ROUND:
        begin_search(game)
    if game.step >= FLYING and game.detected[FOUND] == NOT_YET:
        search(book, game, int(game.moving), events)
        search(book, game, enemy_of(game.moving), events)
    if game.step == SCREENS and game.detected[FIGHTING] == 0:
        begin_fight(book, game)
    if game.step == ENGAGING:
        return ask(book, game, Decision.FIGHT, engaging(game), NOBODY)
    if game.step == EVADING:
        return ask(book, game, Decision.FIGHT, enemy_of(engaging(game)), NOBODY)
    return False


# --- the search (22.4) -------------------------------------------------------------------------------------


@rule
def dice_of_search(book, game, side):
    """One for each squadron that searches where they have met, for more codebreaking cards, for each round after the
    first, and for an active force of ten undamaged factors or a distant one with a carrier that is fully operational
    (20.33)."""
    dice = searching(book, game, side, game.way[game.moving]) + int(game.rounds) - 1
    dice += int(book.cards[side, game.turn] > book.cards[enemy_of(side), game.turn])
    if is_active(game, side):
        dice += int(sound_factors(book, game, side) >= TASK_FORCE)
    else:
        for unit in units_of(game):
            if book.side[unit] == side and game.force[unit] > 0 and is_fully_operational(book, game, unit):
                return min(dice + 1, MOST_IN_SEARCH)
    return min(dice, MOST_IN_SEARCH)


@rule
def search(book, game, side, events):
    """Each die that shows the number of the enemy's task force has found it; what flies at one that has not been found
    comes back."""
    found = 0
    note(events, Event.SEARCHES, side, 0, 0)
    for _ in range(dice_of_search(book, game, side)):
        die = roll(game, FACES)
        note_die(events, die)
        found += int(die == game.detected[enemy_of(side)])
    game.detected[FOUND + side] = found
    if found == 0:
        game.striking[side] = game.land_striking[side] = 0


# --- whether ships fight (22.521, 22.523) ------------------------------------------------------------------


@rule
def begin_fight(book, game):
    """Two active task forces fight; a distant one that an active one has found is engaged if that has fast ships; else
    nobody fires."""
    one, other = int(game.moving), enemy_of(game.moving)
    if is_active(game, one) and is_active(game, other):
        game.detected[FIGHTING] = BY_SHIPS
    elif is_active(game, one) == is_active(game, other) or not may_engage(book, game, engaging(game)):
        stand_off(book, game)
    else:
        game.step = ENGAGING


@rule
def stand_off(book, game):
    """No ship fires in this round."""
    game.step = AFTER
    line_up(book, game)


@rule
def engaging(game):
    """The side whose task force is active, where the other's is not."""
    return int(game.moving) if is_active(game, int(game.moving)) else enemy_of(game.moving)


@rule
def is_slow(book, game, unit):
    """Whether a ship is slow, as damaged ones are (20.121, 20.5212C)."""
    return book.slow[unit] == 1 or not is_sound(game, unit)


@rule
def stands_back(book, game, unit):
    """Whether a slow ship is of a task force that engages a distant one, as its fast ships alone do (20.252D)."""
    side = int(book.side[unit])
    if not is_on_hexes(book) or game.detected[side] == 0 or not is_slow(book, game, unit):
        return False
    return is_active(game, side) and not is_active(game, enemy_of(side))


@rule
def may_engage(book, game, side):
    """Whether a side has found the distant task force, and has a fast ship for the line (20.252D)."""
    if game.detected[FOUND + side] <= 0:
        return False
    for unit in units_of(game):
        if book.side[unit] == side and can_stand(book, game, unit) and not is_slow(book, game, unit):
            return True
    return False


@rule
def may_evade(book, game, side):
    """Whether a task force evades fleet combat: one without slow ships (20.252E)."""
    for unit in units_of(game):
        if book.side[unit] == side and game.force[unit] > 0 and is_slow(book, game, unit):
            return False
    return True


@rule
def take_fight(book, game, action, events):
    """The distant task force is engaged, or let go; then it fights, or evades.  Slow ships of those that engage stand
    back."""
    side = int(game.power)
    if action == Option.NO:
        if game.step == EVADING:
            note(events, Event.EVADES, side, 0, 0)
            for unit in units_of(game):
                game.held[unit] = 0
        stand_off(book, game)
        return
    if game.step == ENGAGING:
        for unit in units_of(game):
            if book.side[unit] == side and stands_back(book, game, unit) and can_stand(book, game, unit):
                game.held[unit] = 1
        if may_evade(book, game, enemy_of(side)):
            game.step = EVADING
            return
    game.step, game.detected[FIGHTING] = SCREENS, BY_SHIPS
