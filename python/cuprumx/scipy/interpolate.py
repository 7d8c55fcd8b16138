"""SciPy's interpolation for arrays on a device: piecewise polynomials and splines, grids, radial functions, scattered
data."""

from cuprum._core._scipy_interpolate import (  # noqa: F401
    Akima1DInterpolator,
    BarycentricInterpolator,
    BPoly,
    BSpline,
    CloughTocher2DInterpolator,
    CubicHermiteSpline,
    CubicSpline,
    InterpolatedUnivariateSpline,
    KroghInterpolator,
    LinearNDInterpolator,
    LSQUnivariateSpline,
    NdBSpline,
    NdPPoly,
    NearestNDInterpolator,
    PchipInterpolator,
    PPoly,
    RBFInterpolator,
    RegularGridInterpolator,
    UnivariateSpline,
    barycentric_interpolate,
    interp1d,
    interpn,
    krogh_interpolate,
    make_interp_spline,
    make_lsq_spline,
    pchip_interpolate,
    splantider,
    splder,
)

pchip = PchipInterpolator
