"""A staff officer who has learned where he errs, at play: from a checkpoint, without torch."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import aw_agents
from aw_agents.learnable import learnable, set_of_kinds
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.description import Correcting, Description
from aw_agents.networks.corrections import Corrections, are_asked, correct_all, judge_all
from aw_agents.scopes import CANDIDATES
from aw_env.core.config.errors import unknown
from aw_env.core.declare.decisions import About
from aw_env.core.engine.compiling import records
from aw_env.core.players import Leaning, Opinion, player_names
from aw_env.core.seen.interpreted import interpreted
from aw_env.games import playing


class CorrectedPlayer:
    """The officer's answers, put right by networks that compare the legal actions (`aw_agents.networks.corrections`).
    Deterministic: the same position, the same answer.

    networks: as the players that they would be by themselves.  correcting: the officer, and when they are asked.
    Raises ValueError for a kind of decision, an officer or a ranker that there is not.
    """

    def __init__(
        self,
        networks: Sequence[CandidatePlayer],
        correcting: Correcting,
        name: str = "corrected",
        trained_for: str | None = None,
    ) -> None:
        self.networks, self.correcting, self.name, self.trained_for = networks, correcting, name, trained_for
        self.scope, self.row_scope = networks[0].scope, networks[0].row_scope
        self.plays = self.scope.vocabulary.ruleset_name
        self.game = learnable(self.plays)
        self.officer = self._officer()
        kinds = set_of_kinds("kinds", correcting.kinds, self.game.kinds)
        self.corrections = Corrections(
            tuple(one.network for one in networks), kinds, correcting.caution,
            self._ranker().network, correcting.shortlist, self._units(),
            sum(1 << kind for kind in self.game.kinds if kind.about is About.UNIT),
        )  # fmt: skip

    def _officer(self) -> Any:
        """Whose answers are compared with others.  Raises ValueError for doctrines that there are not."""
        officer: Any = aw_agents.load(self.correcting.officer, playing(self.plays).players)
        return officer.with_doctrines(self.correcting.doctrines) if self.correcting.doctrines else officer

    def _ranker(self) -> CandidatePlayer:
        """Whose likeliest answers are compared; without one a network that is not asked.  Raises ValueError."""
        if not self.correcting.shortlist:
            return self.networks[0]
        name, offered = self.correcting.ranker, playing(self.plays).players
        ranker = aw_agents.load(name, offered) if name in player_names(offered) else None
        if not isinstance(ranker, CandidatePlayer):
            raise ValueError(f"ranker: {name} is no agent of an installed package that compares the legal actions")
        return ranker

    def _units(self) -> np.ndarray:
        """See `Corrections.units`.  Raises ValueError for a unit that there is not."""
        if self.correcting.units is None:
            return np.zeros(0, np.uint8)
        known = self.scope.vocabulary.units
        for unit in self.correcting.units:
            if unit not in known:
                raise ValueError(f"units: {unknown(unit, 'unit', known)}")
        return np.isin(known, self.correcting.units).astype(np.uint8)

    @classmethod
    def of_checkpoint(cls, file: Path, said: Description, weights: dict[str, np.ndarray]) -> "CorrectedPlayer":
        """The agent of a file that was read and found to be one of these.  Raises CheckpointError."""
        assert said.correcting is not None, "it says whom it corrects"
        parts: dict[str, dict[str, np.ndarray]] = {}
        for name, array in weights.items():
            number, _, part = name.partition("/")
            parts.setdefault(number, {})[part] = array
        if [*parts] != [str(number) for number in range(len(parts))] or not parts:
            raise CheckpointError(f"{file}: its networks are not numbered from 0 on")
        networks = [CandidatePlayer.of_checkpoint(file, said, part, greedy=True) for part in parts.values()]
        if len({network.network.first_bias.size for network in networks}) > 1:
            raise CheckpointError(f"{file}: its networks are of different sizes")
        try:
            return cls(networks, said.correcting, said.name or file.stem, said.scenario)
        except ValueError as error:
            raise CheckpointError(f"{file}: its description is wrong: {error}") from None

    @property
    def weights(self) -> dict[str, np.ndarray]:
        """The learned arrays, by number of the network and name."""
        return {f"{k}/{name}": array for k, one in enumerate(self.networks) for name, array in one.weights.items()}

    @property
    def reads(self) -> dict[str, Any]:
        """What it reads and when it is asked, as the description of a checkpoint says it."""
        return {
            "layout": CANDIDATES,
            "columns": list(self.scope.column_names),
            "row_columns": list(self.row_scope.column_names),
            "actions": list(self.scope.action_names),
            "correcting": self.correcting.model_dump(),
        }

    def begin(self, num_games: int, seed: int) -> None:
        """Nothing to do: it throws no dice of its own."""

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`."""
        doctrines, sights = self.officer.doctrines_in(books), records(self.game.sight, 2)
        self.game.play_corrected(books, games, first, last, plays, doctrines, self.corrections, sights)

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game, from the seat's view: whatever layout the game shows."""
        officers, mask = self.officer.act(view, observation, info), observation["action_mask"]
        if not self.is_asked(int(view.decision), int(view.record["subject"])) or mask.sum() == 1:
            return officers
        seen, masks = self.networks[0].read(view, mask)
        return int(self.corrected(seen, masks, np.array([officers]))[0])

    scale = "how many games won more than with the officer's answer, as far as its networks are sure: 1 is a game"

    def opinion(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> Opinion:
        """See `aw_env.core.players.Commentator`: its answer, then by how much it finds the others better than the
        officer's, 0; where it is not asked, the officer's alone."""
        officers, mask = self.officer.act(view, observation, info), observation["action_mask"]
        if not self.is_asked(int(view.decision), int(view.record["subject"])) or mask.sum() == 1:
            return Opinion(None, [Leaning(officers, None, None)])
        seen, masks = self.networks[0].read(view, mask)
        sure = self.judged(seen, masks, np.array([officers]))[0]
        sure[officers] = 0.0
        given = int(self.corrected(seen, masks, np.array([officers]))[0])
        others = [int(answer) for answer in np.argsort(-sure, kind="stable")[: np.isfinite(sure).sum()]]
        best_first = [given, *(answer for answer in others if answer != given)]
        return Opinion(None, [Leaning(answer, None, float(sure[answer])) for answer in best_first])

    def is_asked(self, decision: int, subject: int) -> bool:
        """Whether the networks are asked at a decision of a kind.  subject: the unit that it is about, if it is."""
        return bool(interpreted(are_asked)(self.corrections, decision, subject))

    def corrected(self, observations: np.ndarray, action_masks: np.ndarray, officers: np.ndarray) -> np.ndarray:
        """int64 `(k,)`: the answers to decisions of the kinds that it corrects.  observations: int16 of the layout
        "candidates", `(k, columns)`.  officers: int64 `(k,)`, the officer's answers."""
        answers = officers.astype(np.int64)
        correct_all(self.corrections, np.ascontiguousarray(observations), np.ascontiguousarray(action_masks), answers)
        return answers

    def judged(self, observations: np.ndarray, action_masks: np.ndarray, officers: np.ndarray) -> np.ndarray:
        """float32 `(k, actions)`: by how much it is sure that answers are better than the officer's, -inf where it does
        not compare them.  Arguments: as `corrected`."""
        found = np.zeros(action_masks.shape, np.float32)
        judge_all(
            self.corrections, np.ascontiguousarray(observations), np.ascontiguousarray(action_masks), officers, found
        )
        return found
