"""Invasions of islands: who may invade where, with what, and who goes ashore (21.51, 21.37, 20.59)."""

import pytest

from aw_env.core.engine.layout import readable
from aw_env.core.seen.interpreted import interpreted
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Condition,
    Decision,
    Event,
    Ground,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.rules import invasions, troops
from aw_env.games.world_at_war.rules.sequence import PATROLS
from tests.world_at_war.landings import CRUISERS, NOUMEA, at, landed, landing, of_place
from tests.world_at_war.positions import Sea, number, playing

TOWNSVILLE = {"townsville_flotilla": {"place": "townsville"}}
IN_THE_BOX = {"townsville_flotilla": {"place": "australia_box"}}
TRUK = {f"truk_flotilla_{k}": {"place": "truk"} for k in (1, 2, 3)}
ONE = {"marines": {"noumea": 1}}
EMPTY = {"garrison": {"guadalcanal": 0}}


@pytest.mark.rule("21.511")
def test_units_in_a_port_are_carried_by_destroyers_and_invade():
    game = landed(NOUMEA | CRUISERS, *CRUISERS, Option.DONE, dice=[6], **ONE)
    assert game.asked == Decision.HOME and of_place(game, "guadalcanal", "control") == Side.ALLIES
    assert of_place(game, "guadalcanal", "marines") == 1 and of_place(game, "noumea", "marines") == 0


@pytest.mark.rule("21.511")
def test_without_destroyers_nobody_invades():
    assert landing(CRUISERS, **ONE).places == set()


# --- where (21.5153, 21.5154, 21.512) ----------------------------------------------------------------------


@pytest.mark.rule("21.5154")
def test_islands_of_one_hex_are_invaded_and_no_others():
    near = {"rabaul_flotilla_1": {"place": "rabaul"}, "rabaul_flotilla_2": {"place": "rabaul"}} | TRUK
    game = landing(near, Side.AXIS, infantry={"rabaul": 1}, garrison={"manus": 0}, control={"manus": Side.ALLIES})
    assert "manus" in game.places and not {"port_moresby", "townsville"} & game.places
    game = landing(NOUMEA, **ONE, **EMPTY)
    assert "guadalcanal" in game.places and not {"rabaul", "kavieng", "lae"} & game.places


@pytest.mark.rule("21.515")
def test_no_own_island_is_invaded_and_each_hex_once_a_turn():
    game = landing(NOUMEA, **ONE, **EMPTY)
    assert "espiritu_santo" not in game.places
    assert "guadalcanal" not in landing(NOUMEA, invaded=at(guadalcanal=1), **ONE, **EMPTY).places


@pytest.mark.rule("21.5153A")
@pytest.mark.parametrize("others, forbidden", [(3, False), (4, True)])
def test_ten_undamaged_factors_in_the_port_forbid_an_invasion(others, forbidden):
    """Three factors of destroyers, and cruisers of two."""
    ships = {f"japanese_cruiser_{k}": {"place": "guadalcanal"} for k in range(1, others + 1)}
    ships["rabaul_flotilla_1"] = {"place": "guadalcanal", "strength": 3}
    game = landing(NOUMEA | ships, ports=at(guadalcanal=1), **ONE, **EMPTY)
    assert ("guadalcanal" not in game.places) == forbidden


@pytest.mark.rule("21.5153A")
def test_damaged_ships_do_not_forbid_it():
    ships = {f"japanese_cruiser_{k}": {"place": "guadalcanal"} for k in range(1, 6)}
    assert "guadalcanal" not in landing(NOUMEA | ships, ports=at(guadalcanal=1), **ONE, **EMPTY).places
    ships["japanese_cruiser_1"]["condition"] = Condition.DAMAGED
    assert "guadalcanal" in landing(NOUMEA | ships, ports=at(guadalcanal=1), **ONE, **EMPTY).places


@pytest.mark.rule("21.5153B")
def test_submarines_do_not_count():
    game = landing(NOUMEA, ports=at(guadalcanal=1), boats=at(guadalcanal=9), **ONE, **EMPTY)
    assert "guadalcanal" in game.places


