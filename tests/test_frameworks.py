"""What other frameworks make of the environment: their own doors over the batch, with which the scripts in `examples/`
train, and their wrappers of PettingZoo's."""

import copy
import pickle
import subprocess
import sys

import gymnasium
import numpy as np
import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.errors import IllegalAction, NotReady
from tests.opponents import FirstLegalPolicy

GAMES = [("engagement", 2), ("campaign", 4)]
"""Scenarios with their numbers of players."""
BOTH_GAMES = pytest.mark.parametrize("game, scenario", [(admirals_war_v0, "engagement"), (war_at_sea_v0, "barents")])


def batch_of(game, scenario, num_envs=6, **settings):
    """The batch that a door of the same arguments has underneath."""
    opponents = [settings.pop("opponents", None) or FirstLegalPolicy()]
    settings = {"seed": 3, "dtype": "float32", "keep_last_observations": True, **settings}
    return game.one_seat_vec_env(num_envs, opponents, scenario=scenario, **settings)


def drawn(masks, draws):
    """A random legal action for each row."""
    return np.array([draws.choice(np.flatnonzero(mask)) for mask in masks])


def ends_of(batch, ended):
    """What was seen at the end of these games, and what is seen elsewhere."""
    seen = batch.observations.copy()
    for i in np.flatnonzero(ended):
        seen[i] = batch.last_observations[i]
    return seen


@pytest.mark.parametrize("face", ["torchrl_env", "tianshou_vec_env", "rllib_env"])
def test_a_wrong_argument_of_a_door_is_named(face):
    pytest.importorskip({"torchrl_env": "torchrl", "tianshou_vec_env": "tianshou"}.get(face, "gymnasium"))
    for game in (admirals_war_v0, war_at_sea_v0):
        with pytest.raises(TypeError, match=rf"{face}: no argument is named 'scenary' \(did you mean 'scenario'\?\)"):
            getattr(game, face)(2, scenary="midway")


