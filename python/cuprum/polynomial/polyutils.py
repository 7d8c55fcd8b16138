"""Series of coefficients."""

from cuprum._core import _polynomial

as_series = _polynomial.as_series
trimcoef = _polynomial.trimcoef
trimseq = _polynomial.trimseq
