"""Photographs are corrected, smoothed, sharpened and measured: arithmetic between filters of `ndimage`."""

import importlib

import numpy as np

SIZES = [256, 2048]


def start(xp, size):
    rng = np.random.default_rng(9)
    y, x = np.mgrid[0 : 1 : size * 1j, 0 : 1 : size * 1j]
    image = np.stack([np.sin(20 * x * y), np.cos(15 * x), np.sin(9 * y)], axis=-1)
    image = 0.5 + 0.4 * image + 0.05 * rng.standard_normal(image.shape)
    return (xp.asarray(image.clip(0, 1).astype(np.float32)),)


def ndimage_of(xp):
    names = {"numpy": "scipy.ndimage", "cupy": "cupyx.scipy.ndimage", "cuprum": "cuprumx.scipy.ndimage"}
    return importlib.import_module(names[xp.__name__])


def advance(xp, state):
    (image,) = state
    ndimage = ndimage_of(xp)
    linear = xp.where(image <= 0.04045, image / 12.92, ((image + 0.055) / 1.055) ** 2.4)
    grey = linear[..., 0] * 0.2126 + linear[..., 1] * 0.7152 + linear[..., 2] * 0.0722
    smooth = ndimage.gaussian_filter(grey, 2)
    detail = grey - smooth
    sharp = xp.clip(grey + 1.5 * detail * (abs(detail) > 0.01), 0, 1)
    dy, dx = ndimage.sobel(sharp, 0), ndimage.sobel(sharp, 1)
    edges = xp.sqrt(dx * dx + dy * dy)
    edges = edges / (edges.max() + 1e-6)
    local = ndimage.uniform_filter(sharp, 15)
    spread = xp.sqrt(xp.maximum(ndimage.uniform_filter(sharp * sharp, 15) - local * local, 1e-6))
    toned = (sharp - local) / spread * 0.1 + 0.5
    out = xp.clip(0.8 * toned + 0.2 * (1 - edges), 0, 1)
    result = linear * (out / xp.maximum(grey, 1e-3))[..., None]
    encoded = xp.where(result <= 0.0031308, result * 12.92, 1.055 * xp.maximum(result, 1e-9) ** (1 / 2.4) - 0.055)
    eight = xp.clip(encoded * 255 + 0.5, 0, 255).astype(np.uint8)
    return image, eight, xp.stack([encoded.mean(), encoded.std()])
