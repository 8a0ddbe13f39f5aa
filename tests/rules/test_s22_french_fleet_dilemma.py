"""§22 French fleet dilemma: Operation Catapult, the armistice, the holding boxes, Operation Lila, Torch."""

import pytest

from aw_agents.admirals_war.officer.doctrine import STANDING
from aw_agents.admirals_war.officer.officer import decide
from aw_env.games.admirals_war.printed.load import ConfigError
from aw_env.games.admirals_war.printed.scenario_text import to_scenario
from aw_env.games.admirals_war.records.terms import Decision, Event, Phase, Power
from aw_env.games.admirals_war.soundness import check_position
from aw_env.naval.groups import ALL
from tests.positions import Position, battle, load, names, place_number, printed, unit_number

OPTION = {"in_play": ["french_fleet_dilemma"]}
TOULON, AFRICA = "vichy_toulon", "vichy_north_africa"


def outgoing(**keys):
    """Turn 1 before the return to base."""
    return Position("return", turn=1, last_turn=2, **OPTION, **keys)


def later(turn, phase="return", **keys):
    """A turn on which the French fleet lies in the holding boxes."""
    return Position(phase, turn=turn, last_turn=keys.pop("last_turn", turn + 1), **OPTION, **keys)


def torch(**keys):
    """Turn 6, Malta British, a combat in the Western Mediterranean with a unit that may land on Tripoli."""
    keys = {"turn": 6, "last_turn": 7, "owners": {"malta": "british"}, **OPTION, **keys}
    return battle("west_med", **keys).with_units(landing_force())


def by_the_flags(**keys):
    """Turn 6 after the last landings: Allied flags on both halves of the Mediterranean since the turn before."""
    keys = {"turn": 6, "last_turn": 7, "owners": {"malta": "british"}, **OPTION, **keys}
    position = Position("invasion", **keys).flag("west_med", "allies").flag("east_med", "allies")
    return position.with_units("Hood", place="west_med").with_units("Suffolk", place="east_med")


def landing_force(nation="british"):
    """The id of an amphibious unit that sails."""
    sailing = (unit for unit in printed().units if unit.kind == "amphibious" and not unit.airborne)
    return next(unit.id for unit in sailing if unit.nation == nation and unit.status == "core")


def told(game, event):
    """Events of a kind, without the kind."""
    return [row[1:] for row in game.events(event)]


def tables(game):
    """Rolls on Tables 6 and 7: (ship, table, outcome, dice)."""
    return [(names().units[row[1]].name, *row[2:]) for row in game.events(Event.TABLE)]


def sound(game):
    """The position can be saved."""
    check_position(game.books[0], game.templates[0], game.record)
    return True


# --- §22.1: Operation Catapult -------------------------------------------------------------------------


@pytest.mark.rule("22.1")
def test_the_british_are_asked_before_anyone_has_returned():
    position = outgoing().with_units("Hood", "Dunkerque", place="west_med").with_units("Bismarck", place="north_sea")
    game = position.start()
    assert (game.decision, game.power, game.choices) == (Decision.CATAPULT, Power.BRITISH, {"yes", "no"})
    assert game.unit("Dunkerque").place == "west_med" and game.unit("Bismarck").place == "north_sea" and sound(game)
    game.choose("yes")
    assert game.record["catapult"] == 1 and told(game, Event.CATAPULT) == [(1, 0, 0, [])]


@pytest.mark.rule("22.1")
@pytest.mark.parametrize(
    ("ship", "where", "keys"),
    [("Hood", "north_sea", {}), ("Pensacola", "west_med", {}), ("Hood", "west_med", {"turn": 2, "last_turn": 3})],
)
def test_it_is_not_asked_where_no_british_unit_could_attack_or_later(ship, where, keys):
    position = outgoing() if not keys else Position("return", **keys, **OPTION)
    game = position.with_units(ship, place=where).with_units("Dunkerque", place="toulon").start()
    assert game.decision != Decision.CATAPULT


@pytest.mark.rule("22.1")
def test_without_the_rule_nobody_is_asked():
    position = Position("return", turn=1, last_turn=2).with_units("Hood", "Dunkerque", place="west_med")
    assert position.start().decision == Decision.RETURN_TO_BASE


@pytest.mark.rule("22.11")
def test_targets_are_french_ships_in_the_area_and_in_places_beside_it():
    position = outgoing().with_units("Hood", "Dunkerque", place="west_med").with_units("Bretagne", place="toulon")
    game = position.with_units("Lorraine", place="brest").with_units("Provence", place="east_med").start().choose("yes")
    assert (game.decision, game.subject, game.power) == (Decision.CATAPULT_TARGET, "Hood", Power.BRITISH)
    assert game.choices == {"Dunkerque", "Bretagne", "hold"} and sound(game)


