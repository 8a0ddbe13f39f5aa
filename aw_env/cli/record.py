"""`aw-env record`: games of players are kept as a data set of Minari."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
from tqdm import tqdm

from aw_env.core.faces.masked import MaskInObservation
from aw_env.core.faces.minari import record as record_games
from aw_env.core.players import Agent, BatchPolicy, player_names
from aw_env.games import Known

FACE = "single_agent_env"
USUAL = {"players": 2, "victory": "team"}
"""What environments are not told, because not every game knows it."""


def seat_of(known: Known, game: str, opponent: str, **settings: Any) -> MaskInObservation:
    """The environment of one seat of a game.  game: the name of its rulesets.  settings: of `single_agent_env`.  Raises
    ValueError."""
    (spec,) = [spec for spec in gymnasium.registry.values() if str(spec.entry_point).endswith(f".{game}:{FACE}")]
    if opponent not in player_names(known.players) and Path(opponent).exists():
        opponent = str(Path(opponent).resolve())  # a data set may be used from anywhere
    told = {name: value for name, value in settings.items() if USUAL.get(name) != value}
    return MaskInObservation(gymnasium.make(spec, opponent=opponent, **told))


def record(env: MaskInObservation, players: Sequence[Agent | BatchPolicy], games: int, seed: int, name: str) -> str:
    """Record games, with a bar of progress, and say what has been written.  Raises as `core.faces.minari.record`."""
    with tqdm(total=games, unit="game", smoothing=0, leave=False, disable=None) as bar:
        data = record_games(env, players, games, seed, name, bar.update)
    size = data.storage.metadata["dataset_size"]
    return f"{name}: {data.total_episodes:,} episodes, {data.total_steps:,} decisions, {size} MB in {data.spec.data_path}"
