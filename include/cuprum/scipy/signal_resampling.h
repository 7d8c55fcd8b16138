// SciPy's resampling and smoothing of signals: rates, local polynomials, ranks, trends, analytic signals.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::signal {

/// A window by its name and parameters, or by its values.
struct Window {
    std::string name = "hann";
    std::vector<double> parameters{};
    std::optional<ndarray> values{};  ///< Where there are some, the name is of no account.

    /// The values for `n` points on the host; those that were given must be as many. Throws ValueError.
    std::vector<double> of(std::int64_t n, bool periodic = true) const;
    /// The same on the current device, of float64; long windows are computed there.
    ndarray array(std::int64_t n, bool periodic = true) const;
};

/// Puts zeros between samples, filters with taps, and keeps every so manieth result, in one go.
///
/// Parameters
///     h: taps, one dimension.
///     x: samples.
///     up: how many times as many samples there are in between.
///     down: which of the results are kept, every `down`th.
///     axis: along which the filter goes.
///     mode: how the signal continues beyond its ends: 'constant' (with `cval`), 'edge', 'reflect', 'antireflect',
///         'symmetric', 'antisymmetric', 'wrap', 'smooth' or 'line'.
///     cval: the value of 'constant'.
/// Returns
///     The results, of the dtype to which both and float32 promote.
/// Raises
///     ValueError: taps that are empty or not of one dimension, rates below one, another mode.
/// Example
///     >>> cuprumx.scipy.signal.upfirdn(cp.array([1., 1.]), cp.array([1., 2.]), up=2)
///     array([1., 1., 2., 2.])
CUPRUM_PYTHON ndarray upfirdn(const ndarray& h, const ndarray& x, std::int64_t up = 1, std::int64_t down = 1,
                              std::int64_t axis = -1, std::string_view mode = "constant", double cval = 0);

/// A signal at another rate, by a filter of zero phase.
///
/// Parameters
///     x: samples.
///     up: the rate grows by this factor,
///     down: and falls by this one.
///     axis: along which samples follow each other.
///     window: the window of the filter, or its taps.
///     padtype: what lies beyond the ends: 'constant', 'mean', 'median', 'minimum', 'maximum', or a mode of `upfirdn`.
///     cval: the value of 'constant'; zero by default.
/// Returns
///     `ceil(n * up / down)` samples.
/// Raises
///     ValueError: rates below one, another `padtype`, `cval` with one that has none.
/// Example
///     >>> cuprumx.scipy.signal.resample_poly(cp.ones(4), 1, 2).shape
///     (2,)
CUPRUM_PYTHON ndarray resample_poly(const ndarray& x, std::int64_t up, std::int64_t down, std::int64_t axis = 0,
                                    const Window& window = {.name = "kaiser", .parameters = {5.0}},
                                    std::string_view padtype = "constant", std::optional<double> cval = {});

/// A signal with another number of samples in the same time, by its Fourier transform. It counts as periodic.
///
/// Parameters
///     x: samples, or with `domain='freq'` their transform.
///     num: how many samples there are to be.
///     t: the times of the samples; if given, those of the new ones are returned too.
///     axis: along which samples follow each other.
///     window: what the spectrum is multiplied with: a window by its name, its values in the transform's order, or a
///         function of frequencies.
///     domain: 'time', or 'freq' where `x` is a transform already.
/// Returns
///     The new samples; with `t` also their times.
/// Raises
///     ValueError: a number below one, a window of another length, another domain.
/// Example
///     >>> cuprumx.scipy.signal.resample(cp.array([1., 2., 1., 0.]), 2)
///     array([1., 1.])
CUPRUM_PYTHON ndarray resample(const ndarray& x, std::int64_t num, std::int64_t axis = 0,
                               const std::optional<Window>& window = {},
                               CUPRUM_WORDS("time", "freq") std::string_view domain = "time");
CUPRUM_PYTHON std::pair<ndarray, ndarray> resample(const ndarray& x, std::int64_t num, const ndarray& t,
                                                   std::int64_t axis = 0, const std::optional<Window>& window = {},
                                                   CUPRUM_WORDS("time", "freq") std::string_view domain = "time");

/// Every `q`th sample of a signal that was freed of what these cannot show.
///
/// Parameters
///     x: samples.
///     q: how many samples make one.
///     n: the order of the filter; 8 for 'iir', 20 times `q` for 'fir'.
///     ftype: 'iir' for a Chebyshev filter, 'fir' for one of taps with a Hamming window.
///     axis: along which samples follow each other.
///     zero_phase: whether results are not delayed: a recursive filter goes both ways.
/// Returns
///     The samples that are left.
/// Raises
///     ValueError: another filter, or a signal too short for it.
/// Example
///     >>> cuprumx.scipy.signal.decimate(cp.ones(90), 3, ftype='fir').shape
///     (30,)
ndarray decimate(const ndarray& x, std::int64_t q, std::optional<std::int64_t> n = {}, std::string_view ftype = "iir",
                 std::int64_t axis = -1, bool zero_phase = true);
