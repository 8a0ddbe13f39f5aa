"""Invasions met at sea, and the attack on an island (21.516, 21.517, 21.52, 20.58, 20.59)."""

import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    NOWHERE,
    Condition,
    Decision,
    Event,
    Option,
    Phase,
    Side,
    Switch,
)
from aw_env.games.world_at_war.rules import fleet_combat, ground_attacks, invasions, landing_battles, ranges, troops
from tests.world_at_war.landings import CRUISERS, NOUMEA, at, landed, of_place
from tests.world_at_war.positions import Sea, number

ONE = {"marines": {"noumea": 1}}
RABAUL = {"japanese_cruiser_1": {"place": "rabaul"}}
FOUND, MISSED = [2, 1, 1, 1], [1, 1, 1, 1]
"""Four dice, of which five hexes are covered from Rabaul to Guadalcanal, or not."""
FOUND_EIGHT = [2, 1, 1, 1]
TWELVE, SEVEN, TWO = [6, 6], [3, 4], [1, 1]


def met(ships, *answers, dice=(), **fields):
    """Marines of Noumea sail against Guadalcanal and are looked for by a cruiser of Rabaul; further answers follow."""
    game = landed(NOUMEA | RABAUL | ships, *ships, Option.DONE, dice=dice, **{**ONE, **fields})
    return game.choose("japanese_cruiser_1", Option.DONE, *answers)


# --- met at sea (21.516) -----------------------------------------------------------------------------------


@pytest.mark.rule("21.516")
def test_who_does_not_cover_the_distance_does_not_meet_the_invasion():
    game = met({}, dice=[*MISSED, 6])
    assert game.of("japanese_cruiser_1", "inverted") == 0 and "ground_combat" in game.happened


@pytest.mark.rule("21.4192")
def test_a_patrol_off_an_island_meets_an_invasion_from_its_hex():
    """From Guadalcanal itself all dice suffice, where five hexes from Rabaul are not covered; a sister of hers lies in
    Rabaul."""
    ships = NOUMEA | RABAUL | {"japanese_cruiser_2": {"place": "rabaul", "on_patrol": number("guadalcanal")}}
    game = landed(ships, Option.DONE, dice=[*MISSED, *TWELVE], **ONE)
    assert (game.view().asked_place.id, game.units) == ("rabaul", {"japanese_cruiser_1"})
    game.choose(Option.DONE)
    assert (game.view().asked_place.id, game.units) == ("guadalcanal", {"japanese_cruiser_2"})
    game.choose("japanese_cruiser_2", Option.DONE)
    assert "landing_met" in game.happened and "repelled" in game.happened
    assert game.of("japanese_cruiser_2", "on_patrol") == NOWHERE and game.of("japanese_cruiser_2", "inverted") == 1


@pytest.mark.rule("21.516B", "20.59")
def test_troops_are_lost_with_the_destroyers_that_carry_them():
    """Two of four destroyers are left for two factors, which need four."""
    game = met({}, dice=[*FOUND, *TWELVE])
    assert "troops_lost" in game.happened and "repelled" in game.happened
    assert of_place(game, "noumea", "marines") == 0 and of_place(game, "guadalcanal", "control") == Side.AXIS


@pytest.mark.rule("21.516B", "21.516C")
def test_who_is_beaten_at_sea_goes_back_and_does_no_more_this_turn():
    game = met({}, dice=[*FOUND, *TWO])
    assert game.asked == Decision.INVADE and of_place(game, "noumea", "marines") == 1
    assert of_place(game, "noumea", "tired_marines") == 1 and game.places == set()
    assert game.of("noumea_flotilla_1", "place") == number("noumea") and game.of("noumea_flotilla_1", "spent") == 3


@pytest.mark.rule("20.58A")
def test_destroyers_with_troops_are_screened_by_other_ships():
    game = met(CRUISERS, dice=FOUND)
    assert game.asked == Decision.SCREEN
    game = met({"pacific_cruiser_1": {"place": "noumea"}}, Option.DONE, Option.DONE, dice=[*FOUND, *TWELVE, *TWELVE])
    assert game.of("noumea_flotilla_1", "strength") == 3


