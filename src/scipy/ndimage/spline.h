// Splines' coefficients.
#pragma once

#include "scipy/ndimage/support.h"

namespace cuprum::scipy::ndimage {

/// The weights of the filter whose result a spline of an order goes through, in the order of a correlation.
std::vector<double> spline_weights(int order);

/// The coefficients along one axis; the order is from 2 to 5.
ndarray spline_line(const ndarray& input, int order, int axis, std::string_view mode, DType dtype,
                    const ndarray* out = nullptr);

void check_order(std::int64_t order, std::int64_t least = 0);

}  // namespace cuprum::scipy::ndimage
