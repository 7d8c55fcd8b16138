"""What users' guides to CuPy teach, topic by topic, as programs write it; each against NumPy or SciPy."""

import pickle
import threading

import numpy as np
import pytest

import cuprum as cp
import cuprumx
from common import assert_same


class TestBasics:
    def test_norm_of_an_array_and_of_its_copy(self):
        x = cp.array([1.0, 2.0, 3.0])
        assert_same(cp.linalg.norm(x), np.linalg.norm(np.array([1.0, 2.0, 3.0])), rtol=1e-15)
        assert isinstance(x.shape, tuple) and x.dtype == np.float64 and x.flags.c_contiguous and len(x) == 3

    def test_views_share_and_copies_do_not(self):
        x = cp.arange(12).reshape(3, 4)
        row, column, copied = x[1], x[:, ::-2], x[1].copy()
        x[1] += 100
        assert (
            row.tolist() == [104, 105, 106, 107]
            and column[1].tolist() == [107, 105]
            and copied.tolist() == [4, 5, 6, 7]
        )
        assert cp.shares_memory(x, row) and not cp.shares_memory(x, copied) and row.base is x.base

    def test_scalars_are_arrays_until_asked_for(self):
        total = cp.arange(4).sum()
        assert (
            isinstance(total, cp.ndarray)
            and total.shape == ()
            and total == 6
            and int(total) == 6
            and f"{total:03d}" == "006"
        )
        assert float(total) / 4 == 1.5 and [10, 20, 30, 40, 50, 60, 70][total] == 70 and total.item() == 6

    def test_one_module_for_both(self):
        def standardize(x):
            xp = cp.get_array_module(x)
            return (x - xp.mean(x, axis=0)) / xp.std(x, axis=0)

        host = np.random.default_rng(1).normal(3, 2, (50, 4))
        assert isinstance(standardize(host), np.ndarray)
        assert_same(standardize(cp.asarray(host)), standardize(host), rtol=1e-12)
        assert cuprumx.scipy.get_array_module(cp.ones(1)).__name__ == "cuprumx.scipy"

    def test_random_modules_and_seeds(self):
        cp.random.seed(3)
        first = cp.random.rand(5)
        cp.random.seed(3)
        assert cp.array_equal(first, cp.random.random_sample(5))
        assert cp.random.default_rng(4).standard_normal((2, 3), dtype=cp.float32).dtype == cp.float32
        state = cp.random.get_random_state()
        try:
            cp.random.set_random_state(cp.random.RandomState(9))
            assert cp.random.randint(0, 10, size=(3, 2)).shape == (3, 2)
        finally:
            cp.random.set_random_state(state)

    def test_files(self, tmp_path):
        a, b = cp.arange(6).reshape(2, 3), cp.linspace(0, 1, 4, dtype=cp.float32)
        cp.save(tmp_path / "a.npy", a)
        assert_same(cp.load(tmp_path / "a.npy"), a.get())
        cp.savez(tmp_path / "both.npz", a=a, b=b)
        with cp.load(tmp_path / "both.npz") as both:
            assert_same(both["b"], b.get())
        assert_same(pickle.loads(pickle.dumps(a.T)), a.get().T)
        assert_same(
            cp.fromfile((tmp_path / "a.npy").open("rb"), dtype=np.uint8),
            np.fromfile(tmp_path / "a.npy", dtype=np.uint8),
        )


class TestDifferencesFromNumpy:
    def test_casts_saturate(self):
        assert cp.array([-1, 3e10, np.nan], dtype="f").astype("u4").tolist() == [0, 2**32 - 1, 0]

    def test_repeated_indices_in_assignments(self):
        a = cp.zeros(2)
        a[cp.arange(10_000) % 2] = cp.arange(10_000.0)
        assert set(a.astype(int).tolist()) <= set(range(10_000))  # one of the values, whichever
        counts = cp.zeros(2, dtype=int)
        cp.add.at(counts, cp.arange(10_000) % 2, 1)
        assert counts.tolist() == [5000, 5000]
        cuprumx.scatter_add(counts, cp.array([0, 0, 1]), cp.array([1, 1, 5]))
        cuprumx.scatter_max(counts, cp.array([0, 1, 1]), cp.array([6000, 1, 2]))
        cuprumx.scatter_min(counts, slice(1, None), 7)
        assert counts.tolist() == [6000, 7]

    def test_reductions_give_arrays(self):
        assert all(isinstance(f(cp.ones((2, 2))), cp.ndarray) for f in (cp.sum, cp.max, cp.argmax, cp.mean, cp.all))

    def test_matrix_and_object_types_are_refused(self):
        with pytest.raises((TypeError, ValueError)):
            cp.array(["text"])
        with pytest.raises((TypeError, ValueError)):
            cp.array([object()])

    def test_universal_functions_take_no_lists_of_numpy_arrays(self):
        with pytest.raises(TypeError):
            cp.power(np.ones(2), cp.ones(2))


