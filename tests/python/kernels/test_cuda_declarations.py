"""Every function that CUDA's headers declare for devices is there for kernels on a CPU, with the same result, or is
refused by name."""

import os
import pathlib
import re

import cuda_declarations as declared
import numpy as np
import pytest

import cuprum as cp

FOLDERS = [os.environ.get("CUDA_PATH", ""), os.environ.get("CUDA_HOME", ""), "/usr/local/cuda"]
INCLUDE = next((path for f in FOLDERS if f and (path := pathlib.Path(f) / "include" / "crt").is_dir()), None)

pytestmark = [
    pytest.mark.skipif(cp.backend() != "cpu", reason="the headers are for kernels on a CPU"),
    pytest.mark.skipif(INCLUDE is None, reason="CUDA's headers are not on this machine: set CUDA_PATH"),
]

# What a kernel on a CPU has not, and why; docs/cupy.md lists them.
REFUSED = {
    r"__cvta_\w+": "addresses as numbers, for assembly",
    r"__is(Constant|Local|GridConstant)": "the kind of an address",
    r"__barrier_sync\w*": "barriers that have a number",
    r"__(cluster\w+|threadfence_cluster|isCtaShared|isClusterShared)": "clusters of blocks",
    r"__prof_trigger|__brkpt|__pm[0-3]": "counters and breakpoints of a profiler",
}
# Words that the headers declare for themselves, or for a host's C library.
INTERNAL = re.compile(
    r"__cuda\w+|__u128Atomic\w+|_[A-Z]\w+|__libcpp_\w+|__[A-Z]\w+_BITS|__(pow_helper|cmath_power)|_hypotf?|_\w?dsign|"
    r"__(isfinite|isnan|isinf|signbit|finite)[dfl]?|__nv_\w+"
)
ROUNDED = "enum cudaRoundMode"  # functions of CUDA 2, which are macros' work today


def wanted(headers):
    for header in headers:
        path = INCLUDE.parent / header
        if not path.exists():
            continue
        for name, result, types in declared.declarations(path):
            if INTERNAL.fullmatch(name) or ROUNDED in types or any("long double" in t for t in types):
                continue
            if re.search(r"\bT\b|CRTDECL|RETURN_TYPE|INT_OR_BOOL", " ".join((result, *types))):
                continue
            yield name, result, types


def missing(declarations, includes):
    """Of declarations those that a program cannot call."""
    includes = "".join(f"#include <{name}>\n" for name in includes)
    left, absent = list(enumerate(declarations)), []
    while True:
        lines = []
        for number, (name, result, types) in left:
            parameters = ", ".join([f"{t} a{k}" for k, t in enumerate(types)] + [f"Number<{number}>"])
            call = f"{name}({', '.join(f'a{k}' for k in range(len(types)))})"
            # bool and int tell the same of a number.
            same = f"same<decltype({call}), {result}>"
            lines.append(f"__device__ void check({parameters}) {{ static_assert({same}); }}")
        text = (
            includes
            + "template <int> struct Number {};\n"
            + "template <class A, class B> constexpr bool same = false; "
            + "template <class A> constexpr bool same<A, A> = true; "
            + "template <> constexpr bool same<bool, int> = true;\n"
            + "\n".join(lines)
            + '\nextern "C" __global__ void k() {}\n'
        )
        try:
            cp.RawKernel(text, "k").compile()
            return absent
        except cp.cuda.compiler.CompileException as error:
            first = includes.count("\n") + 3
            wrong = {int(line) - first for line in re.findall(r"kernel\.cu:(\d+):\d+: error", str(error))}
            assert wrong and max(wrong) < len(left), str(error)[:2000]
            absent += [left[k][1] for k in sorted(wrong)]
            left = [entry for k, entry in enumerate(left) if k not in wrong]


@pytest.mark.parametrize(
    "headers, includes, least",
    [(declared.BUILT_IN, (), 1000), (declared.INCLUDED, declared.INCLUDED, 350)],
    ids=["built in", "included"],
)
def test_every_function_is_there(headers, includes, least):
    declarations = list(wanted(headers))
    assert len(declarations) >= least, "the headers were not read as they are written"
    lost = [d for d in missing(declarations, includes) if not any(re.fullmatch(p, d[0]) for p in REFUSED)]
    assert not lost, "\n".join(f"{result} {name}({', '.join(types)})" for name, result, types in lost)


