"""What a unit is now: its type, its place, its strength (UNIT, DMG)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.sets import bit, has
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    CALLED,
    CONVOY_CARD,
    EFFECTS,
    FLEET,
    NOBODY,
    NOWHERE,
    SHIPS,
    Condition,
    Effect,
    Kind,
)


@rule
def side_of(unit):
    """The side of a unit, by its number."""
    return int(unit >= FLEET)


@rule
def first_of(side):
    """The first number of a side's units; `game.fleet` of them follow."""
    return side * FLEET


@rule
def called(game, unit):
    """A unit as events tell of it: by its card, and how many of the card come before it in its fleet."""
    nth = 0
    while (unit - nth) % FLEET > 0 and game.card[unit - nth - 1] == game.card[unit]:
        nth += 1
    return int(game.card[unit]) + CALLED * (FLEET * side_of(unit) + nth)


@rule
def kind_of(book, game, unit):
    """Its subtype (UNIT.2)."""
    return int(book.kind[game.card[unit]])


@rule
def is_one_of(book, game, unit, kinds):
    """Whether it is of one of these kinds."""
    return has(kinds, kind_of(book, game, unit))


@rule
def is_ship(book, game, unit):
    """Whether it is a ship: submarines are none (UNIT.2)."""
    return is_one_of(book, game, unit, SHIPS)


@rule
def is_submarine(book, game, unit):
    """Whether it is a submarine."""
    return kind_of(book, game, unit) == Kind.SUBMARINE


@rule
def is_aircraft(book, game, unit):
    """Whether it is an aircraft."""
    return is_one_of(book, game, unit, AIRCRAFT)


@rule
def is_convoy(game, unit):
    """Whether it is one of the convoy ships (CV.1)."""
    return game.card[unit] == CONVOY_CARD


@rule
def on_map(game, unit):
    """Whether it is in a sector: afloat, or on a mission (AIR)."""
    return game.place[unit] != NOWHERE


@rule
def hull_left(book, game, unit):
    """Damage that would destroy it (DMG.10)."""
    return int(book.hull[game.card[unit]]) - int(game.damage[unit])


@rule
def is_certain_to_go(book, game, unit):
    """Whether it has a Destroyed counter, or damage that reaches its hull (DMG.1)."""
    return game.doomed[unit] == 1 or int(game.hit[unit]) >= hull_left(book, game, unit)


@rule
def armor_of(book, game, unit):
    """Successes that hit it: one less when crippled, at least 1 (UNIT.9, DMG.6)."""
    return max(1, int(book.armor[game.card[unit]]) - int(game.crippled[unit]))


@rule
def vital_of(book, game, unit):
    """Successes that destroy it: one less when crippled, at least 1 (UNIT.10, DMG.6)."""
    return max(1, int(book.vital[game.card[unit]]) - int(game.crippled[unit]))


@rule
def is_among(kinds, kind):
    """Whether a kind is one of these; none stands for all."""
    return kinds == 0 or has(kinds, kind)


@rule
def has_card_with(book, game, side, kinds, sector):
    """Whether a side has a unit of these kinds, none standing for all, in a sector."""
    for unit in range(first_of(side), first_of(side) + game.fleet[side]):
        if game.place[unit] == sector and is_among(kinds, kind_of(book, game, unit)):
            return True
    return False


# --- what its abilities do (ABL) -----------------------------------------------------------------------


@rule
def effect_of(book, game, unit, effect):
    """Which of its effects is this one: a number below EFFECTS, or -1."""
    card = int(game.card[unit])
    if not has(book.effects[card], effect):
        return -1
    for k in range(EFFECTS):
        if book.does[card, k] == effect:
            return k
    return -1


@rule
def is_left(book, game, unit, k):
    """Whether an effect of a unit can still be used: one that works once is spent by it."""
    return book.once[game.card[unit], k] == 0 or not has(game.spent[unit], k)


@rule
def spend(book, game, unit, k):
    """It has been used."""
    if book.once[game.card[unit], k] == 1:
        game.spent[unit] |= bit(k)


