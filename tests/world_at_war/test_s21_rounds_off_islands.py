"""Raids on islands round by round, submarines and carriers one by one, and who is home (20.5, 21.33, 21.539)."""

import pytest

from aw_env.games.world_at_war.printed.packing import pack_sisters
from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Aim,
    Box,
    Condition,
    Decision,
    Event,
    Kind,
    Line,
    Nation,
    Option,
    Side,
    Worth,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    air,
    battle_rounds,
    damage,
    island_raids,
    redeployment,
    task_forces,
    units,
)
from tests.world_at_war.positions import Sea, number, strike_with_all
from tests.world_at_war.test_s21_bookkeeping import by_day
from tests.world_at_war.test_s21_island_raids import raiding

# --- what a round costs, and who is home (21.5397, 21.5399B, 21.33) --------------------------------------------------


@pytest.mark.rule("21.5399B")
@pytest.mark.parametrize(
    "side, number_lost, there, lost", [(Side.AXIS, 2, 5, 2), (Side.AXIS, 2, 1, 1), (Side.ALLIES, 2, 5, 2),
                                       (Side.ALLIES, 1, 0, 0), (Side.AXIS, 0, 5, 0)]
)  # fmt: skip
def test_transports_of_the_defender_are_lost(side, number_lost, there, lost):
    sea = by_day(side=side, unbuilt=4, merchants=there, merchants_unbuilt=6, transports=[3, 3, there], points=[1, 1])
    sea.call(island_raids.lose_transports, number_lost)
    ours = lost if side == Side.AXIS else 0
    assert sea.game.transports.tolist() == [3, 3, there - ours] and sea.game.unbuilt == 4 + ours
    assert (sea.game.merchants, sea.game.merchants_unbuilt) == (there - lost + ours, 6 + lost - ours)
    points = [1, 1]
    points[side] += lost * int(sea.book.worth[Worth.TRANSPORT])
    assert sea.game.points.tolist() == points and sea.told == [Event.TRANSPORTS_LOST] * (lost > 0)


@pytest.mark.rule("21.5397A", "21.5399B")
@pytest.mark.parametrize(
    "raider, defender, rounds, step, lost",
    [
        (1, 1, 1, island_raids.LEAVE, 0),
        (1, 0, 1, island_raids.HOME, 2),
        (1, 0, 2, island_raids.HOME, 0),
        (0, 1, 1, island_raids.HOME, 0),
        (0, 0, 1, island_raids.HOME, 0),
        (1, 1, 5, island_raids.LEAVE, 0),
        (1, 1, 6, island_raids.HOME, 0),
    ],
)
def test_a_raid_goes_on_until_a_side_has_nothing_undamaged_or_six_rounds_are_over(raider, defender, rounds, step, lost):
    sea = raiding(night=1, rounds=rounds, step=battle_rounds.AFTER, transports=[3, 3, 9])
    sea.ship("kongo", place="rabaul", force=1, held=1, condition=0 if raider else 1)
    sea.ship("south_dakota", place="noumea", force=1, held=1, condition=0 if defender else 1)
    assert not sea.call(island_raids.end_round)
    assert sea.game.step == step and sea.game.transports[Box.PACIFIC] == 9 - lost and not sea.game.held.any()


@pytest.mark.rule("21.5399B", "21.5397A")
@pytest.mark.parametrize("power, rounds, answer, step, lost", [
    (Side.ALLIES, 1, Option.YES, island_raids.HOME, 1), (Side.ALLIES, 2, Option.YES, island_raids.HOME, 0),
    (Side.AXIS, 1, Option.YES, island_raids.HOME, 0), (Side.AXIS, 1, Option.NO, island_raids.OTHER_LEAVES, 0),
])  # fmt: skip
def test_who_leaves_a_raid(power, rounds, answer, step, lost):
    sea = raiding(night=1, rounds=rounds, step=island_raids.LEAVE, power=power, transports=[3, 3, 9])
    sea.call(island_raids.take_withdraw, answer)
    assert sea.game.step == step and sea.game.transports[Box.PACIFIC] == 9 - lost
    if answer == Option.NO:
        sea.call(island_raids.take_withdraw, Option.NO)
        assert sea.game.step == battle_rounds.ROUND


