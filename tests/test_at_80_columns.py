"""What is printed on a terminal of 80 columns, where no word is broken and nothing is left out."""

import io

import numpy as np
import pytest
from rich.console import Console

from aw_agents.arena.round_robin import RoundRobin, Standing
from aw_env import admirals_war_v0, games, naval_miniatures_v0, war_at_sea_v0
from aw_env.cli.checked import show
from aw_env.core.drawn import text

GAMES = (
    admirals_war_v0.game("campaign", seed=0),
    war_at_sea_v0.game(seed=0),
    naval_miniatures_v0.game("midway", seed=0),
)
PLAYERS = ("campaign", "scripted", "tuned", "search:200ms", "naval_miniatures", "night_express", "random")


def printed(*things):
    stream = io.StringIO()
    Console(file=stream, width=80, color_system=None, highlight=False).print(*things)
    return stream.getvalue()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules.name)
def test_the_names_of_places_are_whole_on_the_board(game):
    view = game.view()
    scene = game.rules.scene(view)
    said = printed(*text.board(scene, view))
    assert max(map(len, said.splitlines())) <= 80
    words = set(said.split())
    for place in (*scene.areas, *scene.ports):
        if scene.chart.map.squares and place not in scene.areas:
            continue
        assert set(place.name.split()) <= words, place.name


def test_a_row_of_squares_is_a_line():
    game = GAMES[-1]
    scene = game.rules.scene(game.view())
    lines = printed(text.squares(scene)).splitlines()
    for row in scene.chart.map.squares:
        assert any(line.split() == list(map(str.upper, row)) for line in lines), row


def test_players_of_an_arena_have_whole_names_and_every_column():
    standings = tuple(Standing(name, 0, -9, 9, 100, 0.5, {"allies": 0.5, "axis": 0.5}) for name in PLAYERS)
    points = np.full((len(PLAYERS), len(PLAYERS)), 0.5)
    np.fill_diagonal(points, np.nan)
    said = printed(RoundRobin("campaign", PLAYERS, 200, standings, points))
    against = said[said.index("points of the row") :]
    assert all(against.count(f" {name} ") == 1 for name in PLAYERS)
    assert against.count("0.500") == len(PLAYERS) * (len(PLAYERS) - 1)


@pytest.mark.parametrize("name", games.names())
def test_estimates_of_the_printed_material_are_whole(name):
    report = games.named(name).room("printed.check").check()
    stream = io.StringIO()
    show(report, Console(file=stream, width=80, color_system=None, highlight=False))
    lines = stream.getvalue().splitlines()
    assert max(map(len, lines)) <= 80
    reasoning = lines[next(number for number, line in enumerate(lines) if line.endswith("Reasoning")) :]
    told = {word for line in reasoning for word in line.split()}
    for estimate in report.estimates:
        assert {*estimate.reasoning.split()} <= told, estimate
        assert estimate.file in told and estimate.confidence in told
