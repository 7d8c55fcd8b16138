"""An Asian option and one with a barrier, by simulation: paths advance day by day with random steps."""

import numpy as np

SIZES = [20_000, 1_000_000]
IS_RANDOM = True


def start(xp, size):
    return (xp.full(size, 100.0),)


def advance(xp, state, days=25):
    (price,) = state
    rng = xp.random.RandomState(3)
    drift, width = (0.05 - 0.5 * 0.2**2) / 252, 0.2 / np.sqrt(252)
    total = xp.zeros_like(price)
    is_in = xp.ones(price.shape, bool)
    for _ in range(days):
        price = price * xp.exp(drift + width * rng.standard_normal(price.shape))
        total = total + price
        is_in = is_in & (price > 90)
    asian = xp.maximum(total / days - 100, 0)
    barrier = xp.where(is_in, xp.maximum(price - 100, 0), 0)
    figures = xp.stack([asian.mean(), asian.std(), barrier.mean(), barrier.std()])
    return (price, figures)
