"""`scipy.stats`: 2^24 float64 on a GPU, 10^6 on a CPU."""

from harness.case import ScipyCase, equal, part

TITLE = "Statistics of SciPy"
LIBRARIES = ("scipy", "cupy", "cuprum")
ONE_THREAD = ("cuprum",)


def cases(setting):
    n = setting.size(1 << 24, 10**6, quick=32)
    x, y = ((n,), "float64"), ((n,), "float64", 1)
    goal = {"targets": [equal("cupy" if setting.gpu else "scipy")]}
    # Three reads and one write.
    floor = {"targets": [*goal["targets"], *([part(0.8)] if setting.gpu else [])], "traffic": (3 * 8 * n, 8 * n)}
    yield ScipyCase("stats", "entropy", lambda s, x: s.entropy(x), x, **goal)
    yield ScipyCase("stats", "zscore", lambda s, x: s.zscore(x), x, **floor)
    yield ScipyCase("stats", "zmap", lambda s, x: s.zmap(x, x), x, **floor)
    yield ScipyCase("stats", "trim_mean", lambda s, x: s.trim_mean(x, 0.1), x, **goal)
    yield ScipyCase("stats", "boxcox_llf", lambda s, x: s.boxcox_llf(0.5, x), x, **goal)
    yield ScipyCase("stats", "skew", lambda s, x: s.skew(x), x, **goal)
    yield ScipyCase("stats", "kurtosis", lambda s, x: s.kurtosis(x), x, **goal)
    yield ScipyCase("stats", "gmean", lambda s, x: s.gmean(x), x, **goal)
    yield ScipyCase("stats", "rankdata", lambda s, x: s.rankdata(x), x, **goal)
    yield ScipyCase("stats", "iqr", lambda s, x: s.iqr(x), x, **goal)
    yield ScipyCase("stats", "pearsonr", lambda s, x, y: s.pearsonr(x, y)[0], x, y, **goal)
    yield ScipyCase("stats", "spearmanr", lambda s, x, y: s.spearmanr(x, y)[0], x, y, **goal)
    yield ScipyCase("stats", "kendalltau", lambda s, x, y: s.kendalltau(x, y)[0], x, y, **goal)
    yield ScipyCase("stats", "ttest_ind", lambda s, x, y: s.ttest_ind(x, y)[0], x, y, **goal)
    yield ScipyCase("stats", "ks_2samp", lambda s, x, y: s.ks_2samp(x, y)[0], x, y, **goal)
    bins = lambda s, x, y: s.binned_statistic(x, y, "mean", 100)[0]
    yield ScipyCase("stats", "binned_statistic", bins, x, y, **goal)
    few, many = (
        ((setting.size(1 << 14, 1000, quick=4),), "float64"),
        ((setting.size(1 << 14, 1000, quick=4),), "float64", 1),
    )
    yield ScipyCase("stats", "gaussian_kde", lambda s, x, y: s.gaussian_kde(x)(y), few, many, **goal)
    yield ScipyCase("stats", "norm.pdf", lambda s, x: s.norm.pdf(x), x, needs="norm", **goal)
    yield ScipyCase("stats", "gamma.cdf", lambda s, x: s.gamma.cdf(x, 2.5), x, needs="gamma", **goal)
    yield ScipyCase("stats", "norm.ppf", lambda s, x: s.norm.ppf(x), x, needs="norm", **goal)
