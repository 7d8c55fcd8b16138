// Special matrices of a few parameters: Toeplitz, circulant, Hankel, companion, Hadamard and others.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/linalg.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/multiply.h"

namespace cuprum::scipy::linalg {

using namespace cuprum::linalg;

namespace {

std::span<const std::int64_t> lead(const ndarray& a) {
    return std::span(a.shape().data(), static_cast<std::size_t>(a.ndim() - 1));
}

Shape with_lengths(std::span<const std::int64_t> leading, std::initializer_list<std::int64_t> lengths) {
    Shape shape(leading);
    for (std::int64_t length : lengths) shape.push_back(length);
    return shape;
}

/// A number is a vector of one.
ndarray as_vectors(const ndarray& a) { return a.ndim() == 0 ? a.reshape({1}) : a; }

/// SciPy refuses batches of nothing where it calls a function for each of them.
void check_batch(const char* name, std::span<const std::int64_t> batch) {
    if (element_count(Shape(batch)) == 0)
        throw ValueError(std::string("`") + name + "` does not support zero-size batches: the leading axes are " +
                         to_string(Shape(batch)));
}

void check_vectors(const ndarray& a, const char* name) {
    if (a.ndim() == 0) throw ValueError(std::string("`") + name + "` must have at least one dimension");
}

/// Matrices whose element (i, j) is value number start + i * down + j * right of the last axis.
ndarray from_values(const ndarray& values, std::int64_t rows, std::int64_t columns, std::int64_t start,
                    std::int64_t down, std::int64_t right) {
    const Shape shape = with_lengths(lead(values), {rows, columns});
    if (rows == 0 || columns == 0) return empty(shape, values.dtype());
    const ndarray lines = values.copy('C');
    Strides strides(lines.strides());
    strides[lines.ndim() - 1] = down * lines.itemsize();
    strides.push_back(right * lines.itemsize());
    return lines.with_layout(shape, strides, start * lines.itemsize()).copy('C');
}

/// `count` elements of matrices, from (row, column) on, so many rows and columns from one to the next.
ndarray ladder(const ndarray& a, std::int64_t row, std::int64_t column, std::int64_t count, std::int64_t step = 1) {
    count = std::max<std::int64_t>(count, 0);
    const std::int64_t down = a.strides()[a.ndim() - 2], right = a.strides()[a.ndim() - 1];
    Strides strides(std::span(a.strides().data(), static_cast<std::size_t>(a.ndim() - 2)));
    strides.push_back(step * (down + right));
    return a.with_layout(with_lengths(std::span(a.shape().data(), static_cast<std::size_t>(a.ndim() - 2)), {count}),
                         strides, count ? row * down + column * right : 0);
}

/// Vectors of the same leading axes and dtype, one behind the other.
ndarray joined(const ndarray& a, const ndarray& b) {
    const Shape shapes[] = {Shape(lead(a)), Shape(lead(b))};
    const Shape both = broadcast_shapes(shapes);
    return concatenate(
        {a.broadcast_to(with_lengths(both, {a.shape(-1)})), b.broadcast_to(with_lengths(both, {b.shape(-1)}))}, -1);
}

ndarray last_axis(const ndarray& a, const Slice& slice) { return a(ellipsis, slice); }
ndarray reversed(const ndarray& a) { return flip(a, Dims{-1}); }

void check_first(const ndarray& a, const char* message) {
    if (any(equal(a(ellipsis, 0), 0)).item().to_bool()) throw ValueError(message);
}

}  // namespace

ndarray toeplitz(const ndarray& c, const ndarray* r) {
    const kernel::Placement here(c, r);
    const ndarray column = as_vectors(c), row = as_vectors(r ? *r : is_complex(c.dtype()) ? conjugate(c) : c);
    const std::int64_t rows = column.shape(-1), columns = row.shape(-1);
    const ndarray values = joined(reversed(column), columns ? last_axis(row, {.start = 1}) : row);
    check_batch("toeplitz", lead(values));
    return from_values(values, rows, columns, rows - 1, -1, 1);
}

ndarray hankel(const ndarray& c, const ndarray* r) {
    const kernel::Placement here(c, r);
    check_vectors(c, "c");
    const ndarray row = r ? *r : zeros_like(c);
    check_vectors(row, "r");
    const std::int64_t columns = row.shape(-1);
    return from_values(joined(c, columns ? last_axis(row, {.start = 1}) : row), c.shape(-1), columns, 0, 1, 1);
}

ndarray circulant(const ndarray& c) {
    const kernel::Placement here(c);
    const ndarray column = as_vectors(c);
    const std::int64_t n = column.shape(-1);
    return from_values(joined(reversed(column), reversed(column)), n, n, n - 1, -1, 1);
}

ndarray hadamard(std::int64_t n, DType dtype) {
    if (n < 1 || (n & (n - 1))) throw ValueError("n must be a power of 2, not " + std::to_string(n));
    const ndarray i = arange(n);
    const ndarray odd = bitwise_and(bitwise_count(bitwise_and(i.reshape({n, 1}), i)), 1).astype(DType::int8);
    return subtract(1, multiply(odd, 2)).astype(dtype);
}

ndarray leslie(const ndarray& f, const ndarray& s) {
    const kernel::Placement here(f, s);
    check_vectors(f, "f");
    check_vectors(s, "s");
    const std::int64_t n = f.shape(-1);
    if (n != s.shape(-1) + 1)
        throw ValueError(
            "Incorrect lengths for f and s. The length of s along the last axis must be one less than the length of "
            "f.");
    if (s.shape(-1) == 0) throw ValueError("The length of s must be at least 1.");
    const Shape shapes[] = {Shape(lead(f)), Shape(lead(s))};
    const Shape both = broadcast_shapes(shapes);
    check_batch("leslie", both);
    const ndarray result = zeros(with_lengths(both, {n, n}), promote_types(f.dtype(), s.dtype()));
    result.assign({ellipsis, 0, all_of}, f);
    ladder(result, 1, 0, n - 1).assign({}, s);
    return result;
}

ndarray block_diag(ArrayList arrs) {
    const kernel::Placement here(arrs);
    if (arrs.empty()) return empty({1, 0}, DType::float64);
    std::vector<ndarray> blocks;
    std::vector<Shape> batches;
    std::int64_t rows = 0, columns = 0;
    DType dtype = arrs[0].dtype();
    for (const ndarray& a : arrs) {
        blocks.push_back(a.ndim() < 2 ? a.reshape({1, -1}) : a);
        batches.emplace_back(batch_shape(blocks.back()));
        rows += blocks.back().shape(-2);
        columns += blocks.back().shape(-1);
        dtype = promote_types(dtype, a.dtype());
    }
    const ndarray result = zeros(with_lengths(broadcast_shapes(batches), {rows, columns}), dtype);
    rows = columns = 0;
    for (const ndarray& block : blocks) {
        const std::int64_t down = rows + block.shape(-2), right = columns + block.shape(-1);
        result.assign({ellipsis, Slice{rows, down}, Slice{columns, right}}, block);
        rows = down;
        columns = right;
    }
    return result;
}

ndarray companion(const ndarray& a) {
    const kernel::Placement here(a);
    check_vectors(a, "a");
    const std::int64_t n = a.shape(-1) - 1;
    if (n < 1) throw ValueError("The length of `a` along the last axis must be at least 2.");
    check_first(a, "The first coefficient(s) of `a` (i.e. elements of `a[..., 0]`) must not be zero.");
    const ndarray row = divide(negative(last_axis(a, {.start = 1})), multiply(last_axis(a, {.stop = 1}), 1.0));
    const ndarray result = zeros(with_lengths(lead(a), {n, n}), row.dtype());
    result.assign({ellipsis, 0, all_of}, row);
    ladder(result, 1, 0, n - 1).fill(Scalar(1));
    return result;
}

ndarray helmert(std::int64_t n, bool full) {
    const ndarray i = arange(n);
    const ndarray rows = subtract(tri(n, n, -1), diag(i.astype(DType::float64)));
    const ndarray lengths = multiply(i, add(i, 1)).astype(DType::float64);
    if (n > 0) {
        rows(0).fill(Scalar(1));
        lengths(Slice{.stop = 1}).fill(Scalar(n));
    }
    const ndarray result = divide(rows, sqrt(lengths).reshape({n, 1}));
    return full ? result : result(Slice{.start = 1}).copy();
}

ndarray hilbert(std::int64_t n) {
    const ndarray values = divide(1.0, add(arange(std::max<std::int64_t>(2 * n - 1, 0)), 1));
    return from_values(values, n, n, 0, 1, 1);
}

ndarray dft(std::int64_t n, std::optional<std::string_view> scale) {
    if (scale && *scale != "sqrtn" && *scale != "n")
        throw ValueError("scale must be None, 'sqrtn', or 'n'; '" + std::string(*scale) + "' is not valid.");
    if (n == 0) return empty({0, 0}, DType::complex128);
    // Exponents are taken modulo n, where they are exact.
    const ndarray i = arange(n), turns = remainder(multiply(i.reshape({n, 1}), i), n);
    const double size = static_cast<double>(n);
    const double factor = scale == "n" ? 1 / size : scale == "sqrtn" ? 1 / std::sqrt(size) : 1;
    const ndarray result = empty({n, n}, DType::complex128), angle = multiply(turns, -2 * M_PI / size);
    result.real().assign({}, multiply(cos(angle), factor));
    result.imag().assign({}, multiply(sin(angle), factor));
    return result;
}

ndarray fiedler(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() == 0) return zeros({1, 1});
    const std::int64_t n = a.shape(-1);
    if (a.ndim() == 1 && n < 2) return n == 0 ? empty({0}) : zeros({1, 1});  // as in CuPy and SciPy, whatever the dtype
    if (n == 0) return empty(with_lengths(lead(a), {0, 0}));
    return absolute(subtract(a.reshape(with_lengths(lead(a), {n, 1})), a.reshape(with_lengths(lead(a), {1, n}))));
}

