"""CUPRUM_CHECK=memory: kernels on a CPU tell of accesses out of bounds. Without it, those that leave the process's
memory still do."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import cuprum as cp

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="on a GPU compute-sanitizer finds them")

RUN = r"""
import json, sys
import cuprum as cp

for code in json.load(sys.stdin):
    x = cp.arange(64, dtype="f")
    view = cp.arange(100, dtype="i")[10:20]
    try:
        cp.RawKernel(code, "kernel")((2,), (64,), (x, view, None), shared_mem=256)
        cp.sum(x).get()
        print(json.dumps(""), flush=True)
    except cp.cuda.runtime.CUDARuntimeError as error:
        assert error.status == 700 or "Address" not in str(error), error.status
        print(json.dumps(str(error)), flush=True)
assert cp.arange(5).sum() == 10
"""


def results(codes, check="memory"):
    environment = os.environ | {"CUPRUM_CHECK": check}
    done = subprocess.run(
        [sys.executable, "-c", RUN], input=json.dumps(codes), capture_output=True, text=True, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def kernel(body, before=""):
    return (
        f'{before}\nextern "C" __global__ void kernel(float* x, int* view, const double* none) '
        f"{{\n    int t = threadIdx.x;\n" + body + "}\n"
    )


# What is wrong, the program, and what must be told of it.
BAD = {
    "an index too large": (
        kernel("    x[t + blockIdx.x * 64] = 1;\n"),
        [
            "writes 4 bytes",
            "index 64",
            "argument 0 ('float * x'",
            "an array of 64 float32",
            "line 4",
            "block (1, 0, 0), thread (0, 0, 0)",
        ],
    ),
    "an index below zero": (
        kernel("    x[t] = view[t < 3 ? t - 3 : 0];\n"),
        ["reads 4 bytes", "index -3", "argument 1 ('int * view'", "10 int32", "block (0, 0, 0), thread (0, 0, 0)"],
    ),
    "half an element": (
        kernel("    if (t == 5) *(double*)(x + 63) = 1;\n"),
        ["writes 8 bytes", "index 63", "argument 0", "thread (5, 0, 0)"],
    ),
    "a null pointer": (
        kernel("    x[t] = none[t];\n"),
        ["reads 8 bytes", "argument 2 ('const double * none')", "null"],
    ),
    "an atomic": (
        kernel("    atomicAdd(view + t, 1);\n"),
        ["changes 4 bytes", "index 10", "argument 1", "thread (10, 0, 0)"],
    ),
    "a copy": (kernel("    if (t == 0) memcpy(x + 32, x, 256);\n"), ["writes 256 bytes", "index 32", "argument 0"]),
    "a pointer that walks": (
        kernel("    for (float* p = x + t; p <= x + 64; p += 16) *p += 1;\n"),
        ["index 64", "argument 0", "thread (0, 0, 0)"],
    ),
    "one of two arrays": (
        kernel("    float* p = t & 1 ? x : (float*)view;\n    p[200] = 1;\n"),
        ["writes 4 bytes", "outside of all arrays"],
    ),
    "a device function": (
        kernel("    set(x, t);\n", "__device__ void set(float* values, int i) { values[i + 10] = 0; }"),
        ["index 64", "argument 0", "line 1", "thread (54, 0, 0)"],
    ),
    "a function that calls itself": (
        kernel(
            "    down((char*)none + 8, t);\n",
            "__device__ __noinline__ void down(char* p, int n) { if (n) down(p, n - 1); else *p = 1; }",
        ),
        ["writes 1 bytes", "null pointer", "line 1"],
    ),
    "a shared array": (
        kernel(
            "    __shared__ float tile[32], next[64];\n    next[t] = 0;\n    tile[t] = x[t];\n    __syncthreads();\n  "
            "  x[t] = tile[t] + next[t];\n"
        ),
        ["writes 4 bytes", "index 32", "shared variable 'tile', which has 128 bytes", "line 6", "thread (32, 0, 0)"],
    ),
    "dynamic shared memory": (
        kernel(
            "    extern __shared__ double work[];\n    work[t] = x[t];\n    __syncthreads();\n    x[t] = work[t];\n"
        ),
        ["writes 8 bytes", "index 32", "shared variable 'work', which has 256 bytes", "thread (32, 0, 0)"],
    ),
    "a constant": (
        kernel("    x[t] = table[t];\n", "__constant__ float table[10];"),
        ["reads 4 bytes", "index 10", "variable 'table', which has 40 bytes", "thread (10, 0, 0)"],
    ),
    "a device variable": (
        kernel("    ours::count[t] += 1;\n", "namespace ours { __device__ int count[20]; }"),
        ["index 20", "'ours::count'", "thread (20, 0, 0)"],
    ),
    "an array of the thread": (
        kernel("    int own[8];\n    for (int i = 0; i <= view[8]; ++i) own[i] = t;\n    x[t] = own[view[0] - 10];\n"),
        ["index 8", "variable 'own', which has 32 bytes"],
    ),
}

FINE = {
    "all there is": "    x[t] += view[t % 10];\n",
    "behind a negative offset": "    float* end = x + 64;\n    end[-1 - t] = 1;\n",
    "shared memory to its end": """    __shared__ float tile[64];
    extern __shared__ float work[];
    work[t] = tile[63 - t] = x[t];
    __syncthreads();
    x[t] = tile[t] + work[63 - t];
