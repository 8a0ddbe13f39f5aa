"""What a side has not seen of raids is drawn anew as it may be (20.164A, 21.532, 21.533, 21.5361B)."""

from itertools import product

import numpy as np
import pytest

from aw_env.core.seen.interpreted import interpreted
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Decision, Phase, Side
from aw_env.games.world_at_war.rules import island_raids, raids, redraw, redraw_islands
from tests.world_at_war.positions import Sea, carried_out, number
from tests.world_at_war.test_s21_island_raids import raiding

FLEET = {
    "bismarck": "bergen", "gneisenau": "bergen", "scharnhorst": "germany", "german_cruiser_1": "brest",
    "german_cruiser_2": "brest",
}  # fmt: skip


def sailed(*groups, **fields):
    """Groups of the fleet have sailed from Bergen, Germany and Brest, as `raids` has it."""
    sea = Sea(turn=9, groups=len(groups), moving=Side.AXIS, phase=Phase.MISSIONS, brps=[20, 8], **fields)
    for ship, port in FLEET.items():
        sea.ship(ship, place=port)
    for k, group in enumerate(groups, start=1):
        sea.ship(*group[:1], place=FLEET[group[0]], in_group=k)
        for ship in group[1:]:
            sea.ship(ship, place=FLEET[ship], in_group=k)
        sea.game.origin[k - 1], sea.game.ships_in[k - 1] = number(FLEET[group[0]]), len(group)
    sea.call(raids.sail)
    return sea


def groups_in(sea):
    """The groups of the fleet's ships."""
    return tuple(sea.of(ship, "in_group") for ship in FLEET)


def alike(sea):
    """Every way in which the ships might have sailed that would have looked the same; of the two cruisers of Brest,
    which have no names, the first sails first."""
    found, record = set(), {name: sea.game[name].copy() for name in ("ships_in", "origin", "large", "route")}
    groups, is_twin = int(sea.game.groups), [*FLEET].index("german_cruiser_1")
    before = groups_in(sea)
    for chosen in product(range(groups + 1), repeat=len(FLEET)):
        for ship, group in zip(FLEET, chosen, strict=True):
            sea.game.in_group[number(ship)] = group
        fits = all(chosen.count(k + 1) == record["ships_in"][k] for k in range(groups))
        for k in range(groups):
            ports = {number(FLEET[ship]) for ship, group in zip(FLEET, chosen, strict=True) if group == k + 1}
            fits = fits and record["origin"][k] in ports
            fits = fits and sea.call(raids.is_large, k + 1) == record["large"][k]
            fits = fits and sea.call(raids.way, k + 1) == record["route"][k]
        one, other = chosen[is_twin], chosen[is_twin + 1]
        if fits and (other == 0 or 0 < one <= other):
            found.add(chosen)
    for ship, group in zip(FLEET, before, strict=True):
        sea.game.in_group[number(ship)] = group
    return found


def drawn(sea, seat=Side.ALLIES, times=60):
    """What is drawn, so many times."""
    found = set()
    for _ in range(times):
        sea.call(redraw.redraw_raids, int(seat))
        found.add(groups_in(sea))
    return found


@pytest.mark.rule("20.164A")
@pytest.mark.parametrize(
    "groups",
    [
        [["gneisenau"]],
        [["bismarck", "scharnhorst"]],
        [["bismarck"], ["german_cruiser_1"]],
    ],
    ids=str,
)
def test_any_groups_are_drawn_that_would_have_looked_the_same_and_no_others(groups):
    sea = sailed(*groups)
    expected = alike(sea)
    assert len(expected) > 1 and drawn(sea) == expected


@pytest.mark.rule("20.164A")
def test_the_raiding_side_knows_its_groups():
    sea = sailed(["bismarck", "gneisenau"], ["german_cruiser_1"])
    assert drawn(sea, Side.AXIS, 5) == {groups_in(sea)}


