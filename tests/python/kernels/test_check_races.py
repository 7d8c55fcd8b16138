"""CUPRUM_CHECK=races: kernels on a CPU tell of races on shared memory."""

import json
import os
import pathlib
import subprocess
import sys

import pytest

import cuprum as cp

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="on a GPU compute-sanitizer finds races")

RUN = r"""
import json, sys
import cuprum as cp

for code in json.load(sys.stdin):
    x = cp.arange(64, dtype="f")
    try:
        cp.RawKernel(code, "kernel")((2,), (64,), (x,), shared_mem=256)
        cp.sum(x).get()
        print(json.dumps(""))
    except cp.cuda.runtime.CUDARuntimeError as error:
        print(json.dumps(str(error)))
"""


def results(codes):
    environment = os.environ | {"CUPRUM_CHECK": "races"}
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        input=json.dumps(codes),
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def kernel(body, before=""):
    return f'{before}\nextern "C" __global__ void kernel(float* x) {{\n' + body + "}\n"


# What is wrong, the program, and what must be told of it.
RACES = {
    "a barrier is missing": (
        kernel("""
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = tile[63 - threadIdx.x];
"""),
        ["'tile'", "line 5", "line 6", "reads", "writes", "block (0, 0, 0)"],
    ),
    "a neighbour is read, then written": (
        kernel(
            """
    extern __shared__ float work[];
    work[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    shift(work);
""",
            "__device__ void shift(float* line) { float v = line[(threadIdx.x + 1) % 64]; line[threadIdx.x] = v; }",
        ),
        ["'work'", "line 1"],
    ),
    "a warp cannot wait for another": (
        kernel("""
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp();
    x[threadIdx.x] = tile[threadIdx.x ^ 32];
"""),
        ["'tile'", "line 5", "line 7"],
    ),
    "half a warp cannot wait for the other": (
        kernel("""
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp(threadIdx.x & 16 ? 0xffff0000 : 0x0000ffff);
    x[threadIdx.x] = tile[threadIdx.x ^ 16];
"""),
        ["'tile'"],
    ),
    "the last of many writes stays": (
        kernel("""
    __shared__ int last;
    last = threadIdx.x;
    __syncthreads();
    x[threadIdx.x] = last;
"""),
        ["'last'", "line 5", "and thread (1, 0, 0) writes it"],
    ),
    "an atomic does not wait": (
        kernel("""
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    x[threadIdx.x] = count;
"""),
        ["'count'", "line 7", "line 8"],
    ),
    "a tree without barriers": (
        kernel("""
    __shared__ float sum[64];
    sum[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    for (int half = 32; half; half /= 2)
        if (threadIdx.x < half) sum[threadIdx.x] += sum[threadIdx.x + half];
    if (threadIdx.x == 0) x[0] = sum[0];
"""),
        ["'sum'", "line 8"],
    ),
    "storage of CUB is used again too soon": (
        kernel(
            """
    typedef cub::BlockReduce<float, 64> Reduce;
    __shared__ Reduce::TempStorage storage;
    const float sum = Reduce(storage).Sum(x[threadIdx.x]);
    const float twice = Reduce(storage).Sum(2 * x[threadIdx.x]);
    if (threadIdx.x == 0) x[0] = sum + twice;
""",
            "#include <cub/block/block_reduce.cuh>",
        ),
        ["'storage'", "line 6", "line 7"],
    ),
    "a copy of bytes": (
        kernel("""
    __shared__ float pair[2][64];
    pair[0][threadIdx.x] = x[threadIdx.x];
    if (threadIdx.x == 63) memcpy(pair[1], pair[0], 256);
"""),
        ["'pair'", "line 5", "line 6"],
    ),
}

FINE = {
    "a barrier between": """
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[63 - threadIdx.x];
""",
    "a barrier of a warp": """
    __shared__ float tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncwarp();
    x[threadIdx.x] = tile[threadIdx.x ^ 1];
""",
    "all write the same": """
    __shared__ bool any;
    any = false;
    __syncthreads();
    if (x[threadIdx.x] > 3) any = true;
    __syncthreads();
    x[threadIdx.x] = any;
""",
    "atomics": """
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads();
    x[threadIdx.x] = count;
""",
    "neighbouring bytes": """
    __shared__ char bytes[64];
    bytes[threadIdx.x] = threadIdx.x;
    x[threadIdx.x] = bytes[threadIdx.x];
""",
    "each block its own": """
    __shared__ float one[1];
    if (threadIdx.x == 0) x[blockIdx.x] = one[0] = blockIdx.x;
""",
}


def test_races_are_found():
    for name, (code, words), error in zip(RACES, RACES.values(), results([code for code, _ in RACES.values()])):
        assert "'kernel' has a race on shared memory" in error, f"{name}: {error or 'nothing'}"
        for word in words:
            assert word in error, f"{name}: {word!r} is not in {error!r}"


def test_nothing_is_said_of_programs_without_races():
    assert dict(zip(FINE, results([kernel(body) for body in FINE.values()]))) == dict.fromkeys(FINE, "")


def test_the_corpus_has_no_races():
    here = pathlib.Path(__file__).parent
    corpus = sorted(map(str, here.glob("test_kernel_corpus*.py")))
    environment = os.environ | {"CUPRUM_CHECK": "races"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *corpus]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=here)
    assert done.returncode == 0, done.stdout[-3000:]
