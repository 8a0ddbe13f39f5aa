"""The phases of a turn, who is first in them, and what waits for their end (SEQ, INI, UNIT.3, UNIT.7, MR-14)."""

import pytest

from tests.naval_miniatures.positions import battle

# --- the phases (SEQ) --------------------------------------------------------------------------------------

PHASES = ("sea_movement", "air_missions", "air_defense", "air_attack", "surface_attack", "torpedo_attack", "air_return")


def course_of_a_turn(dice):
    """(phase, who) of the questions of a turn in which both sides have something to do in every phase."""
    allies = {"uss_atlanta": "d4", "f4f_wildcat": "airbase"}
    axis = {"tone": "d4", "a6m2_zeke": "airbase"}
    game = battle("initiative", allies, axis).begin(dice)
    course = []
    while game["turn"] == 5:
        course.append((game.phase, game.who))
        game.choose("end" if "end" in game.legal and game.asked != "fly_who" else _answer(game))
    return course


def _answer(game):
    return next(answer for answer in ("d4", "decline", "land_base", *reversed(game.legal)) if answer in game.legal)


@pytest.mark.rule("SEQ.1")
@pytest.mark.parametrize(
    ("dice", "first", "second"), [([1, 1, 6, 6], "allies", "axis"), ([6, 6, 1, 1], "axis", "allies")]
)
def test_nine_phases_each_with_a_step_of_the_first_player_and_one_of_the_second(dice, first, second):
    """The first and the last are without a question; all air missions are over before the first attack."""
    course = list(dict.fromkeys(course_of_a_turn(dice)))
    assert course == [(phase, who) for phase in PHASES for who in (first, second)]


@pytest.mark.rule("SEQ.1")
def test_the_turn_begins_with_initiative_and_ends_with_the_score():
    game = battle("initiative", {"hms_ajax": "a1"}, {"koln": "k1"}).begin(dice=[1, 1, 6, 6])
    assert [event[0] for event in game.told] == ["phase", "initiative", "initiative", "first_player", "phase"]
    game.end(2)
    told = [event for event in game.told if event[0] in ("phase", "score", "turn")]
    assert [event[:2] for event in told[-5:]] == [("phase", 10), ("score", 0), ("turn", 6), ("phase", 2), ("phase", 3)]


@pytest.mark.rule("SEQ.2")
def test_attacks_of_one_phase_are_simultaneous():
    """Two destroyers sink each other: who is first does not matter."""
    for first in ("allies", "axis"):
        allies, axis = {"hms_javelin": "d4", "hms_ajax": "a1"}, {"z_20_karl_galster": "d4", "koln": "k7"}
        game = battle("surface_attack", allies, axis, first=first).begin()
        sides = {"allies": ("hms_javelin", "z_20_karl_galster"), "axis": ("z_20_karl_galster", "hms_javelin")}
        for _ in range(2):
            game.lay(6, 6, 6, 6, 6)
            unit, target = sides[game.who]
            game.choose(unit, "main", target)
        assert game["score"] == [8, 9] and game.where("hms_javelin") is game.where("z_20_karl_galster") is None


@pytest.mark.rule("SEQ.2")
def test_what_is_hit_in_a_phase_is_as_strong_as_before_until_its_end():
    """Crippled by the first player, the Ajax fires with all that she has, and counts as crippled only afterwards."""
    units = {"hms_ajax": {"damage": 1}}
    game = battle("surface_attack", {"hms_ajax": "d4"}, {"koln": "d4"}, first="axis", units=units).begin()
    game.lay(6, 6, 1, 1, 1, 1, 1, 1, 4, 4, 4, 1, 1, 1, 1)
    game.choose("koln", "main", "hms_ajax")
    assert game.of("hms_ajax", "damage") == 1 and not game.of("hms_ajax", "crippled")
    game.choose("hms_ajax", "main", "koln")
    assert game.of("koln", "damage") == 1, "three 4s are three successes; of a crippled ship they would be none"
    assert game.of("hms_ajax", "damage") == 2 and game.of("hms_ajax", "crippled")


def bismarck_destroys_exeter():
    """The Bismarck's main guns, 15 dice at range 0, show five 6s: ten successes, where nine destroy."""
    allies, axis = {"hms_exeter": "d4", "hms_ajax": "a1"}, {"bismarck": "d4", "koln": "k7"}
    game = battle("surface_attack", allies, axis, first="axis").begin()
    game.lay(*[6] * 5, *[1] * 10)
    game.choose("bismarck", "main", "hms_exeter")
    assert game.happened("destroyed")
    if game.asked == "weapon":
        game.end()
    return game


