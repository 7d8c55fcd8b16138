"""What the threads of a warp do together in raw kernels: shuffles, votes, tiles, lockstep, in all kinds of flow."""

import numpy as np
import pytest

import cuprum as cp
from common import assert_same

# A kernel that fails on a GPU takes its context with it.
only_on_cpu = pytest.mark.skipif(cp.backend() != "cpu", reason="on a GPU a failing kernel ends all work of its process")


def run(code, grid, block, args, **options):
    kernel = cp.RawKernel(code, "f", options.pop("options", ()))
    kernel(grid, block, args, **options)


def numbers(n, dtype="i"):
    return np.random.default_rng(n).integers(-1000, 1000, n).astype(dtype)


class TestLockstep:
    """Programs for GPUs that run a warp in lockstep, without __syncwarp."""

    @pytest.mark.parametrize("type, dtype", [("float", "f"), ("double", "d"), ("int", "i"), ("long long", "q")])
    def test_volatile_reduction_of_the_last_warp(self, type, dtype):
        code = (
            (
                """
        __device__ void warp_reduce(volatile T* s, int t) {
            s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; s[t] += s[t + 2];
            s[t] += s[t + 1];
        }
        extern "C" __global__ void f(const T* x, T* out) {
            __shared__ T s[256];
            int t = threadIdx.x;
            s[t] = x[blockIdx.x * 256 + t];
            __syncthreads();
            for (int o = 128; o > 32; o >>= 1) { if (t < o) s[t] += s[t + o]; __syncthreads(); }
            if (t < 32) warp_reduce(s, t);
            if (t == 0) out[blockIdx.x] = s[0];
        }"""
            )
            .replace("T ", type + " ")
            .replace("T*", type + "*")
        )
        x = numbers(1024, dtype)
        out = cp.zeros(4, dtype)
        run(code, (4,), (256,), (cp.asarray(x), out))
        assert_same(out, x.reshape(4, 256).sum(1, dtype=dtype))

    @pytest.mark.parametrize("size", [32, 64, 128, 512])
    def test_unrolled_reduction_of_a_known_block(self, size):
        code = """
        template <unsigned B> __device__ void last(volatile int* s, unsigned t) {
            if (B >= 64) s[t] += s[t + 32];
            if (B >= 32) s[t] += s[t + 16];
            if (B >= 16) s[t] += s[t + 8];
            if (B >= 8) s[t] += s[t + 4];
            if (B >= 4) s[t] += s[t + 2];
            if (B >= 2) s[t] += s[t + 1];
        }
        template <unsigned B> __device__ void reduce(const int* x, int* out) {
            extern __shared__ int s[];
            unsigned t = threadIdx.x;
            s[t] = x[blockIdx.x * B + t]; s[t + B] = 0;
            __syncthreads();
            if (B >= 512) { if (t < 256) s[t] += s[t + 256]; __syncthreads(); }
            if (B >= 256) { if (t < 128) s[t] += s[t + 128]; __syncthreads(); }
            if (B >= 128) { if (t < 64) s[t] += s[t + 64]; __syncthreads(); }
            if (t < 32) last<B>(s, t);
            if (t == 0) out[blockIdx.x] = s[0];
        }
        extern "C" __global__ void f(const int* x, int* out) { reduce<SIZE>(x, out); }""".replace("SIZE", str(size))
        x = numbers(3 * size)
        out = cp.zeros(3, "i")
        run(code, (3,), (size,), (cp.asarray(x), out), shared_mem=8 * size)
        assert_same(out, x.reshape(3, size).sum(1, dtype="i"))

    def test_scan_of_a_warp(self):
        code = """
        extern "C" __global__ void f(const int* x, int* out) {
            __shared__ volatile int s[128];
            int t = threadIdx.x, lane = t & 31;
            s[t] = x[t];
            if (lane >= 1) s[t] += s[t - 1];
            if (lane >= 2) s[t] += s[t - 2];
            if (lane >= 4) s[t] += s[t - 4];
            if (lane >= 8) s[t] += s[t - 8];
            if (lane >= 16) s[t] += s[t - 16];
            out[t] = s[t];
        }"""
        x = numbers(128)
        out = cp.zeros(128, "i")
        run(code, (1,), (128,), (cp.asarray(x), out))
        assert_same(out, x.reshape(4, 32).cumsum(1, dtype="i").ravel())

    def test_scan_in_a_loop_without_branches(self):
        code = """
        extern "C" __global__ void f(const int* x, int* out, int steps) {
            __shared__ int memory[2 * 64];
            int t = threadIdx.x, lane = t & 31;
            volatile int* s = memory + t / 32 * 64 + 32;
            s[lane - 32] = 0;
            s[lane] = x[t];
            for (int i = 0, o = 1; i < steps; ++i, o *= 2) s[lane] = s[lane] + s[lane - o];
            out[t] = s[lane];
        }"""
        x = numbers(64)
        out = cp.zeros(64, "i")
        run(code, (1,), (64,), (cp.asarray(x), out, 5))
        assert_same(out, x.reshape(2, 32).cumsum(1, dtype="i").ravel())

    def test_neighbours_in_a_partial_warp_of_a_flat_block(self):
        code = """
        extern "C" __global__ void f(int* out) {
            __shared__ volatile int s[72];
            int t = threadIdx.x + blockDim.x * threadIdx.y;
            s[t] = t;
            int left = t % 32 ? s[t - 1] : -1;
            s[t] = 100 + t;
            int right = t % 32 < 31 && t < 71 ? s[t + 1] : -1;
            out[2 * t] = left; out[2 * t + 1] = right;
        }"""
        out = cp.zeros((72, 2), "i")
        run(code, (1,), (24, 3), (out,))
        t = np.arange(72)
        left = np.where(t % 32 > 0, t - 1, -1)
        right = np.where((t % 32 < 31) & (t < 71), t + 101, -1)
        assert_same(out, np.stack([left, right], 1).astype("i"))

    @pytest.mark.parametrize("qualifier", ["", "volatile"])
    @pytest.mark.parametrize("resets", [0, 31])
    def test_flag_that_all_read_and_one_resets(self, qualifier, resets):
        if not qualifier and cp.backend() != "cpu":
            pytest.skip("a GPU's compiler may keep a flag that is not volatile in a register")
        code = """
        extern "C" __global__ void f(int* out) {
            __shared__ QUALIFIER int flag;
            int t = threadIdx.x;
            if (t == 0) flag = 7;
            __syncthreads();
            int seen = flag;
            if (t == RESETS) flag = 0;
            out[t] = seen * 10 + flag;
        }""".replace("QUALIFIER", qualifier).replace("RESETS", str(resets))
        out = cp.zeros(32, "i")
        run(code, (1,), (32,), (out,))
        assert_same(out, np.full(32, 70, "i"))

    @pytest.mark.parametrize(
        "test",
        [
            "__all_sync(~0u, n > 3)",
            "__any_sync(~0u, t == 3)",
            "__ballot_sync(~0u, n) == ~0u",
            "__popc(__activemask()) == 32",
            "__shfl_sync(~0u, n, 0) == 63",
            "__syncthreads_or(t) == 1",
            "x[t] == 5",
            "x[t] + n == 68",
            "n == 63",
            "u == 1",
        ],
    )
    @pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU's compiler may keep a flag in a register")
    def test_flag_behind_a_test_for_equality(self, test):
        """All lanes may come where a vote, a shuffle or an element is what it is compared with."""
        code = """
        extern "C" __global__ void f(const int* x, int n, int* out) {
            __shared__ int flag;
            int t = threadIdx.x, u = n & 1;
            if (TEST) {
                if (t == 0) flag = 7;
                int seen = flag;
                if (t == 0) flag = 1;
                out[t] = seen * 10 + flag;
                __syncwarp();
            }
        }""".replace("TEST", test)
        out = cp.zeros(32, "i")
        run(code, (1,), (32,), (cp.full(32, 5, "i"), np.int32(63), out))
        assert_same(out, np.full(32, 71, "i"))

    def test_loop_until_a_flag_stays_down(self):
        code = """
        extern "C" __global__ void f(int* x, int* rounds) {
            __shared__ volatile int changed;
            int t = threadIdx.x, n = 0;
            do {
                changed = 0;
                if (x[t] > t) { x[t] -= 1; changed = 1; }
                ++n;
            } while (changed);
            rounds[t] = n;
        }"""
        x = np.arange(32, dtype="i") + np.random.default_rng(0).integers(0, 9, 32).astype("i")
        x[3] = 12
        device, rounds = cp.asarray(x), cp.zeros(32, "i")
        run(code, (1,), (32,), (device, rounds))
        assert_same(device, np.arange(32, dtype="i"))
        assert_same(rounds, np.full(32, (x - np.arange(32)).max() + 1, "i"))

    def test_words_of_votes(self):
        code = """
        extern "C" __global__ void f(const int* x, unsigned* out) {
            __shared__ volatile unsigned words[4];
            int t = threadIdx.x;
            if (t % 32 == 0) words[t / 32] = 0;
            unsigned vote = __ballot_sync(0xffffffff, x[t] > 0);
            if (t % 32 == 31) words[t / 32] = vote;
            out[t] = words[t / 32];
        }"""
        x = numbers(128)
        out = cp.zeros(128, "I")
        run(code, (1,), (128,), (cp.asarray(x), out))
        votes = ((x.reshape(4, 32) > 0) << np.arange(32, dtype="q")).sum(1)
        assert_same(out, np.repeat(votes, 32).astype("I"))


