"""Gravity between all pairs of bodies, the positions and speeds by leapfrog."""

import numpy as np

SIZES = [256, 2048]


def start(xp, size):
    rng = np.random.default_rng(4)
    place, speed = rng.standard_normal((2, size, 3))
    return xp.asarray(place), xp.asarray(0.1 * speed), xp.asarray(rng.uniform(0.5, 1.5, size) / size)


def pull(xp, place, mass, softness=0.05):
    x, y, z = place[:, 0], place[:, 1], place[:, 2]
    dx, dy, dz = x[None, :] - x[:, None], y[None, :] - y[:, None], z[None, :] - z[:, None]
    squared = dx * dx + dy * dy + dz * dz + softness * softness
    weight = mass[None, :] / (squared * xp.sqrt(squared))
    return xp.stack([(weight * dx).sum(1), (weight * dy).sum(1), (weight * dz).sum(1)], axis=1)


def advance(xp, state, steps=4, dt=0.01):
    place, speed, mass = state
    force = pull(xp, place, mass)
    for _ in range(steps):
        speed = speed + 0.5 * dt * force
        place = place + dt * speed
        force = pull(xp, place, mass)
        speed = speed + 0.5 * dt * force
    return place, speed, mass
