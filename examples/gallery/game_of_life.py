"""Conway's game of life
A convolution counts the neighbours; a comparison applies the rule."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage

cells = (cp.random.default_rng(3).random((120, 180)) < 0.25).astype("int32")
neighbours = cp.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
population = []
for _ in range(200):
    count = ndimage.convolve(cells, neighbours, mode="wrap")
    cells = ((count == 3) | ((count == 2) & (cells == 1))).astype("int32")
    population.append(cells.sum())

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.5), layout="constrained")
left.imshow(cells.get(), cmap="binary")
right.plot(cp.stack(population).get())
right.set(xlabel="generation", ylabel="living cells")
plt.show()
