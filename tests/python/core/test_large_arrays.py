"""Random calls on arrays longer than vectors, blocks and threads' shares; more by `harness/large_arrays.py`."""

import numpy as np
import pytest
from large_arrays import FAMILIES, Case

import cuprum as cp


@pytest.mark.parametrize("name", FAMILIES)
def test_same_as_numpy(name):
    for number in range(12):
        FAMILIES[name](Case(number))


def test_differences_are_told():
    host = np.arange(100000.0)
    wrong = cp.array(host)
    wrong[70000] += 1
    with pytest.raises(AssertionError, match="1 of 100000 differ, the first at .70000."):
        Case(0).same("call", host, wrong)
    with pytest.raises(AssertionError):
        Case(0).same("call", host, wrong.astype("f"))
    with pytest.raises(AssertionError):
        Case(0).same("call", ValueError(), TypeError())
