"""Letters that go out through the operator's mail server, from a thread of their own: one that is slow or dead keeps
nobody waiting."""

import logging
import queue
import smtplib
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from aw_env.web.safety import LOOPBACK

LOG = logging.getLogger("aw_env.web")
TLS_PORT = 465
"""At which TLS is spoken from the first word."""
MOST_LETTERS = 500
"""That wait to be sent."""
FOREVER = range(500, 600)
"""Replies after which it is of no use to try again (RFC 5321, 4.2.1)."""


@dataclass(frozen=True)
class Smtp:
    """A mail server.  sender: the address that letters come from.  user: "" where it asks for none."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)
    seconds: float = 20
    """That it may take for a word."""
    seconds_until_again: float = 60
    """After a letter that could not be sent, none is tried for so long."""


@dataclass(frozen=True)
class Letter:
    """A letter.  stop: the address of the page that ends letters."""

    to: str
    subject: str
    words: str
    stop: str


class Post:
    """Sends letters, one at a time."""

    def __init__(self, smtp: Smtp) -> None:
        self._smtp = smtp
        self._letters: queue.Queue[tuple[Letter, Callable[[bool], None]] | None] = queue.Queue(MOST_LETTERS)
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="post", daemon=True)
        self._thread.start()

    def send(self, letter: Letter, done: Callable[[bool], None]) -> None:
        """Send a letter by and by.  done: is told, in whatever thread, whether that is settled; if not, it may be tried
        again."""
        try:
            self._letters.put_nowait((letter, done))
        except queue.Full:
            done(False)

    def close(self, seconds: float = 1) -> None:
        """No more letters go out; who is being talked to is not waited for long."""
        self._closing.set()
        with suppress(queue.Full):
            self._letters.put_nowait(None)
        self._thread.join(seconds)

    def _work(self) -> None:
        while (waiting := self._letters.get()) is not None and not self._closing.is_set():
            letter, done = waiting
            try:
                self._deliver(letter)
            except smtplib.SMTPRecipientsRefused as error:
                codes = [code for code, _ in error.recipients.values()]
                done(self._failed(error, codes[0] if codes else 0))
            except smtplib.SMTPResponseException as error:
                done(self._failed(error, error.smtp_code if isinstance(error, smtplib.SMTPDataError) else 0))
            except Exception as error:  # whatever is wrong with one letter, the next one goes
                done(self._failed(error, 0))
            else:
                done(True)

    def _failed(self, error: Exception, code: int) -> bool:
        """Whether it is of no use to try again.  The address is not written to the log."""
        is_settled = code in FOREVER
        LOG.warning("a letter was not sent: %s%s", type(error).__name__, f" {code}" if code else "")
        if not is_settled:
            self._closing.wait(self._smtp.seconds_until_again)
        return is_settled

    def _deliver(self, letter: Letter) -> None:
        with self._connected() as server:
            server.send_message(self._message(letter))

    def _connected(self) -> smtplib.SMTP:
        """A connection to the mail server.  The password goes over TLS, or to this machine."""
        smtp, context = self._smtp, ssl.create_default_context()
        if smtp.port == TLS_PORT:
            server: smtplib.SMTP = smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=smtp.seconds, context=context)
        else:
            server = smtplib.SMTP(smtp.host, smtp.port, timeout=smtp.seconds)
        try:
            server.ehlo()
            if smtp.port != TLS_PORT and server.has_extn("starttls"):
                server.starttls(context=context)
            elif smtp.port != TLS_PORT and smtp.user and smtp.host not in LOOPBACK:
                raise smtplib.SMTPException("the mail server speaks no TLS: it is not told the password")
            if smtp.user:
                server.login(smtp.user, smtp.password)
        except BaseException:
            server.close()
            raise
        return server

    def _message(self, letter: Letter) -> EmailMessage:
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = self._smtp.sender, letter.to, letter.subject
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=self._smtp.sender.partition("@")[2])
        message["Auto-Submitted"], message["List-Unsubscribe"] = "auto-generated", f"<{letter.stop}>"
        message.set_content(f"{letter.words}\n\nNo more letters: {letter.stop}\n")
        return message
