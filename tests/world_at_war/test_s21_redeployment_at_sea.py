"""Ships that redeploy over the Mediterranean, and may be met on their way (21.33, 21.3612; 22.2 as the rulings have
it)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import aid, meetings, passages, redeployment, sequence
from aw_env.games.world_at_war.rules.troops import BEATEN, SUPPORT
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NO_BOATS, NUMBERS, at_sea, by_place

AXIS, ALLIES = Side.AXIS.value, Side.ALLIES.value
NO_SQUADRONS = by_place("airbase") * 0


def redeploying(ships, *answers, dice=(), side=AXIS, **fields):
    """Ships redeploy; over no hex of the sea squadrons search."""
    fields = {"boats": NO_BOATS, "airbase": NO_SQUADRONS, "step": redeployment.SHIPS, "cursor": -1, **fields}
    game = playing(Phase.REDEPLOYMENT, ships, dice, FILE, moving=side, **fields)
    return game.choose(*answers)


def met(*dice, **state):
    """Roma redeploys from Naples to Tripoli, past two battleships of Malta."""
    ships = {"roma": {"place": "naples", **state}} | {id: {"place": "malta"} for id in ("warspite", "valiant")}
    return redeploying(ships, "roma", "tripoli", dice=dice)


@pytest.mark.rule("21.33", "21.3611")
def test_ships_that_redeploy_may_be_intercepted():
    game = met()
    assert (game.asked, game.seat_asked, game.units) == (Decision.INTERCEPT, ALLIES, {"warspite", "valiant"})
    assert "ships that redeploy to Tripoli" in game.describe()


@pytest.mark.house_rule
def test_two_dice_look_for_them_one_less_for_fewer_than_ten_factors():
    sea = at_sea(moving=AXIS, airbase=NO_SQUADRONS, convoy=Convoy.REDEPLOYED, phase=Phase.INTERCEPTION)
    sea.ship("roma", place="naples", force=1).ship("renown", place="malta")
    sea.game.raiding = NUMBERS["tripoli"]
    assert sea.call(meetings.dice_against, "malta") == 2 - 1


@pytest.mark.rule("21.3612")
@pytest.mark.parametrize("state", [{}, {"inverted": 1}])
def test_whom_nobody_meets_is_in_the_new_base_used_as_it_was(state):
    game = met(**state).choose(Option.DONE)
    assert game.of("roma", "place") == NUMBERS["tripoli"] and game.of("roma", "redeployed") == 1
    assert (game.of("roma", "force"), game.of("roma", "inverted")) == (0, state.get("inverted", 0))
    assert (game.asked, game.record["phase"]) == (Decision.REDEPLOY, Phase.REDEPLOYMENT)
    assert "roma" not in game.units


@pytest.mark.rule("21.33", "21.321")
def test_who_is_beaten_returns_to_the_base_of_origin_and_stays_there_this_turn():
    sea = at_sea(moving=AXIS, convoy=Convoy.REDEPLOYED, phase=Phase.INTERCEPTION, step=BEATEN)
    sea.ship("roma", place="naples", force=1, force_seen=1).ship("littorio", place="naples")
    sea.game.raiding = NUMBERS["tripoli"]
    sea.game.origin[:2] = [NUMBERS["naples"], NUMBERS["tripoli"]]
    sea.game.route[0] = 0
    assert not sea.call(passages.sail) and sea.game.phase == Phase.REDEPLOYMENT
    assert (sea.of("roma", "place"), sea.of("roma", "inverted"), sea.of("roma", "force")) == (NUMBERS["naples"], 1, 0)
    assert not sea.call(redeployment.may_redeploy, "roma") and sea.call(redeployment.may_redeploy, "littorio")


@pytest.mark.rule("21.72B")
def test_beaten_it_can_be_used_in_the_enemy_s_player_turn():
    """Six on the only die finds her; nobody hits, and she leaves the battle."""
    game = met(6, *[1] * 12).choose("warspite", "valiant", Option.DONE)
    while game.asked != Decision.REDEPLOY:
        if game.asked == Decision.WITHDRAW:
            game.choose(Option.YES if game.seat_asked == AXIS else Option.NO)
        else:
            game.choose(Option.HOLD if Option.HOLD in game.options else Option.DONE)
    assert (game.of("roma", "place"), game.of("roma", "inverted")) == (NUMBERS["naples"], 1)
    game.choose(Option.DONE)
    assert game.record["moving"] == ALLIES and game.of("roma", "inverted") == 0


@pytest.mark.rule("21.72D")
@pytest.mark.parametrize("used_before", [0, 1])
def test_who_aids_others_that_redeploy_is_ready_again_wherever_it_has_redeployed_itself(used_before):
    """Roma has redeployed to Tripoli, unused or used; unused she comes from there to the aid of Littorio."""
    sea = at_sea(moving=AXIS, phase=Phase.REDEPLOYMENT, convoy=Convoy.REDEPLOYED)
    sea.ship("roma", place="naples", inverted=used_before, spent=4 * used_before, strength=4)
    sea.call(redeployment.settle_in, "roma", "tripoli")
    if not used_before:
        sea.ship("littorio", place="taranto", force=1).ship("roma", place="tripoli", force=1, against=aid.AIDS)
        sea.call(aid.go_home)
        assert sea.of("roma", "inverted") == 1 and sea.of("littorio", "force") == 1
    sea.call(sequence.uninvert, AXIS, True)
    assert sea.of("roma", "inverted") == used_before


@pytest.mark.rule("21.72D", "20.91")
@pytest.mark.parametrize(("spent", "inverted"), [(0, 0), (2, 1), (6, 1)])
@pytest.mark.parametrize("place", ["tripoli", "gibraltar"])
def test_destroyers_that_redeploy_after_use_cannot_be_used_in_the_enemy_s_turn(place, spent, inverted):
    """Of a row of which some have been used none; its owner may part the others from it."""
    sea = at_sea(moving=ALLIES, phase=Phase.REDEPLOYMENT)
    sea.ship("alexandria_destroyers", place="alexandria", strength=6, spent=spent, inverted=int(spent == 6))
    sea.game.subject = sea.number("alexandria_destroyers")
    sea.call(redeployment.take_new_base, FIRST_PLACE + NUMBERS[place])
    sea.call(redeployment.settle_in, "alexandria_destroyers", place)
    sea.call(sequence.uninvert, ALLIES, True)
    assert sea.of("alexandria_destroyers", "inverted") == inverted


@pytest.mark.rule("21.321")
def test_who_has_come_to_the_aid_of_others_that_redeploy_stays_in_its_base():
    """Littorio goes on to Tripoli; Roma, who has aided her, is home at Naples, from where Cavour may yet redeploy."""
    sea = at_sea(moving=AXIS, convoy=Convoy.REDEPLOYED, phase=Phase.INTERCEPTION, step=SUPPORT)
    sea.ship("littorio", "roma", place="naples", force=1, force_seen=1).ship("conte_di_cavour", place="naples")
    sea.ship("roma", place="naples", against=aid.AIDS)
    sea.game.raiding = NUMBERS["tripoli"]
    sea.game.origin[:2] = [NUMBERS["naples"], NUMBERS["tripoli"]]
    sea.game.route[0] = 0
    assert not sea.call(passages.sail) and sea.game.phase == Phase.REDEPLOYMENT
    assert sea.of("littorio", "place") == NUMBERS["tripoli"] and sea.of("roma", "place") == NUMBERS["naples"]
    assert not sea.call(redeployment.may_redeploy, "roma") and sea.call(redeployment.may_redeploy, "conte_di_cavour")
    sea.call(sequence.uninvert, AXIS, True)
    assert sea.of("roma", "inverted") == 0, "it can be used in the enemy's player turn (21.72B)"


@pytest.mark.rule("21.1324", "21.3612")
def test_nobody_meets_those_that_redeploy_to_a_box():
    ships = {"warspite": {"place": "alexandria"}, "roma": {"place": "rhodes"}}
    game = redeploying(ships, "warspite", "india_box", side=ALLIES)
    assert game.asked == Decision.REDEPLOY and game.of("warspite", "place") == NUMBERS["india_box"]


@pytest.mark.rule("21.32")
def test_a_row_that_has_been_used_sails_as_a_whole():
    sea = at_sea(moving=AXIS, phase=Phase.REDEPLOYMENT)
    sea.ship("naples_destroyers", place="naples", strength=4, spent=3)
    sea.game.subject = sea.number("naples_destroyers")
    sea.call(redeployment.take_new_base, FIRST_PLACE + NUMBERS["tripoli"])
    assert (sea.of("naples_destroyers", "force"), sea.game.convoy) == (4, Convoy.REDEPLOYED)
