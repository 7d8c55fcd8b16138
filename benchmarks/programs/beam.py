"""A beam of light through a medium, by turns in space and in frequencies (the split-step method)."""

import numpy as np

SIZES = [128, 1024]


def start(xp, size):
    y, x = np.mgrid[-4 : 4 : size * 1j, -4 : 4 : size * 1j]
    field = np.exp(-(x**2) - (y**2)).astype(np.complex64)
    return (xp.asarray(field),)


def advance(xp, state, steps=4, dz=0.01):
    (field,) = state
    size = len(field)
    k = xp.fft.fftfreq(size, 8 / size).astype(np.float32) * np.float32(2 * np.pi)
    squared = k[None, :] ** 2 + k[:, None] ** 2
    free = xp.cos(squared * (dz / 2)) - 1j * xp.sin(squared * (dz / 2))
    free = free.astype(np.complex64)
    for _ in range(steps):
        field = xp.fft.ifft2(xp.fft.fft2(field) * free)
        intensity = field.real**2 + field.imag**2
        phase = dz * 5 * intensity / (1 + 0.1 * intensity) - 0.0001 * squared
        field = field * (xp.cos(phase) + 1j * xp.sin(phase)).astype(np.complex64)
    return (field,)
