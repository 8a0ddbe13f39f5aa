"""What two web tables send is the same, byte for byte, as long as their games differ only in a secret of another; and
each protection, switched off, is noticed."""

import asyncio
import json
import zlib
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from aw_env.core.declare.decisions import Mark
from aw_env.core.faces.game import Game
from aw_env.core.rooms.records import SECRETS as SECRET_SIGHTS
from aw_env.games import installed
from aw_env.table import adviser, offers
from aw_env.table.table import Table, seen_by
from aw_env.web import lobby, telling
from aw_env.web import room as rooms
from aw_env.web.front import Front
from aw_env.web.room import Room
from aw_env.web.seating import SPECTATORS
from aw_env.web.store import Store
from aw_env.web.summons import Summons
from tests.web_twins import BEGUN, Desk, Leak, Secret, Twins, Watch

BEFORE_PEARL_HARBOR = str(Path(__file__).with_name("before_pearl_harbor.toml"))
ACTION = Secret("ACTION_TYPE", "admirals_war", "engagement", fields=("choice",))
SUBMARINES = Secret("SECRET_MOVEMENT", "admirals_war", "campaign", ("hidden_submarines",), fields=("place",))
FIGHTING = replace(SUBMARINES, then="SECRET_COMBAT")
DIVISION = Secret(
    "DIVISION", "admirals_war", BEFORE_PEARL_HARBOR, ("pearl_harbor_tension",), 4,
    ("faces_central", "faces_hawaii"), seed=7,
)  # fmt: skip
UNCERTAIN = replace(DIVISION, fields=("faces_central", "uncertain_at"), seed=10)
AIRCRAFT = Secret("AIR_MARKER", "war_at_sea", "war_at_sea", fields=("marker_choice",))
DISENGAGE = Secret("DISENGAGE", "war_at_sea", "barents", fields=("intent",))
FACE_DOWN = Secret("SECRET_MOVEMENT", "war_at_sea", "war_at_sea", ("face_down",), fields=("place",))
FLEETS = Secret("DRAFT", "naval_miniatures", "standard", fields=("drafted",))
GROUPS = Secret("RAID", "world_at_war", "raiders", fields=("in_group",))
WITHHELD = Secret("WITHHOLD", "world_at_war", "raiders", fields=("held",))
SCREENED = Secret("SCREEN", "world_at_war", "raiders", fields=("held",))
COUNTERS = Secret("UNDER", "world_at_war", "night_express", ("carriers",), fields=("under", "berth"))
FORCES = Secret("FORCE", "world_at_war", "night_express", ("carriers",), fields=("force",))
PATROLS = Secret("CAP", "world_at_war", "night_express", ("carriers",), fields=("cap",), seed=10)
INVADERS = Secret("SAIL", "world_at_war", "night_express", ("carriers", "landings"), fields=("force",))
INTERCEPTORS = Secret("OPPOSE_LANDING", "world_at_war", "night_express", ("carriers", "landings"), fields=("force",))
PATROLLING = Secret("PATROL_WITH", "world_at_war", "mediterranean", fields=("under", "berth"))
COMPANY = Secret("PROTECT", "world_at_war", "mediterranean", fields=("force",))
SECRETS = (
    ACTION, SUBMARINES, FIGHTING, DIVISION, UNCERTAIN, AIRCRAFT, DISENGAGE, FACE_DOWN, FLEETS, GROUPS, WITHHELD,
    SCREENED, COUNTERS, FORCES, PATROLS, INVADERS, INTERCEPTORS, PATROLLING, COMPANY,
)  # fmt: skip
SEED = 3


def name_of(secret):
    return secret.then or secret.asked


def told_nothing_of(secret, monkeypatch, further):
    """What has been compared of twins that differ in all that the secret is about."""
    twins = Twins(monkeypatch, secret)
    compared = twins.play(most=1, further=further)
    assert compared["secrets"] == 1 and compared["table"] >= 4 and compared["requests"] >= 4
    assert twins.differed.issuperset(secret.fields)
    return compared


