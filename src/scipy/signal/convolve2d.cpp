// Convolution of images, with what lies outside of them.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/scipy/signal.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/convolve.h"
#include "scipy/signal/modes.h"

namespace cuprum::scipy::signal {
namespace {

kernel::Correlation boundary_of(std::string_view name, const Scalar& fillvalue) {
    kernel::Correlation how;
    if (name == "fill") {
        how.boundary = boundary_constant;
        how.fill = fillvalue;
    } else if (name == "wrap" || name == "circular") {
        how.boundary = boundary_wrap;
    } else if (name == "symm" || name == "symmetric") {
        how.boundary = boundary_symmetric;
    } else {
        throw ValueError(
            "Acceptable boundary flags are 'fill', 'circular' (or 'wrap'), and 'symmetric' (or 'symm'), found '" +
            std::string(name) + "'");
    }
    return how;
}

/// `flipped` is the second image as it is convolved with. The part "same" of a correlation keeps the other one of two
/// middles.
ndarray convolve_images(const ndarray& in1, const ndarray& flipped, ConvolveMode mode, const kernel::Correlation& how,
                        bool correlation) {
    const DType dtype = promote_types(in1.dtype(), flipped.dtype());
    if (is_complex(how.fill.dtype()) && !is_complex(dtype))
        throw ValueError(std::string("could not cast `fillvalue`, a complex number, to the output type ") +
                         info(dtype).name);
    Shape shape;
    Dims starts;
    for (int d = 0; d < 2; ++d) {
        const Kept part = kept_part(mode, in1.shape()[d], flipped.shape()[d]);
        shape.push_back(part.length);
        starts.push_back(correlation && mode == ConvolveMode::same ? flipped.shape()[d] / 2 : part.start);
    }
    ndarray out = empty(shape, dtype);
    const ndarray a = in1.astype(dtype, 'K', Casting::unsafe, false),
                  b = flipped.astype(dtype, 'K', Casting::unsafe, false);
    // Where all lies inside, there is no boundary, and the smaller image slides.
    convolve_directly(a, b, out, starts, mode == ConvolveMode::valid ? kernel::Correlation{} : how);
    return out;
}

void check(const ndarray& in1, const ndarray& in2, const char* function) {
    if (in1.ndim() != 2 || in2.ndim() != 2)
        throw ValueError(std::string(function) + " inputs must both be 2-D arrays, found " +
                         std::to_string(in1.ndim()) + " and " + std::to_string(in2.ndim()) + " dimensions");
}

}  // namespace

ndarray convolve2d(const ndarray& in1, const ndarray& in2, std::string_view mode, std::string_view boundary,
                   const Scalar& fillvalue) {
    const kernel::Placement here(in1, in2);
    check(in1, in2, "convolve2d");
    const ConvolveMode wanted = checked_mode(mode);
    const kernel::Correlation how = boundary_of(boundary, fillvalue);
    check_valid(wanted, in1, in2);
    return convolve_images(in1, in2, wanted, how, false);
}

ndarray correlate2d(const ndarray& in1, const ndarray& in2, std::string_view mode, std::string_view boundary,
                    const Scalar& fillvalue) {
    const kernel::Placement here(in1, in2);
    check(in1, in2, "correlate2d");
    const ConvolveMode wanted = checked_mode(mode);
    const kernel::Correlation how = boundary_of(boundary, fillvalue);
    // Where the second image holds the first one, SciPy exchanges them, and so takes the conjugate of the first.
    const bool exchanged = check_valid(wanted, in1, in2);
    const auto conjugate = [](const ndarray& a) { return is_complex(a.dtype()) ? conj(a) : a; };
    const ndarray second = reversed(reversed(exchanged ? in2 : conjugate(in2), 0), 1);
    return convolve_images(exchanged ? conjugate(in1) : in1, second, wanted, how, true);
}

}  // namespace cuprum::scipy::signal
