// SciPy's search for peaks of signals.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cuprum/ndarray.h"
#include "cuprum/python.h"

namespace cuprum::scipy::signal {

/// What a property of peaks must lie between: numbers as arrays of no dimension, or one for each sample.
struct PeakInterval {
    std::optional<ndarray> low{}, high{};
};

/// Conditions of `find_peaks`, by name.
struct PeakConditions {
    std::optional<PeakInterval> height{}, threshold{}, prominence{}, width{}, plateau_size{};
    std::optional<double> distance{};
    std::optional<double> wlen{};
    double rel_height = 0.5;
};

/// Places of peaks, and what is known of them by name.
struct Peaks {
    ndarray places;
    std::vector<std::pair<std::string, ndarray>> properties;
};

/// Peaks of a signal: samples, or the middles of flat tops, with smaller ones at both sides.
///
/// A condition is a number, the least that is allowed; a pair of the least and the largest, each of which may be None;
/// or arrays with such a number for each sample.
///
/// Parameters
///     x: samples, one dimension.
///     height: of peaks.
///     threshold: how far the next samples at both sides lie below.
///     distance: how many samples peaks are apart at least; of two that are closer the higher one stays.
///     prominence: how far one must come down from a peak to reach a higher one.
///     width: of peaks, in samples.
///     wlen: within how many samples prominences are looked for.
///     rel_height: at which share of its prominence, from the top, a peak's width is taken.
///     plateau_size: the number of samples of flat tops.
/// Returns
///     Where the peaks are, and a dict of the properties that conditions were given for.
/// Raises
///     ValueError: an array that is not of one dimension, a distance below one, conditions of another length.
/// Example
///     >>> cuprumx.scipy.signal.find_peaks(cp.array([0., 2., 1., 3., 3., 0.]))[0]
///     array([1, 3])
Peaks find_peaks(const ndarray& x, const PeakConditions& conditions = {});

/// How peaks stand out, and where their bases are.
struct Prominences {
    ndarray prominences, left_bases, right_bases;
};

/// How far one must come down from each peak to reach a higher sample or the end of the signal.
///
/// Parameters
///     x: samples, one dimension.
///     peaks: where peaks are.
///     wlen: within how many samples, with the peak in the middle, it is looked; everywhere by default.
/// Returns
///     The prominences, and the places of the lowest samples at the left and at the right.
/// Raises
///     ValueError: arrays that are not of one dimension, peaks that are not among the samples, or a `wlen` below two.
///     TypeError: peaks that are not integers.
/// Example
///     >>> cuprumx.scipy.signal.peak_prominences(cp.array([0., 2., 1., 3., 0.]), cp.array([1]))
///     (array([1.]), array([0]), array([2]))
CUPRUM_PYTHON Prominences peak_prominences(const ndarray& x, const ndarray& peaks, std::optional<double> wlen = {});

/// Widths of peaks, the heights where they were taken, and the places at both sides.
struct Widths {
    ndarray widths, heights, left, right;
};

/// How wide peaks are at a share of their prominence.
///
/// Parameters
///     x: samples, one dimension.
///     peaks: where peaks are.
///     rel_height: the share, from the top.
///     prominence_data: what `peak_prominences` gave; computed if None.
///     wlen: as of `peak_prominences`.
/// Returns
///     Widths in samples; the heights at which they were taken; where these heights lie at the left and at the right,
///     between samples by straight lines.
/// Raises
///     ValueError: arrays that are not of one dimension, peaks that are not among the samples, bases that are not at
///     both sides of their peak, a negative share. TypeError: peaks that are not integers.
/// Example
///     >>> cuprumx.scipy.signal.peak_widths(cp.array([0., 2., 0.]), cp.array([1]))[0]
///     array([1.])
CUPRUM_PYTHON Widths peak_widths(const ndarray& x, const ndarray& peaks, double rel_height = 0.5,
                                 const Prominences* prominence_data = nullptr, std::optional<double> wlen = {});

/// How a sample compares with its neighbours.
enum class Comparison { less, greater, less_equal, greater_equal, equal, not_equal };

/// Whether each sample compares so with all neighbours up to a distance along an axis. `wrap` goes on at the other end,
/// otherwise the sample at the end counts beyond it.
ndarray relative_extrema(const ndarray& data, Comparison comparison, std::int64_t axis = 0, std::int64_t order = 1,
                         bool wrap = false);

/// One of these comparisons, or a function of samples and their neighbours that gives an array of bools.
using NeighbourComparison = std::variant<Comparison, std::function<ndarray(const ndarray&, const ndarray&)>>;

/// Where samples compare with all their neighbours as a function says.
///
/// Parameters
///     data: array.
///     comparator: a function of two arrays that gives one of bools; comparisons of cuprum and of NumPy are computed in
///         one go.
///     axis: along which neighbours lie.
///     order: how many at each side.
///     mode: beyond the ends, 'clip' takes the sample at the end, 'wrap' goes on at the other one.
/// Returns
///     The places, an array for each axis.
/// Raises
///     ValueError: an order below one.
/// Example
///     >>> cuprumx.scipy.signal.argrelextrema(cp.array([2, 1, 3, 0, 4]), cp.less)
///     (array([1, 3]),)
CUPRUM_PYTHON std::vector<ndarray> argrelextrema(const ndarray& data, const NeighbourComparison& comparator,
                                                 std::int64_t axis = 0, std::int64_t order = 1,
                                                 CUPRUM_WORDS("clip", "wrap") std::string_view mode = "clip");

/// Where samples are less than their neighbours.
///
/// Parameters
///     data: array.
///     axis: along which neighbours lie.
///     order: how many at each side.
///     mode: beyond the ends, 'clip' takes the sample at the end, 'wrap' goes on at the other one.
/// Returns
///     The places, an array for each axis.
/// Raises
///     ValueError: an order below one.
/// Example
///     >>> cuprumx.scipy.signal.argrelmin(cp.array([2, 1, 3, 0, 4]))
///     (array([1, 3]),)
CUPRUM_PYTHON std::vector<ndarray> argrelmin(const ndarray& data, std::int64_t axis = 0, std::int64_t order = 1,
                                             CUPRUM_WORDS("clip", "wrap") std::string_view mode = "clip");

/// Where samples are greater than their neighbours.
///
/// Parameters
///     data: array.
///     axis: along which neighbours lie.
///     order: how many at each side.
///     mode: beyond the ends, 'clip' takes the sample at the end, 'wrap' goes on at the other one.
/// Returns
///     The places, an array for each axis.
/// Raises
///     ValueError: an order below one.
/// Example
///     >>> cuprumx.scipy.signal.argrelmax(cp.array([2, 1, 3, 0, 4]))
///     (array([2]),)
CUPRUM_PYTHON std::vector<ndarray> argrelmax(const ndarray& data, std::int64_t axis = 0, std::int64_t order = 1,
                                             CUPRUM_WORDS("clip", "wrap") std::string_view mode = "clip");

/// A wavelet of a number of points and a width.
using Wavelet = std::function<ndarray(double points, double width)>;

/// The transform of a signal by a wavelet of several widths.
///
/// Parameters
///     data: samples, one dimension.
///     wavelet: a function of a length and a width, such as `ricker`.
///     widths: the widths.
/// Returns
///     A row for each width; complex where the wavelet is.
/// Raises
///     AxisError: `data` has no axis. ValueError: `data` is empty or has more than one axis. TypeError: no wavelet is
///     given.
/// Example
///     >>> cuprumx.scipy.signal.cwt(cp.ones(8), cuprumx.scipy.signal.ricker, [1, 2]).shape
///     (2, 8)
CUPRUM_PYTHON ndarray cwt(const ndarray& data, const Wavelet& wavelet, const std::vector<double>& widths);

/// What `find_peaks_cwt` calls a peak.
struct RidgeOptions {
    Wavelet wavelet{};                    ///< By which the signal is smoothed; `ricker` by default.
    std::vector<double> max_distances{};  ///< How far maxima of neighbouring rows are apart; a quarter of the widths.
    std::optional<double> gap_thresh{};   ///< Rows without a maximum after which a ridge ends; the first width.
    std::optional<double> min_length{};   ///< The least number of maxima of a ridge; a quarter of the widths' number.
    double min_snr = 1;                   ///< The least ratio of a ridge to the noise about it.
    double noise_perc = 10;               ///< The percentile of the first row that counts as noise.
    std::optional<double> window_size{};  ///< The samples that it is taken of; a twentieth of all.
};

/// Peaks of a signal that smoothing by wavelets of several widths leaves standing: maxima of its transform that
/// continue from width to width.
///
/// Maxima are found on the device; the few that there are, are joined on the host.
///
/// Parameters
///     vector: samples, one dimension.
///     widths: of the wavelets, from narrow to wide ones.
///     wavelet: a function of a number of points and a width; `ricker` by default.
///     max_distances: how far maxima of neighbouring rows may be apart, for each row; a quarter of the widths.
///     gap_thresh: after how many rows without a maximum a ridge ends; the first width.
///     min_length: the least number of maxima of a ridge; a quarter of the number of widths.
///     min_snr: the least ratio of a ridge's first value to the noise about it.
///     noise_perc: the percentile of the first row's values that counts as noise.
///     window_size: of how many values it is taken; a twentieth of all.
/// Returns
///     The places of peaks in order, int64.
/// Raises
///     ValueError: samples of other than one dimension, no widths, distances of another number than rows.
/// Example
///     >>> cuprumx.scipy.signal.find_peaks_cwt(cp.sin(cp.arange(0, 3.14, 0.05)), [1, 2, 3, 4, 5, 6, 7, 8, 9])
///     array([32])
/// Source
///     Du, Kibbe and Lin, Improved peak detection in mass spectrum by incorporating continuous wavelet transform-based
///     pattern matching, Bioinformatics 22 (2006).
CUPRUM_SIGNATURE("vector, widths, wavelet, max_distances, gap_thresh, min_length, min_snr, noise_perc, window_size")
CUPRUM_PYTHON ndarray find_peaks_cwt(const ndarray& vector, const std::vector<double>& widths,
                                     const RidgeOptions& options = {});

}  // namespace cuprum::scipy::signal
