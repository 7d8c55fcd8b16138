// Waveforms that signals are tried with.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "cuprum/python.h"
#include "cuprum/scipy/signal_numbers.h"

namespace cuprum::scipy::signal {

/// How the frequency of `chirp` changes.
struct ChirpOptions {
    CUPRUM_WORDS("linear", "quadratic", "logarithmic", "hyperbolic")
    std::string_view method = "linear";  ///< "linear", "quadratic", "logarithmic" or "hyperbolic".
    double phi = 0;                      ///< Phase at first, in degrees.
    bool vertex_zero = true;             ///< Whether a parabola's vertex is at time 0; else at t1.
    bool complex = false;                ///< exp(i phase), not its real part.
};

/// A cosine whose frequency changes with time.
///
/// Parameters
///     t: the times.
///     f0: the frequency at time 0.
///     t1: another time.
///     f1: the frequency then.
///     method: how it changes: "linear", "quadratic", "logarithmic" or "hyperbolic".
///     phi: the phase at first, in degrees.
///     vertex_zero: whether a parabola's vertex is at time 0; else at t1.
///     complex: whether the result is exp(i phase) and not its real part.
/// Returns
///     float64, or complex128; one value for each time.
/// Raises
///     ValueError: another method; frequencies that it cannot go through.
/// Example
///     >>> cuprumx.scipy.signal.chirp(cuprum.array([0., 0.5, 1.]), 1., 1., 2.).round(3)
///     array([ 1.   , -0.707, -1.   ])
CUPRUM_SIGNATURE("t, f0, t1, f1, method, phi, vertex_zero, *, complex")
CUPRUM_PYTHON ndarray chirp(CUPRUM_FROM_NUMPY const ndarray& t, double f0, double t1, double f1,
                            const ChirpOptions& options = {});

/// A sawtooth with a period of 2 pi.
///
/// Parameters
///     t: the times.
///     width: which part of a period it rises; 1 by default, 0.5 gives a triangle.
/// Returns
///     float64 from -1 to 1; NaN where the width is not between 0 and 1.
/// Raises
///     ValueError: shapes that do not broadcast.
/// Example
///     >>> cuprumx.scipy.signal.sawtooth(cuprum.array([0., 1., 2.])).round(3)
///     array([-1.   , -0.682, -0.363])
CUPRUM_PYTHON ndarray sawtooth(CUPRUM_FROM_NUMPY const ndarray& t, const Operand& width = 1.0);

/// A square wave with a period of 2 pi.
///
/// Parameters
///     t: the times.
///     duty: which part of a period it is 1.
/// Returns
///     float64, 1 or -1; NaN where `duty` is not between 0 and 1.
/// Raises
///     ValueError: shapes that do not broadcast.
/// Example
///     >>> cuprumx.scipy.signal.square(cuprum.array([0., 4.]))
///     array([ 1., -1.])
CUPRUM_PYTHON ndarray square(CUPRUM_FROM_NUMPY const ndarray& t, const Operand& duty = 0.5);

/// A sine under a bell: its real part, its imaginary part and the bell.
struct GaussPulse {
    ndarray in_phase, quadrature, envelope;
};

/// A sine under a bell.
///
/// Parameters
///     t: the times; or "cutoff" for the time at which the bell has fallen by `tpr`.
///     fc: the frequency.
///     bw: the bandwidth, as a part of the frequency.
///     bwr: how far down the edges of the band are, in dB.
///     tpr: how far down the bell is at "cutoff", in dB.
///     retquad: whether the imaginary part is returned as well.
///     retenv: whether the bell is returned as well.
/// Returns
///     The real part; with the others as they are asked for. In C++ all three.
/// Raises
///     ValueError: a negative frequency, a bandwidth that is not above 0, or references that are not below 0 dB.
/// Example
///     >>> cuprumx.scipy.signal.gausspulse(cuprum.array([0., 0.0005])).round(3)
///     array([ 1. , -0.8])
GaussPulse gausspulse(const ndarray& t, double fc = 1000, double bw = 0.5, double bwr = -6);

/// The time at which the bell of `gausspulse` has fallen by `tpr`.
///
/// Parameters
///     fc, bw, bwr, tpr: as of `gausspulse`.
/// Returns
///     The time.
/// Raises
///     ValueError: as `gausspulse`.
/// Example
///     double t = cuprum::scipy::signal::gausspulse_cutoff(1000);
double gausspulse_cutoff(double fc = 1000, double bw = 0.5, double bwr = -6, double tpr = -60);

/// A cosine whose frequency is a polynomial of time.
///
/// Parameters
///     t: the times.
///     poly: the polynomial, the highest power first.
///     phi: the phase at time 0, in degrees.
/// Returns
///     float64, one value for each time.
/// Raises
///     ValueError: a polynomial that is no list.
/// Example
///     >>> cuprumx.scipy.signal.sweep_poly(cuprum.array([0., 0.5]), [1., 1.]).round(3)
///     array([ 1.   , -0.707])
CUPRUM_PYTHON ndarray sweep_poly(CUPRUM_FROM_NUMPY const ndarray& t, const Numbers& poly, double phi = 0);

/// A sequence of zeros and ones as long as a shift register can make one, and the register's state after it.
struct LongestSequence {
    ndarray seq, state;
};

/// A sequence of zeros and ones as long as a shift register can make one.
///
/// Parameters
///     nbits: the length of the register.
///     state: its state at first, which is not all zeros; all ones by default.
///     length: how many are wanted; 2^nbits - 1 by default.
///     taps: the places of the register whose sum comes in; by default some that make the longest sequence, for 2 to
///     32 bits.
/// Returns
///     The sequence and the state after it, int8.
/// Raises
///     ValueError: a register of another length without taps; taps out of range; a state of another length or of zeros.
/// Example
///     >>> cuprumx.scipy.signal.max_len_seq(3)[0]
///     array([1, 1, 1, 0, 1, 0, 0], dtype=int8)
CUPRUM_PYTHON LongestSequence max_len_seq(std::int64_t nbits, const std::optional<Numbers>& state = {},
                                          std::optional<std::int64_t> length = {},
                                          const std::optional<Numbers>& taps = {});

/// Where an impulse stands: one index for all axes, one for each, or "mid" for the middle of all.
class ImpulseIndex {
public:
    ImpulseIndex(std::int64_t index = 0) : indices_{index}, is_for_all_(true) {}
    ImpulseIndex(int index) : ImpulseIndex(std::int64_t{index}) {}
    ImpulseIndex(const Dims& indices) : indices_(indices) {}
    ImpulseIndex(std::initializer_list<std::int64_t> indices) : indices_(indices) {}
    ImpulseIndex(std::string_view word);  ///< "mid"; IndexError for another word.
    ImpulseIndex(const char* word) : ImpulseIndex(std::string_view(word)) {}

    /// The indices into an array.
    Dims of(const Shape& shape) const;

private:
    Dims indices_;  // none for the middle
    bool is_for_all_ = false;
};

/// Zeros, and a one at one place.
///
/// Parameters
///     shape: the shape of the array.
///     idx: the place; 0 by default; "mid" for the middle of all axes.
///     dtype: the type of the elements.
/// Returns
///     The array.
/// Raises
///     IndexError: a place that there is not.
/// Example
///     >>> cuprumx.scipy.signal.unit_impulse(4, 2)
///     array([0., 0., 1., 0.])
CUPRUM_PYTHON ndarray unit_impulse(const Shape& shape, const ImpulseIndex& idx = {}, DType dtype = DType::float64);

}  // namespace cuprum::scipy::signal
