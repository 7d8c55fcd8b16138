"""Neighbours of points by a tree, and the fit of a distribution to their distances.

python examples/neighbours.py [--plot build/neighbours.png]
"""

import argparse
import pathlib

import cuprum as cp
from cuprumx.scipy import spatial, stats


def neighbours(count=4000):
    """Points spread evenly over a box whose sides meet, and the five nearest neighbours of each."""
    points = cp.random.default_rng(1).random((count, 2))
    tree = spatial.KDTree(points, boxsize=1.0)
    distances, indices = tree.query(points, k=6)
    assert bool((indices[:, 0] == cp.arange(count)).all())  # the nearest one of each is the point itself
    print("mean distance of the nearest neighbour:", float(distances[:, 1].mean()))
    pairs = tree.query_pairs(0.01)
    assert len(pairs) * 2 + count == int(tree.count_neighbors(tree, 0.01))
    return points, distances[:, 1:], indices[:, 1:]


def fit(distances):
    """The area of the circle up to the k-th neighbour follows a gamma distribution of shape k."""
    count = len(distances)
    for k in (1, 2, 5):
        areas = cp.pi * distances[:, k - 1] ** 2 * count
        shape, _, scale = stats.gamma.fit(areas, floc=0)
        gap = float(cp.abs(stats.gamma.cdf(cp.sort(areas), k) - (cp.arange(count) + 0.5) / count).max())
        print(f"neighbour {k}: gamma of shape {shape:.2f} and scale {scale:.3f}; furthest from shape {k} by {gap:.4f}")
        assert abs(shape - k) < 0.2 * k and gap < 0.04


def plot(path, points, distances, indices):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.5), layout="constrained")
    few = points.get()
    chosen = 7
    left.plot(*few.T, ".", color="#9aa5b1", markersize=2)
    left.plot(*few[indices[chosen].get()].T, "o", color="#c8553d", label="five nearest")
    left.plot(*few[chosen], "*", color="black", markersize=10, label="a point")
    left.set_xlim(few[chosen, 0] - 0.08, few[chosen, 0] + 0.08)
    left.set_ylim(few[chosen, 1] - 0.08, few[chosen, 1] + 0.08)
    left.legend()
    areas = cp.pi * distances**2 * len(points)
    x = cp.linspace(0, 12, 200)
    for k, color in ((1, "#c8553d"), (2, "#3d7bc8"), (5, "#4a9a5a")):
        right.hist(areas[:, k - 1].get(), bins=60, range=(0, 12), density=True, alpha=0.3, color=color)
        shape, loc, scale = stats.gamma.fit(areas[:, k - 1], floc=0)
        label = f"neighbour {k}: gamma({shape:.2f})"
        right.plot(x.get(), stats.gamma.pdf(x, shape, loc, scale).get(), color=color, label=label)
    right.set_xlabel("area up to the neighbour, in points")
    right.legend()
    figure.savefig(path, dpi=120)
    print("written:", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--plot", type=pathlib.Path, help="a picture to write, for which matplotlib is needed")
    options = parser.parse_args()
    points, distances, indices = neighbours()
    fit(distances)
    if options.plot:
        plot(options.plot, points, distances, indices)


if __name__ == "__main__":
    main()
