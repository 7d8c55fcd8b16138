"""A function of an element depends on that element alone: equal inputs give equal bits, whatever the length, the
layout, the neighbours and the kind of kernel."""

import zlib

import numpy as np
import pytest

import cuprum as cp
import special_reference
import ufunc_reference
from common import BFLOAT16, real_dtype

ROWS = {f"numpy.{name}": ufunc for name, ufunc in ufunc_reference.PRIMARY.items()} | {
    f"special.{name}": ufunc for name, ufunc in special_reference.ROWS.items()
}
FLOATING = set("eEfdFD")
SIZE = 357
CASES = [(name, loop) for name, ufunc in ROWS.items() for loop in ufunc.types if FLOATING & set(loop)]
ENDS = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 0.5, 5e-324, -1e-310, 1e-40, 88.7, -104]
FAR_ENDS = [*ENDS, 1e30, -1e35, 1e300, 709, -745]


def dtype_of(code):
    return BFLOAT16 if code == "E" else np.dtype(code)


def operands(ufunc, codes):
    """Values of the domain, every sixth of them one of the ends that arithmetic has."""
    rng = np.random.default_rng(zlib.crc32(ufunc.__name__.encode()))
    is_special = ufunc in special_reference.ROWS.values()
    of_domain = special_reference.operands if is_special else ufunc_reference.operands
    # Some special functions of several operands take long far outside of their domain.
    ends = FAR_ENDS if not is_special else ENDS if ufunc.nin == 1 else [np.nan]
    found = []
    for values in of_domain(ufunc, ["d" if code == "E" else code for code in codes]):
        values = np.resize(rng.permutation(values), SIZE)
        if values.dtype.kind in "fc":
            with np.errstate(over="ignore"):
                values[::6] = rng.choice(ends, len(values[::6]))
                if values.dtype.kind == "c":
                    values.imag[3::12] = rng.choice(ends, len(values[3::12]))
        found.append(values)
    with np.errstate(over="ignore"):
        return [values.astype(dtype_of(code)) for values, code in zip(found, codes)]


def bits(results):
    """The results as whole numbers, of which every NaN has the same."""
    found = []
    for a in results if isinstance(results, tuple) else (results,):
        a = np.asarray(a.get())
        if a.dtype.kind in "fc" or a.dtype == BFLOAT16:
            a = np.array(a, order="C")
            whole = a[..., None].view(f"u{real_dtype(a.dtype).itemsize}").copy()
            whole[np.isnan(a[..., None].view(real_dtype(a.dtype)))] = 1
            a = whole
        found.append(a)
    return found


def differences(function, values, in_place=False, size=33001):
    """Where the elements of a function's results depend on more than the elements of its operands."""
    whole = bits(function(*map(cp.asarray, values)))
    found = []

    def compare(what, results, select):
        for got, expected in zip(bits(results), whole):
            expected = select(expected)
            assert got.shape == expected.shape, what
            if (got != expected).any():
                found.append(f"{what}: {np.count_nonzero(got != expected)} of {expected.size} differ")

    arrays = [cp.asarray(v) for v in values]
    for n in range(1, 71):
        first = 5 * n % 31
        compare(f"{n} elements", function(*[a[first : first + n] for a in arrays]), lambda r: r[first : first + n])
    for first in (1, 2, 3, 5, 8, 13):
        compare(f"from {first} on", function(*[a[first:] for a in arrays]), lambda r: r[first:])
    for step in (-1, 2, 3, -7):
        compare(f"step {step}", function(*[a[::step] for a in arrays]), lambda r: r[::step])
    order = np.random.default_rng(1).permutation(SIZE)
    compare("another order", function(*[cp.asarray(v[order]) for v in values]), lambda r: r[order])
    for rows, used in ((17, 17), (119, 2), (51, 5)):
        select = lambda r: r.reshape(rows, -1, *r.shape[1:])[:, :used].swapaxes(0, 1)  # noqa: E731
        compare(f"transposed {rows} rows", function(*[select(a) for a in arrays]), select)
    for i in (0, 6, 12, 100):
        compare("a number", function(*[a[i] for a in arrays]), lambda r: r[i])
    many = np.resize(np.arange(SIZE), size)  # more than a chunk, and for more than one thread
    compare("many", function(*[cp.asarray(v[many]) for v in values]), lambda r: r[many])
    if in_place:
        x = arrays[0].copy()
        compare("in place", function(x, *arrays[1:], out=x), lambda r: r)
    if len(values) > 1:
        one = [arrays[0][:1]] + arrays[1:]
        whole = bits(function(cp.repeat(arrays[0][:1], SIZE), *arrays[1:]))
        compare("broadcast", function(*one), lambda r: r)
        compare("short broadcast", function(one[0], *[a[:13] for a in arrays[1:]]), lambda r: r[:13])
    return found


@pytest.mark.parametrize("name, loop", CASES, ids=[f"{name}-{loop}" for name, loop in CASES])
def test_every_function(name, loop):
    ufunc = ROWS[name]
    codes, out = loop.split("->")
    same = len(out) == 1 and codes[0] == out and ufunc.nin < 3
    size = 33001 if name.startswith("numpy") else 1601
    found = differences(ufunc, operands(ufunc, codes), same, size)
    assert not found, (name, loop, found)