@pytest.mark.rule("20.58A", "21.314")
def test_a_carrier_that_goes_along_fights_a_battle_for_destroyers_that_carry_troops():
    """She is screened as they are: her aircraft fly before anybody fires, and only who held fire fires at them."""
    ships = {"independence": {"place": "noumea", "squadrons": 2}}
    game = met(ships, dice=[1, 2, 2, *[1] * 20], options=["carriers"])
    assert (game.asked, game.seat_asked) == (Decision.CAP, Side.ALLIES)
    assert game.of("noumea_flotilla_1", "strength") == 3 and "repelled" not in game.happened


@pytest.mark.rule("20.59", "21.517C")
def test_of_several_units_no_more_are_lost_than_must_be():
    """Of eight destroyers six are left: one unit of two is lost, and two destroyers carry nothing any more."""
    ships = {f"noumea_flotilla_{k}": {"place": "noumea", "strength": 4} for k in (1, 2)} | RABAUL
    game = landed(ships, Option.DONE, units=2, marines={"noumea": 2}, dice=[*FOUND_EIGHT, *TWELVE])
    game.choose("japanese_cruiser_1", Option.DONE)
    assert game.happened.count("troops_lost") == 1 and of_place(game, "noumea", "tired_marines") == 1


def dice_to_meet(
    invaders=4, place="rabaul", before_it=True, cards=(0, 0), slow=False, squadrons=0, flown=0, unsupplied=0
):
    """How many dice Japan rolls to meet so many factors of destroyers on their way to Guadalcanal."""
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, raiding=number("guadalcanal"))
    sea.ship("noumea_flotilla_1", place="noumea", strength=invaders, force=invaders)
    sea.ship("kongo", place=place, force=1)
    if slow:
        sea.ship("mutsu", place=place, force=1)
    sea.book.cards[:, 3] = cards
    sea.game.airbase[:] = 0
    sea.game.airbase[number("new_georgia")], sea.game.flown[number("new_georgia")] = squadrons, flown
    sea.game.unsupplied[number("new_georgia")] = unsupplied
    sea.game.airbase[number("rabaul")] = 9  # too far
    return sea.call(landing_battles.interception_dice, Side.AXIS, number(place), before_it)


@pytest.mark.rule("21.514D", "21.517D")
@pytest.mark.parametrize("fly", [0, 1])
def test_without_carriers_no_aircraft_sail_and_search(fly):
    sea = Sea("night_express", turn=3, moving=Side.ALLIES, raiding=number("guadalcanal"), brps=[50, 50])
    sea.book.options = fly << Switch.CARRIERS
    sea.call(ranges.measure_ways, Side.ALLIES, "guadalcanal")
    sea.ship("enterprise", place="noumea").ship("noumea_flotilla_1", place="noumea", force=3)
    assert sea.call(invasions.may_sail, "enterprise", Side.ALLIES) == fly
    sea.game.airbase[number("new_georgia")], sea.game.airbase[number("bougainville")] = 6, 0
    assert sea.call(landing_battles.searching, Side.AXIS) == 2 * fly


@pytest.mark.rule("21.516", "20.252C")
@pytest.mark.parametrize(
    "given, dice",
    [
        ({"invaders": 10}, 4 + 1),
        ({}, 4 + 1 - 1),
        ({"before_it": False}, 4 - 1),
        ({"cards": (0, 1)}, 4 + 1 - 1 + 1),
        ({"cards": (0, 2)}, 4 + 1 - 1 + 1),
        ({"cards": (1, 1)}, 4 + 1 - 1),
        ({"cards": (1, 0)}, 4 + 1 - 1),
        ({"squadrons": 2}, 4 + 1 - 1),
        ({"squadrons": 5}, 4 + 1 - 1 + 1),
        ({"squadrons": 8, "flown": 2}, 4 + 1 - 1 + 2),
        ({"squadrons": 8, "unsupplied": 1}, 4 + 1 - 1),
        ({"squadrons": 12}, 4 + 1 - 1 + 3),
        ({"squadrons": 12, "invaders": 10}, 8),
        ({"squadrons": 12, "invaders": 10, "cards": (0, 1)}, 8),
        ({"slow": True}, 4 + 1 - 1 - 1),
        ({"place": "noumea"}, 4 + 1 - 1 - 2),
        ({"place": "japan_box"}, 4 + 1 - 1),  # 21.16
    ],
    ids=str,
)
def test_dice_to_meet_an_invasion(given, dice):
    """One for the hex, three for squadrons that search at most, one for more cards; less for small invasions, slow
    ships and ports that are not in use; eight at most."""
    assert dice_to_meet(**given) == dice


