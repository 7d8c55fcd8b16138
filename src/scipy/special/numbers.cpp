// Bernoulli's and Euler's numbers.
#include <cmath>
#include <numbers>
#include <vector>

#include "cuprum/host.h"
#include "cuprum/scipy/special.h"

namespace cuprum::scipy::special {
namespace {

std::vector<double> table(std::int64_t n) {
    if (n < 0) throw ValueError("n must be a non-negative integer, not " + std::to_string(n));
    return std::vector<double>(static_cast<std::size_t>(n) + 1);
}

/// k! / unit^k
long double scaled_factorial(std::size_t k, long double unit) {
    long double product = 1;
    for (std::size_t i = 1; i <= k; ++i) product *= static_cast<long double>(i) / unit;
    return product;
}

/// The sum of sign^j / (2 j + 1)^s: odd numbers alone, for s > 3.
long double odd_sum(std::size_t s, long double sign) {
    long double sum = 1, factor = 1;
    for (long double odd = 3; odd < 40000; odd += 2) {
        factor *= sign;
        const long double term = std::pow(odd, -static_cast<long double>(s));
        sum += factor * term;
        if (term < 1e-21L) break;
    }
    return sum;
}

}  // namespace

ndarray bernoulli(std::int64_t n) {
    std::vector<double> numbers = table(n);
    const double first[] = {1, -0.5, 1.0 / 6, 0, -1.0 / 30};
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        if (k < 5 || k % 2) {
            numbers[k] = k < 5 ? first[k] : 0;
            continue;
        }
        // Of the zeta function the even terms are a multiple of the whole.
        const long double zeta = odd_sum(k, 1) / (1 - std::ldexp(1.0L, -static_cast<int>(k)));
        const long double size = 2 * scaled_factorial(k, 2 * std::numbers::pi_v<long double>) * zeta;
        numbers[k] = static_cast<double>(k % 4 ? size : -size);
    }
    return asarray(numbers);
}

ndarray euler(std::int64_t n) {
    std::vector<double> numbers = table(n);
    for (std::size_t k = 0; k < numbers.size(); k += 2) {
        const long double size = k < 4 ? 1
                                       : 4 / std::numbers::pi_v<long double> *
                                             scaled_factorial(k, std::numbers::pi_v<long double> / 2) *
                                             odd_sum(k + 1, -1);
        const double rounded = static_cast<double>(size < 1e18L ? std::round(size) : size);
        numbers[k] = k % 4 ? -rounded : rounded;
    }
    return asarray(numbers);
}

}  // namespace cuprum::scipy::special
