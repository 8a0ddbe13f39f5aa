"""The Midway scenario (40.0) and its special rules M.1-M.4, played from its own file."""

import pytest

from aw_env.games.admirals_war.records.terms import Decision, Event, Phase, Power
from tests.positions import from_file, names

AREAS = {"home_islands", "central_pacific", "aleutians", "gulf_of_alaska", "hawaiian_islands", "marshalls"}
BATTLESHIPS = ("Maryland", "Pennsylvania", "Tennessee")
BONUS_AT_START = 1 + 2
"""Attu/Kiska and Midway, which the US holds when the scenario starts."""


def idle(game):
    """One decision answered by doing nothing, or else in any way."""
    return game.choose(next((word for word in ("stay", "wait", "decline") if word in game.choices), min(game.choices)))


def play(dice=(), change=None, **orders):
    """The game after movement.  Each unit obeys its orders, by its id, where they are legal; all others do nothing."""
    game = from_file("midway", dice, change=change)
    while not game.over and game.phase <= Phase.RAIDING:
        asked = None if game.decision == Decision.AIR_UNIT else names().units[game.record["subject"]].id
        words = [word for word in orders.get(asked, ()) if word in game.choices]
        game.choose(words[0]) if words else idle(game)
    return game


def to_the_end(game, *prefer):
    """Answer with the preferred words until the game is over."""
    return game.until(prefer=[*prefer, "hold", "stay", "remain"])


# --- M.0 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M.0", "5.75")
def test_it_lasts_one_turn():
    game = to_the_end(play())
    assert game.over and len(game.events(Event.TURN)) == 1


@pytest.mark.rule("M.0", "5.1")
def test_japan_moves_first_then_the_us():
    game = from_file("midway")
    assert (game.decision, game.power) == (Decision.PATROL_ORDER, Power.JAPANESE)
    while game.power == Power.JAPANESE:
        game.choose("stay")
    assert (game.decision, game.power) == (Decision.PATROL_ORDER, Power.AMERICAN)


@pytest.mark.rule("M.0")
def test_forces_and_flags_are_those_of_the_scenario():
    game = from_file("midway")
    at = {}
    for unit in names().units:
        place = game.unit(unit.id).place
        if place is not None:
            at.setdefault(place, set()).add(unit.name)
    assert at["not_yet_arrived"] == {*BATTLESHIPS, "Saratoga"}
    assert at["pearl_harbor"] == {
        "Yorktown", "Enterprise", "Hornet", "Astoria", "Louisville", "Minneapolis", "Northampton", "New Orleans",
        "Pensacola", "Portland", "Salt Lake City", "Vincennes", "7AF", "11AF",
    }  # fmt: skip
    assert at["yokosuka"] == {
        "Kaga", "Akagi", "Hiryu", "Soryu", "Hosho", "Ryujo", "Junyo", "Zuiho", "Yamato", "Nagato", "Mutsu", "Fuso",
        "Hyuga", "Ise", "Yamashiro", "Kongo", "Hiei", "Haruna", "Kirishima", "Tone", "Chikuma", "Atago", "Chokai",
        "Myoko", "Haguro", "Kumano", "Suzuya", "Mikuma", "Mogami", "Nachi", "Takao", "Maya", "Oi", "Kitakami",
        "24AF", "25AF", "Yokosuka", "Kure",
    }  # fmt: skip
    assert {area: game.flag(area) for area in AREAS} == {
        "home_islands": "axis", "marshalls": "axis", "hawaiian_islands": "allies", "central_pacific": None,
        "aleutians": None, "gulf_of_alaska": None,
    }  # fmt: skip


@pytest.mark.rule("M.0")
def test_no_area_but_the_six_is_entered():
    game = from_file("midway")
    open_to_units = set()
    while game.phase <= Phase.RAIDING:
        if game.decision != Decision.AIR_UNIT:
            open_to_units |= game.choices - {"stay", "wait", "decline", "turn_raider"}
        game.choose("turn_raider") if "turn_raider" in game.choices else idle(game)
    assert open_to_units == AREAS


