"""§29 Task forces: units group, say what they do, and must be sighted before they can be fought."""

import numpy as np
import pytest

from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import Action, Decision, Event, Intention, Side
from aw_env.games.admirals_war.soundness import check_position
from tests.positions import battle, names

FORCES = {"in_play": ["task_forces"]}
ATLANTIC, PACIFIC = "north_sea", "coral_sea"


def meeting(*units, area=PACIFIC, dice=(), players=2, raiding=(), **keys):
    """A combat that has been selected: the side that acts first groups its units."""
    position = battle(area, **FORCES, **keys).with_units(*units)
    if raiding:
        position.with_units(*raiding, raiding=True)
    return position.start(dice=dice, players=players).choose(area)


def grouped(game, *forces):
    """Both sides form these task forces, each a tuple of names; the units of a side that are in none are together."""
    homes = {name: force for force in forces for name in force}
    while game.decision in (Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE):
        if game.decision == Decision.TASK_FORCES:
            game.choose("divide" if forces else "together")
            continue
        mates = [name for name in game.choices - {"new_group"} if homes.get(name) == homes.get(game.subject)]
        game.choose(mates[0] if mates else "new_group")
    return game


def forces(game):
    """(side, number of the task force) of each unit in the combat, by name."""
    numbers, here = STATE.read(game.record, "task_force"), game.record["here"][: game.record["units_here"]]
    return {names().units[unit].name: (game.record["controller"][unit] & 1, numbers[unit]) for unit in here}


def force_of(game, name):
    """The names of the units in its task force."""
    known = forces(game)
    return {other for other, force in known.items() if force == known[name]}


def declared(game, **says):
    """Each task force says what is given for one of its units; the others search."""
    while game.decision == Decision.INTENTION:
        said = [says[name] for name in force_of(game, game.subject) if name in says]
        game.choose(said[0] if said else "search")
    return game


def intentions(game, side):
    """What the task forces of a side do, by their numbers."""
    row = game.record["intention"][side]
    return {number: Intention(row[number]) for number in range(1, len(row)) if row[number]}


def sightings(game):
    """(unit of the task force, total, sighted, die) of each roll so far."""
    return [(names().units[row[1]].name, row[2], bool(row[3]), row[4][0]) for row in game.events(Event.SIGHTING)]


def fight(*units, kind, dice, apart=(), area=PACIFIC, flag=None, more=(), **says):
    """A round of a kind, with both sides grouped and declared, and these dice for the sighting."""
    game = meeting(*units, area=area, flag=flag, raiding=more)
    declared(grouped(game, *apart), **says)
    assert game.decision == Decision.ACTION_TYPE
    return game.lay(*dice).choose(kind, kind)


def attackers(game):
    """Who is asked for a target now, and whom it may attack."""
    return game.subject, game.choices - {"hold"}


# --- §29.1: grouping -----------------------------------------------------------------------------------


@pytest.mark.rule("29.1")
def test_each_side_in_turn_groups_its_units_before_the_action_is_chosen():
    game = meeting("Akagi", "Kaga", "Yorktown", "Enterprise")
    assert (game.decision, game.side, game.subject) == (Decision.TASK_FORCES, Side.AXIS, PACIFIC)
    assert game.choices == {"together", "divide"}
    game.choose("together")
    assert (game.decision, game.side) == (Decision.TASK_FORCES, Side.ALLIES), "then the second side"
    game.choose("divide")
    assert (game.decision, game.choices) == (Decision.JOIN_TASK_FORCE, {"new_group"})
    first = game.subject
    game.choose("new_group")
    assert game.choices == {first, "new_group"}
    game.choose("new_group")
    assert force_of(game, "Akagi") == {"Akagi", "Kaga"} and force_of(game, "Yorktown") == {"Yorktown"}
    assert game.events(Event.ROUND_BEGINS) and game.decision == Decision.INTENTION


@pytest.mark.rule("29.2", "29.4")
def test_a_task_force_of_partners_is_called_by_one_name_whoever_speaks_for_it():
    game = meeting("Ramillies", "Houston", "Kirishima")
    declared(grouped(game)).choose("surface", "surface").until(Decision.SURFACE_TARGET, prefer=("yes",))
    called = {kind: {row[1] for row in game.events(kind)} for kind in (Event.INTENTION, Event.SIGHTING)}
    both_sides = {game.unit("Ramillies").number, game.unit("Kirishima").number}
    assert called == {Event.INTENTION: both_sides, Event.SIGHTING: both_sides}


