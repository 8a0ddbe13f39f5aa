"""What learners of Admirals' War read and say (`aw_agents.scopes`)."""

from functools import cache

import numpy as np

from aw_agents.scopes import LAYOUT, RowScope, Scope, Vocabulary, vocabulary_of
from aw_env import admirals_war_v0
from aw_env.core.ruleset import Ruleset
from aw_env.games.admirals_war.game import NAME
from aw_env.games.admirals_war.observation import columns
from aw_env.games.admirals_war.printed.load import shipped_names
from aw_env.games.admirals_war.records import terms
from aw_env.games.admirals_war.records.terms import (
    AREAS,
    FIRST_BOX,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    OPTIONS,
    Option,
)
from aw_env.games.admirals_war.rules.war_entry import RAID_FORCE


@cache
def vocabulary() -> Vocabulary:
    """What learners of this game can read and say."""
    return vocabulary_of(NAME, admirals_war_v0, shipped_names(), terms)


def scope_of(rules: Ruleset) -> Scope:
    """What the games of a scenario can use: its areas, ports, and the units in it or that may be drawn into it."""
    book, template = rules.scenario.books[0], rules.scenario.templates[0]
    areas = [area for area in range(AREAS) if int(book["open_areas"]) >> area & 1]
    ports = [port for port in range(FIRST_BOX - FIRST_PORT) if int(book["open_ports"]) >> port & 1]
    in_play = set(template["roster"][: template["units"]].tolist()) | set(np.flatnonzero(book["draw_pool"]).tolist())
    units = sorted(in_play)
    tables = columns.LAYOUT.tables(LAYOUT)
    rows = {"areas": areas, "ports": ports, "units": units}
    wanted: list[int] = []
    for table, (first, count, width) in tables.items():
        for row in rows.get(table, range(count)):
            wanted += range(first + row * width, first + (row + 1) * width)
    actions = list(range(len(Option))) + [OPTIONS + area for area in areas]
    actions += [OPTIONS + FIRST_PORT + port for port in ports]
    if template["hostilities"] == 0 and int(book["raid_base"]) in ports:  # the raid force is still to be formed (§4.6)
        actions.append(OPTIONS + RAID_FORCE)
    actions += [FIRST_UNIT_ACTION + unit for unit in units]
    return Scope(vocabulary(), np.array(wanted), np.array(actions))


def row_scope() -> RowScope:
    """What is read of a candidate."""
    return vocabulary().row_scope()
