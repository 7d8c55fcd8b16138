"""Programs may use any names: none of ours takes part when they call a function of their own."""

import keyword
import linecache
import pathlib
import re

import numpy as np
import pytest

import cuprum as cp
from cuprumx import jit

DEVICE = pathlib.Path(__file__).resolve().parents[3] / "device" / "cuprum"
DECLARED = re.compile(
    r"\b(?:CUPRUM_\w+|__forceinline__|inline|constexpr|struct|class|concept|using|enum(?: class)?)\b[^;{}()=\n]*?"
    r"\b([A-Za-z_]\w*)\s*[({=;:]"
)
# Names at global scope, which CuPy's kernels have there, too, or which C++ and CUDA give.
TAKEN = {"half", "float16", "bfloat16", "complex", "CArray", "CIndexer", "polar"}
KEYWORDS = set(
    "alignas auto bool break case char class concept const constexpr continue default delete do double else enum "
    "explicit extern float for friend goto if inline int long namespace new operator private protected public requires "
    "return short signed sizeof static static_assert struct switch template this throw true false try typedef typename "
    "union unsigned using virtual void volatile while decltype noexcept nullptr asm and or not xor".split()
)


def our_names():
    names = set()
    for header in DEVICE.rglob("*.h"):
        if header.parent.name != "cuda":  # CUDA's own names, for a CPU
            names |= set(DECLARED.findall(header.read_text()))
    names -= KEYWORDS | TAKEN
    return sorted(
        n for n in names if len(n) > 2 and not keyword.iskeyword(n) and not n.startswith(("CUPRUM", "cuprum", "_"))
    )


# Some that the kernels' own text is near to; all others are called in functions that are compiled and not run.
NEAR = ["cast", "bit_cast", "apply", "negative", "less", "equal", "maximum", "minimum", "reduce", "start", "combine",
        "finish", "accumulate", "initial", "inputs", "outputs", "state", "extra", "values", "updates", "multiply",
        "add", "operands", "nout", "load", "store"]  # fmt: skip
NAMES = sorted({*our_names(), *NEAR})
FUNCTIONS = """template <class T> __device__ T {0}(T a) {{ return a; }}
template <class T> __device__ T {0}(T a, T b) {{ return b; }}
"""
CONVERSIONS = "template <class B, class A> __device__ B {0}(A a) {{ return (B)a; }}\n"
TYPES = ["complex64", "complex128", "float16", "float32", "int64"]


CUDAS = set(
    "abs acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc erfcinv erfinv exp exp10 exp2 "
    "expm1 fabs floor fma fmax fmin fmod frexp hypot isfinite isinf isnan ldexp log log10 log1p log2 max min modf nan "
    "nextafter pow remainder rint round rsqrt signbit sin sinh sqrt tan tanh trunc atomicAdd all any".split()
)


def compiles(text):
    try:
        cp.RawKernel(text + '\nextern "C" __global__ void k() {}', "k").compile()
        return True
    except cp.cuda.compiler.CompileException:
        return False


