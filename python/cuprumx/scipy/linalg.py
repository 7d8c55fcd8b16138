"""SciPy's linear algebra: LU factors, triangular equations, the matrix exponential, special matrices."""

from cuprum import _core, kron  # noqa: F401

for _name, _function in vars(_core._scipy_linalg).items():
    if not _name.startswith("_") and _name not in ("cho_solve", "invh"):
        globals()[_name] = _function
