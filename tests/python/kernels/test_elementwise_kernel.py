"""ElementwiseKernel: operations that users write, against NumPy."""

import threading
import warnings

import numpy as np
import pytest
from common import ALL_DTYPES, COMPLEX, FLOATS, INTEGERS, assert_same, layouts, sample, to_device

import cuprum as cp

squared_diff = cp.ElementwiseKernel("T x, T y", "T z", "z = (x - y) * (x - y)", "squared_diff")


@pytest.mark.parametrize("dtype", INTEGERS + FLOATS + COMPLEX, ids=str)
def test_generic_type(dtype):
    a, b = sample((3, 5), dtype, 1, high=9, low=-9), sample((3, 5), dtype, 2, high=9, low=-9)
    with np.errstate(over="ignore"):
        expected = (a - b) * (a - b)
    assert_same(squared_diff(cp.asarray(a), cp.asarray(b)), expected, rtol=2e-3 if dtype.itemsize == 2 else 1e-6)


@pytest.mark.parametrize("dtype", ALL_DTYPES, ids=str)
def test_named_types_take_every_dtype_unchanged(dtype):
    kernel = cp.ElementwiseKernel(f"{dtype.name} x", f"{dtype.name} y", "y = x", "copy")
    a = sample((257,), dtype, 3)
    assert_same(kernel(cp.asarray(a)), a)


def test_float32_example():
    kernel = cp.ElementwiseKernel("float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)", "squared_diff")
    x = cp.arange(10, dtype=np.float32).reshape(2, 5)
    y = cp.arange(5, dtype=np.float32)
    assert_same(kernel(x, y), (x.get() - y.get()) ** 2)
    assert_same(kernel(x, 5), (x.get() - np.float32(5)) ** 2)
    z = cp.empty((2, 5), dtype=np.float32)
    assert kernel(x, y, z) is z
    assert_same(z, (x.get() - y.get()) ** 2)


def test_two_generic_types():
    kernel = cp.ElementwiseKernel("X x, Y y", "Z z", "z = (x - y) * (x - y)", "super_generic")
    x, y = np.arange(6, dtype="i4"), np.linspace(0, 1, 6)
    z = cp.empty(6, "f4")
    kernel(cp.asarray(x), cp.asarray(y), z)
    assert_same(z, ((x - y) ** 2).astype("f4"), rtol=1e-6)
    with pytest.raises(TypeError, match="Z"):
        kernel(cp.asarray(x), cp.asarray(y))


@pytest.mark.parametrize(
    "name",
    "bool_ byte ubyte short ushort intc uintc int int_ uint long ulong longlong ulonglong intp uintp half single "
    "double float "
    "csingle cdouble complex f4 i8 u2 c16".split(),
)
def test_types_by_all_of_numpys_names(name):
    a = sample((9,), np.dtype(name), 2)
    kernel = cp.ElementwiseKernel(f"{name} x", f"raw {name} y", "y[i] = x", "by_name")
    out = cp.zeros(9, name)
    assert_same(kernel(cp.asarray(a), out), a)
    with pytest.raises(TypeError):
        kernel(cp.asarray(a), cp.zeros(9, "i1" if a.dtype != "i1" else "f8"))
    reduction = cp.ReductionKernel(f"{name} x", f"{name} y", "x", "b", "y = a", "0", "by_name_too")
    assert reduction(cp.asarray(a)).dtype == np.dtype(name)


def test_multi_line_operation():
    kernel = cp.ElementwiseKernel(
        "T x, T y",
        "T z",
        """
            if (x - 2 > y) {
                z = x * y;   // the product
            } else {
                z = x + y;
            }
        """,
        "my_kernel",
    )
    x, y = sample((4, 7), "f8", 1), sample((4, 1), "f8", 2)
    assert_same(kernel(cp.asarray(x), cp.asarray(y)), np.where(x - 2 > y, x * y, x + y))


@pytest.mark.parametrize("name", ["C", "F", "every second", "reversed"])
def test_layouts(name):
    for shape in [(), (7,), (33, 65), (5, 4, 3), (2, 3, 4, 5)]:
        a, b = sample(shape, "f4", 1), sample(shape, "f4", 2)
        a, b = dict(layouts(a))[name], dict(layouts(b))[name]
        assert_same(squared_diff(to_device(a), to_device(b)), (a - b) * (a - b))
        out = to_device(dict(layouts(np.zeros(shape, "f4")))[name])
        squared_diff(to_device(a), to_device(b), out)
        assert_same(out, (a - b) * (a - b))


