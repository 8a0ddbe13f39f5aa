"""What there is to know of a question and of its choices, for any screen."""

import re
from dataclasses import dataclass
from typing import Any

from aw_env.core.drawn import text
from aw_env.core.drawn.scene import Scene
from aw_env.core.faces.game import Game
from aw_env.core.said import naming
from aw_env.core.said.wording import UnknownWords
from aw_env.games import playing
from aw_env.table import orders as by_name
from aw_env.table.rulebook import titles
from aw_env.table.session import Session


def example(game: Game) -> str:
    """How to order several units at once, by what is asked; where no places or units are chosen, by the choices."""
    words, decision = game.rules.speech().words, game.info()["decision"]
    options = [told for action, told in game.actions() if action < words.first_place]
    if len(options) < len(game.legal_actions()):
        return words.example(decision)
    return words.example_of(decision, options)


def heading(board: Scene) -> list[str]:
    """Scenario, turn, phase and points; in combat the area and round."""
    return text.heading(board).plain.splitlines()


# --- the choices -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """A legal answer.

    note: what there is to know of it, such as the speed roll to a destination; "" for nothing.
    target: the place or unit that it names, as `subject` has it, None for neither.
    """

    action: int
    words: str
    note: str
    target: str | None


def choices(game: Game, view: Any, alone: bool) -> list[Choice]:
    """The choices of the question.

    view: that of the seat that is asked.  alone: whether nobody of another seat sees what is told.
    """
    note = game.rules.speech().words.note
    return [
        Choice(action, words, note(game, view, action, alone), _target(game, view, action))
        for action, words in game.actions()
    ]


def choice_in_words(game: Game, view: Any, action: int, alone: bool) -> str:
    """A choice and what there is to know of it; of a sea area what it is worth and who is there."""
    speech = game.rules.speech()
    note = speech.words.note(game, view, action, alone)
    words = game.rules.describe_action(view, action) + (note and f" ({note})")
    place = action - speech.words.first_place
    return f"{words}: {speech.worth(view, place)}" if place in {area.number for area in view.areas} else words


def _target(game: Game, view: Any, action: int) -> str | None:
    known = game.rules.speech().words
    if action >= known.first_unit:
        return f"unit {view.names.units[action - known.first_unit].id}"
    return f"place {view.names.place(action - known.first_place).id}" if action >= known.first_place else None


def subject(game: Game, view: Any) -> str | None:
    """What the question is about by kind and id, since some are called alike ("unit australia", "place australia"), or
    None."""
    if view.subject is None:
        return None
    unit = view.subject_unit
    return f"place {view.subject.id}" if unit is None else f"unit {unit.id}"


# --- the reasons -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Explanation:
    """Why choices are as they are.  rules: numbers and titles of the rules behind all of them, if it is about all."""

    words: str
    rules: tuple[tuple[str, str], ...] = ()


def why(session: Session, view: Any, words: str) -> Explanation:
    """The rules behind the choices; or, of a unit that is named, why it is asked or not; or, of what is named after
    "not" or is a place, why it is no choice.

    view: that of who asks.  Raises UnknownWords for a name that nothing has.
    """
    known = session.game.rules.speech().understanding
    named = re.sub(r"^not\b\s*", "", words)
    action = known.something_named(view, named) if named else None
    if named and action is None:
        if absent := naming.absent(view, named):
            raise UnknownWords(absent)
        names = naming.all_places(view) + [unit.name for unit in view.units]
        raise UnknownWords(f'nothing is called "{named}"{naming.did_you_mean(named, names)}')
    if action is None:
        return _rules(session.game, view)
    if named != words or action < known.words.first_unit:
        return _why_not(session.game, view, action)
    return _why_asked(session, view, view.units_by_number[action - known.words.first_unit])


def _rules(game: Game, view: Any) -> Explanation:
    """The rules of the question; their numbers where the game has a rulebook."""
    reason, known = game.rules.speech().words.reason(view.decision, view), titles(playing(game.rules.name).name)
    return Explanation(reason.words, tuple((rule, known.get(rule, "")) for rule in reason.rules) if known else ())


def _why_not(game: Game, view: Any, action: int) -> Explanation:
    """What stands in the way of a place or unit, or the rules of the question where nothing particular does."""
    known = game.rules.speech().understanding
    name = known.name_of(view, action)
    if action in game.legal_actions():
        return Explanation(f"{name} is among the choices.")
    obstacle = known.why_not(view, action)
    return Explanation(f"{name} is not a choice: {obstacle}.") if obstacle else _rules(game, view)


def _why_asked(session: Session, view: Any, unit: Any) -> Explanation:
    """Whether a unit is asked in this step, has its order, or what keeps it from being asked."""
    orders, speech = session.orders, session.game.rules.speech()
    if unit.number in {other.number for other in by_name.units_ahead(session.game, orders)}:
        ordered = f"; its order is {orders.words[unit.number]}" if unit.number in orders.waiting else ""
        what = f"is asked in this step{ordered}"
    elif unit.number in orders.answered:
        what = f"has answered in this step: {orders.words[unit.number]}"
    else:
        what = f"is not asked now: {speech.why_idle(view, unit)}"
    phrase, *place = speech.unit_and_place(view, unit)
    return Explanation(f"{phrase}, {place[0]}, {what}." if place else f"{phrase} {what}.")
