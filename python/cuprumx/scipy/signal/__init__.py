"""SciPy's signal processing for arrays on a device."""

from cuprum._core._scipy_signal import *  # noqa: F403
