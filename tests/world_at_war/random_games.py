"""Random games in which every invariant is checked after every decision; run as a program it prints a digest of each,
for comparison.

python -m tests.world_at_war.random_games raiders 10 raiders_long+harbour_attack 5

An option may also say of a key of the scenario file what it is instead: "raiders+in_play=+last_turn=4" is four turns
without any optional rule.
"""

import tomllib
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import tomli_w

from aw_agents.declared import staffed
from aw_env import world_at_war_v0
from aw_env.core.rooms.game import EVENT_ROWS
from aw_env.games.world_at_war.game import WAR
from aw_env.games.world_at_war.printed.load import SCENARIOS, SHELF
from aw_env.games.world_at_war.records.kinds import Option
from aw_env.games.world_at_war.rules.sequence import RULES
from tests.random_play import Played
from tests.world_at_war import invariants

TABLES = ("",)
"""What a scenario's name ends in for each number of players."""
SETS = 50
OFFICER = staffed("world_at_war")


def load(name, options=()):
    """A scenario with options, and with other values of its file's keys."""
    others = dict(option.split("=") for option in options if "=" in option)
    options = [option for option in options if "=" not in option]
    if not others:
        return SCENARIOS.ready(name, options)
    told = tomllib.loads((SHELF.folder / "scenarios" / f"{name}.toml").read_text("utf-8"))
    for key, value in others.items():
        told[key] = value.split(",") if value and key == "in_play" else [] if key == "in_play" else int(value)
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"{name}.toml"
        file.write_text(tomli_w.dumps(told), "utf-8")
        return SCENARIOS.ready(file, options)


def option_sets(name):
    """No optional rule, each alone, and random sets of them with bids and lengths of the war."""
    switches, draws = [option.name for option in SCENARIOS.offer(name).options], Random(0)
    longest = load(name).file.last_turn
    sets = [("in_play=",), *(("in_play=", switch) for switch in switches)]
    for _ in range(SETS):
        chosen = [switch for switch in switches if draws.random() < 0.5]
        others = [f"last_turn={draws.randint(1, longest)}", f"bid={draws.randint(-20, 20)}"]
        sets.append(("in_play=", *chosen, *others))
    return sets


PLAYED = Played(
    world_at_war_v0,
    SimpleNamespace(scenario=load),
    RULES,
    WAR.rooms["records.terms"],
    WAR.rooms["soundness"].check_soundness,
    invariants,
    officer=(OFFICER.decide, OFFICER.doctrines.standing),
    event_rows=EVENT_ROWS,
    whims=[Option.DONE, Option.NO, Option.YES, Option.HOLD],
    most=6000,
)
games, new_game, by_officer, digests = PLAYED.games, PLAYED.new_game, PLAYED.by_officer, PLAYED.digests

if __name__ == "__main__":
    PLAYED.main()
