// What functions of filters read of coefficients on the host.
#pragma once

#include <complex>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// The elements of an array, in C order.
std::vector<std::complex<double>> host_values(const ndarray& a);
std::vector<double> real_host_values(const ndarray& a);
/// An array of float64 or complex128 values in another dtype.
ndarray from_host(const std::vector<std::complex<double>>& values, const Shape& shape, DType dtype);
ndarray from_host(const std::vector<double>& values, const Shape& shape, DType dtype = DType::float64);

/// Throws ValueError unless both are of one dimension and hold something.
void check_coefficients(const ndarray& b, const ndarray& a);
/// Throws ValueError unless (n, 6).
void check_section_shape(const ndarray& sos);
/// Throws ValueError unless the fourth column of sections, which the host has, holds ones.
void check_section_values(const std::vector<std::complex<double>>& sections);
/// Throws NotSupportedError where filters do not compute in a dtype.
void check_filter_dtype(DType dtype);
/// The axis counted from the first one; ValueError where there is none.
int checked_axis(const ndarray& x, std::int64_t axis);

/// The dtype of a result that is float: 64 bits for integers.
DType float_dtype(DType dtype);

}  // namespace cuprum::scipy::signal
