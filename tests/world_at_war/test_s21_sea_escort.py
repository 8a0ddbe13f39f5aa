"""Troops that redeploy in the Mediterranean, under sea escort and by land (21.6)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Option, Phase, Side
from aw_env.games.world_at_war.rules import passages, sea_escort
from aw_env.games.world_at_war.rules.ranges import FAR
from aw_env.games.world_at_war.rules.troops import BEATEN, SUPPORT
from aw_env.games.world_at_war.words.words import WORDS
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NO_BOATS, NUMBERS, at_sea, troops

AXIS, ALLIES = Side.AXIS.value, Side.ALLIES.value
FOUR = {"naples_destroyers": {"place": "naples", "strength": 4}}
ELSEWHERE = {"taranto_destroyers": {"place": "taranto", "strength": 3}}
IN_THE_CANAL = {"alexandria_destroyers": {"place": "port_said", "strength": 4}}


def redeploying(ships, side=AXIS, **fields):
    """The redeployment phase."""
    return playing(
        Phase.REDEPLOYMENT, ships, scenario=FILE, moving=side, **{"step": sea_escort.ESCORT, "cursor": -1, **fields}
    )


def at(game, *places):
    """Ground factors of places."""
    return [int(game.record["infantry"][NUMBERS[id]]) for id in places]


@pytest.mark.rule("21.64A")
def test_a_destroyer_escorts_a_factor_from_port_to_port():
    game = redeploying(FOUR, infantry=troops(naples=6))
    assert game.asked == Decision.EMBARK and game.places == {"naples"}
    game.choose("naples")
    assert game.asked == Decision.COUNTER_TO and {"tripoli", "tobruk", "palermo"} <= game.places
    assert "to which port" in game.describe()
    game.choose("tripoli")
    assert game.asked == Decision.TROOPS and max(game.options) == Option.COUNT_4, "there are four destroyers"
    game.choose(Option.COUNT_4, "naples_destroyers")
    assert at(game, "naples", "tripoli") == [2, 4] and game.of("naples_destroyers", "inverted") == 1


@pytest.mark.parametrize(("there", "most"), [(15, 4), (17, 3), (19, 1)])
def test_no_more_redeploy_to_a_port_than_may_stay(there, most):
    game = redeploying(FOUR, infantry=troops(naples=6, tripoli=there)).choose("naples", "tripoli")
    assert max(game.options) == Option.COUNT_0 + most


@pytest.mark.rule("21.65A")
def test_destroyers_of_another_port_reach_the_base_first():
    game = redeploying(FOUR | ELSEWHERE, infantry=troops(naples=6)).choose("naples", "tripoli", Option.COUNT_6)
    assert game.units == {"naples_destroyers", "taranto_destroyers"}
    game.choose("taranto_destroyers", "naples_destroyers")
    assert at(game, "tripoli") == [6]
    lost = {"naples_destroyers": {"place": "india_box", "strength": 4}}
    assert redeploying(lost, infantry=troops(naples=6)).asked != Decision.EMBARK


@pytest.mark.rule("21.65A")
def test_the_way_of_destroyers_from_a_box_begins_where_the_troops_are():
    ways = []
    for place in ("india_box", "port_said"):
        ships = {"alexandria_destroyers": {"place": place, "strength": 4}, "naples_destroyers": {"place": "naples"}}
        game = redeploying(ships, ALLIES, infantry=troops(port_said=3))
        game.choose("port_said", "malta", Option.COUNT_3, "alexandria_destroyers")
        ways.append([int(game.record["way"][AXIS, NUMBERS[port]]) for port in ("naples", "taranto", "tobruk")])
    assert ways[0] == ways[1] and max(ways[0]) < FAR


@pytest.mark.rule("21.64F")
def test_on_the_map_transports_do_not_escort():
    game = redeploying({}, ALLIES, infantry=troops(malta=3), transports=[0, 4, 0])
    assert game.asked == Decision.SHIFT


@pytest.mark.rule("21.64I")
def test_destroyers_go_on_where_transports_from_a_box_end():
    more = {"naples_destroyers": {"place": "alexandria", "strength": 4}}
    game = redeploying(IN_THE_CANAL, ALLIES, infantry=troops(india_box=6), transports=[0, 1, 0]).choose("india_box")
    assert {"port_said", "haifa", "malta"} <= game.places
    game.choose("haifa")
    assert max(game.options) == Option.COUNT_4, "and a transport carries five"
    game.choose(Option.COUNT_3)
    assert game.asked == Decision.CARRY and game.units == {"alexandria_destroyers"}
    game.choose("alexandria_destroyers")
    assert at(game, "india_box", "haifa") == [3, 3] and game.record["used_transports"][1] == 1
    elsewhere = {"alexandria_destroyers": {"place": "alexandria", "strength": 4}}
    game = redeploying(elsewhere, ALLIES, infantry=troops(india_box=6), transports=[0, 1, 0]).choose("india_box")
    assert game.places == {"port_said"}, more
    assert at(game.choose("port_said", Option.COUNT_5), "port_said") == [5]


@pytest.mark.rule("21.65H")
def test_troops_come_to_the_port_by_land_before_they_sail():
    ships = {"naples_destroyers": {"place": "tripoli", "strength": 4}}
    game = redeploying(ships, infantry=troops(tripoli=1, tobruk=2))
    told = {
        place: WORDS.decisions[Decision.EMBARK].of_place(game.game.view(), NUMBERS[place])
        for place in ("tobruk", "benghazi")
    }
    assert told == {"tobruk": "2 factors", "benghazi": "troops that come by land"}
    game.choose("tripoli", "naples")
    assert max(game.options) == Option.COUNT_3
    game.choose(Option.COUNT_3, "naples_destroyers")
    assert at(game, "tripoli", "tobruk", "naples") == [0, 0, 3]


def test_in_africa_they_march_without_escort_once_a_turn():
    game = redeploying({}, infantry=troops(tripoli=2)).choose("tripoli")
    assert game.places == {"benghazi", "tobruk"}
    game.choose("benghazi", Option.COUNT_2)
    assert at(game, "tripoli", "benghazi") == [0, 2] and game.asked != Decision.EMBARK


def escorted(step, **state):
    """Two factors of Tripoli are on their way to Naples, on destroyers of Tobruk."""
    sea = at_sea(moving=AXIS, convoy=Convoy.ESCORT, phase=Phase.INTERCEPTION, troops=2, step=step,
                 infantry=troops(tripoli=2))  # fmt: skip
    state = {"strength": 3, "force": 3, "force_seen": 3, "carrying": 2, **state}
    sea.ship("naples_destroyers", place="tobruk", **state)
    sea.game.aboard_infantry[NUMBERS["tripoli"]] = 2
    sea.game.raiding = NUMBERS["tripoli"]
    sea.game.origin[:3] = [NUMBERS[id] for id in ("tobruk", "naples", "tripoli")]
    sea.call(passages.sail)
    return sea


@pytest.mark.rule("21.66A")
def test_who_is_beaten_before_it_embarks_goes_back_where_it_came_from():
    sea = escorted(BEATEN, carrying=0)
    assert sea.of("naples_destroyers", "place") == NUMBERS["tobruk"] and sea.of("naples_destroyers", "inverted") == 1
    assert sea.game.infantry[NUMBERS["tripoli"]] == 2 and sea.game.infantry[NUMBERS["naples"]] == 0
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (Phase.REDEPLOYMENT, sea_escort.ESCORT, -1)


@pytest.mark.rule("21.66D")
@pytest.mark.parametrize(("step", "goes_on"), [(BEATEN, True), (SUPPORT, False)])
def test_troops_that_come_back_may_still_redeploy_by_land(step, goes_on):
    sea = escorted(step)
    base = "tripoli" if goes_on else "naples"
    assert sea.game.infantry[NUMBERS[base]] == 2
    assert any(sea.call(sea_escort.is_base_of_escort, place) for place in NUMBERS.values()) == goes_on
    if goes_on:
        assert sea.call(sea_escort.ports_from, "tripoli") >> NUMBERS["benghazi"] & 1


@pytest.mark.rule("21.18B")
@pytest.mark.parametrize(
    ("convoy", "base", "may"),
    [
        (Convoy.ESCORT, "south_africa_box", True),
        (Convoy.SUPPLY, "south_africa_box", True),
        (Convoy.SEA_TRANSPORT, "alexandria", False),
    ],
)
def test_ships_of_the_south_africa_box_protect_what_comes_from_there(convoy, base, may):
    sea = at_sea(moving=ALLIES, convoy=convoy, raiding=NUMBERS[base]).ship("renown", place="south_africa_box")
    assert bool(sea.call(passages.may_go_along, "renown")) == may


@pytest.mark.rule("21.65C")
def test_a_single_factor_needs_a_destroyer_too():
    game = redeploying(FOUR, infantry=troops(naples=6)).choose("naples", "tripoli", Option.COUNT_1)
    assert game.asked == Decision.CARRY


@pytest.mark.rule("21.321", "21.32")
def test_who_has_escorted_troops_does_not_redeploy_in_the_same_phase():
    """Ships that have been used in the phases before may."""
    ships = {"naples_destroyers": {"place": "naples", "strength": 4}, "littorio": {"place": "naples", "inverted": 1}}
    game = playing(
        Phase.REDEPLOYMENT, ships, scenario=FILE, moving=Side.AXIS, boats=NO_BOATS, step=0, cursor=-1,
        infantry=troops(naples=4, tobruk=4),
    )  # fmt: skip
    game.choose("naples", "palermo", Option.COUNT_4, "naples_destroyers")
    while game.asked == Decision.EMBARK:
        game.choose(Option.DONE)
    assert game.asked == Decision.REDEPLOY and game.units == {"littorio"}
