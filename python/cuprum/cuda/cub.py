"""Whether reductions and scans work at full speed, which CuPy leaves to CUB: they do, on every device."""

available = True


def get_build_version():
    """0: CUB is no part of cuprum, whose reductions and scans are its own."""
    return 0
