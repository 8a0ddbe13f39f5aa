"""Ratings of persons at the web table: which games count, for whom, and that they are the ladder's."""

import json
import random

import numpy as np
import pytest

from aw_agents.ladder.file import Played
from aw_agents.ladder.ratings import Ratings as Ladder
from aw_env.table.offers import Setup
from aw_env.web import ratings
from aw_env.web.beginning import new_room
from aw_env.web.messages import Join, at_the_table
from aw_env.web.ratings import Counted, Player, counted, ratings_of
from aw_env.web.room import Room
from aw_env.web.seating import answers_for
from aw_env.web.store import PERSON, Seat, Store, digest
from tests.test_web import PEOPLE, games, served
from tests.test_web_mine import MY_KEY, OTHER_KEY, PersonsPage
from tests.test_web_names import call_me

__all__ = ["games"]
ADA, BOB, EVE = (Player(person=name) for name in ("ada", "bob", "eve"))
OFFICER = Player(name="scripted", game="admirals_war", scenario="engagement")


def beaten(winner, loser, points=(1.0, 0.0)):
    return Counted(((winner,), (loser,)), points)


def test_ratings_are_those_of_the_ladder():
    played = [beaten(ADA, BOB), beaten(ADA, BOB), beaten(BOB, EVE), beaten(EVE, ADA, (0.5, 0.5)), beaten(OFFICER, ADA)]
    players = [ADA, BOB, EVE, OFFICER]
    ladder = Ladder([[0], [1]])
    ladder.see(
        [Played(n, tuple(players.index(side[0]) for side in one.sides), one.points) for n, one in enumerate(played)]
    )
    rating, within = ladder.belief(4).ratings()
    for one in ratings_of(played):
        k = players.index(one.player)
        assert one.rating == pytest.approx(rating[k], abs=1e-6) and one.within == pytest.approx(within[k], abs=1e-6)
    assert {one.player: one.games for one in ratings_of(played)} == {ADA: 4, BOB: 3, EVE: 2, OFFICER: 1}


