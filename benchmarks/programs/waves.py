"""Heat and waves in a box of space whose ends meet: neighbours along the axes, by rolled arrays."""

import numpy as np

SIZES = [32, 128]


def start(xp, size):
    z, y, x = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j, -1 : 1 : size * 1j]
    height = np.exp(-40 * ((x - 0.2) ** 2 + (y + 0.1) ** 2 + z**2))
    return xp.asarray(height), xp.asarray(height), xp.asarray(np.random.default_rng(1).random(height.shape))


def laplacian(xp, a):
    neighbours = sum(xp.roll(a, by, axis) for axis in range(3) for by in (-1, 1))
    return neighbours - 6 * a


def advance(xp, state, steps=4):
    before, now, heat = state
    for _ in range(steps):
        after = 2 * now - before + 0.1 * laplacian(xp, now) - 0.01 * (now - before)
        heat = heat + 0.1 * laplacian(xp, heat) + 0.001 * xp.square(now)
        before, now = now, after
    return before, now, heat
