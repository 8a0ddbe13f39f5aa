"""Several answers in one line, to questions of one kind that follow each other: "strike Zara, Pola", "send all
cruisers", "all except Hood"."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from aw_env.core.faces.game import Game
from aw_env.core.said.speech import Speech
from aw_env.core.said.understanding import Answer, Listed
from aw_env.core.said.wording import UnknownWords, number_in, parted_names
from aw_env.table import phrases

EXCEPTIONS = re.compile(rf"\b({'|'.join(phrases.EXCEPT)})\b", re.IGNORECASE)
"""The words behind which a list goes on with those that are left out."""


class Several(NamedTuple):
    """Choices that are described, of which those are taken in turn that still can be: "3 cruisers".  how_many: of them;
    None for all.  among: those that are left, as (action, words), with those beside them that are not offered before
    others like them have been chosen.  offered: actions that were choices when the line was read."""

    words: str
    how_many: int | None
    among: Listed
    offered: frozenset[int]


@dataclass
class InTurn:
    """Answers that are given one after another as long as the same kind of question is asked.

    seat, decision, question: who is asked what, in words too.  left: those that are not given yet.  given: the others,
    in words.  passed: what was among all of a sort, and could not be chosen any more.  hidden: whether others at the
    screen must not see what they are.
    """

    seat: int
    decision: int
    question: str
    left: list[Answer | Several]
    given: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    hidden: bool = False

    def copy(self) -> "InTurn":
        """The same answers, to be given apart from these."""
        return replace(self, left=[*self.left], given=[*self.given], passed=[*self.passed])

    def is_for(self, game: Game) -> bool:
        """Whether the question that is asked is of their kind, and to their seat."""
        return not game.ended and game.seat == self.seat and game.info()["decision"] == self.decision

    def goes_on(self, game: Game) -> bool:
        """Whether answers are left, where all of a sort are over as soon as none of them can be chosen any more, or as
        the question is about something else: ships for the next group of raiders."""
        legal = game.legal_actions() if self.is_for(game) and question_of(game) == self.question else []
        while self.left and isinstance(several := self.left[0], Several):
            if several.how_many is not None or any(action in legal for action, _ in several.among):
                break
            self.passed += [words for action, words in several.among if action in several.offered]
            del self.left[0]
        return bool(self.left)

    def answer(self, game: Game) -> int:
        """The next answer, to the question that is asked.  Raises UnknownWords, which says what has been answered and
        what has not, where it is none or another kind of question is asked."""
        view, legal, answer = game.view(game.seat), game.legal_actions(), self.left[0]
        if not self.is_for(game):
            raise UnknownWords(self.stopped("for something else is asked now"))
        if isinstance(answer, Several):
            action = self._next_of(answer, legal)
        else:
            action = answer.action if answer.action in legal else self._named(game, answer.words)
            del self.left[0]
        self.given.append(game.rules.speech().words.describe_briefly(view, action))
        return action

    def _next_of(self, several: Several, legal: Sequence[int]) -> int:
        """The first choice of several that is left."""
        action = next((action for action, _ in several.among if action in legal), None)
        if action is None:
            raise UnknownWords(self.stopped("for none of them is a choice now"))
        among = [one for one in several.among if one[0] != action]
        how_many = None if several.how_many is None else several.how_many - 1
        self.left[:1] = [several._replace(how_many=how_many, among=among)] if among and how_many != 0 else []
        return action

    def _named(self, game: Game, words: str) -> int:
        try:
            return game.action_named(words)
        except UnknownWords as error:
            del self.left[0]
            why = str(error).partition(" Choices:")[0]
            either = f" Not done either: {self._left_in_words()}." if self.left else ""
            raise UnknownWords(self._unless_hidden(f"{self._given_in_words()}Not done: {why}{either}")) from None

    def stopped(self, why: str) -> str:
        """What has been answered, and that the others are not done, and why."""
        return self._unless_hidden(f"{self._given_in_words()}Not done, {why}: {self._left_in_words()}.")

    def done(self) -> str:
        """What has been answered, when all is."""
        passed = f"Left out: {', '.join(self.passed)}." if self.passed else ""
        if self.hidden:
            return self._unless_hidden(passed) if passed else ""
        return f"{self._given_in_words()}{passed}".strip()

    def _unless_hidden(self, words: str) -> str:
        return "Not all of the line has been done." if self.hidden else words

    def _given_in_words(self) -> str:
        return f"Answered: {', '.join(self.given)}. " if self.given else ""

    def _left_in_words(self) -> str:
        return ", ".join(words_of(self.left))


def words_of(answers: Iterable[Answer | Several]) -> list[str]:
    """Answers as they were said; of so many of a sort how many are left."""
    return [
        f"{answer.how_many} of {', '.join(words for _, words in answer.among)}"
        if isinstance(answer, Several) and answer.how_many
        else answer.words
        for answer in answers
    ]


def read(game: Game, line: str, no_single: UnknownWords) -> InTurn:
    """The answers that a line names or describes one after another.

    no_single: why the line is neither one answer nor an order.  It is raised where the line names no several either: to
    a question which unit is called up, one answer leads to questions about that unit.
    """
    view, speech = game.view(game.seat), game.rules.speech()
    if view.decision in speech.questions.calls_up:
        raise no_single
    try:
        answers = _with_described(game, line) or speech.understanding.answers_named(view, game.legal_actions(), line)
    except UnknownWords as error:
        raise (no_single if view.subject_unit is not None else error) from None
    if not answers:
        raise no_single
    return InTurn(game.seat, view.decision, question_of(game), [*answers])


def question_of(game: Game) -> str:
    """The question that is asked, without what stands behind it: how much is left, and what has been chosen."""
    return game.rules.speech().words.describe_decision(game.rules.scenario, game.view(game.seat)).partition("?")[0]


# --- choices that are described --------------------------------------------------------------------------------------


def _with_described(game: Game, line: str) -> list[Answer | Several] | None:
    """The answers of a line, some of which describe several choices; None where none does.  Raises UnknownWords."""
    parts = [(part, _several(game, part)) for part in _parts(game, line)]
    if all(several is None for _, several in parts):
        return None
    first, several = parts[0]
    if several is None:
        game.action_named(first)
    elif not _is_asked_again(game, several):
        raise UnknownWords(f'only one can be chosen here: name it, in place of "{first}"')
    view, listed, understanding = game.view(game.seat), game.actions(), game.rules.speech().understanding
    return [several or understanding.numbered_or_named(view, listed, part) for part, several in parts]


def _parts(game: Game, line: str) -> list[str]:
    """What a line names or describes, parted by commas; what is left out stays with all of which it is left out."""
    view, words = game.view(game.seat), game.rules.speech().words
    whole = {name for action in game.legal_actions() for name in words.names_of(view, action)}
    ends = EXCEPTIONS.search(line)
    if ends is None:
        return parted_names(line, whole)
    *before, described = parted_names(line[: ends.start()], whole) or [""]
    return [*before, f"{described} {line[ends.start() :]}".strip()]


def _is_asked_again(game: Game, several: Several) -> bool:
    """Whether the same is asked once more after the first of several choices, if there are so many."""
    if len([action for action, _ in several.among if action in several.offered]) == 1:
        return True
    trial = game.clone(reseed=0)
    trial.apply(several.among[0][0])
    asked = [(one.seat, one.info()["subject"], question_of(one)) for one in (game, trial) if not one.ended]
    return len(asked) == 2 and asked[0] == asked[1]


def _several(game: Game, words: str) -> Several | None:
    """The choices that words describe; None where they describe none.  Raises UnknownWords where there are not so
    many."""
    bare = _without_verb(game, words)
    first, _, sort = bare.partition(" ")
    found, offered = _described(game, bare), frozenset(game.legal_actions())
    if not found:
        return None
    if (number := number_in(first)) is not None:
        return Several(words, number, _described(game, f"all {sort}"), offered)
    return Several(words, None, found, offered)


def _without_verb(game: Game, words: str) -> str:
    """Words without the verb that may stand before what is chosen, as the choices have it or people say it."""
    view, told = game.view(game.seat), game.rules.speech().words
    chosen = [told.describe_briefly(view, action) for action in game.legal_actions() if action >= told.first_place]
    verbs = {*told.verbs, *(f"{choice.partition(' ')[0]} " for choice in chosen)}
    return words[max((len(verb) for verb in verbs if words.lower().startswith(verb)), default=0) :].strip()


def _described(game: Game, words: str) -> Listed:
    """The units among the choices that words describe, or where there are none the places; none where they describe
    none: "all cruisers", "rest", "British carriers", "all except Hood"."""
    view, speech = game.view(game.seat), game.rules.speech()
    legal, told = game.legal_actions(), speech.words
    numbers = [action - told.first_unit for action in legal if action >= told.first_unit]
    if numbers:
        chosen = [view.units_by_number[number] for number in numbers if number in view.units_by_number]
        alike = [[unit, *_others_like(speech, view, unit, chosen)] for unit in chosen]
        units = [unit for those in alike for unit in those]
        found = phrases.described(speech, view, units, words) if units else []
        if others := [unit.name for unit in found if unit not in units]:
            raise UnknownWords(f"{others[0]} is not a choice now")
        so_many = [sum(unit in found for unit in those) for those in alike]
        named = [unit for those, count in zip(alike, so_many, strict=True) for unit in those[:count]]
        actions = [told.first_unit + unit.number for unit in named]
    else:
        actions = _places_described(game, words)
    return [(action, told.describe_briefly(view, action)) for action in actions]


def _others_like(speech: Speech, view: Any, unit: Any, chosen: Sequence[Any]) -> list[Any]:
    """Units that lie where one of the choices lies and differ from it by the number in their names alone: of such ones
    a game may offer the first, and the next when that has been chosen."""

    def marks(one: Any) -> tuple[int, str]:
        return one.place_number, re.sub(r"\d+", "", one.name, count=1) + speech.words.unit_phrase(one)[len(one.name) :]

    return [one for one in view.units if one not in chosen and marks(one) == marks(unit)]


def _places_described(game: Game, words: str) -> list[int]:
    """All places among the choices, or all but those that words leave out; none where they speak of no such thing."""
    every, *left_out = EXCEPTIONS.split(words, maxsplit=1)
    if every.strip().lower() not in phrases.EVERY:
        return []
    first = game.rules.speech().words.first_place
    names = [name for part in left_out[1:] for name in _parts(game, part)]
    without = {game.action_named(name) for name in names}
    return [action for action in game.legal_actions() if action >= first and action not in without]
