"""Linear algebra beyond NumPy's and SciPy's."""

from cuprum import _core

from . import sparse  # noqa: F401

cho_solve = _core._scipy_linalg.cho_solve
invh = _core._scipy_linalg.invh
