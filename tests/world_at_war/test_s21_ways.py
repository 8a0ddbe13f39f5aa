"""By which way ships go over the Mediterranean (21.416B, 21.36, AR-12)."""

from heapq import heappop, heappush

import numpy as np
import pytest

from aw_env.core.engine.layout import readable
from aw_env.games.world_at_war.records.kinds import HEXES, NOBODY, Convoy, Decision, Option, Phase, Side
from aw_env.games.world_at_war.rules import meetings, routes
from aw_env.games.world_at_war.rules.ranges import FAR
from aw_env.games.world_at_war.rules.routes import OFFERED, PAST_AIRCRAFT, PAST_SHIPS, SHORTEST, WAY
from aw_env.games.world_at_war.words.ways import hexes_near_aircraft
from tests.world_at_war.positions import carried_out
from tests.world_at_war.sea_of_hexes import NUMBERS, READY, at_sea, by_place, held, moving, supplying

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
PAST_THE_AIRCRAFT, FAR_FROM_SHIPS = Option.COUNT_0 + PAST_AIRCRAFT, Option.COUNT_0 + PAST_SHIPS
DESTROYERS = {"taranto_destroyers": {"place": "taranto", "strength": 3}}
MALTA = {"warspite": {"place": "malta"}}
NO_SQUADRONS = by_place("airbase") * 0


def sailing(here="taranto", there="tripoli", side=AXIS, ships=MALTA, bases=(), **fields):
    """Ships have set out on a supply line past Malta, from where others may meet them."""
    sea = at_sea(
        moving=side, phase=Phase.SUPPLY, airbase=by_place("airbase", **dict.fromkeys(NUMBERS, 0) | dict(bases))
    )
    for id, at in ships.items():
        sea.ship(id, **at)
    for name, value in fields.items():
        sea.game[name] = value
    sea.ship("valiant" if side == ALLIES else "roma", place=here, force=1, force_seen=1)
    convoy = fields.get("convoy", Convoy.SUPPLY)
    sea.call(meetings.set_out, int(convoy), here, there, there)
    return sea


def going(sea, way):
    """The same by a way: hexes from the enemy's places to it."""
    sea.call(meetings.take_route, Option.DONE.value if way == SHORTEST else Option.COUNT_0 + way)
    return sea.game.way[1 - sea.game.moving].copy()


def length_of(sea, way):
    """Hexes of the way between the ends of a route."""
    return carried_out(routes.lay_way)(sea.book, sea.game, way, np.zeros(HEXES, np.int64)) - 1


def measured(sea, way, by):
    """What is measured of a way for which another is taken, and hexes from the enemy's places to it: how near it comes
    to his ships, or how many of its hexes are within reach of his aircraft."""
    route, enemy = np.zeros(HEXES, np.int64), 1 - int(sea.game.moving)
    hexes = carried_out(routes.lay_way)(sea.book, sea.game, way, route)
    ways = sea.game.way[enemy].copy()
    sea.call(routes.note_shunned_by, by, enemy)
    if by == PAST_AIRCRAFT:
        return carried_out(routes.hexes_in_reach)(sea.book, sea.game, route[:hexes]), ways
    return carried_out(routes.least_danger)(sea.book, sea.game, route[1:hexes]), ways


# --- when it is asked ----------------------------------------------------------------------------------------


@pytest.mark.rule("21.416B")
def test_ships_choose_their_way_where_enemies_may_meet_them_and_it_makes_a_difference():
    fields = {"airbase": by_place("airbase", malta=3), "unsupplied": by_place("unsupplied", malta=0)}
    fields["control"] = held(tobruk=Side.ALLIES, benghazi=Side.ALLIES)
    game = supplying(DESTROYERS | MALTA, **fields)
    game.chooses_ways = True
    game.choose(Option.YES, "taranto_destroyers")
    assert (game.asked, game.seat_asked) == (Decision.COUNTER, Side.AXIS)
    assert game.options == {Option.DONE, Option(PAST_THE_AIRCRAFT), Option(FAR_FROM_SHIPS)} and not game.places
    assert game.describe() == "Axis: which way is taken by the supply line from Taranto (3 factors)?"
    words = dict(game.actions())
    assert words[Option.DONE] == "the shortest, 8 hexes, 7 of them in reach of enemy aircraft"
    assert words[PAST_THE_AIRCRAFT] == "past the fewest aircraft, 12 hexes, 2 of them in reach of enemy aircraft"
    assert words[FAR_FROM_SHIPS] == "farthest from enemy ships, 10 hexes, 9 of them in reach of enemy aircraft"


