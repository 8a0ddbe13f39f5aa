"""Invasions on a map of hexes: of which places, by whom, and what becomes of them (21.51, 21.52)."""

import numpy as np
import pytest

from aw_env.games.world_at_war.printed.load import SCENARIOS
from aw_env.games.world_at_war.records.kinds import NOBODY, Convoy, Decision, Event, Option, Phase, Side
from aw_env.games.world_at_war.rules import aid, bases, ground_attacks, invasions_on_hexes, meetings, passages
from aw_env.games.world_at_war.rules.landing_battles import AGAINST_INVASION, IN_ITS_HEX
from aw_env.games.world_at_war.rules.troops import EMBARK, HEX, SUPPORT
from tests.random_play import RandomGame
from tests.world_at_war.positions import playing
from tests.world_at_war.random_games import PLAYED
from tests.world_at_war.sea_of_hexes import FILE, NO_BOATS, NUMBERS, Sea, by_place, held, troops

AXIS, ALLIES = Side.AXIS.value, Side.ALLIES.value
TWELVE = {"taranto_destroyers": {"place": "messina"}, "naples_destroyers": {"place": "messina"}}
BATTLESHIPS = {id: {"place": "messina"} for id in ("littorio", "vittorio_veneto", "caio_duilio", "giulio_cesare")}
MALAYA = {"malaya": {"place": "malta"}}
LANDINGS = ("landings",)
NOT_FROM = ("india", "australia", "south_africa")


def invading(ships, side=Side.AXIS, dice=(), **fields):
    """The invasions of a side on turn 3, with these ships and troops alone."""
    fields = {"boats": NO_BOATS, "step": HEX, "cursor": -1, "turn": 3, "brps": [50, 50], **fields}
    return playing(Phase.INVASIONS, ships, dice, FILE, LANDINGS, moving=side, **fields)


def sailed(ships, *company, factors=6, hex="malta", base="messina", **fields):
    """An invasion of so many factors from one base, with these ships along, about to be met."""
    game = invading(ships, infantry=troops(**{base: factors}), **fields).choose(hex, base, Option.COUNT_0 + factors)
    while game.asked == Decision.CARRY:
        game.choose(min(game.units))
    return game.choose(*company)


def let_be(game):
    """Nobody tries to meet it."""
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    return game


def ashore(*dice, ships=TWELVE, **fields):
    """An invasion of Malta that nobody meets, and the dice of its combat."""
    return sailed(ships, Option.DONE, dice=dice, **fields)


def before(side=AXIS, hex="gibraltar", **fields):
    """An invasion of a place whose rules are called one by one, before any embark."""
    fields = {
        "boats": NO_BOATS,
        "turn": 3,
        "moving": side,
        "phase": Phase.INVASIONS,
        "step": EMBARK,
        "brps": [50, 50],
        "convoy": Convoy.INVASION,
        **fields,
    }
    sea = Sea(FILE, **fields)
    sea.game.origin[1] = NUMBERS[hex]
    return sea


def at(game, id, field):
    """A field of a place."""
    return int(game.record[field][NUMBERS[id]])


# --- of which places (21.5153, 21.5154) --------------------------------------------------------------------


@pytest.mark.rule("21.5154")
def test_only_islands_of_one_hex_gibraltar_and_beaches_are_invaded():
    """Of the Allied ports in reach Alexandria, Haifa and Port Said are none of these."""
    ships = {id: state | {"place": "rhodes"} for id, state in TWELVE.items()} | BATTLESHIPS
    game = invading(ships, infantry=troops(rhodes=6), turn=4, control=held(suda=Side.ALLIES))
    assert game.asked == Decision.INVADE and game.places == {"malta", "gibraltar", "famagusta", "suda"}
    game = invading(TWELVE | BATTLESHIPS, infantry=troops(messina=6))
    assert game.places == {"malta", "gibraltar", "famagusta"}


