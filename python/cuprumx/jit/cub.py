"""CUB's sums and scans over the threads of a warp or a block.

A class of CUB is made for a dtype, and for a block's shape; its `TempStorage` is the dtype of the shared memory that it
needs.

Example
    >>> @jit.rawkernel()
    ... def sum_rows(x, y):
    ...     BlockReduce = jit.cub.BlockReduce[numpy.float32, 256]
    ...     storage = jit.shared_memory(dtype=BlockReduce.TempStorage, size=1)
    ...     total = BlockReduce(storage[0]).Reduce(x[jit.blockIdx.x, jit.threadIdx.x], jit.cub.Sum())
    ...     if jit.threadIdx.x == 0:
    ...         y[jit.blockIdx.x] = total
"""

import numpy

from cuprum._core._jit import Type as _Type
from cuprum._core._jit import Value as _Value

from cuprum._jit.intrinsics import Function
from cuprum._jit.values import Intrinsic, Method, object_attributes


class _TempStorage:
    """The dtype of the shared memory that a class of CUB needs."""

    def __init__(self, owner):
        self.owner = owner

    def __repr__(self):
        return f"<{self.owner!r}.TempStorage>"

    def _element(self):
        return _Type.object(f"typename {self.owner.text}::TempStorage", f"{self.owner!r}.TempStorage")


class _Class(Intrinsic):
    """A class of CUB for a dtype, and for the shape of a block."""

    def __init__(self, kind, dtype, shape):
        self.kind = kind
        self.element = _Type.scalar(dtype)
        self.shape = shape
        rest = ""
        if kind.of_block:
            algorithm = {"BlockReduce": "BLOCK_REDUCE_WARP_REDUCTIONS", "BlockScan": "BLOCK_SCAN_RAKING"}[kind.name]
            rest = f", {shape[0]}"
            if len(shape) > 1:
                rest += f", cub::{algorithm}, " + ", ".join(map(str, shape[1:]))
        elif shape:
            rest = f", {shape[0]}"
        self.text = f"cub::{kind.name}<{self.element.text}{rest}>"
        self.TempStorage = _TempStorage(self)
        object_attributes[self.text] = self._value_attribute

    def __repr__(self):
        return f"{self.kind.name}[{', '.join([str(self.element), *map(str, self.shape)])}]"

    def _attribute(self, body, name):
        if name == "TempStorage":
            return self.TempStorage
        raise AttributeError(f"{self!r} has no attribute {name!r}")

    def _call(self, body, temp_storage):
        if not isinstance(temp_storage, _Value) or temp_storage.type != self.TempStorage._element():
            raise TypeError(
                f"{self!r} takes an element of shared memory of dtype {self.TempStorage!r}, not "
                f"{body.describe(temp_storage)}"
            )
        body.builder.include(self.kind.header)
        return body.builder.expression(_Type.object(self.text, repr(self)), f"{self.text}({temp_storage.text})")

    def _value_attribute(self, body, value, name):
        if name not in self.kind.methods:
            raise AttributeError(f"{self!r} has {', '.join(self.kind.methods)}, not {name!r}")
        return Method(name, lambda *args, **kwargs: getattr(_Methods, name)(body, self, value, *args, **kwargs))


class _Methods:
    """What can be called on the classes. Each takes this thread's value."""

    @staticmethod
    def Sum(body, owner, self, value, valid_items=None):
        return _reduced(body, owner, self, "Sum", value, None, valid_items)

    @staticmethod
    def Reduce(body, owner, self, value, op, valid_items=None):
        return _reduced(body, owner, self, "Reduce", value, op, valid_items)

    @staticmethod
    def InclusiveSum(body, owner, self, value):
        return _scanned(body, owner, self, "InclusiveSum", value)

    @staticmethod
    def ExclusiveSum(body, owner, self, value):
        return _scanned(body, owner, self, "ExclusiveSum", value)

    @staticmethod
    def InclusiveScan(body, owner, self, value, op):
        return _scanned(body, owner, self, "InclusiveScan", value, _operation(body, owner, op))

    @staticmethod
    def ExclusiveScan(body, owner, self, value, initial_value, op):
        initial_value = body.builder.converted(initial_value, owner.element, "the initial value").text
        return _scanned(body, owner, self, "ExclusiveScan", value, initial_value, _operation(body, owner, op))


