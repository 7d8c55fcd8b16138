"""Lloyd's steps of k-means: distances, the nearest centre of each point, and the means of what is nearest."""

import numpy as np

SIZES = [5_000, 200_000]


def start(xp, size, dimensions=8, clusters=16):
    rng = np.random.default_rng(7)
    centres = rng.uniform(-5, 5, (clusters, dimensions))
    points = centres[rng.integers(0, clusters, size)] + rng.standard_normal((size, dimensions))
    first = points[rng.choice(size, clusters, replace=False)]
    return xp.asarray(points.astype(np.float32)), xp.asarray(first.astype(np.float32))


def advance(xp, state, steps=4):
    points, centres = state[:2]
    numbers = xp.arange(len(centres))
    for _ in range(steps):
        distances = (points * points).sum(1)[:, None] - 2 * (points @ centres.T) + (centres * centres).sum(1)[None, :]
        nearest = distances.argmin(1)
        belongs = (nearest[:, None] == numbers[None, :]).astype(points.dtype)
        counts = belongs.sum(0)
        centres = (belongs.T @ points) / xp.maximum(counts, 1)[:, None]
        spread = xp.maximum(distances.min(1), 0).mean()
    return points, centres, spread
