"""`aw-env record`: games of players are kept as a data set of Minari."""

from pathlib import Path
from typing import Any

import gymnasium
from tqdm import tqdm

from aw_env.core.faces.masked import MaskInObservation
from aw_env.core.playable import USUAL, Playable
from aw_env.core.players import player_names
from aw_env.table.datasets import Recording

FACE = "single_agent_env"


def env_of(known: Playable, opponent: str, **settings: Any) -> MaskInObservation:
    """The environment of one seat of a game, which whoever loads the data set gets too.  settings: of
    `single_agent_env`.  Raises ValueError."""
    (spec,) = [spec for spec in gymnasium.registry.values() if spec.entry_point == f"{known.module}:{FACE}"]
    if opponent not in player_names(known.players) and Path(opponent).exists():
        opponent = str(Path(opponent).resolve())  # a data set may be used from anywhere
    told = {name: value for name, value in settings.items() if USUAL.get(name) != value}
    return MaskInObservation(gymnasium.make(spec, opponent=opponent, **told))


def columns_of(known: Playable, layout: str) -> list[str]:
    """The names of the columns of a layout, where the game's public face tells them."""
    names = getattr(known.face, "observation_columns", None)
    return [] if names is None else names(layout)


def write(recording: Recording, replace: bool) -> str:
    """Write a data set, with a bar of progress, and say what has been written.  Raises as `Recording.write`."""
    with tqdm(total=recording.games, unit="game", smoothing=0, leave=False, disable=None) as bar:
        data = recording.write(replace, bar.update)
    size = data.storage.metadata["dataset_size"]
    return (
        f"{recording.name}: {data.total_episodes:,} episodes, {data.total_steps:,} decisions, {size} MB in "
        f"{recording.place}"
    )


def left(recording: Recording) -> str:
    """What is left of a recording that was broken off, and what to do with it."""
    if not recording.aside.exists():
        return "no game has been kept"
    return (
        f"{recording.kept():,} of {recording.games:,} games are kept in {recording.aside}: the same command continues "
        "with them; to start over, delete that folder"
    )
