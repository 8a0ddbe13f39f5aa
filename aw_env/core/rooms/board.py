"""The board of a game as a scene: its places are squares in rows, with the units in them and what is declared of
each."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from aw_env.core.drawn.chart import Chart, chart_of, grid
from aw_env.core.drawn.scene import Area, Counter, Mark, Scene, Shape, Track, legend_of
from aw_env.core.rooms.records import Records
from aw_env.core.rooms.scenario import id_of
from aw_env.core.rooms.words import Words
from aw_env.core.said.decisions import DecisionWords


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn.

    columns: places in a row of the board.  shape: what a unit shows in outline.  factors: the numbers on a counter, of a
    unit; meaning: what they are.  marks: what has happened to a unit.
    """

    columns: int = 3
    shape: Shape = Shape.CRUISER
    factors: Callable[[Any], str] = lambda unit: ""
    meaning: str = ""
    marks: Callable[[Any], tuple[Mark, ...]] = lambda unit: ()


def scenes_of(
    records: Records, words: Words, drawing: Drawing, said: DecisionWords
) -> Callable[[Any, Any], Scene]:
    """`scene(scenario, view)` of a game."""
    of_places = [field for field in records.own if records.by_place(field)]

    def area(view: Any, place: Any) -> Area:
        notes = ((field.name, view.at(place.id, field.name)) for field in of_places)
        return Area(place.id, place.name, None, (), notes=tuple(f"{name} {value}" for name, value in notes if value))

    def counter(view: Any, unit: Any) -> Counter:
        side, phrase = words.sides[unit.side], words.unit(unit)
        factors, marks = drawing.factors(unit), drawing.marks(unit)
        return Counter(
            unit.id, unit.name, side.id, side.id, side.id, drawing.shape, "", factors, unit.place, 0, marks, None,
            (phrase,),
        )  # fmt: skip

    def scene(scenario: Any, view: Any) -> Scene:
        """The position as a view has it."""
        subject, lead = view.subject_unit, None if words.lead is None else words.lead(view)
        colours = {side.id: side.colour for side in words.sides}
        return Scene(
            title=scenario.title,
            turn=view.turn,
            last_turn=view.last_turn,
            phase=view.phase.name.lower(),
            phase_words=words.phase(view.phase),
            asked=said.describe_decision(scenario, view),
            subject=None if subject is None else subject.id,
            chart=_chart(records.places, drawing.columns),
            sides=words.sides,
            areas=tuple(area(view, place) for place in view.areas),
            ports=(),
            boxes=(),
            units=tuple(counter(view, unit) for unit in view.units),
            tracks=() if lead is None else (Track("Lead", "Lead", lead, _standing(words, lead), words.most),),
            legend=legend_of(colours, colours, "", drawing.meaning, ()),
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
