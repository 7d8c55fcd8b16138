"""SciPy's statistics for arrays on a device: scores, moments, ranks, correlations, tests, densities, distributions."""

from cuprum._core._scipy_stats import (  # noqa: F401
    SmallSampleWarning, boxcox_llf, chisquare, describe, entropy, f_oneway, gmean, gzscore, hmean, iqr, kendalltau,
    ks_2samp, kurtosis, linregress, mode, moment, percentileofscore, pmean, rankdata, sem, skew, spearmanr, trim_mean,
    ttest_1samp, ttest_rel, zmap, zscore,
)  # fmt: skip

from ._binned import binned_statistic, binned_statistic_2d, binned_statistic_dd  # noqa: F401
from ._density import gaussian_kde  # noqa: F401
from ._distributions import *  # noqa: F401, F403
from ._resampling import BootstrapMethod, MonteCarloMethod, PermutationMethod  # noqa: F401
from ._samples import mannwhitneyu, pearsonr, ttest_ind  # noqa: F401
