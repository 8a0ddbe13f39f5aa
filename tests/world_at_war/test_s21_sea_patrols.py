"""Patrols of the Mediterranean, and ships that come to the aid of others (21.41, 22.2 as the rulings have it)."""

import pytest

from aw_env.games.world_at_war.records.kinds import NOBODY, Convoy, Decision, Option, Phase, PlaceKind, Side, Switch
from aw_env.games.world_at_war.records.record import FIRST_UNIT, RECORDS
from aw_env.games.world_at_war.rules import (
    aid,
    bases,
    landing_battles,
    meetings,
    routes,
    sea_patrols,
    seaways,
    sequence,
)
from aw_env.games.world_at_war.rules.aid import AIDS, IN_VAIN, ON_ITS_WAY
from aw_env.games.world_at_war.rules.troops import MEET
from tests.world_at_war.sea_of_hexes import NUMBERS, READY, at_sea, by_place, moving, troops

ALLIES, AXIS = Side.ALLIES.value, Side.AXIS.value
HEXES = {id for id, n in NUMBERS.items() if READY.books[0]["place_kind"][n] == PlaceKind.SEA}
THREE = ("littorio", "vittorio_veneto", "caio_duilio")


def patrolling(*dice, ships=THREE, port="taranto", enemies=(), at="malta", side=Side.AXIS, step=4, **fields):
    """The side may patrol with these ships, and the enemy has those."""
    placed = {id: {"place": port} for id in ships} | {id: {"place": at} for id in enemies}
    return moving(placed, side, step=step, dice=dice, brps=[16, 14], **fields)


def sent(game, hex="ionian_sea", ships=THREE):
    """The ships sail to a hex."""
    return game.choose(hex, *ships, Option.DONE)


# --- where, and with whom (21.411-21.415) ------------------------------------------------------------------


@pytest.mark.rule("21.411")
def test_ships_patrol_in_a_named_hex_of_the_sea():
    game = patrolling()
    assert game.asked == Decision.PATROL and game.places <= HEXES and len(HEXES) == 16
    sent(game).choose(Option.YES)
    assert {game.of(id, "berth") for id in THREE} == {NUMBERS["ionian_sea"]}, "as a task force"
    assert game.asked == Decision.BASE_CHANGE or game.asked == Decision.PATROL


@pytest.mark.rule("21.412")
def test_patrols_go_forty_hexes_over_ports_twenty_hexes_apart():
    game = patrolling(ships=("warspite",), port="alexandria", side=Side.ALLIES)
    table, mine = READY.books[0]["by_water"][0b0110], READY.templates[0]["control"] == Side.ALLIES
    here = NUMBERS["alexandria"]
    for hex in HEXES:
        end = NUMBERS[hex]
        best = int(table[here, end]) if table[here, end] <= 20 else 99
        for port in NUMBERS.values():
            if mine[port] and max(table[here, port], table[port, end]) <= 20:
                best = min(best, int(table[here, port]) + int(table[port, end]))
        assert (hex in game.places) == (best <= 40), hex


@pytest.mark.rule("21.413", "21.413A")
@pytest.mark.parametrize("box", ["atlantic_us_box", "south_africa_box", "britain_box"])
def test_none_sail_from_boxes(box):
    assert patrolling(ships=("renown",), port=box, side=Side.ALLIES).asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.414A", "20.231A", "20.241A", "20.251A")
def test_a_patrol_of_any_ships_costs_brps_for_all_of_them():
    """One for each three factors begun: a battleship of four, a cruiser of two and destroyers of two cost three."""
    ships = {id: {"place": "taranto"} for id in ("littorio", "italian_cruiser_1")}
    ships["naples_destroyers"] = {"place": "taranto", "strength": 2}
    game = moving(ships, step=4, brps=[16, 14])
    sent(game, ships=("littorio", "italian_cruiser_1", "naples_destroyers"))
    assert game.record["brps"].tolist() == [16, 11]


@pytest.mark.rule("21.414A")
def test_without_brps_nobody_patrols():
    assert moving({"littorio": {"place": "taranto"}}, step=4, brps=[16, 1]).asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.416K", "21.555E")
@pytest.mark.parametrize(
    ("convoy", "phase", "step"),
    [(Convoy.PATROL, Phase.MOVEMENT, bases.PATROLS), (Convoy.CARRIERS, Phase.MISSIONS, 0)],
)
def test_after_a_patrol_or_a_mission_the_next_may_sail(convoy, phase, step):
    """No squadrons are left that would strike."""
    sea = at_sea(moving=AXIS, phase=Phase.INTERCEPTION, step=MEET, convoy=convoy, striking=[2, 2])
    sea.call(sea_patrols.end_patrol)
    assert (sea.game.phase, sea.game.step, sea.game.cursor) == (phase, step, NOBODY)
    assert sea.game.convoy == Convoy.NONE and not sea.game.striking.any()


@pytest.mark.rule("21.414B")
def test_ships_of_several_ports_patrol_together_and_change_no_base():
    ships = {"littorio": {"place": "taranto"}, "roma": {"place": "naples"}}
    game = moving(ships, step=4, brps=[16, 14])
    sent(game, ships=("littorio", "roma")).choose(Option.YES)
    for id in ships:
        assert game.of(id, "on_patrol") == NUMBERS["ionian_sea"]
    assert game.asked not in (Decision.PATROL, Decision.BASE_CHANGE) or not game.units, "nobody is left"
    moved = moving({"littorio": {"place": "taranto", "moved": 1}}, step=4, brps=[16, 14])
    assert moved.asked == Decision.BASE_CHANGE


@pytest.mark.rule("21.32")
def test_carriers_patrol_with_as_many_fast_factors():
    game = patrolling(ships=("illustrious", "warspite", "renown"), port="alexandria", side=Side.ALLIES)
    game.choose("kaso_strait")
    assert game.units == {"warspite", "renown"}
    assert "illustrious" not in game.choose("warspite").units
    assert "illustrious" in game.choose("renown").units


