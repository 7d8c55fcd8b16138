"""What kernels use of libcu++ and of CUDA's smaller headers: on a CPU these are ours."""

import numpy as np
import pytest

import cuprum as cp
from common import sample


def run(includes, body, *arrays, threads=1, before=""):
    """Runs `body` in one block with arrays a0, a1, ...; they are changed in place."""
    names = {"i": "int", "f": "float", "d": "double", "I": "unsigned", "q": "long long", "l": "long long"}
    given = [cp.asarray(a) for a in arrays]
    parameters = ", ".join(f"{names[a.dtype.char]}* a{i}" for i, a in enumerate(given))
    code = "".join(f"#include <{name}>\n" for name in includes.split())
    code += f'{before}\nextern "C" __global__ void f({parameters}) {{\n int t = threadIdx.x;\n{body}\n}}'
    cp.RawKernel(code, "f")((1,), (threads,), tuple(given))
    results = [a.get() for a in given]
    return results[0] if len(results) == 1 else results


@pytest.mark.parametrize(
    "header",
    """cuda.h texture_types.h texture_indirect_functions.h surface_indirect_functions.h surface_types.h
    sm_20_atomic_functions.h sm_32_atomic_functions.h sm_32_intrinsics.h sm_35_atomic_functions.h sm_35_intrinsics.h
    sm_61_intrinsics.h crt/host_defines.h device_double_functions.h library_types.h curand.h curand_philox4x32_x.h
    stdbool.h cstdbool cuda/std/version cuda/std/cstdlib""".split(),
)
def test_headers(header):
    assert run(header, "bool done = true; a0[0] = done;", np.zeros(1, "i"))[0] == 1


@pytest.mark.parametrize("kind", ["cuda::atomic_ref<T>", "cuda::atomic_ref<T, cuda::thread_scope_block>"])
@pytest.mark.parametrize("dtype", ["i", "I", "q", "f", "d"])
def test_atomic_ref(kind, dtype):
    ctype = {"i": "int", "I": "unsigned", "q": "long long", "f": "float", "d": "double"}[dtype]
    values = np.arange(64).astype(dtype)
    bits = (
        "" if dtype in "fd" else "R(a0[5]).fetch_and(T(~(1 << t % 8))); R(a0[6]) |= T(1) << t % 16; R(a0[7]) ^= T(t);"
    )
    got = run(
        "cuda/atomic cuda/std/atomic",
        f"""using T = {ctype}; using R = {kind};
        R(a0[0]).fetch_add(T(t), cuda::std::memory_order_relaxed);
        R(a0[1]).fetch_max(T(t));
        R(a0[2]).fetch_min(T(t), cuda::memory_order_relaxed);
        R third(a0[3]);
        T seen = third.load();
        while (!third.compare_exchange_weak(seen, seen + T(2))) {{}}
        if (t == 7) R(a0[4]).store(T(9)); {bits}""",
        np.array([1, 5, 90, 3, 0, 255, 0, 0]).astype(dtype),
        threads=64,
    )
    expected = [1 + values.sum(), 63, 0, 3 + 2 * 64, 9]
    expected += [255, 0, 0] if dtype in "fd" else [0, 2**16 - 1, np.bitwise_xor.reduce(values)]
    assert got.tolist() == expected


def test_atomic_objects():
    got = run(
        "cuda/atomic",
        """__shared__ cuda::atomic<int, cuda::thread_scope_block> count;
        if (t == 0) count.store(0);
        __syncthreads();
        count.fetch_add(1);
        ++count;
        total += 2u;
        __syncthreads();
        cuda::atomic_thread_fence(cuda::std::memory_order_seq_cst, cuda::thread_scope_device);
        if (t == 0) a0[0] = count, a0[1] = count.exchange(5), a0[2] = count.load(), a0[3] = total.load();""",
        np.zeros(4, "i"),
        threads=32,
        before="__device__ cuda::std::atomic<unsigned> total;",
    )
    assert got.tolist() == [64, 64, 5, 64]


def test_tuple():
    got = run(
        "cuda/std/tuple cuda/std/utility",
        """cuda::std::tuple<int, float, char> x(3, 1.5f, 'c');
        auto y = cuda::std::make_tuple(4, 2.5);
        static_assert(cuda::std::is_same<decltype(y), cuda::std::tuple<int, double>>::value);
        static_assert(cuda::std::tuple_size<decltype(x)>::value == 3);
        static_assert(cuda::std::is_same<cuda::std::tuple_element<1, decltype(x)>::type, float>::value);
        int a; double b;
        cuda::std::tie(a, b) = y;
        auto [p, q, r] = x;
        cuda::std::get<0>(x) += 10;
        cuda::std::pair<int, int> both = cuda::std::make_pair(1, 2);
        a0[0] = a, a0[1] = b * 2, a0[2] = p, a0[3] = q * 2, a0[4] = r, a0[5] = cuda::std::get<0>(x);
        a0[6] = cuda::std::apply([](int i, double d) { return int(i + d); }, y);
        a0[7] = y == cuda::std::make_tuple(4, 2.5);
        cuda::std::tie(cuda::std::ignore, b) = y;
        a0[8] = cuda::std::get<1>(both);""",
        np.zeros(9, "i"),
    )
    assert got.tolist() == [4, 5, 3, 3, ord("c"), 13, 6, 1, 2]


