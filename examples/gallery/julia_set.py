"""A Julia set
A loop of whole-array operations: `where` stops the points that left the circle."""

import cuprum as cp
import matplotlib.pyplot as plt

x, y = cp.linspace(-1.6, 1.6, 600), cp.linspace(-1.1, 1.1, 400)
z = x[None, :] + 1j * y[:, None]
left = cp.zeros(z.shape, "int32")
for _ in range(80):
    inside = cp.abs(z) < 2
    z = cp.where(inside, z * z + (-0.8 + 0.156j), z)
    left += inside

plt.imshow(left.get(), extent=(-1.6, 1.6, -1.1, 1.1), cmap="twilight_shifted")
plt.xlabel("real part of z")
plt.ylabel("imaginary part of z")
plt.show()
