"""What War at Sea is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.playable import Measured, of_this_house

GAME = of_this_house(
    "war_at_sea",
    title="War at Sea",
    scenario="war_at_sea",
    warm_up="barents",
    measured=Measured(lengths={"war_at_sea": 100, "barents": 300}, chess={"war_at_sea": 12}),
)
