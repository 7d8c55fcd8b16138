"""The language of raw kernels: C++ and CUDA's, atomics, functions of the program's own."""

import subprocess
import sys
import textwrap
from fractions import Fraction

import numpy as np
import pytest
from common import assert_same
from raw_common import run

import cuprum as cp


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

    @pytest.mark.parametrize("type, f, fma", [("float", "f", "fmaf"), ("double", "d", "fma")])
    def test_rounded_functions_are_not_fused(self, type, f, fma):
        """Programs for more digits than a type has count on it, as CUDA promises it."""
        rng = np.random.default_rng(1)
        x, y, z = (rng.normal(size=1000).astype(f) for _ in range(3))
        expressions = {
            f"__{f}add_rn(__{f}mul_rn(x, y), z)": x * y + z,
            f"__{f}sub_rn(__{f}mul_rn(x, y), z)": x * y - z,
            f"__{f}mul_rn(x, y) + z": x * y + z,
            f"__{f}add_rn(x * y, z)": x * y + z,
            f"__{f}sub_rn(z, __{f}mul_rn(x, y))": z - x * y,
            f"__{f}add_rn(__{f}mul_rn(x, y), -__{f}mul_rn(y, z))": x * y - y * z,
        }
        for expression, expected in expressions.items():
            out = cp.zeros(1000, f)
            run(
                f"""extern "C" __global__ void f(const {type}* xs, const {type}* ys, const {type}* zs, {type}* out) {{
                int i = blockIdx.x * blockDim.x + threadIdx.x; if (i >= 1000) return;
                {type} x = xs[i], y = ys[i], z = zs[i]; out[i] = {expression}; }}""",
                "f",
                (8,),
                (128,),
                (cp.asarray(x), cp.asarray(y), cp.asarray(z), out),
            )
            np.testing.assert_array_equal(out.get(), expected, expression)

    @pytest.mark.parametrize("type, f, fma", [("float", "f", "fmaf"), ("double", "d", "fma")])
    @pytest.mark.parametrize("suffix", ["rn", "rd", "ru", "rz"])
    def test_rounded_functions_are_exact(self, suffix, type, f, fma):
        rng = np.random.default_rng(2)
        x, y, z = (rng.normal(size=400).astype(f) for _ in range(3))
        z[::2] = -(x[::2] * y[::2]) * (1 + np.finfo(f).eps * rng.integers(-3, 4, 200)).astype(f)  # cancels
        out = cp.zeros((4, 400), f)
        run(
            f"""extern "C" __global__ void f(const {type}* xs, const {type}* ys, const {type}* zs, {type}* out) {{
            int i = threadIdx.x;
            {type} x = xs[i], y = ys[i], z = zs[i];
            out[i] = __{f}add_{suffix}(x, z); out[400 + i] = __{f}mul_{suffix}(x, y);
            out[800 + i] = __{fma}_{suffix}(x, y, z); out[1200 + i] = __{f}sub_{suffix}(x, z); }}""",
            "f",
            (1,),
            (400,),
            (cp.asarray(x), cp.asarray(y), cp.asarray(z), out),
        )
        for got, pick in zip(
            out.get(),
            [lambda a, b, c: a + c, lambda a, b, c: a * b, lambda a, b, c: a * b + c, lambda a, b, c: a - c],
        ):
            for value, *operands in zip(got, x, y, z):
                exact = pick(*(Fraction(float(v)) for v in operands))
                error = Fraction(float(value)) - exact
                below, above = (np.nextafter(value, np.array(end, f)) for end in (-np.inf, np.inf))
                if suffix == "rn":
                    assert all(abs(Fraction(float(v)) - exact) >= abs(error) for v in (below, above))
                elif suffix == "rd" or (suffix == "rz" and exact > 0):
                    assert error <= 0 and Fraction(float(above)) > exact
                else:
                    assert error >= 0 and Fraction(float(below)) < exact or exact == 0

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


class TestAttributesOfSharedMemory:
    @pytest.mark.parametrize(
        "declaration",
        [
            "__shared__ alignas(16) char s[64];",
            "alignas(16) __shared__ char s[64];",
            "__shared__ __align__(16) char s[64];",
            "__shared__ alignas ( 4 * (2 + sizeof(double)) / 5 ) alignas(double) volatile char s[64];",
            "__shared__ [[maybe_unused]] alignas(pair) char s[64];",
            '__shared__\n    alignas(16)  // "__shared__ alignas(\n    char s[64];',
            "/* __shared__ alignas( */ __shared__ alignas(16) struct { char c; } t[64]; char* s = &t[0].c;",
            "SHARED(16) char s[64];",
        ],
    )
    def test_alignments_stand_before_and_behind(self, declaration):
        code = """
        #define SHARED(n) __shared__ alignas(n)
        struct pair { double a, b; };
        extern "C" __global__ void f(int* out) {
            __shared__ char odd;
            %s
            odd = 1;
            s[threadIdx.x] = threadIdx.x;
            __syncthreads();
            out[threadIdx.x] = s[63 - threadIdx.x] + ((size_t)&s[0] %% 8) * 1000;
            if (out[threadIdx.x] < 0) out[0] = __LINE__;
        }"""
        out = cp.zeros(64, "i")
        cp.RawKernel(code % declaration, "f")((1,), (64,), (out,))
        assert out.get().tolist() == list(range(63, -1, -1))

    def test_lines_of_errors_stay(self):
        code = "__global__ void f() {\n__shared__\nalignas(16)\nchar s[64];\nwrong = 1;\n}"
        with pytest.raises(cp.cuda.compiler.CompileException, match="5"):
            cp.RawKernel(code, "f").compile()
