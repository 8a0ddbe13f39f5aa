"""`aw_env`: the board wargames *Admirals' War: WWII at Sea* and *War at Sea* as learning environments.

Importing it registers `aw_env/AdmiralsWar-v0` and `aw_env/WarAtSea-v0` with PettingZoo, as games of several agents, and
with Gymnasium, as one seat of them, single or in batches; nothing is compiled and no agent is loaded.
"""

import gymnasium
import pettingzoo

for _name, _module in (("AdmiralsWar-v0", "admirals_war_v0"), ("WarAtSea-v0", "war_at_sea_v0")):
    pettingzoo.register("aec", f"aw_env/{_name}", f"aw_env.{_module}:env")
    gymnasium.register(
        f"aw_env/{_name}",
        f"aw_env.{_module}:single_agent_env",
        vector_entry_point=f"aw_env.{_module}:gymnasium_vec_env",
    )
