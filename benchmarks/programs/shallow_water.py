"""Waves on shallow water: height and momenta on a grid, by the two steps of Lax and Wendroff, with slices."""

import numpy as np

SIZES = [128, 1024]


def start(xp, size):
    y, x = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
    height = 1 + 0.5 * np.exp(-20 * ((x - 0.2) ** 2 + (y + 0.1) ** 2))
    return xp.asarray(height), xp.zeros_like(xp.asarray(height)), xp.zeros_like(xp.asarray(height))


def fluxes(h, u, v, g=9.81):
    pressure = 0.5 * g * h * h
    return (u, u * u / h + pressure, u * v / h), (v, u * v / h, v * v / h + pressure)


def reflect(h, u, v):
    for a, left, upper in ((h, 1, 1), (u, 1, -1), (v, -1, 1)):
        a[:, 0], a[:, -1] = left * a[:, 1], left * a[:, -2]
        a[0, :], a[-1, :] = upper * a[1, :], upper * a[-2, :]


def advance(xp, state, steps=4):
    h, u, v = (a.copy() for a in state)
    dt, dx = 0.1 / h.shape[0], 1.0 / h.shape[0]
    for _ in range(steps):
        reflect(h, u, v)
        quantities = (h, u, v)
        along, across = fluxes(h, u, v)
        # Half a step in the middles of the cells' sides.
        half_x = [
            0.5 * (q[1:, 1:-1] + q[:-1, 1:-1]) - dt / (2 * dx) * (f[1:, 1:-1] - f[:-1, 1:-1])
            for q, f in zip(quantities, along, strict=True)
        ]
        half_y = [
            0.5 * (q[1:-1, 1:] + q[1:-1, :-1]) - dt / (2 * dx) * (f[1:-1, 1:] - f[1:-1, :-1])
            for q, f in zip(quantities, across, strict=True)
        ]
        along, across = fluxes(*half_x)[0], fluxes(*half_y)[1]
        for q, f, g in zip(quantities, along, across, strict=True):
            q[1:-1, 1:-1] -= dt / dx * (f[1:, :] - f[:-1, :] + g[:, 1:] - g[:, :-1])
    return h, u, v
