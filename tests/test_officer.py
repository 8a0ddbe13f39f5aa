"""The staff officer's orders in the whole war, one sort of decision after another."""

import numpy as np
import pytest

import aw_agents
from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_agents.arena.match import Match
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.observation import strength
from aw_env.games.admirals_war.records.terms import ACTIONS, Decision, Event, Power
from tests.positions import battle, from_file, movement, names, unit_number


def advice(game):
    """What the officer answers, in words."""
    return game.word(int(decide(game.books, game.games, 0, game.mask, STANDING)))


def follow(game, *until, until_turn=99):
    """Let the officer play until one of these decisions is asked, or a turn begins."""
    while not game.over and game.decision not in until and int(game.record["turn"]) < until_turn:
        game.choose(advice(game))
    return game


# --- set-up and bases ----------------------------------------------------------------------------------


def test_the_british_are_spread_over_their_ports():
    game = follow(from_file("campaign"), Decision.PATROL_ORDER)
    ports = [
        names().places[int(game.record["place"][unit])].id
        for unit in game.record["roster"][: int(game.record["units"])]
        if game.record["controller"][unit] == Power.BRITISH and int(game.record["place"][unit]) >= 0
    ]
    assert ports.count("england") >= 10
    assert len({port for port in ports if port in ("gibraltar", "suez", "trincomalee", "singapore")}) >= 1


def test_a_damaged_ship_goes_where_most_is_repaired():
    keys = {"turn": 3, "last_turn": 8}
    game = movement("return", **keys).with_units("Bismarck", place="bay_of_biscay", damage=5).owned("brest", "german")
    assert advice(game.start()) == "germany"


def test_a_damaged_ship_stays_in_dock():
    keys = {"turn": 3, "last_turn": 8}
    sound = ("Kako", "Aoba", "Tone", "Mutsu")
    game = movement(**keys).with_units("Yamato", place="yokosuka", damage=6).with_units(*sound, place="yokosuka")
    game = game.start().until(Decision.PATROL_ORDER)
    while game.subject != "Yamato":
        game.choose("stay")
    assert advice(game) == "stay"
    while game.subject != "Kako":
        game.choose("stay")
    assert advice(game) != "stay", "the sound cruiser goes on patrol"


def test_on_the_last_turn_it_sails_damaged():
    game = movement(turn=8, last_turn=8).with_units("Yamato", place="yokosuka", damage=3).start()
    assert advice(game) not in ("stay", "turn_raider")


def test_the_carrier_is_repaired_first():
    position = movement(turn=3, last_turn=8).with_units("Kako", "Akagi", "Kongo", place="yokosuka", damage=1)
    assert advice(position.start().until(Decision.REPAIR, prefer=["stay"])) == "Akagi"


# --- Japan ---------------------------------------------------------------------------------------------


def peace(turn, *units, place="yokosuka", **keys):
    """Japanese units before the war."""
    keys = {"hostilities": False, "turn": turn, "last_turn": 10, **keys}
    position = movement(**keys).flag("indonesia", "allies").flag("hawaiian_islands", "allies")
    return position.with_units(*units, place=place)


STRIKE_FORCE = ("Kongo", "Akagi", "Kaga", "Soryu", "Hiryu", "Shokaku", "Zuikaku", "Kako")


def test_the_raid_force_is_the_fast_carriers_and_ships_that_screen_them():
    guard = ("Prince of Wales", "Repulse")  # they keep the flag in Indonesia (§19.44)
    game = peace(3, *STRIKE_FORCE).with_units(*guard, place="indonesia").start()
    while game.decision == Decision.PATROL_ORDER:
        game.choose(advice(game))
    force = [ship for ship in STRIKE_FORCE if game.unit(ship).place in ("raid_force", "hawaiian_islands")]
    assert set(force) == set(STRIKE_FORCE) - {"Kako"}
    follow(game, Decision.COMBAT_AREA)
    assert game.events(Event.WAR)


