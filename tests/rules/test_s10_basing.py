"""§10.1-10.2 Returning to base.

Most positions begin with step 5.74: every unit still at sea is asked where it goes.
"""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event
from tests.positions import Position, battle

PACIFIC_PORTS = {"pearl_harbor", "samoa", "australia", "singapore", "trincomalee", "saigon"}
"""Ports of the Allies in the PTO at the start (Table 1)."""
ATLANTIC_PORTS = {"england", "gibraltar", "simons_town", "brest", "usa", "panama_canal", "neutral_port"}
"""Their ports in the ATO outside the Mediterranean, with the neutral port."""
MEDITERRANEAN_PORTS = {"suez", "toulon"}


def returning(unit, area, state=None, **keys):
    """A unit at sea in an area when all units return to base."""
    return Position("return", area, **{"turn": 1, "last_turn": 2, **keys}).with_units(unit, **(state or {}))


def returns(unit, area, **keys):
    """The places it may return to."""
    game = returning(unit, area, **keys).start()
    assert game.decision == Decision.RETURN_TO_BASE
    return game.choices


# --- §10.1: legal basing locations ---------------------------------------------------------------------


@pytest.mark.rule("10.1", "2.33")
def test_a_base_takes_ships_only_from_an_area_it_touches():
    assert returns("Portland", "central_pacific") == PACIFIC_PORTS | {"midway"}
    assert returns("Portland", "marshalls") == PACIFIC_PORTS | {"johnston"}


@pytest.mark.rule("10.1", "2.32")
def test_a_port_takes_ships_from_any_area_of_its_theatre_and_of_no_other():
    assert returns("Kongo", "aleutians") == {"yokosuka", "truk"}
    assert returns("Exeter", "coral_sea") == PACIFIC_PORTS | {"port_moresby", "noumea"}
    assert returns("Exeter", "mid_atlantic") == ATLANTIC_PORTS | MEDITERRANEAN_PORTS


@pytest.mark.rule("10.1", "2.36")
def test_a_unit_returns_only_to_places_of_its_own_side():
    assert returns("Kongo", "central_pacific") == {"yokosuka", "truk", "saipan", "kwajalein"}
    changed = {"midway": "japanese", "saipan": "american", "truk": "american"}
    assert returns("Kongo", "central_pacific", owners=changed) == {"yokosuka", "midway", "kwajalein"}


@pytest.mark.rule("10.1", "2.51")
def test_nobody_returns_past_an_enemy_gibraltar():
    assert returns("Bismarck", "south_atlantic") == {"germany", "neutral_port"}
    taken = returns("Bismarck", "south_atlantic", owners={"gibraltar": "german"})
    assert taken == {"germany", "neutral_port", "gibraltar", "taranto"}
    assert returns("Littorio", "west_med") == {"taranto", "tripoli"}


@pytest.mark.rule("10.1", "2.52")
def test_the_way_home_does_not_lead_through_an_enemy_channel_but_may_lead_round_it():
    channel = ["north_sea", "western_approaches", "bay_of_biscay"]
    round_scotland = [*channel, "air_gap"]
    hostile, friendly = {"england": "german"}, {"england": "german", "brest": "german"}
    assert returns("Bismarck", "western_approaches", areas=channel, owners=hostile) == {"england"}
    assert returns("Bismarck", "western_approaches", areas=channel, owners=friendly) == {"england", "germany", "brest"}
    assert returns("Bismarck", "western_approaches", areas=round_scotland, owners=hostile) == {"england", "germany"}


@pytest.mark.rule("10.1", "2.35")
def test_a_port_that_touches_the_area_takes_ships_though_it_is_in_the_other_theatre():
    assert returns("Exeter", "arabian_sea") == PACIFIC_PORTS | {"suez", "diego_suarez"}


@pytest.mark.rule("10.1", "6.3")
def test_enemy_control_does_not_bar_the_way_home():
    flags = {"aleutians": "allies", "home_islands": "allies", "gulf_of_alaska": "allies"}
    assert returns("Kongo", "aleutians", flags=flags) == {"yokosuka", "truk"}


@pytest.mark.rule("10.11", "2.53")
@pytest.mark.parametrize("area", ["hawaiian_islands", "french_polynesia"])
def test_allied_ships_and_troops_return_to_panama_from_two_areas_of_the_pacific(area):
    assert "panama_canal" in returns("Portland", area)
    assert "panama_canal" in returns("1st Marines", area)
    assert "panama_canal" not in returns("11AF", area)
    assert "panama_canal" not in returns("Portland", "central_pacific")
    assert "panama_canal" not in returns("Kongo", area, owners={"panama_canal": "german"})


