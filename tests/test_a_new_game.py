"""The games of `docs/a_new_game.md`: packages of their own that every face, table, arena, search and training takes
without a line that names them."""

import os
import pickle
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from typer.testing import CliRunner

from aw_env import games
from aw_env.cli.app import app
from aw_env.core.engine.code_cache import WRITTEN_IN, CodeCache
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.core.errors import IllegalAction, SaveError
from aw_env.core.players import load

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = {name: ROOT / "examples" / name for name in ("duel", "race")}
"""The folder of each game's package, as its `pyproject.toml` describes it."""
FACES = {name: f"aw_{name}.{name}_v0" for name in PACKAGES}
EVERY = pytest.mark.parametrize("name", [*PACKAGES])


def installed_in(folder):
    """The metadata that installing the packages would write, and the folders to be imported from."""
    for package in PACKAGES.values():
        project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
        metadata = folder / f"{project['name']}-{project['version']}.dist-info"
        metadata.mkdir()
        said = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (metadata / "METADATA").write_text(said)
        groups = project["entry-points"].items()
        offered = "\n".join(f"[{group}]\n" + "\n".join(map(" = ".join, named.items())) for group, named in groups)
        (metadata / "entry_points.txt").write_text(offered)
    return [folder, *PACKAGES.values()]


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """The games are installed while these tests run: where from."""
    found = [str(path) for path in installed_in(tmp_path_factory.mktemp("installed"))]
    sys.path[:0] = found
    yield found
    for path in found:
        sys.path.remove(path)


@pytest.fixture
def face(name, paths):
    """The public module of a game."""
    return games.named(name).face


@pytest.fixture
def duel(paths):
    """That of the duel."""
    return games.named("duel").face


# --- the faces ---------------------------------------------------------------------------------------------


def test_nothing_that_every_game_has_names_one():
    files = [*(ROOT / "aw_env").rglob("*.py"), *(ROOT / "agents").rglob("*.py"), *(ROOT / "aw_env").rglob("*.js")]
    named = re.compile("|".join(f"aw_{name}|[\"']{name}[\"']" for name in PACKAGES))
    assert [file for file in files if named.search(file.read_text("utf-8"))] == []


@EVERY
@pytest.mark.filterwarnings("ignore:.*")
def test_checkers_take_it(face):
    api_test(face.env(), num_cycles=300)
    seed_test(face.env, num_cycles=100)
    check_env(face.single_agent_env("both", "random", on_illegal="random"), skip_render_check=True)


@EVERY
@pytest.mark.parametrize("layout", ["summary", "units", "candidates"])
def test_a_game_of_the_batch_is_the_game_played_alone(face, layout):
    many = face.vec_env(3, seed=5, observation=layout)
    alone = face.game(seed=face.game_seed(5, 1), observation=layout)
    for _ in range(40):
        assert many.seats[1] == alone.seat
        np.testing.assert_array_equal(many.observations[1], alone.observe(alone.seat))
        np.testing.assert_array_equal(many.action_masks[1], alone.action_mask)
        actions = many.random_actions()
        alone.apply(actions[1])
        rewards, ended = many.step(actions)
        assert ended[1] == alone.ended
        np.testing.assert_array_equal(rewards[1], alone.rewards)
        if alone.ended:
            return
    pytest.fail("the game is longer than the test")


@EVERY
def test_columns_have_names_and_sizes(face):
    for layout in ("summary", "units", "candidates"):
        names, width = face.observation_columns(layout), face.game(observation=layout).observe(0).size
        assert len({*names}) == len(names) == face.observation_scale(layout).size == width
        parts = face.observation_tables(layout).values()
        assert sum(rows * columns for _, rows, columns in parts) == width


@EVERY
def test_random_games_end_and_never_leave_the_limits_of_their_fields(face):
    many = face.vec_env(500, seed=2)
    state, ended = many.rules.room("engine").records.state, 0
    for _ in range(200):
        assert many.action_masks.any(1).all() and (many.games["over"] == 0).all()
        for field in state:
            values = state.read(many.games, field.name)
            assert field.values.least <= values.min() and values.max() <= field.values.greatest, field.name
        ended += many.step(many.random_actions())[1].sum()
    assert ended > 2000


