"""What a seat may know of a battle, for people and for players that reason."""

from dataclasses import replace

import pytest

from aw_env.games.naval_miniatures.printed import load
from aw_env.games.naval_miniatures.records.terms import Decision, Kind, Option, Side, Terrain, Weapon
from aw_env.games.naval_miniatures.view import View
from aw_env.games.naval_miniatures.words.words import DECISIONS
from tests.naval_miniatures.positions import battle, scenario


def seen(game, seat=None, name="river_plate", options=()):
    """The view of a battle under test."""
    return View(replace(load.scenario(name, options), books=game.books), game.games, seat)


@pytest.fixture(scope="module")
def fight():
    allies = (("hms_ajax", "d4"), ("hms_ajax", "d3"), ("hms_ark_royal", "a1"), ("swordfish_mk_ii", "hms_ark_royal"))
    axis = {"bismarck": "e5", "fw_200_kondor": "airbase", "u_510": "f4"}
    units = {"hms_ajax": {"damage": 2, "crippled": 1}, "fw_200_kondor": {"rearming": 4}}
    terrain = {"island": ["e4"], "squall": ["f2"], "objectives": ["d5"]}
    return battle("surface_attack", allies, axis, terrain=terrain, smoke=["c3"], units=units).begin(dice=[1] * 40)


def test_units_are_called_by_their_cards_and_further_ones_by_a_number(fight):
    view = seen(fight)
    assert [unit.id for unit in view.units[:2]] == ["hms_ajax", "hms_ajax_2"]
    assert [unit.name for unit in view.units[:2]] == ["HMS Ajax", "HMS Ajax (2)"]
    assert view.unit("hms_ajax_2").place == "d3"
    with pytest.raises(LookupError):
        view.unit("hms_ajax_3")


def test_a_unit_of_the_other_sides_cards_is_called_by_its_side():
    game = scenario("random", "exercise").begin(seed=1)
    view = seen(game, name="random", options=["exercise"])
    assert all(unit.id.partition("_axis")[1] for unit in view.units if unit.side == Side.AXIS)
    assert not any("axis" in unit.id for unit in view.units if unit.side == Side.ALLIES)
    assert len({unit.name for unit in view.units}) == len(view.units)


def test_a_crippled_ship_is_weaker_than_her_card(fight):
    ajax = seen(fight).unit("hms_ajax")
    assert (ajax.kind, ajax.hull_left, ajax.crippled) == (Kind.CRUISER, 1, True)
    assert (ajax.armor, ajax.vital, ajax.speed) == (
        ajax.printed_armor - 1,
        ajax.printed_vital - 1,
        ajax.printed_speed - 1,
    )


def test_weapons_and_abilities_are_those_on_the_card(fight):
    bismarck = seen(fight).unit("bismarck")
    assert bismarck.dice(Weapon.MAIN, 0) == bismarck.attack[Weapon.MAIN][0] > bismarck.dice(Weapon.MAIN, 3) > 0
    assert bismarck.dice(Weapon.TORPEDO, 0) == bismarck.dice(Weapon.MAIN, 9) == 0
    assert Weapon.MAIN in bismarck.weapons and bismarck.abilities["extended_range"] == 4


def test_aircraft_are_aboard_or_ashore(fight):
    view = seen(fight)
    assert view.unit("swordfish_mk_ii").carrier == view.unit("hms_ark_royal")
    kondor = view.unit("fw_200_kondor")
    assert kondor.ashore and not kondor.on_map and kondor.rearming == 4 and kondor.speed == 0


def test_units_of_a_side_by_their_types(fight):
    view = seen(fight)
    assert [unit.id for unit in view.ships(Side.AXIS)] == ["bismarck"]
    assert [unit.id for unit in view.submarines()] == ["u_510"]
    assert [unit.id for unit in view.aircraft()] == ["swordfish_mk_ii", "fw_200_kondor"]
    assert len(view.left(Side.ALLIES)) == 4


