"""ReductionKernel: reductions that users write, against NumPy."""

import itertools

import numpy as np
import pytest
from common import FLOATS, INTEGERS, assert_same, layouts, sample, to_device

import cuprum as cp

l2norm = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")
total = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total")

# Shapes that meet each of the engine's plans: full, short and long rows, columns, axes in the middle.
SHAPES = [
    ((7,), None),
    ((100_003,), None),
    ((50, 3), 1),
    ((2000, 4), 1),
    ((300, 200), 1),
    ((20_000, 40), 1),
    ((3, 40_000), 1),
    ((40_000, 3), 0),
    ((500, 301), 0),
    ((4, 300, 5), 1),
    ((4, 30, 50), (0, 2)),
    ((9, 8, 7, 6), (1, 3)),
    ((), None),
]


def axes_of(ndim):
    yield None
    for count in range(1, ndim + 1):
        yield from itertools.combinations(range(ndim), count)


def test_l2norm_example():
    x = cp.arange(10, dtype=np.float32).reshape(2, 5)
    assert_same(l2norm(x, axis=1), np.sqrt((x.get() ** 2).sum(axis=1)), rtol=1e-6)


@pytest.mark.parametrize("shape, axis", SHAPES, ids=str)
def test_plans(shape, axis):
    for dtype in "fdl":
        a = sample(shape, dtype, 1)
        exact = np.asarray(a.sum(axis, dtype="l" if dtype == "l" else "d")).astype(dtype)
        rounding = {"f": 2**-22, "d": 2**-50, "l": 0}[dtype] * float(np.abs(a).sum(axis).max())
        for _, host in layouts(a):
            assert_same(total(to_device(host), axis=axis), exact, atol=rounding)


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS, ids=str)
def test_largest_of_every_dtype(dtype):
    kernel = cp.ReductionKernel("T x", "T y", "x", "max(a, b)", "y = a", None, "largest")
    a = sample((30, 70), dtype, 2) - (50 if dtype.kind != "u" else 0)
    a = a.astype(dtype)
    for axis in (None, 0, 1):
        assert_same(kernel(cp.asarray(a), axis=axis), a.max(axis))
    negative = -abs(a) - 1 if dtype.kind != "u" else a
    assert_same(kernel(cp.asarray(negative.astype(dtype))), negative.astype(dtype).max())


def test_all_axes_and_keepdims():
    a = sample((3, 4, 5), "f8")
    for axis in axes_of(3):
        for keepdims in (False, True):
            assert_same(total(cp.asarray(a), axis=axis, keepdims=keepdims), a.sum(axis, keepdims=keepdims), rtol=1e-12)
    assert_same(total(cp.asarray(a), axis=-1), a.sum(-1), rtol=1e-12)
    assert_same(total(cp.asarray(a), axis=()), a)
    with pytest.raises(ValueError, match="axis 3"):
        total(cp.asarray(a), axis=3)
    with pytest.raises(ValueError, match="duplicate"):
        total(cp.asarray(a), axis=(1, 1))


def test_outputs_may_be_given():
    a = sample((6, 7), "f4")
    for keepdims in (False, True):
        for out in (cp.empty((1, 7) if keepdims else 7, "f4"), cp.empty((1, 14) if keepdims else 14, "f4")[..., ::2]):
            assert total(cp.asarray(a), axis=0, out=out, keepdims=keepdims) is out
            assert_same(out, a.sum(0, keepdims=keepdims), rtol=1e-5)
            out.fill(0)
            assert total(cp.asarray(a), out, axis=0, keepdims=keepdims) is out
            assert_same(out, a.sum(0, keepdims=keepdims), rtol=1e-5)
    with pytest.raises(ValueError, match="shape"):
        total(cp.asarray(a), cp.empty(6, "f4"), axis=0)
    with pytest.raises(ValueError, match="positional and keyword"):
        total(cp.asarray(a), cp.empty(7, "f4"), out=cp.empty(7, "f4"), axis=0)
    with pytest.raises(TypeError, match="mismatched"):
        total(cp.asarray(a), cp.empty(7, "f8"), axis=0)


