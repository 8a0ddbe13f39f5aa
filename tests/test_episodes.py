"""Games of a batch that wait, begin anew one by one, and stop where they end until the next is asked for."""

import numpy as np
import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.errors import IllegalAction, NotReady, PlayerFailed
from aw_env.core.faces.episodes import Episodes, ResetSeeds
from tests.opponents import FirstLegalPolicy, RandomAgent

GAMES = [(admirals_war_v0, "engagement"), (war_at_sea_v0, "barents")]
PARAMETERS = pytest.mark.parametrize("game, scenario", GAMES)


def batch_of(game, scenario, num_envs=6, opponents=None, **settings):
    settings = {"seed": 3, "keep_last_observations": True, **settings}
    return game.one_seat_vec_env(num_envs, opponents or [FirstLegalPolicy()], scenario=scenario, **settings)


def drawn(masks, draws):
    """A random legal action for each row."""
    return np.array([draws.choice(np.flatnonzero(mask)) for mask in masks])


def last_legal(masks):
    return masks.shape[1] - 1 - masks[:, ::-1].argmax(1)


def story(games, i):
    """What game `i` has come to."""
    return games.games[i].tobytes(), games.observations[i].tobytes(), games.action_masks[i].tobytes()


# --- the batch -----------------------------------------------------------------------------------------


@PARAMETERS
def test_games_that_wait_go_on_as_if_they_had_not(game, scenario):
    together, apart = batch_of(game, scenario), batch_of(game, scenario)
    draws = np.random.default_rng(0)
    stories = [[] for _ in range(6)]
    for _ in range(80):
        earned, ended = together.step(last_legal(together.action_masks))
        for i in range(6):
            stories[i].append((story(together, i), float(earned[i]), bool(ended[i])))
    steps = np.zeros(6, int)
    while steps.min() < 80:
        playing = draws.random(6) < 0.5
        playing &= steps < 80
        waiting = [story(apart, i) for i in range(6)]
        actions = np.where(playing, last_legal(apart.action_masks), -7)  # those of the others are not looked at
        earned, ended = apart.step(actions, playing)
        for i in range(6):
            if playing[i]:
                assert (story(apart, i), float(earned[i]), bool(ended[i])) == stories[i][steps[i]]
                steps[i] += 1
            else:
                assert story(apart, i) == waiting[i] and earned[i] == 0 and not ended[i]
    assert sum(ended for told in stories for _, _, ended in told) > 3


def test_what_chooses_no_games_is_refused():
    games = batch_of(*GAMES[0])
    before = games.games.tobytes()
    actions = games.action_masks.argmax(1)
    for wrong in (np.ones(5, bool), np.ones(6, int), np.ones((6, 1), bool), [0, 1]):
        with pytest.raises(ValueError, match=r"playing: .* must be bool of shape \(6,\)"):
            games.step(actions, wrong)
        with pytest.raises(ValueError, match=r"which: .* must be bool of shape \(6,\)"):
            games.restart(wrong)
    only_first = np.arange(6) == 0
    illegal = actions.copy()
    illegal[0] = games.action_masks[0].argmin()
    with pytest.raises(IllegalAction, match="game 0"):
        games.step(illegal, only_first)
    with pytest.raises(ValueError, match="must be integers"):
        games.step(actions[:5], only_first)
    assert games.games.tobytes() == before


@pytest.mark.parametrize("opponents", [["random"], [FirstLegalPolicy()]])
def test_some_games_begin_anew_and_the_others_stay(opponents):
    games = batch_of(*GAMES[0], opponents=opponents)
    for _ in range(2):
        games.step(games.action_masks.argmax(1))
    which = np.array([True, False, False, True, False, False])
    before, numbers = [story(games, i) for i in range(6)], games.numbers.copy()
    told = games.final_seats.tolist(), games.final_opponents.tolist(), sorted(games.last_observations)
    games.restart(which)
    assert (games.final_seats.tolist(), games.final_opponents.tolist(), sorted(games.last_observations)) == told
    assert (games.numbers - numbers == which * 6).all() and not games.ended[which].any()
    for i in range(6):
        assert (story(games, i) == before[i]) == (not which[i])
    assert (games.seats == games.learner).all() and games.action_masks.any(1).all()
    games.step(games.action_masks.argmax(1))
    assert not games.ended[which].any() and not games.earned[which].any()


def test_a_game_that_is_begun_anew_has_the_seed_of_its_number():
    games = batch_of(*GAMES[0], opponents=["random"], side="axis")
    games.restart(np.arange(6) == 2)
    seed = admirals_war_v0.game_seed(3, 8)
    alone = admirals_war_v0.game("engagement", seed=seed)
    assert games.numbers[2] == 8 and alone.seat == 1
    assert (games.observations[2] == alone.observe(1)).all()


