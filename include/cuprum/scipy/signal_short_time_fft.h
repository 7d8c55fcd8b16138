// Short-time Fourier transforms as an object that knows its window, its hop and the inverse.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"

namespace cuprum::scipy::signal {

/// A window on the host: it is short, and what is known of transforms is computed from its values.
struct WindowValues {
    using Complex = std::complex<double>;

    std::vector<Complex> values;
    DType dtype = DType::float64;

    WindowValues() = default;
    /// Values rounded to the dtype.
    WindowValues(std::vector<Complex> values, DType dtype);
    explicit WindowValues(const ndarray& window);

    std::int64_t size() const { return static_cast<std::int64_t>(values.size()); }
    /// What differs from 0 by rounding alone, beside 1.
    double resolution() const;
    /// On the current device.
    ndarray array() const;
};

/// A dual window, and the factor of the one that was wanted.
struct DualWindow {
    ndarray win;
    Scalar factor;
};

/// The dual window that is nearest to a wanted one, by least squares.
///
/// Parameters
///     win: the window's values.
///     hop: how many samples slices are apart.
///     desired_dual: the window that is wanted; a rectangle if not given.
///     scaled: whether the wanted window may be multiplied by a factor first.
/// Returns
///     The dual window and the factor.
/// Raises
///     ValueError: windows of other lengths, one that has no dual, or a factor that cannot be found.
/// Example
///     >>> cuprumx.scipy.signal.closest_STFT_dual_window(cp.ones(4), 2)
///     (array([0.5, 0.5, 0.5, 0.5]), 0.5)
DualWindow closest_STFT_dual_window(const ndarray& win, std::int64_t hop,
                                    const std::optional<ndarray>& desired_dual = {}, bool scaled = true);

/// What a ShortTimeFFT is made with beside its window.
struct ShortTimeFFTOptions {
    std::string_view fft_mode = "onesided";         ///< Or "twosided", "centered", "onesided2X": both signs in one.
    std::optional<std::int64_t> mfft = {};          ///< The length of transforms; the window's by default.
    std::optional<ndarray> dual_win = {};           ///< The window of the inverse; made when it is needed.
    std::string_view scale_to = {};                 ///< "magnitude", "psd", or nothing.
    std::optional<std::int64_t> phase_shift = {0};  ///< By how much phases are moved from the middle of slices.
};

/// A window, a hop, and what follows from them: transforms of slices, and signals from transforms.
class ShortTimeFFT {
public:
    using Range = std::pair<std::int64_t, std::int64_t>;
    using Maybe = std::optional<std::int64_t>;
    using Detrender = std::function<ndarray(const ndarray&)>;

    /// Which slices are meant, and what the signal is continued by.
    struct Slices {
        Maybe p0 = {}, p1 = {};
        std::int64_t k_offset = 0;
        std::string_view padding = "zeros";  ///< Or "edge", "even", "odd".
        std::int64_t axis = -1;
    };

    /// Transforms of a signal's slices under a window, and the signal from them. Slice `p` has its middle at sample
    /// `p * hop`.
    ///
    /// Parameters
    ///     win: the window's values.
    ///     hop: how many samples slices are apart.
    ///     fs: samples a unit of time.
    ///     fft_mode: 'onesided', 'twosided', 'centered', or 'onesided2X' with values for both signs in one.
    ///     mfft: the length of transforms; the window's by default.
    ///     dual_win: the window of the inverse; made when it is needed.
    ///     scale_to: 'magnitude', 'psd', or None.
    ///     phase_shift: by how many samples phases are moved from the middle of slices; None for phases from their
    ///     start.
    /// Raises
    ///     ValueError: a window that is not of one dimension, other modes, lengths that do not go together.
    /// Example
    ///     >>> transform = cuprumx.scipy.signal.ShortTimeFFT(cp.ones(4), 2, 1.0)
    ///     >>> transform.stft(cp.ones(8)).shape
    ///     (3, 5)
    ShortTimeFFT(const ndarray& win, std::int64_t hop, double fs, const ShortTimeFFTOptions& options = {});
    /// With the window of the inverse, of which the other one is made.
    static ShortTimeFFT from_dual(const ndarray& dual_win, std::int64_t hop, double fs,
                                  const ShortTimeFFTOptions& options = {});
    /// With a window that is its own dual up to a factor, the nearest one to that which is wanted. Scaled to "unitary"
    /// it is its own dual.
    static ShortTimeFFT from_win_equals_dual(const ndarray& desired_win, std::int64_t hop, double fs,
                                             const ShortTimeFFTOptions& options = {});

