"""Options of raw kernels: macros of any name, folders of headers, spaces, and whatever NVRTC takes."""

import pytest

import cuprum as cp

on_cpu = pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU's headers are CUDA's, and its options NVRTC's")


def run(code, name, grid, block, args, options=()):
    cp.RawKernel(code, name, options=options)(grid, block, args)


# Names that headers of ours use for themselves.
NAMES = (
    "A B C F K M N S T U Type Types Value Float Real Index Bits T1 Fn count data first function imag index lane lanes "
    "last mask rank raw real result shape size step type value values warp width x0 y z"
).split()


def test_macros_may_have_any_name():
    out = cp.zeros(1)
    options = tuple(f"-D{name}={number}" for number, name in enumerate(NAMES))
    code = f'extern "C" __global__ void kernel(double* out) {{ out[0] = {" + ".join(NAMES)}; }}'
    run(code, "kernel", (1,), (1,), (out,), options=options)
    assert out.get() == sum(range(len(NAMES)))


HEADERS = (
    "cooperative_groups.h cuda/atomic cuda/barrier cuda/std/cmath cuda/std/complex cuda/std/limits cuda/std/mdspan "
    "cuda/std/optional cuda/std/span cuda/std/tuple cuda_bf16.h cuda_fp16.h cub/cub.cuh cupy/complex.cuh "
    "curand_kernel.h mma.h"
).split()


@on_cpu
@pytest.mark.parametrize("header", HEADERS)
def test_macros_do_not_meet_headers(header):
    """Neither those of the options nor those that stand before the include."""
    out = cp.zeros(1)
    body = 'extern "C" __global__ void kernel(T* out) { out[0] = N + x0; }'
    code = f"#include <{header}>\n{body}"
    run(code, "kernel", (1,), (1,), (out,), options=("-DT=double", "-DN=3", "-Dx0=4"))
    assert out.get() == 7
    code = f"#define T double\n# define N 3\n#undef x0\n#define x0 5\n{code}"
    run(code, "kernel", (1,), (1,), (out,))
    assert out.get() == 8


@pytest.mark.parametrize(
    "options, value",
    [
        ((" -DSIZE=5",), 5),
        (("-DSIZE=5 ",), 5),
        (("\t-DSIZE=5\n",), 5),
        (("-D SIZE=5",), 5),
        (("-D", "SIZE=5"), 5),
        (("--define-macro=SIZE=5",), 5),
        (("--define-macro", "SIZE=5"), 5),
        (("-DSIZE",), 1),
        (("-DSIZE=2", "-DSIZE=3"), 3),
        (("-DSIZE=MORE", "-DMORE=7"), 7),
        (("-DPLUS(a,b)=((a)+(b))", "-DSIZE=PLUS(2, 3)"), 5),
        (("-DSIZE=", "-DEXTRA"), 0),
        (("-DSIZE=2", "-USIZE", "-DSIZE=6"), 6),
        (("  --std=c++17 ", "-DSIZE=sizeof(int[4])"), 16),
    ],
)
def test_forms_of_definitions(options, value):
    out = cp.zeros(1, "i")
    code = 'extern "C" __global__ void kernel(int* out) { out[0] = SIZE + 0; }'
    run(code, "kernel", (1,), (1,), (out,), options=options)
    assert out.get() == value


def test_undefined_again():
    code = """
    #ifdef SIZE
    #error it is defined
    #endif
    extern "C" __global__ void kernel() {}"""
    for options in [("-DSIZE=1", "-USIZE"), ("-DSIZE", "--undefine-macro=SIZE"), ("-DSIZE", "-U", "SIZE")]:
        run(code, "kernel", (1,), (1,), (), options=options)


def test_lines_keep_their_numbers():
    code = 'extern "C" __global__ void kernel() {\n  int a = SIZE;\n  wrong;\n}'
    with pytest.raises(cp.cuda.compiler.CompileException, match=r"[:(]3[:)]"):
        cp.RawKernel(code, "kernel", options=("-DSIZE=1", "-DMORE=2")).compile()


