"""Small kernels of the kinds that LLVM is known to have compiled wrongly. Run for one target of the CPU backend, it
prints the kernels that differ from NumPy, and digests of what the others give, which must be the reference's:

    CUPRUM_CPU_TARGET=x86-64-v4 python tests/python/harness/compiler_corpus.py
    CUPRUM_CPU_TARGET=x86-64-v2-nomvec-fibers-scalar python tests/python/harness/compiler_corpus.py

The numbers are issues of llvm-project.
"""

import hashlib
import itertools
import json
import random
import sys

import numpy as np

STEPS = (3, 7, 12)
ALL_STEPS = (2, 3, 5, 7, 9, 12, 16, 33, 63)
COUNTS = (37, 64, 100, 256)

# Indices that wrap around: `t` is the thread, {s} a step. The index is compared with the same in Python.
THREADS = {
    "(t * {s}) & 63": lambda t, s: t * s & 63,
    "(t * {s}) % 64": lambda t, s: t * s % 64,
    "(unsigned)(t * {s}) % 64u": lambda t, s: t * s % 64,
    "(unsigned char)(t * {s})": lambda t, s: t * s & 255,
    "(unsigned short)(t * {s} * 37) & 1023": lambda t, s: t * s * 37 & 1023,
    "(unsigned short)(t * {s} * 1024)": lambda t, s: t * s * 1024 & 65535,
    "(t * {s} + 8) & 63": lambda t, s: t * s + 8 & 63,
    "((t * {s}) & 63) + 1": lambda t, s: (t * s & 63) + 1,
    "((t * {s}) & 63) * 2": lambda t, s: (t * s & 63) * 2,
    "(t * {s}) & 0xf0": lambda t, s: t * s & 0xF0,
    "63 - ((t * {s}) & 63)": lambda t, s: 63 - (t * s & 63),
    "((t * {s}) & 127) >> 1": lambda t, s: (t * s & 127) >> 1,
    "((t * {s}) & 255) / 3": lambda t, s: (t * s & 255) // 3,
    "(t * {s} * 67108864u) >> 26": lambda t, s: t * s & 63,
    "128 + (signed char)(t * {s})": lambda t, s: 128 + ((t * s + 128 & 255) - 128),
    "(unsigned char)(200 - t * {s})": lambda t, s: 200 - t * s & 255,
    "t * {s}u": lambda t, s: t * s,
    "t * {s}u + 1": lambda t, s: t * s + 1,
}
# The same in a thread's own loop over k < n: statements ahead of it, the index, and what follows in each round.
ROUNDS = {
    ("", "(k * {s}) & 63", ""): lambda k, s: k * s & 63,
    ("", "(k * {s}) % 64", ""): lambda k, s: k * s % 64,
    ("", "(unsigned char)(k * {s})", ""): lambda k, s: k * s & 255,
    ("unsigned char i = 0;", "i", "i += {s};"): lambda k, s: k * s & 255,
    ("unsigned short i = 0;", "i", "i += {s} * 1024;"): lambda k, s: k * s * 1024 & 65535,
    ("int i = 0;", "i", "i = (i + {s}) & 63;"): lambda k, s: k * s & 63,
    ("int i = 0;", "(i = (i & 63) + {s})", ""): lambda k, s: (k * s & 63) + s,
    ("unsigned i = 0;", "i", "i += {s};"): lambda k, s: k * s,
    ("", "(unsigned)k * {s} + 2", ""): lambda k, s: k * s + 2,
}


def kernels():
    """Names, texts, and the elements that each thread is to find."""
    for i, (form, index) in enumerate(THREADS.items()):
        for s in ALL_STEPS if i < 2 else STEPS:
            yield f"o[t] = x[{form.format(s=s)}];", lambda t, n, index=index, s=s: index(t, s)
        if i < 4:
            yield (
                "__shared__ float y[512]; for (int k = t; k < 512; k += n) y[k] = x[k]; __syncthreads(); "
                f"o[t] = y[({form.format(s=3)}) & 511];",
                lambda t, n, index=index: index(t, 3) & 511,
            )
    for i, ((before, form, after), index) in enumerate(ROUNDS.items()):
        for s in STEPS:
            for out in ("k", "n - 1 - k") if i < 2 else ("k",):
                yield (
                    f"o += t * n; {before} for (int k = 0; k < n; ++k) {{ o[{out}] = x[{form.format(s=s)}]; "
                    f"{after.format(s=s)} }}",
                    lambda t, n, index=index, s=s, out=out: index(t % n if out == "k" else n - 1 - t % n, s),
                )