@pytest.mark.rule("21.5397A")
@pytest.mark.parametrize(
    "sunk, hurt, loser",
    [((), (), Side.ALLIES), (("hiei",), ("pacific_cruiser_1",), Side.AXIS), ((), ("kongo",), Side.AXIS),
     (("pacific_cruiser_1", "japanese_cruiser_1"), ("kongo",), Side.AXIS),
     (("pacific_cruiser_1", "japanese_cruiser_2"), (), Side.ALLIES),
     (("pacific_cruiser_2", "japanese_cruiser_1"), (), Side.ALLIES),
     (("pacific_cruiser_2", "japanese_cruiser_1"), ("kongo", "pacific_cruiser_1"), Side.AXIS)],
)  # fmt: skip
def test_who_has_lost_more_says_first_then_who_has_more_damaged_then_the_defender(sunk, hurt, loser):
    """Japan raids with two battleships and two cruisers, the US defends with two cruisers; one of either side's was
    damaged before the round: sunk in it she counts as sunk alone."""
    sea = raiding(night=1)
    for unit in ("kongo", "hiei", "japanese_cruiser_1", "japanese_cruiser_2"):
        sea.ship(unit, place="rabaul", force=1)
    sea.ship("pacific_cruiser_1", "pacific_cruiser_2", place="noumea", force=1)
    for unit in ("japanese_cruiser_2", "pacific_cruiser_2"):
        sea.call(damage.damage, unit)
    sea.call(battle_rounds.begin_round)
    sea.call(battle_rounds.line_up)
    for unit in sunk:
        sea.call(damage.take_hits, unit, 2, 0)
    for unit in hurt:
        sea.call(damage.damage, unit)
    sea.game.step = island_raids.LEAVE
    assert sea.call(island_raids.raid) and sea.game.decision == Decision.WITHDRAW and sea.game.seat == loser


@pytest.mark.rule("21.5396A", "20.74")
def test_a_submarine_comes_from_the_nearest_base_in_reach():
    sea = raiding(night=1, boat=[NOWHERE, NOWHERE], power=Side.AXIS, step=island_raids.BOAT, rounds=7)
    sea.game.boats[:] = sea.game.sailed[:] = 0
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == NOWHERE
    sea.game.boats[[number("truk"), number("rabaul"), number("noumea")]] = 2, 1, 3
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == number("rabaul")
    sea.game.sailed[number("rabaul")] = 1
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == number("truk")
    sea.call(island_raids.take_boat, Option.YES)
    assert sea.game.boat.tolist() == [NOWHERE, number("truk")] and sea.game.sailed[number("truk")] == 1
    assert sea.game.step == island_raids.DEFENCE and sea.game.rounds == 0
    sea.game.way[Side.AXIS, number("truk")] = 21
    assert sea.call(island_raids.nearest_boat, Side.AXIS) == NOWHERE
    sea.game.power = Side.ALLIES
    sea.call(island_raids.take_boat, Option.NO)
    assert sea.game.boat[Side.ALLIES] == NOWHERE and sea.game.step == battle_rounds.ROUND


@pytest.mark.rule("20.78F", "21.5398G")
def test_a_submarine_that_is_lost_is_gone_from_its_base():
    sea = raiding(boat=[number("noumea"), number("truk")])
    sea.game.boats[:], sea.game.sailed[:] = 3, 2
    sea.call(battle_rounds.lose_boat, Side.AXIS)
    assert (sea.game.boats[number("truk")], sea.game.sailed[number("truk")]) == (2, 1)
    assert (sea.game.boats[number("noumea")], sea.game.sailed[number("noumea")]) == (3, 2)
    assert sea.game.boat.tolist() == [number("noumea"), NOWHERE] and sea.told == [Event.BOAT_LOST]


