"""What a seat may not know is in nothing that it is told: raider groups before they are seen (21.532), and ships
withheld or screened before the lines form (21.5361B); among the islands task forces under their counters (20.164A),
forces that have not been seen, invasions before they sail (21.514D), and how squadrons and screens are shared out
(21.5394, 21.5398B)."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median

import numpy as np
import pytest

from aw_env import world_at_war_v0
from aw_env.core.declare.fields import Sight
from aw_env.core.rooms.view import PlainView
from aw_env.games.world_at_war.records.kinds import Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import RECORDS
from aw_env.table.offers import Setup
from aw_env.web import telling
from aw_env.web.beginning import new_room
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import PERSON, Store
from tests.test_secrets import in_full
from tests.world_at_war.positions import number, playing
from tests.world_at_war.secret_pairs import FIELD_OF, IN_THE_ISLANDS, KINDS, Leak, Pair, compare, decision_of

ROOT = Path(__file__).resolve().parents[2]
LEAST = {"groups": 100, "withheld": 4, "screened": 8, "counters": 20, "forces": 4, "caps": 1, "lines": 4}
LEAST |= {
    "raiders_screened": 1,
    "invaders": 10,
    "interceptors": 1,
    "patrols": 4,
    "company": 4,
    "seekers": 4,
    "ports": 20,
    "home": 20,
}
"""Decisions that a game offers of each secret, in the median."""
OF_RAIDERS = [kind for kind in KINDS if kind not in IN_THE_ISLANDS]


@pytest.mark.parametrize("kind", KINDS)
def test_a_secret_is_told_to_nobody_before_it_is_out(kind):
    """In hundreds of games: `python -m tests.world_at_war.secret_pairs groups raiders_long 300`."""
    assert median(compare(kind, seed).compared for seed in range(6)) >= LEAST[kind]


TELLING = [
    (kind, open_to)
    for kind in KINDS
    for open_to in ("observation", "mask", "view", "words", "copy")
    if kind != "caps" or open_to not in ("mask", "words")  # which say nothing of patrols to anybody
]


@pytest.mark.parametrize(("kind", "open_to"), TELLING)
def test_with_its_hiding_switched_off_each_telling_would_tell(kind, open_to):
    with pytest.raises(Leak, match=open_to):
        for seed in range(20):
            compare(kind, seed, open_to=frozenset([open_to]), words_at=1, copies_at=1)


@pytest.mark.parametrize(("kind", "field"), [*FIELD_OF.items(), ("counters", "berth")])
def test_a_field_that_everyone_saw_would_tell(kind, field, monkeypatch):
    monkeypatch.setattr(type(RECORDS.state[field]), "__setattr__", object.__setattr__)
    monkeypatch.setattr(RECORDS.state[field], "sight", Sight.EVERYONE)
    with pytest.raises(Leak, match="view"):
        for seed in range(20):
            compare(kind, seed)


@pytest.mark.parametrize("kind", ["withheld", "screened"])
def test_how_often_somebody_has_answered_would_tell(kind, monkeypatch):
    monkeypatch.setattr(PlainView, "conceal", lambda books, games, seat: None)
    with pytest.raises(Leak, match="view"):
        for seed in range(20):
            compare(kind, seed)


WITHOUT = """
import aw_env.games.world_at_war.rules.{module} as module
before = module.{rule}
{then}
from tests.world_at_war.secret_pairs import compare
for seed in range(6):
    compare("groups", seed, most=150, words_at=1000, copies_at=1)
"""
"""Games in which a rule is replaced, interpreted."""
SAIL = """
def sail(book, game, events):
    before(book, game, events)
    module.note(events, 18, int(game.in_group.argmax()), 0, 0)
module.sail = sail
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "rule", "then"),
    [
        ("raids", "sail", SAIL),
        ("detection", "raider_modifier", "module.raider_modifier = lambda book, game, k: before(book, game, k) + "
         "int((game.in_group == k).argmax()) % 2"),
        ("interception", "can_be_met", "module.can_be_met = lambda book, game, k: before(book, game, k) and "
         "(game.in_group == k).argmax() % 2 == 0"),
        ("redraw", "redraw_groups", "module.redraw_groups = lambda book, game: None"),
    ],
)  # fmt: skip
def test_rules_that_depended_on_a_secret_would_tell(module, rule, then):
    program = WITHOUT.format(module=module, rule=rule, then=then)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert "secret_pairs.Leak" in ran.stderr, ran.stderr[-2000:]


