"""`aw_env`: the board wargame *Admirals' War: WWII at Sea* as an environment for reinforcement learning.

Importing it registers `aw_env/AdmiralsWar-v0` with Gymnasium; nothing is compiled and no agent is loaded.
"""

import gymnasium

gymnasium.register(id="aw_env/AdmiralsWar-v0", entry_point="aw_env.admirals_war_v0:single_agent_env")