def test_output_keeps_what_the_post_map_reads():
    kernel = cp.ReductionKernel("T x", "T y", "x", "a + b", "y += a", "0", "add_total")
    a = sample((400, 70), "f8")
    for axis, n in ((0, 70), (1, 400)):
        out = cp.full(n, 5.0)
        kernel(cp.asarray(a), out, axis=axis)
        assert_same(out, a.sum(axis) + 5, rtol=1e-11)


def test_output_may_lie_in_the_input():
    a = sample((5, 5), "f8")
    x = cp.asarray(a)
    total(x, x[0], axis=0)
    assert_same(x[0], a.sum(0), rtol=1e-12)


def test_two_inputs_and_types():
    dot = cp.ReductionKernel("X x, Y y", "float64 z", "(double)x * y", "a + b", "z = a", "0", "dot")
    x, y = sample((40, 50), "i4", 1), sample((50,), "f4", 2)
    assert_same(dot(cp.asarray(x), cp.asarray(y), axis=1), (x * y.astype("f8")).sum(1), rtol=1e-12)
    assert_same(dot(cp.asarray(x), cp.asarray(y), axis=0), (x * y.astype("f8")).sum(0), rtol=1e-12)
    assert_same(dot(cp.asarray(x[:, :1]), cp.asarray(y)), np.asarray((x[:, :1] * y.astype("f8")).sum()), rtol=1e-12)
    with pytest.raises(TypeError, match="Z"):
        cp.ReductionKernel("X x", "Z z", "x", "a + b", "z = a", "0")(cp.zeros(3))


def test_scalars():
    norm = cp.ReductionKernel(
        "T x, float64 p, T shift", "T y", "pow(abs(x - shift), (T)p)", "a + b", "y = pow(a, 1 / (T)p)", "0", "norm"
    )
    a = sample((30, 2000), "f8")
    for axis in (None, 0, 1):
        assert_same(norm(cp.asarray(a), 3, 0.5, axis=axis), (abs(a - 0.5) ** 3).sum(axis) ** (1 / 3), rtol=1e-12)
    with pytest.raises(OverflowError):
        cp.ReductionKernel("T x, int8 k", "T y", "x + k", "a + b", "y = a", "0")(cp.zeros(3), 300)


def test_several_outputs_and_own_type():
    kernel = cp.ReductionKernel(
        "T x",
        "T least, T most, int64 place",
        "Range<T>(x, _J)",
        "join(a, b)",
        "least = a.least; most = a.most; place = a.place",
        "",
        "range_of",
        reduce_type="Range<T>",
        preamble="""
        template <class T> struct Range {
            T least, most; long long place;
            __device__ Range() : place(-1) {}
            __device__ Range(T x, long long i) : least(x), most(x), place(i) {}
        };
        template <class T> __device__ Range<T> join(const Range<T>& a, const Range<T>& b) {
            if (a.place < 0) return b;
            if (b.place < 0) return a;
            Range<T> c;
            c.least = min(a.least, b.least);
            c.most = max(a.most, b.most);
            c.place = a.most > b.most || (a.most == b.most && a.place < b.place) ? a.place : b.place;
            return c;
        }""",
    )
    for shape, axis in SHAPES:
        a = sample(shape, "f4", 3)
        for _, host in layouts(a):
            least, most, place = kernel(to_device(host), axis=axis)
            assert_same(least, a.min(axis))
            assert_same(most, a.max(axis))
            if axis is None or isinstance(axis, int):
                assert_same(place, np.asarray(a.argmax(axis)))
    outs = cp.empty(4, "f4"), cp.empty(4, "f4"), cp.empty(4, int)
    a = sample((4, 9), "f4")
    result = kernel(cp.asarray(a), *outs, axis=1)
    assert all(r is o for r, o in zip(result, outs))
    assert_same(outs[1], a.max(1))


