"""A surface through scattered points
Radial basis functions make a map of 200 measurements at random places."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy.interpolate import RBFInterpolator

rng = cp.random.default_rng(0)
places = rng.uniform(-1, 1, (200, 2))
values = cp.sin(4 * places[:, 0]) * cp.cos(3 * places[:, 1])
y, x = cp.mgrid[-1:1:120j, -1:1:120j]
surface = RBFInterpolator(places, values)(cp.stack([x.ravel(), y.ravel()], axis=1)).reshape(x.shape)

plt.imshow(surface.get(), extent=(-1, 1, -1, 1), origin="lower", cmap="viridis")
plt.scatter(places[:, 0].get(), places[:, 1].get(), c=values.get(), s=15, edgecolors="white", cmap="viridis")
plt.colorbar(label="value")
plt.show()
