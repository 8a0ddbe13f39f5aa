"""Saves that hold no position of the game are refused: each of these once went on to read past the end of a table.
Those of every position of a game go on from there."""

import numpy as np
import pytest

from aw_env import world_at_war_v0
from aw_env.core import saves
from aw_env.core.errors import SaveError
from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Phase, Side
from tests.world_at_war.positions import number
from tests.world_at_war.sea_of_hexes import NUMBERS, READY

AT_RAID = Decision.RAID
NUMBERS_OF_UNITS = {unit.id: unit.number for unit in READY.names.units}
OTHERS = {
    "ships of a group that is not out (crafted save 1818)": ("ships_in", 6, 3, "the ships that it says"),
    "a group that has left no port (crafted save 250)": ("origin", 0, -1, "has left a port"),
    "a group of a port that is none of raiders": ("origin", 0, number("gibraltar"), "an SW box to raid in"),
    "a unit of no place on the board": ("place", number("bismarck"), 47, "places of the board"),
    "a unit of another game (crafted save 278)": ("place", 120, 3, "not in the game"),
    "an Allied raider": ("in_group", number("hood"), 1, "raiders are Axis ships"),
    "a defender of the Axis": ("against", number("bismarck"), 1, "defenders are Allied ships"),
    "more destroyers than there are": ("lights", number("scapa_destroyers"), 90, "no more one-factor ships fight"),
    "more transports than the pool has": ("transports", 0, 99, "more transports"),
    "a target that is nobody": ("aim", number("bismarck"), 1, "has a target"),
    "patrols, without a map of hexes (crafted save 289)": ("convoy", 0, Convoy.PATROL_STAYS, "what sails together"),
}


@pytest.mark.parametrize(("field", "at", "value", "says"), OTHERS.values(), ids=OTHERS)
def test_a_save_that_holds_no_position_is_refused(field, at, value, says):
    game, rng = world_at_war_v0.game(seed=4), np.random.default_rng(4)
    while game.view().decision != AT_RAID or game._games["ships_in"][0, 0] == 0:
        game.apply(int(rng.choice(game.legal_actions())))
    before = game.save()
    header, record = saves.unpack(before)
    games = np.frombuffer(record, game._games.dtype).copy()
    games[field].reshape(-1)[at] = value
    with pytest.raises(SaveError, match=says):
        game.restore(saves.pack(header.model_dump(), games.tobytes()))
    assert game.save() == before


@pytest.mark.parametrize(
    ("field", "at", "value", "says"),
    [
        ("control", NUMBERS["libyan_sea"], Side.AXIS, "only ports and islands change hands"),  # 558: went on for ever
        ("aboard_marines", NUMBERS["naples"], 1, "what is aboard has embarked"),  # 902
        ("kept", NUMBERS["libyan_sea"], 1, "supply lines that are kept have an end"),  # 1525
        ("at_light", 0, 30, "no more squadrons strike"),  # 1797
        ("under", NUMBERS_OF_UNITS["warspite"], 4, "ships under a counter are in a place"),  # 3100
        ("transports", 0, 1, "transports is nothing of the Mediterranean"),
        ("ports", NUMBERS["malta"], 1, "ports is nothing of the Mediterranean"),
    ],
)
def test_a_save_that_holds_no_position_of_the_mediterranean_is_refused(field, at, value, says):
    game = world_at_war_v0.game("mediterranean", seed=1)
    while game._games["phase"][0] != Phase.MOVEMENT:
        game.apply(game.legal_actions()[0])
    header, record = saves.unpack(game.save())
    games = np.frombuffer(record, game._games.dtype).copy()
    games[field].reshape(-1)[at] = value
    with pytest.raises(SaveError, match=says):
        game.restore(saves.pack(header.model_dump(), games.tobytes()))


@pytest.mark.parametrize(
    ("scenario", "field"),
    [("raiders", "under"), ("night_express", "laden"), ("night_express", "large"), ("mediterranean", "large")],
)
def test_a_save_with_what_another_theatre_knows_is_refused(scenario, field):
    """Crafted saves 1645, 1983."""
    game = world_at_war_v0.game(scenario, seed=1)
    header, record = saves.unpack(game.save())
    games = np.frombuffer(record, game._games.dtype).copy()
    games[field].reshape(-1)[0] += 1
    with pytest.raises(SaveError, match=f"{field} is nothing of (the|this) "):
        game.restore(saves.pack(header.model_dump(), games.tobytes()))


@pytest.mark.parametrize(
    ("scenario", "options", "seed", "field", "value"),
    [
        ("raiders", (), 0, "phase", Phase.CONVOY),  # of random games, seed 0, decision 197
        ("night_express", ("carriers", "landings"), 0, "decision", Decision.STRIKE_WITH),
        ("mediterranean", ("landings",), 0, "phase", Phase.INTERCEPTION),
    ],
)
def test_every_position_of_a_game_can_be_saved(scenario, options, seed, field, value):
    others = 0
    for further in range(3):
        game, rng = world_at_war_v0.game(scenario, options, seed=seed + further), np.random.default_rng(seed + further)
        restored = world_at_war_v0.game(scenario, options, seed=99)
        while not game.ended:
            restored.restore(game.save())
            assert restored.save() == game.save()
            others += int(game._games[field][0] == value)
            game.apply(int(rng.choice(game.legal_actions())))
    assert others >= 2
