"""The order of a player turn, answer by answer: what follows what (21.2-21.7), who comes and who is ready again."""

import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Box,
    Cargo,
    Condition,
    Decision,
    Event,
    Kind,
    Nation,
    Option,
    Phase,
    Side,
    Switch,
    Theatre,
)
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    interception,
    island_raids,
    patrols,
    redeployment,
    sea_transport,
    sequence,
    transports,
    troops,
    yards,
)
from tests.world_at_war.positions import Sea, number

STEP, CURSOR = 17, 9


def at(scenario="raiders", options=(), **fields):
    sea = Sea(scenario, **{"turn": 5, "step": STEP, "cursor": CURSOR, "moving": Side.ALLIES, **fields})
    sea.book.options = sum(1 << option for option in options)
    return sea


def stands(sea):
    """Where the turn stands."""
    return Phase(int(sea.game.phase)), int(sea.game.step), int(sea.game.cursor)


DONE, NO, NONE = int(Option.DONE), int(Option.NO), int(Option.COUNT_0)
PACIFIC = "night_express"


@pytest.mark.rule("21.2", "21.4")
@pytest.mark.parametrize(
    "rule, position, action, where",
    [
        (sequence.take_harbour, {"phase": Phase.MOVEMENT}, DONE, (Phase.MOVEMENT, sequence.BASES, NOBODY)),
        (sequence.take_base_change, {"phase": Phase.MOVEMENT}, DONE, (Phase.MOVEMENT, sequence.TROOPS, CURSOR)),
        (sequence.take_base_change, {"phase": Phase.MOVEMENT, "moving": Side.AXIS}, DONE, (Phase.MISSIONS, 0, 0)),
        (sequence.take_base_change, {"phase": Phase.MOVEMENT, "scenario": PACIFIC}, DONE,
         (Phase.MOVEMENT, sequence.PATROLS, CURSOR)),
        (sequence.take_base_change, {"phase": Phase.MOVEMENT}, FIRST_UNIT + 4, (Phase.MOVEMENT, sequence.BASES, 4)),
        (sequence.take_form, {"phase": Phase.MOVEMENT}, DONE, (Phase.MOVEMENT, sequence.COUNTERS, CURSOR)),
        (sequence.take_form, {"phase": Phase.OPENING, "step": 0}, DONE, (Phase.OPENING, 1, CURSOR)),
        (sequence.take_form, {"phase": Phase.OPENING, "step": 1}, DONE, (Phase.START, 0, CURSOR)),
        (sequence.take_counter, {"phase": Phase.MOVEMENT}, DONE, (Phase.MOVEMENT, sequence.BASES, CURSOR)),
        (sequence.take_counter, {"phase": Phase.MOVEMENT}, FIRST_PLACE + 6, (Phase.MOVEMENT, STEP, 6)),
        (sequence.take_patrol, {"scenario": PACIFIC}, DONE, (Phase.ISLAND_RAIDS, island_raids.TARGET, 0)),
        (sequence.take_patrol, {"scenario": PACIFIC, "options": (Switch.LANDINGS,)}, DONE,
         (Phase.INVASIONS, troops.HEX, 0)),
        (sequence.take_patrol, {"scenario": PACIFIC, "options": (Switch.PACIFIC_RAIDERS,), "moving": Side.AXIS}, DONE,
         (Phase.MISSIONS, 0, 0)),
        (sequence.take_patrol, {"scenario": PACIFIC, "options": (Switch.PACIFIC_RAIDERS,)}, DONE,
         (Phase.ISLAND_RAIDS, island_raids.TARGET, 0)),
        (yards.take_build, {"phase": Phase.CONSTRUCTION}, DONE, (Phase.SUPPLY, 0, 0)),
        (yards.take_build, {"phase": Phase.CONSTRUCTION, "moving": Side.AXIS}, DONE, (Phase.MOVEMENT, 0, 0)),
        (yards.take_build, {"phase": Phase.CONSTRUCTION, "moving": Side.AXIS, "scenario": PACIFIC}, DONE,
         (Phase.SUPPLY, 0, 0)),
        (redeployment.take_redeploy, {"phase": Phase.REDEPLOYMENT}, DONE, (Phase.END, 0, 0)),
        (redeployment.take_redeploy, {"phase": Phase.REDEPLOYMENT}, FIRST_UNIT + 4,
         (Phase.REDEPLOYMENT, redeployment.SHIPS, 4)),
        (redeployment.take_shift, {"phase": Phase.REDEPLOYMENT}, DONE,
         (Phase.REDEPLOYMENT, redeployment.SW_UNITS, CURSOR)),
        (redeployment.take_escorts, {"phase": Phase.REDEPLOYMENT}, NONE,
         (Phase.REDEPLOYMENT, redeployment.SHIFT, CURSOR)),
        (redeployment.take_escorts, {"phase": Phase.REDEPLOYMENT}, NONE + 2, (Phase.REDEPLOYMENT, STEP, CURSOR)),
        (sea_transport.take_troops, {"phase": Phase.MOVEMENT}, NONE, (Phase.SUPPLY_AGAIN, 0, 0)),
        (sea_transport.take_troops, {"phase": Phase.MOVEMENT}, NONE + 2, (Phase.MOVEMENT, STEP, CURSOR)),
        (patrols.take_patrol_with, {"phase": Phase.MOVEMENT}, DONE, (Phase.MOVEMENT, STEP, NOBODY)),
    ],
)  # fmt: skip
def test_what_follows_an_answer(rule, position, action, where):
    """A row of destroyers is parted first; no other unit is."""
    sea = at(**position)
    sea.call(rule, action)
    assert stands(sea) == where


