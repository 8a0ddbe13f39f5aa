"""The faces: PettingZoo, Gymnasium, the batch, saves, copies, tables."""

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import aw_env
from aw_agents.declared import random_of
from aw_env import naval_miniatures_v0
from aw_env.core.errors import IllegalAction, SaveError
from aw_env.games import named
from aw_env.recording import Recorder
from aw_env.table.offers import Setup

SCENARIOS = ("random", "standard", "convoy")


def played(scenario, decisions, seed=0, **arguments):
    """A battle after some random decisions."""
    game, rng = naval_miniatures_v0.game(scenario, seed=seed, **arguments), np.random.default_rng(seed)
    for _ in range(decisions):
        if not game.ended:
            game.apply(int(rng.choice(game.legal_actions())))
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_the_environment_sound(scenario):
    api_test(naval_miniatures_v0.env(scenario=scenario), num_cycles=150)


def test_it_is_registered():
    assert aw_env.__doc__
    made = pettingzoo.make("aec", "aw_env/NavalMiniatures-v0", scenario="random").unwrapped
    assert made.game.rules.name == "naval_miniatures_v0"
    assert "aw_env/NavalMiniatures-v0" in gymnasium.registry


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_a_seat_sound():
    env = naval_miniatures_v0.single_agent_env("axis", random_of("naval_miniatures")(), "random", on_illegal="random")
    check_env(env, skip_render_check=True)


def test_stable_baselines_finds_a_seat_sound():
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env = naval_miniatures_v0.single_agent_env("allies", random_of("naval_miniatures")(), "random", on_illegal="random")
    checker.check_env(env, warn=False, skip_render_check=True)


def test_maskable_ppo_learns_on_random_fleets():
    ppo = pytest.importorskip("sb3_contrib").MaskablePPO
    env = naval_miniatures_v0.sb3_vec_env(4, random_of("naval_miniatures")(), scenario="random", seed=0)
    model = ppo("MlpPolicy", env, n_steps=16, batch_size=32, n_epochs=1, seed=0).learn(64)
    assert model.num_timesteps == 64


def test_a_batch_plays_the_games_that_single_games_play():
    games = naval_miniatures_v0.vec_env(4, "random", seed=3, num_threads=1)
    singles = [naval_miniatures_v0.game("random", seed=naval_miniatures_v0.game_seed(3, n)) for n in range(4)]
    for _ in range(25):
        for number, single in enumerate(singles):
            assert (games.observations[number] == single.observe(single.seat)).all()
            assert (games.action_masks[number] == single.action_mask).all()
        actions = games.action_masks.argmax(axis=1)
        for number, single in enumerate(singles):
            single.apply(int(actions[number]))
        games.step(actions)


def test_columns_have_names_scales_and_tables():
    for layout in ("summary", "units", "candidates"):
        names = naval_miniatures_v0.observation_columns(layout)
        assert len(names) == len(set(names)) == len(naval_miniatures_v0.observation_scale(layout))
        tables = naval_miniatures_v0.observation_tables(layout).values()
        assert sum(rows * width for _, rows, width in tables) == len(names)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_decision_can_be_saved_and_restored(scenario):
    game, rng = naval_miniatures_v0.game(scenario, seed=2), np.random.default_rng(2)
    other, kinds = naval_miniatures_v0.game(scenario, seed=0), set()
    while not game.ended:
        kind = int(game.info()["decision"])
        if kind not in kinds:
            kinds.add(kind)
            other.restore(game.save())
            assert (other.action_mask == game.action_mask).all()
        game.apply(int(rng.choice(game.legal_actions())))
    other.restore(game.save())
    assert other.ended and other.margin == game.margin and len(kinds) > 6


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_save_goes_on_like_the_battle(scenario):
    game, other = played(scenario, 60), naval_miniatures_v0.game(scenario, seed=99)
    other.restore(game.save())
    rng = np.random.default_rng(1)
    while not game.ended:
        action = int(rng.choice(game.legal_actions()))
        game.apply(action)
        other.apply(action)
    assert other.ended and other.margin == game.margin


