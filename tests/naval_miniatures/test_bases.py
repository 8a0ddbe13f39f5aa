"""Carriers and the land airbase: set-up, return, lost carriers, too many aircraft ashore (RET, CAR, LND, MR-07,
MR-16 to MR-18)."""

import pytest

from tests.naval_miniatures.positions import battle, scenario


def returning(allies, axis=(("koln", "k7"),), **fields):
    """A battle at the beginning of the air return phase."""
    return battle("air_return", allies, axis, **fields).begin()


def deploying(folder, allies, *options, axis=("koln",)):
    """The first aircraft of a fleet is to be based."""
    file = folder / "based.toml"
    fleets = f"fleets = {{ allies = {list(allies)}, axis = {list(axis)} }}".replace("'", '"')
    file.write_text(f'{fleets}\nzone = 1\nfirst = "allies"\n', encoding="utf-8")
    return scenario(file, *options).begin().play_to("deploy_aircraft")


# --- at the start (MR-07) ----------------------------------------------------------------------------------------


@pytest.mark.rule("CAR.1", "SET.8")
def test_all_aircraft_start_at_a_base(tmp_path):
    game = deploying(tmp_path, ["hms_ark_royal", "swordfish_mk_ii", "pby_catalina"])
    assert (game.subject, set(game.legal)) == ("swordfish_mk_ii", {"hms_ark_royal", "land_base"})
    game.choose("hms_ark_royal")
    assert (game.subject, game.legal) == ("pby_catalina", ["land_base"])
    assert (
        game.choose("land_base").where("pby_catalina") == "airbase" and game.where("swordfish_mk_ii") == "hms_ark_royal"
    )


@pytest.mark.rule("CAR.1")
@pytest.mark.parametrize("seed", range(3))
def test_no_aircraft_is_on_the_map_when_the_first_turn_begins(seed):
    game = scenario("leyte").begin(seed=seed).play_to("move_who", turn=1)
    planes = {"f4f_wildcat", "sbd_dauntless", "tbd_devastator", "a6m2_zeke", "d3a_val", "b5n2_kate"}
    carriers = {"uss_enterprise", "uss_princeton", "uss_st_lo", "shokaku", "shoho"}
    names = [game.name(unit) for unit in game["roster"][: game["units"]]]
    where = [game.where(name) for name in names if name.partition("#")[0] in planes]
    assert len(where) == 13 and set(where) <= {*carriers, "airbase"}


@pytest.mark.rule("CAR.2")
@pytest.mark.parametrize(("carrier", "capacity"), [("hms_ark_royal", 3), ("uss_princeton", 2), ("uss_st_lo", 1)])
def test_a_carrier_bases_as_many_as_her_capacity(tmp_path, carrier, capacity):
    game = deploying(tmp_path, [carrier, *["f4f_wildcat"] * (capacity + 1)])
    game.choose(*[carrier] * capacity)
    assert game.legal == ["land_base"]


@pytest.mark.rule("CAR.2")
@pytest.mark.parametrize("plane", ["f4f_wildcat", "sbd_dauntless", "tbd_devastator"])
def test_carriers_base_fighters_dive_bombers_and_torpedo_bombers(tmp_path, plane):
    assert "uss_enterprise" in deploying(tmp_path, ["uss_enterprise", plane]).legal


@pytest.mark.rule("CAR.3", "LND.1")
def test_a_patrol_bomber_is_based_ashore(tmp_path):
    assert deploying(tmp_path, ["uss_enterprise", "pby_catalina"]).legal == ["land_base"]


@pytest.mark.rule("AB.land_based")
def test_a_land_based_bomber_is_on_no_carrier(tmp_path):
    game = deploying(tmp_path, ["uss_atlanta"], axis=["akagi", "ju_87b_stuka", "d3a_val"])
    assert (game.subject, game.legal) == ("ju_87b_stuka", ["land_base"])
    assert set(game.choose("land_base").legal) == {"akagi", "land_base"}


@pytest.mark.rule("SET.8", "LND.3")
def test_one_aircraft_takes_no_place_that_another_needs(tmp_path):
    """MR-07: five patrol bombers fill the airbase."""
    game = deploying(tmp_path, ["hms_ark_royal", "swordfish_mk_ii", *["pby_catalina"] * 5])
    assert game.legal == ["hms_ark_royal"]
    assert "land_base" in deploying(tmp_path, ["hms_ark_royal", "swordfish_mk_ii", *["pby_catalina"] * 4]).legal


# --- return (MR-16, MR-17) ---------------------------------------------------------------------------------------


