"""§24 Tora, Tora ... uh-oh: a chain of rolls that may warn Pearl Harbor."""

import pytest

from aw_env.games.admirals_war.records.terms import Action, Decision, Event, Power
from aw_env.games.admirals_war.soundness import check_frames
from tests.positions import Position

HAWAII = "hawaiian_islands"


def raid(*carriers, fleet=("Arizona",), **keys):
    """The raid force off Hawaii and a fleet in Pearl Harbor, with the option."""
    flags = {"hawaiian_islands": "allies", "french_polynesia": "allies", "indonesia": "allies"}
    standard = {"hostilities": False, "attack": "declared", "turn": 3, "last_turn": 3, "flags": flags}
    position = Position("combat", HAWAII, in_play=["tora_tora"], **{**standard, **keys})
    position.with_units(*(carriers or ("Akagi",)), raiding=True)
    return position.with_units(*fleet, place="pearl_harbor") if fleet else position


def chain(game):
    """The dice of the chain so far."""
    return [dice[0] for _, _, _, _, dice in game.events(Event.WARNING)]


def rounds(game):
    """How many rounds of normal combat have begun."""
    return len(game.events(Event.ROUND_BEGINS))


@pytest.mark.rule("24.1", "24.51")
@pytest.mark.parametrize("dice", [[3], [1, 3], [2, 2, 6]])
def test_up_to_two_successes_have_no_effect(dice):
    game = raid().start(dice=[*dice, 1, 1, 1, 1]).choose("Arizona")
    assert chain(game) == dice
    assert len(game.attacks()) == 1, "the first raid is made"
    game.lay(1, 1, 1, 1).choose("Arizona")
    assert chain(game) == dice, "it is rolled once"
    assert len(game.attacks()) == 2 and game.decision == Decision.RETREAT


@pytest.mark.rule("24.1")
def test_it_is_rolled_when_all_attackers_have_their_targets():
    game = raid("Akagi", "Soryu").start(dice=[3]).choose("Arizona")
    assert chain(game) == [] and game.subject == "Soryu"
    game.choose("Arizona")
    assert chain(game) == [3]


@pytest.mark.rule("24.1")
def test_without_an_attacker_it_is_not_rolled():
    game = raid(fleet=()).start(dice=[1, 1, 1, 1])
    assert chain(game) == []
    assert chain(raid().start(dice=[1]).choose("hold")) == []


@pytest.mark.rule("24.2")
def test_the_telegram_alone_changes_nothing():
    game = raid().start(dice=[1, 2, 3, 1, 1, 1, 1]).choose("Arizona")
    assert len(game.attacks()) == 1


@pytest.mark.rule("24.3")
def test_after_three_successes_the_first_raid_is_lost():
    game = raid().start(dice=[1, 1, 1, 3]).choose("Arizona")
    assert chain(game) == [1, 1, 1, 3] and game.attacks() == []
    assert (game.decision, game.subject) == (Decision.STRIKE_TARGET, "Akagi"), "the second raid"
    game.lay(1, 1, 1, 1).choose("Arizona")
    assert len(game.attacks()) == 1 and game.decision == Decision.RETREAT


def all_four(*ships, **keys):
    """The chain succeeds: the fleet is at sea."""
    return raid(*ships, **keys).start(dice=[1, 1, 1, 1]).choose("Arizona")


@pytest.mark.rule("24.4")
def test_after_four_there_is_no_raid_and_japan_cannot_leave_before_combat():
    game = all_four()
    assert game.attacks() == []
    assert game.unit("Arizona").place == HAWAII
    assert (game.decision, game.power.name) == (Decision.RETREAT, "AMERICAN"), "the Allies decide (19.75)"


@pytest.mark.rule("24.4")
def test_the_first_round_is_an_air_action_without_the_japanese_carriers():
    game = all_four("Akagi", "Kongo", fleet=("Arizona", "7AF")).choose("remain")
    assert game.record["action"] == Action.AIR and rounds(game) == 1
    assert (game.decision, game.subject) == (Decision.AIR_TARGET, "7AF"), "Akagi is not asked"
    assert game.choices == {"Akagi", "Kongo", "hold"}


