"""What carries out a step, masks a decision and takes its answer stands in one table a game; the chains of questions
that are compiled are written from it.

    STEPS = {Step.TURN: turn, Step.ORDERS: movement.give_orders, ...}
    DECISIONS = {Decision.ORDER: (movement.mask_order, movement.take_order), ...}
    SEQUENCE = dispatch(__name__, STEPS, DECISIONS)

A rule is handed those of `book`, `game`, `mask`, `action` and `events` that its parameters name.
"""

import linecache
from collections.abc import Callable, Mapping
from enum import IntEnum
from inspect import signature
from typing import Any

from aw_env.core.engine.compiling import optional, rule
from aw_env.core.engine.machine import Sequence
from aw_env.core.engine.stack import STEP, STUCK, top

Rule = Callable[..., Any]
Rules = Mapping[Any, Rule]
"""Rules by a member of an enumeration."""
STEP_ON_TOP, DECISION = "top(game)[STEP]", "game.decision"


def dispatch(
    module: str,
    steps: Rules,
    decisions: Mapping[Any, tuple[Rule, Rule]],
    steps_of_options: Rules | None = None,
    decisions_of_options: Mapping[Any, tuple[Rule, Rule]] | None = None,
) -> Sequence:
    """The sequence of play of a game from its tables: the rule of each step, the mask and the answer of each decision.

    module: of the tables, whose sources the compiled code depends on.  What only optional rules have stands in tables
    of its own, which a game without optional rules does not compile.  A step that no table has leaves the game stuck.
    """
    return Sequence(
        steps_on_stack(module, steps, steps_of_options),
        *questions_and_answers(module, decisions, decisions_of_options),
    )


def steps_on_stack(module: str, steps: Rules, steps_of_options: Rules | None = None) -> Rule:
    """The first of these, which asks the table of steps: `proceed`."""
    proceed = "proceed", ("book", "game", "events"), STEP_ON_TOP
    return _chain(module, *proceed, steps, steps_of_options, "game.over = STUCK\n    return False", False)


def questions_and_answers(
    module: str,
    decisions: Mapping[Any, tuple[Rule, Rule]],
    decisions_of_options: Mapping[Any, tuple[Rule, Rule]] | None = None,
    where: str = "",
) -> tuple[Rule, Rule]:
    """The two of these that ask the table of decisions, for a game that keeps its sequence of play otherwise than as
    steps on a stack: `fill_mask` and `answer`.  where: what is added to their names, of one of several tables that a
    game chooses from."""
    of_options = decisions_of_options or {}
    fill_mask = f"fill_mask{where}", ("book", "game", "mask"), DECISION
    answer = f"answer{where}", ("book", "game", "action", "events"), DECISION
    return (
        _chain(module, *fill_mask, _part(decisions, 0), _part(of_options, 0)),
        _chain(module, *answer, _part(decisions, 1), _part(of_options, 1)),
    )


def _part(decisions: Mapping[Any, tuple[Rule, Rule]], which: int) -> Rules:
    return {decision: rules[which] for decision, rules in decisions.items()}


def _chain(
    module: str,
    name: str,
    given: tuple[str, ...],
    picked_by: str,
    rules: Rules,
    of_options: Rules | None,
    otherwise: str = "return None",
    without_options: Any = None,
) -> Rule:
    """The rule that asks one after the other; for those of optional rules, another that it hands on to."""
    if not of_options:
        return rule(_written(module, name, given, picked_by, rules, otherwise))
    by_option = rule(_written(module, f"{name}_by_option", given, picked_by, of_options, otherwise))
    handed_on = f"return {name}_by_option({', '.join(given)})"
    own = {f"{name}_by_option": optional(without_options)(by_option)}
    return rule(_written(module, name, given, picked_by, rules, handed_on, own))


def _written(
    module: str,
    name: str,
    given: tuple[str, ...],
    picked_by: str,
    rules: Rules,
    otherwise: str,
    own: Mapping[str, Rule] | None = None,
) -> Rule:
    """The function `name(*given)`, written out; its text is where tracebacks and debuggers look for it."""
    scope: dict[str, Any] = {"__name__": module, "top": top, "STEP": STEP, "STUCK": STUCK, **(own or {})}
    lines = [f"def {name}({', '.join(given)}):", f"    picked = {picked_by}"]
    for number, made in rules.items():
        called = f"rule_of_{number.name.lower()}"
        scope[called] = made
        lines.append(f"    if picked == {int(number)}:  # {number.name}")
        lines.append(f"        return {called}({', '.join(_wanted(made, given, number))})")
    text = "\n".join([*lines, f"    {otherwise}", ""])
    return function_of(text, name, module, scope)


def function_of(text: str, name: str, place: str, scope: dict[str, Any]) -> Callable[..., Any]:
    """A function made from its text; debuggers and tracebacks show it as the file `<name of place>`."""
    file = f"<{name} of {place}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)
    return scope[name]


def _wanted(made: Rule, given: tuple[str, ...], number: IntEnum) -> list[str]:
    """The parameters of a rule.  Raises TypeError for one that cannot be given."""
    wanted = [*signature(getattr(made, "py_func", made)).parameters]
    if unknown := [parameter for parameter in wanted if parameter not in given]:
        raise TypeError(f"{number.name}: {made.__name__} asks for {unknown[0]!r}; it can be given {', '.join(given)}")
    return wanted