@pytest.mark.rule("29.1")
def test_in_the_atlantic_the_allies_group_first():
    game = meeting("Hood", "Renown", "Bismarck", area=ATLANTIC)
    assert (game.decision, game.side) == (Decision.TASK_FORCES, Side.ALLIES)


@pytest.mark.rule("29.1")
def test_raiders_and_patrollers_may_be_in_one_task_force():
    game = grouped(meeting("Hood", "Bismarck", "Tirpitz", area=ATLANTIC, raiding=["Scharnhorst"]))
    assert force_of(game, "Bismarck") == {"Bismarck", "Tirpitz", "Scharnhorst"}


@pytest.mark.rule("29.1")
def test_every_partition_can_be_reached():
    seen = set()

    def explore(answers):
        game = meeting("Akagi", "Kaga", "Kongo", "Yorktown").choose("divide", *answers)
        if game.side == Side.ALLIES:
            seen.add(frozenset(frozenset(force_of(game, name)) for name in ("Akagi", "Kaga", "Kongo")))
            return
        for answer in game.choices:
            explore([*answers, answer])

    explore([])
    assert len(seen) == 5, "the partitions of three units"


@pytest.mark.rule("29.1")
def test_submarines_are_in_no_task_force_and_a_side_alone_forms_none():
    game = grouped(meeting("Hood", "Bismarck", area=ATLANTIC, raiding=["U-boat 1"]))
    assert game.unit("U-boat 1").task_force == 0
    assert meeting("Hood", area=ATLANTIC).decision not in (Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE)


@pytest.mark.rule("29.1")
def test_there_are_at_most_eight_task_forces_of_a_side():
    ships = ["Akagi", "Kaga", "Soryu", "Hiryu", "Kongo", "Hiei", "Haruna", "Kirishima", "Tone"]
    game = meeting(*ships, "Yorktown").choose("divide", *["new_group"] * 8)
    assert "new_group" not in game.choices and len(game.choices) == 8


@pytest.mark.rule("29.1")
def test_the_next_round_may_be_fought_as_before():
    apart = ("Akagi",), ("Kaga", "Kongo")
    game = fight("Akagi", "Kaga", "Kongo", "Yorktown", kind="air", apart=apart, dice=[6] * 3, Yorktown="hide")
    game.until(Decision.TASK_FORCES, prefer=["hold", "remain"])
    assert game.choices == {"together", "as_before", "divide"}
    game.choose("as_before").choose("new_group")
    assert force_of(game, "Kaga") == {"Kaga", "Kongo"} and game.decision == Decision.INTENTION
    assert not intentions(game, Side.AXIS) and not game.record["sighted"].any(), "said and sighted anew"


@pytest.mark.rule("29.1")
def test_partners_may_share_a_task_force():
    game = meeting("Hood", "Renown", "Texas", "New York", "Bismarck", area=ATLANTIC, players=4).choose("together")
    assert (game.decision, game.power.name) == (Decision.TASK_FORCES, "AMERICAN")
    first = next(iter(game.choices - {"together", "divide"}))
    assert first in ("Hood", "Renown")
    game.choose(first)
    assert force_of(game, "Texas") == {"Hood", "Renown", "Texas", "New York"}


@pytest.mark.rule("29.1")
@pytest.mark.parametrize("first", ["as_before", "together"])
def test_a_partner_may_keep_its_task_forces_only_if_the_first_has_kept_its_own(first):
    game = meeting("Hood", "Renown", "Texas", "New York", "Bismarck", area=ATLANTIC, players=4)
    game.choose(*["divide", "new_group", "new_group"] * 2, "new_group")
    declared(game).lay(*[6] * 5).choose("air", "air").until(Decision.TASK_FORCES, prefer=["remain"])
    assert game.power.name == "BRITISH"
    game.choose(first)
    assert game.power.name == "AMERICAN" and ("as_before" in game.choices) == (first == "as_before")


