// Factorials of steps, and Stirling's numbers.
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/dtype.h"
#include "cuprum/kernel.h"
#include "cuprum/scipy/special.h"
#include "cuprum/ufunc.h"

namespace cuprum::scipy::special {
namespace {

ndarray as_array(const Operand& operand) {
    return operand.is_array() ? operand.array() : full({}, operand.scalar(), operand.dtype());
}

bool is_whole(const Operand& operand) { return is_integer(operand.dtype()) && operand.dtype() != DType::bool_; }

}  // namespace

ndarray factorialk(const Operand& n, double k, bool is_extended) {
    if (is_extended) {
        const ndarray z = multiply(n, Scalar(1.0));
        const double over_first = std::pow(k, -1 / k) / std::tgamma(1 / k + 1);
        return multiply(multiply(power(Scalar(k), divide(z, Scalar(k))), gamma(add(divide(z, Scalar(k)), Scalar(1.0)))),
                        Scalar(over_first));
    }
    if (!is_whole(n))
        throw ValueError(std::string("factorialk takes integers n, not ") + info(n.dtype()).name +
                         ", unless extend='complex', by which negative ones have other values");
    if (!(k >= 1) || k != std::floor(k))
        throw ValueError("For `extend='zero'`, k must be a positive integer, received: " + std::to_string(k));
    // A product of more factors than some hundreds is infinite.
    static const ElementwiseKernel kernel("T n, float64 k", "float64 y", R"(
        y = n < T(0) ? 0.0 : 1.0;
        for (double factor = (double)n; factor > 1 && y < 1.7976931348623157e308; factor -= k) y *= factor;)",
                                          "cuprum_factorialk");
    return kernel(as_array(n), Scalar(k));
}

ndarray factorial2(const Operand& n, bool is_extended) { return factorialk(n, 2, is_extended); }

ndarray stirling2(const Operand& N, const Operand& K) {
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

}  // namespace cuprum::scipy::special
