"""A recipe: the experiments of a file of `configs/training`, one a stage, in the order in which they are run.

A file without stages is one experiment.  In any other each table `[stage.NAME]` is one, called as the recipe and the
stage together: what stands above the stages holds for each of them that has such a key and says nothing else.  Where a
stage names an agent, `stage:NAME` is what an earlier stage has trained.

`KEY=VALUE` changes what a file says: `learning.steps=1000`, in all stages that have the key, or
`stage.NAME.learning.steps=1000`.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from aw_agents.learned import checkpoint
from aw_agents.learned.player import AGENT_FILE
from aw_agents.training.experiment import (
    ExperimentError,
    SomeExperiment,
    checked,
    kept,
    model_of,
    recalled,
    values_in,
)
from aw_env.core.config.errors import did_you_mean

STAGES = "stage"
"""The table of the stages; before a colon, what stands for the agent of one; in a change, what its key begins with."""
RUNS = Path("runs")
"""Where runs are kept unless something else is said."""
FIRST_CHANGED = "algorithm"
"""The key that says which other keys there are."""


@dataclass(frozen=True)
class Stage:
    """An experiment, the folder of its run, and the earlier stages whose agents it names."""

    experiment: SomeExperiment
    folder: Path
    after: tuple["Stage", ...] = ()

    @property
    def is_finished(self) -> bool:
        """Whether the folder holds the results of just this experiment."""
        try:
            told = json.loads((self.folder / "results.json").read_text("utf-8"))
        except (OSError, ValueError):
            return False
        return isinstance(told, dict) and told.get("experiment") == kept(self.experiment, self.folder)

    def check_its_turn(self) -> None:
        """Raises ExperimentError where a stage has not ended whose agent it names: a checkpoint of it is none."""
        for stage in self.after:
            if not (stage.folder / AGENT_FILE).exists():
                name = self.experiment.name
                raise ExperimentError(
                    f"{name}: comes after {stage.experiment.name}, which has not ended in {stage.folder}"
                )


def read(path: Path, changes: Sequence[str] = (), folder: Path | None = None) -> dict[str, Stage]:
    """The stages of a file by name, in order; of a file that is one experiment a single one without a name.

    changes: as `KEY=VALUE`.  folder: that of the run, or of the runs of all stages; by default in `runs`.  Raises
    ExperimentError, naming the file or the change, the key, and what is wrong.
    """
    said = values_in(path)
    if STAGES not in said:
        only = _Draft(str(path), "", said)
        _change({"": only}, changes)
        experiment = only.checked()
        return {"": Stage(experiment, folder or RUNS / experiment.name)}
    drafts = _drafts(path, said)
    _change(drafts, changes)
    keys = {key for draft in drafts.values() for key in draft.model.model_fields}
    stages: dict[str, Stage] = {}
    for name, draft in drafts.items():
        draft.leave_to_others(keys)
        after = draft.name_agents(stages)
        experiment = draft.checked()
        stages[name] = Stage(experiment, (folder or RUNS) / experiment.name, after)
    return stages


def resumed(folder: Path, changes: Sequence[str] = ()) -> Stage:
    """The experiment that a run has been told, as its newest checkpoint has it.  changes: as `KEY=VALUE`.  Raises
    ExperimentError, and CheckpointError where the checkpoint is of no training."""
    newest = checkpoint.newest(folder / "checkpoints")
    if newest is None:
        raise ExperimentError(f"{folder}: holds no complete checkpoint to resume; give --config")
    said = checkpoint.read(newest)[1].get("experiment")
    if not isinstance(said, dict):
        raise checkpoint.CheckpointError(f"{newest}: a finished agent, not a training run to resume")
    draft = _Draft(str(newest), "", recalled(said, folder))
    _change({"": draft}, changes)
    return Stage(draft.checked(), folder)


@dataclass
class _Draft:
    """A stage that has not been checked.  place: the file that says it; name: "" where it is the whole of it; own: what
    stands in its own table; changed: the changes that were made, by key."""

    place: str
    name: str
    values: dict[str, Any]
    own: Mapping[str, Any] = field(default_factory=dict)
    changed: dict[str, str] = field(default_factory=dict)

    def where(self, key: str) -> str:
        """How an error names a key: by the change that its value, or a part of it, comes from."""
        for changed, change in self.changed.items():
            if f"{key}.".startswith(f"{changed}."):
                return f"--set {change}"
        return f"{self.place}: {key} (stage {self.name})" if self.name else f"{self.place}: {key}"

    @property
    def model(self) -> type[BaseModel]:
        """What it may say.  Raises ExperimentError."""
        return model_of(self.values, self.where)

    def checked(self) -> SomeExperiment:
        """The experiment.  Raises ExperimentError."""
        return checked(self.values, self.where)

    def lacks(self, key: Sequence[str]) -> tuple[int, list[str]] | None:
        """Which part of a key it does not have, and what there is in its place; None: it has the key."""
        model: type[BaseModel] | None = self.model
        for number, part in enumerate(key):
            fields = model.model_fields if model else {}
            if part not in fields:
                return number, [*fields]
            inner = fields[part].annotation
            model = inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None
        return (len(key), [*model.model_fields]) if model else None

    def change(self, key: Sequence[str], value: Any, change: str) -> None:
        """Say another value of a key that it has."""
        *tables, last = key
        values = self.values
        for table in tables:
            inner = values.setdefault(table, {})
            if not isinstance(inner, dict):
                return  # which is what is wrong with it
            values = inner
        values[last] = value
        self.changed[".".join(key)] = change

    def leave_to_others(self, keys: set[str]) -> None:
        """Drop what stands above the stages for others of them.  keys: all that any of them has."""
        others = keys - {*self.own} - {*self.model.model_fields}
        self.values = {key: value for key, value in self.values.items() if key not in others}

    def name_agents(self, stages: Mapping[str, Stage]) -> tuple[Stage, ...]:
        """Give it its name, and the folders of earlier stages where it names their agents; those stages.  Raises
        ExperimentError."""
        if isinstance(self.values.get("name"), str):
            self.values["name"] += f"_{self.name}"
        named = {}

        def folder_of(value: Any, key: str) -> Any:
            if isinstance(value, list):
                return [folder_of(each, key) for each in value]
            word, colon, name = value.partition(":") if isinstance(value, str) else ("", "", "")
            if word != STAGES or not colon:
                return value
            if name not in stages:
                close = did_you_mean(name, stages)
                raise ExperimentError(f"{self.where(key)}: no earlier stage is called {name!r}{close}")
            named[name] = stages[name]
            return stages[name].folder.as_posix()

        for table, inner in self.values.items():
            if isinstance(inner, dict):
                self.values[table] = {key: folder_of(value, f"{table}.{key}") for key, value in inner.items()}
        return (*named.values(),)


def _drafts(path: Path, said: dict[str, Any]) -> dict[str, _Draft]:
    """The stages of a file that has some.  Raises ExperimentError."""
    tables = said[STAGES]
    if not isinstance(tables, dict) or not tables:
        raise ExperimentError(f"{path}: {STAGES}: each stage is a table, [{STAGES}.NAME]")
    drafts = {}
    for name, own in tables.items():
        if not isinstance(own, dict):
            raise ExperimentError(f"{path}: {STAGES}.{name[:100]}: each stage is a table, [{STAGES}.NAME]")
        shared = {key: value for key, value in said.items() if key != STAGES}
        drafts[name] = _Draft(str(path), name, _together(shared, own), own)
    return drafts


def _together(shared: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a stage, in tables of its own."""
    values = dict(shared)
    for key, value in own.items():
        above = values.get(key)
        values[key] = above | value if isinstance(above, dict) and isinstance(value, dict) else value
    return {key: dict(value) if isinstance(value, dict) else value for key, value in values.items()}


