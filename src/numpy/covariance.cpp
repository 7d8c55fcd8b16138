#include <vector>

#include "core/warnings.h"
#include "cuprum/creation.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/products.h"
#include "cuprum/reduction.h"
#include "cuprum/statistics.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"

namespace cuprum {
namespace {

/// Variables in rows.
ndarray variables(const ndarray& a, DType dtype, bool rowvar, const char* name) {
    if (a.ndim() > 2)
        throw ValueError(std::string(name) + " has more than 2 dimensions; its shape is " + to_string(a.shape()));
    const ndarray numbers = a.astype(dtype, 'K', Casting::unsafe, false);
    if (a.ndim() < 2) return numbers.reshape({1, a.size()});
    return rowvar ? numbers : numbers.T();
}

void check_weights(const ndarray& weights, std::int64_t observations, const std::string& name) {
    if (weights.ndim() > 1) throw Error("cannot handle multidimensional " + name);
    if (weights.size() != observations)
        throw Error("incompatible numbers of samples and " + name + ": " + std::to_string(observations) + " and " +
                    std::to_string(weights.size()));
    if (any(less(weights, 0)).item().to_bool()) throw ValueError(name + " cannot be negative");
}

}  // namespace

ndarray cov(const ndarray& a, const CovOptions& options) {
    const kernel::Placement here(a);
    const DType dtype = options.dtype ? *options.dtype
                        : options.y   ? result_type({a, *options.y, Scalar(1.0).as(DType::float64)})
                                      : promote_types(a.dtype(), DType::float64);
    if (options.y && options.y->ndim() > 2)
        throw ValueError("y has more than 2 dimensions; its shape is " + to_string(options.y->shape()));
    ndarray x = variables(a, dtype, options.rowvar, "m");
    if (!is_inexact(dtype))  // the means are float64, and are subtracted in place
        throw UFuncTypeError(std::string("Cannot cast ufunc 'subtract' output from dtype('float64') to dtype('") +
                             info(dtype).name + "') with casting rule 'same_kind'");
    if (x.shape()[0] == 0) return empty({0, 0}, DType::float64);  // of any dtype, as in NumPy
    if (options.y) {
        // A single row counts as one variable's observations in either form.
        const ndarray y = variables(*options.y, dtype,
                                    options.rowvar || options.y->shape().size() < 2 || options.y->shape()[0] == 1, "y");
        x = concatenate({x, y}, 0);
    }
    const std::int64_t observations = x.shape()[1], ddof = options.ddof.value_or(options.bias ? 0 : 1);

    std::optional<ndarray> weights;
    if (options.fweights) {
        const ndarray counts = options.fweights->astype(DType::float64);
        if (!all(equal(counts, rint(counts))).item().to_bool()) throw TypeError("fweights must be integer");
        check_weights(counts, observations, "fweights");
        weights = counts;
    }
    std::optional<ndarray> importance;
    if (options.aweights) {
        importance = options.aweights->astype(DType::float64);
        check_weights(*importance, observations, "aweights");
        weights = weights ? multiply(*weights, *importance) : *importance;
    }

    ndarray means;
    double freedom = static_cast<double>(observations - ddof);
    if (weights) {
        const Average averaged = average(x, *weights, {.axis = 1});
        means = averaged.value;
        const double total = averaged.weights_sum.ravel()(0).item().to_complex().real();
        freedom = ddof == 0    ? total
                  : importance ? total - static_cast<double>(ddof) *
                                             sum(multiply(*weights, *importance)).item().to_double() / total
                               : total - static_cast<double>(ddof);
    } else {
        means = mean(x, {.axis = 1});
    }
    if (!(freedom > 0)) {
        warn_of_iteration("Degrees of freedom <= 0 for slice");
        freedom = 0;
    }
    const ndarray apart = subtract(x, expand_dims(means, 1));
    ndarray other = weights ? multiply(apart, *weights) : apart;
    if (is_complex(dtype)) other = conj(other);
    const DType result = weights ? promote_types(dtype, DType::float64) : dtype;
    return multiply(matmul(apart, other.T()), 1 / freedom).astype(result, 'K', Casting::unsafe, false).squeeze();
}

ndarray corrcoef(const ndarray& a, const CorrcoefOptions& options) {
    const kernel::Placement here(a);
    const ndarray c = cov(a, {.y = options.y, .rowvar = options.rowvar, .dtype = options.dtype});
    if (c.ndim() == 0) return true_divide(c, c);
    const ndarray deviation = sqrt(c.diagonal().real());
    const ndarray ratio = true_divide(true_divide(c, expand_dims(deviation, 1)), expand_dims(deviation, 0));
    // Rounding may have led a little out of the interval.
    for (const ndarray& part :
         is_complex(ratio.dtype()) ? std::vector<ndarray>{ratio.real(), ratio.imag()} : std::vector<ndarray>{ratio})
        clip(part, Operand(-1), Operand(1), &part);
    return ratio;
}

}  // namespace cuprum
