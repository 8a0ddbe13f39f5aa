"""The board of a game as a scene: its places are squares in rows, with the units in them and what is declared of
each, and above them what the sides have."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from aw_env.core.declare.fields import YES_OR_NO, Field, Sight, Values
from aw_env.core.drawn.chart import Chart, chart_of, grid, map_in, shifted
from aw_env.core.drawn.scene import Area, Box, Counter, Fact, Holds, Mark, Scene, Sign, Track, legend_of
from aw_env.core.drawn.silhouettes import Shape
from aw_env.core.rooms.records import Records
from aw_env.core.rooms.words import Words
from aw_env.core.said.decisions import DecisionWords
from aw_env.core.said.wording import capital

OVER = "The game is over"
OUT_OF_PLAY, LOST = Box("out_of_play", "Not in play", Holds.COMING), Box("lost", "Lost", Holds.GONE)
"""Where units are drawn that are nowhere, and those whose end that is."""


@dataclass(frozen=True)
class Drawing:
    """How a game is drawn.

    columns: places in a row of the board.  maps: files of drawn maps (`map_in`), of which one takes the place of the
    rows where it has all the places.  shifted: the ids of the places in each row, where the squares of every second row
    lie half a square to the right (`core.printed.cells`).  shape: what a unit shows in outline.  factors: the numbers
    on a counter, of a unit; meaning: what they are.  damage: what a unit in play has suffered, of a unit; lost: whether
    it has come to its end.  strength: what a unit adds to that of its stack, of a unit; in_all: what that is called, ""
    where stacks have none.  shown: fields of the game as a whole or by side that everyone may see and is shown, or a
    mapping from them to what they are called; None: all those by side.  matters: whether one is shown in a scenario, of
    a view and its name.  has: whether a scenario has a member of what a field is counted by, of a view and the member.
    facts: what else is so in the game as a whole, of a view.
    notes: what is written in a place, of a view and the place; None: every field that has a number for each.  place,
    unit, scene: what else a place, of a view and the place, a unit, and the scene of a view have of their own, as
    `Area`, `Counter` and `Scene` call it.
    """

    columns: int = 3
    maps: tuple[Path, ...] = ()
    shifted: tuple[tuple[str, ...], ...] = ()
    shape: Shape = Shape.CRUISER
    factors: Callable[[Any], str] = lambda unit: ""
    meaning: str = ""
    damage: Callable[[Any], int] | None = None
    lost: Callable[[Any], bool] = lambda unit: False
    strength: Callable[[Any], int] = lambda unit: 0
    in_all: str = ""
    shown: Sequence[str] | Mapping[str, str] | None = None
    matters: Callable[[Any, str], bool] = lambda view, field: True
    has: Callable[[Any, Any], bool] = lambda view, member: True
    facts: Callable[[Any], tuple[Fact, ...]] = lambda view: ()
    notes: Callable[[Any, Any], tuple[str, ...]] | None = None
    place: Callable[[Any, Any], Mapping[str, Any]] = lambda view, place: {}
    unit: Callable[[Any], Mapping[str, Any]] = lambda unit: {}
    scene: Callable[[Any], Mapping[str, Any]] = lambda view: {}


def scenes_of(records: Records, words: Words, drawing: Drawing, said: DecisionWords) -> Callable[[Any, Any], Scene]:
    """`scene(scenario, view)` of a game.  Raises ValueError for fields to be shown that cannot be."""
    suffered = (Sign.DAMAGE,) if drawing.damage else ()
    of_places = [field for field in records.own if records.by_place(field)]
    shown = _shown(records, drawing)
    titles = drawing.shown if isinstance(drawing.shown, Mapping) else {}

    def every_field(view: Any, place: Any) -> tuple[str, ...]:
        values = ((field, view.at(place.id, field.name)) for field in of_places)
        return tuple(f"{f.name} {_in_words(records, words, f.values, n)}" for f, n in values if n not in (0, f.fresh))

    def area(view: Any, place: Any) -> Area:
        notes = (drawing.notes or every_field)(view, place)
        return Area(place.id, place.name, points=(), **{"control": None, "notes": notes, **drawing.place(view, place)})

    def counter(view: Any, unit: Any) -> Counter:
        side, is_lost = words.sides[unit.side], drawing.lost(unit)
        damage = drawing.damage(unit) if drawing.damage and not is_lost else 0
        usual = Counter(
            id=unit.id,
            name=unit.name,
            nation=side.id,
            side=side.id,
            power=side.id,
            shape=drawing.shape,
            type="",
            factors=drawing.factors(unit),
            place=unit.place or (LOST if is_lost else OUT_OF_PLAY).id,
            due=0,
            marks=(Mark(Sign.DAMAGE, f"{damage}", f"-{damage}"),) if damage else (),
            target=None,
            card=(words.unit(unit),),
            lost=is_lost,
            strength=drawing.strength(unit),
        )
        return replace(usual, **drawing.unit(unit))

    def scene(scenario: Any, view: Any) -> Scene:
        """The position as a view has it."""
        subject, lead = view.subject_unit, None if words.lead is None else words.lead(view)
        units = tuple(counter(view, unit) for unit in view.units)
        away = {unit.place for unit in units}
        colours = {side.id: side.colour for side in words.sides}
        legend = replace(legend_of(colours, colours, "", drawing.meaning, (), drawing.in_all), marks=suffered)
        usual = Scene(
            title=scenario.title,
            turn=view.turn,
            last_turn=view.last_turn,
            phase=view.phase.name.lower(),
            phase_words=OVER if view.over else words.phase(view.phase),
            asked=said.describe_decision(scenario, view),
            subject=None if subject is None else subject.id,
            chart=_chart(tuple(place.id for place in view.areas), drawing.columns, drawing.maps, drawing.shifted),
            sides=words.sides,
            areas=tuple(area(view, place) for place in view.areas),
            ports=(),
            boxes=tuple(box for box in (OUT_OF_PLAY, LOST) if box.id in away),
            units=units,
            tracks=() if lead is None else (Track("Lead", "Lead", lead, _standing(words, lead), words.most),),
            legend=legend,
            fight=None,
            result=view.result,
            verdict=words.victory(view) if view.over else "",
            facts=(
                *(
                    _fact(records, words, field, titles.get(field.name), view, drawing.has)
                    for field in shown
                    if drawing.matters(view, field.name)
                ),
                *drawing.facts(view),
            ),
            area="place",
        )
        return replace(usual, **drawing.scene(view))

    return scene


def _shown(records: Records, drawing: Drawing) -> list[Field]:
    """The fields of the game as a whole, and by side, that are shown."""
    known = {field.name: field for field in records.own if field.sight == Sight.EVERYONE}
    known = {name: field for name, field in known.items() if not (records.by_unit(field) or records.by_place(field))}
    if drawing.shown is None:
        return [field for field in known.values() if records.of_sides(field)]
    if lacking := [name for name in drawing.shown if name not in known]:
        raise ValueError(f"shown: {lacking[0]!r} is no field for everyone of the game as a whole or by side")
    return [known[name] for name in drawing.shown]


def _fact(
    records: Records, words: Words, field: Field, title: str | None, view: Any, has: Callable[[Any, Any], bool]
) -> Fact:
    """A field as it is shown.  title: what it is called; None: as in the code.  has: see `Drawing`."""

    def told(numbers: Any) -> str:
        return ", ".join(_in_words(records, words, field.values, number) for number in numbers.ravel().tolist())

    title, numbers = title or capital(field.name.replace("_", " ")), view.field(field.name)
    if isinstance(field.by, type) and field.by is not records.sides:
        named = [(one.name, own) for one, own in zip(field.by, numbers, strict=True) if has(view, one)]
        return Fact(title, ", ".join(f"{capital(name.lower().replace('_', ' '))} {told(own)}" for name, own in named))
    if not records.of_sides(field):
        return Fact(title, told(numbers))
    of_sides = tuple(map(told, numbers))
    each = (f"{side.title} {one}" for side, one in zip(words.sides, of_sides, strict=True))
    return Fact(title, ("; " if len(field.shape) > 1 or field.values.is_set else ", ").join(each), of_sides)


def _in_words(records: Records, words: Words, values: Values, number: int) -> str:
    """A number of a field as what it stands for."""
    if values == YES_OR_NO:
        return "yes" if number else "no"
    if values.members is records.sides:
        return words.sides[number].title if number >= 0 else "none"
    if values.members is not None:
        return next((one.name.lower().replace("_", " ") for one in values.members if one == number), "none")
    names = {"place": records.places, "unit": tuple(records.units)}.get(values.things, ())
    if values.is_set:
        things = [k for k in range(values.greatest.bit_length()) if number >> k & 1]
        return ", ".join(names[k] if k < len(names) else f"{k}" for k in things) or "none"
    return f"{number}" if not names else names[number] if 0 <= number < len(names) else "none"


def _standing(words: Words, lead: float) -> str:
    """A lead of the first side in words."""
    return f"{words.sides[0 if lead > 0 else 1].title} by {abs(lead):g}" if lead else "level"


@cache
def _chart(ids: tuple[str, ...], columns: int, maps: tuple[Path, ...], rows: tuple[tuple[str, ...], ...]) -> Chart:
    """The places on the map that has them all, or else as squares in rows, shifted or not."""
    drawn = (map_in(file) for file in maps)
    fitting = (one for one in drawn if all(one.has(id) for id in ids))
    squares = shifted(rows) if rows else grid(ids, columns)
    return chart_of(next(fitting, squares), frozenset(ids), ())
