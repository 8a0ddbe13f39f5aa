"""What a seat may not know is in nothing that it is told (§7.22, §23.2, §26.0)."""

import os
import random
import subprocess
import sys
from functools import partial
from statistics import median
from types import FunctionType

import numpy as np
import pytest
import tomli_w
from gymnasium import spaces

from aw_env import admirals_war_v0
from aw_env.core.declare.fields import Sight
from aw_env.core.faces.aec import GameEnv
from aw_env.core.faces.game import Game
from aw_env.core.ruleset import Ruleset
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import AREAS, Action, Decision, Nation, Phase, Power
from aw_env.table.table import Table
from tests import twins
from tests.divided_faces import MOST_COMPARED, TENSION, compare, compare_on, other_secret, played


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
    """In hundreds: `python -m tests.long_checks faces campaign 300`."""
    assert median(compare(2 + 2 * (seed % 2), seed) for seed in range(10, 18)) >= 200


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


def test_the_board_of_the_american_seat_alone_says_where_its_groups_are(tmp_path):
    file = tmp_path / "attack.toml"
    file.write_text(tomli_w.dumps(ATTACK | {"faces_central": 4, "faces_hawaii": 1}), "utf-8")
    game = admirals_war_v0.game(str(file), 4, seed=0)
    boards = {power: game.rules.draw("ansi", game.view(power)) for power in Power}
    area = game.view().names.places[STATE.read(game._games[0], "uncertain_at")[0]].name
    assert f"Location Uncertain W (in secret: {area}): Enterprise, Northampton" in boards[Power.AMERICAN]
    assert not any("in secret" in boards[power] for power in Power if power != Power.AMERICAN)


def test_a_copy_for_a_seat_draws_what_it_cannot_know_and_leaves_what_it_knows():
    game, _ = played(2, 0, until=lambda game: game.view().decision == Decision.ARRIVAL)

    def division(copy):
        return tuple(int(copy._games[faces][0]) for faces in ("faces_central", "faces_hawaii"))

    drawn = {division(game.clone(reseed=seed, seat=1)) for seed in range(120)}
    assert drawn == {(central, hawaii) for central in range(1, 5) for hawaii in range(1, 6 - central)}, "all ten ways"
    assert {division(game.clone(reseed=seed, seat=0)) for seed in range(20)} == {division(game)}


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