@pytest.mark.rule("22.11")
def test_all_targets_are_named_before_any_die_and_each_unit_has_one():
    position = outgoing().with_units("Hood", "Suffolk", "Norfolk", "Dunkerque", "Algerie", place="west_med")
    game = position.start(dice=[1] * 40).choose("yes", "Dunkerque", "hold")
    assert game.events(Event.ATTACK) == [] and game.unit("Dunkerque").attackers_on == 1 and sound(game)
    game.choose("Algerie")
    assert [(one, other) for one, other, *_ in game.attacks()] == sorted(
        [("Hood", "Dunkerque"), (game.attacks()[1][0], "Algerie")], key=lambda pair: unit_number(pair[0])
    )


@pytest.mark.rule("22.11")
def test_units_of_the_british_nations_alone_attack():
    position = outgoing().with_units("Pensacola", "Dunkerque", "Hood", place="west_med")
    game = position.start(dice=[1] * 20).choose("yes", "hold")
    assert game.decision != Decision.CATAPULT_TARGET, "the Americans and the French themselves are not asked"
    assert game.record["catapult"] == 1, "launched, whatever then happens"


@pytest.mark.rule("22.12")
def test_guns_and_aircraft_fire_at_once_one_better_and_nothing_is_disabled():
    game = outgoing().with_units("Eagle", "Dunkerque", place="west_med").start(dice=[3, 4, 5] + [1] * 9).choose("yes")
    attacks = []
    game.choose("Dunkerque")
    for event in game.events(Event.ATTACK):
        if event[1] == unit_number("Eagle"):
            attacks.append((event[3], event[4]))
    printed_eagle = printed().units[unit_number("Eagle")]
    assert [len(dice) for _, dice in attacks] == [printed_eagle.gunnery, printed_eagle.airstrike]
    assert attacks[0][0] == 1 and not game.unit("Dunkerque").disabled


@pytest.mark.rule("22.12")
def test_a_five_hits_and_its_damage_counts_before_the_french_fire():
    position = outgoing().with_units("Suffolk", "Algerie", place="west_med")
    game = position.start(dice=[5, 3]).choose("yes", "Algerie")
    assert game.attacks() == [("Suffolk", "Algerie", [5], [3])], "3 points are more than armor 2: sunk"
    assert told(game, Event.SUNK)[0][0] == unit_number("Algerie")
    assert game.decision == Decision.RETURN_TO_BASE, "nobody is left to fire back"


@pytest.mark.rule("22.12", "9.351")
def test_ships_in_port_that_would_rest_on_the_bottom_are_sunk():
    position = outgoing().with_units("Suffolk", place="west_med").with_units("Algerie", place="toulon")
    game = position.start(dice=[6, 4]).choose("yes", "Algerie")
    assert game.events(Event.ON_THE_BOTTOM) == [] and game.unit("Algerie").place == "out_of_play"


@pytest.mark.rule("22.13")
def test_the_germans_direct_the_ships_of_the_place_that_was_attacked():
    position = outgoing().with_units("Hood", "Bretagne", "Suffolk", place="west_med")
    position.with_units("Dunkerque", "Provence", place="toulon")
    game = position.start(dice=[1] * 30).choose("yes", "Dunkerque", "hold")
    asked = []
    while game.decision == Decision.CATAPULT_TARGET:
        assert game.power == Power.GERMAN and game.choices == {"Hood", "hold"} and sound(game)
        asked.append(game.subject)
        game.choose("hold")
    assert asked == ["Dunkerque", "Provence"], "not the Bretagne at sea, which nobody attacked; nor at the Suffolk"


@pytest.mark.rule("22.13")
def test_each_damage_die_of_theirs_counts_one_less():
    position = outgoing().with_units("Suffolk", "Dunkerque", place="west_med")
    game = position.start(dice=[1, 6, 1, 1, 2]).choose("yes", "Dunkerque", "Suffolk")
    assert game.attacks()[1] == ("Dunkerque", "Suffolk", [6, 1, 1], [2])
    assert game.unit("Suffolk").damage == 1 and game.record["area"] < 0


@pytest.mark.rule("22.13")
def test_a_damage_die_of_one_does_nothing_and_a_unit_is_lost_at_sea():
    position = outgoing().with_units("Suffolk", "Dunkerque", place="west_med")
    game = position.start(dice=[1, 6, 6, 1, 1, 6]).choose("yes", "Dunkerque", "Suffolk")
    assert game.unit("Suffolk").place == "out_of_play" and told(game, Event.SUNK)[0][0] == unit_number("Suffolk")


