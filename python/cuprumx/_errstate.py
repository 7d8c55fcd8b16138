"""What is done about input that has no result, such as a singular matrix."""

import contextlib as _contextlib

from cuprum import _core

_LINALG = ("raise", "ignore")


def geterr():
    """What the calling thread does about failures.

    Returns
        A dictionary. "linalg" is 'raise' or 'ignore'; the other entries are CuPy's, and are None as floating-point
        arithmetic on devices tells of no failures.
    """
    nothing = dict.fromkeys(("divide", "over", "under", "invalid"))
    return {**nothing, "linalg": _core._linalg._geterr()}


def seterr(*, divide=None, over=None, under=None, invalid=None, linalg=None):
    """Set what the calling thread does about failures.

    Parameters
        linalg: for matrices that are singular, not positive definite, or that do not converge. 'raise', the default of
            cuprum: the function waits for the device and raises LinAlgError. 'ignore': the results for such a matrix
            are NaN, and nothing waits.
            None: as it was.
        divide, over, under, invalid: None; devices tell of no such failures.
    Returns
        What `geterr` gave until now.
    Raises
        NotImplementedError: another parameter than `linalg`, or another word for it.
    Example
        >>> before = cuprumx.seterr(linalg="ignore")
        >>> cuprum.linalg.inv(cuprum.zeros((2, 2)))
        array([[nan, nan],
               [nan, nan]])
        >>> cuprumx.seterr(linalg=before["linalg"])["linalg"]
        'ignore'
    """
    before = geterr()
    others = {"divide": divide, "over": over, "under": under, "invalid": invalid}
    for name, given in others.items():
        if given is not None:
            raise NotImplementedError(
                f"{name}={given!r}: only linalg= can be set, as devices tell of no other failures"
            )
    if linalg is not None:
        if linalg not in _LINALG:
            raise NotImplementedError(f"linalg={linalg!r}: it is one of {_LINALG}")
        _core._linalg._seterr(linalg == "raise")
    return before


class errstate(_contextlib.ContextDecorator):
    """A context, or a decorator, in which failures are treated as the parameters say; they are those of `seterr`.

    Example
        >>> with cuprumx.errstate(linalg="ignore"):
        ...     x = cuprum.linalg.inv(cuprum.zeros((2, 2)))
        >>> x
        array([[nan, nan],
               [nan, nan]])
    """

    def __init__(self, **kwargs):
        self._wanted, self._before = kwargs, []

    def __enter__(self):
        self._before.append(seterr(**self._wanted)["linalg"])

    def __exit__(self, *exception):
        seterr(linalg=self._before.pop())
