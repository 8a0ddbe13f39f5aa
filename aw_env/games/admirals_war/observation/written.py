"""What the sources of `columns` may name besides fields."""

from aw_env.core.declare.decisions import Mark
from aw_env.core.seen.writing import Writing
from aw_env.games.admirals_war.observation.facts import has_raided, subject_unit
from aw_env.games.admirals_war.observation.odds import air_attack, gun_attack, hit_points, tenths, toughness
from aw_env.games.admirals_war.records.book import BOOK
from aw_env.games.admirals_war.records.state import STATE
from aw_env.games.admirals_war.records.terms import (
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_PORT,
    FIRST_UNIT_ACTION,
    Action,
    Kind,
    Option,
    Theatre,
)
from aw_env.games.admirals_war.rules.control import points_of
from aw_env.games.admirals_war.rules.counters import side

WRITING = Writing(
    STATE,
    BOOK,
    ATLANTIC=int(Theatre.ATLANTIC),
    PACIFIC=int(Theatre.PACIFIC),
    FIRST_PORT=FIRST_PORT,
    FIRST_BOX=FIRST_BOX,
    PLACE=FIRST_PLACE_ACTION,
    UNIT=FIRST_UNIT_ACTION,
    IDLE=sum(1 << option for option in Option.those(Mark.IDLE)),
    WITH_AIR=1 << Action.AIR | 1 << Action.COMBINED,
    WITH_GUNS=1 << Action.SURFACE | 1 << Action.COMBINED,
    Kind=Kind,
    air_attack=air_attack,
    gun_attack=gun_attack,
    has_raided=has_raided,
    hit_points=hit_points,
    points_of=points_of,
    side=side,
    subject_unit=subject_unit,
    tenths=tenths,
    toughness=toughness,
)
