"""Masks against brute force: what can be reached through the masks is what the rules allow, no more and no less.

Battles of up to four units a side are fought in the Coral Sea, where the Axis fires first.  Their decision trees are
explored by copying the record of the game, and the complete choices found there are compared with a direct enumeration
of the rule.
"""

from itertools import chain, combinations_with_replacement, product
from random import Random

import numpy as np
import pytest

from aw_env.core.engine.compiling import records
from aw_env.games.admirals_war import engine
from aw_env.games.admirals_war.records.state import GAME
from aw_env.games.admirals_war.records.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    Decision,
    Option,
)
from tests.positions import battle, names, place_number, unit_number

AREA = "coral_sea"
AXIS, ALLIES = 1, 0

FORCES = {
    AXIS: {
        "gunship": ["Nagato", "Kongo", "Tone", "Oi"],
        "carrier": ["Akagi", "Kaga", "Soryu", "Hiryu"],
        "gunless carrier": ["Ryujo", "Zuiho", "Junyo", "Shoho"],
        "crippled cruiser": ["Mogami", "Mikuma", "Suzuya", "Kumano"],
        "amphibious": ["Kure", "Sasebo", "Yokosuka", "Maizuru"],
        "aircraft": ["21AF", "22AF", "23AF", "24AF"],
    },
    ALLIES: {
        "gunship": ["Iowa", "Colorado", "Astoria", "Chicago"],
        "carrier": ["Enterprise", "Hornet", "Lexington", "Saratoga"],
        "gunless carrier": ["Ranger", "Independence", "Princeton", "Cowpens"],
        "crippled cruiser": ["Houston", "Vincennes", "Quincy", "Portland"],
        "amphibious": ["1st Marines", "2nd Marines", "3rd Marines", "4th Marines"],
        "aircraft": ["5AF", "7AF", "10AF", "11AF"],
    },
}
"""Four units of each kind a side.  A crippled cruiser has no guns left (§7.63)."""
KINDS = list(FORCES[AXIS])


class Tree:
    """The tree of decisions of one battle: a record and a mask for each depth, copied on the way down."""

    def __init__(self, books, template):
        self.books, self.games = books, records(GAME, 48)
        self.masks = np.zeros((48, ACTIONS), np.int8)
        self.events = np.zeros((1, EVENT_FIELDS + EVENT_DICE), np.int16)
        engine.start(books, template, self.games, 0, 0, self.masks[0], self.events)

    def answer(self, depth, action, to):
        """Copy the game at `depth` to `to` and answer there."""
        assert self.masks[depth, action] == 1
        if to != depth:
            self.games[to] = self.games[depth]
        # a number, for an `Option` would have the rules compiled for it anew
        engine.apply(self.books, self.games, to, int(action), self.masks[to], self.events)

    def asks(self, depth, decision, of_side):
        """Whether a decision of a kind is waited for, of a side."""
        game = self.games[depth]
        return game["over"] == 0 and game["decision"] == decision and game["power"] & 1 == of_side

    def ways(self, depth, decision, of_side):
        """Every way of answering decisions of a kind until something else is asked, as ({subject: action}, depth where
        the game stands then)."""
        if not self.asks(depth, decision, of_side):
            yield {}, depth
            return
        subject = int(self.games[depth]["subject"])
        for action in np.flatnonzero(self.masks[depth]):
            self.answer(depth, action, depth + 1)
            for rest, end in self.ways(depth + 1, decision, of_side):
                yield {subject: int(action), **rest}, end


def blank_battle(**keys):
    """Book and template of a battle whose units all wait off the map."""
    position = battle(AREA, turn=5, last_turn=5, **keys)
    for forces in (*FORCES.values(), {"retreats": SPEEDS}):
        position.with_units(*chain(*forces.values()), place="out_of_play")
    game = position.start()
    return game.books, game.templates


@pytest.fixture(scope="module")
def blank():
    """The battle that all others are made from."""
    return blank_battle()


def crew(side, kinds):
    """Numbers of the units of these kinds, as {number: kind}."""
    return {unit_number(FORCES[side][kind][k]): kind for kind in set(kinds) for k in range(list(kinds).count(kind))}


def fought(blank, crews, dice, damage=()):
    """The tree of a battle between two crews, up to the choice of the type of action."""
    books, templates = blank
    template = templates.copy()
    for crew_of_side in crews.values():
        for unit, kind in crew_of_side.items():
            template["place"][0, unit] = place_number(AREA)
            template["damage"][0, unit] = books["armor"][0, unit] if kind == "crippled cruiser" else 0
    for unit, points in dict(damage).items():
        template["damage"][0, unit] = points
    template["script"][0, : len(dice)] = dice
    template["scripted"][0] = len(dice)
    tree = Tree(books, template)
    tree.answer(0, FIRST_PLACE_ACTION + place_number(AREA), 0)
    return tree


