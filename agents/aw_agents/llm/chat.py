"""A chat with a language model: `POST {base}/chat/completions`, as OpenAI's interface has it and most servers do."""

import os
import time
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from aw_env.core.errors import PlayerFailed

BASE, KEY = "OPENAI_BASE_URL", "OPENAI_API_KEY"
"""Variables of the environment: where the server is, and what it asks for, if it asks."""
TRIES = 4
"""Of a call that the server is too busy for, or does not answer."""
PAUSE = 1.0
"""Seconds before the second try; each pause is twice as long as the one before it."""
BUSY = (408, 409, 429, 500, 502, 503, 504)
"""Answers of a server that may do better later."""
LONGEST_REPLY = 1 << 20
"""Bytes."""
LETTERS_A_TOKEN = 4
"""About, in English: by this tokens are counted that the server does not tell."""

Message = dict[str, str]
"""A message: `role` and `content`."""


class ChatFailed(PlayerFailed):
    """A server that does not answer, or with what is no answer.  Says which."""


class NothingMore(Exception):
    """A model that can be asked nothing more."""


class _Said(BaseModel):
    model_config = ConfigDict(extra="ignore")
    content: str | None = None


class _Choice(BaseModel):
    model_config = ConfigDict(extra="ignore")
    message: _Said


class _Usage(BaseModel):
    model_config = ConfigDict(extra="ignore")
    total_tokens: int = Field(ge=0)


class _Completion(BaseModel):
    model_config = ConfigDict(extra="ignore")
    choices: list[_Choice] = Field(min_length=1)
    usage: _Usage | None = None


@dataclass(frozen=True)
class Reply:
    """What a model has said.  tokens: of the call, prompt and reply."""

    text: str
    tokens: int


class Asked(Protocol):
    """What a model is asked through."""

    @property
    def model(self) -> str:
        """Its name."""

    def ask(self, messages: list[Message], most_tokens: int) -> Reply:
        """The model's reply, of at most so many tokens.  Raises ChatFailed, and NothingMore."""


def tokens_of(text: str) -> int:
    """About how many tokens a text has."""
    return -(-len(text) // LETTERS_A_TOKEN)


@dataclass(frozen=True)
class Chat:
    """A model on a server.  base: its URL, such as http://localhost:8000/v1.  seconds: for a call."""

    model: str
    base: str
    key: str = ""
    seconds: float = 120.0

    @classmethod
    def of_environment(cls, model: str) -> "Chat":
        """The server that the environment names.  Raises ValueError where it names none, or without the extra `llm`."""
        if find_spec("httpx2") is None:
            raise ValueError(f"llm:{model}: language models need the extra `llm` (pip install 'aw_env[llm]')")
        if not os.environ.get(BASE):
            raise ValueError(f"llm:{model}: set {BASE} to the server's address, such as http://localhost:8000/v1")
        return cls(model, os.environ[BASE].rstrip("/"), os.environ.get(KEY, ""))

    def ask(self, messages: list[Message], most_tokens: int) -> Reply:
        """The model's reply, of at most so many tokens.  Raises ChatFailed."""
        asked = {"model": self.model, "messages": messages, "max_tokens": most_tokens}
        for tried in range(TRIES):
            try:
                return self._asked(asked)
            except _Busy as busy:
                if tried == TRIES - 1:
                    raise ChatFailed(f"{self.model} at {self.base}: {busy}") from None
                time.sleep(PAUSE * 2**tried)
        raise AssertionError("a call is answered, or has failed")

    def _asked(self, asked: dict[str, Any]) -> Reply:
        import httpx2  # of the extra `llm`

        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        try:
            with httpx2.stream(
                "POST", f"{self.base}/chat/completions", json=asked, headers=headers, timeout=self.seconds
            ) as answer:
                body = b""
                for part in answer.iter_bytes():
                    body += part
                    if len(body) > LONGEST_REPLY:
                        raise ChatFailed(f"{self.model} at {self.base}: a reply of more than {LONGEST_REPLY} bytes")
                status = answer.status_code
        except httpx2.HTTPError as error:
            raise _Busy(f"{type(error).__name__} {error}".strip()) from None
        if status in BUSY:
            raise _Busy(f"status {status}")
        if status != 200:
            said = body[:200].decode(errors="replace")
            raise ChatFailed(f"{self.model} at {self.base}: status {status}: {said}")
        return self._read(body, asked)

    def _read(self, body: bytes, asked: dict[str, Any]) -> Reply:
        try:
            completion = _Completion.model_validate_json(body)
        except ValidationError:
            said = body[:200].decode(errors="replace")
            raise ChatFailed(f"{self.model} at {self.base}: no completion: {said}") from None
        text = completion.choices[0].message.content or ""
        if completion.usage is not None:
            return Reply(text, completion.usage.total_tokens)
        return Reply(text, tokens_of(text) + sum(tokens_of(one["content"]) for one in asked["messages"]))


class _Busy(Exception):
    """A call that may be answered when it is tried again."""