def test_who_wins_more_stands_higher_and_more_games_tell_more():
    few, many = (ratings_of([beaten(ADA, BOB)] * games + [beaten(BOB, ADA)] * (games // 3)) for games in (3, 30))
    assert [one.player for one in few] == [ADA, BOB] and many[0].within < few[0].within
    assert ratings_of([]) == []


def test_a_side_of_two_seats_counts_both_of_its_players():
    found = ratings_of([Counted(((ADA, BOB), (EVE, OFFICER)), (1.0, 0.0))])
    assert {one.player for one in found[:2]} == {ADA, BOB} and found[0].rating == pytest.approx(found[1].rating)


class Ended:
    """A game that is over, won by the first side."""

    def __init__(self, victory="team", sides=(0, 1), result=1, rewards=()):
        self.rules, self.result, self.rewards = self, result, rewards
        self.settings, self.sides = {"victory": victory}, sides


def test_four_who_play_each_alone_are_rated_as_on_a_ladder():
    players = [ADA, BOB, EVE, OFFICER]
    alone = [
        Counted(tuple((player,) for player in order), points)
        for order, points in (
            (players, (1.0, 0.0, 0.0, 0.0)),
            ([BOB, ADA, OFFICER, EVE], (0.0, 0.5, 0.5, 0.0)),
            ([EVE, OFFICER, BOB, ADA], (0.0, 0.0, 1.0, 0.0)),
        )
    ]
    ladder = Ladder([[seat] for seat in range(4)])
    ladder.see(
        [Played(n, tuple(players.index(side[0]) for side in one.sides), one.points) for n, one in enumerate(alone)]
    )
    rating, within = ladder.belief(4).ratings()
    for one in ratings_of(alone):
        k = players.index(one.player)
        assert one.rating == pytest.approx(rating[k], abs=1e-6) and one.within == pytest.approx(within[k], abs=1e-6)


def test_a_game_of_two_sides_tells_the_same_beside_one_of_four_others():
    others = Counted(tuple((Player(person=name),) for name in "wxyz"), (0.25,) * 4)
    beside = [one.rating for one in ratings_of([beaten(EVE, ADA), others]) if one.player in (ADA, EVE)]
    assert beside == pytest.approx([one.rating for one in ratings_of([beaten(EVE, ADA)])], abs=1e-6)


def test_who_wins_alone_has_the_game_and_who_wins_together_share_it():
    four = [ADA, BOB, EVE, OFFICER]
    for rewards, points in (
        ((1, -1 / 3, -1 / 3, -1 / 3), (1, 0, 0, 0)),
        ((-1 / 3, 1 / 3, -1 / 3, 1 / 3), (0, 0.5, 0, 0.5)),
        ((0, 0, 0, 0), (0.25, 0.25, 0.25, 0.25)),
    ):
        game = Ended(victory="individual", sides=(0, 1, 0, 1), rewards=rewards)
        assert counted(setup_of(players=4), game, four) == Counted(tuple((one,) for one in four), points)
    assert counted(setup_of(players=4), game, [ADA, BOB, ADA, EVE]) is None, "nobody plays against himself"
    assert counted(setup_of(players=4), game, [ADA, OFFICER, OFFICER, OFFICER]) is not None


def test_a_finished_war_of_four_who_play_each_alone_is_rated():
    """§1.4: the winner of the whole game stands above the three others, who are alike."""
    store = Store(":memory:")
    setup = Setup(scenario="campaign", players=4, victory="individual", seed=5)
    game, chooser = setup.begin(), random.Random(1)
    while not game.ended:
        game.apply(chooser.choice(np.flatnonzero(game.action_mask).tolist()))
    (winner,) = [seat for seat, reward in enumerate(game.rewards) if reward > 0]
    id, tokens = new_room(store, setup, dict.fromkeys(game.rules.seats, PERSON), game.history[:-1])
    room = Room(store, id)
    for seat, token in tokens.items():
        room.entered(Join(token=token, person=seat[0] * 32))
    seat, last = room.game.seat, {"do": "answer", "action": game.history[-1]}
    while not room.game.ended:
        message = last | {"id": f"m{room.seats[seat].changes}", "question": room.seats[seat].changes}
        room.obey(seat, at_the_table(json.dumps(message)))
        last = {"do": "commit"}
    first, *others = store.ratings.standings()
    assert first.player.person == digest(game.rules.seats[winner][0] * 32) and first.games == 1
    assert len(others) == 3 and len({round(one.rating, 6) for one in others}) == 1 and first.rating > others[0].rating


def setup_of(**changes):
    return Setup(scenario="engagement", seed=1).model_copy(update=changes)


def test_a_game_counts_for_both_sides():
    assert counted(setup_of(), Ended(), [ADA, BOB]) == beaten(ADA, BOB)
    assert counted(setup_of(), Ended(result=-1), [ADA, OFFICER]) == beaten(ADA, OFFICER, (0.0, 1.0))
    four = counted(setup_of(players=4), Ended(sides=(0, 1, 0, 1)), [ADA, BOB, EVE, BOB])
    assert four.sides == ((ADA, EVE), (BOB, BOB))


@pytest.mark.parametrize(
    ("setup", "game", "seated"),
    [
        ({"dice_known": True}, Ended(), [ADA, BOB]),
        ({"guided": True}, Ended(), [ADA, OFFICER]),
        ({}, Ended(result=None), [ADA, BOB]),
        ({}, Ended(), [ADA, None]),
        ({}, Ended(), [ADA, ADA]),
        ({}, Ended(), [OFFICER, OFFICER]),
    ],
    ids=["dice known", "guided", "not over", "nobody known", "against oneself", "no person"],
)
def test_what_does_not_count(setup, game, seated):
    assert counted(setup_of(**setup), game, seated) is None


def test_who_leaves_a_seat_to_the_computer_answers_for_it():
    setup = setup_of()
    assert answers_for(Seat("token", "scripted", person="ada"), setup) == ADA
    assert answers_for(Seat("token", PERSON), setup) is None
    assert answers_for(Seat(None, "scripted"), setup) == OFFICER


def test_a_game_at_the_table_is_rated_once_and_for_good(games, monkeypatch):  # noqa: F811
    monkeypatch.setattr(ratings, "SECONDS_KNOWN", -1)
    with served(games) as client:
        call_me(client, "Ada")
        answer = client.post("/api/games", json={"setup": {"scenario": "engagement"}, "players": PEOPLE}).json()
        with (
            PersonsPage(client, answer["id"], answer["tokens"]["allies"]) as allies,
            PersonsPage(client, answer["id"], answer["tokens"]["axis"], OTHER_KEY) as axis,
        ):
            assert client.get("/api/ratings").json() == {"ratings": []}
            for page, seat in ((allies, "allies"), (axis, "axis")):
                page.say("hand_over", seat=seat, player="scripted")
            while not allies.parts["table"]["over"]:
                allies.hear()
        (rated,) = client.get("/api/ratings").json()["ratings"]
        assert (rated["person"]["name"], rated["games"]) == ("Ada", 1), "who has no name is rated, and not listed"
        assert rated["within"] > 0 and digest(MY_KEY) not in str(rated)
    store = Store(games)
    monkeypatch.setattr("time.time", lambda: 4e9)
    assert store.clear(60) == 1
    store.names.clear(60)
    assert store.names.of(digest(MY_KEY)).name == "Ada" and len(store.ratings.standings()) == 2
    store.close()
