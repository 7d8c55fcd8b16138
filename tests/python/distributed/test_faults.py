"""Peers that cannot be reached, that hang, or that run out of memory: an error in time that names the ranks, on every
rank that lives, and the process works on."""

import os
import signal
import socket
import threading
import time

import numpy as np
import pytest

import cuprum as cp
import cuprumx.distributed.array as da
from cuprum import _core
from cuprumx.distributed import init_process_group
from cuprumx.distributed.array import Layout
from process_groups import ON_CPU, check, free_port, join, processes

pytestmark = pytest.mark.skipif(not ON_CPU, reason="NCCL does not notice it")


class Hole:
    """A port whose connections are never accepted: when its queue is full, the system drops what is sent to it."""

    def __enter__(self):
        self.sockets = [socket.socket()]
        self.sockets[0].bind(("127.0.0.1", 0))
        self.sockets[0].listen(0)
        self.port = self.sockets[0].getsockname()[1]
        for _ in range(20):
            one = socket.socket()
            self.sockets.append(one)
            one.settimeout(0.3)
            try:
                one.connect(("127.0.0.1", self.port))
            except OSError:
                return self
        pytest.skip("this system's queues have no end")

    def __exit__(self, *_):
        for one in self.sockets:
            one.close()


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setenv("CUPRUM_DISTRIBUTED_TIMEOUT", "2")


def in_time(start, limit=2):
    assert time.monotonic() - start < limit + 5


def usable():
    comm = init_process_group(1, 0, port=free_port())
    x = cp.ones(3)
    comm.all_reduce(x, x)
    assert float(x.sum()) == 3
    comm.stop()


