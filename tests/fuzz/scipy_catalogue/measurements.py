"""scipy.ndimage: what is measured of labelled parts, and filters of Fourier space."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Near
from ..recipes import recipe
from . import Spec

NEAR = Near(1 << 12, whole=True)


def _labelled(d, codes="fdliBb?", complex_too=False):
    """An image, its labels and which of them are asked for."""
    shape = d.choice([(6,), (3, 4), (2, 3, 4), (1, 5), (4, 1), (0,), (2, 0)])
    image = d.made(d.code(codes + "FD" if complex_too else codes), shape, profile="small")
    labels = None
    if d.chance(0.85):
        kind = d.code("lihBb")
        values = [d.integer(0 if kind == "B" else -1, 4) for _ in range(int(np.prod(shape)))]
        own = shape if d.chance(0.9) else shape[-1:]
        labels = Array(Root(np.array(values, kind)[: int(np.prod(own))].reshape(own)))
    index = None
    if labels is not None and d.chance(0.8):
        if not image.size:  # SciPy looks for the smallest of no labels
            return [image, None, None]
        some = [d.integer(-1, 5) for _ in range(d.integer(1, 4))]
        index = d.choice([some[0], Array(Root(np.array(some, d.code("lihB")).reshape(-1)))])
        if isinstance(index, Array) and d.chance(0.2) and index.size % 2 == 0:
            index = Array(Root(index.root.values.reshape(2, -1)))
    return [image, labels, index]


@recipe
def measured(scp, xp, name, *args):
    """A measurement as plain arrays; of places the elements there, as any of several that are equal may be named."""
    found = getattr(scp.ndimage, name)(*args)
    if name == "extrema":
        found = found[:2]
    if "position" in name:
        places = found if isinstance(found, list) else [found]
        found = [args[0][tuple(map(int, place))] for place in places]
    flat = []

    def collect(one):
        if isinstance(one, (list, tuple)):
            flat.append(xp.asarray(len(one)))
            for part in one:
                collect(part)
        else:
            flat.append(xp.asarray(one))

    collect(found)
    return tuple(flat)


Spec(
    "recipe.measured",
    lambda d: [d.choice(["sum", "sum_labels", "mean", "variance", "standard_deviation"]), *_labelled(d)],
    NEAR,
    strict=True,
)


def _held(d):
    """Labels that the image has."""
    image, labels, index = _labelled(d)
    if labels is None or not image.size or labels.shape != image.shape:
        return image, None, None
    there = np.unique(labels.root.values)
    index = d.choice(
        [None, int(d.choice(list(there))), Array(Root(np.array([d.choice(list(there)) for _ in range(3)])))]
    )
    return image, labels, index


Spec(
    "recipe.measured",
    lambda d: [
        d.choice(
            "minimum maximum median extrema minimum_position maximum_position center_of_mass".split(),
        ),
        *_held(d),
    ],
    NEAR,
    strict=True,
)


@recipe
def parts(scp, xp, image, structure):
    """Labels, their number, and the boxes around them."""
    labels, count = scp.ndimage.label(image, structure)
    boxes = [(part.start, part.stop) for box in scp.ndimage.find_objects(labels) for part in box]
    return labels, xp.asarray(count), xp.asarray(boxes or [(0, 0)])


def _structured(d):
    shape = d.choice([(9,), (5, 6), (3, 4, 3), (1, 7), (2, 2, 2, 2)])
    image = d.made(d.code("?Bil"), shape, profile="small")  # of none SciPy finds no largest label
    ndim = len(shape)
    if d.bool():
        return [image, None]
    near = np.ones((3,) * ndim, bool)
    if d.bool():  # one that is the same seen from both sides
        for place in np.ndindex(near.shape):
            if place < tuple(2 - i for i in place) and d.chance(0.4):
                near[place] = near[tuple(2 - i for i in place)] = False
    return [image, Array(Root(near if d.chance(0.96) else near[..., :2]))]


Spec("recipe.parts", _structured, NEAR, strict=True)


def _spectrum(d):
    shape = d.choice([(5,), (4, 5), (3, 2, 4), (1, 6)])
    x = d.made(d.code("dDfF"), shape, profile="small")
    one = lambda: d.choice([0.5, 1, 2.0, 3])  # noqa: E731
    size = one() if d.bool() else tuple(one() for _ in shape)
    return [x, size], d.some(n=lambda: d.choice([-1, 4, 7]), axis=lambda: d.axis(x))


Spec("fourier_gaussian fourier_uniform fourier_shift fourier_ellipsoid", _spectrum, NEAR, module="ndimage", strict=True)
Spec(
    "generate_binary_structure",
    lambda d: [d.integer(0, 4), d.integer(-1, 5)],
    module="ndimage",
    strict=True,
)
Spec(
    "iterate_structure",
    lambda d: ([d.made("?", d.choice([(3,), (3, 3), (2, 3)]), profile="small"), d.integer(-1, 4)]),
    module="ndimage",
    strict=True,
)
