"""The Mediterranean for tests: its scenario, and positions of it."""

from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.records.kinds import Phase, Side
from tests.world_at_war.positions import Sea, playing

FILE = "mediterranean"
READY = SCENARIOS.ready(FILE)
NUMBERS = READY.printed.place_numbers
NO_BOATS = READY.templates[0]["boats"] * 0
"""Submarines at no place."""


def at_sea(**fields):
    """A position whose rules are called one by one, in which no unit is in play that is not named."""
    return Sea(FILE, **{"boats": NO_BOATS, **fields})


def by_place(field, **values):
    """A field of places with these values, the others as the scenario has them."""
    numbers = READY.templates[0][field].copy()
    for id, value in values.items():
        numbers[NUMBERS[id]] = value
    return numbers


def held(**by):
    """Whose places are, with these changes: `held(gibraltar=Side.AXIS)`."""
    return by_place("control", **by)


def troops(**by):
    """Ground factors, in these places alone."""
    numbers = READY.templates[0]["infantry"] * 0
    for id, factors in by.items():
        numbers[NUMBERS[id]] = factors
    return numbers


def moving(ships, side=Side.AXIS, step=1, **fields):
    """The movement phase, from base changes on."""
    fields = {"boats": NO_BOATS, "step": step, "cursor": -1, **fields}
    return playing(Phase.MOVEMENT, ships, scenario=FILE, moving=side, **fields)


def supplying(ships, side=Side.AXIS, **fields):
    """The supply phase."""
    fields = {"boats": NO_BOATS, "step": 0, "cursor": 0, **fields}
    return playing(Phase.SUPPLY, ships, scenario=FILE, moving=side, **fields)
