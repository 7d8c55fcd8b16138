"""cuprumx.jit: device functions, arrays, dtypes of operations, translations."""

import linecache
import math
import operator

import numpy as np
import pytest
from common import BFLOAT16, assert_same, layouts, sample, to_device
from jit_common import OFFSET, check, f32, zeros
from jit_emulation import run

import cuprum as cp
from cuprumx import jit


@jit.rawkernel(device=True)
def clamp(x, low, high=1.0):
    if x < low:
        return low
    if x > high:
        return high
    return x


def plain_function(x, y):
    return x * y + OFFSET, x - y


@jit.rawkernel(device=True)
def row_sum(row):
    total = 0.0
    for k in range(len(row)):
        total += row[k]
    return total


@jit.rawkernel(device=True)
def add_to(x, i, v):
    x[i] += v


def calls(x, y, out):
    i = jit.grid(1)
    out[i, 0] = clamp(x[i], -1.0)
    out[i, 1] = clamp(x[i], low=-2.0, high=0.5)
    s, d = plain_function(x[i], y[i])
    out[i, 2] = s + 2 * d
    out[i, 3] = plain_function(x[i], 2)[0]
    out[i, 4] = row_sum(x)
    add_to(y, i, 3.0)
    out[i, 5] = clamp(clamp(y[i], 0.0, 2.0), 1.0, 1.5)


def test_device_functions():
    kernel = check(calls, 1, 32, f32(32), f32(32, 1), zeros((32, 6)))
    assert kernel.cached_code.count("clamp_") >= 3


def test_device_functions_are_not_launched():
    with pytest.raises(RuntimeError, match="clamp.. is a device function"):
        clamp((1,), (1,), (1.0, 2.0))
    with pytest.raises(RuntimeError, match="is a device function"):
        clamp[1, 1](1.0, 2.0)
    assert repr(clamp) == "<device function clamp>"


def test_functions_as_arguments_and_closures():
    def make(operation, shift):
        def apply(f, x):
            return f(x) + shift

        @jit.rawkernel()
        def kernel(x, out):
            i = jit.grid(1)
            out[i] = apply(operation, x[i])

        return kernel

    @jit.rawkernel(device=True)
    def square(v):
        return v * v

    @jit.rawkernel(device=True)
    def half(v):
        return v / 2

    x = f32(32)
    for function, reference in ((square, x * x), (half, x / 2)):
        out = cp.zeros(32, "f")
        make(function, 1.5)[1, 32](cp.asarray(x), out)
        assert_same(out, reference + np.float32(1.5), rtol=1e-6)


def test_vectorized_functions_are_called():
    class Vectorized:
        def __init__(self, pyfunc):
            self.pyfunc = pyfunc

    def cube(v):
        return v**3

    cubed = Vectorized(cube)

    @jit.rawkernel()
    def kernel(x, out):
        i = jit.grid(1)
        out[i] = cubed(x[i])

    x = f32(8)
    out = cp.zeros(8, "f")
    kernel[1, 8](cp.asarray(x), out)
    assert_same(out, x**3, rtol=1e-6)


def test_results_of_several_types_agree():
    @jit.rawkernel(device=True)
    def mixed(v):
        if v > 0:
            return 1
        if v > -1:
            return v
        return False

    @jit.rawkernel()
    def kernel(x, out):
        i = jit.grid(1)
        out[i] = mixed(x[i])

    x = f32(64, low=-2, high=2)
    out = cp.zeros(64, "d")
    kernel[1, 64](cp.asarray(x), out)
    assert_same(out, np.where(x > 0, 1, np.where(x > -1, x, 0)).astype("d"))


# ------------------------------------------------------------------------------------------------------ arrays


@pytest.mark.parametrize("dtype", ["?", *"bBhHiIlLefdFD", BFLOAT16], ids=str)
def test_copies_of_every_dtype_and_layout(dtype):
    @jit.rawkernel()
    def copy(x, y):
        i, j = jit.grid(2)
        if i < x.shape[0] and j < x.shape[1]:
            y[i, j] = x[i, j]

    host = sample((5, 7), dtype)
    for _, view in layouts(host):
        for _, target in layouts(np.zeros_like(host)):
            out = to_device(target)
            copy[(3, 2), (2, 4)](to_device(view), out)
            assert_same(out, host)


