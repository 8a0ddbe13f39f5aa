"""Displaced ships of the Mediterranean, which may be met on their way (21.23E, 21.232)."""

import pytest

from aw_env.games.world_at_war.records.kinds import Convoy, Decision, Phase, Side
from aw_env.games.world_at_war.records.record import FIRST_PLACE
from aw_env.games.world_at_war.rules import africa, displaced, meetings, passages
from aw_env.games.world_at_war.rules.aid import IN_VAIN
from aw_env.games.world_at_war.rules.troops import BEATEN, MEET, SAIL
from tests.world_at_war.sea_of_hexes import NUMBERS, at_sea, held, troops

AXIS, ALLIES = Side.AXIS.value, Side.ALLIES.value


def fled(*others, port="benghazi", **state):
    """Tobruk has fallen, and Littorio and these ships of the Axis leave it, with a battleship at Alexandria and one at
    Malta behind them."""
    fields = {"phase": Phase.START, "moving": AXIS, "turn": 3, "control": held(rhodes=ALLIES)}
    sea = at_sea(infantry=troops(tobruk=1, alexandria=9), **fields).dice(1)
    sea.ship("littorio", *others, place="tobruk", **state)
    sea.ship("warspite", place="alexandria").ship("renown", place="malta")
    sea.call(africa.move_front)
    sea.call(displaced.flee, "littorio", port)
    return sea


@pytest.mark.rule("21.232")
def test_all_ships_of_a_port_that_have_no_other_choice_go_together():
    sea = fled("vittorio_veneto")
    assert (sea.of("littorio", "force"), sea.of("vittorio_veneto", "force")) == (1, 1)
    assert (sea.game.convoy, sea.game.phase) == (Convoy.DISPLACED_AFTER, Phase.INTERCEPTION)


@pytest.mark.rule("21.23")
@pytest.mark.parametrize("spent", [0, 2])
def test_a_row_of_destroyers_flees_as_a_whole_used_or_not(spent):
    sea = at_sea().ship("taranto_destroyers", place="tobruk", strength=4, spent=spent)
    sea.call(displaced.board, "taranto_destroyers")
    assert (sea.of("taranto_destroyers", "force"), sea.of("taranto_destroyers", "spent")) == (4, 0)


@pytest.mark.rule("21.232A")
def test_displaced_ships_may_be_intercepted():
    sea = fled()
    sea.game.step = MEET
    assert sea.call(passages.sail) and sea.game.decision == Decision.INTERCEPT and sea.game.seat == ALLIES
    assert sea.call(meetings.dice_against, "malta") == 2 + 2 - 1, "squadrons of Malta; fewer than ten factors"


@pytest.mark.rule("21.23E")
def test_their_owner_chooses_the_way():
    sea = fled()
    assert sea.game.step == SAIL and sea.call(passages.sail)
    assert (sea.game.decision, sea.game.seat) == (Decision.COUNTER, AXIS)
    straight = sea.game.way[ALLIES].copy()
    allowed = sea.mask(displaced.mask_way)
    assert allowed[FIRST_PLACE + NUMBERS["tripoli"]] == 1 and allowed[FIRST_PLACE + NUMBERS["alexandria"]] == 0
    sea.call(displaced.take_way, FIRST_PLACE + NUMBERS["tripoli"])
    assert sea.game.step == MEET and sea.game.way[ALLIES, NUMBERS["malta"]] < straight[NUMBERS["malta"]]


@pytest.mark.rule("21.232B")
def test_who_leaves_a_battle_goes_on_to_the_same_port_as_a_whole():
    sea = fled("vittorio_veneto", hits=1)
    sea.game.step = BEATEN
    sea.game.tried[:] = 1
    assert not sea.call(passages.sail) and sea.game.step == MEET
    while sea.game.convoy:
        sea.call(passages.sail)
    for ship in ("littorio", "vittorio_veneto"):
        assert sea.of(ship, "place") == NUMBERS["benghazi"] and sea.of(ship, "inverted") == 1
        assert (sea.of(ship, "force"), sea.of(ship, "hits")) == (0, 0)
    assert (sea.game.displacing, sea.game.phase, sea.game.moving) == (0, Phase.START, AXIS)


