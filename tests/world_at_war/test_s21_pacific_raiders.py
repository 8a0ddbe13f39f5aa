"""Japanese raiders in the Pacific SW box (21.532D, 21.15D), with the option `pacific_raiders`."""

import pytest

from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.records.kinds import PLACES, Box, Decision, Nation, Option, Phase, Side, Switch
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import detection, raids
from tests.world_at_war.positions import Sea, number, playing

SUVA, NOUMEA = {"place": "suva"}, {"place": "noumea"}
OPTION = ("pacific_raiders",)


def raiding(ships, dice=(), **fields):
    """The combat phase of Japan, which holds Noumea and Suva."""
    control = [int(one) for one in SCENARIOS.ready("night_express", OPTION).templates[0]["control"]]
    fields = {"turn": 2, "moving": Side.AXIS, "control": control, "brps": [20, 20], **fields}
    return playing(Phase.MISSIONS, ships, dice, "night_express", OPTION, **fields)


@pytest.mark.rule("21.532D")
def test_japanese_ships_raid_from_noumea_and_suva_three_from_each():
    ships = {ship: SUVA for ship in ("kongo", "haruna", "hiei", "kirishima")} | {"japanese_cruiser_1": NOUMEA}
    game = raiding(ships | {"japanese_cruiser_2": {"place": "rabaul"}})
    assert game.asked == Decision.RAID and game.units == {*ships}
    game.choose("kongo", "haruna", Option.DONE, "hiei")
    assert game.units == {"japanese_cruiser_1"}  # three have left Suva


@pytest.mark.rule("21.532A", "21.532E")
def test_japanese_battleships_of_five_factors_raid_one_in_a_group():
    """Only German and Italian ones do not; slow ships never do."""
    game = raiding({"yamato": SUVA, "musashi": NOUMEA, "mutsu": SUVA, "japanese_cruiser_1": SUVA})
    assert game.units == {"yamato", "musashi", "japanese_cruiser_1"}
    game.choose("yamato")
    assert game.units == {"japanese_cruiser_1"}
    game.choose(Option.DONE)
    assert game.units == {"musashi", "japanese_cruiser_1"}


@pytest.mark.rule("21.532D", "21.31")
def test_a_port_that_supply_does_not_reach_sends_raiders():
    cut_off = [0] * PLACES
    cut_off[number("suva")] = 1
    assert raiding({"kongo": SUVA}, cut_off=cut_off).units == {"kongo"}


@pytest.mark.rule("21.532D", "21.5331")
def test_why_a_ship_does_not_raid_is_told_of_the_pacific():
    game = raiding({"kongo": SUVA})
    reason = game.rules.speech().understanding.words.reason(Decision.RAID, game.view())
    assert "21.532D" in reason.rules and not {"21.532B", "21.5331"} & {*reason.rules}
    assert "Noumea, Suva, Townsville and Pearl Harbor" in reason.words and "western" not in reason.words


@pytest.mark.rule("21.532A", "20.32J")
@pytest.mark.parametrize("fly", [0, 1])
def test_japanese_carriers_raid_where_aircraft_fly(fly):
    """Without the option `carriers` there is no rule of aircraft in the Pacific."""
    sea = Sea("night_express", turn=2, moving=Side.AXIS).ship("shokaku", "kongo", place="suva")
    sea.book.raids_to[number("suva")], sea.book.options = Box.PACIFIC, fly << Switch.CARRIERS
    assert sea.call(raids.may_raid, "shokaku") == fly and sea.call(raids.may_raid, "kongo")


@pytest.mark.rule("21.15D")
def test_ships_in_the_pacific_us_box_engage_raiders_in_the_pacific():
    sea = Sea("night_express", turn=2, engagement=1, groups=1).ship("kongo", place="suva", in_group=1)
    sea.book.raids_to[number("suva")] = Box.PACIFIC
    sea.game.origin[0] = number("suva")
    sea.ship("south_dakota", place="pacific_us_box").ship("indiana", place="australia_box")
    sea.ship("massachusetts", place="pago_pago")
    assert sea.call(detection.may_engage, "south_dakota", 1) and sea.call(detection.may_engage, "indiana", 1)
    assert not sea.call(detection.may_engage, "massachusetts", 1)


@pytest.mark.rule("21.532D", "21.5341")
def test_raiders_that_are_not_opposed_attack_the_transports_of_the_pacific():
    game = raiding({"kongo": SUVA, "haruna": SUVA, "hiei": SUVA}, [6, 6], turn=2)
    game.choose("kongo", "haruna", "hiei", Option.DONE, Option.DONE, Option.NO)
    assert game.record["transports"][Box.PACIFIC] == 10 - 4  # nine factors, twelve