@pytest.mark.parametrize(("turn", "may"), [(3, False), (4, True)])
def test_crete_is_invaded_from_turn_four_on(turn, may):
    game = invading(TWELVE, infantry=troops(messina=6), turn=turn, control=held(suda=Side.ALLIES))
    assert ("suda" in game.places) == may


@pytest.mark.rule("21.511")
def test_neutral_and_own_places_are_not_invaded():
    game = invading(TWELVE, infantry=troops(messina=6), turn=4, control=held(malta=Side.AXIS))
    assert not game.places & {"malta", "suda", "rhodes"}


@pytest.mark.rule("21.5153A")
@pytest.mark.parametrize(
    ("ships", "may"),
    [
        ({"nelson": {}, "malaya": {}, "warspite": {}}, False),  # ten factors
        ({"ramillies": {}, "malaya": {}, "warspite": {}}, True),  # nine
        ({"nelson": {}, "malaya": {}, "warspite": {"condition": 1, "hits": 2}}, True),  # a damaged one does not count
    ],
)
def test_ten_undamaged_factors_in_the_port_forbid_it(ships, may):
    there = {id: state | {"place": "malta"} for id, state in ships.items()}
    game = invading(TWELVE | there, infantry=troops(messina=6))
    assert ("malta" in game.places) == may


@pytest.mark.rule("21.5153C")
def test_ships_in_famagusta_do_not_forbid_it():
    there = {id: {"place": "famagusta"} for id in ("nelson", "malaya", "warspite")}
    assert "famagusta" in invading(TWELVE | there, infantry=troops(messina=6)).places


@pytest.mark.rule("21.5152")
def test_a_place_that_nothing_at_hand_can_attack_at_one_to_one_is_not_invaded():
    """A factor with four destroyers that bombard against two, which count three times."""
    ships = {"naples_destroyers": {"place": "messina", "strength": 4}}
    assert "malta" not in invading(ships, infantry=troops(messina=1)).places
    assert "malta" in invading(ships, infantry=troops(messina=1), garrison=by_place("garrison", malta=0)).places


@pytest.mark.rule("21.5152", "21.521")
@pytest.mark.parametrize(
    ("company", "may"),
    [
        ({}, False),
        ({"warspite": {}, "valiant": {}}, True),  # six factors of guns for two of the attack
        ({id: {"squadrons": 0} for id in ("ark_royal", "illustrious", "formidable", "furious")}, False),
        ({"ark_royal": {"squadrons": 3}, "illustrious": {"squadrons": 3}}, True),
        ({"escort_carriers": {"strength": 1}}, False),
        ({"escort_carriers": {"strength": 2}}, True),
    ],
)
def test_carriers_add_their_aircraft_and_no_guns(company, may):
    """Four factors of infantry, for which eight destroyers carry, against two of Rhodes, which count three times; of
    escort carriers each adds a factor (20.442)."""
    ships = {"alexandria_destroyers": {"strength": 8}} | company
    ships = {id: state | {"place": "alexandria"} for id, state in ships.items()}
    game = invading(ships, side=ALLIES, infantry=troops(alexandria=4), garrison=by_place("garrison", rhodes=2))
    assert ("rhodes" in game.places) == may


# --- by whom (21.512-21.514) -------------------------------------------------------------------------------


@pytest.mark.rule("21.513A")
@pytest.mark.rule("21.513B")
@pytest.mark.parametrize(("garrison", "destroyers"), [(0, 4), (1, 8)])
def test_a_factor_takes_two_destroyers_where_the_place_is_defended(garrison, destroyers):
    game = invading(TWELVE, infantry=troops(messina=4), garrison=by_place("garrison", malta=garrison))
    game.choose("malta", "messina", Option.COUNT_4)
    while game.asked == Decision.CARRY:
        game.choose("taranto_destroyers" if "taranto_destroyers" in game.units else "naples_destroyers")
    assert game.record["carrying"].sum() == destroyers


