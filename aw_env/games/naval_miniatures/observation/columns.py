"""The columns of an observation: their names, scales and meanings, in the order in which they are written.

An observation is written from the side of the seat that observes: *mine* are the units of its side, *theirs* the other
side's; rows of sectors count from its own edge.  A unit is told of by the numbers and abilities of its card, never by
the card itself, so that fleets never seen are read like others.
"""

from aw_env.core.declare.columns import Columns, Layouts, Part, Row, both_sides, one_hot, places, single, table, units
from aw_env.core.rooms.columns import Written, table_of
from aw_env.games.naval_miniatures.records.terms import (
    CARDS,
    FORCE,
    PRINTED_WEAPONS,
    RANGES,
    SECTORS,
    UNITS,
    Decision,
    Effect,
    Kind,
    Phase,
    Weapon,
)
from aw_env.games.naval_miniatures.rules.reach import speed_of
from aw_env.games.naval_miniatures.rules.sight import is_concealed

MOST_ANSWERS = 80
"""Rows of candidates: no question has more than 73 answers."""
_IN_DRAFT, _IN_ATTACK = "if phase == Phase.FLEETS else 0", "if phase >= Phase.AIR_DEFENSE else 0"


class General(Columns):
    """The state of the battle as a whole."""

    SIDE = 1, "0: the observer plays the Allies, 1: the Axis", "mine"
    CHOOSING = 1, "1: the observer is asked now", "game.seat == seat"
    TURN = 10, "number of the turn"
    TURNS_LEFT = 10, "turns after this one", "last_turn - turn"
    QUIET_TURNS = 5, "turns in a row without an event (EOT.3)"
    QUIET_LEFT = 5, "such turns that are still allowed", "quiet_limit - quiet_turns"
    FIRST = 1, "the first player of the turn: 1 mine, -1 theirs, 0 not known yet", "sign(first, mine)"
    MY_SCORE = 50, "my points (WIN)", "score[mine]"
    THEIR_SCORE = 50, "theirs", "score[1 - mine]"
    I_NEED = 50, "points that I still need to win", "win_at - score[mine]"
    THEY_NEED = 50, "points that they need", "win_at - score[1 - mine]"
    MY_POINTS = 50, "cost of my units that are left", "points_left(book, game, mine)"
    THEIR_POINTS = 50, "of theirs", "points_left(book, game, 1 - mine)"
    OBJECTIVE_POINTS = 50, "points for an objective (WIN.3)"
    I_CLAIM_NOTHING = 1, "1: a high-speed run keeps me from claiming this turn", "no_claims[mine]"
    THEY_CLAIM_NOTHING = 1, "1: the same of theirs", "no_claims[1 - mine]"
    ESCORT = 1, "the convoy is 1 mine, -1 theirs, 0 there is none (CV.1)", "sign(escort, mine)"
    OFF = 1, "convoy ships that have left the map"
    SUNK = 1, "convoy ships that are lost"
    BUDGET = 50, "points for a fleet (FLT.1)"
    TO_SPEND = 50, "points that I have left in the draft", f"budget - spent_by(book, game, mine) {_IN_DRAFT}"
    TO_BUY = 5, "units that I may still buy in the draft", f"most_units - bought_by(game, mine) {_IN_DRAFT}"
    AIRBASE = 5, "aircraft that an airbase holds (LND.3)"
    SHIPS_A_SECTOR = 1, "ships of a side in a sector (STK.2)"
    BONUS = 2, "dice lent to the attack under way, and extra dice", f"bonus {_IN_ATTACK}"
    SIXES = 2, "natural 6s of its roll", f"sixes {_IN_ATTACK}"
    SUCCESSES = 4, "successes of its roll", f"successes {_IN_ATTACK}"


