// Cosine and sine transforms.
#include <cmath>
#include <string>

#include "core/layout.h"
#include "cuprum/creation.h"
#include "cuprum/scipy/fft_real_transforms.h"
#include "kernel/engine/array/copy.h"
#include "kernel/engine/placement.h"
#include "numpy/fft/steps.h"
#include "scipy/fft/axes.h"
#include "scipy/fft/dct_by_fft.h"

namespace cuprum::scipy::fft {

using namespace cuprum::fft;

namespace {

using runtime::FourierKind;

enum class Wave : std::uint8_t { cosine, sine };

FourierKind kind_of(Wave wave, int type, bool forward) {
    if (type < 1 || type > 4)
        throw ValueError("invalid type " + std::to_string(type) + " of a cosine or sine transform: it is 1, 2, 3 or 4");
    // II and III undo each other, I and IV themselves.
    if (!forward && (type == 2 || type == 3)) type = 5 - type;
    return static_cast<FourierKind>(static_cast<int>(wave == Wave::cosine ? FourierKind::cosine1 : FourierKind::sine1) +
                                    type - 1);
}

void transform_real(const Lines& lines, const ndarray& in, const ndarray& out, std::span<const int> axes) {
    const std::int64_t length = in.shape()[axes.back()];
    const runtime::FourierLayout sample{
        lines.kind, in.dtype(), lines.orthogonal, 1, 0, {{{length, in.itemsize(), in.itemsize()}}}, {}};
    if (library().takes(sample)) return transform(lines, in, out, axes);
    Lines step = lines;
    ndarray source = in;
    for (std::size_t i = axes.size(); i-- > 0;) {
        const ndarray target = i == 0 ? out : empty_in_order(in, in.shape(), in.dtype());
        dct_by_fft(step, source, target, axes[i]);
        source = target;
        step.factor = 1;
    }
}

ndarray real_transform(Wave wave, const ndarray& x, int type, const Steps& steps, bool forward, Norm norm,
                       std::optional<bool> orthogonalize) {
    const kernel::Placement here(x);
    const FourierKind kind = kind_of(wave, type, forward);
    if (steps.axes.empty()) return x;
    Shape shape(x.shape());
    double count = 1;
    AxisList axes;
    for (int i = 0; i < steps.axes.size(); ++i) {
        const std::int64_t length = steps.lengths[i], more = kind == FourierKind::cosine1 ? -1
                                                             : kind == FourierKind::sine1 ? 1
                                                                                          : 0;
        if (kind == FourierKind::cosine1 && length < 2)
            throw ValueError("zero-length FFT requested: a cosine transform of type 1 needs 2 elements at least");
        if (axes.has(steps.axes[i])) throw ValueError("all axes must be unique");
        count *= 2 * static_cast<double>(length + more);
        shape[static_cast<int>(steps.axes[i])] = length;
        axes.push_back(steps.axes[i]);
    }
    const bool plain = norm == (forward ? Norm::backward : Norm::forward);
    const Lines lines{kind, true, plain ? 1 : 1 / (norm == Norm::ortho ? std::sqrt(count) : count),
                      orthogonalize.value_or(norm == Norm::ortho)};
    const DType real = real_part_dtype(x.dtype()), dtype = is_complex(x.dtype()) ? complex_of(real) : real;
    ndarray source = cut(x, shape);
    if (!(source.shape() == shape)) {
        const ndarray padded = empty_in_order(x, shape, dtype);
        copy_padded(source, padded);
        source = padded;
    } else if (source.dtype() != dtype) {
        source = source.astype(dtype);
    }
    const ndarray result = empty_in_order(x, shape, dtype);
    if (result.size() == 0) return result;
    if (is_complex(dtype)) {
        transform_real(lines, source.real(), result.real(), axes);
        transform_real(lines, source.imag(), result.imag(), axes);
    } else {
        transform_real(lines, source, result, axes);
    }
    return result;
}

Steps one_axis(const ndarray& x, std::optional<std::int64_t> n, std::int64_t axis) {
    return make_steps(x, n ? std::optional<Dims>(Dims{*n}) : std::nullopt, axis);
}

}  // namespace

#define CUPRUM_REAL_TRANSFORM(name, wave, forward)                                                         \
    ndarray name(const ndarray& x, int type, std::optional<std::int64_t> n, std::int64_t axis, Norm norm,  \
                 std::optional<bool> orthogonalize) {                                                      \
        return real_transform(wave, x, type, one_axis(x, n, axis), forward, norm, orthogonalize);          \
    }                                                                                                      \
    ndarray name##n(const ndarray& x, int type, const std::optional<Dims>& s, const Axes& axes, Norm norm, \
                    std::optional<bool> orthogonalize) {                                                   \
        const TransformedAxes along(x, s, axes);                                                           \
        if (along.axes.empty()) return x;                                                                  \
        const Steps steps = make_steps(x, along.s, along.axes);                                            \
        return real_transform(wave, x, type, steps, forward, norm, orthogonalize);                         \
    }
CUPRUM_REAL_TRANSFORM(dct, Wave::cosine, true)
CUPRUM_REAL_TRANSFORM(idct, Wave::cosine, false)
CUPRUM_REAL_TRANSFORM(dst, Wave::sine, true)
CUPRUM_REAL_TRANSFORM(idst, Wave::sine, false)
#undef CUPRUM_REAL_TRANSFORM

}  // namespace cuprum::scipy::fft
