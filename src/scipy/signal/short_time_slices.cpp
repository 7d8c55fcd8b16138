// What of ShortTimeFFT is computed from its window alone: dual windows, scales, and which slices touch which samples.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <string>

#include "core/number_text.h"
#include "cuprum/creation.h"
#include "cuprum/host.h"
#include "cuprum/scipy/signal_short_time_fft.h"
#include "cuprum/scipy/signal_windows.h"
#include "cuprum/transfer.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/coefficients.h"

namespace cuprum::scipy::signal {
namespace {

using Complex = WindowValues::Complex;

constexpr const char* mode_words[] = {"onesided", "twosided", "centered", "onesided2X"};
constexpr const char* scaling_words[] = {"", "magnitude", "psd", "unitary"};

bool is_single(DType dtype) { return itemsize(dtype) <= (is_complex(dtype) ? 8 : 4); }

WindowValues checked_window(const ndarray& window, const char* name) {
    if (window.ndim() != 1 || window.size() == 0)
        throw ValueError(std::string("Parameter ") + name + " must be 1d, but " + name +
                         ".shape=" + to_string(window.shape()) + "!");
    WindowValues values(window);
    for (const Complex& value : values.values)
        if (!std::isfinite(value.real()) || !std::isfinite(value.imag()))
            throw ValueError(std::string("Parameter ") + name + " must have finite entries!");
    return values;
}

void check_hop(std::int64_t hop, std::int64_t length) {
    if (hop < 1 || hop > length)
        throw ValueError("Parameter hop=" + std::to_string(hop) +
                         " is not an integer between 1 and the window's length " + std::to_string(length) + "!");
}

/// The sum of the values and of what is moved onto them by steps of `hop` to both sides.
std::vector<Complex> sums_of_steps(const std::vector<Complex>& values, std::int64_t hop) {
    const auto step = static_cast<std::size_t>(hop);
    std::vector<Complex> sums(std::min(step, values.size())), result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) sums[i % step] += values[i];
    for (std::size_t i = 0; i < values.size(); ++i) result[i] = sums[i % step];
    return result;
}

/// The window with which overlapping inverse transforms add up to the signal.
WindowValues dual_of(const WindowValues& window, std::int64_t hop) {
    if (hop > window.size())
        throw ValueError("hop=" + std::to_string(hop) + " is larger than window length of " +
                         std::to_string(window.size()) + " => STFT not invertible!");
    if (!is_inexact(window.dtype))
        throw ValueError("Parameter 'win' cannot be of type " + std::string(info(window.dtype).name) +
                         " => STFT not invertible; convert it to floats");
    std::vector<Complex> power;
    for (const Complex& value : window.values) power.push_back(std::norm(value));
    const std::vector<Complex> total = sums_of_steps(power, hop);
    double highest = 0;
    for (const Complex& value : total) highest = std::max(highest, value.real());
    std::vector<Complex> dual;
    for (std::size_t i = 0; i < total.size(); ++i) {
        if (!(total[i].real() >= window.resolution() * highest))
            throw ValueError("Short-time Fourier Transform not invertible!");
        dual.push_back(window.values[i] / total[i].real());
    }
    return {std::move(dual), window.dtype};
}

std::vector<Complex> scaled(std::vector<Complex> values, double factor) {
    for (Complex& value : values) value *= factor;
    return values;
}

}  // namespace

WindowValues::WindowValues(std::vector<Complex> numbers, DType type) : values(std::move(numbers)), dtype(type) {
    if (!is_single(dtype)) return;
    for (Complex& value : values) value = std::complex<float>(value);
}

WindowValues::WindowValues(const ndarray& window) : WindowValues(host_values(window), window.dtype()) {}

double WindowValues::resolution() const { return is_single(dtype) ? 1e-6 : 1e-15; }

ndarray WindowValues::array() const {
    if (is_complex(dtype)) return asarray(values).astype(dtype, 'K', Casting::unsafe, false);
    std::vector<double> reals;
    for (const Complex& value : values) reals.push_back(value.real());
    return asarray(reals).astype(dtype, 'K', Casting::unsafe, false);
}

