"""Ufuncs with all their keywords, their methods, and operators in place."""

import numpy as np

from ..compare import Equal, Exact, Near
from . import Spec

UNARY_EXACT = (
    "negative positive absolute fabs sign square conjugate invert logical_not floor ceil trunc rint isfinite isinf "
    "isnan signbit bitwise_count reciprocal"
)
UNARY_NEAR = (
    "sqrt cbrt exp exp2 expm1 log log2 log10 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arccosh "
    "arctanh deg2rad rad2deg"
)
BINARY_EXACT = (
    "add subtract multiply floor_divide remainder fmod maximum minimum fmax fmin equal not_equal less less_equal "
    "greater greater_equal logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor copysign nextafter "
    "heaviside gcd lcm ldexp"
)
BINARY_NEAR = "divide power float_power logaddexp logaddexp2 arctan2 hypot"
SHIFTS = "left_shift right_shift"


def _keywords(d, operands, outputs=1):
    """out, where, dtype, casting and order for a call of a ufunc."""
    kwargs = {}
    shape = _broadcast(operands)
    if shape is None:
        return kwargs
    p = d.random()
    if p < 0.2:
        outs = tuple(d.target(shape, d.code("?bilefdFD") if d.chance(0.3) else None) for _ in range(outputs))
        kwargs["out"] = outs if outputs > 1 or d.chance(0.3) else outs[0]
        if d.chance(0.3):
            kwargs["where"] = d.mask(outs[0])
    elif p < 0.25:
        kwargs["order"] = d.order()
    elif p < 0.3:
        kwargs["dtype"] = d.dtype()
    if d.chance(0.08):
        kwargs["casting"] = d.choice(["no", "equiv", "safe", "same_kind", "unsafe"])
        # Floats to integers saturate where NumPy's are left undefined; the specification of astype has them.
        if kwargs["casting"] == "unsafe":
            kwargs.pop("out", None)
            kwargs.pop("dtype", None)
            kwargs.pop("where", None)
    return kwargs


def _broadcast(operands):
    try:
        return np.broadcast_shapes(*[getattr(o, "shape", ()) for o in operands])
    except ValueError:
        return None


def _unary(d):
    a = d.array() if d.chance(0.97) else d.scalar()
    return [a], _keywords(d, [a])


def _binary(d):
    a = d.array()
    operands = [a, d.operand(a)]
    if d.chance(0.3):
        operands.reverse()
    return operands, _keywords(d, operands)


Spec(UNARY_EXACT, _unary, Near(2), writes=("out",), layout=True)
Spec(UNARY_NEAR, _unary, Near(8), writes=("out",), layout=True)
Spec(BINARY_EXACT, _binary, Near(2), writes=("out",), layout=True)
Spec(BINARY_NEAR, _binary, Near(8), writes=("out",), layout=True)


def _shift(d):
    a = d.array("iub")
    return [a, d.made(d.code("bBil"), a.shape, profile="small")], {}


Spec(SHIFTS, _shift, Exact(), layout=True)


def _power_of_integers(d):
    a = d.array("iub")
    return [a, d.made(d.code("BHil"), a.shape, profile="small") if d.chance(0.6) else d.integer(0, 5)], {}


Spec("power", _power_of_integers, Near(2), layout=True)  # uint64 and signed integers meet in float64


def _two_results(d):
    a = d.array()
    return [a], _keywords(d, [a], 2)


Spec("modf frexp", _two_results, Exact(), writes=("out",))


def _divmod(d):
    a = d.array()
    operands = [a, d.operand(a)]
    return operands, _keywords(d, operands, 2)


Spec("divmod", _divmod, Near(4), writes=("out",))
Spec("clip", lambda d: ([a := d.array(), *[d.operand(a) if d.chance(0.8) else None for _ in range(2)]], {}), Equal())
Spec("ndarray.clip", lambda d: ([d.array(), d.scalar(), d.scalar()], {}), Equal())
Spec("around round ndarray.round", lambda d: ([d.array()], d.some(decimals=lambda: d.integer(-2, 3))), Near(4))
Spec(
    "fix angle real imag iscomplex isreal isposinf isneginf nan_to_num real_if_close sinc i0 conj ndarray.conj abs",
    lambda d: [d.array()],
    Near(8),
)
Spec("angle", lambda d: ([d.array()], {"deg": d.bool()}), Near(8))
Spec(
    "nan_to_num",
    lambda d: (
        [a := d.array()],
        d.some(
            nan=lambda: d.scalar("if"),
            posinf=lambda: d.scalar("if") if a.ndim == 0 else d.like(a, "d"),
            neginf=lambda: d.scalar("if"),
        ),
    ),
    Equal(),
)

# -------------------------------------------------------------------------------------------------------------- methods

REDUCED_EXACT = (
    "maximum minimum fmax fmin logical_and logical_or logical_xor bitwise_and bitwise_or bitwise_xor gcd lcm equal less"
)
REDUCED_NEAR = "add multiply subtract divide hypot logaddexp"
# With AVX-512 NumPy's `reduce` and `reduceat` of float powers and of arctan2 read what they have not written yet, and
# are wrong.
ACCUMULATED_NEAR = "arctan2 power"


def _reduce_keywords(d, a):
    kwargs = d.some(axis=lambda: d.axis_or_axes(a), keepdims=d.bool)
    if d.chance(0.15):
        kwargs["dtype"] = d.code("ilfdFD")
    if d.chance(0.2):
        kwargs["initial"] = d.scalar("if")
    if d.chance(0.15):
        kwargs["where"] = d.mask(a)
    return kwargs


def _reduce(d):
    a = d.array()
    return [a], _reduce_keywords(d, a)


