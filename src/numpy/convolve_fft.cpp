// Convolution as a product of Fourier transforms, and when that is the quicker way.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/reduction.h"
#include "cuprum/types.h"
#include "cuprum/ufunc.h"
#include "numpy/axes.h"
#include "numpy/convolve.h"
#include "numpy/fft/fast_lengths.h"
#include "runtime/device_traits.h"

namespace cuprum {

DType fft_dtype(DType dtype) {
    if (is_complex(dtype)) return dtype;
    return is_floating(dtype) && dtype != DType::float64 ? DType::float32 : DType::float64;
}

ndarray convolve_by_fft(const ndarray& a, const ndarray& b, const Dims& axes, const ConvolvedPart& part) {
    Dims transformed, lengths;  // where one of two lengths is 1, broadcasting does it
    for (std::int64_t axis : axes) {
        const int d = static_cast<int>(axis);
        if (a.shape()[d] == 1 || b.shape()[d] == 1) continue;
        transformed.push_back(axis);
        lengths.push_back(fft::next_fast_len(a.shape()[d] + b.shape()[d] - 1, true));
    }
    ndarray full;
    if (transformed.size() == 0) {
        full = multiply(a, b);
    } else {
        const DType dtype = promote_types(fft_dtype(a.dtype()), fft_dtype(b.dtype()));
        const ndarray x = a.astype(dtype, 'K', Casting::unsafe, false),
                      y = b.astype(dtype, 'K', Casting::unsafe, false);
        full = is_complex(dtype)
                   ? fft::ifftn(multiply(fft::fftn(x, lengths, transformed), fft::fftn(y, lengths, transformed)),
                                lengths, transformed)
                   : fft::irfftn(multiply(fft::rfftn(x, lengths, transformed), fft::rfftn(y, lengths, transformed)),
                                 lengths, transformed);
    }
    for (int d = 0; d < full.ndim(); ++d) full = slice(full, d, part.starts[d], part.starts[d] + part.shape[d]);
    return full.copy('C');
}

ndarray rounded_to(const ndarray& result, DType dtype) {
    if (result.dtype() == dtype) return result;
    if (dtype == DType::bool_ || dtype == DType::uint64) return rint(result).astype(dtype);
    return is_integer(dtype) ? rint(result).astype(DType::int64).astype(dtype)
                             : result.astype(dtype);  // integers wrap around
}

bool fft_is_quicker(const ndarray& a, const ndarray& b, const ConvolvedPart& part) {
    const DType dtype = promote_types(a.dtype(), b.dtype());
    if (dtype == DType::bool_) return false;
    const runtime::DeviceTraits& traits = runtime::device_traits();
    const bool single = itemsize(real_dtype(dtype)) <= 4, complex = is_complex(dtype);
    const double tile = traits.convolution_tile;
    double results = 1, transformed = 1;
    int sliding = 0;
    for (int d = 0; d < a.ndim(); ++d) sliding += a.shape()[d] > 1 && b.shape()[d] > 1;
    for (int d = 0; d < a.ndim(); ++d) {
        const bool tiled = sliding > 1 && d >= a.ndim() - 2;
        const auto length = static_cast<double>(part.shape[d]);
        results *= tiled ? std::ceil(length / tile) * tile : length;
        transformed *= static_cast<double>(a.shape()[d] + b.shape()[d] - 1);
    }
    const double taps = static_cast<double>(std::min(a.size(), b.size())), products = results * taps;
    const double steps = transformed * std::log2(transformed + 1) * (complex ? 2 : 1);
    const double summing =
        std::max(products * traits.multiply_add_ns.of(single), taps * traits.serial_multiply_add_ns.of(sliding <= 1));
    const double direct = traits.launch_ns + summing * (complex ? 2.5 : 1);
    const double by_fft =
        (complex ? traits.transform_ns : traits.real_transform_ns) + steps * traits.transform_step_ns.of(single);
    if (by_fft >= direct) return false;
    if (!is_integer(dtype)) return true;
    // Rounding gives integers back while the transforms' errors stay well below a half.
    const auto largest = [](const ndarray& x) { return max(absolute(x.astype(DType::float64))).item().to_double(); };
    const double error = 0x1p-52 * 8 * std::log2(transformed + 1) * largest(a) * largest(b) *
                         std::sqrt(static_cast<double>(a.size()) * static_cast<double>(b.size()));
    const double greatest = largest(a) * largest(b) * static_cast<double>(std::min(a.size(), b.size()));
    return error < 0.125 && greatest < std::ldexp(1.0, 8 * itemsize(dtype) - 1);  // nor do results wrap around
}

}  // namespace cuprum