def test_new_outputs_are_in_c_order():
    a = cp.asarray(np.asfortranarray(sample((6, 7), "f8")))
    assert squared_diff(a, a).flags.c_contiguous


def test_broadcasting():
    a, b = sample((4, 1, 5), "i4", 1), sample((3, 1), "i4", 2)
    assert_same(squared_diff(cp.asarray(a), cp.asarray(b)), (a - b) ** 2)
    out = cp.empty((2, 4, 3, 5), "i4")
    squared_diff(cp.asarray(a), cp.asarray(b), out)
    assert_same(out, np.broadcast_to((a - b) ** 2, (2, 4, 3, 5)))
    with pytest.raises(ValueError, match="broadcast"):
        squared_diff(cp.zeros(3), cp.zeros(4))
    with pytest.raises(ValueError, match="mismatched"):
        squared_diff(cp.zeros((2, 3)), cp.zeros(3), cp.empty(3))


def test_empty_and_zero_dimensional():
    assert_same(squared_diff(cp.zeros((0, 3)), cp.zeros(3)), np.zeros((0, 3)))
    assert_same(squared_diff(cp.asarray(3.0), 1), np.asarray(4.0))


def test_scalars():
    kernel = cp.ElementwiseKernel(
        "T x, T a, int32 n, complex64 c, bool b", "T y", "y = b ? x * a + n + c.imag() : x", "scalars"
    )
    x = np.arange(5, dtype="f4")
    for a, n, c, b in [
        (2, 3, 1j, True),
        (2.5, True, 2, np.bool_(True)),
        (np.float32(0.5), np.int8(4), np.complex128(3j), 1),
        (1, 2.9, 3, False),
    ]:
        n_int, imag = int(n), complex(c).imag
        expected = x * np.float32(a) + n_int + np.float32(imag) if b else x
        assert_same(kernel(cp.asarray(x), a, n, c, b), expected.astype("f4"))
    assert_same(squared_diff(np.float64(3), cp.arange(4, dtype="f2")), (3 - np.arange(4, dtype="f2")) ** 2)
    with pytest.raises(OverflowError, match="int8"):
        squared_diff(cp.zeros(3, "i1"), 1000)
    with pytest.raises(TypeError, match="complex"):
        squared_diff(cp.zeros(3), 1j)
    # A scalar decides a type that no array decides.
    typed = cp.ElementwiseKernel("float32 x, S s", "S y", "y = x + s", "typed")
    assert_same(typed(cp.ones(2, "f4"), 2), np.array([3, 3]))
    assert_same(typed(cp.ones(2, "f4"), np.float16(2)), np.array([3, 3], "f2"))


def test_several_outputs():
    kernel = cp.ElementwiseKernel("T x", "T y, int32 k", "y = x * x; k = i", "two")
    x = sample((3, 4), "f8")
    y, k = kernel(cp.asarray(x))
    assert_same(y, x * x)
    assert_same(k, np.arange(12, dtype="i4").reshape(3, 4))
    outs = cp.empty((3, 4)), cp.empty((3, 4), "i4")
    result = kernel(cp.asarray(x), *outs)
    assert result[0] is outs[0] and result[1] is outs[1]


def test_return_forms():
    one = cp.ElementwiseKernel("T x", "T y", "y = x", "one", return_tuple=True)
    result = one(cp.arange(3))
    assert isinstance(result, tuple) and len(result) == 1
    none = cp.ElementwiseKernel("T x", "T y", "y = x", "none", no_return=True)
    out = cp.zeros(3, int)
    assert none(cp.arange(3), out) is None
    assert_same(out, np.arange(3))
    assert one.return_tuple and not one.no_return and none.no_return


def test_index_of_the_element():
    kernel = cp.ElementwiseKernel("T x", "int64 y", "y = i * 10 + x", "index")
    for shape in [(5,), (3, 4), (2, 3, 4)]:
        x = np.ones(shape, "i4")
        expected = np.arange(x.size).reshape(shape) * 10 + 1
        for _, a in layouts(x):
            assert_same(kernel(to_device(a)), expected)
    assert_same(kernel(cp.broadcast_to(cp.asarray(1), (3, 2))), np.arange(6).reshape(3, 2) * 10 + 1)