@pytest.mark.rule("22.13")
def test_guns_never_fire_at_aircraft():
    flyer = next(u.id for u in printed().units if u.kind == "lba" and u.nation == "british" and u.status == "core")
    position = outgoing().with_units(flyer, "Dunkerque", "Bearn", place="west_med")
    game = position.start(dice=[1] * 20).choose("yes", "Dunkerque")
    assert (game.decision, game.subject) == (Decision.CATAPULT_TARGET, "Bearn"), "the Dunkerque has guns alone"
    game.choose(names().units[unit_number(flyer)].name)
    assert len(game.attacks()) == 2 and len(game.attacks()[1][2]) == 1


@pytest.mark.rule("22.2", "18.32")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_then_all_french_ships_return_to_brest_or_toulon(answer):
    position = outgoing().with_units("Suffolk", "Dunkerque", place="west_med").with_units("Provence", place="england")
    game = position.start(dice=[1] * 5).choose(answer)
    game.until(Decision.RETURN_TO_BASE, prefer=["hold"])
    assert (game.unit("Dunkerque").place, game.unit("Provence").place) == ("toulon", "brest")
    assert game.record["raid_place"].max() < 0 and game.record["target"].max() < 0


# --- §22.3: the armistice ------------------------------------------------------------------------------


def armistice(*dice, lead=0, **ships):
    """The start of turn 2 with some ships in Toulon, each with its damage."""
    position = outgoing(victory_points={"atlantic": lead}).with_units("Jean Bart", place="not_yet_arrived", due=2)
    for ship, damage in (ships or {"dunkerque": 0}).items():
        position.with_units(ship, place="toulon", damage=damage)
    return position.with_units("Bismarck", place="germany").start(dice=dice).until(Decision.PATROL_ORDER)


@pytest.mark.rule("22.3")
@pytest.mark.parametrize(
    ("die", "lead", "surrendered"),
    [(1, 0, True), (2, 0, False), (4, -3, True), (5, -3, False), (1, 5, True), (2, 5, False)],
)
def test_one_die_less_the_german_lead(die, lead, surrendered):
    game = armistice(die, 1, 1, lead=lead)
    total = die + min(0, lead)
    assert told(game, Event.ARMISTICE) == [(total, int(surrendered), 0, [die])]
    assert tables(game) == [], "in place of Table 4"
    assert game.unit("Dunkerque").controller == (Power.GERMAN if surrendered else Power.AMERICAN)


@pytest.mark.rule("22.31")
def test_surrendered_ships_are_damaged_up_to_their_armor_and_do_not_move_on_turn_2():
    game = armistice(1, dunkerque=0, strasbourg=2)
    assert (game.unit("Dunkerque").damage, game.unit("Strasbourg").damage, game.unit("Jean Bart").damage) == (4, 4, 6)
    assert game.unit("Jean Bart").place == "brest" and game.subject == "Bismarck"
    game.choose("stay").until(Decision.REPAIR, Decision.RAID_ORDER)
    assert game.decision == Decision.REPAIR and game.power == Power.GERMAN and sound(game), "but may be repaired"


@pytest.mark.rule("22.32")
def test_damaged_ships_lie_in_toulon_and_a_die_says_where_each_other_lies():
    game = armistice(2, 3, 4, 6, dunkerque=0, strasbourg=1, provence=0)
    assert game.unit("Strasbourg").place == TOULON
    rolled = {names().units[row[0]].name: (names().places[row[1]].id, row[3]) for row in told(game, Event.VICHY)}
    assert rolled.pop("Strasbourg") == (TOULON, []) and sound(game)
    assert rolled == {"Dunkerque": (TOULON, [3]), "Jean Bart": (AFRICA, [4]), "Provence": (AFRICA, [6])}


@pytest.mark.rule("22.33")
def test_toulon_repairs_them_out_of_its_own_points_together_with_german_ships():
    position = later(4, "patrolling").with_units("Dunkerque", place=TOULON, damage=3).owned("toulon", "german")
    position.owned("brest", "german").with_units("Gneisenau", place="toulon", damage=1)
    game = position.with_units("Provence", place=AFRICA, damage=1).start().until(Decision.REPAIR, prefer=["stay"])
    assert (game.power, game.subject, game.choices) == (Power.GERMAN, "toulon", {"Dunkerque", "Gneisenau", "hold"})
    game.choose("Dunkerque", "Dunkerque")
    assert game.unit("Dunkerque").damage == 1 and game.decision != Decision.REPAIR, "two points a turn"
    assert told(game, Event.REPAIRED)[0][1] == place_number("toulon")


