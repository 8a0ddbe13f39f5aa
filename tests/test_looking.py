"""What a person at the table is shown: reasons, advice, the battle, the end."""

import io
import random
import re

import pytest
from rich.console import Console
from rich.text import Text

from aw_env import admirals_war_v0
from aw_env.cli.card import card
from aw_env.core.drawn import text
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, Decision, Side
from aw_env.games.admirals_war.words import score
from aw_env.games.admirals_war.words import wording as admirals_war
from aw_env.games.admirals_war.words.battle import battle
from aw_env.games.admirals_war.words.decisions import UNDERSTANDING
from aw_env.games.war_at_sea.words import wording as war_at_sea
from aw_env.naval.words import held
from aw_env.table.account import Account, sides_in
from aw_env.table.adviser import adviser
from aw_env.table.levels import levels
from aw_env.table.table import answer_of
from tests.test_cli import play

NARROW = 80
"""Columns of a narrow terminal."""


def asked(game: Game, decision: Decision, seed: int = 0) -> Game:
    """The same game, played at random until such a decision is asked."""
    chooser = random.Random(seed)
    while game.view().decision != decision:
        game.apply(chooser.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("help", [admirals_war.TERMS.help.page(), war_at_sea.TERMS.help.page()])
def test_help_fits_a_narrow_terminal(help: str):
    assert max(len(Text.from_markup(line)) for line in help.splitlines()) <= NARROW


@pytest.mark.parametrize(("game", "shown"), [("world_at_war", False), ("admirals_war", True)])
def test_a_phase_begins_with_the_areas_of_a_small_map_of_seas(game, shown):
    told = play("--game", game, "--two-players", lines=["auto step", "commit", "auto step", "commit", "auto step"])
    begun = told.partition("`board` shows where everyone is.")[0].rpartition("> auto step")[2]
    assert "`board` shows" in told and ("─" in begun) == shown


@pytest.mark.parametrize(("game", "by_area"), [("war_at_sea", True), ("world_at_war", False)])
def test_help_speaks_of_areas_and_their_battles_where_these_are_resolved_apart(game, by_area):
    told = play("--game", game, lines=["help"])
    assert ("areas to be resolved one after another" in told) == by_area
    assert ("the battle there alone" in told) == by_area


@pytest.mark.parametrize(
    ("game", "unit", "says"),
    [
        ("war_at_sea", "Hood", "Hood (BC 4-4-7): off the map (Turn chart) BC, British attack 4 defense 4 speed 7"),
        ("world_at_war", "Hood", "Hood (3): in Scapa Flow 3 factors, fast"),
        ("world_at_war", "Bismarck", "Bismarck (4): comes on turn 7 4 factors, fast"),
        ("world_at_war", "Littorio", "Littorio (4): not in play 4 factors, fast"),
    ],
)
def test_where_a_unit_is_and_what_is_on_its_counter(game, unit, says):
    assert says in play("--game", game, lines=[f"where {unit}"])


# --- why ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("why", "Patrollers: one area, a second with a speed roll"),
        ("why Hornet", "Hornet (CV 1-3-7-4*), in Pearl Harbor, is asked in this step."),
        ("why Akagi", "is not asked now: another power moves it"),
        ("why 7AF", "is not asked now: the rules leave it nothing to choose here"),
        ("why not Hawaiian Islands", "Hawaiian Islands is among the choices"),
        ("why not Home Islands", "Home Islands is not a choice: it may appear only where the scenario allows"),
        ("why not Utopia", 'nothing is called "Utopia"'),
        ("why not Coral Sea", "Coral Sea is not in this game"),
    ],
)
def test_why_answers_about_what_is_named(line: str, says: str):
    assert says in play(lines=[line])


def test_why_tells_what_a_unit_has_answered_and_what_it_will():
    told = play(lines=["wait", "why Pennsylvania", "Hornet to Marshalls", "why Hornet"])
    assert "has answered in this step: wait, and appear as a raider" in told
    assert "is asked in this step; its order is Marshalls" in told


@pytest.mark.parametrize(
    ("unit", "area", "says"),
    [
        ("hornet", "home_islands", "it is 3 areas from Pearl Harbor, and at most 2 may be entered"),
        ("hornet", "midway", "only sea areas can be chosen"),
        ("hornet", "hawaiian_islands", ""),
    ],
)
def test_what_stands_in_the_way_of_a_ship(unit: str, area: str, says: str):
    game = admirals_war_v0.game("midway", seed=5)
    while getattr(game.view().subject, "id", None) != unit:
        game.apply(game.legal_actions()[0])
    place = game.view().names.place_number(area)
    assert UNDERSTANDING.why_not(game.view(game.seat), FIRST_PLACE_ACTION + place) == says


def test_no_destination_that_is_open_is_said_to_be_closed():
    """An obstacle is never found for a legal choice, but for ships that are put straight into an area (§6.5)."""
    for seed in range(3):
        game, chooser = admirals_war_v0.game("campaign", seed=seed), random.Random(seed)
        for _ in range(700):
            view = game.view(game.seat)
            put_anywhere = view.scenario.books["free_turn"][0, game.info()["subject"]] == view.turn
            for action in [] if put_anywhere else game.legal_actions():
                assert not UNDERSTANDING.why_not(view, action), f"{game.describe()} {action}"
            game.apply(chooser.choice(game.legal_actions()))


# --- advice --------------------------------------------------------------------------------------------------