@pytest.mark.rule("21.312")
def test_what_is_drawn_for_a_task_force_is_one():
    """Ten factors of three ships: Bismarck, Scharnhorst and Gneisenau, and no cruiser."""
    sea = sailed(["bismarck", "scharnhorst", "gneisenau"])
    assert sea.game.large[0] == 1 and sea.game.route[0] == number("germany")
    for _ in range(10):
        sea.call(redraw.redraw_raids, int(Side.ALLIES))
        assert sea.call(raids.group_factors, 1) >= raids.TASK_FORCE and sea.of("german_cruiser_1", "in_group") == 0


@pytest.mark.rule("21.5331")
def test_ships_seen_at_sea_stay_in_their_group():
    sea = sailed(["gneisenau"])
    sea.ship("lutzow", place="atlantic_sw", at_sea=1, in_group=2, seen_in=2)
    sea.game.groups, sea.game.ships_in[1], sea.game.origin[1] = 2, 1, number("atlantic_sw")
    for _ in range(10):
        sea.call(redraw.redraw_raids, int(Side.ALLIES))
        assert sea.of("lutzow", "in_group") == 2


@pytest.mark.rule("21.5331")
def test_before_they_sail_ships_at_sea_are_drawn_for_groups_at_sea_alone():
    sea = Sea(turn=1, groups=1, moving=Side.AXIS, phase=Phase.MISSIONS).ship("gneisenau", place="germany")
    sea.ship("lutzow", "scheer", place="atlantic_sw", at_sea=1)
    sea.game.in_group[number("lutzow")], sea.game.ships_in[0], sea.game.origin[0] = 1, 1, number("atlantic_sw")
    found = set()
    for _ in range(20):
        sea.call(redraw.redraw_raids, int(Side.ALLIES))
        found.add(tuple(sea.of(ship, "in_group") for ship in ("gneisenau", "lutzow", "scheer")))
    assert found == {(0, 1, 0), (0, 0, 1)}


@pytest.mark.rule("21.314")
def test_no_ship_is_drawn_that_could_not_have_sailed():
    sea = sailed(["bismarck"])
    sea.game.condition[number("gneisenau")] = Condition.DAMAGED
    assert {groups[1] for groups in drawn(sea, times=20)} == {0}


def battle(decision, engagement=1, phase=Phase.BATTLE):
    """A group of three is met by two ships and a destroyer factor."""
    sea = sailed(["bismarck", "gneisenau", "scharnhorst"])
    sea.game.phase, sea.game.group, sea.game.decision, sea.game.engagement = phase, 1, decision, engagement
    sea.game.power = Side.AXIS if decision == Decision.WITHHOLD else Side.ALLIES
    sea.ship("hood", "renown", place="scapa_flow", against=1)
    for ship in ("bismarck", "gneisenau", "scharnhorst"):
        sea.game.seen_in[number(ship)] = 1
    return sea


def held(sea, ships, seat, times=40):
    found = set()
    for _ in range(times):
        sea.call(redraw.redraw_raids, int(seat))
        found.add("".join(str(sea.of(ship, "held")) for ship in ships))
    return found


RAIDERS, DEFENDERS = ("bismarck", "gneisenau", "scharnhorst"), ("hood", "renown")
ANY_BUT_ALL = {"000", "001", "010", "100", "011", "101", "110"}


@pytest.mark.rule("21.5361B")
@pytest.mark.parametrize("decision", [Decision.WITHHOLD, Decision.SCREEN])
def test_any_raiders_may_be_withheld_as_long_as_one_fights(decision):
    assert held(battle(decision), RAIDERS, Side.ALLIES) == ANY_BUT_ALL
    assert held(battle(decision), RAIDERS, Side.AXIS, 10) == {"000"}


@pytest.mark.rule("21.5361B")
def test_any_defenders_may_be_screened_as_long_as_one_stands():
    assert held(battle(Decision.SCREEN), DEFENDERS, Side.AXIS) == {"00", "01", "10"}
    assert held(battle(Decision.SCREEN), DEFENDERS, Side.ALLIES, 10) == {"00"}
    with_destroyers = battle(Decision.SCREEN).ship("scapa_destroyers", place="scapa_flow")
    with_destroyers.game.sent[0, with_destroyers.book.row[number("scapa_destroyers")]] = 1
    assert "11" in held(with_destroyers, DEFENDERS, Side.AXIS)


