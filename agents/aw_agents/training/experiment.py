"""An experiment: what a file of `configs/training` says, or a stage of one (`aw_agents.training.recipe`), checked."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from aw_agents.learnable import learnable
from aw_agents.rollouts import TO_THE_END
from aw_env.core.config.errors import in_words, shown
from aw_env.core.config.tables import toml_in
from aw_env.core.errors import in_words as system_in_words
from aw_env.games import FIRST, names, rulesets_of

Share = Annotated[float, Field(ge=0, le=1e6)]
Count = Annotated[int, Field(gt=0, le=10**12)]
Size = Annotated[int, Field(gt=0, le=1 << 16)]
"""Games, threads or units of a layer: what takes memory."""
Teacher = Literal["scripted", "tuned"]
"""The staff officer with its standing doctrine, or with a tuned one."""
Agent = Annotated[str, Field(max_length=1000)]
"""Of a player its name, or the folder of the run that has trained it."""
Positive = Annotated[float, Field(gt=0, le=1e6)]
OURS = ("batches", "device", "overlap", "precision", "value_clip")
"""Keys of [learning] that our PPO alone has."""
MOST_OF_ROLLOUT = 1 << 22
"""Decisions between two updates: they are kept in memory with what was seen."""


class ExperimentError(ValueError):
    """An experiment that cannot be run: names the file, the key and what is wrong."""


def checked_game(name: str) -> str:
    """The name of an installed game.  Raises ValueError that lists them."""
    if name not in names():
        raise ValueError(f"choose from {', '.join(names())}")
    return name


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Learning(_Table):
    """[learning]: PPO and its network."""

    steps: Count
    """Decisions of the learner."""
    envs: Size = 256
    batches: Size = 1
    """Batches that the games are divided into: with --on as many cores of a cluster play at the same time."""
    rollout: Size = 64
    """Decisions a game between two updates."""
    minibatch: Count = 4096
    epochs: Size = 3
    learning_rate: Positive = 5e-4
    learning_rate_end: Positive = 5e-5
    entropy: Share = 0.01
    entropy_end: Share = 0.001
    discount: Annotated[float, Field(gt=0, le=1)] = 1.0
    gae_lambda: Annotated[float, Field(ge=0, le=1)] = 0.97
    """Lambda of the generalized advantage estimate."""
    clip: Positive = 0.2
    value_weight: Positive = 0.5
    value_clip: Share = 0.0
    """How far an update may move the value of a decision; 0: as far as it will."""
    max_grad_norm: Positive = 0.5
    hidden: tuple[Size, Size] = (256, 256)
    reward: Literal["outcome", "victory_points"] = "victory_points"
    threads: Annotated[int, Field(gt=0, le=1024)] = 1
    """Threads of torch and of the games.  One is nearly as fast as two, and far faster where cores are shared."""
    greedy: bool = True
    """Whether the agent gives its likeliest answer, in its curve, its table and for whoever loads it; false: it draws
    from its policy, as it does while it learns, and cannot be foreseen."""
    overlap: bool = False
    """Whether the next rollout is played while the last is learned from, on a second core."""
    device: Literal["cpu", "cuda"] = "cpu"
    """Where the network is."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """In what the hidden layers reckon; weights, logits and values are float32.  bfloat16 is faster where the processor
    knows it (a GPU, or avx512_bf16 or amx_bf16 among the flags of a CPU), and far slower elsewhere."""

    @model_validator(mode="after")
    def _minibatches_fit(self) -> "Learning":
        decisions = self.envs * self.rollout
        if decisions > MOST_OF_ROLLOUT:
            raise ValueError(f"envs * rollout = {decisions}: must be at most {MOST_OF_ROLLOUT}")
        if decisions % self.minibatch:
            raise ValueError(f"minibatch = {self.minibatch} does not divide envs * rollout = {decisions}")
        if self.envs % self.batches:
            raise ValueError(f"batches = {self.batches} does not divide envs = {self.envs}")
        return self


class CandidateLearning(Learning):
    """[learning] of a network that compares the legal actions, which goes on from an agent."""

    start: Annotated[str, Field(min_length=1, max_length=1000)]
    """The agent: its name, or the folder of its run."""
    anchor: Share = 0.0
    """Weight of the divergence from what the agent at the start would do: what no reward speaks against is kept."""
    credit: Literal["decisions", "turns", "shaped"] = "decisions"
    """What a decision is learned from: what is earned from it to the end of the game, by `discount` and `gae_lambda`;
    or what its turn has changed in the worth of the position, as the valuation of the war says that comes with the
    package (`aw_agents.training.credit`); or both, what this and later turns change, by `gae_lambda` (shaping by a
    potential, Ng et al. 1999), where a valuation tells too little of what a turn was good for."""


class Imitation(_Table):
    """[imitation]: a first lesson, before any playing for points: to answer as the staff officer does.

    From chance play alone the agent first learns that ships which stay in port are not sunk, and goes on from there
    only slowly: a sortie pays when many ships make it together.
    """

    decisions: Annotated[int, Field(ge=0, le=10**12)] = 0
    """Decisions, of both sides, that are learned from; 0: none."""
    teacher: Teacher = "scripted"
    """Who is imitated."""
    chance: Annotated[float, Field(ge=0, le=1)] = 0.1
    """Share of the decisions that are played at random in two of three games, so that it also sees positions that the
    teacher avoids."""
    own: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Share of the games in which, instead, the learner answers for one side itself, more and more of its decisions as
    the lesson goes on, and learns what the teacher would have done there (DAgger, Ross et al. 2011): in long games its
    small mistakes add up to positions that the teacher never comes to."""
    learning_rate: Positive = 2e-3
    minibatch: Size = 2048
    value_rollouts: Annotated[int, Field(ge=0, le=10**6)] = 8
    """Rollouts afterwards from which only the value of positions is learned."""