@pytest.mark.rule("20.58A", "20.59")
def test_a_destroyer_with_troops_that_is_sunk_is_seen_and_is_of_the_row_that_has_most():
    sea = after_a_round({})
    sea.ship("noumea_flotilla_2", place="noumea", strength=3, force=3, force_seen=3, carrying=3)
    sea.call(landing_battles.lose_carrier)
    for field in ("strength", "force", "force_seen", "carrying"):
        assert (sea.of("noumea_flotilla_1", field), sea.of("noumea_flotilla_2", field)) == (2, 2)


def after_a_round(force, **fields):
    """A round has been fought off Guadalcanal: by id, the factors of a row or 1, and more of each."""
    sea = Sea(
        "night_express",
        turn=3,
        moving=Side.ALLIES,
        phase=Phase.INVASIONS,
        step=landing_battles.AFTER,
        **{"rounds": 1, **fields},
    )
    sea.game.raiding = number("guadalcanal")
    for ship, (factors, state) in force.items():
        place = "noumea" if sea.book.side[number(ship)] == Side.ALLIES else "rabaul"
        sea.ship(ship, place=place, force=factors, force_seen=factors, **state)
    sea.ship("noumea_flotilla_1", place="noumea", strength=2, force=2, force_seen=2, carrying=2)
    sea.game.aboard_marines[number("noumea")] = sea.game.marines[number("noumea")] = 1
    return sea


DAMAGED, SOUND = {"condition": Condition.DAMAGED}, {}


@pytest.mark.rule("21.516")
@pytest.mark.parametrize(
    "force, rounds, step",
    [
        ({"indiana": (1, SOUND), "kongo": (1, SOUND)}, 1, landing_battles.LEAVE),
        ({"indiana": (1, SOUND), "kongo": (1, SOUND)}, fleet_combat.LAST_ROUND, landing_battles.MEET),
        ({"indiana": (1, SOUND), "kongo": (1, DAMAGED)}, 1, landing_battles.MEET),
        ({"indiana": (1, DAMAGED), "kongo": (1, DAMAGED)}, 1, landing_battles.MEET),
        ({"indiana": (1, DAMAGED), "kongo": (1, SOUND)}, 1, landing_battles.BEATEN),
    ],
    ids=["both", "last round", "interceptors damaged", "both damaged", "invaders damaged"],
)
def test_the_battle_goes_on_until_a_side_has_nothing_that_fights(force, rounds, step):
    """Invaders go on unless they alone have nothing left; a ship that is screened fights in the next round."""
    sea = after_a_round({ship: (factors, {**state, "held": 1}) for ship, (factors, state) in force.items()},
                        rounds=rounds)  # fmt: skip
    sea.call(landing_battles.end_round)
    assert sea.game.step == step and sea.of("indiana", "held") == sea.of("kongo", "held") == 0
    assert sea.of("noumea_flotilla_1", "strength") == 2


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("escort", [DAMAGED, {"condition": Condition.LOST}, None])
def test_who_has_fired_in_a_round_does_not_fire_at_destroyers_with_troops_too(escort):
    """They turn back unscreened."""
    force = {"kongo": (1, SOUND)} | ({"indiana": (1, escort)} if escort else {})
    sea = after_a_round(force)
    sea.call(landing_battles.end_round)
    assert sea.game.step == landing_battles.BEATEN and sea.of("noumea_flotilla_1", "strength") == 2
    assert sea.game.scripted_used == 0


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("cruiser", [DAMAGED, {"condition": Condition.LOST}])
@pytest.mark.parametrize("by_light", [False, True])
def test_who_held_fire_fires_at_destroyers_with_troops_when_nothing_is_left_before_them(cruiser, by_light):
    """Three factors at one more: 6 + 6 sinks both; a cruiser that capital ships have damaged need not be sunk."""
    sea = after_a_round({"kongo": (1, SOUND), "pacific_cruiser_1": (1, cruiser)})
    sea.dice(6, 6, 1, 1).book.drm[:] = 1
    ship = NOBODY if by_light else number("kongo")
    sea.call(fleet_combat.held_shot, 3, 1, Side.AXIS, ship, Side.AXIS)
    assert sea.of("noumea_flotilla_1", "strength") == 0
    assert sea.of("pacific_cruiser_1", "condition") == cruiser["condition"]
    sea.call(fleet_combat.held_shot, 3, 1, Side.AXIS, ship, Side.AXIS)
    assert sea.game.scripted_used == 2, "nothing else stands in the line"


