"""What a game is worth to a seat while it is searched, in every game that one of two sides wins."""

from typing import Any

from aw_agents.networks.valuation import expected, is_learned
from aw_env.core.declare.columns import SUMMARY
from aw_env.core.engine.compiling import rule_with_arrays
from aw_env.core.engine.entry_points import belonging_to

MARGIN: Any = None
SHOW: Any = None
"""The rules of the game: `margin(book, game)`, `show(book, game, seat, layout, observation)`."""


def worth_by(module: str, margin: Any, show: Any) -> Any:
    """`rollouts.Pilot.worth` of a game.  module: where it belongs.  margin: what decides it, as a lead of the first
    side.  show: writes what a seat sees."""
    return rule_with_arrays(belonging_to(module, _worth, MARGIN=margin, SHOW=show))


def _worth(book, game, seat, valuation, observation):
    """Won or lost, and the lead; before the end what a valuation expects, if there is one."""
    if game.over == 0 and is_learned(valuation):
        SHOW(book, game, seat, SUMMARY, observation)
        return expected(valuation, observation)
    result = int(game.result) if game.over == 1 else 0
    return (1 - 2 * seat) * (result + valuation.point[0] * MARGIN(book, game))
