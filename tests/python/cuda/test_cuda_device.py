"""Devices: `cuda.Device`, the current device of a thread, arrays on several devices, and access between them."""

import copy
import pickle
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import cuprum as cp
from common import assert_same
from cuprum import cuda
from cuprum.cuda import runtime

COUNT = runtime.getDeviceCount()
ON_CPU = cp.backend() == "cpu"
two_devices = pytest.mark.skipif(COUNT < 2, reason="there is one device; CUPRUM_CPU_DEVICES=2 shows two")
gpu_only = pytest.mark.skipif(ON_CPU, reason="a GPU is needed")
cpu_only = pytest.mark.skipif(not ON_CPU, reason="about the CPU backend")
CUDARuntimeError = runtime.CUDARuntimeError


@pytest.fixture(autouse=True)
def on_the_first_device():
    cuda.Device(0).use()
    yield
    cuda.Device(0).use()


class TestDevice:
    def test_made_of(self):
        assert cuda.Device().id == 0 and cuda.Device(None).id == 0 and cuda.Device(COUNT - 1).id == COUNT - 1
        assert cuda.Device(np.int32(0)) == cuda.Device(cuda.Device(0)) == cuda.Device(device=0)
        for wrong in ("0", 0.5, [0]):
            with pytest.raises(TypeError):
                cuda.Device(wrong)

    def test_copies(self):
        """As CuPy's; programs hand devices to the processes that they start."""
        device = cuda.Device(COUNT - 1)
        for made in (copy.copy(device), copy.deepcopy(device), pickle.loads(pickle.dumps(device))):
            assert type(made) is cuda.Device and made == device and made.id == COUNT - 1

    @pytest.mark.parametrize("number", [-1, 1000, 2**31 - 1])
    def test_there_is_none(self, number):
        with pytest.raises(CUDARuntimeError, match="cudaErrorInvalidDevice") as caught:
            cuda.Device(number).use()
        assert caught.value.status == 101
        assert cuda.Device() == cuda.Device(0)

    @pytest.mark.parametrize("number", [-1, COUNT, 1000])
    def test_one_that_is_not_there_is_only_named(self, number):
        """Lists of devices are made on machines that have less of them, as with CuPy; any use tells."""
        device = cuda.Device(number)
        assert device.id == int(device) == number and device == cuda.Device(number) and str(number) in repr(device)
        uses = [
            lambda: device.use(), lambda: device.synchronize(), lambda: device.mem_info, lambda: device.attributes,
            lambda: device.compute_capability, lambda: device.pci_bus_id, lambda: device.__enter__(),
            lambda: cp.empty(3, device=device), lambda: cp.ones(3).to_device(device), lambda: device.cublas_handle,
            lambda: cuda.runtime.setDevice(number),
            lambda: cuda.runtime.deviceCanAccessPeer(0, number), lambda: cuda.runtime.getDeviceProperties(number),
        ]  # fmt: skip
        if number >= 0:  # -1 stands for the current device there
            uses.append(lambda: cuda.UnownedMemory(cp.ones(1).data.ptr, 8, None, number))
        for use in uses:
            with pytest.raises((CUDARuntimeError, ValueError)):
                use()
        assert cuda.Device() == cuda.Device(0) and float(cp.ones(3).sum()) == 3

    def test_comparison(self):
        a, b = cuda.Device(0), cuda.Device(0)
        assert a == b and not a != b and hash(a) == hash(b) and a <= b and a >= b and not a < b and not a > b
        assert a != 0 and a != "0" and len({a, b}) == 1
        with pytest.raises(TypeError):
            a < 1  # noqa: B015

    def test_text(self):
        assert repr(cuda.Device(0)) == ("<CPU Device 0>" if ON_CPU else "<CUDA Device 0>")
        assert int(cuda.Device(0)) == 0

    def test_facts(self):
        device = cuda.Device(0)
        free, total = device.mem_info
        assert 0 < free <= total and device.mem_info[1] == runtime.memGetInfo()[1]
        attributes = device.attributes
        assert attributes["MaxThreadsPerBlock"] == 1024 and attributes["WarpSize"] == 32
        assert attributes["MultiProcessorCount"] == runtime.getDeviceProperties(0)["multiProcessorCount"]
        assert runtime.deviceGetAttribute(runtime.cudaDevAttrWarpSize, 0) == 32
        assert cuda.device.get_compute_capability() == device.compute_capability

    @cpu_only
    def test_facts_of_a_cpu(self):
        device = cuda.Device(0)
        assert device.compute_capability == ""
        for name in (
            "pci_bus_id",
            "cublas_handle",
            "cusolver_handle",
            "cusolver_sp_handle",
            "cusparse_handle",
            "cutensor_handle",
        ):
            with pytest.raises(CUDARuntimeError, match="needs a GPU") as caught:
                getattr(device, name)
            assert caught.value.status == 801
        with pytest.raises(CUDARuntimeError):
            cuda.Device.from_pci_bus_id("0000:01:00.0")

    @gpu_only
    def test_facts_of_a_gpu(self):
        device = cuda.Device(0)
        properties = runtime.getDeviceProperties(0)
        assert device.compute_capability == f"{properties['major']}{properties['minor']}"
        assert cuda.Device.from_pci_bus_id(device.pci_bus_id) == device
        assert runtime.deviceGetByPCIBusId(runtime.deviceGetPCIBusId(0)) == 0
        assert device.cublas_handle == device.cublas_handle == cuda.get_cublas_handle() != 0
        assert device.cusolver_handle and device.cusparse_handle and device.cusolver_sp_handle
        with pytest.raises(CUDARuntimeError):
            cuda.Device.from_pci_bus_id("ffff:ff:1f.7")

    def test_from_pointer(self):
        a = cp.ones(3)
        assert cuda.device.from_pointer(a.data.ptr) == a.device == cuda.Device(0)

    def test_synchronize(self):
        for synchronize in (cuda.Device(0).synchronize, runtime.deviceSynchronize):
            stream, done = cuda.Stream(non_blocking=True), cuda.Event()
            with stream:
                result = cp.ones(1000) + 1
                done.record()
            assert synchronize() is None
            assert done.done and stream.done and (result == 2).all()

    def test_limits(self):
        if ON_CPU:
            with pytest.raises(CUDARuntimeError):
                runtime.deviceGetLimit(runtime.cudaLimitStackSize)
            return
        size = runtime.deviceGetLimit(runtime.cudaLimitStackSize)
        runtime.deviceSetLimit(runtime.cudaLimitStackSize, size)
        assert size > 0


