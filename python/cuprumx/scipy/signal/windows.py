"""SciPy's windows for arrays on a device."""

from cuprum._core._scipy_signal_windows import *  # noqa: F403
