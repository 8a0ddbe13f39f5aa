"""What A World at War is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.playable import Measured, of_this_house

GAME = of_this_house(
    "world_at_war",
    declared="WAR",
    title="A World at War",
    scenario="raiders",
    warm_up="raiders",
    measured=Measured(lengths={"raiders": 300, "raiders_long": 100}),
)