@pytest.mark.rule("21.513B")
def test_no_more_embark_than_there_are_destroyers_for():
    ships = {"naples_destroyers": {"place": "messina", "strength": 4}} | BATTLESHIPS
    game = invading(ships, infantry=troops(messina=6), garrison=by_place("garrison", malta=1))
    assert game.choose("malta", "messina").options == {Option.COUNT_1, Option.COUNT_2}


@pytest.mark.rule("21.514A")
@pytest.mark.rule("21.514B")
def test_destroyers_come_from_another_base_than_the_troops():
    game = sailed({id: {"place": "taranto"} for id in TWELVE} | BATTLESHIPS, factors=4)
    assert game.asked == Decision.PROTECT
    carried = {unit.id for unit in game.names.units if game.record["carrying"][unit.number]}
    assert carried and all(game.of(id, "place") == NUMBERS["taranto"] for id in carried)


@pytest.mark.rule("21.512")
@pytest.mark.parametrize(("place", "may"), [("rhodes", True), ("la_spezia", False)])
def test_all_of_their_way_is_within_forty_hexes(place, may):
    """From La Spezia to Rhodes and on to Gibraltar it is more."""
    ships = {id: {"place": place} for id in TWELVE}
    game = invading(ships, infantry=troops(rhodes=3), garrison=by_place("garrison", gibraltar=0))
    assert ("gibraltar" in game.places) == may and "malta" in game.places


@pytest.mark.rule("21.514C")
def test_troops_of_several_bases_sail_together():
    game = invading(TWELVE | BATTLESHIPS, infantry=troops(messina=2, palermo=2)).choose(
        "malta", "messina", Option.COUNT_2
    )
    while game.asked == Decision.CARRY:
        game.choose(min(game.units))
    assert game.asked == Decision.EMBARK and game.places == {"palermo"} and Option.DONE in game.options
    game.choose("palermo", Option.COUNT_2)
    while game.asked == Decision.CARRY:
        game.choose(min(game.units))
    assert game.asked == Decision.PROTECT and game.record["aboard_infantry"].sum() == 4


@pytest.mark.rule("21.514E")
def test_troops_that_have_come_over_the_sea_this_turn_do_not_invade():
    game = invading(TWELVE, infantry=troops(messina=4), tired_infantry=troops(messina=3))
    assert "malta" not in game.places
    game = invading(TWELVE | BATTLESHIPS, infantry=troops(messina=4), tired_infantry=troops(messina=2))
    assert game.choose("malta", "messina").options == {Option.COUNT_1, Option.COUNT_2}


@pytest.mark.rule("21.514F")
@pytest.mark.parametrize(("unsupplied", "kept", "most"), [(1, 0, 0), (0, 0, 0), (0, 1, 6)])
def test_troops_that_are_not_fully_supplied_do_not_invade(unsupplied, kept, most):
    """In Tripoli a supply line that has been kept feeds six factors."""
    sea = before(
        infantry=troops(tripoli=7),
        unsupplied=by_place("unsupplied", tripoli=unsupplied),
        kept=by_place("kept", naples=kept),
    ).ship("taranto_destroyers", "naples_destroyers", place="tripoli")
    sea.game.garrison[:] = 0
    assert sea.call(invasions_on_hexes.most_embarking, "tripoli") == most


@pytest.mark.rule("21.514C")
@pytest.mark.parametrize(("aboard", "most"), [(0, 6), (1, 0)])
def test_troops_of_a_base_embark_once(aboard, most):
    sea = before(hex="malta", infantry=troops(messina=6)).ship("taranto_destroyers", place="messina", strength=12)
    sea.game.aboard_infantry[NUMBERS["messina"]] = aboard
    assert sea.call(invasions_on_hexes.most_embarking, "messina") == most


@pytest.mark.rule("21.512D", "21.512E")
@pytest.mark.parametrize(("base", "may"), [("port_said", True), *((f"{box}_box", False) for box in NOT_FROM)])
def test_no_invasion_sails_from_a_box(base, may):
    """India and Australia are boxes whose troops invade on the Pacific map alone, and from South Africa none do."""
    ships = {"alexandria_destroyers": {"place": base}, "mediterranean_destroyers": {"place": "port_said"}}
    undefended = by_place("garrison", rhodes=0)
    game = invading(ships, Side.ALLIES, infantry=troops(**{base: 3}), garrison=undefended)
    assert ("rhodes" in game.places) == may


