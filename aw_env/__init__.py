"""`aw_env`: board wargames as learning environments.

Importing it registers each game that is installed (`aw_env.games`) with PettingZoo, as a game of several agents, and
with Gymnasium, as one seat of it, single or in batches: the public face `duel.old_duel_v0` as `duel/OldDuel-v0`.  No
game is loaded for that, nothing is compiled and no agent is loaded.
"""

import gymnasium
import pettingzoo

from aw_env.core.packages import offered

for _offer in offered("aw_env.games").values():
    _words, _, _version = _offer.module.rpartition(".")[2].rpartition("_")
    _id = f"{_offer.module.partition('.')[0]}/{_words.title().replace('_', '')}-{_version}"
    pettingzoo.register("aec", _id, f"{_offer.module}:env")
    gymnasium.register(
        _id, f"{_offer.module}:single_agent_env", vector_entry_point=f"{_offer.module}:gymnasium_vec_env"
    )