@pytest.mark.rule("21.5361B")
@pytest.mark.parametrize("more", [{"engagement": 2}, {"phase": Phase.INTERCEPTION}])
def test_nobody_withholds_on_the_way(more):
    assert held(battle(Decision.SCREEN, **more), RAIDERS, Side.ALLIES, 10) == {"000"}


@pytest.mark.rule("21.5361B")
def test_once_the_lines_have_formed_nothing_is_drawn():
    sea = battle(Decision.SURPLUS)
    sea.game.held[number("gneisenau")] = sea.game.held[number("hood")] = 1
    assert held(sea, RAIDERS, Side.ALLIES, 10) == {"010"} and held(sea, DEFENDERS, Side.AXIS, 10) == {"10"}


@pytest.mark.rule("21.533A")
def test_of_a_group_that_ships_of_another_port_join_one_is_of_either_port():
    """Scharnhorst is the only ship of Germany, by whose way they go."""
    sea, others = sailed(["bismarck", "scharnhorst"]), set()
    for _ in range(20):
        for ship in FLEET:
            sea.game.in_group[number(ship)] = 0
        assert sea.call(redraw.draw_ships, 1, 2)
        out = {ship for ship in FLEET if sea.of(ship, "in_group") == 1}
        assert len(out) == 2 and "scharnhorst" in out
        others |= out
    assert others == {"bismarck", "gneisenau", "scharnhorst"}


# --- where nothing is found that looks as it was seen ---------------------------------------------------------------


@pytest.fixture
def few(monkeypatch):
    """Few draws, so that a test sees what is left when none of them fits; rules that were carried out before remember
    the usual number."""
    remembering = (carried_out, interpreted)
    with monkeypatch.context() as patched:
        for module in (redraw, redraw_islands):
            patched.setattr(module, "DRAWS", 2)
            patched.setattr(module, "FRESH_STARTS", 2)
        for one in remembering:
            one.cache_clear()
        yield
    for one in remembering:
        one.cache_clear()


@pytest.mark.rule("20.164A")
def test_groups_that_cannot_be_matched_are_drawn_all_the_same(few):
    """No cruiser makes a task force of ten factors: what is drawn is not taken from the ships that sail."""
    found = []
    for group in (["german_cruiser_1", "german_cruiser_2"], ["german_cruiser_1", "gneisenau"]):
        sea = sailed(group)
        sea.game.large[0], sea.game.route[0] = 1, number("brest")
        sea.call(redraw.redraw_raids, int(Side.ALLIES))
        found.append(groups_in(sea))
    assert found[0] == found[1] and sum(found[0]) > 0


@pytest.mark.rule("20.164A", "21.312")
def test_a_force_that_cannot_be_matched_is_drawn_all_the_same(few):
    """Nothing costs nine BRPs here: the ships that look most like it are drawn, whichever have sailed."""
    found = []
    for sails in (("kongo", "hiei"), ("haruna", "kirishima")):
        sea = raiding(step=island_raids.DEFENCE, power=Side.AXIS)
        sea.game.brps[:] = 20
        sea.ship("kongo", "haruna", "hiei", "kirishima", "rabaul_flotilla_1", place="rabaul")
        for ship in (*sails, "rabaul_flotilla_1"):
            sea.game.force[number(ship)] = 3 if ship.endswith("1") else 1
        sea.game.task_force[Side.AXIS] = 1
        look = np.zeros(redraw_islands.LOOKS, np.int64)
        look[redraw_islands.BRPS], look[redraw_islands.IS_TASK_FORCE] = 9, 1
        assert not sea.call(redraw_islands.draw_force, int(Side.AXIS), NOWHERE, False, look)
        found.append(sea.game.force.tolist())
    assert found[0] == found[1] and sum(found[0]) > 0
