"""A guided first game: what one adviser says beside each question, which a game brings as data (`Playable.guides`).

A guide is a file of lessons.  Which one is told depends on what is asked and on whether a seat has been asked so
before, never on what it has answered; the guide's adviser says at each question what it would answer itself.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from aw_env.core.config.errors import ConfigError, unknown
from aw_env.core.config.tables import Table as Checked
from aw_env.core.config.tables import check_tables, read_toml
from aw_env.core.faces.game import Game
from aw_env.core.players import player_names
from aw_env.games import named, playing
from aw_env.table.adviser import advice_of, adviser
from aw_env.table.table import step_of

Control = Literal["answer", "commit", "undo", "hint", "why", "odds", "auto", "order"]
"""What a screen may show as the next thing to use."""
Words = Annotated[str, Field(min_length=1)]


class Lesson(Checked):
    """What is said at questions of some kinds.

    asked: names of the decisions, none for any.  ordered: while orders wait to be committed.  again: in every step of
    such questions but the first.  typed: what may be typed.  press: the control to use.  point: what is marked on the
    board, by kind and id.
    """

    title: Words
    asked: list[str] = []
    ordered: bool = False
    again: bool = False
    says: Words
    typed: str = ""
    press: Control | None = None
    point: list[str] = []

    def is_on(self, decision: str) -> bool:
        """Whether it belongs to a decision."""
        return not self.asked or decision in self.asked


class Guide(Checked):
    """A guide through a scenario.

    minutes: how long it takes, about.  voice: who speaks.  adviser: the player of the computer whose answers are the
    voice's; it also holds the seats that are not `seat`.  ending: what is said when the game is over.
    """

    title: Words
    minutes: Annotated[int, Field(ge=1, le=240)]
    voice: Words
    adviser: Words
    seat: Words
    ending: Words
    lesson: Annotated[list[Lesson], Field(min_length=1)]

    @property
    def titles(self) -> list[str]:
        """The headings of the lessons, in order, each once."""
        return list(dict.fromkeys(lesson.title for lesson in self.lesson))


@dataclass(frozen=True)
class Spoken:
    """What a guide says now.

    advice: what its adviser would answer, "" where nothing is asked or orders wait.  action: the same as a number.
    titles: all headings.  title: that of this lesson, "" where none fits.
    """

    voice: str
    title: str
    says: str
    typed: str
    press: str
    point: tuple[str, ...]
    advice: str
    action: int | None
    titles: tuple[str, ...]

    def in_words(self) -> list[str]:
        """As lines for a terminal."""
        typed = f" Type: {self.typed}" if self.typed else ""
        said = [f"{self.voice}: {self.says}{typed}"] if self.says else []
        if not self.advice or self.typed:
            return said
        return [*said, f"{'I' if said else self.voice} would answer: {self.advice}"]


@cache
def guide_to(game: str, scenario: str) -> Guide | None:
    """The guide that a game brings to one of its scenarios; None where it brings none.  Raises ConfigError."""
    folder = named(game).guides
    file = folder / f"{Path(scenario).name}.toml" if folder is not None else None
    if file is None or not file.is_file():
        return None
    return check_tables(file, read_toml(file), Guide)


def check_guide(game: Game, guide: Guide) -> None:
    """Raises ConfigError where a guide names a decision, a seat, a player or a thing on the board that there is not."""
    rules, file = game.rules, f"{game.rules.scenario.name}.toml"
    scene = rules.scene(game.open_view())
    places: list[Any] = [*scene.areas, *scene.ports, *scene.boxes]
    things = {f"place {place.id}" for place in places}
    things |= {f"unit {unit.id}" for unit in scene.units}
    known: list[tuple[str, str, str, list[str]]] = [
        ("seat", guide.seat, "seat", list(rules.seats)),
        ("adviser", guide.adviser, "player", player_names(playing(rules.name).players)),
    ]
    decisions = list(rules.speech().decisions.__members__)
    for number, lesson in enumerate(guide.lesson, 1):
        known += [(f"lesson[{number}].asked", name, "decision", decisions) for name in lesson.asked]
        known += [(f"lesson[{number}].point", name, "place or unit", sorted(things)) for name in lesson.point]
    for where, name, what, names in known:
        if name not in names:
            raise ConfigError(file, where, unknown(name, what, names))


class Guidance:
    """A guide at a table.  It is told of the game at each position, and knows in which step the seat was first asked
    questions of each kind; taking back changes nothing of that.  Raises ConfigError for a guide that names what the
    game has not."""

    def __init__(self, guide: Guide, game: Game) -> None:
        check_guide(game, guide)
        self.guide = guide
        self._seat = game.rules.seats.index(guide.seat)
        self._begun: dict[tuple[str, ...], tuple[Any, ...]] = {}
        self._player: Any = None
        self._advised: tuple[list[int], int] | None = None

    def note(self, game: Game) -> None:
        """The game stands here now."""
        if game.ended or game.seat != self._seat:
            return
        decision, step = self._decision(game), step_of(game)
        for lesson in self.guide.lesson:
            if lesson.is_on(decision):
                self._begun.setdefault(tuple(lesson.asked), step)

    def told(self, game: Game, waits: bool) -> Spoken | None:
        """What is said at a position; None while others are asked.  waits: whether orders wait to be committed."""
        if game.ended:
            return self._as_told(None, says=self.guide.ending)
        if game.seat != self._seat:
            return None
        self.note(game)
        lesson, action = self._lesson(game, waits), None if waits else self._advice(game)
        view = game.view(game.seat)
        words = "" if action is None else game.rules.speech().words.describe_briefly(view, action)
        return self._as_told(lesson, lesson.says if lesson else "", words, action)

    def _as_told(self, lesson: Lesson | None, says: str, advice: str = "", action: int | None = None) -> Spoken:
        return Spoken(
            voice=self.guide.voice,
            title=lesson.title if lesson else "",
            says=says,
            typed=lesson.typed if lesson else "",
            press=(lesson.press or "") if lesson else "",
            point=tuple(lesson.point) if lesson else (),
            advice=advice,
            action=action,
            titles=tuple(self.guide.titles),
        )

    def _lesson(self, game: Game, waits: bool) -> Lesson | None:
        decision, step = self._decision(game), step_of(game)
        fitting = (lesson for lesson in self.guide.lesson if lesson.is_on(decision) and lesson.ordered == waits)
        return next((lesson for lesson in fitting if self._fits(lesson, step)), None)

    def _fits(self, lesson: Lesson, step: tuple[Any, ...]) -> bool:
        return lesson.ordered or lesson.again == (self._begun[tuple(lesson.asked)] != step)

    def _advice(self, game: Game) -> int:
        """What the adviser would answer, found once for a position."""
        if self._advised is None or self._advised[0] != game.history:
            if self._player is None:
                self._player = adviser(self.guide.adviser, game)
            action, _ = advice_of(self._player, game)
            self._advised = list(game.history), action
        return self._advised[1]

    @staticmethod
    def _decision(game: Game) -> str:
        return game.rules.speech().decisions.numbered(int(game.info()["decision"])).name