def test_large_own_type():
    kernel = cp.ReductionKernel(
        "T x",
        "T y",
        "Moments(x)",
        "a + b",
        "y = a.power[7]",
        "",
        "seventh_moment",
        reduce_type="Moments",
        preamble="""
        struct Moments {
            double power[8];
            __device__ Moments() { for (double& p : power) p = 0; }
            __device__ Moments(double x) { double y = 1; for (double& p : power) { p = y; y *= x; } }
            __device__ friend Moments operator+(const Moments& a, const Moments& b) {
                Moments c; for (int k = 0; k < 8; ++k) c.power[k] = a.power[k] + b.power[k]; return c;
            }
        };""",
    )
    a = np.random.default_rng(0).uniform(-1, 1, (300, 1000))
    for axis in (None, 0, 1):
        assert_same(kernel(cp.asarray(a), axis=axis), (a**7).sum(axis), rtol=1e-9, atol=1e-10)
    too_large = cp.ReductionKernel(
        "T x", "T y", "Big()", "a", "y = 0", "", "big", reduce_type="Big", preamble="struct Big { double d[100]; };"
    )
    with pytest.raises(cp.CompileException, match="reduce_type is too large"):
        too_large(cp.zeros(3))


def test_reduce_type():
    for name in ("double", "float64"):
        mean = cp.ReductionKernel(
            "T x", "T y", "x", "a + b", "y = a / _in_ind.size() * _out_ind.size()", "0", "mean", reduce_type=name
        )
        a = (np.random.default_rng(0).random((4, 50_000)) + 100).astype("f4")
        for axis in (None, 0, 1):
            assert_same(mean(cp.asarray(a), axis=axis), a.astype("f8").mean(axis).astype("f4"), rtol=1e-7)
    count = cp.ReductionKernel("T x", "int64 y", "x > 0", "a + b", "y = a", "0", "count", reduce_type="int")
    assert_same(count(cp.asarray(a)), np.asarray((a > 0).sum()))


def test_complex_numbers():
    kernel = cp.ReductionKernel("T x, T y", "T z", "x * conj(y)", "a + b", "z = a", "0", "vdot")
    for dtype in "FD":
        x, y = sample(1000, dtype, 1), sample(1000, dtype, 2)
        assert_same(
            kernel(cp.asarray(x), cp.asarray(y)), np.asarray((x * y.conj()).sum()), rtol=1e-4 if dtype == "F" else 1e-12
        )


# ------------------------------------------------------------------------------------------------ places and raw arrays


def places(shape, axis):
    """The numbers _J, _j and _i of each element."""
    ndim = len(shape)
    reduced = sorted(range(ndim) if axis is None else [k % ndim for k in np.atleast_1d(axis)])
    kept = [k for k in range(ndim) if k not in reduced]
    turned = np.arange(int(np.prod(shape))).reshape([shape[k] for k in reduced + kept])
    outputs = int(np.prod([shape[k] for k in kept]))
    numbers = np.transpose(turned, np.argsort(reduced + kept))
    return numbers // outputs, numbers, numbers % outputs


@pytest.mark.parametrize("shape, axis", SHAPES[:-1], ids=str)
def test_numbers_of_places(shape, axis):
    kernel = cp.ReductionKernel("T x", "T y", "x * (_J + 3 * _j + 7 * _i)", "a + b", "y = a + _i", "0", "numbered")
    a = sample(shape, "l", 1)
    J, j, i = places(shape, axis)
    expected = np.asarray((a * (J + 3 * j + 7 * i)).sum(axis))
    expected = expected + np.arange(expected.size).reshape(expected.shape)
    for _, host in layouts(a):
        assert_same(kernel(to_device(host), axis=axis), expected)


@pytest.mark.parametrize("shape, axis", SHAPES[:-1], ids=str)
def test_numbers_of_places_beside_indices(shape, axis):
    """`_i` numbers the outputs whether `_out_ind` counts along their axes or along fewer."""
    kernel = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a + 3 * _i + 1000 * _out_ind.size()", "0", "beside")
    a = sample(shape, "l", 1)
    expected = np.asarray(a.sum(axis))
    expected = expected + 3 * np.arange(expected.size).reshape(expected.shape) + 1000 * expected.size
    for _, host in layouts(a):
        assert_same(kernel(to_device(host), axis=axis), expected)


def test_numbers_of_places_are_the_elements_own():
    kernel = cp.ReductionKernel(
        "T x", "T y", "(_J = 5, _j += x, _i *= 2, _J + _j + _i)", "a + b", "_i += 3; y = a + _i", "0", "own_numbers"
    )
    for shape, axis in [((30,), 0), ((300, 7), 0), ((7, 300), 1), ((4, 5, 6), 1)]:
        a = sample(shape, "l", 1)
        _, j, i = places(shape, axis)
        expected = np.asarray((5 + j + a + 2 * i).sum(axis))
        expected = expected + np.arange(expected.size).reshape(expected.shape) + 3
        for _, host in layouts(a):
            assert_same(kernel(to_device(host), axis=axis), expected)


