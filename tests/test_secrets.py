"""What a seat may not know is in nothing that it is told (§7.22, §23.2)."""

import random
from statistics import median

import numpy as np
import pytest
import tomli_w

from aw_env import admirals_war_v0
from aw_env.admirals_war.records.state import STATE
from aw_env.admirals_war.records.terms import Action, Decision, Power
from aw_env.admirals_war.rules.war_entry import ATTACKS
from aw_env.core.engine.events import DICE_COUNT, FIRST_DIE
from aw_env.core.fields import Sight

TENSION = ["pearl_harbor_tension"]


def played(players, seed, *, until, options=TENSION):
    """A campaign, played at random until a test of it holds."""
    game, chooser = admirals_war_v0.game("campaign", players, options, seed=seed), random.Random(seed)
    while not until(game):
        game.apply(chooser.choice(game.legal_actions()))
    return game, chooser


def other_secret(game, seat):
    """A copy that differs only in what the seat does not know: it will roll the same dice."""
    twin = game.clone()
    dice = twin._games["generator"].copy()
    for attempt in range(1000):
        twin._games["generator"] = np.random.default_rng(attempt).integers(1, 1 << 32, 4)
        game.rules.redraw(game.rules.scenario.books, twin._games, 0, seat)
        twin._games["generator"] = dice
        if twin.save() != game.save():
            return twin
    raise AssertionError("there is no other secret")


WORDS_AT = 20
"""Words are compared at one in so many decisions: they take a hundred times as long as the rest."""
MOST_COMPARED = 250
"""Decisions compared at the beginning of a game."""


def told(game, seat, in_words):
    """All that a seat is told now."""
    rows = []
    for layout, number in game.rules.layouts.items():
        row = np.zeros(game.rules.widths[layout], np.int16)
        game.rules.observe(game.rules.scenario.books, game._games, 0, seat, number, row)
        rows.append(row.tobytes())
    view = game.view(seat)
    mine = game.seat == seat
    numbers = rows, view.record.tobytes(), happened(game), game.info(), game.seat, game.dice_rolled
    mask = game.action_mask.tobytes() if mine else b""
    words = [game.describe(), game.events(), game.actions() if mine else [], view.to_scenario()] if in_words else []
    return numbers, mask, words


def happened(game):
    """The events since the last decision, as numbers."""
    rows = game._events[1 : 1 + game._events[0, 0]].tolist()
    return [row[: FIRST_DIE + row[DICE_COUNT]] for row in rows]


def secret(game):
    """Whether something about the groups is still secret."""
    return int(game._games["faces_central"][0]) > 0


def compare(players, seed):
    """Play a game and its twin alike, from the set-up for a while, then from the day on which Japan goes to war until
    the secret is out.  Returns how many decisions were compared."""
    game, chooser = played(players, seed, until=lambda game: game.view().decision == Decision.ARRIVAL)
    compared = compare_on(game, chooser, MOST_COMPARED)
    while not game.ended and game._games["attack"][0] != ATTACKS:
        game.apply(chooser.choice(game.legal_actions()))
    if game.ended or not secret(game):
        return compared
    return compared + compare_on(game, chooser, 10 * MOST_COMPARED)


def compare_on(game, chooser, most):
    """Play the game and a twin on alike, for so many decisions at most.  Returns how many were compared."""
    seats = range(len(game.rules.seats))
    american = int(game.rules.scenario.books["seat_of_power"][0, Power.AMERICAN])
    others = [seat for seat in seats if seat != american]
    twin = other_secret(game, others[-1])
    for compared in range(most):
        if game.ended or not secret(game) or not secret(twin) or came_into_port(game, twin):
            return compared
        in_words = compared % WORDS_AT == 0
        for seat in others:
            same = told(game, seat, in_words) == told(twin, seat, in_words)
            assert same, f"seat {seat} of {len(seats)}, decision {compared}"
        action = chooser.choice(game.legal_actions())
        game.apply(action)
        twin.apply(action)
    return most


def came_into_port(game, twin):
    """Whether a group has openly been put into Pearl Harbor in one game and not in the other."""
    return (game._games["place"] != twin._games["place"]).any()


@pytest.mark.rule("23.21", "23.22")
@pytest.mark.parametrize("players", [2, 4])
def test_the_division_of_the_faces_tells_nobody_anything(players):
    assert median(compare(players, seed) for seed in range(4)) >= 200


