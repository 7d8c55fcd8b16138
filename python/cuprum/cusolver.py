"""Decompositions by cuSOLVER's names, on any device; the algorithm is the one that `cuprum.linalg` chooses."""

from ._core._cusolver import *  # noqa: F403