/// The same with a filter of one's own, of taps where the denominator is one number.
ndarray decimate_by(const ndarray& x, std::int64_t q, const ndarray& b, const ndarray& a, std::int64_t axis = -1,
                    bool zero_phase = true);

/// The weights of a local polynomial, fitted by least squares.
///
/// Parameters
///     window_length: how many samples the polynomial is fitted to.
///     polyorder: its degree.
///     deriv: which derivative the weights give.
///     delta: the distance of samples.
///     pos: the place within the window for which they give it; its middle by default.
///     use: 'conv' for weights to convolve with, 'dot' for those of a product.
/// Returns
///     The weights, float64.
/// Raises
///     ValueError: a degree not less than the window, a place outside of it, another `use`.
/// Example
///     >>> cuprumx.scipy.signal.savgol_coeffs(3, 0)
///     array([0.33333333, 0.33333333, 0.33333333])
CUPRUM_PYTHON ndarray savgol_coeffs(std::int64_t window_length, std::int64_t polyorder, std::int64_t deriv = 0,
                                    double delta = 1.0, std::optional<double> pos = {},
                                    CUPRUM_WORDS("conv", "dot") std::string_view use = "conv");

/// Smooths by local polynomials (A. Savitzky and M. Golay, Analytical Chemistry 36, 1964).
///
/// Parameters
///     x: samples.
///     window_length: how many samples a polynomial is fitted to.
///     polyorder: its degree.
///     deriv: which derivative is wanted.
///     delta: the distance of samples.
///     axis: along which samples follow each other.
///     mode: how the ends are done: 'interp' takes the polynomial of the last window; 'mirror', 'constant', 'nearest'
///         and 'wrap' continue the signal.
///     cval: the value of 'constant'.
/// Returns
///     The smoothed samples; of float64, unless `x` is of float32.
/// Raises
///     ValueError: another mode; with 'interp' a window longer than the signal; and as `savgol_coeffs`.
/// Example
///     >>> cuprumx.scipy.signal.savgol_filter(cp.array([1., 2., 3., 4.]), 3, 1).round(6)
///     array([1., 2., 3., 4.])
CUPRUM_PYTHON ndarray savgol_filter(const ndarray& x, std::int64_t window_length, std::int64_t polyorder,
                                    std::int64_t deriv = 0, double delta = 1.0, std::int64_t axis = -1,
                                    CUPRUM_WORDS("interp", "mirror", "constant", "nearest", "wrap")
                                        std::string_view mode = "interp",
                                    double cval = 0.0);

/// For each element, that of a rank among its neighbours.
///
/// Parameters
///     a: array.
///     domain: which neighbours count, those where it is not zero; of odd lengths.
///     rank: of the wanted neighbour, 0 for the least, -1 for the largest.
/// Returns
///     Elements of the same shape and dtype. Beyond the edges lie zeros.
/// Raises
///     ValueError: even lengths; dtypes that have no order. RuntimeError: another number of axes, a rank that there is
///     not.
/// Example
///     >>> cuprumx.scipy.signal.order_filter(cp.array([3, 1, 2]), cp.ones(3), 1)
///     array([1, 2, 1])
CUPRUM_PYTHON ndarray order_filter(const ndarray& a, const ndarray& domain, std::int64_t rank);

/// The median of each element's neighbours.
///
/// Parameters
///     volume: array of any number of axes.
///     kernel_size: odd lengths of the neighbourhood; 3 on each axis by default.
/// Returns
///     Medians of the same shape and dtype. Beyond the edges lie zeros.
/// Raises
///     ValueError: even lengths, another number of them, dtypes that have no order.
/// Example
///     >>> cuprumx.scipy.signal.medfilt(cp.array([0, 5, 1, 2]))
///     array([0, 1, 2, 1])
CUPRUM_PYTHON ndarray medfilt(const ndarray& volume, const std::optional<Dims>& kernel_size = {});

/// The median of each pixel's neighbours.
///
/// Parameters
///     input: image.
///     kernel_size: odd lengths of the neighbourhood.
/// Returns
///     Medians of the same shape and dtype. Beyond the edges lie zeros.
/// Raises
///     ValueError: even lengths, or an array that is not of two dimensions.
/// Example
///     >>> cuprumx.scipy.signal.medfilt2d(cp.ones((2, 2)))
///     array([[0., 0.],
///            [0., 0.]])
CUPRUM_PYTHON ndarray medfilt2d(const ndarray& input, const Dims& kernel_size = {3});

