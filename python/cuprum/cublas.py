"""Products of matrices and vectors by BLAS's names: `nrm2`, `gemm` and their like, for arrays of any layout on any
device."""

from ._core._cublas import *  # noqa: F403
