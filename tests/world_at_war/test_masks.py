"""Masks of choices that follow each other are exact: what they lead to is what the rules allow, counted one by one."""

from itertools import combinations, product

import pytest

from aw_env.games.world_at_war.records.kinds import Condition, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import damage
from tests.world_at_war.positions import NAMES, Sea, number, playing

SHIPS = {unit.number: unit.id for unit in NAMES.units}


def ends(game, asked):
    """Every position to which answers to these questions lead."""
    found, waiting = [], [game]
    while waiting:
        one = waiting.pop()
        if one.ended or one.view().decision not in asked:
            found.append(one)
            continue
        for action in one.legal_actions():
            other = one.clone()
            other.apply(action)
            waiting.append(other)
    return found


# --- raider groups -----------------------------------------------------------------------------------------


def groups_of(game, ships):
    """The group of each ship, also of those that have turned back or are seen."""
    return tuple(int(game._games["in_group"][0, number(ship)]) for ship in ships)


@pytest.mark.parametrize("brps", [0, 2, 3, 4])
def test_raider_groups(brps):
    """All ways to form groups of at most three ships, a BRP each, from four ships in port; of cruisers that are alike
    the first sails first (21.532, 21.5331)."""
    ports = {
        "scharnhorst": "bergen",
        "graf_spee": "germany",
        "german_cruiser_1": "bergen",
        "german_cruiser_2": "bergen",
    }
    ships = {ship: {"place": port} for ship, port in ports.items()}
    game = playing(Phase.MISSIONS, ships, turn=5, brps=[20, brps], ask_forced=False, moving=Side.AXIS).game
    reached = {groups_of(one, ports) for one in ends(game, (Decision.RAID,))} if brps else {(0, 0, 0, 0)}
    expected = set()
    for chosen in product(range(5), repeat=4):
        used = [number for number in range(1, 5) if number in chosen]
        in_order = used == [*range(1, len(used) + 1)]
        fit = all(chosen.count(number) <= 3 for number in used) and sum(map(bool, chosen)) <= brps
        one, other = chosen[2:]
        if in_order and fit and (other == 0 or 0 < one <= other):
            expected.add(chosen)
    assert reached == expected


def test_ships_at_sea_all_raid_and_mix_with_none_of_a_port():
    """Two ships at sea and one in port, with three BRPs and with two: those at sea come first (21.5331)."""
    ships = {"graf_spee": {"place": "atlantic_sw", "at_sea": 1}, "lutzow": {"place": "atlantic_sw", "at_sea": 1}}
    ships["scharnhorst"] = {"place": "germany"}
    for brps in (2, 3):
        game = playing(Phase.MISSIONS, ships, turn=1, brps=[20, brps], ask_forced=False, moving=Side.AXIS).game
        reached = {groups_of(one, ships) for one in ends(game, (Decision.RAID,))}
        expected = set()
        for chosen in product(range(4), repeat=3):
            used = sorted({*chosen} - {0})
            mixed = chosen[2] and chosen[2] in chosen[:2]
            if used == [*range(1, len(used) + 1)] and all(chosen[:2]) and not mixed and sum(map(bool, chosen)) <= brps:
                expected.add(chosen)
        assert reached == expected, brps


# --- defenders ---------------------------------------------------------------------------------------------

DIE = {"hood": 3, "renown": 3, "king_george_v": 4, "british_cruiser_1": 2, "scapa_destroyers": 1}


def sent_in_all_ways(dice, ships):
    """By the letter of 21.5342D and E: the highest die first, for any group that has one; a ship of its type, or where
    there is none any lesser one; then one must be sent.  dice: (group, face)."""
    found, waiting = set(), [(tuple(sorted(dice)), frozenset())]
    while waiting:
        left, sent = waiting.pop()
        usable = [die for die in left if [ship for ship in ships if ship not in dict(sent) and DIE[ship] <= die[1]]]
        if not usable:
            found.add(sent)
            continue
        highest = max(face for _, face in usable)
        for die in {die for die in usable if die[1] == highest}:
            free = [ship for ship in ships if ship not in dict(sent)]
            exact = [ship for ship in free if DIE[ship] == die[1]]
            rest = list(left)
            rest.remove(die)
            for ship in exact or [ship for ship in free if DIE[ship] < die[1]]:
                waiting.append((tuple(rest), sent | {(ship, die[0])}))
    return found


def sent_in(game):
    """The ships that have been sent since the last answer, each with the group."""
    rows = game.events_in_numbers()
    return frozenset((SHIPS[int(row[1])], int(row[2])) for row in rows if row[0] == Event.ENGAGES)


