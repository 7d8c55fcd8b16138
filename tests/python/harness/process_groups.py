"""Functions in groups of real processes, for tests."""

import multiprocessing
import os
import queue
import socket
import traceback

import pytest

import cuprum as cp
from cuprumx.distributed import init_process_group

ON_CPU = cp.backend() == "cpu"
# On GPUs NCCL carries the data: each rank has a GPU of its own, and NCCL itself looks at what ranks do.
GPUS = 0 if ON_CPU else cp.cuda.runtime.getDeviceCount()
cpu_only = pytest.mark.skipif(not ON_CPU, reason="NCCL does not notice it")


def join(rank, size, port):
    if not ON_CPU:
        cp.cuda.Device(rank).use()
    return init_process_group(size, rank, port=port)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run_rank(function, rank, size, port, settings, results, arguments):
    os.environ.update(settings)
    try:
        results.put((rank, function(rank, size, port, *arguments)))
    except BaseException:  # noqa: BLE001  told by the test
        results.put((rank, traceback.format_exc()))


def processes(size, function, *arguments, settings=None, ranks=None):
    """function(rank, size, port, ...) in a process for each rank; their results by rank, None if all is well."""
    context = multiprocessing.get_context("spawn")
    results, port = context.Queue(), free_port()
    settings = {"CUPRUM_DISTRIBUTED_TIMEOUT": "60", "CUPRUM_NUM_THREADS": "1", **(settings or {})}
    started = [
        context.Process(target=run_rank, args=(function, rank, size, port, settings, results, arguments))
        for rank in (range(size) if ranks is None else ranks)
    ]
    for process in started:
        process.start()
    found = {}
    for _ in range(110):
        while len(found) < len(started):
            # One that has ended has put its result there, unless it could not begin.
            has_ended = all(process.exitcode is not None for process in started)
            try:
                found.update([results.get(timeout=1)])
            except queue.Empty:
                break
        if len(found) == len(started) or has_ended:
            break
    assert len(found) == len(started), f"ranks {sorted(set(range(size)) - set(found))} ended without a result"
    for process in started:
        process.join(30)
        assert process.exitcode is not None, "a process does not end"
    return found


def check(size, function, *arguments, **options):
    for rank, outcome in processes(size, function, *arguments, **options).items():
        assert outcome is None, f"rank {rank}: {outcome}"