class TestCurrentDevice:
    def test_context(self):
        with cuda.Device(COUNT - 1) as entered:
            assert cuda.get_device_id() == runtime.getDevice() == entered.id == COUNT - 1
            with cuda.Device(0):
                assert cuda.Device().id == 0
            assert cuda.Device().id == COUNT - 1
        assert cuda.Device().id == 0

    def test_same_object_twice(self):
        device = cuda.Device(COUNT - 1)
        with device, device:
            assert cuda.Device() == device
        assert cuda.get_device_id() == 0

    def test_left_by_an_error(self):
        with pytest.raises(KeyError):
            with cuda.Device(COUNT - 1):
                raise KeyError
        assert cuda.get_device_id() == 0

    def test_left_without_entering(self):
        def leave():
            with pytest.raises(RuntimeError):
                cuda.Device(0).__exit__(None, None, None)

        thread = threading.Thread(target=leave)
        thread.start()
        thread.join()

    @two_devices
    def test_use(self):
        cuda.Device(1).use()
        assert cuda.get_device_id() == 1
        runtime.setDevice(0)
        assert cuda.get_device_id() == 0
        with cuda.Device(1):
            cuda.Device(0).use()
        assert cuda.get_device_id() == 0

    @two_devices
    def test_is_the_threads_own(self):
        seen = []
        with cuda.Device(1):
            thread = threading.Thread(target=lambda: seen.append(cuda.get_device_id()))
            thread.start()
            thread.join()
        assert seen == [0]


