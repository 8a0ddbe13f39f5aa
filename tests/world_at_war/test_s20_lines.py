"""Lines of battle: who stands in them, who is screened, and at what surplus ships fire (20.5212, 20.58)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.records.kinds import (
    NOBODY,
    Aim,
    Condition,
    Event,
    Kind,
    Line,
    Option,
    Side,
)
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    fleet_combat,
)
from tests.world_at_war.positions import Sea, number


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("lights, fires", [(1, 1), (0, 0)])
@pytest.mark.parametrize("mask_rule, option", [(fleet_combat.mask_surplus, Option.LIGHT),
                                               (fleet_combat.mask_excess, Option.JOIN)])  # fmt: skip
def test_at_what_ships_without_an_opponent_fire(mask_rule, option, lights, fires):
    """At a capital ship in the line, at light ships where there are any, or they hold their fire."""
    sea = Sea(turn=5, power=Side.ALLIES).ship("scharnhorst", place="bergen", line=Line.CAPITAL)
    sea.ship("gneisenau", place="bergen", line=Line.SCREENED).ship("hood", place="scapa_flow", line=Line.CAPITAL)
    sea.ship("german_destroyers", place="bergen", lights=lights)
    allowed = np.flatnonzero(sea.mask(mask_rule)).tolist()
    expected = {FIRST_UNIT + number("scharnhorst"), int(Option.HOLD)} | ({int(option)} if fires else set())
    assert {*allowed} == expected


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("answer, aim, target", [
    (Option.LIGHT, Aim.LIGHT, NOBODY), (Option.HOLD, Aim.HOLDS, NOBODY), ("scharnhorst", Aim.PAIRED, "scharnhorst"),
])  # fmt: skip
def test_a_surplus_ship_does_as_she_is_told(answer, aim, target):
    sea = Sea(turn=5, subject=number("hood"))
    sea.game.target[:] = NOBODY
    sea.call(fleet_combat.take_surplus, FIRST_UNIT + number(answer) if isinstance(answer, str) else answer)
    assert sea.of("hood", "aim") == aim
    assert sea.of("hood", "target") == (number(target) if isinstance(target, str) else target)


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("answer, chosen", [(Option.HOLD, fleet_combat.HOLDS), (Option.JOIN, fleet_combat.ALL_JOIN),
                                            ("scharnhorst", "scharnhorst")])  # fmt: skip
def test_light_ships_in_excess_do_as_they_are_told(answer, chosen):
    sea = Sea(turn=5, power=Side.AXIS, cursor=1)
    sea.game.excess[:] = 99
    sea.call(fleet_combat.take_excess, FIRST_UNIT + number(answer) if isinstance(answer, str) else answer)
    assert sea.game.excess.tolist() == [99, number(chosen) if isinstance(chosen, str) else chosen]
    assert sea.game.cursor == 2


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("ours, theirs, excess", [(7, 2, 1), (6, 2, 0), (5, 2, 0), (3, 0, 3)])
def test_light_factors_beyond_three_for_one_are_in_excess(ours, theirs, excess):
    sea = Sea(turn=5).ship("home_destroyers", place="britain", lights=ours)
    sea.ship("german_destroyers", place="bergen", lights=theirs)
    assert sea.call(fleet_combat.excess_factors, Side.ALLIES) == excess


@pytest.mark.rule("20.5212C")
def test_ships_pair_one_to_one_in_the_order_of_their_rank():
    """Hood is the best of three, Scharnhorst of two; who is screened is not paired."""
    sea = Sea(turn=5).ship("hood", "renown", "repulse", place="scapa_flow", line=Line.CAPITAL)
    sea.ship("nelson", place="scapa_flow", line=Line.SCREENED)
    sea.ship("bismarck", "scharnhorst", place="bergen", line=Line.CAPITAL)
    sea.game.target[:] = NOBODY
    for ship, factors in (
        ("hood", 4),
        ("renown", 3),
        ("repulse", 2),
        ("nelson", 5),
        ("bismarck", 2),
        ("scharnhorst", 3),
    ):
        sea.book.factors[number(ship)] = factors
    sea.call(fleet_combat.pair_off)
    pairs = {ship: sea.of(ship, "target") for ship in ("hood", "renown", "repulse", "nelson")}
    assert pairs == {"hood": number("scharnhorst"), "renown": number("bismarck"), "repulse": NOBODY, "nelson": NOBODY}
    assert sea.of("scharnhorst", "target") == number("hood") and sea.of("repulse", "aim") == Aim.NONE
    assert sea.of("hood", "aim") == sea.of("bismarck", "aim") == Aim.PAIRED


@pytest.mark.rule("20.58A")
def test_of_screened_ships_the_first_in_rank_is_fired_at():
    sea = Sea(turn=5).ship("hood", "renown", place="scapa_flow", line=Line.SCREENED)
    sea.ship("nelson", place="scapa_flow", line=Line.CAPITAL).ship("scharnhorst", place="bergen", line=Line.SCREENED)
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == number("hood")
    sea.game.condition[number("hood")] = Condition.LOST
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == number("renown")
    sea.game.line[number("renown")] = Line.NONE
    assert sea.call(fleet_combat.screened_ship, Side.ALLIES) == -1


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("state, stands", [
    ({}, True), ({"condition": Condition.DAMAGED}, True), ({"condition": Condition.LOST}, False),
    ({"fronted": 0}, False), ({"line": Line.SCREENED}, True), ({"kind": Kind.CA, "line": Line.SCREENED}, False),
    ({"kind": Kind.CA, "line": Line.LIGHT}, True), ({"fronted": 0, "lights": 1}, True),
])  # fmt: skip
def test_who_shields_those_that_are_screened(state, stands):
    """Ships that began the battle unscreened; of cruisers those that capital ships have not damaged."""
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", fronted=1, line=Line.CAPITAL)
    state = {"fronted": 1, "line": Line.CAPITAL, **state}
    sea.book.kind[number("hood")] = state.get("kind", Kind.CAPITAL)
    sea.ship("hood", place="scapa_flow", **{field: value for field, value in state.items() if field != "kind"})
    assert bool(sea.call(fleet_combat.has_front, Side.ALLIES)) == stands


@pytest.mark.rule("20.5212")
@pytest.mark.parametrize("state, line, fronted", [
    ({}, Line.CAPITAL, 1), ({"condition": Condition.DAMAGED}, Line.SCREENED, 0), ({"held": 1}, Line.SCREENED, 0),
    ({"kind": Kind.CARRIER}, Line.SCREENED, 0), ({"kind": Kind.CVE}, Line.SCREENED, 0),
    ({"kind": Kind.CA}, Line.LIGHT, 1),
])  # fmt: skip
def test_where_a_ship_stands_in_the_line(state, line, fronted):
    sea = Sea(turn=5)
    sea.book.kind[number("hood")] = state.get("kind", Kind.CAPITAL)
    sea.ship("hood", place="scapa_flow", **{field: value for field, value in state.items() if field != "kind"})
    sea.call(fleet_combat.draw_up, "hood")
    assert (sea.of("hood", "line"), sea.of("hood", "fronted")) == (line, fronted)


@pytest.mark.rule("20.5212")
@pytest.mark.parametrize("state, line", [
    ({"condition": Condition.LOST}, Line.NONE), ({"condition": Condition.DAMAGED}, Line.SCREENED), ({}, Line.CAPITAL),
    ({"condition": Condition.DAMAGED, "line": Line.NONE}, Line.NONE),
])  # fmt: skip
def test_a_ship_that_is_hurt_steps_back(state, line):
    sea = Sea(turn=5).ship("hood", place="scapa_flow", **{"line": Line.CAPITAL, **state})
    sea.call(fleet_combat.step_back, "hood")
    assert sea.of("hood", "line") == line


@pytest.mark.rule("20.58A")
@pytest.mark.parametrize("by_light", [False, True])
def test_who_held_fire_fires_at_a_screened_ship(by_light):
    """A capital ship by herself, or the light ships of a side together."""
    sea = Sea(turn=5).ship("scharnhorst", place="bergen", line=Line.SCREENED).ship("hood", place="scapa_flow")
    ship = NOBODY if by_light else number("hood")
    sea.dice(1, 1).call(fleet_combat.held_shot, 3, 0, Side.ALLIES, ship, -1)
    told = [Event.LIGHT_FIRE, Side.ALLIES] if by_light else [Event.FIRES, number("hood")]
    assert sea.events[1].tolist()[:3] == [*told, number("scharnhorst")]
