"""The curve of a training as a picture."""

from io import BytesIO
from pathlib import Path
from typing import Any

from aw_agents.training.results import Line
from aw_env.core.saves import write_file

COLORS = {"allies": "tab:blue", "axis": "tab:red"}


def draw_curve(path: Path, name: str, history: list[dict[str, Any]], yardsticks: list[Line]) -> None:
    """A panel for each fixed opponent."""
    draw_panels(path, [(name, opponent, history, yardsticks) for opponent in sorted(history[0]["points"])])


def draw_panels(path: Path, curves: list[tuple[str, str, list[dict[str, Any]], list[Line]]], columns: int = 4) -> None:
    """A picture of curves, so many beside each other, written whole or not at all: of each the name of the training,
    the opponent, the points of the curve and the yardsticks."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    columns = min(columns, len(curves))
    rows = -(-len(curves) // columns)
    figure, grid = pyplot.subplots(rows, columns, figsize=(5.5 * columns, 4 * rows), sharey=True, squeeze=False)
    for axis in grid.flat[len(curves) :]:
        axis.set_axis_off()
    for axis, (name, opponent, history, yardsticks) in zip(grid.flat, curves, strict=False):
        draw_panel(axis, opponent, history, yardsticks)
        axis.set_title(f"{name}\nagainst {opponent}")
    for row in grid:
        row[0].set_ylabel("points a game (win 1, draw 1/2)")
    grid[0][0].legend(title="side; dashed: the opponent there", fontsize=8, title_fontsize=8)
    figure.tight_layout()
    picture = BytesIO()
    figure.savefig(picture, format=path.suffix[1:], dpi=120)
    pyplot.close(figure)
    write_file(path, picture.getvalue())


def draw_panel(axis: Any, opponent: str, history: list[dict[str, Any]], yardsticks: list[Line]) -> None:
    """Points against an opponent from each side over the decisions learned from; dashed: what the opponent scores on
    that side against itself."""
    for entry in (entry for entry in yardsticks if entry.opponent == opponent):
        color = COLORS.get(entry.side)
        steps = [point["steps"] / 1e6 for point in history]
        points = [point["points"][opponent][entry.side] for point in history]
        axis.plot(steps, points, color=color, label=entry.side)
        axis.axhline(entry.points, color=color, linestyle="--", linewidth=0.8)
    axis.set_xlabel("decisions learned from, millions")
    axis.set_ylim(0, 1.02)
    axis.grid(alpha=0.3)
