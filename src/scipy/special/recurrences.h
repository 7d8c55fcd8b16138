// Gauss's quadrature from the recurrence of orthogonal polynomials.
#pragma once

#include <vector>

#include "cuprum/scipy/special_quadratures.h"

namespace cuprum::scipy::special {

/// p_{k+1} = (x - diagonal[k]) p_k - square[k] p_{k-1}: coefficients of monic polynomials; square[0] is not used.
struct Recurrence {
    std::vector<double> diagonal, square;
    bool even_weight = false;  ///< The weight is an even function, so that points come in pairs.
};

/// Points and weights of as many points as the recurrence has coefficients: G. H. Golub and J. H. Welsch, Math. Comp.
/// 23 (1969), of which the points are then improved by Newton's method.
Quadrature quadrature(const Recurrence& recurrence, double total);

}  // namespace cuprum::scipy::special
