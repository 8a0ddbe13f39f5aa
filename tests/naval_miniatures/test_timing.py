"""Timing is the game: attacks of a phase are simultaneous, and what comes at once, at the end of the phase and at the
end of the turn (SEQ.2-SEQ.4, DMG.9, DMG.13; rulings MR-18 to MR-34, table "What takes effect when")."""

import pytest

from tests.naval_miniatures.duels import attackers, dice, finish, volley
from tests.naval_miniatures.positions import battle

SURFACE, TORPEDOES, AIR, DEFENSE = "surface_attack", "torpedo_attack", "air_attack", "air_defense"


# --- the book's example (SEQ.3, SEQ.4) -----------------------------------------------------------------------


def bismarck_sinks_exeter():
    """Bismarck as first player has destroyed Exeter, who stands beside her; Determination will not save her."""
    game = battle(SURFACE, {"hms_exeter": "d4", "uss_barb": "a1"}, {"bismarck": "d4"}, first="axis", terrain={}).begin()
    return volley(game, "bismarck", "main", "hms_exeter", rolled=dice(15, 6, 6, 6, 6, 6))


@pytest.mark.rule("SEQ.3", "DMG.13")
def test_exeter_destroyed_first_still_fires():
    game = bismarck_sinks_exeter()
    assert attackers(game) == {"hms_exeter"}
    volley(game, "hms_exeter", "main", "bismarck", rolled=[*dice(8, 6, 6, 6, 6), 1])
    assert game.of("bismarck", "damage") == 1


@pytest.mark.rule("SEQ.4", "RES.6")
def test_exeter_is_gone_before_the_torpedo_phase():
    game = bismarck_sinks_exeter()
    volley(game, "hms_exeter", "main", "bismarck", rolled=[*dice(8), 1])
    assert (game.where("hms_exeter"), game["score"]) == (None, [0, 12])
    assert game["turn"] == 6  # nobody had a torpedo attack


# --- both orders, and any order in a step --------------------------------------------------------------------

LASTING = (
    "place based_on gone damage crippled spent rearming stopped aborted pressing hit doomed lent marks "
    "score smoke rising eventful"
).split()
"""What an attack may have changed."""


class Fight:
    """Attacks of both sides in a phase: (answers, dice) each; closing: answers and dice at the end of the phase.

    Each side has one unit more that could attack, and does not.
    """

    def __init__(self, phase, allies, axis, deeds, closing=((), ()), **known):
        self.phase, self.units, self.deeds, self.closing, self.known = phase, (allies, axis), deeds, closing, known

    def fought(self, first, order=1):
        """What it leaves when this side is first; order: 1 as written, -1 from the last attack of a side."""
        second = "axis" if first == "allies" else "allies"
        game = battle(self.phase, *self.units, first=first, **{"terrain": {}, **self.known}).begin()
        for side in (first, second):
            for answers, rolled in self.deeds[side][::order]:
                assert (game.phase, game.who) == (self.phase, side)
                volley(game, *answers, rolled=rolled)
                assert game["scripted_used"] == len(rolled), answers
                if game.asked == "weapon":
                    game.end()
            assert attackers(game, side), f"all of the {side} have attacked"
            game.lay(*(self.closing[1] if side == second else ()))
            game.end()
        game.choose(*self.closing[0])
        assert game["scripted_used"] == len(self.closing[1])
        assert (game.phase, game["turn"]) != (self.phase, 5)
        return {field: game[field] for field in LASTING}


