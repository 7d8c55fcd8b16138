// SciPy's linear systems: state spaces, their conversions, discretization, simulation and feedback. Their matrices are
// small and stay on the host; what is simulated comes back to the device.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "cuprum/python.h"
#include "cuprum/scipy/signal_design.h"
#include "cuprum/scipy/signal_response.h"

namespace cuprum::scipy::signal {

/// x' = A x + B u, y = C x + D u, or the same for the next sample: matrices on the host. Arrays on a device are copied.
struct StateSpace {
    Numbers A, B, C, D;
};
/// The same as arrays on the device.
struct StateSpaceArrays {
    ndarray A, B, C, D;
    operator StateSpace() const { return {A, B, C, D}; }
};

/// A state space of a system that is given as polynomials, in controller canonical form.
///
/// Parameters
///     num: numerator; a row for each of several outputs.
///     den: denominator.
/// Returns
///     A, B, C and D.
/// Raises
///     ValueError: a numerator of higher degree than the denominator, or a denominator of zeros.
/// Example
///     >>> A, B, C, D = cuprumx.scipy.signal.tf2ss([1.], [1., 3., 2.])
///     >>> A
///     array([[-3., -2.],
///            [ 1.,  0.]])
CUPRUM_PYTHON StateSpaceArrays tf2ss(const NumberRows& num, const Numbers& den);

/// The polynomials of a state space.
///
/// Parameters
///     A, B, C, D: its matrices.
///     input: which of its inputs.
/// Returns
///     Numerators, a row for each output, and the denominator.
/// Raises
///     ValueError: matrices that do not fit together, or an input that there is not.
/// Example
///     >>> num, den = cuprumx.scipy.signal.ss2tf([[-1.]], [[1.]], [[2.]], [[0.]])
///     >>> den
///     array([1., 1.])
CUPRUM_PYTHON Coefficients ss2tf(const Numbers& A, const Numbers& B, const Numbers& C, const Numbers& D,
                                 std::int64_t input = 0);

/// A state space of a system that is given by zeros, poles and gain.
///
/// Parameters
///     z, p, k: zeros, poles and gain.
/// Returns
///     A, B, C and D.
/// Raises
///     ValueError: more zeros than poles.
/// Example
///     >>> A, B, C, D = cuprumx.scipy.signal.zpk2ss([], [-1.], 2.)
///     >>> C
///     array([[2.]])
CUPRUM_PYTHON StateSpaceArrays zpk2ss(const Numbers& z, const Numbers& p, const Numbers& k);

/// Zeros, poles and gain of a state space.
///
/// Parameters
///     A, B, C, D: its matrices.
///     input: which of its inputs.
/// Returns
///     Zeros, poles and gain.
/// Raises
///     ValueError: matrices that do not fit together, or an input that there is not.
/// Example
///     >>> cuprumx.scipy.signal.ss2zpk([[-1.]], [[1.]], [[2.]], [[0.]])[1]
///     array([-1.])
CUPRUM_PYTHON ZerosPoles ss2zpk(const Numbers& A, const Numbers& B, const Numbers& C, const Numbers& D,
                                std::int64_t input = 0);

/// Matrices of a state space that fit together; those that are not given are zero.
///
/// Parameters
///     A, B, C, D: the matrices, or None.
/// Returns
///     All four, each of two axes.
/// Raises
///     ValueError: matrices that do not fit together, or of which too few are given to know the others' shapes.
/// Example
///     >>> A, B, C, D = cuprumx.scipy.signal.abcd_normalize([[1., 2.], [3., 4.]], [[5.], [6.]], [[7., 8.]])
///     >>> D
///     array([[0.]])
CUPRUM_PYTHON StateSpaceArrays abcd_normalize(const std::optional<Numbers>& A = {},
                                              const std::optional<Numbers>& B = {},
                                              const std::optional<Numbers>& C = {},
                                              const std::optional<Numbers>& D = {});

/// The system of which the second one's output is the first one's input, and one whose input or output is multiplied
/// by a matrix or a number.
///
/// Parameters
///     last, first: the systems, or a system and the factors.
/// Returns
///     Its state space.
/// Raises
///     ValueError: systems or factors that do not fit together.
/// Example
///     auto both = amplifier * filter;
StateSpaceArrays operator*(const StateSpace& last, const StateSpace& first);
StateSpaceArrays operator*(const StateSpace& system, const Numbers& factors);
StateSpaceArrays operator*(const Numbers& factors, const StateSpace& system);

/// The system whose output is the sum of two systems' outputs for one input; or a system with a direct way from its
/// input to its output added.
///
/// Parameters
///     a, b: the systems, or a system and the matrix of the direct way.
/// Returns
///     Its state space.
/// Raises
///     ValueError: systems, or a matrix, that do not fit together.
/// Example
///     auto both = low + high;
StateSpaceArrays operator+(const StateSpace& a, const StateSpace& b);
StateSpaceArrays operator+(const StateSpace& system, const Numbers& direct);
/// The system with the opposite output.
StateSpaceArrays operator-(const StateSpace& system);

/// A system in the form that a program has. Functions convert it to the form that they compute with.
struct LinearSystem {
    LinearSystem(const Coefficients& polynomials) : form(polynomials) {}
    LinearSystem(const ZerosPoles& roots) : form(roots) {}
    LinearSystem(const StateSpace& matrices) : form(matrices) {}
    LinearSystem(const StateSpaceArrays& matrices) : form(StateSpace(matrices)) {}

