"""Whether a record from a file is a position: the rules check no bounds, and rely on what play would write."""

import numpy as np

from aw_env.core.declare.decisions import PLACE, UNIT
from aw_env.core.declare.soundness import before_asking as before_asking
from aw_env.core.declare.soundness import must
from aw_env.core.rooms.soundness import checks_of
from aw_env.games.world_at_war.records.kinds import (
    BOXES,
    FACES,
    NOBODY,
    NOWHERE,
    PLACES,
    UNITS,
    Aim,
    Condition,
    Convoy,
    Decision,
    Kind,
    Phase,
    PlaceKind,
    Side,
    Theatre,
)
from aw_env.games.world_at_war.records.record import RECORDS
from aw_env.games.world_at_war.rules.bases import BASES, COUNTERS, FORMING, PATROLS
from aw_env.games.world_at_war.rules.convoys import FORCE
from aw_env.games.world_at_war.rules.routes import FIRST_STOP
from aw_env.games.world_at_war.rules.transports import LINES

MOST_TRANSPORTS_IN_ALL = 99
OF_UNITS = [field.name for field in RECORDS.state if RECORDS.by_unit(field) and field.name != "roster"]
OUT_WITH_GROUPS = (Phase.INTERCEPTION, Phase.DETECTION, Phase.ENGAGEMENT, Phase.BATTLE, Phase.PREY, Phase.RETURN)
OF_RAIDERS = (
    "southern_brps", "harbour_attacks", "shifted", "damaged", "damaged_now", "submarines", "new_submarines", "asw",
    "laden", "shipped", "cut",
)  # fmt: skip
OF_ISLANDS = (
    "ports", "cut_off", "research", "ports_built", "built_now", "raided", "negated", "merchants", "merchants_unbuilt",
    "marines", "guns_lost", "guns_idle",
)  # fmt: skip
OF_OTHERS = {
    Theatre.ATLANTIC: ("over_troops",),
    Theatre.PACIFIC: (*OF_RAIDERS, "convoy", "kept", "troops", "redeployed", "over_troops"),
    Theatre.MEDITERRANEAN: (*OF_RAIDERS, *OF_ISLANDS, "transports", "new_transports", "unbuilt", "sent"),
}
"""By theatre the fields of which its campaigns know nothing, besides those that say so (`Field.used_where`)."""
STEPS_OF_ISLANDS = (BASES, PATROLS, FORMING, COUNTERS)
"""Steps of the movement phase in the Pacific."""
_declared = checks_of(RECORDS)


def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
    """Raises SaveError unless `games[0]` holds together."""
    _declared(book, template, games)
    game = games[0]
    if game["over"]:
        return
    _check_theatre(book, template, game)
    _check_units(book, template, game)
    _check_places(book, template, game)
    _check_groups(book, game)
    _check_counts(book, game)
    _check_question(book, game)


def _members(game: np.void) -> np.ndarray:
    """1 for each unit that is in the game."""
    members = np.zeros(UNITS, bool)
    members[game["roster"][: game["units"]]] = True
    return members


def _is_place(book: np.void, places: np.ndarray) -> np.ndarray:
    """Whether each is a place of the board: nowhere is none."""
    there = np.asarray(places, np.int64)
    return (there >= 0) & (book["opens"][there] > 0)


def _check_theatre(book: np.void, template: np.void, game: np.void) -> None:
    theatre = Theatre(book["theatre"])
    for name in OF_OTHERS[theatre]:
        must(game[name] == template[name], f"{name} is nothing of the {theatre.name.title()}")
    must(theatre != Theatre.ATLANTIC or game["convoy"] <= Convoy.ESCORT, "what sails together is known")
    moves = theatre == Theatre.PACIFIC and game["phase"] == Phase.MOVEMENT
    must(not moves or game["step"] in STEPS_OF_ISLANDS, "the step is one of movement among islands")


