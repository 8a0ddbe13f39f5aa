"""`aw-env warm`: compiles ahead what the first game, batch and players would otherwise compile when they begin."""

import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console

from aw_env.core.engine.code_cache import Unusable, cache_folder
from aw_env.core.engine.compiling import INTERPRETED
from aw_env.core.engine.first_start import progress
from aw_env.core.playable import Playable
from aw_env.core.players import load, player_names


class Part(NamedTuple):
    """Something that is compiled: what it is, and a call that needs it."""

    what: str
    call: Callable[[], object]


def parts(known: Playable, scenario: str = "", options: Sequence[str] = ()) -> list[Part]:
    """Everything of a game that is compiled, in the order in which later parts use earlier ones.  scenario: by default
    a short one.  options: optional rules, of which one is enough to compile all."""
    from aw_env.core.faces.game import Game

    face, scenario = known.face, scenario or known.warm_up
    played: dict[str, Any] = {"scenario": scenario, "seed": 0, **({"options": options} if options else {})}

    def game() -> Game:
        return face.game(**played)

    def choices() -> Game:
        return face.game(**played, observation="candidates")

    def batch() -> object:
        games = face.vec_env(2, **played, num_threads=1)
        return games.step(games.random_actions())

    def player_in_a_batch() -> object:
        seats = {game().rules.seats[-1]: load("random", known.players)}
        return face.vec_env(2, **played, num_threads=1, compiled_players=seats)

    def player_at_the_table() -> object:
        table = game()
        seen = {"observation": table.observe(table.seat), "action_mask": table.action_mask}
        return load("scripted", known.players).act(table.view(table.seat), seen, table.info())

    def random_play() -> object:
        return face.vec_env(2, **played, num_threads=1).play_random(2)

    def player_that_searches() -> None:
        table, player = game(), load("search:2", known.players)
        player.begin(1, 0)
        table.let_play(player, np.ones((1, len(table.rules.seats)), np.int8))

    compares_choices = "candidates" in game().rules.layouts
    searches = "search" in player_names(known.players)
    return [
        Part("the rules", game),
        Part("what a seat sees", lambda: game().view().units),
        *([Part("what a seat sees of its choices", choices)] if compares_choices else []),
        Part("random answers for many games", batch),
        Part("the scripted player at the table", player_at_the_table),
        Part("players inside a batch", player_in_a_batch),
        Part("random play for measurements", random_play),
        *([Part("the player that searches", player_that_searches)] if searches else []),
    ]


def warm(console: Console, known: Playable) -> None:
    """Compile every part that is not there yet, and say how it goes."""
    if INTERPRETED:
        console.print("NUMBA_DISABLE_JIT is set: the rules are interpreted, and nothing is compiled.")
        return
    listed, begun = parts(known), time.perf_counter()
    for number, part in enumerate(listed, start=1):
        console.print(f"{number} of {len(listed)}: {part.what}", markup=False)
        compiled, since = progress.compiled, time.perf_counter()
        part.call()
        if progress.compiled > compiled:
            console.print(f"   compiled in {time.perf_counter() - since:.0f} s", style="green")
        else:
            console.print("   already compiled", style="dim")
    console.print(f"Ready after {time.perf_counter() - begun:.0f} s. {kept()}", markup=False)


def kept() -> str:
    """Where compiled code is kept, in words."""
    try:
        return f"Compiled code is kept in {cache_folder()}"
    except Unusable as error:
        return f"Compiled code is not kept: {error}"
