"""Raiders met on their way (21.533D, 21.538B)."""

import pytest

from aw_env.core.engine.sets import has
from aw_env.core.seen.interpreted import interpreted
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.rules import detection, interception, raids
from tests.world_at_war.positions import Sea, number, playing

SCAPA, BREST = {"place": "scapa_flow"}, {"place": "brest"}


def sailed(port, ships=("scharnhorst",), turn=3, at_sea=0, ultra=1):
    """Raiders have sailed from a port; an advantage in codebreaking or none."""
    sea = Sea(turn=turn, groups=1, group=1).ship(*ships, place=port, in_group=1, at_sea=at_sea)
    sea.game.origin[0], sea.game.ships_in[0] = number(port), len(ships)
    sea.game.large[0] = sea.call(raids.is_large, 1)
    sea.book.ultra[:] = ultra
    return sea


def can_be_met(*given, **fields):
    return bool(sailed(*given, **fields).call(interception.can_be_met, 1))


@pytest.mark.rule("21.533D")
def test_raiders_from_bergen_are_never_met():
    assert not can_be_met("bergen", turn=8) and can_be_met("germany", turn=8) and can_be_met("brest", turn=8)


@pytest.mark.rule("21.533D")
def test_a_small_group_is_met_only_with_an_air_or_codebreaking_advantage():
    assert not can_be_met("germany", turn=3, ultra=0)
    assert can_be_met("germany", turn=3, ultra=1)
    assert can_be_met("germany", turn=4, ultra=0)  # squadrons search from Summer 1940 on


@pytest.mark.rule("21.533A", "21.533D")
def test_a_group_of_bergen_that_ships_of_another_port_join_may_be_met():
    sea = sailed("bergen").ship("gneisenau", place="germany", in_group=1)
    assert sea.call(interception.way, 1) == number("germany") and sea.call(interception.can_be_met, 1)


@pytest.mark.rule("21.533D", "21.312")
def test_a_task_force_is_met_without_any():
    assert can_be_met("germany", ("bismarck", "scharnhorst", "gneisenau"), ultra=0)


@pytest.mark.rule("20.163", "21.538B")
@pytest.mark.parametrize("condition", [Condition.DAMAGED, Condition.LOST])
def test_a_group_that_sailed_as_a_task_force_is_one_until_it_is_home(condition):
    """Bismarck, Scharnhorst and Gneisenau have ten factors; on their way home Bismarck is damaged or sunk."""
    sea = sailed("germany", ("bismarck", "scharnhorst", "gneisenau"), ultra=0)
    sea.game.engagement, sea.game.ships_in[0] = 2, 3 - int(condition == Condition.LOST)
    sea.game.condition[number("bismarck")] = condition
    sea.game.place[number("bismarck")] = NOWHERE if condition == Condition.LOST else number("germany")
    assert sea.call(interception.can_be_met, 1) and sea.call(interception.interception_dice) == 1
    small = sailed("germany", ("scharnhorst", "gneisenau"), ultra=0)
    assert not small.call(interception.can_be_met, 1) and small.call(interception.interception_dice) == 0


@pytest.mark.rule("21.538B", "21.5331")
def test_ships_that_were_at_sea_are_not_met():
    assert not can_be_met("germany", at_sea=1)


@pytest.mark.rule("20.17")
@pytest.mark.parametrize("dice, met", [((2, 3), False), ((3, 3), True), ((6, 1), True)])
def test_the_dice_must_cover_the_distance(dice, met):
    """Scapa Flow is six hexes from the way of raiders from Germany; a die, one for codebreaking, one less for a small
    group and two for squadrons that search."""
    sea = sailed("germany", turn=4)
    sea.ship("hood", place="scapa_flow", against=1)
    sea.book.spotting[:] = 1
    assert sea.call(interception.interception_dice) == 2
    sea.game.cursor = number("scapa_flow")
    sea.dice(*dice)
    sea.call(interception.take_intercept, int(Option.DONE))
    assert (sea.game.step == interception.SCREENING) == met


@pytest.mark.rule("20.252C")
def test_slow_ships_roll_one_die_less():
    sea = sailed("germany", turn=4).ship("hood", place="scapa_flow", against=1)
    before = sea.call(interception.interception_dice)
    sea.ship("royal_oak", place="scapa_flow", against=1)
    assert sea.call(interception.interception_dice) == before - 1


