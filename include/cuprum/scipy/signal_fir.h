// SciPy's designs of FIR filters, whose coefficients are computed on the host.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::scipy::signal {

/// A window by its name and parameters, or by Kaiser's beta: `{.window = "hann"}`, `{.window = {"kaiser", {8.6}}}`,
/// `{.window = 8.6}`.
struct WindowChoice {
    std::string name;
    std::vector<double> parameters;
    WindowChoice(const char* name) : name(name) {}
    WindowChoice(std::string_view name, std::vector<double> parameters = {})
        : name(name), parameters(std::move(parameters)) {}
    WindowChoice(double beta) : name("kaiser"), parameters{beta} {}
};

/// Kaiser's beta for a window whose sidelobes are so far down.
///
/// Parameters
///     a: attenuation in dB.
/// Returns
///     beta.
/// Example
///     >>> round(cuprumx.scipy.signal.kaiser_beta(65), 4)
///     6.2043
CUPRUM_PYTHON double kaiser_beta(double a);

/// The attenuation of a FIR filter that a Kaiser window makes.
///
/// Parameters
///     numtaps: its length.
///     width: the width of the transition as a part of Nyquist's frequency.
/// Returns
///     dB.
/// Example
///     >>> round(cuprumx.scipy.signal.kaiser_atten(211, 0.0375), 3)
///     64.481
CUPRUM_PYTHON double kaiser_atten(double numtaps, double width);

/// The length of a FIR filter and Kaiser's beta, which make an attenuation.
struct KaiserOrder {
    std::int64_t numtaps;
    double beta;
};

/// The length of a FIR filter and Kaiser's beta that do what is asked for.
///
/// Parameters
///     ripple: greatest ripple in dB.
///     width: the width of the transition as a part of Nyquist's frequency.
/// Returns
///     Length and beta.
/// Raises
///     ValueError: less than 8 dB, for which the formula is not made.
/// Example
///     >>> cuprumx.scipy.signal.kaiserord(65, 0.0375)[0]
///     213
CUPRUM_PYTHON KaiserOrder kaiserord(double ripple, double width);

/// How `firwin` goes about it.
struct FirwinOptions {
    std::optional<double> width = {};                ///< Width of the transition, by which a Kaiser window is chosen.
    std::optional<WindowChoice> window = "hamming";  ///< Of no account where `width` is given.
    /// Whether the frequency 0 passes; or "lowpass", "highpass", "bandpass", "bandstop".
    std::variant<bool, std::string_view> pass_zero = true;
    bool scale = true;
    std::optional<double> fs = {};  ///< Sampling frequency; 2 by default.
};

/// A FIR filter by the window method.
///
/// Parameters
///     numtaps: its length.
///     cutoff: the edges of its bands, between 0 and fs / 2, from the lowest to the highest.
///     width: the width of the transition, by which a Kaiser window is chosen instead of `window`.
///     window: as `get_window` takes it.
///     pass_zero: whether the frequency 0 passes; or "lowpass", "highpass", "bandpass", "bandstop".
///     scale: whether the response is 1 at the center of the first passband.
///     fs: the sampling frequency.
/// Returns
///     The coefficients.
/// Raises
///     ValueError: edges out of range or not in order; an even length of a filter that passes Nyquist's frequency;
///     a window that there is not.
/// Example
///     >>> cuprumx.scipy.signal.firwin(3, 0.5).round(3)
///     array([0.046, 0.908, 0.046])
CUPRUM_PYTHON ndarray firwin(std::int64_t numtaps, const Numbers& cutoff, const FirwinOptions& options = {});

/// A FIR filter of images by the window method: the product of one of `firwin` for each axis, or one that is about the
/// same in all directions.
///
/// Parameters
///     hsize: its two lengths.
///     window: a window for each axis, or, for a circular filter, one window; as `get_window` takes them.
///     fc: the edges of its bands, between 0 and fs / 2, from the lowest to the highest.
///     fs: the sampling frequency.
///     circular: whether it is about the same in all directions: by its distance from the middle, each coefficient is
///         taken from one long filter.
///     pass_zero: taken for SciPy's sake, which does not look at it: the frequency 0 passes.
///     scale: taken for SciPy's sake, which does not look at it: the response at the center of the passband is 1.
/// Returns
///     The coefficients; of shape `hsize`, or of a circular filter the other way round.
/// Raises
///     ValueError: other than two lengths or windows; edges out of range or not in order; a window that there is not.
/// Example
///     >>> cuprumx.scipy.signal.firwin_2d((3, 1), ("hamming", "hamming"), fc=0.5).round(3)
///     array([[0.046],
///            [0.908],
///            [0.046]])
CUPRUM_SIGNATURE("hsize, window, *, fc, fs, circular, pass_zero=true, scale=true")
CUPRUM_PYTHON ndarray firwin_2d(const Dims& hsize, const std::vector<WindowChoice>& window,
                                const std::optional<Numbers>& fc = {}, double fs = 2, bool circular = false);

