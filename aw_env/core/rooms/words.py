"""What people at a table must know of a game, from the words of its decisions, options and events."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from textwrap import fill
from typing import Any

from aw_env.core.declare.decisions import PLACE, Mark
from aw_env.core.declare.sides import Side
from aw_env.core.rooms.records import Records
from aw_env.core.said.decisions import Asked, DecisionWords, Spoken, check_asked
from aw_env.core.said.events import Named, Teller, Told, check_told
from aw_env.core.said.help import Help
from aw_env.core.said.naming import place_name, unit_name
from aw_env.core.said.speech import Speech
from aw_env.core.said.understanding import Obstacles, Understanding
from aw_env.core.said.wording import capital, verb_of


def _unit_told(scenario: Any, unit: int, verb: str) -> str:
    name = unit_name(scenario, unit)
    return f"{name} {verb_of(scenario.names.units[unit].plural, verb)}" if verb else name


THE_UNIT, THE_PLACE = Named(unit_name, _unit_told), Named(place_name)
"""What a number of an event stands for; `{0:fire}` is what a unit does, as several do it."""
NOTHING_ASKED = Asked("", (), "Nothing is asked: the game is over.")
UNSAID = Obstacles(lambda view, unit: "", lambda view, place: "", lambda view, place: "")
"""Nothing is said of what stands in the way."""
OTHER_SIDE, NOTHING_TO_CHOOSE = "the other side moves it", "the rules leave it nothing to choose here"


def team_named(sides: Sequence[Side]) -> Named:
    """A side as a number of an event; `{0:fire}` is what it does, at the beginning of a sentence."""

    def told(scenario: Any, side: int, verb: str) -> str:
        return sides[side].does(verb) if verb else sides[side].title

    return Named(lambda scenario, side: sides[side].title, told)


def begun(name: Callable[[int], str]) -> Named:
    """A number of an event by a name with an article, "the first group"; `{0:The}` begins a sentence with it."""

    def told(scenario: Any, number: int, article: str) -> str:
        return f"{article} {name(number).partition(' ')[2]}" if article else name(number)

    return Named(lambda scenario, number: name(number), told)


def name_of(unit: Any) -> str:
    """A unit by its name alone."""
    return unit.name


@dataclass(frozen=True)
class Words:
    """The words of a game.

    sides: in order.  decisions: of all but the first, which is none.  events: how each but the first is told.  options:
    of those that are called otherwise than they are declared.  phases: the words for phases, where the names in the
    code are not these.  unit: a unit with its factors: "Hood (4 hits)".  place: a place within a sentence, of a
    scenario and its number.  victory: why a game that is over is won or drawn, a sentence; lead: what decides it, as a
    lead of the first side, of a view; most: the greatest there is.
    rules: what the counters, dice and winning mean, for the help, in lines of 80 columns.
    verbs: what a person may put before the name of a unit that is chosen.  steps: by question the one that begins the
    step to which it belongs.  filled: what the words of questions and options have in braces, of a view.
    orders: how to order several units at once.  obstacles: what stands in the way of an answer that is not legal.
    spoken: what else of how tables speak of the game is otherwise than usual, as `core.said.speech.Speech` has it.
    Raises ValueError for an event that is told, or a decision that is asked, in a way that cannot be.
    """

    sides: tuple[Side, ...]
    decisions: Mapping[Any, Asked]
    events: Mapping[Any, Told]
    options: Mapping[Any, Spoken] = field(default_factory=dict)
    phases: Mapping[Any, str] = field(default_factory=dict)
    unit: Callable[[Any], str] = name_of
    place: Callable[[Any, int], str] = place_name
    victory: Callable[[Any], str] = lambda view: ""
    lead: Callable[[Any], float] | None = None
    most: int = 10
    rules: str = ""
    verbs: tuple[str, ...] = ("",)
    steps: Mapping[Any, Any] = field(default_factory=dict)
    filled: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    orders: str = '"all to PLACE", "UNIT to PLACE", "rest stay"'
    obstacles: Obstacles = UNSAID
    spoken: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for decision, asked in self.decisions.items():
            check_asked(decision, asked, self.filled)
        for event, told in self.events.items():
            check_told(str(event if not isinstance(event, Enum) else f"{type(event).__name__}.{event.name}"), told)

    def phase(self, phase: Any) -> str:
        """A phase in words."""
        return self.phases.get(phase) or capital(phase.name.lower().replace("_", " "))


def speech_of(records: Records, words: Words, view_of: Callable[[Any, Any], Any]) -> Speech:
    """How people at a table speak of a game."""
    options = {option: Spoken(option.meaning) for option in records.options} | dict(words.options)
    decisions = DecisionWords(
        {records.decisions.numbered(0): NOTHING_ASKED, **words.decisions},
        options,
        first_place=records.first_place,
        first_unit=records.first_unit,
        view_of=view_of,
        who=lambda view: words.sides[view.seat].title,
        unit_phrase=words.unit,
        orders=words.orders,
        verbs=words.verbs,
        the_place=words.place,
        filled=words.filled,
    )
    usual = Speech(
        decisions=records.decisions,
        understanding=Understanding(decisions, records.options.those(Mark.QUIET), words.obstacles),
        events=Teller(records.events, {records.events(0): Told(""), **words.events}),
        step=partial(_step, words.steps),
        sides=words.sides,
        side_of=lambda view, unit: int(view.values_of_units("side")[unit]),  # also of units of other campaigns
        whereabouts=lambda view, unit: f"in {words.place(view.scenario, unit.place_number)}",
        why_idle=lambda view, unit: NOTHING_TO_CHOOSE if unit.side == view.seat else OTHER_SIDE,
        worth=_who_is_there,
        sorts={"units": lambda unit: True},
        victory=words.victory,
        help=partial(_help, records, options, words),
    )
    return replace(usual, **words.spoken)


def _step(steps: Mapping[Any, Any], view: Any) -> tuple[Any, ...]:
    """A question about a place is a step by itself."""
    place = int(view.record["subject"]) if view.decision.about == PLACE else -1
    return steps.get(view.decision, view.decision), view.turn, view.phase, place


def _who_is_there(view: Any, place: int) -> str:
    return ", ".join(unit.name for unit in view.units if unit.place_number == place) or "nobody there"


def _help(records: Records, options: Mapping[Any, Spoken], words: Words, view: Any) -> Help:
    """The page of help, with a place and a unit for examples: those with the shortest names, of the units on the board
    of the seat that is asked."""
    own = [unit for unit in view.units if unit.side == view.seat and unit.place] or view.units
    place = min((area.name for area in view.areas), key=len, default="PLACE")
    unit = min((unit.name for unit in own), key=len, default="UNIT")
    quiet = next((options[option].words for option in records.options.those(Mark.QUIET)), "ANSWER")
    order = f"{unit} to {place}"
    return Help(
        place=place,
        order=order,
        orders=f"  {f'all to {place}':<22} the same for all who are still to be asked{_sorts_in_help(words, place)}",
        several=f"  {f'{order}; rest stay':<22} several orders in one line",
        areas=place,
        standing=f"  {f'always {quiet}':<22} this answer wherever it is among the choices",
        looking=f"  board, fleets, where {unit}",
        ship=unit,
        area=place,
        counters=words.rules,
    )


def _sorts_in_help(words: Words, place: str) -> str:
    """How units of a sort are ordered, where the game tells sorts apart."""
    sorts = [sort for sort in words.spoken.get("sorts", ()) if sort != "units"]
    if not sorts:
        return ""
    told = f"{f'all {sorts[0]} to {place}':<22} of a sort: {', '.join(sorts[1:])}"
    return "\n" + fill(told, 78, initial_indent="  ", subsequent_indent="      ")
