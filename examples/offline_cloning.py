"""Behaviour cloning from a Minari data set: a network learns to choose as the recorded players did, from their games
alone.  Illegal actions are masked, so that it learns only which of the legal ones is chosen.

    aw-env record scripted --scenario engagement --games 1000 --minari engagement/scripted-v0
    python examples/offline_cloning.py --help
"""

import argparse
import sys
import time

import minari
import numpy as np
import torch
from points import interval, points
from torch import nn

from aw_env import admirals_war_v0

OPPONENTS = ("random", "scripted")


def decisions_of(dataset: minari.MinariDataset) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """All decisions: observations float32 `(n, columns)`, masks bool `(n, n_actions)`, actions int64 `(n,)`."""
    seen, legal, chosen = [], [], []
    for episode in dataset.iterate_episodes():
        seen.append(episode.observations["observation"][:-1])  # the last is of the end, where nothing is asked
        legal.append(episode.observations["action_mask"][:-1])
        chosen.append(episode.actions)
    return torch.tensor(np.concatenate(seen)), torch.tensor(np.concatenate(legal)) == 1, torch.tensor(np.hstack(chosen))


def dataset_named(name: str) -> minari.MinariDataset:
    """A data set that fits the network; another one ends the script with a clear line."""
    try:
        dataset = minari.load_dataset(name)
    except FileNotFoundError:
        sys.exit(f"there is no data set {name}: aw-env record scripted -s engagement --games 1000 --minari {name}")
    told = dataset.storage.metadata.get("aw_env", {})
    kind = [told.get(key) for key in ("game", "observation", "dtype")]
    if kind != ["admirals_war_v0", "summary", "float32"] or dataset.total_episodes < 2:
        sys.exit(f"{name}: {dataset.total_episodes} episodes of {kind}; there must be two or more, summary, float32")
    return dataset


def main() -> None:
    """Learn, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", default="engagement/scripted-v0", help="of Admirals' War, summary, float32")
    parser.add_argument("--won", action="store_true", help="learn only from seats that have won their game")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--minibatch", type=int, default=256)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--evaluation", type=int, default=1000, help="games against each opponent from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    begun = time.perf_counter()
    dataset = dataset_named(given.dataset)
    scenario = dataset.storage.metadata["aw_env"]["scenario"]
    kept = max(1, dataset.total_episodes // 10)
    learned, held_out = minari.split_dataset(dataset, [dataset.total_episodes - kept, kept], given.seed)
    if given.won:
        learned = learned.filter_episodes(lambda episode: episode.rewards.sum() > 0)
    observations, masks, actions = decisions_of(learned)
    seconds = time.perf_counter() - begun
    print(f"{given.dataset}: {learned.total_episodes} episodes, {len(actions):,} decisions, read in {seconds:.1f} s")

    network = nn.Sequential(
        nn.Linear(observations.shape[1], given.hidden),
        nn.ReLU(),
        nn.Linear(given.hidden, given.hidden),
        nn.ReLU(),
        nn.Linear(given.hidden, admirals_war_v0.n_actions),
    )
    optimizer = torch.optim.Adam(network.parameters(), lr=given.learning_rate)

    def logits_of(observed: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
        return network(observed).masked_fill(~legal, -torch.inf)

    @torch.no_grad()
    def act(observed: np.ndarray, legal: np.ndarray) -> np.ndarray:
        return logits_of(torch.as_tensor(observed), torch.as_tensor(legal) == 1).argmax(1).numpy()

    def measured() -> dict[str, tuple[float, float]]:
        return {opponent: points(act, given.evaluation, given.seed, scenario, opponent) for opponent in OPPONENTS}

    before = measured()
    begun = time.perf_counter()
    for epoch in range(given.epochs):
        losses = []
        for rows in torch.randperm(len(actions)).split(given.minibatch):
            loss = nn.functional.cross_entropy(logits_of(observations[rows], masks[rows]), actions[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
        print(f"epoch {epoch + 1} of {given.epochs}: loss {np.mean(losses):.3f}", flush=True)
    seconds = time.perf_counter() - begun
    steps = given.epochs * len(actions)
    print(f"{steps:,} steps in {seconds:.0f} s: {steps / seconds:,.0f} a second")

    observed, legal, chosen = decisions_of(held_out)
    alike = (act(observed.numpy(), legal.numpy()) == chosen.numpy()).mean()
    print(f"chooses as the players did in {alike:.3f} of {len(chosen):,} held-out decisions")
    for opponent, (first, second) in measured().items():
        print(
            f"points a game against {opponent}: {(first + second) / 2:.3f} ({first:.3f} and {second:.3f} from the two "
            f"sides; 95 % {interval((first, second), given.evaluation)}); before training "
            f"{np.mean(before[opponent]):.3f} {interval(before[opponent], given.evaluation)}"
        )


if __name__ == "__main__":
    main()
