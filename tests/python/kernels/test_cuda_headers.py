"""CUDA's headers in kernels. A GPU reads NVIDIA's own; on a CPU cuprum's stand for them, and must give the same
results."""

import numpy as np
import pytest
from common import BFLOAT16

import cuprum as cp

on_cpu = pytest.mark.skipif(cp.backend() != "cpu", reason="what a CPU refuses, a GPU can do")
HALF = np.dtype("e")


def run(code, threads, *arguments, name="kernel", block=128):
    kernel = cp.RawKernel(code, name)
    kernel((-(-threads // block),), (block,), arguments)


# --- float16 and bfloat16

FORMATS = {
    HALF: {"include": "cuda_fp16.h", "type": "__half", "name": "half"},
    BFLOAT16: {"include": "cuda_bf16.h", "type": "__nv_bfloat16", "name": "bfloat16"},
}
both_formats = pytest.mark.parametrize("dtype", FORMATS, ids=["float16", "bfloat16"])


def every(dtype):
    return np.arange(2**16, dtype="H").view(dtype)


def pairs(dtype, count=20_000):
    """Pairs of all kinds of numbers, many of like magnitude."""
    rng = np.random.default_rng(5)
    a, b = rng.integers(0, 2**16, (2, count)).astype("H")
    b[::2] = a[::2] ^ rng.integers(0, 2**9, count // 2).astype("H")
    special = np.array([0, 0x8000, 1, 0x8001, 0x7C00, 0x7F80, 0xFF80, 0xFC00, 0x7E00, 0x7FC0, 0x3C00, 0x3F80], "H")
    a[: len(special) ** 2], b[: len(special) ** 2] = special.repeat(len(special)), np.tile(special, len(special))
    return a.view(dtype), b.view(dtype)


def rounded(exact, dtype):
    """float64 values rounded once, to nearest even."""
    if dtype == HALF:
        return exact.astype(HALF)
    # To float by truncation with a sticky bit, then to nearest: no tie is made on the way.
    with np.errstate(invalid="ignore", over="ignore"):
        single = exact.astype("f")
        back = single.astype("d")
        toward_zero = np.where(np.abs(back) > np.abs(exact), np.nextafter(single, np.float32(0)), single)
        bits = toward_zero.view("I") | (toward_zero.astype("d") != exact) * (np.isfinite(exact))
    return np.where(np.isfinite(exact), bits.astype("I").view("f"), single).astype("f").astype(BFLOAT16)


def check(actual, expected, dtype):
    actual, expected = actual.get().view("H"), np.ascontiguousarray(expected).view("H")
    number = lambda bits: bits.view(dtype).astype("f")
    different = np.nonzero((actual != expected) & ~(np.isnan(number(actual)) & np.isnan(number(expected))))[0]
    if len(different):
        i = different[0]
        pytest.fail(
            f"{len(different)} differ, first [{i}]: {actual[i]:#06x} = {number(actual)[i]}, wanted {expected[i]:#06x} "
            f"= {number(expected)[i]}"
        )


OPERATIONS = {
    "__hadd_rn(a, b)": lambda a, b: a + b,
    "__hsub_rn(a, b)": lambda a, b: a - b,
    "__hmul_rn(a, b)": lambda a, b: a * b,
    "__hfma(a, b, a)": lambda a, b: a * b + a,
    "__hfma(a, b, b)": lambda a, b: a * b + b,
    "__hneg(a)": lambda a, b: -a,
    "__habs(a)": lambda a, b: np.abs(a),
    "__hadd_sat(a, b)": lambda a, b: np.where(np.isnan(a + b), 0, np.clip(a + b, 0, 1)),
    "__hmul_sat(a, b)": lambda a, b: np.where(np.isnan(a * b), 0, np.clip(a * b, 0, 1)),
    "__hfma_relu(a, b, a)": lambda a, b: np.where(np.isnan(a * b + a), np.nan, np.maximum(a * b + a, 0)),
    "__hmax_nan(a, b)": np.maximum,
    "__hmin_nan(a, b)": np.minimum,
    "__hmax(a, b)": np.fmax,
    "__hmin(a, b)": np.fmin,
}


@both_formats
@pytest.mark.parametrize("operation", OPERATIONS)
def test_arithmetic(dtype, operation):
    a, b = pairs(dtype)
    if dtype == BFLOAT16 and "fma" in operation:
        # float64 cannot hold all of these sums.
        near = (
            np.abs(
                np.log2(np.abs(a.astype("d") * b.astype("d")))
                - np.log2(np.abs((a if operation.endswith("a)") else b).astype("d")))
            )
            < 36
        )
        a, b = a[near], b[near]
    with np.errstate(all="ignore"):
        expected = rounded(OPERATIONS[operation](a.astype("d"), b.astype("d")), dtype)
    out = cp.zeros(len(a), dtype)
    f = FORMATS[dtype]
    run(f"""
        #include <{f["include"]}>
        extern "C" __global__ void kernel(const {f["type"]}* x, const {f["type"]}* y, {f["type"]}* out, int n) {{
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            const {f["type"]} a = x[i], b = y[i];
            out[i] = {operation};
        }}""", len(a), cp.asarray(a), cp.asarray(b), out, np.int32(len(a)))  # fmt: skip
    if "max" in operation or "min" in operation or "sat" in operation or "relu" in operation:
        # Which of two zeros it is, NumPy does not tell.
        actual = out.get()
        np.testing.assert_array_equal(actual.astype("f"), expected.astype("f"))
    else:
        check(out, expected, dtype)


@both_formats
def test_comparisons(dtype):
    a, b = pairs(dtype)
    names = ["eq", "ne", "lt", "le", "gt", "ge"]
    out = cp.zeros((len(a), 18), "?")
    f = FORMATS[dtype]
    lines = [f"row[{i}] = __h{name}(a, b); row[{i + 6}] = __h{name}u(a, b);" for i, name in enumerate(names)]
    lines += [f"row[{12 + i}] = a {symbol} b;" for i, symbol in enumerate(["==", "!=", "<", "<=", ">", ">="])]
    run(f"""
        #include <{f["include"]}>
        extern "C" __global__ void kernel(const {f["type"]}* x, const {f["type"]}* y, bool* out, int n) {{
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            const {f["type"]} a = x[i], b = y[i];
            bool* row = out + 18 * i;
            {" ".join(lines)}
        }}""", len(a), cp.asarray(a), cp.asarray(b), out, np.int32(len(a)))  # fmt: skip
    x, y = a.astype("f"), b.astype("f")
    unordered = np.isnan(x) | np.isnan(y)
    results = [x == y, (x < y) | (x > y), x < y, x <= y, x > y, x >= y]
    expected = results + [r | unordered for r in results] + [x == y, x != y, x < y, x <= y, x > y, x >= y]
    np.testing.assert_array_equal(out.get(), np.stack(expected, 1))


ROUNDINGS = {"rn": np.rint, "rz": np.trunc, "rd": np.floor, "ru": np.ceil}
INTEGERS = {"short": "h", "ushort": "H", "int": "i", "uint": "I", "ll": "q", "ull": "Q"}


@both_formats
@pytest.mark.parametrize("integer", INTEGERS)
def test_conversions_to_integers(dtype, integer):
    x = every(dtype)
    wanted = np.dtype(INTEGERS[integer])
    out = cp.zeros((len(x), 4), wanted)
    f = FORMATS[dtype]
    ctype = "short" if "short" in integer else "int" if "int" in integer else "long long"
    run(f"""
        #include <{f["include"]}>
        extern "C" __global__ void kernel(const {f["type"]}* x, {"unsigned " * (integer[0] == "u")}{ctype}* out) {{
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            {" ".join(f"out[4 * i + {k}] = __{f['name']}2{integer}_{mode}(x[i]);" for k, mode in enumerate(ROUNDINGS))}
        }}""", len(x), cp.asarray(x), out)  # fmt: skip
    wide = x.astype("f").astype("d")
    limits = np.iinfo(wanted)
    for k, function in enumerate(ROUNDINGS.values()):
        value = function(wide)
        with np.errstate(invalid="ignore"):
            expected = np.where(
                value >= float(limits.max), limits.max, np.where(value <= limits.min, limits.min, value.astype(wanted))
            )
        # NaN: nothing in 32 bits, the top bit alone in 64.
        expected = np.where(
            np.isnan(value),
            np.array(1, "Q") << 63 if wanted.itemsize == 8 else 0,
            expected.astype(wanted).view(f"u{wanted.itemsize}"),
        )
        np.testing.assert_array_equal(out.get()[:, k].view(f"u{wanted.itemsize}"), expected, err_msg=list(ROUNDINGS)[k])


def directed(exact, dtype):
    """A number's neighbours in a format: nearest, towards zero, down, up."""
    with np.errstate(over="ignore"):
        nearest = rounded(exact, dtype)
        value = nearest.astype("d")
        bits = nearest.view("H").astype("i")
        magnitude, negative = bits & 0x7FFF, np.signbit(value)

        def step(up):
            grows = up != negative
            moved = np.where(magnitude == 0, np.where(up, 1, 0x8001), bits + np.where(grows, 1, -1))
            return moved.astype("H").view(dtype)

        down = np.where(value > exact, step(False).view("H"), nearest.view("H")).view(dtype)
        up = np.where(value < exact, step(True).view("H"), nearest.view("H")).view(dtype)
    toward_zero = np.where(exact > 0, down.view("H"), up.view("H")).view(dtype)
    return {"rn": nearest, "rz": toward_zero, "rd": down, "ru": up}


@both_formats
def test_conversions_from_float(dtype):
    rng = np.random.default_rng(3)
    x = np.concatenate(
        [
            rng.integers(0, 2**32, 20_000).astype("I").view("f"),
            rng.normal(0, 1, 20_000).astype("f"),
            every(dtype).astype("f")[::7],
        ]
    )
    x[20_000:30_000:3] = x[20_000:30_000:3].astype(dtype).astype("f") * np.float32(1 + 2**-11)  # halfway between two
    x = x[np.isfinite(x)]
    out = cp.zeros((4, len(x)), dtype)
    f = FORMATS[dtype]
    run(f"""
        #include <{f["include"]}>
        extern "C" __global__ void kernel(const float* x, {f["type"]}* out, int n) {{
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            {" ".join(f"out[{k} * n + i] = __float2{f['name']}_{mode}(x[i]);" for k, mode in enumerate(ROUNDINGS))}
        }}""", len(x), cp.asarray(x), out, np.int32(len(x)))  # fmt: skip
    for row, expected in zip(out, directed(x.astype("d"), dtype).values()):
        check(row, expected, dtype)


@both_formats
def test_conversions_from_integers(dtype):
    rng = np.random.default_rng(4)
    x = rng.integers(-(2**52), 2**52, 20_000) >> rng.integers(0, 50, 20_000)
    out = cp.zeros((4, len(x)), dtype)
    f = FORMATS[dtype]
    run(f"""
        #include <{f["include"]}>
        extern "C" __global__ void kernel(const long long* x, {f["type"]}* out, int n) {{
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            {" ".join(f"out[{k} * n + i] = __ll2{f['name']}_{mode}(x[i]);" for k, mode in enumerate(ROUNDINGS))}
        }}""", len(x), cp.asarray(x), out, np.int32(len(x)))  # fmt: skip
    for row, expected in zip(out, directed(x.astype("d"), dtype).values()):
        check(row, expected, dtype)


def test_masks_of_pairs():
    a, b = (x.reshape(-1, 2) for x in pairs(HALF))
    out = cp.zeros((len(a), 3), "I")
    run("""
        #include <cuda_fp16.h>
        extern "C" __global__ void kernel(const __half2* x, const __half2* y, unsigned* out, int n) {
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            out[3 * i] = __hlt2_mask(x[i], y[i]);
            out[3 * i + 1] = __hbge2(x[i], y[i]) | __hbneu2(x[i], y[i]) << 1;
            const __half2 ones = __hgt2(x[i], y[i]);
            out[3 * i + 2] = __half_as_ushort(__low2half(ones)) | __half_as_ushort(__high2half(ones)) << 16;
        }""", len(a), cp.asarray(a), cp.asarray(b), out, np.int32(len(a)))  # fmt: skip
    a, b = a.astype("f"), b.astype("f")
    weights = np.array([1, 2**16])
    expected = [
        ((a < b) * 0xFFFF * weights).sum(1),
        (a >= b).all(1) | (a != b).all(1) * 2,
        ((a > b) * 0x3C00 * weights).sum(1),
    ]
    np.testing.assert_array_equal(out.get(), np.stack(expected, 1))


# --- cuRAND: what its own headers give, of release 13.0 compiled for a host

# generator, seed, subsequence, offset, and the first three numbers
STREAMS = [
    ("curandStateXORWOW_t", 0x0, 0x0, 0x0, [3179217846, 1883133293, 2220552389]),
    ("curandStateXORWOW_t", 0x1, 0x0, 0x0, [2898200796, 3111669439, 2179589753]),
    ("curandStateXORWOW_t", 0x2A, 0x1, 0x0, [687819970, 2592620328, 2975550928]),
    ("curandStateXORWOW_t", 0x2A, 0x0, 0x1, [2363150160, 799977142, 2317951200]),
    ("curandStateXORWOW_t", 0xFFFFFFFFFFFFFFFF, 0x3039, 0x2A6, [2331883283, 2923333106, 1883503610]),
    ("curandStateXORWOW_t", 0x123456789ABCDEF, 0x80000007, 0x10000000003, [61511737, 4085574006, 2941077224]),
    ("curandStateXORWOW_t", 0x7, 0x3FFFFFFFFFFFF, 0x8000000000000001, [467462325, 4214563552, 2922364558]),
    ("curandStatePhilox4_32_10_t", 0x0, 0x0, 0x0, [1713891541, 3781805453, 3159862348]),
    ("curandStatePhilox4_32_10_t", 0x1, 0x0, 0x0, [3823634032, 3842641596, 2515673792]),
    ("curandStatePhilox4_32_10_t", 0x2A, 0x1, 0x0, [43202409, 542238995, 996716600]),
    ("curandStatePhilox4_32_10_t", 0x2A, 0x0, 0x1, [2012563771, 314527917, 1463989207]),
    ("curandStatePhilox4_32_10_t", 0xFFFFFFFFFFFFFFFF, 0x3039, 0x2A6, [3191034384, 3190469376, 1434413516]),
    ("curandStatePhilox4_32_10_t", 0x123456789ABCDEF, 0x80000007, 0x10000000003, [2161984799, 1180540185, 2695791765]),
    ("curandStatePhilox4_32_10_t", 0x7, 0x3FFFFFFFFFFFF, 0x8000000000000001, [1124001687, 2950899884, 2763526846]),
    ("curandStateMRG32k3a_t", 0x0, 0x0, 0x0, [545508615, 1368065476, 1327943825]),
    ("curandStateMRG32k3a_t", 0x1, 0x0, 0x0, [1860102995, 403207181, 975854239]),
    ("curandStateMRG32k3a_t", 0x2A, 0x1, 0x0, [473693671, 2915688571, 3765870715]),
    ("curandStateMRG32k3a_t", 0x2A, 0x0, 0x1, [4154291561, 3812527821, 1283817913]),
    ("curandStateMRG32k3a_t", 0xFFFFFFFFFFFFFFFF, 0x3039, 0x2A6, [497436095, 3611462217, 3031057539]),
    ("curandStateMRG32k3a_t", 0x123456789ABCDEF, 0x80000007, 0x10000000003, [427945920, 1780576391, 1425259101]),
    ("curandStateMRG32k3a_t", 0x7, 0x3FFFFFFFFFFFF, 0x8000000000000001, [1741104877, 3208826810, 3833219565]),
]
# The first number of the subsequences 0 to 15 of seed 11.
POISSON = {
    ("curandStateXORWOW_t", 3.5): [3, 1, 5, 4, 3, 2, 4, 2, 4, 1, 5, 2, 2, 3, 1, 3],
    ("curandStateXORWOW_t", 100.0): [99, 94, 114, 95, 123, 98, 106, 99, 98, 100, 112, 94, 102, 90, 84, 108],
    ("curandStateXORWOW_t", 9000.0): [
        9047,
        8982,
        8976,
        8871,
        9113,
        9106,
        9065,
        8910,
        8890,
        9176,
        8996,
        8886,
        9028,
        9048,
        9151,
        9099,
    ],
    ("curandStatePhilox4_32_10_t", 3.5): [5, 4, 3, 1, 5, 4, 2, 2, 3, 4, 3, 3, 2, 4, 2, 2],
    ("curandStatePhilox4_32_10_t", 100.0): [95, 106, 106, 100, 102, 113, 105, 86, 88, 95, 106, 107, 122, 104, 97, 92],
    ("curandStatePhilox4_32_10_t", 9000.0): [
        9024,
        9039,
        9023,
        8979,
        8851,
        9123,
        8955,
        8963,
        8907,
        8941,
        9045,
        9095,
        9205,
        9134,
        8958,
        8941,
    ],
    ("curandStateMRG32k3a_t", 3.5): [5, 1, 4, 3, 5, 4, 3, 2, 4, 2, 5, 5, 4, 2, 2, 4],
    ("curandStateMRG32k3a_t", 100.0): [117, 87, 100, 99, 95, 107, 102, 85, 91, 105, 119, 115, 97, 79, 88, 100],
    ("curandStateMRG32k3a_t", 9000.0): [
        8833,
        9206,
        8916,
        8992,
        8924,
        8975,
        9066,
        8805,
        8824,
        9040,
        9018,
        8977,
        8975,
        8877,
        9120,
        9024,
    ],
}


@pytest.mark.parametrize("generator", ["curandStateXORWOW_t", "curandStatePhilox4_32_10_t", "curandStateMRG32k3a_t"])
def test_random_streams(generator):
    rows = [row[1:] for row in STREAMS if row[0] == generator]
    out = cp.zeros((len(rows), 5), "I")
    arguments = [cp.asarray(np.array([row[k] for row in rows], "Q")) for k in range(3)]
    skip = "skipahead_subsequence" if generator == "curandStateMRG32k3a_t" else "skipahead_sequence"
    run(f"""
        #include <curand_kernel.h>
        extern "C" __global__ void kernel(const unsigned long long* seed, const unsigned long long* subsequence,
                                          const unsigned long long* offset, unsigned* out) {{
            const int i = threadIdx.x;
            {generator} state;
            curand_init(seed[i], subsequence[i], offset[i], &state);
            for (int k = 0; k < 3; ++k) out[5 * i + k] = curand(&state);
            curand_init(seed[i], 0, 0, &state);
            curand(&state);
            skipahead(offset[i], &state);
            {skip}(subsequence[i], &state);
            for (int k = 3; k < 5; ++k) out[5 * i + k] = curand(&state);
        }}""", len(rows), *arguments, out, block=len(rows))  # fmt: skip
    expected = np.array([row[3] for row in rows], "I")
    np.testing.assert_array_equal(out.get()[:, :3], expected)
    np.testing.assert_array_equal(out.get()[:, 3:], expected[:, 1:])


@pytest.mark.parametrize("generator, mean", POISSON)
def test_poisson(generator, mean):
    out = cp.zeros(16, "I")
    run(f"""
        #include <curand_kernel.h>
        extern "C" __global__ void kernel(double mean, unsigned* out) {{
            {generator} state;
            curand_init(11, threadIdx.x, 0, &state);
            out[threadIdx.x] = curand_poisson(&state, mean);
        }}""", 16, mean, out, block=16)  # fmt: skip
    # Logarithms and exponentials decide; a GPU's are rougher.
    different = int((out.get() != np.array(POISSON[generator, mean])).sum())
    assert different == 0 if cp.backend() == "cpu" else different <= 2


def test_uniform_distributions():
    n = 4096
    out, wide = cp.zeros((n, 4), "f"), cp.zeros((n, 4))
    run("""
        #include <curand_kernel.h>
        extern "C" __global__ void kernel(float* out, double* wide) {
            const int i = blockIdx.x * blockDim.x + threadIdx.x;
            curandState xorwow;
            curandStatePhilox4_32_10_t philox;
            curandStateMRG32k3a mrg;
            curand_init(3, i, 0, &xorwow);
            curand_init(3, i, 0, &philox);
            curand_init(3, i, 0, &mrg);
            out[4 * i] = curand_uniform(&xorwow);
            out[4 * i + 1] = curand_uniform(&philox);
            out[4 * i + 2] = curand_uniform(&mrg);
            out[4 * i + 3] = curand_uniform4(&philox).y;
            wide[4 * i] = curand_uniform_double(&xorwow);
            wide[4 * i + 1] = curand_uniform_double(&philox);
            wide[4 * i + 2] = curand_uniform_double(&mrg);
            wide[4 * i + 3] = curand_uniform2_double(&philox).y;
        }""", n, out, wide)  # fmt: skip
    for numbers in (out.get(), wide.get()):
        assert (numbers > 0).all() and (numbers <= 1).all()
        assert (abs(numbers.mean(0) - 0.5) < 0.02).all() and (abs(numbers.var(0) - 1 / 12) < 0.005).all()


# --- cooperative groups, CUB, libcu++ and the small ones

CUB_TEXT = r"""
#include <cub/cub.cuh>
struct Range {
    float low, high;
};
struct Union {
    __device__ Range operator()(const Range& a, const Range& b) const {
        return {a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
    }
};
struct Joined {  // Not commutative.
    __device__ int operator()(int a, int b) const { return a == -1 ? b : b == -1 ? a : a / 100 * 100 + b % 100; }
};
extern "C" __global__ void kernel(const float* x, float* range, int* joined, int* small, int n) {
    typedef cub::BlockReduce<Range, 96> BlockReduce;
    typedef cub::BlockScan<int, 96> BlockScan;
    typedef cub::WarpReduce<int, 12> WarpReduce;
    __shared__ union {
        BlockReduce::TempStorage reduce;
        BlockScan::TempStorage scan;
    } storage;
    __shared__ WarpReduce::TempStorage warps[8];
    const int t = threadIdx.x;
    const Range all = BlockReduce(storage.reduce).Reduce(Range{x[t], x[t]}, Union());
    if (t == 0) {
        range[0] = all.low;
        range[1] = all.high;
    }
    __syncthreads();
    int out;
    BlockScan(storage.scan).InclusiveScan(t, out, Joined());
    joined[t] = out;
    const int lane = t % 32;
    if (lane < 24) {
        const int sum = WarpReduce(warps[t / 32 * 2 + lane / 12]).Sum(t);
        if (lane % 12 == 0) small[t / 32 * 2 + lane / 12] = sum;
    }
}
"""


def test_cub_with_any_type():
    x = np.random.default_rng(1).normal(size=96).astype("f")
    ends, joined, small = cp.zeros(2, "f"), cp.zeros(96, "i"), cp.zeros(6, "i")
    run(CUB_TEXT, 96, cp.asarray(x), ends, joined, small, np.int32(96), block=96)
    np.testing.assert_array_equal(ends.get(), [x.min(), x.max()])
    np.testing.assert_array_equal(joined.get(), np.arange(96))
    t = np.arange(96).reshape(3, 32)[:, :24].reshape(6, 12)
    np.testing.assert_array_equal(small.get(), t.sum(1))


def test_libcudacxx():
    out = cp.zeros(8)
    run(r"""
        #include <cuda/functional>
        #include <cuda/std/array>
        #include <cuda/std/cstdint>
        #include <cuda/std/limits>
        #include <cuda/std/type_traits>
        #include <cuda/std/utility>
        namespace cs = cuda::std;
        template <class T>
        __device__ cs::enable_if_t<cs::is_integral_v<T>, double> kind(T) { return 1; }
        template <class T>
        __device__ cs::enable_if_t<cs::is_floating_point<T>::value, double> kind(T) { return 2; }
        extern "C" __global__ void kernel(double* out) {
            static_assert(cs::is_same_v<cs::remove_cvref_t<const float&>, float>);
            cs::array<int, 3> a = {1, 2, 3};
            cs::swap(a[0], a[2]);
            cs::int64_t wide = cs::numeric_limits<cs::int32_t>::max();
            out[0] = kind(1) * 10 + kind(1.0f);
            out[1] = a[0] * 100 + a[1] * 10 + a[2];
            out[2] = wide + 1;
            out[3] = cs::numeric_limits<float>::epsilon();
            out[4] = cs::numeric_limits<double>::infinity();
            out[5] = cuda::maximum<>{}(2, 3) * 10 + cuda::minimum<int>{}(2, 3);
            out[6] = cs::plus<>{}(1, 2.5);
            out[7] = cs::make_pair(1, 2.5).second;
        }""", 1, out, block=1)  # fmt: skip
    np.testing.assert_array_equal(out.get(), [12, 321, 2**31, 2**-23, np.inf, 32, 3.5, 2.5])


def test_constants():
    out = cp.zeros(6)
    run(r"""
        #include <math_constants.h>
        #include <cuda_runtime.h>
        #include <vector_types.h>
        extern "C" __global__ void kernel(double* out) {
            out[0] = CUDART_PI;
            out[1] = CUDART_INF_F;
            out[2] = CUDART_NAN;
            out[3] = CUDART_LN2_HI + CUDART_LN2_LO;
            out[4] = CUDART_SQRT_TWO_F;
            out[5] = CUDART_2_OVER_PI;
        }""", 1, out, block=1)  # fmt: skip
    np.testing.assert_array_equal(out.get(), [np.pi, np.inf, np.nan, np.log(2), np.sqrt(np.float32(2)), 2 / np.pi])


def test_complex_by_either_name():
    for header in ("cupy/complex.cuh", "cuprum/complex.cuh"):
        z = np.array([3 + 4j, -1 + 0.5j], "F")
        device, size = cp.asarray(z), cp.zeros(2, "f")
        run(f"""
            #include <{header}>
            extern "C" __global__ void kernel(complex<float>* z, float* size) {{
                size[threadIdx.x] = abs(z[threadIdx.x]);
                z[threadIdx.x] = thrust::complex<double>(z[threadIdx.x]) * 2.0;
            }}""", 2, device, size, block=2)  # fmt: skip
        np.testing.assert_array_equal(device.get(), 2 * z)
        np.testing.assert_allclose(size.get(), abs(z), rtol=1e-6)


def test_words_of_the_hosts_processor_are_hidden():
    """Headers of programs choose between a host's vectors and CUDA by them."""
    words = (
        "MMX SSE SSE2 SSE3 SSSE3 SSE4_1 SSE4_2 AVX AVX2 FMA F16C AVX512F AVX512BW AVX512CD AVX512DQ AVX512VL".split()
    )
    guard = " || ".join(f"defined(__{word}__)" for word in words)
    text = f"""
        #if {guard}
        #include <immintrin.h>
        #error "a kernel sees the host's processor"
        #endif
    """
    out = cp.zeros(1, "i4")
    run(text + """extern "C" __global__ void kernel(int* out) { *out = __CUDA_ARCH__ > 0; }""", 1, out)
    assert out[0] == 1
    kernel = cp.ElementwiseKernel("T x", "T y", "y = x * fma(x, x, x)", "host_words", preamble=text)
    np.testing.assert_array_equal(kernel(cp.arange(5.0)).get(), [0, 2, 12, 36, 80])
    total = cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "host_words_of_sums", preamble=text)
    assert total(cp.arange(100.0)) == 4950


@on_cpu
@pytest.mark.parametrize("header", ["cuda_fp8.h", "thrust/host_vector.h", "cuda/ptx", "no_such_header.h"])
def test_other_headers_are_refused_by_name(header):
    with pytest.raises(
        cp.cuda.compiler.CompileException,
        match=f"(?s)'{header}' is not available to kernels that run on a CPU.*-I",
    ):
        run(f'#include <{header}>\nextern "C" __global__ void kernel() {{}}', 1)


@on_cpu
@pytest.mark.parametrize("call", ["this_cluster()", "tiled_partition<64>(cooperative_groups::this_thread_block())"])
def test_groups_beyond_a_block_are_refused(call):
    with pytest.raises(cp.cuda.compiler.CompileException, match="not available on a CPU"):
        run(
            f"""#include <cooperative_groups.h>
            extern "C" __global__ void kernel() {{ cooperative_groups::{call}; }}""",
            1,
        )