class TestPerformance:
    def test_benchmark(self):
        from cuprumx.profiler import benchmark

        def power(a):
            return (a**2 + 1).sum()

        result = benchmark(power, (cp.ones((16, 16)),), n_repeat=5, n_warmup=1)
        assert len(result.cpu_times) == 5 and result.gpu_times.shape == (1, 5) and (result.gpu_times >= 0).all()
        assert str(result).startswith("power ") and "GPU-0" in str(result)

    def test_time_range_and_profile(self):
        from cuprumx.profiler import profile, time_range

        with profile(), time_range("part", color_id=2):
            assert cp.ones(3).sum() == 3

        @time_range()
        def function():
            return 5

        assert function() == 5

    def test_fused_softplus(self):
        @cp.fuse()
        def softplus(x):
            return cp.maximum(0, x) + cp.log1p(cp.exp(-abs(x)))

        x = np.linspace(-5, 5, 101)
        assert_same(softplus(cp.asarray(x)), np.maximum(0, x) + np.log1p(np.exp(-abs(x))), rtol=1e-14)


class TestKernels:
    def test_elementwise(self):
        squared_diff = cp.ElementwiseKernel(
            "float32 x, float32 y", "float32 z", "z = (x - y) * (x - y)", "squared_diff"
        )
        x = cp.arange(10, dtype=np.float32).reshape(2, 5)
        y = cp.arange(5, dtype=np.float32)
        wanted = (x.get() - y.get()) ** 2
        assert_same(squared_diff(x, y), wanted)
        assert_same(squared_diff(x, 5), (x.get() - 5) ** 2)
        z = cp.empty((2, 5), dtype=np.float32)
        assert squared_diff(x, y, z) is z
        assert_same(z, wanted)

    def test_generic_types_and_raw_arguments(self):
        super_generic = cp.ElementwiseKernel("X x, Y y", "Z z", "z = (x - y) * (x - y)", "squared_diff_super_generic")
        z = cp.empty(4, dtype=np.int64)
        super_generic(cp.arange(4, dtype="i1"), cp.full(4, 2, dtype="f"), z)
        assert z.tolist() == [4, 1, 0, 1]
        with pytest.raises(TypeError):
            super_generic(cp.arange(4), cp.arange(4))
        add_reverse = cp.ElementwiseKernel("T x, raw T y", "T z", "z = x + y[_ind.size() - i - 1]", "add_reverse")
        assert add_reverse(cp.arange(4), cp.arange(4)).tolist() == [3, 3, 3, 3]

    def test_reduction(self):
        l2norm = cp.ReductionKernel("T x", "T y", "x * x", "a + b", "y = sqrt(a)", "0", "l2norm")
        x = cp.arange(10, dtype=np.float32).reshape(2, 5)
        assert_same(l2norm(x, axis=1), np.linalg.norm(x.get(), axis=1), rtol=1e-6)

    def test_raw_module_with_templates_and_constants(self):
        code = r"""
        #include <cupy/complex.cuh>
        __constant__ float scale[2];
        template <typename T>
        __global__ void axpy(const T* x, T* y, int n) {
            int i = blockIdx.x * blockDim.x + threadIdx.x;
            if (i < n) y[i] += T(scale[0]) * x[i];
        }
        extern "C" __global__ void conjugate(complex<float>* x) { x[threadIdx.x] = conj(x[threadIdx.x]); }
        """
        module = cp.RawModule(code=code, options=("-std=c++17",), name_expressions=["axpy<float>", "axpy<double>"])
        memory = module.get_global("scale")
        cp.ndarray((2,), cp.float32, memory)[:] = cp.array([3, 4], dtype=cp.float32)
        for name, dtype in (("axpy<float>", "f"), ("axpy<double>", "d")):
            x, y = cp.arange(100, dtype=dtype), cp.ones(100, dtype=dtype)
            module.get_function(name)((4,), (32,), (x, y, 100))
            assert_same(y, 1 + 3 * np.arange(100, dtype=dtype))
        z = cp.array([1 + 2j, 3 - 4j], dtype="F")
        module.get_function("conjugate")((1,), (2,), (z,))
        assert z.tolist() == [1 - 2j, 3 + 4j]

    def test_raw_kernel_attributes_and_shared_memory(self):
        kernel = cp.RawKernel(
            r"""extern "C" __global__ void reverse(const int* x, int* y) {
                extern __shared__ int tile[];
                tile[threadIdx.x] = x[threadIdx.x];
                __syncthreads();
                y[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
            }""",
            "reverse",
        )
        x, y = cp.arange(64, dtype=np.int32), cp.empty(64, dtype=np.int32)
        kernel((1,), (64,), (x, y), shared_mem=64 * 4)
        assert_same(y, x.get()[::-1])
        assert kernel.attributes["max_threads_per_block"] >= 64 and kernel.num_regs >= 0

    def test_jit(self):
        from cuprumx import jit

        @jit.rawkernel()
        def elementwise_copy(x, y, size):
            tid = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
            ntid = jit.gridDim.x * jit.blockDim.x
            for i in range(tid, size, ntid):
                y[i] = x[i]

        size = cp.uint32(2**12)
        x, y = cp.random.normal(size=(size,), dtype=cp.float32), cp.empty((size,), dtype=cp.float32)
        elementwise_copy((4,), (64,), (x, y, size))
        assert (x == y).all()
        y.fill(0)
        elementwise_copy[4, 64](x, y, size)
        assert (x == y).all()