@pytest.mark.parametrize("raw", ["", "raw "])
@pytest.mark.parametrize("change", ["i -= 2 * b", "i = 0", "i = -1", "i += 1000000", "--i; i *= i"])
def test_the_index_is_the_elements_own(raw, change):
    kernel = cp.ElementwiseKernel(
        f"T x, {raw}T r, int64 b", "int64 y, int64 z", f"y = i; {change}; z = i + x", f"own_index_{raw.strip()}"
    )
    for shape in [(700,), (7, 100), (3, 5, 40)]:
        x = np.ones(shape, "i8")
        before = np.arange(x.size).reshape(shape)
        after = {
            "i -= 2 * b": before - 10,
            "i = 0": 0 * before,
            "i = -1": 0 * before - 1,
            "i += 1000000": before + 1000000,
            "--i; i *= i": (before - 1) ** 2,
        }[change]
        for _, a in layouts(x):
            y, z = kernel(to_device(a), cp.asarray(x), 5)
            assert_same(y, before)
            assert_same(z, after + 1)


def test_constants_of_mathematics():
    names = "M_E M_LOG2E M_LOG10E M_LN2 M_LN10 M_PI M_PI_2 M_PI_4 M_1_PI M_2_PI M_2_SQRTPI M_SQRT2 M_SQRT1_2".split()
    e, pi, log = np.e, np.pi, np.log
    values = [e, 1 / log(2), 1 / log(10), log(2), log(10), pi, pi / 2, pi / 4, 1 / pi, 2 / pi, 2 / pi**0.5, 2**0.5]
    kernel = cp.ElementwiseKernel(
        "int64 k", "float64 y", f"const double all[] = {{{', '.join(names)}}}; y = all[k]", "constants"
    )
    assert_same(kernel(cp.arange(len(names))), np.array([*values, 0.5**0.5]), rtol=1e-15)
    total = cp.ReductionKernel("T x", "T y", "x * M_PI", "a + b", "y = a / M_PI_2", "0", "constants_too")
    assert_same(total(cp.ones(8)), np.float64(16.0), rtol=1e-14)
    special = cp.ElementwiseKernel("T x", "T y", "y = x > 0 ? INFINITY : x < 0 ? NAN : HUGE_VALF", "special")
    assert_same(special(cp.array([1.0, -1, 0], "f")), np.array([np.inf, np.nan, np.inf], "f"))


def test_narrowing_in_braces():
    text = "int pair[] = {i, 0}; float parts[] = {x, 2 * x}; y = pair[0] + pair[1] + parts[1]"
    kernel = cp.ElementwiseKernel("float64 x", "float64 y", text, "narrows")
    assert_same(kernel(cp.arange(5.0)), np.arange(5.0) * 3)


def test_outputs_keep_what_is_not_assigned():
    add = cp.ElementwiseKernel("T x", "T y", "y += x", "add_to")
    where = cp.ElementwiseKernel("T x", "T y", "if (x > 0) y = x", "where_positive")
    x = sample((50, 3), "f4")
    for _, start in layouts(np.full((50, 3), 7, "f4")):
        y = to_device(start)
        add(cp.asarray(x), y)
        assert_same(y, x + np.float32(7))
        y = to_device(start)
        where(cp.asarray(x), y)
        assert_same(y, np.where(x > 0, x, np.float32(7)))


def test_continue_and_return_leave_the_element():
    for word in ("continue", "return"):
        for raw in ("", "raw "):
            kernel = cp.ElementwiseKernel(
                "T x, " + raw + "T r", "T y", f"y = 0; if (x < 0) {word}; y = x", f"leaves_{word}_{raw.strip()}"
            )
            x = sample(40000, "f8")
            assert_same(kernel(cp.asarray(x), cp.asarray(x)), np.where(x < 0, 0, x))


def test_outputs_may_be_inputs():
    x = np.arange(100.0)
    a = cp.asarray(x)
    squared_diff(a, 1, a)
    assert_same(a, (x - 1) ** 2)
    a = cp.asarray(x)
    squared_diff(a[:-1], 1, a[1:])  # as if the input had been copied
    assert_same(a[1:], (x[:-1] - 1) ** 2)
    raw = cp.ElementwiseKernel("T x, raw T r", "T y", "y = x + r[i]", "with_raw")
    a = cp.asarray(x)
    raw(a[:-1], cp.ones(99), a[1:])
    assert_same(a[1:], x[:-1] + 1)


