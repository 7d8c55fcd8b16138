// SciPy's spectra of signals.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/scipy/signal_resampling.h"

namespace cuprum::scipy::signal {

/// How the trend of segments is taken off.
class Detrend {
public:
    /// The mean of each segment, or nothing.
    Detrend(bool constant = true) : type_(constant ? "constant" : "") {}
    /// "constant" or "linear"; ValueError for another word.
    Detrend(std::string_view type);
    Detrend(const char* type) : Detrend(std::string_view(type)) {}
    /// What a function makes of segments, which lie along the last axis.
    Detrend(std::function<ndarray(const ndarray&)> function) : function_(std::move(function)) {}

    /// "constant", "linear", or "" for nothing.
    const std::string& type() const { return type_; }
    const std::function<ndarray(const ndarray&)>& function() const { return function_; }

private:
    std::string type_;
    std::function<ndarray(const ndarray&)> function_;
};

/// Frequencies, times of the segments' middles, and values, with an axis of times behind the others.
struct Spectrum {
    ndarray frequencies, times, values;
};

/// What `stft` is told beside the signal.
struct StftOptions {
    double fs = 1.0;                   ///< Samples a unit of time.
    Window window = {.name = "hann"};  ///< What segments are multiplied with.
    std::optional<std::int64_t> nperseg = 256, noverlap{}, nfft{};
    Detrend detrend = false;
    bool return_onesided = true;  ///< Of real signals only frequencies that are not negative.
    CUPRUM_WORDS("even", "odd", "constant", "zeros")
    std::optional<std::string_view> boundary = "zeros";
    bool padded = true;  ///< Zeros fill the last segment.
    std::int64_t axis = -1;
    CUPRUM_WORDS("spectrum", "psd")
    std::string_view scaling = "spectrum";
};

/// The transforms of segments, scaled.
///
/// Parameters
///     x: samples.
///     fs: samples a unit of time.
///     window: what segments are multiplied with: a name, a tuple of a name and parameters, or values.
///     nperseg: the length of segments.
///     noverlap: by how many samples they overlap; half of them by default.
///     nfft: the length of transforms, with zeros behind the samples.
///     detrend: 'constant' or 'linear', a function of segments, or False.
///     return_onesided: of real signals only frequencies that are not negative.
///     boundary: how the signal continues by half a segment: 'even', 'odd', 'constant', 'zeros', or None.
///     padded: whether zeros fill the last segment.
///     axis: along which samples follow each other.
///     scaling: 'spectrum' or 'psd'.
/// Returns
///     Frequencies, times, and the transforms.
/// Raises
///     ValueError: lengths that do not go together, or another word.
/// Example
///     >>> cuprumx.scipy.signal.stft(cp.ones(8), nperseg=4)[2].shape
///     (3, 5)
CUPRUM_PYTHON Spectrum stft(CUPRUM_FROM_NUMPY const ndarray& x, const StftOptions& options = {});

/// What `spectrogram` is told beside the signal.
struct SpectrogramOptions {
    double fs = 1.0;
    Window window = {.name = "tukey", .parameters = {0.25}};
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    Detrend detrend = "constant";
    bool return_onesided = true;
    CUPRUM_WORDS("density", "spectrum")
    std::string_view scaling = "density";
    std::int64_t axis = -1;
    CUPRUM_WORDS("psd", "complex", "magnitude", "angle", "phase")
    std::string_view mode = "psd";
};

/// How much power a signal has at frequencies and times.
///
/// Parameters
///     x: samples.
///     fs, window, nperseg, nfft, detrend, return_onesided, axis: as of `stft`.
///     noverlap: an eighth of a segment by default.
///     scaling: 'density' for power a unit of frequency, 'spectrum' for power.
///     mode: 'psd' for power, 'complex' for the transform, 'magnitude', 'angle', or 'phase' without jumps.
/// Returns
///     Frequencies, times, and values.
/// Raises
///     ValueError: as `stft`.
/// Example
///     >>> cuprumx.scipy.signal.spectrogram(cp.ones(512))[2].shape
///     (129, 2)
CUPRUM_PYTHON Spectrum spectrogram(CUPRUM_FROM_NUMPY const ndarray& x, const SpectrogramOptions& options = {});

/// Frequencies, and values there.
struct PowerSpectrum {
    ndarray frequencies, values;
};

/// What `welch` and `csd` are told beside the signals.
struct WelchOptions {
    double fs = 1.0;
    Window window = {.name = "hann"};
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    Detrend detrend = "constant";
    bool return_onesided = true;
    CUPRUM_WORDS("density", "spectrum")
    std::string_view scaling = "density";
    std::int64_t axis = -1;
    CUPRUM_WORDS("mean", "median")
    std::string_view average = "mean";
};

/// The power of a signal by frequency, averaged over segments (P. Welch, IEEE Trans. Audio Electroacoust. 15, 1967).
///
/// Parameters
///     x: samples.
///     fs, window, nperseg, noverlap, nfft, detrend, return_onesided, axis: as of `stft`.
///     scaling: 'density' for power a unit of frequency, 'spectrum' for power.
///     average: over segments, 'mean' or 'median'.
/// Returns
///     Frequencies and power.
/// Raises
///     ValueError: as `stft`.
/// Example
///     >>> cuprumx.scipy.signal.welch(cp.ones(512))[1].shape
///     (129,)
CUPRUM_PYTHON PowerSpectrum welch(CUPRUM_FROM_NUMPY const ndarray& x, const WelchOptions& options = {});

/// The power that two signals have in common, with its phase.
///
/// Parameters
///     x: samples.
///     y: samples of another signal.
///     fs, window, nperseg, noverlap, nfft, detrend, return_onesided, scaling, axis, average: as of `welch`.
/// Returns
///     Frequencies and complex power.
/// Raises
///     ValueError: as `stft`.
/// Example
///     >>> cuprumx.scipy.signal.csd(cp.ones(512), cp.arange(512.))[1].dtype
///     dtype('complex128')
CUPRUM_PYTHON PowerSpectrum csd(CUPRUM_FROM_NUMPY const ndarray& x, CUPRUM_FROM_NUMPY const ndarray& y,
                                const WelchOptions& options = {});

/// What `periodogram` is told beside the signal.
struct PeriodogramOptions {
    double fs = 1.0;
    std::optional<Window> window = Window{.name = "boxcar"};  ///< Nothing is that as well.
    std::optional<std::int64_t> nfft{};
    Detrend detrend = "constant";
    bool return_onesided = true;
    CUPRUM_WORDS("density", "spectrum")
    std::string_view scaling = "density";
    std::int64_t axis = -1;
};

/// The power of a signal by frequency, as one segment.
///
/// Parameters
///     x: samples.
///     fs, window, nfft, detrend, return_onesided, scaling, axis: as of `welch`.
/// Returns
///     Frequencies and power.
/// Raises
///     ValueError: as `welch`.
/// Example
///     >>> cuprumx.scipy.signal.periodogram(cp.array([1., -1., 1., -1.]))[1]
///     array([0., 0., 4.])
CUPRUM_PYTHON PowerSpectrum periodogram(CUPRUM_FROM_NUMPY const ndarray& x, const PeriodogramOptions& options = {});

/// What `coherence` is told beside the signals.
struct CoherenceOptions {
    double fs = 1.0;
    Window window = {.name = "hann"};
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    Detrend detrend = "constant";
    std::int64_t axis = -1;
};

/// How far two signals go together, from 0 to 1, by frequency.
///
/// Parameters
///     x: samples.
///     y: samples of another signal.
///     fs, window, nperseg, noverlap, nfft, detrend, axis: as of `welch`.
/// Returns
///     Frequencies and coherence.
/// Raises
///     ValueError: as `welch`.
/// Example
///     >>> cuprumx.scipy.signal.coherence(cp.arange(512.) % 7, cp.arange(512.) % 7)[1].max()
///     array(1.)
CUPRUM_PYTHON PowerSpectrum coherence(CUPRUM_FROM_NUMPY const ndarray& x, CUPRUM_FROM_NUMPY const ndarray& y,
                                      const CoherenceOptions& options = {});

/// What `istft` is told beside the transforms.
struct IstftOptions {
    double fs = 1.0;
    Window window = {.name = "hann"};
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    bool input_onesided = true, boundary = true;
    std::int64_t time_axis = -1, freq_axis = -2;
    CUPRUM_WORDS("spectrum", "psd")
    std::string_view scaling = "spectrum";
};
struct TimeSignal {
    ndarray times, values;
};

/// The signal of which these are the transforms of segments.
///
/// Parameters
///     Zxx: transforms, as `stft` gives them.
///     fs, window, nperseg, noverlap, nfft, scaling: as `stft` was told.
///     input_onesided: whether negative frequencies were left out.
///     boundary: whether the signal had been continued by half a segment.
///     time_axis: the axis of times.
///     freq_axis: that of frequencies.
/// Returns
///     Times, as many as the first axis of the samples is long, and samples.
/// Raises
///     ValueError: lengths that do not go together, or one axis for both.
/// Example
///     >>> transforms = cuprumx.scipy.signal.stft(cp.arange(8.), nperseg=4)[2]
///     >>> cuprumx.scipy.signal.istft(transforms, nperseg=4)[1].round(3)
///     array([0., 1., 2., 3., 4., 5., 6., 7.])
CUPRUM_PYTHON TimeSignal istft(CUPRUM_FROM_NUMPY const ndarray& Zxx, const IstftOptions& options = {});

/// Whether a window's overlapping copies add up to a constant.
///
/// Parameters
///     window: a window, as `stft` takes it.
///     nperseg: its length.
///     noverlap: by how much the copies overlap.
///     tol: how far they may be off.
/// Returns
///     A bool.
/// Raises
///     ValueError: lengths that do not go together.
/// Example
///     >>> cuprumx.scipy.signal.check_COLA('hann', 8, 4)
///     True
CUPRUM_PYTHON bool check_COLA(const Window& window, std::int64_t nperseg, std::int64_t noverlap, double tol = 1e-10);

/// Whether a window's squared overlapping copies are zero nowhere.
///
/// Parameters
///     window: a window, as `stft` takes it.
///     nperseg: its length.
///     noverlap: by how much the copies overlap.
///     tol: what counts as zero.
/// Returns
///     A bool.
/// Raises
///     ValueError: lengths that do not go together.
/// Example
///     >>> cuprumx.scipy.signal.check_NOLA('hann', 8, 4)
///     True
CUPRUM_PYTHON bool check_NOLA(const Window& window, std::int64_t nperseg, std::int64_t noverlap, double tol = 1e-10);

/// Power by frequency of samples at any times (N. Lomb 1976, J. Scargle 1982).
///
/// Parameters
///     x: times of samples.
///     y: samples.
///     freqs: angular frequencies.
///     precenter: whether the samples' mean is taken off first.
///     normalize: False or 'power'; True or 'normalize' for a share of the samples' power; 'amplitude' for complex
///         amplitudes.
///     weights: of samples; all the same if None.
///     floating_mean: whether a mean is fitted at each frequency.
/// Returns
///     Power at each frequency.
/// Raises
///     ValueError: arrays of other lengths or not of one dimension, another word.
/// Example
///     >>> cuprumx.scipy.signal.lombscargle(cp.arange(4.), cp.array([1., -1., 1., -1.]), cp.array([3.14159])).round(3)
///     array([2.])
CUPRUM_SIGNATURE("x, y, freqs, precenter, normalize, *, weights, floating_mean")
CUPRUM_PYTHON ndarray lombscargle(CUPRUM_FROM_NUMPY const ndarray& x, CUPRUM_FROM_NUMPY const ndarray& y,
                                  CUPRUM_FROM_NUMPY const ndarray& freqs, bool precenter = false,
                                  const std::variant<bool, std::string_view>& normalize = false,
                                  const ndarray* weights = nullptr, bool floating_mean = false);

/// How closely events keep to a period, and at which phase.
///
/// Parameters
///     events: times of events, one dimension.
///     period: a period, or several.
/// Returns
///     Strengths from 0 to 1, and phases in radians.
/// Raises
///     ValueError: arrays of more than one dimension; on a CPU also periods that are not positive, which a GPU is
///     not asked for, since the call would have to wait: their strengths and phases mean nothing.
/// Example
///     >>> cuprumx.scipy.signal.vectorstrength(cp.array([1., 2., 3.]), 1.)[0]
///     array(1.)
CUPRUM_PYTHON std::pair<ndarray, ndarray> vectorstrength(CUPRUM_FROM_NUMPY const ndarray& events,
                                                         const ndarray& period);

/// A transform to points on a spiral in the complex plane, `a * w ** -k` (L. Rabiner et al. 1969).
class ChirpTransform {
public:
    /// From `n` samples to `m` points; without `w`, to `m` points around the unit circle.
    ChirpTransform(std::int64_t n, std::int64_t m, std::optional<std::complex<double>> w = {},
                   std::complex<double> a = 1.0);
    /// To `m` frequencies of a band of a signal with `fs` samples a unit of time.
    static ChirpTransform zoom(std::int64_t n, double from, double to, std::int64_t m, double fs = 2,
                               bool endpoint = false);

