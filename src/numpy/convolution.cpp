#include "cuprum/convolution.h"

#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"
#include "numpy/convolve.h"

namespace cuprum {

std::optional<ConvolveMode> convolve_mode(std::string_view name) {
    if (name == "full") return ConvolveMode::full;
    if (name == "same") return ConvolveMode::same;
    if (name == "valid") return ConvolveMode::valid;
    return std::nullopt;
}

Kept kept_part(ConvolveMode mode, std::int64_t n, std::int64_t m) {
    switch (mode) {
        case ConvolveMode::full: return {0, std::max<std::int64_t>(n + m - 1, 0)};
        case ConvolveMode::same: return {std::max<std::int64_t>(m - 1, 0) / 2, n};
        default: return {std::max<std::int64_t>(std::min(n, m) - 1, 0), std::abs(n - m) + 1};
    }
}

ConvolvedPart part_of(ConvolveMode mode, const ndarray& a, const ndarray& b) {
    ConvolvedPart result;
    for (int d = 0; d < a.ndim(); ++d) {
        const Kept part = kept_part(mode, a.shape()[d], b.shape()[d]);
        result.starts.push_back(part.start);
        result.shape.push_back(part.length);
    }
    return result;
}

void convolve_directly(const ndarray& a, const ndarray& b, const ndarray& out, const Dims& starts,
                       kernel::Correlation how) {
    // The smaller array slides, unless the boundary belongs to the other one.
    const bool swapped = how.boundary == kernel::Correlation{}.boundary && a.size() < b.size();
    const ndarray& in = swapped ? b : a;
    ndarray weights = swapped ? a : b;
    how.before = Dims(in.ndim());
    for (int d = 0; d < in.ndim(); ++d) {
        how.before[d] = weights.shape()[d] - 1 - starts[d];
        weights = reversed(weights, d);
    }
    kernel::correlate(in, weights, out, how);
}

namespace {

ConvolveMode checked_mode(std::string_view name) {
    if (const auto mode = convolve_mode(name)) return *mode;
    throw ValueError("mode must be one of 'valid', 'same', or 'full' (got '" + std::string(name) + "')");
}

void check_one_axis(const ndarray& a) {
    if (a.ndim() != 1)
        throw ValueError(std::string("object ") + (a.ndim() ? "too deep" : "of too small depth") +
                         " for desired array; its shape is " + to_string(a.shape()));
}

ndarray convolve_part(const ndarray& a, const ndarray& v, Kept part) {
    const DType dtype = promote_types(a.dtype(), v.dtype());
    const ConvolvedPart wanted{{part.start}, {part.length}};
    if (fft_is_quicker(a, v, wanted)) return rounded_to(convolve_by_fft(a, v, {0}, wanted), dtype);
    ndarray out = empty({part.length}, dtype);
    convolve_directly(a.astype(dtype, 'K', Casting::unsafe, false), v.astype(dtype, 'K', Casting::unsafe, false), out,
                      {part.start});
    return out;
}

}  // namespace

ndarray convolve(const ndarray& a, const ndarray& v, std::string_view mode) {
    const kernel::Placement here(a, v);
    const ConvolveMode wanted = checked_mode(mode);
    const ndarray x = a.ndim() ? a : a.reshape({1}), y = v.ndim() ? v : v.reshape({1});
    for (const ndarray* operand : {&x, &y}) check_one_axis(*operand);
    if (x.size() == 0) throw ValueError("a cannot be empty");
    if (y.size() == 0) throw ValueError("v cannot be empty");
    return convolve_part(x, y, kept_part(wanted, std::max(x.size(), y.size()), std::min(x.size(), y.size())));
}

ndarray correlate(const ndarray& a, const ndarray& v, std::string_view mode) {
    const kernel::Placement here(a, v);
    const ConvolveMode wanted = checked_mode(mode);
    for (const ndarray* operand : {&a, &v}) check_one_axis(*operand);
    if (a.size() == 0) throw ValueError("first array argument cannot be empty");
    if (v.size() == 0) throw ValueError("second array argument cannot be empty");
    Kept part = kept_part(wanted, std::max(a.size(), v.size()), std::min(a.size(), v.size()));
    // With the longer sequence as the second one, NumPy turns the result round, and so keeps the other middle.
    if (wanted == ConvolveMode::same && a.size() < v.size()) part.start = a.size() / 2;
    return convolve_part(a, reversed(is_complex(v.dtype()) ? conj(v) : v, 0), part);
}

}  // namespace cuprum
