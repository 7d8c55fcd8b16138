"""`scipy.ndimage`: images of 4096 x 4096 on a GPU and 1024 x 1024 on a CPU, volumes of 256^3 and 64^3; float32 unless told."""

import numpy

from harness.case import ScipyCase, equal
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


def cases(setting):
    side = setting.size(4096, 1024, quick=8)
    cube = setting.size(256, 64, quick=4)
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}
    image, volume = ((side, side), "float32"), ((cube,) * 3, "float32")
    grey, patches, dots = (((side, side), "u1", 0, make) for make in (grey_values, blobs, noise))

    def of(name, call, *operands, traffic=None):
        return ScipyCase("ndimage", name, call, *operands, traffic=traffic, **goal)

    for sigma in (1, 3):
        yield of(f"gaussian_filter of sigma {sigma}", lambda s, a, w=sigma: s.gaussian_filter(a, w), image)
    yield of("gaussian_filter of a volume", lambda s, a: s.gaussian_filter(a, 2), volume)
    yield of("gaussian_laplace", lambda s, a: s.gaussian_laplace(a, 2), image)
    for size in (9, 101):
        yield of(f"uniform_filter of {size}", lambda s, a, n=size: s.uniform_filter(a, n), image)
    for size in (3, 5):
        yield of(f"median_filter of {size}", lambda s, a, n=size: s.median_filter(a, n), image)
    yield of("median_filter of 15 uint8", lambda s, a: s.median_filter(a, 15), grey)
    yield of("percentile_filter of 7", lambda s, a: s.percentile_filter(a, 20, 7), image)
    for size in (3, 31):
        yield of(f"maximum_filter of {size}", lambda s, a, n=size: s.maximum_filter(a, n), image)
    yield of("convolve by 7 x 7", lambda s, a, w: s.convolve(a, w), image, ((7, 7), "float32", 1))
    yield of("correlate1d by 31", lambda s, a, w: s.correlate1d(a, w), image, ((31,), "float32", 1))
    yield of("sobel", lambda s, a: s.sobel(a), image)
    yield of("laplace", lambda s, a: s.laplace(a), image)
    yield of("grey_dilation of 5", lambda s, a: s.grey_dilation(a, 5), image)
    yield of("binary_erosion", lambda s, a: s.binary_erosion(a), patches)
    yield of("binary_dilation 20 times", lambda s, a: s.binary_dilation(a, iterations=20), patches)
    yield of("binary_fill_holes", lambda s, a: s.binary_fill_holes(a), patches)
    yield of("label of noise", lambda s, a: s.label(a)[0], dots)
    yield of("label of patches", lambda s, a: s.label(a)[0], patches)
    for order in (1, 3):
        turn = lambda s, a, k=order: s.rotate(a, 30, order=k, reshape=False)
        yield of(f"rotate by 30 degrees, order {order}", turn, image)
    yield of("zoom by 2, order 1", lambda s, a: s.zoom(a, 2, order=1), image)
    yield of("zoom by 1/2, order 3", lambda s, a: s.zoom(a, 0.5, order=3), image)
    yield of("shift of order 3", lambda s, a: s.shift(a, (1.5, 2.5), order=3), image)
    places = lambda library: distinct(library, (2, side * side // 4), "float32", 5) * (side - 1)
    for order in (1, 3):
        sample = lambda s, a, p, k=order: s.map_coordinates(a, p, order=k)
        yield of(f"map_coordinates of a quarter, order {order}", sample, image, places, traffic=False)
    yield of("spline_filter", lambda s, a: s.spline_filter(a, output="float32"), image)
    yield of("distance_transform_edt", lambda s, a: s.distance_transform_edt(a), patches)
    labels = lambda library: library.scipy("ndimage").label(blobs(library, (side, side), "?"))[0]
    indices = lambda library: library.xp.arange(1, 100)
    for name in ("sum_labels", "mean", "maximum", "standard_deviation", "median"):
        call = lambda s, a, where, index, f=name: getattr(s, f)(a, where, index)
        yield of(f"{name} of 99 labels", call, image, labels, indices, traffic=False)
