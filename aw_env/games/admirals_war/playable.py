"""What Admirals' War is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.config.folder import configs_folder
from aw_env.core.playable import Measured, Playable, Setting

GAME = Playable(
    name="admirals_war",
    title="Admirals' War",
    module="aw_env.admirals_war_v0",
    package="aw_env.games.admirals_war",
    scenario="midway",
    warm_up="engagement",
    measured=Measured(
        lengths={"midway": 300, "campaign": 30, "engagement": 300},
        targets={
            "vec_env, midway": ">= 1,000,000",
            "vec_env, campaign": ">= 500,000",
            "raw_env, midway": ">= 100,000",
            "copies of a game": ">= 1,000,000",
        },
        chess={"midway": 8, "campaign": 4},
    ),
    settings=(
        Setting("players", 2, "options", "2 or 4."),
        Setting("victory", "team", "dtype", 'of four players, "team" or "individual".'),
    ),
    rulebook=configs_folder() / "admirals_war" / "rules.csv",
    guides=configs_folder() / "admirals_war" / "guides",
    tests="tests",
)
