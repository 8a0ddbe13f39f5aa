"""The battle as screens show it."""

import random
from itertools import product
from types import SimpleNamespace

import pytest

from aw_env import admirals_war_v0
from aw_env.games.admirals_war.records.terms import Decision, Kind
from aw_env.games.admirals_war.words.battle import battle, chances
from aw_env.naval.terms import FACES as MOST

FACES = range(1, MOST + 1)
"""What a die may show."""


@pytest.fixture(scope="module")
def yorktown():
    """A carrier of armor 3."""
    return admirals_war_v0.game("midway", seed=1).view().unit("yorktown")


def counted(target, shots):
    """The chances by counting every fall of the dice: a die to hit and a die of damage for each shot."""
    bonuses = [bonus for dice, bonus in shots for _ in range(dice)]
    sunk = disabled = total = 0
    for rolls in product(product(FACES, FACES), repeat=len(bonuses)):
        total += 1
        points = [
            max(0, damage - target.armor_bonus)
            for (die, damage), bonus in zip(rolls, bonuses, strict=True)
            if die + bonus >= 6
        ]
        if target.damage + sum(points) > target.armor:
            sunk += 1
        elif target.kind != Kind.LBA and any(die + bonus == 5 for (die, _), bonus in zip(rolls, bonuses, strict=True)):
            disabled += 1
    return sunk / total, disabled / total


@pytest.mark.rule("7.44", "7.46")
@pytest.mark.parametrize("shots", [[], [(1, False)], [(1, True)], [(1, False), (1, True)]])
@pytest.mark.parametrize("change", [{}, {"damage": 3}, {"armor_bonus": True}, {"kind": Kind.LBA}])
def test_chances_are_those_of_the_dice(yorktown, shots, change):
    told = {name: getattr(yorktown, name) for name in ("armor", "damage", "armor_bonus", "kind")}
    target = SimpleNamespace(**told | change)
    assert chances(target, shots) == pytest.approx(counted(target, shots))


def test_the_lines_tell_who_aims_at_whom_and_with_how_many_dice():
    game, chooser = admirals_war_v0.game("midway", seed=2), random.Random(2)
    seen = 0
    while not game.ended:
        view = game.view(game.seat)
        fight = battle(view)
        if fight is not None and view.decision in (Decision.AIR_TARGET, Decision.SURFACE_TARGET):
            lines = {line.id: line for line in fight.lines}
            for unit in view.units:
                if unit.target is not None and unit.in_battle and unit.side == view.power & 1:
                    target = view.units_by_number[unit.target]
                    air = view.decision == Decision.AIR_TARGET
                    assert lines[unit.id].aims_at == target.id
                    assert lines[target.id].shots >= (unit.airstrike if air else unit.gunnery) > 0
                    assert lines[target.id].disables > 0 or target.kind == Kind.LBA
                    seen += 1
        game.apply(chooser.choice(game.legal_actions()))
    assert seen > 5
