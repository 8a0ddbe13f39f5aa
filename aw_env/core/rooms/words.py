"""What people at a table must know of a game, from the words of its decisions, options and events."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from aw_env.core.declare.decisions import PLACE as A_PLACE
from aw_env.core.declare.decisions import Mark
from aw_env.core.declare.sides import Side
from aw_env.core.rooms.records import Records
from aw_env.core.said.decisions import Asked, DecisionWords, Spoken
from aw_env.core.said.events import Named, Teller, Told
from aw_env.core.said.help import Help
from aw_env.core.said.naming import place_name, unit_name
from aw_env.core.said.speech import Secrecy, Speech
from aw_env.core.said.understanding import Obstacles, Understanding
from aw_env.core.said.wording import capital

UNIT, PLACE = Named(unit_name), Named(place_name)
"""What a number of an event stands for."""
OTHER_SIDE, NOTHING_TO_CHOOSE = "the other side moves it", "the rules leave it nothing to choose here"


def side_named(sides: Sequence[Side]) -> Named:
    """A side; `{0:fire}` is what it does, at the beginning of a sentence."""

    def told(scenario: Any, side: int, verb: str) -> str:
        return sides[side].does(verb) if verb else sides[side].title

    return Named(lambda scenario, side: sides[side].title, told)


def name_of(unit: Any) -> str:
    """A unit by its name alone."""
    return unit.name


@dataclass(frozen=True)
class Words:
    """The words of a game.

    sides: in order.  decisions, options: of all that there are.  events: how each is told.  phases: the words for
    phases, where the names in the code are not these.  unit: a unit with its factors: "Hood (4 hits)".  victory: why a
    game that is over is won or drawn, a sentence; lead: what decides it, as a lead of the first side, of a view; most:
    the greatest there is.  rules: what the counters, dice and winning mean, for the help, in lines of 80 columns.
    verbs: what a person may put before the name of a unit that is chosen.
    """

    sides: tuple[Side, ...]
    decisions: Mapping[Any, Asked]
    options: Mapping[Any, Spoken]
    events: Mapping[Any, Told]
    phases: Mapping[Any, str] = field(default_factory=dict)
    unit: Callable[[Any], str] = name_of
    victory: Callable[[Any], str] = lambda view: ""
    lead: Callable[[Any], float] | None = None
    most: int = 10
    rules: str = ""
    verbs: tuple[str, ...] = ("",)

    def phase(self, phase: Any) -> str:
        """A phase in words."""
        return self.phases.get(phase) or capital(phase.name.lower().replace("_", " "))


def speech_of(records: Records, words: Words, view_of: Callable[[Any, Any], Any]) -> Speech:
    """How people at a table speak of a game."""
    decisions = DecisionWords(
        words.decisions,
        words.options,
        first_place=records.first_place,
        first_unit=records.first_unit,
        view_of=view_of,
        who=lambda view: words.sides[view.seat].title,
        the_place=place_name,
        unit_phrase=words.unit,
        orders='"all to PLACE", "UNIT to PLACE", "rest stay"',
        verbs=words.verbs,
    )
    unsaid = Obstacles(lambda view, unit: "", lambda view, place: "", lambda view, place: "")
    return Speech(
        decisions=records.decisions,
        understanding=Understanding(decisions, records.options.those(Mark.QUIET), unsaid),
        events=Teller(records.events, words.events),
        secrecy=Secrecy(),
        step=_step,
        sides=words.sides,
        side_of=lambda view, unit: int(view.units_by_number[unit].side),
        whereabouts=lambda view, unit: f"in {place_name(view, unit.place_number)}",
        why_idle=lambda view, unit: NOTHING_TO_CHOOSE if unit.side == view.seat else OTHER_SIDE,
        worth=_who_is_there,
        sorts={"units": lambda unit: True},
        nations={},
        strengths={},
        battle=lambda view: None,
        victory=words.victory,
        fighting=lambda view: False,
        help=_help(records, words),
    )


def _step(view: Any) -> tuple[Any, ...]:
    """A question about a place is a step by itself."""
    place = int(view.record["subject"]) if view.decision.about == A_PLACE else -1
    return view.decision, view.turn, view.phase, place


def _who_is_there(view: Any, place: int) -> str:
    return ", ".join(unit.name for unit in view.units if unit.place_number == place) or "nobody there"


def _help(records: Records, words: Words) -> Help:
    """The page of help, with examples from the game's own names."""
    place, unit = [*records.places, "PLACE"][0], [*records.units, "UNIT"][0]
    return Help(
        place=place,
        order=f"{unit} to {place}",
        orders="",
        several="",
        areas=place,
        standing="",
        looking="  board, fleets, where " + unit,
        ship=unit,
        area=place,
        counters=words.rules,
    )
