"""What the CPU's compiler makes of a block's threads: loops that are divided at barriers and turned inside out
(thread_loops.h).

Each kernel is checked against NumPy, or against what its threads do one by one in Python.
"""

import numpy as np
import pytest

import cuprum as cp


def run(code, arguments, grid=(1,), block=(64,), **keywords):
    arrays = [cp.asarray(a) if isinstance(a, np.ndarray) else a for a in arguments]
    cp.RawKernel('extern "C" __global__ void k' + code, "k")(grid, block, tuple(arrays), **keywords)
    results = [a.get() for a in arrays if isinstance(a, cp.ndarray)]
    return results[0] if len(results) == 1 else results


def ramp(n, dtype="f"):
    return np.arange(n, dtype=dtype)


# Barriers.


@pytest.mark.parametrize("block", [(64,), (1,), (7, 3), (4, 4, 4), (1024,), (1, 33, 2)])
def test_values_survive_a_barrier(block):
    n = int(np.prod(block))
    got = run(
        """(float* x, int* order) {
            __shared__ float s[1024];
            int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z),
                n = blockDim.x * blockDim.y * blockDim.z;
            float own = x[t] * 3;
            bool odd = t & 1;
            double wide = own + 0.5;
            char small = t;
            s[t] = own;
            __syncthreads();
            x[t] = s[n - 1 - t] + own + (odd ? (float)wide : -1);
            order[t] = small;
        }""",
        [ramp(n), np.zeros(n, "i")],
        block=block,
    )
    own = ramp(n) * 3
    np.testing.assert_array_equal(got[0], own[::-1] + own + np.where(ramp(n) % 2, own + np.float32(0.5), -1))
    np.testing.assert_array_equal(got[1], ramp(n, "i").astype("b"))


@pytest.mark.parametrize("rounds", [0, 1, 2, 5])
def test_a_loop_with_barriers(rounds):
    got = run(
        """(int* x, int rounds) {
            __shared__ int s[64];
            int t = threadIdx.x, v = x[t], before = -1;
            for (int i = 0; i < rounds; ++i) {
                s[t] = v;
                __syncthreads();
                before = v;
                v += s[(t + i + 1) % 64];
                __syncthreads();
            }
            x[t] = v * 1000 + before;
        }""",
        [ramp(64, "i"), np.int32(rounds)],
    )
    v, before = ramp(64, "i"), np.full(64, -1, "i")
    for i in range(rounds):
        before = v
        v = v + np.roll(v, -(i + 1))
    np.testing.assert_array_equal(got, v * 1000 + before)


def test_values_that_change_places():
    got = run(
        """(int* x, int rounds) {
            __shared__ int s[64];
            int t = threadIdx.x, a = x[t], b = -a, c = 7 * t;
            for (int i = 0; i < rounds; ++i) {
                s[t] = a;
                __syncthreads();
                int next = s[63 - t];
                a = b; b = c; c = next;
                __syncthreads();
            }
            x[t] = a + 100 * b + 10000 * c;
        }""",
        [ramp(64, "i"), np.int32(5)],
    )
    a = ramp(64, "i")
    b, c = -a, 7 * a
    for _ in range(5):
        a, b, c = b, c, a[::-1]
    np.testing.assert_array_equal(got, a + 100 * b + 10000 * c)


def test_a_loop_that_ends_early_for_all():
    got = run(
        """(int* x, int stop) {
            __shared__ int s[64];
            int t = threadIdx.x, v = x[t];
            for (int i = 0; ; ++i) {
                s[t] = v;
                __syncthreads();
                if (i == stop) break;
                if (i % 2) { v += s[63 - t]; __syncthreads(); continue; }
                v -= 1;
                __syncthreads();
            }
            x[t] = v + s[t];
        }""",
        [ramp(64, "i"), np.int32(6)],
    )
    v = ramp(64, "i")
    for i in range(6):
        v = v + v[::-1] if i % 2 else v - 1
    np.testing.assert_array_equal(got, 2 * v)