ndarray fiedler_companion(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() == 0) return empty({0, 0}, a.dtype());
    const std::int64_t n = a.shape(-1) - 1;
    if (n < 0) return empty(with_lengths(lead(a), {0}), a.dtype());
    if (n == 0) return empty(with_lengths(lead(a), {0, 0}), a.dtype());
    check_first(a, "Leading coefficient is zero.");
    const ndarray coefficients = negative(divide(a, last_axis(a, {.stop = 1})));
    const auto from = [&](std::int64_t start) { return last_axis(coefficients, {.start = start, .step = 2}); };
    const ndarray result = zeros(with_lengths(lead(a), {n, n}), coefficients.dtype());
    result.assign({ellipsis, 0, 0}, coefficients(ellipsis, 1));
    if (n == 1) return result;
    ladder(result, 1, 0, 1).fill(Scalar(1));
    ladder(result, 0, 1, n / 2, 2).assign({}, from(2));
    ladder(result, 0, 2, (n - 1) / 2, 2).fill(Scalar(1));
    ladder(result, 2, 1, (n - 1) / 2, 2).assign({}, from(3));
    ladder(result, 3, 1, (n - 2) / 2, 2).fill(Scalar(1));
    return result;
}

ndarray convolution_matrix(const ndarray& a, std::int64_t n, std::string_view mode) {
    const kernel::Placement here(a);
    if (n <= 0) throw ValueError("n must be a positive integer.");
    check_vectors(a, "a");
    const std::int64_t m = a.shape(-1);
    if (m == 0) throw ValueError("len(a) must be at least 1.");
    if (mode != "full" && mode != "same" && mode != "valid")
        throw ValueError("'mode' argument must be one of ('full', 'valid', 'same')");
    // The rows of the full matrix that the mode leaves out, on both sides.
    const std::int64_t most = std::min(m, n) - 1, left_out = mode == "full" ? 0 : mode == "same" ? most : 2 * most;
    const std::int64_t above = mode == "same" ? most / 2 : left_out / 2;
    const ndarray gap = zeros(with_lengths(lead(a), {n - 1}), a.dtype());
    return from_values(concatenate({gap, a, gap}, -1), m + n - 1 - left_out, n, n - 1 + above, 1, -1);
}

