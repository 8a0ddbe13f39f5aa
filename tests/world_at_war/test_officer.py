"""The staff officer of A World at War."""

import numpy as np
import pytest

import aw_agents
from aw_agents.arena.match import play_match
from aw_agents.declared import staffed
from aw_env import world_at_war_v0
from aw_env.games.world_at_war.records.kinds import Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.rules import redeployment
from tests.world_at_war.landings import CRUISERS, NOUMEA, landing
from tests.world_at_war.positions import READY, number, playing

OFFICER = staffed("world_at_war").scripted()


@pytest.mark.parametrize("scenario", ["raiders", "raiders_long", "night_express"])
def test_it_beats_random_from_both_sides(scenario):
    rules = world_at_war_v0.GAME.ruleset(scenario)
    officer, random = (aw_agents.load(name, "world_at_war") for name in ("scripted", "random"))
    as_allies = play_match(rules, [officer, random], 100, 3).results
    as_axis = play_match(rules, [random, officer], 100, 3).results
    assert (as_allies == 1).mean() >= 0.95 and (as_axis == -1).mean() >= 0.95


def test_it_answers_from_its_own_view_as_it_does_compiled():
    """What it does not know makes no difference to it."""
    for seed in range(8):
        scenario = ("raiders", "night_express")[seed % 2]
        game, rng = world_at_war_v0.game(scenario, seed=seed), np.random.default_rng(seed)
        compared = 0
        while not game.ended and compared < 150:
            mask = game.action_mask
            blind = OFFICER.act(game.view(game.seat), {"action_mask": mask}, {})
            knowing = OFFICER.act(game.view(), {"action_mask": mask}, {})
            assert blind == knowing, game.describe()
            compared += 1
            game.apply(blind if rng.random() < 0.5 else int(rng.choice(game.legal_actions())))


def test_it_sails_while_it_may_pay_and_opposes_raiders():
    game = world_at_war_v0.game(seed=2)
    sailed = opposed = 0
    while not game.ended:
        game.apply(OFFICER.act(game.view(game.seat), {"action_mask": game.action_mask}, {}))
        kinds = [event[0] for event in game.events()]
        sailed += kinds.count("sails")
        opposed += kinds.count("detection")
    assert sailed >= 5 and opposed >= 5 and game.view(Side.AXIS).turn == 10


def test_its_ships_that_have_engaged_raiders_go_home():
    """Not to the first port that there is."""
    ships = {"scharnhorst": {"place": "bergen"}, "hood": {"place": "britain"}}
    game = playing(Phase.MISSIONS, ships, [3, 3, *[1] * 20], turn=3, brps=[20, 8])
    game.choose("scharnhorst", Option.DONE, Option.DONE, Option.YES, "hood")
    while game.asked != Decision.DESTINATION:
        game.choose(Option.NO if game.asked == Decision.OPPOSE else Option.DONE)
    answer = OFFICER.act(game.view(Side.ALLIES), {"action_mask": game.action_mask}, {})
    assert dict(game.actions())[answer] == "to Other British ports" and len(game.places) == 4


def test_it_sends_damaged_ships_from_the_sw_box_to_port():
    ships = {"hood": {"place": "atlantic_sw", "condition": Condition.DAMAGED}, "renown": {"place": "atlantic_sw"}}
    game = playing(Phase.MOVEMENT, ships, moving=Side.ALLIES, turn=8, step=1, cursor=-1)
    told = []
    while game.asked in (Decision.BASE_CHANGE, Decision.DESTINATION):
        answer = OFFICER.act(game.view(Side.ALLIES), {"action_mask": game.action_mask}, {})
        told.append(dict(game.actions())[answer])
        game.choose(answer)
    assert told == ["Hood (3, damaged)", "to Scapa Flow", "no more"]


def test_it_beats_random_with_landings_from_both_sides():
    rules = world_at_war_v0.GAME.ruleset("night_express", ("landings", "carriers"))
    officer, random = (aw_agents.load(name, "world_at_war") for name in ("scripted", "random"))
    as_allies = play_match(rules, [officer, random], 50, 3).results
    as_axis = play_match(rules, [random, officer], 50, 3).results
    assert (as_allies == 1).mean() >= 0.95 and (as_axis == -1).mean() >= 0.95


def answers_in_a_landing(count, **position):
    """The officer's answers, by what it knows and by what there is, from the question where it invades on."""
    game = landing(NOUMEA | CRUISERS, marines={"noumea": 2}, **position).game
    told = []
    for _ in range(count):
        blind = OFFICER.act(game.view(game.seat), {"action_mask": game.action_mask}, {})
        assert blind == OFFICER.act(game.view(), {"action_mask": game.action_mask}, {}), game.describe()
        told.append(dict(game.actions())[blind])
        game.apply(blind)
    return told


def test_it_lands_where_nothing_stops_it_and_a_group_is_shared_from_then_on():
    """With as many guns as the odds want; the Solomons are shared already."""
    told = answers_in_a_landing(8)
    assert told[:4] == ["invade Manus", "from Noumea", "marines", "no more"]
    assert all(answer.startswith("send Pacific cruiser") for answer in told[4:7]) and told[7] == "sail"


def test_it_does_not_land_for_the_points_of_a_last_turn():
    assert answers_in_a_landing(1, turn=7) == ["no more invasions"]


@pytest.mark.parametrize("scenario", ["raiders", "night_express"])
def test_tuned_beats_the_officer_from_both_sides(scenario):
    """More than the officer has there against itself."""
    rules = world_at_war_v0.GAME.ruleset(scenario)
    tuned, officer = (aw_agents.load(name, "world_at_war") for name in ("tuned", "scripted"))
    usual = play_match(rules, [officer, officer], 1_000, 3)
    as_allies, as_axis = play_match(rules, [tuned, officer], 1_000, 3), play_match(rules, [officer, tuned], 1_000, 3)
    assert as_allies.of_seat(0).margins.mean() > usual.of_seat(0).margins.mean() + 1
    assert as_axis.of_seat(1).margins.mean() > usual.of_seat(1).margins.mean() + 1


@pytest.mark.parametrize("submarines, sent", [([0, 3, 0], 4), ([3, 0, 0], 0), ([2, 2, 0], 2)])
def test_its_asw_is_where_submarines_are(submarines, sent):
    game = playing(Phase.REDEPLOYMENT, {}, scenario="raiders_long", options=("submarine_warfare", "axis_suez"), turn=14,
                   moving=Side.ALLIES, step=redeployment.SHIFT, control=with_suez(), submarines=submarines,
                   asw=[1, 3, 0])  # fmt: skip
    assert game.choose(Option.DONE).asked == Decision.TRANSFER
    answer = OFFICER.act(game.view(Side.ALLIES), {"action_mask": game.action_mask}, {})
    assert answer == Option.COUNT_0 + sent


def with_suez():
    """Whose places are, Suez the Axis's."""
    control = READY.templates[0]["control"].copy()
    control[number("suez")] = Side.AXIS
    return control