FIGHTS = {
    "fighters, escorts and guns": Fight(
        DEFENSE,
        [(name, "d4") for name in ("uss_boise", "f4f_wildcat", "f4f_wildcat", "sbd_dauntless")],
        [(name, "d4") for name in ("myoko", "a6m2_zeke", "a6m2_zeke", "b5n2_kate", "d3a_val")],
        {
            "allies": [
                (("uss_boise", "b5n2_kate"), dice(6, 6, 6, 6, 6)),
                (("f4f_wildcat", "a6m2_zeke"), dice(7, 6, 6, 6)),
            ],
            "axis": [
                (("myoko", "sbd_dauntless", "use"), [*dice(6, 6, 6, 6), 4]),
                (("a6m2_zeke", "f4f_wildcat"), dice(7, 6, 6, 6)),
            ],
        },
    ),
    "bombs, torpedoes and lost carriers": Fight(
        AIR,
        {
            "sbd_dauntless": "d4",
            "swordfish_mk_ii": "d5",
            "f4f_wildcat": "d5",
            "uss_enterprise": "a1",
            "uss_princeton": "a2",
        },
        {"shokaku": "d4", "kongo": "d5", "d3a_val": "a1", "b5n2_kate": "a2", "a6m2_zeke": "a1"},
        {
            "allies": [
                (("sbd_dauntless", "bomb", "uss_enterprise", "shokaku"), dice(12, 6, 6, 6, 6, 6)),
                (("swordfish_mk_ii", "torpedo", "kongo"), [6, 1, 1, 5]),
            ],
            "axis": [
                (("d3a_val", "bomb", "shokaku", "uss_enterprise"), [*dice(10, 6, 6, 6, 6, 6), 5]),
                (("b5n2_kate", "torpedo", "uss_princeton"), [6, 6, 1]),
            ],
        },
        closing=(("f4f_wildcat", "sbd_dauntless", "a6m2_zeke", "d3a_val", "b5n2_kate"), [2, 3, 1, 2, 6]),
    ),
    "guns, fog, smoke and determination": Fight(
        SURFACE,
        {"hms_exeter": "d4", "hms_hood": "d4", "hms_javelin": "d3", "uss_fletcher": "d5"},
        {"bismarck": "d4", "koln": "d4", "tone": "d5", "yukikaze": "d5"},
        {
            "allies": [
                (("hms_exeter", "main", "tone"), [*dice(8, 6, 6), 4]),
                (("hms_hood", "main", "koln"), dice(15, 6, 6, 6, 6)),
                (("hms_javelin", "smoke"), []),
            ],
            "axis": [
                (("bismarck", "main", "hms_exeter"), dice(15, 6, 6, 6, 6, 6)),
                (("koln", "main", "hms_hood"), dice(8, 6, 6, 6, 6)),
                (("tone", "main", "hms_javelin"), dice(8, 6)),
            ],
        },
        closing=((), [5]),
        terrain={"squall": ["d5"]},
    ),
    "submarines and destroyers": Fight(
        TORPEDOES,
        {"uss_barb": "d4", "hms_truculent": "d5", "hms_ajax": "d4", "uss_fletcher": "d6"},
        {"i_19": "d4", "u_510": "d5", "duca_d_aosta": "d6", "yukikaze": "d6"},
        {
            "allies": [
                (("uss_barb", "i_19", "decline"), [6, 6, 1]),
                (("hms_truculent", "u_510"), [6, 1, 1, 1]),
                (("hms_ajax", "duca_d_aosta"), [6]),
            ],
            "axis": [
                (("i_19", "uss_barb"), [6, 1, 1]),
                (("u_510", "hms_truculent"), [1, 5, 1]),
                (("duca_d_aosta", "uss_fletcher"), [6, 1]),
            ],
        },
    ),
}


@pytest.mark.rule("SEQ.2", "RES.1")
@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_either_player_may_be_first_with_the_same_result(fight):
    assert fight.fought("allies") == fight.fought("axis")


@pytest.mark.rule("SEQ.2")
@pytest.mark.parametrize("fight", FIGHTS.values(), ids=FIGHTS)
def test_the_order_of_the_units_of_a_step_changes_nothing(fight):
    assert fight.fought("allies", order=-1) == fight.fought("allies")


