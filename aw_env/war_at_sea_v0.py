"""*War at Sea* as an environment: the public module.

    from aw_env import war_at_sea_v0

    env = war_at_sea_v0.env(scenario="barents")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

| What | |
| --- | --- |
| agents | `"allies"`, `"axis"` |
| actions | `Discrete(n_actions)`: an option, a place or a unit; one vocabulary for all scenarios |
| observation | int16 or float32 (`dtype`), layouts "summary", "units", "candidates" (see `observation_columns`) |
| reward | +1, 0, -1 at the end ("outcome"); the change of the lead besides ("victory_points") |

The functions are those of `aw_env.admirals_war_v0` (`docs/api.md`) without the arguments of four players.
"""

from aw_env.core.errors import IllegalAction as IllegalAction
from aw_env.core.errors import SaveError as SaveError
from aw_env.core.faces.doors import PUBLIC, Doors
from aw_env.games.war_at_sea.game import ruleset
from aw_env.games.war_at_sea.observation.columns import LAYOUT
from aw_env.games.war_at_sea.playable import GAME
from aw_env.games.war_at_sea.printed.load import shipped_names
from aw_env.games.war_at_sea.records.terms import ACTIONS, PLACES, UNITS

__all__ = [*PUBLIC]

DOORS = Doors(GAME, ruleset, LAYOUT, shipped_names, PLACES, UNITS)

n_actions: int = ACTIONS
"""Size of the action vocabulary, the same for every scenario."""
game = DOORS.game
raw_env, env, vec_env = DOORS.raw_env, DOORS.env, DOORS.vec_env
game_seed = DOORS.game_seed
single_agent_env, one_seat_vec_env = DOORS.single_agent_env, DOORS.one_seat_vec_env
sb3_vec_env, gymnasium_vec_env = DOORS.sb3_vec_env, DOORS.gymnasium_vec_env
torchrl_env, tianshou_vec_env, rllib_env = DOORS.torchrl_env, DOORS.tianshou_vec_env, DOORS.rllib_env
observation_columns = DOORS.observation_columns
observation_scale, observation_tables = DOORS.observation_scale, DOORS.observation_tables