def test_indices_along_axes():
    kernel = cp.ReductionKernel(
        "T x",
        "T y",
        "x * (_in_ind.get()[0] + 10 * _in_ind.get()[2] + 100 * _out_ind.get()[0])",
        "a + b",
        "y = a + _out_ind.get()[1] + 1000 * _in_ind.size() + 100000 * _out_ind.size()",
        "0",
        "indexed",
        reduce_dims=False,
    )
    a = sample((4, 5, 6), "l")
    i0, i1, i2 = np.indices(a.shape)
    expected = (a * (i1 + 10 * i2 + 100 * i0)).sum(1) + np.arange(6) + 120_000 + 2_400_000  # axes of the input: 1, 0, 2
    for _, host in layouts(a):
        assert_same(kernel(to_device(host), axis=1), expected)


def test_indices_along_as_few_axes_as_there_are():
    count = cp.ReductionKernel(
        "T x, S y",
        "T z",
        "_in_ind.ndim * 10 + _in_ind.get()[0]",
        "max(a, b)",
        "z = a * 10 + _out_ind.ndim",
        "0",
        "merged",
    )
    apart = cp.ReductionKernel(
        "T x, S y", "T z", "_in_ind.ndim * 10 + _in_ind.get()[0]", "max(a, b)", "z = a * 10 + _out_ind.ndim", "0",
        "apart", reduce_dims=False,
    )  # fmt: skip
    x = cp.zeros((4, 5, 6), "l")
    # All in one piece, in C order: one axis of 120.
    assert int(count(x, x)) == (10 + 119) * 10 + 0
    assert int(apart(x, x)) == (30 + 3) * 10 + 0
    assert (count(x, x, axis=(0, 1)).get() == (10 + 114 + np.arange(6)) * 10 + 1).all()
    # The reduced axis comes first, and lies between the others.
    assert (count(x, x, axis=1).get() == (30 + 4) * 10 + 1).all()
    assert (apart(x, x, axis=1).get() == (30 + 4) * 10 + 2).all()
    # An array that is not in one piece keeps the axes of all apart.
    wide = cp.zeros((4, 5, 9), "l")[:, :, :6]
    assert int(count(x, wide)) == (20 + 19) * 10 + 0
    assert int(count(x, cp.zeros((5, 6), "i"))) == (20 + 3) * 10 + 0


