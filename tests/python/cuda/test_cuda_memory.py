"""Devices, streams, events, pools, pointers, allocators and hooks."""

import pickle
import ctypes
import gc
import io
import json
import threading

import numpy as np
import pytest

import cuprum
from cuprum import cuda

MIB = 1 << 20


@pytest.fixture
def pool():
    """A pool of its own, current while the test runs."""
    made = cuda.MemoryPool()
    with cuda.using_allocator(made.malloc):
        yield made


def test_statistics_and_reuse(pool):
    assert (pool.used_bytes(), pool.free_bytes(), pool.total_bytes(), pool.n_free_blocks()) == (0, 0, 0, 0)
    array = cuprum.empty(1000, "u1")
    assert pool.used_bytes() == pool.total_bytes() == 1024
    address = array.data.ptr
    del array
    assert (pool.used_bytes(), pool.free_bytes(), pool.n_free_blocks()) == (0, 1024, 1)
    assert cuprum.empty(1024, "u1").data.ptr == address
    pool.free_all_blocks()
    assert pool.total_bytes() == 0
    array = cuprum.empty(10)
    pool.free_all_free()
    assert pool.used_bytes() == 512


def test_limit(pool):
    pool.set_limit(size=MIB)
    assert pool.get_limit() == MIB
    kept = cuprum.empty(MIB // 2, "u1")
    with pytest.raises(cuda.memory.OutOfMemoryError, match=f"{MIB} bytes asked.*limit is {MIB} bytes") as error:
        cuprum.empty(MIB, "u1")
    assert isinstance(error.value, MemoryError)
    assert pool.used_bytes() == kept.nbytes
    pool.set_limit(fraction=0.5)
    assert pool.get_limit() == pytest.approx(cuda.Device().mem_info[1] / 2, rel=1e-6)
    pool.set_limit(size=0)
    assert pool.get_limit() == 0
    cuprum.empty(MIB, "u1")


def test_out_of_memory_error_of_numbers():
    error = cuda.memory.OutOfMemoryError(1000, 20)
    assert str(error) == "Out of memory allocating 1,000 bytes (allocated so far: 20 bytes)."
    error = pickle.loads(pickle.dumps(cuda.memory.OutOfMemoryError(1000, 20, 3000)))
    assert str(error).endswith("(allocated so far: 20 bytes, limit set to: 3,000 bytes).")
    assert error.args == (1000, 20, 3000) and str(cuda.memory.OutOfMemoryError("text")) == "text"


@pytest.mark.parametrize("limit", [{"size": -1}, {"fraction": 1.5}, {"fraction": -0.1}, {"size": 1, "fraction": 0.5}])
def test_bad_limits(pool, limit):
    with pytest.raises(ValueError):
        pool.set_limit(**limit)
    assert pool.get_limit() == 0


def test_free_memory_is_given_back_before_failing(pool):
    pool.set_limit(size=4 * MIB)
    small = [cuprum.empty(MIB, "u1") for _ in range(4)]
    small.clear()
    assert pool.free_bytes() == 4 * MIB
    whole = cuprum.empty(4 * MIB, "u1")  # fits only once the four pieces are gone
    assert pool.used_bytes() == pool.total_bytes() == whole.nbytes


def test_garbage_is_collected_before_failing(pool):
    pool.set_limit(size=4 * MIB)
    enabled = gc.isenabled()
    gc.disable()
    try:
        cycle = [cuprum.empty(3 * MIB, "u1")]
        cycle.append(cycle)
        del cycle
        assert pool.used_bytes() == 3 * MIB
        assert cuprum.empty(2 * MIB, "u1").nbytes == 2 * MIB
        assert pool.used_bytes() == 0
    finally:
        if enabled:
            gc.enable()


def test_more_than_there_is():
    used = cuprum.get_default_memory_pool().used_bytes()
    with pytest.raises(cuda.memory.OutOfMemoryError, match="bytes asked"):
        cuprum.empty(1 << 50, "u1")
    assert cuprum.get_default_memory_pool().used_bytes() == used


def test_default_pools_are_the_same_objects():
    assert cuprum.get_default_memory_pool() is cuprum.get_default_memory_pool()
    assert cuprum.get_default_pinned_memory_pool() is cuprum.get_default_pinned_memory_pool()


# ---------------------------------------------------------------------------------------------------------- allocators


def test_allocator_in_python():
    sizes = []
    pool = cuda.MemoryPool()

    def allocate(size):
        sizes.append(size)
        return pool.malloc(size)

    with cuda.using_allocator(allocate):
        assert cuda.get_allocator() is allocate
        assert cuprum.asarray([1.0, 2.0]).tolist() == [1, 2]
        assert cuda.alloc(100).mem.size >= 100
    assert sizes == [16, 100]
    assert cuda.get_allocator() is not allocate


def test_pool_over_an_allocator():
    outer = cuda.MemoryPool()
    inner = cuda.MemoryPool(outer.malloc)
    memory = inner.malloc(1000)
    assert outer.used_bytes() == inner.used_bytes() == 1024
    del memory
    assert outer.used_bytes() == 1024
    inner.free_all_blocks()
    assert outer.used_bytes() == 0


def test_no_pool():
    used = cuprum.get_default_memory_pool().used_bytes()
    with cuda.using_allocator(None):
        array = cuprum.asarray([3])
    assert cuprum.get_default_memory_pool().used_bytes() == used
    assert array.tolist() == [3]


def test_using_allocator_is_the_threads_own(pool):
    seen = []
    thread = threading.Thread(target=lambda: seen.append(cuprum.empty(10)))
    thread.start()
    thread.join()
    assert pool.used_bytes() == 0


def test_set_allocator():
    pool = cuda.MemoryPool()
    before = cuda.get_allocator()
    cuda.set_allocator(pool.malloc)
    try:
        array = cuprum.empty(10)
        assert pool.used_bytes() == 512
    finally:
        cuda.set_allocator(before)
    del array
    assert pool.used_bytes() == 0


@pytest.mark.parametrize("bad", [1, "pool"])
def test_bad_allocators(bad):
    with pytest.raises(TypeError):
        cuda.set_allocator(bad)


def test_allocator_that_returns_something_else():
    with cuda.using_allocator(lambda size: None), pytest.raises(TypeError, match="MemoryPointer"):
        cuprum.empty(10)


# ------------------------------------------------------------------------------------------------------------ pointers


def test_pointers():
    array = cuprum.arange(8, dtype="i4")
    view = array[2:]
    assert view.data.ptr == array.data.ptr + 8 == int(array.data + 8)
    assert (view.data - 8).ptr == array.data.ptr
    assert array.data.mem.ptr <= array.data.ptr
    assert array.data.device == array.device == cuda.Device()
    again = cuprum.ndarray(3, "i4", memptr=array.data + 4)
    assert again.tolist() == [1, 2, 3]
    again[0] = 9
    assert array[1] == 9


def test_pointers_keep_their_memory_alive(pool):
    pointer = cuprum.asarray([5.0]).data
    assert pool.used_bytes() == 512
    assert cuprum.ndarray(1, memptr=pointer).tolist() == [5]
    del pointer
    assert pool.used_bytes() == 0


def test_arrays_stay_inside_of_their_memory():
    memory = cuda.alloc(512)
    for shape, strides in [((65,), None), ((2, 64), (8, 8)), ((2,), (-8,))]:
        with pytest.raises(ValueError, match="bytes"):
            cuprum.ndarray(shape, "f8", memptr=memory, strides=strides)
    assert cuprum.ndarray((2,), "f8", memptr=memory + 8, strides=(-8,)).shape == (2,)


def test_copies_between_pointers_and_the_host():
    host = np.arange(16, dtype="u1")
    memory = cuda.alloc(16)
    memory.copy_from_host(host.ctypes.data, 16)
    other = cuda.alloc(16)
    other.memset(7, 16)
    (other + 4).copy_from(memory, 8)
    back = np.empty_like(host)
    other.copy_to_host(ctypes.c_void_p(back.ctypes.data), 16)
    assert back.tolist() == [7] * 4 + list(range(8)) + [7] * 4
    stream = cuda.Stream()
    other.copy_from_host_async(host.ctypes.data, 16, stream)
    other.copy_to_host_async(back.ctypes.data, 16, stream)
    stream.synchronize()
    assert (back == host).all()
    with pytest.raises(ValueError, match="bytes"):
        memory.memset(0, memory.mem.size + 1)


def test_unowned_memory_keeps_its_owner():
    class Owner:
        pass

    owner, gone = Owner(), []
    source = cuprum.arange(4)
    owner.array = source
    import weakref

    weakref.finalize(owner, gone.append, True)
    memory = cuda.UnownedMemory(source.data.ptr, source.nbytes, owner)
    view = cuprum.ndarray(4, "i8", memptr=cuda.MemoryPointer(memory, 0))
    del owner, memory
    gc.collect()
    assert not gone and view.tolist() == [0, 1, 2, 3]
    del view
    gc.collect()
    assert gone


def test_pinned_memory():
    pool = cuda.PinnedMemoryPool()
    memory = pool.malloc(100)
    host = np.frombuffer(memory, "u1", 100)
    host[:] = 3
    assert memory.size() >= 100 and cuprum.asarray(host).sum() == 300
    address = memory.ptr
    del memory, host
    assert pool.n_free_blocks() == 1
    assert pool.malloc(90).ptr == address
    pool.free_all_blocks()
    assert pool.n_free_blocks() == 0
    assert cuda.alloc_pinned_memory(8).size() >= 8


# --------------------------------------------------------------------------------------------------------------- hooks


def test_hooks(pool):
    class Record(cuda.MemoryHook):
        def __init__(self):
            self.events = []

        def malloc_preprocess(self, **kwargs):
            self.events.append(("malloc", kwargs))

        def alloc_postprocess(self, **kwargs):
            self.events.append(("alloc", kwargs))

        def free_postprocess(self, **kwargs):
            self.events.append(("free", kwargs))

    with Record() as hook:
        array = cuprum.empty(10)
        pointer = array.data.ptr
        del array
    cuprum.empty(10)
    (_, malloc), (_, alloc), (_, free) = hook.events
    assert [name for name, _ in hook.events] == ["malloc", "alloc", "free"]
    assert malloc == {"device_id": 0, "size": 80, "mem_size": 512}
    assert alloc == {"device_id": 0, "mem_size": 512, "mem_ptr": pointer}
    assert free["mem_ptr"] == pointer and free["mem_size"] == 512


def test_debug_print_hook(pool):
    file = io.StringIO()
    with cuda.memory_hooks.DebugPrintHook(file=file):
        cuprum.empty(10)
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert [line["hook"] for line in lines] == ["alloc", "malloc", "free"]
    assert len({line["mem_ptr"] for line in lines}) == 1 and isinstance(lines[0]["mem_ptr"], int)
    assert lines[1]["pmem_id"] == lines[2]["pmem_id"] and lines[1]["pmem_id"].startswith("0x")


def test_a_hook_that_fails_is_heard(pool):
    class Failing(cuda.MemoryHook):
        def malloc_preprocess(self, **kwargs):
            raise KeyError("no")

    with Failing(), pytest.raises(KeyError):
        cuprum.empty(10)
    assert pool.used_bytes() == 0


# ------------------------------------------------------------------------------------------- devices, streams, events


def test_devices():
    device = cuda.Device(0)
    assert device == cuda.Device() and int(device) == device.id == 0
    assert device != 0 and device <= device and not device < device
    assert repr(device) == ("<CUDA Device 0>" if cuda.is_available() else "<CPU Device 0>")
    assert cuda.is_available() == (cuprum.backend() == "cuda") == bool(device.compute_capability)
    free, total = device.mem_info
    assert 0 < free <= total
    assert cuda.runtime.memGetInfo()[1] == total
    with device as entered:
        assert entered is device and cuda.get_device_id() == 0
    device.use()
    device.synchronize()
    with pytest.raises(cuda.runtime.CUDARuntimeError) as error:
        cuda.Device(cuda.runtime.getDeviceCount()).use()
    assert error.value.status == 101


def test_runtime():
    assert cuda.runtime.getDevice() == 0 and not cuda.runtime.is_hip
    cuda.runtime.setDevice(0)
    cuda.runtime.deviceSynchronize()
    assert (cuda.runtime.driverGetVersion() > 0) == (cuda.runtime.runtimeGetVersion() > 0) == cuda.is_available()
    assert cuda.runtime.getDeviceProperties(0)["multiProcessorCount"] >= 1


def test_streams():
    null = cuda.Stream.null
    assert null.ptr == 0 and null == cuda.Stream(null=True) and cuda.get_current_stream() == null
    stream = cuda.Stream(non_blocking=True)
    assert stream.is_non_blocking and stream != null and hash(stream) == hash(cuda.ExternalStream(stream.ptr))
    with stream as entered:
        assert entered is stream and cuda.get_current_stream() == stream
        with cuda.Stream.null:
            assert cuda.get_current_stream() == null
        assert cuda.get_current_stream() == stream
        array = cuprum.arange(5) * 2
    assert cuda.get_current_stream() == null
    stream.synchronize()
    assert stream.done and array.tolist() == [0, 2, 4, 6, 8]
    assert stream.use() is stream and cuda.get_current_stream() == stream
    null.use()
    assert isinstance(cuda.ExternalStream(stream.ptr), cuda.Stream)
    with pytest.raises(ValueError):
        cuda.Stream(null=True, ptds=True)


def test_the_current_stream_is_the_threads_own():
    seen = []
    with cuda.Stream():
        thread = threading.Thread(target=lambda: seen.append(cuda.get_current_stream()))
        thread.start()
        thread.join()
    assert seen == [cuda.Stream.null]


def test_events():
    start, end = cuda.Event(), cuda.Event(block=True)
    stream = cuda.Stream()
    assert stream.record(start) is start or start.ptr
    stream.wait_event(start)
    end.record(stream)
    end.synchronize()
    assert end.done and cuda.get_elapsed_time(start, end) >= 0
    assert stream.record().done in (True, False)
    with pytest.raises(cuda.runtime.CUDARuntimeError):
        cuda.get_elapsed_time(cuda.Event(), end)
    with pytest.raises(cuda.runtime.CUDARuntimeError):
        cuda.get_elapsed_time(start, cuda.Event(disable_timing=True))
    with pytest.raises(ValueError, match="disable_timing"):
        cuda.Event(interprocess=True)


def test_memory_that_is_let_go():
    """`mem.free()`: it goes back when no pointer and no array holds it any more."""
    pool = cuprum.get_default_memory_pool()
    gc.collect()
    before = pool.used_bytes()
    cuda.alloc(1 << 20).mem.free()
    assert pool.used_bytes() == before
    pointer = cuda.alloc(1 << 20)
    memory = pointer.mem
    memory.free()
    memory.free()
    assert memory.size == 0 and memory.ptr == 0 and pool.used_bytes() >= before + (1 << 20)
    a = cuprum.ndarray(4, "f4", pointer)
    a[...] = 3
    del pointer
    assert a.tolist() == [3] * 4
    del a
    assert pool.used_bytes() == before
