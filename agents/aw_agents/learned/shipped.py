"""Agents that come with the package, by name: `docs/agents.md` has a card of each.

    python train.py --config configs/training/shipped/campaign.toml
    python -m aw_agents.learned.shipped runs/campaign_selected campaign --tuning runs/campaign_doctrine

The second command puts a finished training in the place of a shipped agent: its weights as numbers of 16 bits, which is
half the size and plays alike.
"""

import argparse
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from aw_agents.doctrines import read_tables
from aw_agents.learned import checkpoint
from aw_agents.learned.player import AGENT_FILE, DOCTRINE_FILE, LearnedPlayer

if TYPE_CHECKING:
    from aw_agents.learned.player import AnyLearned

FOLDER = Path(__file__).parent / "shipped"
NAMES = tuple(sorted(file.stem for file in FOLDER.glob(f"*{checkpoint.SUFFIX}")))
"""Most are called as the scenario or game that they play; the module has a function of each name, for entry points."""


def shipped(name: str) -> "AnyLearned":
    """An agent, with the weights that came with the package."""
    return LearnedPlayer.load(FOLDER / f"{name}.npz")


def __getattr__(name: str) -> "Callable[[], AnyLearned]":
    if name not in NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(shipped, name)


def pack(agent: Path, target: Path, tuning: Path | None = None) -> None:
    """Write an agent with weights of 16 bits.  tuning: folder of the one whose doctrines the officer has that the agent
    corrects.  Raises CheckpointError, DoctrineError, and OSError where it cannot be written."""
    arrays, description = checkpoint.read(agent, "policy/")
    if tuning is not None:
        description["correcting"]["doctrines"] = read_tables(tuning / DOCTRINE_FILE)
    small = {name: array.astype(np.float16) for name, array in arrays.items()}
    checkpoint.write(target, small, {**description, "name": target.stem})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Replace a shipped agent with a finished training run.")
    parser.add_argument("run", type=Path, help="folder of the training run")
    parser.add_argument("name", help=f"name of the agent ({', '.join(NAMES)}, or a new one)")
    parser.add_argument("--tuning", type=Path, help="folder of the tuning whose doctrines the corrected officer has")
    given = parser.parse_args()
    pack(given.run / AGENT_FILE, FOLDER / f"{given.name}.npz", given.tuning)
