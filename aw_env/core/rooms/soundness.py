"""Whether a record from a file is a position of a game, as far as its declarations tell."""

from collections.abc import Callable

import numpy as np

from aw_env.core.declare.decisions import PLACE, UNIT
from aw_env.core.declare.fields import check_values
from aw_env.core.declare.soundness import check_dice, must
from aw_env.core.rooms.records import NOBODY, Records


def checks_of(records: Records) -> Callable[[np.void, np.void, np.ndarray], None]:
    """`check_soundness(book, template, games)` of a game."""

    def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
        """Raises SaveError unless `games[0]` holds together."""
        check_values(records.state, games)
        game = games[0]
        check_dice(game, records.die.faces)
        must(game["over"] or 1 <= game["turn"] <= book["last_turn"], "the turn is one of the scenario's")
        if records.units:
            whole = all((game[name] == template[name]).all() for name in ("units", "roster"))
            must(whole, "the units are those of the first position")
        if game["over"]:
            return
        must(game["seat"] != NOBODY and game["seat"] == book["seat_of_power"][game["power"]], "somebody is asked")
        decision = records.decisions.numbered(game["decision"])
        must(decision != 0, "something is asked")
        things = {UNIT: len(records.units), PLACE: len(records.places)}.get(decision.about)
        about = things is None or 0 <= game["subject"] < things
        must(about, f"{decision.name.lower()} is about {decision.about.value}")

    return check_soundness