""",
    "structs and vectors": "    float4 v = ((float4*)x)[t / 4];\n"
    "    if (t % 4 == 0) ((float4*)x)[t / 4] = make_float4(v.w, v.z, v.y, v.x);\n",
    "printf and what the thread owns": "    int own[4] = {1, 2, 3, 4};\n"
    '    if (t == 70) printf("%d", own[t & 3]);\n    x[t] = own[t & 3];\n',
    "memory of its own": "    char* p = (char*)malloc(8);\n    p[7] = 1;\n    x[t] = p[7];\n    free(p);\n",
}


def test_accesses_out_of_bounds_are_found():
    for name, (code, words), error in zip(BAD, BAD.values(), results([code for code, _ in BAD.values()])):
        assert "cudaErrorIllegalAddress" in error and "the kernel 'kernel'" in error, f"{name}: {error or 'nothing'}"
        for word in words:
            assert word in error, f"{name}: {word!r} is not in {error!r}"


def test_nothing_is_said_of_accesses_within():
    assert dict(zip(FINE, results([kernel(body) for body in FINE.values()]))) == dict.fromkeys(FINE, "")


def test_both_checks_at_once():
    missing = kernel("    __shared__ float tile[64];\n    tile[t] = x[t];\n    x[t] = tile[63 - t];\n")
    race, bad = results([missing, BAD["a constant"][0]], check="memory,races")
    assert "race" in race and "'table'" in bad


def test_the_corpus_stays_within_its_arrays():
    here = pathlib.Path(__file__).parent
    corpus = sorted(map(str, here.glob("test_kernel_corpus*.py")))
    environment = os.environ | {"CUPRUM_CHECK": "memory"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *corpus]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=here)
    assert done.returncode == 0, done.stdout[-3000:]


# Without the check: the program, and what must be told of it.
FAULTS = {
    "a null pointer": (
        kernel("    x[t] = none[t];\n"),
        ["cudaErrorIllegalAddress", "reads memory at", "block (", "CUPRUM_CHECK=memory"],
    ),
    "far away": (kernel("    x[t - (1ll << 42)] = 1;\n"), ["cudaErrorIllegalAddress", "writes memory at"]),
    "an address that cannot be": (
        kernel("    *(int*)0x8123456789abcdef = t;\n"),
        ["cudaErrorIllegalAddress", "an address that cannot be"],
    ),
    "behind a shuffle": (
        kernel("    int n = __shfl_sync(0xffffffff, t, 0);\n    if (t == 40) x[n - (1ll << 42)] = 1;\n"),
        ["writes memory at", "block ("],
    ),
    "behind a pause": (
        kernel("    __nanosleep(9);\n    if (t == 40) x[-(1ll << 42)] = 1;\n"),
        ["writes memory at", "block (", "thread (40, 0, 0)"],
    ),
    "an endless recursion": (
        kernel(
            "    x[t] = deep(view, t);\n",
            "__device__ __noinline__ int deep(volatile int* v, int n) { volatile int own[64]; own[n & 63] = v[0]; "
            "return deep(v, n + own[n & 63]) + own[3]; }",
        ),
        ["cudaErrorIllegalAddress"],
    ),
}


def test_faults_are_exceptions_without_the_check():
    for name, (code, words), error in zip(
        FAULTS, FAULTS.values(), results([code for code, _ in FAULTS.values()], check="")
    ):
        for word in words:
            assert word in error, f"{name}: {word!r} is not in {error!r}"


def test_faults_on_other_cores():
    """Enough blocks that all threads of the pool take part, of which the last ones fail."""
    run = """
import cuprum as cp
k = cp.RawKernel(
    'extern "C" __global__ void f(int* x) { long i = blockIdx.x; x[i < 9000 ? threadIdx.x : i << 38] = 3; }', "f"
)
for i in range(5):
    try:
        k((10000,), (256,), (cp.zeros(256, "i"),))
    except cp.cuda.runtime.CUDARuntimeError as error:
        print(error)
print(cp.arange(10**6).sum())
"""
    environment = os.environ | {"CUPRUM_NUM_THREADS": "4"}
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, env=environment)
    lines = done.stdout.splitlines()
    assert done.returncode == 0 and len(lines) == 6, done.stdout + done.stderr
    assert all("cudaErrorIllegalAddress" in line for line in lines[:5]) and lines[5] == "499999500000"


@pytest.mark.parametrize("first", [True, False], ids=["handler before", "handler after"])
def test_other_faults_are_left_to_others(first):
    run = """
import faulthandler, ctypes, sys
import cuprum as cp
if FIRST: faulthandler.enable()
cp.RawKernel('extern "C" __global__ void f(int* x) { x[threadIdx.x] = 3; }', "f")((1,), (4,), (cp.zeros(4, "i"),))
if not FIRST: faulthandler.enable()
ctypes.string_at(8)
"""
    done = subprocess.run([sys.executable, "-c", run.replace("FIRST", str(first))], capture_output=True, text=True)
    assert done.returncode == -11 and "Segmentation fault" in done.stderr
