"""What has happened since a seat moved last, told in five lines of any game."""

import json
import re
from dataclasses import replace

import pytest

from aw_env.core.drawn.scene import Mark, Sign
from aw_env.core.players import load
from aw_env.games import named
from aw_env.table.offers import Setup
from aw_env.table.since import MOST_LINES, Since, happened
from aw_env.table.table import Table
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.messages import at_the_table
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON, Store
from tests.test_cli import play

ALLIES, AXIS = 0, 1


def seen_by(seat):
    return lambda game: game.rules.scene(game.view(seat))


def played(game, scenario, seat, seed=1, most=200):
    """The cards of a seat at each of its questions, and the table at the end."""
    begun = Setup(game=game, scenario=scenario, seed=seed).begin()
    officer, seen, cards = load("scripted", named(game).players), seen_by(seat), []
    table = Table(begun, dict.fromkeys(range(len(begun.rules.seats)), officer))
    since = Since(begun.clone())
    since.hears(table.heard(seat))
    side = begun.rules.speech().sides[begun.rules.sides[seat]].id
    for _ in range(most):
        if table.game.ended:
            break
        if table.game.seat == seat:
            cards.append(since.card(seen, seen(table.game), side))
            assert since.card(seen, seen(table.game), side) == cards[-1]
            since.moves(table.game)
        table.let_bot_answer()
        since.hears(table.heard(seat))
    return cards, table.game


@pytest.mark.parametrize(
    ("game", "scenario", "told"),
    [
        ("admirals_war", "midway", ("to Hawaiian Islands", "Fought: Hawaiian Islands; lost", "Control: Midway to")),
        ("war_at_sea", "war_at_sea", ("to South Atlantic", "lost Nelson (Allies)", "Points of control: Axis +7")),
        ("naval_miniatures", "river_plate", ("Axis: Admiral Graf Spee to K4.", "damaged HMS Ajax (Allies)")),
        ("world_at_war", "raiders", ("lost Scheer (Axis)", "Lead: Axis +")),
    ],
)
def test_every_game_is_told_in_five_lines(game, scenario, told):
    cards, _ = played(game, scenario, ALLIES)
    lines = [line for card in cards for line in card.lines]
    assert max(len(card.lines) for card in cards) <= MOST_LINES
    assert all(any(part in line for line in lines) for part in told), lines
    assert all(len(line) < 240 for line in lines)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_loss_is_told_once_and_every_fight_has_its_place(seed):
    """In a tactical battle a ship fires from one sector and is fired at in another."""
    cards, _ = played("naval_miniatures", "standard", ALLIES, seed=seed, most=400)
    for card in cards:
        suffered = [
            part for line in card.lines for part in line.rstrip(".").split("; ") if part[:4] in ("lost", "dama")
        ]
        names = [name for part in suffered for name in re.split(r", | and | \(\w+\)", part.partition(" ")[2]) if name]
        assert len(names) == len(set(names)), card.lines
        assert "Fought." not in card.lines


def test_losses_of_fights_that_are_in_no_place_are_told_together():
    cards, _ = played("world_at_war", "night_express", AXIS, seed=9)
    fought = [card.lines for card in cards if any(line.startswith("Fought;") for line in card.lines)]
    assert fought and not any(line.startswith("Lost") for lines in fought for line in lines)


def test_moves_of_others_are_arrows_and_own_ones_are_not():
    cards, game = played("admirals_war", "midway", ALLIES)
    sides = {move.side for card in cards for move in card.moves}
    assert sides == {"axis"}
    akagi = next(move for card in cards for move in card.moves if "Akagi" in move.units)
    assert (akagi.start, akagi.end) == ("yokosuka", "hawaiian_islands")


def test_what_others_do_for_a_seat_is_told_to_it():
    game = Setup(scenario="midway", seed=1).begin()
    officer, seen = load("scripted", named("admirals_war").players), seen_by(ALLIES)
    table, since = Table(game, {ALLIES: officer, AXIS: officer}), Since(game.clone())
    while table.game.seat == AXIS:
        table.let_bot_answer()
    since.moves(table.game, own=True)
    while table.game.seat == ALLIES:
        table.let_bot_answer()
        since.hears(table.heard(ALLIES))
    assert "Allies: " in since.card(seen, seen(table.game), "allies").lines[0]


