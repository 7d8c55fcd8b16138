// Vectors made orthogonal to rows of a basis, without a number that the host would wait for.
#pragma once

#include "cuprum/ndarray.h"

namespace cuprum::scipy::sparse::linalg {

/// What is left of a vector, and what was taken from it: a share of each row, in two rounds.
struct Orthogonal {
    ndarray rest, first, second;
};
/// By the method of Gram and Schmidt in its classical form, twice, as once loses too many digits: two products of a
/// matrix by a vector each time. `known` is in C order.
Orthogonal orthogonal_to(const ndarray& known, const ndarray& w);

}  // namespace cuprum::scipy::sparse::linalg
