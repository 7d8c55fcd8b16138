"""What several devices gain over one: the cases of divided arrays, NCCL's bandwidth, and CuPy's DistributedArray.

    python benchmarks/several_devices.py --devices 2 --out results.json
    CUPRUM_CPU_DEVICES=2 python benchmarks/several_devices.py --small        a try on a machine without GPUs
    CUPRUM_NUM_THREADS=1 CUPRUM_CPU_DEVICES=8 python benchmarks/several_devices.py --cpu --devices 2    on two cores

Each case is the median of some runs, all devices being waited for. `gain` is the time on one device by that on all;
with `--cpu` both take turns. `host_calls` is the processor time of a call on an array of one element a device, on 1 to
8 devices, and the line through these. `all_reduce` stands beside the speed by which the processes copy memory.
"""

import argparse
import gc
import json
import multiprocessing
import os
import platform
import socket
import statistics
import time
import traceback
from functools import partial

STENCIL = "y = c + (T)0.1 * (n + s + w + e - (T)4 * c)"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=2, help="how many devices")
    parser.add_argument("--small", action="store_true", help="sizes for a CPU")
    parser.add_argument("--cpu", action="store_true", help="sizes and cases for two cores")
    parser.add_argument("--out", default="several-devices.json", help="the file for the figures")
    parser.add_argument("--only", default="", help="names of cases, separated by commas")
    parser.add_argument("--limit", type=float, default=400, help="seconds after which no case begins")
    parser.add_argument("--without-processes", action="store_true", help="leave out what needs a process a device")
    return parser.parse_args()