@pytest.mark.usefixtures("short")
class TestRankZero:
    def test_that_drops_what_is_sent_to_it(self):
        with Hole() as hole:
            start = time.monotonic()
            with pytest.raises(RuntimeError, match="rank 0 did not answer within 2 s .*timed out"):
                init_process_group(2, 1, port=hole.port)
            in_time(start)
        usable()

    def test_that_says_nothing(self):
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            start = time.monotonic()
            with pytest.raises(RuntimeError, match="rank 0 did not answer within 2 s"):
                init_process_group(2, 1, port=silent.getsockname()[1])
            in_time(start)
        usable()

    def test_that_is_not_there(self):
        start = time.monotonic()
        with pytest.raises(RuntimeError, match="rank 0 did not answer within 2 s .*refused"):
            init_process_group(2, 1, port=free_port())
        in_time(start)
        usable()

    def test_that_hangs_up(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()
            threading.Thread(target=lambda: other.accept()[0].close(), daemon=True).start()
            with pytest.raises(RuntimeError, match="refused this process|lost"):
                init_process_group(2, 1, port=other.getsockname()[1])
        usable()

    def test_that_sends_rubbish(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()

            def answer():
                peer = other.accept()[0]
                peer.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                time.sleep(1)
                peer.close()

            threading.Thread(target=answer, daemon=True).start()
            with pytest.raises(RuntimeError, match="another program"):
                init_process_group(2, 1, port=other.getsockname()[1])
        usable()

    def test_that_sends_too_much(self):
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            other.listen()

            def answer():
                peer = other.accept()[0]
                peer.recv(4096)
                peer.sendall(b"\x01")  # it knows the secret
                peer.recv(4096)
                peer.sendall(b"\x01" + (1 << 40).to_bytes(8, "little") + b"x" * 4096)
                time.sleep(1)
                peer.close()

            threading.Thread(target=answer, daemon=True).start()
            with pytest.raises(RuntimeError, match="too long"):
                init_process_group(2, 1, port=other.getsockname()[1])
        usable()


def exchange_by_hand(addresses, rank):
    """What ranks say to each other, of which only `rank` is there; the others have these addresses."""

    def exchange(mine):
        found = [mine] * len(addresses)
        if mine.startswith(b"0.0.0.0 "):
            found = [address.encode() for address in addresses]
            found[rank] = mine
        return found

    return exchange


def test_ranks_that_cannot_be_reached_are_named(short, monkeypatch):
    """The connections by which data goes: two ranks before this one, one behind it."""
    monkeypatch.setenv("CUPRUM_DISTRIBUTED_TRANSPORT", "tcp")
    monkeypatch.setenv("CUPRUM_DISTRIBUTED_SECRET", "of this test")
    with Hole() as hole, socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        addresses = [f"127.0.0.1 {hole.port}", f"127.0.0.1 {silent.getsockname()[1]}", "", ""]
        start = time.monotonic()
        with pytest.raises(RuntimeError, match="rank 0, 1, 3 of 4 within 2 s"):
            _core._distributed.ProcessGroup.by_exchange(4, 2, exchange_by_hand(addresses, 2))
        in_time(start)
    usable()


def hangs(rank, size, port):
    """Rank 1 is stopped in the middle, and goes on when the others have given up."""
    comm = join(rank, size, port)
    comm.barrier()
    if rank == 1:
        threading.Thread(target=lambda: os.kill(os.getpid(), signal.SIGSTOP), daemon=True).start()
        time.sleep(1)
    start = time.monotonic()
    x = cp.ones(1 << 16)
    with pytest.raises(RuntimeError, match="rank|peer") as caught:
        for _ in range(10_000):
            comm.all_reduce(x, x, "max")
    if rank != 1:
        in_time(start, 4)
    assert float(cp.ones(3).sum()) == 3
    return str(caught.value), os.getpid()


@pytest.mark.parametrize("transport", ["shared", "tcp"])
def test_a_rank_that_hangs(transport, tmp_path):
    """The system wakes it by itself: a watcher sends SIGCONT."""
    settings = {"CUPRUM_DISTRIBUTED_TIMEOUT": "4", "CUPRUM_DISTRIBUTED_TRANSPORT": transport}
    watching = True

    def wake():
        stopped = {}
        while watching:
            for name in os.listdir("/proc"):
                try:
                    with open(f"/proc/{name}/stat") as file:
                        text = file.read()
                except (OSError, NotADirectoryError):
                    continue
                fields = text.rpartition(")")[2].split()
                if fields and fields[0] == "T" and int(fields[1]) == os.getpid():
                    if time.monotonic() - stopped.setdefault(name, time.monotonic()) > 9:
                        os.kill(int(name), signal.SIGCONT)
            time.sleep(0.2)

    watcher = threading.Thread(target=wake)
    watcher.start()
    try:
        found = processes(3, hangs, settings=settings)
    finally:
        watching = False
        watcher.join()
    assert all(isinstance(one, tuple) for one in found.values()), found
    messages = [found[rank][0] for rank in (0, 2)]
    assert any("rank 1 did not answer within 4 s" in message for message in messages), messages
    if transport == "shared":  # also the rank that waits for another one that waits
        assert all("rank 1 did not answer" in message for message in messages), messages
    assert not [name for name in os.listdir("/dev/shm") if "cuprum" in name]


def without_memory(rank, size, port, new_port):
    """Rank 1 has no memory for a call: the others get an error in time, and all of them can form another group."""
    comm = join(rank, size, port)
    pool = cp.cuda.MemoryPool()
    with cp.cuda.using_allocator(pool.malloc):
        a = da.random(200_000, Layout(size), 1, group=comm)
        if rank == 1:
            pool.free_all_blocks()
            pool.set_limit(size=pool.total_bytes() + 4096)
        start = time.monotonic()
        with pytest.raises(MemoryError if rank == 1 else RuntimeError) as caught:
            da.sort(a)
        in_time(start, 4)
        pool.set_limit(size=0)
    if rank == 1:
        comm.stop()
    else:
        assert "rank" in str(caught.value)
    again = init_process_group(size, rank, port=new_port)
    b = da.sort(da.random(1000, Layout(size), 1, group=again))
    np.testing.assert_array_equal(b.get(), np.sort(da.random(1000, Layout(1), 1).get()))
    again.stop()


@pytest.mark.parametrize("transport", ["shared", "tcp"])
def test_memory_runs_out_on_one_rank(transport):
    settings = {"CUPRUM_DISTRIBUTED_TIMEOUT": "4", "CUPRUM_DISTRIBUTED_TRANSPORT": transport}
    check(2, without_memory, free_port(), settings=settings)
