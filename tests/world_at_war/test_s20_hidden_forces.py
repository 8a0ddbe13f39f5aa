"""Task forces at sea in the Mediterranean are under counters: the enemy does not see which ships they are before it has
found them (20.161-20.164, 21.312)."""

from collections import Counter

import pytest

from aw_env.games.world_at_war.records.kinds import NOWHERE, Convoy, Decision, Event, Kind, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    aid,
    bases,
    hidden_forces,
    landing_battles,
    meetings,
    passages,
    sea_patrols,
    task_forces,
)
from aw_env.games.world_at_war.rules.aid import AIDS
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea, supplying, troops
from tests.world_at_war.test_s21_sea_patrols import THREE, patrolling, sent

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
FOUR = (*THREE, "roma")
"""Fifteen factors."""


def told(game):
    """The events that the enemy has heard, by kind."""
    return {int(row[0]) for row in game.game.events_in_numbers(ALLIES)}


def seen_of(game, *names):
    """What the enemy sees of the ships of these fields."""
    view = game.game.view(ALLIES)
    units = {unit.id: unit.number for unit in view.units}
    return {name: [int(view.field(name)[units[id]]) for id in FOUR if id in units] for name in names}


def counted(view):
    """Factors and ships of the Allies that a seat sees in the Mediterranean, by kind."""
    factors, ships = Counter(), Counter()
    for unit in view.units:
        if unit.side == Side.ALLIES and unit.place is not None:
            kind = Kind(int(view.scenario.books[0]["kind"][unit.number]))
            factors[kind] += unit.strength
            ships[kind] += 1
    return factors, ships


@pytest.mark.rule("20.164A", "20.162")
def test_the_enemy_does_not_see_which_ships_patrol_as_a_task_force():
    """Three of four battleships sail: whichever they are, the Allies see the same, on their way and in their hex."""
    games = []
    for ships in (FOUR[:3], FOUR[1:]):
        game = sent(patrolling(ships=FOUR, enemies=("renown",)), ships=ships)
        assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES)
        games.append(game)
    for answer in (None, Option.DONE, Option.YES):
        if answer is not None:
            for game in games:
                game.choose(answer)
        one, other = (game.game for game in games)
        assert one.view(ALLIES).record.tobytes() == other.view(ALLIES).record.tobytes()
        assert one.describe(ALLIES) == other.describe(ALLIES)
        assert one.view(AXIS).record.tobytes() != other.view(AXIS).record.tobytes()


@pytest.mark.rule("20.164A")
def test_the_counter_is_seen_where_it_patrols():
    game = sent(patrolling()).choose(Option.YES)
    assert game.record["counter_at"][AXIS, 0] == NUMBERS["ionian_sea"]
    assert {game.of(id, "place") for id in THREE} == {NUMBERS["taranto"]}
    assert {game.of(id, "inverted") for id in THREE} == {0} and {game.of(id, "on_patrol") for id in THREE} == {NOWHERE}


@pytest.mark.rule("20.162A")
def test_less_than_ten_factors_are_seen():
    game = sent(patrolling(ships=FOUR), ships=("littorio", "vittorio_veneto"))
    assert game.of("littorio", "under") == 0 and game.of("littorio", "force_seen") == 1
    assert game.record["counter_at"][AXIS].max() == NOWHERE


@pytest.mark.rule("20.161")
def test_italy_has_four_counters_and_britain_twelve():
    """With all in play fewer than ten factors sail together."""
    sea = at_sea(moving=AXIS)
    for counter in range(12):
        for side, most in ((AXIS, 4), (ALLIES, 12)):
            assert sea.call(task_forces.counter_to_sail, side) == (counter + 1 if counter < most else 0)
            free = sea.call(task_forces.counter_to_sail, side)
            assert sea.call(task_forces.most_in_a_force, free) == (25 if counter < most else 9)
        sea.game.counter_at[:, counter] = NUMBERS["ionian_sea"]


@pytest.mark.rule("20.162B")
def test_escort_carriers_and_destroyers_with_cargo_are_seen():
    sea = at_sea(moving=ALLIES, convoy=Convoy.SUPPLY)
    sea.ship("warspite", "valiant", "renown", "escort_carriers", place="gibraltar", force=1)
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=3, force=3, force_seen=3, carrying=3)
    assert sea.call(hidden_forces.sail_unseen, ALLIES, "malta", Event.PROTECTS.value)
    assert sea.of("warspite", "under") == 1 and sea.of("warspite", "force_seen") == 0
    for id in ("escort_carriers", "gibraltar_destroyers"):
        assert sea.of(id, "under") == 0 and sea.of(id, "force_seen") == sea.of(id, "force")


