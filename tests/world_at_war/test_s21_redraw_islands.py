"""What a side has not seen among the islands is drawn anew as it may be (20.164A, 21.5394, 21.514D, 21.516)."""

from itertools import product

import pytest

from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Decision, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import battle_rounds, island_forces, island_raids, redraw_islands, troops
from tests.world_at_war.positions import Sea, number
from tests.world_at_war.test_s21_island_raids import raiding

FLEET = ("kongo", "japanese_cruiser_1", "japanese_cruiser_2", "rabaul_flotilla_1", "rabaul_flotilla_2")
FLOTILLAS = ("rabaul_flotilla_1", "rabaul_flotilla_2")


def fleet(sea, **state):
    """Ten factors of Rabaul."""
    sea.ship(*FLEET, place="rabaul", **state)
    for flotilla in FLOTILLAS:
        sea.game.strength[number(flotilla)] = 3
    return sea


def raid_of(**fields):
    """The fleet raids Guadalcanal from Rabaul, with up to three "ships"."""
    fields = {"step": island_raids.FORCE, "decision": Decision.FORCE, "power": Side.AXIS, "brps": [20, 20], **fields}
    sea = fleet(raiding(**fields))
    sea.game.subject = number("guadalcanal")
    for island in ("new_georgia", "bougainville"):
        sea.game.control[number(island)] = Side.ALLIES
    return sea


def of(sea, field, ships=FLEET):
    """A field of ships."""
    return tuple(sea.of(ship, field) for ship in ships)


def reachable(sea, side=Side.AXIS):
    """Every force that may be chosen, ship by ship."""
    sea.game.power, sea.game.force[:] = side, 0
    found, waiting = set(), [of(sea, "force")]
    while waiting:
        force = waiting.pop()
        if force not in found:
            found.add(force)
            set_to(sea, force)
            allowed = sea.mask(island_forces.mask_force)
            for ship in FLEET:
                if allowed[FIRST_UNIT + number(ship)]:
                    set_to(sea, force)
                    sea.call(island_forces.add_to_force, ship, side)
                    waiting.append(of(sea, "force"))
    return found


def set_to(sea, force, field="force"):
    """Give ships their values of a field."""
    for ship, value in zip(FLEET, force, strict=True):
        sea.game[field][number(ship)] = value


def drawn(sea, seat, field="force", times=25, ships=FLEET):
    """What is drawn of a field, so many times."""
    found = set()
    for _ in range(times):
        sea.call(redraw_islands.redraw_islands, int(seat))
        found.add(of(sea, field, ships))
    return found


def look(sea, force):
    """What is seen of a force that has sailed: ten factors are a task force (21.312), each three begun cost a BRP, and
    a raid at full strength has as many "ships" as are allowed (21.5399A)."""
    kongo, first, second, *destroyers = force
    factors, ships = 3 * kongo + 2 * (first + second) + sum(destroyers), kongo + first + second
    level = sea.call(island_forces.force_level, Side.AXIS)
    ships += (sum(destroyers) - first - second) // 3
    return factors >= 10, (factors + 2) // 3, ships >= level


# --- forces (21.5394) --------------------------------------------------------------------------------------


@pytest.mark.rule("21.5394")
def test_while_a_force_is_formed_it_may_be_any_that_may_be_chosen():
    sea = raid_of()
    expected = reachable(sea)
    found = drawn(sea, Side.ALLIES)
    assert len(found) > 5 and found <= expected and (0, 0, 0, 0, 0) in found
    assert int(sea.game.power) == Side.AXIS and int(sea.game.subject) == number("guadalcanal")


@pytest.mark.rule("21.5394")
def test_who_forms_it_knows_his_force():
    sea = raid_of()
    set_to(sea, (1, 0, 0, 0, 0))
    assert drawn(sea, Side.AXIS, times=5) == {(1, 0, 0, 0, 0)}


