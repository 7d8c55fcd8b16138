// Numbers of distributions that reject some, on devices whose threads come in blocks (device/cuprum/random/samples.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "cuprum/ndarray.h"

namespace cuprum::kernel {

/// An engine and a distribution, by small numbers that tell them apart and by their names in
/// device/cuprum/random/distributions.h.
struct SampleKind {
    std::size_t engine, distribution;
    const char *engine_name, *distribution_name;
};

/// A parameter: one number, or a contiguous float64 array with one for each element of a row.
struct SampleParameter {
    double value = 0;
    const ndarray* row = nullptr;
};
inline constexpr std::size_t max_sample_parameters = 3;

/// Fills a contiguous array. `seed` and `first` are what engines are made of, each with the number of its element.
void fill_samples(const ndarray& out, const SampleKind& kind, std::span<const SampleParameter> parameters,
                  std::uint64_t seed, std::uint64_t first);

}  // namespace cuprum::kernel
