"""How campaigns go between two players, by default the staff officer on both sides: many campaigns, counted and
drawn.

    python -m benchmarks.campaign_statistics                 # 500 campaigns into docs/campaign_statistics.png
    python -m benchmarks.campaign_statistics --allies campaign --axis campaign --picture docs/campaign_agents.png
    python -m benchmarks.campaign_statistics --games 100 --players 4

Needs the `train` extra (matplotlib).
"""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import aw_agents
from aw_agents.admirals_war.officer.officer import decide_all
from aw_agents.arena.match import Match
from aw_agents.scopes import CANDIDATES
from aw_env.core.engine.ledger import PASS, SKIP, WRITE
from aw_env.core.players import BatchPolicy
from aw_env.core.streams import replace_unknown_letters
from aw_env.games.admirals_war.game import ruleset
from aw_env.games.admirals_war.records.terms import Theatre

ROOT = Path(__file__).resolve().parent.parent
COLORS = {"allies": "tab:blue", "drawn": "tab:gray", "axis": "tab:red"}
SHARES = (10, 25, 50, 75, 90)
"""Percentiles that are drawn."""


@dataclass(frozen=True)
class Wars:
    """What became of many campaigns, one row a game.

    results: 1 the Allies won, 0 drawn, -1 the Axis.  attacks: turn on which Japan attacked, 0 if it never did.
    leads: int `(games, turns, 2)`, the lead of the Allies on both tracks at the end of each turn.  decisions: how many
    were answered.  first_turn: 1, or 0 with the optional rule 20.
    """

    results: np.ndarray
    attacks: np.ndarray
    leads: np.ndarray
    decisions: np.ndarray
    first_turn: int


def fight(
    games: int, seed: int, players: int = 2, options: tuple[str, ...] = (), sides: tuple[str, str] = ("scripted",) * 2
) -> Wars:
    """Let players by name, of the Allies and of the Axis, play all seats of so many campaigns: staff officers, or
    agents that compare the legal actions."""
    masters = [aw_agents.load(name) for name in sides]
    learned = any(isinstance(master, BatchPolicy) for master in masters)
    match = Match(ruleset("campaign", players, options), [], games, seed, CANDIDATES if learned else "summary")
    books = match.rules.scenario.books
    first = int(match.rules.scenario.templates["turn"][0])
    turns = int(books["last_turn"][0]) - first + 1
    leads = np.zeros((games, turns, 2), int)
    wars = Wars(np.zeros(games, int), np.zeros(games, int), leads, np.zeros(games, int), first)
    actions, answers = np.zeros(games, np.int64), np.zeros(games, np.int64)
    every = np.arange(games)
    match.advance(np.full(games, PASS), WRITE)
    while match.running.any():
        for side, master in enumerate(masters):
            asked = match.running & (match.games["seat"] & 1 == side)
            if isinstance(master, BatchPolicy):
                actions[asked] = master.act_batch(match.observations[asked], match.masks[asked]) if asked.any() else 0
            else:
                decide_all(books, match.games, match.masks, answers, master.doctrines_in(books))
                actions[asked] = answers[asked]
        match.advance(np.where(match.running, actions, SKIP), WRITE if learned else 0)
        wars.leads[every, match.games["turn"] - first] = match.games["victory_points"]
    wars.results[:] = match.games["result"]
    wars.attacks[:] = np.where(match.games["hostilities"] == 1, match.games["hostilities_since"], 0)
    wars.decisions[:] = match.games["decisions"]
    return wars


def shown(wars: Wars) -> str:
    """The same in words and numbers."""
    games = wars.results.size
    lines = [f"{games} campaigns, {wars.decisions.mean():.0f} decisions each"]
    for name, result in (("Allies won", 1), ("drawn", 0), ("Axis won", -1)):
        lines.append(f"  {name:12} {np.mean(wars.results == result):6.1%}")
    for turn in np.unique(wars.attacks):
        label = f"attack on turn {turn}" if turn else "no attack"
        lines.append(f"  {label:18} {np.mean(wars.attacks == turn):6.1%}")
    for track in Theatre:
        lines.append(f"  lead of the Allies, {track.name.lower()} track (median, 10-90 %):")
        for turn in range(wars.leads.shape[1]):
            low, middle, high = np.percentile(wars.leads[:, turn, track], (10, 50, 90))
            lines.append(f"    turn {wars.first_turn + turn:2}: {middle:+5.0f}  ({low:+.0f} to {high:+.0f})")
    return "\n".join(lines)


def draw(wars: Wars, path: Path) -> None:
    """Results, turns of the attack, and both tracks by turn."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 4, figsize=(17, 4))
    games = wars.results.size
    outcomes = [("allies", 1), ("drawn", 0), ("axis", -1)]
    shares = [np.mean(wars.results == result) for _, result in outcomes]
    axes[0].bar([name for name, _ in outcomes], shares, color=[COLORS[name] for name, _ in outcomes])
    axes[0].set_title(f"results of {games} campaigns")
    axes[0].set_ylim(0, 1)
    turns = np.arange(wars.first_turn, wars.first_turn + wars.leads.shape[1])
    attacks = np.array([0, *turns[turns > 0]])
    axes[1].bar(attacks, [np.mean(wars.attacks == turn) for turn in attacks], color="tab:red")
    axes[1].set_title("turn on which Japan attacks (0: never)")
    axes[1].set_xticks(attacks)
    axes[1].set_ylim(0, 1)
    for track in Theatre:
        axis = axes[2 + track]
        low, lower, middle, upper, high = np.percentile(wars.leads[:, :, track], SHARES, axis=0)
        axis.fill_between(turns, low, high, color=COLORS["allies"], alpha=0.15, label="80 % of the games")
        axis.fill_between(turns, lower, upper, color=COLORS["allies"], alpha=0.3, label="50 %")
        axis.plot(turns, middle, color=COLORS["allies"], label="median")
        axis.axhline(0, color="black", linewidth=0.8)
        axis.set_title(f"{track.name.title()}: lead of the Allies")
        axis.set_xlabel("end of turn")
        axis.set_xticks(turns)
        axis.set_ylim(-30, 30)
        axis.grid(alpha=0.3)
    axes[2].legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def main() -> None:
    """Play, print, draw."""
    replace_unknown_letters()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument(
        "--allies", default="scripted", help="who plays the Allies: scripted, tuned, campaign, a run's folder"
    )
    parser.add_argument("--axis", default="scripted", help="who plays the Axis")
    parser.add_argument("--picture", type=Path, default=ROOT / "docs" / "campaign_statistics.png")
    chosen = parser.parse_args()
    wars = fight(chosen.games, chosen.seed, chosen.players, sides=(chosen.allies, chosen.axis))
    print(shown(wars))
    draw(wars, chosen.picture)
    print(f"drawn: {chosen.picture}")


if __name__ == "__main__":
    main()