@pytest.mark.rule("21.5394", "21.312")
@pytest.mark.parametrize("force", [(1, 0, 0, 3, 0), (0, 1, 0, 1, 0), (1, 1, 1, 2, 0)], ids=str)
def test_a_force_that_has_sailed_is_drawn_as_it_was_seen(force):
    sea = raid_of()
    expected = {one for one in reachable(sea) if any(one) and look(sea, one) == look(sea, force)}
    assert force in expected
    sea.game.step, sea.game.power = island_raids.DEFENCE, Side.ALLIES
    set_to(sea, force)
    brps = sea.game.brps.tolist()
    found = drawn(sea, Side.ALLIES, times=8)
    assert found <= expected and (len(found) > 1 or len(expected) == 1) and sea.game.brps.tolist() == brps


@pytest.mark.rule("21.5395")
def test_who_opposes_a_raid_has_sent_some_ships():
    """Three factors, which are no task force: one "ship" of the four that Noumea has."""
    sea = raiding(night=0, step=battle_rounds.CAP, decision=Decision.CAP, power=Side.AXIS)
    ships = ("noumea_flotilla_1", "pacific_cruiser_1", "indiana")
    sea.ship("japanese_cruiser_1", place="rabaul", force=1, force_seen=1)
    sea.ship(*ships, place="noumea").ship("noumea_flotilla_1", place="noumea", strength=4, force=3)
    for _ in range(10):
        sea.call(redraw_islands.redraw_islands, int(Side.AXIS))
        assert any(sea.of(ship, "force") for ship in ships)


@pytest.mark.rule("20.164A")
def test_a_force_that_has_been_seen_stays_as_it_is():
    sea = raid_of(step=battle_rounds.SCREENS, decision=Decision.SCREEN)
    set_to(sea, (1, 1, 0, 3, 0))
    set_to(sea, (1, 1, 0, 3, 0), "force_seen")
    assert drawn(sea, Side.ALLIES, times=10) == {(1, 1, 0, 3, 0)}


@pytest.mark.rule("21.5395")
def test_no_ship_is_drawn_for_a_force_that_cannot_come():
    sea = raid_of()
    sea.game.condition[number("kongo")] = Condition.DAMAGED
    assert {force[0] for force in drawn(sea, Side.ALLIES, times=10)} == {0}


def invading(step, decision, power, **fields):
    """The Allies invade Guadalcanal, with marines of Noumea."""
    sea = raiding(side=Side.ALLIES, step=step, decision=decision, power=power, brps=[20, 20], **fields)
    sea.game.phase = Phase.INVASIONS
    sea.ship("noumea_flotilla_1", place="noumea", strength=2, force=2, carrying=2)
    sea.game.aboard_marines[number("noumea")] = sea.game.marines[number("noumea")] = 1
    return sea


@pytest.mark.rule("21.516")
def test_while_interceptors_of_an_invasion_are_named_they_may_be_any_of_their_base():
    """Ships of Truk are none of them."""
    sea = fleet(invading(troops.MEET, Decision.OPPOSE_LANDING, Side.AXIS, subject=number("rabaul")))
    sea.ship("hiei", place="truk")
    found = drawn(sea, Side.ALLIES)
    assert (0, 0, 0, 0, 0) in found and len(found) > 5 and sea.of("hiei", "force") == 0
    assert {force[3] for force in found} <= {0, 3} and all(force[1] >= force[2] for force in found)
    assert sea.of("noumea_flotilla_1", "force") == 2 and int(sea.game.subject) == number("rabaul")


@pytest.mark.rule("21.514D")
def test_before_an_invasion_sails_any_ships_go_along_with_those_that_carry_the_troops():
    sea = invading(troops.SAIL, Decision.SAIL, Side.ALLIES).ship("pacific_cruiser_1", "indiana", place="noumea")
    found, brps = set(), sea.game.brps.tolist()
    for _ in range(20):
        sea.call(redraw_islands.redraw_islands, int(Side.AXIS))
        found.add(tuple(sea.of(ship, "force") for ship in ("noumea_flotilla_1", "pacific_cruiser_1", "indiana")))
    assert found == {(2, 0, 0), (2, 1, 0), (2, 0, 1), (2, 1, 1)} and sea.game.brps.tolist() == brps


