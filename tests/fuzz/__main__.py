"""Run every attack, each kind in a process of its own, and print what came of it.

python -m tests.fuzz --inputs 12500
python -m tests.fuzz --kind "crafted saves" --only 1234
"""

import argparse
import os
import select
import subprocess
import sys
import time
import traceback
from collections import Counter

from tests.fuzz.kinds import KINDS
from tests.fuzz.outcome import ACCEPTED, REFUSED, Changed

PATIENCE = 300.0
"""Seconds after which an input counts as a hang: players may have to be compiled for it."""
STARTING = 900.0
"""Seconds for the first input, before which the rules may have to be compiled."""
COLUMNS = ("inputs", REFUSED, ACCEPTED, "hangs", "crashes", "tracebacks", "changed")


def work(kind, first, last):
    """Attack with the inputs `first` to `last - 1`; a line before and after each."""
    attack = KINDS[kind].attack()
    for number in range(first, last):
        print("begin", number, flush=True)
        try:
            outcome = attack(number)
        except Changed as error:
            outcome = f"changed {error}"
        except Exception as error:
            where = traceback.extract_tb(error.__traceback__)[-1]
            outcome = f"tracebacks {type(error).__name__}: {str(error)[:150]!r} ({where.filename}:{where.lineno})"
        print("end", number, outcome, flush=True)


def attacked(kind, first, last):
    """What came of the inputs `first` to `last - 1`, each as (number, outcome), in processes that may die."""
    environment = os.environ | ({"NUMBA_BOUNDSCHECK": "1"} if KINDS[kind].bounds_checked else {})
    while first < last:
        command = [sys.executable, "-m", "tests.fuzz", "--kind", kind, "--worker", str(first), str(last)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as process:
            yield from follow(process, first)
            begun = process.begun
            process.kill()
        first = begun + 1


def follow(process, first):
    """What came of the inputs of a worker, as it tells; `process.begun` is the last that it has begun."""
    process.begun, patience, rest = first, STARTING, b""
    deadline = time.monotonic() + patience
    while True:
        ready, _, _ = select.select([process.stdout], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            yield process.begun, "hangs"
            return
        read = os.read(process.stdout.fileno(), 1 << 16)
        if not read:
            if process.wait() != 0:  # killed by a signal, or by an error of the harness itself
                yield process.begun, f"crashes with status {process.returncode}"
            return
        *lines, rest = (rest + read).split(b"\n")
        for line in lines:
            word, _, told = line.decode().partition(" ")
            number, _, outcome = told.partition(" ")
            if word == "begin":
                process.begun = int(number)
            elif word == "end":
                patience = PATIENCE
                yield int(number), outcome
        deadline = time.monotonic() + patience


def main():
    """The table."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Attack everything that reads a file.")
    parser.add_argument("--inputs", type=int, default=12_500, help="how many in all")
    parser.add_argument("--kind", choices=KINDS, help="only these")
    parser.add_argument("--first", type=int, default=0, help="number of the first input of each kind")
    parser.add_argument("--only", type=int, help="one input, in this process, with its traceback")
    parser.add_argument("--worker", type=int, nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker is not None:
        return work(given.kind, *given.worker)
    if given.only is not None:
        return print(KINDS[given.kind].attack()(given.only))
    print("| kind | " + " | ".join(COLUMNS) + " |\n|---|" + "---:|" * len(COLUMNS), flush=True)
    totals = Counter()
    for name in [given.kind] if given.kind else KINDS:
        count = given.inputs if given.kind else round(given.inputs * KINDS[name].share)
        found = Counter()
        for number, outcome in attacked(name, given.first, given.first + count):
            found[outcome.split()[0]] += 1
            found["inputs"] += 1
            if outcome not in (REFUSED, ACCEPTED):
                print(f"{name} {number}: {outcome}", file=sys.stderr, flush=True)
        totals += found
        print(f"| {name} | " + " | ".join(str(found[column]) for column in COLUMNS) + " |", flush=True)
    print("| **all** | " + " | ".join(str(totals[column]) for column in COLUMNS) + " |")
    return sum(totals[column] for column in COLUMNS[3:])


if __name__ == "__main__":
    sys.exit(main() or 0)
