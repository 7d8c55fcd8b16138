"""SciPy's interpolation for arrays on a device: piecewise polynomials and splines, grids, radial functions, scattered
data."""

from ._fitpack import InterpolatedUnivariateSpline, LSQUnivariateSpline, UnivariateSpline  # noqa: F401
from ._polynomials import (  # noqa: F401
    BarycentricInterpolator,
)
from cuprum._core._scipy_interpolate import (  # noqa: F401
    Akima1DInterpolator,
    BPoly,
    BSpline,
    CloughTocher2DInterpolator,
    CubicHermiteSpline,
    CubicSpline,
    KroghInterpolator,
    LinearNDInterpolator,
    NdBSpline,
    NdPPoly,
    NearestNDInterpolator,
    PchipInterpolator,
    PPoly,
    RBFInterpolator,
    RegularGridInterpolator,
    barycentric_interpolate,
    interp1d,
    interpn,
    krogh_interpolate,
    make_interp_spline,
    make_lsq_spline,
    pchip_interpolate,
)
from ._splines import splantider, splder  # noqa: F401

pchip = PchipInterpolator
