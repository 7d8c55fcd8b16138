"""What is measured, a module a chapter; the order is that of importance, for runs that have little time."""

NAMES = [
    "floor",
    "host",
    "elementwise",
    "reductions",
    "sorting",
    "layouts",
    "selections",
    "random_numbers",
    "linalg",
    "fuse",
    "fft",
    "convolution",
    "user_kernels",
    "runtime",
    "startup",
    "solvers",
    "raw_kernels",
]
