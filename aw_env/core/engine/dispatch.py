"""What carries out a step, masks a decision and takes its answer stands in one table a game; the chains of questions
that are compiled are written from it.

    STEPS = {Step.TURN: turn, Step.ORDERS: movement.give_orders, ...}
    DECISIONS = {Decision.ORDER: (movement.mask_order, movement.take_order), ...}
    SEQUENCE = dispatch(__name__, STEPS, DECISIONS)

A rule is handed those of `book`, `game`, `mask`, `action` and `events` that its parameters name.

What is decided in several places has a table of them, the first that holds: a phase (`game.phase`), a rule that says
whether it holds, and at last `OTHERWISE`.

    Decision.TROOPS: {
        Phase.INVASIONS: (invasions.mask_troops, invasions.take_troops),
        OTHERWISE: (passages.mask_troops, passages.take_troops),
    }
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
Rules = Mapping[Any, Any]
"""Rules by a member of an enumeration; instead of a rule such a table by where it is asked."""
Questions = Mapping[Any, Any]
"""Mask and answer of each decision, or a table of these by where it is asked."""
STEP_ON_TOP, DECISION, PHASE = "top(game)[STEP]", "game.decision", "game.phase"
OTHERWISE = None
"""Wherever nothing that is named before holds."""


def dispatch(
    module: str,
    steps: Rules,
    decisions: Questions,
    steps_of_options: Rules | None = None,
    decisions_of_options: Questions | None = None,
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
    decisions: Questions,
    decisions_of_options: Questions | None = None,
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


def _part(decisions: Questions, which: int) -> Rules:
    return {
        decision: _part(rules, which) if isinstance(rules, Mapping) else rules[which]
        for decision, rules in decisions.items()
    }


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
        lines.append(f"    if picked == {int(number)}:  # {number.name}")
        lines += [f"        {line}" for line in _carried_out(made, number.name, given, scope)]
    text = "\n".join([*lines, f"    {otherwise}", ""])
    return function_of(text, name, module, scope)


def _carried_out(made: Any, name: str, given: tuple[str, ...], scope: dict[str, Any]) -> list[str]:
    """The lines that carry out a rule, or the one of a table by where it is asked; the rules are put into the scope.
    Raises TypeError for a table that does not say at last what holds otherwise."""
    if not isinstance(made, Mapping):
        return [f"return {_called(made, name, given, scope)}"]
    if [*made][-1] is not OTHERWISE:
        raise TypeError(f"{name}: the last place of its table is OTHERWISE")
    lines = []
    for where, (place, own) in enumerate(made.items()):
        carried_out = f"return {_called(own, f'{name}_{where}', given, scope)}"
        if place is OTHERWISE:
            lines.append(carried_out)
        elif isinstance(place, IntEnum):
            lines += [f"if {PHASE} == {int(place)}:  # {place.name}", f"    {carried_out}"]
        else:
            lines += [f"if {_called(place, f'{name}_{where}_holds', given, scope)}:", f"    {carried_out}"]
    return lines


def _called(made: Rule, name: str, given: tuple[str, ...], scope: dict[str, Any]) -> str:
    """The call of a rule, which is put into the scope under a name of its own."""
    called = f"rule_of_{name.lower()}"
    scope[called] = made
    return f"{called}({', '.join(_wanted(made, given, name))})"


def function_of(text: str, name: str, place: str, scope: dict[str, Any]) -> Callable[..., Any]:
    """A function made from its text; debuggers and tracebacks show it as the file `<name of place>`."""
    file = f"<{name} of {place}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec"), scope)
    return scope[name]


def _wanted(made: Rule, given: tuple[str, ...], name: str) -> list[str]:
    """The parameters of a rule.  Raises TypeError for one that cannot be given."""
    wanted = [*signature(getattr(made, "py_func", made)).parameters]
    if unknown := [parameter for parameter in wanted if parameter not in given]:
        raise TypeError(f"{name}: {made.__name__} asks for {unknown[0]!r}; it can be given {', '.join(given)}")
    return wanted