class TestInteroperability:
    def test_numpys_functions(self):
        a = cp.arange(6.0).reshape(2, 3)
        for f in (
            np.sum,
            np.sqrt,
            np.transpose,
            lambda x: np.concatenate([x, x]),
            lambda x: np.einsum("ij->j", x),
            lambda x: np.linalg.norm(x, axis=1),
        ):
            assert_same(f(a), f(a.get()), rtol=1e-15)
        assert isinstance(np.zeros_like(a), cp.ndarray) and isinstance(np.full_like(a, 3), cp.ndarray)
        assert isinstance(np.empty_like(np.empty(3), shape=(2,)), np.ndarray)

    def test_arrays_of_other_libraries(self):
        class Theirs:
            """What shares its memory by CUDA's array interface or by DLPack."""

            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **keywords):
                return self.array.__dlpack__(**keywords)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        a = cp.arange(5)
        b = cp.from_dlpack(Theirs(a))
        b[0] = 42
        assert a[0] == 42
        if cp.backend() == "cpu":
            assert np.shares_memory(np.from_dlpack(a), np.from_dlpack(b))

    def test_memory_of_others(self):
        a = cp.arange(8, dtype=np.int32)
        memory = cp.cuda.UnownedMemory(a.data.ptr, a.nbytes, owner=a, device_id=a.device.id)
        view = cp.ndarray((4,), np.int32, cp.cuda.MemoryPointer(memory, 16))
        view += 100
        assert a.tolist() == [0, 1, 2, 3, 104, 105, 106, 107]


class TestStreamsAndEvents:
    def test_events_between_streams(self):
        begin, end = cp.cuda.Event(), cp.cuda.Event()
        stream = cp.cuda.Stream(non_blocking=True)
        with stream:
            begin.record()
            a = cp.arange(1000) * 2
            end.record(stream)
        other = cp.cuda.Stream()
        other.wait_event(end)
        with other:
            total = a.sum()
        other.synchronize()
        assert total == 999_000 and end.done and cp.cuda.get_elapsed_time(begin, end) >= 0
        assert cp.cuda.get_current_stream() == cp.cuda.Stream.null

    def test_use_and_back(self):
        stream = cp.cuda.Stream()
        stream.use()
        try:
            assert cp.cuda.get_current_stream() == stream
            assert cp.ones(3).sum() == 3
        finally:
            cp.cuda.Stream.null.use()

    def test_threads_have_streams_of_their_own(self):
        found = []

        def work():
            with cp.cuda.Stream() as stream:
                found.append((cp.cuda.get_current_stream() == stream, int(cp.arange(100).sum())))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [(True, 4950)] * 4 and cp.cuda.get_current_stream() == cp.cuda.Stream.null

    def test_graph(self):
        stream = cp.cuda.Stream(non_blocking=True)
        a = cp.zeros(4)
        with stream:
            a += 1  # compiled before the capture
            stream.synchronize()
            stream.begin_capture()
            a += 1
            graph = stream.end_capture()
            for _ in range(3):
                graph.launch(stream)
        stream.synchronize()
        assert a.tolist() == [4, 4, 4, 4]