@pytest.mark.rule("SEQ.2")
def test_those_fights_have_results():
    """What they leave, by the rules: so that equal results are not equally empty ones."""
    left = {name: fight.fought("axis") for name, fight in FIGHTS.items()}
    defense, air, guns, torpedoes = (left[name] for name in FIGHTS)
    assert defense["score"] == [13, 0]
    assert [defense[field][:4] for field in ("aborted", "pressing")] == [[0, 1, 0, 1], [0, 0, 0, 1]]
    assert air["score"] == [20 + 6, 16]
    assert [air["damage"][3], air["damage"][41], air["stopped"][41]] == [1, 2, 1]
    assert guns["score"] == [11, 0]
    assert guns["damage"][:4] == [2, 1, 1, 0] and guns["damage"][40:44] == [0, 0, 1, 0]
    assert torpedoes["score"] == [13 + 11, 12 + 7]
    assert torpedoes["crippled"][42] == 1


@pytest.mark.rule("SEQ.2")
def test_excellent_spotting_alone_depends_on_the_order_in_a_step():
    """MR-48: it looks back at ships that have fired before."""
    allies = {"gloire": "d4", "hms_ajax": "d4"}
    first = battle(SURFACE, allies, {"kongo": "d4"}, terrain={}).begin().choose("gloire", "main", "kongo")
    assert len(first.dice_of("attack")) == 8
    later = battle(SURFACE, allies, {"kongo": "d4"}, terrain={}).begin().choose("hms_ajax", "main", "kongo")
    assert len(later.choose("gloire", "main", "kongo").dice_of("attack")) == 9


# --- damage: fire first, then the end of the phase -----------------------------------------------------------


def crippled_by_guns(first):
    """Ajax (3 hull points, 1 lost) and Köln (the same) hit each other."""
    state = {"hms_ajax": {"damage": 1}, "koln": {"damage": 1}}
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"koln": "d4"}, first=first, terrain={}, units=state).begin()
    shots = {"allies": ("hms_ajax", "koln", dice(7, 4, 4, 4)), "axis": ("koln", "hms_ajax", dice(8, 4, 4, 4, 4))}
    for side in (first, "axis" if first == "allies" else "allies"):
        unit, target, rolled = shots[side]
        volley(game, unit, "main", target, rolled=rolled)
    return game


@pytest.mark.rule("DMG.9", "SEQ.2")
@pytest.mark.parametrize("first", ["allies", "axis"])
def test_a_ship_crippled_in_the_surface_phase_fires_at_full_worth_in_it(first):
    """Fours count, at whole armor."""
    game = crippled_by_guns(first)
    assert [game.of(ship, "crippled") for ship in ("hms_ajax", "koln")] == [1, 1]


@pytest.mark.rule("DMG.9", "DMG.7")
def test_a_ship_crippled_by_guns_has_one_torpedo_die_less_in_the_same_turn():
    game = crippled_by_guns("allies")
    assert (game.phase, game["turn"]) == (TORPEDOES, 5)
    assert len(game.choose("hms_ajax", "koln").dice_of("attack")) == 1


@pytest.mark.rule("DMG.9", "DMG.7")
def test_a_ship_crippled_by_torpedoes_launches_all_its_own():
    game = battle(TORPEDOES, {"hms_ajax": "d4"}, {"koln": "d4"}, first="axis", terrain={}).begin()
    volley(game, "koln", "hms_ajax", rolled=[6, 1])
    game.choose("hms_ajax", "koln")
    assert len(game.dice_of("attack")) == 2
    assert game.of("hms_ajax", "crippled") == 1


@pytest.mark.rule("DMG.9", "DMG.6")
def test_a_ship_crippled_by_torpedoes_is_slower_from_the_next_turn_on():
    game = battle(TORPEDOES, {"hms_truculent": "d4"}, {"koln": "d4"}, terrain={}).begin()
    volley(game, "hms_truculent", "koln", rolled=[6, 1, 1, 1])
    finish(game, TORPEDOES)
    game.pass_to("move_who")
    while game.who != "axis":
        game.end()
    assert (game["turn"], set(game.choose("koln").legal)) == (6, {"c4", "c5", "d3", "d5", "e4", "e5"})


@pytest.mark.rule("DMG.9", "DMG.8")
def test_a_ship_crippled_by_bombs_fires_worse_guns_in_the_same_turn():
    game = battle(AIR, {"sbd_dauntless": "d4", "hms_exeter": "d5"}, {"koln": "d4"}, terrain={}, units=ONE_LOST).begin()
    volley(game, "sbd_dauntless", "bomb", "koln", rolled=dice(10, 4, 4, 4))
    volley(game, "hms_exeter", "main", "koln", rolled=dice(8))
    volley(game, "koln", "main", "hms_exeter", rolled=dice(7, 4, 4, 4, 4))
    assert game.of("hms_exeter", "damage") == 0


