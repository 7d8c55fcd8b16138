"""Kinds of memory, allocators, pools and their limits: what the seeds' slides print, to the byte, and what goes
wrong."""

import ctypes
import gc
import io
import os
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

import cuprum as cp
import cuprumx
from common import assert_same
from cuprum import cuda
from cuprum.cuda import memory, runtime

ON_CPU = cp.backend() == "cpu"
CUDARuntimeError = runtime.CUDARuntimeError
MIB = 1 << 20


def run(program, **environment):
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("CUPY_", "CUPRUM_GPU"))
    } | environment
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], env=environment, capture_output=True, text=True, timeout=120
    )


class TestStatistics:
    def test_as_on_the_slides(self):
        done = run("""
            import cuprum as cupy, numpy
            mempool = cupy.get_default_memory_pool()
            pinned_mempool = cupy.get_default_pinned_memory_pool()
            def told():
                print(mempool.used_bytes(), mempool.total_bytes(), pinned_mempool.n_free_blocks())
            a_cpu = numpy.ndarray(100, dtype=numpy.float32)
            print(a_cpu.nbytes)
            told()
            a = cupy.array(a_cpu)
            print(a.nbytes)
            told()
            a = None
            told()
            mempool.free_all_blocks()
            pinned_mempool.free_all_blocks()
            told()
        """)
        assert done.stdout == "400\n0 0 0\n400\n512 512 1\n0 512 1\n0 0 0\n", done.stderr

    @pytest.mark.parametrize(
        "size, lent",
        [(1, 512), (511, 512), (512, 512), (513, 1024), (1 << 20, 1 << 20), ((1 << 20) + 1, (1 << 20) + 512)],
    )
    def test_rounding(self, size, lent):
        pool = cuda.MemoryPool()
        kept = pool.malloc(size)
        assert (pool.used_bytes(), pool.total_bytes(), kept.mem.size) == (lent, lent, lent)

    def test_nothing(self):
        pool = cuda.MemoryPool()
        nothing = pool.malloc(0)
        assert pool.total_bytes() == 0 and nothing.mem.size == 0 and cp.empty(0).data.mem.size == 0

    def test_best_fit_and_merging(self):
        pool = cuda.MemoryPool()
        whole = pool.malloc(512 * 8)
        address = whole.ptr
        del whole
        parts = [pool.malloc(512 * 2) for _ in range(4)]
        assert [p.ptr - address for p in parts] == [0, 1024, 2048, 3072] and pool.total_bytes() == 4096
        del parts[1]
        assert (pool.n_free_blocks(), pool.free_bytes()) == (1, 1024)
        del parts[:]
        assert (pool.n_free_blocks(), pool.free_bytes()) == (1, 4096)
        again = pool.malloc(4096)
        assert again.ptr == address

    def test_statistics_of_threads(self):
        pool, seen = cuda.MemoryPool(), []
        kept = pool.malloc(1000)

        def look():
            seen.append(pool.used_bytes())
            mine = pool.malloc(1000)
            seen.append(pool.used_bytes())
            del mine

        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        assert seen == [1024, 2048] and pool.used_bytes() == 1024
        del kept