@pytest.mark.rule("21.22", "20.91")
@pytest.mark.parametrize("rule, module", [(sequence.take_base_change, sequence),
                                          (redeployment.take_redeploy, redeployment)])  # fmt: skip
def test_of_a_row_a_part_may_go(rule, module):
    sea = at().ship("home_destroyers", place="britain", strength=5)
    sea.game.strength[number("british_destroyers_4")] = 0
    sea.call(rule, FIRST_UNIT + number("home_destroyers"))
    assert (sea.game.step, sea.game.cursor) == (module.PARTING, number("home_destroyers"))


@pytest.mark.rule("20.91")
@pytest.mark.parametrize("phase, step", [(Phase.MOVEMENT, sequence.BASES), (Phase.REDEPLOYMENT, redeployment.SHIPS)])
@pytest.mark.parametrize("answer, whole", [(Option.ALL, True), (Option.COUNT_2, False)])
def test_the_part_that_goes_is_asked_where(phase, step, answer, whole):
    sea = at(phase=phase, subject=number("home_destroyers")).ship("home_destroyers", place="britain", strength=5)
    sea.game.strength[number("british_destroyers_4")] = 0
    sea.call(sequence.take_part, answer)
    assert sea.game.cursor == number("home_destroyers" if whole else "british_destroyers_4") and sea.game.step == step
    assert sea.of("home_destroyers", "strength") == (5 if whole else 3)


@pytest.mark.rule("21.441")
def test_a_harbour_attack_is_spent():
    sea = at(phase=Phase.MOVEMENT, harbour_attacks=[2, 2], moving=Side.AXIS).ship("hood", place="scapa_flow")
    sea.dice(1, 1).call(sequence.take_harbour, FIRST_UNIT + number("hood"))
    assert sea.game.harbour_attacks.tolist() == [2, 1] and sea.told == [Event.HARBOUR_ATTACK]


@pytest.mark.rule("20.631D")
@pytest.mark.parametrize("count", [0, 2, 5])
def test_transports_at_large_are_shared_out(count):
    sea = at(transports=[15, 5, 0])
    sea.call(sequence.take_at_large, Option.COUNT_0 + count)
    assert sea.game.transports.tolist() == [15 + count, 10 - count, 0]
    assert (sea.game.step, sea.game.cursor) == (sequence.AT_SEA, 0)


@pytest.mark.rule("21.5331")
@pytest.mark.parametrize("answer, at_sea", [(Option.YES, 1), (Option.NO, 0)])
def test_a_ship_waits_at_sea_or_in_port(answer, at_sea):
    sea = at(cursor=4, subject=number("lutzow")).ship("lutzow", place="germany")
    sea.call(sequence.take_at_sea, answer)
    assert sea.of("lutzow", "at_sea") == at_sea and sea.game.cursor == 5
    assert sea.of("lutzow", "place") == number("atlantic_sw" if at_sea else "germany")


