"""Thrust's algorithms in a kernel. Each thread that calls one runs it alone, over a range between two iterators.

A range begins at `x.begin()` and ends at `x.end()` of a one-dimensional array; `it + n`, `it - other`, `==` and `!=`
work on iterators. The first argument of each function says where it runs, which in a kernel is in the calling thread
whatever is given. An operation is a Python function of numbers, or one under `rawkernel(device=True)`.

Example
    >>> @jit.rawkernel()
    ... def sort_rows(x):
    ...     row = x[jit.grid(1)]
    ...     jit.thrust.sort(jit.thrust.seq, row.begin(), row.end())
"""

from cuprum._core._jit import Type as _Type
from cuprum._core._jit import Value as _Value

from cuprum._jit.intrinsics import Function
from cuprum._jit.values import Intrinsic


class Policy(Intrinsic):
    """Where an algorithm runs; in a kernel always in the thread that calls it."""

    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"<cuprumx.jit.thrust.{self.name}>"


host = Policy("host")
device = Policy("device")
seq = Policy("seq")

# What each parameter of an algorithm is, by its name below.
#   first, last, ...   an iterator
#   value              a number, cast to the dtype of the first iterator's elements
#   start              likewise, 0 where nothing is given
#   step               likewise, 1 where nothing is given
#   less               an operation of two elements; `<` where nothing is given
#   plus               an operation of two elements; `+` where nothing is given
#   unary, binary      an operation of one or two elements, which must be given


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


def _algorithm(name, parameters, result, summary, cpp=None):
    """An algorithm of device/cuprum/jit/algorithms.h.

    `parameters` are separated by blanks, those that may be left out in brackets; `result` is a type, or the index of
    the parameter whose type it has, or a tuple of such indices, or None.
    """
    words = [(word.strip("[]"), word.startswith("[")) for word in parameters.split()]
    required = sum(not optional for _, optional in words)

    def emit(body, exec_policy, *args):
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
        text = f"cuprum::jit::{cpp or name}({', '.join(texts)})"
        return body.builder.expression(_result(result, types), text)

    emit.__name__ = emit.__qualname__ = name
    emit.__doc__ = f"""{summary}

    Parameters
        exec_policy: `thrust.device` or `thrust.seq`.
        args: {", ".join(word + (" (may be left out)" if optional else "") for word, optional in words)}.
    Returns
        {_returns(result, words)}
    """
    function = Function(emit)
    function.__module__ = __name__
    return function


def _role(word):
    if word in ("less", "plus", "unary", "binary", "predicate"):
        return "operation"
    return "value" if word in ("value", "start", "step", "old", "new") else "iterator"


def _result(result, types):
    if result is None:
        return _Type.none()
    if isinstance(result, tuple):
        return _Type.tuple([types[i] for i in result])
    return types[result] if isinstance(result, int) else _Type.scalar(result)


def _returns(result, words):
    if result is None:
        return "Nothing."
    if isinstance(result, tuple):
        return "A tuple of iterators."
    if isinstance(result, int):
        return "A number." if _role(words[result][0]) == "value" else "An iterator."
    return {"bool": "A bool.", "int64": "An int64."}[result]


