"""Radar, channels, cepstra and beams, for arrays on a device."""

from cuprum._core._signal import *  # noqa: F403
