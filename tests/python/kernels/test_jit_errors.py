"""cuprumx.jit: sources and errors."""

import linecache
import re

import numpy as np
import pytest
from jit_common import elementwise_square

import cuprum as cp
from cuprumx import jit


@jit.rawkernel(device=True)
def clamp(x, low, high=1.0):
    if x < low:
        return low
    if x > high:
        return high
    return x


# ------------------------------------------------------------------------------------------------------------- sources


def test_plain_interpreter_and_notebook():
    """Cells and lines of a REPL keep their source in linecache."""
    name = "<ipython-input-7-abcdef>"
    source = "@jit.rawkernel()\ndef cell(x):\n    x[jit.grid(1)] = 5\n"
    linecache.cache[name] = (len(source), None, source.splitlines(True), name)
    namespace = {"jit": jit}
    exec(compile(source, name, "exec"), namespace)
    x = cp.zeros(4, "i")
    namespace["cell"][1, 4](x)
    assert x.get().tolist() == [5] * 4


def test_no_source():
    namespace = {"jit": jit}
    exec("@jit.rawkernel()\ndef hidden(x):\n    x[0] = 5\n", namespace)
    with pytest.raises(RuntimeError, match="source of 'hidden' cannot be read.*in a file or a notebook"):
        namespace["hidden"][1, 1](cp.zeros(1))


def test_kernels_inside_of_classes_and_functions():
    class Holder:
        @staticmethod
        def make():
            factor = 3

            @jit.rawkernel()
            def kernel(x):
                # a comment, and a string over lines
                """A docstring
                with less indentation."""
                x[jit.grid(1)] *= factor

            return kernel

    x = cp.arange(4, dtype="i")
    Holder.make()[1, 4](x)
    assert x.get().tolist() == [0, 3, 6, 9]


# -------------------------------------------------------------------------------------------------------------- errors


def e_undefined(x):
    x[0] = nothing + 1  # noqa: F821


def e_unassigned(x):
    x[0] = later
    later = 1


def e_too_many_indices(x):
    x[0, 1] = 2


def e_float_index(x):
    x[0.5] = 1


def e_list(x):
    y = [1, 2]  # noqa: F841


def e_dict(x):
    y = {1: 2}  # noqa: F841


def e_comprehension(x):
    y = tuple(i for i in range(3))  # noqa: F841


def e_nested(x):
    def inner():
        pass


def e_returns(x):
    return x[0]


def e_array_as_condition(x):
    if x:
        pass


def e_slice(x):
    x[0:2] = 1


def e_matmul(x):
    x[0] = x @ x


def e_try(x):
    try:
        x[0] = 1
    except ValueError:
        pass


def e_raise(x):
    raise ValueError()


def e_with(x):
    with x:
        pass


def e_import(x):
    import math  # noqa: F401


def e_walrus(x):
    if (y := x[0]) > 1:
        x[0] = y


def e_type_of_variable(x):
    value = 1
    for k in range(3):
        value = 2.5
    x[0] = value


def e_string(x):
    text = "a"
    x[0] = text


def e_attribute(x):
    x[0] = x.T[0]


def e_call(x):
    x[0] = np.linalg.norm(x[0])


def e_outer_array(x):
    x[0] = OUTER[0] + x[0]


def e_whole_array(x):
    x[0] = OUTER * x[0]


def e_for_else(x):
    for k in range(3):
        pass
    else:
        x[0] = 1


def e_break_in_tuple(x):
    for k in (1, 2):
        if x[0] > k:
            break


def e_step_zero(x):
    for k in range(0, 5, 0):
        x[0] = k


def e_float_range(x):
    for k in range(x[0]):
        pass


def e_shared_size(x):
    s = jit.shared_memory(np.float32, x.shape[0])  # noqa: F841


def e_shared_length(x):
    s = jit.shared_memory(np.float32, None)
    x[0] = len(s)


def e_atomic(x):
    jit.atomic_and(x, 0, 1)


def e_arguments(x):
    jit.syncthreads(1)


def e_range_call(x):
    y = jit.range(3)  # noqa: F841


