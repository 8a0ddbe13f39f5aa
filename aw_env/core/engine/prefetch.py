"""Memory asked for before it is needed: while one game of many is played, the next is fetched."""

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

LINE = 64
"""Bytes that a processor fetches at a time."""
FOR_READING, SECOND_CACHE, DATA = 0, 2, 1
"""What LLVM's `llvm.prefetch` is told: rows are mostly read, soon but not at once."""


def _fetch(typing_context: Any, array: Any, i: Any) -> Any:
    """Ask for row `i` of an array, and go on; nothing is changed by it."""

    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows = context.make_array(signature.args[0])(context, builder, arguments[0])
        size = cgutils.unpack_tuple(builder, rows.strides)[0]
        row = builder.gep(builder.bitcast(rows.data, cgutils.voidptr_t), [builder.mul(arguments[1], size)])
        told = [ir.IntType(32)(number) for number in (FOR_READING, SECOND_CACHE, DATA)]
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, *(number.type for number in told)])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [cgutils.voidptr_t], kind)
        lines = cgutils.for_range_slice(builder, size.type(0), size, size.type(LINE), size.type)
        with lines as (offset, _):
            builder.call(prefetch, [builder.gep(row, [offset]), *told])
        return context.get_dummy_value()

    return types.void(array, types.intp), make


def _fetch_nothing(array: Any, i: int) -> None:
    """Interpreted games are too slow for it to matter."""


fetch: Any = _fetch_nothing if numba.config.DISABLE_JIT else intrinsic(_fetch)