@pytest.mark.rule("10.11", "2.55")
def test_panama_takes_nobody_from_the_pacific_while_the_enemy_holds_it():
    assert "panama_canal" not in returns("Portland", "hawaiian_islands", owners={"panama_canal": "german"})


@pytest.mark.rule("10.12")
@pytest.mark.parametrize("at_war", [False, True])
def test_before_japan_attacks_only_us_and_french_units_base_in_us_places(at_war):
    assert ("usa" in returns("Exeter", "eastern_seaboard", hostilities=at_war)) == at_war
    assert ("pearl_harbor" in returns("Australia", "hawaiian_islands", hostilities=at_war)) == at_war
    assert ("johnston" in returns("De Ruyter", "marshalls", hostilities=at_war)) == at_war
    assert "usa" in returns("Augusta", "eastern_seaboard", hostilities=at_war)
    assert "usa" in returns("Dunkerque", "eastern_seaboard", turn=3, last_turn=4, hostilities=at_war)


@pytest.mark.rule("10.13")
@pytest.mark.parametrize("at_war", [False, True])
def test_us_units_base_in_british_places_once_japan_has_attacked(at_war):
    assert ("england" in returns("Augusta", "eastern_seaboard", hostilities=at_war)) == at_war
    assert "england" in returns("Exeter", "eastern_seaboard", hostilities=at_war)
    assert "england" in returns("Dunkerque", "eastern_seaboard", turn=3, last_turn=4, hostilities=at_war)


@pytest.mark.rule("10.12", "2.36")
@pytest.mark.parametrize("at_war", [False, True])
def test_before_japan_attacks_us_ships_use_no_russian_port_and_british_ships_do(at_war):
    keys = {"hostilities": at_war, "turn": 3, "last_turn": 4}
    assert ("murmansk" in returns("Washington", "eastern_seaboard", **keys)) == at_war
    assert "murmansk" in returns("Exeter", "eastern_seaboard", **keys)


@pytest.mark.rule("10.12", "2.36")
@pytest.mark.parametrize("at_war", [False, True])
def test_before_japan_attacks_british_ships_use_no_french_place_that_the_us_runs(at_war):
    assert ("saigon" in returns("Exeter", "indian_ocean", hostilities=at_war)) == at_war
    assert ("brest" in returns("Exeter", "mid_atlantic", hostilities=at_war)) == at_war
    assert ("diego_suarez" in returns("RAF", "arabian_sea", hostilities=at_war)) == at_war
    assert {"saigon", "singapore"} < returns("Dunkerque", "indonesia", hostilities=at_war, turn=2, last_turn=3)
    assert "brest" in returns("Exeter", "mid_atlantic", hostilities=at_war, owners={"brest": "british"})


@pytest.mark.rule("10.12", "2.36")
def test_a_captured_place_is_no_longer_the_possession_of_its_first_owner():
    assert "gibraltar" in returns("Bismarck", "south_atlantic", hostilities=False, owners={"gibraltar": "german"})


@pytest.mark.rule("10.1", "2.36")
def test_german_ships_use_japanese_places_only_once_japan_is_at_war():
    for at_war in (False, True):
        keys = {"hostilities": at_war, "owners": {"trincomalee": "german"}}
        choices = returns("Bismarck", "indian_ocean", **keys)
        assert ("trincomalee" in choices, "yokosuka" in choices) == (True, at_war)
        assert "yokosuka" in returns("Kongo", "indian_ocean", **keys)


@pytest.mark.rule("10.14")
def test_italian_ships_in_the_atlantic_base_in_brest_germany_or_the_neutral_port():
    assert returns("Littorio", "mid_atlantic", owners={"brest": "german"}) == {"brest", "germany", "neutral_port"}
    assert returns("Littorio", "mid_atlantic") == {"germany", "neutral_port"}


@pytest.mark.rule("10.14")
def test_italian_ships_move_normally_from_there():
    game = Position("patrolling", owners={"brest": "german"}).with_units("Littorio", place="brest").start()
    assert {"bay_of_biscay", "western_approaches", "mid_atlantic", "south_atlantic"} < game.choices


def disabled_in(area, target, **keys):
    """The places to which a ship may return that a surface action has disabled."""
    enemy, dice = ("Scharnhorst", [1] * 4 + [4, 1, 1]) if target == "Hood" else ("Hood", [5, 1, 1, 1] + [1] * 5)
    game = battle(area, **keys).with_units(enemy, target).start(dice=dice)
    game.choose(area, "surface", "surface").until(Decision.RETURN_TO_BASE)
    assert game.subject == target and game.unit(target).disabled
    return game.choices