def test_products_of_bytes():
    """__dp4a and __dp2a of vectors give what those of words give."""
    code = r"""
    extern "C" __global__ void k(const int* a, const int* b, int* out) {
        const int x = a[threadIdx.x], y = b[threadIdx.x];
        int* o = out + 12 * threadIdx.x;
        char4 cx = *(const char4*)&a[threadIdx.x], cy = *(const char4*)&b[threadIdx.x];
        uchar4 ux = *(const uchar4*)&a[threadIdx.x], uy = *(const uchar4*)&b[threadIdx.x];
        short2 sx = *(const short2*)&a[threadIdx.x];
        ushort2 hx = *(const ushort2*)&a[threadIdx.x];
        o[0] = __dp4a(cx, cy, 7); o[1] = __dp4a(x, y, 7);
        o[2] = __dp4a(ux, uy, 7u); o[3] = __dp4a((unsigned)x, (unsigned)y, 7u);
        o[4] = __dp2a_lo(sx, cy, 7); o[5] = __dp2a_lo(x, y, 7);
        o[6] = __dp2a_hi(sx, cy, 7); o[7] = __dp2a_hi(x, y, 7);
        o[8] = __dp2a_lo(hx, uy, 7u); o[9] = __dp2a_lo((unsigned)x, (unsigned)y, 7u);
        o[10] = __dp2a_hi(hx, uy, 7u); o[11] = __dp2a_hi((unsigned)x, (unsigned)y, 7u);
    }"""
    rng = cp.random.RandomState(3)
    a, b = (rng.randint(-(2**31), 2**31 - 1, 64).astype("i4") for _ in range(2))
    out = cp.zeros((64, 12), "i4")
    cp.RawKernel(code, "k")((1,), (64,), (a, b, out))
    out = out.get()
    assert (out[:, ::2] == out[:, 1::2]).all()
    x, y = (v.get().view("i1").reshape(-1, 4).astype(int) for v in (a, b))
    assert (out[:, 0] == (x * y).sum(1) + 7).all()
    halves = a.get().view("i2").reshape(-1, 2).astype(int)
    assert (out[:, 4] == (halves * y[:, :2]).sum(1) + 7).all() and (out[:, 6] == (halves * y[:, 2:]).sum(1) + 7).all()


def test_halves_of_words():
    code = r"""
    extern "C" __global__ void k(const unsigned* a, const unsigned* b, const unsigned* c, unsigned* out, bool* which) {
        const int i = threadIdx.x;
        unsigned* o = out + 8 * i;
        o[0] = __viaddmax_s16x2(a[i], b[i], c[i]); o[1] = __viaddmin_u16x2(a[i], b[i], c[i]);
        o[2] = __vimax3_s16x2_relu(a[i], b[i], c[i]); o[3] = __vimin3_u16x2(a[i], b[i], c[i]);
        o[4] = __vimin_s16x2_relu(a[i], b[i]); o[5] = __viaddmin_s16x2_relu(a[i], b[i], c[i]);
        o[6] = __vibmax_s16x2(a[i], b[i], which + 4 * i, which + 4 * i + 1);
        o[7] = __vibmin_u16x2(a[i], b[i], which + 4 * i + 2, which + 4 * i + 3);
    }"""
    rng = cp.random.RandomState(4)
    a, b, c = (rng.randint(-(2**31), 2**31 - 1, 64).astype("i4") for _ in range(3))
    out, which = cp.zeros((64, 8), "u4"), cp.zeros((64, 4), bool)
    cp.RawKernel(code, "k")((1,), (64,), (a, b, c, out, which))

    def parts(v, dtype):
        return v.get().view(dtype).reshape(-1, 2).astype(int)

    def halves(dtype):
        return [parts(v, dtype) for v in (a, b, c)]

    got = out.get()
    (x, y, z), (u, v, w) = halves("i2"), halves("u2")
    wrapped, unsigned = (x + y + 2**15) % 2**16 - 2**15, (u + v) % 2**16
    expected = [
        np.maximum(wrapped, z),
        np.minimum(unsigned, w),
        np.maximum(np.maximum(np.maximum(x, y), z), 0),
        np.minimum(np.minimum(u, v), w),
        np.maximum(np.minimum(x, y), 0),
        np.maximum(np.minimum(wrapped, z), 0),
        np.maximum(x, y),
        np.minimum(u, v),
    ]
    for k, value in enumerate(expected):
        assert (got[:, k].copy().view("u2").reshape(-1, 2) == value % 2**16).all(), k
    first = np.stack([x[:, 1] >= y[:, 1], x[:, 0] >= y[:, 0], u[:, 1] <= v[:, 1], u[:, 0] <= v[:, 0]], axis=1)
    assert (which.get() == first).all()