@pytest.fixture(scope="module")
def free_names():
    """Names that are nobody's at global scope, so that a program may declare anything by them."""
    taken, waiting = set(), [NAMES]
    while waiting:
        part = waiting.pop()
        if compiles("".join(f"static const int {name} = 3;\n" for name in part)):
            continue
        if len(part) == 1:
            taken.add(part[0])
        else:
            waiting += [part[: len(part) // 2], part[len(part) // 2 :]]
    return [name for name in NAMES if name not in taken]


def test_there_are_names(free_names):
    assert {"cast", "bit_cast", "negative", "apply", "less", "maximum", "minimum", "limits"} <= set(NAMES)
    # What cannot be declared anew is CUDA's, or the C library's.
    assert set(NAMES) - set(free_names) <= CUDAS


def calls(names, x):
    return "".join(f"y += {name}({x}); y += {name}({x}, {x});\n" for name in names)


def of_functions():
    unused = "static __device__ T of_all(T x) { T y = x;\n" + calls(NAMES, "x") + "return y; }\n"
    return "".join(FUNCTIONS.format(name) for name in NAMES) + unused


@pytest.mark.parametrize("dtype", TYPES)
def test_functions_in_elementwise_kernels(dtype):
    x = cp.ones(3, dtype)
    cp.ElementwiseKernel("T z", "T y", "y = 0;\n" + calls(NEAR, "z"), "names_of_functions", preamble=of_functions())(x)
    looped = "T z = x[i]; y = 0;\n" + calls(NEAR, "z")
    cp.ElementwiseKernel("raw T x", "T y", looped, "names_in_loops", preamble=of_functions())(x, size=3)


@pytest.mark.parametrize("dtype", TYPES)
def test_conversions_in_elementwise_kernels(dtype):
    preamble = "".join(CONVERSIONS.format(name) for name in NAMES)
    unused = "".join(f"y += {name}<T>(x);\n" for name in NAMES)
    preamble += "static __device__ T of_all(T x) { T y = x;\n" + unused + "return y; }\n"
    near = "".join(f"y += {name}<T>(x);\n" for name in NEAR)
    y = cp.ElementwiseKernel("T x", "T y", "y = 0;\n" + near, "conversions", preamble=preamble)(cp.ones(2, dtype))
    assert (y.get() == len(NEAR)).all()


@pytest.mark.parametrize("dtype", TYPES)
def test_functions_in_reductions(dtype):
    mapped = "x"
    for name in NEAR:
        mapped = f"{name}({mapped})"
    sums = " + ".join(f"{name}(b)" for name in NEAR)
    post = " + ".join(f"{name}(a)" for name in NEAR)
    kernel = cp.ReductionKernel(
        "T x", "T y", mapped, f"a + ({sums}) * T(0) + b", f"y = a + ({post}) * T(0)", "0", "names_of_reductions",
        preamble=of_functions(),
    )  # fmt: skip
    assert kernel(cp.ones(3, dtype)).get() == 3


def test_variables_and_types(free_names):
    variables = "".join(f"__device__ const int {name} = 1;\n" for name in free_names)
    types = "".join(f"struct {name} {{ int value; }};\n" for name in free_names)
    total = " + ".join(free_names[::20])
    made = "".join(f"{name} v{k}{{1}}; y += v{k}.value;\n" for k, name in enumerate(free_names))
    types += "static __device__ int of_all() { int y = 0;\n" + made + "return y; }\n"
    near = "".join(f"{name} v_{name}{{1}}; y += T(v_{name}.value);\n" for name in NEAR if name in free_names)
    for dtype in ("complex64", "float16", "float32"):
        y = cp.ElementwiseKernel("T x", "T y", f"y = x * T({total})", "variables_of_names", preamble=variables)(
            cp.ones(2, dtype)
        )
        assert (y.get() == np.array(len(free_names[::20]), dtype)).all()
        cp.ElementwiseKernel("T x", "T y", "y = x;" + near, "types_of_names", preamble=types)(cp.ones(2, dtype))
        cp.ReductionKernel("T x", "T y", f"x * T({total})", "a + b", "y = a", "0", "reduced_names", preamble=variables)(
            cp.ones(2, dtype)
        )


def test_raw_kernels(free_names):
    for header, kind in (
        ("cupy/complex.cuh", "complex<float>"),
        ("cupy/float16.cuh", "float16"),
        ("cuda_fp16.h", "__half"),
        ("cuda_bf16.h", "__nv_bfloat16"),
    ):
        text = f"#include <{header}>\ntypedef {kind} T;\n{of_functions()}\n"
        text += f'extern "C" __global__ void k(T* p) {{ T x = *p, y = x; {calls(NEAR, "x")} *p = y; }}'
        cp.RawKernel(text, "k").compile()
        cp.RawModule(code=text).get_function("k").compile()
    variables = "".join(f"__device__ int {name};\n" for name in free_names)
    text = f"#include <cupy/carray.cuh>\n{variables}\n"
    text += f'extern "C" __global__ void k(int* p) {{ *p = {" + ".join(free_names[::20])}; }}'
    p = cp.ones(1, "i4")
    cp.RawKernel(text, "k")((1,), (1,), (p,))
    assert int(p[0]) == 0


@pytest.mark.parametrize("dtype", ["complex64", "float16", "float32"])
def test_kernels_inside_of_fused_functions(dtype, free_names):
    kind = {"complex64": "complex<float>", "float16": "float16", "float32": "float"}[dtype]
    preamble = "".join(f"__device__ {kind} {name}({kind} a) {{ return a; }}\n" for name in free_names)
    unused = "".join(f"y += {name}(x);\n" for name in free_names)
    preamble += f"static __device__ void of_all({kind} x) {{ {kind} y = x;\n{unused}}}\n"
    near = [name for name in NEAR if name in free_names]
    kernel = cp.ElementwiseKernel(
        "T x", "T y", "y = " + " + ".join(f"{name}(x)" for name in near), "names_in_fuse", preamble=preamble
    )
    fused = cp.fuse(lambda a: kernel(a) + a)
    assert (fused(cp.ones(4, dtype)).get() == np.array(len(near) + 1, dtype)).all()


def test_functions_of_jit(free_names):
    names = [name for name in free_names if name not in ("jit", "range")][::5] + NEAR
    text = "".join(f"@jit.rawkernel(device=True)\ndef {name}(a):\n    return a\n\n" for name in names)
    lines = "".join(f"    y[0] += {name}(x[0])\n" for name in names)
    text += f"@jit.rawkernel()\ndef all_names(x, y):\n    y[0] = x[0] - x[0]\n{lines}"
    # A function's text is looked for in its file.
    linecache.cache["<names>"] = (len(text), None, text.splitlines(True), "<names>")
    space = {"jit": jit}
    exec(compile(text, "<names>", "exec"), space)
    for dtype in ("complex64", "float16"):
        x, y = cp.ones(1, dtype), cp.zeros(1, dtype)
        space["all_names"]((1,), (1,), (x, y))
        assert y.get()[0] == np.array(len(names), dtype)
