#include "cuprum/conversions.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "cuprum/creation.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/elementwise/elementwise_call.h"

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
        // Others wrap around, as in NumPy's choose and select.
        if (operand.is_weak() && operand.scalar().is_huge()) check_fits(operand, *dtype);
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

void check_element(const Scalar& value, DType dtype) {
    if (kind(dtype) == 'M' || kind(dtype) == 'm') {
        if (value.is_weak() && is_inexact(value.dtype()))
            throw ValueError(std::string("Could not convert object to NumPy ") +
                             (kind(dtype) == 'M' ? "datetime" : "timedelta"));
        if (value.is_huge()) throw OverflowError("int too big to convert");
    }
    if (!is_number(dtype) || dtype == DType::bool_) return;
    if (is_complex(value.dtype())) {
        if (value.is_weak() && !is_complex(dtype))
            throw TypeError("float() argument must be a string or a real number, not 'complex'");
        return;
    }
    if (value.is_huge() && is_inexact(dtype) && std::isinf(value.to_double()))
        throw OverflowError("int too large to convert to float");
    // NumPy's own numbers wrap around in unsigned integers.
    if (!is_integer(dtype) || (!value.is_weak() && kind(dtype) == 'u')) return;
    const auto refuse = [&](const std::string& number) {
        throw OverflowError("Python integer " + number + " out of bounds for " + info(dtype).name);
    };
    if (is_integer(value.dtype())) {
        const bool large = value.dtype() == DType::uint64 && value.to_int() < 0;
        if (!value.weak().fits(dtype))
            refuse(value.is_huge() ? "of more than 64 bits"
                   : large         ? std::to_string(static_cast<std::uint64_t>(value.to_int()))
                                   : std::to_string(value.to_int()));
    } else if (is_inexact(value.dtype())) {
        const double number = value.to_double();
        if (std::isnan(number)) throw ValueError("cannot convert float NaN to integer");
        if (std::isinf(number)) throw OverflowError("cannot convert float infinity to integer");
        const bool is_signed = kind(dtype) == 'i';
        const int bits = static_cast<int>(8 * itemsize(dtype)) - is_signed;
        const double whole = std::trunc(number);
        if (whole >= std::ldexp(1.0, bits) || whole < (is_signed ? -std::ldexp(1.0, bits) : 0.0)) {
            char text[400];
            std::snprintf(text, sizeof(text), "%.0f", whole);
            refuse(text);
        }
    }
}

}  // namespace cuprum
