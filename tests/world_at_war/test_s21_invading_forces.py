"""Invasions, places that fall, and what control is worth, force by force (21.23, 21.51, 21.5399A)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.printed.packing import pack_legs
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Aim,
    Box,
    Condition,
    Convoy,
    Decision,
    Event,
    Ground,
    Line,
    Nation,
    Option,
    Phase,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    bases,
    battle_rounds,
    cargo,
    displaced,
    fleet_combat,
    invasions,
    island_raids,
    landing_battles,
    pacific,
    raids,
    redraw,
    redraw_islands,
    sequence,
    task_forces,
    troops,
)
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_forces import convoy, out
from tests.world_at_war.test_s21_island_raids import raiding

# --- invasions (21.51) -----------------------------------------------------------------------------------------------


def landing(**fields):
    """Marines of Noumea are to land on Guadalcanal, which Japan holds."""
    sea = raiding(side=Side.ALLIES, **fields)
    sea.game.phase = Phase.INVASIONS
    sea.game.control[number("guadalcanal")] = Side.AXIS
    for field in ("garrison", "infantry", "marines", "tired_infantry", "tired_marines", "aboard_infantry",
                  "aboard_marines"):  # fmt: skip
        sea.game[field] = 0
    sea.game.garrison[number("guadalcanal")] = 1
    sea.book.ground_factors[:] = 2
    return sea


@pytest.mark.rule("21.513B", "21.513C")
@pytest.mark.parametrize(
    "base, side, garrison, a_factor",
    [("noumea", Side.ALLIES, 1, 2), ("noumea", Side.ALLIES, 0, 1), ("australia_box", Side.ALLIES, 1, 3),
     ("australia_box", Side.ALLIES, 0, 2), ("japan_box", Side.AXIS, 1, 2)],
)  # fmt: skip
def test_destroyers_for_each_ground_factor(base, side, garrison, a_factor):
    sea = landing()
    sea.game.moving, sea.game.garrison[number("guadalcanal")] = side, garrison
    assert sea.call(troops.destroyers_a_factor, base) == a_factor
    sea.game.aboard_infantry[number(base)], sea.game.aboard_marines[number(base)] = 2, 1
    assert sea.call(troops.aboard, base, side) == 6
    assert sea.call(troops.destroyers_needed, side) == 6 * a_factor


@pytest.mark.rule("21.513C")
@pytest.mark.parametrize(
    "base, units, transports", [("australia_box", 2, 1), ("australia_box", 3, 2), ("noumea", 3, 0)]
)
def test_a_transport_for_every_five_factors_from_a_box(base, units, transports):
    sea = landing()
    sea.game.aboard_infantry[number(base)] = units
    assert sea.call(troops.transports_needed, Side.ALLIES) == transports
    assert sea.call(troops.transports_needed, Side.AXIS) == 0


@pytest.mark.rule("21.517I")
@pytest.mark.parametrize("kind, there, port, room", [
    (Ground.INFANTRY, 0, 0, True), (Ground.INFANTRY, 1, 0, False), (Ground.INFANTRY, 1, 1, True),
    (Ground.INFANTRY, 2, 1, False), (Ground.MARINES, 2, 0, True), (Ground.MARINES, 3, 1, False),
])  # fmt: skip
def test_how_many_units_stay_on_an_island(kind, there, port, room):
    sea = landing()
    hex = number("guadalcanal")
    sea.game.ports[hex] = port
    sea.game["infantry" if kind == Ground.INFANTRY else "marines"][hex] = there
    assert bool(sea.call(invasions.has_room_ashore, hex, kind)) == room


@pytest.mark.rule("21.517I", "21.516C")
@pytest.mark.parametrize("kind, field", [(Ground.INFANTRY, "infantry"), (Ground.MARINES, "marines")])
def test_a_unit_that_goes_ashore_does_no_more_this_turn(kind, field):
    sea, other = landing(), "marines" if field == "infantry" else "infantry"
    hex, base = number("guadalcanal"), number("noumea")
    for one in (field, other):
        sea.game[one][base] = sea.game[f"aboard_{one}"][base] = 2
    sea.call(invasions.land, hex, kind)
    assert (sea.game[field][hex], sea.game[f"tired_{field}"][hex], sea.game[other][hex]) == (1, 1, 0)
    assert (sea.game[field][base], sea.game[f"aboard_{field}"][base]) == (1, 1)
    assert (sea.game[other][base], sea.game[f"aboard_{other}"][base]) == (2, 2)
    assert sea.events[1].tolist()[:3] == [Event.ASHORE, hex, kind]


@pytest.mark.rule("21.511")
@pytest.mark.parametrize("option, field", [(Option.INFANTRY, "aboard_infantry"), (Option.MARINES, "aboard_marines")])
def test_a_unit_goes_aboard_in_its_base(option, field):
    sea = landing(subject=number("noumea"), step=99)
    sea.call(invasions.take_troop, option)
    assert sea.game[field][number("noumea")] == 1 and sea.game.step == troops.EMBARK
    assert sea.game.aboard_infantry.sum() + sea.game.aboard_marines.sum() == 1
    assert sea.events[1].tolist()[:3] == [Event.EMBARKS, number("noumea"), int(option) - int(Option.INFANTRY)]


def landing_party(destroyers, infantry=0, marines=0, factors=(2, 2), base="noumea"):
    """Units at sea from a base, in the moment after so many destroyers have come through."""
    sea, place = landing(), number(base)
    sea.book.ground_factors[Side.ALLIES, [Ground.INFANTRY, Ground.MARINES]] = factors
    sea.game.infantry[place] = sea.game.aboard_infantry[place] = infantry
    sea.game.marines[place] = sea.game.aboard_marines[place] = marines
    sea.ship("noumea_flotilla_1", place="noumea", strength=9, force=9, carrying=min(9, destroyers))
    sea.ship("noumea_flotilla_2", place="noumea", strength=9, force=9, carrying=max(0, destroyers - 9))
    return sea


def answers_of(sea):
    return set(np.flatnonzero(sea.mask(troops.mask_lost)))


@pytest.mark.rule("21.516B", "20.59")
@pytest.mark.parametrize("destroyers, units, carrying", [(12, 3, 12), (13, 3, 12), (11, 2, 8), (7, 1, 4), (3, 0, 0)])
def test_troops_for_which_too_few_destroyers_are_left_are_lost(destroyers, units, carrying):
    """Units of one kind and base, of two factors each, against a defended island."""
    sea, base = landing_party(destroyers, infantry=3), number("noumea")
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert (sea.game.infantry[base], sea.game.aboard_infantry[base]) == (units, units)
    assert sea.call(troops.carriers_left) == carrying
    assert sea.told == [Event.TROOPS_LOST] * (3 - units)


@pytest.mark.rule("20.59")
@pytest.mark.parametrize("answer, left", [(Option.INFANTRY, (1, 1)), (Option.MARINES, (2, 0))])
def test_of_two_kinds_of_troops_their_owner_chooses_which_are_lost(answer, left):
    sea, base = landing_party(11, infantry=2, marines=1), number("noumea")
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert sea.game.aboard_infantry[base] == 2 and sea.game.aboard_marines[base] == 1, "nothing before it is chosen"
    assert answers_of(sea) == {Option.INFANTRY, Option.MARINES}
    sea.call(troops.take_lost, int(answer))
    assert (sea.game.infantry[base], sea.game.marines[base]) == left
    assert sea.call(troops.carriers_left) == 8 and not sea.call(troops.is_cargo_chosen)


@pytest.mark.rule("20.59")
def test_troops_are_chosen_one_by_one_until_the_rest_fits():
    sea, base = landing_party(5, infantry=2, marines=1), number("noumea")
    for answer in (Option.INFANTRY, Option.MARINES):
        assert sea.call(troops.is_cargo_chosen) and answers_of(sea) == {Option.INFANTRY, Option.MARINES}
        sea.call(troops.take_lost, int(answer))
    assert (sea.game.infantry[base], sea.game.marines[base]) == (1, 0)
    assert not sea.call(troops.is_cargo_chosen)


@pytest.mark.rule("20.59")
def test_of_troops_of_several_bases_their_owner_chooses_whose_are_lost():
    sea, other = landing_party(7, infantry=1), number("efate")
    sea.game.infantry[other] = sea.game.aboard_infantry[other] = 1
    assert answers_of(sea) == {FIRST_PLACE + number("noumea"), FIRST_PLACE + other}
    sea.call(troops.take_lost, FIRST_PLACE + other)
    assert (sea.game.infantry[number("noumea")], sea.game.infantry[other]) == (1, 0)


@pytest.mark.rule("20.59")
@pytest.mark.parametrize(
    ("destroyers", "answers", "left"),
    [
        (9, {Option.INFANTRY: (1, 2), Option.MARINES: (2, 0)}, "one infantry, or both marines to preserve it"),
        (11, {Option.INFANTRY: (1, 2), Option.MARINES: (2, 1)}, "one unit of either"),
        (7, {Option.INFANTRY: (1, 1)}, "infantry, since the marines alone make too little room"),
        (1, None, "all, since none can be carried"),
    ],
)
def test_more_factors_are_lost_than_must_be_only_to_preserve_the_other_kind(destroyers, answers, left):
    """Two infantry of two factors and two marines of one, on twelve destroyers."""
    sea = landing_party(destroyers, infantry=2, marines=2, factors=(2, 1))
    assert bool(sea.call(troops.is_cargo_chosen)) == (answers is not None), left
    for answer, (infantry, marines) in (answers or {}).items():
        sea = landing_party(destroyers, infantry=2, marines=2, factors=(2, 1))
        assert answers_of(sea) == {int(answer) for answer in answers}, left
        sea.call(troops.take_lost, int(answer))
        while sea.call(troops.is_cargo_chosen):
            sea.call(troops.take_lost, int(Option.MARINES))
        aboard = sea.game.aboard_infantry.sum(), sea.game.aboard_marines.sum()
        assert aboard == (infantry, marines), left


@pytest.mark.rule("20.59")
@pytest.mark.parametrize("step", [island_raids.LEAVE, troops.MEET, troops.BEATEN])
def test_the_invader_is_asked_what_of_his_cargo_is_lost_when_a_round_is_over(step):
    sea = landing_party(11, infantry=2, marines=1)
    sea.game.step = step
    assert sea.call(invasions.invade) and sea.game.decision == Decision.LOSSES and sea.game.power == Side.ALLIES
    assert answers_of(sea) == {Option.INFANTRY, Option.MARINES}


@pytest.mark.rule("21.512", "21.3614")
def test_the_way_between_bases_leads_over_one_port_at_most():
    sea = landing()
    places = [number(place) for place in ("suva", "noumea", "townsville", "efate")]
    sea.book.hexes[:], sea.book.port_range[:] = 99, 20
    one, over, far, island = places
    for a, b, hexes in ((one, over, 8), (over, far, 9), (one, island, 3), (island, far, 4), (far, over, 9)):
        sea.book.hexes[a, b] = sea.book.hexes[b, a] = hexes
    pack_legs(sea.book)
    sea.game.ports[island], sea.game.control[places] = 0, Side.ALLIES
    assert sea.call(troops.legs_between, Side.ALLIES, one, one) == 0
    assert sea.call(troops.legs_between, Side.ALLIES, one, over) == 8
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 17  # over the island there is no port
    sea.game.ports[island] = 1
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 7
    sea.book.hexes[one, far] = 6
    pack_legs(sea.book)
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 6
    sea.book.hexes[one] = 99
    pack_legs(sea.book)
    assert sea.call(troops.legs_between, Side.ALLIES, one, far) == 21


@pytest.mark.rule("20.58A", "20.59")
@pytest.mark.parametrize("dice, hits", [((1, 3), 0), ((2, 3), 1), ((6, 6), 2)])
def test_destroyers_with_troops_are_fired_at_with_one_more(dice, hits):
    """Kongo fires with three factors: from six on a hit (20.51); one more for ships at work, less one for the US.
    Hiei, who is damaged, does not fire."""
    sea = landing().ship("kongo", place="rabaul", force=1).ship("hiei", place="rabaul", force=1, condition=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=8, force=8, carrying=8)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 2
    sea.book.drm[:] = 1
    sea.dice(*dice).call(landing_battles.meet_cargo_alone, Side.AXIS)
    assert sea.of("noumea_flotilla_1", "strength") == 8 - hits and sea.game.scripted_used == 2
    fire = next(row for row in sea.events[1:].tolist() if row[0] == Event.FIRES_ON_LIGHT)
    assert fire[:4] == [Event.FIRES_ON_LIGHT, number("kongo"), Side.ALLIES, hits]
    assert sea.game.aboard_marines[number("noumea")] == (2 if hits == 0 else 1)


@pytest.mark.rule("20.58A")
def test_at_destroyers_alone_capital_ships_fire_singly_light_ships_together_and_carriers_not_at_all():
    """Kongo hits with six and one more; Hiei does not; a cruiser and destroyers, four factors, do."""
    sea = landing().ship("kongo", "hiei", "japanese_cruiser_1", "shokaku", place="rabaul", force=1)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=2, force=2)
    sea.ship("noumea_flotilla_1", place="noumea", strength=8, force=8, carrying=8)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 2
    sea.book.drm[:] = 1
    sea.dice(3, 2, 1, 1, 3, 2).call(landing_battles.meet_cargo_alone, Side.AXIS)
    fired = [row[:4] for row in sea.events[1:].tolist()]
    capital = [row for row in fired if row[0] == Event.FIRES_ON_LIGHT]
    light = [row for row in fired if row[0] == Event.LIGHT_FIRE_ON_LIGHT]
    assert {row[1]: row[3] for row in capital} == {number("kongo"): 1, number("hiei"): 0}
    assert light == [[Event.LIGHT_FIRE_ON_LIGHT, Side.AXIS, 4, 1]] and sea.game.scripted_used == 6
    assert sea.of("noumea_flotilla_1", "strength") == 6


@pytest.mark.rule("21.516A")
@pytest.mark.parametrize("unembarked", [0, 1])
def test_before_troops_have_embarked_the_ships_that_are_to_carry_them_are_not_hindered(unembarked):
    """Kongo fires with three factors at destroyers: from six on a hit, or from five on if they protect troops."""
    sea = landing(step=landing_battles.AIMS, cursor=0, unembarked=unembarked).ship("kongo", place="rabaul", force=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=4, force=4, carrying=0)
    sea.call(battle_rounds.line_up)
    sea.game.aim[number("kongo")] = Aim.LIGHT
    sea.book.drm[:] = 1
    sea.dice(2, 3)
    while sea.call(landing_battles.fire):
        sea.game.power = sea.game.seat
        sea.call(fleet_combat.take_excess, Option.HOLD)
    assert sea.of("noumea_flotilla_1", "strength") == 4 - (1 - unembarked)


@pytest.mark.rule("20.252", "20.57")
def test_the_lowest_modifier_of_those_that_carry_cargo_and_losses_shared_among_nations():
    sea = landing().ship("noumea_flotilla_1", place="noumea", strength=3, force=3, force_seen=3, carrying=3)
    sea.ship("pacific_cruiser_1", place="noumea", force=1).ship("kongo", place="rabaul", force=1)
    sea.ship("noumea_flotilla_2", place="noumea", strength=2, force=2, force_seen=2, carrying=2)
    sea.book.nation[number("noumea_flotilla_2")] = Nation.AUSTRALIA
    sea.book.drm[Nation.US], sea.book.drm[Nation.AUSTRALIA], sea.book.drm[Nation.JAPAN] = 3, 2, 1
    assert sea.call(cargo.drm_of_laden, Side.ALLIES) == 2 and sea.call(cargo.laden_destroyers, Side.ALLIES) == 5
    sea.call(cargo.lose_laden_destroyers, 3)
    for field in ("strength", "force", "force_seen", "carrying"):
        assert [sea.of(f"noumea_flotilla_{k}", field) for k in (1, 2)] == [1, 1], field
    sea.game.carrying[number("noumea_flotilla_2")] = 0
    assert sea.call(cargo.drm_of_laden, Side.ALLIES) == 3


@pytest.mark.rule("21.516A", "21.3611")
def test_interceptors_meet_an_invasion_before_the_island_or_where_it_embarks():
    sea = landing()
    truk, noumea = number("truk"), number("noumea")
    sea.book.hexes[truk, sea.game.raiding] = 20
    assert sea.call(landing_battles.meeting_hex, "truk") == sea.game.raiding
    sea.book.hexes[truk, sea.game.raiding], sea.book.hexes[truk, noumea] = 21, 20
    assert sea.call(landing_battles.meeting_hex, "truk") == NOWHERE
    sea.game.aboard_infantry[noumea] = 1
    sea.ship("noumea_flotilla_1", place="noumea", strength=2, force=2, carrying=2)
    assert sea.call(landing_battles.meeting_hex, "truk") == NOWHERE  # they come from no other base
    sea.ship("townsville_flotilla", place="townsville", strength=2, force=2, carrying=1)
    assert sea.call(landing_battles.meeting_hex, "truk") == noumea
    sea.book.hexes[truk, noumea] = 21
    assert sea.call(landing_battles.meeting_hex, "truk") == NOWHERE


@pytest.mark.rule("21.514D", "21.313")
@pytest.mark.parametrize("factors, brps, may", [(2, 2, True), (2, 1, True), (2, 0, False), (3, 1, True), (4, 1, False)])
def test_ships_sail_along_for_their_brps(factors, brps, may):
    """A BRP for each three factors begun (H)."""
    sea = landing(power=Side.ALLIES).ship("pacific_cruiser_1", place="noumea")
    sea.book.factors[number("pacific_cruiser_1")], sea.game.brps[:] = factors, [brps, 9]
    assert bool(sea.call(invasions.may_sail, "pacific_cruiser_1", Side.ALLIES)) == may


@pytest.mark.rule("21.514D")
def test_an_invasion_sets_out_for_its_brps():
    sea = landing(power=Side.ALLIES, brps=[9, 9], used_transports=[0, 0, 1], tried=1, step=troops.SAIL)
    sea.ship("pacific_cruiser_1", place="noumea", force=1)
    sea.ship("noumea_flotilla_1", place="australia_box", strength=9, force=6)
    sea.game.infantry[number("australia_box")] = sea.game.aboard_infantry[number("australia_box")] = 1
    sea.call(invasions.set_out, Side.ALLIES)
    assert sea.game.brps.tolist() == [9 - 3, 9] and sea.game.used_transports.tolist() == [0, 0, 2]
    assert sea.game.task_force[Side.ALLIES] == 0 and not sea.game.tried.any() and sea.game.step == troops.MEET
    assert sea.events[1].tolist()[:4] == [Event.INVADES, number("guadalcanal"), 3, 0]
    assert sea.of("noumea_flotilla_1", "carrying") == 6 and sea.of("pacific_cruiser_1", "force_seen") == 1


@pytest.mark.rule("21.514D")
def test_an_invasion_that_is_called_off_costs_nothing():
    sea = landing(power=Side.ALLIES, brps=[9, 9], step=troops.SAIL, most_guns=3)
    sea.ship("pacific_cruiser_1", place="noumea", force=1)
    sea.game.aboard_infantry[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(invasions.call_off)
    assert not sea.game.force.any() and not sea.game.aboard_infantry.any() and not sea.game.aboard_marines.any()
    assert sea.game.brps.tolist() == [9, 9] and sea.game.raiding == NOWHERE and sea.game.step == troops.HEX
    assert sea.game.most_guns == 0 and sea.of("pacific_cruiser_1", "inverted") == 0
    assert sea.events[1].tolist()[:2] == [Event.CALLED_OFF, number("guadalcanal")]


@pytest.mark.rule("21.516")
@pytest.mark.parametrize("beaten, carrying, step", [(True, 4, troops.BEATEN), (False, 4, troops.MEET),
                                                    (False, 0, troops.BEATEN)])  # fmt: skip
def test_after_a_battle_the_invasion_goes_on_or_has_failed(beaten, carrying, step):
    sea = landing(step=99).ship("kongo", place="rabaul", force=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=8, force=8, carrying=carrying)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(landing_battles.end_meeting, beaten)
    assert sea.game.step == step and sea.of("kongo", "inverted") == 1 and sea.of("kongo", "force") == 0


@pytest.mark.rule("21.5153A")
def test_a_patrol_that_has_met_an_invasion_and_comes_home_to_its_hex_does_not_forbid_it_any_more():
    """Other bases have been taken in this player turn, so that it does come home (21.33)."""
    sea = landing(step=99).ship("noumea_flotilla_1", place="noumea", strength=8, force=8, carrying=4)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.game.taken[:] = 1
    sea.ship("hiei", *[f"japanese_cruiser_{k}" for k in (1, 2, 3)], place="guadalcanal")
    sea.ship("kongo", place="guadalcanal", on_patrol=number("rabaul"), force=1)
    assert sea.call(invasions.harbour_factors, "guadalcanal") == 9
    sea.call(landing_battles.end_meeting, 0)
    assert sea.call(invasions.harbour_factors, "guadalcanal") == 12 and sea.game.step == troops.MEET


@pytest.mark.rule("21.516A", "21.516C")
@pytest.mark.parametrize("beaten, aboard, step", [(True, 0, troops.BEATEN), (False, 1, troops.MEET)])
def test_troops_that_have_not_embarked_yet_do_so_or_stay_in_port(beaten, aboard, step):
    sea = landing(unembarked=1)
    sea.ship("noumea_flotilla_1", place="townsville", strength=8, force=8)
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(landing_battles.end_meeting, beaten)
    assert sea.game.unembarked == 0 and sea.game.aboard_marines[number("noumea")] == aboard
    assert sea.of("noumea_flotilla_1", "carrying") == 4 * aboard and sea.game.step == step
    assert sea.game.tired_marines[number("noumea")] == 0 and sea.game.marines[number("noumea")] == 1


@pytest.mark.rule("21.514A")
def test_destroyers_with_the_shortest_way_carry_the_troops():
    sea, base = landing(), number("noumea")
    sea.ship("noumea_flotilla_1", place="noumea", strength=3, spent=1)
    sea.ship("townsville_flotilla", place="townsville", strength=9).ship("pacific_cruiser_1", place="noumea")
    sea.game.marines[base] = sea.game.aboard_marines[base] = 2
    assert sea.call(troops.capacity, Side.ALLIES, base) == 2 + 9
    sea.call(troops.assign_carriers, Side.ALLIES)
    assert (sea.of("noumea_flotilla_1", "force"), sea.of("townsville_flotilla", "force")) == (2, 6)
    sea.call(troops.load, Side.ALLIES)
    assert (sea.of("noumea_flotilla_1", "carrying"), sea.of("townsville_flotilla", "carrying")) == (2, 6)
    assert np.flatnonzero(sea.game.force).tolist() == sorted(
        [number("noumea_flotilla_1"), number("townsville_flotilla")]
    )


@pytest.mark.rule("21.537")
def test_where_no_transports_are_nobody_is_asked_about_them():
    sea = out(transports=[0, 0, 0])
    assert sea.call(raids.sink_transports, 1, 5) == 0 and sea.game.points.tolist() == [0, 0]
    assert sea.game.transports[Box.ATLANTIC] == 0 and NOBODY == -1


# --- one is enough, none is not --------------------------------------------------------------------------------------


@pytest.mark.rule("21.511")
@pytest.mark.parametrize("kind", [Ground.INFANTRY, Ground.MARINES])
def test_the_base_from_which_a_unit_is_aboard(kind):
    sea = landing()
    assert sea.call(troops.base_of, kind) == -1
    sea.game["aboard_infantry" if kind == Ground.INFANTRY else "aboard_marines"][number("noumea")] = 1
    assert sea.call(troops.base_of, kind) == number("noumea") and sea.call(troops.base_of, 1 - kind) == -1


@pytest.mark.rule("21.514B")
@pytest.mark.parametrize("field", ["aboard_infantry", "aboard_marines"])
def test_destroyers_that_do_not_reach_a_base_of_one_unit_do_not_carry(field):
    sea = landing().ship("noumea_flotilla_1", place="noumea", strength=3)
    assert sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, -1)
    assert sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, "noumea")
    sea.game.way[Side.ALLIES, number("townsville")] = 21
    assert not sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, "townsville")
    sea.game[field][number("townsville")] = 1
    assert not sea.call(troops.may_carry, "noumea_flotilla_1", Side.ALLIES, -1)


@pytest.mark.rule("20.59", "20.57")
@pytest.mark.parametrize("hits", [0, 1, 2, 3])
def test_with_destroyers_that_carry_them_troops_are_lost(hits):
    """Four destroyers carry two factors, beside nine transports."""
    sea = convoy(laden=[0, 0, 0, 9], troops=2, transports=[9, 5, 0], used_transports=[9, 0, 0])
    sea.game.convoy = Convoy.SEA_TRANSPORT
    sea.ship("home_destroyers", place="britain", strength=4, carrying=4)
    sea.call(cargo.lose_carriers, 2 * hits)
    left = sea.of("home_destroyers", "carrying")
    assert left == sea.of("home_destroyers", "strength") == 4 - hits and sea.game.laden[3] == 9 - hits
    assert sea.game.troops == left // 2


@pytest.mark.rule("21.23A", "21.233")
@pytest.mark.parametrize(
    "change, takes_in",
    [({}, True), ({"place": "rabaul"}, False), ({"control": Side.ALLIES}, False), ({"opens": 9}, False),
     ({"strength": 51}, False), ({"hexes": 21}, False), ({"hexes": 20}, True)],
)  # fmt: skip
def test_where_a_displaced_ship_is_taken_in(change, takes_in):
    sea = raiding().ship("kongo", place=change.get("place", "truk"), strength=change.get("strength", 3))
    there = number("rabaul")
    sea.game.control[there], sea.book.opens[there] = change.get("control", Side.AXIS), change.get("opens", 0)
    sea.book.hexes[number("truk"), there] = change.get("hexes", 5)
    sea.book.port_range[:] = 20
    pack_legs(sea.book)
    assert bool(sea.call(pacific.takes_in, "rabaul", "kongo")) == takes_in


@pytest.mark.rule("21.3612")
def test_supply_is_traced_when_a_player_turn_begins():
    sea = Sea("night_express", turn=3, moving=Side.AXIS, cut_off=1)
    sea.call(pacific.begin_player_turn)
    assert sea.game.cut_off[number("truk")] == sea.game.cut_off[number("rabaul")] == 0


@pytest.mark.rule("20.162F")
def test_two_fast_factors_take_a_light_carrier_along_and_no_fleet_carrier():
    sea = Sea("night_express", turn=2, moving=Side.AXIS, power=Side.AXIS, forming=1, subject=number("truk"))
    sea.ship("japanese_cruiser_1", place="truk", under=1)
    sea.ship("zuiho", "shokaku", "mutsu", "nagato", place="truk")
    mask = sea.mask(task_forces.mask_under)
    assert (mask[FIRST_UNIT + number("zuiho")], mask[FIRST_UNIT + number("shokaku")]) == (1, 0)


@pytest.mark.rule("20.164B")
def test_a_counter_with_one_ship_has_been_chosen_for_as_often_as_not():
    """Of a hundred draws some fifty leave her under it."""
    sea, under = Sea("night_express", turn=2), 0
    for _ in range(100):
        sea.ship("kongo", place="truk", under=1, berth=number("truk"))
        sea.call(redraw_islands.take_back, Side.AXIS, 1)
        under += sea.of("kongo", "under")
        assert (sea.of("kongo", "berth") == NOWHERE) == (sea.of("kongo", "under") == 0)
    assert 38 <= under <= 62


# --- places that fall, and what control is worth (21.23, 21.5399A) ---------------------------------------------------


@pytest.mark.rule("21.5399A")
@pytest.mark.parametrize(
    "ours, theirs, negated, points",
    [((1,), (), 0, [10, 0]), ((), (1,), 0, [0, 10]), ((1,), (2,), 0, [3, 3]), ((1, 2), (), 0, [10, 0]),
     ((), (), 0, [0, 0]), ((1,), (), 1, [0, 0]), ((1,), (2,), 1, [0, 3])],
)  # fmt: skip
def test_a_group_scores_for_who_holds_it_and_half_for_who_shares_it(ours, theirs, negated, points):
    """Guadalcanal and Santa Cruz are the only islands of any group."""
    sea = Sea("night_express", turn=3)
    islands = {1: number("guadalcanal"), 2: number("santa_cruz")}
    sea.game.control[:], sea.game.points[:], sea.game.negated[:] = NOBODY, 0, 0
    sea.game.unsupplied[:] = sea.game.cut_off[:] = 0
    for side, held in ((Side.ALLIES, ours), (Side.AXIS, theirs)):
        for island in held:
            sea.game.control[islands[island]] = side
    sea.game.negated[Side.ALLIES] = negated << int(sea.book.group_of[islands[1]])
    sea.book.worth[Worth.GROUP_HELD], sea.book.worth[Worth.GROUP_SHARED] = 10, 3
    sea.call(pacific.score_control)
    assert sea.game.points.tolist() == points
    told = [row.tolist()[:3] for row in sea.events[1 : 1 + sea.events[0, 0]]]
    assert told == [[Event.CONTROL, side, points[side]] for side in range(2) if points[side]]


@pytest.mark.rule("21.23")
def test_ships_under_a_counter_are_seen_when_their_port_falls():
    """And the counter is gone; they are displaced next."""
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, displacing=0)
    sea.ship("kongo", "hiei", place="truk", under=1, berth=number("kwajalein")).ship("haruna", place="truk")
    sea.ship("noumea_flotilla_1", place="kwajalein")
    sea.game.counter_at[Side.AXIS, 0] = number("kwajalein")
    sea.call(pacific.take_place, "kwajalein", Side.ALLIES)
    for ship in ("kongo", "hiei"):
        assert (sea.of(ship, "under"), sea.of(ship, "berth"), sea.of(ship, "place")) == (
            0,
            NOWHERE,
            number("kwajalein"),
        )
    assert sea.game.counter_at[Side.AXIS, 0] == NOWHERE and sea.game.displacing == 2
    assert sea.call(pacific.is_displaced, "kongo") and not sea.call(pacific.is_displaced, "haruna")
    sea.game.place[number("kongo")] = NOWHERE
    assert not sea.call(pacific.is_displaced, "kongo")


@pytest.mark.rule("21.23D", "21.23G")
@pytest.mark.parametrize("state, haven, lost", [({}, True, False), ({}, False, True),
                                                ({"condition": Condition.SUNK_IN_PORT}, True, True)])  # fmt: skip
def test_a_displaced_ship_finds_a_haven_or_is_lost(state, haven, lost):
    """The haven is the first place of the board's islands."""
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, displacing=2)
    sea.ship("kongo", place="kwajalein", **state).ship("rabaul_flotilla_1", place="kwajalein", strength=2)
    sea.game.control[:] = NOBODY
    sea.game.control[number("kwajalein")] = Side.ALLIES
    there = number("truk")
    sea.book.hexes[:], sea.book.port_range[:] = 99, 20
    sea.book.hexes[number("kwajalein"), there] = 20
    sea.game.control[there] = Side.AXIS if haven else NOBODY
    assert not sea.call(displaced.displace)
    assert sea.game.displacing == 0 and (sea.condition("kongo") == Condition.LOST) == lost
    assert sea.of("kongo", "place") == (NOWHERE if lost else there)
    assert sea.of("rabaul_flotilla_1", "strength") == (2 if haven else 0) and sea.of("rabaul_flotilla_1", "lights") == 0
    assert sea.of("rabaul_flotilla_1", "place") == (there if haven else NOWHERE)