def e_unpack(x):
    a, b = 1, 2, 3  # noqa: F841


def e_unpack_number(x):
    a, b = x[0]  # noqa: F841


def e_star(x):
    a, *b = 1, 2, 3  # noqa: F841


def e_complex_store(x):
    x[0] = 1j


def e_complex_order(x):
    x[0] = int(np.complex64(x[0]))


def e_kernel_call(x):
    elementwise_square(1, 1, (x, x, 1))


def e_constant_changed(x):
    kind = np.float32
    kind = np.float64
    x[0] = kind(1)


def e_condition_call(x):
    x[0] = clamp(x[0], 0.0) or 3.0


def e_dimension(x):
    x[0] = jit.grid(4)


def e_assert(x):
    assert x.ndim == 2, "a matrix is wanted"


def e_global(x):
    global OFFSET
    OFFSET = 4


def e_partly_returns(x):
    x[0] = sometimes(x[0])


def sometimes(v):
    if v > 0:
        return 1.0


def e_recursion(x):
    x[0] = factorial(3)


@jit.rawkernel(device=True)
def factorial(n):
    return n * factorial(n - 1)


def e_mutual_recursion(x):
    x[0] = ping(x[0])


def ping(v):
    return pong(v)


def pong(v):
    return ping(v)


def e_deep(x):
    x[0] = outer_helper(x)


def outer_helper(v):
    return inner_helper(v) + 1


def inner_helper(v):
    return v.missing


def e_star_arguments(x):
    x[0] = takes_all(x[0])


def takes_all(*values):
    return values[0]


def e_missing_argument(x):
    x[0] = clamp(x[0])


def e_unroll(x):
    for k in jit.range(3, unroll=0):
        pass


def e_negative_power(x):
    n = 3
    n = n + 1
    x[0] = n**-2


def e_shuffle_tuple(x):
    x[0] = jit.shfl_sync(0xFFFFFFFF, (1, 2), 0)


OUTER = cp.arange(3)
ERRORS = [
    (e_undefined, NameError, "name 'nothing' is not defined"),
    (e_unassigned, NameError, "'later' is read before anything is assigned"),
    (e_too_many_indices, IndexError, "too many indices: 2 for array of float32 with 1 dimension"),
    (e_float_index, TypeError, "an index must be an integer, not float32"),
    (e_list, NotImplementedError, "a list"),
    (e_dict, NotImplementedError, "a dict"),
    (e_comprehension, NotImplementedError, "a generator expression"),
    (e_nested, NotImplementedError, "a function defined inside"),
    (e_returns, TypeError, "a kernel returns nothing"),
    (e_array_as_condition, TypeError, "a condition must be a number, not array of float32"),
    (e_slice, NotImplementedError, "slices of arrays"),
    (e_matmul, NotImplementedError, "the operator @"),
    (e_try, NotImplementedError, "try cannot be used"),
    (e_raise, NotImplementedError, "raise cannot be used"),
    (e_with, NotImplementedError, "with cannot be used"),
    (e_import, NotImplementedError, "import cannot be used"),
    (e_walrus, NotImplementedError, "the operator :="),
    (e_type_of_variable, TypeError, "variable value is of type int32 and cannot hold a value of type float32"),
    (e_string, TypeError, "a kernel cannot compute with 'a'"),
    (e_attribute, AttributeError, "array of float32 with 1 dimension has no attribute 'T'"),
    (e_call, TypeError, "cannot be called in a kernel"),
    (e_outer_array, TypeError, "an array from outside of the kernel"),
    (e_whole_array, TypeError, "an array from outside of the kernel"),
    (e_for_else, NotImplementedError, "the else of a loop"),
    (e_break_in_tuple, NotImplementedError, "break cannot be used in a loop over a tuple"),
    (e_step_zero, ValueError, "arg 3 must not be zero"),
    (e_float_range, TypeError, "range.. takes integers, not float32"),
    (e_shared_size, TypeError, "must be an int that is known while the kernel is made"),
    (e_shared_length, TypeError, "dynamic shared memory does not know its length"),
    (e_atomic, TypeError, "atomic_and is not there for float32, but for int32, uint32"),
    (e_arguments, TypeError, "syncthreads.*too many positional arguments"),
    (e_range_call, TypeError, "is for loops"),
    (e_unpack, ValueError, "too many values to unpack"),
    (e_unpack_number, TypeError, "cannot unpack float32"),
    (e_star, NotImplementedError, "starred target"),
    (e_complex_store, TypeError, "float32 and cannot hold a value of type complex64"),
    (e_complex_order, TypeError, "take its real or imaginary part"),
    (e_kernel_call, TypeError, "cannot be called in a kernel"),
    (e_constant_changed, TypeError, "cannot be changed"),
    (e_condition_call, NotImplementedError, "assign it to a variable first"),
    (e_dimension, ValueError, "ndim must be 1, 2 or 3, not 4"),
    (e_assert, AssertionError, "a matrix is wanted"),
    (e_global, NotImplementedError, "global cannot be used"),
    (e_partly_returns, TypeError, "can reach its end without"),
    (e_recursion, ValueError, "calls itself"),
    (e_mutual_recursion, ValueError, "calls itself"),
    (e_deep, AttributeError, "has no attribute 'missing'"),
    (e_star_arguments, NotImplementedError, r"cannot take \*values"),
    (e_missing_argument, TypeError, "missing a required argument: 'low'"),
    (e_unroll, ValueError, "unroll must be above 0"),
    (e_negative_power, ValueError, "negative integer powers"),
    (e_shuffle_tuple, TypeError, "must be a number, not tuple"),
]