ONE_LOST = {"koln": {"damage": 1}}


@pytest.mark.rule("DMG.9", "DMG.6")
def test_two_hits_of_one_phase_both_meet_the_whole_armor():
    """MR-31: the second would hit a crippled Bolzano, whose armor is 4."""
    state = {"bolzano": {"damage": 1}}
    allies = {"hms_ajax": "d4", "hms_exeter": "d4"}
    game = battle(SURFACE, allies, {"bolzano": "d4"}, terrain={}, units=state).begin()
    volley(game, "hms_ajax", "main", "bolzano", rolled=dice(7, 4, 4, 4, 4))
    volley(game, "hms_exeter", "main", "bolzano", rolled=dice(8, 4, 4, 4))
    finish(game, SURFACE)
    assert (game.of("bolzano", "damage"), game.of("bolzano", "gone")) == (2, 0)


@pytest.mark.rule("ATT.1", "DMG.1")
def test_damage_of_two_attacks_is_summed_at_the_end():
    """MR-32."""
    allies = {"hms_ajax": "d4", "uss_boise": "d4", "hms_exeter": "d4"}
    game = battle(SURFACE, allies, {"koln": "d4"}, terrain={}).begin()
    for ship, count in (("hms_ajax", 7), ("uss_boise", 9), ("hms_exeter", 8)):
        game.choose(ship, "main")
        if game.asked == "extra":
            game.choose("decline")
        volley(game, "koln", rolled=dice(count, 4, 4, 4))
        if game.asked == "weapon":
            game.end()
    assert (game.of("koln", "damage"), game["score"]) == (0, [0, 0])
    finish(game, SURFACE)
    assert (game.where("koln"), game["score"]) == (None, [11, 0])


@pytest.mark.rule("SEQ.2")
def test_finish_him_off_counts_damage_of_earlier_phases_only():
    """MR-31."""
    axis = {"i_19": "d4", "u_510": "d5"}
    game = battle(TORPEDOES, {"uss_iowa": "d4"}, axis, first="axis", terrain={}).begin()
    volley(game, "u_510", "uss_iowa", rolled=[6, 6, 1])
    assert len(game.choose("i_19", "uss_iowa").dice_of("attack")) == 3
    hurt = {"uss_iowa": {"damage": 1}}
    later = battle(TORPEDOES, {"uss_iowa": "d4"}, axis, first="axis", terrain={}, units=hurt).begin()
    assert len(later.choose("i_19", "uss_iowa").dice_of("attack")) == 4


@pytest.mark.rule("SEQ.2")
def test_extended_range_is_lost_by_damage_of_earlier_phases_only():
    """MR-31."""
    ships = {"hms_hood": "d1", "uss_iowa": "d1"}
    game = battle(SURFACE, ships, {"kongo": "d5"}, first="axis", terrain={}).begin()
    volley(game, "kongo", "main", "hms_hood", rolled=dice(11, 6, 6, 6, 4, 4))
    assert (game.of("hms_hood", "hit"), attackers(game)) == (1, {"hms_hood", "uss_iowa"})
    hurt = {"hms_hood": {"damage": 1}}
    later = battle(SURFACE, ships, {"kongo": "d5"}, terrain={}, units=hurt).begin()
    assert attackers(later) == {"uss_iowa"}


@pytest.mark.rule("SEQ.2", "DMG.13")
def test_a_doomed_submarine_still_makes_a_wolfpack():
    """MR-53."""
    pack = [("u_510", "d4"), ("u_510", "e4")]
    game = battle(TORPEDOES, {"uss_barb": "d4", "uss_iowa": "e4"}, pack, terrain={}).begin()
    volley(game, "uss_barb", "u_510", rolled=[6, 6, 1])
    if game.asked == "again":
        game.choose("decline")
    assert game.of("u_510", "hit") == 4
    assert len(game.choose("u_510#2", "uss_iowa").dice_of("attack")) == 4