def test_what_a_seat_earns_in_a_game_that_is_broken_off_is_forgotten():
    games = batch_of(*GAMES[0], reward="victory_points")
    draws = np.random.default_rng(0)
    while not games.earned.any():
        games.step(drawn(games.action_masks, draws))
    games.restart(np.ones(6, bool))
    assert not games.earned.any() and not games.rewards.any() and not games.ended.any()


def test_a_player_that_fails_where_a_game_begins_leaves_all_as_it_was():
    class Fails(FirstLegalPolicy):
        failing = False

        def act_batch(self, observations, action_masks):
            if self.failing:
                raise RuntimeError("no more")
            return super().act_batch(observations, action_masks)

    player = Fails()
    games = batch_of(*GAMES[0], opponents=[player], side="allies")  # the Axis chooses first
    for _ in range(2):
        games.step(games.action_masks.argmax(1))
    before = [story(games, i) for i in range(6)]
    player.failing = True
    with pytest.raises(PlayerFailed, match="no more"):
        games.restart(np.ones(6, bool))
    assert [story(games, i) for i in range(6)] == before
    player.failing = False
    games.step(games.action_masks.argmax(1))


# --- episodes ------------------------------------------------------------------------------------------


@PARAMETERS
@pytest.mark.parametrize("max_decisions", [None, 14])
def test_an_end_is_shown_until_the_next_game_is_asked_for(game, scenario, max_decisions):
    settings = {"max_decisions": max_decisions, "dtype": "float32"}
    batch = batch_of(game, scenario, opponents=[RandomAgent()], **settings)
    shown = Episodes(batch_of(game, scenario, opponents=[RandomAgent()], **settings))
    shown.reset(3), batch.reset(3)
    draws, ends = np.random.default_rng(1), {"terminated": 0, "truncated": 0}
    for _ in range(150):
        assert (shown.observations == batch.observations).all() and (shown.action_masks == batch.action_masks).all()
        seats, actions = batch.learner.copy(), drawn(batch.action_masks, draws)
        shown.step(actions)
        earned, ended = batch.step(actions)
        assert (shown.rewards == earned).all() and (shown.over == ended).all()
        assert (shown.truncated == (ended & batch.truncated)).all()
        assert (shown.observations[~ended] == batch.observations[~ended]).all()
        for i in np.flatnonzero(ended):
            assert (shown.observations[i] == batch.last_observations[i]).all() and shown.action_masks[i].all()
            assert (shown.observations[i] != batch.observations[i]).any()
            if not batch.truncated[i]:
                won = (1, -1)[seats[i]] * batch.results[i]
                assert shown.rewards[i] == won
        ends["terminated"] += shown.terminated.sum()
        ends["truncated"] += shown.truncated.sum()
        if ended.any():
            with pytest.raises(NotReady, match=f"game {ended.argmax()} has ended"):
                shown.step(batch.action_masks.argmax(1))
            shown.begin(ended)
            assert not shown.over.any() and not shown.rewards[ended].any()
    assert ends["terminated"] > 3 or max_decisions
    assert (ends["truncated"] > 3) == (max_decisions is not None)


def test_games_that_are_not_played_show_what_they_showed():
    shown, draws = Episodes(batch_of(*GAMES[0])), np.random.default_rng(2)
    while not shown.over.any():
        shown.step(drawn(shown.action_masks, draws))
    over, before = shown.over, shown.observations
    for _ in range(3):
        shown.step(drawn(shown.action_masks, draws), ~shown.over)
        assert shown.over[over].all() and shown.action_masks[over].all() and not shown.rewards[over].any()
        assert (shown.observations[over] == before[over]).all()
    shown.begin(over)
    assert (shown.observations[over] == shown.batch.observations[over]).all() and not shown.over[over].any()


def test_a_game_that_is_still_played_is_broken_off():
    shown, draws = Episodes(batch_of(*GAMES[0])), np.random.default_rng(2)
    while not shown.over.any():
        shown.step(drawn(shown.action_masks, draws))
    numbers, over = shown.batch.numbers.copy(), shown.over
    shown.begin(np.ones(6, bool))
    assert (shown.batch.numbers - numbers == 6 * ~over).all()
    assert (shown.observations == shown.batch.observations).all() and not shown.over.any()
    shown.step(drawn(shown.action_masks, draws))


def test_seeds_of_resets_follow_from_the_one_that_is_given():
    seeds, again = ResetSeeds(5), ResetSeeds(7)
    drawn_first = [seeds.next() for _ in range(3)]
    again.begin_with(5)
    assert drawn_first[0] == 5 and drawn_first == [again.next() for _ in range(3)] and len(set(drawn_first)) == 3
    assert ResetSeeds(None).next() != ResetSeeds(None).next()