@pytest.mark.rule("22.33", "16.32")
def test_once_toulon_has_fallen_they_stay_and_are_not_repaired():
    position = later(8, "patrolling").with_units("Dunkerque", place=TOULON, damage=3).owned("toulon", "british")
    game = position.with_units("Hood", place="england").start()
    game.until(Decision.REPAIR, Decision.LILA, prefer=["stay"])
    assert game.decision == Decision.LILA and game.unit("Dunkerque").place == TOULON


@pytest.mark.rule("22.33")
def test_nobody_attacks_them_and_they_do_not_move():
    position = later(4, "patrolling").with_units("Dunkerque", place=TOULON).with_units("Provence", place=AFRICA)
    game = position.with_units("Hood", place="west_med").start()
    assert game.subject == "Hood" or game.decision != Decision.PATROL_ORDER
    game.until(Decision.LILA)
    assert told(game, Event.ATTACK) == [] and game.unit("Provence").place == AFRICA


# --- §22.4: Operation Lila -----------------------------------------------------------------------------


def seized(turn, *dice, place=TOULON, answers=(), **keys):
    """Lila on a turn with the Dunkerque in a box."""
    position = later(turn, **keys).owned("toulon", "german").owned("brest", "german")
    game = position.with_units("Dunkerque", place=place).start(dice=dice)
    return game.choose("yes", *answers)


@pytest.mark.rule("22.4")
@pytest.mark.parametrize(("turn", "asked"), [(2, False), (3, True), (6, True)])
def test_the_germans_are_asked_each_turn_from_turn_3_on_before_the_return_to_base(turn, asked):
    position = later(turn).with_units("Dunkerque", place=TOULON).with_units("Hood", place="north_sea")
    game = position.start()
    assert (game.decision == Decision.LILA) == asked
    if asked:
        assert (game.power, game.choices) == (Power.GERMAN, {"yes", "no"}) and sound(game)
        game.choose("no").until(Decision.RETURN_TO_BASE)
        assert game.subject == "Hood" and game.unit("Dunkerque").place == TOULON


@pytest.mark.rule("22.4", "21.22")
def test_at_the_end_of_the_war_in_europe_they_are_asked_while_ships_wait_to_be_sent_to_the_pacific():
    keys = {"last_turn": 11, "victory_points": {"atlantic": 1}, "in_play": ["french_fleet_dilemma", "turn_11"]}
    position = Position("return", turn=10, **keys).owned("toulon", "german")
    game = position.with_units("Dunkerque", place=TOULON).with_units("Hood", place="england").start(dice=[1, 1])
    assert game.decision == Decision.LILA and sound(game)
    game.choose("yes")
    assert game.decision == Decision.LILA_PLACE and sound(game)
    game.choose("toulon")
    assert (game.decision, game.choices) == (Decision.TRANSFER, {"Hood", "hold"}) and sound(game)


@pytest.mark.rule("22.4", "22.6")
def test_after_it_nobody_is_asked_again():
    game = seized(3, 6, 6, last_turn=6).until(Decision.LILA)
    assert game.over, "the question is settled"


@pytest.mark.rule("22.41")
@pytest.mark.parametrize(
    ("place", "dice", "outcome"),
    [(TOULON, [1, 3], 0), (TOULON, [1, 4], 1), (TOULON, [4, 5], 1), (TOULON, [4, 6], 2),
     (AFRICA, [1, 1], 1), (AFRICA, [2, 6], 1), (AFRICA, [3, 6], 2)],
)  # fmt: skip
def test_table_six(place, dice, outcome):
    game = seized(6, *dice, place=place)
    assert tables(game) == [("Dunkerque", 6, outcome, dice)], "turn 6 takes one off, no Catapult adds one"


@pytest.mark.rule("22.41")
@pytest.mark.parametrize(
    ("turn", "catapult", "dice", "german"),
    [(3, False, [1, 1], False), (5, True, [2, 3], True), (5, True, [3, 3], False), (9, True, [4, 5], True),
     (9, False, [3, 4], True), (9, False, [4, 4], False), (5, False, [1, 2], True), (5, False, [1, 3], False)],
)  # fmt: skip
def test_the_turn_and_catapult_change_the_roll(turn, catapult, dice, german):
    game = seized(turn, *dice, catapult=catapult)
    assert (tables(game)[0][2] == 0) == german


@pytest.mark.rule("22.41")
@pytest.mark.parametrize(("malta", "place", "dice", "german"), [
    ("german", AFRICA, [1, 1], True), ("british", AFRICA, [1, 1], False),
    ("german", TOULON, [1, 4], False), ("german", TOULON, [1, 3], True),
])  # fmt: skip
def test_malta_and_tripoli_help_in_north_africa_alone(malta, place, dice, german):
    game = seized(6, *dice, place=place, owners={"malta": malta})
    assert (tables(game)[0][2] == 0) == german


