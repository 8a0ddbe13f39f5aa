"""Pairs of games that differ only in a secret: a player that searches answers alike in both, and says the same of its
choices."""

import random

from aw_agents.admirals_war.rollouts import SEARCHABLE
from aw_agents.search.player import SearchPlayer
from aw_agents.search.settings import SearchSettings
from aw_env import admirals_war_v0
from aw_env.games.admirals_war.records.terms import Action, Decision, Power
from aw_env.table.table import seen_by
from tests import divided_faces, twins

SETTINGS = SearchSettings(rollouts=4, candidates=3)
SECRETS = ("submarines", "faces", "action")
"""What the pairs differ in: hidden submarines (§26), the division of the faces (§23.2), the choice of action of the
side that has chosen first (§7.22)."""


class Peeking(AssertionError):
    """An answer that depends on a secret."""


def is_searched(game):
    """Whether a search thinks about what is asked."""
    return not game.ended and game.info()["decision"] in SEARCHABLE.searched and len(game.legal_actions()) > 1


def compare_answers(game, twin, seed):
    """The same player, beginning with the same dice of its own, in both games."""
    answers = []
    for one in (game, twin):
        player = SearchPlayer(SETTINGS)
        player.begin(1, seed)
        answers.append(player.advise(*seen_by(one)))
    if answers[0] != answers[1]:
        raise Peeking(f"seed {seed}, decision {game.decisions}: {game.describe()}")


def by_submarines(players, seed, most):
    """A campaign with hidden submarines, from the side that does not see them."""
    side = seed // 2 % 2
    pair = twins.Pair(players, seed, side, words_at=10**6, previews_at=10**6, picture_at=10**6)
    searched = 0
    while searched < most and not pair.game.ended:
        pair.play(pair.compared + 5)
        pair.pass_over_secrets()
        if pair.twin is None or pair.has_parted() or pair.game.ended:
            continue
        if pair.game.seat & 1 == side and is_searched(pair.game):
            compare_answers(pair.game, pair.twin, seed)
            searched += 1
    return searched


def by_faces(players, seed, most):
    """A campaign in which the American seat has divided the faces, from the others."""
    game, chooser = divided_faces.played(
        players, seed, until=lambda game: game.view().decision == Decision.ARRIVAL or game.ended
    )
    american = int(game.rules.scenario.books["seat_of_power"][0, Power.AMERICAN])
    twin, searched = divided_faces.other_secret(game, (american + 1) % len(game.rules.seats)), 0
    while searched < most and not game.ended:
        if not all(map(divided_faces.secret, (game, twin))) or divided_faces.came_into_port(game, twin):
            break
        if game.seat != american and is_searched(game) and chooser.random() < 0.05:
            compare_answers(game, twin, seed)
            searched += 1
        action = chooser.choice(game.legal_actions())
        game.apply(action)
        twin.apply(action)
    return searched


def by_action(players, seed, most):
    """An engagement in which the other side has chosen first; a campaign, at a table of four."""
    scenario = "engagement" if players == 2 else "campaign"
    game, chooser, searched = admirals_war_v0.game(scenario, players, seed=seed), random.Random(seed), 0
    while searched < most and not game.ended:
        theirs = 1 - (game.seat & 1)
        if game.info()["decision"] == Decision.ACTION_TYPE and game._games["choice"][0, theirs] != Action.NONE:
            twin = game.clone()
            twin._games["choice"][0, theirs] = Action.AIR + Action.SURFACE - game._games["choice"][0, theirs]
            compare_answers(game, twin, seed)
            searched += 1
        game.apply(chooser.choice(game.legal_actions()))
    return searched


def compare(seed, most=3):
    """A pair, whose kind and number of players follow from the seed.  Returns at how many decisions it was compared.
    Raises Peeking."""
    play = (by_submarines, by_faces, by_action)[seed % len(SECRETS)]
    return play(2 + 2 * (seed // len(SECRETS) % 2), seed, most)
