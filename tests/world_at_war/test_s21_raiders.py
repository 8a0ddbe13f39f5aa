"""Raiders in an SW box (21.53)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Decision, Event, Option, Phase, Side, Worth
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import detection, raids
from tests.world_at_war.positions import Sea, number, playing

GERMANY, BERGEN, SCAPA = {"place": "germany"}, {"place": "bergen"}, {"place": "scapa_flow"}
RAIDERS = {"scharnhorst": BERGEN, "gneisenau": BERGEN, "german_cruiser_1": BERGEN}


def raid(ships, *groups, dice=(), defenders=None, **fields):
    """A game in which these groups have sailed, on a turn on which two are taken from the die for the first."""
    fields = {"turn": 3, "brps": [20, 8], **fields}
    game = playing(Phase.MISSIONS, {**ships, **(defenders or {})}, dice, **fields)
    for group in groups:
        game.choose(*group, Option.DONE)
    if game.asked == Decision.RAID:
        game.choose(Option.DONE)
    return game


# --- who raids (21.532) ------------------------------------------------------------------------------------


@pytest.mark.rule("21.532A")
def test_cruisers_and_fast_capital_ships_raid():
    game = playing(Phase.MISSIONS, turn=10, brps=[20, 8])
    assert {"scharnhorst", "graf_spee", "german_cruiser_1"} <= game.units
    assert "german_destroyers" not in game.units


@pytest.mark.rule("20.251G", "20.241G")
def test_capital_ships_and_cruisers_raid():
    assert playing(Phase.MISSIONS, RAIDERS, turn=5, brps=[20, 8]).units == {*RAIDERS}


@pytest.mark.rule("20.252A", "21.532A")
def test_slow_ships_do_not_raid():
    sea = Sea(turn=5).ship("scharnhorst", place="bergen")
    assert sea.call(raids.may_raid, "scharnhorst")
    sea.book.slow[number("scharnhorst")] = 1
    assert not sea.call(raids.may_raid, "scharnhorst")


@pytest.mark.rule("21.532A.classic")
def test_battleships_of_five_factors_do_not_raid():
    sea = Sea(turn=5).ship("tirpitz", place="bergen")
    assert sea.call(raids.may_raid, "tirpitz")
    sea.book.factors[number("tirpitz")] = 5
    assert not sea.call(raids.may_raid, "tirpitz")


@pytest.mark.rule("21.314")
def test_damaged_ships_do_not_raid():
    ships = {**RAIDERS, "gneisenau": {**BERGEN, "condition": Condition.DAMAGED}}
    assert "gneisenau" not in playing(Phase.MISSIONS, ships, turn=5, brps=[20, 8]).units


@pytest.mark.rule("21.31")
def test_used_ships_do_not_raid():
    ships = {**RAIDERS, "gneisenau": {**BERGEN, "inverted": 1}}
    assert "gneisenau" not in playing(Phase.MISSIONS, ships, turn=5, brps=[20, 8]).units


@pytest.mark.rule("21.532B", "21.1321")
def test_german_ships_of_western_ports_raid_into_the_atlantic():
    ships = {"scharnhorst": GERMANY, "gneisenau": BERGEN, "bismarck": {"place": "brest"}}
    assert playing(Phase.MISSIONS, ships, turn=7, brps=[20, 8]).units == {*ships}
    assert "hood" not in playing(Phase.MISSIONS, {**ships, "hood": SCAPA}, turn=7, brps=[20, 8]).units


@pytest.mark.rule("21.532E")
def test_a_group_has_at_most_three_ships():
    ships = {**RAIDERS, "graf_spee": BERGEN}
    game = playing(Phase.MISSIONS, ships, turn=5, brps=[20, 8]).choose("scharnhorst", "gneisenau", "graf_spee")
    assert game.units == set() and game.options == {Option.DONE}


@pytest.mark.rule("21.533A")
def test_several_groups_raid_from_one_port():
    game = raid(RAIDERS, ["scharnhorst"], ["gneisenau"])
    assert game.record["groups"] == 2 and game.record["ships_in"][:3].tolist() == [1, 1, 0]


@pytest.mark.rule("21.533A")
def test_ships_of_different_ports_form_a_group():
    ships = {"scharnhorst": BERGEN, "gneisenau": {"place": "brest"}}
    game = playing(Phase.MISSIONS, ships, turn=5, brps=[20, 8]).choose("scharnhorst")
    assert game.units == {"gneisenau"}
    assert game.choose("gneisenau").record["ships_in"][0] == 2


@pytest.mark.rule("21.533C")
def test_the_order_in_which_groups_are_formed_is_theirs():
    game = raid(RAIDERS, ["gneisenau"], ["scharnhorst"])
    assert (game.of("gneisenau", "in_group"), game.of("scharnhorst", "in_group")) == (1, 2)


@pytest.mark.rule("21.5331")
def test_pocket_battleships_may_begin_at_sea_and_no_others():
    game = playing(Phase.OPENING).choose(Option.COUNT_5)
    asked = []
    while game.asked == Decision.AT_SEA:
        asked.append(game.view().asked_unit.id)
        game.choose(Option.YES)
    assert asked == ["graf_spee", "lutzow", "scheer"] and game.of("scheer", "place") == number("atlantic_sw")


@pytest.mark.rule("21.5331")
def test_a_ship_at_sea_must_raid_for_a_brp():
    ships = {"graf_spee": {"place": "atlantic_sw", "at_sea": 1}}
    game = playing(Phase.MISSIONS, ships, turn=1, brps=[20, 8])
    assert game.options == set() and game.units == {"graf_spee"}
    game.choose("graf_spee")
    assert game.record["brps"][Side.AXIS] == 7 and game.options == {Option.DONE}


@pytest.mark.rule("21.5331.classic")
def test_ships_at_sea_may_sail_together_or_apart():
    ships = {id: {"place": "atlantic_sw", "at_sea": 1} for id in ("graf_spee", "lutzow")}
    game = playing(Phase.MISSIONS, ships, turn=1, brps=[20, 8]).choose("graf_spee")
    assert game.units == {"lutzow"} and Option.DONE in game.options


@pytest.mark.rule("21.531B")
def test_raids_come_in_the_combat_phase_of_the_axis():
    game = playing(Phase.MOVEMENT, RAIDERS, turn=5, brps=[20, 8], step=1, cursor=-1, moving=Side.AXIS)
    assert game.asked == Decision.BASE_CHANGE
    assert game.choose(Option.DONE).asked == Decision.RAID
    allied = playing(Phase.MOVEMENT, RAIDERS, turn=5, brps=[20, 8], step=1, cursor=-1, moving=Side.ALLIES)
    assert allied.choose(Option.DONE).asked == Decision.SUPPLY_LINE


@pytest.mark.rule("21.531A")
def test_the_axis_raids():
    game = playing(Phase.MISSIONS, RAIDERS, turn=5, brps=[20, 8])
    assert game.seat_asked == Side.AXIS and game.asked == Decision.RAID


# --- the search (21.5341, 21.5342) -------------------------------------------------------------------------


@pytest.mark.rule("21.5341")
def test_a_group_is_opposed_or_let_pass_and_there_is_no_change_of_mind():
    game = raid(RAIDERS, ["scharnhorst"], ["gneisenau"], dice=[1, 5, 1])
    assert game.asked == Decision.OPPOSE and game.options == {Option.YES, Option.NO}
    game.choose(Option.NO)
    assert game.asked == Decision.OPPOSE and game.view().group == 2


@pytest.mark.rule("21.5341A", "21.5361A")
def test_a_group_that_escapes_attacks_the_transports():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=[2, 5, 4], defenders={"hood": SCAPA})
    game.choose(Option.YES)
    assert "at_transports" in game.happened and "engages" not in game.happened


@pytest.mark.rule("21.5341B")
def test_a_group_that_is_found_may_be_engaged():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=[3, 3], defenders={"hood": SCAPA})
    game.choose(Option.YES)
    assert game.asked == Decision.ENGAGE and game.units == {"hood"}


@pytest.mark.rule("21.5341")
def test_no_die_is_rolled_against_a_group_that_is_let_pass():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=[4, 4], defenders={"hood": SCAPA})
    game.choose(Option.NO)
    assert "detection" not in game.happened and "at_transports" in game.happened


def modifier(turn, ships=1, number=1, **places):
    """What is added to the die for a group."""
    sea = Sea(turn=turn)
    sea.game.groups = number
    sea.ship(*[*RAIDERS][:ships], place="bergen", in_group=number)
    for earlier in range(1, number):
        sea.ship(("graf_spee", "lutzow")[earlier - 1], place="bergen", in_group=earlier)
    sea.game.origin[:] = 1
    for id, strength in places.items():
        sea.ship(id, place="atlantic_sw", strength=strength)
    return sea.call(detection.raider_modifier, number)


@pytest.mark.rule("21.5342")
def test_the_raider_table():
    sea = Sea()
    sea.book.ultra[:] = 0
    assert modifier(1) == -3 + 1  # codebreaking
    assert modifier(1, number=3) == modifier(1) + 2
    assert modifier(1, ships=3) == modifier(1) + 1
    assert modifier(4) == modifier(1) + 1  # the air range of Summer 1940
    assert modifier(10) == modifier(9) + 1  # the US at war


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize("cves, more", [(0, 0), (5, 0), (6, 1), (11, 1), (12, 2), (18, 3), (24, 4), (31, 4)])
def test_one_for_every_six_escort_carriers_in_the_atlantic(cves, more):
    assert modifier(1, escort_carriers=cves) == modifier(1) + more


@pytest.mark.rule("21.5342A")
def test_as_many_type_dice_as_the_result():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=[6, 1, 2, 3, 4], defenders={"hood": SCAPA})
    game.choose(Option.YES)
    types = next(event for event in game.events() if event[0] == "types")
    assert types[2] == (1, 2, 3, 4)


@pytest.mark.rule("21.5342B", "20.252B")
def test_only_fast_ships_engage_undamaged_raiders():
    defenders = {"hood": SCAPA, "royal_oak": SCAPA}
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=[3, 3], defenders=defenders).choose(Option.YES)
    assert game.units == {"hood"}


EXAMPLE = {"bismarck": BERGEN, "german_cruiser_1": BERGEN}


def example(defenders, dice=(5, 2, 3, 4, 6)):
    """The example of 21.5342: Bismarck and a cruiser raid, the modified roll is 4: dice of 2, 3, 4 and 6."""
    game = raid(EXAMPLE, ["bismarck", "german_cruiser_1"], dice=dice, defenders=defenders, turn=7)
    sent = game.choose(Option.YES)
    assert sent.asked == Decision.ENGAGE
    return sent


@pytest.mark.rule("21.5342G", "21.5342E")
def test_the_example_of_the_raider_table():
    """The four dice are a cruiser, a three-factor battlecruiser, a four-factor battleship and a carrier, in whose place
    a lesser ship sails."""
    at_scapa = ("british_cruiser_1", "hood", "renown", "king_george_v", "scapa_destroyers")
    game = example(dict.fromkeys(at_scapa, SCAPA))
    assert game.view().cursor == 6 and game.units == {*at_scapa}  # no carrier with light ships: a lesser ship
    game.choose("renown")
    assert game.view().cursor == 4 and game.units == {"king_george_v"}
    game.choose("king_george_v")
    assert game.view().cursor == 3 and game.units == {"hood"}
    game.choose("hood")
    assert game.view().cursor == 2 and game.units == {"british_cruiser_1"}


@pytest.mark.rule("21.5342D")
def test_without_a_four_factor_battleship_any_lesser_ship_is_chosen():
    """If Britain had no 4-factor battleship, it could select a battlecruiser, a cruiser or a destroyer factor."""
    at_scapa = ("british_cruiser_1", "hood", "scapa_destroyers")
    game = raid(EXAMPLE, ["bismarck"], dice=(2, 4), defenders=dict.fromkeys(at_scapa, SCAPA), turn=7)
    game.choose(Option.YES)
    assert game.units == {*at_scapa} and Option.DONE not in game.options


@pytest.mark.rule("21.5342D")
def test_a_die_for_which_there_is_no_ship_at_all_sends_none():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=(3, 2, 5, 4), defenders={"hood": SCAPA})
    game.choose(Option.YES)
    assert "at_transports" in game.happened


@pytest.mark.rule("21.5342E")
def test_the_defender_chooses_against_which_group_a_ship_sails():
    defenders = {"hood": SCAPA, "scapa_destroyers": SCAPA}
    game = raid(RAIDERS, ["scharnhorst"], ["gneisenau"], dice=(3, 2, 3, 3), defenders=defenders)
    game.choose(Option.YES, Option.YES)
    assert game.asked == Decision.ENGAGE_GROUP and game.options == {Option.GROUP_1, Option.GROUP_2}
    game.choose(Option.GROUP_2, "hood")
    assert game.of("hood", "against") == 2 and game.units == {"scapa_destroyers"}


@pytest.mark.rule("21.5342G")
@pytest.mark.parametrize("place", ["scapa_flow", "britain", "gibraltar", "atlantic_us_box"])
def test_defenders_come_from_western_ports_and_the_us_box(place):
    sea = Sea(turn=5, engagement=1).ship("hood", place=place)
    sea.game.origin[0] = number("bergen")
    assert sea.call(detection.may_engage, "hood", 1)


@pytest.mark.rule("21.18C", "21.5342G")
@pytest.mark.parametrize("place", ["south_africa_box", "india_box", "suez"])
def test_ships_of_the_indian_ocean_engage_there_alone(place):
    sea = Sea(turn=5, engagement=1).ship("hood", place=place)
    sea.game.origin[0] = number("bergen")
    assert not sea.call(detection.may_engage, "hood", 1)
    sea.game.origin[0] = number("indian_sw")
    assert sea.call(detection.may_engage, "hood", 1)


@pytest.mark.rule("21.14D", "21.14E")
def test_us_ships_engage_once_the_us_is_at_war():
    sea = Sea(turn=9, engagement=1).ship("washington", place="atlantic_us_box")
    sea.game.origin[0] = number("bergen")
    assert not sea.call(detection.may_engage, "washington", 1)
    sea.game.turn = 10
    assert sea.call(detection.may_engage, "washington", 1)


@pytest.mark.rule("21.5342G")
def test_used_and_damaged_ships_do_not_engage():
    sea = Sea(turn=5, engagement=1).ship("hood", place="scapa_flow", inverted=1)
    sea.ship("renown", place="scapa_flow", condition=Condition.DAMAGED)
    sea.game.origin[0] = number("bergen")
    assert not sea.call(detection.may_engage, "hood", 1) and not sea.call(detection.may_engage, "renown", 1)


# --- the battle (21.535, 21.536) ---------------------------------------------------------------------------


@pytest.mark.rule("21.535", "21.535A")
def test_one_round_is_fought():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=(3, 3, 1, 2, 1, 2, 2), defenders={"hood": SCAPA})
    game.choose(Option.YES, "hood", Option.DONE, Option.DONE)
    assert game.happened.count("fires") == 2 and game.asked == Decision.OPPOSE


@pytest.mark.rule("21.535B")
def test_who_protects_transports_fires_at_one_less_and_is_fired_at_with_one_more():
    """Scharnhorst (3, modifier 3) at Hood (3, modifier 2): 6 + 1 + 1 is 8, a hit... Hood: 7 - 1 - 1 is 5, none."""
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=(3, 3, 3, 6, 3, 3, 1), defenders={"hood": SCAPA})
    game.choose(Option.YES, "hood", Option.DONE, Option.DONE)
    hits = {event[1][0]: event[3] for event in game.events() if event[0] == "fires"}
    assert "2 hits" in hits["Scharnhorst"] or "1 hit" in hits["Scharnhorst"]
    assert "0 hits" in hits["Hood"]


def fought(withheld, dice, defenders=None, ships=None):
    """Raiders of Bergen meet what a die of three sends."""
    ships = ships or {"scharnhorst": BERGEN, "gneisenau": BERGEN}
    game = raid(ships, [*ships], dice=(3, 3, *dice), defenders=defenders or {"hood": SCAPA})
    game.choose(Option.YES, *(defenders or {"hood": SCAPA}))
    game.choose(*withheld, Option.DONE, Option.DONE)
    return game


@pytest.mark.rule("21.5361B")
def test_withheld_ships_attack_if_the_defenders_are_sunk():
    game = fought(["gneisenau"], (6, 6, 1, 1, 5, 6, 1, 1))
    assert game.of("hood", "condition") == Condition.LOST
    assert "at_transports" in game.happened and game.of("gneisenau", "seen_in") == 1


@pytest.mark.rule("21.5363")
def test_no_attack_on_transports_while_an_unscreened_defender_is_left():
    game = fought(["gneisenau"], (5, 4, 1, 1, 1))
    assert game.of("hood", "condition") == Condition.DAMAGED and "at_transports" not in game.happened


@pytest.mark.rule("21.5361B")
def test_who_fights_the_defenders_does_not_attack_the_transports():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=(3, 3, 6, 6, 1, 1, 5, 1), defenders={"hood": SCAPA})
    game.choose(Option.YES, "hood", Option.DONE, Option.DONE)
    assert game.of("hood", "condition") == Condition.LOST and "at_transports" not in game.happened


@pytest.mark.rule("21.5361B")
def test_one_undamaged_ship_of_a_group_must_fight():
    game = raid({"scharnhorst": BERGEN, "gneisenau": BERGEN}, ["scharnhorst", "gneisenau"], dice=(3, 3),
                defenders={"hood": SCAPA})  # fmt: skip
    game.choose(Option.YES, "hood", "gneisenau")
    assert game.asked == Decision.WITHHOLD and game.units == set()


@pytest.mark.rule("21.5361B")
def test_screened_defenders_do_not_keep_raiders_from_the_transports():
    defenders = {"hood": SCAPA, "renown": SCAPA}
    ships = {"scharnhorst": BERGEN, "gneisenau": BERGEN}
    game = raid(ships, [*ships], dice=(4, 3, 3, 6, 6, 1, 1, 5, 6, 1, 1), defenders=defenders)
    game.choose(Option.YES, "hood", "renown", "gneisenau", Option.DONE, "renown", Option.DONE)
    assert game.of("hood", "condition") == Condition.LOST and game.of("renown", "condition") == Condition.SOUND
    assert "at_transports" in game.happened


@pytest.mark.rule("21.5362", "21.5362B")
def test_the_guns_of_a_group_fire_at_transports_in_one_roll():
    """Six factors and a modifier of 3 - 2 + 1: a roll of 5 is 7, two transports."""
    ships = {"scharnhorst": BERGEN, "gneisenau": BERGEN}
    game = raid(ships, [*ships], dice=(2, 3))
    before = game.box("transports")[0]
    game.choose(Option.NO)
    assert [event[2] for event in game.events() if event[0] == "at_transports"] == [(2, 3)]
    assert before - game.box("transports")[0] == 1


@pytest.mark.rule("21.5362C")
@pytest.mark.parametrize("dice, sunk", [((1, 2), 1), ((2, 2), 1), ((3, 3), 2), ((6, 6), 3)])
def test_modifiers_and_the_hindrance_apply_to_attacks_on_transports(dice, sunk):
    """Six factors: 3 + 2, 4 + 2, 6 + 2, 12 + 2 on the row of five and six."""
    ships = {"scharnhorst": BERGEN, "gneisenau": BERGEN}
    game = raid(ships, [*ships], dice=dice)
    before = game.box("transports")[0]
    game.choose(Option.NO)
    assert before - game.box("transports")[0] == sunk


@pytest.mark.rule("20.511D")
def test_transports_are_sunk_singly_and_go_back_to_the_pool():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=(6, 6), unbuilt=0).choose(Option.NO)
    assert game.record["unbuilt"] == 2 and game.record["points"][Side.AXIS] == 2 * 3


@pytest.mark.rule("20.5231A")
def test_hits_short_of_damage_do_not_impair_the_guns():
    ships = {"scharnhorst": {**BERGEN, "hits": 1}}
    game = raid(ships, ["scharnhorst"], dice=(6, 6)).choose(Option.NO)
    assert "at_transports" in game.happened


@pytest.mark.rule("20.5212", "20.5212A")
def test_damaged_ships_do_not_fire():
    game = fought(["gneisenau"], (5, 4, 1, 1, 3, 3, 1, 1))
    assert game.of("hood", "condition") == Condition.DAMAGED
    game.choose(Option.YES)
    assert game.asked != Decision.ENGAGE  # Hood is damaged, and no other is there


# --- home (21.537, 21.538) ---------------------------------------------------------------------------------


def second(dice, defenders, first=(1,), ships=None, **fields):
    """The second engagement of a group that has not been found in the first."""
    ships = ships or {"scharnhorst": BERGEN}
    game = raid(ships, [*ships], dice=(*first, 1, 1, *dice), defenders=defenders, **fields)
    return game.choose(Option.YES)


@pytest.mark.rule("21.538A")
def test_the_second_engagement_is_asked_and_rolled_anew():
    game = second((4, 3, 3), {"hood": SCAPA, "renown": SCAPA})
    assert game.asked == Decision.OPPOSE and game.record["engagement"] == 2
    game.choose(Option.YES)
    assert game.asked == Decision.ENGAGE


@pytest.mark.rule("21.538A")
def test_the_second_round_of_combat_may_be_declined():
    game = second((3, 3), {"hood": SCAPA}).choose(Option.YES, "hood")
    assert game.asked == Decision.FIGHT
    game.choose(Option.NO)
    assert game.asked == Decision.DESTINATION
    assert game.choose("scapa_flow").asked == Decision.RETURN


@pytest.mark.rule("21.538A", "20.252B")
def test_slow_ships_engage_a_group_with_damaged_ships():
    sea = Sea(turn=5, engagement=2).ship("royal_oak", place="scapa_flow")
    sea.ship("scharnhorst", place="bergen", in_group=1)
    sea.game.origin[0] = number("bergen")
    assert not sea.call(detection.may_engage, "royal_oak", 1)
    sea.game.condition[number("scharnhorst")] = Condition.DAMAGED
    assert sea.call(detection.may_engage, "royal_oak", 1)


@pytest.mark.rule("21.538A")
def test_no_hindrance_in_the_second_engagement():
    game = second((3, 3, 3, 3, 1, 1), {"hood": SCAPA}).choose(Option.YES, "hood", Option.YES, Option.DONE, Option.DONE)
    shots = [event for event in game.events() if event[0] == "fires"]
    assert len(shots) == 2 and "1 hit" in shots[0][3]  # 6 + 3 - 2: a hit, not two


@pytest.mark.rule("20.58A", "20.551")
def test_light_ships_choose_their_target_when_capital_ships_have_fired_at_light_ships():
    """Renown, who has no partner, damages the cruiser, which is screened: both destroyers are beyond three to one."""
    ships = {"scharnhorst": BERGEN, "german_cruiser_1": BERGEN}
    defenders = {"hood": SCAPA, "renown": SCAPA, "scapa_destroyers": {**SCAPA, "strength": 4}}
    game = raid(ships, [*ships], dice=(6, 3, 3, 1, 1, 6, 6, 1, 1, 1, 1), defenders=defenders).choose(Option.YES)
    while game.asked == Decision.ENGAGE:
        game.choose(sorted(game.units)[0])
    game.choose(Option.DONE, Option.DONE)
    assert game.asked == Decision.SURPLUS and game.choose(Option.LIGHT).asked == Decision.EXCESS
    assert game.of("german_cruiser_1", "condition") == Condition.DAMAGED and game.units == {"scharnhorst"}


@pytest.mark.rule("21.538B")
def test_no_second_attack_on_transports():
    game = second((1,), {"hood": SCAPA})
    before = game.box("transports")[0]
    game.choose(Option.YES)
    assert game.box("transports")[0] == before and game.asked == Decision.RETURN


@pytest.mark.rule("21.537A")
def test_each_group_returns_to_one_port():
    ships = {"scharnhorst": BERGEN, "gneisenau": BERGEN}
    game = raid(ships, [*ships], dice=(1, 1), turn=5).choose(Option.NO, Option.NO)
    assert game.places == {"germany", "bergen", "brest"}
    game.choose("brest")
    assert game.of("scharnhorst", "place") == game.of("gneisenau", "place") == number("brest")


@pytest.mark.rule("21.311")
def test_raiders_are_inverted_after_their_raid():
    sea = Sea(turn=5, groups=1, group=1).ship("scharnhorst", place="bergen", in_group=1)
    sea.call(raids.take_return, number("brest") + FIRST_PLACE)
    assert sea.of("scharnhorst", "inverted") == 1


@pytest.mark.rule("21.537B")
def test_defenders_are_not_inverted_before_the_second_engagement():
    game = raid({"scharnhorst": BERGEN}, ["scharnhorst"], dice=(3, 3, 1, 1, 1, 1, 3, 3), defenders={"hood": SCAPA})
    game.choose(Option.YES, "hood", Option.DONE, Option.DONE)
    assert game.record["engagement"] == 2 and game.of("hood", "inverted") == 0
    game.choose(Option.YES)
    assert game.units == {"hood"}


def engaged(*ids, place="scapa_flow", sent=0, **state):
    """The second engagement is over, in which these ships have engaged raiders, and so many factors of Scapa Flow."""
    sea = Sea(turn=5, groups=1, group=1, engagement=2, phase=Phase.PREY)
    sea.ship(*ids, place=place, against=1, engaged=1, **state)
    sea.ship("scapa_destroyers", place="scapa_flow", strength=8, engaged=sent)
    sea.call(raids.attack_transports)
    return sea


def ways_home(sea, id):
    """Ids of the places to which a defender may return."""
    places = sea.call(raids.ways_home, id)
    return {place.id for place in sea.names.places if place and places >> place.number & 1}


@pytest.mark.rule("21.538B", "21.5342G")
def test_defenders_return_to_any_place_from_which_ships_engage():
    """Ship by ship, damaged ones too, before raiders are asked; destroyers go back to where they came from."""
    sea = engaged("hood", sent=2).ship("renown", place="britain", engaged=1, condition=Condition.DAMAGED)
    for ship, home in (("hood", "scapa_flow"), ("renown", "britain")):
        assert sea.call(raids.return_home) and sea.game.decision == Decision.DESTINATION
        assert (sea.game.seat, sea.game.subject) == (Side.ALLIES, number(ship))
        assert ways_home(sea, ship) == {"scapa_flow", "britain", "gibraltar", "atlantic_us_box"}
        mask = sea.mask(raids.mask_way_home)
        assert mask[FIRST_PLACE + number(home)] == mask[FIRST_PLACE + number("gibraltar")] == 1 and mask.sum() == 4
        sea.call(raids.take_way_home, FIRST_PLACE + number("gibraltar" if ship == "hood" else home))
    assert (sea.of("hood", "place"), sea.of("renown", "place")) == (number("gibraltar"), number("britain"))
    assert sea.told == [Event.AT_HOME] and sea.of("hood", "inverted") == 1
    sea.game.ships_in[0] = 1
    assert sea.call(raids.return_home) and sea.game.decision == Decision.RETURN
    assert sea.of("scapa_destroyers", "place") == number("scapa_flow")


@pytest.mark.rule("21.33")
def test_defenders_of_an_sw_box_return_there():
    sea = engaged("hood", place="atlantic_sw")
    assert ways_home(sea, "hood") == {"atlantic_sw"}
    assert not sea.call(raids.return_home) and sea.game.phase == Phase.SUBMARINES


@pytest.mark.rule("21.538B", "21.112")
def test_defenders_return_to_no_port_that_is_full():
    """Of the Indian Ocean from Suez, while that is not the enemy's, to the boxes."""
    sea = engaged("hood").ship("home_destroyers", place="gibraltar", strength=48)
    assert ways_home(sea, "hood") == {"scapa_flow", "britain", "atlantic_us_box"}
    sea.game.strength[number("home_destroyers")] = 47
    assert "gibraltar" in ways_home(sea, "hood")
    sea.ship("hood", place="india_box")
    assert ways_home(sea, "hood") == {"india_box", "south_africa_box", "suez"}
    sea.game.control[number("suez")] = Side.AXIS
    assert ways_home(sea, "hood") == {"india_box", "south_africa_box"}


@pytest.mark.rule("21.538B")
def test_a_defender_that_is_sunk_does_not_return():
    sea = engaged("hood", condition=Condition.LOST)
    assert not sea.call(raids.return_home) and sea.game.phase == Phase.SUBMARINES


@pytest.mark.rule("20.5212C", "20.121A")
def test_damaged_raiders_are_slow():
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", in_group=1, condition=Condition.DAMAGED)
    assert sea.call(detection.has_damaged, 1)


@pytest.mark.rule("20.12A")
def test_destroyers_and_cruisers_are_light_ships():
    sea = Sea()
    assert sea.call(detection.die_of, "scapa_destroyers") == 1 and sea.call(detection.die_of, "british_cruiser_1") == 2
    assert sea.call(detection.die_of, "hood") == 3 and sea.call(detection.die_of, "king_george_v") == 4


def test_points_for_ships_are_those_of_the_campaign():
    game = fought(["gneisenau"], (6, 6, 1, 1, 5, 6, 1, 1))
    worth = game.rules.scenario.books[0]["worth"]
    assert game.record["points"][Side.AXIS] >= 3 * worth[Worth.ALLIED_FACTOR]
