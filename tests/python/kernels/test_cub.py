"""CUB's classes of blocks and warps in raw kernels, against NumPy."""

import numpy as np
import pytest

import cuprum as cp

THREADS, ITEMS = 96, 3
TILE = THREADS * ITEMS


def run(body, *arrays, parameters="", includes="", threads=THREADS):
    """Runs `body` in one block; its arrays are changed in place."""
    given = [cp.asarray(a) for a in arrays]
    code = f"""
    #include <cub/cub.cuh>
    {includes}
    extern "C" __global__ void kernel({parameters}) {{
        const int t = threadIdx.x;
        {body}
    }}"""
    cp.RawKernel(code, "kernel")((1,), (threads,), tuple(given))
    results = [a.get() for a in given]
    return results[0] if len(results) == 1 else results


def ramp(dtype="i4"):
    return np.arange(TILE).astype(dtype)


def blocked(kind="int"):
    return f"{kind} items[3]; for (int i = 0; i < 3; ++i) items[i] = x[t * 3 + i];"


WRITE = "for (int i = 0; i < 3; ++i) x[t * 3 + i] = items[i];"


@pytest.mark.parametrize(
    "algorithm", ["DIRECT", "STRIPED", "VECTORIZE", "TRANSPOSE", "WARP_TRANSPOSE", "WARP_TRANSPOSE_TIMESLICED"]
)
@pytest.mark.parametrize("valid", [None, 0, 100, TILE])
def test_load_and_store(algorithm, valid):
    bounds = "" if valid is None else f", {valid}"
    default = "" if valid is None else f", {valid}, -7"
    x, y, mine = run(
        f"""
        typedef cub::BlockLoad<int, 96, 3, cub::BLOCK_LOAD_{algorithm}> Load;
        typedef cub::BlockStore<int, 96, 3, cub::BLOCK_STORE_{algorithm}> Store;
        __shared__ typename Load::TempStorage load;
        __shared__ typename Store::TempStorage store;
        int items[3];
        Load(load).Load(x, items{default});
        for (int i = 0; i < 3; ++i) mine[t * 3 + i] = items[i];
        Store(store).Store(y, items{bounds});""",
        ramp(),
        np.full(TILE, -1, "i4"),
        ramp(),
        parameters="const int* x, int* y, int* mine",
    )
    read = TILE if valid is None else valid
    expected = np.where(ramp() < read, ramp(), -7)
    np.testing.assert_array_equal(mine, expected.reshape(3, -1).T.ravel() if algorithm == "STRIPED" else expected)
    np.testing.assert_array_equal(y, np.where(ramp() < read, ramp(), -1))


def test_a_tile_that_is_loaded_and_stored_in_one_place():
    x = run(
        """
        typedef cub::BlockLoad<int, 96, 3, cub::BLOCK_LOAD_TRANSPOSE> Load;
        typedef cub::BlockStore<int, 96, 3, cub::BLOCK_STORE_STRIPED> Store;
        __shared__ typename Load::TempStorage load;
        __shared__ typename Store::TempStorage store;
        int items[3];
        Load(load).Load(x, items);
        Store(store).Store(x, items);""",
        ramp(),
        parameters="int* x",
    )
    np.testing.assert_array_equal(x, ramp().reshape(-1, 3).T.ravel())


def striped(x):
    return x.reshape(3, -1).T.ravel()


def warp_striped(x):
    return x.reshape(3, 3, 32).transpose(0, 2, 1).ravel()


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("BlockedToStriped", striped),
        ("StripedToBlocked", lambda x: x.reshape(-1, 3).T.ravel()),
        ("BlockedToWarpStriped", warp_striped),
        ("WarpStripedToBlocked", lambda x: x.reshape(3, 32, 3).transpose(0, 2, 1).ravel()),
    ],
)
def test_exchange(method, expected):
    x = run(
        f"""
        typedef cub::BlockExchange<int, 96, 3> Exchange;
        __shared__ typename Exchange::TempStorage storage;
        {blocked()}
        Exchange(storage).{method}(items, items);
        {WRITE}""",
        ramp(),
        parameters="int* x",
    )
    np.testing.assert_array_equal(x, expected(ramp()))


