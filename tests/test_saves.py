"""Saves and copies: what they restore, and what is said of those that do not fit."""

import hashlib
import struct

import numpy as np
import pytest

from aw_env import admirals_war_v0
from aw_env.core import saves
from aw_env.core.errors import SaveError


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
    record = bytearray(record)
    change(header, record)
    return saves.pack(header, bytes(record))


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
    "another format": (changed_format, "format 2; .* reads format 1"),
    "other data": (lambda data: resealed(data, lambda header, _: header.update(digest="0" * 64)), "other data"),
    "another game": (lambda data: resealed(data, lambda header, _: header.update(game="chess_v6")), "chess_v6"),
    "a shorter record": (lambda data: resealed(data, lambda _, record: record.__delitem__(slice(8))), "bytes"),
    "a place that is none": (out_of_range, "place must be from"),
}


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
    assert (header["scenario"], header["players"], header["seed"]) == ("midway", 2, 12)


def test_files_are_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "game.save"
    saves.write_file(path, b"first")
    with pytest.raises(TypeError):
        saves.write_file(path, 3.5)
    saves.write_file(path, "second")
    assert path.read_bytes() == b"second"
    assert [file.name for file in tmp_path.iterdir()] == ["game.save"]