# ------------------------------------------------------------------------------------------------------- raw arguments


def test_raw_example():
    add_reverse = cp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1]", "add_reverse")
    x, y = sample(1000, "f4", 1), sample(1000, "f4", 2)
    assert_same(add_reverse(cp.asarray(x), cp.asarray(y)), x + y[::-1])


@pytest.mark.parametrize("name", ["C", "F", "every second", "reversed"])
def test_raw_arrays_are_counted_in_c_order(name):
    kernel = cp.ElementwiseKernel("raw T x", "T y", "y = x[i]", "flat")
    for shape in [(), (5,), (3, 4), (2, 3, 4), (3, 2, 2, 2)]:
        a = dict(layouts(sample(shape, "i4")))[name]
        assert_same(kernel(to_device(a), size=a.size), a.ravel())


def test_raw_array_indexed_along_its_axes():
    kernel = cp.ElementwiseKernel(
        "raw T x",
        "T y",
        """
        ptrdiff_t index[] = {i % x.shape()[0], i / x.shape()[0]};
        y = x[index];
        int small[] = {(int)index[0], (int)index[1]};
        const int* pointer = small;
        y += x[small] * 10 + x[pointer] * 100 + x[{index[0], index[1]}] * 1000;
        """,
        "transposed",
    )
    for _, a in layouts(np.arange(12, dtype="i4").reshape(3, 4)):
        assert_same(kernel(to_device(a), size=12), (a.T * 1111).ravel())


def test_raw_array_tells_its_layout():
    kernel = cp.ElementwiseKernel(
        "raw T x",
        "raw int64 out",
        "out[0] = x.size(); out[1] = x.ndim; for (int d = 0; d < x.ndim; ++d) { out[2 + d] = x.shape()[d]; out[5 + d] "
        "= x.strides()[d]; }",
        "layout",
    )
    a = cp.zeros((2, 3, 4), "f4")[:, ::2]
    out = cp.zeros(8, int)
    kernel(a, out, size=1)
    assert_same(out, np.array([16, 3, 2, 2, 4, 48, 32, 4]))


def test_loop_index_along_axes():
    kernel = cp.ElementwiseKernel(
        "T x",
        "int64 y",
        "const ptrdiff_t* at = _ind.get(); y = at[0] * 1000 + at[1] * 10 + _ind.ndim",
        "axes",
        reduce_dims=False,
    )
    rows, columns = np.indices((5, 6))
    for _, a in layouts(np.zeros((5, 6), "f4")):
        assert_same(kernel(to_device(a)), rows * 1000 + columns * 10 + 2)
    reduced = cp.ElementwiseKernel("T x", "int64 y", "y = _ind.ndim * 100 + _ind.get()[0]", "reduced_axes")
    assert_same(reduced(cp.zeros((5, 6))), 100 + np.arange(30).reshape(5, 6))


def test_loop_size_is_known():
    kernel = cp.ElementwiseKernel("T x", "int64 y", "y = _ind.size() * 100 + n", "sizes")
    assert_same(kernel(cp.zeros((2, 3))), np.full((2, 3), 606))
    named = cp.ElementwiseKernel("T x, int64 n", "int64 y", "y = n", "parameter_n")
    assert_same(named(cp.zeros(2), 5), np.array([5, 5]))


def test_raw_outputs_and_atomics():
    histogram = cp.ElementwiseKernel("int32 x", "raw int32 counts", "atomicAdd(&counts[x], 1)", "histogram")
    x = np.random.default_rng(0).integers(0, 10, 100_000).astype("i4")
    counts = cp.zeros(10, "i4")
    histogram(cp.asarray(x), counts)
    assert_same(counts, np.bincount(x, minlength=10).astype("i4"))
    with pytest.raises(ValueError, match="undecided"):
        histogram(cp.asarray(x))


def test_only_outputs():
    kernel = cp.ElementwiseKernel("", "float32 y", "y = i * 0.5f", "ramp")
    assert_same(kernel(size=5), np.arange(5, dtype="f4") / 2)
    out = cp.empty((2, 3), "f4")
    kernel(out)
    assert_same(out, np.arange(6, dtype="f4").reshape(2, 3) / 2)


