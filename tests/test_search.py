"""The player that searches: the race, what is rolled out, and that it knows no more than its seat."""

import argparse
import random
import time
from types import SimpleNamespace

import numpy as np
import pytest

import aw_agents
from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_agents.admirals_war.rollouts import SEARCHABLE, roll_out
from aw_agents.arena import play_match
from aw_agents.learned.luck import chances
from aw_agents.networks.valuation import POINT_OF_LEAD, of_the_lead
from aw_agents.rollouts import officers_mind
from aw_agents.search.player import SearchPlayer, of_admirals_war
from aw_agents.search.race import Clock, is_better, length, race, stages
from aw_agents.search.settings import SearchSettings
from aw_env import admirals_war_v0
from aw_env.core.config.folder import configs_folder
from aw_env.core.engine.compiling import records
from aw_env.core.engine.dice import TALLIES
from aw_env.core.engine.ledger import key_dice_of
from aw_env.core.faces.game import Game
from aw_env.core.players import answer_likeliest
from aw_env.games import FIRST, named
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import Action, Decision
from aw_env.table.table import seen_by
from tests import peeking, twins

OFFICER = officers_mind(STANDING)


def asked(scenario, *kinds, count, after=0):
    """Positions of random play, so many decisions `after` its beginning, in which one of these kinds of decisions is
    asked: rules, game and mask."""
    games = admirals_war_v0.vec_env(64, scenario=scenario, seed=0, num_threads=1)
    for _ in range(after):
        games.step(games.random_actions())
    while count > 0:
        for i in np.flatnonzero(np.isin(games.games["decision"], kinds))[: min(3, count)]:
            count -= 1
            yield games.rules, games.unguarded[0][i : i + 1].copy(), games.action_masks[i].copy()
        games.step(games.random_actions())


def answer(player, rules, games, mask):
    """What the player answers at the table of the game itself, beginning with the same dice of its own."""
    officers = int(decide(rules.scenario.books, games, 0, mask, STANDING))
    return player.choose(rules.scenario.books, games, mask, officers, np.random.default_rng(7))


# --- by name -------------------------------------------------------------------------------------------


def test_it_is_known_by_its_name_and_its_rollouts():
    assert aw_agents.load("search:16").settings.rollouts == 16
    assert aw_agents.load("search").name == "search:64"


@pytest.mark.parametrize("rollouts", ["", "many", "1", "1025", "-4", "2.5"])
def test_a_number_that_is_none_is_one_clear_error(rollouts):
    with pytest.raises(ValueError, match="rollouts=.*from 2 to 1024"):
        of_admirals_war(rollouts)


def test_a_time_is_one_too():
    player = aw_agents.load("search:200ms")
    assert player.name == "search:200ms" and player.settings.milliseconds == 200
    with pytest.raises(ValueError, match="milliseconds=0: must be a whole number from 1 to"):
        aw_agents.load("search:0ms")


def test_a_file_says_all_settings(tmp_path):
    file = tmp_path / "search.toml"
    file.write_text(
        'name = "patient"\nrollouts = 8\nproposer = "random"\ncandidates = 4\nsearched = ["retreat"]\n'
        'turns = 2\npolicy = "random"\nthreads = 2\n'
    )
    player = aw_agents.load(file)
    assert player.name == "patient" and player.threads == 2 and not hasattr(player, "play")
    game = admirals_war_v0.game("engagement", seed=5)
    while game.info()["decision"] != Decision.RETREAT:
        game.apply(game.legal_actions()[-1])
    _, compared = player.advise(*seen_by(game))
    assert 2 <= len(compared) <= 4 and max(one.trials for one in compared) <= 8


def match_told_in(file):
    """The game, scenario and rival of the command at the top of a file of settings."""
    parser = argparse.ArgumentParser()
    parser.add_argument("arena", choices=["arena"])
    parser.add_argument("player", choices=[f"configs/search/{file.name}"])
    parser.add_argument("rival")
    parser.add_argument("--game", default=FIRST)
    parser.add_argument("--scenario")
    parser.add_argument("--games")
    command = next(line for line in file.read_text().splitlines() if "aw-env arena" in line)
    return parser.parse_args(command.removeprefix("#     aw-env ").split())


