"""Ships that are met at sea on the map of the Mediterranean: routes, who goes along, who meets them, and what becomes
of what they do (21.22, 21.42, 21.43)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Convoy, Decision, Option, Phase, Side, Worth
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    aid,
    battle_rounds,
    landing_battles,
    meetings,
    passages,
    routes,
    sea_patrols,
    searches,
    seaways,
)
from aw_env.games.world_at_war.rules.aid import AIDS
from aw_env.games.world_at_war.rules.island_raids import LEAVE
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET, SUPPORT
from tests.world_at_war.sea_of_hexes import NUMBERS, READY, at_sea, by_place, held, moving, supplying, troops
from tests.world_at_war.test_s21_seaways import PORTS, STRAITS, ways_of

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value


def laid(side, here, there, touches_ports=0, **fields):
    """A sea on which a route of a side has been laid."""
    sea = at_sea(**fields).ship("warspite", place="alexandria").ship("littorio", place="taranto")
    sea.call(routes.lay_route, side, here, there, touches_ports)
    return sea


def closed_to(sea, side):
    """Names of the straits that are closed to a side."""
    closed = sea.call(seaways.closed_straits, side)
    return [name for k, name in enumerate(STRAITS) if closed >> k & 1]


# --- routes, and how near to them ports lie (21.21, 21.2111, 21.36) ----------------------------------------


@pytest.mark.rule("21.36A")
@pytest.mark.parametrize(
    ("side", "here", "there"),
    [
        (AXIS, "naples", "tripoli"),
        (AXIS, "taranto", "tobruk"),
        (ALLIES, "gibraltar", "malta"),
        (ALLIES, "malta", "alexandria"),
        (ALLIES, "haifa", "malta"),
    ],
)
def test_each_enemy_port_lies_as_far_from_a_shortest_route_as_an_enumeration_says(side, here, there):
    sea = laid(side, here, there)
    ours, theirs = closed_to(sea, side), closed_to(sea, 1 - side)
    before, behind = ways_of(PORTS[here], ours), ways_of(PORTS[there], ours)
    length = before[PORTS[there]]
    on_a_shortest_way = {hex for hex in before if before[hex] + behind.get(hex, 99) == length}
    for port, hex in PORTS.items():
        if sea.game.control[NUMBERS[port]] == 1 - side:
            far = ways_of(hex, theirs)
            way, after = (int(sea.game.way[of, NUMBERS[port]]) for of in (1 - side, side))
            assert way >= min(far.get(hex, 99) for hex in on_a_shortest_way)
            assert any(before[hex] == after and far.get(hex, 99) == way for hex in on_a_shortest_way), port


@pytest.mark.rule("21.2111")
@pytest.mark.parametrize("hex", ["gibraltar", "brindisi", "durazzo"])
def test_ships_come_into_a_closed_strait_to_meet_others_and_not_through_it(hex):
    """Only their own side of it is within reach: past Otranto the Allies meet nobody."""
    side = AXIS if hex != "gibraltar" else ALLIES
    sea = laid(side, hex, hex)
    for port, at in PORTS.items():
        if sea.game.control[NUMBERS[port]] == 1 - side:
            far = ways_of(at, closed_to(sea, 1 - side)).get(PORTS[hex], 99)
            assert sea.game.way[1 - side, NUMBERS[port]] == far


def test_of_the_shortest_ways_that_farthest_from_the_ships_of_the_enemy_is_taken():
    near = at_sea().ship("warspite", place="malta")
    far = at_sea().ship("warspite", place="malta", inverted=1)
    for sea in (near, far):
        sea.call(routes.lay_route, AXIS, "naples", "tripoli", 0)
    malta = NUMBERS["malta"]
    assert near.game.way[ALLIES, malta] >= far.game.way[ALLIES, malta]


# --- who may meet them (22.2) ------------------------------------------------------------------------------


def out(side=AXIS, convoy=Convoy.NONE, here="naples", there="tripoli", ships=(), **fields):
    """Ships of a side are out from a place to another."""
    sea = at_sea(moving=side, **fields)
    for id in ships:
        sea.ship(id, place=here, force=1)
    sea.call(meetings.set_out, convoy.value, here, there, there if convoy == Convoy.NONE else here)
    return sea


@pytest.mark.rule("21.221")
@pytest.mark.parametrize(
    ("convoy", "ships", "interceptors", "dice"),
    [
        (Convoy.NONE, ("littorio",), ("malaya",), 0),
        (Convoy.NONE, ("littorio", "vittorio_veneto", "caio_duilio"), ("malaya",), 1),
        (Convoy.NONE, ("littorio", "vittorio_veneto", "caio_duilio"), ("british_cruiser_1",), 2),
        (Convoy.SUPPLY, ("littorio",), ("british_cruiser_1",), 3),
        (Convoy.SEA_TRANSPORT, ("littorio", "vittorio_veneto", "caio_duilio"), ("british_cruiser_1",), 4),
    ],
)
def test_two_dice_against_base_changes_and_four_against_cargo(convoy, ships, interceptors, dice):
    """One less for slow ships, and against fewer than ten factors."""
    sea = out(convoy=convoy, ships=ships)
    sea.ship(*interceptors, place="alexandria", force=1)
    assert sea.call(meetings.dice_against, "alexandria") == dice


@pytest.mark.house_rule
@pytest.mark.parametrize(("inverted", "dice"), [(0, 5), (1, 3)])
def test_squadrons_of_malta_search_while_ships_lie_there(inverted, dice):
    sea = out(convoy=Convoy.SUPPLY, ships=("littorio",)).ship("renown", place="malta", inverted=inverted)
    assert sea.call(meetings.dice_against, "malta") == dice


@pytest.mark.rule("21.416C")
@pytest.mark.parametrize(("port", "found"), [("malta", 2), ("alexandria", 0)])
def test_squadrons_assist_in_an_interception_within_their_range_of_its_hex(port, found):
    """AR-61: those of Malta reach the route from Taranto to Egypt, and not its end, where ships of Alexandria meet
    others."""
    sea = patrolling(("renown",), there="off_egypt").ship("british_cruiser_1", place=port, force=1)
    ways = sea.game.way.copy()
    assert ways[ALLIES, NUMBERS["malta"]] <= 8
    assert sea.call(meetings.dice_against, port) == 2 + found
    assert (sea.game.way == ways).all()


@pytest.mark.parametrize("port", ["malta", "alexandria", "gibraltar"])
def test_ships_of_a_port_meet_others_in_the_hex_of_their_route_that_is_nearest(port):
    sea = patrolling(there="off_egypt")
    to_hex = sea.book.to_hex[sea.call(seaways.closed_straits, ALLIES), sea.call(routes.hex_of_meeting, port)]
    assert to_hex[NUMBERS[port]] == sea.game.way[ALLIES, NUMBERS[port]]


def patrolling(ships=(), at=None, there="gulf_of_sirte", **bases):
    """Three Italian battleships sail to a hex on patrol.  ships: of the Allies, at Malta; bases: squadrons at some."""
    none = READY.templates[0]["airbase"] * 0
    for base, squadrons in bases.items():
        none[NUMBERS[base]] = squadrons
    sea = at_sea(moving=AXIS, airbase=none)
    sea.ship("littorio", "vittorio_veneto", "caio_duilio", place="taranto", force=1)
    sea.ship(*ships, place="malta", on_patrol=NUMBERS[at] if at else -1)
    sea.call(meetings.set_out, Convoy.PATROL.value, "taranto", there, there)
    return sea


@pytest.mark.house_rule
@pytest.mark.parametrize(
    ("ships", "at", "squadrons", "found"),
    [((), None, 5, 0), ((), None, 6, 2), (("renown",), None, 0, 2), (("renown",), "levant", 0, 0)],
)
def test_squadrons_of_malta_search_if_it_has_six_or_ships_lie_there(ships, at, squadrons, found):
    """AR-61, within eight hexes; a ship that waits in a hex elsewhere does not lie there."""
    sea = patrolling(ships, at, malta=squadrons)
    for hexes, in_range in ((8, 1), (9, 0)):
        sea.game.way[ALLIES, NUMBERS["malta"]] = hexes
        assert sea.call(aid.searching, ALLIES, sea.game.way[ALLIES]) == found * in_range


@pytest.mark.house_rule
@pytest.mark.parametrize(("squadrons", "found"), [(3, 2), (6, 2), (9, 3)])
def test_near_malta_its_squadrons_search_as_others_do_or_as_two(squadrons, found):
    """AR-61, and of three squadrons one within three hexes (AR-26): the larger of the two, not their sum."""
    sea = patrolling(("renown",), None, malta=squadrons)
    sea.game.way[ALLIES, NUMBERS["malta"]] = 3
    assert sea.call(aid.searching, ALLIES, sea.game.way[ALLIES]) == found


@pytest.mark.rule("21.416C")
@pytest.mark.parametrize(("squadrons", "flown", "dice"), [(2, 0, 2), (3, 0, 3), (3, 1, 2), (6, 0, 4), (12, 0, 5)])
def test_of_three_squadrons_within_three_hexes_of_the_route_one_searches(squadrons, flown, dice):
    """AR-26: of an army factor one, three at most; the Allies sail past Rhodes."""
    sea = at_sea(moving=ALLIES, airbase=by_place("airbase", rhodes=squadrons), flown=by_place("flown", rhodes=flown))
    sea.ship("malaya", "valiant", "warspite", "ramillies", place="alexandria", force=1).ship("littorio", place="rhodes")
    sea.call(meetings.set_out, Convoy.PATROL.value, "alexandria", "kaso_strait", "kaso_strait")
    assert sea.call(meetings.dice_against, "rhodes") == dice


@pytest.mark.house_rule
def test_in_a_battle_squadrons_search_where_it_is_fought():
    """Those of Malta reach the route from Taranto to Egypt, and not its end (22.4)."""
    sea = patrolling(("renown",), there="off_egypt")
    fleet = ("warspite", "malaya", "ramillies", "barham")
    sea.ship(*fleet, place="alexandria", force=1)
    sea.call(meetings.lay_again, NUMBERS["alexandria"])
    sea.game.rounds, sea.game.detected[:2] = 1, (1, 1)
    assert sea.game.way[ALLIES, NUMBERS["malta"]] <= 8 < sea.game.way[AXIS, NUMBERS["malta"]]
    assert sea.call(searches.dice_of_search, ALLIES) == 1, "an active task force"


@pytest.mark.rule("21.3611")
@pytest.mark.parametrize(("port", "can"), [("alexandria", True), ("haifa", True), ("gibraltar", True)])
def test_interceptors_sail_at_most_forty_hexes_that_their_dice_can_cover(port, can):
    ships = ("littorio", "vittorio_veneto", "caio_duilio")
    sea = out(convoy=Convoy.SUPPLY, ships=ships).ship("british_cruiser_1", place=port)
    way = int(sea.game.way[ALLIES, NUMBERS[port]])
    assert sea.call(meetings.can_reach, port) == (way <= min(40, 6 * 4))
    sea.game.way[ALLIES, NUMBERS[port]] = 41
    assert not sea.call(meetings.can_reach, port)


@pytest.mark.rule("21.416C", "21.436A")
def test_those_that_set_out_have_fought_no_round_yet():
    """Nor have they been met before they embarked, as those that were out before them were."""
    sea = out(ships=("littorio",), unembarked=1, rounds=2)
    assert sea.game.unembarked == sea.game.rounds == 0


@pytest.mark.rule("20.17", "21.312")
@pytest.mark.parametrize("ships", [("littorio",), ("littorio", "vittorio_veneto", "caio_duilio")])
@pytest.mark.parametrize(("way", "threatens"), [(12, True), (13, False)])
def test_those_threaten_a_small_force_that_could_meet_it_if_it_were_a_task_force(ships, way, threatens):
    """Two dice cover twelve hexes."""
    sea = out(ships=ships).ship("british_cruiser_1", place="alexandria")
    sea.game.way[ALLIES, NUMBERS["alexandria"]] = way
    assert bool(sea.call(meetings.is_threatened)) == threatens


@pytest.mark.rule("21.311", "20.164A")
@pytest.mark.parametrize(
    ("place", "state", "may"),
    [("malta", {}, True), ("alexandria", {}, False), ("malta", {"inverted": 1}, False),
     ("malta", {"under": 1, "berth": NUMBERS["ionian_sea"]}, True)],
)  # fmt: skip
def test_a_port_is_asked_whose_ships_may_try_or_are_taken_for_being_there(place, state, may):
    """Ships of Malta."""
    sea = out(convoy=Convoy.SUPPLY, ships=("littorio",)).ship("renown", place=place, **state)
    assert bool(sea.call(meetings.has_interceptors, "malta")) == may


@pytest.mark.rule("20.32L", "21.313")
@pytest.mark.parametrize(
    ("with_her", "may"),
    [({}, False), ({"warspite": 1}, False), ({"renown": 1}, True), ({"alexandria_destroyers": 1}, False),
     ({"alexandria_destroyers": 2}, True)],
)  # fmt: skip
def test_a_carrier_meets_others_with_as_many_fast_factors(with_her, may):
    """Two."""
    sea = out(ships=("littorio",)).ship("illustrious", *with_her, place="alexandria")
    for id, force in with_her.items():
        sea.game.force[sea.number(id)] = force
    assert sea.call(landing_battles.may_oppose, "illustrious", "alexandria", ALLIES) == may


def met(*dice, ships=("littorio",), interceptors=("warspite", "malaya"), there="tobruk", **state):
    """Italian ships change base from Taranto, and the Allies have these in Alexandria."""
    placed = {id: {"place": "taranto"} for id in ships}
    placed |= {id: {"place": "alexandria", **state} for id in interceptors}
    game = moving(placed, dice=dice)
    game.choose(ships[0], there)
    return game


@pytest.mark.rule("21.221")
@pytest.mark.parametrize("unsupplied", [0, 1])
def test_ships_change_base_also_to_a_port_that_is_not_supplied(unsupplied):
    """To a port which is not operational, too."""
    fields = {"side": Side.ALLIES, "unsupplied": by_place("unsupplied", malta=unsupplied)}
    game = moving({"renown": {"place": "gibraltar"}}, **fields).choose("renown", "malta")
    assert game.of("renown", "place") == NUMBERS["malta"]


@pytest.mark.rule("21.224")
@pytest.mark.parametrize(
    ("here", "there", "inverted"),
    [("port_said", "india_box", 1), ("australia_box", "port_said", 1), ("port_said", "south_africa_box", 0),
     ("gibraltar", "britain_box", 0)],
)  # fmt: skip
def test_ships_that_change_theatres_are_inverted(here, there, inverted):
    """The India and Australia boxes lie beside the mapboard of the Pacific (21.36D)."""
    game = moving({"renown": {"place": here}}, side=Side.ALLIES).choose("renown", there)
    assert game.of("renown", "place") == NUMBERS[there] and game.of("renown", "inverted") == inverted


@pytest.mark.rule("21.1324")
def test_ships_on_the_way_to_britain_are_met_on_the_western_front_alone():
    game = moving({"renown": {"place": "gibraltar"}, "littorio": {"place": "naples"}}, side=Side.ALLIES)
    game.choose("renown", "britain_box")
    assert game.asked == Decision.BASE_CHANGE and game.of("renown", "place") == NUMBERS["britain_box"]


def test_each_port_is_asked_once_and_who_does_not_find_them_stays_free():
    game = met(1, 1, ships=("littorio", "vittorio_veneto", "caio_duilio"))
    game.choose("vittorio_veneto", "caio_duilio")
    assert game.asked == Decision.INTERCEPT and game.units == {"warspite", "malaya"}
    game.choose("warspite", Option.DONE)
    assert game.asked == Decision.BASE_CHANGE
    assert game.of("warspite", "inverted") == game.of("warspite", "force") == 0
    assert game.of("littorio", "place") == NUMBERS["tobruk"]


@pytest.mark.rule("21.31")
@pytest.mark.parametrize("state", [{"inverted": 1}, {"condition": 1}])
def test_used_and_damaged_ships_meet_nobody(state):
    assert met(**state).asked == Decision.BASE_CHANGE


def fight(game):
    """Interceptors sail, find them, and everyone stands in the line."""
    game.choose("warspite", Option.DONE)
    assert "round" in game.happened and game.asked == Decision.SCREEN
    return game.choose(Option.DONE, Option.DONE)


THREE = ("littorio", "vittorio_veneto", "caio_duilio")


def fought_until_one_withdraws(side):
    """Three battleships that change base to Tobruk are met, and after the first round a side withdraws."""
    game = fight(met(6, 6, 1, 1, 1, 1, ships=THREE, there="tobruk").choose("vittorio_veneto", "caio_duilio"))
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.HOLD)
    while game.seat_asked != side:
        game.choose(Option.NO)
    return game.choose(Option.YES)


@pytest.mark.rule("21.222")
def test_ships_that_are_beaten_return_to_their_base_inverted():
    game = fought_until_one_withdraws(Side.AXIS)
    for ship in THREE:
        assert game.of(ship, "place") == NUMBERS["taranto"] and game.of(ship, "inverted") == 1
    assert game.of("warspite", "inverted") == 1 and game.asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.32")
def test_ships_that_win_on_the_way_are_in_their_new_base_and_can_still_be_used():
    game = fought_until_one_withdraws(Side.ALLIES)
    for ship in THREE:
        assert game.of(ship, "place") == NUMBERS["tobruk"] and game.of(ship, "inverted") == 0
        assert game.of(ship, "moved") == 1


# --- who goes along (20.65, 21.35B, 21.435E) ---------------------------------------------------------------


@pytest.mark.rule("21.435E", "20.251D")
@pytest.mark.parametrize(
    ("ship", "place", "may"),
    [("littorio", "naples", True), ("littorio", "taranto", True), ("littorio", "suda", False)],
)
def test_capital_ships_of_ports_from_which_destroyers_come_protect_troops(ship, place, may):
    sea = at_sea(moving=AXIS, control=held(suda=Side.AXIS)).ship(ship, place=place)
    sea.call(routes.measure_ways, AXIS, "tripoli")
    sea.game.way[AXIS, NUMBERS["naples"]] = 30
    sea.game.convoy, sea.game.raiding = Convoy.SEA_TRANSPORT, NUMBERS["naples"]
    assert sea.call(passages.may_go_along, ship) == may


@pytest.mark.rule("20.241D", "20.32E")
@pytest.mark.parametrize(("ship", "with_her", "may"), [
    ("british_cruiser_1", False, True), ("illustrious", False, False), ("illustrious", True, True),
])  # fmt: skip
def test_cruisers_protect_sea_transport_and_carriers_with_fast_ships(ship, with_her, may):
    sea = at_sea(moving=ALLIES).ship("illustrious", "british_cruiser_1", place="alexandria")
    sea.ship("alexandria_destroyers", place="alexandria", strength=6, force=2 * int(with_her))
    sea.game.convoy, sea.game.raiding = Convoy.SEA_TRANSPORT, NUMBERS["alexandria"]
    assert sea.call(passages.may_go_along, ship) == may


@pytest.mark.rule("21.35B", "20.162A")
def test_a_supply_line_is_protected_by_one_task_force_of_twenty_five_factors():
    ships = ("littorio", "vittorio_veneto", "caio_duilio", "andrea_doria", "giulio_cesare", "conte_di_cavour", "roma")
    sea = at_sea(moving=AXIS).ship(*ships, place="taranto")
    sea.game.convoy, sea.game.raiding = Convoy.SUPPLY, NUMBERS["taranto"]
    aboard = 0
    for id in ships:
        if sea.call(passages.may_go_along, id):
            sea.game.force[sea.number(id)] = 1
            aboard += int(sea.book.factors[sea.number(id)])
    assert aboard == 24 and aboard + 4 > 25


def test_who_changes_base_with_others_goes_along_and_protects_nothing():
    game = met(ships=("littorio", "caio_duilio")).choose("caio_duilio")
    assert game.said() == ["Caio Duilio goes along."]


@pytest.mark.rule("20.162D", "21.312")
@pytest.mark.parametrize(("inverted", "along"), [(0, {"vittorio_veneto", "caio_duilio"}), (1, {"caio_duilio"})])
def test_ten_factors_that_change_base_together_are_all_inverted_or_none(inverted, along):
    """Andrea Doria is new, and Giulio Cesare goes along: of six factors, four more make a task force."""
    placed = {id: {"place": "taranto"} for id in ("giulio_cesare", "vittorio_veneto", "caio_duilio")}
    placed |= {"andrea_doria": {"place": "taranto", "inverted": inverted}, "warspite": {"place": "alexandria"}}
    game = moving(placed, turn=2).choose("andrea_doria", "tobruk", "giulio_cesare")
    assert (game.asked, game.units) == (Decision.PROTECT, along)
    if inverted:
        view = game.game.view(Side.AXIS)
        said = game.game.rules.speech().understanding.why_not(view, FIRST_UNIT + view.unit("vittorio_veneto").number)
        assert said == "inverted ships sail with others only as fewer than 10 factors"


@pytest.mark.rule("20.162F", "21.312", "21.313")
@pytest.mark.parametrize(
    ("named", "along"),
    [
        (("illustrious", "formidable"), {"warspite", "malaya", "renown"}),
        (("illustrious", "formidable", "warspite"), set()),
        (("illustrious", "formidable", "renown"), set()),
        (("renown", "british_cruiser_1", "illustrious"), {"formidable", "warspite", "malaya"}),
    ],
)
def test_ten_factors_that_change_base_have_as_many_fast_ones_as_carriers(named, along):
    """Carriers change base without others as long as they are no task force: of two with four factors, a slow and a
    fast battleship of three each, none can be the ninth and tenth."""
    sea = at_sea(moving=ALLIES, raiding=NUMBERS["malta"], phase=Phase.INTERCEPTION)
    others = {"warspite", "malaya", "renown", "formidable"} - {*named}
    sea.ship(*others, place="alexandria").ship(*named, place="alexandria", force=1)
    assert {ship for ship in others if sea.call(passages.may_go_along, ship)} == along


@pytest.mark.rule("21.424")
def test_who_goes_with_a_supply_line_protects_it():
    game = line(protectors=("littorio",)).choose("littorio")
    assert game.said() == ["Littorio protects it."]


def line(*dice, protectors=(), interceptors=("renown",), at="malta"):
    """The Axis keeps its line from Naples to Tripoli with three destroyers, and the Allies have these in a port."""
    placed = {"naples_destroyers": {"place": "naples", "strength": 3}}
    placed |= {id: {"place": "naples"} for id in protectors}
    placed |= {id: {"place": at} for id in interceptors}
    game = supplying(placed, dice=dice)
    while game.asked == Decision.SUPPLY_LINE and game.record["subject"] != NUMBERS["naples"]:
        game.choose(Option.NO)
    return game.choose(Option.YES, "naples_destroyers")


@pytest.mark.rule("21.424", "21.65F")
def test_a_line_is_protected_before_the_enemy_is_asked():
    game = line(protectors=("littorio",))
    assert (game.asked, game.seat_asked) == (Decision.PROTECT, Side.AXIS) and game.units == {"littorio"}
    game.choose("littorio")
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES)


@pytest.mark.rule("21.42")
def test_a_line_that_nobody_meets_gets_through_and_its_destroyers_have_been_used():
    game = line().choose(Option.DONE)
    assert game.record["kept"][NUMBERS["naples"]] == 1 and game.of("naples_destroyers", "inverted") == 1
    assert game.record["points"][AXIS] == READY.books[0]["worth"][Worth.SUPPLY_LINE]


@pytest.mark.rule("20.58A", "20.59")
def test_destroyers_that_keep_a_line_alone_are_fired_at_and_turn_back():
    game = line(6, 6, 6, 6, 6, 3, 4).choose("renown", Option.DONE)
    assert game.record["kept"][NUMBERS["naples"]] == 0 and game.record["phase"] != Phase.INTERCEPTION
    assert game.of("naples_destroyers", "strength") < 3 and game.record["points"][AXIS] == 0
    assert game.of("renown", "inverted") == 1


def lift(*dice, protectors=("littorio",), interceptors=("renown",)):
    """Four factors sail from Naples to Tobruk."""
    placed = {"naples_destroyers": {"place": "naples", "strength": 4}}
    placed |= {id: {"place": "naples"} for id in protectors}
    placed |= {id: {"place": "malta"} for id in interceptors}
    game = moving(placed, step=3, dice=dice, infantry=troops(naples=4, tobruk=4, alexandria=5))
    return game.choose("naples", Option.COUNT_4, "naples_destroyers")


@pytest.mark.rule("21.436B")
def test_troops_of_a_transport_that_is_beaten_are_where_they_embarked():
    game = lift(6, 6, 6, 6, 6, 1, 1, 1, 1).choose("littorio", "renown", Option.DONE)
    assert game.asked == Decision.SCREEN
    game.choose(Option.DONE, Option.DONE)
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.HOLD)
    while game.seat_asked != Side.AXIS:
        game.choose(Option.NO)
    game.choose(Option.YES)
    assert game.record["infantry"][NUMBERS["naples"]] == 4 and game.record["infantry"][NUMBERS["tobruk"]] == 4
    for id in ("naples_destroyers", "littorio"):
        assert game.of(id, "place") == NUMBERS["naples"] and game.of(id, "inverted") == 1


@pytest.mark.rule("20.59", "20.58A")
def test_troops_are_lost_with_the_destroyers_that_carry_them():
    game = lift(6, 6, 6, 6, 6, 6, 6, protectors=()).choose("renown", Option.DONE)
    left = game.of("naples_destroyers", "strength")
    assert 0 < left < 4 and game.record["infantry"][NUMBERS["naples"]] == left
    assert game.happened.count("troops_lost") == 4 - left


@pytest.mark.rule("21.431")
def test_what_is_not_met_lands():
    game = lift().choose(Option.DONE, Option.DONE)
    assert game.record["infantry"][NUMBERS["tobruk"]] == 8 and game.record["infantry"][NUMBERS["naples"]] == 0


def test_the_questions_say_what_is_at_sea():
    game = lift(protectors=("littorio",))
    assert "protect the troops from Naples (4 factors)" in game.describe()
    game.choose(Option.DONE)
    hexes = int(game.record["way"][Side.ALLIES, game.record["subject"]])
    asked = f"try to intercept the troops from Naples (4 factors), {hexes} hexes away?"
    assert f"{asked} (5 dice: 100%.)" in game.describe()
    game.choose("renown")
    assert f"{asked} (5 dice: 100%, 3 factors so far.)" in game.describe()


def test_slow_ships_have_a_die_less_and_the_question_says_so():
    game = lift(protectors=(), interceptors=("resolution", "renown"))
    game.choose("resolution")
    assert " (4 dice: " in game.describe() and ", 3 factors so far.)" in game.describe()


def test_the_log_says_how_far_the_dice_had_to_reach():
    game = lift(1, 1, 1, 1, 1, 4, 4, protectors=()).choose("renown")
    hexes = int(game.record["way"][Side.ALLIES, NUMBERS["malta"]])
    assert f"Ships of Malta look for them, {hexes} hexes away [1 1 1 1 1]." in game.choose(Option.DONE).said()


def test_who_may_leave_a_battle_is_told_what_fights():
    game = lift(6, 6, 6, 6, 6, 1, 1, 1, 1).choose("littorio", "renown", Option.DONE, Option.DONE, Option.DONE)
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.HOLD)
    assert "leave the battle (3 factors against 8 factors)?" in game.describe()


# --- how a battle ends (21.314, 22.6, 22.8) -------------------------------------------------------------------


DAMAGED = {"condition": Condition.DAMAGED.value}


def after_a_round(side, hex, port, met, meeting, night=1):
    """A patrol and those that have met it after a round of battle; the state of each ship by id.  The step then."""
    sea = at_sea(moving=side, phase=Phase.INTERCEPTION, step=battle_rounds.AFTER, convoy=Convoy.PATROL, rounds=1)
    sea.game.night, sea.game.raiding, sea.game.origin[:2] = night, NUMBERS[hex], [NUMBERS[port], NUMBERS[hex]]
    for id, state in met.items():
        sea.ship(id, place=port, force=1, **state)
    for id, state in meeting.items():
        sea.ship(id, place="malta" if side == AXIS else "taranto", force=1, against=AIDS, **state)
    sea.call(landing_battles.end_round)
    return sea.game.step


@pytest.mark.rule("21.314")
@pytest.mark.parametrize(
    ("damaged", "step"), [("neither", LEAVE), ("met", BEATEN), ("meeting", MEET), ("both", BEATEN)]
)
def test_a_side_without_an_undamaged_ship_has_lost_and_where_neither_has_one_both_go(damaged, step):
    met, meeting = (DAMAGED if damaged in (one, "both") else {} for one in ("met", "meeting"))
    assert after_a_round(AXIS, "ionian_sea", "taranto", {"littorio": met}, {"renown": meeting}) == step


@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_a_side_with_an_undamaged_carrier_has_not_lost(side):
    """Whether hers is the side that is met, or the other."""
    carrier, battleship = {"ark_royal": {"squadrons": 2}, "renown": DAMAGED}, {"littorio": {}}
    if side == ALLIES:
        assert after_a_round(ALLIES, "off_malta", "malta", carrier, battleship, 0) == LEAVE
    else:
        assert after_a_round(AXIS, "ionian_sea", "taranto", battleship, carrier, 0) == LEAVE


@pytest.mark.rule("21.314")
@pytest.mark.parametrize(("sound", "stays"), [((), False), (("roma",), True)])
def test_a_patrol_of_damaged_ships_alone_goes_home(sound, stays):
    hex = NUMBERS["ionian_sea"]
    sea = at_sea(moving=AXIS, phase=Phase.INTERCEPTION, convoy=Convoy.PATROL, step=SUPPORT, raiding=hex)
    sea.game.origin[:2] = NUMBERS["taranto"], hex
    sea.ship("littorio", place="taranto", force=1, force_seen=1, **DAMAGED)
    sea.ship(*sound, place="taranto", force=1, force_seen=1)
    assert sea.call(sea_patrols.settle_patrol) == stays
    assert (sea.game.decision == Decision.TIME) == stays and sea.of("littorio", "inverted") == int(not stays)