def test_only_raw_arguments_need_a_size():
    kernel = cp.ElementwiseKernel("raw T x, int32 k", "raw T y", "y[i * 2] = x[i] + k", "spread")
    out = cp.zeros(6)
    kernel(cp.arange(3.0), 1, out, size=3)
    assert_same(out, np.array([1.0, 0, 2, 0, 3, 0]))
    assert kernel(cp.arange(3.0), 1, cp.empty(0), size=0).size == 0
    with pytest.raises(ValueError, match="undecided"):
        kernel(cp.arange(3.0), 1, out)
    with pytest.raises(ValueError, match="raw"):
        squared_diff(cp.zeros(3), cp.zeros(3), size=3)
    with pytest.raises(ValueError, match="negative"):
        kernel(cp.arange(3.0), 1, out, size=-2)


def test_raw_name_of_an_element():
    kernel = cp.ElementwiseKernel("T x", "T y", "y = _raw_x[(i + 1) % _raw_x.size()]", "next_one")
    x = sample(100, "f4")
    assert_same(kernel(cp.asarray(x)), np.roll(x, -1))


# ------------------------------------------------------------------------------------------------------ text around it


def test_preamble():
    kernel = cp.ElementwiseKernel(
        "T x",
        "T y",
        "y = twice(x) + OFFSET + Pair<T>{x, x}.sum() + add(x, x)",
        "with_preamble",
        preamble="""
        #define OFFSET 3
        template <class U> struct Pair { U a, b; __device__ U sum() const { return a + b; } };
        __device__ T twice(T x) { return x + x; }
        __device__ inline T add(T a, T b) { return a + b; }
        """,
    )
    for dtype in "ifde":
        x = sample(100, dtype, high=50, low=-50)
        assert_same(kernel(cp.asarray(x)), (x * 6.0 + 3).astype(dtype), rtol=1e-2 if dtype == "e" else 1e-6)


def test_macros_of_the_preamble_may_use_the_loop():
    kernel = cp.ElementwiseKernel("T x", "T y", "STORE(x)", "macro", preamble="#define STORE(v) if (i % 2) y = v")
    y = cp.full(6, 9)
    kernel(cp.arange(6), y)
    assert_same(y, np.array([9, 1, 9, 3, 9, 5]))


def test_loop_prep_and_after_loop():
    kernel = cp.ElementwiseKernel(
        "T x, raw int64 total",
        "T y",
        "y = x; mine += x > 0",
        "count",
        loop_prep="int mine = 0",
        after_loop="atomicAdd((unsigned long long*)&_total[0], mine)".replace("_total", "total"),
        preamble="",
    )
    # Inputs are constant, so the total is an output here.
    kernel = cp.ElementwiseKernel(
        "T x",
        "raw uint64 total",
        "mine += x > 0",
        "count",
        loop_prep="int mine = 0;",
        after_loop="if (mine) atomicAdd(&total[0], (unsigned long long)mine);",
    )
    x = sample((300, 500), "f4")
    for _, a in layouts(x):
        total = cp.zeros(1, "u8")
        kernel(to_device(a), total)
        assert int(total[0]) == np.count_nonzero(x > 0)


def test_definitions_may_have_any_name():
    """Also such as the headers around the user's text use for themselves."""
    kernel = cp.ElementwiseKernel(
        "T x",
        "T y",
        "y = x * K + NUMBER(i)",
        "named",
        options=("-DK=3", "-D", "T1", "--define-macro=NUMBER(x)=(x)", "-DN"),
    )
    assert kernel(cp.arange(4.0)).tolist() == [0, 4, 8, 12]
    assert "T1" in kernel.cached_code
    total = cp.ReductionKernel(
        "T x", "T y", "x * K", "a + b", "y = a + OFFSET", "0", "named", options=("-DK=3", "-DOFFSET=_i")
    )
    assert total(cp.ones((2, 4)), axis=1).tolist() == [12, 13]


def test_compiler_options():
    kernel = cp.ElementwiseKernel("T x", "T y", "y = x + VALUE", "optioned", options=("-DVALUE=5", "--std=c++11"))
    assert_same(kernel(cp.arange(3)), np.arange(3) + 5)


