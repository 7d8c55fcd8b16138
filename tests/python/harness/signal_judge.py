"""What the tests of `cuprumx.scipy.signal`'s designs share: SciPy as judge."""

import warnings

import numpy as np
import pytest
import scipy.signal
from common import assert_same, to_host

import cuprum as cp
import cuprumx.scipy.signal


def paired(roots):
    """Roots in an order of their own: SciPy's order of eigenvalues is LAPACK's."""
    roots = np.asarray(roots)
    return roots[np.lexsort((roots.imag.round(6), roots.real.round(6)))]


def called(function, arguments, keywords):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = function(*arguments, **keywords)
        except Exception as error:
            return error, []
    arithmetic = ("divide by zero", "invalid value", "overflow")  # NumPy's own, of what is infinite on purpose
    return result, sorted(w.category.__name__ for w in seen if not str(w.message).startswith(arithmetic))


def judge(name, *arguments, rtol=1e-11, atol=1e-12, roots=False, module="signal", **keywords):
    """Compare with SciPy's function: values, dtype, shape, class of errors and of warnings."""
    theirs, ours = scipy.signal, cuprumx.scipy.signal
    if module == "windows":
        theirs, ours = theirs.windows, ours.windows
    expected, warned = called(getattr(theirs, name), arguments, keywords)
    if isinstance(expected, Exception):
        with pytest.raises(type(expected)):
            getattr(ours, name)(*arguments, **keywords)
        return
    found, told = called(getattr(ours, name), arguments, keywords)
    if isinstance(found, Exception):
        raise found
    assert told == warned
    expected, found = (x if isinstance(x, tuple) else (x,) for x in (expected, found))
    assert len(found) == len(expected)
    for want, have in zip(expected, found, strict=True):
        want, have = to_host(want), to_host(have)
        if roots and want.ndim:
            want, have = paired(want), paired(have)
        scale = max(1, np.abs(want[np.isfinite(want)]).max(initial=0))
        assert_same(cp.asarray(have), want, rtol, atol * scale)
