"""What attacks can be seen to make, and what hides their targets (LOS, GLO.1, GLO.2, GLO.5)."""

import pytest

from tests.naval_miniatures.duels import attack, attackers, dice, finish, loss, may_attack, outcome, targets, volley
from tests.naval_miniatures.positions import battle

SURFACE, TORPEDOES, AIR, DEFENSE = "surface_attack", "torpedo_attack", "air_attack", "air_defense"


def sees(one, other, **terrain):
    """Whether the long guns of a battleship in one sector may fire at a ship in another."""
    return bool(may_attack(SURFACE, {"uss_iowa": one}, {"kongo": other}, terrain=terrain))


# --- lines (LOS.1-LOS.5) -------------------------------------------------------------------------------------


@pytest.mark.rule("LOS.1", "ATT.5")
def test_guns_and_torpedoes_need_a_line_of_sight():
    for phase in (SURFACE, TORPEDOES):
        assert may_attack(phase, {"hms_ajax": "e4"}, {"koln": "e6"}) == {"hms_ajax"}
        for hidden in ({"squall": ["e5"]}, {"island": ["e5"]}):
            assert may_attack(phase, {"hms_ajax": "e4"}, {"koln": "e6"}, terrain=hidden) == set()


@pytest.mark.rule("LOS.1", "MAP.2")
def test_shoals_ships_and_aircraft_hide_nothing():
    ships = {"koln": "e5", "kongo": "e6", "a6m2_zeke": "e5", "u_510": "e5"}
    allies = {"hms_ajax": "e4", "hms_hood": "e5", "f4f_wildcat": "e5"}
    assert targets(SURFACE, "hms_ajax", allies, ships, terrain={"shoal": ["e5"]}) == {"koln", "kongo"}


@pytest.mark.rule("LOS.2")
@pytest.mark.parametrize(("island", "seen"), [("f2", False), ("g4", False), ("f3", True), ("g3", True)])
def test_the_line_goes_from_centre_to_centre(island, seen):
    assert sees("e2", "h4", island=[island]) == seen
    assert sees("h4", "e2", island=[island]) == seen


@pytest.mark.rule("LOS.3")
@pytest.mark.parametrize("kind", ["island", "squall"])
def test_a_line_along_the_side_of_a_sector_is_not_blocked_by_it(kind):
    assert sees("e4", "g4", **{kind: ["f3", "f4"]})


@pytest.mark.rule("LOS.3")
def test_a_line_along_the_side_of_a_sector_is_not_blocked_by_its_smoke():
    assert may_attack(SURFACE, {"hms_ajax": "e4"}, {"koln": "g4"}, smoke=["f3", "f4"]) == {"hms_ajax"}


@pytest.mark.rule("LOS.4", "MAP.4")
@pytest.mark.parametrize("sector", ["d4", "e4"])
def test_only_the_land_of_an_island_blocks_but_the_whole_sector_of_a_squall(sector):
    assert sees("d3", "e5", island=[sector])
    assert not sees("d3", "e5", squall=[sector])


@pytest.mark.rule("LOS.4")
@pytest.mark.parametrize("sector", ["e4", "f3"])
def test_a_line_across_the_land_is_blocked(sector):
    assert sees("d3", "g4")
    assert not sees("d3", "g4", island=[sector])


@pytest.mark.rule("LOS.5", "MAP.4")
@pytest.mark.parametrize("hidden", [{"terrain": {"squall": ["d2"]}}, {"smoke": ["d2"]}])
def test_sight_goes_into_and_out_of_fog_and_smoke_but_not_through(hidden):
    ships = {"koln": "d1", "kongo": "d2", "nordmark": "d3"}
    assert targets(SURFACE, "hms_ajax", {"hms_ajax": "d1"}, ships, **hidden) == {"koln", "kongo"}
    assert targets(SURFACE, "hms_ajax", {"hms_ajax": "d2"}, ships, **hidden) == {"koln", "kongo", "nordmark"}
    assert targets(SURFACE, "hms_ajax", {"hms_ajax": "d3"}, ships, **hidden) == {"kongo", "nordmark"}


