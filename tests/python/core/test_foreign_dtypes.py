"""Questions about dtypes that arrays do not hold: NumPy's answers."""

import numpy as np
import pytest

import cuprum as cp

QUESTIONS = [
    ("can_cast", ("i4", "S4")),
    ("can_cast", ("S4", "O")),
    ("can_cast", (np.dtype("O"), "f8")),
    ("can_cast", (">i8", "i8", "no")),
    ("can_cast", ("i8", ">i8", "equiv")),
    ("can_cast", ("f8", "g")),
    ("can_cast", (np.int8(3), "S2")),
    ("can_cast", (cp.ones(2, "f"), "O")),
    ("promote_types", (">i8", "<c8")),
    ("promote_types", ("U5", "U3")),
    ("promote_types", ("O", "f8")),
    ("promote_types", ("M8[s]", "M8[ms]")),
    ("promote_types", (str, int)),
    ("result_type", ("O", "f4")),
    ("result_type", (np.dtype("U3"), np.dtype("U7"))),
    ("result_type", (">f4", "f4")),
    ("result_type", (np.float32(1), ">f8")),
    ("result_type", (3, "O")),
    ("result_type", (np.array("a"), np.array("bcd"))),
    ("result_type", (cp.ones(2, "f"), cp.float64(1), "O")),
]


@pytest.mark.parametrize(("function", "operands"), QUESTIONS)
def test_as_numpy(function, operands):
    expected = getattr(np, function)(*(x.get() if isinstance(x, cp.ndarray) else x for x in operands))
    actual = getattr(cp, function)(*operands)
    assert actual == expected and type(actual) is type(expected)


@pytest.mark.parametrize(("function", "operands"), [
    ("can_cast", (5, "i4")),
    ("can_cast", (1.5, "S4")),
    ("can_cast", ("i4", "i8", "never")),
    ("can_cast", ("nothing", "i8")),
    ("promote_types", ("i4", "nothing")),
    ("promote_types", ("M8[s]", "f8")),
    ("result_type", ("nothing",)),
    ("result_type", ()),
])  # fmt: skip
def test_what_numpy_refuses(function, operands):
    with pytest.raises((TypeError, ValueError)) as theirs:
        getattr(np, function)(*operands)
    with pytest.raises(theirs.type):
        getattr(cp, function)(*operands)