DualWindow closest_STFT_dual_window(const ndarray& win, std::int64_t hop, const ndarray* desired_dual, bool is_scaled) {
    const kernel::Placement here(win, desired_dual);
    if (desired_dual && desired_dual->shape() != win.shape())
        throw ValueError("Parameters win and desired_dual must have one shape, found " + to_string(win.shape()) +
                         " and " + to_string(desired_dual->shape()) + "!");
    const WindowValues window = checked_window(win, "win");
    const WindowValues wanted = desired_dual
                                    ? checked_window(*desired_dual, "desired_dual")
                                    : WindowValues(std::vector<Complex>(window.values.size(), 1), window.dtype);
    check_hop(hop, window.size());
    const WindowValues dual = dual_of(window, hop);
    const DType dtype = promote_types(dual.dtype, wanted.dtype);
    std::vector<Complex> across;
    for (std::size_t i = 0; i < dual.values.size(); ++i)
        across.push_back(std::conj(window.values[i]) * wanted.values[i]);
    across = sums_of_steps(across, hop);
    Complex product = 0, factor = 1;
    double square = 0;
    for (std::size_t i = 0; i < across.size(); ++i) {
        across[i] *= dual.values[i];
        product += std::conj(across[i]) * dual.values[i];
        square += std::norm(across[i]);
    }
    if (is_scaled) {
        if (!(std::abs(product) > 0 && square > dual.resolution()))
            throw ValueError("The factor of the closest dual window cannot be told from 0: try scaled=False");
        factor = product / square;
    }
    std::vector<Complex> nearest;
    for (std::size_t i = 0; i < across.size(); ++i)
        nearest.push_back(dual.values[i] + factor * (wanted.values[i] - across[i]));
    return {WindowValues(std::move(nearest), dtype).array(),
            is_complex(dtype) && is_scaled ? Scalar(factor) : Scalar(factor.real())};
}

ShortTimeFFT::ShortTimeFFT(const ndarray& win, std::int64_t hop, double fs, const ShortTimeFFTOptions& options)
    : window_(checked_window(win, "win")), hop_(hop) {
    const kernel::Placement here(win);
    if (hop < 1) throw ValueError("Parameter hop=" + std::to_string(hop) + " is not an integer >= 1!");
    if (!is_inexact(window_.dtype)) window_.dtype = DType::float64;
    set_fs(fs);
    set_mfft(options.mfft.value_or(m_num()));
    if (options.dual_win) {
        if (options.dual_win->shape() != win.shape())
            throw ValueError("dual_win.shape=" + to_string(options.dual_win->shape()) +
                             " must equal win.shape=" + to_string(win.shape()) + "!");
        dual_ = checked_window(*options.dual_win, "dual_win");
    }
    set_phase_shift(options.phase_shift);
    if (options.scale_to) scale_to(*options.scale_to);
    set_fft_mode(options.fft_mode);
}

ShortTimeFFT ShortTimeFFT::from_dual(const ndarray& dual_win, std::int64_t hop, double fs,
                                     const ShortTimeFFTOptions& options) {
    const kernel::Placement here(dual_win);
    ShortTimeFFTOptions own = options;
    own.dual_win = &dual_win;
    return {dual_of(checked_window(dual_win, "dual_win"), hop).array(), hop, fs, own};
}

ShortTimeFFT ShortTimeFFT::from_win_equals_dual(const ndarray& desired_win, std::int64_t hop, double fs,
                                                const ShortTimeFFTOptions& options) {
    const kernel::Placement here(desired_win);
    const WindowValues wanted = checked_window(desired_win, "desired_win");
    if (!is_inexact(wanted.dtype))
        throw ValueError("Parameter desired_win must be of floats or complex numbers, found " +
                         std::string(info(wanted.dtype).name) + "!");
    check_hop(hop, wanted.size());
    const std::optional<std::string_view> scale = options.scale_to;
    const bool unitary = scale == "unitary";
    if (scale && !unitary && scale != "magnitude" && scale != "psd")
        throw ValueError("Parameter scale_to='" + std::string(*scale) +
                         "' not in ['magnitude', 'psd', 'unitary', None]!");
    // Samples that lie `hop` apart share a length, which becomes 1.
    double largest = -INFINITY;
    std::vector<Complex> power, win;
    for (const Complex& value : wanted.values) {
        power.push_back(std::norm(value));
        largest = std::max(largest, value.real());
    }
    power = sums_of_steps(power, hop);
    for (std::size_t i = 0; i < power.size(); ++i) {
        const double length = std::sqrt(power[i].real());
        if (!(length > wanted.resolution() * largest))
            throw ValueError(
                "Parameter desired_win does not have valid STFT dual window for hop=" + std::to_string(hop) + "!");
        win.push_back(wanted.values[i] / length);
    }
    const double factor = unitary ? std::sqrt(static_cast<double>(options.mfft.value_or(wanted.size()))) : 1;
    ShortTimeFFTOptions own = options;
    const ndarray dual = WindowValues(scaled(win, factor), wanted.dtype).array();
    own.dual_win = &dual;
    if (unitary) own.scale_to = {};
    ShortTimeFFT result(WindowValues(scaled(win, 1 / factor), wanted.dtype).array(), hop, fs, own);
    if (unitary) result.scaling_ = "unitary";
    return result;
}

