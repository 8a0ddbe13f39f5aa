"""Abilities of movement and stacking, repairs, claims and cargo, and the rulings about speed and placements."""

import pytest

from tests.naval_miniatures.positions import battle, scenario


def moving(allies, axis=(("nordmark", "k7"),), *, first="allies", dice=(), **fields):
    """A battle at the beginning of the movement phase."""
    return battle("sea_movement", allies, axis, first, **fields).begin(dice)


GOALS = {"objectives": ["d5", "f2", "h5"]}


def sectors(game):
    """The sectors among the answers."""
    return {answer for answer in game.legal if len(answer) == 2}


def reach(game, unit, farthest):
    """Whether a unit in E1 can go so many sectors along its row, and no more."""
    game.choose(unit)
    row = sorted(answer for answer in sectors(game) if answer[0] == "e")
    return row[-1] == f"e{1 + farthest}"


HURT = {"damage": 2, "crippled": 1}

# --- speed (MR-10, MR-47) ------------------------------------------------------------------------------------


@pytest.mark.rule("AB.flank_speed")
@pytest.mark.parametrize(
    ("enemy", "where", "speed"), [("hms_ajax", "e4", 3), ("hms_ajax", "e5", 2), ("uss_barb", "e4", 2)]
)
def test_an_enemy_ship_within_three_sectors_brings_flank_speed(enemy, where, speed):
    """MR-47: submarines are no ships."""
    game = moving({enemy: where}, {"bolzano": "e1"}, first="axis")
    assert reach(game, "bolzano", speed)


@pytest.mark.rule("AB.flank_speed")
@pytest.mark.parametrize(("first", "speed"), [("allies", 2), ("axis", 3)])
def test_flank_speed_is_settled_at_the_start_of_the_owners_step(first, speed):
    """MR-47: Ajax, who is three sectors away, moves before or after that."""
    game = moving({"hms_ajax": "e4"}, {"bolzano": "e1"}, first=first)
    if first == "allies":
        game.choose("hms_ajax", "e6")
    assert reach(game, "bolzano", speed)


@pytest.mark.rule("AB.flank_speed", "DMG.6")
def test_all_changes_of_speed_are_added_before_the_least_is_taken():
    """MR-10: two sectors, one less for the cripple, one more for flank speed."""
    game = moving({"hms_ajax": "e4"}, {"bolzano": "e1"}, first="axis", units={"bolzano": HURT})
    assert reach(game, "bolzano", 2)


@pytest.mark.rule("AB.high_speed_run")
@pytest.mark.parametrize(("answer", "speed"), [("use", 3), ("decline", 2)])
def test_a_high_speed_run_is_asked(answer, speed):
    game = moving({"le_terrible": "e1"})
    assert (game.asked, game.subject) == ("run", "le_terrible") and set(game.legal) == {"use", "decline"}
    assert reach(game.choose(answer), "le_terrible", speed)


@pytest.mark.rule("AB.high_speed_run")
@pytest.mark.parametrize(("answer", "again"), [("use", False), ("decline", True)])
def test_a_high_speed_run_comes_once_a_game_for_one_turn(answer, again):
    game = moving({"le_terrible": "e1"}).choose(answer, "end", "end")
    game.play_to("run" if again else "move_who", "allies", turn=6)
    if not again:
        assert reach(game, "le_terrible", 2)


@pytest.mark.rule("AB.high_speed_run")
@pytest.mark.parametrize(("answer", "score"), [("use", [0, 50]), ("decline", [50, 50])])
def test_after_a_high_speed_run_its_side_claims_nothing_that_turn(answer, score):
    """Another ship of hers is in the objective; the enemy claims another."""
    allies = {"le_terrible": "e1", "hms_ajax": "f2"}
    game = moving(allies, {"koln": "h5"}, terrain=GOALS).choose(answer).play_to("move_who", turn=6)
    assert game["score"] == score


@pytest.mark.rule("AB.high_speed_run")
def test_the_objective_is_claimed_the_turn_after():
    game = moving({"le_terrible": "f2"}, terrain=GOALS).choose("use").play_to("move_who", turn=7)
    assert game["score"] == [50, 0]


