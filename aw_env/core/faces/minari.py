"""Games as a data set of Minari (https://minari.farama.org), for learners that do not play themselves.

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
those who play.  An episode's own metadata has the `seed` of its game and in `options` its seat:
`reset(seed=seed, options=options)` of the environment that the data set recovers begins the same game.
"""

import errno
import os
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import h5py
import minari
import numpy as np
from minari.data_collector import EpisodeBuffer
from minari.dataset.minari_storage import MinariStorage

from aw_env.core.arguments import checked_actions
from aw_env.core.engine.arrays import scale_rows
from aw_env.core.faces.game import Game
from aw_env.core.faces.masked import MaskInObservation
from aw_env.core.faces.single_agent import SingleAgentEnv
from aw_env.core.faces.spaces import BOUND
from aw_env.core.players import Agent, Answering, BatchPolicy
from aw_env.core.ruleset import Ruleset

FILE = "main_data.hdf5"
"""What Minari keeps the episodes of a data set in."""
LAYOUT = "v110"
"""The version of HDF5 in whose layout files are written: in the older one short episodes take twice the room."""
MOST_ROWS = 1024
"""Rows of observations that are compressed together."""
LEFT_FREE = 1 << 22
"""Bytes of the disk that are not written to: on a full one HDF5 ends the process."""

# --- playing -----------------------------------------------------------------------------------------------


def episodes_of(
    env: SingleAgentEnv, seed: int, players: Sequence[int], play: Callable[[Game], None]
) -> list[EpisodeBuffer]:
    """Play a game of an environment, and give what each seat that is asked anything has met in it.

    seed: of its dice.  players: who has each seat, as `infos` name them.  play: answers a decision of the game.
    """
    game = env.game
    game.reset(seed)
    seats = [Seat(env, number, player) for number, player in enumerate(players)]
    while not game.ended:
        asked = seats[game.seat]
        asked.see()
        play(game)
        asked.actions.append(game.history[-1])
        for seat in seats:
            seat.earn()
    return [seat.episode() for seat in seats if seat.actions]


def answer(player: Agent | BatchPolicy, game: Game) -> None:
    """Let a player answer the decision that is asked.  Raises PlayerFailed."""
    seen, mask = game.observe(game.seat), game.action_mask
    with Answering(player):
        if isinstance(player, Agent):
            action = player.act(game.view(game.seat), {"observation": seen, "action_mask": mask}, game.info())
        else:
            action = checked_actions(player.act_batch(seen[None], mask[None]), 1)[0]
        game.apply(action)


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


# --- writing -----------------------------------------------------------------------------------------------


def write(
    folder: Path, name: str, env: MaskInObservation, episodes: Iterable[EpisodeBuffer], told: Mapping[str, Any]
) -> None:
    """Write a data set of Minari into an empty folder, one episode after another.

    name: by which it is to be loaded.  env: what it recovers.  told: metadata besides, as JSON.  What `episodes` raises
    goes through, and leaves a data set that is not whole.

    Minari itself would write observations as they are; here they are compressed, for one has nearly all in common with
    the next.
    """
    storage = MinariStorage.new(folder / "data", env.observation_space, env.action_space, env.spec)
    number = steps = 0
    with h5py.File(storage.data_path / FILE, "w", libver=LAYOUT, track_order=True) as file:
        for number, episode in enumerate(episodes, start=1):
            _check_room(folder, episode)
            group = file.create_group(f"episode_{number - 1}")
            group.attrs.update({"id": number - 1, "seed": episode.seed, "total_steps": len(episode)})
            group.attrs.update({f"options/{key}": value for key, value in (episode.options or {}).items()})
            for part in ("observations", "actions", "rewards", "terminations", "truncations", "infos"):
                _write_part(group, part, getattr(episode, part))
            steps += len(episode)
    storage.update_metadata(
        {
            "dataset_id": name,
            "minari_version": minari.__version__,
            "total_episodes": number,
            "total_steps": steps,
            "dataset_size": storage.get_size(),
            **told,
        }
    )


def _check_room(folder: Path, episode: EpisodeBuffer) -> None:
    """Raises OSError where an episode might fill the disk."""
    arrays = [*episode.observations.values(), *episode.infos.values(), episode.actions, episode.rewards]
    if shutil.disk_usage(folder).free < sum(array.nbytes for array in arrays) + LEFT_FREE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(folder))


def _write_part(group: h5py.Group, name: str, part: Mapping[str, Any] | np.ndarray) -> None:
    if isinstance(part, Mapping):
        inner = group.create_group(name)
        for key, value in part.items():
            _write_part(inner, key, value)
    elif part.ndim == 1:
        group.create_dataset(name, data=part)
    else:
        chunk = (min(len(part), MOST_ROWS), part.shape[1])
        group.create_dataset(name, data=part, chunks=chunk, compression="gzip", compression_opts=1, shuffle=True)


def action_names(rules: Ruleset) -> list[str]:
    """What each action of the vocabulary chooses: "option/hold fire", "place/ID" or "unit/ID"; "" where it has none."""
    words, names = rules.speech().understanding.words, rules.scenario.names
    found = [""] * rules.n_actions
    for option, spoken in words.options.items():
        found[option] = f"option/{spoken.words}"
    for kind, first, things in (("place", words.first_place, names.places), ("unit", words.first_unit, names.units)):
        for number, thing in enumerate(things):
            if thing is not None:
                found[first + number] = f"{kind}/{thing.id}"
    return found