class TestFourier:
    def test_transforms_and_back(self):
        x = np.random.default_rng(5).standard_normal((4, 100))
        a = cp.asarray(x)
        assert_same(cp.fft.fft(a), np.fft.fft(x), rtol=1e-10, atol=1e-12)
        assert_same(cp.fft.irfft(cp.fft.rfft(a, axis=0), n=4, axis=0), x, rtol=1e-12, atol=1e-14)
        assert_same(np.fft.fft2(a), np.fft.fft2(x), rtol=1e-10, atol=1e-11)
        assert_same(cp.fft.fftshift(cp.fft.fftfreq(9, d=0.5)), np.fft.fftshift(np.fft.fftfreq(9, d=0.5)))

    def test_half_precision(self):
        x = np.random.default_rng(6).standard_normal(64).astype(np.float16)
        found = cp.fft.fft(cp.asarray(x))
        assert np.issubdtype(found.dtype, np.complexfloating)
        np.testing.assert_allclose(found.get(), np.fft.fft(x.astype(float)), rtol=1e-2, atol=0.1)

    def test_plans(self):
        from cuprumx.scipy import fft, fftpack

        x = cp.asarray(np.random.default_rng(7).standard_normal((64, 32)).astype(np.complex64))
        plan = fftpack.get_fft_plan(x, axes=1)
        with plan:
            within = fft.fft(x, axis=1)
        assert_same(within, np.fft.fft(x.get(), axis=1).astype(np.complex64), rtol=1e-4, atol=1e-4)
        assert_same(fftpack.fft(x, axis=1, plan=plan), within.get())
        cache = cp.fft.config.get_plan_cache()
        size = cache.get_size()
        try:
            cache.set_size(2)
            for n in (8, 9, 10):
                cp.fft.fft(cp.ones(n))
            assert cache.get_size() == 2 and cache.get_curr_size() <= 2
        finally:
            cache.set_size(size)

    def test_scipys_backend(self):
        import scipy.fft

        import cuprumx.scipy.fft

        a = cp.arange(8.0)
        with scipy.fft.set_backend(cuprumx.scipy.fft):
            found = scipy.fft.rfft(a)
        assert_same(found, np.fft.rfft(np.arange(8.0)), rtol=1e-14, atol=1e-14)


class TestMemory:
    def test_limits_and_allocators(self):
        pool = cp.cuda.MemoryPool()
        with cp.cuda.using_allocator(pool.malloc):
            a = cp.zeros(1000)
            assert pool.used_bytes() == 8192 and pool.total_bytes() == 8192
            pool.set_limit(fraction=0.5)
            assert pool.get_limit() == cp.cuda.Device().mem_info[1] // 2
            pool.set_limit(size=16384)
            with pytest.raises(cp.cuda.memory.OutOfMemoryError):
                cp.zeros(10_000)
            del a
            pool.free_all_blocks()
            assert pool.total_bytes() == 0

    def test_without_pools(self):
        with cp.cuda.using_allocator(None):
            before = cp.get_default_memory_pool().used_bytes()
            a = cp.ones(1 << 12)
            assert cp.get_default_memory_pool().used_bytes() in (before, before + a.nbytes)

    def test_page_locked_arrays(self):
        pinned = cuprumx.zeros_pinned((2, 3), dtype=np.float32)
        pinned[...] = 5
        on_device = cp.empty((2, 3), dtype=np.float32)
        on_device.set(pinned)
        assert isinstance(pinned, np.ndarray)
        assert_same(on_device, pinned)

    def test_hooks(self):
        seen = []

        class Hook(cp.cuda.MemoryHook):
            name = "Hook"

            def malloc_postprocess(self, **facts):
                seen.append(facts["size"])

        with Hook():
            cp.empty(100, dtype=np.float32)
        assert seen == [400]


class TestForbiddenWaits:
    def test_what_waits(self):
        a, stream, event = cp.arange(3), cp.cuda.Stream(), cp.cuda.Event()
        event.record()
        with cuprumx.allow_synchronize(False):
            b = a + 1
            assert b.shape == (3,) and b.get(blocking=False).shape == (3,)
            for waits in (
                b.get,
                lambda: float(b[0]),
                lambda: bool(b.all()),
                lambda: str(b),
                stream.synchronize,
                event.synchronize,
                cp.cuda.Device().synchronize,
            ):
                with pytest.raises(cuprumx.DeviceSynchronized, match="waits for the device"):
                    waits()
            with cuprumx.allow_synchronize(True):
                assert b.tolist() == [1, 2, 3]
            with pytest.raises(RuntimeError):
                b.tolist()
        assert b.tolist() == [1, 2, 3]

    def test_other_threads_may(self):
        found = []
        with cuprumx.allow_synchronize(False):
            thread = threading.Thread(target=lambda: found.append(int(cp.arange(4).sum())))
            thread.start()
            thread.join()
        assert found == [6]
