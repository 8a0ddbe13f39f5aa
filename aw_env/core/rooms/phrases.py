"""Questions, events and terms in words that a game keeps in files beside what is printed, for whoever edits texts and
no code."""

from collections.abc import Callable, Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import create_model

from aw_env.core.config.errors import ConfigError
from aw_env.core.config.tables import Table, check_tables, read_toml
from aw_env.core.printed.keys import one_among, table_of, words_of
from aw_env.core.said.decisions import Asked, Besides, Spoken
from aw_env.core.said.events import EventRow, Named, Told
from aw_env.core.said.help import Help
from aw_env.core.said.luck import Chance


class More(Table):
    """What is told where something is so, as `Besides` has it."""

    rules: list[str] = []
    why: str = ""
    question: str = ""


class Phrases(Table):
    """A decision in words, as `Asked` has it."""

    question: str = ""
    rules: list[str] = []
    why: str
    place: str = ""
    unit: str = ""
    example: str = ""
    standing: list[str] = []


def asked_in(
    file: Path,
    decisions: type[IntEnum],
    options: type[IntEnum],
    worked_out: Mapping[Any, Mapping[str, Any]] = {},
    matters: Mapping[str, Callable[[Any], bool]] = {},
) -> dict[Any, Asked]:
    """All decisions but the first, which is none, as a file tells them: a table for each by its name, in which options
    have theirs, and what is told besides, or otherwise, where something is so stands under `besides`.

    worked_out: what of a decision is no text but a function; options are added to those of the file.  matters: by the
    names that stand under `besides`, whether it is so, of a view; of questions the first that is.  Raises ConfigError.
    """
    _, *names = words_of(decisions)
    of_options: Any = dict[one_among(words_of(options)), str]  # type: ignore[misc]  # the words are known when it runs
    of_one = create_model("More", __base__=More, options=(of_options, {}))
    more: dict[str, Any] = dict.fromkeys(matters, (of_one | None, None))
    of_games = table_of("Besides", **more)
    phrases = create_model("Phrases", __base__=Phrases, options=(of_options, {}), besides=(of_games, of_games()))
    tables: dict[str, Any] = dict.fromkeys(names, (phrases, ...))
    told = check_tables(file, read_toml(file), table_of("Words", **tables))
    of_names = {name: decisions[name.upper()] for name in names}
    for name, decision in of_names.items():
        if not (getattr(told, name).question or "question" in worked_out.get(decision, {})):
            raise ConfigError(file, f"{name}.question", "is missing")
    return {
        decision: _asked(getattr(told, name), options, worked_out.get(decision, {}), matters)
        for name, decision in of_names.items()
    }


def _asked(
    told: Any, options: type[IntEnum], worked_out: Mapping[str, Any], matters: Mapping[str, Callable[[Any], bool]]
) -> Asked:
    texts = {key: getattr(told, key) for key in ("question", "why", "place", "unit", "example")}
    lists = {key: tuple(getattr(told, key)) for key in ("rules", "standing")}

    def called(told: Any) -> dict[Any, str]:
        return {options[name.upper()]: words for name, words in told.options.items()}

    besides = tuple(
        Besides(matters[name], tuple(one.rules), one.why, one.question, called(one))
        for name, one in ((name, getattr(told.besides, name)) for name in matters)
        if one
    )
    own_options = called(told) | worked_out.get("options", {})
    return Asked(**{**texts, **lists, "besides": besides, **worked_out, "options": own_options})


class Happens(Table):
    """An event in words, as `Told` has it."""

    words: str = ""
    dice: str = ""
    reveals: bool = False


def told_in(
    file: Path,
    events: type[IntEnum],
    named: Mapping[str, Named],
    words: Mapping[Any, Callable[[Any, EventRow], str]] = {},
    luck: Mapping[Any, Chance] = {},
) -> dict[Any, Told]:
    """All events but the first, which is none, as a file tells them: a table for each by its name, in which `of` says
    what its numbers are.

    named: what these may be, by the words for it.  words: of those that are told by functions, which may have no table.
    luck: what the dice of some decide.  Raises ConfigError.
    """
    numbers = {id: events[id.upper()] for id in words_of(events)[1:]}
    subjects: Any = list[one_among(named)]  # type: ignore[misc]  # the words are known when it runs
    happens = create_model("Happens", __base__=Happens, of=(subjects, []))
    tables: dict[str, Any] = {id: (happens, happens() if event in words else ...) for id, event in numbers.items()}
    found, told = {}, check_tables(file, read_toml(file), table_of("Events", **tables))
    for id, event in numbers.items():
        one = getattr(told, id)
        if bool(one.words) == (event in words):
            raise ConfigError(file, f"{id}.words", "is missing" if not one.words else "is worked out by the game")
        subjects = tuple(named[word] for word in one.of)
        found[event] = Told(one.words or words[event], subjects, one.dice, one.reveals, luck.get(event))
    return found


class Terms(NamedTuple):
    """What things are called.

    options: those that are called otherwise than they are declared.  help: the page of help (`Help`); None where it
    follows from other words.  rules: what that has of the rules.  called: by the kind of thing, the words for its
    members.
    """

    options: Mapping[Any, Spoken]
    help: Any
    rules: str
    called: Mapping[str, Mapping[Any, str]]


def terms_in(file: Path, options: type[IntEnum], **called: type[IntEnum]) -> Terms:
    """What a file says of terms: under `options` the words for an option, the first of which are used and the others
    understood; under `help` what `Help` has, or under `rules` only what the counters, dice and winning mean; and of
    other kinds of things, such as phases, what members of their enumeration are called.  Raises ConfigError.
    """
    spoken: Any = dict[one_among(words_of(options)), list[str]]  # type: ignore[misc]  # known when it runs
    kinds: dict[str, Any] = {kind: dict[one_among(words_of(of)), str] for kind, of in called.items()}  # type: ignore[misc]
    texts: dict[str, Any] = {name: (str, Help._field_defaults.get(name, ...)) for name in Help._fields}
    page = create_model("Help", __base__=Table, **texts)
    tables: dict[str, Any] = {kind: (told, ...) for kind, told in kinds.items()}
    tables |= {"options": (spoken, {}), "help": (page | None, None), "rules": (str, "")}
    told = check_tables(file, read_toml(file), table_of("Terms", **tables))
    return Terms(
        {options[name.upper()]: Spoken(words[0], tuple(words[1:])) for name, words in told.options.items()},
        told.help and Help(**dict(told.help)),
        told.rules,
        {kind: {of[name.upper()]: words for name, words in getattr(told, kind).items()} for kind, of in called.items()},
    )
