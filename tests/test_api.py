"""The PettingZoo face and the game under it: conformance, illegal actions, info, rewards, words, dice."""

from pathlib import Path

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from aw_env import admirals_war_v0
from aw_env.core.errors import IllegalAction


def play(env, seed, decisions=None):
    """Random legal play to the end, or for a number of decisions; returns the actions taken."""
    env.reset(seed=seed)
    draws = np.random.default_rng(seed)
    taken = []
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if decisions is not None and len(taken) == decisions:
            break
        action = None if termination or truncation else int(draws.choice(np.flatnonzero(observation["action_mask"])))
        if action is not None:
            taken.append(action)
        env.step(action)
    return taken


GAMES = [("midway", 2), ("engagement", 2), ("campaign", 2), ("campaign", 4), ("atlantic", 4), ("pacific", 2)]
"""Scenarios with their numbers of players."""


@pytest.mark.parametrize("scenario, players", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_pettingzoo_api(scenario, players):
    api_test(admirals_war_v0.env(scenario=scenario, players=players), num_cycles=300)
    for layout in ("units", "candidates"):
        api_test(admirals_war_v0.raw_env(scenario=scenario, players=players, observation=layout), num_cycles=300)


def test_the_environment_is_made_by_its_name_too():
    env = pettingzoo.make("aec", "aw_env/AdmiralsWar-v0", scenario="campaign", players=4)
    assert env.possible_agents == ["british", "japanese", "american", "german"]


@pytest.mark.parametrize("scenario, players", GAMES)
def test_pettingzoo_seeds(scenario, players):
    seed_test(lambda: admirals_war_v0.env(scenario=scenario, players=players), num_cycles=400)


@pytest.mark.parametrize("scenario, players, victory", [("campaign", 4, "individual"), ("pacific", 4, "team")])
def test_a_whole_game_of_four_is_zero_sum_and_ends_for_all_at_once(scenario, players, victory):
    env = admirals_war_v0.raw_env(scenario=scenario, players=players, victory=victory, reward="victory_points")
    env.reset(seed=1)
    assert env.possible_agents == ["british", "japanese", "american", "german"]
    draws, asked = np.random.default_rng(1), set()
    while not env.game.ended:
        asked.add(env.agent_selection)
        assert env.agent_selection == env.game.seat_name
        env.step(int(draws.choice(env.game.legal_actions())))
        assert sum(env.rewards.values()) == pytest.approx(0, abs=1e-6)
    assert set(env.terminations.values()) == {True} and asked >= {"japanese", "american"}
    assert env.view().turn == 10


def test_spaces_are_the_same_objects_and_observations_fit_them():
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    for agent in env.possible_agents:
        assert env.observation_space(agent) is env.observation_space(agent)
        assert env.action_space(agent) is env.action_space(agent)
        assert env.action_space(agent).n == admirals_war_v0.n_actions
        assert env.observation_space(agent).contains(env.observe(agent))


def test_who_is_not_asked_has_no_legal_action():
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(env.agent_selection)["action_mask"].sum() > 1
    assert env.observe(other)["action_mask"].sum() == 0


def test_observations_are_fresh_arrays():
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    first = env.observe(env.agent_selection)
    kept = first["observation"].copy(), first["action_mask"].copy()
    again = env.observe(env.agent_selection)
    again["observation"][:] = 7
    again["action_mask"][:] = 1
    env.step(int(np.flatnonzero(first["action_mask"])[0]))
    assert (first["observation"] == kept[0]).all() and (first["action_mask"] == kept[1]).all()


def test_info_is_numbers_and_its_words_are_one_call_away():
    env = admirals_war_v0.env()
    env.reset(seed=0)
    info, view = env.infos[env.agent_selection], env.unwrapped.view()
    assert info == {"turn": 5, "phase": view.phase, "decision": view.decision, "subject": view.subject.number}
    words = {"turn": 5, "phase": "patrolling", "decision": "patrol_order", "subject": view.subject.id}
    assert env.unwrapped.info_in_words() == env.unwrapped.info_in_words(info) == words
    assert view.subject.name in env.unwrapped.describe()


@pytest.mark.parametrize("scenario, players", [("engagement", 2), ("campaign", 4)])
def test_every_info_has_the_same_four_numbers(scenario, players):
    env = admirals_war_v0.raw_env(scenario=scenario, players=players)
    env.reset(seed=3)
    draws, subjects = np.random.default_rng(3), set()
    while not env.game.ended:
        info, view = env.infos[env.agent_selection], env.view()
        subject = view.subject
        named = None if subject is None else subject.id
        assert env.info_in_words(info)["subject"] == named
        assert info["subject"] == (-1 if subject is None else subject.number)
        subjects.add(type(subject))
        env.step(int(draws.choice(env.game.legal_actions())))
    assert len(subjects) >= 2
    for info in env.infos.values():
        assert list(info) == ["turn", "phase", "decision", "subject"]
        assert all(type(number) is np.int64 for number in info.values())
    assert env.infos[env.possible_agents[0]]["subject"] == -1


def test_outcome_reward_is_the_result():
    for seed in range(6):
        env = admirals_war_v0.raw_env(scenario="engagement")
        play_until_end(env, seed)
        assert env.terminations == {"allies": True, "axis": True}
        assert env.rewards == {"allies": float(env.game.result), "axis": -float(env.game.result)}


def play_until_end(env, seed):
    """Random legal play up to the last decision's consequences, before the agents are taken away."""
    env.reset(seed=seed)
    draws = np.random.default_rng(seed)
    while not env.game.ended:
        env.step(int(draws.choice(env.game.legal_actions())))


def test_victory_point_rewards_add_up_to_margin_and_result():
    env = admirals_war_v0.raw_env(reward="victory_points")
    for seed in range(3):
        env.reset(seed=seed)
        draws = np.random.default_rng(seed)
        earned = np.zeros(2)
        while not env.game.ended:
            env.step(int(draws.choice(env.game.legal_actions())))
            earned += list(env.rewards.values())
        expected = 0.1 * env.view().victory_points.pacific + env.game.result
        assert earned == pytest.approx([expected, -expected], abs=1e-5)


def test_max_decisions_breaks_the_game_off():
    env = admirals_war_v0.raw_env(max_decisions=5)
    assert len(play(env, seed=0)) == 5
    play_until_end(env, seed=0)
    assert env.truncations == {"allies": True, "axis": True}
    assert env.terminations == {"allies": False, "axis": False}
    assert env.rewards == {"allies": 0.0, "axis": 0.0}


@pytest.mark.parametrize("action", [-1, 100_000, 1.5, "patrol", None, np.int64(400)])
def test_illegal_action_says_what_is_legal_and_changes_nothing(action):
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    before, mask = env.save(), env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(IllegalAction) as error:
        env.step(action)
    words = str(error.value)
    assert env.agent_selection in words and repr(action).split("(")[-1].rstrip(")") in words
    number, text = env.actions()[0]
    assert f"{number} ({text})" in words
    assert env.save() == before
    assert (env.observe(env.agent_selection)["action_mask"] == mask).all()
    env.step(number)


def test_wrapped_env_ends_on_an_illegal_action():
    env = admirals_war_v0.env()
    env.reset(seed=0)
    asked = env.agent_selection
    observation, *_ = env.last()
    env.step(int(np.flatnonzero(observation["action_mask"] == 0)[0]))
    assert env.terminations[asked] and env.truncations[asked]
    assert env.rewards[asked] == -1


def test_actions_have_words_that_lead_back():
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    for number, words in env.actions():
        assert env.action_named(words) == number
    with pytest.raises(LookupError, match="Hawaiian Islands|Home Islands"):
        env.action_named("the moon")


def test_events_tell_what_happened():
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    subject = env.view().subject.name
    env.step(env.game.legal_actions()[-1])
    kind, subjects, dice, words = env.events()[0]
    assert kind == "moved" and subjects[0] == subject and dice == () and subject in words


def test_scripted_dice_are_used_first_and_counted():
    env = admirals_war_v0.raw_env(scenario="engagement")
    env.reset(seed=0)
    rolled = env.dice_rolled
    env.script_dice([1] * 120)
    draws = np.random.default_rng(0)
    shown = []
    while env.scripted_dice_left > 80:
        env.step(int(draws.choice(env.game.legal_actions())))
        shown += [die for _, _, dice, _ in env.events() for die in dice]
    assert env.dice_rolled == rolled
    assert shown == [1] * (120 - env.scripted_dice_left)


@pytest.mark.parametrize("dice", [[7], [0], ["six"], [1] * 121])
def test_what_is_no_script_of_dice_is_refused(dice):
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    with pytest.raises(ValueError, match="die|dice"):
        env.script_dice(dice)
    assert env.scripted_dice_left == 0


def test_dice_can_be_laid_before_the_game_begins():
    env = admirals_war_v0.raw_env(scenario="engagement")
    env.reset(seed=0, options={"dice": [1, 2, 3]})
    assert env.scripted_dice_left == 3
    env.reset(seed=0)
    assert env.scripted_dice_left == 0


def test_reset_without_a_seed_is_another_game_each_time():
    env = admirals_war_v0.raw_env(scenario="engagement")
    fleets = []
    for _ in range(4):
        env.reset()
        fleets.append(tuple(unit.id for unit in env.view().units))
    assert len(set(fleets)) > 1


def test_forced_decisions_are_asked_when_wanted():
    counts = {}
    for ask_forced in (False, True):
        env = admirals_war_v0.raw_env(ask_forced=ask_forced)
        play_until_end(env, seed=1)
        counts[ask_forced] = env.game.forced
    assert counts[False] > 0 and counts[True] == 0


@pytest.mark.parametrize(
    "arguments, what",
    [
        ({"scenario": "no_such_battle"}, "midway"),
        ({"observation": "picture"}, "summary"),
        ({"reward": "glory"}, "outcome"),
        ({"render_mode": "smoke"}, "ansi"),
        ({"players": 3}, "2 and 4"),
        ({"players": 4}, "2 players"),
        ({"max_decisions": 0}, "from 1 to"),
        ({"ask_forced": "no"}, "True or False"),
        ({"options": ["fog"]}, "fog"),
    ],
)
def test_wrong_arguments_say_what_there_is(arguments, what):
    with pytest.raises(ValueError, match=what):
        admirals_war_v0.env(**arguments)


def test_renders():
    env = admirals_war_v0.raw_env(render_mode="ansi")
    env.reset(seed=0)
    assert "Hawaiian" in env.render()
    env = admirals_war_v0.raw_env(render_mode="rgb_array")
    env.reset(seed=0)
    picture = env.render()
    assert picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 3
    env = admirals_war_v0.raw_env()
    env.reset(seed=0)
    assert env.render() is None


def test_pettingzoo_render(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    render_test(admirals_war_v0.env)


def test_the_guide_names_what_there_is():
    guide = (Path(__file__).parent.parent / "docs" / "api.md").read_text()
    for name in admirals_war_v0.__all__:
        assert name in guide, f"docs/api.md does not mention {name}"
    env = admirals_war_v0.raw_env()
    names = "actions action_named describe events info_in_words view script_dice save restore clone"
    for name in names.split():
        assert hasattr(env, name) and f"`{name}(" in guide


def test_a_unit_of_two_views_is_the_same_while_nothing_has_happened_to_it():
    game = admirals_war_v0.game("midway", seed=1)
    before = game.view()
    asked, other = before.asked_unit, before.unit("akagi")
    game.apply(game.action_named("central pacific"))
    after = game.view()
    assert after.unit("akagi") == other and after.unit("akagi") is not other and other in after.units
    assert after.unit(asked.id) != asked and hash(after.unit(asked.id)) == hash(asked)


# --- odd arguments ---------------------------------------------------------------------------------------------------


def test_players_may_be_a_number_of_numpy():
    assert admirals_war_v0.game("campaign", players=np.int8(4)).rules.players == 4
    for players in (True, 2.0, "2", 3):
        with pytest.raises(ValueError, match="choose from 2 and 4"):
            admirals_war_v0.game("campaign", players=players)


@pytest.mark.parametrize("options", [None, 3])
def test_options_that_are_no_list_are_one_clear_error(options):
    with pytest.raises(ValueError, match=f"options={options}: a list of names"):
        admirals_war_v0.game("midway", options=options)


@pytest.mark.parametrize("asks", ["view", "observe", "events", "describe", "info_for"])
@pytest.mark.parametrize("seat", ["allies", 2, -2, 0.0, 1.5])
def test_a_seat_that_there_is_not_is_one_clear_error(asks, seat):
    game = admirals_war_v0.game("midway", seed=1)
    getattr(game, asks)(np.int64(1))
    with pytest.raises(ValueError, match=f"seat={seat!r}: must be a whole number from 0 to 1"):
        getattr(game, asks)(seat)


def test_nobody_sees_what_is_there_when_the_game_is_over():
    game = admirals_war_v0.game("engagement", seed=1)
    while not game.ended:
        game.apply(game.legal_actions()[0])
    assert game.seat == -1 and game.view(game.seat).over