@pytest.mark.rule("SEQ.2", "DMG.13")
def test_a_doomed_carrier_still_lends_dice():
    """MR-46."""
    axis = {"shokaku": "d4", "d3a_val": "d5"}
    game = battle(AIR, {"sbd_dauntless": "d4", "koln": "d5"}, axis, terrain={}).begin()
    volley(game, "sbd_dauntless", "bomb", "shokaku", rolled=[6] * 10)
    assert game.of("shokaku", "doomed") == 1
    assert len(game.choose("d3a_val", "bomb", "shokaku", "koln").dice_of("attack")) == 10


# --- aircraft: aborts at once, removal later -----------------------------------------------------------------


@pytest.mark.rule("DMG.4", "RES.11")
def test_an_abort_makes_immune_at_once_but_not_silent_in_its_own_phase():
    game = battle(DEFENSE, {"f4f_wildcat": "d4", "uss_boise": "d4"}, {"a6m2_zeke": "d4"}, terrain={}).begin()
    volley(game, "f4f_wildcat", "a6m2_zeke", rolled=dice(7, 6, 6, 6))
    assert attackers(game, "axis") == {"a6m2_zeke"}  # and Boise has no target left


@pytest.mark.rule("DMG.13", "RES.10")
def test_a_destroyed_fighter_still_shoots_in_the_phase():
    game = battle(DEFENSE, {"f4f_wildcat": "d4", "koln": "d4"}, {"a6m2_zeke": "d4"}, terrain={}).begin()
    volley(game, "f4f_wildcat", "a6m2_zeke", rolled=dice(7, 6, 6, 6, 6))
    volley(game, "a6m2_zeke", "f4f_wildcat", rolled=dice(7, 6, 6, 6, 6, 6))
    assert (game.where("a6m2_zeke"), game.where("f4f_wildcat"), game["score"]) == (None, None, [6, 7])


@pytest.mark.rule("ADF.3", "DMG.4")
@pytest.mark.parametrize("faces", [(6, 6, 6), (6, 6, 6, 6, 6)])
def test_an_escort_aborted_or_destroyed_in_the_phase_still_escorts(faces):
    """MR-20."""
    zekes = [("a6m2_zeke", "d4"), ("a6m2_zeke", "d4")]
    allies = {"f4f_wildcat": "d4", "sbd_dauntless": "d4"}
    game = battle(DEFENSE, allies, zekes, first="axis", terrain={}).begin()
    volley(game, "a6m2_zeke", "f4f_wildcat", rolled=dice(7, *faces))
    volley(game, "a6m2_zeke#2", "sbd_dauntless", rolled=dice(7, 4, 4, 4, 4, 4, 4))
    assert game.of("sbd_dauntless", "aborted") == 0


def pressed(die, ship="koln"):
    """A Dauntless aborted by a ship has pressed its attack with this die."""
    game = battle(DEFENSE, {"sbd_dauntless": "d4", "uss_boise": "a1"}, {ship: "d4"}, first="axis", terrain={}).begin()
    return volley(game, ship, "sbd_dauntless", "use", rolled=[*dice(6, 6, 6, 6), die])


@pytest.mark.rule("RES.12", "AAT.2")
@pytest.mark.parametrize(("die", "bombs"), [(1, False), (2, False), (3, False), (4, True), (6, True)])
def test_an_aborted_bomber_that_presses_bombs_with_a_four_and_is_destroyed_by_a_one(die, bombs):
    game = finish(pressed(die), DEFENSE)
    assert ("sbd_dauntless" in attackers(game)) == bombs
    assert (game.where("sbd_dauntless") is None) == (die == 1)


