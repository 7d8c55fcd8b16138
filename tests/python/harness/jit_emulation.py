"""The meaning of a jitted kernel in plain Python: the same function, run once for each thread over NumPy arrays.

`run` gives the function another `jit`, whose threads are Python's; barriers, shared memory, shuffles and atomics do
there what they do in a kernel, so that a test need not say a second time what a kernel computes.
"""

import builtins
import threading
import types

import numpy as np


class _Dim3:
    def __init__(self, xyz):
        self.x, self.y, self.z = (np.uint32(n) for n in xyz)


class _Block:
    """What the threads of a block have in common."""

    def __init__(self, threads):
        self.barrier = threading.Barrier(threads)
        self.shared = {}
        self.exchange = {}
        self.lock = threading.Lock()


class Jit:
    """The names of cuprumx.jit that kernels use, for the thread that asks."""

    warpsize = 32
    _atomic = threading.Lock()

    def __init__(self):
        self._local = threading.local()

    threadIdx = property(lambda self: self._local.thread)
    blockIdx = property(lambda self: self._local.block_index)
    blockDim = property(lambda self: self._local.block_dim)
    gridDim = property(lambda self: self._local.grid_dim)

    @staticmethod
    def range(*args, unroll=None):
        return builtins.range(*args)

    def _along(self, ndim, get):
        return get("x") if ndim == 1 else tuple(get(axis) for axis in "xyz"[:ndim])

    def grid(self, ndim):
        t = self._local
        return self._along(ndim, lambda a: getattr(t.block_index, a) * getattr(t.block_dim, a) + getattr(t.thread, a))

    def gridsize(self, ndim):
        t = self._local
        return self._along(ndim, lambda a: getattr(t.grid_dim, a) * getattr(t.block_dim, a))

    def laneid(self):
        return np.uint32(self._local.rank % 32)

    def syncthreads(self):
        self._local.block.barrier.wait()

    def syncwarp(self, *, mask=0xFFFFFFFF):
        self._local.block.barrier.wait()

    def shared_memory(self, dtype, size, alignment=None):
        t = self._local
        number = 0 if size is None else t.shared_count + 1
        t.shared_count = max(number, t.shared_count)
        count = t.dynamic_bytes // np.dtype(dtype).itemsize if size is None else size
        with t.block.lock:
            return t.block.shared.setdefault(number, np.zeros(count, dtype))

    def _shuffle(self, value, lane_of):
        t = self._local
        t.block.exchange[t.rank] = value
        t.block.barrier.wait()
        lane = t.rank % 32
        wanted = lane_of(lane)
        result = t.block.exchange[t.rank - lane + wanted] if wanted is not None else value
        t.block.barrier.wait()
        return result

    def shfl_sync(self, mask, var, val_id, *, width=32):
        return self._shuffle(var, lambda lane: lane // width * width + int(val_id) % width)

    def shfl_up_sync(self, mask, var, val_id, *, width=32):
        return self._shuffle(var, lambda lane: lane - int(val_id) if lane % width >= val_id else None)

    def shfl_down_sync(self, mask, var, val_id, *, width=32):
        return self._shuffle(var, lambda lane: lane + int(val_id) if lane % width + val_id < width else None)

    def shfl_xor_sync(self, mask, var, val_id, *, width=32):
        return self._shuffle(var, lambda lane: lane ^ int(val_id))

    def _change(self, array, index, change):
        with self._atomic:
            old = array[index]
            array[index] = change(old)
            return old

    def atomic_add(self, array, index, value):
        return self._change(array, index, lambda old: old + array.dtype.type(value))

    def atomic_sub(self, array, index, value):
        return self._change(array, index, lambda old: old - array.dtype.type(value))

    def atomic_exch(self, array, index, value):
        return self._change(array, index, lambda old: value)

    def atomic_min(self, array, index, value):
        return self._change(array, index, lambda old: builtins.min(old, value))

    def atomic_max(self, array, index, value):
        return self._change(array, index, lambda old: builtins.max(old, value))

    def atomic_inc(self, array, index, value):
        return self._change(array, index, lambda old: 0 if old >= value else old + 1)

    def atomic_dec(self, array, index, value):
        return self._change(array, index, lambda old: value if old == 0 or old > value else old - 1)

    def atomic_cas(self, array, index, value, alt_value):
        return self._change(array, index, lambda old: alt_value if old == value else old)

    def atomic_and(self, array, index, value):
        return self._change(array, index, lambda old: old & value)

    def atomic_or(self, array, index, value):
        return self._change(array, index, lambda old: old | value)

    def atomic_xor(self, array, index, value):
        return self._change(array, index, lambda old: old ^ value)


_SYNCHRONISING = {"syncthreads", "syncwarp", "shfl_sync", "shfl_up_sync", "shfl_down_sync", "shfl_xor_sync"}


def _emulated(function, jit, name="jit"):
    """The function with another `jit`, and with the device functions that it calls made plain again."""

    def seen(value):
        plain = getattr(value, "_func", value)
        here = isinstance(plain, types.FunctionType) and plain.__module__ == function.__module__
        return _emulated(plain, jit) if here else value

    globals = {key: seen(value) for key, value in function.__globals__.items() if key in function.__code__.co_names}
    globals |= {name: jit, "__builtins__": builtins}
    return types.FunctionType(
        function.__code__, globals, function.__name__, function.__defaults__, function.__closure__
    )


def _launch(function, jit, grid, block, args, dynamic_bytes):
    grid, block = ((tuple(n) if isinstance(n, tuple) else (n,)) for n in (grid, block))
    grid, block = grid + (1,) * (3 - len(grid)), block + (1,) * (3 - len(block))
    threads = int(np.prod(block))
    waits = bool(_SYNCHRONISING & set(function.__code__.co_names))
    failures = []

    def thread(place, rank, shared):
        local = jit._local
        local.block, local.rank, local.shared_count, local.dynamic_bytes = shared, rank, 0, dynamic_bytes
        local.block_index, local.block_dim, local.grid_dim = _Dim3(place), _Dim3(block), _Dim3(grid)
        local.thread = _Dim3((rank % block[0], rank // block[0] % block[1], rank // (block[0] * block[1])))
        try:
            with np.errstate(all="ignore"):
                function(*args)
        except BaseException as error:  # handed to the caller
            failures.append(error)
            shared.barrier.abort()

    for z, y, x in np.ndindex(grid[2], grid[1], grid[0]):
        shared = _Block(threads)
        if not waits:
            for rank in builtins.range(threads):
                thread((x, y, z), rank, shared)
        else:
            workers = [
                threading.Thread(target=thread, args=((x, y, z), rank, shared)) for rank in builtins.range(threads)
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join()
        if failures:
            raise failures[0]


def run(function, grid, block, args, shared_mem=0):
    """Runs a kernel's function over copies of NumPy arrays, which are returned beside the other arguments."""
    args = [a.copy() if isinstance(a, np.ndarray) else a for a in args]
    jit = Jit()
    _launch(_emulated(function, jit), jit, grid, block, args, shared_mem)
    return args