@pytest.mark.rule("29.1")
def test_a_partner_that_has_joined_may_stay_with_the_first():
    game = meeting("Hood", "Renown", "Texas", "New York", "Bismarck", area=ATLANTIC, players=4)
    game.choose("divide", "new_group", "new_group", "Hood", "new_group")
    declared(game).lay(*[6] * 5).choose("air", "air").until(Decision.TASK_FORCES, prefer=["remain"])
    assert "as_before" in game.choose("as_before").choices
    assert force_of(game.choose("as_before"), "Hood") == {"Hood", "Texas", "New York"}


@pytest.mark.rule("29.1")
def test_with_eight_task_forces_of_its_partner_a_seat_must_join_one():
    ships = ("Hood", "Renown", "Repulse", "Rodney", "Nelson", "Exeter", "Warspite", "Norfolk")
    game = meeting(*ships, "Texas", "New York", "Bismarck", area=ATLANTIC, players=4)
    game.choose("divide", *["new_group"] * 8)
    assert (game.decision, game.choices) == (Decision.TASK_FORCES, {*ships, "divide"})


# --- §29.2: intentions ---------------------------------------------------------------------------------


@pytest.mark.rule("29.2")
def test_each_task_force_says_openly_what_it_does_one_side_after_the_other():
    game = grouped(meeting("Akagi", "Kaga", "Yorktown", "Enterprise"), ("Akagi",), ("Kaga",))
    asked = []
    while game.decision == Decision.INTENTION:
        asked.append((game.side.name, game.subject, frozenset(game.choices)))
        game.choose("hide" if game.subject == "Kaga" else "search")
    both = frozenset({"search", "hide"})
    assert sorted(asked[:2]) == [("AXIS", "Akagi", both), ("AXIS", "Kaga", both)]
    assert [row[0] for row in asked] == ["AXIS", "AXIS", "ALLIES"]
    assert sorted(intentions(game, Side.AXIS).values()) == [Intention.SEARCHING, Intention.HIDING]
    assert game.decision == Decision.ACTION_TYPE


@pytest.mark.rule("29.2")
def test_only_a_task_force_with_an_amphibious_unit_may_land():
    game = grouped(meeting("Akagi", "Kaga", "Kure", "Yorktown"), ("Akagi", "Kure"), ("Kaga",))
    may = {}
    while game.decision == Decision.INTENTION:
        may[frozenset(force_of(game, game.subject))] = "land" in game.choices
        game.choose("search")
    assert may == {frozenset({"Akagi", "Kure"}): True, frozenset({"Kaga"}): False, frozenset({"Yorktown"}): False}


@pytest.mark.rule("29.2", "13.6")
def test_paratroops_alone_are_no_landing_task_force():
    game = declared(grouped(meeting("Hood", "Bismarck", "fsjr", area=ATLANTIC)).choose("search"), Hood="hide")
    assert game.decision == Decision.ACTION_TYPE
    game = grouped(meeting("Hood", "Bismarck", "fsjr", area=ATLANTIC)).choose("search")
    assert force_of(game, "Fsjr") == {"Bismarck", "Fsjr"} and game.choices == {"search", "hide"}


@pytest.mark.rule("29.2", "7.221")
def test_the_theatres_lead_power_speaks_for_a_mixed_task_force():
    game = meeting("Texas", "Hood", "Bismarck", area=ATLANTIC, players=4)
    while game.decision == Decision.JOIN_TASK_FORCE:
        game.choose(sorted(game.choices)[0] if "new_group" not in game.choices else "new_group")
        if game.decision == Decision.JOIN_TASK_FORCE and game.subject == "Texas":
            game.choose("Hood")
    assert (game.decision, game.power.name, game.subject) == (Decision.INTENTION, "BRITISH", "Hood")
    assert force_of(game, "Texas") == {"Hood", "Texas"}


# --- §29.3, §29.4: the action, and sighting ------------------------------------------------------------


@pytest.mark.rule("29.3")
def test_one_determination_holds_for_all_task_forces():
    apart = ("Akagi",), ("Kaga",)
    game = fight("Akagi", "Kaga", "Yorktown", "Enterprise", kind="air", apart=apart, dice=[6, 6, 6])
    assert len(game.events(Event.ACTION_DETERMINED)) == 1
    assert len(sightings(game)) == 3, "and after it each task force is looked for"


