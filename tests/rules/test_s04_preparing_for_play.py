"""§4: the counters, the flags and the raid force before the first turn of the campaign; §6.5, its special moves."""

import tomllib
from functools import cache

import pytest

from aw_env.games.admirals_war.printed.load import configs_folder
from aw_env.games.admirals_war.records.terms import Box, Decision, Event, Power
from tests.positions import Position, from_file, names, printed


@cache
def campaign():
    """The campaign before its first decision; read only."""
    return from_file("campaign")


def in_the_campaign():
    """The units of the standard game."""
    record = campaign().record
    return {names().units[unit].id for unit in record["roster"][: record["units"]]}


# --- §4.2: the counters --------------------------------------------------------------------------------


@pytest.mark.rule("4.2")
def test_every_standard_counter_waits_for_its_turn_and_no_optional_one():
    assert in_the_campaign() == {unit.id for unit in printed().units if unit.status == "core"}
    for unit in printed().units:
        if unit.status == "core" and unit.arrives_turn > 1:
            now = campaign().unit(unit.id)
            assert (now.place, now.due) == ("not_yet_arrived", unit.arrives_turn)


@pytest.mark.rule("4.21")
def test_the_paratroops_come_on_turn_three():
    assert campaign().unit("Fsjr").due == 3
    arriving = Position("reinforcements", turn=3, last_turn=3).with_units("Fsjr", place="not_yet_arrived", due=3)
    assert arriving.start().unit("Fsjr").place == "germany"


@pytest.mark.rule("4.22")
def test_of_two_counters_with_one_hull_number_one_comes():
    pairs = {}
    for unit in printed().units:
        if unit.pair and unit.pair != unit.id and unit.status != "replacement":
            pairs.setdefault(unit.pair, []).append(unit.id)
    hulls = {hull: units for hull, units in pairs.items() if hull[:2] in ("cv", "ca")}
    assert {"cv10", "ca71"} <= hulls.keys()
    for units in hulls.values():
        assert len(units) == 2 and len(in_the_campaign() & {*units}) == 1


# --- §4.3: flags ---------------------------------------------------------------------------------------


@pytest.mark.rule("4.3", "2.23")
def test_flags_stand_as_the_map_shows_them_and_none_in_the_atlantic():
    flags = {id: campaign().flag(id) for id in printed().board.areas}
    atlantic = {id for id, area in printed().board.areas.items() if area.theatre == "atlantic"}
    assert {flags[id] for id in atlantic} == {None}
    uncontrolled = {id for id, flag in flags.items() if flag is None} - atlantic
    assert uncontrolled == {"aleutians", "gulf_of_alaska", "bismarck_sea", "arabian_sea"}
    assert {id for id, flag in flags.items() if flag == "axis"} == {"home_islands", "marianas", "marshalls"}


@pytest.mark.rule("2.8", "19.13")
def test_japan_starts_with_a_lead_of_eight():
    assert (campaign().points(0), campaign().points(1)) == (0, -8)


# --- §4.5: deployment ----------------------------------------------------------------------------------


@pytest.mark.rule("4.5", "5.1")
def test_each_nationality_in_turn_deploys_the_units_of_turn_one():
    game, asked = from_file("campaign"), []
    while game.decision == Decision.ARRIVAL:
        asked.append(game.power)
        game.choose(sorted(game.choices)[0])
    british, french = asked.count(Power.BRITISH), asked.count(Power.AMERICAN)
    assert asked == [Power.BRITISH] * british + [Power.AMERICAN] * french
    arrived = [unit for _, unit, *_ in game.events(Event.ARRIVED)]
    assert {names().units[unit].id for unit in arrived} == {
        unit.id for unit in printed().units if unit.status == "core" and unit.arrives_turn == 1
    }
    order = [int(game.record["controller"][unit]) for unit in arrived]
    assert order == sorted(order)


@pytest.mark.rule("4.6")
def test_at_the_end_the_japanese_choose_the_raid_force_from_ships_of_speed_five_and_more():
    game, asked = from_file("campaign").until(Decision.RAID_FORCE), []
    while game.decision == Decision.RAID_FORCE:
        assert (game.power, game.choices) == (Power.JAPANESE, {"raid_force", "stay"})
        asked.append(game.subject)
        game.choose("raid_force" if game.subject in ("Akagi", "Kaga") else "stay")
    fast = {
        unit.name
        for unit in printed().units
        if unit.nation == "japanese" and unit.kind == "ship" and unit.arrives_turn == 1 and unit.speed >= 5
        if unit.status == "core"
    }
    assert {*asked} == fast and len(asked) == len(fast)
    boxed = [unit.name for unit in names().units if game.unit(unit.id).place == Box.RAID_FORCE.name.lower()]
    assert boxed == ["Akagi", "Kaga"]


# --- §6.5: German moves on the first turn --------------------------------------------------------------

ATLANTIC = {id for id, area in printed().board.areas.items() if area.theatre == "atlantic"}
BRITISH_FLAGS = {id for id, area in printed().board.areas.items() if area.allied_flag.value == "british"}


def opening(unit, turn=1):
    """A German unit of the campaign in Germany when patrollers move."""
    text = (configs_folder() / "admirals_war" / "scenarios" / "campaign.toml").read_text("utf-8")
    free = tomllib.loads(text)["free_placement"]
    position = Position("patrolling", turn=turn, last_turn=turn, hostilities=False, free_placement={unit: free[unit]})
    return position.with_units(unit, place="germany").start()


@pytest.mark.rule("6.5")
@pytest.mark.parametrize("unit", ["nordmark", "atlantis"])
def test_oilers_and_merchant_raiders_may_be_put_anywhere_in_the_atlantic_or_under_a_british_flag(unit):
    game = opening(unit)
    assert game.choices - {"stay"} == ATLANTIC | BRITISH_FLAGS
    assert {"indian_ocean", "bay_of_bengal", "arabian_sea"} <= game.choices
    game.choose("indian_ocean")
    assert (game.unit(unit).raiding, len(game.events(Event.SPEED_ROLL))) == (False, 0)


@pytest.mark.rule("6.5")
def test_pocket_battleships_may_patrol_or_raid_anywhere_in_the_atlantic_but_off_america():
    far = ATLANTIC - {"caribbean", "eastern_seaboard"}
    game = opening("graf_spee")
    assert game.choices - {"stay", "turn_raider"} == far
    game.choose("south_atlantic")
    assert (game.unit("graf_spee").place, game.unit("graf_spee").raiding) == ("south_atlantic", False)
    raider = opening("graf_spee").choose("turn_raider")
    assert raider.decision == Decision.RAID_ORDER and raider.choices - {"stay"} == far
    raider.choose("cape_of_good_hope")
    assert (raider.unit("graf_spee").place, raider.unit("graf_spee").raiding) == ("cape_of_good_hope", True)
    assert not game.events(Event.SPEED_ROLL) and not raider.events(Event.SPEED_ROLL)


@pytest.mark.rule("6.5")
def test_after_the_first_turn_they_move_like_others():
    assert "south_atlantic" not in opening("graf_spee", turn=2).choices
    free = {unit for unit in names().units if campaign().books["free_turn"][0][unit.number] > 0}
    assert {unit.id for unit in free} == {
        "nordmark", "dithmarschen", "ermland", "atlantis", "pinguin", "orion", "thor",
        "admiral_scheer", "lutzow", "graf_spee",
    }  # fmt: skip
