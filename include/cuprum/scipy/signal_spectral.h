// SciPy's spectra of signals.
#pragma once

#include <complex>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/scipy/signal_resampling.h"

namespace cuprum::scipy::signal {

/// How a signal is cut into segments, and what their transforms are scaled by.
struct SpectrumOptions {
    double fs = 1;    ///< Samples a unit of time.
    Window window{};  ///< What segments are multiplied with.
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    std::string detrend = "constant";                    ///< "constant", "linear", or "" for none.
    std::function<ndarray(const ndarray&)> detrender{};  ///< A function of segments in place of that.
    bool onesided = true;
    std::string scaling = "density";  ///< Or "spectrum".
    std::int64_t axis = -1;
    std::string boundary{};        ///< "even", "odd", "constant", "zeros", or "" for none.
    bool padded = false;           ///< Zeros fill the last segment.
    std::string average = "mean";  ///< Or "median".
};

/// Frequencies, times of the segments' middles, and values, with an axis of times behind the others.
struct Spectrum {
    ndarray frequencies, times, values;
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
Spectrum stft(const ndarray& x, const SpectrumOptions& options);

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
Spectrum spectrogram(const ndarray& x, const SpectrumOptions& options, std::string_view mode = "psd");

/// Frequencies, and values there.
struct PowerSpectrum {
    ndarray frequencies, values;
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
PowerSpectrum welch(const ndarray& x, const SpectrumOptions& options = {});

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
PowerSpectrum csd(const ndarray& x, const ndarray& y, const SpectrumOptions& options = {});

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
PowerSpectrum periodogram(const ndarray& x, const SpectrumOptions& options = {.window = {.name = "boxcar"}});

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
PowerSpectrum coherence(const ndarray& x, const ndarray& y, const SpectrumOptions& options = {});

/// What `istft` is told beside the transforms.
struct InverseOptions {
    double fs = 1;
    Window window{};
    std::optional<std::int64_t> nperseg{}, noverlap{}, nfft{};
    bool onesided = true, boundary = true;
    std::int64_t time_axis = -1, freq_axis = -2;
    std::string scaling = "spectrum";
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
TimeSignal istft(const ndarray& Zxx, const InverseOptions& options = {});

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
bool check_COLA(const Window& window, std::int64_t nperseg, std::int64_t noverlap, double tol = 1e-10);

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
bool check_NOLA(const Window& window, std::int64_t nperseg, std::int64_t noverlap, double tol = 1e-10);

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
ndarray lombscargle(const ndarray& x, const ndarray& y, const ndarray& freqs, bool precenter = false,
                    std::string_view normalize = "power", const ndarray* weights = nullptr, bool floating_mean = false);

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
std::pair<ndarray, ndarray> vectorstrength(const ndarray& events, const ndarray& period);

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

private:
    ChirpTransform() = default;
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
ndarray czt_points(std::int64_t m, std::optional<std::complex<double>> w = {}, std::complex<double> a = 1.0);
ndarray czt_points(std::int64_t m, double w, double a);

/// The complex Morlet wavelet: a wave of frequency `w` under a Gaussian.
///
/// Parameters
///     M: its length.
///     w: its frequency.
///     s: how far it reaches, in turns of `2 pi`.
///     complete: whether its mean is taken off.
/// Returns
///     complex128.
/// Example
///     >>> cuprumx.scipy.signal.morlet(3)[1].round(3)
///     array(0.751+0.j)
ndarray morlet(std::int64_t M, double w = 5, double s = 1, bool complete = true);

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
ndarray morlet2(std::int64_t M, double s, double w = 5);

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
ndarray ricker(std::int64_t points, double a);

/// The high-pass filter of a pair of quadrature mirror filters, from the low-pass one: its coefficients from the last
/// to the first, every second one with its sign turned.
///
/// Parameters
///     hk: coefficients of the low-pass filter, (N,).
/// Returns
///     The high-pass filter, of the dtype of `hk`.
/// Example
///     >>> cuprumx.scipy.signal.qmf(cuprum.array([1., 2., 3.]))
///     array([ 3., -2.,  1.])
CUPRUM_PYTHON ndarray qmf(const ndarray& hk);

}  // namespace cuprum::scipy::signal