class Pool(_Table):
    """[pool]: the opponents, by their share of the games."""

    random: Share = 0.1
    scripted: Share = 0.5
    tuned: Share = 0.0
    selves: Share = 0.4
    """Past selves together."""
    rival: Agent | tuple[Agent, ...] = ""
    """One more opponent, or several, by name or folder of the run: whoever trains against one alone looks for its best
    response."""
    rivals: Share = 0.0
    """The share of their games together."""
    size: Size = 12
    """Past selves that are kept."""
    snapshot_every: Count = 250_000
    """Decisions between two past selves."""
    priority: Annotated[float, Field(ge=0, le=16)] = 0.0
    """How much oftener past selves are met that the learner loses to: by this power of what it loses a game (Vinyals et
    al. 2019); 0: all alike."""

    @model_validator(mode="after")
    def _someone_plays(self) -> "Pool":
        if self.random + self.scripted + self.tuned + self.rivals <= 0:
            raise ValueError("random, scripted, tuned and rivals are all 0: there is nobody to begin against")
        if (self.rivals > 0) != bool(self.rival):
            raise ValueError("rival and rivals: who it is, and the share of its games, must be given together")
        if not all(self.each_rival) or len({*self.each_rival}) < len(self.each_rival):
            raise ValueError("rival: each must be named, and once")
        return self

    @property
    def each_rival(self) -> tuple[str, ...]:
        """By name or folder."""
        if isinstance(self.rival, str):
            return (self.rival,) if self.rival else ()
        return self.rival

    @property
    def has_others(self) -> bool:
        """Whether somebody plays but the rivals."""
        return self.random + self.scripted + self.tuned + self.selves > 0


class Checkpoints(_Table):
    """[checkpoints]: how much a kill may cost."""

    every: Count = 200_000
    """Decisions between two checkpoints."""


class Evaluation(_Table):
    """[evaluation]: the curve and the final table."""

    every: Count = 500_000
    """Decisions between two points of the curve."""
    games: Size = 200
    """Games a side and opponent for a point of the curve."""
    final_games: Size = 400
    """Games a side and opponent for the final table."""