@pytest.mark.parametrize("secret", [ACTION, DISENGAGE, FLEETS, FACE_DOWN], ids=name_of)
def test_a_secret_is_in_nothing_that_is_sent(secret, monkeypatch):
    assert told_nothing_of(secret, monkeypatch, further=2)["asked"] > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "secret", [one for one in SECRETS if one not in (ACTION, DISENGAGE, FLEETS, FACE_DOWN)], ids=name_of
)
def test_no_other_secret_is_either(secret, monkeypatch):
    told_nothing_of(secret, monkeypatch, further=10 if secret is UNCERTAIN else 3)


@pytest.mark.slow
@pytest.mark.rule("19.3")
def test_ships_face_down_are_told_to_nobody_until_the_axis_has_moved(monkeypatch):
    twins = Twins(monkeypatch, FACE_DOWN, asks=())
    moved = twins.play(most=1, further=100)["table"]
    assert moved > 40 and not twins.listeners, "then they are turned up, and differ for all to see"


# --- every secret has twins ----------------------------------------------------------------------------------------


def declared(game):
    """The secrets that a game declares: questions that are asked or answered in secret, and fields or groups of them
    that not everybody sees."""
    scenario = offers.scenarios(game)[0].name
    rules = offers.Setup(game=game, scenario=scenario, seed=SEED).begin().rules
    asked = {one for mark in (Mark.SECRET, Mark.CURTAIN, Mark.COVER) for one in rules.speech().decisions.those(mark)}
    state = rules.room("view").View.state
    groups = {field.hidden_by: {one.name for one in state if one.hidden_by == field.hidden_by} for field in state}
    alone = [{field.name} for field in state if field.sight in SECRET_SIGHTS]
    return {one.name for one in asked}, alone + [group for hidden, group in groups.items() if hidden]


@pytest.mark.parametrize("game", [game.name for game in installed()])
def test_every_secret_that_a_game_declares_has_twins(game):
    asked, fields = declared(game)
    of_game = [secret for secret in SECRETS if secret.game == game]
    assert asked and asked == {name for secret in of_game for name in (secret.asked, secret.then) if name}
    compared = {name for secret in of_game for name in secret.fields}
    assert fields and not [group for group in fields if not group & compared]


def test_a_player_that_is_asked_for_its_opinion_is_shown_no_secret(monkeypatch):
    ask_a_gossip(monkeypatch)
    assert Twins(monkeypatch, DISENGAGE, asks=("opinion",)).play(most=1, further=2)["asked"] > 0


def test_an_officer_that_is_asked_for_a_hint_is_shown_no_secret(monkeypatch):
    ask_a_gossip_for_hints(monkeypatch)
    assert Twins(monkeypatch, FLEETS, asks=("hint",)).play(most=1, further=2)["asked"] > 0


def test_letters_tell_nothing_of_a_secret(monkeypatch):
    compared = Twins(monkeypatch, FLEETS, away=True).play(most=1, further=0)
    assert compared["letters"] >= 2


def test_clocks_tell_nothing_of_a_secret(monkeypatch):
    compared = Twins(monkeypatch, FLEETS, clock=600).play(most=1, further=0)
    assert compared["table"] >= 3


# --- each protection, switched off --------------------------------------------------------------------------------


def count_answers(patch):
    listed = Front._listed
    patch.setattr(Front, "_listed", lambda self, game: listed(self, game) | {"decisions": game.decisions})


def show_everything(patch):
    patch.setattr(telling, "view_for", lambda game, seat: game.view())


def let_everything_be_heard(patch):
    patch.setattr(Table, "heard", lambda self, *seats: self._said + self.game.events())


def remember_everything(patch):
    since = telling._since

    def told(room, seat, board):
        with pytest.MonkeyPatch.context() as inner:
            inner.setattr(telling, "view_for", lambda game, seat: game.view())
            return since(room, seat, room.game.rules.scene(room.game.view()))

    patch.setattr(telling, "_since", told)


