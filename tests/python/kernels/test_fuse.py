"""`cuprum.fuse`: a fused function gives what the function gives, with NumPy and with cuprum."""

import gc
import threading

import numpy as np
import pytest
from common import (
    ALL_DTYPES,
    BFLOAT16,
    NUMPY_DTYPES,
    assert_close,
    assert_same,
    sample,
    to_device,
)
from fuse_common import ROUNDING, X, Y, check, close
from ufunc_reference import PRIMARY, expected_of, operands
from ufunc_reference import check as check_ufunc

import cuprum as cp

ON_GPU = cp.backend() == "cuda"


# -------------------------------------------------------------------------------------------------------------- ufuncs


def loops_by_operands():
    """Ufuncs that take operands of the same dtypes, a dozen at a time."""
    groups = {}
    for name, ufunc in sorted(PRIMARY.items()):
        for signature in ufunc.types:
            groups.setdefault(signature.split("->")[0], []).append(name)
    for codes, names in groups.items():
        for i in range(0, len(names), 12):
            yield codes, names[i : i + 12]


@pytest.mark.parametrize("codes,names", list(loops_by_operands()), ids=lambda p: p if isinstance(p, str) else p[0])
def test_every_loop_of_every_ufunc(codes, names):
    def all_of(*arguments):
        results = []
        for k, name in enumerate(names):
            result = getattr(cp, name)(*arguments[k * len(codes) : (k + 1) * len(codes)])
            results += result if isinstance(result, tuple) else [result]
        return results

    arguments = []
    for name in names:
        arguments += [to_device(np.ascontiguousarray(a[:64])) for a in operands(PRIMARY[name], codes)]
    fused = cp.fuse(all_of)
    results = iter(fused(*arguments))
    for actual, expected in zip(fused(*arguments), all_of(*arguments)):
        rtol = ROUNDING.get(expected.dtype, 0)
        assert_same(actual, expected.get(), rtol=rtol, atol=rtol / 1000)
    for name in names:  # and NumPy's results
        loop = next(t for t in PRIMARY[name].types if t.split("->")[0] == codes)
        values = [np.ascontiguousarray(a[:64]) for a in operands(PRIMARY[name], codes)]
        actual = tuple(next(results) for _ in range(PRIMARY[name].nout))
        check_ufunc(
            name, actual, expected_of(name, values, loop.split("->")[1]), complex_input=bool(set(codes) & set("FD"))
        )


@pytest.mark.parametrize(
    "name", sorted(n for n, u in PRIMARY.items() if u.nin == 2 and u.nout == 1 and any(t[:2] == "ff" for t in u.types))
)
def test_reduce_methods_of_ufuncs(name):
    ufunc = getattr(cp, name)
    host = sample((6, 9), "f", 3, *((0.1, 2) if "power" in name else (-2, 2)))
    x = cp.asarray(host)

    def expected(values, axis):
        # With AVX-512 NumPy's `reduce` of some loops reads what is not written yet.
        return np.take(getattr(np, name).accumulate(values, axis), -1, axis)

    try:
        with np.errstate(all="ignore"):
            rows, columns = expected(host, 1), expected(host * 2, 0)[None, :] + 1
    except TypeError:
        with pytest.raises(TypeError):
            cp.fuse(lambda x: ufunc.reduce(x, axis=1))(x)
        return
    for actual, wanted, magnitudes in (
        (cp.fuse(lambda x: ufunc.reduce(x, axis=1))(x), rows, abs(host).sum(1)),
        (
            cp.fuse(lambda x: ufunc.reduce(x * 2, axis=0, keepdims=True) + 1)(x),
            columns,
            2 * abs(host).sum(0, keepdims=True),
        ),
    ):
        wanted = np.asarray(wanted)
        assert_close(actual, wanted, 1e-5 * (abs(wanted) + magnitudes) if wanted.dtype.kind == "f" else 0)


