"""`aw_env`: the board wargame *Admirals' War: WWII at Sea* as an environment for reinforcement learning.

Importing it registers `aw_env/AdmiralsWar-v0` with PettingZoo, as the game of several agents, and with Gymnasium, as
one seat of it, single or in batches; nothing is compiled and no agent is loaded.
"""

import gymnasium
import pettingzoo

pettingzoo.register("aec", "aw_env/AdmiralsWar-v0", "aw_env.admirals_war_v0:env")
gymnasium.register(
    "aw_env/AdmiralsWar-v0",
    "aw_env.admirals_war_v0:single_agent_env",
    vector_entry_point="aw_env.admirals_war_v0:gymnasium_vec_env",
)
