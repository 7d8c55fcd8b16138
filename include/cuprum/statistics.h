// How variables vary together: covariances, correlations, and histograms of several variables.
#pragma once

#include <optional>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"

namespace cuprum {

/// Variances or standard deviations about means that are known.
///
/// Parameters
///     a: the array.
///     mean: its means, in a shape that broadcasts with `a`: as `mean` gives them with keepdims.
///     options: as of `var`.
///     ddof: what is subtracted from the number of elements before it divides.
///     root: whether standard deviations are wanted.
///     skip_nan: whether NaN take no part.
/// Returns
///     A new array, or `options.out`.
ndarray spread_about(const ndarray& a, const ndarray& mean, const ReduceOptions& options = {}, double ddof = 0,
                     bool root = false, bool skip_nan = false);

/// The keyword arguments of `cov`.
struct CovOptions {
    const ndarray* y = nullptr;  ///< More variables and their observations, in the form of the first ones.
    bool rowvar = true;          ///< Rows are variables, columns are observations; otherwise the other way round.
    bool bias = false;           ///< Divide by the number of observations N, not by N - 1.
    std::optional<std::int64_t> ddof{};  ///< Divide by N - ddof, whatever `bias` says.
    const ndarray* fweights = nullptr;   ///< How often each observation was made.
    const ndarray* aweights = nullptr;   ///< How much each observation counts.
    std::optional<DType>
        dtype{};  ///< The dtype to compute in; that to which the variables and float64 promote if not given.
};

/// The covariances of variables.
///
/// Parameters
///     a: the variables, in rows, and their observations, in columns; or the observations of one variable.
///     y: more variables, in the same form.
///     rowvar: whether rows are variables; otherwise columns are.
///     bias: whether to divide by the number of observations N, and not by N - 1.
///     ddof: divide by N - ddof, whatever `bias` says.
///     fweights: how often each observation was made: integers (N,).
///     aweights: how much each observation counts (N,).
///     dtype: dtype to compute in and of the result; that to which the variables and float64 promote if not given.
/// Returns
///     The covariance of each two variables (n, n); a single number for one variable. Of complex variables the second
///     one is conjugated. Where that by which is divided is not positive, a warning is given.
/// Raises
///     ValueError: more than two dimensions, negative weights, or variables of different numbers of observations.
///     TypeError: `fweights` that are no integers. RuntimeError: weights of another number than there are observations.
///     ZeroDivisionError: weights that sum to zero.
/// Example
///     >>> cuprum.cov(cuprum.array([[0., 1, 2], [2, 1, 0]]))
///     array([[ 1., -1.],
///            [-1.,  1.]])
CUPRUM_SIGNATURE("a, y, rowvar, bias, ddof, fweights, aweights, *, dtype")
CUPRUM_PYTHON ndarray cov(const ndarray& a, const CovOptions& options = {});

/// The keyword arguments of `corrcoef`.
struct CorrcoefOptions {
    const ndarray* y = nullptr;  ///< More variables and their observations, in the form of the first ones.
    bool rowvar = true;          ///< Rows are variables, columns are observations; otherwise the other way round.
    std::optional<DType>
        dtype{};  ///< The dtype to compute in; that to which the variables and float64 promote if not given.
};

/// The correlation coefficients of variables: their covariances divided by both standard deviations, and so between -1
/// and 1.
///
/// Parameters
///     a: the variables, in rows, and their observations, in columns; or the observations of one variable.
///     y: more variables, in the same form.
///     rowvar: whether rows are variables; otherwise columns are.
///     bias, ddof: NumPy's arguments of old, which have no effect and are deprecated.
///     dtype: dtype to compute in and of the result; that to which the variables and float64 promote if not given.
/// Returns
///     The coefficient of each two variables (n, n); a single number for one variable. NaN for a variable that is
///     constant.
/// Raises
///     ValueError: more than two dimensions, or variables of different numbers of observations.
/// Example
///     >>> cuprum.corrcoef(cuprum.array([[0., 1, 2], [2, 1, 0]]))
///     array([[ 1., -1.],
///            [-1.,  1.]])
CUPRUM_SIGNATURE("a, y, rowvar, bias=None, ddof=None, *, dtype")
CUPRUM_PYTHON ndarray corrcoef(const ndarray& a, const CorrcoefOptions& options = {});

/// The keyword arguments of `histogramdd`.
struct HistogramddOptions {
    std::vector<Bins> bins{};  ///< For each variable, a number of bins or their edges; ten if empty.
    std::vector<std::optional<std::pair<Scalar, Scalar>>>
        range{};                       ///< For each variable, the outer edges; none if empty.
    const ndarray* weights = nullptr;  ///< What each observation counts, (N,).
    bool density = false;              ///< Scale the counts such that their integral is 1.
};

struct HistogramOfMany {
    ndarray counts;
    std::vector<ndarray> edges;
};

/// How many observations of several variables fall into each of the boxes that bins on every axis make.
///
/// Parameters
///     sample: the observations, one a row (N, D); or a list of D arrays, one a variable.
///     bins: the number of equal bins, or the edges of bins in increasing order, for all variables or for each.
///     range: for each variable the lower and the upper edge, or None for the smallest and largest value there is.
///     weights: what each observation counts (N,).
///     density: whether to scale the counts such that their integral is 1.
/// Returns
///     The counts, float64 with an axis for each variable, and a list of the edges on each. A bin holds its lower edge,
///     the last one both.
/// Raises
///     ValueError: bins or ranges for another number of variables, bins that are not in order, or a range that is not
///     finite.
/// Example
///     >>> cuprum.histogramdd(cuprum.array([[0., 0], [1, 1], [1, 0]]), bins=2)[0]
///     array([[1., 0.],
///            [1., 1.]])
HistogramOfMany histogramdd(const ndarray& sample, const HistogramddOptions& options = {});

/// How many points fall into each of the rectangles that bins on two axes make.
///
/// Parameters
///     x: the points' first coordinates (N,).
///     y: their second coordinates (N,).
///     bins: a number of bins or their edges, for both axes or for each.
///     range: for each axis the lower and the upper edge.
///     weights: what each point counts (N,).
///     density: whether to scale the counts such that their integral is 1.
/// Returns
///     The counts, float64, whose first axis is that of `x`; and the edges on both axes.
/// Raises
///     ValueError: coordinates of different lengths; and as `histogramdd`.
/// Example
///     >>> cuprum.histogram2d(cuprum.array([0., 1, 1]), cuprum.array([0., 1, 0]), bins=2)[0]
///     array([[1., 0.],
///            [1., 1.]])
HistogramOfMany histogram2d(const ndarray& x, const ndarray& y, const HistogramddOptions& options = {});

}  // namespace cuprum
