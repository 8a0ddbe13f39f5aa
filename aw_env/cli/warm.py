"""`aw-env warm`: compiles ahead what the first game, batch and players would otherwise compile when they begin."""

import time
from collections.abc import Callable
from typing import NamedTuple

from rich.console import Console

from aw_env.core.engine.compiling import CACHE_FOLDER, INTERPRETED
from aw_env.core.engine.first_start import is_cold
from aw_env.core.players import load


class Part(NamedTuple):
    """Something that is compiled: what it is, the entry point by which it is known to be there, and its first call."""

    what: str
    entry_point: str
    call: Callable[[], object]


def parts() -> list[Part]:
    """Everything that is compiled, in the order in which later parts use earlier ones."""
    from aw_env import admirals_war_v0

    def game() -> object:
        return admirals_war_v0.game("engagement", seed=0)

    def batch() -> object:
        games = admirals_war_v0.vec_env(2, "engagement", seed=0, num_threads=1)
        return games.step(games.random_actions())

    def player_in_a_batch() -> object:
        seats = {"axis": load("random")}
        return admirals_war_v0.vec_env(2, "engagement", seed=0, num_threads=1, compiled_players=seats)

    def player_at_the_table() -> object:
        table = game()
        seen = {"observation": table.observe(table.seat), "action_mask": table.action_mask}
        return load("scripted").act(table.view(table.seat), seen, table.info())

    def random_play() -> object:
        return admirals_war_v0.vec_env(2, "engagement", seed=0, num_threads=1).play_random(2)

    return [
        Part("the rules", "advance", game),
        Part("what a seat sees", "observe", lambda: game().view().units),
        Part("random answers for many games", "random_actions", batch),
        Part("the scripted player at the table", "decide", player_at_the_table),
        Part("players inside a batch", "play", player_in_a_batch),
        Part("random play for measurements", "play_random", random_play),
    ]


def warm(console: Console) -> None:
    """Compile every part that is not there yet, and say how it goes."""
    if INTERPRETED:
        console.print("NUMBA_DISABLE_JIT is set: the rules are interpreted, and nothing is compiled.")
        return
    listed, begun = parts(), time.perf_counter()
    for number, part in enumerate(listed, start=1):
        cold = is_cold(part.entry_point)
        console.print(f"{number} of {len(listed)}: {part.what} ... ", end="\n" if cold else "", markup=False)
        since = time.perf_counter()
        part.call()
        taken = time.perf_counter() - since
        console.print(f"compiled in {taken:.0f} s" if cold else "already compiled", style="green" if cold else "dim")
    taken = time.perf_counter() - begun
    console.print(f"Ready after {taken:.0f} s. Compiled code is kept in {CACHE_FOLDER}", markup=False)