@pytest.mark.rule("LOS.5")
@pytest.mark.parametrize(("smoke", "seen"), [("d2", set()), ("e2", {"hms_ajax"}), ("d4", {"hms_ajax"})])
def test_smoke_beside_the_line_hides_nothing(smoke, seen):
    assert may_attack(SURFACE, {"hms_ajax": "d1"}, {"koln": "d3"}, smoke=[smoke]) == seen


@pytest.mark.rule("LOS.5", "LOS.6")
def test_smoke_of_the_first_turn_hides_and_conceals():
    """A position may begin with smoke that goes at the end of turn 1."""
    first = {"smoke": ["d2"], "turn": 1}
    assert may_attack(SURFACE, {"hms_ajax": "d1"}, {"koln": "d3"}, **first) == set()
    assert attack(SURFACE, "hms_ajax", "koln", [*dice(9, 4, 4, 4), 6], away=1, **first).happened("negated")


@pytest.mark.rule("GLO.5", "LOS.5")
def test_the_sectors_at_both_ends_of_the_line_are_ignored():
    assert sees("d1", "d3", squall=["d1", "d3"])
    assert not sees("d1", "d3", squall=["d2"])


# --- concealment (LOS.6, LOS.7, GLO.2) -----------------------------------------------------------------------

SQUALL = {"terrain": {"squall": ["d2"]}}
SMOKE = {"smoke": ["d2"]}


@pytest.mark.rule("LOS.6", "GLO.2")
@pytest.mark.parametrize("hidden", [SQUALL, SMOKE])
@pytest.mark.parametrize(("die", "lost"), [(1, 1), (4, 1), (5, 0), (6, 0)])
def test_a_five_or_six_makes_an_attack_into_fog_or_smoke_miss(hidden, die, lost):
    assert outcome(SURFACE, "hms_ajax", "koln", [*dice(7, 4, 4, 4), die], away=1, **hidden) == lost


@pytest.mark.rule("LOS.7", "GLO.2")
@pytest.mark.parametrize("hidden", [{"terrain": {"squall": ["d1"]}}, {"smoke": ["d1"]}])
@pytest.mark.parametrize(("die", "lost"), [(4, 1), (5, 1), (6, 0)])
def test_only_a_six_saves_from_an_attacker_in_the_same_sector(hidden, die, lost):
    assert outcome(SURFACE, "hms_ajax", "koln", [*dice(7, 4, 4, 4), die], **hidden) == lost


@pytest.mark.rule("GLO.2")
@pytest.mark.parametrize(("die", "lost"), [(4, "destroyed"), (5, 0)])
def test_a_concealment_roll_makes_an_attack_miss_whatever_it_has_rolled(die, lost):
    assert outcome(SURFACE, "yamato", "koln", [6] * 18 + [die], away=1, weapon="main", **SQUALL) == lost


@pytest.mark.rule("LOS.6")
@pytest.mark.parametrize(("die", "lost"), [(4, 2), (5, 0)])
def test_concealment_helps_against_torpedoes(die, lost):
    assert outcome(TORPEDOES, "hms_truculent", "kongo", [6, 1, 1, die], away=1, **SQUALL) == lost


@pytest.mark.rule("LOS.7")
@pytest.mark.parametrize(("die", "lost"), [(5, 1), (6, 0)])
def test_concealment_helps_against_bombs_and_asw(die, lost):
    fog = {"terrain": {"squall": ["d1"]}}
    assert outcome(AIR, "sbd_dauntless", "koln", [*dice(10, 4, 4, 4), die], **fog) == lost
    assert outcome(SURFACE, "uss_fletcher", "u_510", [*dice(5, 4, 4, 4), die], **fog) == lost