# --- who goes along (21.514D, 21.5152, 21.52) --------------------------------------------------------------


@pytest.mark.rule("21.5152")
@pytest.mark.rule("21.525")
def test_it_sails_only_when_guns_make_it_one_to_one():
    """Three factors and six of guns at three to one are four against six; fifteen are no more than three (21.526A)."""
    game = sailed(TWELVE | BATTLESHIPS, factors=3)
    assert game.options == {Option.CALL_OFF} and set(BATTLESHIPS) <= game.units
    game.choose("littorio", "vittorio_veneto")
    assert Option.DONE not in game.options
    assert Option.DONE in game.choose("caio_duilio").options


@pytest.mark.rule("21.526A")
def test_ships_of_italy_add_no_more_than_the_troops():
    game = sailed(TWELVE | BATTLESHIPS, factors=2)
    while game.units:
        game.choose(min(game.units))
    assert game.options == {Option.CALL_OFF}, "two and two of fourteen factors of guns, against six"


def test_it_costs_a_brp_for_three_factors_and_calling_it_off_nothing():
    game = ashore(6)
    assert game.record["brps"].tolist() == [50, 46]
    game = sailed(TWELVE, Option.CALL_OFF)
    assert game.record["brps"].tolist() == [50, 50] and "called_off" in game.happened
    assert game.asked == Decision.INVADE and "malta" not in game.places and "famagusta" in game.places
    assert game.of("taranto_destroyers", "inverted") == 0 and game.record["force"].sum() == 0


@pytest.mark.parametrize(("brps", "may"), [(4, False), (5, True)])
def test_ships_that_are_not_paid_for_stay(brps, may):
    game = sailed(TWELVE | BATTLESHIPS, brps=[50, brps])
    assert ("caio_duilio" in game.units) == may


# --- met on the way (21.516, 21.5153E) ---------------------------------------------------------------------


def test_in_its_hex_it_is_met_by_one_die_more():
    game = sailed(TWELVE | MALAYA | {"warspite": {"place": "alexandria"}}, Option.DONE)
    sea = Sea(FILE)
    sea.games[0], sea.books[:] = game.record, SCENARIOS.ready(FILE, LANDINGS).books
    sea.game.task_force[:] = 0
    search = sea.call(meetings.searching, ALLIES, sea.game.way[ALLIES])
    assert sea.call(meetings.dice_against, "malta") - search == AGAINST_INVASION + IN_ITS_HEX
    sea.game.convoy = Convoy.SEA_TRANSPORT
    assert sea.call(meetings.dice_against, "malta") - search == AGAINST_INVASION


@pytest.mark.rule("21.5153E")
def test_ships_of_the_place_itself_may_meet_it():
    game = sailed(TWELVE | MALAYA, Option.DONE)
    assert (game.asked, game.seat_asked) == (Decision.INTERCEPT, Side.ALLIES) and game.units == {"malaya"}


@pytest.mark.rule("21.516B")
@pytest.mark.rule("21.516C")
def test_an_invasion_that_leaves_a_battle_goes_back_to_its_base():
    """The troops are back, and do not invade any more; the destroyers have been used."""
    game = sailed(TWELVE | BATTLESHIPS | MALAYA, "littorio", Option.DONE, dice=[6] * 5)
    game.choose("malaya", Option.DONE)
    while game.asked != Decision.WITHDRAW:
        game.choose(Option.DONE if Option.DONE in game.options else game.legal[0])
        game.script_dice([1] * 12)
    while game.asked == Decision.WITHDRAW:
        game.choose(Option.YES if game.seat_asked == Side.AXIS else Option.NO)
    assert "repelled" in game.happened
    assert at(game, "messina", "infantry") == at(game, "messina", "tired_infantry") == 6
    assert at(game, "malta", "control") == ALLIES and game.of("littorio", "inverted") == 1
    assert game.record["aboard_infantry"].sum() == game.record["carrying"].sum() == 0


