"""`cuda.runtime`: functions and constants of CUDA's runtime by their names; NVTX, and the profiler's switch."""

import ctypes
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import cuprum as cp
from common import assert_same
from cuprum import cuda
from cuprum.cuda import runtime

ON_CPU = cp.backend() == "cpu"
CUDARuntimeError = runtime.CUDARuntimeError


class TestConstants:
    def test_values(self):
        assert (
            runtime.memcpyHostToHost,
            runtime.memcpyHostToDevice,
            runtime.memcpyDeviceToHost,
            runtime.memcpyDeviceToDevice,
            runtime.memcpyDefault,
        ) == (
            0,
            1,
            2,
            3,
            4,
        )
        assert (runtime.streamLegacy, runtime.streamPerThread, runtime.streamNonBlocking) == (1, 2, 1)
        assert (
            runtime.eventDefault,
            runtime.eventBlockingSync,
            runtime.eventDisableTiming,
            runtime.eventInterprocess,
        ) == (0, 1, 2, 4)
        assert (runtime.hostAllocPortable, runtime.hostAllocMapped, runtime.hostAllocWriteCombined) == (1, 2, 4)
        assert (
            runtime.memoryTypeUnregistered,
            runtime.memoryTypeHost,
            runtime.memoryTypeDevice,
            runtime.memoryTypeManaged,
        ) == (0, 1, 2, 3)
        assert runtime.CUDA_R_32F == 0 and runtime.CUDA_C_64F == 5 and runtime.CUDA_R_16BF == 14
        assert runtime.cudaDevAttrComputeCapabilityMajor == 75 and runtime.is_hip is False

    def test_all(self):
        assert "memcpy" in runtime.__all__ and "CUDARuntimeError" in runtime.__all__
        assert all(hasattr(runtime, name) for name in runtime.__all__)


class TestErrors:
    def test_error(self):
        error = CUDARuntimeError(2)
        assert error.status == 2 and "cudaErrorMemoryAllocation" in str(error) and isinstance(error, RuntimeError)
        assert "cudaErrorUnknown" in str(CUDARuntimeError(999999)) or CUDARuntimeError(999999).status == 999999

    def test_pickles(self):
        import pickle

        again = pickle.loads(pickle.dumps(CUDARuntimeError(101)))
        assert type(again) is CUDARuntimeError and again.status == 101

    def test_check_status(self):
        runtime.check_status(0)
        with pytest.raises(CUDARuntimeError, match="cudaErrorInvalidValue: invalid argument") as caught:
            runtime.check_status(1)
        assert caught.value.status == 1


