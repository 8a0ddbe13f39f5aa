"""Submarines and ASW (20.7, 20.8), and transports that they damage (20.636, 20.66)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Box, Decision, Event, Option, Phase, Side, Worth
from aw_env.games.world_at_war.rules import submarines, transports
from tests.world_at_war.positions import Sea, playing

WITH = ["submarine_warfare"]


def yard(side, options=WITH, **fields):
    """The construction phase."""
    fields = {"brps": [20, 20], "yards": [5, 5], **fields}
    return playing(Phase.CONSTRUCTION, {}, moving=side, turn=8, options=options, **fields)


@pytest.mark.rule("20.76")
def test_a_submarine_costs_three_brps_and_a_point():
    game = yard(Side.AXIS, submarines=[3, 0, 0]).choose(Option.SUBMARINE)
    assert (game.record["brps"][Side.AXIS], game.record["yards"][Side.AXIS]) == (17, 4)
    assert game.game._events[1][1:4].tolist() == [2, 0, 0]  # what has been built
    assert game.box("submarines") == [4, 0, 0] and game.said() == ["A submarine is built."]


@pytest.mark.rule("21.34", "20.13")
@pytest.mark.parametrize("old, attacking", [(0, []), (3, [3]), (4, [4, 4])])
def test_a_new_submarine_takes_no_part_in_the_warfare_of_its_turn(old, attacking):
    """A roll for each three submarines begun; ASW sinks none of the new ones."""
    game = yard(Side.AXIS, submarines=[old, 0, 0], asw=[4, 0, 0], transports=[10, 5, 0]).choose(Option.SUBMARINE)
    assert game.box("new_submarines") == [1, 0, 0]
    game.game.script_dice([3, 3] * len(attacking) + [6, 6] * 4)
    attacks = []
    while game.record["moving"] == Side.AXIS and game.record["phase"] != Phase.REDEPLOYMENT:
        game.choose(Option.DONE)
        attacks += [event[1] for event in game.game._events[1 : 1 + game.game._events[0, 0]].tolist()
                    if event[0] == Event.SUBMARINES_ATTACK]  # fmt: skip
    assert attacks == attacking
    assert game.box("submarines")[0] >= 1 and game.box("new_submarines") == [0, 0, 0]


@pytest.mark.rule("20.84", "20.81")
def test_asw_costs_three_brps_and_a_point_and_bases_in_the_sw_box():
    game = yard(Side.ALLIES, asw=[4, 0, 0]).choose(Option.ASW)
    assert (game.record["brps"][Side.ALLIES], game.record["yards"][Side.ALLIES]) == (17, 4)
    assert game.box("asw") == [5, 0, 0] and game.said() == ["An ASW factor is built."]


@pytest.mark.rule("20.85")
def test_one_allied_pool_of_asw():
    assert Option.ASW not in yard(Side.ALLIES, asw=[20, 0, 0]).options
    assert Option.ASW not in yard(Side.ALLIES, asw=[12, 8, 0]).options
    assert Option.ASW in yard(Side.ALLIES, asw=[12, 7, 0]).options


@pytest.mark.rule("20.72")
def test_the_allies_have_no_submarines_in_sw_boxes():
    assert Option.SUBMARINE not in yard(Side.ALLIES).options and Option.ASW not in yard(Side.AXIS).options


def test_without_the_optional_rule_there_are_none():
    assert Option.SUBMARINE not in yard(Side.AXIS, options=()).options
    assert playing(Phase.OPENING).box("submarines") == [0, 0, 0]


@pytest.mark.rule("20.71A")
def test_german_submarines_are_in_the_atlantic():
    assert playing(Phase.OPENING, options=WITH).box("submarines") == [3, 0, 0]


def warfare(dice, **fields):
    """A round of submarine warfare."""
    sea = Sea(**{"submarines": [3, 0, 0], "asw": [4, 0, 0], "transports": [10, 5, 0], **fields}).dice(*dice)
    sea.call(submarines.fight_submarines)
    return sea


@pytest.mark.rule("20.511D")
@pytest.mark.parametrize("dice, left, damaged", [((1, 3), 10, 0), ((3, 2), 9, 1), ((4, 4), 8, 1), ((6, 6), 6, 2)])
def test_submarines_damage_half_of_the_transports_that_they_hit_and_sink_the_others(dice, left, damaged):
    sea = warfare((*dice, 1, 1))
    assert sea.game.transports[Box.ATLANTIC] == left and sea.game.damaged[Box.ATLANTIC] == damaged
    assert sea.game.points[Side.AXIS] == (10 - left - damaged) * sea.book.worth[Worth.TRANSPORT]


@pytest.mark.rule("20.83")
def test_asw_hunts_submarines():
    sea = warfare((1, 1, 4, 4))
    assert sea.game.submarines[Box.ATLANTIC] == 2


@pytest.mark.rule("20.511D", "20.61")
def test_transports_that_are_sunk_may_be_built_again():
    """Of three that a natural eight hits two are damaged."""
    sea = warfare((4, 4, 1, 1), unbuilt=5)
    assert sea.game.unbuilt == 6 and sea.game.transports[Box.ATLANTIC] == 10 - 3 + 1


@pytest.mark.rule("20.82", "20.83")
def test_a_single_submarine_attacks_and_is_hunted_and_redeployment_follows():
    sea = warfare((1, 1, 4, 4), submarines=[1, 0, 0])
    assert [event.name for event in sea.told] == ["SUBMARINES_ATTACK", "ASW_ATTACKS"]
    assert sea.events[2].tolist()[1:4] == [4, 1, 0] and sea.game.submarines[Box.ATLANTIC] == 0
    assert sea.game.phase == Phase.REDEPLOYMENT and sea.game.step == 0


@pytest.mark.rule("20.636B")
def test_transports_damaged_the_last_time_do_not_count_this_time():
    sea = warfare((1, 1, 1, 1), damaged_now=[3, 2, 0])
    assert sea.game.damaged_now.tolist() == [0, 0, 0]


@pytest.mark.rule("20.82")
def test_asw_fights_only_in_its_sw_box():
    sea = warfare((1, 1), asw=[0, 4, 0])
    assert sea.game.submarines[Box.ATLANTIC] == 3 and sea.game.scripted_used == 2


@pytest.mark.rule("20.42H")
def test_escort_carriers_are_on_asw_duty():
    sea = Sea(submarines=[3, 0, 0], transports=[10, 5, 0]).ship("escort_carriers", strength=2).dice(1, 1, 5, 5)
    sea.call(submarines.fight_submarines)
    assert sea.game.submarines[Box.ATLANTIC] == 1


@pytest.mark.rule("20.35")
def test_fast_carriers_have_no_effect():
    sea = Sea(submarines=[3, 0, 0], transports=[10, 5, 0]).ship("ark_royal", "wasp").dice(1, 1)
    sea.call(submarines.fight_submarines)
    assert sea.game.submarines[Box.ATLANTIC] == 3 and sea.game.scripted_used == 2


@pytest.mark.rule("20.636", "20.636A")
def test_all_undamaged_transports_may_be_used():
    sea = Sea(transports=[7, 0, 0], damaged_now=[2, 0, 0], had_sailed=[20, 0, 0])
    assert sea.call(transports.usable, Box.ATLANTIC) == 7


@pytest.mark.rule("20.636B")
@pytest.mark.parametrize("left, damaged, usable", [(2, 14, 4), (2, 3, 3), (0, 9, 4), (5, 11, 5)])
def test_one_for_every_five_of_those_that_were_damaged(left, damaged, usable):
    """Sixteen transports at the end of the last player turn: at least four may be used, of those that survive."""
    sea = Sea(transports=[left, 0, 0], damaged_now=[damaged, 0, 0], had_sailed=[16, 0, 0])
    assert sea.call(transports.usable, Box.ATLANTIC) == usable


@pytest.mark.rule("20.66")
def test_damaged_transports_are_repaired_in_port_and_sail_again_in_redeployment():
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=8, step=0, transports=[15, 5, 0], damaged=[2, 0, 0],
                   brps=[9, 0])  # fmt: skip
    assert game.asked == Decision.STATION
    game.choose("atlantic_sw", "indian_sw")
    assert game.box("transports") == [16, 6, 0] and game.box("damaged") == [0, 0, 0]
    assert game.record["brps"][Side.ALLIES] == 9 and game.asked == Decision.SHIFT


@pytest.mark.rule("20.66")
def test_damaged_transports_carry_nothing_in_the_phase_in_which_they_sail_again():
    """There is no other in the Atlantic."""
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=11, step=0, transports=[0, 5, 0], damaged=[1, 0, 0])
    assert game.asked == Decision.STATION
    assert game.choose("atlantic_sw").asked == Decision.SHIFT


@pytest.mark.rule("21.73A")
def test_submarines_in_an_sw_box_are_ready_every_turn():
    sea = warfare((1, 1, 1, 1))
    sea.dice(3, 2, 1, 1)
    sea.call(submarines.fight_submarines)
    assert sea.game.damaged[Box.ATLANTIC] == 1


@pytest.mark.rule("20.634A")
def test_damaged_transports_do_not_count_towards_the_optimal_level():
    sea = Sea(transports=[20, 5, 0], damaged=[5, 0, 0], brps=[20, 0])
    sea.call(transports.pay_penalty)
    assert sea.game.points[Side.AXIS] == 5
