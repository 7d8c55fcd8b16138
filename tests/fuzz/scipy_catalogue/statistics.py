"""scipy.stats: moments, tests, ranks, distributions."""

import numpy as np

from ..arrays import Array, Root
from ..compare import Near
from ..recipes import recipe
from . import Spec, samples

NEAR = Near(1 << 14, whole=True)
ABOUT_ONE = Near(1 << 14, 0, whole=True)  # of coefficients and probabilities, which are 0 but for rounding
POLICY = ["propagate", "omit"]


def _data(d, codes="dfli"):
    return samples(d, codes, longer=True, profile=d.choice(["small", "small", "wide"]))


def _axis(d, a):
    return d.some(axis=lambda: d.choice([None, d.axis(a), 0]), nan_policy=lambda: d.choice(POLICY))


Spec("skew kurtosis", lambda d: ([a := _data(d)], _axis(d, a) | d.some(bias=d.bool)), NEAR, module="stats")
Spec("moment", lambda d: ([a := _data(d), d.integer(0, 5)], _axis(d, a)), NEAR, module="stats")
Spec("sem", lambda d: ([a := _data(d)], _axis(d, a) | d.some(ddof=lambda: d.integer(0, 2))), NEAR, module="stats")
Spec("gmean hmean", lambda d: ([a := _data(d)], _axis(d, a)), NEAR, module="stats")
Spec("pmean", lambda d: ([a := _data(d), d.choice([-1.0, 0.5, 2.0])], _axis(d, a)), NEAR, module="stats")
Spec(
    "zscore gzscore",
    lambda d: ([a := _data(d)], _axis(d, a) | d.some(ddof=lambda: d.integer(0, 1))),
    NEAR,
    module="stats",
)
Spec(
    "iqr",
    lambda d: ([a := _data(d)], _axis(d, a) | d.some(rng=lambda: (10, 60), keepdims=d.bool)),
    NEAR,
    module="stats",
)
Spec("mode", lambda d: ([a := _data(d)], _axis(d, a) | d.some(keepdims=d.bool)), NEAR, module="stats")
Spec(
    "describe",
    lambda d: ([a := _data(d)], d.some(axis=lambda: d.axis(a), ddof=lambda: d.integer(0, 1), bias=d.bool)),
    NEAR,
    module="stats",
)
Spec(
    "trim_mean",
    lambda d: ([a := _data(d), d.choice([0.0, 0.1, 0.4, 0.6])], d.some(axis=lambda: d.axis(a))),
    NEAR,
    module="stats",
)
Spec(
    "rankdata",
    lambda d: (
        [a := _data(d)],
        d.some(
            method=lambda: d.choice(["average", "min", "max", "dense", "ordinal"]),
            axis=lambda: d.axis(a),
            nan_policy=lambda: d.choice(POLICY),
        ),
    ),
    NEAR,
    module="stats",
)
Spec(
    "entropy",
    lambda d: (
        [a := d.made("d", (d.integer(1, 5), 3), profile="small")],
        d.some(base=lambda: 2.0, axis=lambda: d.axis(a)),
    ),
    NEAR,
    module="stats",
)
Spec(
    "percentileofscore",
    lambda d: (
        [samples(d, "dl", most=1), d.choice([0.0, 1.0, 2.5])],
        d.some(kind=lambda: d.choice(["rank", "weak", "strict", "mean"])),
    ),
    NEAR,
    module="stats",
    strict=True,
)


def _pair(d, codes="dfl"):
    a = samples(d, codes, most=1)
    return [a, d.made(a.dtype.char, a.shape, profile="small")]


Spec("pearsonr linregress", _pair, ABOUT_ONE, module="stats", strict=True)
Spec("spearmanr kendalltau", _pair, ABOUT_ONE, module="stats", strict=True)
Spec(
    "ttest_ind",
    lambda d: ([*_pair(d)], d.some(equal_var=d.bool, alternative=lambda: d.choice(["less", "greater"]))),
    NEAR,
    module="stats",
    strict=True,
)
Spec(
    "ttest_rel",
    lambda d: ([*_pair(d)], d.some(alternative=lambda: d.choice(["less", "greater"]))),
    NEAR,
    module="stats",
    strict=True,
)
Spec("ttest_1samp", lambda d: ([a := _data(d), d.choice([0.0, 1.0])], _axis(d, a)), NEAR, module="stats", strict=True)
Spec(
    "ks_2samp mannwhitneyu",
    lambda d: ([*_pair(d)], d.some(alternative=lambda: d.choice(["less", "greater"]))),
    NEAR,
    module="stats",
    strict=True,
)
Spec("f_oneway", lambda d: _pair(d), NEAR, module="stats", strict=True)
Spec("chisquare", lambda d: [d.made("d", (4,), profile="small")], NEAR, module="stats", strict=True)
Spec("boxcox_llf", lambda d: [d.choice([0.0, 0.5, 2.0]), samples(d, "df", most=1)], NEAR, module="stats", strict=True)
Spec(
    "binned_statistic",
    lambda d: (
        [*_pair(d)],
        d.some(
            statistic=lambda: d.choice(["mean", "sum", "count", "min", "max", "std", "median"]),
            bins=lambda: d.choice([3, 5]),
            range=lambda: [(-2.0, 3.0)],
        ),
    ),
    NEAR,
    module="stats",
    strict=True,
)


@recipe
def distribution(scp, xp, name, what, x, *shapes):
    """A function of a distribution: of discrete ones the masses, where others have densities."""
    return getattr(getattr(scp.stats, name), what)(x, *shapes)


DISTRIBUTIONS = {
    "norm": (),
    "expon": (),
    "uniform": (),
    "t": ([1.0, 3.5],),
    "chi2": ([1.0, 4.0],),
    "gamma": ([0.5, 2.0],),
    "beta": ([0.5, 2.0], [1.0, 3.0]),
    "f": ([2.0, 5.0], [3.0]),
    "lognorm": ([0.5, 1.0],),
    "binom": ([4, 7], [0.2, 0.7]),
    "poisson": ([0.5, 3.0],),
}


def _asked(d):
    name = d.choice(list(DISTRIBUTIONS))
    density = "pmf" if name in ("binom", "poisson") else "pdf"
    shapes = [d.choice(values) for values in DISTRIBUTIONS[name]]
    if d.chance(0.1):
        shapes = [-1.0 for _ in shapes]
    what = d.choice([density, f"log{density}", "cdf", "sf", "logcdf", "logsf", "ppf", "isf"])
    if what in ("ppf", "isf"):
        x = Array(Root(np.array([d.rng.choice([0.0, 0.25, 0.5, 1.0, -0.5, d.rng.random()]) for _ in range(4)])))
    else:
        x = samples(d, "dl", most=2)
    loc_scale = d.choice([(), (1.0,), (0.5, 2.0)]) if density == "pdf" else ()
    return [name, what, x, *shapes, *loc_scale]


Spec("recipe.distribution", _asked, Near(1 << 20), strict=True)