@pytest.mark.rule("29.4")
def test_the_first_side_rolls_for_each_enemy_task_force_then_the_second():
    apart = ("Akagi",), ("Kaga",)
    game = fight("Akagi", "Kaga", "Yorktown", "Enterprise", kind="air", apart=apart, dice=[1, 6, 4])
    rolled = sightings(game)
    assert rolled[0][0] in ("Yorktown", "Enterprise") and rolled[0][2:] == (True, 1)
    assert {row[0] for row in rolled[1:]} == {"Akagi", "Kaga"}
    assert [row[2] for row in rolled[1:]] == [False, True]


@pytest.mark.rule("29.41")
def test_a_landing_task_force_is_sighted_without_a_roll():
    game = fight("Akagi", "Kure", "Yorktown", kind="air", dice=[6], Kure="land")
    assert [row[0] for row in sightings(game)] == ["Yorktown"] or intentions(game, Side.AXIS) != {1: Intention.LANDING}
    assert game.record["sighted"][Side.AXIS] == 1 << 1 and intentions(game, Side.AXIS) == {1: Intention.LANDING}


@pytest.mark.rule("29.42")
@pytest.mark.parametrize(("die", "sighted"), [(4, True), (5, False)])
def test_a_searching_task_force_is_sighted_on_a_four(die, sighted):
    game = fight("Akagi", "Yorktown", kind="air", dice=[die, 6])
    assert sightings(game)[0] == ("Yorktown", die, sighted, die)


@pytest.mark.rule("29.43")
@pytest.mark.parametrize(("die", "sighted"), [(2, True), (3, False)])
def test_a_hiding_task_force_is_sighted_on_a_two(die, sighted):
    game = fight("Akagi", "Yorktown", kind="air", dice=[die, 6], Yorktown="hide")
    assert sightings(game)[0] == ("Yorktown", die, sighted, die)


@pytest.mark.rule("29.44")
@pytest.mark.parametrize(
    ("flag", "aircraft", "totals"),
    [
        (None, (), (5, 5)),
        ("axis", (), (4, 5)),
        ("allies", (), (5, 4)),
        (None, ("21AF",), (4, 5)),
        ("axis", ("21AF",), (3, 5)),
        ("axis", ("21AF", "22AF"), (3, 5)),
    ],
)
def test_control_and_aircraft_take_one_each_off_the_die(flag, aircraft, totals):
    game = fight("Akagi", "Yorktown", *aircraft, kind="air", dice=[5, 5], flag=flag)
    assert tuple(row[1] for row in sightings(game)) == totals


@pytest.mark.rule("29.44", "7.24")
def test_aircraft_that_a_surface_action_has_sent_home_look_no_more():
    game = fight("Kongo", "Yorktown", "21AF", kind="surface", dice=[])
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "21AF")
    game.lay(5, 5).choose(sorted(game.choices)[0])
    assert [row[1] for row in sightings(game)] == [5, 5]


# --- §29.5: combat -------------------------------------------------------------------------------------


@pytest.mark.rule("29.51")
def test_in_the_air_only_sighted_task_forces_may_be_attacked():
    apart = ("Yorktown",), ("Enterprise",)
    game = fight("Akagi", "Yorktown", "Enterprise", kind="air", apart=apart, dice=[4, 5, 6])
    sighted = next(row[0] for row in sightings(game) if row[2])
    assert attackers(game) == ("Akagi", {sighted})


@pytest.mark.rule("29.51")
def test_a_hiding_task_force_that_is_sighted_may_be_attacked_but_not_attack():
    game = fight("Akagi", "Yorktown", kind="air", dice=[2, 1], Yorktown="hide")
    assert attackers(game) == ("Akagi", {"Yorktown"})
    game.choose("hold")
    assert game.decision == Decision.RETREAT, "Yorktown is not asked"


@pytest.mark.rule("29.51")
def test_a_searching_task_force_that_is_not_sighted_attacks_without_being_attacked():
    game = fight("Akagi", "Yorktown", kind="air", dice=[5, 4])
    assert attackers(game) == ("Yorktown", {"Akagi"}), "the Akagi, of the first side, has no target"


