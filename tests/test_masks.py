"""Masks against brute force: what can be reached through the masks is what the rules allow, no more and no less.

Battles of up to four units a side are fought in the Coral Sea, where the Axis fires first.  Their decision trees are
explored by copying the record of the game, and the complete choices found there are compared with a direct enumeration
of the rule.
"""

from itertools import chain, combinations_with_replacement, product
from random import Random

import numpy as np
import pytest

from aw_env.admirals_war import engine
from aw_env.admirals_war.state import GAME
from aw_env.admirals_war.terms import (
    ACTIONS,
    EVENT_DICE,
    EVENT_FIELDS,
    FIRST_BOX,
    FIRST_PLACE_ACTION,
    FIRST_UNIT_ACTION,
    Box,
    Decision,
    Option,
)
from aw_env.core.compiling import records
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
        engine.apply(self.books, self.games, to, action, self.masks[to], self.events)

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
    for forces in FORCES.values():
        position.with_units(*chain(*forces.values()), place="out_of_play")
    game = position.start()
    return game.books, game.templates


@pytest.fixture(scope="module")
def blank():
    """The battle that all others are made from."""
    return blank_battle()


def crew(side, kinds):
    """Numbers of the units of these kinds, as {number: kind}."""
    return {
        unit_number(FORCES[side][kind][k]): kind for kind in set(kinds) for k in range(list(kinds).count(kind))
    }


def fought(blank, crews, dice):
    """The tree of a battle between two crews, up to the choice of the type of action."""
    books, templates = blank
    template = templates.copy()
    for crew_of_side in crews.values():
        for unit, kind in crew_of_side.items():
            template["place"][0, unit] = place_number(AREA)
            template["damage"][0, unit] = books["armor"][0, unit] if kind == "crippled cruiser" else 0
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


def check_surface_allocations(blank, kinds_of_side):
    """Compare the allocations of both sides, whichever carriers fire, with the direct enumeration."""
    crews = {side: crew(side, kinds) for side, kinds in kinds_of_side.items()}
    tree = surface_part(blank, crews)
    for allied, axis in named_carriers(tree):
        gunships = {side: {u for u, kind in crews[side].items() if kind == "gunship"} for side in crews}
        firing = {ALLIES: gunships[ALLIES] | allied, AXIS: gunships[AXIS] | axis}
        depth = len(crews[ALLIES]) + len(crews[AXIS])
        for side in (AXIS, ALLIES):
            expected = frozen(allowed_in_surface_action(sorted(firing[side]), crews[1 - side], firing[1 - side]))
            found = []
            for way, end in tree.ways(depth, Decision.SURFACE_TARGET, side):
                found.append({unit: action - FIRST_UNIT_ACTION for unit, action in way.items()})
                last = end
            assert len(found) == len(set(frozen(found)))
            if not expected:
                expected = [()]  # no target or no attacker: nothing is asked
            assert set(frozen(found)) == set(expected)
            tree.games[depth], tree.masks[depth] = tree.games[last], tree.masks[last]


def named_carriers(tree):
    """Every way of naming the carriers that fire, second side first (§7.321), as (allied, axis); the game then stands
    at the depth of as many decisions as there are units."""
    for allied_way, middle in tree.ways(0, Decision.CARRIER_FIRE, ALLIES):
        for axis_way, end in tree.ways(middle, Decision.CARRIER_FIRE, AXIS):
            yield tuple({u for u, answer in way.items() if answer == Option.FIRE} for way in (allied_way, axis_way))
