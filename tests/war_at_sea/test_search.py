"""The player that searches at War at Sea: its answers are legal, and it knows no more than its seat."""

import random

import numpy as np
import pytest

import aw_agents
from aw_agents.arena import play_match
from aw_agents.learned import luck
from aw_agents.networks.valuation import POINT_OF_LEAD, of_the_lead
from aw_agents.rollouts import officers_mind
from aw_agents.search.player import SearchPlayer
from aw_agents.search.settings import SearchSettings
from aw_agents.war_at_sea.officer.doctrine import STANDING
from aw_agents.war_at_sea.rollouts import SEARCHABLE, roll_out
from aw_env import war_at_sea_v0
from aw_env.core.engine.compiling import records
from aw_env.games.war_at_sea.game import ruleset
from aw_env.games.war_at_sea.records.terms import Decision
from aw_env.table.table import seen_by
from tests.test_search import played_on_by_hand
from tests.war_at_sea.test_secrets import orders, set_up

NAME, NAME_OF_AGENT = "war_at_sea_v0", "war_at_sea"
ALLIES, AXIS = 0, 1

OFFICER = officers_mind(STANDING)


def players(seat, searching):
    """The officer at one seat, and who searches at the other."""
    pair = [aw_agents.load("scripted", "war_at_sea") for _ in range(2)]
    pair[seat] = searching
    return pair


def rolled_out(game, record, actions, seeds):
    """What answers are worth when the rest is played on from a record."""
    copies, values = records(record.dtype, len(actions)), np.zeros(len(actions))
    copies[:] = record
    books, unlucky = game.rules.scenario.books, (luck.chances("war_at_sea_v0"), np.zeros((len(actions), 0, 2)))
    roll_out(books, copies, game.seat, np.array(actions), np.array(seeds), values, 1, OFFICER, of_the_lead(), *unlucky)
    return values


def asked(*kinds, scenario="war_at_sea", options=(), seed=0, count=5, seat=None):
    """Games of random play in which such a decision is asked; each may be changed."""
    game, chooser = war_at_sea_v0.game(scenario, options, seed=seed), random.Random(seed)
    while count > 0 and not game.ended:
        if game.info()["decision"] in kinds and seat in (None, game.seat):
            count -= 1
            yield game.clone()
        game.apply(chooser.choice(game.legal_actions()))
    assert count == 0


def test_it_is_known_by_its_name():
    player = aw_agents.load("search:16", "war_at_sea")
    assert player.name == "search:16" and player.plays == NAME
    with pytest.raises(ValueError, match="search:16 plays war_at_sea_v0, not admirals_war_v0"):
        from aw_env.games.admirals_war.game import ruleset as another

        play_match(another("engagement"), [player, aw_agents.load("scripted")], 1)


def test_a_file_names_decisions_of_this_game(tmp_path):
    file = tmp_path / "search.toml"
    file.write_text('rollouts = 4\nsearched = ["u_boat_order"]\n')
    assert aw_agents.load(file, "war_at_sea").kinds == 1 << Decision.U_BOAT_ORDER
    file.write_text('rollouts = 4\nsearched = ["patrol_order"]\n')
    with pytest.raises(ValueError, match='search.toml: searched: "patrol_order": no such kind of decision'):
        aw_agents.load(file, "war_at_sea")


@pytest.mark.parametrize("seat", [ALLIES, AXIS])
def test_it_answers_alike_through_its_view_and_in_a_match(seat):
    """A view has no choice of the other side's (5.5, 12.9), no ship that lies face down (19.3) and no dice: a war
    played from it is the war of the match."""
    rules = ruleset("war_at_sea", ("face_down",))
    match = play_match(rules, players(seat, SearchPlayer(2, NAME)), 1, seed=9)
    own = SearchPlayer(2, NAME)
    own.begin(1, 9 + 1 + seat)
    env = war_at_sea_v0.raw_env("war_at_sea", ["face_down"])
    env.reset(seed=war_at_sea_v0.game_seed(9, 0))
    others = players(seat, own)
    while env.agents and not any(env.terminations.values()):
        agent = env.agent_selection
        observation, _, _, _, info = env.last()
        env.step(others[env.possible_agents.index(agent)].act(env.view(agent), observation, info))
    assert env.game.decisions == match.decisions[0] and env.game.margin == match.margins[0]


