"""Letters from the web table: to whom one goes, how often, what is in it, and that no mail server stops a game."""

import contextlib
import re
import socketserver
import sqlite3
import threading
import time
from dataclasses import replace
from email import message_from_bytes, policy

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from aw_env.cli.app import app as commands
from aw_env.web import post
from aw_env.web.post import Letter, Post, Smtp
from aw_env.web.server import app
from aw_env.web.store import Store
from aw_env.web.summons import Mail
from tests.test_web import FAST, PEOPLE, begun, games
from tests.test_web_mine import MY_KEY, OTHER_KEY, PersonsPage
from tests.test_web_rematch import again, offer, over
from tests.test_web_talk import chat

__all__ = ["games"]
MINE = "me@example.org"
PATIENCE = 20
"""Seconds for what must come."""
A_WHILE = 0.5
"""Seconds in which what must not come would have."""
LIMITS = replace(FAST, letters=(1e9, 1e9), all_letters=(1e9, 1e9), chat=(1e9, 1e9), seconds_between_clocks=0.02)


class Mailbox(socketserver.ThreadingTCPServer):
    """A mail server.  letters: what it has taken, as (recipient, subject and words).  asked: commands in the order that
    they came.  answers: other answers than usual, by command; one that is None is never given."""

    daemon_threads = allow_reuse_address = True
    block_on_close = False

    def __init__(self, port=0, **answers):
        self.letters, self.asked, self.answers = [], [], answers
        super().__init__(("127.0.0.1", port), Clerk)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    @property
    def port(self):
        return self.server_address[1]

    @property
    def smtp(self):
        return Smtp("127.0.0.1", self.port, "table@example.org", seconds=5, seconds_until_again=0.05)


class Clerk(socketserver.StreamRequestHandler):
    USUAL = {"EHLO": "250 here", "MAIL": "250 ok", "RCPT": "250 ok", "DATA": "354 go on", "QUIT": "221 bye"}

    def say(self, command):
        answer = self.server.answers.get(command, self.USUAL.get(command, "220 ready"))
        if answer is None:
            time.sleep(PATIENCE)
            return
        self.wfile.write(f"{answer}\r\n".encode())

    def handle(self):
        self.say("greeting")
        to = ""
        while line := self.rfile.readline().decode():
            command = line[:4].upper()
            self.server.asked.append(command)
            to = re.search("<(.*)>", line)[1] if command == "RCPT" else to
            self.say(command)
            if command == "DATA":
                text = b""
                while (part := self.rfile.readline()) != b".\r\n":
                    text += part
                letter = message_from_bytes(text, policy=policy.default)
                self.server.letters.append((to, f"{letter['Subject']}\n\n{letter.get_content()}".replace("\r", "")))
                self.wfile.write(b"250 taken\r\n")


@pytest.fixture
def mailbox():
    with Mailbox() as box:
        yield box
        box.shutdown()


@contextlib.contextmanager
def served(games, smtp):  # noqa: F811
    serving = app(Store(games), ["testserver"], LIMITS, mail=Mail(smtp, "https://play.example.org"))
    with TestClient(serving, backend_options={"use_uvloop": False}) as client:
        yield client


@pytest.fixture
def client(games, mailbox):  # noqa: F811
    with served(games, mailbox.smtp) as client:
        yield client


def wait_for(test):
    until = time.monotonic() + PATIENCE
    while not test():
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.02)


def give(client, address=MINE, key=MY_KEY):
    return client.post("/api/me/address", json={"address": address}, headers={"authorization": f"Bearer {key}"})


def follow(client, letter, way):
    """Click on a link of a letter; the answer."""
    token = re.search(rf"https://play.example.org/mail#{way}=([\w-]+)", letter)[1]
    return client.post(f"/api/mail/{way}", json={"token": token})


def confirmed(client, mailbox):
    """An address of mine that letters go to."""
    assert give(client).json()["mail"] == {"address": MINE, "confirmed": False}
    wait_for(lambda: mailbox.letters)
    assert follow(client, mailbox.letters[-1][1], "confirm").is_success
    mailbox.letters.clear()


def let_me_be_asked(client):
    """A game in which it becomes my move, as the Allies, while I am away."""
    game, tokens = begun(client, PEOPLE)
    with PersonsPage(client, game, tokens["allies"]):
        pass
    return game, tokens


def hand_over(page):
    page.say("hand_over", seat="axis", player="scripted")
    while page.parts["table"]["asked"] != "allies":
        page.hear()


