"""Functions that are given objects of no use raise Python's exceptions, with words for people: no exception of C++
comes through."""

import types

import pytest

import cuprum as cp
from cuprum import _core

NONSENSE = [object(), "nonsense"]
# Words of exceptions of the C++ library.
RAW = (
    "std::bad_cast",
    "bad_cast",
    "bad_function_call",
    "bad_variant",
    "bad_optional",
    "map::at",
    "vector::",
    "basic_string",
    "stoi",
    "stod",
)
# They change what the process does, or end it.
LEFT_OUT = ("_", "set_", "reset", "use", "install", "device_reset", "deviceReset", "profiler")


def functions():
    modules = [_core] + [m for m in vars(_core).values() if isinstance(m, types.ModuleType)]
    for module in modules:
        for name, found in vars(module).items():
            if type(found).__name__ == "nb_func" and not name.startswith(LEFT_OUT):
                yield f"{module.__name__}.{name}", found
            elif isinstance(found, type) and not issubclass(found, BaseException) and not name.startswith(LEFT_OUT):
                yield f"{module.__name__}.{name}", found
                for part, method in vars(found).items():
                    if isinstance(method, staticmethod) or type(method).__name__ == "nb_func":
                        yield f"{module.__name__}.{name}.{part}", getattr(found, part)


def test_no_exception_of_cpp_comes_through():
    wrong = []
    for name, function in functions():
        for nonsense in NONSENSE:
            for arguments in ((nonsense,), (nonsense, nonsense), (cp.ones(2), nonsense)):
                try:
                    function(*arguments)
                except Exception as error:
                    if any(word in str(error) for word in RAW):
                        wrong.append(f"{name}{arguments}: {type(error).__name__}: {error}")
    assert not wrong, "\n".join(wrong)


def test_streams_of_nonsense():
    class Gives:
        def __init__(self, answer):
            self.__cuda_stream__ = answer

    for answer in (("a", "b"), (0, "handle"), (0, None), 5, "ab"):
        with pytest.raises((TypeError, ValueError)):
            cp.cuda.Stream.from_external(Gives(answer))
    with pytest.raises(TypeError):
        cp.cuda.Stream.from_external(Gives((0, object())))
    with pytest.raises(TypeError):
        cp.cuda.Stream.from_external(3)
    kernel = cp.ElementwiseKernel("T x", "T y", "y = x", "of_nonsense")
    with pytest.raises(TypeError):
        kernel(cp.ones(2), stream="nonsense")
    with pytest.raises(TypeError):
        kernel(cp.ones(2), stream=0)
    with pytest.raises(TypeError):
        cp.ReductionKernel("T x", "T y", "x", "a + b", "y = a", "0", "r")(cp.ones(2), stream=object())