def test_a_unit_whose_roll_has_failed_has_not_gone_where_it_was_ordered():
    game = Setup(scenario="midway", seed=1).begin()
    scene = seen_by(ALLIES)(game)
    ordered = ("moved", ("Akagi", "Hawaiian Islands"), (), "Akagi patrols the Hawaiian Islands.")
    failed = (
        "speed_roll",
        ("Akagi", "Hawaiian Islands"),
        (6,),
        "Akagi needs speed for the Hawaiian Islands: 6, fails.",
    )
    assert happened(scene, scene, [ordered, failed], "allies").lines == ()


def test_ships_that_lie_in_harbour_are_not_said_to_have_fought_there():
    game = Setup(game="world_at_war", scenario="mediterranean", seed=1).begin()
    scene = seen_by(ALLIES)(game)
    shot = ("fires", ("Littorio", "Warspite"), (3, 4), "Littorio fires at Warspite [3 4]: 0 hits.")
    assert happened(scene, scene, [shot], "allies").lines == ()
    hit = (Mark(Sign.DAMAGE, "1", "1 hit"),)
    units = [replace(unit, marks=hit) if unit.name == "Warspite" else unit for unit in scene.units]
    assert happened(scene, replace(scene, units=tuple(units)), [shot], "allies").lines == (
        "Fought; damaged Warspite (Allies).",
    )


def test_a_place_that_is_taken_is_told():
    game = Setup(game="world_at_war", scenario="mediterranean", seed=1).begin()
    scene = seen_by(ALLIES)(game)
    areas = [replace(area, control="allies") if area.name == "Tobruk" else area for area in scene.areas]
    assert happened(scene, replace(scene, areas=tuple(areas)), [], "allies").lines == (
        "Control: Tobruk to the Allies.",
    )


def test_nothing_is_told_at_the_beginning():
    game = Setup(scenario="midway", seed=1).begin()
    card = Since(game).card(seen_by(AXIS), seen_by(AXIS)(game), "axis")
    assert card.lines == () and card.moves == ()


# --- on the page -----------------------------------------------------------------------------------------


def room_of(scenario="midway", **players):
    store = Store(":memory:")
    number, _ = new_room(store, Setup(scenario=scenario, seed=1), players or {"allies": PERSON, "axis": PERSON})
    return store, Room(store, number)


def told(room, seat):
    return telling.parts(room, seat, set())["since"]


def say(room, seat, words):
    number = telling.parts(room, seat, set())["question"]["number"]
    message = {"id": f"m{seat}-{len(room.game.history)}-{number}", "do": "say", "question": number, "words": words}
    room.obey(seat, at_the_table(json.dumps(message)))


def test_a_page_is_told_what_the_others_have_done_and_goes_on_to_be():
    store, room = room_of()
    say(room, AXIS, "all to Central Pacific; rest stay")
    assert told(room, ALLIES)["lines"] == (), "it can still be taken back"
    while room.to_commit:
        say(room, AXIS, "commit")
    assert room.game.seat == ALLIES
    card = told(room, ALLIES)
    assert "to Central Pacific" in card["lines"][0]
    assert {move["end"] for move in card["moves"]} == {"central_pacific"}
    say(room, ALLIES, "stay")
    assert told(room, ALLIES) == card, "it stays until something else happens"
    assert told(room, SPECTATORS) is None
    assert told(Room(store, room.id), ALLIES) == card, "in another server, too"


# --- in the terminal -------------------------------------------------------------------------------------


def test_the_terminal_tells_it_before_the_next_question_and_by_a_command():
    said = play("--seed", "1", lines=["since", "all to Hawaiian Islands", "commit", "score", "since", "quit", "y"])
    first, *_, last = said.split("Since your last move: ")[1:]
    assert first.startswith("Patrolling ships move. Axis: Hyuga, Akagi and 6 more to Home Islands; ")
    assert last.startswith("Land-based air is placed. Axis: 24AF to Central Pacific.")


def test_the_terminal_says_that_nothing_has_happened():
    said = play("--seed", "1", "--side", "axis", lines=["since", "quit", "y"])
    assert "Since your last move, nothing has happened." in said
