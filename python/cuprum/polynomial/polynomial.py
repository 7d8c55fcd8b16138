"""Polynomials as sums of powers, the lowest first."""

from cuprum._core import _polynomial

polycompanion = _polynomial.polycompanion
polyval = _polynomial.polyval
polyvalfromroots = _polynomial.polyvalfromroots
polyvander = _polynomial.polyvander
