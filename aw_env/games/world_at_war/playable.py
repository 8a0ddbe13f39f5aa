"""What A World at War is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.config.folder import configs_folder
from aw_env.core.playable import Measured, Playable, RoomsLater

GAME = Playable(
    name="world_at_war",
    title="A World at War",
    module="aw_env.world_at_war_v0",
    package="aw_env.games.world_at_war",
    players="world_at_war",
    scenario="raiders",
    warm_up="raiders",
    measured=Measured(lengths={"raiders": 300, "raiders_long": 100}),
    rulebook=configs_folder() / "world_at_war" / "rules.csv",
    tests="tests/world_at_war",
    rooms=RoomsLater(
        scenarios="aw_env.games.world_at_war.printed.load:SCENARIOS", declared="aw_env.games.world_at_war.game:WAR"
    ),
)