class TestDevices:
    def test_versions(self):
        for version in (runtime.driverGetVersion(), runtime.runtimeGetVersion(), cuda.get_local_runtime_version()):
            assert (version == 0) if ON_CPU else (version >= 11000)

    def test_properties(self):
        properties = runtime.getDeviceProperties(0)
        assert isinstance(properties["name"], bytes) and properties["name"]
        assert properties["totalGlobalMem"] == runtime.memGetInfo()[1] or properties["totalGlobalMem"] > 0
        assert len(properties["maxThreadsDim"]) == len(properties["maxGridSize"]) == 3
        for name in (
            "multiProcessorCount",
            "warpSize",
            "maxThreadsPerBlock",
            "sharedMemPerBlock",
            "totalConstMem",
            "l2CacheSize",
            "major",
            "minor",
        ):
            assert isinstance(properties[name], int), name
        with pytest.raises(CUDARuntimeError) as caught:
            runtime.getDeviceProperties(1000)
        assert caught.value.status == 101

    def test_attributes(self):
        assert runtime.deviceGetAttribute(runtime.cudaDevAttrMaxThreadsPerBlock, 0) == 1024
        for attribute, device in ((runtime.cudaDevAttrWarpSize, 1000), (100000, 0), (0, 0)):
            with pytest.raises(CUDARuntimeError):
                runtime.deviceGetAttribute(attribute, device)

    @pytest.mark.parametrize("wrong", [-1, 1000])
    def test_no_such_device(self, wrong):
        for call in (
            runtime.setDevice,
            runtime.deviceGetPCIBusId,
            runtime.deviceGetDefaultMemPool,
            runtime.deviceGetMemPool,
        ):
            with pytest.raises(CUDARuntimeError) as caught:
                call(wrong)
            assert caught.value.status in (101, 801)
        with pytest.raises(CUDARuntimeError):
            runtime.deviceCanAccessPeer(0, wrong)
        assert runtime.getDevice() == 0

    @pytest.mark.skipif(not ON_CPU, reason="a GPU has them")
    def test_what_a_cpu_has_not(self):
        calls = [
            lambda: runtime.deviceGetPCIBusId(0),
            lambda: runtime.deviceGetByPCIBusId("0000:01:00.0"),
            lambda: runtime.deviceGetLimit(0),
            lambda: runtime.deviceSetLimit(0, 1024),
            lambda: runtime.ipcGetMemHandle(cp.ones(3).data.ptr),
            lambda: runtime.ipcGetEventHandle(0),
            lambda: runtime.ipcOpenMemHandle(b"0" * 64),
            lambda: runtime.ipcOpenEventHandle(b"0" * 64),
            lambda: runtime.ipcCloseMemHandle(0),
            lambda: runtime.createTextureObject(0, 0),
            lambda: runtime.createSurfaceObject(0),
        ]
        for call in calls:
            with pytest.raises(CUDARuntimeError, match="needs a GPU|no description|address 0") as caught:
                call()
            assert caught.value.status in (1, 801)

    @pytest.mark.skipif(not ON_CPU, reason="a GPU's driver need not notice")
    def test_handles_of_nothing(self):
        for call in [runtime.destroyTextureObject, runtime.destroySurfaceObject, runtime.freeArray]:
            with pytest.raises(CUDARuntimeError, match="no such") as caught:
                call(1)
            assert caught.value.status == 400


