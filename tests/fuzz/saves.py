"""Crafted saves: real positions with a few numbers overwritten, sealed with a right checksum, restored, played on."""

import struct
from functools import cache
from random import Random

import numpy as np

from aw_env import admirals_war_v0, naval_miniatures_v0, war_at_sea_v0, world_at_war_v0
from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.games.admirals_war.records.limits import LIMITS
from aw_env.games.naval_miniatures.records.record import RECORDS as MINIATURES
from aw_env.games.war_at_sea.records import state
from aw_env.games.world_at_war.records.record import RECORDS
from tests.fuzz.outcome import ACCEPTED, REFUSED, Changed

SCENARIOS = [("midway", 2), ("engagement", 2), ("campaign", 2), ("campaign", 4), ("atlantic", 2), ("pacific", 2)]
SHORT = ("midway", "engagement", "barents")
"""Of these positions are taken at every few decisions."""
OF_THE_SECOND_GAME = ["war_at_sea", "war_at_sea+lighter_battleships+u_boats_accumulate+face_down", "barents"]
SECOND_LIMITS = {field.name: (field.values.least, field.values.greatest) for field in state.STATE}
OF_THE_THIRD_GAME = ["random", "standard", "convoy", "major_500", "random+historical+year=1942", "river_plate"]
THIRD_LIMITS = {field.name: (field.values.least, field.values.greatest) for field in MINIATURES.state}
OF_THE_FOURTH_GAME = [
    "raiders", "raiders+harbour_attack+submarine_warfare", "raiders_long",
    "night_express", "night_express+landings", "mediterranean", "mediterranean+landings",
]  # fmt: skip
FOURTH_LIMITS = {field.name: (field.values.least, field.values.greatest) for field in RECORDS.state}
POSITIONS = 40
"""Positions kept of each scenario."""
MOST_PLAYED = 1500
"""Decisions for which a restored game is played on."""


@cache
def positions(scenario, players):
    """Saves from random games, and a game to restore them into."""
    return positions_of(lambda seed: admirals_war_v0.game(scenario, players, seed=seed), 3 if scenario in SHORT else 97)


@cache
def positions_of_the_second_game(scenario):
    """The same of War at Sea."""
    name, *options = scenario.split("+")
    return positions_of(lambda seed: war_at_sea_v0.game(name, options, seed), 3 if name in SHORT else 37)


@cache
def positions_of_the_third_game(scenario):
    """The same of Naval Miniatures."""
    name, *options = scenario.split("+")
    return positions_of(lambda seed: naval_miniatures_v0.game(name, options, seed), 23)


@cache
def positions_of_the_fourth_game(scenario):
    """The same of A World at War."""
    name, *options = scenario.split("+")
    return positions_of(lambda seed: world_at_war_v0.game(name, options, seed), 23)


def positions_of(new, stride):
    """Saves from random games, up to so many decisions apart, and a game to restore them into; `new` makes a game."""
    game = new(1)
    draws, kept = Random(1), []
    while len(kept) < POSITIONS:
        if game.ended:
            game.reset(draws.randrange(2**40))
        for _ in range(draws.randint(1, stride)):
            if not game.ended:
                game.apply(draws.choice(game.legal_actions()))
        kept.append(game.save())
    return kept, new(2)


def drawn_value(draws, field, values, number, limits):
    """A number for one element of a field: often one of the limits, or another element's, sometimes outside."""
    bounds = np.iinfo(values.dtype)
    least, most = limits.get(field, (-2, 400))
    choices = [
        lambda: draws.randint(least, most),
        lambda: draws.choice([least, most]),
        lambda: int(values[number]) + draws.choice([-1, 1]),
        lambda: int(values[draws.randrange(values.size)]),
        lambda: draws.choice([least - 1, most + 1, -1, 0, 1, bounds.min, bounds.max]),
    ]
    return max(bounds.min, min(bounds.max, draws.choices(choices, [4, 2, 3, 2, 1])[0]()))


