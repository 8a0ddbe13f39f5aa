"""The officer's doctrine: what it changes, the search for a better one, `tuned`."""

import numpy as np
import pytest

pytest.importorskip("cma")

import aw_agents
from aw_agents.admirals_war.officer.doctrine import DOCTRINES, NUMBERS, STANDING
from aw_agents.admirals_war.play import ScriptedPlayer
from aw_agents.admirals_war.tuned import SHIPPED, TunedPlayer, war_of
from aw_agents.arena import play_match
from aw_agents.arena.match import Match
from aw_agents.doctrines import DoctrineError
from aw_agents.learned import CheckpointError
from aw_agents.training import experiment
from aw_agents.training.experiment import TuningTable
from aw_agents.training.tuning import Cube, Slope, Tuning
from aw_env.games.admirals_war.game import ruleset
from tests.experiments import experiment_file

TINY = """
name = "tiny"
scenario = "engagement"
algorithm = "tuning"
seed = 3
[tuning]
generations = 2
candidates = 4
games = 2
snapshot_every = 1
[checkpoints]
every = 16
[evaluation]
every = 16
games = 2
final_games = 2
"""
BY_GRADIENT = (("candidates = 4", 'candidates = 16\nmethod = "gradient"\none_for_both = true'),)
NAMES = [number.name for number in NUMBERS]
STANDING_NUMBERS = DOCTRINES.standing_numbers
LEAST = np.array([number.least for number in NUMBERS])
RANGE = np.array([number.most for number in NUMBERS]) - LEAST
SIDES = 2


def tiny(tmp_path, *changes):
    """The tiny experiment, with (old, new) changes of its text."""
    return experiment.read(experiment_file(tmp_path, TINY, *changes))


def doctrines(**changes):
    """The standing doctrine with other numbers, for both sides: float64 `(sides, numbers)`."""
    values = np.tile(STANDING_NUMBERS, (SIDES, 1))
    for name, value in changes.items():
        values[:, NAMES.index(name)] = value
    return values


# --- doctrines -----------------------------------------------------------------------------------------


def test_the_standing_numbers_lie_where_a_search_looks():
    assert all(number.least <= number.standing <= number.most for number in NUMBERS)


def test_each_game_is_played_with_its_own_doctrine():
    """Two doctrines in turn play game by game what each of them plays alone."""
    rules, timid = ruleset("midway"), DOCTRINES.of_numbers(doctrines(least_patrol=1.5)[None])
    scripted = ScriptedPlayer()
    both = ScriptedPlayer(np.concatenate([STANDING, timid]))
    mixed, alone = (play_match(rules, [player, scripted], 40, seed=2) for player in (both, ScriptedPlayer(timid)))
    standing = play_match(rules, [scripted, scripted], 40, seed=2)
    assert np.array_equal(mixed.decisions[0::2], standing.decisions[0::2])
    assert np.array_equal(mixed.decisions[1::2], alone.decisions[1::2])
    assert not np.array_equal(standing.decisions, alone.decisions)


def test_each_side_has_its_own_doctrine():
    rules, values = ruleset("midway"), doctrines()
    values[1] = doctrines(least_patrol=1.5)[1]
    timid_axis, scripted = ScriptedPlayer(DOCTRINES.of_numbers(values[None])), ScriptedPlayer()
    standing = play_match(rules, [scripted, scripted], 40, seed=2).decisions
    assert np.array_equal(play_match(rules, [timid_axis, scripted], 40, seed=2).decisions, standing)
    assert not np.array_equal(play_match(rules, [scripted, timid_axis], 40, seed=2).decisions, standing)


def test_games_of_one_number_throw_the_same_dice():
    scripted = ScriptedPlayer()
    score = Match(ruleset("midway"), [scripted, scripted], 12, 5, numbers=np.arange(12) // 3).play()
    assert (score.decisions.reshape(4, 3) == score.decisions.reshape(4, 3)[:, :1]).all()
    assert len(set(score.decisions.tolist())) > 1


# --- the file ------------------------------------------------------------------------------------------


def test_a_file_gives_back_what_was_written(tmp_path):
    path, values = tmp_path / "doctrine.toml", doctrines(retreat_below=0.25)
    values[1] = doctrines(patience=3.0)[1]
    path.write_text(DOCTRINES.as_text("midway", values))
    assert np.array_equal(DOCTRINES.read(path)["midway"].view(np.float64).reshape(SIDES, -1), values)
    player = TunedPlayer.made_with(str(path))
    assert player.doctrines_in(ruleset("midway").scenario.books)["retreat_below"].tolist() == [[0.25, 0.35]]
    assert player.doctrines_in(ruleset("pacific").scenario.books) is STANDING


@pytest.mark.parametrize("scenario", ["campaign", "atlantic", "pacific", "midway", "engagement"])
def test_a_war_is_known_by_its_book(scenario):
    assert war_of(ruleset(scenario).scenario.books) == scenario


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[jutland.axis]\nswing = 12", "jutland: choose from campaign"),
        ("[midway.entente]\nswing = 12", "midway.entente: choose from allies, axis"),
        ("[midway.axis]\nluck = 1", "midway.axis.luck: choose from air_in_the_atlantic"),
        ("[midway.axis]\nswing = 1e9", "midway.axis.swing: from 3.0 to 100.0"),
        ("[midway.axis]\nswing = 'much'", "midway.axis.swing: from 3.0 to 100.0"),
        ("[midway.axis]\nswing = nan", "midway.axis.swing: from 3.0 to 100.0"),
        ("[midway.axis]\nsteepness = true", "midway.axis.steepness: from 0.1 to 4.0"),
        ("midway = 3", "midway: a table was expected"),
        ("[midway", "doctrine.toml"),
    ],
)
def test_a_wrong_file_is_one_clear_error(tmp_path, text, words):
    path = tmp_path / "doctrine.toml"
    path.write_text(text)
    with pytest.raises(DoctrineError, match=words):
        TunedPlayer.made_with(str(path))