def test_no_framework_is_loaded_with_the_game():
    script = (
        "import sys\nfrom aw_env import admirals_war_v0, war_at_sea_v0\nadmirals_war_v0.rllib_env(2, 'random')\n"
        "print([name for name in ('torch', 'torchrl', 'tensordict', 'tianshou', 'ray') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# --- TorchRL -------------------------------------------------------------------------------------------


@BOTH_GAMES
@pytest.mark.parametrize("dtype", ["float32", "int16"])
def test_torchrls_checks_pass(game, scenario, dtype):
    pytest.importorskip("torchrl")
    from torchrl.envs.utils import check_env_specs

    env = game.torchrl_env(5, FirstLegalPolicy(), scenario=scenario, seed=1, dtype=dtype)
    check_env_specs(env, seed=0, break_when_any_done="both")
    assert env.batch_size == (5,) and str(env.observation_spec["observation"].dtype) == f"torch.{dtype}"


@BOTH_GAMES
def test_torchrl_plays_the_games_of_the_batch_and_sees_their_ends(game, scenario):
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchrl")
    env = game.torchrl_env(6, FirstLegalPolicy(), scenario=scenario, seed=3, max_decisions=30)
    batch = batch_of(game, scenario, max_decisions=30)
    batch.reset(3)
    now, draws, ends = env.reset(), np.random.default_rng(0), {"terminated": 0, "truncated": 0}
    for _ in range(250):
        assert set(now.keys()) - {"action"} == {"observation", "action_mask", "done", "terminated", "truncated"}
        assert (now["observation"].numpy() == batch.observations).all() and not now["done"].any()
        assert (now["action_mask"].numpy() == (batch.action_masks != 0)).all() and now["action_mask"].any(1).all()
        actions = drawn(batch.action_masks, draws)
        now["action"] = torch.as_tensor(actions)
        assert env.action_spec.is_in(now["action"])
        played, now = env.step_and_maybe_reset(now)
        earned, ended = batch.step(actions)
        following = played["next"]
        assert (following["reward"].numpy() == earned[:, None]).all()
        assert (following["done"].numpy() == ended[:, None]).all()
        assert (following["truncated"].numpy()[:, 0] == (ended & batch.truncated)).all()
        assert (following["terminated"].numpy()[:, 0] == (ended & ~batch.truncated)).all()
        assert (following["observation"].numpy() == ends_of(batch, ended)).all()
        assert following["action_mask"].numpy()[ended].all()
        assert (following["action_mask"].numpy()[~ended] == batch.action_masks[~ended]).all()
        ends["terminated"] += int(following["terminated"].sum())
        ends["truncated"] += int(following["truncated"].sum())
    assert min(ends.values()) > 3


def test_torchrl_repeats_with_its_seed():
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchrl")

    def played(env, seed=None):
        if seed is not None:
            env.set_seed(seed)
        torch.manual_seed(0)  # the random actions of a rollout come from it
        return env.rollout(30, break_when_any_done=False)

    env, twin = (admirals_war_v0.torchrl_env(4, "random", scenario="engagement", seed=1) for _ in range(2))
    first, second = played(env), played(env)
    assert (first == played(twin)).all() and (second == played(twin)).all() and not (first == second).all()
    assert (played(env, seed=9) == played(twin, seed=9)).all()
    assert (played(env, seed=1) == first).all()


def test_torchrls_collector_and_transforms_take_it():
    pytest.importorskip("torchrl")
    from tensordict.nn import TensorDictModule
    from torchrl.collectors import Collector
    from torchrl.envs import ActionMask, Compose, RewardSum, StepCounter, TransformedEnv

    env = TransformedEnv(
        admirals_war_v0.torchrl_env(8, "random", scenario="engagement", seed=1),
        Compose(ActionMask(), StepCounter(max_steps=7), RewardSum()),
    )
    assert env.rollout(60, break_when_any_done=False).shape == (8, 60)
    at_random = TensorDictModule(
        lambda masks: masks.float().multinomial(1).squeeze(-1), in_keys=["action_mask"], out_keys=["action"]
    )
    collector = Collector(
        env, at_random, frames_per_batch=8 * 40, total_frames=8 * 80, auto_register_policy_transforms=False
    )
    broken_off = ended = 0
    for played in collector:
        assert played.shape == (8, 40)
        assert played["action_mask"].gather(2, played["action"][..., None]).all()
        done, following = played["next", "done"].squeeze(-1), played["next"]
        goes_on = ~done[:, :-1]
        assert (following["observation"][:, :-1] == played["observation"][:, 1:]).all(-1)[goes_on].all()
        assert (following["observation"][:, :-1] != played["observation"][:, 1:]).any(-1)[~goes_on].all()
        assert (following["step_count"] <= 7).all() and (played["step_count"][:, 1:][~goes_on] == 0).all()
        ids = played["collector", "traj_ids"]
        assert ((ids[:, 1:] == ids[:, :-1]) == goes_on).all()
        of_the_game = following["terminated"].squeeze(-1)
        assert (following["reward"].squeeze(-1)[~of_the_game] == 0).all()
        assert (following["episode_reward"] == following["reward"])[following["terminated"]].all()
        broken_off += int((done & ~of_the_game).sum())
        ended += int(of_the_game.sum())
    assert broken_off > 10 and ended > 10
    collector.shutdown()


def test_torchrl_may_step_some_games_and_is_copied_whole():
    torch = pytest.importorskip("torch")
    pytest.importorskip("torchrl")
    env = admirals_war_v0.torchrl_env(8, FirstLegalPolicy(), scenario="engagement", seed=1)
    played = env.rollout(100, break_when_any_done=False, break_when_all_done=True)
    done = played["next", "done"].squeeze(-1)
    assert done[:, -1].all() and 1 < played.shape[1] < 100
    assert (done[:, 1:] >= done[:, :-1]).all() and not done[:, 0].all()

    now = env.reset()
    others = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    now["action"] = now["action_mask"].int().argmax(-1)
    following = env.step(now.clone())["next"]
    assert all((other.step(now.clone())["next"] == following).all() for other in others)

    with pytest.raises(IllegalAction, match="game 0"):
        env.step(now.clone().update({"action": torch.full((8,), env.action_spec.n - 1)}))
    env.close()
    with pytest.raises(NotReady, match="closed"):
        env.step(now.clone())


@pytest.mark.slow
@pytest.mark.parametrize("scenario, players", GAMES)
@pytest.mark.filterwarnings("ignore:PettingZoo in TorchRL is tested")
def test_torchrl_wraps_it_and_asks_only_for_legal_actions(scenario, players):
    pettingzoo = pytest.importorskip("torchrl.envs.libs.pettingzoo")
    from torchrl.envs.utils import check_env_specs

    env = pettingzoo.PettingZooWrapper(admirals_war_v0.env(scenario=scenario, players=players), use_mask=True)
    check_env_specs(env)
    played = env.rollout(40)
    asked = sum(played[agent, "mask"].int() for agent in env.possible_agents)
    assert (asked == 1).all()
    for agent in env.possible_agents:
        mine = played[agent][played[agent, "mask"]]
        assert mine["action_mask"][np.arange(len(mine)), mine["action"]].all()
        assert set(mine["info"].keys()) == {"turn", "phase", "decision", "subject"}


# --- Tianshou ------------------------------------------------------------------------------------------


@BOTH_GAMES
def test_tianshou_plays_the_games_of_the_batch_and_sees_their_ends(game, scenario):
    pytest.importorskip("tianshou")
    games = game.tianshou_vec_env(6, FirstLegalPolicy(), scenario=scenario, seed=3, max_decisions=30)
    batch = batch_of(game, scenario, max_decisions=30)
    batch.reset(3)
    (now, infos), draws, ends = games.reset(), np.random.default_rng(0), {"terminated": 0, "truncated": 0}
    assert len(games) == len(infos) == 6 and now.obs[0] in games.observation_space[0]["obs"]
    assert now.mask[0] in games.observation_space[0]["mask"] and games.action_space[5].n == game.n_actions
    for _ in range(250):
        assert (now.obs == batch.observations).all() and (now.mask == (batch.action_masks != 0)).all()
        actions = drawn(batch.action_masks, draws)
        ids = draws.permutation(6)  # rows come in the order in which games are asked for
        seen, rewards, terminations, truncations, infos = games.step(actions[ids], ids)
        earned, ended = batch.step(actions)
        assert (rewards == earned[ids]).all() and infos.tolist() == [{}] * 6
        assert (terminations == (ended & ~batch.truncated)[ids]).all()
        assert (truncations == (ended & batch.truncated)[ids]).all()
        assert (seen.obs == ends_of(batch, ended)[ids]).all() and seen.mask[ended[ids]].all()
        now.obs[ids], now.mask[ids] = seen.obs, seen.mask
        if ended.any():
            with pytest.raises(NotReady, match="has ended"):
                games.step(actions)
            over = np.flatnonzero(ended)
            first, _ = games.reset(over)
            now.obs[over], now.mask[over] = first.obs, first.mask
        ends["terminated"] += terminations.sum()
        ends["truncated"] += truncations.sum()
    assert min(ends.values()) > 3


def collected(games, **how):
    """What Tianshou's collector gathers at random with masks."""
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector, VectorReplayBuffer

    np.random.seed(0)
    at_random = MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=games.action_space[0])
    collector = Collector(at_random, games, VectorReplayBuffer(2000, len(games)))
    collector.reset()
    stats = collector.collect(**how)
    return stats, collector.buffer