def test_folders_and_included_files(tmp_path):
    (tmp_path / "first.h").write_text("#define FIRST (COUNT + 1)\n")
    (tmp_path / "second.h").write_text('#include "first.h"\n__device__ int second() { return FIRST; }\n')
    out = cp.zeros(1, "i")
    kernel = 'extern "C" __global__ void kernel(int* out) { out[0] = second(); }'
    for folder in [(f"-I{tmp_path}",), (f" -I{tmp_path} ",), (f"-I {tmp_path}",), ("-I", f"{tmp_path}"),
                   (f"--include-path={tmp_path}",)]:  # fmt: skip
        for line in '#include "second.h"', "#include <second.h>":
            out[...] = 0
            run(f"{line}\n{kernel}", "kernel", (1,), (1,), (out,), options=("-DCOUNT=4", *folder))
            assert out.get() == 5
    for included in [("-include", "second.h"), ("--pre-include=second.h",)]:
        out[...] = 0
        run(kernel, "kernel", (1,), (1,), (out,), options=(*included, f"-I{tmp_path}", "-DCOUNT=6"))
        assert out.get() == 7
        (tmp_path / "first.h").write_text("#define FIRST (COUNT + 2)\n")  # The next compilation reads it anew.
        kernel = kernel.replace("out[0]", " out[0]")
        run(kernel, "kernel", (1,), (1,), (out,), options=(*included, f"-I{tmp_path}", "-DCOUNT=6"))
        assert out.get() == 8
        (tmp_path / "first.h").write_text("#define FIRST (COUNT + 1)\n")
        kernel = kernel.replace("out[0]", " out[0]")


@on_cpu
def test_headers_of_a_gpus_toolkit_are_not_read(tmp_path):
    """Programs name the folder of CUDA's headers, which are for GPUs."""
    (tmp_path / "cuda" / "std").mkdir(parents=True)
    names = "vector_types.h cuda_runtime_api.h cuda_fp16.h math_constants.h cuda/std/limits"
    for name in names.split():
        (tmp_path / name).write_text("#error this one is for a GPU\n")
    code = "".join(f"#include <{name}>\n" for name in names.split()) + '#include "vector_types.h"\n'
    out = cp.zeros(1, "f")
    code += 'extern "C" __global__ void kernel(float* out) { out[0] = make_float2(1, 2).y; }'
    run(code, "kernel", (1,), (1,), (out,), options=(f"-I{tmp_path}",))
    assert out.get() == 2


@on_cpu
@pytest.mark.parametrize(
    "option",
    "-rdc=true --relocatable-device-code=false -dlto -G -lineinfo -minimal --use_fast_math --fmad=false "
    "-maxrregcount=32 -device-stack-protector=true --brief-diagnostics=true -no-cache --frandom-seed=1 -jtd=100 "
    "-time=- -dQ=true --modify-stack-limit=false -Ofc=max -opt-info=inline --pch-dir=/tmp -no-err-no "
    "-gen-opt-lto -arch=sm_90 --extra-device-vectorization".split(),
)
def test_nvrtcs_options_are_taken(option):
    """By kernels of all kinds."""
    run('extern "C" __global__ void kernel() {}', "kernel", (1,), (1,), (), options=(option,))
    x = cp.arange(4.0)
    assert cp.ElementwiseKernel("T x", "T y", "y = x + 1", "plus", options=(option,))(x).get().tolist() == [1, 2, 3, 4]
    assert cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "total", options=(option,))(x).get() == 6


@pytest.mark.parametrize("wrong", ["-no-such", "-O3", "-march=native", "-Xclang"])
def test_what_no_processor_takes(wrong):
    x = cp.arange(4.0)
    with pytest.raises(cp.cuda.compiler.CompileException, match=wrong):
        cp.ElementwiseKernel("T x", "T y", "y = x", "kernel", options=(wrong,))(x)
    with pytest.raises(cp.cuda.compiler.CompileException, match=wrong):
        cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "kernel", options=(wrong,))(x)
    with pytest.raises(cp.cuda.compiler.CompileException, match=wrong):
        run('extern "C" __global__ void kernel() {}', "kernel", (1,), (1,), (), options=(wrong,))


