"""How many lines a campaign takes: one side of officer's campaigns, typed as a person of few words would order it.

    python -m tests.terse_orders 0 1 2 3

The scribe knows what the officer answered, and orders just that, without `auto` and `hint`: group orders, plans for
the areas of a turn, standing orders for the battles in an area.  A semicolon joins what is ordered without a die, or
another's move, between; no line is longer than `LONGEST`.  The game must come out exactly as the officer played it.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from statistics import median

from rich.console import Console

from aw_env import admirals_war_v0
from aw_env.cli.play import Play
from aw_env.core.faces.game import Game
from aw_env.core.players import load
from aw_env.games.admirals_war.records.terms import FIRST_PLACE_ACTION, FIRST_UNIT_ACTION, NOWHERE, Decision, Option
from aw_env.games.admirals_war.speech import SORTS, SPEECH
from aw_env.games.admirals_war.view import UnitView, View
from aw_env.games.admirals_war.words import decisions
from aw_env.table.keeping import Sitting
from aw_env.table.phrases import is_of_sort
from aw_env.table.standing import BY_SPEED, IN_ORDER, PURSUE, WORKED_OUT
from aw_env.table.table import answer_of, step_of

LONGEST = 240
"""Characters in a line."""
OFFICER = "scripted"
Key = tuple[Decision, str]
"""A kind of question and the area of the battle: what a standing order of the scribe is about."""


@dataclass(frozen=True)
class Answer:
    """What the officer answered to a question."""

    seat: int
    decision: Decision
    step: tuple
    turn: int
    area: str
    """Name of the area that is resolved, or ""."""
    unit: UnitView | None
    action: int
    words: str
    standing: str
    """The standing order that would give this answer, or ""."""


def played(scenario: str, seed: int) -> tuple[Game, list[Answer]]:
    """A game of the officer against itself, and every answer."""
    game, officer, answers = admirals_war_v0.game(scenario, seed=seed), load(OFFICER), []
    while not game.ended:
        action = answer_of(officer, game)
        answers.append(answer_to(game, action))
        game.apply(action)
    return game, answers


def answer_to(game: Game, action: int) -> Answer:
    """An answer to the question that is asked."""
    view = game.view(game.seat)
    unit = view.subject_unit
    area = view.names.place(view.names.place_number(view.area)).name if view.area else ""
    words = spoken(view, action)
    return Answer(
        game.seat, view.decision, step_of(game), view.turn, area, unit, action, words, standing(game, words, action)
    )


def spoken(view: View, action: int) -> str:
    """An answer as it stands in an order after the names of units."""
    words = decisions.WORDS.describe_briefly(view, action)
    if action < FIRST_PLACE_ACTION:
        return words
    if action < FIRST_UNIT_ACTION:
        return f"to {view.names.place(action - FIRST_PLACE_ACTION).name}"
    verb, name = words.partition(" ")[0], view.units_by_number[action - FIRST_UNIT_ACTION].name
    return f"{verb} {name}" if verb in ("attack", "pursue", "join", "repair", "lose") else name


def standing(game: Game, words: str, action: int) -> str:
    """The standing order that gives this answer, or ""."""
    decision = game.view().decision
    if decision == Decision.RETURN_TO_BASE and int(game.view().record["area"]) != NOWHERE and words.startswith("to "):
        return f"home {words}"
    if decision == Decision.JOIN_GROUP:
        return BY_SPEED if WORKED_OUT[BY_SPEED](game) == action else ""
    if decision == Decision.PURSUIT and action != Option.NO_PURSUIT:
        return PURSUE if WORKED_OUT[PURSUE](game) == action else ""
    return BY_OPTION.get((decision, action), "")


BY_OPTION = {
    (Decision.ACTION_TYPE, Option.AIR): "air",
    (Decision.ACTION_TYPE, Option.SURFACE): "surface",
    (Decision.RETREAT, Option.RETREAT): "retreat",
    (Decision.RETREAT, Option.REMAIN): "remain",
    (Decision.PURSUIT, Option.NO_PURSUIT): "no pursuit",
    (Decision.CARRIER_FIRE, Option.FIRE): "fire",
    (Decision.CARRIER_FIRE, Option.SILENT): "silent",
    (Decision.STRIKE_ORDER, Option.HOLD): "do not attack",
    (Decision.INVERSION, Option.STAY): "stay a patroller",
}
"""Standing orders that give an answer, by the decision."""


class Screen(StringIO):
    """What was written last."""

    last = ""

    def write(self, text: str) -> int:
        """Keep the end of what has been written."""
        self.last = (self.last + text)[-2000:]
        return len(text)


class Scribe:
    """The keyboard: types one side of a game that was played."""

    def __init__(self, answers: list[Answer], seat: int) -> None:
        self.play: Play
        self.typed: list[str] = []
        self.failed: list[str] = []
        self._answers, self._seat = answers, seat
        self._standing: dict[Key, str] = {}
        self._planned = 0
        """The turn whose areas have been planned."""
        self._queue: list[str] = []
        self._asked_at = -1
        self.screen = Screen()

    def isatty(self) -> bool:
        """Not a terminal."""
        return False

    def readline(self) -> str:
        """The next line."""
        game = self.play.game
        at = len(game.history)
        committing = self.screen.last.endswith("commit> ")
        wanted = [answer.action for answer in self._answers[:at]]
        if game.history != wanted or (committing and not self._queue):
            self._queue = self._corrections() or ["commit"]
            assert committing or self._queue != ["commit"], f"astray after {self.typed[-5:]}: {self.screen.last}"
            self.failed += self.typed[-1:] if self._queue != ["commit"] else []
        elif not self._queue:
            again = self._asked_at == at
            if again:
                self.failed.append(self.typed[-1])
            self._queue = list(self._lines(game, at, again))
            self._asked_at = at
        assert self.typed[-3:] != [self._queue[0]] * 3 or not self.failed, self.screen.last
        self.typed.append(self._queue.pop(0))
        return self.typed[-1] + "\n"

    def _lines(self, game: Game, at: int, again: bool) -> Iterator[str]:
        """The lines for the step that begins at an answer: standing orders first, for a die may follow the others."""
        step = [] if again else list(self._rest_of_step(at))
        clauses, answers = [], [self._answers[at]] if again else step
        if not again:
            clauses, unasked = self._standing_orders(at, step)
            answers = [] if unasked else step
        if answers:
            clauses += self._clauses(game, answers)
        line = ""
        for clause in clauses:
            if line and len(line) + len(clause) + 2 > LONGEST:
                yield line
                line = ""
            line = f"{line}; {clause}" if line else clause
        yield line

    def _corrections(self) -> list[str]:
        """Orders to those units that were not understood to do what they should, while that can still be changed."""
        orders = self.play.session.orders
        meant = {}
        for answer in self._answers[len(orders.start.history) :]:
            if answer.step != orders.step or answer.seat != self._seat:
                break
            if answer.unit is not None and orders.answered.get(answer.unit.number, answer.action) != answer.action:
                meant[answer.unit.name] = answer.words
        return [f"{name} {words}" for name, words in meant.items()]

    def _rest_of_step(self, at: int) -> Iterator[Answer]:
        """The answers of the step from one on; of the areas of a turn all."""
        first = self._answers[at]
        for answer in self._answers[at:]:
            if answer.seat != self._seat and first.decision not in SPEECH.questions.one_by_one:
                return
            if answer.seat != self._seat:
                continue
            if first.decision == Decision.COMBAT_AREA:
                if answer.turn == first.turn and answer.decision == Decision.COMBAT_AREA:
                    yield answer
            elif answer.step == first.step:
                yield answer
            else:
                return

    # --- standing orders -------------------------------------------------------------------------------------

    def _standing_orders(self, at: int, step: list[Answer]) -> tuple[list[str], bool]:
        """What is said so that standing orders answer everything up to the next question that none can, and whether
        they answer the present one."""
        present = (self._answers[at].decision, self._answers[at].area)
        forbidden = {(answer.decision, answer.area) for answer in step if not answer.standing}
        while (used := self._used(at, step, forbidden)) is None:
            pass
        clauses = []
        taken = {key: self._standing.pop(key) for key in forbidden if key in self._standing}
        for (_, area), words in taken.items():
            clauses.append(f"never {words} in {area}" if area else f"never {words}")
        given = defaultdict(list)
        for key, words in used.items():
            if self._standing.get(key) != words:
                given[words, key == present].append(key[1])
                self._standing[key] = words
        for words, answers_now in sorted(given, key=lambda pair: pair[1]):  # what answers the question comes last
            areas = [area for area in given[words, answers_now] if area]
            clauses += [f"always {words} in {', '.join(areas)}"] if areas else []
            clauses += [f"always {words}"] if "" in given[words, answers_now] else []
        return clauses, any(answers_now for _, answers_now in given)

    def _used(self, at: int, step: list[Answer], forbidden: set[Key]) -> dict[Key, str] | None:
        """The standing orders that answer all questions up to the first that none can; None if one has turned out to be
        needed twice with different answers, and is forbidden now."""
        used: dict[Key, str] = {}
        present = (self._answers[at].decision, self._answers[at].area)
        for answer in self._answers[at:]:
            if answer.seat != self._seat:
                continue
            if answer.decision == Decision.COMBAT_AREA and answer.turn == self._planned:
                continue
            key = (answer.decision, answer.area)
            battle = bool(answer.standing)
            if not (battle and key not in forbidden) and any(answer is other for other in step):
                if key == present or not battle:
                    continue
            if not battle and used.get(key, self._standing.get(key)) in (None, PURSUE):
                return used
            if key in forbidden:
                return used
            if not battle or used.get(key, answer.standing) != answer.standing:
                forbidden.add(key)
                return None
            used[key] = answer.standing
        return used

    # --- orders ------------------------------------------------------------------------------------------------

    def _clauses(self, game: Game, answers: list[Answer]) -> list[str]:
        """The orders of a step."""
        first = answers[0]
        if first.decision == Decision.COMBAT_AREA:
            areas = [answer.words.removeprefix("to ") for answer in answers]
            self._planned = first.turn
            return [", ".join(areas)] if len(areas) > 1 else areas
        if first.decision in (Decision.AIR_UNIT, Decision.AIR_ORDER):
            return self._flights(answers)
        if first.unit is None:
            return [answer.words.removeprefix("to ") for answer in answers]
        if len(answers) == 1:
            return [first.words.removeprefix("to ")]
        return self._groups(game.view(game.seat), answers)

    def _flights(self, answers: list[Answer]) -> list[str]:
        """Air units and their areas, in their order, up to one that has nothing to choose."""
        if answers[0].decision == Decision.AIR_UNIT and (len(answers) == 1 or answers[1].decision == Decision.AIR_UNIT):
            return [answers[0].words]
        clauses: list[tuple[list[str], str]] = []
        for answer, after in zip(answers, [*answers[1:], None], strict=True):
            if answer.decision == Decision.AIR_UNIT:
                if after is None or after.decision == Decision.AIR_UNIT:
                    break
                continue
            assert answer.unit is not None
            if clauses and clauses[-1][1] == answer.words:
                clauses[-1][0].append(answer.unit.name)
            else:
                clauses.append(([answer.unit.name], answer.words))
        return [f"{', '.join(names)} {words}" for names, words in clauses]

    def _groups(self, view: View, answers: list[Answer]) -> list[str]:
        """Units that do the same together, in the order in which the first of each are asked; the greatest group are
        the rest."""
        groups: dict[str, list[UnitView]] = defaultdict(list)
        for answer in answers:
            groups[answer.words].append(answer.unit)
        rest = max(groups, key=lambda words: len(groups[words]))
        left = [answer.unit for answer in answers]
        clauses = []
        for words, units in groups.items():
            if words != rest:
                clauses.append(f"{described(view, units, left)} {words}")
                left = [unit for unit in left if unit not in units]
        clauses.append(f"{'rest' if clauses else 'all'} {rest}")
        grouped = len(groups[rest]) > 1 or any(len(units) > 1 for units in groups.values())
        return clauses + (["commit"] if grouped and answers[0].decision not in SPEECH.questions.one_by_one else [])


def described(view: View, units: list[UnitView], left: list[UnitView]) -> str:
    """Units by what they have in common among those that are left, or by name."""
    names = ", ".join(unit.name for unit in units)
    places = ["", *sorted({view.names.place(unit.place_number).name for unit in units if unit.place_number >= 0})]
    for nation in ("", *SPEECH.nations):
        for sort in ("", *SORTS):
            for place in places:
                chosen = [
                    unit
                    for unit in left
                    if (not nation or is_of_sort(SPEECH, unit, nation))
                    and (not sort or is_of_sort(SPEECH, unit, sort))
                    and (not place or view.names.place(unit.place_number).name == place)
                ]
                if chosen == units:
                    words = ["rest", nation, sort, f"in {place}" if place else ""]
                    return min(" ".join(word for word in words if word), names, key=len)
    return names


def typed(answers: list[Answer], game: Game, seat: int) -> Scribe:
    """Type one side of a game at a table; the other is the officer.  Raises AssertionError if it goes otherwise."""
    scribe = Scribe(answers, seat)
    console = Console(file=scribe.screen, width=80)
    again = Game(game.rules, game.seed)
    keyboard, sys.stdin = sys.stdin, scribe
    try:
        seats = game.rules.seats
        scribe.play = Play(again, {1 - seat: load(OFFICER)}, console, Sitting(scenario="", people=(seats[seat],)))
        scribe.play.session.standing = tuple(order for order in scribe.play.session.standing if order.words != IN_ORDER)
        scribe.play.run()
    finally:
        sys.stdin = keyboard
    assert scribe.play.game.history == game.history and scribe.play.game.over
    return scribe


if __name__ == "__main__":
    counts = []
    for seed in map(int, sys.argv[1:]):
        game, answers = played("campaign", seed)
        scribe = typed(answers, game, seed % 2)
        counts.append(len(scribe.typed))
        asked = sum(answer.seat == seed % 2 for answer in answers)
        length = sum(map(len, scribe.typed)) // len(scribe.typed)
        print(f"campaign {seed}, {game.rules.seats[seed % 2]}: {asked} answers in {len(scribe.typed)} lines of {length}"
              f" characters, {len(scribe.failed)} of them not understood as meant", flush=True)  # fmt: skip
    print(f"median of {len(counts)}: {median(counts)} lines")
