// Knots that splines are made over, on the host.
#pragma once

#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::interpolate {

ndarray to_device(const std::vector<double>& numbers);

/// The knots of a spline through data: all places where there are conditions at the ends, else without those that
/// would leave it open ("not-a-knot").
std::vector<double> knots_of_interpolant(const std::vector<double>& x, int k, bool conditions);

/// Knots that go on beyond both ends as they lie within the period.
std::vector<double> periodic_knots(const std::vector<double>& x, int k);

}  // namespace cuprum::scipy::interpolate
