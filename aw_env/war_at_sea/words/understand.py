"""Words back into actions: what a person means by an answer."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from aw_env.core.wording import UnknownWords, any_of, plain
from aw_env.war_at_sea.printed.load import Scenario
from aw_env.war_at_sea.records.terms import FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Option
from aw_env.war_at_sea.view import UnitView, View, view_of
from aw_env.war_at_sea.words.narrate import describe_action

_OTHER_NAMES: dict[Option, tuple[str, ...]] = {
    Option.STAY: ("stay", "port", "wait"),
    Option.HOLD: ("hold", "none", "no", "nothing", "nowhere", "stop"),
    Option.FIRE: ("yes",),
    Option.SILENT: ("silent", "no"),
    Option.DISENGAGE: ("leave", "go"),
    Option.FIGHT_ON: ("fight", "stay", "remain"),
    Option.NEW_GROUP: ("new", "new group", "alone"),
    Option.NO_PURSUIT: ("none", "no", "stop", "stay"),
    Option.YES: ("yes", "oil", "refuel"),
    Option.NO: ("no", "port"),
}
SHOWN = 12
"""Choices that a message lists."""


def choices(scenario: Scenario, game: Any, legal: Iterable[int]) -> list[tuple[int, str]]:
    """The legal answers as (action, words), in the order in which they are listed and numbered from 1."""
    view = view_of(scenario, game)
    return [(int(action), describe_action(scenario, view, int(action))) for action in sorted(legal)]


def action_named(scenario: Scenario, game: Any, words: str, legal: Sequence[int]) -> int:
    """The legal answer that a person means.

    words: a choice as it is listed, its number (from 1), or the name of an option, place or unit or the beginning of
    one that fits no other; the unit that is asked may stand first ("Hood to Barents").
    Raises UnknownWords, which says what there is to choose.
    """
    view = view_of(scenario, game)
    listed = choices(scenario, view, legal)
    wanted = _without_subject(view, plain(words))
    if wanted.isdecimal():
        if not 1 <= int(wanted) <= len(listed):
            raise UnknownWords(f"there is no choice {wanted}. {listing(listed)}")
        return listed[int(wanted) - 1][0]
    names = [(action, name) for action, text in listed for name in names_of(view, action, text)]
    for fits in (str.__eq__, str.startswith):
        found = dict.fromkeys(action for action, name in names if wanted and fits(name, wanted))
        if len(found) == 1:
            return next(iter(found))
        if found:
            raise UnknownWords(f'"{words}" may mean {any_of([text for action, text in listed if action in found])}.')
    close = get_close_matches(wanted, [name for _, name in names], n=2)
    meant = f"; did you mean {any_of(close)}?" if close else "."
    raise UnknownWords(f'"{words}" is not a choice now{meant} {listing(listed)}')


def _without_subject(view: View, words: str) -> str:
    """The words without the name of the unit that is asked in front."""
    if isinstance(view.subject, UnitView):
        for name in (plain(view.subject.name), plain(view.subject.id)):
            if words.startswith(f"{name} "):
                return words.removeprefix(f"{name} ").removeprefix("to ")
    return words


def names_of(view: View, action: int, text: str) -> list[str]:
    """Everything that an answer may be called, as `plain` writes it."""
    if action < FIRST_PLACE_ACTION:
        return [plain(text), *_OTHER_NAMES[Option(action)]]
    if action < FIRST_UNIT_ACTION:
        place = view.names.places[action - FIRST_PLACE_ACTION]
        return [plain(name) for name in (text, place.name, place.id, *place.aliases)]
    unit = view.names.units[action - FIRST_UNIT_ACTION]
    return [plain(name) for name in (text, unit.name, unit.id)]


def listing(listed: Sequence[tuple[int, str]]) -> str:
    """The choices in one line."""
    shown = [f"{number} {text}" for number, (_, text) in enumerate(listed[:SHOWN], start=1)]
    more = f"; and {len(listed) - SHOWN} more" if len(listed) > SHOWN else ""
    return f"Choices: {'; '.join(shown)}{more}."
