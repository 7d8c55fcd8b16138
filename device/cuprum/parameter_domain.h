// The numbers that a parameter of a distribution may be, for the host and for kernels.
#pragma once

namespace cuprum {

constexpr unsigned domain_has_least = 1, domain_has_most = 2, domain_has_nan = 4, domain_has_negative_zero = 8;

/// Whether x lies between two ends; which of them belong to the domain, and what else does, is said by `parts`.
constexpr bool lies_in_domain(double x, double least, double most, unsigned parts) {
    if (x != x) return parts & domain_has_nan;
    if (x == 0 && 1 / x < 0 && !(parts & domain_has_negative_zero)) return false;
    return (parts & domain_has_least ? x >= least : x > least) && (parts & domain_has_most ? x <= most : x < most);
}

}  // namespace cuprum