@pytest.mark.rule("22.42", "22.43")
def test_a_german_ship_goes_to_toulon_or_taranto_with_damage_up_to_her_armor():
    game = seized(6, 1, 1)
    assert (game.decision, game.power, game.choices) == (Decision.LILA_PLACE, Power.GERMAN, {"toulon", "taranto"})
    assert sound(game)
    game.choose("taranto")
    ship = game.unit("Dunkerque")
    assert (ship.place, ship.damage, ship.controller) == ("taranto", 4, Power.GERMAN)


@pytest.mark.rule("22.42", "22.43")
def test_free_french_ships_go_to_the_usa_with_damage_too_and_scuttled_ones_leave():
    game = seized(6, 6, 6)
    ship = game.unit("Dunkerque")
    assert (ship.place, ship.damage, ship.controller) == ("usa", 4, Power.AMERICAN)
    assert seized(6, 4, 4).unit("Dunkerque").place == "out_of_play"


@pytest.mark.rule("22.43")
@pytest.mark.parametrize(("taranto", "place"), [("german", "taranto"), ("british", "out_of_play")])
def test_where_the_axis_has_lost_the_ports_they_do_not_go(taranto, place):
    position = later(8, owners={"toulon": "british", "brest": "british", "taranto": taranto})
    game = position.with_units("Dunkerque", place=TOULON).start(dice=[1, 1]).choose("yes")
    if game.decision == Decision.LILA_PLACE:
        assert game.choices == {"taranto"}
        game.choose("taranto")
    assert game.unit("Dunkerque").place == place


@pytest.mark.rule("22.41")
def test_a_ship_after_another_in_roster_order():
    position = later(6).owned("toulon", "german").with_units("Strasbourg", place=AFRICA)
    game = position.with_units("Dunkerque", place=TOULON).start(dice=[1, 1, 6, 6]).choose("yes", "toulon")
    assert [row[0] for row in tables(game)] == ["Dunkerque", "Strasbourg"]


@pytest.mark.rule("22.31", "18.38")
def test_they_do_not_leave_when_brest_and_toulon_are_lost():
    keys = {"owners": {"taranto": "british", "brest": "british", "toulon": "german", "tripoli": "british"}}
    position = later(8, "control", flags={"west_med": "allies"}, falls_from={"toulon": 7, "brest": 7}, **keys)
    position.with_units("Hood", place="west_med").with_units("Dunkerque", place="germany", controller="german")
    game = position.start().until(Decision.LILA, Decision.PATROL_ORDER)
    assert game.owner("toulon") == "british" and game.unit("Dunkerque").place == "germany"


# --- §22.5: Torch, by a landing ------------------------------------------------------------------------


@pytest.mark.rule("22.5")
@pytest.mark.parametrize(("catapult", "ally", "die", "opposed"), [
    (False, "Hood", 2, True), (False, "Hood", 3, False), (True, "Hood", 4, True), (True, "Hood", 5, False),
])  # fmt: skip
def test_a_die_before_the_landing_that_would_give_the_allies_both(catapult, ally, die, opposed):
    position = torch(catapult=catapult).with_units(ally).with_units("Dunkerque", place=AFRICA)
    game = position.start(dice=[die]).choose("west_med").until(Decision.LANDING)
    game.choose("tripoli")
    assert told(game, Event.TORCH) == [(die - 2 * catapult, int(opposed), 0, [die])]
    assert (game.owner("tripoli") == "british") != opposed


@pytest.mark.rule("22.5")
def test_without_british_units_at_sea_in_the_mediterranean_catapult_is_forgotten():
    keys = {"turn": 6, "last_turn": 7, "owners": {"malta": "british"}, "catapult": True, **OPTION}
    position = battle("west_med", **keys).with_units(landing_force("us")).with_units("Dunkerque", place=AFRICA)
    game = position.with_units("Hood", place="north_sea").start(dice=[3]).choose("west_med").until(Decision.LANDING)
    game.choose("tripoli")
    assert told(game, Event.TORCH) == [(3, 0, 0, [3])]


@pytest.mark.rule("22.5")
@pytest.mark.parametrize("change", ["malta", "settled", "defended", "elsewhere"])
def test_no_die_where_torch_is_not_complete_or_there_is_nobody_to_oppose_it(change):
    position = torch(owners={"malta": "german" if change == "malta" else "british"})
    if change != "settled":
        position.with_units("Dunkerque", place=AFRICA)
    if change == "defended":
        position.with_units("Fsjr", place="tripoli")
    game = position.start().choose("west_med").until(Decision.LANDING)
    game.choose("malta" if change == "elsewhere" else "tripoli")
    assert told(game, Event.TORCH) == []


