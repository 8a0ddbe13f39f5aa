"""The faces: PettingZoo, Gymnasium, the batch, saves, copies, words, pictures."""

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import aw_env
from aw_agents.arena.match import play_match
from aw_agents.war_at_sea.play import RandomPlayer, ScriptedPlayer
from aw_env import war_at_sea_v0
from aw_env.core.errors import IllegalAction, SaveError
from aw_env.games.war_at_sea.game import ruleset
from aw_env.games.war_at_sea.records.steps import Step
from aw_env.games.war_at_sea.words.observation_guide import guide

SCENARIOS = ("barents", "war_at_sea")


def played(scenario, decisions, seed=0, **arguments):
    """A game after some random decisions."""
    game, rng = war_at_sea_v0.game(scenario, seed=seed, **arguments), np.random.default_rng(seed)
    for _ in range(decisions):
        if not game.ended:
            game.apply(int(rng.choice(game.legal_actions())))
    return game


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_finds_the_environment_sound(scenario):
    api_test(war_at_sea_v0.env(scenario=scenario), num_cycles=200)


def test_it_is_registered():
    assert aw_env.__doc__
    assert pettingzoo.make("aec", "aw_env/WarAtSea-v0", scenario="barents").unwrapped.game.rules.name == "war_at_sea_v0"
    assert "aw_env/WarAtSea-v0" in gymnasium.registry


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_a_seat_sound():
    env = war_at_sea_v0.single_agent_env("axis", RandomPlayer(), "barents", on_illegal="random")
    check_env(env, skip_render_check=True)


def test_stable_baselines_steps_the_batch():
    pytest.importorskip("stable_baselines3")
    games = war_at_sea_v0.sb3_vec_env(4, [RandomPlayer(), ScriptedPlayer()], scenario="barents", seed=1)
    games.reset()
    for _ in range(20):
        masks = np.array(games.env_method("action_masks"))
        games.step(masks.argmax(axis=1))


@pytest.mark.parametrize("layout", ["summary", "units"])
def test_a_batch_plays_the_games_that_single_games_play(layout):
    games = war_at_sea_v0.vec_env(4, "barents", seed=3, observation=layout, num_threads=1)
    singles = [
        war_at_sea_v0.game("barents", seed=war_at_sea_v0.game_seed(3, number), observation=layout)
        for number in range(4)
    ]
    for _ in range(15):
        for number, single in enumerate(singles):
            if not single.ended:
                assert (games.observations[number] == single.observe(single.seat)).all()
                assert (games.action_masks[number] == single.action_mask).all()
        actions = games.action_masks.argmax(axis=1)
        for number, single in enumerate(singles):
            if not single.ended:
                single.apply(int(actions[number]))
        games.step(actions)


@pytest.mark.parametrize("layout", ["summary", "units"])
def test_columns_have_names_scales_and_tables(layout):
    names = war_at_sea_v0.observation_columns(layout)
    game = war_at_sea_v0.game("barents", seed=0, observation=layout)
    assert len(names) == len(set(names)) == len(war_at_sea_v0.observation_scale(layout)) == game.observe(0).size
    tables = war_at_sea_v0.observation_tables(layout).values()
    assert sum(rows * width for _, rows, width in tables) == len(names)
    assert sorted(first for first, _, _ in tables) == [first for first, _, _ in tables]


def test_an_observation_says_what_is_on_the_board():
    names = war_at_sea_v0.observation_columns()
    game = war_at_sea_v0.game("barents", seed=0)
    seen = {seat: dict(zip(names, game.observe(seat).tolist(), strict=True)) for seat in (0, 1)}
    assert seen[0]["area/barents/mine/vessels"] == seen[1]["area/barents/theirs/vessels"] == 8
    assert seen[0]["area/barents/theirs/attack"] == 3 + 1 + 2 + 4 + 1
    assert seen[1]["unit/bismarck/place"] == 1 + 3 and seen[0]["unit/bismarck/place"] == -4
    assert seen[1]["area/barents/my_aircraft"] == seen[0]["area/barents/their_aircraft"] == 3
    assert seen[0]["choosing"] == 1 - seen[1]["choosing"]


@pytest.mark.parametrize("layout", ["summary", "units"])
def test_the_sides_see_each_others_units_mirrored(layout):
    game = played("war_at_sea", 200)
    names = war_at_sea_v0.observation_columns(layout)
    rows = []
    for seat in (0, 1):
        row = np.zeros(len(names), np.int16)
        game.rules.observe(game.rules.scenario.books, game._games, 0, seat, game.rules.layouts[layout], row)
        rows.append(dict(zip(names, row.tolist(), strict=True)))
    for name, value in rows[0].items():
        if "/mine/" in name:
            assert value == rows[1][name.replace("/mine/", "/theirs/")]


@pytest.mark.parametrize(("scenario", "decisions"), [("barents", 10), ("war_at_sea", 130), ("war_at_sea", 400)])
def test_a_save_goes_on_like_the_game(scenario, decisions):
    game = played(scenario, decisions)
    other = war_at_sea_v0.game(scenario, seed=99)
    other.restore(game.save())
    while not game.ended:
        action = game.legal_actions()[-1]
        game.apply(action)
        other.apply(action)
        assert (game.action_mask == other.action_mask).all()
    assert other.ended and other.margin == game.margin