@pytest.mark.parametrize("function, error, message", ERRORS, ids=[e[0].__name__ for e in ERRORS])
def test_errors(function, error, message):
    x = cp.zeros(3, "f")
    with pytest.raises(error, match=message) as caught:
        jit.rawkernel()(function)[1, 1](x)
    text = str(caught.value)
    # The message shows the line, and where it is.
    place = re.search(r"file (.*), line (\d+)\n> (.*)\n  ( *)(\^+)", text)
    assert place, text
    path, number, line = place[1], int(place[2]), place[3]
    assert path == __file__ and linecache.getline(path, number).rstrip() == line
    # After an error all goes on.
    elementwise_square[1, 1](x, x, 1)


def test_errors_show_the_chain_of_calls():
    with pytest.raises(AttributeError) as caught:
        jit.rawkernel()(e_deep)[1, 1](cp.zeros(3, "f"))
    lines = str(caught.value).splitlines()
    shown = [line.strip("> ") for line in lines if line.startswith(">")]
    assert shown == ["return v.missing", "return inner_helper(v) + 1", "x[0] = outer_helper(x)"]
    assert (
        "in inner_helper, file" in lines[1] and "called in outer_helper" in lines[4] and "called in e_deep" in lines[7]
    )


def test_errors_point_at_the_place():
    def kernel(x):
        x[0] = 1 + unknown_name * 2  # noqa: F821

    with pytest.raises(NameError) as caught:
        jit.rawkernel()(kernel)[1, 1](cp.zeros(3, "f"))
    line, marks = str(caught.value).splitlines()[-2:]
    assert line[marks.index("^") : marks.rindex("^") + 1] == "unknown_name"


def test_errors_outside_of_kernels():
    for call in (lambda: jit.syncthreads(), lambda: jit.grid(1), lambda: jit.range(3), lambda: jit.atomic_add(1, 2, 3)):
        with pytest.raises(RuntimeError, match="can be called in a function under jit.rawkernel only"):
            call()
    with pytest.raises(ValueError, match="mode must be 'cuda' or 'numpy', not 'c'"):
        jit.rawkernel(mode="c")
    with pytest.raises(TypeError):
        jit.rawkernel(lambda x: x)
    with pytest.raises(TypeError, match=r"kernel\[grid, block\]"):
        elementwise_square[3]


def test_wrong_number_of_arguments():
    with pytest.raises(TypeError, match="takes 3 arguments but 2 were given"):
        elementwise_square[1, 1](cp.zeros(3), cp.zeros(3))