@pytest.mark.parametrize(
    "first, second, ships",
    [
        ([3], [3], ("hood",)),
        ([3], [3], ("hood", "renown")),
        ([4, 2], [3], ("hood", "british_cruiser_1")),
        ([6, 3], [4], ("hood", "king_george_v", "british_cruiser_1")),
        ([5], [5, 1], ("hood", "renown", "scapa_destroyers")),
    ],
    ids=str,
)
def test_ships_that_can_be_sent_against_only_one_of_two_groups(first, second, ships):
    """Two groups are found, and these type dice are rolled for them."""
    dice = [2 + len(first), 1 + len(second), *first, *second]  # the second group is found by one more
    here = {ship: {"place": "scapa_flow"} for ship in ships} | {"scharnhorst": {"place": "bergen"}}
    if "scapa_destroyers" in here:
        here["scapa_destroyers"]["strength"] = 1
    game = playing(Phase.MISSIONS, here | {"gneisenau": {"place": "bergen"}}, dice, ask_forced=False, turn=3,
                   brps=[20, 8], moving=Side.AXIS)  # fmt: skip
    game.choose("scharnhorst", Option.DONE, "gneisenau", Option.YES, Option.YES)
    assert game.record["scripted_used"] == len(dice)
    reached, waiting = set(), [(game.game, sent_in(game.game))]
    while waiting:
        one, sent = waiting.pop()
        if one.view().decision not in (Decision.ENGAGE, Decision.ENGAGE_GROUP):
            reached.add(sent)
            continue
        for action in one.legal_actions():
            other = one.clone()
            other.apply(action)
            waiting.append((other, sent | sent_in(other)))
    expected = sent_in_all_ways([(1, face) for face in first] + [(2, face) for face in second], ships)
    assert reached == expected


def test_interceptors_are_any_ships_of_the_port_up_to_twenty_five_factors():
    heavy = {"hood": 3, "renown": 3, "king_george_v": 4, "prince_of_wales": 4, "duke_of_york": 4, "anson": 4, "howe": 4}
    ships = {ship: {"place": "scapa_flow"} for ship in heavy} | {"bismarck": {"place": "germany"}}
    game = playing(Phase.MISSIONS, ships, [1] * 8, ask_forced=True, turn=9, brps=[20, 8], moving=Side.AXIS)
    game.choose("bismarck", Option.DONE, Option.DONE)
    assert game.asked == Decision.INTERCEPT
    reached, waiting = {frozenset()}, [(game.game, frozenset())]
    while waiting:
        one, force = waiting.pop()
        for action in one.legal_actions():
            ship = SHIPS.get(action - FIRST_UNIT)
            if ship is None:
                continue
            bigger = force | {ship}
            if bigger not in reached:
                reached.add(bigger)
                other = one.clone()
                other.apply(action)
                waiting.append((other, bigger))
    every = (frozenset(some) for count in range(len(heavy) + 1) for some in combinations(heavy, count))
    assert reached == {some for some in every if sum(heavy[ship] for ship in some) <= 25}


# --- mixed hits (20.551) -----------------------------------------------------------------------------------


def by_the_letter(cruisers, destroyers, hits):
    """Of every four hits the first damages a cruiser, the second sinks it, two fall on one-factor ships; where one kind
    is gone the other takes all."""
    sound, damaged, sunk, gone, stage = cruisers, 0, 0, 0, 0
    for _ in range(hits):
        afloat, factors = sound + damaged, destroyers - gone
        if afloat + factors == 0:
            break
        if afloat and (stage < 2 or factors == 0):
            if damaged and (stage == 1 or sound == 0):
                damaged, sunk, stage = damaged - 1, sunk + 1, 2
            else:
                sound, damaged, stage = sound - 1, damaged + 1, 1
        else:
            gone += 1
            stage = stage if stage < 2 else (stage + 1) % 4
    return damaged, sunk, gone


@pytest.mark.parametrize("cruisers", range(4))
@pytest.mark.parametrize("destroyers", [0, 1, 2, 5])
def test_hits_on_mixed_light_ships(cruisers, destroyers):
    for hits in range(12):
        sea, ships = Sea(), [f"british_cruiser_{k}" for k in range(1, cruisers + 1)]
        sea.ship(*ships, line=2)
        if destroyers:
            sea.ship("scapa_destroyers", lights=destroyers, strength=destroyers)
        sea.call(damage.hit_light_ships, Side.ALLIES, hits)
        conditions = [sea.condition(ship) for ship in ships]
        found = conditions.count(Condition.DAMAGED), conditions.count(Condition.LOST)
        gone = destroyers - (sea.of("scapa_destroyers", "lights") if destroyers else 0)
        assert (*found, gone) == by_the_letter(cruisers, destroyers, hits), hits
