"""Supply lines, oil and troops that destroyers carry in the Mediterranean, and the front in Africa (21.42, 21.43)."""

from itertools import product

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Option, Phase, Side, Worth
from aw_env.games.world_at_war.records.record import FIRST_PLACE, FIRST_UNIT
from aw_env.games.world_at_war.rules import africa, displaced, landing_battles, pacific, passages, routes
from tests.world_at_war.positions import playing
from tests.world_at_war.sea_of_hexes import FILE, NUMBERS, READY, at_sea, by_place, held, moving, supplying, troops

A_LINE = READY.books[0]["worth"][Worth.SUPPLY_LINE]
NAPLES = {"naples_destroyers": {"place": "naples", "strength": 4}}
TARANTO = {"taranto_destroyers": {"place": "taranto", "strength": 8}}
EGYPT = {"alexandria_destroyers": {"place": "alexandria", "strength": 6}}


def there(game, field, place):
    """A number of a place."""
    return int(game.record[field][NUMBERS[place]])


# --- supply lines and oil (21.42) --------------------------------------------------------------------------


@pytest.mark.rule("20.231B")
def test_three_destroyers_keep_a_line_to_africa_and_are_used():
    game = supplying(TARANTO).choose(Option.YES)
    assert game.asked == Decision.CARRY and game.units == {"taranto_destroyers"}
    game.choose("taranto_destroyers")
    assert there(game, "kept", "taranto") == 1 and game.record["points"][Side.AXIS] == A_LINE
    assert game.of("italian_destroyers_2", "strength") == 3 and game.of("italian_destroyers_2", "inverted") == 1
    assert game.of("taranto_destroyers", "strength") == 5 and game.of("taranto_destroyers", "inverted") == 0


def test_what_sails_with_cargo_is_told_with_where_it_goes():
    game = supplying(TARANTO)
    assert game.describe() == "Axis: do three destroyers keep the supply line from Taranto to Tobruk (3 points)?"
    assert "Supplies from Taranto to Tobruk at sea." in game.choose(Option.YES, "taranto_destroyers").said()
    game = embarking(TARANTO, infantry=troops(naples=4)).choose("naples", Option.COUNT_3, "taranto_destroyers")
    assert "Troops from Naples to Tobruk at sea." in game.said()


@pytest.mark.rule("20.91")
def test_a_line_takes_destroyers_of_several_rows():
    ships = {
        "naples_destroyers": {"place": "naples", "strength": 2},
        "taranto_destroyers": {"place": "messina", "strength": 2},
    }
    game = supplying(ships).choose(Option.YES, "naples_destroyers")
    assert game.units == {"taranto_destroyers"}
    game.choose("taranto_destroyers")
    assert there(game, "kept", "taranto") == 1 and game.of("naples_destroyers", "inverted") == 1


def test_without_three_destroyers_there_is_no_line():
    assert supplying({"naples_destroyers": {"place": "naples", "strength": 2}}).asked == Decision.BASE_CHANGE
    used = {"naples_destroyers": {"place": "naples", "strength": 4, "inverted": 1}}
    assert supplying(used).asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.3612")
def test_a_line_touches_a_port_every_twenty_hexes():
    """From Taranto to Tripoli it is short; to Tobruk alone, if Sicily and Rhodes are lost, it is short too; but with no
    port in Africa it leads nowhere."""
    assert supplying(TARANTO).asked == Decision.SUPPLY_LINE
    lost = held(tripoli=Side.ALLIES, benghazi=Side.ALLIES, tobruk=Side.ALLIES)
    assert supplying(TARANTO, control=lost).asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.56", "21.63B")
