"""RawKernel: launches, arguments, the object, errors."""

import pickle
import io
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from common import assert_same, sample
from raw_common import run

import cuprum as cp

on_cpu = cp.backend() == "cpu"
# A kernel that fails on a GPU takes its context with it.
only_on_cpu = pytest.mark.skipif(not on_cpu, reason="on a GPU a failing kernel ends all work of its process")
ADD = r"""
extern "C" __global__ void add(const float* x, const float* y, float* z, int n) {
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) z[i] = x[i] + y[i];
}"""


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

    def test_arrays_of_the_host_are_no_pointers(self):
        kernel = cp.RawKernel('extern "C" __global__ void no_pointer(const float* a) {}', "no_pointer")
        with pytest.raises(TypeError, match="asarray copies a NumPy array to the device"):
            kernel((1,), (1,), (np.ones(4, "f"),))
        # Eight bytes are no address either, unless they are an integer; a GPU's driver does not tell what is a pointer.
        values = (np.ones(2, "f"), np.ones(1), np.ones((1, 1), "F"), np.array([1], "i8"), np.array([1], "u8"),
                  np.array(1.0), np.float64(1), np.complex64(1), np.zeros((), "f4,f4"), np.zeros(1, "f4,f4")[0],
                  np.zeros(8, "u1"), np.datetime64(1, "s"))  # fmt: skip
        for given in values if on_cpu else ():
            with pytest.raises(TypeError, match="asarray copies a NumPy array to the device"):
                kernel((1,), (1,), (given,))
        address = cp.ones(1, "f").data.ptr
        for given in (np.uint64(address), np.int64(address), np.array(address, "u8"), address, None):
            kernel((1,), (1,), (given,))

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

    @pytest.mark.parametrize("args", [(), (1,)])
    def test_too_few(self, args):
        with pytest.raises(TypeError, match="takes 2 arguments"):
            run('extern "C" __global__ void f(int x, int y) {}', "f", (1,), (1,), args)

    @pytest.mark.parametrize("more", [(True,), (2.5, 1j), (np.arange(3), cp.ones(4))])
    def test_what_no_parameter_takes(self, more):
        """CUDA does not look at arguments behind the last parameter; glcm-cupy passes one."""
        out = cp.zeros(1, "i")
        run('extern "C" __global__ void f(int* out, int x) { *out = x; }', "f", (1,), (1,), (out, 7, *more))
        assert out.get() == 7
        run('extern "C" __global__ void f() {}', "f", (1,), (1,), more)

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

    def test_compile_exception(self):
        with pytest.raises(cp.cuda.compiler.CompileException) as caught:
            cp.RawKernel("\n" * 9 + "no_type x;", "f").compile()
        error = caught.value
        shown = io.StringIO()
        error.dump(shown)
        assert "no_type" in error.get_message() and error.get_message() in shown.getvalue()
        assert "01 \n" in shown.getvalue() and "10 no_type x;\n" in shown.getvalue()
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and (str(again), again.source) == (str(error), error.source)
        made = pickle.loads(pickle.dumps(cp.cuda.compiler.CompileException("m", "source", "name", ("-O",), "nvcc")))
        assert str(made) == "m" and (made.source, made.name, made.options, made.backend) == (
            ("source", "name", ("-O",), "nvcc")
        )

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
        except cp.CompileException as error:  # nvcc is not there, or finds no compiler for the host
            assert "nvcc" in str(error) and cp.backend() == "cuda"
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


def test_lists_that_change_while_they_are_read():
    """Of a grid, a block and arguments that are lists, items live as long as the call."""
    kernel = cp.RawKernel('extern "C" __global__ void k(float* x, int n) { x[threadIdx.x] = n; }', "k")

    class Empties:
        def __init__(self, held, value):
            self.held, self.value = held, value

        def __index__(self):
            self.held.clear()
            return self.value

    for _ in range(20):
        grid = [object(), object()]
        grid[:] = [Empties(grid, 1), Empties(grid, 1)]
        x = cp.zeros(2, "f")
        arguments = [x, 7]
        kernel(grid, (2,), arguments)
        assert x.tolist() == [7, 7] and grid == []
    with pytest.raises(TypeError):
        kernel(5.5, (2,), (x, 7))
    with pytest.raises(TypeError):
        kernel((1,), (2,), 5)
