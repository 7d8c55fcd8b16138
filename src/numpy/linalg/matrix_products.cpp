// Powers and chains of products of matrices, and the array API's names for what NumPy has elsewhere.
#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/linalg/matrices.h"
#include "numpy/multiply.h"

namespace cuprum::linalg {

ndarray matrix_power(const ndarray& a, std::int64_t n) {
    const kernel::Placement here(a);
    check_square(a);
    if (n == 0) return eye(a.shape(-1), {}, 0, a.dtype()).broadcast_to(a.shape()).copy('C');
    ndarray square = n < 0 ? inv(a) : a;
    auto power = n < 0 ? 0 - static_cast<std::uint64_t>(n) : static_cast<std::uint64_t>(n);
    if (power == 1) return n < 0 ? square : square.copy();
    // Squares, of which those are multiplied that the power's bits name.
    std::optional<ndarray> result;
    for (;; power >>= 1) {
        if (power & 1u) result = result ? matmul(*result, square) : square;
        if (power == 1) return *result;
        square = matmul(square, square);
    }
}

namespace {

/// Multiplies the matrices from `first` to `last` as `split` tells.
ndarray multiply_chain(std::span<const ndarray> chain, const std::vector<std::vector<std::size_t>>& split,
                       std::size_t first, std::size_t last, const ndarray* out) {
    if (first == last) return chain[first];
    const std::size_t middle = split[first][last];
    const ndarray left = multiply_chain(chain, split, first, middle, nullptr),
                  right = multiply_chain(chain, split, middle + 1, last, nullptr);
    return out ? dot(left, right, out) : dot(left, right);
}

}  // namespace

ndarray multi_dot(ArrayList arrays, const ndarray* out) {
    const kernel::Placement here(arrays, out);
    const std::size_t n = arrays.size();
    if (n < 2) throw ValueError("Expecting at least two arrays.");
    if (n == 2) return dot(arrays[0], arrays[1], out);
    std::vector<ndarray> chain(arrays.begin(), arrays.end());
    const bool row = chain.front().ndim() == 1, column = chain.back().ndim() == 1;
    if (row) chain.front() = chain.front().reshape({1, -1});
    if (column) chain.back() = chain.back().reshape({-1, 1});
    for (const ndarray& a : chain)
        if (a.ndim() != 2)
            throw LinAlgError(std::to_string(a.ndim()) + "-dimensional array given. Array must be two-dimensional");

    // The least number of multiplications for each part of the chain, and where it is split for that.
    std::vector<double> lengths;
    for (const ndarray& a : chain) lengths.push_back(static_cast<double>(a.shape()[0]));
    lengths.push_back(static_cast<double>(chain.back().shape()[1]));
    std::vector cost(n, std::vector<double>(n, 0));
    std::vector split(n, std::vector<std::size_t>(n, 0));
    for (std::size_t span = 1; span < n; ++span)
        for (std::size_t i = 0; i + span < n; ++i) {
            const std::size_t j = i + span;
            cost[i][j] = HUGE_VAL;
            for (std::size_t k = i; k < j; ++k) {
                const double total = cost[i][k] + cost[k + 1][j] + lengths[i] * lengths[k + 1] * lengths[j + 1];
                if (total >= cost[i][j]) continue;
                cost[i][j] = total;
                split[i][j] = k;
            }
        }
    const bool plain = !row && !column;
    ndarray result = multiply_chain(chain, split, 0, n - 1, plain ? out : nullptr);
    if (plain) return result;
    result = row && column ? result.reshape({}) : result.reshape({-1});
    if (!out) return result;
    if (out->dtype() != result.dtype() || !(out->shape() == result.shape()) || !out->is_c_contiguous())
        throw ValueError(
            "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)");
    copy_to(result, *out);
    return *out;
}

ndarray cross(const ndarray& x1, const ndarray& x2, std::int64_t axis) {
    const kernel::Placement here(x1, x2);
    if (x1.ndim() < 1 || x2.ndim() < 1) throw ValueError("At least one array has zero dimension");
    if (x1.shape(static_cast<int>(axis)) != 3 || x2.shape(static_cast<int>(axis)) != 3)
        throw ValueError("Both input arrays must be (arrays of) 3-dimensional vectors, but they are " +
                         std::to_string(x1.shape(static_cast<int>(axis))) + " and " +
                         std::to_string(x2.shape(static_cast<int>(axis))) + " dimensional instead.");
    return cuprum::cross(x1, x2, -1, -1, -1, axis);
}

ndarray outer(const ndarray& x1, const ndarray& x2) {
    const kernel::Placement here(x1, x2);
    if (x1.ndim() != 1 || x2.ndim() != 1)
        throw ValueError("Input arrays must be one-dimensional, but they are x1.ndim=" + std::to_string(x1.ndim()) +
                         " and x2.ndim=" + std::to_string(x2.ndim()) + ".");
    return cuprum::outer(x1, x2);
}

ndarray diagonal(const ndarray& x, std::int64_t offset) { return x.diagonal(offset, -2, -1); }

ndarray trace(const ndarray& x, std::int64_t offset, std::optional<DType> dtype) {
    const kernel::Placement here(x);
    return cuprum::trace(x, offset, -2, -1, dtype);
}

ndarray matrix_transpose(const ndarray& x) {
    if (x.ndim() < 2)
        throw ValueError("Input array must be at least 2-dimensional, but it is " + std::to_string(x.ndim()));
    return x.swapaxes(-2, -1);
}

}  // namespace cuprum::linalg