@pytest.mark.parametrize("before", [Option.YES, Option.NO])
def test_after_combat_lines_are_traced_again_that_have_not_been_kept(before):
    """When patrols are home again, before troops and ships redeploy."""
    game = supplying(TARANTO).choose(before)
    game.choose("taranto_destroyers" if before == Option.YES else Option.NO)
    while game.record["phase"] != Phase.SUPPLY_AGAIN and game.record["phase"] != Phase.REDEPLOYMENT:
        game.choose(Option.DONE if game.asked != Decision.SUPPLY_LINE else Option.NO)
    subjects = []
    while game.asked == Decision.SUPPLY_LINE:
        subjects.append(int(game.record["subject"]))
        game.choose(Option.NO)
    kept_before = [NUMBERS["taranto"]] if before == Option.YES else []
    assert NUMBERS["naples"] in subjects and (NUMBERS["taranto"] in subjects) != bool(kept_before)
    assert game.record["phase"] == Phase.REDEPLOYMENT and game.record["points"][Side.AXIS] == A_LINE * len(kept_before)


@pytest.mark.rule("21.56")
def test_a_line_that_is_traced_after_combat_counts_like_another():
    game = supplying(TARANTO).choose(Option.NO, Option.NO)
    while game.record["phase"] != Phase.SUPPLY_AGAIN:
        game.choose(Option.DONE)
    assert "the supplies" in game.choose(Option.YES).describe()
    game.choose("taranto_destroyers")
    assert there(game, "kept", "taranto") + there(game, "kept", "naples") == 1
    assert game.record["phase"] == Phase.SUPPLY_AGAIN or game.record["phase"] == Phase.REDEPLOYMENT
    assert game.record["points"][Side.AXIS] == A_LINE


@pytest.mark.rule("21.56", "21.421A")
def test_a_line_that_is_met_after_combat_needs_three_destroyers_as_before():
    sea = at_sea(moving=Side.AXIS, convoy=Convoy.SUPPLY_AGAIN)
    assert sea.call(landing_battles.fewest_carriers) == 3 and not sea.call(landing_battles.has_troops_aboard)


@pytest.mark.rule("21.422", "21.64B")
def test_oil_takes_three_destroyers_once_greece_is_the_axis_s():
    mine = held(piraeus=Side.AXIS)
    game = supplying(TARANTO, control=mine).choose(Option.NO, Option.NO)
    assert game.asked == Decision.SUPPLY_LINE and int(game.record["subject"]) == NUMBERS["piraeus"]
    game.choose(Option.YES, "taranto_destroyers")
    assert game.record["points"][Side.AXIS] == A_LINE
    assert supplying(TARANTO).choose(Option.NO, Option.NO).asked == Decision.BASE_CHANGE


@pytest.mark.parametrize("answer", [Option.YES, Option.NO])
def test_malta_is_supplied_until_a_turn_without_a_line(answer):
    waits = by_place("unsupplied", malta=1)
    game = supplying(EGYPT, Side.ALLIES, unsupplied=waits)
    assert int(game.record["subject"]) == NUMBERS["alexandria"]
    game.choose(answer)
    if answer == Option.YES:
        game.choose("alexandria_destroyers")
    assert there(game, "unsupplied", "malta") == int(answer == Option.NO)


@pytest.mark.rule("21.71", "21.72A")
@pytest.mark.parametrize("unsupplied", [0, 1])
def test_ships_in_malta_are_ready_again_only_if_it_is_supplied(unsupplied):
    ships = {"malaya": {"place": "malta", "inverted": 1}, "warspite": {"place": "alexandria", "inverted": 1}}
    begins = {"moving": Side.ALLIES, "unsupplied": by_place("unsupplied", malta=unsupplied), "turn": 3}
    game = playing(Phase.START, ships, scenario=FILE, **begins)
    assert game.of("malaya", "inverted") == unsupplied and game.of("warspite", "inverted") == 0
    assert there(game, "unsupplied", "malta") == 1, "it waits for the line of this turn"


