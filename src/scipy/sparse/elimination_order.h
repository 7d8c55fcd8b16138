// The order in which the unknowns of sparse equations are eliminated.
#pragma once

#include <cstdint>
#include <vector>

namespace cuprum::scipy::sparse::linalg {

/// Columns of a square matrix on the host, without their values.
struct Columns {
    std::int64_t n = 0;
    std::vector<std::int64_t> indices, ends;
};

/// The order in which the graph of A + A^T is eliminated with few new edges: always a node of least degree next, where
/// what was eliminated is kept as cliques, and degrees are bounded from above (Amestoy, Davis and Duff, 1996).
std::vector<std::int64_t> minimum_degree(const Columns& a);

}  // namespace cuprum::scipy::sparse::linalg
