"""Games of players as a data set of Minari (https://minari.farama.org), for learners that do not play themselves.

An episode is what one seat has met in one game, as an environment of that seat shows it (`core.faces.masked`): its own
decisions, however often the others are asked in between.  A game makes an episode for each seat that is asked anything.

| Of an episode of n decisions | |
| --- | --- |
| `observations` | `"observation"` int16 or float32 `(n + 1, columns)`, `"action_mask"` int8 `(n + 1, n_actions)` |
| `actions` | int64 `(n,)` |
| `rewards` | float32 `(n,)`: all that the seat has earned until its next decision, the end included |
| `terminations`, `truncations` | bool `(n,)`: the last decision of a game that was played to its end, or broken off |
| `infos` | int64 `(n + 1,)` each: `turn`, `phase`, `decision`, `subject` and `seat`, as in the environment; `player` |

The last of n + 1 rows is what the seat sees when the game has ended; nothing is legal there.  `player` is an index of
the names `players` in the data set's metadata.  An episode's own metadata has the `seed` of its game and in `options`
its seat: `reset(seed=seed, options=options)` of the environment that the data set recovers begins the same game.
"""

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import h5py
import minari
import numpy as np
from minari.data_collector import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id
from minari.namespace import create_namespace, list_local_namespaces
from minari.storage import get_dataset_path

from aw_env.core.arguments import checked_actions, checked_seed, whole_number
from aw_env.core.engine.arrays import scale_rows
from aw_env.core.engine.ledger import seed_of_game
from aw_env.core.faces.game import Game
from aw_env.core.faces.masked import MaskInObservation
from aw_env.core.faces.single_agent import SingleAgentEnv
from aw_env.core.faces.spaces import BOUND
from aw_env.core.players import Agent, BatchPolicy, answering, begin, name_of

MOST_GAMES = 1 << 20
"""Games of a data set."""
FILE = "main_data.hdf5"
"""What Minari keeps the episodes of a data set in."""
MOST_ROWS = 1024
"""Rows of observations that are read together."""
ROOT = "MINARI_DATASETS_PATH"
"""Where Minari is told of the folder of its data sets."""


def record(
    env: MaskInObservation,
    players: Sequence[Agent | BatchPolicy],
    games: int,
    seed: int,
    name: str,
    told: Callable[[], Any] = lambda: None,
) -> minari.MinariDataset:
    """Let players play the game of an environment, and keep what they have met and done as a data set.

    env: what the data set recovers; its game, layout, reward and dtype are those that are recorded.  players: in game k
    seat i is played by player `(i + k) % len(players)`.  seed: of the batch; game k is that of `game_seed(seed, k)`.
    name: by which `minari.load_dataset` finds it, such as "midway/scripted-v0".  told: called after each game.

    The data set is written aside and put in its place when it is whole.  Raises ValueError for wrong arguments, a name
    that is taken or a player that cannot be asked for single decisions, and PlayerFailed.
    """
    whole_number("games", games, 1, MOST_GAMES)
    check_name(name)
    for player in players:
        if not isinstance(player, Agent | BatchPolicy):
            raise ValueError(f"{name_of(player)} plays inside the engine's call alone: nobody sees its single decisions")
    called, rules = [name_of(player) for player in players], env.within.rules
    with _written_aside(name), warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning, module="minari")  # of what only publishers need say
        dataset = minari.create_dataset_from_buffers(
            name,
            [],
            env,
            algorithm_name=", ".join(called),
            description=f"{rules.scenario.title}: {games} games of {', '.join(called)}, seed {seed}",
            requirements=[f"aw_env=={version('aw_env')}"],
        )
        dataset.storage.update_metadata({"players": called, "seats": list(rules.seats)})
        dataset.storage.update_episodes(_episodes(env.within, players, games, checked_seed(seed), told))
        _pack(dataset.storage.data_path / FILE)
        dataset.storage.update_metadata({"dataset_size": dataset.storage.get_size()})
    return minari.load_dataset(name)


def check_name(name: str) -> None:
    """Raises ValueError for what cannot be the name of a new data set."""
    try:
        parse_dataset_id(name)
    except (ValueError, TypeError):
        raise ValueError(f"{name!r} names no data set: letters, digits, - and _, as in midway/scripted-v0") from None
    place = get_dataset_path(name)
    if place.exists():
        raise ValueError(f"there is a data set {name} in {place}: give another version, or `minari delete {name}`")