@pytest.mark.rule("AB.slow")
@pytest.mark.parametrize(("die", "speed"), [(1, 1), (2, 1), (3, 2)])
def test_a_slow_ship_rolls_each_turn(die, speed):
    game = moving({"uss_tennessee": "e1"}, dice=[die])
    assert game.dice_of("speed_roll") == (die,) and reach(game, "uss_tennessee", speed)


@pytest.mark.rule("AB.slow")
@pytest.mark.parametrize("ship", ["hms_rodney", "uss_samuel_b_roberts"])
def test_the_number_on_the_card_is_the_greatest_die_that_slows(ship):
    """Whether it is the first of her abilities or not."""
    assert reach(moving({ship: "e1"}, dice=[1]), ship, 1)
    assert reach(moving({ship: "e1"}, dice=[2]), ship, 2)


@pytest.mark.rule("AB.slow", "DMG.6")
def test_a_slow_cripple_still_moves_one_sector():
    """MR-10."""
    crippled = {"uss_samuel_b_roberts": {"damage": 1, "crippled": 1}}
    assert reach(moving({"uss_samuel_b_roberts": "e1"}, dice=[1], units=crippled), "uss_samuel_b_roberts", 1)


@pytest.mark.rule("AB.repair", "AB.slow")
def test_a_ship_that_repairs_moves_not_even_one_sector():
    """MR-10: cannot beats all."""
    game = moving({"hms_ajax": "a1"}, {"nordmark": "e1", "koln": "e1"}, first="axis", units={"koln": HURT}, dice=[6])
    assert game.choose("koln").who == "allies" and game.asked == "move_who"


# --- before the first turn -----------------------------------------------------------------------------------


def lead():
    """The three Köln of a house fleet have deployed in K1, K1 and K2."""
    return scenario("denmark_strait").begin(dice=[6]).play_to("lead")


@pytest.mark.rule("AB.lead_the_attack")
def test_ships_lead_the_attack_by_two_sectors_before_the_first_turn():
    game = lead()
    place = game.where(game.subject)
    assert game["turn"] == 0 and game.who == "axis" and place[0] == "k"
    assert {"i", "j"} <= {answer[0] for answer in sectors(game)} <= {"i", "j", "k"} and "decline" in game.legal
    goal = next(answer for answer in sectors(game) if answer[0] == "i")
    subject = game.subject
    assert game.choose(goal).where(subject) == goal and game.subject != subject


@pytest.mark.rule("AB.lead_the_attack", "STK.2")
def test_who_leads_the_attack_needs_room():
    game = lead()
    crowded = {game.where(unit) for unit in ("bismarck", "koln")}
    assert game.where("koln") == game.where("bismarck") and not crowded & sectors(game)


@pytest.mark.rule("AB.lead_the_attack")
def test_who_leads_the_attack_moves_in_the_first_turn_as_well():
    game = lead()
    subject = game.subject
    game.choose(next(answer for answer in sectors(game) if answer[0] == "i")).play_to("move_who", "axis")
    assert game["turn"] == 1 and subject in game.legal


# --- placements after movement (MR-43) ------------------------------------------------------------------------


@pytest.mark.rule("AB.pursuit_ship")
@pytest.mark.parametrize("goal", ["d5", "d6"])
def test_a_pursuit_ship_follows_whom_it_has_named(goal):
    game = moving({"hms_ajax": "d4"}, {"duca_d_aosta": "d4"}).choose("hms_ajax", "pursue")
    assert game.asked == "pursue_whom"
    game.choose("duca_d_aosta")
    assert game.where("hms_ajax") == "d4"
    game.choose("duca_d_aosta", goal)
    assert game.where("hms_ajax") == goal


@pytest.mark.rule("AB.pursuit_ship")
def test_a_ship_that_gets_three_sectors_away_has_escaped():
    game = moving({"hms_ajax": "d4"}, {"bolzano": "d4"}).choose("hms_ajax", "pursue", "bolzano", "bolzano", "d1")
    assert game.where("hms_ajax") == "d4"


@pytest.mark.rule("AB.pursuit_ship")
def test_only_the_first_player_pursues():
    game = moving({"hms_ajax": "d4"}, {"duca_d_aosta": "d4"}, first="axis").choose("end", "hms_ajax")
    assert game.asked == "move_to" and "pursue" not in game.legal


