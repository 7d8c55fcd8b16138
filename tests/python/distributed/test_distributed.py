"""Groups of processes: every operation between 1, 2 and 4 real processes, and what goes wrong."""

import multiprocessing
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import types

import numpy as np
import pytest

import cuprum as cp
import cuprumx.scipy.sparse as sparse
from cuprumx.distributed import NCCLBackend, init_process_group
from process_groups import GPUS, ON_CPU, check, cpu_only, free_port, join, run_rank


def equal(found, expected):
    np.testing.assert_array_equal(found.get(), expected)


OPERATIONS = {"sum": np.add, "prod": np.multiply, "min": np.minimum, "max": np.maximum}
DTYPES = ["i1", "u1", "i4", "u4", "i8", "u8", "f2", "f4", "f8", "c8", "c16"] + ["i2", "?"] * ON_CPU


def everything(rank, size, port):
    comm = join(rank, size, port)
    rng = np.random.default_rng(5)
    for dtype in DTYPES:
        for count in (0, 1, size, 1000, 40001):
            all_ranks = rng.integers(0, 2 if dtype == "?" else 4, (size, count)).astype(dtype)
            mine = cp.asarray(all_ranks[rank])
            for name, operation in OPERATIONS.items():
                if name != "sum" and dtype[0] == "c":
                    continue
                expected = operation.reduce(all_ranks, axis=0, dtype=dtype)
                out = cp.empty(count, dtype)
                comm.all_reduce(mine, out, name)
                equal(out, expected)
                out = cp.zeros(count, dtype)
                comm.reduce(mine, out, size - 1, name)
                equal(out, expected if rank == size - 1 else np.zeros(count, dtype))
            gathered = cp.empty((size, count), dtype)
            comm.all_gather(mine, gathered, count)
            equal(gathered, all_ranks)
            comm.broadcast(mine, size - 1)
            equal(mine, all_ranks[size - 1])
            root = size // 2
            gathered = cp.zeros((size, count), dtype)
            comm.gather(cp.asarray(all_ranks[rank]), gathered if rank == root else None, root)
            if rank == root:
                equal(gathered, all_ranks)
            received = cp.empty(count, dtype)
            comm.scatter(cp.asarray(all_ranks) if rank == root else None, received, root)
            equal(received, all_ranks[rank])
            part = cp.empty(count // size, dtype)
            comm.reduce_scatter(cp.asarray(all_ranks[rank]), part, count // size)
            total = np.add.reduce(all_ranks, axis=0, dtype=dtype)
            equal(part, total[rank * (count // size) : (rank + 1) * (count // size)])
        square = (np.arange(size)[:, None] + 10 * np.arange(size)).astype(dtype)
        out = cp.empty(size, dtype)
        comm.all_to_all(cp.asarray(square[rank]), out)
        equal(out, square[:, rank])
        around = cp.empty(3, dtype)
        if size > 1:
            peer = rank ^ 1
            comm.send_recv(cp.full(3, rank % 2, dtype), around, peer)
            equal(around, np.full(3, peer % 2, dtype))
            if rank % 2 == 0:
                comm.send(cp.full(3, 1, dtype), peer)
            else:
                comm.recv(around, peer)
                equal(around, np.full(3, 1, dtype))
        if size == 1:
            comm.send_recv(cp.full(3, 1, dtype), around, 0)
            equal(around, np.full(3, 1, dtype))
    # NCCL's dtype that NumPy has not.
    for name, expected in (("sum", size * (size + 1) / 2), ("max", size), ("min", 1)):
        out = cp.zeros(1000, cp.bfloat16)
        comm.all_reduce(cp.full(1000, rank + 1, cp.bfloat16), out, name)
        assert out.dtype == cp.bfloat16 and (out.astype("f4") == expected).all()
    mine, square = cp.full(3, rank, cp.bfloat16), cp.zeros((size, 3), cp.bfloat16)
    for call in (comm.all_gather, lambda in_array, out, _: comm.all_to_all(cp.stack([in_array] * size), out)):
        square[...] = -1
        call(mine, square, 3)
        equal(square.astype("f4"), np.arange(size)[:, None] + np.zeros((1, 3)))
    comm.reduce_scatter(square, mine, 3)
    equal(mine.astype("f4"), np.full(3, size * rank))
    comm.gather(mine, square, 0)
    comm.broadcast(square, 0)
    comm.scatter(square, mine, 0)
    equal(mine.astype("f4"), np.full(3, size * rank))
    same = cp.arange(5.0)
    comm.all_reduce(same, same, stream=cp.cuda.Stream())
    equal(same, size * np.arange(5.0))
    comm.barrier()
    comm.stop()
    with pytest.raises(ValueError, match="left the group"):
        comm.barrier()


@pytest.mark.parametrize("transport", ["shared", "tcp"] if ON_CPU else ["nccl"])
@pytest.mark.parametrize("size", [1, 2, 4])
def test_everything(size, transport):
    if not ON_CPU and size > GPUS:
        pytest.skip(f"needs {size} GPUs")
    if not ON_CPU:
        return check(size, everything)
    check(size, everything, settings={"CUPRUM_DISTRIBUTED_TRANSPORT": transport})


def sparse_matrices(rank, size, port):
    comm = join(rank, size, port)
    dense = [np.arange(12.0).reshape(3, 4) * (np.arange(12).reshape(3, 4) % (r + 2) == 0) for r in range(size)]
    for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
        mine, out = kind(cp.asarray(dense[rank])), kind((3, 4))
        comm.all_reduce(mine, out)
        np.testing.assert_allclose(out.toarray().get(), sum(dense))
        comm.broadcast(out, 0)
        outs = [kind((3, 4)) for _ in range(size)]
        comm.all_gather(mine, outs, 0)
        for one, expected in zip(outs, dense, strict=True):
            np.testing.assert_allclose(one.toarray().get(), expected)
        comm.scatter([kind(cp.asarray(d)) for d in dense], out, 0)
        np.testing.assert_allclose(out.toarray().get(), dense[rank])
        other = kind((3, 4))
        comm.send_recv(mine, other, rank ^ 1)
        np.testing.assert_allclose(other.toarray().get(), dense[rank ^ 1])
        comm.all_to_all([kind(cp.asarray(d)) for d in dense], outs)
        np.testing.assert_allclose(outs[1].toarray().get(), dense[rank])
        total = kind((3, 4))
        comm.reduce(mine, total, 1)
        if rank == 1:
            np.testing.assert_allclose(total.toarray().get(), sum(dense))
        outs = [kind((3, 4)) for _ in range(size)]
        comm.gather(mine, outs, 1)
        for one, expected in zip(outs if rank == 1 else [], dense, strict=rank == 1):
            np.testing.assert_allclose(one.toarray().get(), expected)
        if rank % 2:
            comm.recv(other, rank - 1)
            np.testing.assert_allclose(other.toarray().get(), dense[rank - 1])
        else:
            comm.send(mine, rank + 1)
    comm.stop()


@pytest.mark.parametrize("size", [2, 4])
def test_sparse_matrices(size):
    if not ON_CPU and size > GPUS:
        pytest.skip(f"needs {size} GPUs")
    check(size, sparse_matrices)


def sparse_operations(rank, size, port):
    """Each dtype of sparse matrices, each operation, on a stream of its own."""
    comm, stream = join(rank, size, port), cp.cuda.Stream()
    rng = np.random.default_rng(3)
    for dtype in "fdFD":
        dense = (rng.integers(-3, 4, (size, 5, 4)) * (rng.random((size, 5, 4)) < 0.6)).astype(dtype)
        for kind in (sparse.csr_matrix, sparse.csc_matrix, sparse.coo_matrix):
            with stream:
                matrices = [kind(cp.asarray(d)) for d in dense]
            mine = matrices[rank]
            for name, operation in OPERATIONS.items():
                if name in ("min", "max") and dtype in "FD":
                    continue
                expected, out = operation.reduce(dense, axis=0), kind((5, 4), dtype=dtype)
                comm.all_reduce(mine, out, name, stream)
                assert out.dtype == dtype
                equal(out.toarray(), expected)
                out = kind((5, 4), dtype=dtype)
                comm.reduce(mine, out if rank == size - 1 else None, size - 1, name, stream)
                if rank == size - 1:
                    equal(out.toarray(), expected)
                # Rank r gives matrix r + k to rank k.
                given = [matrices[(rank + k) % size] for k in range(size)]
                comm.reduce_scatter(given, out, 0, name, stream)
                equal(out.toarray(), expected)
            out = kind((1, 1), dtype=dtype)
            comm.send_recv(mine, out, rank, stream)
            equal(out.toarray(), dense[rank])
            comm.broadcast(out, size - 1, stream)
            equal(out.toarray(), dense[-1])
            with pytest.raises(ValueError, match="'sum', 'prod', 'min' or 'max'"):
                comm.all_reduce(mine, out, "mean", stream)
    comm.stop()


@pytest.mark.parametrize("size", [1, 2, 3])
def test_operations_of_sparse_matrices(size):
    if not ON_CPU and size > GPUS:
        pytest.skip(f"needs {size} GPUs")
    check(size, sparse_operations)


class World:
    """What `use_mpi` asks of mpi4py's COMM_WORLD, without an MPI library."""

    def __init__(self, comm):
        self.comm = comm

    def Get_size(self):
        return self.comm._n_devices

    def Get_rank(self):
        return self.comm.rank

    def Allgather(self, mine, everything):
        """Arrays of all ranks, by another group."""
        out = cp.empty(everything.shape, everything.dtype)
        self.comm.all_gather(cp.asarray(mine), out, mine.size)
        everything[...] = out.get()


def by_mpi(rank, size, port):
    comm = join(rank, size, port)
    package = types.ModuleType("mpi4py")
    package.MPI = types.SimpleNamespace(COMM_WORLD=World(comm))
    sys.modules["mpi4py"] = package
    # Rank and number are MPI's.
    group = init_process_group(1, 0, use_mpi=True)
    assert group.rank == rank and group._n_devices == size
    x = cp.full(4, rank + 1.0)
    group.all_reduce(x, x)
    equal(x, np.full(4, size * (size + 1) / 2))
    group.barrier()
    group.stop()
    comm.stop()


@cpu_only
@pytest.mark.parametrize("transport", ["shared", "tcp"])
def test_ranks_of_mpi(transport):
    settings = {"CUPRUM_DISTRIBUTED_TRANSPORT": transport}
    if transport == "tcp":
        settings["CUPRUM_DISTRIBUTED_SECRET"] = "of this test"
    check(2, by_mpi, settings=settings)


MPIEXEC = pathlib.Path(sys.executable).with_name("mpiexec")  # of the package mpich, beside mpi4py
OF_MPI = """
import cuprum as cp
from cuprumx.distributed import init_process_group

group = init_process_group(1, 0, use_mpi=True)
x = cp.full(4, group.rank + 1.0)
group.all_reduce(x, x)
group.barrier()
assert x.get().tolist() == [6.0] * 4 and group._n_devices == 3
group.stop()
print(f"rank {group.rank} is well")
"""


@cpu_only
@pytest.mark.skipif(not MPIEXEC.exists(), reason="MPI is not installed")
def test_ranks_of_the_real_mpi():
    pytest.importorskip("mpi4py", reason="mpi4py is not installed")
    done = subprocess.run(
        [str(MPIEXEC), "-n", "3", sys.executable, "-c", OF_MPI], text=True, capture_output=True, timeout=100,
        env=os.environ | {"CUPRUM_NUM_THREADS": "1", "CUPRUM_DISTRIBUTED_TIMEOUT": "60"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-4000:]
    # Lines of ranks may mix.
    assert sorted(re.findall(r"rank (\d) is well", done.stdout)) == ["0", "1", "2"], done.stdout


def costs(rank, size, port):
    comm = join(rank, size, port)
    n = 1 << 16
    a, words = cp.ones(n, "f4"), 24 * (size - 1)  # what ranks tell each other before an operation

    def spent(call):
        before = comm._group.bytes_sent
        call()
        return comm._group.bytes_sent - before

    assert spent(lambda: comm.all_reduce(a, a)) == 2 * 4 * n * (size - 1) // size + words
    assert spent(lambda: comm.broadcast(a)) == (4 * n if rank != size - 1 else 0) + words
    out = cp.empty((size, n // size), "f4")
    assert spent(lambda: comm.all_gather(a[: n // size], out, n // size)) == 4 * n * (size - 1) // size + words
    assert spent(lambda: comm.all_to_all(a.reshape(size, -1), out)) == 4 * n * (size - 1) // size + words


@cpu_only
def test_bytes_that_are_sent():
    """The least that is possible: 2 n (p - 1) / p for a sum of n bytes over p ranks."""
    check(4, costs)


def disagreement(rank, size, port):
    comm = join(rank, size, port)
    for wrong in (cp.ones(3 + rank), cp.ones(3, "f4" if rank else "f8")):
        with pytest.raises(ValueError, match="all ranks must make the same call"):
            comm.all_reduce(wrong, wrong.copy())
    with pytest.raises(ValueError, match="all ranks must make the same call"):
        comm.broadcast(cp.ones(3), rank)
    with pytest.raises(ValueError, match="'sum', 'prod', 'min' or 'max'"):
        comm.all_reduce(cp.ones(3), cp.ones(3), "median")
    with pytest.raises(ValueError, match="complex"):
        comm.all_reduce(cp.ones(3, "c8"), cp.ones(3, "c8"), "max")
    with pytest.raises(ValueError, match="contiguous"):
        comm.all_reduce(cp.ones((4, 4))[::2, ::2], cp.ones(4))
    with pytest.raises(ValueError, match="elements"):
        comm.all_reduce(cp.ones(4), cp.ones(3))
    with pytest.raises(ValueError, match="none of the ranks"):
        comm.send(cp.ones(4), size)
    with pytest.raises(TypeError, match="on the device"):
        comm.all_reduce(np.ones(3), cp.ones(3))
    x = cp.ones(3)
    comm.all_reduce(x, x)
    equal(x, np.full(3, size))


@cpu_only
def test_disagreement_is_an_error_on_every_rank():
    check(2, disagreement)


def death(rank, size, port):
    comm = join(rank, size, port)
    comm.barrier()
    if rank == 1:
        globals()["kept"] = comm  # it ends without a word
        return
    time.sleep(0.2)
    with pytest.raises(RuntimeError, match="rank 1|peer closed"):
        for _ in range(1000):
            comm.all_reduce(cp.ones(100000), cp.ones(100000))
    with pytest.raises(RuntimeError, match="can no longer be used"):
        comm.all_reduce(cp.ones(3), cp.ones(3))
    assert float(cp.ones(3).sum()) == 3


@cpu_only
@pytest.mark.parametrize("transport", ["shared", "tcp"])
def test_a_rank_that_ends_is_an_error(transport):
    check(2, death, settings={"CUPRUM_DISTRIBUTED_TRANSPORT": transport, "CUPRUM_DISTRIBUTED_TIMEOUT": "30"})


def alone(rank, size, port):
    with pytest.raises(RuntimeError, match="rank 1, 3 of 4"):
        init_process_group(size, rank, port=port)


@cpu_only
def test_missing_ranks_are_named():
    check(4, alone, ranks=[0, 2], settings={"CUPRUM_DISTRIBUTED_TIMEOUT": "3"})


def wrong_secret(rank, size, port):
    if rank:
        os.environ["CUPRUM_DISTRIBUTED_SECRET"] = "guess"
        with pytest.raises(RuntimeError, match="refused"):
            init_process_group(size, rank, port=port)
    else:
        with pytest.raises(RuntimeError, match="rank 1 of 2"):
            init_process_group(size, rank, port=port)


@cpu_only
def test_wrong_secret_is_refused():
    check(2, wrong_secret, settings={"CUPRUM_DISTRIBUTED_TIMEOUT": "4"})


def beside_rubbish(rank, size, port):
    """Peers that say nothing, or rubbish, or too much, do not disturb the group."""
    if rank == 0:

        def disturb():
            for message in (
                b"",
                b"GET / HTTP/1.1\r\n\r\n",
                b"cuprum01\xff\xff\xff\xff" + b"x" * 100000,
                os.urandom(5000),
            ):
                for _ in range(100):
                    try:
                        with socket.create_connection(("127.0.0.1", port), 1) as peer:
                            peer.sendall(message)
                            break
                    except OSError:
                        time.sleep(0.02)

        threading.Thread(target=disturb, daemon=True).start()
    else:
        time.sleep(0.5)
    comm = join(rank, size, port)
    x = cp.ones(3)
    comm.all_reduce(x, x)
    equal(x, np.full(3, size))
    comm.barrier()


@cpu_only
def test_rubbish_from_strangers():
    check(2, beside_rubbish)


def test_errors_before_joining(monkeypatch):
    with pytest.raises(ValueError, match="positive"):
        init_process_group(0, 0)
    with pytest.raises(ValueError, match="rank 2"):
        init_process_group(2, 2)
    with pytest.raises(ValueError, match="backend"):
        init_process_group(1, 0, backend="gloo")
    with pytest.raises(ValueError, match="port"):
        NCCLBackend(1, 0, port=99999)
    with pytest.raises(ValueError, match="CUPRUM_DISTRIBUTED_SECRET"):
        NCCLBackend(1, 0, host="0.0.0.0", port=free_port())
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(RuntimeError, match="in use"):
            NCCLBackend(1, 0, port=taken.getsockname()[1])


def test_nothing_is_left_in_shared_memory():
    def ours():  # other processes keep their locks there
        return {name for name in os.listdir("/dev/shm") if "cuprum" in name}

    before = ours()
    comm = init_process_group(1, 0, port=free_port())
    assert ours() <= before
    comm.stop()


def survivor(rank, size, port, new_port):
    """Rank 2 is killed in the middle of a collective; the others make a new group."""
    comm = join(rank, size, port)
    x = cp.ones(1 << 20)
    comm.all_reduce(x, x)
    if rank == 2:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGKILL)).start()
    start = time.monotonic()
    try:
        for _ in range(100_000):
            comm.all_reduce(x, x, "max")
        raise AssertionError("nobody noticed")
    except RuntimeError as error:
        assert "rank" in str(error) or "peer" in str(error), error
    assert time.monotonic() - start < 10  # at once, though not every rank waits for the dead one
    again = init_process_group(2, rank, port=new_port)
    y = cp.ones(3)
    again.all_reduce(y, y)
    equal(y, np.full(3, 2))
    again.stop()


@cpu_only
@pytest.mark.parametrize("transport", ["shared", "tcp"])
def test_a_rank_is_killed(transport):
    before = set(os.listdir("/dev/shm"))
    context = multiprocessing.get_context("spawn")
    results, port, new_port = context.Queue(), free_port(), free_port()
    settings = {
        "CUPRUM_DISTRIBUTED_TIMEOUT": "20",
        "CUPRUM_NUM_THREADS": "1",
        "CUPRUM_DISTRIBUTED_TRANSPORT": transport,
    }
    ranks = [
        context.Process(target=run_rank, args=(survivor, rank, 3, port, settings, results, (new_port,)))
        for rank in range(3)
    ]
    for rank in ranks:
        rank.start()
    found = dict(results.get(timeout=100) for _ in range(2))
    for rank in ranks:
        rank.join(30)
    assert found == {0: None, 1: None}, found
    assert ranks[2].exitcode == -signal.SIGKILL and [rank.exitcode for rank in ranks[:2]] == [0, 0]
    for _ in range(60):  # tests beside this one have memory of their own for a while
        if {name for name in os.listdir("/dev/shm") if "cuprum" in name} <= before:
            return
        time.sleep(0.5)
    raise AssertionError(set(os.listdir("/dev/shm")) - before)


def beside_silence(rank, size, port):
    """Peers that connect and say nothing, and stay, do not keep ranks out."""
    idle = []
    if rank == 0:

        def sit():
            for _ in range(50):
                try:
                    idle.append(socket.create_connection(("127.0.0.1", port), 1))
                    if len(idle) == 20:
                        return
                except OSError:
                    time.sleep(0.02)

        threading.Thread(target=sit, daemon=True).start()
    else:
        time.sleep(1)
    start = time.monotonic()
    comm = join(rank, size, port)
    x = cp.ones(3)
    comm.all_reduce(x, x)
    equal(x, np.full(3, size))
    assert time.monotonic() - start < 20


@cpu_only
def test_silent_strangers():
    check(2, beside_silence, settings={"CUPRUM_DISTRIBUTED_TIMEOUT": "30"})


def listening_ports():
    """Ports on which this process listens."""
    own, found = set(), []
    for name in os.listdir("/proc/self/fd"):
        try:
            own.add(os.readlink(f"/proc/self/fd/{name}"))
        except OSError:
            continue
    with open("/proc/self/net/tcp") as table:
        for line in table.readlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in own:
                found.append(int(fields[1].split(":")[1], 16))
    return found


def beside_silence_at_data_ports(rank, size, port):
    """The same at the ports by which data goes over TCP."""
    idle = []
    if rank == 0:

        def sit():
            for _ in range(20_000):
                for other in set(listening_ports()) - {port}:
                    try:
                        idle.extend(socket.create_connection(("127.0.0.1", other), 1) for _ in range(5))
                    except OSError:
                        return
                    return

        threading.Thread(target=sit, daemon=True).start()
    else:
        time.sleep(0.5)
    start = time.monotonic()
    comm = join(rank, size, port)
    x = cp.ones(3)
    comm.all_reduce(x, x)
    equal(x, np.full(3, size))
    assert time.monotonic() - start < 8  # a stranger may say nothing for 10 s


@cpu_only
def test_silent_strangers_at_data_ports():
    settings = {"CUPRUM_DISTRIBUTED_TIMEOUT": "30", "CUPRUM_DISTRIBUTED_TRANSPORT": "tcp"}
    check(3, beside_silence_at_data_ports, settings=settings)