@EVERY
def test_a_save_a_copy_and_a_pickle_go_on_as_the_game_does(face):
    game, again = face.game(seed=7), face.game(seed=8)
    rng = np.random.default_rng(0)
    for _ in range(5):
        game.apply(int(rng.choice(game.legal_actions())))
    again.restore(game.save())
    others = [again, game.clone(), pickle.loads(pickle.dumps(game))]
    while not game.ended:
        action = int(rng.choice(game.legal_actions()))
        for one in (game, *others):
            one.apply(action)
            assert (one.describe(), one.info(), one.events()) == (game.describe(), game.info(), game.events())
            np.testing.assert_array_equal(one.observe(0), game.observe(0))
    assert {one.result for one in others} == {game.result}


@EVERY
def test_what_cannot_be_is_refused(face):
    game = face.game(seed=7)
    with pytest.raises(IllegalAction, match="is not legal"):
        game.apply(int(np.flatnonzero(game.action_mask == 0)[0]))
    for field, value in (("turn", 10_000), ("seat", -1), ("phase", 99), ("decision", 0)):
        other = game.clone()
        other._games[field] = value
        with pytest.raises(SaveError):
            game.restore(other.save())
    with pytest.raises(ValueError, match="known: "):
        face.game("no_such_scenario")
    with pytest.raises(ValueError, match="no optional rules"):
        face.game(options=["fog"])