@pytest.mark.rule("21.415")
def test_a_patrol_keeps_its_room_in_port():
    game = sent(patrolling()).choose(Option.YES)
    sea = at_sea(moving=AXIS).ship(*THREE, place="taranto", on_patrol=NUMBERS["ionian_sea"])
    assert sea.call(bases.factors_based, "taranto") == 11
    assert {game.of(id, "place") for id in THREE} == {NUMBERS["taranto"]}


# --- on the way, and in the hex (21.416, 21.417) -----------------------------------------------------------


@pytest.mark.rule("21.416B")
def test_patrols_sail_one_after_another_as_they_are_named():
    game = patrolling(ships=(*THREE, "roma"))
    sent(game).choose(Option.YES)
    assert game.asked == Decision.PATROL and "ionian_sea" not in game.places
    sent(game, "aegean_sea", ("roma",)).choose(Option.YES)
    assert game.of("roma", "on_patrol") == NUMBERS["aegean_sea"]


@pytest.mark.rule("21.417", "21.417A", "21.416C")
def test_a_patrol_may_be_met_on_its_way():
    game = sent(patrolling(enemies=("renown",)))
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES)
    assert game.record["convoy"] == Convoy.PATROL
    sea = at_sea(moving=AXIS, convoy=Convoy.PATROL).ship(*THREE, place="taranto", force=1)
    assert sea.call(meetings.dice_against, "alexandria") == 2


def by_malta_and_alexandria(*more):
    """Italian ships may patrol, and there are Allied ones in both ports."""
    ships = dict.fromkeys((*THREE, *more), {"place": "taranto"})
    ships |= {"renown": {"place": "malta"}, "valiant": {"place": "alexandria"}}
    return moving(ships, step=4, brps=[16, 14])


@pytest.mark.rule("21.416H")
def test_hex_by_hex_each_port_may_meet_it_where_it_passes():
    game, passed = by_malta_and_alexandria(), []
    sent(game, "off_egypt")
    ways = {port: int(game.record["way"][AXIS, NUMBERS[port]]) for port in ("malta", "alexandria")}
    while game.asked == Decision.INTERCEPT:
        passed.append(int(game.record["subject"]))
        game.choose(Option.DONE)
    assert passed == [NUMBERS["malta"], NUMBERS["alexandria"]] and ways["malta"] < ways["alexandria"]


@pytest.mark.rule("21.416M", "21.416")
def test_the_sequence_is_repeated_for_each_patrol():
    """Each is named, may be met on its way, stays or goes home, may be met where it stays; then the next one sails."""
    game, asked = by_malta_and_alexandria("roma"), []
    for hex, ships in (("gulf_of_sirte", THREE), ("sicilian_narrows", ("roma",))):
        asked.append((game.asked, game.seat_asked))
        sent(game, hex, ships)
        while game.asked in (Decision.INTERCEPT, Decision.TIME):
            asked.append((game.asked, game.seat_asked))
            game.choose(Option.DONE if game.asked == Decision.INTERCEPT else Option.YES)
    named, met, stays = (Decision.PATROL, Side.AXIS), (Decision.INTERCEPT, Side.ALLIES), (Decision.TIME, Side.AXIS)
    second = asked.index(named, 1)
    for part in (asked[:second], asked[second:]):
        assert part[0] == named and part.index(stays) > 1 and set(part[1 : part.index(stays)]) == {met}
        assert part[-1] == met, "it is met where it stays, too"


@pytest.mark.rule("21.417B", "21.416L")
def test_a_patrol_that_stays_is_met_by_eight_dice_from_ports_that_have_not_tried():
    game = sent(patrolling(enemies=("warspite",), at="alexandria"), "off_egypt")
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.AXIS)
    sea = at_sea(moving=AXIS, convoy=Convoy.PATROL_STAYS).ship(*THREE, place="taranto", force=1)
    sea.ship("british_cruiser_1", place="alexandria", force=1)
    assert sea.call(meetings.dice_against, "alexandria") == 8


@pytest.mark.rule("21.4171")
def test_who_has_tried_does_not_try_again():
    game = sent(patrolling(1, 1, 1, enemies=("renown",), at="alexandria"), "off_derna")
    game.choose("renown", Option.DONE)
    assert game.asked == Decision.TIME
    game.choose(Option.YES)
    assert game.asked != Decision.INTERCEPT and game.of("littorio", "berth") == NUMBERS["off_derna"]


@pytest.mark.rule("21.4171", "21.416J")
def test_who_has_escorted_troops_in_its_own_player_turn_may_look_for_a_patrol_in_the_next():
    """It has left its base in the redeployment phase, and is ready again (21.72D)."""
    sea = at_sea(moving=AXIS, phase=Phase.END).ship("littorio", place="taranto", against=IN_VAIN)
    sea.call(sequence.end_player_turn)
    assert sea.game.moving == ALLIES and not sea.call(sea_patrols.places_that_tried)


@pytest.mark.rule("21.4171", "21.416J")
def test_a_port_whose_ships_have_met_it_does_not_try_again_with_others():
    """Renown meets the patrol and leaves the battle; Valiant, who has stayed in Malta, does not look for it in its
    hex, and those of Alexandria, which have let it pass, may."""
    ships = dict.fromkeys(THREE, {"place": "taranto"}) | {"warspite": {"place": "alexandria"}}
    ships |= {"renown": {"place": "malta"}, "valiant": {"place": "malta"}}
    game = moving(ships, step=4, brps=[16, 14], dice=(6,) * 4 + (1,) * 10)
    sent(game, "off_egypt").choose("renown", Option.DONE)
    while game.asked != Decision.WITHDRAW or game.seat_asked != Side.ALLIES:
        game.choose(next(one for one in (Option.DONE, Option.NO, Option.HOLD) if one in game.options))
    game.choose(Option.YES)
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.AXIS)
    asked = []
    game.choose(Option.YES)
    while game.asked in (Decision.INTERCEPT, Decision.TIME):
        asked.append(int(game.record["subject"]) if game.asked == Decision.INTERCEPT else Decision.TIME)
        game.choose(Option.DONE if game.asked == Decision.INTERCEPT else Option.YES)
    assert asked == [NUMBERS["alexandria"], Decision.TIME, NUMBERS["alexandria"]]