@pytest.mark.rule("29.51")
def test_without_a_sighting_nobody_fights():
    game = fight("Akagi", "Yorktown", kind="air", dice=[5, 5])
    assert game.decision == Decision.RETREAT


@pytest.mark.rule("29.51", "29.41")
def test_a_landing_task_force_attacks_like_a_searching_one():
    game = fight("Akagi", "Kure", "Yorktown", kind="air", dice=[1], Kure="land")
    assert attackers(game) == ("Akagi", {"Yorktown"})
    game.choose("hold")
    assert attackers(game) == ("Yorktown", {"Akagi", "Kure"})


@pytest.mark.rule("29.52")
def test_on_the_surface_a_sighted_task_force_must_join():
    game = fight("Kongo", "Texas", kind="surface", dice=[4, 4])
    assert attackers(game) == ("Kongo", {"Texas"})


@pytest.mark.rule("29.52")
def test_a_hiding_task_force_that_is_sighted_fights_fully():
    game = fight("Kongo", "Texas", kind="surface", dice=[2, 4], Texas="hide")
    game.lay(1, 1, 1, 1).choose("Texas")
    assert attackers(game) == ("Texas", {"Kongo"})


@pytest.mark.rule("29.52")
def test_a_hiding_task_force_that_is_not_sighted_may_not_join():
    game = fight("Kongo", "Texas", kind="surface", dice=[3, 4], Texas="hide")
    assert game.decision == Decision.RETREAT, "the Kongo is alone in the action"


@pytest.mark.rule("29.52")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_one_that_searches_unseen_joins_if_its_owner_likes(answer):
    game = fight("Kongo", "Texas", kind="surface", dice=[5, 4])
    assert (game.decision, game.side, game.subject) == (Decision.JOIN_ACTION, Side.ALLIES, "Texas")
    game.choose(answer)
    assert game.decision == (Decision.SURFACE_TARGET if answer == "yes" else Decision.RETREAT)


@pytest.mark.rule("29.52")
def test_of_two_unseen_task_forces_the_first_side_says_first():
    game = fight("Kongo", "Texas", kind="surface", dice=[5, 5])
    assert (game.decision, game.side) == (Decision.JOIN_ACTION, Side.AXIS)
    game.choose("no")
    assert game.decision == Decision.RETREAT, "the Texas would be alone"
    game = fight("Kongo", "Texas", kind="surface", dice=[5, 5]).choose("yes")
    assert (game.decision, game.side) == (Decision.JOIN_ACTION, Side.ALLIES)


@pytest.mark.rule("29.52", "7.323")
def test_ships_outside_the_action_count_for_nothing():
    units = ("Kongo", "Texas", "1st Marines", "Pensacola")
    apart = ("Texas",), ("Pensacola", "1st Marines")
    game = fight(*units, kind="surface", apart=apart, dice=[6, 1, 1], Texas="hide", Pensacola="hide")
    sighted = next(row[0] for row in sightings(game) if row[2] and row[0] != "Kongo")
    if sighted == "Texas":
        assert attackers(game) == ("Kongo", {"Texas"})
    else:
        assert attackers(game)[1] == {"Pensacola"}, "one attacker cannot attack every ship as well"


@pytest.mark.rule("29.52", "7.322")
def test_a_silent_carrier_is_protected_only_by_ships_in_the_action():
    apart = ("Texas",), ("Yorktown",)
    units = ("Kongo", "Hiei", "Texas", "Yorktown")
    game = meeting(*units)
    declared(grouped(game, *apart), Texas="hide", Yorktown="hide")
    assert force_of(game, "Texas") == {"Texas"} and forces(game)["Texas"] < forces(game)["Yorktown"]
    game.lay(6, 1, 1).choose("surface", "surface")
    assert (game.decision, game.subject) == (Decision.CARRIER_FIRE, "Yorktown")
    game.choose("silent")
    assert attackers(game)[1] == {"Yorktown"}