@pytest.mark.rule("RET.1")
def test_an_aircraft_returns_to_any_carrier_with_room_or_to_the_airbase():
    """MR-16: wherever she is, and whoever it came from."""
    carriers = {"uss_enterprise": "a1", "uss_princeton": "k1", "uss_st_lo": "d4", "sbd_dauntless": "uss_st_lo"}
    game = returning({"f4f_wildcat": "d4", **carriers})
    assert (game.asked, game.subject) == ("return_to", "f4f_wildcat")
    assert set(game.legal) == {"land_base", "uss_enterprise", "uss_princeton"}
    assert game.choose("uss_princeton").where("f4f_wildcat") == "uss_princeton"


@pytest.mark.rule("RET.1")
def test_all_aircraft_return_the_first_players_first():
    game = returning({"f4f_wildcat": "d4", "sbd_dauntless": "e5"}, {"a6m2_zeke": "d4", "koln": "k7"}, first="axis")
    asked = []
    while game.asked == "return_to":
        asked.append(game.subject)
        game.choose("land_base")
    assert asked == ["a6m2_zeke", "f4f_wildcat", "sbd_dauntless"]
    assert {game.where(plane) for plane in asked} == {"airbase"}


@pytest.mark.rule("RET.1")
def test_no_aircraft_returns_to_an_enemy_carrier():
    assert returning({"f4f_wildcat": "d4"}, {"akagi": "d4"}).legal == ["land_base"]


@pytest.mark.rule("RET.2", "LND.2")
@pytest.mark.parametrize(("base", "flies"), [("land_base", False), ("uss_enterprise", True)])
def test_who_returns_to_the_airbase_rearms_for_a_turn(base, flies):
    game = returning({"f4f_wildcat": "d4", "uss_enterprise": "a1", "sbd_dauntless": "airbase"}).choose(base)
    game.play_to("fly_who", "allies", turn=6)
    assert ("f4f_wildcat" in game.legal) is flies


@pytest.mark.rule("RET.3", "LND.2")
def test_a_counter_comes_off_in_the_air_return_of_the_next_turn():
    game = returning({"f4f_wildcat": "d4", "hms_ajax": "a1"}).choose("land_base")
    assert game.play_to("move_who", turn=6).of("f4f_wildcat", "rearming")
    assert set(game.play_to("fly_who", turn=6).legal) == {"end", "f4f_wildcat"} and game["turn"] == 7


@pytest.mark.rule("RET.3", "RET.2")
def test_counters_from_before_come_off_in_the_owners_step_and_those_of_this_turn_stay():
    rearming = {plane: {"rearming": 4} for plane in ("f4f_wildcat", "a6m2_zeke")}
    allies, axis = {"f4f_wildcat": "airbase", "sbd_dauntless": "d4"}, {"a6m2_zeke": "airbase", "d3a_val": "d4"}
    game = returning(allies, axis, units=rearming)
    assert [game.of(plane, "rearming") > 0 for plane in rearming] == [True, True]
    game.choose("land_base")
    assert (game.who, [game.of(plane, "rearming") > 0 for plane in rearming]) == ("axis", [False, True])
    game.choose("land_base")
    assert [game.of(plane, "rearming") > 0 for plane in rearming] == [False, False]
    assert game.of("sbd_dauntless", "rearming") and game.of("d3a_val", "rearming")


@pytest.mark.rule("RET.4")
def test_aborted_counters_come_off_at_the_end_of_the_owners_step():
    units = {"f4f_wildcat": {"aborted": 1}, "sbd_dauntless": {"aborted": 1}, "a6m2_zeke": {"aborted": 1}}
    game = returning({"f4f_wildcat": "d4", "sbd_dauntless": "d4"}, {"a6m2_zeke": "d4", "koln": "k7"}, units=units)
    game.choose("land_base")
    assert [game.of(plane, "aborted") for plane in units] == [1, 1, 1]
    game.choose("land_base")
    assert [game.of(plane, "aborted") for plane in units] == [0, 0, 1]


@pytest.mark.rule("AB.loiter", "RET.2")
def test_who_loiters_needs_no_rearming():
    game = returning({"pby_catalina": "d4", "sbd_dauntless": "d4"}).choose("land_base", "land_base")
    assert set(game.play_to("fly_who", "allies").legal) == {"end", "pby_catalina"} and game["turn"] == 6


@pytest.mark.rule("AB.land_based", "RET.1")
def test_a_land_based_bomber_returns_ashore():
    game = returning({"hms_ajax": "a1"}, {"ju_87b_stuka": "d4", "d3a_val": "d4", "akagi": "k1"})
    assert game.legal == ["land_base"] and set(game.choose("land_base").legal) == {"akagi", "land_base"}


@pytest.mark.rule("CAR.3", "RET.1")
def test_a_patrol_bomber_returns_ashore():
    assert returning({"pby_catalina": "d4", "uss_enterprise": "a1"}).legal == ["land_base"]