@pytest.mark.rule("21.5153E", "21.23")
def test_fewer_ships_are_displaced_when_the_island_is_taken():
    ships = {"japanese_cruiser_1": {"place": "guadalcanal", "inverted": 1}}
    game = landed(NOUMEA | ships, Option.DONE, ports=at(guadalcanal=1), **ONE, **EMPTY)
    assert of_place(game, "guadalcanal", "control") == Side.ALLIES
    assert game.of("japanese_cruiser_1", "place") == number("rabaul")


@pytest.mark.rule("21.5153E")
def test_before_that_they_may_intercept():
    ships = {"japanese_cruiser_1": {"place": "guadalcanal"}}
    game = landed(NOUMEA | ships, Option.DONE, ports=at(guadalcanal=1), **ONE, **EMPTY)
    assert game.asked == Decision.OPPOSE_LANDING and game.units == {"japanese_cruiser_1"}


@pytest.mark.rule("21.512")
@pytest.mark.parametrize("port, reached", [(0, False), (1, True)])
def test_an_invasion_touches_a_port_every_ten_hexes(port, reached):
    """From Truk to Nandi there are eighteen hexes, over Guadalcanal nine and ten."""
    game = landing(TRUK, Side.AXIS, infantry={"truk": 1}, garrison={"nandi": 0}, ports=at(guadalcanal=port))
    assert ("nandi" in game.places) == reached


@pytest.mark.rule("21.512", "21.3614B")
def test_no_invasion_goes_beyond_twenty_hexes():
    """Over Guadalcanal and Nandi there are twenty-five to Upolu."""
    given = {"control": {"nandi": Side.AXIS}, "garrison": {"upolu": 0, "suva": 0}}
    game = landing(TRUK, Side.AXIS, infantry={"truk": 1}, ports=at(guadalcanal=1, nandi=1), **given)
    assert "suva" in game.places and "upolu" not in game.places


@pytest.mark.rule("21.512D")
def test_units_of_the_australia_box_invade_and_those_of_the_pacific_us_box_do_not():
    assert "guadalcanal" in landing(IN_THE_BOX, infantry={"australia_box": 1}, **EMPTY).places
    assert landing(IN_THE_BOX, infantry={"pacific_us_box": 1}, **EMPTY).places == set()


@pytest.mark.rule("21.512E")
def test_no_box_is_invaded():
    game = landing(NOUMEA, control={"australia_box": Side.AXIS}, **ONE, **EMPTY)
    assert "guadalcanal" in game.places and "australia_box" not in game.places


# --- carriers (21.513, 21.514) -----------------------------------------------------------------------------


def carrying(game):
    """Destroyers that carry troops, by row: before the invasion sails, those that will."""
    loaded = readable(game.game.clone()._games)[0]
    if game.asked == Decision.SAIL:
        interpreted(troops.load)(readable(game.game.rules.scenario.books)[0], loaded, loaded.moving)
    return {unit: int(loaded.carrying[number(unit)]) for unit in NOUMEA | TOWNSVILLE if loaded.carrying[number(unit)]}


@pytest.mark.rule("21.513A")
def test_one_destroyer_carries_a_ground_factor_against_an_empty_hex():
    assert sum(carrying(landed(NOUMEA, **ONE, **EMPTY)).values()) == 2


@pytest.mark.rule("21.513B")
def test_two_destroyers_carry_a_ground_factor_against_a_defended_hex():
    assert sum(carrying(landed(NOUMEA, **ONE)).values()) == 4


@pytest.mark.rule("21.513B")
def test_units_in_reserve_take_destroyers_too():
    game = landed(NOUMEA | TOWNSVILLE, kind=Option.INFANTRY, units=2, infantry={"noumea": 3})
    assert sum(carrying(game).values()) == 8
    game = landing(NOUMEA | TOWNSVILLE | CRUISERS, infantry={"noumea": 3}).choose("guadalcanal")
    for _ in range(2):
        game.choose("noumea", Option.INFANTRY)
    assert game.places == set()


@pytest.mark.rule("21.513C")
def test_a_factor_from_the_australia_box_takes_one_destroyer_more():
    game = landed(IN_THE_BOX, base="australia_box", kind=Option.INFANTRY, infantry={"australia_box": 1}, **EMPTY)
    assert carrying(game) == {"townsville_flotilla": 4}


