"""§25 Gunnery radar: from turn 9 on the big guns of undamaged US ships have the gunnery bonus."""

import pytest

from tests.positions import battle


def first_salvo(attacker, guns, turn=9, options=("gunnery_radar",), **state):
    """Tone and an Allied ship fire at each other in the Coral Sea; the ship's first die is a 5, the others are 1."""
    position = battle("coral_sea", turn=turn, last_turn=turn, in_play=list(options))
    game = position.with_units("Tone").with_units(attacker, **state).start(dice=[1, 5, *[1] * (guns - 1), 2])
    game.choose("coral_sea", "surface", "surface", attacker, "Tone")
    name, target, dice, damage = next(attack for attack in game.attacks() if attack[0] != "Tone")
    assert (name, target, len(dice)) == (attacker, "Tone", guns)
    return damage


HIT, MISS = [2], []


@pytest.mark.rule("25.0")
@pytest.mark.parametrize(("turn", "damage"), [(8, MISS), (9, HIT), (10, HIT)])
def test_from_turn_nine_on_a_five_hits(turn, damage):
    assert first_salvo("New Mexico", 4, turn) == damage


@pytest.mark.rule("25.0")
def test_without_the_option_it_misses():
    assert first_salvo("New Mexico", 4, options=()) == MISS


@pytest.mark.rule("25.0")
def test_smaller_guns_and_other_nations_do_not_have_it():
    assert first_salvo("Portland", 1) == MISS
    assert first_salvo("Nelson", 5) == MISS


@pytest.mark.rule("25.0")
def test_a_damaged_ship_does_not_have_it():
    assert first_salvo("New Mexico", 4, damage=1) == MISS


@pytest.mark.rule("25.0", "3.14")
def test_it_is_no_second_bonus_and_does_not_count_for_damage():
    game = battle("coral_sea", turn=9, last_turn=9, in_play=["gunnery_radar"]).with_units("Tone", "New Mexico")
    game = game.start(dice=[1, 4, 1, 1, 1])
    game.choose("coral_sea", "surface", "surface", "New Mexico", "Tone")
    assert game.attacks()[-1] == ("New Mexico", "Tone", [4, 1, 1, 1], [])
    assert first_salvo("New Mexico", 4) == [2] and game.unit("Tone").damage == 0
