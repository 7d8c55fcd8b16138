#include "scipy/spatial/mahalanobis_distances.h"

#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/kernel.h"
#include "cuprum/linalg.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/sorting.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::spatial::distance {
namespace {

/// Whether the form is computed for all pairs sooner than eigenvectors are found.
bool has_few(std::int64_t pairs, std::int64_t depth) {
    return pairs <= std::max((std::int64_t{1} << 20) / (depth * depth), 4 * depth);
}

// The form itself for those pairs whose distance so far is small beside the points' lengths; for all without lengths.
constexpr const char* statement = R"(
    long long row = columns ? i / columns : 0, column = columns ? i - row * columns : 0;
    if (!columns) {  // the pair's number, row by row, of those above the diagonal
        const double side = 2.0 * rows - 1;
        row = (long long)((side - sqrt(side * side - 8.0 * i)) / 2);
        while (row > 0 && row * (2 * rows - row - 1) / 2 > i) --row;
        while ((row + 1) * (2 * rows - row - 2) / 2 <= i) ++row;
        column = i - row * (2 * rows - row - 1) / 2 + row + 1;
    }
    d = known;
    if (bound == 0 || !((double)known * known > bound * (lengths_a[row] + lengths_b[column]))) {
        const auto *x = &a[row * depth], *y = &b[column * depth];
        double total = 0;
        for (long long k = 0; k < depth; ++k) {
            double parts[4] = {};  // sums that need not wait for each other
            const auto* row_of_VI = &VI[k * depth];
            long long l = 0;
            for (; l + 4 <= depth; l += 4)
                for (int n = 0; n < 4; ++n) parts[n] += row_of_VI[l + n] * (x[l + n] - y[l + n]);
            for (; l < depth; ++l) parts[0] += row_of_VI[l] * (x[l] - y[l]);
            total += (x[k] - y[k]) * ((parts[0] + parts[1]) + (parts[2] + parts[3]));
        }
        d = sqrt(total);
    }
)";

/// Writes the form for pairs as `statement` says.
void direct_distances(const ndarray& a, const ndarray& b, bool one_set, const ndarray& VI, const ndarray& lengths_a,
                      const ndarray& lengths_b, double bound, const ndarray& out) {
    static const ElementwiseKernel kernel(
        "T known, raw float64 a, raw float64 b, raw float64 VI, raw float64 lengths_a, raw float64 lengths_b, "
        "int64 rows, int64 columns, int64 depth, float64 bound",
        "T d", statement, "cuprum_mahalanobis_distances");
    const Operand operands[] = {out,
                                a,
                                b,
                                VI,
                                lengths_a,
                                lengths_b,
                                Scalar(a.shape()[0]),
                                Scalar(one_set ? std::int64_t{0} : b.shape()[0]),
                                Scalar(a.shape()[1]),
                                Scalar(bound),
                                out};
    ndarray same;
    kernel.call(operands, {}, &same);
}

/// A place in the middle of most points: the medians of some of them, whatever the others are.
ndarray middle_of(const ndarray& points) {
    const std::int64_t step = std::max<std::int64_t>(1, points.shape()[0] / 1024);
    const ndarray some = points(Slice{{}, {}, step});
    const ndarray middle = nanmedian(where(isfinite(some), some, std::nan("")), {.axis = Dims{0}});
    return where(isfinite(middle), middle, 0.0);
}

ndarray squared_lengths(const ndarray& x) { return sum(x * x, {.axis = Dims{1}}); }

}  // namespace

void mahalanobis_distances(const MetricEntry& metric, const ndarray& points_a, const ndarray* points_b,
                           const ndarray& given, const ndarray& out) {
    const auto exact = [](const ndarray& x) {
        return ascontiguousarray(x.astype(DType::float64, 'K', Casting::unsafe, false));
    };
    const ndarray a = exact(points_a), b = points_b ? exact(*points_b) : a, VI = exact(given);
    const std::int64_t depth = a.shape()[1];
    if (has_few(out.size(), depth)) {
        out.fill(0);
        direct_distances(a, b, !points_b, VI, VI, VI, 0, out);
        return;
    }
    // The form is one of squares along the eigenvectors of its symmetric part. Columns are scaled first, as small ones
    // would be lost beside large ones; pairs much nearer to each other than to the origin lose digits all the same, or
    // all of them beside infinity, and are computed once more.
    const ndarray diagonal = absolute(VI.diagonal());
    const ndarray scale = where(logical_and(greater(diagonal, 0), isfinite(diagonal)), cuprum::sqrt(diagonal), 1.0);
    const linalg::Eig parts = linalg::eigh((VI + VI.T()) / (2.0 * scale * scale.reshape({depth, 1})));
    const ndarray origin = middle_of(b);
    const DType dtype = out.dtype();
    const auto turned = [&](const ndarray& x) {
        return ascontiguousarray(
            matmul((x - origin) * scale, parts.eigenvectors).astype(dtype, 'K', Casting::unsafe, false));
    };
    const ndarray x = turned(a), y = points_b ? turned(*points_b) : x;
    const ndarray weights = ascontiguousarray(parts.eigenvalues.astype(dtype, 'K', Casting::unsafe, false));
    pair_distances(metric, x, points_b ? &y : nullptr, &weights, 2, 1, out);
    // Lengths as the largest eigenvalue has them: what their last digits are worth in a distance.
    const ndarray largest = max(absolute(parts.eigenvalues));
    const auto lengths = [&](const ndarray& z) {
        return ascontiguousarray(squared_lengths(z.astype(DType::float64)) * largest);
    };
    const ndarray lengths_a = lengths(x), lengths_b = points_b ? lengths(y) : lengths_a;
    direct_distances(a, b, !points_b, VI, lengths_a, lengths_b, dtype == DType::float32 ? 0x1p-8 : 0x1p-12, out);
}

}  // namespace cuprum::scipy::spatial::distance
