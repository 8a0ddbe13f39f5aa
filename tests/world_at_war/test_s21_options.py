"""What options bring: Suez in Axis hands, a carrier that raids; harbour modifiers, fronts, task force counters."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import Box, Condition, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.records.record import ACTIONS, FIRST_UNIT
from aw_env.games.world_at_war.rules import bases, detection, raid_combat, raids, redeployment, submarines, suez
from tests.world_at_war.positions import READY, Sea, number, playing

SUEZ, BERGEN = {"place": "suez"}, {"place": "bergen"}
ITALIANS = ("suez_littorio", "suez_cavour", "suez_cesare")
CANAL, CARRIER = ("axis_suez",), ("raider_carrier",)


def southern(phase, ships, options=CANAL, turn=14, **fields):
    """A game in which the Axis holds Suez from turn 13 on."""
    control = READY.templates[0]["control"].copy()
    control[number("suez")] = Side.AXIS if turn >= 13 else Side.ALLIES
    fields = {
        "moving": Side.AXIS,
        "scenario": "raiders_long",
        "brps": [30, 8],
        "southern_brps": 3,
        "control": control,
        **fields,
    }
    return playing(phase, ships, options=options, turn=turn, **fields)


# --- Suez (20.71, 21.532C) --------------------------------------------------------------------------------


@pytest.mark.rule("21.532C")
def test_up_to_three_ships_raid_the_indian_ocean_from_suez():
    ships = {id: SUEZ for id in ITALIANS} | {"german_cruiser_1": SUEZ}
    game = southern(Phase.MISSIONS, ships, southern_brps=9).choose("suez_cavour", Option.DONE)
    game.choose("suez_cesare", "suez_littorio")
    assert game.units == set()
    assert game.choose(Option.DONE, Option.DONE).asked == Decision.OPPOSE


@pytest.mark.rule("21.532C")
def test_without_the_option_suez_is_the_allies_and_nobody_raids_from_there():
    game = playing(Phase.START, None, moving=Side.AXIS, turn=13, scenario="raiders_long")
    assert all(game.of(id, "place") == -1 for id in ITALIANS)
    game = playing(Phase.START, None, moving=Side.AXIS, turn=13, scenario="raiders_long", options=CANAL)
    assert all(game.of(id, "place") == number("suez") for id in ITALIANS)


@pytest.mark.rule("21.531C")
def test_raids_from_suez_are_paid_for_on_the_mediterranean_front():
    game = southern(Phase.MISSIONS, {id: SUEZ for id in ITALIANS} | {"scharnhorst": BERGEN}, southern_brps=1)
    game.choose("suez_littorio")
    assert game.record["southern_brps"] == 0 and game.record["brps"][Side.AXIS] == 8 and game.units == set()
    game.choose(Option.DONE, "scharnhorst")
    assert game.record["brps"][Side.AXIS] == 7


@pytest.mark.rule("21.531C")
def test_the_brps_of_either_front_are_told_where_ships_raid_from_suez():
    def told(game):
        return game.describe(), game.rules.speech().understanding.words.reason(Decision.RAID, game.view()).words

    ships = {id: SUEZ for id in ITALIANS} | {"scharnhorst": BERGEN}
    asked, why = told(southern(Phase.MISSIONS, ships, southern_brps=3, brps=[0, 4]))
    assert "(4 BRPs and 3 of the Mediterranean front left.)" in asked and "for BRPs of the Mediterranean front" in why
    asked, why = told(playing(Phase.MISSIONS, {"scharnhorst": BERGEN}, moving=Side.AXIS, brps=[0, 4], turn=5))
    assert "(4 BRPs left.)" in asked and "Suez" not in why


def test_the_season_in_which_suez_falls_is_told():
    """The first turn is Fall 1939."""
    turn = READY.printed.board.places["suez"].lost_from.value
    season, year = ("Fall", "Winter", "Spring", "Summer")[(turn - 1) % 4], 1939 + (turn + 1) // 4
    assert f"From {season} {year} " in READY.printed.options["axis_suez"].effect


@pytest.mark.rule("21.532C", "21.5342")
def test_the_search_in_the_indian_ocean_has_its_own_modifiers():
    """A die less three, a squadron in three searches from the India box; the US at war makes no difference there."""
    sea = Sea("raiders_long", turn=14, groups=1).ship("suez_littorio", place="suez", in_group=1)
    sea.game.origin[0] = number("suez")
    sea.book.ultra[:], sea.book.air_range[:] = 0, 0
    assert sea.call(detection.box_of_group, 1) == Box.INDIAN and sea.call(detection.raider_modifier, 1) == -3 + 1
    sea.book.searching[Box.INDIAN] = 2
    assert sea.call(detection.raider_modifier, 1) == -3


def test_raiders_of_the_indian_ocean_return_to_suez():
    sea, mask = Sea("raiders_long", turn=14), np.zeros(ACTIONS, np.int8)
    sea.game.control[number("suez")] = Side.AXIS
    sea.call(bases.allow_ports_with_room, Side.AXIS, 3, "suez", mask)
    assert mask.sum() == 1


@pytest.mark.rule("21.231", "21.233")
def test_when_suez_falls_ships_are_displaced_and_inverted():
    game = playing(Phase.START, {"hood": SUEZ, "renown": {**SUEZ, "condition": Condition.SUNK_IN_PORT}},
                   moving=Side.AXIS, turn=13, scenario="raiders_long", options=CANAL)  # fmt: skip
    assert game.of("hood", "place") == number("india_box")
    assert game.of("hood", "inverted") == 1 and game.of("renown", "condition") == Condition.LOST


@pytest.mark.rule("21.23")
def test_a_place_that_falls_is_the_axis_from_then_on_and_nobody_else_is_displaced():
    sea = Sea("raiders_long", turn=13).ship("hood", place="gibraltar").ship("suez_littorio", place="suez")
    sea.book.lost_from[number("suez")] = 13
    sea.call(suez.fall)
    assert sea.game.control[number("suez")] == Side.AXIS and sea.game.control[number("gibraltar")] == Side.ALLIES
    assert sea.of("hood", "place") == number("gibraltar") and sea.of("suez_littorio", "place") == number("suez")
    assert sea.events[1].tolist()[:4] == [Event.FALLS, number("suez"), Side.AXIS, 0] and len(sea.told) == 1


@pytest.mark.rule("20.71")
def test_submarines_of_the_axis_begin_in_the_atlantic():
    game = southern(Phase.REDEPLOYMENT, {}, ("submarine_warfare",))
    assert game.box("submarines") == [3, 0, 0] and game.asked == Decision.REDEPLOY


@pytest.mark.rule("20.71B")
def test_german_submarines_sail_the_indian_ocean_with_suez_in_axis_hands():
    assert southern(Phase.REDEPLOYMENT, {}, ("submarine_warfare", *CANAL)).asked == Decision.TRANSFER
    early = southern(Phase.REDEPLOYMENT, {}, ("submarine_warfare", *CANAL), turn=12)
    assert early.asked == Decision.REDEPLOY


@pytest.mark.rule("20.73")
def test_submarines_change_their_sw_box_in_redeployment():
    game = southern(Phase.REDEPLOYMENT, {}, ("submarine_warfare", *CANAL))
    assert game.options == {Option.COUNT_0, Option.COUNT_1, Option.COUNT_2, Option.COUNT_3}
    assert "how many submarines" in game.describe()
    assert game.choose(Option.COUNT_2).box("submarines") == [1, 2, 0]
    assert "2 submarines sail the Indian Ocean." in game.said()
    assert not Sea("raiders_long", turn=14).call(suez.may_transfer, Side.AXIS)


@pytest.mark.rule("20.81")
def test_asw_changes_its_sw_box_in_redeployment_and_opposes_submarines_there_in_the_next_enemy_turn():
    """ASW may be transferred from one SW box to another, once submarines may sail the Indian Ocean."""
    options = ("submarine_warfare", *CANAL)
    begun = {"moving": Side.ALLIES, "step": redeployment.SHIFT, "asw": [4, 0, 0], "submarines": [0, 3, 0]}
    game = southern(Phase.REDEPLOYMENT, {}, options, **begun).choose(Option.DONE)
    assert game.asked == Decision.TRANSFER and game.seat_asked == Side.ALLIES
    assert game.options == {Option(Option.COUNT_0 + count) for count in range(5)}
    assert "how many ASW factors sail the Indian Ocean" in game.describe()
    assert game.choose(Option.COUNT_3).box("asw") == [1, 3, 0] and game.box("submarines") == [0, 3, 0]
    assert game.said() == ["3 ASW factors sail the Indian Ocean."] and game.asked == Decision.REDEPLOY
    sea = Sea("raiders_long", turn=15, transports=[9, 5, 0], asw=[1, 3, 0], submarines=[0, 3, 0]).dice(1, 1, 6, 6)
    sea.call(submarines.fight_submarines)
    assert sea.game.submarines.tolist() == [0, 0, 0]  # 20.82: in their SW box


@pytest.mark.rule("20.82")
@pytest.mark.parametrize(
    "options, turn, asw",
    [(("submarine_warfare", *CANAL), 12, 4), (("submarine_warfare",), 14, 4), (CANAL, 14, 4),
     (("submarine_warfare", *CANAL), 14, 0)],
)  # fmt: skip
def test_asw_stays_where_submarines_are(options, turn, asw):
    begun = {"moving": Side.ALLIES, "step": redeployment.SHIFT, "asw": [asw, 0, 0], "turn": turn}
    assert southern(Phase.REDEPLOYMENT, {}, options, **begun).choose(Option.DONE).asked == Decision.REDEPLOY


# --- a carrier that raids (20.32J, 21.5362A) --------------------------------------------------------------


@pytest.mark.rule("20.32J")
def test_a_carrier_raids_with_as_many_factors_of_fleets():
    ships = {"graf_zeppelin": {**BERGEN, "squadrons": 2}, "scharnhorst": BERGEN}
    game = southern(Phase.MISSIONS, ships, CARRIER)
    assert game.units == {"scharnhorst"}
    assert "graf_zeppelin" in game.choose("scharnhorst").units


def striking(dice, **state):
    """Graf Zeppelin and Scharnhorst find transports that nobody protects."""
    sea = Sea("raiders_long", turn=12, groups=1, transports=[15, 5, 0]).dice(*dice)
    sea.ship("graf_zeppelin", place="bergen", in_group=1, **{"squadrons": 2, **state})
    sea.ship("scharnhorst", place="bergen", in_group=1)
    sea.game.origin[0] = number("bergen")
    sea.call(raids.raid_transports, 1)
    return sea


@pytest.mark.rule("21.5362A")
def test_a_carrier_strikes_transports_once_and_nobody_shoots_at_her_aircraft():
    """Two squadrons at 7 + 2 - 2 + 1 hit twice; Scharnhorst's three factors at 7 + 3 - 2 + 1 once."""
    sea = striking((3, 4, 3, 4))
    assert [event.name for event in sea.told] == ["SEEN", "SEEN", "STRIKES_TRANSPORTS", "AT_TRANSPORTS"]
    assert sea.game.transports[Box.ATLANTIC] == 15 - 2 - 1 and sea.of("graf_zeppelin", "squadrons") == 2