# --- once and no more -------------------------------------------------------------------------------------------------


@pytest.mark.rule("20.523A")
def test_what_is_fired_at_a_ship_takes_effect_once():
    sea = out().ship("bismarck", place="bergen", pending=1, twelves=1, line=Line.CAPITAL)
    sea.dice(1).call(fleet_combat.take_effect)
    assert (sea.of("bismarck", "hits"), sea.of("bismarck", "pending"), sea.of("bismarck", "twelves")) == (1, 0, 0)
    sea.call(fleet_combat.take_effect)
    assert sea.of("bismarck", "hits") == 1 and sea.told == [Event.CRITICAL]


@pytest.mark.rule("21.513C")
@pytest.mark.parametrize("base, side, there, aboard, may", [
    ("australia_box", Side.ALLIES, 1, 0, True), ("australia_box", Side.ALLIES, 0, 0, False),
    ("australia_box", Side.ALLIES, 1, 2, False), ("australia_box", Side.ALLIES, 2, 2, True),
    ("australia_box", Side.ALLIES, 1, 1, True), ("japan_box", Side.AXIS, 0, 3, True),
])  # fmt: skip
def test_from_a_box_there_is_a_transport_for_every_five_factors(base, side, there, aboard, may):
    """Two factors more; the home islands of Japan are no such box."""
    sea = landing(transports=[0, 0, there])
    sea.game.aboard_infantry[number(base)] = aboard
    assert bool(sea.call(invasions.has_transports, base, 2, side)) == may


