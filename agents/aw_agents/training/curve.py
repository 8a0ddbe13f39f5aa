"""The curve of a training as a picture."""

from pathlib import Path
from typing import Any

from aw_agents.training.results import Line


def draw_curve(path: Path, name: str, history: list[dict[str, Any]], yardsticks: list[Line]) -> None:
    """Points against each fixed opponent from each side over the decisions learned from; dashed: what the opponent
    scores on that side against itself."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    opponents = sorted(history[0]["points"])
    figure, rows = pyplot.subplots(1, len(opponents), figsize=(5.5 * len(opponents), 4), sharey=True, squeeze=False)
    axes = rows[0]
    colors = {"allies": "tab:blue", "axis": "tab:red"}
    for axis, opponent in zip(axes, opponents, strict=True):
        for entry in (entry for entry in yardsticks if entry.opponent == opponent):
            color = colors.get(entry.side)
            steps = [point["steps"] / 1e6 for point in history]
            points = [point["points"][opponent][entry.side] for point in history]
            axis.plot(steps, points, color=color, label=entry.side)
            axis.axhline(entry.points, color=color, linestyle="--", linewidth=0.8)
        axis.set_title(f"{name} against {opponent}")
        axis.set_xlabel("decisions learned from, millions")
        axis.set_ylim(0, 1.02)
        axis.grid(alpha=0.3)
    axes[0].set_ylabel("points a game (win 1, draw 1/2)")
    axes[0].legend(title="side; dashed: the opponent there", fontsize=8, title_fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    pyplot.close(figure)
