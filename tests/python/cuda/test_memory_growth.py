"""Pools hold little more than is in use, and what is gone leaves nothing behind."""

import os
import subprocess
import sys
import textwrap

import pytest

import cuprum as cp
from cuprum import cuda

MIB = 1 << 20


def run(program, **environment):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def pool():
    made = cuda.MemoryPool()
    with cuda.using_allocator(made.malloc):
        yield made


@pytest.mark.parametrize("growth", ["1", "0"])
def test_each_request_a_little_larger(growth):
    program = """
        import cuprum as cp
        pool, most = cp.get_default_memory_pool(), 0
        for k in range(1, 4000):
            cp.ones(k * 100)
            most = max(most, pool.total_bytes())
        print(most)
    """
    assert int(run(program, CUPRUM_MEMORY_GROWTH=growth)) <= 1.25 * 3.2e6 + 64 * MIB


def test_a_list_that_grows(pool):
    values = cp.zeros(0)
    for _ in range(300):
        values = cp.concatenate([values, cp.zeros(20_000)])
    in_use = 2 * values.nbytes  # the old one and the new one
    assert pool.total_bytes() <= 1.25 * in_use + 64 * MIB


def test_neighbours_merge(pool):
    parts = [cp.empty(3 * MIB, "u1") for _ in range(8)]
    address = min(part.data.ptr for part in parts)
    del parts
    if cuda.Device().mem_info and pool.n_free_blocks() == 1:  # memory is mapped piece by piece
        assert cp.empty(24 * MIB, "u1").data.ptr == address
        assert pool.total_bytes() == 24 * MIB


def test_large_memory_is_reused(pool):
    """The same addresses again, and what was written is still there: nothing was unmapped in between."""
    addresses = set()
    for _ in range(20):
        a = cp.ones(64 * MIB, "u1")
        addresses.add(a.data.ptr)
        del a
    assert len(addresses) == 1 and pool.total_bytes() == 64 * MIB


def test_partly_used_memory_goes_back(pool):
    first, middle, last = cp.ones(8 * MIB, "u1"), cp.ones(64 * MIB, "u1"), cp.ones(8 * MIB, "u1")
    del middle
    pool.free_all_blocks()
    assert pool.total_bytes() == pool.used_bytes() == 16 * MIB
    again = cp.full(64 * MIB, 3, "u1")
    assert int(first.min()) == int(first.max()) == int(last.min()) == int(last.max()) == 1
    assert int(again.min()) == int(again.max()) == 3


@pytest.mark.skipif(cp.backend() != "cpu", reason="looks at the memory of the process")
def test_streams_leave_nothing():
    program = """
        import cuprum as cp
        def resident():
            return int(next(line for line in open("/proc/self/status") if line.startswith("VmRSS")).split()[1])
        def use(count):
            for _ in range(count):
                with cp.cuda.Stream(non_blocking=True):
                    float((cp.ones(1000) + 1).sum())
        def share(count, stream):
            def work():
                with stream():
                    float((kept * 2).sum())
            for _ in range(count):
                thread = threading.Thread(target=work)
                thread.start()
                thread.join()
        import threading
        kept = cp.ones(1000)
        pool = cp.get_default_memory_pool()
        for stream in (lambda: cp.cuda.Stream.ptds, cp.cuda.Stream):
            share(200, stream)
        use(300)
        before, held = resident(), pool.total_bytes()
        use(2000)
        for stream in (lambda: cp.cuda.Stream.ptds, cp.cuda.Stream):
            share(1000, stream)
        print(resident() - before, pool.total_bytes() - held)
    """
    kib, held = map(int, run(program).split())
    # An arena is 22 KiB for each of 4000 streams. A thread may end after the next one has begun.
    assert kib < 4000 and held < MIB


def test_memory_of_many_streams_goes_back(pool):
    streams = [cuda.Stream(non_blocking=True) for _ in range(30)]
    for stream in streams:
        with stream:
            cp.ones(4 * MIB, "u1")
            cp.ones(1000)
    for stream in streams:
        stream.synchronize()
    del stream
    streams.clear()
    held = pool.total_bytes()
    assert held <= 12 * MIB
    with cuda.Stream(non_blocking=True) as stream:
        assert int(cp.ones(4 * MIB, "u1").sum()) == 4 * MIB
    assert pool.total_bytes() <= held + 4 * MIB


def test_blocks_lent_across_streams(pool):
    if not cp.backend() == "cpu":
        pytest.skip("depends on when the first stream has done its work")
    with cuda.Stream(non_blocking=True):
        a = cp.ones(4 * MIB, "u1")
        address = a.data.ptr
        del a
    with cuda.Stream(non_blocking=True):
        b = cp.full(4 * MIB, 2, "u1")
        assert b.data.ptr == address
    assert int(b.sum()) == 8 * MIB and pool.total_bytes() <= 5 * MIB


def test_reductions_beside_a_large_free_block(pool):
    """A reduction's partial results, of a few MiB, lie behind the free block, and are reused there."""
    kept, large = pool.malloc(64 << 20), pool.malloc(512 << 20)
    del large
    totals = set()
    for _ in range(5):
        pool.malloc(3 << 20)
        totals.add(pool.total_bytes())
    assert totals == {579 << 20}
    del kept


def test_without_growth():
    program = """
        import cuprum as cp
        a = cp.ones(1 << 21)
        pool = cp.get_default_memory_pool()
        print(pool.total_bytes(), float(a.sum()))
    """
    total, value = run(program, CUPRUM_MEMORY_GROWTH="0").split()
    assert int(total) >= 1 << 24 and float(value) == 1 << 21


def test_memory_that_was_not_needed_lately_goes_back():
    """The pool looks every ten seconds; no sooner, as a loop may need the memory again."""
    program = """
        import time
        import cuprum as cp
        pool = cp.get_default_memory_pool()
        cp.empty(512 << 20, "u1")
        held = []
        for _ in range(2):
            time.sleep(10.5)
            for _ in range(5000):
                cp.empty(1000)
            held.append(pool.total_bytes() >> 20)
        print(*held)
    """
    once, twice = map(int, run(program).split())
    assert once >= 512 and twice <= 64