@pytest.mark.rule("22.51", "22.511")
def test_the_ships_in_north_africa_join_the_combat_and_the_landing_waits_for_a_round():
    position = torch().with_units("Hood").with_units("Dunkerque", "Provence", place=AFRICA)
    position.with_units("Bretagne", place=TOULON)
    game = position.start(dice=[1] + [1] * 60).choose("west_med").until(Decision.LANDING).choose("tripoli")
    assert (game.decision, game.record["combat_round"]) == (Decision.ACTION_TYPE, 1) and sound(game)
    ships = [game.unit(name) for name in ("Dunkerque", "Provence")]
    assert [(ship.place, ship.controller, ship.raiding) for ship in ships] == [("west_med", Power.GERMAN, False)] * 2
    assert game.unit("Bretagne").place == TOULON and game.owner("tripoli") == "german"
    game.until(Decision.RETREAT, prefer=["surface", "Hood", "Dunkerque"])
    game.until(Decision.LANDING, prefer=["remain"])
    assert "tripoli" in game.choices and sound(game)
    game.choose("tripoli")
    assert game.owner("tripoli") == "british" and len(told(game, Event.TORCH)) == 1, "after a round it may be tried"


@pytest.mark.rule("22.511", "7.31")
def test_the_combat_that_goes_on_counts_its_rounds_without_a_shot_anew():
    position = torch().with_units("Hood").with_units("Dunkerque", place=AFRICA)
    game = position.start(dice=[1] * 60).choose("west_med").until(Decision.LANDING)
    for count in ("quiet_rounds", "held_rounds"):
        game.record[count][ALL] = 1
    game.choose("tripoli")
    assert game.decision == Decision.ACTION_TYPE
    assert [game.record[count][ALL] for count in ("quiet_rounds", "held_rounds")] == [0, 0]


@pytest.mark.rule("22.511")
def test_another_unit_that_lands_at_the_same_time_waits_too():
    position = torch().with_units(landing_force("us"), "Hood").with_units("Dunkerque", place=AFRICA)
    game = position.start(dice=[1] * 60).choose("west_med").until(Decision.LANDING).choose("tripoli")
    assert game.decision == Decision.LANDING
    game.choose("tripoli")
    assert game.owner("tripoli") == "german" and game.decision == Decision.ACTION_TYPE
    assert len(told(game, Event.TORCH)) == 1


@pytest.mark.rule("22.511")
def test_in_a_pursuit_they_wait_until_it_is_over():
    position = torch().with_units("Hood").with_units("Bolzano").with_units("Dunkerque", place=AFRICA)
    game = position.start(dice=[1] * 110).choose("west_med")
    game.until(Decision.RETREAT, prefer=["surface", "Hood", "Bolzano"])
    while game.decision == Decision.RETREAT:
        game.choose("retreat" if game.power == Power.GERMAN else "remain")
    game.until(Decision.LANDING, prefer=["no_pursuit", "taranto"]).choose("tripoli")
    assert game.unit("Bolzano").place == "taranto" and game.owner("tripoli") == "german" and sound(game)
    assert (game.decision, game.unit("Dunkerque").place) == (Decision.ACTION_TYPE, "west_med")
    game.until(Decision.LANDING, prefer=["surface", "Hood", "Dunkerque", "remain"]).choose("tripoli")
    assert game.owner("tripoli") == "british"


@pytest.mark.rule("22.51", "22.512")
def test_what_is_left_of_them_goes_back_to_north_africa_even_disabled_or_in_retreat():
    position = torch().with_units("Hood").with_units("Dunkerque", place=AFRICA, damage=1)
    game = position.start(dice=[1] * 80).choose("west_med").until(Decision.LANDING).choose("tripoli")
    game.until(Decision.RETREAT, prefer=["surface", "Hood", "Dunkerque"])
    while game.decision == Decision.RETREAT:
        game.choose("retreat" if game.power == Power.GERMAN else "remain")
    game.until(Decision.LANDING, Decision.LILA, prefer=["no_pursuit"])
    ship = game.unit("Dunkerque")
    assert (ship.place, ship.damage, ship.controller, ship.raiding) == (AFRICA, 1, Power.AMERICAN, False)


@pytest.mark.rule("22.512")
def test_the_die_is_rolled_once_later_landings_are_opposed_without_it():
    position = torch(torch=1).with_units("Hood").with_units("Dunkerque", place=AFRICA)
    game = position.start(dice=[6] * 10).choose("west_med").until(Decision.LANDING).choose("tripoli")
    assert told(game, Event.TORCH) == [(0, 1, 0, [])] and game.unit("Dunkerque").place == "west_med"


