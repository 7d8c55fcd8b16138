"""`scipy.stats`: 2^24 float64 on a GPU, 10^6 on a CPU."""

from harness.case import ScipyCase, equal

TITLE = "Statistics of SciPy"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)


def cases(setting):
    x = ((setting.size(1 << 24, 10**6, quick=32),), "float64")
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}
    yield ScipyCase("stats", "entropy", lambda s, x: s.entropy(x), x, **goal)
    yield ScipyCase("stats", "zscore", lambda s, x: s.zscore(x), x, **goal)
    yield ScipyCase("stats", "zmap", lambda s, x: s.zmap(x, x), x, **goal)
    yield ScipyCase("stats", "trim_mean", lambda s, x: s.trim_mean(x, 0.1), x, **goal)
    yield ScipyCase("stats", "boxcox_llf", lambda s, x: s.boxcox_llf(0.5, x), x, **goal)
