"""What War at Sea is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.config.folder import configs_folder
from aw_env.core.playable import Measured, Playable, RoomsLater

GAME = Playable(
    name="war_at_sea",
    title="War at Sea",
    module="aw_env.war_at_sea_v0",
    package="aw_env.games.war_at_sea",
    scenario="war_at_sea",
    warm_up="barents",
    measured=Measured(lengths={"war_at_sea": 100, "barents": 300}, chess={"war_at_sea": 12}),
    players="war_at_sea",
    rulebook=configs_folder() / "war_at_sea" / "rules.csv",
    tests="tests/war_at_sea",
    rooms=RoomsLater(scenarios="aw_env.games.war_at_sea.printed.load:SCENARIOS"),
)
