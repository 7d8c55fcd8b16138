"""Random numbers: RandomState in CuPy's streams, Generator, and functions that draw from the current device's
RandomState.

Generators and their engines (Generator, RandomState, BitGenerator, XORWOW, MRG32k3a, Philox4x3210):
    >>> rng = cp.random.Generator(cp.random.Philox4x3210(seed=1))
    >>> same = cp.random.Generator(cp.random.Philox4x3210(seed=1))
    >>> cp.array_equal(rng.normal(size=4), same.normal(size=4))
    array(True)
    >>> cp.random.RandomState(1).rand(2).round(4)
    array([0.7245, 0.4382])
"""

import operator as _operator
import typing as _typing

import numpy as _numpy

from . import _core
from ._core import _random
from ._core._random import *  # noqa: F403  RandomState, its state, and a function for each distribution
from ._core._random import RandomState, get_random_state
from ._placement import placed as _placed
from ._signatures import OfMethod as _OfMethod


def _drawing(name):
    method = getattr(RandomState, name)

    @_placed  # numbers for an array come from the state of its device
    def function(*args, **kwargs):
        return method(get_random_state(), *args, **kwargs)

    function.__name__ = function.__qualname__ = name
    function.__wrapped__.__wrapped__ = _OfMethod(method)
    function.__doc__ = method.__doc__.replace("(self, ", "(", 1)
    return function


if _typing.TYPE_CHECKING:
    _state = RandomState()
    rand, randn, randint, random_sample = _state.rand, _state.randn, _state.randint, _state.random_sample
    choice, permutation, shuffle, bytes, seed = (
        _state.choice,
        _state.permutation,
        _state.shuffle,
        _state.bytes,
        _state.seed,
    )
    multinomial, dirichlet, multivariate_normal = _state.multinomial, _state.dirichlet, _state.multivariate_normal
else:
    for _name in ("rand", "randn", "randint", "random_sample", "choice", "permutation", "shuffle", "multinomial",
                  "dirichlet", "multivariate_normal", "bytes", "seed"):  # fmt: skip
        globals()[_name] = _drawing(_name)
random = ranf = sample = random_sample


def random_integers(low, high=None, size=None) -> _core.ndarray:
    """Random integers from `low` to `high`, both included; from 1 to `low` where `high` is not given.

    Parameters
        low, high: the least and the largest number, as whole numbers or arrays.
        size: the shape of the result; one number by default.
    Raises
        ValueError: `low` is not below `high`, or shapes do not broadcast.
    Example
        >>> random.random_integers(6, size=3).shape
        (3,)
    """
    if high is None:
        low, high = 1, low
    return randint(low, high + 1, size)


class BitGenerator:
    """The engine of a Generator.

    Parameters
        seed: a whole number, or an array of them; by default one from the operating system.
        size: how many numbers will be drawn at once, for which CuPy keeps as many engines. Here each element has an
            engine of its own, and any number may be drawn.
    """

    _kind = None

    def __init__(self, seed=None, *, size=-1):
        if self._kind is None:
            raise NotImplementedError("BitGenerator is a base class: use XORWOW, MRG32k3a or Philox4x3210")
        if _operator.index(size) < -1 or size == 0:
            raise ValueError(f"size must be a positive number, or -1 for any; found {size}")
        # Dask and others draw seeds for further engines from here.
        self._seed_seq = seed if isinstance(seed, _numpy.random.SeedSequence) else _numpy.random.SeedSequence(seed)
        if seed is self._seed_seq or seed is None:
            seed = int(self._seed_seq.generate_state(1, _numpy.uint64)[0])
        self._generator = _random._Generator(seed, self._kind)

    def random_raw(self, size=None, output=True):
        """The engine's own 32-bit numbers, as uint32; nothing where `output` is false."""
        numbers = self._generator._bits(size, False)
        return numbers if output else None

    def state(self):
        """The seed and the number of the next element."""
        return self._generator._state()

    @property
    def generator(self):
        """The library's number of the engine."""
        return self._kind


