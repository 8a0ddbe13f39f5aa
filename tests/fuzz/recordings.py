"""Recorded games with odd lines, replayed as the command line does."""

import io
import json
from functools import cache
from random import Random

from rich.console import Console

from aw_env import admirals_war_v0
from aw_env.cli import watch
from aw_env.core.config.errors import ConfigError
from aw_env.recording import RecordError, read_record, record_of
from tests.fuzz.configs import folder
from tests.fuzz.outcome import ACCEPTED, REFUSED
from tests.fuzz.values import altered, json_text


@cache
def recorded():
    """Records of whole games."""
    found = []
    for scenario, seed in (("engagement", 1), ("engagement", 2), ("midway", 3)):
        game, draws = admirals_war_v0.game(scenario, seed=seed), Random(seed)
        game.script_dice([6, 5, 4])
        while not game.ended and game.decisions < 30:
            game.apply(draws.choice(game.legal_actions()))
        found.append(json.loads(record_of(game)))
    return found


def attack(number):
    """Read a record and replay it."""
    draws = Random(f"recording {number}")
    record = draws.choice(recorded())
    short = record | {"actions": record["actions"][: draws.choice([2, 8, 40])]}
    text = json_text(altered(short, draws), draws)
    file = folder() / f"{number}.json"
    how = draws.randrange(12)
    if how == 0:
        file.write_bytes(draws.randbytes(200))
    elif how == 1:
        file.write_text("\n\n" + text + "\n{", "utf-8")
    else:
        file.write_text(text + "\n", "utf-8", "surrogatepass")
    try:
        watch.replay(read_record(file), Console(file=io.StringIO()), decisions=draws.random() < 0.2)
    except (RecordError, ConfigError, ValueError) as error:
        if type(error) is ValueError and "seed" not in str(error) and "players" not in str(error):
            if "victory" not in str(error) and "bid" not in str(error):
                raise
        return REFUSED
    finally:
        file.unlink()
    return ACCEPTED