@pytest.mark.rule("M.0", "2.8")
@pytest.mark.parametrize(
    ("orders", "areas"),
    [
        ({"yorktown": ["hawaiian_islands"]}, 3),
        ({"yorktown": ["central_pacific"]}, 1),
        ({"tone": ["central_pacific"]}, -1),
        ({"tone": ["aleutians"]}, 0),
        ({"7af": ["gulf_of_alaska"]}, 1),
    ],
)
def test_points_are_awarded_as_printed(orders, areas):
    assert to_the_end(play(**orders)).points(1) == areas + BONUS_AT_START


@pytest.mark.rule("M.0", "1.4")
def test_the_side_with_more_points_wins():
    assert int(to_the_end(play()).record["result"]) == 1
    game = to_the_end(play(snlf_kure=["central_pacific"], tone=["central_pacific"]), "midway")
    assert (game.owner("midway"), game.flag("central_pacific")) == ("japanese", "axis")
    assert (game.points(1), int(game.record["result"])) == (1 - 2 - 1, -1)


# --- M.1 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M.1")
def test_japan_earns_nothing_for_the_home_islands_and_the_us_would_earn_three():
    game = to_the_end(play(nagato=["home_islands"]))
    assert (game.flag("home_islands"), game.points(1)) == ("axis", BONUS_AT_START)
    book = game.books[0]
    assert list(book["vp"][names().place_number("home_islands")]) == [3, 0]


# --- M.2 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M.2")
@pytest.mark.parametrize(
    ("place", "route", "points"), [("midway", "central_pacific", 1 - 2), ("attu_kiska", "aleutians", 2 - 1)]
)
def test_points_for_attu_and_midway_go_to_whoever_holds_them_at_the_end(place, route, points):
    game = to_the_end(play(snlf_kure=[route]), place)
    assert game.owner(place) == "japanese"
    assert game.points(1) == points


def raid_on(place, *carriers):
    """US carriers sail for the area of a Japanese place and raid it."""
    area = {"yokosuka": "home_islands", "truk": "marshalls", "kwajalein": "marshalls"}[place]
    game = play(**{carrier: ["turn_raider", area] for carrier in carriers})
    return to_the_end(game, place)


@pytest.mark.rule("M.2")
def test_a_japanese_port_raided_by_us_carriers_is_worth_a_point_even_if_no_units_are_there():
    assert raid_on("truk", "yorktown").points(1) == BONUS_AT_START + 1


@pytest.mark.rule("M.2")
def test_a_port_with_ships_in_it_counts_the_same_and_missing_them_does_not_matter():
    game = raid_on("yokosuka", "yorktown")
    assert len(game.events(Event.RAIDED)) == 1
    assert game.points(1) == BONUS_AT_START + 1


@pytest.mark.rule("M.2")
def test_each_port_counts_once_and_a_base_does_not_count():
    assert raid_on("truk", "yorktown", "hornet").points(1) == BONUS_AT_START + 1
    assert raid_on("kwajalein", "yorktown").points(1) == BONUS_AT_START


@pytest.mark.rule("M.2")
def test_a_port_attacked_by_aircraft_from_the_land_is_not_raided_by_carriers():
    def kitakami_in_truk(book, game):
        game["place"][names().unit_number("kitakami")] = names().place_number("truk")

    game = to_the_end(play(change=kitakami_in_truk, **{"7af": ["marshalls"]}), "truk", "Kitakami")
    assert len(game.events(Event.STRIKES)) == 1 and not game.events(Event.RAIDED)
    assert game.points(1) == BONUS_AT_START


@pytest.mark.rule("M.2", "9.24")
def test_carriers_are_asked_for_a_raid_on_empty_places_where_it_still_scores():
    assert play(yorktown=["turn_raider", "marshalls"]).until(Decision.AIR_RAID).subject == "Yorktown", "Truk"
    asked = play(yorktown=["turn_raider", "marshalls"], hornet=["turn_raider", "marshalls"]).until(Decision.AIR_RAID)
    assert asked.choose("truk").decision != Decision.AIR_RAID, "one of them is enough to score"
    asked = play(yorktown=["turn_raider", "marshalls"], hornet=["turn_raider", "marshalls"]).until(Decision.AIR_RAID)
    assert asked.choose("hold").decision == Decision.AIR_RAID


