"""The logistic map
A thousand growth rates at once: where the population settles, doubles its period, and becomes chaotic."""

import cuprum as cp
import matplotlib.pyplot as plt

rate = cp.linspace(2.6, 4, 1200)
x = cp.full(rate.shape, 0.5)
for _ in range(300):
    x = rate * x * (1 - x)
tracks = []
for _ in range(120):
    x = rate * x * (1 - x)
    tracks.append(x)
y = cp.stack(tracks)

plt.plot(cp.broadcast_to(rate, y.shape).ravel().get(), y.ravel().get(), ",", color="tab:blue", alpha=0.3)
plt.xlabel("growth rate")
plt.ylabel("population")
plt.show()
