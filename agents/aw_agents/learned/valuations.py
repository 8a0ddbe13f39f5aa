"""Valuations by war: those that come with the package, and those of files (`aw_agents.training.values` makes them)."""

from pathlib import Path

import numpy as np

from aw_agents.learnable import learnable
from aw_agents.learned import checkpoint
from aw_agents.learned.checkpoint import CheckpointError
from aw_agents.learned.description import ValuationDescription, check_parts, check_shapes, checked_description
from aw_agents.networks.valuation import LEARNED, Valuation
from aw_agents.scopes import Scope

FOLDER = Path(__file__).parent / "valuations"
LAYOUT = "valuation"
"""In the description of a checkpoint, in place of an observation: what it holds chooses no actions."""
GROUP = "network/"


def shipped(plays: str) -> dict[str, Valuation]:
    """Those that come with the package for a game, by the name of its rulesets."""
    folder = FOLDER / plays.removesuffix("_v0")
    return dict(read(file, plays) for file in sorted(folder.glob(f"*{checkpoint.SUFFIX}")))


def read(file: Path, plays: str) -> tuple[str, Valuation]:
    """The war of a file and its valuation.  Raises CheckpointError, for one of another game too."""
    arrays, description = checkpoint.read(file, GROUP)
    said = checked_description(file, description, ValuationDescription)
    if said.layout != LAYOUT or said.game != plays:
        raise CheckpointError(f"{file}: holds no valuation of {plays}")
    weights = {name.removeprefix(GROUP): array for name, array in arrays.items()}
    try:
        scope = learnable(plays).vocabulary().scope_named(said.columns, [])
    except LookupError as error:
        raise CheckpointError(f"{file}: made for another observation: {error}") from None
    check_parts(file, weights, LEARNED)
    hidden, context = weights["first_bias"].size, weights["second_bias"].size
    shapes = [(len(scope.columns), hidden), (hidden,), (hidden, context), (context,), (context,), (1,), (1,)]
    check_shapes(file, weights, dict(zip(LEARNED, shapes, strict=True)))
    return said.war, of_weights(scope, weights)


def of_weights(scope: Scope, weights: dict[str, np.ndarray]) -> Valuation:
    """The valuation that reads the columns of a scope with such weights."""
    plain = {part: np.ascontiguousarray(weights[part], np.float32) for part in LEARNED}
    return Valuation(scope.columns.astype(np.int64), scope.scale.astype(np.float32), **plain)


def write(file: Path, war: str, scope: Scope, weights: dict[str, np.ndarray]) -> None:
    """Write a valuation with weights of 16 bits.  Raises OSError."""
    small = {f"{GROUP}{name}": weights[name].astype(np.float16) for name in LEARNED}
    plays, columns = scope.vocabulary.ruleset_name, list(scope.column_names)
    checkpoint.write(file, small, {"layout": LAYOUT, "game": plays, "war": war, "columns": columns})