@pytest.mark.parametrize("file", sorted((configs_folder() / "search").glob("*.toml")), ids=lambda file: file.stem)
def test_a_file_that_comes_with_it_answers_in_the_match_that_it_names(file):
    match = match_told_in(file)
    played = named(match.game)
    rules = played.ruleset(match.scenario or played.scenario)
    player, game = aw_agents.load(file, played.players), Game(rules, seed=1)
    aw_agents.load(match.rival, played.players)
    assert player.act(*seen_by(game)) in game.legal_actions()


def test_the_tuned_officer_proposes_and_plays_on(tmp_path):
    """What it does not search it answers as `tuned`; its rollouts are those of `tuned`."""
    file = tmp_path / "search.toml"
    file.write_text('rollouts = 2\nproposer = "tuned"\npolicy = "tuned"\nsearched = ["arrival"]\n')
    player, tuned, rules = aw_agents.load(file), aw_agents.load("tuned"), ruleset("midway")
    matches = [play_match(rules, [one, aw_agents.load("scripted")], 8, seed=3) for one in (player, tuned)]
    assert isinstance(player, SearchPlayer) and np.array_equal(matches[0].decisions, matches[1].decisions)
    _, games, mask = next(asked("midway", Decision.PATROL_ORDER, count=1))
    actions, seeds = np.repeat(np.flatnonzero(mask)[:1], 64), np.arange(64)
    by_default = SearchPlayer(SearchSettings(rollouts=2, policy="scripted"))
    by_tuned, by_scripted = (
        one.rolled_out(rules.scenario.books, games, actions, seeds) for one in (player, by_default)
    )
    assert not np.array_equal(by_tuned, by_scripted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rolouts = 8", 'rolouts: no such key; did you mean "rollouts"'),
        ("rollouts = 1", "rollouts: must be 2..1024, is 1"),
        ("rollouts = 8\nmilliseconds = 8", "rollouts or milliseconds, not both"),
        ('searched = ["retreet"]', 'no such kind of decision; did you mean "retreat"'),
        ('policy = "bold"', "search.toml.*policy: there is no player 'bold'"),
        (
            'policy = "search:2"',
            "policy: search:2 is neither one of scripted, tuned, random nor an agent that compares",
        ),
        ('opponents = ["bold"]', "search.toml.*opponents: there is no player 'bold'"),
        (
            'policy = "midway"\nopponents = ["campaign"]',
            "opponents: campaign is learned; only the policy may be a learned agent",
        ),
        ('proposer = "bold"', "search.toml.*proposer: there is no player 'bold'"),
        ("= 8", "not readable as TOML"),
    ],
)
def test_a_wrong_file_is_one_clear_error(tmp_path, text, message):
    (tmp_path / "search.toml").write_text(text)
    with pytest.raises(ValueError, match=message):
        aw_agents.load(tmp_path / "search.toml")


def test_a_learned_agent_says_which_answers_are_tried():
    """It draws them with its probabilities: what it likes is among them oftener than by lot."""
    _, games, mask = next(asked("midway", Decision.PATROL_ORDER, count=1))
    books, agent = ruleset("midway").scenario.books, aw_agents.load("midway")
    likes = int(agent.leanings(books, games, mask).argmax())
    proposed = int(next(action for action in np.flatnonzero(mask) if action != likes))
    others = np.flatnonzero(mask)[np.flatnonzero(mask) != proposed]
    liked = np.exp(agent.leanings(books, games, mask)[others])
    chances = {"midway": float(liked[others == likes][0] / liked.sum()), "": 1 / len(others)}
    assert chances["midway"] > 1.5 * chances[""]
    for ranker, chance in chances.items():
        player = SearchPlayer(SearchSettings(rollouts=2, candidates=2, ranker=ranker))
        rng = np.random.default_rng(0)
        drawn = [player.candidates(books, games, mask, proposed, rng).tolist() for _ in range(300)]
        assert all(first == proposed and mask[other] and other != proposed for first, other in drawn)
        tried = np.mean([other == likes for _, other in drawn])
        assert tried == pytest.approx(chance, abs=3 * (chance * (1 - chance) / 300) ** 0.5), ranker


