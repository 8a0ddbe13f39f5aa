"""Words back into actions: what a person means by an order.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import numpy as np

from aw_env.admirals_war.printed.load import Scenario, UnitName
from aw_env.admirals_war.records.terms import ACTIONS, FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Option
from aw_env.admirals_war.rules.war_entry import RAID_FORCE
from aw_env.admirals_war.view import UnitView, View, view_of
from aw_env.admirals_war.words.narrate import describe_action, subject_unit
from aw_env.admirals_war.words.wording import any_of, unit_name

_OTHER_NAMES: dict[Option, tuple[str, ...]] = {
    Option.STAY: ("stay", "port"),
    Option.TURN_RAIDER: ("raider",),
    Option.TRANSFER: ("transfer",),
    Option.HOLD: ("hold", "hold fire", "none", "no", "nothing"),
    Option.AIR: ("air",),
    Option.SURFACE: ("surface",),
    Option.FIRE: ("fire", "yes"),
    Option.SILENT: ("silent", "stay silent", "no"),
    Option.RETREAT: ("leave",),
    Option.REMAIN: ("stay",),
    Option.NEW_GROUP: ("new", "new group", "alone"),
    Option.NO_PURSUIT: ("none", "no", "break off", "stop"),
    Option.WAIT: ("wait", "later"),
    Option.DECLINE: ("never", "decline"),
    Option.BRITISH: ("british",),
    Option.AMERICAN: ("american", "us"),
    Option.INVERT: ("invert", "raider", "yes"),
    Option.DAMAGE: ("damage", "repair"),
    Option.OVERHAUL: ("overhaul", "speed"),
    Option.YES: ("yes", "do it", "war"),
    Option.NO: ("no", "leave it", "neutral"),
    Option.UNCERTAIN: ("uncertain", "uncertain group"),
    Option.CONVERT: ("convert", "conversion"),
    Option.TOGETHER: ("together", "one", "all"),
    Option.AS_BEFORE: ("before", "same"),
    Option.DIVIDE: ("divide", "one by one"),
    Option.LAND: ("landing",),
    Option.SEARCH: ("searching",),
    Option.HIDE: ("hiding",),
}


class UnknownWords(LookupError):
    """Words that name no legal answer, or more than one.  The text lists the choices or the close matches."""


def legal_actions(scenario: Scenario, game: Any) -> list[int]:
    """The legal answers to the decision that the game waits for, ascending; asks the engine."""
    from aw_env.admirals_war import engine

    games, mask = view_of(scenario, game)._games.copy(), np.zeros(ACTIONS, np.int8)
    engine.legal_actions(scenario.books, games, 0, mask)
    return np.flatnonzero(mask).tolist()


def choices(scenario: Scenario, game: Any, legal: Iterable[int] | None = None) -> list[tuple[int, str]]:
    """The legal answers as (action, words), in the order in which they are listed and numbered from 1."""
    view = view_of(scenario, game)
    legal = legal_actions(scenario, view) if legal is None else legal
    return [(int(action), describe_action(scenario, view, int(action))) for action in sorted(legal)]


def action_named(scenario: Scenario, game: Any, words: str, legal: Sequence[int] | None = None) -> int:
    """The legal answer that a person means.

    words: the number of a listed choice (from 1), its words, the name of the place or unit, any beginning of these
    that fits one choice only, in any case; the unit that is asked may stand first ("Yorktown to Hawaiian Islands").
    legal: the legal actions, asked of the engine if left out.
    Raises UnknownWords, which says what there is to choose.
    """
    view = view_of(scenario, game)
    listed = choices(scenario, view, legal)
    names = [(action, name) for action, _ in listed for name in names_of(view, action)]
    whole = {action for action, name in names if name == plain(words)}
    if len(whole) == 1:
        return whole.pop()
    number, wanted = split_order(view, words)
    subject = subject_unit(view)
    if number is not None and (subject is None or number != subject.number):
        asked = f"{subject.name} is" if subject is not None else "no single unit is"
        raise UnknownWords(f"{unit_name(scenario, number)} is not being asked now, {asked}. {_listing(listed)}")
    if wanted.isdigit():
        return _numbered(int(wanted), listed)
    for fits in (_same, _begins, _word_begins):
        found = dict.fromkeys(action for action, name in names if fits(name, wanted))
        if len(found) == 1:
            return next(iter(found))
        if found:
            raise UnknownWords(f'"{words}" may mean {any_of([text for action, text in listed if action in found])}.')
    raise UnknownWords(f'"{words}" is not a choice now{_close(wanted, names, listed)} {_listing(listed)}')


def split_order(view: View, words: str) -> tuple[int | None, str]:
    """An order as (unit, what it does): "Yorktown to Hawaiian Islands" gives Yorktown and "hawaiian islands".

    The unit is None when the words do not begin with the name of a unit of the game and something more.
    """
    text = plain(words)
    units = view.scenario.names.units
    names = ((name, number) for number in view.units_by_number for name in _names_of_unit(units[number]))
    named = [(name, number) for name, number in names if text.startswith(name + " ")]
    if named:
        name, number = max(named, key=lambda pair: len(pair[0]))
        return number, re.sub(r"^(to|into|in|at) ", "", text[len(name) + 1 :])
    head, arrow, tail = text.partition(" to ")
    meant = units_named(view, head) if arrow else []
    return (meant[0].number, tail) if len(meant) == 1 else (None, text)


def units_named(view: View, words: str) -> list[UnitView]:
    """Units of the game with this name, or else whose name begins so."""
    text, units = plain(words), view.units_by_number
    names = {number: _names_of_unit(view.scenario.names.units[number]) for number in units}
    exact = [number for number in units if text in names[number]]
    begins = [number for number in units if any(name.startswith(text) for name in names[number])]
    return [units[number] for number in exact or (begins if text else [])]


@lru_cache(maxsize=4096)
def plain(words: str) -> str:
    """Words without accents, capitals, punctuation and anything in brackets, for comparison."""
    words = unicodedata.normalize("NFKD", re.sub(r"\(.*?\)", " ", words))
    words = "".join(letter for letter in words if not unicodedata.combining(letter)).casefold()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", words.replace("'", "")).split())


def _names_of_unit(unit: UnitName) -> tuple[str, ...]:
    return plain(unit.name), plain(unit.id)


def names_of(view: View, action: int) -> list[str]:
    """Everything that an answer may be called, as `plain` writes it."""
    names = [describe_action(view.scenario, view, action)]
    if action < FIRST_PLACE_ACTION:
        names += _OTHER_NAMES[Option(action)]
    elif action < FIRST_UNIT_ACTION:
        known = view.names.place(action - FIRST_PLACE_ACTION)
        area = view.scenario.printed.board.areas.get(known.id)
        names += [known.name, known.id, *(area.aliases if area else ())]
        names += ["join"] if action == FIRST_PLACE_ACTION + RAID_FORCE else []
    else:
        unit = view.units_by_number[action - FIRST_UNIT_ACTION]
        names += [
            verb + name
            for name in (unit.name, unit.id)
            for verb in ("", "attack ", "attacks ", "pursue ", "pursues ", "join ")
        ]
    return [plain(name) for name in names]


def _same(name: str, wanted: str) -> bool:
    return name == wanted


def _begins(name: str, wanted: str) -> bool:
    return bool(wanted) and name.startswith(wanted)


def _word_begins(name: str, wanted: str) -> bool:
    return bool(wanted) and f" {wanted}" in name


def _numbered(number: int, listed: list[tuple[int, str]]) -> int:
    if not 1 <= number <= len(listed):
        raise UnknownWords(f"there is no choice {number}. {_listing(listed)}")
    return listed[number - 1][0]


def _close(wanted: str, names: list[tuple[int, str]], listed: list[tuple[int, str]]) -> str:
    close = get_close_matches(wanted, [name for _, name in names], n=3, cutoff=0.6)
    actions = dict.fromkeys(action for name in close for action, known in names if known == name)
    texts = dict(listed)
    return f"; did you mean {any_of([texts[action] for action in actions])}?" if actions else "."


def _listing(listed: list[tuple[int, str]], most: int = 12) -> str:
    shown = [f"{number} {text}" for number, (_, text) in enumerate(listed[:most], start=1)]
    more = f"; and {len(listed) - most} more" if len(listed) > most else ""
    return f"Choices: {'; '.join(shown)}{more}."