@pytest.mark.parametrize("ndim", range(6))
def test_dimensions(ndim):
    shape = (2, 3, 2, 1, 3)[:ndim]
    x = sample(shape, "f")
    indices = ", ".join(f"rest // {int(np.prod(shape[k + 1 :]))} % {shape[k]}" for k in range(ndim))
    name = f"<dimensions {ndim}>"
    place = indices or "()"
    source = f"def kernel(x, out):\n    rest = jit.grid(1)\n    out[{place}] = x[{place}] * 2 + x.ndim + x.size\n"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    namespace = {"jit": jit}
    exec(compile(source, name, "exec"), namespace)
    for _, view in layouts(x) if ndim else [("", x)]:
        out = cp.zeros(shape, "f")
        jit.rawkernel()(namespace["kernel"])[1, x.size](to_device(view), out)
        assert_same(out, x * 2 + np.float32(ndim + x.size))


def test_strides_and_shapes_are_the_arrays():
    @jit.rawkernel()
    def look(x, out):
        for k in range(1):
            out[0], out[1], out[2] = x.shape
            out[3], out[4], out[5] = x.strides
            out[6] = x.size
            out[7] = x.ndim
            out[8] = len(x)
            out[9] = x[1].strides[0]

    a = cp.zeros((4, 6, 8), "d")
    for view in (a, a.T, a[::-1, ::2, 1:5], a[:, 2:3]):
        out = cp.zeros(10, "l")
        look[1, 1](view, out)
        assert out.get().tolist() == [*view.shape, *view.strides, view.size, 3, len(view), view.strides[1]]


def test_indices_beyond_32_bits():
    @jit.rawkernel()
    def look(x, out):
        out[0] = x.shape[0]
        out[1] = x[x.shape[0] - 1]
        out[2] = x[x.size - 1 - jit.grid(1)]

    long = cp.lib.stride_tricks.as_strided(cp.full(1, 7, "b"), (2**31 + 10,), (0,))
    out = cp.zeros(3, "l")
    look[1, 1](long, out)
    assert out.get().tolist() == [2**31 + 10, 7, 7]
    assert "long long>" in look.cached_code


def test_subarrays_are_values():
    @jit.rawkernel()
    def kernel(x, y, out):
        i = jit.grid(1)
        row = x[i]
        if i % 2:
            row = y[i]
        out[i] = row[0] + row[-1]

    x, y = sample((6, 3), "f"), sample((6, 3), "f", 1)
    out = cp.zeros(6, "f")
    kernel[1, 6](cp.asarray(x), cp.asarray(y), out)
    chosen = np.where(np.arange(6)[:, None] % 2, y, x)
    assert_same(out, chosen[:, 0] + chosen[:, -1])


# ------------------------------------------------------------------------------------------------- dtypes of operations

OPERATORS = [
    operator.add,
    operator.sub,
    operator.mul,
    operator.truediv,
    operator.floordiv,
    operator.mod,
    operator.pow,
    operator.lshift,
    operator.rshift,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.lt,
    operator.le,
    operator.gt,
    operator.ge,
    operator.eq,
    operator.ne,
]
SYMBOLS = dict(zip(OPERATORS, "+ - * / // % ** << >> & | ^ < <= > >= == !=".split()))
DTYPES = [np.dtype(c) for c in "?bBhHiIlLefdFD"]
COUNTER = iter(range(10**9))


def function_of(text, parameters="a, b"):
    """A Python function of an expression, whose source can be read."""
    name = f"<expression {next(COUNTER)}>"
    source = f"def f({parameters}):\n    return {text}\n"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    namespace = {"np": np, "cp": cp, "math": math, "jit": jit}
    exec(compile(source, name, "exec"), namespace)
    return namespace["f"]


def numpy_result(operation, *values):
    with np.errstate(all="ignore"):
        try:
            return operation(*values)
        except TypeError:
            return None