def test_who_compares_no_actions_cannot_rank_them():
    with pytest.raises(ValueError, match="ranker: scripted is not an agent that compares the legal actions"):
        SearchPlayer(SearchSettings(ranker="scripted"))


# --- the race ------------------------------------------------------------------------------------------


def luck(worth, tried=None):
    """Trials of runners of these worths: the luck of a seed is the same for all but for a share of their own."""

    def trial(runners, seeds):
        own = [[np.random.default_rng((seed, runner)).normal() for seed in seeds] for runner in runners.tolist()]
        if tried is not None:
            tried.append((runners.tolist(), len(seeds)))
        return np.array(worth)[runners][:, None] + 10 * np.sin(seeds)[None] + np.array(own).reshape(len(runners), -1)

    return trial


def test_the_best_of_many_wins():
    worth = [0.0] * 16
    worth[11] = 2.0
    assert [race(luck(worth), 16, 64, np.random.default_rng(seed)).winner for seed in range(10)] == [11] * 10


def test_among_equals_the_favourite_stays():
    """Fifteen others that are as good: the best of them has been lucky, and fresh seeds show it in most races.
    Measured: 6 departures, and 22 without the fresh seeds."""
    departures = sum(race(luck([0.0] * 16), 16, 16, np.random.default_rng(seed)).winner != 0 for seed in range(60))
    assert departures < 14


def test_who_is_worse_drops_out_and_nobody_has_more_trials_than_allowed():
    tried = []
    race(luck([0.0] + [1.0] * 8, tried), 9, 16, np.random.default_rng(1))
    assert [len(runners) for runners, _ in tried] == [9, 5, 3, 2, 2] and all(0 in runners for runners, _ in tried)
    assert [count for _, count in tried] == [2, 2, 4, 8, 16]


@pytest.mark.parametrize(
    ("runners", "trials", "reached"), [(2, 64, [64]), (16, 64, [8, 16, 32, 64]), (16, 4, [2, 4]), (3, 2, [2])]
)
def test_stages_of_the_race(runners, trials, reached):
    assert stages(runners, trials) == reached


def test_better_is_more_than_a_standard_error():
    assert is_better(np.array([1.0, 1.0]), np.array([0.0, 0.5]))
    assert not is_better(np.array([1.0, -1.0, 0.3]), np.zeros(3))
    assert not is_better(np.zeros(3), np.zeros(3))


def test_who_is_clearly_worse_drops_out_at_once():
    """Three of four are hopeless: after eight trials the favourite is alone, and no fresh seeds are needed."""
    tried = []
    finish = race(luck([0.0, -9.0, -9.0, -9.0], tried), 4, 64, np.random.default_rng(1))
    assert finish.winner == 0 and [count for _, count in tried] == [32] and len(finish.values[0]) == 32


def test_a_race_that_is_decided_ends():
    """One of sixteen is far better: after eight trials nobody else is left, and as many fresh seeds confirm it."""
    tried, worth = [], [0.0] * 16
    worth[5] = 20.0
    assert race(luck(worth, tried), 16, 64, np.random.default_rng(1)).winner == 5
    assert [(len(runners), count) for runners, count in tried] == [(16, 8), (2, 8)]


@pytest.mark.parametrize(("runners", "trials"), [(2, 2), (2, 64), (9, 16), (16, 100)])
def test_the_length_of_a_race_is_that_of_its_trials(runners, trials):
    """Where everybody is near, with the best clearly ahead of the favourite only at the end."""
    tried = []
    race(luck([0.0] + [0.9] * (runners - 1), tried), runners, trials, np.random.default_rng(3))
    run = sum(len(of) * count for of, count in tried)
    assert run in (length(runners, trials), length(runners, trials) - 2 * trials)