@pytest.mark.parametrize("method", ["ToBlocked", "ToStriped", "ToStripedGuarded", "ToStripedFlagged"])
def test_scatter(method):
    ranks = np.random.default_rng(1).permutation(TILE).astype("i4")
    flags = ", flags" if "Flagged" in method else ""
    x, _ = run(
        f"""
        typedef cub::BlockExchange<int, 96, 3> Exchange;
        __shared__ typename Exchange::TempStorage storage;
        int ranks[3], flags[3];
        for (int i = 0; i < 3; ++i) ranks[i] = r[t * 3 + i], flags[i] = 1;
        {blocked()}
        Exchange(storage).Scatter{method}(items, items, ranks{flags});
        {WRITE}""",
        ramp(),
        ranks,
        parameters="int* x, const int* r",
    )
    placed = np.empty(TILE, "i4")
    placed[ranks] = ramp()
    np.testing.assert_array_equal(x, placed if method == "ToBlocked" else striped(placed))


KEYS = {
    "i1": "signed char",
    "u1": "unsigned char",
    "i2": "short",
    "i4": "int",
    "u4": "unsigned",
    "i8": "long long",
    "f4": "float",
    "f8": "double",
}


def keys(dtype):
    rng = np.random.default_rng(2)
    if dtype[0] == "f":
        x = np.round(rng.normal(size=TILE) * 20).astype(dtype)
        x[:8] = [0.0, -0.0, np.inf, -np.inf, 0.0, -0.0, 1e-40, -1e-40]
        return rng.permutation(x)
    limits = np.iinfo(dtype)
    x = rng.integers(limits.min, limits.max, TILE, dtype=dtype, endpoint=True)
    return np.where(rng.random(TILE) < 0.5, x % 5, x).astype(dtype)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("method", ["radix", "radix striped", "merge"])
@pytest.mark.parametrize("dtype", list(KEYS))
def test_sorts_are_stable(dtype, method, descending):
    kind = KEYS[dtype]
    threads = 64 if method == "merge" else THREADS  # Merges are of a power of two.
    if method == "merge":
        order = "cub::BlockMergeSort<%s, 64, 3, int>" % kind
        call = "Sort(storage).Sort(items, values, [](%s a, %s b) { return %s; });" % (
            kind,
            kind,
            "b < a" if descending else "a < b",
        )
    else:
        order = "cub::BlockRadixSort<%s, 96, 3, int>" % kind
        call = "Sort(storage).Sort%s%s(items, values);" % (
            "Descending" if descending else "",
            "BlockedToStriped" if "striped" in method else "",
        )
    given = keys(dtype)[: threads * ITEMS]
    x, places = run(
        f"""
        typedef {order} Sort;
        __shared__ typename Sort::TempStorage storage;
        int values[3];
        for (int i = 0; i < 3; ++i) values[i] = t * 3 + i;
        {blocked(kind)}
        {call}
        for (int i = 0; i < 3; ++i) places[t * 3 + i] = values[i];
        {WRITE}""",
        given,
        ramp(),
        parameters=f"{kind}* x, int* places",
        threads=threads,
    )
    reversed_keys = given[::-1]
    expected = (
        given.size - 1 - np.argsort(reversed_keys, kind="stable")[::-1]
        if descending
        else np.argsort(given, kind="stable")
    )
    if "striped" in method:
        expected = striped(expected)
    np.testing.assert_array_equal(places[: given.size], expected)
    np.testing.assert_array_equal(x, given[expected])
    np.testing.assert_array_equal(np.signbit(x), np.signbit(given[expected]))


