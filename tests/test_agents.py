"""Random, scripted, and the arena."""

import re
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

import aw_agents
from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide, decide_all
from aw_agents.arena import fit, play_match, round_robin
from aw_agents.commands import arena
from aw_env import admirals_war_v0
from aw_env.core.errors import PlayerFailed
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import Decision
from tests import twins


@pytest.fixture(scope="module")
def midway():
    return ruleset("midway")


@pytest.fixture(scope="module")
def engagement():
    return ruleset("engagement")


def positions(scenario, count, seed=0):
    """A batch of positions of random play, 40 decisions apart: yields it `count` times."""
    games = admirals_war_v0.vec_env(128, scenario=scenario, seed=seed, num_threads=1)
    for _ in range(count):
        for _ in range(40):
            games.step(games.random_actions())
        yield games


def test_an_unknown_agent_is_one_clear_error():
    with pytest.raises(ValueError, match="no player 'admiral'.*random, scripted"):
        aw_agents.load("admiral")


@pytest.mark.parametrize(
    ("scenario", "games", "least"), [("midway", 300, 0.9), ("engagement", 300, 0.85), ("campaign", 20, 0.9)]
)
def test_scripted_beats_random_over_both_sides(scenario, games, least):
    """Measured: 0.997, 0.94 and 1.00; with so many games a side a fall below the bound is no accident."""
    rules = ruleset(scenario)
    scripted, chance = aw_agents.load("scripted"), aw_agents.load("random")
    as_allies = play_match(rules, [scripted, chance], games, seed=5).points
    as_axis = 1 - play_match(rules, [chance, scripted], games, seed=5).points
    assert (as_allies + as_axis) / 2 >= least


