"""A World at War as it is declared: its rules, its words, its scenarios and its board."""

from pathlib import Path
from typing import Any

from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.rooms.board import Drawing
from aw_env.core.rooms.game import Declared
from aw_env.games.world_at_war.playable import GAME
from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.printed.positions import to_scenario
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Kind
from aw_env.games.world_at_war.rules.sequence import RULES
from aw_env.games.world_at_war.words.events import stands_at
from aw_env.games.world_at_war.words.words import WORDS, factors_and_hits, has_box, is_kept, notes_of

HALF_A_POINT = 0.005
"""With `reward="victory_points"`: a hundred points weigh as much as winning."""
SHAPES = {
    Kind.CAPITAL: Shape.BATTLESHIP,
    Kind.CARRIER: Shape.CARRIER,
    Kind.CA: Shape.CRUISER,
    Kind.DD: Shape.DESTROYER,
    Kind.CVE: Shape.LIGHT_CARRIER,
}
"""What units show in outline."""


def drawn(unit: Any) -> dict[str, Any]:
    """What a unit looks like, and where it is, where that is not its port."""
    here = stands_at(unit)
    away = {} if here in (NOWHERE, unit.place_number) else {"place": unit.view.names.places[here].id}
    return {"shape": SHAPES[unit.kind], **away}


WAR = Declared(
    GAME.module,
    GAME.title,
    RULES,
    WORDS,
    SCENARIOS,
    Drawing(
        columns=4,
        maps=tuple(Path(__file__).with_name(f"{board}.toml") for board in ("raiders", "pacific", "mediterranean")),
        factors=factors_and_hits,
        meaning="factors-speed",
        strength=lambda unit: unit.strength,
        in_all="factors",
        damage=lambda unit: unit.hits or int(unit.condition != Condition.SOUND),
        lost=lambda unit: unit.condition == Condition.LOST,
        shown={
            "points": "Points",
            "brps": "BRPs",
            "yards": "Shipbuilding points",
            "transports": "Transports in the SW boxes",
            "unbuilt": "Transports not built",
            "merchants": "Transports of Japan",
            "research": "Research points for ports",
        },
        matters=is_kept,
        has=has_box,
        notes=notes_of,
        unit=drawn,
    ),
    point_reward=HALF_A_POINT,
    to_scenario=to_scenario,
    game=GAME,
)
ruleset = WAR.ruleset
"""The rules of a scenario."""