@pytest.mark.rule("21.5362A")
def test_without_squadrons_she_does_not_strike():
    assert striking((3, 4), squadrons=0).game.transports[Box.ATLANTIC] == 14


@pytest.mark.rule("21.5361B")
def test_her_aircraft_are_kept_for_the_transports_or_strike_the_defenders():
    sea = Sea("raiders_long", turn=12, groups=1, group=1, engagement=1, power=Side.AXIS,
              decision=Decision.WITHHOLD)  # fmt: skip
    sea.ship("graf_zeppelin", "scharnhorst", place="bergen", in_group=1)
    sea.ship("hood", place="scapa_flow", against=1)
    mask = np.zeros(ACTIONS, np.int8)
    sea.call(raid_combat.mask_hold, mask)
    assert mask[FIRST_UNIT + number("graf_zeppelin")] and not mask[FIRST_UNIT + number("scharnhorst")]


# --- harbour modifiers, task force counters ---------------------------------------------------------------


def harbour(place, dice, ultra=0):
    """Hits of a harbour attack on Hood."""
    sea = Sea(turn=3).ship("hood", place=place).dice(*dice, 1, 1)
    sea.book.ultra[:] = ultra
    sea.call(bases.attack_harbour, "hood")
    return int(sea.events[1, 2])


@pytest.mark.rule("21.443B")
def test_the_modifiers_of_the_port_count_against_a_harbour_attack():
    assert harbour("britain", (3, 3)) == 2 and harbour("scapa_flow", (3, 3)) == 1


@pytest.mark.rule("21.443C")
@pytest.mark.parametrize("ultra, hits", [(-1, 3), (0, 2), (1, 2), (2, 2)])
def test_codebreaking_counts_in_a_harbour_attack(ultra, hits):
    assert harbour("britain", (4, 3), ultra) == hits


@pytest.mark.rule("20.161")
def test_no_more_groups_are_task_forces_than_there_are_counters():
    def units(counters):
        sea = Sea("raiders_long", turn=12, groups=1, brps=[20, 8])
        sea.ship("bismarck", "tirpitz", place="bergen", in_group=1).ship("scharnhorst", place="bergen")
        sea.game.ships_in[0] = 2
        sea.book.task_forces[sea.book.nation[number("bismarck")]] = counters
        mask = np.zeros(ACTIONS, np.int8)
        sea.call(raids.mask_raid, mask)
        return bool(mask[FIRST_UNIT + number("scharnhorst")])

    assert units(1) and not units(0)
