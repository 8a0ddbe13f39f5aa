"""`aw_env`: the board wargame *Admirals' War: WWII at Sea* as an environment for reinforcement learning.

Importing it registers `aw_env/AdmiralsWar-v0` with PettingZoo, as the game of several agents, and with Gymnasium, as
one seat of it; nothing is compiled and no agent is loaded.
"""

import gymnasium
import pettingzoo

pettingzoo.register("aec", "aw_env/AdmiralsWar-v0", "aw_env.admirals_war_v0:env")
gymnasium.register("aw_env/AdmiralsWar-v0", "aw_env.admirals_war_v0:single_agent_env")