def overwrite(draws, games, limits):
    """Overwrite one to five numbers of the record."""
    names = games.dtype.names
    likely = ["frames", "depth", "decision", "power", "seat", "subject", "units_here", "here", "roster", "group"]
    likely = [field for field in likely if field in names]
    for _ in range(draws.randint(1, 5)):
        field = draws.choice(likely if draws.random() < 0.4 else names)
        values = games[field].reshape(-1)
        used = values.size
        if field == "frames":
            used = min(used, 4 * (int(games["depth"][0]) + 1))
        elif field in ("here", "roster"):
            used = min(used, int(games["units_here" if field == "here" else "units"][0]) + 2)
        number = draws.randrange(max(1, used))
        if values.size > 300 and field not in ("here", "roster") and draws.random() < 0.7:  # a unit in the game
            number = int(draws.choice(games["roster"][0, : max(1, games["units"][0])]))
        if field not in limits and field != "frames":  # small fields that share a word
            values[number] ^= values.dtype.type(1 << draws.randrange(8 * values.itemsize - 1))
            continue
        values[number] = drawn_value(draws, field, values, number, limits)


def crafted(draws, data, dtype, limits=LIMITS):
    """A save with another record and a checksum that agrees."""
    header, record = saves.unpack(data)
    games = np.frombuffer(record, dtype).copy()
    overwrite(draws, games, limits)
    return saves.pack(header.model_dump(), games.tobytes())


def play_on(game, draws):
    """Random play to the end, or as far as it may take."""
    for _ in range(MOST_PLAYED):
        if game.ended:
            return
        game.apply(draws.choice(game.legal_actions()))
        game.describe()
        game.info()


def attack(number):
    """Restore a crafted save, and play on if it is accepted."""
    return attack_one(Random(f"save {number}"), *positions(*SCENARIOS[number % len(SCENARIOS)]), LIMITS)


def attack_the_second_game(number):
    """The same with a save of War at Sea."""
    scenario = OF_THE_SECOND_GAME[number % len(OF_THE_SECOND_GAME)]
    return attack_one(Random(f"save {number}"), *positions_of_the_second_game(scenario), SECOND_LIMITS)


def attack_the_third_game(number):
    """The same with a save of Naval Miniatures."""
    scenario = OF_THE_THIRD_GAME[number % len(OF_THE_THIRD_GAME)]
    return attack_one(Random(f"save {number}"), *positions_of_the_third_game(scenario), THIRD_LIMITS)


def attack_the_fourth_game(number):
    """The same with a save of A World at War."""
    scenario = OF_THE_FOURTH_GAME[number % len(OF_THE_FOURTH_GAME)]
    return attack_one(Random(f"save {number}"), *positions_of_the_fourth_game(scenario), FOURTH_LIMITS)


def attack_one(draws, kept, game, limits):
    """One of the saves crafted, restored, and played on if it is accepted."""
    data = crafted(draws, draws.choice(kept), game._games.dtype, limits)
    before = game.save()
    try:
        game.restore(data)
    except SaveError:
        if game.save() != before:
            raise Changed("restore") from None
        return REFUSED
    try:
        play_on(game, draws)
    finally:
        game.restore(before)
    return ACCEPTED


def attack_bytes(number):
    """A save with bytes flipped, cut off, doubled, or lengths that lie."""
    draws = Random(f"bytes {number}")
    kept, game = positions(*SCENARIOS[number % 2])
    body = bytearray(draws.choice(kept))
    how = draws.randrange(6)
    if how == 0:
        del body[draws.randrange(len(body)) :]
    elif how == 1:
        for _ in range(draws.randint(1, 8)):
            body[draws.randrange(len(body))] ^= 1 << draws.randrange(8)
    elif how == 2:
        body += body[: draws.randrange(len(body))]
    elif how == 3:
        lengths = [draws.choice([0, 1, 2**31, 2**32 - 1, draws.randrange(20_000)]) for _ in range(2)]
        struct.pack_into("<II", body, len(saves.MAGIC) + 2, *lengths)
    elif how == 4:
        body[draws.randrange(20) :] = draws.randbytes(draws.randrange(400))
    else:
        start = draws.randrange(len(body))
        del body[start : start + draws.randrange(1, 200)]
    before = game.save()
    try:
        game.restore(bytes(body))
    except SaveError:
        if game.save() != before:
            raise Changed("restore") from None
        return REFUSED
    return ACCEPTED