@pytest.mark.rule("20.241I", "20.251I")
@pytest.mark.parametrize(
    "unit, may", [("hood", 1), ("british_cruiser_1", 1), ("scapa_destroyers", 1), ("ark_royal", 0)]
)
def test_who_intercepts(unit, may):
    sea = Sea(groups=1).ship(unit, place="scapa_flow")
    assert bool(sea.call(interception.may_intercept, unit)) == bool(may)


@pytest.mark.rule("20.231I")
@pytest.mark.parametrize("sent, may", [(0, True), (1, False)])
def test_a_single_factor_of_destroyers_intercepts_unless_it_has_been_sent(sent, may):
    sea = Sea(groups=1).ship("scapa_destroyers", place="scapa_flow", strength=1)
    sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] = sent
    assert bool(sea.call(interception.may_intercept, "scapa_destroyers")) == may


@pytest.mark.rule("21.14C")
def test_ships_of_the_us_box_do_not_intercept():
    sea = sailed("germany").ship("washington", "hood", place="atlantic_us_box")
    assert not interpreted(has)(sea.call(interception.ports_that_can_try), number("atlantic_us_box"))


@pytest.mark.rule("21.14C", "21.14E")
@pytest.mark.parametrize("at_war", [0, 1])
@pytest.mark.parametrize("unit", ["washington", "american_cruiser_1", "american_destroyers"])
def test_ships_of_the_us_intercept_from_british_ports_once_it_is_at_war(unit, at_war):
    """It is the box from which nobody does."""
    sea = sailed("germany").ship(unit, place="scapa_flow", strength=2)
    sea.book.us_war = sea.game.turn + 1 - at_war
    assert bool(sea.call(interception.may_intercept, unit)) == at_war
    can_try = sea.call(interception.ports_that_can_try)
    assert bool(interpreted(has)(can_try, number("scapa_flow"))) == at_war


@pytest.mark.rule("21.18A")
def test_ships_of_the_south_africa_box_do_not_intercept():
    sea = sailed("germany").ship("hood", place="south_africa_box")
    assert not interpreted(has)(sea.call(interception.ports_that_can_try), number("south_africa_box"))


@pytest.mark.rule("20.162A")
def test_a_force_has_at_most_twenty_five_factors():
    sea = sailed("germany").ship("scapa_destroyers", place="scapa_flow", strength=40)
    sea.game.subject = number("scapa_flow")
    sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] = 24
    mask = [0] * 300
    sea.call(interception.mask_intercept, mask)
    assert sum(mask) == 2
    sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] = 25
    mask = [0] * 300
    sea.call(interception.mask_intercept, mask)
    assert sum(mask) == 1


def met(dice, raiders=("scharnhorst",), port="germany", **fields):
    """Hood and Renown of Scapa Flow meet raiders on their way."""
    ships = {id: {"place": port} for id in raiders} | {"hood": SCAPA, "renown": SCAPA}
    game = playing(Phase.MISSIONS, ships, dice, **{"turn": 4, "brps": [20, 8], **fields})
    game.choose(*raiders, Option.DONE, Option.DONE)
    assert game.asked == Decision.INTERCEPT
    return game.choose("hood", "renown", Option.DONE)


SUNK = (6, 6, 6, 6, 6, 1, 6, 1, 6, 6, 1, 1)


@pytest.mark.rule("21.533D", "21.311")
def test_raiders_that_leave_turn_back_and_both_sides_have_been_used():
    game = met((2, 2, 2, 1, 1, 1, 1, 1, 1))
    assert game.asked == Decision.SCREEN
    game.choose(Option.DONE, Option.DONE)
    while game.asked in (Decision.SURPLUS, Decision.EXCESS):
        game.choose("scharnhorst")
    assert game.asked == Decision.WITHDRAW and game.seat_asked == Side.ALLIES
    game.choose(Option.NO)
    assert game.seat_asked == Side.AXIS
    game.choose(Option.YES)
    assert game.of("scharnhorst", "in_group") == 0 and game.of("scharnhorst", "place") == number("germany")
    assert "turns_back" in game.happened


@pytest.mark.rule("21.533D", "21.534")
def test_raiders_that_win_go_on_and_may_be_engaged_in_the_sw_box():
    game = met((2, 2, 2, 1, 1, 1, 1, 1, 1))
    game.choose(Option.DONE, Option.DONE)
    while game.asked in (Decision.SURPLUS, Decision.EXCESS):
        game.choose("scharnhorst")
    game.choose(Option.YES)
    assert game.asked == Decision.OPPOSE
    assert game.of("hood", "inverted") == 1