@pytest.mark.rule("20.64")
@pytest.mark.parametrize(
    "take, phase, step",
    [(sequence.take_station, Phase.CONSTRUCTION, 0), (transports.sail_again, Phase.REDEPLOYMENT, STEP)],
)
def test_a_transport_takes_its_station(take, phase, step):
    """A new one is not used this turn; one that was damaged has come this turn (20.66)."""
    new = phase == Phase.CONSTRUCTION
    sea = at(phase=phase, transports=[5, 5, 0], new_transports=[0, 0, 0], damaged=[0, 2, 0], shifted=[0, 0, 0])
    sea.call(take, FIRST_PLACE + number("atlantic_sw"))
    assert sea.game.transports.tolist() == [6, 5, 0] and sea.game.step == step
    assert sea.game.new_transports.tolist() == [int(new), 0, 0]
    assert sea.game.damaged.tolist() == [0, 2 - int(not new), 0] and sea.game.shifted.tolist() == [int(not new), 0, 0]


# --- who comes, and who is ready again (21.34, 21.71, 21.72) ---------------------------------------------------------


def king_george_v(**fields):
    """King George V is awaited at Scapa Flow."""
    sea = at(turn=6, **fields)
    ship = number("king_george_v")
    sea.book.arrives[:] = 99
    sea.book.arrives[ship], sea.book.arrives_at[ship] = 6, number("scapa_flow")
    return sea


@pytest.mark.rule("21.34")
@pytest.mark.parametrize("change, comes", [({}, True), ({"turn": 5}, False), ({"turn": 7}, False),
                                           ({"factors": 0}, False), ({"place": "britain"}, False),
                                           ({"turn": 1, "arrives": 1}, False)])  # fmt: skip
def test_a_ship_comes_on_her_turn(change, comes):
    sea, ship = king_george_v(), number("king_george_v")
    for field, value in change.items():
        if field == "turn":
            sea.game.turn = value
        elif field == "place":
            sea.game.place[ship] = number(value)
        else:
            sea.book[field][ship] = value
    assert bool(sea.call(sequence.is_awaited, ship)) == comes


@pytest.mark.rule("21.34", "20.164F")
def test_a_ship_that_comes_is_inverted_and_told():
    sea = king_george_v().ship("bismarck", place="bergen")
    ship = number("king_george_v")
    sea.game.strength[ship] = sea.game.squadrons[ship] = 0
    sea.call(sequence.arrive, Side.AXIS)
    assert sea.game.place[ship] == NOWHERE and sea.told == []
    sea.call(sequence.arrive, Side.ALLIES)
    assert sea.game.place[ship] == number("scapa_flow") and sea.game.inverted[ship] == 1
    assert sea.game.strength[ship] == sea.book.factors[ship] and sea.game.squadrons[ship] == 0
    assert sea.events[1].tolist()[:3] == [Event.ARRIVES, ship, number("scapa_flow")]


@pytest.mark.rule("20.32", "20.43")
def test_a_carrier_comes_with_her_squadrons_and_escort_carriers_by_factors():
    sea = king_george_v()
    ship, escorts = number("king_george_v"), number("escort_carriers")
    sea.book.kind[ship] = Kind.CARRIER
    sea.book.cves_arrive[:] = 0
    sea.book.cves_arrive[6], sea.game.strength[escorts], sea.game.condition[escorts] = 3, 2, Condition.LOST
    sea.call(sequence.arrive, Side.ALLIES)
    assert sea.game.squadrons[ship] == sea.book.factors[ship] == sea.game.strength[ship]
    assert sea.game.strength[escorts] == 5 and sea.condition("escort_carriers") == Condition.SOUND
    assert sea.game.place[escorts] != NOWHERE and len(sea.told) == 2


@pytest.mark.rule("21.71", "21.72D")
@pytest.mark.parametrize(
    "at_end, redeployed, nation, turn, inverted",
    [
        (False, 0, Nation.BRITAIN, 5, 0),
        (False, 1, Nation.BRITAIN, 5, 0),
        (True, 0, Nation.BRITAIN, 5, 0),
        (True, 1, Nation.BRITAIN, 5, 1),
        (True, 1, Nation.US, 5, 0),  # not at war
        (True, 1, Nation.US, 10, 1),
        (True, 1, Nation.BRITAIN, 10, 1),
    ],
)
def test_who_is_uninverted(at_end, redeployed, nation, turn, inverted):
    sea = at(turn=turn).ship("hood", place="scapa_flow", inverted=1, moved=1, redeployed=redeployed)
    sea.ship("hood", place="scapa_flow", spent=1 - redeployed)  # in redeployment it becomes 0
    sea.ship("scharnhorst", place="bergen", inverted=1, moved=1, spent=1, redeployed=1)
    sea.book.nation[number("hood")] = nation
    sea.call(sequence.uninvert, Side.ALLIES, at_end)
    assert sea.of("hood", "inverted") == inverted
    for field in ("moved", "spent", "redeployed"):
        assert (sea.of("hood", field), sea.of("scharnhorst", field)) == (0, 1), field
    assert sea.of("scharnhorst", "inverted") == 1