def wrong_indices(cp):
    """The kernels that do not read the elements that they name."""
    tested = list(kernels())
    text = "".join(
        f'extern "C" __global__ void k{i}(const float* x, float* o, int n) {{ int t = threadIdx.x; {body} }}\n'
        for i, (body, _) in enumerate(tested)
    )
    module = cp.RawModule(code=text)
    values = np.random.default_rng(0).integers(0, 1 << 20, 1 << 16).astype("f4")
    x = cp.asarray(values)
    wrong = []
    for i, (body, index) in enumerate(tested):
        kernel = module.get_function(f"k{i}")
        for n in COUNTS:
            threads, size = (4, 4 * n) if body.startswith("o += t * n") else (n, n)
            o = cp.zeros(size, "f4")
            kernel((1,), (threads,), (x, o, np.int32(n)))
            expected = values[[index(t, n) for t in range(size)]]
            if not np.array_equal(o.get(), expected):
                wrong.append(f"{body} of {n}")
    return wrong


def wrong_updates(cp):
    """Elements that are changed several times, by rounds at a distance."""
    forms = [(type, bits, s) for type, bits in (("unsigned char", 8), ("unsigned short", 16)) for s in (3, 16, 64)]
    text = "".join(
        f'extern "C" __global__ void k{i}(int* __restrict__ a, const int* __restrict__ y, int n) {{ '
        f"for (int k = 0; k < n; ++k) {{ {type} i = k * {s << bits - 8}; a[i] = a[i] * 3 + y[k]; }} }}\n"
        for i, (type, bits, s) in enumerate(forms)
    )
    module = cp.RawModule(code=text)
    y = np.arange(300, dtype="u4") % 7
    wrong = []
    for i, (type, bits, s) in enumerate(forms):
        for n in (10, 100, 300):
            expected = np.arange(1 << 16, dtype="u4")
            a = cp.asarray(expected.view("i4"))
            module.get_function(f"k{i}")((1,), (1,), (a, cp.asarray(y.view("i4")), np.int32(n)))
            for k in range(n):
                place = k * (s << bits - 8) % (1 << bits)
                expected[place] = (int(expected[place]) * 3 + int(y[k])) % 2**32
            if not np.array_equal(a.get().view("u4"), expected):
                wrong.append(f"{type} i = k * {s << bits - 8}; a[i] = a[i] * 3 + y[k] of {n}")
    return wrong


def wrong_elementwise(cp):
    """Raw arguments of other kinds of kernels."""
    from cuprumx import jit

    values = np.random.default_rng(1).integers(-99, 99, 64 * 64).astype("f4")
    x, k = cp.asarray(values), np.arange(64)
    wrong = []
    code = "a = 0; for (int k = 0; k < m; ++k) a += x[(k * 7) & 63] * x[i * 64 + k];"
    weigh = cp.ElementwiseKernel("raw float32 x, int32 m", "float32 a", code, "weigh")
    if not np.array_equal(weigh(x, 64, size=64).get(), (values.reshape(64, 64) * values[k * 7 & 63]).sum(1)):
        wrong.append(code)
    pick = cp.ElementwiseKernel("raw float32 x", "float32 a", "a = x[(i * 7) & 63]", "pick")
    for n in (64, 100, 5000):
        if not np.array_equal(pick(x, size=n).get(), values[np.arange(n) * 7 & 63]):
            wrong.append(f"a = x[(i * 7) & 63] of {n}")
    total = cp.ReductionKernel("int64 i, raw float32 x", "float32 y", "x[(i * 5) & 63]", "a + b", "y = a", "0", "total")
    if total(cp.arange(64), x) != values[k * 5 & 63].sum():
        wrong.append("the sum of x[(i * 5) & 63]")

    @jit.rawkernel()
    def shuffle(x, o):
        t = jit.threadIdx.x
        o[t] = x[(t * 7) & 63]

    o = cp.zeros(64, "f4")
    shuffle((1,), (64,), (x, o))
    if not np.array_equal(o.get(), values[k * 7 & 63]):
        wrong.append("jit: o[t] = x[(t * 7) & 63]")
    return wrong