@pytest.mark.rule("21.516B")
def test_invaders_who_leave_the_battle_go_back():
    ships = {"pacific_cruiser_1": {"place": "noumea"}}
    game = met(ships, Option.DONE, Option.DONE, dice=[*FOUND, *TWO, *TWO])
    while game.asked == Decision.WITHDRAW:
        game.choose(Option.YES if game.seat_asked == Side.ALLIES else Option.NO)
    assert game.asked == Decision.INVADE and of_place(game, "noumea", "tired_marines") == 1
    assert game.of("japanese_cruiser_1", "inverted") == 1


@pytest.mark.rule("21.516")
def test_invaders_who_beat_them_go_on():
    ships = {"pacific_cruiser_1": {"place": "noumea"}}
    game = met(ships, Option.DONE, Option.DONE, dice=[*FOUND, *TWO, *TWO, 6])
    while game.asked == Decision.WITHDRAW:
        game.choose(Option.YES if game.seat_asked == Side.AXIS else Option.NO)
    assert of_place(game, "guadalcanal", "control") == Side.ALLIES


def before_embarking(dice, ship, *answers):
    """Destroyers of Noumea come to Suva for marines that are to invade Upolu, which is too far from Truk: a ship of it
    meets them off Suva."""
    ships = NOUMEA | CRUISERS | {ship: {"place": "truk"}}
    given = {"control": {"upolu": Side.AXIS}, "marines": {"suva": 1}, "hex": "upolu", "base": "suva"}
    game = landed(ships, *[*CRUISERS][:3], Option.DONE, dice=dice, **given)
    return game.choose(ship, Option.DONE, Option.DONE, Option.DONE, *answers)


@pytest.mark.rule("21.516A")
def test_who_is_beaten_before_troops_embark_goes_home_and_these_are_not_used():
    """Nobody hits anybody, and the Allies leave the battle."""
    game = before_embarking([5, 5, 5, 4], "kongo", Option.HOLD, Option.HOLD)
    while game.asked == Decision.WITHDRAW:
        game.choose(Option.YES if game.seat_asked == Side.ALLIES else Option.NO)
    assert "repelled" in game.happened and of_place(game, "suva", "marines") == 1
    assert of_place(game, "suva", "tired_marines") == 0
    assert game.of("noumea_flotilla_1", "place") == number("noumea") and game.of("noumea_flotilla_1", "spent") == 3


@pytest.mark.rule("21.516A")
def test_who_goes_on_embarks_them_then():
    game = before_embarking([5, 5, 5, 4, *TWO, *TWO, 6], "japanese_cruiser_1", Option.JOIN)
    while game.asked == Decision.WITHDRAW:
        game.choose(Option.YES if game.seat_asked == Side.AXIS else Option.NO)
    assert of_place(game, "upolu", "control") == Side.ALLIES and of_place(game, "suva", "marines") == 0
    assert game.record["unembarked"] == 0


@pytest.mark.rule("21.516")
def test_each_base_tries_once():
    ships = {"japanese_cruiser_2": {"place": "truk"}}
    game = landed(NOUMEA | RABAUL | ships, Option.DONE, **ONE)
    assert game.asked == Decision.OPPOSE_LANDING and game.units == {"japanese_cruiser_1"}
    assert game.choose(Option.DONE).units == {"japanese_cruiser_2"}
    assert game.choose(Option.DONE).asked != Decision.OPPOSE_LANDING