    ndarray operator()(const ndarray& x, std::int64_t axis = -1) const;
    ndarray points() const;
    std::int64_t samples() const { return n_; }
    std::int64_t size() const { return m_; }

protected:
    ChirpTransform() = default;

private:
    void prepare();

    std::int64_t n_ = 0, m_ = 0, length_ = 0;
    std::complex<double> w_ = 1.0, a_ = 1.0;
    double turn_ = 0;         // the phase of `w` by pi, where it lies on the unit circle
    bool circle_ = false;     // whether it does
    std::int64_t parts_ = 0;  // of the whole circle, or 0
    ndarray before_, spectrum_, after_;
};

/// Points of a transform on a spiral in the complex plane.
///
/// Parameters
///     m: how many.
///     w: from each point to the one before; around the unit circle by default.
///     a: the first point.
/// Returns
///     complex128; float64 where `w` and `a` are both given as real numbers.
/// Raises
///     ValueError: a number below one.
/// Example
///     >>> cuprumx.scipy.signal.czt_points(2).real
///     array([ 1., -1.])
CUPRUM_PYTHON ndarray czt_points(std::int64_t m, std::optional<Scalar> w = {},
                                 const Scalar& a = Scalar(std::complex<double>(1)));

/// A transform of signals of one length to points on a spiral.
class CZT : public ChirpTransform {
public:
    /// A transform of signals of one length to points on a spiral in the complex plane.
    ///
    /// Parameters
    ///     n: the number of samples.
    ///     m: the number of points; `n` by default.
    ///     w: from each point to the one before; around the unit circle by default.
    ///     a: the first point.
    /// Raises
    ///     ValueError: a number below one.
    /// Example
    ///     >>> cp.abs(cuprumx.scipy.signal.CZT(3)(cp.ones(3))).round(6)
    ///     array([3., 0., 0.])
    CUPRUM_PYTHON explicit CZT(std::int64_t n, std::optional<std::int64_t> m = {}, std::optional<Scalar> w = {},
                               const Scalar& a = Scalar(std::complex<double>(1)));
    /// The transform along an axis, of which the length is `n`.
    CUPRUM_SIGNATURE("x, *, axis")
    CUPRUM_PYTHON ndarray operator()(const ndarray& x, std::int64_t axis = -1) const {
        return ChirpTransform::operator()(x, axis);
    }
    /// The points.
    CUPRUM_PYTHON ndarray points() const { return czt_points(size(), step_, first_); }
    /// The number of samples.
    CUPRUM_PROPERTY std::int64_t n() const { return samples(); }
    /// The number of points.
    CUPRUM_PROPERTY std::int64_t m() const { return size(); }
    /// From each point to the one before, or None.
    CUPRUM_PROPERTY std::optional<Scalar> w() const { return step_; }
    /// The first point.
    CUPRUM_PROPERTY Scalar a() const { return first_; }

protected:
    CZT() = default;
    explicit CZT(ChirpTransform made) : ChirpTransform(std::move(made)) {}

private:
    std::optional<Scalar> step_;
    Scalar first_ = Scalar(std::complex<double>(1));
};

/// A band of frequencies: up to one, or between two.
struct FrequencyBand {
    FrequencyBand(double last) : last(last) {}
    FrequencyBand(double first, double last) : first(first), last(last) {}
    double first = 0, last;
};

/// A transform of signals of one length to the frequencies of a band.
class ZoomFFT : public CZT {
public:
    /// A transform of signals of one length to the frequencies of a band.
    ///
    /// Parameters
    ///     n: the number of samples.
    ///     fn: the last frequency, or the first and the last.
    ///     m: the number of frequencies; `n` by default.
    ///     fs: samples a unit of time.
    ///     endpoint: whether the last frequency is one of them.
    /// Raises
    ///     ValueError: a number below one, or other than one or two frequencies.
    /// Example
    ///     >>> cuprumx.scipy.signal.ZoomFFT(4, 1.0)(cp.ones(4)).shape
    ///     (4,)
    CUPRUM_SIGNATURE("n, fn, m, *, fs, endpoint")
    CUPRUM_TRAITS("pickled by its state")
    CUPRUM_PYTHON ZoomFFT(std::int64_t n, const FrequencyBand& fn, std::optional<std::int64_t> m = {}, double fs = 2,
                          bool endpoint = false);
    ZoomFFT() = default;  // until `set_state`
    /// The points.
    CUPRUM_PYTHON ndarray points() const { return ChirpTransform::points(); }
    /// The first frequency.
    CUPRUM_PROPERTY double f1() const { return band_.first; }
    /// The last frequency.
    CUPRUM_PROPERTY double f2() const { return band_.last; }
    /// Samples a unit of time.
    CUPRUM_PROPERTY double fs() const { return fs_; }

