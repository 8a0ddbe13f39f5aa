"""Decisions, options, steps and events of both games as they are declared, and what follows from that."""

from enum import IntEnum
from types import ModuleType

import numpy as np
import pytest

from aw_env import admirals_war_v0, war_at_sea_v0
from aw_env.core.declare.decisions import NOTHING, PLACE, UNIT, Decisions, Mark, Options, Steps
from aw_env.core.said.decisions import Asked
from aw_env.core.said.events import Named, Teller, Told
from aw_env.core.said.speech import Questions
from aw_env.core.seen.infos import Infos
from aw_env.games.admirals_war import soundness as of_admirals_war
from aw_env.games.admirals_war.records.steps import Step as StepOfAdmiralsWar
from aw_env.games.war_at_sea import soundness as of_war_at_sea
from aw_env.games.war_at_sea.records.steps import Step as StepOfWarAtSea

GAMES = pytest.mark.parametrize("game", [admirals_war_v0.game, war_at_sea_v0.game])


class Decision(Decisions):
    NONE = NOTHING, "nothing"
    AREA = NOTHING, "the next area", Mark.NEXT_AREA, Mark.ONE_BY_ONE
    HOME = UNIT, "a ship: her port", Mark.WAY_HOME
    REPAIR = PLACE, "a ship to mend", Mark.SECRET


class Option(Options):
    STAY = "in port", Mark.IDLE, Mark.QUIET
    GO = "to sea"


class Step(Steps):
    TURN = "phase", "its phases"


class Phase(IntEnum):
    ONLY = 0


def test_members_are_numbered_in_order_and_count_as_numbers():
    assert [*Decision] == [0, 1, 2, 3] and Decision.numbered(2) is Decision.HOME
    assert Option.GO == 1 and 1 << Option.GO == 2
    assert (Step.TURN.subject, Step.TURN.meaning) == ("phase", "its phases")
    with pytest.raises(ValueError, match="7"):
        Decision.numbered(7)


def test_what_is_particular_is_found_by_its_mark():
    assert Decision.on(NOTHING) == (Decision.NONE, Decision.AREA)
    assert Decision.those(Mark.SECRET) == (Decision.REPAIR,) and Decision.those(Mark.COVER) == ()
    assert Option.those(Mark.QUIET) == (Option.STAY,)
    assert Questions.of(Decision) == Questions(
        Decision.AREA, Decision.HOME, (), (Decision.AREA,), (), (Decision.REPAIR,)
    )


def test_an_info_says_only_of_a_decision_about_something_what_it_is():
    games = np.zeros(4, [("turn", "i4"), ("phase", "i4"), ("decision", "i4"), ("subject", "i4")])
    games["decision"], games["subject"] = [*Decision], 5
    infos = Infos(Decision, Phase)
    assert infos.of_all(games)["subject"].tolist() == [-1, -1, 5, 5]
    assert [int(infos.informer(games[n:])()["subject"]) for n in range(4)] == [-1, -1, 5, 5]


@GAMES
def test_a_game_asks_one_decision_which_area_is_next_and_one_where_a_unit_returns(game):
    speech = game().rules.speech()
    assert len(speech.decisions.those(Mark.NEXT_AREA)) == len(speech.decisions.those(Mark.WAY_HOME)) == 1
    assert all(decision.about == NOTHING for decision in speech.decisions.those(Mark.COVER))


@GAMES
def test_every_decision_option_and_event_has_an_entry_in_the_tables_of_words(game):
    speech = game().rules.speech()
    assert [*speech.words.decisions] == [*speech.decisions]
    assert all(isinstance(asked, Asked) and asked.why and asked.rules for asked in speech.words.decisions.values())
    assert set(speech.events.told) == {*speech.events.events}
    assert {*speech.understanding.quiet} <= {*speech.words.options}


@pytest.mark.parametrize(
    ("steps", "soundness"), [(StepOfAdmiralsWar, of_admirals_war), (StepOfWarAtSea, of_war_at_sea)]
)
def test_it_is_known_what_the_subject_of_every_step_may_be(steps: type[Steps], soundness: ModuleType):
    assert {step.subject for step in steps} <= {*soundness.SUBJECTS}


# --- events ----------------------------------------------------------------------------------------------------


class Event(IntEnum):
    SHOT = 0
    LEAVES = 1


SHIP = Named(lambda scenario, ship: scenario[ship], lambda scenario, ship, spec: f"the {scenario[ship]}{spec}")
TELLER = Teller(
    Event,
    {
        Event.SHOT: Told(
            "{0} fires at {1:'s deck}: {c:hit}{rolled}, {sum} in all.", (SHIP, SHIP), dice="the aim of {0}"
        ),
        Event.LEAVES: Told(
            lambda scenario, row: "Nobody {b:stays|leaves}." if row.a < 0 else "{a} {b:stay|leave}.", reveals=True
        ),
    },
)


def test_an_event_is_told_from_its_line_of_the_table():
    told = TELLER.happening(["Hood", "Scheer"], [Event.SHOT, 0, 1, 2, 3, 6, 6, 1, 0])
    assert told.words == "the Hood fires at the Scheer's deck: 2 hits [6 6 1], 13 in all."
    assert (told.kind, told.subjects, told.dice) == ("shot", ("Hood", "Scheer"), (6, 6, 1))
    assert TELLER.purpose(told.kind, told.subjects, told.words) == "the aim of Hood"


def test_what_so_many_do_follows_how_many_they_are():
    teller = Teller(Event, {Event.LEAVES: Told("{a:ship} {a:=carry} it, {b:squadron} {b:=are} lost.")})
    for ships, squadrons, words in (
        (1, 0, "1 ship carries it, 0 squadrons are lost."),
        (2, 1, "2 ships carry it, 1 squadron is lost."),
    ):
        assert teller.happening([], [Event.LEAVES, ships, squadrons, 0, 0]).words == words


def test_words_may_depend_on_the_numbers():
    assert TELLER.happening([], [Event.LEAVES, -1, 1, 0, 0]).words == "Nobody stays."
    assert TELLER.happening([], [Event.LEAVES, -1, 0, 0, 0]).words == "Nobody leaves."
    assert TELLER.happening([], [Event.LEAVES, 3, 0, 0, 0]).words == "3 leave."
    assert TELLER.revealing == {"leaves"} and TELLER.purpose("leaves", (), "") == "leaves"
