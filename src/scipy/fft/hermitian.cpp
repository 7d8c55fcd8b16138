// Transforms along several axes of signals of which half is given.
#include "cuprum/scipy/fft.h"
#include "numpy/fft/steps.h"

namespace cuprum::scipy::fft {

using namespace cuprum::fft;

ndarray hfftn(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm) {
    const DType result = is_floating(a.dtype()) ? a.dtype() : real_part_dtype(a.dtype());
    return complex_to_real("hfftn", a, make_steps(a, s, axes, true), true, norm, result, nullptr);
}
ndarray ihfftn(const ndarray& a, const std::optional<Dims>& s, const Axes& axes, Norm norm) {
    return real_to_complex("ihfftn", a, make_steps(a, s, axes), false, norm, nullptr);
}

}  // namespace cuprum::scipy::fft