@pytest.mark.rule("LOS.7")
@pytest.mark.parametrize(("die", "aborted"), [(5, True), (6, False)])
def test_concealment_helps_aircraft(die, aborted):
    """MR-26."""
    game = attack(DEFENSE, "uss_atlanta", "g4m_betty", [*dice(8, 6, 6), die], terrain={"squall": ["d1"]})
    assert game.happened("aborted") == aborted


@pytest.mark.rule("LOS.6")
def test_fog_and_smoke_in_one_sector_give_one_roll():
    """MR-26; a second roll would save her."""
    rolled = [*dice(7, 4, 4, 4), 4, 6]
    assert outcome(SURFACE, "hms_ajax", "koln", rolled, away=1, **SQUALL, **SMOKE) == 1


@pytest.mark.rule("LOS.6")
def test_there_is_no_concealment_roll_against_an_attack_that_misses_anyway():
    """MR-25; Bolzano needs four successes, and the die that is left is the first of her own."""
    game = attack(SURFACE, "hms_ajax", "bolzano", [*dice(7, 4, 4, 4), *dice(9, 4, 4, 4, 4)], away=1, **SQUALL)
    assert game.happened("missed") and not game.happened("negated")
    game.choose("bolzano", "main", "end")
    assert finish(game, SURFACE).of("hms_ajax", "damage") == 1


@pytest.mark.rule("LOS.5", "LOS.6")
def test_units_in_fog_fire_out_of_it_without_penalty():
    game = attack(SURFACE, "hms_ajax", "koln", dice(7, 4, 4, 4), away=1, terrain={"squall": ["d1"]})
    assert game.happened("damaged") and not game.happened("negated")


@pytest.mark.rule("LOS.6")
def test_there_is_no_penalty_on_the_dice_of_an_attack_into_fog():
    game = attack(SURFACE, "hms_ajax", "koln", [*dice(7, 4, 4, 4), 1], away=1, **SQUALL)
    assert (len(game.dice_of("attack")), game.happened("damaged")) == (7, True)


# --- islands (LOS.8, MR-28, MR-29) ---------------------------------------------------------------------------

ISLAND = {"terrain": {"island": ["d4"]}}


@pytest.mark.rule("LOS.8")
def test_a_unit_in_an_island_sector_attacks_nobody_outside_and_is_attacked_by_nobody():
    boat, ships = {"pt_boat": "d4"}, {"koln": "d5"}
    for phase in (SURFACE, TORPEDOES):
        assert may_attack(phase, boat, ships) == {"pt_boat"}
        assert may_attack(phase, boat, ships, **ISLAND) == set()
        assert may_attack(phase, {"hms_ajax": "d5"}, {"motor_torpedo_boat": "d4"}, **ISLAND) == set()


@pytest.mark.rule("LOS.8")
def test_units_in_the_same_island_sector_see_each_other():
    """MR-28."""
    assert outcome(TORPEDOES, "pt_boat", "motor_torpedo_boat", [6, 1, 1, 1], terrain={"island": ["d1"]}) == "destroyed"
    assert may_attack(AIR, {"sbd_dauntless": "d4"}, {"motor_torpedo_boat": "d4"}, **ISLAND) == {"sbd_dauntless"}


@pytest.mark.rule("LOS.8", "LOS.1")
def test_a_missile_does_not_reach_into_an_island_sector():
    """MR-29."""
    kondor, boat = {"fw_200_kondor": "d3"}, {"motor_torpedo_boat": "d4"}
    assert targets(AIR, "fw_200_kondor", kondor, boat, "missile") == {"motor_torpedo_boat"}
    assert targets(AIR, "fw_200_kondor", kondor, boat, "missile", **ISLAND) == set()


