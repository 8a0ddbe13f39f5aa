"""Where destroyers embark troops, by which way they come, and who meets them before (21.435, 21.436A)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Event, Option, Phase, PlaceKind, Side
from aw_env.games.world_at_war.rules import embarkation, landing_battles, meetings, passages, routes
from aw_env.games.world_at_war.rules import troops as troops_of_a_side
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea, held, moving, troops

AXIS = Side.AXIS.value


def on_the_way(convoy=Convoy.SEA_TRANSPORT, base="naples", **state):
    """Four destroyers of Taranto sail by way of a base, where four factors wait, to Tobruk."""
    fields = {"moving": AXIS, "convoy": convoy, "phase": Phase.INTERCEPTION, "troops": 4}
    sea = at_sea(infantry=troops(**{base: 4}), **fields)
    state = {"strength": 4, "force": 4, "force_seen": 4, "carrying": 4, **state}
    sea.ship("taranto_destroyers", place="taranto", **state)
    sea.game.aboard_infantry[NUMBERS[base]] = 4
    sea.game.raiding = NUMBERS[base]
    sea.game.origin[:3] = [NUMBERS[id] for id in ("taranto", "tobruk", base)]
    return sea


@pytest.mark.rule("21.436A")
def test_destroyers_are_met_before_they_embark_on_the_hexes_that_come_before_the_base():
    sea = on_the_way()
    way = sea.call(routes.length_of_way, AXIS, "taranto", "naples")
    assert way > 1
    for sailed, before in ((0, True), (way - 1, True), (way, False), (way + 5, False)):
        sea.game.way[AXIS, NUMBERS["malta"]] = sailed
        ways = sea.game.way.copy()
        assert bool(sea.call(meetings.has_not_embarked, "malta")) == before
        assert (sea.game.way == ways).all(), "others are looked at by the same ways"
    sea.game.origin[2] = -1  # they lie at the base
    sea.game.way[AXIS, NUMBERS["malta"]] = 0
    assert not sea.call(meetings.has_not_embarked, "malta")


@pytest.mark.rule("21.436A")
@pytest.mark.parametrize("lost", [0, 3])
def test_who_is_beaten_before_embarking_goes_home_and_the_troops_stay_where_they_are(lost):
    """Nobody drowns with the destroyers."""
    sea = on_the_way(carrying=0, strength=4 - lost, force=4 - lost, force_seen=4 - lost)
    sea.game.unembarked = 1
    sea.call(landing_battles.end_meeting, 1)
    assert sea.game.step == BEATEN and not sea.game.aboard_infantry.any()
    sea.call(passages.sail)
    assert sea.game.infantry[NUMBERS["naples"]] == 4 and Event.CONVOY_ABORTS in sea.told
    assert sea.of("taranto_destroyers", "place") == NUMBERS["taranto"] and sea.of("taranto_destroyers", "inverted") == 1
    assert (sea.game.phase, sea.game.troops) == (Phase.MOVEMENT, 0)


@pytest.mark.rule("21.436A")
def test_who_wins_before_embarking_takes_as_many_as_its_destroyers_carry():
    sea = on_the_way(carrying=0, strength=3, force=3, force_seen=3)
    sea.game.unembarked = 1
    sea.call(landing_battles.end_meeting, 0)
    assert sea.game.step == MEET and sea.of("taranto_destroyers", "carrying") == 3
    assert sea.game.aboard_infantry[NUMBERS["naples"]] == 3 and sea.game.infantry[NUMBERS["naples"]] == 4


@pytest.mark.rule("21.435B", "21.436A")
def test_the_way_of_destroyers_to_the_base_is_a_part_of_the_route():
    """Straight from Naples to Tobruk, and by way of Naples from Taranto: ships of the Adriatic lie nearer to that."""
    ways = []
    for here, stops in (("naples", []), ("taranto", ["naples"])):
        sea = at_sea(moving=AXIS, control=held(brindisi=Side.ALLIES, durazzo=Side.ALLIES))
        sea.game.origin[2 : 2 + len(stops)] = [NUMBERS[id] for id in stops]
        sea.call(routes.lay_route, AXIS, here, "tobruk", 1)
        ways.append(int(sea.game.way[Side.ALLIES, NUMBERS["brindisi"]]))
    assert ways[1] < ways[0]


@pytest.mark.rule("21.435B", "21.65A")
@pytest.mark.parametrize("embarked", ["aboard_infantry", "aboard_marines"])
def test_the_way_begins_with_those_that_lie_at_none_of_the_bases(embarked):
    """Where troops embark, or squadrons, which are counted as marines."""
    sea = on_the_way()
    assert sea.call(embarkation.starting_port, "naples") == NUMBERS["taranto"]
    sea.game[embarked][NUMBERS["taranto"]] = 1
    assert sea.call(embarkation.starting_port, "naples") == NUMBERS["naples"]


@pytest.mark.rule("21.435C", "21.3614")
@pytest.mark.parametrize(("hexes", "may"), [(13, True), (14, False)])
def test_all_of_the_way_over_one_base_more_is_within_forty_hexes(hexes, may):
    """From Taranto to Naples, to Palermo and to Tobruk, so many hexes each."""
    sea = on_the_way()
    sea.book.by_water[:] = hexes
    assert bool(sea.call(embarkation.may_be_added, "palermo")) == may


@pytest.mark.rule("21.435A", "21.433F")
def test_destroyers_meet_what_comes_from_a_box_at_its_port():
    """They have no way from there to where it goes."""
    sea = at_sea(moving=Side.ALLIES)
    assert sea.call(embarkation.measure, "south_africa_box", "port_said") == 0
    assert sea.game.way[Side.ALLIES, NUMBERS["port_said"]] == 0
    assert sea.call(embarkation.measure, "haifa", "port_said") == sea.call(
        routes.length_of_way, Side.ALLIES, "haifa", "port_said"
    )


@pytest.mark.rule("21.435C")
def test_troops_of_several_bases_sail_together_to_one_port():
    ships = {
        "naples_destroyers": {"place": "naples", "strength": 2},
        "taranto_destroyers": {"place": "taranto", "strength": 3},
    }
    game = moving(ships, Side.AXIS, step=3, infantry=troops(naples=2, taranto=5, tobruk=1))
    game.choose("naples", Option.COUNT_2, "naples_destroyers")
    assert game.asked == Decision.EMBARK and game.places == {"taranto"} and Option.DONE in game.options
    game.choose("taranto")
    assert game.asked == Decision.TROOPS and max(game.options) == Option.COUNT_3
    game.choose(Option.COUNT_3, "taranto_destroyers")
    infantry = game.record["infantry"]
    assert [int(infantry[NUMBERS[id]]) for id in ("naples", "taranto", "tobruk")] == [0, 2, 6]
    assert game.happened.count("troops_land") == 1


@pytest.mark.rule("21.435F")
@pytest.mark.parametrize("kind", [PlaceKind.PORT, PlaceKind.ISLAND])
def test_troops_land_in_a_port_alone(kind):
    sea = at_sea(moving=AXIS)
    sea.book.place_kind[NUMBERS["tobruk"]] = kind
    assert sea.call(embarkation.landing_port, "naples") == (NUMBERS["tobruk"] if kind == PlaceKind.PORT else -1)


@pytest.mark.rule("20.164A")
@pytest.mark.parametrize("cargo", ["infantry", "airbase"])
@pytest.mark.parametrize("first", ["cagliari", "palermo", "tripoli"])
def test_the_enemy_sees_where_cargo_may_be_and_not_where_destroyers_are(cargo, first):
    """The question from where troops embark names the first place of the side with troops or squadrons."""
    sea = at_sea(moving=AXIS)
    sea.game.infantry[:] = sea.game.airbase[:] = 0
    places = ["tripoli", first, "malta"]  # that of the enemy's does not count
    for place in places:
        getattr(sea.game, cargo)[NUMBERS[place]] = 2
    assert sea.call(troops_of_a_side.first_place_with_cargo) == min(NUMBERS["tripoli"], NUMBERS[first])