@pytest.mark.rule("29.52", "7.226")
def test_a_combined_round_has_one_sighting_for_both_actions():
    game = declared(grouped(meeting("Kongo", "Texas", "Akagi", "Yorktown")))
    game.lay(3, 4, 1, 1).choose("air", "surface")  # the first wants air: +1 in the Pacific
    assert game.record["action"] == Action.COMBINED and len(sightings(game)) == 2
    game.until(Decision.SURFACE_TARGET, prefer=["hold", "silent"])
    assert len(sightings(game)) == 2


@pytest.mark.rule("29.52", "7.42")
def test_air_units_bring_no_task_force_into_a_surface_action():
    game = meeting("Kongo", "21AF", "Texas", "Yorktown")
    declared(grouped(game, ("Kongo",), ("21AF",), ("Texas", "Yorktown")), Kongo="hide")
    first = forces(game)["21AF"] < forces(game)["Kongo"]
    game.lay(2, 4, 1, *([1, 6] if first else [6, 1])).choose("air", "surface")
    assert game.record["action"] == Action.COMBINED
    assert [row[0] for row in sightings(game) if not row[2]] == ["Kongo"]
    game.until(Decision.RETREAT, Decision.CARRIER_FIRE, Decision.SURFACE_TARGET, prefer=["hold"])
    assert game.decision == Decision.RETREAT


# --- §29.53, §29.54: landings and submarines -----------------------------------------------------------


@pytest.mark.rule("29.53")
@pytest.mark.parametrize(("says", "lands"), [("land", True), ("search", False), ("hide", False)])
def test_at_the_end_of_a_round_only_landing_task_forces_land(says, lands):
    game = meeting("Akagi", "Kure", "Yorktown")
    grouped(game)
    while game.decision == Decision.INTENTION:
        game.choose(says if game.side == Side.AXIS else "hide")
    game.lay(*[6] * 2).choose("air", "air").until(
        Decision.LANDING, Decision.TASK_FORCES, prefer=["hold", "remain", "no"]
    )
    assert (game.decision == Decision.LANDING) == lands


@pytest.mark.rule("29.53", "13.32")
def test_when_combat_is_over_all_may_land():
    game = fight("Akagi", "Kure", "Pensacola", kind="air", dice=[1, 6], Kure="search")
    game.lay(*[6] * 40).choose("Pensacola")
    assert game.decision == Decision.LANDING and game.subject == "Kure"


@pytest.mark.rule("29.54")
def test_a_raiding_submarine_may_attack_whoever_was_not_sighted():
    game = fight("Hood", "Bismarck", area=ATLANTIC, kind="surface", dice=[6, 6], more=["U-boat 1"], Hood="hide")
    game.until(Decision.SUBMARINE_TARGET, prefer=["no"])
    assert game.subject == "U-boat 1" and game.choices == {"Hood", "hold"}


# --- §29.6: retreat and pursuit ------------------------------------------------------------------------


def pursuit(*units, area=ATLANTIC, chaser, **keys):
    """The Axis retreats in one group after a round in which nobody was sighted, and is pursued."""
    game = meeting(*units, area=area, **keys)
    declared(grouped(game)).lay(6, 6).choose("air", "air").until(Decision.RETREAT, prefer=["hold", "no"])
    while game.decision == Decision.RETREAT:
        game.choose("retreat" if game.side == Side.AXIS else "remain")
    game.record["scripted_used"] = game.record["scripted"]
    while game.decision in (Decision.JOIN_GROUP, Decision.PURSUIT):
        game.choose(sorted(game.choices - {"new_group", "no_pursuit"})[0])
    assert game.decision == Decision.ACTION_TYPE and game.record["battle_group"] == 1
    assert chaser in force_of(game, chaser)
    return game


@pytest.mark.rule("29.61")
def test_in_a_pursuit_the_group_hides_and_its_pursuers_search():
    game = pursuit("Hood", "Bismarck", chaser="Hood")
    assert intentions(game, Side.AXIS) == {1: Intention.HIDING}
    assert intentions(game, Side.ALLIES) == {1: Intention.SEARCHING}


@pytest.mark.rule("29.61", "29.3")
def test_the_determination_comes_before_the_sighting():
    game = pursuit("Hood", "Bismarck", chaser="Hood")
    before = len(sightings(game))
    game.lay(2, 2).choose("surface")
    assert len(sightings(game)) == before
    game.choose("surface")
    assert len(sightings(game)) == before + 2