@pytest.mark.rule("SEQ.3")
def test_the_exeter_though_destroyed_first_still_fires():
    game = bismarck_destroys_exeter()
    assert (game.who, game.asked) == ("allies", "fire_who") and "hms_exeter" in game.legal
    game.choose("hms_exeter", "main", "bismarck")
    assert len(game.dice_of("attack")) == 8, "her main guns at range 0, undiminished"


@pytest.mark.rule("SEQ.4")
def test_the_exeter_is_gone_before_the_torpedo_phase():
    game = bismarck_destroys_exeter()
    game.lay(*[1] * 8, 1)
    game.choose("hms_exeter", "main", "bismarck")
    assert game.dice_of("endures") == (1,), "her determination does not save her"
    assert game.where("hms_exeter") is None and game["score"] == [0, 12]
    assert game.phase != "torpedo_attack" and game["turn"] == 6, "she had torpedoes, nobody else has a target"


@pytest.mark.rule("SEQ.4")
def test_alive_the_exeter_would_have_made_a_torpedo_attack():
    game = battle("surface_attack", {"hms_exeter": "d4"}, {"bismarck": "d4"}, first="axis").begin().end(2)
    assert (game.phase, game.who, game.legal) == ("torpedo_attack", "allies", ["end", "hms_exeter"])


# --- initiative (INI, UNIT.7, MR-41) -----------------------------------------------------------------------


def initiative(allies, axis, dice, **position):
    """Totals of both sides, roll by roll, and who is first."""
    places = [[(name, f"{row}{k + 1}") for k, name in enumerate(units)] for row, units in (("a", allies), ("k", axis))]
    game = battle("initiative", *places, **position).begin(dice)
    totals = [(event[1], event[2], event[-1]) for event in game.told if event[0] == "initiative"]
    assert game.who == ("allies", "axis")[game["first"]], "the first player moves first"
    return totals, game.who


@pytest.mark.rule("INI.1")
def test_each_side_rolls_two_dice():
    totals, _ = initiative(["hms_ajax"], ["koln"], [3, 4, 2, 6])
    assert totals == [(0, 7, (3, 4)), (1, 8, (2, 6))]


@pytest.mark.rule("INI.1", "UNIT.7")
def test_the_best_flagship_bonus_is_added_and_no_other():
    """Washington 1 and Enterprise 2: 2; Shokaku, Myoko and Kongo 1 each: 1."""
    allies, axis = ["uss_washington", "uss_enterprise", "hms_ajax"], ["shokaku", "myoko", "kongo"]
    totals, _ = initiative(allies, axis, [1, 2, 3, 4])
    assert [total for _, total, _ in totals] == [5, 8]


@pytest.mark.rule("INI.1")
def test_a_side_without_a_flagship_adds_nothing():
    totals, _ = initiative(["hms_ajax", "uss_barb"], ["yamato"], [1, 2, 1, 2])
    assert [total for _, total, _ in totals] == [3, 5]


@pytest.mark.rule("INI.2")
def test_a_crippled_flagship_gives_no_bonus():
    units = {"uss_enterprise": {"crippled": 1, "damage": 3}}
    totals, _ = initiative(["uss_enterprise"], ["koln"], [1, 2, 3, 3], units=units)
    assert totals[0][1] == 3
    totals, _ = initiative(["uss_enterprise", "uss_washington"], ["koln"], [1, 2, 3, 3], units=units)
    assert totals[0][1] == 4, "the next best, that of the Washington"


@pytest.mark.rule("INI.2")
def test_a_damaged_flagship_gives_its_bonus():
    totals, _ = initiative(["uss_enterprise"], ["koln"], [1, 2, 3, 3], units={"uss_enterprise": {"damage": 2}})
    assert totals[0][1] == 5


def test_a_lost_flagship_gives_no_bonus():
    """INI.2 and the text: destroyed flagships count no more."""
    units = {"uss_enterprise": {"gone": 1, "place": -1}}
    totals, _ = initiative(["uss_enterprise", "hms_ajax"], ["koln"], [1, 2, 3, 3], units=units)
    assert totals[0][1] == 3


@pytest.mark.rule("INI.3", "INI.5")
@pytest.mark.parametrize(
    ("dice", "first"),
    [([3, 4, 3, 3], "axis"), ([3, 3, 3, 4], "allies"), ([6, 6, 1, 1], "axis"), ([1, 1, 1, 2], "allies")],
)
def test_the_higher_total_wins_and_the_winner_is_second(dice, first):
    assert initiative(["hms_ajax"], ["koln"], dice)[1] == first