def test_names_of_users_and_ours_do_not_meet():
    kernel = cp.ElementwiseKernel(
        "T x, T add, T operands, T nout",
        "T apply",
        "T load = x, types = add; apply = sign(load) + types + operands + nout",
        "sin",
        preamble="__device__ T sign(T x) { return x < 0 ? -1 : 1; }",
    )
    x = sample(20, "f8")
    assert_same(kernel(cp.asarray(x), 1, 2, 3), np.where(x < 0, -1.0, 1) + 6)


def test_mathematics():
    kernel = cp.ElementwiseKernel(
        "T x", "T y", "y = sin(x) + exp(-x * x) + max(x, (T)0) + pow(x, (T)2) + sqrt(abs(x)) + fmod(x, (T)3)", "maths"
    )
    for dtype in "fd":
        x = np.linspace(-4, 4, 1001).astype(dtype)
        expected = np.sin(x) + np.exp(-x * x) + np.maximum(x, 0) + x**2 + np.sqrt(abs(x)) + np.fmod(x, 3)
        assert_same(
            kernel(cp.asarray(x)), expected, rtol=1e-5 if dtype == "f" else 1e-13, atol=1e-5 if dtype == "f" else 1e-13
        )
    halves = cp.ElementwiseKernel(
        "float16 x, bfloat16 w",
        "float16 y, bfloat16 v",
        "y = sin(x) * 2; y += x; v = w / 3; if (x.isnan()) y = 0",
        "halves",
    )
    x = np.linspace(-3, 3, 99).astype("e")
    y, v = halves(cp.asarray(x), cp.asarray(x).astype("bfloat16"))
    assert_same(y, ((np.sin(x.astype("f")) * 2).astype("e").astype("f") + x).astype("e"))
    np.testing.assert_allclose(v.astype("f").get(), cp.asarray(x).astype("bfloat16").astype("f").get() / 3, rtol=2**-8)


def test_complex_numbers():
    kernel = cp.ElementwiseKernel(
        "T x, T y",
        "T z, R r",
        "z = x * conj(y) + exp(x) / T(2, 1) + complex<double>(0, 1).imag(); r = norm(x) + abs(y) + x.real() + imag(y)",
        "complexes",
    )
    for dtype, real in (("F", "f"), ("D", "d")):
        x, y = sample(50, dtype, 1, -3, 3), sample(50, dtype, 2, -3, 3)
        z, r = cp.empty(50, dtype), cp.empty(50, real)
        kernel(cp.asarray(x), cp.asarray(y), z, r)
        tolerance = 1e-5 if dtype == "F" else 1e-13
        assert_same(z, x * y.conj() + np.exp(x) / (2 + 1j) + 1, rtol=tolerance, atol=tolerance)
        assert_same(r, abs(x) ** 2 + abs(y) + x.real + y.imag, rtol=tolerance, atol=tolerance)


# --------------------------------------------------------------------------------------------------- how it may be run


def test_stream_and_block_size():
    stream = cp.cuda.Stream(non_blocking=True)
    x = cp.arange(1000.0)
    cp.cuda.Device().synchronize()
    result = squared_diff(x, 1, stream=stream, block_size=64)
    stream.synchronize()
    assert_same(result, (np.arange(1000.0) - 1) ** 2)
    raw = cp.ElementwiseKernel("raw T x", "T y", "y = x[i]", "raw_copy")
    assert_same(raw(x, size=1000, block_size=32), np.arange(1000.0))
    for wrong in (0, -1, 2000):
        with pytest.raises(ValueError, match="block_size"):
            squared_diff(x, 1, block_size=wrong)


