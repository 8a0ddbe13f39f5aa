"""What is: the words of the rules as numbers, and the two records."""

from enum import IntEnum

from aw_env.core.declare.decisions import NOTHING, UNIT, Decisions, Mark, Options
from aw_env.core.declare.fields import Field, Sight, index, number, subset
from aw_env.core.rooms.records import Records

SECTORS = tuple("North-west North North-east West Middle East South-west South South-east".split())
HULL, GUNS = 6, 4
"""The most of either."""


class Side(IntEnum):
    RED = 0
    BLUE = 1


class Phase(IntEnum):
    COURSES = 0
    GUNS = 1
    OVER = 2


class Decision(Decisions):
    NONE = NOTHING, "nothing: the duel is over"
    COURSE = UNIT, "a ship: the sector for which she steers, her own or one beside it (1)", Mark.SECRET
    BROADSIDE = UNIT, "a ship: fire at the other, mend a hit, or hold (2)"


class Option(Options):
    HOLD = "neither fire nor mend", Mark.IDLE, Mark.QUIET
    MEND = "mend a hit"


class Event(IntEnum):
    NONE = 0
    TURN = 1  # a: turn
    SAILS = 2  # a: ship, b: sector
    FIRES = 3  # a: ship, b: her target, c: hits; dice
    MENDS = 4  # a: ship
    SINKS = 5  # a: ship
    GAME_OVER = 6  # a: result


RECORDS = Records(
    sides=Side,
    phases=Phase,
    decisions=Decision,
    options=Option,
    events=Event,
    places=SECTORS,
    units={"Vermilion": Side.RED, "Cobalt": Side.BLUE},
    fields=(
        Field("place", "i1", index(len(SECTORS), "place"), "the sector where a ship is", (2,)),
        Field("hull", "i1", number(0, HULL), "hits that sink her", (2,)),
        Field("fired", "i1", number(0, 1), "1: she has had her broadside this turn", (2,)),
        Field("course", "i1", number(0, len(SECTORS)), "the sector for which a captain steers and one more, 0: not chosen",
              (2,), by=Side, sight=Sight.UNTIL_ALL_HAVE_CHOSEN),
    ),
    printed=(
        Field("guns", "i1", number(1, GUNS), "dice of a broadside", (2,)),
        Field("near", "i8", subset(len(SECTORS), "places"), "a sector and those beside it", (len(SECTORS),), by="place"),
    ),
)  # fmt: skip
FIRST_SECTOR, FIRST_SHIP = RECORDS.first_place, RECORDS.first_unit