@pytest.mark.rule("21.71", "21.72B")
@pytest.mark.parametrize("moved, arrives", [(0, 0), (1, 0), (0, 3)])
def test_ships_that_lacked_supply_are_ready_again_when_it_comes(moved, arrives):
    """At any time in their player turn, but not those that have been out in it, nor new ones."""
    sea = at_sea(moving=Side.ALLIES, turn=3, unsupplied=by_place("unsupplied", malta=1))
    sea.ship("malaya", place="malta", inverted=1, moved=moved).ship("warspite", place="alexandria", inverted=1)
    sea.book.arrives[sea.number("malaya")] = arrives
    sea.call(passages.end_line, Phase.SUPPLY, "alexandria", True)
    assert sea.of("malaya", "inverted") == int(moved == 1 or arrives == 3) and sea.of("warspite", "inverted") == 1
    sea.ship("malaya", place="malta", inverted=1, moved=0).game.unsupplied[NUMBERS["malta"]] = 1
    sea.call(passages.end_line, Phase.SUPPLY_AGAIN, "alexandria", True)
    assert sea.of("malaya", "inverted") == 1, "not after use in combat"


@pytest.mark.rule("21.224", "21.321")
@pytest.mark.parametrize("unsupplied, moved", [(1, 0), (0, 0), (1, 1)])
def test_ships_that_lack_supply_change_base_and_remain_inverted(unsupplied, moved):
    """Not such as have been out in this movement phase."""
    ships = {"malaya": {"place": "malta", "inverted": 1, "moved": moved}, "warspite": {"place": "malta"}}
    game = moving(ships, Side.ALLIES, unsupplied=by_place("unsupplied", malta=unsupplied))
    assert game.units == ({"malaya", "warspite"} if unsupplied > moved else {"warspite"})
    if unsupplied > moved:
        game.choose("malaya", "gibraltar")
        assert game.of("malaya", "place") == NUMBERS["gibraltar"] and game.of("malaya", "inverted") == 1


@pytest.mark.rule("21.321", "21.311")
def test_who_has_been_out_leaves_its_base_no_more_in_this_phase():
    game = supplying(TARANTO).choose(Option.YES, "taranto_destroyers")
    out = "italian_destroyers_2"
    assert game.of(out, "moved") == game.of(out, "inverted") == 1


# --- sea transport (21.43) ---------------------------------------------------------------------------------


def embarking(ships, side=Side.AXIS, **fields):
    """Sea transport, from the first question on."""
    return moving(ships, side, step=3, **fields)


def may_embark(game):
    """Whether sea transport is asked about; after combat troops redeploy."""
    return game.asked == Decision.EMBARK and game.record["phase"] == Phase.MOVEMENT


@pytest.mark.rule("21.431", "21.434A")
def test_a_destroyer_carries_a_factor_from_a_controlled_port_to_another():
    game = embarking(NAPLES, infantry=troops(naples=4, tobruk=4))
    assert game.asked == Decision.EMBARK and game.places == {"naples"}
    game.choose("naples")
    assert game.asked == Decision.TROOPS and game.options == {
        Option.COUNT_1,
        Option.COUNT_2,
        Option.COUNT_3,
        Option.COUNT_4,
    }
    game.choose(Option.COUNT_4, "naples_destroyers")
    assert there(game, "infantry", "naples") == 0 and there(game, "infantry", "tobruk") == 8
    assert game.of("naples_destroyers", "inverted") == 1


@pytest.mark.rule("20.231E", "21.31")
def test_destroyers_that_have_been_used_carry_no_troops():
    used = {"naples_destroyers": {"place": "naples", "strength": 4, "inverted": 1}}
    assert not may_embark(embarking(used, infantry=troops(naples=4)))


@pytest.mark.rule("21.436A", "21.31")
def test_a_row_of_which_a_part_was_beaten_before_it_embarked_carries_no_more():
    """Three of its four factors have turned back, and been used; there was no other row for them."""
    used = {"naples_destroyers": {"place": "naples", "strength": 4, "spent": 3}}
    assert not may_embark(embarking(used, infantry=troops(naples=4)))