@pytest.mark.parametrize(
    "options, before, stops",
    [
        ((), "", True),
        (("-DNDEBUG",), "", False),
        (("-DNDEBUG",), "#include <assert.h>\n", False),
        (("-DNDEBUG", "-UNDEBUG"), "", True),
        ((), "#define NDEBUG\n#include <assert.h>\n", False),
        ((), "#define NDEBUG\n#include <cassert>\n", False),
        ((), "#define NDEBUG\n#include <assert.h>\n#undef NDEBUG\n#include <cassert>\n", True),
    ],
)
@on_cpu  # An assertion that fails ends all work on a GPU.
def test_assertions_are_left_out(options, before, stops):
    code = f'{before}extern "C" __global__ void kernel(int* out) {{ assert(out[0] == 3); out[0] = 1; }}'
    out = cp.zeros(1, "i")
    if stops:
        with pytest.raises(RuntimeError, match="assert"):
            run(code, "kernel", (1,), (1,), (out,), options=options)
            cp.cuda.Device().synchronize()
    else:
        run(code, "kernel", (1,), (1,), (out,), options=options)
        assert out.get() == 1


@on_cpu
def test_programs_for_nvcc():
    """A CPU compiles them as those for NVRTC; ASPIRE has such."""
    out = cp.zeros(1, "i")
    code = 'extern "C" __global__ void kernel(int* out) { out[0] = SIZE; }'
    options = ("-O3", "--use_fast_math", "-gencode", "arch=compute_90,code=sm_90", "-Xcompiler=-fPIC", "-DSIZE=5")
    cp.RawKernel(code, "kernel", options=options, backend="nvcc")((1,), (1,), (out,))
    assert out.get() == 5
    for wrong in ("--no-such-option", "-z"):
        with pytest.raises(cp.cuda.compiler.CompileException, match="nvcc"):
            cp.RawKernel(code, "kernel", options=(wrong,), backend="nvcc").compile()
    with pytest.raises(cp.cuda.compiler.CompileException, match="NVRTC"):
        cp.RawKernel(code, "kernel", options=("-O3", "-DSIZE=5")).compile()


def test_what_nvrtc_declares_without_an_include():
    code = """
    struct Owner { int* p; __device__ Owner(int* p) : p(p) {}
        __device__ Owner(Owner&& other) : p(other.p) { other.p = nullptr; } };
    template <class T> __device__ T pass(T&& x) { return std::forward<T>(x); }
    __device__ int total(std::initializer_list<int> list) { int sum = 0; for (int x : list) sum += x; return sum; }
    extern "C" __global__ void kernel(int* out) {
        Owner first(out), second = std::move(first);
        second.p[0] = total({1, 2, 3}) + pass(4) + (first.p == nullptr);
    }"""
    out = cp.zeros(1, "i")
    run(code, "kernel", (1,), (1,), (out,))
    assert out.get() == 11
    run(f"#include <utility>\nusing namespace std;\n{code}", "kernel", (1,), (1,), (out,))
    assert out.get() == 11


@on_cpu
@pytest.mark.parametrize(
    "header", "cooperative_groups.h cuda/std/limits cuda/std/cmath cuda/std/tuple cuda/atomic".split()
)
def test_integers_and_limits_come_with_other_headers(header):
    """libcu++'s headers bring them along, and so do cooperative groups."""
    out = cp.zeros(4, "Q")
    code = f"""
    #include <{header}>
    typedef unsigned long long uint64_t;  // what libcu++ has
    extern "C" __global__ void kernel(uint64_t* out) {{
        uint32_t a = UINT_MAX; int64_t b = LLONG_MAX; size_t c = SIZE_MAX;
        out[0] = a, out[1] = b, out[2] = FLT_MAX > 1e38f, out[3] = c;
    }}"""
    run(code, "kernel", (1,), (1,), (out,))
    assert out.get().tolist() == [2**32 - 1, 2**63 - 1, 1, 2**64 - 1]


def test_integers_of_64_bits_are_cudas():
    """In libcu++ they are `long long`, which CUDA's functions take."""
    out = cp.zeros(3, "Q")
    code = """
    #include <cstdint>
    template <class T> __device__ T larger(T a, T b) { return a < b ? b : a; }
    extern "C" __global__ void kernel(std::uint64_t* out) {
        atomicAdd(out, 1ULL);
        atomicMax(out + 1, uint64_t(threadIdx.x));
        atomicCAS(&out[2], uint64_t(0), larger(out[2], 9ULL));
    }"""
    run(code, "kernel", (1,), (64,), (out,))
    assert out.get().tolist() == [64, 63, 9]
