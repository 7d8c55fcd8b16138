// What the convolutions of NumPy's and of SciPy's chapters share.
#pragma once

#include <string_view>

#include "cuprum/ndarray.h"
#include "kernel/correlate.h"

namespace cuprum {

enum class ConvolveMode { full, same, valid };

/// The mode with a name; nothing where there is none.
std::optional<ConvolveMode> convolve_mode(std::string_view name);

/// Which part of a full convolution of lengths n and m is wanted: it begins at `start`. "same" keeps n.
struct Kept {
    std::int64_t start, length;
};
Kept kept_part(ConvolveMode mode, std::int64_t n, std::int64_t m);

/// The part of the convolution of two arrays of one dtype and of as many axes that begins at `starts` and has the shape of `out`,
/// sum by sum.
void convolve_directly(const ndarray& a, const ndarray& b, const ndarray& out, const Dims& starts, kernel::Correlation boundary = {});

}  // namespace cuprum
