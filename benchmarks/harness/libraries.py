"""The libraries that are compared, behind what a measurement needs of them: a module, a clock and a way to free
memory."""

import functools
import importlib
import time

import numpy


BUSY_CYCLES = 200_000  # 0.1 ms of a GPU


class HostClock:
    """For work that is done when its call returns."""

    def keep_busy(self):
        pass

    def record(self):
        return time.perf_counter()

    def milliseconds(self, start, stop):
        return (stop - start) * 1e3

    def synchronize(self):
        pass


class DeviceClock:
    """Events in the current stream, by the interface that CuPy and cuprum share."""

    def __init__(self, xp):
        self.cuda = xp.cuda
        self.wait = xp.RawKernel(
            """extern "C" __global__ void wait_for_cycles(long long cycles) {
                const long long start = clock64();
                while (clock64() - start < cycles) {}
            }""",
            "wait_for_cycles",
        )

    def keep_busy(self):
        """What the host takes until the next call's first kernel is queued does not count as the device's time."""
        self.wait((1,), (1,), (numpy.int64(BUSY_CYCLES),))

    def record(self):
        event = self.cuda.Event()
        event.record()
        return event

    def milliseconds(self, start, stop):
        return self.cuda.get_elapsed_time(start, stop)

    def synchronize(self):
        self.cuda.Device().synchronize()


class TorchClock:
    def __init__(self, torch):
        self.torch = torch

    def keep_busy(self):
        self.torch.cuda._sleep(BUSY_CYCLES)

    def record(self):
        event = self.torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def milliseconds(self, start, stop):
        return start.elapsed_time(stop)

    def synchronize(self):
        self.torch.cuda.synchronize()


class Library:
    def __init__(self, name):
        self.name = name
        self.xp = importlib.import_module("numpy" if name == "scipy" else name)
        self.version = importlib.import_module(name).__version__
        self.on_gpu = name in ("cupy", "torch") or (name == "cuprum" and self.xp.backend() == "cuda")
        if name == "torch":
            self.clock = TorchClock(self.xp)
        else:
            self.clock = DeviceClock(self.xp) if self.on_gpu else HostClock()
        if self.on_gpu and not self.xp.cuda.is_available():
            raise RuntimeError(f"{name} finds no GPU")

    @property
    def on_host(self):
        """Whether its arrays are NumPy's."""
        return self.name in ("numpy", "scipy")

    def scipy(self, chapter):
        """SciPy's chapter in this library: scipy.fft, cupyx.scipy.fft, cuprumx.scipy.fft."""
        prefix = {"cuprum": "cuprumx.scipy.", "cupy": "cupyx.scipy."}.get(self.name, "scipy.")
        return importlib.import_module(prefix + chapter)

    def array(self, host):
        if self.name == "torch":
            return self.xp.from_numpy(numpy.ascontiguousarray(host)).cuda()
        return self.xp.asarray(host)

    def empty(self, size, dtype):
        if self.name == "torch":
            return self.xp.empty(size, dtype=getattr(self.xp, dtype.name), device="cuda")
        return self.xp.empty(size, dtype)

    def to_host(self, array):
        if self.name == "torch":
            return array.cpu().numpy()
        return array if self.on_host else self.xp.asnumpy(array)

    def free(self):
        """Gives back what the library's pool keeps, so that one case does not live on the memory of another."""
        if self.name == "torch":
            self.xp.cuda.empty_cache()
        elif not self.on_host:
            self.xp.get_default_memory_pool().free_all_blocks()


def load(names, unavailable):
    """The libraries that can be used, by name; why another cannot goes to `unavailable`."""
    found = {}
    for name in names:
        try:
            found[name] = Library(name)
        except Exception as error:  # a broken installation must not stop the others' measurement
            unavailable[name] = f"{type(error).__name__}: {error}"
    return found


@functools.lru_cache(maxsize=8)
def block(kind, size, dtype, seed):
    """Random numbers on the host; what reads them must not write."""
    random, dtype = numpy.random.default_rng(seed), numpy.dtype(dtype)
    if dtype.kind == "b":
        return random.random(size) < 0.5
    if dtype.kind in "iu":
        return (random.integers(1, 100, size) if kind == "positive" else random.integers(-9, 9, size)).astype(dtype)

    def numbers():
        draws = random.random(size, dtype="f8" if dtype in ("float64", "complex128") else "f4")
        return draws + draws.dtype.type(0.1) if kind == "positive" else draws * 2 - 1

    host = numbers().astype(dtype)
    if dtype.kind == "c":
        host.imag = numbers()
    return host


def repeated(library, kind, shape, dtype, seed, most):
    """An array of a block of at most so many elements, again and again."""
    size = int(numpy.prod(shape))
    host = block(kind, min(size, most), numpy.dtype(dtype), seed)
    if len(host) == size:
        host = host if library.on_gpu else host.copy()
        return library.array(host.reshape(shape))
    array = library.empty(size, numpy.dtype(dtype))
    repeats = size // len(host)
    array[: repeats * len(host)].reshape(repeats, len(host))[...] = library.array(host)
    if size % len(host):
        array[repeats * len(host) :] = library.array(host[: size % len(host)])
    return array.reshape(shape)


def positive(library, shape, dtype, seed=0):
    """Values in [0.1, 1.1), or whole numbers in [1, 100), or truth values."""
    return repeated(library, "positive", shape, dtype, seed, 1 << 22)


def signed(library, shape, dtype, seed=0):
    """Values in [-1, 1), or whole numbers in [-9, 9). No row of a matrix up to 4096 x 4096 is there twice."""
    return repeated(library, "signed", shape, dtype, seed, 1 << 24)


def distinct(library, shape, dtype, seed=0):
    """Values in [0, 1) or of an integer's whole range, none repeated by intent: for sorting."""
    random, dtype = numpy.random.default_rng(seed), numpy.dtype(dtype)
    if dtype.kind in "iu":
        limits = numpy.iinfo(dtype)
        return library.array(random.integers(limits.min, limits.max, shape, dtype, endpoint=True))
    return library.array(random.random(shape, dtype="f4" if dtype.itemsize <= 4 else "f8").astype(dtype, copy=False))


def solvable(library, shape, dtype, seed=0):
    """Matrices far from singular."""
    random = numpy.random.default_rng(seed)
    host = random.uniform(-1, 1, shape) + numpy.eye(shape[-1]) * 2 * shape[-1] ** 0.5
    return library.array(host.astype(dtype))


def definite(library, shape, dtype, seed=0):
    """Symmetric positive definite matrices."""
    host = numpy.random.default_rng(seed).uniform(-1, 1, shape)
    return library.array((host @ host.swapaxes(-2, -1) + numpy.eye(shape[-1])).astype(dtype))
