"""How records are laid out for the rules, for those who need no rule and no compiler: `core.engine.stack` and
`core.engine.sets` have the rules."""

import copyreg
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any

import numpy as np

STEP, SUBJECT, CURSOR, STAGE = 0, 1, 2, 3
"""Fields of a frame of the stack: what is done, to what, how far it has come, and what else the step keeps in mind."""
FRAME_FIELDS = 4
FIRST_DIE = 5
"""The column of the first die in a row of `core.engine.events`."""
WORD_SHIFT = 5
"""A word of a set holds 1 << WORD_SHIFT numbers: half of its bits, so that no sign is ever in the way."""
IN_WORD = (1 << WORD_SHIFT) - 1
PLAIN = "plain"
"""The field that marks the record of a book without optional rules: a type of its own, so that rules are compiled for
it apart."""


def words_for(count: int) -> int:
    """How many words a set of numbers below `count` takes, to declare its field with."""
    return (count + IN_WORD) >> WORD_SHIFT


def records(dtype: np.dtype, count: int) -> np.ndarray:
    """`count` zeroed records that rules can read, compiled or interpreted, as `array[i].field`."""
    return np.zeros(count, readable_type(dtype) if is_interpreted() else dtype)


@cache
def is_interpreted() -> bool:
    """Whether Python carries the rules out, as it does when `NUMBA_DISABLE_JIT=1`."""
    from numba import config  # here: to import Numba takes longer than to read what is printed

    return bool(config.DISABLE_JIT)


# --- records in Python ---------------------------------------------------------------------------------------


_WHOLE = "_"


class _Fields(type):
    """The type of a type of records: one of its own, so that those can be pickled."""

    __made_of__: tuple[tuple[str, ...], tuple[bool, ...]]


class _Record(np.void, metaclass=_Fields):  # type: ignore[misc]  # final only in its stub
    """A record that has its fields as attributes: a view of each is made once, and a number read from it in a twentieth
    of the time that an `np.record` takes.  Rules that are interpreted do hardly anything else."""

    def __getattr__(self, name: str) -> np.ndarray:
        """The view of a field, when `_place` is first asked for: of a number, an array of no dimension.  `_` is the
        view of the record, from which these are taken."""
        if name == _WHOLE:
            view = _in_its_array(self)
        elif name[1:] in (self.dtype.names or ()):
            view = getattr(self, _WHOLE)[name[1:]]
        else:
            raise AttributeError(f"no field of a record: {name}")
        setattr(self, name, view)
        return view


def _in_its_array(record: _Record) -> np.ndarray:
    """A record as a part, of no dimension, of the array that it was taken from: a view of the record itself, which
    holds it, would keep it for ever."""
    array: Any = record.base
    at: list[int] = []
    offset = np.asarray(record).ctypes.data - array.ctypes.data
    for stride in array.strides:
        place, offset = divmod(offset, stride)
        at.append(place)
    return array[(*at, ...)]


def readable(array: np.ndarray) -> np.ndarray:
    """The same records, which Python reads and writes as rules do, `array[i].field`."""
    return array.view(readable_type(array.dtype))


def readable_type(dtype: np.dtype) -> np.dtype:
    """The same layout, of such records."""
    names = dtype.names or ()
    return np.dtype((_record_of(names, tuple(dtype[name].shape != () for name in names)), dtype))


@cache
def _record_of(names: tuple[str, ...], are_arrays: tuple[bool, ...]) -> _Fields:
    """The type of a record with so called fields, each an array or a number."""
    fields = {name: _field(f"_{name}", is_array) for name, is_array in zip(names, are_arrays, strict=True)}
    return _Fields("Record", (_Record,), {**fields, "__made_of__": (names, are_arrays)})


def _field(kept: str, is_array: bool) -> property:
    """A field, of which the view is kept as an attribute."""
    view: Callable[[Any], np.ndarray] = attrgetter(kept)

    def number(record: Any) -> Any:
        return view(record)[()]

    def fill(record: Any, value: Any) -> None:
        view(record)[...] = value

    return property(view if is_array else number, fill)


def _pickled(made: _Fields) -> str | tuple[Any, ...]:
    """A type of records by what it was made of; the type of them all by its name."""
    return made.__qualname__ if made is _Record else (_record_of, made.__made_of__)


copyreg.pickle(_Fields, _pickled)