@pytest.mark.rule("22.511")
def test_a_landing_at_the_end_of_the_turn_begins_a_combat_too():
    position = Position("invasion", turn=6, last_turn=7, owners={"malta": "british"}, **OPTION)
    position.with_units(landing_force(), "Hood", place="west_med").with_units("Dunkerque", place=AFRICA)
    game = position.start(dice=[1] * 60).choose("tripoli")
    assert (game.decision, game.phase) == (Decision.ACTION_TYPE, Phase.INVASION) and sound(game)
    game.until(Decision.LANDING, prefer=["surface", "Hood", "Dunkerque", "remain"]).choose("tripoli")
    assert game.owner("tripoli") == "british"
    game.until(Decision.LILA, prefer=["remain", "Hood", "Dunkerque"])
    assert game.unit("Dunkerque").place == AFRICA and game.record["torch"] == 1, "still Vichy: Lila may take her"


@pytest.mark.rule("22.52", "22.521")
def test_if_they_do_not_oppose_it_all_in_north_africa_are_free_french_and_sound():
    position = torch().with_units("Dunkerque", "Provence", place=AFRICA)
    game = position.start(dice=[3]).choose("west_med").until(Decision.LANDING).choose("tripoli")
    for name in ("Dunkerque", "Provence"):
        ship = game.unit(name)
        assert (ship.place, ship.damage, ship.controller) == ("usa", 0, Power.AMERICAN)


@pytest.mark.rule("22.522")
@pytest.mark.parametrize(("dice", "outcome", "place"), [
    ([1, 1], 0, "toulon"), ([1, 2], 1, "out_of_play"), ([4, 5], 1, "out_of_play"), ([4, 6], 2, "usa"),
])  # fmt: skip
def test_table_seven_for_each_ship_at_toulon(dice, outcome, place):
    position = torch(catapult=False).with_units("Dunkerque", place=TOULON).with_units("Provence", place=AFRICA)
    position.owned("toulon", "german")
    game = position.start(dice=[3, *dice]).choose("west_med").until(Decision.LANDING).choose("tripoli")
    if game.decision == Decision.LILA_PLACE:
        assert sound(game)
        game.choose("toulon")
    ship = game.unit("Dunkerque")
    assert tables(game) == [("Dunkerque", 7, outcome, dice)] and ship.place == place
    assert ship.damage == (0 if outcome == 1 else 4), "a hasty Lila"
    assert game.owner("tripoli") == "british"


@pytest.mark.rule("22.5", "22.522")
def test_with_nobody_in_north_africa_there_is_no_die_and_table_seven_follows():
    position = torch().with_units("Dunkerque", place=TOULON)
    game = position.start(dice=[6, 6]).choose("west_med").until(Decision.LANDING).choose("tripoli")
    assert told(game, Event.TORCH) == [] and tables(game) == [("Dunkerque", 7, 2, [6, 6])]
    assert game.until(Decision.LILA).over, "settled"


# --- §22.512: Torch, by control of the sea -------------------------------------------------------------


@pytest.mark.rule("22.512")
def test_they_break_control_if_a_ship_of_theirs_is_left():
    game = by_the_flags().with_units("Dunkerque", place=AFRICA).start(dice=[2] + [1] * 90)
    assert (game.decision, game.phase) == (Decision.ACTION_TYPE, Phase.INVASION) and sound(game)
    assert game.unit("Dunkerque").place == "west_med" and game.unit("Suffolk").place == "east_med"
    quiet = ["air", "remain"]
    game.until(Decision.LILA, prefer=quiet)
    assert game.events(Event.STALEMATE) and game.flag("west_med") is None and game.flag("east_med") == "allies"
    assert game.owner("tripoli") != "british" and game.unit("Dunkerque").place == AFRICA


@pytest.mark.rule("22.512")
def test_if_they_are_gone_and_an_allied_ship_is_left_tripoli_falls():
    game = by_the_flags().with_units("Provence", place=AFRICA).start(dice=[2, 6, 6, 1, 1, 6, 6, 1, 1, 1, 1])
    game.until(Decision.LILA, Decision.RETURN_TO_BASE, prefer=["surface", "Hood", "Provence"])
    assert game.unit("Provence").place == "out_of_play" and game.unit("Hood").place == "west_med"
    assert game.flag("west_med") == "allies" and game.owner("tripoli") == "british"


@pytest.mark.rule("22.512")
def test_they_never_place_a_flag_of_the_axis():
    game = by_the_flags().with_units("Dunkerque", place=AFRICA).start(dice=[2] + [1] * 30)
    game.until(Decision.RETREAT, prefer=["surface", "Hood", "Dunkerque"])
    while game.decision == Decision.RETREAT:
        game.choose("retreat" if game.power == Power.BRITISH else "remain")
    game.until(Decision.LILA, prefer=["no_pursuit", "england"])
    assert game.flag("west_med") is None and game.unit("Dunkerque").place == AFRICA