@pytest.mark.rule("21.416B")
@pytest.mark.parametrize("way", [SHORTEST, PAST_AIRCRAFT, PAST_SHIPS])
def test_who_chooses_a_way_is_told_how_long_each_is(way):
    sea = sailing(bases={"malta": 3}, unsupplied=by_place("unsupplied", malta=0))
    before = sea.game.tobytes()
    hexes = sea.call(routes.hexes_of_way, way)
    assert sea.game.tobytes() == before and hexes == length_of(sea, way)


@pytest.mark.rule("21.416B")
@pytest.mark.parametrize("way", [SHORTEST, PAST_AIRCRAFT, PAST_SHIPS])
def test_who_chooses_a_way_is_told_how_much_of_it_enemy_aircraft_reach(way):
    sea = sailing(bases={"malta": 3}, unsupplied=by_place("unsupplied", malta=0))
    before = sea.game.tobytes()
    told = sea.call(hexes_near_aircraft, way)
    assert sea.game.tobytes() == before and told == measured(sea, way, PAST_AIRCRAFT)[0]


@pytest.mark.rule("21.416B")
def test_nothing_is_asked_where_nobody_can_meet_them():
    assert not sailing(ships={}).call(meetings.ask_route)
    used = {"warspite": {"place": "malta", "inverted": 1}}
    sea = sailing(ships=used)
    assert not sea.call(meetings.ask_route) and sea.game.route[WAY] == SHORTEST


@pytest.mark.rule("21.416B")
def test_nothing_is_asked_where_all_ways_pass_the_enemy_alike():
    sea = sailing(here="port_said", there="haifa", side=ALLIES, ships={"littorio": {"place": "rhodes"}})
    assert sea.call(meetings.is_threatened) and not sea.call(meetings.ask_route)


@pytest.mark.rule("21.416B")
def test_a_way_past_aircraft_is_offered_only_where_there_are_any():
    assert sailing(bases={"malta": 3}, unsupplied=by_place("unsupplied", malta=0)).call(routes.ways_that_differ) == 6
    assert sailing(bases={"malta": 3}, unsupplied=by_place("unsupplied", malta=1)).call(routes.ways_that_differ) == 4
    assert sailing().call(routes.ways_that_differ) == 4


@pytest.mark.rule("21.416B")
@pytest.mark.parametrize(
    ("way", "here", "there", "bases"),
    [(PAST_SHIPS, "gibraltar", "port_said", ()), (PAST_AIRCRAFT, "malta", "gibraltar", ("messina", "cagliari"))],
)
def test_a_way_that_is_no_better_than_the_shortest_is_left_out(way, here, there, bases):
    """Though enemies would meet them elsewhere on it: it comes as near to their ships, or has as many hexes within
    reach of their aircraft."""
    sea = sailing(here, there, ALLIES, {"littorio": {"place": "durazzo"}}, dict.fromkeys(bases, 3))
    offered, shortest = sea.call(routes.ways_that_differ), measured(sea, SHORTEST, way)
    laid = measured(sea, way, way)
    assert not offered >> way & 1 and laid[0] == shortest[0] and (laid[1] != shortest[1]).any()


@pytest.mark.rule("21.23E")
@pytest.mark.parametrize("convoy", [Convoy.DISPLACED, Convoy.DISPLACED_AFTER])
def test_displaced_ships_name_a_port_instead(convoy):
    sea = sailing()
    sea.game.convoy, sea.game.route[WAY] = convoy, -1
    assert not sea.call(meetings.ask_route)


@pytest.mark.rule("21.416B")
def test_it_is_asked_once_and_forgotten_when_they_are_in():
    sea = sailing()
    assert sea.call(meetings.ask_route)
    sea.call(meetings.take_route, FAR_FROM_SHIPS)
    assert sea.game.route[WAY] == PAST_SHIPS and not sea.call(meetings.ask_route)
    sea.call(meetings.come_in, AXIS)
    assert sea.game.route[WAY] == sea.game.route[OFFERED] == -1


@pytest.mark.rule("21.416B")
def test_the_ways_that_differ_are_sought_once():
    """They are the same whenever the question is put again, before and after its answers are listed."""
    sea = sailing()
    assert sea.call(meetings.ask_route)
    offered, sea.game.control[NUMBERS["malta"]] = int(sea.game.route[OFFERED]), AXIS
    assert offered == 1 << PAST_SHIPS and sea.call(meetings.ask_route) and sea.game.route[OFFERED] == offered


@pytest.mark.rule("21.416B")
def test_who_changes_base_chooses_too():
    game = moving({"littorio": {"place": "taranto"}, "warspite": {"place": "malta"}}, airbase=NO_SQUADRONS)
    game.chooses_ways = True
    game.choose("littorio", "tripoli")
    assert game.asked == Decision.COUNTER and game.seat_asked == Side.AXIS


# --- which ways they are -------------------------------------------------------------------------------------


