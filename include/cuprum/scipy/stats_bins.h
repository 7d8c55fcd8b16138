// Statistics of the values whose places lie in the same bin.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::stats {

/// "mean", "std", "median", "count", "sum", "min" or "max", or a function of the values of one bin.
struct BinStatistic {
    using Function = std::function<ndarray(const ndarray& values)>;

    BinStatistic(const char* name) : name(name) {}
    BinStatistic(std::string name) : name(std::move(name)) {}
    BinStatistic(Function function) : function(std::move(function)) {}

    std::string name{};
    Function function{};
};

/// For each axis the number of bins, or their edges; ten each if empty.
using Bins = std::vector<std::variant<std::int64_t, ndarray>>;
/// The outer edges of each axis; the least and the largest place if empty.
using BinRanges = std::vector<std::pair<double, double>>;
/// The edges of the bins of each axis, in Python a list.
struct BinEdges : std::vector<ndarray> {
    using std::vector<ndarray>::vector;
};

/// A statistic of each bin, the bins' edges, and the bin of each place, counted from 1; 0 and the last lie outside.
CUPRUM_NAMED_TUPLE struct BinnedStatisticResult {
    ndarray statistic, bin_edges, binnumber;
};
/// A statistic of each bin, the bins' edges, and the bin of each place, counted from 1; 0 and the last lie outside.
CUPRUM_NAMED_TUPLE struct BinnedStatistic2dResult {
    ndarray statistic, x_edge, y_edge, binnumber;
};
/// A statistic of each bin, the bins' edges, and the bin of each place, counted from 1; 0 and the last lie outside.
CUPRUM_NAMED_TUPLE struct BinnedStatisticddResult {
    ndarray statistic;
    BinEdges bin_edges;
    ndarray binnumber;
};

/// A statistic of the values whose places lie in each bin.
///
/// Parameters
///     x: places, (N,).
///     values: their values, (N,), or a list of several such; None for "count".
///     statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
///     bins: the number of bins, or their edges.
///     range: the outer edges; the least and the largest place if None.
/// Returns
///     (statistic, bin_edges, binnumber).
/// Raises
///     ValueError: another statistic, lengths that do not fit, edges that do not rise. TypeError: a statistic of
///     complex values that needs an order.
/// Example
///     >>> stats.binned_statistic(cp.array([0., 1., 5.]), cp.array([1., 3., 7.]), bins=2).statistic
///     array([2., 7.])
CUPRUM_PYTHON BinnedStatisticResult binned_statistic(const ndarray& x, CUPRUM_FROM_NUMPY const ndarray* values,
                                                     const BinStatistic& statistic = "mean", const Bins& bins = {},
                                                     const BinRanges& range = {});

/// A statistic of the values whose places lie in each bin of a grid in the plane.
///
/// Parameters
///     x, y: places, (N,) each.
///     values: their values, (N,), or a list of several such; None for "count".
///     statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
///     bins: the number of bins along both axes, or edges for both, or one of these for each.
///     range: the outer edges of each axis; the least and the largest place if None.
///     expand_binnumbers: tell bins by a number for each axis.
/// Returns
///     (statistic, x_edge, y_edge, binnumber).
/// Raises
///     ValueError: as `binned_statistic`.
/// Example
///     >>> x = cp.array([0., 1.])
///     >>> stats.binned_statistic_2d(x, x, x + 3, "sum", bins=2).statistic
///     array([[3., 0.],
///            [0., 4.]])
CUPRUM_PYTHON BinnedStatistic2dResult binned_statistic_2d(const ndarray& x, const ndarray& y,
                                                          CUPRUM_FROM_NUMPY const ndarray* values,
                                                          const BinStatistic& statistic = "mean", const Bins& bins = {},
                                                          const BinRanges& range = {}, bool expand_binnumbers = false);

/// A statistic of the values whose places lie in each bin of a grid.
///
/// Parameters
///     sample: places, (N, D), or a list of D arrays (N,).
///     values: their values, (N,), or a list of several such; None for "count".
///     statistic: "mean", "std", "median", "count", "sum", "min", "max", or a function of the values of a bin.
///     bins: the number of bins, or one or the edges for each axis.
///     range: the outer edges of each axis; the least and the largest place if None.
///     expand_binnumbers: tell bins by a number for each axis.
///     binned_statistic_result: an earlier result, whose edges are taken.
/// Returns
///     (statistic, bin_edges, binnumber).
/// Raises
///     ValueError: as `binned_statistic`.
/// Example
///     >>> stats.binned_statistic_dd(cp.array([[0., 0.], [1., 1.]]), cp.array([3., 4.]), "sum", bins=2).statistic
///     array([[3., 0.],
///            [0., 4.]])
CUPRUM_SIGNATURE("sample, values, statistic, bins, range, expand_binnumbers, binned_statistic_result=None")
CUPRUM_PYTHON BinnedStatisticddResult binned_statistic_dd(const ndarray& sample,
                                                          CUPRUM_FROM_NUMPY const ndarray* values,
                                                          const BinStatistic& statistic = "mean", const Bins& bins = {},
                                                          const BinRanges& range = {}, bool expand_binnumbers = false);

}  // namespace cuprum::scipy::stats
