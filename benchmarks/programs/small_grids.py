"""Twenty operations on small grids: two chemicals that react and diffuse (Gray and Scott)."""

import numpy as np

SIZES = [128, 512]


def start(xp, size):
    rng = np.random.default_rng(1)
    u, v = np.ones((size, size)), np.zeros((size, size))
    middle = slice(size // 2 - 8, size // 2 + 8)
    u[middle, middle], v[middle, middle] = 0.5, 0.25
    u += 0.01 * rng.standard_normal(u.shape)
    v += 0.01 * rng.standard_normal(u.shape)
    return xp.asarray(u), xp.asarray(v)


def laplacian(xp, a):
    return (
        0.2 * (xp.roll(a, 1, 0) + xp.roll(a, -1, 0) + xp.roll(a, 1, 1) + xp.roll(a, -1, 1))
        + 0.05 * (xp.roll(a, (1, 1), (0, 1)) + xp.roll(a, (1, -1), (0, 1)))
        + 0.05 * (xp.roll(a, (-1, 1), (0, 1)) + xp.roll(a, (-1, -1), (0, 1)))
        - a
    )


def advance(xp, state, steps=10):
    u, v = state
    feed, kill = 0.055, 0.062
    for _ in range(steps):
        reaction = u * v * v
        u = u + (0.16 * laplacian(xp, u) - reaction + feed * (1 - u))
        v = v + (0.08 * laplacian(xp, v) + reaction - (feed + kill) * v)
        u, v = xp.clip(u, 0, 2), xp.clip(v, 0, 2)
    return u, v