def in_full(thing):
    """Every attribute of an object, of what it holds and so on, as plain data, but for rules and spaces."""
    if isinstance(thing, np.ndarray):
        return thing.tobytes()
    if isinstance(thing, dict):
        return {str(key): in_full(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [in_full(value) for value in thing]
    if isinstance(thing, Game | GameEnv):
        return in_full(vars(thing))
    assert thing is None or isinstance(thing, FIXED), type(thing)
    return thing if isinstance(thing, int | float | str | bytes | np.generic) else None


FIXED = (int, float, str, bytes, np.generic, Ruleset, spaces.Space, FunctionType, partial)
"""What else a game may hold."""


@pytest.mark.rule("7.22")
def test_a_copy_for_a_seat_keeps_no_secret_choice_anywhere():
    copies = []
    for choice in (0, 1):
        env = admirals_war_v0.raw_env(scenario="engagement")
        env.reset(seed=1, options={"dice": [1, 2, 3]})
        env.script_dice([4, 5 + choice])
        first = env.agent_selection
        env.step(env.actions()[choice][0])
        other = env.agent_selection
        assert other != first and env.view(other).decision == Decision.ACTION_TYPE
        copies.append(env.clone(reseed=7, agent=other))
    one, another = copies
    assert in_full(one) == in_full(another)
    assert one.game.seed == 7 and one.game.history == [] and one.game.dice_laid == [] and one.scripted_dice_left == 0
    assert one.save() == another.save()


@pytest.mark.rule("23.21")
def test_a_copy_for_a_seat_keeps_no_division_of_the_faces_anywhere():
    game, _ = played(2, 0, until=lambda game: game.view().decision == Decision.ARRIVAL)
    twin = other_secret(game, 1)
    twin.history[:] = game.history[::-1]
    assert in_full(game.clone(reseed=7)) != in_full(twin.clone(reseed=7))
    assert in_full(game.clone(reseed=7, seat=1)) == in_full(twin.clone(reseed=7, seat=1))


@pytest.mark.rule("26.0")
@pytest.mark.parametrize("seed", range(3))
def test_a_copy_for_a_seat_keeps_no_hidden_submarine_anywhere(seed):
    pair = twins.Pair(2, seed, 0)
    for _ in range(20):
        pair.play(pair.compared + 10)
        if pair.twin is not None and not pair.is_secret(pair.game) and not pair.has_parted():
            game, twin = pair.game, pair.twin
            twin.history[:] = game.history[::-1]
            assert in_full(game) != in_full(twin)
            assert in_full(game.clone(reseed=7, seat=0)) == in_full(twin.clone(reseed=7, seat=0))


def test_a_copy_for_an_agent_tells_all_who_is_asked_then():
    env = admirals_war_v0.raw_env(scenario="campaign", options=list(twins.OPTIONS))
    env.reset(seed=3)
    chooser = random.Random(3)
    while not env.game.is_secret_from(0):
        env.step(chooser.choice(env.game.legal_actions()))
    copy = env.clone(reseed=1, agent="allies")
    assert copy.agent_selection == copy.game.seat_name
    assert copy.infos == {agent: copy.game.info_for(seat) for seat, agent in enumerate(copy.possible_agents)}
    copy.step(copy.game.legal_actions()[0])


# --- §26: hidden submarines ------------------------------------------------------------------------------


@pytest.mark.rule("26.0")
@pytest.mark.parametrize(
    ("players", "side", "scenario"), [(2, 0, "campaign"), (4, 0, "atlantic"), (4, 1, "pacific")], ids=str
)
def test_hidden_submarines_tell_the_other_side_nothing(players, side, scenario):
    pair = twins.compare(players, 1, side, most=300, scenario=scenario)
    assert pair.compared == 300


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [(), ("submarine_targeting", "turn_0"), ("french_fleet_dilemma", "tora_tora")], ids=str
)
def test_they_tell_nothing_in_more_games(more):
    """In hundreds: `python -m tests.long_checks secrets campaign+hidden_submarines 300`."""
    options = (*twins.OPTIONS, *more)
    pairs = [twins.compare(2 + 2 * (seed % 2), seed, seed // 2 % 2, options=options) for seed in range(10, 14)]
    assert median(pair.compared for pair in pairs) >= 200 and sum(pair.in_secret for pair in pairs) > 0


@pytest.mark.parametrize("telling", [telling for telling in twins.TELLINGS if telling != "dice"])
def test_without_hiding_each_telling_would_tell_of_submarines(telling):
    often = {f"{telling}_at": 5} if telling in ("words", "previews", "picture") else {}
    with pytest.raises(twins.Leak, match=telling):
        twins.compare(2, 0, 0, most=300, open_to=frozenset([telling]), **often)


WITHOUT = """
import aw_env.games.admirals_war.{module} as module
before, module.{rule} = module.{rule}, lambda *asked: {answer}
{then}
from tests import twins
for seed in {seeds}:
    twins.compare(2, seed, 0, most=400, scenario="atlantic", words_at=10_000, picture_at=10_000)
"""
"""A game takes a minute; with the seeds that are given first the rule is soon asked where it matters."""
CANDIDATES_ALONE = "import aw_env.games.admirals_war.observation.candidates; module.cover = before"
"""Only what is imported while a rule is replaced takes the other."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "rule", "answer", "then", "seeds"),
    [
        ("rules.combat", "is_hidden", False, "", (0, 1, 2, 3)),
        ("rules.asw", "submarines_may_be", False, "", (2, 3, 0, 1)),
        ("observation.visible", "cover", None, CANDIDATES_ALONE, (0, 1, 2, 3)),
    ],
)
def test_questions_and_dice_that_depended_on_submarines_would_tell(module, rule, answer, then, seeds):
    """Interpreted, since a rule can be replaced there."""
    program = WITHOUT.format(module=module, rule=rule, answer=answer, then=then, seeds=seeds)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert "tests.twins.Leak" in ran.stderr, ran.stderr[-2000:]


HIDDEN = {"options": [*twins.OPTIONS], "in_play": [*twins.OPTIONS]}


def at_sea_in_secret(seed=0):
    """A campaign in the first turn of which the U-boats have sailed, and nobody has fought yet."""
    game, chooser = admirals_war_v0.game("campaign", 2, twins.OPTIONS, seed=seed), random.Random(seed)
    while game.view().decision != Decision.COMBAT_AREA:
        game.apply(chooser.choice(game.legal_actions()))
    return game


@pytest.mark.rule("26.0")
def test_a_copy_for_a_seat_draws_the_submarines_of_the_other_side_anew():
    game = at_sea_in_secret()
    boats = twins.theirs(game, 0)
    drawn = [twins.whereabouts(game.clone(reseed=seed, seat=0), boats) for seed in range(40)]
    assert len({str(places) for places in drawn}) > 30
    known = {str(twins.whereabouts(game.clone(reseed=seed, seat=1), boats)) for seed in range(10)}
    assert known == {str(twins.whereabouts(game, boats))}


@pytest.mark.rule("26.0", "14.1")
def test_they_are_drawn_where_they_may_be():
    game = at_sea_in_secret()
    book, boats = game.rules.scenario.books[0], twins.theirs(game, 0)
    for seed in range(40):
        copy = game.clone(reseed=seed, seat=0)
        places = twins.whereabouts(copy, boats)
        assert all(
            place >= AREAS or int(book["waters"][boat]) >> place & 1
            for boat, (place, _) in zip(boats, places, strict=True)
        )
        raiders = [
            (place, int(book["nation"][boat])) for boat, (place, raids) in zip(boats, places, strict=True) if raids
        ]
        assert len(raiders) == len(set(raiders)), "one of a nation in an area"


@pytest.mark.rule("26.0", "14.26")
def test_no_patroller_is_drawn_where_the_hunt_or_the_merchants_would_have_shown_it():
    game, chooser = at_sea_in_secret(), random.Random(5)
    book, boats = game.rules.scenario.books[0], twins.theirs(game, 0)
    boats = boats[book["nation"][boats] == Nation.GERMAN]
    while not game.ended and game.view().phase == Phase.COMBAT:
        for seed in range(3):
            copy = game.clone(reseed=seed, seat=0)
            swept = int(game._games["swept"][0, 1])
            hidden = STATE.read(copy._games[0], "hidden")[boats]
            for is_hidden, (place, raids) in zip(hidden, twins.whereabouts(copy, boats), strict=True):
                if is_hidden and place < AREAS and not raids:
                    assert not swept >> place & 1 and not game._games["resolved"][0, place]
        game.apply(chooser.choice(game.legal_actions()))


def test_a_copy_for_a_seat_goes_on_from_a_question_that_is_secret():
    game, chooser = admirals_war_v0.game("campaign", 2, twins.OPTIONS, seed=3), random.Random(3)
    while not game.is_secret_from(0):
        game.apply(chooser.choice(game.legal_actions()))
    copy = game.clone(reseed=1, seat=0)
    assert not copy.is_secret_from(0) and copy.view(0).phase == game.view(0).phase


def test_a_copy_for_a_seat_of_a_game_that_is_over_is_over():
    game, chooser = admirals_war_v0.game("midway", seed=3), random.Random(3)
    while not game.ended:
        game.apply(chooser.choice(game.legal_actions()))
    copy = game.clone(reseed=1, seat=0)
    assert copy.ended and copy.events() == [] and (copy.rewards == game.rewards).all()


def test_the_environment_tells_each_agent_what_it_may_know():
    env = admirals_war_v0.raw_env(scenario="campaign", options=list(twins.OPTIONS))
    env.reset(seed=3)
    chooser = random.Random(3)
    while not env.game.is_secret_from(0):
        env.step(chooser.choice(env.game.legal_actions()))
    assert env.view("allies").decision == Decision.SECRET_MOVEMENT and env.view("axis").subject is not None
    assert env.describe("allies") == "Japanese: movement." and "I-boat" in env.describe("axis")
    fresh = admirals_war_v0.raw_env(scenario="campaign", options=list(twins.OPTIONS))
    fresh.restore(env.save())
    assert fresh.infos["allies"]["subject"] == -1 and fresh.infos["axis"]["subject"] >= 0
    env.step(env.action_named("home islands"))
    assert "moved" in [kind for kind, *_ in env.events("axis")] and "moved" not in [
        kind for kind, *_ in env.events("allies")
    ]


def test_a_person_at_the_table_hears_what_he_may():
    game, chooser = admirals_war_v0.game("campaign", 2, twins.OPTIONS, seed=3), random.Random(3)
    table, everything = Table(game, {1: None}), Table(game, {0: None, 1: None})
    while not game.is_secret_from(0):
        table.apply(chooser.choice(game.legal_actions()))
    table.apply(game.action_named("home islands"))
    assert not [subjects for kind, subjects, _, _ in table.heard() if kind == "moved"]
    assert ("I-boat 1", "Home Islands") in [subjects for kind, subjects, _, _ in everything.heard() if kind == "moved"]


def test_a_position_with_submarines_at_sea_keeps_them_secret(tmp_path):
    tellings = []
    for number, area in enumerate(("north_sea", "mid_atlantic")):
        file = tmp_path / f"{number}" / "position.toml"
        file.parent.mkdir()
        boat = {"u_boat_1": {"place": area, "hidden": True}, "hood": "air_gap"}
        file.write_text(tomli_w.dumps({"turn": 3, "begins_at": "raiding", **HIDDEN, "units": boat}))
        view = admirals_war_v0.game(str(file), 2, seed=0, ask_forced=True).view(0)
        tellings.append((view.record.tobytes(), view.to_scenario()))
    assert tellings[0] == tellings[1]


def test_a_scenario_file_of_a_view_has_them_where_they_began_the_turn(tmp_path):
    game = at_sea_in_secret()
    file = tmp_path / "position.toml"
    file.write_text(game.view(0).to_scenario(), "utf-8")
    again = admirals_war_v0.game(str(file), 2, twins.OPTIONS, seed=0)
    boat = again.view().unit("u_boat_1")
    assert (boat.place, boat.hidden) == ("germany", True)
