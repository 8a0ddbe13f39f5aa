"""The study of the estimates: what is varied, and that effects that are put in are found."""

import numpy as np
import pytest

from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.printed.load import shipped
from aw_env.games.admirals_war.printed.packing import pack_book, pack_game
from benchmarks.sensitivity import Estimate, Single, drawn, effects, estimates, kept, play_singly, ranked, singles


@pytest.mark.slow
def test_every_estimate_changes_what_is_printed():
    """Each on its own gives another book or another first position."""
    printed, file = shipped(), ruleset("campaign").scenario.file

    def packed(printed):
        return pack_book(printed, file, 2).tobytes() + pack_game(printed, file).tobytes()

    before = packed(printed)
    assert len({estimate.name for estimate in estimates(printed)}) == len(estimates(printed)) > 150
    for estimate in estimates(printed):
        step = next(step for step in estimate.steps if step)
        assert packed(estimate.change(printed, step)) != before, estimate.name
    assert packed(printed) == before


def test_effects_are_found_within_their_intervals():
    varied = estimates(shipped())[:20]
    steps = np.array([drawn(varied, number) for number in range(800)])
    true = np.linspace(-0.1, 0.1, 20)
    noise = np.random.default_rng(0).normal(0, 0.5, (800, 1))
    effect, within = effects(steps, 0.5 + steps @ true[:, None] + noise)
    assert (np.abs(effect[:, 0] - true) < within[:, 0]).sum() >= 17


def test_samples_are_drawn_as_those_that_are_kept_were():
    """Estimate by estimate."""
    varied = estimates(shipped())
    for number in range(20):
        draws = np.random.default_rng((1, number))
        assert drawn(varied, number).tolist() == [draws.choice(estimate.steps) for estimate in varied]


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    (tmp_path / "samples.csv").write_text("points,atlantic,pacific\n0.5,3,-2\n0.25,1,0\n0.7")
    assert kept(tmp_path / "samples.csv").tolist() == [[0.5, 3, -2], [0.25, 1, 0]]
    assert kept(tmp_path / "nothing.csv").shape == (0, 3)


def test_what_surely_changes_most_comes_first():
    """An effect of half the size that is told apart goes before one that is lost in its interval."""
    varied = [Estimate("large", (-1, 0, 1), None), Estimate("small", (-1, 0, 1), None), Estimate("none", (-1, 0), None)]
    steps = np.array([drawn(varied, number) for number in range(400)])
    noise = np.random.default_rng(0).normal(0, 0.05, (400, 1))
    measured = np.repeat(0.5 + steps @ [[-0.2], [0.1], [0.0]] + noise, 3, 1)
    assert ranked(varied, measured)[0].tolist() == [0, 1, 2]


@pytest.mark.slow
def test_an_estimate_by_itself_is_played_once(tmp_path, monkeypatch):
    """The Allies lead by more when the Mid-Atlantic is worth more to them; what the file says is not played again."""
    import benchmarks.sensitivity

    mid_atlantic = next(one for one in estimates(shipped()) if one.name == "mid_atlantic: allied_vp")
    path = tmp_path / "singles.csv"
    (single,) = play_singly([mid_atlantic], "scripted", 300, path)
    assert (single.least, single.greatest, single.campaigns) == ("-1", "+1", "300")
    assert float(single.atlantic) > float(single.atlantic_within) > 0
    with path.open("a") as file:
        file.write("bay_of_biscay: allied_vp,scripted,-1")  # and here the machine was switched off
    monkeypatch.setattr(benchmarks.sensitivity, "campaigns_with", None)
    assert play_singly([mid_atlantic], "scripted", 300, path) == [single]
    assert path.read_text().splitlines() == [",".join(Single._fields), ",".join(single)]
    with pytest.raises(TypeError, match="not callable"):  # so many were not played yet
        play_singly([mid_atlantic], "scripted", 400, path)


def test_a_file_of_something_else_is_one_clear_error(tmp_path):
    (tmp_path / "singles.csv").write_text("estimate,player\nmid_atlantic,scripted\n")
    with pytest.raises(ValueError, match=r"singles.csv, line 2: not a line of estimate, player"):
        singles(tmp_path / "singles.csv")
