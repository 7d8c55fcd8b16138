"""A magnet: the Ising model
Spins of a checkerboard's black fields change together, then those of the white fields."""

import cuprum as cp
import matplotlib.pyplot as plt

rng = cp.random.default_rng(5)
row, column = cp.mgrid[:160, :160]
figure, axes = plt.subplots(1, 3, figsize=(9, 3.3), layout="constrained")
for axis, temperature in zip(axes, (1.8, 2.27, 3.5)):
    spins = cp.where(rng.random(row.shape) < 0.5, -1, 1)
    for step in range(400):
        around = cp.roll(spins, 1, 0) + cp.roll(spins, -1, 0) + cp.roll(spins, 1, 1) + cp.roll(spins, -1, 1)
        flips = rng.random(spins.shape) < cp.exp(-2 * spins * around / temperature)
        spins = cp.where(flips & ((row + column) % 2 == step % 2), -spins, spins)
    axis.imshow(spins.get(), cmap="coolwarm")
    axis.set(title=f"temperature {temperature}", xticks=[], yticks=[])
plt.show()