@pytest.mark.rule("AB.pursuit_ship")
def test_a_pursuer_needs_an_enemy_ship_in_its_sector():
    assert "pursue" not in moving({"hms_ajax": "d4"}, {"koln": "d5"}).choose("hms_ajax").legal
    assert "pursue" not in moving({"hms_ajax": "d4"}, {"u_510": "d4"}).choose("hms_ajax").legal
    assert "pursue" not in moving({"hms_exeter": "d4"}, {"koln": "d4"}).choose("hms_exeter").legal


@pytest.mark.rule("AB.pursuit_ship")
def test_a_pursuit_takes_the_place_of_moving():
    game = moving({"hms_ajax": "d4"}, {"koln": "d4"}).choose("hms_ajax", "pursue", "koln")
    assert game.who == "axis"


@pytest.mark.rule("AB.pursuit_ship", "STK.1")
def test_a_pursuer_without_room_stays():
    """MR-43."""
    allies = {"hms_ajax": "d4", "hms_exeter": "d5", "uss_boise": "d5"}
    game = moving(allies, {"koln": "d4"}).choose("hms_ajax", "pursue", "koln", "end", "koln", "d5")
    assert game.where("hms_ajax") == "d4"


@pytest.mark.rule("AB.sub_hunter")
def test_a_sub_hunter_goes_to_a_submarine_beside_it_after_all_movement():
    game = moving({"hms_javelin": "d4"}, {"u_510": "d6"}).choose("end", "u_510", "d5")
    assert (game.asked, game.subject, set(game.legal)) == ("hunt", "hms_javelin", {"decline", "d5"})
    assert game.choose("d5").where("hms_javelin") == "d5"


@pytest.mark.rule("AB.sub_hunter")
def test_a_sub_hunter_may_stay():
    assert moving({"hms_javelin": "d4"}, {"u_510": "d5"}).end(2).choose("decline").where("hms_javelin") == "d4"


@pytest.mark.rule("AB.sub_hunter")
@pytest.mark.parametrize(("enemy", "where"), [("u_510", "d6"), ("koln", "d5"), ("u_510", "d4")])
def test_only_a_submarine_in_a_sector_beside_it_is_hunted(enemy, where):
    assert moving({"hms_javelin": "d4"}, {enemy: where}).end(2).asked != "hunt"


@pytest.mark.rule("AB.sub_hunter")
def test_who_has_moved_may_still_hunt():
    """MR-43: a placement is no activation."""
    game = moving({"hms_javelin": "d2"}, {"u_510": "d5"}).choose("hms_javelin", "d4", "end")
    assert game.asked == "hunt" and game.choose("d5").where("hms_javelin") == "d5"


@pytest.mark.rule("AB.sub_hunter", "STK.1")
def test_a_sub_hunter_needs_room():
    """MR-43."""
    game = moving({"hms_javelin": "d4", "hms_ajax": "d5", "hms_exeter": "d5"}, {"u_510": "d5"}).end(2)
    assert game.asked != "hunt"


@pytest.mark.rule("AB.sub_hunter", "MAP.1")
def test_a_sub_hunter_goes_to_no_island():
    """MR-43: terrain counts when the placement happens."""
    game = moving({"hms_javelin": "d4"}, {"u_510": "d5"}, terrain={"shoal": ["d5"]}).end(2)
    assert game.asked != "hunt"


@pytest.mark.rule("AB.sub_hunter", "ABL.8")
def test_who_may_not_move_is_not_placed_either():
    """MR-43."""
    game = moving({"hms_javelin": "d4", "hms_ajax": "d1"}, {"u_510": "d5"}, units={"hms_javelin": {"stopped": 1}})
    assert game.legal == ["end", "hms_ajax"] and game.end(2).asked != "hunt"


# --- where ships may be ----------------------------------------------------------------------------------------


@pytest.mark.rule("AB.shallow_draft")
def test_shallow_draft_goes_onto_islands_and_shoals_and_beyond():
    terrain = {"island": ["d5"], "shoal": ["d3"]}
    boat = sectors(moving({"pt_boat": "d4"}, terrain=terrain).choose("pt_boat"))
    destroyer = sectors(moving({"uss_fletcher": "d4"}, terrain=terrain).choose("uss_fletcher"))
    assert {"d3", "d5"} <= boat and not {"d3", "d5"} & destroyer