def test_the_map(fight):
    view = seen(fight)
    assert (view.terrain("e4"), view.terrain("f2"), view.terrain("a1")) == (
        Terrain.ISLAND,
        Terrain.SQUALL,
        Terrain.OPEN,
    )
    assert view.smoke("c3") and not view.smoke("c4") and view.objectives == ["d5"]
    e4, e5, e6 = (view.names.place_number(sector) for sector in ("e4", "e5", "e6"))
    assert view.crossed(e4, e6) == [e5] and view.range(e4, e6) == 2


def test_a_view_holds_no_dice_to_come(fight):
    for seat in (None, 0, 1):
        record = seen(fight, seat).record
        assert not record["generator"].any() and not record["script"].any()


def test_a_fleet_that_is_bought_is_seen_by_its_side_alone():
    game = scenario("standard").begin(seed=1).choose("hms_hood", "hms_ajax", "end", "bismarck")
    allies, axis, all_of_it = (seen(game, seat, "standard") for seat in (0, 1, None))
    assert allies.drafted(Side.ALLIES) == {"hms_hood": 1, "hms_ajax": 1} and not allies.drafted(Side.AXIS)
    assert axis.drafted(Side.AXIS) == {"bismarck": 1} and not axis.drafted(Side.ALLIES)
    assert all_of_it.drafted(Side.ALLIES) and all_of_it.drafted(Side.AXIS)
    assert (allies.decisions, axis.decisions) == (2, 1)
    assert axis.points_to_spend == 47


@pytest.mark.parametrize(
    ("card", "says"),
    [
        ("Yamato", "Yamato costs 70 points, and 47 are left"),
        ("HMS Hood", "HMS Hood may not be in this fleet, by its country or its year"),
    ],
)
def test_a_card_that_cannot_be_bought_says_why(card, says):
    from aw_env.core.said.naming import absent

    game = scenario("standard").begin(seed=1).choose("hms_hood", "end", "bismarck")
    assert absent(seen(game, 1, "standard"), card) == says


@pytest.mark.rule("HIS.1", "HIS.4")
@pytest.mark.parametrize(
    ("options", "bought", "card", "says"),
    [
        (["historical"], ["akagi"], "Akagi", "Akagi cannot be added: no more of its class were built"),
        (["historical"], ["akagi"], "Luca Tarigo", "Luca Tarigo cannot be added: Japan fights alone"),
        (
            [],
            ["luca_tarigo"] + ["type_13_subchaser"] * 14,
            "Nordmark",
            "Nordmark cannot be added: a fleet has at most 15 units",
        ),
        ([], ["g4m_betty"] * 5, "Fw 200 Kondor", "FW 200 Kondor cannot be added: there is no base for it"),
    ],
)
def test_which_limit_of_a_fleet_keeps_a_card_out(options, bought, card, says):
    from aw_env.core.said.naming import absent

    game = scenario("standard", *options).begin(seed=1).choose("uss_fletcher", "end", *bought)
    assert absent(seen(game, 1, "standard", options), card) == says


def test_the_decision_and_its_unit(fight):
    view = seen(fight)
    assert view.decision == Decision.FIRE_WHO and view.subject is None
    fight.choose("hms_ajax")
    assert seen(fight).asked_unit.id == "hms_ajax"


def test_what_is_declared_of_the_battle_is_an_attribute(fight):
    view = seen(fight)
    assert (view.first, view.escort, view.eventful) == (Side.ALLIES, None, False)
    assert (view.score, view.win_at, view.last_turn) == ((0, 0), 150, 30)
    with pytest.raises(AttributeError, match="no morale is declared"):
        view.morale  # noqa: B018


@pytest.mark.rule("AB.pinpointer", "AB.scout_cruiser")
@pytest.mark.parametrize(
    ("axis", "asked"),
    [
        ({"fw_200_kondor": "d6", "koln": "d4"}, False),
        ({"fw_200_kondor": "d6", "u_510": "d4"}, True),
        ({"tone": "d6"}, True),
    ],
)
def test_nobody_is_asked_for_a_mark_that_helps_none_of_his_units(axis, asked):
    game = battle("air_attack", {"uss_atlanta": "d4"}, axis, first="axis").begin()
    assert game.asked == "mark"
    answer = DECISIONS[Decision.MARK].sensible(seen(game, Side.AXIS))
    assert (answer is None) == asked
    assert asked or (answer.action, "decline" in game.legal) == (Option.DECLINE, True)