@pytest.mark.rule("21.33", "21.5153E")
@pytest.mark.parametrize(("haven", "home"), [(ALLIES, "suda"), (NOBODY, "alexandria")])
def test_ships_of_the_place_that_have_met_it_return_to_another_base(haven, home):
    """To the nearest of theirs within twenty hexes; who has stayed at Malta lies there."""
    ships = TWELVE | BATTLESHIPS | MALAYA | {"valiant": {"place": "malta"}}
    game = sailed(ships, "littorio", Option.DONE, dice=[6] * 5, control=held(suda=haven)).choose("malaya", Option.DONE)
    while game.asked != Decision.WITHDRAW or game.seat_asked != Side.ALLIES:
        game.script_dice([1] * 12)
        game.choose(next(one for one in (Option.DONE, Option.NO, Option.HOLD) if one in game.options))
    game.choose(Option.YES)
    assert (game.of("malaya", "place"), game.of("malaya", "inverted")) == (NUMBERS[home], 1)
    assert (game.of("valiant", "place"), game.of("valiant", "inverted")) == (NUMBERS["malta"], 0)


# --- ashore (21.517, 21.528) -------------------------------------------------------------------------------


@pytest.mark.rule("21.517A")
def test_two_units_attack_which_are_six_factors():
    control, garrison = held(malta=Side.ALLIES), by_place("garrison", malta=1)
    extra = {"italian_destroyers_2": {"place": "messina", "strength": 4}}
    game = sailed(TWELVE | extra, Option.DONE, factors=8, dice=[6], control=control, garrison=garrison)
    attack = next(row for row in game.game._events[1:] if row[0] == Event.GROUND_COMBAT)
    assert attack[1:3].tolist() == [6, 3]


@pytest.mark.rule("21.517E")
@pytest.mark.rule("21.517I")
def test_a_success_takes_the_place_and_its_points():
    """Six against two, which count three times; of a "d" the attacker loses half of the defenders' printed factors."""
    game = ashore(6)
    assert game.asked == Decision.LOSSES and game.record["owed"] == 1
    game.choose(Option.INFANTRY)
    assert at(game, "malta", "control") == AXIS and at(game, "malta", "garrison") == 0
    assert at(game, "malta", "infantry") == at(game, "malta", "tired_infantry") == 5
    assert game.record["points"].tolist() == [0, 10] and "prize" in game.happened
    assert game.of("taranto_destroyers", "inverted") == 1


@pytest.mark.rule("21.517J")
def test_a_failure_loses_those_who_attacked():
    game = ashore(1)
    assert "repelled" in game.happened and at(game, "malta", "control") == ALLIES
    assert game.record["infantry"].sum() == 0 and game.record["points"].tolist() == [0, 0]


@pytest.mark.rule("21.513A")
@pytest.mark.rule("21.517I")
def test_a_place_that_nobody_holds_is_taken_without_a_fight():
    game = ashore(factors=1, garrison=by_place("garrison", malta=0))
    assert at(game, "malta", "control") == AXIS and at(game, "malta", "infantry") == 1
    assert "ground_combat" not in game.happened


@pytest.mark.rule("21.517I")
def test_troops_in_reserve_may_go_ashore_too():
    extra = {"italian_destroyers_2": {"place": "messina", "strength": 4}}
    for answer, there in ((Option.YES, 8), (Option.NO, 6)):
        game = sailed(TWELVE | extra, Option.DONE, factors=8, dice=[6], garrison=by_place("garrison", malta=1))
        assert game.asked == Decision.LAND
        game.choose(answer)
        assert at(game, "malta", "infantry") == there and at(game, "messina", "infantry") == 8 - there


