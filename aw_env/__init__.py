"""`aw_env`: board wargames as learning environments.

Importing it registers each game that is installed (`aw_env.games`) with PettingZoo, as a game of several agents, and
with Gymnasium, as one seat of it, single or in batches: the public face `duel.old_duel_v0` as `duel/OldDuel-v0`.  No
game is loaded for that, nothing is compiled and no agent is loaded; nor are the two libraries, in which the games stand
from the moment that anybody imports them.
"""

from importlib.metadata import EntryPoint
from typing import Any

from aw_env.core.packages import offered, once_imported


def _name(offer: EntryPoint) -> str:
    words, _, version = offer.module.rpartition(".")[2].rpartition("_")
    return f"{offer.module.partition('.')[0]}/{words.title().replace('_', '')}-{version}"


def _register_with_pettingzoo(pettingzoo: Any) -> None:
    for offer in offered("aw_env.games").values():
        pettingzoo.register("aec", _name(offer), f"{offer.module}:env")


def _register_with_gymnasium(gymnasium: Any) -> None:
    for offer in offered("aw_env.games").values():
        one, many = f"{offer.module}:single_agent_env", f"{offer.module}:gymnasium_vec_env"
        gymnasium.register(_name(offer), one, vector_entry_point=many)


once_imported("pettingzoo", _register_with_pettingzoo)
once_imported("gymnasium", _register_with_gymnasium)
