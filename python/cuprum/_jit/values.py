"""Values of a kernel while it is made: what is known, tuples, and objects that mean something of their own."""

import numpy

from .._core._jit import Type, Value


class Intrinsic:
    """An object that means something of its own in a kernel: it is called, or its attributes are taken, by the
    translator."""

    def _call(self, body, *args, **kwargs):
        raise TypeError(f"{self!r} is not a function")

    def _attribute(self, body, name):
        raise AttributeError(f"{self!r} has no attribute {name!r}")


class Method(Intrinsic):
    """A method of a value in a kernel."""

    def __init__(self, name, function):
        self.name, self.function = name, function

    def __repr__(self):
        return f"<method {self.name!r}>"

    def _call(self, body, *args, **kwargs):
        return self.function(*args, **kwargs)


#: From the C++ class of an object in a kernel to a function of (body, value, name) that gives its attributes.
object_attributes = {}


def is_known(x):
    """Whether a value is known while the kernel is made."""
    if isinstance(x, tuple):
        return all(is_known(element) for element in x)
    return not isinstance(x, Value)


def is_number(x):
    return isinstance(x, (bool, int, float, complex, numpy.generic))


def as_tuple(body, x):
    """A tuple's elements; None for what is no tuple."""
    if isinstance(x, tuple):
        return x
    if isinstance(x, Value) and x.type.kind == "tuple":
        kept = x if x.assignable else body.builder.temporary(x)  # what a call gives is taken once
        return tuple(body.builder.element(kept, i) for i in range(len(x.type.elements)))
    return None


def key_of(x):
    # 1, 1.0 and True are equal but not of one type.
    if isinstance(x, tuple):
        return tuple(key_of(element) for element in x)
    if isinstance(x, Type):
        return x
    try:
        hash(x)
    except TypeError:
        return (type(x), id(x))
    return (type(x), str(x) if is_number(x) else x)


class RangeFunction(Intrinsic):
    """The class of cuprumx.jit.range."""


class KernelVariable:
    """What has a value only in a kernel; `_value(body)` gives it."""


def hashable(x):
    try:
        hash(x)
    except TypeError:
        return False
    return True


def is_bool(x):
    return (
        x.type.kind == "scalar" and x.type.dtype == bool if isinstance(x, Value) else isinstance(x, (bool, numpy.bool_))
    )


def is_shared(x):
    """Whether a value is shared memory."""
    return isinstance(x, Value) and x.type.kind == "pointer"


def is_storable(x):
    """Whether a constant can be kept in a variable of the kernel."""
    if isinstance(x, tuple):
        return bool(x) and all(is_storable(element) for element in x)
    return is_number(x)


def as_dtype(x):
    """The dtype that a class or a dtype stands for, or None."""
    if isinstance(x, numpy.dtype):
        return x
    if isinstance(x, type) and (issubclass(x, numpy.generic) or x in (bool, int, float, complex)):
        return numpy.dtype(x)
    return None


def expanded(body, x):
    elements = as_tuple(body, x)
    if elements is None and not is_known(x):
        raise TypeError(
            "a tuple can only be joined with a tuple, or repeated a number of times that is known while the kernel is "
            "made"
        )
    return x if elements is None else elements
