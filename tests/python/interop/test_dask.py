"""Dask arrays with cuprum chunks, in threads and on a cluster of two processes."""

import os
import subprocess
import sys

import numpy as np
import pytest
from common import assert_like

import cuprum as cp

dask = pytest.importorskip("dask", reason="Dask is not installed")
da = pytest.importorskip("dask.array", reason="Dask's arrays are not installed")


@pytest.fixture
def backend():
    with dask.config.set({"array.backend": "cuprum", "scheduler": "threads"}):
        yield


def ours(host, chunks):
    return da.from_array(cp.asarray(host), chunks=chunks, asarray=False)


def check(lazy, expected, rtol=1e-12):
    assert_like(lazy.compute(), np.asarray(expected), rtol)


@pytest.mark.usefixtures("backend")
class TestCreation:
    @pytest.mark.parametrize("name", ["ones", "zeros"])
    def test_filled(self, name):
        lazy = getattr(da, name)((7, 5), chunks=(3, 2), dtype="f")
        assert isinstance(lazy._meta, cp.ndarray)
        check(lazy, getattr(np, name)((7, 5), "f"))

    def test_full_and_arange(self):
        check(da.full((4, 3), 2.5, chunks=2), np.full((4, 3), 2.5))
        check(da.arange(10, chunks=4), np.arange(10))
        check(da.arange(1.0, 3.0, 0.25, chunks=3), np.arange(1.0, 3.0, 0.25))
        assert isinstance(da.empty((4,), chunks=2).compute(), cp.ndarray)

    def test_moving_between_libraries(self):
        host = np.arange(6.0).reshape(2, 3)
        with dask.config.set({"array.backend": "numpy"}):
            theirs = da.from_array(host, chunks=2)
        moved = theirs.to_backend("cuprum")
        check(moved, host)
        assert moved.to_backend("cuprum") is moved
        back = moved.to_backend("numpy").compute()
        assert type(back) is np.ndarray and (back == host).all()

    def test_random(self):
        pytest.importorskip("cuprum.random", reason="this build has no cuprum.random")
        a = da.random.default_rng(1).random((1000, 10), chunks=(300, 10))
        assert isinstance(a._meta, cp.ndarray)
        assert abs(float(a.mean().compute()) - 0.5) < 0.02
        b = da.random.RandomState(3).normal(size=(1000, 10), chunks=(250, 5)).compute()
        assert isinstance(b, cp.ndarray) and abs(float(b.mean())) < 0.1


class TestComputations:
    host = np.random.default_rng(0).standard_normal((30, 40))

    @property
    def lazy(self):
        return ours(self.host, (7, 11))

    REDUCTIONS = ["sum", "prod", "mean", "var", "std", "min", "max", "any", "all", "argmin", "argmax"]

    @pytest.mark.parametrize("name", REDUCTIONS)
    @pytest.mark.parametrize("axis", [None, 0, 1])
    def test_reductions(self, name, axis):
        check(getattr(self.lazy, name)(axis=axis), getattr(self.host, name)(axis=axis))

    @pytest.mark.parametrize("name", ["nansum", "nanmean", "nanmax", "nanvar"])
    def test_reductions_without_nan(self, name):
        host = self.host.copy()
        host[::3, ::5] = np.nan
        check(getattr(da, name)(ours(host, 8), axis=0), getattr(np, name)(host, axis=0))

    def test_keepdims_and_scans(self):
        check(self.lazy.sum(axis=1, keepdims=True), self.host.sum(axis=1, keepdims=True))
        check(self.lazy.cumsum(axis=0), self.host.cumsum(axis=0), rtol=1e-9)

    def test_elementwise(self):
        check(da.sin(self.lazy) * 2 + self.lazy.T[:30, :1], np.sin(self.host) * 2 + self.host.T[:30, :1])
        check(da.where(self.lazy > 0, self.lazy, 0), np.where(self.host > 0, self.host, 0))

    def test_map_blocks(self):
        check(self.lazy.map_blocks(lambda block: cp.exp(block) - 1), np.exp(self.host) - 1, rtol=1e-9)
        check(self.lazy.map_blocks(lambda block: block.sum(keepdims=True), chunks=(1, 1)).sum(), self.host.sum())

    def test_map_overlap(self):
        check(self.lazy.map_overlap(lambda block: block * 2, depth=1, boundary="reflect"), self.host * 2)

    def test_joining_and_cutting(self):
        check(da.concatenate([self.lazy, self.lazy], axis=1), np.concatenate([self.host, self.host], axis=1))
        check(da.stack([self.lazy, self.lazy]), np.stack([self.host, self.host]))
        check(self.lazy[3:20:2, ::-1], self.host[3:20:2, ::-1])
        check(self.lazy[[5, 1, 20]], self.host[[5, 1, 20]])
        check(self.lazy.reshape(1200), self.host.reshape(1200))
        check(self.lazy.rechunk((30, 5)).T, self.host.T)
        check(self.lazy[self.lazy > 1], self.host[self.host > 1])

    def test_products(self):
        check(
            da.tensordot(self.lazy, self.lazy, axes=((1,), (1,))),
            np.tensordot(self.host, self.host, axes=((1,), (1,))),
            rtol=1e-9,
        )
        check(self.lazy @ self.lazy.T, self.host @ self.host.T, rtol=1e-9)
        check(da.dot(self.lazy, self.lazy.T), np.dot(self.host, self.host.T), rtol=1e-9)

    def test_percentile(self):
        host = np.arange(101.0)
        check(da.percentile(ours(host, 101), [10, 50]), np.percentile(host, [10, 50]))

    def test_names_follow_the_values(self):
        assert ours(self.host, 8).name == ours(self.host.copy(), 8).name != ours(self.host + 1, 8).name

    def test_size(self):
        from dask.sizeof import sizeof

        assert sizeof(cp.ones((1000, 10))) == 80000


