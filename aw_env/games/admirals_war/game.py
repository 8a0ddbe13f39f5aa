"""Admirals' War as the faces of `core` want it: a `Ruleset` of each scenario."""

from collections.abc import Sequence
from functools import partial
from numbers import Integral
from pathlib import Path

from aw_env.core.arguments import check_scenario, found_again
from aw_env.core.ruleset import Ruleset, made, settings_with, turns_of
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.terms import SEATS, Victory
from aw_env.naval.terms import DIE

NAME = "admirals_war_v0"
VICTORIES = ("team", "individual")
"""What four players may play for (§1.4)."""
EVENT_ROWS = 1024
"""Events that a buffer holds between two decisions; a few hundred are the most that happen."""
POINT_REWARD_A_TURN = 0.1
"""With `reward="victory_points"`: ten points in each turn of the game weigh as much as winning it."""
ARMOR_REWARD = 0.02
"""The same for an armor factor sunk, where no victory points are scored (the engagement scenario)."""


def ruleset(
    scenario: str | Path, players: int = 2, options: Sequence[str] = (), victory: str = "team", bid: float = 0
) -> Ruleset:
    """The rules of a scenario, by its name or the path of its file.  bid: points for the Allies, below 0 for the Axis.
    Raises ValueError, ConfigError among others."""
    check_scenario(scenario, options)
    if victory not in VICTORIES:
        raise ValueError(f"victory={victory!r}: choose from {' and '.join(map(repr, VICTORIES))}")
    if isinstance(players, bool) or not isinstance(players, Integral) or players not in SEATS:
        raise ValueError(f"players={players!r}: choose from {' and '.join(map(str, SEATS))}")
    return made(_rules, scenario, int(players), tuple(options), victory, bid)


def _rules(name_or_path: str | Path, players: int, options: tuple[str, ...], victory: str, bid: float) -> Ruleset:
    scenario = load.scenario(name_or_path, load.shipped(), players, options, victory, bid)
    scores_armor = scenario.books["victory"][0] == Victory.HOLD_THE_AREA
    return Ruleset(
        name=NAME,
        package=__name__.rpartition(".")[0],
        scenario=scenario,
        seats=SEATS[players],
        sides=tuple(seat & 1 for seat in range(players)),
        options=tuple(scenario.file.in_play),
        point_reward=ARMOR_REWARD if scores_armor else POINT_REWARD_A_TURN / turns_of(scenario),
        event_rows=EVENT_ROWS,
        die=DIE,
        made_by=partial(ruleset, found_again(name_or_path), players, options, victory, bid),
        settings=settings_with(bid, victory=victory),
    )