@pytest.mark.rule("21.5398G")
@pytest.mark.parametrize(
    "dice, escorts, advanced, total",
    [((3, 4), 0, 0, 7), ((3, 4), 2, 0, 5), ((3, 4), 0, 1, 8), ((3, 4), 2, 1, 8), ((1, 1), 1, 0, 2), ((6, 6), 0, 1, 12)],
)
@pytest.mark.parametrize("on_light", [False, True])
def test_a_submarine_attack(dice, escorts, advanced, total, on_light):
    """Escorts take off, advanced submarines add one, net; below two is two, above twelve twelve."""
    sea = raiding(power=Side.AXIS, step=battle_rounds.TORPEDO, boat=[NOWHERE, number("truk")])
    sea.game.boats[number("truk")] = sea.game.sailed[number("truk")] = 1
    sea.ship("south_dakota", place="noumea", force=1).ship("noumea_flotilla_1", place="noumea", strength=9)
    sea.game.force[number("noumea_flotilla_1")] = 3 * escorts + 2
    sea.call(battle_rounds.line_up)
    sea.book.advanced_from[Side.AXIS], sea.book.torpedo_hits[:] = 3 * advanced, 0
    sea.book.torpedo_hits[total] = 1
    target = int(Option.LIGHT) if on_light else FIRST_UNIT + number("south_dakota")
    sea.dice(*dice, 6).call(battle_rounds.take_torpedo, target)
    if on_light:
        assert sea.of("noumea_flotilla_1", "strength") == 8 and sea.of("south_dakota", "hits") == 0
        assert sea.events[1].tolist()[:4] == [Event.TORPEDOES_ON_LIGHT, Side.AXIS, Side.ALLIES, 1]
    else:
        assert sea.events[1].tolist()[:4] == [Event.TORPEDOES, Side.AXIS, number("south_dakota"), 1]
        assert (Event.CRITICAL in sea.told) == (dice == (6, 6)) and sea.of("noumea_flotilla_1", "strength") == 9
    assert sea.game.step == battle_rounds.TORPEDO + 1 and sea.game.boats[number("truk")] == 1


@pytest.mark.rule("21.33", "21.112")
def test_a_force_goes_home_to_a_port_with_room_within_ten_hexes():
    sea = raiding(power=Side.AXIS).ship("kongo", place="truk", force=1)
    sea.ship("rabaul_flotilla_1", place="rabaul", strength=3, force=2).ship("hiei", place="rabaul")
    assert sea.call(island_raids.coming, Side.AXIS, "kavieng") == 3
    assert sea.call(island_raids.coming, Side.AXIS, "truk") == 0
    sea.game.force[number("rabaul_flotilla_1")] = 3
    assert sea.call(island_raids.coming, Side.AXIS, "kavieng") == 6
    assert sea.call(island_raids.coming, Side.AXIS, "rabaul") == 3
    assert sea.mask(island_raids.mask_home)[FIRST_PLACE + number("rabaul")]
    assert sea.mask(island_raids.mask_home)[Option.DONE]
    sea.book.hexes[number("rabaul"), sea.game.raiding] = 11
    assert not sea.mask(island_raids.mask_home)[FIRST_PLACE + number("rabaul")]
    sea.ship("truk_flotilla_1", place="kavieng", strength=44)
    assert sea.mask(island_raids.mask_home)[FIRST_PLACE + number("kavieng")]
    sea.game.strength[number("truk_flotilla_1")] = 45
    assert not sea.mask(island_raids.mask_home)[FIRST_PLACE + number("kavieng")]


# --- one by one (20.54, 20.91) ---------------------------------------------------------------------------------------


@pytest.mark.rule("20.541")
@pytest.mark.parametrize("strength, is_left", [(2, True), (1, False)])
@pytest.mark.parametrize("group, sent", [(1, 3), (1, 0), (0, 3)])
def test_a_destroyer_that_is_sunk_is_one_less_of_her_row(strength, is_left, group, sent):
    """And one less of those that sail against a group."""
    sea = Sea(turn=5, group=group).ship("german_destroyers", place="bergen", strength=strength, lights=strength)
    row = sea.book.row[number("german_destroyers")]
    sea.game.sent[0, row] = sent
    sea.call(damage.lose_factor, "german_destroyers")
    assert sea.of("german_destroyers", "strength") == sea.of("german_destroyers", "lights") == strength - 1
    assert (sea.of("german_destroyers", "place") == number("bergen")) == is_left
    assert sea.condition("german_destroyers") == (Condition.SOUND if is_left else Condition.LOST)
    assert sea.game.sent[0, row] == sent - int(group == 1 and sent > 0)
    assert sea.events[1].tolist()[:3] == [Event.LIGHT_LOST, number("german_destroyers"), 1]
    assert sea.game.points.tolist() == [int(sea.book.worth[Worth.AXIS_FACTOR]), 0] and sea.game.sunk_now[Side.AXIS] == 1


