// What filters do at many frequencies, computed on the device by one kernel each.
#pragma once

#include <cstdint>
#include <numbers>
#include <optional>
#include <string_view>

#include "cuprum/python.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::scipy::signal {

/// So many frequencies, or these ones: `freqz(b, a, 1024)`, `freqz(b, a, frequencies)`.
struct FrequencyChoice {
    std::int64_t count = 0;
    std::optional<ndarray> given = {};
    FrequencyChoice(std::int64_t count) : count(count) {}
    FrequencyChoice(int count) : count(count) {}
    FrequencyChoice(const ndarray& frequencies) : given(frequencies) {}
    int device() const { return given && given->size() ? given->device() : -1; }  ///< The array's; -1 without one.
};

/// Frequencies and what there is at each.
struct Response {
    ndarray w, h;
};

/// Which frequencies a digital filter is looked at.
struct DigitalGrid {
    bool whole = false;                ///< From 0 to the sampling frequency, not to half of it.
    double fs = 2 * std::numbers::pi;  ///< The sampling frequency.
    bool include_nyquist = false;      ///< Whether the last one is Nyquist's, where not `whole`.
};

/// The response of a digital filter.
///
/// Parameters
///     b, a: numerator and denominator; with more axes the coefficients stand along the first, and the others are
///     broadcast with the frequencies.
///     worN: how many frequencies, or the frequencies.
///     whole: whether they go to the sampling frequency, not to half of it.
///     plot: in Python, a function that is called with the frequencies and the response.
///     fs: the sampling frequency.
///     include_nyquist: whether the last frequency is Nyquist's.
/// Returns
///     The frequencies and the complex response.
/// Raises
///     ValueError: a negative number of frequencies; a sampling frequency that is no number above 0.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqz([1., 1.], worN=2)
///     >>> abs(h).round(3)
///     array([2.   , 1.414])
Response freqz(const ndarray& b, const ndarray& a, const FrequencyChoice& worN = 512, const DigitalGrid& grid = {});

/// The response of a digital filter that is given by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain.
///     worN: how many frequencies, or the frequencies.
///     whole: whether they go to the sampling frequency, not to half of it.
///     fs: the sampling frequency.
/// Returns
///     The frequencies and the complex response.
/// Raises
///     ValueError: a negative number of frequencies; a sampling frequency that is no number above 0.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqz_zpk([-1.], [], 1., worN=2)
///     >>> abs(h).round(3)
///     array([2.   , 1.414])
CUPRUM_SIGNATURE("z, p, k, worN, whole, fs")
CUPRUM_PYTHON Response freqz_zpk(CUPRUM_FROM_NUMPY const ndarray& z, CUPRUM_FROM_NUMPY const ndarray& p,
                                 const Scalar& k, const FrequencyChoice& worN = 512, const DigitalGrid& grid = {});

/// The response of a digital filter that is given as sections of second order.
///
/// Parameters
///     sos: array of six columns, the fourth of which is 1.
///     worN: how many frequencies, or the frequencies.
///     whole: whether they go to the sampling frequency, not to half of it.
///     fs: the sampling frequency.
/// Returns
///     The frequencies and the complex response.
/// Raises
///     ValueError: another shape, no section, or a fourth column that is not 1.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqz_sos([[1., 1., 0., 1., 0., 0.]], worN=2)
///     >>> abs(h).round(3)
///     array([2.   , 1.414])
CUPRUM_SIGNATURE("sos, worN, whole, fs")
CUPRUM_PYTHON Response freqz_sos(CUPRUM_FROM_NUMPY const ndarray& sos, const FrequencyChoice& worN = 512,
                                 const DigitalGrid& grid = {});

/// The response of a digital filter that is given as sections of second order.
///
/// Parameters
///     sos: array of six columns, the fourth of which is 1.
///     worN: how many frequencies, or the frequencies.
///     whole: whether they go to the sampling frequency, not to half of it.
///     fs: the sampling frequency.
/// Returns
///     The frequencies and the complex response.
/// Raises
///     ValueError: another shape, no section, or a fourth column that is not 1.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqz_sos([[1., 1., 0., 1., 0., 0.]], worN=2)
///     >>> abs(h).round(3)
///     array([2.   , 1.414])
CUPRUM_SIGNATURE("sos, worN, whole, fs")
CUPRUM_PYTHON Response sosfreqz(CUPRUM_FROM_NUMPY const ndarray& sos, const FrequencyChoice& worN = 512,
                                const DigitalGrid& grid = {});

/// The response of an analog filter.
///
/// Parameters
///     b, a: numerator and denominator.
///     worN: how many frequencies, which are chosen by the roots, or the frequencies in radians by second.
///     plot: in Python, a function that is called with the frequencies and the response.
/// Returns
///     The frequencies and the complex response.
/// Raises
///     ValueError: coefficients that are no list.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqs([1.], [1., 1.], [1.])
///     >>> h
///     array([0.5-0.5j])
Response freqs(const Numbers& b, const Numbers& a, const FrequencyChoice& worN = 200);

/// The response of an analog filter that is given by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain.
///     worN: how many frequencies, which are chosen by the roots, or the frequencies in radians by second.
/// Returns
///     The frequencies and the complex response.
/// Raises
///     ValueError: more than one gain.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqs_zpk([], [-1.], 1., [1.])
///     >>> h
///     array([0.5-0.5j])
CUPRUM_PYTHON Response freqs_zpk(const Numbers& z, const Numbers& p, const Numbers& k,
                                 const FrequencyChoice& worN = 200);

/// The numerator and the denominator of a filter.
using FilterPair = std::pair<Numbers, Numbers>;

/// How long a digital filter delays each frequency, in samples.
///
/// Parameters
///     system: numerator and denominator, a pair.
///     w: how many frequencies, or the frequencies.
///     whole: whether they go to the sampling frequency, not to half of it.
///     fs: the sampling frequency.
/// Returns
///     The frequencies and the delays. Where a delay is singular, it is 0, of which a warning tells.
/// Raises
///     ValueError: a sampling frequency that is no number above 0.
/// Example
///     >>> w, delay = cuprumx.scipy.signal.group_delay(([1., 1.], 1), 2)
///     >>> delay
///     array([0.5, 0.5])
CUPRUM_SIGNATURE("system, w, whole, fs")
CUPRUM_PYTHON Response group_delay(const FilterPair& system, const FrequencyChoice& w = 512,
                                   const DigitalGrid& grid = {});

/// Frequencies at which an analog filter is worth looking at, by its roots.
///
/// Parameters
///     num, den: numerator and denominator, or zeros and poles.
///     N: how many.
///     kind: "ba" for polynomials, "zp" for zeros and poles.
/// Returns
///     float64, with equal ratios of neighbours.
/// Raises
///     ValueError: another kind.
/// Example
///     >>> cuprumx.scipy.signal.findfreqs([1, 0], [1, 8, 25], 3)
///     array([1.e-02, 1.e+00, 1.e+02])
CUPRUM_PYTHON ndarray findfreqs(const Numbers& num, const Numbers& den, std::int64_t N,
                                CUPRUM_WORDS("ba", "zp") std::string_view kind = "ba");

}  // namespace cuprum::scipy::signal
