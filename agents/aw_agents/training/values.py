"""Learn what positions at the beginning of a turn are worth from how games continued.

    python -m aw_agents.training.values pacific                          # into runs/values/pacific.npz
    python -m aw_agents.training.values WAR --game GAME --games 20000    # of another than the default game

`tuned` plays wars against itself and against `scripted`, most of them with some decisions at random.  Both seats'
summaries are kept at the beginning of each turn, and a network is fitted to how the war ended: won or lost, and to a
small extent the lead.  Searches use it to value the positions where their rollouts end (`aw_agents.search.settings`).
"""

import argparse
import sys
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from tqdm import tqdm

import aw_agents
from aw_agents.generators import seed_generators
from aw_agents.learnable import learnable
from aw_agents.learned import valuations
from aw_agents.learned.policy import Trunk, squashed
from aw_agents.networks.valuation import LEARNED
from aw_agents.scopes import Scope
from aw_env.core.engine.ledger import random_actions
from aw_env.core.faces.batch import VecEnv
from aw_env.core.ruleset import Ruleset
from aw_env.core.streams import replace_unknown_letters
from aw_env.games import FIRST, named, names, playing

ENVS = 256
CHANCES = (0.0, 0.05, 0.02, 0.15)
"""Shares of decisions at random, by the kind of a game."""
AGAINST_SCRIPTED = 2
"""The kind of game in which `scripted` plays one side."""
POINT = 0.01
"""What a point of the final lead weighs beside a game won, which is 1: enough to tell wars apart that are won alike."""
HELD_OUT = 10
"""Of so many games one is not learned from, and tells how good the network is."""
MINIBATCH, LEARNING_RATE, DECAY = 512, 1e-3, 0.1


class Met(NamedTuple):
    """Positions that were met, each as both seats saw it."""

    seen: np.ndarray
    """int16 `(n, 2, columns of the scope)`."""
    turns: np.ndarray
    """int64 `(n,)`."""
    games: np.ndarray
    """int64 `(n,)`: in which game each was met."""
    leads: np.ndarray
    """float32 `(n,)`: the first side's, in points."""
    outcomes: np.ndarray
    """float32 `(n,)`: how the game ended for the first side."""


class Wars:
    """Games that are watched turn by turn."""

    def __init__(self, rules: Ruleset, scope: Scope, seed: int) -> None:
        self.rules, self.scope, self.game = rules, scope, learnable(rules.name)
        self.env = VecEnv(rules, ENVS, seed, "summary", "victory_points", num_threads=1)
        self.doctrines = aw_agents.load("tuned", playing(rules.name).players).doctrines_in(rules.scenario.books)
        self.rng, self.generator = np.random.default_rng(seed), np.zeros((1, 4), np.int64)
        seed_generators(seed, self.generator)
        number = np.arange(ENVS)
        self.kind, self.side = number % len(CHANCES), number // len(CHANCES) % 2

    def watch(self, games: int, quiet: bool = False) -> Met:
        """Watch so many games to their end.  Raises ValueError where no game comes to a second turn."""
        env, turn = self.env, self.env.games["turn"].copy()
        leads = np.zeros(ENVS)
        begun: list[list[tuple[np.ndarray, int, float]]] = [[] for _ in range(ENVS)]
        found: list[tuple[np.ndarray, int, int, float, float]] = []
        ended_games = 0
        with tqdm(total=games, unit="game", disable=quiet) as bar:
            while ended_games < games:
                for i in np.flatnonzero(env.games["turn"] != turn).tolist():
                    begun[i].append((self._seen(i), int(env.games["turn"][i]), leads[i]))
                turn = env.games["turn"].copy()
                earned, ended = env.step(self._answers())
                leads += earned[:, 0] / self.rules.point_reward
                for i in np.flatnonzero(ended)[: games - ended_games].tolist():
                    outcome = float(env.results[i] + POINT * env.margins[i])
                    found += [(seen, of, ended_games, lead, outcome) for seen, of, lead in begun[i]]
                    begun[i], leads[i], turn[i] = [], 0.0, env.games["turn"][i]
                    ended_games += 1
                    bar.update()
        env.close()
        if not found:
            raise ValueError(f"{self.rules.scenario.name}: over in its first turn, so that there is nothing to value")
        seen, turns, numbers, lead, outcomes = (np.array(part) for part in zip(*found, strict=True))
        return Met(seen, turns, numbers, lead.astype(np.float32), outcomes.astype(np.float32))

    def _seen(self, i: int) -> np.ndarray:
        books, games = self.rules.scenario.books, self.env.unguarded[0]
        row, seen = np.zeros(len(self.scope.vocabulary.columns), np.int16), []
        for seat in (0, 1):
            self.game.observe(books, games, i, seat, self.game.summary, row)
            seen.append(row[self.scope.columns])
        return np.array(seen)

    def _answers(self) -> np.ndarray:
        env, answers = self.env, self._officers(self.doctrines)
        by_scripted = (self.kind == AGAINST_SCRIPTED) & (env.sides != self.side)
        answers[by_scripted] = self._officers(self.game.doctrines.standing)[by_scripted]
        at_random = np.zeros(ENVS, np.int64)
        random_actions(env.unguarded[1], self.generator[0], at_random)
        disturbed = self.rng.random(ENVS) < np.take(CHANCES, self.kind)
        return np.where(disturbed, at_random, answers)

    def _officers(self, doctrines: np.ndarray) -> np.ndarray:
        answers = np.zeros(ENVS, np.int64)
        self.game.decide_all(self.rules.scenario.books, *self.env.unguarded, answers, doctrines)
        return answers