@pytest.mark.rule("AB.shallow_draft", "LOS.8")
def test_a_boat_in_an_island_sector_sees_and_is_seen_by_its_sector_alone():
    allies, axis = {"pt_boat": "d5", "uss_iowa": "a1"}, {"koln": "d4", "motor_torpedo_boat": "d5"}
    game = battle("surface_attack", allies, axis, "axis", terrain={"island": ["d5"]}).begin()
    assert game.legal == ["end", "motor_torpedo_boat"]


CROWD = [("koln", "d5"), ("tone", "d5")]


@pytest.mark.rule("AB.close_escort")
@pytest.mark.parametrize(("escort", "enters"), [("z_20_karl_galster", True), ("yukikaze", False)])
def test_an_escort_makes_room_where_she_enters(escort, enters):
    game = moving({"hms_ajax": "a1"}, [*CROWD, (escort, "d4")], first="axis").choose(escort)
    assert ("d5" in sectors(game)) is enters


@pytest.mark.rule("AB.close_escort")
@pytest.mark.parametrize(("beside", "enters"), [("z_20_karl_galster", True), ("yukikaze", False)])
def test_an_escort_makes_room_for_others(beside, enters):
    game = moving({"hms_ajax": "a1"}, {"koln": "d5", beside: "d5", "tone": "d4"}, first="axis").choose("tone")
    assert ("d5" in sectors(game)) is enters


@pytest.mark.rule("AB.close_escort", "ABL.10")
def test_two_escorts_make_no_more_room_than_one():
    """MR-11: it does not add up."""
    axis = [("z_20_karl_galster", "d5"), ("z_20_karl_galster", "d5"), ("koln", "d5"), ("tone", "d4")]
    assert "d5" not in sectors(moving({"hms_ajax": "a1"}, axis, first="axis").choose("tone"))


@pytest.mark.rule("AB.close_escort", "ME.3")
def test_an_escort_gains_nothing_where_three_ships_have_room():
    """MR-11."""
    axis = {"z_20_karl_galster": "d5", "myoko": "d5", "koln": "d5", "tone": "d4"}
    game = moving({"hms_ajax": "a1"}, axis, first="axis", ships_a_sector=3)
    assert "d5" not in sectors(game.choose("tone"))


@pytest.mark.rule("AB.close_escort", "STK.1")
def test_when_the_escort_has_left_the_others_stay_and_nobody_enters():
    """MR-42."""
    axis = [("z_20_karl_galster", "d5"), *CROWD, ("myoko", "d4")]
    game = moving({"hms_ajax": "a1"}, axis, first="axis").choose("z_20_karl_galster", "c5")
    assert [game.where(unit) for unit in ("koln", "tone")] == ["d5", "d5"]
    assert "d5" not in sectors(game.choose("myoko"))


# --- repairs -----------------------------------------------------------------------------------------------------


def mending(*answers, end_die=6, first="axis", other="koln", damage=2, allies=None, where="e1", **fields):
    """Nordmark beside a damaged Köln, who is crippled; her speed die is a 6."""
    hurt = {other: {"damage": damage, "crippled": int(damage == 2)}}
    axis = {"nordmark": "e1", other: where}
    return moving(allies or {"hms_ajax": "a7"}, axis, first=first, units=hurt, dice=[6], **fields).choose(*answers)


def at_the_end(game, *dice):
    """Play on to the next turn with the dice of the end of this one."""
    while game.phase != "end_of_turn" and game["turn"] == 5:
        game.lay(*dice)
        legal = game.legal
        game.choose("end" if "end" in legal else "decline" if "decline" in legal else legal[0])
    return game


@pytest.mark.rule("AB.repair")
def test_a_repair_ship_is_asked_at_the_start_of_her_step():
    game = mending()
    assert (game.asked, game.subject, set(game.legal)) == ("repair", "nordmark", {"decline", "koln"})


@pytest.mark.rule("AB.repair")
@pytest.mark.parametrize(("damage", "where"), [(0, "e1"), (2, "e2")])
def test_only_a_damaged_ship_in_her_sector_is_repaired(damage, where):
    assert mending(damage=damage, where=where).asked == "move_who"


@pytest.mark.rule("AB.repair")
def test_she_repairs_another_ship_not_herself():
    """MR-49."""
    game = moving({"hms_ajax": "a7"}, {"nordmark": "e1", "koln": "e1"}, first="axis",
                  units={"nordmark": {"damage": 1}})  # fmt: skip
    assert game.asked == "move_who"


