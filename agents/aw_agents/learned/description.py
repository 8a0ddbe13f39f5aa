"""What a checkpoint must say of an agent, and the shapes that its weights must have."""

from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from aw_agents.learned.checkpoint import CheckpointError
from aw_env.games import FIRST_RULESETS, names, rulesets_of

MOST_HIDDEN = 1 << 14
"""Units of a layer: more are no network of ours."""
Names = Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=100_000)]


def checked_rulesets(name: str) -> str:
    """The name of rulesets that an installed game has.  Raises ValueError that lists them."""
    known = [rulesets_of(game) for game in names()]
    if name not in known:
        raise ValueError(f"choose from {', '.join(known)}")
    return name


class Reader(BaseModel):
    """What the description of a checkpoint says of any network that reads observations."""

    model_config = ConfigDict(strict=True)

    game: Annotated[str, AfterValidator(checked_rulesets)] = FIRST_RULESETS
    """Name of the rulesets that it plays; checkpoints of the first game need not say it."""
    layout: Annotated[str, Field(max_length=200)]
    columns: Names

    def names(self) -> dict[str, list[str]]:
        """All lists of names, each without one that is there twice."""
        return {"columns": self.columns}


class Correcting(BaseModel):
    """Whom networks correct, and when."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    officer: Literal["scripted", "tuned"]
    """The staff officer whose answers they compare others with."""
    kinds: Annotated[list[Annotated[str, Field(max_length=100)]], Field(min_length=1, max_length=100)]
    """The kinds of decisions at which they are asked."""
    caution: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    """How much better, in games won, their mean less one standard deviation must find an answer."""
    ranker: Annotated[str, Field(max_length=100)] = ""
    """The shipped agent whose likeliest answers are compared with the officer's; "": all are."""
    shortlist: Annotated[int, Field(ge=0, le=64)] = 0
    """How many these are."""
    units: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=10_000)] | None = None
    """About which units they are asked; None: about all."""
    doctrines: dict[str, dict[str, dict[str, Any]]] = {}
    """Doctrines of the officer in place of his own, by war and side, as files of doctrines hold them."""

    @model_validator(mode="after")
    def _scripted_has_its_own(self) -> "Correcting":
        if self.doctrines and self.officer != "tuned":
            raise ValueError(f"doctrines: those of {self.officer} are its own")
        return self


class Description(Reader):
    """What it says of an agent; the rest is about its training."""

    actions: Names
    name: Annotated[str, Field(max_length=200)] | None = None
    scenario: Annotated[str, Field(max_length=1000)] | None = None
    row_columns: Names | None = None
    """Of agents that compare candidates."""
    correcting: Correcting | None = None
    """Of those that correct an officer."""
    greedy: bool = True
    """Whether it gives its likeliest answer; else it draws from its policy."""

    def names(self) -> dict[str, list[str]]:
        """All lists of names."""
        return super().names() | {"actions": self.actions, "row_columns": self.row_columns or []}


class ValuationDescription(Reader):
    """What it says of a valuation."""

    war: Annotated[str, Field(max_length=200)]
    """In whose games positions are worth what it says."""


SomeReader = TypeVar("SomeReader", bound=Reader)


def checked_description(file: Path, description: dict[str, Any], of: type[SomeReader]) -> SomeReader:
    """What a checkpoint says of its network.  Raises CheckpointError where it says it wrongly."""
    try:
        said = of.model_validate(description)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise CheckpointError(f"{file}: its description is wrong: {where[:100]}: {first['msg'][:200]}") from None
    for what, listed in said.names().items():
        if len(set(listed)) != len(listed):
            raise CheckpointError(f"{file}: its description is wrong: {what} are named twice")
    return said


def check_parts(file: Path, weights: dict[str, np.ndarray], parts: tuple[str, ...]) -> None:
    """Raises CheckpointError unless there are these weights and no others, none of them too wide."""
    missing = [part for part in parts if part not in weights]
    if missing:
        raise CheckpointError(f"{file}: lacks the weights {', '.join(missing)}")
    if len(weights) != len(parts):
        raise CheckpointError(f"{file}: holds weights besides {', '.join(parts)}")
    if max(weights[part].size for part in parts if part.endswith("_bias")) > MOST_HIDDEN:
        raise CheckpointError(f"{file}: layers of more than {MOST_HIDDEN} units")


def check_shapes(file: Path, weights: dict[str, np.ndarray], shapes: dict[str, tuple[int, ...]]) -> None:
    """Raises CheckpointError unless each of the weights has its shape."""
    for part, shape in shapes.items():
        if weights[part].shape != shape or weights[part].dtype.kind != "f":
            raise CheckpointError(f"{file}: {part} has shape {weights[part].shape}; {shape} was expected")