def test_one_letter_goes_when_it_becomes_my_move_and_none_until_i_have_been_there(client, mailbox):
    confirmed(client, mailbox)
    game, tokens = let_me_be_asked(client)
    with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
        time.sleep(A_WHILE)
        assert mailbox.letters == [], "it is not my move"
        hand_over(other)
        wait_for(lambda: mailbox.letters)
        chat(other, "a secret of ours")
        time.sleep(A_WHILE)
        ((to, text),) = mailbox.letters
        assert to == MINE and text.startswith("Your move: Midway\n")
        with PersonsPage(client, game, tokens["allies"]):
            chat(other, "while I am there")
            time.sleep(A_WHILE)
            assert len(mailbox.letters) == 1
        time.sleep(A_WHILE)
        assert len(mailbox.letters) == 1, "nothing has been done since I left"
        chat(other, "while I am away")
        wait_for(lambda: len(mailbox.letters) == 2)


def test_a_letter_tells_game_and_seat_and_nothing_else(client, mailbox):
    confirmed(client, mailbox)
    game, tokens = let_me_be_asked(client)
    with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
        hand_over(other)
        wait_for(lambda: mailbox.letters)
    assert re.sub(r"stop=[\w-]+", "stop=TOKEN", mailbox.letters[0][1]) == (
        f"Your move: Midway\n\nIt is your move (Midway, allies):\nhttps://play.example.org/game/{game}#allies\n\n"
        "No further letter comes about this game until you have been there.\n\n"
        "No more letters: https://play.example.org/mail#stop=TOKEN\n"
    )
    assert tokens["allies"] not in mailbox.letters[0][1] and MY_KEY not in mailbox.letters[0][1]


# --- asked to play again -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("swapped", [False, True])
def test_who_is_away_is_told_once_by_letter_that_he_is_asked_to_play_again(client, mailbox, swapped):
    confirmed(client, mailbox)
    game, tokens = over(client)
    time.sleep(A_WHILE)
    assert mailbox.letters == [], "that it is over is no letter"
    assert again(client, game, "axis", tokens["axis"], OTHER_KEY, swapped).is_success
    wait_for(lambda: mailbox.letters)
    time.sleep(A_WHILE)
    ((to, text),) = mailbox.letters
    assert to == MINE and text.startswith(
        "Play again? Engagement\n\nYou are asked to play again (Engagement, allies):\n"
        f"https://play.example.org/game/{game}#allies\n\n"
    )
    with PersonsPage(client, game, "", MY_KEY, "allies") as page:
        assert offer(page)["seat"] == ("axis" if swapped else "allies"), "the link shows what is offered"
    time.sleep(A_WHILE)
    assert len(mailbox.letters) == 1, "he has seen it"


def test_who_sees_the_offer_or_has_accepted_it_gets_no_letter_about_it(client, mailbox):
    confirmed(client, mailbox)
    game, tokens = over(client)
    with PersonsPage(client, game, tokens["allies"]) as page:
        assert again(client, game, "axis", tokens["axis"], OTHER_KEY).is_success
        offer(page)
        time.sleep(A_WHILE)
    time.sleep(A_WHILE)
    following = again(client, game, "allies", tokens["allies"], MY_KEY).json()
    with PersonsPage(client, following["id"], following["token"]):
        time.sleep(A_WHILE)
    assert [text for _, text in mailbox.letters if text.startswith("Play again?")] == []


def test_an_address_that_nobody_has_confirmed_gets_no_letter_about_a_game(client, mailbox):
    give(client)
    game, tokens = let_me_be_asked(client)
    with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
        hand_over(other)
        time.sleep(A_WHILE)
    assert len(mailbox.letters) == 1


@pytest.mark.parametrize("way", ["link", "page"])
def test_letters_end_by_the_link_in_each_or_on_the_page(client, mailbox, way):
    confirmed(client, mailbox)
    game, tokens = let_me_be_asked(client)
    with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
        hand_over(other)
        wait_for(lambda: mailbox.letters)
        assert (follow(client, mailbox.letters[0][1], "stop") if way == "link" else give(client, "")).is_success
        with PersonsPage(client, game, tokens["allies"]):
            pass
        chat(other, "are you there?")
        time.sleep(A_WHILE)
        assert len(mailbox.letters) == 1
    assert client.get("/api/me", headers={"authorization": f"Bearer {MY_KEY}"}).json()["mail"]["address"] == ""
    assert follow(client, mailbox.letters[0][1], "stop").status_code == 404


def test_an_address_is_asked_once_a_day_and_never_again_if_it_says_so(client, mailbox):
    give(client)
    wait_for(lambda: mailbox.letters)
    assert give(client, "ME@Example.org", OTHER_KEY).json()["code"] == "too_fast"
    assert follow(client, mailbox.letters[0][1], "stop").is_success
    assert give(client).json()["code"] == give(client, key=OTHER_KEY).json()["code"] == "foreign"
    assert follow(client, mailbox.letters[0][1], "confirm").status_code == 404
    assert len(mailbox.letters) == 1


