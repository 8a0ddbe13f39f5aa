"""Saves and copies: what they restore, and what is said of those that do not fit."""

import hashlib
import json
import math
import os
import random
import struct
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aw_env import admirals_war_v0
from aw_env.core import saves
from aw_env.core.errors import SaveError, StuckGame
from aw_env.core.players import load
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import Decision
from tests.fuzz.headers import sealed
from tests.option_sets import playable


def advanced(game, decisions, seed=0):
    """The game after so many random legal decisions."""
    draws = np.random.default_rng(seed)
    for _ in range(decisions):
        if not game.ended:
            game.apply(int(draws.choice(game.legal_actions())))
    return game


def trace(game, seed=0, most=400):
    """Everything visible of the rest of a game under random play, or of so many decisions."""
    draws = np.random.default_rng(seed)
    seen = []
    while not game.ended and len(seen) < 2 * most:
        seen.append((game.seat, game.action_mask.tobytes(), game.observe(0).tobytes(), game.observe(1).tobytes()))
        game.apply(int(draws.choice(game.legal_actions())))
        seen.append(game.rewards.tolist())
    return seen


POINTS = [
    ("midway", 2, 0),
    ("midway", 2, 70),
    ("engagement", 2, 12),
    *(("campaign", 2, decisions) for decisions in (30, 700, 1900, 3300)),
    *(("campaign", 4, decisions) for decisions in (400, 2600)),
    ("atlantic", 2, 900),
    ("pacific", 4, 900),
]


@pytest.mark.parametrize("scenario, players, decisions", POINTS)
def test_restored_and_cloned_games_go_on_alike(scenario, players, decisions):
    game = advanced(admirals_war_v0.game(scenario, players, seed=5, reward="victory_points"), decisions)
    data, clone = game.save(), game.clone()
    other = admirals_war_v0.game(scenario, players, seed=99, reward="victory_points")
    other.restore(data)
    assert other.save() == data
    assert other.history == game.history and other.seed == 5
    rest = trace(game)
    assert trace(clone) == rest
    assert trace(other) == rest


@pytest.mark.parametrize("players", [2, 4])
def test_a_campaign_played_again_with_its_seed_and_actions_is_the_same(players):
    game = advanced(admirals_war_v0.game("campaign", players, seed=6), 1500)
    again = admirals_war_v0.game("campaign", players, seed=6)
    for action in game.history:
        again.apply(action)
    assert again.save() == game.save()


def test_a_clone_is_another_game():
    game = admirals_war_v0.game(seed=1)
    before = game.save()
    advanced(game.clone(), 20)
    assert game.save() == before


def test_a_reseeded_clone_rolls_other_dice_and_no_script():
    game = admirals_war_v0.game("engagement", seed=1)
    game.script_dice([6, 6, 6])
    same, other = game.clone(), game.clone(reseed=2)
    assert same.scripted_dice_left == 3 and other.scripted_dice_left == 0
    assert (same.observe(0) == other.observe(0)).all()
    assert trace(same) != trace(other)


def test_an_env_saved_and_restored_keeps_its_agents():
    env = admirals_war_v0.raw_env("engagement", reward="victory_points")
    env.reset(seed=4)
    draws = np.random.default_rng(4)
    while not env.game.ended:
        env.step(int(draws.choice(env.game.legal_actions())))
    data = env.save()
    other = admirals_war_v0.raw_env("engagement", reward="victory_points")
    other.restore(data)
    assert other.agents == env.agents and other.terminations == env.terminations
    assert other._cumulative_rewards == env._cumulative_rewards
    assert other.save() == data


def test_an_env_cloned_steps_alone():
    env = admirals_war_v0.raw_env()
    env.reset(seed=4)
    before = env.save()
    clone = env.clone(reseed=7)
    for _ in range(30):
        clone.step(clone.game.legal_actions()[0])
    assert env.save() == before and clone.game.decisions == 30


def resealed(data, change):
    """A save with another header or record, and a checksum that agrees."""
    header, record = saves.unpack(data)
    header, record = header.model_dump(), bytearray(record)
    change(header, record)
    return sealed(json.dumps(header).encode(), bytes(record))


def changed_format(data):
    body = bytearray(data[:-32])
    body[len(saves.MAGIC) : len(saves.MAGIC) + 2] = struct.pack("<H", saves.FORMAT + 1)
    return bytes(body) + hashlib.sha256(body).digest()


