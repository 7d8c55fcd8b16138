"""Barriers and pipelines of asynchronous copies, in raw kernels."""

import numpy as np
import pytest

import cuprum as cp


def run(code, *arguments, threads=64, blocks=1):
    cp.RawKernel(code, "f")((blocks,), (threads,), arguments)


def test_barrier():
    out = cp.zeros(256, "i")
    run(
        r"""
        #include <cuda/barrier>
        #include <cuda/std/utility>
        using Barrier = cuda::barrier<cuda::thread_scope_block>;
        extern "C" __global__ void f(int* out) {
            __shared__ Barrier barrier;
            __shared__ int values[64];
            const int t = threadIdx.x;
            if (t == 0) init(&barrier, blockDim.x);
            __syncthreads();
            for (int round = 0; round < 4; ++round) {
                values[t] = 100 * round + t;
                Barrier::arrival_token token = barrier.arrive();
                barrier.wait(cuda::std::move(token));
                out[64 * round + t] = values[63 - t];
                barrier.arrive_and_wait();
            }
        }""",
        out,
    )
    assert out.get().tolist() == [100 * r + 63 - t for r in range(4) for t in range(64)]


def test_barrier_of_some_threads():
    """Half of the threads give work to the other half, which wait for its phases."""
    out = cp.zeros(32, "i")
    run(
        r"""
        #include <cuda/barrier>
        extern "C" __global__ void f(int* out) {
            __shared__ cuda::barrier<cuda::thread_scope_block> full, empty;
            __shared__ int values[32];
            const int t = threadIdx.x;
            if (t == 0) init(&full, 64), init(&empty, 64);
            __syncthreads();
            int sum = 0;
            for (int round = 0; round < 5; ++round) {
                if (t < 32) {
                    if (round) empty.arrive_and_wait();
                    values[t] = round * t;
                    full.arrive();
                } else {
                    full.arrive_and_wait();
                    sum += values[63 - t];
                    if (round < 4) empty.arrive();
                }
            }
            if (t >= 32) out[63 - t] = sum;
        }""",
        out,
    )
    assert out.get().tolist() == [10 * t for t in range(32)]


@pytest.mark.parametrize("grouped", [True, False])
def test_copies_that_a_barrier_waits_for(grouped):
    x, out = cp.arange(128, dtype="i"), cp.zeros(128, "i")
    copy = (
        "cuda::memcpy_async(block, tile, x + 64 * i, cuda::aligned_size_t<4>(sizeof(int) * 64), barrier);"
        if grouped
        else "cuda::memcpy_async(tile + t, x + 64 * i + t, sizeof(int), barrier);"
    )
    run(
        r"""
        #include <cooperative_groups.h>
        #include <cuda/barrier>
        extern "C" __global__ void f(const int* x, int* out) {
            auto block = cooperative_groups::this_thread_block();
            __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
            __shared__ int tile[64];
            const int t = block.thread_rank();
            if (t == 0) init(&barrier, block.size());
            block.sync();
            for (int i = 0; i < 2; ++i) {
                COPY
                barrier.arrive_and_wait();
                out[64 * i + t] = tile[63 - t];
                block.sync();
            }
        }""".replace("COPY", copy),
        x,
        out,
    )
    assert out.get().tolist() == list(range(63, -1, -1)) + list(range(127, 63, -1))


PIPELINE = r"""
#include <cooperative_groups.h>
#include <cuda/pipeline>
// Each tile is loaded while the one before it is summed up.
extern "C" __global__ void f(const int* x, int* out, int tiles) {
    auto block = cooperative_groups::this_thread_block();
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ int stage[2][64];
    const int t = block.thread_rank();
    int sum = 0;
    MAKE
    for (int i = 0, loaded = 0; i < tiles; ++i) {
        if (PRODUCES)
            for (; loaded < tiles && loaded < i + 2; ++loaded) {
                pipeline.producer_acquire();
                COPY
                pipeline.producer_commit();
            }
        if (CONSUMES) {
            pipeline.consumer_wait();
            sum += stage[i % 2][SLOT];
            pipeline.consumer_release();
        }
    }
    if (CONSUMES) out[SLOT] = sum;
}"""


@pytest.mark.parametrize("tiles", [1, 2, 7])
def test_pipeline_of_a_block(tiles):
    code = PIPELINE.replace("MAKE", "auto pipeline = cuda::make_pipeline(block, &state);")
    code = code.replace("PRODUCES", "true").replace("CONSUMES", "true").replace("SLOT", "(63 - t)")
    code = code.replace(
        "COPY", "cuda::memcpy_async(block, stage[loaded % 2], x + 64 * loaded, sizeof(int) * 64, pipeline);"
    )
    x = np.random.default_rng(1).integers(-99, 99, (tiles, 64)).astype("i")
    out = cp.zeros(64, "i")
    run(code, cp.asarray(x), out, np.int32(tiles))
    assert (out.get() == x.sum(0)).all()


@pytest.mark.parametrize(
    "make",
    [
        "cuda::make_pipeline(block, &state, size_t(64))",
        "cuda::make_pipeline(block, &state, t < 64 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer)",
    ],
)
def test_pipeline_of_producers_and_consumers(make):
    code = PIPELINE.replace("MAKE", f"auto pipeline = {make};")
    code = code.replace("PRODUCES", "t < 64").replace("CONSUMES", "t >= 64").replace("SLOT", "(127 - t)")
    code = code.replace(
        "COPY", "cuda::memcpy_async(stage[loaded % 2] + t, x + 64 * loaded + t, sizeof(int), pipeline);"
    )
    x = np.random.default_rng(2).integers(-99, 99, (5, 64)).astype("i")
    out = cp.zeros(64, "i")
    run(code, cp.asarray(x), out, np.int32(5), threads=128)
    assert (out.get() == x.sum(0)).all()


def test_primitives():
    x, out = cp.arange(64, dtype="i"), cp.zeros(64, "i")
    run(
        r"""
        #include <cuda_pipeline.h>
        extern "C" __global__ void f(const int* x, int* out) {
            __shared__ int4 tile[16];
            if (threadIdx.x < 16)
                __pipeline_memcpy_async(&tile[threadIdx.x], (const int4*)x + threadIdx.x, 16, threadIdx.x < 15 ? 0 : 8);
            __pipeline_commit();
            __pipeline_wait_prior(0);
            __syncthreads();
            out[threadIdx.x] = ((int*)tile)[63 - threadIdx.x];
        }""",
        x,
        out,
    )
    assert out.get().tolist() == [0, 0, *range(61, -1, -1)]