@pytest.mark.rule("INI.5")
def test_the_winner_moves_last_and_fires_last():
    allies, axis = {"hms_ajax": "d4"}, {"koln": "d4"}
    game = battle("initiative", allies, axis).begin(dice=[6, 6, 1, 1])
    order = [game.who]
    game.end()
    order.append(game.who)
    game.end()
    order.append((game.phase, game.who))
    assert order == ["axis", "allies", ("surface_attack", "axis")]


@pytest.mark.rule("INI.3")
@pytest.mark.parametrize(
    ("allies", "axis", "dice", "first"),
    [
        (["uss_enterprise"], ["koln"], [2, 2, 3, 3], "axis"),
        (["hms_ajax"], ["shokaku"], [3, 4, 3, 3], "allies"),
        (["uss_washington"], ["yamato"], [3, 4, 3, 3], "allies"),
    ],
)
def test_equal_totals_are_decided_by_the_better_bonus(allies, axis, dice, first):
    totals, who = initiative(allies, axis, dice)
    assert totals[0][1] == totals[1][1] and len(totals) == 2
    assert who == first


@pytest.mark.rule("INI.4")
def test_equal_totals_and_bonuses_are_rolled_again_as_often_as_needed():
    """MR-41: both roll, the Allies first."""
    totals, who = initiative(["uss_washington"], ["shokaku"], [3, 3, 2, 4, 6, 6, 6, 6, 5, 5, 1, 1])
    assert [(side, total) for side, total, _ in totals] == [(0, 7), (1, 7), (0, 13), (1, 13), (0, 11), (1, 3)]
    assert who == "axis"


@pytest.mark.rule("INI.4")
def test_a_crippled_flagship_breaks_no_tie():
    """MR-41."""
    units = {"uss_enterprise": {"crippled": 1, "damage": 3}}
    totals, who = initiative(["uss_enterprise"], ["koln"], [3, 3, 3, 3, 1, 1, 2, 2], units=units)
    assert len(totals) == 4 and who == "allies"


@pytest.mark.rule("INI.5")
def test_initiative_is_rolled_anew_each_turn():
    game = battle("initiative", {"hms_ajax": "a1"}, {"koln": "k1"}).begin(dice=[1, 1, 6, 6, 6, 6, 1, 1])
    assert game.who == "allies"
    game.end(2)
    assert (game["turn"], game.who) == (6, "axis")


# --- no more missions (MR-14) ------------------------------------------------------------------------------


def missions(**position):
    allies = [("hms_ajax", "a1"), *[("f4f_wildcat" + mark, "airbase") for mark in ("", "#2", "#3")]]
    axis = [("koln", "k1"), ("a6m2_zeke", "airbase"), ("a6m2_zeke#2", "airbase")]
    return battle("air_missions", allies, axis, **position).begin()


def test_who_sends_no_more_missions_is_asked_no_more_that_turn():
    """MR-14: the other goes on alone."""
    game = missions()
    game.choose("f4f_wildcat", "d4")
    assert game.who == "axis"
    game.end()
    assert game.who == "allies"
    game.choose("f4f_wildcat#2", "d4")
    assert game.who == "allies", "the Axis has two aircraft at its base, and is not asked"
    game.choose("f4f_wildcat#3", "d4")
    assert game.phase != "air_missions"
    assert game.where("a6m2_zeke") == "airbase"


def test_who_is_held_back_is_ready_next_turn():
    """MR-14: at its base with all it has."""
    game = missions()
    game.choose("f4f_wildcat", "d4").end(2).pass_to("fly_who")
    while game.who == "axis":
        game.end()
    assert game["turn"] == 6 and game.legal == ["end", "f4f_wildcat#2", "f4f_wildcat#3"]


# --- types of aircraft (UNIT.3) ----------------------------------------------------------------------------


@pytest.mark.rule("UNIT.3")
@pytest.mark.parametrize(
    ("plane", "aborted"),
    [("pby_catalina", False), ("sbd_dauntless", False), ("swordfish_mk_ii", False), ("f4f_wildcat#2", True)],
)
def test_bombers_are_patrol_dive_and_torpedo_bombers(plane, aborted):
    """A fighter escorts them: 4s of enemy fighters are no successes at bombers, but they are at another fighter."""
    allies = [("hms_ajax", "k7"), ("f4f_wildcat", "d4"), (plane, "d4")]
    game = battle("air_defense", allies, {"a6m2_zeke": "d4", "koln": "a1"}, first="axis").begin()
    game.lay(*[4] * 7)
    game.choose("a6m2_zeke", plane)
    assert game.happened("aborted") == aborted and game.happened("missed") != aborted
