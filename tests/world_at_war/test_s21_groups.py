"""Raider groups by themselves, and the second engagement (21.532, 21.533, 21.5342, 21.538)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import detection, interception, raids
from tests.world_at_war.positions import Sea, number, playing

BERGEN, SCAPA = {"place": "bergen"}, {"place": "scapa_flow"}
THREE = dict.fromkeys(("scharnhorst", "gneisenau", "graf_spee"), BERGEN)


def sailed(ships, *groups, dice=(), **fields):
    """A game in which these groups have sailed."""
    game = playing(Phase.MISSIONS, ships, dice, **{"turn": 3, "brps": [20, 8], "moving": Side.AXIS, **fields})
    for group in groups:
        game.choose(*group, Option.DONE)
    return game.choose(Option.DONE) if game.asked == Decision.RAID else game


@pytest.mark.rule("21.532E.classic")
def test_no_group_has_battleships_of_five_factors():
    sea = Sea(turn=12, groups=1).ship("bismarck", "tirpitz", "scharnhorst", place="bergen")
    sea.book.factors[[number("bismarck"), number("tirpitz")]] = 5
    assert [sea.call(raids.may_raid, id) for id in ("bismarck", "tirpitz", "scharnhorst")] == [False, False, True]


@pytest.mark.rule("21.533B")
def test_groups_do_not_support_each_other():
    """Hood meets the first group alone: two ships fire, the second group is let pass and attacks transports."""
    ships = {"scharnhorst": BERGEN, "gneisenau": BERGEN, "hood": SCAPA}
    game = sailed(ships, ["scharnhorst"], ["gneisenau"], dice=(3, 3, 1, 1, 1, 1, 4, 4))
    game.choose(Option.YES, Option.NO, "hood", Option.DONE, Option.DONE)
    fired = [event[1] for event in game.events() if event[0] == "fires"]
    assert fired == [("Scharnhorst", "Hood"), ("Hood", "Scharnhorst")]
    attacked = [event[1] for event in game.events() if event[0] == "at_transports"]
    assert attacked == [("the second group",)]


@pytest.mark.rule("21.5342F")
def test_nothing_meets_defenders_on_their_way():
    """From the choice of the ship the game goes straight to the battle, with no die thrown."""
    game = sailed({"scharnhorst": BERGEN, "hood": SCAPA}, ["scharnhorst"], dice=(3, 3)).choose(Option.YES, "hood")
    assert game.asked == Decision.WITHHOLD and game.record["scripted_used"] == game.record["scripted"]


@pytest.mark.rule("21.538A")
def test_the_second_roll_has_the_modifiers_of_the_first_also_after_losses():
    """Three ships sail and Graf Spee is sunk; a two is found all the same, by the one that is added for three ships."""
    game = sailed({**THREE, "hood": SCAPA}, [*THREE], dice=(2, 3, 1, 1, 6, 6, 5, 2, 3))
    game.choose(Option.YES, "hood", "scharnhorst", "gneisenau", Option.DONE, Option.DONE)
    assert game.of("graf_spee", "condition") == Condition.LOST and game.asked == Decision.OPPOSE
    game.choose(Option.YES)
    assert game.record["detected"][0] == 1 and game.asked == Decision.ENGAGE


def later_group(**first):
    """What is added for the second group, when the first is as is said."""
    sea = Sea(turn=3, groups=2, engagement=first.pop("engagement", 1)).ship("gneisenau", place="germany", in_group=2)
    sea.ship("scharnhorst", place="germany", in_group=1)
    for name, value in first.items():
        sea.game[name][number("scharnhorst")] = value
    sea.game.origin[:2] = number("germany")
    sea.call(detection.begin_detection)
    return sea.call(detection.raider_modifier, 2)


@pytest.mark.rule("21.538A")
def test_the_second_roll_of_a_later_group_has_one_more_though_the_first_is_sunk():
    assert later_group(engagement=2, place=-1, condition=Condition.LOST) == later_group()


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize("first", [{"place": -1, "condition": Condition.LOST}, {"in_group": 0}], ids=["sunk", "back"])
def test_a_group_that_does_not_come_to_the_sw_box_makes_the_next_the_first(first):
    assert later_group(**first) == later_group() - 1


@pytest.mark.rule("21.532A")
def test_where_nobody_raids_no_engagement_begins():
    game = playing(Phase.MISSIONS, THREE, turn=3, brps=[20, 8], moving=Side.AXIS)
    game.choose(Option.DONE, Option.DONE)
    assert game.record["engagement"] == 0 and game.record["moving"] == Side.ALLIES


@pytest.mark.rule("21.537B")
def test_when_the_raiders_are_home_no_defender_is_out():
    sea = Sea(turn=3, groups=1, group=2, engagement=2).ship("hood", place="scapa_flow", against=1)
    sea.game.sent[0, sea.book.row[number("scapa_destroyers")]] = 2
    sea.call(raids.return_home)
    assert not sea.game.sent.any() and sea.of("hood", "against") == 0


@pytest.mark.rule("21.311")
@pytest.mark.parametrize("dice, used", [((1, 1, 1), 0), ((6, 6, 6), 1)], ids=["missed", "met"])
def test_destroyers_and_ships_are_used_only_if_they_meet_the_raiders(dice, used):
    """Of Scapa Flow, six hexes away."""
    sea = Sea(turn=4, groups=1, group=1).ship("scharnhorst", place="germany", in_group=1)
    sea.ship("hood", place="scapa_flow").ship("scapa_destroyers", place="scapa_flow", strength=4).dice(*dice)
    sea.game.origin[0], sea.game.ships_in[0], sea.game.cursor = number("germany"), 1, number("scapa_flow")
    for unit in ("hood", "scapa_destroyers"):
        sea.call(interception.take_intercept, FIRST_UNIT + number(unit))
    sea.call(interception.take_intercept, int(Option.DONE))
    if used:
        assert sea.game.step == interception.SCREENING
        sea.call(interception.after)
    assert (sea.of("hood", "inverted"), sea.of("scapa_destroyers", "spent")) == (used, used)
