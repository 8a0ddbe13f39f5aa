"""Patrols off islands, which stay for the enemy's player turn and oppose raids (21.41, 21.4196)."""

import pytest

from aw_env.games.world_at_war.records.kinds import NOBODY, NOWHERE, Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import patrols, units
from aw_env.games.world_at_war.rules.sequence import PATROLS
from tests.world_at_war.positions import NAMES, Sea, number, playing

RABAUL, NOUMEA = {"place": "rabaul"}, {"place": "noumea"}


def sailing(ships, side=Side.AXIS, **fields):
    """The movement phase of a side among the islands, in which patrols sail."""
    fields = {"turn": 2, "moving": side, "step": PATROLS, "cursor": NOBODY, **fields}
    return playing(Phase.MOVEMENT, ships, (), "night_express", **fields)


def may_sail(*ships, hex="bougainville", out=(), side=Side.AXIS, **state):
    """Which ships of a port may patrol off an island, where those that are out patrol already."""
    sea = Sea("night_express", turn=2, moving=side, power=side)
    sea.ship(*ships, place="rabaul" if side == Side.AXIS else "noumea", **state)
    sea.ship(*out, place="rabaul" if side == Side.AXIS else "noumea", on_patrol=number(hex), inverted=1)
    sea.call(patrols.begin_patrol, number(hex))
    sea.game.subject = number(hex)
    allowed = sea.mask(patrols.mask_patrol_with)
    assert allowed[Option.DONE] == 1 and allowed[: Option.DONE].sum() == 0
    return {NAMES.units[unit].id for unit in range(len(NAMES.units)) if allowed[FIRST_UNIT + unit]}


@pytest.mark.rule("20.162A", "21.312")
def test_slow_ships_count_among_the_factors_of_a_patrol():
    assert may_sail("hiei", out=("mutsu",)) == {"hiei"}
    assert may_sail("hiei", out=("mutsu", "nagato")) == set()  # eight, and three


@pytest.mark.rule("21.4196", "21.311")
def test_who_patrols_has_been_used_and_stays_until_the_turn_of_its_side():
    game = sailing({"kongo": RABAUL, "hiei": RABAUL})
    assert game.asked == Decision.PATROL and "bougainville" in game.places
    game.choose("bougainville")
    assert game.asked == Decision.PATROL_WITH and game.units == {"kongo", "hiei"} and game.options == {Option.DONE}
    game.choose("kongo")
    assert game.of("kongo", "on_patrol") == number("bougainville") and game.of("kongo", "inverted") == 1
    assert game.said()[-1:] == ["Kongo patrols off Bougainville."]
    assert game.asked == Decision.PATROL_WITH and game.units == {"hiei"}
    game.choose(Option.DONE)
    assert game.asked == Decision.PATROL and game.of("hiei", "on_patrol") == NOWHERE
    assert "bougainville" not in game.places and game.options == {Option.DONE}


@pytest.mark.rule("21.4196", "21.3614")
def test_patrols_sail_to_own_islands_without_a_port_within_ten_hexes_of_one():
    game = sailing({"kongo": RABAUL})
    ports = {place.id for place in NAMES.places if place and game.record["ports"][place.number]}
    assert {"bougainville", "manus", "tarawa"} <= game.places  # of which one port alone, Kwajalein, is near Tarawa
    assert not game.places & {"rabaul", "truk", "japan_box", *ports}
    assert "santa_cruz" not in game.places  # the enemy's
    far = sailing({"kongo": RABAUL}, control=[Side.AXIS if place and place.id == "bougainville" else Side.ALLIES
                                              for place in NAMES.places])  # fmt: skip
    assert far.places == set() and far.options == {Option.DONE}


@pytest.mark.rule("20.162A", "21.312")
def test_less_than_ten_factors_patrol_off_an_island():
    """Three battlecruisers are out with nine factors, and no fourth ship follows; two leave room for a cruiser."""
    assert may_sail("japanese_cruiser_1", out=("kongo", "hiei", "haruna")) == set()
    assert may_sail("japanese_cruiser_1", out=("kongo", "hiei")) == {"japanese_cruiser_1"}