class TestMemory:
    def test_malloc(self):
        address = runtime.malloc(1000)
        assert address and runtime.pointerGetMemoryType(address) == runtime.memoryTypeDevice
        runtime.memset(address, 3, 1000)
        host = np.empty(1000, "u1")
        runtime.memcpy(host.ctypes.data, address, 1000, runtime.memcpyDeviceToHost)
        assert (host == 3).all()
        runtime.free(address)
        with pytest.raises(CUDARuntimeError) as caught:
            runtime.free(address)
        assert caught.value.status == 1
        runtime.free(0)
        assert runtime.malloc(0) == 0

    def test_memory_that_is_nobodys(self):
        for wrong in (4096, 123456789):
            with pytest.raises(CUDARuntimeError):
                runtime.free(wrong)
            with pytest.raises(CUDARuntimeError):
                runtime.freeHost(wrong)
        assert_same(cp.ones(3) + 1, np.full(3, 2.0))

    @pytest.mark.parametrize("kind", ["memcpyHostToDevice", "memcpyDefault"])
    def test_copies(self, kind):
        source, back = np.arange(100, dtype="u1"), np.zeros(100, "u1")
        a, b = runtime.malloc(100), runtime.malloc(100)
        runtime.memcpy(a, source.ctypes.data, 100, getattr(runtime, kind))
        runtime.memcpy(b, a, 100, runtime.memcpyDeviceToDevice)
        stream = runtime.streamCreate()
        runtime.memcpyAsync(back.ctypes.data, b, 100, runtime.memcpyDeviceToHost, stream)
        runtime.streamSynchronize(stream)
        assert (back == source).all()
        runtime.memcpyPeer(a, 0, b, 0, 50)
        runtime.memcpyPeerAsync(a, 0, b, 0, 50, stream)
        runtime.memsetAsync(a, 1, 50, stream)
        runtime.streamDestroy(stream)
        for wrong in (-1, 5):
            with pytest.raises(CUDARuntimeError) as caught:
                runtime.memcpy(a, b, 10, wrong)
            assert caught.value.status == 21
        runtime.free(a)
        runtime.free(b)

    def test_copies_of_planes(self):
        host = np.arange(48, dtype="u1").reshape(6, 8)
        device = cp.zeros((6, 16), "u1")
        runtime.memcpy2D(device.data.ptr, 16, host.ctypes.data, 8, 5, 6, runtime.memcpyHostToDevice)
        expected = np.zeros((6, 16), "u1")
        expected[:, :5] = host[:, :5]
        assert_same(device, expected)
        back = np.zeros((6, 8), "u1")
        stream = cuda.Stream()
        runtime.memcpy2DAsync(back.ctypes.data, 8, device.data.ptr, 16, 8, 6, runtime.memcpyDeviceToHost, stream.ptr)
        stream.synchronize()
        assert (back == expected[:, :8]).all()
        with pytest.raises(CUDARuntimeError):
            runtime.memcpy2D(device.data.ptr, 4, host.ctypes.data, 8, 5, 6, runtime.memcpyHostToDevice)
        runtime.memcpy2D(device.data.ptr, 16, host.ctypes.data, 8, 0, 6, runtime.memcpyHostToDevice)

    def test_host_memory(self):
        address = runtime.hostAlloc(4096, runtime.hostAllocPortable)
        assert runtime.pointerGetMemoryType(address) == runtime.memoryTypeHost
        ctypes.memset(address, 5, 4096)
        device = cp.empty(4096, "u1")
        runtime.memcpy(device.data.ptr, address, 4096, runtime.memcpyHostToDevice)
        assert int(device.sum()) == 5 * 4096
        runtime.freeHost(address)
        with pytest.raises(CUDARuntimeError):
            runtime.freeHost(address)
        with pytest.raises(CUDARuntimeError):
            runtime.hostAlloc(100, 1 << 20)

    def test_registered_memory(self):
        host = np.zeros(1 << 16, "u1")
        runtime.hostRegister(host.ctypes.data, host.nbytes, 0)
        assert runtime.pointerGetMemoryType(host.ctypes.data) == runtime.memoryTypeHost
        with pytest.raises(CUDARuntimeError) as caught:
            runtime.hostRegister(host.ctypes.data, host.nbytes, 0)
        assert caught.value.status == 712
        runtime.hostUnregister(host.ctypes.data)
        with pytest.raises(CUDARuntimeError) as caught:
            runtime.hostUnregister(host.ctypes.data)
        assert caught.value.status == 713
        assert runtime.pointerGetMemoryType(host.ctypes.data) == runtime.memoryTypeUnregistered

    def test_managed_memory(self):
        address = runtime.mallocManaged(4096)
        assert runtime.pointerGetMemoryType(address) == runtime.memoryTypeManaged
        runtime.memAdvise(address, 4096, runtime.cudaMemAdviseSetReadMostly, 0)
        stream = cuda.Stream()
        runtime.memPrefetchAsync(address, 4096, 0, stream.ptr)
        runtime.memset(address, 9, 4096)
        cuda.Device().synchronize()
        assert ctypes.string_at(address, 3) == b"\t\t\t"
        runtime.free(address)
        with pytest.raises(CUDARuntimeError):
            runtime.mallocManaged(0)

    def test_addresses(self):
        a = cp.ones(10)
        known = runtime.pointerGetAttributes(a.data.ptr + 8)
        assert known.device == 0 and known.type == runtime.memoryTypeDevice and known.devicePointer == a.data.ptr + 8
        made = runtime.PointerAttributes(1, 2, 3, 2)
        assert (made.device, made.devicePointer, made.hostPointer, made.type) == (1, 2, 3, 2)
        assert runtime.pointerGetMemoryType(np.ones(3).ctypes.data) == runtime.memoryTypeUnregistered

    def test_too_much(self):
        with pytest.raises((CUDARuntimeError, MemoryError)):
            runtime.malloc(1 << 50)

    def test_boxes(self):
        """cudaMemcpy3DParms, laid out as CUDA's headers have it."""

        class Pos(ctypes.Structure):
            _fields_ = [(n, ctypes.c_size_t) for n in ("x", "y", "z")]

        class Extent(ctypes.Structure):
            _fields_ = [(n, ctypes.c_size_t) for n in ("width", "height", "depth")]

        class Pitched(ctypes.Structure):
            _fields_ = [
                ("ptr", ctypes.c_void_p),
                ("pitch", ctypes.c_size_t),
                ("xsize", ctypes.c_size_t),
                ("ysize", ctypes.c_size_t),
            ]

        class Parms(ctypes.Structure):
            _fields_ = [
                ("srcArray", ctypes.c_void_p),
                ("srcPos", Pos),
                ("srcPtr", Pitched),
                ("dstArray", ctypes.c_void_p),
                ("dstPos", Pos),
                ("dstPtr", Pitched),
                ("extent", Extent),
                ("kind", ctypes.c_int),
            ]

        host = np.arange(60, dtype="u1").reshape(3, 4, 5)
        device = cp.zeros((3, 4, 8), "u1")
        parms = Parms()
        parms.srcPtr = Pitched(host.ctypes.data, 5, 5, 4)
        parms.dstPtr = Pitched(device.data.ptr, 8, 8, 4)
        parms.dstPos = Pos(1, 0, 0)
        parms.extent = Extent(5, 4, 3)
        parms.kind = runtime.memcpyHostToDevice
        runtime.memcpy3D(ctypes.addressof(parms))
        expected = np.zeros((3, 4, 8), "u1")
        expected[:, :, 1:6] = host
        assert_same(device, expected)
        device[:] = 0
        stream = cuda.Stream()
        cuda.Stream.null.synchronize()
        runtime.memcpy3DAsync(ctypes.addressof(parms), stream.ptr)
        stream.synchronize()
        assert_same(device, expected)


