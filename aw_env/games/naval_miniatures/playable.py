"""What Naval Miniatures is, for whoever looks for a game (`aw_env.games`), told without its rules."""

from aw_env.core.config.folder import configs_folder
from aw_env.core.playable import Measured, Playable, RoomsLater

GAME = Playable(
    name="naval_miniatures",
    title="Naval Miniatures",
    module="aw_env.naval_miniatures_v0",
    package="aw_env.games.naval_miniatures",
    players="naval_miniatures",
    scenario="standard",
    warm_up="random",
    measured=Measured(lengths={"standard": 300, "random": 300, "convoy": 300}, chess={"random": 12}),
    rulebook=configs_folder() / "naval_miniatures" / "rules.csv",
    tests="tests/naval_miniatures",
    rooms=RoomsLater(
        scenarios="aw_env.games.naval_miniatures.printed.load:SCENARIOS",
        declared="aw_env.games.naval_miniatures.game:MINIATURES",
    ),
)
