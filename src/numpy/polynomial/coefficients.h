// What both forms of polynomials share.
#pragma once

#include <complex>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum {

/// A vector: numbers without axes have one element.
inline ndarray at_least_1d(const ndarray& a) { return a.ndim() ? ndarray(a) : a.reshape({1}); }

/// Coefficients on the host.
std::vector<std::complex<double>> on_host(const ndarray& a);

/// Numbers of the host as an array; of a real dtype the real parts.
ndarray from_host(const std::vector<std::complex<double>>& values, DType dtype);

/// Horner's rule: sum over k of coefficients[start + k * step + place] * x^(count - 1 - k), in order of falling powers.
ndarray horner(const ndarray& coefficients, const Operand& x, const Operand& place, std::int64_t start,
               std::int64_t step, std::int64_t count);

}  // namespace cuprum