@pytest.mark.parametrize("operation", OPERATORS, ids=lambda f: f.__name__)
def test_dtypes_under_numpy_rules(operation):
    function = function_of(f"a {SYMBOLS[operation]} b")
    for a in DTYPES:
        for b in DTYPES:
            expected = numpy_result(operation, a.type(1), b.type(1))
            if expected is None:
                with pytest.raises(TypeError):
                    jit.translate(function, (a, b))
            else:
                assert jit.translate(function, (a, b)).result.dtype == expected.dtype, (a, b)


@pytest.mark.parametrize("operation", OPERATORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("literal", ["2", "1.5", "2j", "True"])
def test_dtypes_with_literals_under_numpy_rules(operation, literal):
    function = function_of(f"a {SYMBOLS[operation]} {literal}", "a")
    for a in DTYPES:
        expected = numpy_result(operation, a.type(1), eval(literal))
        if expected is None:
            with pytest.raises(TypeError):
                jit.translate(function, (a,))
        else:
            assert jit.translate(function, (a,)).result.dtype == expected.dtype, a


CUDA_ORDER = "?bBhHiIlLefdFD"


@pytest.mark.parametrize("symbol", ["+", "*"])
def test_dtypes_under_cuda_rules(symbol):
    function = function_of(f"a {symbol} b")
    for a in CUDA_ORDER:
        for b in CUDA_ORDER:
            later = CUDA_ORDER[max(CUDA_ORDER.index(a), CUDA_ORDER.index(b))]
            assert jit.translate(function, (a, b), mode="cuda").result.dtype == np.dtype(later), (a, b)


@pytest.mark.parametrize("literal, code", [("1", "i"), ("2**40", "l"), ("1.5", "f"), ("1j", "F")])
def test_literals_under_cuda_rules(literal, code):
    function = function_of(f"a + ({literal})", "a")
    for a in CUDA_ORDER:
        later = CUDA_ORDER[max(CUDA_ORDER.index(a), CUDA_ORDER.index(code))]
        assert jit.translate(function, (a,), mode="cuda").result.dtype == np.dtype(later), a


def test_literals_keep_their_precision():
    x = np.full(4, 1 / 3)

    def kernel(x, out):
        i = jit.grid(1)
        out[i] = x[i] * 0.1 + 1e-30

    check(kernel, 1, 4, x, zeros(4, "d"), rtol=0)


def test_scalar_arguments():
    @jit.rawkernel()
    def take(out, a, b, c, d, e, f):
        out[0], out[1], out[2], out[3], out[4], out[5] = a, b, c, d, e.real + e.imag, f

    out = cp.zeros(6)
    take[1, 1](out, 3, 2.5, True, np.float16(1.5), 1 + 2j, np.int8(-3))
    assert out.get().tolist() == [3, 2.5, 1, 1.5, 3, -3]
    (types,) = take.cached_codes
    assert [str(t) for t in types[1:]] == ["int32", "float32", "bool", "float16", "complex64", "int8"]
    take[1, 1](out, 2**40, np.float64(0.1), np.True_, np.uint64(2**63), np.complex128(1), BFLOAT16.type(2))
    assert out.get().tolist() == [2**40, 0.1, 1, 2.0**63, 1, 2]

    plain = jit.rawkernel(mode="numpy")(take._func)
    plain[1, 1](out, 3, 0.1, True, np.float16(1.5), 1 + 2j, np.int8(-3))
    assert out.get()[1] == 0.1
    (types,) = plain.cached_codes
    assert [str(t) for t in types[1:]] == ["int64", "float64", "bool", "float16", "complex128", "int8"]


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("operation", OPERATORS, ids=lambda f: f.__name__)
def test_values_of_operators(operation, dtype):
    a = sample((64,), dtype, 0, -20, 20)
    b = (
        sample((64,), dtype, 1, 1, 7)
        if operation in (operator.lshift, operator.rshift)
        else sample((64,), dtype, 1, -20, 20)
    )
    if dtype.kind in "fc":
        a, b = a / 4, b / 4
    if operation is operator.pow:
        b = abs(b).astype(dtype) if dtype.kind == "c" else b
        b = (b % 4).astype(dtype) if dtype.kind in "iuf" else b
    expected = numpy_result(operation, a, b)
    if expected is None:
        return
    function = function_of(f"a {SYMBOLS[operation]} b")

    @jit.rawkernel(mode="numpy")
    def kernel(a, b, out):
        i = jit.grid(1)
        out[i] = function(a[i], b[i])

    out = cp.zeros(64, expected.dtype)
    kernel[2, 32](cp.asarray(a), cp.asarray(b), out)
    # float16 may round a quotient once instead of twice; powers and complex quotients go through other formulas.
    rtol = {"e": 2**-9, "f": 2e-6, "F": 2e-6, "d": 1e-14, "D": 1e-14}.get(expected.dtype.char, 0)
    assert_same(out, expected, rtol=rtol, atol=rtol)


def test_integers_wrap_around():
    def kernel(n, u, out, uout):
        i = jit.grid(1)
        out[i, 0] = n[i] + 2147483647
        out[i, 1] = n[i] * n[i] * n[i]
        out[i, 2] = -n[i] - 2147483647
        uout[i] = u[i] - 100

    n = np.array([2147483647, -2147483648, 65536, 12345], "i")
    check(kernel, 1, 4, n, np.arange(4, dtype="I"), zeros((4, 3), "i"), zeros(4, "I"), rtol=0)


def test_division_by_zero():
    def kernel(n, x, out, fout):
        i = jit.grid(1)
        out[i, 0] = n[i] // 0
        out[i, 1] = n[i] % 0
        fout[i, 0] = x[i] / 0.0
        fout[i, 1] = x[i] // 0.0

    check(
        kernel,
        1,
        4,
        np.arange(-2, 2, dtype="i"),
        np.arange(-2, 2).astype("f"),
        zeros((4, 2), "i"),
        zeros((4, 2)),
        rtol=0,
    )


def test_literals_of_every_kind():
    def kernel(out, z):
        out[0] = -2147483648
        out[1] = -9223372036854775808
        out[2] = 9223372036854775807
        out[3] = np.uint32(4294967295)
        out[4] = np.int8(-5)
        z[0] = 1.5 + 2.5j
        z[1] = -0.0
        z[2] = math.inf
        z[3] = -math.inf
        z[4] = np.complex64(1j)
        z[5] = 1e-300
        z[6] = True

    _, expected = run(kernel, 1, 1, (zeros(5, "l"), zeros(7, "D")))
    out, z = cp.zeros(5, "l"), cp.zeros(7, "D")
    jit.rawkernel()(kernel)[1, 1](out, z)
    assert out.get().tolist() == [-(2**31), -(2**63), 2**63 - 1, 2**32 - 1, -5]
    assert_same(z, expected)
    assert np.signbit(z.get()[1].real)


def test_complex_numbers():
    def kernel(x, out, parts):
        i = jit.grid(1)
        z = x[i] * (1 + 2j) - 1j
        out[i, 0] = z * z.conjugate() / (2 - 1j)
        out[i, 1] = np.exp(z / 10) + np.sqrt(z)
        out[i, 2] = complex(z.imag, z.real)
        out[i, 3] = z if z == z else 0
        parts[i, 0] = abs(z) + z.real
        parts[i, 1] = z.imag

    for dtype, real in (("F", "f"), ("D", "d")):
        x = sample((16,), dtype, 0, -3, 3)
        check(kernel, 1, 16, x, zeros((16, 4), dtype), zeros((16, 2), real), rtol=1e-5 if dtype == "F" else 1e-13)


@pytest.mark.parametrize("dtype", [np.dtype("e"), BFLOAT16], ids=str)
def test_small_floats(dtype):
    @jit.rawkernel(mode="numpy")
    def kernel(x, y, out):
        i = jit.grid(1)
        out[i, 0] = x[i] + y[i]
        out[i, 1] = x[i] * y[i] - x[i]
        out[i, 2] = x[i] / y[i]
        out[i, 3] = -x[i]
        out[i, 4] = max(x[i], y[i])
        v = x[i]
        v += y[i]
        out[i, 5] = v * 2 + 0.5
        out[i, 6] = cp.sqrt(abs(x[i]))

    x, y = sample((64,), dtype, 0, -4, 4), sample((64,), dtype, 1, 1, 4)
    out = cp.zeros((64, 7), dtype)
    kernel[1, 64](cp.asarray(x), cp.asarray(y), out)
    two, half = dtype.type(2), dtype.type(0.5)
    expected = np.stack([x + y, x * y - x, x / y, -x, np.maximum(x, y), (x + y) * two + half, np.sqrt(abs(x))], 1)
    assert_same(out, expected.astype(dtype))


UNARY = [
    name
    for name in dir(cp)
    if isinstance(getattr(cp, name), cp.ufunc) and getattr(cp, name).nin == 1 and getattr(cp, name).nout == 1
]
BINARY = [
    name
    for name in dir(cp)
    if isinstance(getattr(cp, name), cp.ufunc) and getattr(cp, name).nin == 2 and getattr(cp, name).nout == 1
]


@pytest.mark.parametrize("name", UNARY + BINARY)
def test_every_ufunc(name):
    """The kernel computes what the ufunc itself computes."""
    ufunc = getattr(cp, name)

    @jit.rawkernel(mode="numpy")
    def unary(x, y, out):
        i = jit.grid(1)
        out[i] = ufunc(x[i])

    @jit.rawkernel(mode="numpy")
    def binary(x, y, out):
        i = jit.grid(1)
        out[i] = ufunc(x[i], y[i])

    for dtype in "ilfdD":
        x, y = sample((32,), dtype, 0, 1, 4), sample((32,), dtype, 1, 1, 4)
        if name.startswith(("arc", "a")) and dtype in "fd":
            x = (x / 5 + (1 if name in ("arccosh", "acosh") else 0)).astype(dtype)
        x, y = cp.asarray(x), cp.asarray(y)
        operands = (x,) if ufunc.nin == 1 else (x, y)
        try:
            expected = ufunc(*operands)
        except TypeError:
            with pytest.raises(TypeError):
                (unary if ufunc.nin == 1 else binary)[1, 32](x, y, x)
            continue
        out = cp.zeros(32, expected.dtype)
        (unary if ufunc.nin == 1 else binary)[1, 32](x, y, out)
        rtol = {"f": 1e-6, "d": 1e-14, "D": 1e-13}.get(expected.dtype.char, 0)
        assert_same(out, expected.get(), rtol=rtol)


def test_ufuncs_take_dtype():
    @jit.rawkernel()
    def kernel(x, out):
        i = jit.grid(1)
        out[i] = cp.add(x[i], 1, dtype=np.float64) / 3

    out = cp.zeros(4)
    kernel[1, 4](cp.arange(4, dtype="f"), out)
    assert_same(out, (np.arange(4) + 1.0) / 3)


# ------------------------------------------------------------------------------------------------------- translations


@pytest.mark.parametrize(
    "function",
    [lambda x, y: x * y + 1, lambda x, y: x if x > y else -y, lambda x, y: math.sin(x) ** 2 + math.cos(y) ** 2],
    ids=["arithmetic", "ternary", "math"],
)
def test_translations_serve_elementwise_kernels(function):
    t = jit.translate(function, ("f", "f"))
    assert t.result.kind == "scalar" and t.result.dtype == np.float32
    kernel = cp.ElementwiseKernel(
        "float32 x, float32 y", "float32 z", f"z = {t.name}(x, y)", "translated", preamble=t.code
    )
    x, y = f32(100), f32(100, 1)
    expected = [np.float32(function(a, b)) for a, b in zip(x, y)]
    assert_same(kernel(cp.asarray(x), cp.asarray(y)), np.array(expected), rtol=1e-6)


def test_translations_of_several_results():
    t = jit.translate(lambda x: (x + 1, x > 2), ("i",))
    assert t.result.kind == "tuple"
    assert [e.dtype for e in t.result.elements] == [np.int32, np.bool_]
    assert jit.translate(lambda: 1.5, ()).result.dtype == np.float64


def test_lambdas_on_one_line():
    first, second = (lambda x: x + 1), (lambda x: x * 2)
    assert "+" in jit.translate(first, ("f",)).code.split("return")[1]
    assert "*" in jit.translate(second, ("f",)).code.split("return")[1]