@pytest.mark.rule("21.4171")
def test_who_came_in_vain_to_the_aid_of_displaced_ships_may_look_for_a_patrol_in_the_next_player_turn():
    """They fled between two player turns."""
    sea = fled().ship("roma", place="naples", against=IN_VAIN)
    sea.game.step, sea.game.tried[:] = MEET, 1
    while sea.game.convoy:
        sea.call(passages.sail)
    assert sea.of("roma", "against") == 0


@pytest.mark.rule("21.4182C")
def test_a_patrol_that_has_come_in_vain_tries_no_more_in_the_phase_though_an_invasion_displaces_others():
    """Allied ships come to Malta in the player turn of the Axis."""
    sea = at_sea(moving=ALLIES, convoy=Convoy.DISPLACED_BY_INVASION)
    sea.ship("littorio", place="taranto", on_patrol=NUMBERS["off_malta"], against=IN_VAIN)
    sea.ship("roma", place="taranto", against=IN_VAIN)
    sea.call(meetings.come_in, ALLIES)
    assert (sea.of("littorio", "against"), sea.of("roma", "against")) == (IN_VAIN, 0)


@pytest.mark.rule("21.232D")
def test_others_may_meet_them_after_a_battle():
    sea = fled()
    sea.game.step = BEATEN
    sea.game.tried[NUMBERS["malta"]] = 1
    sea.call(passages.sail)
    assert sea.call(passages.sail) and sea.game.decision == Decision.INTERCEPT
    assert sea.game.subject == NUMBERS["alexandria"]


@pytest.mark.rule("21.23")
def test_as_a_player_turn_begins_it_goes_on_where_it_was():
    """The Allies take Beirut on turn 6: the Axis sails in their player turn."""
    sea = at_sea(phase=Phase.CONSTRUCTION, moving=ALLIES, turn=6, displacing=1).ship("littorio", place="tobruk")
    sea.game.control[NUMBERS["tobruk"]] = ALLIES
    sea.call(displaced.flee, "littorio", "benghazi")
    assert (sea.game.convoy, sea.game.moving) == (Convoy.DISPLACED, AXIS)
    while sea.game.convoy:
        sea.call(passages.sail)
    assert (sea.game.phase, sea.game.moving, sea.game.step) == (Phase.CONSTRUCTION, ALLIES, 0)


@pytest.mark.rule("21.4182E", "21.232A")
@pytest.mark.parametrize("patrol", [{"under": 1, "berth": NUMBERS["sicilian_narrows"]},
                                    {"on_patrol": NUMBERS["sicilian_narrows"]}])  # fmt: skip
def test_patrols_do_not_meet_those_that_an_invasion_displaces(patrol):
    """The Axis has taken Malta in its own player turn, in which its patrols intercept nobody, seen or unseen; ships of
    Palermo may."""
    sea = at_sea(phase=Phase.INVASIONS, moving=AXIS, turn=3, control=held(malta=AXIS), displacing=1)
    sea.ship("renown", place="malta").ship("littorio", "vittorio_veneto", "caio_duilio", place="taranto", **patrol)
    sea.ship("roma", place="palermo")
    sea.call(displaced.flee, "renown", "gibraltar")
    assert (sea.game.convoy, sea.game.moving) == (Convoy.DISPLACED_BY_INVASION, ALLIES)
    assert not sea.call(meetings.has_interceptors, "sicilian_narrows")
    assert sea.call(meetings.has_interceptors, "palermo")


@pytest.mark.house_rule
def test_troops_of_a_place_that_falls_are_lost():
    sea = at_sea(infantry=troops(suda=2), moving=AXIS, turn=5)
    sea.game.control[NUMBERS["suda"]] = ALLIES
    sea.call(africa.begin_player_turn)
    assert sea.game.control[NUMBERS["suda"]] == AXIS and sea.game.infantry[NUMBERS["suda"]] == 0