@pytest.mark.parametrize("dtype", "fd")
@pytest.mark.parametrize("shape", [(6, 7), (1, 1), (5, 3), (33, 17)])
@pytest.mark.parametrize("function", ["log", "exp", "sin"])
def test_moments_of_functions(function, shape, dtype):
    """A CPU's vector functions and scalar ones round differently: moments about one point must not see two points."""
    x = sample(shape, dtype, 1, 0.5, 2)
    rtol = {"f": 2e-5, "d": 1e-12}[dtype]
    for name in ("var", "std", "mean"):
        for axis in (0, 1):
            fused = cp.fuse(lambda x: getattr(cp, name)(getattr(cp, function)(x), axis=axis, keepdims=True))
            expected = getattr(np, name)(getattr(np, function)(x), axis=axis, keepdims=True)
            assert_same(fused(cp.array(x)), expected, rtol=rtol, atol=rtol)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_where_dtype_and_casting(dtype):
    x, y = sample((6, 4), dtype, 1), sample((4,), dtype, 2)
    mask = sample((6, 4), "?", 3)

    def function(x, y, mask, xp=None):
        xp = cp if isinstance(x, cp.ndarray) else np
        z = xp.where(mask, x, y)
        return z, z.astype("f"), z.astype("?").astype(dtype), xp.maximum(x, y, dtype=dtype)

    check(function, x, y, mask)


def test_where_keeps_elements():
    x, y, mask, out = (cp.asarray(a) for a in (X, Y, X > Y, Y.copy()))
    fused = cp.fuse(lambda x, y, mask, out: cp.add(x, y, out=out, where=mask))
    assert fused(x, y, mask, out) is out
    np.testing.assert_array_equal(out.get(), np.where(X > Y, X + Y, Y))