class TestLimits:
    @pytest.mark.parametrize("name", ["CUPY_GPU_MEMORY_LIMIT", "CUPRUM_GPU_MEMORY_LIMIT"])
    def test_bytes_of_the_environment(self, name):
        program = """
            import cuprum as cp
            pool = cp.get_default_memory_pool()
            print(pool.get_limit())
            try:
                cp.empty(1 << 21, "u1")
            except MemoryError as error:
                print(type(error).__name__, "1048576" in str(error))
            pool.set_limit(size=0)
            cp.empty(1 << 21, "u1")
        """
        done = run(program, **{name: "1048576"})
        assert done.stdout == "1048576\nOutOfMemoryError True\n", done.stderr

    def test_part_of_the_environment(self):
        done = run(
            "import cuprum as cp; print(cp.get_default_memory_pool().get_limit() / cp.cuda.Device().mem_info[1])",
            CUPY_GPU_MEMORY_LIMIT="50%",
        )
        assert abs(float(done.stdout) - 0.5) < 1e-6, done.stderr

    @pytest.mark.parametrize("text", ["many", "50%%", "-1", "1e9", "150%", "%"])
    def test_nonsense_of_the_environment(self, text):
        done = run("import cuprum as cp; cp.ones(3)", CUPY_GPU_MEMORY_LIMIT=text)
        assert (
            done.returncode == 1
            and "ValueError" in done.stderr
            and ("LIMIT" in done.stderr or "fraction" in done.stderr)
        )

    def test_below_what_is_used(self):
        pool = cuda.MemoryPool()
        kept = pool.malloc(4 * MIB)
        pool.set_limit(size=MIB)
        assert pool.get_limit() == MIB and pool.used_bytes() == 4 * MIB
        with pytest.raises(memory.OutOfMemoryError, match="limit is 1048576 bytes"):
            pool.malloc(512)
        del kept
        assert pool.malloc(512).mem.size == 512

    def test_holds_for_all_threads(self):
        pool = cuda.MemoryPool()
        pool.set_limit(size=MIB)
        kept, failed = pool.malloc(MIB), []

        def work():
            try:
                pool.malloc(512)
            except MemoryError as error:
                failed.append(error)

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert len(failed) == 1
        del kept

    def test_many_threads_stay_below_it(self):
        pool, most = cuda.MemoryPool(), []
        pool.set_limit(size=8 * MIB)

        def work():
            for i in range(50):
                try:
                    kept = pool.malloc(MIB + 512 * i)
                except MemoryError:
                    continue
                most.append(pool.total_bytes())
                del kept

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert max(most) <= 8 * MIB and pool.used_bytes() == 0

    @pytest.mark.parametrize("wrong", [{"size": "1"}, {"fraction": "half"}, {"size": 1.5}, {"sizes": 1}])
    def test_wrong_types(self, wrong):
        with pytest.raises(TypeError):
            cuda.MemoryPool().set_limit(**wrong)