@pytest.mark.rule("AB.repair")
@pytest.mark.parametrize(("die", "damage", "crippled"), [(1, 2, 1), (2, 1, 0)])
def test_a_two_gives_back_a_hull_point_at_the_end_of_the_turn(die, damage, crippled):
    """MR-33: above one point she is crippled no more."""
    game = at_the_end(mending("koln"), die)
    assert (game["turn"], game.of("koln", "damage"), game.of("koln", "crippled")) == (6, damage, crippled)


@pytest.mark.rule("AB.repair")
def test_neither_ship_moves():
    assert mending("koln").who == "allies"
    game = mending("decline")
    assert set(game.legal) == {"end", "nordmark", "koln"}


@pytest.mark.rule("AB.repair")
def test_neither_ship_fires_guns_but_torpedoes_are_free():
    game = mending("koln", allies={"hms_ajax": "e2"}, first="axis")
    game.play_to("fire_who", "axis")
    assert game.phase == "torpedo_attack" and "koln" in game.legal


@pytest.mark.rule("AB.repair")
@pytest.mark.parametrize(("answer", "again"), [("koln", False), ("decline", True)])
def test_she_repairs_once_a_game(answer, again):
    """Also when the die fails."""
    game = at_the_end(mending(answer), 1)
    while not (game["turn"] == 6 and game.who == "axis" and game.asked in ("repair", "move_who")):
        game.choose(game.legal[0])
    assert (game.asked == "repair") is again


@pytest.mark.rule("AB.repair")
def test_a_repair_ship_that_is_lost_repairs_nothing():
    """MR-49."""
    game = mending("koln", allies={"uss_iowa": "e2"}).play_to("fire_who", "allies", phase="surface_attack")
    game.lay(*[6] * 4, *[1] * 14, *[6] * 20)
    game.choose("uss_iowa", "main", "nordmark").play_to("move_who", turn=6)
    assert game.is_lost("nordmark") and game.of("koln", "damage") == 2


@pytest.mark.rule("AB.repair")
def test_a_ship_that_is_lost_is_not_repaired():
    game = mending("koln", allies={"uss_iowa": "e2"}).play_to("fire_who", "allies", phase="surface_attack")
    game.lay(*[6] * 4, *[1] * 14, *[6] * 20)
    game.choose("uss_iowa", "main", "koln").play_to("move_who", turn=6)
    assert game.is_lost("koln") and game.of("koln", "damage") == 2


def salt_lake_city(damage, *dice):
    """Turns at whose ends she rolls."""
    hurt = {"uss_salt_lake_city": {"damage": damage, "crippled": int(damage == 2)}}
    game = moving({"uss_salt_lake_city": "a1"}, units=hurt)
    for die in dice:
        turn = game["turn"]
        while game["turn"] == turn:
            game.lay(die)
            game.choose("end")
    return game


@pytest.mark.rule("AB.damage_control")
@pytest.mark.parametrize(("dice", "damage"), [([4], 2), ([5], 1), ([4, 4, 6], 1), ([5, 6, 6], 1)])
def test_damage_control_rolls_until_it_has_worked_once(dice, damage):
    """MR-49."""
    game = salt_lake_city(2, *dice)
    assert game.of("uss_salt_lake_city", "damage") == damage
    assert game.of("uss_salt_lake_city", "crippled") == int(damage == 2)


@pytest.mark.rule("AB.damage_control")
def test_an_undamaged_ship_does_not_roll():
    assert salt_lake_city(0, 6).of("uss_salt_lake_city", "spent") == 0


# --- objectives and cargo ----------------------------------------------------------------------------------------


@pytest.mark.rule("AB.no_sea_control", "OBJ.1")
@pytest.mark.parametrize(("ships", "score"), [(["pt_boat"], 0), (["pt_boat", "hms_ajax"], 50), (["hms_ajax"], 50)])
def test_a_boat_alone_claims_no_objective(ships, score):
    game = moving({ship: "f2" for ship in ships}, terrain=GOALS).play_to("move_who", turn=6)
    assert game["score"] == [score, 0]


@pytest.mark.rule("AB.no_sea_control", "OBJ.1")
def test_a_boat_keeps_the_enemy_from_claiming():
    """MR-36."""
    for boat, score in (("f3", [0, 0]), ("a1", [0, 50])):
        game = moving({"pt_boat": boat}, {"koln": "f2"}, terrain=GOALS).play_to("move_who", turn=6)
        assert game["score"] == score


