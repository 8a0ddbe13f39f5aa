"""The steps of the sequence of play (§5): what a frame of the stack (`core.engine.stack`) is at work on."""

from enum import IntEnum


class Step(IntEnum):
    """The steps of the sequence of play, each carried out by the function that `sequence.proceed` names."""

    TURN = 0  # subject: phase, cursor: power
    REINFORCEMENTS = 1  # subject: power
    PATROLLING = 2  # subject: power
    LAND_BASED_AIR = 3  # cursor: power
    AMPHIBIOUS = 4  # subject: power
    RAIDING = 5  # subject: power
    SELECTION = 6  # of areas for combat; cursor: power
    AREA = 7  # combat in one area; subject: area
    STRIKES = 8  # LBA against places, then paratroops; subject: area
    ROUND = 9  # subject: area
    ACTION = 10  # subject: Action
    RETREAT = 11  # declarations; subject: area
    FORMING = 12  # groups; subject: the group that divides
    PURSUING = 13  # who pursues which of the groups just formed; subject: the group that divided
    PURSUIT = 14  # group by group; subject: area
    GOING_HOME = 15  # every unit of a group; subject: group
    AIR_RAIDS = 16  # subject: area
    RAID = 17  # on one place; subject: place
    LANDINGS = 18  # subject: area or NOWHERE for all, stage: bit of each side that may land
    EVACUATION = 19  # of a captured place; subject: place
    RETURN = 20  # one unit; subject: unit, cursor: from where, stage: Homing
    END_OF_TURN = 21  # all units still at sea go home; subject: power
    GARRISON = 22  # which defender falls; subject: place
    SURROUNDED = 23  # places captured by control of the sea; cursor: port
    RAID_FORCE = 24  # ships into and out of the raid force (§4.6, §19.5)
    WITHDRAWALS = 25  # §2.75; subject: power
    REPAIRS = 26  # §11; subject: power, cursor: port
    INVERTING = 27  # submarines turn raider side up (§14.1); subject: power
    ASW = 28  # the hunt, its losses and the merchants (§14.2); subject: area
    ASW_LOSSES = 29  # subject: the side that loses, cursor: hits to take, stage: disabled results to take
    TRADE = 30  # surviving submarines and Hilfskreuzers attack merchants (§14.26); subject: area
    SUBMARINE_ATTACKS = 31  # raiding submarines after a round (§14.3); subject: area
    PARATROOPS = 32  # §13.6; subject: the unit
    PEARL_HARBOR = 33  # §19.7
    INDONESIA = 34  # §19.8
    MENDING = 35  # what is done first on a ship that needs or may have more (§35.1, §36.31); subject: the ship
    DECLARATIONS = 36  # what optional rules let a power declare before it acts (§32.1, §33); subject: power
    WAVERING = 37  # the Italians go; cursor: 1 when the Germans have been asked (§37.2); subject: area
    DIVISION = 38  # of the faces of a die, in secret (§23.21); cursor: faces given
    NAMING = 39  # of targets before uncertain groups appear (§23.41); subject: area, cursor: roster order
    TRANSFERS = 40  # ships go to the Pacific theatre (§21.22); subject: the ship whose place is asked, cursor: how many
    CATAPULT = 41  # §22.1; cursor: roster order
    LILA = 42  # is declared or not (§22.4)
    SEIZURE = 43  # of ships in the holding boxes (§22.41, §22.522); subject: number of the table, cursor: roster order
    TORCH = 44  # before control of the sea decides (§22.512)
    ITALY = 45  # whether it goes to war on turn 0, and what it then does at once (§20.4)
    TASK_FORCES = 46  # are formed, and say what they do (§29.1, §29.2); subject: area
    JOINING = 47  # task forces that search unseen join a surface action, or not (§29.52); subject: area


class Homing(IntEnum):
    """Why a unit goes home, which decides where it may."""

    ORDINARY = 0  # §10.1
    STRIKE = 1  # after an attack on a place (§12.44)
    EVACUATION = 2  # its port or base was captured (§16.21)
    AIRBASE_LOST = 3  # §12.71
    TURNED_BACK = 4  # to the port or base it left, past an enemy-held Gibraltar (§2.51)
    END_OF_TURN = 5  # §5.74; next to an oiler a German ship may stay at sea (§10.33)
