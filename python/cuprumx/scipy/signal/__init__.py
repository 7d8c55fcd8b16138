"""SciPy's signal processing for arrays on a device."""

from cuprum._core._scipy_signal import *  # noqa: F403
from cuprum._core._scipy_signal import _BadCoefficients as BadCoefficients
from cuprumx.scipy.signal import windows
from cuprumx.scipy.signal._peaks import argrelextrema as argrelextrema
