"""What the tests of `cuprum.fuse` share."""

import numpy as np
from common import (
    BFLOAT16,
    assert_like,
    assert_same,
    sample,
    to_device,
)

import cuprum as cp

# A GPU's compiler makes one operation of a product and a sum, so that a merged kernel rounds once less; a CPU's vector
# functions and scalar ones may differ by four units in the last place, and which are used where hangs on the kernel.
ROUNDING = {
    np.dtype("e"): 2**-9,
    BFLOAT16: 2**-6,
    np.dtype("f"): 2e-6,
    np.dtype("d"): 4e-15,
    np.dtype("F"): 4e-6,
    np.dtype("D"): 8e-15,
}


def close(actual, expected):
    """Equal, but for the rounding that differs between merged kernels and single ones."""

    def tolerance(expected):
        rtol = ROUNDING.get(expected.dtype, 0)
        wide = expected.astype("D") if rtol else np.zeros(0)
        return rtol, rtol * np.abs(wide[np.isfinite(wide)]).max(initial=0)

    if isinstance(expected, (tuple, list)):
        assert type(actual) is type(expected)
        expected = [cp.asnumpy(e) for e in expected]
    else:
        expected = cp.asnumpy(expected)
    assert_like(actual, expected, tolerance)


def check(function, *arguments, rtol=None):
    """The fused function against the function: with NumPy's arrays for values (within `rtol`) and dtypes, with cuprum's
    exactly."""
    fused = cp.fuse(function)
    with np.errstate(all="ignore"):
        expected = function(*arguments)
    device = [to_device(a) if isinstance(a, np.ndarray) else a for a in arguments]
    plain = function(*device)
    for _ in range(2):  # traced, then found
        actual = fused(*device)
        close(actual, plain)
        parts = zip(actual, expected) if isinstance(expected, (tuple, list)) else [(actual, expected)]
        for a, e in parts:
            if rtol is not None:
                assert_same(a, e, rtol=rtol, atol=rtol)
            else:
                assert a.dtype == np.asarray(e).dtype and a.shape == np.shape(e)
    return fused


X, Y = sample((7, 5), "f", 1, 0.5, 4), sample((7, 5), "f", 2, 0.5, 4)
