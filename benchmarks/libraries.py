"""The libraries that are compared, behind what a measurement needs of them: a module, a clock and a way to free memory."""

import importlib
import time

import numpy


class HostClock:
    """For work that is done when its call returns."""

    def record(self):
        return time.perf_counter()

    def milliseconds(self, start, stop):
        return (stop - start) * 1e3

    def synchronize(self):
        pass


class DeviceClock:
    """Events in the current stream, by the interface that CuPy and cuprum share."""

    def __init__(self, cuda):
        self.cuda = cuda

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
        self.xp = importlib.import_module(name)
        self.version = self.xp.__version__
        self.on_gpu = name in ("cupy", "torch") or (name == "cuprum" and self.xp.backend() == "cuda")
        if name == "torch":
            self.clock = TorchClock(self.xp)
        else:
            self.clock = DeviceClock(self.xp.cuda) if self.on_gpu else HostClock()
        if self.on_gpu and not self.xp.cuda.is_available():
            raise RuntimeError(f"{name} finds no GPU")

    def array(self, host):
        if self.name == "torch":
            return self.xp.from_numpy(host).cuda()
        return self.xp.asarray(host)

    def empty(self, size, dtype):
        if self.name == "torch":
            return self.xp.empty(size, dtype=getattr(self.xp, dtype.name), device="cuda")
        return self.xp.empty(size, dtype)

    def to_host(self, array):
        if self.name == "torch":
            return array.cpu().numpy()
        return array if self.name == "numpy" else self.xp.asnumpy(array)

    def free(self):
        """Gives back what the library's pool keeps, so that one case does not live on the memory of another."""
        if self.name == "torch":
            self.xp.cuda.empty_cache()
        elif self.name != "numpy":
            self.xp.get_default_memory_pool().free_all_blocks()


def load(names, errors):
    """The libraries that can be used, by name; why another cannot goes to `errors`."""
    found = {}
    for name in names:
        try:
            found[name] = Library(name)
        except Exception as error:  # a broken installation must not stop the others' measurement
            errors[name] = f"{type(error).__name__}: {error}"
    return found


def data(library, shape, dtype, seed=0):
    """Random values in [0.1, 1.1), or whole numbers in [1, 100), made on the host in a block that is then repeated."""
    size = int(numpy.prod(shape))
    block = min(size, 1 << 22)
    random = numpy.random.default_rng(seed)
    dtype = numpy.dtype(dtype)
    if dtype.kind == "b":
        host = random.random(block) < 0.5
    elif dtype.kind in "iu":
        host = random.integers(1, 100, block).astype(dtype)
    else:
        host = (random.random(block, dtype=numpy.float32) + 0.1).astype(dtype)
        if dtype.kind == "c":
            host.imag = random.random(block, dtype=numpy.float32)
    if block == size:
        return library.array(host.reshape(shape))
    array = library.empty(size, dtype)
    repeats = size // block
    array[: repeats * block].reshape(repeats, block)[...] = library.array(host)
    if size % block:
        array[repeats * block :] = library.array(host[: size % block])
    return array.reshape(shape)