@pytest.mark.parametrize(("begin", "end"), [(0, 8), (4, 9), (16, 32), (5, 5)])
def test_radix_sort_by_some_bits(begin, end):
    given = np.random.default_rng(3).integers(0, 2**32, TILE, dtype="u4")
    x = run(
        f"""
        typedef cub::BlockRadixSort<unsigned, 96, 3> Sort;
        __shared__ typename Sort::TempStorage storage;
        {blocked("unsigned")}
        Sort(storage).Sort(items, {begin}, {end});
        {WRITE}""",
        given,
        parameters="unsigned* x",
    )
    digits = given.astype("u8") >> np.uint64(begin) & np.uint64(2 ** (end - begin) - 1)
    np.testing.assert_array_equal(x, given[np.argsort(digits, kind="stable")])


@pytest.mark.parametrize("valid", [0, 1, 100, 192])
def test_merge_sort_of_a_part(valid):
    given = keys("i4")[:192]
    x = run(
        f"""
        typedef cub::BlockMergeSort<int, 64, 3> Sort;
        __shared__ typename Sort::TempStorage storage;
        {blocked()}
        Sort(storage).Sort(items, [](int a, int b) {{ return a < b; }}, {valid}, 2147483647);
        {WRITE}""",
        given,
        parameters="int* x",
        threads=64,
    )
    np.testing.assert_array_equal(x[:valid], np.sort(given[:valid]))


@pytest.mark.parametrize("width", [32, 8])
def test_sorts_and_exchanges_of_warps(width):
    given = keys("i4")
    x, y = run(
        f"""
        typedef cub::WarpMergeSort<int, 3, {width}> Sort;
        typedef cub::WarpExchange<int, 3, {width}> Exchange;
        __shared__ typename Sort::TempStorage sort[96 / {width}];
        __shared__ typename Exchange::TempStorage exchange[96 / {width}];
        {blocked()}
        Sort(sort[t / {width}]).Sort(items, [](int a, int b) {{ return a < b; }});
        {WRITE}
        Exchange(exchange[t / {width}]).BlockedToStriped(items, items);
        for (int i = 0; i < 3; ++i) y[t * 3 + i] = items[i];""",
        given,
        np.zeros(TILE, "i4"),
        parameters="int* x, int* y",
    )
    expected = np.sort(given.reshape(-1, width * 3))
    np.testing.assert_array_equal(x, expected.ravel())
    np.testing.assert_array_equal(y, expected.reshape(-1, 3, width).transpose(0, 2, 1).ravel())


def test_loads_and_stores_of_warps():
    x = run(
        """
        typedef cub::WarpLoad<int, 3, cub::WARP_LOAD_TRANSPOSE> Load;
        typedef cub::WarpStore<int, 3, cub::WARP_STORE_STRIPED> Store;
        __shared__ typename Load::TempStorage load[3];
        __shared__ typename Store::TempStorage store[3];
        int items[3];
        Load(load[t / 32]).Load(x + t / 32 * 96, items);
        Store(store[t / 32]).Store(x + t / 32 * 96, items);""",
        ramp(),
        parameters="int* x",
    )
    np.testing.assert_array_equal(x, ramp().reshape(3, 32, 3).transpose(0, 2, 1).ravel())


def test_discontinuity():
    given = np.sort(np.random.default_rng(4).integers(0, 60, TILE)).astype("i4")
    heads, tails, with_ends, places = run(
        f"""
        typedef cub::BlockDiscontinuity<int, 96> Flags;
        __shared__ typename Flags::TempStorage storage;
        {blocked().replace("x[", "given[")}
        int first[3], last[3];
        Flags(storage).FlagHeadsAndTails(first, last, items, [](int a, int b) {{ return a != b; }});
        for (int i = 0; i < 3; ++i) heads[t * 3 + i] = first[i], tails[t * 3 + i] = last[i];
        __syncthreads();
        Flags(storage).FlagHeads(first, items, [](int a, int b) {{ return a != b; }}, given[0]);
        __syncthreads();
        Flags(storage).FlagTails(last, items, [](int a, int b, int place) {{ return place % 5 == 0; }}, given[287]);
        for (int i = 0; i < 3; ++i) ends[t * 3 + i] = first[i], places[t * 3 + i] = last[i];""",
        *[np.zeros(TILE, "i4")] * 4,
        given,
        parameters="int* heads, int* tails, int* ends, int* places, const int* given",
    )[:4]
    differs = given[1:] != given[:-1]
    np.testing.assert_array_equal(heads, np.r_[True, differs])
    np.testing.assert_array_equal(tails, np.r_[differs, True])
    np.testing.assert_array_equal(with_ends, np.r_[False, differs])
    np.testing.assert_array_equal(places, np.arange(1, TILE + 1) % 5 == 0)


