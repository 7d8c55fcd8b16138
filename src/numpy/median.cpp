#include <array>

#include "cuprum/creation.h"
#include "cuprum/indexing.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/scan.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/launch.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/search.h"
#include "kernel/engine/select.h"
#include "kernel/engine/sort.h"
#include "numpy/weights.h"

namespace cuprum {
namespace {

struct Method {
    std::string_view name;
    QuantileMethod number;
    bool exact;  // gives an element of the array, never something between two
    bool whole;  // does so for whole shares
};

constexpr Method methods[] = {
    {"inverted_cdf", method_inverted_cdf, true, true},
    {"averaged_inverted_cdf", method_averaged_inverted_cdf, false, true},
    {"closest_observation", method_closest_observation, true, true},
    {"interpolated_inverted_cdf", method_interpolated_inverted_cdf, false, true},
    {"hazen", method_hazen, false, false},
    {"weibull", method_weibull, false, true},
    {"linear", method_linear, false, true},
    {"median_unbiased", method_median_unbiased, false, false},
    {"normal_unbiased", method_normal_unbiased, false, false},
    {"lower", method_lower, true, true},
    {"higher", method_higher, true, true},
    {"midpoint", method_midpoint, false, false},
    {"nearest", method_nearest, true, true},
};

const Method& find_method(std::string_view name) {
    std::string names;
    for (const Method& method : methods) {
        if (method.name == name) return method;
        names += (names.empty() ? "'" : ", '") + std::string(method.name) + "'";
    }
    throw ValueError("'" + std::string(name) + "' is not a valid method. Use one of: " + names);
}

// Arrays whose reduced axes are made one, the last.
struct Rows {
    Shape kept, kept_dims;  // the shape without the reduced axes, and with ones in their places

    Rows(const Shape& shape, const Axes& asked) {
        const int ndim = shape.size();
        Dims axes;
        if (asked) axes = normalize_axes(*asked, ndim);
        for (int i = 0; i < ndim; ++i) {
            const bool reduced = !asked || std::find(axes.begin(), axes.end(), i) != axes.end();
            kept_dims.push_back(reduced ? 1 : shape[i]);
            if (reduced) {
                length_ *= shape[i];
            } else {
                order_.push_back(i);
                kept.push_back(shape[i]);
            }
        }
        for (int i = 0; i < ndim; ++i)
            if (std::find(order_.begin(), order_.end(), i) == order_.end()) order_.push_back(i);
        // NumPy makes one axis of several, or of none, whose length it cannot tell beside others of nothing.
        if (asked && axes.size() != 1 && element_count(kept) == 0)
            throw ValueError("cannot reshape array of size 0 along axes " + to_string(axes) +
                             " to one axis beside those of shape " + to_string(kept));
    }
    std::int64_t length() const { return length_; }

    ndarray of(const ndarray& a) const {
        Shape shape(kept);
        shape.push_back(length_);
        ndarray rows = a.transpose(order_).reshape(shape);
        return rows.is_c_contiguous() ? rows : rows.copy('C');
    }