_NUMBERS: dict[str, Written] = {
    "COST": (15, "its cost (UNIT.5)", ""),
    "SPEED": (2, "its speed (UNIT.6)", ""),
    "FLAGSHIP": (1, "its flagship bonus (UNIT.7)", ""),
    "CAPACITY": (2, "aircraft that it bases (UNIT.8)", ""),
    "ARMOR": (5, "its armor (UNIT.9)", ""),
    "VITAL": (10, "its vital armor (UNIT.10)", ""),
    "HULL": (3, "its hull points (UNIT.11)", ""),
}
_KINDS = {kind.name: (1, f"1: a {kind.name.lower().replace('_', ' ')}", f"kind == {int(kind)}") for kind in Kind}
_RANGED = (Weapon.MAIN, Weapon.SECONDARY, Weapon.TERTIARY, Weapon.TORPEDO)
_DICE = {
    f"{weapon.name}_{sectors}": (
        5, f"dice of {weapon.name.lower()} at range {sectors}", f"attack[card, {int(weapon)}, {sectors}]",
    )
    for weapon in [*Weapon][:PRINTED_WEAPONS]
    for sectors in range(RANGES if weapon in _RANGED else 1)
}  # fmt: skip
_ABILITIES = {
    f"CAN_{effect.name}": (
        1, f"what it has of the ability to {effect.name.lower().replace('_', ' ')}: how much of it, or 1",
        f"worth[card, {int(effect)}]",
    )
    for effect in Effect
    if effect != Effect.NONE
}  # fmt: skip
Card = table_of("Card", "What is printed on a unit's card.", _KINDS | _NUMBERS | _DICE)
Abilities = table_of("Abilities", "What its abilities do (AB).", _ABILITIES)


class Now(Columns):
    """What a unit is now."""

    MINE = 1, "1: mine, -1: theirs", "sign(side_of(unit), mine)"
    SUBJECT = 1, "1: the decision is about it", "game.subject == unit and has(ABOUT_UNITS, decision)"
    AHEAD = 5, "rows from the observer's edge, -1: not in a sector", "ahead[mine, place] if place >= 0 else -1"
    ACROSS = 6, "half sectors from the left, -1: not in a sector", "across[place] if place >= 0 else -1"
    ON_MAP = 1, "1: in a sector", "place >= 0"
    ASHORE = 1, "1: at the airbase", "based_on == ASHORE"
    ABOARD = 1, "1: on a carrier", "0 <= based_on < ASHORE"
    HULL_LEFT = 3, "hull points left", "hull_left(book, game, unit)"
    DAMAGE = 2, "hull points lost"
    PENDING = 2, "hull points to be lost at the end of the phase", "hit"
    DOOMED = 1, "1: a Destroyed counter"
    CRIPPLED = 1, "1: crippled (DMG.5)"
    SPEED_NOW = 2, "sectors that it may move in this turn", speed_of
    STOPPED = 1, "1: it does not move in its next movement step"
    MENDED = 1, "1: it is being repaired"
    MENDING = 1, "1: it repairs another", "mending >= 0"
    REARMING = 1, "1: a Rearming counter", "rearming > 0"
    ABORTED = 1, "1: an Aborted counter"
    PRESSING = 1, "1: it presses the attack"
    DRAWS_FIRE = 1, "1: enemy fighters must attack it"
    MARKED = 1, "marks that its enemy has set on it, as a set", "marks"
    ACTED = 1, "1: it has moved, flown or attacked in this step"
    MOVED = 1, "1: it moved in its latest movement step"
    SPENT = 1, "1: what it can do once is done", "spent > 0"
    FIRED_AT = 1, "1: a ship has fired at it in this step", "fired_at_by >= 0"
    TARGET = 1, "1: the attack under way is at it", "game.target == unit"


class Sector(Columns):
    """A sector."""

    ACROSS = 6, "half sectors from the left", "across[sector]"
    ISLAND = 1, "1: an island (MAP.1)", "terrain[zone, sector] == Terrain.ISLAND"
    SHOAL = 1, "1: shoals (MAP.2)", "terrain[zone, sector] == Terrain.SHOAL"
    CONCEALED = 1, "1: fog, a squall or smoke (LOS.6)", is_concealed
    OBJECTIVE = 1, "1: an objective that nobody has claimed", "is_unclaimed(book, game, sector)"


class Outlook(Columns):
    """How a sector lies for the observer and the unit that the decision is about: apart from the others, for it changes
    at every decision."""

    AHEAD = 5, "rows from the observer's edge"
    DISTANCE = 3, "sectors from the unit that the decision is about, -1: it is about none in a sector"
    IN_SIGHT = 1, "1: in sight from there"


class Force(Columns):
    """One side's units in a sector; what a unit adds to these columns is a field of the book."""

    SHIPS = 1, "ships"
    SUBMARINES = 1, "submarines"
    AIRCRAFT = 1, "aircraft"
    HULL = 3, "hull points left of ships and submarines"
    GUNS = 10, "main gunnery dice at range 0"
    TORPEDOES = 3, "torpedo dice at range 0"
    BOMBS = 8, "bomb dice"
    ANTIAIR = 6, "antiair dice"
    ASW = 4, "ASW dice"
    COST = 20, "cost"