@two_devices
class TestTwoDevices:
    def test_arrays_know_their_device(self):
        with cuda.Device(1):
            there = cp.arange(3)
        assert there.device == cuda.Device(1) and there.device.id == there.data.device_id == 1
        assert cp.empty(3, device=cuda.Device(1)).device.id == 1
        assert_same(cp.asarray(there.get()), np.arange(3))

    def test_results_are_there(self):
        with cuda.Device(1):
            a = cp.arange(6.0).reshape(2, 3)
            results = [
                a + 1,
                a.T,
                a.sum(0),
                cp.sort(a),
                a[a > 2],
                a @ a.T,
                cp.where(a > 1, a, 0),
                cp.concatenate([a, a]),
                a.astype("f"),
                a.copy(),
            ]
        assert {r.device.id for r in results} == {1}

    def test_copies(self):
        here = cp.arange(1000.0)
        with cuda.Device(1):
            there, also = cp.asarray(here), cp.array(here)
            assert there.device.id == also.device.id == 1
        back = cp.asarray(there)
        assert back.device.id == 0 and back.data.ptr != there.data.ptr
        assert_same(back, np.arange(1000.0))
        assert cp.asarray(here) is here or cp.asarray(here).data.ptr == here.data.ptr

    def test_copies_of_views(self):
        here = cp.arange(24.0).reshape(4, 6)
        for view in (here[::2, 1:], here.T, here[::-1, ::-3], here[1]):
            with cuda.Device(1):
                there = cp.asarray(view)
                assert there.device.id == 1
                assert_same(there, view.get())
                assert_same(there + 1, view.get() + 1)

    def test_assignment_across(self):
        here = cp.zeros(4)
        with cuda.Device(1):
            there = cp.arange(4.0)
        if ON_CPU:  # no access between devices of a CPU unless it is asked for
            with pytest.raises(ValueError, match="Device 1"):
                here + there
        here[:] = cp.asarray(there)
        assert_same(here, np.arange(4.0))

    def test_work_runs_where_its_operands_are(self):
        with cuda.Device(1):
            there, chosen, host = cp.arange(4.0), cp.asarray([1]), np.arange(4.0)
        for use, expected in (
            (lambda: there + 1, host + 1),
            (lambda: 1 - there, 1 - host),
            (lambda: there.__add__(1), host + 1),
            (lambda: there.sum(), host.sum()),
            (lambda: there[chosen], host[[1]]),
            (lambda: there > 1, host > 1),
            (lambda: cp.sort(there), host),
            (lambda: cp.concatenate([there, there]), np.concatenate([host, host])),
            (lambda: cp.zeros_like(there), np.zeros(4)),
            (lambda: there.imag, host.imag),
            (lambda: cp.add.reduce(there), host.sum()),
            (lambda: cp.ElementwiseKernel("T x", "T y", "y = 2 * x")(there), 2 * host),
            (lambda: cp.fuse(lambda x: 2 * x + 1)(there), 2 * host + 1),
        ):
            result = use()
            assert result.device.id == 1 and cuda.get_device_id() == 0
            assert_same(result, expected)
        there[1:3] = cp.asarray([7.0, 8.0])  # what is assigned is copied
        there += 1
        assert_same(there, np.array([1.0, 8.0, 9.0, 4.0]))
        assert 8.0 in there

    @cpu_only
    def test_the_error_says_which_is_where(self):
        with cuda.Device(1):
            there = cp.arange(4.0)
        here = cp.ones(4)
        for use in (lambda: here * there, lambda: cp.add(there, here), lambda: cp.concatenate([there, here])):
            with pytest.raises(
                ValueError,
                match=r"shape \(\d,\) and dtype float64 is on <CPU Device 1>, the current device is <CPU Device 0>",
            ):
                use()
        with cuda.Device(1):
            assert float(there.sum()) == 6

    def test_access_between_them(self):
        if not runtime.deviceCanAccessPeer(0, 1):
            pytest.skip("these devices cannot reach each other's memory")
        with cuda.Device(1):
            there = cp.arange(4.0)
        cuda.Device(0).use()
        runtime.deviceEnablePeerAccess(1)
        try:
            assert_same(there + cp.ones(4), np.arange(4.0) + 1)
            assert (there + cp.ones(4)).device.id == 0 and (there + 1).device.id == 1
            with pytest.raises(CUDARuntimeError, match="AlreadyEnabled"):
                runtime.deviceEnablePeerAccess(1)
        finally:
            runtime.deviceDisablePeerAccess(1)
        with pytest.raises(CUDARuntimeError, match="NotEnabled"):
            runtime.deviceDisablePeerAccess(1)
        with pytest.raises(CUDARuntimeError):
            runtime.deviceEnablePeerAccess(0)

    def test_access_follows_the_order_of_calls(self):
        """Each device has streams of its own: what one reads or writes of the other's memory has its turn."""
        if not runtime.deviceCanAccessPeer(0, 1):
            pytest.skip("these devices cannot reach each other's memory")
        count = 1 << 20
        runtime.deviceEnablePeerAccess(1)
        try:
            with cuda.Device(1):
                there = cp.zeros(count)
                cuda.Stream(non_blocking=True).use()
            with cuda.Stream(non_blocking=True) as here:
                mine = cp.zeros(count)
                for step in range(1, 8):
                    with cuda.Device(1):
                        cuda.get_current_stream().launch_host_func(lambda _: time.sleep(0.01), None)
                        there += 1
                    read = there + mine
                    here.launch_host_func(lambda _: time.sleep(0.01), None)
                    read_late = there * 2 + mine
                    cp.add(there, cp.full(count, 10), out=there)
                    with cuda.Device(1):
                        written = there.copy()
                        there -= 10
                    assert_same(read, np.full(count, float(step)))
                    assert_same(read_late, np.full(count, 2.0 * step))
                    with cuda.Device(1):
                        assert_same(written, np.full(count, 10.0 + step))
        finally:
            with cuda.Device(1):
                cuda.Stream.null.use()
            runtime.deviceDisablePeerAccess(1)

    def test_access_is_taken_away_while_it_is_used(self):
        if not runtime.deviceCanAccessPeer(0, 1):
            pytest.skip("these devices cannot reach each other's memory")
        with cuda.Device(1):
            there = cp.ones(1 << 24)
            cuda.Device(1).synchronize()
        for _ in range(3):
            runtime.deviceEnablePeerAccess(1)
            results = [there + cp.full(1 << 24, i) for i in range(4)]
            runtime.deviceDisablePeerAccess(1)  # what was given to the device is done before
            assert [float(r[-1]) for r in results] == [1, 2, 3, 4]

    def test_reading_needs_no_current_device(self):
        with cuda.Device(1):
            there = cp.arange(4.0)
        assert there.get().tolist() == [0, 1, 2, 3] and float(there[2]) == 2 and there.tolist() == [0, 1, 2, 3]
        assert repr(there) == "array([0., 1., 2., 3.])" and cuda.get_device_id() == 0

    def test_pools_are_per_device(self):
        pool = cuda.MemoryPool()
        with cuda.using_allocator(pool.malloc):
            a = cp.zeros(100)
            with cuda.Device(1):
                pool.set_limit(size=1 << 20)
                b = cp.zeros(1000)
                assert pool.used_bytes() == 8192 and pool.get_limit() == 1 << 20
                with pytest.raises(MemoryError):
                    cp.zeros(1 << 20)
            assert pool.used_bytes() == 1024 and pool.get_limit() == 0
        del a, b

    def test_streams_stay_on_their_device(self):
        with cuda.Device(1):
            stream = cuda.Stream()
        assert stream.device_id == 1
        with pytest.raises(ValueError, match="device 1"):
            stream.use()
        with cuda.Device(1), stream:
            assert cuda.get_current_stream() == stream
            with cuda.Device(0):
                assert cuda.get_current_stream() == cuda.Stream.null
        assert cuda.get_current_stream(1) == cuda.Stream.null

    def test_many_threads(self):
        failures = []

        def work(number):
            try:
                with cuda.Device(number % 2):
                    for i in range(30):
                        a = cp.arange(100.0) + i
                        assert a.device.id == number % 2 and float(a.sum()) == 4950 + 100 * i
            except Exception as error:  # noqa: BLE001  told by the main thread
                failures.append(error)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failures


