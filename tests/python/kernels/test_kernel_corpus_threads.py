"""The CUDA kernels of corpus/ whose threads work together, against NumPy: the same on a GPU and on a CPU."""

import numpy as np
import pytest
from corpus_common import blocks, launch, rng, same

import cuprum as cp

# --- reductions.cu


@pytest.mark.parametrize("n", [1, 256, 5000])
def test_tree(n):
    x = rng().integers(-99, 99, n, "i")
    sums = cp.zeros(blocks(n, 256), "i")
    launch("reductions", "reduce_tree", len(sums), 256, cp.asarray(x), sums, np.int32(n))
    same(sums, np.add.reduceat(x, np.arange(0, n, 256)))


@pytest.mark.parametrize("n", [10, 100_000])
def test_dot(n):
    a, b = rng().random((2, n), "f")
    result = cp.zeros(1, "f")
    launch("reductions", "dot", 8, 128, cp.asarray(a), cp.asarray(b), result, np.int32(n))
    same(result, [a.astype("d") @ b], rtol=1e-5)


def test_last_block():
    x = rng().random(50_000)
    partial, total = cp.zeros(20), cp.zeros(1)
    for _ in range(3):  # The counter is ready for the next launch.
        total[:] = 0
        launch("reductions", "reduce_last_block", 20, 128, cp.asarray(x), partial, total, np.int32(len(x)))
        same(total, [x.sum()], rtol=1e-12)


def test_argmax():
    x = rng().integers(0, 500, 3000).astype("f")
    where, largest = cp.zeros(1, "i"), cp.zeros(1, "f")
    launch("reductions", "argmax", 1, 128, cp.asarray(x), where, largest, np.int32(3000))
    same(where, [x.argmax()])
    same(largest, [x.max()])


def test_normalized_rows():
    x = rng().normal(3, 2, (5, 333)).astype("f")
    out = cp.zeros((5, 333), "f")
    launch("reductions", "normalize_rows", 5, 64, cp.asarray(x), out, np.int32(333))
    d = x.astype("d")
    same(out, (d - d.mean(1, keepdims=True)) / np.sqrt(d.var(1, keepdims=True) + 1e-5), rtol=1e-4, atol=1e-5)


def test_segments():
    x = rng().integers(-999, 999, 2000, "i")
    starts = np.array([0, 3, 500, 501, 1999, 2000], "i")
    largest = cp.zeros(5, "i")
    launch("reductions", "segmented_max", 5, 64, cp.asarray(x), cp.asarray(starts), largest)
    same(largest, np.maximum.reduceat(x, starts[:-1]))


@pytest.mark.parametrize("n", [1, 200, 256])
def test_inclusive_scan(n):
    x = rng().integers(-99, 99, n, "i")
    out = cp.zeros(n, "i")
    launch("reductions", "scan_hillis_steele", 1, 256, cp.asarray(x), out, np.int32(n))
    same(out, x.cumsum())


@pytest.mark.parametrize("n", [100, 10_000])
def test_scan_over_blocks(n):
    x = rng().integers(-99, 99, n, "i")
    count = blocks(n, 256)
    out, sums, offsets = cp.zeros(n, "i"), cp.zeros(count, "i"), cp.zeros(count, "i")
    launch("reductions", "scan_blelloch", count, 128, cp.asarray(x), out, sums, np.int32(n), shared=1024)
    launch("reductions", "scan_blelloch", 1, 128, sums, offsets, np.intp(0), np.int32(count), shared=1024)
    launch("reductions", "add_offsets", count, 256, out, offsets, np.int32(n))
    same(out, x.cumsum() - x)


def test_running_sums_of_rows():
    x = rng().random((4, 200), "f")
    out = cp.zeros((4, 200), "f")
    launch("reductions", "summed_area_rows", 4, 64, cp.asarray(x), out, np.int32(200))
    same(out, x.cumsum(1), rtol=1e-5)


# --- warps.cu


def test_warp_reductions():
    x = rng().integers(-99, 99, 128, "i")
    out = cp.zeros((128, 2), "i")
    launch("warps", "warp_reductions", 2, 64, cp.asarray(x), out)
    rows = x.reshape(4, 32)
    same(out, np.stack([rows.sum(1).repeat(32), rows.max(1).repeat(32)], 1))