@pytest.mark.parametrize("which", [0, 1])
def test_barriers_in_a_branch_that_all_take(which):
    got = run(
        """(int* x, int which) {
            __shared__ int s[64];
            int t = threadIdx.x, v;
            if (which) { s[t] = x[t]; __syncthreads(); v = s[63 - t]; }
            else if (blockIdx.x == 0) { v = x[t] + 5; }
            else v = 0;
            x[t] = v + t;
        }""",
        [ramp(64, "i"), np.int32(which)],
    )
    np.testing.assert_array_equal(got, ramp(64, "i") + (ramp(64, "i")[::-1] if which else ramp(64, "i") + 5))


def test_arrays_of_a_thread():
    got = run(
        """(int* x, int shift) {
            __shared__ int s[64];
            int t = threadIdx.x, own[9], small[3] = {t, -t, 2 * t};
            for (int i = 0; i < 9; ++i) own[(i + shift) % 9] = t * i;
            s[t] = own[x[t] % 9];
            __syncthreads();
            own[x[t] % 9] += s[63 - t];
            __syncthreads();
            int sum = small[x[t] % 3];
            for (int i = 0; i < 9; ++i) sum += own[i] * (i + 1);
            x[t] = sum;
        }""",
        [ramp(64, "i"), np.int32(2)],
    )
    t = ramp(64, "i")
    own = np.empty((64, 9), "i")
    for i in range(9):
        own[:, (i + 2) % 9] = t * i
    s = own[t, t % 9].copy()
    own[t, t % 9] += s[::-1]
    np.testing.assert_array_equal(got, np.array([t, -t, 2 * t])[t % 3, t] + (own * np.arange(1, 10)).sum(1))


def test_a_struct_by_value_and_barriers():
    pair = np.zeros((), np.dtype([("a", "f8", (3,)), ("n", "i4")], align=True))
    pair["a"], pair["n"] = [1, 2, 3], 2
    module = cp.RawModule(
        code="""struct Pair { double a[3]; int n; };
        extern "C" __global__ void k(double* x, Pair p) {
            int t = threadIdx.x;
            p.a[t % 3] += x[t];
            __syncthreads();
            x[t] = p.a[0] + 10 * p.a[1] + 100 * p.a[p.n];
        }"""
    )
    x = cp.arange(64, dtype="d")
    module.get_function("k")((1,), (64,), (x, pair))
    a = np.tile([1.0, 2, 3], (64, 1))
    a[np.arange(64), np.arange(64) % 3] += np.arange(64)
    np.testing.assert_array_equal(x.get(), a @ [1, 10, 100])


def test_threads_that_leave_before_a_barrier():
    got = run(
        """(int* x, int n) {
            __shared__ int s[64];
            int t = threadIdx.x;
            s[t] = t;
            if (t >= n) return;
            __syncthreads();
            x[t] = s[n - 1 - t];
        }""",
        [np.full(64, -1, "i"), np.int32(40)],
    )
    np.testing.assert_array_equal(got, np.r_[np.arange(40)[::-1], np.full(24, -1)])


def test_a_reduction_in_shared_memory():
    x = np.random.default_rng(0).random(1000).astype("f")
    got = run(
        """(const float* x, float* sums, int n) {
            extern __shared__ float s[];
            int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
            s[t] = i < n ? x[i] : 0;
            __syncthreads();
            for (int half = blockDim.x / 2; half > 0; half >>= 1) {
                if (t < half) s[t] += s[t + half];
                __syncthreads();
            }
            if (t == 0) sums[blockIdx.x] = s[0];
        }""",
        [x, np.zeros(8, "f"), np.int32(1000)],
        grid=(8,),
        block=(128,),
        shared_mem=512,
    )[1]
    np.testing.assert_allclose(got, np.pad(x, (0, 24)).reshape(8, 128).sum(1), rtol=1e-6)


