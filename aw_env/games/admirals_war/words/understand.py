"""Words back into actions: what a person means by an answer.

Everything here reads games and changes none.  A `game` may be a `View`, an array whose first record is the game, or
such a record.
"""

from collections.abc import Iterable
from typing import Any

from aw_env.core.said.naming import names_of_place, names_of_unit
from aw_env.core.said.understanding import Understanding
from aw_env.core.said.wording import plain
from aw_env.games.admirals_war.printed.load import Scenario
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, Option
from aw_env.games.admirals_war.rules.war_entry import RAID_FORCE
from aw_env.games.admirals_war.view import View, view_of
from aw_env.games.admirals_war.words import obstacles
from aw_env.games.admirals_war.words.narrate import describe_action, describe_briefly, subject_unit
from aw_env.games.admirals_war.words.reasons import why

QUIET = (Option.STAY, Option.HOLD, Option.SILENT, Option.NO_PURSUIT, Option.WAIT, Option.DECLINE)
"""Answers that change least."""

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


def names_of(view: View, action: int) -> list[str]:
    """Everything that an answer may be called, as `plain` writes it."""
    names = [plain(describe_action(view.scenario, view, action))]
    if action < FIRST_PLACE_ACTION:
        names += _OTHER_NAMES[Option(action)]
    elif action < FIRST_UNIT_ACTION:
        names += names_of_place(view.names.place(action - FIRST_PLACE_ACTION))
        names += ["join"] if action == FIRST_PLACE_ACTION + RAID_FORCE else []
    else:
        unit = view.units_by_number[action - FIRST_UNIT_ACTION]
        verbs = ("", "attack ", "attacks ", "pursue ", "pursues ", "join ")
        names += [verb + name for name in names_of_unit(unit.label) for verb in verbs]
    return names


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