@pytest.mark.parametrize(
    ("field", "at", "value"),
    [("place", 0, 90), ("based_on", 0, 3), ("card", 0, 63), ("smokes", None, 3), ("fleet", 0, 30), ("roster", 0, 7),
     ("gone", 0, 1), ("depth", None, 0), ("zone", None, 0), ("damage", 0, 9), ("drafted", (0, 3), 1)],
)  # fmt: skip
def test_a_damaged_save_changes_nothing(field, at, value):
    game, broken = played("random", 40, seed=1), played("random", 40, seed=1)
    before = game._games.tobytes()
    if at is None:
        broken._games[field][0] = value
    else:
        broken._games[field][0][at] = value
    with pytest.raises(SaveError):
        game.restore(broken.save())
    assert game._games.tobytes() == before


def test_an_illegal_action_names_what_is_legal_and_changes_nothing():
    game = naval_miniatures_v0.game("standard", seed=0)
    before = game._games.tobytes()
    with pytest.raises(IllegalAction, match="which card joins.*Legal: .*HMAS Canberra"):
        game.apply(0)
    assert game._games.tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"scenario": "standrd"}, "did you mean"),
        ({"options": ["historcal"]}, "did you mean"),
        ({"options": ["year=42"]}, "1900"),
        ({"observation": "candidate"}, "candidates"),
        ({"options": "historical"}, "a list of names"),
    ],
)
def test_wrong_arguments_are_one_clear_error(arguments, says):
    with pytest.raises(ValueError, match=says):
        naval_miniatures_v0.game(**arguments)


def test_every_scenario_is_offered_and_begins():
    offers = named("naval_miniatures").scenarios()
    assert {"standard", "random", "convoy", "river_plate", "leyte"} <= {offer.name for offer in offers}
    for offer in offers:
        assert offer.title and not naval_miniatures_v0.game(offer.name, seed=1).ended
        for option in offer.options:
            assert not naval_miniatures_v0.game(offer.name, options=[option.name], seed=1).ended


def test_an_info_in_words_names_the_unit_that_is_asked():
    game = naval_miniatures_v0.game("river_plate", seed=1)
    info = game.info_in_words()
    assert info["decision"] == "deploy_ship" and game.view().unit(info["subject"]) == game.view().asked_unit


def test_a_recorded_battle_plays_again(tmp_path):
    setup = Setup(game="naval_miniatures", scenario="river_plate", seed=4)
    game, rng = setup.begin(), np.random.default_rng(4)
    while not game.ended:
        game.apply(int(rng.choice(game.legal_actions())))
    assert game.history_leads_here()
    assert Recorder.__doc__


def test_a_battle_on_the_page_against_the_computer(tmp_path):
    pytest.importorskip("starlette")
    from tests.test_web import Page, begun, served

    with served(tmp_path / "games.sqlite3") as client:
        setup = {"game": "naval_miniatures", "scenario": "river_plate"}
        id, tokens = begun(client, {"allies": "person", "axis": "random"}, **setup)
        with Page(client, id, tokens["allies"]) as page:
            assert page.question["subject"] == "unit hms_ajax" and len(page.parts["scene"]["areas"]) == 72
            page.play()
            assert "win" in page.parts["table"]["over"]
            assert any(line["side"] for line in page.log if line["kind"] == "moved")


def test_a_page_does_not_show_what_the_other_side_buys(tmp_path):
    pytest.importorskip("starlette")
    from tests.test_web import PEOPLE, Page, begun, served

    with served(tmp_path / "games.sqlite3") as client:
        id, tokens = begun(client, PEOPLE, game="naval_miniatures", scenario="standard")
        with Page(client, id, tokens["allies"]) as allies:
            assert allies.say("say", words="Hood")["type"] == "done"
            while allies.question is None or "52 points left" not in allies.question["words"]:
                allies.hear()
            assert "HMS Hood" in str(allies.parts["scene"]["notes"])
            with Page(client, id, tokens["axis"]) as axis:
                assert axis.question is None and "Hood" not in str(axis.parts) + str(axis.log)
