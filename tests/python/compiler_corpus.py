"""Small kernels of the kinds that LLVM is known to have compiled wrongly, each with a reference. Run for one target of
the CPU backend, it prints the kernels that differ, as JSON:

    CUPRUM_CPU_TARGET=x86-64-v4 python tests/python/compiler_corpus.py
"""

import json
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


def main():
    import cuprum as cp

    print(json.dumps(wrong_indices(cp) + wrong_updates(cp) + wrong_elementwise(cp)))


if __name__ == "__main__":
    sys.exit(main())