def test_a_failed_assertion_between_barriers():
    code = """(int* x) {
        __shared__ int s[64];
        s[threadIdx.x] = x[threadIdx.x];
        __syncthreads();
        assert(s[63 - threadIdx.x] != 20);
        __syncthreads();
        x[threadIdx.x] = 0;
    }"""
    if cp.backend() != "cpu":
        pytest.skip("a failed assertion ends the use of a GPU")
    with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match=r"thread \(43, 0, 0\)"):
        run(code, [ramp(64, "i")])


# Loops without barriers.


@pytest.mark.parametrize("shape", [(5, 33, 40), (0, 8, 8), (1, 64, 64), (70, 10, 70)])
def test_products_along_the_first_axis(shape):
    x = np.random.default_rng(1).random(shape) + 0.5
    got = run(
        """(const double* in, double* out, const int Z, const int Y, const int X) {
            int x = blockDim.x * blockIdx.x + threadIdx.x;
            int y = blockDim.y * blockIdx.y + threadIdx.y;
            if (x < X && y < Y) {
                double tmp = 1.;
                for (int z = 0; z < Z; z++) tmp = tmp * in[z * Y * X + y * X + x];
                out[y * X + x] = tmp;
            }
        }""",
        [x, np.zeros(shape[1:]), *map(np.int32, shape)],
        grid=(3, 3),
        block=(32, 32),
    )[1]
    np.testing.assert_allclose(got, x.prod(0), rtol=1e-13)


@pytest.mark.parametrize("n", [-5, 0, 1, 50])
def test_a_loop_that_no_thread_runs(n):
    got = run(
        """(int* x, int n, int steps) {
            int t = blockIdx.x * blockDim.x + threadIdx.x, sum = 3;
            if (t < n) {
                for (unsigned i = 0; i != (unsigned)steps; ++i) sum += i * t;
                x[t] = sum;
            }
        }""",
        [np.zeros(128, "i"), np.int32(n), np.int32(-1 if n <= 0 else 100)],
        grid=(2,),
    )
    t = ramp(128, "i")
    np.testing.assert_array_equal(got, np.where(t < n, 3 + 4950 * t, 0))


def test_nested_loops_under_a_condition():
    x = np.random.default_rng(2).random((20, 30)).astype("f")
    weights = np.random.default_rng(3).random((35, 34)).astype("f")
    got = run(
        """(const float* x, const float* w, float* out, int h, int wd, int kh, int kw) {
            int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
            if (i >= h || j >= wd) return;
            float sum = 0;
            for (int a = 0; a < kh; ++a) {
                float row = 0;
                for (int b = 0; b < kw; ++b) row += w[a * kw + b] * x[(i + a) % h * wd + j] * (b + 1);
                sum += row * (a + 1);
            }
            out[i * wd + j] = sum;
        }""",
        [x, weights, np.zeros((20, 30), "f"), *map(np.int32, (20, 30, 35, 34))],
        grid=(2, 2),
        block=(16, 16),
    )[2]
    rows = (weights.astype("d") * np.arange(1, 35)).sum(1)
    want = sum(np.roll(x, -a, 0) * rows[a] * (a + 1) for a in range(35))
    np.testing.assert_allclose(got, want, rtol=1e-5)


def test_a_loop_whose_values_are_used_behind_it():
    got = run(
        """(const double* x, double* out, int n) {
            int t = threadIdx.x;
            double a = 0, b = 1, last = -1;
            int i = 0, found = 0;
            if (t % 3 != 1) {
                a = x[t];
                for (; i < n; ++i) {
                    last = x[i * 64 + t];
                    double next = a + b * last;
                    if (last > 0.5) found++;
                    b = a; a = next * 0.25;
                }
                a += i;
            }
            out[t] = a + b + last + found * 100;
        }""",
        [np.random.default_rng(4).random((40, 64)), np.zeros(64), np.int32(40)],
    )
    x = np.random.default_rng(4).random((40, 64))
    want = np.empty(64)
    for t in range(64):
        a, b, last, found = 0.0, 1.0, -1.0, 0
        if t % 3 != 1:
            a = x[0, t]
            for i in range(40):
                last = x[i, t]
                following = a + b * last
                found += last > 0.5
                b, a = a, following * 0.25
            a += 40
        want[t] = a + b + last + found * 100
    np.testing.assert_allclose(got[1], want, rtol=1e-13)


