"""What Naval Miniatures is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.playable import Measured, of_this_house

GAME = of_this_house(
    "naval_miniatures",
    declared="MINIATURES",
    title="Naval Miniatures",
    scenario="standard",
    warm_up="random",
    measured=Measured(lengths={"standard": 300, "random": 300, "convoy": 300}, chess={"random": 12}),
)
