"""Positions of invasions: the combat phase of a side among the islands, with these ships and ground units alone.

game = landing({"noumea_flotilla_1": {"place": "noumea"}}, marines={"noumea": 1})
game.choose("guadalcanal", "noumea", Option.MARINES, Option.DONE, Option.DONE)
"""

import numpy as np

from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.records.kinds import PLACES, Option, Phase, Side
from aw_env.games.world_at_war.rules.troops import HEX
from tests.world_at_war.positions import number, playing

READY = SCENARIOS.ready("night_express", ("landings",))
NOUMEA = {"noumea_flotilla_1": {"place": "noumea"}, "noumea_flotilla_2": {"place": "noumea"}}
CRUISERS = {f"pacific_cruiser_{k}": {"place": "noumea"} for k in range(1, 7)}


def at(field=None, **places):
    """A field by place, with these values at places: others hold nothing, or what they hold in the scenario."""
    values = np.zeros(PLACES, np.int64) if field is None else READY.templates[0][field].astype(np.int64)
    for id, value in places.items():
        values[number(id)] = value
    return values


def landing(ships, side=Side.ALLIES, dice=(), options=(), infantry=(), marines=(), control=(), garrison=(), **fields):
    """The combat phase of a side at its start.  infantry, marines: units by place, and no others; control, garrison:
    what differs from the scenario."""
    fields = {"step": HEX, "turn": 2, "moving": side, "brps": [50, 50], **fields}
    fields |= {"infantry": at(**dict(infantry)), "marines": at(**dict(marines))}
    fields |= {"control": at("control", **dict(control)), "garrison": at("garrison", **dict(garrison))}
    return playing(Phase.INVASIONS, ships, dice, "night_express", ("landings", *options), **fields)


def landed(ships, *answers, hex="guadalcanal", base="noumea", kind=Option.MARINES, units=1, **fields):
    """An invasion of an island by units of one base, which these ships accompany; further answers follow."""
    game = landing(ships, **fields).choose(hex)
    for _ in range(units):
        game.choose(base)
        game.choose(kind)
    return game.choose(Option.DONE, *answers)


def of_place(game, id, field):
    """A field of a place."""
    return int(game.record[field][number(id)])
