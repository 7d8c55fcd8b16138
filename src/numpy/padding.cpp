// Arrays with borders. The middle is copied; then axis by axis both borders are filled from what is there already, so
// that corners come out right.
#include "core/checked_numbers.h"
#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/sort.h"
#include "numpy/axes.h"

namespace cuprum {
namespace {

using Widths = std::vector<std::pair<std::int64_t, std::int64_t>>;

// What is said once counts for every axis.
template <class T>
std::vector<T> for_each_axis(const std::vector<T>& given, int ndim, const char* what) {
    if (static_cast<int>(given.size()) == ndim) return given;
    if (given.size() != 1)
        throw ValueError(std::string("pad: ") + what + " has " + std::to_string(given.size()) +
                         " pairs for an array of " + std::to_string(ndim) + " dimensions; give one, or one an axis");
    return std::vector<T>(static_cast<std::size_t>(ndim), given[0]);
}

// One axis of the padded array while its borders are filled: borders of `left` and `right` around `middle`.
struct Border {
    ndarray area;
    int axis;
    std::int64_t left, right;

    std::int64_t length() const { return area.shape()[axis]; }
    std::int64_t end() const { return length() - right; }  // of the middle
    ndarray part(std::int64_t start, std::int64_t stop) const { return slice(area, axis, start, stop); }
    ndarray left_area() const { return part(0, left); }
    ndarray right_area() const { return part(end(), length()); }
};

void pad_edge(const Border& b) {
    copy_to(b.part(b.left, b.left + 1), b.left_area());
    copy_to(b.part(b.end() - 1, b.end()), b.right_area());
}

void pad_ramp(const Border& b, const std::pair<Scalar, Scalar>& ends) {
    const DType dtype = b.area.dtype();
    auto ramp = [&](const Scalar& end, std::int64_t edge, std::int64_t width) {
        // The end counts with a dtype of its own, so that steps are as fine as float64's.
        const auto steps = [&](DType type) {
            return linspace(end.as(end.dtype()), place_of(b.area, b.axis, edge), width, false, type, b.axis);
        };
        // What is negative wraps around in unsigned integers of any size.
        if (kind(dtype) != 'u' || itemsize(dtype) < 4) return steps(dtype);
        const ndarray wrapped = steps(DType::int64);
        if (dtype != DType::uint64) return wrapped.astype(dtype);
        return where(less(wrapped, 0), wrapped.astype(dtype), steps(dtype));
    };
    if (b.left) copy_to(ramp(ends.first, b.left, b.left), b.left_area());
    if (b.right) copy_to(reversed(ramp(ends.second, b.end() - 1, b.right), b.axis), b.right_area());
}

ndarray median_along(const ndarray& chunk, int axis) {
    const std::int64_t n = chunk.shape()[axis];
    const int last = chunk.ndim() - 1;
    const ndarray rows = chunk.swapaxes(axis, last).copy('C'), sorted = empty_like(rows);
    kernel::sort_rows(rows, &sorted, nullptr);
    const ndarray middle = mean(slice(sorted, last, (n - 1) / 2, n / 2 + 1), {.axis = last, .keepdims = true});
    const ndarray largest = slice(sorted, last, n - 1, n);  // NaN where there is one
    return where(not_equal(largest, largest), largest, middle).swapaxes(axis, last);
}

void check_length(std::optional<std::int64_t> asked, std::string_view mode) {
    if (asked && *asked < 0) throw ValueError("index can't contain negative values");
    if (asked == 0 && (mode == "maximum" || mode == "minimum"))
        throw ValueError("stat_length of 0 yields no value for padding");
}

void pad_statistic(const Border& b, std::string_view mode, const PadOptions::Lengths& lengths) {
    const std::int64_t all = b.end() - b.left;
    auto statistic = [&](std::optional<std::int64_t> asked, bool front) {
        const std::int64_t n = std::min(asked.value_or(all), all);
        const ndarray chunk = front ? b.part(b.left, b.left + n) : b.part(b.end() - n, b.end());
        const ReduceOptions options{.axis = b.axis, .keepdims = true};
        ndarray value = mode == "maximum"          ? max(chunk, options)
                        : mode == "minimum"        ? min(chunk, options)
                        : mode == "mean" || n == 0 ? mean(chunk, options)
                                                   : median_along(chunk, b.axis);
        return is_integer(b.area.dtype()) && is_inexact(value.dtype()) ? rint(value) : value;
    };
    copy_to(statistic(lengths.first, true), b.left_area());
    copy_to(statistic(lengths.second, false), b.right_area());
}

// Fills what is next to the middle with the middle mirrored, as far as it reaches; the middle then is wider.
// `with_edge`: the edge itself is mirrored too. `period`: the array's own length, of which the mirrored middle must be
// a multiple for the pattern to go on.
void mirror(Border& b, std::int64_t period, bool with_edge, bool odd) {
    const std::int64_t middle = b.end() - b.left;
    const std::int64_t reach = with_edge ? middle / period * period : (middle - 1) / (period - 1) * (period - 1);
    const std::int64_t skip = with_edge ? 0 : 1;
    auto mirrored = [&](std::int64_t start, std::int64_t stop, std::int64_t edge) {
        const ndarray chunk = reversed(b.part(start, stop), b.axis);
        return odd ? subtract(multiply(b.part(edge, edge + 1), 2), chunk) : chunk;
    };
    const std::int64_t left = std::min(reach, b.left), right = std::min(reach, b.right), end = b.end();
    if (left) copy_to(mirrored(b.left + skip, b.left + skip + left, b.left), b.part(b.left - left, b.left));
    b.left -= left;
    if (right) copy_to(mirrored(end - skip - right, end - skip, end - 1), b.part(end, end + right));
    b.right -= right;
}

// Likewise with the middle repeated.
void wrap(Border& b, std::int64_t period) {
    const std::int64_t end = b.end(), reach = (end - b.left) / period * period;
    const std::int64_t left = std::min(reach, b.left), right = std::min(reach, b.right);
    if (left) copy_to(b.part(b.left + reach - left, b.left + reach), b.part(b.left - left, b.left));
    if (right) copy_to(b.part(end - reach, end - reach + right), b.part(end, end + right));
    b.left -= left;
    b.right -= right;
}

}  // namespace

ndarray pad(const ndarray& array, const Widths& pad_width, std::string_view mode, const PadOptions& options) {
    const kernel::Placement here(array);
    static constexpr std::string_view modes[] = {"constant", "edge",    "linear_ramp", "maximum", "mean", "median",
                                                 "minimum",  "reflect", "symmetric",   "wrap",    "empty"};
    if (std::find(std::begin(modes), std::end(modes), mode) == std::end(modes))
        throw ValueError("mode '" + std::string(mode) + "' is not supported");
    const int ndim = array.ndim();
    const Widths widths = for_each_axis(pad_width, ndim, "pad_width");
    Shape shape(array.shape());
    bool any_width = false;
    for (int i = 0; i < ndim; ++i) {
        const auto [before, after] = widths[static_cast<std::size_t>(i)];
        if (before < 0 || after < 0) throw ValueError("index can't contain negative values");
        if (array.shape()[i] == 0 && (before || after) && mode != "constant" && mode != "empty")
            throw ValueError("can't extend empty axis " + std::to_string(i) +
                             " using modes other than 'constant' or 'empty'");
        shape[i] = length_sum(shape[i], length_sum(before, after));
        any_width = any_width || before || after;
    }
    const ndarray result = empty(shape, array.dtype(), order_of(array));
    ndarray middle = result;
    for (int i = 0; i < ndim; ++i) {
        const std::int64_t before = widths[static_cast<std::size_t>(i)].first;
        middle = slice(middle, i, before, before + array.shape()[i]);
    }
    copy_to(array, middle);
    for (const auto& [front, back] : options.stat_length) {
        check_length(front, mode);
        check_length(back, mode);
    }
    if (mode == "empty" || !any_width) return result;

    const auto constants = for_each_axis(options.constant_values, ndim, "constant_values");
    const auto ends = for_each_axis(options.end_values, ndim, "end_values");
    const auto lengths = options.stat_length.empty() ? std::vector<PadOptions::Lengths>(static_cast<std::size_t>(ndim))
                                                     : for_each_axis(options.stat_length, ndim, "stat_length");
    for (int axis = 0; axis < ndim; ++axis) {
        const auto k = static_cast<std::size_t>(axis);
        if (widths[k].first + widths[k].second == 0) continue;
        // Axes before this one are whole by now; those after it are still without their borders.
        Border border{result, axis, widths[k].first, widths[k].second};
        for (int i = axis + 1; i < ndim; ++i) {
            const std::int64_t before = widths[static_cast<std::size_t>(i)].first;
            border.area = slice(border.area, i, before, before + array.shape()[i]);
        }
        const std::int64_t period = array.shape()[axis];
        if (mode == "constant") {
            border.left_area().fill(constants[k].first);
            border.right_area().fill(constants[k].second);
        } else if (mode == "edge" || ((mode == "reflect" || mode == "symmetric") && period == 1)) {
            pad_edge(border);
        } else if (mode == "linear_ramp") {
            pad_ramp(border, ends[k]);
        } else if (mode == "reflect" || mode == "symmetric") {
            while (border.left || border.right) mirror(border, period, mode == "symmetric", options.odd);
        } else if (mode == "wrap") {
            while (border.left || border.right) wrap(border, period);
        } else {
            pad_statistic(border, mode, lengths[k]);
        }
    }
    return result;
}

}  // namespace cuprum
