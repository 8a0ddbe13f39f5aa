"""`benchmarks.curves`: the curves of several trainings in one picture."""

import json

import pytest

pytest.importorskip("matplotlib")

from benchmarks import curves  # noqa: E402


def results(name, opponents, points=3):
    """What a training writes."""
    line = {"agent": name, "games": 2, "won": 1, "drawn": 0, "lost": 1, "points": 0.5, "low": 0.1, "high": 0.9}
    line |= {"margin": 0.0, "margin_error": 1.0}
    sides = {"allies": 0.4, "axis": 0.6}
    return {
        "experiment": {"name": name},
        "history": [{"steps": 1000 * k, "points": dict.fromkeys(opponents, sides)} for k in range(points)],
        "yardsticks": [line | {"side": side, "opponent": other} for side in sides for other in opponents],
    }


def test_a_panel_for_each_training_and_opponent_but_chance(tmp_path, monkeypatch):
    for name, opponents in (("one", ["random", "scripted"]), ("other", ["random", "scripted", "midway"])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(json.dumps(results(name, opponents)))
    panels = [curve[:2] for name in ("one", "other") for curve in curves.curves_of(tmp_path / name)]
    assert panels == [("one", "scripted"), ("other", "midway"), ("other", "scripted")]
    picture = tmp_path / "curves.png"
    monkeypatch.setattr(
        "sys.argv", ["curves", str(tmp_path / "one"), str(tmp_path / "other"), "--picture", str(picture)]
    )
    curves.main()
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_folder_without_results_is_named(tmp_path):
    with pytest.raises(SystemExit, match="no training has ended there"):
        curves.curves_of(tmp_path)