@pytest.mark.rule("21.435A", "21.435B")
def test_destroyers_come_from_other_ports_as_long_as_all_their_way_is_within_range():
    """From Taranto by Naples to Tobruk; from La Spezia, and round Sicily, all within forty hexes."""
    for port in ("taranto", "la_spezia", "rhodes"):
        ships = {"taranto_destroyers": {"place": port, "strength": 2}}
        game = embarking(ships, infantry=troops(naples=4, tobruk=1))
        ways = [
            int(READY.books[0]["by_water"][0b1001, NUMBERS[here], NUMBERS[end]])
            for here, end in ((port, "naples"), ("naples", "tobruk"))
        ]
        assert may_embark(game) == (sum(ways) <= 40), (port, ways)


@pytest.mark.rule("21.432")
@pytest.mark.parametrize("closed", [0, 0b1001, 0b1011])
def test_the_way_is_the_shortest_over_ports_within_twenty_hexes_of_each_other(closed):
    """Against every way over up to two ports between."""
    mine = held(durazzo=Side.ALLIES) if closed & 0b10 else held()
    sea = at_sea(control=mine, moving=Side.AXIS)
    if closed == 0:
        sea.game.control[NUMBERS["gibraltar"]] = sea.game.control[NUMBERS["port_said"]] = Side.AXIS
    table = sea.book.by_water[closed]
    ours = [number for number in NUMBERS.values() if sea.game.control[number] == Side.AXIS]
    for end in ("tobruk", "rhodes", "naples"):
        sea.call(routes.measure_ways, Side.AXIS.value, end)
        for id, here in NUMBERS.items():
            best = int(table[here, NUMBERS[end]]) if table[here, NUMBERS[end]] <= 20 else 99
            for count in (1, 2):
                for over in product(ours, repeat=count):
                    legs = [int(table[one, two]) for one, two in zip((here, *over), (*over, NUMBERS[end]), strict=True)]
                    best = min(best, sum(legs)) if max(legs) <= 20 else best
            assert sea.game.way[Side.AXIS, here] == best, (id, end)


@pytest.mark.rule("21.36C")
def test_a_port_that_is_not_fully_supplied_does_not_serve_a_way():
    sea = at_sea(moving=Side.ALLIES)
    sea.call(routes.measure_ways, Side.ALLIES.value, "alexandria")
    assert sea.game.way[Side.ALLIES, NUMBERS["gibraltar"]] == 32
    sea.game.unsupplied[NUMBERS["malta"]] = 1
    sea.call(routes.measure_ways, Side.ALLIES.value, "alexandria")
    assert sea.game.way[Side.ALLIES, NUMBERS["gibraltar"]] == 99


@pytest.mark.rule("21.433D", "21.434B")
def test_from_the_india_box_two_destroyers_a_factor_come_to_suez():
    game = embarking(EGYPT, Side.ALLIES, infantry=troops(india_box=3, alexandria=5)).choose("india_box")
    assert game.options == {Option.COUNT_1, Option.COUNT_2, Option.COUNT_3}
    game.choose(Option.COUNT_3, "alexandria_destroyers")
    assert there(game, "infantry", "port_said") == 3 and there(game, "infantry", "alexandria") == 5


@pytest.mark.rule("21.433E", "21.433F")
@pytest.mark.parametrize("box", ["australia_box", "south_africa_box"])
def test_so_they_do_from_the_boxes_of_australia_and_south_africa(box):
    assert embarking(EGYPT, Side.ALLIES, infantry=troops(**{box: 2})).places == {box}


@pytest.mark.rule("21.433A")
def test_from_the_west_nothing_comes_through_the_strait_of_gibraltar():
    ships = {"gibraltar_destroyers": {"place": "gibraltar", "strength": 5}}
    for box in ("britain_box", "atlantic_us_box"):
        assert not may_embark(embarking(ships, Side.ALLIES, infantry=troops(**{box: 3})))


