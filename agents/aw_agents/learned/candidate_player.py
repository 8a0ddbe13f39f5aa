"""A learned agent that compares the legal actions, at play: from its checkpoint, without torch."""

from pathlib import Path
from typing import Any

import numpy as np

from aw_agents.generators import check_begun, seed_generators
from aw_agents.learnable import learnable
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.description import Description, check_parts, check_shapes
from aw_agents.networks.candidate_network import (
    LEARNED,
    CandidateNetwork,
    choose_all,
    logits_of_all,
    values_of_all,
)
from aw_agents.scopes import CANDIDATES, RowScope, Scope
from aw_env.core.engine.compiling import records
from aw_env.core.players import Opinion, leanings_of


class CandidatePlayer:
    """A policy over the candidates that plays its likeliest action (`greedy`), or draws from its probabilities.

    weights: the learned arrays by the names of `CandidateNetwork`.  trained_for: the scenario that it has learned, if
    it is known.  It has all shapes of `aw_env.core.players`.
    """

    def __init__(
        self,
        scope: Scope,
        row_scope: RowScope,
        weights: dict[str, np.ndarray],
        greedy: bool = True,
        name: str = "learned",
        trained_for: str | None = None,
    ) -> None:
        self.name = name
        self.trained_for = trained_for
        self.plays = scope.vocabulary.ruleset_name
        self.scope, self.row_scope = scope, row_scope
        self.greedy = greedy
        self.game = learnable(scope.vocabulary.ruleset_name)
        self.network = CandidateNetwork(
            columns=scope.columns.astype(np.int64),
            scale=scope.scale.astype(np.float32),
            row_columns=row_scope.columns.astype(np.int64),
            row_scale=row_scope.scale.astype(np.float32),
            table=np.array(scope.vocabulary.table),
            output_of_action=scope.output_of_action,
            **{part: np.ascontiguousarray(weights[part], np.float32) for part in LEARNED},
        )
        self._generators = np.ones((1, 4), np.int64)
        self._own = np.ones(4, np.int64)

    @classmethod
    def of_checkpoint(
        cls, file: Path, said: Description, weights: dict[str, np.ndarray], greedy: bool
    ) -> "CandidatePlayer":
        """The agent of a file that was read and found to be one of these.  Raises CheckpointError."""
        try:
            vocabulary = learnable(said.game).vocabulary()
            scope = vocabulary.scope_named(said.columns, said.actions)
            row_scope = vocabulary.row_scope_named(said.row_columns or [])
        except LookupError as error:
            raise CheckpointError(f"{file}: made for another observation or vocabulary: {error}") from None
        _check_shapes(file, scope, row_scope, weights)
        return cls(scope, row_scope, weights, greedy, said.name or file.stem, said.scenario)

    @property
    def weights(self) -> dict[str, np.ndarray]:
        """The learned arrays, by name."""
        return {part: getattr(self.network, part) for part in LEARNED}

    def begin(self, num_games: int, seed: int) -> None:
        """Seed a generator for each of `num_games` games."""
        self._generators = np.zeros((num_games, 4), np.int64)
        seed_generators(seed, self._generators)
        self._own = self._generators[0].copy()

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`.  Raises ValueError without `begin` when it draws."""
        if not self.greedy:
            check_begun(self._generators, games)
        sights = records(self.game.sight, 2)
        self.game.play_candidates(books, games, first, last, plays, self.greedy, self._generators, self.network, sights)

    def logits(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """float32 `(k, n_actions)`: -inf where an action is illegal or has no row."""
        found = np.zeros(action_masks.shape, np.float32)
        logits_of_all(self.network, np.ascontiguousarray(observations), np.ascontiguousarray(action_masks), found)
        return found

    def values(self, observations: np.ndarray) -> np.ndarray:
        """float32 `(k,)`: what the seat of each row may still expect to earn."""
        found = np.zeros(len(observations), np.float32)
        values_of_all(self.network, np.ascontiguousarray(observations), found)
        return found

    def act_batch(self, observations: np.ndarray, action_masks: np.ndarray) -> np.ndarray:
        """See `aw_env.core.players.BatchPolicy`.  Raises ValueError for observations of another layout."""
        width = self.scope.vocabulary.observation_width
        if observations.shape[1] != width:
            raise ValueError(
                f"observations of {observations.shape[1]} columns; this agent reads {CANDIDATES!r} of {width}"
            )
        actions = np.zeros(len(observations), np.int64)
        seen, masks = np.array(observations), np.array(action_masks)
        choose_all(self.network, seen, masks, self.greedy, self._own, actions)
        return actions

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game, from the seat's view: whatever layout the game shows."""
        return int(self.act_batch(*self.read(view, observation["action_mask"]))[0])

    scale = "what the seat may still earn, as it has learned: 1 is a game won"
    """What its values mean."""

    def opinion(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> Opinion:
        """See `aw_env.core.players.Commentator`: its policy, and what it expects the seat still to earn."""
        seen, masks = self.read(view, observation["action_mask"])
        return Opinion(float(self.values(seen)[0]), leanings_of(self.logits(seen, masks)[0]))

    def leanings(self, books: np.ndarray, games: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
        """float32 `(n_actions,)`: the logits of the decision of `games[0]`, from what its seat may see."""
        return self.logits(*self._seen(books, games, int(games["seat"][0]), action_mask))[0]

    def read(self, view: Any, action_mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What the network reads of the decision of a view: an observation of the layout "candidates" and a mask, of
        one row each."""
        games = records(view.record.dtype, 1)
        games[0] = view.record
        return self._seen(view.scenario.books, games, int(view.seat), action_mask)

    def _seen(
        self, books: np.ndarray, games: np.ndarray, seat: int, action_mask: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """What a seat sees of the decision of `games[0]`: an observation of the layout "candidates" and a mask, of one
        row each."""
        seen, masks = np.zeros((1, self.scope.vocabulary.observation_width), np.int16), np.array(action_mask)[None]
        self.game.observe(books, games, 0, seat, self.game.summary, seen[0])
        lines = records(self.game.sight, 1)
        self.game.write_candidates(books, games, 0, 1, np.zeros(1, np.int64), lines, masks, seen)
        return seen, masks


def _check_shapes(file: Path, scope: Scope, row_scope: RowScope, weights: dict[str, np.ndarray]) -> None:
    """Raises CheckpointError unless the arrays fit what is read, what is said, and each other."""
    check_parts(file, weights, LEARNED)
    hidden, context = weights["first_bias"].size, weights["second_bias"].size
    features, mixed = weights["row_bias"].size, weights["mixed_bias"].size
    shapes: dict[str, tuple[int, ...]] = {
        "first": (len(scope.columns), hidden),
        "first_bias": (hidden,),
        "second": (hidden, context),
        "second_bias": (context,),
        "row": (len(row_scope.columns), features),
        "row_bias": (features,),
        "action": (len(scope.actions), features),
        "gate": (context, features),
        "gate_bias": (features,),
        "plain": (features, mixed),
        "gated": (features, mixed),
        "mixed": (context, mixed),
        "mixed_bias": (mixed,),
        "head": (mixed,),
        "value": (context,),
        "value_bias": (1,),
    }
    check_shapes(file, weights, shapes)