ShortTimeFFT ShortTimeFFT::from_window(const WindowChoice& win_param, double fs, std::int64_t nperseg,
                                       std::int64_t noverlap, bool symmetric_win, const ShortTimeFFTOptions& options) {
    return {get_window(win_param.name, win_param.parameters, nperseg, !symmetric_win), nperseg - noverlap, fs, options};
}

std::optional<std::string> ShortTimeFFT::scaling() const {
    return scaling_.empty() ? std::nullopt : std::optional(scaling_);
}

std::vector<ndarray> ShortTimeFFT::state() const {
    const auto code = [](const std::string& word, std::span<const char* const> words) {
        return static_cast<double>(std::find(words.begin(), words.end(), word) - words.begin());
    };
    const std::vector<double> settings = {static_cast<double>(hop_),
                                          static_cast<double>(mfft_),
                                          fs_,
                                          phase_shift_ ? static_cast<double>(*phase_shift_) : std::nan(""),
                                          code(mode_, mode_words),
                                          code(scaling_, scaling_words)};
    std::vector<ndarray> arrays = {asarray(settings), window_.array()};
    if (dual_) arrays.push_back(dual_->array());
    return arrays;
}

void ShortTimeFFT::set_state(const std::vector<ndarray>& state) {
    const std::vector<double> settings = state.at(0).to_vector<double>();
    const auto whole = [&](std::size_t at) { return static_cast<std::int64_t>(settings.at(at)); };
    hop_ = whole(0);
    mfft_ = whole(1);
    fs_ = settings.at(2);
    if (!std::isnan(settings.at(3))) phase_shift_ = whole(3);
    mode_ = mode_words[std::min<std::size_t>(static_cast<std::size_t>(whole(4)), std::size(mode_words) - 1)];
    scaling_ = scaling_words[std::min<std::size_t>(static_cast<std::size_t>(whole(5)), std::size(scaling_words) - 1)];
    window_ = WindowValues(state.at(1));
    if (state.size() > 2) dual_ = WindowValues(state[2]);
}

const WindowValues& ShortTimeFFT::dual() const {
    if (!dual_) dual_ = dual_of(window_, hop_);
    return *dual_;
}

bool ShortTimeFFT::invertible() const {
    try {
        return dual().size() > 0;
    } catch (const ValueError&) {
        return false;
    }
}

void ShortTimeFFT::set_fs(double fs) {
    if (!(fs > 0)) throw ValueError("Sampling frequency fs=" + shortest_text(fs) + " must be positive!");
    fs_ = fs;
}

void ShortTimeFFT::set_T(double interval) {
    if (!(interval > 0)) throw ValueError("Sampling interval T=" + shortest_text(interval) + " must be positive!");
    set_fs(1 / interval);
}

void ShortTimeFFT::set_mfft(std::int64_t length) {
    if (length < m_num())
        throw ValueError("Attribute mfft=" + std::to_string(length) +
                         " needs to be at least the window length m_num=" + std::to_string(m_num()) + "!");
    mfft_ = length;
}

void ShortTimeFFT::set_phase_shift(std::optional<std::int64_t> shift) {
    if (shift && !(-mfft_ < *shift && *shift < mfft_))
        throw ValueError("-mfft < phase_shift < mfft does not hold for mfft=" + std::to_string(mfft_) +
                         ", phase_shift=" + std::to_string(*shift) + "!");
    phase_shift_ = shift;
}

void ShortTimeFFT::set_fft_mode(std::string_view mode) {
    if (mode != "twosided" && mode != "centered" && mode != "onesided" && mode != "onesided2X")
        throw ValueError("fft_mode='" + std::string(mode) +
                         "' not in ('twosided', 'centered', 'onesided', 'onesided2X')!");
    if (mode.starts_with("onesided") && is_complex(window_.dtype))
        throw ValueError("One-sided spectra, i.e., fft_mode='" + std::string(mode) +
                         "', are not allowed for complex-valued windows!");
    if (mode == "onesided2X" && scaling_.empty())
        throw ValueError(
            "For scaling is None, fft_mode='onesided2X' is invalid! Do scale_to('psd') or scale_to('magnitude')!");
    mode_ = mode;
}

double ShortTimeFFT::fac_magnitude() const {
    if (scaling_ == "magnitude") return 1;
    Complex sum = 0;
    for (const Complex& value : window_.values) sum += value;
    return 1 / std::abs(sum);
}

double ShortTimeFFT::fac_psd() const {
    if (scaling_ == "psd") return 1;
    double power = 0;
    for (const Complex& value : window_.values) power += std::norm(value);
    return 1 / std::sqrt(power / T());
}

void ShortTimeFFT::scale_to(std::string_view scaling) {
    if (scaling != "magnitude" && scaling != "psd")
        throw ValueError("scaling='" + std::string(scaling) + "' not in ['magnitude', 'psd']!");
    if (scaling_ == scaling) return;
    const double factor = scaling == "psd" ? fac_psd() : fac_magnitude();
    window_ = {scaled(window_.values, factor), window_.dtype};
    if (dual_) dual_ = WindowValues(scaled(dual_->values, 1 / factor), dual_->dtype);
    scaling_ = scaling;
}