@pytest.mark.rule("24.4")
def test_in_the_second_round_they_attack_again():
    game = all_four("Akagi", "Kongo", fleet=("Arizona", "7AF")).choose("remain", "hold")
    game.until(Decision.AIR_TARGET, prefer=["remain", "air"])
    assert rounds(game) == 2 and game.subject == "Akagi"


@pytest.mark.rule("24.4", "19.75")
def test_if_the_fleet_leaves_there_is_no_combat_and_no_raid_in_that_round():
    game = all_four("Akagi", "Kongo").choose("retreat").until(Decision.RETREAT, Decision.AIR_RAID)
    assert rounds(game) == 0 and game.decision == Decision.RETREAT and game.side.name == "AXIS"


@pytest.mark.rule("24.53")
def test_the_groups_appear_whatever_the_dice():
    for dice in ([3, 1, 1, 1, 1], [1, 1, 1, 1]):
        position = raid().with_units("Enterprise", place="uncertain_w")
        game = position.start(dice=dice).choose("Arizona").lay(2)
        game.until(Decision.RETREAT, prefer=["hold"])
        while not game.events(Event.TABLE):
            game.choose("remain" if "remain" in game.choices else "hold")
        assert game.unit("Enterprise").place is not None and not game.unit("Enterprise").place.startswith("uncertain")


@pytest.mark.rule("24.52")
def test_indonesia_is_not_warned():
    position = raid().with_units("Myoko", "Hiryu", place="indonesia").with_units("De Ruyter", place="indonesia")
    game = position.start(dice=[1, 1, 1, 1]).choose("Arizona").until(Decision.STRIKE_TARGET, prefer=["retreat"])
    assert game.subject == "Hiryu" and game.choices == {"De Ruyter", "hold"}


@pytest.mark.rule("24.62")
@pytest.mark.parametrize(("dice", "allowed"), [([3], 2), ([1, 1, 1, 3], 3), ([1, 1, 1, 1], 4)])
def test_a_round_more_for_each_raid_lost(dice, allowed):
    game = raid("Akagi", "Kongo", fleet=("Arizona",)).start(dice=dice).choose("Arizona")
    while game.decision != Decision.COMBAT_AREA and not game.over:
        check_frames(game.books[0], game.games[0])
        if game.decision == Decision.SURFACE_TARGET:
            game.lay(*[1] * 6)
        wanted = [word for word in ("hold", "remain", "air", "silent") if word in game.choices]
        game.choose(wanted[0] if wanted else sorted(game.choices)[0])
    assert rounds(game) == allowed


@pytest.mark.rule("24.62", "19.762")
@pytest.mark.parametrize(("dice", "raids"), [([3], 1), ([1, 1, 1, 3], 2), ([1, 1, 1, 1], 3)])
def test_the_pursuit_of_a_fleet_that_leaves_is_one_of_the_rounds_allowed(dice, raids):
    game = raid("Akagi", "Kongo").start(dice=[*dice, *[1] * 8]).choose("Arizona")
    asked = []
    while not game.over:
        asked.append((game.decision, game.power))
        leaves = game.power == Power.AMERICAN and rounds(game) == 1
        follows = game.decision == Decision.PURSUIT and game.subject == "Kongo"
        wanted = ["retreat" if leaves else "remain", "Arizona" if follows else "no_pursuit"]
        wanted += ["hold", "air", "pearl_harbor"]
        game.choose(next((word for word in wanted if word in game.choices), min(game.choices)))
    assert rounds(game) == 2, "one off Hawaii, and one of the pursuit"
    pursued = asked.index((Decision.PURSUIT, Power.JAPANESE))
    assert asked[pursued:].count((Decision.AIR_RAID, Power.JAPANESE)) == raids
    assert asked[pursued:].count((Decision.RETREAT, Power.JAPANESE)) == raids - 1, "the last time she must leave"


@pytest.mark.rule("24.0")
def test_without_the_option_nobody_rolls():
    flags = {"hawaiian_islands": "allies", "indonesia": "allies"}
    position = Position("combat", HAWAII, hostilities=False, attack="declared", turn=3, last_turn=3, flags=flags)
    game = position.with_units("Akagi", raiding=True).with_units("Arizona", place="pearl_harbor").start(dice=[1] * 4)
    assert chain(game.choose("Arizona")) == [] and len(game.attacks()) == 1
