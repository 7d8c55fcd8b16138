"""What a kernel of cuprumx.jit may name beside Python's own words: threads, barriers, shared memory, shuffles,
atomics."""

import inspect
from typing import Any

import numpy

from .._core._jit import Type, Value

from .values import Intrinsic, KernelVariable, RangeFunction, is_known


class Function(Intrinsic):
    """A function that can be called in a kernel only."""

    def __init__(self, emit):
        self._emit = emit
        self.__name__ = emit.__name__
        self.__qualname__ = emit.__qualname__
        self.__module__ = emit.__module__
        self.__doc__ = emit.__doc__
        signature = inspect.signature(emit)
        self.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])

    def __call__(self, *args, **kwargs) -> Any:
        raise RuntimeError(f"{self.__name__}() can be called in a function under jit.rawkernel only")

    def __repr__(self):
        return f"<cuprumx.jit function {self.__name__}>"

    def _call(self, body, *args, **kwargs):
        try:
            self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.__name__}(): {error}") from None
        return self._emit(body, *args, **kwargs)


# ------------------------------------------------------------------------------------------------------------- threads


class Dim3(Intrinsic):
    """Three numbers, `.x`, `.y` and `.z`, that are read in a kernel: each a uint32."""

    x: Any
    y: Any
    z: Any

    def __init__(self, name, doc):
        self._name = name
        self.__doc__ = doc

    def __repr__(self):
        return f'<Data code = "{self._name}", type = dim3>'

    def _attribute(self, body, name):
        if name not in ("x", "y", "z"):
            raise AttributeError(f"{self._name} has x, y and z, not {name!r}")
        return body.builder.thread_variable(self._name, "xyz".index(name))


threadIdx = Dim3(
    "threadIdx",
    """The thread's place in its block: `threadIdx.x`, `.y`, `.z`, each a uint32.

Example
    >>> @jit.rawkernel()
    ... def fill(x):
    ...     x[jit.threadIdx.x] = 1
""",
)
blockIdx = Dim3(
    "blockIdx",
    """The block's place in the grid: `blockIdx.x`, `.y`, `.z`, each a uint32.

Example
    >>> @jit.rawkernel()
    ... def number(x):
    ...     x[jit.blockIdx.x] = jit.blockIdx.x
""",
)
blockDim = Dim3(
    "blockDim",
    """How many threads a block has along its axes: `blockDim.x`, `.y`, `.z`, each a uint32.

Example
    >>> i = jit.blockIdx.x * jit.blockDim.x + jit.threadIdx.x
""",
)
gridDim = Dim3(
    "gridDim",
    """How many blocks the grid has along its axes: `gridDim.x`, `.y`, `.z`, each a uint32.

Example
    >>> threads = jit.gridDim.x * jit.blockDim.x
""",
)


class WarpSize(KernelVariable):
    """How many threads a warp has: 32.

    Example
        >>> warp = jit.threadIdx.x // jit.warpsize
    """

    def __repr__(self):
        return '<Data code = "warpSize", type = int>'

    def _value(self, body):
        return 32


warpsize = WarpSize()


def _along(ndim, get):
    if not isinstance(ndim, int) or isinstance(ndim, bool):
        raise TypeError("ndim must be an int that is known while the kernel is made")
    if ndim not in (1, 2, 3):
        raise ValueError(f"ndim must be 1, 2 or 3, not {ndim}")
    return get(0) if ndim == 1 else tuple(get(axis) for axis in range(ndim))


@Function
def grid(body, ndim):
    """The thread's place in the whole grid.

    Parameters
        ndim: along how many axes: 1, 2 or 3.
    Returns
        `blockIdx.x * blockDim.x + threadIdx.x`, a uint32; for 2 and 3 axes a tuple of such numbers for x, y and z.
    Example
        >>> @jit.rawkernel()
        ... def kernel(y):
        ...     i, j = jit.grid(2)
        ...     y[i, j] = 10 * i + j
        >>> y = cp.zeros((2, 2), int)
        >>> kernel[(1, 1), (2, 2)](y)
        >>> y
        array([[ 0,  1],
               [10, 11]])
    """
    return _along(ndim, body.builder.thread_in_grid)


