"""SciPy's statistics for arrays on a device: scores, moments, ranks, correlations, tests, densities, distributions.

Warnings (SmallSampleWarning):
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     result = stats.skew(cp.array([]))
    >>> caught[0].category is stats.SmallSampleWarning
    True
"""

from cuprum._core._scipy_stats import (  # noqa: F401
    SmallSampleWarning, binned_statistic, binned_statistic_2d, binned_statistic_dd, boxcox_llf, chisquare, describe,
    entropy, f_oneway, gmean, gzscore, hmean, iqr, kendalltau, ks_2samp, kurtosis, linregress, mannwhitneyu, mode,
    moment, pearsonr, percentileofscore, pmean, rankdata, sem, skew, spearmanr, trim_mean, ttest_1samp, ttest_ind,
    ttest_rel, zmap, zscore,
)  # fmt: skip

from ._density import gaussian_kde  # noqa: F401
from ._distributions import *  # noqa: F401, F403
from ._resampling import BootstrapMethod, MonteCarloMethod, PermutationMethod  # noqa: F401