def _accumulate(d):
    a = d.array(least=0 if d.chance(0.1) else 1)
    return [a], d.some(axis=lambda: d.axis(a)) | ({"dtype": d.code("ldFD")} if d.chance(0.15) else {})


def _reduceat(d):
    a = d.array(least=1)
    axis = d.axis(a)
    length = a.shape[axis] if -a.ndim <= axis < a.ndim else 1
    n = d.integer(0, 5)
    indices = [d.integer(0, max(length - 1, 0)) for _ in range(n)]
    if d.chance(0.05):
        indices.append(length)
    return [a, indices if n and d.chance(0.3) else d.made("l", (0,)) if not n else _index_array(d, indices)], {
        "axis": axis
    }


def _index_array(d, values):
    from ..arrays import Array, Root

    return Array(Root(np.array(values, "l")))


def _outer(d):
    return [d.array() if d.chance(0.9) else d.scalar(), d.array()], {}


for names, policy in ((REDUCED_EXACT, Equal()), (REDUCED_NEAR, Near(16, 1))):
    paths = names.split()
    Spec(" ".join(f"{p}.reduce" for p in paths), _reduce, Near(64, 1) if isinstance(policy, Near) else policy)
    Spec(" ".join(f"{p}.accumulate" for p in paths), _accumulate, Near(64, 1) if isinstance(policy, Near) else policy)
    Spec(" ".join(f"{p}.reduceat" for p in paths), _reduceat, Near(64, 1) if isinstance(policy, Near) else policy)
    Spec(" ".join(f"{p}.outer" for p in paths), _outer, Near(8))


for _path in ACCUMULATED_NEAR.split():
    Spec(f"{_path}.accumulate", lambda d: ([d.made(d.code("efdFD"), least=1, profile="small")], {}), Near(1024))
    Spec(f"{_path}.outer", _outer, Near(64))
Spec("power.reduce", lambda d: _of_integers(d, True), Equal())
Spec("power.reduceat", lambda d: _of_integers(d, False), Equal())


def _of_integers(d, whole):
    a = d.made(d.code("bBhHilL"), least=1, profile="small")
    return ([a], d.some(keepdims=d.bool)) if whole else [a, [0]]


def _at(binary):
    def draw(d):
        a = d.made(d.choice(d.dtypes), least=1)
        if a.steps and a.steps[0][0] == "broadcast":
            a = d.target(a.shape, a.dtype.char)
        key = (
            d.indices_for(a.shape[0])
            if d.chance(0.6)
            else d.advanced_key(a.shape)
            if d.chance(0.7)
            else d.basic_key(a.shape)
        )
        if not binary:
            return [a, key], {}
        try:
            shape = a.both[0][_host(key)].shape
        except (IndexError, ValueError, OverflowError):
            shape = ()
        value = (
            d.scalar("i" if a.dtype.kind in "biu" else "if")
            if d.chance(0.4)
            else d.made(a.dtype.char, shape[d.integer(0, len(shape)) :], profile="small")
        )
        return [a, key, value], {}

    return draw


def _host(key):
    if isinstance(key, tuple):
        return tuple(_host(k) for k in key)
    return key.both[0] if hasattr(key, "both") else key


Spec(
    "add.at subtract.at multiply.at maximum.at minimum.at bitwise_or.at logical_and.at divide.at",
    _at(True),
    Near(16, 1),
    writes=(0,),
)
Spec("negative.at square.at absolute.at logical_not.at", _at(False), Near(8), writes=(0,))

# ------------------------------------------------------------------------------------------------------------ operators


def _operator(d):
    a = d.array()
    b = d.operand(a)
    return ([a, b] if d.chance(0.8) or not hasattr(b, "root") else [b, a]), {}


Spec(
    "operator.add operator.sub operator.mul operator.truediv operator.floordiv operator.mod",
    _operator,
    Near(4),
    layout=True,
)
Spec(
    "operator.eq operator.ne operator.lt operator.le operator.gt operator.ge operator.and_ operator.or_ operator.xor",
    _operator,
    Equal(),
    layout=True,
)
Spec("operator.neg operator.pos operator.invert operator.abs builtins.abs", lambda d: [d.array()], Near(4), layout=True)
Spec("operator.pow", _power_of_integers, Near(8), layout=True)
Spec("builtins.divmod", _operator, Near(4))


def _overlapping(d):
    """A target and operands that are windows of the same memory, shifted or turned round."""
    n = d.choice([2, 3, 5, 8])
    more = d.shape(1)
    base = d.target((n + 3, *more), d.choice(d.dtypes))
    low, other = d.integer(0, 3), d.integer(0, 3)
    a = base.with_step("index", slice(low, low + n))
    b = base.with_step("index", slice(other, other + n))
    if d.chance(0.3):
        b = b.with_step("index", slice(None, None, -1))
    if d.chance(0.1) and len(more) == 0:
        b = base.with_step("index", slice(0, 1))
    return a, b


def _in_place(d):
    if d.chance(0.5):
        return [*_overlapping(d)], {}
    a = d.target(d.shape(), d.choice(d.dtypes))
    return [a, d.operand(a)], {}


Spec(
    "operator.iadd operator.isub operator.imul operator.iand operator.ior operator.ixor",
    _in_place,
    Near(4),
    writes=(0,),
)
Spec("operator.itruediv operator.ifloordiv operator.imod", _in_place, Near(4), writes=(0,))


def _into_overlap(d):
    a, b = _overlapping(d)
    third = d.choice([a, b, d.scalar("i")])
    return [b, third], {"out": a} | ({"where": d.made("?", a.shape)} if d.chance(0.3) else {})


Spec("add subtract multiply maximum", _into_overlap, Near(4), writes=("out",))
Spec("negative absolute square", lambda d: ([(ab := _overlapping(d))[1]], {"out": ab[0]}), Near(4), writes=("out",))