@pytest.mark.rule("21.434C", "20.64C")
@pytest.mark.parametrize(("transports", "most"), [(2, 6), (1, 5), (0, 0)])
def test_a_transport_goes_along_for_every_five_factors(transports, most):
    ships = {"alexandria_destroyers": {"place": "alexandria", "strength": 12}}
    game = embarking(ships, Side.ALLIES, infantry=troops(india_box=9), transports=[0, transports, 0])
    if most == 0:
        assert not may_embark(game)
        return
    game.choose("india_box")
    assert max(game.options) == Option.COUNT_0 + most
    game.choose(Option.COUNT_0 + most)
    assert game.record["used_transports"][1] == (most + 4) // 5


@pytest.mark.rule("21.435D")
@pytest.mark.parametrize("holder", [Side.ALLIES, -1])
def test_both_ports_are_friendly(holder):
    game = embarking(TARANTO, infantry=troops(naples=4), control=held(naples=holder))
    assert not may_embark(game)


@pytest.mark.rule("21.437B")
def test_more_than_a_port_stacks_may_be_carried_from_it():
    ships = {"taranto_destroyers": {"place": "naples", "strength": 9}}
    game = embarking(ships, infantry=troops(naples=9)).choose("naples", Option.COUNT_9, "taranto_destroyers")
    assert there(game, "infantry", "tobruk") == 9