def test_a_pointer_that_walks():
    x = np.random.default_rng(5).random((50, 64)).astype("f")
    got = run(
        """(const float* x, float* out, int n) {
            const float* p = x + threadIdx.x;
            float sum = 0;
            for (int i = 0; i < n; ++i, p += 64) sum += *p;
            out[threadIdx.x] = sum;
        }""",
        [x, np.zeros(64, "f"), np.int32(50)],
    )[1]
    np.testing.assert_allclose(got, x.sum(0, dtype="f"), rtol=1e-6)


def test_a_loop_that_each_thread_leaves_by_itself():
    got = run(
        """(const int* x, int* out, int n) {
            int t = threadIdx.x, i;
            for (i = 0; i < n; ++i)
                if (x[i * 64 + t] == 0) break;
            out[t] = i;
        }""",
        [np.random.default_rng(6).integers(0, 20, (40, 64)).astype("i"), np.zeros(64, "i"), np.int32(40)],
    )
    x = np.vstack([got[0], np.zeros((1, 64), "i")])
    np.testing.assert_array_equal(got[1], (x == 0).argmax(0))


def test_bodies_with_barriers_and_long_loops():
    p = np.random.default_rng(7).random((256, 4)).astype("f")
    got = run(
        """(const float4* p, float4* force, int n) {
            __shared__ float4 tile[64];
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            float4 me = p[i];
            float fx = 0, fy = 0, fz = 0;
            for (int begin = 0; begin < n; begin += 64) {
                tile[threadIdx.x] = p[begin + threadIdx.x];
                __syncthreads();
                for (int j = 0; j < 64; ++j) {
                    float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z;
                    float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = tile[j].w * r * r * r;
                    fx += dx * s; fy += dy * s; fz += dz * s;
                }
                __syncthreads();
            }
            force[i] = make_float4(fx, fy, fz, 0);
        }""",
        [p, np.zeros((256, 4), "f"), np.int32(256)],
        grid=(4,),
    )[1]
    d = p[None, :, :3].astype("d") - p[:, None, :3]
    want = (d * (p[:, 3] * ((d**2).sum(-1) + 0.01) ** -1.5)[..., None]).sum(1)
    np.testing.assert_allclose(got[:, :3], want, rtol=1e-4, atol=1e-3)


def test_atomics_and_calls_stay_in_order():
    got = run(
        """(int* counts, const int* x, int n) {
            for (int i = 0; i < n; ++i) atomicAdd(&counts[x[i * 64 + threadIdx.x]], i);
        }""",
        [np.zeros(10, "i"), np.random.default_rng(8).integers(0, 10, (40, 64)).astype("i"), np.int32(40)],
    )
    want = np.zeros(10, "i")
    np.add.at(want, got[1], np.arange(40)[:, None])
    np.testing.assert_array_equal(got[0], want)


# What random kernels found (random_kernels.py).


@pytest.mark.parametrize("dtype", ["f", "d", "i", "B", "h", "q"])
@pytest.mark.parametrize("length", [2, 3, 4, 8])
def test_an_array_that_lives_across_a_barrier_is_updated(dtype, length):
    kind = {"f": "float", "d": "double", "i": "int", "B": "unsigned char", "h": "short", "q": "long long"}[dtype]
    got = run(
        f"""({kind}* x) {{
            {kind} c[{length}];
            for (int n = 0; n < {length}; ++n) c[n] = 7;
            __syncthreads();
            for (int n = 0; n < {length}; ++n) c[n] += n;
            for (int n = 0; n < {length}; ++n) x[threadIdx.x * {length} + n] = c[n];
        }}""",
        [np.zeros((64, length), dtype)],
    )
    np.testing.assert_array_equal(got, np.broadcast_to(7 + np.arange(length), (64, length)))


