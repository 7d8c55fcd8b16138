// Short-time Fourier transforms as an object that knows its window, its hop and the inverse.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/scipy/signal_fir.h"
#include "cuprum/scipy/signal_spectral.h"

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
///     (array([0.5, 0.5, 0.5, 0.5]), np.float64(0.5))
CUPRUM_SIGNATURE("win, hop, desired_dual, *, scaled")
CUPRUM_PYTHON DualWindow closest_STFT_dual_window(CUPRUM_FROM_NUMPY const ndarray& win, std::int64_t hop,
                                                  CUPRUM_FROM_NUMPY const ndarray* desired_dual = nullptr,
                                                  bool scaled = true);

/// What a ShortTimeFFT is made with beside its window.
struct ShortTimeFFTOptions {
    /// "onesided2X" has both signs in one.
    CUPRUM_WORDS("onesided", "twosided", "centered", "onesided2X") std::string_view fft_mode = "onesided";
    std::optional<std::int64_t> mfft = {};  ///< The length of transforms; the window's by default.
    const ndarray* dual_win = nullptr;      ///< The window of the inverse; made when it is needed.
    /// By default the window stays as it is. "unitary" is for `from_win_equals_dual`.
    CUPRUM_WORDS("magnitude", "psd", "unitary") std::optional<std::string_view> scale_to = {};
    std::optional<std::int64_t> phase_shift = {0};  ///< By how much phases are moved from the middle of slices.
};

/// Which slices of a signal are transformed, and what continues the signal.
struct SliceOptions {
    std::optional<std::int64_t> p0 = {}, p1 = {};
    std::int64_t k_offset = 0;
    CUPRUM_WORDS("zeros", "edge", "even", "odd") std::string_view padding = "zeros";
    std::int64_t axis = -1;
};

/// A window, a hop, and what follows from them: transforms of slices, and signals from transforms.
class ShortTimeFFT {
public:
    using Range = std::pair<std::int64_t, std::int64_t>;

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
    CUPRUM_SIGNATURE("win, hop, fs, *, fft_mode, mfft, dual_win, scale_to, phase_shift")
    CUPRUM_TRAITS("pickled by its state, of no device")
    CUPRUM_PYTHON ShortTimeFFT(CUPRUM_FROM_NUMPY const ndarray& win, std::int64_t hop, double fs,
                               const ShortTimeFFTOptions& options = {});
    ShortTimeFFT() = default;  // until `set_state`
    /// With a window by its name, its length, and by how much slices overlap.
    CUPRUM_SIGNATURE("win_param, fs, nperseg, noverlap, *, symmetric_win, fft_mode, mfft, scale_to, phase_shift")
    CUPRUM_PYTHON static ShortTimeFFT from_window(const WindowChoice& win_param, double fs, std::int64_t nperseg,
                                                  std::int64_t noverlap, bool symmetric_win = false,
                                                  const ShortTimeFFTOptions& options = {});
    /// With the window of the inverse, of which the other one is made.
    CUPRUM_SIGNATURE("dual_win, hop, fs, *, fft_mode, mfft, scale_to, phase_shift")
    CUPRUM_PYTHON static ShortTimeFFT from_dual(CUPRUM_FROM_NUMPY const ndarray& dual_win, std::int64_t hop, double fs,
                                                const ShortTimeFFTOptions& options = {});
    /// With a window that is its own dual up to a factor, the nearest one to that which is wanted. Scaled to "unitary"
    /// it is its own dual.
    CUPRUM_SIGNATURE("desired_win, hop, fs, *, fft_mode, mfft, scale_to, phase_shift")
    CUPRUM_PYTHON static ShortTimeFFT from_win_equals_dual(CUPRUM_FROM_NUMPY const ndarray& desired_win,
                                                           std::int64_t hop, double fs,
                                                           const ShortTimeFFTOptions& options = {});

    /// The window.
    CUPRUM_PROPERTY ndarray win() const { return window_.array(); }
    /// The window of the inverse; a ValueError if there is none.
    CUPRUM_PROPERTY ndarray dual_win() const { return dual().array(); }
    /// Whether there is an inverse.
    CUPRUM_PROPERTY bool invertible() const;
    /// How many samples slices are apart.
    CUPRUM_PROPERTY std::int64_t hop() const { return hop_; }
    /// Samples a unit of time.
    CUPRUM_PROPERTY double fs() const { return fs_; }
    CUPRUM_PYTHON void set_fs(double fs);
    /// The distance of samples.
    CUPRUM_PROPERTY double T() const { return 1 / fs_; }
    CUPRUM_PYTHON void set_T(double interval);
    /// The length of transforms.
    CUPRUM_PROPERTY std::int64_t mfft() const { return mfft_; }
    CUPRUM_PYTHON void set_mfft(std::int64_t length);
    /// Which frequencies there are.
    CUPRUM_PROPERTY const std::string& fft_mode() const { return mode_; }
    CUPRUM_PYTHON void set_fft_mode(CUPRUM_WORDS("onesided", "twosided", "centered", "onesided2X")
                                        std::string_view mode);
    /// 'magnitude', 'psd', 'unitary' where the window is its own dual, or None.
    CUPRUM_PROPERTY std::optional<std::string> scaling() const;
    /// Scale the window, and its dual by the inverse, to 'magnitude' or 'psd'.
    CUPRUM_PYTHON void scale_to(CUPRUM_WORDS("magnitude", "psd") std::string_view scaling);
    /// By which values must be multiplied to be magnitudes.
    CUPRUM_PROPERTY double fac_magnitude() const;
    /// By which values must be multiplied for their squares to be power a unit of frequency.
    CUPRUM_PROPERTY double fac_psd() const;
    /// By how many samples phases are moved from the middle of slices; None for phases from their start.
    CUPRUM_PROPERTY std::optional<std::int64_t> phase_shift() const { return phase_shift_; }
    CUPRUM_PYTHON void set_phase_shift(std::optional<std::int64_t> shift);