class ValueNetwork(nn.Module):
    """A trunk and one number: `aw_agents.networks.valuation` plays the same."""

    scale: torch.Tensor

    def __init__(self, scope: Scope, hidden: tuple[int, int]) -> None:
        super().__init__()
        self.register_buffer("scale", torch.as_tensor(scope.scale))
        self.trunk = Trunk(len(scope.columns), hidden)
        self.value = nn.Linear(hidden[1], 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        """Values float32 `(n,)` of rows of the scope's columns, `(n, columns)`."""
        return self.value(self.trunk(squashed(seen, self.scale))).flatten()

    def weights(self) -> dict[str, np.ndarray]:
        """As `valuation.Valuation` lays them out."""
        first, second = self.trunk.first, self.trunk.second
        arrays = [first.weight.T, first.bias, second.weight.T, second.bias, self.value.weight[0], self.value.bias]
        point = torch.full((1,), POINT)
        return {name: array.detach().numpy().copy() for name, array in zip(LEARNED, [*arrays, point], strict=True)}


def fit(network: ValueNetwork, met: Met, epochs: int, seed: int, quiet: bool = False) -> None:
    """Learn from every position, as each seat saw it, so many times."""
    seen = torch.as_tensor(met.seen.reshape(-1, met.seen.shape[2]))
    outcomes = torch.as_tensor(np.stack([met.outcomes, -met.outcomes], 1).reshape(-1))
    optimizer = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=DECAY)
    draws = torch.Generator().manual_seed(seed)
    for epoch in tqdm(range(epochs), unit="epoch", disable=quiet):
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - epoch / epochs)
        for which in torch.randperm(len(seen), generator=draws).split(MINIBATCH):
            loss = functional.mse_loss(network(seen[which]), outcomes[which])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def part(met: Met, which: np.ndarray) -> Met:
    """Some of the positions."""
    return Met(*(array[which] for array in met))


@torch.no_grad()
def explained(network: ValueNetwork, met: Met) -> dict[int, tuple[int, float, float]]:
    """By turn: of how many positions, which share of the variance of outcomes the network explains, and which a
    straight line through the leads."""
    values = network(torch.as_tensor(met.seen[:, 0])).numpy()
    told = {}
    for turn in np.unique(met.turns).tolist():
        there = met.turns == turn
        outcomes, leads = met.outcomes[there], met.leads[there]
        line = np.polyval(np.polyfit(leads, outcomes, 1), leads) if np.ptp(leads) else outcomes.mean()
        shares = [1 - float(((guess - outcomes) ** 2).mean() / outcomes.var()) for guess in (values[there], line)]
        told[turn] = (int(there.sum()), shares[0], shares[1])
    return told


def main() -> None:
    """Play, fit, print how good it is, and write it."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("war", help="the scenario")
    parser.add_argument("--game", choices=names(), default=FIRST)
    parser.add_argument("--games", type=int, default=4_000, help="wars to play (4000)")
    parser.add_argument("--epochs", type=int, default=6, help="times that each position is learned from (6)")
    parser.add_argument("--hidden", type=int, nargs=2, default=(64, 32), help="units of the two layers (64 32)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, help="file to write (runs/values/WAR.npz)")
    parser.add_argument("--quiet", action="store_true", help="no progress bars")
    given = parser.parse_args()
    try:
        make(given)
    except (ValueError, OSError) as error:  # a scenario that there is not, or is too short; a full or read-only disk
        sys.exit(f"error: {error}")


def make(given: argparse.Namespace) -> None:
    """As the command line says.  Raises ValueError, OSError."""
    if given.games < 2 * HELD_OUT:
        raise ValueError(f"--games {given.games}: must be {2 * HELD_OUT} or more, of which a tenth is held out")
    started = time.process_time()
    torch.set_num_threads(1)
    torch.manual_seed(given.seed)
    rules = named(given.game).ruleset(given.war)
    game = learnable(rules.name)
    scope = game.scope_of(rules)
    met = Wars(rules, scope, given.seed).watch(given.games, given.quiet)
    network, held_out = ValueNetwork(scope, tuple(given.hidden)), met.games % HELD_OUT == 0
    fit(network, part(met, ~held_out), given.epochs, given.seed, given.quiet)
    print("turn  positions  explained by the network  by the lead")
    for turn, (count, by_network, by_lead) in explained(network, part(met, held_out)).items():
        print(f"{turn:4d}  {count:9d}  {by_network:24.3f}  {by_lead:11.3f}")
    file = given.to or Path("runs") / "values" / f"{given.war}.npz"
    valuations.write(file, game.war_of(rules.scenario.books), scope, network.weights())
    print(f"{file}, after {time.process_time() - started:.0f} seconds of processor time")


if __name__ == "__main__":
    main()