def surface_part(blank, crews):
    """A combined round, in whose air part everybody holds fire: its surface part begins."""
    aircraft = {side: "aircraft" in kinds.values() for side, kinds in crews.items()}
    dice = [3, 4 + aircraft[AXIS] - aircraft[ALLIES]]  # a tie: the Axis gets 1 for the air action (§7.222, §7.224)
    tree = fought(blank, crews, dice)
    tree.answer(0, Option.AIR, 0)
    tree.answer(0, Option.SURFACE, 0)
    while tree.games[0]["decision"] == Decision.AIR_TARGET:
        tree.answer(0, Option.HOLD, 0)
    return tree


def allowed_in_surface_action(attackers, enemies, firing):
    """§7.321-7.323: all allocations of attackers to enemy units, as {attacker: target}.

    `enemies` are {unit: kind}; `firing` those of them that fire their guns.
    """
    targets = {unit: kind for unit, kind in enemies.items() if kind != "aircraft"}  # §7.324
    ships = {unit for unit, kind in targets.items() if kind != "amphibious"}
    for choice in product(targets, repeat=len(attackers)):
        attacked = set(choice)
        if attacked & (ships - firing) and not firing <= attacked:  # §7.322
            continue
        if attacked - ships and not ships <= attacked:  # §7.323
            continue
        yield dict(zip(attackers, choice, strict=True))


def frozen(choices):
    """A list of dictionaries as a list of hashable things."""
    return [tuple(sorted(choice.items())) for choice in choices]


def named_carriers(tree):
    """Every way of naming the carriers that fire, second side first (§7.321), as ({side: carriers}, depth)."""
    for allied_way, depth in tree.ways(0, Decision.CARRIER_FIRE, ALLIES):
        for axis_way, end in tree.ways(depth, Decision.CARRIER_FIRE, AXIS):
            ways = {ALLIES: allied_way, AXIS: axis_way}
            yield {side: {u for u, answer in way.items() if answer == Option.FIRE} for side, way in ways.items()}, end


HELD = -1
"""In place of a target: the attacker holds fire."""


def targets_of(way):
    """Answers as targets: {attacker: unit or HELD}."""
    return {unit: HELD if action == Option.HOLD else action - FIRST_UNIT_ACTION for unit, action in way.items()}


def check_ways(tree, depth, decision, side, expected):
    """The ways found below `depth` are the expected ones, each once.  Returns the depth where the last one ends."""
    found = list(tree.ways(depth, decision, side))
    assert sorted(frozen(targets_of(way) for way, _ in found)) == sorted(frozen(expected))
    return found[-1][1]


def check_surface_allocations(blank, kinds_of_side):
    """Compare the allocations of both sides, whichever carriers fire, with the direct enumeration."""
    crews = {side: crew(side, kinds) for side, kinds in kinds_of_side.items()}
    gunships = {side: {u for u, kind in crews[side].items() if kind == "gunship"} for side in crews}
    tree = surface_part(blank, crews)
    for named, depth in named_carriers(tree):
        firing = {side: gunships[side] | named[side] for side in crews}
        for side in (AXIS, ALLIES):
            expected = allowed_in_surface_action(sorted(firing[side]), crews[1 - side], firing[1 - side])
            depth = check_ways(tree, depth, Decision.SURFACE_TARGET, side, list(expected) or [{}])


def check_air_allocations(blank, kinds_of_side):
    """In an air action every carrier and air unit attacks any enemy unit or holds fire (§7.31)."""
    crews = {side: crew(side, kinds) for side, kinds in kinds_of_side.items()}
    tree = fought(blank, crews, ())
    tree.answer(0, Option.AIR, 0)
    tree.answer(0, Option.AIR, 0)
    depth = 0
    for side in (AXIS, ALLIES):
        attackers = sorted(u for u, kind in crews[side].items() if kind in ("carrier", "gunless carrier", "aircraft"))
        choices = product([*crews[1 - side], HELD], repeat=len(attackers))
        expected = [dict(zip(attackers, choice, strict=True)) for choice in choices]
        depth = check_ways(tree, depth, Decision.AIR_TARGET, side, expected)


def mixes(most):
    """All mixes of one to `most` units."""
    return [mix for size in range(1, most + 1) for mix in combinations_with_replacement(KINDS, size)]


def sample(count, seed):
    """Pairs of mixes of up to four units, by chance."""
    generator, all_mixes = Random(seed), mixes(4)
    return [(generator.choice(all_mixes), generator.choice(all_mixes)) for _ in range(count)]


