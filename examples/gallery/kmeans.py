"""k-means
Distances of all points to all centres, and the mean of each cluster, without a loop over points."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy.spatial.distance import cdist

rng = cp.random.default_rng(2)
middles = rng.uniform(-8, 8, (6, 2))
points = (middles[rng.integers(0, 6, 3000)] + rng.standard_normal((3000, 2))).copy()
centres = points[:: len(points) // 6][:6].copy()
for _ in range(25):
    nearest = cdist(points, centres).argmin(axis=1)
    members = cp.maximum(cp.bincount(nearest, minlength=6), 1)
    sums = [cp.bincount(nearest, weights=points[:, k], minlength=6) for k in (0, 1)]
    centres = cp.stack(sums, axis=1) / members[:, None]

plt.scatter(points[:, 0].get(), points[:, 1].get(), c=nearest.get(), s=4, cmap="tab10")
plt.plot(*centres.T.get(), "k*", markersize=14)
plt.gca().set_aspect("equal")
plt.show()