# What follows is compared with the reference. Each thread `t` has inputs with room behind them: floats with zeros of
# both signs, infinities and NaN (x, z), small and large whole numbers (g, h, b); and outputs of its own for `rounds`.
PARAMETERS = (
    "const float* __restrict__ x, const double* __restrict__ z, const int* __restrict__ g, "
    "const short* __restrict__ h, const unsigned char* __restrict__ b, float* __restrict__ o, double* __restrict__ d, "
    "int* __restrict__ q, short* __restrict__ w, unsigned char* __restrict__ u, int n"
)
OWN = 1024  # Elements of each output that a thread of `rounds` has.


def rounds():
    """Loops of a thread's own."""
    # 205799: loops counted by a narrow variable, which end through a flag.
    for type in ("unsigned char", "unsigned short", "signed char"):
        yield from (
            f"{type} k = 0; bool go = n > 0; int s = 0; while (go) {{ s += g[k & 511]; ++k; go = k != ({type})n; }} "
            "q[0] = s; q[1] = k;",
            f"{type} k = 0; bool done = false; int s = 0; do {{ s ^= g[k & 511]; done = k == ({type})n; ++k; }} "
            "while (!done); q[0] = s; q[1] = k;",
            f"bool first = true; int s = 0; for ({type} k = 0; first || k < ({type})n; ++k) {{ first = false; "
            "s += b[k & 511] * 3; } q[0] = s;",
            f"int s = 0; for ({type} k = ({type})n; k--;) s += b[k & 511] ^ 5; q[0] = s;",
        )
    for type in ("unsigned char", "unsigned short"):
        yield from (
            f"bool more = true; int s = 0; for ({type} k = 0; more; ++k) {{ s += b[k]; q[k & 511] = s; "
            f"more = k < ({type})n; }}",
            f"bool stop = false; int s = 0; for ({type} k = 0; !stop; ++k) {{ if (k >= ({type})n) stop = true; "
            "s += g[k]; } q[0] = s;",
            f"bool stop = false; for ({type} k = 0; !stop; ++k) {{ u[k] = b[k] + 1; stop = k >= ({type})n; }}",
        )
    # 121745: a step of several constants.
    yield from (
        "for (int k = 0; k < n; k += 2) { q[k] = g[k]; ++k; }",
        "int s = 0; for (int k = 0; k < n; k += 3) { s += g[k]; k += 1; s ^= b[k]; } q[0] = s;",
        "int s = 0; for (long long k = n; k > 0; k -= 4) { k += 1; s += g[k]; } q[0] = s;",
        "int s = 0; for (int k = 0; k < n; k += 5) { k -= 2; s += g[k + 2]; } q[0] = s;",
        "int s = 0; for (short k = 0; k + 7 < n; k += 4, k -= 1, k += 2) s ^= g[k] + k; q[0] = s;",
        "for (int k = 0; k < 100; k += 2) { o[k] = x[k] + 1; k += 1; }",
        "for (unsigned k = 3; k < 200u; k += 2) { k += 2; u[k] = b[k] * 2; k -= 1; }",
        "int s = 0; for (int k = n, j = 0; k > j; k -= 3, j += 1) s += g[j] * b[k]; q[0] = s;",
    )
    # 122602: descending, with stores ahead and values of the round before.
    yield from (
        "int p = 5; for (int k = n - 1; k >= 0; --k) { q[k] = p; p = g[k]; }",
        "int s = 0; for (int k = n - 1; k > 0; --k) { u[k] = b[k - 1]; s += u[k]; } q[0] = s;",
        "for (int k = 0; k <= n; ++k) q[k] = g[k]; for (int k = n - 1; k >= 0; --k) q[k] = q[k + 1] * 3 + g[k];",
        "for (int k = 0; k <= n; ++k) q[k] = g[k]; for (int k = n - 1; k >= 0; --k) q[k + 1] = q[k] ^ b[k];",
        "for (int k = 0; k <= n; ++k) q[k] = g[k]; for (int k = 0; k < n; ++k) q[k] = q[k + 1] + k;",
        "for (int k = 0; k <= n + 8; ++k) w[k] = h[k]; for (int k = n - 1; k >= 0; --k) w[k + 8] = w[k] + 1;",
        "for (int k = 0; k <= n + 8; ++k) w[k] = h[k]; for (int k = n; k > 0; --k) w[k] = w[k + 4] - w[k + 3];",
        "int a = g[n], c = 1; for (int k = n - 1; k >= 0; --k) { q[k + 1] = a - c; c = a; a = g[k]; }",
        "int a = 0; for (int k = n - 1; k >= 0; --k) { q[k] = g[k] - a; a = b[k]; if (a & 1) u[k] = a; }",
        "float p = 1; for (int k = 1; k < n; ++k) { o[k] = x[k] - p; p = x[k - 1]; }",
        "for (int k = n - 1; k >= 0; --k) { q[2 * k + 1] = g[k]; q[2 * k] = h[k]; }",
        "for (int k = n - 1; k >= 0; --k) o[k] = x[2 * k] - x[2 * k + 1];",
        "for (int k = n - 1; k >= 0; --k) { int e = g[3 * k]; q[k] = e + g[3 * k + 2]; w[k] = g[3 * k + 1]; }",
    )
    # 113810 and its kin: sums in narrow types.
    for type in ("unsigned char", "signed char", "short", "unsigned short"):
        yield from (
            f"{type} s = 0; for (int k = 0; k < n; ++k) s += b[k] > 3; q[0] = s;",
            f"{type} s = 1; for (int k = 0; k < n; ++k) s = s * 3 + (b[k] << (k & 3)); q[0] = s;",
            f"{type} s = 7; for (int k = 0; k < n; ++k) s = max((int)s, (int)({type})(h[k] * 3)); q[0] = s;",
            f"{type} s = 7, r = 99; for (int k = 0; k < n; ++k) {{ s ^= h[k] >> 1; r = min((int)r, "
            f"(int)({type})h[k]); }} "
            "q[0] = s; q[1] = r;",
            f"int s = 0; for (int k = 0; k < n; ++k) s += ({type})(h[k] * b[k]) >> 3; q[0] = s;",
            f"for (int k = 0; k < n; ++k) q[k] = ({type})(g[k] + b[k]) * ({type})h[k];",
        )
    yield from (
        "int s = 0; for (int k = 0; k < n; ++k) s += abs((int)b[k] - (int)b[k + 300]); q[0] = s;",
        "for (int k = 0; k < n; ++k) u[k] = (b[k] + b[k + 1] + 1) >> 1;",
        "for (int k = 0; k < n; ++k) w[k] = (h[k] * h[k + 1]) >> 16;",
        "for (int k = 0; k < n; ++k) q[k] = h[2 * k] * h[k + 4] + h[2 * k + 1] * h[k + 5];",
        "int s = 0; for (int k = 0; k < n; ++k) s += (int)h[k] * h[k + 300]; q[0] = s;",
        "long long s = 0; for (int k = 0; k < n; ++k) s += (long long)g[k] * h[k]; d[0] = s;",
        "for (int k = 0; k < n; ++k) w[k] = min(max(h[k] * 2, -100), 100);",
        "for (int k = 0; k < n; ++k) u[k] = min(b[k] + b[k + 9], 255);",
        "for (int k = 0; k < n; ++k) u[k] = max((int)b[k] - (int)b[k + 9], 0);",
        "for (int k = 0; k < n; ++k) { unsigned v = g[k]; q[k] = (v << 5 | v >> 27) + (v << (k & 31)); }",
        "for (int k = 0; k < n; ++k) q[k] = __popc(g[k]) + __clz(g[k] | 1) - __ffs(g[k]);",
        "for (int k = 0; k < n; ++k) q[k] = __byte_perm(g[k], g[k + 1], 0x3412) ^ __brev(g[k]);",
        "for (int k = 0; k < n; ++k) q[k] = k / 3 + k % 7 - (k * 5) / 9;",
        "for (int k = 0; k < n; ++k) q[k] = (g[k] >> 31) + (int)((unsigned)g[k] >> 29) + g[k] / 8 + g[k] % 16;",
        "bool any = false, all = true; for (int k = 0; k < n; ++k) { any |= b[k] == 200; all &= h[k] > -90; "
        "} q[0] = any; "
        "q[1] = all;",
        "int r = -1; for (int k = 0; k < n; ++k) r = g[k] > 100 ? 3 : r; q[0] = r;",
        "int r = -1; for (int k = 0; k < n; ++k) if (b[k] == 77) r = k; q[0] = r;",
        "float best = 1e30f; int at = -1; for (int k = 0; k < n; ++k) if (x[k] < best) { best = x[k]; at = "
        "k; } q[0] = at;",
        "int k = 0; for (; k < n; ++k) if (b[k] == 250) break; q[0] = k;",
        "int s = 0; for (int k = 0; k < n; ++k) { if (b[k] > 250) break; s += h[k]; } q[0] = s;",
        "int s = 0, c = 0; for (int k = 0; k < n; ++k) if (h[k] > 0) { s += h[k]; ++c; } q[0] = s; q[1] = c;",
        "for (int k = 0; k < 16; ++k) q[k] = 0; for (int k = 0; k < n; ++k) q[b[k] & 15] += k;",
        "int c = 0; for (int k = 0; k < n; ++k) if (b[k] & 1) q[c++] = k;",
    )
    # Neighbours that become floats as numbers without a sign, whose sign is in fewer bits.
    for narrow in ("(signed char)b[{}]", "h[{}]"):
        for wide in ("unsigned", "unsigned long long"):
            for form in ("v{}", "v{} + 5", "~v{}", "v{} * 4", "v{} >> 1"):
                yield " ".join(
                    f"{wide} v{k} = {narrow.format(f'n + {k}')}; d[{k}] = (double)({wide})({form.format(k)});"
                    for k in range(4)
                )
    # Groups of interleaved accesses with gaps, behind conditions, and of several types.
    yield from (
        "for (int k = 0; k < n; ++k) { o[3 * k] = x[k]; o[3 * k + 2] = x[k + 1]; }",
        "for (int k = 0; k < n; ++k) o[k] = x[4 * k] + x[4 * k + 3];",
        "for (int k = 0; k < n; ++k) if (b[k] & 1) { o[2 * k] = x[2 * k] + 1; o[2 * k + 1] = x[2 * k + 1] - 1; }",
        "for (int k = 0; k < n; ++k) if (b[k] & 1) o[k] = x[3 * k] * x[3 * k + 1];",
        "for (int k = 0; k < n; ++k) { u[3 * k] = b[3 * k + 2]; u[3 * k + 1] = b[3 * k + 1]; u[3 * k + 2] = "
        "b[3 * k]; }",
        "for (int k = 0; k < n; ++k) { w[2 * k] = h[2 * k] - h[2 * k + 1]; w[2 * k + 1] = h[2 * k] + h[2 * k + 1]; }",
        "struct P { short s; unsigned char c, e; int i; }; const P* p = (const P*)g; P* r = (P*)q; "
        "for (int k = 0; k < n; ++k) { r[k].s = p[k].c; r[k].c = p[k].s; r[k].e = p[k].e + 1; r[k].i = p[k].i - 1; }",
        "for (int k = 0; k < n; ++k) { double a = z[2 * k], c = z[2 * k + 1]; d[2 * k] = a * a - c * c; "
        "d[2 * k + 1] = a * c + c * a; }",
        "for (unsigned k = 0; k < (unsigned)n; ++k) u[k] = (77 * b[3 * k] + 150 * b[3 * k + 1] + 29 * b[3 * "
        "k + 2]) >> 8;",
        "for (int k = 0; k < n; ++k) for (int j = 0; j < 3; ++j) q[3 * k + j] = g[3 * k + 2 - j] + j;",
        "for (int k = 0; k < n; k += 2) { q[k] = g[k + 1]; q[k + 1] = g[k]; }",
    )