    ndarray finish(const ndarray& result, const Shape& leading, const OrderOptions& options) const {
        Shape shape(leading);
        for (std::int64_t n : options.keepdims ? kept_dims : kept) shape.push_back(n);
        ndarray shaped = result.reshape(shape);
        if (!options.out) return shaped;
        copy_to(shaped, *options.out);
        return *options.out;
    }

private:
    Dims order_;
    std::int64_t length_ = 1;
};

// More quantiles than this are cheaper looked up in sorted rows than selected.
constexpr std::int64_t most_selected = 8;

// Writes quantiles of rows to `result`, of shape (shares, rows). `shares` is of float32 or float64, null for the
// median.
void find_quantiles(const ndarray& rows, const ndarray* shares, const ndarray& result, QuantileMethod method,
                    bool skip_nan) {
    const std::int64_t length = rows.shape()[rows.ndim() - 1], count = shares ? shares->size() : 1;
    if (kernel::selects(rows.dtype(), length) && count <= most_selected)
        return kernel::select_quantiles(rows, shares, result, method, skip_nan);
    const ndarray sorted = empty(rows.shape(), rows.dtype());
    if (is_complex(rows.dtype()) && kernel::partitions_complex(length))
        kernel::partition_complex(rows, -1, sorted, nullptr);
    else kernel::sort_rows(rows, &sorted, nullptr);
    kernel::quantiles(sorted, shares, result, method, skip_nan);
}

ndarray median_of(const ndarray& a, const OrderOptions& options, bool skip_nan) {
    const kernel::Placement here(a);
    kernel::check_device(a);
    const Rows rows(a.shape(), options.axis);
    const Shape& shape = options.keepdims ? rows.kept_dims : rows.kept;
    if (options.out && options.out->shape() != shape)
        throw ValueError("output parameter for reduction operation median has the wrong shape: found " +
                         to_string(options.out->shape()) + ", expected " + to_string(shape));
    ndarray result = empty(rows.kept, inexact_dtype(a.dtype()));
    find_quantiles(rows.of(a), nullptr, result, method_median, skip_nan);
    return rows.finish(result, {}, options);
}

// The shares as the kernel takes them. `scale` is 1, or 100 for percentiles.
ndarray checked_shares(const Operand& q, int scale) {
    ndarray shares = q.is_array() ? q.array() : full({}, q);
    if (shares.ndim() > 2) throw ValueError("q must be a scalar or 1d");
    if (scale != 1) shares = true_divide(shares, Scalar(scale));  // in the dtype that q has
    for (double share : shares.astype(DType::float64).to_vector<double>())
        if (!(share >= 0 && share <= 1))
            throw ValueError(scale == 1 ? "Quantiles must be in the range [0, 1]"
                                        : "Percentiles must be in the range [0, 100]");
    return shares;
}

[[noreturn]] void throw_empty() { throw IndexError("index -1 is out of bounds for axis 0 with size 0"); }

// What nanquantile gives for an array without elements, however many shares are asked for.
ndarray no_quantile(const ndarray& a, const OrderOptions& options) {
    return nanmean(a, {.axis = options.axis, .keepdims = options.keepdims, .out = options.out});
}

// The first element of each row, in sorted order, up to which the elements weigh the share of all that is asked for.
ndarray weighted_quantile_of(const ndarray& a, const ndarray& shares, const OrderOptions& options, bool skip_nan) {
    if (options.method != "inverted_cdf")
        throw ValueError("Only method 'inverted_cdf' supports weights. Got: " + std::string(options.method) + ".");
    const ndarray given =
        weights_like(a, *options.weights, options.axis).astype(DType::float64, 'K', Casting::unsafe, false);
    if (any(less(given, 0)).item().to_bool()) throw ValueError("Weights must be non-negative.");
    if (skip_nan && a.size() == 0) return no_quantile(a, options);
    const Rows rows(a.shape(), options.axis);
    if (rows.length() == 0) throw_empty();
    ndarray result = empty({shares.size(), element_count(rows.kept)}, a.dtype());
    if (result.size()) {
        const ndarray elements = rows.of(a), order = argsort(elements, -1),
                      sorted = take_along_axis(elements, order, -1);
        const auto last = [](const ndarray& a) { return a(ellipsis, Slice(a.shape(-1) - 1, a.shape(-1))); };
        const bool has_nan = is_floating(a.dtype());
        ndarray weights = take_along_axis(rows.of(given), order, -1);
        if (has_nan && skip_nan) weights = where(isnan(sorted), 0.0, weights);
        ndarray part = cumsum(weights, -1);
        part = true_divide(part, last(part));
        ndarray bad = isnan(last(part));
        if (has_nan && skip_nan) bad = logical_and(bad, logical_not(isnan(sorted(ellipsis, Slice(0, 1)))));
        if (any(bad).item().to_bool()) throw ValueError("Weights included NaN, inf or were all zero.");
        if (shares.dtype() == DType::float32) part = part.astype(DType::float32);
        const ndarray flat = shares.ravel();
        for (std::int64_t k = 0; k < flat.size(); ++k) {
            // What weighs nothing is no element to begin with.
            const ndarray before = logical_or(less(part, flat(k)), equal(part, 0));
            const ndarray index = minimum(sum(before, {.axis = -1, .keepdims = true}), rows.length() - 1);
            ndarray found = take_along_axis(sorted, index, -1);
            if (has_nan && !skip_nan) found = where(isnan(last(sorted)), last(sorted), found);
            result.assign({k}, found.ravel());
        }
    }
    return rows.finish(result, shares.shape(), options);
}

ndarray quantile_of(const ndarray& a, const Operand& q, const OrderOptions& options, int scale, bool skip_nan) {
    if (is_complex(a.dtype())) throw TypeError("a must be an array of real numbers");
    const Method& method = find_method(options.method);
    ndarray shares = checked_shares(q, scale);
    if (options.weights) return weighted_quantile_of(a, shares, options, skip_nan);
    if (skip_nan && a.size() == 0) return no_quantile(a, options);
    const Rows rows(a.shape(), options.axis);
    const DType share = shares.dtype();
    const bool exact = method.exact || (method.number == method_linear && !is_inexact(share));
    // Where NaN may be, NumPy looks at the last element even if no quantile is asked for.
    if (rows.length() == 0 && (shares.size() || is_inexact(a.dtype()))) throw_empty();
    if (!exact && a.dtype() == DType::bool_)
        throw TypeError(
            "numpy boolean subtract, the `-` operator, is not supported, use the bitwise_xor, the `^` operator, or the "
            "logical_xor function instead.");
    const DType both = q.is_weak() ? inexact_dtype(a.dtype()) : promote_types(a.dtype(), share);
    const DType dtype = exact ? a.dtype() : is_inexact(share) || method.whole ? both : inexact_dtype(both);
    // What skips NaN is found first and then written to any output.
    if (options.out && !exact && !skip_nan && !can_cast(dtype, options.out->dtype(), Casting::same_kind))
        throw UFuncTypeError(std::string("Cannot cast ufunc 'add' output from dtype('") + info(dtype).name +
                             "') to dtype('" + info(options.out->dtype()).name + "') with casting rule 'same_kind'");
    kernel::check_device(a);
    const std::int64_t count = element_count(rows.kept);
    ndarray result = empty({shares.size(), count}, dtype);
    ndarray as_given = shares.astype(share == DType::float32 ? share : DType::float64, 'C', Casting::unsafe, false);
    // Of whole shares nothing lies between two elements, so that infinities stay.
    const QuantileMethod used = exact && method.number == method_linear ? method_lower : method.number;
    find_quantiles(rows.of(a), &as_given, result, used, skip_nan);
    return rows.finish(result, shares.shape(), options);
}

}  // namespace

ndarray median(const ndarray& a, const OrderOptions& options) { return median_of(a, options, false); }

ndarray nanmedian(const ndarray& a, const OrderOptions& options) {
    const kernel::Placement here(a);
    if (a.size() == 0) return nanmean(a, {.axis = options.axis, .keepdims = options.keepdims, .out = options.out});
    return median_of(a, options, true);
}

ndarray quantile(const ndarray& a, const Operand& q, const OrderOptions& options) {
    const kernel::Placement here(a, q);
    return quantile_of(a, q, options, 1, false);
}
ndarray percentile(const ndarray& a, const Operand& q, const OrderOptions& options) {
    const kernel::Placement here(a, q);
    return quantile_of(a, q, options, 100, false);
}
ndarray nanquantile(const ndarray& a, const Operand& q, const OrderOptions& options) {
    const kernel::Placement here(a, q);
    return quantile_of(a, q, options, 1, true);
}
ndarray nanpercentile(const ndarray& a, const Operand& q, const OrderOptions& options) {
    const kernel::Placement here(a, q);
    return quantile_of(a, q, options, 100, true);
}

}  // namespace cuprum