FOUR_ISLANDS = 2
"""Islands in D2, D5, H2 and H5."""


def cargo(*ships, **fields):
    """Ships of the Allies at the end of a turn."""
    return battle("end_of_turn", [*ships, ("hms_ajax", "a1")], {"koln": "a7"}, zone=FOUR_ISLANDS, **fields).begin()


@pytest.mark.rule("AB.vital_cargo")
def test_cargo_is_landed_beside_an_island_in_the_enemys_half():
    game = cargo(("ss_jeremiah_o_brien", "g2"))
    assert (game.asked, set(game.legal)) == ("cargo", {"decline", "ss_jeremiah_o_brien"})
    game.choose("ss_jeremiah_o_brien")
    assert game["score"] == [6, 0] and game.where("ss_jeremiah_o_brien") is None


@pytest.mark.rule("AB.vital_cargo")
@pytest.mark.parametrize("where", ["c2", "e2", "f2", "k4", "i4"])
def test_elsewhere_no_cargo_is_landed(where):
    """MR-50: beside islands of her own half, or beside none."""
    assert cargo(("ss_jeremiah_o_brien", where)).asked != "cargo"


@pytest.mark.rule("AB.vital_cargo")
@pytest.mark.parametrize("where", ["g1", "g5"])
def test_the_middle_row_is_nobodys_half(where):
    """MR-50: battle zone 3 has islands in F1, F5 and F6 alone."""
    game = battle("end_of_turn", {"ss_jeremiah_o_brien": where}, {"koln": "a7"}, zone=3).begin()
    assert game.asked != "cargo"


@pytest.mark.rule("AB.vital_cargo")
def test_the_axis_lands_cargo_in_the_other_half():
    """MR-50: A to E."""
    axis = {"kinai_maru": "c3", "koln": "k1"}
    game = battle("end_of_turn", {"hms_ajax": "a1"}, axis, zone=FOUR_ISLANDS).begin().choose("kinai_maru")
    assert game["score"] == [0, 8]
    far = battle("end_of_turn", {"hms_ajax": "a1"}, {"kinai_maru": "g2", "koln": "k1"}, zone=FOUR_ISLANDS).begin()
    assert far.asked != "cargo"


@pytest.mark.rule("AB.vital_cargo")
def test_one_ship_of_a_side_lands_its_cargo_in_a_turn():
    game = cargo(("ss_jeremiah_o_brien", "g2"), ("ss_jeremiah_o_brien", "g3")).choose("ss_jeremiah_o_brien")
    assert game["turn"] == 6
    assert game.play_to("cargo").choose("ss_jeremiah_o_brien#2")["score"] == [12, 0]


@pytest.mark.rule("AB.vital_cargo")
def test_who_declines_keeps_the_cargo():
    game = cargo(("ss_jeremiah_o_brien", "g2")).choose("decline")
    assert game["score"] == [0, 0] and game.where("ss_jeremiah_o_brien") == "g2"


@pytest.mark.rule("AB.vital_cargo", "AB.no_sea_control")
def test_a_cargo_ship_claims_no_objective():
    """MR-50."""
    ships = {"ss_jeremiah_o_brien": "f2", "hms_ajax": "h5"}
    assert battle("end_of_turn", ships, {"koln": "a7"}, terrain=GOALS).begin()["score"] == [50, 0]


@pytest.mark.rule("AB.vital_cargo", "WIN.2")
def test_a_ship_that_has_landed_her_cargo_is_no_loss():
    """MR-50: her enemy scores nothing."""
    game = cargo(("ss_jeremiah_o_brien", "g2")).choose("ss_jeremiah_o_brien")
    assert not game.over and game["score"][1] == 0


@pytest.mark.rule("AB.pursuit_ship", "CV.4")
def test_a_convoy_ship_that_leaves_the_map_is_followed_by_nobody():
    axis = [("convoy_ship", "a1"), ("convoy_ship", "k1")]
    game = moving({"hms_ajax": "a1"}, axis, escort=1, convoy_ships=2, convoy_limit=3)
    game.choose("hms_ajax", "pursue", "convoy_ship", "convoy_ship", "leave", "end")
    assert game.where("convoy_ship") is None and game.where("hms_ajax") == "a1"