@pytest.mark.rule("21.516", "21.313")
def test_no_ships_of_another_base_join_those_that_try():
    """Rabaul's carrier may not try for want of fast factors; those that sail from Truk are not with it."""
    ships = {"zuiho": {"place": "rabaul"}, "kongo": {"place": "truk"}, "japanese_cruiser_1": {"place": "truk"}}
    game = landed(NOUMEA | ships, Option.DONE, options=("carriers",), **ONE)
    assert game.units == {"kongo", "japanese_cruiser_1"}
    assert game.choose("kongo").units == {"japanese_cruiser_1"}


@pytest.mark.rule("20.164A", "21.312")
@pytest.mark.parametrize(("ships", "is_one"), [(("nagato", "hiei", "kongo"), 1), (("hiei", "kongo"), 0)])
def test_less_than_ten_factors_that_meet_an_invasion_are_seen(ships, is_one):
    """Ten factors are a task force, of which only that is told until the round begins."""
    here = {ship: {"place": "rabaul"} for ship in ships}
    game = landed(NOUMEA | CRUISERS | here, *CRUISERS, Option.DONE, dice=FOUND, **ONE)
    game.choose(*ships, Option.DONE)
    assert game.happened[1:3] == ["force", "round" if is_one else "in_force"]
    assert game.record["task_force"][Side.AXIS] == is_one


@pytest.mark.rule("21.517C")
def test_destroyers_whose_troops_are_lost_may_bombard():
    sea = Sea("night_express", raiding=number("guadalcanal"), moving=Side.ALLIES)
    sea.game.garrison[number("guadalcanal")] = 1
    sea.ship("noumea_flotilla_1", place="noumea", force=3, carrying=3)
    assert not sea.call(ground_attacks.bombards, "noumea_flotilla_1", Side.ALLIES)
    sea.call(troops.fit_cargo, Side.ALLIES)
    assert sea.call(ground_attacks.bombards, "noumea_flotilla_1", Side.ALLIES)


# --- support (21.517C, D, F) -------------------------------------------------------------------------------


def strengths(game):
    """Attack and defense of the first ground combat that has been told."""
    row = next(event for event in game.game._events[1:] if event[0] == Event.GROUND_COMBAT)
    return int(row[1]), int(row[2])


@pytest.mark.rule("21.517E", "21.525")
def test_marines_and_three_cruisers_attack_a_garrison():
    """Two factors and two of bombardment against one that counts twice."""
    game = landed(NOUMEA | CRUISERS, *[*CRUISERS][:3], Option.DONE, dice=[6], **ONE)
    assert strengths(game) == (4, 2)


@pytest.mark.rule("21.526B")
def test_american_ships_add_twice_the_ground_factors_at_most():
    game = landed(
        NOUMEA | CRUISERS | {"indiana": {"place": "noumea"}}, *CRUISERS, "indiana", Option.DONE, dice=[6], **ONE
    )
    assert strengths(game) == (2 + 4, 2)


@pytest.mark.rule("21.517D")
def test_squadrons_within_three_hexes_support_the_invasion():
    given = {"airbase": at(santa_cruz=3), "flown": at(), "options": ["carriers"]}
    game = landed(NOUMEA, Option.DONE, dice=[6], **ONE, **given)
    assert game.asked == Decision.SUPPORT and game.places == {"santa_cruz"}
    assert strengths(game.choose("santa_cruz")) == (3, 2)
    assert of_place(game, "santa_cruz", "flown") == 3


@pytest.mark.rule("21.517D")
def test_aircraft_of_carriers_with_the_invasion_support_it():
    ships = NOUMEA | {"enterprise": {"place": "noumea", "squadrons": 3}}
    game = landed(ships, "enterprise", Option.DONE, dice=[6], options=["carriers"], **ONE)
    assert strengths(game) == (3, 2)


@pytest.mark.rule("21.517F")
def test_squadrons_of_the_defender_count_three_times():
    """Three squadrons are one factor, which counts as three."""
    given = {"airbase": at(new_georgia=3), "options": ["carriers"]}
    game = landed(NOUMEA | CRUISERS, *CRUISERS, Option.DONE, dice=[6], **ONE, **given)
    assert game.asked == Decision.COVER_LAND and game.seat_asked == Side.AXIS
    assert strengths(game.choose("new_georgia")) == (6, 2 + 3)