ndarray khatri_rao(const ndarray& a, const ndarray& b) {
    const kernel::Placement here(a, b);
    if (a.ndim() < 2 || b.ndim() < 2) throw LinAlgError("The both arrays should be 2-dimensional.");
    const std::int64_t m = a.shape(-2), n = b.shape(-2), k = a.shape(-1);
    if (k != b.shape(-1)) throw ValueError("The number of columns for both arrays should be equal.");
    const auto batch_a = batch_shape(a), batch_b = batch_shape(b);
    const ndarray product =
        multiply(a.reshape(with_lengths(batch_a, {m, 1, k})), b.reshape(with_lengths(batch_b, {1, n, k})));
    const Shape shapes[] = {Shape(batch_a), Shape(batch_b)};
    const Shape batch = broadcast_shapes(shapes);
    check_batch("khatri_rao", batch);
    return product.reshape(with_lengths(batch, {m * n, k}));
}

std::pair<std::int64_t, std::int64_t> bandwidth(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() != 2)
        throw LinAlgError("Input array must be 2-dimensional, not of " + std::to_string(a.ndim()) + " dimensions");
    const auto [below, above] = bandwidths(a);
    return {below.item().to_int(), above.item().to_int()};
}

std::pair<ndarray, ndarray> bandwidths(const ndarray& a) {
    const kernel::Placement here(a);
    if (a.ndim() < 2)
        throw LinAlgError("Input array must be at least 2-dimensional, not of " + std::to_string(a.ndim()) +
                          " dimensions");
    const Shape batch(batch_shape(a));
    check_batch("bandwidth", batch);
    if (a.size() == 0) return {zeros(batch, DType::int64), zeros(batch, DType::int64)};
    const ndarray distance = subtract(arange(a.shape(-2)).reshape({a.shape(-2), 1}), arange(a.shape(-1)));
    const ndarray there = where(not_equal(a, 0), distance, 0);
    return {max(there, {.axis = Dims{-2, -1}}), negative(min(there, {.axis = Dims{-2, -1}}))};
}

}  // namespace cuprum::scipy::linalg