def _operation(body, owner, op):
    if isinstance(op, _Operation):
        body.builder.include("cuprum/jit/operations.h")
        return f"cuprum::jit::{op.name}()"
    python = getattr(op, "_device_function", None) or getattr(op, "pyfunc", op)
    if not hasattr(python, "__code__"):
        raise TypeError(f"an operation must be cub.Sum(), cub.Max(), cub.Min() or a Python function, not {op!r}")
    name, _ = body.translator.device_function(python, [owner.element, owner.element])
    element = owner.element.text
    return f"[]({element} a, {element} b) {{ return static_cast<{element}>(::{name}(a, b)); }}"


def _reduced(body, owner, self, method, value, op, valid_items):
    arguments = [body.builder.converted(value, owner.element, "the value").text]
    if op is not None:
        arguments.append(_operation(body, owner, op))
    if valid_items is not None:
        arguments.append(body.builder.converted(valid_items, _Type.scalar(numpy.int32), "valid_items").text)
    return body.builder.expression(owner.element, f"{self.text}.{method}({', '.join(arguments)})")


def _scanned(body, owner, self, method, value, *arguments):
    # CUB writes to a reference; the result is a variable of its own.
    value = body.builder.temporary(body.builder.converted(value, owner.element, "the value"))
    name = body.builder.scratch(owner.element)
    list = ", ".join([value.text, name.text, *arguments])
    body.builder.evaluate(body.builder.expression(_Type.none(), f"{self.text}.{method}({list})"))
    return name


class _Kind:
    """A class template of CUB: indexed by a dtype, and for blocks by the number of threads along their axes."""

    def __init__(self, name, header, of_block, methods, doc):
        self.name, self.header, self.of_block, self.methods = name, header, of_block, methods
        self.__doc__ = doc

    def __repr__(self):
        return f"<cuprumx.jit.cub.{self.name}>"

    def __getitem__(self, arguments):
        dtype, *shape = arguments if isinstance(arguments, tuple) else (arguments,)
        if not all(isinstance(n, int) and n > 0 for n in shape):
            raise TypeError(f"the numbers of threads of {self.name} must be ints above 0, not {shape}")
        if self.of_block and not 1 <= len(shape) <= 3:
            raise TypeError(f"{self.name}[dtype, threads] takes the block's threads along one to three axes")
        if not self.of_block and len(shape) > 1:
            raise TypeError(
                f"{self.name}[dtype] takes at most the number of threads of a logical warp beside the dtype"
            )
        return _Class(self, numpy.dtype(dtype), tuple(shape))


_REDUCE = ("Sum", "Reduce")
_SCAN = ("InclusiveSum", "ExclusiveSum", "InclusiveScan", "ExclusiveScan")


def _kind(name, of_block, methods):
    """A class template, with what its documentation says of threads or lanes."""
    which, thread = ("block", "thread") if of_block else ("warp", "lane")
    made = f"{name}[{'dtype, threads' if of_block else 'dtype'}](storage)"
    if methods is _REDUCE:
        text = f"has `Sum(value)` and `Reduce(value, op)`.\n\nThe result is that of the {which}'s first {thread}.\n"
    else:
        text = f"""has `InclusiveSum(value)`, `ExclusiveSum(value)`,
`InclusiveScan(value, op)` and `ExclusiveScan(value, initial, op)`, each of which gives this {thread}'s result.
"""
    header = f"cub/{which}/{which}_{'reduce' if methods is _REDUCE else 'scan'}.cuh"
    return _Kind(name, header, of_block, methods, f"`cub::{name}`: `{made}` {text}")


WarpReduce, BlockReduce = _kind("WarpReduce", False, _REDUCE), _kind("BlockReduce", True, _REDUCE)
WarpScan, BlockScan = _kind("WarpScan", False, _SCAN), _kind("BlockScan", True, _SCAN)


class _Operation(Intrinsic):
    def __init__(self, name):
        self.name = name


def _maker(name, operation, summary):
    def emit(body):
        return _Operation(operation)

    emit.__name__ = emit.__qualname__ = name
    emit.__doc__ = f"{summary}\n\nReturns\n    An operation for `Reduce` and the scans.\n"
    function = Function(emit)
    function.__module__ = __name__
    return function


Sum = _maker("Sum", "plus", "The sum of two values.")
Max = _maker("Max", "maximum", "The larger one of two values.")
Min = _maker("Min", "minimum", "The smaller one of two values.")