def lanes():
    """What each of n threads does once: `t` is the loop that is vectorised."""
    # 215690: bytes of a constant.
    yield from (
        "const unsigned char T[] = {3, 1, 4, 1}; u[t] = T[t % 4];",
        "const unsigned char T[] = {3, 1, 4, 1, 5}; u[t] = T[(t * 3) % 5] + T[t & 3];",
        "const float T[] = {1.5f, -2, 3, 4, 5, 6, 7, 8}; o[t] = T[(t * 5) & 7] * T[7 - (t & 7)];",
        "const short T[2][3] = {{1, 2, 3}, {-4, -5, -6}}; w[t] = T[t & 1][t % 3];",
    )
    # 157929: logic of three numbers, with operands in memory.
    unary = ("", "~")
    two = ("({a} & {c})", "({a} | {c})", "({a} ^ {c})")
    forms = [
        outer.format(a=no + inner.format(a=before + "A", c="B"), c=last + "C")
        for inner, outer, no, before, last in itertools.product(two, two, unary, unary, unary)
    ]
    operands = (("g[t]", "g[t + 300]", "g[0]"), ("g[0]", "g[t]", "h[t]"), ("h[t]", "g[0]", "g[t + 300]"))
    for k in range(0, len(forms), 24):
        for A, B, C in operands:
            yield f"int A = {A}, B = {B}, C = {C}; " + " ".join(
                f"q[{j} * 512 + t] = {form};" for j, form in enumerate(forms[k : k + 24])
            )
    # 141017, 136430 and their kin: signs of zeros, infinities and NaN.
    reals = (
        "a > 0 ? a : -a", "a < 0 ? -a : a", "a >= 0 ? a : 0 - a", "a == 0 ? 0 : a", "a != 0 ? a : 0", "a == a ? a : 1",
        "a * 0", "a + 0", "a - 0", "a - a", "0 - a", "-(a - c)", "a > c ? a : c", "a < c ? c : a", "a >= c ? a : c",
        "a <= c ? a : c", "!(a > c) ? a : c", "a / a", "a * 1", "(a - c) + c", "a == c ? a : c", "a != c ? c : a",
        "a > 0 ? a * c : 0", "a < 1e30 ? a : 1e30", "a * -1", "a / -1", "a > 0 == c > 0 ? a : -a",
        "a * 2 / 2", "a * a >= 0 ? a : c", "c > 0 ? a + 0 : a - 0", "(a > 0 ? 1 : 0) * c", "(a == 0 ? c : a) * a",
    )  # fmt: skip
    calls = (
        "fabs(a)", "sqrt(a)", "fmin(a, c)", "fmax(a, c)", "copysign(a, c)", "floor(a)", "rint(a)", "trunc(a)",
        "-fabs(a)", "a >= 0 ? sqrt(a) : -sqrt(-a)", "isnan(a) ? c : a", "isinf(a) ? c : a", "isfinite(a) ? a : 0",
        "fabs(a) == a ? a : c", "fmax(fmin(a, 1), -1)", "signbit(a) ? c : -c", "fmin(a, 0)", "fmax(a, -0.)",
        "fabs(a - c)", "copysign(1., a) * c",
    )  # fmt: skip
    for type, of, out in (("float", "x", "o"), ("double", "z", "d")):
        for group in (reals[:16], reals[16:], calls):
            yield f"{type} a = {of}[t], c = {of}[t + 300]; " + " ".join(
                f"{out}[{j} * 512 + t] = ({type})({form});" for j, form in enumerate(group)
            )
        yield (
            f"{type} a = {of}[t], c = {of}[t + 300]; q[t] = (int)a; q[512 + t] = (a < c) + 2 * (a <= c) + 4 * (a "
            "== c); "
            "q[1024 + t] = (unsigned)c; w[t] = (short)(int)a; u[t] = a > 0 ? 255 : c > 0 ? 7 : (unsigned char)b[t];"
        )
    # 188989: halves that are exchanged, negated and put together.
    yield from (
        "float4 v = ((const float4*)x)[t]; ((float4*)o)[t] = make_float4(v.w, -v.z, v.y, -v.x);",
        "float4 v = ((const float4*)x)[2 * t], e = ((const float4*)x)[2 * t + 1]; "
        "((float4*)o)[2 * t] = make_float4(e.x + v.x, e.y - v.y, v.z, v.w); "
        "((float4*)o)[2 * t + 1] = make_float4(v.x, v.y, -e.z, -e.w);",
        "double2 v = ((const double2*)z)[t], e = ((const double2*)z)[t + 1]; "
        "((double2*)d)[t] = make_double2(v.y * e.x - v.x, v.x * e.y + v.y);",
        "for (int k = 0; k < 4; ++k) for (int j = 0; j < 4; ++j) q[16 * t + 4 * k + j] = g[16 * t + 4 * j + k] * 3;",
        "float v[8]; for (int k = 0; k < 8; ++k) v[k] = x[8 * t + k]; for (int s = 4; s; s >>= 1) for (int k "
        "= 0; k < 8; ++k) "
        "if (!(k & s)) { float a = v[k], c = v[k + s]; v[k] = a + c; v[k + s] = a - c; } "
        "for (int k = 0; k < 8; ++k) o[8 * t + k] = v[k];",
        "int4 v = ((const int4*)g)[t]; ((short4*)w)[t] = make_short4(v.y, v.x, v.w >> 3, v.z); u[t] = v.x + "
        "v.y + v.z + v.w;",
        "uchar4 v = ((const uchar4*)b)[t], e = ((const uchar4*)b)[t + 1]; "
        "((uchar4*)u)[t] = make_uchar4(v.w + e.x, v.z - e.y, v.y ^ e.z, v.x & e.w);",
    )