class TestFlow:
    """Operations of a warp within loops, and under conditions that not all threads of a block or warp meet."""

    def test_block_sum(self):
        code = """
        extern "C" __global__ void f(const int* x, int* out, int n) {
            __shared__ int parts[32];
            int t = threadIdx.x, v = 0;
            for (int i = t; i < n; i += blockDim.x) v += x[blockIdx.x * n + i];
            for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
            if (t % 32 == 0) parts[t / 32] = v;
            __syncthreads();
            if (t < 32) {
                v = t < (blockDim.x + 31) / 32 ? parts[t] : 0;
                for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffff, v, o);
                if (t == 0) out[blockIdx.x] = v;
            }
        }"""
        x = numbers(5 * 1000)
        for size in (32, 96, 256, 1024):
            out = cp.zeros(5, "i")
            run(code, (5,), (size,), (cp.asarray(x), out, 1000))
            assert_same(out, x.reshape(5, 1000).sum(1, dtype="i"))

    @pytest.mark.parametrize("block", [(16, 16), (8, 3, 5), (40, 3), (1, 70), (33, 1, 2)])
    def test_warps_across_rows_of_a_block(self, block):
        code = """
        extern "C" __global__ void f(int* out, int n) {
            int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
            int place = threadIdx.x + 100 * threadIdx.y + 10000 * threadIdx.z;
            out[3 * t] = __shfl_xor_sync(0xffffffff, place, 9);
            if (t / 32 == n) out[3 * t + 1] = __popc(__ballot_sync(0xffffffff, threadIdx.x % 2));
            out[3 * t + 2] = __reduce_max_sync(0xffffffff, place);
        }"""
        threads = int(np.prod(block))
        if threads % 32 and cp.backend() != "cpu":
            pytest.skip("on a GPU the full mask names lanes that the last warp does not have")
        out = cp.zeros((threads, 3), "i")
        run(code, (1,), block, (out, 1))
        shape = (*block, 1, 1)[:3]
        t = np.arange(threads)
        x, y, z = t % shape[0], t // shape[0] % shape[1], t // shape[0] // shape[1]
        place = x + 100 * y + 10000 * z
        source = t ^ 9
        expected = np.zeros((threads, 3), "i")
        expected[:, 0] = np.where(source < threads, place[np.minimum(source, threads - 1)], place)
        warp = t // 32 == 1
        expected[warp, 1] = (x[warp] % 2).sum()
        for w in range(0, threads, 32):
            expected[w : w + 32, 2] = place[w : w + 32].max()
        assert_same(out, expected)

    def test_threads_that_leave_early(self):
        code = """
        extern "C" __global__ void f(const int* x, int* out, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= n) return;
            __shared__ int s[64];
            s[threadIdx.x] = x[i];
            __syncthreads();
            int v = s[threadIdx.x ^ 1] * 1000;
            unsigned here = __activemask();
            v += __shfl_sync(here, x[i], 0);
            __syncthreads();
            if (x[i] > 0) v += __popc(__ballot_sync(__activemask(), 1));
            out[i] = v;
        }"""
        n = 64 * 3 + 38
        x = numbers(n)
        out = cp.zeros(n, "i")
        run(code, (4,), (64,), (cp.asarray(x), out, n))
        i = np.arange(n)
        positive = np.add.reduceat((x > 0).astype("i"), np.arange(0, n, 32))
        assert_same(out, (x[i ^ 1] * 1000 + x[i // 32 * 32] + np.where(x > 0, positive[i // 32], 0)).astype("i"))

    def test_loops_of_each_warp(self):
        code = """
        extern "C" __global__ void f(int* out, const int* rounds) {
            int t = threadIdx.x, v = t, w = t / 32;
            for (int i = 0; i < rounds[w]; ++i) {
                v += __shfl_sync(0xffffffff, v, (t + 1) & 31);
                if (__any_sync(0xffffffff, v > 100000)) break;
            }
            __syncthreads();
            out[t] = v + __syncthreads_count(t % 3 == 0);
        }"""
        rounds = np.array([3, 0, 7, 30], "i")
        out = cp.zeros(128, "i")
        run(code, (1,), (128,), (out, cp.asarray(rounds)))
        v = np.arange(128).reshape(4, 32)
        for w in range(4):
            for _ in range(rounds[w]):
                v[w] = v[w] + np.roll(v[w], -1)
                if (v[w] > 100000).any():
                    break
        assert_same(out, (v.ravel() + 43).astype("i"))

    def test_rounds_that_lanes_leave(self):
        code = """
        extern "C" __global__ void f(int* out, const int* x) {
            int t = threadIdx.x, left = x[t], sum = 0, rounds = 0;
            unsigned mask = 0xffffffff;
            while ((mask = __ballot_sync(0xffffffff, left > 0))) {
                if (left > 0) { sum += __popc(mask) * 10 + __shfl_sync(mask, t % 32, __ffs(mask) - 1); --left; }
                ++rounds;
            }
            out[2 * t] = sum; out[2 * t + 1] = rounds;
        }"""
        x = np.random.default_rng(3).integers(0, 6, 64).astype("i")
        out = cp.zeros((64, 2), "i")
        run(code, (1,), (64,), (out, cp.asarray(x)))
        expected = np.zeros((64, 2), "i")
        for w in (0, 32):
            left = x[w : w + 32].copy()
            while (left > 0).any():
                wants = left > 0
                expected[w : w + 32, 0] += np.where(wants, wants.sum() * 10 + np.flatnonzero(wants)[0], 0).astype("i")
                expected[w : w + 32, 1] += 1
                left -= wants
        assert_same(out, expected)

    def test_barriers_of_a_condition_in_shared_memory(self):
        code = """
        extern "C" __global__ void f(int* x, int* rounds) {
            __shared__ int s[128], go;
            int t = threadIdx.x, n = 0;
            s[t] = x[t];
            do {
                __syncthreads();
                if (t == 0) go = 0;
                __syncthreads();
                int mine = s[t], next = s[(t + 1) % 128];
                __syncthreads();
                if (t < 127 && mine < next) { s[t] = next; go = 1; }
                __syncthreads();
                ++n;
            } while (go);
            x[t] = s[t]; rounds[t] = n;
        }"""
        x = numbers(128)
        device, rounds = cp.asarray(x), cp.zeros(128, "i")
        run(code, (1,), (128,), (device, rounds))
        expected = np.maximum.accumulate(x[::-1])[::-1]
        assert_same(device, expected)
        assert (rounds.get() == rounds.get()[0]).all()

    def test_compaction_by_votes(self):
        code = """
        extern "C" __global__ void f(const int* x, int n, int* out, int* count) {
            int lane = threadIdx.x & 31;
            for (int i = threadIdx.x + blockIdx.x * blockDim.x; i - lane < n; i += gridDim.x * blockDim.x) {
                bool keeps = i < n && x[i] > 0;
                unsigned votes = __ballot_sync(0xffffffff, keeps);
                int begin = 0;
                if (lane == 0) begin = atomicAdd(count, __popc(votes));
                begin = __shfl_sync(0xffffffff, begin, 0);
                if (keeps) out[begin + __popc(votes & ((1u << lane) - 1))] = x[i];
            }
        }"""
        x = numbers(1000)
        out, count = cp.zeros(1000, "i"), cp.zeros(1, "i")
        run(code, (2,), (64,), (cp.asarray(x), 1000, out, count))
        kept = x[x > 0]
        assert int(count[0]) == kept.size
        assert_same(cp.sort(out[: kept.size]), np.sort(kept))

    @pytest.mark.parametrize("size", [1, 2, 4, 8, 16, 32])
    def test_tiles(self, size):
        code = """
        #include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        #include <cooperative_groups/scan.h>
        namespace cg = cooperative_groups;
        extern "C" __global__ void f(const int* x, int* out) {
            auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
            int t = threadIdx.x, v = x[t], *mine = out + 7 * t;
            mine[0] = cg::reduce(tile, v, cg::plus<int>());
            mine[1] = tile.shfl(v, 0); mine[2] = tile.ballot(v > 0); mine[3] = tile.any(v > 900);
            mine[4] = tile.all(v < 900);
            tile.sync();
            mine[5] = tile.shfl_down(v, 1); mine[6] = cg::inclusive_scan(tile, v);
        }""".replace("SIZE", str(size))
        x = numbers(96)
        out = cp.zeros((96, 7), "i")
        run(code, (1,), (96,), (cp.asarray(x), out))
        tiles = x.reshape(-1, size)
        lane = np.arange(size)
        columns = [
            np.repeat(tiles.sum(1), size),
            np.repeat(tiles[:, 0], size),
            np.repeat(((tiles > 0) << lane.astype("q")).sum(1), size),
            np.repeat((tiles > 900).any(1), size),
            np.repeat((tiles < 900).all(1), size),
            tiles[:, np.minimum(lane + 1, size - 1)].ravel(),
            tiles.cumsum(1).ravel(),
        ]
        assert_same(out, np.stack(columns, 1).astype("q").astype("I").view("i"))

    @pytest.mark.parametrize("what", ["count", "and", "or"])
    def test_barriers_that_vote(self, what):
        code = """
        extern "C" __global__ void f(const int* x, int* out, int n) {
            int t = threadIdx.x, sum = 0;
            for (int i = 0; i < n; ++i) {
                sum = sum * 7 + __syncthreads_WHAT(x[(t + i) % 100] > i * 300 - 900);
                if (WARPS) sum += __shfl_xor_sync(0xffffffff, t, 1);
            }
            out[t] = sum;
        }""".replace("WHAT", what)
        x = numbers(100)
        t = np.arange(100)
        for warps in (0, 1):
            out = cp.zeros(100, "i")
            run(code.replace("WARPS", str(warps)), (1,), (100,), (cp.asarray(x), out, 6))
            expected = np.zeros(100, "q")
            for i in range(6):
                votes = x[(t + i) % 100] > i * 300 - 900
                value = {"count": votes.sum(), "and": votes.all(), "or": votes.any()}[what]
                expected = expected * 7 + value + (t ^ 1) * warps
            assert_same(out, expected.astype("i"))

    @only_on_cpu
    @pytest.mark.parametrize(
        "text",
        [
            "if (threadIdx.x < 5) __shfl_sync(0xffffffff, 1, 0); __syncthreads();",
            "if (threadIdx.x & 1) __syncthreads(); if (threadIdx.x == 0) __shfl_sync(0xffffffff, 1, 1);",
            "for (int i = threadIdx.x; i < 40; ++i) __syncwarp(); __syncthreads();",
        ],
    )
    def test_lanes_that_do_not_come(self, text):
        code = 'extern "C" __global__ void f() { ' + text + " }"
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="would never end"):
            run(code, (1,), (64,), ())
        assert int(cp.arange(5).sum()) == 10


class TestGrid:
    """Blocks that wait for each other, in cooperative launches."""

    BEGIN = """
    #include <cooperative_groups.h>
    namespace cg = cooperative_groups;
    """

    # On a CPU: loops over threads; over warps and lanes; each thread a fiber.
    MIDDLES = [
        "",
        "v += __shfl_xor_sync(0xffffffff, v, 1) * 0;",
        "__nanosleep(1);",
    ]

    @pytest.mark.parametrize("middle", MIDDLES)
    @pytest.mark.parametrize("blocks", [1, 2, 7])
    def test_scan_in_rounds(self, blocks, middle):
        code = (
            self.BEGIN
            + """
        extern "C" __global__ void f(int* a, int* b) {
            cg::grid_group grid = cg::this_grid();
            __shared__ int kept[64];
            int i = grid.thread_rank(), n = grid.size(), t = threadIdx.x, rounds = 0;
            kept[t] = i;
            int *from = a, *to = b;
            for (int o = 1; o < n; o *= 2) {
                int v = from[i] + (i >= o ? from[i - o] : 0);
                MIDDLE
                to[i] = v;
                grid.sync();
                int* next = from; from = to; to = next;
                ++rounds;
            }
            int total = from[n - 1], own = from[i];
            grid.sync();
            a[i] = own; b[i] = total * 10 + rounds + kept[t] - i;
        }"""
        )
        x = numbers(64 * blocks)
        a, b = cp.asarray(x), cp.zeros(64 * blocks, "i")
        kernel = cp.RawKernel(code.replace("MIDDLE", middle), "f", enable_cooperative_groups=True)
        kernel((blocks,), (64,), (a, b))
        rounds = int(np.ceil(np.log2(64 * blocks)))
        assert_same(a, x.cumsum(dtype="i"))
        assert_same(b, np.full(64 * blocks, int(x.sum()) * 10 + rounds, "i"))

    def test_is_valid_in_cooperative_launches(self):
        code = self.BEGIN + 'extern "C" __global__ void f(int* x) { x[0] = cg::this_grid().is_valid(); }'
        for cooperative in (True, False) if cp.backend() == "cpu" else (True,):
            out = cp.full(1, 7, "i")
            cp.RawKernel(code, "f", enable_cooperative_groups=cooperative)((1,), (1,), (out,))
            assert int(out[0]) == cooperative

    @only_on_cpu
    def test_other_launches_are_refused(self):
        code = self.BEGIN + 'extern "C" __global__ void f() { cg::this_grid().sync(); }'
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="enable_cooperative_groups=True"):
            run(code, (3,), (32,), ())
        assert int(cp.arange(5).sum()) == 10

    @only_on_cpu
    @pytest.mark.parametrize("barrier", ["", "__syncthreads();"])
    def test_failures_in_the_midst(self, barrier):
        code = self.BEGIN + (
            """extern "C" __global__ void f(int* x, int n) {
                BARRIER cg::this_grid().sync();
                if (n && blockIdx.x == 2) __trap();
                cg::this_grid().sync();
                atomicAdd(x, 1);
            }"""
        ).replace("BARRIER", barrier)
        kernel = cp.RawKernel(code, "f", enable_cooperative_groups=True)
        out = cp.zeros(1, "i")
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match=r"block \(2, 0, 0\)"):
            kernel((4,), (8,), (out, 1))
        kernel((4,), (8,), (out, 0))
        assert int(out[0]) == 32

    @only_on_cpu
    def test_blocks_that_end_early(self):
        code = self.BEGIN + 'extern "C" __global__ void f() { if (blockIdx.x) cg::this_grid().sync(); }'
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="1 of its 3 blocks have ended"):
            cp.RawKernel(code, "f", enable_cooperative_groups=True)((3,), (32,), ())