@pytest.mark.rule("21.416K")
def test_a_patrol_may_go_home_and_has_been_used():
    game = sent(patrolling()).choose(Option.NO)
    assert {game.of(id, "on_patrol") for id in THREE} == {-1}
    sea = at_sea(moving=AXIS, convoy=Convoy.PATROL, step=meetings.STAYING, raiding=NUMBERS["ionian_sea"])
    sea.ship(*THREE, place="taranto", force=1)
    sea.game.power, sea.game.subject = AXIS, NUMBERS["ionian_sea"]
    sea.call(sea_patrols.take_stay, Option.NO)
    assert {sea.of(id, "inverted") for id in THREE} == {1}


def beaten(*answers, winner=Side.ALLIES, ships=THREE):
    """A patrol is met off Sicily, and after the first round a side withdraws; the Allied ships that won are asked."""
    game = patrolling(6, 6, 6, 6, 1, 1, 1, 1, ships=ships, enemies=("renown", "valiant"))
    sent(game, ships=ships)
    game.choose("renown", "valiant", Option.DONE, Option.DONE, Option.DONE)
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.HOLD)
    while game.seat_asked == winner:
        game.choose(Option.NO)
    game.choose(Option.YES)
    return game.choose(*answers)


@pytest.mark.rule("21.416E")
def test_a_patrol_that_wins_goes_on_or_home():
    game = beaten(winner=Side.AXIS)
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.AXIS)


@pytest.mark.rule("21.416F", "21.4191")
@pytest.mark.parametrize("answer", [Option.YES, Option.NO])
def test_a_patrol_that_loses_returns_and_those_that_beat_it_stay_or_go_home(answer):
    game = beaten()
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.ALLIES)
    game.choose(answer)
    for id in THREE:
        assert game.of(id, "on_patrol") == -1 and game.of(id, "inverted") == 1
    assert game.of("renown", "inverted") == int(answer == Option.NO)
    assert game.of("renown", "on_patrol") == (NUMBERS["ionian_sea"] if answer == Option.YES else -1)


@pytest.mark.rule("21.416F")
def test_only_those_that_have_beaten_a_patrol_stay_in_its_hex():
    """Neither damaged ships, nor those that have met nobody, nor the enemy's."""
    hex = NUMBERS["ionian_sea"]
    sea = at_sea(moving=AXIS, convoy=Convoy.PATROL, step=meetings.HOLDING, raiding=hex, power=ALLIES, subject=hex)
    sea.ship("renown", "valiant", place="malta", force=1, against=AIDS).ship("malaya", place="malta")
    sea.ship("valiant", place="malta", condition=1).ship("littorio", place="taranto")
    sea.call(sea_patrols.take_stay, Option.YES)
    assert [sea.of(id, "on_patrol") for id in ("renown", "valiant", "malaya", "littorio")] == [hex, -1, -1, -1]


@pytest.mark.rule("20.523A")
def test_hits_on_a_patrol_are_mended_only_when_it_comes_home():
    """Renown hits Littorio once, and leaves; the patrol stays in its hex until combat is over."""
    game = patrolling(6, 6, 6, 6, 1, 1, 4, 4, ships=("littorio", "vittorio_veneto"), enemies=("renown",))
    sent(game, ships=("littorio", "vittorio_veneto")).choose("renown", Option.DONE)
    leaves(game, Side.ALLIES)
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    while game.asked == Decision.TIME:
        game.choose(Option.YES)
    assert game.of("littorio", "on_patrol") == NUMBERS["ionian_sea"] and game.of("littorio", "hits") == 1
    while game.record["phase"] != Phase.REDEPLOYMENT:
        game.choose(Option.DONE)
    assert game.of("littorio", "on_patrol") == -1 and game.of("littorio", "hits") == 0


@pytest.mark.rule("20.523A", "21.4191")
@pytest.mark.parametrize(("answer", "hits"), [(Option.YES, 1), (Option.NO, 0)])
def test_hits_on_those_that_have_beaten_a_patrol_are_mended_unless_they_stay_at_sea(answer, hits):
    hex = NUMBERS["ionian_sea"]
    sea = at_sea(moving=AXIS, phase=Phase.INTERCEPTION, convoy=Convoy.PATROL, raiding=hex, rounds=1, power=ALLIES)
    sea.ship("littorio", place="taranto", force=1).ship("renown", place="malta", force=1, against=AIDS, hits=1)
    sea.call(landing_battles.end_meeting, True)
    sea.game.step, sea.game.subject = meetings.HOLDING, hex
    sea.call(sea_patrols.take_stay, answer)
    assert (sea.of("renown", "on_patrol") == hex) == (answer == Option.YES) and sea.of("renown", "hits") == hits


def leaves(game, side):
    """The battle goes on without a decision to the question who leaves it: this side does."""
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.DONE if Option.DONE in game.options else Option.HOLD)
    while game.seat_asked != side:
        game.choose(Option.NO)
    return game.choose(Option.YES)


