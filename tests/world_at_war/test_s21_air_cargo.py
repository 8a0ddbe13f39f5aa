"""Squadrons of bases as cargo of sea transport on a map of hexes (21.431, 21.438, 20.59)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Event, Ground, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import air_cargo, air_strikes, landing_battles, passages, routes, troops
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET, SUPPORT
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NUMBERS, READY, at_sea, by_place, moving
from tests.world_at_war.sea_of_hexes import troops as factors_in
from tests.world_at_war.test_s21_passages import may_embark

DESTROYERS = {"gibraltar_destroyers": {"place": "gibraltar", "strength": 5}}
NONE = READY.templates[0]["airbase"] * 0


def squadrons(**by):
    """Squadrons of these places alone."""
    numbers = NONE.copy()
    for id, count in by.items():
        numbers[NUMBERS[id]] = count
    return numbers


def embarking(airbase, side=Side.ALLIES, ships=DESTROYERS, **fields):
    """Sea transport, from the first question on, without troops."""
    fields = {"infantry": factors_in(), "airbase": airbase, **fields}
    return moving(ships, side, step=3, **fields)


def at(game, field, place):
    return int(game.record[field][NUMBERS[place]])


def sailing(count=2, strength=4, **by):
    """Destroyers of Gibraltar are out with air factors from there to Malta, and with troops perhaps."""
    fields = {"moving": Side.ALLIES, "convoy": Convoy.SEA_TRANSPORT, "phase": Phase.INTERCEPTION, "step": MEET, **by}
    sea = at_sea(**{"infantry": factors_in(), "airbase": squadrons(gibraltar=6), **fields})
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=strength, force=strength, force_seen=strength)
    sea.game.carrying[sea.names.unit_number("gibraltar_destroyers")] = strength
    sea.game.aboard_marines[NUMBERS["gibraltar"]] = count
    sea.game.raiding = NUMBERS["gibraltar"]
    sea.game.origin[:3] = [NUMBERS[id] for id in ("gibraltar", "malta", "gibraltar")]
    return sea


# --- where they go (21.431, 21.434A, 21.438A) ---------------------------------------------------------------


@pytest.mark.rule("21.438A", "21.431", "21.434A")
def test_a_destroyer_carries_three_squadrons_to_their_new_base():
    game = embarking(squadrons(gibraltar=6))
    assert game.asked == Decision.EMBARK and game.places == {"gibraltar"}
    game.choose("gibraltar")
    assert game.asked == Decision.COUNTER_TO and "malta" in game.places and "gibraltar" not in game.places
    game.choose("malta")
    assert game.asked == Decision.TROOPS and game.options == {Option.COUNT_1, Option.COUNT_2}
    game.choose(Option.COUNT_1, "gibraltar_destroyers")
    assert (at(game, "airbase", "gibraltar"), at(game, "airbase", "malta")) == (3, 3)
    assert game.record["inverted"].sum() == 1, "a row of one factor has been used"


@pytest.mark.rule("21.438A")
def test_squadrons_of_a_factor_that_is_not_full_take_a_destroyer_too():
    game = embarking(squadrons(gibraltar=4), ships={"gibraltar_destroyers": {"place": "gibraltar", "strength": 1}})
    game.choose("gibraltar", "malta")
    assert game.options == {Option.COUNT_1}
    game = embarking(squadrons(gibraltar=4)).choose("gibraltar", "malta", Option.COUNT_2, "gibraltar_destroyers")
    assert (at(game, "airbase", "gibraltar"), at(game, "airbase", "malta")) == (0, 4)


@pytest.mark.rule("21.438A", "21.435G")
def test_squadrons_that_have_come_by_sea_this_turn_sail_no_further():
    game = embarking(squadrons(malta=3), tired_marines=by_place("tired_marines", malta=3))
    assert not may_embark(game)
    game = embarking(squadrons(malta=6), tired_marines=by_place("tired_marines", malta=3))
    assert max(game.choose("malta", "alexandria").options) == Option.COUNT_1
    game = embarking(squadrons(gibraltar=3)).choose("gibraltar", "malta", Option.COUNT_1, "gibraltar_destroyers")
    assert at(game, "tired_marines", "malta") == 3 and not may_embark(game)


@pytest.mark.rule("21.438A")
def test_what_came_by_sea_may_sail_on_in_the_next_turn():
    game = playing(
        Phase.START, DESTROYERS, scenario=FILE, moving=Side.ALLIES, tired_marines=by_place("tired_marines", malta=3)
    )
    assert at(game, "tired_marines", "malta") == 0


@pytest.mark.rule("21.438A")
@pytest.mark.parametrize(("flown", "sail", "left", "come"), [(3, 1, 3, 0), (4, 1, 3, 1), (6, 1, 3, 3), (4, 2, 0, 4)])
def test_squadrons_that_have_flown_may_sail_the_others_first(flown, sail, left, come):
    game = embarking(squadrons(gibraltar=6), flown=squadrons(gibraltar=flown))
    game.choose("gibraltar", "malta", Option.COUNT_0 + sail, "gibraltar_destroyers")
    assert (at(game, "flown", "gibraltar"), at(game, "flown", "malta")) == (left if sail == 1 else 0, come)


@pytest.mark.rule("21.435D")
def test_no_squadrons_land_where_the_port_has_become_ours_but_this_turn():
    ships = {"alexandria_destroyers": {"place": "alexandria", "strength": 5}}
    for taken in (0, 1):
        game = embarking(squadrons(alexandria=3), ships=ships, taken=by_place("taken", haifa=taken))
        assert ("haifa" in game.choose("alexandria").places) == (taken == 0)


@pytest.mark.rule("21.432", "21.435B")
def test_all_of_the_way_is_within_forty_hexes():
    """From Alexandria the destroyers would go to Gibraltar and back."""
    assert not may_embark(
        embarking(squadrons(gibraltar=3), ships={"alexandria_destroyers": {"place": "alexandria", "strength": 5}})
    )


@pytest.mark.rule("21.3614A", "21.432")
def test_squadrons_sail_at_most_twenty_hexes():
    """From Gibraltar to Malta it is seventeen, to Alexandria thirty-two."""
    game = embarking(squadrons(gibraltar=3)).choose("gibraltar")
    assert game.places == {"malta"}
    table = READY.books[0]["by_water"][0b0110][NUMBERS["gibraltar"]]
    assert table[NUMBERS["malta"]] == 17 and 17 + table[NUMBERS["malta"]] > 20


@pytest.mark.rule("21.3614A", "21.435C")
def test_squadrons_sail_at_most_twenty_hexes_by_way_of_the_bases_where_others_embark():
    """From Malta to Famagusta it is sixteen, over Haifa twenty, over Port Said twenty-one."""
    ships = {id: {"place": "malta", "strength": 3} for id in ("gibraltar_destroyers", "alexandria_destroyers")}
    game = embarking(squadrons(malta=3, haifa=3, port_said=3), ships=ships)
    game.choose("malta", "famagusta", Option.COUNT_1, "gibraltar_destroyers")
    assert game.asked == Decision.EMBARK and game.places == {"haifa"}


@pytest.mark.rule("21.3614A", "21.416B")
@pytest.mark.parametrize(("aboard", "hexes"), [(3, 15), (0, 28)])
def test_they_choose_no_way_of_more_than_twenty_hexes(aboard, hexes):
    """Away from ships in Malta, from Tripoli over Taranto to Naples."""
    sea = at_sea(moving=Side.AXIS, convoy=Convoy.SEA_TRANSPORT).ship("renown", place="malta")
    sea.game.origin[:4] = [NUMBERS[id] for id in ("tripoli", "naples", "tripoli", "taranto")]
    sea.game.aboard_marines[NUMBERS["tripoli"]] = aboard
    assert sea.call(routes.hexes_of_way, routes.PAST_SHIPS) == hexes


# --- room (21.438B) -----------------------------------------------------------------------------------------


@pytest.mark.rule("21.438B")
@pytest.mark.parametrize(("there", "most"), [(0, 3), (9, 2), (10, 1), (12, 1), (13, 0), (15, 0)])
def test_a_base_has_room_for_five_air_factors(there, most):
    ships = {"alexandria_destroyers": {"place": "alexandria", "strength": 5}}
    came = by_place("tired_marines", malta=there)
    game = embarking(squadrons(alexandria=9, malta=there), ships=ships, tired_marines=came)
    game.choose("alexandria")
    assert ("malta" in game.places) == (most > 0)
    if most:
        assert max(game.choose("malta").options) == Option.COUNT_0 + most


@pytest.mark.rule("21.438B")
def test_those_of_several_bases_count_together():
    ships = {id: {"place": "haifa", "strength": 5} for id in ("gibraltar_destroyers", "alexandria_destroyers")}
    came = by_place("tired_marines", alexandria=6)
    game = embarking(squadrons(haifa=6, famagusta=6, alexandria=6), ships=ships, tired_marines=came)
    game.choose("haifa", "alexandria", Option.COUNT_2, "gibraltar_destroyers")
    assert game.asked == Decision.EMBARK and game.places == {"famagusta"}
    assert game.choose("famagusta").options == {Option.COUNT_1}
    game.choose(Option.COUNT_1, "alexandria_destroyers", Option.DONE)
    assert at(game, "airbase", "alexandria") == 15


# --- with troops (21.435C) ----------------------------------------------------------------------------------


@pytest.mark.rule("21.435C")
def test_squadrons_sail_with_troops_to_where_these_land():
    ships = {"taranto_destroyers": {"place": "naples", "strength": 9}}
    game = embarking(squadrons(naples=6), Side.AXIS, ships, infantry=factors_in(naples=4, tobruk=4))
    game.choose("naples")
    assert game.asked == Decision.TROOP and game.options == {Option.INFANTRY, Option.AIRCRAFT}
    game.choose(Option.INFANTRY, Option.COUNT_4, "taranto_destroyers")
    assert game.asked == Decision.EMBARK and game.places == {"naples"}
    game.choose("naples")
    assert game.asked == Decision.TROOPS and max(game.options) == Option.COUNT_2
    game.choose(Option.COUNT_2)
    game.choose(game.units.pop())
    assert game.asked == Decision.SUPPLY_LINE, "again after combat (21.56)"
    game.choose(Option.NO)
    assert at(game, "infantry", "tobruk") == 8 and at(game, "airbase", "tobruk") == 6


@pytest.mark.rule("21.435C")
def test_troops_do_not_sail_with_squadrons_that_go_elsewhere():
    ships = {"taranto_destroyers": {"place": "naples", "strength": 9}}
    game = embarking(squadrons(naples=6), Side.AXIS, ships, infantry=factors_in(naples=4, tobruk=4))
    game.choose("naples", Option.AIRCRAFT, "rhodes", Option.COUNT_2, "taranto_destroyers")
    assert at(game, "airbase", "rhodes") == 6 and at(game, "infantry", "naples") == 4
    assert game.asked == Decision.EMBARK, "the troops sail in a mission of their own"


# --- combat (21.438C, 21.436C, 20.59) -----------------------------------------------------------------------


@pytest.mark.rule("21.438C")
def test_squadrons_that_have_landed_fly_in_the_combat_phase():
    sea = sailing(step=SUPPORT)
    sea.call(passages.sail)
    assert Event.SQUADRONS_LAND in sea.told and sea.game.airbase[NUMBERS["malta"]] == 6
    sea.game.way[Side.ALLIES, NUMBERS["malta"]] = 3
    assert sea.call(air_strikes.ready_at, "malta", Side.ALLIES) == 6


@pytest.mark.rule("21.438C")
@pytest.mark.parametrize(("aboard", "flown", "ready"), [(0, 0, 6), (1, 0, 3), (2, 0, 0), (1, 2, 1), (1, 4, 0)])
def test_squadrons_that_sail_join_no_battle(aboard, flown, ready):
    sea = sailing(aboard)
    sea.game.flown[NUMBERS["gibraltar"]] = flown
    sea.game.way[Side.ALLIES, NUMBERS["gibraltar"]] = 3
    assert sea.call(air_strikes.ready_at, "gibraltar", Side.ALLIES) == ready


@pytest.mark.rule("21.436B", "21.436C")
def test_squadrons_of_a_mission_that_is_beaten_are_in_their_old_base_and_may_fly():
    sea = sailing(step=BEATEN)
    sea.call(passages.sail)
    assert sea.game.airbase[NUMBERS["gibraltar"]] == 6 and not sea.game.flown.any()
    assert not sea.game.aboard_marines.any() and not sea.game.tired_marines.any()
    sea.game.way[Side.ALLIES, NUMBERS["gibraltar"]] = 3
    assert sea.call(air_strikes.ready_at, "gibraltar", Side.ALLIES) == 6


@pytest.mark.rule("20.59")
@pytest.mark.parametrize(
    ("based", "aboard", "left", "at_base"), [(6, 2, 1, 3), (6, 2, 0, 0), (5, 2, 1, 3), (4, 2, 1, 3), (9, 2, 1, 6)]
)
def test_squadrons_go_down_with_the_destroyers_that_carry_them(based, aboard, left, at_base):
    """Of a factor that is not full its own squadrons alone."""
    sea = sailing(aboard, strength=left, airbase=squadrons(gibraltar=based))
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert sea.game.aboard_marines[NUMBERS["gibraltar"]] == left
    assert sea.game.airbase[NUMBERS["gibraltar"]] == at_base and Event.SQUADRONS_LOST in sea.told


@pytest.mark.rule("20.59")
def test_squadrons_that_have_flown_are_lost_first():
    sea = sailing(2, strength=1)
    sea.game.flown[NUMBERS["gibraltar"]] = 2
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert sea.game.flown[NUMBERS["gibraltar"]] == 0
    assert sea.call(air_cargo.fresh_at_sea, "gibraltar") == 3


@pytest.mark.rule("20.59")
@pytest.mark.parametrize(
    ("answer", "infantry", "airbase"), [(Option.INFANTRY, 1, 6), (Option.AIRCRAFT, 2, 3)], ids=["troops", "squadrons"]
)
def test_their_owner_chooses_between_troops_and_squadrons(answer, infantry, airbase):
    sea = sailing(2, strength=3, infantry=factors_in(gibraltar=2))
    sea.game.aboard_infantry[NUMBERS["gibraltar"]] = 2
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert sea.game.infantry[NUMBERS["gibraltar"]] == 2, "nothing is lost before it is chosen"
    assert sea.call(passages.sail) and sea.game.decision == Decision.LOSSES
    assert sea.game.power == Side.ALLIES
    sea.call(troops.take_lost, int(answer))
    here = NUMBERS["gibraltar"]
    assert (sea.game.infantry[here], sea.game.airbase[here]) == (infantry, airbase)
    assert not sea.call(troops.is_cargo_chosen)


TWO_BASES = {"gibraltar": 2, "malta": 2}
ONE_EACH = {"gibraltar": 1, "malta": 1}


@pytest.mark.rule("20.59")
@pytest.mark.parametrize(
    ("troops_of", "squadrons_of", "answers", "chosen", "left"),
    [
        (TWO_BASES, {}, {"gibraltar", "malta"}, "malta", ((2, 1), (6, 6))),
        ({}, ONE_EACH, {"gibraltar", "malta"}, "gibraltar", ((0, 0), (3, 6))),
        (ONE_EACH, {"malta": 1}, {"gibraltar", "malta", Option.AIRCRAFT}, "malta", ((1, 0), (6, 6))),
        (
            ONE_EACH,
            {"malta": 1, "haifa": 1},
            {"gibraltar", "haifa", Option.INFANTRY, Option.AIRCRAFT},
            Option.AIRCRAFT,
            ((1, 1), (6, 3)),
        ),
    ],
)
def test_their_owner_chooses_of_which_base_they_are(troops_of, squadrons_of, answers, chosen, left):
    """One destroyer too few is left.  left: what Gibraltar and Malta then have of troops, and of squadrons."""
    there = squadrons(gibraltar=6, malta=6, haifa=6)
    aboard = sum(troops_of.values()) + sum(squadrons_of.values())
    sea = sailing(0, strength=aboard - 1, airbase=there, infantry=factors_in(**troops_of))
    for field, of in (("aboard_infantry", troops_of), ("aboard_marines", squadrons_of)):
        for base, count in of.items():
            sea.game[field][NUMBERS[base]] = count
    assert sea.call(passages.sail) and sea.game.decision == Decision.LOSSES
    number = {answer: FIRST_PLACE + NUMBERS[answer] if isinstance(answer, str) else int(answer) for answer in answers}
    assert set(np.flatnonzero(sea.mask(troops.mask_lost))) == {*number.values()}
    sea.call(troops.take_lost, number[chosen])
    bases = [NUMBERS["gibraltar"], NUMBERS["malta"]]
    assert (tuple(sea.game.infantry[bases]), tuple(sea.game.airbase[bases])) == left
    assert not sea.call(troops.is_cargo_chosen)


@pytest.mark.rule("20.59", "21.513B")
@pytest.mark.parametrize(("destroyers", "chosen"), [(1, False), (2, True), (3, True), (4, False)])
def test_of_an_invasion_nobody_chooses_where_no_factor_can_be_carried_on(destroyers, chosen):
    """Against a garrison each takes two destroyers."""
    sea = sailing(0, strength=destroyers, infantry=factors_in(**ONE_EACH), convoy=Convoy.INVASION)
    sea.game.aboard_infantry[:] = factors_in(**ONE_EACH)
    sea.game.origin[routes.THERE], sea.game.garrison[NUMBERS["rhodes"]] = NUMBERS["rhodes"], 2
    assert sea.call(troops.is_cargo_chosen) == chosen


@pytest.mark.rule("20.59")
def test_nobody_chooses_where_all_is_lost():
    sea = sailing(2, strength=0, infantry=factors_in(gibraltar=2))
    sea.game.aboard_infantry[NUMBERS["gibraltar"]] = 2
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert sea.game.infantry[NUMBERS["gibraltar"]] == 0 and sea.game.airbase[NUMBERS["gibraltar"]] == 0


@pytest.mark.rule("21.436A")
def test_destroyers_that_have_been_met_before_they_embark_take_what_they_can_carry():
    sea = sailing(2, strength=1)
    sea.game.carrying[:] = 0
    sea.game.unembarked = 1
    sea.call(landing_battles.end_meeting, 0)
    assert sea.game.aboard_marines[NUMBERS["gibraltar"]] == 1 and sea.game.airbase[NUMBERS["gibraltar"]] == 6
    assert sea.call(troops.base_of, Ground.AIR.value) == NUMBERS["gibraltar"]