class TestTravel:
    @pytest.fixture(autouse=True)
    def _distributed(self):
        pytest.importorskip("distributed", reason="distributed is not installed")

    @pytest.mark.parametrize("dtype", ["?", "i4", "d", "F", "bfloat16"])
    def test_frames(self, dtype):
        from distributed.protocol import deserialize, serialize

        dtype = cp.bfloat16 if dtype == "bfloat16" else dtype
        base = cp.arange(24).reshape(4, 6).astype(dtype)
        for a in (base, base.T, base[::2, 1::2], base[:0], base[0, 0]):
            header, frames = serialize(a)
            assert header["serializer"] == "dask", header
            assert sum(memoryview(frame).nbytes for frame in frames) == a.nbytes
            for received in (frames, [bytes(frame) for frame in frames], [bytearray(frame) for frame in frames]):
                b = deserialize(header, received)
                assert isinstance(b, cp.ndarray) and b.dtype == a.dtype and b.shape == a.shape
                assert (b == a).all()

    def test_frames_between_gpus(self):
        """Where frames may be memory of a GPU they are, and on a CPU the next serializer is asked."""
        from distributed.protocol import deserialize, serialize

        a = cp.arange(6.0).reshape(2, 3)
        header, frames = serialize(a, serializers=("cuda", "dask", "pickle"))
        assert header["serializer"] == ("cuda" if cp.backend() == "cuda" else "dask")
        assert (deserialize(header, frames) == a).all()

    @pytest.mark.skipif(cp.backend() != "cpu", reason="a GPU's memory has to come to the host")
    def test_nothing_is_copied(self):
        from distributed.protocol import deserialize, serialize

        a = cp.arange(1000.0)
        header, frames = serialize(a)
        assert np.frombuffer(frames[0], "u1").ctypes.data == a.data.ptr
        received = bytearray(frames[0])
        b = deserialize(header, [received])
        assert b.data.ptr == np.frombuffer(received, "u1").ctypes.data

    def test_cluster_of_two_processes(self, tmp_path):
        program = tmp_path / "program.py"
        program.write_text(PROGRAM)
        done = subprocess.run(
            [sys.executable, str(program)],
            env=os.environ | {"CUPRUM_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.splitlines()[-1] == "all is well"

    @pytest.mark.parametrize("part", ["chapters", "killed", "spilled"])
    def test_work_of_a_cluster(self, tmp_path, part):
        program = tmp_path / "program.py"
        program.write_text(CLUSTER)
        done = subprocess.run(
            [sys.executable, str(program), part],
            env=os.environ | {"CUPRUM_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, done.stderr[-4000:]
        assert done.stdout.splitlines()[-1] == "all is well"


PROGRAM = """
import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

def kind(block):
    import os
    return type(block).__module__ + "." + type(block).__name__, os.getpid()

if __name__ == "__main__":
    workers = dict(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with LocalCluster(**workers) as cluster, Client(cluster) as client:
        with dask.config.set({"array.backend": "cuprum"}):
            x = da.ones((2000, 1000), chunks=(250, 500))
            kinds = [client.submit(kind, future).result() for future in client.compute(list(x.to_delayed().ravel()))]
            assert {name for name, _ in kinds} == {"cuprum.ndarray"}, kinds
            assert len({pid for _, pid in kinds}) == 2, kinds

            y = (x + x.T.rechunk((250, 500))[:1000].sum(axis=0)[:1000]).persist()
            assert float(y.mean().compute()) == 1001.0
            assert type(y.mean(axis=0).compute()).__module__ == "cuprum"

            host = np.random.default_rng(0).standard_normal((400, 300))
            a = da.from_array(host, chunks=(100, 100)).to_backend("cuprum")
            b = da.tensordot(a, a, axes=((0,), (0,))).compute()
            np.testing.assert_allclose(b.get(), host.T @ host, atol=1e-9)
            c = da.concatenate([a, a], axis=0).std(axis=0).compute()
            np.testing.assert_allclose(c.get(), np.concatenate([host, host]).std(axis=0), rtol=1e-12)
            d = a.map_blocks(lambda block: block * 2).sum().compute()
            np.testing.assert_allclose(d.get(), 2 * host.sum())
    print("all is well")
"""

CLUSTER = """
import os
import signal
import sys
import time

import dask
import dask.array as da
import numpy as np
from distributed import Client, LocalCluster

def about_worker():
    import cuprum
    shown = os.environ.get("CUDA_VISIBLE_DEVICES")
    return os.getpid(), cuprum.backend(), shown, sorted(os.sched_getaffinity(0))

def slow(block):
    import time
    time.sleep(0.2)
    return block * 2

def chapters(client, host, a):
    # One worker a device.
    workers = client.run(about_worker)
    places = {str(shown) + str(cores) for _, backend, shown, cores in workers.values()}
    if len(os.sched_getaffinity(0)) > 1 or {w[1] for w in workers.values()} == {"cuda"}:
        assert len(places) == 2, workers

    u, s, v = da.linalg.svd_compressed(a, k=300, seed=1)
    s = s.compute()
    assert type(s).__module__ == "cuprum"
    np.testing.assert_allclose(s.get()[:5], np.linalg.svd(host, compute_uv=False)[:5], rtol=1e-10)
    np.testing.assert_allclose(
        da.fft.fft(a.rechunk((100, 300)), axis=1).compute().get(), np.fft.fft(host, axis=1), atol=1e-10
    )
    smooth = da.map_overlap(lambda x: (x[:-2] + x[1:-1] + x[2:]) / 3, a, depth=(1, 0), boundary="periodic", trim=False)
    expected = (np.roll(host, 1, 0) + host + np.roll(host, -1, 0)) / 3
    np.testing.assert_allclose(smooth.compute().get(), expected, rtol=1e-12, atol=1e-15)
    numbers = da.random.default_rng(1).standard_normal((400, 300), chunks=(100, 100))
    first, again = numbers.compute(), numbers.compute()
    assert type(first).__module__ == "cuprum" and (first == again).all() and abs(float(first.std()) - 1) < 0.02
    q, r = da.linalg.qr(a.rechunk((100, 300)))
    np.testing.assert_allclose(da.dot(q, r).compute().get(), host, atol=1e-10)
    try:
        import zarr
    except ImportError:
        return
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "array.zarr")
    da.to_zarr(da.from_array(host, chunks=(100, 100)), path)
    np.testing.assert_allclose(da.from_zarr(path).to_backend("cuprum").sum(axis=0).compute().get(), host.sum(axis=0))

def killed(client, host, a):
    # A worker dies in the middle; the others, and the one that is started anew, compute what it had.
    work = client.compute((a.map_blocks(slow).sum(axis=0) + 1).persist())
    time.sleep(0.7)
    before = {pid for pid, *_ in client.run(about_worker).values()}
    os.kill(min(before), signal.SIGKILL)
    np.testing.assert_allclose(work.result(timeout=100).get(), 2 * host.sum(axis=0) + 1, rtol=1e-12)
    client.wait_for_workers(2, timeout=60)
    after = client.run(about_worker)
    assert len(after) == 2 and min(before) not in {pid for pid, *_ in after.values()}, (before, after)
    np.testing.assert_allclose((a + 1).mean().compute().get(), (host + 1).mean(), rtol=1e-12)

def on_disk(dask_worker):
    return len(dask_worker.data.disk), {type(value).__module__ for value in dask_worker.data.memory.values()}

def spilled(client, host, a):
    # 64 MB a worker, of which 20 MB may stay in memory.
    x = da.random.default_rng(2).random((4000, 4000), chunks=(500, 500)).persist()
    y = da.from_array(np.arange(250000.0).reshape(500, 500), chunks=(100, 100)).to_backend("cuprum").persist()
    total = float(x.sum().compute())
    assert abs(total / x.size - 0.5) < 1e-3
    found = client.run(on_disk)
    assert sum(count for count, _ in found.values()) > 10, found
    assert "cuprum" in set().union(*(kinds for _, kinds in found.values())), found
    assert float(x.sum().compute()) == total and type(x[:3].compute()).__module__ == "cuprum"
    np.testing.assert_array_equal(y.compute().get(), np.arange(250000.0).reshape(500, 500))

if __name__ == "__main__":
    workers = dict(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    if sys.argv[1] == "spilled":
        dask.config.set({"distributed.worker.memory.target": 0.02})
        dask.config.set({f"distributed.worker.memory.{name}": False for name in ("spill", "pause", "terminate")})
        workers["memory_limit"] = "1GB"
    with LocalCluster(**workers) as cluster, Client(cluster) as client:
        from cuprumx.distributed.dask import DevicePerWorker
        client.register_plugin(DevicePerWorker(workers=2))
        with dask.config.set({"array.backend": "cuprum"}):
            host = np.random.default_rng(0).standard_normal((400, 300))
            a = da.from_array(host, chunks=(100, 100)).to_backend("cuprum")
            {"chapters": chapters, "killed": killed, "spilled": spilled}[sys.argv[1]](client, host, a)
    print("all is well")
"""