@pytest.mark.rule("RES.11", "DMG.12")
def test_a_bomber_presses_at_once_and_if_it_is_destroyed_goes_at_the_end_of_the_phase():
    game = battle(
        DEFENSE, {"sbd_dauntless": "d4", "f4f_wildcat": "d4"}, {"koln": "d4", "a6m2_zeke": "d4"}, first="axis"
    )
    game.begin()
    volley(game, "koln", "sbd_dauntless", rolled=[*dice(6, 6, 6, 6), 1])
    assert (game.asked, game.subject, game.who) == ("press", "sbd_dauntless", "allies")
    assert (game.choose("use").asked, game.who) == ("fire_who", "axis")
    assert (game.where("sbd_dauntless"), game["score"]) == ("d4", [0, 0])
    assert game.choose("a6m2_zeke").legal == ["f4f_wildcat"]
    finish(game, DEFENSE)
    assert (game.where("sbd_dauntless"), game["score"]) == (None, [0, 13])


@pytest.mark.rule("ABL.3", "ATT.3")
@pytest.mark.parametrize(("faces", "lost"), [((4, 4, 4, 4), 0), ((5, 5, 5), 1), ((6, 5), 1)])
def test_bombs_of_a_pressed_attack_count_one_less_a_die(faces, lost):
    """MR-24."""
    game = finish(pressed(4), DEFENSE)
    volley(game, "sbd_dauntless", "bomb", "koln", rolled=dice(10, *faces))
    assert finish(game, AIR).of("koln", "damage") == lost


@pytest.mark.rule("RES.12")
def test_nobody_presses_an_attack_that_a_fighter_has_aborted():
    game = battle(DEFENSE, {"sbd_dauntless": "d4", "uss_boise": "d5"}, {"a6m2_zeke": "d4"}, first="axis", terrain={})
    volley(game.begin(), "a6m2_zeke", "sbd_dauntless", rolled=dice(7, 6, 6, 6))
    assert (game.asked, game.of("sbd_dauntless", "aborted"), game.phase) == ("return_to", 1, "air_return")


# --- dice inside an attack (MR-25) ---------------------------------------------------------------------------


@pytest.mark.rule("RES.2")
def test_extra_dice_are_declared_before_the_target_is_named():
    game = battle(SURFACE, {"uss_boise": "d4"}, {"koln": "d4", "kongo": "d4"}, terrain={}).begin()
    asked = [game.choose(answer).asked for answer in ("uss_boise", "main", "use")]
    assert asked == ["weapon", "extra", "target"]
    assert len(game.choose("kongo").dice_of("attack")) == 11


@pytest.mark.rule("LOS.6", "RES.2")
@pytest.mark.parametrize(("again", "lost"), [("use", 1), ("decline", 0)])
def test_a_second_roll_comes_before_the_concealment_roll(again, lost):
    """The attack that misses is rolled again; the concealment roll, a 4, is one of the second attack alone."""
    terrain = {"squall": ["d5"]}
    game = battle(SURFACE, {"uss_boise": "d5", "uss_barb": "a1"}, {"jintsu": "d4"}, first="axis", terrain=terrain)
    game.begin([*dice(6), *dice(6, 6, 6), 4]).choose("jintsu", "main", "uss_boise")
    assert (game.asked, game["scripted_used"]) == ("reroll", 6)
    game.choose(again)
    assert game["scripted_used"] == (13 if again == "use" else 6)
    assert finish(game, SURFACE).of("uss_boise", "damage") == lost


@pytest.mark.rule("GLO.2")
def test_the_first_die_that_saves_ends_the_attack():
    """Chase the Salvoes, then fog: with a 5 there is no second die, with a 4 there is."""
    known = {"terrain": {"squall": ["d5"]}}
    for die, used in ((5, 15), (4, 16)):
        game = battle(SURFACE, {"kongo": "d4"}, {"uss_fletcher": "d5", "uss_boise": "d5"}, **known).begin()
        volley(game, "kongo", "main", "uss_fletcher", rolled=[*dice(14, 4, 4, 4), die, 4])
        assert game["scripted_used"] == used