@pytest.mark.rule("21.513C", "21.35A")
def test_five_factors_from_the_box_take_a_transport():
    given = {"base": "australia_box", "kind": Option.INFANTRY, "infantry": {"australia_box": 1}}
    game = landed(IN_THE_BOX, Option.DONE, **given, **EMPTY)
    assert game.box("used_transports")[2] == 1
    none = {"transports": [0, 0, 0], "infantry": {"australia_box": 1}}
    assert "guadalcanal" not in landing(IN_THE_BOX, **none, **EMPTY).places


@pytest.mark.rule("21.514A")
def test_destroyers_of_another_port_carry_the_troops():
    assert carrying(landed(TOWNSVILLE, **ONE)) == {"townsville_flotilla": 4}


@pytest.mark.rule("21.514A")
def test_those_with_the_shortest_way_carry_them():
    assert carrying(landed(NOUMEA | TOWNSVILLE, **ONE)) == {"noumea_flotilla_1": 3, "noumea_flotilla_2": 1}


@pytest.mark.rule("21.514B")
@pytest.mark.parametrize("base, carries", [("suva", True), ("pago_pago", True), ("pearl_harbor", False)])
def test_destroyers_go_to_the_base_of_embarkation_and_on_within_range(base, carries):
    """Over Noumea to Guadalcanal there are thirteen hexes from Suva, and nineteen from Pago Pago."""
    game = landing({"suva_flotilla": {"place": base}}, **ONE)
    assert ("guadalcanal" in game.places) == carries


@pytest.mark.rule("21.514B", "21.3614")
@pytest.mark.parametrize("noumea, carries", [(Side.ALLIES, True), (Side.AXIS, False)])
def test_destroyers_come_over_a_port_to_an_island_without_one(noumea, carries):
    """From Suva over Noumea and past Espiritu Santo to Guadalcanal, and from Noumea on no more than ten hexes."""
    game = landing({"suva_flotilla": {"place": "suva"}}, marines={"espiritu_santo": 1}, control={"noumea": noumea})
    assert ("guadalcanal" in game.places) == carries


@pytest.mark.rule("21.5153A")
@pytest.mark.parametrize("on_patrol, factors", [(NOWHERE, 9), (number("eniwetok"), 3)])
def test_ships_out_on_patrol_are_not_in_the_port_that_is_invaded(on_patrol, factors):
    sea = Sea("night_express", turn=3, moving=Side.ALLIES).ship("kirishima", place="kwajalein")
    sea.ship("kongo", "haruna", place="kwajalein", on_patrol=on_patrol)
    assert sea.call(invasions.harbour_factors, "kwajalein") == factors


@pytest.mark.rule("21.514C")
def test_units_embark_in_several_bases_for_one_hex():
    game = landing(NOUMEA | TOWNSVILLE, marines={"noumea": 1, "townsville": 1}).choose("guadalcanal")
    game.choose("noumea", Option.MARINES)
    assert game.places == {"townsville"}
    game.choose("townsville", Option.MARINES, Option.DONE)
    assert sum(carrying(game).values()) == 8


@pytest.mark.rule("21.514D")
def test_other_ships_accompany_the_destroyers_to_protect_and_to_bombard():
    ships = NOUMEA | TOWNSVILLE | CRUISERS | {"uss_north_carolina": {"place": "noumea"}}
    game = landed(ships, **ONE)
    assert {"pacific_cruiser_1", "uss_north_carolina", "townsville_flotilla"} <= game.units
    assert "noumea_flotilla_1" not in game.units, "all her factors carry troops"


@pytest.mark.rule("21.514E", "21.36C")
def test_an_island_invaded_this_turn_is_no_base_yet():
    given = {"control": {"guadalcanal": Side.ALLIES}, "garrison": {"new_georgia": 0}}
    assert "new_georgia" in landing(NOUMEA, marines={"guadalcanal": 1}, ports=at(guadalcanal=1), **given).places
    game = landing(NOUMEA, marines={"guadalcanal": 1}, ports=at(guadalcanal=1), bridgehead=at(guadalcanal=1), **given)
    assert "new_georgia" not in game.places