class Philox4x3210(BitGenerator):
    """Philox with four words of 32 bits and ten rounds (Salmon et al., 2011).

    Parameters are those of `BitGenerator`.
    """

    _kind = 0


class XORWOW(BitGenerator):
    """Marsaglia's XORWOW (2003). Parameters are those of `BitGenerator`."""

    _kind = 1


class MRG32k3a(BitGenerator):
    """L'Ecuyer's combined multiple recursive generator (1999). Parameters are those of `BitGenerator`."""

    _kind = 2


# What all sources of random numbers can draw; the methods are set below.
if _typing.TYPE_CHECKING:
    from ._core._random import _Generator as _Drawing
else:
    _Drawing = object


class Generator(_Drawing):
    """Random numbers from a bit generator; the streams depend on the seed and on what was drawn before, not on the
    device.

    Parameters
        bit_generator: XORWOW, MRG32k3a or Philox4x3210.
    """

    def __init__(self, bit_generator):
        self.bit_generator = bit_generator

    @property
    def bit_generator(self):
        """Where the random bits come from. Another one may be set."""
        return self._bit_generator

    @bit_generator.setter
    def bit_generator(self, bit_generator):
        if not isinstance(bit_generator, BitGenerator):
            raise TypeError(f"a Generator needs a BitGenerator, not {type(bit_generator).__name__}")
        self._bit_generator, self._source = bit_generator, bit_generator._generator

    def __repr__(self):
        return f"Generator({type(self.bit_generator).__name__})"

    @staticmethod
    def _into(result, out):
        if out is None:
            return result
        if out.dtype != result.dtype:
            raise TypeError(f"out must be of {result.dtype}, not {out.dtype}")
        if out.shape != result.shape:
            raise ValueError(f"out must be of shape {result.shape}, not {out.shape}")
        out[...] = result
        return out

    def random(self, size=None, dtype: object = float, out=None) -> _core.ndarray:
        """Uniform numbers in [0, 1) of float64 or float32."""
        return self._into(self._source.random(out.shape if size is None and out is not None else size, dtype), out)

    def standard_normal(self, size=None, dtype: object = float, out=None) -> _core.ndarray:
        """Standard normal numbers of float64 or float32."""
        return self._into(
            self._source.standard_normal(out.shape if size is None and out is not None else size, dtype), out
        )

    def standard_exponential(self, size=None, dtype: object = float, method="inv", out=None) -> _core.ndarray:
        """Exponential numbers of mean 1."""
        return self._into(
            self._source.standard_exponential(out.shape if size is None and out is not None else size, dtype), out
        )

    def standard_gamma(self, shape, size=None, dtype: object = float, out=None) -> _core.ndarray:
        """Gamma numbers of scale 1."""
        return self._into(
            self._source.standard_gamma(shape, out.shape if size is None and out is not None else size, dtype), out
        )

    def integers(self, low, high=None, size=None, dtype: object = int, endpoint=False) -> _core.ndarray:
        """Random integers in [low, high), or [low, high] with `endpoint`; in [0, low) where `high` is not given."""
        if high is None:
            low, high = 0, low
        return self._source._integers(low, high + 1 if endpoint else high, size, dtype)


def _method(name):
    source = getattr(_random._Generator, name)

    def method(self, *args, **kwargs):
        return source(self._source, *args, **kwargs)

    method.__name__ = name
    method.__qualname__ = f"Generator.{name}"
    method.__doc__ = source.__doc__
    return method


for _name in [
    *_random._distributions,
    "choice",
    "permutation",
    "permuted",
    "shuffle",
    "multinomial",
    "dirichlet",
    "multivariate_normal",
    "bytes",
]:
    if _name not in vars(Generator):
        setattr(Generator, _name, _method(_name))
del _name


def default_rng(seed=None) -> Generator:
    """A Generator on XORWOW.

    Parameters
        seed: None, a whole number, an array of them, a BitGenerator, or a Generator, which is returned as it is.
    Returns
        A Generator.
    Raises
        ValueError: a negative seed, or one of more than 64 bits.
    Example
        >>> random.default_rng(0).random(3).shape
        (3,)
    """
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, BitGenerator) else XORWOW(seed))