@pytest.mark.rule("10.15", "7.52")
@pytest.mark.parametrize("area", ["caribbean", "south_atlantic"])
def test_disabled_axis_ships_in_the_western_atlantic_go_to_the_neutral_port(area):
    assert disabled_in(area, "Scharnhorst") == {"neutral_port"}
    assert disabled_in(area, "Littorio", owners={"gibraltar": "german"}) == {"neutral_port"}
    assert len(disabled_in("mid_atlantic", "Scharnhorst")) > 1
    assert len(returns("Scharnhorst", area)) > 1


@pytest.mark.rule("10.15")
def test_disabled_allied_ships_there_are_free_to_go_elsewhere():
    assert {"simons_town", "neutral_port"} < disabled_in("south_atlantic", "Hood")


@pytest.mark.rule("10.16")
def test_disabled_ships_at_the_cape_go_to_diego_suarez_or_simons_town_if_they_can():
    assert disabled_in("cape_of_good_hope", "Hood") == {"diego_suarez", "simons_town"}
    one = {"diego_suarez": "uncontrolled"}
    assert disabled_in("cape_of_good_hope", "Hood", owners=one) == {"simons_town"}
    assert "england" in returns("Hood", "cape_of_good_hope")


@pytest.mark.rule("10.16")
def test_disabled_ships_at_the_cape_without_a_friendly_place_there_go_to_the_neutral_port():
    assert disabled_in("cape_of_good_hope", "Scharnhorst") == {"neutral_port"}
    taken = {"simons_town": "german"}
    assert disabled_in("cape_of_good_hope", "Scharnhorst", owners=taken) == {"simons_town"}


@pytest.mark.rule("10.17")
def test_british_controlled_ships_in_the_caribbean_go_to_the_neutral_port_until_the_us_is_at_war():
    assert returns("Hood", "caribbean", hostilities=False) == {"neutral_port"}
    assert returns("De Ruyter", "caribbean", hostilities=False) == {"neutral_port"}
    assert returns("Littorio", "caribbean", state={"controller": "british"}, hostilities=False) == {"neutral_port"}
    assert {"usa", "england"} < returns("Hood", "caribbean", hostilities=True)
    assert {"usa", "panama_canal", "neutral_port"} < returns("Washington", "caribbean", hostilities=False)
    assert {"england", "neutral_port"} < returns("Hood", "mid_atlantic", hostilities=False)


# --- §10.2: special conditions -------------------------------------------------------------------------


@pytest.mark.rule("10.22", "16.21")
def test_a_unit_expelled_from_a_base_goes_to_another_base_of_its_areas_or_the_nearest_port():
    position = Position("capture", owners={"kwajalein": "american"})
    position.flag("central_pacific", "axis").with_units("Portland", place="midway")
    game = position.start()
    assert (game.decision, game.subject) == (Decision.RETURN_TO_BASE, "Portland")
    assert game.choices == {"kwajalein", "pearl_harbor", "panama_canal"}


@pytest.mark.rule("10.22", "16.22")
@pytest.mark.parametrize(
    ("lost", "nearest"),
    [
        ([], {"pearl_harbor", "panama_canal"}),  # beside the Hawaiian Islands, one area away; equally near
        (["panama_canal"], {"pearl_harbor"}),
        (["pearl_harbor", "panama_canal"], {"samoa", "singapore", "saigon"}),  # two areas away
    ],
)
def test_the_nearest_port_is_counted_in_areas_and_of_equal_ones_the_owner_chooses(lost, nearest):
    position = Position("capture", owners={place: "japanese" for place in lost})
    position.flag("central_pacific", "axis").with_units("Portland", place="midway")
    assert position.start().choices == nearest


@pytest.mark.rule("10.23")
def test_a_unit_with_nowhere_to_go_is_sunk():
    game = returning("Kongo", "central_pacific", areas=["central_pacific"], places=["midway"]).start()
    assert len(game.events(Event.NO_BASE)) == 1
    assert game.unit("Kongo").place == "out_of_play"


@pytest.mark.rule("5.74", "10.1")
def test_a_returned_unit_is_in_port_front_side_up_and_moves_again_next_turn():
    game = returning("Kongo", "aleutians", state={"raiding": True}).start().choose("truk")
    assert (game.unit("Kongo").place, game.unit("Kongo").raiding) == ("truk", False)
    assert (game.record["turn"], game.decision, game.subject) == (2, Decision.PATROL_ORDER, "Kongo")