@pytest.mark.rule("21.72A")
@pytest.mark.parametrize("change, may", [({}, True), ({"unsupplied": 1}, False), ({"cut_off": 1}, False)])
def test_among_the_islands_units_are_uninverted_where_they_are_supplied(change, may):
    sea = at(PACIFIC).ship("kongo", place="truk")
    for field, value in change.items():
        sea.game[field][number("truk")] = value
    assert bool(sea.call(sequence.may_be_uninverted, "kongo")) == may
    sea.book.theatre = Theatre.ATLANTIC
    assert sea.call(sequence.may_be_uninverted, "kongo")


# --- yards (20.621, 20.5212E, 20.76, 20.84) --------------------------------------------------------------------------


@pytest.mark.rule("20.5212E")
@pytest.mark.parametrize("turns, state, hits", [(2, Condition.DAMAGED, 2), (1, Condition.SOUND, 0)])
def test_a_ship_in_repair_comes_a_turn_nearer(turns, state, hits):
    sea = at().ship("hood", place="scapa_flow", repair=turns, condition=Condition.DAMAGED, hits=2, inverted=1)
    sea.ship("scharnhorst", place="bergen", repair=1, condition=Condition.DAMAGED)
    sea.call(yards.repair_ships)
    assert sea.of("hood", "repair") == turns - 1 and sea.condition("hood") == state and sea.of("hood", "hits") == hits
    assert sea.of("scharnhorst", "repair") == 1 and sea.of("hood", "inverted") == int(turns == 2)
    assert sea.told == [Event.REPAIRED] * (turns == 1)


@pytest.mark.rule("20.5212E", "20.5224B")
@pytest.mark.parametrize("before, after, repair, told", [
    (Condition.DAMAGED, Condition.DAMAGED, yards.REPAIR_TURNS, Event.IN_REPAIR),
    (Condition.SUNK_IN_PORT, Condition.DAMAGED, 0, Event.RAISED),
])  # fmt: skip
def test_a_point_of_the_yards_mends_a_ship_or_raises_one(before, after, repair, told):
    sea = at(yards=[3, 3], brps=[9, 9]).ship("hood", place="scapa_flow", condition=before)
    sea.call(yards.take_build, FIRST_UNIT + number("hood"))
    assert sea.condition("hood") == after and sea.of("hood", "repair") == repair and sea.told == [told]
    assert sea.game.yards.tolist() == [2, 3] and sea.game.brps.tolist() == [9, 9]


@pytest.mark.rule("20.621", "20.76")
@pytest.mark.parametrize(
    "side, option, field, told",
    [(Side.AXIS, Option.SUBMARINE, "submarines", 2), (Side.ALLIES, Option.ASW, "asw", 1)],
)
def test_submarines_and_asw_cost_a_point_and_three_brps(side, option, field, told):
    sea = at(moving=side, yards=[3, 3], brps=[9, 9], submarines=[4, 4, 0], asw=[4, 4, 0])
    sea.call(yards.take_build, option)
    assert sea.game[field].tolist() == [5, 4, 0] and sea.events[1].tolist()[:2] == [Event.BUILT, told]
    other = "asw" if field == "submarines" else "submarines"
    assert sea.game[other].tolist() == [4, 4, 0]
    assert (sea.game.brps[side], sea.game.yards[side], sea.game.brps[1 - side]) == (6, 2, 9)