def test_neighbouring_elements_that_two_pointers_share():
    """A thread stores an element and loads it by another pointer, between accesses to its neighbours."""
    x = cp.zeros((64, 2), "i")
    y = cp.zeros((64, 2), "i")
    cp.RawKernel(
        """extern "C" __global__ void k(int* p, int* q, int* y) {
            int t = threadIdx.x;
            p[2 * t] = t;
            int a = q[2 * t];
            p[2 * t + 1] = a + 5;
            int b = q[2 * t + 1];
            y[2 * t] = a;
            y[2 * t + 1] = b;
        }""",
        "k",
    )((1,), (64,), (x, x, y))
    t = np.arange(64)
    np.testing.assert_array_equal(y.get(), np.stack([t, t + 5], 1))


def test_channels_that_change_places_in_one_image():
    x = cp.arange(64 * 3, dtype="f").reshape(64, 3)
    cp.RawKernel(
        """extern "C" __global__ void k(const float* in, float* out) {
            int t = threadIdx.x;
            out[3 * t] = in[3 * t + 2];
            out[3 * t + 1] = in[3 * t + 1] + 1;
            out[3 * t + 2] = in[3 * t];
        }""",
        "k",
    )((1,), (64,), (x, x))
    was = np.arange(64 * 3).reshape(64, 3)
    np.testing.assert_array_equal(x.get(), np.stack([was[:, 2], was[:, 1] + 1, was[:, 2]], 1))


def test_a_loop_that_does_nothing_under_a_condition():
    """Its compilation did not end."""
    got = run(
        """(float* x, int m, int n) {
            int t = threadIdx.x;
            if (t < 5 && m < 4)
                for (int i = 0; i < min(n, 48); ++i)
                    if (0.5f < 0.5f) x[t] += x[i * 64 + t];
            x[t] += 1;
        }""",
        [ramp(64), np.int32(1), np.int32(58)],
    )
    np.testing.assert_array_equal(got, ramp(64) + 1)


def test_divisions_by_a_constant_of_zero():
    """They have no meaning, and nothing else may change for them."""
    got = run(
        """(unsigned* x, const unsigned* y) {
            unsigned unused = y[threadIdx.x] / 0u;
            x[threadIdx.x] = y[threadIdx.x] > 5 ? 3 : unused + 4 > 2 ? 1 : 2;
        }""",
        [np.zeros(64, "u4"), np.arange(64, dtype="u4")],
    )[0]
    np.testing.assert_array_equal(got[6:], 3)


@pytest.mark.parametrize("update", ["v -= v", "v -= 1", "v = i"])
def test_a_value_from_a_loop_that_threads_leave_at_different_times(update):
    """It is the same for all in each round, but each thread keeps that of its last round."""
    rounds = np.arange(128, dtype="i") % 5
    _, got = run(
        """(const int* rounds, int* out) {
            const int g = blockIdx.x * 64 + threadIdx.x;
            short v = 5;
            for (int i = rounds[g]; i; --i) { %s; }
            __syncthreads();
            out[g] = v;
        }"""
        % update,
        [rounds, np.zeros(128, "i")],
        grid=(2,),
    )
    np.testing.assert_array_equal(
        got, {"v -= v": np.where(rounds, 0, 5), "v -= 1": 5 - rounds, "v = i": np.where(rounds, 1, 5)}[update]
    )


def test_a_value_from_a_loop_that_blocks_leave_at_different_times():
    """Blocks that run together are told apart as threads are."""
    got = run(
        """(int* out) {
            int v = 1;
            for (int i = 0; i < 2; ++i) { v += i; if (blockIdx.x == 0) break; }
            for (int i = 0; i < 40; ++i) {}
            out[blockIdx.x * 32 + threadIdx.x] = v;
        }""",
        [np.zeros(96, "i")],
        grid=(3,),
        block=(32,),
    )
    np.testing.assert_array_equal(got, np.repeat([1, 2, 2], 32))


# What all threads read at one place decides for the block where no thread writes there before all have read.


