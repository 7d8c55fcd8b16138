"""The heat equation
A plate with a hot edge: slices of one array are the neighbours of each point."""

import cuprum as cp
import matplotlib.pyplot as plt

plate = cp.zeros((150, 200))
plate[0] = 100
for _ in range(2000):
    inner = plate[1:-1, 1:-1]
    inner += 0.2 * (plate[:-2, 1:-1] + plate[2:, 1:-1] + plate[1:-1, :-2] + plate[1:-1, 2:] - 4 * inner)

plt.imshow(plate.get(), cmap="inferno")
plt.colorbar(label="temperature")
plt.show()
