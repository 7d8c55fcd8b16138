"""SciPy's signal processing for arrays on a device."""

from cuprum._core._scipy_signal import *  # noqa: F403
from cuprum._core._scipy_signal import _BadCoefficients as BadCoefficients
from cuprumx.scipy.signal import windows
from cuprumx.scipy.signal._peaks import argrelextrema as argrelextrema
from cuprumx.scipy.signal._peaks import find_peaks_cwt as find_peaks_cwt
from cuprumx.scipy.signal._transforms import cwt as cwt
from cuprumx.scipy.signal._systems import (
    StateSpace,
    TransferFunction,
    ZerosPolesGain,
    bode,
    cont2discrete,
    dbode,
    dfreqresp,
    dimpulse,
    dlsim,
    dlti,
    dstep,
    freqresp,
    impulse,
    lsim,
    lti,
    place_poles,
    step,
)
