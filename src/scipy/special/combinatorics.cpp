// Factorials of steps, and Stirling's numbers.
#include <cmath>
#include <complex>
#include <limits>

#include "cuprum/creation.h"
#include "cuprum/dtype.h"
#include "cuprum/kernel.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/special.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "operands.h"

namespace cuprum::scipy::special {
namespace {

bool is_whole(const Operand& operand) { return is_integer(operand.dtype()) && operand.dtype() != DType::bool_; }

}  // namespace

ndarray factorialk(const Operand& n, const Scalar& k, bool is_extended) {
    const kernel::Placement here(n);
    if (n.dtype() == DType::bool_ || k.dtype() == DType::bool_) throw ValueError("factorialk takes numbers, not bool");
    if (is_extended) {
        const std::complex<double> step = k.to_complex();
        if (step == 0.0) throw ValueError("Parameter k cannot be zero!");
        if (step == 1.0) return factorial(n, true);
        if (step.imag() == 0 && !is_complex(k.dtype()) && step.real() > 0) {
            const double real = step.real();
            const ndarray turns = divide(multiply(n, Scalar(1.0)), Scalar(real));
            const double over_first = std::pow(real, -1 / real) / std::tgamma(1 / real + 1);
            return multiply(multiply(power(Scalar(real), turns), factorial(turns, true)), Scalar(over_first));
        }
        // Powers of such a step are complex.
        const ndarray turns = divide(in_double(n), k), first = divide(Scalar(1.0), in_double(k));
        const ndarray over_first = divide(rgamma(add(first, Scalar(1.0))), power(Scalar(step), first));
        return multiply(multiply(power(Scalar(step), turns), factorial(turns, true)), over_first);
    }
    if (!is_integer(k.dtype()))
        throw ValueError("factorialk takes an integer k, unless extend='complex', by which values are others");
    if (!is_whole(n))
        throw ValueError(std::string("factorialk takes integers n, not ") + info(n.dtype()).name +
                         ", unless extend='complex', by which negative ones have other values");
    if (!(k.to_double() >= 1))
        throw ValueError("For `extend='zero'`, k must be a positive integer, received: " +
                         std::to_string(k.to_double()));
    // A product of more factors than some hundreds is infinite.
    static const ElementwiseKernel kernel("T n, float64 k", "float64 y", R"(
        y = n < T(0) ? 0.0 : 1.0;
        for (double factor = (double)n; factor > 1 && y < 1.7976931348623157e308; factor -= k) y *= factor;)",
                                          "cuprum_factorialk");
    return kernel(as_array(n), Scalar(k.to_double()));
}

ndarray factorialk_exact(const ndarray& n, std::int64_t k) {
    const kernel::Placement here(n);
    if (!is_whole(n))
        throw ValueError(std::string("`exact=True` only supports integers, cannot use data type ") +
                         info(n.dtype()).name);
    if (k < 1) throw ValueError("For `extend='zero'`, k must be a positive integer, received: " + std::to_string(k));
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const auto fits = [&](std::int64_t number) {
        std::int64_t product = 1;
        for (std::int64_t factor = number; factor > 1; factor -= k) {
            if (product > largest / factor) return false;
            product *= factor;
        }
        return true;
    };
    if (n.size()) {
        const Scalar most = max(n).item();
        if (most.to_double() > 0x1p62 || !fits(most.to_int()))
            throw OverflowError("exact factorials of an array are int64, which does not hold that of " +
                                std::to_string(most.to_double()) + "; a Python int may be of any size");
    }
    static const ElementwiseKernel kernel("int64 n, int64 k", "int64 y", R"(
        y = n >= 0;
        for (long long factor = n; factor > 1; factor -= k) y *= factor;)",
                                          "cuprum_factorialk_exact");
    return kernel(n.astype(DType::int64), Scalar(k));
}

ndarray factorial2(const Operand& n, bool is_extended) { return factorialk(n, Scalar(2), is_extended); }

ndarray stirling2(const Operand& N, const Operand& K) {
    const kernel::Placement here(N, K);
    if (!is_whole(N)) throw TypeError("Argument `N` must contain only integers");
    if (!is_whole(K)) throw TypeError("Argument `K` must contain only integers");
    static const ElementwiseKernel kernel("T big, U small", "float64 y", R"(
        const double n = (double)big, k = (double)small, left = n - k, largest = 1.7976931348623157e308;
        // Beyond as many parts and as many things left, numbers are infinite.
        const int most = 160;
        double row[most + 1];
        if (left == 0 || k <= 0 || left < 0) {
            y = left == 0 && n >= 0 ? 1.0 : 0.0;
        } else if (k <= left && k <= most) {
            // S(i, j) = j S(i - 1, j) + S(i - 1, j - 1), a row after the other.
            const int last = (int)k;
            for (int j = 0; j <= last; ++j) row[j] = j == 1;
            for (double i = 2; i <= n && last > 1 && row[last] <= largest; i += 1)
                for (int j = last; j > 0; --j) row[j] = j * row[j] + (j > 1 ? row[j - 1] : 0.0);
            y = row[last];
        } else if (left <= most) {
            // The sum of C(n, left + j) partitions of left + j things in j parts of two things at least, whose numbers
            // have a recurrence of their own.
            const int last = (int)left;
            for (int j = 0; j <= last; ++j) row[j] = j == 1;
            for (int d = 2; d <= last; ++d)
                for (int j = last; j > 0; --j) row[j] = j * row[j] + (j > 1 ? (j + d - 1) * row[j - 1] : 0.0);
            double ways = 1;
            for (int j = 1; j <= last; ++j) ways *= (n - j + 1) / j;
            y = 0;
            for (int j = 1; j <= last && left + j <= n; ++j) {
                ways *= (n - left - j + 1) / (left + j);
                y += ways * row[j];
            }
        } else {
            y = INFINITY;
        })",
                                          "cuprum_stirling2", {.is_long = true});
    return kernel(as_array(N), as_array(K));
}

ndarray stirling2_exact(const Operand& N, const Operand& K) {
    const ndarray nearly = stirling2(N, K);
    if (nearly.size() && max(nearly).item().to_double() >= 0x1p63)
        throw OverflowError(
            "exact Stirling numbers of arrays are int64, which does not hold the largest of these; "
            "those of Python ints may be of any size");
    // A number that fits has its bits from sums that do not: S(i + d, i) = S(i - 1 + d, i - 1) + i S(i + d - 1, i).
    static const ElementwiseKernel kernel("int64 n, int64 k", "int64 y", R"(
        const int most = 64;
        const long long left = n - k;
        unsigned long long diagonal[most];
        if (k < 2 || left < 2 || left >= most) {
            y = n < 0 || k < 0 || left < 0 || (k == 0 && n > 0) ? 0
                : left == 1 && k > 1                             ? (n % 2 ? n * ((n - 1) / 2) : n / 2 * (n - 1))
                                                                 : 1;
        } else {
            for (int d = 0; d <= left; ++d) diagonal[d] = d == 0;
            for (long long i = 1; i <= k; ++i)
                for (int d = 1; d <= left; ++d) diagonal[d] += i * diagonal[d - 1];
            y = diagonal[left];
        })",
                                          "cuprum_stirling2_exact");
    return kernel(as_array(N).astype(DType::int64), as_array(K).astype(DType::int64));
}

}  // namespace cuprum::scipy::special
