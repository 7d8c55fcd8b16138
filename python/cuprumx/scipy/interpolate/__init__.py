"""SciPy's interpolation for arrays on a device: piecewise polynomials and splines, grids, radial functions, scattered
data."""

from ._cubic import (  # noqa: F401
    Akima1DInterpolator,
    CubicHermiteSpline,
    CubicSpline,
    PchipInterpolator,
    pchip,
)
from ._fitpack import InterpolatedUnivariateSpline, LSQUnivariateSpline, UnivariateSpline  # noqa: F401
from ._grids import NdBSpline, NdPPoly, RegularGridInterpolator  # noqa: F401
from ._interp1d import interp1d  # noqa: F401
from ._piecewise import BPoly, PPoly  # noqa: F401
from ._polynomials import (  # noqa: F401
    BarycentricInterpolator,
    KroghInterpolator,
)
from cuprum._core._scipy_interpolate import (  # noqa: F401
    barycentric_interpolate,
    interpn,
    krogh_interpolate,
    pchip_interpolate,
)
from ._radial import RBFInterpolator  # noqa: F401
from ._scattered import CloughTocher2DInterpolator, LinearNDInterpolator, NearestNDInterpolator  # noqa: F401
from ._splines import BSpline, make_interp_spline, make_lsq_spline, splantider, splder  # noqa: F401