@pytest.mark.rule("21.416E")
@pytest.mark.parametrize("goes_on", [True, False])
def test_a_patrol_that_has_won_goes_on_or_home_before_others_meet_it(goes_on):
    """Renown of Malta has lost to it; off Egypt Valiant of Alexandria may meet it, if it comes there."""
    game = by_malta_and_alexandria()
    game.script_dice([6, 6, 6, 6, 1, 1, 1, 1])
    sent(game, "off_egypt").choose("renown", Option.DONE)
    leaves(game, Side.ALLIES)
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.AXIS)
    assert game.describe() == "Axis: Sea off Egypt: do the ships stay at sea after the battle?"
    game.choose(Option.YES if goes_on else Option.NO)
    assert (game.asked == Decision.INTERCEPT) == goes_on and "valiant" in game.units or not goes_on
    assert {game.of(id, "inverted") for id in THREE} == {int(not goes_on)}


@pytest.mark.rule("21.416L")
@pytest.mark.parametrize("stays", [True, False])
def test_a_patrol_that_stays_and_wins_may_remain_or_go_home(stays):
    game = sent(patrolling(*(6,) * 7, 1, 1, 1, 1, enemies=("renown",)), "off_malta")
    game.choose(Option.DONE, Option.YES, "renown", Option.DONE)
    leaves(game, Side.ALLIES)
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.AXIS)
    game.choose(Option.YES if stays else Option.NO)
    hex = NUMBERS["off_malta"] if stays else -1
    assert {game.of(id, "on_patrol") for id in THREE} == {hex} and {game.of(id, "inverted") for id in THREE} == {1}


@pytest.mark.rule("21.416F", "21.4191")
def test_who_has_lost_to_the_patrol_does_not_stay_with_those_that_have_beaten_it():
    """Renown of Malta meets it and loses; Valiant of Alexandria then beats it, and alone may wait there."""
    game = by_malta_and_alexandria()
    game.script_dice([6, 6, 6, 6, 1, 1, 1, 1, 6, 6, 1, 1, 1, 1])
    sent(game, "off_egypt").choose("renown", Option.DONE)
    leaves(game, Side.ALLIES).choose(Option.YES, "valiant", Option.DONE)
    leaves(game, Side.AXIS)
    assert (game.asked, game.seat_asked) == (Decision.TIME, Side.ALLIES)
    game.choose(Option.YES)
    assert [game.of(id, "on_patrol") for id in ("valiant", "renown")] == [NUMBERS["off_egypt"], -1]
    assert [game.of(id, "inverted") for id in ("valiant", "renown")] == [0, 1]


# --- defensive patrols (21.419) ----------------------------------------------------------------------------


def waiting(**fields):
    """Allied ships are on defensive patrol off Sirte, and the Axis has troops at sea to Tobruk."""
    sea = at_sea(moving=AXIS, **fields).ship("renown", place="malta", on_patrol=NUMBERS["gulf_of_sirte"])
    sea.ship("littorio", place="naples", force=1)
    sea.call(meetings.set_out, Convoy.SEA_TRANSPORT.value, "naples", "tripoli", "naples")
    return sea


@pytest.mark.rule("21.4192")
def test_ships_on_defensive_patrol_meet_others_from_their_hex():
    sea = waiting()
    hex = NUMBERS["gulf_of_sirte"]
    assert sea.call(landing_battles.may_oppose, "renown", hex, ALLIES)
    assert not sea.call(landing_battles.may_oppose, "renown", "malta", ALLIES)
    closed = sea.call(seaways.closed_straits, ALLIES)
    assert sea.game.way[ALLIES, hex] <= sea.book.by_water[closed, hex, NUMBERS["tripoli"]]


@pytest.mark.rule("21.4192", "21.313")
def test_a_defensive_patrol_does_not_divide_so_that_carriers_are_left_alone():
    """Renown alone leaves Illustrious without fast ships."""
    sea = waiting(power=ALLIES, subject=NUMBERS["gulf_of_sirte"])
    sea.ship("illustrious", place="malta", on_patrol=NUMBERS["gulf_of_sirte"], squadrons=2)
    assert sea.mask(meetings.mask_intercept)[Option.DONE] == 1, "none has been named"
    sea.ship("renown", place="malta", on_patrol=NUMBERS["gulf_of_sirte"], force=1)
    mask = sea.mask(meetings.mask_intercept)
    assert mask[FIRST_UNIT + sea.number("illustrious")] == 1 and mask[Option.DONE] == 0
    sea.ship("illustrious", place="malta", on_patrol=NUMBERS["gulf_of_sirte"], squadrons=2, force=1)
    assert sea.mask(meetings.mask_intercept)[Option.DONE] == 1


@pytest.mark.rule("21.4192")
@pytest.mark.parametrize("convoy", Convoy)
def test_they_meet_supply_transport_and_what_sails_in_the_combat_phase_alone(convoy):
    """Whom an invasion displaces is met by the side whose turn it is, of which no defensive patrols are out."""
    sea = waiting()
    sea.game.convoy = convoy
    is_not_met = convoy in (Convoy.NONE, Convoy.PATROL, Convoy.PATROL_STAYS, Convoy.DISPLACED_BY_INVASION)
    assert sea.call(meetings.has_interceptors, "gulf_of_sirte") == (not is_not_met)
    sea.ship("valiant", place="malta")
    assert sea.call(meetings.has_interceptors, "malta"), "from port any are met"


@pytest.mark.rule("21.4192", "21.4195")
@pytest.mark.parametrize("waits", ["renown", "submarine"])
def test_submarines_meet_ships_that_change_base_and_defensive_patrols_do_not(waits):
    ships, hex = {"littorio": {"place": "tripoli"}}, NUMBERS["gulf_of_sirte"]
    fields, side, goal = {}, Side.AXIS, "benghazi"
    if waits == "renown":
        ships["renown"] = {"place": "malta", "on_patrol": hex}
    else:
        ships = {"renown": {"place": "malta"}}
        fields, side, goal = {"boats": by_place("boats", gulf_of_sirte=1)}, Side.ALLIES, "alexandria"
    game = moving(ships, side, **fields).choose(next(iter(ships)), goal)
    assert (game.asked in (Decision.INTERCEPT, Decision.SUBMARINE)) == (waits == "submarine")


