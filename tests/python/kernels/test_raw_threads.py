"""What the threads of a block do together in raw kernels."""

import numpy as np
import pytest
from common import assert_same, sample
from raw_common import run

import cuprum as cp


class TestThreadsTogether:
    def test_barriers_and_shared_memory(self):
        code = r"""
        extern "C" __global__ void reverse(int* x) {
            __shared__ int s[256];
            int t = threadIdx.x;
            s[t] = x[blockIdx.x * blockDim.x + t];
            __syncthreads();
            x[blockIdx.x * blockDim.x + t] = s[blockDim.x - 1 - t];
        }"""
        x = sample((20, 256), "i")
        out = cp.asarray(x)
        run(code, "reverse", (20,), (256,), (out,))
        assert_same(out, x[:, ::-1])

    def test_dynamic_shared_memory(self):
        code = r"""
        extern "C" __global__ void f(float* out, int n) {
            __shared__ int counts[4];
            extern __shared__ float dynamic[];
            if (threadIdx.x < 4) counts[threadIdx.x] = threadIdx.x;
            for (int i = threadIdx.x; i < n; i += blockDim.x) dynamic[i] = i;
            __syncthreads();
            float sum = 0;
            for (int i = 0; i < n; i++) sum += dynamic[i];
            out[threadIdx.x] = sum + counts[threadIdx.x % 4];
        }"""
        out = cp.zeros(32, "f")
        run(code, "f", (1,), (32,), (out, 1000), shared_mem=4000)
        assert_same(out, np.float32(499500) + np.arange(32, dtype="f") % 4)

    def test_scan(self):
        code = r"""
        extern "C" __global__ void scan(int* x) {
            __shared__ int s[1024];
            int t = threadIdx.x;
            s[t] = x[t];
            for (int d = 1; d < blockDim.x; d *= 2) {
                __syncthreads();
                int v = t >= d ? s[t - d] : 0;
                __syncthreads();
                s[t] += v;
            }
            x[t] = s[t];
        }"""
        for n in (1, 33, 257, 1024):
            x = sample(n, "i")
            out = cp.asarray(x)
            run(code, "scan", (1,), (n,), (out,))
            assert_same(out, np.cumsum(x, dtype="i"))

    def test_barrier_votes(self):
        code = r"""
        extern "C" __global__ void f(int* out) {
            int t = threadIdx.x;
            out[3 * t] = __syncthreads_count(t % 3 == 0);
            out[3 * t + 1] = __syncthreads_and(t < 64);
            out[3 * t + 2] = __syncthreads_or(t == 5);
        }"""
        out = cp.zeros((100, 3), "i")
        run(code, "f", (1,), (100,), (out,))
        assert_same(out, np.tile(np.array([34, 0, 1], "i"), (100, 1)))

    def test_barriers_that_threads_reach_at_different_places(self):
        code = r"""
        extern "C" __global__ void f(int* out) {
            __shared__ int s;
            if (threadIdx.x >= 40) return;
            if (threadIdx.x == 0) { s = 7; __syncthreads(); } else { __syncthreads(); }
            out[threadIdx.x] = s;
        }"""
        out = cp.zeros(64, "i")
        run(code, "f", (1,), (64,), (out,))
        assert_same(out, np.where(np.arange(64) < 40, 7, 0).astype("i"))

    @pytest.mark.parametrize("dtype, ctype", [("i", "int"), ("f", "float"), ("d", "double"), ("q", "long long")])
    def test_shuffles(self, dtype, ctype):
        code = f"""
        extern "C" __global__ void f({ctype}* out) {{
            unsigned all = 0xffffffff;
            {ctype} v = threadIdx.x * 10;
            {ctype}* mine = out + 5 * threadIdx.x;
            mine[0] = __shfl_sync(all, v, 3); mine[1] = __shfl_up_sync(all, v, 2, 8);
                mine[2] = __shfl_down_sync(all, v, 5);
            mine[3] = __shfl_xor_sync(all, v, 1); mine[4] = __shfl_sync(all, v, threadIdx.x + 1, 16);
        }}"""
        out = cp.zeros((64, 5), dtype)
        run(code, "f", (1,), (64,), (out,))
        t = np.arange(64)
        lane, warp = t % 32, t // 32 * 32
        expected = np.stack([
            warp + 3,
            np.where(lane % 8 >= 2, t - 2, t),
            np.where(lane + 5 < 32, t + 5, t),
            t ^ 1,
            warp + lane // 16 * 16 + (lane + 1) % 16,
        ], 1)  # fmt: skip
        assert_same(out, (10 * expected).astype(dtype))

    def test_warp_reductions(self):
        code = r"""
        extern "C" __global__ void f(const int* x, int* out) {
            int v = x[threadIdx.x];
            for (int o = 16; o > 0; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
            if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v;
        }"""
        x = sample(1024, "i")
        out = cp.zeros(32, "i")
        run(code, "f", (1,), (1024,), (cp.asarray(x), out))
        assert_same(out, x.reshape(32, 32).sum(1, dtype="i"))

    def test_votes_and_matches(self):
        code = r"""
        extern "C" __global__ void f(unsigned* out) {
            unsigned t = threadIdx.x, all = 0xffffffff, *mine = out + 9 * t;
            int same;
            mine[0] = __ballot_sync(all, t % 4 == 0); mine[1] = __any_sync(all, t == 9);
                mine[2] = __all_sync(all, t < 31);
            mine[3] = __match_any_sync(all, t % 3); mine[4] = __match_all_sync(all, 5, &same); mine[5] = same;
            mine[6] = __match_all_sync(all, t, &same); mine[7] = __activemask(); __syncwarp();
                mine[8] = __popc(mine[7]);
        }"""
        out = cp.zeros((32, 9), "I")
        run(code, "f", (1,), (32,), (out,))
        every = 2**32 - 1
        expected = [
            [0x11111111, 1, 0, sum(1 << i for i in range(32) if i % 3 == t % 3), every, 1, 0, every, 32]
            for t in range(32)
        ]
        assert_same(out, np.array(expected, "I"))

    def test_masks_of_part_of_a_warp(self):
        code = r"""
        extern "C" __global__ void f(int* out) {
            int t = threadIdx.x, v = t;
            if (t < 16) { for (int o = 8; o; o /= 2) v += __shfl_xor_sync(0x0000ffff, v, o); }
            else { for (int o = 8; o; o /= 2) v = max(v, __shfl_xor_sync(0xffff0000, v, o)); }
            out[t] = v;
        }"""
        out = cp.zeros(32, "i")
        run(code, "f", (1,), (32,), (out,))
        assert_same(out, np.array([120] * 16 + [31] * 16, "i"))

    def test_threads_that_have_left(self):
        code = r"""
        extern "C" __global__ void f(int* out, int n) {
            if (threadIdx.x >= n) return;
            out[threadIdx.x] = __popc(__ballot_sync(0xffffffff, 1));
            __syncthreads();
            out[threadIdx.x] += 100 * __syncthreads_count(1);
        }"""
        out = cp.zeros(32, "i")
        run(code, "f", (1,), (32,), (out, 20))
        assert_same(out, np.where(np.arange(32) < 20, 2020, 0).astype("i"))

    def test_reduce_sync(self):
        code = r"""
        extern "C" __global__ void f(int* out) {
            int t = threadIdx.x; unsigned all = 0xffffffff; int* mine = out + 6 * t;
            mine[0] = __reduce_add_sync(all, t - 10); mine[1] = __reduce_min_sync(all, t - 10);
                mine[2] = __reduce_max_sync(all, (unsigned)t);
            mine[3] = __reduce_and_sync(all, (unsigned)t | 64); mine[4] = __reduce_or_sync(all, 1u << t % 5);
                mine[5] = __reduce_xor_sync(all, (unsigned)t);
        }"""
        out = cp.zeros((32, 6), "i")
        run(code, "f", (1,), (32,), (out,))
        assert_same(out, np.tile(np.array([176, -10, 31, 64, 31, 0], "i"), (32, 1)))

    def test_barriers_inside_of_device_functions(self):
        code = r"""
        template <class T> __device__ T block_sum(T v) {
            __shared__ T parts[32];
            for (int o = 16; o; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
            if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = v;
            __syncthreads();
            v = threadIdx.x < blockDim.x / 32 ? parts[threadIdx.x] : T(0);
            if (threadIdx.x < 32) for (int o = 16; o; o /= 2) v += __shfl_down_sync(0xffffffff, v, o);
            return v;
        }
        extern "C" __global__ void f(const double* x, double* out, const int* y, int* count) {
            double s = block_sum(x[blockIdx.x * blockDim.x + threadIdx.x]);
            __syncthreads();
            int c = block_sum(y[blockIdx.x * blockDim.x + threadIdx.x]);
            if (threadIdx.x == 0) { out[blockIdx.x] = s; count[blockIdx.x] = c; }
        }"""
        x, y = sample((30, 512), "d"), sample((30, 512), "i")
        out, count = cp.zeros(30), cp.zeros(30, "i")
        run(code, "f", (30,), (512,), (cp.asarray(x), out, cp.asarray(y), count))
        np.testing.assert_allclose(out.get(), x.sum(1), rtol=1e-12, atol=1e-9)
        assert_same(count, y.sum(1, dtype="i"))

    def test_barriers_with_recursion(self):
        code = r"""
        __device__ int depth(int n) { __syncthreads(); return n == 0 ? (int)threadIdx.x : depth(n - 1) + 1; }
        extern "C" __global__ void f(int* out) { out[threadIdx.x] = depth(20); }"""
        out = cp.zeros(64, "i")
        run(code, "f", (1,), (64,), (out,))
        assert_same(out, np.arange(20, 84, dtype="i"))

    def test_histogram_in_shared_memory(self):
        code = r"""
        extern "C" __global__ void histogram(const unsigned char* x, int n, unsigned* out) {
            __shared__ unsigned bins[256];
            for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
            __syncthreads();
            for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
                i += gridDim.x * blockDim.x) atomicAdd(&bins[x[i]], 1u);
            __syncthreads();
            for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&out[i], bins[i]);
        }"""
        x = sample(100_003, "B", high=256)
        out = cp.zeros(256, "I")
        run(code, "histogram", (16,), (128,), (cp.asarray(x), x.size, out))
        assert_same(out, np.bincount(x, minlength=256).astype("I"))

    def test_threads_that_wait_for_one_of_another_warp(self):
        """No lane is passed over where threads of several warps give up their turn."""
        code = """
            extern "C" __global__ void f(int* out) {
                __shared__ volatile int turn;
                if (threadIdx.x == 0) turn = 0;
                __syncthreads();
                const int mine = (threadIdx.x * 37) % 96;
                while (turn != mine) __nanosleep(10);
                out[mine] = threadIdx.x;
                turn = mine + 1;
            }"""
        out = cp.zeros(96, "i")
        run(code, "f", (1,), (96,), (out,))
        assert ((out.get() * 37) % 96 == np.arange(96)).all()