@pytest.mark.rule("GLO.2", "RES.5")
def test_a_concealment_roll_comes_before_survivor():
    terrain = {"squall": ["d5"]}
    game = battle(SURFACE, {"yamato": "d4"}, {"uss_enterprise": "d5"}, terrain=terrain).begin()
    volley(game, "yamato", "main", "uss_enterprise", rolled=[*[6] * 18, 5, 1])
    assert (game["scripted_used"], game.happened("survives")) == (19, False)
    again = battle(SURFACE, {"yamato": "d4"}, {"uss_enterprise": "d5"}, terrain=terrain).begin()
    volley(again, "yamato", "main", "uss_enterprise", rolled=[*[6] * 18, 4, 5])
    assert (again.happened("survives"), again.of("uss_enterprise", "hit")) == (True, 1)


# --- what waits for the end of the phase ---------------------------------------------------------------------


@pytest.mark.rule("RES.6")
def test_survivor_is_rolled_at_once_and_determination_at_the_end():
    """MR-32: a survivor may be attacked again in the phase, a doomed Exeter may not."""
    axis = {"yamato": "d4", "kongo": "d4"}
    game = battle(SURFACE, {"uss_enterprise": "d4", "hms_exeter": "d4"}, axis, first="axis", terrain={}).begin()
    volley(game, "yamato", "main", "uss_enterprise", rolled=[*[6] * 18, 5]).choose("end")
    assert game.of("uss_enterprise", "hit") == 1
    volley(game, "kongo", "main", "hms_exeter", rolled=[6] * 14)
    assert (game.happened("endures"), game.of("hms_exeter", "doomed")) == (False, 1)
    assert set(game.choose("secondary").legal) == {"uss_enterprise"}
    volley(game, "uss_enterprise", rolled=dice(7)).choose("end")
    game.lay(6)
    finish(game, SURFACE)
    assert (game.of("hms_exeter", "damage"), game.of("hms_exeter", "crippled")) == (2, 1)


@pytest.mark.rule("DMG.12")
@pytest.mark.parametrize(("die", "stays"), [(4, False), (5, True)])
def test_determination_leaves_exactly_one_hull_point(die, stays):
    game = bismarck_sinks_exeter()
    volley(game, "hms_exeter", "main", "bismarck", rolled=[*dice(8), die])
    assert (game.of("hms_exeter", "gone") == 0) == stays
    assert game["score"] == [0, 0 if stays else 12]
    if stays:
        assert (game.of("hms_exeter", "damage"), game.of("hms_exeter", "crippled")) == (2, 1)


@pytest.mark.rule("DMG.12", "CAR.4")
def test_determination_is_rolled_before_the_fate_of_a_lost_carriers_aircraft():
    """MR-32: though the carrier comes before Exeter in the roster."""
    allies = {"uss_st_lo": "d4", "hms_exeter": "d4", "f4f_wildcat": "uss_st_lo"}
    game = battle(SURFACE, allies, {"yamato": "d4"}, first="axis", terrain={}).begin()
    volley(game, "yamato", "main", "uss_st_lo", rolled=[6] * 18)
    volley(game, "secondary", "hms_exeter", rolled=[6] * 8)
    game.lay(5, 1)
    while game.asked == "fire_who":
        game.end()
    assert (game.asked, game.where("uss_st_lo"), game.of("hms_exeter", "damage")) == ("lost_carrier", None, 2)
    game.choose("f4f_wildcat")
    assert (game.where("f4f_wildcat"), game["score"]) == (None, [0, 17])


@pytest.mark.rule("CAR.4", "RES.6")
def test_the_fate_of_aircraft_is_rolled_at_the_end_of_the_phase_in_which_a_carrier_is_lost():
    axis = {"shokaku": "d4", "a6m2_zeke": "d4", "d3a_val": "shokaku"}
    game = battle(AIR, {"sbd_dauntless": "d4", "uss_boise": "d4"}, axis, terrain={}).begin()
    volley(game, "sbd_dauntless", "bomb", "shokaku", rolled=[6] * 10)
    assert (game.where("shokaku"), game.where("d3a_val"), game.asked) == ("d4", "shokaku", "fire_who")
    game.end()
    assert (game.asked, game.where("shokaku")) == ("lost_carrier", None)
    game.lay(1, 2)
    game.choose("a6m2_zeke", "d3a_val")
    assert (game.where("a6m2_zeke"), game.where("d3a_val"), game["score"]) == (None, "airbase", [26, 0])