class TestPoolsOfTheDriver:
    def test_memory(self):
        stream = cuda.Stream()
        a = runtime.mallocAsync(1000, stream.ptr)
        runtime.memsetAsync(a, 1, 1000, stream.ptr)
        runtime.freeAsync(a, stream.ptr)
        stream.synchronize()
        with pytest.raises(CUDARuntimeError):
            runtime.freeAsync(12345, stream.ptr)

    def test_pools(self):
        pool = runtime.memPoolCreate(
            runtime.MemPoolProps(
                runtime.cudaMemAllocationTypePinned, runtime.cudaMemHandleTypeNone, runtime.cudaMemLocationTypeDevice, 0
            )
        )
        a = runtime.mallocFromPoolAsync(4096, pool, 0)
        assert runtime.memPoolGetAttribute(pool, runtime.cudaMemPoolAttrUsedMemCurrent) >= 4096
        runtime.memPoolSetAttribute(pool, runtime.cudaMemPoolAttrReleaseThreshold, 1 << 20)
        assert runtime.memPoolGetAttribute(pool, runtime.cudaMemPoolAttrReleaseThreshold) == 1 << 20
        runtime.freeAsync(a, 0)
        runtime.deviceSynchronize()
        assert runtime.memPoolGetAttribute(pool, runtime.cudaMemPoolAttrUsedMemCurrent) == 0
        runtime.memPoolTrimTo(pool, 0)
        with pytest.raises(CUDARuntimeError):
            runtime.memPoolGetAttribute(pool, 1000)
        before = runtime.deviceGetMemPool(0)
        runtime.deviceSetMemPool(0, pool)
        assert runtime.deviceGetMemPool(0) == pool
        runtime.deviceSetMemPool(0, before)
        assert runtime.deviceGetMemPool(0) == before == runtime.deviceGetDefaultMemPool(0)
        runtime.memPoolDestroy(pool)
        with pytest.raises(CUDARuntimeError):
            runtime.memPoolDestroy(runtime.deviceGetDefaultMemPool(0))


class TestNvtx:
    def test_names(self):
        nvtx = cuda.nvtx
        nvtx.Mark("here")
        nvtx.Mark("here", 2)
        nvtx.Mark(message="here", id_color=-1)
        nvtx.MarkC("here", 0xFF00FF00)
        nvtx.MarkC(message="here", color=1)
        nvtx.RangePush("part", 1)
        nvtx.RangePushC("inner", 0xFF0000FF)
        nvtx.RangePop()
        nvtx.RangePop()
        nvtx.RangeEnd(nvtx.RangeStart("free", 3))
        assert isinstance(nvtx.available, bool)

    def test_profiler(self):
        assert cuda.profiler.start() is None and cuda.profiler.stop() is None
        assert runtime.profilerStart() is None and runtime.profilerStop() is None
        with cuda.profile():
            result = cp.ones(3) + 1
        assert result.tolist() == [2, 2, 2]
        with pytest.raises(ZeroDivisionError), cuda.profile():
            1 / 0  # noqa: B018