@pytest.mark.rule("21.313")
def test_factors_of_carriers_on_patrol_are_no_more_than_those_of_fast_fleets():
    """A fleet carrier has as many as a battlecruiser; two light carriers have one more."""
    assert may_sail("shokaku", "zuiho", out=("kongo",)) == {"shokaku", "zuiho"}
    assert may_sail("ryujo", out=("kongo", "zuiho")) == set()
    assert may_sail("zuiho") == set()


@pytest.mark.rule("21.32", "21.314")
@pytest.mark.parametrize(
    "state", [{"moved": 1}, {"inverted": 1}, {"spent": 1}, {"condition": Condition.DAMAGED}, {"on_patrol": 3}], ids=str
)
def test_ships_that_have_moved_or_been_used_or_damaged_do_not_patrol(state):
    assert may_sail("kongo") == {"kongo"} and may_sail("kongo", **state) == set()


@pytest.mark.rule("20.24")
def test_of_cruisers_that_may_patrol_one_of_each_nation_and_port_is_asked_about():
    """The second of a port stands for nobody where the first has been used; a battleship is like nobody."""
    assert may_sail("japanese_cruiser_1", "japanese_cruiser_2", "japanese_cruiser_3") == {"japanese_cruiser_1"}
    sea = Sea("night_express", turn=2, moving=Side.ALLIES, power=Side.ALLIES)
    sea.ship("pacific_cruiser_1", "pacific_cruiser_3", place="noumea").ship("pacific_cruiser_2", place="suva")
    alike = {k: sea.call(patrols.patrols_as_another, f"pacific_cruiser_{k}") for k in (1, 2, 3)}
    assert alike == {1: False, 2: False, 3: True}
    sea.ship("pacific_cruiser_1", place="noumea", inverted=1)
    assert not sea.call(patrols.patrols_as_another, "pacific_cruiser_3")


@pytest.mark.rule("20.24")
def test_cruisers_of_a_nation_come_one_after_the_other():
    sea = Sea("night_express")
    first = number("pacific_cruiser_1")
    assert list(sea.call(units.sisters_before, first)) == [] == list(sea.call(units.sisters_before, "kongo"))
    assert list(sea.call(units.sisters_before, "pacific_cruiser_3")) == [first + 1, first]
    assert list(sea.call(units.sisters_before, "japanese_cruiser_2")) == [number("japanese_cruiser_1")]


@pytest.mark.rule("21.4196")
def test_when_patrols_are_home_the_island_may_be_asked_about_again():
    sea = Sea("night_express").ship("kongo", place="rabaul", on_patrol=number("bougainville"))
    sea.call(patrols.begin_patrol, number("bougainville"))
    assert sea.game.cursor == number("bougainville") and sea.game.patrolled == 1 << number("bougainville")
    sea.call(patrols.end_patrols, Side.AXIS)
    assert sea.game.patrolled == 0 and sea.of("kongo", "on_patrol") == NOWHERE


@pytest.mark.rule("21.413B")
@pytest.mark.parametrize(("hex", "hexes", "may"), [("efate", 13, True), ("santa_cruz", 16, True), ("upolu", 22, False)])
def test_ships_of_the_australia_box_patrol_from_eight_hexes_off_the_map(hex, hexes, may):
    """Townsville is eight hexes away, and Noumea ten."""
    sea = Sea("night_express", turn=2, moving=Side.ALLIES, power=Side.ALLIES).ship("indiana", place="australia_box")
    box = number("australia_box")
    assert [int(sea.book.hexes[box, number(id)]) for id in ("townsville", "noumea", hex)] == [8, 10, hexes]
    sea.call(patrols.begin_patrol, number(hex))
    sea.game.subject = number(hex)
    assert bool(sea.mask(patrols.mask_patrol_with)[FIRST_UNIT + number("indiana")]) == may