class TestKinds:
    def test_memory(self):
        kept = memory.Memory(100)
        assert (
            kept.size == 100
            and kept.ptr
            and kept.device_id == 0
            and kept.device == cuda.Device(0)
            and int(kept) == kept.ptr
        )
        assert isinstance(kept, cuda.BaseMemory)
        pointer = cuda.MemoryPointer(kept, 8)
        assert pointer.ptr == kept.ptr + 8 and (pointer.mem.ptr, pointer.mem.size) == (kept.ptr, 100)
        with pytest.raises((TypeError, ValueError, OverflowError)):
            memory.Memory(-1)
        with pytest.raises(MemoryError):
            memory.Memory(1 << 50)

    @pytest.mark.parametrize(
        "kind, allocate", [(memory.ManagedMemory, memory.malloc_managed), (memory.SystemMemory, memory.malloc_system)]
    )
    def test_memory_that_the_host_reaches(self, kind, allocate):
        if kind is memory.SystemMemory and not cuda.Device().attributes["PageableMemoryAccess"]:
            with pytest.raises(CUDARuntimeError, match="malloc_managed") as caught:
                kind(100)
            assert caught.value.status == 801
            return
        kept = kind(4096)
        array = cp.ndarray(512, "f8", memptr=cuda.MemoryPointer(kept, 0))
        array[:] = 7
        cuda.Device().synchronize()
        assert (np.ctypeslib.as_array(ctypes.cast(kept.ptr, ctypes.POINTER(ctypes.c_double)), (512,)) == 7).all()
        stream = cuda.Stream()
        kept.prefetch(stream)
        kept.prefetch(stream, device_id=-1)
        kept.advise(runtime.cudaMemAdviseSetReadMostly, cuda.Device(0))
        stream.synchronize()
        with pytest.raises(CUDARuntimeError):
            kept.advise(77, cuda.Device(0))
        with cuda.using_allocator(allocate):
            assert float(cp.arange(100.0).sum()) == 4950
        pool = cuda.MemoryPool(allocate)
        with cuda.using_allocator(pool.malloc):
            assert float(cp.arange(100.0).sum()) == 4950
            assert pool.total_bytes() > 0

    def test_managed_memory_of_an_array(self):
        with cuda.using_allocator(memory.malloc_managed):
            array = cp.arange(10.0)
        assert isinstance(array.data.mem, memory.ManagedMemory)
        array.data.mem.prefetch(cuda.Stream.null)

    def test_memory_of_streams(self):
        stream = cuda.Stream()
        kept = memory.MemoryAsync(1000, stream)
        assert kept.size == 1000 and kept.stream_ref() == stream
        with stream:
            array = cp.ndarray(100, "f8", memptr=cuda.MemoryPointer(kept, 0))
            array[:] = 1
            assert float(array.sum()) == 100
        with cuda.using_allocator(memory.malloc_async), stream:
            assert float(cp.arange(100.0).sum()) == 4950

    def test_memory_tells_its_stream(self):
        for allocate in (memory.malloc_async, cuda.MemoryAsyncPool().malloc):
            stream = cuda.Stream()
            with cuda.using_allocator(allocate):
                with stream:
                    array = cp.ones(3)
                other = cp.ones(3)
            assert isinstance(array.data.mem, memory.MemoryAsync)
            assert array.data.mem.stream_ref().ptr == stream.ptr
            assert other.data.mem.stream_ref() == cuda.get_current_stream()
            del stream
            gc.collect()
            assert array.data.mem.stream_ref() is None
            assert float(array.sum()) == 3

    @pytest.mark.parametrize("use", [False, True], ids=["unused", "used"])
    def test_memory_that_outlives_its_stream(self, use):
        stream = cuda.Stream(non_blocking=True)
        kept = memory.MemoryAsync(1 << 20, stream)
        array = cp.ndarray(1 << 17, "f8", memptr=cuda.MemoryPointer(kept, 0))
        if use:
            with stream:
                array[:] = 1
            with cuda.Stream(non_blocking=True) as other:
                other.wait_event(stream.record())
                array += 1
                other.synchronize()
        del kept, stream  # the array holds the memory, and nobody the stream
        gc.collect()
        if use:
            assert_same(array[:3], np.full(3, 2.0))
        del array
        gc.collect()
        with cuda.Stream(non_blocking=True) as stream:
            again = memory.MemoryAsync(1 << 20, stream)
            assert again.size == 1 << 20

    def test_memory_that_outlives_the_runtimes_stream(self):
        handle = runtime.streamCreateWithFlags(runtime.streamNonBlocking)
        with cuda.using_allocator(memory.malloc_async), cuda.ExternalStream(handle):
            array = cp.arange(1000.0)
        runtime.streamSynchronize(handle)
        runtime.streamDestroy(handle)
        assert float(array.sum()) == 499500
        del array

    @pytest.mark.skipif(runtime.getDeviceCount() < 2, reason="there is one device")
    def test_memory_of_streams_of_another_device(self):
        with cuda.Device(1):
            kept = memory.MemoryAsync(1000, cuda.Stream.null)
            array = cp.ndarray(100, "f8", memptr=cuda.MemoryPointer(kept, 0))
            array[:] = 1
            assert (array == 1).all() and array.device.id == 1
        del kept, array  # while device 0 is current
        gc.collect()
        cuda.Device(1).synchronize()
        with cuda.Device(1):  # which works on
            assert (cp.ones(100) + 1 == 2).all()

    def test_unowned(self):
        class Owner:
            pass

        host = np.arange(4.0)
        if ON_CPU:
            kept = memory.UnownedMemory(host.ctypes.data, host.nbytes, host)
            array = cp.ndarray(4, memptr=cuda.MemoryPointer(kept, 0))
            array *= 2
            assert host.tolist() == [0, 2, 4, 6]
        with pytest.raises(CUDARuntimeError):
            memory.UnownedMemory(4096, 8, Owner(), device_id=1000)
        assert memory.UnownedMemory(4096, 8, Owner(), 0).device_id == 0
        with pytest.raises(TypeError):
            memory.UnownedMemory("here", 8, Owner())


