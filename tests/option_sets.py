"""Sets of optional rules to play with: each alone, and random legal ones that hold every pair."""

from itertools import combinations
from random import Random

from aw_env.games.admirals_war.printed.load import scenario_file
from aw_env.games.admirals_war.printed.scenario import read_scenario
from tests.positions import printed

RANDOM_SETS = 300


def playable(scenario):
    """The optional rules that a scenario allows."""
    return read_scenario(scenario_file(scenario, printed()), printed()).options


def is_legal(chosen):
    """Whether a set holds all that its members require, and no two that exclude each other."""
    options = printed().charts.options
    return all({*options[id].requires} <= {*chosen} and not {*options[id].excludes} & {*chosen} for id in chosen)


def option_sets(scenario, count=RANDOM_SETS, seed=0):
    """Each rule alone, if it may be, then so many random legal sets; each pair that may be played together is in
    one."""
    rules, draws = playable(scenario), Random(seed)
    sets = [(id,) for id in rules if is_legal((id,))]
    missing = {pair for pair in combinations(rules, 2) if is_legal(pair)}
    for _ in range(count):
        chosen = set(draws.choice(sorted(missing))) if missing else set()
        for id in draws.sample(rules, len(rules)):
            if draws.random() < 0.5 and is_legal(chosen | {id}):
                chosen.add(id)
        missing -= {pair for pair in missing if {*pair} <= chosen}
        sets.append(tuple(id for id in rules if id in chosen))
    assert not missing, f"no set holds {sorted(missing)}"
    return sets
