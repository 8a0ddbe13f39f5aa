"""Chances of what is aimed at a unit, where a 6 hits, a 5 disables, and a second die is the damage of a hit."""

from collections.abc import Iterable

from aw_env.naval.terms import FACES


def chances(needed: int, shots: Iterable[tuple[int, bool]], lowered: int, may_be_disabled: bool) -> tuple[float, float]:
    """Chances that a target is sunk by shots, and that it is only disabled.

    needed: damage points that sink it.  shots: dice of each attacker, and whether it has a bonus of one on them.
    lowered: by how much each hit's damage is lower.
    """
    afloat, sunk = {(0, False): 1.0}, 0.0  # chances by damage, short of sinking, and whether disabled
    for dice, bonus in shots:
        for _ in range(dice):
            after: dict[tuple[int, bool], float] = {}
            for (damage, disabled), chance in afloat.items():
                for outcome, share in _one_shot(bonus, lowered, may_be_disabled):
                    if outcome is not None and damage + outcome >= needed:
                        sunk += chance * share
                    else:
                        now = (damage + (outcome or 0), disabled or outcome is None)
                        after[now] = after.get(now, 0.0) + chance * share
            afloat = after
    return sunk, sum(chance for (_, disabled), chance in afloat.items() if disabled)


def _one_shot(bonus: bool, lowered: int, may_be_disabled: bool) -> list[tuple[int | None, float]]:
    """What a shot may do, each with its chance: so many damage points, or (None) disable."""
    hits = (1 + bonus) / FACES
    disables = 1 / FACES if may_be_disabled else 0.0
    damage = [(max(0, die - lowered), hits / FACES) for die in range(1, FACES + 1)]
    return [(0, 1 - hits - disables), (None, disables), *damage]