def straight(seed):
    """Lanes of straight code, each like the other but for the order of operands: what the vectoriser of straight code
    puts together, in the width that it thinks enough."""
    draw = random.Random(f"straight {seed}")
    lanes = draw.choice([4, 4, 8, 8, 16])
    kind = draw.choice(["integer"] * 4 + ["float"])
    loads = (
        ["b[{}]", "h[{}]", "g[{}]", "(signed char)b[{}]", "(unsigned short)h[{}]"] if kind == "integer" else ["x[{}]"]
    )
    leaves = [(draw.choice(loads), draw.choice([0, 16, 32, 64])) for _ in range(4)]
    order = draw.choice([lambda k: k, lambda k: lanes - 1 - k, lambda k: k ^ 1, lambda k: 2 * k, lambda k: k])

    def tree(depth):
        form = draw.randrange(12)
        if depth == 0 or form == 0:
            return draw.randrange(len(leaves))
        if kind == "float":
            return (draw.choice("+-*"), tree(depth - 1), tree(depth - 1))
        if form == 1:
            return ("constant", draw.choice([1, 3, 7, 100, 255]))
        if form == 2:
            return ("cast", draw.choice(["unsigned char", "short", "signed char", "unsigned"]), tree(depth - 1))
        if form == 3:
            return ("test", draw.choice([" > ", " == ", " < "]), tree(depth - 1), draw.choice([0, 3, 100]))
        if form == 4:
            return (draw.choice(["shl", "shr"]), tree(depth - 1), draw.choice([1, 3, 7]))
        return (draw.choice("+-*&|^"), tree(depth - 1), tree(depth - 1))

    def text(node, k):
        if isinstance(node, int):
            load, at = leaves[node]
            return f"{load.format(f'{lanes * 2} * t + {at + order(k)}')}"
        if node[0] == "constant":
            return str(node[1])
        if node[0] == "cast":
            return f"({node[1]})({text(node[2], k)})"
        if node[0] == "test":
            return f"(({text(node[2], k)}){node[1]}{node[3]})"
        if node[0] in ("shl", "shr"):
            inner = text(node[1], k)
            return f"(unsigned)({inner}) << {node[2]}" if node[0] == "shl" else f"(({inner}) >> {node[2]})"
        a, c = text(node[1], k), text(node[2], k)
        a, c = (f"({a})", f"({c})") if kind == "float" else (f"(unsigned)({a})", f"(unsigned)({c})")
        if node[0] in "+*&|^" and draw.random() < 0.3:
            a, c = c, a
        return f"({a} {node[0]} {c})"

    expression = tree(draw.choice([1, 2, 2, 3]))
    odd = draw.randrange(lanes) if draw.random() < 0.3 else -1
    values = [text(expression, k) + (" + 1" if k == odd else "") for k in range(lanes)]
    if kind == "float":
        outputs = ["o[{}] = ({})"]
    else:
        outputs = ["q[{}] = ({})", "w[{}] = (short)({})", "u[{}] = (unsigned char)({})", "u[{}] = (({}) & 4) != 0"]
    if kind == "integer" and draw.random() < 0.6:
        type = draw.choice(["unsigned char", "signed char", "short", "int", "bool", "unsigned short"])
        operation = draw.choice(["+", "+", "+", "^", "|", "&", "max", "min"])
        terms = [f"({type})({value})" for value in values]
        total = terms[0]
        for term in terms[1:]:
            total = f"{operation}({total}, {term})" if operation in ("max", "min") else f"{total} {operation} {term}"
        if operation in ("max", "min"):
            total = terms[0]
            for term in terms[1:]:
                total = f"{operation}((int){total}, (int){term})"
        into = draw.choice(["q[t] = {}", "u[t] = (unsigned char)({})", f"q[t] = ({type})({{}})", "d[t] = ({}) * 0.5"])
        return into.format(total) + ";"
    output = draw.choice(outputs)
    return " ".join(output.format(f"{lanes} * t + {k}", value) + ";" for k, value in enumerate(values))