assert [column.name.lower() for column in Force] == [*FORCE]


class Draft(Columns):
    """A card while fleets are bought (FLT.4)."""

    BOUGHT = 1, "how many of it I have bought", "drafted[mine, card]"


class Choice(Columns):
    """A legal action in the layout "candidates": what it names, and what follows from that."""

    ACTION = 100, "1 + the number of the action", "1 + action"
    OPTION = 5, "1 + the Option, 0: a sector, a unit or a card is named", "1 + action if action < SECTOR else 0"
    IDLE = 1, "1: an option that leaves things as they are", "action < SECTOR and has(IDLE, action)"
    NAMES_SECTOR = 1, "1: a sector is named", "SECTOR <= action < UNIT"
    NAMES_UNIT = 1, "1: a unit is named", "UNIT <= action < CARD"
    NAMES_CARD = 1, "1: a card is named", "action >= CARD"
    DICE = 8, "dice of the attack that the action would be (MR-23)", ...
    EXPECTED = 30, "successes of it on average, in tenths; of torpedoes damage", ...
    TO_HIT = 30, "chance that it hits, in per cent, before any die that negates it", ...
    TO_DESTROY = 30, "chance that it destroys, in per cent", ...
    OBJECTIVE = 3, "sectors from the sector named to the next objective, -1: none", ...
    ENEMY = 3, "sectors from there to the next enemy ship, -1: none", ...
    BEARING = 15, "gunnery dice of enemy ships that bear on it", ...


NEAR = (2, 4, 8)
"""Within how many sectors of the one that a candidate names it is counted what is there."""
NEAR_COUNTED = ("ships", "guns", "torpedoes")
"""What is, of `Force`."""
Near = table_of("Near", "Undamaged forces near the sector named.", {
    f"{force}_{sectors}".upper(): (
        Force[force.upper()].size * 3, f"{Force[force.upper()].meaning} within {sectors} sectors", ...
    )
    for force in NEAR_COUNTED
    for sectors in NEAR
})  # fmt: skip


class Goals(Columns):
    """Unclaimed objectives near the sector named."""

    OBJECTIVES_1 = 1, "within 1 sector", ...
    OBJECTIVES_3 = 1, "within 3 sectors", ...
    OBJECTIVES_5 = 2, "within 5 sectors", ...


# --- the layouts ---------------------------------------------------------------------------------------

GENERAL = Row(
    table(General),
    one_hot("phase/", Phase, "The phase, one-hot:", "the phase is {}", "phase"),
    one_hot("decision/", Decision, "The decision waited for, one-hot:", "the decision waited for is {}", "decision"),
    one_hot("weapon/", Weapon, "What the attack under way is made with, one-hot:", "it is {}",
            "weapon if target >= 0 or has(WITH_WEAPON, decision) else -1"),
)  # fmt: skip
UNIT_ROW = Row(table(Card), table(Abilities), table(Now))
SECTOR_ROW = Row(table(Sector), *both_sides(Force))
CANDIDATE = Row(
    table(Choice),
    table(Sector, "sector/", "What is said of the sector named, or that of the unit named:"),
    *both_sides(Force, "sector/"),
    table(Outlook, "sector/", "How it lies:"),
    table(Card, "unit/", "The card of the unit named, or the card named:"),
    table(Now, "unit/", "What the unit is now:"),
    *both_sides(Near, "near/"),
    table(Goals, "near/"),
)
_SECTORS = Part("sectors", SECTOR_ROW, places(0, SECTORS), "sector/", "Sectors")
_OUTLOOK = tuple(
    Part(column.name.lower(), Row(single(column.size, column.meaning)), places(0, SECTORS), f"{column.name.lower()}/",
         f"Sectors: {column.meaning.partition(',')[0]}")
    for column in Outlook
)  # fmt: skip
_SUBJECT = Part("subject", UNIT_ROW, ("",), "subject", "The unit that the decision is about; all 0 where it is none")
_CARDS = tuple(f"{{units[{UNITS + card}]}}" for card in range(CARDS))
_DRAFT = Part("draft", Row(table(Draft)), _CARDS, "draft/", "Cards")
LAYOUT = Layouts(
    GENERAL,
    summary=(_SECTORS, *_OUTLOOK, _SUBJECT, _DRAFT),
    tables=(Part("units", UNIT_ROW, units(UNITS), "unit/", "Units"), _SECTORS, *_OUTLOOK, _DRAFT),
    candidate=CANDIDATE,
    most=MOST_ANSWERS,
)
