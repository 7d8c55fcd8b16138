"""SciPy's special functions for arrays on a device: ufuncs, and functions made of them."""

import math as _math
import operator as _operator
import typing as _typing

import cuprum as _cp
from cuprum import _core, sinc  # noqa: F401

if _typing.TYPE_CHECKING:  # what the loop below binds
    from cuprum._core._special import *  # noqa: F403

# What functions of other names give.
_HIDDEN = {"factorialk_exact", "hurwitz_zeta", "riemann_zeta", "lambertw_branch", "spherical_harmonic", "legendre_term"}
_HIDDEN |= {"stirling2_exact", "assoc_legendre_term", "sph_legendre_term", "legendre_q_term"}
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


def _whole_values(*numbers):
    """Python ints, of floats as well; a ValueError for fractions."""
    whole = [int(number) for number in numbers]
    if whole != list(numbers):
        raise ValueError("`exact=True` does not go with fractions")
    return whole


def comb(N, k, *, exact=False, repetition=False):
    if not exact:
        return _core._special.comb(N, k, repetition=repetition)
    N, k = _whole_values(N, k)
    if repetition:
        if k == 0:  # of nothing, nothing is chosen in one way
            return int(N >= 0)
        N += k - 1
    return _math.comb(N, k) if 0 <= k <= N else 0


def perm(N, k, exact=False):
    if not exact:
        return _core._special.perm(N, k)
    try:
        N, k = _whole_values(N, k)
    except TypeError:
        raise ValueError("`N` and `k` must be scalar integers with `exact=True`.") from None
    return _math.perm(N, k) if 0 <= k <= N else 0


def _check_extension(exact, extend):
    if extend not in ("zero", "complex"):
        raise ValueError(f"extend must be 'zero' or 'complex', not {extend!r}")
    if exact and extend == "complex":
        raise ValueError("exact=True goes with extend='zero' alone: other values are no whole numbers")


def factorial(n, exact=False, extend="zero"):
    if exact:
        return factorialk(n, 1, True, extend)
    _check_extension(exact, extend)
    return _core._special.factorial(n, extend == "complex")


def factorial2(n, exact=False, extend="zero"):
    return factorialk(n, 2, exact, extend)


def factorialk(n, k, exact=False, extend="zero"):
    _check_extension(exact, extend)
    if not exact:
        return _core._special.factorialk(n, k, extend == "complex")
    if isinstance(n, (_cp.ndarray, list, tuple)):
        return _core._special.factorialk_exact(_cp.asarray(n), *_whole(k))
    if isinstance(n, bool) or isinstance(k, bool):
        raise ValueError("factorials take numbers, not bool")
    n, k = _whole(n, k)
    if k < 1:
        raise ValueError(f"For `extend='zero'`, k must be a positive integer, received: {k}")
    return _math.prod(range(n, 0, -k)) if n >= 0 else 0


def stirling2(N, K, *, exact=False):
    if not exact:
        return _core._special.stirling2(N, K)
    if any(isinstance(number, (_cp.ndarray, list, tuple)) for number in (N, K)):
        return _core._special.stirling2_exact(N, K)
    if isinstance(N, bool) or isinstance(K, bool):
        raise TypeError("Stirling numbers are of ints, not of bool")
    try:
        N, K = _operator.index(N), _operator.index(K)
    except TypeError:
        raise TypeError("exact=True takes ints N and K") from None
    if K < 0 or K > N:
        return 0
    return sum((-1) ** (K - j) * _math.comb(K, j) * j**N for j in range(K + 1)) // _math.factorial(K)  # DLMF 26.8.6


for _name in ("comb", "perm", "factorial", "factorial2", "factorialk", "stirling2"):
    globals()[_name].__doc__ = getattr(_core._special, _name).__doc__