class Watched(_Table):
    """Games that are played on, a round at a time, mostly by a teacher, and learned from."""

    envs: Annotated[int, Field(gt=0, multiple_of=8, le=1 << 16)] = 256
    rollout: Size = 64
    """Decisions a game between two rounds of learning."""
    chance: Annotated[float, Field(ge=0, le=1)] = 0.1
    """Share of the decisions that are played at random in two of three of the games that the teacher plays."""
    own: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Share of the games in which the learner answers for one side, more and more of its decisions as it learns."""
    against_scripted: Annotated[float, Field(ge=0, le=1)] = 0.0
    """Share of the games in which `scripted` plays the other side, so that who imitates another teacher also meets the
    positions that `scripted` leads to."""
    threads: Annotated[int, Field(gt=0, le=1024)] = 1
    """Threads of torch and of the games."""


class Lessons(Watched):
    """What a network that compares the legal actions learns from a teacher, whoever that is."""

    decisions: Count
    """Decisions of both sides that are watched; the teacher says what it would answer to them."""
    minibatch: Size = 1024
    learning_rate: Positive = 2e-3
    learning_rate_end: Positive = 2e-5
    value_weight: Share = 0.1
    """Weight of the value's error beside the answers': what the seat still earns, in victory points and the outcome."""
    memory: Size = 1
    """Rounds that are kept: each decision is learned from in so many of them."""

    @model_validator(mode="after")
    def _rounds_fit(self) -> "Lessons":
        kept = self.envs * self.rollout * self.memory
        if kept > MOST_OF_ROLLOUT:
            raise ValueError(f"envs * rollout * memory = {kept}: must be at most {MOST_OF_ROLLOUT}")
        return self


class Dagger(Lessons):
    """[dagger]: imitation alone, by a network that compares the legal actions (DAgger, Ross et al. 2011)."""

    teacher: Teacher = "scripted"
    hidden: tuple[Size, Size] = (192, 128)
    """Units of the trunk that reads the summary."""
    features: Size = 64
    """Units of a candidate."""


class Expert(Lessons):
    """[expert]: expert iteration (Anthony et al. 2017): the teacher is a search around the learner itself."""

    start: Annotated[str, Field(min_length=1, max_length=1000)]
    """The agent that it goes on from: its name, or the folder of its run."""
    learning_rate: Positive = 1e-4
    own: Annotated[float, Field(ge=0, le=1)] = 0.0
    rollouts: Annotated[int, Field(ge=2, le=1024)] = 16
    """Of an answer, at most (`aw_agents.search`)."""
    candidates: Annotated[int, Field(ge=2, le=64)] = 6
    """Answers compared: the proposer's, and others that the learner likes best, give or take some luck."""
    proposer: Literal["", "scripted", "tuned"] = ""
    """Whose answer stands unless another is clearly better; "": the learner's."""
    searched: list[str] | None = None
    """Kinds of decisions that are searched, by default those of the game; the proposer answers all others."""
    policy: Annotated[str, Field(max_length=1000)] = ""
    """Who plays on in rollouts; "": the learner."""
    value: Annotated[str, Field(max_length=1000)] = "shipped"
    """What a position is worth where a rollout ends before the game."""