@pytest.mark.rule("20.59", "21.516")
@pytest.mark.parametrize("unembarked, left", [(0, 0), (1, 1)])
def test_after_a_round_troops_are_lost_for_which_destroyers_lack(unembarked, left):
    """Two destroyers are left for two factors, which need four; troops in port are not aboard them."""
    sea = landing(step=landing_battles.AFTER, rounds=1, unembarked=unembarked)
    sea.ship("kongo", place="rabaul", force=1).ship("indiana", place="noumea", force=1)
    sea.ship("noumea_flotilla_1", place="noumea", strength=2, force=2, carrying=2 * (1 - unembarked))
    sea.game.marines[number("noumea")] = sea.game.aboard_marines[number("noumea")] = 1
    sea.call(landing_battles.end_round)
    assert sea.game.aboard_marines[number("noumea")] == left and sea.game.step == landing_battles.LEAVE


@pytest.mark.rule("21.5361B")
def test_only_ships_of_the_battle_are_drawn_as_held():
    sea = out().ship("bismarck", place="bergen", in_group=1)
    sea.ship("hood", place="scapa_flow", against=1, held=1).ship("gneisenau", place="germany", in_group=2, held=1)
    found = set()
    for _ in range(20):
        sea.call(redraw.redraw_held, Side.AXIS)
        found.add((sea.of("scharnhorst", "held"), sea.of("bismarck", "held")))
        assert sea.of("hood", "held") == sea.of("gneisenau", "held") == 1
    assert found == {(0, 0), (0, 1), (1, 0)}