def score_everything(patch):
    gains = telling.scoring.gains_now
    patch.setattr(telling.scoring, "gains_now", lambda game, view: gains(game, game.view()))


def ask_everybody(patch):
    patch.setattr(telling, "_clock", lambda room, seat: {"until": room.clock and room.clock.until})


def draw_nothing_anew(patch):
    clone = Game.clone
    patch.setattr(Game, "clone", lambda self, reseed=None, seat=None, **more: clone(self, reseed, **more))


class Gossip:
    """A player whose opinion, and whose advice, tells all that it is shown."""

    def opinion(self, view, seen, info):
        return self.gathered(view, seen), []

    def advise(self, view, seen, info):
        choices = np.flatnonzero(seen["action_mask"])
        return int(choices[self.gathered(view, seen) % len(choices)]), []

    def gathered(self, view, seen):
        return zlib.crc32(view.record.tobytes() + seen["observation"].tobytes())


def ask_a_gossip(patch):
    patch.setattr(adviser, "_commentator", cache(lambda *named: Gossip()))


def ask_a_gossip_for_hints(patch):
    patch.setattr(rooms, "adviser", lambda name, game: Gossip())


def open_eyes(patch):
    patch.setattr(adviser, "seen_by", lambda game: (game.view(), *seen_by(game)[1:]))


def ask_a_gossip_with_open_eyes(patch):
    ask_a_gossip(patch)
    open_eyes(patch)


def ask_for_hints_with_open_eyes(patch):
    ask_a_gossip_for_hints(patch)
    open_eyes(patch)


def show_it_again_at_once(patch):
    read = Store.read

    def over(self, id):
        kept = read(self, id)
        kept.result = "over"
        return kept

    patch.setattr(Store, "read", over)


def write_more_in_letters(patch):
    write = Summons._summons

    def written(self, due):
        letter = write(self, due)
        return letter.__class__(letter.to, letter.subject, f"{self.store.read(due.game).history}", letter.stop)

    patch.setattr(Summons, "_summons", written)


OFF = [
    (count_answers, FLEETS, "requests", {}),
    (show_it_again_at_once, FLEETS, "requests", {}),
    (show_everything, FLEETS, "table", {}),
    (let_everything_be_heard, FLEETS, "table", {}),
    (ask_everybody, FLEETS, "table", {"clock": 600}),
    (write_more_in_letters, FLEETS, "letters", {"away": True}),
    (draw_nothing_anew, DISENGAGE, "asked", {"asks": ("odds",)}),
    (ask_a_gossip_with_open_eyes, DISENGAGE, "asked", {"asks": ("opinion",)}),
    (ask_for_hints_with_open_eyes, FLEETS, "asked", {"asks": ("hint",)}),
    (show_everything, FACE_DOWN, "table", {"asks": ()}),
    (draw_nothing_anew, FACE_DOWN, "asked", {"asks": ("battle",)}),
]


@pytest.mark.parametrize(
    ("switch_off", "secret", "what", "settings"), OFF, ids=lambda given: getattr(given, "__name__", "")
)
def test_without_a_protection_the_secret_would_be_sent(switch_off, secret, what, settings, monkeypatch):
    switch_off(monkeypatch)
    with pytest.raises(Leak, match=f"^{what} of "):
        Twins(monkeypatch, secret, **settings).play(most=1, further=2)


@pytest.mark.slow
@pytest.mark.parametrize("switch_off", [remember_everything, score_everything], ids=lambda given: given.__name__)
def test_without_it_submarines_would_be_sent(switch_off, monkeypatch):
    switch_off(monkeypatch)
    with pytest.raises(Leak, match="^table of "):
        Twins(monkeypatch, SUBMARINES, asks=()).play(most=4, further=6)


# --- what the record holds ------------------------------------------------------------------------------------------


