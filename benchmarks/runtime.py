#!/usr/bin/env python3
"""What the runtime costs: arrays to and from the host, switching devices and streams, large transfers, `benchmark` itself.

    python benchmarks/runtime.py               a table
    python benchmarks/runtime.py --json FILE   and its numbers

Small calls are timed on the host without waiting, except those that wait by themselves. Large transfers are compared with a plain copy
between page-locked memory and the device (cudaMemcpyAsync), measured in turns with them. CuPy is measured beside cuprum where it is there.
"""

import argparse
import datetime
import json
import pathlib
import statistics
import time

import numpy

import libraries
from measure import host_times

# name, statement, microseconds that it may take on an H200
HOST = [
    ("asarray(host)", "xp.asarray(host)", 8),
    ("a.get()", "a.get()", 8),
    ("asarray(host, 'f4')", "xp.asarray(host, 'f4')", None),
    ("float(a[0])", "float(a[0])", None),
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
HOST_ALONE = {
    "asarray(host)": "numpy.array(host)",
    "asarray(host, 'f4')": "host.astype('f4')",
    "a.get()": "host.copy()",
}


def names(library):
    xp, cuda = library.xp, library.xp.cuda
    host = numpy.arange(1000.0)
    return {
        "xp": xp,
        "cuda": cuda,
        "numpy": numpy,
        "host": host,
        "a": xp.asarray(host),
        "Device": cuda.Device,
        "device": cuda.Device(0),
        "stream": cuda.Stream(null=True),
        "get_current_stream": cuda.get_current_stream,
        "event": cuda.Event(),
    }


def small_calls(found):
    rows = []
    spaces = {library.name: names(library) for library in found}
    for case, statement, target in HOST:
        calls = {library.name: (library.clock, statement, spaces[library.name]) for library in found}
        if case in HOST_ALONE:
            calls["numpy"] = (libraries.HostClock(), HOST_ALONE[case], {"numpy": numpy, "host": numpy.arange(1000.0)})
        for name, (median, least, _) in host_times(calls).items():
            rows.append({"case": case, "library": name, "median_us": median, "least_us": least, "target_us": target})
    return rows


def page_locked(xp, size):
    memory = xp.cuda.alloc_pinned_memory(size)
    return numpy.frombuffer(memory, "u1", size)


def large_transfers(found, size):
    rows = []
    for library in found:
        xp, cuda = library.xp, library.xp.cuda
        runtime = cuda.runtime
        pinned, pageable = page_locked(xp, size), numpy.ones(size, "u1")
        pinned[:] = 1
        device = xp.ones(size, "u1")
        other = xp.empty(size, "u1")
        stream = cuda.get_current_stream()

        def plain(target, source, kind, stream=stream, runtime=runtime):
            runtime.memcpyAsync(target, source, size, kind, stream.ptr)
            stream.synchronize()

        cases = {
            "plain, to the device": lambda: plain(device.data.ptr, pinned.ctypes.data, runtime.memcpyHostToDevice),
            "set, page-locked": lambda: (device.set(pinned), stream.synchronize()),
            "set, pageable": lambda: (device.set(pageable), stream.synchronize()),
            "asarray, pageable": lambda: (xp.asarray(pageable), stream.synchronize()),
            "plain, to the host": lambda: plain(pinned.ctypes.data, device.data.ptr, runtime.memcpyDeviceToHost),
            "get, page-locked": lambda: device.get(out=pinned),
            "get, pageable": lambda: device.get(out=pageable),
            "on the device": lambda: (xp.copyto(other, device), stream.synchronize()),
        }
        taken = {case: [] for case in cases}
        for _ in range(8):
            for case, function in cases.items():
                begin = time.perf_counter()
                function()
                taken[case].append(time.perf_counter() - begin)
        for case, seconds in taken.items():
            best = statistics.median(seconds[1:])
            rows.append({"case": case, "library": library.name, "bytes": size, "gb_per_s": size / best / 1e9})
    return rows


def overhead_of_benchmark(found):
    """Microseconds that a repetition of `benchmark` takes for a function that does nothing."""
    rows = []
    for library in found:
        profiler = __import__(library.name + "x.profiler", fromlist=["benchmark"])
        repeats = 2000
        begin = time.perf_counter()
        result = profiler.benchmark(lambda: None, n_repeat=repeats, n_warmup=0)
        each = (time.perf_counter() - begin) / repeats * 1e6
        rows.append({"case": "benchmark, a repetition", "library": library.name, "median_us": each})
        rows.append(
            {
                "case": "benchmark, told for nothing",
                "library": library.name,
                "median_us": float(numpy.median(result.cpu_times)) * 1e6,
            }
        )
    return rows


def table(rows):
    lines = []
    for case in dict.fromkeys(row["case"] for row in rows):
        cells = []
        for row in (r for r in rows if r["case"] == case):
            if "gb_per_s" in row:
                cells.append(f"{row['library']} {row['gb_per_s']:8.2f} GB/s")
            else:
                target = (
                    f" (at most {row['target_us']:g} on an H200)"
                    if row.get("target_us") and row["library"] == "cuprum"
                    else ""
                )
                cells.append(f"{row['library']} {row['median_us']:8.2f} us{target}")
        lines.append(f"{case:28} " + "   ".join(cells))
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bytes", type=int, default=1 << 28, help="of large transfers")
    parser.add_argument("--json", type=pathlib.Path, help="where to write the numbers")
    options = parser.parse_args()
    import run

    errors = {}
    found = libraries.load(["cuprum", "cupy"], errors)
    ours = found["cuprum"]
    compared = [library for library in found.values() if library is ours or ours.on_gpu]
    rows = small_calls(compared) + large_transfers(compared, options.bytes) + overhead_of_benchmark(compared)
    facts = {
        "date": datetime.date.today().isoformat(),
        "machine": run.machine(),
        "versions": {library.name: library.version for library in compared},
        "rows": rows,
    }
    print(table(rows))
    if options.json:
        options.json.write_text(json.dumps(facts, indent=1) + "\n")


if __name__ == "__main__":
    main()
