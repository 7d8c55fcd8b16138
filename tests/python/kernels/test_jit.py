"""cuprumx.jit: each construct against the same Python function run over NumPy arrays, and against NumPy."""

import linecache
import math
import operator
import re
import threading

import numpy as np
import pytest

import cuprum as cp
from common import BFLOAT16, assert_same, layouts, sample, to_device
from cuprumx import jit
from jit_emulation import run

OFFSET = 3
SCALE = np.float64(0.5)
TABLE = (2, 3, 5, 7)
CONFIG = {"steps": 4, "dtype": np.int32}


def check(function, grid, block, *args, rtol=1e-6, shared_mem=0, mode="cuda"):
    """Runs the function as a kernel and as Python, and compares all arrays."""
    expected = run(function, grid, block, args, shared_mem)
    device = [cp.asarray(a) if isinstance(a, np.ndarray) else a for a in args]
    kernel = jit.rawkernel(mode=mode)(function)
    kernel(grid, block, tuple(device), shared_mem=shared_mem)
    for actual, wanted in zip(device, expected):
        if isinstance(wanted, np.ndarray):
            assert_same(actual, wanted, rtol=rtol)
    return kernel


def f32(n, seed=0, low=-4, high=4):
    return sample((n,), "f", seed, low, high)


def zeros(shape, dtype="f"):
    return np.zeros(shape, dtype)


# ------------------------------------------------------------------------------------------------------- launching


@jit.rawkernel()
def elementwise_square(x, y, size):
    tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
    ntid = jit.gridDim.x * jit.blockDim.x
    for i in range(tid, size, ntid):
        y[i] = x[i] * x[i]


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


# ----------------------------------------------------------------------------------- threads that work together


def block_sum(x, out):
    s = jit.shared_memory(np.float32, 64)
    t = jit.threadIdx.x
    s[t] = x[jit.grid(1)]
    jit.syncthreads()
    step = jit.blockDim.x // 2
    while step > 0:
        if t < step:
            s[t] += s[t + step]
        jit.syncthreads()
        step //= 2
    if t == 0:
        out[jit.blockIdx.x] = s[0]


def reversed_blocks(x, out):
    s = jit.shared_memory(np.int32, None)
    t = jit.threadIdx.x
    s[t] = x[jit.grid(1)]
    jit.syncthreads()
    out[jit.grid(1)] = s[jit.blockDim.x - t - 1]


def two_shared_arrays(x, out):
    a = jit.shared_memory(np.float32, 32, alignment=16)
    b = jit.shared_memory(dtype=np.int32, size=32)
    t = jit.threadIdx.x
    a[t] = x[t]
    b[t] = t
    jit.syncthreads()
    out[t] = a[31 - t] + b[(t + 1) % 32]


