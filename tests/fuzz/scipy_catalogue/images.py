"""scipy.ndimage: filters, morphology, interpolation, distances."""

import numpy as np

from ..arrays import Array, Root, random_values, random_view
from ..compare import Equal
from ..recipes import recipe
from . import Cut, Spec

FILTERED = Cut(1024, 1, whole=True)
MODES = ["reflect", "constant", "nearest", "mirror", "wrap", "grid-mirror", "grid-constant", "grid-wrap"]


def image(d, codes="fdliB?hFD", most=3, profile=None, least=1):
    ndim = d.choice([k for k in (1, 2, 2, 3) if least <= k <= most])
    shape = tuple(d.choice([1, 2, 3, 4, 5, 7]) for _ in range(ndim))
    if d.chance(0.04):
        shape = (0, *shape[1:])
    values = random_values(d.rng, shape, d.code(codes), profile or d.choice(["small", "small", "wide"]))
    return random_view(d.rng, values, broadcast=False)  # SciPy's filters of repeated elements are wrong


def _edges(d, axis_modes=False):
    if d.chance(0.3):  # a value outside matters in few modes, and most of all one that integers do not hold
        return {"mode": d.choice(["constant", "grid-constant"]), "cval": d.choice([1.5, 3, -2, 7.25])}
    return d.some(mode=lambda: d.choice(MODES), cval=lambda: d.choice([0.0, 1.5, 3]))


def _weights(d, ndim, most=4):
    return d.made(d.code("fdl"), tuple(d.integer(1, most) for _ in range(ndim)), profile="small")