class CorrectionsTable(Watched):
    """[corrections]: small networks that learn where the staff officer errs, from rollouts of his answer and others."""

    labels: Count
    """Decisions that are labelled: how much better each of some answers is than the officer's."""
    teacher: Teacher = "scripted"
    """Which officer is corrected; he plays on in the rollouts too."""
    rivals: Annotated[list[Teacher], Field(max_length=4)] = []
    """Officers that are met in the rollouts besides the learner itself and the teacher."""
    kinds: Annotated[list[str], Field(min_length=1, max_length=100)]
    """The kinds of decisions at which he is."""
    share: Annotated[float, Field(gt=0, le=1)] = 0.1
    """Share of these that are labelled."""
    candidates: Annotated[int, Field(ge=2, le=64)] = 6
    """Answers compared: the officer's, and others."""
    ranker: Annotated[str, Field(max_length=1000)] = ""
    """Which others: those that this learned agent likes best, give or take some luck; "": drawn by lot."""
    rollouts: Annotated[int, Field(ge=2, le=1024)] = 16
    """Of each of them, all with the same luck."""
    turns: Annotated[int, Field(ge=1, le=TO_THE_END)] = TO_THE_END
    """To the end of how many turns a rollout is played, from the one in which it begins."""
    value: Annotated[str, Field(max_length=1000)] = "lead"
    """What a position is worth where a rollout ends before the game (`search.settings.SearchSettings.value`)."""
    point: Share = 0.005
    """What a point of lead counts beside a game won, which is 1, where no valuation says."""
    own: Annotated[float, Field(ge=0, le=1)] = 0.25
    """Share of the games in which the learner corrects one side, more and more of its decisions as it learns."""
    plays_on: Literal["learner", "teacher"] = "learner"
    """Who does in rollouts: the learner, with its corrections, or the officer without them, which makes a label several
    times as cheap."""
    context: Annotated[list[str], Field(max_length=100)] = ["subject"]
    """Beginnings of the names of columns of the summary that are read beside the row of a candidate; columns of the
    game as a whole, whose names have no "/", are always read."""
    judge: Annotated[str, Field(max_length=1000)] = ""
    """Labels without rollouts: by how much the networks of this agent of corrections are sure of each legal answer.
    One network that learns them answers as all of them did (distillation)."""
    refused: Share = 0.1
    """By how much an answer counts as worse that the judge does not compare."""
    networks: Annotated[int, Field(ge=1, le=16)] = 5
    """How many are trained, each from a beginning of its own: where they disagree the officer's answer stands."""
    resampled: bool = False
    """Whether each learns from a sample of its own, as many labels as there are, drawn with replacement (bagging): they
    then disagree about what few labels say."""
    dropout: Annotated[float, Field(ge=0, lt=1)] = 0.0
    """Share of a candidate's units that are silent at each step of the fit."""
    hidden: tuple[Size, Size] = (32, 32)
    """Units of the trunk that reads the columns of the summary."""
    features: Size = 64
    """Units of a candidate."""
    epochs: Size = 12
    """How often each label is learned from."""
    minibatch: Size = 128
    learning_rate: Positive = 1e-3
    weight_decay: Share = 1e-4
    caution: Annotated[float, Field(ge=0, le=1)] = 0.01
    """How much better, in games won, the networks' mean less one standard deviation must find an answer."""

    @model_validator(mode="after")
    def _networks_can_disagree(self) -> "CorrectionsTable":
        if self.networks == 1 and not self.judge:
            raise ValueError("networks = 1: one alone never disagrees; two or more, or the judge of which it learns")
        return self


class SelectionTable(_Table):
    """[selection]: about which units an agent of corrections is asked.  Orders that are good one at a time need not be
    good all together: sets of units are tried in whole games, and the best third of them goes on to twice as many."""

    agent: Annotated[str, Field(min_length=1, max_length=1000)]
    """The agent: its name, or the folder of its run."""
    sets: Annotated[int, Field(ge=2, le=1 << 12)] = 30
    """Sets that are drawn by lot, the same for either side."""
    shares: Annotated[list[Annotated[float, Field(gt=0, lt=1)]], Field(min_length=1, max_length=16)] = [0.2, 0.33, 0.5]
    """Shares of all units that are in a set: each of as many sets."""
    games: Annotated[int, Field(gt=0, le=1 << 16)] = 48
    """Games of each set in the first round, against the officer."""


