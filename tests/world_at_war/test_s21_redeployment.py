"""Sea transport, redeployment and overstacked ports (21.112, 21.43, 21.6, 21.72D, 20.91)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Decision, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import damage, redeployment, rows, sea_transport, yards
from tests.world_at_war.positions import Sea, number, playing

BRITAIN, SCAPA, US_BOX = {"place": "britain"}, {"place": "scapa_flow"}, {"place": "atlantic_us_box"}


def lifting(ships, turn=12, **fields):
    """The Allies may transport troops."""
    fields = {"moving": Side.ALLIES, "step": 3, "cursor": -1, "transports": [15, 5, 0], **fields}
    return playing(Phase.MOVEMENT, ships, scenario="raiders_long", turn=turn, **fields)


def redeploying(ships, side=Side.ALLIES, turn=8, **fields):
    """Ships may redeploy."""
    fields = {"moving": side, "step": 2, "cursor": -1, "scenario": "raiders_long", **fields}
    return playing(Phase.REDEPLOYMENT, ships, turn=turn, **fields)


# --- sea transport (21.43) --------------------------------------------------------------------------------


@pytest.mark.rule("21.434B")
@pytest.mark.parametrize("destroyers, most", [(1, None), (2, 1), (7, 3), (8, 4)])
def test_two_destroyers_for_each_factor_from_a_box(destroyers, most):
    game = lifting({"home_destroyers": {**BRITAIN, "strength": destroyers}})
    if most is None:
        assert game.asked == Decision.SUPPLY_LINE
    else:
        assert game.asked == Decision.TROOPS and max(game.options) == Option.COUNT_0 + most


@pytest.mark.rule("21.433", "21.433A")
@pytest.mark.parametrize("place, may", [("atlantic_us_box", 1), ("scapa_flow", 1), ("gibraltar", 1), ("suez", 0),
                                        ("south_africa_box", 0), ("atlantic_sw", 0)])  # fmt: skip
def test_destroyers_of_the_western_front_carry_troops_from_the_us_box(place, may):
    sea = Sea("raiders_long", turn=12).ship("home_destroyers", place=place, strength=4)
    assert bool(sea.call(sea_transport.may_carry, "home_destroyers")) == bool(may)


@pytest.mark.rule("21.14A")
def test_fleets_of_the_us_box_carry_troops_and_do_nothing_else_against_the_enemy():
    game = lifting({"american_destroyers": US_BOX, "german_destroyers": {"place": "brest"}})
    assert game.asked == Decision.TROOPS
    game.choose(Option.COUNT_3, "american_destroyers")
    assert game.of("american_destroyers", "inverted") == 0  # they are at sea
    assert game.choose(Option.DONE).of("american_destroyers", "inverted") == 1


@pytest.mark.rule("21.433A", "20.64C")
def test_troops_that_arrive_score_and_their_destroyers_have_been_used():
    game = lifting({"home_destroyers": {**BRITAIN, "strength": 8}, "american_destroyers": US_BOX})
    game.choose(Option.COUNT_5, "american_destroyers", "home_destroyers")
    assert game.asked == Decision.SUPPLY_LINE and game.record["points"][Side.ALLIES] == 2
    assert game.of("american_destroyers", "inverted") == 1 and game.of("home_destroyers", "strength") == 4


@pytest.mark.rule("21.131")
def test_a_port_is_on_the_front_of_its_water():
    """Gibraltar lies on two."""
    sea = Sea("raiders_long")
    assert [int(sea.book.fronts[number(id)]) for id in ("brest", "gibraltar", "suez")] == [1, 3, 2]


# --- escorts (21.63C, 21.64G, 21.62) ----------------------------------------------------------------------


@pytest.mark.rule("21.63C")
def test_troops_redeploy_under_escort_in_the_redeployment_phase():
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=12, transports=[15, 5, 0], scenario="raiders_long")
    assert game.asked == Decision.TROOPS
    assert game.choose(Option.COUNT_1).record["points"][Side.ALLIES] == 1 and game.asked == Decision.SHIFT


@pytest.mark.rule("21.64G")
def test_transports_of_the_atlantic_escort_to_the_western_front():
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=12, transports=[0, 9, 0], scenario="raiders_long")
    assert game.asked == Decision.SHIFT  # those of the Indian Ocean do not


@pytest.mark.rule("21.62")
def test_escorts_from_the_us_box_are_in_range_at_any_distance():
    """They touch a port of the western front: Britain, where they end; destroyers of theirs need not be near."""
    game = playing(Phase.REDEPLOYMENT, {}, moving=Side.ALLIES, turn=12, transports=[1, 0, 0], scenario="raiders_long")
    assert game.choose(Option.COUNT_1).box("used_transports") == [1, 0, 0]


@pytest.mark.rule("21.321", "21.65G")
def test_who_has_protected_an_escort_does_not_leave_its_base_again_in_this_phase_but_for_ships_of_the_sw_box():
    """Washington and a cruiser have protected it, another cruiser something else before."""
    ships = {"hood": {"place": "atlantic_sw"}, "scharnhorst": {"place": "brest"}, "washington": US_BOX}
    ships |= {"american_cruiser_1": US_BOX, "american_cruiser_2": {**US_BOX, "inverted": 1}, "rodney": US_BOX}
    fields = {"moving": Side.ALLIES, "turn": 12, "transports": [15, 5, 0], "scenario": "raiders_long"}
    game = playing(Phase.REDEPLOYMENT, ships, **fields).choose(Option.COUNT_1, "washington", "american_cruiser_1")
    game.choose(Option.DONE, Option.DONE, Option.DONE)  # nobody meets it, no transport goes elsewhere
    assert game.asked == Decision.REDEPLOY and game.units == {"hood", "american_cruiser_2", "rodney"}
    why_not = game.rules.speech().understanding.why_not
    assert why_not(game.view(), FIRST_UNIT + number("washington")) == "it has been out in this phase"
    game.choose(Option.DONE)
    assert game.of("washington", "inverted") == game.of("washington", "spent") == 0  # 21.72D


# --- ships (21.214E, 21.32, 21.72D) -----------------------------------------------------------------------


@pytest.mark.rule("21.214E")
def test_ships_redeploy_from_the_us_box_by_way_of_the_western_front():
    sea = Sea("raiders_long", turn=12).ship("washington", place="atlantic_us_box")

    def reached():
        return int(sea.call(redeployment.within_reach, "washington"))

    assert reached() >> number("suez") & 1 and reached() >> number("gibraltar") & 1
    for id in ("scapa_flow", "britain", "gibraltar", "south_africa_box"):
        sea.game.control[number(id)] = Side.AXIS
    assert not reached() >> number("suez") & 1


@pytest.mark.rule("21.72D")
def test_who_redeploys_after_use_cannot_be_used_in_the_enemy_s_turn():
    ships = {"hood": {**SCAPA, "inverted": 1}, "renown": {**SCAPA, "inverted": 1}, "repulse": SCAPA}
    game = redeploying(ships).choose("hood", "gibraltar", "repulse", "gibraltar", Option.DONE)
    assert game.record["moving"] == Side.AXIS
    assert [game.of(id, "inverted") for id in ("hood", "renown", "repulse")] == [1, 0, 0]


@pytest.mark.rule("21.72D")
def test_protectors_of_an_escort_are_uninverted():
    ships = {"washington": {**US_BOX, "inverted": 1}}
    assert redeploying(ships, turn=12).choose(Option.DONE).of("washington", "inverted") == 0


@pytest.mark.rule("21.32")
def test_who_has_changed_base_or_been_used_still_redeploys():
    game = redeploying({"hood": {**SCAPA, "inverted": 1, "moved": 1}})
    assert game.units == {"hood"}


@pytest.mark.rule("20.24", "21.72D")
def test_a_cruiser_that_has_redeployed_keeps_no_other_from_it():
    """The first cruiser has come to the port of the seventh."""
    game = redeploying({"british_cruiser_1": SCAPA, "british_cruiser_2": BRITAIN})
    game.choose("british_cruiser_1", "britain")
    assert game.asked == Decision.REDEPLOY and game.units == {"british_cruiser_2"}


@pytest.mark.rule("21.314")
def test_damaged_ships_do_not_redeploy():
    assert redeploying({"hood": {**SCAPA, "condition": Condition.DAMAGED}}).units == set()


# --- overstacked ports (21.112) ---------------------------------------------------------------------------


def full_port(**state):
    """Bergen bases fifty-one factors with Bismarck, who comes out of repair."""
    sea = Sea("raiders_long", moving=Side.AXIS, turn=8)
    sea.ship("german_destroyers", place="bergen", strength=47)
    return sea.ship("bismarck", place="bergen", condition=Condition.DAMAGED, repair=1, **state)


@pytest.mark.rule("21.112", "21.113")
def test_a_ship_out_of_repair_that_is_too_many_for_her_port_is_of_no_use_this_turn():
    sea = full_port()
    sea.call(yards.repair_ships)
    assert sea.condition("bismarck") == Condition.SOUND and sea.of("bismarck", "inverted") == 1
    assert sea.call(redeployment.overstacked_port) == number("bergen")


@pytest.mark.rule("21.112")
def test_what_is_too_much_after_redeployment_is_lost_by_the_owner_s_choice():
    ships = {"german_destroyers": {"place": "bergen", "strength": 48}, "bismarck": {"place": "bergen"}}
    game = redeploying(ships, Side.AXIS).choose(Option.DONE)
    assert game.asked == Decision.OVERSTACKED and game.units == {"german_destroyers", "bismarck"}
    game.choose("german_destroyers", "german_destroyers")
    assert game.of("german_destroyers", "strength") == 46 and game.record["moving"] == Side.ALLIES


@pytest.mark.rule("21.112")
def test_redeployment_remedies_it():
    ships = {"german_destroyers": {"place": "bergen", "strength": 48}, "bismarck": {"place": "bergen"}}
    game = redeploying(ships, Side.AXIS).choose("bismarck", "brest", Option.DONE)
    assert game.record["moving"] == Side.ALLIES


# --- parts of rows (20.91, 20.93), losses of several types (20.552) ----------------------------------------


@pytest.mark.rule("20.91")
def test_a_part_of_a_row_changes_base():
    game = playing(Phase.MOVEMENT, {"home_destroyers": {**BRITAIN, "strength": 8}}, moving=Side.ALLIES, turn=5, step=1,
                   cursor=-1)  # fmt: skip
    game.choose("home_destroyers")
    assert game.asked == Decision.PART and Option.ALL in game.options and Option.COUNT_8 not in game.options
    game.choose(Option.COUNT_3, "gibraltar")
    assert game.of("home_destroyers", "strength") == 5 and game.of("home_destroyers", "place") == number("britain")
    places = {int(place) for place, strength in zip(game.record["place"], game.record["strength"], strict=True)
              if strength == 3 and place >= 0}  # fmt: skip
    assert places == {number("gibraltar")}


@pytest.mark.rule("20.93", "20.91")
def test_destroyers_in_one_place_are_one_row_again_at_the_end_of_the_turn():
    sea = Sea(moving=Side.ALLIES).ship("home_destroyers", place="britain", strength=5)
    sea.ship("scapa_destroyers", place="britain", strength=3)
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=2)
    sea.call(rows.combine, Side.ALLIES)
    assert sorted(sea.of(id, "strength") for id in ("home_destroyers", "scapa_destroyers")) == [0, 8]
    assert sea.of("gibraltar_destroyers", "strength") == 2


@pytest.mark.rule("20.552")
@pytest.mark.parametrize("hits, left", [(1, (5, 3)), (2, (5, 2)), (3, (4, 2)), (7, (2, 0))])
def test_destroyers_and_escort_carriers_of_a_nation_lose_equally(hits, left):
    """Six destroyers and three escort carriers of the US: what cannot be divided falls on the more numerous (20.57)."""
    sea = Sea("raiders_long", turn=12).ship("american_destroyers", place="atlantic_us_box", strength=6, lights=6)
    sea.ship("escort_carriers", place="atlantic_sw", strength=3, lights=3)
    sea.call(damage.hit_light_ships, Side.ALLIES, hits)
    assert (sea.of("american_destroyers", "lights"), sea.of("escort_carriers", "lights")) == left