@pytest.mark.rule("21.514F")
def test_units_in_a_place_that_is_not_supplied_do_not_invade():
    assert "guadalcanal" not in landing(NOUMEA, unsupplied=at(noumea=1), **ONE).places


@pytest.mark.rule("21.516C")
@pytest.mark.parametrize("kind", ["infantry", "marines"])
def test_units_that_are_aboard_or_have_invaded_do_not_embark(kind):
    """Of six one is done for the turn, and two are aboard; those of the other kind do not count."""
    sea = Sea("night_express")
    for field, units in (("infantry", 9), ("marines", 9), (kind, 6), (f"tired_{kind}", 1), (f"aboard_{kind}", 2)):
        sea.game[field][number("noumea")] = units
    assert sea.call(troops.ready, "noumea", Ground[kind.upper()]) == 3


@pytest.mark.rule("21.514F")
def test_air_units_do_not_invade():
    assert landing(NOUMEA, airbase=at(noumea=9), **EMPTY).places == set()


@pytest.mark.rule("21.37", "21.37A")
def test_units_embark_on_an_island_of_one_hex_without_a_port():
    given = {"marines": {"espiritu_santo": 1}, "garrison": {"guadalcanal": 0}}
    game = landed(NOUMEA, base="espiritu_santo", **given)
    assert carrying(game) == {"noumea_flotilla_1": 2}


@pytest.mark.rule("21.37B")
def test_units_embark_on_new_ireland():
    ships = {"rabaul_flotilla_1": {"place": "rabaul"}}
    given = {"control": {"manus": Side.ALLIES}, "garrison": {"manus": 0}}
    assert "manus" in landing(ships, Side.AXIS, infantry={"kavieng": 1}, **given).places


@pytest.mark.rule("21.35")
def test_what_is_carried_belongs_to_the_destroyers_that_carry_it():
    game = landed(NOUMEA | TOWNSVILLE, "townsville_flotilla", **ONE)
    assert carrying(game) == {"noumea_flotilla_1": 3, "noumea_flotilla_2": 1}
    assert game.of("townsville_flotilla", "force") == 4


@pytest.mark.rule("20.164A")
def test_who_carries_and_who_bombards_is_not_told_before_the_invasion_sails():
    game = landed(NOUMEA | CRUISERS, "pacific_cruiser_1", **ONE)
    for seat in Side:
        told = game.game.view(seat).record
        assert told["carrying"].sum() == told["most_guns"] == 0 and told["aboard_marines"].sum() == 1
    assert game.game.view(Side.AXIS).record["force"].sum() == 0 and game.record["force"].sum() == 5
    told = game.choose(Option.DONE).game.view(Side.AXIS).record
    assert told["carrying"].sum() == 4 and told["most_guns"] == 2 and told["force_seen"].sum() == 5


@pytest.mark.rule("20.164A")
def test_a_copy_for_the_enemy_forms_any_invasion_that_carries_the_troops():
    game = landed(NOUMEA | TOWNSVILLE | CRUISERS, "pacific_cruiser_1", **ONE)
    copies = [game.game.clone(reseed=seed, seat=Side.AXIS)._games["force"][0] for seed in range(30)]
    assert len({tuple(force) for force in copies}) > 5
    for force in copies:
        assert force[number("noumea_flotilla_1")] == 3 and force[number("noumea_flotilla_2")] >= 1


@pytest.mark.rule("20.231F")
def test_destroyers_carry_or_protect():
    game = landed(NOUMEA | TOWNSVILLE, **ONE)
    assert carrying(game)["noumea_flotilla_1"] == 3 and "townsville_flotilla" in game.units


@pytest.mark.rule("20.241E", "20.251E")
def test_cruisers_and_capital_ships_protect_invasions():
    ships = NOUMEA | CRUISERS | {"colorado": {"place": "noumea"}, "indiana": {"place": "noumea"}}
    assert {"pacific_cruiser_1", "colorado", "indiana"} <= landed(ships, **ONE).units


@pytest.mark.rule("20.32F", "21.313")
def test_carriers_protect_with_as_many_fast_factors_of_others():
    game = landed(NOUMEA | {"enterprise": {"place": "noumea"}, "saratoga": {"place": "noumea"}}, **ONE)
    assert {"enterprise", "saratoga"} <= game.units
    game.choose("enterprise")
    assert "saratoga" not in game.units


