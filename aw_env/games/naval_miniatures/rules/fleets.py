"""Fleets: bought card by card in secret, drawn at random, or given (FLT, SIDE, HIS)."""

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.dice import below
from aw_env.core.engine.events import note, whisper
from aw_env.core.engine.sets import has
from aw_env.core.engine.stack import SUBJECT, ask, pop, top
from aw_env.games.naval_miniatures.records.terms import (
    AIRCRAFT,
    CARDS,
    CONVOY_CARD,
    FIRST_CARD_ACTION,
    FLEET,
    NATIONS,
    NOBODY,
    Decision,
    Effect,
    Event,
    Fleets,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
)
from aw_env.games.naval_miniatures.rules.units import first_of

# --- what a fleet under way costs and holds --------------------------------------------------------------


@rule
def spent_by(book, game, side):
    """Points of the cards that a side has bought (UNIT.5)."""
    points = 0
    for card in range(CARDS):
        points += int(game.drafted[side, card]) * int(book.cost[card])
    return points


@rule
def bought_by(game, side):
    """How many cards a side has bought."""
    count = 0
    for card in range(CARDS):
        count += int(game.drafted[side, card])
    return count


@rule
def needs_airbase(book, card):
    """Whether a card is an aircraft that no carrier bases (CAR.3, AB.land_based)."""
    return book.kind[card] == Kind.PATROL_BOMBER or has(book.effects[card], Effect.ASHORE)


@rule
def drafted_ashore(book, game, side, also):
    """Aircraft that a side must base ashore, with one more card (CAR.2, HIS.5)."""
    ashore = 0
    for card in range(CARDS):
        if needs_airbase(book, card):
            ashore += int(game.drafted[side, card]) + (1 if card == also else 0)
    if book.historical == 0:
        return ashore + max(0, drafted_without_deck(book, game, side, also, NOBODY))
    american = drafted_without_deck(book, game, side, also, Nation.UNITED_STATES.value)
    british = drafted_without_deck(book, game, side, also, Nation.UNITED_KINGDOM.value)
    for nation in range(NATIONS):
        if nation != Nation.UNITED_STATES:
            ashore += max(0, drafted_without_deck(book, game, side, also, nation))
    return ashore + max(0, american - max(0, -british))


@rule
def drafted_without_deck(book, game, side, also, nation):
    """Aircraft for carriers less the room on them, of one nation or of all; below 0: room is left."""
    without = 0
    for card in range(CARDS):
        if nation == NOBODY or book.nation[card] == nation:
            count = int(game.drafted[side, card]) + (1 if card == also else 0)
            without -= count * int(book.capacity[card])
            if has(AIRCRAFT, book.kind[card]) and not needs_airbase(book, card):
                without += count
    return without


# --- what may be bought ----------------------------------------------------------------------------------


@rule
def may_buy(book, game, side, card, points, room):
    """Whether a card may join a fleet with so many points and so much room left, so that it stays a legal one
    (FLT.1, FLT.2, SIDE.1, HIS, CAR.2, LND.3)."""
    if book.allowed[side, card] == 0 or book.cost[card] > points or room == 0:
        return False
    if book.historical == 1:
        if game.drafted[side, card] >= book.class_limit[card] or mixes_japan(book, game, side, card):
            return False
    if not has(AIRCRAFT, book.kind[card]) or book.most_units - room < book.airbase:  # which holds all that are bought
        return True
    return drafted_ashore(book, game, side, card) <= book.airbase


@rule
def mixes_japan(book, game, side, card):
    """Whether a card would put Japanese and others into one fleet (HIS.1)."""
    japanese = book.nation[card] == Nation.JAPAN
    for other in range(CARDS):
        if game.drafted[side, other] > 0 and (book.nation[other] == Nation.JAPAN) != japanese:
            return True
    return False


# --- bought (FLT.4) --------------------------------------------------------------------------------------


@rule
def draft(book, game):
    """A side buys its fleet; a fleet to which nothing can be added is ready."""
    return ask(book, game, Decision.DRAFT, top(game)[SUBJECT], NOBODY)


@rule
def mask_draft(book, game, mask):
    """The cards that the fleet may take; with one unit in it, no more (MR-54)."""
    side = int(game.power)
    points, bought = int(book.budget) - spent_by(book, game, side), bought_by(game, side)
    for card in range(CARDS):
        if may_buy(book, game, side, card, points, int(book.most_units) - bought):
            mask[FIRST_CARD_ACTION + card] = 1
    if bought > 0:
        mask[Option.END] = 1


@rule
def take_draft(book, game, action, events):
    """The card is bought, or the fleet is ready."""
    side = int(game.power)
    if action == Option.END:
        pop(game)
        return
    card = action - FIRST_CARD_ACTION
    game.drafted[side, card] += 1
    whisper(events, side, Event.BOUGHT, side, card, int(book.budget) - spent_by(book, game, side))


