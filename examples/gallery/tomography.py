"""Tomography
Shadows of an object from 180 directions, and the object from its shadows: filtered back projection."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage

size = 128
y, x = cp.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
body = ((x / 0.7) ** 2 + (y / 0.9) ** 2 < 1) * 1.0
body -= 0.6 * (((x - 0.2) / 0.2) ** 2 + ((y + 0.1) / 0.35) ** 2 < 1)
body += 0.8 * ((x + 0.25) ** 2 + (y - 0.3) ** 2 < 0.02)
angles = range(0, 180, 2)
shadows = cp.stack([ndimage.rotate(body, angle, reshape=False, order=1).sum(axis=0) for angle in angles])
ramp = cp.abs(cp.fft.fftfreq(size))
filtered = cp.fft.ifft(cp.fft.fft(shadows, axis=1) * ramp, axis=1).real
found = cp.zeros_like(body)
for angle, line in zip(angles, filtered):
    found += ndimage.rotate(cp.broadcast_to(line, body.shape).copy(), -angle, reshape=False, order=1)

figure, axes = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained")
for axis, title, picture in zip(axes, ("object", "shadows", "from the shadows"), (body, shadows, found)):
    axis.imshow(picture.get(), cmap="gray", aspect="auto")
    axis.set(title=title, xticks=[], yticks=[])
plt.show()
