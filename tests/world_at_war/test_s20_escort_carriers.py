"""Escort carriers of the Mediterranean (20.42, 20.45)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Phase, Side
from aw_env.games.world_at_war.rules import (
    aid,
    air_strikes,
    bases,
    battle_rounds,
    fleet_combat,
    landing_battles,
    meetings,
    passages,
)
from tests.world_at_war.sea_of_hexes import at_sea

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value


def guarding(convoy, moving=ALLIES):
    """Two escort carriers and a cruiser lie in Gibraltar, from where destroyers sail."""
    sea = at_sea(moving=moving, phase=Phase.INTERCEPTION, step=meetings.SAIL, convoy=convoy)
    sea.ship("escort_carriers", place="gibraltar", strength=2).ship("british_cruiser_5", place="gibraltar")
    sea.ship("gibraltar_destroyers", place="gibraltar", force=3, carrying=3)
    sea.game.raiding = sea.number("gibraltar")
    return sea


@pytest.mark.rule("20.42B")
@pytest.mark.parametrize(
    ("convoy", "may"),
    [(Convoy.SEA_TRANSPORT, True), (Convoy.SUPPLY, True), (Convoy.ESCORT, True), (Convoy.NONE, False)],
)
def test_escort_carriers_protect_sea_transport_as_they_do_supply_and_sea_escort(convoy, may):
    sea = guarding(convoy)
    assert bool(sea.call(passages.may_go_along, "escort_carriers")) == may


@pytest.mark.parametrize("state", [{"inverted": 1}, {"strength": 0}, {"spent": 2}])
def test_not_when_they_have_been_used(state):
    assert (
        not guarding(Convoy.SEA_TRANSPORT)
        .ship("escort_carriers", place="gibraltar", **state)
        .call(passages.may_go_along, "escort_carriers")
    )


@pytest.mark.rule("20.45")
def test_in_fleet_combat_they_are_light_ships_as_they_are_to_aircraft():
    """Destroyers with their cargo are screened in fleet combat alone (20.58A)."""
    sea = guarding(Convoy.SEA_TRANSPORT).ship("escort_carriers", place="gibraltar", force=2)
    assert sea.call(battle_rounds.front_of, ALLIES) == 1
    for step, laden in ((battle_rounds.STRIKE, 3), (battle_rounds.SCREENS, 0)):
        sea.game.step = step
        sea.call(battle_rounds.line_up)
        assert sea.of("escort_carriers", "lights") == 2 and sea.of("gibraltar_destroyers", "lights") == laden
        assert sea.call(fleet_combat.light_factors, ALLIES) == 2 + laden
        sea.call(battle_rounds.count_losses)
        assert sea.of("escort_carriers", "force") == 2


@pytest.mark.rule("20.42G")
def test_they_go_along_with_cargo_but_meet_nobody_and_come_to_nobody_s_aid():
    """As the rulings have it, which follow 22.11."""
    sea = guarding(Convoy.SEA_TRANSPORT, AXIS).ship("littorio", place="naples", force=1)
    assert not sea.call(landing_battles.may_oppose, "escort_carriers", "gibraltar", ALLIES)
    assert sea.call(landing_battles.may_oppose, "british_cruiser_5", "gibraltar", ALLIES)
    own = guarding(Convoy.SEA_TRANSPORT)
    assert not own.call(aid.may_aid, "escort_carriers", "gibraltar")
    assert own.call(aid.may_aid, "british_cruiser_5", "gibraltar")
    assert not own.call(bases.is_free_to_move, "escort_carriers")


@pytest.mark.rule("20.45")
@pytest.mark.parametrize(("destroyers", "escorts"), [(2, 0), (3, 1), (6, 2)])
def test_they_are_no_destroyers_that_keep_submarines_off(destroyers, escorts):
    """One for each three factors of destroyers (22.9)."""
    sea = at_sea(moving=ALLIES, phase=Phase.INTERCEPTION, step=air_strikes.TORPEDOING, convoy=Convoy.SEA_TRANSPORT)
    sea.ship("escort_carriers", place="gibraltar", strength=2, force=2)
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=destroyers, force=destroyers)
    sea.call(battle_rounds.line_up)
    assert sea.call(battle_rounds.escorts, ALLIES) == escorts