def test_complex():
    x = sample(8, "d", 3, -2, 2)
    got = run(
        "cuda/std/complex",
        """cuda::std::complex<double> z(a0[2 * t], a0[2 * t + 1]), w = cuda::std::exp(z) * cuda::std::conj(z) + 1.0;
        w /= z;
        a0[2 * t] = w.real(), a0[2 * t + 1] = cuda::std::imag(w) + cuda::std::abs(z);""",
        x,
        threads=4,
    )
    z = x[::2] + 1j * x[1::2]
    w = (np.exp(z) * z.conj() + 1) / z
    assert np.allclose(got, np.ravel(np.stack([w.real, w.imag + abs(z)], 1)), rtol=1e-13)


def test_bits():
    got = run(
        "cuda/std/bit",
        """unsigned u = a1[0];
        a0[0] = cuda::std::popcount(u), a0[1] = cuda::std::countl_zero(u), a0[2] = cuda::std::countr_zero(u);
        a0[3] = cuda::std::bit_width(u), a0[4] = cuda::std::bit_floor(u), a0[5] = cuda::std::bit_ceil(u);
        a0[6] = cuda::std::rotl(u, 30) == (u << 30 | u >> 2), a0[7] = cuda::std::rotr(u, 4) == (u >> 4 | u << 28);
        a0[8] = cuda::std::has_single_bit(u), a0[9] = cuda::std::bit_cast<int>(1.0f) == 0x3f800000;
        a0[10] = cuda::std::countl_zero((unsigned char)0), a0[11] = cuda::std::countr_one((unsigned short)7);
        a0[12] = cuda::std::rotr(u, 0) == u && cuda::std::rotl(u, -4) == cuda::std::rotr(u, 4);""",
        np.zeros(13, "i"),
        np.array([0b1011000], "I"),
    )[0]
    assert got.tolist() == [3, 25, 3, 7, 64, 128, 1, 1, 0, 1, 8, 3, 1]


def test_optional_concepts_numbers_and_cmath():
    got = run(
        "cuda/std/optional cuda/std/concepts cuda/std/numbers cuda/cmath cuda/std/initializer_list",
        """auto none = root(-1), two = root(4);
        a0[0] = none.has_value(), a0[1] = *two, a0[2] = none.value_or(7), a0[3] = two == 2.0, a0[4] = bool(two);
        none.emplace(3.0);
        a0[5] = none.value();
        none = cuda::std::nullopt;
        a0[6] = none == cuda::std::nullopt;
        a0[7] = twice(3) + twice(0.25), a0[8] = cuda::std::numbers::pi == 3.141592653589793;
        a0[9] = cuda::std::numbers::sqrt2_v<float> == 1.4142135f;
        a0[10] = cuda::ceil_div(10, 4), a0[11] = cuda::round_up(10, 4), a0[12] = cuda::round_down(10, 4);
        a0[13] = sum({1, 2, 3});""",
        np.zeros(14, "i"),
        before="""
        __device__ cuda::std::optional<double> root(double x) {
            if (x < 0) return cuda::std::nullopt;
            return sqrt(x);
        }
        template <cuda::std::integral T> __device__ int twice(T x) { return 2 * x; }
        template <cuda::std::floating_point T> __device__ int twice(T x) { return 20 * x; }
        __device__ int sum(cuda::std::initializer_list<int> all) { int s = 0; for (int x : all) s += x; return s; }
        """,
    )
    assert got.tolist() == [0, 2, 7, 1, 1, 3, 1, 11, 1, 1, 3, 12, 8, 6]


def test_span():
    got = run(
        "cuda/std/span",
        """cuda::std::span<int> all(a0, 6);
        __shared__ int few[3];
        cuda::std::span fixed(few);
        static_assert(decltype(fixed)::extent == 3);
        for (int& x : fixed) x = 1;
        for (int& x : all.subspan(1, 4)) x *= 2;
        all[0] = all.size() + all.first(3).size() + all.last(2).back() + few[2];
        all.back() = cuda::std::span<const int>(all).front();""",
        np.arange(6, dtype="i"),
    )
    assert got.tolist() == [15, 2, 4, 6, 8, 15]


def test_names_of_the_standard_library():
    got = run(
        "type_traits limits utility tuple array functional initializer_list cstdint",
        """std::pair<int, float> p = std::make_pair(1, 2.0f);
        auto [a, b] = std::tuple<int, double>(3, 4.0);
        std::array<int, 3> all{5, 6, 7};
        static_assert(std::is_same<std::conditional_t<true, int, char>, std::int32_t>::value);
        int u = 8, v = 9;
        std::swap(u, v);
        a0[0] = p.first + p.second, a0[1] = a, a0[2] = b, a0[3] = all[2], a0[4] = std::plus<int>()(u, std::move(v));
        a0[5] = u, a0[6] = twice(2.5), a0[7] = std::numeric_limits<int>::max(), a0[8] = sum({1, 2, 3});""",
        np.zeros(9, "i"),
        before="""
        template <class T, class = std::enable_if_t<std::is_floating_point<T>::value>>
        __device__ T twice(T x) { return 2 * x; }
        __device__ int sum(std::initializer_list<int> all) { int s = 0; for (int x : all) s += x; return s; }
        """,
    )
    assert got.tolist() == [3, 3, 4, 7, 17, 9, 5, 2**31 - 1, 6]