class TuningTable(_Table):
    """[tuning]: the search for a better doctrine of the staff officer."""

    method: Literal["cma", "gradient"] = "cma"
    """CMA-ES, or, for doctrines of hundreds of numbers, gradients that are estimated from pairs of candidates."""
    generations: Size
    candidates: Annotated[int, Field(ge=4, le=1 << 14)] = 32
    """Doctrines that are tried in a generation, of each side."""
    sides: Annotated[list[str], Field(max_length=2)] = []
    """The sides whose doctrines are searched; the other's stays as it is in `start`.  []: both."""
    one_for_both: bool = False
    """Whether both sides have the same doctrine; each candidate then plays its games at either side."""
    games: Annotated[int, Field(gt=0, le=1 << 12)] = 16
    """Games of each of them."""
    former: Annotated[float, Field(ge=0, le=1)] = 0.5
    """The share of these that is played against former bests, the others against `scripted`."""
    start: Annotated[str, Field(max_length=100)] = ""
    """The war whose doctrine in `tuned` it starts from; "": from the standing one."""
    spread: Annotated[float, Field(gt=0, le=0.5)] = 0.15
    """How far the first candidates lie from where it starts, in parts of the numbers' ranges (of a weight: of what is
    much)."""
    rate: Positive = 0.15
    """The steps of "gradient" at first, in parts of `spread`; they become shorter to the end."""
    margin: Share = 0.005
    """What a victory point of lead in the end weighs beside a game won, which is 1: it tells drawn games apart."""
    snapshot_every: Size = 10
    """Generations after which the best so far joins the opponents."""

    @model_validator(mode="after")
    def _candidates_pair(self) -> "TuningTable":
        if self.method == "gradient" and self.candidates % 2:
            raise ValueError(f'candidates = {self.candidates}: with method = "gradient" they are pairs')
        return self

    @model_validator(mode="after")
    def _both_have_one(self) -> "TuningTable":
        if self.one_for_both and self.sides:
            raise ValueError(f"sides = {self.sides}: with one_for_both = true they are both")
        return self


