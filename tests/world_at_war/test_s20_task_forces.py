"""Task forces under their counters (20.16, 21.312)."""

import random
from collections.abc import Iterable
from itertools import combinations

import numpy as np
import pytest

from aw_env import world_at_war_v0
from aw_env.games.world_at_war.records.kinds import (
    COUNTERS,
    NOWHERE,
    Condition,
    Decision,
    Event,
    Kind,
    Option,
    Phase,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import island_forces, island_raids, sequence, task_forces
from tests.world_at_war.positions import NAMES, Sea, number, playing
from tests.world_at_war.test_s21_island_raids import hexes_of, raiding

TRUK = {"place": "truk"}
FAST = ("kongo", "haruna", "hiei", "kirishima")


def forming(*ships, place="truk", side=Side.AXIS, **state):
    """Ships of a port, of which some may go under the first counter."""
    sea = Sea("night_express", turn=2, moving=side, power=side).ship(*ships, place=place, **state)
    sea.game.forming, sea.game.subject = 1, number(place)
    sea.game.counter_at[side, 0] = number(place)
    return sea


def may_follow(sea):
    """The ships that may go under the counter now."""
    mask = sea.mask(task_forces.mask_under)
    return {unit.id for unit in NAMES.units if mask[FIRST_UNIT + unit.number]}


def put_under(sea, *ships):
    for ship in ships:
        sea.game.under[number(ship)] = 1
        sea.game.berth[number(ship)] = sea.game.place[number(ship)]
    return sea


def movement(ships, side=Side.AXIS, **fields):
    """The movement phase of a side."""
    fields = {"turn": 2, "moving": side, "step": sequence.FORMING, "cursor": -1, **fields}
    return playing(Phase.MOVEMENT, ships, (), "night_express", **fields)


@pytest.mark.rule("20.161")
def test_there_are_twelve_counters_and_no_more():
    sea = forming(*FAST)
    sea.game.counter_at[Side.AXIS] = number("truk")
    assert COUNTERS == 12 and sea.call(task_forces.free_counter, Side.AXIS) == 0
    assert hexes_of(sea, task_forces.mask_form) == set()


@pytest.mark.rule("20.161", "21.312")
def test_without_a_counter_less_than_ten_factors_act():
    sea = raiding().ship("kongo", "haruna", "rabaul_flotilla_1", place="rabaul")
    sea.book.cards[:] = 5
    sea.game.power, sea.game.brps[:] = Side.AXIS, 20
    sea.game.unsupplied[:] = 0
    sea.game.force[[number("rabaul_flotilla_1"), number("kongo")]] = 3, 1
    sea.ship("yamato", "nagato", place="rabaul")
    sea.game.strength[number("rabaul_flotilla_1")] = 8
    assert sea.mask(island_forces.mask_force)[FIRST_UNIT + number("haruna")]
    sea.game.force[number("rabaul_flotilla_1")] = 4
    sea.game.counter_at[Side.AXIS] = number("truk")
    assert not sea.mask(island_forces.mask_force)[FIRST_UNIT + number("haruna")]  # it would be ten


@pytest.mark.rule("20.162", "20.162A")
def test_a_task_force_has_ten_to_twenty_five_factors():
    sea = put_under(forming(*FAST, "mutsu", "nagato", "yamato", "musashi"), *FAST[:3])
    assert not sea.mask(task_forces.mask_under)[Option.DONE]  # nine
    put_under(sea, "kirishima")
    assert sea.mask(task_forces.mask_under)[Option.DONE]
    put_under(sea, "mutsu", "nagato", "yamato")  # twenty-five
    assert not may_follow(sea)


@pytest.mark.rule("20.162B")
def test_damaged_ships_are_in_no_task_force():
    sea = forming(*FAST).ship("hiei", condition=Condition.DAMAGED, place="truk")
    assert may_follow(sea) == {"kongo", "haruna", "kirishima"}


@pytest.mark.rule("20.162C")
def test_australian_ships_go_with_american_ones():
    sea = forming("pacific_cruiser_1", "australian_cruiser_1", place="noumea", side=Side.ALLIES)
    assert may_follow(sea) == {"pacific_cruiser_1", "australian_cruiser_1"}


@pytest.mark.rule("20.162D", "20.162E")
def test_ships_that_are_inverted_for_whatever_reason_do_not_mix_with_others():
    sea = forming(*FAST)
    sea.ship("hiei", place="truk", inverted=1).ship("kirishima", place="truk", moved=1)
    assert may_follow(sea) == {"kongo", "haruna"}


@pytest.mark.rule("20.162F")
def test_a_fast_fleet_factor_for_each_factor_of_carriers():
    sea = forming("shokaku", "zuiho", "kongo", "mutsu", "nagato")
    assert may_follow(sea) == {"kongo", "mutsu", "nagato"}
    put_under(sea, "kongo")
    assert may_follow(sea) == {"shokaku", "zuiho", "mutsu", "nagato"}
    put_under(sea, "mutsu", "zuiho")  # slow ships do not count
    assert may_follow(sea) == {"nagato"}


@pytest.mark.rule("20.162A", "20.162F")
def test_a_carrier_after_which_no_force_could_be_filled_up_is_not_taken():
    """Three fast factors and four slow ones: a carrier of three makes ten, one of two leaves no room for another."""
    sea = put_under(forming("shokaku", "zuiho", "kongo", "mutsu"), "kongo")
    assert may_follow(sea) == {"shokaku", "mutsu"}


@pytest.mark.rule("20.162A", "20.162F")
@pytest.mark.parametrize(
    "ships, may",
    [
        (("kongo", "haruna", "zuiho"), False),  # eight
        (("kongo", "haruna", "shokaku"), False),  # nine
        (("kongo", "haruna", "zuiho", "ryujo"), True),
        (("kongo", "haruna", "hiei"), False),  # nine
        (("kongo", "haruna", "mutsu"), True),
        (("kongo", "mutsu", "nagato"), True),
        (("shokaku", "zuikaku", "zuiho", "ryujo"), False),  # ten, all of carriers
        (("kongo", "mutsu", "shokaku"), True),  # ten, three of them fast
        (("kongo", "japanese_cruiser_1", "shokaku", "zuiho"), True),  # five and five
        (("kongo", "japanese_cruiser_1", "shokaku", "zuikaku"), False),  # five and six
        (("kongo", "japanese_cruiser_1", "zuiho", "ryujo"), False),  # nine
    ],
)
def test_where_ten_factors_lie_a_task_force_may_form(ships, may):
    """Slow ships fill it up as well as fast ones, and carriers where fast ones go with them."""
    sea = forming(*ships)
    sea.game.counter_at[:] = NOWHERE
    assert bool(sea.call(task_forces.may_form, Side.AXIS, "truk")) == may
    assert hexes_of(sea, task_forces.mask_form) == ({"truk"} if may else set())


SOME = ("kongo", "haruna", "mutsu", "japanese_cruiser_1", "shokaku", "zuikaku", "zuiho", "ryujo")


def is_task_force(sea: Sea, ships: Iterable[str]) -> bool:
    """By the words of 20.162A and F."""
    factors = {kind: 0 for kind in ("carrier", "fast", "slow")}
    for ship in ships:
        unit = number(ship)
        kind = "carrier" if sea.book.kind[unit] == Kind.CARRIER else "slow" if sea.book.slow[unit] else "fast"
        factors[kind] += int(sea.game.strength[unit])
    return 10 <= sum(factors.values()) <= 25 and factors["carrier"] <= factors["fast"]


@pytest.mark.rule("20.162A", "20.162F")
@pytest.mark.parametrize("seed", range(60))
def test_what_is_offered_can_be_completed_and_nothing_else_can(seed: int):
    """Every way to draw some of eight ships, against all sets of them."""
    lot = random.Random(seed)
    ships = lot.sample(SOME, lot.randint(3, len(SOME)))
    sea, under = forming(*ships), []
    forces = [chosen for size in range(1, len(ships) + 1) for chosen in combinations(ships, size)]
    forces = [chosen for chosen in forces if is_task_force(sea, chosen)]
    sea.game.counter_at[:] = NOWHERE
    assert bool(sea.call(task_forces.may_form, Side.AXIS, "truk")) == bool(forces)
    sea.game.counter_at[Side.AXIS, 0] = number("truk")
    while forces:
        left = [chosen for chosen in forces if {*under} < {*chosen}]
        possible = {ship for chosen in left for ship in chosen} - {*under}
        offered = may_follow(sea)
        assert offered <= possible, "it can be filled up"
        assert possible - offered <= {ship for ship in possible if is_carrier(sea, ship)}, "carriers wait for fleets"
        assert sea.mask(task_forces.mask_under)[Option.DONE] == is_task_force(sea, under)
        if not offered:
            assert is_task_force(sea, under)
            return
        under.append(lot.choice(sorted(offered)))
        put_under(sea, under[-1])


def is_carrier(sea: Sea, ship: str) -> bool:
    """Whether a ship is a fast carrier."""
    return bool(sea.book.kind[number(ship)] == Kind.CARRIER)


@pytest.mark.rule("20.163")
def test_a_task_force_that_lacks_factors_in_port_is_none():
    sea = put_under(forming(*FAST), *FAST)
    sea.game.forming = 0
    sea.call(task_forces.break_up, Side.AXIS)
    assert sea.of("kongo", "under") == 1  # twelve
    sea.game.place[number("hiei")] = sea.game.berth[number("hiei")] = NOWHERE
    sea.game.under[number("hiei")] = 0
    sea.call(task_forces.break_up, Side.AXIS)
    assert sea.of("kongo", "under") == 0 and sea.game.counter_at[Side.AXIS, 0] == NOWHERE


@pytest.mark.rule("20.164A")
def test_what_is_under_a_counter_is_secret_and_where_it_goes_is_not():
    game = movement({ship: TRUK for ship in FAST}).choose("truk", *FAST, Option.DONE)
    assert game.happened == ["forms"]
    game.choose(Option.DONE, "truk", "rabaul")
    assert "counter_moves" in game.happened and game.record["counter_at"][Side.AXIS, 0] == number("rabaul")
    mine, theirs = game.view(Side.AXIS), game.view(Side.ALLIES)
    assert mine.unit("kongo").under == 1 and theirs.unit("kongo").under == 0
    assert theirs.unit("kongo").place == "truk"  # where she was seen last


@pytest.mark.rule("21.221", "21.311")
def test_a_task_force_changes_base_once_a_turn_with_all_its_ships():
    """Of two in Truk the first goes to Rabaul; then the second may, and no other."""
    ships = {ship: TRUK for ship in (*FAST, "mutsu", "nagato", "japanese_cruiser_1")}
    game = movement(ships).choose("truk", *FAST, Option.DONE)
    game.choose("truk", "mutsu", "nagato", "japanese_cruiser_1", Option.DONE, Option.DONE, "truk", "rabaul")
    assert {game.of(ship, "berth") for ship in FAST} == {number("rabaul")}
    assert game.of("mutsu", "berth") == number("truk") and game.asked == Decision.COUNTER
    assert game.places == {"truk"} and game.options == {Option.DONE}
    game.choose("truk", "saipan")
    assert game.of("mutsu", "berth") == number("saipan") and game.places == set()


@pytest.mark.rule("20.162F")
@pytest.mark.parametrize("fleet, can", [(("mutsu", "nagato"), False), (("mutsu", "kongo", "hiei"), True)])
def test_slow_ships_make_no_room_for_carriers(fleet, can):
    """Eight slow factors and a carrier of two are no task force; ten, of which six are fast, are."""
    sea = Sea("night_express", turn=2, moving=Side.AXIS).ship(*fleet, "zuiho", place="truk")
    assert bool(sea.call(task_forces.may_form, Side.AXIS, "truk")) == can


@pytest.mark.rule("20.164B")
def test_counters_may_hide_ships_from_the_beginning():
    game = world_at_war_v0.game("night_express", seed=1, ask_forced=True)
    assert game.view().decision == Decision.FORM and game.seat == Side.AXIS
    truk = game.action_named("in Truk")
    game.apply(truk)
    assert Decision(int(game.info()["decision"])) == Decision.UNDER


@pytest.mark.rule("20.164C")
def test_ships_under_counters_change_base_with_their_task_force_alone():
    game = movement({ship: TRUK for ship in (*FAST, "zuiho")}).choose("truk", *FAST, Option.DONE, Option.DONE)
    game.choose(Option.DONE)
    assert game.asked == Decision.BASE_CHANGE and game.units == {"zuiho"}


@pytest.mark.rule("20.164D")
def test_part_of_a_task_force_that_sails_is_seen_with_what_is_left_in_port():
    sea = raiding().ship(*FAST, "rabaul_flotilla_1", place="rabaul")
    put_under(sea, *FAST)
    sea.game.counter_at[Side.AXIS, 0] = number("rabaul")
    sea.game.force[[number("kongo"), number("rabaul_flotilla_1")]] = 1, 3
    sea.call(island_forces.show_force, Side.AXIS)
    assert sea.of("kongo", "under") == 0 and sea.of("kongo", "force_seen") == 1
    assert sea.of("hiei", "under") == 0 and sea.game.counter_at[Side.AXIS, 0] == NOWHERE  # nine factors are left
    assert sea.told[:2] == [Event.IN_FORCE, Event.IN_FORCE] and set(sea.told[2:]) == {Event.SHOWN}


@pytest.mark.rule("20.164E")
def test_small_forces_that_make_ten_together_are_one_task_force():
    sea = raiding().ship("kongo", "rabaul_flotilla_1", place="rabaul").ship("hiei", "truk_flotilla_1", place="truk")
    for ship in ("kongo", "rabaul_flotilla_1", "hiei", "truk_flotilla_1"):
        sea.game.force[number(ship)] = 3 if ship.endswith("1") else 1
    sea.game.brps[:] = 9
    sea.call(island_raids.sail, Side.AXIS)
    assert sea.game.task_force[Side.AXIS] == 1 and sea.of("kongo", "force_seen") == 0


@pytest.mark.rule("20.166")
def test_two_task_forces_lie_in_one_port():
    ships = {ship: TRUK for ship in (*FAST, "mutsu", "nagato", "japanese_cruiser_1")}
    game = movement(ships).choose("truk", *FAST, Option.DONE)
    assert game.asked == Decision.FORM and "truk" in game.places
    game.choose("truk", "mutsu", "nagato", "japanese_cruiser_1", Option.DONE)
    assert game.record["counter_at"][Side.AXIS, :2].tolist() == [number("truk")] * 2


def test_games_that_differ_in_what_is_under_a_counter_look_the_same():
    compared = 0
    for seed in range(30):
        game, rng = world_at_war_v0.game("night_express", seed=seed), np.random.default_rng(seed)
        for _ in range(400):
            if game.ended or compared >= 200:
                break
            seat = game.seat
            copy = game.clone(reseed=seed, seat=seat)
            if (copy._games["under"] != game._games["under"]).any():
                np.testing.assert_array_equal(game.observe(seat), copy.observe(seat))
                np.testing.assert_array_equal(game.action_mask, copy.action_mask)
                assert game.describe(seat) == copy.describe(seat) and game.info() == copy.info()
                compared += 1
            game.apply(int(rng.choice(game.legal_actions())))
    assert compared >= 100


def test_games_that_differ_in_an_unseen_force_look_the_same():
    compared = 0
    for seed in range(60):
        game, rng = world_at_war_v0.game("night_express", seed=seed), np.random.default_rng(seed)
        for _ in range(500):
            if game.ended or compared >= 60:
                break
            seat = game.seat
            record = game._games[0]
            if (record["force"] > record["force_seen"]).any() and record["task_force"].any():
                copy = game.clone(reseed=seed, seat=seat)
                theirs = copy._games[0]
                hidden = (record["force"] != theirs["force"]).any()
                np.testing.assert_array_equal(game.observe(seat), copy.observe(seat))
                np.testing.assert_array_equal(game.action_mask, copy.action_mask)
                compared += int(hidden)
            game.apply(int(rng.choice(game.legal_actions())))
    assert compared >= 20