def _change(drafts: Mapping[str, _Draft], changes: Sequence[str]) -> None:
    """Make changes.  Raises ExperimentError for a key that no stage has."""
    asked = [(change.partition("=")[0].strip(), change) for change in changes]
    for key, change in sorted(asked, key=lambda one: one[0].rpartition(".")[2] != FIRST_CHANGED):
        parts, meant = key.split("."), drafts
        if parts[0] == STAGES and len(parts) > 2:
            if parts[1] not in drafts:
                raise ExperimentError(f"--set {key}: {no_such_stage(parts[1], drafts)}")
            parts, meant = parts[2:], {parts[1]: drafts[parts[1]]}
        value = _value(key, change)
        lacking = {name: draft.lacks(parts) for name, draft in meant.items()}
        known = [meant[name] for name, lack in lacking.items() if lack is None]
        if not known:
            raise ExperimentError(f"--set {key}: {_no_such_key(parts, [lack for lack in lacking.values() if lack])}")
        for draft in known:
            draft.change(parts, value, key)


def _value(key: str, change: str) -> Any:
    """The value of a change: a list or a text in quotation marks as TOML has them; anything else as it was written, for
    the key says whether it is a number or a word.  Raises ExperimentError."""
    _, equals, text = change.partition("=")
    if not equals or not key:
        raise ExperimentError(f"--set {change}: must be KEY=VALUE, as learning.steps=1000")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        value = None
    return value if isinstance(value, str | list) else text.strip()


def _no_such_key(parts: Sequence[str], lacking: Sequence[tuple[int, list[str]]]) -> str:
    """What is wrong with a key, and what there is where it goes astray the latest."""
    deepest = max(number for number, _ in lacking)
    keys = [*dict.fromkeys(key for number, keys in lacking if number == deepest for key in keys)]
    if not keys:
        return f"no such key; {'.'.join(parts[:deepest])} is a value and no table"
    wrong = "is a table" if deepest == len(parts) else f"no such key{did_you_mean(parts[deepest], keys)}"
    return f"{wrong} (keys here: {', '.join(keys)})"


def no_such_stage(name: str, stages: Mapping[str, Any]) -> str:
    """What is wrong with the name of a stage, and which there are."""
    if [*stages] == [""]:
        return "the experiment has no stages"
    return f"no such stage{did_you_mean(name, stages)} (stages: {', '.join(stages)})"