@pytest.mark.rule("21.524", "21.522")
def test_bombarding_ships_come_from_any_base_in_reach():
    ships = NOUMEA | {"colorado": {"place": "suva"}, "indiana": {"place": "townsville"}, "maryland": {"place": "lae"}}
    ships |= {"massachusetts": {"place": "pearl_harbor"}}
    game = landed(ships, control={"lae": Side.ALLIES}, **ONE)
    assert {"colorado", "indiana", "maryland"} <= game.units and "massachusetts" not in game.units


@pytest.mark.rule("21.523B", "21.523")
def test_ships_of_the_australia_box_bombard_and_those_of_the_us_box_do_not():
    ships = NOUMEA | {"colorado": {"place": "australia_box"}, "indiana": {"place": "pacific_us_box"}}
    units = landed(ships, **ONE).units
    assert "colorado" in units and "indiana" not in units


@pytest.mark.rule("21.521")
def test_ships_bombard_for_an_invasion_alone():
    game = landing(NOUMEA | CRUISERS, **ONE).choose("guadalcanal")
    assert game.units == set() and game.options == set()
    game.choose("noumea", Option.MARINES, Option.DONE)
    assert "pacific_cruiser_1" in game.units


@pytest.mark.rule("21.517A")
@pytest.mark.parametrize("ctl, may", [(0, False), (1, True), (2, True)])
def test_units_without_training_do_not_invade(ctl, may):
    sea = Sea("night_express")
    sea.book.ctl[:] = ctl
    assert sea.call(troops.may_invade, Side.ALLIES, Ground.INFANTRY) == may


@pytest.mark.rule("21.517A")
def test_two_units_of_infantry_attack_and_all_marines():
    ships = NOUMEA | {"townsville_flotilla": {"place": "noumea", "strength": 24}}
    game = landing(ships, infantry={"noumea": 3}, marines={"noumea": 3}).choose("guadalcanal")
    for _ in range(3):
        game.choose("noumea", Option.INFANTRY, "noumea", Option.MARINES)
    assert game.choose(Option.DONE).record["attackers"].tolist() == [2, 3]


@pytest.mark.rule("21.517A")
def test_garrisons_do_not_invade():
    given = {"control": {"guadalcanal": Side.ALLIES}, "garrison": {"guadalcanal": 3, "new_georgia": 0}}
    assert "new_georgia" not in landing(NOUMEA, **given).places


# --- at 1:1 (21.5152) --------------------------------------------------------------------------------------


@pytest.mark.rule("21.5152")
def test_an_invasion_sails_only_when_it_can_attack_at_one_to_one():
    """Infantry of two factors against a garrison that counts three."""
    game = landed(NOUMEA | CRUISERS, kind=Option.INFANTRY, infantry={"noumea": 1})
    assert Option.DONE not in game.options and Option.CALL_OFF in game.options
    game.choose("pacific_cruiser_1", "pacific_cruiser_2")
    assert Option.DONE in game.options


@pytest.mark.rule("21.5152", "21.521")
@pytest.mark.parametrize(
    ("company", "may"),
    [
        ({}, False),
        ({f"pacific_cruiser_{k}": {} for k in (1, 2, 3)}, True),  # six factors of guns
        ({id: {"squadrons": 0} for id in ("enterprise", "saratoga")}, False),
        ({id: {"squadrons": 3} for id in ("enterprise", "saratoga")}, True),
    ],
)
def test_carriers_add_their_aircraft_and_no_guns(company, may):
    """Infantry of two factors, for which all destroyers carry, against one of a garrison, which counts three."""
    ships = {"noumea_flotilla_1": {"strength": 4}} | company
    ships = {id: state | {"place": "noumea"} for id, state in ships.items()}
    game = landing(ships, infantry={"noumea": 1})
    assert ("guadalcanal" in game.places) == may


