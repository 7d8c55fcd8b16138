"""Patterns of Gray and Scott
Two substances that react and diffuse make spots. `fuse` makes one kernel of the reaction."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage


@cp.fuse()
def react(u, v, u_spread, v_spread):
    rate = u * v * v
    return u + 0.16 * u_spread - rate + 0.035 * (1 - u), v + 0.08 * v_spread + rate - 0.1 * v


noise = cp.random.default_rng(1).standard_normal((160, 160), dtype="float32")
spots = ndimage.gaussian_filter(noise, 6) > 0.09
u, v = cp.where(spots, cp.float32(0.5), cp.float32(1)), cp.where(spots, cp.float32(0.25), cp.float32(0))
for _ in range(2500):
    u, v = react(u, v, ndimage.laplace(u, mode="wrap"), ndimage.laplace(v, mode="wrap"))

plt.imshow(v.get(), cmap="viridis")
plt.colorbar(label="amount of the second substance")
plt.show()