@pytest.mark.rule("21.5153E")
@pytest.mark.rule("21.23")
def test_ships_of_a_place_that_is_taken_are_displaced_when_the_invasion_is_over():
    game = let_be(ashore(6, ships=TWELVE | MALAYA))
    game.choose(Option.INFANTRY)
    assert at(game, "malta", "control") == AXIS
    while game.asked == Decision.INTERCEPT:
        game.choose(Option.DONE)
    assert game.of("malaya", "place") == NUMBERS["alexandria"] and game.of("malaya", "inverted") == 1
    assert game.record["moving"] == AXIS and game.record["phase"] == Phase.INVASIONS
    assert game.asked == Decision.INVADE


@pytest.mark.rule("21.517D")
@pytest.mark.rule("21.517F")
def test_squadrons_of_bases_within_three_hexes_support_either_side():
    squadrons = by_place("airbase", palermo=6, cagliari=3, malta=3)
    game = ashore(6, airbase=squadrons)
    assert (game.asked, game.seat_asked, game.places) == (Decision.SUPPORT, Side.AXIS, {"palermo"})
    game.choose("palermo")
    game.choose(*([Option.DONE] if game.asked == Decision.SUPPORT else []))
    assert (game.asked, game.seat_asked, game.places) == (Decision.COVER_LAND, Side.ALLIES, {"malta"})
    game.choose(Option.DONE)
    attack = next(row for row in game.game._events[1:] if row[0] == Event.GROUND_COMBAT)
    assert attack[1:3].tolist() == [8, 6]


@pytest.mark.rule("21.514E")
def test_a_bridgehead_is_no_base_of_invasions():
    game = ashore(6)
    game.choose(Option.INFANTRY)
    assert at(game, "malta", "bridgehead") == 1
    sea = before(infantry=troops(malta=5), control=held(malta=Side.AXIS), bridgehead=by_place("bridgehead", malta=1))
    sea.ship(*TWELVE, place="messina")
    assert sea.call(invasions_on_hexes.most_embarking, "malta") == 0


# --- what goes with it -------------------------------------------------------------------------------------


def test_crete_does_not_fall_by_itself_where_it_must_be_invaded():
    for options, holder in (((), AXIS), (LANDINGS, ALLIES)):
        game = playing(
            Phase.START,
            {},
            (),
            FILE,
            options,
            moving=Side.AXIS,
            turn=5,
            boats=NO_BOATS,
            control=held(suda=Side.ALLIES, piraeus=Side.ALLIES),
        )
        assert at(game, "suda", "control") == holder and at(game, "piraeus", "control") == AXIS


def test_malta_waits_for_no_supply_line_in_axis_hands():
    game = playing(
        Phase.START, {}, (), FILE, LANDINGS, moving=Side.ALLIES, turn=4, boats=NO_BOATS, control=held(malta=Side.AXIS)
    )
    assert at(game, "malta", "unsupplied") == 0


def test_squadrons_over_the_front_stay_there_during_an_invasion():
    over = by_place("over_troops", tripoli=3)
    game = ashore(1, over_troops=over)
    assert at(game, "tripoli", "over_troops") == 3


def test_without_the_option_nothing_is_invaded():
    game = playing(
        Phase.MISSIONS,
        TWELVE,
        (),
        FILE,
        moving=Side.AXIS,
        boats=NO_BOATS,
        step=0,
        cursor=-1,
        infantry=troops(messina=6),
    )
    assert game.record["phase"] != Phase.INVASIONS and game.asked != Decision.INVADE
    game = playing(
        Phase.MISSIONS,
        TWELVE,
        (),
        FILE,
        LANDINGS,
        moving=Side.AXIS,
        boats=NO_BOATS,
        step=0,
        cursor=-1,
        infantry=troops(messina=6),
        brps=[50, 50],
    )
    assert game.record["phase"] == Phase.INVASIONS and game.asked == Decision.INVADE


