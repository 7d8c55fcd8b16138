"""SciPy's special functions for arrays on a device: ufuncs, and functions made of them."""

from cuprum import _core, sinc  # noqa: F401

# Ufuncs that functions of other names stand before.
_HIDDEN = {"hurwitz_zeta", "riemann_zeta", "lambertw_branch", "spherical_harmonic"}
_HIDDEN |= {f"spherical_{_kind}n_{_what}" for _kind in "jyik" for _what in ("value", "slope")}

for _name, _function in vars(_core._special).items():
    if not _name.startswith("_") and _name not in _HIDDEN:
        globals()[_name] = _function