def test_every_decision_can_be_saved_and_restored():
    game, rng = war_at_sea_v0.game("war_at_sea", seed=2), np.random.default_rng(2)
    other, kinds = war_at_sea_v0.game("war_at_sea", seed=0), set()
    while not game.ended:
        kind = game.info()["decision"]
        if kind not in kinds:
            kinds.add(kind)
            other.restore(game.save())
            assert (other.action_mask == game.action_mask).all()
        game.apply(int(rng.choice(game.legal_actions())))
    assert len(kinds) > 10


def test_a_damaged_save_changes_nothing():
    game = played("barents", 5)
    before = game._games.tobytes()
    broken = war_at_sea_v0.game("barents", seed=0)
    broken._games["place"][0, 2] = 9
    broken._games["frames"][0, 1] = (7, 17, 0, 0)
    with pytest.raises(SaveError):
        game.restore(broken.save())
    assert game._games.tobytes() == before


def test_a_save_in_which_a_ship_in_port_returns_from_sea_is_refused():
    game, twin = played("war_at_sea", 130), played("war_at_sea", 130)
    record = twin._games[0]
    in_port = next(unit for unit in game.view().units if unit.in_port and unit.bound_for < 0).number
    record["frames"][record["depth"]] = (Step.RETURN, in_port, 0, 0)
    record["depth"] += 1
    with pytest.raises(SaveError, match="return of what is no unit that returns"):
        game.restore(twin.save())


def test_an_illegal_action_names_what_is_legal_and_changes_nothing():
    game = war_at_sea_v0.game("war_at_sea", seed=0)
    before = game._games.tobytes()
    with pytest.raises(IllegalAction, match="Nelson.*Legal: .*England"):
        game.apply(0)
    assert game._games.tobytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"scenario": "barent"}, "did you mean"),
        ({"options": ["face_dwn"]}, "did you mean"),
        ({"observation": "candidate"}, "candidates"),
        ({"options": "face_down"}, "a list of names"),
    ],
)
def test_wrong_arguments_are_one_clear_error(arguments, says):
    with pytest.raises(ValueError, match=says):
        war_at_sea_v0.game(**arguments)


@pytest.mark.parametrize("decisions", [0, 60, 200, 500])
def test_a_position_written_as_a_scenario_starts_there(tmp_path, decisions):
    game = played("war_at_sea", decisions, seed=4)
    file = tmp_path / "position.toml"
    file.write_text(game.view().to_scenario(), "utf-8")
    again = war_at_sea_v0.game(file, seed=0)
    assert again.view().turn >= game.view().turn and again.view().lead == game.view().lead
    damage = [sum(unit.damage for unit in one.view().units) for one in (game, again)]
    assert damage[0] == damage[1]
    assert again.rules.scenario.books["last_turn"][0] == 8


def test_every_choice_typed_as_printed_is_that_choice():
    game, rng = war_at_sea_v0.game("war_at_sea", seed=6), np.random.default_rng(6)
    for _ in range(500):
        for action, words in game.actions():
            assert game.action_named(words) == action
        assert game.describe() and all(words for *_, words in game.events())
        game.apply(int(rng.choice(game.legal_actions())))


def test_pictures():
    game = played("war_at_sea", 150)
    assert "North Sea" in game.rules.draw("ansi", game.view())
    picture = game.rules.picture(game.view())
    assert picture.dtype == np.uint8 and picture.shape[2] == 3 and picture.std() > 10


@pytest.mark.parametrize("side", [0, 1])
def test_the_officer_beats_random_play(side):
    players = [RandomPlayer(), RandomPlayer()]
    players[side] = ScriptedPlayer()
    score = play_match(ruleset("war_at_sea"), players, 40, seed=5)
    assert score.of_seat(side).points > 0.9


def test_the_officer_answers_at_the_table_as_in_a_batch():
    game, officer = war_at_sea_v0.game("barents", seed=1), ScriptedPlayer()
    other = war_at_sea_v0.game("barents", seed=1)
    other.let_play(officer, np.ones((1, 2), np.int8))
    while not game.ended:
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(officer.act(game.view(game.seat), seen, game.info()))
    assert game.margin == other.margin and game.dice_rolled == other.dice_rolled


@pytest.mark.parametrize("options", [[], ["face_down"]])
def test_rows_brought_up_to_date_are_those_written_anew(options):
    games = war_at_sea_v0.vec_env(3, "war_at_sea", seed=8, options=options, num_threads=1)
    anew = np.zeros(games.observations.shape[1], np.int16)
    for _ in range(700):
        games.step(games.random_actions())
        for number in range(3):
            games.rules.observe(games.rules.scenario.books, games.games, number, int(games.seats[number]), 0, anew)
            assert (games.observations[number] == anew).all()


def test_the_guide_explains_every_layout():
    written = guide()
    for layout in ("summary", "units", "candidates"):
        assert f'| `"{layout}"` | {len(war_at_sea_v0.observation_columns(layout))} |' in written
