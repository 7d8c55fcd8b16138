"""Where programs that look behind CuPy's interface find the class of its kernels."""

from cuprum._jit.interface import _JitRawKernel  # noqa: F401