def test_a_link_to_confirm_is_good_once_and_for_a_day(client, mailbox, monkeypatch):
    give(client)
    wait_for(lambda: mailbox.letters)
    letter, later = mailbox.letters[0][1], time.time() + 90_000
    with monkeypatch.context() as patched:
        patched.setattr("aw_env.web.addresses.time.time", lambda: later)
        assert follow(client, letter, "confirm").status_code == 404
    assert follow(client, letter, "confirm").is_success
    assert follow(client, letter, "confirm").status_code == 404


NO_ADDRESSES = ["me", "me@", "me@host", "a b@c.org", "me@c.org, you@c.org", "me@c.org\r\nBcc: x@y.z", "me@c.org\n", 7]


@pytest.mark.parametrize("address", NO_ADDRESSES)
def test_what_is_no_address_is_refused(client, mailbox, address):
    assert give(client, address).json()["code"] == "malformed" and mailbox.letters == []


def test_only_so_many_addresses_are_asked_from_one_place(games, mailbox):  # noqa: F811
    limits = replace(LIMITS, letters=(2, 0))
    serving = app(Store(games), ["testserver"], limits, mail=Mail(mailbox.smtp, "https://play.example.org"))
    with TestClient(serving, backend_options={"use_uvloop": False}) as client:
        assert [give(client, f"{name}@example.org").status_code for name in "abc"] == [200, 200, 429]


def test_a_mail_server_that_never_answers_stops_nothing(games):  # noqa: F811
    with Mailbox(greeting=None) as slow:
        with served(games, slow.smtp) as client:
            assert give(client).is_success
            game, tokens = let_me_be_asked(client)
            with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
                hand_over(other)
            left = time.monotonic()
        assert time.monotonic() - left < 4, "the server ends although a letter is being sent"
        assert slow.letters == []
        slow.shutdown()


def test_a_letter_waits_for_a_mail_server_that_is_down(games, mailbox):  # noqa: F811
    with served(games, mailbox.smtp) as client:
        confirmed(client, mailbox)
    with Mailbox() as closed:
        port = closed.port
        closed.shutdown()
    with served(games, replace(mailbox.smtp, port=port)) as client:
        game, tokens = let_me_be_asked(client)
        with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
            hand_over(other)
            time.sleep(A_WHILE)
            with Mailbox(port) as opened:
                wait_for(lambda: opened.letters)
                opened.shutdown()
    assert opened.letters[0][0] == MINE


def test_an_address_that_the_mail_server_refuses_for_good_is_not_tried_again(client, mailbox):
    confirmed(client, mailbox)
    mailbox.answers["RCPT"] = "550 nobody"
    mailbox.asked.clear()
    game, tokens = let_me_be_asked(client)
    with PersonsPage(client, game, tokens["axis"], OTHER_KEY) as other:
        hand_over(other)
        wait_for(lambda: "RCPT" in mailbox.asked)
        time.sleep(A_WHILE)
    assert mailbox.asked.count("RCPT") == 1


def test_the_password_is_told_to_nobody_in_the_open(mailbox, monkeypatch):
    monkeypatch.setattr(post, "LOOPBACK", ())
    answers = []
    sender = Post(replace(mailbox.smtp, user="me", password="secret"))
    sender.send(Letter(MINE, "x", "x", "https://play.example.org/"), answers.append)
    wait_for(lambda: answers)
    sender.close()
    assert answers == [False] and "AUTH" not in mailbox.asked and mailbox.letters == []
    assert "secret" not in repr(Smtp("h", 1, "a@b", "me", "secret"))


def test_without_a_mail_server_no_address_is_asked_for_and_no_visit_kept(games):  # noqa: F811
    with TestClient(app(Store(games), ["testserver"], LIMITS), backend_options={"use_uvloop": False}) as client:
        assert client.get("/api/me", headers={"authorization": f"Bearer {MY_KEY}"}).json()["mail"] is None
        assert give(client).status_code == 404
        let_me_be_asked(client)
    with sqlite3.connect(games) as file:
        assert file.execute("SELECT count(*) FROM visits").fetchone() == (0,)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--mail-from", "a@b.c"], "need --smtp-host"),
        (["--smtp-host", "localhost"], "--mail-from"),
        (["--smtp-host", "localhost", "--mail-from", "a@b.c", "--smtp-user", "me"], "AW_ENV_SMTP_PASSWORD"),
    ],
)
def test_what_is_missing_of_the_mail_server_is_said(given, said, monkeypatch):
    monkeypatch.delenv("AW_ENV_SMTP_PASSWORD", raising=False)
    result = CliRunner().invoke(commands, ["serve", *given])
    assert result.exit_code != 0 and said in result.output