@pytest.mark.rule("21.4193")
def test_after_one_success_they_go_home():
    sea = waiting()
    sea.game.force[sea.number("renown")] = 1
    sea.call(landing_battles.end_meeting, False)
    assert sea.of("renown", "on_patrol") == -1 and sea.of("renown", "inverted") == 1


@pytest.mark.rule("21.4194")
def test_they_are_met_in_turn_only_when_they_meet_others():
    """Nobody sails against a defensive patrol of himself: only against ships that the moving side has out."""
    sea = waiting()
    assert not sea.call(aid.may_aid, "littorio", "naples")
    sea.ship("roma", place="tripoli")
    assert sea.call(aid.may_aid, "roma", "tripoli")


# --- patrols of both sides in one hex (21.4182A, 21.4192) --------------------------------------------------


def both_waiting(*dice, **state):
    """Axis troops pass the gulf of Sirte, where Renown and Roma patrol."""
    sea = waiting(step=meetings.MEET, power=ALLIES, subject=NUMBERS["gulf_of_sirte"]).dice(*dice)
    sea.game.step = meetings.MEET
    return sea.ship("roma", place="taranto", on_patrol=NUMBERS["gulf_of_sirte"], inverted=1, **state)


@pytest.mark.rule("21.4182A", "21.4192")
@pytest.mark.parametrize("answers", [(Option.DONE.value,), ("renown", Option.DONE.value)])
def test_a_patrol_comes_to_the_aid_of_others_from_a_hex_whose_defensive_patrol_has_not_met_them(answers):
    """Renown lets them pass, or does not find them; then Valiant meets them, from Malta."""
    sea = both_waiting(*[1] * 8)
    sea.game.way[ALLIES, NUMBERS["gulf_of_sirte"]] = 9
    for answer in answers:
        sea.call(meetings.take_intercept, answer if isinstance(answer, int) else FIRST_UNIT + sea.number(answer))
    assert sea.of("renown", "force") == 0 and not sea.call(meetings.has_interceptors, "gulf_of_sirte")
    sea.ship("valiant", place="malta", force=1)
    sea.game.subject = NUMBERS["malta"]
    sea.dice(*[6] * 8).call(meetings.take_intercept, Option.DONE.value)
    assert sea.game.step == meetings.AID
    sea.game.way[AXIS, NUMBERS["gulf_of_sirte"]] = 0
    assert sea.call(aid.next_to_ask) == NUMBERS["gulf_of_sirte"]


@pytest.mark.rule("21.4192", "21.4182A")
def test_a_defensive_patrol_is_asked_from_a_hex_whose_patrol_has_let_others_be():
    sea = both_waiting()
    sea.game.step, sea.game.power = meetings.AID, AXIS
    sea.call(aid.take_aid, Option.DONE.value)
    assert sea.game.tried[NUMBERS["gulf_of_sirte"]] == 1
    sea.game.step = meetings.MEET
    assert sea.call(meetings.port_to_ask) == NUMBERS["gulf_of_sirte"]


@pytest.mark.rule("21.4192")
def test_a_defensive_patrol_that_has_let_some_pass_may_meet_the_next():
    sea = both_waiting()
    sea.call(meetings.take_intercept, Option.DONE.value)
    assert sea.call(meetings.port_to_ask) == -1
    sea.call(meetings.come_in, AXIS)
    sea.ship("littorio", place="naples", force=1)
    sea.call(meetings.set_out, Convoy.SEA_TRANSPORT.value, "naples", "tripoli", "naples")
    sea.game.step = meetings.MEET
    assert sea.call(meetings.port_to_ask) == NUMBERS["gulf_of_sirte"]


# --- who comes to the aid of others (21.4182) --------------------------------------------------------------


def in_need(*dice, way=0, patrol=THREE, hex="gulf_of_sirte", convoy=Convoy.SEA_TRANSPORT, **state):
    """Axis troops are met by Renown, so many hexes from a patrol."""
    sea = at_sea(moving=AXIS, convoy=convoy, phase=Phase.INTERCEPTION, step=meetings.AID).dice(*dice)
    sea.ship("italian_cruiser_1", place="naples", force=1, force_seen=1)
    sea.ship("renown", "valiant", "nelson", place="malta", force=1, force_seen=1, against=AIDS)
    sea.ship(*patrol, place="taranto", on_patrol=NUMBERS[hex], inverted=1, **state)
    sea.game.way[AXIS, NUMBERS[hex]] = way
    sea.game.power, sea.game.subject = AXIS, NUMBERS[hex]
    return sea


@pytest.mark.rule("21.4182A", "21.418")
def test_a_patrol_comes_to_the_aid_of_ships_with_cargo():
    sea = in_need()
    assert sea.call(aid.next_to_ask) == NUMBERS["gulf_of_sirte"]
    assert all(sea.call(aid.may_aid, id, "gulf_of_sirte") for id in THREE)


@pytest.mark.rule("21.4182A", "20.231A")
@pytest.mark.parametrize("ships", [("taranto_destroyers",), (*THREE, "taranto_destroyers")])
def test_destroyers_of_a_patrol_come_to_the_aid_of_others_in_the_open_or_under_a_counter(ships):
    """Twelve factors of destroyers alone, or three of them with battleships of eleven."""
    factors = 3 if len(ships) > 1 else 9
    placed = {id: {"place": "taranto"} for id in ships} | {"renown": {"place": "malta"}}
    placed["taranto_destroyers"]["strength"] = factors
    placed["naples_destroyers"] = {"place": "naples", "strength": 4}
    game = moving(placed, step=4, brps=[16, 14], dice=(1, 1, 6, 6, 6, 6, 6), infantry=troops(naples=4, tobruk=4))
    sent(game, "gulf_of_sirte", ships)
    while game.asked in (Decision.INTERCEPT, Decision.TIME):
        game.choose(Option.DONE if game.asked == Decision.INTERCEPT else Option.YES)
    assert (game.of("taranto_destroyers", "under") > 0) == (len(ships) > 1)
    while game.asked in (Decision.PATROL, Decision.BASE_CHANGE):
        game.choose(Option.DONE)
    game.choose("naples", Option.COUNT_4, "naples_destroyers")
    game.script_dice([6] * 5 + [1, 1, 1, 1, 1, 1])
    game.choose("renown", Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS) and "taranto_destroyers" in game.units
    game.choose("taranto_destroyers")
    assert game.of("taranto_destroyers", "force") == factors