/// How `firwin2` goes about it.
struct Firwin2Options {
    std::optional<std::int64_t> nfreqs = {};  ///< Points at which the response is interpolated.
    std::optional<WindowChoice> window = "hamming";
    std::optional<double> nyq = {};  ///< Half the sampling frequency, before `fs`.
    bool antisymmetric = false;
    std::optional<double> fs = {};  ///< Sampling frequency; 2 by default.
};

/// A FIR filter of any response, by the window method.
///
/// Parameters
///     numtaps: its length.
///     freq: frequencies from 0 to fs / 2; one that stands twice is a step.
///     gain: the gains there.
///     nfreqs: at how many points the response is interpolated; more than `numtaps`.
///     window: as `get_window` takes it; None for none.
///     antisymmetric: whether the coefficients are antisymmetric.
///     fs: the sampling frequency.
/// Returns
///     The coefficients.
/// Raises
///     ValueError: frequencies not in order, not from 0 to fs / 2, or more than twice; gains that a filter of this
///     length and symmetry cannot have.
/// Example
///     >>> cuprumx.scipy.signal.firwin2(5, [0, 0.5, 1], [1, 1, 0]).round(3)
///     array([-0.009,  0.111,  0.75 ,  0.111, -0.009])
CUPRUM_PYTHON ndarray firwin2(std::int64_t numtaps, const Numbers& freq, const Numbers& gain,
                              const Firwin2Options& options = {});

/// A FIR filter with the least squares of errors.
///
/// Parameters
///     numtaps: its length, an odd one.
///     bands: the edges of the bands, two each.
///     desired: the gain at each edge, with straight lines between them.
///     weight: the weight of each band; 1 by default.
///     fs: the sampling frequency.
/// Returns
///     The coefficients.
/// Raises
///     ValueError: an even length; bands that overlap, are not in order or out of range; another number of gains or
///     weights; negative ones.
/// Example
///     >>> cuprumx.scipy.signal.firls(3, [0, 0.4, 0.6, 1], [1, 1, 0, 0]).round(3)
///     array([0.307, 0.5  , 0.307])
CUPRUM_PYTHON ndarray firls(double numtaps, const Numbers& bands, const Numbers& desired,
                            const std::optional<Numbers>& weight = {}, std::optional<double> fs = {});

/// How `remez` goes about it.
struct RemezOptions {
    std::optional<Numbers> weight = {};
    CUPRUM_WORDS("bandpass", "differentiator", "hilbert")
    std::string_view type = "bandpass";  ///< "bandpass", "differentiator" or "hilbert".
    std::int64_t maxiter = 25;
    std::int64_t grid_density = 16;
    std::optional<double> fs = {};  ///< Sampling frequency; 1 by default.
};

/// A FIR filter with the least greatest error (Parks and McClellan).
///
/// Parameters
///     numtaps: its length.
///     bands: the edges of the bands, two each, between 0 and fs / 2.
///     desired: the gain of each band; of a differentiator, its slope.
///     weight: the weight of each band; 1 by default.
///     type: "bandpass", "differentiator" or "hilbert"; the last two are antisymmetric.
///     maxiter: after so many exchanges the search fails.
///     grid_density: frequencies that are looked at, by coefficient; times `numtaps` it is below 2**31.
///     fs: the sampling frequency.
/// Returns
///     The coefficients.
/// Raises
///     ValueError: bands out of range or not in order; another number of gains or weights; another type; a search that
///     does not end.
/// Example
///     >>> cuprumx.scipy.signal.remez(3, [0, 0.1, 0.4, 0.5], [1, 0]).shape
///     (3,)
CUPRUM_SIGNATURE("numtaps, bands, desired, *, weight, type, maxiter, grid_density, fs")
CUPRUM_PYTHON ndarray remez(std::int64_t numtaps, const Numbers& bands, const Numbers& desired,
                            const RemezOptions& options = {});

/// A filter of least delay, made of one of linear phase.
///
/// Parameters
///     h: symmetric coefficients.
///     method: "homomorphic" for any filter, whose magnitude becomes its square root; "hilbert" for one of equal
///     ripples.
///     n_fft: points of the transform; by default so many that the error is small.
///     half: whether the result has about half the length of `h` and the square root of its magnitude; if not, it has
///     all of its magnitude.
/// Returns
///     The coefficients.
/// Raises
///     ValueError: complex coefficients, fewer than three, another method, a transform that is too short; not `half`
///     with "hilbert".
/// Example
///     >>> cuprumx.scipy.signal.minimum_phase([1., 2., 1.]).round(3)
///     array([0.988, 1.012])
CUPRUM_PYTHON ndarray minimum_phase(const Numbers& h,
                                    CUPRUM_WORDS("homomorphic", "hilbert") std::string_view method = "homomorphic",
                                    std::optional<std::int64_t> n_fft = {}, bool half = true);

}  // namespace cuprum::scipy::signal