def records(monkeypatch):
    """What the Axis is answered that asks for the record while the Allies buy one fleet or another; the dice are
    known."""
    watch, told = Watch(monkeypatch), []

    async def asked(cards):
        watch.at = BEGUN
        desk = Desk(monkeypatch, watch, FLEETS.setup(SEED, dice_known=True), [])
        await desk.open(0)
        for card in cards:
            await desk.answer(0, desk.game.action_named(card))
        told.append((await desk.asks(1), await desk.asks(SPECTATORS)))
        await desk.close()

    for cards in (["HMS Hood"], ["HMS Ajax", "HMS Exeter"]):
        asyncio.run(asked(cards))
    return told


def test_nobody_reads_the_record_of_others_even_where_the_dice_are_known(monkeypatch):
    one, other = records(monkeypatch)
    assert one == other


def test_a_record_that_is_given_to_one_of_two_persons_would_tell(monkeypatch):
    monkeypatch.setattr(lobby, "sum", lambda seats: 1, raising=False)  # as if nobody else played
    one, other = records(monkeypatch)
    assert one[0] != other[0] and one[1] == other[1], "who looks on has no token"


# --- what can still be taken back, what is said, and what is bid -----------------------------------------------------


def tables(monkeypatch, setup, doings, **settings):
    """Two tables, at each of which a person of the first seat does something else; what the others have been sent."""
    watch, told = Watch(monkeypatch), []

    async def sat(doing):
        watch.at = BEGUN
        desk = Desk(monkeypatch, watch, setup, [], **settings)
        await desk.open(0, 1, SPECTATORS)
        await doing(desk)
        told.append([await desk.was_sent(listener) for listener in (1, SPECTATORS)])
        await desk.close()

    for doing in doings:
        asyncio.run(sat(doing))
    return told


def moved(number):
    """The first ship goes somewhere, which can still be taken back."""

    async def doing(desk):
        await desk.say(0, do="answer", action=desk.game.legal_actions()[number])
        assert desk.room.session.can_undo

    return doing


PACIFIC = Secret("", "admirals_war", "pacific").setup(SEED)


def test_what_can_be_taken_back_is_sent_to_nobody_else(monkeypatch):
    one, other = tables(monkeypatch, PACIFIC, (moved(0), moved(-1)))
    assert one == other


def test_without_that_it_would_be_sent(monkeypatch):
    monkeypatch.setattr(Room, "position", lambda self, seat: self.game)
    one, other = tables(monkeypatch, PACIFIC, (moved(0), moved(-1)))
    assert one[0] != other[0] and one[1] != other[1]


def said(words):
    async def doing(desk):
        await desk.say(0, do="chat", words=words)

    return doing


def test_who_looks_on_hears_no_talk_during_the_game(monkeypatch):
    one, other = tables(monkeypatch, PACIFIC, (said("Midway?"), said("Leyte?")))
    assert one[0] != other[0] and one[1] == other[1]


def test_without_that_he_would(monkeypatch):
    chat = telling._chat
    monkeypatch.setattr(telling, "_chat", lambda room, seat: chat(room, max(seat, 0)))
    one, other = tables(monkeypatch, PACIFIC, (said("Midway?"), said("Leyte?")))
    assert one[1] != other[1]


def bid(points):
    async def doing(desk):
        await desk.say(0, do="bid", points=points)
        assert desk.room.bids == (points, None)

    return doing


MIDWAY = Secret("", "admirals_war", "pacific").setup(SEED)


def test_nobody_else_is_sent_a_bid(monkeypatch):
    one, other = tables(monkeypatch, MIDWAY, (bid(1.0), bid(3.0)), bid_for=True)
    assert one == other and "bidding" in json.dumps(one)


def test_without_secrecy_a_bid_would_be_sent(monkeypatch):
    tell = telling.bidding.told
    monkeypatch.setattr(telling.bidding, "told", lambda room, seat: tell(room, 0))
    one, other = tables(monkeypatch, MIDWAY, (bid(1.0), bid(3.0)), bid_for=True)
    assert one[0] != other[0] and one[1] != other[1]
