"""`rawkernel`, and the translation of scalar functions that others build upon."""

import functools
import typing

from .. import _by_name
from .._core._jit import Builder, Kernel, Type

from .translate import Translator


def _without_internals(error):
    """The error with none of the translator's frames, which would hide the lines that matter."""
    error.__cause__ = error.__context__ = None
    return error.with_traceback(None)


def _make(function, builder, types):
    try:
        Translator(builder).kernel(function, types)
    except Exception as error:
        if getattr(error, "_cuprum_places", None) is None:
            raise
        raise _without_internals(error)


def _refuse(function, builder, types):
    raise RuntimeError(f"{function.__name__}() is a device function: it is called by kernels, and not launched")


class _JitRawKernel(Kernel):
    """A kernel or device function written in Python, as `rawkernel` makes it.

    A kernel is launched as `kernel(grid, block, args, shared_mem=0, stream=None)` or as `kernel[grid, block](*args)`.

    Parameters
        grid: how many blocks there are, along up to three axes.
        block: how many threads a block has, along up to three axes.
        args: the arguments, arrays and numbers. Python's int, float and complex are int32 (int64 where that is too
            small), float32 and complex64 under mode 'cuda', and int64, float64 and complex128 under 'numpy'.
        shared_mem: bytes of dynamic shared memory for each block.
        stream: where it runs; the current stream if None.
    Raises
        TypeError, NameError, NotImplementedError, ...: the function cannot be translated; the message shows the line.
        CUDARuntimeError: the grid, the block or the shared memory is more than there is.
    """

    def __init__(self, func, mode, device):
        super().__init__(functools.partial(_refuse if device else _make, func), mode)
        functools.update_wrapper(self, func)
        self._func = func
        self._mode = mode
        self._device = device

    def __reduce__(self):
        return _by_name.reduce(self, self._func, type(self), (self._func, self._mode, self._device))

    @property
    def _device_function(self):
        """The function that kernels call; None for a kernel."""
        return self._func if self._device else None

    def __repr__(self):
        return f"<{'device function' if self._device else 'kernel'} {self.__name__}>"

    def __getitem__(self, grid_and_block):
        """`kernel[grid, block]` is the kernel as a function of its arguments; the grid and the block are ints or
        tuples."""
        if not isinstance(grid_and_block, tuple) or len(grid_and_block) != 2:
            raise TypeError("a kernel is launched as kernel[grid, block](*args)")
        grid, block = grid_and_block
        return lambda *args, **kwargs: self(grid, block, args, **kwargs)

    @property
    def cached_codes(self):
        """The texts that were made so far: a dict from the arguments' types."""
        return {tuple(types): text for types, text in self._codes}

    @property
    def cached_code(self):
        """The first of the texts that were made so far.

        Raises
            RuntimeError: the kernel was not called yet.
        """
        codes = self.cached_codes
        if not codes:
            raise RuntimeError(f"{self.__name__} has no text before it is called with arguments of some types")
        return next(iter(codes.values()))


def rawkernel(*, mode="cuda", device=False):
    """Make a kernel of a Python function, as a decorator.

    The kernel is translated and compiled at its first call with arguments of given types.

    Parameters
        mode: how operations find the dtype of their result. 'cuda': as C++ does; Python's literals are int32, float32
            and complex64. 'numpy': as NumPy does; literals take the dtype of what they meet.
        device: True makes a function that kernels call; it may return a value.
    Returns
        A decorator, which makes a `_JitRawKernel`.
    Raises
        ValueError: `mode` is another.
    Example
        >>> @jit.rawkernel()
        ... def square(x, y, size):
        ...     for i in range(jit.grid(1), size, jit.gridsize(1)):
        ...         y[i] = x[i] * x[i]
        >>> x = cp.arange(5)
        >>> y = cp.zeros_like(x)
        >>> square((128,), (1024,), (x, y, x.size))
        >>> y
        array([ 0,  1,  4,  9, 16])
        >>> square[128, 1024](x, y, x.size)  # the same
    """
    if mode not in ("cuda", "numpy"):
        raise ValueError(f"mode must be 'cuda' or 'numpy', not {mode!r}")
    return lambda func: _JitRawKernel(func, mode, device)


class Translation(typing.NamedTuple):
    """A Python function as text of CUDA C++."""

    name: str  #: the device function's name in the text
    code: str  #: the text: includes and functions, for global scope
    result: Type  #: of the result: `.kind` is "scalar" with `.dtype`, "tuple" with `.elements`, or "none"


def translate(function, dtypes, *, mode="numpy", constants: object = ()):
    """Translate a Python function of numbers into a device function.

    The text includes headers of cuprum, and nothing of it needs threads or blocks, so that it can be the preamble of an
    ElementwiseKernel as well as of a RawKernel.

    Parameters
        function: a Python function or lambda that takes numbers and returns a number or a tuple of numbers.
        dtypes: the dtype of each argument.
        mode: 'numpy' types operations as NumPy does, 'cuda' as C++ does; see `rawkernel`.
        constants: positions of arguments for whose values the function is made: `dtypes` has the values there, and the
            device function does not take them.
    Returns
        A Translation. Its `name` is called with arguments of exactly these dtypes as kernels store them (`float`,
        `cuprum::float16`, `cuprum::complex64`, ...); the result is such a number too, or a `cuprum::jit::tuple`, whose
        elements are `cuprum::jit::get<0>(t)`, ...
    Raises
        TypeError, NameError, NotImplementedError, ...: the function cannot be translated; the message shows the line.
        RuntimeError: its source cannot be read.
    Example
        >>> t = jit.translate(lambda x, y: x * y + 1, (numpy.float32, numpy.float32))
        >>> t.name, t.result
        ('function_1', <float32>)
        >>> f = cuprum.ElementwiseKernel('float32 x, float32 y', 'float32 z', f'z = {t.name}(x, y)', preamble=t.code)
    """
    builder = Builder(mode)
    try:
        parameters = [x if k in constants else Type.scalar(x) for k, x in enumerate(dtypes)]
        name, result = Translator(builder).device_function(function, parameters)
    except Exception as error:
        raise _without_internals(error)
    return Translation(name, builder.text, result)