@pytest.mark.rule("29.62")
@pytest.mark.parametrize(("die", "away"), [(3, True), (2, False)])
def test_a_group_that_is_not_sighted_has_got_away(die, away):
    game = pursuit("Hood", "Bismarck", chaser="Hood").lay(die, 1).choose("surface", "surface")
    assert game.decision == (Decision.RETURN_TO_BASE if away else Decision.SURFACE_TARGET)
    if away:
        assert game.subject == "Bismarck" and game.events(Event.ESCAPES)
        game.until(Decision.COMBAT_AREA, prefer=["germany"])
        assert game.unit("Bismarck").place == "germany" and not game.attacks()


@pytest.mark.rule("29.62", "29.51")
def test_a_sighted_group_may_be_attacked_from_the_air_and_attacks_nobody():
    game = pursuit("Akagi", "Yorktown", area=PACIFIC, chaser="Yorktown").lay(2, 1).choose("air", "air")
    assert attackers(game) == ("Yorktown", {"Akagi"})
    game.choose("hold")
    assert game.decision != Decision.AIR_TARGET


@pytest.mark.rule("29.62", "29.52")
def test_a_sighted_group_fights_on_the_surface_and_unseen_pursuers_may_stay_out():
    game = pursuit("Hood", "Bismarck", chaser="Hood").lay(2, 5).choose("surface", "surface")
    assert (game.decision, game.subject) == (Decision.JOIN_ACTION, "Hood")
    game.choose("no")
    assert game.decision == Decision.PURSUIT, "the next round"


@pytest.mark.rule("29.61", "8.22")
def test_what_the_first_round_grouped_means_nothing_in_the_pursuit():
    game = pursuit("Hood", "Renown", "Bismarck", "Scharnhorst", chaser="Hood")
    assert force_of(game, "Bismarck") == {"Bismarck", "Scharnhorst"}


# --- how combat ends -----------------------------------------------------------------------------------


@pytest.mark.rule("29.5")
def test_to_stay_out_with_something_to_fight_is_to_hold_fire():
    game = meeting("Kongo", "Texas")
    for number in range(3):
        declared(grouped(game)).lay(5, 1).choose("surface", "surface")
        assert game.decision == Decision.JOIN_ACTION
        assert game.choices == ({"yes", "no"} if number < 2 else {"yes"})
        if number < 2:
            game.choose("no").until(Decision.JOIN_TASK_FORCE, prefer=["remain"])


@pytest.mark.rule("29.5")
def test_rounds_in_which_nobody_is_sighted_are_not_quiet():
    game = meeting("Kongo", "Texas")
    for _ in range(4):
        declared(grouped(game), Kongo="hide", Texas="hide").lay(6, 6).choose("surface", "surface")
        game.until(Decision.JOIN_TASK_FORCE, prefer=["remain"])
        assert game.record["quiet_rounds"][0] == 0


@pytest.mark.rule("29.51")
def test_air_actions_in_which_all_who_could_attack_hide_are_quiet():
    game = meeting("Akagi", "Texas")
    for number in range(1, 3):
        declared(grouped(game), Akagi="hide").lay(1, 1).choose("air", "air")
        assert game.record["quiet_rounds"][0] == number
        game.until(Decision.JOIN_TASK_FORCE, prefer=["remain"])


# --- with other rules ----------------------------------------------------------------------------------


@pytest.mark.rule("27.3")
@pytest.mark.parametrize(("together", "legal"), [(True, {"Exeter", "Queen Elizabeth"}), (False, {"Queen Elizabeth"})])
def test_a_task_force_is_as_fast_as_its_slowest_ship_for_submarines(together, legal):
    position = battle(ATLANTIC, in_play=["task_forces", "submarine_targeting"])
    game = position.with_units("Exeter", "Queen Elizabeth", "Bismarck").with_units("U-boat 1", raiding=True).start()
    apart = () if together else (("Exeter",), ("Queen Elizabeth",))
    declared(grouped(game.choose(ATLANTIC), *apart)).lay(*[6] * 3).choose("air", "air")
    game.until(Decision.SUBMARINE_ATTEMPT, prefer=["no"])
    game.record["scripted_used"] = game.record["scripted"]
    assert game.lay(2).choose("yes").choices - {"hold"} == legal


