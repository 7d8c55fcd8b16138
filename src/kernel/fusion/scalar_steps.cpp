#include "kernel/fusion/scalar_steps.h"

#include <cmath>
#include <complex>
#include <cstring>

#include "core/symbolic.h"
#include "cuprum/error.h"

namespace cuprum::kernel {
namespace {

using enum ScalarOperation;
using complex = std::complex<double>;

bool is_real(const Scalar& s) { return is_floating(s.dtype()); }

// Python's rules: the quotient is rounded down, the remainder has the divisor's sign.
std::int64_t floor_quotient(std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

double floor_remainder(double a, double b) {
    const double rest = std::fmod(a, b);
    return rest != 0 ? (rest < 0) != (b < 0) ? rest + b : rest : std::copysign(0.0, b);
}

bool multiply_power(std::int64_t base, std::int64_t exponent, std::int64_t& result) {
    result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if ((exponent & 1) && __builtin_mul_overflow(result, base, &result)) return false;
        if (exponent > 1 && __builtin_mul_overflow(base, base, &base)) return false;
    }
    return true;
}

template <class T>
bool compare(ScalarOperation operation, const T& a, const T& b) {
    switch (operation) {
        case less: return a < b;
        case less_equal: return a <= b;
        case greater: return a > b;
        case greater_equal: return a >= b;
        case equal: return a == b;
        default: return a != b;
    }
}

Scalar of_complex(ScalarOperation operation, complex a, complex b) {
    switch (operation) {
        case add: return a + b;
        case subtract: return a - b;
        case multiply: return a * b;
        case divide:
            if (b == 0.0) throw ZeroDivisionError("complex division by zero");
            return a / b;
        case power: return b == 0.0 ? complex(1) : std::pow(a, b);
        case negative: return -a;
        case absolute: return std::abs(a);
        case equal: return a == b;
        case not_equal: return a != b;
        default: throw TypeError("operator not supported between complex numbers");
    }
}

Scalar of_real(ScalarOperation operation, double a, double b) {
    if ((operation == divide || operation == floor_divide || operation == remainder) && b == 0)
        throw ZeroDivisionError("float division by zero");
    switch (operation) {
        case add: return a + b;
        case subtract: return a - b;
        case multiply: return a * b;
        case divide: return a / b;
        case floor_divide: return std::floor((a - floor_remainder(a, b)) / b + 0.5);
        case remainder: return floor_remainder(a, b);
        case power:
            if (a < 0 && std::floor(b) != b) return std::pow(complex(a), b);
            return std::pow(a, b);
        case negative: return -a;
        case absolute: return std::fabs(a);
        default: return compare(operation, a, b);
    }
}

Scalar of_integer(ScalarOperation operation, std::int64_t a, std::int64_t b) {
    if ((operation == divide || operation == floor_divide || operation == remainder) && b == 0)
        throw ZeroDivisionError("integer division or modulo by zero");
    std::int64_t result = 0;
    bool fits = true;
    switch (operation) {
        case add: fits = !__builtin_add_overflow(a, b, &result); break;
        case subtract: fits = !__builtin_sub_overflow(a, b, &result); break;
        case multiply: fits = !__builtin_mul_overflow(a, b, &result); break;
        case divide: return static_cast<double>(a) / static_cast<double>(b);
        case floor_divide: result = floor_quotient(a, b); break;
        case remainder: result = a - b * floor_quotient(a, b); break;
        case power:
            if (b < 0) return of_real(power, static_cast<double>(a), static_cast<double>(b));
            fits = multiply_power(a, b, result);
            break;
        case negative: fits = !__builtin_sub_overflow(std::int64_t{0}, a, &result); break;
        case absolute:
            fits = a >= 0 || !__builtin_sub_overflow(std::int64_t{0}, a, &a);
            result = a;
            break;
        default: return compare(operation, a, b);
    }
    if (fits) return result;
    return Scalar::huge_integer(of_real(operation, static_cast<double>(a), static_cast<double>(b)).to_double());
}

}  // namespace

Scalar evaluate(ScalarOperation operation, const Scalar& a, const Scalar& b) {
    const bool unary = operation == negative || operation == absolute;
    if (is_complex(a.dtype()) || (!unary && is_complex(b.dtype())))
        return of_complex(operation, a.to_complex(), unary ? complex() : b.to_complex());
    if (is_real(a) || a.is_huge() || (!unary && (is_real(b) || b.is_huge()))) {
        Scalar result = of_real(operation, a.to_double(), unary ? 0 : b.to_double());
        const bool huge = (a.is_huge() || (!unary && b.is_huge())) && !is_real(a) && (unary || !is_real(b));
        return huge && operation != divide && result.dtype() == DType::float64
                   ? Scalar::huge_integer(result.to_double())
                   : result;
    }
    return of_integer(operation, a.to_int(), unary ? 0 : b.to_int());
}

std::vector<Scalar> evaluate(std::span<const ScalarStep> steps, std::span<const Scalar> arguments) {
    std::vector<Scalar> values(1);
    values.reserve(steps.size() + 1);
    for (const ScalarStep& step : steps) {
        if (step.operation == argument) values.push_back(arguments[static_cast<std::size_t>(step.a)]);
        else if (step.operation == constant) values.push_back(step.value);
        else
            values.push_back(evaluate(step.operation, values[static_cast<std::size_t>(step.a)],
                                      values[static_cast<std::size_t>(step.b)]));
    }
    return values;
}

bool identical(const Scalar& a, const Scalar& b) {
    if (a.dtype() != b.dtype() || a.is_weak() != b.is_weak() || a.is_huge() != b.is_huge()) return false;
    const std::complex<double> x = a.to_complex(), y = b.to_complex();
    return a.to_int() == b.to_int() && std::memcmp(&x, &y, sizeof x) == 0;
}

}  // namespace cuprum::kernel
