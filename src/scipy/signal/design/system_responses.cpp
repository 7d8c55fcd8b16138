// Responses of linear systems: to an impulse, to a step, and at each frequency.
#include <algorithm>

#include "cuprum/creation.h"
#include "cuprum/manipulation.h"
#include "cuprum/ufunc.h"
#include "kernel/engine/placement.h"
#include "scipy/signal/design/state_space.h"

namespace cuprum::scipy::signal {
namespace {

using design::Complex;
using design::Matrix;

/// The state after an impulse, b + X0 as NumPy adds them.
Numbers state_after(const Matrix& b, const std::optional<Numbers>& X0) {
    const Matrix added = X0 ? design::matrix_of(*X0, "impulse") : Matrix(1, 1);
    const auto extent = [](std::int64_t x, std::int64_t y) {
        if (x != y && x != 1 && y != 1)
            throw ValueError("impulse: X0 must go together with B, found the lengths " + std::to_string(y) + " and " +
                             std::to_string(x));
        return x == 1 ? y : x;
    };
    Matrix sum(extent(b.rows, added.rows), extent(b.columns, added.columns), b.is_complex || added.is_complex);
    for (std::int64_t i = 0; i < sum.rows; ++i)
        for (std::int64_t j = 0; j < sum.columns; ++j)
            sum(i, j) = b(b.rows == 1 ? 0 : i, b.columns == 1 ? 0 : j) +
                        added(added.rows == 1 ? 0 : i, added.columns == 1 ? 0 : j);
    return {sum.values, {static_cast<std::int64_t>(sum.values.size())}, sum.is_complex};
}

/// What `lsim` gives at the times that a program asks for, or at those that the slowest pole suggests. `input` makes
/// the inputs of the times.
template <class Input>
TimeResponse response(const StateSpace& system, const std::optional<Numbers>& X0, const ndarray* T,
                      std::optional<std::int64_t> N, const Input& input) {
    const Numbers times(T ? *T : response_times(system.A, N.value_or(100)));
    Simulation made = lsim(system, input(times), times, X0, false);
    return {T ? *T : std::move(made.t), std::move(made.y)};
}

/// The responses of a system of samples where each input in turn is one, at the first time alone or at all.
TimeResponses responses(const DiscreteSystem& system, const std::optional<Numbers>& x0, const std::optional<Numbers>& t,
                        std::optional<std::int64_t> n, bool is_step) {
    const std::int64_t count = n.value_or(100);
    const DiscreteSystem space(system.space(), system.dt);
    const Numbers times = t ? *t : Numbers(linspace(0, static_cast<double>(count) * system.dt, count, false));
    if (times.ndim() == 0) throw IndexError("t must be a list of times, found a number");
    const std::int64_t steps = times.shape()[0], inputs = design::space_of(space.space(), "dstep").b.columns;
    TimeResponses result;
    for (std::int64_t k = 0; k < inputs; ++k) {
        Matrix u(steps, inputs);
        for (std::int64_t i = 0; i < (is_step ? steps : std::min<std::int64_t>(steps, 1)); ++i) u(i, k) = 1;
        DiscreteSimulation made = dlsim(space, Numbers(u.values, {steps, inputs}, false), times, x0);
        result.t = std::move(made.t);
        result.y.push_back(std::move(made.y));
    }
    return result;
}

/// One input and one output have polynomials, or zeros, of one axis, or of two with one row and column.
void check_single(const ndarray& numbers, const char* function) {
    if (numbers.ndim() > 1 && numbers.size() != 1)
        throw ValueError(std::string(function) + " requires a SISO (single input, single output) system.");
}

FrequencyChoice choice_of(const std::optional<FrequencyChoice>& w, std::int64_t n) {
    return w ? *w : FrequencyChoice(n);
}

Response analog_response(const Coefficients& system, const FrequencyChoice& w) {
    check_single(system.b, "freqresp()");
    return freqs(system.b.ravel(), system.a, w);
}

Response analog_response(const ZerosPoles& system, const FrequencyChoice& w) {
    check_single(system.z, "freqresp()");
    return freqs_zpk(system.z, system.p, design::number_of(system.k), w);
}

Response analog_response(const StateSpace& system, const FrequencyChoice& w) {
    return analog_response(ss2zpk(system.A, system.B, system.C, system.D), w);
}

Response digital_response(const Coefficients& system, const FrequencyChoice& w, bool whole) {
    check_single(system.b, "dfreqresp");
    ndarray b = system.b.ravel(), a = system.a;
    const std::int64_t missing = a.size() - b.size();  // powers of z become powers of 1 / z
    const auto aligned = [](const ndarray& shorter, std::int64_t zeros_before) {
        return concatenate({zeros({zeros_before}, DType::float64), shorter});
    };
    if (missing > 0) b = aligned(b, missing);
    if (missing < 0) a = aligned(a, -missing);
    return freqz(b, a, w, {.whole = whole});
}

Response digital_response(const ZerosPoles& system, const FrequencyChoice& w, bool whole) {
    check_single(system.z, "dfreqresp");
    return freqz_zpk(system.z, system.p, system.k, w, {.whole = whole});
}

Response digital_response(const StateSpace& system, const FrequencyChoice& w, bool whole) {
    const Coefficients f = ss2tf(system.A, system.B, system.C, system.D);
    return digital_response(normalize(f.b, f.a), w, whole);
}

}  // namespace

StateSpace LinearSystem::space() const {
    if (const auto* f = std::get_if<Coefficients>(&form)) return tf2ss(NumberRows(Numbers(f->b)), f->a);
    if (const auto* f = std::get_if<ZerosPoles>(&form)) return zpk2ss(f->z, f->p, design::number_of(f->k));
    return std::get<StateSpace>(form);
}

TimeResponse impulse(const ContinuousSystem& system, const std::optional<Numbers>& X0, const ndarray* T,
                     std::optional<std::int64_t> N) {
    const kernel::Placement here(X0, T);
    const StateSpace space = system.space();
    const Numbers state = state_after(design::space_of(space, "impulse").b, X0);
    return response(space, state, T, N, [](const Numbers&) { return std::optional<Numbers>(); });
}

TimeResponse step(const ContinuousSystem& system, const std::optional<Numbers>& X0, const ndarray* T,
                  std::optional<std::int64_t> N) {
    const kernel::Placement here(X0, T);
    return response(system.space(), X0, T, N, [](const Numbers& times) {
        return Numbers(std::vector<Complex>(times.values().size(), 1), times.shape(), false);
    });
}

TimeResponses dimpulse(const DiscreteSystem& system, const std::optional<Numbers>& x0, const std::optional<Numbers>& t,
                       std::optional<std::int64_t> n) {
    const kernel::Placement here(x0, t);
    return responses(system, x0, t, n, false);
}

TimeResponses dstep(const DiscreteSystem& system, const std::optional<Numbers>& x0, const std::optional<Numbers>& t,
                    std::optional<std::int64_t> n) {
    const kernel::Placement here(x0, t);
    return responses(system, x0, t, n, true);
}

Response freqresp(const ContinuousSystem& system, const std::optional<FrequencyChoice>& w, std::int64_t n) {
    const kernel::Placement here(w);
    return std::visit([&](const auto& form) { return analog_response(form, choice_of(w, n)); }, system.form);
}

Response dfreqresp(const DiscreteSystem& system, const std::optional<FrequencyChoice>& w, std::int64_t n, bool whole) {
    const kernel::Placement here(w);
    return std::visit([&](const auto& form) { return digital_response(form, choice_of(w, n), whole); }, system.form);
}

Bode bode(const ContinuousSystem& system, const std::optional<FrequencyChoice>& w, std::int64_t n) {
    return bode(freqresp(system, w, n));
}

Bode dbode(const DiscreteSystem& system, const std::optional<FrequencyChoice>& w, std::int64_t n) {
    Bode result = bode(dfreqresp(system, w, n));
    result.w = divide(result.w, system.dt);
    return result;
}

}  // namespace cuprum::scipy::signal