def test_adjacent_difference():
    given = np.random.default_rng(5).integers(-50, 50, TILE).astype("i4")
    calls = {
        "SubtractLeft(items, items, minus)": np.r_[given[0], np.diff(given)],
        "SubtractLeft(items, items, minus, 9)": np.r_[given[0] - 9, np.diff(given)],
        "SubtractRight(items, items, minus)": np.r_[-np.diff(given), given[-1]],
        "SubtractRight(items, items, minus, 9)": np.r_[-np.diff(given), given[-1] - 9],
        "SubtractLeftPartialTile(items, items, minus, 50)": np.r_[given[0], np.diff(given[:50]), given[50:]],
        "SubtractLeftPartialTile(items, items, minus, 50, 9)": np.r_[given[0] - 9, np.diff(given[:50]), given[50:]],
        "SubtractRightPartialTile(items, items, minus, 50)": np.r_[-np.diff(given[:50]), given[49:]],
    }
    for call, expected in calls.items():
        x = run(
            f"""
            typedef cub::BlockAdjacentDifference<int, 96> Difference;
            __shared__ typename Difference::TempStorage storage;
            const auto minus = [](int a, int b) {{ return a - b; }};
            {blocked()}
            Difference(storage).{call};
            {WRITE}""",
            given,
            parameters="int* x",
        )
        np.testing.assert_array_equal(x, expected, call)


@pytest.mark.parametrize("algorithm", ["SORT", "ATOMIC"])
def test_histogram(algorithm):
    given = np.random.default_rng(6).integers(0, 40, TILE).astype("u1")
    counts, _ = run(
        f"""
        typedef cub::BlockHistogram<unsigned char, 96, 3, 256, cub::BLOCK_HISTO_{algorithm}> Histogram;
        __shared__ typename Histogram::TempStorage storage;
        __shared__ unsigned bins[256];
        unsigned char items[3];
        for (int i = 0; i < 3; ++i) items[i] = x[t * 3 + i];
        Histogram(storage).Histogram(items, bins);
        __syncthreads();
        Histogram(storage).Composite(items, bins);
        __syncthreads();
        for (int i = t; i < 256; i += 96) counts[i] = bins[i];""",
        np.zeros(256, "u4"),
        given,
        parameters="unsigned* counts, const unsigned char* x",
    )
    np.testing.assert_array_equal(counts, 2 * np.bincount(given, minlength=256))


