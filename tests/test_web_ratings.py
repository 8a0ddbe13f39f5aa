"""Ratings of persons at the web table: which games count, for whom, and that they are the ladder's."""

import pytest

from aw_agents.ladder.file import Played
from aw_agents.ladder.ratings import Ratings as Ladder
from aw_env.table.offers import Setup
from aw_env.web import ratings
from aw_env.web.ratings import Counted, Player, counted, ratings_of
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

    result = 1

    def __init__(self, victory="team", sides=(0, 1), result=1):
        self.rules, self.result = self, result
        self.settings, self.sides = {"victory": victory}, sides


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
        ({}, Ended(victory="individual"), [ADA, BOB]),
        ({}, Ended(result=None), [ADA, BOB]),
        ({}, Ended(), [ADA, None]),
        ({}, Ended(), [ADA, ADA]),
        ({}, Ended(), [OFFICER, OFFICER]),
    ],
    ids=["dice known", "guided", "each alone", "not over", "nobody known", "against oneself", "no person"],
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
