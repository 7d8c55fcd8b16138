// Sparse matrices and arrays of random numbers at random places.
#pragma once

#include <functional>
#include <optional>

#include "cuprum/random.h"
#include "cuprum/scipy/sparse.h"

namespace cuprum::scipy::sparse {

/// What draws random numbers. A RandomState or a Generator must live longer.
struct RandomNumbers {
    RandomNumbers();  ///< Those of `cuprum::random`.
    RandomNumbers(random::RandomState& state);
    RandomNumbers(random::Generator& generator);

    std::function<ndarray(std::int64_t high, std::int64_t count)> integers;  ///< So many of 0, ..., high - 1.
    std::function<ndarray(std::int64_t count)> uniform;                      ///< So many from [0, 1).
    std::function<ndarray(std::int64_t n)> permutation;                      ///< 0, ..., n - 1 in random order.
};
/// A function of a number of elements that gives them.
using Sampler = std::function<ndarray(std::int64_t count)>;

/// A sparse matrix with random numbers from [0, 1) at random places.
///
/// Parameters
///     m, n: rows and columns.
///     density: the share of elements that are stored.
///     format: of the result.
///     dtype: of the elements; float64 by default. Integers are drawn from 0 to the largest.
///     random_state: a seed, or a RandomState or Generator.
///     data_rvs: a function of a number of elements that gives them instead.
///     rng: SciPy's newer name of `random_state`.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: a density that is not from 0 to 1, a negative length.
/// Example
///     >>> cuprumx.scipy.sparse.random(10, 20, density=0.25, random_state=1).nnz
///     50
CUPRUM_SIGNATURE("m, n, density, format, dtype, random_state, data_rvs, *, rng=random_state")
CUPRUM_PYTHON sparse_matrix random(std::int64_t m, std::int64_t n, double density = 0.01,
                                   std::optional<Format> format = Format::coo, std::optional<DType> dtype = {},
                                   const RandomNumbers& random_state = {}, const Sampler& data_rvs = {});

/// A sparse matrix with random numbers from [0, 1) at random places, as `random`.
///
/// Parameters
///     m, n: rows and columns.
///     density: the share of elements that are stored.
///     format: of the result.
///     dtype: of the elements; float64 by default.
///     random_state: a seed, or a RandomState or Generator.
///     rng: SciPy's newer name of `random_state`.
/// Returns
///     A sparse matrix.
/// Raises
///     ValueError: a density that is not from 0 to 1, a negative length.
/// Example
///     >>> sparse.rand(100, 200, density=0.05).nnz
///     1000
CUPRUM_SIGNATURE("m, n, density, format, dtype, random_state, *, rng=random_state")
CUPRUM_PYTHON inline sparse_matrix rand(std::int64_t m, std::int64_t n, double density = 0.01,
                                        std::optional<Format> format = Format::coo, std::optional<DType> dtype = {},
                                        const RandomNumbers& random_state = {}) {
    return sparse::random(m, n, density, format, dtype, random_state);
}

/// A sparse array with random numbers from [0, 1) at random places, as `random`.
///
/// Parameters
///     shape: lengths along one axis or more.
///     density: the share of elements that are stored.
///     dtype: of the elements; float64 by default.
///     rng: a seed, or a RandomState or Generator.
///     data_sampler: a function of a number of elements that gives them instead.
/// Returns
///     A sparse array in the format coo.
/// Raises
///     ValueError: a density that is not from 0 to 1, a negative length, more elements than int64 can number.
CUPRUM_PYTHON sparse_tensor random_array(const Shape& shape, double density = 0.01, std::optional<DType> dtype = {},
                                         const RandomNumbers& rng = {}, const Sampler& data_sampler = {});

}  // namespace cuprum::scipy::sparse
