// SciPy's filters: recursive ones and those of taps, resampling, smoothing, splines.
#pragma once

#include <complex>
#include <optional>
#include <string_view>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::signal {

// Recursive filters (src/scipy/signal/{lfilter,sosfilt,filtfilt}.cpp). Whatever the dtype of samples, states and
// coefficients are computed with in float64, so that a filter of float32 is as stable as one of float64.

/// What a filter gives, and its state after the last sample.
struct Filtered {
    ndarray out, state;
};

/// A filter given by numerator and denominator, along one axis. One long signal takes no longer than many short ones:
/// it is cut into chunks, whose states are put together.
///
/// Parameters
///     b: numerator, one dimension.
///     a: denominator, one dimension; both are divided by `a[0]`.
///     x: samples.
///     axis: along which the filter goes.
///     zi: the state to start from, of `max(len(a), len(b)) - 1` numbers along `axis`, or as in CuPy the last inputs
///         and outputs, `len(a) + len(b) - 2` numbers; other axes are those of `x` or of length one. At rest without
///         it.
/// Returns
///     The filtered samples, of the dtype to which all promote; with `zi` also the last state, in its form.
/// Raises
///     ValueError: coefficients that are empty or not of one dimension; a state of another shape; on a CPU also
///     `a[0] == 0`, which a GPU is not asked for, since the call would have to wait: the samples are then not finite.
///     NotImplementedError: integers and float16 alone.
/// Example
///     >>> cuprumx.scipy.signal.lfilter(cp.array([1.]), cp.array([1., -0.5]), cp.array([1., 0., 0.]))
///     array([1.  , 0.5 , 0.25])
CUPRUM_PYTHON ndarray lfilter(const ndarray& b, const ndarray& a, const ndarray& x, std::int64_t axis = -1);
CUPRUM_PYTHON Filtered lfilter(const ndarray& b, const ndarray& a, const ndarray& x, std::int64_t axis,
                               const ndarray& zi);

/// The state of `lfilter` after given outputs and inputs.
///
/// Parameters
///     b: numerator.
///     a: denominator.
///     y: the last outputs, the latest first.
///     x: the last inputs, the latest first; zeros if None.
/// Returns
///     The state, for `zi` of `lfilter`.
/// Raises
///     ValueError: coefficients have not one axis, or there are none.
/// Example
///     >>> cuprumx.scipy.signal.lfiltic(cp.array([1., 2.]), cp.array([1., 0.5]), cp.array([1.]))
///     array([-0.5])
CUPRUM_PYTHON ndarray lfiltic(const ndarray& b, const ndarray& a, const ndarray& y, const ndarray* x = nullptr);

/// The state of `lfilter` in which a constant input of 1 finds it after a long time.
///
/// Parameters
///     b: numerator.
///     a: denominator.
/// Returns
///     The state; times the first sample it makes the filter start without a jump.
/// Raises
///     ValueError: coefficients that are not of one dimension, or a denominator of zeros. LinAlgError: a filter with a
///     pole at 1.
/// Example
///     >>> cuprumx.scipy.signal.lfilter_zi(cp.array([1.]), cp.array([1., -0.5]))
///     array([1.])
CUPRUM_PYTHON ndarray lfilter_zi(const ndarray& b, const ndarray& a);

/// A filter given by sections of second order, along one axis. Up to eight sections are done in one go.
///
/// Parameters
///     sos: sections, (n, 6): three coefficients of a numerator and three of a denominator, of which the first is 1.
///     x: samples.
///     axis: along which the filter goes.
///     zi: the states to start from: of the shape of `x` with 2 along `axis`, as in CuPy 4, behind an axis of length n.
/// Returns
///     The filtered samples; with `zi` also the last states.
/// Raises
///     ValueError: sections or states of another shape; on a CPU also sections whose fourth number is not 1, which a
///     GPU is not asked for, since the call would have to wait.
/// Example
///     >>> cuprumx.scipy.signal.sosfilt(cp.array([[1., 0, 0, 1, -0.5, 0]]), cp.array([1., 0., 0.]))
///     array([1.  , 0.5 , 0.25])
CUPRUM_PYTHON ndarray sosfilt(const ndarray& sos, const ndarray& x, std::int64_t axis = -1);
CUPRUM_PYTHON Filtered sosfilt(const ndarray& sos, const ndarray& x, std::int64_t axis, const ndarray& zi);

