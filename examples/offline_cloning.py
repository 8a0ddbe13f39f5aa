"""Behaviour cloning from a Minari data set: a network learns to choose as those chose who played, from their games
alone.  Illegal actions are masked, so that it learns only which of the legal ones is chosen.

    aw-env record scripted --scenario engagement --games 2000 --minari engagement/scripted-v0
    python examples/offline_cloning.py --help
"""

import argparse
import time

import minari
import numpy as np
import torch
from points import points, report
from torch import nn

from aw_env import admirals_war_v0


def decisions_of(dataset: minari.MinariDataset) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """All decisions: observations float32 `(n, columns)`, masks bool `(n, n_actions)`, actions int64 `(n,)`."""
    seen, legal, chosen = [], [], []
    for episode in dataset.iterate_episodes():
        seen.append(episode.observations["observation"][:-1])  # the last is of the end, where nothing is asked
        legal.append(episode.observations["action_mask"][:-1])
        chosen.append(episode.actions)
    return torch.tensor(np.concatenate(seen)), torch.tensor(np.concatenate(legal)) == 1, torch.tensor(np.hstack(chosen))


def main() -> None:
    """Learn, and say how fast and how well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dataset", default="engagement/scripted-v0", help="of Admirals' War, summary, float32")
    parser.add_argument("--won", action="store_true", help="learn only from seats that have won their game")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--minibatch", type=int, default=256)
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--threads", type=int, default=1, help="of torch")
    parser.add_argument("--evaluation", type=int, default=1000, help="games against each opponent from each side")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()

    torch.manual_seed(given.seed)
    torch.set_num_threads(given.threads)
    begun = time.perf_counter()
    dataset = minari.load_dataset(given.dataset)
    scenario = dataset.recover_environment().unwrapped.rules.scenario.name
    kept = dataset.total_episodes // 10
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

    before = points(act, given.evaluation, given.seed, scenario)

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

    observations, masks, actions = decisions_of(held_out)
    alike = (act(observations.numpy(), masks.numpy()) == actions.numpy()).mean()
    print(f"chooses as the players in {alike:.3f} of {len(actions):,} decisions of games that it has not seen")
    after = points(act, given.evaluation, given.seed, scenario)
    report(given.epochs * learned.total_steps, seconds, before, after)
    officer = points(act, given.evaluation, given.seed, scenario, "scripted")
    print(f"points a game against scripted: {np.mean(officer):.3f} ({officer[0]:.3f} and {officer[1]:.3f})")


if __name__ == "__main__":
    main()
