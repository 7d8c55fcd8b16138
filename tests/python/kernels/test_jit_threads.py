"""cuprumx.jit: threads that work together, atomics, cooperative groups, CUB and Thrust."""

import numpy as np
import pytest
from common import BFLOAT16, assert_same, sample
from jit_common import check, f32, zeros

import cuprum as cp
from cuprumx import jit

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


def test_thrust_searches_for_a_range_of_values():
    def kernel(x, values, low, high, there, down, ends):
        t = jit.thrust
        i = jit.threadIdx.x
        v = values[i]
        f, e = x.begin(), x.end()
        ends[i, 0] = t.lower_bound(t.seq, f, e, v.begin(), v.end(), low[i].begin()) - low[i].begin()
        ends[i, 1] = t.upper_bound(t.seq, f, e, v.begin(), v.end(), high[i].begin()) - high[i].begin()
        ends[i, 2] = t.binary_search(t.seq, f, e, v.begin(), v.end(), there[i].begin()) - there[i].begin()
        t.sort(t.seq, v.begin(), v.end(), greater)
        t.lower_bound(t.seq, v.begin(), v.end(), f, e, down[i].begin(), greater)

    def greater(a, b):
        return a > b

    x = np.sort(sample((30,), "i", 1, 0, 40))
    values = sample((4, 25), "l", 2, 0, 40)
    empty = np.zeros((4, 25), "i")
    _, descending, low, high, there, down, ends = thrust(
        kernel, x, values, empty, empty, empty.astype(bool), np.zeros((4, 30), "l"), np.zeros((4, 3), "i"), block=4
    )
    np.testing.assert_array_equal(low, np.searchsorted(x, values, "left"))
    np.testing.assert_array_equal(high, np.searchsorted(x, values, "right"))
    np.testing.assert_array_equal(there, np.isin(values, x))
    np.testing.assert_array_equal(down, [np.searchsorted(-row, -x.astype("l"), "left") for row in descending])
    assert (ends == 25).all()


def test_thrust_sets_by_key():
    def kernel(a, b, va, vb, keys, values, counts):
        t = jit.thrust
        d = t.device
        fa, ea, fb, eb = a.begin(), a.end(), b.begin(), b.end()
        v, w = va.begin(), vb.begin()
        p, q = t.set_union_by_key(d, fa, ea, fb, eb, v, w, keys[0].begin(), values[0].begin())
        counts[0, 0] = p - keys[0].begin()
        counts[0, 1] = q - values[0].begin()
        p, q = t.set_intersection_by_key(d, fa, ea, fb, eb, v, keys[1].begin(), values[1].begin())
        counts[1, 0] = p - keys[1].begin()
        counts[1, 1] = q - values[1].begin()
        p, q = t.set_difference_by_key(d, fa, ea, fb, eb, v, w, keys[2].begin(), values[2].begin())
        counts[2, 0] = p - keys[2].begin()
        counts[2, 1] = q - values[2].begin()
        p, q = t.set_symmetric_difference_by_key(d, fa, ea, fb, eb, v, w, keys[3].begin(), values[3].begin())
        counts[3, 0] = p - keys[3].begin()
        counts[3, 1] = q - values[3].begin()

    # As for multisets: of equal keys the first range's come first, and the longer run decides how many a union has.
    a, b = np.array([1, 4, 4, 6, 9], "i"), np.array([0, 4, 6, 6, 7], "l")
    va, vb = np.arange(5.0) + 0.5, np.arange(10, 15, dtype="i")
    _, _, _, _, keys, values, counts = thrust(
        kernel, a, b, va, vb, np.zeros((4, 10), "l"), np.zeros((4, 10)), np.zeros((4, 2), "i")
    )
    expected = [
        ([0, 1, 4, 4, 6, 6, 7, 9], [10, 0.5, 1.5, 2.5, 3.5, 13, 14, 4.5]),
        ([4, 6], [1.5, 3.5]),
        ([1, 4, 9], [0.5, 2.5, 4.5]),
        ([0, 1, 4, 6, 7, 9], [10, 0.5, 2.5, 13, 14, 4.5]),
    ]
    for k, v, count, (some_keys, some_values) in zip(keys, values, counts, expected):
        assert count.tolist() == [len(some_keys)] * 2
        assert k[: count[0]].tolist() == some_keys
        assert v[: count[1]].tolist() == some_values


def test_thrust_shared_memory_and_elements_of_iterators():
    def kernel(x, out):
        t = jit.thrust
        i = jit.threadIdx.x
        memory = jit.shared_memory(np.int32, 32)
        memory[i] = x[31 - i]
        jit.syncthreads()
        if i == 0:
            t.sort(t.seq, memory, memory + 32)
        jit.syncthreads()
        out[0, i] = t.count(t.device, memory, 16 + memory, memory[i])
        out[1, i] = t.make_counting_iterator(i * i)[i]
        out[2, i] = t.make_constant_iterator(i * i)[i]
        second = x.begin() + 1
        out[3, i] = second[(i + 3) % 4]
        row = out[4].begin()
        row[i] = (memory + 3) - memory
        out[5, i] = (memory + 32 - 1 - i)[0]

    x = sample((32,), "i", 3, 0, 8)
    _, out = thrust(kernel, x, np.zeros((6, 32), "i"), block=32)
    i, s = np.arange(32), np.sort(x)
    assert out[0].tolist() == [(s[:16] == value).sum() for value in s]
    np.testing.assert_array_equal(out[1:], [i * i + i, i * i, x[1 + (i + 3) % 4], np.full(32, 3), s[::-1]])


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
