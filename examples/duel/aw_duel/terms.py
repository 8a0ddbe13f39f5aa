"""What is: the words of the rules as numbers, and the two records."""

from enum import IntEnum

from aw_env.new_game import NOTHING, UNIT, Decisions, Field, Mark, Options, Records, Sight, index, number, subset

SECTORS = tuple("North-west North North-east West Middle East South-west South South-east".split())
HULL, GUNS = 6, 4
"""The most of either."""


class Side(IntEnum):
    RED = 0
    BLUE = 1


class Phase(IntEnum):
    COURSES = 0
    GUNS = 1


class Decision(Decisions):
    NONE = NOTHING, "nothing: the duel is over"
    COURSE = UNIT, "a ship: the sector for which she steers, her own or one beside it (1)", Mark.SECRET
    BROADSIDE = UNIT, "a ship: fire at the other, mend a hit, or hold (2)"


class Option(Options):
    HOLD = "hold fire", Mark.IDLE, Mark.QUIET
    MEND = "mend a hit"


class Event(IntEnum):
    NONE = 0
    TURN = 1  # a: its number
    SAILS = 2  # a: ship, b: sector
    FIRES = 3  # a: ship, b: her target; dice
    MENDS = 4  # a: ship
    SINKS = 5  # a: ship
    GAME_OVER = 6  # a: result


_CHOSEN = "the sector for which a captain steers and one more; 0: not chosen yet"
RECORDS = Records(
    sides=Side,
    decisions=Decision,
    options=Option,
    events=Event,
    phases=Phase,
    places=SECTORS,
    units={"Vermilion": Side.RED, "Cobalt": Side.BLUE},
    fields=(
        Field("place", "i1", index(9, "place"), "the sector where a ship is", (2,)),
        Field("hull", "i1", number(0, HULL), "hits that sink her", (2,)),
        Field("fired", "i1", number(0, 1), "1: she has had her broadside this turn", (2,)),
        Field("course", "i1", number(0, 9), _CHOSEN, (2,), by=Side, sight=Sight.UNTIL_ALL_HAVE_CHOSEN),
    ),
    printed=(
        Field("guns", "i1", number(1, GUNS), "dice of a broadside", (2,)),
        Field("near", "i8", subset(9, "places"), "a sector and those beside it", (9,), by="place"),
    ),
)
FIRST_SECTOR, FIRST_SHIP = RECORDS.first_place, RECORDS.first_unit