@pytest.mark.rule("21.516", "20.252C")
@pytest.mark.parametrize("sent, slow", [("mutsu", True), ("kongo", False)])
def test_of_interceptors_that_have_sailed_their_dice_have_told_whether_some_are_slow(sent, slow):
    ships = ("mutsu", "nagato", "kongo", "hiei")
    sea = invading(battle_rounds.CAP, Decision.CAP, Side.ALLIES).ship(*ships, place="rabaul")
    sea.ship(sent, place="rabaul", force=1)
    for _ in range(5):
        sea.call(redraw_islands.redraw_islands, int(Side.ALLIES))
        out = [ship for ship in ships if sea.of(ship, "force")]
        assert out and any(sea.book.slow[number(ship)] for ship in out) == slow


@pytest.mark.rule("21.516", "20.252C")
def test_where_more_than_eight_dice_would_be_rolled_they_do_not_tell_whether_interceptors_are_slow():
    """Four, one before the island, three for nine squadrons of which a third searches and one for codebreaking, less
    one for slow ships: eight are rolled in any case."""
    sea = invading(battle_rounds.CAP, Decision.CAP, Side.ALLIES, task_force=[1, 0])
    sea.ship("mutsu", "nagato", "hiei", place="rabaul").ship("kongo", place="rabaul", force=1)
    sea.game.airbase[:], sea.game.flown[:], sea.book.cards[Side.AXIS] = 9, 0, 9
    slow = {force for force in drawn(sea, Side.ALLIES, ships=("mutsu", "nagato")) if any(force)}
    assert slow


# --- counters (20.164A) ------------------------------------------------------------------------------------


def hidden(under, **fields):
    """Ships of Truk are under counters that stand there."""
    sea = Sea("night_express", turn=2, moving=Side.ALLIES, phase=Phase.MOVEMENT, decision=Decision.BASE_CHANGE,
              power=Side.ALLIES, **fields)  # fmt: skip
    fleet(sea)
    for ship, counter in zip(FLEET, under, strict=True):
        sea.game.place[number(ship)] = number("truk")
        sea.game.under[number(ship)] = counter
        sea.game.berth[number(ship)] = number("truk") if counter else NOWHERE
    for counter in {*under} - {0}:
        sea.game.counter_at[Side.AXIS, counter - 1] = number("truk")
    return sea


FACTORS = (3, 2, 2, 3, 3)


@pytest.mark.rule("20.161", "20.162A")
@pytest.mark.parametrize("counter", [1, 12])
def test_under_each_of_twelve_counters_are_any_ten_to_twenty_five_factors_of_its_port(counter):
    expected = set()
    for chosen in product((0, 1), repeat=len(FLEET)):
        factors = sum(factor for factor, one in zip(FACTORS, chosen, strict=True) if one)
        if factors >= 10 and chosen[1] >= chosen[2]:  # cruisers have no names: the first stands for both
            expected.add(tuple(one * counter for one in chosen))
    truth = (counter,) * 4 + (0,)
    assert len(expected) > 2 and drawn(hidden(truth), Side.ALLIES, "under", 40) == expected
    assert drawn(hidden(truth), Side.AXIS, "under", 5) == {truth}


@pytest.mark.rule("20.164A")
def test_ships_under_a_counter_are_based_where_it_stands():
    """The counter has gone from Truk to Rabaul."""
    sea = hidden((1, 1, 1, 1, 0))
    sea.game.counter_at[Side.AXIS, 0] = number("rabaul")
    for _ in range(10):
        sea.call(redraw_islands.redraw_islands, int(Side.ALLIES))
        for under, berth, place in zip(of(sea, "under"), of(sea, "berth"), of(sea, "place"), strict=True):
            assert berth == (number("rabaul") if under else NOWHERE) and place == number("truk")


@pytest.mark.rule("20.164A")
def test_each_counter_has_ten_factors_before_any_has_more():
    """Twenty-two factors are under two counters; each has ten to twelve of them."""
    sea = hidden((1, 1, 1, 2, 2))
    sea.ship("hiei", "haruna", "japanese_cruiser_3", place="truk", under=1, berth=number("truk"))
    sea.ship("kirishima", "japanese_cruiser_4", place="truk", under=2, berth=number("truk"))
    ships = {"hiei": 3, "haruna": 3, "japanese_cruiser_3": 2, "kirishima": 3, "japanese_cruiser_4": 2,
             **dict(zip(FLEET, FACTORS, strict=True))}  # fmt: skip
    shares = set()
    for _ in range(8):
        sea.call(redraw_islands.redraw_islands, int(Side.ALLIES))
        under = [sum(size for ship, size in ships.items() if sea.of(ship, "under") == counter) for counter in (1, 2)]
        assert min(under) >= 10
        shares.add(tuple(under))
    assert len(shares) > 1