@pytest.mark.rule("21.415")
def test_a_task_force_on_patrol_keeps_its_room_in_port():
    sea = at_sea(moving=AXIS).ship(*THREE, place="taranto", under=1, berth=NUMBERS["ionian_sea"])
    assert sea.call(bases.factors_based, "taranto") == 11


@pytest.mark.rule("21.415", "21.23")
def test_whoever_has_taken_its_port_keeps_no_room_for_it():
    sea = at_sea(moving=AXIS).ship(*THREE, place="rhodes", under=1, berth=NUMBERS["ionian_sea"])
    before = sea.call(bases.room_in, "rhodes")
    sea.game.control[NUMBERS["rhodes"]] = ALLIES
    assert sea.call(bases.room_in, "rhodes") == before + 11


@pytest.mark.rule("20.164A")
def test_who_has_found_them_sees_which_ships_they_are():
    game = sent(patrolling(6, 6, 6, 6, enemies=("renown", "valiant")))
    game.choose("renown", "valiant", Option.DONE)
    assert {game.of(id, "under") for id in THREE} == {0} and {game.of(id, "force_seen") for id in THREE} == {1}
    assert game.record["counter_at"][AXIS].max() == NOWHERE


@pytest.mark.rule("20.164A")
def test_who_has_not_found_them_sees_nothing():
    game = sent(patrolling(1, 1, 1, enemies=("renown",), at="alexandria"), "off_derna")
    game.choose("renown", Option.DONE)
    assert {game.of(id, "under") for id in THREE} == {1} and {game.of(id, "force_seen") for id in THREE} == {0}


@pytest.mark.rule("20.163", "21.4183")
def test_in_port_the_counter_is_taken_off():
    sea = at_sea(moving=AXIS).ship(*THREE, place="taranto", under=1, berth=NUMBERS["ionian_sea"])
    sea.game.counter_at[AXIS, 0] = NUMBERS["ionian_sea"]
    sea.call(sea_patrols.come_home)
    for id in THREE:
        assert (sea.of(id, "under"), sea.of(id, "on_patrol"), sea.of(id, "inverted")) == (0, NOWHERE, 1)
        assert sea.of(id, "place") == NUMBERS["taranto"]
    assert sea.game.counter_at[AXIS, 0] == NOWHERE


@pytest.mark.rule("20.164D")
@pytest.mark.parametrize(("ships", "left"), [(THREE, 0), ((*FOUR, "giulio_cesare"), 1)])
def test_of_a_task_force_that_divides_the_part_that_sails_is_seen_and_the_rest_if_it_is_too_small(ships, left):
    sea = at_sea(moving=AXIS, convoy=Convoy.SEA_TRANSPORT, power=AXIS, subject=NUMBERS["ionian_sea"])
    sea.ship(*ships, place="taranto", under=1, berth=NUMBERS["ionian_sea"])
    sea.game.counter_at[AXIS, 0] = NUMBERS["ionian_sea"]
    sea.call(aid.take_aid, FIRST_UNIT + sea.number("littorio"))
    assert sea.of("littorio", "under") == 0 and sea.of("littorio", "force_seen") == 1
    for id in ships[1:]:
        assert sea.of(id, "under") == left and sea.of(id, "inverted") == 1 - left


@pytest.mark.rule("21.312", "21.414B")
def test_ships_under_a_counter_do_nothing_else():
    sea = at_sea(moving=AXIS, convoy=Convoy.SUPPLY, raiding=NUMBERS["taranto"])
    sea.ship(*THREE, "naples_destroyers", place="taranto", under=1, berth=NUMBERS["ionian_sea"])
    assert not sea.call(bases.is_free_to_move, "littorio")
    assert not sea.call(passages.may_go_along, "littorio")
    assert not sea.call(sea_patrols.may_patrol, "littorio")
    assert not sea.call(passages.is_free_to_carry, "naples_destroyers")