def run(program, **environment):
    import os

    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@cpu_only
class TestEnvironment:
    def test_devices_of_a_cpu(self):
        done = run(
            """
            import cuprum as cp
            assert cp.cuda.runtime.getDeviceCount() == 3 and repr(cp.cuda.Device(2)) == "<CPU Device 2>"
            with cp.cuda.Device(1):
                x = cp.array([1, 2, 3, 4, 5])
            print(x.device)
            with cp.cuda.Device(0):
                a = cp.ndarray([1, 2, 3])
            with cp.cuda.Device(2):
                b = cp.asarray(a)
            print(a.device, b.device)
            for view in (x, x[::2], x[::-1]):
                for copy in (cp.asarray, cp.array, cp.copy, cp.ascontiguousarray, cp.asfortranarray):
                    copied = copy(view)
                    assert copied.device.id == 0 and copied.tolist() == view.tolist()
                    assert cp.asarray(view, "f").device.id == 0
            """,
            CUPRUM_CPU_DEVICES="3",
        )
        assert done.stdout == "<CPU Device 1>\n<CPU Device 0> <CPU Device 2>\n", done.stderr

    def test_a_backend_that_is_not_there(self):
        done = run("import cuprum; cuprum.ones(3)", CUPRUM_BACKEND="cuda")
        assert done.returncode == 1 and "CUPRUM_BACKEND asks for CUDA, which cannot be used" in done.stderr
        done = run("import cuprum; cuprum.ones(3)", CUPRUM_BACKEND="tpu")
        assert done.returncode == 1 and "CUPRUM_BACKEND is 'tpu'" in done.stderr
