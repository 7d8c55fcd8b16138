"""SciPy's statistics for arrays on a device: scores, moments, ranks, correlations, tests, densities, distributions."""

from cuprum._core._scipy_stats import boxcox_llf, entropy, gzscore, trim_mean, zmap, zscore

__all__ = ["boxcox_llf", "entropy", "gzscore", "trim_mean", "zmap", "zscore"]