@pytest.mark.parametrize("turn", [1, 2])
def test_while_it_is_weak_japan_keeps_the_peace(turn):
    game = peace(turn, "Kongo", "Akagi", "Kaga", "Soryu", "Hiryu").start()
    follow(game, until_turn=turn + 1)
    assert not game.events(Event.WAR) and int(game.record["hostilities"]) == 0


def test_in_peace_japanese_ships_go_home_to_the_port_from_which_they_may_attack():
    keys = {"hostilities": False, "turn": 2, "last_turn": 8}
    game = movement("return", **keys).with_units("Kako", place="marianas").start()
    assert "saipan" in game.choices and advice(game) == "yokosuka"


# --- submarines ----------------------------------------------------------------------------------------


def inversion(*enemies):
    """A U-boat in the Air Gap with these enemies, asked to turn raider."""
    position = movement("raiding", turn=3, last_turn=8).with_units("U-boat 1", *enemies, place="air_gap")
    return position.start().until(Decision.INVERSION, prefer=["stay"])


def test_a_submarine_among_many_escorts_turns_on_the_carrier():
    assert advice(inversion("Ark Royal", "Kent", "Suffolk", "Norfolk", "Exeter", "York")) == "invert"


def test_a_submarine_that_nobody_hunts_stays_with_the_merchants():
    assert advice(inversion()) == "stay"


def test_a_torpedo_is_for_the_carrier():
    position = battle("air_gap", turn=3, last_turn=8).with_units("Ark Royal", "Kent").with_units("Scharnhorst")
    game = position.with_units("U-boat 1", raiding=True).start(dice=[3] * 40)
    game.choose("air_gap").until(Decision.SUBMARINE_TARGET, prefer=["surface", "remain"])
    assert advice(game) == "Ark Royal"


def test_the_submarine_of_less_use_is_given_up():
    position = battle("air_gap", turn=3, last_turn=8).with_units("Kormoran", "Thor", "Atlantis", "Kent")
    game = position.start(dice=[6]).choose("air_gap")
    assert game.decision == Decision.ASW_LOSS and advice(game) == "Atlantis", "the slowest"


# --- strength ------------------------------------------------------------------------------------------


def test_units_at_sea_count_in_full_and_units_in_port_in_part():
    position = movement(turn=3, last_turn=8).with_units("Hood", place="north_sea")
    game = position.with_units("Bismarck", place="germany").start()
    if not INTERPRETED:
        pytest.skip("the sums are seen in the interpreted run only")
    area = names().printed.area_numbers["north_sea"]
    found = strength.forces(game.books[0], game.record, 0, -1, strength.THIS_TURN)[area]
    assert found[0, strength.Sum.GUNS] == 4
    assert 0 < found[1, strength.Sum.GUNS] < 4
    assert 0 < found[1, strength.Sum.VALUE] < strength.value_of(game.books[0], game.record, unit_number("Bismarck"))


# --- whole wars ----------------------------------------------------------------------------------------


def test_its_campaigns_are_wars():
    """Measured over 500: `docs/balance.md`.  Japan attacks, and neither track is decided in every game alike."""
    rules = ruleset("campaign")
    scripted = aw_agents.load("scripted")
    match = Match(rules, [scripted, scripted], 24, 7, "summary")
    while match.running.any():
        match.let_play(0, scripted)
        match.let_play(1, scripted)
    assert (match.games["hostilities"] == 1).all()
    assert set(match.games["hostilities_since"].tolist()) <= {3, 4}
    assert len(set(match.games["victory_points"][:, 0].tolist())) > 5


def test_four_officers_finish_their_war():
    rules = ruleset("campaign", players=4)
    players = [aw_agents.load("scripted")] * 4
    match = Match(rules, players, 4, 1, "summary")
    while match.running.any():
        for seat, player in enumerate(players):
            match.let_play(seat, player)
    assert (match.games["turn"] == 10).all()