class TestAsyncPool:
    def test_statistics(self):
        pool = cuda.MemoryAsyncPool()
        kept = pool.malloc(1 << 16)
        assert pool.used_bytes() >= 1 << 16 and pool.total_bytes() >= pool.used_bytes()
        assert pool.free_bytes() == pool.total_bytes() - pool.used_bytes()
        with pytest.raises(NotImplementedError):
            pool.n_free_blocks()
        del kept
        pool.free_all_blocks()
        pool.free_all_blocks(stream=cuda.Stream.null)
        assert pool.memoryAsyncHasStat is True

    @pytest.mark.parametrize("handles", ["current", "default", ("default",), ["current"]])
    def test_handles(self, handles):
        if not isinstance(handles, str):
            handles = handles * cuda.runtime.getDeviceCount()
        pool = cuda.MemoryAsyncPool(handles)
        with cuda.using_allocator(pool.malloc):
            assert float(cp.ones(100).sum()) == 100
        with pytest.raises(ValueError):
            cuda.MemoryAsyncPool("newest")

    def test_limit(self):
        pool = cuda.MemoryAsyncPool()
        pool.set_limit(size=MIB)
        assert pool.get_limit() == MIB
        with pytest.raises(MemoryError):
            pool.malloc(2 * MIB)
        pool.set_limit(fraction=0.5)
        assert pool.get_limit() > MIB
        pool.set_limit(size=0)


class TestAllocators:
    def test_functions_of_python(self):
        calls = []

        def malloc(size, device):
            address = runtime.malloc(size)
            calls.append(("malloc", size, device))
            return address

        def free(address, device):
            calls.append(("free", device))
            runtime.free(address)

        allocator = cuda.PythonFunctionAllocator(malloc, free)
        with cuda.using_allocator(allocator.malloc):
            array = cp.arange(10.0)
            assert_same(array + 1, np.arange(10.0) + 1)
            del array
        assert calls[0] == ("malloc", 80, 0) and calls.count(("free", 0)) == len(calls) / 2
        for wrong in ((None, free), (malloc, 3)):
            with pytest.raises(TypeError):
                cuda.PythonFunctionAllocator(*wrong)

    def test_functions_of_c(self):
        calls = []
        types = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int)
        untypes = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)

        @types
        def malloc(param, size, device):
            calls.append((param, size, device))
            return runtime.malloc(size)

        @untypes
        def free(param, pointer, device):
            calls.append((param, "free", device))
            runtime.free(pointer)

        addresses = [ctypes.cast(f, ctypes.c_void_p).value for f in (malloc, free)]
        allocator = cuda.CFunctionAllocator(42, *addresses, (malloc, free))
        with cuda.using_allocator(allocator.malloc):
            assert float(cp.ones(10).sum()) == 10
        gc.collect()
        assert (42, 80, 0) in calls and (42, "free", 0) in calls
        with pytest.raises(ValueError):
            cuda.CFunctionAllocator(0, 0, addresses[1], None)

    def test_functions_that_raise(self):
        def malloc(size, device):
            raise KeyError("mine")

        used = cp.get_default_memory_pool().used_bytes()
        with (
            cuda.using_allocator(cuda.PythonFunctionAllocator(malloc, lambda *a: None).malloc),
            pytest.raises(KeyError, match="mine"),
        ):
            cp.ones(3)
        with cuda.using_allocator(lambda size: 1 / 0), pytest.raises(ZeroDivisionError):
            cp.ones(3)
        with cuda.using_allocator(cuda.MemoryPool(lambda size: 1 / 0).malloc), pytest.raises(ZeroDivisionError):
            cp.ones(3)
        assert cp.get_default_memory_pool().used_bytes() == used
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))

    def test_functions_that_raise_out_of_memory(self):
        def malloc(size, device):
            raise memory.OutOfMemoryError("none of mine is left")

        with (
            cuda.using_allocator(cuda.PythonFunctionAllocator(malloc, lambda *a: None).malloc),
            pytest.raises(MemoryError, match="none of mine"),
        ):
            cp.ones(3)

    def test_nested_contexts(self):
        first, second = cuda.MemoryPool(), cuda.MemoryPool()
        with cuda.using_allocator(first.malloc):
            with cuda.using_allocator(second.malloc):
                a = cp.ones(3)
            b = cp.ones(3)
            with pytest.raises(KeyError):
                with cuda.using_allocator(second.malloc):
                    raise KeyError
            assert cuda.get_allocator().__self__ is first
        assert (first.used_bytes(), second.used_bytes()) == (512, 512)
        del a, b

    def test_a_pool_may_go_before_its_memory(self):
        pool = cuda.MemoryPool()
        with cuda.using_allocator(pool.malloc):
            a = cp.arange(10.0)
        del pool
        gc.collect()
        assert_same(a + 1, np.arange(10.0) + 1)

    def test_for_all_threads(self):
        pool, before = cuda.MemoryPool(), cuda.get_allocator()
        cuda.set_allocator(pool.malloc)
        try:
            kept = []
            thread = threading.Thread(target=lambda: kept.append(cp.ones(3)))
            thread.start()
            thread.join()
            assert pool.used_bytes() == 512
        finally:
            cuda.set_allocator(before)
        kept.clear()
        cuda.set_allocator()
        try:
            assert_same(cp.ones(3) + 1, np.full(3, 2.0))  # without a pool
        finally:
            cuda.set_allocator(cp.get_default_memory_pool().malloc)