# Functions with a vector form, which every kind of kernel calls by C's name: (NumPy's name, C's name, from, to).
BY_C_NAME = [
    ("sin", "sin", -40, 40),
    ("cos", "cos", -40, 40),
    ("tan", "tan", -40, 40),
    ("arcsin", "asin", -1, 1),
    ("arccos", "acos", -1, 1),
    ("arctan", "atan", -9, 9),
    ("sinh", "sinh", -80, 80),
    ("cosh", "cosh", -80, 80),
    ("tanh", "tanh", -9, 9),
    ("arcsinh", "asinh", -9, 9),
    ("arccosh", "acosh", 1, 9),
    ("arctanh", "atanh", -1, 1),
    ("exp", "exp", -80, 80),
    ("exp2", "exp2", -80, 80),
    ("expm1", "expm1", -9, 9),
    ("log", "log", 0, 90),
    ("log2", "log2", 0, 90),
    ("log10", "log10", 0, 90),
    ("log1p", "log1p", -1, 9),
    ("cbrt", "cbrt", -90, 90),
]
UNEVEN = """
extern "C" __global__ void k(const {T}* x, {T}* out, int n) {{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    if (i % 3 == 0) {{ out[i] = {f}(x[i]); return; }}
    {T} value = 0;
    for (int round = i % 5; round >= 0; --round) value = {f}(x[i]);
    out[i] = value;
}}
extern "C" __global__ void pair(const {T}* x, {T}* out, int n) {{
    const int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 >= n) return;
    const {T} first = {f}(x[i]), second = {f}(x[i + 1]);
    out[i] = first, out[i + 1] = second;
}}
"""


@pytest.mark.skipif(cp._core.backend() != "cpu", reason="a GPU's kernels have no vector form")
@pytest.mark.parametrize(
    "code, name, c_name, low, high", [("d", *row) for row in BY_C_NAME] + [("f", *row) for row in BY_C_NAME[::6]]
)
def test_every_kind_of_kernel(code, name, c_name, low, high):
    host = np.random.default_rng(2).uniform(low, high, SIZE + 1).astype(code)
    x = cp.asarray(host)
    expected = bits(getattr(cp, name)(x))[0]
    scalar = {"f": "float", "d": "double"}[code]
    c_name += "f" if code == "f" else ""

    def check(what, result):
        assert (bits(result)[0] == expected).all(), what

    elementwise = cp.ElementwiseKernel("T x", "T y", f"y = {c_name}(x)", "equal_inputs")
    check("elementwise", elementwise(x))
    check("elementwise, one by one", cp.stack([elementwise(x[i]) for i in range(SIZE + 1)]))
    raw = cp.ElementwiseKernel("raw T x", "T y", f"y = i % 2 ? {c_name}(x[i]) : {c_name}(x[i]) * 1", "equal_raw")
    check("raw argument", raw(x, size=SIZE + 1))
    module = cp.RawModule(code=UNEVEN.format(T=scalar, f=c_name))
    for kernel, a_thread in (("k", 1), ("pair", 2)):
        for block in (1, 7, 32, 96):
            out = cp.zeros_like(x)
            blocks = -(-(SIZE + 1) // (a_thread * block))
            module.get_function(kernel)((blocks,), (block,), (x, out, np.int32(SIZE + 1)))
            check((kernel, block), out)
    reduction = cp.ReductionKernel("T x", "T y", f"{c_name}(x)", "a + b", "y = a", "0", "equal_reduction")
    masked = cp.ReductionKernel("T x, bool m", "T y", f"m ? {c_name}(x) : T(0)", "a + b", "y = a", "0", "equal_masked")
    for wide in (2, 5, 17):  # one value of each row is not zero
        rows = cp.asarray(np.repeat(host[:, None], wide, 1))
        check("reduction of rows", masked(rows, cp.arange(wide) == wide // 2, axis=1))
    check("reduction", reduction(x[:, None], axis=1))
    check("fuse", cp.fuse()(lambda a: getattr(cp, name)(a))(x))


PRODUCTS = """
extern "C" __global__ void k(const double* x, double* out, int n, double u) {{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    double a = x[i], b = x[n + i], c = x[2 * n + i], d = x[3 * n + i], v = 2.5 * u, s = {0};
    for (int j = 0; j < 3; ++j) {{
        const double t = {1};
        s = s + t * b;
        a = a * 0.5 + t;
    }}
    if (s > 0) s = {2};
    out[i] = s;
}}
"""


def test_products_are_fused_alike():
    """Whether a product is fused with a sum does not depend on which thread computes it."""
    rng = np.random.default_rng(5)

    def expression(depth):
        if depth <= 0:
            return str(rng.choice(["a", "b", "c", "d", "1.5", "u", "v"]))
        return f"({expression(depth - 1)} {rng.choice(['*', '+', '-', '*'])} {expression(depth - rng.integers(1, 3))})"

    n = 77
    x = cp.asarray(rng.standard_normal(4 * n))
    for _ in range(25):
        source = PRODUCTS.format(*[expression(rng.integers(2, 5)) for _ in range(3)])
        kernel = cp.RawKernel(source, "k")
        expected = None
        for block in (1, 13, 96):
            out = cp.zeros(n)
            kernel((-(-n // block),), (block,), (x, out, np.int32(n), 0.3))
            expected = out if expected is None else expected
            np.testing.assert_array_equal(out.get(), expected.get(), err_msg=source)