@pytest.mark.rule("20.76", "20.84")
@pytest.mark.parametrize("side", [Side.AXIS, Side.ALLIES])
@pytest.mark.parametrize(
    "change, may",
    [({}, True), ({"brps": 2}, False), ({"brps": 3}, True), ({"yards": 0}, False), ({"yards": 1}, True),
     ({"pool": 7}, True), ({"pool": 6}, False), ({"options": 0}, False)],
)  # fmt: skip
def test_what_the_yards_build_against_and_for_transports(side, change, may):
    """The pool counts both SW boxes."""
    values = {"brps": 9, "yards": 9, "pool": 9, "options": 1 << Switch.SUBMARINE_WARFARE, **change}
    sea = at(moving=side, yards=[values["yards"]] * 2, brps=[values["brps"]] * 2, submarines=[4, 2, 0], asw=[4, 2, 0])
    sea.book.options, sea.book.pool[:] = values["options"], values["pool"]
    mask = sea.mask(yards.mask_build)
    assert bool(mask[Option.SUBMARINE if side == Side.AXIS else Option.ASW]) == may
    assert not mask[Option.ASW if side == Side.AXIS else Option.SUBMARINE] and mask[Option.DONE]


@pytest.mark.rule("20.621")
@pytest.mark.parametrize("brps, at_sea, may", [(3, 0, True), (2, 0, False), (5, 2, True), (4, 2, False)])
def test_the_axis_keeps_brps_for_ships_that_must_raid(brps, at_sea, may):
    sea = at(moving=Side.AXIS, yards=[9, 9], brps=[9, brps], merchants_unbuilt=1)
    sea.ship(*("lutzow", "scheer")[:at_sea], place="atlantic_sw", at_sea=1)
    assert bool(sea.mask(yards.mask_build)[Option.TRANSPORT]) == may


# --- troops for Britain (21.43) --------------------------------------------------------------------------------------


def lift(destroyers=8, **fields):
    sea = at("raiders_long", turn=12, transports=[9, 5, 0], **fields)
    sea.ship("home_destroyers", place="britain", strength=destroyers)
    sea.book.sea_transport, sea.book.troops_from = 20, 12
    return sea


@pytest.mark.rule("21.434B", "21.434C")
@pytest.mark.parametrize(
    "change, most",
    [({}, 4), ({"destroyers": 9}, 4), ({"destroyers": 10}, 5), ({"transports": [0, 5, 0]}, 0),
     ({"destroyers": 30, "transports": [2, 5, 0]}, 10), ({"destroyers": 50}, 20), ({"turn": 11}, 0)],
)  # fmt: skip
def test_how_many_factors_may_be_carried(change, most):
    """Two destroyers for each, a transport for five, and no more than twenty (H)."""
    sea = lift(change.get("destroyers", 8))
    for field in {*change} - {"destroyers"}:
        sea.game[field] = change[field]
    assert sea.call(sea_transport.most_troops) == most


@pytest.mark.rule("21.434C")
@pytest.mark.parametrize("factors, transports_used", [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3)])
def test_a_transport_sails_for_every_five_factors_begun(factors, transports_used):
    sea = lift()
    sea.call(sea_transport.take_troops, Option.COUNT_0 + factors)
    assert sea.game.troops == factors and sea.game.laden.tolist() == [0, 0, 0, transports_used]
    assert sea.game.used_transports.tolist() == [transports_used, 0, 0]
    assert sea.game.shipped[Cargo.TROOPS] == transports_used


@pytest.mark.rule("21.434B", "20.91")
@pytest.mark.parametrize("troops_aboard, carries, wanted", [(2, 4, 0), (4, 8, 0), (5, 8, 2)])
def test_as_many_destroyers_carry_as_are_wanted(troops_aboard, carries, wanted):
    sea = lift(troops=troops_aboard)
    sea.game.strength[number("british_destroyers_4")] = 0
    sea.call(sea_transport.take_carry, FIRST_UNIT + number("home_destroyers"))
    assert int(sea.game.carrying.sum()) == carries and sea.call(sea_transport.destroyers_wanted) == wanted
    total = sea.of("home_destroyers", "strength") + max(0, sea.of("british_destroyers_4", "strength"))
    assert total == 8


@pytest.mark.rule("21.43")
def test_troops_are_asked_about_then_destroyers_then_they_sail():
    sea = lift(phase=Phase.MOVEMENT)
    assert sea.call(sea_transport.transport_troops) and sea.game.decision == Decision.TROOPS
    sea.game.troops, sea.game.laden[Cargo.TROOPS] = 2, 1
    assert sea.call(sea_transport.transport_troops) and sea.game.decision == Decision.CARRY
    sea.game.carrying[number("home_destroyers")] = 4
    assert not sea.call(sea_transport.transport_troops) and sea.game.phase == Phase.CONVOY
    assert lift(2, phase=Phase.MOVEMENT).call(sea_transport.transport_troops)
    sea = lift(1, phase=Phase.MOVEMENT)
    assert not sea.call(sea_transport.transport_troops) and sea.game.phase == Phase.SUPPLY_AGAIN


