"""Test classes with parameters, and tests of names that cuprum takes from NumPy."""

from collections.abc import Callable as _Callable
import inspect as _inspect
import itertools as _itertools
import sys as _sys
import types as _types
import unittest as _unittest

import numpy as _np


def product(parameter) -> list[dict]:
    """All combinations of a dictionary's lists, as dictionaries: `product({"a": [1, 2], "b": [3, 4]})` gives four.

    A list of dictionaries, or of lists of them, gives the combinations of their entries.

    Parameters
        parameter: a dictionary of lists, or a list of dictionaries or of lists of them.
    """
    if isinstance(parameter, dict):
        keys = sorted(parameter)
        return [dict(zip(keys, values)) for values in _itertools.product(*(parameter[key] for key in keys))]
    if isinstance(parameter, list):
        parts = [entry if isinstance(entry, list) else product(entry) for entry in parameter]
        return product_dict(*parts)
    raise TypeError(f"product takes a dictionary or a list, not {type(parameter).__name__}")


def product_dict(*parameters) -> list[dict]:
    """All combinations of dictionaries of several lists, each merged into one.

    Parameters
        parameters: lists of dictionaries.
    """
    return [{k: v for entry in entries for k, v in entry.items()} for entries in _itertools.product(*parameters)]


def _name(parameters):
    return ", ".join(f"{k}={getattr(v, '__name__', v)!s}" for k, v in sorted(parameters.items()))


def parameterize(*params, **kwargs) -> _Callable:
    """A decorator of test classes: their tests run for each of the dictionaries, whose entries are attributes of
    `self`.

    >>> @testing.parameterize(*testing.product({"shape": [(2, 3), (0,)], "axis": [None, 0]}))
    ... class TestSum:
    ...     @testing.numpy_cupy_allclose()
    ...     def test_sum(self, xp):
    ...         return xp.ones(self.shape).sum(self.axis)

    Parameters
        params: dictionaries from names of attributes to values.
        kwargs: not used.
    """
    has_names = kwargs.pop("_ids", True)  # of CuPy's own tests: without them tests are numbered
    if kwargs:
        raise TypeError(f"parameterize takes no keyword {next(iter(kwargs))!r}")

    def decorator(cls):
        if issubclass(cls, _unittest.TestCase):
            # unittest knows no parameters: a class for each of them goes into the module.
            module = _sys.modules[cls.__module__]
            for i, entry in enumerate(params):
                name = f"{cls.__name__}_param_{i}_{{{_name(entry)}}}"
                # A function that is an attribute of a class would be called with `self`.
                members = {k: staticmethod(v) if isinstance(v, _types.FunctionType) else v for k, v in entry.items()}
                setattr(module, name, type(name, (cls,), {**members, "__module__": cls.__module__}))
            cls.__test__ = False
            for i, entry in enumerate(params):
                getattr(module, f"{cls.__name__}_param_{i}_{{{_name(entry)}}}").__test__ = True
            return None
        import pytest

        @pytest.fixture(autouse=True)
        def _set_parameters(self, _cuprum_parameters):
            for key, value in _cuprum_parameters.items():
                setattr(self, key, value)

        cls._set_parameters = _set_parameters
        return pytest.mark.parametrize(
            "_cuprum_parameters",
            params,
            ids=[f"_param_{i}_{{{_name(p)}}}" if has_names else f"_param_{i}" for i, p in enumerate(params)],
        )(cls)

    return decorator


class NumpyAliasTestBase(_unittest.TestCase):
    """A test of a name that cuprum has from NumPy: a subclass sets `func`."""

    @property
    def func(self):
        raise self.skipTest("the subclass names the function")

    @property
    def numpy_func(self):
        return getattr(_np, self.func)

    @property
    def cupy_func(self):
        import cuprum

        return getattr(cuprum, self.func)


class NumpyAliasBasicTestBase(NumpyAliasTestBase):
    """The alias has the parameters of NumPy's function, and its docstring.

    Attributes
        func: the name that NumPy and cuprum have; a subclass sets it.
    """

    def test_argspec(self):
        ours, theirs = (_inspect.signature(f) for f in (self.cupy_func, self.numpy_func))
        assert list(ours.parameters) == list(theirs.parameters), (ours, theirs)

    def test_docstring(self):
        assert self.cupy_func.__doc__


class NumpyAliasValuesTestBase(NumpyAliasTestBase):
    """The alias gives NumPy's results.

    Attributes
        func: the name that NumPy and cuprum have; a subclass sets it.
        args: the arguments; a subclass sets them.
    """

    def test_values(self):
        assert self.numpy_func(*self.args) == self.cupy_func(*self.args)
