"""§11 Repairs: what each port repairs and when, which ships, and who decides."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Phase
from tests.positions import Position, battle, movement, names


def in_port(place, *ships, damage=2, controller=None, **keys):
    """Damaged ships in a port when the patrolling ships move."""
    return movement(**keys).with_units(*ships, place=place, damage=damage, controller=controller)


def shipyard(game):
    """Answer orders with "stay" until a port repairs, or the turn is over."""
    return game.until(Decision.REPAIR, prefer=["stay"])


def points(place, ship="Yamato", damage=18, **keys):
    """How many points a port takes off a ship that has more damage than that."""
    game = shipyard(in_port(place, ship, damage=damage, **keys).start())
    while game.decision == Decision.REPAIR:
        assert game.subject == place
        game.choose(names().units[game.unit(ship).number].name)
    return damage - game.unit(ship).damage


# --- §11.1: capacity -----------------------------------------------------------------------------------


@pytest.mark.rule("11.1", "11.17")
def test_each_point_removes_one_point_of_damage_every_turn_and_none_is_saved():
    game = shipyard(in_port("yokosuka", "Yamato", damage=18, last_turn=2).start())
    assert (game.decision, game.subject, game.choices) == (Decision.REPAIR, "yokosuka", {"Yamato", "hold"})
    game.choose(*["Yamato"] * 6)
    assert (int(game.record["turn"]), game.unit("Yamato").damage) == (2, 12)
    shipyard(game).choose(*["Yamato"] * 6)
    assert game.over and game.unit("Yamato").damage == 6
    game = shipyard(in_port("yokosuka", "Yamato", damage=18, last_turn=2).start()).choose("hold")
    shipyard(game).choose(*["Yamato"] * 6)
    assert game.over and game.unit("Yamato").damage == 12, "the points of turn 1 are lost"


@pytest.mark.rule("11.1", "2.33")
def test_ports_without_a_gear_and_bases_repair_nothing():
    assert points("samoa", "Nevada", damage=2) == points("midway", "Nevada", damage=2) == 0
    assert points("malta", "Hood", damage=2) == 0


@pytest.mark.rule("11.11")
def test_the_usa_repairs_ten_points_a_turn():
    assert points("usa", "Iowa", damage=12) == 10


@pytest.mark.rule("11.11", "10.12")
def test_until_japan_attacks_the_us_repairs_only_us_and_free_french_ships():
    ships = ("Nevada", "Dunkerque", "Hood")
    before = shipyard(in_port("usa", *ships, hostilities=False).start())
    assert before.choices == {"Nevada", "Dunkerque", "hold"}
    assert shipyard(in_port("usa", "Hood", hostilities=False).start()).over
    after = shipyard(in_port("usa", *ships, hostilities=True).start())
    assert after.choices == {"Nevada", "Dunkerque", "Hood", "hold"}


@pytest.mark.rule("11.12")
@pytest.mark.parametrize(
    ("turn", "since", "repaired"), [(3, 3, 0), (4, 3, 3), (5, 3, 6), (5, 2, 9), (7, 3, 12), (8, 3, 15), (10, 3, 15)]
)
def test_pearl_harbor_repairs_nothing_on_the_turn_hostilities_begin_then_three_more_a_turn_up_to_fifteen(
    turn, since, repaired
):
    keys = {"turn": turn, "last_turn": turn, "hostilities_since": since}
    assert points("pearl_harbor", "Yamato", damage=18, controller="american", **keys) == repaired


@pytest.mark.rule("11.12")
def test_pearl_harbor_repairs_nothing_before_hostilities():
    assert points("pearl_harbor", "Nevada", damage=2, turn=5, last_turn=5, hostilities=False) == 0


@pytest.mark.rule("11.12")
def test_when_pearl_harbor_is_lost_its_points_are_used_at_panama():
    keys = {"turn": 5, "last_turn": 5, "hostilities_since": 3}
    assert points("panama_canal", "Nevada", damage=8, **keys) == 0
    lost = {"pearl_harbor": "japanese"}
    assert points("panama_canal", "Nevada", damage=8, owners=lost, **keys) == 6
    assert points("pearl_harbor", "Kongo", damage=3, owners=lost, **keys) == 0
    both = {**lost, "panama_canal": "german"}
    assert points("panama_canal", "Bismarck", damage=3, owners=both, **keys) == 0


@pytest.mark.rule("11.12", "11.1")
def test_in_a_game_without_the_pacific_panama_has_no_points():
    keys = {"areas": ["caribbean", "eastern_seaboard"], "turn": 5, "last_turn": 5}
    assert points("panama_canal", "Nevada", damage=3, **keys) == 0


@pytest.mark.rule("11.13", "2.322")
@pytest.mark.parametrize(("turn", "in_use"), [(2, 0), (3, 1)])
def test_leningrad_repairs_two_points_and_murmansk_one_from_turn_three(turn, in_use):
    assert points("leningrad", "Marat", damage=3, turn=turn, last_turn=turn) == 2 * in_use
    assert points("murmansk", "Hood", damage=3, turn=turn, last_turn=turn) == 1 * in_use


@pytest.mark.rule("11.14")
def test_only_the_side_that_held_a_port_first_repairs_there():
    assert points("truk", "Kongo", damage=3) == 2
    assert points("truk", "Nevada", damage=3, owners={"truk": "american"}) == 0
    assert points("singapore", "Kongo", damage=3, owners={"singapore": "japanese"}) == 0
    assert points("singapore", "Nevada", damage=3, owners={"singapore": "american"}) == 2


@pytest.mark.rule("11.14")
@pytest.mark.parametrize(("port", "capacity"), [("brest", 3), ("toulon", 2)])
def test_brest_and_toulon_repair_only_while_the_axis_holds_them(port, capacity):
    assert points(port, "Dunkerque", damage=3) == 0
    assert points(port, "Bismarck", damage=5, owners={port: "german"}) == capacity
    assert points(port, "Hood", damage=3, owners={port: "british"}) == 0


@pytest.mark.rule("11.15")
def test_the_points_of_a_port_are_divided_among_its_ships():
    position = in_port("yokosuka", "Kongo", damage=3).with_units("Hiei", place="yokosuka", damage=2)
    game = shipyard(position.start())
    game.choose("Kongo", "Hiei", "Kongo", "Hiei")
    assert game.choices == {"Kongo", "hold"}, "Hiei is sound again"
    game.choose("Kongo")
    assert (game.unit("Kongo").damage, game.unit("Hiei").damage) == (0, 0)
    position = in_port("truk", "Kongo", damage=3).with_units("Hiei", place="truk", damage=2)
    game = shipyard(position.start()).choose("Kongo", "Hiei")
    assert game.over and (game.unit("Kongo").damage, game.unit("Hiei").damage) == (2, 1), "two points, not two a ship"


@pytest.mark.rule("11.15")
def test_a_player_may_leave_points_unused_and_goes_on_to_the_next_port():
    game = shipyard(in_port("yokosuka", "Kongo").with_units("Hiei", place="truk", damage=2).start())
    game.choose("Kongo", "hold")
    assert (game.decision, game.subject, game.choices) == (Decision.REPAIR, "truk", {"Hiei", "hold"})
    game.choose("Hiei", "Hiei")
    assert game.over and game.unit("Kongo").damage == 1


@pytest.mark.rule("11.16")
def test_the_owner_of_the_port_decides_about_the_ships_of_his_ally():
    game = shipyard(in_port("england", "Nevada", "Hood").start())
    assert (game.power.name, game.choices) == ("BRITISH", {"Nevada", "Hood", "hold"})
    game = shipyard(in_port("usa", "Nevada", "Hood").start())
    assert (game.power.name, game.choices) == ("AMERICAN", {"Nevada", "Hood", "hold"})


@pytest.mark.rule("11.16", "11.14")
def test_a_captured_french_ship_is_repaired_by_the_germans():
    position = movement().with_units("Dunkerque", place="germany", damage=1, controller="german")
    game = shipyard(position.start())
    assert (game.power.name, game.choices) == ("GERMAN", {"Dunkerque", "hold"})


@pytest.mark.rule("11.17")
def test_points_are_not_moved_to_another_port():
    position = in_port("truk", "Kongo", damage=3).with_units("Hiei", place="saipan", damage=1)
    game = shipyard(position.start()).choose("Kongo", "Kongo")
    assert game.over and (game.unit("Kongo").damage, game.unit("Hiei").damage) == (1, 1)


# --- §11.2: how to repair ------------------------------------------------------------------------------


@pytest.mark.rule("11.21", "5.31")
def test_a_ship_that_turns_raider_is_not_repaired():
    game = in_port("yokosuka", "Kongo", "Hiei").start().choose("turn_raider", "stay")
    assert (game.decision, game.choices) == (Decision.REPAIR, {"Hiei", "hold"})
    game = in_port("yokosuka", "Kongo").start().choose("turn_raider")
    assert game.decision == Decision.RAID_ORDER


@pytest.mark.rule("11.21")
def test_a_ship_that_sailed_and_had_to_come_back_is_not_repaired():
    position = in_port("germany", "Scharnhorst", damage=1).with_units("Gneisenau", place="germany", damage=1)

    def one_sided(book, game):
        book["raider_side"][names().unit_number("scharnhorst")] = 0

    game = position.altered(one_sided).start(dice=[6])
    game.choose("air_gap" if "air_gap" in game.choices else "western_approaches")
    shipyard(game.until(Decision.RETURN_TO_BASE, prefer=["stay"]).choose("germany"))
    assert (game.decision, game.choices) == (Decision.REPAIR, {"Gneisenau", "hold"})


@pytest.mark.rule("11.21", "9.35")
def test_a_ship_on_the_bottom_is_repaired_and_sails_when_it_is_afloat_again():
    game = shipyard(in_port("yokosuka", "Kongo", damage=6, last_turn=2).start()).choose(*["Kongo"] * 3)
    assert (game.unit("Kongo").damage, game.decision) == (3, Decision.REPAIR)
    game.choose("hold")
    assert game.decision == Decision.PATROL_ORDER and int(game.record["turn"]) == 2


@pytest.mark.rule("11.22", "5.32")
def test_repairs_come_when_all_patrollers_have_moved_and_before_aircraft_are_placed():
    position = in_port("england", "Hood").with_units("RAF", place="england").with_units("Bismarck", place="germany")
    game = position.start().choose("stay", "stay")
    assert (game.decision, game.phase) == (Decision.REPAIR, Phase.PATROLLING)
    game.choose("Hood", "hold")
    assert game.decision == Decision.AIR_UNIT
    assert battle("north_sea").with_units("Hood", place="england", damage=2).start().over, "not at a later step"


@pytest.mark.rule("5.32", "5.1")
def test_powers_repair_in_nationality_order():
    position = in_port("germany", "Bismarck").with_units("Kongo", place="yokosuka", damage=1)
    position.with_units("Nevada", place="usa", damage=1).with_units("Hood", place="england", damage=1)
    game = shipyard(position.start())
    asked = []
    while game.decision == Decision.REPAIR:
        asked.append(game.power.name)
        game.choose("hold")
    assert asked == ["BRITISH", "JAPANESE", "AMERICAN", "GERMAN"]


@pytest.mark.rule("5.32", "11.21")
def test_nobody_is_asked_where_nothing_can_be_repaired():
    position = movement().with_units("Hood", place="england").with_units("Norfolk", place="malta", damage=1)
    game = position.with_units("Exeter", place="neutral_port", damage=1).start()
    assert shipyard(game).over and not game.events(Event.REPAIRED)


@pytest.mark.rule("11.23")
def test_only_ships_are_repaired():
    position = in_port("yokosuka", "24AF", "Kure", damage=1)
    assert shipyard(position.start()).over
    game = shipyard(position.with_units("Kongo", place="yokosuka", damage=1).start())
    assert game.choices == {"Kongo", "hold"}


@pytest.mark.rule("11.1")
def test_each_point_is_told():
    game = shipyard(in_port("truk", "Kongo").start()).choose("Kongo", "Kongo")
    kongo = game.unit("Kongo").number
    assert [(unit, left) for _, unit, _, left, _ in game.events(Event.REPAIRED)] == [(kongo, 1), (kongo, 0)]


# --- §9.351: where ships rest on the bottom ------------------------------------------------------------


def bottomed(place, target, area, carrier, **keys):
    """Whether a ship rests on the bottom of a place after a raid with more damage than its armor."""
    position = battle(area, **keys).with_units(carrier, raiding=True).with_units(target, place=place)
    armor = int(position.start().books[0]["armor"][names().unit_number(target)])
    position.with_units(target, place=place, damage=armor)
    game = position.start(dice=[6, 1, 1, 1, 1]).choose(area, place)
    game.choose(names().units[names().unit_number(target)].name)
    assert game.unit(target).place in (place, "out_of_play")
    return game.unit(target).place == place


@pytest.mark.rule("9.351", "11.14")
def test_a_place_that_its_holder_cannot_repair_in_has_no_capacity():
    assert bottomed("truk", "nagato", "marshalls", "enterprise")
    american = {"owners": {"truk": "american"}}
    assert not bottomed("truk", "nevada", "marshalls", "akagi", **american)
    german = {"owners": {"brest": "german"}}
    assert bottomed("brest", "bismarck", "bay_of_biscay", "ark_royal", **german)
    assert not bottomed("brest", "dunkerque", "bay_of_biscay", "graf_zeppelin")


@pytest.mark.rule("9.351", "11.12")
def test_panama_has_capacity_once_pearl_harbor_is_lost():
    assert not bottomed("panama_canal", "nevada", "caribbean", "graf_zeppelin")
    lost = {"owners": {"pearl_harbor": "japanese"}}
    assert bottomed("panama_canal", "nevada", "caribbean", "graf_zeppelin", **lost)


@pytest.mark.rule("9.351", "11.12")
def test_when_pearl_harbor_is_retaken_a_ship_on_the_bottom_at_panama_is_sunk():
    position = Position("capture", owners={"pearl_harbor": "japanese"})
    game = position.flag("hawaiian_islands", "allies").with_units("Nevada", place="panama_canal", damage=6).start()
    assert game.owner("pearl_harbor") == "american"
    assert game.unit("Nevada").place == "out_of_play"
