"""The steps of the sequence of play (§5): what a frame of the stack (`core.engine.stack`) is at work on."""

from enum import IntEnum

from aw_env.core.declare.decisions import Steps


class Step(Steps):
    """The steps of the sequence of play, each carried out by the function that `sequence.STEPS` names."""

    TURN = "phase", "its phases one after another; cursor: power"
    REINFORCEMENTS = "power", "units that come (§5.2)"
    PATROLLING = "power", "orders to ships in port (§5.31)"
    LAND_BASED_AIR = "unit or nobody", "orders to air units in turn (§5.33); cursor: power"
    AMPHIBIOUS = "power", "orders to amphibious units (§5.34)"
    RAIDING = "power", "orders to raiders in port (§5.35)"
    SELECTION = "nobody", "of areas for combat; cursor: power"
    AREA = "area", "combat in one area"
    STRIKES = "area", "LBA against places, then paratroops"
    ROUND = "area", "of combat (§7.2)"
    ACTION = "action", "of a round (§7.3)"
    RETREAT = "area", "declarations"
    FORMING = "group", "groups"
    PURSUING = "group", "who pursues which of the groups just formed"
    PURSUIT = "area", "group by group"
    GOING_HOME = "group", "every unit of a group"
    AIR_RAIDS = "area", "of carriers when combat is over (§9.2)"
    RAID = "port", "on one place"
    LANDINGS = "area or nowhere", "in one area or everywhere; stage: bit of each side that may land"
    EVACUATION = "port", "of a captured place"
    RETURN = "unit", "one unit; cursor: from where, stage: Homing"
    END_OF_TURN = "power", "all units still at sea go home"
    GARRISON = "port", "which defender falls"
    SURROUNDED = "nobody", "places captured by control of the sea; cursor: port"
    RAID_FORCE = "nobody", "ships into and out of the raid force (§4.6, §19.5)"
    WITHDRAWALS = "power", "of units that leave for good (§2.75)"
    REPAIRS = "power", "in shipyards (§11); cursor: port"
    INVERTING = "power", "submarines turn raider side up (§14.1)"
    ASW = "area", "the hunt, its losses and the merchants (§14.2)"
    ASW_LOSSES = "side", "of the side that is hunted; cursor: hits to take, stage: disabled results to take"
    TRADE = "area", "surviving submarines and Hilfskreuzers attack merchants (§14.26)"
    SUBMARINE_ATTACKS = "area", "raiding submarines after a round (§14.3)"
    PARATROOPS = "unit", "that land (§13.6)"
    PEARL_HARBOR = "area", "the attack on it (§19.7)"
    INDONESIA = "area", "the attack on it (§19.8)"
    MENDING = "unit", "what is done first on a ship that needs or may have more (§35.1, §36.31)"
    DECLARATIONS = "power", "what optional rules let a power declare before it acts (§32.1, §33)"
    WAVERING = "area", "the Italians go; cursor: 1 when the Germans have been asked (§37.2)"
    DIVISION = "nobody", "of the faces of a die, in secret (§23.21); cursor: faces given"
    NAMING = "area", "of targets before uncertain groups appear (§23.41); cursor: roster order"
    TRANSFERS = "unit or nobody", "ships go to the Pacific theatre (§21.22); cursor: how many"
    CATAPULT = "nobody", "the attack on the French fleet (§22.1); cursor: roster order"
    LILA = "nobody", "whether it is declared or not (§22.4)"
    SEIZURE = "table", "of ships in the holding boxes (§22.41, §22.522); cursor: roster order"
    TORCH = "torch area", "before control of the sea decides (§22.512)"
    ITALY = "nobody", "whether it goes to war on turn 0, and what it then does at once (§20.4)"
    TASK_FORCES = "area", "that are formed, and say what they do (§29.1, §29.2)"
    JOINING = "area", "task forces that search unseen join a surface action, or not (§29.52)"
    EXPULSION = "nobody", "of units that begin the game in lost places (§16.21); cursor: port, stage: the places"


class Homing(IntEnum):
    """Why a unit goes home, which decides where it may."""

    ORDINARY = 0  # §10.1
    STRIKE = 1  # after an attack on a place (§12.44)
    EVACUATION = 2  # its port or base was captured (§16.21)
    AIRBASE_LOST = 3  # §12.71
    TURNED_BACK = 4  # to the port or base it left, past an enemy-held Gibraltar (§2.51)
    END_OF_TURN = 5  # §5.74; next to an oiler a German ship may stay at sea (§10.33)
