"""Naval units, what they may do and where they base (20.1-20.4, 21.11)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Decision, Kind, Nation, Option, Phase, Side
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_PLACE
from aw_env.games.world_at_war.rules import bases, detection, raids
from aw_env.games.world_at_war.rules.units import sisters_before
from tests.world_at_war.positions import NAMES, Sea, number, playing

SCAPA, BERGEN = {"place": "scapa_flow"}, {"place": "bergen"}
OF_EACH_KIND = ("hood", "british_cruiser_1", "scapa_destroyers")


def may_engage(*ids, place="scapa_flow", raiders="scharnhorst", **fields):
    """Those of units in a place that may engage a group which has left Bergen."""
    sea = Sea(turn=12, engagement=1, **fields).ship(raiders, place="bergen", in_group=1)
    sea.game.origin[0] = number("bergen")
    return {id for id in ids if sea.ship(id, place=place).call(detection.may_engage, id, 1)}


# --- speed (20.121, 20.252) ---------------------------------------------------------------------------------


@pytest.mark.rule("20.121E")
def test_cruisers_destroyers_and_most_capital_ships_are_fast():
    fast = {*OF_EACH_KIND, "king_george_v", "british_cruiser_13", "american_destroyers"}
    assert may_engage(*fast) == fast


@pytest.mark.rule("20.121C", "20.252B")
def test_capital_ships_with_a_band_are_slow():
    banded = ("nelson", "rodney", "royal_oak", "ramillies", "warspite", "texas")
    assert may_engage(*banded) == set()
    fleet = {id: SCAPA for id in banded}
    assert playing(Phase.MISSIONS, fleet, turn=5, brps=[20, 8]).units == set()


@pytest.mark.rule("20.121")
def test_slow_ships_are_too_slow_for_undamaged_raiders_and_not_for_damaged_ones():
    def found(**state):
        sea = Sea(turn=5, engagement=2).ship("hood", "royal_oak", place="scapa_flow")
        sea.ship("scharnhorst", place="bergen", in_group=1, **state)
        sea.game.origin[0] = number("bergen")
        return {id for id in ("hood", "royal_oak") if sea.call(detection.may_engage, id, 1)}

    assert found() == {"hood"} and found(condition=Condition.DAMAGED) == {"hood", "royal_oak"}


@pytest.mark.rule("20.121B")
def test_escort_carriers_are_slow():
    assert Sea().book.slow[number("escort_carriers")] == 1


@pytest.mark.rule("20.121E")
def test_german_capital_ships_are_all_fast():
    sea = Sea()
    german = [unit.number for unit in NAMES.units if sea.book.nation[unit.number] == Nation.GERMANY]
    assert len(german) > 7 and not sea.book.slow[german].any()


# --- what each type may do (20.18, 20.23-20.42) -------------------------------------------------------------


def activities(id, place):
    """What a unit may do in a place: change base, raid, engage raiders."""
    sea = Sea(turn=12, engagement=1, moving=Side.ALLIES).ship(id, place=place)
    sea.book.side[:] = Side.ALLIES
    found = {"base change"} if sea.call(bases.is_free_to_move, id) else set()
    sea.game.origin[0] = number("bergen")
    sea.game.groups = 1
    if sea.call(detection.may_engage, id, 1) and sea.call(detection.die_of, id) > 0:
        found |= {"engage"}
    sea.book.side[:] = Side.AXIS
    sea.game.place[number(id)] = number("bergen")
    return found | ({"raid"} if sea.call(raids.may_raid, id) else set())


@pytest.mark.rule("21.532A", "21.5342")
@pytest.mark.parametrize(
    "id, done",
    [
        ("hood", {"base change", "raid", "engage"}),
        ("british_cruiser_1", {"base change", "raid", "engage"}),
        ("scapa_destroyers", {"base change", "engage"}),
        ("escort_carriers", set()),
    ],
)
def test_the_activities_of_each_type(id, done):
    assert activities(id, "atlantic_sw" if id == "escort_carriers" else "scapa_flow") == done


@pytest.mark.rule("21.532A")
def test_destroyers_engage_raiders_and_do_not_raid():
    game = playing(Phase.MISSIONS, {"german_destroyers": BERGEN, "scharnhorst": BERGEN}, turn=5, brps=[20, 8])
    assert game.units == {"scharnhorst"}
    assert may_engage("scapa_destroyers") == {"scapa_destroyers"}


@pytest.mark.rule("20.241G")
def test_cruisers_raid_and_engage_raiders():
    game = playing(Phase.MISSIONS, {"german_cruiser_1": BERGEN}, turn=5, brps=[20, 8])
    assert game.units == {"german_cruiser_1"} and may_engage("british_cruiser_1") == {"british_cruiser_1"}


@pytest.mark.rule("20.251G")
def test_capital_ships_raid_and_engage_raiders():
    game = playing(Phase.MISSIONS, {"scharnhorst": BERGEN}, turn=5, brps=[20, 8])
    assert game.units == {"scharnhorst"} and may_engage("hood") == {"hood"}


@pytest.mark.rule("21.5342")
def test_no_die_sends_escort_carriers_against_raiders():
    sea = Sea()
    assert sea.call(detection.die_of, "escort_carriers") == 0


@pytest.mark.rule("20.35")
def test_carriers_in_an_sw_box_do_nothing_for_the_search():
    sea = Sea(turn=3, groups=1)
    sea.game.origin[:] = number("bergen")
    before = sea.call(detection.raider_modifier, 1)
    sea.ship("ark_royal", "courageous", "furious", "glorious", place="atlantic_sw")
    assert sea.call(detection.raider_modifier, 1) == before
    sea.ship("escort_carriers", place="atlantic_sw", strength=6)
    assert sea.call(detection.raider_modifier, 1) == before + 1


# --- basing (20.14, 20.15, 21.11) ---------------------------------------------------------------------------


@pytest.mark.rule("21.112")
def test_raiders_return_to_a_port_with_room_for_all_of_them():
    def offered(strength):
        sea = Sea(turn=5, groups=1, group=1, power=Side.AXIS)
        sea.ship("scharnhorst", "gneisenau", place="bergen", in_group=1)
        sea.ship("german_destroyers", place="brest", strength=strength)
        sea.game.origin[0] = number("bergen")
        mask = np.zeros(ACTIONS, np.int8)
        sea.call(raids.mask_return, mask)
        return mask[FIRST_PLACE + number("brest")] == 1

    assert offered(44) and not offered(45)


# --- what is open (20.164F, 20.167) -------------------------------------------------------------------------


@pytest.mark.rule("20.164F")
def test_the_axis_is_told_of_new_ships():
    game = playing(Phase.START, moving=Side.ALLIES, turn=6)
    told = [event[3] for event in game.events(Side.AXIS) if event[0] == "arrives"]
    assert told == ["Arrival in Other British ports: King George V."]  # Scapa Flow has no room for her
    assert game.view(Side.AXIS).unit("king_george_v").place == "britain"


@pytest.mark.rule("20.167")
def test_the_axis_knows_what_the_allies_have_and_where():
    game = playing(Phase.MOVEMENT, moving=Side.ALLIES, step=1, cursor=-1, turn=3)
    known, true = game.view(Side.AXIS), game.view()
    units = [unit for unit in true.units if unit.side == Side.ALLIES]
    assert len(units) > 30
    for unit in units:
        seen = known.unit(unit.id)
        assert (seen.place, seen.strength, seen.condition) == (unit.place, unit.strength, unit.condition)


# --- partial counters (20.91) -------------------------------------------------------------------------------


@pytest.mark.rule("20.91")
def test_factors_of_a_row_of_destroyers_sail_against_several_groups():
    ships = {"scharnhorst": BERGEN, "gneisenau": BERGEN, "scapa_destroyers": {**SCAPA, "strength": 2}}
    game = playing(Phase.MISSIONS, ships, (3, 2, 1, 1), turn=3, brps=[20, 8])
    game.choose("scharnhorst", Option.DONE, "gneisenau", Option.DONE, Option.DONE, Option.YES, Option.YES)
    assert game.asked == Decision.ENGAGE_GROUP
    game.choose(Option.GROUP_1, "scapa_destroyers", "scapa_destroyers")
    assert game.record["sent"][:2].max(axis=1).tolist() == [1, 1]


@pytest.mark.rule("20.91")
def test_cruisers_are_counters_of_two_factors():
    sea = Sea()
    cruisers = [unit for unit in sea.game.roster[: sea.game.units] if sea.book.kind[unit] == Kind.CA]
    assert len(cruisers) > 10 and {*sea.book.factors[cruisers]} == {2}


# --- ships that are alike -------------------------------------------------------------------------------------


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("scenario", ["raiders", "night_express"])
def test_the_cruisers_of_a_nation_stand_together(scenario):
    """So all that are like one are found before it (`units.sisters_before`)."""
    sea = Sea(scenario)
    roster = sea.game.roster[: sea.game.units].tolist()
    for nation in Nation:
        cruisers = [k for k in roster if sea.book.kind[k] == Kind.CA and sea.book.nation[k] == nation]
        for number_before, cruiser in enumerate(cruisers):
            assert list(sea.call(sisters_before, cruiser)) == cruisers[:number_before][::-1]
        assert not any(list(sea.call(sisters_before, k)) for k in roster if sea.book.kind[k] != Kind.CA)
