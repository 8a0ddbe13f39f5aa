"""A position of a game as the text of a scenario file, which starts from the same position."""

from typing import TYPE_CHECKING, Any

import numpy as np
import tomli_w

from aw_env.games.war_at_sea.records.state import STATE
from aw_env.games.war_at_sea.records.terms import NOWHERE, Box, Phase, Side

if TYPE_CHECKING:
    from aw_env.games.war_at_sea.printed.load import Scenario


def to_scenario(scenario: "Scenario", game: np.void) -> str:
    """The position as TOML.  Ships that lie face down are yet to arrive;
    choices made in secret and the dice to come are not written."""
    places, book = scenario.names.places, scenario.books[0]
    tables: dict[str, Any] = {
        "title": f"{scenario.title.removesuffix(' (position)')} (position)",
        "turn": int(game["turn"]),
        "last_turn": int(book["last_turn"]),
        "begins_at": Phase(min(int(game["phase"]), Phase.RETURN)).name.lower(),
        "in_play": list(scenario.file.in_play),
        "bid": float(book["bid"]) / 2,
        "lead": int(game["lead"]),
        "held_turns": int(game["held_turns"]),
        "flags": {
            places[area].id: Side(flag).name.lower() for area, flag in enumerate(game["flag"].tolist()) if flag >= 0
        },
        "air_markers": {
            Side(side).name.lower(): places[place].id
            for side, place in enumerate(game["marker"].tolist())
            if place >= 0
        },
        "units": {unit.id: _unit(scenario, game, unit.number) for unit in scenario.names.units},
    }
    return tomli_w.dumps(tables)


def _unit(scenario: "Scenario", game: np.void, number: int) -> dict[str, Any]:
    place = int(game["place"][number])
    unseen = Box.NOT_YET_ARRIVED.name.lower()
    state: dict[str, Any] = {"place": unseen if place == NOWHERE else scenario.names.places[place].id}
    if game["damage"][number]:
        state["damage"] = int(game["damage"][number])
    for mark in ("released", "refuelled", "taken_over"):
        if STATE.read(game, mark)[number]:
            state[mark] = True
    if "taken_over" in state:
        state["side"] = Side(int(game["side"][number])).name.lower()
    return state
