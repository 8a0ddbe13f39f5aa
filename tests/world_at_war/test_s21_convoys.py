"""Convoys: protection and interception of supply, oil, grants and troops (20.65, 21.42, 21.56, 21.6)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOWHERE,
    Box,
    Cargo,
    Condition,
    Convoy,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_UNIT
from aw_env.games.world_at_war.rules import cargo, convoys, detection, fleet_combat, raids, sequence, transports
from tests.world_at_war.positions import Sea, number, playing

SW_BOX, US_BOX, BREST = {"place": "atlantic_sw"}, {"place": "atlantic_us_box"}, {"place": "brest"}


def sailing(convoy=Convoy.SUPPLY, turn=12, **fields):
    """A position in which a convoy of one transport is about to sail."""
    fields = {"laden": [1, 0, 0, 0], "groups": 1, "group": 1, "transports": [10, 5, 0], **fields}
    return Sea("raiders_long", turn=turn, moving=Side.ALLIES, phase=Phase.CONVOY, convoy=convoy, **fields)


def protects(unit, convoy=Convoy.SUPPLY, place="atlantic_sw", turn=12, **state):
    """Whether a unit may protect a convoy; a cruiser protects it already."""
    sea = sailing(convoy, turn).ship(unit, place=place, **state)
    sea.ship("american_cruiser_1", place="atlantic_sw", against=1)
    return bool(sea.call(convoys.may_protect, unit))


def raids_or_engages(unit):
    sea = Sea(turn=12, engagement=1, groups=1).ship(unit, place="britain")
    sea.game.origin[0] = number("bergen")
    return bool(sea.call(raids.may_raid, unit)) or bool(sea.call(detection.may_engage, unit, 1))


# --- who protects -----------------------------------------------------------------------------------------


@pytest.mark.rule("20.231C")
def test_destroyers_protect_sea_supply():
    assert protects("home_destroyers", strength=5)


@pytest.mark.rule("20.241B")
def test_cruisers_protect_sea_supply():
    assert protects("british_cruiser_1") and not protects("british_cruiser_1", condition=1)


@pytest.mark.rule("20.251B")
def test_capital_ships_protect_sea_supply_also_slow_ones():
    assert protects("hood") and protects("ramillies")


@pytest.mark.rule("20.32B", "21.313")
def test_fast_carriers_protect_sea_supply_with_as_many_factors_of_fleets():
    assert protects("ark_royal")
    sea = sailing().ship("ark_royal", place="atlantic_sw")
    assert not sea.call(convoys.may_protect, "ark_royal")
    sea.ship("ramillies", place="atlantic_sw", against=1)  # slow
    assert not sea.call(convoys.may_protect, "ark_royal")


@pytest.mark.rule("20.42A")
def test_escort_carriers_protect_sea_supply():
    assert protects("escort_carriers", strength=2)


@pytest.mark.rule("20.42A", "21.34")
def test_of_escort_carriers_the_new_ones_alone_do_not_protect():
    sea = sailing(turn=13).ship("escort_carriers", place="atlantic_sw", strength=3)
    sea.call(sequence.arrive, Side.ALLIES)
    assert sea.of("escort_carriers", "strength") == 4 and sea.of("escort_carriers", "inverted") == 0
    assert sea.mask(convoys.mask_protect)[FIRST_UNIT + number("escort_carriers")]
    sea.call(convoys.take_protect, FIRST_UNIT + number("escort_carriers"))
    assert sea.call(convoys.protecting_factors) == 3 and not sea.call(convoys.may_protect, "escort_carriers")
    first = sailing(turn=13)
    first.call(sequence.arrive, Side.ALLIES)
    assert first.of("escort_carriers", "inverted") == 1 and not first.call(convoys.may_protect, "escort_carriers")


@pytest.mark.rule("20.231H")
def test_destroyers_protect_sea_escort():
    assert protects("home_destroyers", Convoy.ESCORT, strength=5)


@pytest.mark.rule("20.241H")
def test_cruisers_protect_sea_escort():
    assert protects("british_cruiser_1", Convoy.ESCORT)


@pytest.mark.rule("20.251H")
def test_capital_ships_protect_sea_escort():
    assert protects("hood", Convoy.ESCORT)


@pytest.mark.rule("20.32K")
def test_fast_carriers_protect_sea_escort():
    assert protects("ark_royal", Convoy.ESCORT)


@pytest.mark.rule("20.42F")
def test_escort_carriers_protect_sea_escort():
    assert protects("escort_carriers", Convoy.ESCORT, strength=2)


@pytest.mark.rule("20.42")
def test_escort_carriers_protect_and_neither_raid_nor_engage_raiders():
    assert protects("escort_carriers", Convoy.SEA_TRANSPORT, strength=2) and not raids_or_engages("escort_carriers")


@pytest.mark.rule("20.231")
def test_destroyers_protect_and_engage_and_do_not_raid():
    assert protects("home_destroyers", strength=5) and raids_or_engages("home_destroyers")
    assert not Sea(turn=5).ship("german_destroyers", place="bergen").call(raids.may_raid, "german_destroyers")


@pytest.mark.rule("20.241")
@pytest.mark.parametrize("unit", ["british_cruiser_1"])
def test_cruisers_protect_engage_and_raid(unit):
    assert protects(unit) and raids_or_engages(unit)
    assert Sea(turn=5).ship("german_cruiser_1", place="bergen").call(raids.may_raid, "german_cruiser_1")


@pytest.mark.rule("20.251")
def test_capital_ships_protect_engage_and_raid():
    assert protects("hood") and raids_or_engages("hood")
    assert Sea(turn=5).ship("scharnhorst", place="bergen").call(raids.may_raid, "scharnhorst")


@pytest.mark.rule("20.32")
def test_fast_carriers_protect_engage_and_raid():
    assert protects("ark_royal")
    sea = Sea(turn=9).ship("graf_zeppelin", place="bergen", squadrons=2)
    assert sea.call(raids.may_raid, "graf_zeppelin")


@pytest.mark.rule("21.65G", "20.65")
def test_ships_of_the_sw_box_protect_and_those_of_ports_do_not():
    assert protects("hood") and not protects("hood", place="britain")
    assert not protects("hood", moved=1)  # come this turn (21.32)


@pytest.mark.rule("21.14E")
def test_american_ships_protect_once_the_us_is_at_war():
    assert protects("washington", place="atlantic_us_box", turn=10)
    assert not protects("escort_carriers", turn=9, strength=1)


@pytest.mark.rule("20.165")
def test_ships_that_protect_are_seen_by_the_enemy():
    game = convoy({"hood": SW_BOX}).choose("hood")
    assert game.view(Side.AXIS).field("against")[number("hood")] == 1


# --- the order of things ----------------------------------------------------------------------------------


def convoy(ships, dice=(), hunters=("scharnhorst", "gneisenau"), turn=8, **fields):
    """A convoy with a supply line, two oil counters and two grants is about to sail; the Axis has ships in Brest."""
    ships = {**ships, **{id: BREST for id in hunters}}
    fields = {"transports": [15, 5, 0], "turn": turn, "moving": Side.ALLIES, "cursor": 0, **fields}
    game = playing(Phase.SUPPLY, ships, dice, scenario="raiders_long", **fields)
    return game.choose(Option.YES, Option.YES, Option.COUNT_2, Option.COUNT_2)


@pytest.mark.rule("21.424", "20.65")
def test_protectors_are_named_before_the_enemy_is_asked():
    game = convoy({"hood": SW_BOX, "renown": SW_BOX})
    assert game.asked == Decision.PROTECT and game.seat_asked == Side.ALLIES and game.units == {"hood", "renown"}
    game.choose("hood", Option.DONE)
    assert game.asked == Decision.INTERCEPT and game.seat_asked == Side.AXIS
    assert game.units == {"scharnhorst", "gneisenau"}


@pytest.mark.rule("21.424")
def test_where_nobody_can_intercept_nobody_is_asked():
    game = convoy({"hood": SW_BOX}, hunters=())
    assert game.asked == Decision.BASE_CHANGE
    assert game.record["points"].tolist() == [4, 0] and game.box("used_transports") == [5, 1, 0]


@pytest.mark.rule("20.65", "21.65I")
def test_who_protects_a_convoy_protects_all_that_sails_together():
    """Five transports are on their way to Britain; nobody is asked which of them Hood protects, and all arrive."""
    game = convoy({"hood": SW_BOX}, (1, 1, 1)).choose("hood")
    assert game.asked == Decision.INTERCEPT and game.record["laden"].sum() == 5
    game.choose("scharnhorst", "gneisenau", Option.DONE)  # three hexes of twelve
    assert game.asked == Decision.BASE_CHANGE and game.record["points"].tolist() == [4, 0]


@pytest.mark.rule("21.65I")
def test_supply_oil_and_brps_for_britain_sail_together():
    game = convoy({"hood": SW_BOX})
    assert game.record["laden"].tolist() == [1, 2, 2, 0]


@pytest.mark.rule("21.35")
def test_the_cargo_of_each_activity_is_that_of_one_convoy():
    """What sails with destroyers is a convoy of its own."""
    troops = sailing(Convoy.SEA_TRANSPORT, laden=[0, 0, 0, 1], troops=4)
    assert troops.call(cargo.transports_in_convoy) == 1
    assert convoy({"hood": SW_BOX}).record["troops"] == 0


@pytest.mark.rule("21.35C")
def test_transports_sail_with_their_protectors_and_are_none_of_them():
    """Twenty-five factors protect, whatever number of transports sails (20.162A)."""
    sea = sailing(laden=[5, 9, 9, 0]).ship("home_destroyers", place="atlantic_sw", strength=8)
    sea.ship("hood", "renown", "repulse", "nelson", "rodney", place="atlantic_sw", against=1)
    mask = np.zeros(ACTIONS, np.int8)
    sea.call(convoys.mask_protect, mask)
    assert sea.call(convoys.protecting_factors) == 17 and mask[FIRST_UNIT + number("home_destroyers")]


@pytest.mark.rule("21.65B")
def test_all_transports_of_a_convoy_come_from_one_box_and_go_to_britain():
    sea = sailing(laden=[1, 2, 0, 0], used_transports=[3, 0, 0])
    sea.call(cargo.lose_transports, 2)
    assert sea.game.transports.tolist() == [8, 5, 0] and sea.game.used_transports.tolist() == [1, 0, 0]


@pytest.mark.rule("21.65C")
def test_no_line_starts_in_a_place_that_is_not_the_allies_own():
    sea = Sea(turn=5)
    assert sea.call(transports.wants_line, "atlantic_us_box")
    sea.game.control[number("atlantic_us_box")] = Side.AXIS
    assert not sea.call(transports.wants_line, "atlantic_us_box")


@pytest.mark.rule("21.65D")
def test_no_line_ends_in_a_place_that_is_not_the_allies_own():
    sea = Sea(turn=13)
    assert sea.call(transports.wants_line, "south_africa_box")
    sea.game.control[number("suez")] = Side.AXIS
    assert not sea.call(transports.wants_line, "south_africa_box")


# --- interception -----------------------------------------------------------------------------------------


def met(ships, dice, *protectors, hunters=("scharnhorst", "gneisenau"), **fields):
    """The ships in Brest look for the convoy with these dice."""
    game = convoy(ships, dice, hunters, **fields)
    game.choose(*protectors)
    if game.asked == Decision.PROTECT:
        game.choose(Option.DONE)
    return game.choose(*hunters, Option.DONE)


@pytest.mark.rule("21.424")
@pytest.mark.parametrize("dice, found", [((4, 4, 3), False), ((4, 4, 4), True)])
def test_three_dice_must_cover_the_twelve_hexes_from_brest(dice, found):
    """Four against supply, one less against fewer than ten factors."""
    game = met({}, (*dice, 1, 1, 1, 1))
    assert (game.record["cut"] == 1) == found and "hunt" in game.happened
    assert game.of("scharnhorst", "inverted") == int(found)


@pytest.mark.rule("21.311")
@pytest.mark.parametrize("destroyers", [1, 3])
def test_who_does_not_find_the_convoy_is_in_port_and_has_not_been_used(destroyers):
    """It may raid in its own turn; the protectors stay with the convoy until it has arrived."""
    sea = sailing().ship("scharnhorst", place="brest", in_group=1, seen_in=1)
    sea.ship("german_destroyers", place="brest", strength=destroyers).ship("hood", place="atlantic_sw", against=1)
    sea.ship("home_destroyers", place="atlantic_sw", strength=2)
    rows = sea.game.sent[0]
    rows[sea.book.row[number("german_destroyers")]], rows[sea.book.row[number("home_destroyers")]] = destroyers, 2
    sea.call(convoys.release_hunters)
    assert sea.call(convoys.hunting_factors) == 0 and sea.call(convoys.protecting_factors) == 5
    assert sea.of("scharnhorst", "in_group") == sea.of("scharnhorst", "seen_in") == 0
    assert sea.of("scharnhorst", "inverted") == sea.of("german_destroyers", "inverted") == 0
    assert sea.call(convoys.may_hunt, "german_destroyers", number("brest"))


@pytest.mark.rule("20.121D")
def test_transports_are_slow_and_do_not_evade_who_meets_them():
    """Each battlecruiser rolls on three factors at two more: 7 + 3 - 2 + 1 is one hit."""
    game = met({}, (4, 4, 4, 3, 4, 3, 4))
    assert game.happened.count("cargo_attacked") == 2 and game.box("transports") == [13, 5, 0]


@pytest.mark.rule("20.59")
def test_what_transports_carry_is_lost_with_them_and_nothing_else():
    sea = sailing(laden=[1, 2, 2, 0], used_transports=[5, 0, 0])
    sea.call(cargo.lose_transports, 2)
    assert sea.game.laden.tolist() == [1, 0, 2, 0]
    sea.call(cargo.lose_transports, 2)
    assert sea.game.laden.tolist() == [0, 0, 1, 0]


@pytest.mark.rule("20.636B")
def test_transports_beyond_the_sound_ones_had_been_damaged_before():
    """Three that are not new are sound, so that two of five had been damaged; all five may be built again."""
    damage = {"damaged": [4, 0, 0], "damaged_now": [4, 0, 0]}
    sea = sailing(
        laden=[0, 0, 5, 0], used_transports=[5, 0, 0], transports=[4, 5, 0], new_transports=[1, 0, 0], **damage
    )
    built = int(sea.game.unbuilt)
    sea.call(cargo.lose_transports, 5)
    assert sea.game.transports.tolist() == [1, 5, 0] and sea.game.unbuilt == built + 5
    assert sea.game.damaged.tolist() == sea.game.damaged_now.tolist() == [2, 0, 0]


@pytest.mark.rule("20.59", "21.35A")
@pytest.mark.parametrize("lost, troops", [(0, 4), (1, 3), (2, 3), (3, 2)])
def test_troops_are_lost_for_which_there_are_not_destroyers_enough(lost, troops):
    sea = sailing(Convoy.SEA_TRANSPORT, laden=[0, 0, 0, 1], troops=4)
    sea.ship("american_destroyers", place="atlantic_us_box", strength=8 - lost, carrying=8 - lost)
    sea.call(cargo.lose_troops)
    assert sea.game.troops == troops


@pytest.mark.rule("21.66C")
def test_troops_under_escort_are_lost_with_their_transport():
    sea = sailing(Convoy.ESCORT, laden=[0, 0, 0, 2], used_transports=[2, 0, 0])
    sea.call(cargo.lose_transports, 1)
    sea.call(convoys.arrive)
    assert sea.game.points[Side.ALLIES] == sea.book.worth[Worth.TROOPS]


@pytest.mark.rule("20.58A", "20.57")
def test_hits_on_cargo_are_shared_by_transports_and_destroyers():
    sea = sailing(Convoy.SEA_TRANSPORT, laden=[0, 0, 0, 1], troops=4, used_transports=[1, 0, 0])
    sea.ship("american_destroyers", place="atlantic_us_box", strength=8, carrying=8)
    sea.call(cargo.lose_carriers, 3)
    assert sea.of("american_destroyers", "strength") == 6 and sea.game.laden[Cargo.TROOPS] == 0


@pytest.mark.rule("20.57")
def test_hits_are_shared_by_the_nations_whose_destroyers_carry_troops():
    """One for either nation, the third for Britain, which has more factors; of its rows the one with most of them."""
    sea = sailing(Convoy.SEA_TRANSPORT, laden=[0, 0, 0, 0])
    sea.game.kinds[:] = 5  # of another attack
    sea.ship("american_destroyers", place="atlantic_us_box", strength=1, carrying=1)
    sea.ship("scapa_destroyers", "gibraltar_destroyers", place="britain", strength=2, carrying=2)
    sea.ship("home_destroyers", place="britain", strength=9, carrying=5)
    sea.call(cargo.lose_carriers, 3)
    carrying = [sea.of(row, "carrying") for row in ("american_destroyers", "scapa_destroyers", "home_destroyers")]
    assert carrying == [0, 2, 3] and sea.of("home_destroyers", "strength") == 7
    assert sea.of("gibraltar_destroyers", "carrying") == sea.of("gibraltar_destroyers", "strength") == 2


@pytest.mark.rule("20.59")
def test_each_grant_that_is_lost_with_its_transport_scores_as_a_line_that_is_not_kept():
    """Three transports carry oil, the line and a grant; three points a transport (H)."""
    sea = sailing(laden=[1, 1, 2, 0], used_transports=[4, 0, 0])
    sea.call(cargo.lose_transports, 3)
    worth = sea.book.worth
    assert sea.game.points[Side.AXIS] == 3 * worth[Worth.TRANSPORT] + worth[Worth.SUPPLY_LINE]
    assert sea.game.points[Side.ALLIES] == 0 and sea.told == [Event.CARGO_LOST, Event.GRANTS_FAIL]
    assert sea.events[1].tolist()[:4] == [Event.CARGO_LOST, 3, 0, 0]
    assert sea.events[2].tolist()[:2] == [Event.GRANTS_FAIL, 1]


@pytest.mark.rule("20.58A")
def test_transports_are_fired_at_only_when_no_protector_stands():
    sea = sailing().ship("scharnhorst", place="brest", in_group=1, line=1, aim=3)
    sea.ship("hood", place="atlantic_sw", against=1, line=1, fronted=1)
    sea.dice(6, 6).call(fleet_combat.held_fire, Side.AXIS.value, (0, 0))
    assert sea.told == []
    sea.game.line[number("hood")] = 0
    sea.game.place[number("hood")] = -1
    sea.call(fleet_combat.held_fire, Side.AXIS.value, (0, 0))
    assert [event.name for event in sea.told][0] == "CARGO_ATTACKED"


@pytest.mark.rule("20.58A", "20.51")
@pytest.mark.parametrize("dice, sunk", [((1, 3), 0), ((2, 3), 1), ((4, 5), 1), ((4, 6), 2), ((6, 6), 2)])
def test_cargo_is_fired_at_with_one_more_and_less_the_modifier_of_britain(dice, sunk):
    """Three factors hit from six on, and twice from eleven on (20.51): 1 + 1 - 1 is one more for ships at work."""
    sea = sailing(laden=[0, 2, 2, 0], used_transports=[4, 0, 0])
    sea.book.drm[:] = 1
    sea.dice(*dice).call(cargo.fire_at_cargo, 3, 1)
    assert sea.game.transports[Box.ATLANTIC] == 10 - sunk
    assert sea.events[1].tolist()[:4] == [Event.CARGO_ATTACKED, 3, sunk, 0]


@pytest.mark.rule("21.315")
def test_after_an_abort_no_transports_sail_to_britain_for_the_rest_of_the_turn():
    game = met({}, (4, 4, 4, 1, 1, 1, 1))
    assert game.asked == Decision.BASE_CHANGE and game.record["kept"].sum() == 1
    game.choose(Option.DONE)
    assert game.asked == Decision.SUPPLY_LINE and game.options == {Option.NO}
    game.choose(Option.NO)
    assert game.asked == Decision.OIL and game.options == {Option.COUNT_0}


@pytest.mark.rule("21.66B", "21.315")
def test_a_convoy_that_is_beaten_takes_its_cargo_home():
    """The line is not kept, and two grants do not arrive: six points."""
    game = met({}, (4, 4, 4, 1, 1, 1, 1))
    worth = int(game.rules.scenario.books[0]["worth"][Worth.SUPPLY_LINE])
    assert game.record["points"].tolist() == [0, 2 * worth] and game.box("transports") == [15, 5, 0]


@pytest.mark.rule("21.424")
def test_a_convoy_whose_protectors_stay_goes_on():
    """Hood and Renown are paired; nobody hits, so who intercepted says first whether it stays, and leaves."""
    game = met({"hood": SW_BOX, "renown": SW_BOX}, (6, 5, 4, 1, 1, 1, 1, 1, 1, 1, 1), "hood", "renown")
    assert game.asked == Decision.SCREEN
    game.choose(Option.DONE)
    assert game.asked == Decision.SCREEN and game.seat_asked == Side.AXIS
    game.choose(Option.DONE)
    assert game.asked == Decision.WITHDRAW and game.seat_asked == Side.AXIS
    game.choose(Option.YES)
    assert game.asked == Decision.BASE_CHANGE and game.record["points"].tolist() == [4, 0]
    assert game.of("hood", "inverted") == 0 and game.of("scharnhorst", "inverted") == 1


def test_the_loser_of_a_round_says_first_whether_it_stays():
    """Scharnhorst is damaged, Hood is not: the Axis says first; the other way round it is the Allies."""
    sea = sailing()
    for hurt, loser in (((3, 0), Side.ALLIES), ((0, 3), Side.AXIS), ((0, 0), Side.AXIS)):
        sea.game.hurt_now[:] = hurt
        assert sea.call(fleet_combat.loser_of_round, Side.AXIS) == loser
    sea.game.sunk_now[:] = [1, 0]
    assert sea.call(fleet_combat.loser_of_round, Side.AXIS) == Side.ALLIES
    sea.game.sunk_now[:] = sea.game.hurt_now[:] = 0
    assert sea.call(fleet_combat.loser_of_round, Side.ALLIES) == Side.ALLIES


@pytest.mark.rule("20.231I")
def test_destroyers_intercept_convoys_with_others():
    game = convoy({"german_destroyers": BREST}, (6, 6, 6, *[1] * 6), hunters=("scharnhorst",))
    assert game.units == {"german_destroyers", "scharnhorst"}
    game.choose("german_destroyers", "scharnhorst", Option.DONE)
    assert game.of("german_destroyers", "inverted") == 1


@pytest.mark.rule("20.252")
def test_slow_ships_neither_raid_nor_engage_but_protect():
    assert protects("ramillies") and not raids_or_engages("ramillies")


@pytest.mark.rule("20.13", "20.18")
def test_fleets_and_carriers_do_what_sw_units_do_not():
    """Transports, submarines and ASW are counted in SW boxes, and are no units that protect or intercept."""
    sea = Sea(submarines=[3, 0, 0], asw=[4, 0, 0], transports=[15, 5, 0])
    kinds = {Kind(int(kind)) for kind in sea.book.kind}
    assert kinds == {Kind.CAPITAL, Kind.CARRIER, Kind.CA, Kind.DD, Kind.CVE}
    assert not sailing(submarines=[3, 0, 0]).call(convoys.is_threatened)


# --- supply after combat (21.56, 21.63B) ------------------------------------------------------------------


@pytest.mark.rule("21.56")
def test_what_was_not_shipped_before_movement_may_be_after_combat():
    game = playing(Phase.SUPPLY, {}, moving=Side.ALLIES, turn=8, cursor=0, transports=[15, 5, 0])
    game.choose(Option.NO, Option.YES, Option.COUNT_0, Option.COUNT_1)
    assert game.choose(Option.DONE).asked == Decision.SUPPLY_LINE
    assert game.choose(Option.YES).asked == Decision.OIL and Option.COUNT_2 in game.options
    game.choose(Option.COUNT_2)
    assert game.asked == Decision.GRANTS and game.options == {Option.COUNT_0, Option.COUNT_1}
    assert game.choose(Option.COUNT_0).record["points"].tolist() == [3, 0]


@pytest.mark.rule("21.63B")
def test_oil_and_grants_are_shipped_after_combat_before_redeployment():
    game = playing(Phase.SUPPLY_AGAIN, {}, moving=Side.ALLIES, turn=8, cursor=0, transports=[15, 5, 0])
    game.choose(Option.NO, Option.NO, Option.COUNT_1, Option.COUNT_1)
    assert game.asked == Decision.SHIFT and game.record["points"][Side.ALLIES] == 2


@pytest.mark.rule("21.56", "20.64")
def test_a_transport_that_has_been_used_is_not_used_again():
    game = playing(Phase.SUPPLY_AGAIN, {}, moving=Side.ALLIES, turn=8, cursor=0, transports=[5, 5, 0],
                   used_transports=[5, 0, 0])  # fmt: skip
    assert game.options == {Option.NO}


@pytest.mark.rule("21.65G", "21.311")
def test_after_a_convoy_ships_of_the_sw_box_are_not_used_and_others_are():
    """Nobody protects anything any more, whatever has become of the ships."""
    sea = sailing(turn=12).ship("hood", place="atlantic_sw", against=1)
    sea.ship("washington", place="atlantic_us_box", against=1).ship("renown", place="atlantic_us_box")
    sea.ship("american_destroyers", place="atlantic_us_box", strength=4, carrying=2)
    sea.ship("nelson", place="atlantic_sw", against=1, condition=Condition.LOST)
    sea.game.place[number("nelson")] = NOWHERE
    sea.call(convoys.go_on)
    used = {ship: sea.of(ship, "inverted") for ship in ("hood", "washington", "renown", "american_destroyers")}
    assert used == {"hood": 0, "washington": 1, "renown": 0, "american_destroyers": 1}
    assert not sea.game.against.any() and not sea.game.carrying.any()
    assert not sea.call(convoys.is_in_sw_box, "nelson")


def test_an_interceptor_of_a_convoy_is_no_raider_group():
    game = met({"hood": SW_BOX}, (6, 6, 6, 1, 1, 1, 1), "hood")
    assert game.record["ships_in"].sum() == 0 and game.record["groups"] == 1
    assert int(game.record["convoy"]) == Convoy.SUPPLY and Box.ATLANTIC == 0