@pytest.mark.rule("21.4182A")
def test_destroyers_that_come_for_the_second_round_of_the_battle_come_as_they_are():
    sea = in_need(1, 1, 1, 1, way=7, patrol=()).ship(
        "taranto_destroyers", place="taranto", strength=6, on_patrol=NUMBERS["gulf_of_sirte"], inverted=1
    )
    sails(sea, "taranto_destroyers")
    assert (sea.of("taranto_destroyers", "force"), sea.of("taranto_destroyers", "against")) == (0, ON_ITS_WAY)
    sea.call(aid.join_late)
    assert (sea.of("taranto_destroyers", "force"), sea.of("taranto_destroyers", "against")) == (6, AIDS)


@pytest.mark.rule("21.4182A", "20.32L")
@pytest.mark.parametrize(("squadrons", "night"), [(2, 0), (0, 1)])
def test_aircraft_of_a_carrier_that_comes_for_the_second_round_fly_in_it(squadrons, night):
    """Until then there were none, and the first round was fought as by night."""
    sea = at_sea(moving=ALLIES, convoy=Convoy.SUPPLY, night=1).ship("renown", place="malta", against=ON_ITS_WAY)
    sea.ship("illustrious", place="malta", against=ON_ITS_WAY, squadrons=squadrons)
    sea.call(aid.join_late)
    assert sea.game.night == night


@pytest.mark.rule("21.4182A")
def test_who_has_let_the_first_battle_be_may_come_to_the_second():
    """A patrol off Libya is asked when ships of Malta meet the troops, and again when those of Alexandria do."""
    ships = {"naples_destroyers": {"place": "naples", "strength": 4}, "caio_duilio": {"place": "naples"}}
    ships |= {
        "italian_cruiser_1": {"place": "naples"},
        "renown": {"place": "malta"},
        "valiant": {"place": "alexandria"},
    }
    ships["littorio"] = {"place": "taranto", "on_patrol": NUMBERS["libyan_sea"], "inverted": 1}
    dice = (6,) * 5 + (1, 1) * 2 + (6,) * 3 + (1, 1) * 2
    game = moving(ships, step=3, dice=dice, infantry=troops(naples=4, tobruk=4))
    game.choose("naples", Option.COUNT_4, "naples_destroyers", "caio_duilio", "italian_cruiser_1")
    for ship in ("renown", "valiant"):
        game.choose(ship, Option.DONE)
        assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS), ship
        game.choose(Option.DONE)
        leaves(game, Side.ALLIES)
    assert game.record["infantry"][NUMBERS["tobruk"]] == 8


@pytest.mark.rule("21.4182A", "20.162A")
@pytest.mark.parametrize(("destroyers", "may"), [(19, THREE), (20, THREE[2:]), (21, ())])
def test_no_more_come_than_make_up_a_task_force_of_twenty_five(destroyers, may):
    """A cruiser of two factors sails with the destroyers; of the patrol two ships have four factors, one has three."""
    sea = in_need().ship("naples_destroyers", place="naples", strength=destroyers, force=destroyers)
    answers = {Option.DONE, *(FIRST_UNIT + sea.number(id) for id in may)}
    assert sea.mask(aid.mask_aid).tolist() == [int(answer in answers) for answer in range(RECORDS.actions)]


@pytest.mark.rule("21.4182E")
@pytest.mark.parametrize(("convoy", "may"), [(Convoy.NONE, False), (Convoy.PATROL, False),
                                             (Convoy.PATROL_STAYS, False), (Convoy.CARRIERS, True)])  # fmt: skip
def test_not_of_patrols_and_base_changes(convoy, may):
    """Carriers sail in the combat phase, and so not at one time with patrols."""
    sea = in_need(convoy=convoy)
    assert [bool(sea.call(aid.may_aid, id, "gulf_of_sirte")) for id in THREE] == [may] * 3


@pytest.mark.rule("21.4182E")
def test_patrols_meet_no_enemies_of_themselves():
    """They have been used; only after a success do they fight."""
    sea = in_need()
    assert not sea.call(routes.places_with_ships, AXIS) >> NUMBERS["gulf_of_sirte"] & 1
    assert not sea.call(landing_battles.may_oppose, "littorio", "gulf_of_sirte", AXIS)


@pytest.mark.rule("21.4182A")
@pytest.mark.parametrize(("way", "dice"), [(0, 6), (3, 4)])
def test_four_dice_from_a_patrol_and_two_more_in_the_very_hex(way, dice):
    assert in_need(way=way).call(aid.dice_to_aid, "gulf_of_sirte") == dice


@pytest.mark.rule("21.4182A")
@pytest.mark.parametrize(("ships", "dice"), [(("roma",), 1), ((), 1)])
def test_one_die_from_a_port(ships, dice):
    sea = in_need().ship(*ships, place="tripoli")
    sea.game.way[AXIS, NUMBERS["tripoli"]] = 4
    assert sea.call(aid.dice_to_aid, "tripoli") == dice


