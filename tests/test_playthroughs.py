"""Whole games in words, so that a change of behaviour is seen and explained.

Of a long game the beginning is told, and then at each turn where it stands, so that the turn on which it went another
way is known.

After a change that is meant: `python -m tests.test_playthroughs` writes the files anew; read the difference.
"""

import hashlib
from pathlib import Path

import numpy as np
import pytest

from aw_env.core.engine.compiling import records
from aw_env.games.admirals_war import engine
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.games.admirals_war.words import accounts, decisions

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = [("midway", 2, 1), ("engagement", 2, 4)]
GAMES += [("campaign", 2, 1), ("campaign", 4, 2), ("atlantic", 2, 3), ("pacific", 4, 4)]
"""Scenario, players and seed of each game."""
LONG = ("campaign", "atlantic", "pacific")
TOLD = 100
"""Decisions of a long game that are told in words."""


def file_of(scenario_name, players, seed):
    """Where a game is kept."""
    return FOLDER / (f"{scenario_name}_{seed}.txt" if players == 2 else f"{scenario_name}_{players}_{seed}.txt")


def where_it_stands(games):
    """A line that two games share only if they have gone alike."""
    game, digest = games[0], hashlib.sha256()
    for field in ("flag", "owner", "place", "controller", "damage", "raiding", "generator"):
        digest.update(STATE.read(game, field).tobytes())
    points = ", ".join(f"{lead:+d}" for lead in game["victory_points"].tolist())
    answered = f"{game['decisions']} decisions, {game['dice_rolled']} dice"
    return f"turn {game['turn']}: {answered}, points {points}; {digest.hexdigest()[:12]}"


def playthrough(scenario_name, players, seed):
    """A game of random legal choices, every decision with its legal answers, every event, in words."""
    scenario = load.scenario(scenario_name, players=players)
    games, mask = records(GAME, 1), np.zeros(ACTIONS, np.int8)
    events = np.zeros((4096, EVENT_FIELDS + EVENT_DICE), np.int16)
    chooser = np.random.default_rng(seed)
    engine.start(scenario.books, scenario.templates, games, 0, seed, mask, events)
    lines, turn = [], int(games[0]["turn"])
    while True:
        told = scenario_name not in LONG or games[0]["decisions"] < TOLD
        if told:
            lines += [f"  * {accounts.happening(scenario, row).words}" for row in events[1 : 1 + events[0, 0]]]
        events[0, 0] = 0
        if not told and (games[0]["turn"] != turn or games[0]["over"]):
            turn = int(games[0]["turn"])
            lines.append(where_it_stands(games))
        if games[0]["over"]:
            return "\n".join([*lines, ""])
        legal = [int(action) for action in np.flatnonzero(mask)]
        action = int(chooser.choice(legal))
        if told:
            lines.append(decisions.describe_decision(scenario, games[0]))
            lines.append(f"  legal: {legal}")
            lines.append(f"  {action}: {decisions.describe_action(scenario, games[0], action)}")
        engine.apply(scenario.books, games, 0, action, mask, events)


@pytest.mark.parametrize(("scenario", "players", "seed"), GAMES)
def test_the_game_goes_as_it_went(scenario, players, seed):
    told = file_of(scenario, players, seed).read_text("utf-8")
    assert playthrough(scenario, players, seed).splitlines() == told.splitlines()


if __name__ == "__main__":
    for game in GAMES:
        file_of(*game).write_text(playthrough(*game), "utf-8")
