// NumPy's transforms by SciPy's rules for axes, with results that may lie where the input does.
#include <algorithm>

#include "cuprum/scipy/fft.h"
#include "kernel/engine/placement.h"
#include "numpy/fft/steps.h"
#include "scipy/fft/axes.h"

namespace cuprum::scipy::fft {

TransformedAxes::TransformedAxes(const ndarray& x, const std::optional<Dims>& lengths, const Axes& wanted)
    : s(lengths) {
    if (!wanted) {
        const int count = s ? s->size() : x.ndim();
        if (count > x.ndim()) throw ValueError("shape requires more axes than are present");
        for (int i = x.ndim() - count; i < x.ndim(); ++i) axes.push_back(i);
        return;
    }
    for (std::int64_t axis : *wanted) {
        if (axis < 0) axis += x.ndim();
        if (axis < 0 || axis >= x.ndim()) throw ValueError("axes exceeds dimensionality of input");
        if (std::find(axes.begin(), axes.end(), axis) != axes.end()) throw ValueError("all axes must be unique");
        axes.push_back(axis);
    }
    if (s && s->size() != axes.size())
        throw ValueError("when given, axes and shape arguments have to be of the same length");
}

namespace {

/// What SciPy computes with: 16-bit floats as float32.
ndarray computed(const ndarray& x) {
    return x.dtype() == DType::float16 || x.dtype() == DType::bfloat16 ? x.astype(DType::float32) : x;
}

/// Whether the result can lie where the input does.
bool fits(const ndarray& x, const TransformedAxes& along) {
    if (!is_complex(x.dtype())) return false;
    for (int i = 0; along.s && i < along.axes.size(); ++i)
        if ((*along.s)[i] != -1 && (*along.s)[i] != x.shape()[static_cast<int>(along.axes[i])]) return false;
    return true;
}

using OneAxis = ndarray (*)(const ndarray&, std::optional<std::int64_t>, std::int64_t, Norm, const ndarray*);
ndarray complex_one(OneAxis transform, const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm,
                    bool overwrite_x) {
    const ndarray a = computed(x);
    const bool here = overwrite_x && is_complex(a.dtype()) && (!n || *n == a.shape()[normalize_axis(axis, a.ndim())]);
    return transform(a, n, axis, norm, here ? &a : nullptr);
}

using SeveralAxes = ndarray (*)(const ndarray&, const std::optional<Dims>&, const Axes&, Norm, const ndarray*);
ndarray complex_several(SeveralAxes transform, const ndarray& x, const std::optional<Dims>& s, const Axes& axes,
                        Norm norm, bool overwrite_x) {
    const TransformedAxes along(x, s, axes);
    if (along.axes.empty()) return x;
    const ndarray a = computed(x);
    return transform(a, along.s, along.axes, norm, overwrite_x && fits(a, along) ? &a : nullptr);
}
ndarray real_several(SeveralAxes transform, const ndarray& x, const std::optional<Dims>& s, const Axes& axes,
                     Norm norm) {
    const TransformedAxes along(x, s, axes);
    along.check_not_empty();
    return transform(computed(x), along.s, along.axes, norm, nullptr);
}

}  // namespace

ndarray fft(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, bool overwrite_x) {
    const kernel::Placement here(x);
    return complex_one(cuprum::fft::fft, x, n, axis, norm, overwrite_x);
}
ndarray ifft(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm, bool overwrite_x) {
    const kernel::Placement here(x);
    return complex_one(cuprum::fft::ifft, x, n, axis, norm, overwrite_x);
}
ndarray rfft(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm) {
    const kernel::Placement here(x);
    return cuprum::fft::rfft(computed(x), n, axis, norm);
}
ndarray irfft(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm) {
    const kernel::Placement here(x);
    return cuprum::fft::irfft(computed(x), n, axis, norm);
}
ndarray hfft(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm) {
    const kernel::Placement here(x);
    return cuprum::fft::hfft(computed(x), n, axis, norm);
}
ndarray ihfft(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis, Norm norm) {
    const kernel::Placement here(x);
    return cuprum::fft::ihfft(computed(x), n, axis, norm);
}

ndarray fftn(const ndarray& x, const std::optional<Dims>& s, const Axes& axes, Norm norm, bool overwrite_x) {
    const kernel::Placement here(x);
    return complex_several(cuprum::fft::fftn, x, s, axes, norm, overwrite_x);
}
ndarray ifftn(const ndarray& x, const std::optional<Dims>& s, const Axes& axes, Norm norm, bool overwrite_x) {
    const kernel::Placement here(x);
    return complex_several(cuprum::fft::ifftn, x, s, axes, norm, overwrite_x);
}
ndarray rfftn(const ndarray& x, const std::optional<Dims>& s, const Axes& axes, Norm norm) {
    const kernel::Placement here(x);
    return real_several(cuprum::fft::rfftn, x, s, axes, norm);
}
ndarray irfftn(const ndarray& x, const std::optional<Dims>& s, const Axes& axes, Norm norm) {
    const kernel::Placement here(x);
    return real_several(cuprum::fft::irfftn, x, s, axes, norm);
}
ndarray hfftn(const ndarray& x, const std::optional<Dims>& s, const Axes& axes, Norm norm) {
    const kernel::Placement here(x);
    const auto transform = [](const ndarray& a, const std::optional<Dims>& lengths, const Axes& over, Norm scaling,
                              const ndarray*) {
        const DType result = cuprum::fft::real_part_dtype(a.dtype());
        return cuprum::fft::complex_to_real("hfftn", a, cuprum::fft::make_steps(a, lengths, over, true), true, scaling,
                                            result, nullptr);
    };
    return real_several(transform, x, s, axes, norm);
}
ndarray ihfftn(const ndarray& x, const std::optional<Dims>& s, const Axes& axes, Norm norm) {
    const kernel::Placement here(x);
    const auto transform = [](const ndarray& a, const std::optional<Dims>& lengths, const Axes& over, Norm scaling,
                              const ndarray*) {
        return cuprum::fft::real_to_complex("ihfftn", a, cuprum::fft::make_steps(a, lengths, over), false, scaling,
                                            nullptr);
    };
    return real_several(transform, x, s, axes, norm);
}

}  // namespace cuprum::scipy::fft