@pytest.mark.rule("21.416B", "21.3614")
def test_a_way_farther_from_enemy_ships_is_longer_but_within_range():
    sea = sailing()
    near, far = going(sea, SHORTEST)[NUMBERS["malta"]], going(sea, PAST_SHIPS)[NUMBERS["malta"]]
    assert (near, far) == (1, 3), "Tripoli itself is three hexes from Malta"
    assert length_of(sea, SHORTEST) == 8 < length_of(sea, PAST_SHIPS) <= 20


@pytest.mark.rule("21.416B")
def test_a_way_past_the_fewest_aircraft():
    sea = sailing(ships={}, bases={"malta": 3}, unsupplied=by_place("unsupplied", malta=0))
    route, reached = np.zeros(HEXES, np.int64), []
    for way in (PAST_AIRCRAFT, SHORTEST):
        hexes = carried_out(routes.lay_way)(sea.book, sea.game, way, route)
        ways = sea.book.by_water[0, NUMBERS["malta"]]
        assert ways[NUMBERS["tripoli"]] == 3
        sea.game.patrolled = 1 << NUMBERS["malta"]
        reached.append(carried_out(routes.hexes_in_reach)(sea.book, sea.game, route[:hexes]))
    assert reached[0] == 2 < reached[1], "Tripoli, and a hex before it"


@pytest.mark.rule("21.416B")
def test_the_way_is_kept_though_the_enemys_ships_are_used_meanwhile():
    sea = sailing()
    chosen = going(sea, PAST_SHIPS)
    sea.ship("warspite", place="malta", inverted=1)
    sea.call(meetings.lay_again, -1)
    assert (sea.game.way[ALLIES] == chosen).all()


@pytest.mark.rule("21.416B")
def test_who_has_met_them_leaves_the_ways_of_others_to_the_way_that_was_chosen():
    sea = sailing()
    chosen = going(sea, PAST_SHIPS)
    assert (chosen != going(sailing(), SHORTEST)).any()
    sea.call(meetings.lay_again, NUMBERS["malta"])
    assert (sea.game.way[ALLIES] == chosen).all()


# --- that they are the best ----------------------------------------------------------------------------------


def best_by_hand(book, danger, start, goal, limit, past_aircraft):
    """The lowest cost of a way of at most so many hexes, and its length, by trying ways in their order."""
    waiting, seen = [(0, 0, start)], {}
    while waiting:
        cost, length, hex = heappop(waiting)
        if hex == goal:
            return cost, length
        if seen.get(hex, HEXES) <= length or length == limit:
            continue
        seen[hex] = length
        for other in book.beside[0, hex]:
            if other >= 0:
                step = cost + int(danger[other] <= 3) if past_aircraft else max(cost, FAR - int(danger[other]))
                heappush(waiting, (step, length + 1, int(other)))
    return None


@pytest.mark.rule("21.416B")
@pytest.mark.parametrize("past_aircraft", [0, 1])
@pytest.mark.parametrize("more", [0, 3, 12])
def test_no_way_of_that_length_costs_less(past_aircraft, more):
    book, rng = readable(READY.books)[0], np.random.default_rng(more)
    malta = NUMBERS["malta"]
    here, there = int(book.lies_in[NUMBERS["gibraltar"]]), int(book.lies_in[malta])
    for _ in range(6):
        danger = rng.integers(0, 9, HEXES)
        limit = int(book.by_water[0, NUMBERS["gibraltar"], NUMBERS["malta"]]) + more
        route = np.full(HEXES, NOBODY)
        route[0] = here
        detour = carried_out(routes.take_detour)
        length = detour(book, 0, malta, danger, route, limit, past_aircraft, routes.NO_WAY)
        way = route[1 : length + 1]
        assert way[-1] == there and length <= limit
        assert all(other in book.beside[0, hex] for hex, other in zip(route, way, strict=False))
        cost = int((danger[way] <= 3).sum()) if past_aircraft else int((FAR - danger[way]).max())
        assert (cost, length) == best_by_hand(book, danger, here, there, limit, past_aircraft)
        assert detour(book, 0, malta, danger, np.array(route), limit, past_aircraft, cost) == 0
        assert detour(book, 0, malta, danger, np.array(route), limit, past_aircraft, cost + 1) == length


@pytest.mark.rule("21.2111")
def test_a_way_does_not_lead_through_a_closed_strait():
    """From Taranto to Messina's other side round Sicily, while the strait is shut."""
    sea = sailing(here="taranto", there="naples", side=AXIS, ships={"warspite": {"place": "malta"}}, convoy=Convoy.NONE)
    sea.game.control[NUMBERS["messina"]] = ALLIES
    open_way = READY.books[0]["by_water"][0, NUMBERS["taranto"], NUMBERS["naples"]]
    for way in (PAST_AIRCRAFT, PAST_SHIPS):
        assert length_of(sea, way) > open_way
