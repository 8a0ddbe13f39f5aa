"""The player that searches, as `load("search:64")`, `load("search:200ms")` or a TOML file gives it."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from aw_agents.generators import check_begun
from aw_agents.learnable import learnable
from aw_agents.learned import luck, valuations
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.corrected_player import CorrectedPlayer
from aw_agents.networks.valuation import Valuation, of_the_lead
from aw_agents.rollouts import (
    LEARNED,
    NO_ACTION,
    RANDOM,
    CorrectedMind,
    NetworksMind,
    OfficersMind,
    officers_mind,
)
from aw_agents.search.race import FEWEST_TRIALS, MOST_TRIALS, Clock, Finish, Trial, race
from aw_agents.search.searchable import searchable
from aw_agents.search.settings import (
    LEAD,
    ROLLOUTS,
    SHIPPED,
    SearchSettings,
    kinds_searched,
    settings_of_file,
    settings_of_word,
)
from aw_env.core.arguments import whole_number
from aw_env.core.config.errors import ConfigError
from aw_env.core.engine.compiling import records
from aw_env.core.players import Appraisal, Leaning, Opinion, begin, load, player_names
from aw_env.games import FIRST_RULESETS, names, playing, rulesets_of

SCRIPTED, TUNED = OFFICERS_BY_NAME = ("scripted", "tuned")
"""The proposers whose answers are compiled with the search."""
CHANCE = "random"


class Search:
    """A player's answers, tried against others at the decisions that weigh most.

    Each candidate is played on from copies of the game; another answer than the proposer's is given only where it turns
    out clearly better (`race.race`).  What the seat cannot know is drawn anew in every copy.  Games with the same seed
    of `begin` are the same games, unless the settings allow it time in place of rollouts.

    settings: all of them, or rollouts.  plays: the game, by the name of its rulesets.  around: an agent that proposes
    and ranks answers, policy: one that plays on, in place of those whom the settings name.  Raises ValueError.
    """

    def __init__(
        self,
        settings: SearchSettings | int = ROLLOUTS,
        plays: str = FIRST_RULESETS,
        around: CandidatePlayer | None = None,
        policy: CorrectedPlayer | None = None,
    ) -> None:
        if not isinstance(settings, SearchSettings):
            settings = SearchSettings(rollouts=whole_number("rollouts", settings, FEWEST_TRIALS, MOST_TRIALS))
        self.settings = settings
        self.name = settings.called
        self.threads = settings.threads or 1
        self.plays = plays
        self._game = searchable(plays)
        self.kinds = kinds_searched(settings, self._game)
        """The kinds of decisions that it searches, as a set."""
        offered = playing(plays).players
        self._proposer: Any = around or named("proposer", settings.proposer, offered)
        self._ranker = around or ranker_of(settings.ranker, offered)
        self._policy: Any = policy or policy_of("policy", settings.policy, self._proposer, offered)
        self._opponents = opponents_of(settings, self._policy, offered)
        self._turns = settings.turns or self._game.turns
        self._value = settings.value or self._game.value
        self._valuations = valuations_of(self._value, plays)
        self._lead_alone = of_the_lead(self._game.point if settings.point is None else settings.point)
        self._is_timed = False
        self.begin(1, 0)

    scale = "1 is a game won, 0 an even one; it has played on from here by itself"
    """What its values mean."""

    def begin(self, num_games: int, seed: int) -> None:
        """Seed a generator for each of `num_games` games."""
        self._generators = [np.random.default_rng((seed, i)) for i in range(num_games)]
        begin(self._proposer, num_games, seed)

    def allow_threads(self, count: int) -> None:
        """See `aw_env.core.players.allow_threads`."""
        self.threads = self.settings.threads or count

    def act(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> int:
        """Its answer for one game, from the seat's view alone."""
        return self.advise(view, observation, info)[0]

    def advise(
        self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]
    ) -> tuple[int, list[Appraisal]]:
        """See `aw_env.core.players.Adviser`: a game won is worth 1, and a victory point of lead 0.05, or as much as the
        valuation of the war says."""
        mask = observation["action_mask"]
        proposed = int(self._proposer.act(view, observation, info))
        if not self.kinds >> view.decision & 1:
            return proposed, []
        return self._weighed(view, mask, proposed)

    def _weighed(self, view: Any, mask: np.ndarray, proposed: int) -> tuple[int, list[Appraisal]]:
        """The better answer, and what those that were compared are worth."""
        games = records(view.record.dtype, 1)
        games[0] = view.record
        books = view.scenario.books
        candidates = self.candidates(books, games, mask, proposed, self._generators[0])
        finish = self.compare(books, games, candidates, self._generators[0])
        appraisals = [
            Appraisal(int(action), float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values))), len(values))
            for action, values in zip(candidates, finish.values, strict=True)
            if len(values)
        ]
        return int(candidates[finish.winner]), sorted(appraisals, key=lambda one: (-one.trials, -one.value))

    def opinion(self, view: Any, observation: dict[str, np.ndarray], info: dict[str, Any]) -> Opinion:
        """See `aw_env.core.players.Commentator`: the answer that it thinks best first, and what those it has compared
        are worth; at questions that it leaves to its proposer in a game, too."""
        mask = observation["action_mask"]
        proposed = int(self._proposer.act(view, observation, info))
        action, compared = self._weighed(view, mask, proposed)
        worth = {one.action: one.value for one in compared}
        first = Leaning(action, None, worth.pop(action, None))
        return Opinion(first.value, [first, *(Leaning(other, None, value) for other, value in worth.items())])

    def choose(
        self, books: np.ndarray, games: np.ndarray, mask: np.ndarray, proposed: int, generator: np.random.Generator
    ) -> int:
        """The answer to the decision of `games[0]`: the one proposed, or one that is clearly better."""
        candidates = self.candidates(books, games, mask, proposed, generator)
        return int(candidates[self.compare(books, games, candidates, generator).winner])

    def candidates(
        self, books: np.ndarray, games: np.ndarray, mask: np.ndarray, proposed: int, generator: np.random.Generator
    ) -> np.ndarray:
        """The answers to the decision of `games[0]` that are compared, the one proposed first.  With a ranker the
        others are drawn with its probabilities, none twice (Gumbel-top-k, Kool et al. 2019)."""
        others = np.flatnonzero(mask)
        others = generator.permutation(others[others != proposed])
        if self._ranker is not None and len(others) >= self.settings.candidates:
            leanings = self._ranker.leanings(books, games, mask)[others] + generator.gumbel(size=len(others))
            others = others[np.argsort(-leanings, kind="stable")]
        return np.append(proposed, others[: self.settings.candidates - 1])

    def compare(
        self, books: np.ndarray, games: np.ndarray, candidates: np.ndarray, generator: np.random.Generator
    ) -> Finish:
        """The race of some answers to the decision of `games[0]`, the favourite first."""

        def trial(runners: np.ndarray, seeds: np.ndarray) -> np.ndarray:
            actions, dice = np.repeat(candidates[runners], len(seeds)), np.tile(seeds, len(runners))
            return self.rolled_out(books, games, actions, dice).reshape(len(runners), len(seeds))

        runners = len(candidates)
        if runners == 1:
            return Finish(0, (np.zeros(0),))
        if self.settings.milliseconds is None:
            return race(trial, runners, self.settings.trials, generator)
        clock = self._clock_for(trial, generator)
        runners, trials = clock.race_that_fits(runners)
        none_tried = (np.zeros(0),) * (len(candidates) - runners)
        finish = race(trial, runners, trials, generator, clock) if trials else Finish(0, (np.zeros(0),))
        return Finish(finish.winner, finish.values + none_tried)

    def _clock_for(self, trial: Trial, generator: np.random.Generator) -> Clock:
        """The time for a decision, and how long a rollout takes; what is compiled first does not count."""
        if not self._is_timed:
            Clock(0).measure(trial, generator)
            self._is_timed = True
        assert self.settings.milliseconds is not None
        clock = Clock(self.settings.milliseconds / 1000)
        clock.measure(trial, generator)
        return clock

    def valuation_in(self, books: np.ndarray) -> Valuation:
        """What positions are worth in the war of `books`."""
        return self._valuations.get(learnable(self.plays).war_of(books), self._lead_alone)

    def luck_in(self, books: np.ndarray) -> np.ndarray | None:
        """What luck is worth in the war of `books`, None where that is not known, or not counted off
        (`learned.luck`)."""
        if not self.settings.luck_off or self._value != SHIPPED:
            return None
        return luck.weights(self.plays, self._game.occasions).get(learnable(self.plays).war_of(books))

    def rolled_out(self, books: np.ndarray, games: np.ndarray, actions: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        """What each of these answers to the decision of `games[0]` is worth with each seed, float `(len(actions),)`,
        less what luck has been worth in it: the same on any number of threads."""
        weights = self.luck_in(books)
        if weights is None:
            return self._played_on(books, games, actions, seeds, 0)[0]
        values, lucks = self._played_on(books, games, actions, seeds, len(weights))
        return values - luck.worth_of(lucks, weights, self._game.sides[int(games["seat"][0])])

    def with_luck(
        self, books: np.ndarray, games: np.ndarray, actions: np.ndarray, seeds: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """The same with their luck in them, and that luck, float64 `(len(actions), sums, 2)`."""
        return self._played_on(books, games, actions, seeds, len(luck.sums(self.plays, self._game.occasions)))

    def _played_on(
        self, books: np.ndarray, games: np.ndarray, actions: np.ndarray, seeds: np.ndarray, sums: int
    ) -> tuple[np.ndarray, np.ndarray]:
        copies, values, lucks = (
            records(games.dtype, len(actions)),
            np.zeros(len(actions)),
            np.zeros((len(actions), sums, 2)),
        )
        copies[:] = games[0]
        seat, turns, valuation = int(games["seat"][0]), self._turns, self.valuation_in(books)
        roll_out, chances = self._game.roll_out, luck.chances(self.plays)
        if isinstance(self._policy, CandidatePlayer):
            roll_out = self._game.roll_out_learned
        elif isinstance(self._policy, CorrectedPlayer):
            roll_out = self._game.roll_out_corrected

        def part(thread: int) -> None:
            own = slice(thread * len(actions) // threads, (thread + 1) * len(actions) // threads)
            mind = self._mind(books, self._game.sides[seat])
            roll_out(
                books, copies[own], seat, actions[own], seeds[own], values[own], turns, mind, valuation, chances,
                lucks[own],
            )  # fmt: skip

        threads = min(self.threads, len(actions))
        if threads == 1:
            part(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(part, range(threads)))
        return values, lucks

    def _mind(self, books: np.ndarray, side: int) -> OfficersMind | NetworksMind | CorrectedMind:
        """Who plays on when this side searches, with room of its own."""
        officers = officers_mind(learnable(self.plays).doctrines.standing.repeat(len(self._opponents), 0))
        for pairing, opponent in enumerate(self._opponents):
            for its, player in ((side, self._policy), (1 - side, opponent)):
                if isinstance(player, CorrectedPlayer):
                    officers.policies[pairing, its] = LEARNED
                    officers.doctrines[pairing, its] = player.officer.doctrines_in(books)[0, its]
                elif isinstance(player, CandidatePlayer):
                    officers.policies[pairing, its] = LEARNED
                elif player.name == CHANCE:
                    officers.policies[pairing, its] = RANDOM
                else:
                    officers.doctrines[pairing, its] = player.doctrines_in(books)[0, its]
        if not isinstance(self._policy, CandidatePlayer | CorrectedPlayer):
            return officers
        width = self._policy.scope.vocabulary.observation_width
        room = np.zeros(width, np.int16), records(self._policy.game.sight, 1)
        if isinstance(self._policy, CorrectedPlayer):
            return CorrectedMind(*officers, self._policy.corrections, *room)
        return NetworksMind(*officers, self._policy.network, *room)


class SearchPlayer(Search):
    """The staff officer's answers, tried against others: a compiled player (`aw_env.core.players.CompiledPlayer`).  Its
    proposer is an officer."""

    def play(self, books: np.ndarray, games: np.ndarray, first: int, last: int, plays: np.ndarray) -> None:
        """See `aw_env.core.players.CompiledPlayer`.  Raises ValueError without `begin`."""
        check_begun(self._generators, games)
        mask, mind = np.zeros(self._game.actions, np.int8), officers_mind(self._proposer.doctrines_in(books))
        play_to_a_search = self._game.play_to_a_search
        for i in range(first, last):
            officers = play_to_a_search(books, games, i, NO_ACTION, plays, mask, self.kinds, mind)
            while officers != NO_ACTION:
                action = self.choose(books, games[i : i + 1], mask, officers, self._generators[i])
                officers = play_to_a_search(books, games, i, action, plays, mask, self.kinds, mind)


def named(setting: str, name: str, offered: str) -> Any:
    """The player that a setting names; of a game whose officer nobody has tuned, the officer as it is.  Raises
    ValueError that names the setting."""
    if name == TUNED and TUNED not in player_names(offered):
        name = SCRIPTED
    try:
        return load(name, offered)
    except ValueError as error:
        raise ValueError(f"{setting}: {error}") from None


def policy_of(setting: str, name: str, proposer: Any, offered: str) -> Any:
    """Who plays on in rollouts, as a setting names it; "" is the proposer.  Raises ValueError."""
    policy = named(setting, name, offered) if name else proposer
    if policy.name not in (*OFFICERS_BY_NAME, CHANCE) and not isinstance(policy, CandidatePlayer | CorrectedPlayer):
        known = ", ".join((*OFFICERS_BY_NAME, CHANCE))
        raise ValueError(
            f"{setting}: {policy.name} is neither one of {known} nor an agent that compares the legal actions"
        )
    return policy


def opponents_of(settings: SearchSettings, policy: Any, offered: str) -> list[Any]:
    """Who plays on at the seats of the other side.  Raises ValueError for a learned agent that is not the policy."""
    opponents = []
    for name in settings.opponents or [settings.policy]:
        if name == settings.policy:
            opponents.append(policy)
            continue
        opponents.append(policy_of("opponents", name, policy, offered))
        if isinstance(opponents[-1], CandidatePlayer | CorrectedPlayer):
            raise ValueError(f"opponents: {name} is learned; only the policy may be a learned agent")
    return opponents


def ranker_of(name: str, offered: str) -> CandidatePlayer | None:
    """The agent that ranks answers, as a setting names it.  Raises ValueError."""
    if not name:
        return None
    ranker = named("ranker", name, offered)
    if not isinstance(ranker, CandidatePlayer):
        raise ValueError(f"ranker: {name} is not an agent that compares the legal actions")
    return ranker


def valuations_of(value: str, plays: str) -> dict[str, Valuation]:
    """Valuations by war, as a setting names them.  Raises CheckpointError."""
    if value == LEAD:
        return {}
    return valuations.shipped(plays) if value == SHIPPED else dict([valuations.read(Path(value), plays)])


def player_of(settings: SearchSettings, plays: str = FIRST_RULESETS) -> Search:
    """The player with these settings."""
    return (SearchPlayer if settings.proposer in OFFICERS_BY_NAME else Search)(settings, plays)


def made_for(plays: str, budget: str = str(ROLLOUTS)) -> Search:
    """The player of a game with a budget as typed after its name: "64" or "200ms".  Raises ValueError."""
    return player_of(settings_of_word(budget), plays)


def described_for(plays: str, path: Path) -> Search:
    """The player of a game that a TOML file describes.  Raises ConfigError, a ValueError."""
    settings = settings_of_file(path, searchable(plays))
    try:
        return player_of(settings, plays)
    except ValueError as error:
        raise ConfigError(path, "", str(error)) from None


def made_for_game(game: str) -> Callable[..., Search]:
    """`made_for` a game by its name, for the players of every game."""
    return partial(made_for, rulesets_of(game))


def described_for_game(game: str) -> Callable[[Path], Search]:
    """`described_for` a game by its name."""
    return partial(described_for, rulesets_of(game))


def __getattr__(name: str) -> Callable[..., Search]:
    """`of_GAME` and `file_of_GAME`: `made_for` and `described_for` a game that is installed, for its entry points
    `search` and `settings`."""
    make, game = (described_for, name[8:]) if name.startswith("file_of_") else (made_for, name[3:])
    if not name.startswith(("of_", "file_of_")) or game not in names():
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return partial(make, rulesets_of(game))