def test_statements_that_see_threads():
    where = cp.ElementwiseKernel(
        "T x",
        "int32 thread, int32 block, int32 size",
        "thread = threadIdx.x; block = blockIdx.x; size = blockDim.x * gridDim.x",
        "where_am_i",
    )
    for n, block in [(1000, 128), (100, 32), (33, 32)]:
        thread, blocks, size = where(cp.zeros(n), block_size=block)
        assert_same(thread, np.arange(n, dtype="i4") % block)
        assert_same(blocks, np.arange(n, dtype="i4") // block)
        assert_same(size, np.full(n, -(-n // block) * block, "i4"))
    # Neighbours by shared memory and by shuffles; a type and a function of the preamble, broadcasting, a macro.
    together = cp.ElementwiseKernel(
        "T x, T y, raw T w",
        "T z, T total",
        """
        __shared__ Line<T> line;
        line.values[threadIdx.x] = x * y;
        __syncthreads();
        z = line.values[LAST - threadIdx.x] + w[i % 3];
        total = sum_of_warp(x);""",
        "together",
        preamble="""
        template <class T> struct Line { T values[64]; };
        template <class T> __device__ T sum_of_warp(T x) {
            for (int k = 16; k; k /= 2) x += __shfl_xor_sync(0xffffffff, x, k);
            return x;
        }""",
        options=("-DLAST=63",),
    )
    for dtype in "fd":
        x, y, w = sample((4, 32), dtype, 1), sample(32, dtype, 2), sample(3, dtype, 3)
        z, total = together(cp.asarray(x), cp.asarray(y), cp.asarray(w), block_size=64)
        product = (x * y).reshape(2, 64)[:, ::-1].reshape(4, 32)
        assert_same(z, product + w[np.arange(128) % 3].reshape(4, 32))
        assert_same(total, np.broadcast_to(x.sum(1, keepdims=True, dtype="d"), (4, 32)).astype(dtype), rtol=1e-4)
    with pytest.raises(cp.cuda.compiler.CompileException, match="no_such"):
        cp.ElementwiseKernel("T x", "T y", "y = threadIdx.x + no_such", "fails")(cp.zeros(3))


def test_large():
    x = np.random.default_rng(1).random(3_000_001).astype("f4")
    assert_same(squared_diff(cp.asarray(x), 0.5), (x - np.float32(0.5)) ** 2)
    reverse = cp.ElementwiseKernel("raw T x", "T y", "y = x[_ind.size() - 1 - i]", "reverse")
    assert_same(reverse(cp.asarray(x), size=x.size), x[::-1])


def test_many_parameters():
    count = 40
    kernel = cp.ElementwiseKernel(
        ", ".join(f"T x{k}" for k in range(count)), "T y", "y = " + " + ".join(f"x{k}" for k in range(count)), "many"
    )
    assert_same(kernel(*[cp.full(100, k) for k in range(count)]), np.full(100, sum(range(count))))
    assert_same(kernel(cp.arange(3), *range(1, count)), np.arange(3) + sum(range(count)))


def test_threads_share_a_kernel():
    kernel = cp.ElementwiseKernel("T x, T y", "T z", "z = x * 3 + y", "shared_kernel")
    failures = []

    def work(seed):
        for dtype in "fdil":
            x = np.round(sample(1000, dtype, seed))  # exact: a GPU rounds x * 3 + y once, NumPy twice
            if not np.array_equal(kernel(cp.asarray(x), 2).get(), x * 3 + np.dtype(dtype).type(2)):
                failures.append((seed, dtype))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_arrays_of_other_libraries():
    if cp.cuda.is_available():
        pytest.skip("the arrays would be NumPy's, which a GPU cannot see")
    with pytest.raises(TypeError, match="Unsupported type"):
        squared_diff(np.zeros(3), 1)


# ---------------------------------------------------------------------------------------------------------- attributes


def test_attributes():
    kernel = cp.ElementwiseKernel(
        "T x, raw float32 y",
        "S z",
        "z = x + y[i]",
        "attributed",
        preamble="// none",
        loop_prep="int a = 0",
        options=("-DA",),
    )
    assert (kernel.name, kernel.__name__, kernel.nin, kernel.nout, kernel.nargs) == (
        "attributed",
        "attributed",
        2,
        1,
        3,
    )
    assert kernel.operation == "z = x + y[i]" and kernel.preamble == "// none" and kernel.kernel_type == "elementwise"
    assert kernel.reduce_dims is True and kernel.kwargs == {"loop_prep": "int a = 0", "options": ("-DA",)}
    x, y = kernel.in_params
    assert (x.name, x.ctype, x.dtype, x.raw, x.is_const) == ("x", "T", None, False, True)
    assert (y.name, y.ctype, y.dtype, y.raw) == ("y", "float", np.float32, True)
    (z,) = kernel.out_params
    assert (z.name, z.ctype, z.is_const) == ("z", "S", False)
    assert [p.name for p in kernel.params] == ["x", "y", "z", "_ind"]
    assert "ElementwiseKernel" in cp.ElementwiseKernel.__name__ and "parameter" in cp.ElementwiseKernel.__doc__


def test_cached_codes():
    kernel = cp.ElementwiseKernel("T x", "T y", "y = x + 12345", "cached")
    with pytest.warns(UserWarning, match="deferred"):
        assert kernel.cached_codes == {}
    kernel(cp.zeros(2, "f4"))
    assert "x + 12345" in kernel.cached_code
    kernel(cp.zeros(2, "f8"))
    assert set(kernel.cached_codes) == {(np.float32,), (np.float64,)}
    with pytest.warns(UserWarning, match="cached_codes"):
        kernel.cached_code
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel.cached_codes


# -------------------------------------------------------------------------------------------------------------- errors


@pytest.mark.parametrize(
    "in_params, out_params, name, message",
    [
        ("T", "T y", "k", "Syntax error"),
        ("T x, ", "T y", "k", "Syntax error"),
        ("float8 x", "T y", "k", "Wrong type float8"),
        ("cooked T x", "T y", "k", "Unknown keyword"),
        ("T i", "T y", "k", "'i'"),
        ("T x", "T x", "k", "'x'"),
        ("T x", "T y", "a kernel", "Invalid kernel name"),
        ("T x", "T y", "1k", "Invalid kernel name"),
        ("T x", "T y", "", "Invalid kernel name"),
        ("T 3x", "T y", "k", "Syntax error"),
    ],
)
def test_signatures_that_are_refused(in_params, out_params, name, message):
    with pytest.raises(ValueError, match=message):
        cp.ElementwiseKernel(in_params, out_params, "y = x", name)


def test_arguments_that_are_refused():
    with pytest.raises(TypeError, match="Wrong number of arguments"):
        squared_diff(cp.zeros(3))
    with pytest.raises(TypeError, match="Wrong number of arguments"):
        squared_diff(cp.zeros(3), 1, cp.zeros(3), cp.zeros(3))
    with pytest.raises(TypeError, match="mismatched"):
        squared_diff(cp.zeros(3, "f4"), cp.zeros(3, "f8"))
    with pytest.raises(TypeError, match="mismatched"):
        squared_diff(cp.zeros(3, "f4"), 1, cp.zeros(3, "f8"))
    with pytest.raises(TypeError, match="Output arguments"):
        squared_diff(cp.zeros(3), 1, 2)
    with pytest.raises(TypeError, match="Unsupported type"):
        squared_diff(cp.zeros(3), [1, 2, 3])
    with pytest.raises(TypeError, match="Unsupported type"):
        squared_diff(cp.zeros(3), None)
    with pytest.raises(TypeError, match="shape"):
        squared_diff(cp.zeros(3), 1, shape=3)
    with pytest.raises(ValueError, match="undecided"):
        squared_diff(1, 2)
    named = cp.ElementwiseKernel("float32 x", "float32 y", "y = x", "named")
    with pytest.raises(TypeError, match="mismatched"):
        named(cp.zeros(3))


def test_texts_that_do_not_compile():
    for operation in ("z = (x - ", "z = undefined_name(x)", "z = x; }"):
        kernel = cp.ElementwiseKernel("T x", "T z", operation, "broken")
        for _ in range(2):
            with pytest.raises(cp.CompileException) as caught:
                kernel(cp.zeros(3))
        assert operation.splitlines()[0] in str(caught.value) + caught.value.source
    assert_same(squared_diff(cp.zeros(3), 1), np.ones(3))


@pytest.mark.skipif(cp.backend() != "cpu", reason="Clang's stack; NVRTC has its own")
def test_deeply_nested_expression_in_a_small_stack():
    """A compiler that calls itself for each level would end the process."""
    x, found = cp.arange(4.0), []

    def compute():
        found.append(cp.ElementwiseKernel("float64 x", "float64 y", "y = " + "- " * 3001 + "x", "deep")(x))
        found.append(cp.ElementwiseKernel("float64 x", "float64 y", "y = " + "+".join(["x"] * 2000), "long_sum")(x))

    before = threading.stack_size(1 << 18)
    try:
        thread = threading.Thread(target=compute)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert_same(found[0], -np.arange(4.0))
    assert_same(found[1], 2000 * np.arange(4.0))