def test_tianshous_collector_takes_it():
    pytest.importorskip("tianshou")
    games = admirals_war_v0.tianshou_vec_env(8, FirstLegalPolicy(), scenario="engagement", seed=1)
    stats, buffer = collected(games, n_step=8 * 50)
    played, _ = buffer.sample(0)  # everything
    assert stats.n_collected_steps == len(played) == 400 and stats.n_collected_episodes == played.done.sum() > 20
    assert played.obs.mask[np.arange(400), played.act].all()
    assert (played.rew[~played.done] == 0).all() and set(played.rew[played.done].tolist()) >= {-1.0, 1.0}
    places = buffer.sample_indices(0)
    goes_on = buffer.next(places) != places
    assert goes_on.sum() == 400 - played.done.sum() - (~played.done[49::50]).sum()
    assert (played.obs_next.obs == buffer[buffer.next(places)].obs.obs).all(-1)[goes_on].all()

    stats, buffer = collected(games, n_episode=11)  # the last games run alone
    assert stats.n_collected_episodes == 11 and stats.lens.min() > 0


def test_tianshou_repeats_with_its_seed():
    pytest.importorskip("tianshou")
    games, twin = (admirals_war_v0.tianshou_vec_env(4, "random", scenario="engagement", seed=1) for _ in range(2))
    first, second = games.reset()[0].obs, games.reset()[0].obs
    assert (first == twin.reset()[0].obs).all() and (second == twin.reset()[0].obs).all()
    assert (first != second).any()
    for seed in (1, [1, 2, 3, 4], np.int64(1)):
        games.seed(seed)
        assert (games.reset()[0].obs == first).all()
    assert (games.reset(seed=1)[0].obs == first).all()
    assert games.reset(options={"side": "axis"})[0].obs[:, 0].tolist() == [1] * 4