@pytest.mark.rule("20.164A", "20.165")
@pytest.mark.parametrize("company", [FOUR[:2], FOUR[1:3]])
def test_of_a_supply_line_the_destroyers_with_cargo_are_seen_and_not_what_protects_them(company):
    ships = dict.fromkeys(FOUR, {"place": "naples"}) | {"naples_destroyers": {"place": "naples", "strength": 3}}
    game = supplying(ships | {"renown": {"place": "malta"}})
    while game.asked != Decision.PROTECT:
        game.choose(Option.YES if game.asked == Decision.SUPPLY_LINE else "naples_destroyers")
    game.choose(*company)
    assert set(sum(seen_of(game, "force_seen", "force", "under").values(), [])) == {0}
    game.choose(Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES)
    assert set(sum(seen_of(game, "force_seen", "force", "under").values(), [])) == {0}
    assert game.of("naples_destroyers", "force_seen") == 3 and Event.PROTECTS not in told(game)
    assert "a task force" in game.game.describe(ALLIES)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    assert {game.of(id, "inverted") for id in company} == {1}, "they are home, and seen"
    assert game.record["counter_at"][AXIS].max() == NOWHERE


@pytest.mark.rule("20.167")
def test_the_axis_knows_how_many_ships_of_each_kind_the_allies_have_in_the_theater_and_not_where():
    """Whichever of them patrol under a counter."""
    ships = ("warspite", "valiant", "renown", "illustrious", "british_cruiser_1", "alexandria_destroyers")
    for out in ((*ships[:3], "british_cruiser_1"), ships[1:]):
        game = sent(patrolling(ships=ships, port="alexandria", side=ALLIES), "off_derna", out)
        assert {game.of(id, "under") for id in out} == {1}
        known, true = (game.game.view(seat) for seat in (AXIS, ALLIES))
        assert len(true.units) > 0 and counted(known) == counted(true)
        assert {(known.unit(id).under, known.unit(id).berth) for id in ships} == {(0, NOWHERE)}


@pytest.mark.rule("20.164A")
def test_a_copy_for_the_enemy_has_any_ships_that_would_look_the_same():
    """Of four battleships any three, and all four where that costs as much."""
    game = sent(patrolling(ships=FOUR, enemies=("renown",)))
    found = set()
    for seed in range(60):
        copy = game.game.clone(reseed=seed, seat=ALLIES)
        under = copy._games["under"][0]
        found.add(tuple(int(under[copy.rules.scenario.names.unit_number(id)]) for id in FOUR))
    factors = dict(zip(FOUR, (4, 4, 3, 4), strict=True))
    alike = {
        ships
        for ships in found
        if sum(f for f, out in zip(factors.values(), ships, strict=True) if out) in (10, 11, 12)
    }
    assert len(found) == 4 and alike == found


@pytest.mark.rule("20.163")
def test_a_task_force_at_sea_is_looked_for_as_one_whatever_it_has_lost():
    """Who looks for it knows no more than that it is one; fewer than ten factors are harder to find (22.2)."""
    sea = at_sea(moving=AXIS)
    sea.ship("littorio", place="taranto", force=1)
    dice = {}
    for is_known in (0, 1):
        sea.game.task_force[AXIS] = is_known
        dice[is_known] = sea.call(landing_battles.dice_from, ALLIES, "malta", 3)
    assert dice[1] == dice[0] + 1


@pytest.mark.rule("20.163", "21.312", "20.164A")
@pytest.mark.parametrize(("factors", "is_small"), [(8, False), (5, True)])
def test_destroyers_with_cargo_are_a_task_force_too_though_they_are_seen(factors, is_small):
    """Twelve factors, of which seven are left, are looked for as a task force, and nine are not."""
    sea = at_sea(moving=AXIS, convoy=Convoy.SEA_TRANSPORT)
    for id, number in (("taranto_destroyers", factors), ("naples_destroyers", 4)):
        sea.ship(id, place="naples", strength=number, force=number, force_seen=number, carrying=number)
    sea.call(meetings.name_company)
    sea.ship("taranto_destroyers", place="naples", strength=3, force=3, force_seen=3, carrying=3)
    assert bool(sea.call(landing_battles.is_small, AXIS)) == is_small


@pytest.mark.rule("20.163")
def test_a_task_force_is_none_any_more_when_it_is_back_in_port():
    sea = at_sea(moving=AXIS)
    sea.game.task_force[:] = 1
    sea.call(meetings.come_in, AXIS)
    assert sea.game.task_force[AXIS] == 0 and sea.game.task_force[ALLIES] == 1


@pytest.mark.rule("20.164A")
def test_a_port_whose_ships_have_left_under_a_counter_is_asked_all_the_same():
    """Else the enemy would know from who is asked which ships are at sea."""
    sea = at_sea(moving=AXIS)
    sea.ship("warspite", place="malta", under=1, berth=NUMBERS["levant"])
    sea.game.counter_at[ALLIES, 0] = NUMBERS["levant"]
    sea.ship("littorio", place="taranto", force=1, force_seen=1)
    sea.call(meetings.set_out, int(Convoy.SUPPLY), "taranto", "tripoli", "taranto")
    assert sea.call(meetings.port_to_ask) == NUMBERS["malta"]
    assert not sea.call(landing_battles.may_oppose, "warspite", "malta", ALLIES)