def digests(cp):
    """What the kernels give: for each its text, and a digest for each number of rounds or threads."""
    draw = np.random.default_rng(7)
    size = 1 << 15
    x = np.round(draw.normal(size=size) * 64).astype("f4") / 8
    x[::7], x[3::31], x[5::67], x[9::71], x[2::29] = 0, -0.0, np.inf, -np.inf, np.nan
    z = np.roll(x, 11).astype("f8") * 1.25
    g = draw.integers(-(2**31), 2**31, size).astype("i4")
    g[draw.random(size) < 0.5] %= 200
    h, b = draw.integers(-100, 100, size).astype("i2"), draw.integers(0, 256, size).astype("u1")
    h[::5] = draw.integers(-(2**15), 2**15, h[::5].size)
    inputs = [cp.asarray(a) for a in (x, z, g, h, b)]
    outputs = [cp.zeros(size, dtype) for dtype in ("f4", "f8", "i4", "i2", "u1")]
    own = f"x += 64 * t; z += 64 * t; g += 64 * t; h += 64 * t; b += 64 * t; o += {OWN} * t; d += {OWN} * t; "
    own += f"q += {OWN} * t; w += {OWN} * t; u += {OWN} * t; "
    tested = [(own, body) for body in rounds()]
    tested += [("", body) for body in lanes()] + [("", straight(seed)) for seed in range(STRAIGHT)]
    result = {}
    for first in range(0, len(tested), 40):
        text = "".join(
            f'extern "C" __global__ void k{i}({PARAMETERS}) {{ const int t = threadIdx.x; {before}{body} }}\n'
            for i, (before, body) in enumerate(tested[first : first + 40])
        )
        module = cp.RawModule(code=text, options=("--fmad=false", "-w"))
        for i, (before, body) in enumerate(tested[first : first + 40]):
            kernel = module.get_function(f"k{i}")
            found = []
            for n in (1, 7, 8, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 200, 255, 256):
                for array in outputs:
                    array.fill(0)
                kernel((1,), (3 if before else n,), (*inputs, *outputs, np.int32(n)))
                digest = hashlib.blake2b(digest_size=6)
                for array in outputs:
                    values = array.get()
                    if values.dtype.kind == "f":
                        values[np.isnan(values)] = np.nan
                    digest.update(values.tobytes())
                found.append(digest.hexdigest())
            result[body] = found
    return result


STRAIGHT = 60


def main():
    import cuprum as cp

    wrong = wrong_indices(cp) + wrong_updates(cp) + wrong_elementwise(cp)
    print(json.dumps({"wrong": wrong, "digests": digests(cp)}))


if __name__ == "__main__":
    sys.exit(main())