def test_tianshou_is_told_what_it_cannot_have():
    pytest.importorskip("tianshou")
    games = admirals_war_v0.tianshou_vec_env(4, FirstLegalPolicy(), scenario="engagement", seed=1)
    now, _ = games.reset()
    before = games.batch.games.tobytes()
    for wrong in (np.zeros(3, int), np.zeros(4), 0):
        with pytest.raises(ValueError, match=r"actions: .* must be integers of shape \(4,\)"):
            games.step(wrong)
    with pytest.raises(ValueError, match="a reset of all games"):
        games.reset([1], seed=5)
    with pytest.raises(ValueError, match="no option 'dice'"):
        games.reset(options={"dice": [1]})
    with pytest.raises(AttributeError, match="no attribute 'weather'"):
        games.get_env_attr("weather")
    with pytest.raises(NotImplementedError, match="no attributes to set"):
        games.set_env_attr("weather", 1)
    assert games.batch.games.tobytes() == before
    games.step(now.mask.argmax(1))
    games.close()
    with pytest.raises(AssertionError, match="after close"):
        games.reset()


@pytest.mark.slow
@pytest.mark.parametrize("scenario, players", GAMES)
def test_tianshou_wraps_it(scenario, players):
    env_module = pytest.importorskip("tianshou.env")
    from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
    from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
    from tianshou.data import Collector

    def make():
        return env_module.PettingZooEnv(admirals_war_v0.env(scenario=scenario, players=players))

    env, games = make(), env_module.DummyVectorEnv([make] * 2)
    players_at_random = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(action_space=env.action_space) for _ in env.agents]
    both = MultiAgentOffPolicyAlgorithm(algorithms=players_at_random, env=env)
    collector = Collector(both, games)
    collector.reset()
    stats = collector.collect(n_step=200)
    assert stats.n_collected_steps == 200
    played, _ = collector.buffer.sample(0)  # everything
    assert played.obs.mask[np.arange(len(played)), played.act].all() and played.rew.shape == (200, players)
    assert set(played.info.keys()) >= {"turn", "phase", "decision", "subject"}


# --- RLlib ---------------------------------------------------------------------------------------------


