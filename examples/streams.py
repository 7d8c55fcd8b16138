"""Devices, streams, events, a graph, memory pools, and a trace of what was done: examples/cpp/streams.cpp in Python.

python examples/streams.py
"""

import pathlib
import tempfile

import cuprum as cp
from cuprumx.profiler import benchmark, time_range, trace


def devices():
    """Each thread has a current device, on which arrays are made."""
    count = cp.cuda.runtime.getDeviceCount()
    for number in range(count):
        device = cp.cuda.Device(number)
        free, total = device.mem_info
        print(
            f"{device}: {cp.cuda.runtime.getDeviceProperties(number)['name'].decode()}, {free >> 20} of {total >> 20} "
            "MiB free"
        )
    with cp.cuda.Device(count - 1):
        a = cp.arange(10)
    assert a.device == cp.cuda.Device(count - 1)


def streams():
    """Streams work beside each other; events order them where they must wait."""
    x = cp.linspace(0, 1, 1 << 20)
    first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    cp.cuda.Device().synchronize()  # x is made on the default stream, for which these two do not wait
    with first:
        start = first.record()
        a = cp.sin(x) ** 2
        ready = first.record()
    with second:
        b = cp.cos(x) ** 2  # does not wait for the first stream
        second.wait_event(ready)
        b += a  # does
        stop = second.record()
    second.synchronize()
    assert float(abs(b - 1).max()) < 1e-12
    print(f"two streams took {cp.cuda.get_elapsed_time(start, stop):.3f} ms")


def graph():
    """A graph is recorded once and launched often, which costs the host one call."""
    with cp.cuda.Stream(non_blocking=True) as stream:
        state = cp.ones(1000)
        state * 0.5 + 1  # kernels are compiled before they are captured
        stream.begin_capture()
        state *= 0.5
        state += 1
        step = stream.end_capture()
        for _ in range(40):
            step.launch()
        stream.synchronize()
        assert float(abs(state - 2).max()) < 1e-9
        print("40 launches of a graph:", float(state[0]))


def pools():
    """A pool keeps what is freed for the next request; its limit is an exception and not a crash."""
    pool = cp.cuda.MemoryPool()
    with cp.cuda.using_allocator(pool.malloc):
        a = cp.zeros(100, "f4")
        assert (pool.used_bytes(), pool.total_bytes()) == (512, 512)  # 400 bytes are lent as 512
        del a
        assert (pool.used_bytes(), pool.total_bytes()) == (0, 512)  # and kept when they are freed
        pool.free_all_blocks()
        pool.set_limit(size=1 << 20)
        try:
            cp.zeros(1 << 20)
        except MemoryError as error:
            print(error)
        else:
            raise AssertionError("the limit holds")


def profiles():
    """Times of a function, and all that a program gave its devices to do."""
    a = cp.linspace(0, 1, 1 << 16)
    print(benchmark(cp.exp, (a,), n_repeat=20))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "trace.json"
        with trace(chrome=file), time_range("a part of the program"):
            float(cp.exp(a).sum())
        assert file.stat().st_size > 0


if __name__ == "__main__":
    print("backend:", cp.backend())
    devices()
    streams()
    graph()
    pools()
    profiles()
