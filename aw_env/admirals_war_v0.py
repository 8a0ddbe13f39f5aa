"""*Admirals' War: WWII at Sea* as an environment: the public module.

    from aw_env import admirals_war_v0

    env = admirals_war_v0.env(scenario="midway")
    env.reset(seed=42)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

| What | |
| --- | --- |
| agents | `"allies"`, `"axis"`; of four players `"british"`, `"japanese"`, `"american"`, `"german"` |
| actions | `Discrete(n_actions)`: an option, a place or a unit; one vocabulary for all scenarios |
| observation | int16 or float32 (`dtype`), layouts "summary", "units", "candidates" (see `observation_columns`) |
| reward | +1, 0, -1 at the end ("outcome"); the change of the margin besides ("victory_points") |
| victory | of four players: "team", or "individual" with +1 to the winner and -1/3 to the others |

`docs/api.md` describes every function here.
"""

from aw_env.core.errors import IllegalAction as IllegalAction
from aw_env.core.errors import SaveError as SaveError
from aw_env.core.faces.doors import PUBLIC, Doors
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.observation.columns import LAYOUT
from aw_env.games.admirals_war.playable import GAME
from aw_env.games.admirals_war.printed.load import shipped_names
from aw_env.games.admirals_war.records.terms import ACTIONS, FIRST_BOX, UNITS

__all__ = [*PUBLIC]

DOORS = Doors(GAME, ruleset, LAYOUT, shipped_names, FIRST_BOX, UNITS)

n_actions: int = ACTIONS
"""Size of the action vocabulary, the same for every scenario and number of players."""
game = DOORS.game
raw_env, env, vec_env = DOORS.raw_env, DOORS.env, DOORS.vec_env
game_seed = DOORS.game_seed
single_agent_env, one_seat_vec_env = DOORS.single_agent_env, DOORS.one_seat_vec_env
sb3_vec_env, gymnasium_vec_env = DOORS.sb3_vec_env, DOORS.gymnasium_vec_env
torchrl_env, tianshou_vec_env, rllib_env = DOORS.torchrl_env, DOORS.tianshou_vec_env, DOORS.rllib_env
observation_columns = DOORS.observation_columns
observation_scale, observation_tables = DOORS.observation_scale, DOORS.observation_tables