@pytest.mark.rule("20.252C")
@pytest.mark.parametrize(("ship", "dice"), [("renown", 3), ("malaya", 2)])
def test_slow_ships_have_a_die_less_to_come(ship, dice):
    """One, and two for the squadrons of Malta."""
    sea = at_sea(moving=ALLIES, convoy=Convoy.SUPPLY).ship(ship, place="malta", against=ON_ITS_WAY, force=1)
    sea.ship(*THREE, place="taranto", force=1)
    sea.game.way[ALLIES, NUMBERS["malta"]] = 3
    assert sea.call(aid.dice_to_aid, "malta") == dice


def allied_cargo(**carriers):
    """Allied destroyers with troops are met by Italian battleships; where these ships are, each alone in her place."""
    sea = at_sea(moving=ALLIES, convoy=Convoy.SEA_TRANSPORT, phase=Phase.INTERCEPTION, step=meetings.AID)
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=5, force=5, force_seen=5, carrying=2)
    sea.ship(*THREE, place="taranto", force=1, force_seen=1, against=AIDS)
    for id, state in carriers.items():
        sea.ship(id, squadrons=2 * int(id == "illustrious"), **state)
    return sea


@pytest.mark.rule("21.313")
def test_carriers_come_to_the_aid_of_others_with_fast_factors_of_their_own_place():
    """Those of the ships that are met do not count."""
    sea = allied_cargo(illustrious={"place": "malta"}, renown={"place": "malta"}, malaya={"place": "malta"})
    sea.game.power, sea.game.subject = ALLIES, NUMBERS["malta"]
    assert not sea.call(aid.may_aid, "illustrious", "malta")
    sea.call(aid.take_aid, FIRST_UNIT + sea.number("malaya"))
    assert not sea.call(aid.may_aid, "illustrious", "malta"), "she is slow"
    sea.call(aid.take_aid, FIRST_UNIT + sea.number("renown"))
    assert sea.call(aid.may_aid, "illustrious", "malta")
    assert sea.mask(aid.mask_aid)[Option.DONE] == 1, "who stays in port stays there"


@pytest.mark.rule("21.4182D", "21.313")
@pytest.mark.parametrize(("sailing", "may_go"), [(5, True), (21, False)])
def test_a_patrol_does_not_divide_so_that_carriers_are_left_alone(sailing, may_go):
    """Renown alone leaves Illustrious without fast ships, so that she must come too, if there is room for her."""
    patrol = {"place": "malta", "on_patrol": NUMBERS["off_malta"], "inverted": 1}
    sea = allied_cargo(illustrious=patrol, renown=patrol)
    sea.ship("gibraltar_destroyers", place="gibraltar", strength=sailing, force=sailing)
    sea.game.power, sea.game.subject = ALLIES, NUMBERS["off_malta"]
    assert sea.mask(aid.mask_aid)[Option.DONE] == 1, "none has been named"
    sea.call(aid.take_aid, FIRST_UNIT + sea.number("renown"))
    mask = sea.mask(aid.mask_aid)
    assert mask[FIRST_UNIT + sea.number("illustrious")] == may_go and mask[Option.DONE] == (not may_go)
    sea.ship("british_cruiser_1", "british_cruiser_2", **patrol)
    assert sea.mask(aid.mask_aid)[Option.DONE] == 1, "others stay with her"


def sails(sea, *ships):
    """They sail, and the dice are rolled."""
    for id in ships:
        sea.call(aid.take_aid, FIRST_UNIT + sea.number(id))
    sea.call(aid.take_aid, Option.DONE.value)
    return sea


@pytest.mark.rule("21.4182A")
def test_a_place_all_of_whose_ships_set_out_still_has_its_dice():
    sea = in_need()
    for id in THREE:
        sea.call(aid.take_aid, FIRST_UNIT + sea.number(id))
    assert sea.call(aid.next_to_ask) == NUMBERS["gulf_of_sirte"]


@pytest.mark.rule("21.4182B")
def test_who_comes_in_time_joins_the_force_and_sails_on_with_it():
    sea = sails(in_need(1, 1, 1, 1, way=4), *THREE)
    assert {sea.of(id, "force") for id in THREE} == {1} and {sea.of(id, "against") for id in THREE} == {AIDS}
    sea.call(aid.give_up)
    assert {sea.of(id, "force") for id in THREE} == {1}


@pytest.mark.rule("21.4182C")
def test_who_comes_too_late_goes_back_to_its_hex_and_tries_no_more():
    sea = sails(in_need(1, 1, 1, 1, way=9), *THREE)
    assert {sea.of(id, "against") for id in THREE} == {IN_VAIN} and {sea.of(id, "force") for id in THREE} == {0}
    assert {sea.of(id, "on_patrol") for id in THREE} == {NUMBERS["gulf_of_sirte"]}
    assert not sea.call(aid.may_aid, "littorio", "gulf_of_sirte")
    sea.call(aid.forget)
    assert sea.call(aid.may_aid, "littorio", "gulf_of_sirte"), "until a later phase"


@pytest.mark.rule("21.4182C")
def test_invasions_are_of_the_same_phase_as_missions_of_carriers():
    sea = sails(in_need(1, 1, 1, 1, way=9), *THREE)
    sea.game.phase, sea.book.options = Phase.MISSIONS, 1 << Switch.LANDINGS
    sea.call(sea_patrols.send_no_more)
    assert sea.game.phase == Phase.INVASIONS and {sea.of(id, "against") for id in THREE} == {IN_VAIN}


@pytest.mark.rule("21.4182B")
def test_who_lacks_three_or_less_comes_for_the_second_round():
    sea = sails(in_need(1, 1, 1, 1, way=6), *THREE)
    assert {sea.of(id, "against") for id in THREE} == {ON_ITS_WAY} and {sea.of(id, "force") for id in THREE} == {0}
    sea.call(aid.join_late)
    assert {sea.of(id, "force") for id in THREE} == {1}


