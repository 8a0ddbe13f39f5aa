"""The games as an environment of the library `verifiers`, of which a model's replies are played by a stand-in here."""

import asyncio
from contextlib import asynccontextmanager
from itertools import islice
from types import SimpleNamespace

import pytest

from aw_agents.llm.prompt import ANSWER

vf = pytest.importorskip("verifiers.v1", reason="the library `verifiers` is not installed")
from naval_wargames import Wargame, WargameConfig, Wargames, WargamesConfig  # noqa: E402

ID = "naval-wargames"


class Talk:
    """An exchange with a model that always says the same; `most` turns long."""

    def __init__(self, says, most=10**6):
        self.says, self.most, self.told = says, most, []
        self.rewards, self.metrics = {}, {}
        self.trace = SimpleNamespace(
            num_turns=0,
            record_reward=lambda name, value, weight: self.rewards.__setitem__(name, value * weight),
            record_metric=self.metrics.__setitem__,
        )

    async def turn(self, message):
        await asyncio.sleep(0)
        if self.trace.num_turns == self.most:
            self.most = -1
            return SimpleNamespace(terminated=True)
        if self.most < 0:
            raise RuntimeError("the exchange is over")
        self.trace.num_turns += 1
        self.told.append(message)
        return SimpleNamespace(terminated=False, last_reply=self.says)

    @asynccontextmanager
    async def interaction(self, task):
        yield self


def played(talk, number=0, **settings):
    """Task `number` of a taskset, with a model that talks so."""
    environment = Wargame(WargameConfig(taskset={"id": ID, **settings}))
    (task,) = islice(environment.taskset, number, number + 1)
    asyncio.run(environment.run(task, SimpleNamespace(admiral=talk)))
    return talk


def test_a_game_is_played_to_its_end():
    talk = played(
        Talk(f"Let us see.\n{ANSWER}\n1"), game="war_at_sea", scenario="barents", side="axis", opponent="random"
    )
    assert set(talk.rewards) == {"game"} and talk.rewards["game"] in (-1.0, 0.0, 1.0)
    assert talk.metrics["points"] == (talk.rewards["game"] + 1) / 2
    assert talk.metrics["decisions"] > talk.trace.num_turns > 0
    assert "You play axis" in talk.told[0] and all("You play" not in told for told in talk.told[1:])
    assert all("Question:" in told for told in talk.told)


def test_points_are_earned_for_what_the_margin_has_changed():
    settings = {"game": "war_at_sea", "scenario": "barents", "side": "allies"}
    outcome = played(Talk(f"{ANSWER}\n1"), **settings)
    points = played(Talk(f"{ANSWER}\n1"), **settings, reward="victory_points")
    assert outcome.metrics == points.metrics
    gained = points.rewards["game"] - outcome.rewards["game"]
    assert gained != 0 and (gained > 0) == (points.metrics["margin"] > 0)


def test_what_cannot_be_understood_is_said_and_counted_and_the_fallback_answers():
    talk = played(Talk("I do not know."), game="war_at_sea", scenario="barents", calls=6)
    assert talk.metrics["misread"] == talk.trace.num_turns == 6
    assert talk.told[1].startswith("That cannot be carried out: there is no line ANSWER")


def test_where_the_exchange_ends_the_fallback_plays_on():
    talk = played(Talk(f"{ANSWER}\n1", most=2), game="war_at_sea", scenario="barents")
    assert talk.trace.num_turns == 2 and set(talk.rewards) == {"game"}


def test_seeds_and_seats_go_on():
    taskset = Wargames(WargamesConfig(id=ID, game="war_at_sea", scenario="barents"))
    tasks = list(islice(taskset, 4))
    assert [(task.data.seed, task.data.seat) for task in tasks] == [(0, 0), (1, 1), (2, 0), (3, 1)]
    assert len({task.key for task in tasks}) == 4
    same = played(Talk(f"{ANSWER}\n1"), number=1, game="war_at_sea", scenario="barents")
    again = played(Talk(f"{ANSWER}\n1"), number=1, game="war_at_sea", scenario="barents")
    assert same.told == again.told and same.metrics == again.metrics


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"game": "chess"}, "chess"),
        ({"scenario": "nowhere"}, "nowhere"),
        ({"side": "neutral"}, "neutral"),
        ({"opponent": "nobody"}, "nobody"),
        ({"reward": "medals"}, "medals"),
    ],
)
def test_what_there_is_not_is_said_at_once(settings, said):
    with pytest.raises(ValueError, match=said):
        next(iter(Wargames(WargamesConfig(id=ID, **settings))))


def test_it_is_found_by_its_name():
    from verifiers.v1 import environment_class, task_type

    assert environment_class(ID) is Wargame
    assert task_type(ID).__name__ == "GameTask"
