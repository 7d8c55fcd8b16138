"""SciPy's special functions for arrays on a device: ufuncs, and functions made of them."""

import math as _math
import operator as _operator

from cuprum import _core, sinc  # noqa: F401

# What functions of other names give.
_HIDDEN = {"hurwitz_zeta", "riemann_zeta", "lambertw_branch", "spherical_harmonic", "legendre_term"}
_HIDDEN |= {"assoc_legendre_term", "sph_legendre_term", "legendre_q_term"}
_HIDDEN |= {f"spherical_{_kind}n_{_what}" for _kind in "jyik" for _what in ("value", "slope")}

for _name, _function in vars(_core._special).items():
    if not _name.startswith("_") and _name not in _HIDDEN:
        globals()[_name] = _function


def _whole(*numbers):
    """Python ints; a ValueError for what is none."""
    try:
        return [_operator.index(number) for number in numbers]
    except TypeError:
        raise ValueError(f"exact=True takes ints, not {', '.join(type(n).__name__ for n in numbers)}") from None


def comb(N, k, *, exact=False, repetition=False):
    if not exact:
        return _core._special.comb(N, k, repetition=repetition)
    N, k = _whole(N, k)
    if repetition:
        N += k - 1
    return _math.comb(N, k) if 0 <= k <= N else 0


def perm(N, k, exact=False):
    if not exact:
        return _core._special.perm(N, k)
    N, k = _whole(N, k)
    return _math.perm(N, k) if 0 <= k <= N else 0


def factorial(n, exact=False):
    if not exact:
        return _core._special.factorial(n)
    (n,) = _whole(n)
    return _math.factorial(n) if n >= 0 else 0


for _name in ("comb", "perm", "factorial"):
    globals()[_name].__doc__ = getattr(_core._special, _name).__doc__
