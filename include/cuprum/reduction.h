// Reductions: functions that make one element of many, along all axes or some. They are the rows of reductions.def,
// which document them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// What every reduction may be told, by name: `sum(a, {.axis = 0, .keepdims = true})`. Which of these a function
/// heeds is told with it.
struct ReduceOptions {
    Axes axis{};                      ///< Axes to reduce; all where it is not given.
    bool keepdims = false;            ///< Leave reduced axes in the result, with length one.
    std::optional<DType> dtype{};     ///< The dtype to compute in, and of the result.
    const ndarray* out = nullptr;     ///< Where to put the result; its shape must be the result's.
    std::optional<Scalar> initial{};  ///< A value to start from.
    const ndarray* where = nullptr;   ///< A bool array that broadcasts to the input: the elements that take part.
};

/// Which of NumPy's parameters a reduction has; reductions.def tells.
enum class ReductionKind : std::uint8_t { total, extremum, truth, index, count, mean, spread, none };

// `ndarray sum(const ndarray& a, const ReduceOptions& options = {})` and its like, of each row. What a spread divides
// by is the number of elements less `ddof`.
#define CUPRUM_DECLARE(name) ndarray name(const ndarray& a, const ReduceOptions& options = {});
#define CUPRUM_DECLARE_total(name) CUPRUM_DECLARE(name)
#define CUPRUM_DECLARE_extremum(name) CUPRUM_DECLARE(name)
#define CUPRUM_DECLARE_truth(name) CUPRUM_DECLARE(name)
#define CUPRUM_DECLARE_index(name) CUPRUM_DECLARE(name)
#define CUPRUM_DECLARE_count(name) CUPRUM_DECLARE(name)
#define CUPRUM_DECLARE_mean(name) CUPRUM_DECLARE(name)
#define CUPRUM_DECLARE_spread(name) ndarray name(const ndarray& a, const ReduceOptions& options = {}, double ddof = 0);
#define CUPRUM_DECLARE_none(name)
#define CUPRUM_REDUCTION(name, kind, ...) CUPRUM_DECLARE_##kind(name)
#define CUPRUM_REDUCTION_WITHOUT_NAN(name, row, kind, ...) CUPRUM_DECLARE_##kind(name)
#define CUPRUM_REDUCTION_ALIAS(alias, name, kind) CUPRUM_DECLARE_##kind(alias)
#include "cuprum/reductions.def"
#undef CUPRUM_DECLARE
#undef CUPRUM_DECLARE_total
#undef CUPRUM_DECLARE_extremum
#undef CUPRUM_DECLARE_truth
#undef CUPRUM_DECLARE_index
#undef CUPRUM_DECLARE_count
#undef CUPRUM_DECLARE_mean
#undef CUPRUM_DECLARE_spread
#undef CUPRUM_DECLARE_none

/// What is known of such a function, for bindings, reference pages and tests of all.
struct ReductionFunction {
    std::string name;         ///< In Python.
    std::string kind, types;  ///< As reductions.def names them.
    std::string doc;
    bool method;  ///< Whether Python's arrays have it as a method.
};
const std::vector<ReductionFunction>& reduction_functions();

/// What `average` gives.
struct Average {
    ndarray value;
    ndarray weights_sum;
};

/// The mean with weights: the sum of products of elements and weights over the sum of weights, in one pass.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     weights: array of `a`'s shape, or of its shape along `axis`.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The means, and the sums of weights that they were divided by.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape. TypeError: weights of another shape without `axis`. ValueError: weights that do not fit `a` along
///         `axis`. ZeroDivisionError: weights that sum to zero.
/// Example
///     >>> cuprum.average(cuprum.array([1.0, 2.0]), weights=cuprum.array([3.0, 1.0]))
///     array(1.25)
Average average(const ndarray& a, const ndarray& weights, const ReduceOptions& options = {});

/// The mean without weights: `mean`.
///
/// Parameters
///     a: array.
///     axis: axis or axes to reduce; all of them where none is given. Negative axes count from the last one.
///     keepdims: whether reduced axes stay in the result with length one, so that it broadcasts against `a`.
/// Returns
///     The means; NaN for no elements.
/// Raises
///     AxisError: an axis that `a` does not have. ValueError: an axis that is given twice, or an `out` of another
///         shape.
/// Example
///     >>> cuprum.average(cuprum.array([1.0, 2.0]))
///     array(1.5)
ndarray average(const ndarray& a, const ReduceOptions& options = {});

}  // namespace cuprum
