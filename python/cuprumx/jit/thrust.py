"""Thrust's algorithms in a kernel. Each thread that calls one runs it alone, over a range between two iterators.

A range begins at `x.begin()` and ends at `x.end()` of a one-dimensional array; `it[n]`, `it + n`, `it - other`, `==`
and `!=` work on iterators. Shared memory stands for an iterator at its first element. The first argument of each
function says where it runs, which in a kernel is in the calling thread whatever is given. An operation is a Python
function of numbers, or one under `rawkernel(device=True)`.

Example
    >>> @jit.rawkernel()
    ... def sort_rows(x):
    ...     row = x[jit.grid(1)]
    ...     jit.thrust.sort(jit.thrust.seq, row.begin(), row.end())
"""

from cuprum._core._jit import Type as _Type
from cuprum._core._jit import Value as _Value
from cuprum._core._jit import algorithms as _algorithms

from cuprum._jit.intrinsics import Function
from cuprum._jit.values import Intrinsic, is_shared


class Policy(Intrinsic):
    """Where an algorithm runs; in a kernel always in the thread that calls it."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<cuprumx.jit.thrust.{self.name}>"


host = Policy("host")
device = Policy("device")
seq = Policy("seq")


def _element(value):
    """The type of the elements that an iterator gives; None for what is no iterator."""
    return _Type.scalar(value.type.dtype) if isinstance(value, _Value) and value.type.kind == "iterator" else None


def _operation(body, name, function, elements):
    """The text of a callable for an operation, and the type of what it gives."""
    if function is None:
        return f"cuprum::jit::{name}()", elements[0]
    python = getattr(function, "_device_function", None) or getattr(function, "pyfunc", function)
    if not hasattr(python, "__code__"):
        raise TypeError(f"an operation must be a Python function, not {function!r}")
    device, result = body.translator.device_function(python, list(elements))
    parameters = [f"{element.text} {letter}" for element, letter in zip(elements, "ab")]
    arguments = ", ".join("ab"[: len(elements)])
    return f"[]({', '.join(parameters)}) {{ return ::{device}({arguments}); }}", result


def _algorithm(name, parameters, result, cpp, summary, of_ranges=None):
    """The function for an entry of src/kernel/user/jit/algorithms.def; `of_ranges` takes its place where the third
    argument is an iterator."""
    words = [(word.strip("[]"), word.startswith("[")) for word in parameters.split()]
    required = sum(not optional for _, optional in words)

    def emit(body, exec_policy, *args):
        args = [body.builder.begin(a) if is_shared(a) else a for a in args]
        if of_ranges and len(args) > 2 and _element(args[2]):
            return of_ranges._emit(body, exec_policy, *args)
        if not isinstance(exec_policy, Policy):
            raise TypeError(
                f"thrust.{name}() takes thrust.device or thrust.seq first, not {body.describe(exec_policy)}"
            )
        if not required <= len(args) <= len(words):
            raise TypeError(f"thrust.{name}() takes {parameters} after the policy, not {len(args)} arguments")
        body.builder.include("cuprum/jit/algorithms.h")
        args = list(args) + [None] * (len(words) - len(args))
        iterators = [(_element(a), a) for (word, _), a in zip(words, args) if _role(word) == "iterator"]
        for element, a in iterators:
            if element is None:
                raise TypeError(f"thrust.{name}() takes iterators such as x.begin(), not {body.describe(a)}")
        first = iterators[0][0]
        if args[0].type != args[1].type:
            raise TypeError(f"thrust.{name}() takes a range of one array, not from {args[0].type} to {args[1].type}")
        texts, types = [], []
        for (word, _), a in zip(words, args):
            role = _role(word)
            if role == "iterator":
                texts.append(a.text)
                types.append(a.type)
            elif role == "value":
                given = {"start": 0, "step": 1}.get(word) if a is None else a
                # Sums are of the dtype in which they start; other values are cast to that of the elements.
                if word == "start" and isinstance(given, _Value) and name != "sequence":
                    value = given
                else:
                    value = body.builder.converted(given, first, f"{word!r} of thrust.{name}()")
                texts.append(value.text)
                types.append(value.type)
            else:
                count = {"unary": 1, "binary": 2, "predicate": 1, "less": 2, "plus": 2}[word]
                elements = [first] * count
                if word == "binary":
                    elements = [first, iterators[1][0]]
                text, given = _operation(body, word, a, elements)
                texts.append(text)
                types.append(given)
        text = f"cuprum::jit::{cpp}({', '.join(texts)})"
        return body.builder.expression(_result(result, types), text)

    emit.__name__ = emit.__qualname__ = name
    emit.__doc__ = f"""{summary}

    Parameters
        exec_policy: `thrust.device` or `thrust.seq`.
        args: {", ".join(word + (" (may be left out)" if optional else "") for word, optional in words)}.
    Returns
        {_returns(result, words)}
    """
    if of_ranges:
        emit.__doc__ += f"""Notes
        With a range of values ({of_ranges.parameters}) it writes a result for each; returns the end.
    """
    function = Function(emit)
    function.parameters = parameters
    function.__module__ = __name__
    return function


def _role(word):
    if word in ("less", "plus", "unary", "binary", "predicate"):
        return "operation"
    return "value" if word in ("value", "start", "step", "old", "new") else "iterator"


def _result(result, types):
    """The type of what an algorithm returns."""
    if result in ("bool", "int64"):
        return _Type.scalar(result)
    found = [types[int(place)] for place in result.split()]
    return _Type.none() if not found else found[0] if len(found) == 1 else _Type.tuple(found)


def _returns(result, words):
    if not result.replace(" ", "").isdigit():
        return {"": "Nothing.", "bool": "A bool.", "int64": "An int64."}[result]
    if " " in result:
        return "A tuple of iterators."
    return "A number." if _role(words[int(result)][0]) == "value" else "An iterator."


_entries = {}
for _entry in _algorithms():
    _entries.setdefault(_entry[0], []).append(_entry)
for _name, (_one, *_others) in _entries.items():
    globals()[_name] = _algorithm(*_one, of_ranges=_algorithm(*_others[0]) if _others else None)


def _maker(name, summary):
    def emit(body, value):
        value = body.builder.value(value)
        if value.type.kind != "scalar":
            raise TypeError(f"thrust.make_{name}_iterator() takes a number, not {value.type}")
        body.builder.include("cuprum/jit/algorithms.h")
        element = value.type
        type = _Type.iterator(element.dtype, f"cuprum::jit::{name}_iterator<{element.text}>")
        return body.builder.expression(type, f"{type.text}{{{value.text}}}")

    emit.__name__ = emit.__qualname__ = f"make_{name}_iterator"
    emit.__doc__ = f"""{summary}

    Parameters
        value: a number.
    Returns
        An iterator that can be read; `it + n` is the one n elements further on.
    """
    function = Function(emit)
    function.__module__ = __name__
    return function


make_constant_iterator = _maker("constant", "An iterator that gives the same value everywhere.")
make_counting_iterator = _maker("counting", "An iterator that counts upwards from a value.")