@pytest.mark.rule("GLO.1")
@pytest.mark.parametrize(
    ("sector", "beside"),
    [("e4", {"d3", "d4", "e3", "e5", "f3", "f4"}), ("d3", {"c3", "c4", "d2", "d4", "e3", "e4"}), ("a1", {"a2", "b1"})],
)
def test_a_missile_reaches_every_adjacent_sector_in_any_direction(sector, beside):
    near = {f"{row}{column}" for row in "abcdefgh" for column in range(1, 7)} - {sector}
    ships = [("koln", other) for other in sorted(near)][:40]
    game = battle(AIR, {"fw_200_kondor": sector}, ships, terrain={}).begin().choose("decline", "fw_200_kondor")
    assert game.legal == ["missile"]
    assert {game.where(ship) for ship in game.choose("missile").legal} == beside


# --- Yamato's lines of sight (LOS.9-LOS.12) ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship", "sector", "seen"),
    [
        pytest.param("uss_washington", "g4", True, marks=pytest.mark.rule("LOS.9"), id="along_the_side"),
        pytest.param("uss_enterprise", "e6", False, marks=pytest.mark.rule("LOS.10"), id="behind_the_island"),
        pytest.param("uss_iowa", "d5", True, marks=pytest.mark.rule("LOS.11"), id="past_the_land"),
        pytest.param("pt_boat", "e5", False, marks=pytest.mark.rule("LOS.12"), id="in_the_island_sector"),
    ],
)
def test_yamato_among_islands(ship, sector, seen):
    islands = {"island": ["e5", "f4"]}
    ships = {ship: sector}
    assert (may_attack(SURFACE, {"yamato": "e4"}, ships, terrain=islands) == {"yamato"}) == seen
    assert may_attack(SURFACE, {"yamato": "e4"}, ships) == {"yamato"}


# --- smoke that has just been laid (MR-27) -------------------------------------------------------------------


def smoke_between(*rolled):
    """Javelin in D3 has laid smoke, between Ajax in D2 and Tone in D4, whose turn it is."""
    game = battle(SURFACE, {"hms_javelin": "d3", "hms_ajax": "d2"}, {"tone": "d4"}, terrain={}).begin()
    game.choose("hms_javelin", "smoke", "end")
    game.lay(*rolled)
    return game


@pytest.mark.rule("LOS.5", "ATT.1")
def test_smoke_neither_hides_nor_conceals_in_the_phase_in_which_it_is_laid():
    game = smoke_between(*dice(9, 4, 4), 6, 6, 4)
    assert set(game.choose("tone", "main").legal) == {"hms_javelin", "hms_ajax"}
    game.choose("hms_javelin")
    assert game.happened("damaged") and not game.happened("negated")
    game.choose("secondary", "hms_ajax")
    finish(game, SURFACE)
    assert (loss(game, "hms_javelin"), loss(game, "hms_ajax")) == (1, 1)


@pytest.mark.rule("LOS.5", "LOS.6")
def test_smoke_hides_and_conceals_from_the_torpedo_phase_on():
    game = finish(smoke_between(), SURFACE)
    assert (game.phase, attackers(game)) == (TORPEDOES, {"hms_javelin"})  # Ajax has no sight of Tone
    game.end()
    assert game.choose("tone").legal == ["hms_javelin"]
    volley(game, "hms_javelin", rolled=[6, 1, 5])
    assert game.happened("negated")


@pytest.mark.rule("LOS.5")
def test_smoke_stays_to_the_end_of_the_next_turn():
    game = smoke_between()
    smoke = []
    for turn in (6, 7):
        while game["turn"] < turn:
            finish(game, game.phase)
        smoke.append(game["smokes"])
    assert smoke == [1, 0]


@pytest.mark.rule("LOS.5")
def test_smoke_of_a_ship_that_is_destroyed_in_the_phase_rises_all_the_same():
    game = smoke_between(*[6] * 9)
    game.choose("tone", "main", "hms_javelin")
    finish(game, SURFACE)
    assert (game.where("hms_javelin"), game["smokes"]) == (None, 1)