class Hours:
    """Trials that take their time on a clock of our own."""

    def __init__(self, monkeypatch, seconds):
        self.now, self.seconds, self.trials = 0.0, seconds, 0
        monkeypatch.setattr("aw_agents.search.race.time.perf_counter", lambda: self.now)

    def __call__(self, runners, seeds):
        self.trials += len(runners) * len(seeds)
        self.now += len(runners) * len(seeds) * self.seconds
        return np.random.default_rng(self.trials).normal(size=(len(runners), len(seeds)))


@pytest.mark.parametrize(
    ("seconds", "runners"), [(0.0002, 16), (0.003, 16), (0.015, 8), (0.02, 4), (0.08, 2), (0.2, 1)]
)
def test_time_is_spent_on_few_answers_rather_than_on_few_trials(monkeypatch, seconds, runners):
    rng, trial = np.random.default_rng(1), Hours(monkeypatch, seconds)
    clock = Clock(1.0)
    clock.measure(trial, rng)
    fitting, trials = clock.race_that_fits(16)
    assert fitting == runners and (trials >= 8 or runners <= 2)
    if runners > 1:
        assert length(runners, trials) * seconds <= clock.left < length(runners, trials + 1) * seconds
        race(trial, runners, trials, rng, clock)
        assert trial.now <= 1.0 + 1e-9


def test_when_time_runs_out_the_favourite_wins(monkeypatch):
    rng, trial = np.random.default_rng(1), Hours(monkeypatch, 0.001)
    clock = Clock(1.0)
    clock.measure(trial, rng)
    trial.now = 0.999
    finish = race(trial, 16, 8, rng, clock)
    assert finish.winner == 0 and not any(map(len, finish.values)) and trial.trials == 4


# --- rollouts ------------------------------------------------------------------------------------------


def rolled_out(rules, games, actions, seeds):
    """The copies, played, and their values."""
    copies, values = records(games.dtype, len(actions)), np.zeros(len(actions))
    copies[:] = games[0]
    books, seat = rules.scenario.books, int(games["seat"][0])
    unlucky = chances(rules.name), np.zeros((len(actions), 0, 2))
    roll_out(books, copies, seat, np.array(actions), np.array(seeds), values, 1, OFFICER, of_the_lead(), *unlucky)
    return copies, values


def played_on_by_hand(game, action, seed, *players):
    """What the game is worth to the seat that is asked when it gives this answer and the players of the seats go on,
    with the answers that they like best and all that it cannot know drawn anew."""
    for player in players:
        answer_likeliest(player)
    by_hand, tallies = game.clone(reseed=seed, seat=game.seat), np.zeros(TALLIES, np.int32)
    while not by_hand.ended:
        key_dice_of(by_hand._games, 0, seed, tallies)
        by_hand.apply(action)
        if not by_hand.ended:
            seen = {"observation": by_hand.observe(by_hand.seat), "action_mask": by_hand.action_mask}
            action = players[by_hand.seat].act(by_hand.view(by_hand.seat), seen, by_hand.info_for(by_hand.seat))
    return (1 - 2 * game.seat) * (by_hand.result + POINT_OF_LEAD * by_hand.margin)


@pytest.mark.parametrize("scenario", ["engagement", "midway"])
def test_a_rollout_is_the_game_that_the_officer_plays_on(scenario):
    """A copy of the game in which the seat's secrets are drawn anew, answered and played on, is worth what it ended
    with."""
    chooser, played = random.Random(5), 0
    game = admirals_war_v0.game(scenario, seed=5)
    while not game.ended:
        action = chooser.choice(game.legal_actions())
        if game.info()["decision"] in (Decision.PATROL_ORDER, Decision.ACTION_TYPE, Decision.RETREAT):
            _, values = rolled_out(game.rules, game._games, [action], [99])
            officer = aw_agents.load("scripted")
            assert values[0] == pytest.approx(played_on_by_hand(game, action, 99, officer, officer))
            played += 1
        game.apply(action)
    assert played >= 3