def test_run_length_decode():
    lengths = np.random.default_rng(7).integers(0, 5, THREADS * 2).astype("u4")
    lengths[0] = 3
    values = np.arange(THREADS * 2, dtype="i4") * 7
    total = int(lengths.sum())
    windows = -(-total // THREADS)
    out, places, size, _, _ = run(
        """
        typedef cub::BlockRunLengthDecode<int, 96, 2, 1> Decode;
        __shared__ typename Decode::TempStorage storage;
        int mine[2] = {values[2 * t], values[2 * t + 1]};
        unsigned runs[2] = {lengths[2 * t], lengths[2 * t + 1]}, total = 0;
        Decode decode(storage, mine, runs, total);
        if (t == 0) *size = total;
        for (unsigned from = 0; from < total; from += 96) {
            int item[1];
            unsigned place[1];
            decode.RunLengthDecode(item, place, from);
            out[from + t] = item[0];
            places[from + t] = place[0];
        }""",
        np.zeros(windows * THREADS, "i4"),
        np.zeros(windows * THREADS, "u4"),
        np.zeros(1, "u4"),
        values,
        lengths,
        parameters="int* out, unsigned* places, unsigned* size, const int* values, const unsigned* lengths",
    )
    assert size[0] == total
    np.testing.assert_array_equal(out[:total], np.repeat(values, lengths))
    np.testing.assert_array_equal(places[:total], np.concatenate([np.arange(n) for n in lengths]))


def test_shuffle():
    given = ramp()
    x, rotated, up, down, ends = run(
        f"""
        typedef cub::BlockShuffle<int, 96> Shuffle;
        __shared__ typename Shuffle::TempStorage storage;
        int far = -1, next = 0;
        Shuffle(storage).Offset(x[t], far, 5);
        __syncthreads();
        Shuffle(storage).Rotate(x[t], next, 90);
        __syncthreads();
        rotated[t] = next;
        {blocked()}
        int before[3] = {{-1, -1, -1}}, behind[3] = {{-1, -1, -1}}, last, first;
        Shuffle(storage).Up(items, before, last);
        __syncthreads();
        Shuffle(storage).Down(items, behind, first);
        for (int i = 0; i < 3; ++i) up[t * 3 + i] = before[i], down[t * 3 + i] = behind[i];
        __syncthreads();
        x[t] = far;
        if (t == 40) ends[0] = last, ends[1] = first;""",
        given,
        np.zeros(THREADS, "i4"),
        ramp(),
        ramp(),
        np.zeros(2, "i4"),
        parameters="int* x, int* rotated, int* up, int* down, int* ends",
    )
    np.testing.assert_array_equal(x[:THREADS], np.r_[np.arange(5, THREADS), [-1] * 5])
    np.testing.assert_array_equal(rotated, np.roll(np.arange(THREADS), -90))
    np.testing.assert_array_equal(up, np.r_[-1, given[:-1]])
    np.testing.assert_array_equal(down, np.r_[given[1:], -1])
    np.testing.assert_array_equal(ends, [TILE - 1, 0])


def test_parts_of_threads():
    x = run(
        f"""
        {blocked()}
        int scanned[3];
        cub::CacheModifiedInputIterator<cub::LOAD_CS, int> cached(x);
        cub::ArgIndexInputIterator<int*> numbered(x);
        const auto pair = numbered[t * 3 + 1];
        const int found = cub::LowerBound(x, 288, t * 3 + 1) + cub::UpperBound(x, 288, t * 3 + 1);
        const int largest = cub::ThreadReduce(items, [](int a, int b) {{ return a < b ? b : a; }});
        const bool same = cached[t * 3 + 2] == items[2] && pair.key == t * 3 + 1 && pair.value == items[1];
        const unsigned lane = cub::ThreadLoad<cub::LOAD_CA>(x + t) * 0 + t % 32;
        __syncthreads();
        cub::ThreadStore<cub::STORE_WB>(x + t * 3, found);
        x[t * 3 + 1] = largest;
        x[t * 3 + 2] = same + 2 * (lane == t % 32);""",
        ramp(),
        parameters="int* x",
    )
    t = np.arange(THREADS)
    np.testing.assert_array_equal(x.reshape(-1, 3), np.stack([6 * t + 3, 3 * t + 2, 0 * t + 3], 1))


@pytest.mark.parametrize("call", ["DeviceReduce::Sum", "DeviceRadixSort::SortKeys", "DeviceScan::ExclusiveSum"])
def test_what_the_host_calls_is_refused_by_name(call):
    with pytest.raises(
        cp.CompileException, match=f"cub::{call} works on whole arrays and is called by a program's host"
    ):
        run(f"size_t bytes = 0; cub::{call}(nullptr, bytes, x, x, 5);", ramp(), parameters="int* x")