def test_a_hint_is_what_the_strongest_player_would_answer():
    game = asked(admirals_war_v0.game("midway", seed=3), Decision.PATROL_ORDER)
    while game.seat != Side.ALLIES:
        game.apply(answer_of(load("scripted"), game))
    advised = dict(game.actions())[answer_of(adviser("midway", game), game)]
    told = play("--opponent", "scripted", lines=["hint"])
    assert f"allies> hint {advised}" in told
    assert re.search(r"worth \d/\d, held by (Allies|Axis|nobody);", told)


def test_a_hint_by_search_tells_what_the_choices_are_worth():
    told = play("--opponent", "scripted", lines=["hint search:2", "hint search:x"])
    assert len(re.findall(r"[+-]\d\.\d\d ± \d\.\d\d in 2 trials: ", told)) >= 2
    assert "a whole number from 2 to 1024, or time as in 200ms" in told


def test_an_adviser_may_be_named_by_a_level():
    for level, name in levels("admirals_war", "midway").items():
        by_level, by_name = (play("--opponent", "scripted", lines=[f"hint {who}"]) for who in (level, name))
        assert by_level.replace(f"hint {level} ", "") == by_name.replace(f"hint {name} ", "")
    told = play("--opponent", "scripted", lines=["hint 9"])
    assert "there is no level 9 in midway: choose from 1, 2" in told
    assert "The game is over" in play(lines=["auto turn 1"])


def test_auto_plays_on_as_long_as_it_was_told():
    assert play(lines=["auto"]).count("US: ") == 2
    assert "Land-based air is placed" not in play(lines=["auto"])
    assert "which land-based air unit" in play(lines=["auto step"])
    assert "Combat." in play(lines=["auto combat"])
    assert "The game is over" in play(lines=["auto turn"])
    assert "there is no player 'nobody'" in play(lines=["auto step nobody"])


def test_choices_are_listed_again_only_when_they_are_others():
    told = play("--scenario", "campaign", "--side", "british", lines=["England", "choices", "Suez", "rest England"])
    assert told.count("1 England 2 Gibraltar") == 2 and told.count("(the same choices as before)") == 2


def test_auto_answers_for_its_own_seat_only():
    told = play("--two-players", lines=["auto turn", "choices"])
    assert "axis> auto turn" in told and "allies> choices" in told


def test_advice_and_standing_orders_keep_quiet_where_others_look_on():
    told = play("--scenario", "engagement", "--two-players", lines=["hint", "always air", "always", "air; surface"])
    assert told.count("what is chosen here is secret") == 3 and "Always air" not in told and "> surface" not in told


# --- battles, the account, the end ---------------------------------------------------------------------------


def test_the_card_of_a_battle_shows_both_sides_and_who_aims_at_whom():
    game = asked(admirals_war_v0.game("engagement", seed=3), Decision.AIR_TARGET, seed=1)
    view = game.view(game.seat)
    game.apply(game.legal_actions()[-1])
    shown = " ".join(text.in_plain_text(card(battle(game.view(view.seat)), game.rules.speech().sides)).split())
    for unit in view.units:
        assert (unit.name in shown) == unit.in_battle
    aimed = view.units_by_number[view.asked_unit.number]
    target = game.view().units_by_number[game.view().units_by_number[aimed.number].target]
    assert f"at {target.name}" in shown
    assert battle(admirals_war_v0.game("midway", seed=1).view()) is None


def test_lines_of_the_account_say_whose_a_unit_is():
    game, output = admirals_war_v0.game("midway", seed=3), Console(file=io.StringIO(), width=NARROW)
    account = Account(output, sides_in(lambda: game))
    account.tell([("attack", ("Kaga", "Yorktown"), (5,), "Kaga attacks Yorktown: 5.")])
    account.tell([("moved", ("Hornet", "Marshalls"), (), "Hornet patrols the Marshalls.")])
    account.tell([("phase", (), (), "Combat.")])
    told = [line.strip() for line in output.file.getvalue().splitlines()]
    assert told == ["Axis: Kaga attacks Yorktown: 5.", "Allies: Hornet patrols the Marshalls.", "Combat."]


@pytest.mark.parametrize("scenario", ["midway", "engagement", "atlantic"])
@pytest.mark.parametrize("seed", range(3))
def test_the_score_sheet_says_who_has_won_and_why(scenario: str, seed: int):
    game, chooser = admirals_war_v0.game(scenario, seed=seed), random.Random(seed)
    while not game.ended:
        game.apply(chooser.choice(game.legal_actions()))
    view, why = game.view(), score.why(game.view())
    if scenario != "engagement":
        winner = {1: "The Allies win", 0: "A draw", -1: "The Axis wins"}[game.result]
        assert winner in why
    sheet = text.in_plain_text(text.score_sheet(game.rules.scene(view)))
    for side in Side:
        assert all(unit.name.split()[0] in sheet for unit in score.lost(view, side))
        assert all(view.flag(area.id) == side for area in view.areas if area.name in held(view, side))


def test_a_campaign_is_won_by_a_track_and_drawn_by_one_each():
    game = admirals_war_v0.game("campaign", seed=1)
    told = {}
    for leads in ((3, 2), (3, 0), (3, -2), (0, 0), (-1, -5)):
        game._games["victory_points"][0] = leads
        told[leads] = score.why(game.view())
    assert told[3, 2].endswith("The Allies win, one track won and none lost.")
    assert told[3, 0].endswith("The Allies win, one track won and none lost.")
    assert told[3, -2].endswith("A draw: each side has won a track.")
    assert told[0, 0].endswith("A draw: nobody leads.")
    assert told[-1, -5].endswith("The Axis wins, one track won and none lost.")