@pytest.mark.rule("M.2")
def test_japanese_carriers_earn_nothing_by_raiding():
    def decoy_in_midway(book, game):
        game["place"][names().unit_number("7af")] = names().place_number("midway")

    game = to_the_end(play(change=decoy_in_midway, akagi=["turn_raider", "central_pacific"]), "midway")
    assert len(game.events(Event.RAIDED)) == 1
    assert game.points(1) == BONUS_AT_START


# --- M.3 -----------------------------------------------------------------------------------------------


@pytest.mark.rule("M.3")
@pytest.mark.parametrize(("ship", "passes"), [("Yamato", False), ("Kongo", False), ("Akagi", True), ("Hiryu", True)])
def test_speed_rolls_of_the_japanese_count_as_a_six_and_no_die_is_rolled(ship, passes):
    game = play(dice=[1], **{ship.lower(): ["central_pacific"]})
    assert (game.unit(ship).place, game.unit(ship).raiding, game.dice_left) == ("central_pacific", not passes, 1)


@pytest.mark.rule("M.3", "6.22")
def test_a_slow_japanese_raider_turns_back_from_the_third_area():
    game = play(kongo=["turn_raider", "gulf_of_alaska", "yokosuka"])
    assert game.unit("Kongo").place == "yokosuka"
    assert [passed for _, _, _, passed, _ in game.events(Event.SPEED_ROLL)] == [0]


@pytest.mark.rule("M.3")
def test_the_us_rolls_its_dice():
    def maryland_at_pearl_harbor(book, game):
        game["place"][names().unit_number("maryland")] = names().place_number("pearl_harbor")

    for die, passes in ((2, True), (3, False)):
        game = from_file("midway", [die], change=maryland_at_pearl_harbor)
        while game.subject != "Maryland":
            idle(game)
        game.choose("gulf_of_alaska").until(Decision.AIR_UNIT, prefer=["stay", "wait"])
        assert (game.unit("Maryland").raiding, game.dice_left) == (not passes, 0)


# --- M.4 -----------------------------------------------------------------------------------------------


def asked_of(ship, decision):
    """The game when a ship is asked for an order, with dice that no speed roll would survive."""
    game = from_file("midway", [6] * 3)
    while (game.decision, game.subject) != (decision, ship):
        idle(game)
    return game


@pytest.mark.rule("M.4")
@pytest.mark.parametrize("ship", BATTLESHIPS)
@pytest.mark.parametrize("area", ["gulf_of_alaska", "hawaiian_islands"])
def test_the_battleships_are_placed_as_patrollers_in_two_areas_without_a_speed_roll(ship, area):
    game = asked_of(ship, Decision.PATROL_ORDER)
    assert game.choices == {"gulf_of_alaska", "hawaiian_islands", "wait"}
    game.choose(area).until(Decision.AIR_UNIT, prefer=["stay", "wait"])
    assert (game.unit(ship).place, game.unit(ship).raiding, game.dice_left) == (area, False, 3)


@pytest.mark.rule("M.4")
@pytest.mark.parametrize("ship", [*BATTLESHIPS, "Saratoga"])
@pytest.mark.parametrize("area", ["gulf_of_alaska", "hawaiian_islands"])
def test_battleships_that_waited_and_saratoga_are_placed_as_raiders(ship, area):
    game = asked_of(ship, Decision.RAID_ORDER)
    assert game.choices == {"gulf_of_alaska", "hawaiian_islands", "decline"}
    game.choose(area).until(Decision.COMBAT_AREA, prefer=["decline"])
    assert (game.unit(ship).place, game.unit(ship).raiding, game.dice_left) == (area, True, 3)


@pytest.mark.rule("M.4")
def test_saratoga_does_not_come_as_a_patroller():
    game = asked_of("Saratoga", Decision.PATROL_ORDER)
    assert game.choices == {"wait"}


@pytest.mark.rule("M.4")
def test_a_ship_placed_as_a_patroller_is_not_placed_again_and_one_that_declines_never_comes():
    game = play(maryland=["gulf_of_alaska"])
    places = [game.unit(ship).place for ship in (*BATTLESHIPS, "Saratoga")]
    assert places == ["gulf_of_alaska", "out_of_play", "out_of_play", "out_of_play"]
    assert not game.unit("Maryland").raiding
