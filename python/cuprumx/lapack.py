"""Equations by LAPACK's names."""

from cuprum._core._lapack import *  # noqa: F403