def test_matches_repeat_with_their_seed(midway):
    players = [aw_agents.load("random"), aw_agents.load("scripted")]
    one, same, other = (play_match(midway, players, 50, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(one.margins, same.margins) and np.array_equal(one.decisions, same.decisions)
    assert not np.array_equal(one.decisions, other.decisions)


def test_a_player_that_draws_plays_only_games_it_has_begun(midway):
    """One that sits in an environment and is borrowed for a smaller match has too few generators for it afterwards."""
    chance = aw_agents.load("random")
    many = admirals_war_v0.sb3_vec_env(8, opponents=[chance], scenario="engagement")
    many.reset()
    play_match(midway, [chance, aw_agents.load("scripted")], 2, seed=1)
    with pytest.raises(PlayerFailed, match=r"random failed.* has begun 2 games and is asked to play 8: call begin"):
        many.step(np.stack(many.env_method("action_masks")).argmax(1))


def test_random_plays_every_legal_action_alike():
    games = admirals_war_v0.game("engagement", seed=1)
    player = aw_agents.load("random")
    player.begin(1, 0)
    seen = {"observation": games.observe(games.seat), "action_mask": games.action_mask}
    chosen = np.array([player.act(games.view(games.seat), seen, games.info()) for _ in range(3000)])
    legal, counts = np.unique(chosen, return_counts=True)
    assert set(legal.tolist()) == set(np.flatnonzero(games.action_mask).tolist())
    expected = 3000 / legal.size
    assert (abs(counts - expected) < 6 * np.sqrt(expected)).all()


def test_scripted_answers_alike_through_its_view_and_compiled(midway):
    """A game through the PettingZoo face, decision by decision, is the game of the compiled match."""
    scripted = aw_agents.load("scripted")
    match = play_match(midway, [scripted, scripted], 2, seed=9)
    for number in range(2):
        env = admirals_war_v0.raw_env(scenario="midway")
        env.reset(seed=admirals_war_v0.game_seed(9, number))
        decisions = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            env.step(scripted.act(env.view(agent), observation, info))
            decisions += 1
        assert decisions == match.decisions[number]


@pytest.mark.parametrize("scenario", ["midway", "engagement", "campaign", "atlantic", "pacific"])
def test_scripted_is_legal_wherever_random_play_leads(scenario):
    actions = np.zeros(128, np.int64)
    kinds = set()
    for games in positions(scenario, 20):
        decide_all(games.rules.scenario.books, *games.unguarded, actions, STANDING)
        assert (games.action_masks[np.arange(128), actions] == 1).all()
        kinds |= set(games.games["decision"].tolist())
    assert len(kinds) >= 5


@pytest.mark.parametrize("scenario", ["midway", "campaign"])
def test_scripted_takes_the_only_answer_left(scenario):
    """Whatever it would like: with one legal action it takes that one."""
    rng = np.random.default_rng(0)
    actions = np.zeros(128, np.int64)
    for games in positions(scenario, 5):
        masks = np.zeros_like(games.action_masks)
        left = np.array([rng.choice(np.flatnonzero(mask)) for mask in games.action_masks])
        masks[np.arange(128), left] = 1
        decide_all(games.rules.scenario.books, games.unguarded[0], masks, actions, STANDING)
        assert np.array_equal(actions, left)


def test_scripted_reads_neither_the_dice_nor_a_secret_choice():
    """§7.22: with other dice to come, and the enemy's choice turned over, it answers the same."""
    actions, again = np.zeros(128, np.int64), np.zeros(128, np.int64)
    turned_over = 0
    for games in positions("engagement", 20):
        books = games.rules.scenario.books
        decide_all(books, *games.unguarded, actions, STANDING)
        altered = games.games.copy()
        altered["generator"] += 12345
        altered["script"] = 6
        altered["scripted"] = 120
        secret = np.flatnonzero(altered["decision"] == Decision.ACTION_TYPE)
        theirs = 1 - (altered["power"][secret] & 1)
        altered["choice"][secret, theirs] = (altered["choice"][secret, theirs] + 1) % 3
        turned_over += secret.size
        decide_all(books, altered, games.unguarded[1], again, STANDING)
        assert np.array_equal(actions, again)
    assert turned_over > 0


@pytest.mark.parametrize("side", [0, 1])
def test_scripted_does_not_look_at_hidden_submarines(side):
    """§26: in games that differ only in hidden submarines of the other side it answers the same."""
    pair, asked = twins.Pair(2, 5, side, words_at=10_000, picture_at=10_000), 0
    while asked < 100 and not pair.game.ended:
        pair.play(pair.compared + 1)
        pair.pass_over_secrets()
        if pair.twin is None or pair.has_parted() or pair.game.ended or pair.game.seat != side:
            continue
        books, mask = pair.game.rules.scenario.books, pair.game.action_mask
        answers = {int(decide(books, game._games, 0, mask, STANDING)) for game in (pair.game, pair.twin)}
        assert len(answers) == 1, f"{pair}"
        asked += 1
    assert asked == 100


def test_a_match_takes_players_of_every_shape(engagement):
    class First:
        """Plays the first legal action, one game at a time."""

        def act(self, view, observation, info):
            return int(np.flatnonzero(observation["action_mask"])[0])

    class FirstOfMany:
        """The same for many games."""

        def act_batch(self, observations, action_masks):
            return action_masks.argmax(1)

    chance = aw_agents.load("random")
    one = play_match(engagement, [First(), chance], 20, seed=2)
    many = play_match(engagement, [FirstOfMany(), chance], 20, seed=2)
    assert np.array_equal(one.results, many.results) and np.array_equal(one.decisions, many.decisions)


FAILURES = {
    "an illegal answer": (lambda mask: int(mask.argmin()), "illegal action"),
    "one counted from the end": (lambda mask: int(mask.argmax()) - len(mask), "illegal action -"),
    "no vocabulary": (lambda mask: 10**6, "illegal action 1000000"),
    "a number too large": (lambda mask: 10**30, "failed: "),
    "a fraction": (lambda mask: 4.0, "failed: "),
    "nothing": (lambda mask: None, "failed: "),
    "an exception": (lambda mask: [][0], "IndexError: list index out of range"),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_player_that_fails_is_named(engagement, failure):
    fails, words = FAILURES[failure]

    class Stubborn:
        def act(self, view, observation, info):
            return fails(observation["action_mask"])

    class StubbornMany:
        def act_batch(self, observations, action_masks):
            return [fails(mask) for mask in action_masks]

    for player in (Stubborn(), StubbornMany()):
        with pytest.raises(PlayerFailed, match=f"{type(player).__name__}.*{words}"):
            play_match(engagement, [player, aw_agents.load("random")], 3)


WRONG = {
    "one player": ({"players": ["random"]}, "players: 1 for the 2 seats of engagement"),
    "a name": ({"players": ["random", "scripted"]}, "'random' is not a player"),
    "games": ({"games": 10**10}, "games=10000000000: must be a whole number"),
    "half a game": ({"games": 0.5}, "games=0.5: must be a whole number"),
    "below 0": ({"seed": -1}, "seed=-1: must be a whole number"),
    "too large": ({"seed": 10**30}, "seed=a number of 100 bits: must be a whole number"),
    "no seed": ({"seed": None}, "seed=None: must be a whole number"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments_of_a_match_are_one_clear_error(engagement, wrong):
    given, words = WRONG[wrong]
    right = {"players": [aw_agents.load("random"), aw_agents.load("scripted")], "games": 2}
    with pytest.raises(ValueError, match=re.escape(words)):
        play_match(engagement, **{**right, **given})


def test_wrong_numbers_of_a_round_robin_are_one_clear_error():
    for given in ({"games": 1.5}, {"games": 1}, {"seed": -1}, {"seed": 10**30}):
        name = next(iter(given))
        with pytest.raises(ValueError, match=f"{name}=.*must be a whole number"):
            round_robin(["random", "scripted"], "engagement", **given)


def test_ratings_of_two_are_the_odds_of_their_games():
    """Three won of four, and the drawn game that is added: odds of 3.5 to 1.5."""
    ratings = fit(np.array([[0.0, 3.0], [1.0, 0.0]]))
    assert ratings[0] - ratings[1] == pytest.approx(400 * np.log10(3.5 / 1.5))
    assert ratings.sum() == pytest.approx(0)


def test_ratings_of_three_follow_the_scores():
    ratings = fit(np.array([[0.0, 60, 90], [40, 0, 70], [10, 30, 0.0]]))
    assert ratings[0] > ratings[1] > ratings[2]


def test_a_round_robin_ranks_and_repeats():
    one = round_robin(["random", "scripted"], "engagement", games=100, seed=1)
    same = round_robin(["random", "scripted"], "engagement", games=100, seed=1)
    assert [standing.player for standing in one.standings] == ["scripted", "random"]
    best = one.standings[0]
    assert best.low <= best.rating <= best.high and best.low > one.standings[1].high
    assert best.games == 100 and best.points == pytest.approx(one.points[1, 0])
    assert one.standings == same.standings


def test_an_odd_number_of_games_is_told_to_be_one_fewer():
    with pytest.warns(UserWarning, match="3 games cannot be half on either side: 2 are played"):
        assert round_robin(["random", "random"], "engagement", games=3).games_a_pair == 2


def test_warnings_of_the_arena_are_lines_without_a_place_in_the_code(capsys):
    arena(["random", "random"], "engagement", games=3)
    assert capsys.readouterr().err == "aw-env: 3 games cannot be half on either side: 2 are played\n"


def test_players_that_are_none_are_one_clear_error():
    class Bold:
        pass

    with pytest.raises(ValueError, match=r"Bold is a class: give a player of it, Bold\(\)"):
        round_robin([Bold, "random"], "engagement", games=2)
    with pytest.raises(ValueError, match="players='random': a list of players"):
        round_robin("random", "engagement", games=2)
    with pytest.raises(ValueError, match="no player 'midwy'; did you mean \"midway\"\\? \\(known: "):
        round_robin(["midwy", "random"], "engagement", games=2)


def test_a_round_robin_refuses_a_single_player():
    with pytest.raises(ValueError, match="two players"):
        round_robin(["random"], "engagement")


def test_namesakes_are_told_apart():
    shown = round_robin(["random", "random"], "engagement", games=10)
    assert shown.players == ("random (1)", "random (2)")
    assert [table.row_count for table in shown.__rich__().renderables] == [2]


def test_a_round_robin_fits_a_terminal_of_eighty_letters():
    shown = round_robin(["random", "scripted", "tuned"], "engagement", games=10)
    with (console := Console(width=80, file=StringIO())).capture() as told:
        console.print(shown)
    lines = told.get().splitlines()
    assert len(lines) == 2 * (len(shown.players) + 5)  # no heading and no cell is broken
    assert all(player in " ".join(lines) for player in shown.players)
