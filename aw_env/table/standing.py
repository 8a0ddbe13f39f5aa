"""Standing orders: answers given once for every question of a kind.

    always air                    always retreat if outgunned         always home to England
    always surface here           always British cruisers home to Gibraltar
    always air in Coral Sea, Marshalls                never air
    always pursue                 always areas in order

They hold until they are taken away, those for some areas in every battle there.  The first that has a legal answer
gives it: what is said of a sort of unit, with a condition or for an area comes before what is said of all.
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from aw_env.core.faces.game import Game
from aw_env.core.said import naming
from aw_env.core.said.speech import NO_DECISION, Speech
from aw_env.core.said.understanding import as_listed
from aw_env.core.said.wording import UnknownWords, any_of
from aw_env.table import phrases

MOST_SORTS = 10
"""That an order narrows down by: "British cruisers" are two."""
MOST_NUMBER = 10**4
"""Decisions and sea areas have smaller numbers."""

# --- when ------------------------------------------------------------------------------------------------


def outdone(view: Any, side: int, strength: Callable[[Any], int]) -> bool:
    """Whether the enemies of a side in the battle add up to more."""
    units = [unit for unit in view.units if unit.in_battle]
    ours = sum(strength(unit) for unit in units if unit.side == side)
    return 2 * ours < sum(strength(unit) for unit in units)


def holds(condition: str, game: Game) -> bool:
    """Whether what is said after "if" holds in the battle, as the seat that is asked sees it; what is unknown never."""
    strength = game.rules.speech().strengths.get(condition)
    return strength is not None and outdone(game.view(game.seat), game.rules.sides[game.seat], strength)


# --- what --------------------------------------------------------------------------------------------------


def contested(view: Any, area: int) -> bool:
    """Whether both sides have units in a sea area."""
    return len({unit.side for unit in view.units if unit.place_number == area}) > 1


def _quiet_area(game: Game) -> int | None:
    """The first area to be resolved, if no side meets the other in any of them."""
    view, legal = game.view(game.seat), game.legal_actions()
    first_place = game.rules.speech().words.first_place
    areas = {area.number for area in view.areas}
    fights = any(action - first_place in areas and contested(view, action - first_place) for action in legal)
    return None if fights else legal[0]


def _with_the_like(game: Game) -> int | None:
    """The group that is as fast as the unit that is asked, or a new one."""
    view, legal = game.view(game.seat), game.legal_actions()
    first_unit = game.rules.speech().words.first_unit
    asked = view.asked_unit
    placed = [unit for unit in view.units if unit.in_battle and unit.side == asked.side and unit.number < asked.number]
    for action in legal:
        if action >= first_unit:
            group = view.units_by_number[action - first_unit].group
            if asked.speed == min((unit.speed for unit in placed if unit.group == group), default=0):
                return action
    return next((action for action in legal if action < first_unit), None)


def _the_only_group(game: Game) -> int | None:
    """The group that may be pursued, if there is one only."""
    first_unit = game.rules.speech().words.first_unit
    groups = [action for action in game.legal_actions() if action >= first_unit]
    return groups[0] if len(groups) == 1 else None


IN_ORDER, BY_SPEED, PURSUE = "areas in order", "by speed", "pursue"
WORKED_OUT: dict[str, Callable[[Game], int | None]] = {
    IN_ORDER: _quiet_area,
    BY_SPEED: _with_the_like,
    PURSUE: _the_only_group,
}
"""Answers that depend on more than words."""

HOME = "home to "
"""Before a port to which units return."""


class StandingOrder(BaseModel):
    """An answer for every question of a kind."""

    model_config = ConfigDict(frozen=True)

    decision: Annotated[int, Field(ge=0, lt=MOST_NUMBER)]
    words: Annotated[str, Field(max_length=200)]
    """What is answered where it is legal."""
    sorts: Annotated[tuple[str, ...], Field(max_length=MOST_SORTS)] = ()
    """Only for units of these sorts, nations and types."""
    condition: Annotated[str, Field(max_length=100)] = ""
    """Only then: who is outdone in the battle."""
    turn: Annotated[int, Field(ge=0)] = 0
    """Only on this turn; 0: on any."""
    areas: Annotated[tuple[Annotated[int, Field(ge=0, lt=MOST_NUMBER)], ...], Field(max_length=200)] = ()
    """Only in battles in these sea areas; none: anywhere."""

    apart: bool = False
    """Whether it is a case of its own beside others for the same decision: of places to go to, and of areas to resolve,
    the next may be legal where one is not."""

    def answer(self, game: Game) -> int | None:
        """The answer to the question that is asked; None where the order has none."""
        view = game.view(game.seat)
        if view.decision != self.decision or not self._applies(game, view):
            return None
        if self.words in WORKED_OUT:
            return WORKED_OUT[self.words](game)
        try:
            return game.action_named(self.words)
        except UnknownWords:
            return None

    def _applies(self, game: Game, view: Any) -> bool:
        speech = game.rules.speech()
        if self.turn not in (0, view.turn) or (self.areas and view.fought not in self.areas):
            return False
        unit = view.subject_unit
        fits = all(unit is not None and phrases.is_of_sort(speech, unit, sort) for sort in self.sorts)
        return fits and (not self.condition or holds(self.condition, game))

    def in_words(self, game: Game) -> str:
        """The order as it may be typed again."""
        home = HOME if self.decision == game.rules.speech().questions.home else ""
        names = game.rules.scenario.names
        where = [names.place(area).name for area in self.areas]
        parts = [*self.sorts, home + self.words]
        parts += [f"in {', '.join(where)}"] if where else []
        return " ".join(parts + ([f"if {self.condition}"] if self.condition else []))


def default(speech: Speech) -> tuple[StandingOrder, ...]:
    """What everybody begins with: areas without a fight are resolved in order, where areas are resolved at all."""
    if speech.questions.area == NO_DECISION:
        return ()
    return (StandingOrder(decision=speech.questions.area, words=IN_ORDER, apart=True),)


def understood(game: Game, words: str) -> StandingOrder:
    """The standing order that words are.  Raises UnknownWords."""
    view, speech = game.view(game.seat), game.rules.speech()
    words, _, condition = (part.strip() for part in words.partition(" if "))
    known = speech.strengths
    if condition and condition not in known:
        close = naming.did_you_mean(condition, known)
        raise UnknownWords(f'"{condition}" is not a condition{close or f": choose from {any_of([*known])}"}')
    words, areas = _parted(speech, view, words)
    sorts = []
    is_choice = as_listed(game.actions(), words) is not None  # "air action" is not what aircraft do
    while not is_choice and " " in words and phrases.is_sort(speech, words.partition(" ")[0].lower()):
        sort, _, words = words.partition(" ")
        sorts.append(sort.lower())
    sorts = [*dict.fromkeys(sorts)]
    if len(sorts) > MOST_SORTS:
        raise UnknownWords(f"{len(sorts)} sorts of units in one order: name at most {MOST_SORTS}")
    decision, words = _decision_of(game, view, words.removeprefix("all "))
    questions = speech.questions
    apart = decision == questions.area or (decision == questions.home and not areas)
    return StandingOrder(
        decision=decision, words=words, sorts=tuple(sorts), condition=condition, areas=areas, apart=apart
    )


def _parted(speech: Speech, view: Any, words: str) -> tuple[str, tuple[int, ...]]:
    """What is to be done, and in battles in which sea areas: those named after "in", those that are called so together,
    or "here"."""
    if words in speech.words.standing:
        return words, ()
    if words.endswith(" here") and view.fought >= 0:
        return words.removesuffix(" here"), (view.fought,)
    what, where, names = words.rpartition(" in ")
    if not where:
        return words, ()
    areas: list[int] = []
    for name in names.split(","):
        together = speech.areas_called(view, name)
        named = [place.number for place in naming.areas_named(view, name)]
        if not together and len(named) != 1:
            known = naming.did_you_mean(name, [area.name for area in view.areas])
            raise UnknownWords(f'"{name.strip()}" is no sea area{known}')
        areas += together or named
    return what, tuple(sorted(set(areas)))


def _decision_of(game: Game, view: Any, words: str) -> tuple[int, str]:
    """The decision that a standing order answers, and the answer."""
    speech = game.rules.speech()
    if words in speech.words.standing:
        return speech.words.standing[words], words
    if words.startswith(HOME) and speech.questions.home != NO_DECISION:
        places = naming.places_named(view, words.removeprefix(HOME))
        if len(places) != 1:
            known = naming.did_you_mean(words.removeprefix(HOME), naming.all_places(view))
            raise UnknownWords(f'"{words.removeprefix(HOME)}" is no port or base{known}')
        return speech.questions.home, places[0].name
    action = game.action_named(words)
    return view.decision, speech.words.describe_briefly(view, action)


def with_order(orders: Iterable[StandingOrder], new: StandingOrder) -> tuple[StandingOrder, ...]:
    """Standing orders with another, which comes before those as wide and takes the place of those for the same case."""
    left = [remaining for order in orders if (remaining := _less(order, new)) is not None]
    return tuple(sorted([new, *left], key=_width))


def without(orders: Iterable[StandingOrder], taken: StandingOrder) -> tuple[StandingOrder, ...]:
    """Standing orders without one, wherever it holds or, if areas are named, without it there."""
    left = []
    for order in orders:
        same = (order.words, *_case(order)) == (taken.words, *_case(taken))
        remaining = order if not same else _less(order, taken) if taken.areas else None
        left += [] if remaining is None else [remaining]
    return tuple(left)


def _less(order: StandingOrder, other: StandingOrder) -> StandingOrder | None:
    """What is left of an order beside another for the same case, or one that wants the contrary: nothing, or the areas
    that the other does not speak of."""
    if _case(order) != _case(other) and not (_contrary(order, other) or _contrary(other, order)):
        return order
    if not order.areas and not other.areas:
        return None
    areas = tuple(area for area in order.areas if area not in other.areas)
    return order.model_copy(update={"areas": areas}) if areas else None if order.areas else order


FORBIDDING = ("hold ", "do not ", "no ")
"""Before words that say what is not to be done: "hold fire" is the contrary of "fire"."""


def _contrary(order: StandingOrder, other: StandingOrder) -> bool:
    """Whether an order, of the same units when the same is so, forbids what the other wants."""
    alike = (order.sorts, order.condition, order.turn) == (other.sorts, other.condition, other.turn)
    return alike and any(order.words == before + other.words for before in FORBIDDING)


def _case(order: StandingOrder) -> tuple:
    """What an order is about."""
    return order.decision, order.sorts, order.condition, order.turn, order.words if order.apart else ""


def _width(order: StandingOrder) -> int:
    """How many cases an order is about: 0 for the narrowest."""
    return (not order.turn) + (not order.areas) + (not order.condition) + (not order.sorts)
