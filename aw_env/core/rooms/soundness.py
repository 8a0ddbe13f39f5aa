"""Whether a record from a file is a position of a game, as far as its declarations tell."""

import re
from collections.abc import Callable

import numpy as np

from aw_env.core.declare.decisions import PLACE, UNIT
from aw_env.core.declare.fields import check_values
from aw_env.core.declare.soundness import check_dice, must
from aw_env.core.rooms.records import NOBODY, Records


def checks_of(records: Records) -> Callable[[np.void, np.void, np.ndarray], None]:
    """`check_soundness(book, template, games)` of a game."""
    used: dict[str, list[str]] = {}
    for field in records.own:
        used.setdefault(field.used_where, []).append(field.name)
    used.pop("", None)

    def check_soundness(book: np.void, template: np.void, games: np.ndarray) -> None:
        """Raises SaveError unless `games[0]` holds together."""
        check_values(records.state, games)
        game = games[0]
        check_dice(game, records.die.faces)
        must(game["over"] or 1 <= game["turn"] <= book["last_turn"], "the turn is one of the scenario's")
        if records.units:
            whole = all((game[name] == template[name]).all() for name in ("units", "roster"))
            must(whole, "the units are those of the first position")
        for where, names in used.items():
            for name in () if _holds(where, book) else names:
                must(game[name] == template[name], f"{name} is nothing of this scenario")
        if game["over"]:
            return
        must(game["seat"] != NOBODY and game["seat"] == book["seat_of_power"][game["power"]], "somebody is asked")
        decision = records.decisions.numbered(game["decision"])
        must(decision != 0, "something is asked")
        things = {UNIT: len(records.units), PLACE: len(records.places)}.get(decision.about)
        about = things is None or 0 <= game["subject"] < things
        must(about, f"{decision.name.lower()} is about {decision.about.value}")

    return check_soundness


def _holds(where: str, book: np.void) -> bool:
    """Whether an expression of fields of the book holds (`Field.used_where`)."""
    fields = {name: int(book[name]) for name in set(re.findall(r"\w+", where)).intersection(book.dtype.names or ())}
    return bool(eval(where, {"__builtins__": {}, "has": lambda members, member: members >> member & 1}, fields))
