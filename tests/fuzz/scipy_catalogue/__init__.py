"""What is called of SciPy's chapters: how arguments are drawn, and how near to SciPy's the result must be.

Where digits may differ (iterations, decompositions, ties), a recipe returns what SciPy's result and ours have in
common: a residual, a sorted list, values at places.
"""

from ..catalogue import Spec as _Spec
from ..compare import Near

SPECS = []


class Cut(Near):
    """Near; of integers, to which floats are cut, at most one away; of booleans, which tell whether that is 0, any."""

    def differs(self, case, actual, expected):
        if expected.dtype.kind == "b":
            return None
        if expected.dtype.kind in "iu":
            return None if (abs(actual.astype("d") - expected.astype("d")) <= 1).all() else "values"
        return super().differs(case, actual, expected)


class Spec(_Spec):
    """A way to call functions of SciPy's chapters; paths begin with "scipy." or "recipe."."""

    kept = SPECS

    def __init__(self, paths, draw, policy=None, *, module=None, **options):
        if module:
            paths = " ".join(f"scipy.{module}.{name}" for name in paths.split())
        super().__init__(paths, draw, policy or Near(256, whole=True), **options)


def samples(d, codes="fdFDli", shape=None, least=1, most=3, longer=True, profile=None):
    """An array of samples: few axes, the last of which is longer than those of most cases."""
    code = d.code(codes)
    if shape is None:
        ndim = d.choice([1, 1, 1, 2, 2, 3])
        ndim = min(max(ndim, least), most)
        lengths = [1, 2, 3, 5, 8, 13, 21, 34] if longer else [1, 2, 3, 4, 5]
        shape = tuple(d.choice([1, 2, 3]) for _ in range(ndim - 1)) + (d.choice(lengths),)
        if d.chance(0.05):
            shape = (*shape[:-1], 0)
        if ndim > 1 and d.chance(0.3):
            shape = shape[::-1]
    return d.made(code, shape, profile=profile or d.choice(["small", "small", "wide"]))


from . import (  # noqa: E402, F401
    fourier,
    images,
    interpolation,
    matrices,
    measurements,
    signals,
    sparse,
    spatial,
    special_values,
    statistics,
    systems,
)
