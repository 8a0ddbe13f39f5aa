"""The staff officer in the Mediterranean."""

import numpy as np
import pytest

from aw_agents.declared import staffed
from aw_env import world_at_war_v0
from aw_env.games.world_at_war.records.kinds import Decision, Option, Side
from aw_env.games.world_at_war.rules.bases import TROOPS
from aw_env.games.world_at_war.rules.routes import PAST_AIRCRAFT
from tests.world_at_war.sea_of_hexes import FILE, by_place, held, moving, supplying, troops
from tests.world_at_war.test_s21_invasions_on_hexes import BATTLESHIPS, TWELVE, invading

OFFICER = staffed("world_at_war").scripted()
DESTROYERS = {"taranto_destroyers": {"place": "taranto", "strength": 3}}
MALTA = {"warspite": {"place": "malta"}, "malaya": {"place": "malta"}}


def answer(game):
    """What the officer answers, from what its side knows and from all there is, which is the same.  It leaves the game
    as it is."""
    before = game._games.tobytes()
    blind = OFFICER.act(game.view(game.seat), {"action_mask": game.action_mask}, {})
    assert blind == OFFICER.act(game.view(), {"action_mask": game.action_mask}, {}), game.describe()
    assert game._games.tobytes() == before
    return blind


def answers(game, while_asked):
    """Its answers in words, as long as one of these questions is asked."""
    told = []
    while not game.ended and game._games["decision"][0] in while_asked:
        chosen = answer(game)
        told.append(dict(game.actions())[chosen])
        game.apply(chosen)
    return told


@pytest.mark.parametrize("options", [(), ("landings",)])
def test_it_answers_from_its_own_view_as_it_does_compiled(options):
    for seed in range(4):
        game, rng = world_at_war_v0.game(FILE, options, seed=seed), np.random.default_rng(seed)
        while not game.ended and game.decisions < 250:
            chosen = answer(game)
            game.apply(chosen if rng.random() < 0.5 else int(rng.choice(game.legal_actions())))


@pytest.mark.rule("20.164A")
def test_it_leaves_no_trace_of_what_it_considers_in_the_game():
    """The ways that it measures would tell the enemy, who sees `way`, where its ships are free."""
    game, rng = world_at_war_v0.game(FILE, seed=4), np.random.default_rng(4)
    books = game.rules.scenario.books
    while not game.ended and game.decisions < 600:
        before = game._games.tobytes()
        chosen = OFFICER.staff.decide(books, game._games, 0, game.action_mask, OFFICER.doctrines_in(books))
        assert game._games.tobytes() == before, game.describe()
        game.apply(int(chosen if game.seat == Side.AXIS else rng.choice(game.legal_actions())))


# --- ways ----------------------------------------------------------------------------------------------------


def way_of_a_line(game, row):
    """The answer to the question by which way a supply line goes."""
    game.chooses_ways = True
    game.choose(Option.YES, row)
    assert game.asked == Decision.COUNTER
    return answer(game.game)


def test_it_goes_round_aircraft_that_the_shortest_way_passes():
    """From Alexandria to Malta, with Axis squadrons on Rhodes."""
    ships = {"alexandria_destroyers": {"place": "alexandria", "strength": 3}, "littorio": {"place": "taranto"}}
    bases = dict.fromkeys(("palermo", "cagliari"), 0) | {"rhodes": 9}
    fields = {"airbase": by_place("airbase", **bases), "unsupplied": by_place("unsupplied", rhodes=0)}
    game = supplying(ships, side=Side.ALLIES, **fields).choose(Option.NO)
    assert "from Alexandria" in game.describe()
    assert way_of_a_line(game, "alexandria_destroyers") == Option.COUNT_0 + PAST_AIRCRAFT


def test_it_goes_the_shortest_way_where_others_are_as_bad():
    """Tripoli itself is three hexes from Malta, whose ships come as surely to one way as to another."""
    game = supplying(DESTROYERS | MALTA, control=held(tobruk=Side.ALLIES, benghazi=Side.ALLIES))
    assert way_of_a_line(game, "taranto_destroyers") == Option.DONE