def test_a_file_that_there_is_not():
    with pytest.raises(DoctrineError, match="no such file"):
        TunedPlayer.made_with("nowhere.toml")


# --- the search ----------------------------------------------------------------------------------------


def slope(**settings):
    """A search by gradients from the standing doctrine."""
    told = {"method": "gradient", "generations": 60, "candidates": 64, "spread": 0.1, "rate": 0.4}
    return Slope(DOCTRINES, TuningTable(**(told | settings)), 1, STANDING_NUMBERS)


@pytest.mark.parametrize("made", [lambda: Cube(DOCTRINES, seed=1, candidates=32, spread=0.15), slope])
def test_a_search_climbs(made):
    """Towards a doctrine a fifth of each range away, from scores that are mostly luck."""
    start = (STANDING_NUMBERS - LEAST) / RANGE
    goal = np.where(start < 0.5, start + 0.2, start - 0.2)
    search, luck = made(), np.random.default_rng(1)

    def missed(doctrine):
        return np.square((doctrine - LEAST) / RANGE - goal).sum(-1)

    before = missed(search.best)
    for _ in range(60):
        candidates = search.ask()
        assert (candidates >= LEAST - 1e-9).all() and (candidates <= LEAST + RANGE + 1e-9).all()
        search.tell(-missed(candidates) + luck.normal(0, 0.3, len(candidates)))
    assert before == pytest.approx(0.04 * len(NUMBERS), rel=0.01)
    assert missed(search.best) < before / 3


def test_candidates_of_a_slope_are_pairs():
    """Opposite each other around the doctrine, but for the ends of a range."""
    search = slope(spread=1e-3)
    candidates = search.ask()
    assert np.allclose(candidates[:32] + candidates[32:], 2 * STANDING_NUMBERS, atol=0.02)
    search.tell(np.zeros(64))
    assert np.array_equal(search.best, STANDING_NUMBERS)
    with pytest.raises(ValueError, match="candidates = 5: with method"):
        slope(candidates=5)


def test_pairs_play_games_of_their_own(tmp_path):
    """Equal candidates score alike within a pair, not from pair to pair."""
    tuning = Tuning(tiny(tmp_path, *BY_GRADIENT, ("games = 2\nsnap", "games = 6\nsnap")), tmp_path / "run", False)
    scores = tuning._play(1, np.tile(STANDING_NUMBERS, (16, 1)))
    tuning.close()
    assert np.array_equal(scores[:8], scores[8:]) and len({*scores.tolist()}) > 1


def test_one_search_for_both_sides(tmp_path):
    """It goes on where it was, and its agent has the same doctrine at either side."""
    first = Tuning(tiny(tmp_path, *BY_GRADIENT), tmp_path / "run", resume=False)
    first._update()
    first.save()
    first.close()
    again = Tuning(tiny(tmp_path, *BY_GRADIENT), tmp_path / "run", resume=True)
    assert len(again.searches) == 1 and again.steps == first.steps == 64 and again.total == 128
    assert np.array_equal(first.searches[0].best, again.searches[0].best)
    assert np.array_equal(first.searches[0].ask(), again.searches[0].ask())
    allies, axis = again.player().weights["doctrines"]
    again.close()
    assert np.array_equal(allies, axis) and not np.array_equal(allies, STANDING_NUMBERS)
    longer = ("generations = 2", "generations = 3")  # would have had steps of another length from the start
    with pytest.raises(CheckpointError, match="belongs to another experiment: tuning"):
        Tuning(tiny(tmp_path, *BY_GRADIENT, longer), tmp_path / "run", resume=True)


ONE_SIDE = ("games = 2\nsnap", 'games = 2\nstart = "midway"\nsides = ["axis"]\nsnap')