# --- copies for a seat -----------------------------------------------------------------------------------------------


def told(game, seat):
    """What the seat has been told of a position."""
    return game.view(seat).record.tobytes(), [row.tolist() for row in game.events_in_numbers(seat)]


def ways(game, asked):
    """Every position to which answers to the same question lead, by whatever way."""
    found, waiting = [], [game]
    while waiting:
        one = waiting.pop()
        if decision_of(one) != asked:
            found.append(one)
            continue
        for action in one.legal_actions():
            other = one.clone()
            other.apply(action)
            waiting.append(other)
    return found


def redrawn(game, seat, field, seeds=300):
    """What copies for a seat hold of a field."""
    return {tuple(game.clone(reseed=seed, seat=seat)._games[field][0].tolist()) for seed in range(seeds)}


BREST, BERGEN, GERMANY = ({"place": place} for place in ("brest", "bergen", "germany"))
FLEET = {"bismarck": BERGEN, "scharnhorst": GERMANY, "gneisenau": BERGEN, "german_cruiser_1": BREST,
         "german_cruiser_2": BREST, "graf_spee": BREST, "tirpitz": BERGEN}  # fmt: skip


@pytest.mark.parametrize(
    "groups",
    [
        [["gneisenau"]],
        [["bismarck", "gneisenau"], ["graf_spee"]],
        [["bismarck", "scharnhorst", "gneisenau"]],
        [["gneisenau", "scharnhorst"], ["graf_spee", "german_cruiser_1"]],
        [["german_cruiser_1", "german_cruiser_2"], ["gneisenau"]],
    ],
    ids=str,
)
def test_a_copy_for_the_allies_holds_any_groups_that_would_have_looked_the_same(groups):
    """Every way in which groups may be formed is tried; those of which the Allies have seen the same are drawn, all of
    them and no other."""
    begins = playing(Phase.MISSIONS, FLEET, turn=9, brps=[20, 4], ask_forced=False, moving=Side.AXIS).game
    game = begins.clone()
    for group in groups:
        for ship in group:
            game.apply(game.action_named(begins.rules.scenario.names.units[number(ship)].name))
        if game.view().decision == Decision.RAID:
            game.apply(Option.DONE)
    if game.view().decision == Decision.RAID:
        game.apply(Option.DONE)
    alike = {tuple(one._games["in_group"][0].tolist()) for one in ways(begins, Decision.RAID)
             if told(one, Side.ALLIES) == told(game, Side.ALLIES)}  # fmt: skip
    assert len(alike) > 1 and redrawn(game, Side.ALLIES, "in_group") == alike
    assert redrawn(game, Side.AXIS, "in_group", 5) == {tuple(game._games["in_group"][0].tolist())}


def engaged(kind, least):
    """A game at the last question that is answered in secret, with its beginning: of a battle with several ships."""
    asked, _ = KINDS[kind]
    for seed in range(200):
        pair = Pair(kind, seed)
        while not pair.game.ended:
            if decision_of(pair.game) == asked:
                begins = pair.game.clone()
                if len(begins.legal_actions()) > least:
                    return begins
                pair.answers(pair.game)
            else:
                pair.game.apply(pair.chooser.choice(pair.game.legal_actions()))
    raise AssertionError("no such battle")


def test_a_copy_for_the_allies_withholds_any_raiders():
    begins = engaged("withheld", 3)
    ends = [one for one in ways(begins, Decision.WITHHOLD) if one.view().decision == Decision.SCREEN]
    alike = {tuple(one._games["held"][0].tolist()) for one in ends}
    assert len(alike) >= 4 and redrawn(ends[0], Side.ALLIES, "held") == alike
    assert {told(one, Side.ALLIES)[0] for one in ends} == {told(ends[0], Side.ALLIES)[0]}
    axis = begins.rules.scenario.books[0]["side"] == Side.AXIS
    known = ends[-1]._games["held"][0][axis]
    copies = [ends[-1].clone(reseed=seed, seat=Side.AXIS) for seed in range(5)]
    assert all((copy._games["held"][0][axis] == known).all() for copy in copies)