@pytest.mark.slow
@pytest.mark.parametrize("name", ["engagement", "midway"])
def test_a_learned_agent_plays_on_too(name):
    """The rollout is the game that it plays against itself from there."""
    chooser, played, agent = random.Random(5), 0, aw_agents.load(name)
    search = SearchPlayer(SearchSettings(rollouts=2, policy=name))
    game = admirals_war_v0.game(name, seed=5)
    while not game.ended and played < 5:
        action = chooser.choice(game.legal_actions())
        if game.info()["decision"] in (Decision.PATROL_ORDER, Decision.ACTION_TYPE, Decision.RETREAT):
            books, seeds = game.rules.scenario.books, np.array([99, 7, 99])
            values = search.rolled_out(books, game._games, np.repeat(action, 3), seeds)
            assert values[[0, 2]] == pytest.approx(played_on_by_hand(game, action, 99, agent, agent))
            played += 1
        game.apply(action)
    assert played >= 3


@pytest.mark.parametrize("policy", ["tuned", pytest.param("midway", marks=pytest.mark.slow)])
def test_each_rollout_has_one_of_the_opponents(policy):
    """Which one, says its seed: the rollout is the game that the policy plays against that one from there."""
    chooser, played, opponents = random.Random(5), 0, ["scripted", policy]
    search = SearchPlayer(SearchSettings(rollouts=2, policy=policy, opponents=opponents))
    game = admirals_war_v0.game("midway", seed=5)
    while not game.ended and played < 8:
        action = chooser.choice(game.legal_actions())
        if game.info()["decision"] in (Decision.PATROL_ORDER, Decision.ACTION_TYPE, Decision.RETREAT):
            values = search.rolled_out(game.rules.scenario.books, game._games, np.repeat(action, 2), np.array([98, 99]))
            for seed, opponent in ((98, 0), (99, 1)):
                names = [policy if seat == game.seat else opponents[opponent] for seat in range(2)]
                assert values[opponent] == pytest.approx(
                    played_on_by_hand(game, action, seed, *map(aw_agents.load, names))
                )
            played += 1
        game.apply(action)
    assert played == 8


def test_an_opponent_that_chance_plays_is_beaten_more_easily():
    rules, games, mask = next(asked("midway", Decision.PATROL_ORDER, count=1))
    actions, seeds = np.repeat(np.flatnonzero(mask)[:1], 32), np.arange(32)
    worth = [
        SearchPlayer(SearchSettings(opponents=[name])).rolled_out(rules.scenario.books, games, actions, seeds).mean()
        for name in ("random", "tuned")
    ]
    assert worth[0] > worth[1] + 0.5


def test_in_a_long_war_a_rollout_ends_with_the_turn():
    for rules, games, mask in asked("pacific", Decision.PATROL_ORDER, count=3, after=1000):
        copies, _ = rolled_out(rules, games, [int(np.flatnonzero(mask)[0])] * 4, range(4))
        assert ((copies["turn"] == games["turn"] + 1) | (copies["over"] == 1)).all()


def test_the_same_seed_is_the_same_luck():
    for rules, games, mask in asked("engagement", Decision.ACTION_TYPE, count=3):
        action = int(np.flatnonzero(mask)[0])
        _, values = rolled_out(rules, games, [action] * 40, [*range(20), *range(20)])
        assert np.array_equal(values[:20], values[20:]) and len(set(values.tolist())) > 1