def of_haifa(way, unit, *enemies, taken=0):
    """British troops are met by these, so many hexes from a ship of Haifa."""
    sea = at_sea(moving=ALLIES, convoy=Convoy.SEA_TRANSPORT, phase=Phase.INTERCEPTION, step=meetings.AID)
    sea.ship("alexandria_destroyers", place="alexandria", force=6, force_seen=6, carrying=6)
    sea.ship(*enemies, place="taranto", force=1, force_seen=1, against=AIDS).ship(unit, place="haifa")
    sea.game.way[ALLIES, NUMBERS["haifa"]], sea.game.taken[NUMBERS["haifa"]] = way, taken
    sea.game.power, sea.game.subject = ALLIES, NUMBERS["haifa"]
    return sea


@pytest.mark.rule("21.4182A")
@pytest.mark.parametrize(("unit", "die", "against"), [("renown", 1, ON_ITS_WAY), ("valiant", 0, IN_VAIN)])
def test_slow_ships_of_a_port_that_have_no_die_left_do_not_come_for_the_second_round(unit, die, against):
    """A port has one die, and one less for slow ships (22.2); without any they reach the very hex alone (AR-31)."""
    sea = sails(of_haifa(3 + die, unit, *THREE).dice(1), unit)
    assert sea.of(unit, "against") == against and sea.game.scripted_used == die


@pytest.mark.rule("21.4182A")
@pytest.mark.parametrize(("way", "asked"), [(0, True), (1, False)])
def test_without_any_dice_ships_come_to_the_very_hex_alone(way, asked):
    """A port has one die, and two in the very hex; one less against seven factors, two less if it has been taken."""
    sea = of_haifa(way, "renown", *THREE[:1], "caio_duilio", taken=1)
    assert sea.call(aid.dice_to_aid, "haifa") == 0 and sea.call(aid.can_come, "haifa") == asked
    if asked:
        assert sails(sea, "renown").of("renown", "against") == AIDS


@pytest.mark.rule("21.4182D")
def test_a_patrol_may_divide():
    sea = sails(in_need(6, 6, 6, 6, way=4), "littorio")
    assert sea.of("littorio", "force") == 1 and sea.of("vittorio_veneto", "force") == 0
    assert sea.of("vittorio_veneto", "against") == 0, "it may go to others"


# --- home (21.4183) ----------------------------------------------------------------------------------------


@pytest.mark.rule("21.4183")
def test_patrols_of_both_sides_return_after_combat_used():
    sea = at_sea(moving=AXIS).ship("littorio", place="taranto", on_patrol=NUMBERS["ionian_sea"], inverted=1)
    sea.ship("renown", place="malta", on_patrol=NUMBERS["off_malta"])
    sea.call(sea_patrols.come_home)
    for id, port in (("littorio", "taranto"), ("renown", "malta")):
        assert sea.of(id, "on_patrol") == -1 and sea.of(id, "inverted") == 1 and sea.of(id, "place") == NUMBERS[port]


@pytest.mark.rule("21.415", "21.33")
@pytest.mark.parametrize("counter", [0, 1])
@pytest.mark.parametrize(("port", "factors", "haven"), [("malta", 0, "tobruk"), ("malta", 50, "alexandria"),
                                                        ("gibraltar", 0, "gibraltar")])  # fmt: skip
def test_one_whose_base_has_been_taken_returns_to_the_nearest_other_with_room(counter, port, factors, haven):
    """From off Derna, with room for fifty factors at Tobruk or for none."""
    sea = at_sea(moving=AXIS).ship("renown", "nelson", "valiant", place=port, inverted=1)
    if counter == 1:
        sea.ship("renown", "nelson", "valiant", place=port, under=1, berth=NUMBERS["off_derna"])
        sea.game.counter_at[ALLIES, 0] = NUMBERS["off_derna"]
    else:
        sea.ship("renown", "nelson", "valiant", place=port, on_patrol=NUMBERS["off_derna"])
    sea.ship("alexandria_destroyers", place="tobruk", strength=factors)
    sea.game.control[NUMBERS["malta"]], sea.game.control[NUMBERS["tobruk"]] = AXIS, ALLIES
    sea.call(sea_patrols.come_home)
    for id in ("renown", "nelson", "valiant"):
        assert (sea.of(id, "place"), sea.of(id, "on_patrol")) == (NUMBERS[haven], -1)
        assert sea.of(id, "inverted") == 1 and sea.game.displacing == 0


# --- a whole meeting ---------------------------------------------------------------------------------------


@pytest.mark.rule("21.4182B")
def test_a_patrol_saves_troops_that_would_have_been_beaten_alone():
    ships = {id: {"place": "taranto"} for id in THREE} | {"naples_destroyers": {"place": "naples", "strength": 4}}
    ships["renown"] = {"place": "malta"}
    dice = (6,) * 5 + (6,) * 6 + (1,) * 8
    game = moving(ships, step=4, brps=[16, 14], dice=dice, infantry=troops(naples=4, tobruk=4))
    sent(game, "ionian_sea")
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    game.choose(Option.YES)
    while game.asked in (Decision.INTERCEPT, Decision.PATROL, Decision.BASE_CHANGE):
        game.choose(Option.DONE)
    game.choose("naples", Option.COUNT_4, "naples_destroyers")
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES)
    game.choose("renown", Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.AXIS)
    assert "come to the aid of the troops from Naples (4 factors)" in game.describe()
    game.choose(*THREE, Option.DONE)
    assert game.asked == Decision.SCREEN and game.record["force"][number_of(game, "littorio")] == 1


def number_of(game, id):
    """The number of a unit."""
    return game.names.unit_number(id)


@pytest.mark.rule("21.411")
def test_who_has_named_a_hex_sends_a_ship_there():
    game = patrolling()
    game.choose("off_derna")
    assert game.asked == Decision.PATROL_WITH
    assert Option.DONE not in game.legal
    game.choose(THREE[0])
    assert Option.DONE in game.legal