@BOTH_GAMES
def test_rllibs_games_are_those_of_the_batch_and_their_ends_are_seen(game, scenario):
    games = game.rllib_env(6, FirstLegalPolicy(), scenario=scenario, seed=3, max_decisions=30)
    batch = batch_of(game, scenario, max_decisions=30)
    batch.reset(3)
    now, infos = games.reset()
    assert now in games.observation_space and games.single_action_space.n == game.n_actions
    assert games.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP and infos == {}
    draws, ends = np.random.default_rng(0), {"terminated": 0, "truncated": 0}
    over, seen, masks = np.zeros(6, bool), batch.observations.copy(), batch.action_masks != 0
    for _ in range(250):
        assert (now["observations"] == seen).all() and (now["action_mask"] == masks).all()
        assert now["action_mask"].any(1).all() and now["action_mask"].dtype == np.float32
        actions = drawn(masks, draws)
        now, rewards, terminations, truncations, infos = games.step(actions)
        earned, ended = batch.step(actions, ~over)  # games that had ended only begin
        assert (rewards == earned).all() and not rewards[over].any() and rewards.dtype == np.float64
        assert (terminations == (ended & ~batch.truncated)).all() and infos == {}
        assert (truncations == (ended & batch.truncated)).all()
        seen, masks = ends_of(batch, ended), (batch.action_masks != 0) | ended[:, None]
        over = ended.copy()
        ends["terminated"] += terminations.sum()
        ends["truncated"] += truncations.sum()
    assert min(ends.values()) > 3


def test_rllibs_games_repeat_with_their_seed():
    games, twin = (admirals_war_v0.rllib_env(4, "random", scenario="engagement", seed=1) for _ in range(2))
    first, second = games.reset()[0]["observations"], games.reset()[0]["observations"]
    assert (first == twin.reset()[0]["observations"]).all() and (second == twin.reset()[0]["observations"]).all()
    assert (first != second).any() and (games.reset(seed=1)[0]["observations"] == first).all()
    assert games.reset(options={"side": "axis"})[0]["observations"][:, 0].tolist() == [1] * 4
    with pytest.raises(ValueError, match="no option 'dice'"):
        games.reset(options={"dice": [1]})
    now, _ = games.reset()
    with pytest.raises(IllegalAction, match="game 0"):
        games.step(now["action_mask"].argmin(1))
    games.close()
    with pytest.raises(NotReady, match="closed"):
        games.step(now["action_mask"].argmax(1))


@pytest.mark.slow
def test_rllibs_runner_plays_whole_games_of_one_process():
    pytest.importorskip("tree")
    ppo = pytest.importorskip("ray.rllib.algorithms.ppo")
    from ray import tune
    from ray.rllib.core.rl_module.rl_module import RLModuleSpec
    from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
    from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

    tune.register_env("admirals_war", lambda settings: admirals_war_v0.rllib_env(**settings))
    config = (
        ppo.PPOConfig()
        .environment("admirals_war", env_config={"opponents": "random", "scenario": "engagement"})
        .env_runners(num_env_runners=0, num_envs_per_env_runner=4, gym_env_vectorize_mode="vector_entry_point")
        .rl_module(rl_module_spec=RLModuleSpec(module_class=ActionMaskingTorchRLModule))
        .debugging(seed=1)
    )
    runner = SingleAgentEnvRunner(config=config, worker_index=0)
    episodes = runner.sample(num_timesteps=200)
    assert sum(len(episode) for episode in episodes) >= 200
    ended = [episode for episode in episodes if episode.is_done]
    assert len(ended) > 10
    for episode in episodes:
        masks = episode.get_observations()["action_mask"]
        actions = episode.get_actions()
        assert masks[np.arange(len(actions)), actions].all()
        assert not episode.get_rewards()[: len(actions) - 1].any()
        assert masks[-1].all() == episode.is_done and not masks[:-1].all(1).any()
    assert {episode.get_return() for episode in ended} >= {1.0, -1.0}
    runner.stop()