def test_a_shared_number_bounds_a_loop_with_barriers():
    got = run(
        """(int* x, const int* counts) {
            __shared__ int s[64], bound[3];
            int t = threadIdx.x, v = x[t];
            if (t < 3) bound[t] = counts[t];
            __syncthreads();
            for (int k = 0; k < 3; ++k)
                for (int i = 0; i < bound[k]; ++i) {
                    s[t] = v;
                    __syncthreads();
                    v += s[(t + 1) % 64] + bound[k];
                    __syncthreads();
                }
            x[t] = v;
        }""",
        [ramp(64, "i"), np.array([3, 0, 5], "i")],
    )[0]
    v = ramp(64, "i")
    for bound in (3, 0, 5):
        for _ in range(bound):
            v = v + np.roll(v, -1) + bound
    np.testing.assert_array_equal(got, v)


def test_rounds_until_nothing_changes():
    values = np.random.default_rng(5).integers(0, 1000, 256).astype("i")
    got = run(
        """(const int* x, int* o) {
            __shared__ int s[256], changed;
            int t = threadIdx.x, rounds = 0;
            s[t] = x[t];
            __syncthreads();
            while (true) {
                if (t == 0) changed = 0;
                __syncthreads();
                int most = t > 0 && s[t - 1] > s[t] ? s[t - 1] : s[t];
                bool differs = most != s[t];
                __syncthreads();
                s[t] = most;
                if (differs) changed = 1;
                __syncthreads();
                int again = changed;
                __syncthreads();
                if (!again) break;
                ++rounds;
            }
            o[t] = s[t] * 1000 + rounds;
        }""",
        [values, np.zeros(256, "i")],
        block=(256,),
    )[1]
    s, rounds = values.copy(), 0
    while (s[1:] < s[:-1]).any():
        s[1:] = np.maximum(s[1:], s[:-1])
        rounds += 1
    np.testing.assert_array_equal(got, s * 1000 + rounds)


@pytest.mark.parametrize("given", ["s", "x", "c"])
def test_a_number_that_threads_write_between_barriers_is_their_own(given):
    """Each thread's own number lies where the others have theirs, one after another."""
    got = run(
        """(int* o, int* x, int n) {
            __shared__ int s[64];
            __shared__ union { int one; int many[64]; } c;
            int t = threadIdx.x, sum = 0;
            for (int k = 0; k < 64; ++k) {
                if (t == k) { s[5] = t; x[5] = t; c.many[0] = t; }
                __syncwarp();
                int own = t == k ? SEEN : 7;
                if (own > n) sum += own;
                __syncthreads();
                if (s[5] == 40 || x[5] == 41 || c.one == 42) sum += 1000;
                __syncthreads();
            }
            o[t] = sum;
        }""".replace("SEEN", {"s": "s[5]", "x": "x[5]", "c": "c.one"}[given]),
        [np.zeros(64, "i"), np.zeros(64, "i"), np.int32(10)],
    )[0]
    own = ramp(64, "i")
    np.testing.assert_array_equal(got, 3000 + np.where(own > 10, own, 0))


def test_a_counter_is_read_between_atomic_updates():
    got = run(
        """(int* o) {
            __shared__ int ticket, last;
            int t = threadIdx.x;
            if (t == 0) ticket = last = 0;
            __syncthreads();
            int own = atomicAdd(&ticket, 1);
            if (own == 63) last = t + 1;
            __syncthreads();
            if (last) {
                atomicAdd(&ticket, last > 0);
                __syncthreads();
                o[t] = ticket;
            }
            __syncthreads();
            if (ticket == 128) {
                if (t == 3) ticket = 1;
                __syncthreads();
                o[t] += ticket;
            }
        }""",
        [np.zeros(64, "i")],
    )
    np.testing.assert_array_equal(got, np.full(64, 129))


