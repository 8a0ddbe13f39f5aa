"""Games of players are recorded as a data set of Minari, whole or not at all.

What an interrupted recording has played is kept beside Minari's data sets, where Minari lists none, and a recording of
the same games goes on with it: the games are played again by their actions, and the data set is the same.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from shutil import rmtree
from typing import Any

import minari
from filelock import FileLock, Timeout
from minari.data_collector import EpisodeBuffer
from minari.dataset.minari_dataset import parse_dataset_id
from minari.namespace import create_namespace, list_local_namespaces
from minari.storage import get_dataset_path

from aw_env.core import saves
from aw_env.core.arguments import checked_seed, whole_number
from aw_env.core.engine.ledger import seed_of_game
from aw_env.core.faces.game import Game
from aw_env.core.faces.masked import MaskInObservation
from aw_env.core.faces.minari import action_names, answer, episodes_of, write
from aw_env.core.players import Agent, BatchPolicy, begin, name_of
from aw_env.recording import Record, RecordError, record_in, record_of

MOST_GAMES = 1 << 20
"""Games of a data set."""
GAMES = "games.jsonl"
"""The file of a data set's folder with its games as records (`recording`), one a line."""
UNFINISHED = ".unfinished"
"""The folder among Minari's data sets with the recordings that are not whole."""
SETTINGS = "settings.json"
"""What an unfinished recording records."""