    /// What the transform is made of, for pickles, and the transform of that.
    std::vector<ndarray> state() const;
    void set_state(const std::vector<ndarray>& state);

private:
    FrequencyBand band_ = 1.0;
    double fs_ = 2;
    bool endpoint_ = false;
};

/// The transform of a signal to points on a spiral in the complex plane.
///
/// Parameters
///     x: samples.
///     m: the number of points; as many as samples by default.
///     w: from each point to the one before; around the unit circle by default.
///     a: the first point.
///     axis: along which samples follow each other.
/// Returns
///     Complex values at the points.
/// Raises
///     ValueError: a number below one.
/// Example
///     >>> cp.abs(cuprumx.scipy.signal.czt(cp.ones(3))).round(6)
///     array([3., 0., 0.])
CUPRUM_SIGNATURE("x, m, w, a, *, axis")
CUPRUM_PYTHON ndarray czt(CUPRUM_FROM_NUMPY const ndarray& x, std::optional<std::int64_t> m = {},
                          std::optional<Scalar> w = {}, const Scalar& a = Scalar(std::complex<double>(1)),
                          std::int64_t axis = -1);

/// The transform of a signal to the frequencies of a band.
///
/// Parameters
///     x: samples.
///     fn: the last frequency, or the first and the last.
///     m: the number of frequencies; as many as samples by default.
///     fs: samples a unit of time.
///     endpoint: whether the last frequency is one of them.
///     axis: along which samples follow each other.
/// Returns
///     Complex values at the frequencies.
/// Raises
///     ValueError: a number below one.
/// Example
///     >>> cp.abs(cuprumx.scipy.signal.zoom_fft(cp.ones(4), 1.0, 2)).round(6)
///     array([4., 0.])
CUPRUM_SIGNATURE("x, fn, m, *, fs, endpoint, axis")
CUPRUM_PYTHON ndarray zoom_fft(CUPRUM_FROM_NUMPY const ndarray& x, const FrequencyBand& fn,
                               std::optional<std::int64_t> m = {}, double fs = 2, bool endpoint = false,
                               std::int64_t axis = -1);

/// The complex Morlet wavelet: a wave of frequency `w` under a Gaussian.
///
/// Parameters
///     M: its length.
///     w: its frequency.
///     s: how far it reaches, in turns of `2 pi`.
///     complete: whether its mean is taken off.
/// Returns
///     complex128.
/// Raises
///     ValueError: a negative number of points.
/// Example
///     >>> cuprumx.scipy.signal.morlet(3)[1].round(3)
///     array(0.751+0.j)
CUPRUM_PYTHON ndarray morlet(std::int64_t M, double w = 5.0, double s = 1.0, bool complete = true);

/// The complex Morlet wavelet of a given width, for `cwt`.
///
/// Parameters
///     M: its length.
///     s: its width.
///     w: its frequency.
/// Returns
///     complex128.
/// Example
///     >>> cuprumx.scipy.signal.morlet2(3, 1.)[1].round(3)
///     array(0.751+0.j)
CUPRUM_PYTHON ndarray morlet2(std::int64_t M, double s, double w = 5);

/// The Ricker wavelet ("Mexican hat"), the negative second derivative of a Gaussian, of norm 1.
///
/// Parameters
///     points: its length.
///     a: its width.
/// Returns
///     float64.
/// Example
///     >>> cuprumx.scipy.signal.ricker(3, 1.).round(3)
///     array([0.   , 0.867, 0.   ])
CUPRUM_PYTHON ndarray ricker(std::int64_t points, double a);

/// The high-pass filter of a pair of quadrature mirror filters, from the low-pass one: its coefficients from the last
/// to the first, every second one with its sign turned.
///
/// Parameters
///     hk: coefficients of the low-pass filter, (N,).
/// Returns
///     The high-pass filter, of the dtype of `hk`.
/// Raises
///     ValueError: `hk` has not one axis.
/// Example
///     >>> cuprumx.scipy.signal.qmf(cuprum.array([1., 2., 3.]))
///     array([ 3., -2.,  1.])
CUPRUM_PYTHON ndarray qmf(CUPRUM_FROM_NUMPY const ndarray& hk);

}  // namespace cuprum::scipy::signal