def out_of_range(data):
    game = admirals_war_v0.game(seed=1)
    offset = game._games.dtype.fields["place"][1]

    def change(_, record):
        record[offset : offset + 2] = struct.pack("<h", 3000)

    return resealed(data, change)


WRONG_SAVES = {
    "empty": (lambda data: b"", "empty"),
    "something else": (lambda data: b"not a save at all, but long enough to look like one", "not a saved game"),
    "only a beginning": (lambda data: data[:10], "truncated"),
    "truncated": (lambda data: data[: len(data) // 2], "truncated: .* of .* bytes"),
    "a byte short": (lambda data: data[:-1], "truncated"),
    "damaged": (lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:], "damaged"),
    "longer": (lambda data: data + b"x", "damaged"),
    "another format": (changed_format, "format 3; .* reads format 2.*to_scenario"),
    "other data": (lambda data: resealed(data, lambda header, _: header.update(digest="0" * 64)), "other data"),
    "another game": (lambda data: resealed(data, lambda header, _: header.update(game="chess_v6")), "chess_v6"),
    "a shorter record": (lambda data: resealed(data, lambda _, record: record.__delitem__(slice(8))), "bytes"),
    "a place that is none": (out_of_range, "place must be from"),
}


@pytest.mark.parametrize(
    ("decisions", "key", "value"),
    [(0, "running", 0), (0, "ended", 1), (None, "ended", 0), (None, "truncated", 1), (None, "result", 2)],
)
def test_the_account_of_a_save_must_fit_the_position(decisions, key, value):
    """Whether the game goes on or has ended: a game that had ended and was said to go on asked for an answer that there
    is not."""
    game, chooser = admirals_war_v0.game("engagement", seed=1), random.Random(1)
    while not game.ended and game.decisions != decisions:
        game.apply(chooser.choice(game.legal_actions()))
    before = game.save()
    game.restore(before)
    with pytest.raises(SaveError, match="invalid ledger"):
        game.restore(resealed(before, lambda header, _: header["ledger"].update({key: value})))
    assert game.save() == before


@pytest.mark.parametrize("name", WRONG_SAVES)
def test_a_save_that_does_not_fit_is_refused_and_changes_nothing(name):
    spoil, words = WRONG_SAVES[name]
    game = advanced(admirals_war_v0.game(seed=1), 10)
    before = game.save()
    with pytest.raises(SaveError, match=words):
        game.restore(spoil(before))
    assert game.save() == before
    env = admirals_war_v0.raw_env()
    env.reset(seed=2)
    kept = env.save()
    with pytest.raises(SaveError, match=words):
        env.restore(spoil(before))
    assert env.save() == kept


def test_a_save_of_another_scenario_is_other_data():
    game = admirals_war_v0.game("midway", seed=1)
    with pytest.raises(SaveError, match="scenario 'engagement'.*here is 'midway'"):
        game.restore(admirals_war_v0.game("engagement", seed=1).save())


def test_a_save_says_what_it_is():
    header = saves.header(admirals_war_v0.game("midway", seed=12).save())
    assert (header.scenario, header.players, header.seed) == ("midway", 2, 12)


# --- positions that cannot be --------------------------------------------------------------------------


def reached(scenario, kinds, players=2, seeds=range(60), also=lambda game: True):
    """A game of random play that waits for a decision of one of these kinds."""
    for seed in seeds:
        game, draws = admirals_war_v0.game(scenario, players, seed=seed), np.random.default_rng(seed)
        while not game.ended:
            if Decision(int(game._games["decision"][0])) in kinds and also(game):
                return game
            game.apply(int(draws.choice(game.legal_actions())))
    raise AssertionError(f"no game of {scenario} comes to {kinds}")


def patrolling():
    return reached("midway", {Decision.PATROL_ORDER})


def fighting():
    return reached("engagement", {Decision.SURFACE_TARGET, Decision.AIR_TARGET})


def pursuing():
    return reached("engagement", {Decision.PURSUIT})


def top(record):
    return record["frames"][record["depth"] - 1]


def swap(values, one, other):
    values[one], values[other] = int(values[other]), int(values[one])


UNSOUND = {
    "a roster out of order": (patrolling, lambda g: swap(g["roster"], 0, 1), "ascending order"),
    "a unit without a place": (patrolling, lambda g: g["place"].__setitem__(g["roster"][3], -1), "that have a place"),
    "a unit of another scenario": (patrolling, lambda g: g["place"].__setitem__(1, 40), "that have a place"),
    "a unit put in reserve": (patrolling, lambda g: g["place"].__setitem__(g["roster"][0], 81), "put in reserve"),
    "a unit of the enemy's": (patrolling, lambda g: g["controller"].__setitem__(g["roster"][0], 1), "controlled by"),
    "more damage than armor": (patrolling, lambda g: g["damage"].__setitem__(g["roster"][0], 18), "more damage"),
    "a turn too late": (patrolling, lambda g: g.__setitem__("turn", 6), "turn must be"),
    "a roll owed in port": (patrolling, lambda g: STATE.write_at(g, "steps", int(g["subject"]), 2), "roll is owed"),
    "a chain of one": (patrolling, lambda g: g.__setitem__("depth", 1), "belong to a step"),
    "a chain without a turn": (patrolling, lambda g: g["frames"].__setitem__((0, 0), 24), "wrong place|belong"),
    "a step of another phase": (patrolling, lambda g: g["frames"].__setitem__((1, 0), 5), "step of another phase"),
    "paratroops": (patrolling, lambda g: g["frames"].__setitem__((1, 0), 32), "paratroops never waits"),
    "a cursor past the end": (patrolling, lambda g: top(g).__setitem__(2, 900), "cursor of patrolling"),
    "a stage too late": (patrolling, lambda g: top(g).__setitem__(3, 9), "stage of patrolling"),
    "a question of another step": (patrolling, lambda g: g.__setitem__("decision", 29), "would not ask|about a unit"),
    "another decision": (patrolling, lambda g: g.__setitem__("decision", 5), "would not ask"),
    "another seat": (patrolling, lambda g: g.__setitem__("seat", 1 - g["seat"]), "would not ask"),
    "another subject": (patrolling, lambda g: g.__setitem__("subject", g["roster"][40]), "would not ask"),
    "a subject out of the game": (patrolling, lambda g: g.__setitem__("subject", 319), "about a unit"),
    "a combat where there is none": (patrolling, lambda g: g.__setitem__("area", 3), "without a combat"),
    "dice that roll nothing": (patrolling, lambda g: g["generator"].__setitem__(slice(None), 0), "rolls nothing"),
    "more dice used than laid": (patrolling, lambda g: g.__setitem__("scripted_used", 3), "dice of the script"),
    "a script of zeros": (patrolling, lambda g: g.__setitem__("scripted", 3), "die of the script"),
    "a line-up that lacks a unit": (fighting, lambda g: g.__setitem__("units_here", g["units_here"] - 1), "line-up"),
    "a line-up of others": (fighting, lambda g: g["here"].__setitem__(0, 319), "line-up"),
    "a combat elsewhere": (fighting, lambda g: g.__setitem__("area", (g["area"] + 1) % 20), "no area|sea area|line-up"),
    "groups without a pursuit": (fighting, lambda g: g["group"].__setitem__(g["here"][0], 2), "groups without"),
    "rounds below zero": (fighting, lambda g: g["quiet_rounds"].__setitem__(0, -9), "quiet_rounds"),
    "a raid on a holding box": (fighting, lambda g: g["raid_place"].__setitem__(g["here"][0], 75), "raid_place"),
    "a target out of the game": (fighting, lambda g: g["target"].__setitem__(g["here"][0], 319), "target must be"),
    "attackers that aim at nobody": (
        fighting,
        lambda g: g["attackers_on"].__setitem__(g["here"][: g["units_here"]], 87),
        "than aim at it",
    ),
    "an overhaul that never was": (
        patrolling,
        lambda g: g["overhaul"].__setitem__(g["roster"][0], 1),
        "overhaul marker",
    ),
    "pursuers that leave": (pursuing, lambda g: g["group"].__setitem__(g["here"][: g["units_here"]], 9), "group that"),
    "a pursuit of nobody": (pursuing, lambda g: g.__setitem__("retreating", -1), "nobody retreats"),
}


@pytest.mark.parametrize("name", UNSOUND)
def test_a_position_that_cannot_be_is_refused(name):
    begin, spoil, words = UNSOUND[name]
    game = begin()
    before = game.save()
    header, record = saves.unpack(before)
    games = np.frombuffer(record, game._games.dtype).copy()
    spoil(games[0])
    assert games.tobytes() != record
    with pytest.raises(SaveError, match=f"an impossible position.*({words})"):
        game.restore(saves.pack(header.model_dump(), games.tobytes()))
    assert game.save() == before


@pytest.mark.parametrize(
    ("scenario", "players", "share"),
    [("engagement", 2, 1), ("midway", 2, 1), ("atlantic", 2, 0.05), ("pacific", 2, 0.05), ("campaign", 2, 0.05),
     ("campaign", 4, 0.05)],
)  # fmt: skip
@pytest.mark.parametrize("player", ["random", "scripted"])
def test_every_position_of_a_game_is_sound(scenario, players, share, player):
    """Of random games and of those of the officer."""
    game, other = (admirals_war_v0.game(scenario, players, seed=seed) for seed in (8, 9))
    bot, draws = load(player), np.random.default_rng(8)
    while not game.ended:
        if draws.random() < share:
            other.restore(game.save())
            assert other.save() == game.save()
        seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
        game.apply(bot.act(game.view(game.seat), seen, game.info()))
    other.restore(game.save())
    assert other.over and other.save() == game.save()


THE_RAID_FORCE_WAITS = """
turn = 3
last_turn = 3
begins_at = "raiding"
hostilities = false
attack = "possible"
[forces]
raid_force = ["akagi", "kaga"]
pearl_harbor = ["arizona"]
"""


def test_questions_that_change_something_before_they_are_put_can_be_put_again(tmp_path):
    """The first choice of a round, which counts the round, and the departure of the raid force, which opens a step."""
    (tmp_path / "raid.toml").write_text(THE_RAID_FORCE_WAITS)
    raid = admirals_war_v0.game(tmp_path / "raid.toml", seed=1)
    assert raid._games["decision"][0] == Decision.SAIL_FOR_PEARL_HARBOR
    for game in (raid, reached("midway", {Decision.ACTION_TYPE})):
        data = game.save()
        game.restore(data)
        assert game.save() == data


def test_a_history_tells_a_position_that_was_played_from_one_that_was_made():
    game = advanced(admirals_war_v0.game("midway", seed=5), 20)
    game.script_dice([6, 1])
    advanced(game, 10)
    assert game.history_leads_here()
    header, record = saves.unpack(game.save())
    games = np.frombuffer(record, game._games.dtype).copy()
    games["victory_points"] += 1
    game.restore(saves.pack(header.model_dump(), games.tobytes()))
    assert not game.history_leads_here()
    assert not game.clone(reseed=4).history_leads_here()


# --- games that are stuck ------------------------------------------------------------------------------


def full_stack(games):
    """Let the next step that is pushed be one too many."""
    games["frames"][0, 11] = games["frames"][0, 1]
    games["frames"][0, 1:11] = games["frames"][0, 0]
    games["depth"] = 12


def test_a_step_too_many_is_one_clear_error():
    game = reached("midway", {Decision.COMBAT_AREA})
    full_stack(game._games)
    with pytest.raises(StuckGame, match="no way to continue after the answer"):
        game.apply(game.legal_actions()[0])
    assert game.ended and not game.legal_actions()
    game.reset(1)
    assert game.legal_actions()


def test_a_stuck_game_of_a_batch_is_named_and_the_others_go_on():
    games = admirals_war_v0.vec_env(4, scenario="midway", seed=1, num_threads=1)
    while games.games["decision"][2] != Decision.COMBAT_AREA:
        games.step(games.random_actions())
    full_stack(games.unguarded[0][2:3])
    with pytest.raises(StuckGame, match="game 2"):
        games.step(games.random_actions())
    for _ in range(50):
        games.step(games.random_actions())


def test_a_game_that_comes_to_no_decision_is_stuck():
    """The loop that runs on to the next decision has a limit; interpreted, so that it takes any rules."""
    program = """
from types import SimpleNamespace
import numpy as np
from aw_env.core.engine.machine import Sequence, run_on
from aw_env.core.engine.stack import STUCK
silent = Sequence(lambda *about: False, None, None)
mute = Sequence(lambda *about: True, lambda *about: None, None)
for sequence in (silent, mute):
    game = SimpleNamespace(over=0, ask_forced=0, forced=0)
    assert run_on(sequence, None, game, np.zeros(8, np.int8), None) == 0 and game.over == STUCK
print("stuck")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}
    )
    assert done.stdout == "stuck\n", done.stderr


# --- arguments -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 1.5, "7", True, 2**62, 10**5000, [1], np.float64(3), np.nan], ids=range(9))
def test_a_wrong_seed_is_one_clear_error_and_changes_nothing(seed):
    game = advanced(admirals_war_v0.game(seed=1), 10)
    batch = admirals_war_v0.vec_env(4, scenario="midway", seed=3, num_threads=1)
    before = game.save(), game.seed, batch.seed, batch.games.tobytes()
    for reset in (game.reset, batch.reset, game.clone):
        with pytest.raises(ValueError, match="seed=.*must be a whole number from 0 to"):
            reset(seed)
    assert (game.save(), game.seed, batch.seed, batch.games.tobytes()) == before


def test_dice_that_cannot_be_laid_leave_the_game_with_its_seed():
    game = advanced(admirals_war_v0.game(seed=1), 10)
    before = game.save()
    for dice in ([7], [True], ["6"], [1] * 1000):
        with pytest.raises(ValueError, match="die|dice"):
            game.reset(2, dice)
    assert game.save() == before and game.seed == 1


@pytest.mark.parametrize(
    "arguments",
    [{"max_decisions": 1.5}, {"max_decisions": True}, {"max_decisions": 0}, {"max_decisions": 2**40},
     {"players": 2.0}, {"players": [2]}, {"scenario": None}, {"num_envs": 2.0}, {"num_envs": 0}, {"num_envs": 10**9},
     {"num_threads": 0}, {"num_threads": "2"}, {"num_threads": -1}, {"observation": ["summary"]}, {"reward": None}],
)  # fmt: skip
def test_wrong_settings_of_a_batch_are_one_clear_error(arguments):
    with pytest.raises(ValueError, match=next(iter(arguments))):
        admirals_war_v0.vec_env(**({"num_envs": 4, "scenario": "midway", "seed": 1} | arguments))


def test_the_arrays_that_a_batch_trusts_cannot_be_written():
    games = admirals_war_v0.vec_env(4, scenario="midway", seed=3, num_threads=1)
    for name in ("games", "observations", "action_masks", "seats", "numbers", "results", "margins", "lengths"):
        array = getattr(games, name)
        with pytest.raises(ValueError, match="read-only"):
            array[:] = array[::-1]
    games.action_masks.shape = (-1,)
    games.rewards.shape = (-1,)
    games.step(games.random_actions())
    assert games.rewards.shape == (4, 2)


# --- headers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seed": -1}, "seed"),
        ({"seed": 2**70}, "seed"),
        ({"history": [1.5]}, "history"),
        ({"history": [9999]}, "an unknown action"),
        ({"dice_laid": [[0, [7]]]}, "dice_laid"),
        ({"ledger": {}}, "ledger"),
        ({"ledger": {"seat": 2**40}}, "ledger"),
        ({"rewards": [0.0]}, "rewards of 1 seats"),
        ({"digest": "x"}, "digest"),
        ({"more": 1}, "more"),
        ({"extra": {"cumulative": {"nobody": 1.0}}}, "rewards of agents"),
        ({"extra": {"cumulative": {"allies": "much"}}}, "rewards that no agent"),
        ({"extra": {"cumulative": {"allies": 1e39}}}, "rewards that no agent"),
        ({"extra": {"cumulative": {"allies": 10**400}}}, "rewards that no agent"),
        ({"extra": {"cumulative": {"allies": math.nan}}}, "cumulative|rewards"),
        ({"rewards": [1e300, 0.0]}, "rewards"),
        ({"rewards": [0.0, -3.5e38]}, "rewards"),
        ({"rewards": [10**400, 0.0]}, "rewards"),
        ({"rewards": [math.inf, 0.0]}, "rewards"),
        ({"rewards": [0.0, math.nan]}, "rewards"),
    ],
)
def test_a_header_that_cannot_be_is_refused_and_changes_nothing(change, words):
    env = admirals_war_v0.raw_env()
    env.reset(seed=2)
    env.step(env.game.legal_actions()[0])
    before, agents = env.save(), (env.agents, env.infos, env._cumulative_rewards)
    with pytest.raises(SaveError, match=words):
        env.restore(resealed(before, lambda header, _: header.update(change)))
    assert env.save() == before and (env.agents, env.infos, env._cumulative_rewards) == agents


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), lambda inner: (
    st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5))))  # fmt: skip
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_json_in_place_of_a_header_is_refused(tree):
    with pytest.raises(SaveError):
        saves.unpack(sealed(json.dumps(tree).encode(), b""))


@given(st.binary(max_size=400))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_any_bytes_in_place_of_a_save_are_refused(data):
    for start in (b"", saves.MAGIC, saves.MAGIC + struct.pack("<H", saves.FORMAT)):
        with pytest.raises(SaveError):
            saves.unpack(start + data)


def test_a_file_too_long_to_be_a_save_is_not_read_whole(tmp_path):
    with open(tmp_path / "long.save", "wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(SaveError, match="longer than"):
        saves.read_file(tmp_path / "long.save")


def test_files_are_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "game.save"
    saves.check_can_be_written(path)
    saves.write_file(path, b"first")
    with pytest.raises(TypeError):
        saves.write_file(path, 3.5)
    saves.write_file(path, "second")
    assert path.read_bytes() == b"second"
    assert [file.name for file in tmp_path.iterdir()] == ["game.save"]


@pytest.mark.rule("12.71")
def test_a_game_in_which_an_air_unit_has_lost_its_airbase_can_be_saved(tmp_path):
    file = tmp_path / "guadalcanal.toml"
    file.write_text(
        'begins_at = "invasion"\nowners = { guadalcanal = "american" }\n'
        '[units]\nsnlf_kure = "coral_sea"\n7af = "bismarck_sea"\n'
    )
    game = admirals_war_v0.game(file, seed=1, ask_forced=True)
    game.apply(game.action_named("guadalcanal"))
    assert game.view().decision == Decision.RETURN_TO_BASE and game.view().asked_unit.id == "7af"
    again = admirals_war_v0.game(file, seed=2, ask_forced=True)
    again.restore(game.save())
    assert again.save() == game.save()


def test_a_game_with_optional_rules_is_saved_and_restored_at_any_point():
    options = [id for id in playable("campaign") if id != "italian_naval_buildup_2"]
    for seed in (6, 7):
        game, chooser = admirals_war_v0.game("campaign", 2, options, seed=seed), random.Random(seed)
        other, met = admirals_war_v0.game("campaign", 2, options, seed=99), Counter()
        while not game.ended:
            decision = int(game._games["decision"][0])
            met[decision] += 1
            if met[decision] <= 8 or met[decision] % 50 == 0:
                other.restore(game.save())
                assert other.save() == game.save()
            game.apply(chooser.choice(game.legal_actions()))


@pytest.mark.parametrize("file", ["nowhere/game.aw", "folder"])
def test_a_file_that_cannot_be_written_is_named(tmp_path, file):
    (tmp_path / "folder").mkdir()
    for writes in (saves.check_can_be_written, lambda path: saves.write_file(path, b"")):
        with pytest.raises(OSError) as refused:
            writes(tmp_path / file)
        assert refused.value.filename == str(tmp_path / file)
    assert not [*(tmp_path / "folder").iterdir()] and [*tmp_path.iterdir()] == [tmp_path / "folder"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_a_device_is_written_into_and_stays_a_device():
    saves.write_file("/dev/null", b"gone")
    with pytest.raises(OSError, match="/dev/full"):
        saves.write_file("/dev/full", b"none of it fits")
    assert Path("/dev/null").is_char_device() and Path("/dev/full").is_char_device()


@pytest.mark.skipif(os.name != "posix", reason="of POSIX")
def test_a_link_still_leads_to_its_file_and_who_may_read_is_as_before(tmp_path):
    link, file, new = tmp_path / "link", tmp_path / "file", tmp_path / "new"
    file.write_bytes(b"first")
    file.chmod(0o640)
    link.symlink_to(file)
    saves.write_file(link, b"second")
    assert link.is_symlink() and file.read_bytes() == b"second" and file.stat().st_mode & 0o777 == 0o640
    saves.write_file(new, b"for all")
    (tmp_path / "other").touch()
    assert new.stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.skipif(os.name != "posix", reason="of POSIX")
def test_a_pipe_that_nobody_writes_to_is_empty(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert saves.read_file(pipe) == b""
    end, other_end = os.pipe()
    threading.Timer(0.1, lambda: (os.write(other_end, b"a save"), os.close(other_end))).start()
    assert saves.read_file(f"/dev/fd/{end}") == b"a save"
    os.close(end)