@pytest.mark.rule("21.5152", "21.514C")
@pytest.mark.parametrize(
    ("bases", "destroyers", "may"),
    [
        ({"noumea": 1}, 8, False),
        ({"noumea": 2}, 8, True),
        ({"noumea": 1, "townsville": 1}, 8, True),
        ({"noumea": 1, "townsville": 1}, 7, False),
        ({"noumea": 1, "townsville": 1, "suva": 1}, 8, True),
    ],
)
def test_units_of_several_bases_may_be_strong_enough_together(bases, destroyers, may):
    """Marines of two factors, whom four destroyers carry, against two of a garrison, which count twice."""
    ships = {"noumea_flotilla_1": {"place": "noumea", "strength": destroyers}}
    game = landing(ships, marines=bases, garrison={"guadalcanal": 2})
    assert ("guadalcanal" in game.places) == may
    if may:
        game.choose("guadalcanal")
        for base in [id for id, units in bases.items() for _ in range(units)][:2]:
            game.choose(base, Option.MARINES)
        assert Option.DONE in game.choose(Option.DONE).options


@pytest.mark.rule("21.517E")
@pytest.mark.parametrize(("infantry", "marines", "may"), [(1, 0, False), (0, 1, True), (1, 1, True), (2, 0, True)])
def test_marines_may_go_where_infantry_alone_is_too_weak(infantry, marines, may):
    """Units of two factors against one of a garrison, which counts twice against marines and three times otherwise."""
    ships = {"noumea_flotilla_1": {"place": "noumea", "strength": 4 * (infantry + marines)}}
    game = landing(ships, infantry={"noumea": infantry}, marines={"noumea": marines})
    assert ("guadalcanal" in game.places) == may


@pytest.mark.rule("21.5152")
def test_one_that_is_called_off_costs_nothing():
    game = landed(NOUMEA | CRUISERS, Option.CALL_OFF, kind=Option.INFANTRY, infantry={"noumea": 1})
    assert game.asked == Decision.INVADE and game.record["brps"].tolist() == [50, 50]
    assert (
        carrying(game) == {}
        and of_place(game, "noumea", "aboard_infantry") == 0
        and game.places.isdisjoint({"guadalcanal"})
    )


# --- ashore (21.517I, J) -----------------------------------------------------------------------------------


@pytest.mark.rule("21.517I")
def test_an_empty_island_is_taken_without_combat():
    game = landed(NOUMEA, Option.DONE, **ONE, **EMPTY)
    assert of_place(game, "guadalcanal", "control") == Side.ALLIES and "ground_combat" not in game.happened
    assert of_place(game, "guadalcanal", "bridgehead") == 1 and of_place(game, "guadalcanal", "tired_marines") == 1


@pytest.mark.rule("21.517I")
@pytest.mark.parametrize("port, ashore", [(0, 1), (1, 2)])
def test_one_unit_of_infantry_stays_on_an_island_and_two_where_there_is_a_port(port, ashore):
    given = {"infantry": {"noumea": 3}, "units": 3, "kind": Option.INFANTRY, "ports": at(guadalcanal=port)}
    game = landed(NOUMEA, Option.DONE, **given, **EMPTY)
    assert of_place(game, "guadalcanal", "infantry") == ashore
    assert of_place(game, "noumea", "infantry") == 3 - ashore


@pytest.mark.rule("21.517I")
def test_a_unit_in_reserve_may_go_ashore_where_there_is_room():
    given = {"infantry": {"noumea": 1}, "marines": {"noumea": 1}, "garrison": {"guadalcanal": 0}}
    game = landing(NOUMEA, **given).choose("guadalcanal", "noumea", Option.MARINES, "noumea", Option.INFANTRY)
    game.choose(Option.DONE, Option.DONE)
    assert of_place(game, "guadalcanal", "infantry") == 1 and of_place(game, "guadalcanal", "marines") == 1


@pytest.mark.rule("21.517I")
def test_three_units_of_marines_stay():
    sea = Sea("night_express")
    sea.game.marines[number("guadalcanal")] = 2
    assert sea.call(invasions.has_room_ashore, "guadalcanal", Ground.MARINES)
    sea.game.marines[number("guadalcanal")] = 3
    assert not sea.call(invasions.has_room_ashore, "guadalcanal", Ground.MARINES)


