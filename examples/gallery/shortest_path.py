"""The shortest way through a landscape
A graph of the points of a map, whose edges cost more where the land is steep."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy import ndimage, sparse
from cuprumx.scipy.sparse import csgraph

size = 60
height = ndimage.gaussian_filter(cp.random.default_rng(11).standard_normal((size, size)), 4) * 60
number = cp.arange(size * size).reshape(size, size)
ends, lengths = [], []
for here, there, low, high in (
    (number[:-1], number[1:], height[:-1], height[1:]),
    (number[:, :-1], number[:, 1:], height[:, :-1], height[:, 1:]),
):
    ends.append(cp.stack([here.ravel(), there.ravel()]))
    lengths.append((1 + (high - low) ** 2).ravel())
row, column = cp.concatenate(ends, axis=1)
graph = sparse.coo_matrix((cp.concatenate(lengths), (row, column)), shape=(size**2, size**2)).tocsr()
distance, before = csgraph.dijkstra(graph, directed=False, indices=0, return_predecessors=True)
way, previous = [size * size - 1], before.get()
while way[-1] != 0:
    way.append(int(previous[way[-1]]))

plt.imshow(height.get(), cmap="terrain")
plt.plot([k % size for k in way], [k // size for k in way], "r-", linewidth=2)
plt.colorbar(label="height")
plt.show()
