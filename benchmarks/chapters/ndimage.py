"""`scipy.ndimage`: images of 4096 x 4096 on a GPU and 1024 x 1024 on a CPU, volumes of 256^3 and 64^3; float32 unless
told.

A number behind a call is the goal on an H200 in milliseconds; on a CPU the goal is five times SciPy's speed.
"""

import numpy

from harness.case import HostCase, ScipyCase, equal, most, times
from harness.libraries import distinct

TITLE = "Images"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)


def blobs(library, shape, dtype, seed=0):
    """True in smooth patches, about half of all."""
    coarse = numpy.random.default_rng(seed).random([max(1, n // 16) for n in shape]) < 0.5
    for axis in range(len(shape)):
        coarse = numpy.repeat(coarse, 16, axis)
    return library.array(coarse[tuple(slice(n) for n in shape)])


def grey_values(library, shape, dtype, seed=0):
    return library.array(numpy.random.default_rng(seed).integers(0, 255, shape).astype("uint8"))


def noise(library, shape, dtype, seed=0):
    return library.array(numpy.random.default_rng(seed).random(shape) < 0.5)


def discs(library, shape, dtype, seed=0):
    """Some thousand cells for an image of 4096 x 4096: a disc in about every second square of 64."""
    rng = numpy.random.default_rng(seed)
    y, x = numpy.mgrid[:64, :64] - 32
    tiles = [n // 64 + 1 for n in shape]
    radius = rng.uniform(8, 28, tiles) * (rng.random(tiles) < 0.6)
    image = numpy.hypot(y, x)[None, :, None, :] < radius[:, None, :, None]
    image = image.reshape(64 * tiles[0], 64 * tiles[1])
    return library.array(numpy.ascontiguousarray(image[tuple(slice(n) for n in shape)]))


def cases(setting):
    side = setting.size(4096, 1024, quick=8)
    cube = setting.size(256, 64, quick=4)
    image, volume = ((side, side), "float32"), ((cube,) * 3, "float32")
    grey, patches, dots = (((side, side), "u1", 0, make) for make in (grey_values, blobs, noise))
    flags = ((cube,) * 3, "u1", 0, blobs)

    def of(name, call, *operands, goal=None, traffic=None):
        if setting.gpu:
            targets = [equal("cupy")] + ([most(goal)] if goal and not setting.quick else [])
        else:
            targets = [times(5, "scipy")]
        return ScipyCase("ndimage", name, call, *operands, traffic=traffic, targets=targets)

    for sigma in (1, 3):
        yield of(f"gaussian_filter of sigma {sigma}", lambda s, a, w=sigma: s.gaussian_filter(a, w), image, goal=0.15)
    yield of("gaussian_filter of a volume", lambda s, a: s.gaussian_filter(a, 2), volume, goal=0.2)
    yield of("gaussian_laplace", lambda s, a: s.gaussian_laplace(a, 2), image, goal=0.25)
    for size, goal in ((9, 0.10), (101, 0.15)):
        yield of(f"uniform_filter of {size}", lambda s, a, n=size: s.uniform_filter(a, n), image, goal=goal)
    for size, goal in ((3, 0.10), (5, 0.35)):
        yield of(f"median_filter of {size}", lambda s, a, n=size: s.median_filter(a, n), image, goal=goal)
    yield of("median_filter of a volume", lambda s, a: s.median_filter(a, 3), volume, goal=0.6)
    yield of("median_filter of 15 uint8", lambda s, a: s.median_filter(a, 15), grey, goal=3)
    yield of("percentile_filter of 7", lambda s, a: s.percentile_filter(a, 20, 7), image, goal=0.9)
    for size in (3, 31):
        yield of(f"maximum_filter of {size}", lambda s, a, n=size: s.maximum_filter(a, n), image, goal=0.15)
    yield of("convolve by 7 x 7", lambda s, a, w: s.convolve(a, w), image, ((7, 7), "float32", 1), goal=0.15)
    yield of("correlate1d by 31", lambda s, a, w: s.correlate1d(a, w), image, ((31,), "float32", 1))
    yield of("sobel", lambda s, a: s.sobel(a), image, goal=0.06)
    yield of("laplace", lambda s, a: s.laplace(a), image, goal=0.06)
    yield of("grey_dilation of 5", lambda s, a: s.grey_dilation(a, 5), image, goal=0.08)
    yield of("binary_erosion", lambda s, a: s.binary_erosion(a), patches, goal=0.03)
    yield of("binary_dilation 20 times", lambda s, a: s.binary_dilation(a, iterations=20), patches)
    yield of("binary_fill_holes", lambda s, a: s.binary_fill_holes(a), patches, goal=0.6)
    yield of("label of noise", lambda s, a: s.label(a)[0], dots, goal=0.5)
    yield of("label of patches", lambda s, a: s.label(a)[0], patches, goal=0.4)
    for order in (1, 3):
        turn = lambda s, a, k=order: s.rotate(a, 30, order=k, reshape=False)
        yield of(f"rotate by 30 degrees, order {order}", turn, image, goal=0.5)
    yield of("zoom by 2, order 1", lambda s, a: s.zoom(a, 2, order=1), image)
    yield of("zoom by 1/2, order 3", lambda s, a: s.zoom(a, 0.5, order=3), image, goal=0.5)
    yield of("shift of order 3", lambda s, a: s.shift(a, (1.5, 2.5), order=3), image, goal=0.5)
    places = lambda library: distinct(library, (2, side * side // 4), "float32", 5) * (side - 1)
    for order in (1, 3):
        sample = lambda s, a, p, k=order: s.map_coordinates(a, p, order=k)
        yield of(f"map_coordinates of a quarter, order {order}", sample, image, places, goal=0.6, traffic=False)
    tilt = lambda library: library.array(numpy.array([[0.9, 0.1, 0.0], [-0.1, 0.9, 0.1], [0.0, -0.1, 1.1]]))
    yield of("affine_transform of a volume, order 3", lambda s, a, m: s.affine_transform(a, m), volume, tilt, goal=0.8)
    yield of("spline_filter", lambda s, a: s.spline_filter(a, output="float32"), image, goal=0.25)
    yield of("distance_transform_edt", lambda s, a: s.distance_transform_edt(a), patches, goal=1.0)
    yield of("distance_transform_edt of a volume", lambda s, a: s.distance_transform_edt(a), flags, goal=0.8)
    cells = lambda library: library.scipy("ndimage").label(discs(library, (side, side), "?"))[0]
    indices = lambda library: library.xp.arange(1, int(cells(library).max()) + 1)
    for name, goal in (
        ("sum_labels", 0.2),
        ("mean", 0.2),
        ("standard_deviation", 0.25),
        ("maximum", 0.2),
        ("center_of_mass", 0.3),
        ("median", 2),
    ):
        call = lambda s, a, where, index, f=name: getattr(s, f)(a, where, index)
        yield of(f"{name} of all cells", call, image, cells, indices, goal=goal, traffic=False)
    counts = lambda s, a, where, index: s.histogram(a, 0, 1, 10, where, index)
    yield of("histogram of all cells", counts, image, cells, indices, goal=0.3, traffic=False)
    yield of("find_objects of all cells", lambda s, where: s.find_objects(where), cells, goal=0.2, traffic=False)
    small = lambda library: {"s": library.scipy("ndimage"), "a": library.array(numpy.ones((64, 64), "float32"))}
    for statement, goal in (("s.gaussian_filter(a, 1)", 20), ("s.label(a)", 30)):
        named = lambda library: small(library) if library.name in LIBRARIES else {}
        yield HostCase(
            f"{statement} of 64 x 64",
            statement,
            named,
            group="host time of a small image",
            targets=[most(goal)] if setting.gpu else [],
            libraries=LIBRARIES,
        )