# --- transports (20.62, 20.636, 20.64) -------------------------------------------------------------------------------


@pytest.mark.rule("20.636B")
@pytest.mark.parametrize(
    "there, new, damaged_now, had, usable",
    [(9, 0, 0, 9, 9), (9, 2, 0, 9, 7), (0, 0, 9, 16, 4), (0, 0, 9, 15, 3), (0, 0, 1, 16, 1), (3, 0, 9, 16, 4),
     (5, 0, 9, 16, 5), (0, 0, 3, 99, 3)],
)  # fmt: skip
def test_of_transports_damaged_just_now_every_fifth_is_available(there, new, damaged_now, had, usable):
    sea = at(transports=[there, 0, 0], new_transports=[new, 0, 0], damaged_now=[damaged_now, 0, 0],
             had_sailed=[had, 0, 0], used_transports=[0, 0, 0])  # fmt: skip
    assert sea.call(transports.available, Box.ATLANTIC) == usable == sea.call(transports.usable, Box.ATLANTIC)
    sea.game.used_transports[Box.ATLANTIC] = 1
    assert sea.call(transports.usable, Box.ATLANTIC) == max(0, usable - 1)


@pytest.mark.rule("20.622A")
@pytest.mark.parametrize("there, shifted, may", [(15, 0, False), (16, 0, True), (16, 16, False), (17, 16, True)])
def test_a_transport_leaves_a_box_above_its_initial_level(there, shifted, may):
    sea = at(transports=[there, 5, 0], shifted=[shifted, 0, 0], new_transports=[there, 0, 0])
    assert bool(sea.call(transports.may_leave, Box.ATLANTIC)) == may
    mask = sea.mask(transports.mask_shift)
    assert bool(mask[FIRST_PLACE + number("indian_sw")]) == may and mask[Option.DONE]
    if may:
        sea.call(transports.shift_transport, FIRST_PLACE + number("indian_sw"))
        assert sea.game.transports.tolist() == [there - 1, 6, 0] and sea.game.shifted.tolist() == [shifted, 1, 0]
        assert sea.game.new_transports.tolist() == [there - 1, 0, 0] and sea.told == [Event.SHIFTED]


@pytest.mark.rule("21.421B", "20.64B")
@pytest.mark.parametrize("answer", [Option.YES, Option.NO])
@pytest.mark.parametrize("place, box", [("atlantic_us_box", Box.ATLANTIC), ("south_africa_box", Box.INDIAN)])
def test_a_line_takes_a_transport_and_is_kept_at_once_in_the_indian_ocean(place, box, answer):
    sea = at(cursor=3, subject=number(place), kept=0, laden=[0, 0, 0, 0], used_transports=[0, 0, 0])
    sea.call(transports.take_supply_line, answer)
    yes = int(answer == Option.YES)
    assert sea.game.used_transports[box] == yes and sea.game.used_transports.sum() == yes and sea.game.cursor == 4
    assert sea.game.laden[Cargo.LINE] == yes * int(box == Box.ATLANTIC)
    assert sea.game.kept[number(place)] == yes * int(box == Box.INDIAN)


@pytest.mark.rule("20.17")
@pytest.mark.parametrize(
    "squadrons, ultra, large, slow, dice",
    [(0, 0, 1, 0, 1), (0, 0, 0, 0, 0), (3, 0, 1, 0, 4), (5, 0, 1, 0, 4), (0, 1, 1, 0, 2), (0, -1, 1, 0, 1),
     (0, 0, 0, 1, 0), (2, 1, 1, 1, 3)],
)  # fmt: skip
def test_dice_to_meet_raiders(squadrons, ultra, large, slow, dice):
    """One, for squadrons three at most, for codebreaking one more; one less for a small group and for slow ships."""
    sea = at(groups=1, group=1).ship("scharnhorst", place="germany", in_group=1)
    sea.game.origin[0], sea.game.large[0] = number("germany"), large
    sea.book.spotting[:], sea.book.ultra[:], sea.book.spotting_from = squadrons, ultra, 5
    sea.ship("hood", place="scapa_flow", against=1).book.slow[number("hood")] = slow
    assert sea.call(interception.interception_dice) == dice
    sea.book.spotting_from = 6
    assert sea.call(interception.searching, "germany") == 0
