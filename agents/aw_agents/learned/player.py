"""A learned agent at play: from its checkpoint, without torch."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from aw_agents.generators import check_begun, seed_generators
from aw_agents.learnable import learnable
from aw_agents.learned import checkpoint
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.description import Description, check_parts, check_shapes, checked_description
from aw_agents.networks.network import UNKNOWN_ACTION, Network
from aw_agents.scopes import CANDIDATES, LAYOUT, Scope
from aw_env.core.players import Opinion, leanings_of, load
from aw_env.games import names, playing, rulesets_of

if TYPE_CHECKING:
    from aw_agents.learned.candidate_player import CandidatePlayer
    from aw_agents.learned.corrected_player import CorrectedPlayer

    AnyLearned: TypeAlias = "LearnedPlayer | CandidatePlayer | CorrectedPlayer"

AGENT_FILE = "agent.npz"
"""The finished agent in the folder of a run."""
DOCTRINE_FILE = "doctrine.toml"
"""What stands there in its place after a tuning of the officer."""
WEIGHTS = ("first", "first_bias", "second", "second_bias", "head", "head_bias")


class LearnedPlayer:
    """A policy that plays its likeliest action (`greedy`), or draws from its probabilities.

    weights: arrays by the names of `network.Network`.  trained_for: the scenario that it has learned, if it is known.
    It has all shapes of `aw_env.core.players`.
    """

    def __init__(
        self,
        scope: Scope,
        weights: dict[str, np.ndarray],
        greedy: bool = True,
        name: str = "learned",
        trained_for: str | None = None,
    ) -> None:
        self.name = name
        self.trained_for = trained_for
        self.plays = scope.vocabulary.ruleset_name
        self.game = learnable(self.plays)
        self.scope = scope
        self.greedy = greedy
        plain = {part: np.ascontiguousarray(weights[part], np.float32) for part in WEIGHTS}
        self.network = Network(
            columns=scope.columns.astype(np.int64),
            scale=scope.scale.astype(np.float32),
            output_of_action=scope.output_of_action,
            **plain,
        )
        self._generators = np.zeros((0, 4), np.int64)
        self._rng = np.random.default_rng(0)

    @classmethod
    def load(cls, path: Path, greedy: bool | None = None) -> "AnyLearned":
        """The agent of a checkpoint, or of the folder of a run; one that compares candidates is a `CandidatePlayer`,
        one that corrects an officer a `CorrectedPlayer`.  greedy: None: as the file says.  Raises CheckpointError."""
        file = path
        if path.is_dir():
            finished = path / AGENT_FILE
            file = finished if finished.exists() else checkpoint.newest(path / "checkpoints") or finished
        arrays, description = checkpoint.read(file, "policy/")
        said = checked_description(file, description, Description)
        weights = {name.removeprefix("policy/"): array for name, array in arrays.items()}
        greedy = said.greedy if greedy is None else greedy
        if said.layout == CANDIDATES:
            if said.correcting is not None:
                from aw_agents.learned.corrected_player import CorrectedPlayer

                return CorrectedPlayer.of_checkpoint(file, said, weights)
            from aw_agents.learned.candidate_player import CandidatePlayer

            return CandidatePlayer.of_checkpoint(file, said, weights, greedy)
        if said.layout != LAYOUT:
            raise CheckpointError(f"{file}: reads the observation {said.layout!r}, not {LAYOUT!r} or {CANDIDATES!r}")
        game = learnable(said.game)
        if game.play_summaries is None:
            raise CheckpointError(f"{file}: agents of {said.game} read the observation {CANDIDATES!r}, not {LAYOUT!r}")
        try:
            scope = game.vocabulary().scope_named(said.columns, said.actions)
        except LookupError as error:
            raise CheckpointError(f"{file}: made for another observation or vocabulary: {error}") from None
        _check_shapes(file, scope, weights)
        return cls(scope, weights, greedy, said.name or file.stem, said.scenario)

    @property
    def weights(self) -> dict[str, np.ndarray]:
        """The learned arrays, by name."""
        return {part: getattr(self.network, part) for part in WEIGHTS}

    def begin(self, num_games: int, seed: int) -> None:
        """Seed a generator for each of `num_games` games."""
        self._generators = np.zeros((num_games, 4), np.int64)
        seed_generators(seed, self._generators)
        self._rng = np.random.default_rng(seed)

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`.  Raises ValueError without `begin` when it draws."""
        if not self.greedy:
            check_begun(self._generators, games)
        assert self.game.play_summaries is not None, "there are agents of this kind for games that have it"
        self.game.play_summaries(books, games, first, last, plays, self.greedy, self._generators, self.network)

    def logits(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """float32 `(k, n_actions)`: -inf where an action is illegal."""
        net = self.network
        seen = observations[:, net.columns] * net.scale
        hidden = np.maximum((np.sign(seen) * np.log1p(np.abs(seen))) @ net.first + net.first_bias, 0)
        hidden = np.maximum(hidden @ net.second + net.second_bias, 0)
        found = np.full(action_masks.shape, UNKNOWN_ACTION, np.float32)
        found[:, self.scope.actions] = hidden @ net.head.T + net.head_bias
        return np.where(action_masks == 1, found, -np.inf)

    def act_batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """See `aw_env.core.players.BatchPolicy`.  Raises ValueError for observations of another layout."""
        width = len(self.scope.vocabulary.columns)
        if observations.shape[1] != width:
            raise ValueError(f"observations of {observations.shape[1]} columns; this agent reads {LAYOUT!r} of {width}")
        found = self.logits(observations, action_masks)
        if not self.greedy:
            found = found + self._rng.gumbel(size=found.shape)
        return found.argmax(1)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game."""
        return int(self.act_batch(observation["observation"][None], observation["action_mask"][None])[0])

    scale = "how likely it would choose each"
    """What its opinions mean."""

    def opinion(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> Opinion:
        """See `aw_env.core.players.Commentator`: its policy; of the position it does not say anything."""
        logits = self.logits(observation["observation"][None], observation["action_mask"][None])
        return Opinion(None, leanings_of(logits[0]))


def loaded_for(ruleset_name: str, path: Path) -> Any:
    """The agent of a checkpoint, or of the folder of a run, that plays a game; of the folder of a tuning the officer as
    tuned.  Raises CheckpointError, for one of another game too, and DoctrineError."""
    if (path / DOCTRINE_FILE).is_file() and not (path / AGENT_FILE).exists():
        return load(f"tuned:{path / DOCTRINE_FILE}", playing(ruleset_name).players)
    player = LearnedPlayer.load(path)
    plays = player.scope.vocabulary.ruleset_name
    if plays != ruleset_name:
        raise CheckpointError(f"{path}: an agent of {plays}, not of {ruleset_name}")
    return player


def loaded_for_game(game: str) -> Callable[[Path], Any]:
    """`loaded_for` a game by its name, for the players of every game."""
    return partial(loaded_for, rulesets_of(game))


def __getattr__(name: str) -> Callable[[Path], Any]:
    """`of_GAME`: `loaded_for` a game that is installed, for its entry point `checkpoint`."""
    of, _, game = name.partition("_")
    if of != "of" or game not in names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(loaded_for, rulesets_of(game))


def _check_shapes(file: Path, scope: Scope, weights: dict[str, np.ndarray]) -> None:
    """Raises CheckpointError unless the arrays fit the columns, the actions and each other."""
    check_parts(file, weights, WEIGHTS)
    hidden, second = weights["first_bias"].size, weights["second_bias"].size
    inputs, outputs = len(scope.columns), len(scope.actions)
    shapes = [(inputs, hidden), (hidden,), (hidden, second), (second,), (outputs, second), (outputs,)]
    check_shapes(file, weights, dict(zip(WEIGHTS, shapes, strict=True)))
