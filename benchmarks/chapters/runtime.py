"""What the runtime costs: small transfers, switches of devices and streams, large transfers, `benchmark` itself. Small
calls are timed on the host without waiting, except those that wait by themselves. Large transfers, of 256 MiB, are
beside a plain copy between page-locked memory and the device (cudaMemcpyAsync), in turns with them.
"""

import time

import numpy

from harness.case import HostCase, most

TITLE = "Runtime"
LIBRARIES = ("cupy", "cuprum")

# name, statement, microseconds that it may take on a GPU
HOST = [
    ("asarray(host), 1000 float64", "xp.asarray(host)", 8),
    ("a.get(), 1000 float64", "a.get()", 6),
    ("asarray(host, 'f4')", "xp.asarray(host, 'f4')", None),
    ("float(a[0])", "float(a[0])", 6.5),
    ("Device()", "Device()", 0.2),
    ("Device(0).use()", "device.use()", 0.2),
    ("with device", "with device: pass", 0.4),  # there and back
    ("stream.use()", "stream.use()", 0.2),
    ("with stream", "with stream: pass", 0.4),
    ("get_current_stream()", "get_current_stream()", 0.2),
    ("event.record()", "event.record()", None),
    ("stream.wait_event(event)", "stream.wait_event(event)", None),
    ("alloc(1000)", "cuda.alloc(1000)", 0.5),
    ("stream.synchronize()", "stream.synchronize()", None),
]


def names(library):
    xp, cuda = library.xp, library.xp.cuda
    host = numpy.arange(1000.0)
    return {
        "xp": xp,
        "cuda": cuda,
        "host": host,
        "a": xp.asarray(host),
        "Device": cuda.Device,
        "device": cuda.Device(0),
        "stream": cuda.Stream(null=True),
        "get_current_stream": cuda.get_current_stream,
        "event": cuda.Event(),
    }


def cases(setting):
    for name, statement, target in HOST:
        targets = [most(target)] if target and setting.gpu else []
        yield HostCase(name, statement, names, targets=targets, libraries=LIBRARIES)


def transfers(library, size):
    xp, cuda = library.xp, library.xp.cuda
    runtime = cuda.runtime
    pinned = numpy.frombuffer(cuda.alloc_pinned_memory(size), "u1", size)
    pageable = numpy.ones(size, "u1")
    pinned[:] = 1
    device, other = xp.ones(size, "u1"), xp.empty(size, "u1")
    stream = cuda.get_current_stream()

    def plain(target, source, kind):
        runtime.memcpyAsync(target, source, size, kind, stream.ptr)
        stream.synchronize()

    return {
        "plain copy to the device": lambda: plain(device.data.ptr, pinned.ctypes.data, runtime.memcpyHostToDevice),
        "a.set(), page-locked": lambda: (device.set(pinned), stream.synchronize()),
        "a.set(), pageable": lambda: (device.set(pageable), stream.synchronize()),
        "asarray(), pageable": lambda: (xp.asarray(pageable), stream.synchronize()),
        "plain copy to the host": lambda: plain(pinned.ctypes.data, device.data.ptr, runtime.memcpyDeviceToHost),
        "a.get(), page-locked": lambda: device.get(out=pinned),
        "a.get(), pageable": lambda: device.get(out=pageable),
        "copyto on the device": lambda: (xp.copyto(other, device), stream.synchronize()),
    }


def measured(functions, repeats=9):
    """Milliseconds of {name: function}, in turns; the first turn does not count."""
    taken = {name: [] for name in functions}
    for _ in range(repeats):
        for name, function in functions.items():
            begin = time.perf_counter()
            function()
            taken[name].append((time.perf_counter() - begin) * 1e3)
    return {name: samples[1:] for name, samples in taken.items()}


def profiler_of(library):
    return __import__(library.name + "x.profiler", fromlist=["benchmark"])


def overhead(library, repeats=500, batches=9):
    """Microseconds that a repetition of `benchmark` takes of a function that does nothing."""
    profiler, samples = profiler_of(library), []
    for _ in range(batches):
        begin = time.perf_counter()
        profiler.benchmark(lambda: None, n_repeat=repeats, n_warmup=0)
        samples.append((time.perf_counter() - begin) / repeats * 1e6)
    return samples


def run(session):
    found = {name: library for name, library in session.libraries.items() if name in LIBRARIES}
    size = 1 << (22 if session.setting.quick else 28)
    if session.wants("transfers"):
        by_library = {}
        for name, library in found.items():  # not in turns: page-locked memory is scarce
            by_library[name] = measured(transfers(library, size))
            library.free()
        for case in next(iter(by_library.values()), {}):
            samples = {name: taken[case] for name, taken in by_library.items()}
            more = {"group": "transfers of 256 MiB", "moved": size}
            session.record.add("runtime", case, samples, **more)
    if session.wants("benchmark, a repetition"):
        samples = {name: overhead(library) for name, library in found.items()}
        session.record.add("runtime", "benchmark, a repetition", samples, "us")
