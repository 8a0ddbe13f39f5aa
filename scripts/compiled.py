"""Compile into a folder the rules that come with the package: `python scripts/compiled.py build/compiled`.

A checkout looks for them in `build/compiled`; scripts/backend.py puts them into a wheel.
"""

import argparse
import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from aw_env import games
from aw_env.cli.warm import parts
from aw_env.core.engine.shipped import INDEX, levels_here
from aw_env.core.engine.shipping import making
from aw_env.core.players import load, player_names, unprepared

NO_PLAYERS = ("random", "scripted", "search")
"""Those that other parts compile, or that need a setting."""


def main() -> None:
    """Compile what first games need, for levels of processors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--levels", nargs="+", default=levels_here())
    parser.add_argument("--games", nargs="+", default=[*games.names()])
    given = parser.parse_args()
    with making(given.levels) as maker:
        for name in given.games:
            for what, call in needed(games.named(name)):
                since = time.process_time()
                call()
                print(f"{name}: {what}, {time.process_time() - since:.0f} s", flush=True)
    if (given.folder / INDEX).is_file():
        shutil.rmtree(given.folder)
    maker.write(given.folder)


def needed(known: Any) -> Iterator[tuple[str, Callable[[], object]]]:
    """What first games need: of a game without optional rules and with them, and of the players that it comes with."""
    offers = [known.offer(one.name) for one in known.scenarios()]
    richest = max(offers, key=lambda offer: len(offer.options))
    with_options = parts(known, richest.name, every_option_at_once(richest.options))
    for part in (*parts(known), *with_options):
        if "measurements" not in part.what:
            yield part.what, part.call
    for name in player_names(known.players):
        if name not in NO_PLAYERS:
            yield f"the player {name}", partial(plays, known, name, [offer.name for offer in offers])


def every_option_at_once(options: Any) -> list[str]:
    """Optional rules that go together, as many as there are."""
    chosen: list[Any] = []
    for option in options:
        excluded = {name for other in chosen for name in other.excludes}
        if option.name not in excluded and not {*option.excludes} & {other.name for other in chosen}:
            chosen.append(option)
    return [option.name for option in chosen]


def plays(known: Any, name: str, scenarios: list[str]) -> None:
    """A player answers once at a table, and in a batch, in a scenario that it knows."""
    player = load(name, known.players)
    scenario = next(one for one in (known.scenario, *scenarios) if not unprepared(player, one))
    table = known.face.game(scenario, seed=0)
    seen = {"observation": table.observe(table.seat), "action_mask": table.action_mask}
    player.act(table.view(table.seat), seen, table.info())
    seats = {table.rules.seats[-1]: player}
    known.face.vec_env(2, scenario, seed=0, num_threads=1, compiled_players=seats)


if __name__ == "__main__":
    main()
