"""The rules compiled as one program: an entry point links every rule that it reaches, and keeps it to itself."""

import gc
import subprocess
import sys
from enum import IntEnum
from graphlib import CycleError
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import njit
from numba.core.caching import NullCache
from numba.core.types.functions import BaseFunction

from aw_env.core.engine.compiling import INTERPRETED, compiled, optional, rule, rule_with_arrays
from aw_env.core.engine.whole_program import (
    EntryPointLibrary,
    RuleLibrary,
    callers_first,
    remembered_calls,
    rules_reached,
)

ROOT = Path(__file__).resolve().parent.parent
pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")


@rule
def shared(number):
    return number * 10


@rule
def first_way(number):
    return shared(number) + 1


@rule
def second_way(number):
    return first_way(number) + shared(number) + 2


@rule_with_arrays
def stretched(numbers):
    return np.append(numbers, second_way(numbers[0]))


@compiled
def inner_entry(number):
    return second_way(number)


@compiled
def entry(number):
    return shared(number) + second_way(number) + inner_entry(number)


class Play(NamedTuple):
    first: Any


PLAY = Play(first_way)


@compiled
def entry_with_a_tuple(number):
    return PLAY.first(number)


@compiled
def entry_with_arrays(numbers):
    return stretched(numbers)[-1]


@rule
def heavy_weather(book):
    return book.force * 100


@optional(otherwise=-1)
@rule
def storm(book, area):
    return heavy_weather(book) + area


@compiled
def entry_with_a_book(books):
    return storm(books[0], 7)


ROUGH, CALM = (np.zeros(1, np.dtype([*mark, ("force", "i8")])) for mark in ([], [("plain", "i1")]))


def libraries_of(function):
    return [overload.library for overload in function.overloads.values()]


def test_an_entry_point_reaches_rules_by_several_ways_and_other_entry_points():
    assert entry(3) == 30 + 63 + 63


def test_a_rule_may_be_called_with_several_types():
    assert entry(3) == 156
    assert entry(0.5) == 5.0 + 13.0 + 13.0


def test_a_rule_is_compiled_once_for_whole_numbers_of_any_kind():
    class Fleet(IntEnum):
        HOME = 2

    @rule
    def doubled(number):
        return number * 2

    def with_all_kinds(bytes_, number):
        return doubled(bytes_[0]) + doubled(number) + doubled(Fleet.HOME) + doubled(7) + doubled(True)

    both = compiled(with_all_kinds)
    assert both(np.array([100], np.int8), 3) == 200 + 6 + 4 + 14 + 2
    assert sorted(map(str, (arguments[0] for arguments in doubled.overloads))) == ["bool", "int64"]


def test_for_a_plain_book_an_optional_rule_and_what_it_alone_calls_are_left_out(monkeypatch):
    monkeypatch.setattr(entry_with_a_book, "_cache", NullCache())  # what comes from the cache compiles no rule
    assert entry_with_a_book(CALM) == -1
    assert storm.overloads and not heavy_weather.overloads
    ROUGH["force"] = 2
    assert entry_with_a_book(ROUGH) == 207
    assert entry_with_a_book(CALM) == -1
    assert rules_reached(entry_with_a_book.py_func, plain=True) == {storm}
    assert rules_reached(entry_with_a_book.py_func) == {storm, heavy_weather}


def test_what_numba_is_made_to_remember_it_forgets_afterwards():
    before = BaseFunction.get_call_type
    with pytest.raises(ZeroDivisionError), remembered_calls():
        assert BaseFunction.get_call_type is not before
        raise ZeroDivisionError
    assert BaseFunction.get_call_type is before


def test_the_rules_that_an_entry_point_reaches_are_counted():
    assert rules_reached(entry.py_func) == {shared, second_way, first_way, inner_entry}
    assert rules_reached(entry_with_a_tuple.py_func) == {shared, first_way}


def test_rules_may_be_handed_in_as_a_tuple():
    assert entry_with_a_tuple(3) == 31


def test_rules_with_arrays_are_linked_too():
    assert entry_with_arrays(np.array([4, 5])) == 83


def test_no_rule_can_be_called_from_outside_its_entry_point():
    inner_entry(3)
    for library in libraries_of(inner_entry):
        functions = list(library._get_module_for_linking().functions)
        visible = [f.name for f in functions if not f.is_declaration and f.linkage.name != "internal"]
        assert visible and all("inner_entry" in name for name in visible)


def test_a_rule_called_from_python_says_so_before_and_after_it_is_compiled():
    @rule
    def unused(number):
        return number

    for function in (unused, shared):
        with pytest.raises(TypeError, match=f"{function.__name__} is a rule"):
            function(3)
    assert entry(3) == 156
    with pytest.raises(TypeError, match="shared is a rule"):
        shared(3)


class Library(RuleLibrary):
    """A rule's library as far as the order of linking goes."""

    def __init__(self, name, *called):
        self._name, self._linking_libraries = name, list(called)


def names(libraries):
    return [library.name for library in libraries]


def test_callers_are_linked_before_what_they_call():
    bottom = Library("bottom")
    left, right = Library("left", bottom), Library("right", bottom)
    right.called.insert(0, left)
    for order in ([bottom, left, right], [right, left, bottom], [left, right, left]):
        assert names(callers_first(order)) == ["right", "left", "bottom"]


def test_rules_that_call_each_other_in_a_circle_are_refused():
    one = Library("one")
    other = Library("other", one)
    one.called.append(other)
    with pytest.raises(CycleError):
        list(callers_first([one]))


def test_ordinary_compiled_functions_are_left_as_they_are():
    @njit
    def ordinary(number):
        return number + 1

    assert ordinary(1) == 2
    (library,) = libraries_of(ordinary)
    assert not isinstance(library, RuleLibrary | EntryPointLibrary)


@pytest.mark.parametrize("enabled", [True, False])
def test_garbage_is_collected_as_before_when_all_is_compiled(enabled):
    gc.enable() if enabled else gc.disable()

    @compiled
    def broken(number):
        return number.nothing_like_it

    with pytest.raises(Exception, match="nothing_like_it"):
        broken(1)
    assert gc.isenabled() == enabled
    gc.enable()


def test_compiled_code_comes_from_the_cache_in_the_next_process():
    entry(3)
    program = "from tests.test_whole_program import entry; print(entry(3), sum(entry.stats.cache_hits.values()))"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT)
    assert told.stdout.split() == ["156", "1"]
