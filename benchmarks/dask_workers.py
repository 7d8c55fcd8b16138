"""What Dask gains by a worker a GPU over one worker, or on a CPU by a worker for each part of the processors.

    python benchmarks/dask_workers.py --workers 2 --out dask.json        needs dask and distributed
    CUPRUM_BACKEND=cpu python benchmarks/dask_workers.py --small         a try on a machine without GPUs

Each case is the median of some runs on chunks that the workers have. Chunks that another worker needs travel through
the host.
"""

import argparse
import json
import statistics
import time


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2, help="how many workers stand beside one")
    parser.add_argument("--small", action="store_true", help="sizes for a CPU")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--out", default="dask.json", help="the file for the figures")
    return parser.parse_args()


def noise(block_info):
    """A chunk of numbers that depend on its place alone."""
    import cuprum as cp

    place, shape = block_info[None]["chunk-location"], block_info[None]["chunk-shape"]
    return cp.random.default_rng([*place]).random(shape, dtype="float32")


def smooth(chunk):
    from cuprumx.scipy import ndimage

    return ndimage.gaussian_filter(chunk, 2.0, truncate=3)


def device():
    """Which device a worker computes on."""
    import cuprum as cp

    number = cp.cuda.Device().id
    return cp.cuda.runtime.deviceGetPCIBusId(number) if cp.backend() == "cuda" else f"CPU, device {number}"


def measure(workers, small, runs):
    import dask.array as da
    from dask.array.linalg import svd_compressed
    from dask.config import set as configured
    from distributed import Client, LocalCluster, wait

    from cuprumx.distributed.dask import DevicePerWorker

    side, chunk = (1024, 256) if small else (32768, 8192)
    options = {"processes": True, "dashboard_address": None, "memory_limit": 0}
    found = {}
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, **options) as cluster,
        Client(cluster) as client,
        configured({"array.backend": "cuprum"}),
    ):
        client.register_plugin(DevicePerWorker(workers=workers))
        print(workers, "on", sorted(client.run(device).values()))
        meta = da.ones((1, 1), dtype="float32")._meta

        def matrix(rows, columns):
            chunks = [(chunk,) * (n // chunk) if n > chunk else (n,) for n in (rows, columns)]
            made = da.map_blocks(noise, chunks=tuple(chunks), dtype="float32", meta=meta)
            made = made.persist()
            wait(made)
            return made

        x, tall = matrix(side, side), matrix(4 * side, chunk // 8)
        cases = {
            "variance": lambda: x.var(),
            "elementwise chain": lambda: (da.sqrt(x * x + 1) * 0.5 + x).sum(),
            "gaussian filter by map_overlap": lambda: x.map_overlap(smooth, depth=6, boundary="reflect").sum(),
            "product of matrices": lambda: (x @ x).sum(),
            "fft of rows": lambda: abs(da.fft.fft(x.rechunk((chunk, -1)))).sum(),
            "twelve singular values": lambda: svd_compressed(tall, k=12, seed=1)[1],
        }
        for name, case in cases.items():
            case().compute()
            times = []
            for _ in range(runs):
                start = time.perf_counter()
                case().compute()
                times.append(time.perf_counter() - start)
            found[name] = statistics.median(times)
            print(workers, name, found[name], flush=True)
    return found


def main():
    options = arguments()
    one = measure(1, options.small, options.runs)
    several = measure(options.workers, options.small, options.runs)
    report = {
        name: {"one_worker_s": one[name], "workers_s": several[name], "gain": one[name] / several[name]} for name in one
    }
    with open(options.out, "w") as file:
        json.dump({"workers": options.workers, "cases": report}, file, indent=1)
    for name, case in report.items():
        print(f"{name:32} {case['one_worker_s']:9.4f} {case['workers_s']:9.4f} {case['gain']:6.2f}")


if __name__ == "__main__":
    main()