def test_a_rollout_to_the_end_is_worth_the_result_and_the_lead():
    for game in asked(Decision.DISENGAGE, scenario="barents", count=2):
        action = game.legal_actions()[0]
        values = rolled_out(game, game._games[0], [action], [99])
        by_hand = game.clone(reseed=99, seat=game.seat)
        by_hand.apply(action)
        by_hand.let_play(aw_agents.load("scripted", "war_at_sea"), np.ones((1, 2), np.int8))
        assert values[0] == pytest.approx((1 - 2 * game.seat) * (by_hand.result + POINT_OF_LEAD * by_hand.margin))


@pytest.mark.slow
def test_a_learned_agent_plays_on_too():
    """The rollout is what it plays against itself from there."""
    search, agent = SearchPlayer(SearchSettings(policy=NAME_OF_AGENT), NAME), aw_agents.load(*[NAME_OF_AGENT] * 2)
    for game in asked(Decision.DISENGAGE, scenario="barents", count=2):
        action, books = game.legal_actions()[0], game.rules.scenario.books
        values = search.rolled_out(books, game._games, np.repeat(action, 3), np.array([99, 7, 99]))
        assert values[[0, 2]] == pytest.approx(played_on_by_hand(game, action, 99, agent, agent))


@pytest.mark.rule("5.5", "12.9")
@pytest.mark.parametrize(
    ("scenario", "decision"), [("war_at_sea", Decision.AIR_MARKER), ("barents", Decision.DISENGAGE)]
)
def test_it_does_not_know_what_the_other_side_has_chosen(scenario, decision):
    """Rollout by rollout the same, whatever the Allies have chosen and whatever dice are to come."""
    game = next(asked(decision, scenario=scenario, count=1, seat=ALLIES))
    twins = []
    for number, action in enumerate(game.legal_actions()):
        twin = game.clone(reseed=number)
        twin.apply(action)
        twin.script_dice([6] * number)
        assert (twin.seat, twin.info()["decision"]) == (AXIS, decision)
        twins.append(twin)
    assert len(twins) >= 2
    answers = twins[0].legal_actions()[:2] * 8
    worth = [rolled_out(twin, twin._games[0], answers, np.repeat(range(8), 2)).tolist() for twin in twins]
    assert all(one == worth[0] for one in worth) and len(set(worth[0])) > 1
    advice = [SearchPlayer(4, NAME).advise(*seen_by(twin)) for twin in twins]
    assert all(one == advice[0] for one in advice)


@pytest.mark.rule("19.3")
def test_it_does_not_know_which_ship_lies_face_down():
    twins = [set_up(orders(first, second))[0] for first, second in (("hood", "nelson"), ("nelson", "hood"))]
    assert all(twin.seat == AXIS for twin in twins)
    answers = twins[0].legal_actions()[:2] * 8
    worth = [rolled_out(twin, twin._games[0], answers, np.repeat(range(8), 2)).tolist() for twin in twins]
    worth += [rolled_out(twin, twin.view(AXIS).record, answers, np.repeat(range(8), 2)).tolist() for twin in twins]
    assert all(one == worth[0] for one in worth) and len(set(worth[0])) > 1


def test_games_repeat_with_their_seed_and_are_whole_wars():
    wars = [play_match(ruleset("war_at_sea"), players(ALLIES, SearchPlayer(2, NAME)), 2, seed=3) for _ in range(2)]
    assert np.array_equal(wars[0].margins, wars[1].margins) and (wars[0].decisions > 100).all()


def test_advice_says_what_the_answers_are_worth():
    game = next(asked(Decision.ORDER, count=1))
    action, compared = SearchPlayer(16, NAME).advise(*seen_by(game))
    assert game.info()["decision"] in SEARCHABLE.searched
    assert action in game.legal_actions() and {one.action for one in compared} <= set(game.legal_actions())
    assert 8 <= compared[0].trials <= 16 and all(one.error >= 0 for one in compared)
