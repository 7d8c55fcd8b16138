"""Operators and functions of Python in kernels: what they are of constants, and which ufuncs they are of values."""

import ast
import math
import operator

import numpy

from .. import _core
from .._core._jit import Type, Value
from .values import as_tuple, is_known

BINARY = {
    ast.Add: (operator.add, _core.add),
    ast.Sub: (operator.sub, _core.subtract),
    ast.Mult: (operator.mul, _core.multiply),
    ast.Div: (operator.truediv, _core.true_divide),
    ast.FloorDiv: (operator.floordiv, _core.floor_divide),
    ast.Mod: (operator.mod, _core.remainder),
    ast.Pow: (operator.pow, _core.power),
    ast.LShift: (operator.lshift, _core.left_shift),
    ast.RShift: (operator.rshift, _core.right_shift),
    ast.BitAnd: (operator.and_, _core.bitwise_and),
    ast.BitOr: (operator.or_, _core.bitwise_or),
    ast.BitXor: (operator.xor, _core.bitwise_xor),
}
UNARY = {
    ast.USub: (operator.neg, _core.negative),
    ast.UAdd: (operator.pos, _core.positive),
    ast.Invert: (operator.invert, _core.invert),
}
COMPARE = {
    ast.Eq: (operator.eq, _core.equal),
    ast.NotEq: (operator.ne, _core.not_equal),
    ast.Lt: (operator.lt, _core.less),
    ast.LtE: (operator.le, _core.less_equal),
    ast.Gt: (operator.gt, _core.greater),
    ast.GtE: (operator.ge, _core.greater_equal),
}

# Functions of the module math that are ufuncs of another name, or of the same.
MATH = {
    getattr(math, name): getattr(_core, name)
    for name in dir(math)
    if isinstance(getattr(_core, name, None), _core.ufunc)
}
MATH |= {math.pow: _core.power, math.fabs: _core.fabs}


def python_range(*args, **kwargs):
    if kwargs:
        raise TypeError("range() takes no keyword arguments; jit.range() takes unroll")
    return range_bounds(*args)


def range_bounds(*args, unroll=None):
    """Start, stop and step of a range's arguments, and into how many copies the loop is to be unrolled."""
    if not 1 <= len(args) <= 3:
        raise TypeError(f"range expected from 1 to 3 arguments, got {len(args)}")
    if unroll is not None and not isinstance(unroll, (bool, int)):
        raise TypeError("unroll must be a bool or an int that is known while the kernel is made")
    if unroll is True:
        copies = 0
    elif unroll is False:
        copies = 1
    else:
        copies = unroll
    if copies is not None and unroll is not True and copies < 1:
        raise ValueError(f"unroll must be above 0, not {unroll}")
    start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
    return (start, stop, step), copies


def _len(body, x):
    elements = as_tuple(body, x)
    if elements is not None:
        return len(elements)
    if isinstance(x, Value):
        if x.type.kind not in ("array", "pointer") or x.type.ndim == 0:
            raise TypeError(f"{x.type} has no len()")
        return body.builder.length(x, 0)
    return len(x)


def _extremum(function, ufunc):
    def extremum(body, *args):
        if len(args) == 1:
            args = as_tuple(body, args[0]) or ()
        if not args:
            raise TypeError(f"{function.__name__}() expected at least 1 argument, got 0")
        result = args[0]
        for x in args[1:]:
            result = function(result, x) if is_known((result, x)) else body.builder.call(ufunc, (result, x))
        return result

    return extremum


def _abs(body, x):
    return abs(x) if is_known(x) else body.builder.call(_core.absolute, (x,))


def _round(body, x, ndigits=None):
    if is_known((x, ndigits)):
        return round(x, ndigits)
    if ndigits is not None:
        raise NotImplementedError("round() to digits cannot be used in a kernel")
    return body.builder.cast(body.builder.call(_core.rint, (x,)), "int64")


def _cast_to(function, dtype):
    def cast(body, *args):
        if is_known(args):
            return function(*args)
        if len(args) == 2 and function is complex:
            return _complex(body, *args)
        (x,) = args
        return body.builder.truth(x) if function is bool else body.builder.cast(x, dtype)

    return cast


def _complex(body, re, im):
    # In the precision of its parts.
    parts = [body.builder.value(p) for p in (re, im)]
    single = all(p.type.dtype == numpy.float32 for p in parts)
    dtype, real = ("complex64", "float32") if single else ("complex128", "float64")
    re, im = (body.builder.cast(p, real) for p in parts)
    return body.builder.expression(Type.scalar(dtype), f"cuprum::{dtype}({re.text}, {im.text})")


def _pow(body, base, exponent):
    return body.binary(BINARY[ast.Pow], base, exponent)


def _divmod(body, a, b):
    if is_known((a, b)):
        return divmod(a, b)
    return body.ufunc_call(_core.divmod, (a, b), {})


def _where(body, condition, x, y):
    return body.builder.select(condition, x, y)


def _clip(body, x, low, high):
    b = body.builder
    return b.call(_core.minimum, (b.call(_core.maximum, (x, low)), high))


def _isinstance(body, x, classes):
    if is_known(x):
        return isinstance(x, classes)
    kind = x.type.dtype.type if x.type.kind == "scalar" else None
    return kind is not None and issubclass(kind, classes)


FUNCTIONS = {
    len: _len,
    min: _extremum(min, _core.minimum),
    max: _extremum(max, _core.maximum),
    abs: _abs,
    round: _round,
    pow: _pow,
    divmod: _divmod,
    bool: _cast_to(bool, "bool"),
    int: _cast_to(int, "int64"),
    float: _cast_to(float, "float64"),
    complex: _cast_to(complex, "complex128"),
    isinstance: _isinstance,
    numpy.where: _where,
    _core.where: _where,
    numpy.clip: _clip,
    _core.clip: _clip,
}
