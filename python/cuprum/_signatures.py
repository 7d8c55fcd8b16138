"""What `inspect.signature` tells of bound functions, methods, classes and ufuncs."""

import ast as _ast
import inspect as _inspect
import re as _re

from . import _core


def _parameters(text, defaults):
    """The parameters of "def name(a: int, b: int = \\0, *, c=None) -> type", where \\0 is the first of `defaults`."""
    text = _re.sub(r"\\=(\d+)", lambda found: defaults[int(found[1])], text)  # a default in words of its own
    text = _re.sub(r"\\(\d+)", r"__default__[\1]", text)
    head = _ast.parse(f"{text}: ...").body[0]
    names = {"__default__": defaults or (), "inf": float("inf"), "nan": float("nan")}

    def default(node):
        return _inspect.Parameter.empty if node is None else eval(_ast.unparse(node), names)

    def parameter(node, kind, value=None):
        annotation = _inspect.Parameter.empty if node.annotation is None else _ast.unparse(node.annotation)
        return _inspect.Parameter(node.arg, kind, default=default(value), annotation=annotation)

    given, kinds = head.args, _inspect.Parameter
    by_place = given.posonlyargs + given.args
    values = [None] * (len(by_place) - len(given.defaults)) + given.defaults
    for node, value in zip(by_place, values):
        yield parameter(
            node, kinds.POSITIONAL_ONLY if node in given.posonlyargs else kinds.POSITIONAL_OR_KEYWORD, value
        )
    if given.vararg:
        yield parameter(given.vararg, kinds.VAR_POSITIONAL)
    for node, value in zip(given.kwonlyargs, given.kw_defaults):
        yield parameter(node, kinds.KEYWORD_ONLY, value)
    if given.kwarg:
        yield parameter(given.kwarg, kinds.VAR_KEYWORD)


def _of_function(function):
    """The signature of a bound function; that of the first form where it has several."""
    text, _, defaults = function.__nb_signature__[0]
    result = text.rpartition(" -> ")[2] if " -> " in text else _inspect.Signature.empty
    return _inspect.Signature(list(_parameters(text, defaults)), return_annotation=result)


def _of_method(method):
    whole = _of_function(method)
    return whole.replace(parameters=list(whole.parameters.values())[1:])


def _of_ufunc(ufunc):
    operands = [f"x{k + 1}" for k in range(ufunc.nin)] if ufunc.nin > 1 else ["x"]
    out = "None" if ufunc.nout == 1 else repr((None,) * ufunc.nout)
    keywords = "casting='same_kind', order='K', dtype=None, subok=True, signature=None"
    keywords = f"where=True, {keywords}" if isinstance(ufunc, _core.ufunc) else f"{keywords}, axes=None, axis=None"
    return _inspect.Signature(list(_parameters(f"def f({', '.join(operands)}, /, out={out}, *, {keywords})", None)))


class _Told:
    """`__signature__` of a type's instances; of the type itself it says nothing, which `inspect` takes from its
    __init__."""

    def __init__(self, tell):
        self._tell = tell

    def __get__(self, instance, owner):
        if instance is None:
            raise AttributeError("__signature__")
        return self._tell(instance)


class OfMethod:
    """What `__wrapped__` of a function holds that calls a method: `inspect` takes the method's signature from it,
    without `self`, when it is asked."""

    def __init__(self, method):
        self._method = method

    __signature__ = _Told(lambda self: _of_method(self._method))


_core._extend_type(type(_core.array), "__signature__", _Told(_of_function))
_core._extend_type(type(_core.ndarray.sum), "__signature__", _Told(_of_function))
_bound = type(_core.sin.outer)  # not of an object that opens a backend: processes fork after `import cuprum`
_core._extend_type(_bound, "__signature__", _Told(_of_method))
for _ufunc in (_core.ufunc, _core._GUFunc):
    _ufunc.__signature__ = _Told(_of_ufunc)
_core.ndarray.__signature__ = _inspect.Signature(
    list(_parameters("def f(shape, dtype=float, memptr=None, strides=None, order='C')", None))
)


def _same_method(a, b):
    """Methods of one object are equal, as Python's own are: programs compare `pool.malloc` with `get_allocator()`."""
    if type(a) is not type(b):
        return NotImplemented
    return a.__self__ is b.__self__ and a.__func__ is b.__func__


_core._extend_type(_bound, "__eq__", _same_method)
_core._extend_type(_bound, "__hash__", lambda method: hash((id(method.__self__), method.__func__)))