@pytest.mark.rule("22.5", "22.512")
def test_if_they_do_not_come_out_all_is_settled_before_the_flags():
    game = by_the_flags().with_units("Dunkerque", place=AFRICA).with_units("Provence", place=TOULON)
    game = game.owned("toulon", "german").start(dice=[3, 6, 6])
    game.until(Decision.LILA, Decision.RETURN_TO_BASE)
    assert game.unit("Dunkerque").place == "usa" and game.unit("Provence").place == "usa"
    assert game.owner("tripoli") == "british" and told(game, Event.TORCH) == [(3, 0, 0, [3])]


@pytest.mark.rule("22.512")
def test_flags_that_give_nothing_away_bring_nobody_out():
    position = Position("invasion", turn=6, last_turn=7, owners={"malta": "british"}, **OPTION)
    position.flag("west_med", "allies").with_units("Hood", place="west_med").with_units("Dunkerque", place=AFRICA)
    game = position.start().until(Decision.LILA)
    assert told(game, Event.TORCH) == [] and game.owner("tripoli") != "british", "the other half is not controlled"


# --- §22.7 and the rest --------------------------------------------------------------------------------


@pytest.mark.rule("22.7")
@pytest.mark.parametrize(("place", "dice", "outcome"), [
    (TOULON, [1, 4], 0), (TOULON, [2, 4], 1), (TOULON, [4, 4], 1), (TOULON, [4, 5], 2),
    (AFRICA, [1, 1], 0), (AFRICA, [1, 2], 1), (AFRICA, [2, 6], 2),
])  # fmt: skip
def test_more_french_widens_table_six(place, dice, outcome):
    assert tables(seized(6, *dice, place=place, more_french=True))[0][2] == outcome


@pytest.mark.rule("22.7")
@pytest.mark.parametrize(("dice", "outcome"), [([1, 2], 0), ([1, 3], 1), ([4, 4], 1), ([4, 5], 2)])
def test_more_french_widens_table_seven(dice, outcome):
    position = torch(more_french=True).with_units("Dunkerque", place=TOULON).owned("toulon", "german")
    game = position.start(dice=dice).choose("west_med").until(Decision.LANDING).choose("tripoli")
    assert tables(game)[0][2] == outcome


@pytest.mark.rule("22.0")
def test_it_is_for_scenarios_with_the_atlantic():
    for scenario in ("campaign", "atlantic"):
        assert load.scenario(scenario, printed(), 2, ["french_fleet_dilemma"]).books[0]["torch_places"] != 0
    with pytest.raises(ConfigError, match="does not allow"):
        load.scenario("pacific", printed(), 2, ["french_fleet_dilemma"])


@pytest.mark.rule("22.0")
def test_a_position_taken_from_a_game_says_it_all(tmp_path):
    keys = {"catapult": True, "torch": 1, "more_french": True}
    game = later(5, **keys).with_units("Dunkerque", place=TOULON, damage=2).with_units("Provence", place=AFRICA).start()
    file = tmp_path / "position.toml"
    text = to_scenario(names(), game.books[0], game.record)
    file.write_text(text, "utf-8")
    again = load.scenario(file, printed())
    record = again.templates[0]
    assert record["catapult"] == 1 and record["torch"] == 1
    assert record["place"][unit_number("Dunkerque")] == place_number(TOULON)
    assert record["damage"][unit_number("Dunkerque")] == 2
    assert again.books[0]["seizure"].tolist() == game.books[0]["seizure"].tolist()


@pytest.mark.rule("22.4")
@pytest.mark.parametrize(
    ("turn", "flags", "advice"),
    [(4, {}, "no"), (8, {}, "yes"), (4, {"west_med": "allies", "east_med": "allies"}, "yes")],
)
def test_the_officer_waits_with_lila_until_it_is_late_or_torch_threatens(turn, flags, advice):
    position = later(turn, last_turn=10, flags=flags, owners={"malta": "british"})
    game = position.with_units("Dunkerque", place=TOULON).start()
    action = int(decide(game.books, game.games, 0, game.mask, STANDING))
    assert game.word(action) == advice


@pytest.mark.rule("22.1")
def test_the_officer_launches_catapult_where_the_odds_are_good():
    for ships, advice in ((("Hood", "Nelson"), "yes"), (("Suffolk",), "no")):
        game = outgoing().with_units(*ships, "Dunkerque", place="west_med").start()
        assert game.word(int(decide(game.books, game.games, 0, game.mask, STANDING))) == advice
        game.choose("yes")
        assert game.word(int(decide(game.books, game.games, 0, game.mask, STANDING))) == "Dunkerque"
