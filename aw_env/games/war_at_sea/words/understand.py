"""Words back into actions: what a person means by an answer."""

from collections.abc import Iterable
from typing import Any

from aw_env.core.said.naming import names_of_place, names_of_unit
from aw_env.core.said.understanding import Understanding
from aw_env.core.said.wording import plain
from aw_env.games.war_at_sea.printed.load import Scenario
from aw_env.games.war_at_sea.records.terms import FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Option
from aw_env.games.war_at_sea.view import View, view_of
from aw_env.games.war_at_sea.words import obstacles
from aw_env.games.war_at_sea.words.narrate import describe_action, describe_briefly, subject_unit
from aw_env.games.war_at_sea.words.reasons import why

QUIET = (Option.STAY, Option.HOLD, Option.SILENT, Option.NO_PURSUIT, Option.NO)
"""Answers that change least."""

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
_VERBS = ("", "attack ", "attacks ", "fire at ", "strike ", "mend ", "repair ", "pursue ", "join ", "with ")
"""What may stand before the name of a unit that is chosen."""


def names_of(view: View, action: int) -> list[str]:
    """Everything that an answer may be called, as `plain` writes it."""
    names = [plain(describe_action(view.scenario, view, action))]
    if action < FIRST_PLACE_ACTION:
        return [*names, *_OTHER_NAMES[Option(action)]]
    if action < FIRST_UNIT_ACTION:
        return [*names, *names_of_place(view.names.places[action - FIRST_PLACE_ACTION])]
    unit = view.names.units[action - FIRST_UNIT_ACTION]
    return names + [verb + name for name in names_of_unit(unit) for verb in _VERBS]


UNDERSTANDING = Understanding(
    first_place=FIRST_PLACE_ACTION,
    first_unit=FIRST_UNIT_ACTION,
    quiet=QUIET,
    describe=describe_action,
    names_of=names_of,
    briefly=describe_briefly,
    subject_unit=subject_unit,
    why_not=obstacles.why_not,
    reason=why,
    seen=lambda view: View(view.scenario, view._games, view.seat),
)
"""How this game understands people."""


def action_named(scenario: Scenario, game: Any, words: str, legal: Iterable[int]) -> int:
    """The legal answer that a person means (`Understanding.action_named`).  Raises UnknownWords, which says what there
    is to choose."""
    return UNDERSTANDING.action_named(view_of(scenario, game), legal, words)