class AnyExperiment(_Table):
    """What every experiment says."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$", max_length=100)]
    game: Annotated[str, AfterValidator(checked_game)] = FIRST
    scenario: Annotated[str, Field(min_length=1, max_length=1000)]
    options: Annotated[tuple[str, ...], Field(max_length=20)] = ()
    """Optional rules."""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    checkpoints: Checkpoints = Checkpoints()
    evaluation: Evaluation = Evaluation()


class Experiment(AnyExperiment):
    """Self-play against a pool: our PPO (`aw_agents.training.ppo`), or that of sb3_contrib
    (`aw_agents.training.maskable_ppo`)."""

    algorithm: Literal["ppo", "maskable_ppo", "candidate_ppo"] = "ppo"
    learning: Learning
    imitation: Imitation = Imitation()
    pool: Pool = Pool()

    @model_validator(mode="after")
    def _summary_can_be_learned(self) -> "Experiment":
        if self.algorithm != "candidate_ppo" and learnable(rulesets_of(self.game)).play_summaries is None:
            raise ValueError(f"game: {self.game} is learned by candidate_ppo, not by {self.algorithm}")
        return self

    @model_validator(mode="after")
    def _yardstick_knows_it(self) -> "Experiment":
        ours = [key for key in OURS if getattr(self.learning, key) != Learning.model_fields[key].default]
        if self.algorithm == "maskable_ppo" and ours:
            raise ValueError(f"learning: {', '.join(ours)}: keys of ppo that maskable_ppo does not have")
        return self


class CandidateExperiment(Experiment):
    """The same, going on from an agent that compares the legal actions (`aw_agents.training.candidate_ppo`)."""

    algorithm: Literal["candidate_ppo"]
    learning: CandidateLearning

    @model_validator(mode="after")
    def _starts_from_an_agent(self) -> "CandidateExperiment":
        if self.imitation.decisions:
            raise ValueError("imitation: candidate_ppo starts from learning.start and takes no first lesson")
        return self


class ImitationExperiment(AnyExperiment):
    """Imitation alone (`aw_agents.training.dagger`)."""

    algorithm: Literal["imitation"]
    dagger: Dagger


class ExpertExperiment(AnyExperiment):
    """Expert iteration (`aw_agents.training.expert_iteration`)."""

    algorithm: Literal["expert_iteration"]
    expert: Expert


class CorrectionsExperiment(AnyExperiment):
    """Corrections to the staff officer (`aw_agents.training.corrections`)."""

    algorithm: Literal["corrections"]
    corrections: CorrectionsTable


class SelectionExperiment(AnyExperiment):
    """Selection of the units that are corrected (`aw_agents.training.selection`)."""

    algorithm: Literal["selection"]
    selection: SelectionTable


class TuningExperiment(AnyExperiment):
    """Tuning of the staff officer (`aw_agents.training.tuning`)."""

    algorithm: Literal["tuning"]
    tuning: TuningTable


SomeExperiment = (
    Experiment
    | CandidateExperiment
    | ImitationExperiment
    | ExpertExperiment
    | CorrectionsExperiment
    | SelectionExperiment
    | TuningExperiment
)
ALGORITHMS: dict[str, type[SomeExperiment]] = {
    "ppo": Experiment,
    "maskable_ppo": Experiment,
    "candidate_ppo": CandidateExperiment,
    "imitation": ImitationExperiment,
    "expert_iteration": ExpertExperiment,
    "corrections": CorrectionsExperiment,
    "selection": SelectionExperiment,
    "tuning": TuningExperiment,
}
"""Experiments by the name of their algorithm; the first is meant where none is named."""


def read(path: Path) -> SomeExperiment:
    """The experiment of a TOML file.  Raises ExperimentError, naming the file, the key and what is wrong."""
    return checked(values_in(path), lambda key: f"{path}: {key}")


def values_in(path: Path) -> dict[str, Any]:
    """What a TOML file says, unchecked.  Raises ExperimentError when it cannot be read."""
    try:
        return toml_in(path)
    except FileNotFoundError:
        raise ExperimentError(f"{path}: there is no such experiment") from None
    except OSError as error:
        raise ExperimentError(system_in_words(error)) from None
    except ValueError as error:
        raise ExperimentError(f"{path}: {error}") from None


def checked(values: dict[str, Any], place: Callable[[str], str]) -> SomeExperiment:
    """The experiment that says these values.  place: how an error names a key.  Raises ExperimentError, for an unknown
    key before what its misspelling leaves missing."""
    model = model_of(values, place)
    try:
        return model.model_validate(values)
    except ValidationError as error:
        findings = error.errors()
        first = next((finding for finding in findings if finding["type"] == "extra_forbidden"), findings[0])
        key = ".".join(str(part)[:100] for part in first["loc"]) or "the file"
        if first["type"] == "extra_forbidden":
            raise ExperimentError(f"{place(key)}: {in_words(first, model)}") from None
        given = "" if first["type"] in ("missing", "value_error") else f" (given: {shown(first['input'])})"
        raise ExperimentError(f"{place(key)}: {first['msg'].removeprefix('Value error, ')}{given}") from None


def model_of(values: dict[str, Any], place: Callable[[str], str]) -> type[SomeExperiment]:
    """What an experiment of the algorithm of these values may say.  Raises ExperimentError where there is none."""
    algorithm = values.get("algorithm", "ppo")
    if algorithm not in [*ALGORITHMS]:
        raise ExperimentError(f"{place('algorithm')}: choose from {', '.join(ALGORITHMS)} (given: {shown(algorithm)})")
    return ALGORITHMS[algorithm]


# --- what is kept of it with its run ---------------------------------------------------------------------

BESIDE = "beside:"
"""Begins the name of an agent that lies beside a run, as what is kept of the run has it."""


def kept(experiment: AnyExperiment | dict[str, Any], folder: Path) -> dict[str, Any]:
    """An experiment, or what was kept of one, as it is kept in the folder of its run, of JSON's types: agents that lie
    beside the run are named from there, so that runs may be moved together, and gone on with from anywhere."""
    said = experiment if isinstance(experiment, dict) else experiment.model_dump(mode="json")

    def from_there(name: str) -> str:
        path = Path(name)
        beside = path.is_dir() and path.resolve().parent == folder.resolve().parent
        return f"{BESIDE}{path.resolve().name}" if beside else name

    return _with_names(said, from_there)


def recalled(said: dict[str, Any], folder: Path) -> dict[str, Any]:
    """What is kept of an experiment in a folder, with agents named from here."""
    return _with_names(
        said, lambda name: (folder.parent / name[len(BESIDE) :]).as_posix() if name.startswith(BESIDE) else name
    )


def _with_names(said: dict[str, Any], renamed: Callable[[str], str]) -> dict[str, Any]:
    """The same with other names where its tables may name agents."""

    def with_names(value: Any) -> Any:
        if isinstance(value, list):
            return [with_names(each) for each in value]
        return renamed(value) if isinstance(value, str) else value

    tables = {name: inner for name, inner in said.items() if isinstance(inner, dict)}
    return said | {name: {key: with_names(value) for key, value in inner.items()} for name, inner in tables.items()}
