"""Who is nearest?
A tree of points answers for every pixel which of 40 places is nearest: a Voronoi diagram."""

import cuprum as cp
import matplotlib.pyplot as plt
from cuprumx.scipy.spatial import KDTree

places = cp.random.default_rng(12).random((40, 2))
y, x = cp.mgrid[0:1:300j, 0:1:300j]
distance, nearest = KDTree(places).query(cp.stack([x.ravel(), y.ravel()], axis=1))

figure, (left, right) = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
for axis, values, colours in ((left, nearest % 20, "tab20"), (right, distance, "viridis")):
    axis.imshow(values.reshape(x.shape).get(), extent=(0, 1, 0, 1), origin="lower", cmap=colours)
    axis.plot(*places.T.get(), "k.")
    axis.set(xticks=[], yticks=[])
left.set_title("the nearest place")
right.set_title("the distance to it")
plt.show()