/// Smooths where a signal varies no more than its noise does, and leaves it as it is elsewhere (Wiener).
///
/// Parameters
///     im: array.
///     mysize: lengths of the neighbourhood; 3 on each axis by default.
///     noise: the variance of the noise, a number or an array; the mean of local variances by default.
/// Returns
///     float64 or complex128, of the same shape.
/// Raises
///     ValueError: `mysize` has not an entry for each axis or a negative one; `noise` does not broadcast.
/// Example
///     >>> cuprumx.scipy.signal.wiener(cp.array([1., 1., 4., 1., 1.]), 3, 1.0).round(3)
///     array([0.667, 1.5  , 3.   , 1.5  , 0.667])
CUPRUM_PYTHON ndarray wiener(const ndarray& im, const std::optional<Dims>& mysize = {},
                             const std::optional<Operand>& noise = {});

/// The analytic signal: the samples and, as imaginary part, their Hilbert transform.
///
/// Parameters
///     x: real samples.
///     N: how many are transformed; all by default.
///     axis: along which samples follow each other.
/// Returns
///     Complex samples.
/// Raises
///     ValueError: complex samples, or a number below one.
/// Example
///     >>> cuprumx.scipy.signal.hilbert(cp.array([1., 0., -1., 0.]))
///     array([ 1.+0.j,  0.+1.j, -1.+0.j,  0.-1.j])
CUPRUM_PYTHON ndarray hilbert(const ndarray& x, std::optional<std::int64_t> N = {}, std::int64_t axis = -1);

/// The analytic signal of images.
///
/// Parameters
///     x: real image, or several of any number of axes.
///     N: how many rows and columns are transformed; all by default.
///     axes: of rows and of columns.
/// Returns
///     Complex images.
/// Raises
///     ValueError: complex images, numbers below one, or axes that are not two different ones.
/// Example
///     >>> cuprumx.scipy.signal.hilbert2(cp.eye(2)).real
///     array([[0.5, 0.5],
///            [0.5, 0.5]])
CUPRUM_PYTHON ndarray hilbert2(const ndarray& x, const std::optional<Dims>& N = {}, const Dims& axes = {-2, -1});

/// The first frequency of a band, and the one behind its last.
using EnvelopeBand = std::pair<std::optional<std::int64_t>, std::optional<std::int64_t>>;

/// How `envelope` goes about it.
struct EnvelopeOptions {
    std::optional<std::int64_t> n_out{};  ///< The number of samples that are returned; as many as given by default.
    bool squared = false;
    /// What is returned beside the envelope: the part of the signal that the band leaves out.
    CUPRUM_WORDS("lowpass", "all")
    std::optional<std::string_view> residual = "lowpass";
    std::int64_t axis = -1;
};

/// The envelope of a signal: the absolute value of its analytic signal within a band.
///
/// Parameters
///     z: real or complex samples.
///     bp_in: the band: its first frequency and the one behind its last, in cycles per length of the signal, between
///         -(n // 2) and (n + 1) // 2, which None stands for.
///     n_out: the number of samples that are returned; as many as given by default.
///     squared: whether squares are returned.
///     residual: whether what lies below the band ('lowpass') or everything outside of it ('all') is returned too, or
///         nothing (None).
///     axis: along which samples follow each other.
/// Returns
///     The envelope; with a residual, envelope and residual, stacked along a new first axis.
/// Raises
///     ValueError: no samples, a band out of range, a number of samples below one, an axis that there is not.
/// Example
///     >>> cuprumx.scipy.signal.envelope(cp.array([2., 0., -2., 0.]) + 1, residual=None)
///     array([2., 2., 2., 2.])
CUPRUM_SIGNATURE("z, bp_in, *, n_out, squared, residual, axis")
CUPRUM_PYTHON ndarray envelope(const ndarray& z, const EnvelopeBand& bp_in = {1, std::nullopt},
                               const EnvelopeOptions& options = {});

/// Takes a line, fitted by least squares, or the mean off a signal.
///
/// Parameters
///     data: samples.
///     axis: along which they follow each other.
///     type: 'linear' or 'constant'.
///     bp: where, with 'linear', a new line begins.
///     overwrite_data: accepted; the data stay as they are.
/// Returns
///     What is left, in a float dtype.
/// Raises
///     ValueError: another type, or a break beyond the signal.
/// Example
///     >>> cuprumx.scipy.signal.detrend(cp.array([1., 2., 3.]), type='constant')
///     array([-1.,  0.,  1.])
CUPRUM_SIGNATURE("data, axis, type, bp, overwrite_data=false")
CUPRUM_PYTHON ndarray detrend(const ndarray& data, std::int64_t axis = -1,
                              CUPRUM_WORDS("linear", "constant") std::string_view type = "linear",
                              const Dims& bp = {0});

}  // namespace cuprum::scipy::signal