class Bench:
    def __init__(self, count, runs, turns=0):
        import cuprum as cp
        import cuprumx.distributed.array as da

        self.cp, self.da, self.count, self.runs, self.turns = cp, da, count, runs, turns
        self.all, self.one = da.Layout(count), da.Layout(1)

    def wait(self):
        for number in range(self.count):
            self.cp.cuda.Device(number).synchronize()

    def seconds(self, call, runs=None):
        if not runs:
            call()
            self.wait()
        found = []
        for _ in range(runs or self.runs):
            start = time.perf_counter()
            result = call()
            self.wait()
            found.append(time.perf_counter() - start)
            del result
        return statistics.median(found)

    def pair(self, one, many, note="", target=None):
        """Seconds on one device and on all."""
        single = self.seconds(one)
        self.da.reset_traffic()
        several = self.seconds(many)
        messages, moved = self.da.traffic()
        calls = self.runs + 1
        if self.turns:
            times = [(self.seconds(one, 1), self.seconds(many, 1)) for _ in range(self.turns)]
            single, several = (statistics.median(some) for some in zip(*times))
            work = [[], []]
            for _ in range(self.turns):
                for some, call in zip(work, (one, many)):
                    start = time.process_time()
                    call()
                    some.append(time.process_time() - start)
            by_processor = self.count * statistics.median(work[0]) / statistics.median(work[1])
            note += f"; gain by processor time, were the work even, {by_processor:.2f}"
        return {
            "one_device_s": single, "all_devices_s": several, "gain": single / several, "target": target, "note": note,
            "messages": messages / calls, "bytes_between_devices": moved / calls,
        }  # fmt: skip

    def vector(self, n, layout, seed=1):
        return self.da.random(n, layout, seed, "float32")

    # The cases. Each makes its own arrays, so that the memory of one serves the next.

    def elementwise(self, n):
        x, y = self.vector(n, self.all), self.vector(n, self.all, 2)
        a, b = x.gather(), y.gather()
        return self.pair(lambda: a + b, lambda: x + y, f"x + y, {n} float32", 1.95)

    def reduction(self, n):
        x = self.vector(n, self.all)
        a = x.gather()
        return self.pair(lambda: float(a.sum()), lambda: float(x.sum().get()), f"sum, {n} float32", 1.95)

    def matmul(self, n):
        a, b = self.da.random((n, n), self.all, 1, "float32"), self.da.random((n, n), self.one, 2, "float32")
        a1, b1 = a.gather(), b.gather()
        b = b.reshard(self.da.Layout(self.count, None, (None, None)))
        return self.pair(lambda: a1 @ b1, lambda: a @ b, f"{n} x {n} float32, the second matrix on all devices", 1.9)

    def sort(self, n):
        x = self.vector(n, self.all)
        a = x.gather()
        return self.pair(lambda: self.cp.sort(a), lambda: self.da.sort(x), f"{n} float32", 1.6)

    def fft(self, n):
        x = self.vector(n, self.all).astype("complex64")
        a = x.gather()
        return self.pair(lambda: self.cp.fft.fft(a), lambda: self.da.fft(x), f"{n} complex64, one axis", 1.5)

    def fft2(self, n):
        x = self.da.random((n, n), self.all, 1, "float32").astype("complex64")
        a = x.gather()
        many = lambda: self.da.fftn(x, in_place_boxes=False)  # noqa: E731
        return self.pair(lambda: self.cp.fft.fft2(a), many, f"{n} x {n} complex64, result divided by columns", 1.5)

    def stencil(self, n, steps=10):
        cp, da = self.cp, self.da
        kernel = cp.ElementwiseKernel("T c, T n, T s, T w, T e", "T y", STENCIL, "heat")

        def step(u, v):
            kernel(u[1:-1, 1:-1], u[:-2, 1:-1], u[2:, 1:-1], u[1:-1, :-2], u[1:-1, 2:], v[1:-1, 1:-1])

        first = da.random((n, n), self.all, 1, "float32")
        a = [first.gather()]
        a.append(a[0].copy())
        wide = da.with_halo(self.all, (n, n), (1, 0))
        u = [first.reshard(wide).copy(), first.reshard(wide).copy()]
        del first
        parts = [[chunk for chunks in one.all_chunks().values() for chunk in chunks] for one in u]

        def one():
            for k in range(steps):
                step(a[k % 2], a[1 - k % 2])

        def many():
            for k in range(steps):
                da.exchange_halo(u[k % 2], self.all)
                for source, target in zip(parts[k % 2], parts[1 - k % 2]):
                    step(source, target)

        return self.pair(one, many, f"{steps} steps of a five-point stencil, {n} x {n} float32", 1.9)

    def peer_copy(self, n):
        cp = self.cp
        a = cp.zeros(n, "float32")
        with cp.cuda.Device(1):
            b = cp.zeros(n, "float32")

        def there():
            b[:] = a

        seconds = self.seconds(there)
        return {"seconds": seconds, "bytes_per_s": a.nbytes / seconds, "note": f"{a.nbytes} bytes, device 0 to 1"}

    def host_calls(self, n):
        """Processor time of the calling thread for one call, on some numbers of devices."""
        found = {}
        for name, call in (("add", lambda x: x + x), ("sum", lambda x: x.sum(axis=0)), ("slice", lambda x: x[:1])):
            times = {}
            for count in (1, 2, 4, 8):
                if count > self.cp.cuda.runtime.getDeviceCount():
                    continue
                x = self.vector(count * n, self.da.Layout(count))
                call(x)
                batches = []
                for _ in range(15):
                    start = time.thread_time()
                    for _ in range(100):
                        call(x)
                    batches.append((time.thread_time() - start) / 100)
                times[count] = min(batches)
            counts, seconds = list(times), list(times.values())
            if len(counts) > 1:
                middle, mean = statistics.fmean(counts), statistics.fmean(seconds)
                slope = sum((c - middle) * (s - mean) for c, s in zip(counts, seconds)) / sum(
                    (c - middle) ** 2 for c in counts
                )
                found[name] = {"a_device_us": 1e6 * slope, "one_call_us": 1e6 * (mean - slope * middle)}
                found[name]["us"] = {count: 1e6 * second for count, second in times.items()}
        return found | {"note": "goal: 10 us and 4 us a device"}

    def cupy_elementwise(self, n):
        """CuPy's DistributedArray, where CuPy is there and can do the case."""
        import cupy
        from cupyx.distributed import array as theirs

        if getattr(cupy, "__name__", "") == "cuprum":
            raise ImportError("cupy is cuprum here")
        count = self.count

        def wait():
            for number in range(count):
                cupy.cuda.Device(number).synchronize()

        whole = cupy.random.random(n, dtype="float32")
        map_ = {k: slice(n * k // count, n * (k + 1) // count) for k in range(count)}
        divided = theirs.distributed_array(whole, map_)
        found = {}
        for name, call in (("add", lambda: divided + divided), ("sum", lambda: divided.sum(axis=0))):
            call()
            wait()
            times = []
            for _ in range(self.runs):
                start = time.perf_counter()
                call()
                wait()
                times.append(time.perf_counter() - start)
            found[name + "_s"] = statistics.median(times)
        x = self.vector(n, self.all)
        found["cuprum_add_s"] = self.seconds(lambda: x + x)
        found["cuprum_sum_s"] = self.seconds(lambda: x.sum(axis=0))
        return found | {"note": f"{n} float32"}


def rank_of(rank, count, port, elements, runs, backend, results):
    """One process of a group: all_reduce by the group, and NCCL's own call in the same process."""
    try:
        os.environ["CUPRUM_DISTRIBUTED_TIMEOUT"] = "60"
        import cuprum as cp
        from cuprumx.distributed import init_process_group

        on_gpu = cp.backend() == "cuda"
        device = cp.cuda.Device(rank if on_gpu else 0)
        device.use()
        group = init_process_group(count, rank, port=port)
        a, b = cp.ones(elements, "float32"), cp.empty(elements, "float32")

        def measured(call):
            call()
            device.synchronize()
            group.barrier()
            times = []
            for _ in range(runs):
                start = time.perf_counter()
                call()
                device.synchronize()
                times.append(time.perf_counter() - start)
            group.barrier()
            return statistics.median(times)

        found = {"all_reduce_s": measured(lambda: group.all_reduce(a, b))}
        found["copy_s"] = measured(lambda: cp.copyto(b, a))
        found["again_s"] = measured(lambda: group.all_reduce(a, b))
        found["all_reduce_s"] = min(found["all_reduce_s"], found.pop("again_s"))
        assert float(b[0]) == float(b[-1]) == count
        for name, call in (
            ("broadcast_s", lambda: group.broadcast(a, 0)),
            ("send_recv_s", lambda: group.send_recv(a, b, 1 - rank) if rank < 2 else None),
        ):
            found[name] = measured(call)
        if on_gpu:
            from cuprum.cuda import nccl

            token = cp.zeros(128, "uint8")
            if rank == 0:
                token[:] = cp.asarray([byte % 256 for byte in nccl.get_unique_id()], "uint8")
            group.broadcast(token, 0)
            unique = bytes(token.get().tolist())
            own = nccl.NcclCommunicator(count, unique, rank)
            stream = cp.cuda.get_current_stream().ptr
            arguments = (a.data.ptr, b.data.ptr, elements, nccl.NCCL_FLOAT32, nccl.NCCL_SUM, stream)
            found["nccl_all_reduce_s"] = measured(partial(own.allReduce, *arguments))
            found["by_nccl"] = found["nccl_all_reduce_s"] / found["all_reduce_s"]
        group.stop()
        results.put((rank, found))
    except BaseException:  # noqa: BLE001  told by the parent
        results.put((rank, {"error": traceback.format_exc()}))


def processes(count, elements, runs):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    ranks = [
        context.Process(target=rank_of, args=(rank, count, port, elements, runs, None, results))
        for rank in range(count)
    ]
    for rank in ranks:
        rank.start()
    found = {}
    try:
        while len(found) < count and not any("error" in one for one in found.values()):
            found.update([results.get(timeout=100)])
    finally:
        # A rank that is left waits for the others in a kernel, which would take its GPU from what is measured next.
        for rank in ranks:
            rank.join(20 if len(found) == count else 1)
            rank.kill()
    errors = [one["error"] for one in found.values() if "error" in one]
    if errors:
        return {"error": errors[0]}
    slowest = {key: max(one[key] for one in found.values()) for key in found[0]}
    size = elements * 4
    bus = 2 * (count - 1) / count
    return slowest | {
        "bytes": size, "bus_bytes_per_s": bus * size / slowest["all_reduce_s"],
        "copy_bytes_per_s": size / slowest["copy_s"], "by_copy": bus * slowest["copy_s"] / slowest["all_reduce_s"],
        "note": f"{count} processes, {size} bytes",
    }  # fmt: skip


def main():
    options = arguments()
    begun = time.perf_counter()
    small, count = options.small, options.devices
    report = {"devices": count, "machine": platform.node() and platform.machine(), "small": small, "cases": {}}

    def save():
        with open(options.out, "w") as file:
            json.dump(report, file, indent=1)

    wanted = set(filter(None, options.only.split(",")))
    if not options.without_processes and (not wanted or "all_reduce" in wanted):
        # Before this process uses a GPU, whose memory the ranks need.
        try:
            report["cases"]["all_reduce"] = processes(
                count, *((2**24, 15) if options.cpu else (2**20, 3) if small else (2**28, 10))
            )
        except Exception:  # noqa: BLE001  a case that fails must not cost the others
            report["cases"]["all_reduce"] = {"error": traceback.format_exc()}
        print("all_reduce", json.dumps(report["cases"]["all_reduce"]), flush=True)
        save()
    bench = Bench(count, 3 if small else 7, 15 if options.cpu else 0)
    cp = bench.cp
    report["backend"] = cp.backend()
    report["cuprum"] = cp.__version__
    report["device"] = cp.cuda.runtime.getDeviceProperties(0)["name"]
    report["device"] = report["device"].decode() if isinstance(report["device"], bytes) else report["device"]
    report["peer_access"] = bool(cp.cuda.runtime.deviceCanAccessPeer(0, 1)) if count > 1 else None
    if cp.cuda.runtime.getDeviceCount() < count:
        raise SystemExit(f"{count} devices are asked for, and there are {cp.cuda.runtime.getDeviceCount()}")
    cases = [
        ("peer_copy", 2**20 if small else 2**28),
        ("elementwise", 2**21 if small else 2**31),
        ("reduction", 2**21 if small else 2**31),
        ("stencil", 1024 if small else 32768),
        ("sort", 2**19 if small else 2**30),
        ("fft", 2**18 if small else 2**28),
        ("fft2", 512 if small else 16384),
        ("matmul", 512 if small else 32768),
        ("cupy_elementwise", 2**20 if small else 2**30),
    ]
    if options.cpu:
        cases = [("host_calls", 1), ("elementwise", 2**23), ("reduction", 2**24), ("matmul", 1024), ("stencil", 2048),
                 ("sort", 2**21), ("fft2", 1024)]  # fmt: skip
    for name, size in cases:
        if wanted and name not in wanted:
            continue
        if time.perf_counter() - begun > options.limit:
            report["cases"][name] = {"error": "no time was left"}
            continue
        try:
            report["cases"][name] = getattr(bench, name)(size)
        except ImportError as error:
            report["cases"][name] = {"error": f"CuPy is not there: {error}"}
        except Exception:  # noqa: BLE001  a case that fails must not cost the others
            report["cases"][name] = {"error": traceback.format_exc()}
        print(name, json.dumps(report["cases"][name]), flush=True)
        save()
        gc.collect()
        for number in range(count):
            with cp.cuda.Device(number):
                cp.get_default_memory_pool().free_all_blocks()
    save()


if __name__ == "__main__":
    main()
