// What the convolutions of NumPy's and of SciPy's chapters share.
#pragma once

#include <string_view>

#include "cuprum/ndarray.h"
#include "kernel/engine/correlate.h"

namespace cuprum {

enum class ConvolveMode { full, same, valid };

/// The mode with a name; nothing where there is none.
std::optional<ConvolveMode> convolve_mode(std::string_view name);

/// Which part of a full convolution of lengths n and m is wanted: it begins at `start`. "same" keeps n.
struct Kept {
    std::int64_t start, length;
};
Kept kept_part(ConvolveMode mode, std::int64_t n, std::int64_t m);

/// That for each axis of two arrays.
struct ConvolvedPart {
    Dims starts;
    Shape shape;
};
ConvolvedPart part_of(ConvolveMode mode, const ndarray& a, const ndarray& b);

/// The part of the convolution of two arrays of one dtype and of as many axes that begins at `starts` and has the shape
/// of `out`, sum by sum.
void convolve_directly(const ndarray& a, const ndarray& b, const ndarray& out, const Dims& starts,
                       kernel::Correlation boundary = {});

/// A part of the convolution over some axes as a product of Fourier transforms, in `fft_dtype` of both. Other axes are
/// broadcast.
ndarray convolve_by_fft(const ndarray& a, const ndarray& b, const Dims& axes, const ConvolvedPart& part);

/// The float or complex dtype in which a dtype is transformed.
DType fft_dtype(DType dtype);

/// What transforms gave, in the dtype of the arrays; integers are rounded.
ndarray rounded_to(const ndarray& result, DType dtype);

/// Whether transforms over all axes take less time than summing up. Never for bool, nor where integers might not come
/// out exact.
bool fft_is_quicker(const ndarray& a, const ndarray& b, const ConvolvedPart& part);

}  // namespace cuprum
