"""When tests run: what they need, and what is random in them."""

from collections.abc import Callable as _Callable
import contextlib as _contextlib
import functools as _functools
import random as _random
import unittest as _unittest
import unittest.mock as _mock
import warnings as _warnings

import numpy as _np

import cuprum as _cp


def installed(*specifiers) -> bool:
    """Whether packages are installed, each with a version that its specifier (`"numpy>=2"`) allows.

    Parameters
        specifiers: names of packages, each with or without versions.
    """
    from importlib import metadata

    from packaging.requirements import Requirement

    for text in specifiers:
        requirement = Requirement(text)
        try:
            version = metadata.version(requirement.name)
        except metadata.PackageNotFoundError:
            return False
        if not requirement.specifier.contains(version, prereleases=True):
            return False
    return True


def numpy_satisfies(version_range) -> bool:
    """Whether NumPy's version lies in a range such as ">=2.1,<3".

    Parameters
        version_range: versions, as packages name them.
    """
    return installed(f"numpy{version_range}")


def with_requires(*requirements) -> _Callable:
    """Skips the test unless packages are installed: `with_requires("scipy>=1.14")`.

    Parameters
        requirements: names of packages, each with or without versions.
    """
    return _unittest.skipUnless(installed(*requirements), f"requires: {','.join(requirements)}")


def multi_gpu(gpu_num) -> _Callable:
    """Skips the test, or all tests of a class, unless so many devices are there.

    Parameters
        gpu_num: how many devices are needed.
    """

    def decorator(test):
        if isinstance(test, type):
            for name, member in list(vars(test).items()):
                if name.startswith("test") and callable(member):
                    setattr(test, name, decorator(member))
            return test

        @_functools.wraps(test)
        def wrapper(*args, **kwargs):
            if _cp.cuda.runtime.getDeviceCount() < gpu_num:
                raise _unittest.SkipTest(f"needs {gpu_num} devices")
            return test(*args, **kwargs)

        return wrapper

    return decorator


def slow(*args, **kwargs) -> _Callable:
    """Marks a test as slow: `pytest -m "not slow"` leaves it out.

    Parameters
        args, kwargs: the test.
    """
    import pytest

    return pytest.mark.slow(*args, **kwargs)


def _generators():
    generators = [_random, _np.random]
    try:
        from cuprum import random
    except ImportError:
        return generators
    return [*generators, random]


def fix_random() -> _Callable:
    """Starts the random generators of Python, NumPy and cuprum from a fixed seed in each test, of a function or of a
    class's tests."""

    def fixed(test):
        @_functools.wraps(test)
        def wrapper(*args, **kwargs):
            before = _random.getstate(), _np.random.get_state()
            for generator in _generators():
                generator.seed(0)
            try:
                return test(*args, **kwargs)
            finally:
                _random.setstate(before[0])
                _np.random.set_state(before[1])

        return wrapper

    def decorator(target):
        if not isinstance(target, type):
            return fixed(target)
        for name, member in list(vars(target).items()):
            if name.startswith("test") and callable(member):
                setattr(target, name, fixed(member))
        return target

    return decorator


def generate_seed() -> int:
    """A seed for a test; under `fix_random` always the same one."""
    return _np.random.randint(0x7FFFFFFF)


@_contextlib.contextmanager
def assert_warns(expected):
    """The block gives a warning of the class `expected`.

    Parameters
        expected: a class of warnings.
    Returns
        A context.
    """
    with _warnings.catch_warnings(record=True) as caught:
        _warnings.simplefilter("always")
        yield
    if not any(issubclass(warning.category, expected) for warning in caught):
        raise AssertionError(f"{expected.__name__} not triggered by the block")


@_contextlib.contextmanager
def AssertFunctionIsCalled(*args, times_called=1, **kwargs):
    """The block calls a function so many times; the arguments are those of unittest.mock.patch.

    Parameters
        args, kwargs: those of `unittest.mock.patch`, such as the function's full name.
        times_called: how many calls there must be.
    Returns
        A context.
    """
    with _mock.patch(*args, **kwargs) as handle:
        yield handle
    if handle.call_count != times_called:
        raise AssertionError(f"the function was called {handle.call_count} times, not {times_called}")