@pytest.mark.parametrize("threads", [2, 5])
def test_on_many_threads_it_is_worth_the_same(threads):
    for rules, games, mask in asked("engagement", Decision.RETREAT, count=2):
        player = SearchPlayer(4)
        actions, seeds = np.repeat(np.flatnonzero(mask)[:2], 8), np.tile(np.arange(8), 2)
        alone = player.rolled_out(rules.scenario.books, games, actions, seeds)
        player.allow_threads(threads)
        assert np.array_equal(alone, player.rolled_out(rules.scenario.books, games, actions, seeds))


# --- play ----------------------------------------------------------------------------------------------


def test_games_repeat_with_their_seed():
    rules, scripted = ruleset("engagement"), aw_agents.load("scripted")
    one, same, other = (play_match(rules, [SearchPlayer(8), scripted], 6, seed=seed) for seed in (3, 3, 4))
    assert np.array_equal(one.margins, same.margins) and np.array_equal(one.decisions, same.decisions)
    assert not np.array_equal(one.margins, other.margins)


@pytest.mark.parametrize("seat", [0, 1])
def test_it_answers_alike_through_its_view_and_in_a_match(seat):
    """A view has no choice of the other side's (§7.22) and no dice: a game played from it is the game of the match."""
    players = [aw_agents.load("scripted")] * 2
    players[seat] = SearchPlayer(4)
    match = play_match(ruleset("engagement"), players, 1, seed=9)
    players[seat].begin(1, 9 + 1 + seat)
    env = admirals_war_v0.raw_env(scenario="engagement")
    env.reset(seed=admirals_war_v0.game_seed(9, 0))
    while env.agents and not any(env.terminations.values()):
        agent = env.agent_selection
        observation, _, _, _, info = env.last()
        env.step(players[env.possible_agents.index(agent)].act(env.view(agent), observation, info))
    assert env.game.decisions == match.decisions[0] and env.game.margin == match.margins[0]


def test_it_departs_from_a_bad_answer():
    """Where the other answer to a question of retreat is put to it as the officer's, it mostly finds the officer's own.
    Measured: 14 of 20."""
    player, stayed = SearchPlayer(32), 0
    for rules, games, mask in asked("engagement", Decision.RETREAT, count=20):
        officers = int(decide(rules.scenario.books, games, 0, mask, STANDING))
        worse = int(next(action for action in np.flatnonzero(mask) if action != officers))
        chosen = player.choose(rules.scenario.books, games, mask, worse, np.random.default_rng(0))
        stayed += chosen == officers
    assert stayed >= 10


def test_advice_is_its_answer_with_what_the_answers_compared_are_worth():
    game = admirals_war_v0.game("engagement", seed=5)
    while game.info()["decision"] != Decision.RETREAT:
        game.apply(game.legal_actions()[-1])
    player = SearchPlayer(16)
    action, compared = player.advise(*seen_by(game))
    player.begin(1, 0)
    assert action == player.act(*seen_by(game))
    assert sorted(one.action for one in compared) == game.legal_actions()
    assert compared[0].trials == 16 and all(-2 < one.value < 2 and one.error >= 0 for one in compared)


def test_a_time_is_kept():
    """The clock of a busy machine: three times as much is allowed here."""
    game = admirals_war_v0.game("midway", seed=5)
    player = aw_agents.load("search:100ms")
    player.advise(*seen_by(game))
    begun = time.perf_counter()
    _, compared = player.advise(*seen_by(game))
    assert compared and time.perf_counter() - begun < 0.3


def test_a_decision_that_is_not_searched_is_the_officers():
    player = SearchPlayer(2)
    assert Decision.SURFACE_TARGET not in SEARCHABLE.searched
    for rules, games, mask in asked("engagement", Decision.SURFACE_TARGET, count=5):
        view, seen = rules.view(games, int(games["seat"][0])), {"action_mask": mask}
        assert player.act(view, seen, {}) == decide(rules.scenario.books, games, 0, mask, STANDING)


# --- what it may not know ------------------------------------------------------------------------------


