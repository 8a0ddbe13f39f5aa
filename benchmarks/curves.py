"""Draw the learning curves of several training runs in one picture.

    python -m benchmarks.curves runs/pacific_imitation runs/pacific_turns --picture docs/training_curves.png

Draws a panel for each run and each opponent of its curve except `random`, which every agent soon beats.  Needs the
`train` extra (matplotlib).
"""

import argparse
import json
from pathlib import Path
from typing import Any

from aw_agents.training.curve import draw_panels
from aw_agents.training.results import Line
from aw_env.core.streams import replace_unknown_letters

CHANCE = "random"


def curves_of(folder: Path) -> list[tuple[str, str, list[dict[str, Any]], list[Line]]]:
    """What `draw_panels` takes, from the results of a run.  Raises SystemExit where the folder holds none."""
    results = folder / "results.json"
    if not results.exists():
        raise SystemExit(f"{folder}: no training has ended there")
    written = json.loads(results.read_text())
    name, history = written["experiment"]["name"], written["history"]
    yardsticks = [Line(**entry) for entry in written["yardsticks"]]
    return [(name, other, history, yardsticks) for other in sorted(history[0]["points"]) if other != CHANCE]


def main() -> None:
    """Draw them."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", type=Path, nargs="+", help="folders of finished training runs")
    parser.add_argument("--picture", type=Path, required=True)
    given = parser.parse_args()
    draw_panels(given.picture, [curve for folder in given.runs for curve in curves_of(folder)])


if __name__ == "__main__":
    main()