/// Whether the window is 0 from one place to another.
bool ShortTimeFFT::is_zero(std::int64_t from, std::int64_t to) const {
    for (std::int64_t i = std::max<std::int64_t>(from, 0); i < std::min(to, m_num()); ++i)
        if (std::norm(window_.values[static_cast<std::size_t>(i)]) != 0) return false;
    return true;
}

void ShortTimeFFT::check_length(std::int64_t n) const {
    const std::int64_t least = m_num() - m_num_mid();
    if (n < least)
        throw ValueError("The number of samples " + std::to_string(n) +
                         " must be >= ceil(m_num/2) = " + std::to_string(least) + "!");
}

ShortTimeFFT::Range ShortTimeFFT::first() const {
    const std::int64_t n = m_num();
    std::int64_t p = 0;
    for (std::int64_t k = -m_num_mid();; k -= hop_, --p) {
        const std::int64_t following = k - hop_;  // where the slice before begins, as a place from the window's end
        if (following + n <= 0 || is_zero(n + following, n)) return {k, p};
    }
}

ShortTimeFFT::Range ShortTimeFFT::last(std::int64_t n) const {
    check_length(n);
    std::int64_t p = n / hop_, k = p * hop_ - m_num_mid();
    for (; k + hop_ < n && !is_zero(0, n - k - hop_); k += hop_) ++p;
    return {k + m_num(), p + 1};
}

ShortTimeFFT::Range ShortTimeFFT::p_range(std::int64_t n, std::optional<std::int64_t> p0,
                                          std::optional<std::int64_t> p1) const {
    const std::int64_t least = p_min(), most = p_max(n), from = p0.value_or(least), to = p1.value_or(most);
    if (!(least <= from && from < to && to <= most))
        throw ValueError("Invalid Parameter p0=" + std::to_string(from) + ", p1=" + std::to_string(to) + ", i.e., " +
                         std::to_string(least) + " <= p0 < p1 <= " + std::to_string(most) + " does not hold!");
    return {from, to};
}

ShortTimeFFT::Range ShortTimeFFT::lower_border_end() const {
    std::int64_t k = 0;
    while (k < m_num() && window_.values[static_cast<std::size_t>(k)] == 0.0) ++k;
    if (k == m_num()) throw IndexError("lower_border_end: the window is 0 everywhere");
    k -= m_num_mid();
    for (std::int64_t p = 1; p < m_num() + 2 && k <= hop_; ++p, k += hop_)
        if (k + hop_ >= 0) return {k + m_num(), p};
    return {0, std::max<std::int64_t>(p_min(), 0)};
}

ShortTimeFFT::Range ShortTimeFFT::upper_border_begin(std::int64_t n) const {
    check_length(n);
    const auto floored = [&](std::int64_t x) { return x >= 0 ? x / hop_ : -((hop_ - 1 - x) / hop_); };
    for (std::int64_t p = n / hop_ + 1; p > std::max<std::int64_t>(floored(n - m_num()) - 1, -1); --p) {
        const std::int64_t k = p * hop_ + m_num() - m_num_mid();
        if (k <= n || is_zero(m_num() - (k - n), m_num())) return {(p + 1) * hop_ - m_num_mid(), p + 1};
    }
    return {0, 0};
}

std::int64_t ShortTimeFFT::nearest_k_p(std::int64_t k, bool left) const {
    const std::int64_t rest = ((k % hop_) + hop_) % hop_;
    return rest == 0 ? k : left ? k - rest : k - rest + hop_;
}

std::tuple<double, double, double, double> ShortTimeFFT::extent(std::int64_t n, std::string_view axes_seq,
                                                                bool center_bins) const {
    if (axes_seq != "tf" && axes_seq != "ft")
        throw ValueError("Parameter axes_seq='" + std::string(axes_seq) + "' not in ['tf', 'ft']!");
    if (mode_ == "twosided")
        throw ValueError("Attribute fft_mode=twosided must be in ['centered', 'onesided', 'onesided2X']");
    const double half = center_bins ? 0.5 : 0;
    const auto at = [half](std::int64_t place, double step) { return (static_cast<double>(place) - half) * step; };
    const std::int64_t low = mode_ == "centered" ? -(mfft_ / 2) : 0, high = low + f_pts();
    const double t0 = at(p_min(), delta_t()), t1 = at(p_max(n), delta_t()), f0 = at(low, delta_f()),
                 f1 = at(high, delta_f());
    if (axes_seq == "tf") return {t0, t1, f0, f1};
    return {f0, f1, t0, t1};
}

}  // namespace cuprum::scipy::signal