def test_a_copy_for_the_axis_screens_any_defenders():
    begins = engaged("screened", 2)
    screened = [begins]
    for one in screened:
        for action in one.legal_actions():
            if action != Option.DONE:
                other = one.clone()
                other.apply(action)
                if other.view().decision == Decision.SCREEN:
                    screened.append(other)
    drawn = redrawn(begins, Side.AXIS, "held")
    assert {tuple(one._games["held"][0].tolist()) for one in screened} <= drawn and len(drawn) > 1


@pytest.mark.parametrize("kind", OF_RAIDERS)
def test_a_copy_for_a_seat_keeps_no_secret_anywhere(kind):
    checked = 0
    for seed in range(8):
        pair = Pair(kind, seed)

        def check(game, twin, pair=pair):
            nonlocal checked
            twin.history[:] = game.history[::-1]
            assert in_full(game.clone(reseed=7, seat=pair.seat)) == in_full(twin.clone(reseed=7, seat=pair.seat))
            checked += 1
            pair.compared += 1

        pair.compare = check
        pair.play(10)
    assert checked >= 10


# --- the web table ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("listener", [int(Side.ALLIES), SPECTATORS])
def test_the_web_table_tells_nobody_else_which_ships_sail(listener):
    heard = []
    for ship in ("Scharnhorst", "Gneisenau"):
        store = Store(":memory:")
        setup = Setup(game="world_at_war", scenario="raiders", seed=5, dice_known=True)
        room = Room(store, new_room(store, setup, {"allies": PERSON, "axis": PERSON})[0])
        rng = np.random.default_rng(1)
        while room.game.view().decision != Decision.RAID:
            room._apply(int(rng.choice(room.game.legal_actions())))
        room.session.remember()
        room._apply(room.game.action_named(ship))
        heard.append((telling.parts(room, listener, set()), telling.lines(room, listener, 0)))
    assert heard[0] == heard[1]


def test_a_person_who_is_told_of_a_group_hears_its_number_and_size():
    game = playing(Phase.MISSIONS, FLEET, turn=9, brps=[20, 4], moving=Side.AXIS)
    game.choose("bismarck", "scharnhorst", "gneisenau", Option.DONE)
    while game.asked == Decision.RAID:
        game.choose(Option.DONE)
    said = [event[3] for event in game.game.events(Side.ALLIES)]
    assert said == ["The first group sails: 3 ships, a task force."]
    assert world_at_war_v0.observation_columns("summary").count("large_0") == 1


# --- copies in which it is drawn anew --------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["raiders", "night_express", "mediterranean"])
def test_a_copy_asks_nobody_who_has_only_one_answer_left_by_what_is_drawn(scenario):
    """Such an answer is taken as everywhere, and the copy can be saved and read again."""
    game, chooser, gone_on = world_at_war_v0.game(scenario, seed=1), Random(1), 0
    while not game.ended and gone_on < 5:
        other = 1 - game.seat
        copy = game.clone(reseed=chooser.randrange(1000), seat=other)
        assert copy.ended or len(copy.legal_actions()) > 1
        if not game.is_secret_from(other) and copy.info_for(other) != game.info_for(other):
            gone_on += 1
            world_at_war_v0.game(scenario).restore(copy.save())
        game.apply(chooser.choice(game.legal_actions()))
    assert gone_on > 1, "what is drawn leaves some seat one answer"


def test_a_copy_that_asks_for_forced_answers_keeps_its_question():
    game, chooser = world_at_war_v0.game("raiders", seed=1, ask_forced=True), Random(1)
    for _ in range(400):
        other = 1 - game.seat
        if not game.is_secret_from(other):
            copy = game.clone(reseed=chooser.randrange(1000), seat=other)
            assert copy.info_for(other) == game.info_for(other)
        game.apply(chooser.choice(game.legal_actions()))
