"""Waves in a basin
The wave equation in two dimensions, with a wall that has two gaps."""

import cuprum as cp
import matplotlib.pyplot as plt

shape = 240, 300
now, before = cp.zeros(shape), cp.zeros(shape)
open_water = cp.ones(shape)
open_water[:, 100:103] = 0
open_water[90:98, 100:103] = open_water[142:150, 100:103] = 1
for step in range(420):
    bend = cp.zeros(shape)
    bend[1:-1, 1:-1] = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:] - 4 * now[1:-1, 1:-1]
    now, before = (2 * now - before + 0.25 * bend) * open_water, now
    now[:, 2] = cp.sin(step * 0.25)

plt.imshow(now.get(), cmap="RdBu", vmin=-1, vmax=1)
plt.colorbar(label="height")
plt.show()
