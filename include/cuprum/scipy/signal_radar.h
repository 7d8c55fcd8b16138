// What cupyx.signal has beyond SciPy: radar, channels, cepstra, beams.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"
#include "cuprum/scipy/signal_filters.h"
#include "cuprum/scipy/signal_resampling.h"

namespace cuprum::signal {

/// The factor by which a cell must exceed the mean of `N` cells of noise, for a rate of false alarms.
///
/// Parameters
///     pfa: the rate, or an array of rates.
///     N: how many cells the mean is taken of.
/// Returns
///     The factor, or an array of factors.
/// Example
///     >>> round(cuprumx.signal.cfar_alpha(0.01, 10), 3)
///     5.849
CUPRUM_PYTHON double cfar_alpha(double pfa, std::int64_t N);
CUPRUM_PYTHON ndarray cfar_alpha(const ndarray& pfa, std::int64_t N);

/// Thresholds for a constant rate of false alarms, from the mean of cells around each cell.
///
/// Parameters
///     array: power, of one or two dimensions.
///     guard_cells: how many cells at each side are left out, a number for each axis.
///     reference_cells: how many cells behind these count.
///     pfa: the rate of false alarms.
/// Returns
///     Thresholds, float32, zero where cells are too near to an edge; and where cells exceed them.
/// Raises
///     TypeError: more than two dimensions, or other numbers of cells than axes. ValueError: too small an array.
/// Example
///     >>> cuprumx.signal.ca_cfar(cp.array([1., 1, 1, 1, 20, 1, 1, 1, 1]), 1, 2, 0.1)[1].astype(int)
///     array([1, 1, 1, 0, 1, 0, 1, 1, 1])
CUPRUM_PYTHON std::pair<ndarray, ndarray> ca_cfar(const ndarray& array, const Dims& guard_cells,
                                                  const Dims& reference_cells, double pfa = 1e-3);

/// A signal divided into channels of equal width by a filter of several phases.
///
/// Parameters
///     x: samples, one dimension.
///     h: taps of the filter, `n_chans` times as many as each phase has.
///     n_chans: how many channels there are to be.
/// Returns
///     A row for each channel, complex: the inverse transform of the phases, without a factor.
/// Raises
///     ValueError: fewer taps than channels.
/// Example
///     >>> cuprumx.signal.channelize_poly(cp.ones(8), cp.ones(4), 2).shape
///     (2, 4)
CUPRUM_PYTHON ndarray channelize_poly(CUPRUM_FROM_NUMPY const ndarray& x, CUPRUM_FROM_NUMPY const ndarray& h,
                                      std::int64_t n_chans);

/// A convolution of second order: products of pairs of samples with a matrix.
///
/// Parameters
///     in1: samples, one dimension.
///     in2: weights, two dimensions.
///     mode: 'valid'.
///     method: 'direct'.
/// Returns
///     `out[i] = sum of in1[i + m - 1 - j] in1[i + n - 1 - k] in2[j, k]`, where all samples are there.
/// Raises
///     ValueError: other dimensions, another mode or method.
/// Example
///     >>> cuprumx.signal.convolve1d2o(cp.array([1., 2., 3.]), cp.ones((2, 2)))
///     array([ 9., 25.])
CUPRUM_PYTHON ndarray convolve1d2o(const ndarray& in1, const ndarray& in2,
                                   CUPRUM_WORDS("valid") std::string_view mode = "valid",
                                   CUPRUM_WORDS("direct") std::string_view method = "direct");

/// A convolution of third order: products of three samples with weights.
///
/// Parameters
///     in1: samples, one dimension.
///     in2: weights, three dimensions.
///     mode: 'valid'.
///     method: 'direct'.
/// Returns
///     `out[i] = sum of in1[i + m - 1 - j] in1[i + n - 1 - k] in1[i + p - 1 - l] in2[j, k, l]`, where all samples are
///     there.
/// Raises
///     ValueError: other dimensions, another mode or method.
/// Example
///     >>> cuprumx.signal.convolve1d3o(cp.array([1., 2., 3.]), cp.ones((2, 2, 2)))
///     array([ 27., 125.])
CUPRUM_PYTHON ndarray convolve1d3o(const ndarray& in1, const ndarray& in2,
                                   CUPRUM_WORDS("valid") std::string_view mode = "valid",
                                   CUPRUM_WORDS("direct") std::string_view method = "direct");

/// A signal with all frequencies lowered by one.
///
/// Parameters
///     x: samples; one dimension.
///     freq: the frequency.
///     fs: samples a unit of time.
/// Returns
///     complex128.
/// Example
///     >>> cuprumx.signal.freq_shift(cp.ones(2), 1, 2).real
///     array([ 1., -1.])
CUPRUM_PYTHON ndarray freq_shift(CUPRUM_FROM_NUMPY const ndarray& x, double freq, double fs);

/// Echoes of pulses compressed by the pulse's own shape.
///
/// Parameters
///     x: samples, a row for each pulse.
///     template: the pulse.
///     normalize: whether the pulse is scaled to a length of one.
///     window: what it is multiplied with: a name, a tuple, values, or a function of frequencies.
///     nfft: the length of transforms; that of rows by default.
/// Returns
///     Compressed samples, complex.
/// Raises
///     ValueError: a window of another length.
/// Example
///     >>> cuprumx.signal.pulse_compression(cp.eye(2), cp.array([1., 0.])).real
///     array([[1., 0.],
///            [0., 1.]])
CUPRUM_PYTHON ndarray pulse_compression(const ndarray& x, const ndarray& template_, bool normalize = false,
                                        const std::optional<scipy::signal::Window>& window = {},
                                        std::optional<std::int64_t> nfft = {});

/// Velocities of echoes: the transform from pulse to pulse.
///
/// Parameters
///     x: samples, a row for each pulse.
///     window: what pulses are multiplied with: a name, a tuple, values, or a function of frequencies.
///     nfft: the length of transforms; the number of pulses by default.
/// Returns
///     A row for each velocity, complex.
/// Raises
///     ValueError: a window of another length.
/// Example
///     >>> cuprumx.signal.pulse_doppler(cp.ones((2, 1))).real
///     array([[2.],
///            [0.]])
CUPRUM_PYTHON ndarray pulse_doppler(const ndarray& x, const std::optional<scipy::signal::Window>& window = {},
                                    std::optional<std::int64_t> nfft = {});

/// The real cepstrum: the inverse transform of the logarithm of a spectrum's magnitudes.
///
/// Parameters
///     x: samples.
///     n: the length of the transform; that of the axis by default.
///     axis: along which samples follow each other.
/// Returns
///     The cepstrum, real.
/// Raises
///     AxisError: there is no such axis. ValueError: an empty array, or `n` below 1.
/// Example
///     >>> cuprumx.signal.real_cepstrum(cp.array([1., 0., 0., 0.]))
///     array([0., 0., 0., 0.])
CUPRUM_PYTHON ndarray real_cepstrum(CUPRUM_FROM_NUMPY const ndarray& x, std::optional<std::int64_t> n = {},
                                    std::int64_t axis = -1);

/// The complex cepstrum, of a spectrum whose phase has no jumps, and the delay that was taken off the phase.
///
/// Parameters
///     x: samples.
///     n: the length of the transform; that of the last axis by default.
///     axis: the last one.
/// Returns
///     The cepstrum, real, and delays in samples.
/// Raises
///     AxisError: there is no such axis. ValueError: an empty array, or `n` below 1.
/// Example
///     >>> cuprumx.signal.complex_cepstrum(cp.array([0., 1., 0., 0.]))[1]
///     array(-1.)
CUPRUM_PYTHON std::pair<ndarray, ndarray> complex_cepstrum(const ndarray& x, std::optional<std::int64_t> n = {},
                                                           std::int64_t axis = -1);

/// The signal of which this is the complex cepstrum.
///
/// Parameters
///     ceps: the cepstrum.
///     ndelay: delays in samples.
/// Returns
///     Samples.
/// Raises
///     AxisError: `ceps` has no axis. ValueError: an empty array.
/// Example
///     >>> cepstrum, delay = cuprumx.signal.complex_cepstrum(cp.array([4., 1., 0.5, 0.25]))
///     >>> cuprumx.signal.inverse_complex_cepstrum(cepstrum, delay).round(6)
///     array([4.  , 1.  , 0.5 , 0.25])
CUPRUM_PYTHON ndarray inverse_complex_cepstrum(CUPRUM_FROM_NUMPY const ndarray& ceps,
                                               CUPRUM_FROM_NUMPY const ndarray& ndelay);

/// The signal of the same real cepstrum whose energy comes as early as can be.
///
/// Parameters
///     x: samples, one dimension.
///     n: the length of the transform; as many as samples by default.
/// Returns
///     Samples.
/// Raises
///     AxisError: `x` has no axis. ValueError: an empty array, or a negative `n`.
/// Example
///     >>> cuprumx.signal.minimum_phase(cp.array([0., 0., 1., 0.])).round(6)
///     array([1., 0., 0., 0.])
CUPRUM_PYTHON ndarray minimum_phase(CUPRUM_FROM_NUMPY const ndarray& x, std::optional<std::int64_t> n = {});

/// Weights of sensors for which what comes from one direction is left as it is and everything else is least.
///
/// Parameters
///     x: samples, a row for each sensor; or their covariances.
///     sv: what a wave from that direction is at each sensor.
///     calc_cov: whether `x` are samples.
/// Returns
///     The weights.
/// Raises
///     ValueError: more sensors than samples, or than elements of `sv`.
/// Example
///     >>> cuprumx.signal.mvdr(cp.eye(2), cp.array([1., 1.]), calc_cov=False)
///     array([0.5, 0.5])
CUPRUM_PYTHON ndarray mvdr(CUPRUM_FROM_NUMPY const ndarray& x, CUPRUM_FROM_NUMPY const ndarray& sv,
                           bool calc_cov = true);

/// A filter of taps, along one axis.
///
/// Parameters
///     b: taps.
///     x: samples.
///     axis: along which the filter goes.
///     zi: the state to start from, of one number less than there are taps.
/// Returns
///     The filtered samples; with `zi` also the last state.
/// Raises
///     ValueError: as `cuprumx.scipy.signal.lfilter`.
/// Example
///     >>> cuprumx.signal.firfilter(cp.array([1., 1.]), cp.array([1., 2.]))
///     array([1., 3.])
CUPRUM_PYTHON ndarray firfilter(const ndarray& b, const ndarray& x, std::int64_t axis = -1);
CUPRUM_PYTHON scipy::signal::Filtered firfilter(const ndarray& b, const ndarray& x, std::int64_t axis,
                                                const ndarray& zi);

/// The state of `firfilter` in which a constant input of 1 finds it.
///
/// Parameters
///     b: taps.
/// Returns
///     The state.
/// Raises
///     ValueError: `b` has not one axis.
/// Example
///     >>> cuprumx.signal.firfilter_zi(cp.array([1., 2.]))
///     array([2.])
CUPRUM_PYTHON ndarray firfilter_zi(CUPRUM_FROM_NUMPY const ndarray& b);

/// A filter of taps applied forwards and then backwards.
///
/// Parameters
///     b: taps.
///     x: samples.
///     axis: along which the filter goes.
///     padtype, padlen, method, irlen: as of `cuprumx.scipy.signal.filtfilt`.
/// Returns
///     The filtered samples.
/// Raises
///     ValueError: as `cuprumx.scipy.signal.filtfilt`.
/// Example
///     >>> cuprumx.signal.firfilter2(cp.array([0.5, 0.5]), cp.arange(8.))
///     array([0., 1., 2., 3., 4., 5., 6., 7.])
CUPRUM_PYTHON ndarray firfilter2(const ndarray& b, const ndarray& x, std::int64_t axis = -1,
                                 const scipy::signal::FiltfiltOptions& options = {});

}  // namespace cuprum::signal
