"""Polynomials in NumPy's new form, the lowest power first."""

from . import polynomial, polyutils  # noqa: F401