@pytest.mark.skipif(cp.backend() != "cpu", reason="CUDA wants blocks that are divided into whole tiles")
def test_parts_of_a_warp_that_lacks_lanes():
    code = """
        #include <cooperative_groups.h>
        #include <cooperative_groups/reduce.h>
        namespace cg = cooperative_groups;
        extern "C" __global__ void f(int* o) {
            auto tile = cg::tiled_partition<16>(cg::this_thread_block());
            auto part = cg::binary_partition(tile, threadIdx.x % 2);
            auto labels = cg::labeled_partition(tile, threadIdx.x % 2);
            int* own = o + threadIdx.x * 5;
            own[0] = part.size();
            own[1] = part.thread_rank();
            own[2] = cg::reduce(part, (int)threadIdx.x, cg::plus<int>());
            own[3] = labels.size();
            own[4] = labels.meta_group_size();
        }"""
    got = cp.zeros((35, 5), "i")
    run(code, (1,), (35,), (got,))
    expected = np.zeros((35, 5), "i")
    for t in range(35):
        own = [i for i in range(t // 16 * 16, min(t // 16 * 16 + 16, 35)) if i % 2 == t % 2]
        expected[t] = len(own), own.index(t), sum(own), len(own), 2
    assert_same(got, expected)


@pytest.mark.parametrize("kind", ["count", "or", "and"])
@pytest.mark.parametrize("rounds", [2, 5])
def test_counts_at_barriers_that_not_all_warps_reach(kind, rounds):
    """A warp returns, and others leave a loop in different rounds: all that come get one number."""
    code = """
    extern "C" __global__ void f(int* o, int n) {
        const int t = threadIdx.x;
        if (t / 32 == 1) return;
        int x = t + 1;
        x += __shfl_xor_sync(0xffffffffu, x, 1) & 1;
        for (int i = t; i < n; i += 150) o[i] = __syncthreads_KIND(x & 1 && i / 150 < 2 + t / 32);
    }""".replace("KIND", kind)
    n = 150 * rounds - 70
    got = cp.full(n, -1, "i")
    run(code, (1,), (150,), (got, np.int32(n)))
    t, expected = np.arange(150), np.full(150 * rounds, -1, "i")
    x = t + 1 + ((t ^ 1) + 1) % 2
    for i in range(rounds):
        here = (t // 32 != 1) & (i * 150 + t < n)
        flags = ((x % 2 == 1) & (i < 2 + t // 32))[here]
        expected[i * 150 + t[here]] = {"count": flags.sum(), "or": flags.any(), "and": flags.all()}[kind]
    assert_same(got, expected[:n])


@pytest.mark.parametrize("block", [(128,), (99,), (3, 11, 3)])
def test_warps_that_store_and_return_before_barriers(block):
    code = """
    extern "C" __global__ void f(int* o) {
        const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
        __shared__ int s[32];
        int x = t * 7;
        if (t >= 32) {
            o[t] = x + 1;
            return;
        }
        x += __shfl_xor_sync(0xffffffffu, x, 1);
        s[t] = x;
        __syncthreads();
        x = s[31 - t];
        __syncthreads();
        s[t] = x + __shfl_xor_sync(0xffffffffu, x, 2);
        __syncthreads();
        o[t] = s[(t + 1) % 32];
    }"""
    n = int(np.prod(block))
    got = cp.zeros(n, "i")
    run(code, (1,), block, (got,))
    t = np.arange(n)
    x = np.arange(32) * 7
    x = (x + x[np.arange(32) ^ 1])[::-1]
    x = np.roll(x + x[np.arange(32) ^ 2], -1)
    assert_same(got, np.where(t < 32, x[t % 32], t * 7 + 1).astype("i"))
