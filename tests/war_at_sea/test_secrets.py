"""Secret choices: two games that differ in the secret alone look the same to the other side until it comes out."""

from collections import Counter

import numpy as np
import pytest

from aw_env import war_at_sea_v0
from aw_env.core.engine.compiling import records
from aw_env.games.war_at_sea.records.terms import Decision, Nation, Option

ALLIES, AXIS = 0, 1


def told(game, seat):
    """All that a seat is told: observations, info, view, words and events."""
    rules, rows = game.rules, []
    for name, layout in rules.layouts.items():
        row = np.zeros((1, rules.widths[name]), np.int16)
        rules.observe(rules.scenario.books, game._games, 0, seat, layout, row[0])
        if name in rules.complete and game.seat == seat:
            asked, line = np.zeros(1, np.int64), records(rules.ledger, 1)
            rules.complete[name](rules.scenario.books, game._games, 0, 1, asked, line, game.action_mask[None], row)
        rows.append(row.tobytes())
    view = game.view(seat)
    shown = (view.record.tobytes(), view.to_scenario(), game.rules.draw("ansi", view), game.describe(seat))
    heard = [event for event in game.events(seat)]
    return rows, game.info_for(seat), shown, heard


def play_until(game, decision, rng):
    """Random play up to a decision."""
    while not game.ended and game.info()["decision"] != decision:
        game.apply(int(rng.choice(game.legal_actions())))
    return not game.ended


@pytest.mark.rule("5.5", "12.9")
@pytest.mark.parametrize(
    ("scenario", "decision"), [("war_at_sea", Decision.AIR_MARKER), ("barents", Decision.DISENGAGE)]
)
def test_a_choice_is_out_of_sight_until_the_other_has_chosen(scenario, decision):
    compared = 0
    for seed in range(6):
        game, rng = war_at_sea_v0.game(scenario, seed=seed), np.random.default_rng(seed)
        if not play_until(game, decision, rng):
            continue
        assert game.seat == ALLIES
        twins = []
        for action in game.legal_actions():
            twin = game.clone()
            twin.apply(action)
            assert twin.info()["decision"] == decision and twin.seat == AXIS
            twins.append(twin)
        for twin in twins[1:]:
            assert told(twin, AXIS) == told(twins[0], AXIS)
            assert told(twin, ALLIES) != told(twins[0], ALLIES)
            compared += 1
    assert compared > 0


@pytest.mark.rule("5.5")
def test_a_clone_for_a_seat_draws_the_choice_anew():
    game = war_at_sea_v0.game("war_at_sea", seed=0)
    play_until(game, Decision.AIR_MARKER, np.random.default_rng(0))
    game.apply(game.legal_actions()[-1])
    drawn = [int(game.clone(reseed, seat=AXIS)._games["marker_choice"][0, 0]) for reseed in range(400)]
    chosen = Counter(drawn)
    assert len(chosen) == 4  # nowhere, Germany, Italy, the Mediterranean: France is no port on turn 1
    assert all(75 <= count <= 125 for count in chosen.values()), "one is as likely as another"
    assert {int(game.clone(reseed, seat=ALLIES)._games["marker_choice"][0, 0]) for reseed in range(5)} == {
        int(game._games["marker_choice"][0, 0])
    }


@pytest.mark.rule("12.9")
def test_a_clone_for_a_seat_draws_anew_whether_the_other_disengages():
    game = war_at_sea_v0.game("barents", seed=0)
    assert play_until(game, Decision.DISENGAGE, np.random.default_rng(0))
    game.apply(int(Option.FIGHT_ON))
    drawn = Counter(int(game.clone(reseed, seat=AXIS)._games["intent"][0, 0]) for reseed in range(400))
    assert set(drawn) == {Option.DISENGAGE, Option.FIGHT_ON} and min(drawn.values()) >= 160
    assert {int(game.clone(reseed, seat=ALLIES)._games["intent"][0, 0]) for reseed in range(5)} == {Option.FIGHT_ON}


# --- 19.3: British ships face down ---------------------------------------------------------------------


def set_up(answers, seed=5):
    """A game with 19.3, whose first orders are given by name of ship: England or Malta, then an area or stay."""
    game = war_at_sea_v0.game("war_at_sea", ["face_down"], seed=seed)
    seen = [told(game, AXIS)]
    while game.seat == ALLIES:
        name = game.info_in_words()["subject"]
        game.apply(game.action_named(answers(name, game.info_in_words()["decision"])))
        if game.seat == ALLIES:
            seen.append(told(game, AXIS))
    return game, seen


def orders(first, second):
    """All set up in England and stay there, but of two alike ships the first goes to the North Sea."""

    def answer(name, decision):
        if decision == "set_up":
            return "England"
        return "North Sea" if name in (first,) else "stay"

    return answer


@pytest.mark.rule("19.3")
def test_the_axis_sees_only_numbers_of_ships_face_down():
    moved_hood, _ = set_up(orders("hood", "nelson"))
    moved_nelson, _ = set_up(orders("nelson", "hood"))
    assert moved_hood.seat == moved_nelson.seat == AXIS
    assert told(moved_hood, AXIS) == told(moved_nelson, AXIS)
    assert moved_hood.view(AXIS).face_down("north_sea") == 1
    assert moved_hood.view(AXIS).unit("hood").place is None
    assert told(moved_hood, ALLIES)[2] != told(moved_nelson, ALLIES)[2]


@pytest.mark.rule("19.3")
def test_what_happens_while_they_are_placed_is_told_to_the_allies_alone():
    answers = orders("hood", "nelson")
    game = war_at_sea_v0.game("war_at_sea", ["face_down"], seed=5)
    while game.seat == ALLIES:
        assert game.is_secret_from(AXIS)
        info = game.info_in_words()
        game.apply(game.action_named(answers(info["subject"], info["decision"])))
        assert not [event for event in game.events(AXIS) if event[1][:1] in (("Hood",), ("Nelson",))]


@pytest.mark.rule("19.3")
def test_they_are_turned_up_when_the_axis_has_moved():
    game, _ = set_up(orders("hood", "nelson"))
    while game.info()["decision"] != Decision.AIR_MARKER:
        game.apply(game.legal_actions()[0])
    assert game.view(AXIS).unit("hood").place == "north_sea"
    assert game.view(AXIS).face_down("north_sea") == 0


@pytest.mark.rule("19.3")
def test_a_clone_for_the_axis_draws_anew_which_ship_lies_where():
    game, _ = set_up(orders("hood", "nelson"))
    book = game.rules.scenario.books[0]
    found = set()
    for reseed in range(30):
        record = game.clone(reseed, seat=AXIS)._games[0]
        out = [unit for unit in range(28) if record["place"][unit] == 2 and book["nation"][unit] == Nation.BRITISH]
        assert len(out) == 1
        found.add(out[0])
    assert len(found) > 5
