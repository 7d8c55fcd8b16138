"""Decompositions by cuSOLVER's names: `cuprum.cusolver`, where CuPy has them since version 12."""

from cuprum.cusolver import *  # noqa: F403
