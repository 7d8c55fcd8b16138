"""Special matrices of vectors with one element or none, whose dtype and shape CuPy and SciPy fix."""

import numpy as np
import pytest
import scipy.linalg

import cuprum as cp
from common import assert_same
from cuprumx.scipy import linalg


@pytest.mark.parametrize("dtype", ["f4", "f8", "i8", "c8"])
@pytest.mark.parametrize("values", [[], [0], [3], [3, 1], [1, 4, 2]])
def test_fiedler(values, dtype):
    expected = scipy.linalg.fiedler(np.array(values, dtype))
    if not values:
        expected = expected.reshape(0)  # CuPy's and SciPy's before 1.18, which has two axes
    assert_same(linalg.fiedler(cp.array(values, dtype)), expected)