# ----------------------------------------------------------------------------------------------------------- operators


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
def test_operators(dtype):
    x, y = sample((5, 6), dtype, 1, 1, 50), sample((5, 6), dtype, 2, 1, 50)

    def common(x, y):
        return x + y, x * y, x / y, +x if dtype.kind != "b" else x, abs(x), x == y, x != y, x < y, x <= y, x > y, x >= y

    check(common, x, y)
    if dtype.kind != "b":
        check(lambda x, y: (x - y, -x, x**2, x**y if dtype.kind != "i" else x**3), x, y)
    if dtype.kind in "iuf":
        check(lambda x, y: (x // y, x % y, *divmod(x, y), pow(x, 2)), x, y)
    if dtype.kind in "biu":
        check(lambda x, y: (x & y, x | y, x ^ y, ~x), x, y)
    if dtype.kind in "iu":
        check(lambda x, y: (x << (y % 5), x >> (y % 5)), x, y)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize("scalar", [3, 2.5, 1 + 2j, True], ids=str)
def test_scalars_are_weak(dtype, scalar):
    x = sample((8,), dtype, 1, 1, 20)

    def function(x, a):
        return x + a, a * x, x == a, a + x * 2

    check(function, x, scalar)
    check(lambda x: function(x, scalar), x)


@pytest.mark.parametrize("dtype", NUMPY_DTYPES, ids=str)
@pytest.mark.parametrize(
    "scalar",
    [np.int8(3), np.float32(2.5), np.float64(2.5), np.complex64(1j), np.bool_(True)],
    ids=lambda s: s.dtype.name,
)
def test_numpy_scalars_are_strong(dtype, scalar):
    x = sample((8,), dtype, 1, 1, 20)
    check(lambda x, a: (x + a, a * x, x == a), x, scalar)
    check(lambda x: (x + scalar, scalar * x), x)


@pytest.mark.parametrize("scalar", [np.int8(3), np.float32(2.5), np.float64(2.5), np.complex64(1j), 3, 2.5], ids=repr)
def test_numbers_are_not_changed_in_place(scalar):
    def function(x, s):
        given = s
        s *= 2
        doubled = s
        s -= 1
        s **= 2
        squared = s
        s += x
        whole = s
        s /= 4
        return given + x, doubled * x, squared * x, whole + 0, s

    before = scalar + 0
    check(function, sample((8, 3), "d", 1, 1, 20), scalar)
    assert scalar == before

    def own(x, s):
        total = x.sum()
        same = total
        total += s
        return x + same, same  # an array's sum is changed

    x = cp.arange(4.0)
    for a, b in zip(cp.fuse(own)(x, np.float64(1)), own(x, np.float64(1))):
        assert_same(a, b.get())


def test_arithmetic_of_scalars():
    x = np.arange(6, dtype="f")
    for a in (3, 2.5, -7):
        for b in (2, 0.5, -4):
            check(
                lambda x, a, b: (
                    x * (a + b),
                    x * (a - b),
                    x * (a * b),
                    x * (a / b),
                    x * (a // b),
                    x * (a % b),
                    x * -a,
                    x * abs(b),
                ),
                x,
                a,
                b,
            )
    check(lambda x, a: (x * a**2, x * a**-1, x * 2**a), x, 3)
    check(lambda x, a: (x + (a > 2), x * (a == 3)), x, 3)
    check(lambda x, a, b: x * divmod(a, b)[0] + divmod(a, b)[1], x, 7, 3)


def test_a_scalar_needs_no_new_trace():
    fused = cp.fuse(lambda x, a, b: x * (a * b + 1) - a)
    x = cp.arange(5, dtype="f")
    for a in range(5):
        np.testing.assert_array_equal(fused(x, a, 0.5).get(), np.arange(5, dtype="f") * np.float32(a * 0.5 + 1) - a)
    assert fused.trace_count == 1


def test_a_scalar_that_decides():
    def function(x, n, flag):
        if flag:
            x = x + 1
        for _ in range(n):
            x = x * 2
        return x if n > 2 else -x

    fused = cp.fuse(function)
    x = np.arange(5, dtype="d")
    for n in (0, 1, 3, 1):
        for flag in (False, True):
            assert_same(fused(cp.asarray(x), n, flag), function(x, n, flag))
    fused = cp.fuse(lambda x, a: x + 1 if a > 0 else x - 1)
    for a in (1, 2, -1, 3.5, -2):
        assert_same(fused(cp.asarray(x), a), x + 1 if a > 0 else x - 1)
    assert fused.trace_count == 3  # integers with two answers, floats with one


def test_scalars_that_do_not_fit():
    fused = cp.fuse(lambda x, a: x + a)
    x = cp.arange(5, dtype="B")
    assert_same(fused(x, 255), np.arange(5, dtype="B") + np.uint8(255))
    with pytest.raises(OverflowError):
        fused(x, 256)
    with pytest.raises(OverflowError):
        fused(x, 10**30)
    assert_same(fused(x, 3), np.arange(5, dtype="B") + 3)
    less = cp.fuse(lambda x, a: x < a)
    for a in (3, 300, -1, 10**30):
        assert_same(less(x, a), np.arange(5, dtype="B") < a)
    power = cp.fuse(lambda x, a: x**a)
    assert_same(power(cp.arange(5), 3), np.arange(5) ** 3)
    with pytest.raises(ValueError):
        power(cp.arange(5), -1)


def test_constants_that_change_are_no_part_of_the_kernel():
    """The first ones are literals; functions that differ from it in these alone share another kernel."""

    def scaled(by):
        return cp.fuse(lambda x: x * by + 1, kernel_name="scaled")

    x = cp.arange(3, dtype="f")
    for by in (2.0, 3.0):
        assert_same(scaled(by)(x), np.arange(3, dtype="f") * np.float32(by) + 1)
    before = compiled()
    for by in (4.0, 2.0, 5.0, -0.0, np.inf):
        with np.errstate(invalid="ignore"):
            assert_same(scaled(by)(x), np.arange(3, dtype="f") * np.float32(by) + 1)
    assert compiled() == before


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_constants_of_every_dtype(dtype):
    """A number of the function's own is just that number, however it comes into the kernel; a NaN is any NaN."""
    x = cp.asarray(sample((9,), dtype, 3, 1, 3))
    inexact = dtype.kind in "fcV" or dtype == BFLOAT16
    numbers = (
        [np.inf, -np.inf, np.nan, -0.0, 1e-45, 0.1]
        if inexact
        else [0, 1]
        if dtype.kind == "b"
        else [0, 1, np.iinfo(dtype).min, np.iinfo(dtype).max]
    )
    if dtype.kind == "c":
        numbers += [complex(-0.0, np.inf), 1.5 - 2.5j]
    for number in numbers:
        value = np.array(number).astype(dtype)[()]

        def function(x):
            return cp.where(x == x, cp.full_like(x, value), x), x + value, cp.full_like(x, value)

        fused = cp.fuse(function)
        for actual, expected in zip(fused(x), function(x)):
            assert actual.dtype == expected.dtype
            a, e = actual.get(), expected.get()
            nan = e != e
            assert ((a != a) == nan).all()
            assert a[~nan].tobytes() == e[~nan].tobytes()


def test_as_many_constants_as_one_likes_are_one_kernel():
    # New numbers each time: the cache knows no kernel of theirs.
    x, numbers = sample((50,), "d", 1), np.random.default_rng().uniform(-3, 3, 40).tolist()

    def function(x):
        total = x
        for number in numbers:
            total = total + x * number
        return total

    a = cp.asarray(x)
    expected, before = function(a), compiled()
    close(cp.fuse(function, kernel_name="as_many_constants")(a), expected)
    assert compiled() == before + 1


def compiled():
    from cuprum import _core

    info = _core._cache_info() if hasattr(_core, "_cache_info") else {}
    return info.get("compiled", 0)


def test_functions_made_of_ufuncs():
    x, y = sample((6, 5), "d", 1), sample((6, 5), "d", 2)
    z = x + 1j * y

    def function(x, y, z):
        xp = cp if isinstance(x, cp.ndarray) else np
        return (
            xp.clip(x, -50, 50), xp.clip(x, y, 80), xp.isclose(x, x + 1e-9), xp.nan_to_num(x / 0 * 0), xp.round(x, 1),
            xp.around(x), xp.angle(z), xp.real(z), xp.imag(z), z.real + z.imag, (z * 2).real, (z * 2).imag - 1,
            xp.conj(z), xp.isreal(z), xp.sinc(x), xp.fix(x),
        )  # fmt: skip

    with np.errstate(all="ignore"):
        check(function, x, y, z, rtol=1e-12)


def test_numpy_functions_on_traced_arrays():
    x = cp.asarray(X)
    fused = cp.fuse(lambda x: (np.sqrt(x) + np.add(x, 1), np.sum(x, axis=0), np.where(x > 1, x, 0)))
    close(fused(x), (cp.sqrt(x) + cp.add(x, 1), cp.sum(x, axis=0), cp.where(x > 1, x, 0)))
    fused = cp.fuse(lambda x, a: x * np.sqrt(a))
    assert fused(x, 2.0).dtype == "d"


# ------------------------------------------------------------------------------------------------------ 16-bit floats


@pytest.mark.parametrize("dtype", [np.dtype("e"), BFLOAT16], ids=str)
def test_16_bit_floats_round_at_every_step(dtype):
    x, y = sample((200,), dtype, 1, 0, 300), sample((200,), dtype, 2, 0, 300)

    def function(x, y):
        t = x * y  # overflows in float16
        return t, t * 0 + x, cp.sqrt(x) * y + x, abs(x) - 1, (x + y).sum(), cp.where(x > y, x * 2, y)

    device = cp.asarray(x), cp.asarray(y)
    for actual, expected in zip(cp.fuse(function)(*device), function(*device)):
        assert actual.dtype == expected.dtype
        assert_same(actual, expected.get())


def test_keepdims_abs_and_bfloat16():
    """What other libraries' fusion refuses."""
    x = cp.asarray(sample((4, 6), BFLOAT16, 1))
    fused = cp.fuse(lambda x: abs(x) / abs(x).max(axis=1, keepdims=True))
    assert fused(x).dtype == BFLOAT16
    assert_same(fused(x), (abs(x) / abs(x).max(axis=1, keepdims=True)).get())


# ------------------------------------------------------------------------------------------------- decorator and errors


def test_decorator():
    @cp.fuse
    def bare(x):
        """Doubles."""
        return x * 2

    @cp.fuse()
    def called(x):
        return x * 2

    @cp.fuse(kernel_name="doubled")
    def named(x):
        return x * 2

    assert bare.__name__ == "bare" and bare.__doc__ == "Doubles." and bare.__wrapped__(3) == 6
    assert (bare.kernel_name, called.kernel_name, named.kernel_name) == ("bare", "called", "doubled")
    assert "bare" in repr(bare)
    for f in (bare, called, named, cp.fuse(lambda x: x * 2)):
        assert_same(f(cp.arange(3)), np.arange(3) * 2)
    assert_same(cp.fuse(cp.sin)(cp.arange(3.0)), np.sin(np.arange(3.0)), rtol=1e-15)
    with pytest.raises(TypeError, match="function"):
        cp.fuse(3)


def test_keywords_and_constants():
    def function(x, y=2, *, axis=None, name="sum", dtype=None, scale=1.0):
        return getattr(x * y, name)(axis=axis, dtype=dtype) * scale

    fused = cp.fuse(function)
    x = np.arange(12.0).reshape(3, 4)
    d = cp.asarray(x)
    for keywords in (
        {},
        {"axis": 0},
        {"axis": (0, 1)},
        {"name": "mean", "axis": 1},
        {"dtype": np.float32},
        {"dtype": "d", "scale": 3},
        {"y": 5},
    ):
        assert_same(fused(d, **keywords), function(x, **keywords), rtol=1e-7)
    assert_same(fused(d, 3, scale=0.5), function(x, 3, scale=0.5))
    assert_same(fused(d, y=d), function(x, y=x))
    with pytest.raises(TypeError):
        fused(d, nothing=1)
    with pytest.raises(TypeError, match="list"):
        fused(d, [1, 2])


def test_methods_and_nesting():
    square = cp.fuse(lambda x: x * x)
    outer = cp.fuse(lambda x, y: square(x) + square(y) * 2)
    close(outer(cp.asarray(X), cp.asarray(Y)), X * X + Y * Y * 2)
    assert square.trace_count == 0 and outer.trace_count == 1


def test_captured_arrays():
    w = cp.arange(5, dtype="f")
    fused = cp.fuse(lambda x: x * w + w.sum())
    expected = lambda: X * w.get() + w.get().sum()  # noqa: E731
    close(fused(cp.asarray(X)), expected())
    w += 3
    close(fused(cp.asarray(X)), expected())

    def accumulate(x):
        nonlocal w
        w += x.sum(axis=0)

    host = w.get() + X.sum(axis=0)
    cp.fuse(accumulate)(cp.asarray(X))
    np.testing.assert_allclose(w.get(), host, rtol=1e-6)


def test_users_elementwise_kernels_are_merged():
    scaled = cp.ElementwiseKernel("T x, T y, float64 a", "T z", "z = x * y + T(a)", "scaled")
    both = cp.ElementwiseKernel(
        "T x",
        "T low, int64 place",
        "low = half(x); place = i",
        "both",
        preamble="__device__ T half(T x) { return x / 2; }",
    )
    twice = cp.ElementwiseKernel(
        "T x",
        "T z",
        "if (x < T(0)) continue; z = half(x) * 4",
        "both",
        preamble="__device__ T half(T x) { return x / 2; }",
    )
    for dtype in "efd":
        x, y = cp.asarray(X.astype(dtype)), cp.asarray(Y.astype(dtype))
        for shape in ((7, 5), (5,), (7, 1)):
            part = y[:, :1] if shape == (7, 1) else y[0] if shape == (5,) else y
            function = lambda x, y: scaled(x + 1, y, 2.5) - x  # noqa: E731
            close(cp.fuse(function)(x, part), function(x, part))
        function = lambda x: (lambda low, place: (low * 2 + place, twice(low) + 1))(*both(x * 3))  # noqa: E731
        close(cp.fuse(function)(x), function(x))
        function = lambda x, a: scaled(x, 2, a).sum(axis=1)  # noqa: E731
        fused = cp.fuse(function)
        for a in (1, 2.5):
            close(fused(x, a), function(x, a))
        assert fused.trace_count == 2  # an integer and a float
    function = lambda x: cp.ElementwiseKernel("T x", "T z", "z = x * x", "square")(x.astype("F") * 1j)  # noqa: E731
    close(cp.fuse(function)(cp.asarray(X)), function(cp.asarray(X)))


def test_users_kernels_with_arguments_to_write_to():
    add = cp.ElementwiseKernel("T x", "T z", "z += x", "add_to")
    x, z = cp.asarray(X), cp.asarray(Y)

    def function(x, z):
        add(x * 2, z)
        return z + 1

    expected = Y + X * 2
    close(cp.fuse(function)(x, z), expected + 1)
    close(z, expected)


def test_users_kernels_that_see_more_than_elements_run_as_they_are():
    reverse = cp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1]", "reverse")
    shift = cp.ElementwiseKernel("T x", "T z", "z = x + SHIFT", "shift", options=("-DSHIFT=7",))
    bins = cp.ElementwiseKernel("raw int32 x", "raw int32 counts", "atomicAdd(&counts[x[i] % 3], 1)", "bins")
    norm = cp.ReductionKernel("T x, T a", "T y", "x * x * a", "a + b", "y = sqrt(a)", "0", "norm")
    x = cp.arange(12, dtype="d").reshape(3, 4)

    def function(x, a):
        row = norm(x + 1, a, axis=1)
        column = norm(x, a, axis=0, keepdims=True)
        return reverse(x * 2, (x * a).ravel()) + shift(x) * row[:, None], row, column / row.max()

    fused = cp.fuse(function)
    for a in (1.0, 2.0):
        for shape in ((3, 4), (4, 3), (2, 6)):
            close(fused(x.reshape(shape), a), function(x.reshape(shape), a))

    def histogram(x, counts):
        bins(x + 1, counts, size=12)
        return counts * 10

    counts = cp.ones(3, "i")
    assert_same(cp.fuse(histogram)(cp.arange(12, dtype="i"), counts), np.full(3, 50, "i"))
    assert counts.tolist() == [5, 5, 5]

    with pytest.raises(TypeError, match="stream"):
        cp.fuse(lambda x: shift(x, stream=cp.cuda.Stream()))(x)
    with pytest.raises(TypeError, match="write to its input 'x'"):
        cp.fuse(lambda x: cp.ElementwiseKernel("_non_const raw T x", "T y", "y = x[i]++", "counting")(x, size=4))(x)
    vectorized = cp.vectorize(lambda x, y: x - y if x > y else x + y)
    close(cp.fuse(lambda x: vectorized(x * 2, 3) + 1)(x), vectorized(x * 2, 3) + 1)


@pytest.mark.parametrize("draw", [
    lambda: cp.random.rand(3), lambda: cp.random.normal(size=3), lambda: cp.random.randint(5, size=3),
    lambda: cp.random.choice(3), lambda: cp.random.permutation(3), lambda: cp.random.RandomState(1),
    lambda: cp.random.RandomState, lambda: cp.random.seed(3), lambda: cp.random.default_rng(1).random(3),
    lambda: cp.random.default_rng(1).standard_gamma(2.0, 3), lambda: cp.random.standard_gamma(2.0, 3),
], ids=range(11))  # fmt: skip
def test_random_numbers_are_refused(draw):
    """They would be drawn once, and be the same at every call."""
    state = cp.random.RandomState(0)
    if draw() is cp.random.RandomState:
        draw = lambda: state.uniform(size=3)  # noqa: E731
    with pytest.raises(TypeError, match="random numbers"):
        cp.fuse(lambda x: x + (draw() is None))(cp.arange(3))
    assert cp.random.rand(3).shape == (3,)


def test_negative_powers_of_integers_raise():
    x, n = cp.arange(1, 4), cp.array([1, 2, 0])
    power = cp.fuse(lambda x, n: x**n + 1)
    assert power(x, n).tolist() == [2, 5, 2]
    with pytest.raises(ValueError, match="negative integer powers"):
        power(x, -n)
    assert power(x, n).tolist() == [2, 5, 2]
    assert power(x, -n.astype("d")).tolist() == [2, 1.25, 2]
    assert power(x, n.astype("u1")).tolist() == [2, 5, 2]
    masked = cp.fuse(lambda x, n, where: cp.power(x, n, where=where, out=x.copy()))
    assert masked(x, -n, n == 0).tolist() == [1, 2, 1]
    with pytest.raises(ValueError, match="negative integer powers"):
        masked(x, -n, n == 2)

    def written(x, n):
        x += 1
        return cp.power(x, (n - 1).min())

    with pytest.raises(ValueError, match="negative integer powers"):
        cp.fuse(written)(x, n)
    assert x.tolist() == [1, 2, 3]  # nothing was written


@pytest.mark.parametrize("function", [
    lambda x: x if x.sum() > 0 else -x,
    lambda x: x if x > 0 else -x,
    lambda x: float(x.sum()) * x,
    lambda x: int(x[0, 0]) + x,
    lambda x: x[x > 1],
    lambda x: cp.sort(x),
    lambda x: cp.cumsum(x),
    lambda x: x @ x.T,
    lambda x: x.get(),
    lambda x: np.asarray(x),
    lambda x: cp.asnumpy(x),
    lambda x: x.tolist(),
    lambda x: [v for v in x.sum(axis=1).tolist()],
    lambda x: cp.concatenate([x, x]),
    lambda x: x.take(cp.array([0, 1])),
    lambda x: bool(x.any()) and x,
    lambda x: x.sum().item(),
], ids=range(17))  # fmt: skip
def test_what_cannot_be_traced(function):
    x = cp.asarray(X)
    with pytest.raises(TypeError):
        cp.fuse(function)(x)
    close(x + 1, X + 1)  # all goes on working


def test_raw_kernels_are_refused_by_name(tmp_path):
    """Also where they are given nothing but arrays from outside: they would run once, when the function is traced."""
    double = cp.RawKernel('extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }', "twice")
    outside = cp.ones(4, "f")

    def of_argument(x):
        double((1,), (4,), (x,))
        return x + 1

    def of_outside(x):
        double((1,), (4,), (outside,))
        return x + 1

    for function in (of_argument, of_outside):
        with pytest.raises(
            TypeError, match="raw kernel 'twice' cannot be launched inside of a fused function.*ElementwiseKernel"
        ):
            cp.fuse(function)(cp.ones(4, "f"))
    assert_same(outside, np.ones(4, "f"))

    path = tmp_path / "kernel_for_fuse.py"
    path.write_text("from cuprumx import jit\n@jit.rawkernel()\ndef twice(x):\n    x[jit.threadIdx.x] *= 2\n")
    names = {}
    exec(compile(path.read_text(), str(path), "exec"), names)

    def of_jit(x):
        names["twice"]((1,), (4,), (x,))
        return x

    with pytest.raises(TypeError, match="jit kernel cannot be launched inside of a fused function"):
        cp.fuse(of_jit)(cp.ones(4, "f"))


def test_partial_assignment_is_refused():
    def function(x):
        x[1:] = 0

    x = cp.arange(4)
    with pytest.raises(TypeError, match="part of an array"):
        cp.fuse(function)(x)
    assert x.tolist() == [0, 1, 2, 3]


def test_errors_of_the_function():
    with pytest.raises(ValueError, match="broadcast"):
        cp.fuse(lambda x, y: x + y)(cp.zeros(3), cp.zeros(4))
    with pytest.raises(KeyError):
        cp.fuse(lambda x: {}[x.ndim])(cp.zeros(3))
    with pytest.raises(TypeError):
        cp.fuse(lambda x: x & 1)(cp.zeros(3))
    kept = []
    cp.fuse(lambda x: kept.append(x))(cp.zeros(3))
    assert "traced" in repr(cp.fuse(lambda x: repr(x))(cp.zeros(3)))
    with pytest.raises(TypeError, match="after the trace"):
        kept[0] + 1
    with pytest.raises(TypeError, match="after the trace"):
        kept[0].get()
    del kept
    gc.collect()
    assert_same(cp.zeros(3) + 1, np.ones(3))


def test_mixed_with_numpy_arrays():
    with pytest.raises(TypeError):
        cp.fuse(lambda x, y: x + y)(cp.zeros(3), np.zeros(3))


def test_threads():
    fused = cp.fuse(lambda x, a: cp.exp(x * a).sum() + x)
    x = cp.arange(10.0) / 10
    expected = [(np.exp(np.arange(10) / 10 * a).sum() + np.arange(10) / 10) for a in range(8)]
    failures = []

    def work():
        for a in range(8):
            try:
                np.testing.assert_allclose(fused(x, a).get(), expected[a], rtol=1e-12)
            except Exception as error:  # noqa: BLE001
                failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not failures


# --------------------------------------------------------------------------------------------------------- larger ones


def test_black_scholes():
    def black_scholes(s, k, t, rate, volatility):
        xp = cp if isinstance(s, cp.ndarray) else np
        root = volatility * xp.sqrt(t)
        d1 = (xp.log(s / k) + (rate + volatility * volatility / 2) * t) / root
        d2 = d1 - root

        def normal(d):
            x = 1 / (1 + 0.2316419 * abs(d))
            p = x * (0.31938153 + x * (-0.356563782 + x * (1.781477937 + x * (-1.821255978 + x * 1.330274429))))
            p = 0.39894228040143267794 * xp.exp(-0.5 * d * d) * p
            return xp.where(d > 0, 1 - p, p)

        discounted = k * xp.exp(-rate * t)
        call = s * normal(d1) - discounted * normal(d2)
        return call, call - s + discounted

    arguments = [sample((500,), "d", i, low, high) for i, (low, high) in enumerate([(5, 30), (1, 100), (0.25, 10)])]
    check(black_scholes, *arguments, 0.02, 0.3, rtol=1e-10)


def test_mandelbrot_steps():
    def step(z, c, count):
        inside = abs(z) <= 2
        z[...] = cp.where(inside, z * z + c, z)
        count += inside

    fused = cp.fuse(step)
    c = cp.asarray(np.linspace(-2, 1, 30)[:, None] + 1j * np.linspace(-1, 1, 20))
    z, count = cp.zeros_like(c), cp.zeros(c.shape, "i")
    other, other_count = z.copy(), count.copy()
    for _ in range(20):
        fused(z, c, count)
        step(other, c, other_count)
    if not ON_GPU:
        assert_same(count, other_count.get())
    assert fused.trace_count == 1


@pytest.mark.parametrize("count", [13, 40])
def test_more_inputs_than_a_kernel_takes(count):
    def total(*arrays):
        result = arrays[0]
        for k, array in enumerate(arrays[1:]):
            result = result + array if k % 2 else result * array
        return result

    arrays = [np.linspace(-1, 1.5, 7) + 0.01 * k for k in range(count)]
    close(cp.fuse(total)(*map(cp.asarray, arrays)), total(*arrays))


def test_more_lengths_than_a_table_holds():
    def ends(*arrays):
        return arrays[0] * 2, arrays[-1] + arrays[-2][0]

    fused = cp.fuse(ends)
    for more in (2, 5):
        arrays = [np.arange(k + more, dtype="f") for k in range(300)]
        close(fused(*map(cp.asarray, arrays)), ends(*arrays))


def test_a_launch_that_fails_in_the_middle_leaves_all_arrays_usable():
    # The kernel's text is looked at when it is first launched, behind the launches that it needs the results of.
    broken = cp.ElementwiseKernel(
        "raw float64 x, float64 z", "float64 y", "y = x[i] + z + nowhere", "broken_in_the_middle"
    )

    def function(x, y):
        centred = x - cp.mean(x)
        z = broken(centred, centred)
        y += cp.sum(z)
        return z * 2, y

    x, y = np.linspace(-3, 4, 50), np.arange(50.0)
    on_device = cp.asarray(x), cp.asarray(y)
    fused = cp.fuse(function)
    for _ in range(2):
        with pytest.raises(cp.cuda.compiler.CompileException):
            fused(*on_device)
        for array, expected in zip(on_device, (x, y)):
            assert_same(array, expected)
            assert_same(array * 2 + 1, expected * 2 + 1)
    intact = cp.fuse(lambda x, y: (x - cp.mean(x)) / cp.sum(y))
    close(intact(*on_device), (x - x.mean()) / y.sum())


@pytest.mark.parametrize("make", ["arange(400.0)", "arange(400)", "linspace(0, 1, 400)", "arange(0, 800, 2) / 3"])
def test_reductions_of_places(make):
    """A reduction reads its elements: those that a kernel would count are put into memory first."""
    x = cp.asarray(np.random.default_rng(0).standard_normal((300, 400)))

    def program(x, xp=cp):
        places = eval(f"xp.{make}")
        y = places * x
        return y.sum(), y.max(0), (y + places).sum(1), places.sum(), xp.exp(-abs(y)).sum(1, keepdims=True) * places

    fused = cp.fuse(program)
    for found, plain, expected in zip(fused(x), program(x), program(cp.asnumpy(x), np), strict=True):
        np.testing.assert_allclose(found.get(), plain.get(), rtol=1e-12)
        np.testing.assert_allclose(found.get(), expected, rtol=1e-12)
    large = cp.fuse(lambda x: (cp.arange(100_000.0) * x).sum())
    assert float(large(cp.ones(100_000))) == 4999950000


def test_numbers_have_a_dtype():
    """Traced functions may ask for it, as CuPy's."""
    seen = []

    @cp.fuse()
    def shifted(x, by):
        seen.append(by.dtype)
        return x + by

    assert_same(shifted(cp.arange(3.0), 2), np.arange(3.0) + 2)
    shifted(cp.arange(3.0), 2.5)
    assert {str(dtype) for dtype in seen} == {"int64", "float64"}
