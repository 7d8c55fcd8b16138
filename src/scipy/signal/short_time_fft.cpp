// The transforms of ShortTimeFFT, and its inverse.
#include <algorithm>
#include <cmath>

#include "cuprum/creation.h"
#include "cuprum/fft.h"
#include "cuprum/layout.h"
#include "cuprum/logic.h"
#include "cuprum/manipulation.h"
#include "cuprum/reduction.h"
#include "cuprum/scipy/signal_resampling.h"
#include "cuprum/scipy/signal_short_time_fft.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "numpy/axes.h"

namespace cuprum::scipy::signal {

/// The factor of frequencies that stand for both signs, and which they are.
double ShortTimeFFT::doubled() const { return scaling_ == "magnitude" ? 2.0 : std::sqrt(2.0); }
Slice ShortTimeFFT::both_signs() const {
    Slice all{.start = 1};
    if (mfft_ % 2 == 0) all.stop = -1;
    return all;
}

ndarray ShortTimeFFT::transform(ndarray slices) const {
    const kernel::Placement here(slices);
    if (phase_shift_) {
        const std::int64_t length = slices.shape(-1);
        if (length < mfft_) {
            Shape more = slices.shape();
            more[slices.ndim() - 1] = mfft_ - length;
            slices = concatenate({slices, zeros(more, slices.dtype())}, -1);
        }
        const std::int64_t shift = (*phase_shift_ + m_num_mid()) % m_num();
        slices = roll(slices, -(shift < 0 ? shift + m_num() : shift), Axes{-1});
    }
    if (!onesided_fft()) {
        const ndarray values = fft::fft(slices, mfft_);
        return mode_ == "centered" ? fft::fftshift(values, Axes{-1}) : values;
    }
    ndarray values = fft::rfft(slices, mfft_);
    if (mode_ == "onesided2X") {
        const ndarray part = values(ellipsis, both_signs());
        copyto(part, multiply(part, doubled()));
    }
    return values;
}

ndarray ShortTimeFFT::inverse(ndarray values) const {
    const kernel::Placement here(values);
    ndarray slices;
    if (onesided_fft()) {
        if (mode_ == "onesided2X") {
            values = values.copy();
            const ndarray part = values(ellipsis, both_signs());
            copyto(part, divide(part, doubled()));
        }
        slices = fft::irfft(values, mfft_);
    } else {
        slices = fft::ifft(mode_ == "centered" ? fft::ifftshift(values, Axes{-1}) : values);
    }
    if (phase_shift_) {
        const std::int64_t shift = (*phase_shift_ + m_num_mid()) % m_num();
        slices = roll(slices, shift < 0 ? shift + m_num() : shift, Axes{-1});
    }
    return slices(ellipsis, Slice{.stop = m_num()});
}

/// Slices (..., slices, samples) of the last axis, as views of the continued signal.
ndarray ShortTimeFFT::slices_of(ndarray x, const Range& range, const SliceOptions& slices) const {
    const kernel::Placement here(x);
    const std::string_view padding = slices.padding;
    if (padding != "zeros" && padding != "edge" && padding != "even" && padding != "odd")
        throw ValueError("Parameter padding='" + std::string(padding) + "' not in ['zeros', 'edge', 'even', 'odd']!");
    const std::int64_t n = x.shape(-1), start = range.first * hop_ - m_num_mid() + slices.k_offset,
                       stop = (range.second - 1) * hop_ - m_num_mid() + m_num() + slices.k_offset;
    const std::int64_t before = std::max<std::int64_t>(-start, 0), after = std::max<std::int64_t>(stop - n, 0);
    if (before || after) {
        std::vector<std::pair<std::int64_t, std::int64_t>> widths(static_cast<std::size_t>(x.ndim()), {0, 0});
        widths.back() = {before, after};
        const char* mode = padding == "zeros" ? "constant" : padding == "edge" ? "edge" : "reflect";
        x = pad(x, widths, mode, {.odd = padding == "odd"});
    }
    x = x(ellipsis, Slice{.start = start + before, .stop = stop + before});
    return lib::stride_tricks::sliding_window_view(x, {m_num()}, Axes{-1})(ellipsis, Slice{.step = hop_}, Slice{});
}

ndarray ShortTimeFFT::stft_detrend(const ndarray& x, Detrend detr, const SliceOptions& slices) const {
    const kernel::Placement here(x);
    if (onesided_fft() && is_complex(x.dtype()))
        throw ValueError("Complex-valued `x` not allowed for self.fft_mode='" + mode_ +
                         "'! Set property `fft_mode` to 'twosided' or 'centered'.");
    const int axis = normalize_axis(slices.axis, x.ndim());
    const ndarray lines = moveaxis(x, axis, -1);
    check_length(lines.shape(-1));
    ndarray cut = slices_of(lines, p_range(lines.shape(-1), slices.p0, slices.p1), slices);
    if (detr.function()) cut = detr.function()(cut);
    else if (!detr.type().empty()) cut = detrend(cut, -1, detr.type());
    const ndarray window = window_.array();
    const ndarray values = transform(multiply(cut, is_complex(window.dtype()) ? conj(window) : window));
    return moveaxis(swapaxes(values, -1, -2), -2, axis);
}

ndarray ShortTimeFFT::spectrogram(const ndarray& x, const ndarray* y, Detrend detr, const SliceOptions& slices) const {
    const kernel::Placement here(x, y);
    const ndarray values = stft_detrend(x, detr, slices);
    const bool is_same = y && y->buffer().get() == x.buffer().get() && y->offset() == x.offset() &&
                         y->shape() == x.shape() && y->strides() == x.strides() && y->dtype() == x.dtype();
    if (y && !is_same) return multiply(values, conj(stft_detrend(*y, detr, slices)));
    return add(cuprum::square(real(values)), cuprum::square(imag(values)));
}

/// Slices that do not overlap are added at once.
ndarray ShortTimeFFT::overlapped(const ndarray& slices) const {
    const kernel::Placement here(slices);
    const std::int64_t count = slices.shape(-2), length = (count - 1) * hop_ + m_num(),
                       every = (m_num() + hop_ - 1) / hop_, width = every * hop_;
    Shape shape = slices.shape();
    shape[slices.ndim() - 1] = width;
    const ndarray padded = zeros(shape, slices.dtype());
    copyto(padded(ellipsis, Slice{.stop = m_num()}), slices);
    shape.erase(shape.size() - 1);
    shape[shape.size() - 1] = length + width;
    const ndarray total = zeros(shape, slices.dtype());
    for (std::int64_t offset = 0; offset < std::min(every, count); ++offset) {
        ndarray own = padded(ellipsis, Slice{.start = offset, .step = every}, Slice{});
        Shape joined = own.shape();
        joined.erase(joined.size() - 1);
        joined[joined.size() - 1] = own.shape(-2) * own.shape(-1);
        own = own.reshape(joined);
        const std::int64_t from = offset * hop_;
        const ndarray part = total(ellipsis, Slice{.start = from, .stop = from + own.shape(-1)});
        copyto(part, add(part, own));
    }
    return total;
}

ndarray ShortTimeFFT::istft(const ndarray& S, std::int64_t k0, std::optional<std::int64_t> k1, std::int64_t f_axis,
                            std::int64_t t_axis) const {
    const kernel::Placement here(S);
    if (f_axis == t_axis) throw ValueError("f_axis and t_axis may not both be " + std::to_string(f_axis) + "!");
    const int f = normalize_axis(f_axis, S.ndim()), t = normalize_axis(t_axis, S.ndim());
    if (S.shape(f) != f_pts())
        throw ValueError("S.shape[" + std::to_string(f_axis) + "]=" + std::to_string(S.shape(f)) +
                         " must be equal to self.f_pts=" + std::to_string(f_pts()) +
                         " (S.shape=" + to_string(S.shape()) + ")!");
    const std::int64_t needed = m_num() - m_num_mid();
    const ndarray values = moveaxis(S, Dims{f, t}, Dims{-1, -2});
    const std::int64_t count = values.shape(-2), least = p_num(needed);
    if (count < least)
        throw ValueError("S.shape[t_axis]=" + std::to_string(count) + " needs to have at least " +
                         std::to_string(least) + " slices (S.shape=" + to_string(S.shape()) + ")!");
    const std::int64_t most = (count - 1) * hop_ + needed + p_min() * hop_, stop = k1.value_or(most);
    if (!(k_min() <= k0 && k0 < stop && stop <= most))
        throw ValueError("(" + std::to_string(k_min()) + ") <= (k0=" + std::to_string(k0) +
                         ") < (k1=" + std::to_string(stop) + ") <= (" + std::to_string(most) + ") is false!");
    if (stop - k0 < needed)
        throw ValueError(
            "(k1=" + std::to_string(stop) + ") - (k0=" + std::to_string(k0) +
            ") has to be at least the half the window length m_num - m_num_mid = " + std::to_string(needed) + "!");
    const ndarray total = overlapped(multiply(inverse(values), dual().array()));
    const ndarray result = total(ellipsis, Slice{.start = k0 - k_min(), .stop = stop - k_min()});
    // SciPy puts samples where frequencies were, counted in what had one axis more.
    return moveaxis(result, -1, f < result.ndim() ? f : t);
}

ndarray ShortTimeFFT::f() const {
    if (onesided_fft()) return fft::rfftfreq(mfft_, T());
    const ndarray values = fft::fftfreq(mfft_, T());
    return mode_ == "centered" ? fft::fftshift(values) : values;
}

ndarray ShortTimeFFT::t(std::int64_t n, std::optional<std::int64_t> p0, std::optional<std::int64_t> p1,
                        std::int64_t k_offset) const {
    const auto [first, stop] = p_range(n, p0, p1);
    return add(multiply(arange(first, stop), delta_t()), static_cast<double>(k_offset) * T());
}

}  // namespace cuprum::scipy::signal