@pytest.mark.rule("7.322", "7.323")
def test_surface_allocations_of_up_to_two_against_two_are_those_of_the_rule(blank):
    for axis, allies in product(mixes(2), repeat=2):
        check_surface_allocations(blank, {AXIS: axis, ALLIES: allies})


@pytest.mark.rule("7.322", "7.323")
@pytest.mark.parametrize("axis", [("gunship",) * 4, ("gunship", "gunship", "carrier")])
def test_surface_allocations_against_every_mix_of_up_to_four_are_those_of_the_rule(blank, axis):
    for allies in mixes(4):
        check_surface_allocations(blank, {AXIS: axis, ALLIES: allies})


@pytest.mark.rule("7.322", "7.323")
def test_surface_allocations_of_a_sample_of_four_against_four_are_those_of_the_rule(blank):
    for axis, allies in sample(100, seed=1):
        check_surface_allocations(blank, {AXIS: axis, ALLIES: allies})


@pytest.mark.rule("7.31")
def test_air_allocations_of_a_sample_are_those_of_the_rule(blank):
    for axis, allies in sample(100, seed=2):
        check_air_allocations(blank, {AXIS: axis, ALLIES: allies})


@pytest.mark.slow
@pytest.mark.rule("7.322", "7.323")
def test_all_surface_allocations_of_up_to_three_against_three_and_many_of_four_against_four(blank):
    for axis, allies in [*product(mixes(3), repeat=2), *sample(5000, seed=3)]:
        check_surface_allocations(blank, {AXIS: axis, ALLIES: allies})


@pytest.mark.slow
@pytest.mark.rule("7.31")
def test_all_air_allocations_of_up_to_three_against_three_and_many_of_four_against_four(blank):
    for axis, allies in [*product(mixes(3), repeat=2), *sample(2000, seed=4)]:
        check_air_allocations(blank, {AXIS: axis, ALLIES: allies})


# --- §8.22, §8.23, §8.32: retreat groups and pursuers --------------------------------------------------

SPEEDS = {
    "Kongo": 6, "Fuso": 4, "Nagato": 4, "Mutsu": 4, "Yamato": 5, "Takao": 8, "Tone": 8, "Kure": 3, "Sasebo": 3,
    "Iowa": 7, "Colorado": 3, "North Carolina": 6, "Astoria": 7, "Chicago": 7, "Houston": 7, "Quincy": 7, "Chester": 7,
    "Augusta": 7, "5AF": 0, "1st Marines": 3,
}  # fmt: skip
"""Printed speeds; Kure, Sasebo and the 1st Marines are amphibious, the 5AF are aircraft."""
AMPHIBIOUS = {"Kure", "Sasebo", "1st Marines"}


def speed(name, damage):
    """§7.62."""
    return SPEEDS[name] if name in AMPHIBIOUS else max(1, SPEEDS[name] - damage.get(name, 0))


def partitions(members, most):
    """All divisions of a list into at most `most` groups, each a frozenset of frozensets."""
    if not members:
        return {frozenset()}
    first, *rest = members
    found = set()
    for division in partitions(rest, most):
        found |= {division - {group} | {group | {first}} for group in division}
        if len(division) < most:
            found.add(division | {frozenset({first})})
    return found


def quiet_round(tree, depth):
    """An air action of forces without aircraft."""
    tree.answer(depth, Option.AIR, depth)
    tree.answer(depth, Option.AIR, depth)


def axis_retreats(blank, fleeing, enemies, damage):
    """The tree of a battle after a quiet round, when the Axis is to divide its force."""
    crews = {AXIS: dict.fromkeys(map(unit_number, fleeing)), ALLIES: dict.fromkeys(map(unit_number, enemies))}
    tree = fought(blank, crews, (), {unit_number(name): points for name, points in damage.items()})
    if "5AF" in enemies:
        tree.answer(0, Option.AIR, 0)
        tree.answer(0, Option.AIR, 0)
        tree.answer(0, Option.HOLD, 0)
    else:
        quiet_round(tree, 0)
    tree.answer(0, Option.RETREAT, 0)
    tree.answer(0, Option.REMAIN, 0)
    return tree


def groups_of(game, members):
    """The groups that some units are in, as a frozenset of frozensets of names."""
    of = {name: int(game["group"][unit_number(name)]) for name in members}
    return frozenset(frozenset(name for name in members if of[name] == group) for group in of.values())


