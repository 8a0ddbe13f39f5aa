"""Odds, in two games that differ only in where the submarines of the other side hide (§26)."""

import pytest

from aw_env.core.faces.game import Game
from tests.test_battles import with_submarines
from tests.test_odds import prospects


@pytest.mark.parametrize("is_covered", [True, False], ids=["covered", "a leak would be noticed"])
def test_odds_tell_nothing_of_hidden_submarines(is_covered, monkeypatch):
    game, twin = with_submarines(3)
    if not is_covered:
        clone = Game.clone
        monkeypatch.setattr(Game, "clone", lambda self, reseed=None, seat=None, **more: clone(self, reseed, **more))
    assert (prospects(game) == prospects(twin)) == is_covered