class TestPinned:
    @pytest.mark.parametrize("make", [cuprumx.empty_pinned, cuprumx.zeros_pinned])
    def test_arrays(self, make):
        host = make((3, 4), "f", order="F")
        assert (
            type(host) is np.ndarray
            and host.shape == (3, 4)
            and host.dtype == "f"
            and host.flags.f_contiguous
            and host.flags.writeable
        )
        assert runtime.pointerGetMemoryType(host.ctypes.data) == runtime.memoryTypeHost
        if make is cuprumx.zeros_pinned:
            assert (host == 0).all()
        host[:] = 3
        assert_same(cp.asarray(host), np.full((3, 4), 3, "f"))
        assert make(()).shape == () and make(5).dtype == "d" and make((0, 3)).size == 0

    @pytest.mark.parametrize("make", [cuprumx.empty_like_pinned, cuprumx.zeros_like_pinned])
    def test_arrays_like_others(self, make):
        for prototype in (np.asfortranarray(np.ones((2, 3), "i4")), cp.ones((2, 3), "i4").T):
            host = make(prototype)
            assert host.shape == prototype.shape and host.dtype == prototype.dtype
            assert runtime.pointerGetMemoryType(host.ctypes.data) == runtime.memoryTypeHost
        assert make(np.ones((2, 3)), dtype="f", order="F", shape=(4, 5)).flags.f_contiguous

    def test_transfers(self):
        host, back = cuprumx.empty_pinned(1000), cuprumx.empty_pinned(1000)
        host[:] = np.arange(1000.0)
        stream = cuda.Stream(non_blocking=True)
        with stream:
            a = cp.empty(1000)
            a.set(host, stream=stream)
            a *= 2
            a.get(stream=stream, out=back, blocking=False)
        stream.synchronize()
        assert (back == np.arange(1000.0) * 2).all()

    def test_memory(self):
        kept = cuda.PinnedMemory(1000)
        assert kept.size == 1000 and kept.ptr
        pointer = cuda.PinnedMemoryPointer(kept, 10)
        assert (
            pointer.ptr == kept.ptr + 10
            and pointer.size() == 990
            and int(pointer + 5) == kept.ptr + 15
            and pointer.mem.ptr == kept.ptr
        )
        with pytest.raises(ValueError):
            cuda.PinnedMemoryPointer(kept, 1001)
        cuda.PinnedMemory(100, runtime.hostAllocWriteCombined)
        buffer = memoryview(pointer)
        assert buffer.nbytes == 990 and not buffer.readonly

    def test_pool(self):
        pool = cuda.PinnedMemoryPool()
        kept = [pool.malloc(100) for _ in range(3)]
        assert pool.n_free_blocks() == 0
        kept.clear()
        assert pool.n_free_blocks() == 3
        pool.free_all_blocks()
        assert pool.n_free_blocks() == 0

    def test_allocators(self):
        sizes, pool = [], cuda.PinnedMemoryPool()

        def malloc(size):
            sizes.append(size)
            return pool.malloc(size)

        cuda.set_pinned_memory_allocator(malloc)
        try:
            assert cuprumx.empty_pinned(10).nbytes == 80
            with pytest.raises(TypeError):
                cuda.set_pinned_memory_allocator(3)
        finally:
            cuda.set_pinned_memory_allocator(cp.get_default_pinned_memory_pool().malloc)
        assert sizes == [80]
        cuda.set_pinned_memory_allocator()
        try:
            assert cuprumx.empty_pinned(10).nbytes == 80
        finally:
            cuda.set_pinned_memory_allocator(cp.get_default_pinned_memory_pool().malloc)


