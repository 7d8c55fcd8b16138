"""The Lorenz attractor
2000 paths that begin almost at one point. After a while they are everywhere on the attractor."""

import cuprum as cp
import matplotlib.pyplot as plt


@cp.fuse()
def step(x, y, z, dt):
    return x + dt * 10 * (y - x), y + dt * (x * (28 - z) - y), z + dt * (x * y - 8 / 3 * z)


x, y, z = 1 + 1e-3 * cp.random.default_rng(0).standard_normal((3, 2000))
figure, axes = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained", sharex=True, sharey=True)
for axis, time in zip(axes, (5, 12, 30)):
    for _ in range({5: 2500, 12: 3500, 30: 9000}[time]):
        x, y, z = step(x, y, z, 0.002)
    axis.plot(x.get(), z.get(), ".", markersize=1.5)
    axis.set(title=f"time {time}", xlabel="x")
axes[0].set_ylabel("z")
plt.show()
