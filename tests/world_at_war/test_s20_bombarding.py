"""Who bombards the shore, who goes along, and whose aircraft support the troops (20.231 to 20.42)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Ground, Kind, Option, Side
from aw_env.games.world_at_war.rules import air_strikes, ground_attacks, invasions, port_strikes
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.sea_of_hexes import at_sea


def before_the_island(*ships, **state):
    """These ships are out with an invasion of Guadalcanal by a unit of Noumea."""
    sea = Sea("night_express", moving=Side.ALLIES, raiding=number("guadalcanal"))
    sea.ship(*ships, place="noumea", force=1, **state)
    for field in ("infantry", "aboard_infantry"):
        sea.game[field][number("noumea")] = 1
    sea.game.attackers[Ground.INFANTRY] = 1
    return sea


def guns(sea):
    """Naval factors that bombard, whatever the troops may use."""
    return sea.call(ground_attacks.guns_that_count, Side.ALLIES.value, 99)


@pytest.mark.parametrize(
    ("ship", "factors"),
    [
        pytest.param("noumea_flotilla_1", 1, marks=pytest.mark.rule("20.231G")),
        pytest.param("pacific_cruiser_1", 2, marks=pytest.mark.rule("20.241F")),
        pytest.param("indiana", 4, marks=pytest.mark.rule("20.251F")),
    ],
)
def test_fleets_bombard(ship, factors):
    assert guns(before_the_island(ship)) == factors
    assert guns(before_the_island(ship, condition=Condition.DAMAGED)) == 0


@pytest.mark.rule("20.32G")
def test_a_carrier_goes_with_ships_that_bombard_and_does_not_bombard_herself():
    sea = before_the_island("indiana", "enterprise")
    assert guns(sea) == 4 and sea.call(air_strikes.squadrons_aboard, Side.ALLIES.value) == 3


@pytest.mark.rule("20.32H")
@pytest.mark.parametrize(("condition", "squadrons"), [(Condition.SOUND, 3), (Condition.DAMAGED, 0)])
def test_aircraft_of_an_undamaged_carrier_support_the_troops(condition, squadrons):
    sea = before_the_island("enterprise", squadrons=3, condition=condition)
    assert sea.call(ground_attacks.flying, Side.ALLIES.value) == squadrons
    ground = int(sea.book.ground_factors[Side.ALLIES, Ground.INFANTRY])
    assert sea.call(ground_attacks.attack_strength, squadrons) == ground + squadrons // 3


@pytest.mark.rule("20.42C", "20.42D")
def test_an_escort_carrier_goes_with_an_invasion_whose_other_ships_bombard():
    sea = before_the_island("indiana")
    sea.ship("pacific_cruiser_1", place="noumea", strength=1)
    sea.book.kind[number("pacific_cruiser_1")] = Kind.CVE
    sea.game.brps[:] = 9
    assert sea.call(invasions.may_sail, "pacific_cruiser_1", Side.ALLIES.value)
    sea.ship("pacific_cruiser_1", place="noumea", force=1)
    assert guns(sea) == 4


@pytest.mark.rule("20.42E")
def test_an_escort_carrier_supports_the_troops_with_a_factor():
    sea = before_the_island("pacific_cruiser_1")
    ground = int(sea.book.ground_factors[Side.ALLIES, Ground.INFANTRY])
    assert sea.call(ground_attacks.attack_strength, 0) == ground, "two factors of guns are worth nothing"
    sea.book.kind[number("pacific_cruiser_1")] = Kind.CVE
    assert sea.call(ground_attacks.attack_strength, 0) == ground + 1


@pytest.mark.rule("20.77")
def test_aircraft_strike_no_submarines_in_port():
    sea = at_sea(moving=Side.ALLIES, power=Side.ALLIES).ship("littorio", place="taranto", line=3)
    before = sea.mask(port_strikes.mask_strike_at)
    sea.game.boats[sea.number("taranto")] = 3
    assert (sea.mask(port_strikes.mask_strike_at) == before).all() and before[Option.SUBMARINE] == 0
    sea = at_sea(moving=Side.ALLIES)
    sea.game.boats[sea.number("taranto")] = 3
    assert not any(sea.call(port_strikes.may_be_struck, "taranto", hex) for hex in ("ionian_sea", "gulf_of_sirte"))