@dataclass(frozen=True)
class Recording:
    """Games to be recorded.

    name: by which `minari.load_dataset` finds the data set, such as "midway/scripted-v0".  env: what the data set
    recovers; its game, layout, reward and dtype are those that are recorded.  scenario: its name or path.  players: in
    game k seat i is played by player `(i + k) % len(players)`.  called: their names.  games: how many.  seed: of the
    batch; game k is that of `game_seed(seed, k)`.  columns: the names of the observation's columns, if they are known.
    code: a link to the code, for those who publish the data set.

    Raises ValueError for wrong arguments, or a player that cannot be asked for single decisions.
    """

    name: str
    env: MaskInObservation
    scenario: str
    players: Sequence[Agent | BatchPolicy]
    called: Sequence[str]
    games: int
    seed: int = 0
    columns: Sequence[str] = ()
    code: str | None = None

    def __post_init__(self) -> None:
        whole_number("games", self.games, 1, MOST_GAMES)
        checked_seed(self.seed)
        try:
            parse_dataset_id(self.name)
        except (ValueError, TypeError):
            raise ValueError(
                f"{self.name!r} names no data set: letters, digits, - and _ (at least two before a /), and a version, "
                "as in midway/scripted-v0"
            ) from None
        for player in self.players:
            if not isinstance(player, Agent | BatchPolicy):
                raise ValueError(f"{name_of(player)} plays inside the engine alone: nobody sees its single decisions")

    @property
    def place(self) -> Path:
        """The folder of the data set."""
        return get_dataset_path(self.name)

    @property
    def aside(self) -> Path:
        """The folder of what is not whole yet."""
        return get_dataset_path() / UNFINISHED / self.name.replace("/", "__")

    def kept(self) -> int:
        """How many games an unfinished recording has kept."""
        return min(sum(1 for _ in _lines(self.aside / GAMES)), self.games)

    def write(self, replace: bool = False, told: Callable[[], Any] = lambda: None) -> minari.MinariDataset:
        """Play, and put the data set in its place when it is whole.

        replace: a data set of this name, and an unfinished recording of other games.  told: called after each game.

        Raises ValueError where there is one already or another process records it, RecordError (a ValueError) for games
        that have been kept and cannot be played here, PlayerFailed, and OSError.  Whatever breaks it off, the games
        that have been played are kept.
        """
        if self.place.exists() and not (replace and (self.place / "data").is_dir()):
            raise ValueError(f"there is a data set {self.name} in {self.place}: --force replaces it")
        with self._alone():
            self._begin(replace)
            whole = self.aside / "whole"
            rmtree(whole, ignore_errors=True)
            whole.mkdir()
            write(whole, self.name, self.env, self._episodes(whole / GAMES, told), self._metadata())
            self._put_in_place(whole)
        rmtree(self.aside)
        return minari.load_dataset(self.name)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        self.aside.mkdir(parents=True, exist_ok=True)
        try:
            with FileLock(self.aside / "lock", blocking=False):
                yield
        except Timeout:
            raise ValueError(f"another process records {self.name}") from None

    # --- what is recorded ----------------------------------------------------------------------------------

    def _settings(self) -> dict[str, Any]:
        """What the games, and what is seen of them, follow from."""
        within, rules = self.env.within, self.env.within.rules
        made_with = {} if self.env.spec is None else {**self.env.spec.kwargs}
        made_with.pop("opponent", None)
        return {
            **made_with,
            "game": rules.name,
            "scenario": self.scenario,
            "options": list(rules.options),
            "settings": rules.settings,
            "players": list(self.called),
            "seats": list(rules.seats),
            "seed": self.seed,
            "observation": within.game.layout,
            "dtype": within.dtype,
            "version": version("aw_env"),
            "digest": rules.scenario.digest,
        }

    def _metadata(self) -> dict[str, Any]:
        rules, called = self.env.within.rules, ", ".join(self.called)
        own = {"games": self.games, "columns": list(self.columns), "actions": action_names(rules)}
        code = {} if self.code is None else {"code_permalink": self.code}
        return {
            "algorithm_name": called,
            "description": f"{rules.scenario.title}, played by {called}; seed {self.seed}",
            "requirements": [f"aw_env=={version('aw_env')}"],
            **code,
            "aw_env": {**self._settings(), **own},
        }

    # --- what is kept --------------------------------------------------------------------------------------

    def _begin(self, replace: bool) -> None:
        """Go on with what is kept of these games, or begin anew."""
        file, settings = self.aside / SETTINGS, json.loads(json.dumps(self._settings()))
        if file.exists() and (begun := json.loads(file.read_text("utf-8"))) != settings:
            if not replace:
                others = [f"{key} {value}" for key, value in begun.items() if settings.get(key) != value]
                raise ValueError(
                    f"an unfinished recording of {self.name} is of other games ({'; '.join(others)}): the command that "
                    "started it continues it, --force starts over"
                )
            (self.aside / GAMES).unlink(missing_ok=True)
        saves.write_file(file, json.dumps(settings))

    def _episodes(self, records: Path, told: Callable[[], Any]) -> Iterator[EpisodeBuffer]:
        """Play the games, those that are kept by their actions; note each, and give its episodes."""
        kept = self.aside / GAMES
        count = _cut(kept)
        with kept.open("a", encoding="utf-8") as played, records.open("w", encoding="utf-8") as noted:
            known = _lines(kept)
            for number in range(self.games):
                line = next(known, "") if number < count else ""
                episodes = self._played(number, record_in(line, f"{kept}, line {number + 1}") if line else None)
                if not line:
                    line = record_of(self.env.within.game, self.scenario)
                    played.write(f"{line}\n")
                    played.flush()
                noted.write(f"{line}\n")
                yield from episodes
                told()

    def _played(self, number: int, record: Record | None) -> list[EpisodeBuffer]:
        rules, seed = self.env.within.rules, int(seed_of_game(self.seed, number))
        players = [(seat + number) % len(self.players) for seat in range(len(rules.seats))]
        if record is not None:
            return episodes_of(self.env.within, seed, players, lambda game: _as_recorded(record, game))
        for seat, player in enumerate(players):
            begin(self.players[player], 1, seed + 1 + seat)
        return episodes_of(self.env.within, seed, players, lambda game: answer(self.players[players[game.seat]], game))

    def _put_in_place(self, whole: Path) -> None:
        namespace = parse_dataset_id(self.name)[0]
        if namespace is not None and namespace not in list_local_namespaces():
            create_namespace(namespace)
        if self.place.exists():
            self.place.rename(self.aside / "replaced")
        whole.rename(self.place)


def _as_recorded(record: Record, game: Game) -> None:
    number = len(game.history)
    if number == len(record.actions):
        raise RecordError(f"the record of the game with seed {record.seed} ends before the game does")
    record.apply(game, number)


def _lines(file: Path) -> Iterator[str]:
    """The whole lines of a file, which may be missing."""
    if file.exists():
        with file.open(encoding="utf-8") as lines:
            yield from (line[:-1] for line in lines if line.endswith("\n"))


def _cut(file: Path) -> int:
    """Cut a line off that a crash has left half written; how many lines there are."""
    sizes = [len(line.encode()) + 1 for line in _lines(file)]
    if file.exists():
        with file.open("r+b") as whole:
            whole.truncate(sum(sizes))
    return len(sizes)
