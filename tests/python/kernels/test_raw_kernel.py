"""RawKernel: launches, arguments, the language, what threads do together, errors."""

import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import cuprum as cp
from common import assert_same, sample

on_cpu = cp.backend() == "cpu"
# A kernel that fails on a GPU takes its context with it.
only_on_cpu = pytest.mark.skipif(not on_cpu, reason="on a GPU a failing kernel ends all work of its process")

ADD = r"""
extern "C" __global__ void add(const float* x, const float* y, float* z, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) z[i] = x[i] + y[i];
}"""


def run(code, name, grid, block, args, **keywords):
    cp.RawKernel(code, name)(grid, block, args, **keywords)


class TestLaunch:
    @pytest.mark.parametrize("n", [1, 31, 32, 1000, 100_000])
    def test_one_dimension(self, n):
        x, y = sample(n, "f", 1), sample(n, "f", 2)
        z = cp.zeros(n, "f")
        run(ADD, "add", ((n + 127) // 128,), (128,), (cp.asarray(x), cp.asarray(y), z, n))
        assert_same(z, x + y)

    @pytest.mark.parametrize(
        "grid, block", [((2, 3, 4), (4, 2, 3)), ((5,), (1, 7)), ((1, 1, 3), (1, 1, 64)), (3, 5), ([2, 2], [3, 3])]
    )
    def test_indices(self, grid, block):
        code = r"""
        extern "C" __global__ void indices(unsigned* out) {
            unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
            unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
            unsigned threads = blockDim.x * blockDim.y * blockDim.z;
            unsigned* mine = out + 6 * (block * threads + thread);
            mine[0] = blockIdx.x; mine[1] = blockIdx.y; mine[2] = blockIdx.z;
            mine[3] = threadIdx.x; mine[4] = threadIdx.y; mine[5] = threadIdx.z;
        }"""
        full = [(tuple(v) if not isinstance(v, int) else (v,)) for v in (grid, block)]
        g, b = [v + (1,) * (3 - len(v)) for v in full]
        out = cp.full(6 * int(np.prod(g)) * int(np.prod(b)), 99, "I")
        run(code, "indices", grid, block, (out,))
        expected = [
            (bx, by, bz, tx, ty, tz)
            for bz in range(g[2]) for by in range(g[1]) for bx in range(g[0])
            for tz in range(b[2]) for ty in range(b[1]) for tx in range(b[0])
        ]  # fmt: skip
        assert_same(out, np.array(expected, "I").ravel())

    def test_dimensions_are_dim3_and_uint3(self):
        code = r"""
        __device__ unsigned volume(dim3 d) { return d.x * d.y * d.z; }
        __device__ unsigned first(uint3 v) { return v.x; }
        extern "C" __global__ void f(unsigned* out) {
            dim3 two(2);
            if (first(threadIdx) == 0) { out[0] = volume(blockDim); out[1] = volume(gridDim); out[2] = volume(two);
                out[3] = warpSize; }
        }"""
        out = cp.zeros(4, "I")
        run(code, "f", (3, 2), (4, 2), (out,))
        assert_same(out, np.array([8, 6, 2, 32], "I"))

    def test_keywords(self):
        n = 8
        x, z = cp.arange(n, dtype="f"), cp.zeros(n, "f")
        kernel = cp.RawKernel(ADD, "add")
        stream = cp.cuda.Stream()
        kernel(grid=(1,), block=(8,), args=(x, x, z, n), shared_mem=0, stream=stream)
        stream.synchronize()
        assert_same(z, 2 * np.arange(n, dtype="f"))
        with pytest.raises(TypeError, match="other_keyword"):
            kernel((1,), (8,), (x, x, z, n), other_keyword=1)
        with pytest.raises(TypeError, match="grid, block and args"):
            kernel((1,), (8,))

    def test_many_blocks_and_all_cores(self):
        code = (
            'extern "C" __global__ void f(long long* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; }'
        )
        out = cp.zeros(1_000_000, "q")
        run(code, "f", (31250,), (32,), (out,))
        assert_same(out, np.repeat(np.arange(31250), 32))

    def test_calls_from_several_threads(self):
        kernel = cp.RawKernel(ADD, "add")
        results = {}

        def work(k):
            x = cp.full(5000, k, "f")
            z = cp.empty_like(x)
            for _ in range(20):
                kernel((40,), (128,), (x, x, z, 5000))
            results[k] = z.get()

        threads = [threading.Thread(target=work, args=(k,)) for k in range(6)]
        [t.start() for t in threads]
        [t.join() for t in threads]
        for k in range(6):
            assert (results[k] == 2 * k).all()

    def test_graph(self):
        x, z = cp.arange(100, dtype="f"), cp.zeros(100, "f")
        kernel = cp.RawKernel(ADD, "add")
        kernel((1,), (128,), (x, x, z, 100))
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            stream.begin_capture()
            kernel((1,), (128,), (x, z, z, np.int32(100)))
            graph = stream.end_capture()
        z[...] = 0
        cp.cuda.Device().synchronize()
        graph.launch(stream)
        graph.launch(stream)
        stream.synchronize()
        assert_same(z, 2 * np.arange(100, dtype="f"))


class TestArguments:
    @pytest.mark.parametrize(
        "ctype, value, dtype",
        [
            ("long long", 2**40, "q"), ("long long", -5, "q"), ("unsigned long long", 2**64 - 1, "Q"), ("int", -7, "i"),
            ("int", np.int8(-3), "i"), ("short", 300, "h"), ("unsigned char", 255, "B"),
            ("long long", np.int32(-9), "q"), ("double", 0.1, "d"), ("float", np.float32(0.1), "f"),
            ("double", np.float64(2.5), "d"), ("bool", True, "?"), ("bool", np.bool_(True), "?"), ("int", True, "i"),
            ("unsigned", np.uint32(2**32 - 1), "I"), ("unsigned short", np.uint16(65535), "H"),
        ],
    )  # fmt: skip
    def test_numbers(self, ctype, value, dtype):
        out = cp.zeros(1, dtype)
        run(f'extern "C" __global__ void f({ctype} v, {ctype}* out) {{ *out = v; }}', "f", (1,), (1,), (value, out))
        assert out.get()[0] == np.dtype(dtype).type(value)

    @pytest.mark.parametrize(
        "value, type", [(3 + 4j, "double"), (np.complex64(1 - 2j), "float"), (np.complex128(2j), "double")]
    )
    def test_complex(self, value, type):
        out = cp.zeros(2, "d" if type == "double" else "f")
        code = f'extern "C" __global__ void f({type}2 v, {type}* out) {{ out[0] = v.x; out[1] = v.y; }}'
        run(code, "f", (1,), (1,), (value, out))
        assert out.get().tolist() == [value.real, value.imag]

    def test_half(self):
        out = cp.zeros(1, "e")
        run(
            'extern "C" __global__ void f(unsigned short v, unsigned short* out) { *out = v; }',
            "f",
            (1,),
            (1,),
            (np.float16(1.5), out),
        )
        assert out.get()[0] == 1.5

    def test_none_is_a_null_pointer(self):
        out = cp.zeros(1, "i")
        run(
            'extern "C" __global__ void f(const float* p, int* out) { *out = p == nullptr ? 1 : 2; }',
            "f",
            (1,),
            (1,),
            (None, out),
        )
        assert out.get()[0] == 1

    def test_pointers(self):
        out = cp.zeros(4, "i")
        code = 'extern "C" __global__ void f(int* p, int v) { *p = v; }'
        run(code, "f", (1,), (1,), (out.data, 1))
        run(code, "f", (1,), (1,), (out.data.ptr + 4, 2))
        run(code, "f", (1,), (1,), (out.data + 8, 3))
        run(code, "f", (1,), (1,), (out[3:], 4))
        assert out.get().tolist() == [1, 2, 3, 4]

    @pytest.mark.parametrize("as_array", [False, True])
    def test_structs_by_value(self, as_array):
        dtype = np.dtype([("a", "i4"), ("b", "f8"), ("c", "i2", (3,))], align=True)
        value = np.zeros((), dtype)
        value["a"], value["b"], value["c"] = 5, 2.5, [1, 2, 3]
        out = cp.zeros(5, "d")
        code = r"""
        struct S { int a; double b; short c[3]; };
        extern "C" __global__ void f(S s, double* out) { s.a += 1; out[0] = s.a; out[1] = s.b;
            for (int i = 0; i < 3; i++) out[2 + i] = s.c[i]; }"""
        run(code, "f", (4,), (3,), (value if as_array else value[()], out))
        assert out.get().tolist() == [6, 2.5, 1, 2, 3]

    @pytest.mark.parametrize(
        "fields", ["f4", "f4,f4", "f4,f4,f4", "i1", "i1,i1,i1", "f8,i4", "i4,f8,f4", "i8,i8,i8,i8", "f4,i4,f8,f8"]
    )
    def test_structs_of_all_shapes(self, fields):
        """The processor's calling convention takes structs apart, each in its own way."""
        kinds = fields.split(",")
        dtype = np.dtype([(f"m{i}", k) for i, k in enumerate(kinds)], align=True)
        value = np.zeros((), dtype)
        for i in range(len(kinds)):
            value[f"m{i}"] = 3 * i + 1
        names = {"f4": "float", "f8": "double", "i1": "signed char", "i4": "int", "i8": "long long"}
        members = "".join(f"{names[k]} m{i}; " for i, k in enumerate(kinds))
        body = "".join(f"out[{i}] = s.m{i}; " for i in range(len(kinds)))
        out = cp.zeros(len(kinds) + 1, "d")
        code = (
            f'struct S {{ {members} }}; extern "C" __global__ void f(int before, S s, double* out, int after) '
            f"{{ {body} out[{len(kinds)}] = before * 10 + after; }}"
        )
        run(code, "f", (1,), (1,), (4, value[()], out, 2))
        assert out.get().tolist() == [3 * i + 1 for i in range(len(kinds))] + [42]

    def test_many_arguments(self):
        count = 60
        out = cp.zeros(count, "q")
        parameters = ", ".join(f"long long v{i}" for i in range(count))
        body = "".join(f"out[{i}] = v{i};" for i in range(count))
        run(
            f'extern "C" __global__ void f(long long* out, {parameters}) {{ {body} }}',
            "f",
            (1,),
            (1,),
            (out, *range(count)),
        )
        assert_same(out, np.arange(count))

    def test_arrays_as_they_lie(self):
        """The pointer of a view is passed as it is."""
        base = cp.arange(24, dtype="i").reshape(4, 6)
        out = cp.zeros(4, "i")
        code = 'extern "C" __global__ void f(const int* x, int* out) { out[threadIdx.x] = x[threadIdx.x]; }'
        run(code, "f", (1,), (4,), (base[1:, ::2], out))
        assert out.get().tolist() == [6, 7, 8, 9]
        run(code, "f", (1,), (4,), (base.T, out))
        assert out.get().tolist() == [0, 1, 2, 3]

    def test_empty_arrays(self):
        run(
            'extern "C" __global__ void f(float* x, int n) { if (threadIdx.x < n) x[threadIdx.x] = 1; }',
            "f",
            (1,),
            (32,),
            (cp.zeros(0, "f"), 0),
        )
        written = cp.zeros(3, "f")
        run(
            'extern "C" __global__ void f(const float* none, float* x) { x[threadIdx.x] = 1 + (none == nullptr ? 0 : '
            "1); }",
            "f",
            (1,),
            (3,),
            (cp.zeros(0, "f"), written),
        )
        assert set(written.tolist()) <= {1, 2}

    @pytest.mark.skipif(on_cpu, reason="only arrays on a GPU have the interface")
    def test_other_libraries_arrays(self):
        x = cp.arange(3, dtype="i")

        class Other:
            __cuda_array_interface__ = x.__cuda_array_interface__

        run('extern "C" __global__ void f(int* x) { x[threadIdx.x] += 1; }', "f", (1,), (3,), (Other(),))
        assert_same(x, np.arange(1, 4, dtype="i"))

    @pytest.mark.parametrize("bad", ["text", [1, 2], object(), np.array(["a", "b"], object)])
    def test_unsupported(self, bad):
        with pytest.raises(TypeError):
            run('extern "C" __global__ void f(long long x) {}', "f", (1,), (1,), (bad,))

    @pytest.mark.parametrize("args", [(), (1,), (1, 2, 3)])
    def test_wrong_count(self, args):
        with pytest.raises(TypeError, match="takes 2 arguments"):
            run('extern "C" __global__ void f(int x, int y) {}', "f", (1,), (1,), args)

    @pytest.mark.parametrize(
        "ctype, bad",
        [
            ("float", 1.5),
            ("double", np.float32(1)),
            ("float", np.float64(1)),
            ("int", np.float64(1)),
            ("int", cp.zeros(1)),
        ],
    )
    def test_wrong_sizes(self, ctype, bad):
        with pytest.raises(TypeError, match="4|8"):
            run(f'extern "C" __global__ void f({ctype} x) {{}}', "f", (1,), (1,), (bad,))

    @pytest.mark.parametrize(
        "ctype, bad", [("int", 2**33), ("unsigned char", 300), ("short", -40000), ("long long", 2**70)]
    )
    def test_numbers_that_do_not_fit(self, ctype, bad):
        with pytest.raises(OverflowError):
            run(f'extern "C" __global__ void f({ctype} x) {{}}', "f", (1,), (1,), (bad,))


class TestLanguage:
    def value(self, expression, dtype, preamble=""):
        out = cp.zeros(1, dtype)
        type = {"d": "double", "f": "float", "i": "int", "I": "unsigned", "q": "long long", "Q": "unsigned long long"}[
            dtype
        ]
        run(f'{preamble} extern "C" __global__ void f({type}* out) {{ *out = {expression}; }}', "f", (1,), (1,), (out,))
        return out.get()[0]

    def test_templates_lambdas_and_structs(self):
        code = r"""
        template <class T, int N> struct Vector { T v[N]; __device__ T sum() const { T s = 0;
            for (int i = 0; i < N; i++) s += v[i]; return s; } };
        template <class F> __device__ float apply(F f, float x) { return f(x); }
        namespace inner { __device__ int twice(int x) { return 2 * x; } }
        template <class T> __global__ void kernel(T* out, int n) {
            auto square = [n](float x) { return x * x + n; };
            Vector<T, 3> v{{1, 2, 3}};
            out[0] = v.sum(); out[1] = apply(square, 3); out[2] = inner::twice(n);
        }"""
        out = cp.zeros(3, "f")
        run(code, "kernel<float>", (1,), (1,), (out, 5))
        assert out.get().tolist() == [6, 14, 10]

    def test_recursion_and_function_pointers(self):
        code = r"""
        __device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
        __device__ int plus(int x) { return x + threadIdx.x; }
        __device__ int minus(int x) { return x - (int)threadIdx.x; }
        typedef int (*Function)(int);
        __device__ Function table[2] = {plus, minus};
        extern "C" __global__ void f(int* out, int which) { out[threadIdx.x] = table[which](fibonacci(10)); }"""
        out = cp.zeros(4, "i")
        for which, expected in [(0, [55, 56, 57, 58]), (1, [55, 54, 53, 52])]:
            run(code, "f", (1,), (4,), (out, which))
            assert out.get().tolist() == expected

    def test_virtual_functions(self):
        code = r"""
        struct Shape { __device__ virtual float area() const = 0; };
        struct Square : Shape { float a; __device__ Square(float a) : a(a) {} __device__ float area() const override {
            return a * a; } };
        struct Circle : Shape { float r; __device__ Circle(float r) : r(r) {} __device__ float area() const override {
            return 3 * r * r; } };
        extern "C" __global__ void f(float* out) {
            Square s(3); Circle c(2);
            const Shape* shapes[2] = {&s, &c};
            out[threadIdx.x] = shapes[threadIdx.x % 2]->area();
        }"""
        out = cp.zeros(4, "f")
        run(code, "f", (1,), (4,), (out,))
        assert out.get().tolist() == [9, 12, 9, 12]

    def test_local_arrays_belong_to_their_thread(self):
        code = r"""
        extern "C" __global__ void f(int* out) {
            int mine[16];
            for (int i = 0; i < 16; i++) mine[(i * 7 + threadIdx.x) % 16] = i * threadIdx.x;
            int sum = 0;
            for (int i = 0; i < 16; i++) sum += mine[i] * (i + 1);
            out[threadIdx.x] = sum;
        }"""
        out = cp.zeros(64, "i")
        run(code, "f", (1,), (64,), (out,))
        expected = []
        for t in range(64):
            mine = [0] * 16
            for i in range(16):
                mine[(i * 7 + t) % 16] = i * t
            expected.append(sum(m * (i + 1) for i, m in enumerate(mine)))
        assert out.get().tolist() == expected

    def test_memory_of_the_device_heap(self):
        code = r"""
        extern "C" __global__ void f(int* out) {
            int* p = new int[4]; int* q = (int*)malloc(4 * sizeof(int));
            for (int i = 0; i < 4; i++) { p[i] = i * threadIdx.x; q[i] = 1; }
            int sum = 0;
            for (int i = 0; i < 4; i++) sum += p[i] + q[i];
            out[threadIdx.x] = sum; delete[] p; free(q);
        }"""
        out = cp.zeros(8, "i")
        run(code, "f", (1,), (8,), (out,))
        assert out.get().tolist() == [6 * t + 4 for t in range(8)]

    @pytest.mark.parametrize("a, b", [(7, 0), (-7, 0), (-(2**31), -1), (7, -2)])
    def test_division_never_stops_a_kernel(self, a, b):
        out = cp.zeros(2, "i")
        run(
            'extern "C" __global__ void f(int a, int b, int* out) { out[0] = a / b; out[1] = a % b; }',
            "f",
            (1,),
            (1,),
            (a, b, out),
        )
        if b not in (0, -1):
            assert out.get().tolist() == [-3, 1]

    def test_float_to_integer_saturates(self):
        assert self.value("(int)3e10f", "i") == 2**31 - 1
        assert self.value("(unsigned)-5.f", "I") == 0
        assert self.value("(long long)-1e30", "q") == -(2**63)

    @pytest.mark.parametrize(
        "expression, dtype, expected",
        [
            ("rsqrtf(4.f)", "f", 0.5), ("rsqrt(16.)", "d", 0.25), ("cbrt(27.)", "d", 3), ("sinpi(0.5)", "d", 1),
            ("cospi(1.)", "d", -1), ("fmaf(2.f, 3.f, 4.f)", "f", 10), ("__fmaf_rn(2.f, 3.f, 4.f)", "f", 10),
            ("min(3, 5) + max(2u, 7u)", "i", 10), ("fmin(1., NAN)", "d", 1), ("max(-1.f, 2.f)", "f", 2),
            ("abs(-3)", "i", 3), ("fabsf(-2.f)", "f", 2), ("pow(2., 10)", "d", 1024), ("powf(2.f, 3.f)", "f", 8),
            ("hypot(3., 4.)", "d", 5), ("norm3d(2., 3., 6.)", "d", 7), ("ldexp(1.5, 4)", "d", 24),
            ("ilogb(40.)", "i", 5), ("lround(-2.5)", "q", -3), ("rint(2.5)", "d", 2),
            ("__float2int_rz(-2.7f)", "i", -2), ("__float2int_ru(2.1f)", "i", 3), ("__float2int_rd(-2.1f)", "i", -3),
            ("__double2int_rn(2.5)", "i", 2), ("__clz(1)", "i", 31), ("__clzll(0)", "i", 64), ("__popc(255u)", "i", 8),
            ("__ffs(8)", "i", 4), ("__ffs(0)", "i", 0), ("__brev(1u)", "I", 2**31),
            ("__byte_perm(0x33221100u, 0x77665544u, 0x7250u)", "I", 0x77225500), ("__umulhi(0xffffffffu, 2u)", "I", 1),
            ("__mulhi(-5, 1 << 30)", "i", -2), ("__umul64hi(1ull << 63, 4ull)", "Q", 2),
            ("__mul24(1000, 1000)", "i", 1000000), ("__sad(3, 7, 1u)", "I", 5), ("__hadd(3, 6)", "i", 4),
            ("__rhadd(3, 6)", "i", 5), ("__funnelshift_l(0x80000000u, 1u, 1u)", "I", 3),
            ("__funnelshift_r(3u, 1u, 1u)", "I", 0x80000001), ("__float_as_int(1.f)", "i", 0x3F800000),
            ("__int_as_float(0x40000000)", "f", 2), ("__hiloint2double(0x3ff00000, 0)", "d", 1),
            ("__dp4a(0x01020304, 0x01010101, 5)", "i", 15), ("__fns(0xf0u, 0, 2)", "I", 5),
            ("__saturatef(1.5f)", "f", 1), ("__fdividef(1.f, 4.f)", "f", 0.25),
            ("isnan(nan(\"\")) + isinf(1. / 0.) + signbit(-1.)", "i", 3),
            ("make_float3(1, 2, 3).y + make_int2(4, 5).y", "f", 7), ("sizeof(float3) + sizeof(double4)", "i", 44),
            ("erf(0.) + erfc(0.)", "d", 1), ("tgamma(5.)", "d", 24), ("erfinv(0.)", "d", 0), ("normcdf(0.)", "d", 0.5),
            ("j0(0.)", "d", 1), ("copysign(3., -1.)", "d", -3), ("remainder(5., 3.)", "d", -1),
            ("fmodf(5.f, 3.f)", "f", 2), ("nextafterf(1.f, 2.f) > 1.f", "i", 1), ("__ldg(out) * 0 + 4", "d", 4),
            ("__CUDACC__ + 0", "i", 1),
        ],
    )  # fmt: skip
    def test_functions(self, expression, dtype, expected):
        assert self.value(expression, dtype, "#include <math.h>\n") == pytest.approx(expected, rel=1e-6)

    @pytest.mark.parametrize(
        "type, dtype, functions", [("float", "f", "fminf fmaxf min max"), ("double", "d", "fmin fmax min max")]
    )
    def test_extrema_of_zeros_and_nans(self, type, dtype, functions):
        """-0 is less than 0 for a GPU, and a NaN is passed over."""
        values = np.array([0.0, -0.0, 1, -1, np.inf, -np.inf, np.nan], dtype)
        a, b = (x.ravel() for x in np.meshgrid(values, values))
        for function in functions.split():
            kernel = cp.RawKernel(
                f'extern "C" __global__ void k(const {type}* a, const {type}* b, {type}* out) '
                f"{{ out[threadIdx.x] = {function}(a[threadIdx.x], b[threadIdx.x]); }}",
                "k",
            )
            out = cp.zeros(a.size, dtype)
            kernel((1,), (a.size,), (cp.asarray(a), cp.asarray(b), out))
            smaller = "min" in function
            expected = (np.fmin if smaller else np.fmax)(a, b)
            zeros = (a == 0) & (b == 0)
            signs = np.signbit(a) | np.signbit(b) if smaller else np.signbit(a) & np.signbit(b)
            expected[zeros] = np.where(signs, -0.0, 0.0)[zeros]
            np.testing.assert_array_equal(out.get(), expected)
            np.testing.assert_array_equal(np.signbit(out.get())[zeros], np.signbit(expected)[zeros])

    @pytest.mark.parametrize(
        "suffix, expected", [("rn", [1, 1 + 2**-23]), ("rd", [1, 1]), ("rz", [1, 1]), ("ru", [1 + 2**-23, 1 + 2**-23])]
    )
    def test_directed_rounding(self, suffix, expected):
        for addend, value in zip([2**-25, 3 * 2**-25], expected):
            assert self.value(f"__fadd_{suffix}(1.f, {addend!r}f)", "f") == np.float32(value)
        down = np.float32(1) / np.float32(3)
        exact_is_below = float(down) > 1 / 3
        below, above = (
            (np.nextafter(down, np.float32(0)), down) if exact_is_below else (down, np.nextafter(down, np.float32(1)))
        )
        third = {"rn": down, "rd": below, "rz": below, "ru": above}[suffix]
        assert self.value(f"__fdiv_{suffix}(1.f, 3.f)", "f") == third

    def test_standard_headers(self):
        code = r"""
        #include <cstdint>
        #include <limits.h>
        #include <cfloat>
        #include <cmath>
        extern "C" __global__ void f(int64_t* out) { out[0] = INT_MAX;
            out[1] = (int64_t)(FLT_MAX > 1e38f) + std::isinf(INFINITY); out[2] = sizeof(uint8_t); }"""
        out = cp.zeros(3, "q")
        run(textwrap.dedent(code), "f", (1,), (1,), (out,))
        assert out.get().tolist() == [2**31 - 1, 2, 1]

    def test_options(self):
        code = 'extern "C" __global__ void f(int* out) { out[0] = SIZE; }'
        out = cp.zeros(1, "i")
        for options in [
            ("-DSIZE=5",),
            ("-D", "SIZE=5"),
            ("--define-macro=SIZE=5", "--std=c++17", "-lineinfo", "--use_fast_math"),
        ]:
            out[...] = 0
            cp.RawKernel(code, "f", options=options)((1,), (1,), (out,))
            assert out.get()[0] == 5
        for effort in ("0", "min", "mid", "max") if cp.backend() == "cpu" else ():  # newer releases of NVRTC have it
            out[...] = 0
            cp.RawKernel(code, "f", options=("-DSIZE=5", f"-Ofast-compile={effort}"))((1,), (1,), (out,))
            assert out.get()[0] == 5
        with pytest.raises(cp.cuda.compiler.CompileException):
            cp.RawKernel(code, "f", options=("-DSIZE=5", "--no-such-option")).compile()

    def test_printf(self):
        program = textwrap.dedent(r"""
            import cuprum as cp
            k = cp.RawKernel(r'''extern "C" __global__ void f(int n) {
                printf("thread %d of %d: %.2f %s\n", threadIdx.x, n, 0.5, "text"); }''', 'f')
            k((1,), (3,), (3,))
            cp.cuda.Device().synchronize()
            """)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        assert sorted(done.stdout.splitlines()) == [f"thread {t} of 3: 0.50 text" for t in range(3)]

    def test_clocks(self):
        out = cp.zeros(1, "q")
        run(
            'extern "C" __global__ void f(long long* out) { long long t = clock64(); __nanosleep(100); clock_t u = '
            "clock(); (void)u; *out = clock64() - t; }",
            "f",
            (1,),
            (1,),
            (out,),
        )
        assert out.get()[0] > 0

    def test_infinities_without_an_include(self):
        out = cp.zeros(4, "d")
        run(
            'extern "C" __global__ void f(double* x) '
            "{ x[0] = INFINITY, x[1] = -HUGE_VALF, x[2] = NAN, x[3] = HUGE_VAL; }",
            "f",
            (1,),
            (1,),
            (out,),
        )
        assert_same(out, np.array([np.inf, -np.inf, np.nan, np.inf]))


class TestAtomics:
    @pytest.mark.parametrize(
        "dtype, ctype", [("i", "int"), ("I", "unsigned"), ("Q", "unsigned long long"), ("f", "float"), ("d", "double")]
    )
    def test_add_over_blocks(self, dtype, ctype):
        out = cp.zeros(3, dtype)
        code = (
            f'extern "C" __global__ void f({ctype}* out) '
            f"{{ atomicAdd(&out[threadIdx.x % 3], ({ctype})1); atomicAdd_block(out, ({ctype})0); }}"
        )
        run(code, "f", (50,), (96,), (out,))
        assert_same(out, np.full(3, 1600, dtype))

    def test_integer_operations(self):
        code = r"""
        extern "C" __global__ void f(int* v, unsigned* u) {
            int t = blockIdx.x * blockDim.x + threadIdx.x;
            atomicSub(&v[0], 1); atomicMin(&v[1], -t); atomicMax(&v[2], t); atomicAnd(&v[3], ~(1 << t % 8));
                atomicOr(&v[4], 1 << t % 8);
            atomicXor(&v[5], t); atomicInc(&u[0], 9u); atomicDec(&u[1], 9u); atomicExch(&v[6], 77); 
            int old = v[7], seen; do { seen = old; old = atomicCAS(&v[7], seen, seen + 2); } while (old != seen);
        }"""
        v, u = cp.array([0, 0, 0, 255, 0, 0, 0, 0], "i"), cp.zeros(2, "I")
        run(code, "f", (10,), (100,), (v, u))
        xor = 0
        for t in range(1000):
            xor ^= t
        assert v.get().tolist() == [-1000, -999, 999, 0, 255, xor, 77, 2000]
        assert u.get().tolist() == [0, 0]

    def test_spin_lock(self):
        code = r"""
        __device__ int lock = 0;
        extern "C" __global__ void f(double* total) {
            if (threadIdx.x == 0) {
                while (atomicCAS(&lock, 0, 1) != 0) {}
                __threadfence();
                *(volatile double*)total += 1;
                __threadfence();
                atomicExch(&lock, 0);
            }
        }"""
        total = cp.zeros(1)
        run(code, "f", (500,), (32,), (total,))
        assert total.get()[0] == 500


class TestOwnFunctions:
    """A program's functions beside CUDA's of the same name: which is called."""

    # Of what types CUDA has each function.
    WORDS = ["int", "unsigned", "long long", "unsigned long long"]
    ATOMICS = {
        "atomicAdd": ["int", "unsigned", "unsigned long long", "float", "double"],
        "atomicSub": ["int", "unsigned"],
        "atomicExch": ["int", "unsigned", "unsigned long long", "float"],
        "atomicMin": WORDS,
        "atomicMax": WORDS,
        "atomicAnd": WORDS,
        "atomicOr": WORDS,
        "atomicXor": WORDS,
    }
    OTHERS = ["int", "unsigned", "long long", "unsigned long long", "float", "double", "short"]
    DTYPES = dict(zip(OTHERS, "iIqQfdh"))

    def called(self, declaration, statement, dtype="i"):
        """The elements of an array of 3, 5, -1, 0 after a kernel's statement; the program's functions put 99 there."""
        out = cp.array([3, 5, 1, 0], dtype)
        ctype = {code: name for name, code in self.DTYPES.items()}[dtype]
        run(f'{declaration} extern "C" __global__ void f({ctype}* x) {{ {statement}; }}', "f", (1,), (1,), (out,))
        return out.get().tolist()

    @pytest.mark.parametrize("name", ATOMICS)
    def test_templates_of_atomics_are_for_other_types(self, name):
        own = f"template <class T> __device__ T {name}(T* p, T v) {{ *p = T(99); return v; }}"
        change = {"Add": 8, "Sub": 2**32 - 2, "Exch": 5, "Min": 3, "Max": 5, "And": 1, "Or": 7, "Xor": 6}[name[6:]]
        for ctype in self.OTHERS:
            theirs = ctype in self.ATOMICS[name]
            if ctype == "unsigned long long" and theirs:
                assert self.called(own, f"{name}(x, 5ULL)", "Q")[0] == change
            got = self.called(own, f"{name}(x, x[1])", self.DTYPES[ctype])[0]
            if not theirs:
                assert got == 99, ctype
            else:
                assert got % 2**32 == change, ctype
        if name != "atomicAdd":  # the value's type does not matter where CUDA's function is the only one
            assert self.called(own, f"{name}(x, 5u)", "i")[0] % 2**32 == change

    def test_templates_of_compare_and_swap(self):
        own = "template <class T> __device__ T atomicCAS(T* p, T a, T b) { *p = T(99); return a; }"
        for ctype in ["int", "unsigned", "unsigned long long"]:
            assert self.called(own, "atomicCAS(x, x[0], x[1])", self.DTYPES[ctype])[0] == 5
        for ctype in ["short", "float", "double", "long long"]:
            assert self.called(own, "atomicCAS(x, x[0], x[1])", self.DTYPES[ctype])[0] == 99

    @pytest.mark.parametrize(
        "parameters", ["T a, T b", "const T& a, const T& b", "T a, U b"], ids=["values", "references", "two types"]
    )
    def test_templates_of_extrema(self, parameters):
        two = "U" in parameters
        own = f"template <class T{', class U' if two else ''}> __device__ T NAME({parameters}) {{ return T(99); }}"
        for name, expected in [("max", 5), ("min", 3)]:
            declaration = own.replace("NAME", name)
            for ctype, dtype in self.DTYPES.items():
                got = self.called(declaration, f"x[0] = {name}(x[0], x[1])", dtype)[0]
                assert got == (99 if ctype == "short" else expected), ctype  # which CUDA would make an int of
            assert self.called(declaration, f"x[0] = {name}<int>(x[0], x[1])")[0] == 99
            assert self.called(declaration, f"x[0] = {name}(x[0], unsigned(x[1]))")[0] == expected

    @pytest.mark.parametrize("name", ["sqrt", "sin", "floor", "fabs", "rsqrt", "cbrt", "exp2", "round"])
    def test_templates_of_functions_of_real_numbers(self, name):
        own = f"template <class T> __device__ T {name}(T x) {{ return T(99); }}"
        for dtype in "fd":
            assert self.called(own, f"x[0] = {name}(x[0])", dtype)[0] != 99
        assert self.called(own, f"x[0] = {name}(x[0])", "i")[0] == 99

    @pytest.mark.parametrize(
        "declaration, statement, dtype",
        [
            ("float max(float a, float b)", "x[0] = max(x[0], x[1])", "f"),
            ("int min(int a, int b)", "x[0] = min(x[0], x[1])", "i"),
            ("double atomicAdd(double* a, double b)", "x[0] = atomicAdd(x, x[1])", "d"),
            ("float atomicMax(float* a, float b)", "x[0] = atomicMax(x, x[1])", "f"),
            ("long long atomicAdd(long long* a, long long b)", "x[0] = atomicAdd(x, x[1])", "q"),
            ("float sqrt(float a)", "x[0] = sqrt(x[0])", "f"),
            ("double pow(double a, double b)", "x[0] = pow(x[0], x[1])", "d"),
            ("int abs(int a)", "x[0] = abs(x[0])", "i"),
        ],
    )
    def test_functions_of_the_same_parameters_stand_for_cudas(self, declaration, statement, dtype):
        assert self.called(f"__device__ {declaration} {{ return 99; }}", statement, dtype)[0] == 99

    def test_power_of_a_float_is_a_float(self):
        own = "__device__ int kind(float) { return 4; } __device__ int kind(double) { return 8; }"
        assert self.called(own, "float y = x[0]; x[0] = kind(pow(y, 2)); x[1] = pow(y, 2) + 1", "i")[:2] == [4, 10]
        assert self.called(
            own, "x[0] = kind(pow(x[0], 2)); x[1] = kind(pow(-1., 16777217)); x[2] = pow(-1.f, 16777217)", "d"
        )[:3] == [8, 8, -1]

    def test_functions_as_values(self):
        own = "template <class F> __device__ float apply(F f, float x) { return f(x); }"
        text = (
            "float (*g)(float) = sqrt; x[0] = apply(sqrtf, 4.f) + g(9.f); int (*add)(int*, int) = atomicAdd; add(x, 2)"
        )
        assert self.called(own, text)[0] == 7


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


class TestObject:
    def test_attributes(self):
        code = (
            'extern "C" __global__ void __launch_bounds__(128) f(float* x) '
            "{ __shared__ float s[100]; s[threadIdx.x] = 1; __syncthreads(); x[threadIdx.x] = s[threadIdx.x]; }"
        )
        kernel = cp.RawKernel(code, "f", ("-DX",))
        assert kernel.name == "f" and kernel.code == code and kernel.options == ("-DX",) and kernel.backend == "nvrtc"
        assert kernel.file_path is None and kernel.enable_cooperative_groups is False
        attributes = kernel.attributes
        assert kernel.max_threads_per_block == attributes["max_threads_per_block"] == 128
        assert kernel.shared_size_bytes == attributes["shared_size_bytes"] == 400
        for name in (
            "const_size_bytes",
            "local_size_bytes",
            "num_regs",
            "ptx_version",
            "binary_version",
            "cache_mode_ca",
        ):
            assert isinstance(getattr(kernel, name), int)

    def test_max_dynamic_shared_size(self):
        code = (
            'extern "C" __global__ void f(float* x, int n) '
            "{ extern __shared__ float s[]; s[n - 1] = 3; x[0] = s[n - 1]; }"
        )
        kernel, x = cp.RawKernel(code, "f"), cp.zeros(1, "f")
        assert kernel.max_dynamic_shared_size_bytes == 48 * 1024
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="max_dynamic_shared_size_bytes"):
            kernel((1,), (1,), (x, 25_000), shared_mem=100_000)
        kernel.max_dynamic_shared_size_bytes = 100_000
        kernel((1,), (1,), (x, 25_000), shared_mem=100_000)
        assert x.get()[0] == 3 and kernel.max_dynamic_shared_size_bytes == 100_000
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
            kernel.max_dynamic_shared_size_bytes = 300_000
        kernel.preferred_shared_memory_carveout = 50
        assert kernel.preferred_shared_memory_carveout == 50

    def test_compile_is_kept(self):
        kernel = cp.RawKernel(ADD, "add")
        kernel.compile()
        registers = kernel.num_regs
        kernel.compile(log_stream=sys.stdout)
        assert kernel.num_regs == registers

    def test_handle(self):
        kernel = cp.RawKernel(ADD, "add")
        handle = kernel.kernel
        assert isinstance(handle, cp.cuda.Function)
        assert isinstance(handle.ptr, int) and handle.ptr != 0 and handle.ptr == kernel.kernel.ptr
        assert handle.ptr != cp.RawKernel(ADD.replace("add", "plus"), "plus").kernel.ptr
        x, z = cp.arange(5, dtype="f"), cp.zeros(5, "f")
        handle((1,), (8,), (x, x, z, 5))
        assert_same(z, np.arange(5, dtype="f") * 2)
        with pytest.raises(cp.cuda.compiler.CompileException):
            cp.RawKernel('extern "C" __global__ void f() { wrong; }', "f").kernel  # noqa: B018

    def test_names_of_cpp(self):
        out = cp.zeros(1, "i")
        run("namespace space { __global__ void kernel(int* x) { *x = 4; } }", "space::kernel", (1,), (1,), (out,))
        assert out.get()[0] == 4
        run("__global__ void kernel(int* x) { *x = 5; }", "kernel", (1,), (1,), (out,))
        assert out.get()[0] == 5


class TestErrors:
    def works(self):
        x = cp.ones(4, "f")
        run(ADD, "add", (1,), (4,), (x, x, x, 4))
        assert_same(x, np.full(4, 2, "f"))

    @pytest.mark.parametrize("text", ["out[0] = undefined_name;", "int = 5;", "return 5;", 'asm_or_not("x");'])
    def test_compile_error(self, text):
        code = 'extern "C" __global__ void f(int* out) {\n    // second line\n    ' + text + "\n}"
        with pytest.raises(cp.cuda.compiler.CompileException, match="3 \\|") as caught:
            run(code, "f", (1,), (1,), (cp.zeros(1, "i"),))
        assert "kernel.cu" in str(caught.value) and caught.value.source == code
        self.works()

    @only_on_cpu
    def test_kernel_with_a_result(self):
        with pytest.raises(cp.cuda.compiler.CompileException, match="kernel.cu:2.*'f' must return void"):
            run('\nextern "C" __global__ int f(int* x) { return *x; }', "f", (1,), (1,), (cp.zeros(1, "i"),))
        self.works()

    def test_function_that_is_nowhere_defined(self):
        code = """
            template <class T> __device__ T elsewhere(T* p, T v);
            extern "C" __global__ void f(unsigned* x) { elsewhere(x, 5u); }"""
        for _ in range(2):
            with pytest.raises(cp.cuda.compiler.CompileException, match="elsewhere") as caught:
                run(code, "f", (1,), (1,), (cp.zeros(1, "I"),))
            assert "cache" not in str(caught.value) and caught.value.source == code
        self.works()

    def test_what_does_not_compile_is_compiled_once(self):
        kernel = cp.ElementwiseKernel("T x", "T y", "y = " + "x + " * 3000 + "undefined_name", "fails_slowly")
        raw = cp.RawKernel(
            'extern "C" __global__ void f(int* x) { ' + "x[0] += x[1];" * 3000 + " undefined_name; }", "f"
        )
        for call in [lambda: kernel(cp.ones(3)), raw.compile]:
            times = []
            for _ in range(6):
                start = time.perf_counter()
                with pytest.raises(cp.cuda.compiler.CompileException, match="undefined_name"):
                    call()
                times.append(time.perf_counter() - start)
            assert min(times[1:]) < times[0] / 5

    def test_missing_kernel(self):
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="no kernel 'g'"):
            cp.RawKernel('extern "C" __global__ void f() {}', "g").compile()
        self.works()

    def test_missing_header(self):
        with pytest.raises(cp.cuda.compiler.CompileException, match="no_such_header.h"):
            cp.RawKernel('#include <no_such_header.h>\nextern "C" __global__ void f() {}', "f").compile()

    @pytest.mark.parametrize(
        "grid, block",
        [
            ((1,), (1025,)),
            ((1,), (32, 32, 2)),
            ((1, 70000), (1,)),
            ((1,), (1, 1, 65)),
        ],
    )
    def test_geometry(self, grid, block):
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="invalid argument"):
            run('extern "C" __global__ void f() {}', "f", grid, block, ())
        self.works()

    @pytest.mark.parametrize("grid, block", [((0,), (0,)), ((2, 0), (3, 0, 1)), (0, 2), ((-1, 3), (1, 1, -5))])
    def test_nothing_along_an_axis_counts_as_one(self, grid, block):
        code = """
        extern "C" __global__ void f(int* n) {
            atomicAdd(n, 1);
            n[1] = gridDim.x * 100 + gridDim.y * 10 + gridDim.z; n[2] = blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
        }"""
        out = cp.zeros(3, "i")
        run(code, "f", grid, block, (out,))
        extents = [[max(1, n) for n in (*(v if isinstance(v, tuple) else (v,)), 1, 1)[:3]] for v in (grid, block)]
        expected = [int(np.prod(extents))] + [x * 100 + y * 10 + z for x, y, z in extents]
        assert_same(out, np.array(expected, "i"))

    def test_launch_bounds(self):
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
            run('extern "C" __global__ void __launch_bounds__(64) f() {}', "f", (1,), (65,), ())
        self.works()

    def test_too_much_static_shared_memory(self):
        code = (
            'extern "C" __global__ void f(int* x) '
            "{ __shared__ int s[20000]; s[threadIdx.x] = 1; __syncthreads(); x[0] = s[1]; }"
        )
        with pytest.raises(cp.cuda.compiler.CompileException, match="(?i)shared"):
            cp.RawKernel(code, "f").compile()

    def test_bad_grids(self):
        for grid in [(), (1, 1, 1, 1)]:
            with pytest.raises((ValueError, TypeError)):
                run('extern "C" __global__ void f() {}', "f", grid, (1,), ())
        with pytest.raises(TypeError):
            run('extern "C" __global__ void f() {}', "f", (1.5,), (1,), ())

    def test_nvcc_is_asked_for(self, monkeypatch):
        monkeypatch.setenv("PATH", "")
        monkeypatch.delenv("NVCC", raising=False)
        kernel = cp.RawKernel(ADD + "// nvcc", "add", backend="nvcc")
        try:
            kernel.compile()
        except (
            NotImplementedError,
            cp.CompileException,
        ) as error:  # nvcc is not there, or finds no compiler for the host
            assert "nvcc" in str(error)
        with pytest.raises(ValueError, match="nvrtc"):
            cp.RawKernel(ADD, "add", backend="gcc")

    @only_on_cpu
    def test_assert(self):
        code = 'extern "C" __global__ void f(int n) { assert((int)threadIdx.x < n && "too few"); }'
        with pytest.raises(
            cp.cuda.runtime.CUDARuntimeError,
            match=r"cudaErrorAssert.*kernel.cu:1.*block \(2, 0, 0\), thread \(3, 0, 0\).*too few",
        ) as caught:
            run(
                'extern "C" __global__ void f(int n) { assert(blockIdx.x != 2 || (int)threadIdx.x < n && "too few"); }',
                "f",
                (3,),
                (8,),
                (3,),
            )
        assert caught.value.status == 710
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError):
            run(code, "f", (3,), (8,), (3,))
        run(code, "f", (3,), (8,), (8,))
        self.works()

    @only_on_cpu
    @pytest.mark.parametrize("barrier", ["", "__syncthreads();"])
    def test_trap(self, barrier):
        code = f'extern "C" __global__ void f() {{ {barrier} if (threadIdx.x == 5) __trap(); {barrier} }}'
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match=r"thread \(5, 0, 0\)"):
            run(code, "f", (1,), (8,), ())
        self.works()

    @only_on_cpu
    def test_deadlock(self):
        code = (
            'extern "C" __global__ void f() '
            "{ if (threadIdx.x == 0) __syncthreads(); else __shfl_sync(0xffffffff, 1, 0); }"
        )
        with pytest.raises(cp.cuda.runtime.CUDARuntimeError, match="would never end"):
            run(code, "f", (1,), (32,), ())
        self.works()

    @only_on_cpu
    @pytest.mark.parametrize(
        "text, names",
        [
            ('asm("mov.u32 %0, %laneid;" : "=r"(*out));', "assembl"),
            ("cudaTextureObject_t t; *out = tex2Dgather<int>(t, 0, 0);", "[Tt]exture"),
            ("child<<<1, 1>>>(out);", "<<<|dynamic"),
        ],
    )
    def test_what_a_cpu_cannot_do(self, text, names):
        code = '__global__ void child(int* out) {} extern "C" __global__ void f(int* out) { ' + text + " }"
        with pytest.raises(cp.cuda.compiler.CompileException, match=names):
            cp.RawKernel(code, "f").compile()


def test_kernels_are_kept_on_disk(tmp_path):
    program = textwrap.dedent(r"""
        import cuprum as cp, sys
        from cuprum.cuda import runtime
        k = cp.RawKernel('extern "C" __global__ void kept(int* x) { *x = 12; }', 'kept')
        x = cp.zeros(1, 'i'); k((1,), (1,), (x,)); assert x.get()[0] == 12
        """)
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", program],
            capture_output=True,
            text=True,
            env={**__import__("os").environ, "CUPRUM_CACHE_DIR": str(tmp_path)},
        )
        assert done.returncode == 0, done.stderr
    assert any(tmp_path.rglob("*"))
