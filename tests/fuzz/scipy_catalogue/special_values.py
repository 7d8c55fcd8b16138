"""scipy.special: every ufunc at places of its domain and beyond, and functions that count."""

import numpy as np
import scipy.special

import cuprumx.scipy.special

from ..arrays import Array, Root
from ..compare import Near
from . import Spec

# At infinities and at -0 many of SciPy's functions give a limit from one side, or none: test_scipy_special_values.py.
REALS = [0.0, 1.0, -1.0, 0.5, -0.5, 0.25, 2.0, 3.5, 7.0, -2.5, 12.0, 1e-3, 0.999, 20.5, np.nan]
# SciPy's searches end where a bound of theirs is, or at a value that satisfies their tolerance.
SEARCHES = ["chndtridf", "chndtrinc", "chndtrix", "nctdtr", "nctdtridf", "nctdtrinc", "nctdtrit", "stdtridf", "stdtrit"]
# Both lose digits by cancellation, or SciPy's ends at its smallest quotient.
INEXACT = ["hyp2f1", "fdtri"]
# SciPy's end the process for some operands.
FATAL = ["elliprj"]
COMPLEX = [0j, 1 + 0j, 1j, -1j, 0.5 + 0.5j, -2 + 1j, 3 - 2j, 1e-3j, 8 + 1j]
COUNTS = [0, 1, 2, 3, 5, 8, -1]


class Loose(Near):
    """Within a share of 1e-6, and where SciPy's is a number."""

    def differs(self, case, actual, expected):
        unknown = ~np.isfinite(expected) if expected.dtype.kind in "fc" else np.zeros(expected.shape, bool)
        if actual.shape != expected.shape:
            return "shape"
        if expected.dtype.kind not in "fc":
            return None if (actual == expected).all() else "values"
        near = np.abs(actual - expected) <= 1e-6 * np.abs(expected) + 1e-290
        return None if (near | unknown).all() else "values"


def _codes(name):
    ours = getattr(cuprumx.scipy.special, name)
    theirs = getattr(scipy.special, name)
    known = {loop.split("->")[0] for loop in theirs.types}
    return [loop.split("->")[0] for loop in ours.types if loop.split("->")[0] in known]


def _draw(name):
    loops = [codes for codes in _codes(name) if all(c in "dDlqp" for c in codes)]

    def draw(d):
        codes = d.choice(loops)
        n = d.choice([1, 3, 9])

        def operand(code):
            values = COUNTS if code in "lqp" else COMPLEX if code == "D" else REALS
            return Array(Root(np.array([d.choice(values) for _ in range(n)], code if code != "p" else "q")))

        return [operand(code) for code in codes]

    return draw


NAMES = [
    name
    for name in dir(scipy.special)
    if name not in SEARCHES + INEXACT + FATAL
    and isinstance(getattr(scipy.special, name), np.ufunc)
    and hasattr(getattr(cuprumx.scipy.special, name, None), "types")
    and any(all(c in "dDlqp" for c in codes) for codes in _codes(name))
]
for _name in NAMES:
    Spec(_name, _draw(_name), Loose(), module="special", strict=True)