@pytest.mark.rule("20.164A")
@pytest.mark.parametrize("state", [{}, {"under": 1, "berth": NUMBERS["ionian_sea"]}])
def test_whether_any_destroyers_are_left_to_carry_does_not_show_in_the_ways(state):
    """The enemy sees `game.way`: where troops may embark is found out without a trace in it."""
    sea = at_sea(moving=AXIS, phase=Phase.MOVEMENT, infantry=troops(naples=3))
    sea.ship("naples_destroyers", place="naples", **state)
    before = sea.game.way.copy()
    assert sea.mask(passages.mask_embark)[FIRST_PLACE + NUMBERS["naples"]] == int(not state)
    assert (sea.game.way == before).all()


@pytest.mark.rule("20.164A")
@pytest.mark.parametrize("unit", ["warspite", "illustrious"])
@pytest.mark.parametrize("against", [0, aid.IN_VAIN])
def test_a_port_is_asked_for_aid_whether_or_not_its_ship_has_left_under_a_counter(unit, against):
    """Also that of a carrier alone, whom no ship could accompany; and not when its ship has looked in vain."""
    asked = []
    for state in ({}, {"under": 1, "berth": NUMBERS["levant"]}):
        sea = at_sea(moving=ALLIES, convoy=Convoy.SUPPLY)
        sea.ship(unit, place="malta", against=against, **state)
        asked.append(sea.call(aid.places_of_aid) >> NUMBERS["malta"] & 1)
    assert asked == [against == 0] * 2


@pytest.mark.rule("20.164A")
@pytest.mark.parametrize("state", [{}, {"under": 1, "berth": NUMBERS["levant"]}])
def test_the_port_of_a_carrier_is_asked_whether_or_not_she_has_left_under_a_counter(state):
    sea = at_sea(moving=AXIS).ship("illustrious", place="malta", **state)
    sea.ship("littorio", place="taranto", force=1, force_seen=1)
    sea.call(meetings.set_out, int(Convoy.SUPPLY), "taranto", "tripoli", "taranto")
    assert sea.call(meetings.port_to_ask) == NUMBERS["malta"]


# --- those that look for them (20.164A) ------------------------------------------------------------------------------

OF_MALTA = ("renown", "warspite", "valiant", "malaya", "barham")
"""Three factors each; all but Renown are slow."""


def looking(ships, *dice, hex="ionian_sea", at="malta"):
    """Three Italian battleships sail, with a fourth in port, and these ships of Malta look for them."""
    game = sent(patrolling(*dice, ships=FOUR, enemies=OF_MALTA, at=at), hex)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES)
    return game.choose(*ships)


def assert_alike(games, seat):
    """A seat sees the same of all."""
    one, *others = (game.game for game in games)
    for other in others:
        assert one.view(seat).record.tobytes() == other.view(seat).record.tobytes()
        assert one.describe(seat) == other.describe(seat)
        assert [event.words for event in one.events(seat)] == [event.words for event in other.events(seat)]


@pytest.mark.rule("20.164A", "21.312")
def test_the_enemy_does_not_see_which_ships_look_for_its_own_before_they_meet():
    """Four of five battleships: the Axis is asked who comes to the aid of its own, and sees a task force."""
    games = [looking(ships, 6, 6, 6) for ships in (OF_MALTA[:4], OF_MALTA[1:])]
    assert_alike(games, AXIS)
    for game in games:
        game.choose(Option.DONE)
        assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS), "who comes to their aid"
        assert game.record["task_force"][ALLIES] == 1 and game.record["force_seen"][: len(FOUR)].max() == 1
    assert_alike(games, AXIS)
    for game, ships in zip(games, (OF_MALTA[:4], OF_MALTA[1:]), strict=True):
        game.choose(Option.DONE)
        assert {game.of(id, "force_seen") for id in ships} == {1} and {game.of(id, "against") for id in ships} == {AIDS}


@pytest.mark.rule("20.164A")
def test_of_those_that_look_in_vain_nothing_is_seen():
    games = [looking(ships, 1, 1, 1, hex="off_derna", at="alexandria") for ships in (OF_MALTA[:4], OF_MALTA[1:])]
    for game in games:
        game.choose(Option.DONE)
        assert {game.of(id, "force_seen") for id in OF_MALTA} == {game.record["task_force"][ALLIES]} == {0}
    assert_alike(games, AXIS)


