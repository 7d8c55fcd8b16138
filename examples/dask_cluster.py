"""A job on a cluster of Dask: each worker is a process with a GPU of its own, or with a part of the processors.

python examples/dask_cluster.py [picture.png]      needs dask and distributed

An image larger than a worker's memory could be is made, smoothed with its neighbours' borders, and approximated by its
largest singular values. Chunks beyond the workers' memory limit go to disk.
"""

import sys

WORKERS, SIDE, CHUNK = 2, 1024, 256


def waves(block_info):
    """One chunk of the image, made where it is used."""
    import cuprum as cp

    (rows, columns) = block_info[None]["array-location"]
    y, x = cp.arange(*rows)[:, None] / SIDE, cp.arange(*columns)[None, :] / SIDE
    return cp.sin(12 * x) * cp.cos(9 * y) + 0.5 * cp.sin(31 * (x + y)) + 0.2 * cp.cos(200 * x * y)


def smooth(chunk):
    from cuprumx.scipy import ndimage

    return ndimage.gaussian_filter(chunk, 2.0, truncate=3)


def main():
    try:
        import dask.array as da
        from dask.array.linalg import svd_compressed
        from dask.base import compute
        from dask.config import set as configured
        from distributed import Client, LocalCluster
    except ImportError as error:
        print(f"nothing to do: {error}")
        return

    from cuprumx.distributed.dask import DevicePerWorker

    options: dict = {"processes": True, "dashboard_address": None, "memory_limit": "1GiB"}
    cluster = LocalCluster(n_workers=WORKERS, threads_per_worker=1, **options)
    with cluster, Client(cluster) as client, configured({"array.backend": "cuprum"}):
        client.register_plugin(DevicePerWorker(workers=WORKERS))
        meta = da.ones((1, 1))._meta
        image = da.map_blocks(waves, chunks=((CHUNK,) * (SIDE // CHUNK),) * 2, dtype=float, meta=meta)
        even = image.map_overlap(smooth, depth=6, boundary="reflect").persist()
        total, squares = compute(even.sum(), (even**2).sum())
        u, s, v = svd_compressed(even, k=12, n_power_iter=2, seed=1)
        s, picture, close = compute(s, even[::4, ::4], (u * s) @ v[:, ::4])
        kept = float((s**2).sum() / squares)
        print(f"mean {float(total) / SIDE**2:.4f}; 12 of {SIDE} singular values hold {kept:.4f} of the squares")
        assert 0.9 < kept < 1.0001
        picture, close = picture.get(), close.get()[::4]
    if len(sys.argv) > 1:
        import matplotlib.pyplot as plt

        figure, axes = plt.subplots(1, 2, figsize=(8, 4))
        for one, data, name in zip(axes, (picture, close), ("smoothed on the cluster", "12 singular values")):
            one.imshow(data, cmap="RdBu")
            one.set(title=name, xticks=[], yticks=[])
        figure.savefig(sys.argv[1], dpi=120)


if __name__ == "__main__":
    main()
