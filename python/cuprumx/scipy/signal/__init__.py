"""SciPy's signal processing for arrays on a device.

Warnings (BadCoefficients):
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     zeros, poles, gain = signal.tf2zpk([0.0, 1.0], [1.0, 0.5])
    >>> caught[0].category is signal.BadCoefficients
    True
"""

from cuprum._core._scipy_signal import *  # noqa: F403
from cuprum._core._scipy_signal import _BadCoefficients as BadCoefficients
from cuprumx.scipy.signal import windows
from cuprumx.scipy.signal._systems import StateSpace, TransferFunction, ZerosPolesGain, dlti, lti