class TestHooks:
    def test_names(self):
        from cuprum.cuda import memory_hook

        assert memory_hook.MemoryHook is cuda.MemoryHook and issubclass(
            cuda.memory_hooks.LineProfileHook, cuda.MemoryHook
        )

    def test_order_and_keywords(self):
        events = []

        class Every(cuda.MemoryHook):
            name = "Every"

        for method in (
            "alloc_preprocess",
            "alloc_postprocess",
            "malloc_preprocess",
            "malloc_postprocess",
            "free_preprocess",
            "free_postprocess",
        ):
            setattr(Every, method, lambda self, _m=method, **k: events.append((_m, sorted(k))))
        pool = cuda.MemoryPool()
        with Every():
            kept = pool.malloc(100)
            del kept
        known = ["device_id", "mem_size"]
        assert events == [
            ("malloc_preprocess", sorted([*known, "size"])),
            ("alloc_preprocess", known),
            ("alloc_postprocess", sorted([*known, "mem_ptr"])),
            ("malloc_postprocess", sorted([*known, "size", "mem_ptr", "pmem_id"])),
            ("free_preprocess", sorted([*known, "mem_ptr", "pmem_id"])),
            ("free_postprocess", sorted([*known, "mem_ptr", "pmem_id"])),
        ]

    def test_nested(self):
        first, second = io.StringIO(), io.StringIO()
        pool = cuda.MemoryPool()
        with cuda.memory_hooks.DebugPrintHook(first), cuda.memory_hooks.DebugPrintHook(file=second, flush=False):
            pool.malloc(100)
        assert first.getvalue() == second.getvalue() and first.getvalue().count("\n") == 3
        hook = cuda.memory_hooks.DebugPrintHook(first)
        with hook, pytest.raises(KeyError, match="DebugPrintHook"):
            hook.__enter__()

    def test_lines(self):
        hook, pool, file = cuda.memory_hooks.LineProfileHook(), cuda.MemoryPool(), io.StringIO()

        def inner():
            return pool.malloc(1000)

        with hook:
            kept = inner()
        hook.print_report(file)
        lines = file.getvalue().splitlines()
        assert (
            lines[0] == "_root (1.00KB, 1.00KB)"
            and lines[1].endswith("test_lines (1.00KB, 1.00KB)")
            and lines[2].endswith("inner (1.00KB, 1.00KB)")
        )
        shallow = cuda.memory_hooks.LineProfileHook(max_depth=1)
        with shallow:
            again = inner()
        file = io.StringIO()
        shallow.print_report(file=file)
        assert len(file.getvalue().splitlines()) == 2
        del kept, again


