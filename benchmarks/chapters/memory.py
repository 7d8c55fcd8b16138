"""What the pools hold and what they cost: traces of allocations, whose arrays no kernel touches, and the host time of
an allocation. `held / in use` is the most that the pool had from the device over the most that was in use; PyTorch's
pool is its own, as PYTORCH_CUDA_ALLOC_CONF sets it up. cuprum's goal is 1.25 times what is in use, and 64 MiB. So the
ratio may be large for a trace of few MiB.
"""

import math
import random
import time

from harness.case import most

TITLE = "Memory"
LIBRARIES = ("cuprum", "cupy", "torch")
MIB = 1 << 20


class Blocks:
    """What a trace does: `lend(size)` gives a number, which `free` takes."""

    def __init__(self, allocate, streams):
        self.allocate, self.streams = allocate, streams
        self.alive, self.number, self.used, self.most = {}, 0, 0, 0

    def lend(self, size, stream=0):
        self.number += 1
        if stream:
            with self.streams[stream - 1]:
                self.alive[self.number] = self.allocate(size), size
        else:
            self.alive[self.number] = self.allocate(size), size
        self.used += size
        self.most = max(self.most, self.used)
        return self.number

    def free(self, number):
        self.used -= self.alive.pop(number)[1]


def sequence(sizes):
    """One size after the other; three arrays are alive."""

    def run(blocks):
        held = []
        for size in sizes:
            held.append(blocks.lend(size))
            if len(held) > 3:
                blocks.free(held.pop(0))

    return run


def log_uniform(low, high, steps=6000):
    def run(blocks):
        draw = random.Random(1)
        alive = []
        for _ in range(steps):
            if len(alive) < 30 or draw.random() < 0.5:
                alive.append(blocks.lend(int(math.exp(draw.uniform(math.log(low), math.log(high))))))
            if len(alive) > 60 or draw.random() < 0.5:
                blocks.free(alive.pop(draw.randrange(len(alive))))

    return run


def training(blocks, steps=60):
    """Batches of varying length: activations forward, gradients backward, a loss that is kept."""
    draw = random.Random(2)
    for _ in range(steps):
        length = draw.randrange(200, 300)
        layers = [blocks.lend(length * 5120 * (1 + layer % 7)) for layer in range(40)]
        for layer in reversed(range(40)):
            gradient = blocks.lend(length * 5120 * (1 + layer % 7))
            blocks.free(gradient)
            blocks.free(layers[layer])
        blocks.lend(512)


def streams(blocks):
    """Sixteen streams that take turns."""
    draw = random.Random(3)
    alive = []
    for _ in range(4000):
        alive.append(blocks.lend(int(math.exp(draw.uniform(math.log(512), math.log(3e7)))), 1 + draw.randrange(16)))
        if len(alive) > 40:
            blocks.free(alive.pop(draw.randrange(len(alive))))


def chunks(blocks):
    """Dask: chunks of one size, each of which has intermediates; results of a reduction tree stay."""
    draw = random.Random(4)
    results = []
    for _ in range(600):
        loaded = blocks.lend(8 * MIB)
        halo = blocks.lend(8 * MIB + draw.randrange(1, 64) * 8192)
        blocks.free(loaded)
        results.append(blocks.lend(draw.randrange(1, 400) * 1024))
        blocks.free(halo)
        if len(results) == 16:
            total = blocks.lend(64 * 1024)
            for result in results:
                blocks.free(result)
            results = [total]


TRACES = {
    "ones(k * 100) for k < 4000": lambda blocks: [blocks.free(blocks.lend(k * 800)) for k in range(1, 4000)],
    "growing": sequence([k * 40_000 for k in range(1, 3000)]),
    "shrinking": sequence([k * 40_000 for k in range(3000, 0, -1)]),
    "sawtooth": sequence([(k % 100 + 1) * 1_000_000 for k in range(3000)]),
    "log-uniform, 512 bytes to 1 GB": log_uniform(512, 1e9, 3000),
    "log-uniform, 1 to 100 MB": log_uniform(1e6, 1e8),
    "log-uniform, 512 bytes to 1 MB": log_uniform(512, 1e6),
    "training, batches of varying length": training,
    "sixteen streams": streams,
    "chunks of Dask": chunks,
}


def pool_of(library):
    """How to allocate, the most that was held so far, and streams."""
    xp = library.xp
    if library.name == "torch":
        xp.cuda.empty_cache()
        xp.cuda.reset_peak_memory_stats()
        allocate = lambda size: xp.empty(size, dtype=xp.uint8, device="cuda")
        return allocate, xp.cuda.max_memory_reserved, [xp.cuda.stream(xp.cuda.Stream()) for _ in range(16)]
    pool = xp.cuda.MemoryPool()
    peak = 0

    def allocate(size):
        nonlocal peak
        block = pool.malloc(size)
        peak = max(peak, pool.total_bytes())
        return block

    return allocate, lambda: peak, [xp.cuda.Stream() for _ in range(16)]


def trace(library, run):
    """The most that was held over the most that was in use."""
    allocate, held, streams = pool_of(library)
    blocks = Blocks(allocate, streams)
    run(blocks)
    return held() / blocks.most, blocks.most


def allocation(library, size, count=20_000, batches=9):
    """Microseconds of an allocation from what the pool has, and giving it back, the loop of Python included."""
    if library.name == "torch":
        allocate = lambda: library.xp.empty(size, dtype=library.xp.uint8, device="cuda")
    else:
        pool = library.xp.cuda.MemoryPool()
        allocate = lambda: pool.malloc(size)
    kept = [allocate() for _ in range(8)]
    samples = []
    for _ in range(batches + 1):
        begin = time.perf_counter()
        for _ in range(count):
            allocate()
        samples.append((time.perf_counter() - begin) / count * 1e6)
    del kept
    return samples[1:]


def run(session):
    found = {name: library for name, library in session.libraries.items() if name in LIBRARIES}
    for name, steps in TRACES.items():
        if not session.wants(name):
            continue
        results, in_use = {}, 0
        for label, library in found.items():
            library.free()
            try:
                ratio, in_use = trace(library, steps)
                results[label] = [ratio]
            except Exception as error:  # recorded: the other libraries and traces go on
                results[label] = f"{type(error).__name__}: {error}"[:300]
        targets = [most(1.25 + 64 * MIB / in_use)] if in_use else []
        session.record.add("memory", name, results, "held / in use", group="traces", targets=targets)
    for size in (512, 1 << 16, 1 << 24):
        name = f"MemoryPool.malloc({size})"
        if session.wants(name):
            samples = {label: allocation(library, size) for label, library in found.items()}
            session.record.add("memory", name, samples, "us", group="host time of a call")
