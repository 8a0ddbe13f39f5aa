"""Several answers in one line, to questions of one kind that follow each other: "strike Zara, Pola"."""

from dataclasses import dataclass, field, replace

from aw_env.core.faces.game import Game
from aw_env.core.said.understanding import Answer
from aw_env.core.said.wording import UnknownWords


@dataclass
class InTurn:
    """Answers that are given one after another as long as the same kind of question is asked.

    seat, decision: who is asked what.  left: those that are not given yet.  given: the others, in words.  hidden:
    whether others at the screen must not see what they are.
    """

    seat: int
    decision: int
    left: list[Answer]
    given: list[str] = field(default_factory=list)
    hidden: bool = False

    def copy(self) -> "InTurn":
        """The same answers, to be given apart from these."""
        return replace(self, left=[*self.left], given=[*self.given])

    def is_for(self, game: Game) -> bool:
        """Whether the question that is asked is of their kind, and to their seat."""
        return game.seat == self.seat and game.info()["decision"] == self.decision

    def answer(self, game: Game) -> int:
        """The next answer, to the question that is asked.  Raises UnknownWords, which says what has been answered and
        what has not, where it is none or another kind of question is asked."""
        view, (words, action) = game.view(game.seat), self.left[0]
        if not self.is_for(game):
            raise UnknownWords(self.stopped("for something else is asked now"))
        if action not in game.legal_actions():
            action = self._named(game, words)
        del self.left[0]
        self.given.append(game.rules.speech().words.describe_briefly(view, action))
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
        return "" if self.hidden else self._given_in_words().strip()

    def _unless_hidden(self, words: str) -> str:
        return "Not all of the line has been done." if self.hidden else words

    def _given_in_words(self) -> str:
        return f"Answered: {', '.join(self.given)}. " if self.given else ""

    def _left_in_words(self) -> str:
        return ", ".join(answer.words for answer in self.left)


def read(game: Game, line: str, no_single: UnknownWords) -> InTurn:
    """The answers that a line names one after another.

    no_single: why the line is neither one answer nor an order.  It is raised where the line names no several either: to
    a question which unit is called up, one answer leads to questions about that unit.
    """
    view, speech = game.view(game.seat), game.rules.speech()
    if view.decision in speech.questions.calls_up:
        raise no_single
    try:
        answers = speech.understanding.answers_named(view, game.legal_actions(), line)
    except UnknownWords as error:
        raise (no_single if view.subject_unit is not None else error) from None
    if not answers:
        raise no_single
    return InTurn(game.seat, view.decision, answers)