@pytest.mark.rule("20.162A")
def test_less_than_ten_factors_that_look_for_others_are_seen_as_they_sail():
    game = looking(OF_MALTA[:3], 6, 6, 6)
    assert {game.of(id, "force_seen") for id in OF_MALTA} == {0}
    game.choose(Option.DONE)
    assert [game.of(id, "force_seen") for id in OF_MALTA] == [1, 1, 1, 0, 0]
    assert Event.HUNTS in {int(row[0]) for row in game.game.events_in_numbers(AXIS)}


@pytest.mark.rule("20.164A")
@pytest.mark.parametrize("is_slow", [False, True])
def test_a_copy_for_the_enemy_has_any_ships_that_may_have_looked_for_its_own(is_slow):
    """Those of Malta that make a task force; and slow ones if a die was lacking (22.2)."""
    fast = ("renown", "ark_royal", "british_cruiser_1", "british_cruiser_2", "british_cruiser_3", "british_cruiser_4")
    game = sent(patrolling(6, 6, 6, ships=FOUR, enemies=(*fast, "warspite", "valiant")))
    game.choose(*(fast[:1] + fast[2:] if not is_slow else ("renown", "warspite", "valiant", "british_cruiser_1")))
    game.choose(Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS)
    game.choose("roma")
    found, factors = set(), (3, 2, 2, 2, 2, 2, 3, 3)
    for seed in range(40):
        copy = game.game.clone(reseed=seed, seat=AXIS)
        numbers = [copy.rules.scenario.names.unit_number(id) for id in (*fast, "warspite", "valiant")]
        found.add(tuple(int(copy._games["force"][0][unit]) for unit in numbers))
        assert (copy._games["way"] == game.game._games["way"]).all()
        own = [copy.rules.scenario.names.unit_number(id) for id in FOUR]
        assert copy._games["force"][0][own].tolist() == [1, 1, 1, 1]
    assert len(found) > 2
    for ships in found:
        assert sum(f for f, out in zip(factors, ships, strict=True) if out) >= 10
        assert (max(ships[-2:]) == 1) == is_slow


@pytest.mark.rule("21.23")
def test_who_looks_for_displaced_ships_is_seen_as_it_sails():
    for convoy, is_seen in ((Convoy.DISPLACED, 1), (Convoy.SUPPLY, 0)):
        sea = at_sea(moving=AXIS, convoy=convoy).ship("warspite", place="malta")
        sea.call(meetings.name_interceptor, "warspite")
        assert sea.of("warspite", "force") == 1 and sea.of("warspite", "force_seen") == is_seen


@pytest.mark.rule("20.164A")
def test_while_they_are_named_a_copy_for_the_enemy_has_any_number_of_them():
    game = looking(OF_MALTA[:2])
    found = set()
    for seed in range(20):
        copy = game.game.clone(reseed=seed, seat=AXIS)
        found.add(int(copy._games["force"][0].sum()))
    assert len(found) > 2


# --- several, and small ones (20.164E, 20.166) -----------------------------------------------------------------------


@pytest.mark.rule("20.166", "21.415")
def test_two_task_forces_sail_from_one_port_and_keep_their_room_in_it():
    others = ("roma", "giulio_cesare", "andrea_doria")
    game = patrolling(ships=(*THREE, *others))
    for hex, ships, counter in (("ionian_sea", THREE, 1), ("off_derna", others, 2)):
        sent(game, hex, ships)
        while game.asked == Decision.TIME:
            game.choose(Option.YES)
        assert game.record["counter_at"][AXIS, counter - 1] == NUMBERS[hex]
        assert {game.of(id, "under") for id in ships} == {counter}
        assert {game.of(id, "place") for id in ships} == {NUMBERS["taranto"]}


@pytest.mark.rule("20.164E")
@pytest.mark.parametrize(("company", "is_one"), [(("littorio",), False), (("littorio", "roma"), True)])
def test_destroyers_with_cargo_and_their_company_are_a_task_force_if_they_have_ten_factors_together(company, is_one):
    sea = at_sea(moving=AXIS, convoy=Convoy.SUPPLY)
    sea.ship("naples_destroyers", place="naples", strength=3, force=3, force_seen=3, carrying=3)
    sea.ship(*company, place="taranto", force=1)
    assert bool(sea.call(hidden_forces.sail_unseen, AXIS, "tripoli", Event.PROTECTS.value)) == is_one
    assert {sea.of(id, "force_seen") for id in company} == {int(not is_one)}