/// The states of `sosfilt` in which a constant input of 1 finds it after a long time.
///
/// Parameters
///     sos: sections, (n, 6).
/// Returns
///     The states, (n, 2).
/// Raises
///     ValueError: sections of another shape. LinAlgError: a section with a pole at 1.
/// Example
///     >>> cuprumx.scipy.signal.sosfilt_zi(cp.array([[1., 0, 0, 1, -0.5, 0]]))
///     array([[1., 0.]])
CUPRUM_PYTHON ndarray sosfilt_zi(const ndarray& sos);

/// How a signal is continued beyond its ends before it is filtered in both directions.
struct Extension {
    CUPRUM_WORDS("odd", "even", "constant")
    std::optional<std::string_view> padtype = "odd";  ///< "odd", "even", "constant", or nothing.
    std::optional<std::int64_t> padlen{};             ///< By how many samples.
};

/// The same for `filtfilt`, or that states are chosen instead.
struct FiltfiltOptions {
    CUPRUM_WORDS("odd", "even", "constant")
    std::optional<std::string_view> padtype = "odd";
    std::optional<std::int64_t> padlen{};
    CUPRUM_WORDS("pad", "gust")
    std::string_view method = "pad";      ///< "gust" for Gustafsson's states at both ends.
    std::optional<std::int64_t> irlen{};  ///< With "gust", the length of the impulse response that counts.
};

/// A filter applied forwards and then backwards, so that nothing is delayed.
///
/// Parameters
///     b: numerator.
///     a: denominator.
///     x: samples.
///     axis: along which the filter goes.
///     padtype: how the signal continues beyond its ends: 'odd' (turned about the end), 'even' (mirrored), 'constant';
///         None for not at all.
///     padlen: by how many samples it continues; three times the number of coefficients by default.
///     method: 'pad', or 'gust' for Gustafsson's choice of the states at both ends, which needs no continuation.
///     irlen: with 'gust', the length of the impulse response that counts; all of it by default.
/// Returns
///     The filtered samples, of the shape of `x`.
/// Raises
///     ValueError: another `padtype` or `method`, or an axis not longer than `padlen`.
/// Example
///     >>> cuprumx.scipy.signal.filtfilt(cp.array([0.5, 0.5]), cp.array([1.]), cp.arange(8.))
///     array([0., 1., 2., 3., 4., 5., 6., 7.])
CUPRUM_PYTHON ndarray filtfilt(const ndarray& b, const ndarray& a, const ndarray& x, std::int64_t axis = -1,
                               const FiltfiltOptions& options = {});

/// A filter of sections applied forwards and then backwards.
///
/// Parameters
///     sos: sections, (n, 6).
///     x: samples.
///     axis: along which the filter goes.
///     padtype: as of `filtfilt`.
///     padlen: as of `filtfilt`.
/// Returns
///     The filtered samples, of the shape of `x`.
/// Raises
///     ValueError: as `filtfilt`.
/// Example
///     >>> cuprumx.scipy.signal.sosfiltfilt(cp.array([[0.5, 0.5, 0, 1, 0, 0]]), cp.arange(8.))
///     array([0., 1., 2., 3., 4., 5., 6., 7.])
CUPRUM_PYTHON ndarray sosfiltfilt(const ndarray& sos, const ndarray& x, std::int64_t axis = -1,
                                  const Extension& extension = {});

/// What is left of a signal when the convolution with another one is undone.
struct Deconvolved {
    ndarray quotient, remainder;
};

/// Undoes a convolution: `signal = convolve(divisor, quotient) + remainder`.
///
/// Parameters
///     signal: samples, one dimension.
///     divisor: what they were convolved with.
/// Returns
///     Quotient and remainder.
/// Raises
///     ValueError: arrays that are not of one dimension.
/// Example
///     >>> cuprumx.scipy.signal.deconvolve(cp.array([1., 3., 2.]), cp.array([1., 1.]))
///     (array([1., 2.]), array([0., 0., 0.]))
CUPRUM_PYTHON Deconvolved deconvolve(const ndarray& signal, const ndarray& divisor);

}  // namespace cuprum::scipy::signal