@pytest.mark.rule("WIN.5", "DMG.13")
def test_no_units_left_is_seen_at_the_end_of_the_phase():
    game = battle(SURFACE, {"hms_ajax": "d4"}, {"bismarck": "d4"}, first="axis", terrain={}).begin()
    volley(game, "bismarck", "main", "hms_ajax", rolled=[6] * 15)
    assert not game.over
    volley(game, "hms_ajax", "main", "bismarck", rolled=dice(7))
    assert (game.over, game["result"]) == (True, -1)


@pytest.mark.rule("WIN.5")
@pytest.mark.parametrize(("allies", "result"), [({"hms_ajax": "d4"}, -1), ({"hms_ajax": "d4", "uss_barb": "a1"}, 1)])
def test_two_last_units_that_destroy_each_other_leave_it_to_the_score(allies, result):
    """MR-34: Ajax costs 13, Köln 11."""
    game = battle(SURFACE, allies, {"koln": "d4"}, terrain={}).begin()
    volley(game, "hms_ajax", "main", "koln", rolled=[6] * 7)
    volley(game, "koln", "main", "hms_ajax", rolled=[6] * 8)
    assert (game.over, game["result"], game["score"]) == (True, result, [11, 13])


# --- what waits for the end of the turn ----------------------------------------------------------------------


@pytest.mark.rule("WIN.1", "EOT.2")
def test_150_points_in_the_midst_of_a_turn_do_not_end_it():
    """MR-34."""
    game = battle(SURFACE, {"yamato": "d4", "hms_ajax": "d4"}, {"koln": "d4", "bolzano": "d4"}, terrain={}, win_at=11)
    volley(game.begin(), "yamato", "main", "koln", rolled=[6] * 18).choose("end")
    finish(game, SURFACE)
    assert (game["score"], game.over, game.phase) == ([11, 0], False, TORPEDOES)
    finish(game, TORPEDOES)
    assert (game.over, game["result"]) == (True, 1)


@pytest.mark.rule("SEQ.1")
def test_a_mark_of_the_air_attack_phase_lasts_to_the_end_of_the_turn():
    axis = {"tone": "k1", "koln": "d4"}
    game = battle(AIR, {"uss_boise": "d4", "f4f_wildcat": "d5"}, axis, first="axis", terrain={}).begin()
    game.choose("uss_boise")
    game.pass_to("fire_who")
    assert game.phase == SURFACE
    assert len(game.choose("koln", "main", "uss_boise").dice_of("attack")) == 9
    while game["turn"] == 5:
        finish(game, game.phase)
    assert not any(game["marks"])


@pytest.mark.rule("SEQ.1")
def test_a_charge_is_spent_at_once_also_by_a_ship_that_is_doomed():
    game = battle(SURFACE, {"uss_boise": "d4"}, {"bismarck": "d4"}, first="axis", terrain={}).begin()
    volley(game, "bismarck", "main", "uss_boise", rolled=[6] * 15)
    game.choose("uss_boise", "main", "use")
    assert game.of("uss_boise", "spent") != 0
    assert len(game.choose("bismarck").dice_of("attack")) == 11


@pytest.mark.rule("MOV.1")
@pytest.mark.parametrize("first", ["allies", "axis"])
def test_a_lucky_hit_takes_the_next_movement_step_whichever_comes_first(first):
    """MR-51; the ship that was hit fires and moves again the turn after."""
    game = battle(AIR, {"swordfish_mk_ii": "d4", "hms_ajax": "a1"}, {"kongo": "d4", "koln": "k1"}, first=first)
    game.begin()
    while game.who != "allies":
        game.end()
    volley(game, "swordfish_mk_ii", "torpedo", "kongo", rolled=[6, 1, 1, 5])
    moves = {}
    for turn in (6, 7):
        while game["turn"] < turn:
            finish(game, game.phase)
        while not (game.asked == "move_who" and game.who == "axis"):
            game.end()
        moves[turn] = "kongo" in game.legal
    assert moves == {6: False, 7: True}