def _check_units(book: np.void, template: np.void, game: np.void) -> None:
    members = _members(game)
    for name in OF_UNITS:
        must((game[name] == template[name])[~members], f"{name} of a unit that is not in the game")
    place, condition = game["place"], game["condition"]
    afloat = place != NOWHERE
    must(_is_place(book, place)[afloat], "units are in places of the board")
    must(~afloat | (condition != Condition.LOST), "what is lost is nowhere")
    at_sea = book["place_kind"][place] == PlaceKind.SW_BOX
    must(~afloat | ~at_sea | (game["at_sea"] == 1) | (book["side"] == Side.ALLIES), "raiders in an SW box are at sea")
    rows = book["kind"] >= Kind.DD
    must(~rows | (condition == Condition.SOUND) | (condition == Condition.LOST), "one-factor ships are not damaged")
    must(~members | rows | (game["strength"] <= book["factors"]), "no ship has more factors than are printed")
    must(game["squadrons"] <= book["factors"] * (book["kind"] == Kind.CARRIER), "a carrier has her own squadrons")
    must(game["lights"] <= np.where(rows, game["strength"], 0), "no more one-factor ships fight than there are")
    must((game["under"] == 0) | _is_place(book, game["berth"]), "ships under a counter are in a place of the board")
    most = len(book["hits_by_air"]) - 1
    must((game["assigned"] <= most) & (game["at_light"] <= most), "no more squadrons strike than the table knows")
    must((game["aim"] != Aim.PAIRED) | members[game["target"]] & (game["target"] >= 0), "who is paired has a target")


def _check_places(book: np.void, template: np.void, game: np.void) -> None:
    taken = np.isin(book["place_kind"], (PlaceKind.PORT, PlaceKind.ISLAND)) & (book["opens"] > 0)
    must(taken | (game["control"] == template["control"]), "only ports and islands change hands")
    lines = (book["line_end"] != NOWHERE) | (book["supply_box"] != NOBODY)
    must(lines | (game["kept"] == 0), "supply lines that are kept have an end")
    if book["theatre"] == Theatre.MEDITERRANEAN and game["phase"] == Phase.MOVEMENT:
        stops = game["origin"][FIRST_STOP:]
        aboard = np.flatnonzero(game["aboard_infantry"] + game["aboard_marines"])
        must(np.isin(aboard, stops), "what is aboard has embarked at a stop of the route")


def _check_groups(book: np.void, game: np.void) -> None:
    groups, in_group, against = int(game["groups"]), game["in_group"], game["against"]
    axis = book["side"] == Side.AXIS
    must((in_group <= groups) & (axis | (in_group == 0)), "raiders are Axis ships, in groups that are out")
    against = against * (book["theatre"] != Theatre.MEDITERRANEAN)
    must((against <= groups) & (~axis | (against == 0)), "defenders are Allied ships, against groups that are out")
    must((game["seen_in"] == 0) | (game["seen_in"] == in_group), "raiders are seen in their group")
    if book["theatre"] == Theatre.MEDITERRANEAN:
        must((groups == 0) & (in_group == 0), "there are no raiders on a map of hexes")
        in_a_round = game["line"].any() or game["lights"].any()  # after which is counted what has been sunk in it
        afloat = game["force"] <= np.where(book["kind"] >= Kind.DD, game["strength"], 1)
        must(in_a_round | afloat, "who is out is there")
    elif game["phase"] == Phase.CONVOY:
        must(groups == game["group"] == FORCE, "those who intercept a convoy are one group")
        must((game["ships_in"] == 0) & (game["origin"] == NOWHERE), "no raiders are out while a convoy sails")
    else:
        _check_raiders(book, game)
    sent = np.zeros(UNITS, np.int64)
    rows = (book["kind"] >= Kind.DD) & _members(game)
    sent[rows] = game["sent"].sum(0)[book["row"][rows]]
    must(sent <= game["strength"], "no more one-factor ships are sent than there are")