@pytest.mark.rule("20.631D", "21.5331")
@pytest.mark.parametrize(
    "at_large, at_sea, decision", [(1, 1, Decision.AT_LARGE), (0, 1, Decision.AT_SEA), (0, 0, None)]
)
def test_what_is_asked_when_the_war_opens(at_large, at_sea, decision):
    sea = Sea(turn=1, phase=Phase.OPENING, step=0, cursor=0).ship("lutzow", place="germany")
    sea.book.at_large, sea.book.opens_at_sea[:] = at_large, 0
    sea.book.opens_at_sea[number("lutzow")] = at_sea
    assert sea.call(sequence.open_war) == (decision is not None)
    if decision is None:
        assert (sea.game.phase, sea.game.moving) == (Phase.START, Side.AXIS)
    else:
        assert sea.game.decision == decision


@pytest.mark.rule("20.164A", "20.162A")
@pytest.mark.parametrize("decision, factors, may", [
    (Decision.UNDER, 10, True), (Decision.UNDER, 9, False), (Decision.COUNTER_TO, 10, False), (Decision.CAP, 9, True),
])  # fmt: skip
def test_whether_who_is_asked_about_a_counter_has_an_answer(decision, factors, may):
    """No ship is left to go under it, and there is nowhere for it to go."""
    sea = Sea("night_express", turn=2, moving=Side.AXIS, power=Side.AXIS, forming=1, subject=number("truk"))
    sea.ship("rabaul_flotilla_1", place="truk", strength=factors, under=1, berth=number("truk"))
    sea.game.counter_at[Side.AXIS, 0] = number("truk")
    sea.book.hexes[:], sea.book.base_changes[:] = 99, 0
    pack_legs(sea.book)
    sea.game.decision = decision
    assert bool(sea.call(redraw_islands.can_answer)) == may


