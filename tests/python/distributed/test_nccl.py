"""NCCL between the devices that a CPU shows: members in one thread, collected, and in several threads. Real GPUs are
not needed; where there are some, the same calls go to NVIDIA's library."""

import os
import subprocess
import sys
import textwrap
import threading

import ml_dtypes
import numpy as np
import pytest

import cuprum as cp
from cuprum.cuda import nccl

pytestmark = pytest.mark.skipif(cp.backend() != "cpu", reason="several GPUs are tested where there are some")

TYPES = {
    "b": nccl.NCCL_INT8,
    "B": nccl.NCCL_UINT8,
    "i": nccl.NCCL_INT32,
    "I": nccl.NCCL_UINT32,
    "l": nccl.NCCL_INT64,
    "L": nccl.NCCL_UINT64,
    "e": nccl.NCCL_FLOAT16,
    "f": nccl.NCCL_FLOAT32,
    "d": nccl.NCCL_FLOAT64,
    ml_dtypes.bfloat16: nccl.NCCL_BFLOAT16,
}
OPERATIONS = {
    nccl.NCCL_SUM: np.add,
    nccl.NCCL_PROD: np.multiply,
    nccl.NCCL_MAX: np.maximum,
    nccl.NCCL_MIN: np.minimum,
}


def threads(size, work):
    """work(rank, communicator) in a thread of its own for each member."""
    uid = nccl.get_unique_id()
    errors = []

    def run(rank):
        try:
            work(rank, nccl.NcclCommunicator(size, uid, rank))
        except BaseException as error:  # noqa: BLE001  told by the main thread
            errors.append(error)

    started = [threading.Thread(target=run, args=(rank,)) for rank in range(size)]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join(60)
    assert not any(thread.is_alive() for thread in started)
    for error in errors:
        raise error


@pytest.mark.parametrize("dtype", TYPES, ids=str)
def test_all_reduce(dtype):
    hosts = [np.random.default_rng(rank).integers(0, 100, 50).astype(dtype) for rank in range(3)]
    for operation, function in OPERATIONS.items():
        with np.errstate(all="ignore"):
            wide = "f" if np.dtype(dtype).itemsize == 2 else dtype  # rounded once
            expected = function(function(hosts[0].astype(wide), hosts[1].astype(wide)), hosts[2].astype(wide))
            expected = expected.astype(dtype)
        arrays = [cp.asarray(h) for h in hosts]

        def work(rank, comm):
            a = arrays[rank]
            comm.allReduce(a.data.ptr, a.data.ptr, a.size, TYPES[dtype], operation, cp.cuda.Stream.null.ptr)

        threads(3, work)
        for a in arrays:
            np.testing.assert_array_equal(a.get(), expected)


def test_average():
    for dtype, values in [
        ("f", [1, 2, 4.5]),
        ("i", [-1, -2, -4]),
        ("b", [127, 127, 127]),
        ("L", [2**63, 2**63, 2**63]),
    ]:
        arrays = [cp.full(3, v, dtype) for v in values]
        threads(
            3,
            lambda rank, comm: comm.allReduce(
                arrays[rank].data.ptr, arrays[rank].data.ptr, 3, TYPES[dtype], nccl.NCCL_AVG, 0
            ),
        )
        total = sum(np.dtype(dtype).type(v).item() for v in values)
        expected = total / 3 if dtype == "f" else int(total / 3) if abs(total) < 2**50 else total // 3
        assert arrays[0].get().tolist() == [np.dtype(dtype).type(expected)] * 3


