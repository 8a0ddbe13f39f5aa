"""How strong players of the computer are in a scenario, as packages have measured it: whom to ask for advice, and whom
to play against.

A package tells what it has measured by an entry point in the group `aw_env.levels` that leads to `measured(game,
scenario)`: names of players, each with its strength on the Elo scale, by the names under which they are loaded.
"""

from typing import NamedTuple

from aw_env.core.faces.game import Game
from aw_env.core.packages import CannotLoad, loaded, offered
from aw_env.core.players import load, player_names
from aw_env.core.said.wording import any_of, number_in
from aw_env.games import named, playing

GROUP = "aw_env.levels"
MOST_LEVELS = 5
"""Levels that a scenario has at most.  The weakest player is of level 1, and each level has a player of its own: where
fewer have been measured there are fewer levels, and none is left out between them."""
WITHOUT_MEASUREMENTS = ("tuned", "scripted")
"""Who advises where nothing has been measured, or where the strongest cannot be had: the first that can."""


class Officer(NamedTuple):
    """Who advises.  reason: why it is not the strongest player of the scenario, "" where it is."""

    name: str
    reason: str = ""


def measured(game: str, scenario: str) -> list[str]:
    """The players of a game that have been measured in a scenario and can be named, the weakest first."""
    found: dict[str, float] = {}
    for offer in offered(GROUP).values():
        try:
            found |= loaded(offer)(game, scenario)
        except CannotLoad:  # a package that is broken: the table goes on without what it has measured
            continue
    known = player_names(named(game).players)
    return sorted((name for name in found if name in known), key=lambda name: found[name])


def levels(game: str, scenario: str) -> dict[int, str]:
    """The players of a scenario by their level, 1 the weakest; none where fewer than two have been measured."""
    players = measured(game, scenario)
    if len(players) < 2:
        return {}
    highest = min(len(players), MOST_LEVELS) - 1
    return {1 + step: players[round(step * (len(players) - 1) / highest)] for step in range(highest + 1)}


def player_at(game: str, scenario: str, name: str) -> str:
    """The player that is meant by a level, or by its own name.  Raises ValueError for a level that there is not."""
    level = number_in(name)
    if level is None:
        return name
    known = levels(game, scenario)
    if level not in known:
        there_are = f"choose from {any_of([str(level) for level in sorted(known)])}" if known else "name a player"
        raise ValueError(f"there is no level {name} in {scenario}: {there_are}")
    return known[level]


def officer_of(game: Game) -> Officer:
    """The strongest player of the scenario that can be had."""
    playable = playing(game.rules.name)
    strongest = measured(playable.name, game.rules.scenario.name)[-1:]
    known, reason = player_names(playable.players), ""
    for name in dict.fromkeys([*strongest, *WITHOUT_MEASUREMENTS]):
        if name not in known:
            continue
        try:
            load(name, playable.players)
        except Exception as error:  # its package, or what it needs, is not there or broken
            why = " ".join(f"{error}".split())[:200] or type(error).__name__
            reason = reason or f"{name}, the strongest here, cannot be asked ({why})"
            continue
        return Officer(name, f"{reason}: {name} advises" if reason else "")
    return Officer(WITHOUT_MEASUREMENTS[-1], reason)
