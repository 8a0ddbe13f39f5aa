"""Ships in the ports of the Mediterranean under task force counters, with the option `counters_in_port`: the enemy sees
the counters, and not which ships are under which (20.16)."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

import aw_agents
from aw_agents.arena.match import play_match
from aw_agents.declared import staffed
from aw_env import world_at_war_v0
from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.records.kinds import NOWHERE, Condition, Convoy, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_UNIT
from aw_env.games.world_at_war.rules import (
    aid,
    bases,
    embarkation,
    hidden_forces,
    invasions,
    landing_battles,
    meetings,
    passages,
    port_strikes,
    redeployment,
    redraw_at_sea,
    rows,
    sea_patrols,
    sequence,
    task_forces,
)
from tests.world_at_war.positions import Playing, Sea, playing
from tests.world_at_war.sea_of_hexes import FILE, NO_BOATS, NUMBERS
from tests.world_at_war.test_masks import ends

OPTION = ("counters_in_port",)
ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
FLEET = ("littorio", "vittorio_veneto", "roma", "caio_duilio", "giulio_cesare")
"""Battleships of Taranto: eighteen factors, all fast."""
THREE = FLEET[:3]
"""Twelve of them."""
TARANTO = NUMBERS["taranto"]


def begun(seed=1):
    """The scenario with the option, before anything is answered."""
    return Playing(world_at_war_v0.game(FILE, OPTION, seed=seed, ask_forced=True))


def with_option(sea):
    """Ships may lie under counters in port."""
    sea.book.options = 1 << 7
    return sea


def in_port(*ships, counter=1, place="taranto", side=AXIS, others=(), **fields):
    """Ships under a counter in a port, and others in the open."""
    sea = with_option(Sea(FILE, **{"boats": NO_BOATS, "moving": side, "power": side, "brps": [20, 20], **fields}))
    sea.game.counter_at[side, counter - 1] = NUMBERS[place]
    return sea.ship(*ships, place=place, under=counter, berth=NUMBERS[place]).ship(*others, place=place)


def movement(ships, step=sequence.FORMING, side=AXIS, port="taranto", **fields):
    """The movement phase of a side with these ships in a port."""
    fields = {"boats": NO_BOATS, "step": step, "cursor": -1, "moving": side, "brps": [20, 20], **fields}
    placed = {id: {"place": port} for id in ships} if not isinstance(ships, dict) else ships
    return playing(Phase.MOVEMENT, placed, scenario=FILE, options=OPTION, **fields)


def told_to(game, seat):
    """Kinds of events that a seat has heard of the last answer."""
    return [Event(int(row[0])) for row in game.game.events_in_numbers(seat)]


# --- formation and concealment (20.161-20.164) -------------------------------------------------------------------


@pytest.mark.rule("20.164B")
def test_both_sides_may_hide_their_ships_before_the_first_turn():
    game = begun()
    assert (game.asked, game.seat_asked, game.record["phase"]) == (Decision.FORM, AXIS, Phase.OPENING)
    game.choose("taranto", "littorio", "vittorio_veneto", "conte_di_cavour", Option.DONE)
    assert game.asked == Decision.FORM and game.record["counter_at"][AXIS, 0] == TARANTO
    game.choose(Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.FORM, ALLIES) and {"alexandria", "gibraltar"} <= game.places
    game.choose("alexandria", "warspite", "malaya", "ramillies", "british_cruiser_1", Option.DONE, Option.DONE)
    assert game.record["phase"] != Phase.OPENING and game.record["turn"] == 1


@pytest.mark.rule("20.164B")
def test_without_the_option_nothing_is_hidden_in_port():
    game = Playing(world_at_war_v0.game(FILE, seed=1, ask_forced=True))
    asked = set()
    while game.record["turn"] == 1:
        asked.add(game.asked)
        game.game.apply(game.legal[0])
    assert not {Decision.FORM, Decision.UNDER} & asked


@pytest.mark.rule("20.164A")
def test_the_enemy_sees_the_counter_and_not_which_ships_are_under_it():
    games = [
        begun().choose("taranto", *ships, Option.DONE)
        for ships in (FLEET[:2] + ("caio_duilio",), ("littorio", "conte_di_cavour", "giulio_cesare"))
    ]
    views = [game.game.view(ALLIES) for game in games]
    assert views[0].record.tobytes() == views[1].record.tobytes()
    assert games[0].game.describe(ALLIES) == games[1].game.describe(ALLIES)
    mine, theirs = games[0].game.view(AXIS), games[0].game.view(ALLIES)
    assert mine.unit("littorio").under == 1 and theirs.unit("littorio").under == 0
    assert "1 task force" in str(games[0].game.rules.scene(theirs).data())


@pytest.mark.rule("20.161", "20.166")
def test_italy_has_four_counters_which_may_lie_in_one_port():
    """Forty-two factors of Taranto make four task forces; then there are no more counters."""
    game = begun()
    sets = (
        ("littorio", "vittorio_veneto", "italian_cruiser_1"),
        ("conte_di_cavour", "giulio_cesare", "italian_cruiser_2", "italian_cruiser_3"),
        ("caio_duilio", "italian_cruiser_4", "italian_cruiser_5", "italian_cruiser_6", "italian_cruiser_7"),
    )
    for ships in sets:
        game.choose("taranto", *ships, Option.DONE)
    assert game.record["counter_at"][AXIS, :4].tolist() == [TARANTO] * 3 + [NOWHERE]
    sea = in_port(*FLEET)
    sea.game.counter_at[AXIS, :4] = TARANTO
    assert sea.call(task_forces.free_counter, AXIS) == 0 and sea.call(task_forces.free_counter, ALLIES) == 1
    assert not sea.mask(task_forces.mask_form)[Option.DONE + 1 :].any()


@pytest.mark.rule("20.162A", "20.162B")
def test_ten_factors_that_are_sound_form_a_task_force():
    ships = {id: {"place": "taranto"} for id in (*FLEET[:3], "italian_cruiser_1")}
    ships["roma"] |= {"condition": Condition.DAMAGED}
    game = movement(ships).choose("taranto")
    assert game.units == {"littorio", "vittorio_veneto", "italian_cruiser_1"} and Option.DONE not in game.options
    assert Option.DONE in game.choose("littorio", "vittorio_veneto", "italian_cruiser_1").options


@pytest.mark.rule("20.162D", "20.162E")
def test_who_has_been_used_or_has_moved_is_in_no_task_force_that_is_formed():
    ships = {id: {"place": "taranto"} for id in FLEET}
    ships["roma"] |= {"inverted": 1}
    ships["littorio"] |= {"moved": 1}
    assert movement(ships).choose("taranto").units == {"vittorio_veneto", "caio_duilio", "giulio_cesare"}


@pytest.mark.rule("20.162F")
def test_a_carrier_needs_as_many_fast_factors_under_her_counter():
    game = movement(("illustrious", "warspite", "malaya", "barham", "renown"), side=ALLIES, port="alexandria")
    assert "illustrious" not in game.choose("alexandria", "warspite").units
    assert "illustrious" in game.choose("renown").units


@pytest.mark.rule("20.164F")
def test_new_ships_are_shown_and_go_under_no_counter_before_they_are_ready():
    game = begun()
    told = set()
    while not (game.record["turn"] == 2 and game.asked == Decision.FORM):
        told |= {row for row in told_to(game, ALLIES)}
        game.game.apply(game.legal[0])
    assert Event.ARRIVES in told and game.of("andrea_doria", "under") == 0
    assert "andrea_doria" not in game.choose("taranto").units, "it is inverted (21.34)"


# --- they act, and are seen (20.163, 20.164C, D) -----------------------------------------------------------------


@pytest.mark.rule("20.163")
def test_who_changes_base_is_seen_and_so_are_too_few_that_are_left():
    game = movement(FLEET[:3] + ("caio_duilio",)).choose("taranto", *THREE, Option.DONE, Option.DONE)
    while game.asked != Decision.BASE_CHANGE:
        game.choose(Option.DONE)
    assert "roma" in game.units, "ships in port act by themselves"
    game.choose("roma")
    assert told_to(game, ALLIES).count(Event.SHOWN) == 3
    assert {game.of(id, "under") for id in FLEET} == {0} and game.record["counter_at"][AXIS].max() == NOWHERE


@pytest.mark.rule("20.163")
def test_ten_factors_that_are_left_stay_under_their_counter():
    sea = in_port(*FLEET)
    sea.call(task_forces.leave_counter, "littorio")
    assert sea.told == [Event.SHOWN]
    assert [sea.of(id, "under") for id in FLEET] == [0, 1, 1, 1, 1] and sea.game.counter_at[AXIS, 0] == TARANTO


@pytest.mark.rule("20.164A")
def test_a_patrol_of_a_task_force_stays_hidden_and_its_port_counter_is_taken_off():
    game = movement(FLEET).choose("taranto", *FLEET, Option.DONE, Option.DONE)
    while game.asked != Decision.PATROL:
        game.choose(Option.DONE)
    game.choose("ionian_sea", *THREE, Option.DONE)
    assert Event.SHOWN in told_to(game, ALLIES), "six factors are left"
    assert {game.of(id, "force_seen") for id in THREE} == {0} and {game.of(id, "under") for id in THREE} == {2}
    assert {game.of(id, "under") for id in FLEET[3:]} == {0}


@pytest.mark.rule("20.164D", "20.161")
def test_where_no_counter_is_free_one_of_a_port_sails_and_who_stays_is_seen():
    sea = in_port(*FLEET)
    sea.game.counter_at[AXIS, 1:4] = NUMBERS["naples"]
    sea.ship(*FLEET[1:4], place="taranto", force=1)
    assert sea.call(task_forces.counter_to_sail, AXIS) == 1
    assert sea.call(hidden_forces.sail_unseen, AXIS, "ionian_sea", Event.ON_PATROL.value)
    assert [sea.of(id, "under") for id in FLEET] == [0, 1, 1, 1, 0]
    assert sea.game.counter_at[AXIS].tolist()[0] == NUMBERS["ionian_sea"]


@pytest.mark.rule("20.162A")
def test_less_than_ten_factors_that_sail_from_under_a_counter_are_seen():
    sea = in_port(*FLEET).ship("littorio", "caio_duilio", place="taranto", force=1)
    assert not sea.call(hidden_forces.sail_unseen, AXIS, "ionian_sea", Event.ON_PATROL.value)
    assert [sea.of(id, "under") for id in FLEET] == [0, 1, 1, 0, 1]
    assert sea.of("littorio", "force_seen") == 1 and sea.of("littorio", "berth") == NOWHERE


@pytest.mark.rule("20.164A")
def test_destroyers_that_carry_are_seen():
    sea = in_port("taranto_destroyers", "littorio", "roma", moving=AXIS)
    sea.game.strength[sea.number("taranto_destroyers")] = 6
    assert sea.call(embarkation.is_free_to_carry, "taranto_destroyers")
    sea.call(task_forces.leave_counter, "taranto_destroyers")
    assert {sea.of(id, "under") for id in ("taranto_destroyers", "littorio", "roma")} == {0}


@pytest.mark.rule("20.164D")
def test_ships_in_port_meet_the_enemy_from_under_their_counter_and_are_seen_when_they_have_found_him():
    sea = in_port(*FLEET, moving=ALLIES, power=AXIS).ship(*FLEET[:2], place="taranto", force=1)
    sea.call(meetings.look_unseen, AXIS)
    assert {sea.of(id, "under") for id in FLEET[:2]} == {0}, "eight factors are seen"
    assert {sea.of(id, "under") for id in FLEET[2:]} == {1}
    sea = in_port(*FLEET, moving=ALLIES, power=AXIS).ship(*THREE, place="taranto", force=1)
    sea.call(meetings.look_unseen, AXIS)
    assert {sea.of(id, "under") for id in FLEET} == {1} and sea.game.task_force[AXIS] == 1
    sea.call(meetings.show_force, AXIS)
    assert {sea.of(id, "under") for id in FLEET} == {0}, "six factors are no task force"


@pytest.mark.rule("20.164A")
def test_ships_of_a_port_that_have_looked_in_vain_are_all_known_to_have_done_so():
    sea = in_port(*FLEET[:4], others=FLEET[4:], moving=ALLIES, power=AXIS).ship(*THREE, place="taranto", force=1)
    sea.call(meetings.give_up_looking, AXIS, "taranto")
    assert {sea.of(id, "against") for id in FLEET} == {aid.IN_VAIN}


@pytest.mark.rule("21.54")
def test_squadrons_over_a_port_see_its_ships():
    sea = in_port(*FLEET, moving=ALLIES)
    sea.call(port_strikes.line_up_port, "taranto")
    assert {sea.of(id, "under") for id in FLEET} == {0} and sea.game.counter_at[AXIS, 0] == NOWHERE
    assert sea.told.count(Event.SHOWN) == 5


@pytest.mark.rule("21.5153", "21.5153A")
def test_a_counter_in_port_forbids_an_invasion():
    sea = in_port(*FLEET, place="rhodes", moving=ALLIES, turn=5)
    sea.game.garrison[NUMBERS["rhodes"]] = 1
    assert not sea.call(invasions.may_be_invaded, "rhodes", ALLIES)
    sea.game.counter_at[AXIS, 0] = NOWHERE
    sea.ship(*FLEET, place="taranto", under=0, berth=NOWHERE)
    assert sea.call(invasions.may_be_invaded, "rhodes", ALLIES)


@pytest.mark.rule("20.93")
def test_destroyers_do_not_combine_where_a_counter_may_hide_one_of_them():
    for has_counter in (True, False):
        sea = in_port(*FLEET).ship("taranto_destroyers", "italian_destroyers_2", place="taranto", strength=2)
        if not has_counter:
            sea.game.counter_at[AXIS, 0] = NUMBERS["naples"]
        assert sea.call(rows.are_one, "taranto_destroyers", "italian_destroyers_2") != has_counter


@pytest.mark.rule("20.15")
def test_ships_under_a_counter_take_up_room_once():
    assert in_port(*FLEET).call(bases.factors_based, "taranto") == 18


@pytest.mark.rule("21.4183")
def test_task_forces_in_port_stay_hidden_when_patrols_come_home():
    sea = in_port(*FLEET[2:], "andrea_doria")
    sea.game.counter_at[AXIS, 1] = NUMBERS["ionian_sea"]
    sea.ship("littorio", "vittorio_veneto", place="taranto", under=2, berth=NUMBERS["ionian_sea"])
    sea.call(sea_patrols.come_home)
    assert {sea.of(id, "under") for id in FLEET[2:]} == {1}
    assert {sea.of(id, "under") for id in FLEET[:2]} == {0} and sea.of("littorio", "inverted") == 1


@pytest.mark.rule("20.164A")
def test_who_redeploys_is_seen():
    sea = in_port(*FLEET)
    sea.call(redeployment.take_redeploy, FIRST_UNIT + sea.number("roma"))
    assert sea.of("roma", "under") == 0 and sea.of("littorio", "under") == 1


# --- home again (20.163) -----------------------------------------------------------------------------------------


def out(*ships, hex="ionian_sea", side=AXIS, **state):
    """A task force that patrols under the first counter."""
    sea = in_port(*ships, **state)
    sea.game.counter_at[side, 0] = NUMBERS[hex]
    return sea.ship(*ships, place="taranto", berth=NUMBERS[hex])


@pytest.mark.rule("20.163", "21.4183")
def test_a_task_force_that_comes_home_unseen_stays_under_its_counter_and_has_been_used():
    sea = out(*THREE)
    sea.call(sea_patrols.come_home)
    for id in THREE:
        assert (sea.of(id, "under"), sea.of(id, "berth"), sea.of(id, "place")) == (1, TARANTO, TARANTO)
        assert sea.of(id, "inverted") == sea.of(id, "on_patrol") - NOWHERE == 0, "which the enemy would see"
        assert sea.call(bases.has_been_used, id) and not sea.call(bases.is_free_to_move, id)
        assert not sea.call(passages.may_go_along, id)
    assert sea.told == [Event.COUNTER_MOVES] and sea.game.counter_at[AXIS, 0] == TARANTO
    assert not sea.call(landing_battles.may_oppose, "littorio", "taranto", AXIS)
    assert not sea.call(aid.may_aid, "littorio", "taranto")


@pytest.mark.rule("20.164A")
def test_which_ships_have_been_used_under_counters_does_not_show_in_who_is_asked():
    sea = out(*THREE)
    sea.call(sea_patrols.come_home)
    assert sea.call(landing_battles.may_be_asked, "littorio", "taranto", AXIS)
    assert sea.call(aid.may_be_asked, "littorio", "taranto")


@pytest.mark.rule("20.162D", "21.72A")
def test_the_counter_is_turned_up_at_the_end_of_the_player_turn_and_seen_where_supply_lacks():
    for is_cut_off in (False, True):
        sea = out(*THREE, phase=Phase.END)
        sea.call(sea_patrols.come_home)
        sea.game.cut_off[TARANTO] = sea.game.unsupplied[TARANTO] = int(is_cut_off)
        sea.call(sequence.end_player_turn)
        assert sea.call(bases.has_been_used, "littorio") == is_cut_off
        assert {sea.of(id, "inverted") for id in THREE} == {int(is_cut_off)}
        assert {sea.of(id, "under") for id in THREE} == {int(not is_cut_off)}
        assert sea.of("roma", "moved") == 0 and not sea.game.counter_moved.any()


@pytest.mark.rule("20.162D", "21.321")
def test_who_is_seen_under_an_inverted_counter_is_inverted():
    sea = out(*FLEET)
    sea.call(sea_patrols.come_home)
    sea.call(task_forces.leave_counter, "roma")
    assert (sea.of("roma", "under"), sea.of("roma", "inverted"), sea.of("littorio", "under")) == (0, 1, 1)
    assert sea.of("roma", "moved") == 1, "she does not leave again, nor is she ready when supply comes (21.72B)"
    sea.call(task_forces.leave_counter, "littorio")
    sea.call(task_forces.leave_counter, "vittorio_veneto")
    assert {sea.of(id, "inverted") for id in FLEET} == {1} and {sea.of(id, "under") for id in FLEET} == {0}
    assert not sea.game.counter_moved.any()


@pytest.mark.rule("20.163")
def test_destroyers_are_seen_when_they_come_home_and_others_stay_hidden_if_they_are_ten_factors():
    for ships in (THREE, THREE[:2]):
        sea = out(*ships, "taranto_destroyers")
        sea.call(sea_patrols.come_home)
        assert sea.of("taranto_destroyers", "under") == 0 and sea.of("taranto_destroyers", "inverted") == 1
        assert {sea.of(id, "under") for id in ships} == {int(ships == THREE)}
        assert {sea.of(id, "inverted") for id in ships} == {int(ships != THREE)}


@pytest.mark.rule("20.163")
@pytest.mark.parametrize("state", [{"place": "naples"}, {"moved": 1}, {"hits": 1}])
def test_ships_of_several_ports_or_less_than_ten_factors_are_seen_at_home(state):
    sea = out(*THREE)
    sea.ship("roma", **{"place": "taranto", **state})
    sea.call(sea_patrols.come_home)
    assert {sea.of(id, "under") for id in THREE} == {0} and {sea.of(id, "inverted") for id in THREE} == {1}
    assert sea.game.counter_at[AXIS, 0] == NOWHERE and not sea.game.counter_moved.any()


@pytest.mark.rule("20.164A", "20.163")
def test_which_ships_have_patrolled_stays_a_secret_when_they_are_home():
    """Three of four battleships patrol: whichever they are, the Allies see the same to the end of the player turn."""
    games = []
    for ships in (FLEET[:3], (*FLEET[:2], "andrea_doria")):
        placed = {id: {"place": "taranto"} for id in (*FLEET[:2], "roma", "andrea_doria", "caio_duilio")}
        placed |= {"andrea_doria": {"place": "taranto", "strength": 3}}
        game = movement(placed, step=bases.PATROLS).choose("ionian_sea", *ships, Option.DONE)
        while game.record["phase"] != Phase.REDEPLOYMENT and game.record["moving"] == AXIS:
            game.choose(Option.YES if game.asked == Decision.TIME else Option.DONE)
        games.append(game)
    one, other = (game.game for game in games)
    assert games[0].record["counter_at"][AXIS, 0] == TARANTO
    assert one.view(ALLIES).record.tobytes() == other.view(ALLIES).record.tobytes()
    assert one.view(AXIS).record.tobytes() != other.view(AXIS).record.tobytes()
    assert "1 inverted counter" in str(one.rules.scene(one.view(ALLIES)).data())


@pytest.mark.rule("20.161", "20.162D")
def test_an_inverted_counter_that_others_need_to_sail_shows_who_has_been_used():
    others = ("caio_duilio", "giulio_cesare", "andrea_doria", "conte_di_cavour")
    sea = out(*THREE)
    sea.call(sea_patrols.come_home)
    sea.game.counter_at[AXIS, 1:4] = NUMBERS["naples"]
    sea.ship(*others, place="taranto", force=1)
    assert sea.call(hidden_forces.sail_unseen, AXIS, "ionian_sea", Event.ON_PATROL.value)
    assert [sea.of(id, "under") for id in (*THREE, *others)] == [0, 0, 0, 1, 1, 1, 1]
    assert {sea.of(id, "inverted") for id in THREE} == {1} and not sea.game.counter_moved.any()


@pytest.mark.rule("20.164A")
def test_who_has_protected_a_convoy_unseen_stays_under_a_counter():
    sea = in_port(*THREE, convoy=Convoy.SUPPLY, raiding=NUMBERS["naples"])
    sea.ship(*THREE, place="taranto", force=1).ship("naples_destroyers", place="naples", force=4, force_seen=4)
    assert sea.call(hidden_forces.counter_out, AXIS) == 1
    sea.call(hidden_forces.come_home_unseen, AXIS, 1)
    assert {sea.of(id, "force") for id in THREE} == {0} and {sea.of(id, "under") for id in THREE} == {1}
    assert sea.call(bases.has_been_used, "roma") and sea.of("naples_destroyers", "force") == 4


@pytest.mark.rule("20.164A")
def test_what_is_under_an_inverted_counter_is_drawn_anew_without_destroyers():
    sea, found = out(*THREE), set()
    sea.ship("caio_duilio", "taranto_destroyers", place="taranto")
    sea.call(sea_patrols.come_home)
    for _ in range(100):
        sea.call(redraw_at_sea.redraw_at_sea, ALLIES)
        assert sea.of("taranto_destroyers", "under") == 0
        found.add(tuple(sea.of(id, "under") for id in FLEET[:4]))
    assert len(found) == 5, "any three of the four, or all"


# --- what the enemy knows (20.164A, 20.167) ----------------------------------------------------------------------


@pytest.mark.rule("20.167")
def test_which_ships_there_are_is_no_secret():
    game = begun().choose("taranto", "littorio", "vittorio_veneto", "conte_di_cavour", Option.DONE, Option.DONE)
    game.choose("alexandria", "warspite", "malaya", "ramillies", "british_cruiser_1", Option.DONE)
    view = game.game.view(AXIS)
    assert view.unit("warspite").place == "alexandria" and view.unit("warspite").strength == 3


@pytest.mark.rule("20.164A")
def test_what_is_under_a_counter_in_port_is_drawn_anew_as_any_task_force():
    sea, found = in_port(*FLEET[:3], others=FLEET[3:]), set()
    for _ in range(300):
        sea.call(redraw_at_sea.redraw_at_sea, ALLIES)
        under = [sea.of(id, "under") for id in FLEET]
        assert {sea.of(id, "berth") for id, one in zip(FLEET, under, strict=True) if one} == {TARANTO}
        found.add(tuple(under))
    factors = [int(sea.book.factors[sea.number(id)]) for id in FLEET]
    legal = [np.array(one) for one in np.ndindex(*[2] * len(FLEET)) if np.dot(one, factors) >= 10]
    assert found == {tuple(one.tolist()) for one in legal}


@pytest.mark.rule("20.164A")
def test_a_cruiser_that_is_seen_at_sea_leaves_others_like_her_to_be_drawn():
    cruisers = [f"italian_cruiser_{number}" for number in range(1, 7)]
    sea = in_port(*cruisers[1:]).ship(cruisers[0], place="taranto", force=1, force_seen=1)
    sea.call(redraw_at_sea.redraw_at_sea, ALLIES)
    assert [sea.of(id, "under") for id in cruisers] == [0, 1, 1, 1, 1, 1]


@pytest.mark.rule("20.164A")
def test_a_patrol_and_a_counter_in_port_are_drawn_from_the_same_ships():
    ships = (*FLEET, "andrea_doria", "conte_di_cavour")
    sea, found = in_port(*ships[:3], others=ships[3:]), set()
    sea.game.counter_at[AXIS, 1] = NUMBERS["ionian_sea"]
    sea.ship(*ships[3:], place="taranto", under=2, berth=NUMBERS["ionian_sea"])
    for _ in range(60):
        sea.call(redraw_at_sea.redraw_at_sea, ALLIES)
        under = [sea.of(id, "under") for id in ships]
        for counter, hex in ((1, TARANTO), (2, NUMBERS["ionian_sea"])):
            chosen = [id for id, one in zip(ships, under, strict=True) if one == counter]
            assert {sea.of(id, "berth") for id in chosen} == {hex}
            assert sum(int(sea.book.factors[sea.number(id)]) for id in chosen) >= 10
        found.add(tuple(under))
    assert len(found) > 10


def test_copies_for_the_enemy_look_the_same_to_him():
    compared = 0
    for seed in range(20):
        game, rng = world_at_war_v0.game(FILE, OPTION, seed=seed), Random(seed)
        for k in range(400):
            if game.ended or compared >= 200:
                break
            seat = k % 2
            copy = game.clone(reseed=k, seat=seat, ask_forced=True)  # else it may go on where nothing is left to choose
            if (copy._games["under"] != game._games["under"]).any():
                np.testing.assert_array_equal(game.observe(seat), copy.observe(seat))
                if game.seat == seat:
                    np.testing.assert_array_equal(game.action_mask, copy.action_mask)
                assert game.describe(seat) == copy.describe(seat)
                compared += 1
            game.apply(rng.choice(game.legal_actions()))
    assert compared >= 200


# --- masks are exact -----------------------------------------------------------------------------------------------


SMALL = {"littorio": 4, "roma": 4, "caio_duilio": 3, "italian_cruiser_1": 2, "italian_cruiser_2": 2}
"""Ships of a port, with their factors; of the cruisers the first goes first."""


def in_order(chosen):
    """Whether the first of the cruisers is among some ships, if the other is."""
    return "italian_cruiser_1" in chosen or "italian_cruiser_2" not in chosen


def sets_of(games, field, value):
    """The ships whose field has a value, of each game."""
    units = {unit.id: unit.number for unit in games[0].rules.scenario.names.units}
    return {frozenset(id for id in SMALL if game._games[field][0, units[id]] == value) for game in games}


@pytest.mark.rule("20.162A")
def test_a_task_force_is_formed_of_any_ships_that_are_enough():
    game = movement((*SMALL,)).choose("taranto").game
    expected = {
        frozenset(chosen)
        for count in range(len(SMALL) + 1)
        for chosen in combinations(SMALL, count)
        if sum(SMALL[id] for id in chosen) >= 10 and in_order(chosen)
    }
    assert sets_of(ends(game, (Decision.UNDER,)), "under", 1) == expected


@pytest.mark.rule("20.164D")
def test_any_ships_of_a_port_sail_from_under_their_counters_or_the_open():
    """From ten factors on under the second counter, which is free."""
    game = movement((*SMALL,)).choose("taranto", "littorio", "roma", "italian_cruiser_1", Option.DONE, Option.DONE)
    while game.asked != Decision.PATROL:
        game.choose(Option.DONE)
    game.choose("ionian_sea")
    found = [one for one in ends(game.game, (Decision.PATROL_WITH,)) if one._games["convoy"][0] == Convoy.PATROL]
    enough = {
        frozenset(chosen)
        for count in range(1, len(SMALL) + 1)
        for chosen in combinations(SMALL, count)
        if sum(SMALL[id] for id in chosen) >= 10
    }
    assert sets_of(found, "under", 2) - {frozenset()} == enough
    few = sets_of([one for one in found if one._games["task_force"][0, AXIS] == 0], "force_seen", 1)
    assert few == {
        frozenset(chosen)
        for count in range(1, len(SMALL) + 1)
        for chosen in combinations(SMALL, count)
        if sum(SMALL[id] for id in chosen) < 10
    }


# --- options, saves, words -----------------------------------------------------------------------------------------


def test_the_option_is_offered_in_the_mediterranean_alone():
    for scenario in ("mediterranean", "night_express", "raiders"):
        offered = {option.name for option in SCENARIOS.offer(scenario).options}
        assert ("counters_in_port" in offered) == (scenario == "mediterranean")


def test_a_position_with_counters_in_port_goes_on_from_a_save():
    game, rng = world_at_war_v0.game(FILE, OPTION, seed=3), Random(3)
    while game._games["turn"][0] < 3 or not (game._games["under"] > 0).any():
        game.apply(rng.choice(game.legal_actions()))
    other = world_at_war_v0.game(FILE, OPTION, seed=4)
    other.restore(game.save())
    assert other._games.tobytes() == game._games.tobytes()


def test_the_officer_hides_what_it_may_and_plays_to_the_end():
    rules = world_at_war_v0.GAME.ruleset(FILE, OPTION)
    played = play_match(rules, [aw_agents.load("scripted", "world_at_war")] * 2, 10, 3)
    assert len(played.results) == 10
    game, officer = begun().game, staffed("world_at_war")
    for _ in range(30):
        books, mask, doctrines = game.rules.scenario.books, game.action_mask, officer.doctrines.standing
        game.apply(int(officer.decide(books, game._games, 0, mask, doctrines)))
    assert (game._games["under"] > 0).sum() >= 10


def test_why_a_ship_is_no_choice():
    """A ship under a counter goes under no other, and may patrol."""
    game = begun().choose("taranto", "littorio", "vittorio_veneto", "conte_di_cavour", Option.DONE, "taranto")
    view = game.game.view(AXIS)
    said = game.game.rules.speech().understanding.why_not(view, FIRST_UNIT + view.unit("littorio").number)
    assert said == "it is under a task force counter"


@pytest.mark.rule("20.162D", "21.311")
def test_a_ship_under_an_inverted_counter_is_no_choice_for_she_has_been_used():
    ships = {id: {"place": "taranto"} for id in FLEET}
    game = movement(ships, step=bases.PATROLS).choose("ionian_sea", *THREE, Option.DONE)
    while game.asked != Decision.REDEPLOY:
        if game.asked == Decision.TIME:
            game.choose(Option.NO)
        elif game.asked == Decision.BASE_CHANGE:
            view = game.game.view(AXIS)
            why_not = game.game.rules.speech().understanding.why_not
            assert "roma" not in game.units and "caio_duilio" in game.units
            assert why_not(view, FIRST_UNIT + view.unit("roma").number) == "it has been used this turn"
            game.choose(Option.DONE)
        else:
            game.choose(Option.DONE)
    assert "roma" in game.units, "she may redeploy (21.32)"