class TestProcesses:
    def test_fork(self):
        """The CPU backend works on in a child; a child of a process that uses CUDA gets an error and does not crash."""
        program = """
import os, sys
import numpy as np
import cuprum as cp

a = cp.arange(1 << 20, dtype="d")
before = float((cp.sqrt(a) * 2).sum())  # the thread pool runs
reader, writer = os.pipe()
child = os.fork()
if child == 0:
    try:
        cp.cuda.Device().synchronize()
        same = float((cp.sqrt(a) * 2).sum()) == before and float(cp.cos(cp.zeros(3)).sum()) == 3
        told = "same" if same else "different"
    except cp.cuda.runtime.CUDARuntimeError as error:
        told = f"{error.status} {error}"
    os.write(writer, told.encode())
    os._exit(0)
os.close(writer)
told = os.read(reader, 10000).decode()
_, status = os.waitpid(child, 0)
assert status == 0, status
assert float((cp.sqrt(a) * 2).sum()) == before
print(told)
"""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        if ON_CPU:
            assert done.stdout == "same\n"
        else:
            assert done.stdout.startswith("3 ") and "spawn" in done.stdout

    def test_fork_after_imports(self):
        """No import starts a backend, and the driver with it: the workers of Dask and PyTorch are forks of a process
        that has imported us."""
        program = """
import importlib, os, pkgutil
import cuprum, cuprumx

for package in (cuprum, cuprumx):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if "__main__" not in module.name:
            try:
                importlib.import_module(module.name)
            except ImportError:
                pass  # of a library that is not installed
assert "libcuda.so" not in open("/proc/self/maps").read()
child = os.fork()
if child == 0:
    try:
        cuprum.zeros(3)
        print("none", flush=True)
    except Exception as error:
        print(type(error).__name__, flush=True)
    os._exit(0)
os.waitpid(child, 0)
"""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program],
            capture_output=True,
            text=True,
            timeout=120,
            env={**os.environ, "CUPRUM_BACKEND": "cuda"},
        )
        # Where there is no driver, the first use tells so, and no import.
        assert done.stdout == ("CUDARuntimeError\n" if ON_CPU else "none\n"), done.stderr

    @pytest.mark.parametrize("method", ["fork", "spawn"])
    def test_multiprocessing(self, method, tmp_path):
        if method == "fork" and not ON_CPU:
            pytest.skip("a GPU cannot be used after a fork")
        path = tmp_path / "program.py"
        path.write_text(
            f"""
import multiprocessing
import cuprum as cp

def work(n):
    return float(cp.linalg.norm(cp.ones((n, n)) @ cp.ones((n, n)))), float(cp.arange(1 << 18).sum())

if __name__ == "__main__":
    here = work(100)
    with multiprocessing.get_context({method!r}).Pool(2) as pool:
        assert pool.map(work, [100] * 6) == [here] * 6
    assert work(100) == here
    print("all the same")
"""
        )
        done = subprocess.run([sys.executable, "-W", "ignore", str(path)], capture_output=True, text=True, timeout=300)
        assert done.stdout == "all the same\n", done.stderr

    @pytest.mark.skipif(not ON_CPU, reason="a GPU cannot be used after a fork")
    def test_fork_while_threads_work(self):
        program = """
import os, threading
import cuprum as cp

stop = False
def work():
    a = cp.arange(1 << 18, dtype="d")
    while not stop:
        (a * 2 + 1).sum()

threads = [threading.Thread(target=work, daemon=True) for _ in range(3)]
for t in threads: t.start()
a = cp.arange(1 << 18, dtype="d")
expected = float((a * 2 + 1).sum())
for _ in range(5):
    child = os.fork()
    if child == 0:
        os._exit(0 if a.size == 1 << 18 else 1)  # a child may be made at any time
    assert os.waitpid(child, 0)[1] == 0
stop = True
for t in threads: t.join()
assert float((a * 2 + 1).sum()) == expected
print("done")
"""
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=120
        )
        assert done.stdout == "done\n", done.stderr

    def test_at_exit(self):
        program = """
import atexit, threading
import cuprum as cp
kept = cp.ones(1 << 20)
stream = cp.cuda.Stream()
stream.use()
atexit.register(lambda: print(float(cp.ones(10).sum())))
threading.Thread(target=lambda: cp.ones(1 << 20).sum(), daemon=True).start()
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
        assert done.returncode == 0 and done.stdout == "10.0\n", done.stderr


class TestThreads:
    def test_everything_from_many_threads(self):
        failures = []
        host = np.arange(40000.0)

        def work(number):
            try:
                rng = cp.random.RandomState(number)
                stream = cuda.Stream(non_blocking=bool(number % 2))
                with stream:
                    for i in range(8):
                        a = cp.asarray(host) + number
                        assert float(a.sum()) == float((host + number).sum())
                        kernel = cp.ElementwiseKernel("T x", "T y", f"y = x + {i}", f"threads_{i}")
                        assert_same(kernel(a), host + number + i)
                        assert_same(cp.sort(a[::-1]), host + number)
                        assert 0 < float(rng.uniform(size=100).mean()) < 1
                        assert cp.nonzero(a > 39990 + number)[0].size == 9
                        mark = stream.record()
                        mark.synchronize()
            except Exception as error:  # noqa: BLE001  told by the main thread
                failures.append(error)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        assert not failures and not any(t.is_alive() for t in threads)

    def test_one_generator_for_all(self):
        generator, results = cp.random.RandomState(1), []

        def work():
            for _ in range(20):
                results.append(generator.uniform(size=1 << 16))

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        expected = cp.random.RandomState(1)
        wanted = sorted(float(expected.uniform(size=1 << 16)[0]) for _ in range(80))
        assert sorted(float(r[0]) for r in results) == wanted

    def test_first_uses_at_once(self, tmp_path):
        """Threads that hold Python's lock never wait for threads that want it back: here while kernels are compiled."""
        program = """
import threading
import cuprum as cp

start, results = threading.Barrier(8), []
def work(number):
    start.wait()
    a = cp.random.uniform(size=1000)
    cp.random.seed(number)
    cp.random.normal(size=(3, 5))
    cp.random.randint(10, size=7)
    b = cp.sort(cp.exp(a))[::-1]
    results.append(float((b - b.mean()).sum()) + float(cp.linalg.norm(a.reshape(10, 100) @ a.reshape(100, 10))))
threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
for t in threads: t.start()
for t in threads: t.join()
assert len(results) == 8
print("done")
"""
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"CUPRUM_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            timeout=240,
        )
        assert done.stdout == "done\n", done.stderr

    @pytest.mark.parametrize("what", ["launch", "compile", "copy", "sort"])
    def test_others_run_meanwhile(self, what):
        """Python's lock is not held while the library takes long."""
        size = 1 << 24
        a = cp.ones(size, "f")
        host = np.ones(size, "f")
        work = {
            "launch": lambda i: [cp.sin(a, out=a) for _ in range(20)],
            "compile": lambda i: cp.ElementwiseKernel(
                "T x", "T y", f"y = sin(x) * {os.getpid()} + {i}", f"meanwhile_{i}"
            )(a[:10]),
            "copy": lambda i: [cp.asarray(host).get() for _ in range(3)],
            "sort": lambda i: cp.sort(a).sum().get(),
        }[what]
        work(0)
        ticks, stop = [], threading.Event()

        def count():
            import time

            while not stop.is_set():
                ticks.append(time.perf_counter())
                time.sleep(0.0005)

        counter = threading.Thread(target=count)
        counter.start()
        import time

        begin = time.perf_counter()
        for i in range(1, 4):
            work(i)
        cuda.Device().synchronize()
        end = time.perf_counter()
        stop.set()
        counter.join()
        inside = [t for t in ticks if begin <= t <= end]
        longest = max(np.diff([begin, *inside, end]))
        assert longest < max(0.5 * (end - begin), 0.02), (longest, end - begin, len(inside))