@pytest.mark.rule("20.32D", "20.5212B")
@pytest.mark.parametrize(
    "change, asked",
    [({}, True), ({"squadrons": 0}, False), ({"aim": Aim.HOLDS}, False), ({"condition": Condition.DAMAGED}, False),
     ({"line": Line.NONE}, False)],
)  # fmt: skip
def test_a_carrier_with_squadrons_strikes_once(change, asked):
    state = {"squadrons": 1, "line": Line.SCREENED, **change}
    sea = Sea(turn=12, cursor=NOBODY).ship("ark_royal", place="scapa_flow", **state)
    assert bool(sea.call(air.ask_strikes)) == asked
    if asked:
        assert (sea.game.decision, sea.game.seat) == (Decision.STRIKE, Side.ALLIES)
        assert sea.game.subject == number("ark_royal")


def struck(dice, target="scharnhorst", squadrons=1, shot=(0, 0), drm=0, airmen=0, **fields):
    """Ark Royal strikes; what air defense does is given.  The table gives two hits for a total of eight."""
    sea = Sea(turn=12, subject=number("ark_royal"), **fields)
    sea.ship("ark_royal", place="scapa_flow", line=Line.SCREENED, squadrons=squadrons)
    sea.ship("scharnhorst", place="bergen", line=Line.CAPITAL, fronted=1)
    sea.ship("german_destroyers", place="bergen", strength=3, lights=3)
    sea.book.drm[:], sea.book.air_drm[:], sea.book.hits_by_air[:] = drm, airmen, 0
    sea.book.shot_down[:], sea.book.turned_back[:] = shot
    sea.book.hits_by_air[squadrons - sum(shot), 8] = 2
    action = int(target) if isinstance(target, Option) else FIRST_UNIT + number(target)
    strike_with_all(sea.dice(1, 1, *dice), action)
    assert sea.of("ark_royal", "aim") == Aim.HOLDS
    return sea


@pytest.mark.rule("20.51.air_modifiers")
@pytest.mark.parametrize(
    "given, hits",
    [({}, 2), ({"airmen": 1}, 0), ({"drm": 1, "airmen": 1}, 2), ({"squadrons": 3, "shot": (1, 1)}, 2),
     ({"squadrons": 2, "shot": (1, 0)}, 2), ({"squadrons": 2, "shot": (1, 1)}, 0)],
)  # fmt: skip
@pytest.mark.parametrize("target", ["scharnhorst", Option.LIGHT])
def test_a_strike_of_a_carrier(given, hits, target):
    """Seven and one at sea; those shot down are lost, those turned back are not."""
    sea = struck((3, 4), target, **given)
    lost = sea.of("german_destroyers", "strength"), sea.of("scharnhorst", "hits")
    assert lost == ((3 - hits, 0) if target == Option.LIGHT else (3, hits))
    squadrons, shot = given.get("squadrons", 1), given.get("shot", (0, 0))
    assert sea.of("ark_royal", "squadrons") == squadrons - shot[0]
    struck_at = squadrons > sum(shot)
    told = Event.BOMBS_ON_LIGHT if target == Option.LIGHT else Event.BOMBS
    assert (told in sea.told) == struck_at and sea.told[0] == Event.AIR_DEFENSE
    if hits and target != Option.LIGHT:
        assert sea.condition("scharnhorst") == Condition.DAMAGED
        assert (sea.of("scharnhorst", "line"), sea.of("scharnhorst", "fronted")) == (Line.SCREENED, 0)


@pytest.mark.rule("20.442", "20.5212F")
@pytest.mark.parametrize(
    "lights, cves, damaged, level",
    [(0, 0, 0, 0), (1, 0, 0, 1), (4, 0, 0, 1), (5, 0, 0, 2), (9, 0, 0, 2), (10, 0, 0, 3), (24, 0, 0, 5), (40, 0, 0, 5),
     (0, 1, 0, 1), (2, 1, 0, 2), (0, 0, 1, 1), (2, 0, 1, 2)],
)  # fmt: skip
def test_air_defense_by_factors(lights, cves, damaged, level):
    """A level for every five begun; an escort carrier is three, and a damaged battlecruiser three as well."""
    sea = Sea("raiders_long", turn=12).ship("home_destroyers", place="britain", strength=40, lights=lights)
    sea.ship("escort_carriers", place="britain", strength=9, lights=cves)
    sea.ship("hood", place="britain", condition=1, line=Line.SCREENED if damaged else Line.NONE)
    sea.ship("german_destroyers", place="bergen", lights=9)
    assert sea.call(air.air_defense_level, Side.ALLIES) == level