@pytest.mark.rule("21.33")
def test_the_ships_go_home_or_to_a_port_near_by():
    game = landed(NOUMEA, Option.DONE, **ONE, **EMPTY)
    assert game.asked == Decision.HOME and {"townsville", "noumea"} <= game.places
    game.choose("townsville")
    assert game.of("noumea_flotilla_1", "place") == number("noumea"), "a part of it has stayed"
    assert game.of("noumea_flotilla_1", "spent") == 2 and game.asked == Decision.INVADE


@pytest.mark.rule("21.517J", "21.516C")
def test_an_invasion_without_a_survivor_fails_and_the_reserve_goes_home():
    given = {"infantry": {"noumea": 3}, "kind": Option.INFANTRY, "units": 3}
    ships = NOUMEA | CRUISERS | {"townsville_flotilla": {"place": "noumea", "strength": 6}}
    game = landed(ships, *CRUISERS, Option.DONE, garrison={"guadalcanal": 2}, dice=[1], **given)
    assert game.asked == Decision.INVADE and "repelled" in game.happened
    assert of_place(game, "guadalcanal", "control") == Side.AXIS and of_place(game, "noumea", "infantry") == 1
    assert of_place(game, "noumea", "tired_infantry") == 1 and of_place(game, "noumea", "aboard_infantry") == 0


@pytest.mark.rule("21.514E")
def test_at_the_start_of_the_turn_units_are_ready_again():
    sea = Sea("night_express", tired_marines=at(noumea=1), bridgehead=at(guadalcanal=1), moving=Side.ALLIES)
    sea.game.control[number("guadalcanal")] = Side.ALLIES
    sea.call(invasions.begin_player_turn)
    assert sea.game.tired_marines.sum() == 0 and sea.game.bridgehead.sum() == 0


@pytest.mark.rule("21.514E")
def test_ground_units_come_to_places_that_are_still_their_side_s_own():
    sea = Sea("night_express", turn=3, moving=Side.ALLIES)
    sea.book.troops_arrive[:] = 0
    sea.book.troops_arrive[Ground.INFANTRY, number("noumea"), 3] = 2
    sea.book.troops_arrive[Ground.MARINES, number("suva"), 3] = 1
    sea.game.infantry[:], sea.game.marines[:] = 0, 0
    sea.game.tired_infantry[number("noumea")] = sea.game.bridgehead[number("noumea")] = 1
    sea.call(invasions.begin_player_turn)
    assert sea.game.infantry[number("noumea")] == 2 and sea.game.marines[number("suva")] == 1
    assert sea.game.infantry.sum() == 2 and sea.game.marines.sum() == 1
    assert sea.game.tired_infantry[number("noumea")] == sea.game.bridgehead[number("noumea")] == 0
    told = sorted(tuple(row[:4]) for row in sea.events[1:3].tolist())
    assert told == sorted([(Event.REINFORCED, number("noumea"), Ground.INFANTRY, 2),
                           (Event.REINFORCED, number("suva"), Ground.MARINES, 1)])  # fmt: skip


@pytest.mark.rule("21.517I")
@pytest.mark.parametrize("answer, ashore", [(Option.YES, 1), (Option.NO, 0)])
def test_a_unit_in_reserve_goes_ashore_or_back(answer, ashore):
    sea = Sea("night_express", moving=Side.ALLIES, raiding=number("guadalcanal"), step=troops.LAND)
    sea.game.infantry[:], sea.game.aboard_infantry[:] = 0, 0
    sea.game.infantry[number("noumea")] = sea.game.aboard_infantry[number("noumea")] = 1
    sea.call(invasions.take_land, int(answer))
    assert sea.game.infantry[number("guadalcanal")] == sea.game.tired_infantry[number("guadalcanal")] == ashore
    assert sea.game.aboard_infantry[number("noumea")] == 1 - ashore
    assert (sea.game.step == troops.INVADERS_HOME) == (not ashore)


@pytest.mark.rule("21.51", "21.539")
@pytest.mark.parametrize("options, asked", [((), Decision.TARGET), (("landings",), Decision.INVADE)])
def test_combat_begins_with_invasions_where_there_are_landings(options, asked):
    game = playing(Phase.MOVEMENT, {"kongo": {"place": "rabaul"}}, (), "night_express", options, turn=2,
                   moving=Side.AXIS, step=PATROLS, cursor=NOBODY)  # fmt: skip
    assert game.choose(Option.DONE).asked == asked