def _check_raiders(book: np.void, game: np.void) -> None:
    groups, in_group = int(game["groups"]), game["in_group"]
    sailed = groups - int(game["phase"] == Phase.MISSIONS and game["ships_in"][groups - 1] == 0)
    origin = game["origin"][:sailed]
    must(_is_place(book, origin), "every group has left a port")
    must(_is_box_of_raiders(book, origin), "every group has an SW box to raid in")
    route = game["route"]
    must((route == NOWHERE) | _is_place(book, route), "a group goes by the way of a port")
    afloat = (game["place"] != NOWHERE) & (game["condition"] <= Condition.DAMAGED)
    ships = np.bincount(in_group[afloat], minlength=len(game["ships_in"]) + 1)[1:]
    must(ships <= game["ships_in"], "no group has more ships than it says")
    must((game["ships_in"] == ships) | (game["phase"] in OUT_WITH_GROUPS), "every group has the ships that it says")
    must(game["ships_in"][groups:] == 0, "only groups that are out have ships")
    if game["phase"] in OUT_WITH_GROUPS:
        least = int(game["decision"] != Decision.ENGAGE_GROUP)
        must(least <= game["group"] <= groups and groups > 0, "a group is resolved that is out")
    if game["phase"] not in (*OUT_WITH_GROUPS, Phase.MISSIONS):
        must(groups == 0, "groups are out in the combat phase")


def _is_box_of_raiders(book: np.void, places: np.ndarray) -> np.ndarray:
    return (book["raids_to"][places] >= 0) | (book["place_kind"][places] == PlaceKind.SW_BOX)


def _check_counts(book: np.void, game: np.void) -> None:
    transports = int(game["unbuilt"]) + int(game["transports"].sum()) + int(game["damaged"].sum())
    must(transports <= MOST_TRANSPORTS_IN_ALL, "there are more transports than the pool has")
    lacking = book["box_place"] == NOWHERE
    must(game["transports"][lacking] == 0, "transports sail in the SW boxes of the scenario")
    for box in range(BOXES):
        must(game["new_transports"][box] <= game["transports"][box], "new transports are among those there")
        must(game["new_submarines"][box] <= game["submarines"][box], "new submarines are among those there")


def _asks_places(book: np.void, game: np.void) -> bool:
    """Whether the cursor runs through the places; where ships are out on a map of hexes it may be a target."""
    if game["phase"] == Phase.INTERCEPTION:
        return bool(book["theatre"] != Theatre.MEDITERRANEAN)
    return bool(game["phase"] in (Phase.SUPPLY, Phase.SUPPLY_AGAIN) and game["step"] == LINES)


def _check_question(book: np.void, game: np.void) -> None:
    decision, cursor, subject = RECORDS.decisions.numbered(game["decision"]), int(game["cursor"]), int(game["subject"])
    members = _members(game)
    if decision.about == UNIT:
        must(members[subject], "the question is about a unit of the game")
    if decision.about == PLACE:
        must(_is_place(book, np.array([subject])), "the question is about a place of the board")
    if decision == Decision.ENGAGE:
        must(1 <= cursor <= FACES, "a type die shows one to six")
    elif decision == Decision.FIGHT and book["theatre"] != Theatre.MEDITERRANEAN:
        must(0 <= cursor < game["groups"], "a group is fought that is out")
    elif _asks_places(book, game):
        must(0 <= cursor < PLACES, "places are asked one by one")
    elif decision == Decision.EXCESS:
        must(1 <= cursor <= 2, "one side after the other aims its light ships")
    at_light_ships = decision == Decision.STRIKE_WITH  # which are struck as a group
    must(cursor < UNITS or at_light_ships, "units are asked one by one")
    if game["escorts"] > 0:
        must(game["carrier"] >= 0 and members[int(game["carrier"])], "light ships sail with a carrier")
