"""Whole programs, written plainly for NumPy, CuPy and cuprum alike.

Each module has `SIZES`, a small one first; `start(xp, size)`, the arrays that the program begins with; and
`advance(xp, state)`, some steps, which returns the state that they lead to. The numbers of `start` are NumPy's, so all
libraries begin with the same.
"""

import importlib

NAMES = [
    "small_grids",
    "waves",
    "black_scholes",
    "monte_carlo",
    "bodies",
    "training",
    "shallow_water",
    "k_means",
    "beam",
    "image_pipeline",
]


def load(name):
    return importlib.import_module(f"{__name__}.{name}")