@pytest.mark.rule("20.253", "20.36")
@pytest.mark.parametrize("ships, level", [(1, 3), (2, 5), (3, 7), (4, 9), (5, 10), (6, 10)])
def test_each_of_the_largest_ships_raises_the_level_up_to_ten(ships, level):
    """Of five factors each."""
    sea = Sea(turn=12).ship(*("hood", "renown", "repulse", "nelson", "rodney", "warspite")[:ships], place="britain")
    for ship in ("hood", "renown", "repulse", "nelson", "rodney", "warspite")[:ships]:
        sea.book.factors[number(ship)], sea.game.line[number(ship)] = 5, Line.CAPITAL
    expected = min(min(ships + 1, 5) + ships, 10)
    assert expected == level and sea.call(air.air_defense_level, Side.ALLIES) == level


@pytest.mark.rule("21.3612")
def test_a_unit_that_has_nowhere_to_go_does_not_redeploy():
    sea = Sea(turn=5, moving=Side.ALLIES).ship("hood", place="scapa_flow")
    assert sea.call(redeployment.has_new_base, "hood", 0) and sea.call(redeployment.has_new_base, "hood", -1)
    sea.book.base_changes[:] = 0
    assert not sea.call(redeployment.has_new_base, "hood", 0) and not sea.call(redeployment.has_new_base, "hood", -1)
    assert not sea.mask(redeployment.mask_redeploy)[FIRST_UNIT:].any()
    sea = Sea(turn=5, moving=Side.ALLIES).ship("home_destroyers", place="britain", strength=26)
    for place in ("scapa_flow", "gibraltar"):
        sea.book.capacity[number(place)] = 25
    sea.book.base_changes[number("britain")] = 1 << number("scapa_flow") | 1 << number("gibraltar")
    sea.book.base_changes[number("scapa_flow")] = sea.book.base_changes[number("gibraltar")] = 0
    assert not sea.call(redeployment.has_new_base, "home_destroyers", -1)
    sea.game.strength[number("home_destroyers")] = 25
    assert sea.call(redeployment.has_new_base, "home_destroyers", 0)


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("kind, nation, sisters", [
    (Kind.CA, Nation.JAPAN, 1), (Kind.CAPITAL, Nation.JAPAN, 0), (Kind.CA, Nation.US, 0),
])  # fmt: skip
def test_ships_of_another_kind_or_nation_are_no_sisters(kind, nation, sisters):
    sea = Sea("night_express")
    second = number("japanese_cruiser_2")
    sea.book.kind[second - 1], sea.book.nation[second - 1] = kind, nation
    sea.book.kind[second - 2] = Kind.CAPITAL
    pack_sisters(sea.book, sea.game.roster[: sea.game.units])
    assert len(sea.call(units.sisters_before, second)) == sisters


@pytest.mark.rule("20.164D", "20.163")
def test_ships_of_a_task_force_that_are_home_are_seen_with_what_is_left_of_it():
    sea = by_day().ship("kongo", place="truk", force=1, under=1, berth=number("rabaul"))
    sea.ship("hiei", place="truk", under=1, berth=number("rabaul"))
    sea.game.counter_at[Side.AXIS, 0] = number("rabaul")
    sea.call(island_raids.stand_down, Side.AXIS)
    for ship in ("kongo", "hiei"):  # three factors are no task force
        assert (sea.of(ship, "under"), sea.of(ship, "place")) == (0, number("rabaul"))
    assert sea.game.counter_at[Side.AXIS, 0] == NOWHERE


@pytest.mark.rule("20.163")
def test_a_task_force_that_is_none_any_more_leaves_the_others_as_they_are():
    sea = Sea("night_express", turn=2, forming=0).ship("kongo", place="truk", under=1, berth=number("rabaul"))
    sea.ship("hiei", "haruna", "kirishima", "nagato", place="truk", under=2, berth=number("rabaul"))
    sea.ship("indiana", place="noumea", under=1, berth=number("suva"))
    sea.game.counter_at[Side.AXIS, :2] = sea.game.counter_at[Side.ALLIES, 0] = number("rabaul")
    sea.call(task_forces.break_up, Side.AXIS)
    assert {ship: sea.of(ship, "under") for ship in ("kongo", "hiei", "nagato", "indiana")} == {
        "kongo": 0, "hiei": 2, "nagato": 2, "indiana": 1}  # fmt: skip
    assert sea.game.counter_at[Side.AXIS, :2].tolist() == [NOWHERE, number("rabaul")]
    assert sea.game.counter_at[Side.ALLIES, 0] == number("rabaul")
