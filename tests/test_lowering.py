"""Rules written down in few words do what Python does with them."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from aw_env.core.engine.compiling import INTERPRETED, compiled, rule

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
SHIP = np.dtype([("speed", np.int32), ("turrets", np.int64, (3,))], align=True)
FLEET = np.dtype(
    [
        ("strength", np.int32),
        ("row", np.int32, (6,)),
        ("grid", np.int64, (3, 4)),
        ("ships", SHIP, (2,)),
        ("out", np.int64, (9,)),
    ],
    align=True,
)


@rule
def indices(fleet, number):
    out = fleet.out
    out[0] = fleet.row[number] + fleet.row[2] * 10 + fleet.row[-1] * 100 + fleet.row[-number - 1] * 1000
    out[1] = fleet.grid[number, 3] + fleet.grid[1, -number - 1] * 100
    out[2] = fleet.ships[1].speed + fleet.ships[number].turrets[2] * 100
    fleet.row[number] = 7
    fleet.grid[2, number] += 5
    fleet.ships[0].turrets[-1] = fleet.strength
    return out[0]


@rule
def rows(fleet, number):
    line = fleet.grid[number]
    line[1] = 40
    fleet.out[4:6] = 3
    return len(fleet.row) + line[2] + line.sum() + fleet.out[3:7].sum()


@rule
def loops(fleet, number):
    total = 0
    for i in range(number, 6):
        for j in range(i):
            if j == 4:
                break
            total += i * 10 + j
        fleet.out[i] = total
    for i in range(5, number, -2):
        total = total * 3 + i
    for i in range(number, -3):
        total += 1000 + i
    for value in fleet.row:
        total += int(value)
    return total + len(range(number))


@rule
def given_anew(fleet, number):
    if fleet.row[0] > 0:
        number = number * 2
    pair = (number, fleet.strength)
    first, second = pair
    return first * 100 + second + pair[1] + (fleet.row if number > 2 else fleet.row)[1]


@rule
def nothing(fleet):
    fleet.strength += 1


@rule
def halves(fleet, number):
    nothing(fleet)
    return fleet.strength // 2, number / 2


@compiled
def play(fleets, number, out):
    fleet = fleets[0]
    out[0] = indices(fleet, number)
    out[1] = rows(fleet, number)
    out[2] = loops(fleet, number)
    out[3] = given_anew(fleet, number)
    whole, half = halves(fleet, number)
    out[4] = whole * 10 + int(half)


def fleet_of(seed):
    draw = np.random.default_rng(seed).integers
    fleets = np.zeros(1, FLEET)
    for part in (
        fleets["strength"],
        fleets["row"],
        fleets["grid"],
        fleets["ships"]["speed"],
        fleets["ships"]["turrets"],
    ):
        part[...] = draw(0, 3, part.shape)
    return fleets


@pytest.mark.parametrize("number", [0, 1])
@pytest.mark.parametrize("seed", range(3))
def test_compiled_rules_do_what_python_does(seed, number, monkeypatch):
    ours, theirs = fleet_of(seed), fleet_of(seed)
    out, expected = np.zeros(5, np.int64), np.zeros(5, np.int64)
    play(ours, number, out)
    for one in (indices, rows, loops, given_anew, nothing, halves):
        monkeypatch.setitem(play.py_func.__globals__, one.__name__, one.py_func)
    play.py_func(theirs.view(np.recarray), number, expected)
    assert out.tolist() == expected.tolist()
    assert ours.tobytes() == theirs.tobytes()


OUT_OF_BOUNDS = """
import numpy as np
from aw_env.core.engine.compiling import compiled, rule

RECORD = np.dtype([("row", np.int8, (6,)), ("grid", np.int16, (3, 4))], align=True)

@rule
def one(record, i, j):
    return record.row[i] + record.grid[i, j]

@rule
def through(record, i, j):
    return one(record, i, j)

@compiled
def entry(records, i, j):
    return through(records[0], i, j)

print(entry(np.zeros(1, RECORD), 2, -4))
for i, j in ((3, 0), (0, 4), (-7, 0), (0, -5)):
    try:
        entry(np.zeros(1, RECORD), i, j)
    except IndexError as error:
        print(error)
"""


def test_indices_are_checked_when_that_is_asked_and_the_exception_comes_through(tmp_path):
    file = tmp_path / "entry.py"
    file.write_text(OUT_OF_BOUNDS, "utf-8")
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "PYTHONPATH": str(ROOT),
        "AW_ENV_CACHE": str(tmp_path / "cache"),
    }
    run = subprocess.run([sys.executable, str(file)], env=environment, capture_output=True, text=True)
    assert run.stdout.split("\n")[:5] == ["0"] + ["index is out of bounds"] * 4, run.stderr
