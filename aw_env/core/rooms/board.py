"""The board of a game as a scene: its places are squares in rows, with the units in them and what is declared of
each."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from aw_env.core.drawn.chart import Chart, chart_of, grid
from aw_env.core.drawn.scene import Area, Counter, Mark, Scene, Shape, Sign, Track, legend_of
from aw_env.core.rooms.records import Records
from aw_env.core.rooms.scenario import id_of
from aw_env.core.rooms.words import Words
from aw_env.core.said.decisions import DecisionWords

OVER = "The game is over"


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn.

    columns: places in a row of the board.  shape: what a unit shows in outline.  factors: the numbers on a counter, of
    a unit; meaning: what they are.  damage: what a unit has suffered, of a unit; lost: whether that is its end.
    """

    columns: int = 3
    shape: Shape = Shape.CRUISER
    factors: Callable[[Any], str] = lambda unit: ""
    meaning: str = ""
    damage: Callable[[Any], int] | None = None
    lost: Callable[[Any], bool] = lambda unit: False


def scenes_of(records: Records, words: Words, drawing: Drawing, said: DecisionWords) -> Callable[[Any, Any], Scene]:
    """`scene(scenario, view)` of a game."""
    suffered = (Sign.DAMAGE,) if drawing.damage else ()
    of_places = [field for field in records.own if records.by_place(field)]

    def area(view: Any, place: Any) -> Area:
        notes = ((field.name, view.at(place.id, field.name)) for field in of_places)
        return Area(place.id, place.name, None, (), notes=tuple(f"{name} {value}" for name, value in notes if value))

    def counter(view: Any, unit: Any) -> Counter:
        side, damage = words.sides[unit.side], drawing.damage(unit) if drawing.damage else 0
        return Counter(
            id=unit.id,
            name=unit.name,
            nation=side.id,
            side=side.id,
            power=side.id,
            shape=drawing.shape,
            type="",
            factors=drawing.factors(unit),
            place=unit.place,
            due=0,
            marks=(Mark(Sign.DAMAGE, f"{damage}", f"-{damage}"),) if damage else (),
            target=None,
            card=(words.unit(unit),),
            lost=drawing.lost(unit),
        )

    def scene(scenario: Any, view: Any) -> Scene:
        """The position as a view has it."""
        subject, lead = view.subject_unit, None if words.lead is None else words.lead(view)
        colours = {side.id: side.colour for side in words.sides}
        return Scene(
            title=scenario.title,
            turn=view.turn,
            last_turn=view.last_turn,
            phase=view.phase.name.lower(),
            phase_words=OVER if view.over else words.phase(view.phase),
            asked=said.describe_decision(scenario, view),
            subject=None if subject is None else subject.id,
            chart=_chart(records.places, drawing.columns),
            sides=words.sides,
            areas=tuple(area(view, place) for place in view.areas),
            ports=(),
            boxes=(),
            units=tuple(counter(view, unit) for unit in view.units),
            tracks=() if lead is None else (Track("Lead", "Lead", lead, _standing(words, lead), words.most),),
            legend=replace(legend_of(colours, colours, "", drawing.meaning, ()), marks=suffered),
            fight=None,
            result=view.result,
            verdict=words.victory(view) if view.over else "",
        )

    return scene


def _standing(words: Words, lead: float) -> str:
    """A lead of the first side in words."""
    return f"{words.sides[0 if lead > 0 else 1].title} by {abs(lead):g}" if lead else "level"


@cache
def _chart(places: tuple[str, ...], columns: int) -> Chart:
    ids = tuple(map(id_of, places))
    return chart_of(grid(ids, columns), frozenset(ids), ())
