"""The table of what house values of A World at War decide."""

import pytest

from aw_env.games.world_at_war.game import ruleset
from benchmarks.house_values import STEPS, Cell, cases_of, in_words, kept, moved, play, table, values_of, with_value


def test_a_step_is_a_tenth_and_at_least_one():
    assert [moved(number, 1) for number in (0, 2, 14, 43, -20)] == [1, 3, 15, 47, -18]
    assert moved([[1, 20], [10, 30]], -1) == [[1, 18], [10, 27]]
    assert in_words([[1, 18], [10, 27]]) == "18 then 27" and in_words(2) == "2"


def as_packed(rules):
    """The book and the first position, as bytes."""
    return rules.scenario.books.tobytes() + rules.scenario.templates.tobytes()


@pytest.mark.parametrize("scenario", ["raiders_long", "night_express", "mediterranean"])
def test_every_value_changes_the_game_that_is_played(scenario):
    """Each by itself, down as well as up; and what is printed is left as it was."""
    for value in values_of(scenario):
        rules = ruleset(scenario, value.options)
        packed = {step: as_packed(with_value(rules, value, sign)) for step, sign in STEPS.items()}
        assert packed["as it is"] == as_packed(ruleset(scenario, value.options))
        assert len({*packed.values()}) == 3, value.name


def test_the_italians_are_measured_with_their_option():
    cells = [(value.name, step) for _, value, step in cases_of(["raiders_long"])]
    assert cells.count(("threshold", "as it is")) == 1
    assert ("naval modifier of Italy", "as it is") in cells and ("naval modifier of Germany", "as it is") not in cells


def lines(*cells):
    return "\n".join([",".join(Cell._fields), *(",".join(cell) for cell in cells)]) + "\n"


def test_what_moves_the_result_most_comes_first(tmp_path):
    cells = [Cell("raiders", "threshold", "as it is", "3", "100", "0.5", "0.5")]
    for value, effect in (("small", 0.1), ("large", 0.2)):
        cells.append(Cell("raiders", value, "less", "1", "100", f"{0.5 - effect}", "0.5"))
        cells.append(Cell("raiders", value, "more", "3", "100", f"{0.5 + effect}", "0.5"))
    (tmp_path / "cells.csv").write_text(lines(*cells))
    told = table(kept(tmp_path / "cells.csv"), "raiders", 100).splitlines()
    assert told[2].startswith("| large | 1: 0.300 ± 0.090, 0.500 ± 0.098 | 3: 0.700")
    assert told[3].startswith("| small") and told[-1] == "As it is: 0.500 ± 0.098, 0.500 ± 0.098."


def test_a_file_of_something_else_is_one_clear_error(tmp_path):
    (tmp_path / "cells.csv").write_text("scenario,value\nraiders,threshold\n")
    with pytest.raises(ValueError, match=r"cells.csv, line 2: not a line of scenario, value"):
        kept(tmp_path / "cells.csv")


@pytest.mark.slow
def test_a_cell_is_played_once(tmp_path, monkeypatch):
    """The Axis win more often where they may trail by more; what the file holds is not played again."""
    import benchmarks.house_values

    path = tmp_path / "cells.csv"
    monkeypatch.setattr(benchmarks.house_values, "values_of", lambda scenario: values_of(scenario)[:1])
    play(["raiders"], 200, path)
    less, usual, more = sorted(kept(path), key=lambda one: int(one.number))
    assert (less.step, usual.step, more.step) == ("less", "as it is", "more")
    assert float(less.axis) > float(more.axis)
    with path.open("a") as file:
        file.write("raiders,naval modif")  # and here the machine was switched off
    monkeypatch.setattr(benchmarks.house_values, "cell", None)
    play(["raiders"], 200, path)
    assert len(kept(path)) == 3