@pytest.mark.rule("20.164B")
def test_the_counter_that_is_formed_may_have_any_number_yet():
    sea = hidden((0, 0, 0, 0, 0), forming=1)
    sea.game.decision, sea.game.power, sea.game.subject = Decision.UNDER, Side.AXIS, number("truk")
    sea.game.counter_at[Side.AXIS, 0] = number("truk")
    found = drawn(sea, Side.ALLIES, "under")
    assert (0, 0, 0, 0, 0) in found and any(sum(under) == 1 for under in found) and len(found) > 5
    assert all(under[1] >= under[2] for under in found) and int(sea.game.forming) == 1


# --- what is shared out in secret (21.5398B, 22.5) -----------------------------------------------------------


def carriers(step, decision, power, **fields):
    """Carriers of either side meet by day off Guadalcanal: two with three squadrons each against one."""
    sea = raiding(night=0, step=step, decision=decision, power=power, **fields)
    sea.ship("shokaku", "zuikaku", "kongo", "hiei", place="rabaul", force=1, force_seen=1)
    sea.ship("enterprise", "uss_north_carolina", place="noumea", force=1, force_seen=1)
    return sea


@pytest.mark.rule("21.5398B")
def test_the_second_to_choose_does_not_know_how_many_squadrons_patrol():
    sea = carriers(battle_rounds.DEFENDING_CAP, Decision.CAP, Side.ALLIES)
    aboard = sum(sea.of(ship, "squadrons") for ship in ("shokaku", "zuikaku"))
    sea.game.cap[Side.AXIS], sea.game.cap[Side.ALLIES] = 2, 1
    found = set()
    for _ in range(30):
        sea.call(redraw_islands.redraw_islands, int(Side.ALLIES))
        found.add(int(sea.game.cap[Side.AXIS]) - 1)
        assert sea.game.cap[Side.ALLIES] == 1
    assert aboard > 0 and found == {*range(aboard + 1)}
    sea.game.cap[Side.AXIS] = 2
    sea.call(redraw_islands.redraw_islands, int(Side.AXIS))
    assert sea.game.cap[Side.AXIS] == 2


def screens(sea, seat, ships, times=25):
    """Which ships are drawn as screened."""
    found = set()
    for _ in range(times):
        sea.call(redraw_islands.redraw_islands, int(seat))
        found.add("".join(str(sea.of(ship, "held")) for ship in ships))
    return found


@pytest.mark.rule("21.5398")
@pytest.mark.parametrize("step, power", [(battle_rounds.SCREENS, Side.AXIS),
                                         (battle_rounds.DEFENDING_SCREENS, Side.ALLIES)])  # fmt: skip
def test_before_all_have_chosen_any_ships_are_screened_as_long_as_one_stands(step, power):
    sea = carriers(step, Decision.SCREEN, power)
    assert screens(sea, Side.ALLIES, ("kongo", "hiei")) == {"00", "01", "10"}
    assert sea.of("shokaku", "held") == 0  # a carrier never stands in the line


@pytest.mark.rule("21.5398", "20.5212C")
def test_a_ship_damaged_in_the_round_is_seen_to_stand_back():
    sea = carriers(battle_rounds.SCREENS, Decision.SCREEN, Side.AXIS)
    sea.ship("kongo", place="truk", condition=Condition.DAMAGED, held=1)
    assert screens(sea, Side.ALLIES, ("kongo",)) == {"1"}


@pytest.mark.rule("21.5398")
def test_what_nobody_has_been_asked_is_not_drawn():
    """While the raider chooses the defender has screened nothing."""
    sea = carriers(battle_rounds.SCREENS, Decision.SCREEN, Side.AXIS)
    sea.ship("south_dakota", place="noumea", force=1, force_seen=1)
    assert screens(sea, Side.AXIS, ("uss_north_carolina", "south_dakota"), 10) == {"00"}
    sea.game.step = battle_rounds.DEFENDING_SCREENS
    assert screens(sea, Side.AXIS, ("uss_north_carolina", "south_dakota")) == {"00", "01", "10"}