def _origin(d, n):
    return d.integer(-((n - 1) // 2), (n - 1) // 2) if n else 0


def _output(d):
    return {"output": d.choice("fdliB")} if d.chance(0.2) else {}


Spec(
    "correlate convolve",
    lambda d: (
        [a := image(d), w := _weights(d, a.ndim)],
        _edges(d) | _output(d) | d.some(origin=lambda: tuple(_origin(d, n) for n in w.shape)),
    ),
    FILTERED,
    module="ndimage",
)
Spec(
    "correlate1d convolve1d",
    lambda d: (
        [a := image(d), w := _weights(d, 1, 6)],
        _edges(d) | _output(d) | d.some(axis=lambda: d.axis(a), origin=lambda: _origin(d, w.size)),
    ),
    FILTERED,
    module="ndimage",
)
Spec(
    "gaussian_filter",
    lambda d: (
        [a := image(d), d.choice([0.0, 0.5, 1.0, 2.3])],
        _edges(d)
        | _output(d)
        | d.some(
            order=lambda: d.integer(0, 3),
            truncate=lambda: d.choice([4.0, 1.5]),
            radius=lambda: d.choice([None, 1, 2]),
            axes=lambda: d.axes(a),
        ),
    ),
    FILTERED,
    module="ndimage",
)
Spec(
    "gaussian_filter1d",
    lambda d: (
        [a := image(d), d.choice([0.5, 1.0, 2.3])],
        _edges(d)
        | d.some(axis=lambda: d.axis(a), order=lambda: d.integer(0, 3), truncate=lambda: d.choice([4.0, 1.5])),
    ),
    FILTERED,
    module="ndimage",
)
Spec("laplace", lambda d: ([a := image(d)], _edges(d) | d.some(axes=lambda: d.axes(a))), FILTERED, module="ndimage")
Spec(
    "sobel prewitt",
    lambda d: ([a := image(d)], _edges(d) | _output(d) | d.some(axis=lambda: d.axis(a))),
    FILTERED,
    module="ndimage",
)
Spec(
    "gaussian_laplace gaussian_gradient_magnitude",
    lambda d: ([image(d, "fdl"), d.choice([0.5, 1.0])], _edges(d)),
    FILTERED,
    module="ndimage",
)
Spec(
    "uniform_filter",
    lambda d: (
        [a := image(d)],
        _edges(d)
        | _output(d)
        | d.some(
            size=lambda: d.choice([1, 2, 3, tuple(d.integer(1, 4) for _ in range(a.ndim))]), axes=lambda: d.axes(a)
        ),
    ),
    FILTERED,
    module="ndimage",
)
Spec(
    "uniform_filter1d minimum_filter1d maximum_filter1d",
    lambda d: (
        [a := image(d, "fdliBh"), n := d.integer(1, 6)],
        _edges(d) | _output(d) | d.some(axis=lambda: d.axis(a), origin=lambda: _origin(d, n)),
    ),
    FILTERED,
    module="ndimage",
)


def _footprint(d, a):
    kwargs = {}
    if d.bool():
        kwargs["size"] = d.choice([1, 2, 3, tuple(d.integer(1, 4) for _ in range(a.ndim))])
    else:
        kwargs["footprint"] = d.made("?", tuple(d.integer(1, 3) for _ in range(a.ndim)), plain=True)
    return kwargs | _edges(d)


Spec(
    "minimum_filter maximum_filter median_filter",
    lambda d: ([a := image(d, "fdliBh?")], _footprint(d, a)),
    Equal(),
    module="ndimage",
)
Spec(
    "rank_filter", lambda d: ([a := image(d, "fdliBh"), d.integer(-3, 5)], _footprint(d, a)), Equal(), module="ndimage"
)
Spec(
    "percentile_filter",
    lambda d: ([a := image(d, "fdliBh"), d.choice([0, 20, 50, 100, -30])], _footprint(d, a)),
    Equal(),
    module="ndimage",
)


def _structure(d, a):
    return d.some(
        structure=lambda: d.made("?", tuple(d.choice([1, 2, 3]) for _ in range(a.ndim)), plain=True),
        iterations=lambda: d.choice([1, 2, -1]),
        border_value=lambda: d.choice([0, 1]),
        mask=lambda: d.made("?", a.shape),
        brute_force=d.bool,
    )


def _binary(d):
    return image(d, "?liB", profile="small")


Spec(
    "binary_erosion binary_dilation binary_opening binary_closing",
    lambda d: ([a := _binary(d)], _structure(d, a)),
    Equal(),
    module="ndimage",
)
Spec(
    "binary_fill_holes",
    lambda d: ([a := _binary(d)], d.some(structure=lambda: d.made("?", tuple(3 for _ in range(a.ndim)), plain=True))),
    Equal(),
    module="ndimage",
)
Spec(
    "binary_hit_or_miss",
    lambda d: (
        [a := _binary(d)],
        d.some(structure1=lambda: d.made("?", tuple(d.choice([1, 3]) for _ in range(a.ndim)), plain=True)),
    ),
    Equal(),
    module="ndimage",
)
Spec(
    "binary_propagation",
    lambda d: ([a := _binary(d)], d.some(mask=lambda: d.made("?", a.shape))),
    Equal(),
    module="ndimage",
)


def _grey(d):
    """A footprint or a structure: SciPy reads beyond the end of a structure that is smaller than the footprint."""
    a = image(d, "fdliBh")
    if d.chance(0.1):
        shape = tuple(d.integer(1, 3) for _ in range(a.ndim))
        return [a], {"structure": d.made("d", shape, profile="small", plain=True)} | _edges(d)
    return [a], _footprint(d, a)


Spec(
    "grey_erosion grey_dilation grey_opening grey_closing morphological_gradient morphological_laplace white_tophat "
    "black_tophat",
    _grey,
    Equal(),
    module="ndimage",
)
Spec("generate_binary_structure", lambda d: [d.integer(0, 4), d.integer(-1, 5)], Equal(), module="ndimage", strict=True)
Spec(
    "iterate_structure",
    lambda d: [d.made("?", (3, 3), plain=True), d.integer(1, 3)],
    Equal(),
    module="ndimage",
    strict=True,
)

# ------------------------------------------------------------------------------------------------------- interpolation


def _spline(d):
    return _edges(d) | d.some(order=lambda: d.integer(0, 5), prefilter=lambda: d.chance(0.8)) | _output(d)


SPLINES = Cut(1 << 14, whole=True)
Spec(
    "zoom",
    lambda d: (
        [a := image(d, "fdliB"), d.choice([0.5, 2.0, 1.3, tuple(d.choice([0.5, 1.0, 2.0]) for _ in range(a.ndim))])],
        _spline(d) | d.some(grid_mode=d.bool),
    ),
    SPLINES,
    module="ndimage",
    strict=True,
)
Spec(
    "shift",
    lambda d: (
        [a := image(d, "fdliB"), d.choice([0.5, -1.0, 1.3, tuple(d.choice([0.5, 1.0, -0.3]) for _ in range(a.ndim))])],
        _spline(d),
    ),
    SPLINES,
    module="ndimage",
    strict=True,
)
Spec(
    "rotate",
    lambda d: ([image(d, "fdliB", least=2), d.choice([0.0, 30.0, 90.0, -40.0])], _spline(d) | d.some(reshape=d.bool)),
    SPLINES,
    module="ndimage",
    strict=True,
)
Spec(
    "affine_transform",
    lambda d: (
        [a := image(d, "fdliB"), d.made("d", d.choice([(a.ndim,), (a.ndim, a.ndim)]), profile="small", plain=True)],
        _spline(d) | d.some(offset=lambda: d.choice([0.0, 0.5])),
    ),
    SPLINES,
    module="ndimage",
    strict=True,
)


def _coordinates(d):
    a = image(d, "fdliB")
    count = d.integer(1, 6)
    places = [
        [d.rng.choice([d.rng.uniform(-2, 7), float(d.rng.randint(-1, 6))]) for _ in range(count)] for _ in a.shape
    ]
    return [a, Array(Root(np.array(places)))], _spline(d)


Spec("map_coordinates", _coordinates, SPLINES, module="ndimage", strict=True)
Spec(
    "spline_filter",
    lambda d: (
        [image(d, "fdl")],
        d.some(order=lambda: d.integer(1, 6), mode=lambda: d.choice(["mirror", "grid-wrap", "reflect"])),
    ),
    SPLINES,
    module="ndimage",
    strict=True,
)
Spec(
    "spline_filter1d",
    lambda d: (
        [a := image(d, "fdl")],
        d.some(
            order=lambda: d.integer(1, 6),
            axis=lambda: d.axis(a),
            mode=lambda: d.choice(["mirror", "grid-wrap", "reflect"]),
        ),
    ),
    SPLINES,
    module="ndimage",
    strict=True,
)
Spec(
    "fourier_gaussian fourier_uniform",
    lambda d: (
        [a := image(d, "fdFDl"), d.choice([0.5, 2.0])],
        d.some(axis=lambda: d.axis(a), n=lambda: d.choice([-1, 4])),
    ),
    SPLINES,
    module="ndimage",
    strict=True,
)
Spec(
    "fourier_shift",
    lambda d: ([a := image(d, "fdFDl"), d.choice([0.5, 2.0])], d.some(axis=lambda: d.axis(a))),
    SPLINES,
    module="ndimage",
    strict=True,
)

# ---------------------------------------------------------------------------------------------------------- distances


@recipe
def distances_and_nearest(scp, xp, image, name, **options):
    """Distances, and how far the places are that are told to be the nearest: any of several may be told."""
    found, places = getattr(scp.ndimage, name)(image, return_indices=True, **options)
    own = xp.indices(image.shape)
    return found, abs(places - own).sum(axis=0) if name.endswith("cdt") else ((places - own) ** 2).sum(axis=0)


Spec(
    "distance_transform_edt",
    lambda d: ([_binary(d)], d.some(sampling=lambda: d.choice([1.0, 0.5]))),
    FILTERED,
    module="ndimage",
)
Spec(
    "distance_transform_bf distance_transform_cdt",
    lambda d: ([_binary(d)], d.some(metric=lambda: d.choice(["taxicab", "chessboard", "cityblock"]))),
    FILTERED,
    module="ndimage",
)
Spec("recipe.distances_and_nearest", lambda d: [_binary(d), "distance_transform_edt"], FILTERED, strict=True)