def test_every_collective():
    size, n = 4, 6
    sent = [cp.arange(n * size, dtype="d") + 100 * rank for rank in range(size)]
    hosts = [a.get() for a in sent]
    got = [{} for _ in range(size)]

    def work(rank, comm):
        assert (comm.size(), comm.rank_id()) == (size, rank)
        comm.check_async_error()
        here = sent[rank].data.ptr

        def result(name, count, call):
            got[rank][name] = cp.full(count, -1.0)
            call(got[rank][name].data.ptr)

        double, add = nccl.NCCL_FLOAT64, nccl.NCCL_SUM
        result("reduce", n, lambda out: comm.reduce(here, out, n, double, add, 2, 0))
        result("broadcast", n, lambda out: comm.broadcast(here, out, n, double, 1, 0))
        result("scattered", n, lambda out: comm.reduceScatter(here, out, n, double, add, 0))
        result("gathered", n * size, lambda out: comm.allGather(here, out, n, double, 0))
        result("bcast", n, lambda out: comm.bcast(out if rank else here, n, double, 0, 0))
        # In a ring, and with everybody.
        nccl.groupStart()
        result("ring", n, lambda out: comm.recv(out, n, double, (rank - 1) % size, 0))
        comm.send(here, n, double, (rank + 1) % size, 0)
        nccl.groupEnd()
        result("all to all", n * size, lambda out: None)
        nccl.groupStart()
        for other in range(size):
            comm.send(here + 8 * n * other, n, double, other, 0)
            comm.recv(got[rank]["all to all"].data.ptr + 8 * n * other, n, double, other, 0)
        nccl.groupEnd()
        part = comm.commSplit(rank % 2, -rank)
        assert (part.size(), part.rank_id()) == (2, 1 - rank // 2)
        result("part", n, lambda out: part.allReduce(here, out, n, double, add, 0))
        comm.destroy()

    threads(size, work)
    total = sum(hosts)
    for rank in range(size):
        results = {name: a.get() for name, a in got[rank].items()}
        np.testing.assert_array_equal(results["reduce"], total[:n] if rank == 2 else np.full(n, -1.0))
        np.testing.assert_array_equal(results["broadcast"], hosts[1][:n])
        np.testing.assert_array_equal(results["scattered"], total[n * rank : n * (rank + 1)])
        np.testing.assert_array_equal(results["gathered"], np.concatenate([h[:n] for h in hosts]))
        np.testing.assert_array_equal(results["ring"], hosts[(rank - 1) % size][:n])
        np.testing.assert_array_equal(
            results["all to all"], np.concatenate([h[n * rank : n * (rank + 1)] for h in hosts])
        )
        np.testing.assert_array_equal(results["part"], hosts[rank][:n] + hosts[(rank + 2) % size][:n])
        if rank:
            np.testing.assert_array_equal(results["bcast"], hosts[0][:n])


def test_one_thread_with_several_devices():
    program = textwrap.dedent("""
        import cuprum as cp
        from cuprum.cuda import nccl
        assert nccl.available and nccl.get_version() > 20000 and cp.cuda.runtime.getDeviceCount() == 3
        comms = nccl.NcclCommunicator.initAll(3)
        assert [c.device_id() for c in comms] == [0, 1, 2]
        arrays = []
        for k in range(3):
            with cp.cuda.Device(k):
                arrays.append(cp.full(5, k + 1.0))
        nccl.groupStart()
        for comm, a in zip(comms, arrays):
            comm.allReduce(a.data.ptr, a.data.ptr, a.size, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, 0)
            comm.bcast(a.data.ptr, 1, nccl.NCCL_FLOAT64, 1, 0)
        nccl.groupEnd()
        for k, a in enumerate(arrays):
            with cp.cuda.Device(k):
                assert a.get().tolist() == [6.0] * 5
        uid = nccl.get_unique_id()
        nccl.groupStart()
        made = []
        for k in range(3):
            with cp.cuda.Device(k):
                made.append(nccl.NcclCommunicator(3, uid, k))
        nccl.groupEnd()
        assert [(c.size(), c.rank_id(), c.device_id()) for c in made] == [(3, 0, 0), (3, 1, 1), (3, 2, 2)]
        """)
    environment = os.environ | {"CUPRUM_CPU_DEVICES": "3"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]


def test_ids_are_tuples_of_signed_bytes():
    uid = nccl.get_unique_id()
    assert type(uid) is tuple and len(uid) == 128 and all(type(n) is int and -128 <= n < 128 for n in uid)
    packed = bytes(n + 128 for n in uid)  # as programs of CuPy send it
    for id in (uid, list(uid), bytes(n % 256 for n in uid), np.array(uid), tuple(b - 128 for b in packed)):
        assert nccl.NcclCommunicator(1, id, 0).size() == 1
    for wrong in (uid[:-1], (*uid, 0), (300, *uid[1:]), ()):
        with pytest.raises(ValueError):
            nccl.NcclCommunicator(1, wrong, 0)
    for wrong in (None, 5, "x" * 128, (None,) * 128):
        with pytest.raises(TypeError):
            nccl.NcclCommunicator(1, wrong, 0)


def test_errors():
    errors = [None, None]

    def work(rank, comm):
        a = cp.zeros(3)
        try:
            comm.allReduce(a.data.ptr, a.data.ptr, 3 - rank, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, 0)
        except nccl.NcclError as error:
            errors[rank] = error.status

    threads(2, work)
    assert errors == [5, 5]
    with pytest.raises(nccl.NcclError, match="invalid argument") as caught:
        nccl.NcclCommunicator.initAll([0, 0])
    assert caught.value.status == 4
    with pytest.raises(ValueError):
        nccl.NcclCommunicator(2, nccl.get_unique_id(), 2)
    with pytest.raises(NotImplementedError, match="process"):
        nccl.NcclCommunicator(1, b"\xff" * 128, 0)
    alone = nccl.NcclCommunicator(1, nccl.get_unique_id(), 0)
    a = cp.arange(3.0)
    alone.allReduce(a.data.ptr, a.data.ptr, 3, nccl.NCCL_FLOAT64, nccl.NCCL_SUM, 0)
    assert a.get().tolist() == [0, 1, 2]
    with pytest.raises(nccl.NcclError, match="invalid argument"):
        alone.send(a.data.ptr, 3, nccl.NCCL_FLOAT64, 1, 0)
    alone.destroy()
    with pytest.raises(ValueError, match="destroyed"):
        alone.size()