@pytest.mark.rule("21.5362C")
@pytest.mark.parametrize("britain, us, sunk", [(2, 2, 1), (0, 2, 1), (2, 0, 2)])
def test_transports_of_the_pacific_have_the_modifier_of_the_us(britain, us, sunk):
    """Three factors of Japan, with two more and one: 9 on the dice is 10 against two, a hit, and 12 against none."""
    sea = Sea("night_express", turn=2, engagement=1, groups=1, transports=[0, 0, 9])
    sea.ship("kongo", place="suva", in_group=1)
    sea.game.origin[0], sea.book.raids_to[number("suva")] = number("suva"), Box.PACIFIC
    sea.book.drm[[Nation.BRITAIN, Nation.US]] = britain, us
    sea.dice(4, 5).call(raids.raid_transports, 1)
    assert sea.game.transports[Box.PACIFIC] == 9 - sunk


@pytest.mark.rule("21.5342G")
def test_ships_out_on_patrol_do_not_engage_raiders():
    sea = Sea("night_express", turn=2, engagement=1, groups=1).ship("kongo", place="suva", in_group=1)
    sea.book.raids_to[number("suva")] = Box.PACIFIC
    sea.game.origin[0] = number("suva")
    sea.ship("indiana", place="townsville").ship("south_dakota", place="townsville", on_patrol=number("efate"))
    assert sea.call(detection.may_engage, "indiana", 1) and not sea.call(detection.may_engage, "south_dakota", 1)


@pytest.mark.rule("21.5342G", "21.36C")
@pytest.mark.parametrize("field", [None, "cut_off", "unsupplied", "taken"])
def test_ships_in_a_port_that_is_not_operational_do_not_engage_raiders(field):
    """Suva, say, that the US has landed on again; ships of a box have no such port."""
    sea = Sea("night_express", turn=2, engagement=1, groups=1).ship("kongo", place="noumea", in_group=1)
    sea.book.raids_to[number("noumea")] = Box.PACIFIC
    sea.game.origin[0] = number("noumea")
    sea.game.control[number("noumea")], sea.game.cut_off[number("suva")] = Side.AXIS, 0
    sea.ship("south_dakota", place="suva").ship("indiana", place="australia_box")
    if field is not None:
        sea.game[field][number("suva")] = 1
    assert bool(sea.call(detection.may_engage, "south_dakota", 1)) == (field is None)
    assert sea.call(detection.may_engage, "indiana", 1)


@pytest.mark.rule("21.5342")
@pytest.mark.parametrize("allies, axis, magic", [(1, 1, 0), (2, 1, 1), (1, 2, -1)])
def test_magic_adds_one_to_the_raider_die_for_more_cards_and_takes_one_off_for_fewer(allies, axis, magic):
    sea = Sea("night_express", turn=2, engagement=1, groups=1).ship("kongo", place="suva", in_group=1)
    sea.book.raids_to[number("suva")] = Box.PACIFIC
    sea.game.origin[0] = number("suva")
    sea.book.cards[:] = 0
    without = sea.call(detection.raider_modifier, 1)
    sea.book.cards[Side.ALLIES], sea.book.cards[Side.AXIS] = allies, axis
    assert sea.call(detection.raider_modifier, 1) - without == magic


@pytest.mark.rule("21.112", "21.538B")
@pytest.mark.parametrize("others, room", [(38, True), (39, False)])
def test_a_group_finds_the_room_taken_that_another_has_taken_before_it(others, room):
    """Noumea bases fifty factors, and six come with the first group."""
    sea = Sea("night_express", turn=2, moving=Side.AXIS, power=Side.AXIS, groups=2, group=1)
    sea.book.raids_to[number("suva")] = sea.book.raids_to[number("noumea")] = Box.PACIFIC
    sea.game.control[[number("suva"), number("noumea")]] = Side.AXIS
    sea.ship("kongo", "haruna", place="suva", in_group=1).ship("hiei", "kirishima", place="suva", in_group=2)
    sea.ship("truk_flotilla_1", place="noumea", strength=others)
    sea.game.ships_in[:2], sea.game.origin[:2] = 2, number("suva")
    assert sea.mask(raids.mask_return)[FIRST_PLACE + number("noumea")] == 1
    sea.call(raids.take_return, FIRST_PLACE + number("noumea"))
    sea.game.group = 2
    assert sea.mask(raids.mask_return)[FIRST_PLACE + number("noumea")] == room
