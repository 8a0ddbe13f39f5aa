"""Words back into actions: what a person means by an answer.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from aw_env.admirals_war.printed.load import Scenario
from aw_env.admirals_war.records.terms import ACTIONS, FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Option
from aw_env.admirals_war.rules.war_entry import RAID_FORCE
from aw_env.admirals_war.view import View, view_of
from aw_env.admirals_war.words import naming, obstacles
from aw_env.admirals_war.words.naming import UnknownWords, names_of_place, names_of_unit, plain, units_named
from aw_env.admirals_war.words.narrate import describe_action, describe_briefly, subject_unit
from aw_env.admirals_war.words.reasons import why
from aw_env.admirals_war.words.wording import any_of, unit_name

Listed = Sequence[tuple[int, str]]
"""The legal answers as (action, words), in the order in which they are listed and numbered from 1."""
QUIET = (Option.STAY, Option.HOLD, Option.SILENT, Option.NO_PURSUIT, Option.WAIT, Option.DECLINE)
"""Answers that change least; of several the first is meant by `QUIET_WORDS`."""
QUIET_WORDS = ("stay", "hold", "wait", "none", "nothing", "pass")

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


def quiet_choice(legal: Sequence[int]) -> int | None:
    """The legal answer that changes least: to stay, hold or wait; None if there is none."""
    return next((int(option) for option in QUIET if option in legal), None)


def action_named(scenario: Scenario, game: Any, words: str, legal: Sequence[int] | None = None) -> int:
    """The legal answer that a person means.

    words: a choice as it is listed, with or without its number; its number alone (from 1); the name of the place or
    unit, or any beginning of these that fits one choice only, in any case; the unit that is asked may stand first
    ("Yorktown to Hawaiian Islands").  "stay", "hold", "wait" mean the answer that changes least.
    legal: the legal actions, asked of the engine if left out.
    Raises UnknownWords, which says what there is to choose, or why a place or unit cannot be chosen.
    """
    view = view_of(scenario, game)
    listed = choices(scenario, view, legal)
    action = as_listed(listed, words)
    if action is not None:
        return action
    names = [(action, name) for action, _ in listed for name in names_of(view, action)]
    whole = {action for action, name in names if name == plain(words)}
    if len(whole) == 1:
        return whole.pop()
    number, wanted = split_order(view, words)
    subject = subject_unit(view)
    if number is not None and (subject is None or number != subject.number):
        asked = f"{subject.name} is" if subject is not None else "no single unit is"
        raise UnknownWords(f"{unit_name(scenario, number)} is not being asked now, {asked}. {listing(listed)}")
    if wanted.isdecimal():
        return _numbered(-int(wanted) if f"-{wanted}" in words else int(wanted), listed)
    return _meant(view, listed, names, words, wanted)


def as_listed(listed: Listed, words: str) -> int | None:
    """The answer that is printed so in the list of choices, or whose number and first words these are; None if there is
    none."""
    numbered = re.fullmatch(r"\s*(\d+)\s+(.+)", words)
    if numbered and 1 <= int(numbered[1]) <= len(listed):
        action, text = listed[int(numbered[1]) - 1]
        if plain(numbered[2]) and plain(text).startswith(plain(numbered[2])):
            return action
    for form in (str.split, plain):
        same = [action for action, text in listed if form(text) == form(words)]
        if len(same) == 1:
            return same[0]
    return None


def _meant(view: View, listed: Listed, names: list[tuple[int, str]], words: str, wanted: str) -> int:
    """The answer with a name that is the words, or begins so, or has a word that does."""
    for fits in _FITTING:
        found = dict.fromkeys(action for action, name in names if fits(name, wanted))
        if len(found) == 1:
            return next(iter(found))
        if found:
            raise UnknownWords(f'"{words}" may mean {any_of([text for action, text in listed if action in found])}.')
    quiet = quiet_choice([action for action, _ in listed])
    if wanted in QUIET_WORDS and quiet is not None:
        return quiet
    raise UnknownWords(_no_choice(view, listed, words, wanted))


def _no_choice(view: View, listed: Listed, words: str, wanted: str) -> str:
    """Why words are no choice: what stands in the way of what they name, or what they may have meant."""
    numbered = re.fullmatch(r"(\d+) (.+)", wanted)
    if numbered:
        real = [number for number, (_, text) in enumerate(listed, 1) if plain(text).startswith(numbered[2])]
        if len(real) == 1:
            return f'choice {numbered[1]} is not "{numbered[2]}": that is {real[0]}. {listing(listed)}'
    seen = View(view.scenario, view._games, view.seat)  # what is said of it, the seat that is asked may know
    action = something_named(seen, _VERB.sub("", wanted))
    if action is None and (absent := naming.absent(seen, wanted)):
        return f"{absent} is not in this game. {listing(listed)}"
    if action is None:
        meant = naming.did_you_mean(wanted, _of_its_kind(view, listed)) or "."
        return f'"{words}" is not a choice now{meant} {listing(listed)}'
    reason = obstacles.why_not(seen, action)
    said = f": {reason}." if reason else f". {why(view.decision).words}"
    return f"{naming.name_of(view, action)} is not a choice now{said}"


_VERB = re.compile(r"^(attacks?|pursues?|joins?|raids?|invades?|takes?|repairs?|loses?) ")
"""Verbs that may stand before the name of a unit or place."""


def something_named(view: View, words: str) -> int | None:
    """The action that would choose the one place or unit of a name, legal or not; None if there is not one."""
    places, units = naming.places_named(view, words), units_named(view, words)
    if len(places) == 1:
        return FIRST_PLACE_ACTION + places[0].number
    return FIRST_UNIT_ACTION + units[0].number if len(units) == 1 else None


def _of_its_kind(view: View, listed: Listed) -> list[str]:
    """Names that the words may have meant: the choices, and all places where places are chosen."""
    names = [describe_briefly(view, action) for action, _ in listed]
    places = any(FIRST_PLACE_ACTION <= action < FIRST_UNIT_ACTION for action, _ in listed)
    units = [naming.name_of(view, action) for action, _ in listed if action >= FIRST_UNIT_ACTION]
    return names + units + (naming.all_places(view) if places else [])


def split_order(view: View, words: str) -> tuple[int | None, str]:
    """An order as (unit, what it does): "Yorktown to Hawaiian Islands" gives Yorktown and "hawaiian islands".

    The unit is None when the words do not begin with the name of a unit of the game and something more.
    """
    text = plain(words)
    units = view.scenario.names.units
    names = ((name, number) for number in view.units_by_number for name in names_of_unit(units[number]))
    found = [(name, number) for name, number in names if text.startswith(name + " ")]
    if found:
        name, number = max(found, key=lambda pair: len(pair[0]))
        return number, re.sub(r"^(to|into|in|at) ", "", text[len(name) + 1 :])
    head, arrow, tail = text.partition(" to ")
    meant = units_named(view, head) if arrow else []
    return (meant[0].number, tail) if len(meant) == 1 else (None, text)


def names_of(view: View, action: int) -> list[str]:
    """Everything that an answer may be called, as `plain` writes it."""
    names = [plain(describe_action(view.scenario, view, action))]
    if action < FIRST_PLACE_ACTION:
        names += _OTHER_NAMES[Option(action)]
    elif action < FIRST_UNIT_ACTION:
        names += names_of_place(view.scenario, view.names.place(action - FIRST_PLACE_ACTION))
        names += ["join"] if action == FIRST_PLACE_ACTION + RAID_FORCE else []
    else:
        unit = view.units_by_number[action - FIRST_UNIT_ACTION]
        verbs = ("", "attack ", "attacks ", "pursue ", "pursues ", "join ")
        names += [verb + name for name in names_of_unit(unit.label) for verb in verbs]
    return names


_FITTING: tuple[Callable[[str, str], bool], ...] = (
    lambda name, wanted: name == wanted,
    lambda name, wanted: bool(wanted) and name.startswith(wanted),
    lambda name, wanted: bool(wanted) and f" {wanted}" in name,
)
"""How a name may fit what is wanted, the closest first."""


def _numbered(number: int, listed: Listed) -> int:
    if not 1 <= number <= len(listed):
        raise UnknownWords(f"there is no choice {number}. {listing(listed)}")
    return listed[number - 1][0]


def listing(listed: Listed, most: int = 12) -> str:
    """The choices in one line."""
    shown = [f"{number} {text}" for number, (_, text) in enumerate(listed[:most], start=1)]
    more = f"; and {len(listed) - most} more" if len(listed) > most else ""
    return f"Choices: {'; '.join(shown)}{more}."
