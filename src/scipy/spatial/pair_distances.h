// Distances of all pairs of points by one kernel, whose text comes from a metric's entry.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "cuprum/ndarray.h"
#include "runtime/device_traits.h"

namespace cuprum::scipy::spatial::distance {

/// What is done with points before their distances are computed.
enum class Points : std::uint8_t { as_given, unit, centred, shares, flags, by_variances, by_covariance };
/// What the distance is to the square that a product of matrices gives.
enum class Product : std::uint8_t { none, square, root, half };

/// An entry of cuprum/scipy/spatial/metrics.def, where the columns are explained.
struct MetricEntry {
    std::string_view name, also = "";
    Points points = Points::as_given;
    std::string_view weights = "";
    double order = 0;
    int states = 1;
    bool is_long = false, of_lengths = false;
    std::string_view add, finish, quick = "void";
    Product product = Product::none;
};
std::span<const MetricEntry> metric_entries();

/// The order of entries that stand in for a metric in some calls.
constexpr double stand_in = -1;

/// Writes the distances of points, C-contiguous matrices of float32 or float64, to `out`. Where `b` is null the pairs
/// i < j of `a` are meant. `w` has a weight for each coordinate, of the same dtype; `total` is their sum.
struct PairOptions {
    const ndarray* marks = nullptr;   // int32 for each tile of pairs, row by row: those with 0 are left as they are
    const ndarray* middle = nullptr;  // of the points, from which a GPU's products of float32 see them
};
void pair_distances(const MetricEntry& metric, const ndarray& a, const ndarray* b, const ndarray* w, double p,
                    double total, const ndarray& out, const PairOptions& options = {});

/// `cdist` by the norm of an order, where NaN stays NaN.
ndarray norms_of_pairs(const ndarray& x, const ndarray& y, double p);

/// The pairs that one block, or one call on a CPU, computes.
struct PairTile {
    std::int64_t rows, columns;
};
PairTile pair_tile(const MetricEntry& metric, DType dtype, const runtime::DeviceTraits& device);

}  // namespace cuprum::scipy::spatial::distance
