"""Whole games in words, so that a change of behaviour is seen and explained.

After a change that is meant: `python -m tests.test_playthroughs` writes the files anew; read the difference.
"""

from pathlib import Path

import numpy as np
import pytest

from aw_env.admirals_war import engine, narrate
from aw_env.admirals_war.state import GAME
from aw_env.admirals_war.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.core.compiling import records
from aw_env.data import load

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = [("midway", 1), ("engagement", 4)]


def playthrough(scenario_name, seed):
    """A game of random legal choices, every decision with its legal answers, every event, in words."""
    scenario = load.scenario(scenario_name)
    games, mask = records(GAME, 1), np.zeros(ACTIONS, np.int8)
    events = np.zeros((4096, EVENT_FIELDS + EVENT_DICE), np.int16)
    chooser = np.random.default_rng(seed)
    engine.start(scenario.books, scenario.templates, games, 0, seed, mask, events)
    lines = []
    while True:
        lines += [f"  * {narrate.describe_event(scenario, row)}" for row in events[1 : 1 + events[0, 0]]]
        events[0, 0] = 0
        if games[0]["over"]:
            return "\n".join([*lines, ""])
        legal = [int(action) for action in np.flatnonzero(mask)]
        action = int(chooser.choice(legal))
        lines.append(narrate.describe_decision(scenario, games[0]))
        lines.append(f"  legal: {legal}")
        lines.append(f"  {action}: {narrate.describe_action(scenario, games[0], action)}")
        engine.apply(scenario.books, games, 0, action, mask, events)


@pytest.mark.parametrize(("scenario", "seed"), GAMES)
def test_the_game_goes_as_it_went(scenario, seed):
    told = (FOLDER / f"{scenario}_{seed}.txt").read_text("utf-8")
    assert playthrough(scenario, seed).splitlines() == told.splitlines()


if __name__ == "__main__":
    for name, number in GAMES:
        (FOLDER / f"{name}_{number}.txt").write_text(playthrough(name, number), "utf-8")