@rule
def usable(book, game, unit, effect):
    """Which of its effects is this one, still to be used and in its time: a number below EFFECTS, or -1.

    Few cards have a certain effect, so that this is asked before anything else of a unit.
    """
    if not has(book.effects[game.card[unit]], effect):
        return -1
    return next_usable(book, game, unit, effect, -1)


@rule
def next_usable(book, game, unit, effect, after):
    """As `usable`, of the effects behind one of them, and of another ability (ABL.10)."""
    card = int(game.card[unit])
    for k in range(after + 1, EFFECTS):
        if book.does[card, k] == effect and is_of_another(book, card, k, after):
            if is_left(book, game, unit, k) and is_time_for(book, game, unit, k):
                return k
    return -1


@rule
def is_of_another(book, card, k, after):
    """Whether an effect of a card is of another ability than one before it; those of the same help once (ABL.10)."""
    return after < 0 or book.ability[card, k] != book.ability[card, after]


@rule
def next_with(book, game, unit, effect, weapon, after):
    """As `usable`, of the effects behind one of them, in attacks with a weapon."""
    card = int(game.card[unit])
    if not has(book.effects[card], effect):
        return -1
    for k in range(after + 1, EFFECTS):
        if book.does[card, k] == effect and has(book.weapons[card, k], weapon):
            if is_left(book, game, unit, k) and is_time_for(book, game, unit, k):
                return k
    return -1


@rule
def is_time_for(book, game, unit, k):
    """Whether the turn, the company and the state of a unit allow an effect of its own (ABL.6)."""
    card = int(game.card[unit])
    if game.turn < book.turn_from[card, k] or game.turn > book.turn_to[card, k]:
        return False
    beside = int(book.beside[card, k])
    if beside != 0 and not has_company(book, game, unit, beside):
        return False
    only = int(book.only[card, k])
    if only == 0:
        return True
    if has(only, Condition.UNDAMAGED) and game.damage[unit] > 0:
        return False
    if has(only, Condition.UNMOVED) and game.moved[unit] == 1:
        return False
    if has(only, Condition.FIRST_PLAYER) and game.first != side_of(unit):
        return False
    return not has(only, Condition.ANOTHER_ALIKE) or has_double(book, game, unit, int(book.ability[card, k]))


@rule
def has_company(book, game, unit, kinds):
    """Whether another own unit of these kinds is in its sector; who is in none has no company."""
    if not on_map(game, unit):
        return False
    side = side_of(unit)
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != unit and game.place[other] == game.place[unit] and is_one_of(book, game, other, kinds):
            return True
    return False


@rule
def has_double(book, game, unit, ability):
    """Whether another own unit on the map has the same ability, and had no Destroyed counter when the phase began."""
    side = side_of(unit)
    for other in range(first_of(side), first_of(side) + game.fleet[side]):
        if other != unit and on_map(game, other):
            card = int(game.card[other])
            for k in range(EFFECTS):
                if book.does[card, k] != Effect.NONE and book.ability[card, k] == ability:
                    return True
    return False


@rule
def distance(book, game, unit, other):
    """Sectors between two units on the map (RNG.2)."""
    return int(book.range[game.place[unit], game.place[other]])


@rule
def within(book, reach, sectors):
    """Whether so many sectors are within a reach; -1 stands for any (GLO.6)."""
    return reach < 0 or sectors <= reach


@rule
def someone_within(book, game, unit, k, kinds):
    """Whether an enemy unit of these kinds, none standing for all, is within the reach of an effect."""
    enemy = 1 - side_of(unit)
    reach = int(book.reach[game.card[unit], k])
    for other in range(first_of(enemy), first_of(enemy) + game.fleet[enemy]):
        if on_map(game, other) and is_among(kinds, kind_of(book, game, other)):
            if within(book, reach, distance(book, game, unit, other)):
                return True
    return False


@rule
def leave_the_map(game, unit):
    """It is out of the game."""
    game.gone[unit] = 1
    game.place[unit] = NOWHERE
    game.based_on[unit] = NOBODY