@contextmanager
def _written_aside(name: str) -> Iterator[None]:
    """Meanwhile Minari's data sets are those of a folder that it does not list; then a new one is put in its place."""
    namespace, root = parse_dataset_id(name)[0], os.environ.get(ROOT)
    with TemporaryDirectory(prefix=".unfinished_", dir=get_dataset_path()) as aside:
        os.environ[ROOT] = aside
        try:
            yield
            written = get_dataset_path(name)
        finally:
            if root is None:
                del os.environ[ROOT]
            else:
                os.environ[ROOT] = root
        if namespace is not None and namespace not in list_local_namespaces():
            create_namespace(namespace)
        written.rename(get_dataset_path(name))


def _pack(file: Path) -> None:
    """Write the file of a data set again, compressed: consecutive observations have nearly all in common."""
    packed = file.with_suffix(".packed")
    with h5py.File(file) as plain, h5py.File(packed, "w", track_order=True) as small:
        _pack_group(plain, small)
    packed.replace(file)


def _pack_group(plain: h5py.Group, small: h5py.Group) -> None:
    small.attrs.update(plain.attrs)
    for name, part in plain.items():
        if isinstance(part, h5py.Group):
            _pack_group(part, small.create_group(name))
        elif part.ndim == 1:
            small.create_dataset(name, data=part[()])
        else:
            rows, columns = part.shape
            chunk = (min(rows, MOST_ROWS), columns)
            small.create_dataset(name, data=part[()], chunks=chunk, compression="gzip", compression_opts=1, shuffle=True)


def _episodes(
    env: SingleAgentEnv, players: Sequence[Agent | BatchPolicy], games: int, seed: int, told: Callable[[], Any]
) -> Iterator[EpisodeBuffer]:
    """Play, and give the episodes of each game when it has ended."""
    for number in range(games):
        game = env.game
        game.reset(int(seed_of_game(seed, number)))
        seats = [Seat(env, seat, (seat + number) % len(players)) for seat in range(len(env.rules.seats))]
        for seat in seats:
            begin(players[seat.player], 1, game.seed + 1 + seat.number)
        while not game.ended:
            asked = seats[game.seat]
            asked.see()
            action = answer(players[asked.player], game)
            game.apply(action)
            asked.actions.append(action)
            for seat in seats:
                seat.earn()
        yield from (seat.episode() for seat in seats if seat.actions)
        told()


def answer(player: Agent | BatchPolicy, game: Game) -> int:
    """What a player says to the decision that is asked.  Raises PlayerFailed."""
    seen, mask = game.observe(game.seat), game.action_mask
    with answering(player):
        if isinstance(player, Agent):
            return int(player.act(game.view(game.seat), {"observation": seen, "action_mask": mask}, game.info()))
        return int(checked_actions(player.act_batch(seen[None], mask[None]), 1)[0])


class Seat:
    """What one seat meets and does in a game."""

    def __init__(self, env: SingleAgentEnv, number: int, player: int) -> None:
        self.number, self.player = number, player
        self.actions: list[int] = []
        self._env = env
        self._seen: list[np.ndarray] = []
        self._legal: list[np.ndarray] = []
        self._told: list[dict[str, Any]] = []
        self._earned: list[float] = []

    def see(self) -> None:
        """Note what is asked, or how the game has ended."""
        game = self._env.game
        self._seen.append(game.observe(self.number))
        self._legal.append(game.action_mask)
        self._told.append({**game.info_for(self.number), "seat": self.number, "player": self.player})
        self._earned.append(0.0)

    def earn(self) -> None:
        """Note what has been earned by an answer, whoever gave it; what comes before the first decision is not."""
        if self._earned:
            self._earned[-1] += float(self._env.game.rewards[self.number])

    def episode(self) -> EpisodeBuffer:
        """All of it, when the game has ended."""
        game, rules = self._env.game, self._env.rules
        self.see()
        ends = np.arange(1, len(self.actions) + 1) == len(self.actions)
        return EpisodeBuffer(
            seed=game.seed,
            options={"side": rules.seats[self.number]},
            observations={"observation": self._observations(), "action_mask": np.array(self._legal)},
            actions=np.array(self.actions, np.int64),
            rewards=np.array(self._earned[:-1], np.float32),
            terminations=ends & game.over,
            truncations=ends & game.truncated,
            infos={field: np.array([info[field] for info in self._told], np.int64) for field in self._told[0]},
        )

    def _observations(self) -> np.ndarray:
        """What it has seen, in the dtype of the environment."""
        seen = np.array(self._seen)
        if self._env.dtype == "int16":
            return seen
        scaled = np.empty(seen.shape, np.float32)
        scale_rows(seen, 0, len(seen), self._env.rules.scale(self._env.game.layout), BOUND, scaled)
        return scaled
