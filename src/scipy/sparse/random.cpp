#include <algorithm>
#include <cmath>
#include <limits>

#include "core/checked_numbers.h"
#include "cuprum/manipulation.h"
#include "cuprum/random_functions.h"
#include "cuprum/scipy/sparse_random.h"
#include "cuprum/sorting.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "scipy/sparse/common.h"

namespace cuprum::scipy::sparse {
namespace {

/// The largest integer of a dtype, but no more than int32's.
std::int64_t largest_drawn(DType dtype) {
    const int bits = static_cast<int>(itemsize(dtype)) * 8 - (kind(dtype) == 'i' ? 1 : 0);
    return bits >= 31 ? std::numeric_limits<std::int32_t>::max() : (std::int64_t{1} << bits) - 1;
}

/// So many different numbers below `total`, each set of them as likely: the first that come.
ndarray distinct_numbers(const RandomNumbers& source, std::int64_t total, std::int64_t count) {
    if (count == 0) return empty({0}, DType::int64);
    if (count > total / 3 && total < (std::int64_t{1} << 31))
        return source.permutation(total).at({Slice{0, count}}).astype(DType::int64);
    ndarray drawn = source.integers(total, count + count / 4 + 32).astype(DType::int64);
    while (true) {
        const Unique found = unique(drawn, {.index = true});
        if (found.values.size() == count) return found.values;
        if (found.values.size() > count) return found.values.at({argsort(found.index).at({Slice{0, count}})});
        drawn = concatenate({drawn, source.integers(total, drawn.size()).astype(DType::int64)});
    }
}

ndarray random_elements(const RandomNumbers& source, std::int64_t count, DType dtype, const Sampler& sampler) {
    if (sampler) return sampler(count).astype(dtype);
    if (dtype == DType::bool_) return ones({count}, dtype);
    if (is_integer(dtype)) return source.integers(largest_drawn(dtype), count).astype(dtype);
    const ndarray drawn = source.uniform(count);
    if (!is_complex(dtype)) return drawn.astype(dtype);
    return add(drawn, cuprum::multiply(source.uniform(count), Scalar(std::complex<double>(0, 1)))).astype(dtype);
}

struct RandomElements {
    std::int64_t total;
    ndarray places, data;  ///< Numbers in C order, and elements.

    RandomElements(const Shape& shape, double density, DType dtype, const RandomNumbers& source, const Sampler& sampler)
        : total(element_count(shape)) {
        if (!(density >= 0 && density <= 1)) throw ValueError("density expected to be 0 <= density <= 1");
        if (std::ranges::any_of(shape, [](std::int64_t length) { return length < 0; }))
            throw ValueError("'shape' elements cannot be negative");
        const auto count = std::min(total, saturated(std::nearbyint(density * static_cast<double>(total))));
        places = distinct_numbers(source, total, count);
        data = random_elements(source, count, dtype, sampler);
    }
};

}  // namespace

RandomNumbers::RandomNumbers()
    : integers([](std::int64_t high, std::int64_t count) { return random::randint(0, Scalar(high), Shape{count}); }),
      uniform([](std::int64_t count) { return random::random_sample({count}); }),
      permutation([](std::int64_t n) { return random::permutation(n); }) {}

RandomNumbers::RandomNumbers(random::RandomState& state)
    : integers(
          [&state](std::int64_t high, std::int64_t count) { return state.randint(0, Scalar(high), Shape{count}); }),
      uniform([&state](std::int64_t count) { return state.random_sample(Shape{count}); }),
      permutation([&state](std::int64_t n) { return state.permutation(n); }) {}

RandomNumbers::RandomNumbers(random::Generator& generator)
    : integers([&generator](std::int64_t high, std::int64_t count) {
          return generator.randint(0, Scalar(high), Shape{count});
      }),
      uniform([&generator](std::int64_t count) { return generator.random_sample(Shape{count}); }),
      permutation([&generator](std::int64_t n) { return generator.permutation(n); }) {}

sparse_matrix random(std::int64_t m, std::int64_t n, double density, std::optional<Format> format,
                     std::optional<DType> dtype, const RandomNumbers& random_state, const Sampler& data_rvs) {
    const RandomElements made({m, n}, density, dtype.value_or(DType::float64), random_state, data_rvs);
    const std::int64_t columns = std::max<std::int64_t>(n, 1);
    const sparse_matrix matrix =
        coo_matrix(made.data, floor_divide(made.places, columns), remainder(made.places, columns), Shape{m, n}, true);
    return format ? to_format(matrix, *format) : matrix;
}

sparse_tensor random_array(const Shape& shape, double density, std::optional<DType> dtype, const RandomNumbers& rng,
                           const Sampler& data_sampler) {
    const RandomElements made(shape, density, dtype.value_or(DType::float64), rng, data_sampler);
    return sparse_tensor(made.data, {made.places}, Shape{made.total}).reshape(shape);
}

}  // namespace cuprum::scipy::sparse