def test_a_launch_s_number_decides_although_the_result_may_lie_there():
    got = run(
        """(int* o, const int* counts) {
            __shared__ int s[64];
            int t = threadIdx.x, rounds = counts[blockIdx.x];
            for (int i = 0; i < rounds; ++i) {
                s[t] = t + i;
                __syncthreads();
                o[blockIdx.x * 64 + t] += s[63 - t];
                __syncthreads();
            }
            o[blockIdx.x * 64 + t] += 100;
        }""",
        [np.zeros((3, 64), "i"), np.array([2, 0, 7], "i")],
        grid=(3,),
    )[0]
    expected = [sum((63 - ramp(64, "i") + i for i in range(n)), np.zeros(64, "i")) + 100 for n in (2, 0, 7)]
    np.testing.assert_array_equal(got, expected)


def test_the_same_dynamic_memory_has_two_names():
    got = run(
        """(int* o) {
            extern __shared__ int a[];
            extern __shared__ int b[];
            int t = threadIdx.x, sum = 0;
            for (int k = 0; k < 4; ++k) {
                if (t == 0) a[0] = k;
                __syncthreads();
                if (b[0] & 1) {
                    sum += b[0] * 10 + t;
                    __syncthreads();
                }
                __syncthreads();
            }
            o[t] = sum;
        }""",
        [np.zeros(64, "i")],
        shared_mem=256,
    )
    np.testing.assert_array_equal(got, 40 + 2 * ramp(64, "i"))


# Branches at which threads could part, and mostly do not.


@pytest.mark.parametrize("n", [0, 1, 63, 64, 65, 127, 128, 150, 192, 200])
def test_threads_behind_the_end_return_before_barriers(n):
    got = run(
        """(const int* x, int* o, int n) {
            __shared__ int s[64];
            int t = threadIdx.x, i = blockIdx.x * blockDim.x + t, rounds = 0;
            s[t] = 0;
            if (i >= n) return;
            s[t] = x[i];
            __syncthreads();
            for (int d = 32; d > 0; d >>= 1) {
                if (t < d && i + d < n) s[t] += s[t + d];
                __syncthreads();
                ++rounds;
            }
            o[i] = t == 0 ? s[0] : -rounds;
        }""",
        [ramp(192, "i") + 1, np.zeros(192, "i"), np.int32(min(n, 192))],
        grid=(3,),
    )[1]
    expected = np.zeros(192, "i")
    for start in range(0, min(n, 192), 64):
        stop = min(start + 64, n)
        expected[start:stop] = -6
        expected[start] = np.arange(start + 1, stop + 1).sum()
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("n", [0, 1, 40, 64, 70, 128, 191, 192, 320, 333])
@pytest.mark.parametrize("step", ["+= gridDim.x * blockDim.x", "-= -(int)(gridDim.x * blockDim.x)"])
def test_elements_are_shared_out_around_barriers(n, step):
    got = run(
        """(const int* x, int* o, int n) {
            __shared__ int s[64];
            int t = threadIdx.x, sum = 0;
            for (int i = blockIdx.x * blockDim.x + t; i < n; i STEP) {
                s[t] = x[i];
                __syncthreads();
                sum += s[t] * 2 + s[0];
                __syncthreads();
                o[i] = s[0] + t;
                __syncthreads();
            }
            o[400 + blockIdx.x * 64 + t] = sum;
        }""".replace("STEP", step),
        [ramp(400, "i") * 3 + 1, np.zeros(600, "i"), np.int32(n)],
        grid=(2,),
    )[1]
    x, expected = ramp(400, "i") * 3 + 1, np.zeros(600, "i")
    i = np.arange(n)
    expected[:n] = x[i - i % 64] + i % 64
    for place in range(n):
        expected[400 + place % 128] += x[place] * 2 + x[place - place % 64]
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize("bounds", [[64, 64, 64], [64, 40, 40], [64, 64, 3], [50, 0, 0], [0, 0, 0], [64, 33, 1]])
def test_threads_agree_part_and_agree_again(bounds):
    got = run(
        """(int* o, const int* bounds) {
            __shared__ int s[64];
            int t = threadIdx.x, v = t, i = t;
            s[t] = 0;
            for (int k = 0; k < 3; ++k) {
                o[t] = v;
                if (t >= bounds[k]) return;
                for (; i < 64 * (k + 1); i += 64) {
                    s[t] = v + i;
                    __syncthreads();
                    v += s[(t + 1) % 64];
                    __syncthreads();
                    s[t] = 0;
                }
                if (k & 1) {
                    s[t] = v;
                    __syncthreads();
                    v -= s[t ^ 1];
                    __syncthreads();
                    s[t] = 0;
                }
                __syncthreads();
            }
            o[t] = -v;
        }""",
        [np.zeros(64, "i"), np.array(bounds, "i")],
    )[0]
    t = ramp(64, "i")
    v, o, here = t.copy(), np.zeros(64, "i"), np.full(64, True)
    for k, bound in enumerate(bounds):
        o[here] = v[here]
        here &= t < bound
        v = np.where(here, v + np.where(np.roll(here, -1), np.roll(v + t + 64 * k, -1), 0), v)
        if k & 1:
            v = np.where(here, v - np.where(here[t ^ 1], v[t ^ 1], 0), v)
    o[here] = -v[here]
    np.testing.assert_array_equal(got, o)