def test_a_search_for_one_side_leaves_the_other_as_it_was(tmp_path):
    """Which is also the former best that it meets."""
    tuning = Tuning(tiny(tmp_path, ONE_SIDE), tmp_path / "run", resume=False)
    allies, axis = DOCTRINES.numbers_of(DOCTRINES.read(SHIPPED)["midway"])[0]
    tuning._update()
    now = tuning.player().weights["doctrines"]
    assert tuning.steps == 8 and tuning.total == 16 and tuning.scores.shape == (1, 1, 4)
    assert np.array_equal(now[0], allies) and not np.array_equal(now[1], axis)
    assert len(tuning._of_side(0).bests) == 1 and np.array_equal(tuning._of_side(0).bests[0], allies)
    tuning.save()
    tuning.close()
    again = Tuning(tiny(tmp_path, ONE_SIDE), tmp_path / "run", resume=True)
    assert np.array_equal(again.player().weights["doctrines"], now)
    again.close()


def test_a_side_that_there_is_not_is_one_clear_error(tmp_path):
    wrong = (ONE_SIDE[0], ONE_SIDE[1].replace("axis", "axes"))
    with pytest.raises(experiment.ExperimentError, match='tuning.sides: no such side; did you mean "axis"'):
        Tuning(tiny(tmp_path, wrong), tmp_path / "run", resume=False)
    with pytest.raises(experiment.ExperimentError, match="with one_for_both = true they are both"):
        tiny(tmp_path, ONE_SIDE, ("candidates = 4", "candidates = 4\none_for_both = true"))


def test_a_search_starts_from_no_war_that_there_is_not(tmp_path):
    with pytest.raises(experiment.ExperimentError, match='tuning.start: no such war; did you mean "midway"'):
        Tuning(tiny(tmp_path, ("games = 2\nsnap", 'games = 2\nstart = "midwai"\nsnap')), tmp_path / "run", False)


def test_a_search_starts_from_the_doctrine_of_another_war(tmp_path):
    tuning = Tuning(tiny(tmp_path, ("games = 2\nsnap", 'games = 2\nstart = "midway"\nsnap')), tmp_path / "run", False)
    started = np.array([search.best for search in tuning.searches])
    tuning.close()
    assert np.allclose(started, DOCTRINES.read(SHIPPED)["midway"].view(np.float64).reshape(2, -1), atol=1e-9)


def test_equal_candidates_score_alike(tmp_path):
    tuning = Tuning(tiny(tmp_path, ("games = 2\nsnap", "games = 6\nsnap")), tmp_path / "run", resume=False)
    scores = tuning._play(1, np.tile(STANDING_NUMBERS, (4, 1)))
    tuning.close()
    assert scores.shape == (4,) and (scores == scores[0]).all()


def test_a_resumed_search_goes_on_where_it_was(tmp_path):
    first = Tuning(tiny(tmp_path), tmp_path / "run", resume=False)
    for _ in range(2):
        first._update()
    first.save()
    first.close()
    again = Tuning(tiny(tmp_path, ("generations = 2", "generations = 5")), tmp_path / "run", resume=True)
    assert again.steps == first.steps == 32 and again.total == 80
    for one, two in zip(first.searches, again.searches, strict=True):
        assert np.array_equal(one.best, two.best) and len(one.bests) == len(two.bests) == 2
        assert np.array_equal(one.ask(), two.ask())
    again.close()
    with pytest.raises(CheckpointError, match="belongs to another experiment: tuning"):
        Tuning(tiny(tmp_path, ("candidates = 4", "candidates = 5")), tmp_path / "run", resume=True)


def test_a_tuning_ends_with_a_file_of_doctrines(tmp_path):
    tuning = Tuning(tiny(tmp_path), tmp_path / "run", resume=False)
    lines = tuning.run(quiet=True)
    assert tuning.best_at == tuning.steps == 32 and len(lines) == 6
    found = DOCTRINES.read(tmp_path / "run" / "doctrine.toml")["engagement"].view(np.float64).reshape(SIDES, -1)
    assert np.allclose(found, [search.best for search in tuning.searches], rtol=1e-3, atol=1e-3)
    assert not np.allclose(found, STANDING_NUMBERS)
    played = [aw_agents.load(name) for name in (tmp_path / "run", f"tuned:{tmp_path}/run/doctrine.toml")]
    books = ruleset("engagement").scenario.books
    assert np.array_equal(*(player.doctrines_in(books) for player in played))


# --- tuned ---------------------------------------------------------------------------------------------


def test_tuned_beats_scripted_in_the_campaign():
    """Measured over 1,000 games a side: see docs/training_results.md; so few games leave room for luck."""
    rules, tuned, scripted = ruleset("campaign"), TunedPlayer(), ScriptedPlayer()
    as_allies = play_match(rules, [tuned, scripted], 20, seed=9).points
    as_axis = 1 - play_match(rules, [scripted, tuned], 20, seed=9).points
    assert (as_allies + as_axis) / 2 > 0.65


def test_what_is_shipped_can_be_read():
    assert "campaign" in DOCTRINES.read(SHIPPED)