@pytest.mark.rule("27.3")
def test_air_units_do_not_slow_a_task_force():
    position = battle(ATLANTIC, in_play=["task_forces", "submarine_targeting"])
    game = position.with_units("Exeter", "RAF", "Bismarck").with_units("U-boat 1", raiding=True).start()
    declared(grouped(game.choose(ATLANTIC))).lay(*[6] * 2).choose("air", "air")
    game.until(Decision.SUBMARINE_ATTEMPT, prefer=["hold"])
    game.record["scripted_used"] = game.record["scripted"]
    assert game.lay(2).choose("yes").decision != Decision.SUBMARINE_TARGET


@pytest.mark.rule("21.1", "29.51")
def test_kamikaze_attacks_are_announced_after_the_sighting_and_not_by_those_that_hide():
    position = battle(PACIFIC, turn=11, last_turn=11, in_play=["task_forces", "turn_11"])
    game = position.with_units("Akagi", "Kaga", "Yorktown").start().choose(PACIFIC)
    declared(grouped(game, ("Akagi",), ("Kaga",)), Kaga="hide").lay(1, 1, 1).choose("air", "air")
    assert (game.decision, game.subject) == (Decision.KAMIKAZE, "Akagi") and len(sightings(game)) == 3
    assert game.choose("no").decision == Decision.AIR_TARGET


@pytest.mark.rule("38.1", "29.51")
@pytest.mark.parametrize(("says", "asked"), [("search", True), ("hide", False)])
def test_the_aquila_defends_against_attackers_that_nobody_has_sighted(says, asked):
    position = battle("west_med", turn=5, last_turn=5, in_play=["task_forces", "italian_naval_buildup_1"])
    game = position.with_units("Ark Royal", "aquila", "Littorio").start().choose("west_med")
    declared(grouped(game, ("Aquila",), ("Littorio",)), Aquila=says).lay(1, 1, 6).choose("air", "air")
    game.choose("Littorio")
    assert (game.decision == Decision.INTERCEPTION) == asked


@pytest.mark.rule("22.511", "29.1")
def test_french_ships_that_oppose_torch_are_grouped_with_the_axis():
    keys = {"turn": 6, "last_turn": 7, "owners": {"malta": "british"}}
    position = battle("west_med", in_play=["french_fleet_dilemma", "task_forces"], **keys)
    position.with_units("Tiger", "Hood").with_units("Dunkerque", "Provence", place="vichy_north_africa")
    game = position.start(dice=[1]).choose("west_med").until(Decision.LANDING).choose("tripoli")
    grouped(game)
    assert force_of(game, "Dunkerque") == {"Dunkerque", "Provence"}
    declared(game, Hood="hide", Dunkerque="hide").lay(6, 6).choose("air", "air")
    game.until(Decision.LANDING, Decision.TASK_FORCES, prefer=["remain"])
    assert game.decision == Decision.TASK_FORCES, "the landing takes a task force that lands"


@pytest.mark.rule("29.0")
def test_without_the_option_nobody_groups():
    game = battle(PACIFIC).with_units("Akagi", "Yorktown").start().choose(PACIFIC)
    assert game.decision == Decision.ACTION_TYPE and not STATE.read(game.record, "task_force").any()


@pytest.mark.rule("29.0")
def test_when_the_combat_is_over_nothing_is_left_of_it():
    game = fight("Akagi", "Yorktown", kind="air", dice=[1, 1]).until(Decision.COMBAT_AREA, prefer=["hold", "retreat"])
    for field in ("task_force", "intention", "sighted", "striking", "exposed"):
        assert not np.any(game.record[field])


@pytest.mark.rule("29.0")
def test_a_game_may_be_saved_at_every_question():
    position = battle(PACIFIC, **FORCES).with_units("Kongo", "Kure", "Akagi", "Texas", "Yorktown", "1st Marines")
    for seed in range(4):
        game, draws = position.start(seed=seed), np.random.default_rng(seed)
        while not game.over:
            check_position(game.books[0], game.templates[0], game.record)
            game.choose(draws.choice(sorted(game.choices)))