def test_warp_scan():
    x = rng().random(128)
    out = cp.zeros(128)
    launch("warps", "warp_scan", 2, 64, cp.asarray(x), out)
    same(out, x.reshape(4, 32).cumsum(1).ravel(), rtol=1e-14)


def test_warp_segments():
    x = rng().random(64, "f")
    rotated, first = cp.zeros(64, "f"), cp.zeros(64, "f")
    launch("warps", "warp_segments", 1, 64, cp.asarray(x), rotated, first)
    rows = x.reshape(8, 8)
    same(rotated, np.roll(rows, -3, 1).ravel())
    same(first, rows[:, :1].repeat(8, 1).ravel())


def test_warp_votes():
    x = rng().integers(-1, 11, (4, 32), "i")
    x[0], x[1] = 5, 0
    any_, all_, ballot = cp.zeros(128, "i"), cp.zeros(128, "i"), cp.zeros(128, "I")
    launch("warps", "warp_votes", 2, 64, cp.asarray(x), any_, all_, ballot)
    same(any_, (x > 8).any(1).repeat(32))
    same(all_, (x > 0).all(1).repeat(32))
    same(ballot, ((x & 1).astype("Q") << np.arange(32, dtype="Q")).sum(1).repeat(32))


def test_warp_matches():
    x = rng().integers(0, 6, (3, 32), "i")
    x[2] += 200
    x[1, 7] = 150
    match, uniform = cp.zeros(96, "I"), cp.zeros(96, "i")
    launch("warps", "warp_matches", 3, 32, cp.asarray(x), match, uniform)
    same(match, [sum(1 << i for i in range(32) if row[i] == v) for row in x for v in row])
    same(uniform, (x // 100 == x[:, :1] // 100).all(1).repeat(32))


def test_warp_reduce_instructions():
    x = rng().integers(0, 2**31, (4, 32)).astype("I")
    out = cp.zeros((4, 6), "I")
    launch("warps", "warp_reduce_instructions", 2, 64, cp.asarray(x), out)
    functions = np.add, np.minimum, np.maximum, np.bitwise_and, np.bitwise_or, np.bitwise_xor
    same(out, np.stack([f.reduce(x, axis=1, dtype="I") for f in functions], 1))


@pytest.mark.parametrize("n", [1, 256, 3001])
def test_compaction(n):
    x = rng().integers(-50, 50, n, "i")
    kept = np.add.reduceat(x > 0, np.arange(0, n, 256), dtype="i")
    out = cp.zeros(max(kept.sum(), 1), "i")
    launch(
        "warps",
        "compact_positive",
        len(kept),
        256,
        cp.asarray(x),
        cp.asarray((kept.cumsum() - kept).astype("i")),
        out,
        np.int32(n),
    )
    same(out[: int(kept.sum())], x[x > 0])


def test_block_counts():
    x = rng().integers(-6, 100, 1000, "i")
    counts = cp.zeros((8, 3), "i")
    launch("warps", "block_counts", 8, 128, cp.asarray(x), counts, np.int32(1000))
    parts = np.split(x, range(128, 1000, 128))
    same(counts, [[(p > 0).sum(), (p > -5).all(), (p > 90).any()] for p in parts])


def test_aggregated_atomics():
    x = rng().integers(0, 1000, 5000, "i")
    count = cp.zeros(1, "i")
    launch("warps", "count_multiples", blocks(5000, 128), 128, cp.asarray(x), count, np.int32(5000))
    same(count, [(x % 3 == 0).sum()])


def test_transposed_bits():
    rows = rng().integers(0, 2**32, (3, 32)).astype("I")
    columns = cp.zeros((3, 32), "I")
    launch("warps", "transpose_bits", 3, 32, cp.asarray(rows), columns)
    bits = rows[:, :, None] >> np.arange(32, dtype="I") & 1
    same(columns, (bits.astype("Q") << np.arange(32, dtype="Q")[:, None]).sum(1))


def test_warp_sort():
    x = rng().integers(-999, 999, (4, 32), "i")
    device = cp.asarray(x)
    launch("warps", "warp_sort", 2, 64, device)
    same(device, np.sort(x))


# --- atomics.cu


@pytest.mark.parametrize("kernel", ["histogram", "histogram_shared"])
def test_histogram(kernel):
    x = rng().integers(0, 256, 30_000, "B")
    bins = cp.zeros(256, "I")
    launch("atomics", kernel, 6, 128, cp.asarray(x), bins, np.int32(len(x)))
    same(bins, np.bincount(x, minlength=256))


def test_all_kinds_of_atomics():
    x = rng().integers(0, 2**14, 1000, "i")
    out = np.array([0, 0, 2**30, -(2**30), -1, 0, 0, 0, 5], "i")
    counter, wide, device = cp.zeros(2, "I"), cp.zeros(2, "Q"), cp.asarray(out)
    launch("atomics", "all_kinds", 8, 128, cp.asarray(x), device, counter, wide, np.int32(1000))
    same(
        device,
        [
            x.sum(),
            -x.sum(),
            x.min(),
            x.max(),
            np.bitwise_and.reduce(x | 0xFF00),
            np.bitwise_or.reduce(x),
            np.bitwise_xor.reduce(x),
            77,
            6,
        ],
    )
    down = 0
    for _ in range(1000):
        down = 12 if down == 0 or down > 12 else down - 1
    same(counter, [1000 % 10, down])
    same(wide, [x.sum(), x.max()])


def test_float_atomics():
    x = rng().random(10_000, "f")
    single, double = cp.zeros(1, "f"), cp.zeros(1)
    launch("atomics", "float_sums", blocks(10_000, 128), 128, cp.asarray(x), single, double, np.int32(10_000))
    same(single, [x.sum(dtype="d")], rtol=1e-4)
    same(double, [x.sum(dtype="d")], rtol=1e-12)


def test_compare_and_swap():
    x = rng().normal(0, 10, 5000).astype("f")
    result = cp.full(1, 0, "f")
    launch("atomics", "largest", blocks(5000, 128), 128, cp.asarray(x), result, np.int32(5000))
    same(result, [x.max()])


def test_spin_locks():
    accounts, n = 16, 3000
    give, take = rng().integers(0, accounts, (2, n), "i")
    amount = rng(1).integers(1, 100, n, "i")
    locks, balance = cp.zeros(accounts, "i"), cp.full(accounts, 1000, "i")
    launch(
        "atomics",
        "transfers",
        blocks(n, 64),
        64,
        locks,
        balance,
        cp.asarray(give),
        cp.asarray(take),
        cp.asarray(amount),
        np.int32(n),
    )
    expected = np.full(accounts, 1000)
    np.subtract.at(expected, give, amount)
    np.add.at(expected, take, amount)
    same(balance, expected)
    same(locks, np.zeros(accounts))


def test_work_queue():
    jobs = np.arange(1000, dtype="i")
    results, following = cp.zeros(1000, "i"), cp.zeros(1, "I")
    launch("atomics", "work_queue", 7, 32, cp.asarray(jobs), results, following, np.int32(1000))
    same(results, jobs**2)


def test_hash_table():
    keys = rng().integers(0, 700, 2000).astype("I")
    table, distinct = cp.full(1024, 2**32 - 1, "I"), cp.zeros(1, "I")
    launch(
        "atomics",
        "hash_insert",
        blocks(2000, 128),
        128,
        cp.asarray(keys),
        table,
        np.uint32(1024),
        distinct,
        np.int32(2000),
    )
    same(distinct, [len(np.unique(keys))])
    host = table.get()
    np.testing.assert_array_equal(np.sort(host[host != 2**32 - 1]), np.unique(keys))


def test_linked_lists():
    heads, following = cp.full(10, -1, "i"), cp.zeros(1000, "i")
    launch("atomics", "link_by_remainder", 8, 128, heads, following, np.int32(10), np.int32(1000))
    heads, following = heads.get(), following.get()
    for r in range(10):
        members, i = [], heads[r]
        while i != -1:
            members.append(i)
            i = following[i]
        assert sorted(members) == list(range(r, 1000, 10))


# --- sorting.cu


def test_bitonic_sort_of_blocks():
    x = rng().random((3, 512), "f")
    device = cp.asarray(x)
    launch("sorting", "bitonic_block", 3, 256, device)
    same(device, np.sort(x))


def test_bitonic_sort():
    n = 4096
    x = rng().integers(-(2**31), 2**31, n).astype("i")
    device = cp.asarray(x)
    size = 2
    while size <= n:
        distance = size // 2
        while distance:
            launch("sorting", "bitonic_step", n // 256, 256, device, np.int32(distance), np.int32(size))
            distance //= 2
        size *= 2
    same(device, np.sort(x))


def test_odd_even_sort():
    x = rng().integers(-999, 999, 151).astype("h")
    device = cp.asarray(x)
    launch("sorting", "odd_even_sort", 1, 76, device, np.int32(151), shared=2 * 151)
    same(device, np.sort(x))


def test_radix_sort():
    x = rng().integers(0, 2**32, (2, 256)).astype("I")
    device = cp.asarray(x)
    launch("sorting", "radix_sort_block", 2, 256, device)
    same(device, np.sort(x))


def test_rank_sort():
    x = rng().integers(0, 50, 300).astype("d")
    out = cp.zeros(300)
    launch("sorting", "rank_sort", 3, 128, cp.asarray(x), out, np.int32(300))
    same(out, np.sort(x))


def test_binary_search():
    x, wanted = np.sort(rng().random(333, "f")), rng(1).random(200, "f")
    wanted[:50] = x[:50]
    position = cp.zeros(200, "i")
    launch("sorting", "lower_bounds", 2, 128, cp.asarray(x), np.int32(333), cp.asarray(wanted), position, np.int32(200))
    same(position, np.searchsorted(x, wanted))


@pytest.mark.parametrize("na, nb", [(100, 57), (0, 20), (300, 1)])
def test_merge(na, nb):
    a, b = np.sort(rng().integers(0, 99, na, "i")), np.sort(rng(1).integers(0, 99, nb, "i"))
    out = cp.zeros(na + nb, "i")
    launch(
        "sorting",
        "merge_sorted",
        1,
        64,
        cp.asarray(a),
        np.int32(na),
        cp.asarray(b),
        np.int32(nb),
        out,
        np.int32(blocks(na + nb, 64)),
    )
    same(out, np.sort(np.concatenate([a, b])))


def test_partition():
    x = rng().integers(-99, 99, 1000, "i")
    out, ends = cp.zeros(1000, "i"), cp.zeros(2, "i")
    launch("sorting", "partition", 8, 128, cp.asarray(x), np.int32(10), out, ends, np.int32(1000))
    below = int((x < 10).sum())
    same(ends, [below, 1000 - below])
    np.testing.assert_array_equal(np.sort(out.get()[:below]), np.sort(x[x < 10]))
    np.testing.assert_array_equal(np.sort(out.get()[below:]), np.sort(x[x >= 10]))


def test_run_starts():
    x = rng().integers(0, 3, 500, "i")
    starts = cp.zeros(500, "B")
    launch("sorting", "run_starts", 4, 128, cp.asarray(x), starts, np.int32(500))
    same(starts, np.concatenate([[1], x[1:] != x[:-1]]))


# --- groups.cu


def test_tiles():
    x = rng().integers(-99, 99, 128, "i")
    out = cp.zeros(16, "i")
    launch("groups", "tile_sums", 2, 64, cp.asarray(x), out)
    same(out, x.reshape(16, 8).sum(1))


def test_group_collectives():
    x = rng().integers(0, 100, 64, "i")
    out = cp.zeros((64, 10), "i")
    launch("groups", "group_collectives", 1, 64, cp.asarray(x), out)
    warp, four = x.reshape(2, 32), x.reshape(16, 4)
    lane, rank = np.arange(64) % 32, np.arange(64) % 4
    up = np.where(lane >= 2, np.roll(x, 2), x)
    down = np.where(rank < 3, np.roll(x, -1), x)
    votes = (four > 50).any(1) + 2 * (four > 10).all(1) + 4 * ((four & 1) << np.arange(4)).sum(1)
    matches = ((four[:, :, None] // 50 == four[:, None] // 50) << np.arange(4)).sum(2)
    expected = [
        warp.sum(1).repeat(32), four.max(1).repeat(4), warp.cumsum(1).ravel(), (four.cumsum(1) - four).ravel(),
        warp[:, 5].repeat(32), four[:, [1, 0, 3, 2]].ravel(), votes.repeat(4), lane // 4 * 100 + 8, up - down,
        matches.ravel(),
    ]  # fmt: skip
    same(out, np.stack(expected, 1))


def test_coalesced_groups():
    x = rng().integers(0, 1000, 3000, "i")
    out, count = cp.zeros(3000, "i"), cp.zeros(1, "i")
    launch("groups", "aggregated_filter", blocks(3000, 128), 128, cp.asarray(x), out, count, np.int32(3000))
    odd = x[x % 2 == 1]
    same(count, [len(odd)])
    np.testing.assert_array_equal(np.sort(out.get()[: len(odd)]), np.sort(odd))


def test_shuffled_structs():
    x = rng().integers(0, 20, 32).astype("d")
    values, indices = cp.zeros(32), cp.zeros(32, "i")
    launch("groups", "shuffle_structs", 1, 32, cp.asarray(x), values, indices)
    same(values, np.full(32, x.min()))
    same(indices, np.full(32, x.argmin()))


def test_partitions_of_groups():
    x = rng().integers(0, 4, 32, "i")
    sizes, ranks = cp.zeros(32, "i"), cp.zeros(32, "i")
    launch("groups", "partitions", 1, 32, cp.asarray(x), sizes, ranks)
    same_label, same_half = x[:, None] == x, (x[:, None] > 1) == (x > 1)
    before = np.tri(32, k=-1, dtype=bool)
    same(sizes, same_label.sum(1) * 100 + same_half.sum(1))
    same(ranks, (same_label & before).sum(1) * 100 + (same_half & before).sum(1))


def test_groups_of_any_kind():
    x = rng().integers(-99, 99, 128, "i")
    out = cp.zeros(10, "i")
    launch("groups", "any_group", 1, 128, cp.asarray(x), out)
    same(out, [x.sum(), *x.reshape(8, 16).sum(1), 128])


# --- cub_blocks.cu


@pytest.mark.parametrize("n", [128, 1000])
def test_cub_block_reduce(n):
    x = rng().normal(size=n).astype("f") - 5
    sums, largest = cp.zeros(blocks(n, 128), "f"), cp.zeros(blocks(n, 128), "f")
    launch("cub_blocks", "block_sums", len(sums), 128, cp.asarray(x), sums, largest, np.int32(n))
    starts = np.arange(0, n, 128)
    same(sums, np.add.reduceat(x, starts), rtol=1e-5)
    same(largest, np.maximum.reduceat(x, starts))


def test_cub_block_reduce_in_three_dimensions():
    x = rng().integers(-99, 99, (3, 256, 3), "i")
    sums = cp.zeros(3, "i")
    launch("cub_blocks", "block_reduce_2d", 3, (16, 8, 2), cp.asarray(x), sums)
    same(sums, x.sum((1, 2)))


def test_cub_scan_with_a_prefix():
    x = rng().integers(-99, 99, 1000, "i")
    out = cp.zeros(1000, "i")
    launch("cub_blocks", "long_scan", 1, 64, cp.asarray(x), out, np.int32(1000))
    same(out, x.cumsum() - x)


def test_cub_block_scans():
    x = rng().integers(0, 99, 512, "i")
    out = cp.zeros((128, 12), "i")
    launch("cub_blocks", "block_scans", 1, 128, cp.asarray(x), out)
    first = x[:128]
    largest = np.maximum.accumulate(np.concatenate([[-1], first[:-1]]))
    columns = [first.cumsum(), first.cumsum() - first, largest, np.full(128, first.sum())]
    same(out, np.hstack([np.stack(columns, 1), x.cumsum().reshape(128, 4), np.maximum.accumulate(x).reshape(128, 4)]))


def test_cub_warp_collectives():
    x, flags = rng().integers(0, 99, 128, "i"), (rng(1).random(128) < 0.2).astype("i")
    out = cp.zeros((128, 8), "i")
    launch("cub_blocks", "warp_collectives", 1, 128, cp.asarray(x), cp.asarray(flags), out)
    expected = np.zeros((128, 8), "i")
    warps, halves_ = x.reshape(4, 32), x.reshape(8, 16)
    expected[::32, 0], expected[::32, 1], expected[::32, 3] = warps.sum(1), warps.max(1), warps[:, :20].sum(1)
    heads = np.nonzero((flags == 1) | (np.arange(128) % 32 == 0))[0]
    expected[heads, 2] = np.add.reduceat(x, heads)
    expected[:, 4] = halves_.cumsum(1).ravel()
    expected[:, 5] = np.maximum.accumulate(np.hstack([np.full((8, 1), 7), halves_[:, :-1]]), 1).ravel()
    expected[:, 6] = halves_[:, 3].repeat(16)
    expected[:, 7] = (halves_.cumsum(1) - halves_).ravel()
    same(out, expected)
