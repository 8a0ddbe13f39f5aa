"""The layout "candidates": what is said of each legal action, in every face."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from aw_env import war_at_sea_v0
from aw_env.core.declare.columns import CANDIDATES
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.games.war_at_sea.observation import columns as c
from aw_env.games.war_at_sea.records.terms import Decision
from tests.war_at_sea.test_secrets import AXIS, orders, set_up, told

FIRST_CANDIDATE, _, CANDIDATE_WIDTH = c.LAYOUT.tables(CANDIDATES)[CANDIDATES]
NAMES = [
    name.removeprefix("candidate/0/")
    for name in war_at_sea_v0.observation_columns(CANDIDATES)[FIRST_CANDIDATE:][:CANDIDATE_WIDTH]
]


def rows_of(observation):
    """The rows of candidates `(rows, columns)` of an observation."""
    first, rows, width = c.LAYOUT.tables(CANDIDATES)[CANDIDATES]
    return observation[first : first + rows * width].reshape(rows, width)


def choices(game):
    """What is said of each legal answer, as {action: {column: value}}; columns of 0 are left out."""
    rows = rows_of(game.observe(game.seat))
    return {
        action: {name: int(value) for name, value in zip(NAMES, row, strict=True) if value}
        for action, row in zip(game.legal_actions(), rows, strict=False)
    }


def named(game, words):
    """What is said of the answer that these words mean."""
    return choices(game)[game.action_named(words)]


def barents_until(decision, seed=1):
    """The battle of the example, up to the first question of a kind."""
    game = war_at_sea_v0.game("barents", seed=seed, observation=CANDIDATES)
    while game.info()["decision"] != decision:
        game.apply(game.legal_actions()[0])
    return game


# --- what the rows say -----------------------------------------------------------------------------------


@pytest.mark.rule("6.1", "6.4")
def test_an_order_is_told_the_area_and_the_die():
    game = war_at_sea_v0.game("war_at_sea", seed=1, observation=CANDIDATES)
    while game.info()["decision"] != Decision.ORDER:
        game.apply(game.legal_actions()[0])
    said = choices(game)
    unit = game.view().unit(game.info_in_words()["subject"])
    assert {row["action"] - 1 for row in said.values()} == set(game.legal_actions())
    beside = [row for row in said.values() if row.get("arrives") == 6]
    rolled = [row for row in said.values() if row.get("names_area") and row.get("arrives", 0) < 6]
    assert beside and all(row.get("arrives", 0) == unit.speed - 1 for row in rolled)
    (stay,) = [row for row in said.values() if row.get("idle")]
    assert "names_area" not in stay and "arrives" not in stay and stay["option"] == 1
    assert stay["unit/attack"] == unit.attack and stay["unit/hit_points"] == unit.defense + 1


@pytest.mark.rule("11.2", "7.3")
def test_shots_already_aimed_at_a_target_are_counted():
    game = barents_until(Decision.SURFACE_TARGET)
    target = next(action for action, row in choices(game).items() if row.get("names_unit"))
    before = choices(game)[target]
    assert "unit/attackers" not in before and "unit/aimed_damage" not in before
    dealt, power = before["unit/damage_dealt"], game.seat
    game.apply(target)
    assert game.info()["decision"] == Decision.SURFACE_TARGET and game.seat == power
    after = choices(game)[target]
    assert after["unit/attackers"] == 1 and after["unit/aimed_damage"] == dealt


@pytest.mark.rule("12.1")
def test_the_battle_lines_are_said_of_every_answer_that_names_no_place():
    game = barents_until(Decision.DISENGAGE)
    fight_on, leave = sorted(choices(game).values(), key=lambda row: -row.get("idle", 0))
    assert fight_on["idle"] == 1 and "idle" not in leave
    mine = {name for name in fight_on if name.startswith("mine/")}
    assert {"mine/vessels", "mine/attack"} <= mine and fight_on["theirs/vessels"] > 0
    assert all(leave.get(name, 0) == fight_on[name] for name in mine)


# --- every decision of whole games -------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "options"), [("war_at_sea", ["face_down"]), ("barents", [])])
def test_there_is_a_row_for_each_legal_action_and_the_summary_before_them(scenario, options):
    games = war_at_sea_v0.vec_env(4, scenario, 1, options=options, observation=CANDIDATES, num_threads=1)
    plain = war_at_sea_v0.vec_env(4, scenario, 1, options=options, num_threads=1)
    for _ in range(1500 if not INTERPRETED else 60):
        assert (games.observations[:, : c.LAYOUT.widths["summary"]] == plain.observations).all()
        for observation, mask in zip(games.observations, games.action_masks, strict=True):
            legal, rows = np.flatnonzero(mask), rows_of(observation)
            assert (rows[: len(legal), c.Choice.ACTION] == 1 + legal).all()
            assert not rows[len(legal) :].any()
        answers = games.random_actions()
        games.step(answers)
        plain.step(answers)


def test_every_face_shows_the_same():
    games = war_at_sea_v0.vec_env(1, "barents", 5, observation=CANDIDATES, num_threads=1)
    env = war_at_sea_v0.env(scenario="barents", observation=CANDIDATES)
    env.reset(seed=war_at_sea_v0.game_seed(5, 0))
    for _ in range(20):
        seen = env.last()[0]
        assert np.array_equal(seen["observation"], games.observations[0])
        answers = games.random_actions()
        env.step(int(answers[0]))
        games.step(answers)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_and_stable_baselines_take_the_layout():
    env = war_at_sea_v0.single_agent_env(scenario="barents", observation=CANDIDATES, on_illegal="random")
    check_env(env, skip_render_check=True)
    venv = war_at_sea_v0.sb3_vec_env(2, scenario="barents", observation=CANDIDATES)
    assert venv.reset().shape == (2, c.LAYOUT.widths[CANDIDATES])


# --- 19.3 --------------------------------------------------------------------------------------------------


@pytest.mark.rule("19.3")
def test_the_rows_of_the_axis_say_nothing_of_which_ship_lies_where():
    twins = [set_up(orders(*pair))[0] for pair in (("hood", "nelson"), ("nelson", "hood"))]
    compared = 0
    while twins[0].seat == AXIS and twins[0].info()["decision"] != Decision.AIR_MARKER:
        assert told(twins[0], AXIS) == told(twins[1], AXIS)
        for twin in twins:
            twin.apply(twin.legal_actions()[-1])
        compared += 1
    assert compared > 3