@pytest.mark.rule("20.523B")
def test_hits_on_the_way_count_in_the_sw_box():
    sea = sailed("germany").ship("hood", place="scapa_flow", against=1, line=1)
    sea.game.hits[number("scharnhorst")] = 1
    sea.game.step = interception.LEAVING
    sea.call(interception.after)
    assert sea.of("scharnhorst", "hits") == 1


@pytest.mark.rule("21.533D", "21.314")
@pytest.mark.parametrize("damaged, turned_back", [((), False), (("scharnhorst",), True)])
def test_raiders_without_a_ship_that_fights_turn_back(damaged, turned_back):
    """The other side has nothing that fights either, or the rounds are over."""
    sea = sailed("germany").ship("hood", place="scapa_flow", against=1)
    sea.ship(*damaged, place="germany", in_group=1, condition=Condition.DAMAGED)
    sea.call(interception.end_fight)
    assert (sea.of("scharnhorst", "in_group") == 0) == turned_back and sea.of("hood", "inverted") == 1
    assert sea.of("hood", "against") == 0


def test_a_force_that_fails_is_free_for_other_tasks():
    game = met((1, 1, 1))
    assert game.of("hood", "against") == 0 and game.of("hood", "inverted") == 0
    assert game.of("hood", "condition") == Condition.SOUND


# --- one operation (21.31, 21.311) -------------------------------------------------------------------------


def play_on(game, until, **answers):
    """Answer all questions before another one: by the decision, or as follows."""
    usual = {"OPPOSE": Option.YES, "ENGAGE": "hood", "FIGHT": Option.YES, "SURPLUS": Option.HOLD,
             "EXCESS": Option.HOLD, "WITHDRAW": Option.YES, "DESTINATION": "scapa_flow"} | answers  # fmt: skip
    while game.asked != until:
        game.choose(usual.get(game.asked.name, Option.DONE))
    return game


@pytest.mark.rule("21.537B", "21.31")
@pytest.mark.parametrize("second", [Option.YES, Option.NO], ids=["twice", "once"])
def test_who_has_engaged_raiders_does_not_intercept_them_on_their_way_home(second):
    """Hood alone; after the second engagement she is used, whether she fought in it or in the first one."""
    game = playing(Phase.MISSIONS, {"scharnhorst": BREST, "hood": SCAPA}, [4, 3, 3, 3, 1, 1, 1, 1] * 2 + [1] * 20,
                   turn=6, brps=[20, 8])  # fmt: skip
    game.choose("scharnhorst", Option.DONE, Option.DONE)
    play_on(game, Decision.FIGHT if second == Option.YES else Decision.OPPOSE)
    if second == Option.NO:
        game.choose(Option.YES, "hood")
        play_on(game, Decision.OPPOSE)
    play_on(game, Decision.RETURN, OPPOSE=second)
    assert game.of("hood", "inverted") == 1 and game.of("hood", "against") == 0
    game.choose("brest")
    assert game.record["moving"] == Side.AXIS and game.asked != Decision.INTERCEPT


@pytest.mark.rule("21.311", "20.91")
@pytest.mark.parametrize("strength, left", [(1, 0), (3, 2)])
def test_destroyers_that_have_met_raiders_on_the_way_do_not_engage_them_in_the_box(strength, left):
    """A single factor of Britain, four hexes from the way of ships of Brest, has done its operation."""
    ships = {"scharnhorst": BREST, "home_destroyers": {"place": "britain", "strength": strength}}
    game = playing(Phase.MISSIONS, ships, [1, 1, 1, 1, *[1, 2] * 10], turn=6, brps=[20, 8])
    game.choose("scharnhorst", Option.DONE, Option.DONE)
    assert game.asked == Decision.INTERCEPT and game.units == {"home_destroyers"}
    game.choose("home_destroyers", Option.DONE)
    play_on(game, Decision.OPPOSE)
    assert game.of("home_destroyers", "spent") == 1 and game.of("home_destroyers", "inverted") == int(left == 0)
    sea = Sea(turn=6, groups=1).ship("home_destroyers", place="britain", strength=strength, spent=1)
    assert sea.call(detection.factors_free, "home_destroyers") == left