def check_divisions(tree, depth, members, pursuers, damage, most=8):
    """Every division into at most `most` groups can be reached in one way (§8.22), and after each every assignment of
    pursuers that are as fast as the slowest member of their group (§8.23)."""
    reached = []
    for _, middle in tree.ways(depth, Decision.JOIN_GROUP, AXIS):
        division = groups_of(tree.games[middle], members)
        reached.append(division)
        choices = [
            [None, *(group for group in division if speed(ship, damage) >= min(speed(name, damage) for name in group))]
            for ship in pursuers
        ]
        expected = {frozenset(zip(pursuers, choice, strict=True)) for choice in product(*choices)}
        found = [frozenset(pursuit(way, division)) for way, _ in tree.ways(middle, Decision.PURSUIT, ALLIES)]
        assert len(found) == len(expected) and set(found) == expected
    assert len(reached) == len(set(reached))
    assert set(reached) == partitions(members, most)


def pursuit(way, division):
    """Answers as pairs of a pursuer and the group that it pursues, or None."""
    for ship, action in way.items():
        first = None if action == Option.NO_PURSUIT else names().units[action - FIRST_UNIT_ACTION].name
        yield names().units[ship].name, next((group for group in division if first in group), None)


@pytest.mark.rule("8.22")
@pytest.mark.parametrize("count", range(1, 7))
def test_a_retreating_force_may_divide_into_any_groups(blank, count):
    fleeing = list(SPEEDS)[:count]
    tree = axis_retreats(blank, fleeing, ["Colorado"], {})
    check_divisions(tree, 0, fleeing, ["Colorado"], {})


@pytest.mark.rule("8.23", "8.22")
@pytest.mark.parametrize(
    "damage",
    [{}, {"Kongo": 2, "Iowa": 3}, {"Yamato": 4, "North Carolina": 5, "Iowa": 6}, {"Kure": 1, "Fuso": 1, "Colorado": 2}],
)
def test_pursuers_are_any_ships_as_fast_as_the_slowest_of_the_group(blank, damage):
    fleeing, pursuers = ["Kongo", "Fuso", "Yamato", "Kure"], ["Iowa", "Colorado", "North Carolina"]
    tree = axis_retreats(blank, fleeing, [*pursuers, "5AF", "1st Marines"], damage)
    check_divisions(tree, 0, fleeing, sorted(pursuers, key=unit_number), damage)


def flee_in(tree, division, pursuits):
    """Divide into groups as given and send each pursuer after the group of the unit named."""
    while tree.games[0]["decision"] in (Decision.JOIN_GROUP, Decision.PURSUIT):
        unit = names().units[int(tree.games[0]["subject"])].name
        if tree.games[0]["decision"] == Decision.PURSUIT:
            wanted = [pursuits[unit]]
        else:
            wanted = next(group for group in division if unit in group)
        legal = [FIRST_UNIT_ACTION + unit_number(name) for name in wanted]
        legal = [action for action in legal if tree.masks[0, action]]
        tree.answer(0, legal[0] if legal else Option.NEW_GROUP, 0)


@pytest.mark.rule("8.32", "8.33")
def test_a_pursued_group_may_divide_again_and_its_pursuers_follow_only_its_own_parts(blank):
    trio, chasers, damage = ["Kongo", "Fuso", "Takao"], ["Iowa", "Colorado", "Astoria"], {"Fuso": 2, "Tone": 1}
    tree = axis_retreats(blank, [*trio, "Tone"], [*chasers, "Houston"], damage)
    flee_in(tree, [trio, ["Tone"]], {**dict.fromkeys(chasers, "Kongo"), "Houston": "Tone"})
    quiet_round(tree, 0)
    check_divisions(tree, 0, trio, sorted(chasers, key=unit_number), damage)


@pytest.mark.rule("8.22", "8.32")
def test_a_force_is_never_in_more_than_eight_groups_at_a_time(blank):
    trio, singles = ["Kongo", "Fuso", "Nagato"], ["Mutsu", "Yamato", "Takao", "Tone", "Kure", "Sasebo"]
    chasers = ["Iowa", "North Carolina", "Astoria", "Chicago", "Houston", "Quincy", "Chester"]
    damage = {"Takao": 2, "Tone": 2}
    tree = axis_retreats(blank, [*trio, *singles], chasers, damage)
    flee_in(tree, [trio, *([single] for single in singles)], dict(zip(chasers, ["Kongo", *singles], strict=True)))
    quiet_round(tree, 0)
    check_divisions(tree, 0, trio, ["Iowa"], damage, most=2)  # six others are still pursued


@pytest.mark.slow
@pytest.mark.rule("8.22")
def test_nine_units_may_divide_into_any_one_to_eight_groups(blank):
    fleeing = list(SPEEDS)[:9]
    tree = axis_retreats(blank, fleeing, ["5AF"], {})
    check_divisions(tree, 0, fleeing, [], {})