ATTACK = {
    "turn": 3,
    "last_turn": 3,
    "begins_at": "combat",
    "hostilities": False,
    "attack": "declared",
    "options": TENSION,
    "in_play": TENSION,
    "players": [2, 4],
    "flags": {"hawaiian_islands": "allies", "french_polynesia": "allies"},
    "forces": {
        "pearl_harbor": ["arizona", "nevada", "7af"],
        "uncertain_w": ["enterprise", "northampton"],
        "uncertain_x": ["lexington"],
        "uncertain_z": ["yorktown"],
    },
    "units": {id: {"place": "hawaiian_islands", "raiding": True} for id in ("akagi", "kaga", "hiryu", "soryu", "hiei")},
}
"""The attack on Pearl Harbor with three groups of uncertain whereabouts."""


@pytest.mark.rule("23.22", "23.41")
@pytest.mark.parametrize("players", [2, 4])
def test_the_secret_dice_tell_nobody_anything_until_the_groups_appear(players, tmp_path):
    compared = []
    for seed in range(40):
        file, faces = tmp_path / f"{seed}.toml", random.Random(seed)
        divided = {"faces_central": faces.randint(1, 3), "faces_hawaii": faces.randint(1, 2)}
        file.write_text(tomli_w.dumps(ATTACK | divided), "utf-8")
        game = admirals_war_v0.game(str(file), players, seed=seed)
        compared.append(compare_on(game, faces, MOST_COMPARED))
    assert median(compared) >= 8 and sum(compared) >= 400


@pytest.mark.slow
def test_in_more_games():
    assert median(compare(2 + 2 * (seed % 2), seed) for seed in range(10, 30)) >= 200


@pytest.mark.parametrize("field", ["faces_central", "faces_hawaii"])
def test_without_hiding_the_view_would_tell(field, monkeypatch):
    monkeypatch.setattr(type(STATE[field]), "__setattr__", object.__setattr__)
    monkeypatch.setattr(STATE[field], "sight", Sight.EVERYONE)
    with pytest.raises(AssertionError, match="seat 1"):
        for seed in range(6):
            compare(2, seed)


def test_the_american_seat_knows_its_own_secret():
    game, _ = played(4, 0, until=lambda game: game.view().decision == Decision.ARRIVAL)
    central = int(game._games["faces_central"][0])
    assert game.view(Power.AMERICAN).field("faces_central") == central > 0
    assert game.view(Power.BRITISH).field("faces_central") == 0, "a partner does not"
    columns = admirals_war_v0.observation_columns("summary")
    at = columns.index("faces_central")
    assert (game.observe(Power.AMERICAN)[at], game.observe(Power.BRITISH)[at]) == (central, 0)


def test_a_copy_for_a_seat_draws_what_it_cannot_know_and_leaves_what_it_knows():
    game, _ = played(2, 0, until=lambda game: game.view().decision == Decision.ARRIVAL)
    drawn = {int(game.clone(reseed=seed, seat=1)._games["faces_central"][0]) for seed in range(60)}
    assert drawn == {1, 2, 3, 4}
    known = {int(game.clone(reseed=seed, seat=0)._games["faces_central"][0]) for seed in range(20)}
    assert known == {int(game._games["faces_central"][0])}


def test_a_copy_for_the_side_that_has_yet_to_choose_draws_the_other_choice():
    game = admirals_war_v0.game("engagement", seed=1)
    chooser = random.Random(1)
    while not (game.view().decision == Decision.ACTION_TYPE and game._games["choice"].any()):
        game.apply(chooser.choice(game.legal_actions()))
    second = game.seat
    drawn = {int(game.clone(reseed=seed, seat=second)._games["choice"][0, 1 - second]) for seed in range(30)}
    assert drawn == {Action.AIR, Action.SURFACE}
    known = {int(game.clone(reseed=seed, seat=1 - second)._games["choice"][0, 1 - second]) for seed in range(30)}
    assert len(known) == 1


def test_a_copy_for_a_seat_wants_a_seed_and_a_seat_that_there_is():
    game = admirals_war_v0.game("midway", seed=0)
    for arguments in ({"seat": 1}, {"seat": 2, "reseed": 0}):
        with pytest.raises(ValueError, match="seat"):
            game.clone(**arguments)