def test_threads_that_only_store_results_are_not_waited_for():
    """Some leave a loop with barriers before others, and come to no barrier any more."""
    got = run(
        """(int* o, int n) {
            __shared__ int s[96];
            int t = threadIdx.x, sum = 0;
            s[t] = 0;
            if (t / 32 == 1) return;
            for (int i = t; i < n; i += 96) {
                s[t] = i;
                __syncthreads();
                sum += s[(t + 1) % 96];
                __syncthreads();
                if (i % 5 == 1) break;
            }
            for (int k = 0; k < 3; ++k) o[t * 3 + k] = sum + k;
        }""",
        [np.zeros(288, "i"), np.int32(250)],
        block=(96,),
    )
    s, sums, here, place = np.zeros(96, "i"), np.zeros(96, "i"), np.arange(96) // 32 != 1, ramp(96, "i")
    returned = ~here
    while (here := here & (place < 250)).any():
        s = np.where(here, place, s)
        sums = np.where(here, sums + np.roll(s, -1), sums)
        here = here & (place % 5 != 1)
        place = place + 96
    np.testing.assert_array_equal(
        got.reshape(96, 3), np.where(returned, 0, sums)[:, None] + np.where(returned, 0, 1)[:, None] * np.arange(3)
    )


@pytest.mark.parametrize("guard", ["if (chosen & 1)", "switch (chosen & 3) case 1: case 3:"])
@pytest.mark.parametrize("block", [(40,), (1, 40)])
def test_threads_leave_in_different_rounds_by_two_ways(block, guard):
    """At the loop's end and by `break`, and no barrier comes behind."""
    chosen = np.where(np.arange(40) % 7 == 3, 2, np.arange(40) % 2 * 2 + 1).astype("i")
    for given in (chosen, np.ones(40, "i"), np.full(40, 3, "i")):
        got = run(
            """(int* o, const int* given, int n) {
                const unsigned r = threadIdx.x + blockDim.x * threadIdx.y;
                __shared__ unsigned s[40];
                const int chosen = given[r];
                s[r] = r;
                __syncthreads();
                GUARD
                    for (unsigned w = r; w < 40 + n; w += 40) {
                        s[r] = w;
                        o[r * 2] -= 1;
                        __syncthreads();
                        o[r * 2 + 1] += s[(r + 1) % 40];
                        __syncthreads();
                        if (w % 3 == 2) break;
                    }
            }""".replace("GUARD", guard),
            [np.zeros(80, "i"), given, np.int32(66)],
            block=block,
        )[0]
        s, o, here, w = ramp(40, "u4"), np.zeros((40, 2), "i"), given & 1 != 0, ramp(40, "u4")
        while (here := here & (w < 106)).any():
            s = np.where(here, w, s)
            o[here] += np.stack([-np.ones(40, "i"), np.roll(s, -1).astype("i")], 1)[here]
            here = here & (w % 3 != 2)
            w = w + 40
        np.testing.assert_array_equal(got.reshape(40, 2), o)
