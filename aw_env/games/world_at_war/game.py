"""A World at War as it is declared: its rules, its words, its scenarios and its board."""

from pathlib import Path
from typing import Any

from aw_env.core.drawn.scene import Fact, Mark, Sign
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.rooms.board import Drawing
from aw_env.core.rooms.game import Declared
from aw_env.games.world_at_war.playable import GAME
from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.printed.positions import to_scenario
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Kind, PlaceKind
from aw_env.games.world_at_war.rules.sequence import RULES
from aw_env.games.world_at_war.words.events import stands_at
from aw_env.games.world_at_war.words.wording import harm_of, is_in_the_atlantic
from aw_env.games.world_at_war.words.words import (
    WORDS,
    card_of,
    factors_and_hits,
    has_box,
    is_kept,
    is_out,
    level_with,
    notes_of,
)
from aw_env.naval.sides import ALLIES_AND_AXIS

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
    """What a unit looks like, what is to know of it, and where it is, where that is not its port."""
    here = stands_at(unit)
    away = {} if here in (NOWHERE, unit.place_number) else {"place": unit.view.names.places[here].id}
    return {"shape": SHAPES[unit.kind], "marks": _marks(unit), "card": card_of(unit), **away}


def _marks(unit: Any) -> tuple[Mark, ...]:
    """What a unit has suffered, and whether it is at sea or has been used."""
    if unit.condition == Condition.LOST:
        return ()
    harm = harm_of(unit)
    marks = [Mark(Sign.DAMAGE, f"{unit.hits or 1}", harm)] if harm else []
    if is_out(unit):
        marks.append(Mark(Sign.STATE, "S", "at sea"))
    elif unit.inverted:
        marks.append(Mark(Sign.STATE, "U", "used"))
    return tuple(marks)


def held(view: Any, place: Any) -> dict[str, Any]:
    """Whose a place is, where places change hands, and whether it is a harbour."""
    kind = view.scenario.books[0]["place_kind"][place.number]
    holder = -1 if is_in_the_atlantic(view) else view.at(place.id, "control")
    side = ALLIES_AND_AXIS[holder].id if holder >= 0 else None
    return {"control": side, "harbour": kind not in (PlaceKind.SEA, PlaceKind.SW_BOX)}


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
            "southern_brps": "BRPs of the Axis for the Mediterranean front",
            "yards": "Shipbuilding points",
            "transports": "Transports in the SW boxes",
            "damaged": "Damaged transports in port",
            "submarines": "Submarines in the SW boxes",
            "asw": "ASW factors in the SW boxes",
            "unbuilt": "Transports not built",
            "merchants": "Transports of Japan",
            "research": "Research points for ports",
        },
        matters=is_kept,
        facts=lambda view: (Fact("Level with", level_with(view)),),
        has=has_box,
        notes=notes_of,
        place=held,
        unit=drawn,
    ),
    point_reward=HALF_A_POINT,
    to_scenario=to_scenario,
    game=GAME,
)
ruleset = WAR.ruleset
"""The rules of a scenario."""
