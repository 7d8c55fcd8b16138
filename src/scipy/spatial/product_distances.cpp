// Distances of all pairs of points by a product of matrices.
#include "scipy/spatial/product_distances.h"

#include "cuprum/creation.h"
#include "cuprum/kernel.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/statistics.h"
#include "cuprum/ufunc.h"
#include "kernel/plan/sizes.h"

namespace cuprum::scipy::spatial::distance {
namespace {

// Where the square is small beside the lengths, digits of these are lost in it: the tile with this pair is marked.
constexpr const char* statement = R"(
    const T both = na + nb;
    T square = both - 2 * product;
    if (!(square > both / 8)) {
        const unsigned row = (unsigned)(i / columns), column = (unsigned)(i - (long long)row * columns);
        near[(long long)(row / tile_rows) * tiles + column / tile_columns] = 1;
        square = square < 0 ? T(0) : square;
    }
    d = finish == 0 ? square : finish == 1 ? sqrt(square) : square / 2;
)";

ndarray squared_lengths(const ndarray& x) { return sum(x * x, {.axis = Dims{1}}); }

}  // namespace

bool product_pays(const MetricEntry& metric, const ndarray& a, const ndarray& b, bool weighted) {
    if (weighted || metric.product == Product::none) return false;
    const std::int64_t depth = a.shape()[1];
    return depth >= 32 && a.shape()[0] >= 256 && b.shape()[0] >= 256 &&
           a.shape()[0] * b.shape()[0] >= (std::int64_t{1} << 28) / depth;
}

void product_distances(const MetricEntry& metric, const ndarray& a, const ndarray& b, double p, double total,
                       const ndarray& out) {
    static const ElementwiseKernel kernel(
        "T product, T na, T nb, int64 columns, int64 tile_rows, int64 tile_columns, int64 tiles, int32 finish",
        "T d, raw int32 near", statement, "cuprum_product_distances");
    // Seen from their middle points have the least lengths that they can have.
    const ndarray middle = mean(b, {.axis = Dims{0}});
    constexpr std::int64_t most_in_one_kernel = 512;  // beyond, products are most of the time, and BLAS's are faster
    if (a.dtype() == DType::float32 && a.shape()[1] <= most_in_one_kernel && runtime::device_traits().thread_blocks) {
        pair_distances(metric, a, &b, nullptr, p, total, out, {.middle = &middle});
        return;
    }
    const ndarray x = a - middle, y = b - middle;
    const ndarray product = matmul(x, y.T());
    const PairTile tile = pair_tile(metric, a.dtype(), runtime::device_traits());
    const std::int64_t m = a.shape()[0], n = b.shape()[0], tiles = kernel::ceil_div(n, tile.columns);
    const ndarray near = zeros({kernel::ceil_div(m, tile.rows) * tiles}, DType::int32);
    const ndarray lengths_a = squared_lengths(x).reshape({m, 1}), lengths_b = squared_lengths(y);
    const Operand operands[] = {product,
                                lengths_a,
                                lengths_b,
                                Scalar(n),
                                Scalar(tile.rows),
                                Scalar(tile.columns),
                                Scalar(tiles),
                                Scalar(static_cast<int>(metric.product) - static_cast<int>(Product::square)),
                                out,
                                near};
    ndarray results[2];
    kernel.call(operands, {}, results);
    pair_distances(metric, a, &b, nullptr, p, total, out, {.marks = &near});
}

}  // namespace cuprum::scipy::spatial::distance