def test_the_officer_takes_what_is_not_defended():
    game = invading(TWELVE, infantry=troops(messina=6), garrison=by_place("garrison"))
    officer = PLAYED.officer
    while game.record["points"][AXIS] == 0:
        rules = game.game.rules
        choice = officer[0](rules.scenario.books, game.game._games, 0, np.asarray(game.action_mask), officer[1])
        assert choice in game.legal
        game.choose(int(choice))
    assert at(game, "gibraltar", "control") == AXIS, "the first of two that are worth most"


@pytest.mark.rule("20.164F")
@pytest.mark.parametrize(("holder", "place"), [(ALLIES, "gibraltar"), (AXIS, "britain_box")])
def test_new_ships_do_not_appear_in_a_port_that_the_enemy_holds(holder, place):
    sea = Sea(FILE, boats=NO_BOATS, control=held(gibraltar=holder))
    assert sea.call(bases.port_with_room, "renown") == NUMBERS[place]


class Warlike(RandomGame):
    """Random answers, but most that could invade do."""

    def choose(self):
        game, legal = self.games[0], np.flatnonzero(self.mask).tolist()
        decision, often = int(game["decision"]), self.draws.random() < 0.9
        if often and decision in (Decision.PATROL, Decision.BASE_CHANGE):
            return int(Option.DONE)
        if often and decision == Decision.SUPPLY_LINE:
            return int(Option.NO)
        if often and decision == Decision.EMBARK and game["phase"] == Phase.MOVEMENT:
            return int(Option.DONE)
        if often and decision == Decision.INVADE and len(legal) > 1:
            return self.draws.choice(legal[1:])
        if often and decision == Decision.PROTECT and game["convoy"] == Convoy.INVASION:
            return self.draws.choice([action for action in legal if action != Option.CALL_OFF] or legal)
        return super().choose()


def warlike(seed):
    """A game with troops at hand on both sides."""
    infantry = troops(naples=4, palermo=2, rhodes=2, alexandria=5, gibraltar=3, malta=1)
    return Warlike(PLAYED, SCENARIOS.ready(FILE, LANDINGS, infantry=infantry), seed)


def test_random_wars_full_of_invasions_keep_every_invariant():
    for seed in range(12):
        warlike(seed).play()


@pytest.mark.slow
def test_many_wars_full_of_invasions_keep_every_invariant():
    for seed in range(1_000, 1_150):
        warlike(seed).play()


def test_a_save_in_the_midst_of_an_invasion_is_restored():
    game = sailed(TWELVE | MALAYA, Option.DONE)
    other = invading(TWELVE)
    other.game.restore(game.save())
    assert other.describe() == game.describe() and (other.action_mask == game.action_mask).all()
    assert "invasion of Malta" in game.describe()


@pytest.mark.rule("21.4182B", "21.4182E", "21.514D")
def test_of_those_that_have_come_to_its_aid_a_patrol_bombards_and_ships_of_ports_go_home():
    """Littorio has come from Taranto, Roma from off Malta; Caio Duilio has been paid for."""
    sea = before(hex="malta", phase=Phase.INTERCEPTION, step=SUPPORT)
    sea.ship("caio_duilio", "littorio", "roma", place="taranto", force=1, force_seen=1)
    sea.ship("littorio", place="taranto", against=aid.AIDS)
    sea.ship("roma", place="taranto", against=aid.AIDS, on_patrol=NUMBERS["off_malta"], inverted=1)
    assert not sea.call(passages.sail) and sea.game.phase == Phase.INVASIONS
    bombarding = {id for id in ("caio_duilio", "littorio", "roma") if sea.call(ground_attacks.bombards, id, AXIS)}
    assert bombarding == {"caio_duilio", "roma"} and sea.of("littorio", "inverted") == 1


@pytest.mark.rule("21.4181C", "21.4182B")
def test_squadrons_that_have_struck_from_a_patrol_do_not_support_troops_too():
    sea = before(ALLIES, hex="rhodes", raiding=NUMBERS["rhodes"])
    sea.ship("illustrious", "formidable", place="alexandria", force=1, squadrons=2)
    sea.ship("illustrious", place="alexandria", spent=2)
    assert sea.call(ground_attacks.flying, ALLIES) == 2