def brute_force(base, ships, waiting, transports):
    """How many factors can be carried, found by trying: so many that the destroyers in range are enough."""
    box = base.endswith("_box")
    rate, destroyers = 2 if box else 1, sum(state["strength"] for state in ships.values())
    return max(
        count
        for count in range(waiting + 1)
        if rate * count <= destroyers and (not box or -(-count // 5) <= transports) and count <= 9
    )


@pytest.mark.rule("21.434A")
@pytest.mark.parametrize("strength", [1, 2, 3, 5, 8])
@pytest.mark.parametrize("waiting", [1, 4, 9])
@pytest.mark.parametrize(("base", "side", "port"), [("naples", 1, "messina"), ("india_box", 0, "haifa")])
def test_the_mask_is_what_trying_finds(strength, waiting, base, side, port):
    row = "taranto_destroyers" if side else "alexandria_destroyers"
    ships = {row: {"place": port, "strength": strength}}
    game = embarking(ships, Side(side), infantry=troops(**{base: waiting}), transports=[0, 1, 0])
    most = brute_force(base, ships, waiting, 1)
    if most == 0:
        assert not may_embark(game)
    else:
        game.choose(base)
        assert game.options == {Option(Option.COUNT_0 + k) for k in range(1, most + 1)}


@pytest.mark.rule("21.434A")
def test_only_as_many_destroyers_are_asked_for_as_are_wanted():
    game = embarking(NAPLES | TARANTO, infantry=troops(naples=4)).choose("naples", Option.COUNT_3)
    assert {action - FIRST_UNIT for action in game.legal} == {
        game.names.unit_number(id) for id in ("naples_destroyers", "taranto_destroyers")
    }
    game.choose("taranto_destroyers")
    assert game.of("italian_destroyers_2", "strength") == 3 and game.asked == Decision.EMBARK


# --- the front in Africa (house rules) ---------------------------------------------------------------------


def front(axis, allies, die, lines=("naples", "taranto"), **control):
    """The front at the end of a turn, with so many ground factors on either side of it."""
    sea = at_sea(infantry=troops(tobruk=axis, alexandria=allies), control=held(**control)).dice(die)
    for place in lines:
        sea.game.kept[NUMBERS[place]] = 1
    sea.call(africa.move_front)
    return sea


def holder(sea, place):
    """Whose a place is."""
    return Side(int(sea.game.control[NUMBERS[place]]))


@pytest.mark.parametrize("lines", [(), ("naples",), ("naples", "taranto")])
def test_a_line_feeds_six_factors_of_the_axis_and_egypt_any_number(lines):
    sea = at_sea(infantry=troops(tobruk=8, tripoli=6, alexandria=15))
    for place in lines:
        sea.game.kept[NUMBERS[place]] = 1
    assert sea.call(africa.troops_fed, Side.AXIS.value) == min(14, 6 * len(lines))
    assert sea.call(africa.troops_fed, Side.ALLIES.value) == 15


@pytest.mark.parametrize(("axis", "allies", "die"), [(4, 5, 1), (4, 9, 2), (4, 6, 2), (0, 3, 2), (9, 4, 1)])
def test_the_allies_advance_at_minus_two(axis, allies, die):
    lead = axis - allies
    result = (abs(lead) // 3) * (1 if lead > 0 else -1) + die - 3
    sea = front(axis, allies, die)
    assert (holder(sea, "tobruk") == Side.ALLIES) == (result <= -2)
    assert sea.game.infantry[NUMBERS["benghazi"]] == (axis if result <= -2 else 0), "its troops fall back"


@pytest.mark.parametrize(
    ("axis", "allies", "die", "falls"), [(12, 5, 5, True), (12, 5, 4, False), (4, 4, 6, False), (0, 0, 6, False)]
)
def test_egypt_falls_at_four_and_then_the_war_here_is_over(axis, allies, die, falls):
    sea = front(axis, allies, die)
    assert (holder(sea, "alexandria") == Side.AXIS) == falls
    assert (holder(sea, "port_said") == Side.AXIS) == falls
    assert sea.call(africa.is_decided) == falls


def test_the_axis_takes_tobruk_again_at_two():
    lost = {"tobruk": Side.ALLIES}
    sea = at_sea(infantry=troops(benghazi=6, alexandria=5), control=held(**lost)).dice(5)
    sea.game.kept[NUMBERS["naples"]] = 1
    sea.call(africa.move_front)
    assert holder(sea, "tobruk") == Side.AXIS


def test_a_side_of_which_nobody_is_fed_does_not_advance():
    assert holder(front(12, 5, 6, lines=()), "alexandria") == Side.ALLIES
    assert holder(front(6, 0, 1), "tobruk") == Side.AXIS


def test_when_the_axis_has_lost_africa_the_front_moves_no_more_and_its_troops_there_are_lost():
    lost = {"tobruk": Side.ALLIES, "benghazi": Side.ALLIES}
    sea = at_sea(infantry=troops(tripoli=3, alexandria=9), control=held(**lost)).dice(1)
    sea.call(africa.move_front)
    assert holder(sea, "tripoli") == Side.ALLIES and sea.game.infantry.sum() == 9
    sea.call(africa.move_front)
    assert sea.call(africa.foremost, Side.AXIS.value) == -1


@pytest.mark.house_rule
@pytest.mark.parametrize(
    ("lost", "axis", "allies"),
    [((), 2, 0), (("tobruk",), 0, 0), (("tobruk", "benghazi"), 0, 2), (("tobruk", "benghazi", "tripoli"), 0, 4)],
)
def test_two_points_a_turn_for_each_place_beyond_the_middle(lost, axis, allies):
    sea = at_sea(control=held(**dict.fromkeys(lost, Side.ALLIES)))
    sea.call(africa.score_front)
    assert sea.game.points.tolist() == [allies, axis]


@pytest.mark.rule("21.23D", "21.233")
def test_ships_of_a_port_that_the_front_passes_are_displaced_and_inverted():
    sea = at_sea(infantry=troops(tobruk=1, alexandria=9)).dice(1).ship("littorio", place="tobruk")
    sea.call(africa.move_front)
    assert sea.game.displacing == 1
    if sea.call(displaced.displace):
        sea.call(displaced.take_displace, FIRST_PLACE + sea.call(pacific.nearest_haven, sea.number("littorio")))
    while sea.game.convoy:
        sea.call(passages.sail)
    assert sea.of("littorio", "place") not in (NUMBERS["tobruk"], -1) and sea.of("littorio", "inverted") == 1