    const WindowValues& win() const { return window_; }
    /// The window of the inverse; throws ValueError where there is none.
    const WindowValues& dual_win() const;
    bool invertible() const;
    std::int64_t hop() const { return hop_; }
    double fs() const { return fs_; }
    void set_fs(double fs);
    double T() const { return 1 / fs_; }
    void set_T(double interval);
    std::int64_t mfft() const { return mfft_; }
    void set_mfft(std::int64_t length);
    const std::string& fft_mode() const { return mode_; }
    void set_fft_mode(std::string_view mode);
    /// "magnitude", "psd", "unitary" where the window is its own dual, or nothing.
    const std::string& scaling() const { return scaling_; }
    /// Scales the window, and its dual by the inverse, to "magnitude" or "psd".
    void scale_to(std::string_view scaling);
    /// By which values must be multiplied to be magnitudes, and for their squares to be power a unit of frequency.
    double fac_magnitude() const;
    double fac_psd() const;
    const Maybe& phase_shift() const { return phase_shift_; }
    void set_phase_shift(Maybe shift);

    /// The window's length and its middle.
    std::int64_t m_num() const { return window_.size(); }
    std::int64_t m_num_mid() const { return m_num() / 2; }
    /// The first sample of the first slice, and the first slice.
    std::int64_t k_min() const { return first().first; }
    std::int64_t p_min() const { return first().second; }
    /// Behind the last sample of the last slice of `n` samples, and behind that slice.
    std::int64_t k_max(std::int64_t n) const { return last(n).first; }
    std::int64_t p_max(std::int64_t n) const { return last(n).second; }
    std::int64_t p_num(std::int64_t n) const { return p_max(n) - p_min(); }
    /// The slices from `p0` to `p1`, by default all.
    Range p_range(std::int64_t n, Maybe p0 = {}, Maybe p1 = {}) const;
    /// The first sample, and the first slice, that no slice over the start touches.
    Range lower_border_end() const;
    /// The first sample, and the first slice, that a slice over the end touches.
    Range upper_border_begin(std::int64_t n) const;
    /// The sample at the middle of a slice that is nearest to `k`.
    std::int64_t nearest_k_p(std::int64_t k, bool left = true) const;

    double delta_t() const { return T() * static_cast<double>(hop_); }
    double delta_f() const { return 1 / (static_cast<double>(mfft_) * T()); }
    bool onesided_fft() const { return mode_.starts_with("onesided"); }
    std::int64_t f_pts() const { return onesided_fft() ? mfft_ / 2 + 1 : mfft_; }
    /// The frequencies, and the times of the slices of `n` samples.
    ndarray f() const;
    ndarray t(std::int64_t n, Maybe p0 = {}, Maybe p1 = {}, std::int64_t k_offset = 0) const;
    /// The least and the largest time and frequency, as pictures of transforms need them.
    std::vector<double> extent(std::int64_t n, std::string_view axes_seq = "tf", bool center_bins = false) const;

    // The transforms of slices: frequencies in place of samples, and an axis of times at the end.
    ndarray stft(const ndarray& x, const Slices& slices) const { return stft_detrend(x, {}, slices); }
    ndarray stft(const ndarray& x) const { return stft(x, Slices()); }
    // The same of slices without their trend.
    ndarray stft_detrend(const ndarray& x, const Detrender& detr, const Slices& slices) const;
    // The power of slices, or the power that two signals have in common.
    ndarray spectrogram(const ndarray& x, const ndarray* y, const Detrender& detr, const Slices& slices) const;
    // The signal from sample `k0` to `k1` of which these are the transforms of slices.
    ndarray istft(const ndarray& S, std::int64_t k0 = 0, Maybe k1 = {}, std::int64_t f_axis = -2,
                  std::int64_t t_axis = -1) const;

private:
    Range first() const;
    Range last(std::int64_t n) const;
    void check_length(std::int64_t n) const;
    bool is_zero(std::int64_t from, std::int64_t to) const;
    double doubled() const;
    Slice both_signs() const;
    ndarray transform(ndarray slices) const;
    ndarray inverse(ndarray values) const;
    ndarray slices_of(ndarray x, const Range& range, const Slices& slices) const;
    ndarray overlapped(const ndarray& slices) const;

    WindowValues window_;
    mutable std::optional<WindowValues> dual_;
    std::int64_t hop_, mfft_ = 0;
    double fs_ = 1;
    Maybe phase_shift_;
    std::string mode_ = "onesided", scaling_;
};

}  // namespace cuprum::scipy::signal