# --- drawn (a law of the house: the classes by weight, in a class evenly) ---------------------------------

WEIGHTS = (2, 2, 4, 4, 1, 1, 2, 4)
"""Of battleships, carriers, cruisers, destroyers, torpedo boats and auxiliaries together, submarines, aircraft."""
LEFT_OVER = 3
"""A fleet with no more points left than these is full."""
DRAWS = 1000
LEAST_SHARE = 90
"""Per cent of the budget that a fleet must cost."""


@rule
def group_of(book, card):
    """The class of a card as the law of random fleets counts them: a number below len(WEIGHTS)."""
    kind = int(book.kind[card])
    if kind >= Kind.PATROL_BOMBER:
        return 7
    return 4 if kind == Kind.AUXILIARY else kind


@rule
def draw_fleet(book, game, side):
    """A random legal fleet: drawn until it costs nine tenths of the budget and is not all aircraft; where the cards
    have no such fleet, the last one drawn."""
    for _ in range(DRAWS):
        for card in range(CARDS):
            game.drafted[side, card] = 0
        while add_a_card(book, game, side):
            pass
        if 100 * spent_by(book, game, side) >= LEAST_SHARE * int(book.budget) and has_a_vessel(book, game, side):
            return


@rule
def has_a_vessel(book, game, side):
    """Whether a fleet under way is not all aircraft."""
    for card in range(CARDS):
        if game.drafted[side, card] > 0 and not has(AIRCRAFT, book.kind[card]):
            return True
    return False


@rule
def add_a_card(book, game, side):
    """A class by weight among those with a legal card, then one of its legal cards evenly; False: the fleet is
    full."""
    points, room = int(book.budget) - spent_by(book, game, side), int(book.most_units) - bought_by(game, side)
    if points <= LEFT_OVER:
        return False
    weight = 0
    for group in range(len(WEIGHTS)):
        if legal_of(book, game, side, group, points, room) > 0:
            weight += WEIGHTS[group]
    if weight == 0:
        return False
    drawn = below(game.generator, weight)
    for group in range(len(WEIGHTS)):
        legal = legal_of(book, game, side, group, points, room)
        if legal > 0:
            drawn -= WEIGHTS[group]
            if drawn < 0:
                add_one_of(book, game, side, group, points, room, below(game.generator, legal))
                return True
    return False


@rule
def legal_of(book, game, side, group, points, room):
    """How many cards of a class a fleet may take."""
    legal = 0
    for card in range(CARDS):
        if group_of(book, card) == group and may_buy(book, game, side, card, points, room):
            legal += 1
    return legal


@rule
def add_one_of(book, game, side, group, points, room, which):
    """The legal card of a class with a number."""
    for card in range(CARDS):
        if group_of(book, card) == group and may_buy(book, game, side, card, points, room):
            if which == 0:
                game.drafted[side, card] += 1
                return
            which -= 1


# --- revealed (FLT.4) ------------------------------------------------------------------------------------


@rule
def take_given(book, game, side):
    """The fleet that the scenario gives a side, or one of its house fleets."""
    house = below(game.generator, int(book.house_fleets[side])) if book.fleets == Fleets.HOUSE else NOBODY
    for k in range(FLEET):
        card = int(book.given[side, k]) if house == NOBODY else int(book.house[side, house, k])
        if card != NOBODY:
            game.drafted[side, card] += 1


@rule
def muster(book, game, side, events):
    """The units of a side in roster order: by card, the convoy last."""
    count = 0
    for card in range(CARDS):
        for _ in range(game.drafted[side, card]):
            enlist(book, game, side, card, count)
            count += 1
        game.drafted[side, card] = 0
    if book.escort == side:
        for _ in range(book.convoy_ships):
            enlist(book, game, side, CONVOY_CARD, count)
            count += 1
    game.fleet[side] = count
    note(events, Event.FLEET_READY, side, 0, 0)


@rule
def enlist(book, game, side, card, count):
    """A card becomes a unit."""
    unit = first_of(side) + count
    game.card[unit] = card
    game.roster[game.units] = unit
    game.units += 1


# --- for searches (FLT.4) --------------------------------------------------------------------------------


@rule
def redraw_draft(book, game, seat):
    """While fleets are bought, the other side's may be any.  The Allies buy first: when the Axis is asked, theirs is a
    random legal one; a fleet under way may as well have just been begun."""
    if game.phase == Phase.FLEETS and book.fleets == Fleets.DRAFTED:
        other = 1 - seat
        for card in range(CARDS):
            game.drafted[other, card] = 0
        if other == Side.ALLIES and game.power == Side.AXIS:
            draw_fleet(book, game, other)