@pytest.mark.rule("21.5152")
def test_an_invasion_whose_odds_fall_below_one_to_one_is_aborted():
    given = {"airbase": at(new_georgia=9), "options": ["carriers"]}
    game = landed(NOUMEA | CRUISERS, *CRUISERS, Option.DONE, **ONE, **given).choose("new_georgia")
    assert game.asked == Decision.INVADE and "repelled" in game.happened
    assert of_place(game, "noumea", "tired_marines") == 1 and "ground_combat" not in game.happened


# --- losses (21.517H, 21.528) ------------------------------------------------------------------------------


def attacked(die, *answers, garrison, infantry=2, ships=CRUISERS, each=4, more=(), **fields):
    """Infantry of Noumea, carried by two rows of so many destroyers, attacks a garrison with ships that bombard; a die,
    and the answers to what is asked."""
    force = {f"noumea_flotilla_{k}": {"place": "noumea", "strength": each} for k in (1, 2)} | ships
    game = landed(
        force,
        *ships,
        Option.DONE,
        kind=Option.INFANTRY,
        units=infantry,
        infantry={"noumea": infantry},
        garrison={"guadalcanal": garrison},
        dice=[die, *more],
        **fields,
    )
    return game.choose(*answers)


def loss_choices(game):
    """All that may be lost now, as ids and options."""
    return game.units | {option.name for option in game.options}


@pytest.mark.rule("21.517H")
def test_a_third_of_the_losses_fall_on_carrying_destroyers_if_the_defender_says_so():
    """An exchange with two factors that count three times costs six, of which up to two."""
    game = attacked(3, garrison=2)
    assert game.asked == Decision.CARRIER_LOSSES and game.seat_asked == Side.AXIS
    assert game.options == {Option.COUNT_0, Option.COUNT_1, Option.COUNT_2}
    game.choose(Option.COUNT_2)
    assert game.record["owed"] == 4 and game.record["carrying"].sum() == 6


@pytest.mark.rule("21.517H")
def test_for_each_carrying_destroyer_lost_the_attack_is_one_weaker_in_the_next_round():
    """8 against 3; a carrying destroyer and a cruiser are lost, so that 4 - 1 and 2 are left."""
    game = attacked(1, Option.COUNT_1, "pacific_cruiser_1", garrison=1, more=[6])
    assert game.asked == Decision.ATTACK_AGAIN
    assert strengths(game.choose(Option.YES)) == (4 - 1 + 2, 3)


@pytest.mark.rule("21.517H")
def test_no_losses_fall_on_units_in_reserve():
    """Both units that attacked are lost; the third is not."""
    game = attacked(3, Option.COUNT_0, Option.INFANTRY, Option.INFANTRY, garrison=2, infantry=3, each=6)
    assert Option.INFANTRY not in game.options
    game.choose("pacific_cruiser_1")
    assert of_place(game, "noumea", "infantry") == 1 and "repelled" in game.happened


@pytest.mark.rule("21.5282", "21.5283")
def test_losses_of_ships_are_no_more_than_the_bombardment_is_worth():
    """Two units and twelve factors: an exchange costs six; four of them ships may take, in twos."""
    game = attacked(3, Option.COUNT_0, garrison=2)
    assert game.record["worth_of_guns"] == 4 and loss_choices(game) == {"pacific_cruiser_1", "INFANTRY"}
    game.choose("pacific_cruiser_1", "pacific_cruiser_2")
    assert loss_choices(game) == {"INFANTRY"}


@pytest.mark.rule("21.5282B")
def test_a_cruiser_is_sunk_for_two_losses():
    game = attacked(3, Option.COUNT_0, "pacific_cruiser_1", garrison=2)
    assert game.of("pacific_cruiser_1", "condition") == Condition.LOST and game.record["owed"] == 4