ASHORE = [("g4m_betty", "airbase")]
AFLOAT = {"hms_ajax": "a1"}


@pytest.mark.rule("LND.3", "RET.1")
@pytest.mark.parametrize(("ashore", "bases"), [(4, {"akagi", "land_base"}), (5, {"akagi"})])
def test_nobody_returns_ashore_where_an_aircraft_would_have_to_be_given_up(ashore, bases):
    """MR-17: no avoidable overflow."""
    game = returning(AFLOAT, [("akagi", "k1"), ("d3a_val", "d4"), *ASHORE * ashore])
    assert set(game.legal) == bases


@pytest.mark.rule("LND.3", "CAR.3")
def test_a_bomber_leaves_the_airbase_to_the_patrol_bomber_behind_it():
    """MR-17: Betty, who returns later, can go nowhere else."""
    game = returning(AFLOAT, [("akagi", "k1"), ("d3a_val", "d4"), ("g4m_betty", "d4"), *ASHORE * 4])
    assert (game.subject, game.legal) == ("d3a_val", ["akagi"])


@pytest.mark.rule("LND.4")
def test_aircraft_beyond_five_are_given_up_as_the_owner_likes():
    game = returning(AFLOAT, [("koln", "k1"), ("d3a_val", "d4"), ("b5n2_kate", "d4"), *ASHORE * 5])
    game.choose("land_base", "land_base")
    assert (game.asked, game.who, len(game.legal)) == ("eliminate", "axis", 7)
    assert "end" not in game.legal
    game.choose("g4m_betty#3", "b5n2_kate")
    assert game.asked != "eliminate" and game.where("b5n2_kate") is None and game.where("d3a_val") == "airbase"


@pytest.mark.rule("LND.4", "WIN.2")
def test_aircraft_that_are_given_up_score():
    """MR-17."""
    game = returning(AFLOAT, [("koln", "k1"), ("d3a_val", "d4"), *ASHORE * 5]).choose("land_base", "d3a_val")
    assert game["score"] == [10, 0]


@pytest.mark.rule("LND.3", "ME.2")
def test_a_larger_battle_has_a_larger_airbase():
    game = returning(AFLOAT, [("koln", "k1"), ("d3a_val", "d4"), *ASHORE * 5], airbase=7).choose("land_base")
    assert game.asked != "eliminate"


# --- lost carriers (MR-18) ---------------------------------------------------------------------------------------


def sunk(axis, *dice, carrier="shoho", allies=None, others=(), **fields):
    """Iowa sinks a carrier in D4."""
    game = battle("surface_attack", allies or {"uss_iowa": "d4"}, [(carrier, "d4"), *axis], **fields).begin()
    game.lay(*[6] * 18)
    game.choose("uss_iowa", "main", carrier)
    while game.phase == "surface_attack" and game.asked in ("weapon", "fire_who"):
        game.choose("end")
    assert game.of(carrier, "gone")
    game.lay(*dice)
    return game


@pytest.mark.rule("CAR.4")
def test_the_owner_of_a_lost_carrier_picks_aircraft_from_any_base():
    """MR-18: flying or not; no patrol bombers, and none that is land based."""
    axis = [
        ("a6m2_zeke", "shoho"),
        ("b5n2_kate", "airbase"),
        ("d3a_val", "h3"),
        ("g4m_betty", "h3"),
        ("ju_87b_stuka", "h3"),
    ]
    game = sunk(axis)
    assert (game.asked, game.who, game.subject) == ("lost_carrier", "axis", "shoho")
    assert set(game.legal) == {"a6m2_zeke", "b5n2_kate", "d3a_val"}


@pytest.mark.rule("CAR.4")
@pytest.mark.parametrize(("planes", "picks"), [(2, 2), (3, 3), (4, 3)])
def test_as_many_are_picked_as_she_based_or_all_if_fewer(planes, picks):
    """MR-18."""
    game = sunk([*[("a6m2_zeke", "h3")] * planes, ("koln", "k1")], *[2] * 4, carrier="shokaku")
    count = 0
    while game.asked == "lost_carrier":
        count += 1
        game.choose(game.legal[0])
    assert count == picks


@pytest.mark.rule("CAR.4")
def test_nobody_is_picked_twice():
    game = sunk([("a6m2_zeke", "h3"), ("b5n2_kate", "h3"), ("koln", "k1")], 2, carrier="shokaku").choose("a6m2_zeke")
    assert game.legal == ["b5n2_kate"]