adjacent_difference = _algorithm(
    "adjacent_difference",
    "first last out",
    2,
    "Writes the first element and the differences of neighbours; returns the end of what was written.",
)
binary_search = _algorithm("binary_search", "first last value [less]", "bool", "Whether a sorted range has a value.")
copy = _algorithm("copy", "first last out", 2, "Copies a range; returns the end of the copy.")
count = _algorithm("count", "first last value", "int64", "How many elements equal a value.")
count_if = _algorithm("count_if", "first last predicate", "int64", "For how many elements an operation is true.")
equal = _algorithm("equal", "first last second", "bool", "Whether two ranges of one length have equal elements.")
equal_range = _algorithm(
    "equal_range",
    "first last value [less]",
    (0, 1),
    "The first and the end of the elements that equal a value in a sorted range.",
)
exclusive_scan = _algorithm(
    "exclusive_scan",
    "first last out [start] [plus]",
    2,
    "Writes the sums of all elements before each one; returns the end.",
)
exclusive_scan_by_key = _algorithm(
    "exclusive_scan_by_key",
    "first last values out [start]",
    3,
    "As `exclusive_scan`, beginning anew with each new key.",
)
fill = _algorithm("fill", "first last value", None, "Sets all elements to a value.")
find = _algorithm("find", "first last value", 0, "The first element that equals a value, or the range's end.")
for_each = _algorithm("for_each", "first last unary", None, "Calls an operation with each element.")
gather = _algorithm(
    "gather", "first last input out", 3, "Writes the input's elements at the indices in a range; returns the end."
)
inclusive_scan = _algorithm(
    "inclusive_scan", "first last out [plus]", 2, "Writes the sums of all elements up to each one; returns the end."
)
inclusive_scan_by_key = _algorithm(
    "inclusive_scan_by_key", "first last values out", 3, "As `inclusive_scan`, beginning anew with each new key."
)
inner_product = _algorithm(
    "inner_product", "first last second start", 3, "The sum of the products of two ranges' elements, and of `start`."
)
is_sorted = _algorithm("is_sorted", "first last [less]", "bool", "Whether no element is less than the one before it.")
is_sorted_until = _algorithm(
    "is_sorted_until",
    "first last [less]",
    0,
    "The first element that is less than the one before it, or the range's end.",
)
lower_bound = _algorithm(
    "lower_bound", "first last value [less]", 0, "The first element of a sorted range that is not less than a value."
)
max_element = _algorithm("max_element", "first last [less]", 0, "The first largest element.")
merge = _algorithm("merge", "first last second second_last out [less]", 4, "Merges two sorted ranges; returns the end.")
min_element = _algorithm("min_element", "first last [less]", 0, "The first smallest element.")
minmax_element = _algorithm(
    "minmax_element", "first last [less]", (0, 1), "The first smallest and the first largest element."
)
mismatch = _algorithm("mismatch", "first last second", (0, 2), "Where two ranges differ for the first time.")
reduce = _algorithm("reduce", "first last [start] [plus]", 2, "The sum of all elements, and of `start`.")
reduce_by_key = _algorithm(
    "reduce_by_key",
    "first last values keys_out values_out",
    (3, 4),
    "Sums up the values of each run of equal keys; returns the ends.",
)
remove = _algorithm(
    "remove", "first last value", 0, "Moves the elements that differ from a value to the front; returns their end."
)
remove_copy = _algorithm(
    "remove_copy", "first last out value", 2, "Copies the elements that differ from a value; returns the end."
)
replace = _algorithm("replace", "first last old new", None, "Replaces the elements that equal `old` by `new`.")
replace_copy = _algorithm(
    "replace_copy", "first last out old new", 2, "Copies a range with `old` replaced by `new`; returns the end."
)
reverse = _algorithm("reverse", "first last", None, "Turns a range round.")
reverse_copy = _algorithm(
    "reverse_copy", "first last out", 2, "Copies a range from its end; returns the end of the copy."
)
scatter = _algorithm("scatter", "first last map out", None, "Writes elements to the indices that another range gives.")
sequence = _algorithm("sequence", "first last [start] [step]", None, "Writes `start`, `start + step`, ...")
set_difference = _algorithm(
    "set_difference",
    "first last second second_last out [less]",
    4,
    "Writes what only the first of two sorted ranges has; returns the end.",
)
set_intersection = _algorithm(
    "set_intersection",
    "first last second second_last out [less]",
    4,
    "Writes what both sorted ranges have; returns the end.",
)
set_symmetric_difference = _algorithm(
    "set_symmetric_difference",
    "first last second second_last out [less]",
    4,
    "Writes what one of two sorted ranges has; returns the end.",
)
set_union = _algorithm(
    "set_union",
    "first last second second_last out [less]",
    4,
    "Writes what any of two sorted ranges has; returns the end.",
)
sort = _algorithm("sort", "first last [less]", None, "Sorts a range; equal elements keep their order.")
sort_by_key = _algorithm(
    "sort_by_key", "first last values [less]", None, "Sorts a range of keys and takes values along."
)
stable_sort = _algorithm("stable_sort", "first last [less]", None, "As `sort`.", "sort")
stable_sort_by_key = _algorithm(
    "stable_sort_by_key", "first last values [less]", None, "As `sort_by_key`.", "sort_by_key"
)
swap_ranges = _algorithm(
    "swap_ranges", "first last second", 2, "Exchanges the elements of two ranges; returns the second one's end."
)
transform = _algorithm(
    "transform", "first last out unary", 2, "Writes what an operation makes of each element; returns the end."
)
transform_binary = _algorithm(
    "transform_binary",
    "first last second out binary",
    3,
    "Writes what an operation makes of the elements of two ranges; returns the end.",
    "transform",
)
unique = _algorithm(
    "unique", "first last", 0, "Moves the first of each run of equal elements to the front; returns their end."
)
unique_by_key = _algorithm(
    "unique_by_key", "first last values", (0, 2), "As `unique`, taking values along; returns both ends."
)
unique_copy = _algorithm(
    "unique_copy", "first last out", 2, "Copies the first of each run of equal elements; returns the end."
)
upper_bound = _algorithm(
    "upper_bound", "first last value [less]", 0, "The first element of a sorted range that is greater than a value."
)


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