@Function
def gridsize(body, ndim):
    """How many threads the whole grid has.

    Parameters
        ndim: along how many axes: 1, 2 or 3.
    Returns
        `gridDim.x * blockDim.x`, a uint32; for 2 and 3 axes a tuple of such numbers for x, y and z.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x, y, n):
        ...     for i in range(jit.grid(1), n, jit.gridsize(1)):
        ...         y[i] = x[i] + 1
        >>> x = cp.arange(5)
        >>> y = cp.zeros_like(x)
        >>> kernel[1, 2](x, y, x.size)  # 2 threads for 5 elements
        >>> y
        array([1, 2, 3, 4, 5])
    """
    return _along(ndim, body.builder.threads_in_grid)


@Function
def laneid(body):
    """The thread's number in its warp, from 0 to 31.

    Returns
        A uint32.
    Example
        >>> @jit.rawkernel()
        ... def kernel(warps):
        ...     if jit.laneid() == 0:
        ...         jit.atomic_add(warps, 0, 1)
        >>> warps = cp.zeros(1, 'int32')
        >>> kernel[1, 128](warps)
        >>> warps
        array([4], dtype=int32)
    """
    return body.builder.lane()


@Function
def syncthreads(body):
    """Waits until all threads of the block are here; what they wrote before, all of them see afterwards.

    Every thread of the block must come to the same call.

    Returns
        Nothing.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     tile = jit.shared_memory(cp.int64, 4)
        ...     tile[jit.threadIdx.x] = x[jit.threadIdx.x]
        ...     jit.syncthreads()
        ...     x[jit.threadIdx.x] = tile[3 - jit.threadIdx.x]
        >>> x = cp.arange(4)
        >>> kernel[1, 4](x)
        >>> x
        array([3, 2, 1, 0])
    """
    return body.builder.expression(Type.none(), "__syncthreads()")


@Function
def syncwarp(body, *, mask=0xFFFFFFFF):
    """Waits until the threads of the warp that a mask names are here.

    Parameters
        mask: an integer whose bit n stands for lane n; by default the whole warp.
    Returns
        Nothing.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     tile = jit.shared_memory(cp.int64, 32)
        ...     tile[jit.laneid()] = x[jit.laneid()]
        ...     jit.syncwarp()
        ...     x[jit.laneid()] = tile[31 - jit.laneid()]
        >>> x = cp.arange(32)
        >>> kernel[1, 32](x)
        >>> x[:3]
        array([31, 30, 29])
    """
    mask = body.builder.cast(mask, numpy.uint32)
    return body.builder.expression(Type.none(), f"__syncwarp({mask.text})")


# ------------------------------------------------------------------------------------------------------------ shuffles


def _shuffle(body, kind, mask, var, val_id, width):
    return body.builder.shuffle(kind, mask, var, val_id, width)


@Function
def shfl_sync(body, mask, var, val_id, *, width=32):
    """Hands a value from one lane of the warp to all.

    Parameters
        mask: the lanes that take part, a bit each: 0xffffffff is all.
        var: what this thread hands over, a number of any dtype.
        val_id: the lane whose value is wanted.
        width: lanes that form a group of their own: 2, 4, 8, 16 or 32.
    Returns
        The value of `var` in that lane.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     x[jit.laneid()] = jit.shfl_sync(0xffffffff, x[jit.laneid()], 5)
        >>> x = cp.arange(32)
        >>> kernel[1, 32](x)
        >>> x[:3]
        array([5, 5, 5])
    """
    return _shuffle(body, 0, mask, var, val_id, width)


