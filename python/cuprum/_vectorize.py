"""Python functions of numbers as functions of arrays."""

import functools
import inspect

import numpy as _np

from . import _by_name
from ._core import ElementwiseKernel, asarray, ndarray

__all__ = ["vectorize"]

_NUMBERS = {
    bool: _np.dtype(bool),
    int: _np.dtype("int64"),
    float: _np.dtype("float64"),
    complex: _np.dtype("complex128"),
}


class vectorize:
    """A function of arrays, broadcast together, from a Python function of numbers, which is compiled.

    What the function may contain is what kernels of `cuprumx.jit` may: arithmetic, conditions, loops, other such
    functions, those of `math` and the ufuncs. Types are NumPy's; Python's int, float and complex count as int64,
    float64 and complex128.

    Parameters
        pyfunc: a Python function that takes numbers and gives one, or a tuple of them. Without it the result is a
            decorator that takes it.
        otypes: dtypes of the outputs, as a string of typecodes or a list; what the function gives is cast to them.
        doc: the documentation, instead of the function's own.
        excluded: names or positions of parameters that are not vectorised: the function is compiled for their values.
        cache: NumPy then remembers the call by which it learns how many outputs there are. No such call is made here:
            the function is compiled, and what was compiled is kept for each combination of types.
        signature: of a function of arrays, such as '(n),(n)->()': then it is called, not compiled, for each part of
            that many dimensions.
    Raises
        TypeError: `pyfunc` is no function. At a call, TypeError, NotImplementedError, ...: it cannot be compiled.
    Example
        >>> @cuprum.vectorize
        ... def clipped(x, y):
        ...     return x if x < y else y * 2
        >>> clipped(cuprum.arange(4), 2)
        array([0, 1, 4, 4])
    """

    def __new__(cls, pyfunc=None, *args, **kwargs):
        if pyfunc is None:
            return functools.partial(cls, *args, **kwargs)
        return super().__new__(cls)

    def __init__(self, pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if not callable(pyfunc):
            raise TypeError(f"vectorize takes a function, not {pyfunc!r}")
        functools.update_wrapper(self, pyfunc, updated=())
        self.pyfunc = pyfunc
        self.otypes = None if otypes is None else tuple(_np.dtype(t) for t in otypes)
        self.excluded = set(excluded or ())
        self.cache = cache
        self.signature = signature
        if doc is not None:
            self.__doc__ = doc
        self._kernels = {}
        self._batched = None
        if signature is not None:
            from ._gufunc import GeneralizedUFunc

            self._batched = GeneralizedUFunc(pyfunc, signature, name=getattr(pyfunc, "__name__", "function"))
            return
        self._parameters = inspect.signature(pyfunc)
        self._names = list(self._parameters.parameters)
        for name in self.excluded:
            if name not in self._names and name not in range(len(self._names)):
                raise ValueError(f"excluded has {name!r}, and the parameters are {', '.join(self._names)}")

    def __reduce__(self):
        arguments = (self.pyfunc, self.otypes, self.__doc__, self.excluded, self.cache, self.signature)
        return _by_name.reduce(self, self.pyfunc, type(self), arguments)

    def __repr__(self):
        return f"<vectorize {getattr(self, '__name__', self.pyfunc)!r}>"

    def __call__(self, *args, **kwargs):
        """The function over arrays and numbers.

        Parameters
            args, kwargs: the function's arguments.
        Returns
            An array, or a tuple of arrays where the function gives a tuple.
        """
        if self._batched is not None:
            result = self._batched(*args, **kwargs)
            if self.otypes is None:
                return result
            if isinstance(result, tuple):
                return tuple(r.astype(t) for r, t in zip(result, self.otypes))
            return result.astype(self.otypes[0])
        operands, key, constants = self._sort(args, kwargs)
        kernel = self._kernels.get(key)
        if kernel is None:
            kernel = self._kernels[key] = self._compile(operands, constants)
        if not any(isinstance(x, ndarray) for x in operands):
            operands[0] = asarray(operands[0])
        return kernel(*operands)

    def _sort(self, args, kwargs):
        """The arguments that are vectorised, what the kernel depends on, and the constants by their position."""
        if kwargs or len(args) != len(self._names):
            bound = self._parameters.bind(*args, **kwargs)
            given = set(bound.arguments)
            bound.apply_defaults()
            args = list(bound.arguments.values())
            constant = [
                name not in given or name in self.excluded or k in self.excluded for k, name in enumerate(self._names)
            ]
        else:
            constant = [name in self.excluded or k in self.excluded for k, name in enumerate(self._names)]
        operands, key, constants = [], [], {}
        for k, x in enumerate(args):
            if constant[k]:
                constants[k] = x
                key.append((type(x), x))
                continue
            if type(x) not in _NUMBERS and not isinstance(x, (ndarray, _np.generic)):
                if isinstance(x, _np.ndarray):
                    raise TypeError(
                        f"argument {self._names[k]!r} is an array of NumPy: convert it with "
                        f"{ndarray.__module__}.asarray"
                    )
                x = asarray(x)
            operands.append(x)
            key.append(_NUMBERS.get(type(x)) or x.dtype)
        if not operands:
            raise ValueError("cannot call a vectorised function without an argument that is vectorised")
        return operands, tuple(key), constants

    def _compile(self, operands, constants):
        from ._jit.interface import translate

        dtypes = [_NUMBERS.get(type(x)) or x.dtype for x in operands]
        count = len(operands) + len(constants)
        vectorised = [k for k in range(count) if k not in constants]
        types = iter(dtypes)
        translation = translate(
            self.pyfunc,
            [constants[k] if k in constants else next(types) for k in range(count)],
            constants=tuple(constants),
        )
        result = translation.result
        if result.kind == "tuple":
            outputs = [(element.dtype, f"cuprum::jit::get<{k}>(result)") for k, element in enumerate(result.elements)]
        elif result.kind == "scalar":
            outputs = [(result.dtype, "result")]
        else:
            raise TypeError(f"{self.pyfunc.__name__}() gives no number: it must return one, or a tuple of them")
        if self.otypes is not None:
            if len(self.otypes) != len(outputs):
                raise ValueError(
                    f"otypes has {len(self.otypes)} dtypes, and {self.pyfunc.__name__}() gives {len(outputs)} numbers"
                )
            outputs = [(dtype, text) for dtype, (_, text) in zip(self.otypes, outputs)]
        # 16-bit floats compute as floats in user kernels; the function takes them as they are stored.
        stored = [
            f"in{k}" + (".stored" if dtype.name in ("float16", "bfloat16") else "")
            for k, dtype in zip(vectorised, dtypes)
        ]
        assignments = "".join(
            f"out{k} = cuprum::cast<{_stored_type(dtype)}>({text});\n" for k, (dtype, text) in enumerate(outputs)
        )
        return ElementwiseKernel(
            ", ".join(f"{dtype.name} in{k}" for k, dtype in zip(vectorised, dtypes)),
            ", ".join(f"{dtype.name} out{k}" for k, (dtype, _) in enumerate(outputs)),
            f"const auto result = {translation.name}({', '.join(stored)});\n{assignments}",
            "vectorized_" + (self.pyfunc.__name__ if self.pyfunc.__name__.isidentifier() else "function"),
            preamble=translation.code,
        )


def _stored_type(dtype):
    from ._core._jit import Type

    return Type.scalar(dtype).text