def test_on_turn_eleven_a_kamikaze_leaves_another_to_control_the_area():
    position = battle("coral_sea", turn=11, last_turn=11, in_play=["turn_11"]).with_units("Akagi", "21AF", "Pensacola")
    game = position.start().choose("coral_sea").until(Decision.KAMIKAZE, prefer=["hold", "air"])
    assert (game.subject, advice(game)) == ("Akagi", "yes")
    game.choose("yes")
    assert (game.subject, advice(game)) == ("21AF", "no")


def test_italy_goes_to_war_on_turn_zero_if_it_may():
    keys = {"turn": 0, "last_turn": 1, "in_play": ["turn_0"], "italy_neutral": True}
    game = movement("land_based_air", **keys).with_units("Zara", place="taranto").start(dice=[1, 1])
    assert (game.decision, advice(game)) == (Decision.ITALIAN_WAR, "yes")


def test_the_best_ships_are_sent_to_the_pacific():
    keys = {"turn": 10, "last_turn": 11, "in_play": ["turn_11"], "victory_points": {"atlantic": 2}}
    position = movement("return", **keys).with_units("Exeter", "Illustrious", place="england").owned("malta", "british")
    game = position.with_units("Essex", place="usa").start()
    sent = [game.decision, advice(game)]
    game.choose(advice(game))
    assert [*sent, advice(game)] == [Decision.TRANSFER, "Essex", "Illustrious"]


def test_nobody_sails_for_atlantic_areas_on_turn_eleven():
    keys = {"turn": 11, "last_turn": 11, "in_play": ["turn_11"]}
    game = movement(**keys).with_units("Hood", place="england").with_units("Exeter", place="trincomalee").start()
    assert game.subject == "Hood" and advice(game) in ("stay", "turn_raider")


def test_a_decision_that_it_does_not_know_it_answers_by_doing_nothing():
    game = movement(turn=3, last_turn=8).with_units("Hood", place="england").start()
    game.record["decision"] = 99
    for legal, best in (([0], 0), ([3, 5], 3), ([5, ACTIONS - 1], 5), ([ACTIONS - 1], ACTIONS - 1)):
        mask = np.zeros(ACTIONS, np.int8)
        mask[legal] = 1
        assert int(decide(game.books, game.games, 0, mask, STANDING)) == best


# --- task forces (§29) ---------------------------------------------------------------------------------


def in_task_forces(*units, area="coral_sea"):
    """A combat that has been selected, with task forces in play."""
    return battle(area, turn=3, last_turn=8, in_play=["task_forces"]).with_units(*units).start().choose(area)


def test_what_cannot_fight_hides_apart_from_the_rest():
    game = in_task_forces("Akagi", "Kongo", "Kure", "Yorktown")
    assert (game.decision, advice(game)) == (Decision.TASK_FORCES, "divide")
    while game.decision in (Decision.TASK_FORCES, Decision.JOIN_TASK_FORCE):
        game.choose(advice(game))
    said = {}
    while game.decision == Decision.INTENTION:
        said[game.subject] = advice(game)
        game.choose(advice(game))
    assert said == {"Kongo": "search", "Kure": "hide", "Yorktown": "hide"}, "the Yorktown is outnumbered"
    assert game.unit("Akagi").task_force == game.unit("Kongo").task_force != game.unit("Kure").task_force


def test_ships_that_fight_stay_together():
    assert advice(in_task_forces("Akagi", "Kongo", "Yorktown")) == "together"


def test_an_unseen_task_force_joins_a_surface_action_that_it_should_win():
    for enemy, answer in (("Pensacola", "yes"), ("South Dakota", "no")):
        game = in_task_forces("Myoko", enemy).lay(1, 6).choose("new_group", "new_group", "search", "search")
        game.choose("surface", "surface")
        assert (game.decision, game.subject, advice(game)) == (Decision.JOIN_ACTION, "Myoko", answer)