@pytest.mark.parametrize(
    ("ships", "is_kept"),
    [({}, True), (MALTA, False), (MALTA | {"littorio": {"place": "taranto"}}, True)],
    ids=["nobody", "two battleships", "two against one"],
)
def test_a_line_is_kept_where_nobody_meets_it_or_enough_go_along(ships, is_kept):
    game = supplying(DESTROYERS | ships, control=held(tobruk=Side.ALLIES, benghazi=Side.ALLIES))
    assert game.asked == Decision.SUPPLY_LINE
    assert answer(game.game) == (Option.YES if is_kept else Option.NO)


def test_destroyers_do_not_protect_a_line_but_carry_troops():
    others = {"naples_destroyers": {"place": "taranto", "strength": 4}, "italian_cruiser_1": {"place": "taranto"}}
    game = supplying(DESTROYERS | MALTA | others, control=held(tobruk=Side.ALLIES, benghazi=Side.ALLIES))
    game.choose(Option.YES, "taranto_destroyers")
    assert game.asked == Decision.PROTECT and "naples_destroyers" in game.units
    told = answers(game.game, (Decision.PROTECT,))
    assert told[-1] == "no more" and not any("destroyers" in one for one in told) and len(told) > 1


def test_destroyers_go_along_to_meet_supplies():
    away = {"alexandria_destroyers": {"place": "malta", "strength": 4}, "warspite": {"place": "malta"}}
    game = supplying(DESTROYERS | away, control=held(tobruk=Side.ALLIES, benghazi=Side.ALLIES))
    game.choose(Option.YES, "taranto_destroyers")
    assert game.asked == Decision.INTERCEPT
    told = answers(game.game, (Decision.INTERCEPT,))
    assert [word.split(" (")[0] for word in told] == ["send Warspite", "send Alexandria destroyers", "no more"]


# --- invasions -----------------------------------------------------------------------------------------------

OF_INVASIONS = (Decision.INVADE, Decision.EMBARK, Decision.TROOPS, Decision.CARRY, Decision.PROTECT)


def test_it_invades_where_it_is_likely_to_take_the_place_and_carries_it_through():
    game = invading(TWELVE | BATTLESHIPS, infantry=troops(messina=6)).game
    told = answers(game, OF_INVASIONS)
    assert told[0] in ("invade Malta", "invade Gibraltar") and "six factors" in told and "call it off" not in told
    assert game._games["brps"][0, Side.AXIS] < 50, "it has sailed"


def test_it_does_not_invade_with_one_chance_in_two():
    """Two factors with six of guns stand one to one against a garrison that counts six: an exchange leaves nobody."""
    ships = {"naples_destroyers": {"place": "messina", "strength": 4}} | BATTLESHIPS
    ours = held(gibraltar=Side.AXIS, famagusta=Side.AXIS)
    game = invading(ships, infantry=troops(messina=2), control=ours).game
    assert "invade Malta" in dict(game.actions()).values()
    assert dict(game.actions())[answer(game)] == "no more invasions"


def transporting(options=("landings",)):
    """Six factors in Messina may sail to Africa, with the battleships that would bombard Malta."""
    ships = TWELVE | BATTLESHIPS
    game = moving(ships, step=TROOPS, infantry=troops(messina=6), turn=3, brps=[50, 50], options=options)
    assert game.asked == Decision.EMBARK
    return game.game


def test_troops_that_are_to_invade_do_not_sail_to_africa_before():
    assert answer(transporting()) == Option.DONE
    assert answer(transporting(options=())) != Option.DONE


# --- squadrons of bases --------------------------------------------------------------------------------------


def test_squadrons_sail_to_where_ships_are_in_range():
    """From Cagliari, which is too far from Malta to fly there, and not too far from the enemy to stay."""
    at = dict.fromkeys(("palermo", "rhodes", "gibraltar", "alexandria", "malta"), 0) | {"cagliari": 6}
    ships = MALTA | {"naples_destroyers": {"place": "cagliari", "strength": 4}}
    game = moving(ships, step=TROOPS, infantry=troops(), airbase=by_place("airbase", **at))
    told = answers(game.game, (Decision.EMBARK, Decision.COUNTER_TO))
    assert told[0] == "from Cagliari" and any(port in told[1] for port in ("Palermo", "Messina", "Tripoli")), told