@EVERY
def test_interpreted_games_are_the_same(face, name, paths):
    program = f"""
import sys, numpy as np
from {FACES[name]} import game
played, rng = game(seed=4, observation="candidates"), np.random.default_rng(1)
for _ in range(60):
    if played.ended: played.reset(played.seed + 1)
    played.apply(int(rng.choice(played.legal_actions())))
    print(played.events(), played.observe(0).tolist(), played.observe(1).tolist())
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, str(ROOT)])}
    told = [
        subprocess.run(
            [sys.executable, "-c", program], env=environment | changed, capture_output=True, text=True, timeout=500
        )
        for changed in ({"NUMBA_DISABLE_JIT": "1"}, {"NUMBA_DISABLE_JIT": "0"})
    ]
    assert told[0].stdout.count("\n") == 60, told[0].stderr
    assert told[0].stdout == told[1].stdout


# --- people ------------------------------------------------------------------------------------------------


@EVERY
def test_the_game_is_told_and_drawn_to_its_end(face):
    game, rng = face.game(seed=3), np.random.default_rng(0)
    size = game.rules.picture(game.view()).shape
    while not game.ended:
        choices = game.actions()
        assert len({words for _, words in choices}) == len(choices)
        action, words = choices[rng.integers(len(choices))]
        assert game.action_named(words) == action
        game.apply(action)
        assert all(words and "{" not in words for *_, words in game.events())
        assert game.rules.picture(game.view(0)).shape == size
    assert "The game is over" in game.rules.draw("ansi", game.view())


@EVERY
def test_people_play_it_at_the_terminal(name, paths, tmp_path):
    typed = "help\nboard\nfleets\nwhy\nwhy not\nhint\nundo\nchoices\n1\nundo\n2\nauto turn\nauto\norders\n1\nquit\n"
    arguments = ["play", "--game", name, "--seed", "3", "--opponent", "random"]
    arguments += ["--side", games.named(name).offer(games.named(name).scenario).seats[2][0]]
    done = CliRunner().invoke(app, arguments, input=typed, env={"AW_ENV_GAMES": str(tmp_path)})
    assert done.exit_code == 0, (done.output, done.exception)
    assert "You leave the table" in done.output or "wins." in done.output
    assert "Traceback" not in done.output


def test_help_names_the_games_that_are_installed(paths):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*paths, str(ROOT)])}
    run = [sys.executable, "-m", "aw_env.cli", "play", "--help"]
    done = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=100, check=True)
    said = " ".join(done.stdout.replace("│", " ").split())
    assert re.search(r"Which game: \w+ \(the default\)(, \w+)*, duel(, \w+)*, race\b", said), said


@EVERY
def test_other_commands_take_it(name, paths):
    for command, said in (
        (["watch", "--seed", "3"], "The game is over"),
        (["check"], "Sound."),
        (["options"], "has no optional rules."),
        (["rules"], "has no list of numbered rules"),
    ):
        done = CliRunner().invoke(app, [*command, "--game", name])
        assert said in done.output, (done.output, done.exception)


@EVERY
def test_people_play_it_in_a_browser(name, face, tmp_path):
    pytest.importorskip("starlette")
    from tests.test_web import Page, served

    scenario, seats = face.GAME.scenario, face.GAME.offer(face.GAME.scenario).seats[2]
    with served(tmp_path / "games.sqlite3") as client:
        offered = client.get("/api/scenarios").json()["scenarios"]
        (mine,) = [one for one in offered if (one["game"], one["name"]) == (name, scenario)]
        assert {"person", "random", "scripted", "search"} <= {*mine["players"]}
        setup = {"game": name, "scenario": scenario, "seed": 7}
        asked = {"setup": setup, "players": dict(zip(seats, ("person", "scripted"), strict=True))}
        begun = client.post("/api/games", json=asked)
        assert begun.status_code == 201, begun.text
        with Page(client, begun.json()["id"], begun.json()["tokens"][seats[0]]) as page:
            assert page.parts["scene"]["areas"] and page.parts["table"]["die"]["faces"]
            page.play()
            assert page.parts["table"]["over"] and page.log


# --- players -----------------------------------------------------------------------------------------------


@EVERY
def test_players_meet_in_an_arena(face):
    from aw_agents.arena import play_match

    rules = face.GAME.ruleset(face.GAME.scenario)
    random, scripted, searching = (load(player, face.GAME.players) for player in ("random", "scripted", "search:4"))
    for players in ([random, scripted], [scripted, random], [searching, random]):
        score = play_match(rules, players, 20, seed=1)
        assert score.decisions.all() and {*score.results.tolist()} <= {-1, 0, 1}
    with pytest.raises(ValueError, match="there is no player 'tuned'"):
        load("tuned", face.GAME.players)


TINY = """
name = "tiny"
game = "{game}"
scenario = "{scenario}"
algorithm = "{algorithm}"
[{table}]
{size} = 1024
envs = 16
rollout = 16
minibatch = 128
{more}
[evaluation]
every = 1024
games = 4
final_games = 4
"""


@EVERY
@pytest.mark.parametrize(
    "algorithm, table, size, more",
    [
        ("ppo", "learning", "steps", "hidden = [16, 12]"),
        pytest.param(*("imitation", "dagger", "decisions", "hidden = [16, 12]\nfeatures = 8"), marks=pytest.mark.slow),
    ],
)
def test_it_is_learned(face, tmp_path, algorithm, table, size, more):
    pytest.importorskip("stable_baselines3")
    from train import main

    told = {"algorithm": algorithm, "table": table, "size": size, "more": more}
    (tmp_path / "tiny.toml").write_text(TINY.format(game=face.GAME.name, scenario=face.GAME.scenario, **told))
    assert main(["--config", str(tmp_path / "tiny.toml"), "--folder", str(tmp_path / "run"), "--quiet"]) == 0
    player = load(tmp_path / "run", face.GAME.players)
    game = face.game(seed=1, observation="candidates" if algorithm == "imitation" else "summary")
    seen = {"observation": game.observe(game.seat), "action_mask": game.action_mask}
    assert player.act(game.view(game.seat), seen, game.info()) in game.legal_actions()


# --- the rules of the duel ---------------------------------------------------------------------------------


def at_guns(duel, places, dice=(), **fields):
    """A duel whose ships have stayed in these sectors, with these dice to come."""
    game = duel.DUEL.position("duel", seed=1, place=places, **fields)
    game.script_dice(dice)
    for sector in places:
        game.apply(game.action_named(game.view().names.places[sector].name))
    return game


def test_a_ship_stays_or_sails_to_a_sector_beside_hers(duel):
    game = duel.game(seed=1)
    assert [words for _, words in game.actions()] == ["North-west", "North", "West"]
    game.apply(game.action_named("west"))
    assert game.seat_name == "blue"
    assert [words for _, words in game.actions()] == ["East", "South", "South-east"]


@pytest.mark.parametrize("places, left", [([4, 4], 3), ([4, 5], 4)])
def test_a_die_hits_on_a_five_and_alongside_on_a_four(duel, places, left):
    game = at_guns(duel, places, dice=[4, 5, 6])
    game.apply(game.action_named("fire"))
    assert game.view().unit("cobalt").hull == left
    assert game.scripted_dice_left == 0
    assert ("fires", ("Vermilion", "Cobalt"), (4, 5, 6)) in [event[:3] for event in game.events()]


def test_ships_apart_cannot_fire_and_a_sound_one_has_nothing_to_mend(duel):
    game = at_guns(duel, [0, 8], hull=[6, 5])
    assert game.seat_name == "blue", "Red can only hold, and is not asked"
    assert [words for _, words in game.actions()] == ["hold fire", "mend a hit"]
    game.apply(game.action_named("mend"))
    assert game.view().unit("cobalt").hull == 6


def test_blue_has_the_first_broadside_on_even_turns(duel):
    game = at_guns(duel, [4, 4])
    assert game.seat_name == "red"
    for _ in range(2):
        game.apply(game.action_named("hold"))
    for _ in range(2):
        game.apply(game.action_named("middle"))
    assert game.view().turn == 2 and game.seat_name == "blue"


def test_who_sinks_the_other_wins_and_at_the_end_who_bears_more_hits(duel):
    game = at_guns(duel, [4, 4], dice=[6, 6, 6], hull=[1, 2])
    game.apply(game.action_named("fire"))
    assert (game.result, game.margin, game.rewards.tolist()) == (1, 1, [1.0, -1.0])
    game = at_guns(duel, [0, 8], hull=[3, 4], turn=12)
    game.apply(game.action_named("hold"))
    game.apply(game.action_named("hold"))
    assert game.result == -1


def test_a_course_is_secret_until_both_have_chosen(duel):
    """Two games that differ in Red's course alone are the same to Blue."""
    north, west = duel.game(seed=1), duel.game(seed=1)
    for game, sector in ((north, "North"), (west, "West")):
        game.apply(game.action_named(sector))
    told = [
        (game.describe(1), game.info_for(1), game.events(1), game.observe(1).tolist(), game.action_mask.tolist(),
         game.view(1).record.tobytes(), game.rules.draw("ansi", game.view(1)))
        for game in (north, west)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert not np.array_equal(north.observe(0), west.observe(0)), "Red knows it"
    imagined = {int(north.clone(reseed=seed, seat=1)._games["course"][0, 0]) - 1 for seed in range(40)}
    assert imagined == {0, 1, 3}


def test_scripted_reads_no_secret_and_beats_chance(duel):
    from aw_agents.arena import play_match

    rules, scripted = duel.GAME.ruleset("duel"), load("scripted", "duel")
    score = play_match(rules, [scripted, load("random", "duel")], 200, seed=3)
    assert score.points > 0.7
    answers = set()
    for sector in ("North", "West"):
        game = duel.game(seed=1)
        game.apply(game.action_named(sector))
        seen = {"observation": game.observe(1), "action_mask": game.action_mask}
        answers.add(scripted.act(game.view(1), seen, game.info()))
    assert len(answers) == 1


# --- the page ----------------------------------------------------------------------------------------------


PAGE = (ROOT / "docs" / "a_new_game.md").read_text("utf-8")
SHOWN = re.compile(r"^```(py|toml)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("language, block", SHOWN.findall(PAGE))
def test_what_the_page_shows_stands_in_a_file_of_the_duel_or_runs(duel, language, block):
    files = [*PACKAGES["duel"].rglob("*.py"), *PACKAGES["duel"].glob("*.toml")]
    if not any(block in file.read_text("utf-8") for file in files):
        assert language == "py"
        exec(block, {"duel_v0": duel})


def test_the_page_is_short_and_names_what_there_is():
    assert len(PAGE.split()) <= 1500
    import aw_env.new_game as new_game

    for file in re.findall(r"`((?:examples|tests|core)/[\w/]+\.?\w*)`", PAGE):
        assert (ROOT / file).exists() or (ROOT / "aw_env" / file).exists(), file
    assert all(hasattr(new_game, name) for name in new_game.__all__)


# --- what may be left out, and what is refused ---------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*")
def test_a_game_may_have_no_places_no_units_and_no_phases():
    from tests.sticks_v0 import STICKS

    api_test(STICKS.doors.env(), num_cycles=100)
    game, other = STICKS.doors.game(seed=3), STICKS.doors.game(seed=4)
    other._games["heaps"] = game._games["heaps"]
    seen = dict(zip(STICKS.doors.observation_columns(), game.observe(0).tolist(), strict=True))
    assert (seen["heaps_0"], seen["heaps_1"], seen["empty_has_0"], seen["turn_of"]) == (3, 5, 0, 1)
    assert seen["second_number"] == 0 and seen["first_number"] == game._games["first_number"][0]
    game.apply(game.action_named("two of the left heap"))
    assert [words for *_, words in game.events()] == ["The First takes 2 sticks of the left heap."]
    assert game.describe() == "Second: which sticks?"
    assert game.rules.draw("ansi", game.view()).startswith("Sticks, turn 2 of 99: Play")
    assert game.rules.picture(game.view()).ndim == 3
    while not game.ended:
        game.apply(game.legal_actions()[0])
    assert game.result in (-1, 1) and game.view().units == []
    game.script_dice([10])
    numbers = {int(other.clone(reseed=seed, seat=0)._games["second_number"][0]) for seed in range(40)}
    assert len(numbers) > 4, "a search does not know it"


def test_what_a_side_keeps_to_itself_is_seen_by_nobody_else():
    """Two games that differ in the Second's secrets alone are the same to the First, to the end."""
    from tests.sticks_v0 import STICKS

    pair = [STICKS.position("sticks", seed=3) for _ in range(2)]
    pair[1]._games["kept"][0, 1] = 9 - pair[1]._games["kept"][0, 1]
    pair[1]._games["charms"][0, 1, 1] ^= 5
    columns = STICKS.doors.observation_columns()
    while True:
        told = [
            (game.describe(0), game.info_for(0), game.events(0), game.observe(0).tolist(), game.action_mask.tolist(),
             game.view(0).record.tobytes(), game.rules.draw("ansi", game.view(0)), game.open_view().record.tobytes())
            for game in pair
        ]  # fmt: skip
        assert told[0] == told[1]
        seen = [dict(zip(columns, pair[0].observe(seat).tolist(), strict=True)) for seat in range(2)]
        for seat in range(2):
            own = pair[0]._games[0]
            charms = int(own["charms"][seat, 1])
            assert (seen[seat]["my_kept"], seen[seat]["their_kept"]) == (own["kept"][seat], -1)
            for k in range(4):
                assert seen[seat][f"my_charms_1_has_{k}"] == charms >> k & 1
                assert seen[seat][f"their_charms_1_has_{k}"] == 0
            assert pair[0].view(seat).field("kept").tolist()[1 - seat] == -1
        if pair[0].ended:
            break
        for game in pair:
            game.apply(game.legal_actions()[0])
    imagined = {int(STICKS.doors.game(seed=3).clone(reseed=seed, seat=0)._games["kept"][0, 1]) for seed in range(40)}
    assert len(imagined) > 4
    game = STICKS.doors.game(seed=3)
    game._games["kept"] = 10
    with pytest.raises(SaveError):
        STICKS.doors.game(seed=4).restore(game.save())


def test_what_the_sides_have_is_on_every_screen():
    from aw_env.core.drawn import text
    from aw_env.new_game import Drawing
    from aw_env.table import choosing
    from tests.sticks_v0 import RULES, STICKS, WORDS

    game = STICKS.doors.game(seed=3)
    game.apply(game.action_named("two of the left heap"))
    lines = ["Heaps: 1, 5", "Empty: none", "Turn of: Second", "Taken: First 2, Second 0"]
    assert choosing.heading(game.rules.scene(game.view(0)))[1:] == lines, "the page"
    assert game.rules.draw("ansi", game.view(1)).splitlines()[1:5] == [*lines]
    assert all(line in text.in_plain_text(*text.board(game.rules.scene(game.view()), game.view())) for line in lines)
    drawn = game.rules.picture(game.view())
    game._games["taken"][0, 1] = 7
    assert drawn.shape == game.rules.picture(game.view()).shape and (drawn != game.rules.picture(game.view())).any()
    (told,) = [one for one in game.rules.scene(game.view()).data()["facts"] if one["title"] == "Taken"]
    assert told == {"title": "Taken", "words": "First 2, Second 7", "of_sides": ["2", "7"]}
    sheet = text.in_plain_text(text.score_sheet(game.rules.scene(game.view()))).split()
    assert sheet[-3:] == ["taken", "2", "7"] and "lost" not in sheet
    usual = [fact.title for fact in _scene(RULES, WORDS, Drawing()).facts]
    assert usual == ["Taken"], "what is secret, or of no side, is not shown unless it is asked for"
    with pytest.raises(ValueError, match="'kept' is no field for everyone"):
        _scene(RULES, WORDS, Drawing(shown=["kept"]))


def _scene(rules, words, drawing):
    from aw_env.new_game import Declared, Opening

    declared = Declared("tests.sticks_v0", "Sticks", rules, words, {"sticks": Opening("Sticks", 99)}, drawing)
    game = declared.doors.game()
    return declared.rooms["board"].scene(game.rules.scenario, game.view())


def test_an_event_that_is_told_as_cannot_be_is_refused_by_its_name():
    from aw_env.new_game import THE_PLACE, THE_UNIT, Told, Words, team_named
    from tests.sticks_v0 import SIDES, Event

    two = (THE_UNIT, THE_PLACE)
    for told, said in (
        (Told("{0} sinks.", THE_UNIT), "a comma after a single one"),
        (Told("{0:take} sticks.", (team_named,)), "subject 0 is team_named, where a Named is expected: call it"),
        (Told("{0} sinks.", ("unit",)), "subject 0 is 'unit', where a Named is expected$"),
        (Told("{0} is in {1}.", (THE_UNIT,)), r"speaks of \{1\}: there are \{0\}, \{a\}"),
        (Told("{unit} sinks.", (THE_UNIT,)), r"speaks of \{unit\}"),
        (Told("{} meets {}.", (THE_UNIT,)), r"speaks of \{1\}"),
        (Told("{0 sinks.", (THE_UNIT,)), "'{0 sinks.': "),
        (Told("{0} fires.", two, dice="the guns of {ship}"), r"speaks of \{ship\}"),
        (Told("{0}.", (*two, *two)), "4 subjects: an event has 3 numbers"),
        (Told(7, two), "its words are 7"),
        ("She sinks.", "is expected, not 'She sinks.'$"),
    ):
        with pytest.raises(ValueError, match=said) as refused:
            Words(SIDES, {}, {Event.TAKES: told})
        assert str(refused.value).startswith("Event.TAKES: ")
    for told in (
        Told("{} is in {}.", two),
        Told("{{}} {0:x} {a} {b:lands|stays}{rolled} {die} {sum}", two),
        Told(lambda *row: "{9}"),
    ):
        Words(SIDES, {}, {Event.TAKES: told})


def test_a_declaration_that_cannot_be_is_refused():
    from aw_env.new_game import NOTHING, Decisions, Declared, Field, Opening, Records, Rules, Sight, number
    from tests import sticks_v0 as sticks

    enums = (sticks.Side, sticks.Decision, sticks.Option, sticks.Event)
    many = Decisions("Many", {f"KIND_{k}": (NOTHING, "one of many questions") for k in range(65)})
    with pytest.raises(ValueError, match="65 kinds of decisions: 64 are the most"):
        Records(sticks.Side, many, sticks.Option, sticks.Event)
    with pytest.raises(ValueError, match="declare a field `place`"):
        Records(*enums, units={"Dart": sticks.Side.FIRST})
    submarines = Field("place", "i1", number(0, 3), "where she dives", (1,), sight=Sight.ONE_PLAYER, player=0)
    with pytest.raises(ValueError, match="seen by everyone"):
        Records(*enums, units={"Dart": sticks.Side.FIRST}, fields=[submarines])
    secret = Field("choice", "i1", number(0, 3), "secret", (3,), sight=Sight.UNTIL_ALL_HAVE_CHOSEN)
    with pytest.raises(ValueError, match="declared `by` the sides"):
        Records(*enums, fields=[secret])
    secret = Field("kept", "i1", number(0, 3), "secret", (2,), sight=Sight.ITS_SIDE)
    with pytest.raises(ValueError, match="keeps to itself is declared `by` the sides"):
        Records(*enums, fields=[secret])
    kept = Field("kept", "i1", number(0, 3), "secret", (2,), by=sticks.Side, sight=Sight.ITS_SIDE)
    with pytest.raises(ValueError, match="give `redraw`"):
        Rules(__name__, Records(*enums, fields=[kept]), sticks.proceed, {}, sticks.margin)
    with pytest.raises(ValueError, match="give `redraw`"):
        Rules(__name__, sticks.RECORDS, sticks.proceed, {}, sticks.margin)
    afloat = [Field(name, "i1", number(0, 3), "of each ship", (1,)) for name in ("place", "margin")]
    with pytest.raises(ValueError, match="margin: the ledger has a field of that name"):
        Rules(
            __name__,
            Records(*enums, units={"Dart": sticks.Side.FIRST}, fields=afloat),
            sticks.proceed,
            {},
            sticks.margin,
        )
    with pytest.raises(ValueError, match="DUEL_v0"):
        Declared("aw_sticks.sticks", "Sticks", sticks.RULES, sticks.WORDS, {})
    for begins, said in (({"heap": 1}, "no field 'heap': choose from turn"), ({"heaps": 6}, "from 0 to 5")):
        declared = Declared(
            sticks.__name__, "Sticks", sticks.RULES, sticks.WORDS, {"one": Opening("One", 9, {}, begins)}
        )
        with pytest.raises(ValueError, match=said):
            declared.doors.game()
        assert not declared.openings.check(None).sound


def test_a_room_that_the_package_has_is_used(tmp_path, monkeypatch):
    from aw_env.new_game import Declared, Opening
    from tests import sticks_v0 as sticks

    (tmp_path / "aw_own").mkdir()
    (tmp_path / "aw_own" / "__init__.py").touch()
    (tmp_path / "aw_own" / "board.py").write_text("def scene(scenario, view): return scenario.title")
    (tmp_path / "aw_own" / "words.py").write_text("of = 'the game, and no room'")
    monkeypatch.syspath_prepend(tmp_path)
    own = Declared("aw_own.own_v0", "Own", sticks.RULES, sticks.WORDS, {"sticks": Opening("Own sticks", 9)})
    rules = own.ruleset("sticks")
    view = rules.view(rules.scenario.templates)
    assert rules.scene(view) == own.game.room("board").scene(rules.scenario, view) == "Own sticks"
    assert rules.describe_decision(view) == "Nothing is being asked."


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_compiled_players_depend_on_the_game_and_on_where_they_are_written(paths):
    from aw_agents.declared import staffed

    duel = staffed("duel")
    play = duel.play.py_func
    assert play.__module__ == "aw_duel.rules" and "aw_agents.declared" in getattr(play, WRITTEN_IN)
    assert {"aw_agents.declared", "aw_agents.rollouts"} <= {*getattr(duel.searchable.roll_out.py_func, WRITTEN_IN)}
    key = CodeCache(play)._key
    elsewhere = getattr(play, WRITTEN_IN)
    setattr(play, WRITTEN_IN, ())
    try:
        assert CodeCache(play)._key != key
    finally:
        setattr(play, WRITTEN_IN, elsewhere)
