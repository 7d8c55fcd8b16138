// Averages and spreads.
#include "cuprum/statistics.h"

#include <limits>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "kernel/engine/reduction/reduction.h"
#include "numpy/weights.h"

namespace cuprum {

using kernel::reduce;
using kernel::ReductionId;

namespace {

/// Whether the dtype asked for loses more of the elements than a few digits: NumPy sums in it, but takes the deviations
/// from the elements as they are.
bool sums_coarsely(const ndarray& a, const ReduceOptions& options) {
    if (!options.dtype) return false;
    const DType asked = *options.dtype;
    return !is_inexact(asked) || (is_complex(a.dtype()) && !is_complex(asked)) ||
           ((asked == DType::float16 || asked == DType::bfloat16) && !can_cast(a.dtype(), asked));
}

ndarray coarse_var(const ndarray& a, const ReduceOptions& options, double ddof) {
    const DType asked = *options.dtype;
    if (!options.where)  // of no axes, none is named
        for (std::int64_t axis : options.axis.value_or(Dims())) normalize_axis(axis, a.ndim());
    const ReduceOptions all{.axis = options.axis, .keepdims = true, .dtype = asked, .where = options.where};
    ReduceOptions counted = all;
    counted.dtype.reset();
    const ndarray count = sum(full({}, 1, DType::int64).broadcast_to(a.shape()), counted);
    const ndarray mean = true_divide(sum(a, all), count).astype(asked, 'K', Casting::unsafe, false);
    const ndarray deviation = subtract(a, mean);
    const ndarray squares = is_complex(deviation.dtype()) ? add(square(real(deviation)), square(imag(deviation)))
                                                          : multiply(deviation, deviation);
    ndarray result = true_divide(sum(squares, all), maximum(subtract(count, ddof), 0));
    if (!options.keepdims && a.ndim()) {
        Dims axes;
        for (int i = 0; i < a.ndim(); ++i) axes.push_back(i);
        result = result.squeeze(options.axis.value_or(axes));
    }
    if (!options.out) return result.astype(asked, 'K', Casting::unsafe, false);
    if (options.out->shape() != result.shape())
        throw ValueError("output parameter for reduction operation var has the wrong shape: found " +
                         to_string(options.out->shape()) + " but expected " + to_string(result.shape()));
    copy_to(result, *options.out);
    return *options.out;
}

}  // namespace

ndarray var(const ndarray& a, const ReduceOptions& options, double ddof) {
    if (sums_coarsely(a, options)) return coarse_var(a, options, ddof);
    return reduce(ReductionId::var, a, options, ddof);
}
ndarray std_(const ndarray& a, const ReduceOptions& options, double ddof) {
    if (!sums_coarsely(a, options) || !is_inexact(*options.dtype)) return reduce(ReductionId::std_, a, options, ddof);
    return sqrt(coarse_var(a, options, ddof), {.out = {options.out}});
}
ndarray nanvar(const ndarray& a, const ReduceOptions& options, double ddof) {
    if (!is_inexact(a.dtype())) return var(a, options, ddof);
    return reduce(ReductionId::var, a, options, ddof, true);
}
ndarray nanstd(const ndarray& a, const ReduceOptions& options, double ddof) {
    if (!is_inexact(a.dtype())) return std_(a, options, ddof);
    return reduce(ReductionId::std_, a, options, ddof, true);
}

ndarray spread_about(const ndarray& a, const ndarray& mean, const ReduceOptions& options, double ddof, bool root,
                     bool skip_nan) {
    const kernel::Placement here(a, mean);
    if (options.out && !is_inexact(options.out->dtype())) {
        if (skip_nan && is_inexact(a.dtype())) throw TypeError("If a is inexact, then out must be inexact");
        if (root)
            throw UFuncTypeError(std::string("Cannot cast ufunc 'sqrt' output from dtype('float64') to dtype('") +
                                 info(options.out->dtype()).name + "') with casting rule 'same_kind'");
    }
    if (skip_nan && is_inexact(a.dtype()) && options.dtype && !is_inexact(*options.dtype))
        throw TypeError("If a is inexact, then dtype must be inexact");
    const DType result_type = options.dtype.value_or(inexact_dtype(a.dtype()));
    const DType compute =
        result_type == DType::float16 || result_type == DType::bfloat16 ? DType::float32 : result_type;
    ndarray deviation = subtract(a.astype(compute, 'K', Casting::unsafe, false), mean);
    ReduceOptions counted = options;
    counted.dtype.reset();
    counted.out = nullptr;
    ndarray where;
    if (skip_nan) {
        where = logical_not(isnan(a));
        if (options.where) where = logical_and(where, *options.where);
        counted.where = &where;
    }
    const bool complex = is_complex(deviation.dtype());
    ndarray squares = complex ? add(square(real(deviation)), square(imag(deviation))) : square(deviation);
    ndarray ones = full({}, Scalar(std::int64_t(1)), DType::int64).broadcast_to(a.shape());
    ndarray free = maximum(subtract(sum(ones, counted), ddof), 0);
    // Without degrees of freedom NumPy's nanvar is NaN, its var infinite.
    if (skip_nan && is_inexact(a.dtype()))
        free = cuprum::where(greater(free, 0), free, std::numeric_limits<double>::quiet_NaN());
    ndarray result = true_divide(sum(squares, counted), free);
    if (root) result = sqrt(result);
    const DType real_type = is_complex(result_type) ? real(zeros({}, result_type)).dtype() : result_type;
    if (!options.out) return result.astype(real_type, 'K', Casting::unsafe, false);
    if (options.out->shape() != result.shape())
        throw ValueError("output parameter for reduction operation var has the wrong shape: found " +
                         to_string(options.out->shape()) + ", expected " + to_string(result.shape()));
    copy_to(result, *options.out);
    return *options.out;
}

Average average(const ndarray& a, const ndarray& weights, const ReduceOptions& options) {
    const kernel::Placement here(a, weights);
    for (std::int64_t axis : options.axis.value_or(Dims())) normalize_axis(axis, a.ndim());
    DType compute = promote_types(a.dtype(), weights.dtype());
    if (!is_inexact(a.dtype())) compute = promote_types(compute, DType::float64);  // integers' weights may be narrow
    Average result;
    result.value =
        kernel::reduce_average(a, weights_like(a, weights, options.axis), compute, options, result.weights_sum);
    if (!all(result.weights_sum).item().to_bool()) throw ZeroDivisionError("Weights sum to zero, can't be normalized");
    return result;
}

ndarray average(const ndarray& a, const ReduceOptions& options) { return mean(a, options); }

}  // namespace cuprum
