"""Counting and measuring cells in a microscope image: blur, threshold, distances, labels, measurements.

    python examples/cells.py [--size 512] [--plot build/cells.png]

The image is made up: bright discs of several sizes, some of which touch, on an uneven background with noise. Each step
is SciPy's, and where SciPy is installed the results are compared with its own.
"""

import argparse

import numpy

import cuprum as cp
from cuprumx.scipy import ndimage


def microscope_image(size, seed=0):
    """The image and how many cells were put into it."""
    rng = numpy.random.default_rng(seed)
    image = numpy.zeros((size, size), "float32")
    count = (size // 32) ** 2 // 2
    places = rng.permutation((size // 32) ** 2)[:count]
    y, x = numpy.mgrid[:32, :32] - 16.0
    for place in places:
        top, left = divmod(int(place), size // 32)
        shift_y, shift_x, radius = rng.uniform(-4, 4), rng.uniform(-4, 4), rng.uniform(6, 12)
        disc = 1 / (1 + numpy.exp(numpy.hypot(y - shift_y, x - shift_x) - radius))
        image[32 * top : 32 * top + 32, 32 * left : 32 * left + 32] += rng.uniform(0.7, 1.3) * disc
    slope = numpy.linspace(0, 0.5, size, dtype="float32")
    image += slope[:, None] + rng.normal(0, 0.15, image.shape)
    return image.astype("float32"), count


def segment(library, module, image):
    """Labels of the cells and how many there are, by one library's functions."""
    smooth = module.gaussian_filter(image, 2)
    background = module.uniform_filter(smooth, 65)
    bright = smooth > background + 0.2
    cells = module.binary_fill_holes(module.binary_opening(bright, iterations=2))
    # The centres of cells that touch lie apart: each has its own greatest distance from what is no cell.
    distance = module.distance_transform_edt(cells)
    peaks = (distance == module.maximum_filter(distance, 11)) & (distance > 3)
    centres, count = module.label(module.binary_dilation(peaks, iterations=2))
    # Every element of a cell belongs to the nearest centre.
    nearest = module.distance_transform_edt(centres == 0, return_distances=False, return_indices=True)
    labels = library.where(cells, centres[tuple(nearest)], 0)
    return labels, count, distance


def measure(library, module, image, labels, count):
    index = library.arange(1, count + 1)
    return {
        "area": module.sum_labels(library.ones_like(image), labels, index),
        "brightness": module.mean(image, labels, index),
        "spread": module.standard_deviation(image, labels, index),
        "brightest": module.maximum(image, labels, index),
        "centre": library.asarray(module.center_of_mass(library.ones_like(image), labels, index)),
    }


def compare(host, labels, count, found):
    try:
        from scipy import ndimage as reference
    except ImportError:
        print("SciPy is not installed: nothing to compare with")
        return
    labels_of_scipy, count_of_scipy, _ = segment(numpy, reference, host)
    same = float((labels.get() == labels_of_scipy).mean())
    print(f"SciPy counts {count_of_scipy}; {100 * same:.2f} % of all elements have the same label")
    # Elements as near to one centre as to another may go to either.
    assert count == count_of_scipy and same > 0.995
    for name, expected in measure(numpy, reference, host, labels.get(), count).items():
        assert numpy.allclose(found[name].get(), expected, rtol=1e-5), name


def draw(path, image, labels, found):
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(12, 6))
    left.imshow(image.get(), cmap="gray")
    left.set_title("image")
    shuffled = numpy.random.default_rng(1).permutation(int(labels.max()) + 1)
    shuffled[0] = -1
    right.imshow(numpy.ma.masked_less(shuffled[labels.get()], 0), cmap="prism", interpolation="nearest")
    right.plot(*found["centre"].get().T[::-1], "k.", markersize=2)
    right.set_title(f"{int(labels.max())} cells")
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    print("picture:", path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=512)
    parser.add_argument("--plot", metavar="PNG")
    arguments = parser.parse_args()
    host, made = microscope_image(arguments.size)
    image = cp.asarray(host)
    labels, count, _ = segment(cp, ndimage, image)
    found = measure(cp, ndimage, image, labels, count)
    area = found["area"]
    print(f"{count} cells found, {made} were made")
    print(f"areas from {float(area.min()):.0f} to {float(area.max()):.0f}, mean {float(area.mean()):.1f}")
    print(f"brightness {float(found['brightness'].mean()):.3f}, spread {float(found['spread'].mean()):.3f}")
    assert abs(count - made) <= 0.05 * made
    compare(host, labels, count, found)
    if arguments.plot:
        draw(arguments.plot, image, labels, found)


if __name__ == "__main__":
    main()
