"""§39: the printed example of play, die by die."""

import pytest

from tests.positions import battle


def western_approaches():
    """The situation after anti-submarine warfare: turn 2, an Allied flag from the turn before."""
    return (
        battle("western_approaches", flag="allies", turn=2, last_turn=2)
        .with_units("Ark Royal", "Norfolk", "Suffolk", "RAF")
        .with_units("Hood", raiding=True)
        .with_units("Bismarck", "Prinz Eugen", raiding=True)
    )


@pytest.mark.rule("39.0")
def test_second_combat_round_sends_the_raf_home_and_sinks_hood():
    game = western_approaches().start()
    print(game.decision, game.subject, game.choices)