def test_it_reads_neither_the_dice_nor_a_secret_choice():
    """§7.22: in games that differ in the dice to come and in the enemy's choice it answers the same."""
    player, turned_over = SearchPlayer(4), 0
    for rules, games, mask in asked("engagement", Decision.ACTION_TYPE, Decision.RETREAT, count=40):
        altered, theirs = games.copy(), 1 - (int(games["seat"][0]) & 1)
        altered["generator"] += 12345
        altered["script"], altered["scripted"] = 6, 120
        if altered["choice"][0, theirs] != Action.NONE:
            altered["choice"][0, theirs] = Action.AIR + Action.SURFACE - altered["choice"][0, theirs]
            turned_over += 1
        assert answer(player, rules, games, mask) == answer(player, rules, altered, mask)
    assert turned_over >= 5


def test_what_it_tries_is_the_same_whatever_it_may_not_know():
    """The same, rollout by rollout: the copies end alike, and the enemy's choice is either."""
    for rules, games, mask in asked("engagement", Decision.ACTION_TYPE, count=20):
        altered, theirs = games.copy(), 1 - (int(games["seat"][0]) & 1)
        altered["generator"] += 12345
        if altered["choice"][0, theirs] != Action.NONE:
            altered["choice"][0, theirs] = Action.AIR + Action.SURFACE - altered["choice"][0, theirs]
        actions = [int(np.flatnonzero(mask)[0])] * 16
        one, other = (rolled_out(rules, position, actions, range(16))[1] for position in (games, altered))
        assert np.array_equal(one, other)


def test_its_own_game_is_left_alone():
    for rules, games, mask in asked("engagement", Decision.RETREAT, count=3):
        before = games.tobytes()
        answer(SearchPlayer(4), rules, games, mask)
        assert games.tobytes() == before


@pytest.mark.slow
@pytest.mark.parametrize("secret", range(len(peeking.SECRETS)), ids=peeking.SECRETS)
def test_its_answer_and_its_reasons_are_the_same_whatever_it_may_not_know(secret):
    """Of 300 such pairs: `python -m tests.long_checks peeking campaign 300`."""
    pairs = [secret + len(peeking.SECRETS) * number for number in range(4)]
    assert sum(peeking.compare(seed, most=2) for seed in pairs) >= 4


@pytest.mark.slow
@pytest.mark.rule("7.22")
def test_nor_where_a_learned_agent_proposes_ranks_and_plays_on(monkeypatch):
    settings = SearchSettings(rollouts=4, candidates=3, policy="engagement", ranker="engagement")
    monkeypatch.setattr(peeking, "SETTINGS", settings)
    assert sum(peeking.by_action(2, seed, 3) for seed in range(4)) >= 4


def test_a_search_that_looked_would_be_noticed(monkeypatch):
    """When a choice of action is left as it is in the copies (§7.22)."""
    monkeypatch.setattr(peeking.SearchPlayer, "advise", lambda self, view, *_: int(view.record["choice"].sum()))
    monkeypatch.setattr(peeking, "seen_by", lambda game: (SimpleNamespace(record=game._games[0]), None, None))
    with pytest.raises(peeking.Peeking):
        peeking.by_action(2, 0, 5)


@pytest.mark.slow
@pytest.mark.parametrize("side", [0, 1])
def test_it_does_not_look_at_hidden_submarines(side):
    """§26: in games that differ only in hidden submarines of the other side its rollouts are the same."""
    pair, compared = twins.Pair(2, 5, side, words_at=10_000, previews_at=10_000, picture_at=10_000), 0
    while compared < 30 and not pair.game.ended:
        pair.play(pair.compared + 5)
        pair.pass_over_secrets()
        if pair.twin is None or pair.has_parted() or pair.game.ended or pair.game.seat != side:
            continue
        if pair.game.info()["decision"] in SEARCHABLE.searched:
            actions = pair.game.legal_actions()[-1:] * 4
            one, other = (rolled_out(game.rules, game._games, actions, range(4))[1] for game in (pair.game, pair.twin))
            assert np.array_equal(one, other), f"{pair}"
            compared += 1
    assert compared == 30
