"""cuRAND's numbers of generators, by which CuPy's programs choose one: `cuprum.random.RandomState(method=...)`."""

from ._library_errors import CURANDError  # noqa: F401  CuPy has it here

CURAND_RNG_PSEUDO_DEFAULT = 100
CURAND_RNG_PSEUDO_XORWOW = 101
CURAND_RNG_PSEUDO_MRG32K3A = 121
CURAND_RNG_PSEUDO_MTGP32 = 141
CURAND_RNG_PSEUDO_MT19937 = 142
CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161
