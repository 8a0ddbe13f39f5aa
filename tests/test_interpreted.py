"""Rules as Python carries them out."""

import pickle
import tracemalloc
from types import SimpleNamespace

import numpy as np
import pytest

from aw_env.core.engine.compiling import rule
from aw_env.core.engine.layout import readable, readable_type
from aw_env.core.seen.interpreted import interpreted


@rule
def halved(number):
    return number // 2


@rule
def attack(book, unit):
    return halved(book.attack[unit])


def test_a_rule_may_have_the_name_of_a_field_and_calls_others():
    assert interpreted(attack)(SimpleNamespace(attack=[3, 9]), 1) == 4


UNITS = np.dtype([("attack", "i2", 3), ("turn", "i4")])


def test_a_record_in_python_reads_and_writes_its_array():
    array = np.zeros(2, UNITS)
    record = readable(array)[1]
    record.turn += 5
    record.attack[2] = 7
    array["turn"][1] += 1
    assert record.turn == 6 and type(record.turn) is np.int32
    assert array["attack"].tolist() == [[0, 0, 0], [0, 0, 7]] and array["turn"].tolist() == [0, 6]
    record.attack = [1, 2, 3]
    assert array["attack"][1].tolist() == [1, 2, 3]


def test_a_record_in_python_can_be_copied_over_another():
    array = readable(np.zeros(2, UNITS))
    first, second = array[0], array[1]
    assert second.turn == 0
    first.turn = 3
    array[1] = first
    assert second.turn == 3


def test_records_in_python_can_be_pickled():
    array = readable(np.array([((1, 2, 3), 4)], UNITS))
    there_and_back = pickle.loads(pickle.dumps(array))
    assert there_and_back.dtype.type is array.dtype.type is readable_type(UNITS).type and there_and_back[0].turn == 4


def test_a_record_in_python_has_no_field_that_is_not_declared():
    record = readable(np.zeros(1, UNITS))[0]
    for name in ("turns", "_turns"):
        with pytest.raises(AttributeError, match=f"no field of a record: {name}"):
            getattr(record, name)


def test_a_record_in_python_of_any_array_is_found_in_it():
    array = readable(np.zeros((3, 4), UNITS))
    record = array[1:, ::2][1, 1]
    record.turn, record.attack[0] = 5, 6
    assert np.argwhere(array["turn"]).tolist() == np.argwhere(array["attack"][..., 0]).tolist() == [[2, 2]]


def test_records_in_python_are_let_go():
    array = readable(np.zeros(1, UNITS))
    tracemalloc.start()
    for _ in range(1000):
        array[0].turn += array[0].attack[0]
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert held < 100_000 and array[0].turn == 0
