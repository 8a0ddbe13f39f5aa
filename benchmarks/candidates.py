"""What it costs to observe the candidates and choose one: processor time a decision, on one core.

    python -m benchmarks.candidates
    python -m benchmarks.candidates --scenario midway --agent runs/campaign_imitation

Plays games of the staff officer, one decision in ten at random, and measures at each decision what it costs to write
the rows and to score them with a network.  Then plays whole games of the network against itself, including the rules.
Without --agent the network is untrained and has the size of the shipped experiment's.
"""

import argparse
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.admirals_war.scope import row_scope, scope_of
from aw_agents.arena.match import play_match
from aw_agents.learned.candidate_player import CandidatePlayer
from aw_agents.learned.player import LearnedPlayer
from aw_env.core.declare.columns import CANDIDATES
from aw_env.core.faces.batch import VecEnv
from aw_env.core.ruleset import Ruleset
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.game import ruleset

GAMES = 64


def untaught(rules: Ruleset, hidden: tuple[int, int] = (256, 160), features: int = 96) -> CandidatePlayer:
    """A player with a network as it is before it learns."""
    import torch

    from aw_agents.learned.candidate_policy import CandidatePolicy

    torch.manual_seed(0)
    scope, rows = scope_of(rules), row_scope()
    return CandidatePlayer(scope, rows, CandidatePolicy(scope, rows, hidden, features).weights())


def microseconds(work: Callable[[], object], decisions: int) -> float:
    """Processor time of a call, a decision."""
    started = time.process_time()
    work()
    return (time.process_time() - started) / decisions * 1e6


def parts(rules: Ruleset, player: CandidatePlayer, steps: int) -> dict[str, float]:
    """Means over `steps` calls for `GAMES` games each, in microseconds a decision."""
    games = VecEnv(rules, GAMES, 0, CANDIDATES, num_threads=1)
    write, answers = rules.complete[CANDIDATES], np.zeros(GAMES, np.int64)
    writing, choosing, draws = [], [], np.random.default_rng(0)
    arrays = (games._games, 0, GAMES, answers, games._ledger, games._masks, games._observations)
    for _ in range(steps):
        writing.append(microseconds(lambda: write(rules.scenario.books, *arrays), GAMES))
        choosing.append(microseconds(lambda: player.act_batch(games.observations, games.action_masks), GAMES))
        decide_all(rules.scenario.books, *games.unguarded, answers, STANDING)
        games.step(np.where(draws.random(GAMES) < 0.1, games.random_actions(), answers))
    warm = slice(steps // 10, None)
    return {"rows": float(np.mean(writing[warm])), "network": float(np.mean(choosing[warm]))}


def whole_games(rules: Ruleset, player: CandidatePlayer, count: int) -> float:
    """Microseconds a decision in games of the player against itself."""
    play_match(rules, [player, player], 2, 0)
    started = time.process_time()
    score = play_match(rules, [player, player], count, 1)
    return (time.process_time() - started) / float(score.decisions.sum()) * 1e6


def main() -> None:
    """Measure and print."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenario", default="campaign")
    parser.add_argument("--agent", type=Path, help="folder or file of an agent that compares candidates")
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--games", type=int, default=20)
    chosen = parser.parse_args()
    rules = ruleset(chosen.scenario)
    player = LearnedPlayer.load(chosen.agent) if chosen.agent else untaught(rules)
    if not isinstance(player, CandidatePlayer):
        parser.error(f"{chosen.agent}: this agent does not compare candidates")
    for part, spent in parts(rules, player, chosen.steps).items():
        print(f"{part}: {spent:.1f} µs a decision")
    print(f"whole games, rules included: {whole_games(rules, player, chosen.games):.1f} µs a decision")


if __name__ == "__main__":
    main()