    /// The window's length.
    CUPRUM_PROPERTY std::int64_t m_num() const { return window_.size(); }
    /// The window's middle.
    CUPRUM_PROPERTY std::int64_t m_num_mid() const { return m_num() / 2; }
    /// The first sample of the first slice.
    CUPRUM_PROPERTY std::int64_t k_min() const { return first().first; }
    /// The first slice.
    CUPRUM_PROPERTY std::int64_t p_min() const { return first().second; }
    /// Behind the last sample of the last slice of `n` samples.
    CUPRUM_PYTHON std::int64_t k_max(std::int64_t n) const { return last(n).first; }
    /// Behind the last slice of `n` samples.
    CUPRUM_PYTHON std::int64_t p_max(std::int64_t n) const { return last(n).second; }
    /// How many slices `n` samples have.
    CUPRUM_PYTHON std::int64_t p_num(std::int64_t n) const { return p_max(n) - p_min(); }
    /// The slices from `p0` to `p1`, by default all.
    CUPRUM_PYTHON std::pair<std::int64_t, std::int64_t> p_range(std::int64_t n, std::optional<std::int64_t> p0 = {},
                                                                std::optional<std::int64_t> p1 = {}) const;
    /// The first sample, and the first slice, that no slice over the start touches.
    CUPRUM_PROPERTY std::pair<std::int64_t, std::int64_t> lower_border_end() const;
    /// The first sample, and the first slice, that a slice over the end touches.
    CUPRUM_PYTHON std::pair<std::int64_t, std::int64_t> upper_border_begin(std::int64_t n) const;
    /// The sample at the middle of a slice that is nearest to `k`.
    CUPRUM_PYTHON std::int64_t nearest_k_p(std::int64_t k, bool left = true) const;

    /// The time from slice to slice.
    CUPRUM_PROPERTY double delta_t() const { return T() * static_cast<double>(hop_); }
    /// The distance of frequencies.
    CUPRUM_PROPERTY double delta_f() const { return 1 / (static_cast<double>(mfft_) * T()); }
    /// Whether negative frequencies are left out.
    CUPRUM_PROPERTY bool onesided_fft() const { return mode_.starts_with("onesided"); }
    /// How many frequencies there are.
    CUPRUM_PROPERTY std::int64_t f_pts() const { return onesided_fft() ? mfft_ / 2 + 1 : mfft_; }
    /// The frequencies.
    CUPRUM_PROPERTY ndarray f() const;
    /// The times of slices of `n` samples.
    CUPRUM_PYTHON ndarray t(std::int64_t n, std::optional<std::int64_t> p0 = {}, std::optional<std::int64_t> p1 = {},
                            std::int64_t k_offset = 0) const;
    /// The least and the largest time and frequency, as pictures of transforms need them.
    CUPRUM_PYTHON std::tuple<double, double, double, double> extent(std::int64_t n,
                                                                    CUPRUM_WORDS("tf", "ft")
                                                                        std::string_view axes_seq = "tf",
                                                                    bool center_bins = false) const;

    /// The transforms of slices: frequencies in place of samples, and an axis of times at the end.
    CUPRUM_SIGNATURE("x, p0, p1, *, k_offset, padding, axis")
    CUPRUM_PYTHON ndarray stft(const ndarray& x, const SliceOptions& slices = {}) const {
        return stft_detrend(x, false, slices);
    }
    /// The same of slices without their trend: 'linear', 'constant', or a function.
    CUPRUM_SIGNATURE("x, detr, p0, p1, *, k_offset, padding, axis")
    CUPRUM_PYTHON ndarray stft_detrend(const ndarray& x, Detrend detr, const SliceOptions& slices = {}) const;
    /// The power of slices, or the power that two signals have in common.
    CUPRUM_SIGNATURE("x, y, detr=None, *, p0, p1, k_offset, padding, axis")
    CUPRUM_PYTHON ndarray spectrogram(const ndarray& x, CUPRUM_FROM_NUMPY const ndarray* y = nullptr,
                                      Detrend detr = false, const SliceOptions& slices = {}) const;
    /// The signal from sample `k0` to `k1` of which these are the transforms of slices.
    CUPRUM_SIGNATURE("S, k0, k1, *, f_axis, t_axis")
    CUPRUM_PYTHON ndarray istft(const ndarray& S, std::int64_t k0 = 0, std::optional<std::int64_t> k1 = {},
                                std::int64_t f_axis = -2, std::int64_t t_axis = -1) const;

    /// The windows and the settings, for pickles, and an object of them.
    std::vector<ndarray> state() const;
    void set_state(const std::vector<ndarray>& state);

private:
    Range first() const;
    Range last(std::int64_t n) const;
    void check_length(std::int64_t n) const;
    bool is_zero(std::int64_t from, std::int64_t to) const;
    double doubled() const;
    const WindowValues& dual() const;
    Slice both_signs() const;
    ndarray transform(ndarray slices) const;
    ndarray inverse(ndarray values) const;
    ndarray slices_of(ndarray x, const Range& range, const SliceOptions& slices) const;
    ndarray overlapped(const ndarray& slices) const;

    WindowValues window_;
    mutable std::optional<WindowValues> dual_;
    std::int64_t hop_ = 1, mfft_ = 0;
    double fs_ = 1;
    std::optional<std::int64_t> phase_shift_;
    std::string mode_ = "onesided", scaling_;
};

}  // namespace cuprum::scipy::signal
