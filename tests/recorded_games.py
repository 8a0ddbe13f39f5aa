"""630 recorded games: each action in words, and the position after it by the names of its fields.

A change of the record's layout or of the house's leaves every line of `recorded_games.txt` as it is; a change of
the rules changes those of the games in which the rule is met.

    python -m tests.recorded_games                                # compare with the record
    python -m tests.recorded_games --first 2                      # only two games of each scenario and player
    python -m tests.recorded_games --write                        # record anew
    python -m tests.recorded_games --tell campaign/4 random 7     # one game, decision by decision
"""

import argparse
import hashlib
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from tqdm import tqdm

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_env.core.engine.compiling import records
from aw_env.games.admirals_war import engine
from aw_env.games.admirals_war.printed import load
from aw_env.games.admirals_war.records.state import GAME, STATE
from aw_env.games.admirals_war.records.terms import ACTIONS, EVENT_DICE, EVENT_FIELDS
from aw_env.games.admirals_war.words.decisions import describe_action
from tests.positions import printed

RECORD = Path(__file__).parent / "recorded_games.txt"
GAMES = {
    "midway": (120, 60),
    "engagement": (140, 60),
    "campaign": (30, 20),
    "campaign/4": (30, 20),
    "atlantic": (25, 15),
    "atlantic/4": (20, 10),
    "pacific": (25, 15),
    "pacific/4": (25, 15),
}
"""How many games of random players and of the staff officer are recorded of a scenario; "/4": for four players."""
PLAYERS = ("random", "officer")
LATER = (
    "overhaul", "type_xxi_from", "warned", "line_rounds", "italians_left",
    "faces_central", "faces_hawaii", "uncertain_at", "kamikaze", "catapult", "torch", "italy_neutral",
    "task_force", "intention", "sighted", "striking", "exposed",
    "hidden", "swept",
)  # fmt: skip
"""Fields declared since the games were recorded: they are told only where something has happened to them."""
assert sum(map(sum, GAMES.values())) == 630


@cache
def scenario(name):
    """A scenario ready to play; "campaign/4" is for four players."""
    name, _, players = name.partition("/")
    return load.scenario(name, printed(), int(players or 2))


def named_fields(games):
    """The position of `games[0]` as an array of int64 for each field, by its name."""
    return {field.name: STATE.read(games[0], field.name) for field in STATE}


def digest_of_fields(games):
    """A digest of the position that does not depend on how it is laid out."""
    told = hashlib.sha256()
    for name, values in sorted(named_fields(games).items()):
        if name in LATER and (values == STATE[name].fresh).all():
            continue
        told.update(name.encode() + values.tobytes())
    return told.hexdigest()[:16]


def played(name, player, seed):
    """Play a game; after each decision gives the answer in words and the digest of the position."""
    played_on, draws = scenario(name), Random(seed)
    books, games = played_on.books, records(GAME, 1)
    mask, events = np.zeros(ACTIONS, np.int8), np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
    engine.start(books, played_on.templates, games, 0, seed, mask, events)
    yield "start", digest_of_fields(games)
    while not games["over"][0]:
        if player == "random":
            action = draws.choice(np.flatnonzero(mask).tolist())
        else:
            action = int(decide(books, games, 0, mask, STANDING))
        words = describe_action(played_on, games, action)
        engine.apply(books, games, 0, action, mask, events)
        yield words, digest_of_fields(games)


def line_of(name, player, seed):
    """What the record says of a game: its decisions, and a digest over all of them."""
    told, decisions = hashlib.sha256(), -1
    for words, position in played(name, player, seed):
        told.update(f"{words}\n{position}\n".encode())
        decisions += 1
    return f"{name} {player} {seed} {decisions} {told.hexdigest()[:32]}"


def all_games():
    """(scenario, player, seed) of every recorded game."""
    return [
        (name, player, seed)
        for name, counts in GAMES.items()
        for player, count in zip(PLAYERS, counts, strict=True)
        for seed in range(count)
    ]


def compare(first):
    """The recorded games that are played otherwise today, as (recorded line, line now): the first of each scenario and
    player, or all."""
    recorded = zip(all_games(), RECORD.read_text("utf-8").splitlines(), strict=True)
    wanted = [(game, was) for game, was in recorded if first is None or game[2] < first]
    for game, was in tqdm(wanted):
        now = line_of(*game)
        if now != was:
            yield was, now


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="record the games anew")
    parser.add_argument("--tell", nargs=3, metavar=("SCENARIO", "PLAYER", "SEED"), help="tell one game")
    parser.add_argument("--first", type=int, help="compare so many games of each scenario and player")
    given = parser.parse_args()
    if given.write:
        RECORD.write_text("".join(f"{line_of(*game)}\n" for game in tqdm(all_games())), "utf-8")
    elif given.tell:
        for words, position in played(given.tell[0], given.tell[1], int(given.tell[2])):
            print(position, words)
    else:
        differing = 0
        for was, now in compare(given.first):
            differing += 1
            print(f"- {was}\n+ {now}", flush=True)
        print(f"{differing} games are played otherwise than recorded")