def warp_sum(x, out):
    value = x[jit.grid(1)]
    for step in (16, 8, 4, 2, 1):
        value += jit.shfl_down_sync(0xFFFFFFFF, value, step)
    if jit.laneid() == 0:
        out[jit.grid(1) // 32] = value


def shuffles(x, out):
    t = jit.threadIdx.x
    out[t, 0] = jit.shfl_sync(0xFFFFFFFF, x[t], 5)
    out[t, 1] = jit.shfl_up_sync(0xFFFFFFFF, x[t], 3)
    out[t, 2] = jit.shfl_down_sync(0xFFFFFFFF, x[t], 2)
    out[t, 3] = jit.shfl_xor_sync(0xFFFFFFFF, x[t], 7)
    out[t, 4] = jit.shfl_sync(0xFFFFFFFF, x[t], 1, width=8)
    out[t, 5] = jit.shfl_down_sync(0xFFFFFFFF, x[t], 1, width=16)
    jit.syncwarp()
    jit.syncwarp(mask=0xFFFFFFFF)


def tiled_transpose(x, out):
    tile = jit.shared_memory(np.float32, 64)
    i, j = jit.threadIdx.y, jit.threadIdx.x
    row = jit.blockIdx.y * 8 + i
    column = jit.blockIdx.x * 8 + j
    if row < x.shape[0] and column < x.shape[1]:
        tile[i * 8 + j] = x[row, column]
    jit.syncthreads()
    row = jit.blockIdx.x * 8 + i
    column = jit.blockIdx.y * 8 + j
    if row < x.shape[1] and column < x.shape[0]:
        out[row, column] = tile[j * 8 + i]


def histogram(x, bins):
    i = jit.grid(1)
    if i < x.size:
        jit.atomic_add(bins, x[i], 1)


@pytest.mark.parametrize(
    "case",
    [
        (block_sum, 4, 64, f32(256), zeros(4)),
        (two_shared_arrays, 1, 32, f32(32), zeros(32)),
        (warp_sum, 2, 64, f32(128), zeros(4)),
        (tiled_transpose, (2, 2), (8, 8), sample((13, 11), "f"), zeros((11, 13))),
        (histogram, 8, 32, sample((250,), "i", 0, 0, 10), zeros(10, "i")),
    ],
    ids=lambda case: case[0].__name__,
)
def test_threads_that_work_together(case):
    function, grid, block, *args = case
    check(function, grid, block, *args, rtol=1e-5)


def test_dynamic_shared_memory():
    check(reversed_blocks, 3, 16, np.arange(48, dtype="i"), zeros(48, "i"), shared_mem=64)


def test_shared_memory_of_several_dimensions():
    @jit.rawkernel()
    def transpose(x, out):
        tile = jit.shared_memory(np.float32, (8, 9))
        i, j = jit.threadIdx.y, jit.threadIdx.x
        tile[i, j] = x[i, j]
        jit.syncthreads()
        row = tile[j]
        out[i, j] = row[i] + tile.ndim + tile.size + tile.shape[1] + len(tile)

    x = sample((8, 8), "f")
    out = cp.zeros((8, 8), "f")
    transpose[1, (8, 8)](cp.asarray(x), out)
    assert_same(out, x.T + np.float32(2 + 72 + 9 + 8), rtol=1e-6)


def test_much_dynamic_shared_memory():
    @jit.rawkernel()
    def last(out):
        s = jit.shared_memory(np.float64, None)
        s[jit.threadIdx.x + 8000] = jit.threadIdx.x
        jit.syncthreads()
        out[jit.threadIdx.x] = s[8031 - jit.threadIdx.x]

    out = cp.zeros(32)
    last((1,), (32,), (out,), shared_mem=8032 * 8)
    assert_same(out, np.arange(31.0, -1, -1))


@pytest.mark.parametrize("dtype", "?bBhHiIlLefdFD")
def test_shuffles(dtype):
    x = sample((32,), dtype, 5, -9, 9)
    check(shuffles, 1, 32, x, zeros((32, 6), dtype), rtol=0)


def test_shuffle_of_bfloat16():
    x = sample((32,), BFLOAT16)
    out = cp.zeros((32, 6), BFLOAT16)
    jit.rawkernel()(shuffles)[1, 32](cp.asarray(x), out)
    assert_same(out[:, 0], np.full(32, x[5]))
    assert_same(out[:, 3], x[np.arange(32) ^ 7])


# ------------------------------------------------------------------------------------------------------------ atomics


def add(x, v):
    i = jit.grid(1)
    jit.atomic_add(x, i % 4, v[i])


def sub(x, v):
    i = jit.grid(1)
    jit.atomic_sub(x, i % 4, v[i])


def smallest(x, v):
    i = jit.grid(1)
    jit.atomic_min(x, i % 4, v[i])


def largest(x, v):
    i = jit.grid(1)
    jit.atomic_max(x, i % 4, v[i])


def bits(x, v):
    i = jit.grid(1)
    jit.atomic_and(x, 0, v[i])
    jit.atomic_or(x, 1, v[i])
    jit.atomic_xor(x, 2, v[i])


def counters(x, v):
    jit.atomic_inc(x, 0, 9)
    jit.atomic_dec(x, 1, 9)
    jit.atomic_dec(x, 2, 100)


def exchange(x, v):
    i = jit.grid(1)
    v[i] = jit.atomic_exch(x, i, v[i])


def compare(x, v):
    i = jit.grid(1)
    v[i] = jit.atomic_cas(x, i, 3, 40 + i)


SUMS, WORDS = "iIlLfd", "iIlL"


@pytest.mark.parametrize(
    "function, dtype",
    [(add, d) for d in SUMS + "e"]
    + [(sub, d) for d in SUMS + "e"]
    + [(smallest, d) for d in SUMS]
    + [(largest, d) for d in SUMS]
    + [(bits, d) for d in WORDS]
    + [(counters, "I")]
    + [(exchange, d) for d in SUMS]
    + [(compare, d) for d in WORDS + "H"],
    ids=lambda p: getattr(p, "__name__", p),
)
def test_atomics(function, dtype):
    x = sample((64,), dtype, 0, 0, 5)
    v = np.rint(sample((64,), dtype, 1, 0, 9)).astype(dtype)
    if function in (exchange, compare):
        x = np.rint(x).astype(dtype)
    # Numbers so small and whole add up exactly in any order.
    x = np.rint(x).astype(dtype)
    check(function, 2, 32, x, v, rtol=0)


def test_atomics_among_many_blocks():
    @jit.rawkernel()
    def count(total, half, bf, shared_total):
        s = jit.shared_memory(np.uint32, 1)
        if jit.threadIdx.x == 0:
            s[0] = 0
        jit.syncthreads()
        jit.atomic_add(total, (0, 1), 1)
        jit.atomic_add(half, 0, 1)
        jit.atomic_add(bf, 0, 0.5)
        jit.atomic_add(s, 0, 1)
        jit.syncthreads()
        if jit.threadIdx.x == 0:
            jit.atomic_max(shared_total, 0, s[0])

    total, half, bf, shared = cp.zeros((1, 2), "l"), cp.zeros(1, "e"), cp.zeros(1, BFLOAT16), cp.zeros(1, "I")
    count[8, 128](total, half, bf, shared)
    assert total.get().tolist() == [[0, 1024]]
    assert float(half[0]) == 1024
    assert float(bf[0]) == 128  # where 0.5 is half of a unit in the last place
    assert shared.get().tolist() == [128]


def test_atomics_refuse_other_dtypes():
    @jit.rawkernel()
    def increment(x):
        jit.atomic_inc(x, 0, 1)

    with pytest.raises(TypeError, match="atomic_inc is not there for int32, but for uint32"):
        increment[1, 1](cp.zeros(1, "i"))


# ----------------------------------------------------------------------------------------------- cooperative groups


def test_thread_block_group():
    @jit.rawkernel()
    def ranks(out):
        block = jit.cg.this_thread_block()
        s = jit.shared_memory(np.int32, 64)
        r = block.thread_rank()
        s[r] = block.num_threads() + block.size()
        block.sync()
        jit.cg.sync(block)
        i = jit.blockIdx.x * block.num_threads() + r
        out[i, 0] = s[63 - r]
        out[i, 1] = block.group_index().x
        out[i, 2] = block.thread_index().y
        out[i, 3] = block.dim_threads().x + block.group_dim().y * 100

    out = cp.zeros((128, 4), "i")
    ranks[2, (16, 4)](out)
    i = np.arange(128)
    assert_same(out, np.stack([np.full(128, 128), i // 64, i % 64 // 16, np.full(128, 416)], 1).astype("i"))


def test_grid_group():
    @jit.rawkernel()
    def ranks(out):
        grid = jit.cg.this_grid()
        i = grid.thread_rank()
        out[i, 0] = grid.block_rank()
        out[i, 1] = grid.num_threads() + grid.size()
        out[i, 2] = grid.num_blocks()
        out[i, 3] = grid.dim_blocks().x + 10 * grid.group_dim().y + 100 * grid.block_index().x

    out = cp.zeros((96, 4), "i")
    ranks[3, 32](out)
    i = np.arange(96) // 32
    assert_same(out, np.stack([i, np.full(96, 192), np.full(96, 3), 13 + 100 * i], 1).astype("i"))


def test_grid_sync():
    @jit.rawkernel()
    def neighbours(x, out):
        grid = jit.cg.this_grid()
        i = grid.thread_rank()
        x[i] = i
        grid.sync()
        out[i] = x[grid.num_threads() - 1 - i]

    x, out = cp.zeros(128, "i"), cp.zeros(128, "i")
    neighbours[4, 32](x, out)
    assert_same(out, np.arange(127, -1, -1, dtype="i"))


@pytest.mark.parametrize("aligned", [False, True])
def test_memcpy_async(aligned):
    @jit.rawkernel()
    def staged(x, out):
        block = jit.cg.this_thread_block()
        tile = jit.shared_memory(np.float32, 64, alignment=16)
        start = jit.blockIdx.x * 64
        if aligned:
            jit.cg.memcpy_async(block, tile, 0, x, start, 128, aligned_size=16)
            jit.cg.memcpy_async(block, tile, 32, x, start + 32, 128, aligned_size=16)
        else:
            jit.cg.memcpy_async(block, tile, 0, x, start, 128)
            jit.cg.memcpy_async(block, tile, 32, x, start + 32, 128)
        jit.cg.wait_prior(block, 1)
        jit.cg.wait(block)
        out[start + jit.threadIdx.x] = tile[63 - jit.threadIdx.x]

    x = np.arange(128, dtype="f")
    out = cp.zeros(128, "f")
    staged[2, 64](cp.asarray(x), out)
    assert_same(out, x.reshape(2, 64)[:, ::-1].ravel())


# ------------------------------------------------------------------------------------------------------------------ CUB


@pytest.mark.parametrize("dtype", "ilfd")
@pytest.mark.parametrize("operation, reference", [("Sum", np.sum), ("Max", np.max), ("Min", np.min)])
def test_cub_reductions(dtype, operation, reference):
    dtype = np.dtype(dtype)
    op = getattr(jit.cub, operation)

    @jit.rawkernel()
    def warps(x, y):
        WarpReduce = jit.cub.WarpReduce[dtype]
        storage = jit.shared_memory(dtype=WarpReduce.TempStorage, size=1)
        i, j = jit.blockIdx.x, jit.threadIdx.x
        aggregator = WarpReduce(storage[0])
        aggregate = aggregator.Reduce(x[i, j], op())
        if j == 0:
            y[i] = aggregate

    @jit.rawkernel()
    def blocks(x, y):
        BlockReduce = jit.cub.BlockReduce[dtype, 128]
        storage = jit.shared_memory(dtype=BlockReduce.TempStorage, size=1)
        i, j = jit.blockIdx.x, jit.threadIdx.x
        aggregate = BlockReduce(storage[0]).Reduce(x[i, j], op())
        if j == 0:
            y[i] = aggregate

    x = np.rint(sample((5, 128), dtype)).astype(dtype)
    y = cp.zeros(5, dtype)
    warps[5, 32](cp.asarray(x[:, :32].copy()), y)
    assert_same(y, reference(x[:, :32], axis=1).astype(dtype))
    blocks[5, 128](cp.asarray(x), y)
    assert_same(y, reference(x, axis=1).astype(dtype))


def test_cub_sums_scans_and_own_operations():
    @jit.rawkernel(device=True)
    def larger_magnitude(a, b):
        return a if abs(a) > abs(b) else b

    @jit.rawkernel()
    def kernel(x, sums, scans):
        BlockReduce = jit.cub.BlockReduce[np.int32, 64]
        BlockScan = jit.cub.BlockScan[np.int32, 64]
        WarpScan = jit.cub.WarpScan[np.int32]
        a = jit.shared_memory(BlockReduce.TempStorage, 1)
        b = jit.shared_memory(BlockScan.TempStorage, 1)
        c = jit.shared_memory(WarpScan.TempStorage, 2)
        t = jit.threadIdx.x
        v = x[t]
        total = BlockReduce(a[0]).Sum(v)
        jit.syncthreads()
        extreme = BlockReduce(a[0]).Reduce(v, larger_magnitude)
        if t == 0:
            sums[0] = total
            sums[1] = extreme
        scans[0, t] = BlockScan(b[0]).InclusiveSum(v)
        jit.syncthreads()
        scans[1, t] = BlockScan(b[0]).ExclusiveSum(v)
        jit.syncthreads()
        scans[2, t] = BlockScan(b[0]).InclusiveScan(v, jit.cub.Max())
        jit.syncthreads()
        scans[3, t] = BlockScan(b[0]).ExclusiveScan(v, 0, jit.cub.Min())
        scans[4, t] = WarpScan(c[t // 32]).InclusiveSum(v)

    x = sample((64,), "i")
    sums, scans = cp.zeros(2, "i"), cp.zeros((5, 64), "i")
    kernel[1, 64](cp.asarray(x), sums, scans)
    assert sums.get().tolist() == [x.sum(), x[np.argmax(abs(x))]] or abs(int(sums[1])) == abs(x).max()
    expected = np.stack(
        [
            x.cumsum(),
            x.cumsum() - x,
            np.maximum.accumulate(x),
            np.minimum.accumulate(np.concatenate([[0], x[:-1]])),
            np.concatenate([x[:32].cumsum(), x[32:].cumsum()]),
        ]
    )
    assert_same(scans, expected.astype("i"))


# --------------------------------------------------------------------------------------------------------------- Thrust


def thrust(function, *arrays, block=1):
    """Runs a kernel of one thread over arrays and returns them as NumPy's."""
    device = [cp.asarray(a) for a in arrays]
    jit.rawkernel()(function)[1, block](*device)
    return [a.get() for a in device]


def test_thrust_writing():
    def kernel(x, y, z, m):
        t = jit.thrust
        d = t.device
        t.fill(d, x.begin(), x.end(), 7)
        t.sequence(d, y.begin(), y.end())
        t.sequence(t.seq, z.begin(), z.begin() + 3, 10, -2)
        t.copy(d, y.begin(), y.begin() + 2, z.begin() + 3)
        end = t.transform(d, y.begin(), y.end(), x.begin(), doubled)
        m[0] = end - x.begin()
        t.replace(d, y.begin(), y.end(), 2, 20)
        t.scatter(d, y.begin(), y.begin() + 1, y.begin() + 4, m.begin())
        t.swap_ranges(d, y.begin(), y.begin() + 1, z.begin())

    def doubled(v):
        return v * 2

    x, y, z, m = thrust(kernel, np.zeros(5, "i"), np.zeros(5, "i"), np.zeros(5, "i"), np.zeros(8, "l"))
    assert x.tolist() == [0, 2, 4, 6, 8]
    assert y.tolist() == [10, 1, 20, 3, 4]
    assert z.tolist() == [0, 8, 6, 0, 1]
    assert m.tolist() == [5, 0, 0, 0, 0, 0, 0, 0]


def test_thrust_sums_and_searches():
    def kernel(x, y, out, found):
        t = jit.thrust
        d = t.device
        b, e = x.begin(), x.end()
        found[0] = t.count(d, b, e, 3)
        found[1] = t.find(d, b, e, 3) - b
        found[2] = t.find(d, b, e, 99) - b
        found[3] = t.reduce(d, b, e)
        found[4] = t.reduce(d, b, e, 100)
        found[5] = t.reduce(d, b, e, 1, product)
        found[6] = t.inner_product(d, b, e, y.begin(), 5)
        found[7] = t.max_element(d, b, e) - b
        found[8] = t.min_element(d, b, e) - b
        low, high = t.minmax_element(d, b, e)
        found[9] = (low - b) * 10 + (high - b)
        found[10] = t.is_sorted(d, b, e)
        found[11] = t.is_sorted_until(d, b, e) - b
        found[12] = t.equal(d, b, e, y.begin())
        p, q = t.mismatch(d, b, e, y.begin())
        found[13] = (p - b) + 10 * (q - y.begin())
        found[14] = t.count_if(d, b, e, odd)
        found[15] = t.max_element(d, b, e, by_last_digit) - b
        t.inclusive_scan(d, b, e, out[0].begin())
        t.exclusive_scan(d, b, e, out[1].begin(), 10)
        t.inclusive_scan(d, b, e, out[2].begin(), product)
        t.adjacent_difference(d, b, e, out[3].begin())

    def product(a, b):
        return a * b

    def odd(a):
        return a % 2 == 1

    def by_last_digit(a, b):
        return a % 10 < b % 10

    x = np.array([3, 1, 13, 3, 2], "i")
    y = np.array([3, 1, 4, 3, 2], "i")
    _, _, out, found = thrust(kernel, x, y, np.zeros((4, 5), "i"), np.zeros(16, "l"))
    assert found.tolist() == [2, 0, 5, 22, 122, 234, 5 + int((x * y).sum()), 2, 1, 12, 0, 1, 0, 22, 4, 0]
    assert out.tolist() == [
        x.cumsum().tolist(),
        (10 + x.cumsum() - x).tolist(),
        np.cumprod(x).tolist(),
        np.diff(x, prepend=0).tolist(),
    ]


def test_thrust_sorting_and_sets():
    def kernel(x, keys, values, a, b, out, count):
        t = jit.thrust
        d = t.seq
        t.sort(d, x.begin(), x.end())
        t.stable_sort_by_key(d, keys.begin(), keys.end(), values.begin())
        count[0] = t.lower_bound(d, a.begin(), a.end(), 4) - a.begin()
        count[1] = t.upper_bound(d, a.begin(), a.end(), 4) - a.begin()
        count[2] = t.binary_search(d, a.begin(), a.end(), 5)
        p, q = t.equal_range(d, a.begin(), a.end(), 4)
        count[3] = q - p
        count[4] = t.set_union(d, a.begin(), a.end(), b.begin(), b.end(), out[0].begin()) - out[0].begin()
        count[5] = t.set_intersection(d, a.begin(), a.end(), b.begin(), b.end(), out[1].begin()) - out[1].begin()
        count[6] = t.set_difference(d, a.begin(), a.end(), b.begin(), b.end(), out[2].begin()) - out[2].begin()
        count[7] = (
            t.set_symmetric_difference(d, a.begin(), a.end(), b.begin(), b.end(), out[3].begin()) - out[3].begin()
        )
        count[8] = t.merge(d, a.begin(), a.end(), b.begin(), b.end(), out[4].begin()) - out[4].begin()
        count[9] = t.unique_copy(d, a.begin(), a.end(), out[5].begin()) - out[5].begin()
        count[10] = t.remove_copy(d, a.begin(), a.end(), out[6].begin(), 4) - out[6].begin()
        t.reverse_copy(d, a.begin(), a.end(), out[7].begin())

    x = sample((300,), "i", 1)
    keys = sample((100,), "i", 2, 0, 10)
    a, b = np.array([1, 4, 4, 6, 9], "i"), np.array([0, 4, 6, 7], "i")
    s, k, v, _, _, out, count = thrust(
        kernel, x, keys, np.arange(100, dtype="i"), a, b, np.zeros((8, 9), "i"), np.zeros(11, "l")
    )
    assert s.tolist() == sorted(x.tolist())
    assert k.tolist() == sorted(keys.tolist()) and v.tolist() == np.argsort(keys, kind="stable").tolist()
    assert count.tolist() == [1, 3, 0, 2, 7, 2, 3, 5, 9, 4, 3]
    assert out[0, :7].tolist() == [0, 1, 4, 4, 6, 7, 9]
    assert out[1, :2].tolist() == [4, 6]
    assert out[2, :3].tolist() == [1, 4, 9]
    assert out[3, :5].tolist() == [0, 1, 4, 7, 9]
    assert out[4].tolist() == sorted(a.tolist() + b.tolist())
    assert out[5, :4].tolist() == [1, 4, 6, 9]
    assert out[6, :3].tolist() == [1, 6, 9]
    assert out[7, :5].tolist() == a[::-1].tolist()


def test_thrust_by_key_and_other_iterators():
    def kernel(keys, values, kout, vout, scans, x, out):
        t = jit.thrust
        d = t.device
        ends = t.reduce_by_key(d, keys.begin(), keys.end(), values.begin(), kout.begin(), vout.begin())
        x[0] = ends[0] - kout.begin()
        t.inclusive_scan_by_key(d, keys.begin(), keys.end(), values.begin(), scans[0].begin())
        t.exclusive_scan_by_key(d, keys.begin(), keys.end(), values.begin(), scans[1].begin(), 5)
        first = t.make_counting_iterator(3)
        t.copy(d, first, first + 4, out.begin())
        ones = t.make_constant_iterator(1)
        x[1] = t.reduce(d, ones, ones + 9)
        t.gather(d, keys.begin(), keys.end(), values.begin(), scans[2].begin())
        t.reverse(d, out.begin(), out.end())
        t.transform_binary(d, keys.begin(), keys.end(), values.begin(), scans[3].begin(), lambda_sum)
        t.unique_by_key(d, keys.begin(), keys.end(), values.begin())
        x[2] = t.unique(d, vout.begin(), vout.begin() + 2) - vout.begin()
        x[3] = t.remove(d, kout.begin(), kout.end(), 1) == kout.begin()
        t.for_each(d, out.begin(), out.end(), nothing)

    def lambda_sum(a, b):
        return a + b

    def nothing(a):
        return a

    keys, values = np.array([1, 1, 2, 2, 2, 0], "i"), np.array([1, 2, 3, 4, 5, 6], "i")
    k, v, kout, vout, scans, x, out = thrust(
        kernel,
        keys,
        values,
        np.zeros(6, "i"),
        np.zeros(6, "i"),
        np.zeros((4, 6), "i"),
        np.zeros(4, "i"),
        np.zeros(4, "i"),
    )
    assert x.tolist() == [3, 9, 2, 0]
    assert vout[:3].tolist() == [3, 12, 6]
    assert scans.tolist() == [[1, 3, 3, 7, 12, 6], [5, 6, 5, 8, 12, 5], [2, 2, 3, 3, 3, 1], [2, 3, 5, 6, 7, 6]]
    assert out.tolist() == [6, 5, 4, 3]
    assert k[:3].tolist() == [1, 2, 0] and v[:3].tolist() == [1, 3, 6]


def test_thrust_over_columns_and_descending():
    def kernel(x):
        column = x[jit.threadIdx.x]
        jit.thrust.sort(jit.thrust.seq, column.begin(), column.end(), greater)

    def greater(a, b):
        return a > b

    x = sample((40, 6), "f")
    device = cp.asarray(x)
    jit.rawkernel()(kernel)[1, 6](device.T)
    assert_same(device, -np.sort(-x, axis=0))


# ----------------------------------------------------------------------------------------------------- device functions


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


# ------------------------------------------------------------------------------------------------------------- sources


def test_plain_interpreter_and_notebook():
    """Cells and lines of a REPL keep their source in linecache."""
    name = "<ipython-input-7-abcdef>"
    source = "@jit.rawkernel()\ndef cell(x):\n    x[jit.grid(1)] = 5\n"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    namespace = {"jit": jit}
    exec(compile(source, name, "exec"), namespace)
    x = cp.zeros(4, "i")
    namespace["cell"][1, 4](x)
    assert x.get().tolist() == [5] * 4


def test_no_source():
    namespace = {"jit": jit}
    exec("@jit.rawkernel()\ndef hidden(x):\n    x[0] = 5\n", namespace)
    with pytest.raises(RuntimeError, match="source of 'hidden' cannot be read.*in a file or a notebook"):
        namespace["hidden"][1, 1](cp.zeros(1))


def test_kernels_inside_of_classes_and_functions():
    class Holder:
        @staticmethod
        def make():
            factor = 3

            @jit.rawkernel()
            def kernel(x):
                # a comment, and a string over lines
                """A docstring
                with less indentation."""
                x[jit.grid(1)] *= factor

            return kernel

    x = cp.arange(4, dtype="i")
    Holder.make()[1, 4](x)
    assert x.get().tolist() == [0, 3, 6, 9]


# -------------------------------------------------------------------------------------------------------------- errors


def e_undefined(x):
    x[0] = nothing + 1  # noqa: F821


def e_unassigned(x):
    x[0] = later
    later = 1


def e_too_many_indices(x):
    x[0, 1] = 2


def e_float_index(x):
    x[0.5] = 1


def e_list(x):
    y = [1, 2]  # noqa: F841


def e_dict(x):
    y = {1: 2}  # noqa: F841


def e_comprehension(x):
    y = tuple(i for i in range(3))  # noqa: F841


def e_nested(x):
    def inner():
        pass


def e_returns(x):
    return x[0]


def e_array_as_condition(x):
    if x:
        pass


def e_slice(x):
    x[0:2] = 1


def e_matmul(x):
    x[0] = x @ x


def e_try(x):
    try:
        x[0] = 1
    except ValueError:
        pass


def e_raise(x):
    raise ValueError()


def e_with(x):
    with x:
        pass


def e_import(x):
    import math  # noqa: F401


def e_walrus(x):
    if (y := x[0]) > 1:
        x[0] = y


def e_type_of_variable(x):
    value = 1
    for k in range(3):
        value = 2.5
    x[0] = value


def e_string(x):
    text = "a"
    x[0] = text


def e_attribute(x):
    x[0] = x.T[0]


def e_call(x):
    x[0] = np.linalg.norm(x[0])


def e_outer_array(x):
    x[0] = OUTER[0] + x[0]


def e_whole_array(x):
    x[0] = OUTER * x[0]


def e_for_else(x):
    for k in range(3):
        pass
    else:
        x[0] = 1


def e_break_in_tuple(x):
    for k in (1, 2):
        if x[0] > k:
            break


def e_step_zero(x):
    for k in range(0, 5, 0):
        x[0] = k


def e_float_range(x):
    for k in range(x[0]):
        pass


def e_shared_size(x):
    s = jit.shared_memory(np.float32, x.shape[0])  # noqa: F841


def e_shared_length(x):
    s = jit.shared_memory(np.float32, None)
    x[0] = len(s)


def e_atomic(x):
    jit.atomic_and(x, 0, 1)


def e_arguments(x):
    jit.syncthreads(1)


def e_range_call(x):
    y = jit.range(3)  # noqa: F841


def e_unpack(x):
    a, b = 1, 2, 3  # noqa: F841


def e_unpack_number(x):
    a, b = x[0]  # noqa: F841


def e_star(x):
    a, *b = 1, 2, 3  # noqa: F841


def e_complex_store(x):
    x[0] = 1j


def e_complex_order(x):
    x[0] = int(np.complex64(x[0]))


def e_kernel_call(x):
    elementwise_square(1, 1, (x, x, 1))


def e_constant_changed(x):
    kind = np.float32
    kind = np.float64
    x[0] = kind(1)


def e_condition_call(x):
    x[0] = clamp(x[0], 0.0) or 3.0


def e_dimension(x):
    x[0] = jit.grid(4)


def e_assert(x):
    assert x.ndim == 2, "a matrix is wanted"


def e_global(x):
    global OFFSET
    OFFSET = 4


def e_partly_returns(x):
    x[0] = sometimes(x[0])


def sometimes(v):
    if v > 0:
        return 1.0


def e_recursion(x):
    x[0] = factorial(3)


@jit.rawkernel(device=True)
def factorial(n):
    return n * factorial(n - 1)


def e_mutual_recursion(x):
    x[0] = ping(x[0])


def ping(v):
    return pong(v)


def pong(v):
    return ping(v)


def e_deep(x):
    x[0] = outer_helper(x)


def outer_helper(v):
    return inner_helper(v) + 1


def inner_helper(v):
    return v.missing


def e_star_arguments(x):
    x[0] = takes_all(x[0])


def takes_all(*values):
    return values[0]


def e_missing_argument(x):
    x[0] = clamp(x[0])


def e_unroll(x):
    for k in jit.range(3, unroll=0):
        pass


def e_negative_power(x):
    n = 3
    n = n + 1
    x[0] = n**-2


def e_shuffle_tuple(x):
    x[0] = jit.shfl_sync(0xFFFFFFFF, (1, 2), 0)


OUTER = cp.arange(3)

ERRORS = [
    (e_undefined, NameError, "name 'nothing' is not defined"),
    (e_unassigned, NameError, "'later' is read before anything is assigned"),
    (e_too_many_indices, IndexError, "too many indices: 2 for array of float32 with 1 dimension"),
    (e_float_index, TypeError, "an index must be an integer, not float32"),
    (e_list, NotImplementedError, "a list"),
    (e_dict, NotImplementedError, "a dict"),
    (e_comprehension, NotImplementedError, "a generator expression"),
    (e_nested, NotImplementedError, "a function defined inside"),
    (e_returns, TypeError, "a kernel returns nothing"),
    (e_array_as_condition, TypeError, "a condition must be a number, not array of float32"),
    (e_slice, NotImplementedError, "slices of arrays"),
    (e_matmul, NotImplementedError, "the operator @"),
    (e_try, NotImplementedError, "try cannot be used"),
    (e_raise, NotImplementedError, "raise cannot be used"),
    (e_with, NotImplementedError, "with cannot be used"),
    (e_import, NotImplementedError, "import cannot be used"),
    (e_walrus, NotImplementedError, "the operator :="),
    (e_type_of_variable, TypeError, "variable value is of type int32 and cannot hold a value of type float32"),
    (e_string, TypeError, "a kernel cannot compute with 'a'"),
    (e_attribute, AttributeError, "array of float32 with 1 dimension has no attribute 'T'"),
    (e_call, TypeError, "cannot be called in a kernel"),
    (e_outer_array, TypeError, "an array from outside of the kernel"),
    (e_whole_array, TypeError, "an array from outside of the kernel"),
    (e_for_else, NotImplementedError, "the else of a loop"),
    (e_break_in_tuple, NotImplementedError, "break cannot be used in a loop over a tuple"),
    (e_step_zero, ValueError, "arg 3 must not be zero"),
    (e_float_range, TypeError, "range.. takes integers, not float32"),
    (e_shared_size, TypeError, "must be an int that is known while the kernel is made"),
    (e_shared_length, TypeError, "dynamic shared memory does not know its length"),
    (e_atomic, TypeError, "atomic_and is not there for float32, but for int32, uint32"),
    (e_arguments, TypeError, "syncthreads.*too many positional arguments"),
    (e_range_call, TypeError, "is for loops"),
    (e_unpack, ValueError, "too many values to unpack"),
    (e_unpack_number, TypeError, "cannot unpack float32"),
    (e_star, NotImplementedError, "starred target"),
    (e_complex_store, TypeError, "float32 and cannot hold a value of type complex64"),
    (e_complex_order, TypeError, "take its real or imaginary part"),
    (e_kernel_call, TypeError, "cannot be called in a kernel"),
    (e_constant_changed, TypeError, "cannot be changed"),
    (e_condition_call, NotImplementedError, "assign it to a variable first"),
    (e_dimension, ValueError, "ndim must be 1, 2 or 3, not 4"),
    (e_assert, AssertionError, "a matrix is wanted"),
    (e_global, NotImplementedError, "global cannot be used"),
    (e_partly_returns, TypeError, "can reach its end without"),
    (e_recursion, ValueError, "calls itself"),
    (e_mutual_recursion, ValueError, "calls itself"),
    (e_deep, AttributeError, "has no attribute 'missing'"),
    (e_star_arguments, NotImplementedError, r"cannot take \*values"),
    (e_missing_argument, TypeError, "missing a required argument: 'low'"),
    (e_unroll, ValueError, "unroll must be above 0"),
    (e_negative_power, ValueError, "negative integer powers"),
    (e_shuffle_tuple, TypeError, "must be a number, not tuple"),
]


@pytest.mark.parametrize("function, error, message", ERRORS, ids=[e[0].__name__ for e in ERRORS])
def test_errors(function, error, message):
    x = cp.zeros(3, "f")
    with pytest.raises(error, match=message) as caught:
        jit.rawkernel()(function)[1, 1](x)
    text = str(caught.value)
    # The message shows the line, and where it is.
    place = re.search(r"file (.*), line (\d+)\n> (.*)\n  ( *)(\^+)", text)
    assert place, text
    path, number, line = place[1], int(place[2]), place[3]
    assert path == __file__ and linecache.getline(path, number).rstrip() == line
    # After an error all goes on.
    elementwise_square[1, 1](x, x, 1)


def test_errors_show_the_chain_of_calls():
    with pytest.raises(AttributeError) as caught:
        jit.rawkernel()(e_deep)[1, 1](cp.zeros(3, "f"))
    lines = str(caught.value).splitlines()
    shown = [line.strip("> ") for line in lines if line.startswith(">")]
    assert shown == ["return v.missing", "return inner_helper(v) + 1", "x[0] = outer_helper(x)"]
    assert (
        "in inner_helper, file" in lines[1] and "called in outer_helper" in lines[4] and "called in e_deep" in lines[7]
    )


def test_errors_point_at_the_place():
    def kernel(x):
        x[0] = 1 + unknown_name * 2  # noqa: F821

    with pytest.raises(NameError) as caught:
        jit.rawkernel()(kernel)[1, 1](cp.zeros(3, "f"))
    line, marks = str(caught.value).splitlines()[-2:]
    assert line[marks.index("^") : marks.rindex("^") + 1] == "unknown_name"


def test_errors_outside_of_kernels():
    for call in (lambda: jit.syncthreads(), lambda: jit.grid(1), lambda: jit.range(3), lambda: jit.atomic_add(1, 2, 3)):
        with pytest.raises(RuntimeError, match="can be called in a function under jit.rawkernel only"):
            call()
    with pytest.raises(ValueError, match="mode must be 'cuda' or 'numpy', not 'c'"):
        jit.rawkernel(mode="c")
    with pytest.raises(TypeError):
        jit.rawkernel(lambda x: x)
    with pytest.raises(TypeError, match=r"kernel\[grid, block\]"):
        elementwise_square[3]


def test_wrong_number_of_arguments():
    with pytest.raises(TypeError, match="takes 3 arguments but 2 were given"):
        elementwise_square[1, 1](cp.zeros(3), cp.zeros(3))


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
