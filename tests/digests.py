"""Digests of all that is seen, allowed, earned and said in random games: a change that moves no rule leaves them.

    python -m tests.digests > before        # in the checkout before it
    python -m tests.digests | diff before -     # in the one after it

A line is a setting and what was digested: of batches the observations in each layout, masks, seats, rewards and infos
of every decision; of single games also events, words, views and boards.  `--first 1` takes the first setting of each.
"""

import argparse
import hashlib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
from tqdm import tqdm

SETTINGS: dict[str, list[dict[str, Any]]] = {
    "aw_env.admirals_war_v0": [
        {"scenario": "midway"},
        {"scenario": "engagement"},
        {"scenario": "campaign"},
        {"scenario": "atlantic"},
        {"scenario": "pacific"},
        {"scenario": "campaign", "players": 4, "victory": "individual"},
        {"scenario": "campaign", "options": "even"},
        {"scenario": "campaign", "options": "odd"},
    ],
    "aw_env.war_at_sea_v0": [
        {"scenario": "war_at_sea"},
        {"scenario": "barents"},
        {"scenario": "war_at_sea", "options": "even"},
        {"scenario": "war_at_sea", "options": "odd"},
    ],
}
"""What is played of each game.  options: every other optional rule, as the game lists them, less those that exclude
one that is taken."""
LAYOUTS = ("summary", "units", "candidates")
GAMES, STEPS = 6, 400
"""Of a batch."""
TOLD, TOLD_AT = 500, 7
"""Decisions of a single game, and at how many of them words, views and boards are told."""


@cache
def _options(name: str, scenario: str, which: str) -> tuple[str, ...]:
    offered = import_module(name).GAME.offer(scenario)
    chosen: list[str] = []
    for option in offered.options[which == "odd" :: 2]:
        if set(option.needs) <= set(chosen) and not set(option.excludes) & set(chosen):
            chosen.append(option.name)
    return tuple(chosen)


def _played(name: str, setting: dict[str, Any]) -> dict[str, Any]:
    which = setting.get("options")
    return setting | ({"options": _options(name, setting["scenario"], which)} if which else {})


class Digest:
    """Takes arrays and anything that `repr` tells apart."""

    def __init__(self) -> None:
        self._sum = hashlib.blake2b(digest_size=12)

    def take(self, *things: Any) -> None:
        for thing in things:
            self._sum.update(thing.tobytes() if isinstance(thing, np.ndarray) else repr(thing).encode())

    def __str__(self) -> str:
        return self._sum.hexdigest()


def batch(name: str, setting: dict[str, Any], layout: str) -> Digest:
    """Of a batch of random games."""
    digest = Digest()
    face = import_module(name)
    many = face.vec_env(GAMES, observation=layout, seed=11, **_played(name, setting))
    digest.take(face.observation_columns(layout), face.observation_scale(layout))
    for _ in range(STEPS):
        infos = many.rules.infos(many.games)
        digest.take(many.observations, many.action_masks, many.seats, *infos.values())
        digest.take(*many.step(many.random_actions()))
    return digest


def single(name: str, setting: dict[str, Any]) -> tuple[Digest, Digest]:
    """Of one random game, in numbers and words; and of its board as text."""
    digest, board, drawn = Digest(), Digest(), np.random.default_rng(7)
    game = import_module(name).game(seed=5, **_played(name, setting))
    for step in range(TOLD):
        if game.ended:
            game.reset(seed=100 + step)
        seat = game.seat
        digest.take(game.observe(seat), game.info_in_words(), game.seat_name)
        if step % TOLD_AT == 0:
            _tell(game, seat, digest)
            board.take(game.rules.draw("ansi", game.view(seat)))
        game.apply(int(drawn.choice(game.legal_actions())))
        digest.take(game.events(seat), game.result, game.margin)
    return digest, board


def _tell(game: Any, seat: int, digest: Digest) -> None:
    view = game.view(seat)
    digest.take(game.describe(), game.actions(), view.to_scenario())
    digest.take([(unit.id, unit.place, unit.side, unit.name) for unit in view.units])
    for other in range(game.rules.players):
        digest.take(game.info_for(other), game.observe(other), game.describe(other))
    digest.take(game.clone(reseed=1000 + game.decisions, seat=seat).observe(seat))


def lines(first: int | None) -> Iterator[str]:
    """All digests, a line each."""
    for name, settings in SETTINGS.items():
        for setting in tqdm(settings[:first], desc=name, leave=False):
            called = " ".join([name, *(f"{key}={value}" for key, value in setting.items())])
            for layout in LAYOUTS:
                yield f"{called} batch of {layout}: {batch(name, setting, layout)}"
            told, board = single(name, setting)
            yield f"{called} told: {told}"
            yield f"{called} board: {board}"


def main() -> None:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--first", type=int, help="only so many settings of each game")
    for line in lines(parser.parse_args().first):
        print(line, flush=True)


if __name__ == "__main__":
    main()