@pytest.mark.rule("21.33", "21.112")
def test_raiders_return_to_a_port_with_room_or_where_there_is_none_to_the_one_they_left():
    sea, mask = Sea(turn=9), np.zeros(ACTIONS, np.int8)
    sea.ship("german_destroyers", place="brest", strength=45)
    sea.call(bases.allow_ports_with_room, Side.AXIS, 5, "bergen", mask)
    ports = {number(port) for port in ("germany", "bergen", "brest")}
    assert {*(np.flatnonzero(mask) - FIRST_PLACE).tolist()} == ports
    mask[:] = 0
    sea.call(bases.allow_ports_with_room, Side.AXIS, 6, "bergen", mask)
    assert {*(np.flatnonzero(mask) - FIRST_PLACE).tolist()} == ports - {number("brest")}
    mask[:] = 0
    sea.call(bases.allow_ports_with_room, Side.AXIS, 101, "bergen", mask)
    assert (np.flatnonzero(mask) - FIRST_PLACE).tolist() == [number("bergen")]


@pytest.mark.rule("21.516A")
def test_destroyers_that_are_met_before_troops_embark_carry_none():
    """Dice that cover any distance; other ships protect them, so that a battle begins."""
    sea = landing(power=Side.AXIS, subject=number("truk"), tried=0, step=troops.MEET, unembarked=0, rounds=4)
    noumea, truk = number("noumea"), number("truk")
    sea.book.hexes[truk, sea.game.raiding], sea.book.hexes[truk, noumea] = 21, 3
    sea.game.marines[noumea] = sea.game.aboard_marines[noumea] = 1
    sea.ship("kongo", place="truk", force=1).ship("indiana", place="noumea", force=1)
    sea.ship("townsville_flotilla", place="townsville", strength=4, force=4, carrying=4)
    sea.dice(6, 6, 6).call(landing_battles.take_oppose_landing, Option.DONE)
    assert sea.game.unembarked == 1 and not sea.game.carrying.any() and sea.game.tried[truk] == 1
    assert sea.game.step == landing_battles.ROUND and sea.game.rounds == 0 and sea.game.task_force[Side.AXIS] == 0
