"""§28 Damage control: from turn 6 on each damage die against the US carriers of the start counts one less."""

import pytest

from aw_env.games.admirals_war.printed.options import is_at_start_carrier
from tests.positions import battle, printed


def hit(target, turn=6, options=("damage_control",), die=3):
    """A US carrier after one hit by Akagi in the Coral Sea, with this die for the damage."""
    position = battle("coral_sea", turn=turn, last_turn=turn, in_play=list(options)).with_units("Akagi", target)
    game = position.start(dice=[6, 1, 1, 1, die, *[1] * 4])
    return game.choose("coral_sea", "air", "air", target, "Akagi").unit(target)


@pytest.mark.rule("28.0")
@pytest.mark.parametrize(("turn", "damage"), [(5, 3), (6, 2), (7, 2)])
def test_from_turn_six_on_a_damage_die_counts_one_less(turn, damage):
    assert hit("Enterprise", turn).damage == damage


@pytest.mark.rule("28.0")
def test_without_the_option_it_counts_in_full():
    assert hit("Enterprise", options=()).damage == 3


@pytest.mark.rule("28.0")
def test_a_die_of_one_does_no_damage():
    assert hit("Enterprise", die=1).damage == 0


@pytest.mark.rule("28.0")
def test_it_is_for_the_carriers_set_up_with_a_letter_and_hornet_comes_later():
    carriers = {unit.id for unit in printed().units if is_at_start_carrier(unit)}
    assert carriers == {"enterprise", "lexington", "saratoga", "yorktown", "wasp", "ranger"}
    assert hit("Hornet").damage == 3


@pytest.mark.rule("28.0", "3.14")
def test_a_red_armor_factor_is_not_made_redder():
    assert hit("Essex", turn=8).damage == 2
