#include "cuprum/conversions.h"

#include <cmath>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"

namespace cuprum {

std::vector<ndarray> literals_as_arrays(std::span<const Operand> operands) {
    std::vector<ndarray> result;
    std::optional<DType> dtype;
    for (const Operand& operand : operands) {
        if (operand.is_array()) {
            result.push_back(operand.array());
            continue;
        }
        if (operand.is_weak() && !dtype) dtype = result_type(operands);
        result.push_back(full({}, operand.scalar().as(operand.is_weak() ? *dtype : operand.dtype())));
    }
    return result;
}

void check_same_values(const ndarray& a, DType dtype) {
    // NumPy calls the cast of 64-bit integers to float64 safe, though large ones are rounded.
    const bool rounds = is_integer(a.dtype()) && is_inexact(dtype);
    if (dtype == DType::bool_ || a.size() == 0 || (!rounds && can_cast(a.dtype(), dtype, Casting::safe))) return;
    const ndarray source = is_complex(a.dtype()) && !is_complex(dtype) ? a.real() : a;
    ndarray same = equal(source.astype(dtype).astype(source.dtype()), source);
    // A float beyond the integer's range would come back as its largest value.
    if (is_integer(source.dtype()) && is_inexact(dtype)) {
        const int bits = static_cast<int>(8 * source.itemsize()) - (kind(source.dtype()) == 'i' ? 1 : 0);
        same = logical_and(same, less(source.astype(dtype), std::ldexp(1.0, bits)));
    }
    // An integer that a cast brings out of its range and back was not kept.
    if (is_integer(dtype)) same = logical_and(same, equal(less(source, 0), less(source.astype(dtype), 0)));
    if (is_inexact(source.dtype()))
        same = is_inexact(dtype) ? logical_or(same, isnan(source)) : logical_and(same, isfinite(source));
    if (source.dtype() != a.dtype()) same = logical_and(same, equal(a.imag(), 0));
    if (!all(same).item().to_bool())
        throw ValueError(std::string("could not cast 'same_value' ") + info(a.dtype()).name + " to " +
                         info(dtype).name + ": an element would change");
}

}  // namespace cuprum
