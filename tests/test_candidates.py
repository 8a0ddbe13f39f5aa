"""The layout "candidates": what is said of each legal action, in every face."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env as gymnasium_check

from aw_env import admirals_war_v0
from aw_env.core.declare.columns import CANDIDATES, SUMMARY
from aw_env.core.engine.compiling import INTERPRETED, records
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.observation import columns as c
from aw_env.games.admirals_war.records.terms import Decision
from tests.positions import battle, movement

FIRST_CANDIDATE, _, CANDIDATE_WIDTH = c.LAYOUT.tables(CANDIDATES)[CANDIDATES]
NAMES = [
    name.removeprefix("candidate/0/")
    for name in admirals_war_v0.observation_columns(CANDIDATES)[FIRST_CANDIDATE:][:CANDIDATE_WIDTH]
]


def rows_of(observation):
    """The rows of candidates `(rows, columns)` of an observation."""
    first, rows, width = c.LAYOUT.tables(CANDIDATES)[CANDIDATES]
    return observation[first : first + rows * width].reshape(rows, width)


def choices(game):
    """What is said of each legal answer of a game under test, as {word: {column: value}}; columns of 0 are left out."""
    rules = ruleset("campaign")
    row, ledger = np.zeros((1, c.LAYOUT.widths[CANDIDATES]), np.int16), records(rules.ledger, 1)
    rules.observe(game.books, game.games, 0, int(game.record["seat"]), SUMMARY, row[0])
    answered = np.zeros(1, np.int64)
    rules.complete[CANDIDATES](game.books, game.games, 0, 1, answered, ledger, game.mask[None], row)
    legal, rows = np.flatnonzero(game.mask), rows_of(row[0])
    assert not rows[len(legal) :].any()
    return {
        game.word(action): {name: int(value) for name, value in zip(NAMES, row, strict=True) if value}
        for action, row in zip(legal, rows, strict=False)
    }


def part(row, prefix):
    """The columns of a row that begin alike."""
    return {name.removeprefix(prefix): value for name, value in row.items() if name.startswith(prefix)}


# --- what the rows say -----------------------------------------------------------------------------------


def test_a_patrol_is_told_who_is_there():
    position = movement(last_turn=8).flag("north_sea", "allies").with_units("Norfolk", place="england")
    said = choices(position.with_units("Scharnhorst", "Gneisenau", place="north_sea", raiding=True).start())
    north_sea = said["north_sea"]
    assert north_sea["names_area"] == 1 and (north_sea["area/my_points"], north_sea["area/their_points"]) == (1, 3)
    assert part(north_sea, "theirs/")["guns"] == 2 * 45, "three dice each, in red: half as much again"
    assert not part(north_sea, "mine/"), "the ship that is asked is not counted"
    assert part(north_sea, "unit/") == part(said["stay"], "unit/")
    assert part(north_sea, "unit/") == {
        "mine": 1, "guns": 10, "hit_points": 2, "toughness": 33, "speed": 7, "controls": 1,
    }  # fmt: skip
    assert (said["stay"]["option"], said["stay"]["idle"], said["stay"]["port/ships"]) == (1, 1, 1)
    assert "idle" not in said["turn_raider"]
    assert part(said["stay"], "theirs/")["guns"] == 90, "England touches the North Sea"
    assert said["stay"]["area/their_points"] == 3 + said["western_approaches"]["area/their_points"]
    assert not part(said["air_gap"], "theirs/")


def test_units_that_may_still_come_count_for_a_part():
    alone = movement(last_turn=8).with_units("Norfolk", place="england")
    said = choices(alone.with_units("Bismarck", place="germany").start())
    assert said["north_sea"]["theirs/guns"] == 18, "three tenths of six dice"
    assert said["north_sea"]["theirs/control"] == 3


@pytest.mark.rule("6.12", "6.2")
def test_the_faces_with_which_a_unit_arrives():
    said = choices(movement(last_turn=8).with_units("Warspite", place="england").start())
    assert said["north_sea"]["arrives"] == 6
    assert said["barents"]["arrives"] == said["barents"]["unit/speed"] - 1 == 3


@pytest.mark.rule("19.11", "19.41", "19.44")
def test_the_peace_is_said():
    position = movement(hostilities=False, turn=3, last_turn=8).with_units("Akagi", place="yokosuka")
    position = position.flag("indonesia", "allies").with_units("Prince of Wales", "Repulse", place="indonesia")
    said = choices(position.flag("aleutians", "allies").start().until(Decision.PATROL_ORDER, prefer=["stay"]))
    assert {area for area, row in said.items() if row.get("breaks_peace")} == {"aleutians", "indonesia"} & set(said)
    assert said["aleutians"]["breaks_peace"] == 1
    assert all(row["at_peace"] == 1 for row in said.values() if row.get("names_area"))
    assert said["raid_force"]["names_box"] == 1


def test_a_landing_is_told_what_can_be_taken():
    position = movement("amphibious", last_turn=8).with_units("1st Marines", place="pearl_harbor")
    said = choices(position.with_units("2nd Marines", place="central_pacific").start())
    assert said["central_pacific"]["landing_forces"] == 1 and said["central_pacific"]["landing_places"] > 0
    assert all("landing_forces" not in row for area, row in said.items() if area != "central_pacific")


def test_shots_already_aimed_at_a_target_are_counted():
    position = battle("western_approaches").with_units("Hood", "Norfolk").with_units("Bismarck", "Prinz Eugen")
    game = position.start(dice=[3, 3] * 8).until(Decision.SURFACE_TARGET, prefer=["surface", "remain"])
    assert game.subject == "Hood"
    before = choices(game)
    assert (before["Prinz Eugen"]["unit/stands"], before["Prinz Eugen"]["unit/hit_points"]) == (100, 3)
    assert "unit/aimed_at" not in before["Prinz Eugen"]
    after = choices(game.choose("Prinz Eugen"))
    assert game.subject == "Norfolk"
    assert after["Prinz Eugen"]["unit/aimed_at"] == 40, "the Hood's four dice"
    assert after["Prinz Eugen"]["unit/stands"] == 100 - before["Prinz Eugen"]["unit/falls"] == 23
    assert after["Bismarck"]["unit/stands"] == 100


def test_the_battle_lines_are_said_of_every_answer_that_names_no_place():
    position = battle("western_approaches").with_units("Hood", "Norfolk").with_units("Bismarck", "Prinz Eugen")
    game = position.start().until(Decision.ACTION_TYPE)
    said = choices(game)
    assert set(said) == {"air", "surface"}
    for row in said.values():
        assert (part(row, "mine/")["guns"], part(row, "mine/")["control"]) == (50, 20)
        assert part(row, "theirs/")["guns"] == 60 + 15, "the Prinz Eugen's bonus counts a half"
    said = choices(game.choose("surface"))
    for row in said.values():
        assert (part(row, "mine/")["guns"], part(row, "theirs/")["guns"]) == (75, 50)


def test_a_port_is_said_with_its_repairs_and_the_seas_around_it():
    position = movement("return", turn=3, last_turn=8).with_units("Bismarck", place="bay_of_biscay", damage=5)
    game = position.owned("brest", "german").with_units("Hood", place="western_approaches").start()
    while game.subject != "Bismarck":
        game.choose("england")
    said = choices(game)
    assert (said["germany"]["port/repairs"], said["brest"]["port/repairs"]) == (8, 3)
    assert said["brest"]["port/owner"] == 1 and said["germany"]["unit/damage"] == 5
    assert said["neutral_port"]["neutral"] == 1 and part(said["brest"], "theirs/")["guns"] > 0


# --- every decision of whole games -------------------------------------------------------------------------


@pytest.mark.parametrize("scenario, players", [("midway", 2), ("engagement", 2), ("campaign", 2), ("campaign", 4)])
def test_there_is_a_row_for_each_legal_action_and_the_summary_before_them(scenario, players):
    games = admirals_war_v0.vec_env(4, scenario, 1, players, observation=CANDIDATES, num_threads=1)
    plain = admirals_war_v0.vec_env(4, scenario, 1, players, num_threads=1)
    for _ in range(1500 if not INTERPRETED else 60):
        assert (games.observations[:, : c.SUMMARY_WIDTH] == plain.observations).all()
        for observation, mask in zip(games.observations, games.action_masks, strict=True):
            legal, rows = np.flatnonzero(mask), rows_of(observation)
            assert (rows[: len(legal), c.Choice.ACTION] == 1 + legal).all()
            assert not rows[len(legal) :].any()
            named = rows[: len(legal), c.Choice.OPTION : c.Choice.NAMES_UNIT + 1].astype(bool)
            assert (np.delete(named, c.Choice.IDLE - c.Choice.OPTION, 1).sum(1) == 1).all()
        actions = games.random_actions()
        games.step(actions)
        plain.step(actions)


@pytest.mark.slow
def test_rows_kept_are_as_if_written_anew():
    batch = admirals_war_v0.vec_env(4, "campaign", 3, options=["hidden_submarines"], observation=CANDIDATES)
    rules, passed = batch.rules, np.zeros(4, np.int64)
    for _ in range(400 if not INTERPRETED else 40):
        batch.step(batch.random_actions())
        anew, ledger = np.zeros_like(batch.observations), records(rules.ledger, 4)
        anew[:, : c.SUMMARY_WIDTH] = batch.observations[:, : c.SUMMARY_WIDTH]
        rules.complete[CANDIDATES](rules.scenario.books, batch._games, 0, 4, passed, ledger, batch._masks, anew)
        assert (batch.observations == anew).all()


def test_a_seat_that_is_not_asked_sees_the_summary_alone():
    game = admirals_war_v0.game("midway", seed=1, observation=CANDIDATES)
    assert rows_of(game.observe(game.seat)).any() and not rows_of(game.observe(1 - game.seat)).any()
    while not game.ended:
        game.apply(game.legal_actions()[0])
    assert not rows_of(game.observe(0)).any()


def test_a_restored_copied_or_pickled_game_shows_the_same():
    game = admirals_war_v0.game("midway", seed=1, observation=CANDIDATES)
    for _ in range(30):
        game.apply(game.legal_actions()[-1])
    other = admirals_war_v0.game("midway", seed=2, observation=CANDIDATES)
    other.restore(game.save())
    for same in (other, game.clone()):
        assert (same.observe(same.seat) == game.observe(game.seat)).all()


# --- faces -------------------------------------------------------------------------------------------------


class FirstLegal:
    """A batch policy that reads the first row of candidates."""

    def act_batch(self, observations, action_masks):
        """The action that the first row names."""
        return observations[:, FIRST_CANDIDATE + c.Choice.ACTION] - 1


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_and_sb3_take_the_layout():
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    env = admirals_war_v0.single_agent_env(opponent=FirstLegal(), observation=CANDIDATES, on_illegal="random")
    assert env.observation_space.shape == (c.LAYOUT.widths[CANDIDATES],) and env.observation_space.dtype == np.float32
    gymnasium_check(env, skip_render_check=True)
    checker.check_env(env, warn=False, skip_render_check=True)


@pytest.mark.parametrize("face", ["gymnasium_vec_env", "sb3_vec_env"])
def test_batches_of_frameworks_take_the_layout(face):
    pytest.importorskip("stable_baselines3")
    settings = {"scenario": "engagement", "seed": 1, "observation": CANDIDATES, "dtype": "int16"}
    env = getattr(admirals_war_v0, face)(4, FirstLegal(), **settings)
    first = env.reset()
    assert (first[0] if isinstance(first, tuple) else first).shape == (4, c.LAYOUT.widths[CANDIDATES])
    for _ in range(40):
        seen = env.step(env.batch.random_actions())[0]
        assert (seen[:, : c.GENERAL_WIDTH] == env.batch.observations[:, : c.GENERAL_WIDTH]).all()
        assert ((seen[:, FIRST_CANDIDATE] - 1) == env.batch.action_masks.argmax(1)).all()


@pytest.mark.slow
def test_random_play_leaves_the_choices_of_the_last_decision():
    games = admirals_war_v0.vec_env(3, "engagement", 1, observation=CANDIDATES, num_threads=1)
    games.play_random(100)
    for observation, mask in zip(games.observations, games.action_masks, strict=True):
        assert (rows_of(observation)[: mask.sum(), 0] == 1 + np.flatnonzero(mask)).all()