class TestPointers:
    def test_copies_of_streams(self):
        stream = cuda.Stream(non_blocking=True)
        a, b = cuda.alloc(800), cuda.alloc(800)
        host, back = np.arange(100.0), np.zeros(100)
        a.copy_from_async(host.ctypes.data, 800, stream)
        b.copy_from_async(a, 800, stream)
        b.copy_to_host_async(back.ctypes.data, 800, stream)
        stream.synchronize()
        assert (back == host).all()
        b.memset_async(0, 800, stream=stream)
        b.copy_from_device_async(a, 400, stream)
        stream.synchronize()
        b.copy_to_host(back.ctypes.data, 800)
        assert (back[:50] == host[:50]).all() and (back[50:] == 0).all()

    def test_arithmetic(self):
        a = cuda.alloc(800)
        b = a + 16
        assert (b.ptr, (8 + a).ptr, (b - 16).ptr, b.mem.ptr) == (a.ptr + 16, a.ptr + 8, a.ptr, a.ptr)
        b += 8
        assert b.ptr == a.ptr + 24 and a.device_id == 0
        with pytest.raises(TypeError):
            a + "8"

    @pytest.mark.parametrize("size", [-1, 1 << 40])
    def test_sizes_that_do_not_fit(self, size):
        a = cuda.alloc(512)
        host = np.zeros(512, "u1")
        for call in (
            lambda: a.memset(0, size),
            lambda: a.copy_from_host(host.ctypes.data, size),
            lambda: a.copy_to_host(host.ctypes.data, size),
        ):
            with pytest.raises(ValueError, match="bytes"):
                call()


class TestEnvironment:
    def test_cache_in_memory(self, tmp_path):
        program = (
            "import cuprum as cp; cp.ElementwiseKernel('T x', 'T y', 'y = x * 3.25', 'in_memory')(cp.ones(3)); "
            "print(cp._core._cache_info()['files'])"
        )
        assert run(program, CUPRUM_CACHE_DIR=str(tmp_path / "a"), CUPY_CACHE_IN_MEMORY="1").stdout == "0\n"
        assert not (tmp_path / "a").exists()
        assert int(run(program, CUPRUM_CACHE_DIR=str(tmp_path / "a"), CUPY_CACHE_IN_MEMORY="0").stdout) >= 1

    def test_sources_are_kept(self, tmp_path):
        program = "import cuprum as cp; cp.ElementwiseKernel('T x', 'T y', 'y = x * 4.25', 'kept')(cp.ones(3))"
        done = run(program, CUPRUM_CACHE_DIR=str(tmp_path), CUPY_CACHE_SAVE_CUDA_SOURCE="1")
        assert done.returncode == 0, done.stderr
        assert any("4.25" in path.read_text() for path in tmp_path.glob("*.cu"))

    def test_sources_are_printed(self, tmp_path):
        program = "import cuprum as cp; cp.ElementwiseKernel('T x', 'T y', 'y = no_such_thing', 'wrong')(cp.ones(3))"
        done = run(program, CUPRUM_CACHE_DIR=str(tmp_path), CUPY_DUMP_CUDA_SOURCE_ON_ERROR="1")
        assert done.returncode == 1 and "no_such_thing" in done.stderr and "    1  #include" in done.stderr
        assert "    1  #include" not in run(program, CUPRUM_CACHE_DIR=str(tmp_path)).stderr

    def test_settings_without_meaning(self):
        program = "import cuprum as cp; cp.show_config()"
        told = run(program, CUPY_ACCELERATORS="cub", CUPY_TF32="1").stdout
        assert "CUPY_ACCELERATORS" in told and "cub  (no meaning here: " in told
        assert [line for line in told.splitlines() if line.startswith("CUPY_TF32")][0].endswith(": 1")
