"""cuprumx.jit: each construct against the same Python function run over NumPy arrays, and against NumPy."""

import math
import threading

import numpy as np
import pytest
from common import assert_same, sample
from jit_common import OFFSET, check, elementwise_square, f32, zeros

import cuprum as cp
from cuprumx import jit

SCALE = np.float64(0.5)
TABLE = (2, 3, 5, 7)
CONFIG = {"steps": 4, "dtype": np.int32}


def test_both_launch_styles():
    size = cp.uint32(2**18)
    x = cp.arange(size, dtype=cp.float32)
    y = cp.empty((size,), dtype=cp.float32)
    elementwise_square((128,), (1024,), (x, y, size))
    assert (y == x * x).all()
    y[...] = 0
    elementwise_square[128, 1024](x, y, size)
    assert (y == x * x).all()
    y[...] = 0
    elementwise_square[(2, 1), (64,)](x, y, size, stream=cp.cuda.Stream.null)
    assert (y == x * x).all()
    y[...] = 0
    elementwise_square(grid=3, block=(32, 1, 1), args=[x, y, size], shared_mem=0, stream=None)
    assert (y == x * x).all()


def test_cached_codes():
    @jit.rawkernel()
    def copy(x, y):
        i = jit.grid(1)
        y[i] = x[i]

    with pytest.raises(RuntimeError, match="has no text before"):
        copy.cached_code
    assert copy.cached_codes == {}
    x = cp.arange(8, dtype="f")
    copy[1, 8](x, cp.empty(8, "d"))
    first = copy.cached_code
    assert "jit_copy" in first and len(copy.cached_codes) == 1
    copy[1, 8](x, cp.empty(8, "d"))
    assert len(copy.cached_codes) == 1
    copy[1, 4](x[::2], cp.empty(8, "d"))  # another layout, another kernel
    assert len(copy.cached_codes) == 2
    assert all(isinstance(key, tuple) and len(key) == 2 for key in copy.cached_codes)


def test_names_and_documentation():
    assert elementwise_square.__name__ == "elementwise_square"
    assert elementwise_square.__wrapped__ is elementwise_square._func
    assert repr(elementwise_square) == "<kernel elementwise_square>"
    for name in dir(jit):
        if not name.startswith("_"):
            assert getattr(jit, name).__doc__, name
    for module in (jit.cg, jit.thrust, jit.cub):
        for name, value in vars(module).items():
            if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__:
                assert value.__doc__, name


def test_sizes_of_launches():
    """0 counts as 1, as in CuPy; what no device has is refused."""
    x = cp.full(1, 3, "f")
    elementwise_square[0, 0](x, x, 1)
    assert x.tolist() == [9]
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
        elementwise_square[1, 2048](x, x, 1)
    elementwise_square[1, 1](x, x, 1)


def test_empty_arrays_are_no_obstacle():
    x, beside = cp.zeros(0, "f"), cp.ones(4, "f")
    elementwise_square[1, 32](x, x, 0)
    elementwise_square[1, 32](beside, beside[:0], 0)
    assert beside.tolist() == [1, 1, 1, 1] and x.shape == (0,)


def test_numpy_arrays_are_refused():
    with pytest.raises(TypeError, match="argument 0 is of type numpy.ndarray"):
        elementwise_square[1, 1](np.zeros(3), np.zeros(3), 3)
    with pytest.raises(TypeError, match="argument 2 is of type str"):
        elementwise_square[1, 1](cp.zeros(3), cp.zeros(3), "3")