@Function
def shfl_up_sync(body, mask, var, val_id, *, width=32):
    """Takes a value from the lane so many below.

    Parameters
        mask: the lanes that take part, a bit each: 0xffffffff is all.
        var: what this thread hands over, a number of any dtype.
        val_id: how many lanes below; the lanes that have none there keep their own value.
        width: lanes that form a group of their own: 2, 4, 8, 16 or 32.
    Returns
        The value of `var` in that lane.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     x[jit.laneid()] = jit.shfl_up_sync(0xffffffff, x[jit.laneid()], 1)
        >>> x = cp.arange(32)
        >>> kernel[1, 32](x)
        >>> x[:4]
        array([0, 0, 1, 2])
    """
    return _shuffle(body, 1, mask, var, val_id, width)


@Function
def shfl_down_sync(body, mask, var, val_id, *, width=32):
    """Takes a value from the lane so many above.

    Parameters
        mask: the lanes that take part, a bit each: 0xffffffff is all.
        var: what this thread hands over, a number of any dtype.
        val_id: how many lanes above; the lanes that have none there keep their own value.
        width: lanes that form a group of their own: 2, 4, 8, 16 or 32.
    Returns
        The value of `var` in that lane.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x, total):
        ...     value = x[jit.laneid()]
        ...     for step in (16, 8, 4, 2, 1):
        ...         value += jit.shfl_down_sync(0xffffffff, value, step)
        ...     if jit.laneid() == 0:
        ...         total[0] = value
        >>> total = cp.zeros(1, int)
        >>> kernel[1, 32](cp.arange(32), total)
        >>> total
        array([496])
    """
    return _shuffle(body, 2, mask, var, val_id, width)


@Function
def shfl_xor_sync(body, mask, var, val_id, *, width=32):
    """Exchanges values between lanes whose numbers differ in given bits.

    Parameters
        mask: the lanes that take part, a bit each: 0xffffffff is all.
        var: what this thread hands over, a number of any dtype.
        val_id: the bits in which the two lanes' numbers differ.
        width: lanes that form a group of their own: 2, 4, 8, 16 or 32.
    Returns
        The value of `var` in the other lane.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     x[jit.laneid()] += jit.shfl_xor_sync(0xffffffff, x[jit.laneid()], 1)
        >>> x = cp.arange(32)
        >>> kernel[1, 32](x)
        >>> x[:4]
        array([1, 1, 5, 5])
    """
    return _shuffle(body, 3, mask, var, val_id, width)


# ------------------------------------------------------------------------------------------------------------- atomics

_ATOMICS = ("add", "sub", "exch", "min", "max", "inc", "dec", "cas", "and", "or", "xor")


def _atomic(name, effect, dtypes, returns="What the element held before."):
    def emit(body, array, index, value, alt_value=None):
        if not isinstance(array, Value) or array.type.kind not in ("array", "pointer"):
            raise TypeError(
                f"atomic_{name} changes an element of an array or of shared memory, not of {body.describe(array)}"
            )
        indices = index if isinstance(index, tuple) else (index,)
        if isinstance(index, Value) and index.type.kind == "tuple":
            indices = tuple(body.builder.element(index, i) for i in range(len(index.type.elements)))
        place = body.builder.index(array, indices)
        return body.builder.atomic(_ATOMICS.index(name), place, value, alt_value)

    is_cas = name == "cas"
    first = dtypes.partition(",")[0]
    outcome = {"add": 9, "min": 3, "max": 6, "inc": 0, "cas": 1, "and": 2, "or": 7, "xor": 5}.get(name, 3)
    emit.__name__ = emit.__qualname__ = f"atomic_{name}"
    emit.__doc__ = f"""{effect}, in one step that no other thread comes between.

    Parameters
        array: an array, or shared memory, of {dtypes}.
        index: the element's index, an integer or a tuple.
        value: {"what the element is compared with" if is_cas else "the other operand"}, cast to the element's dtype.
        alt_value: {"what is stored if they are equal" if is_cas else "of atomic_cas only"}.
    Returns
        {returns}
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     jit.atomic_{name}(x, 0, {"6, 1" if is_cas else "3"})
        >>> x = cp.array([6], '{first}')
        >>> kernel[1, 1](x)
        >>> x
        array([{outcome}], dtype={first})
    """
    return Function(emit)