    StateSpace space() const;

    std::variant<Coefficients, ZerosPoles, StateSpace> form;
};
/// A system of continuous time: `step(Coefficients{b, a})`.
struct ContinuousSystem : LinearSystem {
    using LinearSystem::LinearSystem;
    explicit ContinuousSystem(const LinearSystem& system) : LinearSystem(system) {}
};
/// A system of samples, and the time from one to the next: `dlsim({system, 0.1}, u)`.
struct DiscreteSystem : LinearSystem {
    DiscreteSystem(const LinearSystem& system, double dt) : LinearSystem(system), dt(dt) {}

    double dt;
};

/// A system of samples that does about what a continuous one does.
///
/// Parameters
///     system: (num, den), (zeros, poles, gain), (A, B, C, D) or an object of a system; in C++ one of its structs.
///     dt: the time from one sample to the next.
///     method: "zoh" for inputs that are held, "foh" for straight lines between them, "impulse" for the same impulse
///     response, "bilinear", "euler", "backward_diff", or "gbt" for all between the last two.
///     alpha: the weight of "gbt", 0 for "euler" and 1 for "backward_diff".
/// Returns
///     The same form as `system`; in Python `dt` comes last.
/// Raises
///     ValueError: another method, a weight that is missing or not between 0 and 1, an "impulse" of a system with a
///     direct way from its input to its output. LinAlgError: a singular matrix.
/// Example
///     >>> A, B, C, D, dt = cuprumx.scipy.signal.cont2discrete(([[-1.]], [[1.]], [[1.]], [[0.]]), 0.1)
///     >>> A.round(4)
///     array([[0.9048]])
StateSpaceArrays cont2discrete(const StateSpace& system, double dt, std::string_view method = "zoh",
                               std::optional<double> alpha = {});
Coefficients cont2discrete(const Coefficients& system, double dt, std::string_view method = "zoh",
                           std::optional<double> alpha = {});
ZerosPoles cont2discrete(const ZerosPoles& system, double dt, std::string_view method = "zoh",
                         std::optional<double> alpha = {});

/// What a system does: times, outputs and states, each without axes of length 1.
struct Simulation {
    ndarray t, y, x;
};

/// The output of a continuous system.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made; in C++ one of its structs.
///     U: the input at each time, with a column for each of several inputs; None or 0 for none.
///     T: the times, at equal distances.
///     X0: the state at time 0; zeros by default.
///     interp: whether the input goes in straight lines between the times; else it is held.
/// Returns
///     Times, outputs and states.
/// Raises
///     ValueError: times that are negative at first or not at equal distances; another number of inputs.
/// Example
///     >>> t, y, x = cuprumx.scipy.signal.lsim(([1.], [1., 1.]), [1., 1., 1.], [0., 1., 2.])
///     >>> y.round(3)
///     array([0.   , 0.632, 0.865])
CUPRUM_PYTHON Simulation lsim(const ContinuousSystem& system, const std::optional<Numbers>& U, const Numbers& T,
                              const std::optional<Numbers>& X0 = {}, bool interp = true);

/// What a system of samples does: times, outputs, and the states if the system is a state space.
struct DiscreteSimulation {
    ndarray t, y;
    std::optional<ndarray> x;
};

/// The output of a system of samples.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made and its `dt`; in C++ {system, dt}.
///     u: the input at each time, with a column for each of several inputs.
///     t: the times of the inputs, between which straight lines go; without them they are samples.
///     x0: the first state; zeros by default.
/// Returns
///     Times, outputs, and states of a state space.
/// Raises
///     ValueError: inputs and times that do not fit together.
/// Example
///     >>> t, y = cuprumx.scipy.signal.dlsim(([1.], [1., -0.5], 1.), [1., 1., 1.])
///     >>> y.ravel()
///     array([0. , 1. , 1.5])
CUPRUM_PYTHON DiscreteSimulation dlsim(const DiscreteSystem& system, const Numbers& u,
                                       const std::optional<Numbers>& t = {}, const std::optional<Numbers>& x0 = {});

/// Times at which the response of a continuous system is worth looking at, by its slowest pole.
///
/// Parameters
///     A: the matrix of the system.
///     n: how many.
/// Returns
///     float64, from 0 at equal distances.
/// Raises
///     LinAlgError: a matrix with NaN.
/// Example
///     auto t = cuprum::scipy::signal::response_times(system.A, 100);
ndarray response_times(const Numbers& A, std::int64_t n);

/// Times, and the outputs there without axes of length 1.
struct TimeResponse {
    ndarray t, y;
};

/// The response of a continuous system to an impulse.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made; in C++ one of its structs.
///     X0: the state at time 0; zeros by default.
///     T: the times; chosen by the slowest pole where they are not given.
///     N: how many times are chosen, 100 by default.
/// Returns
///     Times and outputs.
/// Raises
///     AttributeError: a system of samples. ValueError: times that are negative at first or not at equal distances.
/// Example
///     >>> t, y = cuprumx.scipy.signal.impulse(([1.], [1., 1.]), T=[0., 1.])
///     >>> y.round(3)
///     array([1.   , 0.368])
CUPRUM_PYTHON TimeResponse impulse(const ContinuousSystem& system, const std::optional<Numbers>& X0 = {},
                                   CUPRUM_FROM_NUMPY const ndarray* T = nullptr, std::optional<std::int64_t> N = {});

/// The response of a continuous system to a step.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made; in C++ one of its structs.
///     X0: the state at time 0; zeros by default.
///     T: the times; chosen by the slowest pole where they are not given.
///     N: how many times are chosen, 100 by default.
/// Returns
///     Times and outputs.
/// Raises
///     AttributeError: a system of samples. ValueError: times that are negative at first or not at equal distances.
/// Example
///     >>> t, y = cuprumx.scipy.signal.step(([1.], [1., 1.]), T=[0., 1.])
///     >>> y.round(3)
///     array([0.   , 0.632])
CUPRUM_PYTHON TimeResponse step(const ContinuousSystem& system, const std::optional<Numbers>& X0 = {},
                                CUPRUM_FROM_NUMPY const ndarray* T = nullptr, std::optional<std::int64_t> N = {});

/// Times, and the outputs there for each input: a row for each time.
struct TimeResponses {
    ndarray t;
    std::vector<ndarray> y;
};

/// The responses of a system of samples to an impulse at each input.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made and its `dt`; in C++ {system, dt}.
///     x0: the first state; zeros by default.
///     t: the times; `n` samples where they are not given.
///     n: how many samples, 100 by default.
/// Returns
///     Times, and a tuple of the outputs for each input.
/// Raises
///     AttributeError: a continuous system. ValueError: times that do not increase.
/// Example
///     >>> t, (y,) = cuprumx.scipy.signal.dimpulse(([1.], [1., -0.5], 1.), n=3)
///     >>> y.ravel()
///     array([0. , 1. , 0.5])
CUPRUM_PYTHON TimeResponses dimpulse(const DiscreteSystem& system, const std::optional<Numbers>& x0 = {},
                                     const std::optional<Numbers>& t = {}, std::optional<std::int64_t> n = {});

/// The responses of a system of samples to a step at each input.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made and its `dt`; in C++ {system, dt}.
///     x0: the first state; zeros by default.
///     t: the times; `n` samples where they are not given.
///     n: how many samples, 100 by default.
/// Returns
///     Times, and a tuple of the outputs for each input.
/// Raises
///     AttributeError: a continuous system. ValueError: times that do not increase.
/// Example
///     >>> t, (y,) = cuprumx.scipy.signal.dstep(([1.], [1., -0.5], 1.), n=3)
///     >>> y.ravel()
///     array([0. , 1. , 1.5])
CUPRUM_PYTHON TimeResponses dstep(const DiscreteSystem& system, const std::optional<Numbers>& x0 = {},
                                  const std::optional<Numbers>& t = {}, std::optional<std::int64_t> n = {});

/// The complex response of a continuous system.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made; in C++ one of its structs.
///     w: the frequencies in radians by second; chosen by the roots where they are not given.
///     n: how many are chosen.
/// Returns
///     Frequencies and the response.
/// Raises
///     AttributeError: a system of samples. ValueError: a system of several inputs or outputs.
/// Example
///     >>> w, h = cuprumx.scipy.signal.freqresp(([1.], [1., 1.]), [1.])
///     >>> h
///     array([0.5-0.5j])
CUPRUM_PYTHON Response freqresp(const ContinuousSystem& system, const std::optional<FrequencyChoice>& w = {},
                                std::int64_t n = 10000);

/// The complex response of a system of samples.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made and its `dt`; in C++ one of its structs.
///     w: the frequencies in radians by sample.
///     n: how many, where they are not given.
///     whole: whether they go to 2 pi, not to pi.
/// Returns
///     Frequencies and the response.
/// Raises
///     AttributeError: a continuous system. ValueError: a system of several inputs or outputs.
/// Example
///     >>> w, h = cuprumx.scipy.signal.dfreqresp(([1.], [1., -0.5], 1.), [0.])
///     >>> h
///     array([2.+0.j])
CUPRUM_PYTHON Response dfreqresp(const DiscreteSystem& system, const std::optional<FrequencyChoice>& w = {},
                                 std::int64_t n = 10000, bool whole = false);

/// Frequencies, and there the gain in dB and the phase in degrees.
struct Bode {
    ndarray w, mag, phase;
};

/// The response of a continuous system as gain and phase.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made; in C++ one of its structs.
///     w: the frequencies; by default they are chosen by the roots.
///     n: how many.
/// Returns
///     Frequencies, gain in dB, and phase in degrees without jumps.
/// Raises
///     ValueError: a system of several inputs or outputs.
/// Example
///     >>> w, mag, phase = cuprumx.scipy.signal.bode(([1.], [1., 1.]), [1.])
///     >>> phase
///     array([-45.])
CUPRUM_PYTHON Bode bode(const ContinuousSystem& system, const std::optional<FrequencyChoice>& w = {},
                        std::int64_t n = 100);
/// The same of a response, such as `freqs` gives.
Bode bode(const Response& response);

/// The response of a system of samples as gain and phase.
///
/// Parameters
///     system: an object of a system, or a tuple of which one can be made and its `dt`; in C++ {system, dt}.
///     w: the frequencies in radians by sample.
///     n: how many, where they are not given.
/// Returns
///     Frequencies in radians by the unit of `dt`, gain in dB, and phase in degrees without jumps.
/// Raises
///     AttributeError: a continuous system. ValueError: a system of several inputs or outputs.
/// Example
///     >>> w, mag, phase = cuprumx.scipy.signal.dbode(([1.], [1., -0.5], 1.), [0.])
///     >>> phase
///     array([0.])
CUPRUM_PYTHON Bode dbode(const DiscreteSystem& system, const std::optional<FrequencyChoice>& w = {},
                         std::int64_t n = 100);

/// A feedback, and how it was found.
struct Feedback {
    ndarray gain_matrix;      ///< K of u = -K x.
    ndarray computed_poles;   ///< The poles of A - B K.
    ndarray requested_poles;  ///< Those that were asked for, in the same order.
    ndarray X;                ///< The eigenvectors.
    double rtol = 0;          ///< The relative change of their determinant in the last iteration.
    double nb_iter = 0;       ///< Iterations; NaN where there was nothing to choose.
};

/// A feedback that gives a system the poles that are asked for, and as far as it can be chosen makes them robust
/// (Kautsky, Nichols and Van Dooren 1985; Yang and Tits 1992).
///
/// Parameters
///     A, B: the matrices of the system.
///     poles: the poles, complex ones with their conjugates.
///     method: "YT", or "KNV0" for real poles.
///     rtol: where the determinant of the eigenvectors changes less, the search ends.
///     maxiter: how many iterations at most.
/// Returns
///     An object with `gain_matrix`, `computed_poles`, `requested_poles`, `X`, `rtol` and `nb_iter`.
/// Raises
///     ValueError: matrices that do not fit together; too few or too many poles, or some without their conjugates;
///     poles that cannot be placed.
/// Example
///     >>> f = cuprumx.scipy.signal.place_poles([[0., 1.], [0., 0.]], [[0.], [1.]], [-1., -2.])
///     >>> f.gain_matrix
///     array([[2., 3.]])
Feedback place_poles(const Numbers& A, const Numbers& B, const Numbers& poles, std::string_view method = "YT",
                     double rtol = 1e-3, std::int64_t maxiter = 30);

}  // namespace cuprum::scipy::signal
