"""Scenario files and experiments with odd values, and units where they cannot be."""

import tempfile
import tomllib
from functools import cache
from pathlib import Path
from random import Random

from aw_env.core.config.errors import ConfigError
from aw_env.core.faces.game import Game
from aw_env.games.admirals_war import game as games
from aw_env.games.admirals_war.printed import load
from tests.fuzz.outcome import ACCEPTED, REFUSED
from tests.fuzz.values import altered, toml_text

ROOT = Path(__file__).resolve().parent.parent.parent


@cache
def folder():
    """A folder for files that are tried."""
    return Path(tempfile.mkdtemp(prefix="aw_fuzz_"))


@cache
def texts(kind):
    """The tables of the shipped files, and a position of each scenario."""
    files = sorted((ROOT / "configs" / kind).glob("**/*.toml" if kind == "training" else "scenarios/*.toml"))
    found = [tomllib.loads(file.read_text("utf-8")) for file in files]
    if kind == "admirals_war":
        for scenario in ("midway", "engagement", "pacific"):
            game = Game(games.ruleset(scenario), 5)
            draws = Random(5)
            for _ in range(12):
                game.apply(draws.choice(game.legal_actions()))
            found.append(tomllib.loads(game.view().to_scenario()))
    return found


def moved_units(tables, draws):
    """Units put anywhere."""
    printed = load.printed()
    places, units = list(printed.place_numbers), list(printed.unit_numbers)
    tables = dict(tables, units=dict(tables.get("units", {})))
    for _ in range(draws.randint(1, 3)):
        tables["units"][draws.choice(units)] = draws.choice(places)
    return tables


def attack_scenario(number):
    """Read a scenario file; if it is accepted, begin it and play a few decisions."""
    draws = Random(f"scenario {number}")
    tables = draws.choice(texts("admirals_war"))
    tables = moved_units(tables, draws) if draws.random() < 0.4 else altered(tables, draws)
    file = folder() / f"{number}.toml"
    file.write_text(toml_text(tables, draws), "utf-8")
    try:
        game = Game(games.ruleset(file), 1)
    except ConfigError:
        return REFUSED
    finally:
        file.unlink()
    for _ in range(20):
        if game.ended:
            break
        game.apply(draws.choice(game.legal_actions()))
        game.describe()
    return ACCEPTED


def attack_experiment(number):
    """Read an experiment, or a recipe with its stages."""
    from aw_agents.training import experiment, recipe

    draws = Random(f"experiment {number}")
    file = folder() / f"experiment_{number}.toml"
    file.write_text(toml_text(altered(draws.choice(texts("training")), draws), draws), "utf-8")
    try:
        recipe.read(file)
    except experiment.ExperimentError:
        return REFUSED
    finally:
        file.unlink()
    return ACCEPTED
