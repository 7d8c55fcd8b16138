// On which side points lie, exactly: signs of determinants, whatever the rounding.
#pragma once

namespace cuprum::scipy::spatial {

/// Whether c lies to the left (1) or to the right (-1) of the line from a to b, or on it (0).
int orientation(const double* a, const double* b, const double* c);

/// Whether d lies inside (1) or outside (-1) of the circle through a, b and c, which are in counterclockwise order, or
/// on it (0).
int in_circle(const double* a, const double* b, const double* c, const double* d);

/// The sign of det(a - d, b - d, c - d) for points of space: 1 where d lies below the plane of a, b and c, which seen
/// from above are in counterclockwise order.
int orientation3(const double* a, const double* b, const double* c, const double* d);

}  // namespace cuprum::scipy::spatial
