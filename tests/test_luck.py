"""Luck: what dice have given a side, less what was to be expected of them."""

from collections import defaultdict

import pytest

from aw_agents import load
from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.said.events import EventRow, Teller
from aw_env.core.said.luck import ITS_SIDE, THE_FIRST, Chance, Luck
from aw_env.games import named
from aw_env.games.admirals_war.records.terms import EACH_LESS, OF_AXIS, Event
from aw_env.games.admirals_war.words.accounts import TELLER
from aw_env.games.naval_miniatures.records import terms as miniatures
from aw_env.games.naval_miniatures.records.terms import CALLED, FLEET
from aw_env.games.naval_miniatures.words.events import EVENTS as MINIATURES
from aw_env.games.war_at_sea.records import terms as war_at_sea
from aw_env.games.war_at_sea.words.accounts import TELLER as war_at_sea_told
from aw_env.table.luck import luck_of, of_sides
from benchmarks.luck_worth import play

miniatures_told = Teller(miniatures.Event, MINIATURES)
UNITS_OF_THE_AXIS = 100


def counted(event, teller=TELLER):
    """The luck of one event; units from 100 on are the Axis's."""
    luck = Luck()
    luck.count(teller.told[event.event].luck, event, lambda unit: int(unit >= UNITS_OF_THE_AXIS))
    ((key, amount),) = luck.more.items()
    return key, amount


@pytest.mark.parametrize(
    ("event", "key", "amount"),
    [
        # Three dice with a bonus of 1 hit on a 5 or 6: one hit is to be expected.
        (EventRow(Event.ATTACK, 3, 100, 1, (6, 5, 1)), (0, "hits"), 2 - 1),
        (EventRow(Event.ATTACK, 100, 3, 0, (1, 2)), (1, "hits"), 0 - 2 / 6),
        # Two dice of damage show 7 on the average, or 5 where each counts one less.
        (EventRow(Event.HITS, 3, 100, 2, (6, 6)), (0, "damage"), 12 - 7),
        (EventRow(Event.HITS, 3, 100, 2 + EACH_LESS, (1, 6)), (0, "damage"), 5 - 5),
        (EventRow(Event.ASW, 7, 2, 0, (6, 1)), (0, "submarines"), 1 - 2 / 6),
        (EventRow(Event.ASW, 7, 2, 1 + OF_AXIS, (5, 1)), (1, "submarines"), 1 - 4 / 6),
        (EventRow(Event.TRADE_ATTACK, 100, 7, 0, (6,)), (1, "merchants"), 1 - 1 / 6),
        (EventRow(Event.ACTION_ROLL, 1, 1, 5, (4,)), (1, "action rolls"), 4 - 3.5),
    ],
)
def test_what_was_to_be_expected_is_taken_off(event, key, amount):
    assert counted(event) == (key, pytest.approx(amount))


def test_successes_of_miniatures_are_counted_as_their_dice_are():
    """Four dice of guns expect two successes and two thirds (4 and 5 one, 6 two); torpedoes hit on a 6 alone."""
    axis = (FLEET + 2) * CALLED + 7
    guns = EventRow(miniatures.Event.ATTACK, axis, 0, miniatures.Weapon.MAIN, (6, 4, 3, 1))
    torpedoes = guns._replace(c=miniatures.Weapon.TORPEDO)
    assert counted(guns, miniatures_told) == ((1, "successes"), pytest.approx(3 - 4 * 4 / 6))
    assert counted(torpedoes, miniatures_told) == ((1, "successes"), pytest.approx(1 - 4 / 6))


def test_all_faces_together_are_no_luck():
    chance = Chance("pips", lambda shown, c: shown**2, THE_FIRST, faces=12)
    luck = Luck()
    luck.count(chance, EventRow(None, 0, 0, 0, tuple(range(1, 13))), lambda unit: 0)
    assert luck.more[0, "pips"] == pytest.approx(0)


def test_what_luck_is_worth_is_told_for_each_side():
    luck = Luck(defaultdict(float, {(0, "hits"): 3.0, (1, "hits"): -1.0, (1, "unknown"): 50.0}), {"hits": 0.5})
    assert (luck.worth(0), luck.worth(1)) == (1.5, -0.5)


def test_aircraft_that_are_no_unit_are_the_enemys_of_their_target():
    attack = EventRow(war_at_sea.Event.ATTACK, war_at_sea.NOBODY, 3, 0, (1,))
    assert counted(attack, war_at_sea_told)[0] == (1, "hits")
    assert ITS_SIDE.side(lambda unit: 0, EventRow(None, 1, 0, 0, ())) == 1


@pytest.mark.parametrize(
    ("face", "game", "scenario"),
    [(war_at_sea_v0, "war_at_sea", "barents"), (admirals_war_v0, "admirals_war", "midway")],
)
def test_the_luck_of_a_game_is_found_again_in_a_save(face, game, scenario):
    player, game = load("scripted", named(game).players), face.game(scenario, seed=5)
    play(game, player)
    luck = luck_of(game)
    assert luck is not None and {side for side, _ in luck.more} == {0, 1}
    again = face.game(scenario, seed=0)
    again.restore(game.save())
    assert luck_of(again) == luck
    assert all("hits" in told for told in of_sides(game))


def test_dice_that_were_laid_count():
    """Eight sixes in front of the dice of the seed: the same game with other luck."""
    found = []
    for laid in ((), (6,) * 8):
        game = war_at_sea_v0.game("barents", seed=5)
        game.script_dice(laid)
        play(game, load("scripted", "war_at_sea"))
        found.append(luck_of(game))
    assert None not in found and found[0] != found[1]


def test_a_position_without_its_history_has_no_luck_that_is_known():
    game = war_at_sea_v0.game("barents", seed=5)
    play(game, load("scripted", "war_at_sea"))
    game.history[len(game.history) // 2] = 10**6
    assert luck_of(game) is None and of_sides(game) == ()