@pytest.mark.rule("CAR.4")
def test_nobody_is_picked_for_two_carriers_in_one_phase():
    """MR-18."""
    allies = [("uss_iowa", "d4"), ("uss_iowa", "d4")]
    axis = [("shoho", "d4"), ("shoho", "d4"), ("a6m2_zeke", "h3"), ("d3a_val", "h3"), ("koln", "k1")]
    game = battle("surface_attack", allies, axis).begin()
    game.lay(*[6] * 36)
    game.choose("uss_iowa", "main", "shoho", "end", "uss_iowa#2", "main", "shoho#2")
    while game.asked != "lost_carrier":
        game.end()
    game.lay(2, 2)
    assert set(game.legal) == {"a6m2_zeke", "d3a_val"}
    assert game.choose("a6m2_zeke").legal == ["d3a_val"] and game.choose("d3a_val").asked != "lost_carrier"


@pytest.mark.rule("CAR.4")
def test_in_another_phase_the_same_aircraft_may_be_picked_again():
    """MR-18."""
    axis = [("shoho", "d4"), ("shoho", "d4"), ("a6m2_zeke", "h3"), ("koln", "k1")]
    game = battle("air_attack", {"sbd_dauntless": "d4", "uss_iowa": "d4"}, axis).begin()
    game.lay(*[6] * 10, 2, *[6] * 18, *[1] * 20)
    game.choose("sbd_dauntless", "bomb", "shoho", "a6m2_zeke", "uss_iowa", "main", "shoho#2").play_to("lost_carrier")
    assert game.phase == "surface_attack" and game.legal == ["a6m2_zeke"]


@pytest.mark.rule("CAR.5")
@pytest.mark.parametrize(("die", "gone", "score"), [(1, 1, 9 + 6), (2, 0, 9), (6, 0, 9)])
def test_on_a_one_an_aircraft_goes_down_with_her(die, gone, score):
    game = sunk([("a6m2_zeke", "shoho"), ("koln", "k1")], die).choose("a6m2_zeke")
    assert game.of("a6m2_zeke", "gone") == gone and game["score"][0] == score
    assert ("carrier_lost_roll", game.unit("a6m2_zeke"), gone, 0, (die,)) in game.told


@pytest.mark.rule("CAR.5")
def test_an_aircraft_on_its_mission_goes_down_all_the_same():
    game = sunk([("a6m2_zeke", "h3"), ("koln", "k1")], 1).choose("a6m2_zeke")
    assert game.where("a6m2_zeke") is None


@pytest.mark.rule("CAR.6")
def test_those_aboard_go_ashore_at_once_and_rearm():
    """MR-16: a counter though they have not flown."""
    game = sunk([("a6m2_zeke", "shoho"), ("koln", "k1")], 2).choose("a6m2_zeke")
    assert game.where("a6m2_zeke") == "airbase"
    assert game.play_to("fly_who", "axis")["turn"] == 7


@pytest.mark.rule("CAR.6", "RET.1")
def test_those_on_missions_choose_when_they_return():
    """MR-18: another carrier will do."""
    game = sunk([("a6m2_zeke", "h3"), ("akagi", "k1")], 2).choose("a6m2_zeke")
    assert game.where("a6m2_zeke") == "h3"
    assert set(game.play_to("return_to").legal) == {"akagi", "land_base"}


@pytest.mark.rule("CAR.6", "LND.4")
def test_a_carrier_that_is_lost_may_fill_the_airbase_beyond_its_room():
    axis = [("a6m2_zeke", "shoho"), *ASHORE * 5, ("koln", "k1")]
    game = sunk(axis, 2).choose("a6m2_zeke").play_to("eliminate")
    assert (game.phase, game.who, len(game.legal)) == ("air_return", "axis", 6)


@pytest.mark.rule("CAR.4", "RES.6")
def test_aircraft_are_picked_when_both_steps_of_the_phase_are_over():
    """MR-18: the carrier that is to go fires before she does."""
    axis = [("shoho", "d4"), ("a6m2_zeke", "h3"), ("koln", "k1")]
    game = battle("surface_attack", {"uss_iowa": "d4"}, axis).begin()
    game.lay(*[6] * 18, *[1] * 20)
    game.choose("uss_iowa", "main", "shoho")
    assert (game.asked, game.who) == ("fire_who", "axis") and not game.of("shoho", "gone")
    assert game.choose("shoho", "main", "uss_iowa").asked == "lost_carrier"


@pytest.mark.rule("LND.1")
@pytest.mark.parametrize("plane", ["g4m_betty", "d3a_val", "b5n2_kate", "a6m2_zeke", "ju_87b_stuka"])
def test_the_airbase_bases_any_type_of_aircraft(plane):
    assert returning(AFLOAT, {plane: "d4", "akagi": "k1"}).choose("land_base").where(plane) == "airbase"