def test_raw_arguments():
    weighted = cp.ReductionKernel("T x, raw T w", "T y", "x * w[_J]", "a + b", "y = a / w.size()", "0", "weighted")
    x, w = sample((300, 400), "f8", 1), sample(400, "f8", 2)
    for _, host in layouts(w):
        assert_same(weighted(cp.asarray(x), to_device(host), axis=1), x @ w / 400, rtol=1e-12, atol=1e-9)
    table = cp.ReductionKernel(
        "int32 x, raw T t", "T y", "t[{x % t.shape()[0], x / t.shape()[0]}]", "a + b", "y = a", "0", "look_up"
    )
    t = sample((3, 4), "f8", 3)
    index = np.random.default_rng(0).integers(0, 12, (50, 60)).astype("i4")
    for _, host in layouts(t):
        assert_same(
            table(cp.asarray(index), to_device(host), axis=0), t[index % 3, index // 3].sum(0), rtol=1e-12, atol=1e-9
        )


def test_raw_output():
    kernel = cp.ReductionKernel("T x", "raw T y", "x", "a + b", "y[_i * 2] = a", "0", "spread_total")
    x = sample((6, 70), "f8")
    out = cp.zeros(12)
    kernel(cp.asarray(x), out, axis=1)
    assert_same(out[::2], x.sum(1), rtol=1e-12)
    assert_same(out[1::2], np.zeros(6))
    with pytest.raises(ValueError, match="undecided"):
        kernel(cp.asarray(x), axis=1)


# ----------------------------------------------------------------------------------------------------------- edge cases


def test_empty_inputs():
    assert_same(total(cp.zeros((0, 3)), axis=0), np.zeros(3))
    assert_same(total(cp.zeros((0, 3)), axis=1), np.zeros(0))
    assert_same(total(cp.zeros((2, 0))), np.asarray(0.0))
    start = cp.ReductionKernel("T x", "T y", "x", "a * b", "y = a", 1, "product")
    assert_same(start(cp.zeros((2, 0)), axis=1), np.ones(2))
    none = cp.ReductionKernel("T x", "T y", "x", "min(a, b)", "y = a", None, "least")
    with pytest.raises(ValueError, match="identity"):
        none(cp.zeros((2, 0)))
    assert none(cp.zeros((0, 3)), axis=1).shape == (0,)


def test_sums_are_as_accurate_as_numpys():
    a = np.random.default_rng(0).random(1_000_003).astype("f4")
    exact = a.astype("f8").sum()
    assert abs(float(total(cp.asarray(a))) - exact) <= 4 * abs(float(a.sum()) - exact) + 1e-6 * exact


def test_stream():
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.arange(1000.0)
    cp.cuda.Device().synchronize()
    result = total(x, stream=stream)
    stream.synchronize()
    assert float(result) == 499500


def test_preamble_and_options():
    kernel = cp.ReductionKernel(
        "T x",
        "T y",
        "SQUARE(x) + SHIFT",
        "plus(a, b)",
        "y = a",
        "0",
        "with_preamble",
        preamble="#define SQUARE(x) ((x) * (x))\n__device__ T plus(T a, T b) { return a + b; }",
        options=("-DSHIFT=2",),
    )
    x = sample((20, 30), "i4", high=9, low=-9)
    assert_same(kernel(cp.asarray(x), axis=0), (x * x + 2).sum(0, dtype="i4"))
    # Parameters may be called as the reduction's own variables are.
    named = cp.ReductionKernel("T a, T b", "T y", "a * b", "a + b", "y = a", "0", "named_alike")
    assert_same(named(cp.arange(5), 3), np.asarray(30))


def test_attributes():
    kernel = cp.ReductionKernel(
        "T x, raw float32 w", "S y", "x", "a + b", "y = a", "0", "attributed", "double", True, "// none", ("-DA",)
    )
    assert (kernel.name, kernel.__name__, kernel.nin, kernel.nout, kernel.nargs) == (
        "attributed",
        "attributed",
        2,
        1,
        3,
    )
    assert (kernel.map_expr, kernel.reduce_expr, kernel.post_map_expr, kernel.identity) == ("x", "a + b", "y = a", "0")
    assert (kernel.reduce_type, kernel.preamble, kernel.options, kernel.reduce_dims) == (
        "double",
        "// none",
        ("-DA",),
        True,
    )
    assert kernel.kernel_type == "reduction"
    assert [p.name for p in kernel.params] == ["x", "w", "y", "_in_ind", "_out_ind"]
    assert total.reduce_type == "T" and l2norm.identity == "0"
    fresh = cp.ReductionKernel("T x", "T y", "x + 54321", "a + b", "y = a", "0", "fresh")
    fresh(cp.zeros(3))
    assert "54321" in fresh.cached_code and list(fresh.cached_codes) == [(np.float64,)]


def test_what_is_refused():
    with pytest.raises(TypeError, match="Wrong number of arguments"):
        total()
    with pytest.raises(ValueError, match="undecided"):
        total(3)
    with pytest.raises(TypeError, match="Unsupported type"):
        total([1, 2])
    with pytest.raises(TypeError, match="where"):
        total(cp.zeros(3), where=True)
    with pytest.raises(ValueError, match="no output"):
        cp.ReductionKernel("T x", "", "x", "a + b", "", "0")
    with pytest.raises(ValueError, match="Invalid kernel name"):
        cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "two words")
    two = cp.ReductionKernel("T x", "T y, T z", "x", "a + b", "y = a; z = a", "0")
    with pytest.raises(NotImplementedError, match="out"):
        two(cp.zeros(3), out=cp.zeros(()))
    broken = cp.ReductionKernel("T x", "T y", "x +* 1", "a + b", "y = a", "0", "broken")
    with pytest.raises(cp.CompileException):
        broken(cp.zeros(3))
    assert_same(total(cp.ones(3)), np.asarray(3.0))