def test_many_threads_launch_the_first_time_at_once():
    @jit.rawkernel()
    def fill(x, value):
        x[jit.grid(1)] = value

    results = [cp.zeros(64, "i") for _ in range(8)]
    workers = [threading.Thread(target=lambda k=k: fill[2, 32](results[k], k)) for k in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for k, result in enumerate(results):
        assert (result.get() == k).all()
    assert len(fill.cached_codes) == 1


# ------------------------------------------------------------------------------- constructs, against plain Python


def arithmetic(x, y, out):
    i = jit.grid(1)
    if i < len(x):
        out[i] = (x[i] + y[i]) * 2.0 - x[i] / 4.0 + (-y[i]) * +x[i]


def integer_arithmetic(a, b, out):
    i = jit.grid(1)
    out[i, 0] = a[i] // b[i]
    out[i, 1] = a[i] % b[i]
    out[i, 2] = a[i] << 2
    out[i, 3] = a[i] >> 1
    out[i, 4] = a[i] & b[i]
    out[i, 5] = a[i] | b[i]
    out[i, 6] = a[i] ^ b[i]
    out[i, 7] = ~a[i]
    out[i, 8] = a[i] ** 2
    out[i, 9] = -a[i]


def float_division(a, b, out):
    i = jit.grid(1)
    out[i, 0] = a[i] // b[i]
    out[i, 1] = a[i] % b[i]
    q, r = divmod(a[i], b[i])
    out[i, 2] = q
    out[i, 3] = r


def augmented(x, n):
    i = jit.grid(1)
    x[i] += 1.5
    x[i] -= 0.25
    x[i] *= 3.0
    x[i] /= 2.0
    n[i] //= 3
    n[i] %= 5
    n[i] <<= 2
    n[i] >>= 1
    n[i] |= 8
    n[i] &= 13
    n[i] ^= 5
    n[i] **= 2
    t = n[i]
    t += 4
    t *= 2
    n[i] = t


def comparisons(x, y, out):
    i = jit.grid(1)
    out[i, 0] = x[i] < y[i]
    out[i, 1] = x[i] <= y[i]
    out[i, 2] = x[i] > y[i]
    out[i, 3] = x[i] >= y[i]
    out[i, 4] = x[i] == y[i]
    out[i, 5] = x[i] != y[i]
    out[i, 6] = -1 < x[i] <= y[i] < 3
    out[i, 7] = x[i] in (0, 1, y[i])
    out[i, 8] = x[i] not in (0, 1, y[i])
    out[i, 9] = not x[i]


def booleans(x, y, out):
    i = jit.grid(1)
    a = x[i] > 0
    b = y[i] > 0
    out[i, 0] = a and b
    out[i, 1] = a or b
    out[i, 2] = not a
    out[i, 3] = a & b
    out[i, 4] = a | b
    out[i, 5] = a ^ b
    out[i, 6] = (a and not b) or (b and not a)
    out[i, 7] = bool(x[i])


def operands_of_and_or(x, y, out):
    i = jit.grid(1)
    out[i, 0] = x[i] and y[i]
    out[i, 1] = x[i] or y[i]
    out[i, 2] = x[i] and y[i] or 7


def short_circuit(x, out):
    i = jit.grid(1)
    # The element is looked at only where there is one.
    if i > 0 and i + 1 < len(x) and x[i - 1] < x[i] and x[i + 1] < x[i]:
        out[i] = 1
    if i == 0 or x[i - 1] > 0:
        out[i] += 2


def branches(x, out):
    i = jit.grid(1)
    v = x[i]
    if v < -1:
        r = 0
    elif v < 0:
        r = 1
        if v > -0.5:
            r = 2
    elif v < 1:
        pass
        r = 3
    else:
        r = 4
    out[i] = r


def ternaries(x, out):
    i = jit.grid(1)
    out[i, 0] = 1 if x[i] > 0 else -1
    out[i, 1] = x[i] if x[i] > 0 else -x[i] if x[i] < -1 else 0.5
    a, b = (1, 2.5) if x[i] > 0 else (3, 4.5)
    out[i, 2] = a * b


def while_loops(n, out):
    i = jit.grid(1)
    steps = 0
    value = n[i]
    while value != 1:
        value = value // 2 if value % 2 == 0 else 3 * value + 1
        steps += 1
    out[i] = steps


def endless_loop(n, out):
    i = jit.grid(1)
    total = 0
    k = 0
    while True:
        k += 1
        if k % 3 == 0:
            continue
        if k > n[i]:
            break
        total += k
    out[i] = total


def for_loops(x, out):
    i = jit.grid(1)
    total = 0.0
    for k in range(len(x)):
        total += x[k]
    out[i, 0] = total
    total = 0.0
    for k in range(2, 10, 3):
        total += x[k]
    out[i, 1] = total
    total = 0.0
    for k in range(9, -1, -2):
        total += x[k] * k
    out[i, 2] = total
    count = 0
    for a in range(i):
        for b in range(a, i):
            if b == 5:
                break
            if (a + b) % 2:
                continue
            count += 1
    out[i, 3] = count
    for k in range(3):
        pass
    out[i, 4] = k
    out[i, 5] = 0
    for k in range(5, 5):
        out[i, 5] = 1


def unrolled_loops(x, out):
    i = jit.grid(1)
    total = 0.0
    for k in jit.range(8, unroll=True):
        total += x[k]
    for k in jit.range(1, 8, unroll=False):
        total += x[k]
    for k in jit.range(0, 8, 2, unroll=4):
        total += x[k]
    for k in jit.range(2, unroll=None):
        total += x[k]
    out[i] = total


def loop_variable_may_be_assigned(out):
    i = jit.grid(1)
    total = 0
    for k in range(5):
        k += i
        total += k
    out[i] = total


def backwards_from_unsigned(x, out):
    i = jit.grid(1)
    total = 0.0
    for k in range(i, -1, -1):
        total += x[k]
    out[i] = total


def loops_over_tuples(x, out):
    i = jit.grid(1)
    total = 0.0
    for k in (1, 4, 2):
        total += x[k] * k
    for a, b in ((0, 1), (2, 3)):
        total += x[a] - x[b]
    for v in (x[i], 2.0, i):
        total += v
    for k in TABLE:
        total += x[k]
    out[i] = total


def builtins_of_python(x, n, out):
    i = jit.grid(1)
    out[i, 0] = min(x[i], 1.0)
    out[i, 1] = max(x[i], x[i + 1], 0.25)
    out[i, 2] = abs(x[i])
    out[i, 3] = min(n[i], 3) + max(n[i], 5) + abs(n[i])
    out[i, 4] = round(x[i])
    out[i, 5] = int(x[i])
    out[i, 6] = float(n[i]) / 2
    out[i, 7] = pow(x[i], 2)
    out[i, 8] = len(x)
    out[i, 9] = bool(n[i])
    out[i, 10] = min((x[i], x[i + 1]))
    out[i, 11] = abs(-2.5) + min(3, 4) + max(1, 2, 3) + len(TABLE)
    out[i, 12] = divmod(n[i], 4)[1]


def functions_of_math(x, out):
    i = jit.grid(1)
    v = abs(x[i]) + 0.5
    out[i, 0] = math.sin(v) + math.cos(v) * math.tan(v)
    out[i, 1] = math.sqrt(v) + math.exp(-v) + math.log(v)
    out[i, 2] = math.floor(x[i]) + math.ceil(x[i]) * 2
    out[i, 3] = math.pi * math.pow(v, 1.5) + math.hypot(v, 2.0)
    out[i, 4] = math.atan2(x[i], v) + math.asin(0.5) + math.fabs(x[i])


def functions_of_cuprum(x, out):
    i = jit.grid(1)
    v = np.abs(x[i]) + 0.5
    out[i, 0] = np.sin(v) * np.cos(v) * np.tanh(v)
    out[i, 1] = np.sqrt(v) + np.exp2(-v) + np.log1p(v)
    out[i, 2] = np.floor(x[i]) + np.rint(x[i]) + np.sign(x[i])
    out[i, 3] = np.maximum(x[i], v) + np.arctan2(x[i], v) + np.hypot(v, v)
    out[i, 4] = np.where(x[i] > 0, x[i], -1.0)
    out[i, 5] = np.isnan(x[i]) or np.isfinite(v)
    fraction, whole = np.modf(x[i])
    out[i, 6] = fraction * 10 + whole
    out[i, 7] = np.clip(x[i], -1.0, 1.0)


def casts(x, n, out):
    i = jit.grid(1)
    out[i, 0] = np.int32(x[i])
    out[i, 1] = np.float64(n[i]) / 3
    out[i, 2] = np.uint8(n[i])
    out[i, 3] = np.bool_(n[i])
    out[i, 4] = np.float16(x[i])
    out[i, 5] = x[i].astype(np.int64) + n[i].astype("f")
    out[i, 6] = np.int8(7) + np.float32(2.5)


def outer_names(x, out):
    i = jit.grid(1)
    out[i, 0] = x[i] * SCALE + OFFSET
    out[i, 1] = TABLE[2] + len(TABLE) + CONFIG["steps"]
    total = 0
    for k in range(CONFIG["steps"]):
        total += k
    out[i, 2] = total
    out[i, 3] = CONFIG["dtype"](x[i])


def local_constants(x, out):
    i = jit.grid(1)
    width = 4
    half = width // 2
    dtype = np.float32
    total = dtype(0)
    for k in range(half, width):
        total += dtype(k)
    out[i] = x[i] * half + total


def known_conditions(x, out):
    i = jit.grid(1)
    if OFFSET > 2:
        out[i] = x[i]
    else:
        out[i] = this_name_does_not_exist  # noqa: F821
    if False:
        out[i] = "nonsense"
    out[i] += 1 if OFFSET else nothing  # noqa: F821
    while False:
        out[i] = 0
    if OFFSET > 5 and missing:  # noqa: F821
        out[i] = 9
    if OFFSET and x[i] > 0:
        out[i] += 1
    assert OFFSET == 3
    assert x.ndim == 1 and x is not None
    assert x[i] == x[i]
    if isinstance(x[i], np.floating):
        out[i] += 10


def early_return(x, out):
    i = jit.grid(1)
    if i >= len(x):
        return
    if x[i] < 0:
        out[i] = -1
        return
    out[i] = 1
    return None


def annotated(x, out):
    i = jit.grid(1)
    total: np.float64 = 0
    count: np.int64
    count = 0
    for k in range(len(x)):
        total += x[k] / 3
        count += 1
    out[i] = total * count


def names_of_cpp(x, out):
    int_ = jit.grid(1)
    double = x[int_]
    new = double + 1
    template = new * 2
    auto, register, this = template, 2.0, 1
    it_1 = 3
    __x = 4
    größe = 5
    out[int_] = double + new + auto * register + this + it_1 + __x + größe


def attributes(x, out):
    h, w = x.shape
    i, j = jit.grid(2)
    if i < h and j < w:
        s = x.shape
        out[i, j] = x[i, j] + x.ndim + x.size + s[0] * 10 + x.strides[1] + len(x) + len(x.shape)


def partial_indices(x, out):
    i = jit.grid(1)
    page = x[i]
    total = 0.0
    for j in range(len(page)):
        row = page[j]
        for k in range(row.shape[0]):
            total += row[k] + x[i, j][k] + x[i][j, k]
    out[i] = total + page.ndim + x[i, 0].size + x[i][-1, -1] + x[-1, 0, 0]


def index_by_tuples(x, out):
    ij = jit.grid(2)
    p = (ij[1], ij[0])
    out[ij] = x[ij] + x[p]


def float_math_in_two_precisions(x, d, out):
    i = jit.grid(1)
    out[i] = x[i] * d[i] + d[i] / 3


def swap_elements(x):
    i = jit.grid(1) * 2
    x[i], x[i + 1] = x[i + 1], x[i]


def grid_stride(x, y):
    for i in range(jit.grid(1), x.size, jit.gridsize(1)):
        y[i] = x[i] + 1


def three_dimensions(out):
    i, j, k = jit.grid(3)
    a, b, c = jit.gridsize(3)
    out[i, j, k] = i * 100 + j * 10 + k + a + b + c


def thread_variables(out):
    i = jit.grid(1)
    out[i, 0] = jit.threadIdx.x + jit.threadIdx.y + jit.threadIdx.z
    out[i, 1] = jit.blockIdx.x * jit.gridDim.x
    out[i, 2] = jit.blockDim.x + jit.blockDim.y + jit.gridDim.z + jit.warpsize
    out[i, 3] = jit.laneid()


A, B = f32(64, 1), f32(64, 2)
N, M = sample((64,), "i", 3, 1, 50), sample((64,), "i", 4, 1, 9)
CONSTRUCTS = [
    (arithmetic, 3, 32, A, B, zeros(64)),
    (integer_arithmetic, 2, 32, N - 25, M, zeros((64, 10), "i")),
    (float_division, 2, 32, A, B, zeros((64, 4))),
    (augmented, 2, 32, A, N),
    (comparisons, 2, 32, np.rint(A), np.rint(B), zeros((64, 10), "?")),
    (booleans, 2, 32, A, B, zeros((64, 8), "?")),
    (operands_of_and_or, 2, 32, np.rint(A), np.rint(B), zeros((64, 3))),
    (short_circuit, 2, 32, A, zeros(64, "i")),
    (branches, 2, 32, A, zeros(64, "i")),
    (ternaries, 2, 32, A, zeros((64, 3))),
    (while_loops, 2, 32, N, zeros(64, "i")),
    (endless_loop, 2, 32, N, zeros(64, "i")),
    (for_loops, 1, 10, f32(10), zeros((10, 6))),
    (unrolled_loops, 1, 4, f32(8), zeros(4)),
    (loop_variable_may_be_assigned, 1, 8, zeros(8, "i")),
    (backwards_from_unsigned, 1, 8, f32(8), zeros(8)),
    (loops_over_tuples, 1, 8, f32(8), zeros(8)),
    (builtins_of_python, 1, 32, A, N - 25, zeros((32, 13), "d")),
    (functions_of_math, 1, 32, A, zeros((32, 5))),
    (functions_of_cuprum, 1, 32, A, zeros((32, 8))),
    (casts, 1, 32, A, N, zeros((32, 7), "d")),
    (outer_names, 1, 32, A, zeros((32, 4))),
    (local_constants, 1, 32, A, zeros(32)),
    (known_conditions, 1, 32, A, zeros(32)),
    (early_return, 2, 40, A, zeros(64)),
    (annotated, 1, 4, A, zeros(4, "d")),
    (names_of_cpp, 1, 32, A, zeros(32)),
    (attributes, (2, 3), (4, 2), sample((7, 5), "f"), zeros((7, 5))),
    (partial_indices, 1, 4, sample((4, 3, 5), "f"), zeros(4)),
    (index_by_tuples, (2, 2), (3, 3), sample((6, 6), "f"), zeros((6, 6))),
    (float_math_in_two_precisions, 1, 32, A, sample((32,), "d"), zeros(32, "d")),
    (swap_elements, 1, 32, A),
    (grid_stride, 3, 7, f32(100), zeros(100)),
    (three_dimensions, (2, 1, 2), (2, 3, 1), zeros((4, 3, 2), "i")),
    (thread_variables, 2, 40, zeros((80, 4), "i")),
]


@pytest.mark.parametrize("case", CONSTRUCTS, ids=lambda case: case[0].__name__)
def test_construct(case):
    function, grid, block, *args = case
    check(function, grid, block, *args)


@pytest.mark.parametrize("case", CONSTRUCTS, ids=lambda case: case[0].__name__)
def test_construct_with_numpy_rules(case):
    function, grid, block, *args = case
    check(function, grid, block, *args, mode="numpy")


def test_tuples():
    def swapped(x, out):
        i = jit.grid(1)
        a, b = x[i], x[i + 1]
        a, b = b, a
        t = (a, i, 2.5)
        (c, d), e = t[:2], t[-1]
        u = (a, b) + (c,)
        out[i, 0] = t[0] - u[1]
        out[i, 1] = d * e + c
        out[i, 2] = len(t) + len(u)
        out[i, 3] = (a, i) == (c, d)
        out[i, 4] = (a, i) != (b, d)
        p = q = a + 1
        out[i, 5] = p * q
        t = (b, i, 1.0)
        out[i, 6] = t[0] + t[2]
        n = ((a, 1), (b, 2)) * 2
        out[i, 7] = n[3][0] + n[2][1]

    check(swapped, 1, 32, f32(33), zeros((32, 8)))


# ------------------------------------------------------------------------------------------------- whole programs


def mandelbrot(out, width, height, limit):
    i, j = jit.grid(2)
    if i >= height or j >= width:
        return
    c = complex(3.0 * j / width - 2.0, 2.0 * i / height - 1.0)
    z = c
    n = 0
    while n < limit and z.real * z.real + z.imag * z.imag <= 4.0:
        z = z * z + c
        n += 1
    out[i, j] = n


def test_mandelbrot():
    check(mandelbrot, (3, 3), (8, 8), zeros((20, 24), "i"), np.int32(24), np.int32(20), np.int32(30), rtol=0)


def test_matrix_product():
    TILE = 8

    @jit.rawkernel()
    def product(a, b, c):
        s = jit.shared_memory(np.float32, (TILE, TILE))
        t = jit.shared_memory(np.float32, (TILE, TILE))
        ty, tx = jit.threadIdx.y, jit.threadIdx.x
        row = jit.blockIdx.y * TILE + ty
        column = jit.blockIdx.x * TILE + tx
        total = np.float32(0)
        for k in range(0, a.shape[1], TILE):
            s[ty, tx] = a[row, k + tx] if row < a.shape[0] and k + tx < a.shape[1] else 0.0
            t[ty, tx] = b[k + ty, column] if k + ty < b.shape[0] and column < b.shape[1] else 0.0
            jit.syncthreads()
            for m in jit.range(TILE, unroll=True):
                total += s[ty, m] * t[m, tx]
            jit.syncthreads()
        if row < c.shape[0] and column < c.shape[1]:
            c[row, column] = total

    a, b = sample((21, 30), "f", 0, -1, 1), sample((30, 19), "f", 1, -1, 1)
    c = cp.zeros((21, 19), "f")
    product[(3, 3), (TILE, TILE)](cp.asarray(a), cp.asarray(b), c)
    assert_same(c, a @ b, rtol=1e-4, atol=1e-5)


def test_bitonic_sort():
    @jit.rawkernel()
    def sort(x):
        s = jit.shared_memory(np.int32, 128)
        t = jit.threadIdx.x
        s[t] = x[t]
        jit.syncthreads()
        size = 2
        while size <= 128:
            step = size // 2
            while step > 0:
                other = t ^ step
                if other > t:
                    ascending = (t & size) == 0
                    a, b = s[t], s[other]
                    if (a > b) == ascending:
                        s[t], s[other] = b, a
                jit.syncthreads()
                step //= 2
            size *= 2
        x[t] = s[t]

    x = sample((128,), "i")
    device = cp.asarray(x)
    sort[1, 128](device)
    assert_same(device, np.sort(x))


def test_random_numbers_of_a_kernel():
    """Hashing depends on integers that wrap around."""

    def kernel(seed, out):
        i = jit.grid(1)
        state = np.uint32(i) * np.uint32(747796405) + seed
        word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
        out[i] = (word >> np.uint32(22)) ^ word

    check(kernel, 2, 32, np.uint32(2891336453), zeros(64, "I"), rtol=0)