@pytest.mark.rule("21.5282A")
def test_destroyers_that_bombard_are_lost_factor_by_factor():
    ships = {"townsville_flotilla": {"place": "noumea", "strength": 9}}
    game = attacked(3, Option.COUNT_0, garrison=2, ships=ships)
    assert loss_choices(game) == {"townsville_flotilla", "INFANTRY"}
    game.choose("townsville_flotilla")
    assert game.of("townsville_flotilla", "strength") == 8 and game.record["owed"] == 5


@pytest.mark.rule("21.517H")
def test_an_air_factor_that_is_lost_is_three_squadrons_of_bases_before_those_of_carriers():
    sea = Sea("night_express", moving=Side.ALLIES).ship("enterprise", place="noumea", force=1, squadrons=3)
    sea.game.control[number("guadalcanal")] = Side.ALLIES
    for place, squadrons in (("guadalcanal", 2), ("new_georgia", 3)):
        for field in ("supporting", "airbase", "flown"):
            sea.game[field][number(place)] = squadrons
    sea.call(ground_attacks.lose_squadrons, Side.ALLIES)
    for field in ("supporting", "airbase", "flown"):
        left = sea.game[field]
        assert (left[number("guadalcanal")], left[number("new_georgia")]) == (0, 3)  # which is Japan's
    assert sea.of("enterprise", "squadrons") == 2 and sea.game.control[number("new_georgia")] == Side.AXIS
    assert sea.events[1].tolist()[:4] == [Event.SQUADRONS_LOST, Side.ALLIES, 3, 0]
    sea.call(ground_attacks.lose_squadrons, Side.ALLIES)
    assert sea.of("enterprise", "squadrons") == 0


@pytest.mark.rule("21.5282A")
def test_destroyers_that_carry_troops_are_not_named():
    game = attacked(3, Option.COUNT_0, garrison=2)
    assert not {"noumea_flotilla_1", "noumea_flotilla_2"} & game.units


@pytest.mark.rule("21.5282C", "20.5211C")
def test_a_heavy_ship_is_damaged_for_one_loss():
    ships = {name: {"place": "noumea"} for name in ("indiana", "massachusetts", "south_dakota")}
    game = attacked(3, Option.COUNT_0, garrison=2, ships=ships)
    game.choose("indiana")
    assert game.of("indiana", "condition") == Condition.DAMAGED and game.record["owed"] == 5
    assert "indiana" not in game.units


@pytest.mark.rule("21.5281")
def test_two_factors_fall_silent_for_each_lost_in_the_next_round():
    """Of twelve destroyers that bombard three are lost and six silent: three are worth one."""
    ships = {"townsville_flotilla": {"place": "noumea", "strength": 9}}
    ships["suva_flotilla"] = {"place": "noumea", "strength": 3}
    game = attacked(1, Option.COUNT_0, garrison=1, infantry=1, ships=ships, more=[6])
    assert game.record["owed"] == 3
    game.choose("townsville_flotilla", "townsville_flotilla", "townsville_flotilla")
    assert strengths(game.choose(Option.YES)) == (2 + 1, 3)


@pytest.mark.rule("21.517G", "21.517J")
def test_the_attack_may_go_on_or_be_given_up_when_both_are_left():
    """Seven destroyers are left for two units that need eight: one is lost on the way home."""
    game = attacked(1, Option.COUNT_1, "pacific_cruiser_1", garrison=1)
    assert game.asked == Decision.ATTACK_AGAIN and game.options == {Option.YES, Option.NO}
    game.choose(Option.NO)
    assert of_place(game, "guadalcanal", "garrison") == 1 and of_place(game, "noumea", "tired_infantry") == 1


@pytest.mark.rule("21.517G", "21.517I")
@pytest.mark.parametrize("die, taken", [(1, False), (2, False), (3, True), (6, True)])
def test_the_island_falls_with_an_exchange_or_better_if_a_unit_is_left(die, taken):
    """8 against 6; ships take as many of the losses as they may, and one unit the others."""
    game = attacked(die, garrison=2)
    while game.asked in (Decision.CARRIER_LOSSES, Decision.LOSSES):
        game.choose(Option.COUNT_0 if game.asked == Decision.CARRIER_LOSSES else game.legal[-1])
    assert (of_place(game, "guadalcanal", "control") == Side.ALLIES) == taken
