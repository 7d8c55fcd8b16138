"""The Lorenz attractor
2000 paths that begin almost at one point. After a while they are everywhere on the attractor."""

import cuprum as cp
import matplotlib.pyplot as plt


@cp.fuse()
def step(x, y, z, dt):
    return x + dt * 10 * (y - x), y + dt * (x * (28 - z) - y), z + dt * (x * y - 8 / 3 * z)


x, y, z = 1 + 1e-2 * cp.random.default_rng(0).standard_normal((3, 2000))
places, pictures = [], {}
for number in range(1, 15001):
    x, y, z = step(x, y, z, 0.002)
    if number > 2500 and number % 5 == 0:
        places.append(cp.stack((x[0], z[0])))  # of the first path
    if number in (3000, 9000, 15000):
        pictures[number * 0.002] = x.get(), z.get()
path = cp.stack(places, axis=1).get()
figure, axes = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained", sharex=True, sharey=True)
for axis, (time, (across, up)) in zip(axes, pictures.items()):
    axis.plot(*path, color="0.85", linewidth=0.6)
    axis.plot(across, up, ".", markersize=1.5)
    axis.set(title=f"time {time:.0f}", xlabel="x")
axes[0].set_ylabel("z")
plt.show()
