"""SciPy's signal processing for arrays on a device."""

from cuprum._core._scipy_signal import *  # noqa: F403
from cuprum._core._scipy_signal import _BadCoefficients as BadCoefficients
from cuprumx.scipy.signal import windows
from cuprumx.scipy.signal._systems import StateSpace, TransferFunction, ZerosPolesGain, dlti, lti