_ALL = "int32, uint32, int64, uint64, float16, bfloat16, float32 or float64"
_COMPARED = "int32, uint32, int64, uint64, float32 or float64"
_INTEGERS = "int32, uint32, int64 or uint64"

atomic_add = _atomic("add", "Adds to an element", _ALL)
atomic_sub = _atomic("sub", "Subtracts from an element", _ALL)
atomic_exch = _atomic("exch", "Puts a value into an element", _COMPARED)
atomic_min = _atomic("min", "Makes an element the smaller one of itself and a value", _COMPARED)
atomic_max = _atomic("max", "Makes an element the larger one of itself and a value", _COMPARED)
atomic_inc = _atomic("inc", "Counts an element up to a value and then from 0 again", "uint32")
atomic_dec = _atomic("dec", "Counts an element down to 0 and then from a value again", "uint32")
atomic_cas = _atomic(
    "cas", "Compares an element with a value and stores another one if they are equal", "uint16, " + _INTEGERS
)
atomic_and = _atomic("and", "Makes an element the bitwise and of itself and a value", _INTEGERS)
atomic_or = _atomic("or", "Makes an element the bitwise or of itself and a value", _INTEGERS)
atomic_xor = _atomic("xor", "Makes an element the bitwise exclusive or of itself and a value", _INTEGERS)


# ------------------------------------------------------------------------------------------------------- memory, loops


@Function
def shared_memory(body, dtype, size, alignment=None):
    """Memory that the threads of a block share.

    Parameters
        dtype: of the elements.
        size: how many elements there are, an int that is known while the kernel is made; or a tuple of them for several
            dimensions; or None for dynamic shared memory, as many bytes of which are there as the launch's `shared_mem`
            says.
        alignment: of the first element in bytes, a power of 2.
    Returns
        An array that is indexed as others are. All calls with None give the same memory.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x):
        ...     tile = jit.shared_memory(cp.float32, 4)
        ...     tile[jit.threadIdx.x] = x[jit.threadIdx.x]
        ...     jit.syncthreads()
        ...     x[jit.threadIdx.x] = tile[3 - jit.threadIdx.x]
        >>> x = cp.arange(4, dtype='float32')
        >>> kernel[1, 4](x)
        >>> x
        array([3., 2., 1., 0.], dtype=float32)
    """
    element = dtype._element() if hasattr(dtype, "_element") else Type.scalar(numpy.dtype(dtype))
    if size is None:
        return body.builder.shared_memory(element, None, alignment)
    lengths = size if isinstance(size, tuple) else (size,)
    if not is_known(lengths) or not all(isinstance(n, (int, numpy.integer)) for n in lengths):
        raise TypeError("the size of shared memory must be an int that is known while the kernel is made, or None")
    return body.builder.shared_memory(element, [int(n) for n in lengths], alignment)


class Range(RangeFunction):
    """Python's range, with a say in whether the loop is unrolled.

    Parameters
        args: stop; start and stop; or start, stop and step.
        unroll: True unrolls the loop, False keeps the compiler from it, an int n makes n copies of the body; by default
            the compiler decides.
    Example
        >>> @jit.rawkernel()
        ... def kernel(x, y):
        ...     total = 0
        ...     for i in jit.range(4, unroll=True):
        ...         total += x[i]
        ...     y[0] = total
        >>> y = cp.zeros(1, int)
        >>> kernel[1, 1](cp.arange(4), y)
        >>> y
        array([6])
    """

    __name__ = "range"

    def __call__(self, *args, unroll=None) -> Any:
        raise RuntimeError("jit.range() can be called in a function under jit.rawkernel only")

    def __repr__(self):
        return "<cuprumx.jit function range>"

    def _call(self, body, *args, **kwargs):
        raise TypeError("jit.range() is for loops: for i in jit.range(n)")


unrollable_range = Range()
