"""Measurements of one searched turn: what a line says, and that a file is gone on with."""

import pytest

from aw_agents.search.settings import SearchSettings
from benchmarks.searched_turn import Experiment, Line, Place, lines_of, measure, table

PLACE = Place("pacific", 10, "axis", 0)
SETTINGS = SearchSettings(name="few", rollouts=2, candidates=2, searched=["raid_order", "patrol_order"])


@pytest.mark.slow
def test_a_position_is_measured_once(tmp_path):
    path = tmp_path / "turns.csv"
    measure([PLACE], SETTINGS, playouts=2, seed=1, processes=1, path=path)
    text, (line,) = path.read_text(), lines_of(path)
    assert line.place == PLACE and line.search == "few" and line.seconds > 0
    measure([PLACE], SETTINGS, playouts=2, seed=1, processes=1, path=path)
    assert path.read_text() == text
    path.write_text(text[:-3])
    measure([PLACE], SETTINGS, playouts=2, seed=1, processes=1, path=path)
    assert lines_of(path)[0][:-1] == line[:-1]


def test_a_position_is_of_its_turn_and_its_worth_that_of_its_side():
    experiment = Experiment("pacific", SETTINGS, playouts=2, seed=1)
    position = experiment.position(3, seed=5)
    assert position["turn"] == 3
    (points, lead), (theirs, behind) = (experiment.worth(position, side, seed=5) for side in (0, 1))
    assert points + theirs == 1 and lead == -behind
    with pytest.raises(SystemExit, match="midway begins after turn 3"):
        Experiment("midway", SETTINGS, playouts=2, seed=1).position(3, seed=5)


def test_the_officer_that_proposes_plays_before_and_after():
    by_scripted = SETTINGS.model_copy(update={"proposer": "scripted"})
    experiments = [Experiment("pacific", settings, playouts=8, seed=1) for settings in (SETTINGS, by_scripted)]
    positions = [experiment.position(3, seed=5) for experiment in experiments]
    assert positions[0] != positions[1]
    assert experiments[0].worth(positions[0], 0, seed=5) != experiments[1].worth(positions[0], 0, seed=5)


def test_the_table_tells_the_gain_of_each_side():
    lines = [
        Line("pacific", 2, side, number, "few", 0.25, 0.25 + gain, 0.0, 4.0, 1.5)
        for number, (side, gain) in enumerate([("allies", 0.1), ("allies", 0.3), ("axis", 0.0), ("axis", 0.0)])
    ]
    whole, allies, axis = table(lines).splitlines()[2:]
    assert whole.startswith("| pacific, few | 4 | 0.250, 0.350 | +0.100 ±")
    assert "| +0.200 ± 0.196 | +4.000 ± 0.000 | 1.5 |" in allies and "| +0.000 ± 0.000 |" in axis
