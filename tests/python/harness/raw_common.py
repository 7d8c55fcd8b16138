"""What the tests of raw kernels share."""

import cuprum as cp


def run(code, name, grid, block, args, **keywords):
    cp.RawKernel(code, name)(grid, block, args, **keywords)
